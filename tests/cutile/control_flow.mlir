entry @control_flow_Kt1_A1i32_1t1_p16_Si32_I32(%X: tile<ptr<i32>>, %X_size0: tile<i32>, %X_stride0: tile<i32>, %n: tile<i32>) optimization_hints=<default = {}> {
  %0 = make_token : token
  %1 = assume div_by<16>, %X : tile<ptr<i32>>
  %2 = constant <i32: 1> : tile<i32>
  %3 = constant <i1: false> : tile<i1>
  %4 = constant <i1: true> : tile<i1>
  %5 = constant <i32: 2> : tile<32xi32>
  %6 = assume bounded<0, ?>, %X_size0 : tile<i32>
  %7 = make_tensor_view %1, shape = [%6], strides = [1] : tile<i32> -> tensor_view<?xi32, strides=[1]>
  %8 = constant <i32: 1000> : tile<i32>
  %9 = cmpi greater_than %n, %8, signed : tile<i32> -> tile<i1>
  if %9 {
    return
  } else {
  }
  %10, %11, %12 = get_tile_block_id : tile<i32>
  %13 = make_partition_view %7 : partition_view<tile=(32), tensor_view<?xi32, strides=[1]>>
  %x, %14 = load_view_tko weak %13[%10] token = %0 : partition_view<tile=(32), tensor_view<?xi32, strides=[1]>>, tile<i32> -> tile<32xi32>, token
  %15 = join_tokens %0, %14 : token
  %16 = constant <i32: 0> : tile<i32>
  %17 = constant <i32: 10> : tile<i32>
  %18 = constant <i32: 0> : tile<i32>
  %19 = constant <i32: 1> : tile<i32>
  %20 = constant <i32: 3> : tile<i32>
  %21 = constant <i32: 0> : tile<i32>
  %22 = constant <i1: false> : tile<i1>
  %23 = constant <i32: 2> : tile<i32>
  %24 = constant <i32: 0> : tile<i32>
  %25 = constant <i32: 0> : tile<i32>
  %26 = constant <i32: 1> : tile<i32>
  %27 = constant <i32: 24> : tile<i32>
  %total, %28 = for %i in (%18 to %17, step %19) : tile<i32> iter_values(%total_1 = %16, %29 = %3) -> (tile<i32>, tile<i1>) {
    %30 = assume div_by<8>, %total_1 : tile<i32>
    if %29 {
      continue %30, %29 : tile<i32>, tile<i1>
    } else {
    }
    %31 = cmpi equal %i, %n, signed : tile<i32> -> tile<i1>
    if %31 {
      continue %30, %4 : tile<i32>, tile<i1>
    } else {
    }
    %32 = remi %i, %20 signed : tile<i32>
    %33 = cmpi less_than %32, %21, signed : tile<i32> -> tile<i1>
    %34 = xori %33, %22 : tile<i1>
    %35 = cmpi not_equal %32, %21, signed : tile<i32> -> tile<i1>
    %36 = andi %34, %35 : tile<i1>
    %37 = addi %32, %20 : tile<i32>
    %38 = select %36, %37, %32 : tile<i1>, tile<i32>
    %39 = cmpi equal %38, %23, signed : tile<i32> -> tile<i1>
    if %39 {
      continue %30, %29 : tile<i32>, tile<i1>
    } else {
    }
    %40 = subi %n, %i : tile<i32>
    %41 = cmpi less_than %40, %24, signed : tile<i32> -> tile<i1>
    %42 = cmpi equal %40, %25, signed : tile<i32> -> tile<i1>
    %43 = constant <i32: 0> : tile<i32>
    %44 = loop iter_values(%45 = %43) : tile<i32> -> tile<i32> {
      if %41 {
        %46 = constant <i32: -1> : tile<i32>
        break %46 : tile<i32>
      } else {
      }
      if %42 {
        %47 = constant <i32: 0> : tile<i32>
        break %47 : tile<i32>
      } else {
      }
      break %26 : tile<i32>
    }
    %48 = muli %44, %27 : tile<i32>
    %total_2 = addi %30, %48 : tile<i32>
    continue %total_2, %29 : tile<i32>, tile<i1>
  }
  %49 = constant <i32: 0> : tile<i32>
  %50 = constant <i32: 20> : tile<i32>
  %51 = constant <i32: 1> : tile<i32>
  %52 = constant <i32: -4> : tile<i32>
  %53 = constant <i32: 12> : tile<i32>
  %count, %total_3 = loop iter_values(%count_1 = %49, %total_4 = %total) : tile<i32>, tile<i32> -> tile<i32>, tile<i32> {
    %54 = cmpi less_than %count_1, %50, signed : tile<i32> -> tile<i1>
    if %54 {
    } else {
      break %count_1, %total_4 : tile<i32>, tile<i32>
    }
    %count_2 = addi %count_1, %51 : tile<i32>
    %55 = addi %count_2, %n : tile<i32>
    %56 = cmpi less_than_or_equal %52, %55, signed : tile<i32> -> tile<i1>
    %57 = if %56 -> (tile<i1>) {
      %58 = cmpi less_than %55, %53, signed : tile<i32> -> tile<i1>
      yield %58 : tile<i1>
    } else {
      yield %56 : tile<i1>
    }
    %59 = if %57 -> (tile<i1>) {
      yield %57 : tile<i1>
    } else {
      %60 = constant <i32: 15> : tile<i32>
      %61 = cmpi less_than %count_2, %60, signed : tile<i32> -> tile<i1>
      %62 = constant <i1: true> : tile<i1>
      %63 = xori %61, %62 : tile<i1>
      yield %63 : tile<i1>
    }
    %total_5 = if %59 -> (tile<i32>) {
      %total_6 = subi %total_4, %count_2 : tile<i32>
      yield %total_6 : tile<i32>
    } else {
      break %count_2, %total_4 : tile<i32>, tile<i32>
    }
    continue %count_2, %total_5 : tile<i32>, tile<i32>
  }
  %64 = constant <i32: 8> : tile<i32>
  %65 = constant <i32: 0> : tile<i32>
  %66 = constant <i32: 1> : tile<i32>
  %67 = constant <i32: 1> : tile<i32>
  %68 = addi %n, %67 : tile<i32>
  %69 = mini %64, %68 signed : tile<i32>
  %70 = maxi %65, %68 signed : tile<i32>
  %71 = for %i_1 in (%65 to %69, step %66) : tile<i32> iter_values(%x_1 = %x) -> (tile<32xi32>) {
    %72 = reshape %i_1 : tile<i32> -> tile<1xi32>
    %73 = broadcast %72 : tile<1xi32> -> tile<32xi32>
    %x_2 = addi %x_1, %73 : tile<32xi32>
    continue %x_2 : tile<32xi32>
  }
  %74 = for %i_2 in (%70 to %64, step %66) : tile<i32> iter_values(%x_3 = %71) -> (tile<32xi32>) {
    %75 = reshape %total_3 : tile<i32> -> tile<1xi32>
    %76 = broadcast %75 : tile<1xi32> -> tile<32xi32>
    %x_4 = subi %x_3, %76 : tile<32xi32>
    continue %x_4 : tile<32xi32>
  }
  %77, %78, %79 = get_tile_block_id : tile<i32>
  %80 = muli %74, %5 : tile<32xi32>
  %81 = constant <i32: 3> : tile<i32>
  %82 = cmpi greater_than %n, %81, signed : tile<i32> -> tile<i1>
  %83 = if %82 -> (tile<i32>) {
    yield %total_3 : tile<i32>
  } else {
    %84 = negi %total_3 : tile<i32>
    yield %84 : tile<i32>
  }
  %85 = reshape %83 : tile<i32> -> tile<1xi32>
  %86 = broadcast %85 : tile<1xi32> -> tile<32xi32>
  %87 = addi %80, %86 : tile<32xi32>
  %88 = make_partition_view %7 : partition_view<tile=(32), tensor_view<?xi32, strides=[1]>>
  %89 = store_view_tko weak %87, %88[%77] token = %15 : tile<32xi32>, partition_view<tile=(32), tensor_view<?xi32, strides=[1]>>, tile<i32> -> token
  return
}
