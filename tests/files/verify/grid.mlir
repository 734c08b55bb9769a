// test: ir
// Numbers of the grid, and ops that wait for other kernels.
entry @kernel() {
  %x, %y, %z = get_tile_block_id : tile<i32>
  %a, %b, %c = get_num_tile_blocks : tile<i32>
  %t = gdc_wait_tko -> token
  return
}
//= entry @kernel() {
//=   %x, %y, %z = get_tile_block_id : tile<i32>
//=   %a, %b, %c = get_num_tile_blocks : tile<i32>
//=   %t = gdc_wait_tko -> token
//=   return
//= }
// -----
// test: ir
// Refusals of these, where it is read.
entry @kernel() {
  %x, %y = get_tile_block_id : tile<i32>
  return
}
//= 4:3 error[verify.count]: `get_tile_block_id` has 3 results, but 2 named
