// A load that is masked off without padding decides a branch.
// in x i32 = 1
entry @k(%x: tile<ptr<i32>>) {
  %off = constant <i1: false> : tile<i1>
  %v, %t0 = load_ptr_tko weak %x, %off : tile<ptr<i32>>, tile<i1> -> tile<i32>, token
  %one = constant <i32: 1> : tile<i32>
  %c = cmpi equal %v, %one, signed : tile<i32> -> tile<i1>
  if %c {
    %t1 = store_ptr_tko weak %x, %one : tile<ptr<i32>>, tile<i32> -> token
  }
  return
}
//=> x = 1
//=> undefined-used 8 (5): an undefined value decides where this goes
