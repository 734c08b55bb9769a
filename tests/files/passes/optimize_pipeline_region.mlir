// test: pass optimize-pipeline-region
// The consumer does not need the views of what the producer loads, nor the place that the loop carries for it.
nv_tileas.func @k(%a: tile<ptr<f16>>, %m: tile<i32>, %n: tile<i32>) {
  %pipe = cutlass.pipeline.create {numStages = 2, num_producers = 1, num_consumers = 4}
  %buffer = nv_tileas.alloc_tensor : !nv_tileas.buffer<2x16x16xf16>
  cutlass.pipeline.init %pipe
  nv_tileas.async.pipeline.agent_switch num_warps = [4, 4] max_regs = [120, 40] {
    %s = cutlass.pipeline.state.create consumer
    %zero = arith.constant <i32: 0> : tile<i32>
    %one = arith.constant <i32: 1> : tile<i32>
    %unused = arith.addi %one, %one : tile<i32>
    %view = nv_tileas.make_memref %a, shape = [%m, %n], strides = [%n, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %tiles = nv_tileas.make_tiled_view %view : partition_view<tile=(16x16), tensor_view<?x?xf16, strides=[?,1]>>
    %last, %end, %token = scf.for %i in (%zero to %m, step %one) : tile<i32> iter_values(%at = %zero, %place = %s, %order = %unused) -> (tile<i32>, !cutlass.pipeline_state, tile<i32>) {
      cutlass.pipeline.consumer_wait %pipe, %place
      %slot = cutlass.pipeline.state.index %place -> tile<i32>
      %x = nv_tileas.local_load %buffer[%slot] : !nv_tileas.buffer<2x16x16xf16> -> tile<16x16xf16>
      cutlass.pipeline.consumer_release %pipe, %place
      %next = cutlass.pipeline.state.increment %pipe, %place
      %further = arith.addi %at, %one : tile<i32>
      %later = arith.addi %order, %at : tile<i32>
      scf.continue %further, %next, %later : tile<i32>, !cutlass.pipeline_state, tile<i32>
    }
  } {
    %s = cutlass.pipeline.state.create producer
    %zero = arith.constant <i32: 0> : tile<i32>
    %one = arith.constant <i32: 1> : tile<i32>
    %zeros = arith.constant <f16: 0.0> : tile<16x16xf16>
    %row, %end = scf.for %i in (%zero to %m, step %one) : tile<i32> iter_values(%at = %zero, %place = %s) -> (tile<i32>, !cutlass.pipeline_state) {
      cutlass.pipeline.producer_acquire %pipe, %place
      nv_tileas.local_store %zeros, %buffer[%at] : tile<16x16xf16>, !nv_tileas.buffer<2x16x16xf16>
      cutlass.pipeline.producer_commit %pipe, %place {transaction_bytes = 0}
      %next = cutlass.pipeline.state.increment %pipe, %place
      %further = arith.xori %at, %one : tile<i32>
      scf.continue %further, %next : tile<i32>, !cutlass.pipeline_state
    }
    cutlass.pipeline.producer_tail %pipe, %end
  }
  nv_tileas.return
}
//= nv_tileas.func @k(%a: tile<ptr<f16>>, %m: tile<i32>, %n: tile<i32>) {
//=   %pipe = cutlass.pipeline.create {numStages = 2, num_producers = 1, num_consumers = 4}
//=   %buffer = nv_tileas.alloc_tensor  : !nv_tileas.buffer<2x16x16xf16>
//=   cutlass.pipeline.init %pipe
//=   nv_tileas.async.pipeline.agent_switch num_warps = [4, 4] max_regs = [120, 40] {
//=     %s = cutlass.pipeline.state.create consumer
//=     %zero = arith.constant <i32: 0> : tile<i32>
//=     %one = arith.constant <i32: 1> : tile<i32>
//=     %end = scf.for %i in (%zero to %m, step %one) : tile<i32> iter_values(%place = %s) -> (!cutlass.pipeline_state) {
//=       cutlass.pipeline.consumer_wait %pipe, %place
//=       %slot = cutlass.pipeline.state.index %place -> tile<i32>
//=       %x = nv_tileas.local_load %buffer[%slot] : !nv_tileas.buffer<2x16x16xf16> -> tile<16x16xf16>
//=       cutlass.pipeline.consumer_release %pipe, %place
//=       %next = cutlass.pipeline.state.increment %pipe, %place
//=       scf.continue %next : !cutlass.pipeline_state
//=     }
//=   } {
//=     %s = cutlass.pipeline.state.create producer
//=     %zero = arith.constant <i32: 0> : tile<i32>
//=     %one = arith.constant <i32: 1> : tile<i32>
//=     %zeros = arith.constant <f16: 0.000000e+00> : tile<16x16xf16>
//=     %row, %end = scf.for %i in (%zero to %m, step %one) : tile<i32> iter_values(%at = %zero, %place = %s) -> (tile<i32>, !cutlass.pipeline_state) {
//=       %0 = cutlass.pipeline.producer_acquire %pipe, %place
//=       nv_tileas.local_store %zeros, %buffer[%at] : tile<16x16xf16>, !nv_tileas.buffer<2x16x16xf16>
//=       cutlass.pipeline.producer_commit %pipe, %place {transaction_bytes = 0}
//=       %next = cutlass.pipeline.state.increment %pipe, %place
//=       %further = arith.xori %at, %one : tile<i32>
//=       scf.continue %further, %next : tile<i32>, !cutlass.pipeline_state
//=     }
//=     cutlass.pipeline.producer_tail %pipe, %end
//=   }
//=   nv_tileas.return
//= }
// -----
// test: pass optimize-pipeline-region
// A value that decides how often a loop goes round stays, one that only the loop carries goes; a branch keeps the results that are needed.
nv_tileas.func @k(%m: tile<i32>) {
  %pipe = cutlass.pipeline.create {numStages = 2, num_producers = 1, num_consumers = 4}
  nv_tileas.async.pipeline.agent_switch num_warps = [4, 4] max_regs = [120, 40] {
    %s = cutlass.pipeline.state.create consumer
    %zero = arith.constant <i32: 0> : tile<i32>
    %one = arith.constant <i32: 1> : tile<i32>
    %e, %f = scf.loop iter_values(%i = %zero, %sum = %zero, %place = %s) : tile<i32>, tile<i32>, !cutlass.pipeline_state -> tile<i32>, !cutlass.pipeline_state {
      %done = arith.cmpi greater_than_or_equal %i, %m, signed : tile<i32> -> tile<i1>
      scf.if %done {
        scf.break %sum, %place : tile<i32>, !cutlass.pipeline_state
      }
      %p, %q = scf.if %done -> (tile<i32>, tile<i32>) {
        scf.yield %one, %sum : tile<i32>, tile<i32>
      } else {
        scf.yield %m, %one : tile<i32>, tile<i32>
      }
      cutlass.pipeline.consumer_wait %pipe, %place
      cutlass.pipeline.consumer_release %pipe, %place
      %next = cutlass.pipeline.state.increment %pipe, %place
      %j = arith.addi %i, %p : tile<i32>
      %more = arith.addi %sum, %q : tile<i32>
      scf.continue %j, %more, %next : tile<i32>, tile<i32>, !cutlass.pipeline_state
    }
  } {
  }
  nv_tileas.return
}
//= nv_tileas.func @k(%m: tile<i32>) {
//=   %pipe = cutlass.pipeline.create {numStages = 2, num_producers = 1, num_consumers = 4}
//=   nv_tileas.async.pipeline.agent_switch num_warps = [4, 4] max_regs = [120, 40] {
//=     %s = cutlass.pipeline.state.create consumer
//=     %zero = arith.constant <i32: 0> : tile<i32>
//=     %one = arith.constant <i32: 1> : tile<i32>
//=     scf.loop iter_values(%i = %zero, %place = %s) : tile<i32>, !cutlass.pipeline_state {
//=       %done = arith.cmpi greater_than_or_equal %i, %m, signed : tile<i32> -> tile<i1>
//=       scf.if %done {
//=         scf.break
//=       }
//=       %p = scf.if %done -> (tile<i32>) {
//=         scf.yield %one : tile<i32>
//=       } else {
//=         scf.yield %m : tile<i32>
//=       }
//=       cutlass.pipeline.consumer_wait %pipe, %place
//=       cutlass.pipeline.consumer_release %pipe, %place
//=       %next = cutlass.pipeline.state.increment %pipe, %place
//=       %j = arith.addi %i, %p : tile<i32>
//=       scf.continue %j, %next : tile<i32>, !cutlass.pipeline_state
//=     }
//=   } {
//=   }
//=   nv_tileas.return
//= }
// -----
// test: pass optimize-pipeline-region
// Everything is needed
nv_tileas.func @k() {
  %pipe = cutlass.pipeline.create {numStages = 2, num_producers = 1, num_consumers = 4}
  nv_tileas.async.pipeline.agent_switch num_warps = [4, 4] max_regs = [120, 40] {
    %s = cutlass.pipeline.state.create consumer
    cutlass.pipeline.consumer_wait %pipe, %s
  } {
  }
  nv_tileas.return
}
//= nothing changed
// -----
// test: pass optimize-pipeline-region
// A value that one agent makes is not there in the other: it has to go through a pipe
nv_tileas.func @k(%m: tile<i32>) {
  %pipe = cutlass.pipeline.create {numStages = 2, num_producers = 1, num_consumers = 4}
  nv_tileas.async.pipeline.agent_switch num_warps = [4, 4] max_regs = [120, 40] {
    %sum = arith.addi %m, %m : tile<i32>
  } {
    %twice = arith.addi %sum, %m : tile<i32>
  }
  nv_tileas.return
}
//= 8:25 error[verify.dominance]: `%sum` is not defined here
//=   help: values are defined before they are used, and are known only inside their braces
// -----
// test: pass optimize-pipeline-region
// A branch of which nobody needs the result still leaves the loop with all that the loop results in.
nv_tileas.func @k(%m: tile<i32>) {
  %pipe = cutlass.pipeline.create {numStages = 2, num_producers = 1, num_consumers = 4}
  nv_tileas.async.pipeline.agent_switch num_warps = [4, 4] max_regs = [120, 40] {
    %s = cutlass.pipeline.state.create consumer
    %zero = arith.constant <i32: 0> : tile<i32>
    %one = arith.constant <i32: 1> : tile<i32>
    %end = scf.loop iter_values(%i = %zero, %place = %s) : tile<i32>, !cutlass.pipeline_state -> !cutlass.pipeline_state {
      %done = arith.cmpi greater_than_or_equal %i, %m, signed : tile<i32> -> tile<i1>
      %unused = scf.if %done -> (tile<i32>) {
        scf.break %place : !cutlass.pipeline_state
      } else {
        scf.yield %one : tile<i32>
      }
      %next = cutlass.pipeline.state.increment %pipe, %place
      %j = arith.addi %i, %one : tile<i32>
      scf.continue %j, %next : tile<i32>, !cutlass.pipeline_state
    }
    cutlass.pipeline.consumer_wait %pipe, %end
  } {
  }
  nv_tileas.return
}
//= nv_tileas.func @k(%m: tile<i32>) {
//=   %pipe = cutlass.pipeline.create {numStages = 2, num_producers = 1, num_consumers = 4}
//=   nv_tileas.async.pipeline.agent_switch num_warps = [4, 4] max_regs = [120, 40] {
//=     %s = cutlass.pipeline.state.create consumer
//=     %zero = arith.constant <i32: 0> : tile<i32>
//=     %one = arith.constant <i32: 1> : tile<i32>
//=     %end = scf.loop iter_values(%i = %zero, %place = %s) : tile<i32>, !cutlass.pipeline_state -> !cutlass.pipeline_state {
//=       %done = arith.cmpi greater_than_or_equal %i, %m, signed : tile<i32> -> tile<i1>
//=       scf.if %done {
//=         scf.break %place : !cutlass.pipeline_state
//=       } else {
//=         scf.yield
//=       }
//=       %next = cutlass.pipeline.state.increment %pipe, %place
//=       %j = arith.addi %i, %one : tile<i32>
//=       scf.continue %j, %next : tile<i32>, !cutlass.pipeline_state
//=     }
//=     cutlass.pipeline.consumer_wait %pipe, %end
//=   } {
//=   }
//=   nv_tileas.return
//= }
