// A load that waits for no token of the store before it.
// in x i32 = 1
// out y i32 x 1
entry @k(%x: tile<ptr<i32>>, %y: tile<ptr<i32>>) {
  %seven = constant <i32: 7> : tile<i32>
  %t0 = store_ptr_tko weak %x, %seven : tile<ptr<i32>>, tile<i32> -> token
  %v, %t1 = load_ptr_tko weak %x : tile<ptr<i32>> -> tile<i32>, token
  %t2 = store_ptr_tko weak %y, %v : tile<ptr<i32>>, tile<i32> -> token
  return
}
//=> x = 7
//=> y = 7
//=> race 7 (6): race: tile block (0, 0, 0) accesses byte 0 of `x` and nothing orders this after an access of the same tile block
