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
  %9 = assume bounded<0, ?>, %X_size0 : tile<i32>
  %10 = make_tensor_view %1, shape = [%9], strides = [1] : tile<i32> -> tensor_view<?xi8, strides=[1]>
  %11 = assume bounded<0, ?>, %Y_size0 : tile<i32>
  %12 = make_tensor_view %2, shape = [%11], strides = [1] : tile<i32> -> tensor_view<?xi8, strides=[1]>
  %13 = constant <i32: 5> : tile<i32>
  %14 = cmpi greater_than %n, %13, signed : tile<i32> -> tile<i1>
  %start = if %14 -> (tile<i32>) {
    %15 = constant <i32: 6> : tile<i32>
    yield %15 : tile<i32>
  } else {
    return
  }
  %16 = make_partition_view %10 : partition_view<tile=(8), tensor_view<?xi8, strides=[1]>>
  %17, %18 = load_view_tko weak %16[%start] token = %0 : partition_view<tile=(8), tensor_view<?xi8, strides=[1]>>, tile<i32> -> tile<8xi8>, token
  %19 = addi %17, %5 : tile<8xi8>
  %20 = make_partition_view %12 : partition_view<tile=(8), tensor_view<?xi8, strides=[1]>>
  %21 = store_view_tko weak %19, %20[%start] token = %0 : tile<8xi8>, partition_view<tile=(8), tensor_view<?xi8, strides=[1]>>, tile<i32> -> token
  %22 = make_partition_view %10 : partition_view<tile=(8), tensor_view<?xi8, strides=[1]>>
  %23 = constant <i8: 3> : tile<i8>
  %high, %low = loop iter_values(%high_1 = %n, %low_1 = %n) : tile<i32>, tile<i32> -> tile<i32>, tile<i32> {
    %at, %24 = load_view_tko weak %22[%low_1] token = %0 : partition_view<tile=(8), tensor_view<?xi8, strides=[1]>>, tile<i32> -> tile<8xi8>, token
    %25 = reduce %at dim=0 identities=[0 : i8] : tile<8xi8> -> tile<i8> 
    (%26: tile<i8>, %27: tile<i8>) {
      %28 = addi %26, %27 : tile<i8>
      yield %28 : tile<i8>
    }
    %29 = cmpi greater_than %25, %23, signed : tile<i8> -> tile<i1>
    %high_2, %low_2 = if %29 -> (tile<i32>, tile<i32>) {
      %30 = constant <i32: 3> : tile<i32>
      %high_3 = addi %high_1, %30 : tile<i32>
      yield %high_3, %low_1 : tile<i32>, tile<i32>
    } else {
      break %high_1, %high_1 : tile<i32>, tile<i32>
    }
    %low_3 = addi %low_2, %high_2 : tile<i32>
    continue %high_2, %low_3 : tile<i32>, tile<i32>
  }
  %31 = constant <i32: 0> : tile<i32>
  %32 = constant <i32: 1> : tile<i32>
  %33 = constant <i32: 4> : tile<i32>
  %34 = cmpi greater_than %low, %33, signed : tile<i32> -> tile<i1>
  %35 = make_partition_view %10 : partition_view<tile=(8), tensor_view<?xi8, strides=[1]>>
  %36 = make_partition_view %12 : partition_view<tile=(8), tensor_view<?xi8, strides=[1]>>
  %37 = for %i in (%31 to %n, step %32) : tile<i32> iter_values(%38 = %6) -> (tile<i1>) {
    if %38 {
      continue %38 : tile<i1>
    } else {
    }
    if %34 {
    } else {
      %39 = cmpi greater_than %high, %i, signed : tile<i32> -> tile<i1>
      if %39 {
        continue %38 : tile<i1>
      } else {
      }
      continue %7 : tile<i1>
    }
    %40, %41 = load_view_tko weak %35[%i] token = %0 : partition_view<tile=(8), tensor_view<?xi8, strides=[1]>>, tile<i32> -> tile<8xi8>, token
    %42 = muli %40, %8 : tile<8xi8>
    %43 = store_view_tko weak %42, %36[%i] token = %21 : tile<8xi8>, partition_view<tile=(8), tensor_view<?xi8, strides=[1]>>, tile<i32> -> token
    continue %38 : tile<i1>
  }
  return
}
