// test: ir
// Matrix products.
entry @kernel() {
  %h = constant <f16: 0.0> : tile<16x32xf16>
  %hb = constant <f16: 0.0> : tile<2x16x32xf16>
  %g = constant <f16: 0.0> : tile<32x16xf16>
  %gb = constant <f16: 0.0> : tile<2x32x16xf16>
  %f = constant <f32: 0.0> : tile<16x16xf32>
  %fb = constant <f32: 0.0> : tile<2x16x16xf32>
  %0 = mmaf %h, %g, %f : tile<16x32xf16>, tile<32x16xf16>, tile<16x16xf32>
  %1 = mmaf %hb, %gb, %fb : tile<2x16x32xf16>, tile<2x32x16xf16>, tile<2x16x16xf32>
  %c = constant <i8: 0> : tile<16x32xi8>
  %e = constant <i8: 0> : tile<32x16xi8>
  %i = constant <i32: 0> : tile<16x16xi32>
  %2 = mmai %c, %e, %i signed unsigned : tile<16x32xi8>, tile<32x16xi8>, tile<16x16xi32>
  %q = constant <f8E4M3FN: 0.0> : tile<16x32xf8E4M3FN>
  %r = constant <f8E4M3FN: 0.0> : tile<32x16xf8E4M3FN>
  %sa = constant <f8E8M0FNU: 1.0> : tile<16x1xf8E8M0FNU>
  %sb = constant <f8E8M0FNU: 1.0> : tile<1x16xf8E8M0FNU>
  %3 = mmaf_scaled %q, %r, %f, %sa, %sb : tile<16x32xf8E4M3FN>, tile<32x16xf8E4M3FN>, tile<16x16xf32>, tile<16x1xf8E8M0FNU>, tile<1x16xf8E8M0FNU>
  return
}
//= entry @kernel() {
//=   %h = constant <f16: 0.000000e+00> : tile<16x32xf16>
//=   %hb = constant <f16: 0.000000e+00> : tile<2x16x32xf16>
//=   %g = constant <f16: 0.000000e+00> : tile<32x16xf16>
//=   %gb = constant <f16: 0.000000e+00> : tile<2x32x16xf16>
//=   %f = constant <f32: 0.000000e+00> : tile<16x16xf32>
//=   %fb = constant <f32: 0.000000e+00> : tile<2x16x16xf32>
//=   %0 = mmaf %h, %g, %f : tile<16x32xf16>, tile<32x16xf16>, tile<16x16xf32>
//=   %1 = mmaf %hb, %gb, %fb : tile<2x16x32xf16>, tile<2x32x16xf16>, tile<2x16x16xf32>
//=   %c = constant <i8: 0> : tile<16x32xi8>
//=   %e = constant <i8: 0> : tile<32x16xi8>
//=   %i = constant <i32: 0> : tile<16x16xi32>
//=   %2 = mmai %c, %e, %i signed unsigned : tile<16x32xi8>, tile<32x16xi8>, tile<16x16xi32>
//=   %q = constant <f8E4M3FN: 0.000000e+00> : tile<16x32xf8E4M3FN>
//=   %r = constant <f8E4M3FN: 0.000000e+00> : tile<32x16xf8E4M3FN>
//=   %sa = constant <f8E8M0FNU: 1.000000e+00> : tile<16x1xf8E8M0FNU>
//=   %sb = constant <f8E8M0FNU: 1.000000e+00> : tile<1x16xf8E8M0FNU>
//=   %3 = mmaf_scaled %q, %r, %f, %sa, %sb : tile<16x32xf8E4M3FN>, tile<32x16xf8E4M3FN>, tile<16x16xf32>, tile<16x1xf8E8M0FNU>, tile<1x16xf8E8M0FNU>
//=   return
//= }
// -----
// test: ir
// Refusals of products.
entry @kernel() {
  %h = constant <f16: 0.0> : tile<16x32xf16>
  %b = constant <bf16: 0.0> : tile<32x16xbf16>
  %g = constant <f16: 0.0> : tile<32x16xf16>
  %gb = constant <f16: 0.0> : tile<2x32x16xf16>
  %f = constant <f32: 0.0> : tile<16x16xf32>
  %d = constant <f64: 0.0> : tile<16x16xf64>
  %0 = mmaf %h, %h, %f : tile<16x32xf16>, tile<16x32xf16>, tile<16x16xf32>
  %1 = mmaf %h, %gb, %f : tile<16x32xf16>, tile<2x32x16xf16>, tile<16x16xf32>
  %2 = mmaf %h, %b, %f : tile<16x32xf16>, tile<32x16xbf16>, tile<16x16xf32>
  %3 = mmaf %h, %g, %d : tile<16x32xf16>, tile<32x16xf16>, tile<16x16xf64>
  %c = constant <i8: 0> : tile<16x32xi8>
  %e = constant <i8: 0> : tile<32x16xi8>
  %i = constant <i32: 0> : tile<16x16xi32>
  %5 = mmai %i, %i, %i signed signed : tile<16x16xi32>, tile<16x16xi32>, tile<16x16xi32>
  %6 = mmaf %i, %i, %i : tile<16x16xi32>, tile<16x16xi32>, tile<16x16xi32>
  %q = constant <f8E4M3FN: 0.0> : tile<16x32xf8E4M3FN>
  %r = constant <f8E4M3FN: 0.0> : tile<32x16xf8E4M3FN>
  %sa = constant <f8E8M0FNU: 1.0> : tile<16x2xf8E8M0FNU>
  %sb = constant <f8E8M0FNU: 1.0> : tile<2x16xf8E8M0FNU>
  %7 = mmaf_scaled %q, %r, %f, %sa, %sb : tile<16x32xf8E4M3FN>, tile<32x16xf8E4M3FN>, tile<16x16xf32>, tile<16x2xf8E8M0FNU>, tile<2x16xf8E8M0FNU>
  %8 = mmaf_scaled %q, %r, %f, %sa, %sa : tile<16x32xf8E4M3FN>, tile<32x16xf8E4M3FN>, tile<16x16xf32>, tile<16x2xf8E8M0FNU>, tile<16x2xf8E8M0FNU>
  %9 = mmaf_scaled %h, %g, %f, %sa, %sb : tile<16x32xf16>, tile<32x16xf16>, tile<16x16xf32>, tile<16x2xf8E8M0FNU>, tile<2x16xf8E8M0FNU>
  return
}
//= 10:3 error[verify.shape]: `mmaf`: the shapes 16x32, 16x32 and 16x16 do not make a product
//=   note: MxK times KxN plus MxN is a product, with or without one batch dimension in front of all three
//= 11:3 error[verify.shape]: `mmaf`: the shapes 16x32, 2x32x16 and 16x16 do not make a product
//=   note: MxK times KxN plus MxN is a product, with or without one batch dimension in front of all three
//= 12:3 error[verify.type]: `mmaf`: there is no product of f16 and bf16 that is added to f32
//=   note: f8 and f16 are added to f16 or f32; bf16, tf32 and f32 to f32; f64 to f64; both operands are of one type
//= 13:3 error[verify.type]: `mmaf`: there is no product of f16 and f16 that is added to f64
//=   note: f8 and f16 are added to f16 or f32; bf16, tf32 and f32 to f32; f64 to f64; both operands are of one type
//= 17:3 error[verify.type]: `mmai`: integer products are of i8 and i8, added to i32, not of i32 and i32, added to i32
//= 18:3 error[verify.type]: `mmaf`: `lhs` must be a tile of floats, but has type `tile<16x16xi32>`
//= 18:3 error[verify.type]: `mmaf`: `rhs` must be a tile of floats, but has type `tile<16x16xi32>`
//= 18:3 error[verify.type]: `mmaf`: `acc` must be a tile of floats, but has type `tile<16x16xi32>`
//= 23:3 error[verify.shape]: `mmaf_scaled`: one scale of f8E8M0FNU stands for 32 elements of f8E4M3FN along K, not for 16
//= 24:3 error[verify.shape]: `mmaf_scaled`: scales of 16x2 and 16x2 do not fit operands of 16x32 and 32x16
//= 25:3 error[verify.type]: `mmaf_scaled`: there is no scaled product of these types: f16, f16, f32, f8E8M0FNU, f8E8M0FNU
//=   note: f8 is scaled by f8E8M0FNU, f4E2M1FN by f8E8M0FNU, f8E4M3FN or fnv8E5M3FNU; the accumulator is f32
// -----
// test: ir
// Refusals of products, where it is read.
entry @kernel() {
  %c = constant <i8: 0> : tile<16x32xi8>
  %e = constant <i8: 0> : tile<32x16xi8>
  %i = constant <i32: 0> : tile<16x16xi32>
  %4 = mmai %c, %e, %i signed : tile<16x32xi8>, tile<32x16xi8>, tile<16x16xi32>
  return
}
//= 7:31 error[verify.attribute]: `signedness_rhs` must be one of `unsigned`, `signed`, not `:`
