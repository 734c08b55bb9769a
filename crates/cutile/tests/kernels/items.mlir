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
  %21 = constant <i32: 4> : tile<i32>
  %22 = constant <f32: 2.000000e+00> : tile<f32>
  %23 = exti %21 signed : tile<i32> -> tile<i64>
  %24 = exti %8 signed : tile<i32> -> tile<i64>
  %25 = cmpi less_than %23, %24, unsigned : tile<i64> -> tile<i1>
  %26 = muli %23, %3 : tile<i64>
  %27 = offset %1, %26 : tile<ptr<f32>>, tile<i64> -> tile<ptr<f32>>
  %28 = assume div_by<16>, %27 : tile<ptr<f32>>
  %29 = store_ptr_tko weak %28, %22, %25 token=%20 : tile<ptr<f32>>, tile<f32>, tile<i1> -> token
  %30 = constant <i32: 4> : tile<1xi32>
  %31 = constant <f32: 3.000000e+00> : tile<f32>
  %32 = exti %30 signed : tile<1xi32> -> tile<1xi64>
  %33 = exti %8 signed : tile<i32> -> tile<i64>
  %34 = reshape %33 : tile<i64> -> tile<1xi64>
  %35 = cmpi less_than %32, %34, unsigned : tile<1xi64> -> tile<1xi1>
  %36 = muli %32, %4 : tile<1xi64>
  %37 = reshape %1 : tile<ptr<f32>> -> tile<1xptr<f32>>
  %38 = offset %37, %36 : tile<1xptr<f32>>, tile<1xi64> -> tile<1xptr<f32>>
  %39 = assume div_by<16>, %38 : tile<1xptr<f32>>
  %40 = reshape %31 : tile<f32> -> tile<1xf32>
  %41 = store_ptr_tko weak %39, %40, %35 token=%29 : tile<1xptr<f32>>, tile<1xf32>, tile<1xi1> -> token
  %42 = reshape %n : tile<i32> -> tile<1xi32>
  %43 = muli %42, %5 : tile<1xi32>
  %44 = constant <f32: 4.000000e+00> : tile<f32>
  %45 = exti %43 signed : tile<1xi32> -> tile<1xi64>
  %46 = exti %8 signed : tile<i32> -> tile<i64>
  %47 = reshape %46 : tile<i64> -> tile<1xi64>
  %48 = cmpi less_than %45, %47, unsigned : tile<1xi64> -> tile<1xi1>
  %49 = muli %45, %6 : tile<1xi64>
  %50 = reshape %1 : tile<ptr<f32>> -> tile<1xptr<f32>>
  %51 = offset %50, %49 : tile<1xptr<f32>>, tile<1xi64> -> tile<1xptr<f32>>
  %52 = assume div_by<16>, %51 : tile<1xptr<f32>>
  %53 = reshape %44 : tile<f32> -> tile<1xf32>
  %54 = store_ptr_tko weak %52, %53, %48 token=%41 : tile<1xptr<f32>>, tile<1xf32>, tile<1xi1> -> token
  %55 = constant <i32: 4> : tile<1xi32>
  %56 = constant <i32: 4> : tile<1xi32>
  %57 = addi %55, %56 : tile<1xi32>
  %58 = constant <f32: 5.000000e+00> : tile<f32>
  %59 = exti %57 signed : tile<1xi32> -> tile<1xi64>
  %60 = exti %8 signed : tile<i32> -> tile<i64>
  %61 = reshape %60 : tile<i64> -> tile<1xi64>
  %62 = cmpi less_than %59, %61, unsigned : tile<1xi64> -> tile<1xi1>
  %63 = muli %59, %7 : tile<1xi64>
  %64 = reshape %1 : tile<ptr<f32>> -> tile<1xptr<f32>>
  %65 = offset %64, %63 : tile<1xptr<f32>>, tile<1xi64> -> tile<1xptr<f32>>
  %66 = assume div_by<4>, %65 : tile<1xptr<f32>>
  %67 = reshape %58 : tile<f32> -> tile<1xf32>
  %68 = store_ptr_tko weak %66, %67, %62 token=%54 : tile<1xptr<f32>>, tile<1xf32>, tile<1xi1> -> token
  return
}
