// test: emit cuda_tile
// A padding value without a mask is told apart from a mask by its type; of two values the first is the mask.
entry @loads(%q: tile<ptr<f32>>, %b: tile<ptr<i1>>) {
  %pad = constant <f32: 1.0> : tile<f32>
  %m = constant <i1: true> : tile<i1>
  %t = make_token : token
  %0, %t0 = load_ptr_tko weak %q, %pad token=%t : tile<ptr<f32>>, tile<f32> -> tile<f32>, token
  %1, %t1 = load_ptr_tko weak %q, %m token=%t : tile<ptr<f32>>, tile<i1> -> tile<f32>, token
  %2, %t2 = load_ptr_tko weak %q, %m, %pad : tile<ptr<f32>>, tile<i1>, tile<f32> -> tile<f32>, token
  %3, %t3 = load_ptr_tko weak %q, %pad : tile<ptr<f32>>, tile<f32> -> tile<f32>, token
  // Truth values may be either: one alone is the mask.
  %4, %t4 = load_ptr_tko weak %b, %m : tile<ptr<i1>>, tile<i1> -> tile<i1>, token
  return
}
//= entry @loads(%q: tile<ptr<f32>>, %b: tile<ptr<i1>>) {
//=   %pad = constant <f32: 1.000000e+00> : tile<f32>
//=   %m = constant <i1: true> : tile<i1>
//=   %t = make_token : token
//=   %0, %t0 = load_ptr_tko weak %q, %pad token=%t : tile<ptr<f32>>, tile<f32> -> tile<f32>, token
//=   %1, %t1 = load_ptr_tko weak %q, %m token=%t : tile<ptr<f32>>, tile<i1> -> tile<f32>, token
//=   %2, %t2 = load_ptr_tko weak %q, %m, %pad : tile<ptr<f32>>, tile<i1>, tile<f32> -> tile<f32>, token
//=   %3, %t3 = load_ptr_tko weak %q, %pad : tile<ptr<f32>>, tile<f32> -> tile<f32>, token
//=   %4, %t4 = load_ptr_tko weak %b, %m : tile<ptr<i1>>, tile<i1> -> tile<i1>, token
//=   return
//= }
// -----
// test: messages
entry @swapped(%q: tile<ptr<f32>>, %pad: tile<f32>, %m: tile<i1>, %n: tile<i32>) {
  %0, %t0 = load_ptr_tko weak %q, %pad, %m : tile<ptr<f32>>, tile<f32>, tile<i1> -> tile<f32>, token
  %1, %t1 = load_ptr_tko weak %q, %n : tile<ptr<f32>>, tile<i32> -> tile<f32>, token
  return
}
//= 3:3 error[verify.type]: `load_ptr_tko`: `mask` must be a tile of i1, but has type `tile<f32>`
//= 4:3 error[verify.type]: `load_ptr_tko`: the padding must have the type of the result
