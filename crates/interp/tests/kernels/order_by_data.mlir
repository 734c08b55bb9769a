// What is stored, and whether it is stored, waits for what was loaded.
// in x i32 = 1, 5
entry @k(%x: tile<ptr<i32>>) {
  %one = constant <i32: 1> : tile<i32>
  %v, %t0 = load_ptr_tko weak %x : tile<ptr<i32>> -> tile<i32>, token
  %w = addi %v, %one : tile<i32>
  %t1 = store_ptr_tko weak %x, %w : tile<ptr<i32>>, tile<i32> -> token
  %next = offset %x, %one : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
  %u, %t2 = load_ptr_tko weak %next : tile<ptr<i32>> -> tile<i32>, token
  %large = cmpi greater_than %u, %one, signed : tile<i32> -> tile<i1>
  if %large {
    %t3 = store_ptr_tko weak %next, %one : tile<ptr<i32>>, tile<i32> -> token
  }
  return
}
//=> x = 2, 1
