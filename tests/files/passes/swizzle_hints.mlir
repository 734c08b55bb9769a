// test: pass convert-cudatile-to-tileaa
// A swizzle for this GPU's generation becomes a fact; one for another GPU, and other hints, are dropped
entry @k(%p: tile<ptr<f16>>) {
  %i = constant <i32: 0> : tile<i32>
  %v = make_tensor_view %p, shape = [512, 512], strides = [512, 1] : tensor_view<512x512xf16, strides=[512,1]>
  %w = make_partition_view %v : partition_view<tile=(64x64), tensor_view<512x512xf16, strides=[512,1]>>
  %0, %t0 = load_view_tko weak %w[%i, %i] optimization_hints=<sm_90 = {swizzle = 64}> : partition_view<tile=(64x64), tensor_view<512x512xf16, strides=[512,1]>>, tile<i32> -> tile<64x64xf16>, token
  %1, %t1 = load_view_tko weak %w[%i, %i] optimization_hints=<sm_80 = {swizzle = 32}, sm_90 = {latency = 3}> : partition_view<tile=(64x64), tensor_view<512x512xf16, strides=[512,1]>>, tile<i32> -> tile<64x64xf16>, token
}
//= nv_tileaa.func @k(%p: tile<ptr<f16>>) {
//=   %i = arith.constant <i32: 0> : tile<i32>
//=   %v = nv_tileaa.make_memref %p, shape = [512, 512], strides = [512, 1] : tensor_view<512x512xf16, strides=[512,1]>
//=   %w = nv_tileaa.make_tiled_view %v : partition_view<tile=(64x64), tensor_view<512x512xf16, strides=[512,1]>>
//=   %0, %t0 = nv_tileaa.tiled_load weak %w[%i, %i] {tileas.schedule.constraint.swizzle = 64b} : partition_view<tile=(64x64), tensor_view<512x512xf16, strides=[512,1]>>, tile<i32> -> tile<64x64xf16>, token
//=   %1, %t1 = nv_tileaa.tiled_load weak %w[%i, %i] {tileas.schedule.constraint.latency = 3} : partition_view<tile=(64x64), tensor_view<512x512xf16, strides=[512,1]>>, tile<i32> -> tile<64x64xf16>, token
//=   nv_tileaa.return
//= }
