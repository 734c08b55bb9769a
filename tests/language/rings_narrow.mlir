// Attention over heads of 96 elements, which are loaded as 128: what the views pad is not multiplied.
entry @narrow(%Q: tile<ptr<f16>>, %Q_size0: tile<i32>, %Q_size1: tile<i32>, %Q_size2: tile<i32>, %Q_stride0: tile<i32>, %Q_stride1: tile<i32>, %Q_stride2: tile<i32>, %K: tile<ptr<f16>>, %K_size0: tile<i32>, %K_size1: tile<i32>, %K_size2: tile<i32>, %K_stride0: tile<i32>, %K_stride1: tile<i32>, %K_stride2: tile<i32>, %V: tile<ptr<f16>>, %V_size0: tile<i32>, %V_size1: tile<i32>, %V_size2: tile<i32>, %V_stride0: tile<i32>, %V_stride1: tile<i32>, %V_stride2: tile<i32>, %O: tile<ptr<f16>>, %O_size0: tile<i32>, %O_size1: tile<i32>, %O_size2: tile<i32>, %O_stride0: tile<i32>, %O_stride1: tile<i32>, %O_stride2: tile<i32>) optimization_hints=<default = {}> {
  %0 = make_token : token
  %1 = assume div_by<16>, %Q : tile<ptr<f16>>
  %2 = assume div_by<16>, %K : tile<ptr<f16>>
  %3 = assume div_by<16>, %V : tile<ptr<f16>>
  %4 = assume div_by<16>, %O : tile<ptr<f16>>
  %5 = constant <i32: 1> : tile<i32>
  %6 = constant <i32: 128> : tile<i32>
  %7 = constant <i32: 96> : tile<i32>
  %8 = constant <i32: 12288> : tile<i32>
  %9 = constant <i32: 96> : tile<i32>
  %10 = constant <i32: 1> : tile<i32>
  %11 = constant <i32: 1> : tile<i32>
  %12 = constant <i32: 128> : tile<i32>
  %13 = constant <i32: 96> : tile<i32>
  %14 = constant <i32: 12288> : tile<i32>
  %15 = constant <i32: 96> : tile<i32>
  %16 = constant <i32: 1> : tile<i32>
  %17 = constant <i32: 1> : tile<i32>
  %18 = constant <i32: 128> : tile<i32>
  %19 = constant <i32: 96> : tile<i32>
  %20 = constant <i32: 12288> : tile<i32>
  %21 = constant <i32: 96> : tile<i32>
  %22 = constant <i32: 1> : tile<i32>
  %23 = constant <i32: 1> : tile<i32>
  %24 = constant <i32: 128> : tile<i32>
  %25 = constant <i32: 96> : tile<i32>
  %26 = constant <i32: 12288> : tile<i32>
  %27 = constant <i32: 96> : tile<i32>
  %28 = constant <i32: 1> : tile<i32>
  %29 = make_tensor_view %1, shape = [1, 128, 96], strides = [12288, 96, 1] : tensor_view<1x128x96xf16, strides=[12288,96,1]>
  %30 = make_tensor_view %2, shape = [1, 128, 96], strides = [12288, 96, 1] : tensor_view<1x128x96xf16, strides=[12288,96,1]>
  %31 = make_tensor_view %3, shape = [1, 128, 96], strides = [12288, 96, 1] : tensor_view<1x128x96xf16, strides=[12288,96,1]>
  %32 = make_tensor_view %4, shape = [1, 128, 96], strides = [12288, 96, 1] : tensor_view<1x128x96xf16, strides=[12288,96,1]>
  %block, %33, %34 = get_tile_block_id : tile<i32>
  %35, %head, %36 = get_tile_block_id : tile<i32>
  %37 = constant <i32: 0> : tile<i32>
  %38 = make_partition_view %29 : partition_view<tile=(1x64x128), padding_value = zero, tensor_view<1x128x96xf16, strides=[12288,96,1]>>
  %39, %40 = load_view_tko weak %38[%head, %block, %37] token = %0 : partition_view<tile=(1x64x128), padding_value = zero, tensor_view<1x128x96xf16, strides=[12288,96,1]>>, tile<i32> -> tile<1x64x128xf16>, token
  %q = reshape %39 : tile<1x64x128xf16> -> tile<64x128xf16>
  %highest = constant <f32: 0xFF800000> : tile<64x1xf32>
  %total = constant <f32: 0.000000e+00> : tile<64x1xf32>
  %acc = constant <f32: 0.000000e+00> : tile<64x128xf32>
  %41 = make_partition_view %30 : partition_view<tile=(1x32x128), tensor_view<1x128x96xf16, strides=[12288,96,1]>>
  %42, %43, %44 = get_index_space_shape %41 : partition_view<tile=(1x32x128), tensor_view<1x128x96xf16, strides=[12288,96,1]>> -> tile<i32>
  %45 = constant <i32: 0> : tile<i32>
  %46 = constant <i32: 1> : tile<i32>
  %47 = constant <i32: 0> : tile<i32>
  %48 = make_partition_view %30 : partition_view<tile=(1x128x32), padding_value = zero, tensor_view<1x128x96xf16, strides=[12288,96,1]>, dim_map=[0, 2, 1]>
  %49 = constant <f32: 0.000000e+00> : tile<64x32xf32>
  %50 = constant <f32: 0.147154897> : tile<f32>
  %51 = reshape %50 : tile<f32> -> tile<1x1xf32>
  %52 = broadcast %51 : tile<1x1xf32> -> tile<64x32xf32>
  %53 = constant <i32: 0> : tile<i32>
  %54 = make_partition_view %31 : partition_view<tile=(1x32x128), padding_value = zero, tensor_view<1x128x96xf16, strides=[12288,96,1]>>
  %acc_1, %highest_1, %total_1 = for %j in (%45 to %43, step %46) : tile<i32> iter_values(%acc_2 = %acc, %highest_2 = %highest, %total_2 = %total) -> (tile<64x128xf32>, tile<64x1xf32>, tile<64x1xf32>) {
    %55, %56 = load_view_tko weak %48[%head, %47, %j] token = %0 : partition_view<tile=(1x128x32), padding_value = zero, tensor_view<1x128x96xf16, strides=[12288,96,1]>, dim_map=[0, 2, 1]>, tile<i32> -> tile<1x128x32xf16>, token
    %k = reshape %55 : tile<1x128x32xf16> -> tile<128x32xf16>
    %57 = mmaf %q, %k, %49 : tile<64x128xf16>, tile<128x32xf16>, tile<64x32xf32>
    %s = mulf %57, %52  : tile<64x32xf32>
    %58 = reduce %s dim=1 identities=[0xFF800000 : f32] : tile<64x32xf32> -> tile<64xf32> 
    (%59: tile<f32>, %60: tile<f32>) {
      %61 = maxf %59, %60 : tile<f32>
      yield %61 : tile<f32>
    }
    %62 = reshape %58 : tile<64xf32> -> tile<64x1xf32>
    %new = maxf %highest_2, %62 : tile<64x1xf32>
    %63 = broadcast %new : tile<64x1xf32> -> tile<64x32xf32>
    %64 = subf %s, %63  : tile<64x32xf32>
    %p = exp2 %64 : tile<64x32xf32>
    %65 = subf %highest_2, %new  : tile<64x1xf32>
    %shrink = exp2 %65 : tile<64x1xf32>
    %66 = reduce %p dim=1 identities=[0.000000e+00 : f32] : tile<64x32xf32> -> tile<64xf32> 
    (%67: tile<f32>, %68: tile<f32>) {
      %69 = addf %67, %68  : tile<f32>
      yield %69 : tile<f32>
    }
    %70 = reshape %66 : tile<64xf32> -> tile<64x1xf32>
    %total_3 = fma %total_2, %shrink, %70  : tile<64x1xf32>
    %71, %72 = load_view_tko weak %54[%head, %j, %53] token = %0 : partition_view<tile=(1x32x128), padding_value = zero, tensor_view<1x128x96xf16, strides=[12288,96,1]>>, tile<i32> -> tile<1x32x128xf16>, token
    %v = reshape %71 : tile<1x32x128xf16> -> tile<32x128xf16>
    %73 = ftof %p  : tile<64x32xf32> -> tile<64x32xf16>
    %74 = broadcast %shrink : tile<64x1xf32> -> tile<64x128xf32>
    %75 = mulf %acc_2, %74  : tile<64x128xf32>
    %acc_3 = mmaf %73, %v, %75 : tile<64x32xf16>, tile<32x128xf16>, tile<64x128xf32>
    continue %acc_3, %new, %total_3 : tile<64x128xf32>, tile<64x1xf32>, tile<64x1xf32>
  }
  %76 = constant <i32: 0> : tile<i32>
  %77 = broadcast %total_1 : tile<64x1xf32> -> tile<64x128xf32>
  %78 = divf %acc_1, %77  : tile<64x128xf32>
  %79 = ftof %78  : tile<64x128xf32> -> tile<64x128xf16>
  %80 = reshape %79 : tile<64x128xf16> -> tile<1x64x128xf16>
  %81 = make_partition_view %32 : partition_view<tile=(1x64x128), tensor_view<1x128x96xf16, strides=[12288,96,1]>>
  %82 = store_view_tko weak %80, %81[%head, %block, %76] token = %0 : tile<1x64x128xf16>, partition_view<tile=(1x64x128), tensor_view<1x128x96xf16, strides=[12288,96,1]>>, tile<i32> -> token
  return
}
