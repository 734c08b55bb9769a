// Nothing goes from the load to the store of the same place.
// in x i32 = 1
// out y i32 x 1
entry @k(%x: tile<ptr<i32>>, %y: tile<ptr<i32>>) {
  %one = constant <i32: 1> : tile<i32>
  %v, %t0 = load_ptr_tko weak %x : tile<ptr<i32>> -> tile<i32>, token
  %t1 = store_ptr_tko weak %x, %one : tile<ptr<i32>>, tile<i32> -> token
  %t2 = store_ptr_tko weak %y, %v : tile<ptr<i32>>, tile<i32> -> token
  return
}
//=> x = 1
//=> y = 1
//=> race 7 (6): race: tile block (0, 0, 0) accesses byte 0 of `x` and nothing orders this after an access of the same tile block
