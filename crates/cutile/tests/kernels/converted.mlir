entry @converted_Kt2_A1u32_1t1_p16_A1i32_1t1_p16_A2f16_1t16_2t1_3s16_p16_A1f32_1t1_p16_Si32(%U: tile<ptr<i32>>, %U_size0: tile<i32>, %U_stride0: tile<i32>, %I: tile<ptr<i32>>, %I_size0: tile<i32>, %I_stride0: tile<i32>, %A: tile<ptr<f16>>, %A_size0: tile<i32>, %A_size1: tile<i32>, %A_stride0: tile<i32>, %A_stride1: tile<i32>, %X: tile<ptr<f32>>, %X_size0: tile<i32>, %X_stride0: tile<i32>, %n: tile<i32>) optimization_hints=<default = {}> {
  %0 = make_token : token
  %1 = assume div_by<16>, %U : tile<ptr<i32>>
  %2 = assume div_by<16>, %I : tile<ptr<i32>>
  %3 = assume div_by<16>, %A : tile<ptr<f16>>
  %4 = assume div_by<16>, %X : tile<ptr<f32>>
  %5 = constant <i32: 16> : tile<i32>
  %6 = constant <i32: 16> : tile<i32>
  %7 = constant <i32: 16> : tile<i32>
  %8 = constant <i32: 1> : tile<i32>
  %9 = constant <i32: 1> : tile<i32>
  %10 = constant <i64: 1> : tile<i64>
  %11 = constant <i64: 1> : tile<i64>
  %12 = constant <i64: 1> : tile<i64>
  %13 = constant <i64: 1> : tile<i64>
  %14 = constant <i64: 1> : tile<i64>
  %15 = constant <i64: 1> : tile<i64>
  %16 = constant <i64: 1> : tile<i64>
  %17 = assume bounded<0, ?>, %U_size0 : tile<i32>
  %18 = assume bounded<0, ?>, %I_size0 : tile<i32>
  %19 = make_tensor_view %3, shape = [16, 16], strides = [16, 1] : tensor_view<16x16xf16, strides=[16,1]>
  %20 = assume bounded<0, ?>, %X_size0 : tile<i32>
  %21 = make_tensor_view %4, shape = [%20], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
  %22 = exti %n signed : tile<i32> -> tile<i64>
  %23 = exti %17 signed : tile<i32> -> tile<i64>
  %24 = cmpi less_than %22, %23, unsigned : tile<i64> -> tile<i1>
  %25 = muli %22, %10 : tile<i64>
  %26 = offset %1, %25 : tile<ptr<i32>>, tile<i64> -> tile<ptr<i32>>
  %27 = assume div_by<4>, %26 : tile<ptr<i32>>
  %28 = constant <i32: 3> : tile<i32>
  %29 = store_ptr_tko weak %27, %28, %24 token=%0 : tile<ptr<i32>>, tile<i32>, tile<i1> -> token
  %30 = constant <i32: 3> : tile<i32>
  %31 = exti %n signed : tile<i32> -> tile<i64>
  %32 = exti %18 signed : tile<i32> -> tile<i64>
  %33 = cmpi less_than %31, %32, unsigned : tile<i64> -> tile<i1>
  %34 = muli %31, %11 : tile<i64>
  %35 = offset %2, %34 : tile<ptr<i32>>, tile<i64> -> tile<ptr<i32>>
  %36 = assume div_by<4>, %35 : tile<ptr<i32>>
  %37 = store_ptr_tko weak %36, %30, %33 token=%0 : tile<ptr<i32>>, tile<i32>, tile<i1> -> token
  %38 = exti %n signed : tile<i32> -> tile<i64>
  %39 = exti %17 signed : tile<i32> -> tile<i64>
  %40 = cmpi less_than %38, %39, unsigned : tile<i64> -> tile<i1>
  %41 = muli %38, %12 : tile<i64>
  %42 = offset %1, %41 : tile<ptr<i32>>, tile<i64> -> tile<ptr<i32>>
  %43 = constant <i32: 1> : tile<i32>
  %44 = constant <i32: 2> : tile<i32>
  %45 = join_tokens %29, %37 : token
  %46, %47 = atomic_cas_tko acq_rel device %42, %43, %44, %40 token=%45 : tile<ptr<i32>>, tile<i32>, tile<i1> -> tile<i32>, token
  %48 = constant <i32: 1> : tile<i32>
  %49 = constant <i32: 2> : tile<i32>
  %50 = exti %n signed : tile<i32> -> tile<i64>
  %51 = exti %18 signed : tile<i32> -> tile<i64>
  %52 = cmpi less_than %50, %51, unsigned : tile<i64> -> tile<i1>
  %53 = muli %50, %13 : tile<i64>
  %54 = offset %2, %53 : tile<ptr<i32>>, tile<i64> -> tile<ptr<i32>>
  %55 = join_tokens %37, %47 : token
  %56, %57 = atomic_cas_tko acq_rel device %54, %48, %49, %52 token=%55 : tile<ptr<i32>>, tile<i32>, tile<i1> -> tile<i32>, token
  %58 = exti %n signed : tile<i32> -> tile<i64>
  %59 = exti %17 signed : tile<i32> -> tile<i64>
  %60 = cmpi less_than %58, %59, unsigned : tile<i64> -> tile<i1>
  %61 = muli %58, %14 : tile<i64>
  %62 = offset %1, %61 : tile<ptr<i32>>, tile<i64> -> tile<ptr<i32>>
  %63 = assume div_by<4>, %62 : tile<ptr<i32>>
  %64 = constant <i32: 0> : tile<i32>
  %65 = join_tokens %47, %57 : token
  %66, %67 = load_ptr_tko weak %63, %60, %64 token=%65 : tile<ptr<i32>>, tile<i1>, tile<i32> -> tile<i32>, token
  %68 = join_tokens %47, %67 : token
  %69 = constant <i32: 4> : tile<i32>
  %70 = subi %69, %66 : tile<i32>
  %71 = constant <i64: 0> : tile<i64>
  %72 = exti %17 signed : tile<i32> -> tile<i64>
  %73 = cmpi less_than %71, %72, unsigned : tile<i64> -> tile<i1>
  %74 = muli %71, %15 : tile<i64>
  %75 = offset %1, %74 : tile<ptr<i32>>, tile<i64> -> tile<ptr<i32>>
  %76 = assume div_by<16>, %75 : tile<ptr<i32>>
  %77 = join_tokens %68, %57 : token
  %78 = store_ptr_tko weak %76, %70, %73 token=%77 : tile<ptr<i32>>, tile<i32>, tile<i1> -> token
  %79 = constant <i32: 0> : tile<i32>
  %80 = constant <i32: 0> : tile<i32>
  %81 = make_partition_view %19 : partition_view<tile=(16x16), tensor_view<16x16xf16, strides=[16,1]>>
  %82 = join_tokens %0, %57 : token
  %half, %83 = load_view_tko weak %81[%79, %80] token = %82 : partition_view<tile=(16x16), tensor_view<16x16xf16, strides=[16,1]>>, tile<i32> -> tile<16x16xf16>, token
  %84 = constant <i32: 0> : tile<i32>
  %85 = make_partition_view %21 : partition_view<tile=(16), tensor_view<?xf32, strides=[1]>>
  %86 = join_tokens %0, %57 : token
  %row, %87 = load_view_tko weak %85[%84] token = %86 : partition_view<tile=(16), tensor_view<?xf32, strides=[1]>>, tile<i32> -> tile<16xf32>, token
  %88 = join_tokens %0, %87 : token
  %89 = constant <i32: 1> : tile<i32>
  %90 = reshape %row : tile<16xf32> -> tile<1x16xf32>
  %91 = ftof %half  : tile<16x16xf16> -> tile<16x16xf32>
  %92 = constant <f32: 0.000000e+00> : tile<1x16xf32>
  %93 = mmaf %90, %91, %92 : tile<1x16xf32>, tile<16x16xf32>, tile<1x16xf32>
  %94 = reshape %93 : tile<1x16xf32> -> tile<16xf32>
  %95 = make_partition_view %21 : partition_view<tile=(16), tensor_view<?xf32, strides=[1]>>
  %96 = join_tokens %88, %57 : token
  %97 = store_view_tko weak %94, %95[%89] token = %96 : tile<16xf32>, partition_view<tile=(16), tensor_view<?xf32, strides=[1]>>, tile<i32> -> token
  %98 = constant <i32: 2> : tile<i32>
  %99 = ftof %half  : tile<16x16xf16> -> tile<16x16xf32>
  %100 = reshape %row : tile<16xf32> -> tile<16x1xf32>
  %101 = constant <f32: 0.000000e+00> : tile<16x1xf32>
  %102 = mmaf %99, %100, %101 : tile<16x16xf32>, tile<16x1xf32>, tile<16x1xf32>
  %103 = reshape %102 : tile<16x1xf32> -> tile<16xf32>
  %104 = make_partition_view %21 : partition_view<tile=(16), tensor_view<?xf32, strides=[1]>>
  %105 = join_tokens %97, %57 : token
  %106 = store_view_tko weak %103, %104[%98] token = %105 : tile<16xf32>, partition_view<tile=(16), tensor_view<?xf32, strides=[1]>>, tile<i32> -> token
  %107 = constant <i32: 0> : tile<i32>
  %108 = constant <i32: 0> : tile<i32>
  %109 = make_partition_view %19 : partition_view<tile=(1x16), tensor_view<16x16xf16, strides=[16,1]>>
  %110 = join_tokens %0, %57 : token
  %111, %112 = load_view_tko weak %109[%107, %108] token = %110 : partition_view<tile=(1x16), tensor_view<16x16xf16, strides=[16,1]>>, tile<i32> -> tile<1x16xf16>, token
  %column = reshape %111 : tile<1x16xf16> -> tile<16xf16>
  %113 = reshape %row : tile<16xf32> -> tile<1x16xf32>
  %114 = reshape %column : tile<16xf16> -> tile<16x1xf16>
  %115 = ftof %114  : tile<16x1xf16> -> tile<16x1xf32>
  %116 = constant <f32: 0.000000e+00> : tile<1x1xf32>
  %117 = mmaf %113, %115, %116 : tile<1x16xf32>, tile<16x1xf32>, tile<1x1xf32>
  %118 = reshape %117 : tile<1x1xf32> -> tile<f32>
  %119 = constant <i64: 0> : tile<i64>
  %120 = exti %20 signed : tile<i32> -> tile<i64>
  %121 = cmpi less_than %119, %120, unsigned : tile<i64> -> tile<i1>
  %122 = muli %119, %16 : tile<i64>
  %123 = offset %4, %122 : tile<ptr<f32>>, tile<i64> -> tile<ptr<f32>>
  %124 = assume div_by<16>, %123 : tile<ptr<f32>>
  %125 = join_tokens %106, %57 : token
  %126 = store_ptr_tko weak %124, %118, %121 token=%125 : tile<ptr<f32>>, tile<f32>, tile<i1> -> token
  return
}
