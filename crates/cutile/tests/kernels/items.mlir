entry @items_Kt1_A1f32_1t1_p128_Si32(%X: tile<ptr<f32>>, %X_size0: tile<i32>, %X_stride0: tile<i32>, %n: tile<i32>) optimization_hints=<default = {}> {
  %0 = make_token : token
  %1 = assume div_by<128>, %X : tile<ptr<f32>>
  %2 = constant <i64: 1> : tile<1xi64>
  %3 = constant <i64: 1> : tile<i64>
  %4 = constant <i64: 1> : tile<1xi64>
  %5 = constant <i32: 4> : tile<1xi32>
  %6 = constant <i64: 1> : tile<1xi64>
  %7 = constant <i64: 1> : tile<1xi64>
  %8 = assume bounded<0, ?>, %X_size0 : tile<i32>
  %9 = constant <i32: 4> : tile<1xi32>
  %10 = constant <f32: 1.000000e+00> : tile<f32>
  %11 = exti %9 signed : tile<1xi32> -> tile<1xi64>
  %12 = exti %8 signed : tile<i32> -> tile<i64>
  %13 = reshape %12 : tile<i64> -> tile<1xi64>
  %14 = cmpi less_than %11, %13, unsigned : tile<1xi64> -> tile<1xi1>
  %15 = muli %11, %2 : tile<1xi64>
  %16 = reshape %1 : tile<ptr<f32>> -> tile<1xptr<f32>>
  %17 = offset %16, %15 : tile<1xptr<f32>>, tile<1xi64> -> tile<1xptr<f32>>
  %18 = assume div_by<4>, %17 : tile<1xptr<f32>>
  %19 = reshape %10 : tile<f32> -> tile<1xf32>
  %20 = store_ptr_tko weak %18, %19, %14 token=%0 : tile<1xptr<f32>>, tile<1xf32>, tile<1xi1> -> token
  %21 = constant <f32: 2.000000e+00> : tile<f32>
  %22 = constant <i64: 4> : tile<i64>
  %23 = exti %8 signed : tile<i32> -> tile<i64>
  %24 = cmpi less_than %22, %23, unsigned : tile<i64> -> tile<i1>
  %25 = muli %22, %3 : tile<i64>
  %26 = offset %1, %25 : tile<ptr<f32>>, tile<i64> -> tile<ptr<f32>>
  %27 = assume div_by<16>, %26 : tile<ptr<f32>>
  %28 = store_ptr_tko weak %27, %21, %24 token=%20 : tile<ptr<f32>>, tile<f32>, tile<i1> -> token
  %29 = constant <i32: 4> : tile<1xi32>
  %30 = constant <f32: 3.000000e+00> : tile<f32>
  %31 = exti %29 signed : tile<1xi32> -> tile<1xi64>
  %32 = exti %8 signed : tile<i32> -> tile<i64>
  %33 = reshape %32 : tile<i64> -> tile<1xi64>
  %34 = cmpi less_than %31, %33, unsigned : tile<1xi64> -> tile<1xi1>
  %35 = muli %31, %4 : tile<1xi64>
  %36 = reshape %1 : tile<ptr<f32>> -> tile<1xptr<f32>>
  %37 = offset %36, %35 : tile<1xptr<f32>>, tile<1xi64> -> tile<1xptr<f32>>
  %38 = assume div_by<16>, %37 : tile<1xptr<f32>>
  %39 = reshape %30 : tile<f32> -> tile<1xf32>
  %40 = store_ptr_tko weak %38, %39, %34 token=%28 : tile<1xptr<f32>>, tile<1xf32>, tile<1xi1> -> token
  %41 = reshape %n : tile<i32> -> tile<1xi32>
  %42 = muli %41, %5 : tile<1xi32>
  %43 = constant <f32: 4.000000e+00> : tile<f32>
  %44 = exti %42 signed : tile<1xi32> -> tile<1xi64>
  %45 = exti %8 signed : tile<i32> -> tile<i64>
  %46 = reshape %45 : tile<i64> -> tile<1xi64>
  %47 = cmpi less_than %44, %46, unsigned : tile<1xi64> -> tile<1xi1>
  %48 = muli %44, %6 : tile<1xi64>
  %49 = reshape %1 : tile<ptr<f32>> -> tile<1xptr<f32>>
  %50 = offset %49, %48 : tile<1xptr<f32>>, tile<1xi64> -> tile<1xptr<f32>>
  %51 = assume div_by<16>, %50 : tile<1xptr<f32>>
  %52 = reshape %43 : tile<f32> -> tile<1xf32>
  %53 = store_ptr_tko weak %51, %52, %47 token=%40 : tile<1xptr<f32>>, tile<1xf32>, tile<1xi1> -> token
  %54 = constant <i32: 4> : tile<1xi32>
  %55 = constant <i32: 4> : tile<1xi32>
  %56 = addi %54, %55 : tile<1xi32>
  %57 = constant <f32: 5.000000e+00> : tile<f32>
  %58 = exti %56 signed : tile<1xi32> -> tile<1xi64>
  %59 = exti %8 signed : tile<i32> -> tile<i64>
  %60 = reshape %59 : tile<i64> -> tile<1xi64>
  %61 = cmpi less_than %58, %60, unsigned : tile<1xi64> -> tile<1xi1>
  %62 = muli %58, %7 : tile<1xi64>
  %63 = reshape %1 : tile<ptr<f32>> -> tile<1xptr<f32>>
  %64 = offset %63, %62 : tile<1xptr<f32>>, tile<1xi64> -> tile<1xptr<f32>>
  %65 = assume div_by<4>, %64 : tile<1xptr<f32>>
  %66 = reshape %57 : tile<f32> -> tile<1xf32>
  %67 = store_ptr_tko weak %65, %66, %61 token=%53 : tile<1xptr<f32>>, tile<1xf32>, tile<1xi1> -> token
  return
}
