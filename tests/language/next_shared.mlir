// Attention over blocks of queries one after the other: two loops over keys, of which the second masks, share rings; how often they go round follows from
// the block. The first of them has its next run's tiles on their way behind the second, where threads copy them.
entry @attn_pers_Kt1_A3f16_3v8l0_4t1_6i16_p16_A3f16_3v8l0_4t1_6i16_p16_A3f16_3v8l0_4t1_6i16_p16_A3f16_3v8l0_4t1_6i16_p16_F3fc0527d90cf7096_I64_I64_I64(%Q: tile<ptr<f16>>, %Q_size0: tile<i32>, %Q_size1: tile<i32>, %Q_size2: tile<i32>, %Q_stride0: tile<i32>, %Q_stride1: tile<i32>, %Q_stride2: tile<i32>, %K: tile<ptr<f16>>, %K_size0: tile<i32>, %K_size1: tile<i32>, %K_size2: tile<i32>, %K_stride0: tile<i32>, %K_stride1: tile<i32>, %K_stride2: tile<i32>, %V: tile<ptr<f16>>, %V_size0: tile<i32>, %V_size1: tile<i32>, %V_size2: tile<i32>, %V_stride0: tile<i32>, %V_stride1: tile<i32>, %V_stride2: tile<i32>, %O: tile<ptr<f16>>, %O_size0: tile<i32>, %O_size1: tile<i32>, %O_size2: tile<i32>, %O_stride0: tile<i32>, %O_stride1: tile<i32>, %O_stride2: tile<i32>) optimization_hints=<default = {}> {
  %0 = make_token : token
  %1 = assume div_by<16>, %Q : tile<ptr<f16>>
  %2 = assume div_by<16>, %Q_size1 : tile<i32>
  %3 = assume div_by<16>, %Q_size2 : tile<i32>
  %4 = assume div_by<8>, %Q_stride0 : tile<i32>
  %5 = assume div_by<8>, %Q_stride1 : tile<i32>
  %6 = assume div_by<16>, %K : tile<ptr<f16>>
  %7 = assume div_by<16>, %K_size1 : tile<i32>
  %8 = assume div_by<16>, %K_size2 : tile<i32>
  %9 = assume div_by<8>, %K_stride0 : tile<i32>
  %10 = assume div_by<8>, %K_stride1 : tile<i32>
  %11 = assume div_by<16>, %V : tile<ptr<f16>>
  %12 = assume div_by<16>, %V_size1 : tile<i32>
  %13 = assume div_by<16>, %V_size2 : tile<i32>
  %14 = assume div_by<8>, %V_stride0 : tile<i32>
  %15 = assume div_by<8>, %V_stride1 : tile<i32>
  %16 = assume div_by<16>, %O : tile<ptr<f16>>
  %17 = assume div_by<16>, %O_size1 : tile<i32>
  %18 = assume div_by<16>, %O_size2 : tile<i32>
  %19 = assume div_by<8>, %O_stride0 : tile<i32>
  %20 = assume div_by<8>, %O_stride1 : tile<i32>
  %21 = constant <i32: 1> : tile<i32>
  %22 = constant <i32: 1> : tile<i32>
  %23 = constant <i32: 1> : tile<i32>
  %24 = constant <i32: 1> : tile<i32>
  %25 = assume bounded<0, ?>, %Q_size0 : tile<i32>
  %26 = assume bounded<0, ?>, %2 : tile<i32>
  %27 = assume div_by<16>, %26 : tile<i32>
  %28 = assume bounded<0, ?>, %3 : tile<i32>
  %29 = assume div_by<16>, %28 : tile<i32>
  %30 = assume bounded<0, ?>, %4 : tile<i32>
  %31 = assume div_by<8>, %30 : tile<i32>
  %32 = assume bounded<0, ?>, %5 : tile<i32>
  %33 = assume div_by<8>, %32 : tile<i32>
  %34 = make_tensor_view %1, shape = [%25, %27, %29], strides = [%31, %33, 1] : tile<i32> -> tensor_view<?x?x?xf16, strides=[?,?,1]>
  %35 = assume bounded<0, ?>, %K_size0 : tile<i32>
  %36 = assume bounded<0, ?>, %7 : tile<i32>
  %37 = assume div_by<16>, %36 : tile<i32>
  %38 = assume bounded<0, ?>, %8 : tile<i32>
  %39 = assume div_by<16>, %38 : tile<i32>
  %40 = assume bounded<0, ?>, %9 : tile<i32>
  %41 = assume div_by<8>, %40 : tile<i32>
  %42 = assume bounded<0, ?>, %10 : tile<i32>
  %43 = assume div_by<8>, %42 : tile<i32>
  %44 = make_tensor_view %6, shape = [%35, %37, %39], strides = [%41, %43, 1] : tile<i32> -> tensor_view<?x?x?xf16, strides=[?,?,1]>
  %45 = assume bounded<0, ?>, %V_size0 : tile<i32>
  %46 = assume bounded<0, ?>, %12 : tile<i32>
  %47 = assume div_by<16>, %46 : tile<i32>
  %48 = assume bounded<0, ?>, %13 : tile<i32>
  %49 = assume div_by<16>, %48 : tile<i32>
  %50 = assume bounded<0, ?>, %14 : tile<i32>
  %51 = assume div_by<8>, %50 : tile<i32>
  %52 = assume bounded<0, ?>, %15 : tile<i32>
  %53 = assume div_by<8>, %52 : tile<i32>
  %54 = make_tensor_view %11, shape = [%45, %47, %49], strides = [%51, %53, 1] : tile<i32> -> tensor_view<?x?x?xf16, strides=[?,?,1]>
  %55 = assume bounded<0, ?>, %O_size0 : tile<i32>
  %56 = assume bounded<0, ?>, %17 : tile<i32>
  %57 = assume div_by<16>, %56 : tile<i32>
  %58 = assume bounded<0, ?>, %18 : tile<i32>
  %59 = assume div_by<16>, %58 : tile<i32>
  %60 = assume bounded<0, ?>, %19 : tile<i32>
  %61 = assume div_by<8>, %60 : tile<i32>
  %62 = assume bounded<0, ?>, %20 : tile<i32>
  %63 = assume div_by<8>, %62 : tile<i32>
  %64 = make_tensor_view %16, shape = [%55, %57, %59], strides = [%61, %63, 1] : tile<i32> -> tensor_view<?x?x?xf16, strides=[?,?,1]>
  %65 = constant <f32: 0.127517417> : tile<f32>
  %66 = constant <i32: 64> : tile<i32>
  %67 = constant <i32: 64> : tile<i32>
  %head, %68, %69 = get_tile_block_id : tile<i32>
  %70 = make_partition_view %34 : partition_view<tile=(1x64x64), tensor_view<?x?x?xf16, strides=[?,?,1]>>
  %71, %72, %73 = get_index_space_shape %70 : partition_view<tile=(1x64x64), tensor_view<?x?x?xf16, strides=[?,?,1]>> -> tile<i32>
  %74 = constant <i32: 0> : tile<i32>
  %75 = constant <i32: 1> : tile<i32>
  %76 = constant <i32: 0> : tile<i32>
  %77 = make_partition_view %34 : partition_view<tile=(1x64x64), tensor_view<?x?x?xf16, strides=[?,?,1]>>
  %highest = constant <f32: 0xFF800000> : tile<64x1xf32>
  %total = constant <f32: 0.000000e+00> : tile<64x1xf32>
  %acc = constant <f32: 0.000000e+00> : tile<64x64xf32>
  %78 = constant <i32: 0> : tile<i32>
  %79 = constant <i32: 1> : tile<i32>
  %80 = constant <i32: 0> : tile<i32>
  %81 = make_partition_view %44 : partition_view<tile=(1x64x64), tensor_view<?x?x?xf16, strides=[?,?,1]>, dim_map=[0, 2, 1]>
  %82 = constant <f32: 0.000000e+00> : tile<64x64xf32>
  %83 = reshape %65 : tile<f32> -> tile<1x1xf32>
  %84 = broadcast %83 : tile<1x1xf32> -> tile<64x64xf32>
  %85 = constant <i32: 0> : tile<i32>
  %86 = make_partition_view %54 : partition_view<tile=(1x64x64), tensor_view<?x?x?xf16, strides=[?,?,1]>>
  %87 = constant <i32: 1> : tile<i32>
  %88 = constant <i32: 1> : tile<i32>
  %89 = constant <i32: 0> : tile<i32>
  %90 = make_partition_view %44 : partition_view<tile=(1x64x64), tensor_view<?x?x?xf16, strides=[?,?,1]>, dim_map=[0, 2, 1]>
  %91 = constant <f32: 0.000000e+00> : tile<64x64xf32>
  %92 = reshape %65 : tile<f32> -> tile<1x1xf32>
  %93 = broadcast %92 : tile<1x1xf32> -> tile<64x64xf32>
  %94 = iota : tile<64xi32>
  %95 = reshape %94 : tile<64xi32> -> tile<64x1xi32>
  %96 = iota : tile<64xi32>
  %97 = reshape %96 : tile<64xi32> -> tile<1x64xi32>
  %98 = constant <f32: 0xFF800000> : tile<f32>
  %99 = reshape %98 : tile<f32> -> tile<1x1xf32>
  %100 = broadcast %99 : tile<1x1xf32> -> tile<64x64xf32>
  %101 = constant <i32: 0> : tile<i32>
  %102 = make_partition_view %54 : partition_view<tile=(1x64x64), tensor_view<?x?x?xf16, strides=[?,?,1]>>
  %103 = constant <i32: 0> : tile<i32>
  %104 = make_partition_view %64 : partition_view<tile=(1x64x64), tensor_view<?x?x?xf16, strides=[?,?,1]>>
  for %block in (%74 to %72, step %75) : tile<i32> {
    %105, %106 = load_view_tko weak %77[%head, %block, %76] token = %0 : partition_view<tile=(1x64x64), tensor_view<?x?x?xf16, strides=[?,?,1]>>, tile<i32> -> tile<1x64x64xf16>, token
    %q = reshape %105 : tile<1x64x64xf16> -> tile<64x64xf16>
    %107 = muli %block, %66 : tile<i32>
    %whole = divi %107, %67 signed rounding<negative_inf> : tile<i32>
    %acc_1, %highest_1, %total_1 = for %j in (%78 to %whole, step %79) : tile<i32> iter_values(%acc_2 = %acc, %highest_2 = %highest, %total_2 = %total) -> (tile<64x64xf32>, tile<64x1xf32>, tile<64x1xf32>) {
      %108, %109 = load_view_tko weak %81[%head, %80, %j] token = %0 : partition_view<tile=(1x64x64), tensor_view<?x?x?xf16, strides=[?,?,1]>, dim_map=[0, 2, 1]>, tile<i32> -> tile<1x64x64xf16>, token
      %k = reshape %108 : tile<1x64x64xf16> -> tile<64x64xf16>
      %110 = mmaf %q, %k, %82 : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
      %s = mulf %110, %84  : tile<64x64xf32>
      %111 = reduce %s dim=1 identities=[0xFF800000 : f32] : tile<64x64xf32> -> tile<64xf32> 
      (%112: tile<f32>, %113: tile<f32>) {
        %114 = maxf %112, %113 : tile<f32>
        yield %114 : tile<f32>
      }
      %115 = reshape %111 : tile<64xf32> -> tile<64x1xf32>
      %new = maxf %highest_2, %115 : tile<64x1xf32>
      %116 = broadcast %new : tile<64x1xf32> -> tile<64x64xf32>
      %117 = subf %s, %116  : tile<64x64xf32>
      %p = exp2 %117 : tile<64x64xf32>
      %118 = subf %highest_2, %new  : tile<64x1xf32>
      %shrink = exp2 %118 : tile<64x1xf32>
      %119 = reduce %p dim=1 identities=[0.000000e+00 : f32] : tile<64x64xf32> -> tile<64xf32> 
      (%120: tile<f32>, %121: tile<f32>) {
        %122 = addf %120, %121  : tile<f32>
        yield %122 : tile<f32>
      }
      %123 = reshape %119 : tile<64xf32> -> tile<64x1xf32>
      %total_3 = fma %total_2, %shrink, %123  : tile<64x1xf32>
      %124, %125 = load_view_tko weak %86[%head, %j, %85] token = %0 : partition_view<tile=(1x64x64), tensor_view<?x?x?xf16, strides=[?,?,1]>>, tile<i32> -> tile<1x64x64xf16>, token
      %v = reshape %124 : tile<1x64x64xf16> -> tile<64x64xf16>
      %126 = ftof %p  : tile<64x64xf32> -> tile<64x64xf16>
      %127 = broadcast %shrink : tile<64x1xf32> -> tile<64x64xf32>
      %128 = mulf %acc_2, %127  : tile<64x64xf32>
      %acc_3 = mmaf %126, %v, %128 : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
      continue %acc_3, %new, %total_3 : tile<64x64xf32>, tile<64x1xf32>, tile<64x1xf32>
    }
    %129 = addi %block, %87 : tile<i32>
    %130 = muli %129, %66 : tile<i32>
    %131 = divi %130, %67 signed rounding<positive_inf> : tile<i32>
    %132 = muli %block, %66 : tile<i32>
    %133 = reshape %132 : tile<i32> -> tile<1x1xi32>
    %134 = broadcast %133 : tile<1x1xi32> -> tile<64x1xi32>
    %row = addi %134, %95 : tile<64x1xi32>
    %135 = broadcast %row : tile<64x1xi32> -> tile<64x64xi32>
    %acc_4, %highest_3, %total_4 = for %j_1 in (%whole to %131, step %88) : tile<i32> iter_values(%acc_5 = %acc_1, %highest_4 = %highest_1, %total_5 = %total_1) -> (tile<64x64xf32>, tile<64x1xf32>, tile<64x1xf32>) {
      %136, %137 = load_view_tko weak %90[%head, %89, %j_1] token = %0 : partition_view<tile=(1x64x64), tensor_view<?x?x?xf16, strides=[?,?,1]>, dim_map=[0, 2, 1]>, tile<i32> -> tile<1x64x64xf16>, token
      %k_1 = reshape %136 : tile<1x64x64xf16> -> tile<64x64xf16>
      %138 = mmaf %q, %k_1, %91 : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
      %s_1 = mulf %138, %93  : tile<64x64xf32>
      %139 = muli %j_1, %67 : tile<i32>
      %140 = reshape %139 : tile<i32> -> tile<1x1xi32>
      %141 = broadcast %140 : tile<1x1xi32> -> tile<1x64xi32>
      %column = addi %141, %97 : tile<1x64xi32>
      %142 = broadcast %column : tile<1x64xi32> -> tile<64x64xi32>
      %143 = cmpi greater_than_or_equal %135, %142, signed : tile<64x64xi32> -> tile<64x64xi1>
      %s_2 = select %143, %s_1, %100 : tile<64x64xi1>, tile<64x64xf32>
      %144 = reduce %s_2 dim=1 identities=[0xFF800000 : f32] : tile<64x64xf32> -> tile<64xf32> 
      (%145: tile<f32>, %146: tile<f32>) {
        %147 = maxf %145, %146 : tile<f32>
        yield %147 : tile<f32>
      }
      %148 = reshape %144 : tile<64xf32> -> tile<64x1xf32>
      %new_1 = maxf %highest_4, %148 : tile<64x1xf32>
      %149 = broadcast %new_1 : tile<64x1xf32> -> tile<64x64xf32>
      %150 = subf %s_2, %149  : tile<64x64xf32>
      %p_1 = exp2 %150 : tile<64x64xf32>
      %151 = subf %highest_4, %new_1  : tile<64x1xf32>
      %shrink_1 = exp2 %151 : tile<64x1xf32>
      %152 = reduce %p_1 dim=1 identities=[0.000000e+00 : f32] : tile<64x64xf32> -> tile<64xf32> 
      (%153: tile<f32>, %154: tile<f32>) {
        %155 = addf %153, %154  : tile<f32>
        yield %155 : tile<f32>
      }
      %156 = reshape %152 : tile<64xf32> -> tile<64x1xf32>
      %total_6 = fma %total_5, %shrink_1, %156  : tile<64x1xf32>
      %157, %158 = load_view_tko weak %102[%head, %j_1, %101] token = %0 : partition_view<tile=(1x64x64), tensor_view<?x?x?xf16, strides=[?,?,1]>>, tile<i32> -> tile<1x64x64xf16>, token
      %v_1 = reshape %157 : tile<1x64x64xf16> -> tile<64x64xf16>
      %159 = ftof %p_1  : tile<64x64xf32> -> tile<64x64xf16>
      %160 = broadcast %shrink_1 : tile<64x1xf32> -> tile<64x64xf32>
      %161 = mulf %acc_5, %160  : tile<64x64xf32>
      %acc_6 = mmaf %159, %v_1, %161 : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
      continue %acc_6, %new_1, %total_6 : tile<64x64xf32>, tile<64x1xf32>, tile<64x1xf32>
    }
    %162 = broadcast %total_4 : tile<64x1xf32> -> tile<64x64xf32>
    %163 = divf %acc_4, %162  : tile<64x64xf32>
    %164 = ftof %163  : tile<64x64xf32> -> tile<64x64xf16>
    %165 = reshape %164 : tile<64x64xf16> -> tile<1x64x64xf16>
    %166 = store_view_tko weak %165, %104[%head, %block, %103] token = %0 : tile<1x64x64xf16>, partition_view<tile=(1x64x64), tensor_view<?x?x?xf16, strides=[?,?,1]>>, tile<i32> -> token
  }
  return
}
