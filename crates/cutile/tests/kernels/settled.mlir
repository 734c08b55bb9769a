entry @settled_Kt2_A1i32_1s64t1_p16_A1i32_1t1_p16_Si32_LiA1i32_1s256t1_p128(%X: tile<ptr<i32>>, %X_size0: tile<i32>, %X_stride0: tile<i32>, %Y: tile<ptr<i32>>, %Y_size0: tile<i32>, %Y_stride0: tile<i32>, %n: tile<i32>, %0: tile<ptr<i64>>, %1: tile<i32>) optimization_hints=<default = {}> {
  %2 = make_token : token
  %3 = assume div_by<16>, %Y : tile<ptr<i32>>
  %4 = constant <i32: 4> : tile<i32>
  %5 = constant <i64: 1> : tile<i64>
  %6 = constant <i64: 1> : tile<i64>
  %7 = constant <i32: 5> : tile<i32>
  %8 = constant <i64: 1> : tile<i64>
  %9 = constant <i64: 1> : tile<i64>
  %10 = constant <i16: 64> : tile<i16>
  %11 = constant <i64: 1> : tile<i64>
  %12 = constant <i32: 256> : tile<i32>
  %13 = constant <i32: 1> : tile<i32>
  %14 = constant <i32: 256> : tile<i32>
  %15 = constant <i32: 1> : tile<i32>
  %16 = constant <i64: 1> : tile<i64>
  %17 = assume bounded<0, ?>, %Y_size0 : tile<i32>
  %18 = make_tensor_view %0, shape = [%1, 3], strides = [3, 1] : tile<i32> -> tensor_view<?x3xi64, strides=[3,1]>
  %19 = make_partition_view %18 : partition_view<tile=(1x4), tensor_view<?x3xi64, strides=[3,1]>>
  %fresh = constant <i32: 4> : tile<i32>
  %20 = constant <i32: 0> : tile<i32>
  %21 = constant <i32: 1> : tile<i32>
  %22 = muli %n, %4 : tile<i32>
  %23 = exti %17 signed : tile<i32> -> tile<i64>
  %fresh_1 = constant <i32: 4> : tile<i32>
  %24, %25 = for %i in (%20 to %n, step %21) : tile<i32> iter_values(%fresh_2 = %fresh, %26 = %2) -> (tile<i32>, token) {
    %27 = exti %i signed : tile<i32> -> tile<i64>
    %28 = cmpi less_than %27, %23, unsigned : tile<i64> -> tile<i1>
    %29 = muli %27, %5 : tile<i64>
    %30 = offset %3, %29 : tile<ptr<i32>>, tile<i64> -> tile<ptr<i32>>
    %31 = assume div_by<4>, %30 : tile<ptr<i32>>
    %32 = store_ptr_tko weak %31, %22, %28 token=%26 : tile<ptr<i32>>, tile<i32>, tile<i1> -> token
    continue %fresh_1, %32 : tile<i32>, token
  }
  %33 = muli %n, %24 : tile<i32>
  %34 = exti %n signed : tile<i32> -> tile<i64>
  %35 = exti %17 signed : tile<i32> -> tile<i64>
  %36 = cmpi less_than %34, %35, unsigned : tile<i64> -> tile<i1>
  %37 = muli %34, %6 : tile<i64>
  %38 = offset %3, %37 : tile<ptr<i32>>, tile<i64> -> tile<ptr<i32>>
  %39 = assume div_by<4>, %38 : tile<ptr<i32>>
  %40 = store_ptr_tko weak %39, %33, %36 token=%25 : tile<ptr<i32>>, tile<i32>, tile<i1> -> token
  %41 = muli %n, %7 : tile<i32>
  %42 = exti %n signed : tile<i32> -> tile<i64>
  %43 = exti %17 signed : tile<i32> -> tile<i64>
  %44 = cmpi less_than %42, %43, unsigned : tile<i64> -> tile<i1>
  %45 = muli %42, %8 : tile<i64>
  %46 = offset %3, %45 : tile<ptr<i32>>, tile<i64> -> tile<ptr<i32>>
  %47 = assume div_by<4>, %46 : tile<ptr<i32>>
  %48 = store_ptr_tko weak %47, %41, %44 token=%40 : tile<ptr<i32>>, tile<i32>, tile<i1> -> token
  %49 = constant <i32: 6> : tile<i32>
  %50 = constant <i32: 0> : tile<i32>
  %51 = loop iter_values(%52 = %50) : tile<i32> -> tile<i32> {
    break %49 : tile<i32>
  }
  %53 = muli %n, %51 : tile<i32>
  %54 = exti %n signed : tile<i32> -> tile<i64>
  %55 = exti %17 signed : tile<i32> -> tile<i64>
  %56 = cmpi less_than %54, %55, unsigned : tile<i64> -> tile<i1>
  %57 = muli %54, %9 : tile<i64>
  %58 = offset %3, %57 : tile<ptr<i32>>, tile<i64> -> tile<ptr<i32>>
  %59 = assume div_by<4>, %58 : tile<ptr<i32>>
  %60 = store_ptr_tko weak %59, %53, %56 token=%48 : tile<ptr<i32>>, tile<i32>, tile<i1> -> token
  %61 = trunci %n : tile<i32> -> tile<i16>
  %62 = muli %10, %61 : tile<i16>
  %63 = exti %n signed : tile<i32> -> tile<i64>
  %64 = exti %17 signed : tile<i32> -> tile<i64>
  %65 = cmpi less_than %63, %64, unsigned : tile<i64> -> tile<i1>
  %66 = muli %63, %11 : tile<i64>
  %67 = offset %3, %66 : tile<ptr<i32>>, tile<i64> -> tile<ptr<i32>>
  %68 = assume div_by<4>, %67 : tile<ptr<i32>>
  %69 = exti %62 signed : tile<i16> -> tile<i32>
  %70 = store_ptr_tko weak %68, %69, %65 token=%60 : tile<ptr<i32>>, tile<i32>, tile<i1> -> token
  %71 = constant <i32: 0> : tile<i32>
  %72, %73 = load_view_tko weak %19[%n, %71] : partition_view<tile=(1x4), tensor_view<?x3xi64, strides=[3,1]>>, tile<i32> -> tile<1x4xi64>, token
  %74 = constant <i32: 0> : tile<i32>
  %75 = extract %72[%71, %74] : tile<1x4xi64> -> tile<1x1xi64>
  %76 = reshape %75 : tile<1x1xi64> -> tile<i64>
  %77 = constant <i32: 1> : tile<i32>
  %78 = extract %72[%71, %77] : tile<1x4xi64> -> tile<1x1xi64>
  %79 = reshape %78 : tile<1x1xi64> -> tile<i64>
  %80 = constant <i32: 2> : tile<i32>
  %81 = extract %72[%71, %80] : tile<1x4xi64> -> tile<1x1xi64>
  %82 = reshape %81 : tile<1x1xi64> -> tile<i64>
  %83 = trunci %79 : tile<i64> -> tile<i32>
  %84 = trunci %82 : tile<i64> -> tile<i32>
  %85 = int_to_ptr %76 : tile<i64> -> tile<ptr<i32>>
  %86 = assume div_by<128>, %85 : tile<ptr<i32>>
  %87 = make_tensor_view %86, shape = [256], strides = [1] : tensor_view<256xi32, strides=[1]>
  %88 = constant <i32: 0> : tile<i32>
  %89 = constant <i32: 1> : tile<i32>
  %90 = reshape %n : tile<i32> -> tile<1xi32>
  %91 = make_partition_view %87 : partition_view<tile=(1), tensor_view<256xi32, strides=[1]>>
  %92 = for %i_1 in (%88 to %n, step %89) : tile<i32> iter_values(%93 = %2) -> (token) {
    %94 = store_view_tko weak %90, %91[%i_1] token = %2 : tile<1xi32>, partition_view<tile=(1), tensor_view<256xi32, strides=[1]>>, tile<i32> -> token
    %95 = join_tokens %93, %94 : token
    continue %95 : token
  }
  %96 = constant <i32: 0> : tile<i32>
  %97 = constant <i32: 1> : tile<i32>
  %98 = constant <i32: 0> : tile<i32>
  %99 = constant <i32: 0> : tile<i32>
  %100 = constant <i32: 1> : tile<i32>
  %101 = constant <i32: 2> : tile<i32>
  %102 = reshape %n : tile<i32> -> tile<1xi32>
  %103 = for %i_2 in (%96 to %n, step %97) : tile<i32> iter_values(%104 = %92) -> (token) {
    %105, %106 = load_view_tko weak %19[%i_2, %98] : partition_view<tile=(1x4), tensor_view<?x3xi64, strides=[3,1]>>, tile<i32> -> tile<1x4xi64>, token
    %107 = extract %105[%98, %99] : tile<1x4xi64> -> tile<1x1xi64>
    %108 = reshape %107 : tile<1x1xi64> -> tile<i64>
    %109 = extract %105[%98, %100] : tile<1x4xi64> -> tile<1x1xi64>
    %110 = reshape %109 : tile<1x1xi64> -> tile<i64>
    %111 = extract %105[%98, %101] : tile<1x4xi64> -> tile<1x1xi64>
    %112 = reshape %111 : tile<1x1xi64> -> tile<i64>
    %113 = trunci %110 : tile<i64> -> tile<i32>
    %114 = trunci %112 : tile<i64> -> tile<i32>
    %115 = int_to_ptr %108 : tile<i64> -> tile<ptr<i32>>
    %116 = assume div_by<128>, %115 : tile<ptr<i32>>
    %117 = make_tensor_view %116, shape = [256], strides = [1] : tensor_view<256xi32, strides=[1]>
    %118 = make_partition_view %117 : partition_view<tile=(1), tensor_view<256xi32, strides=[1]>>
    %119 = store_view_tko weak %102, %118[%i_2] token = %104 : tile<1xi32>, partition_view<tile=(1), tensor_view<256xi32, strides=[1]>>, tile<i32> -> token
    continue %119 : token
  }
  %120 = constant <i32: 0> : tile<i32>
  %121 = constant <i32: 1> : tile<i32>
  %122 = constant <i32: 3> : tile<i32>
  %123 = exti %17 signed : tile<i32> -> tile<i64>
  %124, %125 = for %i_3 in (%120 to %n, step %121) : tile<i32> iter_values(%n_1 = %n, %126 = %70) -> (tile<i32>, token) {
    %127 = cmpi equal %i_3, %122, signed : tile<i32> -> tile<i1>
    %128 = if %127 -> (tile<i32>) {
      yield %n_1 : tile<i32>
    } else {
      continue %n_1, %126 : tile<i32>, token
    }
    %129 = exti %i_3 signed : tile<i32> -> tile<i64>
    %130 = cmpi less_than %129, %123, unsigned : tile<i64> -> tile<i1>
    %131 = muli %129, %16 : tile<i64>
    %132 = offset %3, %131 : tile<ptr<i32>>, tile<i64> -> tile<ptr<i32>>
    %133 = assume div_by<4>, %132 : tile<ptr<i32>>
    %134 = store_ptr_tko weak %133, %128, %130 token=%126 : tile<ptr<i32>>, tile<i32>, tile<i1> -> token
    continue %128, %134 : tile<i32>, token
  }
  return
}
