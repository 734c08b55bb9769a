// A global read, a constant global written, and memory of the block's own.
global private @table <i32: [7, 8]> : tile<2xi32>
global constant @fixed <i32: [1]> : tile<1xi32>
entry @k() {
  %g = get_global @table : tile<ptr<i32>>
  %one = constant <i32: 1> : tile<i32>
  %g1 = offset %g, %one : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
  %v, %t0 = load_ptr_tko weak %g1 : tile<ptr<i32>> -> tile<i32>, token
  %f = get_global @fixed : tile<ptr<i32>>
  %t1 = store_ptr_tko weak %f, %v : tile<ptr<i32>>, tile<i32> -> token
  %a = alloca num_elem = 4, alignment = 16 : tile<ptr<i32>>
  %t2 = store_ptr_tko weak %a, %v : tile<ptr<i32>>, tile<i32> -> token
  %w, %t3 = load_ptr_tko weak %a token=%t2 : tile<ptr<i32>> -> tile<i32>, token
  %p = print_tko "%d", %w : tile<i32> -> token
  return
}
//=> printed: 8
//=> constant-written 10: `store_ptr_tko` writes byte 0 of `@fixed`, a constant
