// Printing shows which elements are undefined; assertions on them are found.
// in x i32 = 1
entry @k(%x: tile<ptr<i32>>) {
  %off = constant <i1: false> : tile<i1>
  %v, %t = load_ptr_tko weak %x, %off : tile<ptr<i32>>, tile<i1> -> tile<i32>, token
  %p = print_tko "%d", %v : tile<i32> -> token
  %one = constant <i32: 0> : tile<i32>
  %c = cmpi equal %v, %one, signed : tile<i32> -> tile<i1>
  assert %c, "it is" : tile<i1>
  return
}
//=> x = 1
//=> printed: undefined
//=> undefined-used 9 (5): an undefined value decides whether this holds
