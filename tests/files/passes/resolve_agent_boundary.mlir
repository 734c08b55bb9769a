// test: pass resolve-agent-boundary
// Ops that both compute alike come before the switch, in order; a token, a state, and what only one computes stay
nv_tileas.func @k(%a: tile<ptr<f16>>, %m: tile<i32>, %n: tile<i32>) {
  %pipe = cutlass.pipeline.create {numStages = 2, num_producers = 1, num_consumers = 4}
  nv_tileas.async.pipeline.agent_switch num_warps = [4, 4] max_regs = [120, 40] {
    %s = cutlass.pipeline.state.create consumer
    %token = nv_tileas.create_mem_token : token
    %zero = arith.constant <i32: 0> : tile<i32>
    %one = arith.constant <i32: 1> : tile<i32>
    %more = arith.addi %n, %one : tile<i32>
    %only = arith.addi %more, %m : tile<i32>
    %zeros = arith.constant <f16: 0.0> : tile<16x16xf16>
    %end = scf.for %i in (%zero to %more, step %one) : tile<i32> iter_values(%place = %s) -> (!cutlass.pipeline_state) {
      cutlass.pipeline.consumer_wait %pipe, %place
      cutlass.pipeline.consumer_release %pipe, %place
      %next = cutlass.pipeline.state.increment %pipe, %place
      scf.continue %next : !cutlass.pipeline_state
    }
  } {
    %s = cutlass.pipeline.state.create producer
    %token = nv_tileas.create_mem_token : token
    %zeros = arith.constant <f16: 0.0> : tile<16x16xf16>
    %start = arith.constant <i32: 0> : tile<i32>
    %step = arith.constant <i32: 1> : tile<i32>
    %stop = arith.addi %n, %step : tile<i32>
    %other = arith.subi %stop, %m : tile<i32>
    %end = scf.for %i in (%start to %stop, step %step) : tile<i32> iter_values(%place = %s) -> (!cutlass.pipeline_state) {
      cutlass.pipeline.producer_acquire %pipe, %place
      cutlass.pipeline.producer_commit %pipe, %place {transaction_bytes = 0}
      %next = cutlass.pipeline.state.increment %pipe, %place
      scf.continue %next : !cutlass.pipeline_state
    }
  }
  nv_tileas.return
}
//= nv_tileas.func @k(%a: tile<ptr<f16>>, %m: tile<i32>, %n: tile<i32>) {
//=   %pipe = cutlass.pipeline.create {numStages = 2, num_producers = 1, num_consumers = 4}
//=   %token = nv_tileas.create_mem_token : token
//=   %zero = arith.constant <i32: 0> : tile<i32>
//=   %one = arith.constant <i32: 1> : tile<i32>
//=   %more = arith.addi %n, %one : tile<i32>
//=   nv_tileas.async.pipeline.agent_switch num_warps = [4, 4] max_regs = [120, 40] {
//=     %s = cutlass.pipeline.state.create consumer
//=     %only = arith.addi %more, %m : tile<i32>
//=     %zeros = arith.constant <f16: 0.000000e+00> : tile<16x16xf16>
//=     %end = scf.for %i in (%zero to %more, step %one) : tile<i32> iter_values(%place = %s) -> (!cutlass.pipeline_state) {
//=       cutlass.pipeline.consumer_wait %pipe, %place
//=       cutlass.pipeline.consumer_release %pipe, %place
//=       %next = cutlass.pipeline.state.increment %pipe, %place
//=       scf.continue %next : !cutlass.pipeline_state
//=     }
//=   } {
//=     %s = cutlass.pipeline.state.create producer
//=     %zeros = arith.constant <f16: 0.000000e+00> : tile<16x16xf16>
//=     %other = arith.subi %more, %m : tile<i32>
//=     %end = scf.for %i in (%zero to %more, step %one) : tile<i32> iter_values(%place = %s) -> (!cutlass.pipeline_state) {
//=       %0 = cutlass.pipeline.producer_acquire %pipe, %place
//=       cutlass.pipeline.producer_commit %pipe, %place {transaction_bytes = 0}
//=       %next = cutlass.pipeline.state.increment %pipe, %place
//=       scf.continue %next : !cutlass.pipeline_state
//=     }
//=   }
//=   nv_tileas.return
//= }
// -----
// test: pass resolve-agent-boundary
// Agents that have nothing in common
nv_tileas.func @k(%m: tile<i32>) {
  nv_tileas.async.pipeline.agent_switch num_warps = [4, 4] max_regs = [120, 40] {
    %twice = arith.addi %m, %m : tile<i32>
  } {
    %square = arith.muli %m, %m : tile<i32>
  }
  nv_tileas.return
}
//= nothing changed
// -----
// test: pass resolve-agent-boundary
// A tile of all threads in an agent that has only some of them
nv_tileas.func @k(%m: tile<i32>) {
  %zeros = arith.constant <f16: 0.0> : tile<16x16xf16>
  nv_tileas.async.pipeline.agent_switch num_warps = [4, 4] max_regs = [120, 40] {
    %twice = arith.addf %zeros, %zeros : tile<16x16xf16>
  } {
  }
  nv_tileas.return
}
//= 6:5 error[pipeline.boundary]: `addf` uses a tile that was made before the agents parted
//=   note: what `constant` made is in the registers of all threads, and an agent has only some of them
//=   help: make it in the agent that needs it, or hand it over through a pipeline
