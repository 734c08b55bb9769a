entry @narrow_Kt1_A1f32_1t1_p16(%Y: tile<ptr<f32>>, %Y_size0: tile<i32>, %Y_stride0: tile<i32>) optimization_hints=<default = {}> {
  %0 = make_token : token
  %1 = assume div_by<16>, %Y : tile<ptr<f32>>
  %2 = constant <i32: 1> : tile<i32>
  %3 = assume bounded<0, ?>, %Y_size0 : tile<i32>
  %4 = make_tensor_view %1, shape = [%3], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
  %5 = constant <i32: 0> : tile<i32>
  %6 = constant <f32: 5.125000e+00> : tile<f32>
  %7 = reshape %6 : tile<f32> -> tile<1xf32>
  %8 = make_partition_view %4 : partition_view<tile=(1), tensor_view<?xf32, strides=[1]>>
  %9 = store_view_tko weak %7, %8[%5] token = %0 : tile<1xf32>, partition_view<tile=(1), tensor_view<?xf32, strides=[1]>>, tile<i32> -> token
  %10 = constant <i32: 1> : tile<i32>
  %11 = constant <f32: 2.580000e+02> : tile<f32>
  %12 = reshape %11 : tile<f32> -> tile<1xf32>
  %13 = make_partition_view %4 : partition_view<tile=(1), tensor_view<?xf32, strides=[1]>>
  %14 = store_view_tko weak %12, %13[%10] token = %9 : tile<1xf32>, partition_view<tile=(1), tensor_view<?xf32, strides=[1]>>, tile<i32> -> token
  %15 = constant <i32: 2> : tile<i32>
  %16 = constant <f32: 2.540000e+02> : tile<f32>
  %17 = reshape %16 : tile<f32> -> tile<1xf32>
  %18 = make_partition_view %4 : partition_view<tile=(1), tensor_view<?xf32, strides=[1]>>
  %19 = store_view_tko weak %17, %18[%15] token = %14 : tile<1xf32>, partition_view<tile=(1), tensor_view<?xf32, strides=[1]>>, tile<i32> -> token
  %20 = constant <i32: 3> : tile<i32>
  %21 = constant <f32: 0.299804688> : tile<f32>
  %22 = reshape %21 : tile<f32> -> tile<1xf32>
  %23 = make_partition_view %4 : partition_view<tile=(1), tensor_view<?xf32, strides=[1]>>
  %24 = store_view_tko weak %22, %23[%20] token = %19 : tile<1xf32>, partition_view<tile=(1), tensor_view<?xf32, strides=[1]>>, tile<i32> -> token
  %25 = constant <i32: 4> : tile<i32>
  %26 = constant <f32: 3.750000e+00> : tile<f32>
  %27 = reshape %26 : tile<f32> -> tile<1xf32>
  %28 = make_partition_view %4 : partition_view<tile=(1), tensor_view<?xf32, strides=[1]>>
  %29 = store_view_tko weak %27, %28[%25] token = %24 : tile<1xf32>, partition_view<tile=(1), tensor_view<?xf32, strides=[1]>>, tile<i32> -> token
  return
}
