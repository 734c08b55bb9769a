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
// -----
// test: pass canonicalize
// A tile that is moved between threads for nobody stays where it is
nv_tileas.func @k() {
  %x = nv_tileas.make_range : tile<256xi32, #nv_tileas.layout<reg=[128], lane=[1, 2, 4, 8, 16], warp=[32, 64]>>
  %gone = nv_tileas.convert_layout %x : tile<256xi32, #nv_tileas.layout<reg=[128], lane=[1, 2, 4, 8, 16], warp=[32, 64]>> -> tile<256xi32, #nv_tileas.layout<reg=[1], lane=[2, 4, 8, 16, 32], warp=[64, 128]>>
  %too = arith.addi %gone, %gone : tile<256xi32, #nv_tileas.layout<reg=[1], lane=[2, 4, 8, 16, 32], warp=[64, 128]>>
  nv_tileas.return
}
//= nv_tileas.func @k() {
//=   nv_tileas.return
//= }
// -----
// test: pass canonicalize
// A loop that breaks in its first round, as what returns from an inlined function is, becomes what it does
nv_tileaa.func @k(%i: tile<i32>, %p: tile<ptr<i32>>) {
  %x = scf.loop iter_values(%a = %i) : tile<i32> -> tile<i32> {
    %y = scf.loop iter_values(%b = %a) : tile<i32> -> tile<i32> {
      %c = arith.muli %b, %i : tile<i32>
      scf.break %c : tile<i32>
    }
    %d = arith.addi %y, %a : tile<i32>
    scf.break %d : tile<i32>
  }
  %t = nv_tileaa.store weak %p, %x : tile<ptr<i32>>, tile<i32> -> token
  nv_tileaa.return
}
//= nv_tileaa.func @k(%i: tile<i32>, %p: tile<ptr<i32>>) {
//=   %c = arith.muli %i, %i : tile<i32>
//=   %d = arith.addi %c, %i : tile<i32>
//=   %t = nv_tileaa.store weak %p, %d : tile<ptr<i32>>, tile<i32> -> token
//=   nv_tileaa.return
//= }
// -----
// test: pass canonicalize
// A loop that may have another round, or break elsewhere too, stays one
nv_tileaa.func @k(%i: tile<i32>, %q: tile<i1>, %p: tile<ptr<i32>>) {
  %x = scf.loop iter_values(%a = %i) : tile<i32> -> tile<i32> {
    scf.if %q {
      scf.break %a : tile<i32>
    }
    %b = arith.muli %a, %i : tile<i32>
    scf.break %b : tile<i32>
  }
  %y = scf.loop iter_values(%a = %x) : tile<i32> -> tile<i32> {
    scf.if %q {
      scf.continue %i : tile<i32>
    }
    scf.break %a : tile<i32>
  }
  %t = nv_tileaa.store weak %p, %y : tile<ptr<i32>>, tile<i32> -> token
  nv_tileaa.return
}
//= nothing changed
