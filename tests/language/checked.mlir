// Conditions that must hold, of one element and of many; and printing, which the compiled kernel leaves out.
entry @checked(%x: tile<ptr<f32>>) {
  %z = constant <i32: 0> : tile<i32>
  %b, %b1, %b2 = get_tile_block_id : tile<i32>
  %c = cmpi greater_than_or_equal %b, %z, signed : tile<i32> -> tile<i1>
  assert %c, "blocks are numbered from 0" : tile<i1>
  %p = print_tko "block %i\n", %b : tile<i32> -> token
  %v = make_tensor_view %x, shape = [64], strides = [1] : tensor_view<64xf32, strides=[1]>
  %pv = make_partition_view %v : partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>
  %t, %t0 = load_view_tko weak %pv[%z] token=%p : partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>, tile<i32> -> tile<64xf32>, token
  %s = mulf %t, %t : tile<64xf32>
  %zeros = constant <f32: 0.0> : tile<64xf32>
  %positive = cmpf greater_than_or_equal ordered %s, %zeros : tile<64xf32> -> tile<64xi1>
  assert %positive, "squares are not negative" : tile<64xi1>
  %t2 = store_view_tko weak %s, %pv[%z] token=%t0 : tile<64xf32>, partition_view<tile=(64), tensor_view<64xf32, strides=[1]>>, tile<i32> -> token
  return
}
