// One third in every mode and format; subnormals flushed and kept; comparisons with a NaN.
entry @k() {
  %one = constant <f32: 1.0> : tile<f32>
  %three = constant <f32: 3.0> : tile<f32>
  %a = divf %one, %three : tile<f32>
  %b = divf %one, %three rounding<zero> : tile<f32>
  %c = divf %one, %three rounding<positive_inf> : tile<f32>
  %d = divf %one, %three rounding<negative_inf> : tile<f32>
  %h = ftof %a : tile<f32> -> tile<f16>
  %g = ftof %a : tile<f32> -> tile<f8E4M3FN>
  %t = ftof %a : tile<f32> -> tile<tf32>
  %ab = bitcast %a : tile<f32> -> tile<i32>
  %bb = bitcast %b : tile<f32> -> tile<i32>
  %cb = bitcast %c : tile<f32> -> tile<i32>
  %db = bitcast %d : tile<f32> -> tile<i32>
  %tiny = constant <f32: 0x00000003> : tile<f32>
  %kept = addf %tiny, %tiny : tile<f32>
  %gone = addf %tiny, %tiny flush_to_zero : tile<f32>
  %kb = bitcast %kept : tile<f32> -> tile<i32>
  %gb = bitcast %gone : tile<f32> -> tile<i32>
  %nan = constant <f32: 0xFFC00001> : tile<f32>
  %n = negf %nan : tile<f32>
  %nb = bitcast %n : tile<f32> -> tile<i32>
  %o = cmpf less_than ordered %nan, %one : tile<f32> -> tile<i1>
  %u = cmpf less_than unordered %nan, %one : tile<f32> -> tile<i1>
  %p = print_tko "%d %d %d %d %.17g %.17g %.17g %d %d %d %d %d", %ab, %bb, %cb, %db, %h, %g, %t, %kb, %gb, %nb, %o, %u : tile<i32>, tile<i32>, tile<i32>, tile<i32>, tile<f16>, tile<f8E4M3FN>, tile<tf32>, tile<i32>, tile<i32>, tile<i32>, tile<i1>, tile<i1> -> token
  return
}
//=> printed: 1051372203 1051372202 1051372203 1051372202 0.333251953125 0.34375 0.333251953125 6 0 2147483647 0 1
