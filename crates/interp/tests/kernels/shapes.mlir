// Elements moved about.
entry @k() {
  %v = constant <i32: [[1, 2, 3, 4], [5, 6, 7, 8]]> : tile<2x4xi32>
  %one = constant <i32: 1> : tile<i32>
  %zero = constant <i32: 0> : tile<i32>
  %t = permute %v [1, 0] : tile<2x4xi32> -> tile<4x2xi32>
  %e = extract %v[%one, %one] : tile<2x4xi32> -> tile<1x2xi32>
  %n = constant <i32: -1> : tile<1x2xi32>
  %i = insert %n, %v[%zero, %one] : tile<1x2xi32>, tile<2x4xi32>
  %c = cat %e, %n dim = 1 : tile<1x2xi32>, tile<1x2xi32> -> tile<1x4xi32>
  %r = reshape %e : tile<1x2xi32> -> tile<2x1xi32>
  %b = broadcast %r : tile<2x1xi32> -> tile<2x2xi32>
  %p = print_tko "%d %d %d %d %d", %t, %e, %i, %c, %b : tile<4x2xi32>, tile<1x2xi32>, tile<2x4xi32>, tile<1x4xi32>, tile<2x2xi32> -> token
  return
}
//=> printed: [[1, 5], [2, 6], [3, 7], [4, 8]] [[7, 8]] [[1, 2, -1, -1], [5, 6, 7, 8]] [[7, 8, -1, -1]] [[7, 7], [8, 8]]
