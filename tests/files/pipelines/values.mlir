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
//= %pipe = nvvm.shared_base 32 : i32
//= %0 = nv_tileas.alloc_tensor  : !nv_tileas.buffer<2x16x16xf16>
//= %1 = nvvm.read_sreg tid.x : i32
//= %2 = arith.constant <i32: 0> : i32
//= %3 = arith.cmpi equal %1, %2, signed : i32 -> i1
//= scf.if %3 {
//=   nvvm.mbarrier.init %pipe + 0, 1
//=   nvvm.mbarrier.init %pipe + 8, 1
//=   nvvm.mbarrier.init %pipe + 16, 1
//=   nvvm.mbarrier.init %pipe + 24, 1
//=   nvvm.fence.mbarrier_init
//= }
//= nvvm.barrier
//= %at_0 = arith.constant <i32: 0> : i32
//= %at_1 = arith.constant <i32: 0> : i32
//= %4 = arith.constant <i32: 8> : i32
//= %5 = arith.muli %at_0, %4 : i32
//= %6 = arith.addi %pipe, %5 : i32
//= %7 = arith.constant <i32: 1> : i32
//= %8 = arith.xori %at_1, %7 : i32
//= nvvm.mbarrier.wait.parity %6 + 16, %8
//= %x = arith.constant <f16: 1.000000e+00> : tile<16x16xf16>
//= nv_tileas.local_store %x, %0[%at_0] : tile<16x16xf16>, !nv_tileas.buffer<2x16x16xf16>
//= %9 = arith.constant <i32: 8> : i32
//= %10 = arith.muli %at_0, %9 : i32
//= %11 = arith.addi %pipe, %10 : i32
//= nvvm.mbarrier.arrive %11 + 0
//= %r_0 = arith.constant <i32: 0> : i32
//= %r_1 = arith.constant <i32: 0> : i32
//= %12 = arith.constant <i32: 8> : i32
//= %13 = arith.muli %r_0, %12 : i32
//= %14 = arith.addi %pipe, %13 : i32
//= nvvm.mbarrier.wait.parity %14 + 0, %r_1
//= %v = nv_tileas.local_load %0[%r_0] : !nv_tileas.buffer<2x16x16xf16> -> tile<16x16xf16>
//= %15 = arith.constant <i32: 8> : i32
//= %16 = arith.muli %r_0, %15 : i32
//= %17 = arith.addi %pipe, %16 : i32
//= nvvm.mbarrier.arrive %17 + 16
//= %18 = arith.constant <i32: 1> : i32
//= %again_1 = arith.xori %r_1, %r_0 : i32
//= %again_0 = arith.xori %r_0, %18 : i32
//= %19 = arith.constant <i32: 8> : i32
//= %20 = arith.muli %again_0, %19 : i32
//= %21 = arith.addi %pipe, %20 : i32
//= nvvm.mbarrier.wait.parity %21 + 0, %again_1
// -----
// test: pipelines step
// A value that a region computes fills a slot, and what is in it goes through another region
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
//= %pipe = nvvm.shared_base 32 : i32
//= %0 = nv_tileas.alloc_tensor  : !nv_tileas.buffer<2x16x16xf16>
//= %1 = nvvm.read_sreg tid.x : i32
//= %2 = arith.constant <i32: 0> : i32
//= %3 = arith.cmpi equal %1, %2, signed : i32 -> i1
//= scf.if %3 {
//=   nvvm.mbarrier.init %pipe + 0, 1
//=   nvvm.mbarrier.init %pipe + 8, 1
//=   nvvm.mbarrier.init %pipe + 16, 1
//=   nvvm.mbarrier.init %pipe + 24, 1
//=   nvvm.fence.mbarrier_init
//= }
//= nvvm.barrier
//= %at_0 = arith.constant <i32: 0> : i32
//= %at_1 = arith.constant <i32: 0> : i32
//= %x = arith.constant <f16: 1.000000e+00> : tile<16x16xf16>
//= %4 = arith.constant <i32: 8> : i32
//= %5 = arith.muli %at_0, %4 : i32
//= %6 = arith.addi %pipe, %5 : i32
//= %7 = arith.constant <i32: 1> : i32
//= %8 = arith.xori %at_1, %7 : i32
//= nvvm.mbarrier.wait.parity %6 + 16, %8
//= nv_tileas.local_store %x, %0[%at_0] : tile<16x16xf16>, !nv_tileas.buffer<2x16x16xf16>
//= %9 = arith.constant <i32: 8> : i32
//= %10 = arith.muli %at_0, %9 : i32
//= %11 = arith.addi %pipe, %10 : i32
//= nvvm.mbarrier.arrive %11 + 0
//= %own_0 = arith.constant <i32: 0> : i32
//= %own_1 = arith.constant <i32: 0> : i32
//= %12 = arith.constant <i32: 8> : i32
//= %13 = arith.muli %own_0, %12 : i32
//= %14 = arith.addi %pipe, %13 : i32
//= nvvm.mbarrier.wait.parity %14 + 0, %own_1
//= %y = nv_tileas.local_load %0[%own_0] : !nv_tileas.buffer<2x16x16xf16> -> tile<16x16xf16>
//= %z = arith.addf %y, %y  : tile<16x16xf16>
//= %15 = arith.constant <i32: 8> : i32
//= %16 = arith.muli %own_0, %15 : i32
//= %17 = arith.addi %pipe, %16 : i32
//= nvvm.mbarrier.arrive %17 + 16
//= %buffer = nv_tileas.alloc_tensor  : !nv_tileas.buffer<1x16x16xf16>
//= %zero = arith.constant <i32: 0> : i32
//= nv_tileas.local_store %z, %buffer[%zero] : tile<16x16xf16>, !nv_tileas.buffer<1x16x16xf16>
// -----
// test: pipelines step
// An op that is started fills a slot, whose number and barrier its region has; the token waits at that barrier
%pipe = nv_tileas.async.pipeline.create_pipeline {numStages = 2, producerGroupId = 0, consumerGroupId = 1}
%at = nv_tileas.async.pipeline.create_iterator %pipe : !nv_tileas.pipeline_iterator<tile<16x16xf16>, count = 2, stride = 1, space = shared>
%full = nv_tileas.async.pipeline.produce_one_async %pipe, %at : !nv_tileas.pipeline_iterator<tile<16x16xf16>, count = 2, stride = 1, space = shared> -> !nv_tileas.async_token (%slot: i32, %barrier: i32) {
  nvvm.mbarrier.arrive %barrier + 0
  nv_tileas.async.pipeline.yield
} attributes {transaction_bytes = 512}
nv_tileas.async.wait %full
//= %pipe = nvvm.shared_base 32 : i32
//= %0 = nvvm.read_sreg tid.x : i32
//= %1 = arith.constant <i32: 0> : i32
//= %2 = arith.cmpi equal %0, %1, signed : i32 -> i1
//= scf.if %2 {
//=   nvvm.mbarrier.init %pipe + 0, 1
//=   nvvm.mbarrier.init %pipe + 8, 1
//=   nvvm.mbarrier.init %pipe + 16, 1
//=   nvvm.mbarrier.init %pipe + 24, 1
//=   nvvm.fence.mbarrier_init
//= }
//= nvvm.barrier
//= %at_0 = arith.constant <i32: 0> : i32
//= %at_1 = arith.constant <i32: 0> : i32
//= %3 = arith.constant <i32: 8> : i32
//= %4 = arith.muli %at_0, %3 : i32
//= %5 = arith.addi %pipe, %4 : i32
//= %6 = arith.constant <i32: 1> : i32
//= %7 = arith.xori %at_1, %6 : i32
//= nvvm.mbarrier.wait.parity %5 + 16, %7
//= %8 = arith.constant <i32: 8> : i32
//= %9 = arith.muli %at_0, %8 : i32
//= %10 = arith.addi %pipe, %9 : i32
//= nvvm.mbarrier.arrive %10 + 0
//= %11 = arith.constant <i32: 8> : i32
//= %12 = arith.muli %at_0, %11 : i32
//= %13 = arith.addi %pipe, %12 : i32
//= nvvm.mbarrier.arrive.expect_tx %13 + 0, 512
//= %14 = arith.constant <i32: 8> : i32
//= %15 = arith.muli %at_0, %14 : i32
//= %16 = arith.addi %pipe, %15 : i32
//= nvvm.mbarrier.wait.parity %16 + 0, %at_1
