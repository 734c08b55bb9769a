// test: ir
%pipe = cutlass.pipeline.create {numStages = 4, num_producers = 1, num_consumers = 2, offset = 1024, executor = warp_specialized}
cutlass.pipeline.init %pipe {numStages = 4, producers = [0], consumers = [1, 2], barrier_base = 3, producer_group = 0, consumer_group = 1}
%p = cutlass.pipeline.state.create producer
%c = cutlass.pipeline.state.create consumer {convention = cutlass}
%free = cutlass.pipeline.producer_try_acquire %pipe, %p
cutlass.pipeline.producer_acquire %pipe, %p if not %free
%first = arith.constant <i1: true> : i1
cutlass.pipeline.producer_acquire %pipe, %p first = %first
cutlass.pipeline.producer_acquire %pipe, %p
%full = cutlass.pipeline.full_barrier %pipe, %p -> i32
%empty = cutlass.pipeline.empty_barrier %pipe, %p -> i32
%stage = cutlass.pipeline.state.index %p -> i32
cutlass.pipeline.producer_commit %pipe, %p {transaction_bytes = 32768}
%p1 = cutlass.pipeline.state.increment %pipe, %p
%p2 = cutlass.pipeline.state.bump %pipe, %p1
cutlass.pipeline.producer_tail %pipe, %p2
%ready = cutlass.pipeline.consumer_try_wait %pipe, %c
cutlass.pipeline.consumer_wait %pipe, %c if not %ready
cutlass.pipeline.consumer_wait %pipe, %c
cutlass.pipeline.consumer_release %pipe, %c if %ready
cutlass.pipeline.consumer_release %pipe, %c
cutlass.pipeline.switch_by_executor warp_specialized masks = [15, 240] groups = [1, 2] (%stage, %stage, %full : i32, i32, i32) {
  cutlass.async.exec (%a: i32) {
    cutlass.pipeline.switch_by_executor warp_specialized masks = [1, 14] groups = [0, 0] {
      cutlass.async.exec {
      }
      cutlass.async.exec {
      }
    }
  }
  cutlass.async.exec (%b: i32, %d: i32) {
  }
} attributes {num_warps = 8}
//= %pipe = cutlass.pipeline.create {numStages = 4, num_producers = 1, num_consumers = 2, offset = 1024}
//= cutlass.pipeline.init %pipe {numStages = 4, producers = [0], consumers = [1, 2], barrier_base = 3, producer_group = 0, consumer_group = 1}
//= %p = cutlass.pipeline.state.create producer
//= %c = cutlass.pipeline.state.create consumer {convention = cutlass}
//= %free = cutlass.pipeline.producer_try_acquire %pipe, %p
//= %0 = cutlass.pipeline.producer_acquire %pipe, %p if not %free
//= %first = arith.constant <i1: true> : i1
//= %1 = cutlass.pipeline.producer_acquire %pipe, %p first = %first
//= %2 = cutlass.pipeline.producer_acquire %pipe, %p
//= %full = cutlass.pipeline.full_barrier %pipe, %p -> i32
//= %empty = cutlass.pipeline.empty_barrier %pipe, %p -> i32
//= %stage = cutlass.pipeline.state.index %p -> i32
//= cutlass.pipeline.producer_commit %pipe, %p {transaction_bytes = 32768}
//= %p1 = cutlass.pipeline.state.increment %pipe, %p
//= %p2 = cutlass.pipeline.state.bump %pipe, %p1
//= cutlass.pipeline.producer_tail %pipe, %p2
//= %ready = cutlass.pipeline.consumer_try_wait %pipe, %c
//= cutlass.pipeline.consumer_wait %pipe, %c if not %ready
//= cutlass.pipeline.consumer_wait %pipe, %c
//= cutlass.pipeline.consumer_release %pipe, %c if %ready
//= cutlass.pipeline.consumer_release %pipe, %c
//= cutlass.pipeline.switch_by_executor warp_specialized masks = [15, 240] groups = [1, 2] (%stage, %stage, %full : i32, i32, i32) {
//=   cutlass.async.exec (%a: i32) {
//=     cutlass.pipeline.switch_by_executor warp_specialized masks = [1, 14] groups = [0, 0] {
//=       cutlass.async.exec {
//=       }
//=       cutlass.async.exec {
//=       }
//=     }
//=   }
//=   cutlass.async.exec (%b: i32, %d: i32) {
//=   }
//= } attributes {num_warps = 8}
// -----
// test: ir
%pipe = cutlass.pipeline.create {numStages = 0, num_producers = 1, num_consumers = 1}
//= 2:1 error[verify.rule]: `pipeline.create`: a pipeline of 0 stages holds nothing
//=   help: it needs at least one stage
// -----
// test: ir
%pipe = cutlass.pipeline.create {numStages = 1000000, num_producers = 1, num_consumers = 1}
//= 2:1 error[verify.rule]: `pipeline.create`: no shared memory has room for 1000000 stages
//=   help: the most that can be written is 1024
// -----
// test: ir
%pipe = cutlass.pipeline.create {numStages = 2, num_producers = 0, num_consumers = 1}
//= 2:1 error[verify.rule]: `pipeline.create`: 0 producers cannot arrive at a barrier
//=   note: an mbarrier counts 1 to 1048575 arrivals
//=   help: the nearest legal count is 1
// -----
// test: ir
%pipe = cutlass.pipeline.create {numStages = 2, num_producers = 1, num_consumers = 2000000}
//= 2:1 error[verify.rule]: `pipeline.create`: 2000000 consumers cannot arrive at a barrier
//=   note: an mbarrier counts 1 to 1048575 arrivals
//=   help: the nearest legal count is 1048575
// -----
// test: ir
%pipe = cutlass.pipeline.create {numStages = two, num_producers = 1, num_consumers = 1}
//= 2:1 error[verify.attribute]: `pipeline.create`: attribute `numStages` must be a whole number, not `two`
// -----
// test: ir
%pipe = cutlass.pipeline.create {numStages = 2, num_producers = 1}
//= 2:1 error[verify.attribute]: `pipeline.create`: attribute `num_consumers` is missing
// -----
// test: ir
%pipe = cutlass.pipeline.create {numStages = 2, num_producers = 1, num_consumers = 1, offset = 12}
//= 2:1 error[verify.rule]: `pipeline.create`: a barrier cannot start at byte 12
//=   note: an mbarrier is 8 bytes, aligned to 8
// -----
// test: ir
%pipe = cutlass.pipeline.create {numStages = 2, num_producers = 1, num_consumers = 1, participants = 17}
//= 2:1 error[verify.rule]: `pipeline.create`: 17 participants do not fit the masks of an acquire
//=   note: the masks have 16 rows
//=   help: the nearest legal count is 16
// -----
// test: ir
%pipe = cutlass.pipeline.create {numStages = 2, num_producers = 1, num_consumers = 1, convention = both}
//= 2:1 error[verify.attribute]: `pipeline.create`: attribute `convention` must be one of `contract`, `cutlass`, `one_slot`, not `both`
// -----
// test: ir
%pipe = cutlass.pipeline.create {numStages = 2, num_producers = 1, num_consumers = 1, executor = cooperative, mode = warp_specialized_1x1}
//= 2:1 error[verify.rule]: `pipeline.create`: a cooperative pipeline does not arrive as one producer and one consumer
// -----
// test: ir
%pipe = cutlass.pipeline.create {numStages = 2, num_producers = 2, num_consumers = 1, mode = warp_specialized_1x1}
//= 2:1 error[verify.rule]: `pipeline.create`: the mode for one producer and one consumer does not fit 2 and 1
// -----
// test: ir
%pipe = cutlass.pipeline.create {numStages = 2, num_producers = 1, num_consumers = 2}
cutlass.pipeline.init %pipe {numStages = 3}
cutlass.pipeline.init %pipe {producers = [0, 1]}
cutlass.pipeline.init %pipe {consumers = [1]}
cutlass.pipeline.init %pipe {barrier_base = 16}
cutlass.pipeline.init %pipe {producer_group = 1, consumer_group = 1}
//= 3:1 error[verify.rule]: `pipeline.init`: it makes 3 stages ready, but the pipeline has 2
//= 4:1 error[verify.rule]: `pipeline.init`: it lists 2 producers, but the pipeline counts 1
//=   note: a barrier that counts more than arrive never completes; one that counts fewer completes early
//= 5:1 error[verify.rule]: `pipeline.init`: it lists 1 consumer, but the pipeline counts 2
//=   note: a barrier that counts more than arrive never completes; one that counts fewer completes early
//= 6:1 error[verify.rule]: `pipeline.init`: there is no named barrier 16
//=   note: a CTA has 16 named barriers, 0 to 15
//= 7:1 error[verify.rule]: `pipeline.init`: group 1 is producer and consumer
//=   note: a group that waits for itself to fill a stage waits for ever
// -----
// test: ir
%pipe = cutlass.pipeline.create {numStages = 2, num_producers = 1, num_consumers = 2}
%p = cutlass.pipeline.state.create producer
%first = arith.constant <i1: true> : i1
cutlass.pipeline.producer_commit %pipe, %p {transaction_bytes = -16}
cutlass.pipeline.producer_commit %pipe, %p {transaction_bytes = 1048576}
cutlass.pipeline.producer_commit %pipe, %p
cutlass.pipeline.producer_acquire %pipe, %p {transaction_bytes = 64}
cutlass.pipeline.consumer_wait %p, %pipe
cutlass.pipeline.consumer_wait %pipe, %p if not %p
//= 5:1 error[verify.rule]: `pipeline.producer_commit`: -16 bytes cannot be expected of one stage
//=   note: an mbarrier counts at most 1048575 bytes
//=   help: the nearest legal count is 0
//= 6:1 error[verify.rule]: `pipeline.producer_commit`: 1048576 bytes cannot be expected of one stage
//=   note: an mbarrier counts at most 1048575 bytes
//=   help: the nearest legal count is 1048575
//= 7:1 error[verify.attribute]: `pipeline.producer_commit`: attribute `transaction_bytes` is missing
//= 8:1 error[verify.rule]: `pipeline.producer_acquire`: the acquire of this pipeline does not expect bytes
//=   note: under `contract`, only the commit does
//= 9:1 error[verify.type]: `pipeline.consumer_wait`: `pipe` must be of type `!cutlass.pipeline` or `!nv_tileas.pipeline`, but has type `!cutlass.pipeline_state`
//= 9:1 error[verify.type]: `pipeline.consumer_wait`: `state` must be of type `!cutlass.pipeline_state`, but has type `!cutlass.pipeline`
//= 10:1 error[verify.type]: `pipeline.consumer_wait`: `token` must be a tile of i1, but has type `!cutlass.pipeline_state`
// -----
// test: ir
cutlass.pipeline.switch_by_executor warp_specialized masks = [1, 2] groups = [0, 0] {
  cutlass.async.exec {
  }
  cutlass.async.exec {
  }
}
//= 2:1 error[verify.rule]: `pipeline.switch_by_executor`: how many warps come here is not known
//=   help: say so: `num_warps = 4`
// -----
// test: ir
cutlass.pipeline.switch_by_executor warp_specialized masks = [5, 2] groups = [0, 0] {
  cutlass.async.exec {
  }
  cutlass.async.exec {
  }
} attributes {num_warps = 3}
//= 2:1 error[verify.rule]: `pipeline.switch_by_executor`: the mask 0b101 has a gap
//=   note: the warps of an agent are neighbours
// -----
// test: ir
cutlass.pipeline.switch_by_executor warp_specialized masks = [3, 2] groups = [0, 0] {
  cutlass.async.exec {
  }
  cutlass.async.exec {
  }
} attributes {num_warps = 2}
//= 2:1 error[verify.rule]: `pipeline.switch_by_executor`: the mask 0b10 has warps that another mask has
//=   note: a warp does one thing
// -----
// test: ir
cutlass.pipeline.switch_by_executor warp_specialized masks = [1, 2] groups = [0, 0] {
  cutlass.async.exec {
  }
  cutlass.async.exec {
  }
} attributes {num_warps = 4}
//= 2:1 error[verify.rule]: `pipeline.switch_by_executor`: the masks have the warps 0b11, but 0b1111 come here
//=   note: a warp without a mask would wait for nothing, a mask without a warp would never run
// -----
// test: ir
cutlass.pipeline.switch_by_executor warp_specialized masks = [0] groups = [0] {
  cutlass.async.exec {
  }
} attributes {num_warps = 4}
//= 2:1 error[verify.rule]: `pipeline.switch_by_executor`: the mask 0 selects no warp
// -----
// test: ir
cutlass.pipeline.switch_by_executor warp_specialized masks = [15] groups = [0] {
  cutlass.async.exec {
  }
} attributes {num_warps = 33}
//= 2:1 error[verify.rule]: `pipeline.switch_by_executor`: a CTA has 1 to 32 warps, not 33
// -----
// test: ir
cutlass.pipeline.switch_by_executor cooperative masks = [3, 12] groups = [0, 0] {
  cutlass.async.exec {
  }
  cutlass.async.exec {
  }
} attributes {num_warps = 4}
//= 2:1 error[verify.rule]: `pipeline.switch_by_executor`: a cooperative executor has one mask, not 2
//=   note: cooperative warps all do the same
// -----
// test: ir
cutlass.pipeline.switch_by_executor warp_specialized masks = [15] groups = [0, 0] {
  cutlass.async.exec {
  }
} attributes {num_warps = 4}
//= 2:1 error[verify.rule]: `pipeline.switch_by_executor`: 1 mask and 2 groups of values do not match 1 region
// -----
// test: ir
cutlass.pipeline.switch_by_executor warp_specialized masks = [15] groups = [0] {
  %p = cutlass.pipeline.state.create producer
} attributes {num_warps = 4}
//= 2:1 error[verify.rule]: `pipeline.switch_by_executor`: its region has only `async.exec`
// -----
// test: ir
%x = arith.constant <i32: 1> : i32
cutlass.pipeline.switch_by_executor warp_specialized masks = [15] groups = [0] (%x : i32) {
  cutlass.async.exec {
  }
} attributes {num_warps = 4}
//= 3:1 error[verify.rule]: `pipeline.switch_by_executor`: groups of [0] values are not the 1 here
// -----
// test: ir
%x = arith.constant <i32: 1> : i32
cutlass.pipeline.switch_by_executor warp_specialized masks = [15] groups = [1] (%x : i32) {
  cutlass.async.exec (%y: i64) {
  }
} attributes {num_warps = 4}
//= 3:1 error[verify.rule]: `pipeline.switch_by_executor`: region 0 takes (i64), but its group is (i32)
// -----
// test: ir
cutlass.pipeline.switch_by_executor warp_specialized masks = [15, 240] groups = [0, 0] {
  cutlass.async.exec {
    cutlass.pipeline.switch_by_executor warp_specialized masks = [240] groups = [0] {
      cutlass.async.exec {
      }
    }
  }
  cutlass.async.exec {
  }
} attributes {num_warps = 8}
//= 4:5 error[verify.rule]: `pipeline.switch_by_executor`: the masks have the warps 0b11110000, but 0b1111 come here
//=   note: a warp without a mask would wait for nothing, a mask without a warp would never run
// -----
// test: ir
cutlass.async.exec {
}
//= 2:1 error[verify.rule]: `async.exec`: it stands in no `switch_by_executor`
//=   note: its warps are those of a mask of that op
// -----
// test: ir
// The bytes of a commit are those of the copies to its stage
nv_tileas.func @k(%view: partition_view<tile=(16x16), tensor_view<64x64xf16, strides=[64,1]>>, %i: i32) {
  %a = nv_tileas.alloc_tensor : !nv_tileas.buffer<2x16x16xf16>
  %pipe = cutlass.pipeline.create {numStages = 2, num_producers = 1, num_consumers = 1}
  %p = cutlass.pipeline.state.create producer
  %full = cutlass.pipeline.full_barrier %pipe, %p -> i32
  nv_tileas.async.tiled_tma_load %view[%i, %i], %a[%i], %full descriptor = 0 : partition_view<tile=(16x16), tensor_view<64x64xf16, strides=[64,1]>>, !nv_tileas.buffer<2x16x16xf16>, i32, i32
  cutlass.pipeline.producer_commit %pipe, %p {transaction_bytes = 512}
}
//= nv_tileas.func @k(%view: partition_view<tile=(16x16), tensor_view<64x64xf16, strides=[64,1]>>, %i: i32) {
//=   %a = nv_tileas.alloc_tensor  : !nv_tileas.buffer<2x16x16xf16>
//=   %pipe = cutlass.pipeline.create {numStages = 2, num_producers = 1, num_consumers = 1}
//=   %p = cutlass.pipeline.state.create producer
//=   %full = cutlass.pipeline.full_barrier %pipe, %p -> i32
//=   nv_tileas.async.tiled_tma_load %view[%i, %i], %a[%i], %full descriptor = 0 : partition_view<tile=(16x16), tensor_view<64x64xf16, strides=[64,1]>>, !nv_tileas.buffer<2x16x16xf16>, i32
//=   cutlass.pipeline.producer_commit %pipe, %p {transaction_bytes = 512}
//= }
// -----
// test: ir
nv_tileas.func @k(%view: partition_view<tile=(16x16), tensor_view<64x64xf16, strides=[64,1]>>, %i: i32) {
  %a = nv_tileas.alloc_tensor : !nv_tileas.buffer<2x16x16xf16>
  %pipe = cutlass.pipeline.create {numStages = 2, num_producers = 1, num_consumers = 1}
  %p = cutlass.pipeline.state.create producer
  %full = cutlass.pipeline.full_barrier %pipe, %p -> i32
  nv_tileas.async.tiled_tma_load %view[%i, %i], %a[%i], %full descriptor = 0 : partition_view<tile=(16x16), tensor_view<64x64xf16, strides=[64,1]>>, !nv_tileas.buffer<2x16x16xf16>, i32, i32
  cutlass.pipeline.producer_commit %pipe, %p {transaction_bytes = 256}
}
//= 8:3 error[verify.rule]: `pipeline.producer_commit`: 256 bytes are expected, but the copies to this stage bring 512
//=   note: a phase that expects too few bytes completes early, one that expects too many never does
//=   help: expect 512 bytes
// -----
// test: ir
// A part of a tile is one of several
nv_tileas.func @k(%view: partition_view<tile=(16x16), tensor_view<64x64xf16, strides=[64,1]>>, %i: i32) {
  %a = nv_tileas.alloc_tensor : !nv_tileas.buffer<2x16x16xf16>
  nv_tileas.async.tiled_tma_load %view[%i, %i], %a[%i], %i part %i of 3 to %i among 2 descriptor = 0 : partition_view<tile=(16x16), tensor_view<64x64xf16, strides=[64,1]>>, !nv_tileas.buffer<2x16x16xf16>, i32, i32
}
//= 5:3 error[verify.rule]: `async.tiled_tma_load`: a part of a tile is one of two or more, of no more than the cluster has CTAs
//=   help: say `part P of PARTS to MASK among CTAS`, in a kernel of pairs `part P of 2`, or leave it away
// -----
// test: ir
nv_tileas.async.pipeline.agent_switch num_warps = [4, 3] max_regs = [120, 40] {
} {
}
//= 2:1 error[verify.rule]: `async.pipeline.agent_switch`: agents of [4, 3] warps are no whole warpgroups
//=   note: registers are handed over by warpgroups of four warps
//=   help: use multiples of 4, or give the threads of all agents as many registers
// -----
// test: ir
nv_tileas.async.pipeline.agent_switch num_warps = [4] max_regs = [120, 40] {
} {
}
//= 2:1 error[verify.rule]: `async.pipeline.agent_switch`: expected 2 numbers of warps, found [4]
//=   help: say one for each agent
// -----
// test: ir
%pipe = cutlass.pipeline.create {numStages = 4, num_producers = 1, num_consumers = 2}
%c = cutlass.pipeline.state.create consumer
%steps = arith.constant <i32: 7> : i32
%d = cutlass.pipeline.state.advance %pipe, %c by %steps : i32
//= %pipe = cutlass.pipeline.create {numStages = 4, num_producers = 1, num_consumers = 2}
//= %c = cutlass.pipeline.state.create consumer
//= %steps = arith.constant <i32: 7> : i32
//= %d = cutlass.pipeline.state.advance %pipe, %c by %steps : i32
// -----
// test: ir
nv_tileas.func @unknown(%p: !cutlass.pipeline, %c: !cutlass.pipeline_state, %steps: tile<i32>) {
  %d = cutlass.pipeline.state.advance %p, %c by %steps : tile<i32>
}
//= 3:3 error[verify.rule]: `pipeline.state.advance`: the pipeline does not come from `pipeline.create`
//=   note: how many stages it has must be known here
// -----
// test: ir
%pipe = cutlass.pipeline.create {numStages = 4, num_producers = 1, num_consumers = 2}
%c = cutlass.pipeline.state.create consumer
%steps = arith.constant <f32: 7.0> : f32
%d = cutlass.pipeline.state.advance %pipe, %c by %steps : f32
//= 5:1 error[verify.type]: `pipeline.state.advance`: `count` must be an integer scalar such as `tile<i32>`, but has type `f32`
// -----
// test: ir
%a = cutlass.pipeline.create {numStages = 2, num_producers = 1, num_consumers = 1, convention = cutlass, cluster = [2, 0]}
%b = cutlass.pipeline.create {numStages = 2, num_producers = 1, num_consumers = 1, convention = cutlass, cluster = [8, 4]}
%id, %x, %y = nv_tileas.get_cluster_place of [3, 0] : tile<i32>
//= 2:1 error[verify.rule]: `pipeline.create`: [2, 0] are no CTAs of a cluster along x and y
//=   note: a cluster has 1 to 16 CTAs
//= 3:1 error[verify.rule]: `pipeline.create`: [8, 4] are no CTAs of a cluster along x and y
//=   note: a cluster has 1 to 16 CTAs
//= 4:1 error[verify.rule]: `get_cluster_place`: [3, 0] are no CTAs of a cluster along x and y
//=   note: a cluster has 1 to 16 CTAs
