// Loops that carry, skip and leave; unsigned bounds; a loop that never runs.
entry @k() {
  %c0 = constant <i32: 0> : tile<i32>
  %c1 = constant <i32: 1> : tile<i32>
  %c3 = constant <i32: 3> : tile<i32>
  %c10 = constant <i32: 10> : tile<i32>
  %minus = constant <i32: -1> : tile<i32>
  %sum = for %i in (%c0 to %c10, step %c3) : tile<i32> iter_values(%s = %c0) -> (tile<i32>) {
    %skip = cmpi equal %i, %c3, signed : tile<i32> -> tile<i1>
    if %skip {
      continue %s : tile<i32>
    }
    %n = addi %s, %i : tile<i32>
    continue %n : tile<i32>
  }
  %none = for %i in (%c0 to %minus, step %c1) : tile<i32> iter_values(%s = %c10) -> (tile<i32>) {
    continue %c0 : tile<i32>
  }
  %two = for unsigned %i in (%minus to %minus, step %c1) : tile<i32> iter_values(%s = %c3) -> (tile<i32>) {
    continue %c0 : tile<i32>
  }
  %steps, %last = loop iter_values(%k = %c0, %x = %c1) : tile<i32>, tile<i32> -> tile<i32>, tile<i32> {
    %big = cmpi greater_than %x, %c10, signed : tile<i32> -> tile<i1>
    if %big {
      break %k, %x : tile<i32>, tile<i32>
    }
    %k1 = addi %k, %c1 : tile<i32>
    %x2 = addi %x, %x : tile<i32>
    continue %k1, %x2 : tile<i32>, tile<i32>
  }
  %p = print_tko "%d %d %d %d %d", %sum, %none, %two, %steps, %last : tile<i32>, tile<i32>, tile<i32>, tile<i32>, tile<i32> -> token
  return
}
//=> printed: 15 10 3 4 16
