// A ring of stores by TMA that nobody releases: its tail drains their groups.
nv_tileas.func @tail(%s: i32) {
  %pipe = cutlass.pipeline.create {numStages = 2, num_producers = 1, num_consumers = 1}
  %p = cutlass.pipeline.state.create producer
  %m = nv_tileas.create_mem_token : token
  %t = nv_tileas.async.token_to_async %m : token -> !nv_tileas.async_token
  nv_tileas.async.wait %t
  cutlass.pipeline.producer_tail %pipe, %p
}
