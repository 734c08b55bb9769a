entry @chosen_Kt1_A2f32_1v4l0_2t1_3i16_p16_A2f32_1v4l0_2t1_p16_A2f32_1v4l0_2t1_p16_A2f32_1v4l0_2t1_3i16_p16_Si32_Si32(%X: tile<ptr<f32>>, %X_size0: tile<i32>, %X_size1: tile<i32>, %X_stride0: tile<i32>, %X_stride1: tile<i32>, %Y: tile<ptr<f32>>, %Y_size0: tile<i32>, %Y_size1: tile<i32>, %Y_stride0: tile<i32>, %Y_stride1: tile<i32>, %Z: tile<ptr<f32>>, %Z_size0: tile<i32>, %Z_size1: tile<i32>, %Z_stride0: tile<i32>, %Z_stride1: tile<i32>, %W: tile<ptr<f32>>, %W_size0: tile<i32>, %W_size1: tile<i32>, %W_stride0: tile<i32>, %W_stride1: tile<i32>, %n: tile<i32>, %m: tile<i32>) optimization_hints=<default = {}> {
  %0 = make_token : token
  %1 = assume div_by<16>, %X : tile<ptr<f32>>
  %2 = assume div_by<16>, %X_size0 : tile<i32>
  %3 = assume div_by<16>, %X_size1 : tile<i32>
  %4 = assume div_by<4>, %X_stride0 : tile<i32>
  %5 = assume div_by<16>, %Y : tile<ptr<f32>>
  %6 = assume div_by<4>, %Y_stride0 : tile<i32>
  %7 = assume div_by<16>, %Z : tile<ptr<f32>>
  %8 = assume div_by<4>, %Z_stride0 : tile<i32>
  %9 = assume div_by<16>, %W : tile<ptr<f32>>
  %10 = assume div_by<16>, %W_size0 : tile<i32>
  %11 = assume div_by<16>, %W_size1 : tile<i32>
  %12 = assume div_by<4>, %W_stride0 : tile<i32>
  %13 = constant <i32: 1> : tile<i32>
  %14 = constant <i32: 1> : tile<i32>
  %15 = constant <i32: 1> : tile<i32>
  %16 = constant <i32: 1> : tile<i32>
  %17 = constant <i32: 1> : tile<i32>
  %18 = constant <i32: 1> : tile<i32>
  %19 = constant <i32: 1> : tile<i32>
  %20 = constant <i32: 1> : tile<i32>
  %21 = constant <i32: 1> : tile<i32>
  %22 = constant <i32: 1> : tile<i32>
  %23 = constant <i32: 1> : tile<i32>
  %24 = constant <i32: 1> : tile<i32>
  %25 = constant <i32: 1> : tile<i32>
  %26 = constant <i32: 1> : tile<i32>
  %27 = constant <i32: 1> : tile<i32>
  %28 = constant <i64: 1> : tile<i64>
  %29 = constant <i64: 1> : tile<i64>
  %30 = constant <i32: 1> : tile<i32>
  %31 = assume bounded<0, ?>, %2 : tile<i32>
  %32 = assume div_by<16>, %31 : tile<i32>
  %33 = assume bounded<0, ?>, %3 : tile<i32>
  %34 = assume div_by<16>, %33 : tile<i32>
  %35 = assume bounded<0, ?>, %4 : tile<i32>
  %36 = assume div_by<4>, %35 : tile<i32>
  %37 = make_tensor_view %1, shape = [%32, %34], strides = [%36, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
  %38 = assume bounded<0, ?>, %Y_size0 : tile<i32>
  %39 = assume bounded<0, ?>, %Y_size1 : tile<i32>
  %40 = assume bounded<0, ?>, %6 : tile<i32>
  %41 = assume div_by<4>, %40 : tile<i32>
  %42 = make_tensor_view %5, shape = [%38, %39], strides = [%41, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
  %43 = assume bounded<0, ?>, %Z_size0 : tile<i32>
  %44 = assume bounded<0, ?>, %Z_size1 : tile<i32>
  %45 = assume bounded<0, ?>, %8 : tile<i32>
  %46 = assume div_by<4>, %45 : tile<i32>
  %47 = make_tensor_view %7, shape = [%43, %44], strides = [%46, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
  %48 = assume bounded<0, ?>, %10 : tile<i32>
  %49 = assume div_by<16>, %48 : tile<i32>
  %50 = assume bounded<0, ?>, %11 : tile<i32>
  %51 = assume div_by<16>, %50 : tile<i32>
  %52 = assume bounded<0, ?>, %12 : tile<i32>
  %53 = assume div_by<4>, %52 : tile<i32>
  %54 = make_tensor_view %9, shape = [%49, %51], strides = [%53, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
  %55 = constant <i32: 3> : tile<i32>
  %56 = cmpi greater_than %n, %55, signed : tile<i32> -> tile<i1>
  %57, %58, %59, %60 = if %56 -> (tile<ptr<f32>>, tile<i32>, tile<i32>, tile<i32>) {
    yield %1, %32, %34, %36 : tile<ptr<f32>>, tile<i32>, tile<i32>, tile<i32>
  } else {
    yield %5, %38, %39, %41 : tile<ptr<f32>>, tile<i32>, tile<i32>, tile<i32>
  }
  %61 = assume div_by<16>, %57 : tile<ptr<f32>>
  %62 = assume bounded<0, ?>, %58 : tile<i32>
  %63 = assume bounded<0, ?>, %59 : tile<i32>
  %64 = assume bounded<0, ?>, %60 : tile<i32>
  %65 = assume div_by<4>, %64 : tile<i32>
  %66 = make_tensor_view %61, shape = [%62, %63], strides = [%65, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
  %67 = constant <i32: 0> : tile<i32>
  %68 = make_partition_view %47 : partition_view<tile=(4x8), tensor_view<?x?xf32, strides=[?,1]>>
  %69, %70 = load_view_tko weak %68[%n, %m] token = %0 : partition_view<tile=(4x8), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> tile<4x8xf32>, token
  %71 = join_tokens %0, %70 : token
  %72 = make_partition_view %66 : partition_view<tile=(4x8), tensor_view<?x?xf32, strides=[?,1]>>
  %73 = store_view_tko weak %69, %72[%n, %67] token = %0 : tile<4x8xf32>, partition_view<tile=(4x8), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
  %74 = constant <i32: 0> : tile<i32>
  %75 = constant <i32: 0> : tile<i32>
  %76 = constant <i32: 0> : tile<i32>
  %77 = make_partition_view %37 : partition_view<tile=(4x8), tensor_view<?x?xf32, strides=[?,1]>>
  %78 = join_tokens %0, %73 : token
  %79, %80 = load_view_tko weak %77[%n, %76] token = %78 : partition_view<tile=(4x8), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> tile<4x8xf32>, token
  %81 = join_tokens %0, %80 : token
  %82 = make_partition_view %54 : partition_view<tile=(4x8), tensor_view<?x?xf32, strides=[?,1]>>
  %83 = store_view_tko weak %79, %82[%74, %75] token = %0 : tile<4x8xf32>, partition_view<tile=(4x8), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
  %84 = constant <i32: 0> : tile<i32>
  %85 = constant <i32: 0> : tile<i32>
  %86 = make_partition_view %66 : partition_view<tile=(4x8), tensor_view<?x?xf32, strides=[?,1]>>
  %87 = join_tokens %73, %0 : token
  %88, %89 = load_view_tko weak %86[%n, %m] token = %87 : partition_view<tile=(4x8), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> tile<4x8xf32>, token
  %90 = join_tokens %73, %89 : token
  %91 = make_partition_view %42 : partition_view<tile=(4x8), tensor_view<?x?xf32, strides=[?,1]>>
  %92 = join_tokens %0, %90 : token
  %93 = store_view_tko weak %88, %91[%84, %85] token = %92 : tile<4x8xf32>, partition_view<tile=(4x8), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
  %94 = constant <i32: 0> : tile<i32>
  %95 = constant <i32: 1> : tile<i32>
  %96 = constant <i32: 0> : tile<i32>
  %97 = constant <i32: 1> : tile<i32>
  %98 = constant <i32: 0> : tile<i32>
  %99 = constant <i32: 0> : tile<i32>
  %100 = make_partition_view %47 : partition_view<tile=(4x8), tensor_view<?x?xf32, strides=[?,1]>>
  %101 = make_partition_view %54 : partition_view<tile=(4x8), tensor_view<?x?xf32, strides=[?,1]>>
  %102, %103, %104, %105, %106, %107, %108, %109, %110, %111, %112, %113, %114 = for %i in (%94 to %n, step %95) : tile<i32> iter_values(%A = %1, %A_1 = %32, %A_2 = %34, %A_3 = %36, %B = %5, %B_1 = %38, %B_2 = %39, %B_3 = %41, %115 = %90, %116 = %73, %117 = %71, %118 = %83, %119 = %83) -> (tile<ptr<f32>>, tile<i32>, tile<i32>, tile<i32>, tile<ptr<f32>>, tile<i32>, tile<i32>, tile<i32>, token, token, token, token, token) {
    %120 = assume div_by<16>, %B : tile<ptr<f32>>
    %121 = assume div_by<16>, %A : tile<ptr<f32>>
    %122 = assume div_by<4>, %A_3 : tile<i32>
    %123 = assume div_by<4>, %B_3 : tile<i32>
    %124 = assume bounded<0, ?>, %A_1 : tile<i32>
    %125 = assume bounded<0, ?>, %A_2 : tile<i32>
    %126 = assume bounded<0, ?>, %122 : tile<i32>
    %127 = make_tensor_view %121, shape = [%124, %125], strides = [%126, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %128 = assume bounded<0, ?>, %B_1 : tile<i32>
    %129 = assume bounded<0, ?>, %B_2 : tile<i32>
    %130 = assume bounded<0, ?>, %123 : tile<i32>
    %131 = make_tensor_view %120, shape = [%128, %129], strides = [%130, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
    %132 = make_partition_view %131 : partition_view<tile=(4x8), tensor_view<?x?xf32, strides=[?,1]>>
    %133 = join_tokens %116, %0, %93 : token
    %134, %135 = load_view_tko weak %132[%i, %97] token = %133 : partition_view<tile=(4x8), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> tile<4x8xf32>, token
    %136 = join_tokens %115, %135 : token
    %137 = make_partition_view %127 : partition_view<tile=(4x8), tensor_view<?x?xf32, strides=[?,1]>>
    %138 = join_tokens %136, %81, %93 : token
    %139 = store_view_tko weak %134, %137[%i, %96] token = %138 : tile<4x8xf32>, partition_view<tile=(4x8), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    %140, %141 = load_view_tko weak %100[%i, %99] token = %0 : partition_view<tile=(4x8), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> tile<4x8xf32>, token
    %142 = join_tokens %117, %141 : token
    %143 = store_view_tko weak %140, %101[%i, %98] token = %118 : tile<4x8xf32>, partition_view<tile=(4x8), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
    continue %120, %128, %129, %130, %121, %124, %125, %126, %139, %139, %142, %143, %143 : tile<ptr<f32>>, tile<i32>, tile<i32>, tile<i32>, tile<ptr<f32>>, tile<i32>, tile<i32>, tile<i32>, token, token, token, token, token
  }
  %144 = assume div_by<16>, %102 : tile<ptr<f32>>
  %145 = assume bounded<0, ?>, %103 : tile<i32>
  %146 = assume bounded<0, ?>, %104 : tile<i32>
  %147 = assume bounded<0, ?>, %105 : tile<i32>
  %148 = assume div_by<4>, %147 : tile<i32>
  %149 = make_tensor_view %144, shape = [%145, %146], strides = [%148, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
  %150 = constant <i32: 0> : tile<i32>
  %151 = constant <i32: 1> : tile<i32>
  %152 = make_partition_view %149 : partition_view<tile=(4x8), tensor_view<?x?xf32, strides=[?,1]>>
  %153 = join_tokens %111, %0, %93 : token
  %154, %155 = load_view_tko weak %152[%m, %151] token = %153 : partition_view<tile=(4x8), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> tile<4x8xf32>, token
  %156 = join_tokens %110, %155 : token
  %157 = make_partition_view %47 : partition_view<tile=(4x8), tensor_view<?x?xf32, strides=[?,1]>>
  %158 = store_view_tko weak %154, %157[%m, %150] token = %112 : tile<4x8xf32>, partition_view<tile=(4x8), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
  %159 = constant <i32: 3> : tile<i32>
  %160 = cmpi greater_than %m, %159, signed : tile<i32> -> tile<i1>
  %161 = constant <i64: 0> : tile<i64>
  %162 = int_to_ptr %161 : tile<i64> -> tile<ptr<f32>>
  %163 = constant <i32: 0> : tile<i32>
  %164 = constant <i32: 0> : tile<i32>
  %165 = constant <i32: 0> : tile<i32>
  %166, %167, %168, %169 = loop iter_values(%170 = %162, %171 = %163, %172 = %164, %173 = %165) : tile<ptr<f32>>, tile<i32>, tile<i32>, tile<i32> -> tile<ptr<f32>>, tile<i32>, tile<i32>, tile<i32> {
    if %160 {
      break %61, %62, %63, %65 : tile<ptr<f32>>, tile<i32>, tile<i32>, tile<i32>
    } else {
    }
    break %7, %43, %44, %46 : tile<ptr<f32>>, tile<i32>, tile<i32>, tile<i32>
  }
  %174 = assume bounded<0, ?>, %167 : tile<i32>
  %175 = assume bounded<0, ?>, %168 : tile<i32>
  %176 = assume bounded<0, ?>, %169 : tile<i32>
  %177 = constant <f32: 1.000000e+00> : tile<f32>
  %178 = exti %n signed : tile<i32> -> tile<i64>
  %179 = exti %174 signed : tile<i32> -> tile<i64>
  %180 = cmpi less_than %178, %179, unsigned : tile<i64> -> tile<i1>
  %181 = exti %176 signed : tile<i32> -> tile<i64>
  %182 = muli %178, %181 : tile<i64>
  %183 = exti %m signed : tile<i32> -> tile<i64>
  %184 = exti %175 signed : tile<i32> -> tile<i64>
  %185 = cmpi less_than %183, %184, unsigned : tile<i64> -> tile<i1>
  %186 = andi %180, %185 : tile<i1>
  %187 = muli %183, %28 : tile<i64>
  %188 = addi %182, %187 : tile<i64>
  %189 = offset %166, %188 : tile<ptr<f32>>, tile<i64> -> tile<ptr<f32>>
  %190 = assume div_by<4>, %189 : tile<ptr<f32>>
  %191 = join_tokens %0, %158, %156, %81, %93 : token
  %192 = store_ptr_tko weak %190, %177, %186 token=%191 : tile<ptr<f32>>, tile<f32>, tile<i1> -> token
  %193 = exti %m signed : tile<i32> -> tile<i64>
  %194 = exti %174 signed : tile<i32> -> tile<i64>
  %195 = cmpi less_than %193, %194, unsigned : tile<i64> -> tile<i1>
  %196 = exti %176 signed : tile<i32> -> tile<i64>
  %197 = muli %193, %196 : tile<i64>
  %198 = exti %n signed : tile<i32> -> tile<i64>
  %199 = exti %175 signed : tile<i32> -> tile<i64>
  %200 = cmpi less_than %198, %199, unsigned : tile<i64> -> tile<i1>
  %201 = andi %195, %200 : tile<i1>
  %202 = muli %198, %29 : tile<i64>
  %203 = addi %197, %202 : tile<i64>
  %204 = offset %166, %203 : tile<ptr<f32>>, tile<i64> -> tile<ptr<f32>>
  %205 = assume div_by<4>, %204 : tile<ptr<f32>>
  %206 = constant <f32: 0.000000e+00> : tile<f32>
  %207 = join_tokens %192, %158, %111, %0, %93 : token
  %208, %209 = load_ptr_tko weak %205, %201, %206 token=%207 : tile<ptr<f32>>, tile<i1>, tile<f32> -> tile<f32>, token
  %210 = join_tokens %192, %209 : token
  %211 = reshape %208 : tile<f32> -> tile<1x1xf32>
  %212 = broadcast %211 : tile<1x1xf32> -> tile<4x8xf32>
  %213 = make_partition_view %37 : partition_view<tile=(4x8), tensor_view<?x?xf32, strides=[?,1]>>
  %214 = join_tokens %81, %156, %210 : token
  %215 = store_view_tko weak %212, %213[%m, %m] token = %214 : tile<4x8xf32>, partition_view<tile=(4x8), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
  %216 = constant <i32: 3> : tile<i32>
  %217 = constant <i32: 1> : tile<i32>
  %218, %219, %220, %221, %222 = loop iter_values(%source = %1, %source_1 = %32, %source_2 = %34, %source_3 = %36, %source_4 = %n) : tile<ptr<f32>>, tile<i32>, tile<i32>, tile<i32>, tile<i32> -> tile<ptr<f32>>, tile<i32>, tile<i32>, tile<i32>, tile<i32> {
    %223 = assume div_by<4>, %source_3 : tile<i32>
    %224 = assume bounded<0, ?>, %source_1 : tile<i32>
    %225 = assume bounded<0, ?>, %source_2 : tile<i32>
    %226 = assume bounded<0, ?>, %223 : tile<i32>
    %227 = cmpi less_than %source_4, %m, signed : tile<i32> -> tile<i1>
    if %227 {
    } else {
      break %source, %224, %225, %226, %source_4 : tile<ptr<f32>>, tile<i32>, tile<i32>, tile<i32>, tile<i32>
    }
    %228 = cmpi greater_than %source_4, %216, signed : tile<i32> -> tile<i1>
    %229 = constant <i64: 0> : tile<i64>
    %230 = int_to_ptr %229 : tile<i64> -> tile<ptr<f32>>
    %231 = constant <i32: 0> : tile<i32>
    %232 = constant <i32: 0> : tile<i32>
    %233 = constant <i32: 0> : tile<i32>
    %234, %235, %236, %237 = loop iter_values(%238 = %230, %239 = %231, %240 = %232, %241 = %233) : tile<ptr<f32>>, tile<i32>, tile<i32>, tile<i32> -> tile<ptr<f32>>, tile<i32>, tile<i32>, tile<i32> {
      if %228 {
        break %5, %38, %39, %41 : tile<ptr<f32>>, tile<i32>, tile<i32>, tile<i32>
      } else {
      }
      break %9, %49, %51, %53 : tile<ptr<f32>>, tile<i32>, tile<i32>, tile<i32>
    }
    %242 = assume bounded<0, ?>, %235 : tile<i32>
    %243 = assume bounded<0, ?>, %236 : tile<i32>
    %244 = assume bounded<0, ?>, %237 : tile<i32>
    %245 = addi %source_4, %217 : tile<i32>
    continue %234, %242, %243, %244, %245 : tile<ptr<f32>>, tile<i32>, tile<i32>, tile<i32>, tile<i32>
  }
  %246 = assume bounded<0, ?>, %219 : tile<i32>
  %247 = assume bounded<0, ?>, %220 : tile<i32>
  %248 = assume bounded<0, ?>, %221 : tile<i32>
  %249 = cmpi greater_than %m, %n, signed : tile<i32> -> tile<i1>
  %250, %251, %252, %253 = if %249 -> (tile<ptr<f32>>, tile<i32>, tile<i32>, tile<i32>) {
    yield %218, %246, %247, %248 : tile<ptr<f32>>, tile<i32>, tile<i32>, tile<i32>
  } else {
    yield %7, %43, %44, %46 : tile<ptr<f32>>, tile<i32>, tile<i32>, tile<i32>
  }
  %254 = assume div_by<16>, %250 : tile<ptr<f32>>
  %255 = assume bounded<0, ?>, %251 : tile<i32>
  %256 = assume bounded<0, ?>, %252 : tile<i32>
  %257 = assume bounded<0, ?>, %253 : tile<i32>
  %258 = assume div_by<4>, %257 : tile<i32>
  %259 = make_tensor_view %254, shape = [%255, %256], strides = [%258, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
  %260 = constant <i32: 0> : tile<i32>
  %261 = constant <i32: 0> : tile<i32>
  %262 = make_partition_view %259 : partition_view<tile=(4x8), tensor_view<?x?xf32, strides=[?,1]>>
  %263, %264 = get_index_space_shape %262 : partition_view<tile=(4x8), tensor_view<?x?xf32, strides=[?,1]>> -> tile<i32>
  %265 = constant <i32: 1> : tile<i32>
  %266 = subi %263, %265 : tile<i32>
  %267 = constant <i32: 0> : tile<i32>
  %268 = make_partition_view %259 : partition_view<tile=(4x8), tensor_view<?x?xf32, strides=[?,1]>>
  %269 = join_tokens %0, %158, %111, %215, %114, %93, %192 : token
  %270, %271 = load_view_tko weak %268[%266, %267] token = %269 : partition_view<tile=(4x8), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> tile<4x8xf32>, token
  %272 = join_tokens %0, %271 : token
  %273 = make_partition_view %259 : partition_view<tile=(4x8), tensor_view<?x?xf32, strides=[?,1]>>
  %274 = join_tokens %272, %158, %156, %215, %113, %93, %210 : token
  %275 = store_view_tko weak %270, %273[%260, %261] token = %274 : tile<4x8xf32>, partition_view<tile=(4x8), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
  return
}
