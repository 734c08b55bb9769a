// test: pass canonicalize
// Arithmetic on constants is a constant; adding zero changes nothing; what nobody uses is gone
nv_tileaa.func @k(%i: tile<i32>, %p: tile<ptr<i32>>) {
  %two = arith.constant <i32: 2> : tile<i32>
  %three = arith.constant <i32: 3> : tile<i32>
  %zero = arith.constant <i32: 0> : tile<i32>
  %six = arith.muli %two, %three : tile<i32>
  %same = arith.addi %i, %zero : tile<i32>
  %sum = arith.addi %same, %six : tile<i32>
  %gone = arith.muli %i, %i : tile<i32>
  %t = nv_tileaa.store weak %p, %sum : tile<ptr<i32>>, tile<i32> -> token
  nv_tileaa.return
}
//= nv_tileaa.func @k(%i: tile<i32>, %p: tile<ptr<i32>>) {
//=   %six = arith.constant <i32: 6> : tile<i32>
//=   %sum = arith.addi %i, %six : tile<i32>
//=   %t = nv_tileaa.store weak %p, %sum : tile<ptr<i32>>, tile<i32> -> token
//=   nv_tileaa.return
//= }
// -----
// test: pass canonicalize
// There is nothing to fold
nv_tileaa.func @k(%i: tile<i32>) {
  nv_tileaa.return
}
//= nothing changed
