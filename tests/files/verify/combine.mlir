// test: ir
// Reductions and scans.
entry @kernel() {
  %x = constant <f32: 0.0> : tile<4x8xf32>
  %n = constant <i32: 0> : tile<4x8xi32>
  %0 = reduce %x dim=0 identities=[0.0 : f32] : tile<4x8xf32> -> tile<8xf32>
  (%l: tile<f32>, %r: tile<f32>) {
    %s = addf %l, %r : tile<f32>
    yield %s : tile<f32>
  }
  %1 = scan %x dim=1 reverse=true identities=[0.0 : f32] : tile<4x8xf32> -> tile<4x8xf32>
  (%l: tile<f32>, %r: tile<f32>) {
    %s = addf %l, %r : tile<f32>
    yield %s : tile<f32>
  }
  %2, %3 = reduce %x, %n dim=1 identities=[0xFF800000 : f32, -1 : i32] : tile<4x8xf32>, tile<4x8xi32> -> tile<4xf32>, tile<4xi32>
  (%a: tile<f32>, %b: tile<f32>, %i: tile<i32>, %j: tile<i32>) {
    %c = cmpf greater_than ordered %a, %b : tile<f32> -> tile<i1>
    %p = select %c, %a, %b : tile<i1>, tile<f32>
    %q = select %c, %i, %j : tile<i1>, tile<i32>
    yield %p, %q : tile<f32>, tile<i32>
  }
  return
}
//= entry @kernel() {
//=   %x = constant <f32: 0.000000e+00> : tile<4x8xf32>
//=   %n = constant <i32: 0> : tile<4x8xi32>
//=   %0 = reduce %x dim=0 identities=[0.000000e+00 : f32] : tile<4x8xf32> -> tile<8xf32>
//=   (%l: tile<f32>, %r: tile<f32>) {
//=     %s = addf %l, %r  : tile<f32>
//=     yield %s : tile<f32>
//=   }
//=   %1 = scan %x dim=1 reverse=true identities=[0.000000e+00 : f32] : tile<4x8xf32> -> tile<4x8xf32>
//=   (%l: tile<f32>, %r: tile<f32>) {
//=     %s = addf %l, %r  : tile<f32>
//=     yield %s : tile<f32>
//=   }
//=   %2, %3 = reduce %x, %n dim=1 identities=[0xFF800000 : f32, -1 : i32] : tile<4x8xf32>, tile<4x8xi32> -> tile<4xf32>, tile<4xi32>
//=   (%a: tile<f32>, %b: tile<f32>, %i: tile<i32>, %j: tile<i32>) {
//=     %c = cmpf greater_than ordered %a, %b : tile<f32> -> tile<i1>
//=     %p = select %c, %a, %b : tile<i1>, tile<f32>
//=     %q = select %c, %i, %j : tile<i1>, tile<i32>
//=     yield %p, %q : tile<f32>, tile<i32>
//=   }
//=   return
//= }
// -----
// test: ir
// Refusals of these.
entry @kernel(%m: tile<ptr<f32>>) {
  %x = constant <f32: 0.0> : tile<4x8xf32>
  %n = constant <i32: 0> : tile<8x8xi32>
  %0 = reduce %x dim=2 identities=[0.0 : f32] : tile<4x8xf32> -> tile<4xf32>
  (%l: tile<f32>, %r: tile<f32>) {
    %s = addf %l, %r : tile<f32>
    yield %s : tile<f32>
  }
  %1 = reduce %x dim=-1 identities=[0.0 : f32] : tile<4x8xf32> -> tile<4xf32>
  (%l: tile<f32>, %r: tile<f32>) {
    %s = addf %l, %r : tile<f32>
    yield %s : tile<f32>
  }
  %2 = reduce %x dim=0 identities=[0.0 : f32] : tile<4x8xf32> -> tile<4xf32>
  (%l: tile<f32>, %r: tile<f32>) {
    %s = addf %l, %r : tile<f32>
    yield %s : tile<f32>
  }
  %3 = reduce %x dim=0 identities=[0.0 : f16] : tile<4x8xf32> -> tile<8xf32>
  (%l: tile<f32>, %r: tile<f32>) {
    %s = addf %l, %r : tile<f32>
    yield %s : tile<f32>
  }
  %4 = reduce %x dim=0 identities=[] : tile<4x8xf32> -> tile<8xf32>
  (%l: tile<f32>, %r: tile<f32>) {
    %s = addf %l, %r : tile<f32>
    yield %s : tile<f32>
  }
  %5 = reduce %x dim=0 identities=[0.0 : f32] : tile<4x8xf32> -> tile<8xf16>
  (%l: tile<f32>, %r: tile<f32>) {
    %s = addf %l, %r : tile<f32>
    yield %s : tile<f32>
  }
  %6 = scan %x dim=0 reverse=false identities=[0.0 : f32] : tile<4x8xf32> -> tile<8xf32>
  (%l: tile<f32>, %r: tile<f32>) {
    %s = addf %l, %r : tile<f32>
    yield %s : tile<f32>
  }
  %7, %8 = reduce %x, %n dim=0 identities=[0.0 : f32, 0 : i32] : tile<4x8xf32>, tile<8x8xi32> -> tile<8xf32>, tile<8xi32>
  (%l: tile<f32>, %r: tile<f32>) {
    %s = addf %l, %r : tile<f32>
    yield %s : tile<f32>
  }
  %9 = reduce %x dim=0 identities=[0.0 : f32] : tile<4x8xf32> -> tile<8xf32>
  (%l: tile<f32>) {
    yield %l : tile<f32>
  }
  %10 = reduce %x dim=0 identities=[0.0 : f32] : tile<4x8xf32> -> tile<8xf32>
  (%l: tile<f16>, %r: tile<f16>) {
    yield %l : tile<f16>
  }
  %11 = reduce %x dim=0 identities=[0.0 : f32] : tile<4x8xf32> -> tile<8xf32>
  (%l: tile<f32>, %r: tile<f32>) {
    %s = cmpf equal ordered %l, %r : tile<f32> -> tile<i1>
    yield %s : tile<i1>
  }
  %12 = reduce %x dim=0 identities=[0.0 : f32] : tile<4x8xf32> -> tile<8xf32>
  (%l: tile<f32>, %r: tile<f32>) {
    %s, %t = load_ptr_tko weak %m : tile<ptr<f32>> -> tile<f32>, token
    yield %s : tile<f32>
  }
  %13 = reduce %x dim=0 identities=[0.0 : f32] : tile<4x8xf32> -> tile<8xf32>
  (%l: tile<f32>, %r: tile<f32>) {
    yield %l, %r : tile<f32>, tile<f32>
  }
  return
}
//= 6:3 error[verify.attribute]: `reduce`: there is no dimension 2 in 4x8
//= 11:3 error[verify.attribute]: `reduce`: there is no dimension -1 in 4x8
//= 16:3 error[verify.shape]: `reduce`: the result must be 8
//= 21:3 error[verify.type]: `reduce`: an identity is of type `f16`, but the elements are of type `f32`
//= 26:3 error[verify.count]: `reduce`: 0 identities for 1 operand
//= 31:3 error[verify.type]: `reduce`: reducing does not change the type of the elements
//= 36:3 error[verify.type]: `scan`: scanning does not change the type
//= 41:3 error[verify.shape]: `reduce`: all operands must have one shape
//= 46:3 error[verify.count]: `reduce`: the combiner takes two scalars for each operand, so 2, not 1
//= 50:3 error[verify.type]: `reduce`: argument 0 of the combiner must be a scalar of `f32`, not `tile<f16>`
//= 54:3 error[verify.type]: `reduce`: the combiner yields (tile<i1>), which is not what it takes
//= 59:3 error[verify.region]: `reduce`: `load_ptr_tko` has effects; a combiner only computes
//= 64:3 error[verify.count]: `reduce`: the combiner must yield 1 scalar, not 2
