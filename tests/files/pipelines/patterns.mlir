// test: pipelines step
// PipelineInitOpLowering
%pipe = cutlass.pipeline.create {numStages = 2, num_producers = 1, num_consumers = 4, offset = 1024}
cutlass.pipeline.init %pipe
//= %pipe = nvvm.shared_base 32 from 1024 : i32
//= %0 = nvvm.read_sreg tid.x : i32
//= %1 = arith.constant <i32: 0> : i32
//= %2 = arith.cmpi equal %0, %1, signed : i32 -> i1
//= scf.if %2 {
//=   nvvm.mbarrier.init %pipe + 0, 1
//=   nvvm.mbarrier.init %pipe + 8, 1
//=   nvvm.mbarrier.init %pipe + 16, 4
//=   nvvm.mbarrier.init %pipe + 24, 4
//=   nvvm.fence.mbarrier_init
//= }
//= nvvm.barrier
// -----
// test: pipelines documented
// PipelineInitOpLowering, as described (docs/sources/pipelines.md): threads arrive and none waits
%pipe = cutlass.pipeline.create {numStages = 1, num_producers = 1, num_consumers = 4}
cutlass.pipeline.init %pipe {barrier_base = 2}
//= %pipe = nvvm.shared_base 16 : i32
//= %0 = nvvm.read_sreg tid.x : i32
//= %1 = arith.constant <i32: 0> : i32
//= %2 = arith.cmpi equal %0, %1, signed : i32 -> i1
//= scf.if %2 {
//=   nvvm.mbarrier.init %pipe + 0, 1
//=   nvvm.mbarrier.init %pipe + 8, 4
//=   nvvm.fence.mbarrier_init
//= }
//= nvvm.barrier.cta.arrive id = 2 threads = 160
// -----
// test: pipelines step
// PipelineSwitchByExecutorOpLowering: the number of the warp goes through make_warp_uniform
%x = arith.constant <i32: 7> : i32
cutlass.pipeline.switch_by_executor warp_specialized masks = [15, 16, 224] groups = [1, 0, 0] (%x : i32) {
  cutlass.async.exec (%y: i32) {
    %z = arith.addi %y, %y : i32
  }
  cutlass.async.exec {
    cutlass.bar arrive {id = 1, threads = 64}
  }
  cutlass.async.exec {
    cutlass.bar sync {id = 1, threads = 64}
  }
} attributes {num_warps = 8}
//= %x = arith.constant <i32: 7> : i32
//= %0 = nvvm.read_sreg tid.x : i32
//= %1 = arith.constant <i32: 5> : i32
//= %2 = arith.shri %0, %1 unsigned : i32
//= %3 = cute_nvgpu.arch.make_warp_uniform %2 : i32
//= %4 = arith.constant <i32: 0> : i32
//= %5 = arith.constant <i32: 4> : i32
//= %6 = arith.subi %3, %4 : i32
//= %7 = arith.cmpi less_than %6, %5, unsigned : i32 -> i1
//= scf.if %7 {
//=   %z = arith.addi %x, %x : i32
//= }
//= %8 = arith.constant <i32: 4> : i32
//= %9 = arith.constant <i32: 1> : i32
//= %10 = arith.subi %3, %8 : i32
//= %11 = arith.cmpi less_than %10, %9, unsigned : i32 -> i1
//= scf.if %11 {
//=   nvvm.barrier.cta.arrive id = 1 threads = 64
//= }
//= %12 = arith.constant <i32: 5> : i32
//= %13 = arith.constant <i32: 3> : i32
//= %14 = arith.subi %3, %12 : i32
//= %15 = arith.cmpi less_than %14, %13, unsigned : i32 -> i1
//= scf.if %15 {
//=   nvvm.barrier id = 1 threads = 64
//= }
// -----
// test: pipelines step
// PipelineSwitchByExecutorOpLowering: one mask needs no branch
cutlass.pipeline.switch_by_executor cooperative masks = [15] groups = [0] {
  cutlass.async.exec {
    cutlass.bar sync {id = 1, threads = 128}
  }
} attributes {num_warps = 4}
//= nvvm.barrier id = 1 threads = 128
// -----
// test: pipelines step
// PipelineProducerAcquireOpLowering
%pipe = cutlass.pipeline.create {numStages = 4, num_producers = 1, num_consumers = 1}
%p = cutlass.pipeline.state.create producer
cutlass.pipeline.producer_acquire %pipe, %p
//= %pipe = nvvm.shared_base 64 : i32
//= %p_0 = arith.constant <i32: 0> : i32
//= %p_1 = arith.constant <i32: 0> : i32
//= %0 = arith.constant <i32: 8> : i32
//= %1 = arith.muli %p_0, %0 : i32
//= %2 = arith.addi %pipe, %1 : i32
//= %3 = arith.constant <i32: 1> : i32
//= %4 = arith.xori %p_1, %3 : i32
//= nvvm.mbarrier.wait.parity %2 + 32, %4
// -----
// test: pipelines step
// PipelineProducerAcquireOpLowering: a probe that succeeded, and a ring that has not been round yet
%pipe = cutlass.pipeline.create {numStages = 4, num_producers = 1, num_consumers = 1}
%p = cutlass.pipeline.state.create producer
%free = cutlass.pipeline.producer_try_acquire %pipe, %p
%first = arith.constant <i1: true> : i1
cutlass.pipeline.producer_acquire %pipe, %p if not %free first = %first
//= %pipe = nvvm.shared_base 64 : i32
//= %p_0 = arith.constant <i32: 0> : i32
//= %p_1 = arith.constant <i32: 0> : i32
//= %0 = arith.constant <i32: 8> : i32
//= %1 = arith.muli %p_0, %0 : i32
//= %2 = arith.addi %pipe, %1 : i32
//= %3 = arith.constant <i32: 1> : i32
//= %4 = arith.xori %p_1, %3 : i32
//= %free = nvvm.mbarrier.try_wait.parity %2 + 32, %4 : i1
//= %first = arith.constant <i1: true> : i1
//= %5 = arith.constant <i32: 8> : i32
//= %6 = arith.muli %p_0, %5 : i32
//= %7 = arith.addi %pipe, %6 : i32
//= %8 = arith.constant <i32: 1> : i32
//= %9 = arith.xori %p_1, %8 : i32
//= %10 = arith.ori %free, %first : i1
//= %11 = arith.constant <i1: true> : i1
//= %12 = arith.xori %10, %11 : i1
//= scf.if %12 {
//=   nvvm.mbarrier.wait.parity %7 + 32, %9
//= }
// -----
// test: pipelines step
// PipelineProducerAcquireOpLowering by the convention of CUTLASS: the bytes are expected here, the commit does nothing
%pipe = cutlass.pipeline.create {numStages = 4, num_producers = 1, num_consumers = 1, convention = cutlass}
%p = cutlass.pipeline.state.create producer {convention = cutlass}
cutlass.pipeline.producer_acquire %pipe, %p {transaction_bytes = 4096}
cutlass.pipeline.producer_commit %pipe, %p {transaction_bytes = 0}
//= %pipe = nvvm.shared_base 64 : i32
//= %p_0 = arith.constant <i32: 0> : i32
//= %p_1 = arith.constant <i32: 1> : i32
//= %0 = arith.constant <i32: 8> : i32
//= %1 = arith.muli %p_0, %0 : i32
//= %2 = arith.addi %pipe, %1 : i32
//= nvvm.mbarrier.wait.parity %2 + 32, %p_1
//= nvvm.mbarrier.arrive.expect_tx %2 + 0, 4096
// -----
// test: pipelines step
// PipelineProducerCommitOpLowering: bytes verbatim, or a plain arrival
%pipe = cutlass.pipeline.create {numStages = 4, num_producers = 1, num_consumers = 1}
%p = cutlass.pipeline.state.create producer
cutlass.pipeline.producer_commit %pipe, %p {transaction_bytes = 32768}
cutlass.pipeline.producer_commit %pipe, %p {transaction_bytes = 0}
//= %pipe = nvvm.shared_base 64 : i32
//= %p_0 = arith.constant <i32: 0> : i32
//= %p_1 = arith.constant <i32: 0> : i32
//= %0 = arith.constant <i32: 8> : i32
//= %1 = arith.muli %p_0, %0 : i32
//= %2 = arith.addi %pipe, %1 : i32
//= nvvm.mbarrier.arrive.expect_tx %2 + 0, 32768
//= %3 = arith.constant <i32: 8> : i32
//= %4 = arith.muli %p_0, %3 : i32
//= %5 = arith.addi %pipe, %4 : i32
//= nvvm.mbarrier.arrive %5 + 0
// -----
// test: pipelines step
// Tiles that threads copy: each holds the barrier open before one arrives for its warp; whoever has waited says so to the asynchronous proxy
%pipe = cutlass.pipeline.create {numStages = 4, num_producers = 1, num_consumers = 1}
%p = cutlass.pipeline.state.create producer
%one = arith.constant <i1: true> : i1
cutlass.pipeline.producer_commit %pipe, %p if %one copied {transaction_bytes = 0}
cutlass.pipeline.consumer_wait %pipe, %p copied
//= %pipe = nvvm.shared_base 64 : i32
//= %p_0 = arith.constant <i32: 0> : i32
//= %p_1 = arith.constant <i32: 0> : i32
//= %one = arith.constant <i1: true> : i1
//= %0 = arith.constant <i32: 8> : i32
//= %1 = arith.muli %p_0, %0 : i32
//= %2 = arith.addi %pipe, %1 : i32
//= nvvm.cp.async.mbarrier.arrive %2 + 0
//= nvvm.bar.warp.sync
//= nvvm.mbarrier.arrive %2 + 0 if %one
//= %3 = arith.constant <i32: 8> : i32
//= %4 = arith.muli %p_0, %3 : i32
//= %5 = arith.addi %pipe, %4 : i32
//= nvvm.mbarrier.wait.parity %5 + 0, %p_1
//= nvvm.fence.proxy.async
// -----
// test: pipelines step
// PipelineProducerCommitOpLowering: bytes in the wrong place
%pipe = cutlass.pipeline.create {numStages = 4, num_producers = 1, num_consumers = 1, convention = cutlass}
%p = cutlass.pipeline.state.create producer {convention = cutlass}
cutlass.pipeline.producer_commit %pipe, %p {transaction_bytes = 32768}
//= 5:1 error[pipeline.expect]: under `cutlass`, bytes are expected by the acquire
//=   help: write `transaction_bytes = 32768` on `producer_acquire`
// -----
// test: pipelines step
// PipelineProducerTailOpLowering: waits for all stages
%pipe = cutlass.pipeline.create {numStages = 4, num_producers = 1, num_consumers = 1}
%p = cutlass.pipeline.state.create producer
cutlass.pipeline.producer_tail %pipe, %p
//= %pipe = nvvm.shared_base 64 : i32
//= %p_0 = arith.constant <i32: 0> : i32
//= %p_1 = arith.constant <i32: 0> : i32
//= %0 = arith.constant <i32: 0> : i32
//= %1 = arith.constant <i32: 4> : i32
//= %2 = arith.constant <i32: 1> : i32
//= %3, %4 = scf.for %5 in (%0 to %1, step %2) : i32 iter_values(%6 = %p_0, %7 = %p_1) -> (i32, i32) {
//=   %8 = arith.constant <i32: 8> : i32
//=   %9 = arith.muli %6, %8 : i32
//=   %10 = arith.addi %pipe, %9 : i32
//=   %11 = arith.constant <i32: 1> : i32
//=   %12 = arith.xori %7, %11 : i32
//=   nvvm.mbarrier.wait.parity %10 + 32, %12
//=   %13 = arith.constant <i32: 1> : i32
//=   %14 = arith.constant <i32: 0> : i32
//=   %15 = arith.constant <i32: 4> : i32
//=   %16 = arith.addi %6, %13 : i32
//=   %17 = arith.cmpi equal %16, %15, signed : i32 -> i1
//=   %18 = arith.select %17, %14, %16 : i1, i32
//=   %19 = arith.xori %7, %13 : i32
//=   %20 = arith.select %17, %19, %7 : i1, i32
//=   scf.continue %18, %20 : i32, i32
//= }
// -----
// test: pipelines documented
// PipelineProducerTailOpLowering, slow path: arrives at each stage
%pipe = cutlass.pipeline.create {numStages = 4, num_producers = 1, num_consumers = 1}
%p = cutlass.pipeline.state.create producer
cutlass.pipeline.producer_tail %pipe, %p
//= %pipe = nvvm.shared_base 64 : i32
//= %p_0 = arith.constant <i32: 0> : i32
//= %p_1 = arith.constant <i32: 0> : i32
//= %0 = arith.constant <i32: 0> : i32
//= %1 = arith.constant <i32: 4> : i32
//= %2 = arith.constant <i32: 1> : i32
//= %3, %4 = scf.for %5 in (%0 to %1, step %2) : i32 iter_values(%6 = %p_0, %7 = %p_1) -> (i32, i32) {
//=   %8 = arith.constant <i32: 8> : i32
//=   %9 = arith.muli %6, %8 : i32
//=   %10 = arith.addi %pipe, %9 : i32
//=   nvvm.mbarrier.arrive %10 + 0
//=   %11 = arith.constant <i32: 1> : i32
//=   %12 = arith.constant <i32: 0> : i32
//=   %13 = arith.constant <i32: 4> : i32
//=   %14 = arith.addi %6, %11 : i32
//=   %15 = arith.cmpi equal %14, %13, signed : i32 -> i1
//=   %16 = arith.select %15, %12, %14 : i1, i32
//=   %17 = arith.xori %7, %11 : i32
//=   %18 = arith.select %15, %17, %7 : i1, i32
//=   scf.continue %16, %18 : i32, i32
//= }
// -----
// test: pipelines step
// PipelineProducerTailOpLowering, fast path: drains the bulk stores
%pipe = cutlass.pipeline.create {numStages = 4, num_producers = 1, num_consumers = 1}
%p = cutlass.pipeline.state.create producer
cutlass.pipeline.producer_tail %pipe, %p {drain = groups}
//= %pipe = nvvm.shared_base 64 : i32
//= %p_0 = arith.constant <i32: 0> : i32
//= %p_1 = arith.constant <i32: 0> : i32
//= nvvm.cp.async.bulk.wait_group 0
// -----
// test: pipelines step
// PipelineConsumerWaitOpLowering: the canonical spin
%pipe = cutlass.pipeline.create {numStages = 4, num_producers = 1, num_consumers = 1}
%c = cutlass.pipeline.state.create consumer
cutlass.pipeline.consumer_wait %pipe, %c
%ready = cutlass.pipeline.consumer_try_wait %pipe, %c
cutlass.pipeline.consumer_wait %pipe, %c if not %ready
//= %pipe = nvvm.shared_base 64 : i32
//= %c_0 = arith.constant <i32: 0> : i32
//= %c_1 = arith.constant <i32: 0> : i32
//= %0 = arith.constant <i32: 8> : i32
//= %1 = arith.muli %c_0, %0 : i32
//= %2 = arith.addi %pipe, %1 : i32
//= nvvm.mbarrier.wait.parity %2 + 0, %c_1
//= %3 = arith.constant <i32: 8> : i32
//= %4 = arith.muli %c_0, %3 : i32
//= %5 = arith.addi %pipe, %4 : i32
//= %ready = nvvm.mbarrier.try_wait.parity %5 + 0, %c_1 : i1
//= %6 = arith.constant <i32: 8> : i32
//= %7 = arith.muli %c_0, %6 : i32
//= %8 = arith.addi %pipe, %7 : i32
//= %9 = arith.constant <i1: true> : i1
//= %10 = arith.xori %ready, %9 : i1
//= scf.if %10 {
//=   nvvm.mbarrier.wait.parity %8 + 0, %c_1
//= }
// -----
// test: pipelines step
// PipelineConsumerReleaseOpLowering
%pipe = cutlass.pipeline.create {numStages = 4, num_producers = 1, num_consumers = 1}
%c = cutlass.pipeline.state.create consumer
%yes = arith.constant <i1: true> : i1
cutlass.pipeline.consumer_release %pipe, %c
cutlass.pipeline.consumer_release %pipe, %c if %yes
//= %pipe = nvvm.shared_base 64 : i32
//= %c_0 = arith.constant <i32: 0> : i32
//= %c_1 = arith.constant <i32: 0> : i32
//= %yes = arith.constant <i1: true> : i1
//= %0 = arith.constant <i32: 8> : i32
//= %1 = arith.muli %c_0, %0 : i32
//= %2 = arith.addi %pipe, %1 : i32
//= nvvm.mbarrier.arrive %2 + 32
//= %3 = arith.constant <i32: 8> : i32
//= %4 = arith.muli %c_0, %3 : i32
//= %5 = arith.addi %pipe, %4 : i32
//= nvvm.mbarrier.arrive %5 + 32 if %yes
// -----
// test: pipelines step
// PipelineStateOpLowering
%p = cutlass.pipeline.state.create producer {convention = cutlass}
%c = cutlass.pipeline.state.create consumer
%i = cutlass.pipeline.state.index %p -> i32
%j = cutlass.pipeline.state.index %c -> i32
%k = arith.addi %i, %j : i32
//= %p_0 = arith.constant <i32: 0> : i32
//= %p_1 = arith.constant <i32: 1> : i32
//= %c_0 = arith.constant <i32: 0> : i32
//= %c_1 = arith.constant <i32: 0> : i32
//= %k = arith.addi %p_0, %c_0 : i32
// -----
// test: pipelines step
// PipelineStateIncrementOpLowering: the phase flips where the index wraps
%pipe = cutlass.pipeline.create {numStages = 3, num_producers = 1, num_consumers = 1}
%p = cutlass.pipeline.state.create producer
%q = cutlass.pipeline.state.increment %pipe, %p
cutlass.pipeline.producer_acquire %pipe, %q
//= %pipe = nvvm.shared_base 48 : i32
//= %p_0 = arith.constant <i32: 0> : i32
//= %p_1 = arith.constant <i32: 0> : i32
//= %0 = arith.constant <i32: 1> : i32
//= %1 = arith.constant <i32: 0> : i32
//= %2 = arith.constant <i32: 3> : i32
//= %3 = arith.addi %p_0, %0 : i32
//= %4 = arith.cmpi equal %3, %2, signed : i32 -> i1
//= %q_0 = arith.select %4, %1, %3 : i1, i32
//= %5 = arith.xori %p_1, %0 : i32
//= %q_1 = arith.select %4, %5, %p_1 : i1, i32
//= %6 = arith.constant <i32: 8> : i32
//= %7 = arith.muli %q_0, %6 : i32
//= %8 = arith.addi %pipe, %7 : i32
//= %9 = arith.constant <i32: 1> : i32
//= %10 = arith.xori %q_1, %9 : i32
//= nvvm.mbarrier.wait.parity %8 + 24, %10
// -----
// test: pipelines step
// PipelineStateBumpOpLowering: the phase stays
%pipe = cutlass.pipeline.create {numStages = 3, num_producers = 1, num_consumers = 1}
%p = cutlass.pipeline.state.create producer
%q = cutlass.pipeline.state.bump %pipe, %p
cutlass.pipeline.producer_acquire %pipe, %q
//= %pipe = nvvm.shared_base 48 : i32
//= %p_0 = arith.constant <i32: 0> : i32
//= %p_1 = arith.constant <i32: 0> : i32
//= %0 = arith.constant <i32: 1> : i32
//= %1 = arith.constant <i32: 0> : i32
//= %2 = arith.constant <i32: 3> : i32
//= %3 = arith.addi %p_0, %0 : i32
//= %4 = arith.cmpi equal %3, %2, signed : i32 -> i1
//= %5 = arith.select %4, %1, %3 : i1, i32
//= %6 = arith.constant <i32: 8> : i32
//= %7 = arith.muli %5, %6 : i32
//= %8 = arith.addi %pipe, %7 : i32
//= %9 = arith.constant <i32: 1> : i32
//= %10 = arith.xori %p_1, %9 : i32
//= nvvm.mbarrier.wait.parity %8 + 24, %10
// -----
// test: pipelines step
// BarOpLowering
cutlass.bar sync {id = 3, threads = 256}
cutlass.bar arrive {id = 4, threads = 64}
//= nvvm.barrier id = 3 threads = 256
//= nvvm.barrier.cta.arrive id = 4 threads = 64
// -----
// test: pipelines step
// BarrierInitOpLowering
%a = nvvm.shared_base 8 : i32
cutlass.barrier_init %a : i32 {count = 12}
//= %a = nvvm.shared_base 8 : i32
//= nvvm.mbarrier.init %a + 0, 12
// -----
// test: pipelines step
// AsyncWaitOpConversionMbarrier and AsyncToAsyncOpConversion: the cast is gone once the wait has seen through it
%a = nvvm.shared_base 8 : i32
%parity = arith.constant <i32: 1> : i32
%t = nv_tileas.async.to_async %a, %parity : i32, i32 -> !nv_tileas.async_token
nv_tileas.async.wait %t
//= %a = nvvm.shared_base 8 : i32
//= %parity = arith.constant <i32: 1> : i32
//= nvvm.mbarrier.wait.parity %a + 0, %parity
// -----
// test: pipelines step
// AsyncWaitOpConversionTMASTGAndTMAREDG and TokenToAsyncOpConversion; two waits become one
%m = nv_tileas.create_mem_token : token
%t = nv_tileas.async.token_to_async %m : token -> !nv_tileas.async_token
%u = nv_tileas.async.token_to_async %m : token -> !nv_tileas.async_token
nv_tileas.async.wait %t
nv_tileas.async.wait %u
//= %m = nv_tileas.create_mem_token : token
//= nvvm.cp.async.bulk.commit_group
//= nvvm.cp.async.bulk.commit_group
//= nvvm.cp.async.bulk.wait_group 0
// -----
// test: pipelines step
// AsyncWaitOpConversionGMMA; the wait for products and that for stores each come once, before what may see them
nv_tileas.func @k(%c: tile<64x64xf32>, %s: i32) {
  %a = nv_tileas.alloc_tensor : !nv_tileas.buffer<2x64x64xf16>
  %d = nv_tileas.async.dot %a[%s] k, %a[%s] mn, %c : !nv_tileas.buffer<2x64x64xf16>, !nv_tileas.buffer<2x64x64xf16>, tile<64x64xf32>
  %t = nv_tileas.async.to_async %d : tile<64x64xf32> -> !nv_tileas.async_token
  nv_tileas.async.wait %t
  %m = nv_tileas.create_mem_token : token
  %u = nv_tileas.async.token_to_async %m : token -> !nv_tileas.async_token
  nv_tileas.async.wait %u
  nv_tileas.async.wait %t
  %x = nv_tileas.local_load %a[%s] : !nv_tileas.buffer<2x64x64xf16> -> tile<64x64xf16>
  nv_tileas.async.wait %t
}
//= nv_tileas.func @k(%c: tile<64x64xf32>, %s: i32) {
//=   %a = nv_tileas.alloc_tensor  : !nv_tileas.buffer<2x64x64xf16>
//=   %d = cute_nvgpu.async_mma %a[%s] k, %a[%s] mn, %c : !nv_tileas.buffer<2x64x64xf16>, !nv_tileas.buffer<2x64x64xf16>, tile<64x64xf32>
//=   nvvm.wgmma.commit_group
//=   %m = nv_tileas.create_mem_token : token
//=   nvvm.cp.async.bulk.commit_group
//=   nvvm.wgmma.commit_group
//=   nvvm.wgmma.wait_group 0
//=   nvvm.cp.async.bulk.wait_group 0
//=   %x = nv_tileas.local_load %a[%s] : !nv_tileas.buffer<2x64x64xf16> -> tile<64x64xf16>
//=   nvvm.wgmma.commit_group
//=   nvvm.wgmma.wait_group 0
//= }
// -----
// test: pipelines documented
// The same in the document's form: one wait of each kind at the end of the region, behind what may see them
nv_tileas.func @k(%c: tile<64x64xf32>, %s: i32) {
  %a = nv_tileas.alloc_tensor : !nv_tileas.buffer<2x64x64xf16>
  %d = nv_tileas.async.dot %a[%s] k, %a[%s] mn, %c : !nv_tileas.buffer<2x64x64xf16>, !nv_tileas.buffer<2x64x64xf16>, tile<64x64xf32>
  %t = nv_tileas.async.to_async %d : tile<64x64xf32> -> !nv_tileas.async_token
  nv_tileas.async.wait %t
  %m = nv_tileas.create_mem_token : token
  %u = nv_tileas.async.token_to_async %m : token -> !nv_tileas.async_token
  nv_tileas.async.wait %u
  nv_tileas.async.wait %t
  %x = nv_tileas.local_load %a[%s] : !nv_tileas.buffer<2x64x64xf16> -> tile<64x64xf16>
  nv_tileas.async.wait %t
}
//= nv_tileas.func @k(%c: tile<64x64xf32>, %s: i32) {
//=   %a = nv_tileas.alloc_tensor  : !nv_tileas.buffer<2x64x64xf16>
//=   %d = cute_nvgpu.async_mma %a[%s] k, %a[%s] mn, %c : !nv_tileas.buffer<2x64x64xf16>, !nv_tileas.buffer<2x64x64xf16>, tile<64x64xf32>
//=   nvvm.wgmma.commit_group
//=   %m = nv_tileas.create_mem_token : token
//=   nvvm.cp.async.bulk.commit_group
//=   nvvm.wgmma.commit_group
//=   %x = nv_tileas.local_load %a[%s] : !nv_tileas.buffer<2x64x64xf16> -> tile<64x64xf16>
//=   nvvm.wgmma.commit_group
//=   nvvm.wgmma.wait_group 0
//=   nvvm.cp.async.bulk.wait_group 0
//= }
// -----
// test: pipelines step
// CreateNoneOpConversion: nothing is left of it
nv_tileas.func @k(%n: i32, %c: tile<64x64xf32>) {
  %m = nv_tileas.create_mem_token : token
  %none = nv_tileas.create_none : !nv_tileas.async_token
  %stored = nv_tileas.async.token_to_async %m : token -> !nv_tileas.async_token
  nv_tileas.async.future_wait %stored
}
//= nv_tileas.func @k(%n: i32, %c: tile<64x64xf32>) {
//=   %m = nv_tileas.create_mem_token : token
//=   nvvm.cp.async.bulk.wait_group 0
//= }
// -----
// test: pipelines step
// AsyncFutureWaitMbarrier: barrier and phase come from the future, and the time limit is another
%a = nvvm.shared_base 8 : i32
%parity = arith.constant <i32: 1> : i32
%t = nv_tileas.async.to_async %a, %parity : i32, i32 -> !nv_tileas.async_token
nv_tileas.async.future_wait %t
//= %a = nvvm.shared_base 8 : i32
//= %parity = arith.constant <i32: 1> : i32
//= nvvm.mbarrier.wait.parity %a + 0, %parity {timeout = 20000000}
// -----
// test: pipelines step
// AsyncFutureWaitGroup
%m = nv_tileas.create_mem_token : token
%t = nv_tileas.async.token_to_async %m : token -> !nv_tileas.async_token
nv_tileas.async.future_wait %t
//= %m = nv_tileas.create_mem_token : token
//= nvvm.cp.async.bulk.wait_group 0
// -----
// test: pipelines step
// BlockStripedLoadOpLowering and BlockStripedStoreOpLowering
nv_tileas.func @k(%p: ptr<f32>, %t: i32) {
  %x = cutlass.block_striped.load %p, %t : ptr<f32>, i32 -> tile<4xf32> {threads = 128}
  cutlass.block_striped.store %x, %p, %t : tile<4xf32>, ptr<f32>, i32 {threads = 128}
}
//= nv_tileas.func @k(%p: ptr<f32>, %t: i32) {
//=   %x = cutlass.block_striped.load %p, %t {threads = 128, stride = 512} : ptr<f32>, i32 -> tile<4xf32>
//=   cutlass.block_striped.store %x, %p, %t {threads = 128, stride = 512} : tile<4xf32>, ptr<f32>, i32
//= }
// -----
// test: pipelines step
// PipelineInitOpLowering and PipelineConsumerReleaseOpLowering in a cluster of 2 by 2: three CTAs release a stage, each to its row and column
%pipe = cutlass.pipeline.create {numStages = 1, num_producers = 1, num_consumers = 2, convention = cutlass, cluster = [2, 2]}
cutlass.pipeline.init %pipe
%c = cutlass.pipeline.state.create consumer
cutlass.pipeline.consumer_release %pipe, %c
//= %pipe = nvvm.shared_base 16 : i32
//= %0 = nvvm.read_sreg cluster_ctarank : i32
//= %1 = arith.constant <i32: 2> : i32
//= %2 = arith.constant <i32: 2> : i32
//= %3 = arith.divi %0, %1 unsigned : i32
//= %4 = arith.remi %0, %1 unsigned : i32
//= %5 = arith.muli %3, %1 : i32
//= %6 = arith.constant <i32: 1> : i32
//= %7 = arith.addi %4, %6 : i32
//= %8 = arith.remi %7, %1 unsigned : i32
//= %9 = arith.addi %5, %8 : i32
//= %10 = arith.constant <i32: 1> : i32
//= %11 = arith.addi %3, %10 : i32
//= %12 = arith.remi %11, %2 unsigned : i32
//= %13 = arith.muli %12, %1 : i32
//= %14 = arith.addi %13, %4 : i32
//= %15 = arith.constant <i32: 3> : i32
//= %16 = arith.shli %15, %5 : i32
//= %17 = arith.constant <i32: 5> : i32
//= %18 = arith.shli %17, %4 : i32
//= %19 = arith.ori %16, %18 : i32
//= %20 = nvvm.read_sreg tid.x : i32
//= %21 = arith.constant <i32: 0> : i32
//= %22 = arith.cmpi equal %20, %21, signed : i32 -> i1
//= scf.if %22 {
//=   nvvm.mbarrier.init %pipe + 0, 1
//=   nvvm.mbarrier.init %pipe + 8, 6
//=   nvvm.fence.mbarrier_init
//= }
//= nvvm.cluster.arrive
//= nvvm.cluster.wait
//= %c_0 = arith.constant <i32: 0> : i32
//= %c_1 = arith.constant <i32: 0> : i32
//= %23 = arith.constant <i32: 0> : i32
//= %24 = arith.constant <i32: 8> : i32
//= %25 = arith.muli %23, %24 : i32
//= %26 = arith.addi %pipe, %25 : i32
//= nvvm.mbarrier.arrive %26 + 8
//= nvvm.mbarrier.arrive.cluster %26 + 8 at %9 of 4
//= nvvm.mbarrier.arrive.cluster %26 + 8 at %14 of 4
// -----
// test: pipelines step
// A wait for a group that was waited for is none: groups have ids, and end in their order
%m = nv_tileas.create_mem_token : token
%t = nv_tileas.async.token_to_async %m : token -> !nv_tileas.async_token
nv_tileas.async.wait %t
nvvm.barrier
nv_tileas.async.future_wait %t
nvvm.barrier
nv_tileas.async.wait %t
//= %m = nv_tileas.create_mem_token : token
//= nvvm.cp.async.bulk.commit_group
//= nvvm.cp.async.bulk.wait_group 0
//= nvvm.barrier
//= nvvm.barrier
//= nvvm.cp.async.bulk.commit_group
//= nvvm.cp.async.bulk.wait_group 0
// -----
// test: pipelines step
// PipelineProducerTailOpLowering: nobody releases a ring of stores by TMA, and its tail drains their groups without being told
%pipe = cutlass.pipeline.create {numStages = 2, num_producers = 1, num_consumers = 1}
%p = cutlass.pipeline.state.create producer
%m = nv_tileas.create_mem_token : token
%t = nv_tileas.async.token_to_async %m : token -> !nv_tileas.async_token
nv_tileas.async.wait %t
cutlass.pipeline.producer_tail %pipe, %p
//= %pipe = nvvm.shared_base 32 : i32
//= %p_0 = arith.constant <i32: 0> : i32
//= %p_1 = arith.constant <i32: 0> : i32
//= %m = nv_tileas.create_mem_token : token
//= nvvm.cp.async.bulk.commit_group
//= nvvm.cp.async.bulk.wait_group 0
//= nvvm.cp.async.bulk.wait_group 0
// -----
// test: pipelines step
// The same with a consumer: its releases are waited for
%pipe = cutlass.pipeline.create {numStages = 2, num_producers = 1, num_consumers = 1}
%p = cutlass.pipeline.state.create producer
%c = cutlass.pipeline.state.create consumer
%m = nv_tileas.create_mem_token : token
%t = nv_tileas.async.token_to_async %m : token -> !nv_tileas.async_token
nv_tileas.async.wait %t
cutlass.pipeline.consumer_release %pipe, %c
cutlass.pipeline.producer_tail %pipe, %p
//= %pipe = nvvm.shared_base 32 : i32
//= %p_0 = arith.constant <i32: 0> : i32
//= %p_1 = arith.constant <i32: 0> : i32
//= %c_0 = arith.constant <i32: 0> : i32
//= %c_1 = arith.constant <i32: 0> : i32
//= %m = nv_tileas.create_mem_token : token
//= nvvm.cp.async.bulk.commit_group
//= %0 = arith.constant <i32: 8> : i32
//= %1 = arith.muli %c_0, %0 : i32
//= %2 = arith.addi %pipe, %1 : i32
//= nvvm.cp.async.bulk.wait_group 0
//= nvvm.mbarrier.arrive %2 + 16
//= %3 = arith.constant <i32: 0> : i32
//= %4 = arith.constant <i32: 2> : i32
//= %5 = arith.constant <i32: 1> : i32
//= %6, %7 = scf.for %8 in (%3 to %4, step %5) : i32 iter_values(%9 = %p_0, %10 = %p_1) -> (i32, i32) {
//=   %11 = arith.constant <i32: 8> : i32
//=   %12 = arith.muli %9, %11 : i32
//=   %13 = arith.addi %pipe, %12 : i32
//=   %14 = arith.constant <i32: 1> : i32
//=   %15 = arith.xori %10, %14 : i32
//=   nvvm.mbarrier.wait.parity %13 + 16, %15
//=   %16 = arith.constant <i32: 1> : i32
//=   %17 = arith.xori %10, %9 : i32
//=   %18 = arith.xori %9, %16 : i32
//=   scf.continue %18, %17 : i32, i32
//= }
// -----
// test: pipelines step
// An acquire hands on the state that it holds
%pipe = cutlass.pipeline.create {numStages = 2, num_producers = 1, num_consumers = 1}
%p = cutlass.pipeline.state.create producer
%held = cutlass.pipeline.producer_acquire %pipe, %p
cutlass.pipeline.producer_commit %pipe, %held {transaction_bytes = 0}
//= %pipe = nvvm.shared_base 32 : i32
//= %p_0 = arith.constant <i32: 0> : i32
//= %p_1 = arith.constant <i32: 0> : i32
//= %0 = arith.constant <i32: 8> : i32
//= %1 = arith.muli %p_0, %0 : i32
//= %2 = arith.addi %pipe, %1 : i32
//= %3 = arith.constant <i32: 1> : i32
//= %4 = arith.xori %p_1, %3 : i32
//= nvvm.mbarrier.wait.parity %2 + 16, %4
//= %5 = arith.constant <i32: 8> : i32
//= %6 = arith.muli %p_0, %5 : i32
//= %7 = arith.addi %pipe, %6 : i32
//= nvvm.mbarrier.arrive %7 + 0
