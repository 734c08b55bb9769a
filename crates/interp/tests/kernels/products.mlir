// Products of matrices: integers of both signs, f64, f16 rounded once, f8 with scales, and a batch.
entry @k() {
  %a = constant <i8: [[-1, 2], [3, 4]]> : tile<2x2xi8>
  %b = constant <i8: [[1, 0], [0, -1]]> : tile<2x2xi8>
  %c = constant <i32: 100> : tile<2x2xi32>
  %i0 = mmai %a, %b, %c signed signed : tile<2x2xi8>, tile<2x2xi8>, tile<2x2xi32>
  %i1 = mmai %a, %b, %c unsigned signed : tile<2x2xi8>, tile<2x2xi8>, tile<2x2xi32>
  %d = constant <f64: [[0.5, 2.0], [3.0, 4.0]]> : tile<2x2xf64>
  %z = constant <f64: 0.0> : tile<2x2xf64>
  %f0 = mmaf %d, %d, %z : tile<2x2xf64>, tile<2x2xf64>, tile<2x2xf64>
  %h = constant <f16: [[2048.0, 1.0]]> : tile<1x2xf16>
  %o = constant <f16: [[1.0], [1.0]]> : tile<2x1xf16>
  %s = constant <f16: 2.0> : tile<1x1xf16>
  %f1 = mmaf %h, %o, %s : tile<1x2xf16>, tile<2x1xf16>, tile<1x1xf16>
  %e = constant <f8E4M3FN: 2.0> : tile<1x64xf8E4M3FN>
  %g = constant <f8E4M3FN: 1.0> : tile<64x1xf8E4M3FN>
  %sa = constant <f8E8M0FNU: [[1.0, 2.0]]> : tile<1x2xf8E8M0FNU>
  %sb = constant <f8E8M0FNU: [[4.0], [0.5]]> : tile<2x1xf8E8M0FNU>
  %w = constant <f32: 0.0> : tile<1x1xf32>
  %f2 = mmaf_scaled %e, %g, %w, %sa, %sb : tile<1x64xf8E4M3FN>, tile<64x1xf8E4M3FN>, tile<1x1xf32>, tile<1x2xf8E8M0FNU>, tile<2x1xf8E8M0FNU>
  %x = constant <f32: [[[2.0]], [[3.0]]]> : tile<2x1x1xf32>
  %y = constant <f32: [[[1.0]], [[-1.0]]]> : tile<2x1x1xf32>
  %f3 = mmaf %x, %x, %y : tile<2x1x1xf32>, tile<2x1x1xf32>, tile<2x1x1xf32>
  %p = print_tko "%d %d %.17g %.17g %.17g %.17g", %i0, %i1, %f0, %f1, %f2, %f3 : tile<2x2xi32>, tile<2x2xi32>, tile<2x2xf64>, tile<1x1xf16>, tile<1x1xf32>, tile<2x1x1xf32> -> token
  return
}
//=> printed: [[99, 98], [103, 96]] [[355, 98], [103, 96]] [[6.25, 9], [13.5, 22]] [[2052]] [[320]] [[[5]], [[8]]]
