// Attention with a sink: a score of each head that takes part in the sums, and has no value.
entry @rings_sink(%Q: tile<ptr<f16>>, %Q_size0: tile<i32>, %Q_size1: tile<i32>, %Q_size2: tile<i32>, %Q_stride0: tile<i32>, %Q_stride1: tile<i32>, %Q_stride2: tile<i32>, %K: tile<ptr<f16>>, %K_size0: tile<i32>, %K_size1: tile<i32>, %K_size2: tile<i32>, %K_stride0: tile<i32>, %K_stride1: tile<i32>, %K_stride2: tile<i32>, %V: tile<ptr<f16>>, %V_size0: tile<i32>, %V_size1: tile<i32>, %V_size2: tile<i32>, %V_stride0: tile<i32>, %V_stride1: tile<i32>, %V_stride2: tile<i32>, %S: tile<ptr<f32>>, %S_size0: tile<i32>, %S_stride0: tile<i32>, %O: tile<ptr<f16>>, %O_size0: tile<i32>, %O_size1: tile<i32>, %O_size2: tile<i32>, %O_stride0: tile<i32>, %O_stride1: tile<i32>, %O_stride2: tile<i32>) optimization_hints=<default = {}> {
  %0 = make_token : token
  %1 = assume div_by<16>, %Q : tile<ptr<f16>>
  %2 = assume div_by<16>, %K : tile<ptr<f16>>
  %3 = assume div_by<16>, %V : tile<ptr<f16>>
  %4 = assume div_by<16>, %S : tile<ptr<f32>>
  %5 = assume div_by<16>, %O : tile<ptr<f16>>
  %6 = constant <i32: 2> : tile<i32>
  %7 = constant <i32: 128> : tile<i32>
  %8 = constant <i32: 64> : tile<i32>
  %9 = constant <i32: 8192> : tile<i32>
  %10 = constant <i32: 64> : tile<i32>
  %11 = constant <i32: 1> : tile<i32>
  %12 = constant <i32: 2> : tile<i32>
  %13 = constant <i32: 96> : tile<i32>
  %14 = constant <i32: 64> : tile<i32>
  %15 = constant <i32: 6144> : tile<i32>
  %16 = constant <i32: 64> : tile<i32>
  %17 = constant <i32: 1> : tile<i32>
  %18 = constant <i32: 2> : tile<i32>
  %19 = constant <i32: 96> : tile<i32>
  %20 = constant <i32: 64> : tile<i32>
  %21 = constant <i32: 6144> : tile<i32>
  %22 = constant <i32: 64> : tile<i32>
  %23 = constant <i32: 1> : tile<i32>
  %24 = constant <i32: 2> : tile<i32>
  %25 = constant <i32: 1> : tile<i32>
  %26 = constant <i32: 2> : tile<i32>
  %27 = constant <i32: 128> : tile<i32>
  %28 = constant <i32: 64> : tile<i32>
  %29 = constant <i32: 8192> : tile<i32>
  %30 = constant <i32: 64> : tile<i32>
  %31 = constant <i32: 1> : tile<i32>
  %32 = make_tensor_view %1, shape = [2, 128, 64], strides = [8192, 64, 1] : tensor_view<2x128x64xf16, strides=[8192,64,1]>
  %33 = make_tensor_view %2, shape = [2, 96, 64], strides = [6144, 64, 1] : tensor_view<2x96x64xf16, strides=[6144,64,1]>
  %34 = make_tensor_view %3, shape = [2, 96, 64], strides = [6144, 64, 1] : tensor_view<2x96x64xf16, strides=[6144,64,1]>
  %35 = make_tensor_view %4, shape = [2], strides = [1] : tensor_view<2xf32, strides=[1]>
  %36 = make_tensor_view %5, shape = [2, 128, 64], strides = [8192, 64, 1] : tensor_view<2x128x64xf16, strides=[8192,64,1]>
  %block, %37, %38 = get_tile_block_id : tile<i32>
  %39, %head, %40 = get_tile_block_id : tile<i32>
  %41 = constant <i32: 0> : tile<i32>
  %42 = make_partition_view %32 : partition_view<tile=(1x64x64), tensor_view<2x128x64xf16, strides=[8192,64,1]>>
  %43, %44 = load_view_tko weak %42[%head, %block, %41] token = %0 : partition_view<tile=(1x64x64), tensor_view<2x128x64xf16, strides=[8192,64,1]>>, tile<i32> -> tile<1x64x64xf16>, token
  %q = reshape %43 : tile<1x64x64xf16> -> tile<64x64xf16>
  %45 = make_partition_view %35 : partition_view<tile=(1), tensor_view<2xf32, strides=[1]>>
  %46, %47 = load_view_tko weak %45[%head] token = %0 : partition_view<tile=(1), tensor_view<2xf32, strides=[1]>>, tile<i32> -> tile<1xf32>, token
  %48 = reshape %46 : tile<1xf32> -> tile<1x1xf32>
  %49 = constant <f32: 1.44269502> : tile<f32>
  %50 = reshape %49 : tile<f32> -> tile<1x1xf32>
  %sink = mulf %48, %50  : tile<1x1xf32>
  %highest = broadcast %sink : tile<1x1xf32> -> tile<64x1xf32>
  %total = constant <f32: 1.000000e+00> : tile<64x1xf32>
  %acc = constant <f32: 0.000000e+00> : tile<64x64xf32>
  %51 = make_partition_view %33 : partition_view<tile=(1x32x64), tensor_view<2x96x64xf16, strides=[6144,64,1]>>
  %52, %53, %54 = get_index_space_shape %51 : partition_view<tile=(1x32x64), tensor_view<2x96x64xf16, strides=[6144,64,1]>> -> tile<i32>
  %55 = constant <i32: 0> : tile<i32>
  %56 = constant <i32: 1> : tile<i32>
  %57 = constant <i32: 0> : tile<i32>
  %58 = make_partition_view %33 : partition_view<tile=(1x64x32), tensor_view<2x96x64xf16, strides=[6144,64,1]>, dim_map=[0, 2, 1]>
  %59 = constant <f32: 0.000000e+00> : tile<64x32xf32>
  %60 = constant <f32: 0.180336878> : tile<f32>
  %61 = reshape %60 : tile<f32> -> tile<1x1xf32>
  %62 = broadcast %61 : tile<1x1xf32> -> tile<64x32xf32>
  %63 = constant <i32: 0> : tile<i32>
  %64 = make_partition_view %34 : partition_view<tile=(1x32x64), tensor_view<2x96x64xf16, strides=[6144,64,1]>>
  %acc_1, %highest_1, %total_1 = for %j in (%55 to %53, step %56) : tile<i32> iter_values(%acc_2 = %acc, %highest_2 = %highest, %total_2 = %total) -> (tile<64x64xf32>, tile<64x1xf32>, tile<64x1xf32>) {
    %65, %66 = load_view_tko weak %58[%head, %57, %j] token = %0 : partition_view<tile=(1x64x32), tensor_view<2x96x64xf16, strides=[6144,64,1]>, dim_map=[0, 2, 1]>, tile<i32> -> tile<1x64x32xf16>, token
    %k = reshape %65 : tile<1x64x32xf16> -> tile<64x32xf16>
    %67 = mmaf %q, %k, %59 : tile<64x64xf16>, tile<64x32xf16>, tile<64x32xf32>
    %s = mulf %67, %62  : tile<64x32xf32>
    %68 = reduce %s dim=1 identities=[0xFF800000 : f32] : tile<64x32xf32> -> tile<64xf32> 
    (%69: tile<f32>, %70: tile<f32>) {
      %71 = maxf %69, %70 : tile<f32>
      yield %71 : tile<f32>
    }
    %72 = reshape %68 : tile<64xf32> -> tile<64x1xf32>
    %new = maxf %highest_2, %72 : tile<64x1xf32>
    %73 = broadcast %new : tile<64x1xf32> -> tile<64x32xf32>
    %74 = subf %s, %73  : tile<64x32xf32>
    %p = exp2 %74 : tile<64x32xf32>
    %75 = subf %highest_2, %new  : tile<64x1xf32>
    %shrink = exp2 %75 : tile<64x1xf32>
    %76 = reduce %p dim=1 identities=[0.000000e+00 : f32] : tile<64x32xf32> -> tile<64xf32> 
    (%77: tile<f32>, %78: tile<f32>) {
      %79 = addf %77, %78  : tile<f32>
      yield %79 : tile<f32>
    }
    %80 = reshape %76 : tile<64xf32> -> tile<64x1xf32>
    %total_3 = fma %total_2, %shrink, %80  : tile<64x1xf32>
    %81, %82 = load_view_tko weak %64[%head, %j, %63] token = %0 : partition_view<tile=(1x32x64), tensor_view<2x96x64xf16, strides=[6144,64,1]>>, tile<i32> -> tile<1x32x64xf16>, token
    %v = reshape %81 : tile<1x32x64xf16> -> tile<32x64xf16>
    %83 = ftof %p  : tile<64x32xf32> -> tile<64x32xf16>
    %84 = broadcast %shrink : tile<64x1xf32> -> tile<64x64xf32>
    %85 = mulf %acc_2, %84  : tile<64x64xf32>
    %acc_3 = mmaf %83, %v, %85 : tile<64x32xf16>, tile<32x64xf16>, tile<64x64xf32>
    continue %acc_3, %new, %total_3 : tile<64x64xf32>, tile<64x1xf32>, tile<64x1xf32>
  }
  %86 = constant <i32: 0> : tile<i32>
  %87 = broadcast %total_1 : tile<64x1xf32> -> tile<64x64xf32>
  %88 = divf %acc_1, %87  : tile<64x64xf32>
  %89 = ftof %88  : tile<64x64xf32> -> tile<64x64xf16>
  %90 = reshape %89 : tile<64x64xf16> -> tile<1x64x64xf16>
  %91 = make_partition_view %36 : partition_view<tile=(1x64x64), tensor_view<2x128x64xf16, strides=[8192,64,1]>>
  %92 = store_view_tko weak %90, %91[%head, %block, %86] token = %0 : tile<1x64x64xf16>, partition_view<tile=(1x64x64), tensor_view<2x128x64xf16, strides=[8192,64,1]>>, tile<i32> -> token
  return
}
