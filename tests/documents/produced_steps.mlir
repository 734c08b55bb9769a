// The ring of produced.mlir in the steps that the compiler writes.
%pipe = cutlass.pipeline.create {numStages = 2, num_producers = 64, num_consumers = 32}
cutlass.pipeline.init %pipe
%n = arith.constant <i32: 7> : i32
%zero = arith.constant <i32: 0> : i32
%one = arith.constant <i32: 1> : i32
cutlass.pipeline.switch_by_executor warp_specialized masks = [1, 2] groups = [0, 0] {
  cutlass.async.exec {
    %first = cutlass.pipeline.state.create producer
    %last = scf.for %i in (%zero to %n, step %one) : i32 iter_values(%at = %first) -> (!cutlass.pipeline_state) {
      %held = cutlass.pipeline.producer_acquire %pipe, %at
      %slot = cutlass.pipeline.state.index %held -> i32
      %barrier = cutlass.pipeline.full_barrier %pipe, %held -> i32
      nvvm.mbarrier.arrive %barrier + 0
      cutlass.pipeline.producer_commit %pipe, %held {transaction_bytes = 0}
      %next = cutlass.pipeline.state.increment %pipe, %at
      scf.continue %next : !cutlass.pipeline_state
    }
  }
  cutlass.async.exec {
    %first = cutlass.pipeline.state.create consumer
    %last = scf.for %i in (%zero to %n, step %one) : i32 iter_values(%there = %first) -> (!cutlass.pipeline_state) {
      cutlass.pipeline.consumer_wait %pipe, %there
      cutlass.pipeline.consumer_release %pipe, %there
      %next = cutlass.pipeline.state.increment %pipe, %there
      scf.continue %next : !cutlass.pipeline_state
    }
  }
} attributes {num_warps = 2}
