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
  %fresh_2, %23 = for %i in (%18 to %n, step %19) : tile<i32> iter_values(%fresh_3 = %fresh, %24 = %0) -> (tile<i32>, token) {
    %25 = exti %i signed : tile<i32> -> tile<i64>
    %26 = cmpi less_than %25, %22, unsigned : tile<i64> -> tile<i1>
    %27 = muli %25, %3 : tile<i64>
    %28 = offset %1, %27 : tile<ptr<i32>>, tile<i64> -> tile<ptr<i32>>
    %29 = assume div_by<4>, %28 : tile<ptr<i32>>
    %30 = store_ptr_tko weak %29, %21, %26 token=%24 : tile<ptr<i32>>, tile<i32>, tile<i1> -> token
    continue %fresh_1, %30 : tile<i32>, token
  }
  %31 = muli %n, %fresh_2 : tile<i32>
  %32 = assume div_by<4>, %31 : tile<i32>
  %33 = exti %n signed : tile<i32> -> tile<i64>
  %34 = exti %15 signed : tile<i32> -> tile<i64>
  %35 = cmpi less_than %33, %34, unsigned : tile<i64> -> tile<i1>
  %36 = muli %33, %4 : tile<i64>
  %37 = offset %1, %36 : tile<ptr<i32>>, tile<i64> -> tile<ptr<i32>>
  %38 = assume div_by<4>, %37 : tile<ptr<i32>>
  %39 = store_ptr_tko weak %38, %32, %35 token=%23 : tile<ptr<i32>>, tile<i32>, tile<i1> -> token
  %40 = muli %n, %5 : tile<i32>
  %41 = exti %n signed : tile<i32> -> tile<i64>
  %42 = exti %15 signed : tile<i32> -> tile<i64>
  %43 = cmpi less_than %41, %42, unsigned : tile<i64> -> tile<i1>
  %44 = muli %41, %6 : tile<i64>
  %45 = offset %1, %44 : tile<ptr<i32>>, tile<i64> -> tile<ptr<i32>>
  %46 = assume div_by<4>, %45 : tile<ptr<i32>>
  %47 = store_ptr_tko weak %46, %40, %43 token=%39 : tile<ptr<i32>>, tile<i32>, tile<i1> -> token
  %48 = constant <i32: 6> : tile<i32>
  %49 = constant <i32: 0> : tile<i32>
  %50 = loop iter_values(%51 = %49) : tile<i32> -> tile<i32> {
    break %48 : tile<i32>
  }
  %52 = muli %n, %50 : tile<i32>
  %53 = assume div_by<2>, %52 : tile<i32>
  %54 = exti %n signed : tile<i32> -> tile<i64>
  %55 = exti %15 signed : tile<i32> -> tile<i64>
  %56 = cmpi less_than %54, %55, unsigned : tile<i64> -> tile<i1>
  %57 = muli %54, %7 : tile<i64>
  %58 = offset %1, %57 : tile<ptr<i32>>, tile<i64> -> tile<ptr<i32>>
  %59 = assume div_by<4>, %58 : tile<ptr<i32>>
  %60 = store_ptr_tko weak %59, %53, %56 token=%47 : tile<ptr<i32>>, tile<i32>, tile<i1> -> token
  %61 = trunci %n : tile<i32> -> tile<i16>
  %62 = muli %8, %61 : tile<i16>
  %63 = exti %n signed : tile<i32> -> tile<i64>
  %64 = exti %15 signed : tile<i32> -> tile<i64>
  %65 = cmpi less_than %63, %64, unsigned : tile<i64> -> tile<i1>
  %66 = muli %63, %9 : tile<i64>
  %67 = offset %1, %66 : tile<ptr<i32>>, tile<i64> -> tile<ptr<i32>>
  %68 = assume div_by<4>, %67 : tile<ptr<i32>>
  %69 = exti %62 signed : tile<i16> -> tile<i32>
  %70 = assume div_by<64>, %69 : tile<i32>
  %71 = store_ptr_tko weak %68, %70, %65 token=%60 : tile<ptr<i32>>, tile<i32>, tile<i1> -> token
  %72 = constant <i32: 0> : tile<i32>
  %73, %74 = load_view_tko weak %17[%n, %72] : partition_view<tile=(1x4), tensor_view<?x3xi64, strides=[3,1]>>, tile<i32> -> tile<1x4xi64>, token
  %75 = constant <i32: 0> : tile<i32>
  %76 = extract %73[%72, %75] : tile<1x4xi64> -> tile<1x1xi64>
  %77 = reshape %76 : tile<1x1xi64> -> tile<i64>
  %78 = constant <i32: 1> : tile<i32>
  %79 = extract %73[%72, %78] : tile<1x4xi64> -> tile<1x1xi64>
  %80 = reshape %79 : tile<1x1xi64> -> tile<i64>
  %81 = constant <i32: 2> : tile<i32>
  %82 = extract %73[%72, %81] : tile<1x4xi64> -> tile<1x1xi64>
  %83 = reshape %82 : tile<1x1xi64> -> tile<i64>
  %84 = trunci %80 : tile<i64> -> tile<i32>
  %85 = trunci %83 : tile<i64> -> tile<i32>
  %86 = int_to_ptr %77 : tile<i64> -> tile<ptr<i32>>
  %87 = assume div_by<128>, %86 : tile<ptr<i32>>
  %88 = make_tensor_view %87, shape = [256], strides = [1] : tensor_view<256xi32, strides=[1]>
  %89 = constant <i32: 0> : tile<i32>
  %90 = constant <i32: 1> : tile<i32>
  %91 = reshape %n : tile<i32> -> tile<1xi32>
  %92 = make_partition_view %88 : partition_view<tile=(1), tensor_view<256xi32, strides=[1]>>
  %93 = for %i_1 in (%89 to %n, step %90) : tile<i32> iter_values(%94 = %0) -> (token) {
    %95 = store_view_tko weak %91, %92[%i_1] token = %0 : tile<1xi32>, partition_view<tile=(1), tensor_view<256xi32, strides=[1]>>, tile<i32> -> token
    %96 = join_tokens %94, %95 : token
    continue %96 : token
  }
  %97 = constant <i32: 0> : tile<i32>
  %98 = constant <i32: 1> : tile<i32>
  %99 = reshape %n : tile<i32> -> tile<1xi32>
  %100 = for %i_2 in (%97 to %n, step %98) : tile<i32> iter_values(%101 = %93) -> (token) {
    %102 = constant <i32: 0> : tile<i32>
    %103, %104 = load_view_tko weak %17[%i_2, %102] : partition_view<tile=(1x4), tensor_view<?x3xi64, strides=[3,1]>>, tile<i32> -> tile<1x4xi64>, token
    %105 = constant <i32: 0> : tile<i32>
    %106 = extract %103[%102, %105] : tile<1x4xi64> -> tile<1x1xi64>
    %107 = reshape %106 : tile<1x1xi64> -> tile<i64>
    %108 = constant <i32: 1> : tile<i32>
    %109 = extract %103[%102, %108] : tile<1x4xi64> -> tile<1x1xi64>
    %110 = reshape %109 : tile<1x1xi64> -> tile<i64>
    %111 = constant <i32: 2> : tile<i32>
    %112 = extract %103[%102, %111] : tile<1x4xi64> -> tile<1x1xi64>
    %113 = reshape %112 : tile<1x1xi64> -> tile<i64>
    %114 = trunci %110 : tile<i64> -> tile<i32>
    %115 = trunci %113 : tile<i64> -> tile<i32>
    %116 = int_to_ptr %107 : tile<i64> -> tile<ptr<i32>>
    %117 = assume div_by<128>, %116 : tile<ptr<i32>>
    %118 = make_tensor_view %117, shape = [256], strides = [1] : tensor_view<256xi32, strides=[1]>
    %119 = make_partition_view %118 : partition_view<tile=(1), tensor_view<256xi32, strides=[1]>>
    %120 = store_view_tko weak %99, %119[%i_2] token = %101 : tile<1xi32>, partition_view<tile=(1), tensor_view<256xi32, strides=[1]>>, tile<i32> -> token
    continue %120 : token
  }
  %121 = constant <i32: 0> : tile<i32>
  %122 = constant <i32: 1> : tile<i32>
  %123 = constant <i32: 3> : tile<i32>
  %124 = exti %15 signed : tile<i32> -> tile<i64>
  %n_1, %125 = for %i_3 in (%121 to %n, step %122) : tile<i32> iter_values(%n_2 = %n, %126 = %71) -> (tile<i32>, token) {
    %127 = cmpi equal %i_3, %123, signed : tile<i32> -> tile<i1>
    %n_3 = if %127 -> (tile<i32>) {
      yield %n_2 : tile<i32>
    } else {
      continue %n_2, %126 : tile<i32>, token
    }
    %128 = exti %i_3 signed : tile<i32> -> tile<i64>
    %129 = cmpi less_than %128, %124, unsigned : tile<i64> -> tile<i1>
    %130 = muli %128, %14 : tile<i64>
    %131 = offset %1, %130 : tile<ptr<i32>>, tile<i64> -> tile<ptr<i32>>
    %132 = assume div_by<4>, %131 : tile<ptr<i32>>
    %133 = store_ptr_tko weak %132, %n_3, %129 token=%126 : tile<ptr<i32>>, tile<i32>, tile<i1> -> token
    continue %n_3, %133 : tile<i32>, token
  }
  return
}
