// test: pass cse
// The same of the same is computed once, also in a region of a loop; what comes of another op is not the same
nv_tileaa.func @k(%i: tile<i32>, %j: tile<i32>, %n: tile<i32>) {
  %a = arith.muli %i, %j : tile<i32>
  %b = arith.muli %i, %j : tile<i32>
  %c = arith.muli %j, %i : tile<i32>
  %s = arith.addi %a, %b : tile<i32>
  %r = scf.for %x in (%i to %n, step %j) : tile<i32> iter_values(%v = %s) -> (tile<i32>) {
    %d = arith.muli %i, %j : tile<i32>
    %e = arith.addi %v, %d : tile<i32>
    %f = arith.addi %e, %c : tile<i32>
    scf.continue %f : tile<i32>
  }
  nv_tileaa.return
}
//= nv_tileaa.func @k(%i: tile<i32>, %j: tile<i32>, %n: tile<i32>) {
//=   %a = arith.muli %i, %j : tile<i32>
//=   %c = arith.muli %j, %i : tile<i32>
//=   %s = arith.addi %a, %a : tile<i32>
//=   %r = scf.for %x in (%i to %n, step %j) : tile<i32> iter_values(%v = %s) -> (tile<i32>) {
//=     %e = arith.addi %v, %a : tile<i32>
//=     %f = arith.addi %e, %c : tile<i32>
//=     scf.continue %f : tile<i32>
//=   }
//=   nv_tileaa.return
//= }
// -----
// test: pass cse
// Nothing is computed twice
nv_tileaa.func @k(%i: tile<i32>, %j: tile<i32>) {
  %a = arith.muli %i, %j : tile<i32>
  nv_tileaa.return
}
//= nothing changed
// -----
// test: pass cse
// Lanes take the same from one of them in a branch; their exchanges in pairs stay
nvvm.func @k(%n: i32) {
  %zero = arith.constant <i32: 0> : i32
  %first = nvvm.shfl_idx %n, %zero : i32
  %other = nvvm.shfl_bfly %n, 1 : i32
  %less = arith.cmpi less_than %first, %other, signed : i32 -> i1
  cf.cond_br %less, ^bb1, ^bb2 : i1
^bb1:
  %again = nvvm.shfl_idx %n, %zero : i32
  %another = nvvm.shfl_bfly %n, 1 : i32
  %sum = arith.addi %again, %another : i32
  cf.br ^bb2
^bb2:
  nvvm.return
}
//= nvvm.func @k(%n: i32) {
//=   %zero = arith.constant <i32: 0> : i32
//=   %first = nvvm.shfl_idx %n, %zero : i32
//=   %other = nvvm.shfl_bfly %n, 1 : i32
//=   %less = arith.cmpi less_than %first, %other, signed : i32 -> i1
//=   cf.cond_br %less, ^bb1, ^bb2 : i1
//= ^bb1:
//=   %another = nvvm.shfl_bfly %n, 1 : i32
//=   %sum = arith.addi %first, %another : i32
//=   cf.br ^bb2
//= ^bb2:
//=   nvvm.return
//= }
// -----
// test: pass cse
// Parities of two rings that go round together are one number; one that begins otherwise stays, and so does one that changes in other iterations
nvvm.func @k(%n: i32) {
  %zero = arith.constant <i32: 0> : i32
  %one = arith.constant <i32: 1> : i32
  cf.br ^bb1(%zero, %zero, %zero, %one, %zero : i32, i32, i32, i32, i32)
^bb1(%i: i32, %a: i32, %b: i32, %c: i32, %d: i32):
  %more = arith.cmpi less_than %i, %n, signed : i32 -> i1
  cf.cond_br %more, ^bb2, ^bb3 : i1
^bb2:
  nvvm.mbarrier.wait.parity %n + 0, %a
  nvvm.mbarrier.wait.parity %n + 8, %b
  nvvm.mbarrier.wait.parity %n + 16, %c
  nvvm.mbarrier.wait.parity %n + 24, %d
  %i2 = arith.addi %i, %one : i32
  %a2 = arith.xori %a, %one : i32
  %b2 = arith.xori %b, %one : i32
  %c2 = arith.xori %c, %one : i32
  %d2 = arith.xori %d, %i : i32
  cf.br ^bb1(%i2, %a2, %b2, %c2, %d2 : i32, i32, i32, i32, i32)
^bb3:
  nvvm.return
}
//= nvvm.func @k(%n: i32) {
//=   %zero = arith.constant <i32: 0> : i32
//=   %one = arith.constant <i32: 1> : i32
//=   cf.br ^bb1(%zero, %zero, %zero, %one, %zero : i32, i32, i32, i32, i32)
//= ^bb1(%i: i32, %a: i32, %b: i32, %c: i32, %d: i32):
//=   %more = arith.cmpi less_than %i, %n, signed : i32 -> i1
//=   cf.cond_br %more, ^bb2, ^bb3 : i1
//= ^bb2:
//=   nvvm.mbarrier.wait.parity %n + 0, %a
//=   nvvm.mbarrier.wait.parity %n + 8, %a
//=   nvvm.mbarrier.wait.parity %n + 16, %c
//=   nvvm.mbarrier.wait.parity %n + 24, %d
//=   %i2 = arith.addi %i, %one : i32
//=   %a2 = arith.xori %a, %one : i32
//=   %c2 = arith.xori %c, %one : i32
//=   %d2 = arith.xori %d, %i : i32
//=   cf.br ^bb1(%i2, %a2, %a2, %c2, %d2 : i32, i32, i32, i32, i32)
//= ^bb3:
//=   nvvm.return
//= }
