// test: messages
entry @several(%n: tile<i32>) {
  return
}
entry @kernels(%n: tile<i32>) {
  return
}
//= - error[entry.which]: there are several kernels; say which
//=   note: the module has `several`, `kernels`
//=   help: name one with --entry
// -----
// test: messages
entry @too_much(%n: tile<i32>) {
  %a = alloca num_elem = 1099511627776, alignment = 16 : tile<ptr<f32>>
  return
}
//= 3:3 error[convert.alloca]: 1099511627776 elements of 4 bytes are more than a GPU has
//=   help: allocate less
// -----
// test: messages
entry @prints(%n: tile<i32>) {
  %t = print_tko "%d and %f", %n, %n : tile<i32>, tile<i32> -> token
  return
}
//= 3:3 error[convert.print]: `%f` cannot print tile<i32>
//=   help: integers are printed by %d, %u, %x and so on, with `ll` for i64; floats by %f, %e, %g
// -----
// test: messages gpu-name=sm_80
entry @sums_of_bf16(%p: tile<ptr<bf16>>, %x: tile<bf16>) {
  %o, %t = atomic_rmw_tko relaxed device %p, addf, %x : tile<ptr<bf16>>, tile<bf16> -> tile<bf16>, token
  return
}
//= 3:3 error[ptx.unsupported]: atomic additions of bf16 need sm_90 or newer
//=   help: add in f32
// -----
// test: messages
entry @product_outside_of_loops(%p: tile<ptr<f32>>) {
  %a = constant <f8E5M2: 1.0> : tile<16x16xf8E5M2>
  %c = constant <f32: 0.0> : tile<16x16xf32>
  %d = mmaf %a, %a, %c : tile<16x16xf8E5M2>, tile<16x16xf8E5M2>, tile<16x16xf32>
  %v = make_tensor_view %p, shape = [16, 16], strides = [16, 1] : tensor_view<16x16xf32, strides=[16,1]>
  %w = make_partition_view %v : partition_view<tile=(16x16), tensor_view<16x16xf32, strides=[16,1]>>
  %z = constant <i32: 0> : tile<i32>
  %e = store_view_tko weak %d, %w[%z, %z] : tile<16x16xf32>, partition_view<tile=(16x16), tensor_view<16x16xf32, strides=[16,1]>>, tile<i32> -> token
  return
}
//= 5:3 warning[pipeline.tile-shape]: a product of 16x16x16 cannot be cut into wgmma instructions
//=   note: a warpgroup multiplies 64 rows by 8 to 256 columns, 16 elements of K at a time
//=   help: the nearest tile that can is 64x16x16
// -----
// test: messages
// Names that Tile IR allows and PTX does not.
entry @"my.kernel<float>"() {
  return
}
//= 3:1 error[lower.name]: a kernel of PTX cannot have the name `my.kernel<float>`
//=   help: use ASCII letters, digits, `_` and `$`, and a letter first
// -----
// test: messages gpu-name=sm_80
// IR that was made for another GPU.
nvvm.func @k() {
  nvvm.fence.mbarrier_init
  nvvm.wgmma.fence
  nvvm.return
} attributes {nv_tile.parameters = [], nvvm.reqntid = 128}
//= - error[boundary.text]: the PTX is wrong for sm_80: `fence.mbarrier_init.release.cluster` needs .target sm_90 or later, and 1 fault more
//=   note: it is right for sm_90a: the IR may be of another GPU
//=   note: the text is not as the passes before leave it
//=   help: compile IR that a pass has printed for the GPU that it was made for: --gpu-name sm_90a
// -----
// test: messages gpu-name=sm_90a
nvvm.func @k() {
  nvvm.fence.mbarrier_init
  nvvm.wgmma.fence
  nvvm.return
} attributes {nv_tile.parameters = [], nvvm.reqntid = 128}
// -----
// test: messages
// No pass may choose the number of threads a second time.
nvvm.func @k() {
  nvvm.return
} attributes {nv_tile.parameters = []}
//= 3:1 error[boundary.text]: in fold-addresses: `nvvm.func`: has no number `nvvm.reqntid`
//=   note: the text is not as the passes before leave it
//=   help: undo what was changed; if nothing was, and a pass has printed the text, report it
