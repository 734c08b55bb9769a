// test: pass materialize-schedule
// The kernel twice: the consumer has the products, the producer the loads and what decides them
nv_tileas.func @k(%pa: tile<ptr<f16>>, %pb: tile<ptr<f16>>, %pc: tile<ptr<f32>>) {
  %row, %column, %z = nv_tileas.get_program_id : tile<i32>
  %zero = arith.constant <i32: 0> : tile<i32>
  %one = arith.constant <i32: 1> : tile<i32>
  %sum = arith.constant <f32: 0.000000e+00> : tile<128x64xf32>
  %aa = nv_tileas.assume div_by<16>, %pa : tile<ptr<f16>>
  %ab = nv_tileas.assume div_by<16>, %pb : tile<ptr<f16>>
  %ta = nv_tileas.make_memref %aa, shape = [256, 512], strides = [512, 1] : tensor_view<256x512xf16, strides=[512,1]>
  %tb = nv_tileas.make_memref %ab, shape = [512, 128], strides = [128, 1] : tensor_view<512x128xf16, strides=[128,1]>
  %tc = nv_tileas.make_memref %pc, shape = [256, 128], strides = [128, 1] : tensor_view<256x128xf32, strides=[128,1]>
  %va = nv_tileas.make_tiled_view %ta : partition_view<tile=(128x64), tensor_view<256x512xf16, strides=[512,1]>>
  %vb = nv_tileas.make_tiled_view %tb : partition_view<tile=(64x64), tensor_view<512x128xf16, strides=[128,1]>>
  %vc = nv_tileas.make_tiled_view %tc : partition_view<tile=(128x64), tensor_view<256x128xf32, strides=[128,1]>>
  %steps = arith.constant <i32: 8> : tile<i32>
  %r = scf.for %i in (%zero to %steps, step %one) : tile<i32> iter_values(%acc = %sum) -> (tile<128x64xf32>) {
    %a, %t1 = nv_tileas.tiled_load weak %va[%row, %i] {tileas.schedule.constraint.gid = 0, tileas.schedule.constraint.leader_gid = 0, nv_tile.aws.stage = 0, nv_tile.aws.order = 1} : partition_view<tile=(128x64), tensor_view<256x512xf16, strides=[512,1]>>, tile<i32> -> tile<128x64xf16>, token
    %b, %t2 = nv_tileas.tiled_load weak %vb[%i, %column] {tileas.schedule.constraint.gid = 1, tileas.schedule.constraint.leader_gid = 0, nv_tile.aws.stage = 0, nv_tile.aws.order = 2} : partition_view<tile=(64x64), tensor_view<512x128xf16, strides=[128,1]>>, tile<i32> -> tile<64x64xf16>, token
    %next = nv_tileas.dot %a, %b, %acc {nv_tile.aws.stage = 0, nv_tile.aws.order = 7, nv_tileas.lhs_major = k, nv_tileas.rhs_major = mn} : tile<128x64xf16>, tile<64x64xf16>, tile<128x64xf32>
    scf.continue %next : tile<128x64xf32>
  } attributes {nv_tileas.stages = 6, nv_tileas.products_in_flight = 1, nv_tileas.roles = [consumer, producer], nv_tileas.num_warps = [4, 4], nv_tileas.max_regs = [152, 40]}
  %t = nv_tileas.tiled_store weak %r, %vc[%row, %column] : tile<128x64xf32>, partition_view<tile=(128x64), tensor_view<256x128xf32, strides=[128,1]>>, tile<i32> -> token
  nv_tileas.return
}
//= nv_tileas.func @k(%pa: tile<ptr<f16>>, %pb: tile<ptr<f16>>, %pc: tile<ptr<f32>>) {
//=   %0 = cutlass.pipeline.create {numStages = 6, num_producers = 1, num_consumers = 4}
//=   %1 = nv_tileas.alloc_tensor swizzle = 128b : !nv_tileas.buffer<6x128x64xf16>
//=   %2 = nv_tileas.alloc_tensor swizzle = 128b : !nv_tileas.buffer<6x64x64xf16>
//=   %3 = nv_tileas.create_pipe of %1, %2 : !nv_tileas.buffer<6x128x64xf16>, !nv_tileas.buffer<6x64x64xf16> : !nv_tileas.pipe<depth = 6, slot_bytes = 24576, smem>
//=   cutlass.pipeline.init %0
//=   nv_tileas.async.pipeline.agent_switch roles = [consumer, producer] num_warps = [4, 4] max_regs = [152, 40] {
//=     %4 = cutlass.pipeline.state.create consumer
//=     %row, %column, %z = nv_tileas.get_program_id : tile<i32>
//=     %zero = arith.constant <i32: 0> : tile<i32>
//=     %one = arith.constant <i32: 1> : tile<i32>
//=     %sum = arith.constant <f32: 0.000000e+00> : tile<128x64xf32>
//=     %aa = nv_tileas.assume div_by<16>, %pa : tile<ptr<f16>>
//=     %ab = nv_tileas.assume div_by<16>, %pb : tile<ptr<f16>>
//=     %ta = nv_tileas.make_memref %aa, shape = [256, 512], strides = [512, 1] : tensor_view<256x512xf16, strides=[512,1]>
//=     %tb = nv_tileas.make_memref %ab, shape = [512, 128], strides = [128, 1] : tensor_view<512x128xf16, strides=[128,1]>
//=     %tc = nv_tileas.make_memref %pc, shape = [256, 128], strides = [128, 1] : tensor_view<256x128xf32, strides=[128,1]>
//=     %va = nv_tileas.make_tiled_view %ta : partition_view<tile=(128x64), tensor_view<256x512xf16, strides=[512,1]>>
//=     %vb = nv_tileas.make_tiled_view %tb : partition_view<tile=(64x64), tensor_view<512x128xf16, strides=[128,1]>>
//=     %vc = nv_tileas.make_tiled_view %tc : partition_view<tile=(128x64), tensor_view<256x128xf32, strides=[128,1]>>
//=     %steps = arith.constant <i32: 8> : tile<i32>
//=     %r, %5 = scf.for %i in (%zero to %steps, step %one) : tile<i32> iter_values(%acc = %sum, %6 = %4) -> (tile<128x64xf32>, !cutlass.pipeline_state) {
//=       cutlass.pipeline.consumer_wait %0, %6
//=       %7 = cutlass.pipeline.state.index %6 -> tile<i32>
//=       %a = nv_tileas.local_load %1[%7] : !nv_tileas.buffer<6x128x64xf16> -> tile<128x64xf16>
//=       %t1 = nv_tileas.create_mem_token : token
//=       %b = nv_tileas.local_load %2[%7] : !nv_tileas.buffer<6x64x64xf16> -> tile<64x64xf16>
//=       %t2 = nv_tileas.create_mem_token : token
//=       %next = nv_tileas.dot %a, %b, %acc {nv_tile.aws.stage = 0, nv_tile.aws.order = 7, nv_tileas.lhs_major = k, nv_tileas.rhs_major = mn} : tile<128x64xf16>, tile<64x64xf16>, tile<128x64xf32>
//=       cutlass.pipeline.consumer_release %0, %6
//=       %8 = cutlass.pipeline.state.increment %0, %6
//=       scf.continue %next, %8 : tile<128x64xf32>, !cutlass.pipeline_state
//=     } attributes {nv_tileas.products_in_flight = 1, nv_tile.aws.agent = consumer}
//=     %t = nv_tileas.tiled_store weak %r, %vc[%row, %column] : tile<128x64xf32>, partition_view<tile=(128x64), tensor_view<256x128xf32, strides=[128,1]>>, tile<i32> -> token
//=   } {
//=     %9 = cutlass.pipeline.state.create producer
//=     %row, %column, %z = nv_tileas.get_program_id : tile<i32>
//=     %zero = arith.constant <i32: 0> : tile<i32>
//=     %one = arith.constant <i32: 1> : tile<i32>
//=     %aa = nv_tileas.assume div_by<16>, %pa : tile<ptr<f16>>
//=     %ab = nv_tileas.assume div_by<16>, %pb : tile<ptr<f16>>
//=     %ta = nv_tileas.make_memref %aa, shape = [256, 512], strides = [512, 1] : tensor_view<256x512xf16, strides=[512,1]>
//=     %tb = nv_tileas.make_memref %ab, shape = [512, 128], strides = [128, 1] : tensor_view<512x128xf16, strides=[128,1]>
//=     %va = nv_tileas.make_tiled_view %ta : partition_view<tile=(128x64), tensor_view<256x512xf16, strides=[512,1]>>
//=     %vb = nv_tileas.make_tiled_view %tb : partition_view<tile=(64x64), tensor_view<512x128xf16, strides=[128,1]>>
//=     %steps = arith.constant <i32: 8> : tile<i32>
//=     %10 = scf.for %i in (%zero to %steps, step %one) : tile<i32> iter_values(%11 = %9) -> (!cutlass.pipeline_state) {
//=       %12 = cutlass.pipeline.producer_acquire %0, %11
//=       %13 = cutlass.pipeline.state.index %12 -> tile<i32>
//=       %14 = nv_tileas.create_mem_token : token
//=       %a, %t1 = nv_tileas.tiled_load weak %va[%row, %i] {tileas.schedule.constraint.gid = 0, tileas.schedule.constraint.leader_gid = 0, nv_tile.aws.stage = 0, nv_tile.aws.order = 1} : partition_view<tile=(128x64), tensor_view<256x512xf16, strides=[512,1]>>, tile<i32> -> tile<128x64xf16>, token
//=       nv_tileas.local_store %a, %1[%13] : tile<128x64xf16>, !nv_tileas.buffer<6x128x64xf16>
//=       %15 = nv_tileas.create_mem_token : token
//=       %b, %t2 = nv_tileas.tiled_load weak %vb[%i, %column] {tileas.schedule.constraint.gid = 1, tileas.schedule.constraint.leader_gid = 0, nv_tile.aws.stage = 0, nv_tile.aws.order = 2} : partition_view<tile=(64x64), tensor_view<512x128xf16, strides=[128,1]>>, tile<i32> -> tile<64x64xf16>, token
//=       nv_tileas.local_store %b, %2[%13] : tile<64x64xf16>, !nv_tileas.buffer<6x64x64xf16>
//=       cutlass.pipeline.producer_commit %0, %12 {transaction_bytes = 0}
//=       %16 = cutlass.pipeline.state.increment %0, %12
//=       scf.continue %16 : !cutlass.pipeline_state
//=     } attributes {nv_tileas.products_in_flight = 1, nv_tile.aws.agent = producer}
//=     cutlass.pipeline.producer_tail %0, %10
//=   }
//=   nv_tileas.return
//= }
// -----
// test: pass materialize-schedule
// A loop that was not scheduled stays
nv_tileas.func @k(%pa: tile<ptr<f16>>, %pb: tile<ptr<f16>>, %pc: tile<ptr<f32>>) {
  %row, %column, %z = nv_tileas.get_program_id : tile<i32>
  %zero = arith.constant <i32: 0> : tile<i32>
  %one = arith.constant <i32: 1> : tile<i32>
  %sum = arith.constant <f32: 0.000000e+00> : tile<128x64xf32>
  %aa = nv_tileas.assume div_by<16>, %pa : tile<ptr<f16>>
  %ab = nv_tileas.assume div_by<16>, %pb : tile<ptr<f16>>
  %ta = nv_tileas.make_memref %aa, shape = [256, 512], strides = [512, 1] : tensor_view<256x512xf16, strides=[512,1]>
  %tb = nv_tileas.make_memref %ab, shape = [512, 128], strides = [128, 1] : tensor_view<512x128xf16, strides=[128,1]>
  %tc = nv_tileas.make_memref %pc, shape = [256, 128], strides = [128, 1] : tensor_view<256x128xf32, strides=[128,1]>
  %va = nv_tileas.make_tiled_view %ta : partition_view<tile=(128x64), tensor_view<256x512xf16, strides=[512,1]>>
  %vb = nv_tileas.make_tiled_view %tb : partition_view<tile=(64x64), tensor_view<512x128xf16, strides=[128,1]>>
  %vc = nv_tileas.make_tiled_view %tc : partition_view<tile=(128x64), tensor_view<256x128xf32, strides=[128,1]>>
  %steps = arith.constant <i32: 8> : tile<i32>
  %r = scf.for %i in (%zero to %steps, step %one) : tile<i32> iter_values(%acc = %sum) -> (tile<128x64xf32>) {
    %a, %t1 = nv_tileas.tiled_load weak %va[%row, %i] {tileas.schedule.constraint.gid = 0, tileas.schedule.constraint.leader_gid = 0} : partition_view<tile=(128x64), tensor_view<256x512xf16, strides=[512,1]>>, tile<i32> -> tile<128x64xf16>, token
    %b, %t2 = nv_tileas.tiled_load weak %vb[%i, %column] {tileas.schedule.constraint.gid = 1, tileas.schedule.constraint.leader_gid = 0} : partition_view<tile=(64x64), tensor_view<512x128xf16, strides=[128,1]>>, tile<i32> -> tile<64x64xf16>, token
    %next = nv_tileas.dot %a, %b, %acc : tile<128x64xf16>, tile<64x64xf16>, tile<128x64xf32>
    scf.continue %next : tile<128x64xf32>
  }
  %t = nv_tileas.tiled_store weak %r, %vc[%row, %column] : tile<128x64xf32>, partition_view<tile=(128x64), tensor_view<256x128xf32, strides=[128,1]>>, tile<i32> -> token
  nv_tileas.return
}
//= nothing changed
// -----
// test: pass materialize-schedule
// Agents of whom none multiplies
nv_tileas.func @k(%pa: tile<ptr<f16>>, %pb: tile<ptr<f16>>, %pc: tile<ptr<f32>>) {
  %row, %column, %z = nv_tileas.get_program_id : tile<i32>
  %zero = arith.constant <i32: 0> : tile<i32>
  %one = arith.constant <i32: 1> : tile<i32>
  %sum = arith.constant <f32: 0.000000e+00> : tile<128x64xf32>
  %aa = nv_tileas.assume div_by<16>, %pa : tile<ptr<f16>>
  %ab = nv_tileas.assume div_by<16>, %pb : tile<ptr<f16>>
  %ta = nv_tileas.make_memref %aa, shape = [256, 512], strides = [512, 1] : tensor_view<256x512xf16, strides=[512,1]>
  %tb = nv_tileas.make_memref %ab, shape = [512, 128], strides = [128, 1] : tensor_view<512x128xf16, strides=[128,1]>
  %tc = nv_tileas.make_memref %pc, shape = [256, 128], strides = [128, 1] : tensor_view<256x128xf32, strides=[128,1]>
  %va = nv_tileas.make_tiled_view %ta : partition_view<tile=(128x64), tensor_view<256x512xf16, strides=[512,1]>>
  %vb = nv_tileas.make_tiled_view %tb : partition_view<tile=(64x64), tensor_view<512x128xf16, strides=[128,1]>>
  %vc = nv_tileas.make_tiled_view %tc : partition_view<tile=(128x64), tensor_view<256x128xf32, strides=[128,1]>>
  %steps = arith.constant <i32: 8> : tile<i32>
  %r = scf.for %i in (%zero to %steps, step %one) : tile<i32> iter_values(%acc = %sum) -> (tile<128x64xf32>) {
    %a, %t1 = nv_tileas.tiled_load weak %va[%row, %i] {tileas.schedule.constraint.gid = 0, tileas.schedule.constraint.leader_gid = 0, nv_tile.aws.stage = 0, nv_tile.aws.order = 1} : partition_view<tile=(128x64), tensor_view<256x512xf16, strides=[512,1]>>, tile<i32> -> tile<128x64xf16>, token
    %b, %t2 = nv_tileas.tiled_load weak %vb[%i, %column] {tileas.schedule.constraint.gid = 1, tileas.schedule.constraint.leader_gid = 0, nv_tile.aws.stage = 0, nv_tile.aws.order = 2} : partition_view<tile=(64x64), tensor_view<512x128xf16, strides=[128,1]>>, tile<i32> -> tile<64x64xf16>, token
    %next = nv_tileas.dot %a, %b, %acc {nv_tile.aws.stage = 0, nv_tile.aws.order = 7, nv_tileas.lhs_major = k, nv_tileas.rhs_major = mn} : tile<128x64xf16>, tile<64x64xf16>, tile<128x64xf32>
    scf.continue %next : tile<128x64xf32>
  } attributes {nv_tileas.stages = 6, nv_tileas.products_in_flight = 1, nv_tileas.roles = [producer, producer], nv_tileas.num_warps = [4, 4], nv_tileas.max_regs = [152, 40]}
  %t = nv_tileas.tiled_store weak %r, %vc[%row, %column] : tile<128x64xf32>, partition_view<tile=(128x64), tensor_view<256x128xf32, strides=[128,1]>>, tile<i32> -> token
  nv_tileas.return
}
//= 17:3 error[internal]: a loop of agents without a consumer
// -----
// test: pass materialize-schedule
// Two products of one loop: a tile that is loaded before it, two rings, and words in registers.
nv_tileas.func @small(%0: tile<ptr<f16>>, %1: tile<i32>, %2: tile<i32>, %3: tile<i32>, %4: tile<i32>, %5: tile<ptr<f16>>, %6: tile<i32>, %7: tile<i32>, %8: tile<i32>, %9: tile<i32>, %10: tile<ptr<f16>>, %11: tile<i32>, %12: tile<i32>, %13: tile<i32>, %14: tile<i32>, %15: tile<ptr<f32>>, %16: tile<i32>, %17: tile<i32>, %18: tile<i32>, %19: tile<i32>) optimization_hints=<default = {}> {
  %20 = nv_tileas.create_mem_token : token
  %21 = nv_tileas.assume div_by<16>, %0 : tile<ptr<f16>>
  %22 = nv_tileas.assume div_by<16>, %5 : tile<ptr<f16>>
  %23 = nv_tileas.assume div_by<16>, %10 : tile<ptr<f16>>
  %24 = nv_tileas.assume div_by<16>, %15 : tile<ptr<f32>>
  %41 = nv_tileas.make_memref %21, shape = [256, 64], strides = [64, 1] : tensor_view<256x64xf16, strides=[64,1]>
  %42 = nv_tileas.make_memref %22, shape = [512, 64], strides = [64, 1] : tensor_view<512x64xf16, strides=[64,1]>
  %43 = nv_tileas.make_memref %23, shape = [512, 64], strides = [64, 1] : tensor_view<512x64xf16, strides=[64,1]>
  %44 = nv_tileas.make_memref %24, shape = [256, 64], strides = [64, 1] : tensor_view<256x64xf32, strides=[64,1]>
  %45, %46, %47 = nv_tileas.get_program_id : tile<i32>
  %48 = arith.constant <i32: 0> : tile<i32>
  %49 = nv_tileas.make_tiled_view %41 : partition_view<tile=(64x64), tensor_view<256x64xf16, strides=[64,1]>>
  %50, %51 = nv_tileas.tiled_load weak %49[%45, %48] token = %20 {tileas.schedule.constraint.gid = 0, tileas.schedule.constraint.leader_gid = 0} : partition_view<tile=(64x64), tensor_view<256x64xf16, strides=[64,1]>>, tile<i32> -> tile<64x64xf16>, token
  %52 = arith.constant <f32: 0.000000e+00> : tile<64x64xf32>
  %53 = arith.constant <i32: 8> : tile<i32>
  %55 = arith.constant <i32: 1> : tile<i32>
  %57 = nv_tileas.make_tiled_view %42 : partition_view<tile=(64x64), tensor_view<512x64xf16, strides=[64,1]>>
  %60 = nv_tileas.make_tiled_view %43 : partition_view<tile=(64x64), tensor_view<512x64xf16, strides=[64,1]>>
  %63 = arith.constant <f32: 5.000000e-01> : tile<64x64xf32>
  %64 = scf.for %65 in (%48 to %53, step %55) : tile<i32> iter_values(%66 = %52) -> (tile<64x64xf32>) {
    %67, %68 = nv_tileas.tiled_load weak %57[%65, %48] token = %20 {tileas.schedule.constraint.gid = 1, tileas.schedule.constraint.leader_gid = 1} : partition_view<tile=(64x64), tensor_view<512x64xf16, strides=[64,1]>>, tile<i32> -> tile<64x64xf16>, token
    %69 = nv_tileas.permute %67 [1, 0] : tile<64x64xf16> -> tile<64x64xf16>
    %70 = nv_tileas.dot %50, %69, %52 {nv_tile.aws.stage = 0, nv_tile.aws.order = 0, nv_tileas.lhs_major = k, nv_tileas.rhs_major = k} : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
    %71, %72 = nv_tileas.tiled_load weak %60[%65, %48] token = %20 {tileas.schedule.constraint.gid = 2, tileas.schedule.constraint.leader_gid = 2} : partition_view<tile=(64x64), tensor_view<512x64xf16, strides=[64,1]>>, tile<i32> -> tile<64x64xf16>, token
    %73 = arith.exp2 %70 {nv_tile.aws.stage = 0, nv_tile.aws.order = 3} : tile<64x64xf32>
    %74 = arith.ftof %73 {nv_tile.aws.stage = 0, nv_tile.aws.order = 3} : tile<64x64xf32> -> tile<64x64xf16>
    %75 = arith.mulf %66, %63 {nv_tile.aws.stage = 1, nv_tile.aws.order = 1} : tile<64x64xf32>
    %76 = nv_tileas.dot %74, %71, %75 {nv_tile.aws.stage = 1, nv_tile.aws.order = 2, nv_tileas.lhs_major = k, nv_tileas.rhs_major = mn} : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
    scf.continue %76 : tile<64x64xf32>
  } attributes {nv_tileas.roles = [consumer, producer], nv_tileas.num_warps = [4, 4], nv_tileas.max_regs = [232, 40], nv_tileas.stages = 5, nv_tileas.rings}
  %78 = nv_tileas.make_tiled_view %44 : partition_view<tile=(64x64), tensor_view<256x64xf32, strides=[64,1]>>
  %79 = nv_tileas.tiled_store weak %64, %78[%45, %48] token = %20 : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<256x64xf32, strides=[64,1]>>, tile<i32> -> token
  nv_tileas.return
}
//= nv_tileas.func @small(%0: tile<ptr<f16>>, %1: tile<i32>, %2: tile<i32>, %3: tile<i32>, %4: tile<i32>, %5: tile<ptr<f16>>, %6: tile<i32>, %7: tile<i32>, %8: tile<i32>, %9: tile<i32>, %10: tile<ptr<f16>>, %11: tile<i32>, %12: tile<i32>, %13: tile<i32>, %14: tile<i32>, %15: tile<ptr<f32>>, %16: tile<i32>, %17: tile<i32>, %18: tile<i32>, %19: tile<i32>) optimization_hints=<default = {}> {
//=   %25 = cutlass.pipeline.create {numStages = 1, num_producers = 1, num_consumers = 4}
//=   %26 = nv_tileas.alloc_tensor swizzle = 128b : !nv_tileas.buffer<1x64x64xf16>
//=   %27 = nv_tileas.create_pipe of %26 : !nv_tileas.buffer<1x64x64xf16> : !nv_tileas.pipe<depth = 1, slot_bytes = 8192, smem>
//=   cutlass.pipeline.init %25
//=   %28 = cutlass.pipeline.create {numStages = 5, num_producers = 1, num_consumers = 4}
//=   %29 = nv_tileas.alloc_tensor swizzle = 128b : !nv_tileas.buffer<5x64x64xf16>
//=   %30 = nv_tileas.create_pipe of %29 : !nv_tileas.buffer<5x64x64xf16> : !nv_tileas.pipe<depth = 5, slot_bytes = 8192, smem>
//=   cutlass.pipeline.init %28
//=   %31 = cutlass.pipeline.create {numStages = 5, num_producers = 1, num_consumers = 4}
//=   %32 = nv_tileas.alloc_tensor swizzle = 128b : !nv_tileas.buffer<5x64x64xf16>
//=   %33 = nv_tileas.create_pipe of %32 : !nv_tileas.buffer<5x64x64xf16> : !nv_tileas.pipe<depth = 5, slot_bytes = 8192, smem>
//=   cutlass.pipeline.init %31
//=   nv_tileas.async.pipeline.agent_switch roles = [consumer, producer] num_warps = [4, 4] max_regs = [232, 40] {
//=     %34 = cutlass.pipeline.state.create consumer
//=     %35 = cutlass.pipeline.state.create consumer
//=     %36 = cutlass.pipeline.state.create consumer
//=     %20 = nv_tileas.create_mem_token : token
//=     %21 = nv_tileas.assume div_by<16>, %0 : tile<ptr<f16>>
//=     %22 = nv_tileas.assume div_by<16>, %5 : tile<ptr<f16>>
//=     %23 = nv_tileas.assume div_by<16>, %10 : tile<ptr<f16>>
//=     %24 = nv_tileas.assume div_by<16>, %15 : tile<ptr<f32>>
//=     %41 = nv_tileas.make_memref %21, shape = [256, 64], strides = [64, 1] : tensor_view<256x64xf16, strides=[64,1]>
//=     %42 = nv_tileas.make_memref %22, shape = [512, 64], strides = [64, 1] : tensor_view<512x64xf16, strides=[64,1]>
//=     %43 = nv_tileas.make_memref %23, shape = [512, 64], strides = [64, 1] : tensor_view<512x64xf16, strides=[64,1]>
//=     %44 = nv_tileas.make_memref %24, shape = [256, 64], strides = [64, 1] : tensor_view<256x64xf32, strides=[64,1]>
//=     %45, %46, %47 = nv_tileas.get_program_id : tile<i32>
//=     %48 = arith.constant <i32: 0> : tile<i32>
//=     %49 = nv_tileas.make_tiled_view %41 : partition_view<tile=(64x64), tensor_view<256x64xf16, strides=[64,1]>>
//=     %51 = nv_tileas.create_mem_token : token
//=     %52 = arith.constant <f32: 0.000000e+00> : tile<64x64xf32>
//=     %53 = arith.constant <i32: 8> : tile<i32>
//=     %55 = arith.constant <i32: 1> : tile<i32>
//=     %57 = nv_tileas.make_tiled_view %42 : partition_view<tile=(64x64), tensor_view<512x64xf16, strides=[64,1]>>
//=     %60 = nv_tileas.make_tiled_view %43 : partition_view<tile=(64x64), tensor_view<512x64xf16, strides=[64,1]>>
//=     %63 = arith.constant <f32: 5.000000e-01> : tile<64x64xf32>
//=     cutlass.pipeline.consumer_wait %25, %34
//=     %37 = cutlass.pipeline.state.increment %25, %34
//=     %68 = nv_tileas.create_mem_token : token
//=     cutlass.pipeline.consumer_wait %28, %35 {nv_tile.aws.stage = 0, nv_tile.aws.order = 0}
//=     %38 = cutlass.pipeline.state.increment %28, %35 {nv_tile.aws.stage = 0, nv_tile.aws.order = 0}
//=     %39 = cutlass.pipeline.state.index %34 -> tile<i32> {nv_tile.aws.stage = 0, nv_tile.aws.order = 0}
//=     %40 = nv_tileas.local_load %26[%39] : !nv_tileas.buffer<1x64x64xf16> -> tile<64x64xf16> {nv_tile.aws.stage = 0, nv_tile.aws.order = 0}
//=     %54 = cutlass.pipeline.state.index %35 -> tile<i32> {nv_tile.aws.stage = 0, nv_tile.aws.order = 0}
//=     %56 = nv_tileas.local_load %29[%54] : !nv_tileas.buffer<5x64x64xf16> -> tile<64x64xf16> {nv_tile.aws.stage = 0, nv_tile.aws.order = 0}
//=     %58 = nv_tileas.permute %56 [1, 0] {nv_tile.aws.stage = 0, nv_tile.aws.order = 0} : tile<64x64xf16> -> tile<64x64xf16>
//=     %70 = nv_tileas.dot %40, %58, %52 {nv_tile.aws.stage = 0, nv_tile.aws.order = 0, nv_tileas.lhs_major = k, nv_tileas.rhs_major = k} : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
//=     cutlass.pipeline.consumer_release %28, %35 {nv_tile.aws.stage = 0, nv_tile.aws.order = 0}
//=     %72 = nv_tileas.create_mem_token : token
//=     %73 = arith.exp2 %70 {nv_tile.aws.stage = 0, nv_tile.aws.order = 3} : tile<64x64xf32>
//=     %74 = arith.ftof %73 {nv_tile.aws.stage = 0, nv_tile.aws.order = 3} : tile<64x64xf32> -> tile<64x64xf16>
//=     %59 = nv_tileas.words %74 {nv_tile.aws.stage = 0, nv_tile.aws.order = 3} : tile<64x64xf16> -> tile<64x32x1xi32>
//=     %61 = arith.addi %48, %55 : tile<i32>
//=     %62, %66, %69, %77 = scf.for %80 in (%61 to %53, step %55) : tile<i32> iter_values(%81 = %52, %82 = %38, %83 = %36, %84 = %59) -> (tile<64x64xf32>, !cutlass.pipeline_state, !cutlass.pipeline_state, tile<64x32x1xi32>) {
//=       %68_0 = nv_tileas.create_mem_token : token
//=       cutlass.pipeline.consumer_wait %28, %82 {nv_tile.aws.stage = 0, nv_tile.aws.order = 0}
//=       %85 = cutlass.pipeline.state.increment %28, %82 {nv_tile.aws.stage = 0, nv_tile.aws.order = 0}
//=       %86 = cutlass.pipeline.state.index %34 -> tile<i32> {nv_tile.aws.stage = 0, nv_tile.aws.order = 0}
//=       %87 = nv_tileas.local_load %26[%86] : !nv_tileas.buffer<1x64x64xf16> -> tile<64x64xf16> {nv_tile.aws.stage = 0, nv_tile.aws.order = 0}
//=       %88 = cutlass.pipeline.state.index %82 -> tile<i32> {nv_tile.aws.stage = 0, nv_tile.aws.order = 0}
//=       %89 = nv_tileas.local_load %29[%88] : !nv_tileas.buffer<5x64x64xf16> -> tile<64x64xf16> {nv_tile.aws.stage = 0, nv_tile.aws.order = 0}
//=       %90 = nv_tileas.permute %89 [1, 0] {nv_tile.aws.stage = 0, nv_tile.aws.order = 0} : tile<64x64xf16> -> tile<64x64xf16>
//=       %70_0 = nv_tileas.dot %87, %90, %52 {nv_tile.aws.stage = 0, nv_tile.aws.order = 0, nv_tileas.lhs_major = k, nv_tileas.rhs_major = k} : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
//=       cutlass.pipeline.consumer_release %28, %82 {nv_tile.aws.stage = 0, nv_tile.aws.order = 0}
//=       %72_0 = nv_tileas.create_mem_token : token
//=       %75 = arith.mulf %81, %63 {nv_tile.aws.stage = 1, nv_tile.aws.order = 1} : tile<64x64xf32>
//=       cutlass.pipeline.consumer_wait %31, %83 {nv_tile.aws.stage = 1, nv_tile.aws.order = 2}
//=       %91 = cutlass.pipeline.state.increment %31, %83 {nv_tile.aws.stage = 1, nv_tile.aws.order = 2}
//=       %92 = cutlass.pipeline.state.index %83 -> tile<i32> {nv_tile.aws.stage = 1, nv_tile.aws.order = 2}
//=       %93 = nv_tileas.local_load %32[%92] : !nv_tileas.buffer<5x64x64xf16> -> tile<64x64xf16> {nv_tile.aws.stage = 1, nv_tile.aws.order = 2}
//=       %76 = nv_tileas.word_dot %84, %93 mn, %75 {nv_tile.aws.stage = 1, nv_tile.aws.order = 2} : tile<64x32x1xi32>, tile<64x64xf16>, tile<64x64xf32>
//=       cutlass.pipeline.consumer_release %31, %83 {nv_tile.aws.stage = 1, nv_tile.aws.order = 2}
//=       %73_0 = arith.exp2 %70_0 {nv_tile.aws.stage = 0, nv_tile.aws.order = 3} : tile<64x64xf32>
//=       %74_0 = arith.ftof %73_0 {nv_tile.aws.stage = 0, nv_tile.aws.order = 3} : tile<64x64xf32> -> tile<64x64xf16>
//=       %94 = nv_tileas.words %74_0 {nv_tile.aws.stage = 0, nv_tile.aws.order = 3} : tile<64x64xf16> -> tile<64x32x1xi32>
//=       scf.continue %76, %85, %91, %94 : tile<64x64xf32>, !cutlass.pipeline_state, !cutlass.pipeline_state, tile<64x32x1xi32>
//=     } attributes {nv_tile.aws.agent = consumer}
//=     %75 = arith.mulf %62, %63 {nv_tile.aws.stage = 1, nv_tile.aws.order = 1} : tile<64x64xf32>
//=     cutlass.pipeline.consumer_wait %31, %69 {nv_tile.aws.stage = 1, nv_tile.aws.order = 2}
//=     %95 = cutlass.pipeline.state.increment %31, %69 {nv_tile.aws.stage = 1, nv_tile.aws.order = 2}
//=     %96 = cutlass.pipeline.state.index %69 -> tile<i32> {nv_tile.aws.stage = 1, nv_tile.aws.order = 2}
//=     %97 = nv_tileas.local_load %32[%96] : !nv_tileas.buffer<5x64x64xf16> -> tile<64x64xf16> {nv_tile.aws.stage = 1, nv_tile.aws.order = 2}
//=     %64 = nv_tileas.word_dot %77, %97 mn, %75 {nv_tile.aws.stage = 1, nv_tile.aws.order = 2} : tile<64x32x1xi32>, tile<64x64xf16>, tile<64x64xf32>
//=     cutlass.pipeline.consumer_release %31, %69 {nv_tile.aws.stage = 1, nv_tile.aws.order = 2}
//=     cutlass.pipeline.consumer_release %25, %34
//=     %78 = nv_tileas.make_tiled_view %44 : partition_view<tile=(64x64), tensor_view<256x64xf32, strides=[64,1]>>
//=     %79 = nv_tileas.tiled_store weak %64, %78[%45, %48] token = %20 : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<256x64xf32, strides=[64,1]>>, tile<i32> -> token
//=   } {
//=     %98 = cutlass.pipeline.state.create producer
//=     %99 = cutlass.pipeline.state.create producer
//=     %100 = cutlass.pipeline.state.create producer
//=     %21 = nv_tileas.assume div_by<16>, %0 : tile<ptr<f16>>
//=     %22 = nv_tileas.assume div_by<16>, %5 : tile<ptr<f16>>
//=     %23 = nv_tileas.assume div_by<16>, %10 : tile<ptr<f16>>
//=     %41 = nv_tileas.make_memref %21, shape = [256, 64], strides = [64, 1] : tensor_view<256x64xf16, strides=[64,1]>
//=     %42 = nv_tileas.make_memref %22, shape = [512, 64], strides = [64, 1] : tensor_view<512x64xf16, strides=[64,1]>
//=     %43 = nv_tileas.make_memref %23, shape = [512, 64], strides = [64, 1] : tensor_view<512x64xf16, strides=[64,1]>
//=     %45, %46, %47 = nv_tileas.get_program_id : tile<i32>
//=     %48 = arith.constant <i32: 0> : tile<i32>
//=     %49 = nv_tileas.make_tiled_view %41 : partition_view<tile=(64x64), tensor_view<256x64xf16, strides=[64,1]>>
//=     %101 = cutlass.pipeline.producer_acquire %25, %98
//=     %102 = cutlass.pipeline.state.increment %25, %101
//=     %103 = cutlass.pipeline.state.index %101 -> tile<i32>
//=     %104 = nv_tileas.create_mem_token : token
//=     %50, %51 = nv_tileas.tiled_load weak %49[%45, %48] token = %104 {tileas.schedule.constraint.gid = 0, tileas.schedule.constraint.leader_gid = 0} : partition_view<tile=(64x64), tensor_view<256x64xf16, strides=[64,1]>>, tile<i32> -> tile<64x64xf16>, token
//=     nv_tileas.local_store %50, %26[%103] : tile<64x64xf16>, !nv_tileas.buffer<1x64x64xf16>
//=     cutlass.pipeline.producer_commit %25, %101 {transaction_bytes = 0}
//=     %53 = arith.constant <i32: 8> : tile<i32>
//=     %55 = arith.constant <i32: 1> : tile<i32>
//=     %57 = nv_tileas.make_tiled_view %42 : partition_view<tile=(64x64), tensor_view<512x64xf16, strides=[64,1]>>
//=     %60 = nv_tileas.make_tiled_view %43 : partition_view<tile=(64x64), tensor_view<512x64xf16, strides=[64,1]>>
//=     %105, %106 = scf.for %65 in (%48 to %53, step %55) : tile<i32> iter_values(%107 = %99, %108 = %100) -> (!cutlass.pipeline_state, !cutlass.pipeline_state) {
//=       %109 = cutlass.pipeline.producer_acquire %28, %107
//=       %110 = cutlass.pipeline.state.increment %28, %109
//=       %111 = cutlass.pipeline.state.index %109 -> tile<i32>
//=       %112 = nv_tileas.create_mem_token : token
//=       %67, %68 = nv_tileas.tiled_load weak %57[%65, %48] token = %112 {tileas.schedule.constraint.gid = 1, tileas.schedule.constraint.leader_gid = 1} : partition_view<tile=(64x64), tensor_view<512x64xf16, strides=[64,1]>>, tile<i32> -> tile<64x64xf16>, token
//=       nv_tileas.local_store %67, %29[%111] : tile<64x64xf16>, !nv_tileas.buffer<5x64x64xf16>
//=       cutlass.pipeline.producer_commit %28, %109 {transaction_bytes = 0}
//=       %113 = cutlass.pipeline.producer_acquire %31, %108
//=       %114 = cutlass.pipeline.state.increment %31, %113
//=       %115 = cutlass.pipeline.state.index %113 -> tile<i32>
//=       %116 = nv_tileas.create_mem_token : token
//=       %71, %72 = nv_tileas.tiled_load weak %60[%65, %48] token = %116 {tileas.schedule.constraint.gid = 2, tileas.schedule.constraint.leader_gid = 2} : partition_view<tile=(64x64), tensor_view<512x64xf16, strides=[64,1]>>, tile<i32> -> tile<64x64xf16>, token
//=       nv_tileas.local_store %71, %32[%115] : tile<64x64xf16>, !nv_tileas.buffer<5x64x64xf16>
//=       cutlass.pipeline.producer_commit %31, %113 {transaction_bytes = 0}
//=       scf.continue %110, %114 : !cutlass.pipeline_state, !cutlass.pipeline_state
//=     } attributes {nv_tile.aws.agent = producer}
//=     cutlass.pipeline.producer_tail %25, %102
//=     cutlass.pipeline.producer_tail %28, %105
//=     cutlass.pipeline.producer_tail %31, %106
//=   }
//=   nv_tileas.return
//= }
