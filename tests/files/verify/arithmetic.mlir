// test: ir
// Arithmetic of integers.
entry @kernel(%b: tile<i1>, %i: tile<i32>, %l: tile<i64>) {
  %0 = absi %i : tile<i32>
  %1 = addi %i, %i overflow<no_wrap> : tile<i32>
  %2 = subi %i, %i overflow<no_signed_wrap> : tile<i32>
  %3 = muli %i, %i overflow<no_unsigned_wrap> : tile<i32>
  %4 = divi %i, %i signed rounding<negative_inf> : tile<i32>
  %5 = divi %i, %i unsigned rounding<positive_inf> : tile<i32>
  %6 = mulhii %i, %i : tile<i32>
  %7 = maxi %i, %i signed : tile<i32>
  %8 = mini %i, %i unsigned : tile<i32>
  %9 = negi %i overflow<no_signed_wrap> : tile<i32>
  %10 = remi %i, %i signed : tile<i32>
  %11 = shli %l, %l overflow<no_wrap> : tile<i64>
  %12 = shri %l, %l unsigned : tile<i64>
  %13 = andi %b, %b : tile<i1>
  %14 = ori %b, %b : tile<i1>
  %15 = xori %b, %b : tile<i1>
  %16 = cmpi less_than %i, %i, signed : tile<i32> -> tile<i1>
  %17 = select %b, %i, %i : tile<i1>, tile<i32>
  return
}
//= entry @kernel(%b: tile<i1>, %i: tile<i32>, %l: tile<i64>) {
//=   %0 = absi %i : tile<i32>
//=   %1 = addi %i, %i overflow<no_wrap> : tile<i32>
//=   %2 = subi %i, %i overflow<no_signed_wrap> : tile<i32>
//=   %3 = muli %i, %i overflow<no_unsigned_wrap> : tile<i32>
//=   %4 = divi %i, %i signed rounding<negative_inf> : tile<i32>
//=   %5 = divi %i, %i unsigned rounding<positive_inf> : tile<i32>
//=   %6 = mulhii %i, %i : tile<i32>
//=   %7 = maxi %i, %i signed : tile<i32>
//=   %8 = mini %i, %i unsigned : tile<i32>
//=   %9 = negi %i overflow<no_signed_wrap> : tile<i32>
//=   %10 = remi %i, %i signed : tile<i32>
//=   %11 = shli %l, %l overflow<no_wrap> : tile<i64>
//=   %12 = shri %l, %l unsigned : tile<i64>
//=   %13 = andi %b, %b : tile<i1>
//=   %14 = ori %b, %b : tile<i1>
//=   %15 = xori %b, %b : tile<i1>
//=   %16 = cmpi less_than %i, %i, signed : tile<i32> -> tile<i1>
//=   %17 = select %b, %i, %i : tile<i1>, tile<i32>
//=   return
//= }
// -----
// test: ir
// Refusals of arithmetic of integers.
entry @kernel(%b: tile<i1>, %i: tile<i32>, %l: tile<i64>, %f: tile<f32>) {
  %0 = absi %f : tile<f32>
  %2 = addi %f, %f : tile<f32>
  %3 = divi %i, %i unsigned rounding<negative_inf> : tile<i32>
  %6 = negi %i overflow<no_unsigned_wrap> : tile<i32>
  %7 = addi %i, %l : tile<i32>
  %9 = cmpi equal %i, %i, signed : tile<i32> -> tile<i32>
  %10 = cmpi equal %f, %f, signed : tile<f32> -> tile<i1>
  %11 = select %i, %i, %i : tile<i32>, tile<i32>
  %14 = shli %f, %f : tile<f32>
  return
}
//= 4:3 error[verify.type]: `absi`: `source` must be a tile of i1, i8, i16, i32 or i64, but has type `tile<f32>`
//= 4:3 error[verify.type]: `absi`: `result` must be a tile of i1, i8, i16, i32 or i64, but has type `tile<f32>`
//= 5:3 error[verify.type]: `addi`: `lhs` must be a tile of i1, i8, i16, i32 or i64, but has type `tile<f32>`
//= 5:3 error[verify.type]: `addi`: `rhs` must be a tile of i1, i8, i16, i32 or i64, but has type `tile<f32>`
//= 5:3 error[verify.type]: `addi`: `result` must be a tile of i1, i8, i16, i32 or i64, but has type `tile<f32>`
//= 6:3 error[verify.attribute]: `divi`: rounding mode 'negative_inf' is not allowed with 'unsigned'
//=   help: leave the rounding out: for unsigned numbers rounding to zero is the same
//= 7:3 error[verify.attribute]: `negi`: a negation is signed: `no_unsigned_wrap` says nothing about it
//= 8:3 error[verify.type]: `addi`: all tiles must have one type, but `tile<i32>` and `tile<i64>` are here
//=   help: convert, reshape or broadcast one of them first
//= 9:3 error[verify.type]: `cmpi`: `result` must be a tile of i1, but has type `tile<i32>`
//= 10:3 error[verify.type]: `cmpi`: `lhs` must be a tile of i1, i8, i16, i32 or i64, but has type `tile<f32>`
//= 10:3 error[verify.type]: `cmpi`: `rhs` must be a tile of i1, i8, i16, i32 or i64, but has type `tile<f32>`
//= 11:3 error[verify.type]: `select`: `cond` must be a tile of i1, but has type `tile<i32>`
//= 12:3 error[verify.type]: `shli`: `lhs` must be a tile of i1, i8, i16, i32 or i64, but has type `tile<f32>`
//= 12:3 error[verify.type]: `shli`: `rhs` must be a tile of i1, i8, i16, i32 or i64, but has type `tile<f32>`
//= 12:3 error[verify.type]: `shli`: `result` must be a tile of i1, i8, i16, i32 or i64, but has type `tile<f32>`
// -----
// test: ir
// Refusals of arithmetic of integers, where it is read.
entry @kernel(%b: tile<i1>, %i: tile<i32>, %l: tile<i64>, %f: tile<f32>) {
  %1 = addi %i, %i overflow<wrap> : tile<i32>
  %4 = divi %i, %i signed rounding<nearest_even> : tile<i32>
  %5 = maxi %i, %i sign : tile<i32>
  %8 = cmpi ordered %i, %i, signed : tile<i32> -> tile<i1>
  %12, %13 = addi %i, %i : tile<i32>
  %15 = addi %nothing, %i : tile<i32>
  return
}
//= 4:29 error[verify.attribute]: `overflow` must be one of `none`, `no_signed_wrap`, `no_unsigned_wrap`, `no_wrap`, not `wrap`
//= 5:36 error[verify.attribute]: `rounding` must be one of `zero`, `negative_inf`, `positive_inf`, not `nearest_even`
//= 6:20 error[verify.attribute]: `signedness` must be one of `unsigned`, `signed`, not `sign`
//= 7:13 error[verify.attribute]: `predicate` must be one of `equal`, `not_equal`, `less_than`, `less_than_or_equal`, `greater_than`, `greater_than_or_equal`, not `ordered`
//= 8:3 error[verify.count]: `addi` has 1 result, but 2 named
//= 9:14 error[verify.dominance]: `%nothing` is not defined here
//=   help: values are defined before they are used, and are known only inside their braces
// -----
// test: ir
// Arithmetic of floats.
entry @kernel(%h: tile<f16>, %f: tile<f32>, %d: tile<f64>, %b: tile<bf16>) {
  %0 = absf %h : tile<f16>
  %1 = addf %f, %f rounding<zero> flush_to_zero : tile<f32>
  %2 = subf %d, %d rounding<negative_inf> : tile<f64>
  %3 = mulf %b, %b rounding<positive_inf> : tile<bf16>
  %4 = divf %f, %f rounding<approx> flush_to_zero : tile<f32>
  %5 = divf %f, %f rounding<full> : tile<f32>
  %6 = fma %f, %f, %f rounding<nearest_even> flush_to_zero : tile<f32>
  %7 = maxf %f, %f flush_to_zero propagate_nan : tile<f32>
  %8 = minf %h, %h propagate_nan : tile<f16>
  %9 = sqrt %f rounding<approx> flush_to_zero : tile<f32>
  %10 = sqrt %d rounding<positive_inf> : tile<f64>
  %11 = rsqrt %f flush_to_zero : tile<f32>
  %12 = exp %h : tile<f16>
  %13 = exp2 %f flush_to_zero : tile<f32>
  %14 = tanh %f rounding<approx> : tile<f32>
  %15 = pow %f, %f : tile<f32>
  %16 = remf %f, %f : tile<f32>
  %17 = atan2 %f, %f : tile<f32>
  %18 = ceil %f : tile<f32>
  %19 = floor %f : tile<f32>
  %20 = negf %f : tile<f32>
  %21 = cmpf less_than_or_equal ordered %f, %f : tile<f32> -> tile<i1>
  %22 = cmpf not_equal unordered %d, %d : tile<f64> -> tile<i1>
  return
}
//= entry @kernel(%h: tile<f16>, %f: tile<f32>, %d: tile<f64>, %b: tile<bf16>) {
//=   %0 = absf %h : tile<f16>
//=   %1 = addf %f, %f rounding<zero> flush_to_zero : tile<f32>
//=   %2 = subf %d, %d rounding<negative_inf> : tile<f64>
//=   %3 = mulf %b, %b rounding<positive_inf> : tile<bf16>
//=   %4 = divf %f, %f rounding<approx> flush_to_zero : tile<f32>
//=   %5 = divf %f, %f rounding<full> : tile<f32>
//=   %6 = fma %f, %f, %f  flush_to_zero : tile<f32>
//=   %7 = maxf %f, %f flush_to_zero propagate_nan : tile<f32>
//=   %8 = minf %h, %h propagate_nan : tile<f16>
//=   %9 = sqrt %f rounding<approx> flush_to_zero : tile<f32>
//=   %10 = sqrt %d rounding<positive_inf> : tile<f64>
//=   %11 = rsqrt %f flush_to_zero : tile<f32>
//=   %12 = exp %h  : tile<f16>
//=   %13 = exp2 %f flush_to_zero : tile<f32>
//=   %14 = tanh %f rounding<approx> : tile<f32>
//=   %15 = fpowf %f, %f : tile<f32>
//=   %16 = remf %f, %f : tile<f32>
//=   %17 = atan2 %f, %f : tile<f32>
//=   %18 = ceil %f : tile<f32>
//=   %19 = floor %f : tile<f32>
//=   %20 = negf %f : tile<f32>
//=   %21 = cmpf less_than_or_equal ordered %f, %f : tile<f32> -> tile<i1>
//=   %22 = cmpf not_equal unordered %d, %d : tile<f64> -> tile<i1>
//=   return
//= }
// -----
// test: ir
// Refusals of arithmetic of floats.
entry @kernel(%h: tile<f16>, %f: tile<f32>, %d: tile<f64>, %i: tile<i32>, %t: tile<tf32>) {
  %2 = addf %d, %d flush_to_zero : tile<f64>
  %3 = mulf %h, %h flush_to_zero : tile<f16>
  %4 = addf %i, %i : tile<i32>
  %5 = addf %t, %t : tile<tf32>
  %6 = divf %d, %d rounding<approx> : tile<f64>
  %7 = divf %h, %h rounding<full> : tile<f16>
  %9 = sqrt %h rounding<approx> : tile<f16>
  %12 = exp2 %d flush_to_zero : tile<f64>
  %13 = maxf %d, %d flush_to_zero : tile<f64>
  %15 = cmpf less_than ordered %f, %f : tile<f32> -> tile<f32>
  %16 = cmpf less_than ordered %i, %i : tile<i32> -> tile<i1>
  %18 = pow %i, %i : tile<i32>
  %19 = fma %f, %f, %d : tile<f32>
  return
}
//= 4:3 error[verify.attribute]: `addf`: `flush_to_zero` is for f32 only, not for f64
//= 5:3 error[verify.attribute]: `mulf`: `flush_to_zero` is for f32 only, not for f16
//= 6:3 error[verify.type]: `addf`: `lhs` must be a tile of f16, bf16, f32 or f64, but has type `tile<i32>`
//= 6:3 error[verify.type]: `addf`: `rhs` must be a tile of f16, bf16, f32 or f64, but has type `tile<i32>`
//= 6:3 error[verify.type]: `addf`: `result` must be a tile of f16, bf16, f32 or f64, but has type `tile<i32>`
//= 7:3 error[verify.type]: `addf`: `lhs` must be a tile of f16, bf16, f32 or f64, but has type `tile<tf32>`
//= 7:3 error[verify.type]: `addf`: `rhs` must be a tile of f16, bf16, f32 or f64, but has type `tile<tf32>`
//= 7:3 error[verify.type]: `addf`: `result` must be a tile of f16, bf16, f32 or f64, but has type `tile<tf32>`
//= 8:3 error[verify.attribute]: `divf`: `rounding<approx>` is for f32 only, not for f64
//= 9:3 error[verify.attribute]: `divf`: `rounding<full>` is for f32 only, not for f16
//= 10:3 error[verify.attribute]: `sqrt`: `rounding<approx>` is for f32 only, not for f16
//= 11:3 error[verify.attribute]: `exp2`: `flush_to_zero` is for f32 only, not for f64
//= 12:3 error[verify.attribute]: `maxf`: `flush_to_zero` is for f32 only, not for f64
//= 13:3 error[verify.type]: `cmpf`: `result` must be a tile of i1, but has type `tile<f32>`
//= 14:3 error[verify.type]: `cmpf`: `lhs` must be a tile of f16, bf16, f32 or f64, but has type `tile<i32>`
//= 14:3 error[verify.type]: `cmpf`: `rhs` must be a tile of f16, bf16, f32 or f64, but has type `tile<i32>`
//= 15:3 error[verify.type]: `fpowf`: `lhs` must be a tile of f16, bf16, f32 or f64, but has type `tile<i32>`
//= 15:3 error[verify.type]: `fpowf`: `rhs` must be a tile of f16, bf16, f32 or f64, but has type `tile<i32>`
//= 15:3 error[verify.type]: `fpowf`: `result` must be a tile of f16, bf16, f32 or f64, but has type `tile<i32>`
//= 16:3 error[verify.type]: `fma`: all tiles must have one type, but `tile<f32>` and `tile<f64>` are here
//=   help: convert, reshape or broadcast one of them first
// -----
// test: ir
// Refusals of arithmetic of floats, where it is read.
entry @kernel(%h: tile<f16>, %f: tile<f32>, %d: tile<f64>, %i: tile<i32>, %t: tile<tf32>) {
  %0 = addf %f, %f rounding<approx> : tile<f32>
  %1 = addf %f, %f rounding<full> : tile<f32>
  %8 = sqrt %f rounding<full> : tile<f32>
  %10 = exp %f rounding<zero> : tile<f32>
  %11 = tanh %f rounding<nearest_even> : tile<f32>
  %14 = fma %f, %f, %f rounding<nearest_int_to_zero> : tile<f32>
  %17 = cmpf below ordered %f, %f : tile<f32> -> tile<i1>
  return
}
//= 4:29 error[verify.attribute]: `rounding` must be one of `nearest_even`, `zero`, `negative_inf`, `positive_inf`, not `approx`
//= 5:29 error[verify.attribute]: `rounding` must be one of `nearest_even`, `zero`, `negative_inf`, `positive_inf`, not `full`
//= 6:25 error[verify.attribute]: `rounding` must be one of `nearest_even`, `zero`, `negative_inf`, `positive_inf`, `approx`, not `full`
//= 7:25 error[verify.attribute]: `rounding` must be one of `approx`, `full`, not `zero`
//= 8:26 error[verify.attribute]: `rounding` must be one of `approx`, `full`, not `nearest_even`
//= 9:33 error[verify.attribute]: `rounding` must be one of `nearest_even`, `zero`, `negative_inf`, `positive_inf`, not `nearest_int_to_zero`
//= 10:14 error[verify.attribute]: `predicate` must be one of `equal`, `not_equal`, `less_than`, `less_than_or_equal`, `greater_than`, `greater_than_or_equal`, not `below`
