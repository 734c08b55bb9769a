// Sums along one dimension from both ends, and what comes first along the other.
entry @k() {
  %v = constant <i32: [[1, 2, 3, 4], [10, 20, 30, 40]]> : tile<2x4xi32>
  %r = scan %v dim=1 reverse=false identities=[0 : i32] : tile<2x4xi32> -> tile<2x4xi32>
  (%a: tile<i32>, %b: tile<i32>) {
    %s = addi %a, %b : tile<i32>
    yield %s : tile<i32>
  }
  %q = scan %v dim=1 reverse=true identities=[0 : i32] : tile<2x4xi32> -> tile<2x4xi32>
  (%a: tile<i32>, %b: tile<i32>) {
    %s = addi %a, %b : tile<i32>
    yield %s : tile<i32>
  }
  %c = scan %v dim=0 reverse=false identities=[0 : i32] : tile<2x4xi32> -> tile<2x4xi32>
  (%a: tile<i32>, %b: tile<i32>) {
    yield %a : tile<i32>
  }
  %p = print_tko "%d %d %d", %r, %q, %c : tile<2x4xi32>, tile<2x4xi32>, tile<2x4xi32> -> token
  return
}
//=> printed: [[1, 3, 6, 10], [10, 30, 60, 100]] [[10, 9, 7, 4], [100, 90, 70, 40]] [[1, 2, 3, 4], [1, 2, 3, 4]]
