entry @returns_Kt1_A1i32_1t1_p16_A1i32_1t1_p16_Si32_Si32(%X: tile<ptr<i32>>, %X_size0: tile<i32>, %X_stride0: tile<i32>, %Y: tile<ptr<i32>>, %Y_size0: tile<i32>, %Y_stride0: tile<i32>, %n: tile<i32>, %m: tile<i32>) optimization_hints=<default = {}> {
  %0 = make_token : token
  %1 = assume div_by<16>, %X : tile<ptr<i32>>
  %2 = assume div_by<16>, %Y : tile<ptr<i32>>
  %3 = constant <i32: 1> : tile<i32>
  %4 = constant <i32: 1> : tile<i32>
  %5 = constant <i1: false> : tile<i1>
  %6 = constant <i1: true> : tile<i1>
  %7 = constant <i1: false> : tile<i1>
  %8 = constant <i1: true> : tile<i1>
  %9 = constant <i1: false> : tile<i1>
  %10 = constant <i1: true> : tile<i1>
  %11 = constant <i1: false> : tile<i1>
  %12 = constant <i64: 1> : tile<i64>
  %13 = constant <i64: 1> : tile<i64>
  %14 = assume bounded<0, ?>, %X_size0 : tile<i32>
  %15 = make_tensor_view %1, shape = [%14], strides = [1] : tile<i32> -> tensor_view<?xi32, strides=[1]>
  %16 = assume bounded<0, ?>, %Y_size0 : tile<i32>
  %17 = make_tensor_view %2, shape = [%16], strides = [1] : tile<i32> -> tensor_view<?xi32, strides=[1]>
  %18 = constant <i1: false> : tile<i1>
  %19 = constant <i32: 5> : tile<i32>
  %20 = constant <i32: 3> : tile<i32>
  %21 = cmpi greater_than %m, %20, signed : tile<i32> -> tile<i1>
  %22 = constant <i32: 0> : tile<i32>
  %23 = constant <i32: 0> : tile<i32>
  %24 = constant <i32: 2> : tile<i32>
  %25 = constant <i32: 1> : tile<i32>
  %26 = constant <i32: 7> : tile<i32>
  %27 = constant <i32: 0> : tile<i32>
  %28 = constant <i32: 1> : tile<i32>
  %29 = constant <i32: 0> : tile<i32>
  %30 = constant <i32: 0> : tile<i32>
  %i, %j = loop iter_values(%31 = %29, %32 = %30) : tile<i32>, tile<i32> -> tile<i32>, tile<i32> {
    %at, %33 = if %21 -> (tile<i32>, tile<i1>) {
      %34 = constant <i32: 0> : tile<i32>
      %35 = constant <i32: 1> : tile<i32>
      %36 = constant <i32: 0> : tile<i32>
      %37 = constant <i32: 0> : tile<i32>
      %38 = constant <i32: 0> : tile<i32>
      %39 = constant <i32: 1> : tile<i32>
      %40 = constant <i32: 0> : tile<i32>
      %41 = constant <i32: 0> : tile<i32>
      %at_1, %42, %43, %44, %45 = for %i_1 in (%34 to %n, step %35) : tile<i32> iter_values(%at_2 = %19, %46 = %18, %47 = %36, %48 = %37, %49 = %5) -> (tile<i32>, tile<i1>, tile<i32>, tile<i32>, tile<i1>) {
        if %49 {
          continue %at_2, %46, %47, %48, %49 : tile<i32>, tile<i1>, tile<i32>, tile<i32>, tile<i1>
        } else {
        }
        %at_3, %50, %51, %52, %53 = for %j_1 in (%38 to %m, step %39) : tile<i32> iter_values(%at_4 = %at_2, %54 = %46, %55 = %40, %56 = %41, %57 = %7) -> (tile<i32>, tile<i1>, tile<i32>, tile<i32>, tile<i1>) {
          if %57 {
            continue %at_4, %54, %55, %56, %57 : tile<i32>, tile<i1>, tile<i32>, tile<i32>, tile<i1>
          } else {
          }
          %58 = cmpi equal %j_1, %at_4, signed : tile<i32> -> tile<i1>
          if %58 {
            %59 = constant <i32: 8> : tile<i32>
            %60 = muli %j_1, %59 : tile<i32>
            %61 = constant <i1: true> : tile<i1>
            continue %at_4, %61, %i_1, %60, %8 : tile<i32>, tile<i1>, tile<i32>, tile<i32>, tile<i1>
          } else {
          }
          %at_5 = addi %at_4, %j_1 : tile<i32>
          continue %at_5, %54, %55, %56, %57 : tile<i32>, tile<i1>, tile<i32>, tile<i32>, tile<i1>
        }
        if %50 {
          continue %at_3, %50, %51, %52, %6 : tile<i32>, tile<i1>, tile<i32>, tile<i32>, tile<i1>
        } else {
        }
        continue %at_3, %50, %51, %52, %49 : tile<i32>, tile<i1>, tile<i32>, tile<i32>, tile<i1>
      }
      if %42 {
        break %43, %44 : tile<i32>, tile<i32>
      } else {
      }
      yield %at_1, %42 : tile<i32>, tile<i1>
    } else {
      yield %19, %18 : tile<i32>, tile<i1>
    }
    %62 = constant <i32: 0> : tile<i32>
    %at_6, %last, %63, %64, %65 = loop iter_values(%at_7 = %at, %last_1 = %62, %66 = %33, %67 = %22, %68 = %23) : tile<i32>, tile<i32>, tile<i1>, tile<i32>, tile<i32> -> tile<i32>, tile<i32>, tile<i1>, tile<i32>, tile<i32> {
      %last_2 = muli %at_7, %24 : tile<i32>
      %at_8 = addi %at_7, %25 : tile<i32>
      %69 = cmpi greater_than %at_8, %26, signed : tile<i32> -> tile<i1>
      if %69 {
        %70 = constant <i32: 0> : tile<i32>
        %71 = constant <i1: true> : tile<i1>
        break %at_8, %last_2, %71, %70, %last_2 : tile<i32>, tile<i32>, tile<i1>, tile<i32>, tile<i32>
      } else {
      }
      %72 = cmpi greater_than %at_8, %m, signed : tile<i32> -> tile<i1>
      if %72 {
        break %at_8, %last_2, %66, %67, %68 : tile<i32>, tile<i32>, tile<i1>, tile<i32>, tile<i32>
      } else {
      }
      continue %at_8, %last_2, %66, %67, %68 : tile<i32>, tile<i32>, tile<i1>, tile<i32>, tile<i32>
    }
    if %63 {
      break %64, %65 : tile<i32>, tile<i32>
    } else {
    }
    %73, %74, %75, %76 = for %i_2 in (%27 to %m, step %28) : tile<i32> iter_values(%77 = %63, %78 = %64, %79 = %65, %80 = %9) -> (tile<i1>, tile<i32>, tile<i32>, tile<i1>) {
      if %80 {
        continue %77, %78, %79, %80 : tile<i1>, tile<i32>, tile<i32>, tile<i1>
      } else {
      }
      %81 = cmpi equal %last, %i_2, signed : tile<i32> -> tile<i1>
      if %81 {
        %82 = constant <i1: true> : tile<i1>
        continue %82, %at_6, %i_2, %10 : tile<i1>, tile<i32>, tile<i32>, tile<i1>
      } else {
      }
      continue %77, %78, %79, %80 : tile<i1>, tile<i32>, tile<i32>, tile<i1>
    }
    if %73 {
      break %74, %75 : tile<i32>, tile<i32>
    } else {
    }
    break %last, %at_6 : tile<i32>, tile<i32>
  }
  %83 = constant <i32: 0> : tile<i32>
  %84 = constant <i32: 0> : tile<i32>
  %85 = constant <i32: 0> : tile<i32>
  %86 = constant <i32: 2> : tile<i32>
  %87 = constant <i32: 0> : tile<i32>
  %88 = exti %14 signed : tile<i32> -> tile<i64>
  %89 = constant <i32: -1> : tile<i32>
  %90 = constant <i32: 0> : tile<i32>
  %91 = loop iter_values(%92 = %90) : tile<i32> -> tile<i32> {
    %93 = constant <i1: false> : tile<i1>
    %hi, %lo, %94, %95 = loop iter_values(%hi_1 = %n, %lo_1 = %84, %96 = %93, %97 = %85) : tile<i32>, tile<i32>, tile<i1>, tile<i32> -> tile<i32>, tile<i32>, tile<i1>, tile<i32> {
      %98 = cmpi less_than %lo_1, %hi_1, signed : tile<i32> -> tile<i1>
      if %98 {
      } else {
        break %hi_1, %lo_1, %11, %97 : tile<i32>, tile<i32>, tile<i1>, tile<i32>
      }
      %99 = addi %lo_1, %hi_1 : tile<i32>
      %mid = divi %99, %86 signed rounding<negative_inf> : tile<i32>
      %100 = exti %mid signed : tile<i32> -> tile<i64>
      %101 = cmpi less_than %100, %88, unsigned : tile<i64> -> tile<i1>
      %102 = muli %100, %12 : tile<i64>
      %103 = offset %1, %102 : tile<ptr<i32>>, tile<i64> -> tile<ptr<i32>>
      %104 = assume div_by<4>, %103 : tile<ptr<i32>>
      %y, %105 = load_ptr_tko weak %104, %101, %87 token=%0 : tile<ptr<i32>>, tile<i1>, tile<i32> -> tile<i32>, token
      %106 = cmpi equal %y, %i, signed : tile<i32> -> tile<i1>
      if %106 {
        %107 = constant <i1: true> : tile<i1>
        break %hi_1, %lo_1, %107, %mid : tile<i32>, tile<i32>, tile<i1>, tile<i32>
      } else {
      }
      %108 = cmpi less_than %y, %i, signed : tile<i32> -> tile<i1>
      %hi_2, %lo_2 = if %108 -> (tile<i32>, tile<i32>) {
        %109 = constant <i32: 1> : tile<i32>
        %lo_3 = addi %mid, %109 : tile<i32>
        yield %hi_1, %lo_3 : tile<i32>, tile<i32>
      } else {
        yield %mid, %lo_1 : tile<i32>, tile<i32>
      }
      continue %hi_2, %lo_2, %11, %97 : tile<i32>, tile<i32>, tile<i1>, tile<i32>
    }
    if %94 {
      break %95 : tile<i32>
    } else {
    }
    break %89 : tile<i32>
  }
  %110 = reshape %91 : tile<i32> -> tile<1xi32>
  %111 = make_partition_view %17 : partition_view<tile=(1), tensor_view<?xi32, strides=[1]>>
  %112 = store_view_tko weak %110, %111[%83] token = %0 : tile<1xi32>, partition_view<tile=(1), tensor_view<?xi32, strides=[1]>>, tile<i32> -> token
  %113 = constant <i32: 0> : tile<i32>
  %114 = constant <i32: 1> : tile<i32>
  %115 = constant <i32: 3> : tile<i32>
  %116 = constant <i32: 0> : tile<i32>
  %117 = exti %m signed : tile<i32> -> tile<i64>
  %118 = exti %14 signed : tile<i32> -> tile<i64>
  %119 = cmpi less_than %117, %118, unsigned : tile<i64> -> tile<i1>
  %120 = muli %117, %13 : tile<i64>
  %121 = offset %1, %120 : tile<ptr<i32>>, tile<i64> -> tile<ptr<i32>>
  %122 = assume div_by<4>, %121 : tile<ptr<i32>>
  %123, %124 = load_ptr_tko weak %122, %119, %116 token=%0 : tile<ptr<i32>>, tile<i1>, tile<i32> -> tile<i32>, token
  %125 = constant <i32: 1> : tile<i32>
  %126 = addi %115, %125 : tile<i32>
  %127 = mini %n, %126 signed : tile<i32>
  %128 = maxi %113, %126 signed : tile<i32>
  %129 = for %k in (%113 to %127, step %114) : tile<i32> iter_values(%j_2 = %j) -> (tile<i32>) {
    %130 = constant <i32: 0> : tile<i32>
    %j_3 = addi %j_2, %130 : tile<i32>
    %j_4 = addi %j_3, %123 : tile<i32>
    continue %j_4 : tile<i32>
  }
  %131 = for %k_1 in (%128 to %n, step %114) : tile<i32> iter_values(%j_5 = %129) -> (tile<i32>) {
    %132 = make_partition_view %15 : partition_view<tile=(1), tensor_view<?xi32, strides=[1]>>
    %133, %134 = load_view_tko weak %132[%m] token = %0 : partition_view<tile=(1), tensor_view<?xi32, strides=[1]>>, tile<i32> -> tile<1xi32>, token
    %135 = reshape %133 : tile<1xi32> -> tile<i32>
    %j_6 = addi %j_5, %135 : tile<i32>
    %j_7 = addi %j_6, %123 : tile<i32>
    continue %j_7 : tile<i32>
  }
  %136 = constant <i32: 1> : tile<i32>
  %137 = reshape %131 : tile<i32> -> tile<1xi32>
  %138 = make_partition_view %17 : partition_view<tile=(1), tensor_view<?xi32, strides=[1]>>
  %139 = store_view_tko weak %137, %138[%136] token = %112 : tile<1xi32>, partition_view<tile=(1), tensor_view<?xi32, strides=[1]>>, tile<i32> -> token
  return
}
