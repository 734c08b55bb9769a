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
  %117, %118 = for %i in (%113 to %n, step %114) : tile<i32> iter_values(%total_1 = %total, %119 = %111) -> (tile<i32>, token) {
    %120 = assume div_by<16>, %total_1 : tile<i32>
    %121 = exti %i signed : tile<i32> -> tile<i64>
    %122 = cmpi less_than %121, %115, unsigned : tile<i64> -> tile<i1>
    %123 = muli %121, %14 : tile<i64>
    %124 = offset %1, %123 : tile<ptr<i32>>, tile<i64> -> tile<ptr<i32>>
    %125 = assume div_by<4>, %124 : tile<ptr<i32>>
    %126 = join_tokens %119, %107 : token
    %127 = store_ptr_tko weak %125, %120, %122 token=%126 : tile<ptr<i32>>, tile<i32>, tile<i1> -> token
    %128 = muli %i, %116 : tile<i32>
    %total_2 = addi %120, %128 : tile<i32>
    continue %total_2, %127 : tile<i32>, token
  }
  %129 = assume div_by<16>, %117 : tile<i32>
  %130 = constant <i64: 3> : tile<i64>
  %131 = exti %22 signed : tile<i32> -> tile<i64>
  %132 = cmpi less_than %130, %131, unsigned : tile<i64> -> tile<i1>
  %133 = muli %130, %15 : tile<i64>
  %134 = offset %1, %133 : tile<ptr<i32>>, tile<i64> -> tile<ptr<i32>>
  %135 = assume div_by<4>, %134 : tile<ptr<i32>>
  %136 = join_tokens %118, %107 : token
  %137 = store_ptr_tko weak %135, %129, %132 token=%136 : tile<ptr<i32>>, tile<i32>, tile<i1> -> token
  %138 = constant <i32: 3> : tile<i32>
  %139 = cmpi greater_than %n, %138, signed : tile<i32> -> tile<i1>
  %140 = if %139 -> (tile<i32>) {
    %141 = constant <i32: 8> : tile<i32>
    %142 = muli %n, %141 : tile<i32>
    yield %142 : tile<i32>
  } else {
    %143 = constant <i32: 24> : tile<i32>
    %144 = muli %n, %143 : tile<i32>
    yield %144 : tile<i32>
  }
  %145 = assume div_by<8>, %140 : tile<i32>
  %146 = constant <i64: 4> : tile<i64>
  %147 = exti %22 signed : tile<i32> -> tile<i64>
  %148 = cmpi less_than %146, %147, unsigned : tile<i64> -> tile<i1>
  %149 = muli %146, %16 : tile<i64>
  %150 = offset %1, %149 : tile<ptr<i32>>, tile<i64> -> tile<ptr<i32>>
  %151 = assume div_by<16>, %150 : tile<ptr<i32>>
  %152 = join_tokens %137, %107 : token
  %153 = store_ptr_tko weak %151, %145, %148 token=%152 : tile<ptr<i32>>, tile<i32>, tile<i1> -> token
  %154 = constant <i32: 3> : tile<i32>
  %155 = cmpi greater_than %n, %154, signed : tile<i32> -> tile<i1>
  %156 = if %155 -> (tile<i32>) {
    %157 = constant <i32: 8> : tile<i32>
    yield %157 : tile<i32>
  } else {
    %158 = constant <i32: 8> : tile<i32>
    yield %158 : tile<i32>
  }
  %159 = constant <i64: 5> : tile<i64>
  %160 = exti %22 signed : tile<i32> -> tile<i64>
  %161 = cmpi less_than %159, %160, unsigned : tile<i64> -> tile<i1>
  %162 = muli %159, %17 : tile<i64>
  %163 = offset %1, %162 : tile<ptr<i32>>, tile<i64> -> tile<ptr<i32>>
  %164 = assume div_by<4>, %163 : tile<ptr<i32>>
  %165 = join_tokens %153, %107 : token
  %166 = store_ptr_tko weak %164, %156, %161 token=%165 : tile<ptr<i32>>, tile<i32>, tile<i1> -> token
  %167 = constant <i32: 64> : tile<i32>
  %168 = muli %n, %167 : tile<i32>
  %169 = reshape %168 : tile<i32> -> tile<1x1xi32>
  %170 = broadcast %169 : tile<1x1xi32> -> tile<2x2xi32>
  %171 = permute %170 [1, 0] : tile<2x2xi32> -> tile<2x2xi32>
  %172 = reshape %171 : tile<2x2xi32> -> tile<4xi32>
  %173 = assume div_by<64>, %172 : tile<4xi32>
  %174 = exti %four signed : tile<4xi32> -> tile<4xi64>
  %175 = exti %22 signed : tile<i32> -> tile<i64>
  %176 = reshape %175 : tile<i64> -> tile<1xi64>
  %177 = broadcast %176 : tile<1xi64> -> tile<4xi64>
  %178 = cmpi less_than %174, %177, unsigned : tile<4xi64> -> tile<4xi1>
  %179 = muli %174, %18 : tile<4xi64>
  %180 = reshape %1 : tile<ptr<i32>> -> tile<1xptr<i32>>
  %181 = broadcast %180 : tile<1xptr<i32>> -> tile<4xptr<i32>>
  %182 = offset %181, %179 : tile<4xptr<i32>>, tile<4xi64> -> tile<4xptr<i32>>
  %183 = join_tokens %166, %107 : token
  %184 = store_ptr_tko weak %182, %173, %178 token=%183 : tile<4xptr<i32>>, tile<4xi32>, tile<4xi1> -> token
  %185 = constant <i32: 4096> : tile<i32>
  %186 = muli %n, %185 : tile<i32>
  %187 = assume div_by<1024>, %186 : tile<i32>
  %188 = constant <i64: 6> : tile<i64>
  %189 = exti %22 signed : tile<i32> -> tile<i64>
  %190 = cmpi less_than %188, %189, unsigned : tile<i64> -> tile<i1>
  %191 = muli %188, %19 : tile<i64>
  %192 = offset %1, %191 : tile<ptr<i32>>, tile<i64> -> tile<ptr<i32>>
  %193 = assume div_by<8>, %192 : tile<ptr<i32>>
  %194 = join_tokens %184, %107 : token
  %195 = store_ptr_tko weak %193, %187, %190 token=%194 : tile<ptr<i32>>, tile<i32>, tile<i1> -> token
  %196 = constant <i32: 0> : tile<4xi32>
  %197 = exti %four signed : tile<4xi32> -> tile<4xi64>
  %198 = exti %22 signed : tile<i32> -> tile<i64>
  %199 = reshape %198 : tile<i64> -> tile<1xi64>
  %200 = broadcast %199 : tile<1xi64> -> tile<4xi64>
  %201 = cmpi less_than %197, %200, unsigned : tile<4xi64> -> tile<4xi1>
  %202 = muli %197, %20 : tile<4xi64>
  %203 = reshape %1 : tile<ptr<i32>> -> tile<1xptr<i32>>
  %204 = broadcast %203 : tile<1xptr<i32>> -> tile<4xptr<i32>>
  %205 = offset %204, %202 : tile<4xptr<i32>>, tile<4xi64> -> tile<4xptr<i32>>
  %206 = join_tokens %195, %107 : token
  %207 = store_ptr_tko weak %205, %196, %201 token=%206 : tile<4xptr<i32>>, tile<4xi32>, tile<4xi1> -> token
  return
}
