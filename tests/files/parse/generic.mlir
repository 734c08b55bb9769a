// test: messages
entry @k(%a: tile<i32>, %p: tile<ptr<f32>>) {
  %0 = "cuda_tile.frobnicate"(%a) : (tile<i32>) -> tile<i32>
  %1 = "dummy_producer"() : () -> tile<i32>
  %2 = "cuda_tile.addi"(%a) : (tile<i32>) -> tile<i32>
  %3 = "cuda_tile.addi"(%a, %a) : (tile<i32>) -> tile<i32>
  %4 = "cuda_tile.addi"(%a, %a) : (tile<i32>, tile<i64>) -> tile<i32>
  %5:2 = "cuda_tile.load_ptr_tko"(%p) <{memory_ordering_semantics = 0 : i32}> : (tile<ptr<f32>>) -> (tile<f32>, token)
  %6:2 = "cuda_tile.load_ptr_tko"(%p) <{memory_ordering_semantics = 0 : i32, operandSegmentSizes = array<i32: 1, 1, 0, 0>}> : (tile<ptr<f32>>) -> (tile<f32>, token)
  %7 = "cuda_tile.select"(%a, %a, %a) : (tile<i32>, tile<i32>, tile<i32>) -> tile<i64>
  %8 = "cuda_tile.maxi"(%a, %a) {signedness = #cuda_tile.signedness<signed>, signedness = #cuda_tile.signedness<signed>} : (tile<i32>, tile<i32>) -> tile<i32>
  "cuda_tile.if"(%a) ({}) : (tile<i32>) -> ()
  %9 = "cuda_tile.negf"(%a)
  return
}
//= 3:8 error[parse.unknown-op]: there is no op `cuda_tile.frobnicate`
//= 4:8 error[parse.unknown-op]: there is no op `dummy_producer`
//= 5:3 error[verify.count]: `addi`: the number of its operands, 1, does not fit
//= 6:3 error[parse]: 2 operands, but 1 type of operands
//= 7:61 error[verify.type]: `%a` has type `tile<i32>`, but `tile<i64>` is written here
//= 8:3 error[verify.attribute]: `load_ptr_tko`: attribute `operandSegmentSizes` is missing
//= 9:3 error[verify.count]: `load_ptr_tko`: the number of its operands, 1, does not fit
//= 10:3 error[verify.type]: `select`: result `result` has type `tile<i64>`, but must have type `tile<i32>`
//= 11:78 error[parse]: `signedness` is given twice
//= 12:3 error[verify.region]: `if`: 1 region, not 2
//= 14:3 error[parse]: expected `:`, found `return`
// -----
// test: messages
entry @rounding(%f: tile<f32>) {
  %1 = "cuda_tile.addf"(%f, %f) : (tile<f32>, tile<f32>) -> tile<f32>
  return
}
//= 3:3 error[verify.attribute]: `addf`: attribute `rounding_mode` is missing
// -----
// test: messages
entry @attributes(%a: tile<i32>) {
  %2 = "cuda_tile.maxi"(%a, %a) : (tile<i32>, tile<i32>) -> tile<i32>
  %3 = "cuda_tile.maxi"(%a, %a) {signedness = #cuda_tile.overflow<none>} : (tile<i32>, tile<i32>) -> tile<i32>
  %4 = "cuda_tile.cat"(%a, %a) {dim = "x"} : (tile<i32>, tile<i32>) -> tile<i32>
  %5 = "cuda_tile.cmpi"(%a, %a) {comparison_predicate = #cuda_tile.comparison_predicate<sideways>, signedness = #cuda_tile.signedness<signed>} : (tile<i32>, tile<i32>) -> tile<i1>
  return
}
//= 3:3 error[verify.attribute]: `maxi`: attribute `signedness` is missing
//= 4:3 error[verify.attribute]: `maxi`: attribute `signedness` must be one of `unsigned`, `signed`, not `#cuda_tile.overflow<none>`
//= 5:3 error[verify.attribute]: `cat`: attribute `dim` must be a whole number, not `"x"`
//= 6:3 error[verify.attribute]: `cmpi`: attribute `predicate` must be one of `equal`, `not_equal`, `less_than`, `less_than_or_equal`, `greater_than`, `greater_than_or_equal`, not `sideways`
// -----
// test: messages
"cuda_tile.entry"() <{function_type = (tile<i32>) -> (), sym_name = "k"}> ({
^bb0(%a: tile<i64>):
  "cuda_tile.return"() : () -> ()
}) : () -> ()
"cuda_tile.entry"() <{sym_name = "l"}> ({
  "cuda_tile.return"() : () -> ()
}) : () -> ()
"cuda_tile.entry"() <{function_type = () -> tile<i32>, sym_name = "m"}> ({
  "cuda_tile.return"() : () -> ()
}) : () -> ()
//= 2:1 error[verify.region]: `entry`: the arguments of its block are not those of `function_type`
//= 6:1 error[verify.attribute]: `entry`: attribute `function_type` is missing
//= 9:1 error[verify.type]: `entry`: a kernel returns nothing
// -----
// test: messages
// Values of another kernel, and of the text around a kernel, are not known inside.
%x = constant <i32: 1> : tile<i32>
entry @k() {
  %y = addi %x, %x : tile<i32>
  return
}
//= 5:13 error[verify.dominance]: `%x` is not defined here
//=   help: values are defined before they are used, and are known only inside their braces
// -----
// test: messages
#a = [#a]
#b = #unknown
#c = 1
#c = 2
!t = tile<3xf32>
entry @k(%n: tile<i32>) {
  %0 = assume #d, %n : tile<i32>
  return
}
module {
//= 2:7 error[parse]: `#a` cannot be read, or is part of itself
//= 3:6 error[parse]: there is no attribute and no alias `#unknown`
//= 5:1 error[parse]: the alias `#c` is defined twice
//= 6:6 error[verify.shape]: the tile extent 3 is not a power of two
//=   note: Tile IR allows only powers of two as tile extents
//=   help: the nearest legal extents are 2 and 4; mask or pad the rest
//= 8:15 error[parse]: there is no attribute and no alias `#d`
//= 11:1 error[parse]: this module is not closed
// -----
// test: messages
// A whole number has the type that the definition says, and is of i64 where it names none.
entry @written_types(%a: tile<4x4xi32>, %p: tile<ptr<f32>>) {
  %1 = "cuda_tile.cat"(%a, %a) {dim = 1 : i32} : (tile<4x4xi32>, tile<4x4xi32>) -> tile<4x8xi32>
  %2 = "cuda_tile.reduce"(%a) <{dim = 1, identities = [0 : i32]}> ({
  ^bb0(%x: tile<i32>, %y: tile<i32>):
    "cuda_tile.yield"(%y) : (tile<i32>) -> ()
  }) : (tile<4x4xi32>) -> tile<4xi32>
  %3 = "cuda_tile.scan"(%a) <{dim = 1 : i64, reverse = false, identities = [0 : i32]}> ({
  ^bb0(%x: tile<i32>, %y: tile<i32>):
    "cuda_tile.yield"(%y) : (tile<i32>) -> ()
  }) : (tile<4x4xi32>) -> tile<4x4xi32>
  %4 = "cuda_tile.permute"(%a) <{permutation = array<i64: 1, 0>}> : (tile<4x4xi32>) -> tile<4x4xi32>
  %5:2 = "cuda_tile.load_ptr_tko"(%p) <{memory_ordering_semantics = 0, operandSegmentSizes = array<i32: 1, 0, 0, 0>}> : (tile<ptr<f32>>) -> (tile<f32>, token)
  %6:2 = "cuda_tile.load_ptr_tko"(%p) <{memory_ordering_semantics = 0 : i32, operandSegmentSizes = array<i64: 1, 0, 0, 0>}> : (tile<ptr<f32>>) -> (tile<f32>, token)
  %7 = cat %a, %a dim = 1 : i64 : tile<4x4xi32>, tile<4x4xi32> -> tile<4x8xi32>
  return
}
"cuda_tile.global"() <{alignment = 16 : i32, sym_name = "g", value = dense<1> : tile<4xi32>}> : () -> ()
//= 4:3 error[verify.attribute]: `cat`: attribute `dim` is a number of i64, not of i32
//= 5:3 error[verify.attribute]: `reduce`: attribute `dim` is a number of i32, not of i64
//= 9:3 error[verify.attribute]: `scan`: attribute `dim` is a number of i32, not of i64
//= 13:3 error[verify.attribute]: `permute`: attribute `permutation` is an array of i32
//= 14:3 error[verify.attribute]: `load_ptr_tko`: attribute `memory_ordering_semantics` is a number of i32, not of i64
//= 15:3 error[verify.count]: `load_ptr_tko`: `operandSegmentSizes` is an array of i32
//= 16:29 error[verify.type]: `%a` has type `tile<4x4xi32>`, but `i64` is written here
//= 19:1 error[verify.attribute]: `global`: attribute `alignment` is a number of i64, not of i32
// -----
// test: ir
"cuda_tile.global"() <{alignment = 16 : i64, sym_name = "g", value = dense<1> : tile<4xi32>}> : () -> ()
"cuda_tile.global"() <{alignment = 16, sym_name = "h", value = dense<1> : tile<4xi32>}> : () -> ()
entry @written_types() {
  %a = constant <i32: 1> : tile<4x4xi32>
  %1 = "cuda_tile.cat"(%a, %a) {dim = 1 : i64} : (tile<4x4xi32>, tile<4x4xi32>) -> tile<4x8xi32>
  %2 = "cuda_tile.cat"(%a, %a) <{dim = 1}> : (tile<4x4xi32>, tile<4x4xi32>) -> tile<4x8xi32>
  %3 = "cuda_tile.reduce"(%a) <{dim = 1 : i32, identities = [0 : i32]}> ({
  ^bb0(%x: tile<i32>, %y: tile<i32>):
    "cuda_tile.yield"(%y) : (tile<i32>) -> ()
  }) : (tile<4x4xi32>) -> tile<4xi32>
  %4 = "cuda_tile.permute"(%a) <{permutation = array<i32: 1, 0>}> : (tile<4x4xi32>) -> tile<4x4xi32>
  return
}
//= global  @g alignment = 16 <i32: 1> : tile<4xi32>
//= global  @h alignment = 16 <i32: 1> : tile<4xi32>
//= entry @written_types() {
//=   %a = constant <i32: 1> : tile<4x4xi32>
//=   %1 = cat %a, %a dim = 1 : tile<4x4xi32>, tile<4x4xi32> -> tile<4x8xi32>
//=   %2 = cat %a, %a dim = 1 : tile<4x4xi32>, tile<4x4xi32> -> tile<4x8xi32>
//=   %3 = reduce %a dim=1 identities=[0 : i32] : tile<4x4xi32> -> tile<4xi32>
//=   (%x: tile<i32>, %y: tile<i32>) {
//=     yield %y : tile<i32>
//=   }
//=   %4 = permute %a [1, 0] : tile<4x4xi32> -> tile<4x4xi32>
//=   return
//= }
