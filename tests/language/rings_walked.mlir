// Two products in a loop inside of a loop over tiles: one tile is loaded once for each of these.
entry @walked_Kt1_A2bf16_1v8l0_2t1_3i16_p16_A2bf16_1v8l0_2t1_3i16_p16_A2bf16_1v8l0_2t1_3i16_p16_A2f32_1v4l0_2t1_3i16_p16_Si32_I64_I32_I64(%0: tile<ptr<bf16>>, %1: tile<i32>, %2: tile<i32>, %3: tile<i32>, %4: tile<i32>, %5: tile<ptr<bf16>>, %6: tile<i32>, %7: tile<i32>, %8: tile<i32>, %9: tile<i32>, %10: tile<ptr<bf16>>, %11: tile<i32>, %12: tile<i32>, %13: tile<i32>, %14: tile<i32>, %15: tile<ptr<f32>>, %16: tile<i32>, %17: tile<i32>, %18: tile<i32>, %19: tile<i32>, %20: tile<i32>) optimization_hints=<default = {}> {
  %21 = make_token : token
  %22 = assume div_by<16>, %0 : tile<ptr<bf16>>
  %23 = assume div_by<16>, %1 : tile<i32>
  %24 = assume div_by<16>, %2 : tile<i32>
  %25 = assume div_by<8>, %3 : tile<i32>
  %26 = assume div_by<16>, %5 : tile<ptr<bf16>>
  %27 = assume div_by<16>, %6 : tile<i32>
  %28 = assume div_by<16>, %7 : tile<i32>
  %29 = assume div_by<8>, %8 : tile<i32>
  %30 = assume div_by<16>, %10 : tile<ptr<bf16>>
  %31 = assume div_by<16>, %11 : tile<i32>
  %32 = assume div_by<16>, %12 : tile<i32>
  %33 = assume div_by<8>, %13 : tile<i32>
  %34 = assume div_by<16>, %15 : tile<ptr<f32>>
  %35 = assume div_by<16>, %16 : tile<i32>
  %36 = assume div_by<16>, %17 : tile<i32>
  %37 = assume div_by<4>, %18 : tile<i32>
  %38 = constant <i32: 1> : tile<i32>
  %39 = constant <i32: 1> : tile<i32>
  %40 = constant <i32: 1> : tile<i32>
  %41 = constant <i32: 1> : tile<i32>
  %42 = assume bounded<0, ?>, %23 : tile<i32>
  %43 = assume div_by<16>, %42 : tile<i32>
  %44 = assume bounded<0, ?>, %24 : tile<i32>
  %45 = assume div_by<16>, %44 : tile<i32>
  %46 = assume bounded<0, ?>, %25 : tile<i32>
  %47 = assume div_by<8>, %46 : tile<i32>
  %48 = make_tensor_view %22, shape = [%43, %45], strides = [%47, 1] : tile<i32> -> tensor_view<?x?xbf16, strides=[?,1]>
  %49 = assume bounded<0, ?>, %27 : tile<i32>
  %50 = assume div_by<16>, %49 : tile<i32>
  %51 = assume bounded<0, ?>, %28 : tile<i32>
  %52 = assume div_by<16>, %51 : tile<i32>
  %53 = assume bounded<0, ?>, %29 : tile<i32>
  %54 = assume div_by<8>, %53 : tile<i32>
  %55 = make_tensor_view %26, shape = [%50, %52], strides = [%54, 1] : tile<i32> -> tensor_view<?x?xbf16, strides=[?,1]>
  %56 = assume bounded<0, ?>, %31 : tile<i32>
  %57 = assume div_by<16>, %56 : tile<i32>
  %58 = assume bounded<0, ?>, %32 : tile<i32>
  %59 = assume div_by<16>, %58 : tile<i32>
  %60 = assume bounded<0, ?>, %33 : tile<i32>
  %61 = assume div_by<8>, %60 : tile<i32>
  %62 = make_tensor_view %30, shape = [%57, %59], strides = [%61, 1] : tile<i32> -> tensor_view<?x?xbf16, strides=[?,1]>
  %63 = assume bounded<0, ?>, %35 : tile<i32>
  %64 = assume div_by<16>, %63 : tile<i32>
  %65 = assume bounded<0, ?>, %36 : tile<i32>
  %66 = assume div_by<16>, %65 : tile<i32>
  %67 = assume bounded<0, ?>, %37 : tile<i32>
  %68 = assume div_by<4>, %67 : tile<i32>
  %69 = make_tensor_view %34, shape = [%64, %66], strides = [%68, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
  %70, %71, %72 = get_tile_block_id : tile<i32>
  %73 = make_partition_view %48 : partition_view<tile=(64x64), tensor_view<?x?xbf16, strides=[?,1]>>
  %get_index_space_shape:2 = get_index_space_shape %73 : partition_view<tile=(64x64), tensor_view<?x?xbf16, strides=[?,1]>> -> tile<i32>
  %74, %75, %76 = get_num_tile_blocks : tile<i32>
  %77 = constant <i32: 0> : tile<i32>
  %78 = make_partition_view %48 : partition_view<tile=(64x64), tensor_view<?x?xbf16, strides=[?,1]>>
  %79 = constant <f32: 0.000000e+00> : tile<64x64xf32>
  %80 = constant <i32: 0> : tile<i32>
  %81 = constant <i32: 1> : tile<i32>
  %82 = constant <i32: 0> : tile<i32>
  %83 = make_partition_view %55 : partition_view<tile=(32x64), tensor_view<?x?xbf16, strides=[?,1]>>
  %84 = constant <i32: 0> : tile<i32>
  %85 = make_partition_view %62 : partition_view<tile=(32x64), tensor_view<?x?xbf16, strides=[?,1]>>
  %86 = constant <f32: 0.000000e+00> : tile<64x32xf32>
  %87 = constant <f32: 1.000000e+00> : tile<f32>
  %88 = reshape %87 : tile<f32> -> tile<1x1xf32>
  %89 = broadcast %88 : tile<1x1xf32> -> tile<64x32xf32>
  %90 = constant <i32: 0> : tile<i32>
  %91 = make_partition_view %69 : partition_view<tile=(64x64), tensor_view<?x?xf32, strides=[?,1]>>
  for %92 in (%70 to %get_index_space_shape#0, step %74) : tile<i32> {
    %93, %94 = load_view_tko weak %78[%92, %77] token = %21 : partition_view<tile=(64x64), tensor_view<?x?xbf16, strides=[?,1]>>, tile<i32> -> tile<64x64xbf16>, token
    %95 = for %96 in (%80 to %20, step %81) : tile<i32> iter_values(%97 = %79) -> (tile<64x64xf32>) {
      %98, %99 = load_view_tko weak %83[%96, %82] token = %21 : partition_view<tile=(32x64), tensor_view<?x?xbf16, strides=[?,1]>>, tile<i32> -> tile<32x64xbf16>, token
      %100, %101 = load_view_tko weak %85[%96, %84] token = %21 : partition_view<tile=(32x64), tensor_view<?x?xbf16, strides=[?,1]>>, tile<i32> -> tile<32x64xbf16>, token
      %102 = permute %98 [1, 0] : tile<32x64xbf16> -> tile<64x32xbf16>
      %103 = mmaf %93, %102, %86 : tile<64x64xbf16>, tile<64x32xbf16>, tile<64x32xf32>
      %104 = minf %103, %89 : tile<64x32xf32>
      %105 = ftof %104  : tile<64x32xf32> -> tile<64x32xbf16>
      %106 = mmaf %105, %100, %97 : tile<64x32xbf16>, tile<32x64xbf16>, tile<64x64xf32>
      continue %106 : tile<64x64xf32>
    }
    %107 = store_view_tko weak %95, %91[%92, %90] token = %21 : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
  }
  return
}
