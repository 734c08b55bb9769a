// test: pass hoist-descriptors sm_90a
// A descriptor that the loop does not change is made before it, the number of the warpgroup where all threads are; that of a slot stays
nvvm.func @k(%n: i32, %q: i32, %k: i32) {
  %zero = arith.constant <i32: 0> : i32
  %one = arith.constant <i32: 1> : i32
  %seven = arith.constant <i32: 7> : i32
  %two = arith.constant <i64: 2> : i64
  %thread = nvvm.read_sreg tid.x : i32
  %first = arith.cmpi less_than %thread, %n, signed : i32 -> i1
  cf.cond_br %first, ^bb1, ^bb5 : i1
^bb1:
  %own = arith.shri %thread, %seven unsigned : i32
  cf.br ^bb2(%zero, %zero : i32, i32)
^bb2(%i: i32, %slot: i32):
  %more = arith.cmpi less_than %i, %n, signed : i32 -> i1
  cf.cond_br %more, ^bb3, ^bb4 : i1
^bb3:
  %group = nvvm.shfl_idx %own, %zero : i32
  %at = arith.addi %q, %group : i32
  %a = nvvm.wgmma.descriptor %at high 5 : i64
  %place = arith.addi %k, %slot : i32
  %b = nvvm.wgmma.descriptor %place high 5 : i64
  nvvm.wgmma.fence
  %p, %r, %s, %t = nvvm.wgmma.mma_async f16 n = 8 (%a) k, %b k () : f32, f32, f32, f32
  %a2 = arith.addi %a, %two : i64
  %b2 = arith.addi %b, %two : i64
  %p2, %r2, %s2, %t2 = nvvm.wgmma.mma_async f16 n = 8 (%a2) k, %b2 k (%p, %r, %s, %t) : f32, f32, f32, f32
  nvvm.wgmma.commit_group
  nvvm.wgmma.wait_group 0
  %j = arith.addi %i, %one : i32
  %next = arith.xori %slot, %one : i32
  cf.br ^bb2(%j, %next : i32, i32)
^bb4:
  cf.br ^bb5
^bb5:
  nvvm.return
}
//= nvvm.func @k(%n: i32, %q: i32, %k: i32) {
//=   %zero = arith.constant <i32: 0> : i32
//=   %one = arith.constant <i32: 1> : i32
//=   %seven = arith.constant <i32: 7> : i32
//=   %two = arith.constant <i64: 2> : i64
//=   %thread = nvvm.read_sreg tid.x : i32
//=   %first = arith.cmpi less_than %thread, %n, signed : i32 -> i1
//=   %own = arith.shri %thread, %seven unsigned : i32
//=   %group = nvvm.shfl_idx %own, %zero : i32
//=   %at = arith.addi %q, %group : i32
//=   %a = nvvm.wgmma.descriptor %at high 5 : i64
//=   %a2 = arith.addi %a, %two : i64
//=   cf.cond_br %first, ^bb1, ^bb5 : i1
//= ^bb1:
//=   cf.br ^bb2(%zero, %zero : i32, i32)
//= ^bb2(%i: i32, %slot: i32):
//=   %more = arith.cmpi less_than %i, %n, signed : i32 -> i1
//=   cf.cond_br %more, ^bb3, ^bb4 : i1
//= ^bb3:
//=   %place = arith.addi %k, %slot : i32
//=   %b = nvvm.wgmma.descriptor %place high 5 : i64
//=   nvvm.wgmma.fence
//=   %p, %r, %s, %t = nvvm.wgmma.mma_async f16 n = 8 (%a) k, %b k () : f32, f32, f32, f32
//=   %b2 = arith.addi %b, %two : i64
//=   %p2, %r2, %s2, %t2 = nvvm.wgmma.mma_async f16 n = 8 (%a2) k, %b2 k (%p, %r, %s, %t) : f32, f32, f32, f32
//=   nvvm.wgmma.commit_group
//=   nvvm.wgmma.wait_group 0
//=   %j = arith.addi %i, %one : i32
//=   %next = arith.xori %slot, %one : i32
//=   cf.br ^bb2(%j, %next : i32, i32)
//= ^bb4:
//=   cf.br ^bb5
//= ^bb5:
//=   nvvm.return
//= }
// -----
// test: pass hoist-descriptors sm_90a
// An agent that needs most registers that a thread can have holds no descriptor of a product before its loop
nvvm.func @k(%n: i32, %q: i32, %k: i32) {
  %zero = arith.constant <i32: 0> : i32
  %one = arith.constant <i32: 1> : i32
  nvvm.setmaxnreg inc 248
  cf.br ^bb1
^bb1:
  %place = nvvm.ld shared %k + 0 : i32
  %a = nvvm.wgmma.descriptor %place high 5 : i64
  nvvm.wgmma.fence
  %p, %r, %s, %t = nvvm.wgmma.mma_async f16 n = 8 (%a) k, %a k () : f32, f32, f32, f32
  nvvm.wgmma.commit_group
  cf.br ^bb2(%zero : i32)
^bb2(%i: i32):
  nvvm.wgmma.fence
  %p2, %r2, %s2, %t2 = nvvm.wgmma.mma_async f16 n = 8 (%a) k, %a k () : f32, f32, f32, f32
  nvvm.wgmma.commit_group
  nvvm.wgmma.wait_group 0
  %j = arith.addi %i, %one : i32
  %more = arith.cmpi less_than %j, %n, signed : i32 -> i1
  cf.cond_br %more, ^bb2(%j : i32), ^bb3 : i1
^bb3:
  nvvm.return
}
//= nvvm.func @k(%n: i32, %q: i32, %k: i32) {
//=   %zero = arith.constant <i32: 0> : i32
//=   %one = arith.constant <i32: 1> : i32
//=   nvvm.setmaxnreg inc 248
//=   cf.br ^bb1
//= ^bb1:
//=   %place = nvvm.ld shared %k + 0 : i32
//=   %a = nvvm.wgmma.descriptor %place high 5 : i64
//=   nvvm.wgmma.fence
//=   %p, %r, %s, %t = nvvm.wgmma.mma_async f16 n = 8 (%a) k, %a k () : f32, f32, f32, f32
//=   nvvm.wgmma.commit_group
//=   cf.br ^bb2(%zero : i32)
//= ^bb2(%i: i32):
//=   nvvm.wgmma.fence
//=   %a_0 = nvvm.wgmma.descriptor %place high 5 : i64
//=   %p2, %r2, %s2, %t2 = nvvm.wgmma.mma_async f16 n = 8 (%a_0) k, %a_0 k () : f32, f32, f32, f32
//=   nvvm.wgmma.commit_group
//=   nvvm.wgmma.wait_group 0
//=   %j = arith.addi %i, %one : i32
//=   %more = arith.cmpi less_than %j, %n, signed : i32 -> i1
//=   cf.cond_br %more, ^bb2(%j : i32), ^bb3 : i1
//= ^bb3:
//=   nvvm.return
//= }
// -----
// test: pass hoist-descriptors sm_90a
// One with room for it does
nvvm.func @k(%n: i32, %q: i32, %k: i32) {
  %zero = arith.constant <i32: 0> : i32
  %one = arith.constant <i32: 1> : i32
  nvvm.setmaxnreg inc 232
  cf.br ^bb1
^bb1:
  %place = nvvm.ld shared %k + 0 : i32
  %a = nvvm.wgmma.descriptor %place high 5 : i64
  nvvm.wgmma.fence
  %p, %r, %s, %t = nvvm.wgmma.mma_async f16 n = 8 (%a) k, %a k () : f32, f32, f32, f32
  nvvm.wgmma.commit_group
  cf.br ^bb2(%zero : i32)
^bb2(%i: i32):
  nvvm.wgmma.fence
  %p2, %r2, %s2, %t2 = nvvm.wgmma.mma_async f16 n = 8 (%a) k, %a k () : f32, f32, f32, f32
  nvvm.wgmma.commit_group
  nvvm.wgmma.wait_group 0
  %j = arith.addi %i, %one : i32
  %more = arith.cmpi less_than %j, %n, signed : i32 -> i1
  cf.cond_br %more, ^bb2(%j : i32), ^bb3 : i1
^bb3:
  nvvm.return
}
//= nothing changed
// -----
// test: pass hoist-descriptors sm_80
// Where threads copy from places that a loop carries, the address of a matrix that is known as a whole is made before the loop; of that of a slot, no part is
nvvm.func @k(%n: i32, %q: i32, %k: i32, %from: i64) {
  %zero = arith.constant <i32: 0> : i32
  %one = arith.constant <i32: 1> : i32
  cf.br ^bb1(%zero, %zero, %from : i32, i32, i64)
^bb1(%i: i32, %slot: i32, %source: i64):
  %more = arith.cmpi less_than %i, %n, signed : i32 -> i1
  cf.cond_br %more, ^bb2, ^bb3 : i1
^bb2:
  nvvm.cp.async.shared.global %k + 0, %source + 0 {nv_tileas.round = 1}
  %at = arith.addi %q, %k : i32
  %a, %b, %c, %d = nvvm.ldmatrix %at + 0 : i32, i32, i32, i32
  %part = arith.muli %q, %k : i32
  %place = arith.addi %part, %slot : i32
  %a2, %b2, %c2, %d2 = nvvm.ldmatrix %place + 0 : i32, i32, i32, i32
  %j = arith.addi %i, %one : i32
  %next = arith.xori %slot, %one : i32
  cf.br ^bb1(%j, %next, %source : i32, i32, i64)
^bb3:
  nvvm.return
}
//= nvvm.func @k(%n: i32, %q: i32, %k: i32, %from: i64) {
//=   %zero = arith.constant <i32: 0> : i32
//=   %one = arith.constant <i32: 1> : i32
//=   %at = arith.addi %q, %k : i32
//=   cf.br ^bb1(%zero, %zero, %from : i32, i32, i64)
//= ^bb1(%i: i32, %slot: i32, %source: i64):
//=   %more = arith.cmpi less_than %i, %n, signed : i32 -> i1
//=   cf.cond_br %more, ^bb2, ^bb3 : i1
//= ^bb2:
//=   nvvm.cp.async.shared.global %k + 0, %source + 0 {nv_tileas.round = 1}
//=   %a, %b, %c, %d = nvvm.ldmatrix %at + 0 : i32, i32, i32, i32
//=   %part = arith.muli %q, %k : i32
//=   %place = arith.addi %part, %slot : i32
//=   %a2, %b2, %c2, %d2 = nvvm.ldmatrix %place + 0 : i32, i32, i32, i32
//=   %j = arith.addi %i, %one : i32
//=   %next = arith.xori %slot, %one : i32
//=   cf.br ^bb1(%j, %next, %source : i32, i32, i64)
//= ^bb3:
//=   nvvm.return
//= }
// -----
// test: pass hoist-descriptors sm_80
// Where they add places up anew, the assembler finds addresses itself
nvvm.func @k(%n: i32, %q: i32, %k: i32, %from: i64) {
  %zero = arith.constant <i32: 0> : i32
  %one = arith.constant <i32: 1> : i32
  cf.br ^bb1(%zero : i32)
^bb1(%i: i32):
  %more = arith.cmpi less_than %i, %n, signed : i32 -> i1
  cf.cond_br %more, ^bb2, ^bb3 : i1
^bb2:
  nvvm.cp.async.shared.global %k + 0, %from + 0
  %at = arith.addi %q, %k : i32
  %a, %b, %c, %d = nvvm.ldmatrix %at + 0 : i32, i32, i32, i32
  %j = arith.addi %i, %one : i32
  cf.br ^bb1(%j : i32)
^bb3:
  nvvm.return
}
//= nothing changed
// -----
// test: pass hoist-descriptors sm_90a
// A ring of which a product before the loop reads the first slot: all descriptors of the loop's rings are sums of one that no product before it has
nvvm.func @k(%n: i32) {
  %zero = arith.constant <i32: 0> : i32
  %one = arith.constant <i32: 1> : i32
  %four = arith.constant <i32: 4> : i32
  %field = arith.constant <i32: 65536> : i32
  %two = arith.constant <i64: 2> : i64
  %six = arith.constant <i64: 6> : i64
  %first = nvvm.shared_base 4096 from 1024 : i32
  %a_at = arith.shri %first, %four unsigned : i32
  %a_low = arith.addi %a_at, %field : i32
  %second = nvvm.shared_base 4096 from 9216 : i32
  %b_at = arith.shri %second, %four unsigned : i32
  %b_low = arith.addi %b_at, %field : i32
  cf.br ^bb1
^bb1:
  %a = nvvm.wgmma.descriptor %a_low high 5 slot %zero of 128 : i64
  nvvm.wgmma.fence
  %p, %r, %s, %t = nvvm.wgmma.mma_async f16 n = 8 (%a) k, %a k () : f32, f32, f32, f32
  nvvm.wgmma.commit_group
  cf.br ^bb2(%zero : i32)
^bb2(%i: i32):
  nvvm.wgmma.fence
  %a1 = nvvm.wgmma.descriptor %a_low high 5 slot %one of 128 : i64
  %b0 = nvvm.wgmma.descriptor %b_low high 5 slot %zero of 128 : i64
  %b1 = nvvm.wgmma.descriptor %b_low high 5 slot %one of 128 : i64
  %a_next = arith.addi %a, %two : i64
  %x0 = arith.addi %b0, %two : i64
  %x1 = arith.addi %b1, %two : i64
  %x2 = arith.addi %a1, %two : i64
  %p1, %r1, %s1, %t1 = nvvm.wgmma.mma_async f16 n = 8 (%a1) k, %b0 k () : f32, f32, f32, f32
  %p2, %r2, %s2, %t2 = nvvm.wgmma.mma_async f16 n = 8 (%a) k, %b1 k () : f32, f32, f32, f32
  %p3, %r3, %s3, %t3 = nvvm.wgmma.mma_async f16 n = 8 (%a_next) k, %x0 k () : f32, f32, f32, f32
  %p4, %r4, %s4, %t4 = nvvm.wgmma.mma_async f16 n = 8 (%x2) k, %x1 k () : f32, f32, f32, f32
  %a_last = arith.addi %a, %six : i64
  %x3 = arith.addi %b1, %six : i64
  %p5, %r5, %s5, %t5 = nvvm.wgmma.mma_async f16 n = 8 (%a_last) k, %x3 k () : f32, f32, f32, f32
  nvvm.wgmma.commit_group
  nvvm.wgmma.wait_group 0
  %j = arith.addi %i, %one : i32
  %more = arith.cmpi less_than %j, %n, signed : i32 -> i1
  cf.cond_br %more, ^bb2(%j : i32), ^bb3 : i1
^bb3:
  nvvm.return
}
//= nvvm.func @k(%n: i32) {
//=   %zero = arith.constant <i32: 0> : i32
//=   %one = arith.constant <i32: 1> : i32
//=   %four = arith.constant <i32: 4> : i32
//=   %field = arith.constant <i32: 65536> : i32
//=   %two = arith.constant <i64: 2> : i64
//=   %six = arith.constant <i64: 6> : i64
//=   %first = nvvm.shared_base 4096 from 1024 : i32
//=   %a_at = arith.shri %first, %four unsigned : i32
//=   %a_low = arith.addi %a_at, %field : i32
//=   %second = nvvm.shared_base 4096 from 9216 : i32
//=   %b_at = arith.shri %second, %four unsigned : i32
//=   %b_low = arith.addi %b_at, %field : i32
//=   cf.br ^bb1
//= ^bb1:
//=   %0 = nvvm.wgmma.descriptor %b_low high 5 : i64
//=   %a = nvvm.wgmma.descriptor %a_low high 5 slot %zero of 128 : i64
//=   nvvm.wgmma.fence
//=   %p, %r, %s, %t = nvvm.wgmma.mma_async f16 n = 8 (%a) k, %a k () : f32, f32, f32, f32
//=   nvvm.wgmma.commit_group
//=   cf.br ^bb2(%zero : i32)
//= ^bb2(%i: i32):
//=   nvvm.wgmma.fence
//=   %1 = arith.constant <i64: -384> : i64
//=   %2 = arith.addi %0, %1 : i64
//=   %3 = arith.constant <i64: 128> : i64
//=   %4 = arith.addi %0, %3 : i64
//=   %a_next = arith.addi %a, %two : i64
//=   %x0 = arith.addi %0, %two : i64
//=   %x1 = arith.addi %4, %two : i64
//=   %x2 = arith.addi %2, %two : i64
//=   %p1, %r1, %s1, %t1 = nvvm.wgmma.mma_async f16 n = 8 (%2) k, %0 k () : f32, f32, f32, f32
//=   %5 = arith.constant <i64: -512> : i64
//=   %6 = arith.addi %0, %5 : i64
//=   %p2, %r2, %s2, %t2 = nvvm.wgmma.mma_async f16 n = 8 (%6) k, %4 k () : f32, f32, f32, f32
//=   %7 = arith.constant <i64: -510> : i64
//=   %8 = arith.addi %0, %7 : i64
//=   %p3, %r3, %s3, %t3 = nvvm.wgmma.mma_async f16 n = 8 (%8) k, %x0 k () : f32, f32, f32, f32
//=   %p4, %r4, %s4, %t4 = nvvm.wgmma.mma_async f16 n = 8 (%x2) k, %x1 k () : f32, f32, f32, f32
//=   %a_last = arith.addi %a, %six : i64
//=   %x3 = arith.addi %4, %six : i64
//=   %9 = arith.constant <i64: -506> : i64
//=   %10 = arith.addi %0, %9 : i64
//=   %p5, %r5, %s5, %t5 = nvvm.wgmma.mma_async f16 n = 8 (%10) k, %x3 k () : f32, f32, f32, f32
//=   nvvm.wgmma.commit_group
//=   nvvm.wgmma.wait_group 0
//=   %j = arith.addi %i, %one : i32
//=   %more = arith.cmpi less_than %j, %n, signed : i32 -> i1
//=   cf.cond_br %more, ^bb2(%j : i32), ^bb3 : i1
//= ^bb3:
//=   nvvm.return
//= }
// -----
// test: pass hoist-descriptors sm_90a
// Memory that has no place yet: how far one ring is from the other is not known
nvvm.func @k(%n: i32) {
  %zero = arith.constant <i32: 0> : i32
  %one = arith.constant <i32: 1> : i32
  %four = arith.constant <i32: 4> : i32
  %field = arith.constant <i32: 65536> : i32
  %two = arith.constant <i64: 2> : i64
  %six = arith.constant <i64: 6> : i64
  %first = nvvm.shared_base 4096 from 1024 : i32
  %a_at = arith.shri %first, %four unsigned : i32
  %a_low = arith.addi %a_at, %field : i32
  %second = nvvm.shared_base 4096 : i32
  %b_at = arith.shri %second, %four unsigned : i32
  %b_low = arith.addi %b_at, %field : i32
  cf.br ^bb1
^bb1:
  %a = nvvm.wgmma.descriptor %a_low high 5 slot %zero of 128 : i64
  nvvm.wgmma.fence
  %p, %r, %s, %t = nvvm.wgmma.mma_async f16 n = 8 (%a) k, %a k () : f32, f32, f32, f32
  nvvm.wgmma.commit_group
  cf.br ^bb2(%zero : i32)
^bb2(%i: i32):
  nvvm.wgmma.fence
  %a1 = nvvm.wgmma.descriptor %a_low high 5 slot %one of 128 : i64
  %b0 = nvvm.wgmma.descriptor %b_low high 5 slot %zero of 128 : i64
  %b1 = nvvm.wgmma.descriptor %b_low high 5 slot %one of 128 : i64
  %a_next = arith.addi %a, %two : i64
  %x0 = arith.addi %b0, %two : i64
  %x1 = arith.addi %b1, %two : i64
  %x2 = arith.addi %a1, %two : i64
  %p1, %r1, %s1, %t1 = nvvm.wgmma.mma_async f16 n = 8 (%a1) k, %b0 k () : f32, f32, f32, f32
  %p2, %r2, %s2, %t2 = nvvm.wgmma.mma_async f16 n = 8 (%a) k, %b1 k () : f32, f32, f32, f32
  %p3, %r3, %s3, %t3 = nvvm.wgmma.mma_async f16 n = 8 (%a_next) k, %x0 k () : f32, f32, f32, f32
  %p4, %r4, %s4, %t4 = nvvm.wgmma.mma_async f16 n = 8 (%x2) k, %x1 k () : f32, f32, f32, f32
  %a_last = arith.addi %a, %six : i64
  %x3 = arith.addi %b1, %six : i64
  %p5, %r5, %s5, %t5 = nvvm.wgmma.mma_async f16 n = 8 (%a_last) k, %x3 k () : f32, f32, f32, f32
  nvvm.wgmma.commit_group
  nvvm.wgmma.wait_group 0
  %j = arith.addi %i, %one : i32
  %more = arith.cmpi less_than %j, %n, signed : i32 -> i1
  cf.cond_br %more, ^bb2(%j : i32), ^bb3 : i1
^bb3:
  nvvm.return
}
//= nothing changed
// -----
// test: pass hoist-descriptors sm_120a
// An agent that is given registers asks anew for its thread, and computes behind that what it alone takes; what others take, too, stays
nvvm.func @k(%n: i32, %q: i32, %full: i32) {
  %zero = arith.constant <i32: 0> : i32
  %one = arith.constant <i32: 1> : i32
  %thread = nvvm.read_sreg tid.x : i32
  %row = arith.muli %thread, %q : i32
  %both = arith.addi %n, %q : i32
  nvvm.barrier
  %first = arith.cmpi less_than %thread, %n, signed : i32 -> i1
  cf.cond_br %first, ^bb1, ^bb4 : i1
^bb1:
  nvvm.setmaxnreg inc 232
  cf.br ^bb2(%zero : i32)
^bb2(%i: i32):
  %more = arith.cmpi less_than %i, %both, signed : i32 -> i1
  cf.cond_br %more, ^bb3, ^bb5 : i1
^bb3:
  %at = arith.addi %q, %row : i32
  %a, %b, %c, %d = nvvm.ldmatrix %at + 0 : i32, i32, i32, i32
  %j = arith.addi %i, %one : i32
  cf.br ^bb2(%j : i32)
^bb4:
  nvvm.setmaxnreg dec 24
  nvvm.tma_load 0[%both, %thread], %q + 0, %full + 0 : i32
  cf.br ^bb5
^bb5:
  nvvm.return
}
//= nvvm.func @k(%n: i32, %q: i32, %full: i32) {
//=   %thread = nvvm.read_sreg tid.x : i32
//=   %both = arith.addi %n, %q : i32
//=   nvvm.barrier
//=   %first = arith.cmpi less_than %thread, %n, signed : i32 -> i1
//=   cf.cond_br %first, ^bb1, ^bb4 : i1
//= ^bb1:
//=   nvvm.setmaxnreg inc 232
//=   %zero = arith.constant <i32: 0> : i32
//=   %one = arith.constant <i32: 1> : i32
//=   %thread_0 = nvvm.read_sreg tid.x : i32
//=   %row = arith.muli %thread_0, %q : i32
//=   %at = arith.addi %q, %row : i32
//=   cf.br ^bb2(%zero : i32)
//= ^bb2(%i: i32):
//=   %more = arith.cmpi less_than %i, %both, signed : i32 -> i1
//=   cf.cond_br %more, ^bb3, ^bb5 : i1
//= ^bb3:
//=   %a, %b, %c, %d = nvvm.ldmatrix %at + 0 : i32, i32, i32, i32
//=   %j = arith.addi %i, %one : i32
//=   cf.br ^bb2(%j : i32)
//= ^bb4:
//=   nvvm.setmaxnreg dec 24
//=   nvvm.tma_load 0[%both, %thread], %q + 0, %full + 0 : i32
//=   cf.br ^bb5
//= ^bb5:
//=   nvvm.return
//= }
// -----
// test: pass hoist-descriptors sm_100a
// Of a loop in which products are committed, what does not change is computed before it
nvvm.func @k(%n: i32, %q: i32) {
  %zero = arith.constant <i32: 0> : i32
  %one = arith.constant <i32: 1> : i32
  %four = arith.constant <i32: 4> : i32
  cf.br ^bb1(%zero : i32)
^bb1(%i: i32):
  %more = arith.cmpi less_than %i, %n, signed : i32 -> i1
  cf.cond_br %more, ^bb2, ^bb3 : i1
^bb2:
  %low = arith.shri %q, %four unsigned : i32
  %place = arith.addi %low, %one : i32
  %slot = arith.addi %place, %i : i32
  nvvm.tcgen05.commit %slot + 0
  %j = arith.addi %i, %one : i32
  cf.br ^bb1(%j : i32)
^bb3:
  nvvm.return
}
//= nvvm.func @k(%n: i32, %q: i32) {
//=   %zero = arith.constant <i32: 0> : i32
//=   %one = arith.constant <i32: 1> : i32
//=   %four = arith.constant <i32: 4> : i32
//=   %low = arith.shri %q, %four unsigned : i32
//=   %place = arith.addi %low, %one : i32
//=   cf.br ^bb1(%zero : i32)
//= ^bb1(%i: i32):
//=   %more = arith.cmpi less_than %i, %n, signed : i32 -> i1
//=   cf.cond_br %more, ^bb2, ^bb3 : i1
//= ^bb2:
//=   %slot = arith.addi %place, %i : i32
//=   nvvm.tcgen05.commit %slot + 0
//=   %j = arith.addi %i, %one : i32
//=   cf.br ^bb1(%j : i32)
//= ^bb3:
//=   nvvm.return
//= }
// -----
// test: pass hoist-descriptors sm_100a
// Of one in which none are, nothing moves
nvvm.func @k(%n: i32, %q: i32) {
  %zero = arith.constant <i32: 0> : i32
  %one = arith.constant <i32: 1> : i32
  %four = arith.constant <i32: 4> : i32
  cf.br ^bb1(%zero : i32)
^bb1(%i: i32):
  %more = arith.cmpi less_than %i, %n, signed : i32 -> i1
  cf.cond_br %more, ^bb2, ^bb3 : i1
^bb2:
  %low = arith.shri %q, %four unsigned : i32
  %slot = arith.addi %low, %i : i32
  nvvm.st shared %slot + 0, %i : i32
  %j = arith.addi %i, %one : i32
  cf.br ^bb1(%j : i32)
^bb3:
  nvvm.return
}
//= nothing changed
