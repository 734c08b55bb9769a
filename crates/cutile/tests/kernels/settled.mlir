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
  %21 = exti %15 signed : tile<i32> -> tile<i64>
  %fresh_1 = constant <i32: 4> : tile<i32>
  %22, %23 = for %i in (%18 to %n, step %19) : tile<i32> iter_values(%fresh_2 = %fresh, %24 = %0) -> (tile<i32>, token) {
    %25 = exti %i signed : tile<i32> -> tile<i64>
    %26 = cmpi less_than %25, %21, unsigned : tile<i64> -> tile<i1>
    %27 = muli %25, %3 : tile<i64>
    %28 = offset %1, %27 : tile<ptr<i32>>, tile<i64> -> tile<ptr<i32>>
    %29 = assume div_by<4>, %28 : tile<ptr<i32>>
    %30 = store_ptr_tko weak %29, %20, %26 token=%24 : tile<ptr<i32>>, tile<i32>, tile<i1> -> token
    continue %fresh_1, %30 : tile<i32>, token
  }
  %31 = muli %n, %22 : tile<i32>
  %32 = exti %n signed : tile<i32> -> tile<i64>
  %33 = exti %15 signed : tile<i32> -> tile<i64>
  %34 = cmpi less_than %32, %33, unsigned : tile<i64> -> tile<i1>
  %35 = muli %32, %4 : tile<i64>
  %36 = offset %1, %35 : tile<ptr<i32>>, tile<i64> -> tile<ptr<i32>>
  %37 = assume div_by<4>, %36 : tile<ptr<i32>>
  %38 = store_ptr_tko weak %37, %31, %34 token=%23 : tile<ptr<i32>>, tile<i32>, tile<i1> -> token
  %39 = muli %n, %5 : tile<i32>
  %40 = exti %n signed : tile<i32> -> tile<i64>
  %41 = exti %15 signed : tile<i32> -> tile<i64>
  %42 = cmpi less_than %40, %41, unsigned : tile<i64> -> tile<i1>
  %43 = muli %40, %6 : tile<i64>
  %44 = offset %1, %43 : tile<ptr<i32>>, tile<i64> -> tile<ptr<i32>>
  %45 = assume div_by<4>, %44 : tile<ptr<i32>>
  %46 = store_ptr_tko weak %45, %39, %42 token=%38 : tile<ptr<i32>>, tile<i32>, tile<i1> -> token
  %47 = constant <i32: 6> : tile<i32>
  %48 = constant <i32: 0> : tile<i32>
  %49 = loop iter_values(%50 = %48) : tile<i32> -> tile<i32> {
    break %47 : tile<i32>
  }
  %51 = muli %n, %49 : tile<i32>
  %52 = exti %n signed : tile<i32> -> tile<i64>
  %53 = exti %15 signed : tile<i32> -> tile<i64>
  %54 = cmpi less_than %52, %53, unsigned : tile<i64> -> tile<i1>
  %55 = muli %52, %7 : tile<i64>
  %56 = offset %1, %55 : tile<ptr<i32>>, tile<i64> -> tile<ptr<i32>>
  %57 = assume div_by<4>, %56 : tile<ptr<i32>>
  %58 = store_ptr_tko weak %57, %51, %54 token=%46 : tile<ptr<i32>>, tile<i32>, tile<i1> -> token
  %59 = trunci %n : tile<i32> -> tile<i16>
  %60 = muli %8, %59 : tile<i16>
  %61 = exti %n signed : tile<i32> -> tile<i64>
  %62 = exti %15 signed : tile<i32> -> tile<i64>
  %63 = cmpi less_than %61, %62, unsigned : tile<i64> -> tile<i1>
  %64 = muli %61, %9 : tile<i64>
  %65 = offset %1, %64 : tile<ptr<i32>>, tile<i64> -> tile<ptr<i32>>
  %66 = assume div_by<4>, %65 : tile<ptr<i32>>
  %67 = exti %60 signed : tile<i16> -> tile<i32>
  %68 = store_ptr_tko weak %66, %67, %63 token=%58 : tile<ptr<i32>>, tile<i32>, tile<i1> -> token
  %69 = constant <i32: 0> : tile<i32>
  %70, %71 = load_view_tko weak %17[%n, %69] : partition_view<tile=(1x4), tensor_view<?x3xi64, strides=[3,1]>>, tile<i32> -> tile<1x4xi64>, token
  %72 = constant <i32: 0> : tile<i32>
  %73 = extract %70[%69, %72] : tile<1x4xi64> -> tile<1x1xi64>
  %74 = reshape %73 : tile<1x1xi64> -> tile<i64>
  %75 = constant <i32: 1> : tile<i32>
  %76 = extract %70[%69, %75] : tile<1x4xi64> -> tile<1x1xi64>
  %77 = reshape %76 : tile<1x1xi64> -> tile<i64>
  %78 = constant <i32: 2> : tile<i32>
  %79 = extract %70[%69, %78] : tile<1x4xi64> -> tile<1x1xi64>
  %80 = reshape %79 : tile<1x1xi64> -> tile<i64>
  %81 = trunci %77 : tile<i64> -> tile<i32>
  %82 = trunci %80 : tile<i64> -> tile<i32>
  %83 = int_to_ptr %74 : tile<i64> -> tile<ptr<i32>>
  %84 = assume div_by<128>, %83 : tile<ptr<i32>>
  %85 = make_tensor_view %84, shape = [256], strides = [1] : tensor_view<256xi32, strides=[1]>
  %86 = constant <i32: 0> : tile<i32>
  %87 = constant <i32: 1> : tile<i32>
  %88 = reshape %n : tile<i32> -> tile<1xi32>
  %89 = make_partition_view %85 : partition_view<tile=(1), tensor_view<256xi32, strides=[1]>>
  %90 = for %i_1 in (%86 to %n, step %87) : tile<i32> iter_values(%91 = %0) -> (token) {
    %92 = store_view_tko weak %88, %89[%i_1] token = %0 : tile<1xi32>, partition_view<tile=(1), tensor_view<256xi32, strides=[1]>>, tile<i32> -> token
    %93 = join_tokens %91, %92 : token
    continue %93 : token
  }
  %94 = constant <i32: 0> : tile<i32>
  %95 = constant <i32: 1> : tile<i32>
  %96 = constant <i32: 0> : tile<i32>
  %97 = constant <i32: 0> : tile<i32>
  %98 = constant <i32: 1> : tile<i32>
  %99 = constant <i32: 2> : tile<i32>
  %100 = reshape %n : tile<i32> -> tile<1xi32>
  %101 = for %i_2 in (%94 to %n, step %95) : tile<i32> iter_values(%102 = %90) -> (token) {
    %103, %104 = load_view_tko weak %17[%i_2, %96] : partition_view<tile=(1x4), tensor_view<?x3xi64, strides=[3,1]>>, tile<i32> -> tile<1x4xi64>, token
    %105 = extract %103[%96, %97] : tile<1x4xi64> -> tile<1x1xi64>
    %106 = reshape %105 : tile<1x1xi64> -> tile<i64>
    %107 = extract %103[%96, %98] : tile<1x4xi64> -> tile<1x1xi64>
    %108 = reshape %107 : tile<1x1xi64> -> tile<i64>
    %109 = extract %103[%96, %99] : tile<1x4xi64> -> tile<1x1xi64>
    %110 = reshape %109 : tile<1x1xi64> -> tile<i64>
    %111 = trunci %108 : tile<i64> -> tile<i32>
    %112 = trunci %110 : tile<i64> -> tile<i32>
    %113 = int_to_ptr %106 : tile<i64> -> tile<ptr<i32>>
    %114 = assume div_by<128>, %113 : tile<ptr<i32>>
    %115 = make_tensor_view %114, shape = [256], strides = [1] : tensor_view<256xi32, strides=[1]>
    %116 = make_partition_view %115 : partition_view<tile=(1), tensor_view<256xi32, strides=[1]>>
    %117 = store_view_tko weak %100, %116[%i_2] token = %102 : tile<1xi32>, partition_view<tile=(1), tensor_view<256xi32, strides=[1]>>, tile<i32> -> token
    continue %117 : token
  }
  %118 = constant <i32: 0> : tile<i32>
  %119 = constant <i32: 1> : tile<i32>
  %120 = constant <i32: 3> : tile<i32>
  %121 = exti %15 signed : tile<i32> -> tile<i64>
  %122, %123 = for %i_3 in (%118 to %n, step %119) : tile<i32> iter_values(%n_1 = %n, %124 = %68) -> (tile<i32>, token) {
    %125 = cmpi equal %i_3, %120, signed : tile<i32> -> tile<i1>
    %126 = if %125 -> (tile<i32>) {
      yield %n_1 : tile<i32>
    } else {
      continue %n_1, %124 : tile<i32>, token
    }
    %127 = exti %i_3 signed : tile<i32> -> tile<i64>
    %128 = cmpi less_than %127, %121, unsigned : tile<i64> -> tile<i1>
    %129 = muli %127, %14 : tile<i64>
    %130 = offset %1, %129 : tile<ptr<i32>>, tile<i64> -> tile<ptr<i32>>
    %131 = assume div_by<4>, %130 : tile<ptr<i32>>
    %132 = store_ptr_tko weak %131, %126, %128 token=%124 : tile<ptr<i32>>, tile<i32>, tile<i1> -> token
    continue %126, %132 : tile<i32>, token
  }
  return
}
