// Atomic only within the block.
// grid 2 1 1
// in y i32 = 10
entry @k(%y: tile<ptr<i32>>) {
  %b, %b1, %b2 = get_tile_block_id : tile<i32>
  %old, %t = atomic_rmw_tko relaxed tl_blk %y, add, %b : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
  return
}
//=> y = 11
//=> race 6 (6): race: tile block (1, 0, 0) accesses byte 0 of `y` and nothing orders this after an access of tile block (0, 0, 0)
