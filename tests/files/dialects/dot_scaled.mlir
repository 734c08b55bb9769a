// test: ir
%a = arith.constant <f4E2M1FN: 1.0> : tile<16x64xf4E2M1FN>
%b = arith.constant <f4E2M1FN: 1.0> : tile<64x16xf4E2M1FN>
%c = arith.constant <f32: 0.0> : tile<16x16xf32>
%x = arith.constant <f8E4M3FN: 1.0> : tile<16x4xf8E4M3FN>
%y = arith.constant <f8E4M3FN: 1.0> : tile<4x16xf8E4M3FN>
%d = nv_tileaa.dot_scaled %a, %b, %c, %x, %y : tile<16x64xf4E2M1FN>, tile<64x16xf4E2M1FN>, tile<16x16xf32>, tile<16x4xf8E4M3FN>, tile<4x16xf8E4M3FN>
%e = arith.constant <i8: 0> : tile<16x32xi8>
%f = arith.constant <i8: 0> : tile<32x16xi8>
%g = nv_tileas.dot_scaled %e, %f, %c, %x, %y packed : tile<16x32xi8>, tile<32x16xi8>, tile<16x16xf32>, tile<16x4xf8E4M3FN>, tile<4x16xf8E4M3FN>
//= %a = arith.constant <f4E2M1FN: 1.000000e+00> : tile<16x64xf4E2M1FN>
//= %b = arith.constant <f4E2M1FN: 1.000000e+00> : tile<64x16xf4E2M1FN>
//= %c = arith.constant <f32: 0.000000e+00> : tile<16x16xf32>
//= %x = arith.constant <f8E4M3FN: 1.000000e+00> : tile<16x4xf8E4M3FN>
//= %y = arith.constant <f8E4M3FN: 1.000000e+00> : tile<4x16xf8E4M3FN>
//= %d = nv_tileaa.dot_scaled %a, %b, %c, %x, %y : tile<16x64xf4E2M1FN>, tile<64x16xf4E2M1FN>, tile<16x16xf32>, tile<16x4xf8E4M3FN>, tile<4x16xf8E4M3FN>
//= %e = arith.constant <i8: 0> : tile<16x32xi8>
//= %f = arith.constant <i8: 0> : tile<32x16xi8>
//= %g = nv_tileas.dot_scaled %e, %f, %c, %x, %y packed : tile<16x32xi8>, tile<32x16xi8>, tile<16x16xf32>, tile<16x4xf8E4M3FN>, tile<4x16xf8E4M3FN>
// -----
// test: ir
// Packed elements are bytes, so that K is twice what the tiles have.
%c = arith.constant <f32: 0.0> : tile<16x16xf32>
%x = arith.constant <f8E8M0FNU: 1.0> : tile<16x2xf8E8M0FNU>
%e = arith.constant <i8: 0> : tile<16x32xi8>
%f = arith.constant <i8: 0> : tile<32x16xi8>
%y = arith.constant <f8E8M0FNU: 1.0> : tile<4x16xf8E8M0FNU>
%g = nv_tileas.dot_scaled %e, %f, %c, %x, %y packed : tile<16x32xi8>, tile<32x16xi8>, tile<16x16xf32>, tile<16x2xf8E8M0FNU>, tile<4x16xf8E8M0FNU>
//= 8:1 error[verify.shape]: `dot_scaled`: scales of 16x2 and 4x16 do not fit operands of 16x32 and 32x16
// -----
// test: ir
%a = arith.constant <f4E2M1FN: 1.0> : tile<16x64xf4E2M1FN>
%b = arith.constant <f4E2M1FN: 1.0> : tile<64x16xf4E2M1FN>
%c = arith.constant <f32: 0.0> : tile<16x16xf32>
%x = arith.constant <f8E4M3FN: 1.0> : tile<16x4xf8E4M3FN>
%y = arith.constant <f8E4M3FN: 1.0> : tile<4x16xf8E4M3FN>
%d = nv_tileas.dot_scaled %a, %b, %c, %x, %y packed : tile<16x64xf4E2M1FN>, tile<64x16xf4E2M1FN>, tile<16x16xf32>, tile<16x4xf8E4M3FN>, tile<4x16xf8E4M3FN>
//= 7:1 error[verify.type]: `dot_scaled`: a packed product takes i8, i8 and f32, not f4E2M1FN, f4E2M1FN and f32
