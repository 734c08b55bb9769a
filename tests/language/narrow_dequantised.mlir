// A product of 32 rows, which warpgroups have no instruction for, of weights that threads convert.
entry @dequantised_Kt1_A2f16_1v8l0_2t1_p16_A2i8_1v16l0_2t1_p16_A2f16_1v8l0_2t1_p16_A2f16_1v8l0_2t1_p16_I128_I64_I32(%X: tile<ptr<f16>>, %X_size0: tile<i32>, %X_size1: tile<i32>, %X_stride0: tile<i32>, %X_stride1: tile<i32>, %W: tile<ptr<i8>>, %W_size0: tile<i32>, %W_size1: tile<i32>, %W_stride0: tile<i32>, %W_stride1: tile<i32>, %S: tile<ptr<f16>>, %S_size0: tile<i32>, %S_size1: tile<i32>, %S_stride0: tile<i32>, %S_stride1: tile<i32>, %Y: tile<ptr<f16>>, %Y_size0: tile<i32>, %Y_size1: tile<i32>, %Y_stride0: tile<i32>, %Y_stride1: tile<i32>) optimization_hints=<default = {}> {
  %0 = make_token : token
  %1 = assume div_by<16>, %X : tile<ptr<f16>>
  %2 = assume div_by<8>, %X_stride0 : tile<i32>
  %3 = assume div_by<16>, %W : tile<ptr<i8>>
  %4 = assume div_by<16>, %W_stride0 : tile<i32>
  %5 = assume div_by<16>, %S : tile<ptr<f16>>
  %6 = assume div_by<8>, %S_stride0 : tile<i32>
  %7 = assume div_by<16>, %Y : tile<ptr<f16>>
  %8 = assume div_by<8>, %Y_stride0 : tile<i32>
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
  %21 = assume div_by<16>, %20 : tile<i32>
  %22 = make_tensor_view %3, shape = [%18, %19], strides = [%21, 1] : tile<i32> -> tensor_view<?x?xi8, strides=[?,1]>
  %23 = assume bounded<0, ?>, %S_size0 : tile<i32>
  %24 = assume bounded<0, ?>, %S_size1 : tile<i32>
  %25 = assume bounded<0, ?>, %6 : tile<i32>
  %26 = assume div_by<8>, %25 : tile<i32>
  %27 = make_tensor_view %5, shape = [%23, %24], strides = [%26, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
  %28 = assume bounded<0, ?>, %Y_size0 : tile<i32>
  %29 = assume bounded<0, ?>, %Y_size1 : tile<i32>
  %30 = assume bounded<0, ?>, %8 : tile<i32>
  %31 = assume div_by<8>, %30 : tile<i32>
  %32 = make_tensor_view %7, shape = [%28, %29], strides = [%31, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
  %m, %33, %34 = get_tile_block_id : tile<i32>
  %35, %n, %36 = get_tile_block_id : tile<i32>
  %acc = constant <f32: 0.000000e+00> : tile<32x64xf32>
  %37 = make_partition_view %22 : partition_view<tile=(32x64), tensor_view<?x?xi8, strides=[?,1]>>
  %38, %39 = get_index_space_shape %37 : partition_view<tile=(32x64), tensor_view<?x?xi8, strides=[?,1]>> -> tile<i32>
  %40 = constant <i32: 0> : tile<i32>
  %41 = constant <i32: 1> : tile<i32>
  %42 = make_partition_view %17 : partition_view<tile=(32x32), tensor_view<?x?xf16, strides=[?,1]>>
  %43 = make_partition_view %22 : partition_view<tile=(32x64), tensor_view<?x?xi8, strides=[?,1]>>
  %44 = make_partition_view %27 : partition_view<tile=(1x64), tensor_view<?x?xf16, strides=[?,1]>>
  %45 = constant <f16: 3.000000e+00> : tile<f16>
  %46 = reshape %45 : tile<f16> -> tile<1x1xf16>
  %47 = broadcast %46 : tile<1x1xf16> -> tile<32x64xf16>
  %48 = for %g in (%40 to %38, step %41) : tile<i32> iter_values(%acc_1 = %acc) -> (tile<32x64xf32>) {
    %x, %49 = load_view_tko weak %42[%m, %g] token = %0 : partition_view<tile=(32x32), tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<32x32xf16>, token
    %50, %51 = load_view_tko weak %43[%g, %n] token = %0 : partition_view<tile=(32x64), tensor_view<?x?xi8, strides=[?,1]>>, tile<i32> -> tile<32x64xi8>, token
    %w = itof %50 signed  : tile<32x64xi8> -> tile<32x64xf16>
    %s, %52 = load_view_tko weak %44[%g, %n] token = %0 : partition_view<tile=(1x64), tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<1x64xf16>, token
    %53 = subf %w, %47  : tile<32x64xf16>
    %54 = broadcast %s : tile<1x64xf16> -> tile<32x64xf16>
    %55 = mulf %53, %54  : tile<32x64xf16>
    %acc_2 = mmaf %x, %55, %acc_1 : tile<32x32xf16>, tile<32x64xf16>, tile<32x64xf32>
    continue %acc_2 : tile<32x64xf32>
  }
  %56 = ftof %48  : tile<32x64xf32> -> tile<32x64xf16>
  %57 = make_partition_view %32 : partition_view<tile=(32x64), tensor_view<?x?xf16, strides=[?,1]>>
  %58 = store_view_tko weak %56, %57[%m, %n] token = %0 : tile<32x64xf16>, partition_view<tile=(32x64), tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> token
  return
}
