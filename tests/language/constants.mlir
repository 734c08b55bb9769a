// Constants whose elements differ, in layouts that give threads one, several or shared elements.
entry @constants(%x: tile<ptr<i32>>, %y: tile<ptr<f32>>) {
  %b, %b1, %b2 = get_tile_block_id : tile<i32>
  %vx = make_tensor_view %x, shape = [256], strides = [1] : tensor_view<256xi32, strides=[1]>
  %px = make_partition_view %vx : partition_view<tile=(256), tensor_view<256xi32, strides=[1]>>
  %vy = make_tensor_view %y, shape = [8], strides = [1] : tensor_view<8xf32, strides=[1]>
  %py = make_partition_view %vy : partition_view<tile=(8), tensor_view<8xf32, strides=[1]>>
  %four = constant <i32: [[7, -1, 0, 3], [4, 4, 9, 2]]> : tile<2x4xi32>
  %m = reshape %four : tile<2x4xi32> -> tile<2x1x4xi32>
  %wide = broadcast %m : tile<2x1x4xi32> -> tile<2x32x4xi32>
  %flat = reshape %wide : tile<2x32x4xi32> -> tile<256xi32>
  %t, %t0 = load_view_tko weak %px[%b] : partition_view<tile=(256), tensor_view<256xi32, strides=[1]>>, tile<i32> -> tile<256xi32>, token
  %s = muli %t, %flat : tile<256xi32>
  %t1 = store_view_tko weak %s, %px[%b] token=%t0 : tile<256xi32>, partition_view<tile=(256), tensor_view<256xi32, strides=[1]>>, tile<i32> -> token
  %f = constant <f32: [1.5, 2.5, -3.0, 0.0, 1.0, 1.0, 8.0, 9.0]> : tile<8xf32>
  %t2 = store_view_tko weak %f, %py[%b] : tile<8xf32>, partition_view<tile=(8), tensor_view<8xf32, strides=[1]>>, tile<i32> -> token
  return
}
