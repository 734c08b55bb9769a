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
  %10 = constant <i32: 1> : tile<i32>
  %11 = constant <i32: 4> : tile<1xi32>
  %12 = assume bounded<0, ?>, %X_size0 : tile<i32>
  %13 = make_tensor_view %1, shape = [%12], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
  %14 = assume bounded<0, ?>, %Y_size0 : tile<i32>
  %15 = make_tensor_view %2, shape = [%14], strides = [1] : tile<i32> -> tensor_view<?xi32, strides=[1]>
  %16 = constant <i32: 0> : tile<i32>
  %17 = make_partition_view %13 : partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>
  %a, %18 = load_view_tko weak %17[%16] token = %0 : partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>, tile<i32> -> tile<8xf32>, token
  %19 = join_tokens %0, %18 : token
  %20 = constant <i32: 1> : tile<i32>
  %21 = make_partition_view %13 : partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>
  %b, %22 = load_view_tko weak %21[%20] token = %0 : partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>, tile<i32> -> tile<8xf32>, token
  %23 = join_tokens %19, %22 : token
  %product = mulf %a, %b  : tile<8xf32>
  %24 = mulf %b, %b  : tile<8xf32>
  %rest = subf %product, %24  : tile<8xf32>
  %25 = ftoi %f signed  : tile<f32> -> tile<i32>
  %26 = reshape %n : tile<i32> -> tile<1xi32>
  %27 = cat %26, %5 dim = 0 : tile<1xi32>, tile<1xi32> -> tile<2xi32>
  %28 = reshape %25 : tile<i32> -> tile<1xi32>
  %29 = reshape %n : tile<i32> -> tile<1xi32>
  %30 = cat %28, %29 dim = 0 : tile<1xi32>, tile<1xi32> -> tile<2xi32>
  %tile = cat %27, %30 dim = 0 : tile<2xi32>, tile<2xi32> -> tile<4xi32>
  %31 = constant <i32: 32> : tile<i32>
  %32 = make_partition_view %15 : partition_view<tile=(4), tensor_view<?xi32, strides=[1]>>
  %33 = store_view_tko weak %tile, %32[%31] token = %0 : tile<4xi32>, partition_view<tile=(4), tensor_view<?xi32, strides=[1]>>, tile<i32> -> token
  %rest_1 = addf %rest, %product  : tile<8xf32>
  %34 = constant <i32: 0> : tile<i32>
  %35 = constant <i32: 1> : tile<i32>
  %36 = constant <f32: 1.000000e+00> : tile<f32>
  %37 = reshape %36 : tile<f32> -> tile<1xf32>
  %38 = broadcast %37 : tile<1xf32> -> tile<8xf32>
  %39 = constant <i32: 2> : tile<i32>
  %40, %41, %42 = for %i in (%34 to %n, step %35) : tile<i32> iter_values(%rest_2 = %rest_1, %43 = %6, %44 = %8) -> (tile<8xf32>, tile<i1>, tile<i1>) {
    if %44 {
      continue %rest_2, %43, %44 : tile<8xf32>, tile<i1>, tile<i1>
    } else {
    }
    %rest_3 = addf %rest_2, %38  : tile<8xf32>
    %45 = cmpi equal %i, %39, signed : tile<i32> -> tile<i1>
    if %45 {
      continue %rest_2, %7, %9 : tile<8xf32>, tile<i1>, tile<i1>
    } else {
    }
    continue %rest_3, %43, %44 : tile<8xf32>, tile<i1>, tile<i1>
  }
  if %41 {
    return
  } else {
  }
  %46 = constant <i32: 0> : tile<i32>
  %47 = constant <i32: 1> : tile<i32>
  %48 = constant <i32: 4> : tile<i32>
  %49 = constant <i32: 6> : tile<i32>
  %50 = for %i_1 in (%46 to %n, step %47) : tile<i32> iter_values(%rest_4 = %40) -> (tile<8xf32>) {
    %51 = cmpi greater_than %i_1, %48, signed : tile<i32> -> tile<i1>
    %52 = if %51 -> (tile<8xf32>) {
      %53 = constant <f32: 2.000000e+00> : tile<f32>
      %54 = reshape %53 : tile<f32> -> tile<1xf32>
      %55 = broadcast %54 : tile<1xf32> -> tile<8xf32>
      %rest_5 = addf %rest_4, %55  : tile<8xf32>
      yield %rest_5 : tile<8xf32>
    } else {
      yield %rest_4 : tile<8xf32>
    }
    %56 = cmpi greater_than %i_1, %49, signed : tile<i32> -> tile<i1>
    %57 = if %56 -> (tile<8xf32>) {
      %58 = constant <f32: 4.000000e+00> : tile<f32>
      %59 = reshape %58 : tile<f32> -> tile<1xf32>
      %60 = broadcast %59 : tile<1xf32> -> tile<8xf32>
      %rest_6 = addf %52, %60  : tile<8xf32>
      yield %rest_6 : tile<8xf32>
    } else {
      yield %52 : tile<8xf32>
    }
    continue %57 : tile<8xf32>
  }
  %61 = constant <i32: 8> : tile<i32>
  %62 = muli %61, %3 : tile<i32>
  %63 = exti %62 signed : tile<i32> -> tile<i64>
  %64 = offset %1, %63 : tile<ptr<f32>>, tile<i64> -> tile<ptr<f32>>
  %65 = assume div_by<16>, %64 : tile<ptr<f32>>
  %66 = constant <i32: 32> : tile<i32>
  %67 = make_tensor_view %65, shape = [32], strides = [1] : tensor_view<32xf32, strides=[1]>
  %68 = exti %n signed : tile<i32> -> tile<i64>
  %69 = make_partition_view %67 : partition_view<tile=(8), tensor_view<32xf32, strides=[1]>>
  %70 = trunci %68 : tile<i64> -> tile<i32>
  %71 = store_view_tko weak %50, %69[%70] token = %23 : tile<8xf32>, partition_view<tile=(8), tensor_view<32xf32, strides=[1]>>, tile<i32> -> token
  %72 = exti %n signed : tile<i32> -> tile<i64>
  %73 = constant <f32: 1.000000e+00> : tile<f32>
  %74 = reshape %73 : tile<f32> -> tile<1xf32>
  %75 = broadcast %74 : tile<1xf32> -> tile<8xf32>
  %76 = make_partition_view %13 : partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>
  %77 = trunci %72 : tile<i64> -> tile<i32>
  %78 = atomic_red_view_tko relaxed device %76[%77], addf, %75 token = %71 : tile<8xf32>, partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>, tile<i32> -> token
  %79 = constant <i32: 5> : tile<i32>
  %80 = cmpi greater_than %n, %79, signed : tile<i32> -> tile<i1>
  %81 = constant <i32: 1> : tile<i32>
  %b_1 = addi %n, %81 : tile<i32>
  %82 = constant <i32: 0> : tile<i32>
  %83 = loop iter_values(%84 = %82) : tile<i32> -> tile<i32> {
    if %80 {
      break %n : tile<i32>
    } else {
    }
    break %b_1 : tile<i32>
  }
  %85 = constant <f32: 5.000000e-01> : tile<f32>
  %86 = constant <i32: 2> : tile<i32>
  %87 = fpowi %85, %86 : tile<f32>, tile<i32>
  %88 = constant <f32: 4.000000e+00> : tile<f32>
  %89 = addf %87, %88  : tile<f32>
  %90 = reshape %89 : tile<f32> -> tile<1xf32>
  %91 = make_partition_view %13 : partition_view<tile=(1), tensor_view<?xf32, strides=[1]>>
  %92 = store_view_tko weak %90, %91[%83] token = %78 : tile<1xf32>, partition_view<tile=(1), tensor_view<?xf32, strides=[1]>>, tile<i32> -> token
  %93 = constant <i32: 8> : tile<i32>
  %94 = constant <i32: 0> : tile<i32>
  %95 = constant <i32: 1> : tile<i32>
  %96 = mini %93, %n signed : tile<i32>
  %97 = maxi %94, %n signed : tile<i32>
  %98 = for %i_2 in (%94 to %96, step %95) : tile<i32> iter_values(%99 = %33) -> (token) {
    %100 = make_partition_view %15 : partition_view<tile=(1), tensor_view<?xi32, strides=[1]>>
    %101 = store_view_tko weak %11, %100[%i_2] token = %99 : tile<1xi32>, partition_view<tile=(1), tensor_view<?xi32, strides=[1]>>, tile<i32> -> token
    continue %101 : token
  }
  %102 = for %i_3 in (%97 to %93, step %95) : tile<i32> iter_values(%103 = %98) -> (token) {
    continue %103 : token
  }
  %104 = constant <i32: 3> : tile<i32>
  %105 = remi %n, %104 signed : tile<i32>
  %106 = constant <i32: 0> : tile<i32>
  %107 = cmpi less_than %105, %106, signed : tile<i32> -> tile<i1>
  %108 = constant <i1: false> : tile<i1>
  %109 = xori %107, %108 : tile<i1>
  %110 = cmpi not_equal %105, %106, signed : tile<i32> -> tile<i1>
  %111 = andi %109, %110 : tile<i1>
  %112 = addi %105, %104 : tile<i32>
  %113 = select %111, %112, %105 : tile<i1>, tile<i32>
  %114 = constant <f32: 5.000000e-01> : tile<f32>
  %115 = join_tokens %0, %92, %102 : token
  %116 = print_tko "%d of %.1f 3\0A", %113, %114 token=%115 : tile<i32>, tile<f32> -> token
  return
}
