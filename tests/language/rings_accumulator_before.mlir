// Sums as they were one and two iterations ago, which the loop carries beside the one that it adds to.
entry @cumulative(%X: tile<ptr<f16>>, %X_size0: tile<i32>, %X_size1: tile<i32>, %X_stride0: tile<i32>, %X_stride1: tile<i32>, %W: tile<ptr<f16>>, %W_size0: tile<i32>, %W_size1: tile<i32>, %W_stride0: tile<i32>, %W_stride1: tile<i32>, %Y: tile<ptr<f32>>, %Y_size0: tile<i32>, %Y_size1: tile<i32>, %Y_stride0: tile<i32>, %Y_stride1: tile<i32>, %Z: tile<ptr<f32>>, %Z_size0: tile<i32>, %Z_size1: tile<i32>, %Z_stride0: tile<i32>, %Z_stride1: tile<i32>) optimization_hints=<default = {}> {
  %0 = make_token : token
  %1 = assume div_by<16>, %X : tile<ptr<f16>>
  %2 = assume div_by<16>, %W : tile<ptr<f16>>
  %3 = assume div_by<16>, %Y : tile<ptr<f32>>
  %4 = assume div_by<16>, %Z : tile<ptr<f32>>
  %5 = constant <i32: 64> : tile<i32>
  %6 = constant <i32: 128> : tile<i32>
  %7 = constant <i32: 128> : tile<i32>
  %8 = constant <i32: 1> : tile<i32>
  %9 = constant <i32: 128> : tile<i32>
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
  %21 = make_tensor_view %1, shape = [64, 128], strides = [128, 1] : tensor_view<64x128xf16, strides=[128,1]>
  %22 = make_tensor_view %2, shape = [128, 64], strides = [64, 1] : tensor_view<128x64xf16, strides=[64,1]>
  %23 = make_tensor_view %3, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xf32, strides=[64,1]>
  %24 = make_tensor_view %4, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xf32, strides=[64,1]>
  %acc = constant <f32: 0.000000e+00> : tile<64x64xf32>
  %old = constant <f32: 0.000000e+00> : tile<64x64xf32>
  %older = constant <f32: 0.000000e+00> : tile<64x64xf32>
  %25 = constant <i32: 4> : tile<i32>
  %26 = constant <i32: 0> : tile<i32>
  %27 = constant <i32: 1> : tile<i32>
  %28 = constant <i32: 0> : tile<i32>
  %29 = make_partition_view %21 : partition_view<tile=(64x32), tensor_view<64x128xf16, strides=[128,1]>>
  %30 = constant <i32: 0> : tile<i32>
  %31 = make_partition_view %22 : partition_view<tile=(32x64), tensor_view<128x64xf16, strides=[64,1]>>
  %acc_1, %old_1, %older_1 = for %k in (%26 to %25, step %27) : tile<i32> iter_values(%acc_2 = %acc, %old_2 = %old, %older_2 = %older) -> (tile<64x64xf32>, tile<64x64xf32>, tile<64x64xf32>) {
    %32, %33 = load_view_tko weak %29[%28, %k] token = %0 : partition_view<tile=(64x32), tensor_view<64x128xf16, strides=[128,1]>>, tile<i32> -> tile<64x32xf16>, token
    %34, %35 = load_view_tko weak %31[%k, %30] token = %0 : partition_view<tile=(32x64), tensor_view<128x64xf16, strides=[64,1]>>, tile<i32> -> tile<32x64xf16>, token
    %acc_3 = mmaf %32, %34, %acc_2 : tile<64x32xf16>, tile<32x64xf16>, tile<64x64xf32>
    continue %acc_3, %acc_2, %old_2 : tile<64x64xf32>, tile<64x64xf32>, tile<64x64xf32>
  }
  %36 = constant <i32: 0> : tile<i32>
  %37 = constant <i32: 0> : tile<i32>
  %38 = subf %acc_1, %old_1  : tile<64x64xf32>
  %39 = make_partition_view %23 : partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>
  %40 = store_view_tko weak %38, %39[%36, %37] token = %0 : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>, tile<i32> -> token
  %41 = constant <i32: 0> : tile<i32>
  %42 = constant <i32: 0> : tile<i32>
  %43 = subf %old_1, %older_1  : tile<64x64xf32>
  %44 = make_partition_view %24 : partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>
  %45 = store_view_tko weak %43, %44[%41, %42] token = %0 : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>, tile<i32> -> token
  return
}
