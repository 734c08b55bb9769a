// An assertion that fails in the second block ends the run.
// grid 3 1 1
entry @k() {
  %b, %b1, %b2 = get_tile_block_id : tile<i32>
  %one = constant <i32: 1> : tile<i32>
  %c = cmpi less_than %b, %one, signed : tile<i32> -> tile<i1>
  assert %c, "only one block" : tile<i1>
  return
}
//=> ended: Stopped
//=> assertion-failed 7: assertion failed: only one block
