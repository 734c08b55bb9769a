// test: messages
entry @unknown_op(%a: tile<i32>) {
  %b = adi %a, %a : tile<i32>
  // One mistake, one message: %b is not reported again.
  %c = addi %b, %b : tile<i32>
  return
}
//= 3:8 error[parse.unknown-op]: there is no op `adi`
//=   help: did you mean `addi`?
// -----
// test: messages
entry @undefined(%a: tile<i32>) {
  %b = addi %a, %c : tile<i32>
  return
}
//= 3:17 error[verify.dominance]: `%c` is not defined here
//=   help: values are defined before they are used, and are known only inside their braces
// -----
// test: messages
entry @redefined(%a: tile<i32>) {
  %b = addi %a, %a : tile<i32>
  %b = addi %a, %a : tile<i32>
  return
}
//= 4:3 error[verify.symbol]: the name `%b` is taken already
// -----
// test: messages
entry @wrong_type_written(%a: tile<i32>, %p: tile<f32>) {
  %b = exti %a signed : tile<i16> -> tile<i64>
  return
}
//= 3:25 error[verify.type]: `%a` has type `tile<i32>`, but `tile<i16>` is written here
// -----
// test: messages
entry @not_a_power_of_two() {
  %a = constant <f32: 0.0> : tile<48xf32>
  return
}
//= 3:30 error[verify.shape]: the tile extent 48 is not a power of two
//=   note: Tile IR allows only powers of two as tile extents
//=   help: the nearest legal extents are 32 and 64; mask or pad the rest
// -----
// test: messages
entry @too_many_elements() {
  %a = constant <f32: 0.0> : tile<8192x4096xf32>
  return
}
//= 3:30 error[verify.shape]: a tile has at most 16777216 elements; this one has more
// -----
// test: messages
entry @unknown_type(%a: tile<f23>) {
  return
}
//= 2:30 error[parse.type]: there is no type `f23`
//=   help: did you mean `f32`?
// -----
// test: messages
entry @unknown_keyword(%a: tile<i32>) {
  %b = cmpi less %a, %a, signed : tile<i32> -> tile<i1>
  return
}
//= 3:13 error[verify.attribute]: `predicate` must be one of `equal`, `not_equal`, `less_than`, `less_than_or_equal`, `greater_than`, `greater_than_or_equal`, not `less`
// -----
// test: messages
entry @number_out_of_range() {
  %a = constant <i8: 300> : tile<i8>
  return
}
//= 3:22 error[verify.attribute]: `300` is no value of type `i8`
// -----
// test: messages
entry @wrong_count() {
  %a = constant <i32: [1, 2, 3]> : tile<4xi32>
  return
}
//= 3:23 error[verify.shape]: 3 values for 4 elements
// -----
// test: messages
entry @not_closed(%a: tile<i32>) {
  %b = addi %a, %a : tile<i32>
//= 2:34 error[parse]: this `{` is not closed
// -----
// test: messages
entry @missing_results(%a: tile<i32>) {
  addi %a, %a : tile<i32>
  %t = return
}
//= 4:3 error[verify.count]: `return` has no results, but 1 are named
// -----
// test: messages
}
//= 2:1 error[parse]: this `}` closes nothing
// -----
// test: messages
entry @string_not_closed(%a: tile<i1>) {
  assert %a, "never : tile<i1>
  return
}
//= 3:14 error[parse]: this string is not closed on its line
// -----
// test: messages
entry @views(%p: tile<ptr<f32>>, %n: tile<i32>) {
  %v = make_tensor_view %p, shape = [%n, 4], strides = [4, 1] : tile<i32> -> tensor_view<?x8xf32, strides=[4,1]>
  return
}
//= 3:78 error[verify.shape]: the type does not agree with `shape` and `strides` before it
// -----
// test: messages
// Nothing but this comment.
//= - error[entry]: there is no kernel here
//=   help: a kernel starts with `entry @name(...) {`
// -----
// test: messages
entry @several_gpus(%i: tile<i32>, %t: token) {
  %l, %u = multimem_load_reduce_view_tko relaxed device %v[%i] token = %t : tensor_view<8xf32, strides=[1]>, tile<i32>, token -> tile<8xf32>, token
  return
}
//= 3:12 error[verify.unsupported]: `multimem_load_reduce_view_tko`: multicast memory, which several GPUs share, is not supported: kernels are compiled and run for one GPU
// -----
// test: messages
entry @several_gpus(%p: tile<ptr<f32, <multicast>>>) {
  return
}
//= 2:37 error[verify.unsupported]: multicast memory, which several GPUs share, is not supported: kernels are compiled and run for one GPU
// -----
// test: messages
entry @several_gpus(%p: tile<ptr<f32>>) {
  %a = make_tensor_view %p, shape = [8], strides = [1] : tensor_view<8xf32, strides=[1], #cuda_tile.ptr_attr<multicast>>
  return
}
//= 3:88 error[verify.unsupported]: multicast memory, which several GPUs share, is not supported: kernels are compiled and run for one GPU
// -----
// test: ir
// Attributes of arguments: those of other dialects are read, and are not kept.
entry @kernel(%a: tile<f32> {foo.bar = 1 : i32}) {
  return
}
//= 3:29 warning[parse.attribute]: attributes of arguments mean nothing here, and are not kept
// -----
// test: ir
entry @kernel(%a: tile<f32> {bar = 1 : i32}) {
  return
}
//= 2:29 error[verify.attribute]: arguments have no attributes of this language
//=   help: attributes of other dialects have the dialect's name before them, as in `name.attribute`
// -----
// test: ir
// A name that starts with a digit is a number.
entry @kernel() {
  %1a = make_token : token
  return
}
//= 4:3 error[parse]: a name that starts with a digit is a number
// -----
// test: ir
// A constant may have attributes.
entry @kernel() {
  %0 = constant {note = "x"} <f32: 1.0> : tile<f32>
  return
}
//= entry @kernel() {
//=   %0 = constant <f32: 1.000000e+00> : tile<f32> {note = "x"}
//=   return
//= }
// -----
// test: ir
// Numbers as MLIR writes them.
entry @kernel() {
  %0 = constant <f32: +1.0> : tile<f32>
  %1 = constant <f32: 1e5> : tile<f32>
  %2 = constant <f32: [1.0, 2.0,]> : tile<2xf32>
  %3 = constant <f32: 1.0e5> : tile<f32>
  return
}
//= 4:23 error[parse]: expected a number, found `+`
//= 5:23 error[parse]: a number with an exponent has a point, as in `1.0e5`
//= 6:33 error[parse]: expected a number or a list after the comma, found `]`
