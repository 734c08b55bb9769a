// Linear attention whose sums the next iteration reads beside a product that it has started.
entry @lin_Kt1_A3f16_3v8l0_4t1_6i16_p16_A3f16_3v8l0_4t1_6i16_p16_A3f16_3v8l0_4t1_6i16_p16_A3f16_3v8l0_4t1_6i16_p16_I64_I64_I128(%0: tile<ptr<f16>>, %1: tile<i32>, %2: tile<i32>, %3: tile<i32>, %4: tile<i32>, %5: tile<i32>, %6: tile<i32>, %7: tile<ptr<f16>>, %8: tile<i32>, %9: tile<i32>, %10: tile<i32>, %11: tile<i32>, %12: tile<i32>, %13: tile<i32>, %14: tile<ptr<f16>>, %15: tile<i32>, %16: tile<i32>, %17: tile<i32>, %18: tile<i32>, %19: tile<i32>, %20: tile<i32>, %21: tile<ptr<f16>>, %22: tile<i32>, %23: tile<i32>, %24: tile<i32>, %25: tile<i32>, %26: tile<i32>, %27: tile<i32>) optimization_hints=<default = {}> {
  %28 = make_token : token
  %29 = assume div_by<16>, %0 : tile<ptr<f16>>
  %30 = assume div_by<16>, %2 : tile<i32>
  %31 = assume div_by<16>, %3 : tile<i32>
  %32 = assume div_by<8>, %4 : tile<i32>
  %33 = assume div_by<8>, %5 : tile<i32>
  %34 = assume div_by<16>, %7 : tile<ptr<f16>>
  %35 = assume div_by<16>, %9 : tile<i32>
  %36 = assume div_by<16>, %10 : tile<i32>
  %37 = assume div_by<8>, %11 : tile<i32>
  %38 = assume div_by<8>, %12 : tile<i32>
  %39 = assume div_by<16>, %14 : tile<ptr<f16>>
  %40 = assume div_by<16>, %16 : tile<i32>
  %41 = assume div_by<16>, %17 : tile<i32>
  %42 = assume div_by<8>, %18 : tile<i32>
  %43 = assume div_by<8>, %19 : tile<i32>
  %44 = assume div_by<16>, %21 : tile<ptr<f16>>
  %45 = assume div_by<16>, %23 : tile<i32>
  %46 = assume div_by<16>, %24 : tile<i32>
  %47 = assume div_by<8>, %25 : tile<i32>
  %48 = assume div_by<8>, %26 : tile<i32>
  %49 = constant <i32: 1> : tile<i32>
  %50 = constant <i32: 1> : tile<i32>
  %51 = constant <i32: 1> : tile<i32>
  %52 = constant <i32: 1> : tile<i32>
  %53 = assume bounded<0, ?>, %1 : tile<i32>
  %54 = assume bounded<0, ?>, %30 : tile<i32>
  %55 = assume div_by<16>, %54 : tile<i32>
  %56 = assume bounded<0, ?>, %31 : tile<i32>
  %57 = assume div_by<16>, %56 : tile<i32>
  %58 = assume bounded<0, ?>, %32 : tile<i32>
  %59 = assume div_by<8>, %58 : tile<i32>
  %60 = assume bounded<0, ?>, %33 : tile<i32>
  %61 = assume div_by<8>, %60 : tile<i32>
  %62 = make_tensor_view %29, shape = [%53, %55, %57], strides = [%59, %61, 1] : tile<i32> -> tensor_view<?x?x?xf16, strides=[?,?,1]>
  %63 = assume bounded<0, ?>, %8 : tile<i32>
  %64 = assume bounded<0, ?>, %35 : tile<i32>
  %65 = assume div_by<16>, %64 : tile<i32>
  %66 = assume bounded<0, ?>, %36 : tile<i32>
  %67 = assume div_by<16>, %66 : tile<i32>
  %68 = assume bounded<0, ?>, %37 : tile<i32>
  %69 = assume div_by<8>, %68 : tile<i32>
  %70 = assume bounded<0, ?>, %38 : tile<i32>
  %71 = assume div_by<8>, %70 : tile<i32>
  %72 = make_tensor_view %34, shape = [%63, %65, %67], strides = [%69, %71, 1] : tile<i32> -> tensor_view<?x?x?xf16, strides=[?,?,1]>
  %73 = assume bounded<0, ?>, %15 : tile<i32>
  %74 = assume bounded<0, ?>, %40 : tile<i32>
  %75 = assume div_by<16>, %74 : tile<i32>
  %76 = assume bounded<0, ?>, %41 : tile<i32>
  %77 = assume div_by<16>, %76 : tile<i32>
  %78 = assume bounded<0, ?>, %42 : tile<i32>
  %79 = assume div_by<8>, %78 : tile<i32>
  %80 = assume bounded<0, ?>, %43 : tile<i32>
  %81 = assume div_by<8>, %80 : tile<i32>
  %82 = make_tensor_view %39, shape = [%73, %75, %77], strides = [%79, %81, 1] : tile<i32> -> tensor_view<?x?x?xf16, strides=[?,?,1]>
  %83 = assume bounded<0, ?>, %22 : tile<i32>
  %84 = assume bounded<0, ?>, %45 : tile<i32>
  %85 = assume div_by<16>, %84 : tile<i32>
  %86 = assume bounded<0, ?>, %46 : tile<i32>
  %87 = assume div_by<16>, %86 : tile<i32>
  %88 = assume bounded<0, ?>, %47 : tile<i32>
  %89 = assume div_by<8>, %88 : tile<i32>
  %90 = assume bounded<0, ?>, %48 : tile<i32>
  %91 = assume div_by<8>, %90 : tile<i32>
  %92 = make_tensor_view %44, shape = [%83, %85, %87], strides = [%89, %91, 1] : tile<i32> -> tensor_view<?x?x?xf16, strides=[?,?,1]>
  %93, %94, %95 = get_tile_block_id : tile<i32>
  %96, %97, %98 = get_tile_block_id : tile<i32>
  %99 = constant <f32: 0.000000e+00> : tile<64x128xf32>
  %100 = iota : tile<64xi32>
  %101 = reshape %100 : tile<64xi32> -> tile<64x1xi32>
  %102 = iota : tile<64xi32>
  %103 = reshape %102 : tile<64xi32> -> tile<1x64xi32>
  %104 = make_partition_view %72 : partition_view<tile=(1x64x64), tensor_view<?x?x?xf16, strides=[?,?,1]>>
  %get_index_space_shape:3 = get_index_space_shape %104 : partition_view<tile=(1x64x64), tensor_view<?x?x?xf16, strides=[?,?,1]>> -> tile<i32>
  %105 = constant <i32: 0> : tile<i32>
  %106 = constant <i32: 1> : tile<i32>
  %107 = constant <i32: 0> : tile<i32>
  %108 = make_partition_view %62 : partition_view<tile=(1x64x64), tensor_view<?x?x?xf16, strides=[?,?,1]>>
  %109 = constant <i32: 0> : tile<i32>
  %110 = make_partition_view %72 : partition_view<tile=(1x64x64), tensor_view<?x?x?xf16, strides=[?,?,1]>>
  %111 = make_partition_view %82 : partition_view<tile=(1x64x128), tensor_view<?x?x?xf16, strides=[?,?,1]>>
  %112 = constant <f32: 0.000000e+00> : tile<64x64xf32>
  %113 = broadcast %101 : tile<64x1xi32> -> tile<64x64xi32>
  %114 = broadcast %103 : tile<1x64xi32> -> tile<64x64xi32>
  %115 = cmpi greater_than_or_equal %113, %114, signed : tile<64x64xi32> -> tile<64x64xi1>
  %116 = constant <f32: 0.000000e+00> : tile<f32>
  %117 = reshape %116 : tile<f32> -> tile<1x1xf32>
  %118 = broadcast %117 : tile<1x1xf32> -> tile<64x64xf32>
  %119 = constant <f32: 0.000000e+00> : tile<64x128xf32>
  %120 = make_partition_view %92 : partition_view<tile=(1x64x128), tensor_view<?x?x?xf16, strides=[?,?,1]>>
  %121 = for %122 in (%105 to %get_index_space_shape#1, step %106) : tile<i32> iter_values(%123 = %99) -> (tile<64x128xf32>) {
    %124, %125 = load_view_tko weak %108[%93, %122, %107] token = %28 : partition_view<tile=(1x64x64), tensor_view<?x?x?xf16, strides=[?,?,1]>>, tile<i32> -> tile<1x64x64xf16>, token
    %126 = reshape %124 : tile<1x64x64xf16> -> tile<64x64xf16>
    %127, %128 = load_view_tko weak %110[%93, %122, %109] token = %28 : partition_view<tile=(1x64x64), tensor_view<?x?x?xf16, strides=[?,?,1]>>, tile<i32> -> tile<1x64x64xf16>, token
    %129 = reshape %127 : tile<1x64x64xf16> -> tile<64x64xf16>
    %130, %131 = load_view_tko weak %111[%93, %122, %97] token = %28 : partition_view<tile=(1x64x128), tensor_view<?x?x?xf16, strides=[?,?,1]>>, tile<i32> -> tile<1x64x128xf16>, token
    %132 = reshape %130 : tile<1x64x128xf16> -> tile<64x128xf16>
    %133 = permute %129 [1, 0] : tile<64x64xf16> -> tile<64x64xf16>
    %134 = mmaf %126, %133, %112 : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
    %135 = select %115, %134, %118 : tile<64x64xi1>, tile<64x64xf32>
    %136 = ftof %123  : tile<64x128xf32> -> tile<64x128xf16>
    %137 = mmaf %126, %136, %119 : tile<64x64xf16>, tile<64x128xf16>, tile<64x128xf32>
    %138 = ftof %135  : tile<64x64xf32> -> tile<64x64xf16>
    %139 = mmaf %138, %132, %137 : tile<64x64xf16>, tile<64x128xf16>, tile<64x128xf32>
    %140 = ftof %139  : tile<64x128xf32> -> tile<64x128xf16>
    %141 = reshape %140 : tile<64x128xf16> -> tile<1x64x128xf16>
    %142 = store_view_tko weak %141, %120[%93, %122, %97] token = %28 : tile<1x64x128xf16>, partition_view<tile=(1x64x128), tensor_view<?x?x?xf16, strides=[?,?,1]>>, tile<i32> -> token
    %143 = permute %129 [1, 0] : tile<64x64xf16> -> tile<64x64xf16>
    %144 = mmaf %143, %132, %123 : tile<64x64xf16>, tile<64x128xf16>, tile<64x128xf32>
    continue %144 : tile<64x128xf32>
  }
  return
}
