// Title: Matrix product plus a bias, through ReLU, f16
entry @gemm_bias_relu(%arg0: tile<ptr<f16>>, %arg1: tile<i32>, %arg2: tile<i32>, %arg3: tile<i32>, %arg4: tile<i32>, %arg5: tile<ptr<f16>>, %arg6: tile<i32>, %arg7: tile<i32>, %arg8: tile<i32>, %arg9: tile<i32>, %arg10: tile<ptr<f32>>, %arg11: tile<i32>, %arg12: tile<i32>, %arg13: tile<ptr<f16>>, %arg14: tile<i32>, %arg15: tile<i32>, %arg16: tile<i32>, %arg17: tile<i32>) optimization_hints=<default = {}> {
  %0 = make_token : token
  %assume = assume div_by<16>, %arg0 : tile<ptr<f16>>
  %assume_0 = assume div_by<8>, %arg2 : tile<i32>
  %assume_1 = assume div_by<8>, %arg3 : tile<i32>
  %assume_2 = assume div_by<16>, %arg5 : tile<ptr<f16>>
  %assume_3 = assume div_by<8>, %arg7 : tile<i32>
  %assume_4 = assume div_by<8>, %arg8 : tile<i32>
  %assume_5 = assume div_by<16>, %arg10 : tile<ptr<f32>>
  %assume_6 = assume div_by<16>, %arg13 : tile<ptr<f16>>
  %assume_7 = assume div_by<8>, %arg15 : tile<i32>
  %assume_8 = assume div_by<8>, %arg16 : tile<i32>
  %cst_1_i32 = constant <i32: 1> : tile<i32>
  %cst_1_i32_9 = constant <i32: 1> : tile<i32>
  %cst_1_i32_10 = constant <i32: 1> : tile<i32>
  %cst_1_i32_11 = constant <i32: 1> : tile<i32>
  %assume_12 = assume bounded<0, ?>, %arg1 : tile<i32>
  %assume_assume = assume bounded<0, ?>, %assume_0 : tile<i32>
  %assume_assume_assume = assume div_by<8>, %assume_assume : tile<i32>
  %assume_assume_13 = assume bounded<0, ?>, %assume_1 : tile<i32>
  %assume_assume_assume_14 = assume div_by<8>, %assume_assume_13 : tile<i32>
  %tview = make_tensor_view %assume, shape = [%assume_12, %assume_assume_assume], strides = [%assume_assume_assume_14, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
  %assume_15 = assume bounded<0, ?>, %arg6 : tile<i32>
  %assume_assume_16 = assume bounded<0, ?>, %assume_3 : tile<i32>
  %assume_assume_assume_17 = assume div_by<8>, %assume_assume_16 : tile<i32>
  %assume_assume_18 = assume bounded<0, ?>, %assume_4 : tile<i32>
  %assume_assume_assume_19 = assume div_by<8>, %assume_assume_18 : tile<i32>
  %tview_20 = make_tensor_view %assume_2, shape = [%assume_15, %assume_assume_assume_17], strides = [%assume_assume_assume_19, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
  %assume_21 = assume bounded<0, ?>, %arg11 : tile<i32>
  %tview_22 = make_tensor_view %assume_5, shape = [%assume_21], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
  %assume_23 = assume bounded<0, ?>, %arg14 : tile<i32>
  %assume_assume_24 = assume bounded<0, ?>, %assume_7 : tile<i32>
  %assume_assume_assume_25 = assume div_by<8>, %assume_assume_24 : tile<i32>
  %assume_assume_26 = assume bounded<0, ?>, %assume_8 : tile<i32>
  %assume_assume_assume_27 = assume div_by<8>, %assume_assume_26 : tile<i32>
  %tview_28 = make_tensor_view %assume_6, shape = [%assume_23, %assume_assume_assume_25], strides = [%assume_assume_assume_27, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
  %blockId_x, %blockId_y, %blockId_z = get_tile_block_id : tile<i32>
  %blockId_x_29, %blockId_y_30, %blockId_z_31 = get_tile_block_id : tile<i32>
  %cst_0_f32 = constant <f32: 0.000000e+00> : tile<128x128xf32>
  %pview = make_partition_view %tview : partition_view<tile=(128x64), tensor_view<?x?xf16, strides=[?,1]>>
  %1:2 = get_index_space_shape %pview : partition_view<tile=(128x64), tensor_view<?x?xf16, strides=[?,1]>> -> tile<i32>
  %cst_0_i32 = constant <i32: 0> : tile<i32>
  %cst_1_i32_32 = constant <i32: 1> : tile<i32>
  %pview_33 = make_partition_view %tview : partition_view<tile=(128x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
  %pview_34 = make_partition_view %tview_20 : partition_view<tile=(64x128), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
  %for = for %loopIdx in (%cst_0_i32 to %1#1, step %cst_1_i32_32) : tile<i32> iter_values(%iterArg0 = %cst_0_f32) -> (tile<128x128xf32>) {
    %tile_40, %result_token_41 = load_view_tko weak %pview_33[%blockId_x, %loopIdx] token = %0 : partition_view<tile=(128x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<128x64xf16>, token
    %tile_42, %result_token_43 = load_view_tko weak %pview_34[%loopIdx, %blockId_y_30] token = %0 : partition_view<tile=(64x128), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<64x128xf16>, token
    %6 = mmaf %tile_40, %tile_42, %iterArg0 : tile<128x64xf16>, tile<64x128xf16>, tile<128x128xf32>
    continue %6 : tile<128x128xf32>
  }
  %pview_35 = make_partition_view %tview_22 : partition_view<tile=(128), padding_value = zero, tensor_view<?xf32, strides=[1]>>
  %tile, %result_token = load_view_tko weak %pview_35[%blockId_y_30] token = %0 : partition_view<tile=(128), padding_value = zero, tensor_view<?xf32, strides=[1]>>, tile<i32> -> tile<128xf32>, token
  %reshape = reshape %tile : tile<128xf32> -> tile<1x128xf32>
  %bcast = broadcast %reshape : tile<1x128xf32> -> tile<128x128xf32>
  %2 = addf %for, %bcast  : tile<128x128xf32>
  %cst_0_f32_36 = constant <f32: 0.000000e+00> : tile<f32>
  %reshape_37 = reshape %cst_0_f32_36 : tile<f32> -> tile<1x1xf32>
  %bcast_38 = broadcast %reshape_37 : tile<1x1xf32> -> tile<128x128xf32>
  %3 = maxf %2, %bcast_38 : tile<128x128xf32>
  %4 = ftof %3  : tile<128x128xf32> -> tile<128x128xf16>
  %pview_39 = make_partition_view %tview_28 : partition_view<tile=(128x128), tensor_view<?x?xf16, strides=[?,1]>>
  %5 = store_view_tko weak %4, %pview_39[%blockId_x, %blockId_y_30] token = %0 : tile<128x128xf16>, partition_view<tile=(128x128), tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> token
  return
}
