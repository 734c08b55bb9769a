// Two products of one left operand in one loop, whose tensors are no whole number of tiles.
entry @gated_Kt1_A2f16_1v8l0_2t1_3i16_p16_A2f16_1v8l0_2t1_3i16_p16_A2f16_1v8l0_2t1_3i16_p16_A2f16_1v8l0_2t1_3i16_p16_Si32_I64_I64_I64(%0: tile<ptr<f16>>, %1: tile<i32>, %2: tile<i32>, %3: tile<i32>, %4: tile<i32>, %5: tile<ptr<f16>>, %6: tile<i32>, %7: tile<i32>, %8: tile<i32>, %9: tile<i32>, %10: tile<ptr<f16>>, %11: tile<i32>, %12: tile<i32>, %13: tile<i32>, %14: tile<i32>, %15: tile<ptr<f16>>, %16: tile<i32>, %17: tile<i32>, %18: tile<i32>, %19: tile<i32>, %20: tile<i32>) optimization_hints=<default = {}> {
  %21 = make_token : token
  %22 = assume div_by<16>, %0 : tile<ptr<f16>>
  %23 = assume div_by<16>, %1 : tile<i32>
  %24 = assume div_by<16>, %2 : tile<i32>
  %25 = assume div_by<8>, %3 : tile<i32>
  %26 = assume div_by<16>, %5 : tile<ptr<f16>>
  %27 = assume div_by<16>, %6 : tile<i32>
  %28 = assume div_by<16>, %7 : tile<i32>
  %29 = assume div_by<8>, %8 : tile<i32>
  %30 = assume div_by<16>, %10 : tile<ptr<f16>>
  %31 = assume div_by<16>, %11 : tile<i32>
  %32 = assume div_by<16>, %12 : tile<i32>
  %33 = assume div_by<8>, %13 : tile<i32>
  %34 = assume div_by<16>, %15 : tile<ptr<f16>>
  %35 = assume div_by<16>, %16 : tile<i32>
  %36 = assume div_by<16>, %17 : tile<i32>
  %37 = assume div_by<8>, %18 : tile<i32>
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
  %48 = make_tensor_view %22, shape = [%43, %45], strides = [%47, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
  %49 = assume bounded<0, ?>, %27 : tile<i32>
  %50 = assume div_by<16>, %49 : tile<i32>
  %51 = assume bounded<0, ?>, %28 : tile<i32>
  %52 = assume div_by<16>, %51 : tile<i32>
  %53 = assume bounded<0, ?>, %29 : tile<i32>
  %54 = assume div_by<8>, %53 : tile<i32>
  %55 = make_tensor_view %26, shape = [%50, %52], strides = [%54, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
  %56 = assume bounded<0, ?>, %31 : tile<i32>
  %57 = assume div_by<16>, %56 : tile<i32>
  %58 = assume bounded<0, ?>, %32 : tile<i32>
  %59 = assume div_by<16>, %58 : tile<i32>
  %60 = assume bounded<0, ?>, %33 : tile<i32>
  %61 = assume div_by<8>, %60 : tile<i32>
  %62 = make_tensor_view %30, shape = [%57, %59], strides = [%61, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
  %63 = assume bounded<0, ?>, %35 : tile<i32>
  %64 = assume div_by<16>, %63 : tile<i32>
  %65 = assume bounded<0, ?>, %36 : tile<i32>
  %66 = assume div_by<16>, %65 : tile<i32>
  %67 = assume bounded<0, ?>, %37 : tile<i32>
  %68 = assume div_by<8>, %67 : tile<i32>
  %69 = make_tensor_view %34, shape = [%64, %66], strides = [%68, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
  %70, %71, %72 = get_tile_block_id : tile<i32>
  %73, %74, %75 = get_tile_block_id : tile<i32>
  %76 = constant <f32: 0.000000e+00> : tile<64x64xf32>
  %77 = constant <f32: 0.000000e+00> : tile<64x64xf32>
  %78 = constant <i32: 0> : tile<i32>
  %79 = constant <i32: 1> : tile<i32>
  %80 = make_partition_view %48 : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
  %81 = make_partition_view %55 : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
  %82 = make_partition_view %62 : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
  %for:2 = for %83 in (%78 to %20, step %79) : tile<i32> iter_values(%84 = %77, %85 = %76) -> (tile<64x64xf32>, tile<64x64xf32>) {
    %86, %87 = load_view_tko weak %80[%70, %83] token = %21 : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<64x64xf16>, token
    %88, %89 = load_view_tko weak %81[%83, %74] token = %21 : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<64x64xf16>, token
    %90, %91 = load_view_tko weak %82[%83, %74] token = %21 : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<64x64xf16>, token
    %92 = mmaf %86, %88, %85 : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
    %93 = mmaf %86, %90, %84 : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
    continue %93, %92 : tile<64x64xf32>, tile<64x64xf32>
  }
  %94 = constant <f32: 1.000000e+00> : tile<f32>
  %95 = negf %for#0 : tile<64x64xf32>
  %96 = exp %95  : tile<64x64xf32>
  %97 = reshape %94 : tile<f32> -> tile<1x1xf32>
  %98 = broadcast %97 : tile<1x1xf32> -> tile<64x64xf32>
  %99 = addf %98, %96  : tile<64x64xf32>
  %100 = divf %for#0, %99  : tile<64x64xf32>
  %101 = mulf %for#1, %100  : tile<64x64xf32>
  %102 = ftof %101  : tile<64x64xf32> -> tile<64x64xf16>
  %103 = make_partition_view %69 : partition_view<tile=(64x64), tensor_view<?x?xf16, strides=[?,1]>>
  %104 = store_view_tko weak %102, %103[%70, %74] token = %21 : tile<64x64xf16>, partition_view<tile=(64x64), tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> token
  return
}
