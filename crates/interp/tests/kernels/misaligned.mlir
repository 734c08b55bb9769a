// An address that is no multiple of four.
// in x i8 = 1, 2, 3, 4, 5, 6, 7, 8
entry @k(%x: tile<ptr<i8>>) {
  %one = constant <i32: 1> : tile<i32>
  %x1 = offset %x, %one : tile<ptr<i8>>, tile<i32> -> tile<ptr<i8>>
  %w = ptr_to_ptr %x1 : tile<ptr<i8>> -> tile<ptr<i32>>
  %v, %t = load_ptr_tko weak %w : tile<ptr<i32>> -> tile<i32>, token
  %p = print_tko "%d", %v : tile<i32> -> token
  return
}
//=> x = 1, 2, 3, 4, 5, 6, 7, 8
//=> printed: 84148994
//=> misaligned 7: `load_ptr_tko` accesses byte 1 of `x`, which is no multiple of 4
