entry @rows_Kt2_LA2f32_1s64v8l0_2t64_p16_A1i32_1t1_p16_Si32(%several: tile<ptr<i64>>, %several_length: tile<i32>, %Y: tile<ptr<i32>>, %Y_size0: tile<i32>, %Y_stride0: tile<i32>, %n: tile<i32>) optimization_hints=<default = {}> {
  %0 = make_token : token
  %1 = assume div_by<16>, %Y : tile<ptr<i32>>
  %2 = constant <i32: 1> : tile<i32>
  %3 = constant <i64: 64> : tile<i64>
  %4 = constant <i64: 64> : tile<i64>
  %5 = constant <i64: 64> : tile<i64>
  %6 = constant <i32: 64> : tile<i32>
  %7 = make_tensor_view %several, shape = [%several_length, 5], strides = [5, 1] : tile<i32> -> tensor_view<?x5xi64, strides=[5,1]>
  %8 = make_partition_view %7 : partition_view<tile=(1x8), tensor_view<?x5xi64, strides=[5,1]>>
  %9 = assume bounded<0, ?>, %Y_size0 : tile<i32>
  %10 = make_tensor_view %1, shape = [%9], strides = [1] : tile<i32> -> tensor_view<?xi32, strides=[1]>
  %11 = constant <i32: 0> : tile<i32>
  %12, %13 = load_view_tko weak %8[%n, %11] : partition_view<tile=(1x8), tensor_view<?x5xi64, strides=[5,1]>>, tile<i32> -> tile<1x8xi64>, token
  %14 = constant <i32: 0> : tile<i32>
  %15 = extract %12[%11, %14] : tile<1x8xi64> -> tile<1x1xi64>
  %16 = reshape %15 : tile<1x1xi64> -> tile<i64>
  %17 = constant <i32: 1> : tile<i32>
  %18 = extract %12[%11, %17] : tile<1x8xi64> -> tile<1x1xi64>
  %19 = reshape %18 : tile<1x1xi64> -> tile<i64>
  %20 = constant <i32: 2> : tile<i32>
  %21 = extract %12[%11, %20] : tile<1x8xi64> -> tile<1x1xi64>
  %22 = reshape %21 : tile<1x1xi64> -> tile<i64>
  %23 = constant <i32: 3> : tile<i32>
  %24 = extract %12[%11, %23] : tile<1x8xi64> -> tile<1x1xi64>
  %25 = reshape %24 : tile<1x1xi64> -> tile<i64>
  %26 = constant <i32: 4> : tile<i32>
  %27 = extract %12[%11, %26] : tile<1x8xi64> -> tile<1x1xi64>
  %28 = reshape %27 : tile<1x1xi64> -> tile<i64>
  %29 = trunci %19 : tile<i64> -> tile<i32>
  %30 = trunci %22 : tile<i64> -> tile<i32>
  %31 = trunci %25 : tile<i64> -> tile<i32>
  %32 = trunci %28 : tile<i64> -> tile<i32>
  %33 = int_to_ptr %16 : tile<i64> -> tile<ptr<f32>>
  %34 = assume bounded<0, ?>, %30 : tile<i32>
  %35 = assume bounded<0, ?>, %31 : tile<i32>
  %36 = constant <i64: 3> : tile<i64>
  %37 = cmpi less_than %36, %3, unsigned : tile<i64> -> tile<i1>
  %38 = exti %35 signed : tile<i32> -> tile<i64>
  %39 = muli %36, %38 : tile<i64>
  %40 = exti %n signed : tile<i32> -> tile<i64>
  %41 = exti %34 signed : tile<i32> -> tile<i64>
  %42 = cmpi less_than %40, %41, unsigned : tile<i64> -> tile<i1>
  %43 = andi %37, %42 : tile<i1>
  %44 = muli %40, %4 : tile<i64>
  %45 = addi %39, %44 : tile<i64>
  %46 = offset %33, %45 : tile<ptr<f32>>, tile<i64> -> tile<ptr<f32>>
  %47 = assume div_by<16>, %46 : tile<ptr<f32>>
  %48 = constant <f32: 0.000000e+00> : tile<f32>
  %49, %50 = load_ptr_tko weak %47, %43, %48 token=%0 : tile<ptr<f32>>, tile<i1>, tile<f32> -> tile<f32>, token
  %51 = join_tokens %0, %50 : token
  %52 = exti %n signed : tile<i32> -> tile<i64>
  %53 = exti %35 signed : tile<i32> -> tile<i64>
  %54 = muli %52, %53 : tile<i64>
  %55 = constant <i64: 3> : tile<i64>
  %56 = muli %55, %5 : tile<i64>
  %57 = addi %54, %56 : tile<i64>
  %58 = offset %33, %57 : tile<ptr<f32>>, tile<i64> -> tile<ptr<f32>>
  %59 = assume div_by<16>, %58 : tile<ptr<f32>>
  %60 = store_ptr_tko weak %59, %49 token=%51 : tile<ptr<f32>>, tile<f32> -> token
  %61 = constant <i32: 0> : tile<i32>
  %62 = constant <i32: 0> : tile<i32>
  %63, %64 = load_view_tko weak %8[%61, %62] : partition_view<tile=(1x8), tensor_view<?x5xi64, strides=[5,1]>>, tile<i32> -> tile<1x8xi64>, token
  %65 = constant <i32: 0> : tile<i32>
  %66 = extract %63[%62, %65] : tile<1x8xi64> -> tile<1x1xi64>
  %67 = reshape %66 : tile<1x1xi64> -> tile<i64>
  %68 = constant <i32: 1> : tile<i32>
  %69 = extract %63[%62, %68] : tile<1x8xi64> -> tile<1x1xi64>
  %70 = reshape %69 : tile<1x1xi64> -> tile<i64>
  %71 = constant <i32: 2> : tile<i32>
  %72 = extract %63[%62, %71] : tile<1x8xi64> -> tile<1x1xi64>
  %73 = reshape %72 : tile<1x1xi64> -> tile<i64>
  %74 = constant <i32: 3> : tile<i32>
  %75 = extract %63[%62, %74] : tile<1x8xi64> -> tile<1x1xi64>
  %76 = reshape %75 : tile<1x1xi64> -> tile<i64>
  %77 = constant <i32: 4> : tile<i32>
  %78 = extract %63[%62, %77] : tile<1x8xi64> -> tile<1x1xi64>
  %79 = reshape %78 : tile<1x1xi64> -> tile<i64>
  %80 = trunci %70 : tile<i64> -> tile<i32>
  %81 = trunci %73 : tile<i64> -> tile<i32>
  %82 = trunci %76 : tile<i64> -> tile<i32>
  %83 = trunci %79 : tile<i64> -> tile<i32>
  %84 = int_to_ptr %67 : tile<i64> -> tile<ptr<f32>>
  %85 = assume bounded<0, ?>, %81 : tile<i32>
  %86 = assume bounded<0, ?>, %82 : tile<i32>
  %87 = constant <i32: 4> : tile<i32>
  %88 = addi %n, %87 : tile<i32>
  %89 = muli %n, %86 : tile<i32>
  %90 = exti %89 signed : tile<i32> -> tile<i64>
  %91 = offset %84, %90 : tile<ptr<f32>>, tile<i64> -> tile<ptr<f32>>
  %92 = assume div_by<16>, %91 : tile<ptr<f32>>
  %93 = subi %88, %n : tile<i32>
  %94 = assume bounded<0, ?>, %93 : tile<i32>
  %95 = assume bounded<0, ?>, %85 : tile<i32>
  %96 = assume bounded<0, ?>, %86 : tile<i32>
  %97 = assume div_by<8>, %96 : tile<i32>
  %98 = make_tensor_view %92, shape = [%94, %95], strides = [%97, 64] : tile<i32> -> tensor_view<?x?xf32, strides=[?,64]>
  %99 = constant <i32: 0> : tile<i32>
  %100 = constant <i32: 0> : tile<i32>
  %101 = make_partition_view %98 : partition_view<tile=(4x4), tensor_view<?x?xf32, strides=[?,64]>>
  %102, %103 = load_view_tko weak %101[%n, %100] token = %60 : partition_view<tile=(4x4), tensor_view<?x?xf32, strides=[?,64]>>, tile<i32> -> tile<4x4xf32>, token
  %104 = join_tokens %60, %103 : token
  %105 = make_partition_view %98 : partition_view<tile=(4x4), tensor_view<?x?xf32, strides=[?,64]>>
  %106 = store_view_tko weak %102, %105[%99, %n] token = %104 : tile<4x4xf32>, partition_view<tile=(4x4), tensor_view<?x?xf32, strides=[?,64]>>, tile<i32> -> token
  %107 = constant <i32: 0> : tile<i32>
  %108 = constant <i32: 1> : tile<i32>
  %109 = constant <i32: 0> : tile<i32>
  %110, %111 = load_view_tko weak %8[%108, %109] : partition_view<tile=(1x8), tensor_view<?x5xi64, strides=[5,1]>>, tile<i32> -> tile<1x8xi64>, token
  %112 = constant <i32: 0> : tile<i32>
  %113 = extract %110[%109, %112] : tile<1x8xi64> -> tile<1x1xi64>
  %114 = reshape %113 : tile<1x1xi64> -> tile<i64>
  %115 = constant <i32: 1> : tile<i32>
  %116 = extract %110[%109, %115] : tile<1x8xi64> -> tile<1x1xi64>
  %117 = reshape %116 : tile<1x1xi64> -> tile<i64>
  %118 = constant <i32: 2> : tile<i32>
  %119 = extract %110[%109, %118] : tile<1x8xi64> -> tile<1x1xi64>
  %120 = reshape %119 : tile<1x1xi64> -> tile<i64>
  %121 = constant <i32: 3> : tile<i32>
  %122 = extract %110[%109, %121] : tile<1x8xi64> -> tile<1x1xi64>
  %123 = reshape %122 : tile<1x1xi64> -> tile<i64>
  %124 = constant <i32: 4> : tile<i32>
  %125 = extract %110[%109, %124] : tile<1x8xi64> -> tile<1x1xi64>
  %126 = reshape %125 : tile<1x1xi64> -> tile<i64>
  %127 = trunci %117 : tile<i64> -> tile<i32>
  %128 = trunci %120 : tile<i64> -> tile<i32>
  %129 = trunci %123 : tile<i64> -> tile<i32>
  %130 = trunci %126 : tile<i64> -> tile<i32>
  %131 = int_to_ptr %114 : tile<i64> -> tile<ptr<f32>>
  %132 = assume bounded<0, ?>, %128 : tile<i32>
  %133 = reshape %132 : tile<i32> -> tile<1xi32>
  %134 = make_partition_view %10 : partition_view<tile=(1), tensor_view<?xi32, strides=[1]>>
  %135 = store_view_tko weak %133, %134[%107] token = %0 : tile<1xi32>, partition_view<tile=(1), tensor_view<?xi32, strides=[1]>>, tile<i32> -> token
  %136 = constant <i32: 0> : tile<i32>
  %137 = make_partition_view %10 : partition_view<tile=(4), tensor_view<?xi32, strides=[1]>>
  %y, %138 = load_view_tko weak %137[%136] token = %135 : partition_view<tile=(4), tensor_view<?xi32, strides=[1]>>, tile<i32> -> tile<4xi32>, token
  %139 = join_tokens %135, %138 : token
  %a, %b = reduce %y, %y dim=0 identities=[0 : i32, 0 : i32] : tile<4xi32>, tile<4xi32> -> tile<i32>, tile<i32> 
  (%140: tile<i32>, %141: tile<i32>, %142: tile<i32>, %143: tile<i32>) {
    %144 = addi %140, %141 : tile<i32>
    %145 = maxi %142, %143 signed : tile<i32>
    yield %144, %145 : tile<i32>, tile<i32>
  }
  %b_1 = ori %a, %a : tile<i32>
  %146 = constant <i32: 1> : tile<i32>
  %147 = cmpi less_than %a, %146, signed : tile<i32> -> tile<i1>
  %b_2 = loop iter_values(%b_3 = %b) : tile<i32> -> tile<i32> {
    if %147 {
      break %b_1 : tile<i32>
    } else {
    }
    continue %b_1 : tile<i32>
  }
  %148 = reshape %a : tile<i32> -> tile<1xi32>
  %149 = make_partition_view %10 : partition_view<tile=(1), tensor_view<?xi32, strides=[1]>>
  %150 = store_view_tko weak %148, %149[%b_2] token = %139 : tile<1xi32>, partition_view<tile=(1), tensor_view<?xi32, strides=[1]>>, tile<i32> -> token
  return
}
