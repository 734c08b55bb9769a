// A ring whose slots are filled by an op that is started, by the op with a region.
%pipe = nv_tileas.async.pipeline.create_pipeline {numStages = 2, producerGroupId = 0, consumerGroupId = 1, num_producers = 64, num_consumers = 32}
%n = arith.constant <i32: 7> : i32
%zero = arith.constant <i32: 0> : i32
%one = arith.constant <i32: 1> : i32
cutlass.pipeline.switch_by_executor warp_specialized masks = [1, 2] groups = [0, 0] {
  cutlass.async.exec {
    %first = nv_tileas.async.pipeline.create_iterator %pipe : !nv_tileas.pipeline_iterator<tile<16x16xf16>, count = 2, stride = 1, space = shared>
    %last = scf.for %i in (%zero to %n, step %one) : i32 iter_values(%at = %first) -> (!nv_tileas.pipeline_iterator<tile<16x16xf16>, count = 2, stride = 1, space = shared>) {
      %full = nv_tileas.async.pipeline.produce_one_async %pipe, %at : !nv_tileas.pipeline_iterator<tile<16x16xf16>, count = 2, stride = 1, space = shared> -> !nv_tileas.async_token (%slot: i32, %barrier: i32) {
        nvvm.mbarrier.arrive %barrier + 0
        nv_tileas.async.pipeline.yield
      }
      %next = nv_tileas.async.pipeline.inc_iter %at : !nv_tileas.pipeline_iterator<tile<16x16xf16>, count = 2, stride = 1, space = shared>
      scf.continue %next : !nv_tileas.pipeline_iterator<tile<16x16xf16>, count = 2, stride = 1, space = shared>
    }
  }
  cutlass.async.exec {
    %first = nv_tileas.async.pipeline.create_iterator %pipe : !nv_tileas.pipeline_iterator<tile<16x16xf16>, count = 2, stride = 1, space = shared>
    %last = scf.for %i in (%zero to %n, step %one) : i32 iter_values(%at = %first) -> (!nv_tileas.pipeline_iterator<tile<16x16xf16>, count = 2, stride = 1, space = shared>) {
      %there = nv_tileas.async.pipeline.consumer_wait %pipe, %at : !nv_tileas.pipeline_iterator<tile<16x16xf16>, count = 2, stride = 1, space = shared> -> !nv_tileas.pipeline_consumer_token
      nv_tileas.async.pipeline.consumer_release %pipe, %there
      %next = nv_tileas.async.pipeline.inc_iter %at : !nv_tileas.pipeline_iterator<tile<16x16xf16>, count = 2, stride = 1, space = shared>
      scf.continue %next : !nv_tileas.pipeline_iterator<tile<16x16xf16>, count = 2, stride = 1, space = shared>
    }
  }
} attributes {num_warps = 2}
