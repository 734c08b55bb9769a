// Accumulators that others take as well are copied before the product that adds to them.
entry @k_Kt1_A2f16_1v8l0_2t1_3i16_p16_A2f16_1v8l0_2t1_3i16_p16_A2f32_1v4l0_2t1_3i16_p16_A3f32_3v4l0_4t1_7i16_p16_A2f32_1v4l0_2t1_3i16_p16_Si32(%0: tile<ptr<f16>>, %1: tile<i32>, %2: tile<i32>, %3: tile<i32>, %4: tile<i32>, %5: tile<ptr<f16>>, %6: tile<i32>, %7: tile<i32>, %8: tile<i32>, %9: tile<i32>, %10: tile<ptr<f32>>, %11: tile<i32>, %12: tile<i32>, %13: tile<i32>, %14: tile<i32>, %15: tile<ptr<f32>>, %16: tile<i32>, %17: tile<i32>, %18: tile<i32>, %19: tile<i32>, %20: tile<i32>, %21: tile<i32>, %22: tile<ptr<f32>>, %23: tile<i32>, %24: tile<i32>, %25: tile<i32>, %26: tile<i32>, %27: tile<i32>) optimization_hints=<default = {}> {
  %28 = make_token : token
  %29 = assume div_by<16>, %5 : tile<ptr<f16>>
  %30 = assume div_by<16>, %6 : tile<i32>
  %31 = assume div_by<16>, %7 : tile<i32>
  %32 = assume div_by<8>, %8 : tile<i32>
  %33 = assume div_by<16>, %10 : tile<ptr<f32>>
  %34 = assume div_by<16>, %11 : tile<i32>
  %35 = assume div_by<16>, %12 : tile<i32>
  %36 = assume div_by<4>, %13 : tile<i32>
  %37 = assume div_by<16>, %15 : tile<ptr<f32>>
  %38 = assume div_by<16>, %16 : tile<i32>
  %39 = assume div_by<16>, %17 : tile<i32>
  %40 = assume div_by<16>, %18 : tile<i32>
  %41 = assume div_by<4>, %19 : tile<i32>
  %42 = assume div_by<4>, %20 : tile<i32>
  %43 = assume div_by<16>, %22 : tile<ptr<f32>>
  %44 = assume div_by<16>, %23 : tile<i32>
  %45 = assume div_by<16>, %24 : tile<i32>
  %46 = assume div_by<4>, %25 : tile<i32>
  %47 = constant <i32: 1> : tile<i32>
  %48 = constant <i32: 1> : tile<i32>
  %49 = constant <i32: 1> : tile<i32>
  %50 = constant <i32: 1> : tile<i32>
  %51 = assume bounded<0, ?>, %30 : tile<i32>
  %52 = assume div_by<16>, %51 : tile<i32>
  %53 = assume bounded<0, ?>, %31 : tile<i32>
  %54 = assume div_by<16>, %53 : tile<i32>
  %55 = assume bounded<0, ?>, %32 : tile<i32>
  %56 = assume div_by<8>, %55 : tile<i32>
  %57 = make_tensor_view %29, shape = [%52, %54], strides = [%56, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
  %58 = assume bounded<0, ?>, %34 : tile<i32>
  %59 = assume div_by<16>, %58 : tile<i32>
  %60 = assume bounded<0, ?>, %35 : tile<i32>
  %61 = assume div_by<16>, %60 : tile<i32>
  %62 = assume bounded<0, ?>, %36 : tile<i32>
  %63 = assume div_by<4>, %62 : tile<i32>
  %64 = make_tensor_view %33, shape = [%59, %61], strides = [%63, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
  %65 = assume bounded<0, ?>, %38 : tile<i32>
  %66 = assume div_by<16>, %65 : tile<i32>
  %67 = assume bounded<0, ?>, %39 : tile<i32>
  %68 = assume div_by<16>, %67 : tile<i32>
  %69 = assume bounded<0, ?>, %40 : tile<i32>
  %70 = assume div_by<16>, %69 : tile<i32>
  %71 = assume bounded<0, ?>, %41 : tile<i32>
  %72 = assume div_by<4>, %71 : tile<i32>
  %73 = assume bounded<0, ?>, %42 : tile<i32>
  %74 = assume div_by<4>, %73 : tile<i32>
  %75 = make_tensor_view %37, shape = [%66, %68, %70], strides = [%72, %74, 1] : tile<i32> -> tensor_view<?x?x?xf32, strides=[?,?,1]>
  %76 = assume bounded<0, ?>, %44 : tile<i32>
  %77 = assume div_by<16>, %76 : tile<i32>
  %78 = assume bounded<0, ?>, %45 : tile<i32>
  %79 = assume div_by<16>, %78 : tile<i32>
  %80 = assume bounded<0, ?>, %46 : tile<i32>
  %81 = assume div_by<4>, %80 : tile<i32>
  %82 = make_tensor_view %43, shape = [%77, %79], strides = [%81, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
  %83, %84, %85 = get_tile_block_id : tile<i32>
  %86 = constant <i32: 0> : tile<i32>
  %87 = make_partition_view %64 : partition_view<tile=(64x64), tensor_view<?x?xf32, strides=[?,1]>>
  %88, %89 = load_view_tko weak %87[%83, %86] token = %28 : partition_view<tile=(64x64), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> tile<64x64xf32>, token
  %90 = constant <f32: 0.000000e+00> : tile<64x64xf32>
  %91 = constant <f32: 0.000000e+00> : tile<64x64xf32>
  %92 = constant <f32: 0.000000e+00> : tile<64x1xf32>
  %93 = constant <i32: 0> : tile<i32>
  %94 = constant <i32: 1> : tile<i32>
  %95 = constant <i32: 0> : tile<i32>
  %96 = make_partition_view %57 : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
  %97 = ftof %88  : tile<64x64xf32> -> tile<64x64xf16>
  %98 = constant <f32: 5.000000e-01> : tile<f32>
  %99 = reshape %98 : tile<f32> -> tile<1x1xf32>
  %100 = broadcast %99 : tile<1x1xf32> -> tile<64x64xf32>
  %for:3 = for %101 in (%93 to %27, step %94) : tile<i32> iter_values(%102 = %90, %103 = %91, %104 = %92) -> (tile<64x64xf32>, tile<64x64xf32>, tile<64x1xf32>) {
    %105, %106 = load_view_tko weak %96[%101, %95] token = %28 : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<64x64xf16>, token
    %107 = mmaf %97, %105, %102 : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
    %108 = reduce %107 dim=1 identities=[0xFF800000 : f32] : tile<64x64xf32> -> tile<64xf32> 
    (%109: tile<f32>, %110: tile<f32>) {
      %111 = maxf %109, %110 : tile<f32>
      yield %111 : tile<f32>
    }
    %112 = reshape %108 : tile<64xf32> -> tile<64x1xf32>
    %113 = maxf %104, %112 : tile<64x1xf32>
    %114 = ftof %107  : tile<64x64xf32> -> tile<64x64xf16>
    %115 = mulf %103, %100  : tile<64x64xf32>
    %116 = mmaf %114, %105, %115 : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
    %117 = reduce %107 dim=1 identities=[0xFF800000 : f32] : tile<64x64xf32> -> tile<64xf32> 
    (%118: tile<f32>, %119: tile<f32>) {
      %120 = maxf %118, %119 : tile<f32>
      yield %120 : tile<f32>
    }
    %121 = reshape %117 : tile<64xf32> -> tile<64x1xf32>
    %122 = maxf %113, %121 : tile<64x1xf32>
    continue %107, %116, %122 : tile<64x64xf32>, tile<64x64xf32>, tile<64x1xf32>
  }
  %123 = constant <i32: 0> : tile<i32>
  %124 = constant <i32: 0> : tile<i32>
  %125 = reshape %for#0 : tile<64x64xf32> -> tile<1x64x64xf32>
  %126 = make_partition_view %75 : partition_view<tile=(1x64x64), tensor_view<?x?x?xf32, strides=[?,?,1]>>
  %127 = store_view_tko weak %125, %126[%123, %83, %124] token = %28 : tile<1x64x64xf32>, partition_view<tile=(1x64x64), tensor_view<?x?x?xf32, strides=[?,?,1]>>, tile<i32> -> token
  %128 = constant <i32: 1> : tile<i32>
  %129 = constant <i32: 0> : tile<i32>
  %130 = reshape %for#1 : tile<64x64xf32> -> tile<1x64x64xf32>
  %131 = make_partition_view %75 : partition_view<tile=(1x64x64), tensor_view<?x?x?xf32, strides=[?,?,1]>>
  %132 = store_view_tko weak %130, %131[%128, %83, %129] token = %127 : tile<1x64x64xf32>, partition_view<tile=(1x64x64), tensor_view<?x?x?xf32, strides=[?,?,1]>>, tile<i32> -> token
  %133 = constant <i32: 0> : tile<i32>
  %134 = make_partition_view %82 : partition_view<tile=(64x1), tensor_view<?x?xf32, strides=[?,1]>>
  %135 = store_view_tko weak %for#2, %134[%83, %133] token = %28 : tile<64x1xf32>, partition_view<tile=(64x1), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
  return
}
