// The result of an atomic on fewer elements than there are threads.
entry @tickets(%x: tile<ptr<i32>>, %y: tile<ptr<i32>>) {
  %b, %b1, %b2 = get_tile_block_id : tile<i32>
  %vy = make_tensor_view %y, shape = [64], strides = [1] : tensor_view<64xi32, strides=[1]>
  %py = make_partition_view %vy : partition_view<tile=(64), tensor_view<64xi32, strides=[1]>>
  %t0 = make_token : token
  %one = constant <i32: 1> : tile<i32>
  %old, %t1 = atomic_rmw_tko relaxed device %x, add, %one token=%t0 : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
  %r = reshape %old : tile<i32> -> tile<1xi32>
  %wide = broadcast %r : tile<1xi32> -> tile<64xi32>
  %i = iota : tile<64xi32>
  %s = addi %wide, %i : tile<64xi32>
  %t2 = store_view_tko weak %s, %py[%b] : tile<64xi32>, partition_view<tile=(64), tensor_view<64xi32, strides=[1]>>, tile<i32> -> token
  return
}
