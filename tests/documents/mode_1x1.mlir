// The documented acquire for one producer and one consumer, a thread of each warp: both masks of the consumer are not 0, and the only stage is
// empty twice over.
%pipe = cutlass.pipeline.create {numStages = 1, num_producers = 1, num_consumers = 1, mode = warp_specialized_1x1}
%n = arith.constant <i32: 2> : i32
%zero = arith.constant <i32: 0> : i32
%one = arith.constant <i32: 1> : i32
%lane = nvvm.read_sreg laneid : i32
%alone = arith.cmpi equal %lane, %zero, signed : i32 -> i1
cutlass.pipeline.init %pipe {barrier_base = 5}
nvvm.barrier
cutlass.pipeline.switch_by_executor warp_specialized masks = [1, 2] groups = [0, 0] {
  cutlass.async.exec {
    scf.if %alone {
      %p = cutlass.pipeline.state.create producer
      %end = scf.for %i in (%zero to %n, step %one) : i32 iter_values(%s = %p) -> (!cutlass.pipeline_state) {
        %held = cutlass.pipeline.producer_acquire %pipe, %s
        cutlass.pipeline.producer_commit %pipe, %held {transaction_bytes = 0}
        %next = cutlass.pipeline.state.increment %pipe, %held
        scf.continue %next : !cutlass.pipeline_state
      }
    }
  }
  cutlass.async.exec {
    scf.if %alone {
      %c = cutlass.pipeline.state.create consumer
      %last = scf.for %i in (%zero to %n, step %one) : i32 iter_values(%s = %c) -> (!cutlass.pipeline_state) {
        cutlass.pipeline.consumer_wait %pipe, %s
        cutlass.pipeline.consumer_release %pipe, %s
        %next = cutlass.pipeline.state.increment %pipe, %s
        scf.continue %next : !cutlass.pipeline_state
      }
    }
  }
} attributes {num_warps = 2}
