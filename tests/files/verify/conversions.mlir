// test: ir
// Conversions.
entry @kernel(%b: tile<i1>, %i: tile<i32>, %l: tile<i64>, %h: tile<f16>, %f: tile<f32>, %d: tile<f64>, %p: tile<ptr<f32>>, %c: tile<i8>, %t: tile<tf32>) {
  %0 = exti %c signed : tile<i8> -> tile<i32>
  %1 = trunci %l overflow<no_wrap> : tile<i64> -> tile<i32>
  %2 = ftof %f rounding<nearest_even> : tile<f32> -> tile<f16>
  %3 = ftof %h : tile<f16> -> tile<f64>
  %4 = ftof %f rounding<zero> : tile<f32> -> tile<f8E8M0FNU>
  %5 = ftof %f : tile<f32> -> tile<f8E4M3FN>
  %6 = ftof %f rounding<nearest_away> : tile<f32> -> tile<tf32>
  %7 = ftoi %f signed rounding<nearest_int_to_zero> : tile<f32> -> tile<i64>
  %8 = itof %i unsigned rounding<nearest_even> : tile<i32> -> tile<f16>
  %9 = bitcast %i : tile<i32> -> tile<f32>
  %10 = bitcast %d : tile<f64> -> tile<i64>
  %11 = int_to_ptr %l : tile<i64> -> tile<ptr<f16>>
  %12 = ptr_to_int %p : tile<ptr<f32>> -> tile<i64>
  %13 = ptr_to_ptr %p : tile<ptr<f32>> -> tile<ptr<i8>>
  %14 = offset %p, %i : tile<ptr<f32>>, tile<i32> -> tile<ptr<f32>>
  %15 = constant <i8: [1, 2, 3, 4]> : tile<4xi8>
  %16 = unpack %15 : tile<4xi8> -> tile<1xi32>
  %17 = fpowi %f, %i : tile<f32>, tile<i32>
  return
}
//= entry @kernel(%b: tile<i1>, %i: tile<i32>, %l: tile<i64>, %h: tile<f16>, %f: tile<f32>, %d: tile<f64>, %p: tile<ptr<f32>>, %c: tile<i8>, %t: tile<tf32>) {
//=   %0 = exti %c signed : tile<i8> -> tile<i32>
//=   %1 = trunci %l overflow<no_wrap> : tile<i64> -> tile<i32>
//=   %2 = ftof %f  : tile<f32> -> tile<f16>
//=   %3 = ftof %h  : tile<f16> -> tile<f64>
//=   %4 = ftof %f rounding<zero> : tile<f32> -> tile<f8E8M0FNU>
//=   %5 = ftof %f  : tile<f32> -> tile<f8E4M3FN>
//=   %6 = ftof %f rounding<nearest_away> : tile<f32> -> tile<tf32>
//=   %7 = ftoi %f signed  : tile<f32> -> tile<i64>
//=   %8 = itof %i unsigned  : tile<i32> -> tile<f16>
//=   %9 = bitcast %i : tile<i32> -> tile<f32>
//=   %10 = bitcast %d : tile<f64> -> tile<i64>
//=   %11 = int_to_ptr %l : tile<i64> -> tile<ptr<f16>>
//=   %12 = ptr_to_int %p : tile<ptr<f32>> -> tile<i64>
//=   %13 = ptr_to_ptr %p : tile<ptr<f32>> -> tile<ptr<i8>>
//=   %14 = offset %p, %i : tile<ptr<f32>>, tile<i32> -> tile<ptr<f32>>
//=   %15 = constant <i8: [1, 2, 3, 4]> : tile<4xi8>
//=   %16 = unpack %15 : tile<4xi8> -> tile<1xi32>
//=   %17 = fpowi %f, %i : tile<f32>, tile<i32>
//=   return
//= }
// -----
// test: ir
// Refusals of conversions.
entry @kernel(%b: tile<i1>, %i: tile<i32>, %l: tile<i64>, %h: tile<f16>, %f: tile<f32>, %d: tile<f64>, %p: tile<ptr<f32>>, %t: tile<tf32>, %e: tile<f8E8M0FNU>) {
  %0 = exti %i signed : tile<i32> -> tile<i32>
  %1 = exti %l unsigned : tile<i64> -> tile<i32>
  %2 = trunci %i : tile<i32> -> tile<i64>
  %4 = ftof %f : tile<f32> -> tile<f32>
  %5 = ftof %f rounding<positive_inf> : tile<f32> -> tile<f16>
  %6 = ftof %f rounding<nearest_even> : tile<f32> -> tile<f8E8M0FNU>
  %7 = ftof %f rounding<zero> : tile<f32> -> tile<f8E5M2>
  %8 = ftof %i : tile<i32> -> tile<f32>
  %10 = ftoi %i signed : tile<i32> -> tile<i64>
  %12 = itof %i signed : tile<i32> -> tile<f8E8M0FNU>
  %13 = bitcast %i : tile<i32> -> tile<f64>
  %14 = bitcast %t : tile<tf32> -> tile<i32>
  %15 = bitcast %p : tile<ptr<f32>> -> tile<i64>
  %16 = int_to_ptr %i : tile<i32> -> tile<ptr<f16>>
  %17 = ptr_to_int %p : tile<ptr<f32>> -> tile<i32>
  %18 = ptr_to_ptr %p : tile<ptr<f32>> -> tile<i64>
  %19 = offset %p, %i : tile<ptr<f32>>, tile<i32> -> tile<ptr<f16>>
  %20 = offset %i, %i : tile<i32>, tile<i32> -> tile<i32>
  %21 = constant <i32: 0> : tile<4xi32>
  %22 = exti %21 signed : tile<4xi32> -> tile<8xi64>
  %23 = offset %p, %21 : tile<ptr<f32>>, tile<4xi32> -> tile<ptr<f32>>
  %24 = fpowi %f, %l : tile<f32>, tile<i64>
  %25 = pack %21 : tile<4xi32> -> tile<8xi8>
  return
}
//= 4:3 error[verify.type]: `exti`: the result must be wider than the source
//= 5:3 error[verify.type]: `exti`: the result must be wider than the source
//= 6:3 error[verify.type]: `trunci`: the result must be narrower than the source
//= 7:3 error[verify.type]: `ftof`: source and result are of one type: there is nothing to convert
//= 8:3 error[verify.attribute]: `ftof`: a conversion of f32 to f16 takes the rounding nearest_even, zero, not positive_inf
//= 9:3 error[verify.attribute]: `ftof`: a conversion of f32 to f8E8M0FNU takes the rounding zero, positive_inf, not nearest_even
//= 10:3 error[verify.attribute]: `ftof`: a conversion of f32 to f8E5M2 takes the rounding nearest_even, not zero
//= 11:3 error[verify.type]: `ftof`: `source` must be a tile of floats, but has type `tile<i32>`
//= 12:3 error[verify.type]: `ftoi`: `source` must be a tile of floats, but has type `tile<i32>`
//= 13:3 error[verify.type]: `itof`: integers cannot be converted to f8E8M0FNU
//=   help: convert to another float first
//= 14:3 error[verify.type]: `bitcast`: the elements of `tile<i32>` and `tile<f64>` differ in width
//= 15:3 error[verify.type]: `bitcast`: the elements of `tile<tf32>` and `tile<i32>` differ in width
//= 16:3 error[verify.type]: `bitcast`: `source` must be a tile of numbers, but has type `tile<ptr<f32>>`
//= 17:3 error[verify.type]: `int_to_ptr`: `source` must be a tile of i64, but has type `tile<i32>`
//= 18:3 error[verify.type]: `ptr_to_int`: `result` must be a tile of i64, but has type `tile<i32>`
//= 19:3 error[verify.type]: `ptr_to_ptr`: `result` must be a tile of pointers, but has type `tile<i64>`
//= 20:3 error[verify.type]: `offset`: moving pointers does not change their type
//= 21:3 error[verify.type]: `offset`: `ptr` must be a tile of pointers, but has type `tile<i32>`
//= 21:3 error[verify.type]: `offset`: `result` must be a tile of pointers, but has type `tile<i32>`
//= 23:3 error[verify.shape]: `exti`: all tiles must have one shape, but `tile<4xi32>` and `tile<8xi64>` are here
//=   help: convert, reshape or broadcast one of them first
//= 24:3 error[verify.shape]: `offset`: all tiles must have one shape, but `tile<ptr<f32>>` and `tile<4xi32>` are here
//=   help: convert, reshape or broadcast one of them first
//= 25:3 error[verify.type]: `fpowi`: an exponent has at most 32 bits
//= 26:3 error[verify.shape]: `pack`: 128 bits and 64 bits are not the same number of whole bytes
// -----
// test: ir
// Refusals of conversions, where it is read.
entry @kernel(%b: tile<i1>, %i: tile<i32>, %l: tile<i64>, %h: tile<f16>, %f: tile<f32>, %d: tile<f64>, %p: tile<ptr<f32>>, %t: tile<tf32>, %e: tile<f8E8M0FNU>) {
  %3 = trunci %i overflow<never> : tile<i32> -> tile<i1>
  %9 = ftoi %f signed rounding<negative_inf> : tile<f32> -> tile<i32>
  %11 = itof %i signed rounding<zero> : tile<i32> -> tile<f32>
  return
}
//= 4:27 error[verify.attribute]: `overflow` must be one of `none`, `no_signed_wrap`, `no_unsigned_wrap`, `no_wrap`, not `never`
//= 5:32 error[verify.attribute]: `rounding` must be one of `nearest_int_to_zero`, not `negative_inf`
//= 6:33 error[verify.attribute]: `rounding` must be one of `nearest_even`, not `zero`
