// Title: Scale, shift and clamp a matrix
entry @relu_scale(%x: tile<ptr<f16>>, %bias: tile<ptr<f16>>, %y: tile<ptr<f16>>) {
  %x16 = assume div_by<16>, %x : tile<ptr<f16>>
  %b16 = assume div_by<16>, %bias : tile<ptr<f16>>
  %y16 = assume div_by<16>, %y : tile<ptr<f16>>
  %start = make_token : token
  %zero = constant <i32: 0> : tile<i32>
  %row, %column, %block_z = get_tile_block_id : tile<i32>
  %vx = make_tensor_view %x16, shape = [100, 256], strides = [256, 1] : tensor_view<100x256xf16, strides=[256,1]>
  %vy = make_tensor_view %y16, shape = [100, 256], strides = [256, 1] : tensor_view<100x256xf16, strides=[256,1]>
  %vb = make_tensor_view %b16, shape = [256], strides = [1] : tensor_view<256xf16, strides=[1]>
  %px = make_partition_view %vx : partition_view<tile=(16x128), padding_value = zero, tensor_view<100x256xf16, strides=[256,1]>>
  %py = make_partition_view %vy : partition_view<tile=(16x128), tensor_view<100x256xf16, strides=[256,1]>>
  %pb = make_partition_view %vb : partition_view<tile=(128), tensor_view<256xf16, strides=[1]>>

  %t, %t_done = load_view_tko weak %px[%row, %column] token = %start : partition_view<tile=(16x128), padding_value = zero, tensor_view<100x256xf16, strides=[256,1]>>, tile<i32> -> tile<16x128xf16>, token
  %b, %b_done = load_view_tko weak %pb[%column] token = %start : partition_view<tile=(128), tensor_view<256xf16, strides=[1]>>, tile<i32> -> tile<128xf16>, token
  %wide = ftof %t : tile<16x128xf16> -> tile<16x128xf32>
  %half = constant <f32: 0.5> : tile<16x128xf32>
  %scaled = mulf %wide, %half : tile<16x128xf32>
  %b_wide = ftof %b : tile<128xf16> -> tile<128xf32>
  %b_row = reshape %b_wide : tile<128xf32> -> tile<1x128xf32>
  %b_all = broadcast %b_row : tile<1x128xf32> -> tile<16x128xf32>
  %shifted = addf %scaled, %b_all : tile<16x128xf32>
  %floor = constant <f32: 0.0> : tile<16x128xf32>
  %clamped = maxf %shifted, %floor : tile<16x128xf32>
  %narrow = ftof %clamped : tile<16x128xf32> -> tile<16x128xf16>
  %done = store_view_tko weak %narrow, %py[%row, %column] token = %start : tile<16x128xf16>, partition_view<tile=(16x128), tensor_view<100x256xf16, strides=[256,1]>>, tile<i32> -> token
  return
}
