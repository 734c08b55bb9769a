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
  %rest_2, %40, %41 = for %i in (%34 to %n, step %35) : tile<i32> iter_values(%rest_3 = %rest_1, %42 = %6, %43 = %8) -> (tile<8xf32>, tile<i1>, tile<i1>) {
    if %43 {
      continue %rest_3, %42, %43 : tile<8xf32>, tile<i1>, tile<i1>
    } else {
    }
    %rest_4 = addf %rest_3, %38  : tile<8xf32>
    %44 = cmpi equal %i, %39, signed : tile<i32> -> tile<i1>
    if %44 {
      continue %rest_3, %7, %9 : tile<8xf32>, tile<i1>, tile<i1>
    } else {
    }
    continue %rest_4, %42, %43 : tile<8xf32>, tile<i1>, tile<i1>
  }
  if %40 {
    return
  } else {
  }
  %45 = constant <i32: 0> : tile<i32>
  %46 = constant <i32: 1> : tile<i32>
  %47 = constant <i32: 4> : tile<i32>
  %48 = constant <i32: 6> : tile<i32>
  %rest_5 = for %i_1 in (%45 to %n, step %46) : tile<i32> iter_values(%rest_6 = %rest_2) -> (tile<8xf32>) {
    %49 = cmpi greater_than %i_1, %47, signed : tile<i32> -> tile<i1>
    %rest_7 = if %49 -> (tile<8xf32>) {
      %50 = constant <f32: 2.000000e+00> : tile<f32>
      %51 = reshape %50 : tile<f32> -> tile<1xf32>
      %52 = broadcast %51 : tile<1xf32> -> tile<8xf32>
      %rest_8 = addf %rest_6, %52  : tile<8xf32>
      yield %rest_8 : tile<8xf32>
    } else {
      yield %rest_6 : tile<8xf32>
    }
    %53 = cmpi greater_than %i_1, %48, signed : tile<i32> -> tile<i1>
    %rest_9 = if %53 -> (tile<8xf32>) {
      %54 = constant <f32: 4.000000e+00> : tile<f32>
      %55 = reshape %54 : tile<f32> -> tile<1xf32>
      %56 = broadcast %55 : tile<1xf32> -> tile<8xf32>
      %rest_10 = addf %rest_7, %56  : tile<8xf32>
      yield %rest_10 : tile<8xf32>
    } else {
      yield %rest_7 : tile<8xf32>
    }
    continue %rest_9 : tile<8xf32>
  }
  %57 = constant <i32: 8> : tile<i32>
  %58 = muli %57, %3 : tile<i32>
  %59 = exti %58 signed : tile<i32> -> tile<i64>
  %60 = offset %1, %59 : tile<ptr<f32>>, tile<i64> -> tile<ptr<f32>>
  %61 = assume div_by<16>, %60 : tile<ptr<f32>>
  %62 = constant <i32: 32> : tile<i32>
  %63 = make_tensor_view %61, shape = [32], strides = [1] : tensor_view<32xf32, strides=[1]>
  %64 = exti %n signed : tile<i32> -> tile<i64>
  %65 = make_partition_view %63 : partition_view<tile=(8), tensor_view<32xf32, strides=[1]>>
  %66 = trunci %64 : tile<i64> -> tile<i32>
  %67 = store_view_tko weak %rest_5, %65[%66] token = %23 : tile<8xf32>, partition_view<tile=(8), tensor_view<32xf32, strides=[1]>>, tile<i32> -> token
  %68 = exti %n signed : tile<i32> -> tile<i64>
  %69 = constant <f32: 1.000000e+00> : tile<f32>
  %70 = reshape %69 : tile<f32> -> tile<1xf32>
  %71 = broadcast %70 : tile<1xf32> -> tile<8xf32>
  %72 = make_partition_view %13 : partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>
  %73 = trunci %68 : tile<i64> -> tile<i32>
  %74 = atomic_red_view_tko relaxed device %72[%73], addf, %71 token = %67 : tile<8xf32>, partition_view<tile=(8), tensor_view<?xf32, strides=[1]>>, tile<i32> -> token
  %75 = constant <i32: 5> : tile<i32>
  %76 = cmpi greater_than %n, %75, signed : tile<i32> -> tile<i1>
  %77 = constant <i32: 1> : tile<i32>
  %b_1 = addi %n, %77 : tile<i32>
  %78 = constant <i32: 0> : tile<i32>
  %79 = loop iter_values(%80 = %78) : tile<i32> -> tile<i32> {
    if %76 {
      break %n : tile<i32>
    } else {
    }
    break %b_1 : tile<i32>
  }
  %81 = constant <f32: 5.000000e-01> : tile<f32>
  %82 = constant <i32: 2> : tile<i32>
  %83 = fpowi %81, %82 : tile<f32>, tile<i32>
  %84 = constant <f32: 4.000000e+00> : tile<f32>
  %85 = addf %83, %84  : tile<f32>
  %86 = reshape %85 : tile<f32> -> tile<1xf32>
  %87 = make_partition_view %13 : partition_view<tile=(1), tensor_view<?xf32, strides=[1]>>
  %88 = store_view_tko weak %86, %87[%79] token = %74 : tile<1xf32>, partition_view<tile=(1), tensor_view<?xf32, strides=[1]>>, tile<i32> -> token
  %89 = constant <i32: 8> : tile<i32>
  %90 = constant <i32: 0> : tile<i32>
  %91 = constant <i32: 1> : tile<i32>
  %92 = mini %89, %n signed : tile<i32>
  %93 = maxi %90, %n signed : tile<i32>
  %94 = for %i_2 in (%90 to %92, step %91) : tile<i32> iter_values(%95 = %33) -> (token) {
    %96 = make_partition_view %15 : partition_view<tile=(1), tensor_view<?xi32, strides=[1]>>
    %97 = store_view_tko weak %11, %96[%i_2] token = %95 : tile<1xi32>, partition_view<tile=(1), tensor_view<?xi32, strides=[1]>>, tile<i32> -> token
    continue %97 : token
  }
  %98 = for %i_3 in (%93 to %89, step %91) : tile<i32> iter_values(%99 = %94) -> (token) {
    continue %99 : token
  }
  %100 = constant <i32: 3> : tile<i32>
  %101 = remi %n, %100 signed : tile<i32>
  %102 = constant <i32: 0> : tile<i32>
  %103 = cmpi less_than %101, %102, signed : tile<i32> -> tile<i1>
  %104 = constant <i1: false> : tile<i1>
  %105 = xori %103, %104 : tile<i1>
  %106 = cmpi not_equal %101, %102, signed : tile<i32> -> tile<i1>
  %107 = andi %105, %106 : tile<i1>
  %108 = addi %101, %100 : tile<i32>
  %109 = select %107, %108, %101 : tile<i1>, tile<i32>
  %110 = constant <f32: 5.000000e-01> : tile<f32>
  %111 = join_tokens %0, %88, %98 : token
  %112 = print_tko "%d of %.1f 3\0A", %109, %110 token=%111 : tile<i32>, tile<f32> -> token
  return
}
