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
