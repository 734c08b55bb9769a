entry @moved_Kt1_A1i32_1t1_p16_Si32(%X: tile<ptr<i32>>, %X_size0: tile<i32>, %X_stride0: tile<i32>, %n: tile<i32>) optimization_hints=<default = {}> {
  %0 = make_token : token
  %1 = assume div_by<16>, %X : tile<ptr<i32>>
  %2 = constant <i32: 1> : tile<i32>
  %3 = constant <i64: 1> : tile<i64>
  %4 = constant <i32: 2> : tile<4xi32>
  %5 = assume bounded<0, ?>, %X_size0 : tile<i32>
  %6 = make_tensor_view %1, shape = [%5], strides = [1] : tile<i32> -> tensor_view<?xi32, strides=[1]>
  %7 = constant <i32: 0> : tile<i32>
  %8 = constant <i32: 1> : tile<i32>
  %9 = constant <i32: 7> : tile<i32>
  %10 = cmpi greater_than %n, %9, signed : tile<i32> -> tile<i1>
  %a = if %10 -> (tile<i32>) {
    %11 = constant <i32: 0> : tile<i32>
    %12 = constant <i32: 1> : tile<i32>
    %13, %14, %15 = get_tile_block_id : tile<i32>
    %a_1 = for %j in (%11 to %n, step %12) : tile<i32> iter_values(%a_2 = %n) -> (tile<i32>) {
      %a_3 = subi %a_2, %13 : tile<i32>
      continue %a_3 : tile<i32>
    }
    yield %a_1 : tile<i32>
  } else {
    yield %n : tile<i32>
  }
  %16 = constant <i32: 7> : tile<i32>
  %17 = cmpi greater_than %n, %16, signed : tile<i32> -> tile<i1>
  %18 = constant <i32: 7> : tile<i32>
  %19 = cmpi greater_than %n, %18, signed : tile<i32> -> tile<i1>
  %c = if %19 -> (tile<i32>) {
    %20 = constant <i32: 0> : tile<i32>
    %21 = constant <i32: 1> : tile<i32>
    %22 = constant <i32: 0> : tile<i32>
    %23 = constant <i32: 1> : tile<i32>
    %c_1 = for %j_1 in (%20 to %n, step %21) : tile<i32> iter_values(%c_2 = %n) -> (tile<i32>) {
      %24 = absi %j_1 : tile<i32>
      %c_3 = for %k in (%22 to %n, step %23) : tile<i32> iter_values(%c_4 = %c_2) -> (tile<i32>) {
        %c_5 = subi %c_4, %24 : tile<i32>
        continue %c_5 : tile<i32>
      }
      continue %c_3 : tile<i32>
    }
    yield %c_1 : tile<i32>
  } else {
    yield %n : tile<i32>
  }
  %25 = constant <i32: 7> : tile<i32>
  %26 = cmpi greater_than %n, %25, signed : tile<i32> -> tile<i1>
  %27 = exti %5 signed : tile<i32> -> tile<i64>
  %28 = constant <i32: 0> : tile<i32>
  %29 = make_partition_view %6 : partition_view<tile=(4), tensor_view<?xi32, strides=[1]>>
  %30 = constant <i32: 5> : tile<i32>
  %31 = cmpi greater_than %n, %30, signed : tile<i32> -> tile<i1>
  %32 = make_partition_view %6 : partition_view<tile=(4), tensor_view<?xi32, strides=[1]>>
  %33 = for %i in (%7 to %n, step %8) : tile<i32> iter_values(%34 = %0) -> (token) {
    %b = if %17 -> (tile<i32>) {
      %35 = constant <i32: 0> : tile<i32>
      %36 = constant <i32: 1> : tile<i32>
      %37 = constant <i32: 3> : tile<i32>
      %38 = muli %n, %37 : tile<i32>
      %b_1 = for %j_2 in (%35 to %n, step %36) : tile<i32> iter_values(%b_2 = %n) -> (tile<i32>) {
        %b_3 = subi %b_2, %38 : tile<i32>
        continue %b_3 : tile<i32>
      }
      yield %b_1 : tile<i32>
    } else {
      yield %n : tile<i32>
    }
    %d = if %26 -> (tile<i32>) {
      %39 = constant <i32: 5> : tile<i32>
      %40 = cmpi greater_than %n, %39, signed : tile<i32> -> tile<i1>
      %d_1 = loop iter_values(%d_2 = %n) : tile<i32> -> tile<i32> {
        if %40 {
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
    %41 = addi %a, %b : tile<i32>
    %42 = addi %41, %c : tile<i32>
    %43 = addi %42, %d : tile<i32>
    %44 = exti %i signed : tile<i32> -> tile<i64>
    %45 = cmpi less_than %44, %27, unsigned : tile<i64> -> tile<i1>
    %46 = muli %44, %3 : tile<i64>
    %47 = offset %1, %46 : tile<ptr<i32>>, tile<i64> -> tile<ptr<i32>>
    %48 = assume div_by<4>, %47 : tile<ptr<i32>>
    %49 = store_ptr_tko weak %48, %43, %45 token=%34 : tile<ptr<i32>>, tile<i32>, tile<i1> -> token
    %50, %51 = load_view_tko weak %29[%28] token = %49 : partition_view<tile=(4), tensor_view<?xi32, strides=[1]>>, tile<i32> -> tile<4xi32>, token
    %e = addi %50, %4 : tile<4xi32>
    %52 = constant <i32: 0> : tile<4xi32>
    %e_1, %53 = loop iter_values(%e_2 = %52, %54 = %49) : tile<4xi32>, token -> tile<4xi32>, token {
      %55 = join_tokens %54, %51 : token
      if %31 {
        break %e, %55 : tile<4xi32>, token
      } else {
      }
      continue %e, %55 : tile<4xi32>, token
    }
    %56 = store_view_tko weak %e_1, %32[%n] token = %53 : tile<4xi32>, partition_view<tile=(4), tensor_view<?xi32, strides=[1]>>, tile<i32> -> token
    continue %56 : token
  }
  return
}
