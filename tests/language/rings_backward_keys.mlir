// Attention backward: four products, of which two take what threads make of the others' accumulators.
entry @attn_dkdv_Kt2_A3f16_1s2t8192_2s128t64_4s64t1_p16_A3f16_1s2t8192_2s128t64_4s64t1_p16_A3f16_1s2t8192_2s128t64_4s64t1_p16_A3f16_1s2t8192_2s128t64_4s64t1_p16_A2f32_1s2t128_2s128t1_p16_A2f32_1s2t128_2s128t1_p16_A3f16_1s2t8192_2s128t64_4s64t1_p16_A3f16_1s2t8192_2s128t64_4s64t1_p16_F3fc0000000000000_I64_I64_I64(%Q: tile<ptr<f16>>, %Q_size0: tile<i32>, %Q_size1: tile<i32>, %Q_size2: tile<i32>, %Q_stride0: tile<i32>, %Q_stride1: tile<i32>, %Q_stride2: tile<i32>, %K: tile<ptr<f16>>, %K_size0: tile<i32>, %K_size1: tile<i32>, %K_size2: tile<i32>, %K_stride0: tile<i32>, %K_stride1: tile<i32>, %K_stride2: tile<i32>, %V: tile<ptr<f16>>, %V_size0: tile<i32>, %V_size1: tile<i32>, %V_size2: tile<i32>, %V_stride0: tile<i32>, %V_stride1: tile<i32>, %V_stride2: tile<i32>, %dO: tile<ptr<f16>>, %dO_size0: tile<i32>, %dO_size1: tile<i32>, %dO_size2: tile<i32>, %dO_stride0: tile<i32>, %dO_stride1: tile<i32>, %dO_stride2: tile<i32>, %LSE: tile<ptr<f32>>, %LSE_size0: tile<i32>, %LSE_size1: tile<i32>, %LSE_stride0: tile<i32>, %LSE_stride1: tile<i32>, %Delta: tile<ptr<f32>>, %Delta_size0: tile<i32>, %Delta_size1: tile<i32>, %Delta_stride0: tile<i32>, %Delta_stride1: tile<i32>, %dK: tile<ptr<f16>>, %dK_size0: tile<i32>, %dK_size1: tile<i32>, %dK_size2: tile<i32>, %dK_stride0: tile<i32>, %dK_stride1: tile<i32>, %dK_stride2: tile<i32>, %dV: tile<ptr<f16>>, %dV_size0: tile<i32>, %dV_size1: tile<i32>, %dV_size2: tile<i32>, %dV_stride0: tile<i32>, %dV_stride1: tile<i32>, %dV_stride2: tile<i32>) optimization_hints=<default = {}> {
  %0 = make_token : token
  %1 = assume div_by<16>, %Q : tile<ptr<f16>>
  %2 = assume div_by<16>, %K : tile<ptr<f16>>
  %3 = assume div_by<16>, %V : tile<ptr<f16>>
  %4 = assume div_by<16>, %dO : tile<ptr<f16>>
  %5 = assume div_by<16>, %LSE : tile<ptr<f32>>
  %6 = assume div_by<16>, %Delta : tile<ptr<f32>>
  %7 = assume div_by<16>, %dK : tile<ptr<f16>>
  %8 = assume div_by<16>, %dV : tile<ptr<f16>>
  %9 = constant <i32: 2> : tile<i32>
  %10 = constant <i32: 128> : tile<i32>
  %11 = constant <i32: 64> : tile<i32>
  %12 = constant <i32: 8192> : tile<i32>
  %13 = constant <i32: 64> : tile<i32>
  %14 = constant <i32: 1> : tile<i32>
  %15 = constant <i32: 2> : tile<i32>
  %16 = constant <i32: 128> : tile<i32>
  %17 = constant <i32: 64> : tile<i32>
  %18 = constant <i32: 8192> : tile<i32>
  %19 = constant <i32: 64> : tile<i32>
  %20 = constant <i32: 1> : tile<i32>
  %21 = constant <i32: 2> : tile<i32>
  %22 = constant <i32: 128> : tile<i32>
  %23 = constant <i32: 64> : tile<i32>
  %24 = constant <i32: 8192> : tile<i32>
  %25 = constant <i32: 64> : tile<i32>
  %26 = constant <i32: 1> : tile<i32>
  %27 = constant <i32: 2> : tile<i32>
  %28 = constant <i32: 128> : tile<i32>
  %29 = constant <i32: 64> : tile<i32>
  %30 = constant <i32: 8192> : tile<i32>
  %31 = constant <i32: 64> : tile<i32>
  %32 = constant <i32: 1> : tile<i32>
  %33 = constant <i32: 2> : tile<i32>
  %34 = constant <i32: 128> : tile<i32>
  %35 = constant <i32: 128> : tile<i32>
  %36 = constant <i32: 1> : tile<i32>
  %37 = constant <i32: 2> : tile<i32>
  %38 = constant <i32: 128> : tile<i32>
  %39 = constant <i32: 128> : tile<i32>
  %40 = constant <i32: 1> : tile<i32>
  %41 = constant <i32: 2> : tile<i32>
  %42 = constant <i32: 128> : tile<i32>
  %43 = constant <i32: 64> : tile<i32>
  %44 = constant <i32: 8192> : tile<i32>
  %45 = constant <i32: 64> : tile<i32>
  %46 = constant <i32: 1> : tile<i32>
  %47 = constant <i32: 2> : tile<i32>
  %48 = constant <i32: 128> : tile<i32>
  %49 = constant <i32: 64> : tile<i32>
  %50 = constant <i32: 8192> : tile<i32>
  %51 = constant <i32: 64> : tile<i32>
  %52 = constant <i32: 1> : tile<i32>
  %53 = make_tensor_view %1, shape = [2, 128, 64], strides = [8192, 64, 1] : tensor_view<2x128x64xf16, strides=[8192,64,1]>
  %54 = make_tensor_view %2, shape = [2, 128, 64], strides = [8192, 64, 1] : tensor_view<2x128x64xf16, strides=[8192,64,1]>
  %55 = make_tensor_view %3, shape = [2, 128, 64], strides = [8192, 64, 1] : tensor_view<2x128x64xf16, strides=[8192,64,1]>
  %56 = make_tensor_view %4, shape = [2, 128, 64], strides = [8192, 64, 1] : tensor_view<2x128x64xf16, strides=[8192,64,1]>
  %57 = make_tensor_view %5, shape = [2, 128], strides = [128, 1] : tensor_view<2x128xf32, strides=[128,1]>
  %58 = make_tensor_view %6, shape = [2, 128], strides = [128, 1] : tensor_view<2x128xf32, strides=[128,1]>
  %59 = make_tensor_view %7, shape = [2, 128, 64], strides = [8192, 64, 1] : tensor_view<2x128x64xf16, strides=[8192,64,1]>
  %60 = make_tensor_view %8, shape = [2, 128, 64], strides = [8192, 64, 1] : tensor_view<2x128x64xf16, strides=[8192,64,1]>
  %61 = constant <f32: 1.250000e-01> : tile<f32>
  %block, %62, %63 = get_tile_block_id : tile<i32>
  %64, %head, %65 = get_tile_block_id : tile<i32>
  %66 = constant <i32: 0> : tile<i32>
  %67 = make_partition_view %54 : partition_view<tile=(1x64x64), tensor_view<2x128x64xf16, strides=[8192,64,1]>>
  %68, %69 = load_view_tko weak %67[%head, %block, %66] token = %0 : partition_view<tile=(1x64x64), tensor_view<2x128x64xf16, strides=[8192,64,1]>>, tile<i32> -> tile<1x64x64xf16>, token
  %k = reshape %68 : tile<1x64x64xf16> -> tile<64x64xf16>
  %70 = constant <i32: 0> : tile<i32>
  %71 = make_partition_view %55 : partition_view<tile=(1x64x64), tensor_view<2x128x64xf16, strides=[8192,64,1]>>
  %72, %73 = load_view_tko weak %71[%head, %block, %70] token = %0 : partition_view<tile=(1x64x64), tensor_view<2x128x64xf16, strides=[8192,64,1]>>, tile<i32> -> tile<1x64x64xf16>, token
  %v = reshape %72 : tile<1x64x64xf16> -> tile<64x64xf16>
  %dk = constant <f32: 0.000000e+00> : tile<64x64xf32>
  %dv = constant <f32: 0.000000e+00> : tile<64x64xf32>
  %74 = make_partition_view %53 : partition_view<tile=(1x64x64), tensor_view<2x128x64xf16, strides=[8192,64,1]>>
  %75, %76, %77 = get_index_space_shape %74 : partition_view<tile=(1x64x64), tensor_view<2x128x64xf16, strides=[8192,64,1]>> -> tile<i32>
  %78 = constant <i32: 0> : tile<i32>
  %79 = constant <i32: 1> : tile<i32>
  %80 = constant <i32: 0> : tile<i32>
  %81 = make_partition_view %53 : partition_view<tile=(1x64x64), tensor_view<2x128x64xf16, strides=[8192,64,1]>, dim_map=[0, 2, 1]>
  %82 = make_partition_view %57 : partition_view<tile=(1x64), tensor_view<2x128xf32, strides=[128,1]>>
  %83 = constant <f32: 0.000000e+00> : tile<64x64xf32>
  %84 = constant <f32: 0.180336878> : tile<f32>
  %85 = reshape %84 : tile<f32> -> tile<1x1xf32>
  %86 = broadcast %85 : tile<1x1xf32> -> tile<64x64xf32>
  %87 = constant <i32: 0> : tile<i32>
  %88 = make_partition_view %56 : partition_view<tile=(1x64x64), tensor_view<2x128x64xf16, strides=[8192,64,1]>>
  %89 = constant <i32: 0> : tile<i32>
  %90 = make_partition_view %56 : partition_view<tile=(1x64x64), tensor_view<2x128x64xf16, strides=[8192,64,1]>, dim_map=[0, 2, 1]>
  %91 = constant <f32: 0.000000e+00> : tile<64x64xf32>
  %92 = make_partition_view %58 : partition_view<tile=(1x64), tensor_view<2x128xf32, strides=[128,1]>>
  %93 = constant <i32: 0> : tile<i32>
  %94 = make_partition_view %53 : partition_view<tile=(1x64x64), tensor_view<2x128x64xf16, strides=[8192,64,1]>>
  %95, %96 = for %i in (%78 to %76, step %79) : tile<i32> iter_values(%dk_1 = %dk, %dv_1 = %dv) -> (tile<64x64xf32>, tile<64x64xf32>) {
    %97, %98 = load_view_tko weak %81[%head, %80, %i] token = %0 : partition_view<tile=(1x64x64), tensor_view<2x128x64xf16, strides=[8192,64,1]>, dim_map=[0, 2, 1]>, tile<i32> -> tile<1x64x64xf16>, token
    %qt = reshape %97 : tile<1x64x64xf16> -> tile<64x64xf16>
    %lse, %99 = load_view_tko weak %82[%head, %i] token = %0 : partition_view<tile=(1x64), tensor_view<2x128xf32, strides=[128,1]>>, tile<i32> -> tile<1x64xf32>, token
    %100 = mmaf %k, %qt, %83 : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
    %101 = broadcast %lse : tile<1x64xf32> -> tile<64x64xf32>
    %102 = negf %101 : tile<64x64xf32>
    %103 = fma %100, %86, %102  : tile<64x64xf32>
    %pt = exp2 %103 : tile<64x64xf32>
    %104, %105 = load_view_tko weak %88[%head, %i, %87] token = %0 : partition_view<tile=(1x64x64), tensor_view<2x128x64xf16, strides=[8192,64,1]>>, tile<i32> -> tile<1x64x64xf16>, token
    %do = reshape %104 : tile<1x64x64xf16> -> tile<64x64xf16>
    %106 = ftof %pt  : tile<64x64xf32> -> tile<64x64xf16>
    %dv_2 = mmaf %106, %do, %dv_1 : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
    %107, %108 = load_view_tko weak %90[%head, %89, %i] token = %0 : partition_view<tile=(1x64x64), tensor_view<2x128x64xf16, strides=[8192,64,1]>, dim_map=[0, 2, 1]>, tile<i32> -> tile<1x64x64xf16>, token
    %dot = reshape %107 : tile<1x64x64xf16> -> tile<64x64xf16>
    %dpt = mmaf %v, %dot, %91 : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
    %delta, %109 = load_view_tko weak %92[%head, %i] token = %0 : partition_view<tile=(1x64), tensor_view<2x128xf32, strides=[128,1]>>, tile<i32> -> tile<1x64xf32>, token
    %110 = broadcast %delta : tile<1x64xf32> -> tile<64x64xf32>
    %111 = subf %dpt, %110  : tile<64x64xf32>
    %dst = mulf %pt, %111  : tile<64x64xf32>
    %112, %113 = load_view_tko weak %94[%head, %i, %93] token = %0 : partition_view<tile=(1x64x64), tensor_view<2x128x64xf16, strides=[8192,64,1]>>, tile<i32> -> tile<1x64x64xf16>, token
    %q = reshape %112 : tile<1x64x64xf16> -> tile<64x64xf16>
    %114 = ftof %dst  : tile<64x64xf32> -> tile<64x64xf16>
    %dk_2 = mmaf %114, %q, %dk_1 : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
    continue %dk_2, %dv_2 : tile<64x64xf32>, tile<64x64xf32>
  }
  %115 = constant <i32: 0> : tile<i32>
  %116 = reshape %61 : tile<f32> -> tile<1x1xf32>
  %117 = broadcast %116 : tile<1x1xf32> -> tile<64x64xf32>
  %118 = mulf %95, %117  : tile<64x64xf32>
  %119 = ftof %118  : tile<64x64xf32> -> tile<64x64xf16>
  %120 = reshape %119 : tile<64x64xf16> -> tile<1x64x64xf16>
  %121 = make_partition_view %59 : partition_view<tile=(1x64x64), tensor_view<2x128x64xf16, strides=[8192,64,1]>>
  %122 = store_view_tko weak %120, %121[%head, %block, %115] token = %0 : tile<1x64x64xf16>, partition_view<tile=(1x64x64), tensor_view<2x128x64xf16, strides=[8192,64,1]>>, tile<i32> -> token
  %123 = constant <i32: 0> : tile<i32>
  %124 = ftof %96  : tile<64x64xf32> -> tile<64x64xf16>
  %125 = reshape %124 : tile<64x64xf16> -> tile<1x64x64xf16>
  %126 = make_partition_view %60 : partition_view<tile=(1x64x64), tensor_view<2x128x64xf16, strides=[8192,64,1]>>
  %127 = store_view_tko weak %125, %126[%head, %block, %123] token = %0 : tile<1x64x64xf16>, partition_view<tile=(1x64x64), tensor_view<2x128x64xf16, strides=[8192,64,1]>>, tile<i32> -> token
  return
}
