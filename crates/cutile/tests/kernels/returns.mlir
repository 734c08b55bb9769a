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
    %33, %34 = if %21 -> (tile<i32>, tile<i1>) {
      %35 = constant <i32: 0> : tile<i32>
      %36 = constant <i32: 1> : tile<i32>
      %37 = constant <i32: 0> : tile<i32>
      %38 = constant <i32: 0> : tile<i32>
      %39 = constant <i32: 0> : tile<i32>
      %40 = constant <i32: 1> : tile<i32>
      %41 = constant <i32: 0> : tile<i32>
      %42 = constant <i32: 0> : tile<i32>
      %43, %44, %45, %46, %47 = for %i_1 in (%35 to %n, step %36) : tile<i32> iter_values(%at = %19, %48 = %18, %49 = %37, %50 = %38, %51 = %5) -> (tile<i32>, tile<i1>, tile<i32>, tile<i32>, tile<i1>) {
        if %51 {
          continue %at, %48, %49, %50, %51 : tile<i32>, tile<i1>, tile<i32>, tile<i32>, tile<i1>
        } else {
        }
        %52, %53, %54, %55, %56 = for %j_1 in (%39 to %m, step %40) : tile<i32> iter_values(%at_1 = %at, %57 = %48, %58 = %41, %59 = %42, %60 = %7) -> (tile<i32>, tile<i1>, tile<i32>, tile<i32>, tile<i1>) {
          if %60 {
            continue %at_1, %57, %58, %59, %60 : tile<i32>, tile<i1>, tile<i32>, tile<i32>, tile<i1>
          } else {
          }
          %61 = cmpi equal %j_1, %at_1, signed : tile<i32> -> tile<i1>
          if %61 {
            %62 = constant <i32: 8> : tile<i32>
            %63 = muli %j_1, %62 : tile<i32>
            %64 = constant <i1: true> : tile<i1>
            continue %at_1, %64, %i_1, %63, %8 : tile<i32>, tile<i1>, tile<i32>, tile<i32>, tile<i1>
          } else {
          }
          %at_2 = addi %at_1, %j_1 : tile<i32>
          continue %at_2, %57, %58, %59, %60 : tile<i32>, tile<i1>, tile<i32>, tile<i32>, tile<i1>
        }
        if %53 {
          continue %52, %53, %54, %55, %6 : tile<i32>, tile<i1>, tile<i32>, tile<i32>, tile<i1>
        } else {
        }
        continue %52, %53, %54, %55, %51 : tile<i32>, tile<i1>, tile<i32>, tile<i32>, tile<i1>
      }
      if %44 {
        break %45, %46 : tile<i32>, tile<i32>
      } else {
      }
      yield %43, %44 : tile<i32>, tile<i1>
    } else {
      yield %19, %18 : tile<i32>, tile<i1>
    }
    %65 = constant <i32: 0> : tile<i32>
    %66, %67, %68, %69, %70 = loop iter_values(%at_3 = %33, %last = %65, %71 = %34, %72 = %22, %73 = %23) : tile<i32>, tile<i32>, tile<i1>, tile<i32>, tile<i32> -> tile<i32>, tile<i32>, tile<i1>, tile<i32>, tile<i32> {
      %last_1 = muli %at_3, %24 : tile<i32>
      %at_4 = addi %at_3, %25 : tile<i32>
      %74 = cmpi greater_than %at_4, %26, signed : tile<i32> -> tile<i1>
      if %74 {
        %75 = constant <i32: 0> : tile<i32>
        %76 = constant <i1: true> : tile<i1>
        break %at_4, %last_1, %76, %75, %last_1 : tile<i32>, tile<i32>, tile<i1>, tile<i32>, tile<i32>
      } else {
      }
      %77 = cmpi greater_than %at_4, %m, signed : tile<i32> -> tile<i1>
      if %77 {
        break %at_4, %last_1, %71, %72, %73 : tile<i32>, tile<i32>, tile<i1>, tile<i32>, tile<i32>
      } else {
      }
      continue %at_4, %last_1, %71, %72, %73 : tile<i32>, tile<i32>, tile<i1>, tile<i32>, tile<i32>
    }
    if %68 {
      break %69, %70 : tile<i32>, tile<i32>
    } else {
    }
    %78, %79, %80, %81 = for %i_2 in (%27 to %m, step %28) : tile<i32> iter_values(%82 = %68, %83 = %69, %84 = %70, %85 = %9) -> (tile<i1>, tile<i32>, tile<i32>, tile<i1>) {
      if %85 {
        continue %82, %83, %84, %85 : tile<i1>, tile<i32>, tile<i32>, tile<i1>
      } else {
      }
      %86 = cmpi equal %67, %i_2, signed : tile<i32> -> tile<i1>
      if %86 {
        %87 = constant <i1: true> : tile<i1>
        continue %87, %66, %i_2, %10 : tile<i1>, tile<i32>, tile<i32>, tile<i1>
      } else {
      }
      continue %82, %83, %84, %85 : tile<i1>, tile<i32>, tile<i32>, tile<i1>
    }
    if %78 {
      break %79, %80 : tile<i32>, tile<i32>
    } else {
    }
    break %67, %66 : tile<i32>, tile<i32>
  }
  %88 = constant <i32: 0> : tile<i32>
  %89 = constant <i32: 0> : tile<i32>
  %90 = constant <i32: 0> : tile<i32>
  %91 = constant <i32: 2> : tile<i32>
  %92 = constant <i32: 0> : tile<i32>
  %93 = exti %14 signed : tile<i32> -> tile<i64>
  %94 = constant <i32: -1> : tile<i32>
  %95 = constant <i32: 0> : tile<i32>
  %96 = loop iter_values(%97 = %95) : tile<i32> -> tile<i32> {
    %98 = constant <i1: false> : tile<i1>
    %99, %100, %101, %102 = loop iter_values(%hi = %n, %lo = %89, %103 = %98, %104 = %90) : tile<i32>, tile<i32>, tile<i1>, tile<i32> -> tile<i32>, tile<i32>, tile<i1>, tile<i32> {
      %105 = cmpi less_than %lo, %hi, signed : tile<i32> -> tile<i1>
      if %105 {
      } else {
        break %hi, %lo, %11, %104 : tile<i32>, tile<i32>, tile<i1>, tile<i32>
      }
      %106 = addi %lo, %hi : tile<i32>
      %mid = divi %106, %91 signed rounding<negative_inf> : tile<i32>
      %107 = exti %mid signed : tile<i32> -> tile<i64>
      %108 = cmpi less_than %107, %93, unsigned : tile<i64> -> tile<i1>
      %109 = muli %107, %12 : tile<i64>
      %110 = offset %1, %109 : tile<ptr<i32>>, tile<i64> -> tile<ptr<i32>>
      %111 = assume div_by<4>, %110 : tile<ptr<i32>>
      %y, %112 = load_ptr_tko weak %111, %108, %92 token=%0 : tile<ptr<i32>>, tile<i1>, tile<i32> -> tile<i32>, token
      %113 = cmpi equal %y, %i, signed : tile<i32> -> tile<i1>
      if %113 {
        %114 = constant <i1: true> : tile<i1>
        break %hi, %lo, %114, %mid : tile<i32>, tile<i32>, tile<i1>, tile<i32>
      } else {
      }
      %115 = cmpi less_than %y, %i, signed : tile<i32> -> tile<i1>
      %116, %117 = if %115 -> (tile<i32>, tile<i32>) {
        %118 = constant <i32: 1> : tile<i32>
        %lo_1 = addi %mid, %118 : tile<i32>
        yield %hi, %lo_1 : tile<i32>, tile<i32>
      } else {
        yield %mid, %lo : tile<i32>, tile<i32>
      }
      continue %116, %117, %11, %104 : tile<i32>, tile<i32>, tile<i1>, tile<i32>
    }
    if %101 {
      break %102 : tile<i32>
    } else {
    }
    break %94 : tile<i32>
  }
  %119 = reshape %96 : tile<i32> -> tile<1xi32>
  %120 = make_partition_view %17 : partition_view<tile=(1), tensor_view<?xi32, strides=[1]>>
  %121 = store_view_tko weak %119, %120[%88] token = %0 : tile<1xi32>, partition_view<tile=(1), tensor_view<?xi32, strides=[1]>>, tile<i32> -> token
  %122 = constant <i32: 0> : tile<i32>
  %123 = constant <i32: 1> : tile<i32>
  %124 = constant <i32: 3> : tile<i32>
  %125 = constant <i32: 0> : tile<i32>
  %126 = exti %m signed : tile<i32> -> tile<i64>
  %127 = exti %14 signed : tile<i32> -> tile<i64>
  %128 = cmpi less_than %126, %127, unsigned : tile<i64> -> tile<i1>
  %129 = muli %126, %13 : tile<i64>
  %130 = offset %1, %129 : tile<ptr<i32>>, tile<i64> -> tile<ptr<i32>>
  %131 = assume div_by<4>, %130 : tile<ptr<i32>>
  %132, %133 = load_ptr_tko weak %131, %128, %125 token=%0 : tile<ptr<i32>>, tile<i1>, tile<i32> -> tile<i32>, token
  %134 = constant <i32: 1> : tile<i32>
  %135 = addi %124, %134 : tile<i32>
  %136 = mini %n, %135 signed : tile<i32>
  %137 = maxi %122, %135 signed : tile<i32>
  %138 = for %k in (%122 to %136, step %123) : tile<i32> iter_values(%j_2 = %j) -> (tile<i32>) {
    %139 = constant <i32: 0> : tile<i32>
    %j_3 = addi %j_2, %139 : tile<i32>
    %j_4 = addi %j_3, %132 : tile<i32>
    continue %j_4 : tile<i32>
  }
  %140 = for %k_1 in (%137 to %n, step %123) : tile<i32> iter_values(%j_5 = %138) -> (tile<i32>) {
    %141 = make_partition_view %15 : partition_view<tile=(1), tensor_view<?xi32, strides=[1]>>
    %142, %143 = load_view_tko weak %141[%m] token = %0 : partition_view<tile=(1), tensor_view<?xi32, strides=[1]>>, tile<i32> -> tile<1xi32>, token
    %144 = reshape %142 : tile<1xi32> -> tile<i32>
    %j_6 = addi %j_5, %144 : tile<i32>
    %j_7 = addi %j_6, %132 : tile<i32>
    continue %j_7 : tile<i32>
  }
  %145 = constant <i32: 1> : tile<i32>
  %146 = reshape %140 : tile<i32> -> tile<1xi32>
  %147 = make_partition_view %17 : partition_view<tile=(1), tensor_view<?xi32, strides=[1]>>
  %148 = store_view_tko weak %146, %147[%145] token = %121 : tile<1xi32>, partition_view<tile=(1), tensor_view<?xi32, strides=[1]>>, tile<i32> -> token
  return
}
