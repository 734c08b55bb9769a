// Attention with a mask, grouped heads, a bound that is known when the kernel runs, and the logarithm of sums.
entry @attention_causal_Kt1_A3f16_3v8l0_4t1_7i16_p16_A3f16_3v8l0_4t1_7i16_p16_A3f16_3v8l0_4t1_7i16_p16_A3f16_3v8l0_4t1_7i16_p16_A2f32_1v4l0_2t1_3i16_p16_Si32_I64_I64_I64(%0: tile<ptr<f16>>, %1: tile<i32>, %2: tile<i32>, %3: tile<i32>, %4: tile<i32>, %5: tile<i32>, %6: tile<i32>, %7: tile<ptr<f16>>, %8: tile<i32>, %9: tile<i32>, %10: tile<i32>, %11: tile<i32>, %12: tile<i32>, %13: tile<i32>, %14: tile<ptr<f16>>, %15: tile<i32>, %16: tile<i32>, %17: tile<i32>, %18: tile<i32>, %19: tile<i32>, %20: tile<i32>, %21: tile<ptr<f16>>, %22: tile<i32>, %23: tile<i32>, %24: tile<i32>, %25: tile<i32>, %26: tile<i32>, %27: tile<i32>, %28: tile<ptr<f32>>, %29: tile<i32>, %30: tile<i32>, %31: tile<i32>, %32: tile<i32>, %33: tile<i32>) optimization_hints=<default = {}> {
  %34 = make_token : token
  %35 = assume div_by<16>, %0 : tile<ptr<f16>>
  %36 = assume div_by<16>, %1 : tile<i32>
  %37 = assume div_by<16>, %2 : tile<i32>
  %38 = assume div_by<16>, %3 : tile<i32>
  %39 = assume div_by<8>, %4 : tile<i32>
  %40 = assume div_by<8>, %5 : tile<i32>
  %41 = assume div_by<16>, %7 : tile<ptr<f16>>
  %42 = assume div_by<16>, %8 : tile<i32>
  %43 = assume div_by<16>, %9 : tile<i32>
  %44 = assume div_by<16>, %10 : tile<i32>
  %45 = assume div_by<8>, %11 : tile<i32>
  %46 = assume div_by<8>, %12 : tile<i32>
  %47 = assume div_by<16>, %14 : tile<ptr<f16>>
  %48 = assume div_by<16>, %15 : tile<i32>
  %49 = assume div_by<16>, %16 : tile<i32>
  %50 = assume div_by<16>, %17 : tile<i32>
  %51 = assume div_by<8>, %18 : tile<i32>
  %52 = assume div_by<8>, %19 : tile<i32>
  %53 = assume div_by<16>, %21 : tile<ptr<f16>>
  %54 = assume div_by<16>, %22 : tile<i32>
  %55 = assume div_by<16>, %23 : tile<i32>
  %56 = assume div_by<16>, %24 : tile<i32>
  %57 = assume div_by<8>, %25 : tile<i32>
  %58 = assume div_by<8>, %26 : tile<i32>
  %59 = assume div_by<16>, %28 : tile<ptr<f32>>
  %60 = assume div_by<16>, %29 : tile<i32>
  %61 = assume div_by<16>, %30 : tile<i32>
  %62 = assume div_by<4>, %31 : tile<i32>
  %63 = constant <i32: 1> : tile<i32>
  %64 = constant <i32: 1> : tile<i32>
  %65 = constant <i32: 1> : tile<i32>
  %66 = constant <i32: 1> : tile<i32>
  %67 = constant <i32: 1> : tile<i32>
  %68 = assume bounded<0, ?>, %36 : tile<i32>
  %69 = assume div_by<16>, %68 : tile<i32>
  %70 = assume bounded<0, ?>, %37 : tile<i32>
  %71 = assume div_by<16>, %70 : tile<i32>
  %72 = assume bounded<0, ?>, %38 : tile<i32>
  %73 = assume div_by<16>, %72 : tile<i32>
  %74 = assume bounded<0, ?>, %39 : tile<i32>
  %75 = assume div_by<8>, %74 : tile<i32>
  %76 = assume bounded<0, ?>, %40 : tile<i32>
  %77 = assume div_by<8>, %76 : tile<i32>
  %78 = make_tensor_view %35, shape = [%69, %71, %73], strides = [%75, %77, 1] : tile<i32> -> tensor_view<?x?x?xf16, strides=[?,?,1]>
  %79 = assume bounded<0, ?>, %42 : tile<i32>
  %80 = assume div_by<16>, %79 : tile<i32>
  %81 = assume bounded<0, ?>, %43 : tile<i32>
  %82 = assume div_by<16>, %81 : tile<i32>
  %83 = assume bounded<0, ?>, %44 : tile<i32>
  %84 = assume div_by<16>, %83 : tile<i32>
  %85 = assume bounded<0, ?>, %45 : tile<i32>
  %86 = assume div_by<8>, %85 : tile<i32>
  %87 = assume bounded<0, ?>, %46 : tile<i32>
  %88 = assume div_by<8>, %87 : tile<i32>
  %89 = make_tensor_view %41, shape = [%80, %82, %84], strides = [%86, %88, 1] : tile<i32> -> tensor_view<?x?x?xf16, strides=[?,?,1]>
  %90 = assume bounded<0, ?>, %48 : tile<i32>
  %91 = assume div_by<16>, %90 : tile<i32>
  %92 = assume bounded<0, ?>, %49 : tile<i32>
  %93 = assume div_by<16>, %92 : tile<i32>
  %94 = assume bounded<0, ?>, %50 : tile<i32>
  %95 = assume div_by<16>, %94 : tile<i32>
  %96 = assume bounded<0, ?>, %51 : tile<i32>
  %97 = assume div_by<8>, %96 : tile<i32>
  %98 = assume bounded<0, ?>, %52 : tile<i32>
  %99 = assume div_by<8>, %98 : tile<i32>
  %100 = make_tensor_view %47, shape = [%91, %93, %95], strides = [%97, %99, 1] : tile<i32> -> tensor_view<?x?x?xf16, strides=[?,?,1]>
  %101 = assume bounded<0, ?>, %54 : tile<i32>
  %102 = assume div_by<16>, %101 : tile<i32>
  %103 = assume bounded<0, ?>, %55 : tile<i32>
  %104 = assume div_by<16>, %103 : tile<i32>
  %105 = assume bounded<0, ?>, %56 : tile<i32>
  %106 = assume div_by<16>, %105 : tile<i32>
  %107 = assume bounded<0, ?>, %57 : tile<i32>
  %108 = assume div_by<8>, %107 : tile<i32>
  %109 = assume bounded<0, ?>, %58 : tile<i32>
  %110 = assume div_by<8>, %109 : tile<i32>
  %111 = make_tensor_view %53, shape = [%102, %104, %106], strides = [%108, %110, 1] : tile<i32> -> tensor_view<?x?x?xf16, strides=[?,?,1]>
  %112 = assume bounded<0, ?>, %60 : tile<i32>
  %113 = assume div_by<16>, %112 : tile<i32>
  %114 = assume bounded<0, ?>, %61 : tile<i32>
  %115 = assume div_by<16>, %114 : tile<i32>
  %116 = assume bounded<0, ?>, %62 : tile<i32>
  %117 = assume div_by<4>, %116 : tile<i32>
  %118 = make_tensor_view %59, shape = [%113, %115], strides = [%117, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
  %119 = constant <i32: 64> : tile<i32>
  %120 = constant <i32: 64> : tile<i32>
  %121, %122, %123 = get_tile_block_id : tile<i32>
  %124, %125, %126 = get_tile_block_id : tile<i32>
  %127 = divi %125, %33 signed rounding<negative_inf> : tile<i32>
  %128 = constant <i32: 0> : tile<i32>
  %129 = make_partition_view %78 : partition_view<tile=(1x64x64), tensor_view<?x?x?xf16, strides=[?,?,1]>>
  %130, %131 = load_view_tko weak %129[%125, %121, %128] token = %34 : partition_view<tile=(1x64x64), tensor_view<?x?x?xf16, strides=[?,?,1]>>, tile<i32> -> tile<1x64x64xf16>, token
  %132 = reshape %130 : tile<1x64x64xf16> -> tile<64x64xf16>
  %133 = muli %121, %119 : tile<i32>
  %134 = iota : tile<64xi32>
  %135 = reshape %133 : tile<i32> -> tile<1xi32>
  %136 = broadcast %135 : tile<1xi32> -> tile<64xi32>
  %137 = addi %136, %134 : tile<64xi32>
  %138 = reshape %137 : tile<64xi32> -> tile<64x1xi32>
  %139 = constant <f32: -1.000000e+30> : tile<64x1xf32>
  %140 = constant <f32: 0.000000e+00> : tile<64x1xf32>
  %141 = constant <f32: 0.000000e+00> : tile<64x64xf32>
  %142 = constant <i32: 0> : tile<i32>
  %143 = constant <i32: 1> : tile<i32>
  %144 = addi %121, %143 : tile<i32>
  %145 = constant <i32: 1> : tile<i32>
  %146 = constant <i32: 0> : tile<i32>
  %147 = make_partition_view %89 : partition_view<tile=(1x64x64), tensor_view<?x?x?xf16, strides=[?,?,1]>, dim_map=[0, 2, 1]>
  %148 = constant <f32: 0.000000e+00> : tile<64x64xf32>
  %149 = constant <f32: 1.250000e-01> : tile<f32>
  %150 = reshape %149 : tile<f32> -> tile<1x1xf32>
  %151 = broadcast %150 : tile<1x1xf32> -> tile<64x64xf32>
  %152 = iota : tile<64xi32>
  %153 = broadcast %138 : tile<64x1xi32> -> tile<64x64xi32>
  %154 = constant <f32: -1.000000e+30> : tile<f32>
  %155 = reshape %154 : tile<f32> -> tile<1x1xf32>
  %156 = broadcast %155 : tile<1x1xf32> -> tile<64x64xf32>
  %157 = constant <i32: 0> : tile<i32>
  %158 = make_partition_view %100 : partition_view<tile=(1x64x64), tensor_view<?x?x?xf16, strides=[?,?,1]>>
  %for:3 = for %159 in (%142 to %144, step %145) : tile<i32> iter_values(%160 = %141, %161 = %139, %162 = %140) -> (tile<64x64xf32>, tile<64x1xf32>, tile<64x1xf32>) {
    %163, %164 = load_view_tko weak %147[%127, %146, %159] token = %34 : partition_view<tile=(1x64x64), tensor_view<?x?x?xf16, strides=[?,?,1]>, dim_map=[0, 2, 1]>, tile<i32> -> tile<1x64x64xf16>, token
    %165 = reshape %163 : tile<1x64x64xf16> -> tile<64x64xf16>
    %166 = mmaf %132, %165, %148 : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
    %167 = mulf %166, %151  : tile<64x64xf32>
    %168 = muli %159, %120 : tile<i32>
    %169 = reshape %168 : tile<i32> -> tile<1xi32>
    %170 = broadcast %169 : tile<1xi32> -> tile<64xi32>
    %171 = addi %170, %152 : tile<64xi32>
    %172 = reshape %171 : tile<64xi32> -> tile<1x64xi32>
    %173 = broadcast %172 : tile<1x64xi32> -> tile<64x64xi32>
    %174 = cmpi greater_than_or_equal %153, %173, signed : tile<64x64xi32> -> tile<64x64xi1>
    %175 = select %174, %167, %156 : tile<64x64xi1>, tile<64x64xf32>
    %176 = reduce %175 dim=1 identities=[0xFF800000 : f32] : tile<64x64xf32> -> tile<64xf32> 
    (%177: tile<f32>, %178: tile<f32>) {
      %179 = maxf %177, %178 : tile<f32>
      yield %179 : tile<f32>
    }
    %180 = reshape %176 : tile<64xf32> -> tile<64x1xf32>
    %181 = maxf %161, %180 : tile<64x1xf32>
    %182 = broadcast %181 : tile<64x1xf32> -> tile<64x64xf32>
    %183 = subf %175, %182  : tile<64x64xf32>
    %184 = exp2 %183 : tile<64x64xf32>
    %185 = subf %161, %181  : tile<64x1xf32>
    %186 = exp2 %185 : tile<64x1xf32>
    %187 = reduce %184 dim=1 identities=[0.000000e+00 : f32] : tile<64x64xf32> -> tile<64xf32> 
    (%188: tile<f32>, %189: tile<f32>) {
      %190 = addf %188, %189  : tile<f32>
      yield %190 : tile<f32>
    }
    %191 = reshape %187 : tile<64xf32> -> tile<64x1xf32>
    %192 = fma %162, %186, %191  : tile<64x1xf32>
    %193, %194 = load_view_tko weak %158[%127, %159, %157] token = %34 : partition_view<tile=(1x64x64), tensor_view<?x?x?xf16, strides=[?,?,1]>>, tile<i32> -> tile<1x64x64xf16>, token
    %195 = reshape %193 : tile<1x64x64xf16> -> tile<64x64xf16>
    %196 = ftof %184  : tile<64x64xf32> -> tile<64x64xf16>
    %197 = broadcast %186 : tile<64x1xf32> -> tile<64x64xf32>
    %198 = mulf %160, %197  : tile<64x64xf32>
    %199 = mmaf %196, %195, %198 : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
    continue %199, %181, %192 : tile<64x64xf32>, tile<64x1xf32>, tile<64x1xf32>
  }
  %200 = constant <i32: 0> : tile<i32>
  %201 = broadcast %for#2 : tile<64x1xf32> -> tile<64x64xf32>
  %202 = divf %for#0, %201  : tile<64x64xf32>
  %203 = ftof %202  : tile<64x64xf32> -> tile<64x64xf16>
  %204 = reshape %203 : tile<64x64xf16> -> tile<1x64x64xf16>
  %205 = make_partition_view %111 : partition_view<tile=(1x64x64), tensor_view<?x?x?xf16, strides=[?,?,1]>>
  %206 = store_view_tko weak %204, %205[%125, %121, %200] token = %34 : tile<1x64x64xf16>, partition_view<tile=(1x64x64), tensor_view<?x?x?xf16, strides=[?,?,1]>>, tile<i32> -> token
  %207 = log2 %for#2 : tile<64x1xf32>
  %208 = addf %for#1, %207  : tile<64x1xf32>
  %209 = reshape %208 : tile<64x1xf32> -> tile<1x64xf32>
  %210 = make_partition_view %118 : partition_view<tile=(1x64), tensor_view<?x?xf32, strides=[?,1]>>
  %211 = store_view_tko weak %209, %210[%125, %121] token = %34 : tile<1x64xf32>, partition_view<tile=(1x64), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
  return
}
