// test: pass order-chains
// Each element is divided before the next one is computed
nvvm.func @k(%p: i64, %a: f32, %b: f32, %c: f32) {
  %l0, %l1, %l2, %l3 = nvvm.ld global %p + 0 : f32, f32, f32, f32
  %x0 = arith.mulf %l0, %a : f32
  %x1 = arith.mulf %l1, %a : f32
  %x2 = arith.mulf %l2, %a : f32
  %x3 = arith.mulf %l3, %a : f32
  %y0 = arith.mulf %l0, %b : f32
  %y1 = arith.mulf %l1, %b : f32
  %y2 = arith.mulf %l2, %b : f32
  %y3 = arith.mulf %l3, %b : f32
  %z0 = arith.mulf %l0, %c : f32
  %z1 = arith.mulf %l1, %c : f32
  %z2 = arith.mulf %l2, %c : f32
  %z3 = arith.mulf %l3, %c : f32
  %q0 = arith.divf %x0, %y0 : f32
  %q1 = arith.divf %x1, %y1 : f32
  %q2 = arith.divf %x2, %y2 : f32
  %q3 = arith.divf %x3, %y3 : f32
  %s0 = arith.addf %q0, %z0 : f32
  %s1 = arith.addf %q1, %z1 : f32
  %s2 = arith.addf %q2, %z2 : f32
  %s3 = arith.addf %q3, %z3 : f32
  nvvm.st global %p + 0, %s0, %s1, %s2, %s3 : f32, f32, f32, f32
  nvvm.return
} attributes {nvvm.reqntid = 128}
//= nvvm.func @k(%p: i64, %a: f32, %b: f32, %c: f32) {
//=   %l0, %l1, %l2, %l3 = nvvm.ld global %p + 0 : f32, f32, f32, f32
//=   %x0 = arith.mulf %l0, %a  : f32
//=   %y0 = arith.mulf %l0, %b  : f32
//=   %q0 = arith.divf %x0, %y0  : f32
//=   %z0 = arith.mulf %l0, %c  : f32
//=   %s0 = arith.addf %q0, %z0  : f32
//=   %x1 = arith.mulf %l1, %a  : f32
//=   %y1 = arith.mulf %l1, %b  : f32
//=   %q1 = arith.divf %x1, %y1  : f32
//=   %z1 = arith.mulf %l1, %c  : f32
//=   %s1 = arith.addf %q1, %z1  : f32
//=   %x2 = arith.mulf %l2, %a  : f32
//=   %y2 = arith.mulf %l2, %b  : f32
//=   %q2 = arith.divf %x2, %y2  : f32
//=   %z2 = arith.mulf %l2, %c  : f32
//=   %s2 = arith.addf %q2, %z2  : f32
//=   %x3 = arith.mulf %l3, %a  : f32
//=   %y3 = arith.mulf %l3, %b  : f32
//=   %q3 = arith.divf %x3, %y3  : f32
//=   %z3 = arith.mulf %l3, %c  : f32
//=   %s3 = arith.addf %q3, %z3  : f32
//=   nvvm.st global %p + 0, %s0, %s1, %s2, %s3 : f32, f32, f32, f32
//=   nvvm.return
//= } attributes {nvvm.reqntid = 128}
// -----
// test: pass order-chains
// A quotient that is not rounded right is no call
nvvm.func @k(%p: i64, %a: f32, %b: f32) {
  %l0, %l1 = nvvm.ld global %p + 0 : f32, f32
  %x0 = arith.mulf %l0, %a : f32
  %x1 = arith.mulf %l1, %a : f32
  %q0 = arith.divf %x0, %b rounding<approx> : f32
  %q1 = arith.divf %x1, %b rounding<approx> : f32
  nvvm.st global %p + 0, %q0, %q1 : f32, f32
  nvvm.return
} attributes {nvvm.reqntid = 128}
//= nothing changed
