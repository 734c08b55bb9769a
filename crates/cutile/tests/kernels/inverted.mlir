entry @inverted_Kt1_A1i32_1t1_p16_Si32(%X: tile<ptr<i32>>, %X_size0: tile<i32>, %X_stride0: tile<i32>, %n: tile<i32>) optimization_hints=<default = {}> {
  %0 = make_token : token
  %1 = assume div_by<16>, %X : tile<ptr<i32>>
  %2 = constant <i32: 1> : tile<i32>
  %3 = constant <i32: -2> : tile<1xi32>
  %4 = constant <i32: 0> : tile<1xi32>
  %5 = constant <i32: 1> : tile<1xi32>
  %6 = constant <i64: 1> : tile<i64>
  %7 = constant <i64: 1> : tile<i64>
  %8 = assume bounded<0, ?>, %X_size0 : tile<i32>
  %9 = make_tensor_view %1, shape = [%8], strides = [1] : tile<i32> -> tensor_view<?xi32, strides=[1]>
  %10 = constant <i32: 0> : tile<i32>
  %11 = constant <i32: 0> : tile<i32>
  %12 = addi %11, %n : tile<i32>
  %13 = reshape %12 : tile<i32> -> tile<1xi32>
  %14 = make_partition_view %9 : partition_view<tile=(1), tensor_view<?xi32, strides=[1]>>
  %15 = store_view_tko weak %13, %14[%10] token = %0 : tile<1xi32>, partition_view<tile=(1), tensor_view<?xi32, strides=[1]>>, tile<i32> -> token
  %16 = constant <i32: 1> : tile<i32>
  %17 = constant <i32: -1> : tile<i32>
  %18 = addi %17, %n : tile<i32>
  %19 = reshape %18 : tile<i32> -> tile<1xi32>
  %20 = make_partition_view %9 : partition_view<tile=(1), tensor_view<?xi32, strides=[1]>>
  %21 = store_view_tko weak %19, %20[%16] token = %15 : tile<1xi32>, partition_view<tile=(1), tensor_view<?xi32, strides=[1]>>, tile<i32> -> token
  %22 = constant <i32: 2> : tile<i32>
  %23 = make_partition_view %9 : partition_view<tile=(1), tensor_view<?xi32, strides=[1]>>
  %24 = store_view_tko weak %3, %23[%22] token = %21 : tile<1xi32>, partition_view<tile=(1), tensor_view<?xi32, strides=[1]>>, tile<i32> -> token
  %25 = constant <i32: 3> : tile<i32>
  %26 = constant <i32: 1> : tile<i32>
  %27 = addi %26, %n : tile<i32>
  %28 = reshape %27 : tile<i32> -> tile<1xi32>
  %29 = make_partition_view %9 : partition_view<tile=(1), tensor_view<?xi32, strides=[1]>>
  %30 = store_view_tko weak %28, %29[%25] token = %24 : tile<1xi32>, partition_view<tile=(1), tensor_view<?xi32, strides=[1]>>, tile<i32> -> token
  %31 = constant <i32: 4> : tile<i32>
  %32 = make_partition_view %9 : partition_view<tile=(1), tensor_view<?xi32, strides=[1]>>
  %33 = store_view_tko weak %4, %32[%31] token = %30 : tile<1xi32>, partition_view<tile=(1), tensor_view<?xi32, strides=[1]>>, tile<i32> -> token
  %34 = constant <i32: 5> : tile<i32>
  %35 = make_partition_view %9 : partition_view<tile=(1), tensor_view<?xi32, strides=[1]>>
  %36 = store_view_tko weak %5, %35[%34] token = %33 : tile<1xi32>, partition_view<tile=(1), tensor_view<?xi32, strides=[1]>>, tile<i32> -> token
  %37 = exti %n signed : tile<i32> -> tile<i64>
  %38 = constant <i64: 12> : tile<i64>
  %39 = muli %37, %38 : tile<i64>
  %40 = trunci %39 : tile<i64> -> tile<i32>
  %41 = constant <i32: 0> : tile<i32>
  %42 = exti %40 signed : tile<i32> -> tile<i64>
  %43 = exti %8 signed : tile<i32> -> tile<i64>
  %44 = cmpi less_than %42, %43, unsigned : tile<i64> -> tile<i1>
  %45 = muli %42, %6 : tile<i64>
  %46 = offset %1, %45 : tile<ptr<i32>>, tile<i64> -> tile<ptr<i32>>
  %47 = assume div_by<16>, %46 : tile<ptr<i32>>
  %48, %49 = load_ptr_tko weak %47, %44, %41 token=%36 : tile<ptr<i32>>, tile<i1>, tile<i32> -> tile<i32>, token
  %50 = join_tokens %36, %49 : token
  %51 = constant <i64: 0> : tile<i64>
  %52 = exti %8 signed : tile<i32> -> tile<i64>
  %53 = cmpi less_than %51, %52, unsigned : tile<i64> -> tile<i1>
  %54 = muli %51, %7 : tile<i64>
  %55 = offset %1, %54 : tile<ptr<i32>>, tile<i64> -> tile<ptr<i32>>
  %56 = assume div_by<16>, %55 : tile<ptr<i32>>
  %57 = store_ptr_tko weak %56, %48, %53 token=%50 : tile<ptr<i32>>, tile<i32>, tile<i1> -> token
  return
}
