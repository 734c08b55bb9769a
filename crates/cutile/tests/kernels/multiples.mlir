entry @multiples_Kt1_A1i32_1i48t1_p4096_Si32(%X: tile<ptr<i32>>, %X_size0: tile<i32>, %X_stride0: tile<i32>, %n: tile<i32>) optimization_hints=<default = {}> {
  %0 = make_token : token
  %1 = assume div_by<1024>, %X : tile<ptr<i32>>
  %2 = assume div_by<16>, %X_size0 : tile<i32>
  %3 = constant <i32: 1> : tile<i32>
  %4 = constant <i64: 1> : tile<i64>
  %5 = constant <i64: 1> : tile<i64>
  %6 = constant <i64: 1> : tile<4xi64>
  %7 = constant <i32: 64> : tile<4xi32>
  %8 = constant <i64: 1> : tile<4xi64>
  %9 = constant <i32: 48> : tile<4xi32>
  %10 = constant <i64: 1> : tile<4xi64>
  %11 = constant <i64: 1> : tile<i64>
  %12 = constant <i64: 1> : tile<i64>
  %13 = constant <i64: 1> : tile<i64>
  %14 = constant <i64: 1> : tile<i64>
  %15 = constant <i64: 1> : tile<i64>
  %16 = constant <i64: 1> : tile<i64>
  %17 = constant <i64: 1> : tile<i64>
  %18 = constant <i64: 1> : tile<4xi64>
  %19 = constant <i64: 1> : tile<i64>
  %20 = constant <i64: 1> : tile<4xi64>
  %21 = assume bounded<0, ?>, %2 : tile<i32>
  %22 = assume div_by<16>, %21 : tile<i32>
  %23 = make_tensor_view %1, shape = [%22], strides = [1] : tile<i32> -> tensor_view<?xi32, strides=[1]>
  %four = iota : tile<4xi32>
  %24 = constant <i32: 64> : tile<i32>
  %many = muli %n, %24 : tile<i32>
  %25 = assume div_by<64>, %many : tile<i32>
  %26 = constant <i64: 0> : tile<i64>
  %27 = exti %22 signed : tile<i32> -> tile<i64>
  %28 = cmpi less_than %26, %27, unsigned : tile<i64> -> tile<i1>
  %29 = muli %26, %4 : tile<i64>
  %30 = offset %1, %29 : tile<ptr<i32>>, tile<i64> -> tile<ptr<i32>>
  %31 = assume div_by<1024>, %30 : tile<ptr<i32>>
  %32, %33 = load_ptr_tko weak %31, %28, %25 token=%0 : tile<ptr<i32>>, tile<i1>, tile<i32> -> tile<i32>, token
  %34 = join_tokens %0, %33 : token
  %35 = exti %32 signed : tile<i32> -> tile<i64>
  %36 = exti %22 signed : tile<i32> -> tile<i64>
  %37 = cmpi less_than %35, %36, unsigned : tile<i64> -> tile<i1>
  %38 = muli %35, %5 : tile<i64>
  %39 = offset %1, %38 : tile<ptr<i32>>, tile<i64> -> tile<ptr<i32>>
  %40 = assume div_by<4>, %39 : tile<ptr<i32>>
  %41 = store_ptr_tko weak %40, %25, %37 token=%34 : tile<ptr<i32>>, tile<i32>, tile<i1> -> token
  %42 = constant <i32: 64> : tile<4xi32>
  %43 = assume div_by<64>, %42 : tile<4xi32>
  %44 = exti %four signed : tile<4xi32> -> tile<4xi64>
  %45 = exti %22 signed : tile<i32> -> tile<i64>
  %46 = reshape %45 : tile<i64> -> tile<1xi64>
  %47 = broadcast %46 : tile<1xi64> -> tile<4xi64>
  %48 = cmpi less_than %44, %47, unsigned : tile<4xi64> -> tile<4xi1>
  %49 = muli %44, %6 : tile<4xi64>
  %50 = reshape %1 : tile<ptr<i32>> -> tile<1xptr<i32>>
  %51 = broadcast %50 : tile<1xptr<i32>> -> tile<4xptr<i32>>
  %52 = offset %51, %49 : tile<4xptr<i32>>, tile<4xi64> -> tile<4xptr<i32>>
  %53 = store_ptr_tko weak %52, %43, %48 token=%41 : tile<4xptr<i32>>, tile<4xi32>, tile<4xi1> -> token
  %54 = exti %four signed : tile<4xi32> -> tile<4xi64>
  %55 = exti %22 signed : tile<i32> -> tile<i64>
  %56 = reshape %55 : tile<i64> -> tile<1xi64>
  %57 = broadcast %56 : tile<1xi64> -> tile<4xi64>
  %58 = cmpi less_than %54, %57, unsigned : tile<4xi64> -> tile<4xi1>
  %59 = muli %54, %8 : tile<4xi64>
  %60 = reshape %1 : tile<ptr<i32>> -> tile<1xptr<i32>>
  %61 = broadcast %60 : tile<1xptr<i32>> -> tile<4xptr<i32>>
  %62 = offset %61, %59 : tile<4xptr<i32>>, tile<4xi64> -> tile<4xptr<i32>>
  %63 = store_ptr_tko weak %62, %7, %58 token=%53 : tile<4xptr<i32>>, tile<4xi32>, tile<4xi1> -> token
  %64 = constant <i32: 0> : tile<i32>
  %65 = make_partition_view %23 : partition_view<tile=(4), tensor_view<?xi32, strides=[1]>>
  %66, %67 = load_view_tko weak %65[%64] token = %63 : partition_view<tile=(4), tensor_view<?xi32, strides=[1]>>, tile<i32> -> tile<4xi32>, token
  %68 = join_tokens %63, %67 : token
  %69 = muli %66, %9 : tile<4xi32>
  %70 = assume div_by<16>, %69 : tile<4xi32>
  %71 = exti %four signed : tile<4xi32> -> tile<4xi64>
  %72 = exti %22 signed : tile<i32> -> tile<i64>
  %73 = reshape %72 : tile<i64> -> tile<1xi64>
  %74 = broadcast %73 : tile<1xi64> -> tile<4xi64>
  %75 = cmpi less_than %71, %74, unsigned : tile<4xi64> -> tile<4xi1>
  %76 = muli %71, %10 : tile<4xi64>
  %77 = reshape %1 : tile<ptr<i32>> -> tile<1xptr<i32>>
  %78 = broadcast %77 : tile<1xptr<i32>> -> tile<4xptr<i32>>
  %79 = offset %78, %76 : tile<4xptr<i32>>, tile<4xi64> -> tile<4xptr<i32>>
  %80 = store_ptr_tko weak %79, %70, %75 token=%68 : tile<4xptr<i32>>, tile<4xi32>, tile<4xi1> -> token
  %81 = constant <i32: 3> : tile<i32>
  %82 = muli %n, %81 : tile<i32>
  %83 = constant <i64: 1> : tile<i64>
  %84 = exti %22 signed : tile<i32> -> tile<i64>
  %85 = cmpi less_than %83, %84, unsigned : tile<i64> -> tile<i1>
  %86 = muli %83, %11 : tile<i64>
  %87 = offset %1, %86 : tile<ptr<i32>>, tile<i64> -> tile<ptr<i32>>
  %88 = assume div_by<4>, %87 : tile<ptr<i32>>
  %89 = store_ptr_tko weak %88, %82, %85 token=%80 : tile<ptr<i32>>, tile<i32>, tile<i1> -> token
  %90 = assume div_by<8>, %n : tile<i32>
  %91 = assume div_by<8>, %90 : tile<i32>
  %92 = constant <i64: 1> : tile<i64>
  %93 = exti %22 signed : tile<i32> -> tile<i64>
  %94 = cmpi less_than %92, %93, unsigned : tile<i64> -> tile<i1>
  %95 = muli %92, %12 : tile<i64>
  %96 = offset %1, %95 : tile<ptr<i32>>, tile<i64> -> tile<ptr<i32>>
  %97 = assume div_by<4>, %96 : tile<ptr<i32>>
  %98 = store_ptr_tko weak %97, %91, %94 token=%89 : tile<ptr<i32>>, tile<i32>, tile<i1> -> token
  %99 = constant <i32: 32> : tile<i32>
  %100 = muli %n, %99 : tile<i32>
  %101 = constant <i64: 2> : tile<i64>
  %102 = exti %22 signed : tile<i32> -> tile<i64>
  %103 = cmpi less_than %101, %102, unsigned : tile<i64> -> tile<i1>
  %104 = muli %101, %13 : tile<i64>
  %105 = offset %1, %104 : tile<ptr<i32>>, tile<i64> -> tile<ptr<i32>>
  %106, %107 = atomic_rmw_tko acq_rel device %105, xchg, %100, %103 token=%98 : tile<ptr<i32>>, tile<i32>, tile<i1> -> tile<i32>, token
  %108 = exti %n signed : tile<i32> -> tile<i64>
  %109 = offset %1, %108 : tile<ptr<i32>>, tile<i64> -> tile<ptr<i32>>
  %110 = assume div_by<4>, %109 : tile<ptr<i32>>
  %111 = store_ptr_tko weak %110, %22 token=%107 : tile<ptr<i32>>, tile<i32> -> token
  %112 = constant <i32: 16> : tile<i32>
  %total = muli %n, %112 : tile<i32>
  %113 = constant <i32: 0> : tile<i32>
  %114 = constant <i32: 1> : tile<i32>
  %115 = exti %22 signed : tile<i32> -> tile<i64>
  %116 = constant <i32: 64> : tile<i32>
  %total_1, %117 = for %i in (%113 to %n, step %114) : tile<i32> iter_values(%total_2 = %total, %118 = %111) -> (tile<i32>, token) {
    %119 = assume div_by<16>, %total_2 : tile<i32>
    %120 = exti %i signed : tile<i32> -> tile<i64>
    %121 = cmpi less_than %120, %115, unsigned : tile<i64> -> tile<i1>
    %122 = muli %120, %14 : tile<i64>
    %123 = offset %1, %122 : tile<ptr<i32>>, tile<i64> -> tile<ptr<i32>>
    %124 = assume div_by<4>, %123 : tile<ptr<i32>>
    %125 = join_tokens %118, %107 : token
    %126 = store_ptr_tko weak %124, %119, %121 token=%125 : tile<ptr<i32>>, tile<i32>, tile<i1> -> token
    %127 = muli %i, %116 : tile<i32>
    %total_3 = addi %119, %127 : tile<i32>
    continue %total_3, %126 : tile<i32>, token
  }
  %128 = assume div_by<16>, %total_1 : tile<i32>
  %129 = constant <i64: 3> : tile<i64>
  %130 = exti %22 signed : tile<i32> -> tile<i64>
  %131 = cmpi less_than %129, %130, unsigned : tile<i64> -> tile<i1>
  %132 = muli %129, %15 : tile<i64>
  %133 = offset %1, %132 : tile<ptr<i32>>, tile<i64> -> tile<ptr<i32>>
  %134 = assume div_by<4>, %133 : tile<ptr<i32>>
  %135 = join_tokens %117, %107 : token
  %136 = store_ptr_tko weak %134, %128, %131 token=%135 : tile<ptr<i32>>, tile<i32>, tile<i1> -> token
  %137 = constant <i32: 3> : tile<i32>
  %138 = cmpi greater_than %n, %137, signed : tile<i32> -> tile<i1>
  %139 = if %138 -> (tile<i32>) {
    %140 = constant <i32: 8> : tile<i32>
    %141 = muli %n, %140 : tile<i32>
    yield %141 : tile<i32>
  } else {
    %142 = constant <i32: 24> : tile<i32>
    %143 = muli %n, %142 : tile<i32>
    yield %143 : tile<i32>
  }
  %144 = assume div_by<8>, %139 : tile<i32>
  %145 = constant <i64: 4> : tile<i64>
  %146 = exti %22 signed : tile<i32> -> tile<i64>
  %147 = cmpi less_than %145, %146, unsigned : tile<i64> -> tile<i1>
  %148 = muli %145, %16 : tile<i64>
  %149 = offset %1, %148 : tile<ptr<i32>>, tile<i64> -> tile<ptr<i32>>
  %150 = assume div_by<16>, %149 : tile<ptr<i32>>
  %151 = join_tokens %136, %107 : token
  %152 = store_ptr_tko weak %150, %144, %147 token=%151 : tile<ptr<i32>>, tile<i32>, tile<i1> -> token
  %153 = constant <i32: 3> : tile<i32>
  %154 = cmpi greater_than %n, %153, signed : tile<i32> -> tile<i1>
  %155 = if %154 -> (tile<i32>) {
    %156 = constant <i32: 8> : tile<i32>
    yield %156 : tile<i32>
  } else {
    %157 = constant <i32: 8> : tile<i32>
    yield %157 : tile<i32>
  }
  %158 = constant <i64: 5> : tile<i64>
  %159 = exti %22 signed : tile<i32> -> tile<i64>
  %160 = cmpi less_than %158, %159, unsigned : tile<i64> -> tile<i1>
  %161 = muli %158, %17 : tile<i64>
  %162 = offset %1, %161 : tile<ptr<i32>>, tile<i64> -> tile<ptr<i32>>
  %163 = assume div_by<4>, %162 : tile<ptr<i32>>
  %164 = join_tokens %152, %107 : token
  %165 = store_ptr_tko weak %163, %155, %160 token=%164 : tile<ptr<i32>>, tile<i32>, tile<i1> -> token
  %166 = constant <i32: 64> : tile<i32>
  %167 = muli %n, %166 : tile<i32>
  %168 = reshape %167 : tile<i32> -> tile<1x1xi32>
  %169 = broadcast %168 : tile<1x1xi32> -> tile<2x2xi32>
  %170 = permute %169 [1, 0] : tile<2x2xi32> -> tile<2x2xi32>
  %171 = reshape %170 : tile<2x2xi32> -> tile<4xi32>
  %172 = assume div_by<64>, %171 : tile<4xi32>
  %173 = exti %four signed : tile<4xi32> -> tile<4xi64>
  %174 = exti %22 signed : tile<i32> -> tile<i64>
  %175 = reshape %174 : tile<i64> -> tile<1xi64>
  %176 = broadcast %175 : tile<1xi64> -> tile<4xi64>
  %177 = cmpi less_than %173, %176, unsigned : tile<4xi64> -> tile<4xi1>
  %178 = muli %173, %18 : tile<4xi64>
  %179 = reshape %1 : tile<ptr<i32>> -> tile<1xptr<i32>>
  %180 = broadcast %179 : tile<1xptr<i32>> -> tile<4xptr<i32>>
  %181 = offset %180, %178 : tile<4xptr<i32>>, tile<4xi64> -> tile<4xptr<i32>>
  %182 = join_tokens %165, %107 : token
  %183 = store_ptr_tko weak %181, %172, %177 token=%182 : tile<4xptr<i32>>, tile<4xi32>, tile<4xi1> -> token
  %184 = constant <i32: 4096> : tile<i32>
  %185 = muli %n, %184 : tile<i32>
  %186 = assume div_by<1024>, %185 : tile<i32>
  %187 = constant <i64: 6> : tile<i64>
  %188 = exti %22 signed : tile<i32> -> tile<i64>
  %189 = cmpi less_than %187, %188, unsigned : tile<i64> -> tile<i1>
  %190 = muli %187, %19 : tile<i64>
  %191 = offset %1, %190 : tile<ptr<i32>>, tile<i64> -> tile<ptr<i32>>
  %192 = assume div_by<8>, %191 : tile<ptr<i32>>
  %193 = join_tokens %183, %107 : token
  %194 = store_ptr_tko weak %192, %186, %189 token=%193 : tile<ptr<i32>>, tile<i32>, tile<i1> -> token
  %195 = constant <i32: 0> : tile<4xi32>
  %196 = exti %four signed : tile<4xi32> -> tile<4xi64>
  %197 = exti %22 signed : tile<i32> -> tile<i64>
  %198 = reshape %197 : tile<i64> -> tile<1xi64>
  %199 = broadcast %198 : tile<1xi64> -> tile<4xi64>
  %200 = cmpi less_than %196, %199, unsigned : tile<4xi64> -> tile<4xi1>
  %201 = muli %196, %20 : tile<4xi64>
  %202 = reshape %1 : tile<ptr<i32>> -> tile<1xptr<i32>>
  %203 = broadcast %202 : tile<1xptr<i32>> -> tile<4xptr<i32>>
  %204 = offset %203, %201 : tile<4xptr<i32>>, tile<4xi64> -> tile<4xptr<i32>>
  %205 = join_tokens %194, %107 : token
  %206 = store_ptr_tko weak %204, %195, %200 token=%205 : tile<4xptr<i32>>, tile<4xi32>, tile<4xi1> -> token
  return
}
