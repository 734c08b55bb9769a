// The documented acquire in the mode strided_urem: participants 0 and 1 produce, so that both masks have a remainder, and the stage is full
// twice over.
%pipe = cutlass.pipeline.create {numStages = 2, num_producers = 32, num_consumers = 32, participants = 4, mode = strided_urem}
%n = arith.constant <i32: 7> : i32
%zero = arith.constant <i32: 0> : i32
%one = arith.constant <i32: 1> : i32
%a = nv_tileas.alloc_tensor : !nv_tileas.buffer<2x16x16xf16>
%x = arith.constant <f16: 1.0> : tile<16x16xf16>
cutlass.pipeline.init %pipe {barrier_base = 5}
nvvm.barrier
cutlass.pipeline.switch_by_executor warp_specialized masks = [1, 2] groups = [0, 0] {
  cutlass.async.exec {
    %p = cutlass.pipeline.state.create producer
    %end = scf.for %i in (%zero to %n, step %one) : i32 iter_values(%s = %p) -> (!cutlass.pipeline_state) {
      %held = cutlass.pipeline.producer_acquire %pipe, %s
      %slot = cutlass.pipeline.state.index %held -> i32
      nv_tileas.local_store %x, %a[%slot] : tile<16x16xf16>, !nv_tileas.buffer<2x16x16xf16>
      cutlass.pipeline.producer_commit %pipe, %held {transaction_bytes = 0}
      %next = cutlass.pipeline.state.increment %pipe, %held
      scf.continue %next : !cutlass.pipeline_state
    }
  }
  cutlass.async.exec {
    %c = cutlass.pipeline.state.create consumer
    %last = scf.for %i in (%zero to %n, step %one) : i32 iter_values(%s = %c) -> (!cutlass.pipeline_state) {
      cutlass.pipeline.consumer_wait %pipe, %s
      %slot = cutlass.pipeline.state.index %s -> i32
      %y = nv_tileas.local_load %a[%slot] : !nv_tileas.buffer<2x16x16xf16> -> tile<16x16xf16>
      cutlass.pipeline.consumer_release %pipe, %s
      %next = cutlass.pipeline.state.increment %pipe, %s
      scf.continue %next : !cutlass.pipeline_state
    }
  }
} attributes {num_warps = 2}
