// test: ir
// Types of tiles and pointers.
entry @kernel(%0: tile<i1>, %1: tile<f8E4M3FN>, %2: tile<f8E5M2>, %3: tile<f8E8M0FNU>, %4: tile<tf32>, %5: tile<bf16>, %6: tile<ptr<i1>>) {
  %a = constant <f32: 0.0> : tile<4096x4096xf32>
  %b = constant <f4E2M1FN: 1.0> : tile<2xf4E2M1FN>
  return
}
//= entry @kernel(%0: tile<i1>, %1: tile<f8E4M3FN>, %2: tile<f8E5M2>, %3: tile<f8E8M0FNU>, %4: tile<tf32>, %5: tile<bf16>, %6: tile<ptr<i1>>) {
//=   %a = constant <f32: 0.000000e+00> : tile<4096x4096xf32>
//=   %b = constant <f4E2M1FN: 1.000000e+00> : tile<2xf4E2M1FN>
//=   return
//= }
// -----
// test: ir
// Refusals of types, where it is read.
entry @kernel() {
  %n = constant <i64: 0> : tile<i64>
  %0 = constant <f32: 0.0> : tile<3xf32>
  %1 = constant <f32: 0.0> : tile<0xf32>
  %2 = constant <f32: 0.0> : tile<4096x8192xf32>
  %3 = constant <f32: 0.0> : tile<?xf32>
  %4 = constant <f4E2M1FN: 1.0> : tile<f4E2M1FN>
  %5 = constant <f32: 0.0> : tile<tile<f32>>
  %7 = int_to_ptr %n : tile<i64> -> tile<ptr<tile<f32>>>
  %8 = int_to_ptr %n : tile<i64> -> tile<ptr<ptr<f32>>>
  %9 = constant <i24: 0> : tile<i24>
  %10 = int_to_ptr %n : tile<i64> -> tile<ptr<i4>>
  return
}
//= 5:30 error[verify.shape]: the tile extent 3 is not a power of two
//=   note: Tile IR allows only powers of two as tile extents
//=   help: the nearest legal extents are 2 and 4; mask or pad the rest
//= 6:30 error[verify.shape]: the tile extent 0 is not a power of two
//=   note: Tile IR allows only powers of two as tile extents
//=   help: use an extent such as 64 or 128
//= 7:30 error[verify.shape]: a tile has at most 16777216 elements; this one has more
//= 8:30 error[verify.shape]: the extents of a tile are constants, not `?`
//= 9:35 error[verify.shape]: tiles of f4E2M1FN have an even number of elements: two lie in a byte
//=   help: give it an extent of at least 2
//= 10:30 error[verify.type]: the elements of a tile are numbers or pointers, not `tile<f32>`
//= 11:42 error[verify.type]: a pointer points to numbers, not to `tile<f32>`
//= 12:42 error[verify.type]: a pointer points to numbers, not to `ptr<f32>`
//= 13:18 error[verify.type]: there is no type `i24`
//=   help: did you mean `i4`?
//= 14:43 error[verify.type]: a pointer points to numbers, not to `i4`
// -----
// test: ir
// Types that kernels do not take.
entry @kernel(%a: tile<4xf32>) {

  return
}
//= 3:1 error[verify.shape]: `entry`: the parameters of a kernel are scalar tiles, such as `tile<i32>` or `tile<ptr<f32>>`, not `tile<4xf32>`
// -----
// test: ir
// Nor that.
entry @kernel(%a: token) {

  return
}
//= 3:1 error[verify.type]: `entry`: the parameters of a kernel are scalar tiles, such as `tile<i32>` or `tile<ptr<f32>>`, not `token`
// -----
// test: ir
// Nor that.
entry @kernel(%a: tensor_view<8xf32, strides=[1]>) {

  return
}
//= 3:1 error[verify.type]: `entry`: the parameters of a kernel are scalar tiles, such as `tile<i32>` or `tile<ptr<f32>>`, not `tensor_view<8xf32, strides=[1]>`
