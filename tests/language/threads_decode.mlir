// Decoding: 16 rows, fewer than warpgroups multiply.
entry @decode_Kt2_A3f16_1s2t1024_2s16t64_4s64t1_p16_A3f16_1s2t16384_2s256t64_4s64t1_p16_A3f16_1s2t16384_2s256t64_4s64t1_p16_A4f32_1t2048_2t1024_3s2_4s16t64_8s64t1_p16_A3f32_1t32_2t16_3s2_4s16t1_p16_F3fc0000000000000_I16_I32_I64_I128(%Q: tile<ptr<f16>>, %Q_size0: tile<i32>, %Q_size1: tile<i32>, %Q_size2: tile<i32>, %Q_stride0: tile<i32>, %Q_stride1: tile<i32>, %Q_stride2: tile<i32>, %K: tile<ptr<f16>>, %K_size0: tile<i32>, %K_size1: tile<i32>, %K_size2: tile<i32>, %K_stride0: tile<i32>, %K_stride1: tile<i32>, %K_stride2: tile<i32>, %V: tile<ptr<f16>>, %V_size0: tile<i32>, %V_size1: tile<i32>, %V_size2: tile<i32>, %V_stride0: tile<i32>, %V_stride1: tile<i32>, %V_stride2: tile<i32>, %O: tile<ptr<f32>>, %O_size0: tile<i32>, %O_size1: tile<i32>, %O_size2: tile<i32>, %O_size3: tile<i32>, %O_stride0: tile<i32>, %O_stride1: tile<i32>, %O_stride2: tile<i32>, %O_stride3: tile<i32>, %LSE: tile<ptr<f32>>, %LSE_size0: tile<i32>, %LSE_size1: tile<i32>, %LSE_size2: tile<i32>, %LSE_stride0: tile<i32>, %LSE_stride1: tile<i32>, %LSE_stride2: tile<i32>) optimization_hints=<default = {}> {
  %0 = make_token : token
  %1 = assume div_by<16>, %Q : tile<ptr<f16>>
  %2 = assume div_by<16>, %K : tile<ptr<f16>>
  %3 = assume div_by<16>, %V : tile<ptr<f16>>
  %4 = assume div_by<16>, %O : tile<ptr<f32>>
  %5 = assume div_by<16>, %LSE : tile<ptr<f32>>
  %6 = constant <i32: 2> : tile<i32>
  %7 = constant <i32: 16> : tile<i32>
  %8 = constant <i32: 64> : tile<i32>
  %9 = constant <i32: 1024> : tile<i32>
  %10 = constant <i32: 64> : tile<i32>
  %11 = constant <i32: 1> : tile<i32>
  %12 = constant <i32: 2> : tile<i32>
  %13 = constant <i32: 256> : tile<i32>
  %14 = constant <i32: 64> : tile<i32>
  %15 = constant <i32: 16384> : tile<i32>
  %16 = constant <i32: 64> : tile<i32>
  %17 = constant <i32: 1> : tile<i32>
  %18 = constant <i32: 2> : tile<i32>
  %19 = constant <i32: 256> : tile<i32>
  %20 = constant <i32: 64> : tile<i32>
  %21 = constant <i32: 16384> : tile<i32>
  %22 = constant <i32: 64> : tile<i32>
  %23 = constant <i32: 1> : tile<i32>
  %24 = constant <i32: 2> : tile<i32>
  %25 = constant <i32: 2> : tile<i32>
  %26 = constant <i32: 16> : tile<i32>
  %27 = constant <i32: 64> : tile<i32>
  %28 = constant <i32: 2048> : tile<i32>
  %29 = constant <i32: 1024> : tile<i32>
  %30 = constant <i32: 64> : tile<i32>
  %31 = constant <i32: 1> : tile<i32>
  %32 = constant <i32: 2> : tile<i32>
  %33 = constant <i32: 2> : tile<i32>
  %34 = constant <i32: 16> : tile<i32>
  %35 = constant <i32: 32> : tile<i32>
  %36 = constant <i32: 16> : tile<i32>
  %37 = constant <i32: 1> : tile<i32>
  %38 = make_tensor_view %1, shape = [2, 16, 64], strides = [1024, 64, 1] : tensor_view<2x16x64xf16, strides=[1024,64,1]>
  %39 = make_tensor_view %2, shape = [2, 256, 64], strides = [16384, 64, 1] : tensor_view<2x256x64xf16, strides=[16384,64,1]>
  %40 = make_tensor_view %3, shape = [2, 256, 64], strides = [16384, 64, 1] : tensor_view<2x256x64xf16, strides=[16384,64,1]>
  %41 = make_tensor_view %4, shape = [2, 2, 16, 64], strides = [2048, 1024, 64, 1] : tensor_view<2x2x16x64xf32, strides=[2048,1024,64,1]>
  %42 = make_tensor_view %5, shape = [2, 2, 16], strides = [32, 16, 1] : tensor_view<2x2x16xf32, strides=[32,16,1]>
  %head, %43, %44 = get_tile_block_id : tile<i32>
  %45, %part, %46 = get_tile_block_id : tile<i32>
  %47 = constant <i32: 0> : tile<i32>
  %48 = constant <i32: 0> : tile<i32>
  %49 = make_partition_view %38 : partition_view<tile=(1x16x64), tensor_view<2x16x64xf16, strides=[1024,64,1]>>
  %50, %51 = load_view_tko weak %49[%head, %47, %48] token = %0 : partition_view<tile=(1x16x64), tensor_view<2x16x64xf16, strides=[1024,64,1]>>, tile<i32> -> tile<1x16x64xf16>, token
  %q = reshape %50 : tile<1x16x64xf16> -> tile<16x64xf16>
  %highest = constant <f32: -1.000000e+30> : tile<16x1xf32>
  %total = constant <f32: 0.000000e+00> : tile<16x1xf32>
  %acc = constant <f32: 0.000000e+00> : tile<16x64xf32>
  %52 = constant <i32: 4> : tile<i32>
  %53 = muli %part, %52 : tile<i32>
  %54 = constant <i32: 1> : tile<i32>
  %55 = addi %part, %54 : tile<i32>
  %56 = constant <i32: 4> : tile<i32>
  %57 = muli %55, %56 : tile<i32>
  %58 = constant <i32: 1> : tile<i32>
  %59 = constant <i32: 0> : tile<i32>
  %60 = make_partition_view %39 : partition_view<tile=(1x64x32), tensor_view<2x256x64xf16, strides=[16384,64,1]>, dim_map=[0, 2, 1]>
  %61 = constant <f32: 0.000000e+00> : tile<16x32xf32>
  %62 = constant <f32: 0.180336878> : tile<f32>
  %63 = reshape %62 : tile<f32> -> tile<1x1xf32>
  %64 = broadcast %63 : tile<1x1xf32> -> tile<16x32xf32>
  %65 = constant <i32: 0> : tile<i32>
  %66 = make_partition_view %40 : partition_view<tile=(1x32x64), tensor_view<2x256x64xf16, strides=[16384,64,1]>>
  %67, %68, %69 = for %j in (%53 to %57, step %58) : tile<i32> iter_values(%acc_1 = %acc, %highest_1 = %highest, %total_1 = %total) -> (tile<16x64xf32>, tile<16x1xf32>, tile<16x1xf32>) {
    %70, %71 = load_view_tko weak %60[%head, %59, %j] token = %0 : partition_view<tile=(1x64x32), tensor_view<2x256x64xf16, strides=[16384,64,1]>, dim_map=[0, 2, 1]>, tile<i32> -> tile<1x64x32xf16>, token
    %k = reshape %70 : tile<1x64x32xf16> -> tile<64x32xf16>
    %72 = mmaf %q, %k, %61 : tile<16x64xf16>, tile<64x32xf16>, tile<16x32xf32>
    %s = mulf %72, %64  : tile<16x32xf32>
    %73 = reduce %s dim=1 identities=[0xFF800000 : f32] : tile<16x32xf32> -> tile<16xf32> 
    (%74: tile<f32>, %75: tile<f32>) {
      %76 = maxf %74, %75 : tile<f32>
      yield %76 : tile<f32>
    }
    %77 = reshape %73 : tile<16xf32> -> tile<16x1xf32>
    %new = maxf %highest_1, %77 : tile<16x1xf32>
    %78 = broadcast %new : tile<16x1xf32> -> tile<16x32xf32>
    %79 = subf %s, %78  : tile<16x32xf32>
    %p = exp2 %79 : tile<16x32xf32>
    %80 = subf %highest_1, %new  : tile<16x1xf32>
    %shrink = exp2 %80 : tile<16x1xf32>
    %81 = reduce %p dim=1 identities=[0.000000e+00 : f32] : tile<16x32xf32> -> tile<16xf32> 
    (%82: tile<f32>, %83: tile<f32>) {
      %84 = addf %82, %83  : tile<f32>
      yield %84 : tile<f32>
    }
    %85 = reshape %81 : tile<16xf32> -> tile<16x1xf32>
    %total_2 = fma %total_1, %shrink, %85  : tile<16x1xf32>
    %86, %87 = load_view_tko weak %66[%head, %j, %65] token = %0 : partition_view<tile=(1x32x64), tensor_view<2x256x64xf16, strides=[16384,64,1]>>, tile<i32> -> tile<1x32x64xf16>, token
    %v = reshape %86 : tile<1x32x64xf16> -> tile<32x64xf16>
    %88 = ftof %p  : tile<16x32xf32> -> tile<16x32xf16>
    %89 = broadcast %shrink : tile<16x1xf32> -> tile<16x64xf32>
    %90 = mulf %acc_1, %89  : tile<16x64xf32>
    %acc_2 = mmaf %88, %v, %90 : tile<16x32xf16>, tile<32x64xf16>, tile<16x64xf32>
    continue %acc_2, %new, %total_2 : tile<16x64xf32>, tile<16x1xf32>, tile<16x1xf32>
  }
  %91 = constant <i32: 0> : tile<i32>
  %92 = constant <i32: 0> : tile<i32>
  %93 = broadcast %69 : tile<16x1xf32> -> tile<16x64xf32>
  %94 = divf %67, %93  : tile<16x64xf32>
  %95 = reshape %94 : tile<16x64xf32> -> tile<1x1x16x64xf32>
  %96 = make_partition_view %41 : partition_view<tile=(1x1x16x64), tensor_view<2x2x16x64xf32, strides=[2048,1024,64,1]>>
  %97 = store_view_tko weak %95, %96[%head, %part, %91, %92] token = %0 : tile<1x1x16x64xf32>, partition_view<tile=(1x1x16x64), tensor_view<2x2x16x64xf32, strides=[2048,1024,64,1]>>, tile<i32> -> token
  %98 = constant <i32: 0> : tile<i32>
  %99 = log2 %69 : tile<16x1xf32>
  %100 = addf %68, %99  : tile<16x1xf32>
  %101 = reshape %100 : tile<16x1xf32> -> tile<1x1x16xf32>
  %102 = make_partition_view %42 : partition_view<tile=(1x1x16), tensor_view<2x2x16xf32, strides=[32,16,1]>>
  %103 = store_view_tko weak %101, %102[%head, %part, %98] token = %0 : tile<1x1x16xf32>, partition_view<tile=(1x1x16), tensor_view<2x2x16xf32, strides=[32,16,1]>>, tile<i32> -> token
  return
}
