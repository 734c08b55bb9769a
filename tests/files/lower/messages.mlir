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
entry @not_supported_yet() {
  %a = constant <f8E5M2: 1.0> : tile<16x16xf8E5M2>
  %b = constant <f8E5M2: 1.0> : tile<16x16xf8E5M2>
  %c = constant <f32: 0.0> : tile<16x16xf32>
  %d = mmaf %a, %b, %c : tile<16x16xf8E5M2>, tile<16x16xf8E5M2>, tile<16x16xf32>
  return
}
// -----
// test: ptx sm_13
entry @no_such_target() {
  return
}
//= - error[target]: there is no target `sm_13`, or it is not supported yet
//=   help: targets are sm_80, sm_86, sm_89, sm_90a, sm_100a, sm_103a, sm_120a, sm_121a
