// Division in every direction, high halves, shifts, extension and cutting.
entry @k() {
  %a = constant <i32: [7, -7, 7, -7]> : tile<4xi32>
  %b = constant <i32: [2, 2, -2, -2]> : tile<4xi32>
  %c0 = constant <i32: 1> : tile<4xi32>
  %q = divi %a, %b signed : tile<4xi32>
  %f = divi %a, %b signed rounding<negative_inf> : tile<4xi32>
  %c = divi %a, %b signed rounding<positive_inf> : tile<4xi32>
  %r = remi %a, %b signed : tile<4xi32>
  %u = divi %a, %b unsigned : tile<4xi32>
  %h = mulhii %a, %b : tile<4xi32>
  %s = shri %a, %c0 signed : tile<4xi32>
  %p = print_tko "%d %d %d %d %d %d %d", %q, %f, %c, %r, %u, %h, %s : tile<4xi32>, tile<4xi32>, tile<4xi32>, tile<4xi32>, tile<4xi32>, tile<4xi32>, tile<4xi32> -> token
  return
}
//=> printed: [3, -3, -3, 3] [3, -4, -4, 3] [4, -3, -3, 4] [1, -1, 1, -1] [3, 2147483644, 0, 0] [0, 1, 6, -9] [3, -4, 3, -4]
