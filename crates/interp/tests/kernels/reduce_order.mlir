// A combiner that keeps one side: the first argument is what came before, the second the later element.
// out y i32 x 3
entry @k(%y: tile<ptr<i32>>) {
  %one = constant <i32: 1> : tile<i32>
  %v = constant <i32: [10, 11, 12, 13]> : tile<4xi32>
  %first = reduce %v dim=0 identities=[0 : i32] : tile<4xi32> -> tile<i32>
  (%a: tile<i32>, %b: tile<i32>) {
    yield %a : tile<i32>
  }
  %last = reduce %v dim=0 identities=[0 : i32] : tile<4xi32> -> tile<i32>
  (%a: tile<i32>, %b: tile<i32>) {
    yield %b : tile<i32>
  }
  %t0 = store_ptr_tko weak %y, %first : tile<ptr<i32>>, tile<i32> -> token
  %y1 = offset %y, %one : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
  %t1 = store_ptr_tko weak %y1, %last : tile<ptr<i32>>, tile<i32> -> token
  %all = constant <i32: 3> : tile<8xi32>
  %sum = reduce %all dim=0 identities=[0 : i32] : tile<8xi32> -> tile<i32>
  (%a: tile<i32>, %b: tile<i32>) {
    %s = addi %a, %b : tile<i32>
    yield %s : tile<i32>
  }
  %y2 = offset %y1, %one : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
  %t2 = store_ptr_tko weak %y2, %sum : tile<ptr<i32>>, tile<i32> -> token
  return
}
//=> y = 10, 13, 24
