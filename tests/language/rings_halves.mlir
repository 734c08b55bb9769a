// Two loops of two products, one after the other, that share their rings.
entry @causal2_Kt1_A2f16_1v8l0_2t1_p16_A2f16_1v8l0_2t1_p16_A2f16_1v8l0_2t1_p16_A2f32_1v4l0_2t1_p16_I128_I64_I64(%Q: tile<ptr<f16>>, %Q_size0: tile<i32>, %Q_size1: tile<i32>, %Q_stride0: tile<i32>, %Q_stride1: tile<i32>, %K: tile<ptr<f16>>, %K_size0: tile<i32>, %K_size1: tile<i32>, %K_stride0: tile<i32>, %K_stride1: tile<i32>, %V: tile<ptr<f16>>, %V_size0: tile<i32>, %V_size1: tile<i32>, %V_stride0: tile<i32>, %V_stride1: tile<i32>, %O: tile<ptr<f32>>, %O_size0: tile<i32>, %O_size1: tile<i32>, %O_stride0: tile<i32>, %O_stride1: tile<i32>) optimization_hints=<default = {}> {
  %0 = make_token : token
  %1 = assume div_by<16>, %Q : tile<ptr<f16>>
  %2 = assume div_by<8>, %Q_stride0 : tile<i32>
  %3 = assume div_by<16>, %K : tile<ptr<f16>>
  %4 = assume div_by<8>, %K_stride0 : tile<i32>
  %5 = assume div_by<16>, %V : tile<ptr<f16>>
  %6 = assume div_by<8>, %V_stride0 : tile<i32>
  %7 = assume div_by<16>, %O : tile<ptr<f32>>
  %8 = assume div_by<4>, %O_stride0 : tile<i32>
  %9 = constant <i32: 1> : tile<i32>
  %10 = constant <i32: 1> : tile<i32>
  %11 = constant <i32: 1> : tile<i32>
  %12 = constant <i32: 1> : tile<i32>
  %13 = assume bounded<0, ?>, %Q_size0 : tile<i32>
  %14 = assume bounded<0, ?>, %Q_size1 : tile<i32>
  %15 = assume bounded<0, ?>, %2 : tile<i32>
  %16 = assume div_by<8>, %15 : tile<i32>
  %17 = make_tensor_view %1, shape = [%13, %14], strides = [%16, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
  %18 = assume bounded<0, ?>, %K_size0 : tile<i32>
  %19 = assume bounded<0, ?>, %K_size1 : tile<i32>
  %20 = assume bounded<0, ?>, %4 : tile<i32>
  %21 = assume div_by<8>, %20 : tile<i32>
  %22 = make_tensor_view %3, shape = [%18, %19], strides = [%21, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
  %23 = assume bounded<0, ?>, %V_size0 : tile<i32>
  %24 = assume bounded<0, ?>, %V_size1 : tile<i32>
  %25 = assume bounded<0, ?>, %6 : tile<i32>
  %26 = assume div_by<8>, %25 : tile<i32>
  %27 = make_tensor_view %5, shape = [%23, %24], strides = [%26, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
  %28 = assume bounded<0, ?>, %O_size0 : tile<i32>
  %29 = assume bounded<0, ?>, %O_size1 : tile<i32>
  %30 = assume bounded<0, ?>, %8 : tile<i32>
  %31 = assume div_by<4>, %30 : tile<i32>
  %32 = make_tensor_view %7, shape = [%28, %29], strides = [%31, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
  %33 = constant <i32: 128> : tile<i32>
  %34 = constant <i32: 64> : tile<i32>
  %qb, %35, %36 = get_tile_block_id : tile<i32>
  %37 = constant <i32: 0> : tile<i32>
  %38 = make_partition_view %17 : partition_view<tile=(128x64), tensor_view<?x?xf16, strides=[?,1]>>
  %q, %39 = load_view_tko weak %38[%qb, %37] token = %0 : partition_view<tile=(128x64), tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<128x64xf16>, token
  %mx = constant <f32: -1.000000e+30> : tile<128x1xf32>
  %den = constant <f32: 0.000000e+00> : tile<128x1xf32>
  %acc = constant <f32: 0.000000e+00> : tile<128x64xf32>
  %40 = muli %qb, %33 : tile<i32>
  %full = divi %40, %34 signed rounding<negative_inf> : tile<i32>
  %41 = constant <i32: 1> : tile<i32>
  %42 = addi %qb, %41 : tile<i32>
  %43 = muli %42, %33 : tile<i32>
  %last = divi %43, %34 signed rounding<negative_inf> : tile<i32>
  %44 = muli %qb, %33 : tile<i32>
  %45 = iota : tile<128xi32>
  %46 = reshape %45 : tile<128xi32> -> tile<128x1xi32>
  %47 = reshape %44 : tile<i32> -> tile<1x1xi32>
  %48 = broadcast %47 : tile<1x1xi32> -> tile<128x1xi32>
  %rows = addi %48, %46 : tile<128x1xi32>
  %49 = constant <i32: 0> : tile<i32>
  %50 = constant <i32: 1> : tile<i32>
  %51 = constant <i32: 0> : tile<i32>
  %52 = make_partition_view %22 : partition_view<tile=(64x64), tensor_view<?x?xf16, strides=[?,1]>>
  %53 = constant <f32: 0.000000e+00> : tile<128x64xf32>
  %54 = constant <f32: 1.250000e-01> : tile<f32>
  %55 = reshape %54 : tile<f32> -> tile<1x1xf32>
  %56 = broadcast %55 : tile<1x1xf32> -> tile<128x64xf32>
  %57 = constant <i32: 0> : tile<i32>
  %58 = make_partition_view %27 : partition_view<tile=(64x64), tensor_view<?x?xf16, strides=[?,1]>>
  %59, %60, %61 = for %j in (%49 to %full, step %50) : tile<i32> iter_values(%acc_1 = %acc, %den_1 = %den, %mx_1 = %mx) -> (tile<128x64xf32>, tile<128x1xf32>, tile<128x1xf32>) {
    %k, %62 = load_view_tko weak %52[%j, %51] token = %0 : partition_view<tile=(64x64), tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<64x64xf16>, token
    %63 = permute %k [1, 0] : tile<64x64xf16> -> tile<64x64xf16>
    %64 = mmaf %q, %63, %53 : tile<128x64xf16>, tile<64x64xf16>, tile<128x64xf32>
    %s = mulf %64, %56  : tile<128x64xf32>
    %65 = reduce %s dim=1 identities=[0xFF800000 : f32] : tile<128x64xf32> -> tile<128xf32> 
    (%66: tile<f32>, %67: tile<f32>) {
      %68 = maxf %66, %67 : tile<f32>
      yield %68 : tile<f32>
    }
    %69 = reshape %65 : tile<128xf32> -> tile<128x1xf32>
    %new = maxf %mx_1, %69 : tile<128x1xf32>
    %70 = broadcast %new : tile<128x1xf32> -> tile<128x64xf32>
    %71 = subf %s, %70  : tile<128x64xf32>
    %p = exp2 %71 : tile<128x64xf32>
    %72 = subf %mx_1, %new  : tile<128x1xf32>
    %corr = exp2 %72 : tile<128x1xf32>
    %73 = reduce %p dim=1 identities=[0.000000e+00 : f32] : tile<128x64xf32> -> tile<128xf32> 
    (%74: tile<f32>, %75: tile<f32>) {
      %76 = addf %74, %75  : tile<f32>
      yield %76 : tile<f32>
    }
    %77 = reshape %73 : tile<128xf32> -> tile<128x1xf32>
    %den_2 = fma %den_1, %corr, %77  : tile<128x1xf32>
    %v, %78 = load_view_tko weak %58[%j, %57] token = %0 : partition_view<tile=(64x64), tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<64x64xf16>, token
    %79 = ftof %p  : tile<128x64xf32> -> tile<128x64xf16>
    %80 = broadcast %corr : tile<128x1xf32> -> tile<128x64xf32>
    %81 = mulf %acc_1, %80  : tile<128x64xf32>
    %acc_2 = mmaf %79, %v, %81 : tile<128x64xf16>, tile<64x64xf16>, tile<128x64xf32>
    continue %acc_2, %den_2, %new : tile<128x64xf32>, tile<128x1xf32>, tile<128x1xf32>
  }
  %82 = constant <i32: 1> : tile<i32>
  %83 = constant <i32: 0> : tile<i32>
  %84 = make_partition_view %22 : partition_view<tile=(64x64), tensor_view<?x?xf16, strides=[?,1]>>
  %85 = constant <f32: 0.000000e+00> : tile<128x64xf32>
  %86 = constant <f32: 1.250000e-01> : tile<f32>
  %87 = reshape %86 : tile<f32> -> tile<1x1xf32>
  %88 = broadcast %87 : tile<1x1xf32> -> tile<128x64xf32>
  %89 = iota : tile<64xi32>
  %90 = reshape %89 : tile<64xi32> -> tile<1x64xi32>
  %91 = broadcast %rows : tile<128x1xi32> -> tile<128x64xi32>
  %92 = constant <f32: -1.000000e+30> : tile<f32>
  %93 = reshape %92 : tile<f32> -> tile<1x1xf32>
  %94 = broadcast %93 : tile<1x1xf32> -> tile<128x64xf32>
  %95 = constant <i32: 0> : tile<i32>
  %96 = make_partition_view %27 : partition_view<tile=(64x64), tensor_view<?x?xf16, strides=[?,1]>>
  %97, %98, %99 = for %j_1 in (%full to %last, step %82) : tile<i32> iter_values(%acc_3 = %59, %den_3 = %60, %mx_2 = %61) -> (tile<128x64xf32>, tile<128x1xf32>, tile<128x1xf32>) {
    %k_1, %100 = load_view_tko weak %84[%j_1, %83] token = %0 : partition_view<tile=(64x64), tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<64x64xf16>, token
    %101 = permute %k_1 [1, 0] : tile<64x64xf16> -> tile<64x64xf16>
    %102 = mmaf %q, %101, %85 : tile<128x64xf16>, tile<64x64xf16>, tile<128x64xf32>
    %s_1 = mulf %102, %88  : tile<128x64xf32>
    %103 = muli %j_1, %34 : tile<i32>
    %104 = reshape %103 : tile<i32> -> tile<1x1xi32>
    %105 = broadcast %104 : tile<1x1xi32> -> tile<1x64xi32>
    %cols = addi %105, %90 : tile<1x64xi32>
    %106 = broadcast %cols : tile<1x64xi32> -> tile<128x64xi32>
    %107 = cmpi greater_than_or_equal %91, %106, signed : tile<128x64xi32> -> tile<128x64xi1>
    %s_2 = select %107, %s_1, %94 : tile<128x64xi1>, tile<128x64xf32>
    %108 = reduce %s_2 dim=1 identities=[0xFF800000 : f32] : tile<128x64xf32> -> tile<128xf32> 
    (%109: tile<f32>, %110: tile<f32>) {
      %111 = maxf %109, %110 : tile<f32>
      yield %111 : tile<f32>
    }
    %112 = reshape %108 : tile<128xf32> -> tile<128x1xf32>
    %new_1 = maxf %mx_2, %112 : tile<128x1xf32>
    %113 = broadcast %new_1 : tile<128x1xf32> -> tile<128x64xf32>
    %114 = subf %s_2, %113  : tile<128x64xf32>
    %p_1 = exp2 %114 : tile<128x64xf32>
    %115 = subf %mx_2, %new_1  : tile<128x1xf32>
    %corr_1 = exp2 %115 : tile<128x1xf32>
    %116 = reduce %p_1 dim=1 identities=[0.000000e+00 : f32] : tile<128x64xf32> -> tile<128xf32> 
    (%117: tile<f32>, %118: tile<f32>) {
      %119 = addf %117, %118  : tile<f32>
      yield %119 : tile<f32>
    }
    %120 = reshape %116 : tile<128xf32> -> tile<128x1xf32>
    %den_4 = fma %den_3, %corr_1, %120  : tile<128x1xf32>
    %v_1, %121 = load_view_tko weak %96[%j_1, %95] token = %0 : partition_view<tile=(64x64), tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<64x64xf16>, token
    %122 = ftof %p_1  : tile<128x64xf32> -> tile<128x64xf16>
    %123 = broadcast %corr_1 : tile<128x1xf32> -> tile<128x64xf32>
    %124 = mulf %acc_3, %123  : tile<128x64xf32>
    %acc_4 = mmaf %122, %v_1, %124 : tile<128x64xf16>, tile<64x64xf16>, tile<128x64xf32>
    continue %acc_4, %den_4, %new_1 : tile<128x64xf32>, tile<128x1xf32>, tile<128x1xf32>
  }
  %125 = constant <i32: 0> : tile<i32>
  %126 = broadcast %98 : tile<128x1xf32> -> tile<128x64xf32>
  %127 = divf %97, %126  : tile<128x64xf32>
  %128 = make_partition_view %32 : partition_view<tile=(128x64), tensor_view<?x?xf32, strides=[?,1]>>
  %129 = store_view_tko weak %127, %128[%qb, %125] token = %0 : tile<128x64xf32>, partition_view<tile=(128x64), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
  return
}
