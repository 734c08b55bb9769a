// test: ir
// Accesses through pointers.
entry @kernel(%p: tile<ptr<f32>>, %m: tile<i1>, %v: tile<f32>, %q: tile<ptr<i32>>, %i: tile<i32>) {
  %0, %t0 = load_ptr_tko weak %p : tile<ptr<f32>> -> tile<f32>, token
  %1, %t1 = load_ptr_tko acquire device %p, %m, %v token=%t0 : tile<ptr<f32>>, tile<i1>, tile<f32> -> tile<f32>, token
  %t2 = store_ptr_tko release sys %p, %v, %m token=%t1 : tile<ptr<f32>>, tile<f32>, tile<i1> -> token
  %t3 = join_tokens %t1, %t2 : token
  %2, %t4 = atomic_rmw_tko relaxed device %q, add, %i : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
  %3, %t5 = atomic_rmw_tko acq_rel tl_blk %p, addf, %v, %m : tile<ptr<f32>>, tile<f32>, tile<i1> -> tile<f32>, token
  %4, %t6 = atomic_cas_tko relaxed sys %q, %i, %i : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
  %5, %t7 = atomic_rmw_tko relaxed device %p, xchg, %v : tile<ptr<f32>>, tile<f32> -> tile<f32>, token
  %t8 = make_token : token
  return
}
//= entry @kernel(%p: tile<ptr<f32>>, %m: tile<i1>, %v: tile<f32>, %q: tile<ptr<i32>>, %i: tile<i32>) {
//=   %0, %t0 = load_ptr_tko weak %p : tile<ptr<f32>> -> tile<f32>, token
//=   %1, %t1 = load_ptr_tko acquire device %p, %m, %v token=%t0 : tile<ptr<f32>>, tile<i1>, tile<f32> -> tile<f32>, token
//=   %t2 = store_ptr_tko release sys %p, %v, %m token=%t1 : tile<ptr<f32>>, tile<f32>, tile<i1> -> token
//=   %t3 = join_tokens %t1, %t2 : token
//=   %2, %t4 = atomic_rmw_tko relaxed device %q, add, %i : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
//=   %3, %t5 = atomic_rmw_tko acq_rel tl_blk %p, addf, %v, %m : tile<ptr<f32>>, tile<f32>, tile<i1> -> tile<f32>, token
//=   %4, %t6 = atomic_cas_tko relaxed sys %q, %i, %i : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
//=   %5, %t7 = atomic_rmw_tko relaxed device %p, xchg, %v : tile<ptr<f32>>, tile<f32> -> tile<f32>, token
//=   %t8 = make_token : token
//=   return
//= }
// -----
// test: ir
// Refusals of accesses.
entry @kernel(%p: tile<ptr<f32>>, %m: tile<i1>, %v: tile<f32>, %h: tile<f16>, %i: tile<i32>) {
  %0, %t0 = load_ptr_tko weak %p : tile<ptr<f32>> -> tile<f16>, token
  %1, %t1 = load_ptr_tko relaxed %p : tile<ptr<f32>> -> tile<f32>, token
  %2, %t2 = load_ptr_tko weak device %p : tile<ptr<f32>> -> tile<f32>, token
  %4, %t4 = load_ptr_tko weak %p, %i : tile<ptr<f32>>, tile<i32> -> tile<f32>, token
  %5, %t5 = load_ptr_tko weak %p, %m, %h : tile<ptr<f32>>, tile<i1>, tile<f16> -> tile<f32>, token
  %6, %t6 = load_ptr_tko weak %v : tile<f32> -> tile<f32>, token
  %7, %t7 = load_ptr_tko weak %p : tile<ptr<f32>> -> tile<4xf32>, token
  %t9 = store_ptr_tko weak %p, %h : tile<ptr<f32>>, tile<f16> -> token
  %t10 = store_ptr_tko weak %p, %v token=%v : tile<ptr<f32>>, tile<f32> -> token
  %t11 = make_token : token
  %t12 = join_tokens %t11 : token
  return
}
//= 4:3 error[verify.type]: `load_ptr_tko`: `tile<ptr<f32>>` do not point to elements of `tile<f16>`
//= 5:3 error[verify.attribute]: `load_ptr_tko`: a `relaxed` access needs a scope
//=   help: write `tl_blk`, `device` or `sys` after it
//= 6:3 error[verify.attribute]: `load_ptr_tko`: a `weak` access meets no other one, so it has no scope such as `device`
//= 7:3 error[verify.type]: `load_ptr_tko`: the padding must have the type of the result
//= 8:3 error[verify.type]: `load_ptr_tko`: the padding must have the type of the result
//= 9:3 error[verify.type]: `load_ptr_tko`: `source` must be a tile of pointers, but has type `tile<f32>`
//= 10:3 error[verify.shape]: `load_ptr_tko`: pointers and elements must have one shape
//= 11:3 error[verify.type]: `store_ptr_tko`: `tile<ptr<f32>>` do not point to elements of `tile<f16>`
//= 12:3 error[verify.type]: `store_ptr_tko`: `token` must be a token, but has type `tile<f32>`
//= 14:3 error[verify.count]: `join_tokens`: two tokens or more can be joined, not 1
// -----
// test: ir
// Refusals of accesses, where it is read.
entry @kernel(%p: tile<ptr<f32>>, %m: tile<i1>, %v: tile<f32>, %h: tile<f16>, %i: tile<i32>) {
  %3, %t3 = load_ptr_tko release device %p : tile<ptr<f32>> -> tile<f32>, token
  %t8 = store_ptr_tko acquire device %p, %v : tile<ptr<f32>>, tile<f32> -> token
  %8, %t13 = load_ptr_tko acquire cluster %p : tile<ptr<f32>> -> tile<f32>, token
  return
}
//= 4:26 error[verify.attribute]: `ordering` must be one of `weak`, `relaxed`, `acquire`, not `release`
//= 5:23 error[verify.attribute]: `ordering` must be one of `weak`, `relaxed`, `release`, not `acquire`
//= 6:35 error[verify.attribute]: `scope` must be one of `tl_blk`, `device`, `sys`, not `cluster`
// -----
// test: ir
// Refusals of atomics.
entry @kernel(%p: tile<ptr<f32>>, %v: tile<f32>, %q: tile<ptr<i32>>, %i: tile<i32>, %s: tile<ptr<i16>>, %c: tile<i16>) {
  %0, %t0 = atomic_rmw_tko relaxed device %p, add, %v : tile<ptr<f32>>, tile<f32> -> tile<f32>, token
  %1, %t1 = atomic_rmw_tko relaxed device %q, addf, %i : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
  %2, %t2 = atomic_rmw_tko relaxed device %s, add, %c : tile<ptr<i16>>, tile<i16> -> tile<i16>, token
  %3, %t3 = atomic_rmw_tko relaxed device %s, xchg, %c : tile<ptr<i16>>, tile<i16> -> tile<i16>, token
  %6, %t6 = atomic_rmw_tko relaxed device %q, add, %v : tile<ptr<i32>>, tile<f32> -> tile<i32>, token
  %7, %t7 = atomic_cas_tko relaxed sys %s, %c, %c : tile<ptr<i16>>, tile<i16> -> tile<i16>, token
  %8, %t8 = atomic_cas_tko relaxed sys %q, %i, %v : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
  return
}
//= 4:3 error[verify.type]: `atomic_rmw_tko`: `add` works on i32 and i64, not on `tile<f32>`
//= 5:3 error[verify.type]: `atomic_rmw_tko`: `addf` works on f16, bf16, f32 and f64, not on `tile<i32>`
//= 6:3 error[verify.type]: `atomic_rmw_tko`: `add` works on i32 and i64, not on `tile<i16>`
//= 7:3 error[verify.type]: `atomic_rmw_tko`: `xchg` works on numbers of 32 or 64 bits, not on `tile<i16>`
//= 8:3 error[verify.type]: `atomic_rmw_tko`: `tile<ptr<i32>>` do not point to elements of `tile<f32>`
//= 9:3 error[verify.type]: `atomic_cas_tko`: elements of 32 or 64 bits can be compared and replaced
//= 10:3 error[verify.type]: `atomic_cas_tko`: both values and the result have one type
// -----
// test: ir
// Refusals of atomics, where it is read.
entry @kernel(%p: tile<ptr<f32>>, %v: tile<f32>, %q: tile<ptr<i32>>, %i: tile<i32>, %s: tile<ptr<i16>>, %c: tile<i16>) {
  %4, %t4 = atomic_rmw_tko weak device %q, add, %i : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
  %5, %t5 = atomic_rmw_tko relaxed device %q, mul, %i : tile<ptr<i32>>, tile<i32> -> tile<i32>, token
  return
}
//= 4:28 error[verify.attribute]: `ordering` must be one of `relaxed`, `acquire`, `release`, `acq_rel`, not `weak`
//= 5:47 error[verify.attribute]: `mode` must be one of `and`, `or`, `xor`, `add`, `addf`, `max`, `min`, `umax`, `umin`, `xchg`, not `mul`
