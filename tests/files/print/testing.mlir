// test: testing
// Functions of the language's own tests: with the dialect's name and without, in both forms, of any types.
cuda_tile.module @m {
  cuda_tile.testing$func @a(%a: !cuda_tile.tile<2x4x8xf32>, %v: !cuda_tile.tensor_view<?x4xf32, strides=[4,1]>) {
    %0 = negf %a : tile<2x4x8xf32>
    return
  }
  testing$func @b(%a: tile<4xf32>) -> tile<4xf32> {
    return %a : tile<4xf32>
  }
  testing$func @c(%a: tile<4xf32>, %t: token) -> (tile<4xf32>, token) attributes {note = "kept"} {
    cuda_tile.return %a, %t : !cuda_tile.tile<4xf32>, !cuda_tile.token
  }
  "cuda_tile.testing$func"() <{function_type = (!cuda_tile.tile<4xi32>) -> !cuda_tile.tile<4xi32>, sym_name = "d"}> ({
  ^bb0(%arg0: !cuda_tile.tile<4xi32>):
    "cuda_tile.return"(%arg0) : (!cuda_tile.tile<4xi32>) -> ()
  }) : () -> ()
}
//= module @m {
//=   testing$func @a(%a: tile<2x4x8xf32>, %v: tensor_view<?x4xf32, strides=[4,1]>) {
//=     %0 = negf %a : tile<2x4x8xf32>
//=     return
//=   }
//=   testing$func @b(%a: tile<4xf32>) -> tile<4xf32> {
//=     return %a : tile<4xf32>
//=   }
//=   testing$func @c(%a: tile<4xf32>, %t: token) -> (tile<4xf32>, token) {
//=     return %a, %t : tile<4xf32>, token
//=   } attributes {note = "kept"}
//=   testing$func @d(%arg0: tile<4xi32>) -> tile<4xi32> {
//=     return %arg0 : tile<4xi32>
//=   }
//= }
// -----
// test: testing
testing$func @wrong(%a: tile<4xf32>) -> tile<4xi32> {
  return %a : tile<4xf32>
}
testing$func @nothing(%a: tile<4xf32>) -> tile<4xi32> {
}
//= 3:3 error[verify.type]: `return`: (tile<4xf32>) is returned, but the function says that it returns (tile<4xi32>)
//= 5:1 error[verify.type]: `testing$func`: () is returned, but the function says that it returns (tile<4xi32>)
// -----
// test: messages
testing$func @refused(%a: tile<4xf32>) {
  return
}
//= 2:1 error[parse.testing]: `testing$func` is an op of tests of the language alone
//=   help: `tilewright check --testing` takes it; a kernel starts with `entry @name(...) {`
// -----
// test: testing
// A module of globals alone.
cuda_tile.module @globals {
  global @g <f32: [1.0, 2.0]> : tile<2xf32>
}
//= module @globals {
//=   global  @g <f32: [1.000000e+00, 2.000000e+00]> : tile<2xf32>
//= }
