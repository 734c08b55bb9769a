// test: ir
%pipe = nv_tileas.async.pipeline.create_pipeline {numStages = 3, producerGroupId = 0, consumerGroupId = 1, bufferView = "a", sharedMem = true, dynamic = false}
%at = nv_tileas.async.pipeline.create_iterator %pipe : !nv_tileas.pipeline_iterator<tile<16x16xf16>, count = 3, stride = 1, space = shared>
%next = nv_tileas.async.pipeline.inc_iter %at : !nv_tileas.pipeline_iterator<tile<16x16xf16>, count = 3, stride = 1, space = shared>
%w = nv_tileas.async.pipeline.producer_acquire %pipe, %at : !nv_tileas.pipeline_iterator<tile<16x16xf16>, count = 3, stride = 1, space = shared> -> !nv_tileas.pipeline_producer_token
%one = arith.constant <f16: 1.0> : tile<16x16xf16>
nv_tileas.async.pipeline.producer_write %pipe, %at, %one : !nv_tileas.pipeline_iterator<tile<16x16xf16>, count = 3, stride = 1, space = shared>, tile<16x16xf16>
nv_tileas.async.pipeline.producer_commit %pipe, %w
%r = nv_tileas.async.pipeline.consumer_wait %pipe, %at : !nv_tileas.pipeline_iterator<tile<16x16xf16>, count = 3, stride = 1, space = shared> -> !nv_tileas.pipeline_consumer_token
%v = nv_tileas.async.pipeline.consumer_read %pipe, %at : !nv_tileas.pipeline_iterator<tile<16x16xf16>, count = 3, stride = 1, space = shared> -> tile<16x16xf16> {consumer_idx = 0}
nv_tileas.async.pipeline.consumer_release %pipe, %r
%s = nv_tileas.async.pipeline.consume_one %pipe, %at : !nv_tileas.pipeline_iterator<tile<16x16xf16>, count = 3, stride = 1, space = shared> -> tile<16x16xf16> (%x: tile<16x16xf16>) {
  %sum = arith.addf %x, %x : tile<16x16xf16>
  nv_tileas.async.pipeline.yield %sum : tile<16x16xf16>
} attributes {consumer_idx = 0}
%pipe2 = nv_tileas.async.pipeline.create_pipeline {numStages = 2, producerGroupId = 0, consumerGroupId = 1}
%at2 = nv_tileas.async.pipeline.create_iterator %pipe2 : !nv_tileas.pipeline_iterator<tile<16x16xf16>, count = 2, stride = 2, space = tmem>
nv_tileas.async.pipeline.produce_one %pipe2, %at2 : !nv_tileas.pipeline_iterator<tile<16x16xf16>, count = 2, stride = 2, space = tmem> {
  nv_tileas.async.pipeline.yield %one : tile<16x16xf16>
}
%address = nvvm.shared_base 16 : i32
%parity = arith.constant <i32: 0> : i32
%started = nv_tileas.async.to_async %address, %parity : i32, i32 -> !nv_tileas.async_token
nv_tileas.async.wait %started
nv_tileas.async.future_wait %started
%memory = nv_tileas.create_mem_token : token
%stored = nv_tileas.async.token_to_async %memory : token -> !nv_tileas.async_token
%none = nv_tileas.create_none : !nv_tileas.async_token
%ring = nv_tileas.create_pipe : !nv_tileas.pipe<depth = 3, slot_bytes = 32768, smem> {slack = 2}
%order = nv_tileas.create_mutex stage = 1 order = 4 : !nv_tileas.mutex<barrier = 2>
//= %pipe = nv_tileas.async.pipeline.create_pipeline {numStages = 3, producerGroupId = 0, consumerGroupId = 1, bufferView = "a", sharedMem = true, dynamic = false}
//= %at = nv_tileas.async.pipeline.create_iterator %pipe : !nv_tileas.pipeline_iterator<tile<16x16xf16>, count = 3, stride = 1, space = shared>
//= %next = nv_tileas.async.pipeline.inc_iter %at : !nv_tileas.pipeline_iterator<tile<16x16xf16>, count = 3, stride = 1, space = shared>
//= %w = nv_tileas.async.pipeline.producer_acquire %pipe, %at : !nv_tileas.pipeline_iterator<tile<16x16xf16>, count = 3, stride = 1, space = shared> -> !nv_tileas.pipeline_producer_token
//= %one = arith.constant <f16: 1.000000e+00> : tile<16x16xf16>
//= nv_tileas.async.pipeline.producer_write %pipe, %at, %one : !nv_tileas.pipeline_iterator<tile<16x16xf16>, count = 3, stride = 1, space = shared>, tile<16x16xf16>
//= nv_tileas.async.pipeline.producer_commit %pipe, %w
//= %r = nv_tileas.async.pipeline.consumer_wait %pipe, %at : !nv_tileas.pipeline_iterator<tile<16x16xf16>, count = 3, stride = 1, space = shared> -> !nv_tileas.pipeline_consumer_token
//= %v = nv_tileas.async.pipeline.consumer_read %pipe, %at {consumer_idx = 0} : !nv_tileas.pipeline_iterator<tile<16x16xf16>, count = 3, stride = 1, space = shared> -> tile<16x16xf16>
//= nv_tileas.async.pipeline.consumer_release %pipe, %r
//= %s = nv_tileas.async.pipeline.consume_one %pipe, %at attributes {consumer_idx = 0} : !nv_tileas.pipeline_iterator<tile<16x16xf16>, count = 3, stride = 1, space = shared> -> tile<16x16xf16> (%x: tile<16x16xf16>) {
//=   %sum = arith.addf %x, %x  : tile<16x16xf16>
//=   nv_tileas.async.pipeline.yield %sum : tile<16x16xf16>
//= }
//= %pipe2 = nv_tileas.async.pipeline.create_pipeline {numStages = 2, producerGroupId = 0, consumerGroupId = 1}
//= %at2 = nv_tileas.async.pipeline.create_iterator %pipe2 : !nv_tileas.pipeline_iterator<tile<16x16xf16>, count = 2, stride = 2, space = tmem>
//= nv_tileas.async.pipeline.produce_one %pipe2, %at2 : !nv_tileas.pipeline_iterator<tile<16x16xf16>, count = 2, stride = 2, space = tmem> {
//=   nv_tileas.async.pipeline.yield %one : tile<16x16xf16>
//= }
//= %address = nvvm.shared_base 16 : i32
//= %parity = arith.constant <i32: 0> : i32
//= %started = nv_tileas.async.to_async %address, %parity : i32, i32 -> !nv_tileas.async_token
//= nv_tileas.async.wait %started
//= nv_tileas.async.future_wait %started
//= %memory = nv_tileas.create_mem_token : token
//= %stored = nv_tileas.async.token_to_async %memory : token -> !nv_tileas.async_token
//= %none = nv_tileas.create_none : !nv_tileas.async_token
//= %ring = nv_tileas.create_pipe {slack = 2} : !nv_tileas.pipe<depth = 3, slot_bytes = 32768, smem>
//= %order = nv_tileas.create_mutex stage = 1 order = 4 : !nv_tileas.mutex<barrier = 2>
// -----
// test: ir
%pipe3 = nv_tileas.async.pipeline.create_pipeline {numStages = 2, producerGroupId = 0, consumerGroupId = 1}
%at3 = nv_tileas.async.pipeline.create_iterator %pipe3 : !nv_tileas.pipeline_iterator<tile<16x16xf16>, count = 2, stride = 1, space = shared>
%full = nv_tileas.async.pipeline.produce_one_async %pipe3, %at3 : !nv_tileas.pipeline_iterator<tile<16x16xf16>, count = 2, stride = 1, space = shared> -> !nv_tileas.async_token {
  %none = nv_tileas.create_none : !nv_tileas.async_token
  nv_tileas.async.pipeline.yield %none : !nv_tileas.async_token
}
%used = nv_tileas.async.pipeline.consume_one_async %pipe3, %at3 : !nv_tileas.pipeline_iterator<tile<16x16xf16>, count = 2, stride = 1, space = shared> -> !nv_tileas.async_token (%x: tile<16x16xf16>) {
  %none = nv_tileas.create_none : !nv_tileas.async_token
  nv_tileas.async.pipeline.yield %none : !nv_tileas.async_token
} attributes {consumer_idx = 0}
%yes = arith.constant <i1: true> : i1
%token = scf.if %yes -> (!nv_tileas.pipeline_producer_token) {
  %w = nv_tileas.async.pipeline.producer_acquire %pipe3, %at3 : !nv_tileas.pipeline_iterator<tile<16x16xf16>, count = 2, stride = 1, space = shared> -> !nv_tileas.pipeline_producer_token
  scf.yield %w : !nv_tileas.pipeline_producer_token
} else {
  %w = nv_tileas.async.pipeline.producer_acquire %pipe3, %at3 : !nv_tileas.pipeline_iterator<tile<16x16xf16>, count = 2, stride = 1, space = shared> -> !nv_tileas.pipeline_producer_token
  scf.yield %w : !nv_tileas.pipeline_producer_token
}
nv_tileas.async.pipeline.producer_commit %pipe3, %token
//= %pipe3 = nv_tileas.async.pipeline.create_pipeline {numStages = 2, producerGroupId = 0, consumerGroupId = 1}
//= %at3 = nv_tileas.async.pipeline.create_iterator %pipe3 : !nv_tileas.pipeline_iterator<tile<16x16xf16>, count = 2, stride = 1, space = shared>
//= %full = nv_tileas.async.pipeline.produce_one_async %pipe3, %at3 : !nv_tileas.pipeline_iterator<tile<16x16xf16>, count = 2, stride = 1, space = shared> -> !nv_tileas.async_token {
//=   %none = nv_tileas.create_none : !nv_tileas.async_token
//=   nv_tileas.async.pipeline.yield %none : !nv_tileas.async_token
//= }
//= %used = nv_tileas.async.pipeline.consume_one_async %pipe3, %at3 attributes {consumer_idx = 0} : !nv_tileas.pipeline_iterator<tile<16x16xf16>, count = 2, stride = 1, space = shared> -> !nv_tileas.async_token (%x: tile<16x16xf16>) {
//=   %none = nv_tileas.create_none : !nv_tileas.async_token
//=   nv_tileas.async.pipeline.yield %none : !nv_tileas.async_token
//= }
//= %yes = arith.constant <i1: true> : i1
//= %token = scf.if %yes -> (!nv_tileas.pipeline_producer_token) {
//=   %w = nv_tileas.async.pipeline.producer_acquire %pipe3, %at3 : !nv_tileas.pipeline_iterator<tile<16x16xf16>, count = 2, stride = 1, space = shared> -> !nv_tileas.pipeline_producer_token
//=   scf.yield %w : !nv_tileas.pipeline_producer_token
//= } else {
//=   %w = nv_tileas.async.pipeline.producer_acquire %pipe3, %at3 : !nv_tileas.pipeline_iterator<tile<16x16xf16>, count = 2, stride = 1, space = shared> -> !nv_tileas.pipeline_producer_token
//=   scf.yield %w : !nv_tileas.pipeline_producer_token
//= }
//= nv_tileas.async.pipeline.producer_commit %pipe3, %token
// -----
// test: ir
%a = nv_tileas.async.pipeline.create_pipeline {numStages = 0, producerGroupId = 0, consumerGroupId = 1}
%b = nv_tileas.async.pipeline.create_pipeline {numStages = 2, producerGroupId = 256, consumerGroupId = 1}
%c = nv_tileas.async.pipeline.create_pipeline {numStages = 2, producerGroupId = 1, consumerGroupId = 1}
%pipe = nv_tileas.async.pipeline.create_pipeline {numStages = 2, producerGroupId = 0, consumerGroupId = 1}
%other = nv_tileas.async.pipeline.create_pipeline {numStages = 2, producerGroupId = 0, consumerGroupId = 1}
%d = nv_tileas.async.pipeline.create_iterator %pipe : !nv_tileas.pipeline_iterator<tile<4xf16>, count = 3, stride = 2, space = shared>
%e = nv_tileas.async.pipeline.create_iterator %pipe : !nv_tileas.pipeline_iterator<tile<4xf16>, count = 3, stride = 1, space = shared>
%at = nv_tileas.async.pipeline.create_iterator %pipe : !nv_tileas.pipeline_iterator<tile<4xf16>, count = 2, stride = 1, space = shared>
%one = arith.constant <f32: 1.0> : tile<4xf32>
%half = arith.constant <f16: 1.0> : tile<4xf16>
nv_tileas.async.pipeline.producer_write %pipe, %at, %half : !nv_tileas.pipeline_iterator<tile<4xf16>, count = 2, stride = 1, space = shared>, tile<4xf16>
nv_tileas.async.pipeline.producer_write %pipe, %at, %half : !nv_tileas.pipeline_iterator<tile<4xf16>, count = 2, stride = 1, space = shared>, tile<4xf16>
nv_tileas.async.pipeline.producer_write %other, %at, %one : !nv_tileas.pipeline_iterator<tile<4xf16>, count = 2, stride = 1, space = shared>, tile<4xf32>
%v = nv_tileas.async.pipeline.consumer_read %pipe, %at : !nv_tileas.pipeline_iterator<tile<4xf16>, count = 2, stride = 1, space = shared> -> tile<4xf32> {consumer_idx = 0}
%u = nv_tileas.async.pipeline.consumer_read %pipe, %at : !nv_tileas.pipeline_iterator<tile<4xf16>, count = 2, stride = 1, space = shared> -> tile<4xf16> {consumer_idx = -1}
%w = nv_tileas.async.pipeline.producer_acquire %pipe, %at : !nv_tileas.pipeline_iterator<tile<4xf16>, count = 2, stride = 1, space = shared> -> !nv_tileas.pipeline_producer_token
%r = nv_tileas.async.pipeline.consumer_wait %other, %at : !nv_tileas.pipeline_iterator<tile<4xf16>, count = 2, stride = 1, space = shared> -> !nv_tileas.pipeline_consumer_token
nv_tileas.async.pipeline.producer_commit %other, %w
nv_tileas.async.pipeline.consumer_release %pipe, %r
nv_tileas.async.pipeline.producer_commit %pipe, %r
%s = nv_tileas.async.pipeline.consume_one %pipe, %at : !nv_tileas.pipeline_iterator<tile<4xf16>, count = 2, stride = 1, space = shared> -> tile<4xf16> (%x: tile<4xf16>) {
  nv_tileas.async.pipeline.yield %one : tile<4xf32>
} attributes {consumer_idx = 0}
%x = nv_tileas.async.to_async %one, %one : tile<4xf32>, tile<4xf32> -> !nv_tileas.async_token
%y = nv_tileas.create_pipe : !nv_tileas.pipe<depth = 0, slot_bytes = 32768, smem>
%z = nv_tileas.create_pipe : !nv_tileas.pipe<depth = 3, slot_bytes = 32768, tmem> {slack = 3}
%m = nv_tileas.create_mutex stage = 0 order = 0 : !nv_tileas.mutex<barrier = 16>
%n = nv_tileas.create_mutex stage = -1 order = 0 : !nv_tileas.mutex<barrier = 0>
nv_tileas.async.wait %one
//= 2:1 error[verify.rule]: `async.pipeline.create_pipeline`: a pipeline of 0 stages holds nothing
//=   help: it needs at least one
//= 3:1 error[verify.rule]: `async.pipeline.create_pipeline`: 256 is no id of a group
//=   help: ids are 0 to 255
//= 4:1 error[verify.rule]: `async.pipeline.create_pipeline`: group 1 is producer and consumer
//=   note: a group that waits for itself to fill a slot waits for ever
//= 7:1 error[verify.rule]: `async.pipeline.create_iterator`: steps of 2 do not divide 3 slots
//=   note: an iterator must come back to the slot it started from
//= 8:1 error[verify.rule]: `async.pipeline.create_iterator`: the iterator walks over 3 slots, but the pipeline has 2
//= 12:1 error[verify.rule]: `async.pipeline.producer_write`: 2 ops fill this pipeline
//=   note: two writers would fill the same slot
//=   help: give each writer a pipeline of its own
//= 13:1 error[verify.rule]: `async.pipeline.producer_write`: 2 ops fill this pipeline
//=   note: two writers would fill the same slot
//=   help: give each writer a pipeline of its own
//= 14:1 error[verify.rule]: `async.pipeline.producer_write`: the slots hold `tile<4xf16>`, not `tile<4xf32>`
//= 15:1 error[verify.rule]: `async.pipeline.consumer_read`: the slots hold `tile<4xf16>`, not `tile<4xf32>`
//= 16:1 error[verify.rule]: `async.pipeline.consumer_read`: there is no consumer -1
//=   help: consumers are numbered from 0
//= 19:1 error[verify.rule]: `async.pipeline.producer_commit`: the token is of another pipeline
//= 20:1 error[verify.rule]: `async.pipeline.consumer_release`: the token is of another pipeline
//= 21:1 error[verify.type]: `async.pipeline.producer_commit`: `token` must be of type `!nv_tileas.pipeline_producer_token`, but has type `!nv_tileas.pipeline_consumer_token`
//= 23:3 error[verify.rule]: `async.pipeline.yield`: the op gives (tile<4xf16>), not (tile<4xf32>)
//= 25:1 error[verify.rule]: `async.to_async`: an mbarrier and its parity are two values of type `i32`
//= 26:1 error[verify.rule]: `create_pipe`: a pipe of 0 slots of 32768 bytes holds nothing
//= 27:1 error[verify.rule]: `create_pipe`: a pipe of 3 slots has a slack of 2, not 3
//= 28:1 error[verify.rule]: `create_mutex`: there is no named barrier 16
//=   note: a CTA has 16 named barriers, 0 to 15
//= 29:1 error[verify.rule]: `create_mutex`: stage -1 is before the first
//=   help: stage and order count from 0
//= 30:1 error[verify.type]: `async.wait`: `token` must be of type `!nv_tileas.async_token`, but has type `tile<4xf32>`
// -----
// test: ir
%yes = arith.constant <i1: true> : i1
%pipe = nv_tileas.async.pipeline.create_pipeline {numStages = 2, producerGroupId = 0, consumerGroupId = 1}
%other = nv_tileas.async.pipeline.create_pipeline {numStages = 2, producerGroupId = 0, consumerGroupId = 1}
%at = nv_tileas.async.pipeline.create_iterator %pipe : !nv_tileas.pipeline_iterator<tile<4xf16>, count = 2, stride = 1, space = shared>
%token = scf.if %yes -> (!nv_tileas.pipeline_producer_token) {
  %w = nv_tileas.async.pipeline.producer_acquire %pipe, %at : !nv_tileas.pipeline_iterator<tile<4xf16>, count = 2, stride = 1, space = shared> -> !nv_tileas.pipeline_producer_token
  scf.yield %w : !nv_tileas.pipeline_producer_token
} else {
  %w = nv_tileas.async.pipeline.producer_acquire %other, %at : !nv_tileas.pipeline_iterator<tile<4xf16>, count = 2, stride = 1, space = shared> -> !nv_tileas.pipeline_producer_token
  scf.yield %w : !nv_tileas.pipeline_producer_token
}
nv_tileas.async.pipeline.producer_commit %pipe, %token
//= 13:1 error[verify.rule]: `async.pipeline.producer_commit`: the token is of another pipeline
// -----
// test: ir
nv_tileas.async.pipeline.yield
//= 2:1 error[verify.rule]: `async.pipeline.yield`: it stands in no region of a pipeline op
// -----
// test: ir
%x = nv_tileas.create_pipe : !nv_tileas.pipe<depth = 3, slot_bytes = 32768, dram>
//= 2:77 error[parse]: expected `smem` or `tmem`, found `dram`
// -----
// test: ir
%a = arith.constant <i32: 0> : i32
%t = nv_tileas.async.to_async %a, %a, %a : i32, i32, i32 -> !nv_tileas.async_token
//= 3:1 error[verify.rule]: `async.to_async`: 3 values are not one piece of work in flight
//=   help: name the result of an asynchronous op, or an mbarrier and its parity
// -----
// test: ir
nv_tileas.func @k(%w: !nv_tileas.pipeline_producer_token) {
  %pipe = nv_tileas.async.pipeline.create_pipeline {numStages = 3, producerGroupId = 0, consumerGroupId = 1}
  nv_tileas.async.pipeline.producer_commit %pipe, %w
}
//= 4:3 error[verify.rule]: `async.pipeline.producer_commit`: the token does not come from `producer_acquire`
// -----
// test: ir
%a = nv_tileas.alloc_tensor : !nv_tileas.buffer<3x16x16xf16>
%b = nv_tileas.alloc_tensor : !nv_tileas.buffer<3x16x32xf16>
%pipe = nv_tileas.create_pipe of %a, %b : !nv_tileas.buffer<3x16x16xf16>, !nv_tileas.buffer<3x16x32xf16> : !nv_tileas.pipe<depth = 3, slot_bytes = 1536, smem>
//= %a = nv_tileas.alloc_tensor  : !nv_tileas.buffer<3x16x16xf16>
//= %b = nv_tileas.alloc_tensor  : !nv_tileas.buffer<3x16x32xf16>
//= %pipe = nv_tileas.create_pipe of %a, %b : !nv_tileas.buffer<3x16x16xf16>, !nv_tileas.buffer<3x16x32xf16> : !nv_tileas.pipe<depth = 3, slot_bytes = 1536, smem>
// -----
// test: ir
%a = nv_tileas.alloc_tensor : !nv_tileas.buffer<3x16x16xf16>
%pipe = nv_tileas.create_pipe of %a : !nv_tileas.buffer<3x16x16xf16> : !nv_tileas.pipe<depth = 3, slot_bytes = 1024, smem>
%short = nv_tileas.create_pipe of %a : !nv_tileas.buffer<3x16x16xf16> : !nv_tileas.pipe<depth = 4, slot_bytes = 512, smem>
//= 3:1 error[verify.rule]: `create_pipe`: its buffers have 512 bytes for a stage, not 1024
//=   help: say `slot_bytes = 512`
//= 4:1 error[verify.rule]: `create_pipe`: a buffer of 3 tiles has no room for 4 stages
//=   help: say `depth = 3`
// -----
// test: ir
// Slots of a ring of buffers, by the states of those who fill and empty it
%ring = cutlass.pipeline.create {numStages = 2, num_producers = 1, num_consumers = 1}
%fills = cutlass.pipeline.state.create producer
%empties = cutlass.pipeline.state.create consumer
%filled = nv_tileas.async.pipeline.produce_one_async %ring, %fills : !cutlass.pipeline_state -> !nv_tileas.async_token (%slot: i32, %barrier: i32) {
  nvvm.mbarrier.arrive %barrier + 0
  nv_tileas.async.pipeline.yield
} attributes {transaction_bytes = 512}
nv_tileas.async.pipeline.consume_one_async %ring, %empties : !cutlass.pipeline_state (%slot: i32) {
  nv_tileas.async.pipeline.yield
} attributes {consumer_idx = 0, issued}
//= %ring = cutlass.pipeline.create {numStages = 2, num_producers = 1, num_consumers = 1}
//= %fills = cutlass.pipeline.state.create producer
//= %empties = cutlass.pipeline.state.create consumer
//= %filled = nv_tileas.async.pipeline.produce_one_async %ring, %fills attributes {transaction_bytes = 512} : !cutlass.pipeline_state -> !nv_tileas.async_token (%slot: i32, %barrier: i32) {
//=   nvvm.mbarrier.arrive %barrier + 0
//=   nv_tileas.async.pipeline.yield
//= }
//= nv_tileas.async.pipeline.consume_one_async %ring, %empties attributes {consumer_idx = 0, issued} : !cutlass.pipeline_state (%slot: i32) {
//=   nv_tileas.async.pipeline.yield
//= }
// -----
// test: ir
// A ring has a state, and says when a slot of it is released
%ring = cutlass.pipeline.create {numStages = 2, num_producers = 1, num_consumers = 1}
%state = cutlass.pipeline.state.create consumer
%pipe = nv_tileas.async.pipeline.create_pipeline {numStages = 2, producerGroupId = 0, consumerGroupId = 1}
%at = nv_tileas.async.pipeline.create_iterator %pipe : !nv_tileas.pipeline_iterator<tile<16x16xf16>, count = 2, stride = 1, space = shared>
%mixed = nv_tileas.async.pipeline.produce_one_async %ring, %at : !nv_tileas.pipeline_iterator<tile<16x16xf16>, count = 2, stride = 1, space = shared> -> !nv_tileas.async_token (%slot: i32, %barrier: i32) {
  nv_tileas.async.pipeline.yield
}
nv_tileas.async.pipeline.consume_one_async %ring, %state : !cutlass.pipeline_state (%slot: i32) {
  nv_tileas.async.pipeline.yield
} attributes {consumer_idx = 0}
nv_tileas.async.pipeline.consume_one_async %state, %state : !cutlass.pipeline_state (%slot: i32) {
  nv_tileas.async.pipeline.yield
} attributes {consumer_idx = 0, issued}
//= 7:1 error[verify.rule]: `async.pipeline.produce_one_async`: the ring and its place are of two kinds
//=   help: an iterator walks over a pipeline of values, a state over a ring of buffers
//= 10:1 error[verify.rule]: `async.pipeline.consume_one_async`: nothing says when the slot of a ring of buffers is released
//=   help: say `issued`, and release it by steps where that is at another time
//= 13:1 error[verify.type]: `async.pipeline.consume_one_async`: `pipe` must be of type `!nv_tileas.pipeline` or `!cutlass.pipeline`, but has type `!cutlass.pipeline_state`
