// Two computed operands, each written to slots of its own.
entry @both_Kt1_A2f16_1v8l0_2t1_p16_A2f16_1v8l0_2t1_p16_A2f32_1v4l0_2t1_p16_I128_I64_I32(%X: tile<ptr<f16>>, %X_size0: tile<i32>, %X_size1: tile<i32>, %X_stride0: tile<i32>, %X_stride1: tile<i32>, %W: tile<ptr<f16>>, %W_size0: tile<i32>, %W_size1: tile<i32>, %W_stride0: tile<i32>, %W_stride1: tile<i32>, %Y: tile<ptr<f32>>, %Y_size0: tile<i32>, %Y_size1: tile<i32>, %Y_stride0: tile<i32>, %Y_stride1: tile<i32>) optimization_hints=<default = {}> {
  %0 = make_token : token
  %1 = assume div_by<16>, %X : tile<ptr<f16>>
  %2 = assume div_by<8>, %X_stride0 : tile<i32>
  %3 = assume div_by<16>, %W : tile<ptr<f16>>
  %4 = assume div_by<8>, %W_stride0 : tile<i32>
  %5 = assume div_by<16>, %Y : tile<ptr<f32>>
  %6 = assume div_by<4>, %Y_stride0 : tile<i32>
  %7 = constant <i32: 1> : tile<i32>
  %8 = constant <i32: 1> : tile<i32>
  %9 = constant <i32: 1> : tile<i32>
  %10 = assume bounded<0, ?>, %X_size0 : tile<i32>
  %11 = assume bounded<0, ?>, %X_size1 : tile<i32>
  %12 = assume bounded<0, ?>, %2 : tile<i32>
  %13 = assume div_by<8>, %12 : tile<i32>
  %14 = make_tensor_view %1, shape = [%10, %11], strides = [%13, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
  %15 = assume bounded<0, ?>, %W_size0 : tile<i32>
  %16 = assume bounded<0, ?>, %W_size1 : tile<i32>
  %17 = assume bounded<0, ?>, %4 : tile<i32>
  %18 = assume div_by<8>, %17 : tile<i32>
  %19 = make_tensor_view %3, shape = [%15, %16], strides = [%18, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
  %20 = assume bounded<0, ?>, %Y_size0 : tile<i32>
  %21 = assume bounded<0, ?>, %Y_size1 : tile<i32>
  %22 = assume bounded<0, ?>, %6 : tile<i32>
  %23 = assume div_by<4>, %22 : tile<i32>
  %24 = make_tensor_view %5, shape = [%20, %21], strides = [%23, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
  %m, %25, %26 = get_tile_block_id : tile<i32>
  %27, %n, %28 = get_tile_block_id : tile<i32>
  %acc = constant <f32: 0.000000e+00> : tile<128x64xf32>
  %29 = make_partition_view %19 : partition_view<tile=(32x64), tensor_view<?x?xf16, strides=[?,1]>>
  %30, %31 = get_index_space_shape %29 : partition_view<tile=(32x64), tensor_view<?x?xf16, strides=[?,1]>> -> tile<i32>
  %32 = constant <i32: 0> : tile<i32>
  %33 = constant <i32: 1> : tile<i32>
  %34 = make_partition_view %14 : partition_view<tile=(128x32), tensor_view<?x?xf16, strides=[?,1]>>
  %35 = make_partition_view %19 : partition_view<tile=(32x64), tensor_view<?x?xf16, strides=[?,1]>>
  %36 = constant <f16: 0.000000e+00> : tile<f16>
  %37 = reshape %36 : tile<f16> -> tile<1x1xf16>
  %38 = broadcast %37 : tile<1x1xf16> -> tile<128x32xf16>
  %39 = constant <f16: 2.000000e+00> : tile<f16>
  %40 = reshape %39 : tile<f16> -> tile<1x1xf16>
  %41 = broadcast %40 : tile<1x1xf16> -> tile<32x64xf16>
  %42 = constant <f16: 5.000000e-01> : tile<f16>
  %43 = reshape %42 : tile<f16> -> tile<1x1xf16>
  %44 = broadcast %43 : tile<1x1xf16> -> tile<32x64xf16>
  %45 = for %g in (%32 to %30, step %33) : tile<i32> iter_values(%acc_1 = %acc) -> (tile<128x64xf32>) {
    %x, %46 = load_view_tko weak %34[%m, %g] token = %0 : partition_view<tile=(128x32), tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<128x32xf16>, token
    %w, %47 = load_view_tko weak %35[%g, %n] token = %0 : partition_view<tile=(32x64), tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<32x64xf16>, token
    %48 = maxf %x, %38 : tile<128x32xf16>
    %49 = fma %w, %41, %44  : tile<32x64xf16>
    %acc_2 = mmaf %48, %49, %acc_1 : tile<128x32xf16>, tile<32x64xf16>, tile<128x64xf32>
    continue %acc_2 : tile<128x64xf32>
  }
  %50 = make_partition_view %24 : partition_view<tile=(128x64), tensor_view<?x?xf32, strides=[?,1]>>
  %51 = store_view_tko weak %45, %50[%m, %n] token = %0 : tile<128x64xf32>, partition_view<tile=(128x64), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
  return
}
