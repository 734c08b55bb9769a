// The largest element and where it is last, with a combiner that branches.
// out y i32 x 2
entry @k(%y: tile<ptr<i32>>) {
  %one = constant <i32: 1> : tile<i32>
  %v = constant <i32: [3, 9, 2, 9, 1, 0, 4, 5]> : tile<8xi32>
  %i = iota : tile<8xi32>
  %most, %where = reduce %v, %i dim=0 identities=[-2147483648 : i32, 0 : i32] : tile<8xi32>, tile<8xi32> -> tile<i32>, tile<i32>
  (%a: tile<i32>, %b: tile<i32>, %ia: tile<i32>, %ib: tile<i32>) {
    %c = cmpi greater_than %a, %b, signed : tile<i32> -> tile<i1>
    %m, %w = if %c -> (tile<i32>, tile<i32>) {
      yield %a, %ia : tile<i32>, tile<i32>
    } else {
      yield %b, %ib : tile<i32>, tile<i32>
    }
    yield %m, %w : tile<i32>, tile<i32>
  }
  %t0 = store_ptr_tko weak %y, %most : tile<ptr<i32>>, tile<i32> -> token
  %y1 = offset %y, %one : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
  %t1 = store_ptr_tko weak %y1, %where : tile<ptr<i32>>, tile<i32> -> token
  return
}
//=> y = 9, 3
