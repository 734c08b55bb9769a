// test: ir
// Promises.
entry @kernel(%p: tile<ptr<f32>>, %i: tile<i32>) {
  %x = constant <i32: 0> : tile<4x8xi32>
  %v = make_tensor_view %p, shape = [8], strides = [1] : tensor_view<8xf32, strides=[1]>
  %0 = assume div_by<16>, %p : tile<ptr<f32>>
  %1 = assume div_by<8, every 4 along 1>, %x : tile<4x8xi32>
  %2 = assume bounded<0, ?>, %i : tile<i32>
  %3 = assume bounded<-5, 5>, %i : tile<i32>
  %4 = assume same_elements<[2, 4]>, %x : tile<4x8xi32>
  %5 = assume div_by<16>, %v : tensor_view<8xf32, strides=[1]>
  return
}
//= entry @kernel(%p: tile<ptr<f32>>, %i: tile<i32>) {
//=   %x = constant <i32: 0> : tile<4x8xi32>
//=   %v = make_tensor_view %p, shape = [8], strides = [1] : tensor_view<8xf32, strides=[1]>
//=   %0 = assume div_by<16>, %p : tile<ptr<f32>>
//=   %1 = assume div_by<8, every 4 along 1>, %x : tile<4x8xi32>
//=   %2 = assume bounded<0, ?>, %i : tile<i32>
//=   %3 = assume bounded<-5, 5>, %i : tile<i32>
//=   %4 = assume same_elements<[2, 4]>, %x : tile<4x8xi32>
//=   %5 = assume div_by<16>, %v : tensor_view<8xf32, strides=[1]>
//=   return
//= }
// -----
// test: ir
// Refusals of promises.
entry @kernel(%p: tile<ptr<f32>>, %i: tile<i32>, %f: tile<f32>, %c: tile<i8>) {
  %x = constant <i32: 0> : tile<4x8xi32>
  %0 = assume div_by<12>, %p : tile<ptr<f32>>
  %1 = assume div_by<0>, %i : tile<i32>
  %2 = assume div_by<9223372036854775808>, %i : tile<i32>
  %3 = assume div_by<8>, %f : tile<f32>
  %4 = assume div_by<8, every 16 along 1>, %x : tile<4x8xi32>
  %5 = assume div_by<8, every 4 along 2>, %x : tile<4x8xi32>
  %6 = assume div_by<8, every 1 along 0>, %i : tile<i32>
  %7 = assume bounded<0, ?>, %f : tile<f32>
  %8 = assume bounded<5, -5>, %i : tile<i32>
  %9 = assume bounded<0, 200>, %c : tile<i8>
  %10 = assume bounded<0, ?>, %p : tile<ptr<f32>>
  %11 = assume same_elements<[2]>, %x : tile<4x8xi32>
  %12 = assume same_elements<[8, 2]>, %x : tile<4x8xi32>
  %13 = assume same_elements<[]>, %f : tile<f32>
  return
}
//= 5:3 error[verify.attribute]: `assume`: the divisor must be a power of two of at most 4611686018427387904, not 12
//= 6:3 error[verify.attribute]: `assume`: the divisor must be a power of two of at most 4611686018427387904, not 0
//= 7:3 error[verify.attribute]: `assume`: the divisor must be a power of two of at most 4611686018427387904, not -9223372036854775808
//= 8:3 error[verify.type]: `assume`: only integers, pointers and tensor views have divisors
//= 9:3 error[verify.attribute]: `assume`: `every 16 along 1` does not fit the shape 4x8
//= 10:3 error[verify.attribute]: `assume`: `every 4 along 2` does not fit the shape 4x8
//= 11:3 error[verify.attribute]: `assume`: `every` and `along` are for tiles with dimensions
//= 12:3 error[verify.type]: `assume`: only integers have bounds
//= 13:3 error[verify.attribute]: `assume`: no number lies between 5 and -5
//= 14:3 error[verify.attribute]: `assume`: the bound 200 is not among the signed numbers of 8 bits, -128 to 127
//= 15:3 error[verify.type]: `assume`: only integers have bounds
//= 16:3 error[verify.count]: `assume`: 1 group size for a tile of 2 dimensions
//= 17:3 error[verify.attribute]: `assume`: groups of 8x2 do not fit the shape 4x8
//= 18:3 error[verify.type]: `assume`: groups of equal elements are for integers and pointers
// -----
// test: ir
// Refusals of promises, where it is read.
entry @kernel(%p: tile<ptr<f32>>, %i: tile<i32>, %f: tile<f32>, %c: tile<i8>) {
  %14 = assume likely<3>, %i : tile<i32>
  return
}
//= 4:16 error[verify.attribute]: the predicate must be `div_by<...>`, `bounded<...>` or `same_elements<...>`
