// The same with a mask.
// in x i32 = 0, 1, 2, 3, 4, 5
// out y i32 x 8
entry @k(%x: tile<ptr<i32>>, %y: tile<ptr<i32>>) {
  %i = iota : tile<8xi32>
  %six = constant <i32: 6> : tile<8xi32>
  %pad = constant <i32: -1> : tile<8xi32>
  %mask = cmpi less_than %i, %six, signed : tile<8xi32> -> tile<8xi1>
  %x1 = reshape %x : tile<ptr<i32>> -> tile<1xptr<i32>>
  %x8 = broadcast %x1 : tile<1xptr<i32>> -> tile<8xptr<i32>>
  %px = offset %x8, %i : tile<8xptr<i32>>, tile<8xi32> -> tile<8xptr<i32>>
  %v, %t0 = load_ptr_tko weak %px, %mask, %pad : tile<8xptr<i32>>, tile<8xi1>, tile<8xi32> -> tile<8xi32>, token
  %y1 = reshape %y : tile<ptr<i32>> -> tile<1xptr<i32>>
  %y8 = broadcast %y1 : tile<1xptr<i32>> -> tile<8xptr<i32>>
  %py = offset %y8, %i : tile<8xptr<i32>>, tile<8xi32> -> tile<8xptr<i32>>
  %t1 = store_ptr_tko weak %py, %v : tile<8xptr<i32>>, tile<8xi32> -> token
  return
}
//=> x = 0, 1, 2, 3, 4, 5
//=> y = 0, 1, 2, 3, 4, 5, -1, -1
