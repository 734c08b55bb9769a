// test: pass fold-addresses
// An access 512 bytes further has the same address; the part that the loop changes is added in the loop
nvvm.func @k(%p: i64, %n: i32, %s: i32) {
  %t = nvvm.read_sreg tid.x : i32
  %c128 = arith.constant <i32: 128> : i32
  %u = arith.addi %t, %c128 : i32
  %four = arith.constant <i64: 4> : i64
  %one = arith.constant <i32: 1> : i32
  %zero = arith.constant <i32: 0> : i32
  cf.br ^bb1(%zero : i32)
^bb1(%i: i32):
  %more = arith.cmpi less_than %i, %n, signed : i32 -> i1
  cf.cond_br %more, ^bb2, ^bb3 : i1
^bb2:
  %wi = arith.exti %i signed : i32 -> i64
  %ws = arith.exti %s signed : i32 -> i64
  %row = arith.muli %wi, %ws : i64
  %wt = arith.exti %t signed : i32 -> i64
  %a0 = arith.addi %row, %wt : i64
  %b0 = arith.muli %a0, %four : i64
  %d0 = arith.addi %p, %b0 : i64
  %wu = arith.exti %u signed : i32 -> i64
  %wn = arith.exti %n signed : i32 -> i64
  %a1 = arith.addi %row, %wu : i64
  %b1 = arith.muli %a1, %four : i64
  %d1 = arith.addi %p, %b1 : i64
  %in = arith.cmpi less_than %wu, %wn, unsigned : i64 -> i1
  %x = nvvm.ld global %d0 + 0 : f32
  nvvm.st global %d1 + 0, %x if %in : f32
  %next = arith.addi %i, %one : i32
  cf.br ^bb1(%next : i32)
^bb3:
  nvvm.return
} attributes {nvvm.reqntid = 128}
//= nvvm.func @k(%p: i64, %n: i32, %s: i32) {
//=   %t = nvvm.read_sreg tid.x : i32
//=   %0 = arith.exti %t signed : i32 -> i64
//=   %1 = arith.constant <i64: 4> : i64
//=   %2 = arith.muli %0, %1 : i64
//=   %3 = arith.addi %p, %2 : i64
//=   %c128 = arith.constant <i32: 128> : i32
//=   %u = arith.addi %t, %c128 : i32
//=   %one = arith.constant <i32: 1> : i32
//=   %zero = arith.constant <i32: 0> : i32
//=   cf.br ^bb1(%zero : i32)
//= ^bb1(%i: i32):
//=   %more = arith.cmpi less_than %i, %n, signed : i32 -> i1
//=   cf.cond_br %more, ^bb2, ^bb3 : i1
//= ^bb2:
//=   %wi = arith.exti %i signed : i32 -> i64
//=   %ws = arith.exti %s signed : i32 -> i64
//=   %row = arith.muli %wi, %ws : i64
//=   %4 = arith.muli %row, %1 : i64
//=   %5 = arith.addi %3, %4 : i64
//=   %in = arith.cmpi less_than %u, %n, unsigned : i32 -> i1
//=   %x = nvvm.ld global %5 + 0 : f32
//=   nvvm.st global %5 + 512, %x if %in : f32
//=   %next = arith.addi %i, %one : i32
//=   cf.br ^bb1(%next : i32)
//= ^bb3:
//=   nvvm.return
//= } attributes {nvvm.reqntid = 128}
// -----
// test: pass fold-addresses
// A sum that may wrap is not taken apart
nvvm.func @k(%p: i64, %n: i32) {
  %c128 = arith.constant <i32: 128> : i32
  %u = arith.addi %n, %c128 : i32
  %wn = arith.exti %n signed : i32 -> i64
  %wu = arith.exti %u signed : i32 -> i64
  %d0 = arith.addi %p, %wn : i64
  %d1 = arith.addi %p, %wu : i64
  %x = nvvm.ld global %d0 + 0 : i8
  nvvm.st global %d1 + 0, %x : i8
  nvvm.return
} attributes {nvvm.reqntid = 128}
//= nothing changed
// -----
// test: pass fold-addresses
// A number that a power of two divides does not wrap by adding less
nvvm.func @k(%p: i64) {
  %b = nvvm.read_sreg ctaid.x : i32
  %t = nvvm.read_sreg tid.x : i32
  %c256 = arith.constant <i32: 256> : i32
  %c128 = arith.constant <i32: 128> : i32
  %first = arith.muli %b, %c256 : i32
  %u = arith.addi %t, %c128 : i32
  %v = arith.addi %first, %t : i32
  %w = arith.addi %first, %u : i32
  %wv = arith.exti %v signed : i32 -> i64
  %ww = arith.exti %w signed : i32 -> i64
  %d0 = arith.addi %p, %wv : i64
  %d1 = arith.addi %p, %ww : i64
  %x = nvvm.ld global %d0 + 0 : i8
  nvvm.st global %d1 + 0, %x : i8
  nvvm.return
} attributes {nvvm.reqntid = 128}
//= nvvm.func @k(%p: i64) {
//=   %b = nvvm.read_sreg ctaid.x : i32
//=   %t = nvvm.read_sreg tid.x : i32
//=   %0 = arith.exti %t signed : i32 -> i64
//=   %1 = arith.addi %p, %0 : i64
//=   %c256 = arith.constant <i32: 256> : i32
//=   %first = arith.muli %b, %c256 : i32
//=   %2 = arith.exti %first signed : i32 -> i64
//=   %3 = arith.addi %1, %2 : i64
//=   %x = nvvm.ld global %3 + 0 : i8
//=   nvvm.st global %3 + 128, %x : i8
//=   nvvm.return
//= } attributes {nvvm.reqntid = 128}
// -----
// test: pass fold-addresses
// A number that a branch limits does not wrap: tiles of the next iterations are copied from one address
nvvm.func @k(%p: i64, %n: i32, %s: i32) {
  %one = arith.constant <i32: 1> : i32
  %zero = arith.constant <i32: 0> : i32
  %row = arith.constant <i64: 128> : i64
  cf.br ^bb1(%zero : i32)
^bb1(%i: i32):
  %more = arith.cmpi less_than %i, %n, signed : i32 -> i1
  cf.cond_br %more, ^bb2, ^bb3 : i1
^bb2:
  %wi = arith.exti %i signed : i32 -> i64
  %a0 = arith.muli %wi, %row : i64
  %d0 = arith.addi %p, %a0 : i64
  nvvm.cp.async.shared.global %s + 0, %d0 + 64
  %next = arith.addi %i, %one : i32
  %wnext = arith.exti %next signed : i32 -> i64
  %a1 = arith.muli %wnext, %row : i64
  %d1 = arith.addi %p, %a1 : i64
  nvvm.cp.async.shared.global %s + 4096, %d1 + 0
  nvvm.cp.async.commit_group
  cf.br ^bb1(%next : i32)
^bb3:
  nvvm.return
} attributes {nvvm.reqntid = 128}
//= nvvm.func @k(%p: i64, %n: i32, %s: i32) {
//=   %one = arith.constant <i32: 1> : i32
//=   %zero = arith.constant <i32: 0> : i32
//=   cf.br ^bb1(%zero : i32)
//= ^bb1(%i: i32):
//=   %0 = arith.exti %i signed : i32 -> i64
//=   %1 = arith.constant <i64: 128> : i64
//=   %2 = arith.muli %0, %1 : i64
//=   %3 = arith.addi %p, %2 : i64
//=   %more = arith.cmpi less_than %i, %n, signed : i32 -> i1
//=   cf.cond_br %more, ^bb2, ^bb3 : i1
//= ^bb2:
//=   nvvm.cp.async.shared.global %s + 0, %3 + 64
//=   %next = arith.addi %i, %one : i32
//=   nvvm.cp.async.shared.global %s + 4096, %3 + 128
//=   nvvm.cp.async.commit_group
//=   cf.br ^bb1(%next : i32)
//= ^bb3:
//=   nvvm.return
//= } attributes {nvvm.reqntid = 128}
// -----
// test: pass fold-addresses
// Behind the loop the branch limits nothing, nor does one that compares without sign
nvvm.func @k(%p: i64, %n: i32, %s: i32) {
  %one = arith.constant <i32: 1> : i32
  %zero = arith.constant <i32: 0> : i32
  %more = arith.cmpi less_than %s, %n, signed : i32 -> i1
  cf.cond_br %more, ^bb1, ^bb2 : i1
^bb1:
  %less = arith.cmpi less_than %s, %n, unsigned : i32 -> i1
  cf.cond_br %less, ^bb2, ^bb2 : i1
^bb2:
  %ws = arith.exti %s signed : i32 -> i64
  %d0 = arith.addi %p, %ws : i64
  nvvm.cp.async.shared.global %s + 0, %d0 + 0
  %next = arith.addi %s, %one : i32
  %wnext = arith.exti %next signed : i32 -> i64
  %d1 = arith.addi %p, %wnext : i64
  nvvm.cp.async.shared.global %s + 4096, %d1 + 0
  nvvm.cp.async.commit_group
  nvvm.return
} attributes {nvvm.reqntid = 128}
//= nothing changed
