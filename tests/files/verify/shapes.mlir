// test: ir
// Ops that move elements about.
entry @kernel(%f: tile<f32>, %z: tile<i32>) {
  %0 = constant <f32: 1.0> : tile<4x8xf32>
  %1 = reshape %0 : tile<4x8xf32> -> tile<2x2x8xf32>
  %2 = reshape %f : tile<f32> -> tile<1x1xf32>
  %3 = broadcast %2 : tile<1x1xf32> -> tile<4x8xf32>
  %4 = permute %1 [2, 0, 1] : tile<2x2x8xf32> -> tile<8x2x2xf32>
  %5 = cat %0, %0 dim = 1 : tile<4x8xf32>, tile<4x8xf32> -> tile<4x16xf32>
  %6 = extract %0[%z, %z] : tile<4x8xf32> -> tile<2x4xf32>
  %7 = iota : tile<256xi8>
  return
}
//= entry @kernel(%f: tile<f32>, %z: tile<i32>) {
//=   %0 = constant <f32: 1.000000e+00> : tile<4x8xf32>
//=   %1 = reshape %0 : tile<4x8xf32> -> tile<2x2x8xf32>
//=   %2 = reshape %f : tile<f32> -> tile<1x1xf32>
//=   %3 = broadcast %2 : tile<1x1xf32> -> tile<4x8xf32>
//=   %4 = permute %1 [2, 0, 1] : tile<2x2x8xf32> -> tile<8x2x2xf32>
//=   %5 = cat %0, %0 dim = 1 : tile<4x8xf32>, tile<4x8xf32> -> tile<4x16xf32>
//=   %6 = extract %0[%z, %z] : tile<4x8xf32> -> tile<2x4xf32>
//=   %7 = iota : tile<256xi8>
//=   return
//= }
// -----
// test: ir
// Refusals of these.
entry @kernel(%f: tile<f32>, %z: tile<i32>, %l: tile<i64>) {
  %0 = constant <f32: 1.0> : tile<4x8xf32>
  %1 = reshape %0 : tile<4x8xf32> -> tile<16xf32>
  %2 = reshape %0 : tile<4x8xf32> -> tile<32xf16>
  %3 = broadcast %f : tile<f32> -> tile<4xf32>
  %4 = broadcast %0 : tile<4x8xf32> -> tile<8x8xf32>
  %5 = broadcast %0 : tile<4x8xf32> -> tile<4x8xf16>
  %6 = permute %0 [0, 0] : tile<4x8xf32> -> tile<4x8xf32>
  %7 = permute %0 [1] : tile<4x8xf32> -> tile<8x4xf32>
  %8 = permute %0 [1, 0] : tile<4x8xf32> -> tile<4x8xf32>
  %9 = permute %0 [1, 2] : tile<4x8xf32> -> tile<8x4xf32>
  %10 = cat %0, %0 dim = 2 : tile<4x8xf32>, tile<4x8xf32> -> tile<4x8xf32>
  %11 = cat %0, %0 dim = 0 : tile<4x8xf32>, tile<4x8xf32> -> tile<4x16xf32>
  %12 = cat %0, %f dim = 0 : tile<4x8xf32>, tile<f32> -> tile<8x8xf32>
  %13 = extract %0[%z] : tile<4x8xf32> -> tile<2x4xf32>
  %14 = extract %0[%z, %z] : tile<4x8xf32> -> tile<2x16xf32>
  %15 = extract %0[%l, %l] : tile<4x8xf32> -> tile<2x4xf32>
  %16 = extract %0[%z, %z] : tile<4x8xf32> -> tile<2x4xf16>
  %17 = iota : tile<512xi8>
  %18 = iota : tile<4x8xi32>
  %19 = iota : tile<8xf32>
  %20 = iota : tile<i32>
  return
}
//= 5:3 error[verify.shape]: `reshape`: 4x8 and 16 do not have the same number of elements
//= 6:3 error[verify.type]: `reshape`: the elements must be of one type, not of `f32` and `f16`
//= 7:3 error[verify.shape]: `broadcast`: a scalar cannot be broadcast to 4
//=   note: the number of dimensions stays, and only extents of 1 may grow
//=   help: reshape first, to give the source a dimension of extent 1 where the result has more
//= 8:3 error[verify.shape]: `broadcast`: 4x8 cannot be broadcast to 8x8
//=   note: the number of dimensions stays, and only extents of 1 may grow
//=   help: reshape first, to give the source a dimension of extent 1 where the result has more
//= 9:3 error[verify.type]: `broadcast`: the elements must be of one type, not of `f32` and `f16`
//= 10:3 error[verify.attribute]: `permute`: the permutation must name each of the 2 dimensions once
//= 11:3 error[verify.attribute]: `permute`: the permutation must name each of the 2 dimensions once
//= 12:3 error[verify.shape]: `permute`: the result must be 8x4, not 4x8
//= 13:3 error[verify.attribute]: `permute`: the permutation must name each of the 2 dimensions once
//= 14:3 error[verify.attribute]: `cat`: there is no dimension 2 in 4x8
//= 15:3 error[verify.shape]: `cat`: 4x8 and 4x8 joined along dimension 0 are not 4x16
//= 16:3 error[verify.shape]: `cat`: 4x8 and a scalar joined along dimension 0 are not 8x8
//= 17:3 error[verify.count]: `extract`: 1 index for 2 dimensions
//= 18:3 error[verify.shape]: `extract`: 2x16 does not divide 4x8 evenly
//= 19:3 error[verify.type]: `extract`: `index` must be a scalar of type `tile<i32>`, but has type `tile<i64>`
//= 20:3 error[verify.type]: `extract`: the elements must be of one type, not of `f16` and `f32`
//= 21:3 error[verify.shape]: `iota`: 512 numbers do not fit in 8 bits
//= 22:3 error[verify.shape]: `iota`: the result must have one dimension, not be 4x8
//= 23:3 error[verify.type]: `iota`: `result` must be a tile of i1, i8, i16, i32 or i64, but has type `tile<8xf32>`
//= 24:3 error[verify.shape]: `iota`: the result must have one dimension, not be a scalar
