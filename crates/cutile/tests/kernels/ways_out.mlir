entry @ways_out_Kt1_A1f32_1t1_p16_Si32(%X: tile<ptr<f32>>, %X_size0: tile<i32>, %X_stride0: tile<i32>, %n: tile<i32>) optimization_hints=<default = {}> {
  %0 = make_token : token
  %1 = assume div_by<16>, %X : tile<ptr<f32>>
  %2 = constant <i32: 1> : tile<i32>
  %3 = constant <i32: 5> : tile<i32>
  %4 = assume bounded<0, ?>, %X_size0 : tile<i32>
  %5 = make_tensor_view %1, shape = [%4], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
  %6 = constant <i32: 0> : tile<i32>
  %7 = constant <f32: 1.000000e+00> : tile<f32>
  %8 = reshape %7 : tile<f32> -> tile<1xf32>
  %9 = make_partition_view %5 : partition_view<tile=(1), tensor_view<?xf32, strides=[1]>>
  %10 = store_view_tko weak %8, %9[%6] token = %0 : tile<1xf32>, partition_view<tile=(1), tensor_view<?xf32, strides=[1]>>, tile<i32> -> token
  %11 = constant <i32: 2> : tile<i32>
  %12 = constant <f32: 1.000000e+00> : tile<f32>
  %13 = reshape %12 : tile<f32> -> tile<1xf32>
  %14 = make_partition_view %5 : partition_view<tile=(1), tensor_view<?xf32, strides=[1]>>
  %15 = store_view_tko weak %13, %14[%11] token = %10 : tile<1xf32>, partition_view<tile=(1), tensor_view<?xf32, strides=[1]>>, tile<i32> -> token
  %16 = constant <i32: 3> : tile<i32>
  %17 = cmpi greater_than %3, %16, signed : tile<i32> -> tile<i1>
  if %17 {
    %18 = constant <i32: 4> : tile<i32>
    %19 = constant <f32: 1.000000e+00> : tile<f32>
    %20 = reshape %19 : tile<f32> -> tile<1xf32>
    %21 = make_partition_view %5 : partition_view<tile=(1), tensor_view<?xf32, strides=[1]>>
    %22 = store_view_tko weak %20, %21[%18] token = %15 : tile<1xf32>, partition_view<tile=(1), tensor_view<?xf32, strides=[1]>>, tile<i32> -> token
  } else {
    %23 = constant <i32: 5> : tile<i32>
    %24 = constant <f32: 1.000000e+00> : tile<f32>
    %25 = reshape %24 : tile<f32> -> tile<1xf32>
    %26 = make_partition_view %5 : partition_view<tile=(1), tensor_view<?xf32, strides=[1]>>
    %27 = store_view_tko weak %25, %26[%23] token = %15 : tile<1xf32>, partition_view<tile=(1), tensor_view<?xf32, strides=[1]>>, tile<i32> -> token
  }
  return
}
