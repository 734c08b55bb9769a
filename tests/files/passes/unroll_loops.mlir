// test: pass unroll-loops sm_90a
// Sums that a product has made are added up in the next iteration: two iterations, in which the slots of a ring of two are known
nvvm.func @k(%n: i32, %a: i64, %b: i64, %f: f32) {
  %zero = arith.constant <i32: 0> : i32
  %one = arith.constant <i32: 1> : i32
  %two = arith.constant <i32: 2> : i32
  cf.br ^bb1(%zero, %zero, %f, %f, %f, %f, %f : i32, i32, f32, f32, f32, f32, f32)
^bb1(%i: i32, %slot: i32, %sum: f32, %p: f32, %q: f32, %r: f32, %s: f32):
  %more = arith.cmpi less_than %i, %n, signed : i32 -> i1
  cf.cond_br %more, ^bb2, ^bb3 : i1
^bb2:
  nvvm.wgmma.fence
  %p1, %q1, %r1, %s1 = nvvm.wgmma.mma_async f16 n = 8 (%a) k, %b k () : f32, f32, f32, f32
  nvvm.wgmma.commit_group
  %added = arith.addf %sum, %p : f32
  nvvm.wgmma.wait_group 0
  %next = arith.addi %slot, %one : i32
  %wraps = arith.cmpi equal %next, %two, signed : i32 -> i1
  %then = arith.select %wraps, %zero, %next : i1, i32
  %j = arith.addi %i, %one : i32
  cf.br ^bb1(%j, %then, %added, %p1, %q1, %r1, %s1 : i32, i32, f32, f32, f32, f32, f32)
^bb3:
  %last = arith.addf %sum, %p : f32
  nvvm.return
}
//= nvvm.func @k(%n: i32, %a: i64, %b: i64, %f: f32) {
//=   %zero = arith.constant <i32: 0> : i32
//=   %one = arith.constant <i32: 1> : i32
//=   %two = arith.constant <i32: 2> : i32
//=   cf.br ^bb1(%zero, %zero, %f, %f, %f, %f, %f : i32, i32, f32, f32, f32, f32, f32)
//= ^bb1(%i: i32, %slot: i32, %sum: f32, %p: f32, %q: f32, %r: f32, %s: f32):
//=   %more = arith.cmpi less_than %i, %n, signed : i32 -> i1
//=   cf.cond_br %more, ^bb2, ^bb4(%sum, %p : f32, f32) : i1
//= ^bb2:
//=   %0 = arith.constant <i32: 0> : i32
//=   nvvm.wgmma.fence
//=   %p1, %q1, %r1, %s1 = nvvm.wgmma.mma_async f16 n = 8 (%a) k, %b k () : f32, f32, f32, f32
//=   nvvm.wgmma.commit_group
//=   %added = arith.addf %sum, %p  : f32
//=   nvvm.wgmma.wait_group 0
//=   %next = arith.addi %0, %one : i32
//=   %wraps = arith.cmpi equal %next, %two, signed : i32 -> i1
//=   %then = arith.select %wraps, %zero, %next : i1, i32
//=   %j = arith.addi %i, %one : i32
//=   %more_0 = arith.cmpi less_than %j, %n, signed : i32 -> i1
//=   cf.cond_br %more_0, ^bb3, ^bb4(%added, %p1 : f32, f32) : i1
//= ^bb3:
//=   nvvm.wgmma.fence
//=   %p1_0, %q1_0, %r1_0, %s1_0 = nvvm.wgmma.mma_async f16 n = 8 (%a) k, %b k () : f32, f32, f32, f32
//=   nvvm.wgmma.commit_group
//=   %added_0 = arith.addf %added, %p1  : f32
//=   nvvm.wgmma.wait_group 0
//=   %next_0 = arith.addi %then, %one : i32
//=   %wraps_0 = arith.cmpi equal %next_0, %two, signed : i32 -> i1
//=   %then_0 = arith.select %wraps_0, %zero, %next_0 : i1, i32
//=   %j_0 = arith.addi %j, %one : i32
//=   cf.br ^bb1(%j_0, %then_0, %added_0, %p1_0, %q1_0, %r1_0, %s1_0 : i32, i32, f32, f32, f32, f32, f32)
//= ^bb4(%1: f32, %2: f32):
//=   %last = arith.addf %1, %2  : f32
//=   nvvm.return
//= }
// -----
// test: pass unroll-loops sm_90a
// A product that runs on when the iteration ends is left alone: its registers cannot be handed on
nvvm.func @k(%n: i32, %a: i64, %b: i64, %f: f32) {
  %zero = arith.constant <i32: 0> : i32
  %one = arith.constant <i32: 1> : i32
  %two = arith.constant <i32: 2> : i32
  cf.br ^bb1(%zero, %zero, %f, %f, %f, %f, %f : i32, i32, f32, f32, f32, f32, f32)
^bb1(%i: i32, %slot: i32, %sum: f32, %p: f32, %q: f32, %r: f32, %s: f32):
  %more = arith.cmpi less_than %i, %n, signed : i32 -> i1
  cf.cond_br %more, ^bb2, ^bb3 : i1
^bb2:
  %added = arith.addf %sum, %p : f32
  nvvm.wgmma.fence
  %p1, %q1, %r1, %s1 = nvvm.wgmma.mma_async f16 n = 8 (%a) k, %b k () : f32, f32, f32, f32
  nvvm.wgmma.commit_group
  %next = arith.addi %slot, %one : i32
  %wraps = arith.cmpi equal %next, %two, signed : i32 -> i1
  %then = arith.select %wraps, %zero, %next : i1, i32
  %j = arith.addi %i, %one : i32
  cf.br ^bb1(%j, %then, %added, %p1, %q1, %r1, %s1 : i32, i32, f32, f32, f32, f32, f32)
^bb3:
  nvvm.return
}
//= nothing changed
// -----
// test: pass unroll-loops sm_90a
// A ring of five slots begins anew after none of the four iterations that may be written: two, so that nothing is moved
nvvm.func @k(%n: i32, %a: i64, %b: i64, %f: f32) {
  %zero = arith.constant <i32: 0> : i32
  %one = arith.constant <i32: 1> : i32
  %five = arith.constant <i32: 5> : i32
  cf.br ^bb1(%zero, %zero, %f, %f, %f, %f, %f : i32, i32, f32, f32, f32, f32, f32)
^bb1(%i: i32, %slot: i32, %sum: f32, %p: f32, %q: f32, %r: f32, %s: f32):
  %more = arith.cmpi less_than %i, %n, signed : i32 -> i1
  cf.cond_br %more, ^bb2, ^bb3 : i1
^bb2:
  nvvm.wgmma.fence
  %p1, %q1, %r1, %s1 = nvvm.wgmma.mma_async f16 n = 8 (%a) k, %b k () : f32, f32, f32, f32
  nvvm.wgmma.commit_group
  %added = arith.addf %sum, %p : f32
  nvvm.wgmma.wait_group 0
  %next = arith.addi %slot, %one : i32
  %wraps = arith.cmpi equal %next, %five, signed : i32 -> i1
  %then = arith.select %wraps, %zero, %next : i1, i32
  %j = arith.addi %i, %one : i32
  cf.br ^bb1(%j, %then, %added, %p1, %q1, %r1, %s1 : i32, i32, f32, f32, f32, f32, f32)
^bb3:
  %last = arith.addf %sum, %p : f32
  nvvm.return
}
//= nvvm.func @k(%n: i32, %a: i64, %b: i64, %f: f32) {
//=   %zero = arith.constant <i32: 0> : i32
//=   %one = arith.constant <i32: 1> : i32
//=   %five = arith.constant <i32: 5> : i32
//=   cf.br ^bb1(%zero, %zero, %f, %f, %f, %f, %f : i32, i32, f32, f32, f32, f32, f32)
//= ^bb1(%i: i32, %slot: i32, %sum: f32, %p: f32, %q: f32, %r: f32, %s: f32):
//=   %more = arith.cmpi less_than %i, %n, signed : i32 -> i1
//=   cf.cond_br %more, ^bb2, ^bb4(%sum, %p : f32, f32) : i1
//= ^bb2:
//=   nvvm.wgmma.fence
//=   %p1, %q1, %r1, %s1 = nvvm.wgmma.mma_async f16 n = 8 (%a) k, %b k () : f32, f32, f32, f32
//=   nvvm.wgmma.commit_group
//=   %added = arith.addf %sum, %p  : f32
//=   nvvm.wgmma.wait_group 0
//=   %next = arith.addi %slot, %one : i32
//=   %wraps = arith.cmpi equal %next, %five, signed : i32 -> i1
//=   %then = arith.select %wraps, %zero, %next : i1, i32
//=   %j = arith.addi %i, %one : i32
//=   %more_0 = arith.cmpi less_than %j, %n, signed : i32 -> i1
//=   cf.cond_br %more_0, ^bb3, ^bb4(%added, %p1 : f32, f32) : i1
//= ^bb3:
//=   nvvm.wgmma.fence
//=   %p1_0, %q1_0, %r1_0, %s1_0 = nvvm.wgmma.mma_async f16 n = 8 (%a) k, %b k () : f32, f32, f32, f32
//=   nvvm.wgmma.commit_group
//=   %added_0 = arith.addf %added, %p1  : f32
//=   nvvm.wgmma.wait_group 0
//=   %next_0 = arith.addi %then, %one : i32
//=   %wraps_0 = arith.cmpi equal %next_0, %five, signed : i32 -> i1
//=   %then_0 = arith.select %wraps_0, %zero, %next_0 : i1, i32
//=   %j_0 = arith.addi %j, %one : i32
//=   cf.br ^bb1(%j_0, %then_0, %added_0, %p1_0, %q1_0, %r1_0, %s1_0 : i32, i32, f32, f32, f32, f32, f32)
//= ^bb4(%0: f32, %1: f32):
//=   %last = arith.addf %0, %1  : f32
//=   nvvm.return
//= }
// -----
// test: pass unroll-loops sm_100a
// The loop of an issuer: two iterations, in which slots of a ring of two are known
nvvm.func @k(%n: i32, %a: i64, %b: i64, %c: i32) {
  %zero = arith.constant <i32: 0> : i32
  %one = arith.constant <i32: 1> : i32
  %two = arith.constant <i32: 2> : i32
  %columns = arith.constant <i32: 64> : i32
  cf.br ^bb1(%zero, %zero : i32, i32)
^bb1(%i: i32, %slot: i32):
  %more = arith.cmpi less_than %i, %n, signed : i32 -> i1
  cf.cond_br %more, ^bb2, ^bb3 : i1
^bb2:
  %moved = arith.muli %slot, %columns : i32
  %at = arith.addi %c, %moved : i32
  nvvm.tcgen05.mma f16 %at, %a, %b instruction = 4 : i64, i64
  nvvm.tcgen05.commit %c + 0
  %next = arith.addi %slot, %one : i32
  %wraps = arith.cmpi equal %next, %two, signed : i32 -> i1
  %then = arith.select %wraps, %zero, %next : i1, i32
  %j = arith.addi %i, %one : i32
  cf.br ^bb1(%j, %then : i32, i32)
^bb3:
  nvvm.return
}
//= nvvm.func @k(%n: i32, %a: i64, %b: i64, %c: i32) {
//=   %zero = arith.constant <i32: 0> : i32
//=   %one = arith.constant <i32: 1> : i32
//=   %two = arith.constant <i32: 2> : i32
//=   %columns = arith.constant <i32: 64> : i32
//=   cf.br ^bb1(%zero, %zero : i32, i32)
//= ^bb1(%i: i32, %slot: i32):
//=   %more = arith.cmpi less_than %i, %n, signed : i32 -> i1
//=   cf.cond_br %more, ^bb2, ^bb4 : i1
//= ^bb2:
//=   %0 = arith.constant <i32: 0> : i32
//=   %moved = arith.muli %0, %columns : i32
//=   %at = arith.addi %c, %moved : i32
//=   nvvm.tcgen05.mma f16 %at, %a, %b instruction = 4 : i64, i64
//=   nvvm.tcgen05.commit %c + 0
//=   %next = arith.addi %0, %one : i32
//=   %wraps = arith.cmpi equal %next, %two, signed : i32 -> i1
//=   %then = arith.select %wraps, %zero, %next : i1, i32
//=   %j = arith.addi %i, %one : i32
//=   %more_0 = arith.cmpi less_than %j, %n, signed : i32 -> i1
//=   cf.cond_br %more_0, ^bb3, ^bb4 : i1
//= ^bb3:
//=   %moved_0 = arith.muli %then, %columns : i32
//=   %at_0 = arith.addi %c, %moved_0 : i32
//=   nvvm.tcgen05.mma f16 %at_0, %a, %b instruction = 4 : i64, i64
//=   nvvm.tcgen05.commit %c + 0
//=   %next_0 = arith.addi %then, %one : i32
//=   %wraps_0 = arith.cmpi equal %next_0, %two, signed : i32 -> i1
//=   %then_0 = arith.select %wraps_0, %zero, %next_0 : i1, i32
//=   %j_0 = arith.addi %j, %one : i32
//=   cf.br ^bb1(%j_0, %then_0 : i32, i32)
//= ^bb4:
//=   nvvm.return
//= }
// -----
// test: pass unroll-loops sm_100a
// No slot of a ring of three is known after two: the loop stays
nvvm.func @k(%n: i32, %a: i64, %b: i64, %c: i32) {
  %zero = arith.constant <i32: 0> : i32
  %one = arith.constant <i32: 1> : i32
  %three = arith.constant <i32: 3> : i32
  cf.br ^bb1(%zero, %zero : i32, i32)
^bb1(%i: i32, %slot: i32):
  %more = arith.cmpi less_than %i, %n, signed : i32 -> i1
  cf.cond_br %more, ^bb2, ^bb3 : i1
^bb2:
  %at = arith.addi %c, %slot : i32
  nvvm.tcgen05.mma f16 %at, %a, %b instruction = 4 : i64, i64
  nvvm.tcgen05.commit %c + 0
  %next = arith.addi %slot, %one : i32
  %wraps = arith.cmpi equal %next, %three, signed : i32 -> i1
  %then = arith.select %wraps, %zero, %next : i1, i32
  %j = arith.addi %i, %one : i32
  cf.br ^bb1(%j, %then : i32, i32)
^bb3:
  nvvm.return
}
//= nothing changed
// -----
// test: pass unroll-loops sm_80
// A loop of warps that does nothing but multiply, with the blocks inside: two iterations, in which the slots of a ring of two are known
nvvm.func @k(%n: i32, %base: i32, %f: f32) {
  %zero = arith.constant <i32: 0> : i32
  %one = arith.constant <i32: 1> : i32
  cf.br ^bb1(%zero, %zero, %f, %f, %f, %f : i32, i32, f32, f32, f32, f32)
^bb1(%i: i32, %slot: i32, %p: f32, %q: f32, %r: f32, %s: f32):
  %more = arith.cmpi less_than %i, %n, signed : i32 -> i1
  cf.cond_br %more, ^bb2, ^bb5 : i1
^bb2:
  %j = arith.addi %i, %one : i32
  %next = arith.xori %slot, %one : i32
  %goes_on = arith.cmpi less_than %j, %n, signed : i32 -> i1
  cf.cond_br %goes_on, ^bb3, ^bb4 : i1
^bb3:
  nvvm.cp.async.commit_group
  cf.br ^bb4
^bb4:
  %at = arith.addi %base, %slot : i32
  %a, %b, %c, %d = nvvm.ldmatrix %at + 0 : i32, i32, i32, i32
  %p1, %q1, %r1, %s1 = nvvm.mma_sync f16 f16 (%a, %b, %c, %d) (%a, %b) (%p, %q, %r, %s) : f32, f32, f32, f32
  cf.br ^bb1(%j, %next, %p1, %q1, %r1, %s1 : i32, i32, f32, f32, f32, f32)
^bb5:
  %last = arith.addf %p, %q : f32
  nvvm.return
}
//= nvvm.func @k(%n: i32, %base: i32, %f: f32) {
//=   %zero = arith.constant <i32: 0> : i32
//=   %one = arith.constant <i32: 1> : i32
//=   cf.br ^bb1(%zero, %zero, %f, %f, %f, %f : i32, i32, f32, f32, f32, f32)
//= ^bb1(%i: i32, %slot: i32, %p: f32, %q: f32, %r: f32, %s: f32):
//=   %more = arith.cmpi less_than %i, %n, signed : i32 -> i1
//=   cf.cond_br %more, ^bb2, ^bb8(%p, %q : f32, f32) : i1
//= ^bb2:
//=   %0 = arith.constant <i32: 0> : i32
//=   %j = arith.addi %i, %one : i32
//=   %next = arith.xori %0, %one : i32
//=   %goes_on = arith.cmpi less_than %j, %n, signed : i32 -> i1
//=   cf.cond_br %goes_on, ^bb3, ^bb4 : i1
//= ^bb3:
//=   nvvm.cp.async.commit_group
//=   cf.br ^bb4
//= ^bb4:
//=   %at = arith.addi %base, %0 : i32
//=   %a, %b, %c, %d = nvvm.ldmatrix %at + 0 : i32, i32, i32, i32
//=   %p1, %q1, %r1, %s1 = nvvm.mma_sync f16 f16 (%a, %b, %c, %d) (%a, %b) (%p, %q, %r, %s) : f32, f32, f32, f32
//=   %more_0 = arith.cmpi less_than %j, %n, signed : i32 -> i1
//=   cf.cond_br %more_0, ^bb5, ^bb8(%p1, %q1 : f32, f32) : i1
//= ^bb5:
//=   %j_0 = arith.addi %j, %one : i32
//=   %next_0 = arith.xori %next, %one : i32
//=   %goes_on_0 = arith.cmpi less_than %j_0, %n, signed : i32 -> i1
//=   cf.cond_br %goes_on_0, ^bb6, ^bb7 : i1
//= ^bb6:
//=   nvvm.cp.async.commit_group
//=   cf.br ^bb7
//= ^bb7:
//=   %at_0 = arith.addi %base, %next : i32
//=   %a_0, %b_0, %c_0, %d_0 = nvvm.ldmatrix %at_0 + 0 : i32, i32, i32, i32
//=   %p1_0, %q1_0, %r1_0, %s1_0 = nvvm.mma_sync f16 f16 (%a_0, %b_0, %c_0, %d_0) (%a_0, %b_0) (%p1, %q1, %r1, %s1) : f32, f32, f32, f32
//=   cf.br ^bb1(%j_0, %next_0, %p1_0, %q1_0, %r1_0, %s1_0 : i32, i32, f32, f32, f32, f32)
//= ^bb8(%1: f32, %2: f32):
//=   %last = arith.addf %1, %2  : f32
//=   nvvm.return
//= }
// -----
// test: pass unroll-loops sm_80
// One that computes besides stays as it is
nvvm.func @k(%n: i32, %base: i32, %f: f32) {
  %zero = arith.constant <i32: 0> : i32
  %one = arith.constant <i32: 1> : i32
  cf.br ^bb1(%zero, %zero, %f, %f, %f, %f : i32, i32, f32, f32, f32, f32)
^bb1(%i: i32, %slot: i32, %p: f32, %q: f32, %r: f32, %s: f32):
  %more = arith.cmpi less_than %i, %n, signed : i32 -> i1
  cf.cond_br %more, ^bb2, ^bb3 : i1
^bb2:
  %j = arith.addi %i, %one : i32
  %next = arith.xori %slot, %one : i32
  %at = arith.addi %base, %slot : i32
  %a, %b, %c, %d = nvvm.ldmatrix %at + 0 : i32, i32, i32, i32
  %p1, %q1, %r1, %s1 = nvvm.mma_sync f16 f16 (%a, %b, %c, %d) (%a, %b) (%p, %q, %r, %s) : f32, f32, f32, f32
  %twice = arith.addf %p1, %p1 : f32
  cf.br ^bb1(%j, %next, %twice, %q1, %r1, %s1 : i32, i32, f32, f32, f32, f32)
^bb3:
  nvvm.return
}
//= nothing changed
// -----
// test: pass unroll-loops sm_80
// So does one whose fragments were read in the iteration before: registers hold them and those of the next
nvvm.func @k(%n: i32, %base: i32, %f: f32, %e: i32) {
  %zero = arith.constant <i32: 0> : i32
  %one = arith.constant <i32: 1> : i32
  cf.br ^bb1(%zero, %zero, %e, %e, %e, %e, %f, %f, %f, %f : i32, i32, i32, i32, i32, i32, f32, f32, f32, f32)
^bb1(%i: i32, %slot: i32, %a: i32, %b: i32, %c: i32, %d: i32, %p: f32, %q: f32, %r: f32, %s: f32):
  %more = arith.cmpi less_than %i, %n, signed : i32 -> i1
  cf.cond_br %more, ^bb2, ^bb3 : i1
^bb2:
  %j = arith.addi %i, %one : i32
  %next = arith.xori %slot, %one : i32
  %at = arith.addi %base, %slot : i32
  %a1, %b1, %c1, %d1 = nvvm.ldmatrix %at + 0 : i32, i32, i32, i32
  %p1, %q1, %r1, %s1 = nvvm.mma_sync f16 f16 (%a, %b, %c, %d) (%a, %b) (%p, %q, %r, %s) : f32, f32, f32, f32
  cf.br ^bb1(%j, %next, %a1, %b1, %c1, %d1, %p1, %q1, %r1, %s1 : i32, i32, i32, i32, i32, i32, f32, f32, f32, f32)
^bb3:
  nvvm.return
}
//= nothing changed
// -----
// test: pass unroll-loops sm_90a
// Sums that go on where they are need no names of their own: three iterations, in which the slots of a ring of three are known
nvvm.func @k(%n: i32, %a: i64, %b: i64, %f: f32) {
  %zero = arith.constant <i32: 0> : i32
  %one = arith.constant <i32: 1> : i32
  %slots = arith.constant <i32: 3> : i32
  cf.br ^bb1(%zero, %zero, %f, %f, %f, %f : i32, i32, f32, f32, f32, f32)
^bb1(%i: i32, %slot: i32, %p: f32, %q: f32, %r: f32, %s: f32):
  %more = arith.cmpi less_than %i, %n, signed : i32 -> i1
  cf.cond_br %more, ^bb2, ^bb3 : i1
^bb2:
  %place = arith.muli %slot, %n : i32
  %right = nvvm.wgmma.descriptor %place high 64 : i64
  nvvm.wgmma.fence
  %p1, %q1, %r1, %s1 = nvvm.wgmma.mma_async f16 n = 8 (%a) k, %right k (%p, %q, %r, %s) : f32, f32, f32, f32
  nvvm.wgmma.commit_group
  nvvm.wgmma.wait_group 0
  %next = arith.addi %slot, %one : i32
  %wraps = arith.cmpi equal %next, %slots, signed : i32 -> i1
  %then = arith.select %wraps, %zero, %next : i1, i32
  %j = arith.addi %i, %one : i32
  cf.br ^bb1(%j, %then, %p1, %q1, %r1, %s1 : i32, i32, f32, f32, f32, f32)
^bb3:
  %t = arith.addf %p, %q : f32
  nvvm.return
}
//= nvvm.func @k(%n: i32, %a: i64, %b: i64, %f: f32) {
//=   %zero = arith.constant <i32: 0> : i32
//=   %one = arith.constant <i32: 1> : i32
//=   %slots = arith.constant <i32: 3> : i32
//=   cf.br ^bb1(%zero, %zero, %f, %f, %f, %f : i32, i32, f32, f32, f32, f32)
//= ^bb1(%i: i32, %slot: i32, %p: f32, %q: f32, %r: f32, %s: f32):
//=   %more = arith.cmpi less_than %i, %n, signed : i32 -> i1
//=   cf.cond_br %more, ^bb2, ^bb5(%p, %q : f32, f32) : i1
//= ^bb2:
//=   %0 = arith.constant <i32: 0> : i32
//=   %place = arith.muli %0, %n : i32
//=   %right = nvvm.wgmma.descriptor %place high 64 : i64
//=   nvvm.wgmma.fence
//=   %p1, %q1, %r1, %s1 = nvvm.wgmma.mma_async f16 n = 8 (%a) k, %right k (%p, %q, %r, %s) : f32, f32, f32, f32
//=   nvvm.wgmma.commit_group
//=   nvvm.wgmma.wait_group 0
//=   %next = arith.addi %0, %one : i32
//=   %wraps = arith.cmpi equal %next, %slots, signed : i32 -> i1
//=   %then = arith.select %wraps, %zero, %next : i1, i32
//=   %j = arith.addi %i, %one : i32
//=   %more_0 = arith.cmpi less_than %j, %n, signed : i32 -> i1
//=   cf.cond_br %more_0, ^bb3, ^bb5(%p1, %q1 : f32, f32) : i1
//= ^bb3:
//=   %place_0 = arith.muli %then, %n : i32
//=   %right_0 = nvvm.wgmma.descriptor %place_0 high 64 : i64
//=   nvvm.wgmma.fence
//=   %p1_0, %q1_0, %r1_0, %s1_0 = nvvm.wgmma.mma_async f16 n = 8 (%a) k, %right_0 k (%p1, %q1, %r1, %s1) : f32, f32, f32, f32
//=   nvvm.wgmma.commit_group
//=   nvvm.wgmma.wait_group 0
//=   %next_0 = arith.addi %then, %one : i32
//=   %wraps_0 = arith.cmpi equal %next_0, %slots, signed : i32 -> i1
//=   %then_0 = arith.select %wraps_0, %zero, %next_0 : i1, i32
//=   %j_0 = arith.addi %j, %one : i32
//=   %more_1 = arith.cmpi less_than %j_0, %n, signed : i32 -> i1
//=   cf.cond_br %more_1, ^bb4, ^bb5(%p1_0, %q1_0 : f32, f32) : i1
//= ^bb4:
//=   %place_1 = arith.muli %then_0, %n : i32
//=   %right_1 = nvvm.wgmma.descriptor %place_1 high 64 : i64
//=   nvvm.wgmma.fence
//=   %p1_1, %q1_1, %r1_1, %s1_1 = nvvm.wgmma.mma_async f16 n = 8 (%a) k, %right_1 k (%p1_0, %q1_0, %r1_0, %s1_0) : f32, f32, f32, f32
//=   nvvm.wgmma.commit_group
//=   nvvm.wgmma.wait_group 0
//=   %next_1 = arith.addi %then_0, %one : i32
//=   %wraps_1 = arith.cmpi equal %next_1, %slots, signed : i32 -> i1
//=   %then_1 = arith.select %wraps_1, %zero, %next_1 : i1, i32
//=   %j_1 = arith.addi %j_0, %one : i32
//=   cf.br ^bb1(%j_1, %then_1, %p1_1, %q1_1, %r1_1, %s1_1 : i32, i32, f32, f32, f32, f32)
//= ^bb5(%1: f32, %2: f32):
//=   %t = arith.addf %1, %2  : f32
//=   nvvm.return
//= }
// -----
// test: pass unroll-loops sm_90a
// The same with a ring of two stays, since nothing is renamed
nvvm.func @k(%n: i32, %a: i64, %b: i64, %f: f32) {
  %zero = arith.constant <i32: 0> : i32
  %one = arith.constant <i32: 1> : i32
  %slots = arith.constant <i32: 2> : i32
  cf.br ^bb1(%zero, %zero, %f, %f, %f, %f : i32, i32, f32, f32, f32, f32)
^bb1(%i: i32, %slot: i32, %p: f32, %q: f32, %r: f32, %s: f32):
  %more = arith.cmpi less_than %i, %n, signed : i32 -> i1
  cf.cond_br %more, ^bb2, ^bb3 : i1
^bb2:
  %place = arith.muli %slot, %n : i32
  %right = nvvm.wgmma.descriptor %place high 64 : i64
  nvvm.wgmma.fence
  %p1, %q1, %r1, %s1 = nvvm.wgmma.mma_async f16 n = 8 (%a) k, %right k (%p, %q, %r, %s) : f32, f32, f32, f32
  nvvm.wgmma.commit_group
  nvvm.wgmma.wait_group 0
  %next = arith.addi %slot, %one : i32
  %wraps = arith.cmpi equal %next, %slots, signed : i32 -> i1
  %then = arith.select %wraps, %zero, %next : i1, i32
  %j = arith.addi %i, %one : i32
  cf.br ^bb1(%j, %then, %p1, %q1, %r1, %s1 : i32, i32, f32, f32, f32, f32)
^bb3:
  %t = arith.addf %p, %q : f32
  nvvm.return
}
//= nothing changed
// -----
// test: pass unroll-loops sm_90a
// Of six iterations, written two at a time, every other one is tested for
nvvm.func @k(%a: i64, %b: i64, %f: f32) {
  %zero = arith.constant <i32: 0> : i32
  %one = arith.constant <i32: 1> : i32
  %two = arith.constant <i32: 2> : i32
  %n = arith.constant <i32: 6> : i32
  cf.br ^bb1(%zero, %zero, %f, %f, %f, %f, %f : i32, i32, f32, f32, f32, f32, f32)
^bb1(%i: i32, %slot: i32, %sum: f32, %p: f32, %q: f32, %r: f32, %s: f32):
  %more = arith.cmpi less_than %i, %n, signed : i32 -> i1
  cf.cond_br %more, ^bb2, ^bb3 : i1
^bb2:
  nvvm.wgmma.fence
  %p1, %q1, %r1, %s1 = nvvm.wgmma.mma_async f16 n = 8 (%a) k, %b k () : f32, f32, f32, f32
  nvvm.wgmma.commit_group
  %added = arith.addf %sum, %p : f32
  nvvm.wgmma.wait_group 0
  %next = arith.addi %slot, %one : i32
  %wraps = arith.cmpi equal %next, %two, signed : i32 -> i1
  %then = arith.select %wraps, %zero, %next : i1, i32
  %j = arith.addi %i, %one : i32
  cf.br ^bb1(%j, %then, %added, %p1, %q1, %r1, %s1 : i32, i32, f32, f32, f32, f32, f32)
^bb3:
  %last = arith.addf %sum, %p : f32
  nvvm.return
}
//= nvvm.func @k(%a: i64, %b: i64, %f: f32) {
//=   %zero = arith.constant <i32: 0> : i32
//=   %one = arith.constant <i32: 1> : i32
//=   %two = arith.constant <i32: 2> : i32
//=   %n = arith.constant <i32: 6> : i32
//=   cf.br ^bb1(%zero, %zero, %f, %f, %f, %f, %f : i32, i32, f32, f32, f32, f32, f32)
//= ^bb1(%i: i32, %slot: i32, %sum: f32, %p: f32, %q: f32, %r: f32, %s: f32):
//=   %more = arith.cmpi less_than %i, %n, signed : i32 -> i1
//=   cf.cond_br %more, ^bb2, ^bb4(%sum, %p : f32, f32) : i1
//= ^bb2:
//=   %0 = arith.constant <i32: 0> : i32
//=   nvvm.wgmma.fence
//=   %p1, %q1, %r1, %s1 = nvvm.wgmma.mma_async f16 n = 8 (%a) k, %b k () : f32, f32, f32, f32
//=   nvvm.wgmma.commit_group
//=   %added = arith.addf %sum, %p  : f32
//=   nvvm.wgmma.wait_group 0
//=   %next = arith.addi %0, %one : i32
//=   %wraps = arith.cmpi equal %next, %two, signed : i32 -> i1
//=   %then = arith.select %wraps, %zero, %next : i1, i32
//=   %j = arith.addi %i, %one : i32
//=   %more_0 = arith.cmpi less_than %j, %n, signed : i32 -> i1
//=   cf.br ^bb3
//= ^bb3:
//=   nvvm.wgmma.fence
//=   %p1_0, %q1_0, %r1_0, %s1_0 = nvvm.wgmma.mma_async f16 n = 8 (%a) k, %b k () : f32, f32, f32, f32
//=   nvvm.wgmma.commit_group
//=   %added_0 = arith.addf %added, %p1  : f32
//=   nvvm.wgmma.wait_group 0
//=   %next_0 = arith.addi %then, %one : i32
//=   %wraps_0 = arith.cmpi equal %next_0, %two, signed : i32 -> i1
//=   %then_0 = arith.select %wraps_0, %zero, %next_0 : i1, i32
//=   %j_0 = arith.addi %j, %one : i32
//=   cf.br ^bb1(%j_0, %then_0, %added_0, %p1_0, %q1_0, %r1_0, %s1_0 : i32, i32, f32, f32, f32, f32, f32)
//= ^bb4(%1: f32, %2: f32):
//=   %last = arith.addf %1, %2  : f32
//=   nvvm.return
//= }
// -----
// test: pass unroll-loops sm_90a
// Of seven iterations each is tested for
nvvm.func @k(%a: i64, %b: i64, %f: f32) {
  %zero = arith.constant <i32: 0> : i32
  %one = arith.constant <i32: 1> : i32
  %two = arith.constant <i32: 2> : i32
  %n = arith.constant <i32: 7> : i32
  cf.br ^bb1(%zero, %zero, %f, %f, %f, %f, %f : i32, i32, f32, f32, f32, f32, f32)
^bb1(%i: i32, %slot: i32, %sum: f32, %p: f32, %q: f32, %r: f32, %s: f32):
  %more = arith.cmpi less_than %i, %n, signed : i32 -> i1
  cf.cond_br %more, ^bb2, ^bb3 : i1
^bb2:
  nvvm.wgmma.fence
  %p1, %q1, %r1, %s1 = nvvm.wgmma.mma_async f16 n = 8 (%a) k, %b k () : f32, f32, f32, f32
  nvvm.wgmma.commit_group
  %added = arith.addf %sum, %p : f32
  nvvm.wgmma.wait_group 0
  %next = arith.addi %slot, %one : i32
  %wraps = arith.cmpi equal %next, %two, signed : i32 -> i1
  %then = arith.select %wraps, %zero, %next : i1, i32
  %j = arith.addi %i, %one : i32
  cf.br ^bb1(%j, %then, %added, %p1, %q1, %r1, %s1 : i32, i32, f32, f32, f32, f32, f32)
^bb3:
  %last = arith.addf %sum, %p : f32
  nvvm.return
}
//= nvvm.func @k(%a: i64, %b: i64, %f: f32) {
//=   %zero = arith.constant <i32: 0> : i32
//=   %one = arith.constant <i32: 1> : i32
//=   %two = arith.constant <i32: 2> : i32
//=   %n = arith.constant <i32: 7> : i32
//=   cf.br ^bb1(%zero, %zero, %f, %f, %f, %f, %f : i32, i32, f32, f32, f32, f32, f32)
//= ^bb1(%i: i32, %slot: i32, %sum: f32, %p: f32, %q: f32, %r: f32, %s: f32):
//=   %more = arith.cmpi less_than %i, %n, signed : i32 -> i1
//=   cf.cond_br %more, ^bb2, ^bb4(%sum, %p : f32, f32) : i1
//= ^bb2:
//=   %0 = arith.constant <i32: 0> : i32
//=   nvvm.wgmma.fence
//=   %p1, %q1, %r1, %s1 = nvvm.wgmma.mma_async f16 n = 8 (%a) k, %b k () : f32, f32, f32, f32
//=   nvvm.wgmma.commit_group
//=   %added = arith.addf %sum, %p  : f32
//=   nvvm.wgmma.wait_group 0
//=   %next = arith.addi %0, %one : i32
//=   %wraps = arith.cmpi equal %next, %two, signed : i32 -> i1
//=   %then = arith.select %wraps, %zero, %next : i1, i32
//=   %j = arith.addi %i, %one : i32
//=   %more_0 = arith.cmpi less_than %j, %n, signed : i32 -> i1
//=   cf.cond_br %more_0, ^bb3, ^bb4(%added, %p1 : f32, f32) : i1
//= ^bb3:
//=   nvvm.wgmma.fence
//=   %p1_0, %q1_0, %r1_0, %s1_0 = nvvm.wgmma.mma_async f16 n = 8 (%a) k, %b k () : f32, f32, f32, f32
//=   nvvm.wgmma.commit_group
//=   %added_0 = arith.addf %added, %p1  : f32
//=   nvvm.wgmma.wait_group 0
//=   %next_0 = arith.addi %then, %one : i32
//=   %wraps_0 = arith.cmpi equal %next_0, %two, signed : i32 -> i1
//=   %then_0 = arith.select %wraps_0, %zero, %next_0 : i1, i32
//=   %j_0 = arith.addi %j, %one : i32
//=   cf.br ^bb1(%j_0, %then_0, %added_0, %p1_0, %q1_0, %r1_0, %s1_0 : i32, i32, f32, f32, f32, f32, f32)
//= ^bb4(%1: f32, %2: f32):
//=   %last = arith.addf %1, %2  : f32
//=   nvvm.return
//= }
