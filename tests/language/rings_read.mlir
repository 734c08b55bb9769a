// A tile that a product takes from its buffer and threads read as well.
entry @shared_tile_Kt1_A2f16_1v8l0_2t1_p16_A2f16_1v8l0_2t1_p16_A2f32_1v4l0_2t1_p16_A2f32_1v4l0_2t1_p16_I128_I64_I32(%X: tile<ptr<f16>>, %X_size0: tile<i32>, %X_size1: tile<i32>, %X_stride0: tile<i32>, %X_stride1: tile<i32>, %W: tile<ptr<f16>>, %W_size0: tile<i32>, %W_size1: tile<i32>, %W_stride0: tile<i32>, %W_stride1: tile<i32>, %Y: tile<ptr<f32>>, %Y_size0: tile<i32>, %Y_size1: tile<i32>, %Y_stride0: tile<i32>, %Y_stride1: tile<i32>, %Z: tile<ptr<f32>>, %Z_size0: tile<i32>, %Z_size1: tile<i32>, %Z_stride0: tile<i32>, %Z_stride1: tile<i32>) optimization_hints=<default = {}> {
  %0 = make_token : token
  %1 = assume div_by<16>, %X : tile<ptr<f16>>
  %2 = assume div_by<8>, %X_stride0 : tile<i32>
  %3 = assume div_by<16>, %W : tile<ptr<f16>>
  %4 = assume div_by<8>, %W_stride0 : tile<i32>
  %5 = assume div_by<16>, %Y : tile<ptr<f32>>
  %6 = assume div_by<4>, %Y_stride0 : tile<i32>
  %7 = assume div_by<16>, %Z : tile<ptr<f32>>
  %8 = assume div_by<4>, %Z_stride0 : tile<i32>
  %9 = constant <i32: 1> : tile<i32>
  %10 = constant <i32: 1> : tile<i32>
  %11 = constant <i32: 1> : tile<i32>
  %12 = constant <i32: 1> : tile<i32>
  %13 = assume bounded<0, ?>, %X_size0 : tile<i32>
  %14 = assume bounded<0, ?>, %X_size1 : tile<i32>
  %15 = assume bounded<0, ?>, %2 : tile<i32>
  %16 = assume div_by<8>, %15 : tile<i32>
  %17 = make_tensor_view %1, shape = [%13, %14], strides = [%16, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
  %18 = assume bounded<0, ?>, %W_size0 : tile<i32>
  %19 = assume bounded<0, ?>, %W_size1 : tile<i32>
  %20 = assume bounded<0, ?>, %4 : tile<i32>
  %21 = assume div_by<8>, %20 : tile<i32>
  %22 = make_tensor_view %3, shape = [%18, %19], strides = [%21, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
  %23 = assume bounded<0, ?>, %Y_size0 : tile<i32>
  %24 = assume bounded<0, ?>, %Y_size1 : tile<i32>
  %25 = assume bounded<0, ?>, %6 : tile<i32>
  %26 = assume div_by<4>, %25 : tile<i32>
  %27 = make_tensor_view %5, shape = [%23, %24], strides = [%26, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
  %28 = assume bounded<0, ?>, %Z_size0 : tile<i32>
  %29 = assume bounded<0, ?>, %Z_size1 : tile<i32>
  %30 = assume bounded<0, ?>, %8 : tile<i32>
  %31 = assume div_by<4>, %30 : tile<i32>
  %32 = make_tensor_view %7, shape = [%28, %29], strides = [%31, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
  %m, %33, %34 = get_tile_block_id : tile<i32>
  %35, %n, %36 = get_tile_block_id : tile<i32>
  %acc = constant <f32: 0.000000e+00> : tile<128x64xf32>
  %col = constant <f32: 0.000000e+00> : tile<1x64xf32>
  %37 = make_partition_view %22 : partition_view<tile=(32x64), tensor_view<?x?xf16, strides=[?,1]>>
  %38, %39 = get_index_space_shape %37 : partition_view<tile=(32x64), tensor_view<?x?xf16, strides=[?,1]>> -> tile<i32>
  %40 = constant <i32: 0> : tile<i32>
  %41 = constant <i32: 1> : tile<i32>
  %42 = make_partition_view %17 : partition_view<tile=(128x32), tensor_view<?x?xf16, strides=[?,1]>>
  %43 = make_partition_view %22 : partition_view<tile=(32x64), tensor_view<?x?xf16, strides=[?,1]>>
  %44, %45 = for %g in (%40 to %38, step %41) : tile<i32> iter_values(%acc_1 = %acc, %col_1 = %col) -> (tile<128x64xf32>, tile<1x64xf32>) {
    %x, %46 = load_view_tko weak %42[%m, %g] token = %0 : partition_view<tile=(128x32), tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<128x32xf16>, token
    %w, %47 = load_view_tko weak %43[%g, %n] token = %0 : partition_view<tile=(32x64), tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<32x64xf16>, token
    %acc_2 = mmaf %x, %w, %acc_1 : tile<128x32xf16>, tile<32x64xf16>, tile<128x64xf32>
    %48 = ftof %w  : tile<32x64xf16> -> tile<32x64xf32>
    %49 = reduce %48 dim=0 identities=[0.000000e+00 : f32] : tile<32x64xf32> -> tile<64xf32> 
    (%50: tile<f32>, %51: tile<f32>) {
      %52 = addf %50, %51  : tile<f32>
      yield %52 : tile<f32>
    }
    %53 = reshape %49 : tile<64xf32> -> tile<1x64xf32>
    %col_2 = addf %col_1, %53  : tile<1x64xf32>
    continue %acc_2, %col_2 : tile<128x64xf32>, tile<1x64xf32>
  }
  %54 = make_partition_view %27 : partition_view<tile=(128x64), tensor_view<?x?xf32, strides=[?,1]>>
  %55 = store_view_tko weak %44, %54[%m, %n] token = %0 : tile<128x64xf32>, partition_view<tile=(128x64), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
  %56 = make_partition_view %32 : partition_view<tile=(1x64), tensor_view<?x?xf32, strides=[?,1]>>
  %57 = store_view_tko weak %45, %56[%m, %n] token = %0 : tile<1x64xf32>, partition_view<tile=(1x64), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
  return
}
