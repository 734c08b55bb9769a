// Both blocks wait for a flag that nobody raises.
// grid 2 1 1
// in flag i32 = 0
entry @k(%flag: tile<ptr<i32>>) {
  %zero = constant <i32: 0> : tile<i32>
  %one = constant <i32: 1> : tile<i32>
  loop {
    %f, %t = atomic_cas_tko acquire device %flag, %one, %zero : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
    %set = cmpi equal %f, %one, signed : tile<i32> -> tile<i1>
    if %set {
      break
    }
    continue
  }
  return
}
//=> ended: Deadlock
//=> flag = 0
