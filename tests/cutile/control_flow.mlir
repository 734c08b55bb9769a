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
  %28, %29 = for %i in (%18 to %17, step %19) : tile<i32> iter_values(%total = %16, %30 = %3) -> (tile<i32>, tile<i1>) {
    %31 = assume div_by<8>, %total : tile<i32>
    if %30 {
      continue %31, %30 : tile<i32>, tile<i1>
    } else {
    }
    %32 = cmpi equal %i, %n, signed : tile<i32> -> tile<i1>
    if %32 {
      continue %31, %4 : tile<i32>, tile<i1>
    } else {
    }
    %33 = remi %i, %20 signed : tile<i32>
    %34 = cmpi less_than %33, %21, signed : tile<i32> -> tile<i1>
    %35 = xori %34, %22 : tile<i1>
    %36 = cmpi not_equal %33, %21, signed : tile<i32> -> tile<i1>
    %37 = andi %35, %36 : tile<i1>
    %38 = addi %33, %20 : tile<i32>
    %39 = select %37, %38, %33 : tile<i1>, tile<i32>
    %40 = cmpi equal %39, %23, signed : tile<i32> -> tile<i1>
    if %40 {
      continue %31, %30 : tile<i32>, tile<i1>
    } else {
    }
    %41 = subi %n, %i : tile<i32>
    %42 = cmpi less_than %41, %24, signed : tile<i32> -> tile<i1>
    %43 = cmpi equal %41, %25, signed : tile<i32> -> tile<i1>
    %44 = constant <i32: 0> : tile<i32>
    %45 = loop iter_values(%46 = %44) : tile<i32> -> tile<i32> {
      if %42 {
        %47 = constant <i32: -1> : tile<i32>
        break %47 : tile<i32>
      } else {
      }
      if %43 {
        %48 = constant <i32: 0> : tile<i32>
        break %48 : tile<i32>
      } else {
      }
      break %26 : tile<i32>
    }
    %49 = muli %45, %27 : tile<i32>
    %total_1 = addi %31, %49 : tile<i32>
    continue %total_1, %30 : tile<i32>, tile<i1>
  }
  %50 = constant <i32: 0> : tile<i32>
  %51 = constant <i32: 20> : tile<i32>
  %52 = constant <i32: 1> : tile<i32>
  %53 = constant <i32: -4> : tile<i32>
  %54 = constant <i32: 12> : tile<i32>
  %55, %last = loop iter_values(%count = %50, %total_2 = %28) : tile<i32>, tile<i32> -> tile<i32>, tile<i32> {
    %56 = cmpi less_than %count, %51, signed : tile<i32> -> tile<i1>
    if %56 {
    } else {
      break %count, %total_2 : tile<i32>, tile<i32>
    }
    %count_1 = addi %count, %52 : tile<i32>
    %57 = addi %count_1, %n : tile<i32>
    %58 = cmpi less_than_or_equal %53, %57, signed : tile<i32> -> tile<i1>
    %59 = if %58 -> (tile<i1>) {
      %60 = cmpi less_than %57, %54, signed : tile<i32> -> tile<i1>
      yield %60 : tile<i1>
    } else {
      yield %58 : tile<i1>
    }
    %61 = if %59 -> (tile<i1>) {
      yield %59 : tile<i1>
    } else {
      %62 = constant <i32: 15> : tile<i32>
      %63 = cmpi less_than %count_1, %62, signed : tile<i32> -> tile<i1>
      %64 = constant <i1: true> : tile<i1>
      %65 = xori %63, %64 : tile<i1>
      yield %65 : tile<i1>
    }
    %66 = if %61 -> (tile<i32>) {
      %total_3 = subi %total_2, %count_1 : tile<i32>
      yield %total_3 : tile<i32>
    } else {
      break %count_1, %total_2 : tile<i32>, tile<i32>
    }
    continue %count_1, %66 : tile<i32>, tile<i32>
  }
  %67 = constant <i32: 8> : tile<i32>
  %68 = constant <i32: 0> : tile<i32>
  %69 = constant <i32: 1> : tile<i32>
  %70 = constant <i32: 1> : tile<i32>
  %71 = addi %n, %70 : tile<i32>
  %72 = mini %67, %71 signed : tile<i32>
  %73 = maxi %68, %71 signed : tile<i32>
  %74 = for %i_1 in (%68 to %72, step %69) : tile<i32> iter_values(%x_1 = %x) -> (tile<32xi32>) {
    %75 = reshape %i_1 : tile<i32> -> tile<1xi32>
    %76 = broadcast %75 : tile<1xi32> -> tile<32xi32>
    %x_2 = addi %x_1, %76 : tile<32xi32>
    continue %x_2 : tile<32xi32>
  }
  %77 = for %i_2 in (%73 to %67, step %69) : tile<i32> iter_values(%x_3 = %74) -> (tile<32xi32>) {
    %78 = reshape %last : tile<i32> -> tile<1xi32>
    %79 = broadcast %78 : tile<1xi32> -> tile<32xi32>
    %x_4 = subi %x_3, %79 : tile<32xi32>
    continue %x_4 : tile<32xi32>
  }
  %80, %81, %82 = get_tile_block_id : tile<i32>
  %83 = muli %77, %5 : tile<32xi32>
  %84 = constant <i32: 3> : tile<i32>
  %85 = cmpi greater_than %n, %84, signed : tile<i32> -> tile<i1>
  %86 = if %85 -> (tile<i32>) {
    yield %last : tile<i32>
  } else {
    %87 = negi %last : tile<i32>
    yield %87 : tile<i32>
  }
  %88 = reshape %86 : tile<i32> -> tile<1xi32>
  %89 = broadcast %88 : tile<1xi32> -> tile<32xi32>
  %90 = addi %83, %89 : tile<32xi32>
  %91 = make_partition_view %7 : partition_view<tile=(32), tensor_view<?xi32, strides=[1]>>
  %92 = store_view_tko weak %90, %91[%80] token = %15 : tile<32xi32>, partition_view<tile=(32), tensor_view<?xi32, strides=[1]>>, tile<i32> -> token
  return
}
