entry @folded_Kt1_A1f64_1t1_p16_A1b8_1t1_p16_Si32(%A: tile<ptr<f64>>, %A_size0: tile<i32>, %A_stride0: tile<i32>, %B: tile<ptr<i1>>, %B_size0: tile<i32>, %B_stride0: tile<i32>, %n: tile<i32>) optimization_hints=<default = {}> {
  %0 = make_token : token
  %1 = assume div_by<16>, %A : tile<ptr<f64>>
  %2 = assume div_by<16>, %B : tile<ptr<i1>>
  %3 = constant <i32: 1> : tile<i32>
  %4 = constant <i32: 1> : tile<i32>
  %5 = constant <i1: false> : tile<1xi1>
  %6 = constant <i64: 1> : tile<1xi64>
  %7 = constant <i1: true> : tile<1xi1>
  %8 = assume bounded<0, ?>, %A_size0 : tile<i32>
  %9 = make_tensor_view %1, shape = [%8], strides = [1] : tile<i32> -> tensor_view<?xf64, strides=[1]>
  %10 = assume bounded<0, ?>, %B_size0 : tile<i32>
  %11 = make_tensor_view %2, shape = [%10], strides = [1] : tile<i32> -> tensor_view<?xi1, strides=[1]>
  %12 = constant <i32: 0> : tile<i32>
  %13 = constant <f64: -0.0010000000474974513> : tile<f64>
  %14 = reshape %13 : tile<f64> -> tile<1xf64>
  %15 = make_partition_view %9 : partition_view<tile=(1), tensor_view<?xf64, strides=[1]>>
  %16 = store_view_tko weak %14, %15[%12] token = %0 : tile<1xf64>, partition_view<tile=(1), tensor_view<?xf64, strides=[1]>>, tile<i32> -> token
  %17 = constant <i32: 1> : tile<i32>
  %18 = constant <f64: 0.10000000149011612> : tile<f64>
  %19 = reshape %18 : tile<f64> -> tile<1xf64>
  %20 = make_partition_view %9 : partition_view<tile=(1), tensor_view<?xf64, strides=[1]>>
  %21 = store_view_tko weak %19, %20[%17] token = %16 : tile<1xf64>, partition_view<tile=(1), tensor_view<?xf64, strides=[1]>>, tile<i32> -> token
  %yes = constant <i1: true> : tile<i1>
  %22 = constant <i32: 0> : tile<i32>
  %23 = constant <i32: 3> : tile<i32>
  %24 = cmpi greater_than %n, %23, signed : tile<i32> -> tile<i1>
  %25 = if %24 -> (tile<i1>) {
    yield %yes : tile<i1>
  } else {
    %26 = constant <i32: 4> : tile<i32>
    %27 = cmpi greater_than %n, %26, signed : tile<i32> -> tile<i1>
    yield %27 : tile<i1>
  }
  %28 = reshape %25 : tile<i1> -> tile<1xi1>
  %29 = make_partition_view %11 : partition_view<tile=(1), tensor_view<?xi1, strides=[1]>>
  %30 = store_view_tko weak %28, %29[%22] token = %0 : tile<1xi1>, partition_view<tile=(1), tensor_view<?xi1, strides=[1]>>, tile<i32> -> token
  %31 = constant <i32: 1> : tile<i32>
  %32 = make_partition_view %11 : partition_view<tile=(1), tensor_view<?xi1, strides=[1]>>
  %33 = store_view_tko weak %5, %32[%31] token = %30 : tile<1xi1>, partition_view<tile=(1), tensor_view<?xi1, strides=[1]>>, tile<i32> -> token
  %34 = constant <i32: 4> : tile<1xi32>
  %35 = exti %34 signed : tile<1xi32> -> tile<1xi64>
  %36 = exti %10 signed : tile<i32> -> tile<i64>
  %37 = reshape %36 : tile<i64> -> tile<1xi64>
  %38 = cmpi less_than %35, %37, unsigned : tile<1xi64> -> tile<1xi1>
  %39 = muli %35, %6 : tile<1xi64>
  %40 = reshape %2 : tile<ptr<i1>> -> tile<1xptr<i1>>
  %41 = offset %40, %39 : tile<1xptr<i1>>, tile<1xi64> -> tile<1xptr<i1>>
  %42 = assume div_by<4>, %41 : tile<1xptr<i1>>
  %43 = store_ptr_tko weak %42, %7, %38 token=%33 : tile<1xptr<i1>>, tile<1xi1>, tile<1xi1> -> token
  return
}
