// Two tiles are handed over at a named barrier each, and waited for together.
nv_tileas.func @handoffs(%out: tile<ptr<i32>>) {
  nv_tileas.async.pipeline.agent_switch roles = [consumer, producer] num_warps = [4, 4] max_regs = [128, 128] {
    cutlass.bar sync {id = 2, threads = 256}
    cutlass.bar sync {id = 3, threads = 256}
  } {
    cutlass.bar arrive {id = 2, threads = 256}
    cutlass.bar arrive {id = 3, threads = 256}
  }
  nv_tileas.return
}
