// Operands whose rows along K threads put in another order, as weights of four bits are unpacked: one tile is multiplied so, and as it is.
entry @regrouped(%X: tile<ptr<f16>>, %X_size0: tile<i32>, %X_size1: tile<i32>, %X_stride0: tile<i32>, %X_stride1: tile<i32>, %W: tile<ptr<f16>>, %W_size0: tile<i32>, %W_size1: tile<i32>, %W_stride0: tile<i32>, %W_stride1: tile<i32>, %Y: tile<ptr<f32>>, %Y_size0: tile<i32>, %Y_size1: tile<i32>, %Y_stride0: tile<i32>, %Y_stride1: tile<i32>, %Z: tile<ptr<f32>>, %Z_size0: tile<i32>, %Z_size1: tile<i32>, %Z_stride0: tile<i32>, %Z_stride1: tile<i32>) optimization_hints=<default = {}> {
  %0 = make_token : token
  %1 = assume div_by<16>, %X : tile<ptr<f16>>
  %2 = assume div_by<16>, %W : tile<ptr<f16>>
  %3 = assume div_by<16>, %Y : tile<ptr<f32>>
  %4 = assume div_by<16>, %Z : tile<ptr<f32>>
  %5 = constant <i32: 64> : tile<i32>
  %6 = constant <i32: 256> : tile<i32>
  %7 = constant <i32: 256> : tile<i32>
  %8 = constant <i32: 1> : tile<i32>
  %9 = constant <i32: 256> : tile<i32>
  %10 = constant <i32: 64> : tile<i32>
  %11 = constant <i32: 64> : tile<i32>
  %12 = constant <i32: 1> : tile<i32>
  %13 = constant <i32: 64> : tile<i32>
  %14 = constant <i32: 64> : tile<i32>
  %15 = constant <i32: 64> : tile<i32>
  %16 = constant <i32: 1> : tile<i32>
  %17 = constant <i32: 64> : tile<i32>
  %18 = constant <i32: 64> : tile<i32>
  %19 = constant <i32: 64> : tile<i32>
  %20 = constant <i32: 1> : tile<i32>
  %21 = make_tensor_view %1, shape = [64, 256], strides = [256, 1] : tensor_view<64x256xf16, strides=[256,1]>
  %22 = make_tensor_view %2, shape = [256, 64], strides = [64, 1] : tensor_view<256x64xf16, strides=[64,1]>
  %23 = make_tensor_view %3, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xf32, strides=[64,1]>
  %24 = make_tensor_view %4, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xf32, strides=[64,1]>
  %acc = constant <f32: 0.000000e+00> : tile<64x64xf32>
  %other = constant <f32: 0.000000e+00> : tile<64x64xf32>
  %25 = constant <i32: 4> : tile<i32>
  %26 = constant <i32: 0> : tile<i32>
  %27 = constant <i32: 1> : tile<i32>
  %28 = constant <i32: 0> : tile<i32>
  %29 = make_partition_view %21 : partition_view<tile=(64x64), tensor_view<64x256xf16, strides=[256,1]>>
  %30 = constant <i32: 0> : tile<i32>
  %31 = make_partition_view %22 : partition_view<tile=(64x64), tensor_view<256x64xf16, strides=[64,1]>>
  %32 = constant <i32: 0> : tile<i32>
  %33 = constant <i32: 3> : tile<i32>
  %34 = make_partition_view %21 : partition_view<tile=(64x64), tensor_view<64x256xf16, strides=[256,1]>>
  %acc_1, %other_1 = for %k in (%26 to %25, step %27) : tile<i32> iter_values(%acc_2 = %acc, %other_2 = %other) -> (tile<64x64xf32>, tile<64x64xf32>) {
    %x, %35 = load_view_tko weak %29[%28, %k] token = %0 : partition_view<tile=(64x64), tensor_view<64x256xf16, strides=[256,1]>>, tile<i32> -> tile<64x64xf16>, token
    %w, %36 = load_view_tko weak %31[%k, %30] token = %0 : partition_view<tile=(64x64), tensor_view<256x64xf16, strides=[64,1]>>, tile<i32> -> tile<64x64xf16>, token
    %acc_3 = mmaf %x, %w, %acc_2 : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
    %37 = subi %33, %k : tile<i32>
    %38, %39 = load_view_tko weak %34[%32, %37] token = %0 : partition_view<tile=(64x64), tensor_view<64x256xf16, strides=[256,1]>>, tile<i32> -> tile<64x64xf16>, token
    %40 = reshape %38 : tile<64x64xf16> -> tile<64x32x2xf16>
    %41 = permute %40 [0, 2, 1] : tile<64x32x2xf16> -> tile<64x2x32xf16>
    %y = reshape %41 : tile<64x2x32xf16> -> tile<64x64xf16>
    %42 = reshape %w : tile<64x64xf16> -> tile<32x2x64xf16>
    %43 = permute %42 [1, 0, 2] : tile<32x2x64xf16> -> tile<2x32x64xf16>
    %44 = reshape %43 : tile<2x32x64xf16> -> tile<64x64xf16>
    %other_3 = mmaf %y, %44, %other_2 : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
    continue %acc_3, %other_3 : tile<64x64xf32>, tile<64x64xf32>
  }
  %45 = constant <i32: 0> : tile<i32>
  %46 = constant <i32: 0> : tile<i32>
  %47 = make_partition_view %23 : partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>
  %48 = store_view_tko weak %acc_1, %47[%45, %46] token = %0 : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>, tile<i32> -> token
  %49 = constant <i32: 0> : tile<i32>
  %50 = constant <i32: 0> : tile<i32>
  %51 = make_partition_view %24 : partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>
  %52 = store_view_tko weak %other_1, %51[%49, %50] token = %0 : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>, tile<i32> -> token
  return
}
