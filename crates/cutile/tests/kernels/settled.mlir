entry @settled_Kt2_A1i32_1s64t1_p16_A1i32_1t1_p16_Si32_LiA1i32_1s256t1_p128(%X: tile<ptr<i32>>, %X_size0: tile<i32>, %X_stride0: tile<i32>, %Y: tile<ptr<i32>>, %Y_size0: tile<i32>, %Y_stride0: tile<i32>, %n: tile<i32>, %xs: tile<ptr<i64>>, %xs_length: tile<i32>) optimization_hints=<default = {}> {
  %0 = make_token : token
  %1 = assume div_by<16>, %Y : tile<ptr<i32>>
  %2 = constant <i32: 4> : tile<i32>
  %3 = constant <i64: 1> : tile<i64>
  %4 = constant <i64: 1> : tile<i64>
  %5 = constant <i32: 5> : tile<i32>
  %6 = constant <i64: 1> : tile<i64>
  %7 = constant <i64: 1> : tile<i64>
  %8 = constant <i16: 64> : tile<i16>
  %9 = constant <i64: 1> : tile<i64>
  %10 = constant <i32: 256> : tile<i32>
  %11 = constant <i32: 1> : tile<i32>
  %12 = constant <i32: 256> : tile<i32>
  %13 = constant <i32: 1> : tile<i32>
  %14 = constant <i64: 1> : tile<i64>
  %15 = assume bounded<0, ?>, %Y_size0 : tile<i32>
  %16 = make_tensor_view %xs, shape = [%xs_length, 3], strides = [3, 1] : tile<i32> -> tensor_view<?x3xi64, strides=[3,1]>
  %17 = make_partition_view %16 : partition_view<tile=(1x4), tensor_view<?x3xi64, strides=[3,1]>>
  %fresh = constant <i32: 4> : tile<i32>
  %18 = constant <i32: 0> : tile<i32>
  %19 = constant <i32: 1> : tile<i32>
  %20 = muli %n, %2 : tile<i32>
  %21 = assume div_by<4>, %20 : tile<i32>
  %22 = exti %15 signed : tile<i32> -> tile<i64>
  %fresh_1 = constant <i32: 4> : tile<i32>
  %23, %24 = for %i in (%18 to %n, step %19) : tile<i32> iter_values(%fresh_2 = %fresh, %25 = %0) -> (tile<i32>, token) {
    %26 = exti %i signed : tile<i32> -> tile<i64>
    %27 = cmpi less_than %26, %22, unsigned : tile<i64> -> tile<i1>
    %28 = muli %26, %3 : tile<i64>
    %29 = offset %1, %28 : tile<ptr<i32>>, tile<i64> -> tile<ptr<i32>>
    %30 = assume div_by<4>, %29 : tile<ptr<i32>>
    %31 = store_ptr_tko weak %30, %21, %27 token=%25 : tile<ptr<i32>>, tile<i32>, tile<i1> -> token
    continue %fresh_1, %31 : tile<i32>, token
  }
  %32 = muli %n, %23 : tile<i32>
  %33 = assume div_by<4>, %32 : tile<i32>
  %34 = exti %n signed : tile<i32> -> tile<i64>
  %35 = exti %15 signed : tile<i32> -> tile<i64>
  %36 = cmpi less_than %34, %35, unsigned : tile<i64> -> tile<i1>
  %37 = muli %34, %4 : tile<i64>
  %38 = offset %1, %37 : tile<ptr<i32>>, tile<i64> -> tile<ptr<i32>>
  %39 = assume div_by<4>, %38 : tile<ptr<i32>>
  %40 = store_ptr_tko weak %39, %33, %36 token=%24 : tile<ptr<i32>>, tile<i32>, tile<i1> -> token
  %41 = muli %n, %5 : tile<i32>
  %42 = exti %n signed : tile<i32> -> tile<i64>
  %43 = exti %15 signed : tile<i32> -> tile<i64>
  %44 = cmpi less_than %42, %43, unsigned : tile<i64> -> tile<i1>
  %45 = muli %42, %6 : tile<i64>
  %46 = offset %1, %45 : tile<ptr<i32>>, tile<i64> -> tile<ptr<i32>>
  %47 = assume div_by<4>, %46 : tile<ptr<i32>>
  %48 = store_ptr_tko weak %47, %41, %44 token=%40 : tile<ptr<i32>>, tile<i32>, tile<i1> -> token
  %49 = constant <i32: 6> : tile<i32>
  %50 = constant <i32: 0> : tile<i32>
  %51 = loop iter_values(%52 = %50) : tile<i32> -> tile<i32> {
    break %49 : tile<i32>
  }
  %53 = muli %n, %51 : tile<i32>
  %54 = assume div_by<2>, %53 : tile<i32>
  %55 = exti %n signed : tile<i32> -> tile<i64>
  %56 = exti %15 signed : tile<i32> -> tile<i64>
  %57 = cmpi less_than %55, %56, unsigned : tile<i64> -> tile<i1>
  %58 = muli %55, %7 : tile<i64>
  %59 = offset %1, %58 : tile<ptr<i32>>, tile<i64> -> tile<ptr<i32>>
  %60 = assume div_by<4>, %59 : tile<ptr<i32>>
  %61 = store_ptr_tko weak %60, %54, %57 token=%48 : tile<ptr<i32>>, tile<i32>, tile<i1> -> token
  %62 = trunci %n : tile<i32> -> tile<i16>
  %63 = muli %8, %62 : tile<i16>
  %64 = exti %n signed : tile<i32> -> tile<i64>
  %65 = exti %15 signed : tile<i32> -> tile<i64>
  %66 = cmpi less_than %64, %65, unsigned : tile<i64> -> tile<i1>
  %67 = muli %64, %9 : tile<i64>
  %68 = offset %1, %67 : tile<ptr<i32>>, tile<i64> -> tile<ptr<i32>>
  %69 = assume div_by<4>, %68 : tile<ptr<i32>>
  %70 = exti %63 signed : tile<i16> -> tile<i32>
  %71 = assume div_by<64>, %70 : tile<i32>
  %72 = store_ptr_tko weak %69, %71, %66 token=%61 : tile<ptr<i32>>, tile<i32>, tile<i1> -> token
  %73 = constant <i32: 0> : tile<i32>
  %74, %75 = load_view_tko weak %17[%n, %73] : partition_view<tile=(1x4), tensor_view<?x3xi64, strides=[3,1]>>, tile<i32> -> tile<1x4xi64>, token
  %76 = constant <i32: 0> : tile<i32>
  %77 = extract %74[%73, %76] : tile<1x4xi64> -> tile<1x1xi64>
  %78 = reshape %77 : tile<1x1xi64> -> tile<i64>
  %79 = constant <i32: 1> : tile<i32>
  %80 = extract %74[%73, %79] : tile<1x4xi64> -> tile<1x1xi64>
  %81 = reshape %80 : tile<1x1xi64> -> tile<i64>
  %82 = constant <i32: 2> : tile<i32>
  %83 = extract %74[%73, %82] : tile<1x4xi64> -> tile<1x1xi64>
  %84 = reshape %83 : tile<1x1xi64> -> tile<i64>
  %85 = trunci %81 : tile<i64> -> tile<i32>
  %86 = trunci %84 : tile<i64> -> tile<i32>
  %87 = int_to_ptr %78 : tile<i64> -> tile<ptr<i32>>
  %88 = assume div_by<128>, %87 : tile<ptr<i32>>
  %89 = make_tensor_view %88, shape = [256], strides = [1] : tensor_view<256xi32, strides=[1]>
  %90 = constant <i32: 0> : tile<i32>
  %91 = constant <i32: 1> : tile<i32>
  %92 = reshape %n : tile<i32> -> tile<1xi32>
  %93 = make_partition_view %89 : partition_view<tile=(1), tensor_view<256xi32, strides=[1]>>
  %94 = for %i_1 in (%90 to %n, step %91) : tile<i32> iter_values(%95 = %0) -> (token) {
    %96 = store_view_tko weak %92, %93[%i_1] token = %0 : tile<1xi32>, partition_view<tile=(1), tensor_view<256xi32, strides=[1]>>, tile<i32> -> token
    %97 = join_tokens %95, %96 : token
    continue %97 : token
  }
  %98 = constant <i32: 0> : tile<i32>
  %99 = constant <i32: 1> : tile<i32>
  %100 = reshape %n : tile<i32> -> tile<1xi32>
  %101 = for %i_2 in (%98 to %n, step %99) : tile<i32> iter_values(%102 = %94) -> (token) {
    %103 = constant <i32: 0> : tile<i32>
    %104, %105 = load_view_tko weak %17[%i_2, %103] : partition_view<tile=(1x4), tensor_view<?x3xi64, strides=[3,1]>>, tile<i32> -> tile<1x4xi64>, token
    %106 = constant <i32: 0> : tile<i32>
    %107 = extract %104[%103, %106] : tile<1x4xi64> -> tile<1x1xi64>
    %108 = reshape %107 : tile<1x1xi64> -> tile<i64>
    %109 = constant <i32: 1> : tile<i32>
    %110 = extract %104[%103, %109] : tile<1x4xi64> -> tile<1x1xi64>
    %111 = reshape %110 : tile<1x1xi64> -> tile<i64>
    %112 = constant <i32: 2> : tile<i32>
    %113 = extract %104[%103, %112] : tile<1x4xi64> -> tile<1x1xi64>
    %114 = reshape %113 : tile<1x1xi64> -> tile<i64>
    %115 = trunci %111 : tile<i64> -> tile<i32>
    %116 = trunci %114 : tile<i64> -> tile<i32>
    %117 = int_to_ptr %108 : tile<i64> -> tile<ptr<i32>>
    %118 = assume div_by<128>, %117 : tile<ptr<i32>>
    %119 = make_tensor_view %118, shape = [256], strides = [1] : tensor_view<256xi32, strides=[1]>
    %120 = make_partition_view %119 : partition_view<tile=(1), tensor_view<256xi32, strides=[1]>>
    %121 = store_view_tko weak %100, %120[%i_2] token = %102 : tile<1xi32>, partition_view<tile=(1), tensor_view<256xi32, strides=[1]>>, tile<i32> -> token
    continue %121 : token
  }
  %122 = constant <i32: 0> : tile<i32>
  %123 = constant <i32: 1> : tile<i32>
  %124 = constant <i32: 3> : tile<i32>
  %125 = exti %15 signed : tile<i32> -> tile<i64>
  %126, %127 = for %i_3 in (%122 to %n, step %123) : tile<i32> iter_values(%n_1 = %n, %128 = %72) -> (tile<i32>, token) {
    %129 = cmpi equal %i_3, %124, signed : tile<i32> -> tile<i1>
    %130 = if %129 -> (tile<i32>) {
      yield %n_1 : tile<i32>
    } else {
      continue %n_1, %128 : tile<i32>, token
    }
    %131 = exti %i_3 signed : tile<i32> -> tile<i64>
    %132 = cmpi less_than %131, %125, unsigned : tile<i64> -> tile<i1>
    %133 = muli %131, %14 : tile<i64>
    %134 = offset %1, %133 : tile<ptr<i32>>, tile<i64> -> tile<ptr<i32>>
    %135 = assume div_by<4>, %134 : tile<ptr<i32>>
    %136 = store_ptr_tko weak %135, %130, %132 token=%128 : tile<ptr<i32>>, tile<i32>, tile<i1> -> token
    continue %130, %136 : tile<i32>, token
  }
  return
}
