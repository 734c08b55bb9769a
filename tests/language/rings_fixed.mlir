// A computed operand that is written once, before the loop.
entry @fixed_Kt1_A2f16_1v8l0_2t1_p16_A2f16_1v8l0_2t1_p16_A2f32_1v4l0_2t1_p16_I128_I64_I32(%X: tile<ptr<f16>>, %X_size0: tile<i32>, %X_size1: tile<i32>, %X_stride0: tile<i32>, %X_stride1: tile<i32>, %W: tile<ptr<f16>>, %W_size0: tile<i32>, %W_size1: tile<i32>, %W_stride0: tile<i32>, %W_stride1: tile<i32>, %Y: tile<ptr<f32>>, %Y_size0: tile<i32>, %Y_size1: tile<i32>, %Y_stride0: tile<i32>, %Y_stride1: tile<i32>) optimization_hints=<default = {}> {
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
  %n, %25, %26 = get_tile_block_id : tile<i32>
  %27 = constant <i32: 0> : tile<i32>
  %28 = make_partition_view %19 : partition_view<tile=(32x64), tensor_view<?x?xf16, strides=[?,1]>>
  %29, %30 = load_view_tko weak %28[%27, %n] token = %0 : partition_view<tile=(32x64), tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<32x64xf16>, token
  %31 = constant <f16: 2.000000e+00> : tile<f16>
  %32 = reshape %31 : tile<f16> -> tile<1x1xf16>
  %33 = broadcast %32 : tile<1x1xf16> -> tile<32x64xf16>
  %w = mulf %29, %33  : tile<32x64xf16>
  %34 = make_partition_view %14 : partition_view<tile=(128x32), tensor_view<?x?xf16, strides=[?,1]>>
  %35, %36 = get_index_space_shape %34 : partition_view<tile=(128x32), tensor_view<?x?xf16, strides=[?,1]>> -> tile<i32>
  %37 = constant <i32: 0> : tile<i32>
  %38 = constant <i32: 1> : tile<i32>
  %39 = constant <i32: 0> : tile<i32>
  %40 = make_partition_view %14 : partition_view<tile=(128x32), tensor_view<?x?xf16, strides=[?,1]>>
  %41 = constant <f32: 0.000000e+00> : tile<128x64xf32>
  %42 = make_partition_view %24 : partition_view<tile=(128x64), tensor_view<?x?xf32, strides=[?,1]>>
  for %m in (%37 to %35, step %38) : tile<i32> {
    %x, %43 = load_view_tko weak %40[%m, %39] token = %0 : partition_view<tile=(128x32), tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<128x32xf16>, token
    %y = mmaf %x, %w, %41 : tile<128x32xf16>, tile<32x64xf16>, tile<128x64xf32>
    %44 = store_view_tko weak %y, %42[%m, %n] token = %0 : tile<128x64xf32>, partition_view<tile=(128x64), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
  }
  return
}
