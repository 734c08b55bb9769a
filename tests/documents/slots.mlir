// A product takes what a region consumes: that is a value, and the product wants the slot itself.
%pipe = nv_tileas.async.pipeline.create_pipeline {numStages = 2, producerGroupId = 0, consumerGroupId = 1, num_producers = 32, num_consumers = 32}
%n = arith.constant <i32: 7> : i32
%zero = arith.constant <i32: 0> : i32
%one = arith.constant <i32: 1> : i32
%x = arith.constant <f16: 1.0> : tile<16x16xf16>
cutlass.pipeline.switch_by_executor warp_specialized masks = [1, 2] groups = [0, 0] {
  cutlass.async.exec {
    %first = nv_tileas.async.pipeline.create_iterator %pipe : !nv_tileas.pipeline_iterator<tile<16x16xf16>, count = 2, stride = 1, space = shared>
    %last = scf.for %i in (%zero to %n, step %one) : i32 iter_values(%at = %first) -> (!nv_tileas.pipeline_iterator<tile<16x16xf16>, count = 2, stride = 1, space = shared>) {
      nv_tileas.async.pipeline.produce_one %pipe, %at : !nv_tileas.pipeline_iterator<tile<16x16xf16>, count = 2, stride = 1, space = shared> {
        nv_tileas.async.pipeline.yield %x : tile<16x16xf16>
      }
      %next = nv_tileas.async.pipeline.inc_iter %at : !nv_tileas.pipeline_iterator<tile<16x16xf16>, count = 2, stride = 1, space = shared>
      scf.continue %next : !nv_tileas.pipeline_iterator<tile<16x16xf16>, count = 2, stride = 1, space = shared>
    }
  }
  cutlass.async.exec {
    %first = nv_tileas.async.pipeline.create_iterator %pipe : !nv_tileas.pipeline_iterator<tile<16x16xf16>, count = 2, stride = 1, space = shared>
    %last = scf.for %i in (%zero to %n, step %one) : i32 iter_values(%at = %first) -> (!nv_tileas.pipeline_iterator<tile<16x16xf16>, count = 2, stride = 1, space = shared>) {
      %sum = nv_tileas.async.pipeline.consume_one %pipe, %at : !nv_tileas.pipeline_iterator<tile<16x16xf16>, count = 2, stride = 1, space = shared> -> tile<16x16xf16> (%y: tile<16x16xf16>) {
        %z = nv_tileas.async.dot %y[%zero] k, %y[%zero] mn, %y : tile<16x16xf16>, tile<16x16xf16>, tile<16x16xf16>
        nv_tileas.async.pipeline.yield %z : tile<16x16xf16>
      } attributes {consumer_idx = 0}
      %next = nv_tileas.async.pipeline.inc_iter %at : !nv_tileas.pipeline_iterator<tile<16x16xf16>, count = 2, stride = 1, space = shared>
      scf.continue %next : !nv_tileas.pipeline_iterator<tile<16x16xf16>, count = 2, stride = 1, space = shared>
    }
  }
} attributes {num_warps = 2}
