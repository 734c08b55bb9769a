entry @rounds_Kt1_A1i32_1t1_p16_A1f32_1t1_p16_A3f16_3v8l0_4t1_p16_Si32_Si32(%A: tile<ptr<i32>>, %A_size0: tile<i32>, %A_stride0: tile<i32>, %F: tile<ptr<f32>>, %F_size0: tile<i32>, %F_stride0: tile<i32>, %G: tile<ptr<f16>>, %G_size0: tile<i32>, %G_size1: tile<i32>, %G_size2: tile<i32>, %G_stride0: tile<i32>, %G_stride1: tile<i32>, %G_stride2: tile<i32>, %n: tile<i32>, %m: tile<i32>) optimization_hints=<default = {}> {
  %0 = make_token : token
  %1 = assume div_by<16>, %A : tile<ptr<i32>>
  %2 = assume div_by<16>, %F : tile<ptr<f32>>
  %3 = assume div_by<16>, %G : tile<ptr<f16>>
  %4 = assume div_by<8>, %G_stride0 : tile<i32>
  %5 = assume div_by<8>, %G_stride1 : tile<i32>
  %6 = constant <i32: 1> : tile<i32>
  %7 = constant <i32: 1> : tile<i32>
  %8 = constant <i32: 1> : tile<i32>
  %9 = constant <i1: false> : tile<i1>
  %10 = constant <i1: true> : tile<i1>
  %11 = constant <i32: 7> : tile<4xi32>
  %12 = assume bounded<0, ?>, %A_size0 : tile<i32>
  %13 = make_tensor_view %1, shape = [%12], strides = [1] : tile<i32> -> tensor_view<?xi32, strides=[1]>
  %14 = assume bounded<0, ?>, %F_size0 : tile<i32>
  %15 = make_tensor_view %2, shape = [%14], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
  %16 = assume bounded<0, ?>, %G_size0 : tile<i32>
  %17 = assume bounded<0, ?>, %G_size1 : tile<i32>
  %18 = assume bounded<0, ?>, %G_size2 : tile<i32>
  %19 = assume bounded<0, ?>, %4 : tile<i32>
  %20 = assume div_by<8>, %19 : tile<i32>
  %21 = assume bounded<0, ?>, %5 : tile<i32>
  %22 = assume div_by<8>, %21 : tile<i32>
  %23 = make_tensor_view %3, shape = [%16, %17, %18], strides = [%20, %22, 1] : tile<i32> -> tensor_view<?x?x?xf16, strides=[?,?,1]>
  %one = constant <bf16: 1.000000e+00> : tile<bf16>
  %24 = constant <i32: 0> : tile<i32>
  %25 = constant <i32: 1> : tile<i32>
  %one_1 = constant <bf16: 1.000000e+00> : tile<bf16>
  %26 = constant <i32: 1> : tile<i32>
  %27 = addi %m, %26 : tile<i32>
  %28 = mini %n, %27 signed : tile<i32>
  %29 = maxi %24, %27 signed : tile<i32>
  %30, %31 = for %i in (%24 to %28, step %25) : tile<i32> iter_values(%one_2 = %one, %32 = %9) -> (tile<bf16>, tile<i1>) {
    if %32 {
      continue %one_2, %32 : tile<bf16>, tile<i1>
    } else {
    }
    continue %one_1, %32 : tile<bf16>, tile<i1>
  }
  %33, %34 = for %i_1 in (%29 to %n, step %25) : tile<i32> iter_values(%one_3 = %30, %35 = %31) -> (tile<bf16>, tile<i1>) {
    if %35 {
      continue %one_3, %35 : tile<bf16>, tile<i1>
    } else {
    }
    continue %one_3, %10 : tile<bf16>, tile<i1>
  }
  %36 = constant <i32: 0> : tile<i32>
  %37 = ftoi %33 signed  : tile<bf16> -> tile<i32>
  %38 = reshape %37 : tile<i32> -> tile<1xi32>
  %39 = broadcast %38 : tile<1xi32> -> tile<4xi32>
  %40 = make_partition_view %13 : partition_view<tile=(4), tensor_view<?xi32, strides=[1]>>
  %41 = store_view_tko weak %39, %40[%36] token = %0 : tile<4xi32>, partition_view<tile=(4), tensor_view<?xi32, strides=[1]>>, tile<i32> -> token
  %42 = constant <i32: 0> : tile<i32>
  %43 = constant <f32: 3.000000e+00> : tile<f32>
  %44 = reshape %43 : tile<f32> -> tile<1xf32>
  %45 = make_partition_view %15 : partition_view<tile=(1), tensor_view<?xf32, strides=[1]>>
  %46 = store_view_tko weak %44, %45[%42] token = %0 : tile<1xf32>, partition_view<tile=(1), tensor_view<?xf32, strides=[1]>>, tile<i32> -> token
  %other = constant <bf16: 1.000000e+00> : tile<bf16>
  %other_1 = constant <bf16: 1.000000e+00> : tile<bf16>
  %47 = constant <i32: 1> : tile<i32>
  %m_1, %other_2 = loop iter_values(%m_2 = %m, %other_3 = %other) : tile<i32>, tile<bf16> -> tile<i32>, tile<bf16> {
    %48 = cmpi less_than %n, %m_2, signed : tile<i32> -> tile<i1>
    if %48 {
    } else {
      break %m_2, %other_3 : tile<i32>, tile<bf16>
    }
    %m_3 = subi %m_2, %47 : tile<i32>
    continue %m_3, %other_1 : tile<i32>, tile<bf16>
  }
  %49 = constant <i32: 1> : tile<i32>
  %50 = ftoi %other_2 signed  : tile<bf16> -> tile<i32>
  %51 = reshape %50 : tile<i32> -> tile<1xi32>
  %52 = broadcast %51 : tile<1xi32> -> tile<4xi32>
  %53 = make_partition_view %13 : partition_view<tile=(4), tensor_view<?xi32, strides=[1]>>
  %54 = store_view_tko weak %52, %53[%49] token = %41 : tile<4xi32>, partition_view<tile=(4), tensor_view<?xi32, strides=[1]>>, tile<i32> -> token
  %three = constant <f32: 1.000000e+00> : tile<f32>
  %55 = constant <i32: 0> : tile<i32>
  %56 = constant <i32: 1> : tile<i32>
  %three_1 = constant <f32: 3.000000e+00> : tile<f32>
  %three_2 = for %i_2 in (%55 to %n, step %56) : tile<i32> iter_values(%three_3 = %three) -> (tile<f32>) {
    continue %three_1 : tile<f32>
  }
  %57 = constant <i32: 2> : tile<i32>
  %58 = ftoi %three_2 signed  : tile<f32> -> tile<i32>
  %59 = reshape %58 : tile<i32> -> tile<1xi32>
  %60 = make_partition_view %13 : partition_view<tile=(1), tensor_view<?xi32, strides=[1]>>
  %61 = store_view_tko weak %59, %60[%57] token = %54 : tile<1xi32>, partition_view<tile=(1), tensor_view<?xi32, strides=[1]>>, tile<i32> -> token
  %62 = constant <i32: 3> : tile<i32>
  %63 = constant <i32: 8> : tile<i32>
  %64 = muli %n, %63 : tile<i32>
  %65 = mini %64, %63 signed : tile<i32>
  %66 = subi %65, %63 : tile<i32>
  %67 = constant <i32: 4> : tile<i32>
  %68 = muli %m_1, %67 : tile<i32>
  %69 = mini %68, %67 signed : tile<i32>
  %70 = subi %69, %67 : tile<i32>
  %71 = addi %66, %70 : tile<i32>
  %72 = reshape %71 : tile<i32> -> tile<1xi32>
  %73 = make_partition_view %13 : partition_view<tile=(1), tensor_view<?xi32, strides=[1]>>
  %74 = store_view_tko weak %72, %73[%62] token = %61 : tile<1xi32>, partition_view<tile=(1), tensor_view<?xi32, strides=[1]>>, tile<i32> -> token
  %75 = constant <i32: 4> : tile<i32>
  %76 = make_partition_view %13 : partition_view<tile=(4), tensor_view<?xi32, strides=[1]>>
  %77, %78 = load_view_tko weak %76[%75] token = %74 : partition_view<tile=(4), tensor_view<?xi32, strides=[1]>>, tile<i32> -> tile<4xi32>, token
  %79 = join_tokens %74, %78 : token
  %quotient = divi %77, %11 signed rounding<negative_inf> : tile<4xi32>
  %80 = remi %77, %11 signed : tile<4xi32>
  %81 = constant <i32: 0> : tile<4xi32>
  %82 = cmpi less_than %80, %81, signed : tile<4xi32> -> tile<4xi1>
  %83 = cmpi less_than %11, %81, signed : tile<4xi32> -> tile<4xi1>
  %84 = xori %82, %83 : tile<4xi1>
  %85 = cmpi not_equal %80, %81, signed : tile<4xi32> -> tile<4xi1>
  %86 = andi %84, %85 : tile<4xi1>
  %87 = addi %80, %11 : tile<4xi32>
  %rest = select %86, %87, %80 : tile<4xi1>, tile<4xi32>
  %88 = constant <i32: 5> : tile<i32>
  %89 = addi %quotient, %rest : tile<4xi32>
  %90 = make_partition_view %13 : partition_view<tile=(4), tensor_view<?xi32, strides=[1]>>
  %91 = store_view_tko weak %89, %90[%88] token = %79 : tile<4xi32>, partition_view<tile=(4), tensor_view<?xi32, strides=[1]>>, tile<i32> -> token
  %92 = constant <i32: 0> : tile<i32>
  %93 = constant <i32: 0> : tile<i32>
  %94 = constant <i32: 0> : tile<i32>
  %95 = make_partition_view %23 : partition_view<tile=(2x16x16), tensor_view<?x?x?xf16, strides=[?,?,1]>>
  %g, %96 = load_view_tko weak %95[%92, %93, %94] token = %0 : partition_view<tile=(2x16x16), tensor_view<?x?x?xf16, strides=[?,?,1]>>, tile<i32> -> tile<2x16x16xf16>, token
  %97 = join_tokens %0, %96 : token
  %98 = constant <i32: 1> : tile<i32>
  %99 = constant <i32: 0> : tile<i32>
  %100 = constant <i32: 0> : tile<i32>
  %101 = constant <i32: 2> : tile<i32>
  %102 = constant <i32: 0> : tile<i32>
  %103 = constant <i32: 0> : tile<i32>
  %104 = make_partition_view %23 : partition_view<tile=(1x16x16), tensor_view<?x?x?xf16, strides=[?,?,1]>>
  %105, %106 = load_view_tko weak %104[%101, %102, %103] token = %0 : partition_view<tile=(1x16x16), tensor_view<?x?x?xf16, strides=[?,?,1]>>, tile<i32> -> tile<1x16x16xf16>, token
  %107 = join_tokens %97, %106 : token
  %108 = broadcast %105 : tile<1x16x16xf16> -> tile<2x16x16xf16>
  %109 = constant <f16: 0.000000e+00> : tile<2x16x16xf16>
  %110 = mmaf %g, %108, %109 : tile<2x16x16xf16>, tile<2x16x16xf16>, tile<2x16x16xf16>
  %111 = make_partition_view %23 : partition_view<tile=(2x16x16), tensor_view<?x?x?xf16, strides=[?,?,1]>>
  %112 = store_view_tko weak %110, %111[%98, %99, %100] token = %107 : tile<2x16x16xf16>, partition_view<tile=(2x16x16), tensor_view<?x?x?xf16, strides=[?,?,1]>>, tile<i32> -> token
  return
}
