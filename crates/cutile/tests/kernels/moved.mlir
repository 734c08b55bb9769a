entry @moved_Kt1_A1i32_1t1_p16_Si32(%X: tile<ptr<i32>>, %X_size0: tile<i32>, %X_stride0: tile<i32>, %n: tile<i32>) optimization_hints=<default = {}> {
  %0 = make_token : token
  %1 = assume div_by<16>, %X : tile<ptr<i32>>
  %2 = constant <i64: 1> : tile<i64>
  %3 = assume bounded<0, ?>, %X_size0 : tile<i32>
  %4 = constant <i32: 0> : tile<i32>
  %5 = constant <i32: 1> : tile<i32>
  %6 = constant <i32: 7> : tile<i32>
  %7 = cmpi greater_than %n, %6, signed : tile<i32> -> tile<i1>
  %a = if %7 -> (tile<i32>) {
    %8 = constant <i32: 0> : tile<i32>
    %9 = constant <i32: 1> : tile<i32>
    %10, %11, %12 = get_tile_block_id : tile<i32>
    %a_1 = for %j in (%8 to %n, step %9) : tile<i32> iter_values(%a_2 = %n) -> (tile<i32>) {
      %a_3 = subi %a_2, %10 : tile<i32>
      continue %a_3 : tile<i32>
    }
    yield %a_1 : tile<i32>
  } else {
    yield %n : tile<i32>
  }
  %13 = constant <i32: 7> : tile<i32>
  %14 = cmpi greater_than %n, %13, signed : tile<i32> -> tile<i1>
  %15 = constant <i32: 7> : tile<i32>
  %16 = cmpi greater_than %n, %15, signed : tile<i32> -> tile<i1>
  %c = if %16 -> (tile<i32>) {
    %17 = constant <i32: 0> : tile<i32>
    %18 = constant <i32: 1> : tile<i32>
    %19 = constant <i32: 0> : tile<i32>
    %20 = constant <i32: 1> : tile<i32>
    %c_1 = for %j_1 in (%17 to %n, step %18) : tile<i32> iter_values(%c_2 = %n) -> (tile<i32>) {
      %21 = absi %j_1 : tile<i32>
      %c_3 = for %k in (%19 to %n, step %20) : tile<i32> iter_values(%c_4 = %c_2) -> (tile<i32>) {
        %c_5 = subi %c_4, %21 : tile<i32>
        continue %c_5 : tile<i32>
      }
      continue %c_3 : tile<i32>
    }
    yield %c_1 : tile<i32>
  } else {
    yield %n : tile<i32>
  }
  %22 = constant <i32: 7> : tile<i32>
  %23 = cmpi greater_than %n, %22, signed : tile<i32> -> tile<i1>
  %24 = exti %3 signed : tile<i32> -> tile<i64>
  %25 = for %i in (%4 to %n, step %5) : tile<i32> iter_values(%26 = %0) -> (token) {
    %b = if %14 -> (tile<i32>) {
      %27 = constant <i32: 0> : tile<i32>
      %28 = constant <i32: 1> : tile<i32>
      %29 = constant <i32: 3> : tile<i32>
      %30 = muli %n, %29 : tile<i32>
      %b_1 = for %j_2 in (%27 to %n, step %28) : tile<i32> iter_values(%b_2 = %n) -> (tile<i32>) {
        %b_3 = subi %b_2, %30 : tile<i32>
        continue %b_3 : tile<i32>
      }
      yield %b_1 : tile<i32>
    } else {
      yield %n : tile<i32>
    }
    %d = if %23 -> (tile<i32>) {
      %31 = constant <i32: 5> : tile<i32>
      %32 = cmpi greater_than %n, %31, signed : tile<i32> -> tile<i1>
      %d_1 = loop iter_values(%d_2 = %n) : tile<i32> -> tile<i32> {
        if %32 {
          break %d_2 : tile<i32>
        } else {
        }
        %d_3 = subi %d_2, %n : tile<i32>
        continue %d_3 : tile<i32>
      }
      yield %d_1 : tile<i32>
    } else {
      yield %n : tile<i32>
    }
    %33 = addi %a, %b : tile<i32>
    %34 = addi %33, %c : tile<i32>
    %35 = addi %34, %d : tile<i32>
    %36 = exti %i signed : tile<i32> -> tile<i64>
    %37 = cmpi less_than %36, %24, unsigned : tile<i64> -> tile<i1>
    %38 = muli %36, %2 : tile<i64>
    %39 = offset %1, %38 : tile<ptr<i32>>, tile<i64> -> tile<ptr<i32>>
    %40 = assume div_by<4>, %39 : tile<ptr<i32>>
    %41 = store_ptr_tko weak %40, %35, %37 token=%26 : tile<ptr<i32>>, tile<i32>, tile<i1> -> token
    continue %41 : token
  }
  return
}
