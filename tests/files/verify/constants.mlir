// test: ir
// Constants.
entry @kernel() {
  %0 = constant <i1: true> : tile<4xi1>
  %1 = constant <i8: [-128, 127, 255, 0]> : tile<4xi8>
  %2 = constant <f32: [[0.0, 1.5], [0x7FC00000, -0.0]]> : tile<2x2xf32>
  %3 = constant <f8E8M0FNU: 1.0> : tile<2xf8E8M0FNU>
  return
}
//= entry @kernel() {
//=   %0 = constant <i1: true> : tile<4xi1>
//=   %1 = constant <i8: [-128, 127, -1, 0]> : tile<4xi8>
//=   %2 = constant <f32: [[0.000000e+00, 1.500000e+00], [0x7FC00000, -0.000000e+00]]> : tile<2x2xf32>
//=   %3 = constant <f8E8M0FNU: 1.000000e+00> : tile<2xf8E8M0FNU>
//=   return
//= }
// -----
// test: ir
// Refusals of constants, where it is read.
entry @kernel() {
  %0 = constant <i8: 256> : tile<i8>
  %1 = constant <i8: -129> : tile<i8>
  %2 = constant <i32: [1, 2, 3]> : tile<4xi32>
  %3 = constant <i32: [[1, 2], [3, 4]]> : tile<4xi32>
  %4 = constant <i32: [[1, 2], [3]]> : tile<2x2xi32>
  %5 = constant <f32: 0.0> : tile<f16>
  %6 = constant <i32: 1.5> : tile<i32>
  %7 = constant <f32: 1> : tile<ptr<f32>>
  %8 = constant <f16: 0x12345> : tile<f16>
  %9 = constant <i1: 2> : tile<i1>
  return
}
//= 4:22 error[verify.attribute]: `256` is no value of type `i8`
//= 5:22 error[verify.attribute]: `-129` is no value of type `i8`
//= 6:23 error[verify.shape]: 3 values for 4 elements
//= 7:23 error[verify.shape]: the brackets do not have the shape of the type
//= 8:32 error[verify.shape]: this list has other extents than the ones before it
//= 9:23 error[verify.type]: the values are of type `f32`, which are not the elements of `tile<f16>`
//= 10:23 error[verify.attribute]: `1.5` is no value of type `i32`
//= 11:23 error[verify.type]: the values are of type `f32`, which are not the elements of `tile<ptr<f32>>`
//= 12:23 error[verify.attribute]: `0x12345` is no value of type `f16`
//= 13:22 error[verify.attribute]: `2` is no value of type `i1`
