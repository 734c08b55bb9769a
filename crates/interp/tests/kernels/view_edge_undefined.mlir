// A tile over the edge of a tensor of three, undefined there and stored.
// in x f32 = 1, 2, 3
// out y f32 x 4
entry @k(%x: tile<ptr<f32>>, %y: tile<ptr<f32>>) {
  %zero = constant <i32: 0> : tile<i32>
  %n = constant <i32: 3> : tile<i32>
  %vx = make_tensor_view %x, shape = [%n], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
  %px = make_partition_view %vx : partition_view<tile=(4), tensor_view<?xf32, strides=[1]>>
  %vy = make_tensor_view %y, shape = [4], strides = [1] : tensor_view<4xf32, strides=[1]>
  %py = make_partition_view %vy : partition_view<tile=(4), tensor_view<4xf32, strides=[1]>>
  %v, %t0 = load_view_tko weak %px[%zero] : partition_view<tile=(4), tensor_view<?xf32, strides=[1]>>, tile<i32> -> tile<4xf32>, token
  %d = addf %v, %v : tile<4xf32>
  %t1 = store_view_tko weak %d, %py[%zero] : tile<4xf32>, partition_view<tile=(4), tensor_view<4xf32, strides=[1]>>, tile<i32> -> token
  return
}
//=> x = 1, 2, 3
//=> y = 2, 4, 6, 0
//=> undefined-stored 13 (11): `store_view_tko` stores an undefined element to byte 12 of `y`
