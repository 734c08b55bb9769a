entry @moved_Kt1_A1i32_1t1_p16_Si32(%X: tile<ptr<i32>>, %X_size0: tile<i32>, %X_stride0: tile<i32>, %n: tile<i32>) optimization_hints=<default = {}> {
  %0 = make_token : token
  %1 = assume div_by<16>, %X : tile<ptr<i32>>
  %2 = constant <i64: 1> : tile<i64>
  %3 = assume bounded<0, ?>, %X_size0 : tile<i32>
  %4 = constant <i32: 0> : tile<i32>
  %5 = constant <i32: 1> : tile<i32>
  %6 = constant <i32: 7> : tile<i32>
  %7 = cmpi greater_than %n, %6, signed : tile<i32> -> tile<i1>
  %8 = if %7 -> (tile<i32>) {
    %9 = constant <i32: 0> : tile<i32>
    %10 = constant <i32: 1> : tile<i32>
    %11, %12, %13 = get_tile_block_id : tile<i32>
    %14 = for %j in (%9 to %n, step %10) : tile<i32> iter_values(%a = %n) -> (tile<i32>) {
      %a_1 = subi %a, %11 : tile<i32>
      continue %a_1 : tile<i32>
    }
    yield %14 : tile<i32>
  } else {
    yield %n : tile<i32>
  }
  %15 = constant <i32: 7> : tile<i32>
  %16 = cmpi greater_than %n, %15, signed : tile<i32> -> tile<i1>
  %17 = constant <i32: 7> : tile<i32>
  %18 = cmpi greater_than %n, %17, signed : tile<i32> -> tile<i1>
  %19 = if %18 -> (tile<i32>) {
    %20 = constant <i32: 0> : tile<i32>
    %21 = constant <i32: 1> : tile<i32>
    %22 = constant <i32: 0> : tile<i32>
    %23 = constant <i32: 1> : tile<i32>
    %24 = for %j_1 in (%20 to %n, step %21) : tile<i32> iter_values(%c = %n) -> (tile<i32>) {
      %25 = absi %j_1 : tile<i32>
      %26 = for %k in (%22 to %n, step %23) : tile<i32> iter_values(%c_1 = %c) -> (tile<i32>) {
        %c_2 = subi %c_1, %25 : tile<i32>
        continue %c_2 : tile<i32>
      }
      continue %26 : tile<i32>
    }
    yield %24 : tile<i32>
  } else {
    yield %n : tile<i32>
  }
  %27 = constant <i32: 7> : tile<i32>
  %28 = cmpi greater_than %n, %27, signed : tile<i32> -> tile<i1>
  %29 = exti %3 signed : tile<i32> -> tile<i64>
  %30 = for %i in (%4 to %n, step %5) : tile<i32> iter_values(%31 = %0) -> (token) {
    %32 = if %16 -> (tile<i32>) {
      %33 = constant <i32: 0> : tile<i32>
      %34 = constant <i32: 1> : tile<i32>
      %35 = constant <i32: 3> : tile<i32>
      %36 = muli %n, %35 : tile<i32>
      %37 = for %j_2 in (%33 to %n, step %34) : tile<i32> iter_values(%b = %n) -> (tile<i32>) {
        %b_1 = subi %b, %36 : tile<i32>
        continue %b_1 : tile<i32>
      }
      yield %37 : tile<i32>
    } else {
      yield %n : tile<i32>
    }
    %38 = if %28 -> (tile<i32>) {
      %39 = constant <i32: 5> : tile<i32>
      %40 = cmpi greater_than %n, %39, signed : tile<i32> -> tile<i1>
      %41 = loop iter_values(%d = %n) : tile<i32> -> tile<i32> {
        if %40 {
          break %d : tile<i32>
        } else {
        }
        %d_1 = subi %d, %n : tile<i32>
        continue %d_1 : tile<i32>
      }
      yield %41 : tile<i32>
    } else {
      yield %n : tile<i32>
    }
    %42 = addi %8, %32 : tile<i32>
    %43 = addi %42, %19 : tile<i32>
    %44 = addi %43, %38 : tile<i32>
    %45 = exti %i signed : tile<i32> -> tile<i64>
    %46 = cmpi less_than %45, %29, unsigned : tile<i64> -> tile<i1>
    %47 = muli %45, %2 : tile<i64>
    %48 = offset %1, %47 : tile<ptr<i32>>, tile<i64> -> tile<ptr<i32>>
    %49 = assume div_by<4>, %48 : tile<ptr<i32>>
    %50 = store_ptr_tko weak %49, %44, %46 token=%31 : tile<ptr<i32>>, tile<i32>, tile<i1> -> token
    continue %50 : token
  }
  return
}
