// test: pass convert-pipeline-to-nvvm
// An op of a pipeline of values has no rule, also where there is nothing else to convert
%pipe = nv_tileas.async.pipeline.create_pipeline {numStages = 2, producerGroupId = 0, consumerGroupId = 1}
//= 3:1 error[pipeline.leftover]: `async.pipeline.create_pipeline` is left after pipelines became barriers
//=   note: there is no rule to lower `nv_tileas.async.pipeline.create_pipeline` further
//=   help: do without the op, or let the passes before make handshakes of it
// -----
// test: pass convert-pipeline-to-nvvm
// A kernel without pipelines stays as it is
nv_tileas.func @k(%i: tile<i32>) {
  %a = arith.addi %i, %i : tile<i32>
  nv_tileas.return
}
//= nothing changed
// -----
// test: pass convert-pipeline-to-nvvm
// Agents are warps that branch; what they start is copies and products of the machine
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
//=   %0 = nvvm.shared_base 32 : i32
//=   %1 = nv_tileas.alloc_tensor swizzle = 128b offset = 0 : !nv_tileas.buffer<2x64x64xf16>
//=   %2 = nv_tileas.alloc_tensor swizzle = 128b offset = 16384 : !nv_tileas.buffer<2x64x64xf16>
//=   %3 = nvvm.read_sreg tid.x : i32
//=   %4 = arith.constant <i32: 0> : i32
//=   %5 = arith.cmpi equal %3, %4, signed : i32 -> i1
//=   scf.if %5 {
//=     nvvm.mbarrier.init %0 + 0, 1
//=     nvvm.mbarrier.init %0 + 8, 1
//=     nvvm.mbarrier.init %0 + 16, 4
//=     nvvm.mbarrier.init %0 + 24, 4
//=     nvvm.fence.mbarrier_init
//=   }
//=   nvvm.barrier
//=   %zero = arith.constant <i32: 0> : tile<i32>
//=   nv_tileas.warp_switch roles = [consumer, producer] num_warps = [4, 4] max_regs = [152, 40] {
//=     %3_0 = arith.constant <i32: 0> : i32
//=     %3_1 = arith.constant <i32: 0> : i32
//=     %sum = arith.constant <f32: 0.000000e+00> : tile<64x64xf32, #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>>
//=     %words = arith.constant <i32: 0> : tile<64x32x1xi32, #nv_tileas.layout<reg=[256, 4, 8, 16], lane=[1, 2, 32, 64, 128], warp=[512, 1024]>>
//=     %6 = arith.constant <i32: 8> : i32
//=     %7 = arith.muli %3_0, %6 : i32
//=     %8 = arith.addi %0, %7 : i32
//=     nvvm.mbarrier.wait.parity %8 + 0, %3_1
//=     nvvm.wgmma.fence
//=     %next = cute_nvgpu.async_mma %1[%3_0] k, %2[%3_0] mn, %sum : !nv_tileas.buffer<2x64x64xf16>, !nv_tileas.buffer<2x64x64xf16>, tile<64x64xf32, #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>>
//=     %last = cute_nvgpu.async_word_mma %words, %2[%3_0] mn, %next : tile<64x32x1xi32, #nv_tileas.layout<reg=[256, 4, 8, 16], lane=[1, 2, 32, 64, 128], warp=[512, 1024]>>, !nv_tileas.buffer<2x64x64xf16>, tile<64x64xf32, #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>>
//=     nvvm.wgmma.commit_group
//=   } {
//=     %5_0 = arith.constant <i32: 0> : i32
//=     %5_1 = arith.constant <i32: 0> : i32
//=     %ta = nv_tileas.make_memref %pa, shape = [256, 512], strides = [512, 1] : tensor_view<256x512xf16, strides=[512,1]>
//=     %va = nv_tileas.make_tiled_view %ta : partition_view<tile=(64x64), tensor_view<256x512xf16, strides=[512,1]>>
//=     %9 = arith.constant <i32: 8> : i32
//=     %10 = arith.muli %5_0, %9 : i32
//=     %11 = arith.addi %0, %10 : i32
//=     %12 = arith.constant <i32: 1> : i32
//=     %13 = arith.xori %5_1, %12 : i32
//=     nvvm.mbarrier.wait.parity %11 + 16, %13
//=     %14 = arith.constant <i32: 8> : i32
//=     %15 = arith.muli %5_0, %14 : i32
//=     %16 = arith.addi %0, %15 : i32
//=     cute_nvgpu.tma_load %va[%zero, %zero], %1[%5_0], %16 descriptor = 0 : partition_view<tile=(64x64), tensor_view<256x512xf16, strides=[512,1]>>, !nv_tileas.buffer<2x64x64xf16>, tile<i32>
//=     %17 = arith.constant <i32: 8> : i32
//=     %18 = arith.muli %5_0, %17 : i32
//=     %19 = arith.addi %0, %18 : i32
//=     nvvm.mbarrier.arrive.expect_tx %19 + 0, 8192
//=   }
//=   nv_tileas.return
//= }
// -----
// test: pass convert-pipeline-to-nvvm
// A copy by all threads, of a kernel without a pipeline
nv_tileas.func @k(%pa: tile<ptr<f16>>) {
  %0 = nv_tileas.alloc_tensor swizzle = 128b offset = 0 : !nv_tileas.buffer<2x64x64xf16>
  %zero = arith.constant <i32: 0> : tile<i32>
  %ta = nv_tileas.make_memref %pa, shape = [256, 512], strides = [512, 1] : tensor_view<256x512xf16, strides=[512,1]>
  %va = nv_tileas.make_tiled_view %ta : partition_view<tile=(64x64), tensor_view<256x512xf16, strides=[512,1]>>
  nv_tileas.async.tiled_load %va[%zero, %zero], %0[%zero] : partition_view<tile=(64x64), tensor_view<256x512xf16, strides=[512,1]>>, !nv_tileas.buffer<2x64x64xf16>, tile<i32>
  nvvm.cp.async.commit_group
  nv_tileas.return
}
//= nv_tileas.func @k(%pa: tile<ptr<f16>>) {
//=   %0 = nv_tileas.alloc_tensor swizzle = 128b offset = 0 : !nv_tileas.buffer<2x64x64xf16>
//=   %zero = arith.constant <i32: 0> : tile<i32>
//=   %ta = nv_tileas.make_memref %pa, shape = [256, 512], strides = [512, 1] : tensor_view<256x512xf16, strides=[512,1]>
//=   %va = nv_tileas.make_tiled_view %ta : partition_view<tile=(64x64), tensor_view<256x512xf16, strides=[512,1]>>
//=   cute_nvgpu.simt_async_copy %va[%zero, %zero], %0[%zero] : partition_view<tile=(64x64), tensor_view<256x512xf16, strides=[512,1]>>, !nv_tileas.buffer<2x64x64xf16>, tile<i32>
//=   nvvm.cp.async.commit_group
//=   nv_tileas.return
//= }
// -----
// test: pass convert-pipeline-to-nvvm
// One op without a rule among others that have one
nv_tileas.func @k(%pa: tile<ptr<f16>>) {
  nv_tileas.async.pipeline.agent_switch num_warps = [4, 4] max_regs = [120, 40] {
    nvvm.fence.proxy.async
  } {
    %pipe = nv_tileas.async.pipeline.create_pipeline {numStages = 2, producerGroupId = 0, consumerGroupId = 1}
  }
  nv_tileas.return
}
//= 7:5 error[pipeline.leftover]: `async.pipeline.create_pipeline` is left after pipelines became barriers
//=   note: there is no rule to lower `nv_tileas.async.pipeline.create_pipeline` further
//=   help: do without the op, or let the passes before make handshakes of it
