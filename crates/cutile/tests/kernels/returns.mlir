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
  %14 = constant <i1: false> : tile<i1>
  %15 = constant <i1: true> : tile<i1>
  %16 = assume bounded<0, ?>, %X_size0 : tile<i32>
  %17 = make_tensor_view %1, shape = [%16], strides = [1] : tile<i32> -> tensor_view<?xi32, strides=[1]>
  %18 = assume bounded<0, ?>, %Y_size0 : tile<i32>
  %19 = make_tensor_view %2, shape = [%18], strides = [1] : tile<i32> -> tensor_view<?xi32, strides=[1]>
  %20 = constant <i1: false> : tile<i1>
  %21 = constant <i32: 5> : tile<i32>
  %22 = constant <i32: 3> : tile<i32>
  %23 = cmpi greater_than %m, %22, signed : tile<i32> -> tile<i1>
  %24 = constant <i32: 0> : tile<i32>
  %25 = constant <i32: 0> : tile<i32>
  %26 = constant <i32: 2> : tile<i32>
  %27 = constant <i32: 1> : tile<i32>
  %28 = constant <i32: 7> : tile<i32>
  %29 = constant <i32: 0> : tile<i32>
  %30 = constant <i32: 1> : tile<i32>
  %31 = constant <i32: 0> : tile<i32>
  %32 = constant <i32: 0> : tile<i32>
  %i, %j = loop iter_values(%33 = %31, %34 = %32) : tile<i32>, tile<i32> -> tile<i32>, tile<i32> {
    %at, %35 = if %23 -> (tile<i32>, tile<i1>) {
      %36 = constant <i32: 0> : tile<i32>
      %37 = constant <i32: 1> : tile<i32>
      %38 = constant <i32: 0> : tile<i32>
      %39 = constant <i32: 0> : tile<i32>
      %40 = constant <i32: 0> : tile<i32>
      %41 = constant <i32: 1> : tile<i32>
      %42 = constant <i32: 0> : tile<i32>
      %43 = constant <i32: 0> : tile<i32>
      %at_1, %44, %45, %46, %47 = for %i_1 in (%36 to %n, step %37) : tile<i32> iter_values(%at_2 = %21, %48 = %20, %49 = %38, %50 = %39, %51 = %5) -> (tile<i32>, tile<i1>, tile<i32>, tile<i32>, tile<i1>) {
        if %51 {
          continue %at_2, %48, %49, %50, %51 : tile<i32>, tile<i1>, tile<i32>, tile<i32>, tile<i1>
        } else {
        }
        %at_3, %52, %53, %54, %55 = for %j_1 in (%40 to %m, step %41) : tile<i32> iter_values(%at_4 = %at_2, %56 = %48, %57 = %42, %58 = %43, %59 = %7) -> (tile<i32>, tile<i1>, tile<i32>, tile<i32>, tile<i1>) {
          if %59 {
            continue %at_4, %56, %57, %58, %59 : tile<i32>, tile<i1>, tile<i32>, tile<i32>, tile<i1>
          } else {
          }
          %60 = cmpi equal %j_1, %at_4, signed : tile<i32> -> tile<i1>
          if %60 {
            %61 = constant <i32: 8> : tile<i32>
            %62 = muli %j_1, %61 : tile<i32>
            %63 = constant <i1: true> : tile<i1>
            continue %at_4, %63, %i_1, %62, %8 : tile<i32>, tile<i1>, tile<i32>, tile<i32>, tile<i1>
          } else {
          }
          %at_5 = addi %at_4, %j_1 : tile<i32>
          continue %at_5, %56, %57, %58, %59 : tile<i32>, tile<i1>, tile<i32>, tile<i32>, tile<i1>
        }
        if %52 {
          continue %at_3, %52, %53, %54, %6 : tile<i32>, tile<i1>, tile<i32>, tile<i32>, tile<i1>
        } else {
        }
        continue %at_3, %52, %53, %54, %51 : tile<i32>, tile<i1>, tile<i32>, tile<i32>, tile<i1>
      }
      if %44 {
        break %45, %46 : tile<i32>, tile<i32>
      } else {
      }
      yield %at_1, %44 : tile<i32>, tile<i1>
    } else {
      yield %21, %20 : tile<i32>, tile<i1>
    }
    %64 = constant <i32: 0> : tile<i32>
    %at_6, %last, %65, %66, %67 = loop iter_values(%at_7 = %at, %last_1 = %64, %68 = %35, %69 = %24, %70 = %25) : tile<i32>, tile<i32>, tile<i1>, tile<i32>, tile<i32> -> tile<i32>, tile<i32>, tile<i1>, tile<i32>, tile<i32> {
      %last_2 = muli %at_7, %26 : tile<i32>
      %at_8 = addi %at_7, %27 : tile<i32>
      %71 = cmpi greater_than %at_8, %28, signed : tile<i32> -> tile<i1>
      if %71 {
        %72 = constant <i32: 0> : tile<i32>
        %73 = constant <i1: true> : tile<i1>
        break %at_8, %last_2, %73, %72, %last_2 : tile<i32>, tile<i32>, tile<i1>, tile<i32>, tile<i32>
      } else {
      }
      %74 = cmpi greater_than %at_8, %m, signed : tile<i32> -> tile<i1>
      if %74 {
        break %at_8, %last_2, %68, %69, %70 : tile<i32>, tile<i32>, tile<i1>, tile<i32>, tile<i32>
      } else {
      }
      continue %at_8, %last_2, %68, %69, %70 : tile<i32>, tile<i32>, tile<i1>, tile<i32>, tile<i32>
    }
    if %65 {
      break %66, %67 : tile<i32>, tile<i32>
    } else {
    }
    %75, %76, %77, %78 = for %i_2 in (%29 to %m, step %30) : tile<i32> iter_values(%79 = %65, %80 = %66, %81 = %67, %82 = %9) -> (tile<i1>, tile<i32>, tile<i32>, tile<i1>) {
      if %82 {
        continue %79, %80, %81, %82 : tile<i1>, tile<i32>, tile<i32>, tile<i1>
      } else {
      }
      %83 = cmpi equal %last, %i_2, signed : tile<i32> -> tile<i1>
      if %83 {
        %84 = constant <i1: true> : tile<i1>
        continue %84, %at_6, %i_2, %10 : tile<i1>, tile<i32>, tile<i32>, tile<i1>
      } else {
      }
      continue %79, %80, %81, %82 : tile<i1>, tile<i32>, tile<i32>, tile<i1>
    }
    if %75 {
      break %76, %77 : tile<i32>, tile<i32>
    } else {
    }
    break %last, %at_6 : tile<i32>, tile<i32>
  }
  %85 = constant <i32: 0> : tile<i32>
  %86 = constant <i32: 0> : tile<i32>
  %87 = constant <i32: 0> : tile<i32>
  %88 = constant <i32: 2> : tile<i32>
  %89 = constant <i32: 0> : tile<i32>
  %90 = exti %16 signed : tile<i32> -> tile<i64>
  %91 = constant <i32: -1> : tile<i32>
  %92 = constant <i32: 0> : tile<i32>
  %93 = loop iter_values(%94 = %92) : tile<i32> -> tile<i32> {
    %95 = constant <i1: false> : tile<i1>
    %hi, %lo, %96, %97 = loop iter_values(%hi_1 = %n, %lo_1 = %86, %98 = %95, %99 = %87) : tile<i32>, tile<i32>, tile<i1>, tile<i32> -> tile<i32>, tile<i32>, tile<i1>, tile<i32> {
      %100 = cmpi less_than %lo_1, %hi_1, signed : tile<i32> -> tile<i1>
      if %100 {
      } else {
        break %hi_1, %lo_1, %11, %99 : tile<i32>, tile<i32>, tile<i1>, tile<i32>
      }
      %101 = addi %lo_1, %hi_1 : tile<i32>
      %mid = divi %101, %88 signed rounding<negative_inf> : tile<i32>
      %102 = exti %mid signed : tile<i32> -> tile<i64>
      %103 = cmpi less_than %102, %90, unsigned : tile<i64> -> tile<i1>
      %104 = muli %102, %12 : tile<i64>
      %105 = offset %1, %104 : tile<ptr<i32>>, tile<i64> -> tile<ptr<i32>>
      %106 = assume div_by<4>, %105 : tile<ptr<i32>>
      %y, %107 = load_ptr_tko weak %106, %103, %89 token=%0 : tile<ptr<i32>>, tile<i1>, tile<i32> -> tile<i32>, token
      %108 = cmpi equal %y, %i, signed : tile<i32> -> tile<i1>
      if %108 {
        %109 = constant <i1: true> : tile<i1>
        break %hi_1, %lo_1, %109, %mid : tile<i32>, tile<i32>, tile<i1>, tile<i32>
      } else {
      }
      %110 = cmpi less_than %y, %i, signed : tile<i32> -> tile<i1>
      %hi_2, %lo_2 = if %110 -> (tile<i32>, tile<i32>) {
        %111 = constant <i32: 1> : tile<i32>
        %lo_3 = addi %mid, %111 : tile<i32>
        yield %hi_1, %lo_3 : tile<i32>, tile<i32>
      } else {
        yield %mid, %lo_1 : tile<i32>, tile<i32>
      }
      continue %hi_2, %lo_2, %11, %99 : tile<i32>, tile<i32>, tile<i1>, tile<i32>
    }
    if %96 {
      break %97 : tile<i32>
    } else {
    }
    break %91 : tile<i32>
  }
  %112 = reshape %93 : tile<i32> -> tile<1xi32>
  %113 = make_partition_view %19 : partition_view<tile=(1), tensor_view<?xi32, strides=[1]>>
  %114 = store_view_tko weak %112, %113[%85] token = %0 : tile<1xi32>, partition_view<tile=(1), tensor_view<?xi32, strides=[1]>>, tile<i32> -> token
  %115 = constant <i32: 0> : tile<i32>
  %116 = constant <i32: 1> : tile<i32>
  %117 = constant <i32: 3> : tile<i32>
  %118 = constant <i32: 0> : tile<i32>
  %119 = exti %m signed : tile<i32> -> tile<i64>
  %120 = exti %16 signed : tile<i32> -> tile<i64>
  %121 = cmpi less_than %119, %120, unsigned : tile<i64> -> tile<i1>
  %122 = muli %119, %13 : tile<i64>
  %123 = offset %1, %122 : tile<ptr<i32>>, tile<i64> -> tile<ptr<i32>>
  %124 = assume div_by<4>, %123 : tile<ptr<i32>>
  %125, %126 = load_ptr_tko weak %124, %121, %118 token=%0 : tile<ptr<i32>>, tile<i1>, tile<i32> -> tile<i32>, token
  %127 = constant <i32: 1> : tile<i32>
  %128 = addi %117, %127 : tile<i32>
  %129 = mini %n, %128 signed : tile<i32>
  %130 = maxi %115, %128 signed : tile<i32>
  %131 = for %k in (%115 to %129, step %116) : tile<i32> iter_values(%j_2 = %j) -> (tile<i32>) {
    %132 = constant <i32: 0> : tile<i32>
    %j_3 = addi %j_2, %132 : tile<i32>
    %j_4 = addi %j_3, %125 : tile<i32>
    continue %j_4 : tile<i32>
  }
  %133 = for %k_1 in (%130 to %n, step %116) : tile<i32> iter_values(%j_5 = %131) -> (tile<i32>) {
    %134 = make_partition_view %17 : partition_view<tile=(1), tensor_view<?xi32, strides=[1]>>
    %135, %136 = load_view_tko weak %134[%m] token = %0 : partition_view<tile=(1), tensor_view<?xi32, strides=[1]>>, tile<i32> -> tile<1xi32>, token
    %137 = reshape %135 : tile<1xi32> -> tile<i32>
    %j_6 = addi %j_5, %137 : tile<i32>
    %j_7 = addi %j_6, %125 : tile<i32>
    continue %j_7 : tile<i32>
  }
  %138 = constant <i32: 1> : tile<i32>
  %139 = reshape %133 : tile<i32> -> tile<1xi32>
  %140 = make_partition_view %19 : partition_view<tile=(1), tensor_view<?xi32, strides=[1]>>
  %141 = store_view_tko weak %139, %140[%138] token = %114 : tile<1xi32>, partition_view<tile=(1), tensor_view<?xi32, strides=[1]>>, tile<i32> -> token
  %142 = constant <i32: 2> : tile<i32>
  %143 = constant <i1: false> : tile<i1>
  %144 = constant <i32: 0> : tile<i32>
  %145 = constant <i32: 1> : tile<i32>
  %146 = constant <i32: 0> : tile<i32>
  %147 = constant <i32: 0> : tile<i32>
  %148 = constant <i32: 0> : tile<i32>
  %149, %150 = loop iter_values(%151 = %m, %152 = %148) : tile<i32>, tile<i32> -> tile<i32>, tile<i32> {
    %m_1, %153, %154, %155 = for %i_3 in (%144 to %n, step %145) : tile<i32> iter_values(%m_2 = %151, %156 = %143, %157 = %146, %158 = %14) -> (tile<i32>, tile<i1>, tile<i32>, tile<i1>) {
      if %158 {
        continue %m_2, %156, %157, %158 : tile<i32>, tile<i1>, tile<i32>, tile<i1>
      } else {
      }
      %159 = cmpi less_than %i_3, %m_2, signed : tile<i32> -> tile<i1>
      %m_3, %160 = if %159 -> (tile<i32>, tile<i1>) {
        %161 = constant <i32: 1> : tile<i32>
        %m_4 = subi %m_2, %161 : tile<i32>
        yield %m_4, %156 : tile<i32>, tile<i1>
      } else {
        %162 = constant <i32: 3> : tile<i32>
        %163 = cmpi greater_than %m_2, %162, signed : tile<i32> -> tile<i1>
        if %163 {
          %164 = constant <i1: true> : tile<i1>
          continue %m_2, %164, %i_3, %15 : tile<i32>, tile<i1>, tile<i32>, tile<i1>
        } else {
        }
        yield %m_2, %156 : tile<i32>, tile<i1>
      }
      continue %m_3, %160, %147, %158 : tile<i32>, tile<i1>, tile<i32>, tile<i1>
    }
    if %153 {
      break %m_1, %154 : tile<i32>, tile<i32>
    } else {
    }
    break %m_1, %m_1 : tile<i32>, tile<i32>
  }
  %165 = reshape %150 : tile<i32> -> tile<1xi32>
  %166 = make_partition_view %19 : partition_view<tile=(1), tensor_view<?xi32, strides=[1]>>
  %167 = store_view_tko weak %165, %166[%142] token = %141 : tile<1xi32>, partition_view<tile=(1), tensor_view<?xi32, strides=[1]>>, tile<i32> -> token
  return
}
