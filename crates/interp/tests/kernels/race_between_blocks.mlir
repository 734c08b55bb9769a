// Two blocks write the same place.
// grid 2 1 1
// out y i32 x 1
entry @k(%y: tile<ptr<i32>>) {
  %b, %b1, %b2 = get_tile_block_id : tile<i32>
  %t = store_ptr_tko weak %y, %b : tile<ptr<i32>>, tile<i32> -> token
  return
}
//=> y = 1
//=> race 6 (6): race: tile block (1, 0, 0) accesses byte 0 of `y` and nothing orders this after an access of tile block (0, 0, 0)
