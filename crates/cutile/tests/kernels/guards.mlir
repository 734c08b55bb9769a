entry @guards_Kt1_A1i8_1t1_p16_A1i8_1t1_p16_Si32(%X: tile<ptr<i8>>, %X_size0: tile<i32>, %X_stride0: tile<i32>, %Y: tile<ptr<i8>>, %Y_size0: tile<i32>, %Y_stride0: tile<i32>, %n: tile<i32>) optimization_hints=<default = {}> {
  %0 = make_token : token
  %1 = assume div_by<16>, %X : tile<ptr<i8>>
  %2 = assume div_by<16>, %Y : tile<ptr<i8>>
  %3 = constant <i32: 1> : tile<i32>
  %4 = constant <i32: 1> : tile<i32>
  %5 = constant <i8: 6> : tile<8xi8>
  %6 = constant <i1: false> : tile<i1>
  %7 = constant <i1: true> : tile<i1>
  %8 = constant <i8: 3> : tile<8xi8>
  %9 = constant <i8: 5> : tile<8xi8>
  %10 = constant <i8: 2> : tile<8xi8>
  %11 = constant <i8: 2> : tile<8xi8>
  %12 = assume bounded<0, ?>, %X_size0 : tile<i32>
  %13 = make_tensor_view %1, shape = [%12], strides = [1] : tile<i32> -> tensor_view<?xi8, strides=[1]>
  %14 = assume bounded<0, ?>, %Y_size0 : tile<i32>
  %15 = make_tensor_view %2, shape = [%14], strides = [1] : tile<i32> -> tensor_view<?xi8, strides=[1]>
  %16 = constant <i32: 5> : tile<i32>
  %17 = cmpi greater_than %n, %16, signed : tile<i32> -> tile<i1>
  %start = if %17 -> (tile<i32>) {
    %18 = constant <i32: 6> : tile<i32>
    yield %18 : tile<i32>
  } else {
    return
  }
  %19 = make_partition_view %13 : partition_view<tile=(8), tensor_view<?xi8, strides=[1]>>
  %20, %21 = load_view_tko weak %19[%start] token = %0 : partition_view<tile=(8), tensor_view<?xi8, strides=[1]>>, tile<i32> -> tile<8xi8>, token
  %22 = addi %20, %5 : tile<8xi8>
  %23 = make_partition_view %15 : partition_view<tile=(8), tensor_view<?xi8, strides=[1]>>
  %24 = store_view_tko weak %22, %23[%start] token = %0 : tile<8xi8>, partition_view<tile=(8), tensor_view<?xi8, strides=[1]>>, tile<i32> -> token
  %25 = make_partition_view %13 : partition_view<tile=(8), tensor_view<?xi8, strides=[1]>>
  %26 = constant <i8: 3> : tile<i8>
  %high, %low = loop iter_values(%high_1 = %n, %low_1 = %n) : tile<i32>, tile<i32> -> tile<i32>, tile<i32> {
    %at, %27 = load_view_tko weak %25[%low_1] token = %0 : partition_view<tile=(8), tensor_view<?xi8, strides=[1]>>, tile<i32> -> tile<8xi8>, token
    %28 = reduce %at dim=0 identities=[0 : i8] : tile<8xi8> -> tile<i8> 
    (%29: tile<i8>, %30: tile<i8>) {
      %31 = addi %29, %30 : tile<i8>
      yield %31 : tile<i8>
    }
    %32 = cmpi greater_than %28, %26, signed : tile<i8> -> tile<i1>
    %high_2, %low_2 = if %32 -> (tile<i32>, tile<i32>) {
      %33 = constant <i32: 3> : tile<i32>
      %high_3 = addi %high_1, %33 : tile<i32>
      yield %high_3, %low_1 : tile<i32>, tile<i32>
    } else {
      break %high_1, %high_1 : tile<i32>, tile<i32>
    }
    %low_3 = addi %low_2, %high_2 : tile<i32>
    continue %high_2, %low_3 : tile<i32>, tile<i32>
  }
  %34 = constant <i32: 0> : tile<i32>
  %35 = constant <i32: 1> : tile<i32>
  %36 = constant <i32: 4> : tile<i32>
  %37 = cmpi greater_than %low, %36, signed : tile<i32> -> tile<i1>
  %38 = make_partition_view %13 : partition_view<tile=(8), tensor_view<?xi8, strides=[1]>>
  %39 = make_partition_view %15 : partition_view<tile=(8), tensor_view<?xi8, strides=[1]>>
  %40, %41 = for %i in (%34 to %n, step %35) : tile<i32> iter_values(%42 = %6, %43 = %24) -> (tile<i1>, token) {
    if %42 {
      continue %42, %43 : tile<i1>, token
    } else {
    }
    if %37 {
    } else {
      %44 = cmpi greater_than %high, %i, signed : tile<i32> -> tile<i1>
      if %44 {
        continue %42, %43 : tile<i1>, token
      } else {
      }
      continue %7, %43 : tile<i1>, token
    }
    %45, %46 = load_view_tko weak %38[%i] token = %0 : partition_view<tile=(8), tensor_view<?xi8, strides=[1]>>, tile<i32> -> tile<8xi8>, token
    %47 = muli %45, %8 : tile<8xi8>
    %48 = store_view_tko weak %47, %39[%i] token = %24 : tile<8xi8>, partition_view<tile=(8), tensor_view<?xi8, strides=[1]>>, tile<i32> -> token
    %49 = join_tokens %43, %48 : token
    continue %42, %49 : tile<i1>, token
  }
  %50 = make_partition_view %13 : partition_view<tile=(8), tensor_view<?xi8, strides=[1]>>
  %51, %52 = load_view_tko weak %50[%n] token = %0 : partition_view<tile=(8), tensor_view<?xi8, strides=[1]>>, tile<i32> -> tile<8xi8>, token
  %53 = muli %51, %9 : tile<8xi8>
  %more = subi %53, %10 : tile<8xi8>
  %54 = itof %more signed  : tile<8xi8> -> tile<8xf16>
  %55 = constant <f16: 1.500000e+00> : tile<f16>
  %56 = reshape %55 : tile<f16> -> tile<1xf16>
  %57 = broadcast %56 : tile<1xf16> -> tile<8xf16>
  %58 = mulf %54, %57  : tile<8xf16>
  %59 = ftoi %58 signed  : tile<8xf16> -> tile<8xi8>
  %60 = subi %59, %11 : tile<8xi8>
  %61 = make_partition_view %15 : partition_view<tile=(8), tensor_view<?xi8, strides=[1]>>
  %62 = store_view_tko weak %60, %61[%n] token = %41 : tile<8xi8>, partition_view<tile=(8), tensor_view<?xi8, strides=[1]>>, tile<i32> -> token
  return
}
