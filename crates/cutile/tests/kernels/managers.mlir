entry @managers_Kt1_A1f32_1t1_p16_A1f32_1t1_p16_A1i32_1t1_p16_Si32_Si32(%X: tile<ptr<f32>>, %X_size0: tile<i32>, %X_stride0: tile<i32>, %Y: tile<ptr<f32>>, %Y_size0: tile<i32>, %Y_stride0: tile<i32>, %L: tile<ptr<i32>>, %L_size0: tile<i32>, %L_stride0: tile<i32>, %n: tile<i32>, %m: tile<i32>) optimization_hints=<default = {}> {
  %0 = make_token : token
  %1 = assume div_by<16>, %X : tile<ptr<f32>>
  %2 = assume div_by<16>, %Y : tile<ptr<f32>>
  %3 = assume div_by<16>, %L : tile<ptr<i32>>
  %4 = constant <i32: 1> : tile<i32>
  %5 = constant <i32: 1> : tile<i32>
  %6 = constant <i64: 1> : tile<i64>
  %7 = constant <i64: 1> : tile<i64>
  %8 = constant <i1: false> : tile<i1>
  %9 = constant <i1: true> : tile<i1>
  %10 = constant <i1: false> : tile<i1>
  %11 = constant <i1: true> : tile<i1>
  %12 = assume bounded<0, ?>, %X_size0 : tile<i32>
  %13 = make_tensor_view %1, shape = [%12], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
  %14 = assume bounded<0, ?>, %Y_size0 : tile<i32>
  %15 = make_tensor_view %2, shape = [%14], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
  %16 = assume bounded<0, ?>, %L_size0 : tile<i32>
  %17 = make_partition_view %13 : partition_view<tile=(16), tensor_view<?xf32, strides=[1]>>
  %x, %18 = load_view_tko weak %17[%n] token = %0 : partition_view<tile=(16), tensor_view<?xf32, strides=[1]>>, tile<i32> -> tile<16xf32>, token
  %19 = join_tokens %0, %18 : token
  %20 = constant <i32: 0> : tile<i32>
  %21 = constant <i32: 1> : tile<i32>
  %22 = exti %n signed : tile<i32> -> tile<i64>
  %23 = exti %16 signed : tile<i32> -> tile<i64>
  %24 = cmpi less_than %22, %23, unsigned : tile<i64> -> tile<i1>
  %25 = muli %22, %6 : tile<i64>
  %26 = offset %3, %25 : tile<ptr<i32>>, tile<i64> -> tile<ptr<i32>>
  %27 = constant <i32: 1> : tile<i32>
  %28, %29 = loop iter_values(%30 = %0, %31 = %0) : token, token -> token, token {
    %32 = join_tokens %30, %31 : token
    %33, %34 = atomic_cas_tko acquire device %26, %20, %21, %24 token=%32 : tile<ptr<i32>>, tile<i32>, tile<i1> -> tile<i32>, token
    %35 = cmpi equal %33, %27, signed : tile<i32> -> tile<i1>
    if %35 {
    } else {
      break %34, %34 : token, token
    }
    continue %34, %34 : token, token
  }
  %36 = make_partition_view %15 : partition_view<tile=(16), tensor_view<?xf32, strides=[1]>>
  %37 = join_tokens %0, %29 : token
  %38, %39 = load_view_tko weak %36[%n] token = %37 : partition_view<tile=(16), tensor_view<?xf32, strides=[1]>>, tile<i32> -> tile<16xf32>, token
  %40 = join_tokens %0, %39 : token
  %41 = addf %38, %x  : tile<16xf32>
  %42 = make_partition_view %15 : partition_view<tile=(16), tensor_view<?xf32, strides=[1]>>
  %43 = join_tokens %40, %29 : token
  %44 = store_view_tko weak %41, %42[%n] token = %43 : tile<16xf32>, partition_view<tile=(16), tensor_view<?xf32, strides=[1]>>, tile<i32> -> token
  %45 = constant <i32: 0> : tile<i32>
  %46 = exti %n signed : tile<i32> -> tile<i64>
  %47 = exti %16 signed : tile<i32> -> tile<i64>
  %48 = cmpi less_than %46, %47, unsigned : tile<i64> -> tile<i1>
  %49 = muli %46, %7 : tile<i64>
  %50 = offset %3, %49 : tile<ptr<i32>>, tile<i64> -> tile<ptr<i32>>
  %51 = join_tokens %28, %19, %29, %44 : token
  %52, %53 = atomic_rmw_tko release device %50, xchg, %45, %48 token=%51 : tile<ptr<i32>>, tile<i32>, tile<i1> -> tile<i32>, token
  %54 = constant <i32: 0> : tile<i32>
  %55 = constant <i32: 1> : tile<i32>
  %56 = constant <i32: 1> : tile<i32>
  %57 = constant <i32: 1> : tile<i32>
  %58 = addi %m, %57 : tile<i32>
  %59 = mini %n, %58 signed : tile<i32>
  %60 = maxi %54, %58 signed : tile<i32>
  %61, %62, %63 = for %i in (%54 to %59, step %55) : tile<i32> iter_values(%x_1 = %x, %64 = %8, %65 = %0) -> (tile<16xf32>, tile<i1>, token) {
    if %64 {
      continue %x_1, %64, %65 : tile<16xf32>, tile<i1>, token
    } else {
    }
    %66 = join_tokens %65, %19, %53, %29, %44 : token
    %67 = print_tko "in %d\0A", %i token=%66 : tile<i32> -> token
    %after = addi %i, %56 : tile<i32>
    %68 = cmpi equal %i, %m, signed : tile<i32> -> tile<i1>
    %69 = if %68 -> (token) {
      %70 = join_tokens %67, %19, %53, %29, %44 : token
      %71 = print_tko "loop %d 1 True\0A", %i token=%70 : tile<i32> -> token
      continue %x_1, %64, %71 : tile<16xf32>, tile<i1>, token
    } else {
      yield %67 : token
    }
    %72 = itof %after signed  : tile<i32> -> tile<f32>
    %73 = reshape %72 : tile<f32> -> tile<1xf32>
    %74 = broadcast %73 : tile<1xf32> -> tile<16xf32>
    %x_2 = mulf %x_1, %74  : tile<16xf32>
    %75 = join_tokens %69, %19, %53, %29, %44 : token
    %76 = print_tko "loop %d 1 True\0A", %i token=%75 : tile<i32> -> token
    continue %x_2, %64, %76 : tile<16xf32>, tile<i1>, token
  }
  %77, %78, %79 = for %i_1 in (%60 to %n, step %55) : tile<i32> iter_values(%x_3 = %61, %80 = %62, %81 = %63) -> (tile<16xf32>, tile<i1>, token) {
    if %80 {
      continue %x_3, %80, %81 : tile<16xf32>, tile<i1>, token
    } else {
    }
    %82 = join_tokens %81, %19, %53, %29, %44 : token
    %83 = print_tko "in %d\0A", %i_1 token=%82 : tile<i32> -> token
    %after_1 = addi %i_1, %56 : tile<i32>
    %84 = cmpi equal %i_1, %m, signed : tile<i32> -> tile<i1>
    %85 = if %84 -> (token) {
      %86 = join_tokens %83, %19, %53, %29, %44 : token
      %87 = print_tko "loop %d 1 True\0A", %i_1 token=%86 : tile<i32> -> token
      continue %x_3, %80, %87 : tile<16xf32>, tile<i1>, token
    } else {
      yield %83 : token
    }
    %88 = itof %after_1 signed  : tile<i32> -> tile<f32>
    %89 = reshape %88 : tile<f32> -> tile<1xf32>
    %90 = broadcast %89 : tile<1xf32> -> tile<16xf32>
    %x_4 = mulf %x_3, %90  : tile<16xf32>
    %91 = join_tokens %85, %19, %53, %29, %44 : token
    %92 = print_tko "loop %d 1 True\0A", %i_1 token=%91 : tile<i32> -> token
    continue %x_4, %9, %92 : tile<16xf32>, tile<i1>, token
  }
  %93 = constant <i1: false> : tile<i1>
  %94 = constant <i32: 0> : tile<i32>
  %95 = constant <i32: 1> : tile<i32>
  %96 = constant <f32: 0.000000e+00> : tile<16xf32>
  %97 = constant <i32: 1> : tile<i32>
  %98 = constant <i32: 0> : tile<i32>
  %99 = make_partition_view %13 : partition_view<tile=(16), tensor_view<?xf32, strides=[1]>>
  %100 = constant <f32: 0.000000e+00> : tile<16xf32>
  %101, %102, %103 = loop iter_values(%104 = %100, %105 = %79, %106 = %19) : tile<16xf32>, token, token -> tile<16xf32>, token, token {
    %107 = join_tokens %105, %106, %53, %29, %44 : token
    %108 = print_tko "in %d\0A", %m token=%107 : tile<i32> -> token
    %109 = constant <i32: 1> : tile<i32>
    %110 = addi %m, %109 : tile<i32>
    %111 = mini %n, %110 signed : tile<i32>
    %112 = maxi %94, %110 signed : tile<i32>
    %113, %114, %115, %116, %117 = for %i_2 in (%94 to %111, step %95) : tile<i32> iter_values(%118 = %93, %119 = %96, %120 = %10, %121 = %108, %122 = %106) -> (tile<i1>, tile<16xf32>, tile<i1>, token, token) {
      if %120 {
        continue %118, %119, %120, %121, %122 : tile<i1>, tile<16xf32>, tile<i1>, token, token
      } else {
      }
      %123 = join_tokens %121, %122, %53, %29, %44 : token
      %124 = print_tko "in %d\0A", %i_2 token=%123 : tile<i32> -> token
      %125 = join_tokens %124, %122, %53, %29, %44 : token
      %126 = print_tko "round %d 1 True\0A", %i_2 token=%125 : tile<i32> -> token
      continue %118, %119, %120, %126, %122 : tile<i1>, tile<16xf32>, tile<i1>, token, token
    }
    %127, %128, %129, %130, %131 = for %i_3 in (%112 to %n, step %95) : tile<i32> iter_values(%132 = %113, %133 = %114, %134 = %115, %135 = %116, %136 = %117) -> (tile<i1>, tile<16xf32>, tile<i1>, token, token) {
      if %134 {
        continue %132, %133, %134, %135, %136 : tile<i1>, tile<16xf32>, tile<i1>, token, token
      } else {
      }
      %137 = join_tokens %135, %136, %53, %29, %44 : token
      %138 = print_tko "in %d\0A", %i_3 token=%137 : tile<i32> -> token
      %next_one = addi %i_3, %97 : tile<i32>
      %139 = make_partition_view %13 : partition_view<tile=(16), tensor_view<?xf32, strides=[1]>>
      %140 = join_tokens %0, %29, %138 : token
      %141, %142 = load_view_tko weak %139[%next_one] token = %140 : partition_view<tile=(16), tensor_view<?xf32, strides=[1]>>, tile<i32> -> tile<16xf32>, token
      %143 = join_tokens %136, %142 : token
      %144 = join_tokens %138, %143, %53, %29, %44 : token
      %145 = print_tko "round %d 1 True\0A", %i_3 token=%144 : tile<i32> -> token
      %146 = constant <i1: true> : tile<i1>
      continue %146, %141, %11, %145, %143 : tile<i1>, tile<16xf32>, tile<i1>, token, token
    }
    %147 = if %127 -> (token) {
      %148 = join_tokens %130, %131, %53, %29, %44 : token
      %149 = print_tko "search %d 1 True\0A", %m token=%148 : tile<i32> -> token
      break %128, %149, %131 : tile<16xf32>, token, token
    } else {
      yield %130 : token
    }
    %150 = join_tokens %147, %131, %53, %29, %44 : token
    %151 = print_tko "search %d 1 True\0A", %m token=%150 : tile<i32> -> token
    %152 = join_tokens %0, %29, %151 : token
    %153, %154 = load_view_tko weak %99[%98] token = %152 : partition_view<tile=(16), tensor_view<?xf32, strides=[1]>>, tile<i32> -> tile<16xf32>, token
    %155 = join_tokens %131, %154 : token
    break %153, %151, %155 : tile<16xf32>, token, token
  }
  %156 = make_partition_view %15 : partition_view<tile=(16), tensor_view<?xf32, strides=[1]>>
  %157 = join_tokens %44, %29, %102 : token
  %158 = store_view_tko weak %101, %156[%m] token = %157 : tile<16xf32>, partition_view<tile=(16), tensor_view<?xf32, strides=[1]>>, tile<i32> -> token
  %159 = join_tokens %102, %103, %53, %29, %158 : token
  %160 = print_tko "in %d\0A", %n token=%159 : tile<i32> -> token
  %161 = constant <i32: 1> : tile<i32>
  %a = addi %n, %161 : tile<i32>
  %162 = join_tokens %160, %103, %53, %29, %158 : token
  %163 = print_tko "in %d\0A", %m token=%162 : tile<i32> -> token
  %164 = constant <i32: 1> : tile<i32>
  %b = addi %m, %164 : tile<i32>
  %165 = join_tokens %163, %103, %53, %29, %158 : token
  %166 = print_tko "in %d\0A", %n token=%165 : tile<i32> -> token
  %167 = constant <i32: 1> : tile<i32>
  %c = addi %n, %167 : tile<i32>
  %168 = cmpi greater_than %a, %b, signed : tile<i32> -> tile<i1>
  %169 = if %168 -> (token) {
    %170 = join_tokens %166, %103, %53, %29, %158 : token
    %171 = print_tko "later %d 1 True\0A", %n token=%170 : tile<i32> -> token
    %172 = join_tokens %171, %103, %53, %29, %158 : token
    %173 = print_tko "both\0A" token=%172 -> token
    %174 = join_tokens %173, %103, %53, %29, %158 : token
    %175 = print_tko "second %d 1 True\0A", %m token=%174 : tile<i32> -> token
    %176 = join_tokens %175, %103, %53, %29, %158 : token
    %177 = print_tko "first %d 1 True\0A", %n token=%176 : tile<i32> -> token
    return
  } else {
    yield %166 : token
  }
  %178 = make_partition_view %15 : partition_view<tile=(16), tensor_view<?xf32, strides=[1]>>
  %179 = join_tokens %158, %29, %169 : token
  %180 = store_view_tko weak %77, %178[%c] token = %179 : tile<16xf32>, partition_view<tile=(16), tensor_view<?xf32, strides=[1]>>, tile<i32> -> token
  %181 = join_tokens %169, %103, %53, %29, %180 : token
  %182 = print_tko "later %d 1 True\0A", %n token=%181 : tile<i32> -> token
  %183 = join_tokens %182, %103, %53, %29, %180 : token
  %184 = print_tko "both\0A" token=%183 -> token
  %185 = join_tokens %184, %103, %53, %29, %180 : token
  %186 = print_tko "second %d 1 True\0A", %m token=%185 : tile<i32> -> token
  %187 = join_tokens %186, %103, %53, %29, %180 : token
  %188 = print_tko "first %d 1 True\0A", %n token=%187 : tile<i32> -> token
  return
}
