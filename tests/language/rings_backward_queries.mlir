// Attention backward for queries: the sum over blocks of keys is taken in order.
entry @attn_dq_Kt2_A3f16_1s2t8192_2s128t64_4s64t1_p16_A3f16_1s2t8192_2s128t64_4s64t1_p16_A3f16_1s2t8192_2s128t64_4s64t1_p16_A3f16_1s2t8192_2s128t64_4s64t1_p16_A2f32_1s2t128_2s128t1_p16_A2f32_1s2t128_2s128t1_p16_A3f16_1s2t8192_2s128t64_4s64t1_p16_F3fc0000000000000_I64_I64_I64(%Q: tile<ptr<f16>>, %Q_size0: tile<i32>, %Q_size1: tile<i32>, %Q_size2: tile<i32>, %Q_stride0: tile<i32>, %Q_stride1: tile<i32>, %Q_stride2: tile<i32>, %K: tile<ptr<f16>>, %K_size0: tile<i32>, %K_size1: tile<i32>, %K_size2: tile<i32>, %K_stride0: tile<i32>, %K_stride1: tile<i32>, %K_stride2: tile<i32>, %V: tile<ptr<f16>>, %V_size0: tile<i32>, %V_size1: tile<i32>, %V_size2: tile<i32>, %V_stride0: tile<i32>, %V_stride1: tile<i32>, %V_stride2: tile<i32>, %dO: tile<ptr<f16>>, %dO_size0: tile<i32>, %dO_size1: tile<i32>, %dO_size2: tile<i32>, %dO_stride0: tile<i32>, %dO_stride1: tile<i32>, %dO_stride2: tile<i32>, %LSE: tile<ptr<f32>>, %LSE_size0: tile<i32>, %LSE_size1: tile<i32>, %LSE_stride0: tile<i32>, %LSE_stride1: tile<i32>, %Delta: tile<ptr<f32>>, %Delta_size0: tile<i32>, %Delta_size1: tile<i32>, %Delta_stride0: tile<i32>, %Delta_stride1: tile<i32>, %dQ: tile<ptr<f16>>, %dQ_size0: tile<i32>, %dQ_size1: tile<i32>, %dQ_size2: tile<i32>, %dQ_stride0: tile<i32>, %dQ_stride1: tile<i32>, %dQ_stride2: tile<i32>) optimization_hints=<default = {}> {
  %0 = make_token : token
  %1 = assume div_by<16>, %Q : tile<ptr<f16>>
  %2 = assume div_by<16>, %K : tile<ptr<f16>>
  %3 = assume div_by<16>, %V : tile<ptr<f16>>
  %4 = assume div_by<16>, %dO : tile<ptr<f16>>
  %5 = assume div_by<16>, %LSE : tile<ptr<f32>>
  %6 = assume div_by<16>, %Delta : tile<ptr<f32>>
  %7 = assume div_by<16>, %dQ : tile<ptr<f16>>
  %8 = constant <i32: 2> : tile<i32>
  %9 = constant <i32: 128> : tile<i32>
  %10 = constant <i32: 64> : tile<i32>
  %11 = constant <i32: 8192> : tile<i32>
  %12 = constant <i32: 64> : tile<i32>
  %13 = constant <i32: 1> : tile<i32>
  %14 = constant <i32: 2> : tile<i32>
  %15 = constant <i32: 128> : tile<i32>
  %16 = constant <i32: 64> : tile<i32>
  %17 = constant <i32: 8192> : tile<i32>
  %18 = constant <i32: 64> : tile<i32>
  %19 = constant <i32: 1> : tile<i32>
  %20 = constant <i32: 2> : tile<i32>
  %21 = constant <i32: 128> : tile<i32>
  %22 = constant <i32: 64> : tile<i32>
  %23 = constant <i32: 8192> : tile<i32>
  %24 = constant <i32: 64> : tile<i32>
  %25 = constant <i32: 1> : tile<i32>
  %26 = constant <i32: 2> : tile<i32>
  %27 = constant <i32: 128> : tile<i32>
  %28 = constant <i32: 64> : tile<i32>
  %29 = constant <i32: 8192> : tile<i32>
  %30 = constant <i32: 64> : tile<i32>
  %31 = constant <i32: 1> : tile<i32>
  %32 = constant <i32: 2> : tile<i32>
  %33 = constant <i32: 128> : tile<i32>
  %34 = constant <i32: 128> : tile<i32>
  %35 = constant <i32: 1> : tile<i32>
  %36 = constant <i32: 2> : tile<i32>
  %37 = constant <i32: 128> : tile<i32>
  %38 = constant <i32: 128> : tile<i32>
  %39 = constant <i32: 1> : tile<i32>
  %40 = constant <i32: 2> : tile<i32>
  %41 = constant <i32: 128> : tile<i32>
  %42 = constant <i32: 64> : tile<i32>
  %43 = constant <i32: 8192> : tile<i32>
  %44 = constant <i32: 64> : tile<i32>
  %45 = constant <i32: 1> : tile<i32>
  %46 = make_tensor_view %1, shape = [2, 128, 64], strides = [8192, 64, 1] : tensor_view<2x128x64xf16, strides=[8192,64,1]>
  %47 = make_tensor_view %2, shape = [2, 128, 64], strides = [8192, 64, 1] : tensor_view<2x128x64xf16, strides=[8192,64,1]>
  %48 = make_tensor_view %3, shape = [2, 128, 64], strides = [8192, 64, 1] : tensor_view<2x128x64xf16, strides=[8192,64,1]>
  %49 = make_tensor_view %4, shape = [2, 128, 64], strides = [8192, 64, 1] : tensor_view<2x128x64xf16, strides=[8192,64,1]>
  %50 = make_tensor_view %5, shape = [2, 128], strides = [128, 1] : tensor_view<2x128xf32, strides=[128,1]>
  %51 = make_tensor_view %6, shape = [2, 128], strides = [128, 1] : tensor_view<2x128xf32, strides=[128,1]>
  %52 = make_tensor_view %7, shape = [2, 128, 64], strides = [8192, 64, 1] : tensor_view<2x128x64xf16, strides=[8192,64,1]>
  %53 = constant <f32: 1.250000e-01> : tile<f32>
  %block, %54, %55 = get_tile_block_id : tile<i32>
  %56, %head, %57 = get_tile_block_id : tile<i32>
  %58 = constant <i32: 0> : tile<i32>
  %59 = make_partition_view %46 : partition_view<tile=(1x64x64), tensor_view<2x128x64xf16, strides=[8192,64,1]>>
  %60, %61 = load_view_tko weak %59[%head, %block, %58] token = %0 : partition_view<tile=(1x64x64), tensor_view<2x128x64xf16, strides=[8192,64,1]>>, tile<i32> -> tile<1x64x64xf16>, token
  %q = reshape %60 : tile<1x64x64xf16> -> tile<64x64xf16>
  %62 = constant <i32: 0> : tile<i32>
  %63 = make_partition_view %49 : partition_view<tile=(1x64x64), tensor_view<2x128x64xf16, strides=[8192,64,1]>>
  %64, %65 = load_view_tko weak %63[%head, %block, %62] token = %0 : partition_view<tile=(1x64x64), tensor_view<2x128x64xf16, strides=[8192,64,1]>>, tile<i32> -> tile<1x64x64xf16>, token
  %do = reshape %64 : tile<1x64x64xf16> -> tile<64x64xf16>
  %66 = make_partition_view %50 : partition_view<tile=(1x64), tensor_view<2x128xf32, strides=[128,1]>>
  %67, %68 = load_view_tko weak %66[%head, %block] token = %0 : partition_view<tile=(1x64), tensor_view<2x128xf32, strides=[128,1]>>, tile<i32> -> tile<1x64xf32>, token
  %lse = reshape %67 : tile<1x64xf32> -> tile<64x1xf32>
  %69 = make_partition_view %51 : partition_view<tile=(1x64), tensor_view<2x128xf32, strides=[128,1]>>
  %70, %71 = load_view_tko weak %69[%head, %block] token = %0 : partition_view<tile=(1x64), tensor_view<2x128xf32, strides=[128,1]>>, tile<i32> -> tile<1x64xf32>, token
  %delta = reshape %70 : tile<1x64xf32> -> tile<64x1xf32>
  %dq = constant <f32: 0.000000e+00> : tile<64x64xf32>
  %72 = make_partition_view %47 : partition_view<tile=(1x64x64), tensor_view<2x128x64xf16, strides=[8192,64,1]>>
  %73, %74, %75 = get_index_space_shape %72 : partition_view<tile=(1x64x64), tensor_view<2x128x64xf16, strides=[8192,64,1]>> -> tile<i32>
  %76 = constant <i32: 0> : tile<i32>
  %77 = constant <i32: 1> : tile<i32>
  %78 = constant <i32: 0> : tile<i32>
  %79 = make_partition_view %47 : partition_view<tile=(1x64x64), tensor_view<2x128x64xf16, strides=[8192,64,1]>, dim_map=[0, 2, 1]>
  %80 = constant <f32: 0.000000e+00> : tile<64x64xf32>
  %81 = constant <f32: 0.180336878> : tile<f32>
  %82 = reshape %81 : tile<f32> -> tile<1x1xf32>
  %83 = broadcast %82 : tile<1x1xf32> -> tile<64x64xf32>
  %84 = broadcast %lse : tile<64x1xf32> -> tile<64x64xf32>
  %85 = negf %84 : tile<64x64xf32>
  %86 = constant <i32: 0> : tile<i32>
  %87 = make_partition_view %48 : partition_view<tile=(1x64x64), tensor_view<2x128x64xf16, strides=[8192,64,1]>, dim_map=[0, 2, 1]>
  %88 = constant <f32: 0.000000e+00> : tile<64x64xf32>
  %89 = broadcast %delta : tile<64x1xf32> -> tile<64x64xf32>
  %90 = constant <i32: 0> : tile<i32>
  %91 = make_partition_view %47 : partition_view<tile=(1x64x64), tensor_view<2x128x64xf16, strides=[8192,64,1]>>
  %92 = for %j in (%76 to %74, step %77) : tile<i32> iter_values(%dq_1 = %dq) -> (tile<64x64xf32>) {
    %93, %94 = load_view_tko weak %79[%head, %78, %j] token = %0 : partition_view<tile=(1x64x64), tensor_view<2x128x64xf16, strides=[8192,64,1]>, dim_map=[0, 2, 1]>, tile<i32> -> tile<1x64x64xf16>, token
    %kt = reshape %93 : tile<1x64x64xf16> -> tile<64x64xf16>
    %95 = mmaf %q, %kt, %80 : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
    %96 = fma %95, %83, %85  : tile<64x64xf32>
    %p = exp2 %96 : tile<64x64xf32>
    %97, %98 = load_view_tko weak %87[%head, %86, %j] token = %0 : partition_view<tile=(1x64x64), tensor_view<2x128x64xf16, strides=[8192,64,1]>, dim_map=[0, 2, 1]>, tile<i32> -> tile<1x64x64xf16>, token
    %vt = reshape %97 : tile<1x64x64xf16> -> tile<64x64xf16>
    %99 = mmaf %do, %vt, %88 : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
    %100 = subf %99, %89  : tile<64x64xf32>
    %ds = mulf %p, %100  : tile<64x64xf32>
    %101, %102 = load_view_tko weak %91[%head, %j, %90] token = %0 : partition_view<tile=(1x64x64), tensor_view<2x128x64xf16, strides=[8192,64,1]>>, tile<i32> -> tile<1x64x64xf16>, token
    %k = reshape %101 : tile<1x64x64xf16> -> tile<64x64xf16>
    %103 = ftof %ds  : tile<64x64xf32> -> tile<64x64xf16>
    %dq_2 = mmaf %103, %k, %dq_1 : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
    continue %dq_2 : tile<64x64xf32>
  }
  %104 = constant <i32: 0> : tile<i32>
  %105 = reshape %53 : tile<f32> -> tile<1x1xf32>
  %106 = broadcast %105 : tile<1x1xf32> -> tile<64x64xf32>
  %107 = mulf %92, %106  : tile<64x64xf32>
  %108 = ftof %107  : tile<64x64xf32> -> tile<64x64xf16>
  %109 = reshape %108 : tile<64x64xf16> -> tile<1x64x64xf16>
  %110 = make_partition_view %52 : partition_view<tile=(1x64x64), tensor_view<2x128x64xf16, strides=[8192,64,1]>>
  %111 = store_view_tko weak %109, %110[%head, %block, %104] token = %0 : tile<1x64x64xf16>, partition_view<tile=(1x64x64), tensor_view<2x128x64xf16, strides=[8192,64,1]>>, tile<i32> -> token
  return
}
