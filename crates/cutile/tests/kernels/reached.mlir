entry @reached_Kt1_A1i8_1t1_p16_A1i8_1t1_p16_Si32(%X: tile<ptr<i8>>, %X_size0: tile<i32>, %X_stride0: tile<i32>, %Y: tile<ptr<i8>>, %Y_size0: tile<i32>, %Y_stride0: tile<i32>, %n: tile<i32>) optimization_hints=<default = {}> {
  %0 = make_token : token
  %1 = assume div_by<16>, %X : tile<ptr<i8>>
  %2 = assume div_by<16>, %Y : tile<ptr<i8>>
  %3 = constant <i32: 1> : tile<i32>
  %4 = constant <i32: 1> : tile<i32>
  %5 = constant <i1: false> : tile<i1>
  %6 = constant <i1: true> : tile<i1>
  %7 = constant <i8: 3> : tile<8xi8>
  %8 = constant <i8: 3> : tile<8xi8>
  %9 = assume bounded<0, ?>, %X_size0 : tile<i32>
  %10 = make_tensor_view %1, shape = [%9], strides = [1] : tile<i32> -> tensor_view<?xi8, strides=[1]>
  %11 = assume bounded<0, ?>, %Y_size0 : tile<i32>
  %12 = make_tensor_view %2, shape = [%11], strides = [1] : tile<i32> -> tensor_view<?xi8, strides=[1]>
  %13 = constant <i32: 3> : tile<i32>
  %14 = cmpi greater_than %n, %13, signed : tile<i32> -> tile<i1>
  %start = if %14 -> (tile<i32>) {
    %15 = constant <i32: 3> : tile<i32>
    yield %15 : tile<i32>
  } else {
    %16 = constant <i32: 2> : tile<i32>
    %17 = cmpi greater_than %n, %16, signed : tile<i32> -> tile<i1>
    %start_1 = if %17 -> (tile<i32>) {
      %18 = constant <i32: 3> : tile<i32>
      yield %18 : tile<i32>
    } else {
      %19 = constant <i32: 1> : tile<i32>
      %20 = cmpi greater_than %n, %19, signed : tile<i32> -> tile<i1>
      if %20 {
        return
      } else {
      }
      %21 = constant <i32: 3> : tile<i32>
      yield %21 : tile<i32>
    }
    yield %start_1 : tile<i32>
  }
  %22 = constant <i32: 4> : tile<i32>
  %23 = cmpi greater_than %n, %22, signed : tile<i32> -> tile<i1>
  %again, %pair = if %23 -> (tile<i32>, tile<i32>) {
    yield %start, %n : tile<i32>, tile<i32>
  } else {
    %24 = constant <i32: 3> : tile<i32>
    yield %24, %n : tile<i32>, tile<i32>
  }
  %25 = constant <i32: 0> : tile<i32>
  %26 = constant <i32: 1> : tile<i32>
  %27 = constant <i32: 5> : tile<i32>
  %28 = cmpi greater_than %n, %27, signed : tile<i32> -> tile<i1>
  %29 = make_partition_view %10 : partition_view<tile=(8), tensor_view<?xi8, strides=[1]>>
  %30, %31 = load_view_tko weak %29[%pair] token = %0 : partition_view<tile=(8), tensor_view<?xi8, strides=[1]>>, tile<i32> -> tile<8xi8>, token
  %32 = addi %30, %7 : tile<8xi8>
  %33 = make_partition_view %12 : partition_view<tile=(8), tensor_view<?xi8, strides=[1]>>
  %34, %35 = for %i in (%25 to %n, step %26) : tile<i32> iter_values(%36 = %5, %37 = %0) -> (tile<i1>, token) {
    if %36 {
      continue %36, %37 : tile<i1>, token
    } else {
    }
    %at = if %28 -> (tile<i32>) {
      yield %again : tile<i32>
    } else {
      continue %6, %37 : tile<i1>, token
    }
    %38 = store_view_tko weak %32, %33[%at] token = %37 : tile<8xi8>, partition_view<tile=(8), tensor_view<?xi8, strides=[1]>>, tile<i32> -> token
    continue %36, %38 : tile<i1>, token
  }
  %39 = constant <i32: 2> : tile<i32>
  %40 = constant <i32: 2> : tile<i32>
  %41 = remi %n, %40 signed : tile<i32>
  %42 = constant <i32: 0> : tile<i32>
  %43 = cmpi less_than %41, %42, signed : tile<i32> -> tile<i1>
  %44 = constant <i1: false> : tile<i1>
  %45 = xori %43, %44 : tile<i1>
  %46 = cmpi not_equal %41, %42, signed : tile<i32> -> tile<i1>
  %47 = andi %45, %46 : tile<i1>
  %48 = addi %41, %40 : tile<i32>
  %49 = select %47, %48, %41 : tile<i1>, tile<i32>
  %50 = constant <i32: 0> : tile<i32>
  %51 = cmpi equal %49, %50, signed : tile<i32> -> tile<i1>
  %52 = constant <i32: 0> : tile<i32>
  %53, %54 = loop iter_values(%pair_1 = %pair, %55 = %52) : tile<i32>, tile<i32> -> tile<i32>, tile<i32> {
    %pair_2, %size = if %51 -> (tile<i32>, tile<i32>) {
      %56 = constant <i32: 2> : tile<i32>
      yield %pair_1, %56 : tile<i32>, tile<i32>
    } else {
      yield %pair_1, %39 : tile<i32>, tile<i32>
    }
    %57 = addi %pair_2, %size : tile<i32>
    break %pair_2, %57 : tile<i32>, tile<i32>
  }
  %58 = make_partition_view %10 : partition_view<tile=(8), tensor_view<?xi8, strides=[1]>>
  %59, %60 = load_view_tko weak %58[%again] token = %0 : partition_view<tile=(8), tensor_view<?xi8, strides=[1]>>, tile<i32> -> tile<8xi8>, token
  %61 = muli %59, %8 : tile<8xi8>
  %62 = make_partition_view %12 : partition_view<tile=(8), tensor_view<?xi8, strides=[1]>>
  %63 = store_view_tko weak %61, %62[%54] token = %35 : tile<8xi8>, partition_view<tile=(8), tensor_view<?xi8, strides=[1]>>, tile<i32> -> token
  return
}
