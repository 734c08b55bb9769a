// test: pass pair-arithmetic sm_100a
// Sums, differences, products and sums of products of f32 go two at a time, each kind with its own; an odd one is left
nvvm.func @k(%p: i64, %t: i32) {
  %first = nvvm.tcgen05.ld %t + 0 bits = 32 : f32
  nvvm.tcgen05.wait_ld
  %a, %b = nvvm.ld global %p + 0 : f32, f32
  %c = arith.addf %a, %b  : f32
  %d = arith.mulf %a, %b  : f32
  %e = arith.addf %b, %b  : f32
  %f = arith.mulf %b, %b  : f32
  %g = arith.subf %a, %b  : f32
  %h = arith.subf %b, %a  : f32
  %i = arith.fma %c, %d, %e  flush_to_zero : f32
  %j = arith.fma %f, %g, %h  flush_to_zero : f32
  %k = arith.addf %a, %a  : f32
  nvvm.st global %p + 0, %i, %j, %k : f32, f32, f32
  nvvm.return
}
//= nvvm.func @k(%p: i64, %t: i32) {
//=   %first = nvvm.tcgen05.ld %t + 0 bits = 32 : f32
//=   nvvm.tcgen05.wait_ld
//=   %a, %b = nvvm.ld global %p + 0 : f32, f32
//=   %0, %1 = nvvm.packed.f32x2 add %a, %b, %b, %b : f32, f32
//=   %2, %3 = nvvm.packed.f32x2 mul %a, %b, %b, %b : f32, f32
//=   %g = arith.subf %a, %b  : f32
//=   %h = arith.subf %b, %a  : f32
//=   %i = arith.fma %0, %2, %1  flush_to_zero : f32
//=   %j = arith.fma %3, %g, %h  flush_to_zero : f32
//=   %k = arith.addf %a, %a  : f32
//=   nvvm.st global %p + 0, %i, %j, %k : f32, f32, f32
//=   nvvm.return
//= }
// -----
// test: pass pair-arithmetic sm_100a
// One that waits for the other is no pair with it, nor is one that is rounded, flushed or typed otherwise
nvvm.func @k(%p: i64, %t: i32) {
  %first = nvvm.tcgen05.ld %t + 0 bits = 32 : f32
  nvvm.tcgen05.wait_ld
  %a, %b = nvvm.ld global %p + 0 : f32, f32
  %n, %m = nvvm.ld global %p + 8 : f16, f16
  %c = arith.addf %a, %b  : f32
  %d = arith.maxf %c, %b : f32
  %e = arith.addf %d, %b  : f32
  %f = arith.mulf %a, %b  : f32
  %g = arith.mulf %b, %b  flush_to_zero : f32
  %h = arith.subf %a, %b rounding<zero> : f32
  %i = arith.subf %b, %a rounding<zero> : f32
  %j = arith.addf %n, %m  : f16
  %o = arith.addf %m, %m  : f16
  nvvm.st global %p + 0, %c, %e, %f, %g, %h, %i, %j, %o : f32, f32, f32, f32, f32, f32, f16, f16
  nvvm.return
}
//= nothing changed
// -----
// test: pass pair-arithmetic sm_120a
// The assembler for this GPU makes two of each: nothing is gained
nvvm.func @k(%p: i64) {
  %a, %b = nvvm.ld global %p + 0 : f32, f32
  %c = arith.addf %a, %b  : f32
  %d = arith.addf %b, %b  : f32
  nvvm.st global %p + 0, %c, %d : f32, f32
  nvvm.return
}
//= nothing changed
// -----
// test: pass pair-arithmetic sm_100a
// Without tensor memory nobody waits for who computes
nvvm.func @k(%p: i64) {
  %a, %b = nvvm.ld global %p + 0 : f32, f32
  %c = arith.addf %a, %b  : f32
  %d = arith.addf %b, %b  : f32
  nvvm.st global %p + 0, %c, %d : f32, f32
  nvvm.return
}
//= nothing changed
