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
  %48, %49 = loop iter_values(%m_1 = %m, %other_2 = %other) : tile<i32>, tile<bf16> -> tile<i32>, tile<bf16> {
    %50 = cmpi less_than %n, %m_1, signed : tile<i32> -> tile<i1>
    if %50 {
    } else {
      break %m_1, %other_2 : tile<i32>, tile<bf16>
    }
    %m_2 = subi %m_1, %47 : tile<i32>
    continue %m_2, %other_1 : tile<i32>, tile<bf16>
  }
  %51 = constant <i32: 1> : tile<i32>
  %52 = ftoi %49 signed  : tile<bf16> -> tile<i32>
  %53 = reshape %52 : tile<i32> -> tile<1xi32>
  %54 = broadcast %53 : tile<1xi32> -> tile<4xi32>
  %55 = make_partition_view %13 : partition_view<tile=(4), tensor_view<?xi32, strides=[1]>>
  %56 = store_view_tko weak %54, %55[%51] token = %41 : tile<4xi32>, partition_view<tile=(4), tensor_view<?xi32, strides=[1]>>, tile<i32> -> token
  %three = constant <f32: 1.000000e+00> : tile<f32>
  %57 = constant <i32: 0> : tile<i32>
  %58 = constant <i32: 1> : tile<i32>
  %three_1 = constant <f32: 3.000000e+00> : tile<f32>
  %59 = for %i_2 in (%57 to %n, step %58) : tile<i32> iter_values(%three_2 = %three) -> (tile<f32>) {
    continue %three_1 : tile<f32>
  }
  %60 = constant <i32: 2> : tile<i32>
  %61 = ftoi %59 signed  : tile<f32> -> tile<i32>
  %62 = reshape %61 : tile<i32> -> tile<1xi32>
  %63 = make_partition_view %13 : partition_view<tile=(1), tensor_view<?xi32, strides=[1]>>
  %64 = store_view_tko weak %62, %63[%60] token = %56 : tile<1xi32>, partition_view<tile=(1), tensor_view<?xi32, strides=[1]>>, tile<i32> -> token
  %65 = constant <i32: 3> : tile<i32>
  %66 = constant <i32: 8> : tile<i32>
  %67 = muli %n, %66 : tile<i32>
  %68 = mini %67, %66 signed : tile<i32>
  %69 = subi %68, %66 : tile<i32>
  %70 = constant <i32: 4> : tile<i32>
  %71 = muli %48, %70 : tile<i32>
  %72 = mini %71, %70 signed : tile<i32>
  %73 = subi %72, %70 : tile<i32>
  %74 = addi %69, %73 : tile<i32>
  %75 = reshape %74 : tile<i32> -> tile<1xi32>
  %76 = make_partition_view %13 : partition_view<tile=(1), tensor_view<?xi32, strides=[1]>>
  %77 = store_view_tko weak %75, %76[%65] token = %64 : tile<1xi32>, partition_view<tile=(1), tensor_view<?xi32, strides=[1]>>, tile<i32> -> token
  %78 = constant <i32: 4> : tile<i32>
  %79 = make_partition_view %13 : partition_view<tile=(4), tensor_view<?xi32, strides=[1]>>
  %80, %81 = load_view_tko weak %79[%78] token = %77 : partition_view<tile=(4), tensor_view<?xi32, strides=[1]>>, tile<i32> -> tile<4xi32>, token
  %82 = join_tokens %77, %81 : token
  %quotient = divi %80, %11 signed rounding<negative_inf> : tile<4xi32>
  %83 = remi %80, %11 signed : tile<4xi32>
  %84 = constant <i32: 0> : tile<4xi32>
  %85 = cmpi less_than %83, %84, signed : tile<4xi32> -> tile<4xi1>
  %86 = cmpi less_than %11, %84, signed : tile<4xi32> -> tile<4xi1>
  %87 = xori %85, %86 : tile<4xi1>
  %88 = cmpi not_equal %83, %84, signed : tile<4xi32> -> tile<4xi1>
  %89 = andi %87, %88 : tile<4xi1>
  %90 = addi %83, %11 : tile<4xi32>
  %rest = select %89, %90, %83 : tile<4xi1>, tile<4xi32>
  %91 = constant <i32: 5> : tile<i32>
  %92 = addi %quotient, %rest : tile<4xi32>
  %93 = make_partition_view %13 : partition_view<tile=(4), tensor_view<?xi32, strides=[1]>>
  %94 = store_view_tko weak %92, %93[%91] token = %82 : tile<4xi32>, partition_view<tile=(4), tensor_view<?xi32, strides=[1]>>, tile<i32> -> token
  %95 = constant <i32: 0> : tile<i32>
  %96 = constant <i32: 0> : tile<i32>
  %97 = constant <i32: 0> : tile<i32>
  %98 = make_partition_view %23 : partition_view<tile=(2x16x16), tensor_view<?x?x?xf16, strides=[?,?,1]>>
  %g, %99 = load_view_tko weak %98[%95, %96, %97] token = %0 : partition_view<tile=(2x16x16), tensor_view<?x?x?xf16, strides=[?,?,1]>>, tile<i32> -> tile<2x16x16xf16>, token
  %100 = join_tokens %0, %99 : token
  %101 = constant <i32: 1> : tile<i32>
  %102 = constant <i32: 0> : tile<i32>
  %103 = constant <i32: 0> : tile<i32>
  %104 = constant <i32: 2> : tile<i32>
  %105 = constant <i32: 0> : tile<i32>
  %106 = constant <i32: 0> : tile<i32>
  %107 = make_partition_view %23 : partition_view<tile=(1x16x16), tensor_view<?x?x?xf16, strides=[?,?,1]>>
  %108, %109 = load_view_tko weak %107[%104, %105, %106] token = %0 : partition_view<tile=(1x16x16), tensor_view<?x?x?xf16, strides=[?,?,1]>>, tile<i32> -> tile<1x16x16xf16>, token
  %110 = join_tokens %100, %109 : token
  %111 = broadcast %108 : tile<1x16x16xf16> -> tile<2x16x16xf16>
  %112 = constant <f16: 0.000000e+00> : tile<2x16x16xf16>
  %113 = mmaf %g, %111, %112 : tile<2x16x16xf16>, tile<2x16x16xf16>, tile<2x16x16xf16>
  %114 = make_partition_view %23 : partition_view<tile=(2x16x16), tensor_view<?x?x?xf16, strides=[?,?,1]>>
  %115 = store_view_tko weak %113, %114[%101, %102, %103] token = %110 : tile<2x16x16xf16>, partition_view<tile=(2x16x16), tensor_view<?x?x?xf16, strides=[?,?,1]>>, tile<i32> -> token
  return
}
