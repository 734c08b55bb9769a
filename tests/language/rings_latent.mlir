// Latent attention: a tile is multiplied turned, and as it is; scores are the sum of two products.
entry @mla_Kt2_A3f16_1s2t8192_2s64t128_4s128t1_p16_A3f16_1s2t2048_2s64t32_4s32t1_p16_A3f16_1s2t16384_2t128_4t1_6s128_p16_A3f16_1s2t4096_2s128t32_4s32t1_p16_A3f16_1s2t8192_2s64t128_4s128t1_p16_F3fb47ae147ae147b_I64_I32_I128_I32(%Qn: tile<ptr<f16>>, %Qn_size0: tile<i32>, %Qn_size1: tile<i32>, %Qn_size2: tile<i32>, %Qn_stride0: tile<i32>, %Qn_stride1: tile<i32>, %Qn_stride2: tile<i32>, %Qr: tile<ptr<f16>>, %Qr_size0: tile<i32>, %Qr_size1: tile<i32>, %Qr_size2: tile<i32>, %Qr_stride0: tile<i32>, %Qr_stride1: tile<i32>, %Qr_stride2: tile<i32>, %C: tile<ptr<f16>>, %C_size0: tile<i32>, %C_size1: tile<i32>, %C_size2: tile<i32>, %C_stride0: tile<i32>, %C_stride1: tile<i32>, %C_stride2: tile<i32>, %Kr: tile<ptr<f16>>, %Kr_size0: tile<i32>, %Kr_size1: tile<i32>, %Kr_size2: tile<i32>, %Kr_stride0: tile<i32>, %Kr_stride1: tile<i32>, %Kr_stride2: tile<i32>, %O: tile<ptr<f16>>, %O_size0: tile<i32>, %O_size1: tile<i32>, %O_size2: tile<i32>, %O_stride0: tile<i32>, %O_stride1: tile<i32>, %O_stride2: tile<i32>) optimization_hints=<default = {}> {
  %0 = make_token : token
  %1 = assume div_by<16>, %Qn : tile<ptr<f16>>
  %2 = assume div_by<16>, %Qr : tile<ptr<f16>>
  %3 = assume div_by<16>, %C : tile<ptr<f16>>
  %4 = assume div_by<16>, %Kr : tile<ptr<f16>>
  %5 = assume div_by<16>, %O : tile<ptr<f16>>
  %6 = constant <i32: 2> : tile<i32>
  %7 = constant <i32: 64> : tile<i32>
  %8 = constant <i32: 128> : tile<i32>
  %9 = constant <i32: 8192> : tile<i32>
  %10 = constant <i32: 128> : tile<i32>
  %11 = constant <i32: 1> : tile<i32>
  %12 = constant <i32: 2> : tile<i32>
  %13 = constant <i32: 64> : tile<i32>
  %14 = constant <i32: 32> : tile<i32>
  %15 = constant <i32: 2048> : tile<i32>
  %16 = constant <i32: 32> : tile<i32>
  %17 = constant <i32: 1> : tile<i32>
  %18 = constant <i32: 2> : tile<i32>
  %19 = constant <i32: 128> : tile<i32>
  %20 = constant <i32: 128> : tile<i32>
  %21 = constant <i32: 16384> : tile<i32>
  %22 = constant <i32: 128> : tile<i32>
  %23 = constant <i32: 1> : tile<i32>
  %24 = constant <i32: 2> : tile<i32>
  %25 = constant <i32: 128> : tile<i32>
  %26 = constant <i32: 32> : tile<i32>
  %27 = constant <i32: 4096> : tile<i32>
  %28 = constant <i32: 32> : tile<i32>
  %29 = constant <i32: 1> : tile<i32>
  %30 = constant <i32: 2> : tile<i32>
  %31 = constant <i32: 64> : tile<i32>
  %32 = constant <i32: 128> : tile<i32>
  %33 = constant <i32: 8192> : tile<i32>
  %34 = constant <i32: 128> : tile<i32>
  %35 = constant <i32: 1> : tile<i32>
  %36 = make_tensor_view %1, shape = [2, 64, 128], strides = [8192, 128, 1] : tensor_view<2x64x128xf16, strides=[8192,128,1]>
  %37 = make_tensor_view %2, shape = [2, 64, 32], strides = [2048, 32, 1] : tensor_view<2x64x32xf16, strides=[2048,32,1]>
  %38 = make_tensor_view %3, shape = [2, 128, 128], strides = [16384, 128, 1] : tensor_view<2x128x128xf16, strides=[16384,128,1]>
  %39 = make_tensor_view %4, shape = [2, 128, 32], strides = [4096, 32, 1] : tensor_view<2x128x32xf16, strides=[4096,32,1]>
  %40 = make_tensor_view %5, shape = [2, 64, 128], strides = [8192, 128, 1] : tensor_view<2x64x128xf16, strides=[8192,128,1]>
  %block, %41, %42 = get_tile_block_id : tile<i32>
  %43, %batch, %44 = get_tile_block_id : tile<i32>
  %45 = constant <i32: 0> : tile<i32>
  %46 = make_partition_view %36 : partition_view<tile=(1x64x128), tensor_view<2x64x128xf16, strides=[8192,128,1]>>
  %47, %48 = load_view_tko weak %46[%batch, %block, %45] token = %0 : partition_view<tile=(1x64x128), tensor_view<2x64x128xf16, strides=[8192,128,1]>>, tile<i32> -> tile<1x64x128xf16>, token
  %qn = reshape %47 : tile<1x64x128xf16> -> tile<64x128xf16>
  %49 = constant <i32: 0> : tile<i32>
  %50 = make_partition_view %37 : partition_view<tile=(1x64x32), tensor_view<2x64x32xf16, strides=[2048,32,1]>>
  %51, %52 = load_view_tko weak %50[%batch, %block, %49] token = %0 : partition_view<tile=(1x64x32), tensor_view<2x64x32xf16, strides=[2048,32,1]>>, tile<i32> -> tile<1x64x32xf16>, token
  %qr = reshape %51 : tile<1x64x32xf16> -> tile<64x32xf16>
  %highest = constant <f32: -1.000000e+30> : tile<64x1xf32>
  %total = constant <f32: 0.000000e+00> : tile<64x1xf32>
  %acc = constant <f32: 0.000000e+00> : tile<64x128xf32>
  %53 = make_partition_view %38 : partition_view<tile=(1x32x128), tensor_view<2x128x128xf16, strides=[16384,128,1]>>
  %54, %55, %56 = get_index_space_shape %53 : partition_view<tile=(1x32x128), tensor_view<2x128x128xf16, strides=[16384,128,1]>> -> tile<i32>
  %57 = constant <i32: 0> : tile<i32>
  %58 = constant <i32: 1> : tile<i32>
  %59 = constant <i32: 0> : tile<i32>
  %60 = make_partition_view %38 : partition_view<tile=(1x32x128), tensor_view<2x128x128xf16, strides=[16384,128,1]>>
  %61 = constant <i32: 0> : tile<i32>
  %62 = make_partition_view %39 : partition_view<tile=(1x32x32), tensor_view<2x128x32xf16, strides=[4096,32,1]>, dim_map=[0, 2, 1]>
  %63 = constant <f32: 0.000000e+00> : tile<64x32xf32>
  %64 = constant <f32: 0.115415603> : tile<f32>
  %65 = reshape %64 : tile<f32> -> tile<1x1xf32>
  %66 = broadcast %65 : tile<1x1xf32> -> tile<64x32xf32>
  %67, %68, %69 = for %j in (%57 to %55, step %58) : tile<i32> iter_values(%acc_1 = %acc, %highest_1 = %highest, %total_1 = %total) -> (tile<64x128xf32>, tile<64x1xf32>, tile<64x1xf32>) {
    %70, %71 = load_view_tko weak %60[%batch, %j, %59] token = %0 : partition_view<tile=(1x32x128), tensor_view<2x128x128xf16, strides=[16384,128,1]>>, tile<i32> -> tile<1x32x128xf16>, token
    %c = reshape %70 : tile<1x32x128xf16> -> tile<32x128xf16>
    %72, %73 = load_view_tko weak %62[%batch, %61, %j] token = %0 : partition_view<tile=(1x32x32), tensor_view<2x128x32xf16, strides=[4096,32,1]>, dim_map=[0, 2, 1]>, tile<i32> -> tile<1x32x32xf16>, token
    %r = reshape %72 : tile<1x32x32xf16> -> tile<32x32xf16>
    %74 = permute %c [1, 0] : tile<32x128xf16> -> tile<128x32xf16>
    %s = mmaf %qn, %74, %63 : tile<64x128xf16>, tile<128x32xf16>, tile<64x32xf32>
    %75 = mmaf %qr, %r, %s : tile<64x32xf16>, tile<32x32xf16>, tile<64x32xf32>
    %s_1 = mulf %75, %66  : tile<64x32xf32>
    %76 = reduce %s_1 dim=1 identities=[0xFF800000 : f32] : tile<64x32xf32> -> tile<64xf32> 
    (%77: tile<f32>, %78: tile<f32>) {
      %79 = maxf %77, %78 : tile<f32>
      yield %79 : tile<f32>
    }
    %80 = reshape %76 : tile<64xf32> -> tile<64x1xf32>
    %new = maxf %highest_1, %80 : tile<64x1xf32>
    %81 = broadcast %new : tile<64x1xf32> -> tile<64x32xf32>
    %82 = subf %s_1, %81  : tile<64x32xf32>
    %p = exp2 %82 : tile<64x32xf32>
    %83 = subf %highest_1, %new  : tile<64x1xf32>
    %shrink = exp2 %83 : tile<64x1xf32>
    %84 = reduce %p dim=1 identities=[0.000000e+00 : f32] : tile<64x32xf32> -> tile<64xf32> 
    (%85: tile<f32>, %86: tile<f32>) {
      %87 = addf %85, %86  : tile<f32>
      yield %87 : tile<f32>
    }
    %88 = reshape %84 : tile<64xf32> -> tile<64x1xf32>
    %total_2 = fma %total_1, %shrink, %88  : tile<64x1xf32>
    %89 = ftof %p  : tile<64x32xf32> -> tile<64x32xf16>
    %90 = broadcast %shrink : tile<64x1xf32> -> tile<64x128xf32>
    %91 = mulf %acc_1, %90  : tile<64x128xf32>
    %acc_2 = mmaf %89, %c, %91 : tile<64x32xf16>, tile<32x128xf16>, tile<64x128xf32>
    continue %acc_2, %new, %total_2 : tile<64x128xf32>, tile<64x1xf32>, tile<64x1xf32>
  }
  %92 = constant <i32: 0> : tile<i32>
  %93 = broadcast %69 : tile<64x1xf32> -> tile<64x128xf32>
  %94 = divf %67, %93  : tile<64x128xf32>
  %95 = ftof %94  : tile<64x128xf32> -> tile<64x128xf16>
  %96 = reshape %95 : tile<64x128xf16> -> tile<1x64x128xf16>
  %97 = make_partition_view %40 : partition_view<tile=(1x64x128), tensor_view<2x64x128xf16, strides=[8192,128,1]>>
  %98 = store_view_tko weak %96, %97[%batch, %block, %92] token = %0 : tile<1x64x128xf16>, partition_view<tile=(1x64x128), tensor_view<2x64x128xf16, strides=[8192,128,1]>>, tile<i32> -> token
  return
}
