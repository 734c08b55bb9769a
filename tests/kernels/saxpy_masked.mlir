// Title: a x + y over any length
entry @saxpy(%a: tile<f32>, %x: tile<ptr<f32>>, %y: tile<ptr<f32>>, %n: tile<i32>) {
  // Nothing is promised of the length, so every element is checked against it.
  %start = make_token : token
  %block, %block_y, %block_z = get_tile_block_id : tile<i32>
  %vx = make_tensor_view %x, shape = [%n], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
  %vy = make_tensor_view %y, shape = [%n], strides = [1] : tile<i32> -> tensor_view<?xf32, strides=[1]>
  %px = make_partition_view %vx : partition_view<tile=(512), padding_value = zero, tensor_view<?xf32, strides=[1]>>
  %py = make_partition_view %vy : partition_view<tile=(512), padding_value = zero, tensor_view<?xf32, strides=[1]>>

  %tx, %tx_done = load_view_tko weak %px[%block] token = %start : partition_view<tile=(512), padding_value = zero, tensor_view<?xf32, strides=[1]>>, tile<i32> -> tile<512xf32>, token
  %ty, %ty_done = load_view_tko weak %py[%block] token = %start : partition_view<tile=(512), padding_value = zero, tensor_view<?xf32, strides=[1]>>, tile<i32> -> tile<512xf32>, token
  %a1 = reshape %a : tile<f32> -> tile<1xf32>
  %as = broadcast %a1 : tile<1xf32> -> tile<512xf32>
  %r = fma %as, %tx, %ty : tile<512xf32>
  // The store must come after the load of the same elements.
  %done = store_view_tko weak %r, %py[%block] token = %ty_done : tile<512xf32>, partition_view<tile=(512), padding_value = zero, tensor_view<?xf32, strides=[1]>>, tile<i32> -> token
  return
}
