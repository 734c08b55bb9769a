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
