// Title: Counting with atomics
entry @histogram(%x: tile<ptr<i32>>, %bins: tile<ptr<i32>>, %n: tile<i32>) {
  %start = make_token : token
  %width = constant <i32: 256> : tile<i32>
  %block, %block_y, %block_z = get_tile_block_id : tile<i32>
  %first = muli %block, %width : tile<i32>
  %lanes = iota : tile<256xi32>
  %first1 = reshape %first : tile<i32> -> tile<1xi32>
  %firsts = broadcast %first1 : tile<1xi32> -> tile<256xi32>
  %index = addi %firsts, %lanes : tile<256xi32>
  %n1 = reshape %n : tile<i32> -> tile<1xi32>
  %ns = broadcast %n1 : tile<1xi32> -> tile<256xi32>
  %inside = cmpi less_than %index, %ns, signed : tile<256xi32> -> tile<256xi1>

  %x1 = reshape %x : tile<ptr<i32>> -> tile<1xptr<i32>>
  %xs = broadcast %x1 : tile<1xptr<i32>> -> tile<256xptr<i32>>
  %from = offset %xs, %index : tile<256xptr<i32>>, tile<256xi32> -> tile<256xptr<i32>>
  %nothing = constant <i32: 0> : tile<256xi32>
  %values, %values_done = load_ptr_tko weak %from, %inside, %nothing token=%start : tile<256xptr<i32>>, tile<256xi1>, tile<256xi32> -> tile<256xi32>, token

  // The low four bits choose the bin.
  %mask = constant <i32: 15> : tile<256xi32>
  %bin = andi %values, %mask : tile<256xi32>
  %b1 = reshape %bins : tile<ptr<i32>> -> tile<1xptr<i32>>
  %bs = broadcast %b1 : tile<1xptr<i32>> -> tile<256xptr<i32>>
  %to = offset %bs, %bin : tile<256xptr<i32>>, tile<256xi32> -> tile<256xptr<i32>>
  %ones = constant <i32: 1> : tile<256xi32>
  %before, %done = atomic_rmw_tko relaxed device %to, add, %ones, %inside token=%start : tile<256xptr<i32>>, tile<256xi32>, tile<256xi1> -> tile<256xi32>, token
  return
}
