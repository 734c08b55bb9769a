// test: ir
// Hints of a kernel, a load and a view.
entry @kernel(%p: tile<ptr<f32>>) optimization_hints=<sm_90 = {num_cta_in_cga = 2, occupancy = 32}, sm_100 = {num_cta_in_cga = 16}> {
  %0, %1 = load_ptr_tko weak %p optimization_hints=<sm_90 = {latency = 10}> : tile<ptr<f32>> -> tile<f32>, token
  return
}
//= entry @kernel(%p: tile<ptr<f32>>) optimization_hints=<sm_100 = {num_cta_in_cga = 16}, sm_90 = {num_cta_in_cga = 2, occupancy = 32}> {
//=   %0, %1 = load_ptr_tko weak %p optimization_hints = <sm_90 = {latency = 10}> : tile<ptr<f32>> -> tile<f32>, token
//=   return
//= }
// -----
// test: ir
entry @kernel() optimization_hints=<sm_90 = {num_cta_in_cga = 3}> {
  return
}
//= 2:1 error[verify.attribute]: `entry`: the hint `num_cta_in_cga` for `sm_90` must be a power of two from 1 to 16, not 3
// -----
// test: ir
entry @kernel() optimization_hints=<sm_90 = {num_cta_in_cga = 32}> {
  return
}
//= 2:1 error[verify.attribute]: `entry`: the hint `num_cta_in_cga` for `sm_90` must be a power of two from 1 to 16, not 32
// -----
// test: ir
entry @kernel() optimization_hints=<sm_90 = {occupancy = 0}> {
  return
}
//= 2:1 error[verify.attribute]: `entry`: the hint `occupancy` for `sm_90` must be a number from 1 to 32, not 0
// -----
// test: ir
entry @kernel() optimization_hints=<sm_90 = {occupancy = 33}> {
  return
}
//= 2:1 error[verify.attribute]: `entry`: the hint `occupancy` for `sm_90` must be a number from 1 to 32, not 33
// -----
// test: ir
entry @kernel() optimization_hints=<sm_90 = {latency = 1}> {
  return
}
//= 2:1 error[verify.attribute]: `entry`: there is no hint `latency` here
//=   note: known here: num_cta_in_cga, num_worker_warps_per_cta, occupancy
// -----
// test: ir
entry @kernel() optimization_hints=<sm_91 = {occupancy = 1}> {
  return
}
//= 2:1 error[verify.attribute]: `entry`: there are no hints for `sm_91`
//=   note: known targets: default, sm_80, sm_86, sm_87, sm_88, sm_89, sm_90, sm_100, sm_103, sm_110, sm_120, sm_121
// -----
// test: ir
entry @kernel() optimization_hints=<sm_90 = {speed = 1}> {
  return
}
//= 2:1 error[verify.attribute]: `entry`: there is no hint `speed` here
//=   note: known here: num_cta_in_cga, num_worker_warps_per_cta, occupancy
// -----
// test: ir
entry @kernel() optimization_hints=<sm_90 = 3> {
  return
}
//= 2:1 error[verify.attribute]: `entry`: hints for `sm_90` stand in braces, not as `3`
// -----
// test: ir
entry @kernel() optimization_hints=<sm_90 = {occupancy = 1}, sm_90 = {occupancy = 2}> {
  return
}
//= 2:62 error[parse]: `sm_90` is given twice
// -----
// test: ir
entry @kernel() optimization_hints=<sm_90 = {occupancy = true}> {
  return
}
//= 2:1 error[verify.attribute]: `entry`: the hint `occupancy` for `sm_90` must be a number from 1 to 32, not true
// -----
// test: ir
// Hints of accesses.
entry @kernel(%p: tile<ptr<f32>>, %n: tile<i32>) {
  %v = make_tensor_view %p, shape = [8], strides = [1] : tensor_view<8xf32, strides=[1]>
  %w = make_partition_view %v : partition_view<tile=(4), tensor_view<8xf32, strides=[1]>>
  %0, %t0 = load_view_tko weak %w[%n] optimization_hints=<sm_90 = {latency = 3, allow_tma = false}> : partition_view<tile=(4), tensor_view<8xf32, strides=[1]>>, tile<i32> -> tile<4xf32>, token
  %1, %t1 = load_ptr_tko weak %p optimization_hints=<sm_90 = {latency = 3}> : tile<ptr<f32>> -> tile<f32>, token
  %2, %t2 = load_ptr_tko weak %p optimization_hints=<sm_90 = {latency = 0}> : tile<ptr<f32>> -> tile<f32>, token
  %3, %t3 = load_ptr_tko weak %p optimization_hints=<sm_90 = {latency = 11}> : tile<ptr<f32>> -> tile<f32>, token
  %4, %t4 = load_ptr_tko weak %p optimization_hints=<sm_90 = {allow_tma = true}> : tile<ptr<f32>> -> tile<f32>, token
  %5, %t5 = load_view_tko weak %w[%n] optimization_hints=<sm_90 = {allow_tma = 1}> : partition_view<tile=(4), tensor_view<8xf32, strides=[1]>>, tile<i32> -> tile<4xf32>, token
  %6, %t6 = load_view_tko weak %w[%n] optimization_hints=<sm_90 = {occupancy = 1}> : partition_view<tile=(4), tensor_view<8xf32, strides=[1]>>, tile<i32> -> tile<4xf32>, token
  %7, %t7 = load_view_tko weak %w[%n] optimization_hints=<sm_90 = {swizzle = 48}, sm_80 = {swizzle = 64}> : partition_view<tile=(4), tensor_view<8xf32, strides=[1]>>, tile<i32> -> tile<4xf32>, token
  %t8 = store_view_tko weak %7, %w[%n] optimization_hints=<sm_90 = {swizzle = 64}> : tile<4xf32>, partition_view<tile=(4), tensor_view<8xf32, strides=[1]>>, tile<i32> -> token
  return
}
//= 8:3 error[verify.attribute]: `load_ptr_tko`: the hint `latency` for `sm_90` must be a number from 1 to 10, not 0
//= 9:3 error[verify.attribute]: `load_ptr_tko`: the hint `latency` for `sm_90` must be a number from 1 to 10, not 11
//= 10:3 error[verify.attribute]: `load_ptr_tko`: there is no hint `allow_tma` here
//=   note: known here: latency
//= 11:3 error[verify.attribute]: `load_view_tko`: the hint `allow_tma` for `sm_90` must be `true` or `false`, not 1
//= 12:3 error[verify.attribute]: `load_view_tko`: there is no hint `occupancy` here
//=   note: known here: swizzle, latency, allow_tma
//= 13:3 error[verify.attribute]: `load_view_tko`: the hint `swizzle` for `sm_90` must be a power of two from 32 to 128, not 48
//= 14:3 error[verify.attribute]: `store_view_tko`: there is no hint `swizzle` here
//=   note: known here: latency, allow_tma
