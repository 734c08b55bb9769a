// Two elements go to one place: once the same, once different.
// out x i32 x 1
// out y i32 x 1
entry @k(%x: tile<ptr<i32>>, %y: tile<ptr<i32>>) {
  %same = constant <i32: [5, 5]> : tile<2xi32>
  %different = constant <i32: [5, 6]> : tile<2xi32>
  %x1 = reshape %x : tile<ptr<i32>> -> tile<1xptr<i32>>
  %x2 = broadcast %x1 : tile<1xptr<i32>> -> tile<2xptr<i32>>
  %t0 = store_ptr_tko weak %x2, %same : tile<2xptr<i32>>, tile<2xi32> -> token
  %y1 = reshape %y : tile<ptr<i32>> -> tile<1xptr<i32>>
  %y2 = broadcast %y1 : tile<1xptr<i32>> -> tile<2xptr<i32>>
  %t1 = store_ptr_tko weak %y2, %different : tile<2xptr<i32>>, tile<2xi32> -> token
  return
}
//=> x = 5
//=> y = 6
//=> overlapping-store 12: `store_ptr_tko` writes byte 0 of `y` twice with different values
