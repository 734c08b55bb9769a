entry @corners_Kt1_A1f32_1t1_p16_A1i32_1t1_p16_Si32_Sf32(%X: tile<ptr<f32>>, %X_size0: tile<i32>, %X_stride0: tile<i32>, %Y: tile<ptr<i32>>, %Y_size0: tile<i32>, %Y_stride0: tile<i32>, %n: tile<i32>, %f: tile<f32>) optimization_hints=<default = {}> {
  %0 = make_token : token
  %1 = assume div_by<16>, %X : tile<ptr<f32>>
  %2 = assume div_by<16>, %Y : tile<ptr<i32>>
  %3 = constant <i32: 1> : tile<i32>
  %4 = constant <i32: 1> : tile<i32>
  %5 = constant <i32: 1> : tile<1xi32>
  %6 = constant <i1: false> : tile<i1>
  %7 = constant <i1: true> : tile<i1>
  %8 = constant <i1: false> : tile<i1>
  %9 = constant <i1: true> : tile<i1>
  %10 = constant <i32: 32> : tile<i32>
  %11 = constant <i32: 1> : tile<i32>
  %12 = constant <i32: 4> : tile<1xi32>
  %13 = assume bounded<0, ?>, %X_size0 : tile<i32>
  %14 = make_tensor_view %1, shape = [%13], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
  %15 = assume bounded<0, ?>, %Y_size0 : tile<i32>
  %16 = make_tensor_view %2, shape = [%15], strides = [1] : tile<i32> -> tensor_view<?xi32, strides=[1]>
  %17 = constant <i32: 0> : tile<i32>
  %18 = make_partition_view %14 : partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>
  %a, %19 = load_view_tko weak %18[%17] token = %0 : partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>, tile<i32> -> tile<8xf32>, token
  %20 = join_tokens %0, %19 : token
  %21 = constant <i32: 1> : tile<i32>
  %22 = make_partition_view %14 : partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>
  %b, %23 = load_view_tko weak %22[%21] token = %0 : partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>, tile<i32> -> tile<8xf32>, token
  %24 = join_tokens %20, %23 : token
  %product = mulf %a, %b  : tile<8xf32>
  %25 = mulf %b, %b  : tile<8xf32>
  %rest = subf %product, %25  : tile<8xf32>
  %26 = ftoi %f signed  : tile<f32> -> tile<i32>
  %27 = reshape %n : tile<i32> -> tile<1xi32>
  %28 = cat %27, %5 dim = 0 : tile<1xi32>, tile<1xi32> -> tile<2xi32>
  %29 = reshape %26 : tile<i32> -> tile<1xi32>
  %30 = reshape %n : tile<i32> -> tile<1xi32>
  %31 = cat %29, %30 dim = 0 : tile<1xi32>, tile<1xi32> -> tile<2xi32>
  %tile = cat %28, %31 dim = 0 : tile<2xi32>, tile<2xi32> -> tile<4xi32>
  %32 = constant <i32: 32> : tile<i32>
  %33 = make_partition_view %16 : partition_view<tile=(4), tensor_view<?xi32, strides=[1]>>
  %34 = store_view_tko weak %tile, %33[%32] token = %0 : tile<4xi32>, partition_view<tile=(4), tensor_view<?xi32, strides=[1]>>, tile<i32> -> token
  %rest_1 = addf %rest, %product  : tile<8xf32>
  %35 = constant <i32: 0> : tile<i32>
  %36 = constant <i32: 1> : tile<i32>
  %37 = constant <f32: 1.000000e+00> : tile<f32>
  %38 = reshape %37 : tile<f32> -> tile<1xf32>
  %39 = broadcast %38 : tile<1xf32> -> tile<8xf32>
  %40 = constant <i32: 2> : tile<i32>
  %41, %42, %43 = for %i in (%35 to %n, step %36) : tile<i32> iter_values(%rest_2 = %rest_1, %44 = %6, %45 = %8) -> (tile<8xf32>, tile<i1>, tile<i1>) {
    if %45 {
      continue %rest_2, %44, %45 : tile<8xf32>, tile<i1>, tile<i1>
    } else {
    }
    %rest_3 = addf %rest_2, %39  : tile<8xf32>
    %46 = cmpi equal %i, %40, signed : tile<i32> -> tile<i1>
    if %46 {
      continue %rest_2, %7, %9 : tile<8xf32>, tile<i1>, tile<i1>
    } else {
    }
    continue %rest_3, %44, %45 : tile<8xf32>, tile<i1>, tile<i1>
  }
  if %42 {
    return
  } else {
  }
  %47 = constant <i32: 0> : tile<i32>
  %48 = constant <i32: 1> : tile<i32>
  %49 = constant <i32: 4> : tile<i32>
  %50 = constant <i32: 6> : tile<i32>
  %51 = for %i_1 in (%47 to %n, step %48) : tile<i32> iter_values(%rest_4 = %41) -> (tile<8xf32>) {
    %52 = cmpi greater_than %i_1, %49, signed : tile<i32> -> tile<i1>
    %53 = if %52 -> (tile<8xf32>) {
      %54 = constant <f32: 2.000000e+00> : tile<f32>
      %55 = reshape %54 : tile<f32> -> tile<1xf32>
      %56 = broadcast %55 : tile<1xf32> -> tile<8xf32>
      %rest_5 = addf %rest_4, %56  : tile<8xf32>
      yield %rest_5 : tile<8xf32>
    } else {
      yield %rest_4 : tile<8xf32>
    }
    %57 = cmpi greater_than %i_1, %50, signed : tile<i32> -> tile<i1>
    %58 = if %57 -> (tile<8xf32>) {
      %59 = constant <f32: 4.000000e+00> : tile<f32>
      %60 = reshape %59 : tile<f32> -> tile<1xf32>
      %61 = broadcast %60 : tile<1xf32> -> tile<8xf32>
      %rest_6 = addf %53, %61  : tile<8xf32>
      yield %rest_6 : tile<8xf32>
    } else {
      yield %53 : tile<8xf32>
    }
    continue %58 : tile<8xf32>
  }
  %62 = constant <i32: 8> : tile<i32>
  %63 = muli %62, %3 : tile<i32>
  %64 = exti %63 signed : tile<i32> -> tile<i64>
  %65 = offset %1, %64 : tile<ptr<f32>>, tile<i64> -> tile<ptr<f32>>
  %66 = assume div_by<16>, %65 : tile<ptr<f32>>
  %67 = constant <i32: 32> : tile<i32>
  %68 = make_tensor_view %66, shape = [32], strides = [1] : tensor_view<32xf32, strides=[1]>
  %69 = exti %n signed : tile<i32> -> tile<i64>
  %70 = make_partition_view %68 : partition_view<tile=(8), tensor_view<32xf32, strides=[1]>>
  %71 = trunci %69 : tile<i64> -> tile<i32>
  %72 = store_view_tko weak %51, %70[%71] token = %24 : tile<8xf32>, partition_view<tile=(8), tensor_view<32xf32, strides=[1]>>, tile<i32> -> token
  %73 = exti %n signed : tile<i32> -> tile<i64>
  %74 = constant <f32: 1.000000e+00> : tile<f32>
  %75 = reshape %74 : tile<f32> -> tile<1xf32>
  %76 = broadcast %75 : tile<1xf32> -> tile<8xf32>
  %77 = make_partition_view %14 : partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>
  %78 = trunci %73 : tile<i64> -> tile<i32>
  %79 = atomic_red_view_tko relaxed device %77[%78], addf, %76 token = %72 : tile<8xf32>, partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>, tile<i32> -> token
  %80 = constant <i32: 5> : tile<i32>
  %81 = cmpi greater_than %n, %80, signed : tile<i32> -> tile<i1>
  %82 = constant <i32: 1> : tile<i32>
  %b_1 = addi %n, %82 : tile<i32>
  %83 = constant <i32: 0> : tile<i32>
  %84 = loop iter_values(%85 = %83) : tile<i32> -> tile<i32> {
    if %81 {
      break %n : tile<i32>
    } else {
    }
    break %b_1 : tile<i32>
  }
  %86 = constant <f32: 5.000000e-01> : tile<f32>
  %87 = constant <i32: 2> : tile<i32>
  %88 = fpowi %86, %87 : tile<f32>, tile<i32>
  %89 = constant <f32: 4.000000e+00> : tile<f32>
  %90 = addf %88, %89  : tile<f32>
  %91 = reshape %90 : tile<f32> -> tile<1xf32>
  %92 = make_partition_view %14 : partition_view<tile=(1), tensor_view<?xf32, strides=[1]>>
  %93 = store_view_tko weak %91, %92[%84] token = %79 : tile<1xf32>, partition_view<tile=(1), tensor_view<?xf32, strides=[1]>>, tile<i32> -> token
  %94 = constant <i32: 8> : tile<i32>
  %95 = constant <i32: 0> : tile<i32>
  %96 = constant <i32: 1> : tile<i32>
  %97 = mini %94, %n signed : tile<i32>
  %98 = maxi %95, %n signed : tile<i32>
  %99 = for %i_2 in (%95 to %97, step %96) : tile<i32> iter_values(%100 = %34) -> (token) {
    %101 = make_partition_view %16 : partition_view<tile=(1), tensor_view<?xi32, strides=[1]>>
    %102 = store_view_tko weak %12, %101[%i_2] token = %100 : tile<1xi32>, partition_view<tile=(1), tensor_view<?xi32, strides=[1]>>, tile<i32> -> token
    continue %102 : token
  }
  %103 = for %i_3 in (%98 to %94, step %96) : tile<i32> iter_values(%104 = %99) -> (token) {
    continue %104 : token
  }
  %105 = constant <i32: 3> : tile<i32>
  %106 = remi %n, %105 signed : tile<i32>
  %107 = constant <i32: 0> : tile<i32>
  %108 = cmpi less_than %106, %107, signed : tile<i32> -> tile<i1>
  %109 = constant <i1: false> : tile<i1>
  %110 = xori %108, %109 : tile<i1>
  %111 = cmpi not_equal %106, %107, signed : tile<i32> -> tile<i1>
  %112 = andi %110, %111 : tile<i1>
  %113 = addi %106, %105 : tile<i32>
  %114 = select %112, %113, %106 : tile<i1>, tile<i32>
  %115 = constant <f32: 5.000000e-01> : tile<f32>
  %116 = join_tokens %0, %93, %103 : token
  %117 = print_tko "%d of %.1f 3\0A", %114, %115 token=%116 : tile<i32>, tile<f32> -> token
  return
}
