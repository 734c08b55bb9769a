// test: messages
entry @several(%n: tile<i32>) {
  return
}
entry @kernels(%n: tile<i32>) {
  return
}
//= - error[entry]: there are several kernels; say which
//=   note: the module has `several`, `kernels`
//=   help: name one with --entry
// -----
// test: messages
entry @not_supported_yet(%n: tile<i32>) {
  %a = alloca num_elem = 16, alignment = 16 : tile<ptr<f32>>
  return
}
//= 3:3 error[convert.unsupported]: `alloca` is not supported yet
//=   note: there is no rule to lower `cuda_tile.alloca` further
// -----
// test: messages
entry @prints(%n: tile<i32>) {
  %t = print_tko "%i", %n : tile<i32> -> token
  return
}
//= 3:3 warning[convert.print]: this prints nothing once it is compiled
//=   help: `tilewright run --engine interp` prints it
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
//= 5:3 warning[pipeline]: a product outside of a loop has nothing to overlap with
// -----
// test: ptx sm_13
entry @no_such_target() {
  return
}
//= - error[target]: there is no target `sm_13`, or it is not supported yet
//=   help: targets are sm_80, sm_86, sm_89, sm_90a, sm_100a, sm_103a, sm_120a, sm_121a
