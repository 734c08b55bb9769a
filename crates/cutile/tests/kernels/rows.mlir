entry @rows_Kt2_LA2f32_1s64v8l0_2t64_p16_A1i32_1t1_p16_Si32(%0: tile<ptr<i64>>, %1: tile<i32>, %Y: tile<ptr<i32>>, %Y_size0: tile<i32>, %Y_stride0: tile<i32>, %n: tile<i32>) optimization_hints=<default = {}> {
  %2 = make_token : token
  %3 = assume div_by<16>, %Y : tile<ptr<i32>>
  %4 = constant <i32: 1> : tile<i32>
  %5 = constant <i64: 64> : tile<i64>
  %6 = constant <i64: 64> : tile<i64>
  %7 = constant <i64: 64> : tile<i64>
  %8 = constant <i32: 64> : tile<i32>
  %9 = make_tensor_view %0, shape = [%1, 5], strides = [5, 1] : tile<i32> -> tensor_view<?x5xi64, strides=[5,1]>
  %10 = make_partition_view %9 : partition_view<tile=(1x8), tensor_view<?x5xi64, strides=[5,1]>>
  %11 = assume bounded<0, ?>, %Y_size0 : tile<i32>
  %12 = make_tensor_view %3, shape = [%11], strides = [1] : tile<i32> -> tensor_view<?xi32, strides=[1]>
  %13 = constant <i32: 0> : tile<i32>
  %14, %15 = load_view_tko weak %10[%n, %13] : partition_view<tile=(1x8), tensor_view<?x5xi64, strides=[5,1]>>, tile<i32> -> tile<1x8xi64>, token
  %16 = constant <i32: 0> : tile<i32>
  %17 = extract %14[%13, %16] : tile<1x8xi64> -> tile<1x1xi64>
  %18 = reshape %17 : tile<1x1xi64> -> tile<i64>
  %19 = constant <i32: 1> : tile<i32>
  %20 = extract %14[%13, %19] : tile<1x8xi64> -> tile<1x1xi64>
  %21 = reshape %20 : tile<1x1xi64> -> tile<i64>
  %22 = constant <i32: 2> : tile<i32>
  %23 = extract %14[%13, %22] : tile<1x8xi64> -> tile<1x1xi64>
  %24 = reshape %23 : tile<1x1xi64> -> tile<i64>
  %25 = constant <i32: 3> : tile<i32>
  %26 = extract %14[%13, %25] : tile<1x8xi64> -> tile<1x1xi64>
  %27 = reshape %26 : tile<1x1xi64> -> tile<i64>
  %28 = constant <i32: 4> : tile<i32>
  %29 = extract %14[%13, %28] : tile<1x8xi64> -> tile<1x1xi64>
  %30 = reshape %29 : tile<1x1xi64> -> tile<i64>
  %31 = trunci %21 : tile<i64> -> tile<i32>
  %32 = trunci %24 : tile<i64> -> tile<i32>
  %33 = trunci %27 : tile<i64> -> tile<i32>
  %34 = trunci %30 : tile<i64> -> tile<i32>
  %35 = int_to_ptr %18 : tile<i64> -> tile<ptr<f32>>
  %36 = assume bounded<0, ?>, %32 : tile<i32>
  %37 = assume bounded<0, ?>, %33 : tile<i32>
  %38 = constant <i64: 3> : tile<i64>
  %39 = cmpi less_than %38, %5, unsigned : tile<i64> -> tile<i1>
  %40 = exti %37 signed : tile<i32> -> tile<i64>
  %41 = muli %38, %40 : tile<i64>
  %42 = exti %n signed : tile<i32> -> tile<i64>
  %43 = exti %36 signed : tile<i32> -> tile<i64>
  %44 = cmpi less_than %42, %43, unsigned : tile<i64> -> tile<i1>
  %45 = andi %39, %44 : tile<i1>
  %46 = muli %42, %6 : tile<i64>
  %47 = addi %41, %46 : tile<i64>
  %48 = offset %35, %47 : tile<ptr<f32>>, tile<i64> -> tile<ptr<f32>>
  %49 = assume div_by<16>, %48 : tile<ptr<f32>>
  %50 = constant <f32: 0.000000e+00> : tile<f32>
  %51, %52 = load_ptr_tko weak %49, %45, %50 token=%2 : tile<ptr<f32>>, tile<i1>, tile<f32> -> tile<f32>, token
  %53 = join_tokens %2, %52 : token
  %54 = exti %n signed : tile<i32> -> tile<i64>
  %55 = exti %37 signed : tile<i32> -> tile<i64>
  %56 = muli %54, %55 : tile<i64>
  %57 = constant <i64: 3> : tile<i64>
  %58 = muli %57, %7 : tile<i64>
  %59 = addi %56, %58 : tile<i64>
  %60 = offset %35, %59 : tile<ptr<f32>>, tile<i64> -> tile<ptr<f32>>
  %61 = assume div_by<16>, %60 : tile<ptr<f32>>
  %62 = store_ptr_tko weak %61, %51 token=%53 : tile<ptr<f32>>, tile<f32> -> token
  %63 = constant <i32: 0> : tile<i32>
  %64 = constant <i32: 0> : tile<i32>
  %65, %66 = load_view_tko weak %10[%63, %64] : partition_view<tile=(1x8), tensor_view<?x5xi64, strides=[5,1]>>, tile<i32> -> tile<1x8xi64>, token
  %67 = constant <i32: 0> : tile<i32>
  %68 = extract %65[%64, %67] : tile<1x8xi64> -> tile<1x1xi64>
  %69 = reshape %68 : tile<1x1xi64> -> tile<i64>
  %70 = constant <i32: 1> : tile<i32>
  %71 = extract %65[%64, %70] : tile<1x8xi64> -> tile<1x1xi64>
  %72 = reshape %71 : tile<1x1xi64> -> tile<i64>
  %73 = constant <i32: 2> : tile<i32>
  %74 = extract %65[%64, %73] : tile<1x8xi64> -> tile<1x1xi64>
  %75 = reshape %74 : tile<1x1xi64> -> tile<i64>
  %76 = constant <i32: 3> : tile<i32>
  %77 = extract %65[%64, %76] : tile<1x8xi64> -> tile<1x1xi64>
  %78 = reshape %77 : tile<1x1xi64> -> tile<i64>
  %79 = constant <i32: 4> : tile<i32>
  %80 = extract %65[%64, %79] : tile<1x8xi64> -> tile<1x1xi64>
  %81 = reshape %80 : tile<1x1xi64> -> tile<i64>
  %82 = trunci %72 : tile<i64> -> tile<i32>
  %83 = trunci %75 : tile<i64> -> tile<i32>
  %84 = trunci %78 : tile<i64> -> tile<i32>
  %85 = trunci %81 : tile<i64> -> tile<i32>
  %86 = int_to_ptr %69 : tile<i64> -> tile<ptr<f32>>
  %87 = assume bounded<0, ?>, %83 : tile<i32>
  %88 = assume bounded<0, ?>, %84 : tile<i32>
  %89 = constant <i32: 4> : tile<i32>
  %90 = addi %n, %89 : tile<i32>
  %91 = muli %n, %88 : tile<i32>
  %92 = exti %91 signed : tile<i32> -> tile<i64>
  %93 = offset %86, %92 : tile<ptr<f32>>, tile<i64> -> tile<ptr<f32>>
  %94 = assume div_by<16>, %93 : tile<ptr<f32>>
  %95 = subi %90, %n : tile<i32>
  %96 = assume bounded<0, ?>, %95 : tile<i32>
  %97 = assume bounded<0, ?>, %87 : tile<i32>
  %98 = assume bounded<0, ?>, %88 : tile<i32>
  %99 = assume div_by<8>, %98 : tile<i32>
  %100 = make_tensor_view %94, shape = [%96, %97], strides = [%99, 64] : tile<i32> -> tensor_view<?x?xf32, strides=[?,64]>
  %101 = constant <i32: 0> : tile<i32>
  %102 = constant <i32: 0> : tile<i32>
  %103 = make_partition_view %100 : partition_view<tile=(4x4), tensor_view<?x?xf32, strides=[?,64]>>
  %104, %105 = load_view_tko weak %103[%n, %102] token = %62 : partition_view<tile=(4x4), tensor_view<?x?xf32, strides=[?,64]>>, tile<i32> -> tile<4x4xf32>, token
  %106 = join_tokens %62, %105 : token
  %107 = make_partition_view %100 : partition_view<tile=(4x4), tensor_view<?x?xf32, strides=[?,64]>>
  %108 = store_view_tko weak %104, %107[%101, %n] token = %106 : tile<4x4xf32>, partition_view<tile=(4x4), tensor_view<?x?xf32, strides=[?,64]>>, tile<i32> -> token
  %109 = constant <i32: 0> : tile<i32>
  %110 = constant <i32: 1> : tile<i32>
  %111 = constant <i32: 0> : tile<i32>
  %112, %113 = load_view_tko weak %10[%110, %111] : partition_view<tile=(1x8), tensor_view<?x5xi64, strides=[5,1]>>, tile<i32> -> tile<1x8xi64>, token
  %114 = constant <i32: 0> : tile<i32>
  %115 = extract %112[%111, %114] : tile<1x8xi64> -> tile<1x1xi64>
  %116 = reshape %115 : tile<1x1xi64> -> tile<i64>
  %117 = constant <i32: 1> : tile<i32>
  %118 = extract %112[%111, %117] : tile<1x8xi64> -> tile<1x1xi64>
  %119 = reshape %118 : tile<1x1xi64> -> tile<i64>
  %120 = constant <i32: 2> : tile<i32>
  %121 = extract %112[%111, %120] : tile<1x8xi64> -> tile<1x1xi64>
  %122 = reshape %121 : tile<1x1xi64> -> tile<i64>
  %123 = constant <i32: 3> : tile<i32>
  %124 = extract %112[%111, %123] : tile<1x8xi64> -> tile<1x1xi64>
  %125 = reshape %124 : tile<1x1xi64> -> tile<i64>
  %126 = constant <i32: 4> : tile<i32>
  %127 = extract %112[%111, %126] : tile<1x8xi64> -> tile<1x1xi64>
  %128 = reshape %127 : tile<1x1xi64> -> tile<i64>
  %129 = trunci %119 : tile<i64> -> tile<i32>
  %130 = trunci %122 : tile<i64> -> tile<i32>
  %131 = trunci %125 : tile<i64> -> tile<i32>
  %132 = trunci %128 : tile<i64> -> tile<i32>
  %133 = int_to_ptr %116 : tile<i64> -> tile<ptr<f32>>
  %134 = assume bounded<0, ?>, %130 : tile<i32>
  %135 = reshape %134 : tile<i32> -> tile<1xi32>
  %136 = make_partition_view %12 : partition_view<tile=(1), tensor_view<?xi32, strides=[1]>>
  %137 = store_view_tko weak %135, %136[%109] token = %2 : tile<1xi32>, partition_view<tile=(1), tensor_view<?xi32, strides=[1]>>, tile<i32> -> token
  %138 = constant <i32: 0> : tile<i32>
  %139 = make_partition_view %12 : partition_view<tile=(4), tensor_view<?xi32, strides=[1]>>
  %y, %140 = load_view_tko weak %139[%138] token = %137 : partition_view<tile=(4), tensor_view<?xi32, strides=[1]>>, tile<i32> -> tile<4xi32>, token
  %141 = join_tokens %137, %140 : token
  %a, %b = reduce %y, %y dim=0 identities=[0 : i32, 0 : i32] : tile<4xi32>, tile<4xi32> -> tile<i32>, tile<i32> 
  (%142: tile<i32>, %143: tile<i32>, %144: tile<i32>, %145: tile<i32>) {
    %146 = addi %142, %143 : tile<i32>
    %147 = maxi %144, %145 signed : tile<i32>
    yield %146, %147 : tile<i32>, tile<i32>
  }
  %b_1 = ori %a, %a : tile<i32>
  %148 = constant <i32: 1> : tile<i32>
  %149 = cmpi less_than %a, %148, signed : tile<i32> -> tile<i1>
  %150 = loop iter_values(%b_2 = %b) : tile<i32> -> tile<i32> {
    if %149 {
      break %b_1 : tile<i32>
    } else {
    }
    continue %b_1 : tile<i32>
  }
  %151 = reshape %a : tile<i32> -> tile<1xi32>
  %152 = make_partition_view %12 : partition_view<tile=(1), tensor_view<?xi32, strides=[1]>>
  %153 = store_view_tko weak %151, %152[%150] token = %141 : tile<1xi32>, partition_view<tile=(1), tensor_view<?xi32, strides=[1]>>, tile<i32> -> token
  return
}
