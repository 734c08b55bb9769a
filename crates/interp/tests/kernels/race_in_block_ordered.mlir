// The same with the token.
// in x i32 = 1
// out y i32 x 1
entry @k(%x: tile<ptr<i32>>, %y: tile<ptr<i32>>) {
  %seven = constant <i32: 7> : tile<i32>
  %t0 = store_ptr_tko weak %x, %seven : tile<ptr<i32>>, tile<i32> -> token
  %t = make_token : token
  %both = join_tokens %t, %t0 : token
  %v, %t1 = load_ptr_tko weak %x token=%both : tile<ptr<i32>> -> tile<i32>, token
  %t2 = store_ptr_tko weak %y, %v : tile<ptr<i32>>, tile<i32> -> token
  return
}
//=> x = 7
//=> y = 7
