// test: emit cuda_tile
// The generic form of MLIR, mixed with the form of the language; the outer module of MLIR's own says nothing.
"builtin.module"() ({
"cuda_tile.module"() <{sym_name = "m"}> ({
  "cuda_tile.global"() <{alignment = 128 : i64, constant, sym_name = "tab", symbol_visibility = #cuda_tile.symbol_visibility<private>, value = dense<[1.0, 2.5]> : !cuda_tile.tile<2xf32>}> : () -> ()
  "cuda_tile.entry"() <{arg_attrs = [{}, {}], function_type = (!cuda_tile.tile<ptr<f32>>, !cuda_tile.tile<i32>) -> (), optimization_hints = #cuda_tile.optimization_hints<sm_100 = {num_cta_in_cga = 2 : i32}>, sym_name = "k"}> ({
  ^bb0(%arg0: !cuda_tile.tile<!cuda_tile.ptr<f32>>, %arg1: !cuda_tile.tile<i32>):
    %0 = "cuda_tile.constant"() <{value = dense<1.0> : !cuda_tile.tile<4xf32>}> : () -> !cuda_tile.tile<4xf32>
    %1 = "cuda_tile.constant"() {value = dense<"0x03000000"> : !cuda_tile.tile<i32>} : () -> !cuda_tile.tile<i32>
    %2 = "cuda_tile.addf"(%0, %0) <{rounding_mode = #cuda_tile.rounding<zero>, flush_to_zero}> : (!cuda_tile.tile<4xf32>, !cuda_tile.tile<4xf32>) -> !cuda_tile.tile<4xf32>
    %3 = "cuda_tile.cmpi"(%arg1, %arg1) {comparison_predicate = #cuda_tile.comparison_predicate<less_than>, signedness = #cuda_tile.signedness<signed>} : (!cuda_tile.tile<i32>, !cuda_tile.tile<i32>) -> !cuda_tile.tile<i1>
    %4:2 = "cuda_tile.load_ptr_tko"(%arg0) <{memory_ordering_semantics = 0 : i32, operandSegmentSizes = array<i32: 1, 0, 0, 0>}> : (!cuda_tile.tile<ptr<f32>>) -> (!cuda_tile.tile<f32>, !cuda_tile.token)
    %c = constant <i32: 3> : tile<i32>
    %5 = "cuda_tile.for"(%c, %c, %c, %4#0) ({
    ^bb0(%i: !cuda_tile.tile<i32>, %acc: !cuda_tile.tile<f32>):
      "cuda_tile.continue"(%acc) : (!cuda_tile.tile<f32>) -> ()
    }) : (!cuda_tile.tile<i32>, !cuda_tile.tile<i32>, !cuda_tile.tile<i32>, !cuda_tile.tile<f32>) -> !cuda_tile.tile<f32>
    "cuda_tile.if"(%3) ({
      "cuda_tile.yield"() : () -> ()
    }, {
    }) : (!cuda_tile.tile<i1>) -> ()
    %7 = "cuda_tile.assume"(%arg0) <{predicate = #cuda_tile.div_by<16>}> : (!cuda_tile.tile<ptr<f32>>) -> !cuda_tile.tile<ptr<f32>>
    %9 = "cuda_tile.get_global"() <{name = @tab}> : () -> !cuda_tile.tile<ptr<f32>>
    "cuda_tile.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
}) : () -> ()
//= module @m {
//=   global private  constant @tab alignment = 128 <f32: [1.000000e+00, 2.500000e+00]> : tile<2xf32>
//=   entry @k(%arg0: tile<ptr<f32>>, %arg1: tile<i32>) optimization_hints=<sm_100 = {num_cta_in_cga = 2}> {
//=     %0 = constant <f32: 1.000000e+00> : tile<4xf32>
//=     %1 = constant <i32: 3> : tile<i32>
//=     %2 = addf %0, %0 rounding<zero> flush_to_zero : tile<4xf32>
//=     %3 = cmpi less_than %arg1, %arg1, signed : tile<i32> -> tile<i1>
//=     %4:2 = load_ptr_tko weak %arg0 : tile<ptr<f32>> -> tile<f32>, token
//=     %c = constant <i32: 3> : tile<i32>
//=     %5 = for %i in (%c to %c, step %c) : tile<i32> iter_values(%acc = %4#0) -> (tile<f32>) {
//=       continue %acc : tile<f32>
//=     }
//=     if %3 {
//=     }
//=     %7 = assume div_by<16>, %arg0 : tile<ptr<f32>>
//=     %9 = get_global @tab : tile<ptr<f32>>
//=     return
//=   }
//= }
// -----
// test: emit cuda_tile
// Aliases, prefixes, and attributes where MLIR lets them stand.
#sixteen = #cuda_tile.div_by<16>
!f32x4 = !cuda_tile.tile<4xf32>
module attributes {} {
  cuda_tile.module @"a b" attributes {} {
    cuda_tile.entry @k(%p: !cuda_tile.tile<!cuda_tile.ptr<f32>>, %n: !cuda_tile.tile<i32> {}) {
      %a = cuda_tile.assume #sixteen, %p : !cuda_tile.tile<ptr<f32>>
      %x = cuda_tile.constant dense<[1.0, -2.0, 0x7FC00000, 0.5]> : !f32x4
      %t = cuda_tile.constant dense<"0x05"> : tile<4xi1>
      %b = cuda_tile.constant dense<"0x0000803F00000040000040400000803F"> : !f32x4
      %l = cuda_tile.constant <i8: [[-128, 255], [0x7F, 0]]> : tile<2x2xi8>
      %s = cuda_tile.addf %x, %b {} : !f32x4
      cuda_tile.return {}
    }
  }
}
//= module @"a b" {
//=   entry @k(%p: tile<ptr<f32>>, %n: tile<i32>) {
//=     %a = assume div_by<16>, %p : tile<ptr<f32>>
//=     %x = constant <f32: [1.000000e+00, -2.000000e+00, 0x7FC00000, 5.000000e-01]> : tile<4xf32>
//=     %t = constant <i1: [true, false, true, false]> : tile<4xi1>
//=     %b = constant <f32: [1.000000e+00, 2.000000e+00, 3.000000e+00, 1.000000e+00]> : tile<4xf32>
//=     %l = constant <i8: [[-128, -1], [127, 0]]> : tile<2x2xi8>
//=     %s = addf %x, %b  : tile<4xf32>
//=     return
//=   }
//= }
