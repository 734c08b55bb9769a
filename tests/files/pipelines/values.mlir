// test: pipelines step
// A slot that is filled in steps, and read in steps; the iterator goes on by one
%pipe = nv_tileas.async.pipeline.create_pipeline {numStages = 2, producerGroupId = 0, consumerGroupId = 1}
%at = nv_tileas.async.pipeline.create_iterator %pipe : !nv_tileas.pipeline_iterator<tile<16x16xf16>, count = 2, stride = 1, space = shared>
%w = nv_tileas.async.pipeline.producer_acquire %pipe, %at : !nv_tileas.pipeline_iterator<tile<16x16xf16>, count = 2, stride = 1, space = shared> -> !nv_tileas.pipeline_producer_token
%x = arith.constant <f16: 1.0> : tile<16x16xf16>
nv_tileas.async.pipeline.producer_write %pipe, %at, %x : !nv_tileas.pipeline_iterator<tile<16x16xf16>, count = 2, stride = 1, space = shared>, tile<16x16xf16>
nv_tileas.async.pipeline.producer_commit %pipe, %w
%own = nv_tileas.async.pipeline.create_iterator %pipe : !nv_tileas.pipeline_iterator<tile<16x16xf16>, count = 2, stride = 1, space = shared>
%r = nv_tileas.async.pipeline.consumer_wait %pipe, %own : !nv_tileas.pipeline_iterator<tile<16x16xf16>, count = 2, stride = 1, space = shared> -> !nv_tileas.pipeline_consumer_token
%v = nv_tileas.async.pipeline.consumer_read %pipe, %own : !nv_tileas.pipeline_iterator<tile<16x16xf16>, count = 2, stride = 1, space = shared> -> tile<16x16xf16> {consumer_idx = 0}
nv_tileas.async.pipeline.consumer_release %pipe, %r
%next = nv_tileas.async.pipeline.inc_iter %own : !nv_tileas.pipeline_iterator<tile<16x16xf16>, count = 2, stride = 1, space = shared>
%again = nv_tileas.async.pipeline.consumer_wait %pipe, %next : !nv_tileas.pipeline_iterator<tile<16x16xf16>, count = 2, stride = 1, space = shared> -> !nv_tileas.pipeline_consumer_token

// -----
// test: pipelines step
// What a region computes fills a slot, and what is in it goes through another region
%pipe = nv_tileas.async.pipeline.create_pipeline {numStages = 2, producerGroupId = 0, consumerGroupId = 1}
%at = nv_tileas.async.pipeline.create_iterator %pipe : !nv_tileas.pipeline_iterator<tile<16x16xf16>, count = 2, stride = 1, space = shared>
%x = arith.constant <f16: 1.0> : tile<16x16xf16>
nv_tileas.async.pipeline.produce_one %pipe, %at : !nv_tileas.pipeline_iterator<tile<16x16xf16>, count = 2, stride = 1, space = shared> {
  nv_tileas.async.pipeline.yield %x : tile<16x16xf16>
}
%own = nv_tileas.async.pipeline.create_iterator %pipe : !nv_tileas.pipeline_iterator<tile<16x16xf16>, count = 2, stride = 1, space = shared>
%sum = nv_tileas.async.pipeline.consume_one %pipe, %own : !nv_tileas.pipeline_iterator<tile<16x16xf16>, count = 2, stride = 1, space = shared> -> tile<16x16xf16> (%y: tile<16x16xf16>) {
  %z = arith.addf %y, %y : tile<16x16xf16>
  nv_tileas.async.pipeline.yield %z : tile<16x16xf16>
} attributes {consumer_idx = 0}
%buffer = nv_tileas.alloc_tensor : !nv_tileas.buffer<1x16x16xf16>
%zero = arith.constant <i32: 0> : i32
nv_tileas.local_store %sum, %buffer[%zero] : tile<16x16xf16>, !nv_tileas.buffer<1x16x16xf16>

// -----
// test: pipelines step
// What is started fills a slot, whose number and barrier its region has; the token waits at that barrier
%pipe = nv_tileas.async.pipeline.create_pipeline {numStages = 2, producerGroupId = 0, consumerGroupId = 1}
%at = nv_tileas.async.pipeline.create_iterator %pipe : !nv_tileas.pipeline_iterator<tile<16x16xf16>, count = 2, stride = 1, space = shared>
%full = nv_tileas.async.pipeline.produce_one_async %pipe, %at : !nv_tileas.pipeline_iterator<tile<16x16xf16>, count = 2, stride = 1, space = shared> -> !nv_tileas.async_token (%slot: i32, %barrier: i32) {
  nvvm.mbarrier.arrive %barrier + 0
  nv_tileas.async.pipeline.yield
} attributes {transaction_bytes = 512}
nv_tileas.async.wait %full

// -----
// test: pipelines step
// An iterator that a loop does not count to the end comes from no pipeline that is known
%pipe = nv_tileas.async.pipeline.create_pipeline {numStages = 2, producerGroupId = 0, consumerGroupId = 1}
%at = nv_tileas.async.pipeline.create_iterator %pipe : !nv_tileas.pipeline_iterator<tile<16x16xf16>, count = 2, stride = 1, space = shared>
%yes = arith.constant <i1: true> : i1
%other = scf.if %yes -> (!nv_tileas.pipeline_iterator<tile<16x16xf16>, count = 2, stride = 1, space = shared>) {
  scf.yield %at : !nv_tileas.pipeline_iterator<tile<16x16xf16>, count = 2, stride = 1, space = shared>
} else {
  scf.yield %at : !nv_tileas.pipeline_iterator<tile<16x16xf16>, count = 2, stride = 1, space = shared>
}
%next = nv_tileas.async.pipeline.inc_iter %other : !nv_tileas.pipeline_iterator<tile<16x16xf16>, count = 2, stride = 1, space = shared>
