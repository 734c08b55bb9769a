// test: ir
// Globals.
cuda_tile.module @m {
  global @g <f32: [1.0, 2.0]> : tile<2xf32>
  global @h alignment = 16 <i32: 0> : tile<4xi32>
  entry @kernel() {
    %0 = get_global @g : tile<ptr<f32>>
    %1 = get_global @h : tile<ptr<i32>>
    return
  }
}
//= module @m {
//=   global  @g <f32: [1.000000e+00, 2.000000e+00]> : tile<2xf32>
//=   global  @h alignment = 16 <i32: 0> : tile<4xi32>
//=   entry @kernel() {
//=     %0 = get_global @g : tile<ptr<f32>>
//=     %1 = get_global @h : tile<ptr<i32>>
//=     return
//=   }
//= }
// -----
// test: ir
// Refusals of globals.
cuda_tile.module @m {
  global @g <f32: [1.0, 2.0]> : tile<2xf32>
  global @g <f32: 0.0> : tile<2xf32>
  global @h alignment = 3 <i32: 0> : tile<4xi32>
  global @i <i32: 0> : tile<2x2xi32>
  global @j <i32: 0> : tile<i32>
  entry @kernel() {
    %0 = get_global @g : tile<ptr<f16>>
    %1 = get_global @nothing : tile<ptr<i32>>
    %2 = get_global @i : tile<4xptr<i32>>
    return
  }
  entry @kernel() {
    return
  }
}
//= 5:3 error[verify.symbol]: `global`: the name @g is taken already
//=   help: names are unique among the kernels and globals of a module
//= 15:3 error[verify.symbol]: `entry`: the name @kernel is taken already
//=   help: names are unique among the kernels and globals of a module
//= 6:3 error[verify.attribute]: `global`: `alignment` must be a power of two, not 3
//= 7:3 error[verify.shape]: `global`: a global has one dimension, not the type `tile<2x2xi32>`
//= 8:3 error[verify.shape]: `global`: a global has one dimension, not the type `tile<i32>`
//= 10:5 error[verify.type]: `get_global`: `@g` has elements of `f32`, to which `tile<ptr<f16>>` does not point
//= 11:5 error[verify.symbol]: `get_global`: there is no global `@nothing`
//= 12:5 error[verify.type]: `get_global`: `result` must be one pointer, such as `tile<ptr<f32>>`, but has type `tile<4xptr<i32>>`
// -----
// test: ir
// Refusals of a module.
cuda_tile.module @m {
  entry @kernel() {
    global @g <i32: [1]> : tile<1xi32>
    entry @other() {
      return
    }
    return
  }
  %0 = constant <i32: 0> : tile<i32>
}
//= 5:5 error[verify.region]: `global`: a global stands at the top, or in a module
//= 6:5 error[verify.region]: `entry`: a kernel stands at the top, or in a module
