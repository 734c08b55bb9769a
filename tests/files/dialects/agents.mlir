// test: ir
nv_tileas.async.pipeline.agent_switch roles = [consumer, producer, issuer] num_warps = [8, 4, 4] max_regs = [216, 40, 40] {
} {
} {
}
//= nv_tileas.async.pipeline.agent_switch roles = [consumer, producer, issuer] num_warps = [8, 4, 4] max_regs = [216, 40, 40] {
//= } {
//= } {
//= }
// -----
// test: ir
nv_tileas.async.pipeline.agent_switch roles = [consumer, producer] num_warps = [8, 4, 4] max_regs = [216, 40, 40] {
} {
} {
}
//= 2:1 error[verify.rule]: `async.pipeline.agent_switch`: 2 roles, and 3 regions
//=   help: say one for each region
// -----
// test: ir
nv_tileas.async.pipeline.agent_switch roles = [consumer, consumer] num_warps = [8, 4] max_regs = [216, 40] {
} {
}
//= 2:1 error[verify.rule]: `async.pipeline.agent_switch`: the first agent, and no other, is the consumer
//=   note: the others serve it
// -----
// test: ir
nv_tileas.async.pipeline.agent_switch roles = [producer, consumer] num_warps = [4, 8] max_regs = [40, 216] {
} {
}
//= 2:1 error[verify.rule]: `async.pipeline.agent_switch`: the first agent, and no other, is the consumer
//=   note: the others serve it
// -----
// test: ir
nv_tileas.async.pipeline.agent_switch roles = [consumer, loader] num_warps = [8, 4] max_regs = [216, 40] {
} {
}
//= 2:1 error[verify.rule]: `async.pipeline.agent_switch`: its roles are no list of roles
//=   help: they are consumer, producer, issuer, transformer, scheduler
// -----
// test: pass convert-tileas-to-nvvm sm_100a
nv_tileas.func @k() {
  nv_tileas.warp_switch roles = [consumer, producer, issuer] num_warps = [4, 4, 4] max_regs = [120, 40, 40] {
    nvvm.fence.proxy.async
  } {
    nvvm.cluster.arrive
  } {
    nvvm.cluster.wait
  }
  nv_tileas.return
}
//= nvvm.func @k() {
//=   %0 = nvvm.read_sreg tid.x : i32
//=   %1 = arith.constant <i32: 128> : i32
//=   %2 = arith.cmpi less_than %0, %1, signed : i32 -> i1
//=   cf.cond_br %2, ^bb1, ^bb2 : i1
//= ^bb1:
//=   nvvm.setmaxnreg inc 120
//=   nvvm.fence.proxy.async
//=   cf.br ^bb7
//= ^bb2:
//=   %3 = arith.constant <i32: 256> : i32
//=   %4 = arith.cmpi less_than %0, %3, signed : i32 -> i1
//=   cf.cond_br %4, ^bb3, ^bb5 : i1
//= ^bb3:
//=   nvvm.setmaxnreg dec 40
//=   %5 = arith.constant <i32: 128> : i32
//=   %6 = arith.cmpi equal %0, %5, signed : i32 -> i1
//=   cf.cond_br %6, ^bb4, ^bb7 : i1
//= ^bb4:
//=   nvvm.cluster.arrive
//=   cf.br ^bb7
//= ^bb5:
//=   nvvm.setmaxnreg dec 40
//=   %7 = arith.constant <i32: 256> : i32
//=   %8 = arith.cmpi equal %0, %7, signed : i32 -> i1
//=   cf.cond_br %8, ^bb6, ^bb7 : i1
//= ^bb6:
//=   nvvm.cluster.wait
//=   cf.br ^bb7
//= ^bb7:
//=   nvvm.return
//= } attributes {nv_tile.parameters = [], nvvm.reqntid = 384, nvvm.maxnreg = 72}
// -----
// test: pass convert-tileas-to-nvvm sm_90a
// All threads of a transformer run its region, and count from 0
nv_tileas.func @k() {
  nv_tileas.warp_switch roles = [consumer, producer, transformer] num_warps = [4, 4, 4] max_regs = [120, 40, 80] {
    nvvm.fence.proxy.async
  } {
    nvvm.cluster.arrive
  } {
    nvvm.cluster.wait
  }
  nv_tileas.return
}
//= nvvm.func @k() {
//=   %0 = nvvm.read_sreg tid.x : i32
//=   %1 = arith.constant <i32: 128> : i32
//=   %2 = arith.cmpi less_than %0, %1, signed : i32 -> i1
//=   cf.cond_br %2, ^bb1, ^bb2 : i1
//= ^bb1:
//=   nvvm.setmaxnreg inc 120
//=   nvvm.fence.proxy.async
//=   cf.br ^bb6
//= ^bb2:
//=   %3 = arith.constant <i32: 256> : i32
//=   %4 = arith.cmpi less_than %0, %3, signed : i32 -> i1
//=   cf.cond_br %4, ^bb3, ^bb5 : i1
//= ^bb3:
//=   nvvm.setmaxnreg dec 40
//=   %5 = arith.constant <i32: 128> : i32
//=   %6 = arith.cmpi equal %0, %5, signed : i32 -> i1
//=   cf.cond_br %6, ^bb4, ^bb6 : i1
//= ^bb4:
//=   nvvm.cluster.arrive
//=   cf.br ^bb6
//= ^bb5:
//=   %7 = arith.constant <i32: 256> : i32
//=   %8 = arith.subi %0, %7 : i32
//=   nvvm.cluster.wait
//=   cf.br ^bb6
//= ^bb6:
//=   nvvm.return
//= } attributes {nv_tile.parameters = [], nvvm.reqntid = 384, nvvm.maxnreg = 80}
// -----
// test: ir
nv_tileas.warp_switch roles = [consumer, producer] num_warps = [8, 4] max_regs = [216, 40] consumers = 2 {
} {
}
//= nv_tileas.warp_switch roles = [consumer, producer] num_warps = [8, 4] max_regs = [216, 40] consumers = 2 {
//= } {
//= }
// -----
// test: ir
nv_tileas.warp_switch roles = [consumer, producer] num_warps = [8, 4, 4] max_regs = [216, 40] {
} {
}
//= 2:1 error[verify.rule]: `warp_switch`: expected 2 numbers of warps, found [8, 4, 4]
//=   help: say one for each agent
