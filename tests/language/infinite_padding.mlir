// An element beyond the edge of an array of 8-bit floats that have infinity is infinity, not the largest number.
entry @infinite_padding(%x: tile<ptr<f8E5M2>>, %y: tile<ptr<f8E5M2>>) {
  %zero = constant <i32: 0> : tile<i32>
  %one = constant <i32: 1> : tile<i32>
  %vx = make_tensor_view %x, shape = [20, 5], strides = [5, 1] : tensor_view<20x5xf8E5M2, strides=[5,1]>
  %above = make_partition_view %vx : partition_view<tile=(16x8), padding_value = pos_inf, tensor_view<20x5xf8E5M2, strides=[5,1]>>
  %below = make_partition_view %vx : partition_view<tile=(16x8), padding_value = neg_inf, tensor_view<20x5xf8E5M2, strides=[5,1]>>
  %vy = make_tensor_view %y, shape = [32, 8], strides = [8, 1] : tensor_view<32x8xf8E5M2, strides=[8,1]>
  %py = make_partition_view %vy : partition_view<tile=(16x8), tensor_view<32x8xf8E5M2, strides=[8,1]>>
  %a, %t0 = load_view_tko weak %above[%zero, %zero] : partition_view<tile=(16x8), padding_value = pos_inf, tensor_view<20x5xf8E5M2, strides=[5,1]>>, tile<i32> -> tile<16x8xf8E5M2>, token
  %b, %t1 = load_view_tko weak %below[%one, %zero] : partition_view<tile=(16x8), padding_value = neg_inf, tensor_view<20x5xf8E5M2, strides=[5,1]>>, tile<i32> -> tile<16x8xf8E5M2>, token
  %s0 = store_view_tko weak %a, %py[%zero, %zero] : tile<16x8xf8E5M2>, partition_view<tile=(16x8), tensor_view<32x8xf8E5M2, strides=[8,1]>>, tile<i32> -> token
  %s1 = store_view_tko weak %b, %py[%one, %zero] : tile<16x8xf8E5M2>, partition_view<tile=(16x8), tensor_view<32x8xf8E5M2, strides=[8,1]>>, tile<i32> -> token
  return
}
