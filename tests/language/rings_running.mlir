// A product whose words are made in the loop does not run on into the next iteration.
entry @k_Kt1_A2f16_1v8l0_2t1_3i16_p16_A2f16_1v8l0_2t1_3i16_p16_A2f32_1v4l0_2t1_3i16_p16_A3f32_3v4l0_4t1_7i16_p16_A2f32_1v4l0_2t1_3i16_p16_Si32(%0: tile<ptr<f16>>, %1: tile<i32>, %2: tile<i32>, %3: tile<i32>, %4: tile<i32>, %5: tile<ptr<f16>>, %6: tile<i32>, %7: tile<i32>, %8: tile<i32>, %9: tile<i32>, %10: tile<ptr<f32>>, %11: tile<i32>, %12: tile<i32>, %13: tile<i32>, %14: tile<i32>, %15: tile<ptr<f32>>, %16: tile<i32>, %17: tile<i32>, %18: tile<i32>, %19: tile<i32>, %20: tile<i32>, %21: tile<i32>, %22: tile<ptr<f32>>, %23: tile<i32>, %24: tile<i32>, %25: tile<i32>, %26: tile<i32>, %27: tile<i32>) optimization_hints=<default = {}> {
  %28 = make_token : token
  %29 = assume div_by<16>, %0 : tile<ptr<f16>>
  %30 = assume div_by<16>, %1 : tile<i32>
  %31 = assume div_by<16>, %2 : tile<i32>
  %32 = assume div_by<8>, %3 : tile<i32>
  %33 = assume div_by<16>, %5 : tile<ptr<f16>>
  %34 = assume div_by<16>, %6 : tile<i32>
  %35 = assume div_by<16>, %7 : tile<i32>
  %36 = assume div_by<8>, %8 : tile<i32>
  %37 = assume div_by<16>, %10 : tile<ptr<f32>>
  %38 = assume div_by<16>, %11 : tile<i32>
  %39 = assume div_by<16>, %12 : tile<i32>
  %40 = assume div_by<4>, %13 : tile<i32>
  %41 = assume div_by<16>, %15 : tile<ptr<f32>>
  %42 = assume div_by<16>, %16 : tile<i32>
  %43 = assume div_by<16>, %17 : tile<i32>
  %44 = assume div_by<16>, %18 : tile<i32>
  %45 = assume div_by<4>, %19 : tile<i32>
  %46 = assume div_by<4>, %20 : tile<i32>
  %47 = assume div_by<16>, %22 : tile<ptr<f32>>
  %48 = assume div_by<16>, %23 : tile<i32>
  %49 = assume div_by<16>, %24 : tile<i32>
  %50 = assume div_by<4>, %25 : tile<i32>
  %51 = constant <i32: 1> : tile<i32>
  %52 = constant <i32: 1> : tile<i32>
  %53 = constant <i32: 1> : tile<i32>
  %54 = constant <i32: 1> : tile<i32>
  %55 = constant <i32: 1> : tile<i32>
  %56 = assume bounded<0, ?>, %30 : tile<i32>
  %57 = assume div_by<16>, %56 : tile<i32>
  %58 = assume bounded<0, ?>, %31 : tile<i32>
  %59 = assume div_by<16>, %58 : tile<i32>
  %60 = assume bounded<0, ?>, %32 : tile<i32>
  %61 = assume div_by<8>, %60 : tile<i32>
  %62 = make_tensor_view %29, shape = [%57, %59], strides = [%61, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
  %63 = assume bounded<0, ?>, %34 : tile<i32>
  %64 = assume div_by<16>, %63 : tile<i32>
  %65 = assume bounded<0, ?>, %35 : tile<i32>
  %66 = assume div_by<16>, %65 : tile<i32>
  %67 = assume bounded<0, ?>, %36 : tile<i32>
  %68 = assume div_by<8>, %67 : tile<i32>
  %69 = make_tensor_view %33, shape = [%64, %66], strides = [%68, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
  %70 = assume bounded<0, ?>, %38 : tile<i32>
  %71 = assume div_by<16>, %70 : tile<i32>
  %72 = assume bounded<0, ?>, %39 : tile<i32>
  %73 = assume div_by<16>, %72 : tile<i32>
  %74 = assume bounded<0, ?>, %40 : tile<i32>
  %75 = assume div_by<4>, %74 : tile<i32>
  %76 = make_tensor_view %37, shape = [%71, %73], strides = [%75, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
  %77 = assume bounded<0, ?>, %42 : tile<i32>
  %78 = assume div_by<16>, %77 : tile<i32>
  %79 = assume bounded<0, ?>, %43 : tile<i32>
  %80 = assume div_by<16>, %79 : tile<i32>
  %81 = assume bounded<0, ?>, %44 : tile<i32>
  %82 = assume div_by<16>, %81 : tile<i32>
  %83 = assume bounded<0, ?>, %45 : tile<i32>
  %84 = assume div_by<4>, %83 : tile<i32>
  %85 = assume bounded<0, ?>, %46 : tile<i32>
  %86 = assume div_by<4>, %85 : tile<i32>
  %87 = make_tensor_view %41, shape = [%78, %80, %82], strides = [%84, %86, 1] : tile<i32> -> tensor_view<?x?x?xf32, strides=[?,?,1]>
  %88 = assume bounded<0, ?>, %48 : tile<i32>
  %89 = assume div_by<16>, %88 : tile<i32>
  %90 = assume bounded<0, ?>, %49 : tile<i32>
  %91 = assume div_by<16>, %90 : tile<i32>
  %92 = assume bounded<0, ?>, %50 : tile<i32>
  %93 = assume div_by<4>, %92 : tile<i32>
  %94 = make_tensor_view %47, shape = [%89, %91], strides = [%93, 1] : tile<i32> -> tensor_view<?x?xf32, strides=[?,1]>
  %95, %96, %97 = get_tile_block_id : tile<i32>
  %98 = constant <i32: 0> : tile<i32>
  %99 = make_partition_view %62 : partition_view<tile=(128x64), tensor_view<?x?xf16, strides=[?,1]>>
  %100, %101 = load_view_tko weak %99[%95, %98] token = %28 : partition_view<tile=(128x64), tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<128x64xf16>, token
  %102 = constant <i32: 0> : tile<i32>
  %103 = make_partition_view %76 : partition_view<tile=(128x64), tensor_view<?x?xf32, strides=[?,1]>>
  %104, %105 = load_view_tko weak %103[%95, %102] token = %28 : partition_view<tile=(128x64), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> tile<128x64xf32>, token
  %106 = constant <f32: 0.000000e+00> : tile<128x64xf32>
  %107 = constant <f32: 0.000000e+00> : tile<128x64xf32>
  %108 = constant <f32: 0.000000e+00> : tile<128x1xf32>
  %109 = constant <i32: 4> : tile<i32>
  %110 = constant <i32: 0> : tile<i32>
  %111 = constant <i32: 1> : tile<i32>
  %112 = constant <i32: 0> : tile<i32>
  %113 = make_partition_view %69 : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
  %114 = constant <i32: 1> : tile<i32>
  %115 = constant <i32: 0> : tile<i32>
  %116 = make_partition_view %69 : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
  %117 = constant <f32: 0.000000e+00> : tile<128x64xf32>
  %118 = constant <f32: 5.000000e-01> : tile<f32>
  %119 = reshape %118 : tile<f32> -> tile<1x1xf32>
  %120 = broadcast %119 : tile<1x1xf32> -> tile<128x64xf32>
  %121 = constant <f32: 1.250000e-01> : tile<f32>
  %122 = reshape %121 : tile<f32> -> tile<1x1xf32>
  %123 = broadcast %122 : tile<1x1xf32> -> tile<128x64xf32>
  %124 = constant <f32: -1.000000e+00> : tile<f32>
  %125 = reshape %124 : tile<f32> -> tile<1x1xf32>
  %126 = broadcast %125 : tile<1x1xf32> -> tile<128x64xf32>
  %127 = constant <f32: 1.000000e+00> : tile<f32>
  %128 = reshape %127 : tile<f32> -> tile<1x1xf32>
  %129 = broadcast %128 : tile<1x1xf32> -> tile<128x64xf32>
  %130 = constant <f32: 5.000000e-01> : tile<f32>
  %131 = reshape %130 : tile<f32> -> tile<1x1xf32>
  %132 = broadcast %131 : tile<1x1xf32> -> tile<128x64xf32>
  %133 = constant <f32: 5.000000e-01> : tile<f32>
  %134 = reshape %133 : tile<f32> -> tile<1x1xf32>
  %135 = broadcast %134 : tile<1x1xf32> -> tile<128x64xf32>
  %for:3 = for %136 in (%110 to %109, step %111) : tile<i32> iter_values(%137 = %106, %138 = %107, %139 = %104) -> (tile<128x64xf32>, tile<128x64xf32>, tile<128x64xf32>) {
    %140, %141 = load_view_tko weak %113[%136, %112] token = %28 : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<64x64xf16>, token
    %142 = addi %136, %114 : tile<i32>
    %143, %144 = load_view_tko weak %116[%142, %115] token = %28 : partition_view<tile=(64x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<64x64xf16>, token
    %145 = mmaf %100, %140, %117 : tile<128x64xf16>, tile<64x64xf16>, tile<128x64xf32>
    %146 = mulf %145, %123  : tile<128x64xf32>
    %147 = fma %137, %120, %146  : tile<128x64xf32>
    %148 = maxf %139, %126 : tile<128x64xf32>
    %149 = minf %148, %129 : tile<128x64xf32>
    %150 = mulf %149, %132  : tile<128x64xf32>
    %151 = ftof %150  : tile<128x64xf32> -> tile<128x64xf16>
    %152 = permute %143 [1, 0] : tile<64x64xf16> -> tile<64x64xf16>
    %153 = mmaf %151, %152, %138 : tile<128x64xf16>, tile<64x64xf16>, tile<128x64xf32>
    %154 = mulf %139, %135  : tile<128x64xf32>
    continue %147, %153, %154 : tile<128x64xf32>, tile<128x64xf32>, tile<128x64xf32>
  }
  %155 = constant <i32: 0> : tile<i32>
  %156 = constant <i32: 0> : tile<i32>
  %157 = reshape %for#0 : tile<128x64xf32> -> tile<1x128x64xf32>
  %158 = make_partition_view %87 : partition_view<tile=(1x128x64), tensor_view<?x?x?xf32, strides=[?,?,1]>>
  %159 = store_view_tko weak %157, %158[%155, %95, %156] token = %28 : tile<1x128x64xf32>, partition_view<tile=(1x128x64), tensor_view<?x?x?xf32, strides=[?,?,1]>>, tile<i32> -> token
  %160 = constant <i32: 1> : tile<i32>
  %161 = constant <i32: 0> : tile<i32>
  %162 = reshape %for#1 : tile<128x64xf32> -> tile<1x128x64xf32>
  %163 = make_partition_view %87 : partition_view<tile=(1x128x64), tensor_view<?x?x?xf32, strides=[?,?,1]>>
  %164 = store_view_tko weak %162, %163[%160, %95, %161] token = %159 : tile<1x128x64xf32>, partition_view<tile=(1x128x64), tensor_view<?x?x?xf32, strides=[?,?,1]>>, tile<i32> -> token
  %165 = constant <i32: 0> : tile<i32>
  %166 = make_partition_view %94 : partition_view<tile=(128x1), tensor_view<?x?xf32, strides=[?,1]>>
  %167 = store_view_tko weak %108, %166[%95, %165] token = %28 : tile<128x1xf32>, partition_view<tile=(128x1), tensor_view<?x?xf32, strides=[?,1]>>, tile<i32> -> token
  return
}
