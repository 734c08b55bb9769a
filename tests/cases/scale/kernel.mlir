entry @scale(%x: tile<ptr<f32>>, %n: tile<i32>, %y: tile<ptr<f32>>, %s: tile<f32>) {
  %b, %b1, %b2 = get_tile_block_id : tile<i32>
  %vx = make_tensor_view %x, shape = [%n], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
  %px = make_partition_view %vx : partition_view<tile=(32), padding_value = zero, tensor_view<?xf32, strides=[1]>>
  %vy = make_tensor_view %y, shape = [%n], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
  %py = make_partition_view %vy : partition_view<tile=(32), tensor_view<?xf32, strides=[1]>>
  %v, %t0 = load_view_tko weak %px[%b] : partition_view<tile=(32), padding_value = zero, tensor_view<?xf32, strides=[1]>>, tile<i32> -> tile<32xf32>, token
  %s1 = reshape %s : tile<f32> -> tile<1xf32>
  %s32 = broadcast %s1 : tile<1xf32> -> tile<32xf32>
  %w = mulf %v, %s32 : tile<32xf32>
  %t1 = store_view_tko weak %w, %py[%b] : tile<32xf32>, partition_view<tile=(32), tensor_view<?xf32, strides=[1]>>, tile<i32> -> token
  return
}
