// An index beyond the last tile.
// in x f32 = 1, 2, 3, 4
// out y f32 x 4
entry @k(%x: tile<ptr<f32>>, %y: tile<ptr<f32>>) {
  %zero = constant <i32: 0> : tile<i32>
  %one = constant <i32: 1> : tile<i32>
  %vx = make_tensor_view %x, shape = [4], strides = [1] : tensor_view<4xf32, strides=[1]>
  %px = make_partition_view %vx : partition_view<tile=(4), padding_value = zero, tensor_view<4xf32, strides=[1]>>
  %vy = make_tensor_view %y, shape = [4], strides = [1] : tensor_view<4xf32, strides=[1]>
  %py = make_partition_view %vy : partition_view<tile=(4), tensor_view<4xf32, strides=[1]>>
  %v, %t0 = load_view_tko weak %px[%one] : partition_view<tile=(4), padding_value = zero, tensor_view<4xf32, strides=[1]>>, tile<i32> -> tile<4xf32>, token
  %t1 = store_view_tko weak %v, %py[%zero] : tile<4xf32>, partition_view<tile=(4), tensor_view<4xf32, strides=[1]>>, tile<i32> -> token
  return
}
//=> x = 1, 2, 3, 4
//=> y = 0, 0, 0, 0
//=> index-outside 11: index 0 of `load_view_tko` is 1, but it must be from 0 to 0
