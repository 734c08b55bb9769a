// test: pass describe-pipelines sm_90a described=true
// Waits probe first and have a time limit, agents are executors of a switch by masks of warps
nv_tileas.func @k(%pa: tile<ptr<f16>>, %pb: tile<ptr<f16>>) {
  %0 = cutlass.pipeline.create {numStages = 2, num_producers = 1, num_consumers = 4}
  %1 = nv_tileas.alloc_tensor swizzle = 128b offset = 0 : !nv_tileas.buffer<2x64x64xf16>
  %2 = nv_tileas.alloc_tensor swizzle = 128b offset = 16384 : !nv_tileas.buffer<2x64x64xf16>
  cutlass.pipeline.init %0
  %zero = arith.constant <i32: 0> : tile<i32>
  nv_tileas.async.pipeline.agent_switch roles = [consumer, producer] num_warps = [4, 4] max_regs = [152, 40] {
    %3 = cutlass.pipeline.state.create consumer
    %sum = arith.constant <f32: 0.0> : tile<64x64xf32, #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>>
    %words = arith.constant <i32: 0> : tile<64x32x1xi32, #nv_tileas.layout<reg=[256, 4, 8, 16], lane=[1, 2, 32, 64, 128], warp=[512, 1024]>>
    cutlass.pipeline.consumer_wait %0, %3
    %4 = cutlass.pipeline.state.index %3 -> tile<i32>
    nvvm.wgmma.fence
    %next = nv_tileas.async.dot %1[%4] k, %2[%4] mn, %sum : !nv_tileas.buffer<2x64x64xf16>, !nv_tileas.buffer<2x64x64xf16>, tile<64x64xf32, #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>>
    %last = nv_tileas.async.word_dot %words, %2[%4] mn, %next : tile<64x32x1xi32, #nv_tileas.layout<reg=[256, 4, 8, 16], lane=[1, 2, 32, 64, 128], warp=[512, 1024]>>, !nv_tileas.buffer<2x64x64xf16>, tile<64x64xf32, #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>>
    nvvm.wgmma.commit_group
  } {
    %5 = cutlass.pipeline.state.create producer
    %ta = nv_tileas.make_memref %pa, shape = [256, 512], strides = [512, 1] : tensor_view<256x512xf16, strides=[512,1]>
    %va = nv_tileas.make_tiled_view %ta : partition_view<tile=(64x64), tensor_view<256x512xf16, strides=[512,1]>>
    %6 = cutlass.pipeline.producer_acquire %0, %5
    %7 = cutlass.pipeline.state.index %6 -> tile<i32>
    %8 = cutlass.pipeline.full_barrier %0, %6 -> tile<i32>
    nv_tileas.async.tiled_tma_load %va[%zero, %zero], %1[%7], %8 descriptor = 0 : partition_view<tile=(64x64), tensor_view<256x512xf16, strides=[512,1]>>, !nv_tileas.buffer<2x64x64xf16>, tile<i32>
    cutlass.pipeline.producer_commit %0, %6 {transaction_bytes = 8192}
  }
  nv_tileas.return
}
//= nv_tileas.func @k(%pa: tile<ptr<f16>>, %pb: tile<ptr<f16>>) {
//=   %0 = cutlass.pipeline.create {numStages = 2, num_producers = 1, num_consumers = 4}
//=   %1 = nv_tileas.alloc_tensor swizzle = 128b offset = 0 : !nv_tileas.buffer<2x64x64xf16>
//=   %2 = nv_tileas.alloc_tensor swizzle = 128b offset = 16384 : !nv_tileas.buffer<2x64x64xf16>
//=   cutlass.pipeline.init %0
//=   %zero = arith.constant <i32: 0> : tile<i32>
//=   cutlass.pipeline.switch_by_executor warp_specialized masks = [15, 240] groups = [0, 0] {
//=     cutlass.async.exec {
//=       %3 = cutlass.pipeline.state.create consumer
//=       %sum = arith.constant <f32: 0.000000e+00> : tile<64x64xf32, #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>>
//=       %words = arith.constant <i32: 0> : tile<64x32x1xi32, #nv_tileas.layout<reg=[256, 4, 8, 16], lane=[1, 2, 32, 64, 128], warp=[512, 1024]>>
//=       %9 = cutlass.pipeline.consumer_try_wait %0, %3
//=       cutlass.pipeline.consumer_wait %0, %3 if not %9 {timeout = 10000000}
//=       %4 = cutlass.pipeline.state.index %3 -> tile<i32>
//=       nvvm.wgmma.fence
//=       %next = nv_tileas.async.dot %1[%4] k, %2[%4] mn, %sum : !nv_tileas.buffer<2x64x64xf16>, !nv_tileas.buffer<2x64x64xf16>, tile<64x64xf32, #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>>
//=       %last = nv_tileas.async.word_dot %words, %2[%4] mn, %next : tile<64x32x1xi32, #nv_tileas.layout<reg=[256, 4, 8, 16], lane=[1, 2, 32, 64, 128], warp=[512, 1024]>>, !nv_tileas.buffer<2x64x64xf16>, tile<64x64xf32, #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>>
//=       nvvm.wgmma.commit_group
//=     }
//=     cutlass.async.exec {
//=       %5 = cutlass.pipeline.state.create producer
//=       %ta = nv_tileas.make_memref %pa, shape = [256, 512], strides = [512, 1] : tensor_view<256x512xf16, strides=[512,1]>
//=       %va = nv_tileas.make_tiled_view %ta : partition_view<tile=(64x64), tensor_view<256x512xf16, strides=[512,1]>>
//=       %10 = cutlass.pipeline.producer_try_acquire %0, %5
//=       %6 = cutlass.pipeline.producer_acquire %0, %5 if not %10 {timeout = 10000000}
//=       %7 = cutlass.pipeline.state.index %6 -> tile<i32>
//=       %8 = cutlass.pipeline.full_barrier %0, %6 -> tile<i32>
//=       nv_tileas.async.tiled_tma_load %va[%zero, %zero], %1[%7], %8 descriptor = 0 : partition_view<tile=(64x64), tensor_view<256x512xf16, strides=[512,1]>>, !nv_tileas.buffer<2x64x64xf16>, tile<i32>
//=       cutlass.pipeline.producer_commit %0, %6 {transaction_bytes = 8192}
//=     }
//=   } attributes {num_warps = 8, roles = [consumer, producer], max_regs = [152, 40]}
//=   nv_tileas.return
//= }
// -----
// test: pass describe-pipelines sm_90a
// Nobody asks for it
nv_tileas.func @k(%pa: tile<ptr<f16>>, %pb: tile<ptr<f16>>) {
  %0 = cutlass.pipeline.create {numStages = 2, num_producers = 1, num_consumers = 4}
  %1 = nv_tileas.alloc_tensor swizzle = 128b offset = 0 : !nv_tileas.buffer<2x64x64xf16>
  %2 = nv_tileas.alloc_tensor swizzle = 128b offset = 16384 : !nv_tileas.buffer<2x64x64xf16>
  cutlass.pipeline.init %0
  %zero = arith.constant <i32: 0> : tile<i32>
  nv_tileas.async.pipeline.agent_switch roles = [consumer, producer] num_warps = [4, 4] max_regs = [152, 40] {
    %3 = cutlass.pipeline.state.create consumer
    %sum = arith.constant <f32: 0.0> : tile<64x64xf32, #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>>
    %words = arith.constant <i32: 0> : tile<64x32x1xi32, #nv_tileas.layout<reg=[256, 4, 8, 16], lane=[1, 2, 32, 64, 128], warp=[512, 1024]>>
    cutlass.pipeline.consumer_wait %0, %3
    %4 = cutlass.pipeline.state.index %3 -> tile<i32>
    nvvm.wgmma.fence
    %next = nv_tileas.async.dot %1[%4] k, %2[%4] mn, %sum : !nv_tileas.buffer<2x64x64xf16>, !nv_tileas.buffer<2x64x64xf16>, tile<64x64xf32, #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>>
    %last = nv_tileas.async.word_dot %words, %2[%4] mn, %next : tile<64x32x1xi32, #nv_tileas.layout<reg=[256, 4, 8, 16], lane=[1, 2, 32, 64, 128], warp=[512, 1024]>>, !nv_tileas.buffer<2x64x64xf16>, tile<64x64xf32, #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>>
    nvvm.wgmma.commit_group
  } {
    %5 = cutlass.pipeline.state.create producer
    %ta = nv_tileas.make_memref %pa, shape = [256, 512], strides = [512, 1] : tensor_view<256x512xf16, strides=[512,1]>
    %va = nv_tileas.make_tiled_view %ta : partition_view<tile=(64x64), tensor_view<256x512xf16, strides=[512,1]>>
    %6 = cutlass.pipeline.producer_acquire %0, %5
    %7 = cutlass.pipeline.state.index %6 -> tile<i32>
    %8 = cutlass.pipeline.full_barrier %0, %6 -> tile<i32>
    nv_tileas.async.tiled_tma_load %va[%zero, %zero], %1[%7], %8 descriptor = 0 : partition_view<tile=(64x64), tensor_view<256x512xf16, strides=[512,1]>>, !nv_tileas.buffer<2x64x64xf16>, tile<i32>
    cutlass.pipeline.producer_commit %0, %6 {transaction_bytes = 8192}
  }
  nv_tileas.return
}
//= nothing changed
// -----
// test: pass describe-pipelines sm_90a described=true
// A kernel without agents has no other words
nv_tileas.func @k(%i: tile<i32>) {
  %a = arith.addi %i, %i : tile<i32>
  nv_tileas.return
}
//= nothing changed
// -----
// test: pass describe-pipelines sm_90a described=true
// An agent that stores by TMA leaves by the tail of a ring of stores; one that stores otherwise leaves
nv_tileas.func @k(%pc: tile<ptr<f16>>) {
  %zero = arith.constant <i32: 0> : tile<i32>
  %start = nv_tileas.create_mem_token : token
  nv_tileas.async.pipeline.agent_switch roles = [consumer, producer] num_warps = [4, 4] max_regs = [152, 40] {
    %sum = arith.constant <f16: 0.0> : tile<64x64xf16, #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>>
    %tc = nv_tileas.make_memref %pc, shape = [256, 512], strides = [512, 1] : tensor_view<256x512xf16, strides=[512,1]>
    %vc = nv_tileas.make_tiled_view %tc : partition_view<tile=(64x64), tensor_view<256x512xf16, strides=[512,1]>>
    %done = nv_tileas.tiled_store weak %sum, %vc[%zero, %zero] token = %start descriptor = 0 {nv_tileas.layout = #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>} : tile<64x64xf16, #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>>, partition_view<tile=(64x64), tensor_view<256x512xf16, strides=[512,1]>>, tile<i32> -> token
  } {
    %sum = arith.constant <f16: 0.0> : tile<64x64xf16, #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>>
    %tc = nv_tileas.make_memref %pc, shape = [256, 512], strides = [512, 1] : tensor_view<256x512xf16, strides=[512,1]>
    %vc = nv_tileas.make_tiled_view %tc : partition_view<tile=(64x64), tensor_view<256x512xf16, strides=[512,1]>>
    %done = nv_tileas.tiled_store weak %sum, %vc[%zero, %zero] token = %start {nv_tileas.layout = #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>} : tile<64x64xf16, #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>>, partition_view<tile=(64x64), tensor_view<256x512xf16, strides=[512,1]>>, tile<i32> -> token
  }
  nv_tileas.return
}
//= nv_tileas.func @k(%pc: tile<ptr<f16>>) {
//=   %zero = arith.constant <i32: 0> : tile<i32>
//=   %start = nv_tileas.create_mem_token : token
//=   cutlass.pipeline.switch_by_executor warp_specialized masks = [15, 240] groups = [0, 0] {
//=     cutlass.async.exec {
//=       %sum = arith.constant <f16: 0.000000e+00> : tile<64x64xf16, #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>>
//=       %tc = nv_tileas.make_memref %pc, shape = [256, 512], strides = [512, 1] : tensor_view<256x512xf16, strides=[512,1]>
//=       %vc = nv_tileas.make_tiled_view %tc : partition_view<tile=(64x64), tensor_view<256x512xf16, strides=[512,1]>>
//=       %done = nv_tileas.tiled_store weak %sum, %vc[%zero, %zero] token = %start descriptor = 0 {nv_tileas.layout = #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>} : tile<64x64xf16, #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>>, partition_view<tile=(64x64), tensor_view<256x512xf16, strides=[512,1]>>, tile<i32> -> token
//=       %0 = cutlass.pipeline.create {numStages = 1, num_producers = 1, num_consumers = 1}
//=       %1 = cutlass.pipeline.state.create producer
//=       cutlass.pipeline.producer_tail %0, %1
//=     }
//=     cutlass.async.exec {
//=       %sum = arith.constant <f16: 0.000000e+00> : tile<64x64xf16, #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>>
//=       %tc = nv_tileas.make_memref %pc, shape = [256, 512], strides = [512, 1] : tensor_view<256x512xf16, strides=[512,1]>
//=       %vc = nv_tileas.make_tiled_view %tc : partition_view<tile=(64x64), tensor_view<256x512xf16, strides=[512,1]>>
//=       %done = nv_tileas.tiled_store weak %sum, %vc[%zero, %zero] token = %start {nv_tileas.layout = #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>} : tile<64x64xf16, #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>>, partition_view<tile=(64x64), tensor_view<256x512xf16, strides=[512,1]>>, tile<i32> -> token
//=     }
//=   } attributes {num_warps = 8, roles = [consumer, producer], max_regs = [152, 40]}
//=   nv_tileas.return
//= }
