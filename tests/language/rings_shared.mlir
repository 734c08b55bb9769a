// A tile that two products read, of which the schedule starts the later one first.
entry @shared_Kt1_A2f16_1v8l0_2t1_3i16_p16_A2f16_1v8l0_2t1_3i16_p16_A2f32_1v4l0_2t1_3i16_p16_A2f32_1v4l0_2t1_3i16_p16_A2f32_1v4l0_2t1_3i16_p16_Si32_I64_I64_I64(%0: tile<ptr<f16>>, %1: tile<i32>, %2: tile<i32>, %3: tile<i32>, %4: tile<i32>, %5: tile<ptr<f16>>, %6: tile<i32>, %7: tile<i32>, %8: tile<i32>, %9: tile<i32>, %10: tile<ptr<f32>>, %11: tile<i32>, %12: tile<i32>, %13: tile<i32>, %14: tile<i32>, %15: tile<ptr<f32>>, %16: tile<i32>, %17: tile<i32>, %18: tile<i32>, %19: tile<i32>, %20: tile<ptr<f32>>, %21: tile<i32>, %22: tile<i32>, %23: tile<i32>, %24: tile<i32>, %25: tile<i32>) optimization_hints=<default = {}> {
  %26 = make_token : token
  %27 = assume div_by<16>, %0 : tile<ptr<f16>>
  %28 = assume div_by<16>, %1 : tile<i32>
  %29 = assume div_by<16>, %2 : tile<i32>
  %30 = assume div_by<8>, %3 : tile<i32>
  %31 = assume div_by<16>, %5 : tile<ptr<f16>>
  %32 = assume div_by<16>, %6 : tile<i32>
  %33 = assume div_by<16>, %7 : tile<i32>
  %34 = assume div_by<8>, %8 : tile<i32>
  %35 = assume div_by<16>, %10 : tile<ptr<f32>>
  %36 = assume div_by<16>, %11 : tile<i32>
  %37 = assume div_by<16>, %12 : tile<i32>
  %38 = assume div_by<4>, %13 : tile<i32>
  %39 = assume div_by<16>, %15 : tile<ptr<f32>>
  %40 = assume div_by<16>, %16 : tile<i32>
  %41 = assume div_by<16>, %17 : tile<i32>
  %42 = assume div_by<4>, %18 : tile<i32>
  %43 = assume div_by<16>, %20 : tile<ptr<f32>>
  %44 = assume div_by<16>, %21 : tile<i32>
  %45 = assume div_by<16>, %22 : tile<i32>
  %46 = assume div_by<4>, %23 : tile<i32>
  %47 = constant <i32: 1> : tile<i32>
  %48 = constant <i32: 1> : tile<i32>
  %49 = constant <i32: 1> : tile<i32>
  %50 = constant <i32: 1> : tile<i32>
  %51 = constant <i32: 1> : tile<i32>
  %52 = assume bounded<0, ?>, %28 : tile<i32>
  %53 = assume div_by<16>, %52 : tile<i32>
  %54 = assume bounded<0, ?>, %29 : tile<i32>
  %55 = assume div_by<16>, %54 : tile<i32>
  %56 = assume bounded<0, ?>, %30 : tile<i32>
  %57 = assume div_by<8>, %56 : tile<i32>
  %58 = make_tensor_view %27, shape = [%53, %55], strides = [%57, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
  %59 = assume bounded<0, ?>, %32 : tile<i32>
  %60 = assume div_by<16>, %59 : tile<i32>
  %61 = assume bounded<0, ?>, %33 : tile<i32>
  %62 = assume div_by<16>, %61 : tile<i32>
  %63 = assume bounded<0, ?>, %34 : tile<i32>
  %64 = assume div_by<8>, %63 : tile<i32>
  %65 = make_tensor_view %31, shape = [%60, %62], strides = [%64, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
  %66 = assume bounded<0, ?>, %36 : tile<i32>
  %67 = assume div_by<16>, %66 : tile<i32>
  %68 = assume bounded<0, ?>, %37 : tile<i32>
  %69 = assume div_by<16>, %68 : tile<i32>
  %70 = assume bounded<0, ?>, %38 : tile<i32>
  %71 = assume div_by<4>, %70 : tile<i32>
  %72 = make_tensor_view %35, shape = [%67, %69], strides = [%71, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
  %73 = assume bounded<0, ?>, %40 : tile<i32>
  %74 = assume div_by<16>, %73 : tile<i32>
  %75 = assume bounded<0, ?>, %41 : tile<i32>
  %76 = assume div_by<16>, %75 : tile<i32>
  %77 = assume bounded<0, ?>, %42 : tile<i32>
  %78 = assume div_by<4>, %77 : tile<i32>
  %79 = make_tensor_view %39, shape = [%74, %76], strides = [%78, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
  %80 = assume bounded<0, ?>, %44 : tile<i32>
  %81 = assume div_by<16>, %80 : tile<i32>
  %82 = assume bounded<0, ?>, %45 : tile<i32>
  %83 = assume div_by<16>, %82 : tile<i32>
  %84 = assume bounded<0, ?>, %46 : tile<i32>
  %85 = assume div_by<4>, %84 : tile<i32>
  %86 = make_tensor_view %43, shape = [%81, %83], strides = [%85, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
  %87, %88, %89 = get_tile_block_id : tile<i32>
  %90 = constant <i32: 0> : tile<i32>
  %91 = make_partition_view %58 : partition_view<tile=(64x64), tensor_view<?x?xf16, strides=[?,1]>>
  %92, %93 = load_view_tko weak %91[%87, %90] token = %26 : partition_view<tile=(64x64), tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<64x64xf16>, token
  %94 = constant <i32: 0> : tile<i32>
  %95 = make_partition_view %72 : partition_view<tile=(64x64), tensor_view<?x?xf32, strides=[?,1]>>
  %96, %97 = load_view_tko weak %95[%87, %94] token = %26 : partition_view<tile=(64x64), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> tile<64x64xf32>, token
  %98 = constant <f32: 0.000000e+00> : tile<64x64xf32>
  %99 = constant <f32: 0.000000e+00> : tile<64x64xf32>
  %100 = constant <i32: 0> : tile<i32>
  %101 = constant <i32: 1> : tile<i32>
  %102 = constant <i32: 0> : tile<i32>
  %103 = make_partition_view %65 : partition_view<tile=(64x64), tensor_view<?x?xf16, strides=[?,1]>>
  %104 = constant <f32: 5.000000e-01> : tile<f32>
  %105 = reshape %104 : tile<f32> -> tile<1x1xf32>
  %106 = broadcast %105 : tile<1x1xf32> -> tile<64x64xf32>
  %107 = constant <f32: 1.000000e+00> : tile<f32>
  %108 = reshape %107 : tile<f32> -> tile<1x1xf32>
  %109 = broadcast %108 : tile<1x1xf32> -> tile<64x64xf32>
  %110 = constant <f32: 2.500000e-01> : tile<f32>
  %111 = reshape %110 : tile<f32> -> tile<1x1xf32>
  %112 = broadcast %111 : tile<1x1xf32> -> tile<64x64xf32>
  %for:3 = for %113 in (%100 to %25, step %101) : tile<i32> iter_values(%114 = %98, %115 = %99, %116 = %96) -> (tile<64x64xf32>, tile<64x64xf32>, tile<64x64xf32>) {
    %117, %118 = load_view_tko weak %103[%113, %102] token = %26 : partition_view<tile=(64x64), tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<64x64xf16>, token
    %119 = mulf %116, %106  : tile<64x64xf32>
    %120 = sin %119 : tile<64x64xf32>
    %121 = exp2 %120 : tile<64x64xf32>
    %122 = subf %121, %109  : tile<64x64xf32>
    %123 = mulf %122, %112  : tile<64x64xf32>
    %124 = ftof %122  : tile<64x64xf32> -> tile<64x64xf16>
    %125 = mmaf %124, %117, %114 : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
    %126 = mmaf %92, %117, %115 : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
    continue %125, %126, %123 : tile<64x64xf32>, tile<64x64xf32>, tile<64x64xf32>
  }
  %127 = constant <i32: 0> : tile<i32>
  %128 = make_partition_view %79 : partition_view<tile=(64x64), tensor_view<?x?xf32, strides=[?,1]>>
  %129 = store_view_tko weak %for#0, %128[%87, %127] token = %26 : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
  %130 = constant <i32: 0> : tile<i32>
  %131 = make_partition_view %86 : partition_view<tile=(64x64), tensor_view<?x?xf32, strides=[?,1]>>
  %132 = store_view_tko weak %for#1, %131[%87, %130] token = %26 : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
  return
}
