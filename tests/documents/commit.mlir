// A commit of copies expects their bytes; one of what threads wrote arrives: `tilewright check-pipeline FILE --print`.
nv_tileas.func @commits() {
  %pipe = cutlass.pipeline.create {numStages = 2, num_producers = 1, num_consumers = 4, offset = 1024}
  cutlass.pipeline.init %pipe
  %first = cutlass.pipeline.state.create producer
  %held = cutlass.pipeline.producer_acquire %pipe, %first
  cutlass.pipeline.producer_commit %pipe, %held {transaction_bytes = 4096}
  %second = cutlass.pipeline.state.increment %pipe, %held
  %other = cutlass.pipeline.producer_acquire %pipe, %second
  cutlass.pipeline.producer_commit %pipe, %other {transaction_bytes = 0}
}
