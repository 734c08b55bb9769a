// Two blocks add to the same place, at once.
// grid 2 1 1
// in y i32 = 10
entry @k(%y: tile<ptr<i32>>) {
  %b, %b1, %b2 = get_tile_block_id : tile<i32>
  %old, %t = atomic_rmw_tko relaxed device %y, add, %b : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
  return
}
//=> y = 11
