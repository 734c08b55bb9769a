// A product of a triangle, whose tile blocks two CTAs compute: how often they go round follows from the second number of the tile block.
entry @triangular_Kt1_A2f16_1v8l0_2t1_3i8_p16_A2f16_1v8l0_2t1_3i8_p16_A2f16_1v8l0_2t1_3i8_p16_I128_I128_I64(%0: tile<ptr<f16>>, %1: tile<i32>, %2: tile<i32>, %3: tile<i32>, %4: tile<i32>, %5: tile<ptr<f16>>, %6: tile<i32>, %7: tile<i32>, %8: tile<i32>, %9: tile<i32>, %10: tile<ptr<f16>>, %11: tile<i32>, %12: tile<i32>, %13: tile<i32>, %14: tile<i32>) optimization_hints=<default = {num_cta_in_cga = 2}> {
  %15 = make_token : token
  %16 = assume div_by<16>, %0 : tile<ptr<f16>>
  %17 = assume div_by<8>, %1 : tile<i32>
  %18 = assume div_by<8>, %2 : tile<i32>
  %19 = assume div_by<8>, %3 : tile<i32>
  %20 = assume div_by<16>, %5 : tile<ptr<f16>>
  %21 = assume div_by<8>, %6 : tile<i32>
  %22 = assume div_by<8>, %7 : tile<i32>
  %23 = assume div_by<8>, %8 : tile<i32>
  %24 = assume div_by<16>, %10 : tile<ptr<f16>>
  %25 = assume div_by<8>, %11 : tile<i32>
  %26 = assume div_by<8>, %12 : tile<i32>
  %27 = assume div_by<8>, %13 : tile<i32>
  %28 = constant <i32: 1> : tile<i32>
  %29 = constant <i32: 1> : tile<i32>
  %30 = constant <i32: 1> : tile<i32>
  %31 = assume bounded<0, ?>, %17 : tile<i32>
  %32 = assume div_by<8>, %31 : tile<i32>
  %33 = assume bounded<0, ?>, %18 : tile<i32>
  %34 = assume div_by<8>, %33 : tile<i32>
  %35 = assume bounded<0, ?>, %19 : tile<i32>
  %36 = assume div_by<8>, %35 : tile<i32>
  %37 = make_tensor_view %16, shape = [%32, %34], strides = [%36, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
  %38 = assume bounded<0, ?>, %21 : tile<i32>
  %39 = assume div_by<8>, %38 : tile<i32>
  %40 = assume bounded<0, ?>, %22 : tile<i32>
  %41 = assume div_by<8>, %40 : tile<i32>
  %42 = assume bounded<0, ?>, %23 : tile<i32>
  %43 = assume div_by<8>, %42 : tile<i32>
  %44 = make_tensor_view %20, shape = [%39, %41], strides = [%43, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
  %45 = assume bounded<0, ?>, %25 : tile<i32>
  %46 = assume div_by<8>, %45 : tile<i32>
  %47 = assume bounded<0, ?>, %26 : tile<i32>
  %48 = assume div_by<8>, %47 : tile<i32>
  %49 = assume bounded<0, ?>, %27 : tile<i32>
  %50 = assume div_by<8>, %49 : tile<i32>
  %51 = make_tensor_view %24, shape = [%46, %48], strides = [%50, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
  %52, %53, %54 = get_tile_block_id : tile<i32>
  %55, %56, %57 = get_tile_block_id : tile<i32>
  %58 = constant <f32: 0.000000e+00> : tile<128x128xf32>
  %59 = constant <i32: 2> : tile<i32>
  %60 = constant <i32: 1> : tile<i32>
  %61 = addi %56, %60 : tile<i32>
  %62 = muli %59, %61 : tile<i32>
  %63 = constant <i32: 0> : tile<i32>
  %64 = constant <i32: 1> : tile<i32>
  %65 = make_partition_view %37 : partition_view<tile=(128x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
  %66 = make_partition_view %44 : partition_view<tile=(64x128), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
  %67 = for %68 in (%63 to %62, step %64) : tile<i32> iter_values(%69 = %58) -> (tile<128x128xf32>) {
    %70, %71 = load_view_tko weak %65[%52, %68] token = %15 : partition_view<tile=(128x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<128x64xf16>, token
    %72, %73 = load_view_tko weak %66[%68, %56] token = %15 : partition_view<tile=(64x128), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<64x128xf16>, token
    %74 = mmaf %70, %72, %69 : tile<128x64xf16>, tile<64x128xf16>, tile<128x128xf32>
    continue %74 : tile<128x128xf32>
  }
  %75 = ftof %67  : tile<128x128xf32> -> tile<128x128xf16>
  %76 = make_partition_view %51 : partition_view<tile=(128x128), tensor_view<?x?xf16, strides=[?,1]>>
  %77 = store_view_tko weak %75, %76[%52, %56] token = %15 : tile<128x128xf16>, partition_view<tile=(128x128), tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> token
  return
}
