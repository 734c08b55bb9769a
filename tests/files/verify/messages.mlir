// test: messages
entry @shapes(%a: tile<i32>) {
  %x = constant <f32: 1.0> : tile<4x8xf32>
  %y = reshape %x : tile<4x8xf32> -> tile<16xf32>
  return
}
//= 4:3 error[verify.shape]: `reshape`: 4x8 and 16 do not have the same number of elements
// -----
// test: messages
entry @broadcast(%a: tile<f32>) {
  %x = constant <f32: 1.0> : tile<4xf32>
  %y = broadcast %x : tile<4xf32> -> tile<4x8xf32>
  return
}
//= 4:3 error[verify.shape]: `broadcast`: 4 cannot be broadcast to 4x8
//=   note: the number of dimensions stays, and only extents of 1 may grow
//=   help: reshape first, to give the source a dimension of extent 1 where the result has more
// -----
// test: messages
entry @permutation() {
  %x = constant <f32: 1.0> : tile<4x8xf32>
  %y = permute %x [0, 0] : tile<4x8xf32> -> tile<8x4xf32>
  return
}
//= 4:3 error[verify.attribute]: `permute`: the permutation must name each of the 2 dimensions once
// -----
// test: messages
entry @product() {
  %a = constant <f16: 1.0> : tile<16x32xf16>
  %b = constant <f16: 1.0> : tile<16x32xf16>
  %c = constant <f32: 0.0> : tile<16x32xf32>
  %d = mmaf %a, %b, %c : tile<16x32xf16>, tile<16x32xf16>, tile<16x32xf32>
  return
}
//= 6:3 error[verify.shape]: `mmaf`: the shapes 16x32, 16x32 and 16x32 do not make a product
//=   note: MxK times KxN plus MxN is a product, with or without one batch dimension in front of all three
// -----
// test: messages
entry @product_types() {
  %a = constant <bf16: 1.0> : tile<16x16xbf16>
  %b = constant <bf16: 1.0> : tile<16x16xbf16>
  %c = constant <f16: 0.0> : tile<16x16xf16>
  %d = mmaf %a, %b, %c : tile<16x16xbf16>, tile<16x16xbf16>, tile<16x16xf16>
  return
}
//= 6:3 error[verify.type]: `mmaf`: there is no product of bf16 and bf16 that is added to f16
//=   note: f8 and f16 are added to f16 or f32; bf16, tf32 and f32 to f32; f64 to f64; both operands are of one type
// -----
// test: messages
entry @reduction() {
  %x = constant <f32: 1.0> : tile<4x8xf32>
  %y = reduce %x dim=2 identities=[0.0 : f32] : tile<4x8xf32> -> tile<4xf32>
  (%l: tile<f32>, %r: tile<f32>) {
    %s = addf %l, %r : tile<f32>
    yield %s : tile<f32>
  }
  return
}
//= 4:3 error[verify.attribute]: `reduce`: there is no dimension 2 in 4x8
// -----
// test: messages
entry @carried(%n: tile<i32>, %x: tile<f32>) {
  %r = for %i in (%n to %n, step %n) : tile<i32> iter_values(%a = %n) -> (tile<f32>) {
    continue %x : tile<f32>
  }
  return
}
//= 3:3 error[verify.type]: `for`: the values that a loop carries must have the types that it starts from
//= 4:5 error[verify.type]: `continue`: the loop wants (tile<i32>), not (tile<f32>)
// -----
// test: messages
entry @no_loop(%n: tile<i32>) {
  continue %n : tile<i32>
}
//= 3:3 error[verify.region]: `continue`: it stands in no loop
// -----
// test: messages
entry @break_in_for(%n: tile<i32>) {
  for %i in (%n to %n, step %n) : tile<i32> {
    break
  }
  return
}
//= 3:3 error[verify.region]: `for`: its body must end in `continue`, not in `break`
//= 4:5 error[verify.region]: `break`: `break` leaves a `loop`, not a `for`
// -----
// test: messages
entry @branch(%c: tile<i1>, %n: tile<i32>) {
  %r = if %c -> (tile<i32>) {
    yield %n : tile<i32>
  }
  return
}
//= 3:3 error[verify.region]: `if`: an `if` with results needs an `else`
// -----
// test: messages
entry @after_the_end(%n: tile<i32>) {
  return
  %m = addi %n, %n : tile<i32>
}
//= 3:3 error[verify.region]: `return`: an op that ends its block must be the last one in it
// -----
// test: messages
entry @float_arithmetic_on_integers(%n: tile<i32>) {
  %m = addf %n, %n : tile<i32>
  return
}
//= 3:3 error[verify.type]: `addf`: `lhs` must be a tile of f16, bf16, f32 or f64, but has type `tile<i32>`
//= 3:3 error[verify.type]: `addf`: `rhs` must be a tile of f16, bf16, f32 or f64, but has type `tile<i32>`
//= 3:3 error[verify.type]: `addf`: `result` must be a tile of f16, bf16, f32 or f64, but has type `tile<i32>`
// -----
// test: messages
entry @unsigned_floor(%n: tile<i32>) {
  %m = divi %n, %n unsigned rounding<negative_inf> : tile<i32>
  return
}
//= 3:3 error[verify.attribute]: `divi`: rounding mode 'negative_inf' is not allowed with 'unsigned'
//=   help: leave the rounding out: for unsigned numbers rounding to zero is the same
// -----
// test: messages
entry @twice(%n: tile<i32>) {
  return
}
entry @twice(%n: tile<i32>) {
  return
}
//= 5:1 error[verify.symbol]: `entry`: the name @twice is taken already
//=   help: names are unique among the kernels and globals of a module
// -----
// test: messages
entry @indices(%p: tile<ptr<f32>>, %n: tile<i32>) {
  %t = make_token : token
  %v = make_tensor_view %p, shape = [8, 8], strides = [8, 1] : tensor_view<8x8xf32, strides=[8,1]>
  %q = make_partition_view %v : partition_view<tile=(4x4), tensor_view<8x8xf32, strides=[8,1]>>
  %x, %k = load_view_tko weak %q[%n] token = %t : partition_view<tile=(4x4), tensor_view<8x8xf32, strides=[8,1]>>, tile<i32> -> tile<4x4xf32>, token
  return
}
//= 6:3 error[verify.count]: `load_view_tko`: 1 index for a view of 2 dimensions
// -----
// test: messages
entry @atomic(%p: tile<4xptr<f32>>) {
  return
}
//= 2:1 error[verify.shape]: `entry`: the parameters of a kernel are scalar tiles, such as `tile<i32>` or `tile<ptr<f32>>`, not `tile<4xptr<f32>>`
// -----
// test: messages
entry @bounds(%n: tile<i32>) {
  %m = assume bounded<4, 2>, %n : tile<i32>
  return
}
//= 3:3 error[verify.attribute]: `assume`: no number lies between 4 and 2
// -----
// test: messages
entry @bare() {
  %m = constant <i32: 1> : i32
  return
}
//= 3:3 error[verify.type]: `constant`: `result` has the bare type `i32`
//=   help: write `tile<i32>`
// -----
// test: ir
// Ops of other dialects do not stand in the input language, in either form.
cuda_tile.module @m {
  entry @kernel(%s: tile<i32>) {
    %a = arith.addi %s, %s : tile<i32>
    %b = "arith.addi"(%s, %s) : (!cuda_tile.tile<i32>, !cuda_tile.tile<i32>) -> !cuda_tile.tile<i32>
    return
  }
}
//= 5:5 error[verify.region]: `addi`: this is no op of CUDA Tile IR, and what it stands in is
//=   help: ops of the levels below stand in `nv_tileaa.func` and its like
//= 6:5 error[verify.region]: `addi`: this is no op of CUDA Tile IR, and what it stands in is
//=   help: ops of the levels below stand in `nv_tileaa.func` and its like
// -----
// test: ir
// A module stands in no kernel.
entry @kernel() {
  cuda_tile.module @inner {
  }
  return
}
//= 4:3 error[verify.region]: `module`: a module stands at the top, or in a module
// -----
// test: ir
// A constant is of the type of its result, in the generic form too.
entry @kernel() {
  %0 = "cuda_tile.constant"() <{value = dense<[1.0, 2.0]> : !cuda_tile.tile<2xf32>}> : () -> !cuda_tile.tile<f32>
  %1 = "cuda_tile.constant"() <{value = 1.0 : f32}> : () -> !cuda_tile.tile<f32>
  %2 = "cuda_tile.constant"() <{value = dense<1.0> : !cuda_tile.tile<2xf16>}> : () -> !cuda_tile.tile<2xf32>
  return
}
//= 4:3 error[verify.type]: `constant`: its value has type `tile<2xf32>`, its result `tile<f32>`
//= 5:3 error[verify.attribute]: `constant`: its value must be a constant tile, not a bare number
//= 6:3 error[verify.type]: `constant`: its value has type `tile<2xf16>`, its result `tile<2xf32>`
// -----
// test: ir
// In the generic form every block is written, with its terminator.
"cuda_tile.entry"() <{sym_name = "empty", function_type = () -> ()}> ({
}) : () -> ()
"cuda_tile.entry"() <{sym_name = "endless", function_type = () -> ()}> ({
  %0 = "cuda_tile.make_token"() : () -> !cuda_tile.token
}) : () -> ()
"cuda_tile.entry"() <{sym_name = "loops", function_type = () -> ()}> ({
  "cuda_tile.loop"() ({
  }) : () -> ()
  "cuda_tile.return"() : () -> ()
}) : () -> ()
//= 3:71 error[verify.region]: the region of `entry` has no block
//= 5:73 error[verify.region]: a block does not end in a terminator, and in this form none is understood
//= 9:23 error[verify.region]: the region of `loop` has no block
// -----
// test: ir
// A loop has as many types as it carries values.
entry @kernel(%f: tile<f32>) {
  loop iter_values(%a = %f) : tile<f32>, tile<f32> {
    break
  }
  return
}
//= 4:52 error[verify.count]: 2 types for 1 value carried
// -----
// test: ir
// A view without dimensions has no strides.
entry @kernel(%p: tile<ptr<f32>>) {
  %0 = make_tensor_view %p, shape = [], strides = [] : tensor_view<f32, strides=[]>
  return
}
//= 4:68 error[verify.count]: a view without dimensions has no strides
