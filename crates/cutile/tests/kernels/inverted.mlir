entry @inverted_Kt1_A1i32_1t1_p16_Si32(%X: tile<ptr<i32>>, %X_size0: tile<i32>, %X_stride0: tile<i32>, %n: tile<i32>) optimization_hints=<default = {}> {
  %0 = make_token : token
  %1 = assume div_by<16>, %X : tile<ptr<i32>>
  %2 = constant <i32: 1> : tile<i32>
  %3 = constant <i32: -2> : tile<1xi32>
  %4 = constant <i32: 0> : tile<1xi32>
  %5 = constant <i32: -2> : tile<1xi32>
  %6 = constant <i32: 0> : tile<1xi32>
  %7 = constant <i32: 1> : tile<1xi32>
  %8 = constant <i64: 1> : tile<i64>
  %9 = constant <i64: 1> : tile<i64>
  %10 = assume bounded<0, ?>, %X_size0 : tile<i32>
  %11 = make_tensor_view %1, shape = [%10], strides = [1] : tile<i32> -> tensor_view<?xi32, strides=[1]>
  %12 = constant <i32: 0> : tile<i32>
  %13 = constant <i32: 0> : tile<i32>
  %14 = addi %13, %n : tile<i32>
  %15 = reshape %14 : tile<i32> -> tile<1xi32>
  %16 = make_partition_view %11 : partition_view<tile=(1), tensor_view<?xi32, strides=[1]>>
  %17 = store_view_tko weak %15, %16[%12] token = %0 : tile<1xi32>, partition_view<tile=(1), tensor_view<?xi32, strides=[1]>>, tile<i32> -> token
  %18 = constant <i32: 1> : tile<i32>
  %19 = constant <i32: -1> : tile<i32>
  %20 = addi %19, %n : tile<i32>
  %21 = reshape %20 : tile<i32> -> tile<1xi32>
  %22 = make_partition_view %11 : partition_view<tile=(1), tensor_view<?xi32, strides=[1]>>
  %23 = store_view_tko weak %21, %22[%18] token = %17 : tile<1xi32>, partition_view<tile=(1), tensor_view<?xi32, strides=[1]>>, tile<i32> -> token
  %24 = constant <i32: 2> : tile<i32>
  %25 = make_partition_view %11 : partition_view<tile=(1), tensor_view<?xi32, strides=[1]>>
  %26 = store_view_tko weak %3, %25[%24] token = %23 : tile<1xi32>, partition_view<tile=(1), tensor_view<?xi32, strides=[1]>>, tile<i32> -> token
  %27 = constant <i32: 3> : tile<i32>
  %28 = constant <i32: 1> : tile<i32>
  %29 = addi %28, %n : tile<i32>
  %30 = reshape %29 : tile<i32> -> tile<1xi32>
  %31 = make_partition_view %11 : partition_view<tile=(1), tensor_view<?xi32, strides=[1]>>
  %32 = store_view_tko weak %30, %31[%27] token = %26 : tile<1xi32>, partition_view<tile=(1), tensor_view<?xi32, strides=[1]>>, tile<i32> -> token
  %33 = constant <i32: 4> : tile<i32>
  %34 = make_partition_view %11 : partition_view<tile=(1), tensor_view<?xi32, strides=[1]>>
  %35 = store_view_tko weak %4, %34[%33] token = %32 : tile<1xi32>, partition_view<tile=(1), tensor_view<?xi32, strides=[1]>>, tile<i32> -> token
  %36 = constant <i32: 4> : tile<i32>
  %37 = make_partition_view %11 : partition_view<tile=(1), tensor_view<?xi32, strides=[1]>>
  %38 = store_view_tko weak %5, %37[%36] token = %35 : tile<1xi32>, partition_view<tile=(1), tensor_view<?xi32, strides=[1]>>, tile<i32> -> token
  %39 = constant <i32: 4> : tile<i32>
  %40 = make_partition_view %11 : partition_view<tile=(1), tensor_view<?xi32, strides=[1]>>
  %41 = store_view_tko weak %6, %40[%39] token = %38 : tile<1xi32>, partition_view<tile=(1), tensor_view<?xi32, strides=[1]>>, tile<i32> -> token
  %42 = constant <i32: 5> : tile<i32>
  %43 = make_partition_view %11 : partition_view<tile=(1), tensor_view<?xi32, strides=[1]>>
  %44 = store_view_tko weak %7, %43[%42] token = %41 : tile<1xi32>, partition_view<tile=(1), tensor_view<?xi32, strides=[1]>>, tile<i32> -> token
  %45 = exti %n signed : tile<i32> -> tile<i64>
  %46 = constant <i64: 12> : tile<i64>
  %47 = muli %45, %46 : tile<i64>
  %48 = trunci %47 : tile<i64> -> tile<i32>
  %49 = constant <i32: 0> : tile<i32>
  %50 = exti %48 signed : tile<i32> -> tile<i64>
  %51 = exti %10 signed : tile<i32> -> tile<i64>
  %52 = cmpi less_than %50, %51, unsigned : tile<i64> -> tile<i1>
  %53 = muli %50, %8 : tile<i64>
  %54 = offset %1, %53 : tile<ptr<i32>>, tile<i64> -> tile<ptr<i32>>
  %55 = assume div_by<16>, %54 : tile<ptr<i32>>
  %56, %57 = load_ptr_tko weak %55, %52, %49 token=%44 : tile<ptr<i32>>, tile<i1>, tile<i32> -> tile<i32>, token
  %58 = join_tokens %44, %57 : token
  %59 = constant <i64: 0> : tile<i64>
  %60 = exti %10 signed : tile<i32> -> tile<i64>
  %61 = cmpi less_than %59, %60, unsigned : tile<i64> -> tile<i1>
  %62 = muli %59, %9 : tile<i64>
  %63 = offset %1, %62 : tile<ptr<i32>>, tile<i64> -> tile<ptr<i32>>
  %64 = assume div_by<16>, %63 : tile<ptr<i32>>
  %65 = store_ptr_tko weak %64, %56, %61 token=%58 : tile<ptr<i32>>, tile<i32>, tile<i1> -> token
  return
}
