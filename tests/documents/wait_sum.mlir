// A wait for a product, and a sum of its accumulator behind it: no wait passes what takes the tile that is waited for.
nv_tileas.func @sum(%c: tile<64x64xf32>) {
  %buffer = nv_tileas.alloc_tensor : !nv_tileas.buffer<1x64x64xf16>
  %out = nv_tileas.alloc_tensor : !nv_tileas.buffer<1x64x64xf32>
  %zero = arith.constant <i32: 0> : i32
  %pipe = cutlass.pipeline.create {numStages = 1, num_producers = 1, num_consumers = 1}
  cutlass.pipeline.init %pipe
  %half = arith.constant <f16: 1.0> : tile<64x64xf16>
  nv_tileas.local_store %half, %buffer[%zero] : tile<64x64xf16>, !nv_tileas.buffer<1x64x64xf16>
  nvvm.fence.proxy.async
  nvvm.barrier
  nvvm.wgmma.fence
  %a = nv_tileas.async.dot %buffer[%zero] k, %buffer[%zero] mn, %c : !nv_tileas.buffer<1x64x64xf16>, !nv_tileas.buffer<1x64x64xf16>, tile<64x64xf32>
  %x = nv_tileas.async.to_async %a : tile<64x64xf32> -> !nv_tileas.async_token
  nv_tileas.async.wait %x
  %twice = arith.addf %a, %a : tile<64x64xf32>
  nv_tileas.local_store %twice, %out[%zero] : tile<64x64xf32>, !nv_tileas.buffer<1x64x64xf32>
}
