// test: pipelines step
// A producer's loop: the state is carried as index and phase
nv_tileas.func @producer(%n: i32) {
  %zero = arith.constant <i32: 0> : i32
  %one = arith.constant <i32: 1> : i32
  %pipe = cutlass.pipeline.create {numStages = 3, num_producers = 1, num_consumers = 4, offset = 0}
  cutlass.pipeline.init %pipe
  %start = cutlass.pipeline.state.create producer
  %end = scf.for %i in (%zero to %n, step %one) : i32 iter_values(%s = %start) -> (!cutlass.pipeline_state) {
    cutlass.pipeline.producer_acquire %pipe, %s
    cutlass.pipeline.producer_commit %pipe, %s {transaction_bytes = 1024}
    %next = cutlass.pipeline.state.increment %pipe, %s
    scf.continue %next : !cutlass.pipeline_state
  }
  cutlass.pipeline.producer_tail %pipe, %end
}
//= nv_tileas.func @producer(%n: i32) {
//=   %zero = arith.constant <i32: 0> : i32
//=   %one = arith.constant <i32: 1> : i32
//=   %pipe = nvvm.shared_base 48 from 0 : i32
//=   %0 = nvvm.read_sreg tid.x : i32
//=   %1 = arith.constant <i32: 0> : i32
//=   %2 = arith.cmpi equal %0, %1, signed : i32 -> i1
//=   scf.if %2 {
//=     nvvm.mbarrier.init %pipe + 0, 1
//=     nvvm.mbarrier.init %pipe + 8, 1
//=     nvvm.mbarrier.init %pipe + 16, 1
//=     nvvm.mbarrier.init %pipe + 24, 4
//=     nvvm.mbarrier.init %pipe + 32, 4
//=     nvvm.mbarrier.init %pipe + 40, 4
//=     nvvm.fence.mbarrier_init
//=   }
//=   nvvm.barrier
//=   %start_0 = arith.constant <i32: 0> : i32
//=   %start_1 = arith.constant <i32: 0> : i32
//=   %end_0, %end_1 = scf.for %i in (%zero to %n, step %one) : i32 iter_values(%s_0 = %start_0, %s_1 = %start_1) -> (i32, i32) {
//=     %3 = arith.constant <i32: 8> : i32
//=     %4 = arith.muli %s_0, %3 : i32
//=     %5 = arith.addi %pipe, %4 : i32
//=     %6 = arith.constant <i32: 1> : i32
//=     %7 = arith.xori %s_1, %6 : i32
//=     nvvm.mbarrier.wait.parity %5 + 24, %7
//=     %8 = arith.constant <i32: 8> : i32
//=     %9 = arith.muli %s_0, %8 : i32
//=     %10 = arith.addi %pipe, %9 : i32
//=     nvvm.mbarrier.arrive.expect_tx %10 + 0, 1024
//=     %11 = arith.constant <i32: 1> : i32
//=     %12 = arith.constant <i32: 0> : i32
//=     %13 = arith.constant <i32: 3> : i32
//=     %14 = arith.addi %s_0, %11 : i32
//=     %15 = arith.cmpi equal %14, %13, signed : i32 -> i1
//=     %next_0 = arith.select %15, %12, %14 : i1, i32
//=     %16 = arith.xori %s_1, %11 : i32
//=     %next_1 = arith.select %15, %16, %s_1 : i1, i32
//=     scf.continue %next_0, %next_1 : i32, i32
//=   }
//=   %17 = arith.constant <i32: 0> : i32
//=   %18 = arith.constant <i32: 3> : i32
//=   %19 = arith.constant <i32: 1> : i32
//=   %20, %21 = scf.for %22 in (%17 to %18, step %19) : i32 iter_values(%23 = %end_0, %24 = %end_1) -> (i32, i32) {
//=     %25 = arith.constant <i32: 8> : i32
//=     %26 = arith.muli %23, %25 : i32
//=     %27 = arith.addi %pipe, %26 : i32
//=     %28 = arith.constant <i32: 1> : i32
//=     %29 = arith.xori %24, %28 : i32
//=     nvvm.mbarrier.wait.parity %27 + 24, %29
//=     %30 = arith.constant <i32: 1> : i32
//=     %31 = arith.constant <i32: 0> : i32
//=     %32 = arith.constant <i32: 3> : i32
//=     %33 = arith.addi %23, %30 : i32
//=     %34 = arith.cmpi equal %33, %32, signed : i32 -> i1
//=     %35 = arith.select %34, %31, %33 : i1, i32
//=     %36 = arith.xori %24, %30 : i32
//=     %37 = arith.select %34, %36, %24 : i1, i32
//=     scf.continue %35, %37 : i32, i32
//=   }
//= }
// -----
// test: pipelines step
%pipe = cutlass.pipeline.create {numStages = 2, num_producers = 1, num_consumers = 1, convention = one_slot}
//= 2:1 error[pipeline.one-slot]: one barrier a stage cannot serve both directions
//=   note: 1. producer 0 waits for parity 1 of slot[0]: passes; starts the write of item 0 in stage 0
//=   note: 2. producer 0 arrives 1 on slot[0]
//=   note: 3. producer 0 waits for parity 1 of slot[1]: passes; starts the write of item 1 in stage 1
//=   note: 4. producer 0 arrives 1 on slot[1]
//=   note: 5. producer 0 waits for parity 0 of slot[0]: passes; starts the write of item 2 in stage 0
//=   note: 6. consumer 0 waits for parity 0 of slot[0]: passes; starts the read of item 0 in stage 0
//=   note: 7. producer 0 arrives 1 on slot[0]
//=   note: 8. producer 0 waits for parity 0 of slot[1]: passes; starts the write of item 3 in stage 1
//=   note: 9. producer 0 arrives 1 on slot[1]
//=   note: 10. consumer 0 arrives 1 on slot[0]
//=   note: producer 0 waits for parity 1 of slot[0] (phase 3, pending 1, bytes 0)
//=   note: consumer 0 waits for parity 0 of slot[1] (phase 2, pending 1, bytes 0)
//=   help: leave `convention` away: a full and an empty barrier a stage
// -----
// test: pipelines step
// A barrier's token through a loop: what it stands for cannot be seen any more
nv_tileas.func @carried(%n: i32) {
  %zero = arith.constant <i32: 0> : i32
  %one = arith.constant <i32: 1> : i32
  %a = nvvm.shared_base 8 : i32
  %t = nv_tileas.async.to_async %a, %zero : i32, i32 -> !nv_tileas.async_token
  %end = scf.for %i in (%zero to %n, step %one) : i32 iter_values(%s = %t) -> (!nv_tileas.async_token) {
    nv_tileas.async.wait %s
    scf.continue %s : !nv_tileas.async_token
  }
}
//= 7:3 error[pipeline.leftover]: `unrealized_conversion_cast` is left after pipelines became barriers
//=   note: a token is carried to where what it stands for cannot be seen
//=   help: wait where the token is made, or hand on a pipeline's state instead
// -----
// test: pipelines step
// Nothing is known of this token
nv_tileas.func @unknown(%t: !nv_tileas.async_token) {
  nv_tileas.async.wait %t
}
//= 4:3 error[pipeline.token]: what this waits for is not known
//=   help: wait for a token that `to_async` or `token_to_async` makes of an mbarrier, a product or a store
// -----
// test: pipelines step
// A ring of values without users is its barriers
%pipe = nv_tileas.async.pipeline.create_pipeline {numStages = 2, producerGroupId = 0, consumerGroupId = 1}
//= %pipe = nvvm.shared_base 32 : i32
//= %0 = nvvm.read_sreg tid.x : i32
//= %1 = arith.constant <i32: 0> : i32
//= %2 = arith.cmpi equal %0, %1, signed : i32 -> i1
//= scf.if %2 {
//=   nvvm.mbarrier.init %pipe + 0, 1
//=   nvvm.mbarrier.init %pipe + 8, 1
//=   nvvm.mbarrier.init %pipe + 16, 1
//=   nvvm.mbarrier.init %pipe + 24, 1
//=   nvvm.fence.mbarrier_init
//= }
//= nvvm.barrier
// -----
// test: pipelines step
// Ops of cute and cutlass that are no pipelines pass untouched
nv_tileas.func @untouched(%p: ptr<f16>, %n: i32) {
  %copy = cute.make_copy_atom ldsm : !cute.copy_atom {bits = 128}
  %desc = cute_nvgpu.make_tma_descriptor %p box = [128, 64] : ptr<f16> -> !cute_nvgpu.tma_descriptor {element_bits = 16}
  cute_nvgpu.prefetch_tma_desc %desc
  %u = cute_nvgpu.arch.make_warp_uniform %n : i32
}
//= nv_tileas.func @untouched(%p: ptr<f16>, %n: i32) {
//=   %copy = cute.make_copy_atom ldsm {bits = 128} : !cute.copy_atom
//=   %desc = cute_nvgpu.make_tma_descriptor %p box = [128, 64] {element_bits = 16} : ptr<f16> -> !cute_nvgpu.tma_descriptor
//=   cute_nvgpu.prefetch_tma_desc %desc
//=   %u = cute_nvgpu.arch.make_warp_uniform %n : i32
//= }
