// test: ir
%bar, %turn = cutlass.seq_bar.init : !cutlass.seq_bar, !cutlass.pipeline_state {depth = 2, groups = 2, group = 1, threads = 128, barrier_base = 4}
cutlass.seq_bar.wait %bar, %turn
%t1 = cutlass.seq_bar.arrive %bar, %turn
%mine = cutlass.seq_bar.try_wait %bar, %t1 : i1
%t2 = cutlass.seq_bar.arrive_relaxed %bar, %t1
cutlass.seq_bar.finish %bar
cutlass.bar sync {id = 1, threads = 128}
cutlass.bar arrive {id = 15, threads = 1024}
%address = nvvm.shared_base 16 : i32
cutlass.barrier_init %address : i32 {count = 3}
//= %bar, %turn = cutlass.seq_bar.init {depth = 2, groups = 2, group = 1, threads = 128, barrier_base = 4} : !cutlass.seq_bar, !cutlass.pipeline_state
//= cutlass.seq_bar.wait %bar, %turn
//= %t1 = cutlass.seq_bar.arrive %bar, %turn
//= %mine = cutlass.seq_bar.try_wait %bar, %t1 : i1
//= %t2 = cutlass.seq_bar.arrive_relaxed %bar, %t1
//= cutlass.seq_bar.finish %bar
//= cutlass.bar sync {id = 1, threads = 128}
//= cutlass.bar arrive {id = 15, threads = 1024}
//= %address = nvvm.shared_base 16 : i32
//= cutlass.barrier_init %address {count = 3} : i32
// -----
// test: ir
%bar, %turn = cutlass.seq_bar.init : !cutlass.seq_bar, !cutlass.pipeline_state {depth = 0, groups = 2, group = 1, threads = 128, barrier_base = 4}
//= 2:1 error[verify.rule]: `seq_bar.init`: a sequence of 0 steps has no turns
//=   help: it needs at least one step
// -----
// test: ir
%bar, %turn = cutlass.seq_bar.init : !cutlass.seq_bar, !cutlass.pipeline_state {depth = 2, groups = 0, group = 1, threads = 128, barrier_base = 4}
//= 2:1 error[verify.rule]: `seq_bar.init`: 0 groups cannot take turns
//=   help: it needs at least one group
// -----
// test: ir
%bar, %turn = cutlass.seq_bar.init : !cutlass.seq_bar, !cutlass.pipeline_state {depth = 2, groups = 2, group = 2, threads = 128, barrier_base = 4}
//= 2:1 error[verify.rule]: `seq_bar.init`: there is no group 2 among 2
//=   help: groups are numbered from 0 to 1
// -----
// test: ir
%bar, %turn = cutlass.seq_bar.init : !cutlass.seq_bar, !cutlass.pipeline_state {depth = 2, groups = 2, group = 1, threads = 100, barrier_base = 4}
//= 2:1 error[verify.rule]: `seq_bar.init`: 100 threads are not whole warps
//=   note: a warp arrives at a named barrier as a whole, so the count is a multiple of 32, at most 1024
//=   help: the nearest legal count is 128
// -----
// test: ir
%bar, %turn = cutlass.seq_bar.init : !cutlass.seq_bar, !cutlass.pipeline_state {depth = 4, groups = 2, group = 1, threads = 128, barrier_base = 10}
//= 2:1 error[verify.rule]: `seq_bar.init`: 4 steps of 2 groups from barrier 10 on need barriers up to 17
//=   note: a CTA has 16 named barriers, 0 to 15
// -----
// test: ir
%x = arith.constant <i32: 1> : i32
cutlass.seq_bar.finish %x
//= 3:1 error[verify.type]: `seq_bar.finish`: `bar` must be of type `!cutlass.seq_bar`, but has type `i32`
// -----
// test: ir
%bar, %turn = cutlass.seq_bar.init : !cutlass.seq_bar, !cutlass.pipeline_state {depth = 2, groups = 2, group = 1, threads = 128, barrier_base = 4}
cutlass.seq_bar.finish %bar
cutlass.seq_bar.wait %bar, %turn
//= 3:1 error[verify.rule]: `seq_bar.finish`: `seq_bar.wait` follows the end of the sequence
//=   help: finish after the last use
// -----
// test: ir
cutlass.bar sync {id = 16, threads = 128}
cutlass.bar sync {id = 1, threads = 100}
cutlass.bar arrive {id = 1, threads = 0}
cutlass.bar arrive {id = 1, threads = 2048}
//= 2:1 error[verify.rule]: `bar`: there is no named barrier 16
//=   note: a CTA has 16 named barriers, 0 to 15
//= 3:1 error[verify.rule]: `bar`: 100 threads are not whole warps
//=   note: a warp arrives at a named barrier as a whole, so the count is a multiple of 32, at most 1024
//=   help: the nearest legal count is 128
//= 4:1 error[verify.rule]: `bar`: 0 threads are not whole warps
//=   note: a warp arrives at a named barrier as a whole, so the count is a multiple of 32, at most 1024
//=   help: the nearest legal count is 32
//= 5:1 error[verify.rule]: `bar`: 2048 threads are not whole warps
//=   note: a warp arrives at a named barrier as a whole, so the count is a multiple of 32, at most 1024
//=   help: the nearest legal count is 1024
// -----
// test: ir
%address = nvvm.shared_base 16 : i32
cutlass.barrier_init %address : i32 {count = 0}
//= 3:1 error[verify.rule]: `barrier_init`: 0 arrivals cannot complete a phase
//=   note: an mbarrier counts 1 to 1048575 arrivals
//=   help: the nearest legal count is 1
// -----
// test: ir
%x = arith.constant <i1: true> : i1
%c = cutlass.bar sync {id = 1, threads = 128}
//= 3:1 error[verify.count]: `bar` has no results, but 1 are named
// -----
// test: ir
nv_tileas.func @striped(%p: ptr<f32>, %h: ptr<f16>, %b: ptr<i8>, %n: ptr<i32>, %t: i32) {
  %x = cutlass.block_striped.load %p, %t : ptr<f32>, i32 -> tile<4xf32> {threads = 128}
  cutlass.block_striped.store %x, %p, %t : tile<4xf32>, ptr<f32>, i32 {threads = 128}
  cutlass.block_striped.reduce add %x, %p, %t : tile<4xf32>, ptr<f32>, i32 {threads = 128}
  cutlass.block_striped.reduce_float max %x, %p, %t : tile<4xf32>, ptr<f32>, i32 {threads = 128}
  %y = cutlass.block_striped.load %h, %t : ptr<f16>, i32 -> tile<4xf16> {threads = 128}
  cutlass.block_striped.reduce_half add %y, %h, %t : tile<4xf16>, ptr<f16>, i32 {threads = 128}
  cutlass.block_striped.reduce_packed add %y, %h, %t : tile<4xf16>, ptr<f16>, i32 {threads = 128}
  %z = cutlass.block_striped.load %n, %t : ptr<i32>, i32 -> tile<2xi32> {threads = 128}
  cutlass.block_striped.reduce_integer add %z, %n, %t : tile<2xi32>, ptr<i32>, i32 {threads = 128}
}
//= nv_tileas.func @striped(%p: ptr<f32>, %h: ptr<f16>, %b: ptr<i8>, %n: ptr<i32>, %t: i32) {
//=   %x = cutlass.block_striped.load %p, %t {threads = 128} : ptr<f32>, i32 -> tile<4xf32>
//=   cutlass.block_striped.store %x, %p, %t {threads = 128} : tile<4xf32>, ptr<f32>, i32
//=   cutlass.block_striped.reduce add %x, %p, %t {threads = 128} : tile<4xf32>, ptr<f32>, i32
//=   cutlass.block_striped.reduce_float max %x, %p, %t {threads = 128} : tile<4xf32>, ptr<f32>, i32
//=   %y = cutlass.block_striped.load %h, %t {threads = 128} : ptr<f16>, i32 -> tile<4xf16>
//=   cutlass.block_striped.reduce_half add %y, %h, %t {threads = 128} : tile<4xf16>, ptr<f16>, i32
//=   cutlass.block_striped.reduce_packed add %y, %h, %t {threads = 128} : tile<4xf16>, ptr<f16>, i32
//=   %z = cutlass.block_striped.load %n, %t {threads = 128} : ptr<i32>, i32 -> tile<2xi32>
//=   cutlass.block_striped.reduce_integer add %z, %n, %t {threads = 128} : tile<2xi32>, ptr<i32>, i32
//= }
// -----
// test: ir
nv_tileas.func @striped(%p: ptr<f32>, %h: ptr<f16>, %b: ptr<i8>, %t: i32) {
  %a = cutlass.block_striped.load %p, %t : ptr<f32>, i32 -> tile<4xf32> {threads = 0}
  %c = cutlass.block_striped.load %b, %t : ptr<i8>, i32 -> tile<4xi8> {threads = 128}
  %d = cutlass.block_striped.load %p, %t : ptr<f32>, i32 -> tile<4xf16> {threads = 128}
  %x = cutlass.block_striped.load %p, %t : ptr<f32>, i32 -> tile<4xf32> {threads = 128}
  %y = cutlass.block_striped.load %h, %t : ptr<f16>, i32 -> tile<1xf16> {threads = 128}
  cutlass.block_striped.store %x, %h, %t : tile<4xf32>, ptr<f16>, i32 {threads = 128}
  cutlass.block_striped.reduce_half add %x, %p, %t : tile<4xf32>, ptr<f32>, i32 {threads = 128}
  cutlass.block_striped.reduce_bfloat add %y, %h, %t : tile<1xf16>, ptr<f16>, i32 {threads = 128}
  cutlass.block_striped.reduce_packed add %y, %h, %t : tile<1xf16>, ptr<f16>, i32 {threads = 128}
  cutlass.block_striped.reduce_integer add %x, %p, %t : tile<4xf32>, ptr<f32>, i32 {threads = 128}
  cutlass.block_striped.reduce_float add %y, %h, %t : tile<1xf16>, ptr<f16>, i32 {threads = 128}
}
//= 3:3 error[verify.rule]: `block_striped.load`: 0 threads have no elements
//=   help: name at least one thread
//= 4:3 error[verify.rule]: `block_striped.load`: elements of `i8` are too narrow
//=   note: an access moves at least 16 bits
//=   help: pack them first
//= 5:3 error[verify.rule]: `block_striped.load`: `base` must point to `f16` in global memory, but has type `ptr<f32>`
//= 8:3 error[verify.rule]: `block_striped.store`: `base` must point to `f32` in global memory, but has type `ptr<f16>`
//= 9:3 error[verify.rule]: `block_striped.reduce_half`: its elements are f16, not `f32`
//=   help: `block_striped.reduce` takes every type
//= 10:3 error[verify.rule]: `block_striped.reduce_bfloat`: its elements are bf16, not `f16`
//=   help: `block_striped.reduce` takes every type
//= 11:3 error[verify.rule]: `block_striped.reduce_packed`: an odd number of elements, 1, is not whole pairs
//= 12:3 error[verify.rule]: `block_striped.reduce_integer`: its elements are i32 or i64, not `f32`
//=   help: `block_striped.reduce` takes every type
//= 13:3 error[verify.rule]: `block_striped.reduce_float`: its elements are f32 or f64, not `f16`
//=   help: `block_striped.reduce` takes every type
// -----
// test: ir
nv_tileas.func @unknown(%b: !cutlass.seq_bar, %s: !cutlass.pipeline_state, %p: !cutlass.pipeline) {
  cutlass.seq_bar.wait %b, %s
  cutlass.pipeline.consumer_wait %p, %s
}
//= 3:3 error[verify.rule]: `seq_bar.wait`: the sequence does not come from `seq_bar.init`
//=   note: how many steps it has must be known here
//= 4:3 error[verify.rule]: `pipeline.consumer_wait`: the pipeline does not come from `pipeline.create`
//=   note: how many stages it has must be known here
// -----
// test: ir
nv_tileas.func @k(%p: ptr<f32>, %t: i32) {
  %x = cutlass.block_striped.load %p, %t : ptr<f32>, i32 -> tile<4xptr<f32>> {threads = 128}
}
//= 3:3 error[verify.rule]: `block_striped.load`: a fragment has numbers, not `ptr<f32>`
// -----
// test: ir
%number = arith.constant <i32: 1> : i32
%bar, %turn = cutlass.seq_bar.init %number : !cutlass.seq_bar, !cutlass.pipeline_state {depth = 2, groups = 2, threads = 128, barrier_base = 4, offset = 64}
nvvm.barrier of %number threads = 128
%uniform = cute_nvgpu.arch.make_warp_uniform %number : i32
//= %number = arith.constant <i32: 1> : i32
//= %bar, %turn = cutlass.seq_bar.init %number {depth = 2, groups = 2, threads = 128, barrier_base = 4, offset = 64} : !cutlass.seq_bar, !cutlass.pipeline_state
//= nvvm.barrier of %number threads = 128
//= %uniform = cute_nvgpu.arch.make_warp_uniform %number : i32
// -----
// test: ir
nvvm.barrier id = 1 threads = 255
//= 2:1 error[verify.rule]: `barrier`: 255 threads are not whole warps
//=   note: a warp arrives at a named barrier as a whole, so the count is a multiple of 32, at most 1024
//=   help: the nearest legal count is 256
// -----
// test: ir
nvvm.barrier.cta.arrive id = 1 threads = 0
//= 2:1 error[verify.rule]: `barrier.cta.arrive`: 0 threads are not whole warps
//=   note: a warp arrives at a named barrier as a whole, so the count is a multiple of 32, at most 1024
//=   help: the nearest legal count is 32
// -----
// test: ir
%number = arith.constant <i32: 1> : i32
%bar, %turn = cutlass.seq_bar.init %number : !cutlass.seq_bar, !cutlass.pipeline_state {depth = 2, groups = 2, group = 1, threads = 128, barrier_base = 4}
//= 3:1 error[verify.rule]: `seq_bar.init`: expected the group of the warps that come here, found a group and a number
//=   help: say `group = 0`, or give the number as an operand
// -----
// test: ir
%bar, %turn = cutlass.seq_bar.init : !cutlass.seq_bar, !cutlass.pipeline_state {depth = 2, groups = 2, threads = 128, barrier_base = 4}
//= 2:1 error[verify.rule]: `seq_bar.init`: expected the group of the warps that come here, found neither
//=   help: say `group = 0`, or give the number as an operand
// -----
// test: ir
%number = arith.constant <f32: 1.0> : f32
%bar, %turn = cutlass.seq_bar.init %number : !cutlass.seq_bar, !cutlass.pipeline_state {depth = 2, groups = 2, threads = 128, barrier_base = 4}
//= 3:1 error[verify.type]: `seq_bar.init`: `number` must be an integer scalar such as `tile<i32>`, but has type `f32`
// -----
// test: ir
nv_tileas.async.pipeline.agent_switch num_warps = [8, 4] max_regs = [216, 40] consumers = 2 {
} {
}
//= nv_tileas.async.pipeline.agent_switch num_warps = [8, 4] max_regs = [216, 40] consumers = 2 {
//= } {
//= }
// -----
// test: ir
nv_tileas.async.pipeline.agent_switch num_warps = [8, 4] max_regs = [216, 40] consumers = 3 {
} {
}
//= 2:1 error[verify.rule]: `async.pipeline.agent_switch`: 8 warps are not 3 consumers of whole warpgroups
//=   help: leave `consumers` away where all of them share a tile
