// An agent whose warps are no neighbours.
cutlass.pipeline.switch_by_executor warp_specialized masks = [5, 10] groups = [0, 0] {
  cutlass.async.exec {
    cutlass.bar arrive {id = 1, threads = 64}
  }
  cutlass.async.exec {
    cutlass.bar sync {id = 1, threads = 64}
  }
} attributes {num_warps = 4}
