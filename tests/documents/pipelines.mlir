// An op for each pattern of `convert-pipeline-to-nvvm`: `tilewright check-pipeline FILE --print` writes what becomes of it.
nv_tileas.func @patterns(%p: ptr<f32>, %t: i32, %c: tile<64x64xf32>, %s: i32) {
  %pipe = cutlass.pipeline.create {numStages = 2, num_producers = 1, num_consumers = 4, offset = 1024, convention = cutlass}
  cutlass.pipeline.init %pipe {barrier_base = 2}
  %first = cutlass.pipeline.state.create producer {convention = cutlass}
  %free = cutlass.pipeline.producer_try_acquire %pipe, %first
  %held = cutlass.pipeline.producer_acquire %pipe, %first if not %free {transaction_bytes = 4096}
  cutlass.pipeline.producer_commit %pipe, %held {transaction_bytes = 0}
  %last = cutlass.pipeline.state.increment %pipe, %held
  cutlass.pipeline.producer_tail %pipe, %last
  %own = cutlass.pipeline.state.create consumer
  cutlass.pipeline.consumer_wait %pipe, %own
  cutlass.pipeline.consumer_release %pipe, %own
  %next = cutlass.pipeline.state.bump %pipe, %own
  %full = cutlass.pipeline.consumer_try_wait %pipe, %next
  cutlass.pipeline.switch_by_executor warp_specialized masks = [1, 14] groups = [0, 0] {
    cutlass.async.exec {
      cutlass.bar arrive {id = 1, threads = 64}
    }
    cutlass.async.exec {
      cutlass.bar sync {id = 3, threads = 96}
    }
  } attributes {num_warps = 4}
  %alone = nvvm.shared_base 8 from 4096 : i32
  cutlass.barrier_init %alone : i32 {count = 12}
  %arrival = nv_tileas.async.to_async %alone, %t : i32, i32 -> !nv_tileas.async_token
  nv_tileas.async.wait %arrival
  nv_tileas.async.future_wait %arrival
  %memory = nv_tileas.create_mem_token : token
  %stored = nv_tileas.async.token_to_async %memory : token -> !nv_tileas.async_token
  nv_tileas.async.future_wait %stored
  %none = nv_tileas.create_none : !nv_tileas.async_token
  %buffer = nv_tileas.alloc_tensor : !nv_tileas.buffer<2x64x64xf16>
  %product = nv_tileas.async.dot %buffer[%s] k, %buffer[%s] mn, %c : !nv_tileas.buffer<2x64x64xf16>, !nv_tileas.buffer<2x64x64xf16>, tile<64x64xf32>
  %done = nv_tileas.async.to_async %product : tile<64x64xf32> -> !nv_tileas.async_token
  nv_tileas.async.wait %done
  nvvm.barrier
  nv_tileas.async.wait %stored
  %stripe = cutlass.block_striped.load %p, %t : ptr<f32>, i32 -> tile<4xf32> {threads = 128}
  cutlass.block_striped.store %stripe, %p, %t : tile<4xf32>, ptr<f32>, i32 {threads = 128}
}
