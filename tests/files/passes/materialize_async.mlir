// test: pass materialize-async
// Loads that fill a slot become copies by TMA on its barrier, products asynchronous ones that read the slot
nv_tileas.func @k(%pa: tile<ptr<f16>>, %pb: tile<ptr<f16>>, %pc: tile<ptr<f32>>) {
  %0 = cutlass.pipeline.create {numStages = 6, num_producers = 1, num_consumers = 4}
  %1 = nv_tileas.alloc_tensor swizzle = 128b : !nv_tileas.buffer<6x128x64xf16>
  %2 = nv_tileas.alloc_tensor swizzle = 128b : !nv_tileas.buffer<6x64x64xf16>
  %3 = nv_tileas.create_pipe of %1, %2 : !nv_tileas.buffer<6x128x64xf16>, !nv_tileas.buffer<6x64x64xf16> : !nv_tileas.pipe<depth = 6, slot_bytes = 24576, smem>
  cutlass.pipeline.init %0
  %row, %column, %z = nv_tileas.get_program_id : tile<i32>
  %zero = arith.constant <i32: 0> : tile<i32>
  %one = arith.constant <i32: 1> : tile<i32>
  %steps = arith.constant <i32: 8> : tile<i32>
  nv_tileas.async.pipeline.agent_switch roles = [consumer, producer] num_warps = [4, 4] max_regs = [152, 40] {
    %4 = cutlass.pipeline.state.create consumer
    %sum = arith.constant <f32: 0.000000e+00> : tile<128x64xf32, #nv_tileas.layout<reg=[1, 512, 8, 16, 32, 4096], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>>
    %tc = nv_tileas.make_memref %pc, shape = [256, 128], strides = [128, 1] : tensor_view<256x128xf32, strides=[128,1]>
    %vc = nv_tileas.make_tiled_view %tc : partition_view<tile=(128x64), tensor_view<256x128xf32, strides=[128,1]>>
    %r, %5 = scf.for %i in (%zero to %steps, step %one) : tile<i32> iter_values(%acc = %sum, %6 = %4) -> (tile<128x64xf32, #nv_tileas.layout<reg=[1, 512, 8, 16, 32, 4096], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>>, !cutlass.pipeline_state) {
      cutlass.pipeline.consumer_wait %0, %6
      %7 = cutlass.pipeline.state.index %6 -> tile<i32>
      %a = nv_tileas.local_load %1[%7] : !nv_tileas.buffer<6x128x64xf16> -> tile<128x64xf16>
      %b = nv_tileas.local_load %2[%7] : !nv_tileas.buffer<6x64x64xf16> -> tile<64x64xf16>
      %next = nv_tileas.dot %a, %b, %acc {nv_tile.aws.stage = 0, nv_tile.aws.order = 7, nv_tileas.lhs_major = k, nv_tileas.rhs_major = mn} : tile<128x64xf16>, tile<64x64xf16>, tile<128x64xf32, #nv_tileas.layout<reg=[1, 512, 8, 16, 32, 4096], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>>
      cutlass.pipeline.consumer_release %0, %6
      %8 = cutlass.pipeline.state.increment %0, %6
      scf.continue %next, %8 : tile<128x64xf32, #nv_tileas.layout<reg=[1, 512, 8, 16, 32, 4096], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>>, !cutlass.pipeline_state
    } attributes {nv_tileas.products_in_flight = 1, nv_tile.aws.agent = consumer}
    %r_0 = nv_tileas.convert_layout %r : tile<128x64xf32, #nv_tileas.layout<reg=[1, 512, 8, 16, 32, 4096], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>> -> tile<128x64xf32, #nv_tileas.layout<reg=[64, 128, 256, 512, 32, 4096], lane=[1, 2, 4, 8, 16], warp=[1024, 2048]>>
    %t = nv_tileas.tiled_store weak %r_0, %vc[%row, %column] {nv_tileas.layout = #nv_tileas.layout<reg=[64, 128, 256, 512, 32, 4096], lane=[1, 2, 4, 8, 16], warp=[1024, 2048]>} : tile<128x64xf32, #nv_tileas.layout<reg=[64, 128, 256, 512, 32, 4096], lane=[1, 2, 4, 8, 16], warp=[1024, 2048]>>, partition_view<tile=(128x64), tensor_view<256x128xf32, strides=[128,1]>>, tile<i32> -> token
  } {
    %9 = cutlass.pipeline.state.create producer
    %aa = nv_tileas.assume div_by<16>, %pa : tile<ptr<f16>>
    %ab = nv_tileas.assume div_by<16>, %pb : tile<ptr<f16>>
    %ta = nv_tileas.make_memref %aa, shape = [256, 512], strides = [512, 1] : tensor_view<256x512xf16, strides=[512,1]>
    %tb = nv_tileas.make_memref %ab, shape = [512, 128], strides = [128, 1] : tensor_view<512x128xf16, strides=[128,1]>
    %va = nv_tileas.make_tiled_view %ta : partition_view<tile=(128x64), tensor_view<256x512xf16, strides=[512,1]>>
    %vb = nv_tileas.make_tiled_view %tb : partition_view<tile=(64x64), tensor_view<512x128xf16, strides=[128,1]>>
    %10 = scf.for %i in (%zero to %steps, step %one) : tile<i32> iter_values(%11 = %9) -> (!cutlass.pipeline_state) {
      cutlass.pipeline.producer_acquire %0, %11
      %12 = cutlass.pipeline.state.index %11 -> tile<i32>
      %a, %t1 = nv_tileas.tiled_load weak %va[%row, %i] {tileas.schedule.constraint.gid = 0, tileas.schedule.constraint.leader_gid = 0, nv_tile.aws.stage = 0, nv_tile.aws.order = 1} : partition_view<tile=(128x64), tensor_view<256x512xf16, strides=[512,1]>>, tile<i32> -> tile<128x64xf16>, token
      nv_tileas.local_store %a, %1[%12] : tile<128x64xf16>, !nv_tileas.buffer<6x128x64xf16>
      %b, %t2 = nv_tileas.tiled_load weak %vb[%i, %column] {tileas.schedule.constraint.gid = 1, tileas.schedule.constraint.leader_gid = 0, nv_tile.aws.stage = 0, nv_tile.aws.order = 2} : partition_view<tile=(64x64), tensor_view<512x128xf16, strides=[128,1]>>, tile<i32> -> tile<64x64xf16>, token
      nv_tileas.local_store %b, %2[%12] : tile<64x64xf16>, !nv_tileas.buffer<6x64x64xf16>
      cutlass.pipeline.producer_commit %0, %11 {transaction_bytes = 0}
      %13 = cutlass.pipeline.state.increment %0, %11
      scf.continue %13 : !cutlass.pipeline_state
    } attributes {nv_tileas.products_in_flight = 1, nv_tile.aws.agent = producer}
    cutlass.pipeline.producer_tail %0, %10
  }
  nv_tileas.return
}
//= nv_tileas.func @k(%pa: tile<ptr<f16>>, %pb: tile<ptr<f16>>, %pc: tile<ptr<f32>>) {
//=   %0 = cutlass.pipeline.create {numStages = 6, num_producers = 1, num_consumers = 4}
//=   %1 = nv_tileas.alloc_tensor swizzle = 128b : !nv_tileas.buffer<6x128x64xf16>
//=   %2 = nv_tileas.alloc_tensor swizzle = 128b : !nv_tileas.buffer<6x64x64xf16>
//=   %3 = nv_tileas.create_pipe of %1, %2 : !nv_tileas.buffer<6x128x64xf16>, !nv_tileas.buffer<6x64x64xf16> : !nv_tileas.pipe<depth = 6, slot_bytes = 24576, smem>
//=   cutlass.pipeline.init %0
//=   %row, %column, %z = nv_tileas.get_program_id : tile<i32>
//=   %zero = arith.constant <i32: 0> : tile<i32>
//=   %one = arith.constant <i32: 1> : tile<i32>
//=   %steps = arith.constant <i32: 8> : tile<i32>
//=   nv_tileas.async.pipeline.agent_switch roles = [consumer, producer] num_warps = [4, 4] max_regs = [152, 40] {
//=     %4 = cutlass.pipeline.state.create consumer
//=     %sum = arith.constant <f32: 0.000000e+00> : tile<128x64xf32, #nv_tileas.layout<reg=[1, 512, 8, 16, 32, 4096], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>>
//=     %tc = nv_tileas.make_memref %pc, shape = [256, 128], strides = [128, 1] : tensor_view<256x128xf32, strides=[128,1]>
//=     %vc = nv_tileas.make_tiled_view %tc : partition_view<tile=(128x64), tensor_view<256x128xf32, strides=[128,1]>>
//=     %14 = nvvm.read_sreg laneid : tile<i32>
//=     %15 = arith.constant <i32: 0> : tile<i32>
//=     %16 = arith.cmpi equal %14, %15, signed : tile<i32> -> tile<i1>
//=     %r, %5, %17 = scf.for %i in (%zero to %steps, step %one) : tile<i32> iter_values(%acc = %sum, %6 = %4, %18 = %4) -> (tile<128x64xf32, #nv_tileas.layout<reg=[1, 512, 8, 16, 32, 4096], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>>, !cutlass.pipeline_state, !cutlass.pipeline_state) {
//=       %19 = arith.cmpi not_equal %i, %zero, signed : tile<i32> -> tile<i1>
//=       %20 = arith.andi %19, %16 : tile<i1>
//=       cutlass.pipeline.consumer_wait %0, %6
//=       %7 = cutlass.pipeline.state.index %6 -> tile<i32>
//=       nvvm.wgmma.fence
//=       %next = nv_tileas.async.dot %1[%7] k, %2[%7] mn, %acc : !nv_tileas.buffer<6x128x64xf16>, !nv_tileas.buffer<6x64x64xf16>, tile<128x64xf32, #nv_tileas.layout<reg=[1, 512, 8, 16, 32, 4096], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>>
//=       nvvm.wgmma.commit_group
//=       nvvm.wgmma.wait_group 1
//=       cutlass.pipeline.consumer_release %0, %18 if %20
//=       %8 = cutlass.pipeline.state.increment %0, %6
//=       scf.continue %next, %8, %6 : tile<128x64xf32, #nv_tileas.layout<reg=[1, 512, 8, 16, 32, 4096], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>>, !cutlass.pipeline_state, !cutlass.pipeline_state
//=     } attributes {nv_tileas.products_in_flight = 1, nv_tile.aws.agent = consumer}
//=     nvvm.wgmma.wait_group 0
//=     %21 = arith.cmpi less_than %zero, %steps, signed : tile<i32> -> tile<i1>
//=     %22 = arith.andi %21, %16 : tile<i1>
//=     cutlass.pipeline.consumer_release %0, %17 if %22
//=     %r_0 = nv_tileas.convert_layout %r : tile<128x64xf32, #nv_tileas.layout<reg=[1, 512, 8, 16, 32, 4096], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>> -> tile<128x64xf32, #nv_tileas.layout<reg=[64, 128, 256, 512, 32, 4096], lane=[1, 2, 4, 8, 16], warp=[1024, 2048]>>
//=     %t = nv_tileas.tiled_store weak %r_0, %vc[%row, %column] {nv_tileas.layout = #nv_tileas.layout<reg=[64, 128, 256, 512, 32, 4096], lane=[1, 2, 4, 8, 16], warp=[1024, 2048]>} : tile<128x64xf32, #nv_tileas.layout<reg=[64, 128, 256, 512, 32, 4096], lane=[1, 2, 4, 8, 16], warp=[1024, 2048]>>, partition_view<tile=(128x64), tensor_view<256x128xf32, strides=[128,1]>>, tile<i32> -> token
//=   } {
//=     %9 = cutlass.pipeline.state.create producer
//=     %aa = nv_tileas.assume div_by<16>, %pa : tile<ptr<f16>>
//=     %ab = nv_tileas.assume div_by<16>, %pb : tile<ptr<f16>>
//=     %ta = nv_tileas.make_memref %aa, shape = [256, 512], strides = [512, 1] : tensor_view<256x512xf16, strides=[512,1]>
//=     %tb = nv_tileas.make_memref %ab, shape = [512, 128], strides = [128, 1] : tensor_view<512x128xf16, strides=[128,1]>
//=     %va = nv_tileas.make_tiled_view %ta : partition_view<tile=(128x64), tensor_view<256x512xf16, strides=[512,1]>>
//=     %vb = nv_tileas.make_tiled_view %tb : partition_view<tile=(64x64), tensor_view<512x128xf16, strides=[128,1]>>
//=     %10 = scf.for %i in (%zero to %steps, step %one) : tile<i32> iter_values(%11 = %9) -> (!cutlass.pipeline_state) {
//=       %23 = cutlass.pipeline.producer_acquire %0, %11
//=       %12 = cutlass.pipeline.state.index %11 -> tile<i32>
//=       %24 = cutlass.pipeline.full_barrier %0, %11 -> tile<i32>
//=       nv_tileas.async.tiled_tma_load %va[%row, %i], %1[%12], %24 descriptor = 0 : partition_view<tile=(128x64), tensor_view<256x512xf16, strides=[512,1]>>, !nv_tileas.buffer<6x128x64xf16>, tile<i32>
//=       %25 = cutlass.pipeline.full_barrier %0, %11 -> tile<i32>
//=       nv_tileas.async.tiled_tma_load %vb[%i, %column], %2[%12], %25 descriptor = 1 : partition_view<tile=(64x64), tensor_view<512x128xf16, strides=[128,1]>>, !nv_tileas.buffer<6x64x64xf16>, tile<i32>
//=       cutlass.pipeline.producer_commit %0, %11 {transaction_bytes = 24576}
//=       %13 = cutlass.pipeline.state.increment %0, %11
//=       scf.continue %13 : !cutlass.pipeline_state
//=     } attributes {nv_tileas.products_in_flight = 1, nv_tile.aws.agent = producer}
//=     cutlass.pipeline.producer_tail %0, %10
//=   }
//=   nv_tileas.return
//= } attributes {nv_tile.tensor_maps = [{element = f16, base = 0, dims = [512, 256], strides = [1024], box = [64, 128], swizzle = "128b"}, {element = f16, base = 1, dims = [128, 512], strides = [256], box = [64, 64], swizzle = "128b"}]}
// -----
// test: pass materialize-async
// A slot that is filled and never handed on
nv_tileas.func @k(%pa: tile<ptr<f16>>, %pb: tile<ptr<f16>>, %pc: tile<ptr<f32>>) {
  %0 = cutlass.pipeline.create {numStages = 6, num_producers = 1, num_consumers = 4}
  %1 = nv_tileas.alloc_tensor swizzle = 128b : !nv_tileas.buffer<6x128x64xf16>
  %2 = nv_tileas.alloc_tensor swizzle = 128b : !nv_tileas.buffer<6x64x64xf16>
  %3 = nv_tileas.create_pipe of %1, %2 : !nv_tileas.buffer<6x128x64xf16>, !nv_tileas.buffer<6x64x64xf16> : !nv_tileas.pipe<depth = 6, slot_bytes = 24576, smem>
  cutlass.pipeline.init %0
  %row, %column, %z = nv_tileas.get_program_id : tile<i32>
  %zero = arith.constant <i32: 0> : tile<i32>
  %one = arith.constant <i32: 1> : tile<i32>
  %steps = arith.constant <i32: 8> : tile<i32>
  nv_tileas.async.pipeline.agent_switch roles = [consumer, producer] num_warps = [4, 4] max_regs = [152, 40] {
    %4 = cutlass.pipeline.state.create consumer
    %sum = arith.constant <f32: 0.000000e+00> : tile<128x64xf32, #nv_tileas.layout<reg=[1, 512, 8, 16, 32, 4096], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>>
    %tc = nv_tileas.make_memref %pc, shape = [256, 128], strides = [128, 1] : tensor_view<256x128xf32, strides=[128,1]>
    %vc = nv_tileas.make_tiled_view %tc : partition_view<tile=(128x64), tensor_view<256x128xf32, strides=[128,1]>>
    %r, %5 = scf.for %i in (%zero to %steps, step %one) : tile<i32> iter_values(%acc = %sum, %6 = %4) -> (tile<128x64xf32, #nv_tileas.layout<reg=[1, 512, 8, 16, 32, 4096], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>>, !cutlass.pipeline_state) {
      cutlass.pipeline.consumer_wait %0, %6
      %7 = cutlass.pipeline.state.index %6 -> tile<i32>
      %a = nv_tileas.local_load %1[%7] : !nv_tileas.buffer<6x128x64xf16> -> tile<128x64xf16>
      %b = nv_tileas.local_load %2[%7] : !nv_tileas.buffer<6x64x64xf16> -> tile<64x64xf16>
      %next = nv_tileas.dot %a, %b, %acc {nv_tile.aws.stage = 0, nv_tile.aws.order = 7, nv_tileas.lhs_major = k, nv_tileas.rhs_major = mn} : tile<128x64xf16>, tile<64x64xf16>, tile<128x64xf32, #nv_tileas.layout<reg=[1, 512, 8, 16, 32, 4096], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>>
      cutlass.pipeline.consumer_release %0, %6
      %8 = cutlass.pipeline.state.increment %0, %6
      scf.continue %next, %8 : tile<128x64xf32, #nv_tileas.layout<reg=[1, 512, 8, 16, 32, 4096], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>>, !cutlass.pipeline_state
    } attributes {nv_tileas.products_in_flight = 1, nv_tile.aws.agent = consumer}
    %r_0 = nv_tileas.convert_layout %r : tile<128x64xf32, #nv_tileas.layout<reg=[1, 512, 8, 16, 32, 4096], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>> -> tile<128x64xf32, #nv_tileas.layout<reg=[64, 128, 256, 512, 32, 4096], lane=[1, 2, 4, 8, 16], warp=[1024, 2048]>>
    %t = nv_tileas.tiled_store weak %r_0, %vc[%row, %column] {nv_tileas.layout = #nv_tileas.layout<reg=[64, 128, 256, 512, 32, 4096], lane=[1, 2, 4, 8, 16], warp=[1024, 2048]>} : tile<128x64xf32, #nv_tileas.layout<reg=[64, 128, 256, 512, 32, 4096], lane=[1, 2, 4, 8, 16], warp=[1024, 2048]>>, partition_view<tile=(128x64), tensor_view<256x128xf32, strides=[128,1]>>, tile<i32> -> token
  } {
    %9 = cutlass.pipeline.state.create producer
    %aa = nv_tileas.assume div_by<16>, %pa : tile<ptr<f16>>
    %ab = nv_tileas.assume div_by<16>, %pb : tile<ptr<f16>>
    %ta = nv_tileas.make_memref %aa, shape = [256, 512], strides = [512, 1] : tensor_view<256x512xf16, strides=[512,1]>
    %tb = nv_tileas.make_memref %ab, shape = [512, 128], strides = [128, 1] : tensor_view<512x128xf16, strides=[128,1]>
    %va = nv_tileas.make_tiled_view %ta : partition_view<tile=(128x64), tensor_view<256x512xf16, strides=[512,1]>>
    %vb = nv_tileas.make_tiled_view %tb : partition_view<tile=(64x64), tensor_view<512x128xf16, strides=[128,1]>>
    %10 = scf.for %i in (%zero to %steps, step %one) : tile<i32> iter_values(%11 = %9) -> (!cutlass.pipeline_state) {
      cutlass.pipeline.producer_acquire %0, %11
      %12 = cutlass.pipeline.state.index %11 -> tile<i32>
      %a, %t1 = nv_tileas.tiled_load weak %va[%row, %i] {tileas.schedule.constraint.gid = 0, tileas.schedule.constraint.leader_gid = 0, nv_tile.aws.stage = 0, nv_tile.aws.order = 1} : partition_view<tile=(128x64), tensor_view<256x512xf16, strides=[512,1]>>, tile<i32> -> tile<128x64xf16>, token
      nv_tileas.local_store %a, %1[%12] : tile<128x64xf16>, !nv_tileas.buffer<6x128x64xf16>
      %b, %t2 = nv_tileas.tiled_load weak %vb[%i, %column] {tileas.schedule.constraint.gid = 1, tileas.schedule.constraint.leader_gid = 0, nv_tile.aws.stage = 0, nv_tile.aws.order = 2} : partition_view<tile=(64x64), tensor_view<512x128xf16, strides=[128,1]>>, tile<i32> -> tile<64x64xf16>, token
      nv_tileas.local_store %b, %2[%12] : tile<64x64xf16>, !nv_tileas.buffer<6x64x64xf16>
      %13 = cutlass.pipeline.state.increment %0, %11
      scf.continue %13 : !cutlass.pipeline_state
    } attributes {nv_tileas.products_in_flight = 1, nv_tile.aws.agent = producer}
    cutlass.pipeline.producer_tail %0, %10
  }
  nv_tileas.return
}
//= 41:7 error[internal]: a copy that no one commits
// -----
// test: pass materialize-async
// Products of a loop with rings run until what they make is taken, and their slots are released then.
nv_tileas.func @small(%0: tile<ptr<f16>>, %1: tile<i32>, %2: tile<i32>, %3: tile<i32>, %4: tile<i32>, %5: tile<ptr<f16>>, %6: tile<i32>, %7: tile<i32>, %8: tile<i32>, %9: tile<i32>, %10: tile<ptr<f16>>, %11: tile<i32>, %12: tile<i32>, %13: tile<i32>, %14: tile<i32>, %15: tile<ptr<f32>>, %16: tile<i32>, %17: tile<i32>, %18: tile<i32>, %19: tile<i32>) optimization_hints=<default = {}> {
  %25 = cutlass.pipeline.create {numStages = 1, num_producers = 1, num_consumers = 4}
  %26 = nv_tileas.alloc_tensor swizzle = 128b : !nv_tileas.buffer<1x64x64xf16>
  %27 = nv_tileas.create_pipe of %26 : !nv_tileas.buffer<1x64x64xf16> : !nv_tileas.pipe<depth = 1, slot_bytes = 8192, smem>
  cutlass.pipeline.init %25
  %28 = cutlass.pipeline.create {numStages = 5, num_producers = 1, num_consumers = 4}
  %29 = nv_tileas.alloc_tensor swizzle = 128b : !nv_tileas.buffer<5x64x64xf16>
  %30 = nv_tileas.create_pipe of %29 : !nv_tileas.buffer<5x64x64xf16> : !nv_tileas.pipe<depth = 5, slot_bytes = 8192, smem>
  cutlass.pipeline.init %28
  %31 = cutlass.pipeline.create {numStages = 5, num_producers = 1, num_consumers = 4}
  %32 = nv_tileas.alloc_tensor swizzle = 128b : !nv_tileas.buffer<5x64x64xf16>
  %33 = nv_tileas.create_pipe of %32 : !nv_tileas.buffer<5x64x64xf16> : !nv_tileas.pipe<depth = 5, slot_bytes = 8192, smem>
  cutlass.pipeline.init %31
  %45, %46, %47 = nv_tileas.get_program_id : tile<i32>
  %48 = arith.constant <i32: 0> : tile<i32>
  %53 = arith.constant <i32: 8> : tile<i32>
  %55 = arith.constant <i32: 1> : tile<i32>
  nv_tileas.async.pipeline.agent_switch roles = [consumer, producer] num_warps = [4, 4] max_regs = [232, 40] {
    %34 = cutlass.pipeline.state.create consumer
    %35 = cutlass.pipeline.state.create consumer
    %36 = cutlass.pipeline.state.create consumer
    %20 = nv_tileas.create_mem_token : token
    %24 = nv_tileas.assume div_by<16>, %15 : tile<ptr<f32>>
    %44 = nv_tileas.make_memref %24, shape = [256, 64], strides = [64, 1] : tensor_view<256x64xf32, strides=[64,1]>
    %52 = arith.constant <f32: 0.000000e+00> : tile<64x64xf32, #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>>
    %63 = arith.constant <f32: 5.000000e-01> : tile<64x64xf32, #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>>
    cutlass.pipeline.consumer_wait %25, %34
    %37 = cutlass.pipeline.state.index %34 -> tile<i32>
    cutlass.pipeline.consumer_wait %28, %35 {nv_tile.aws.stage = 0, nv_tile.aws.order = 0}
    %38 = cutlass.pipeline.state.index %35 -> tile<i32> {nv_tile.aws.stage = 0, nv_tile.aws.order = 0}
    %39 = nv_tileas.local_load %26[%37] : !nv_tileas.buffer<1x64x64xf16> -> tile<64x64xf16> {nv_tile.aws.stage = 0, nv_tile.aws.order = 0}
    %40 = nv_tileas.local_load %29[%38] : !nv_tileas.buffer<5x64x64xf16> -> tile<64x64xf16> {nv_tile.aws.stage = 0, nv_tile.aws.order = 0}
    %54 = nv_tileas.permute %40 [1, 0] {nv_tile.aws.stage = 0, nv_tile.aws.order = 0} : tile<64x64xf16> -> tile<64x64xf16>
    %70 = nv_tileas.dot %39, %54, %52 {nv_tile.aws.stage = 0, nv_tile.aws.order = 0, nv_tileas.lhs_major = k, nv_tileas.rhs_major = k} : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32, #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>>
    cutlass.pipeline.consumer_release %28, %35 {nv_tile.aws.stage = 0, nv_tile.aws.order = 0}
    %56 = cutlass.pipeline.state.increment %28, %35 {nv_tile.aws.stage = 0, nv_tile.aws.order = 0}
    %73 = arith.exp2 %70 {nv_tile.aws.stage = 0, nv_tile.aws.order = 3} : tile<64x64xf32, #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>>
    %74 = arith.ftof %73 {nv_tile.aws.stage = 0, nv_tile.aws.order = 3} : tile<64x64xf32, #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>> -> tile<64x64xf16, #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>>
    %58 = nv_tileas.words %74 {nv_tile.aws.stage = 0, nv_tile.aws.order = 3} : tile<64x64xf16, #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>> -> tile<64x32x1xi32, #nv_tileas.layout<reg=[256, 4, 8, 16], lane=[1, 2, 32, 64, 128], warp=[512, 1024]>>
    %59 = arith.addi %48, %55 : tile<i32>
    %61, %62, %66, %69 = scf.for %77 in (%59 to %53, step %55) : tile<i32> iter_values(%80 = %52, %81 = %56, %82 = %36, %83 = %58) -> (tile<64x64xf32, #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>>, !cutlass.pipeline_state, !cutlass.pipeline_state, tile<64x32x1xi32, #nv_tileas.layout<reg=[256, 4, 8, 16], lane=[1, 2, 32, 64, 128], warp=[512, 1024]>>) {
      cutlass.pipeline.consumer_wait %28, %81 {nv_tile.aws.stage = 0, nv_tile.aws.order = 0}
      %84 = cutlass.pipeline.state.index %81 -> tile<i32> {nv_tile.aws.stage = 0, nv_tile.aws.order = 0}
      %85 = nv_tileas.local_load %26[%37] : !nv_tileas.buffer<1x64x64xf16> -> tile<64x64xf16> {nv_tile.aws.stage = 0, nv_tile.aws.order = 0}
      %86 = nv_tileas.local_load %29[%84] : !nv_tileas.buffer<5x64x64xf16> -> tile<64x64xf16> {nv_tile.aws.stage = 0, nv_tile.aws.order = 0}
      %87 = nv_tileas.permute %86 [1, 0] {nv_tile.aws.stage = 0, nv_tile.aws.order = 0} : tile<64x64xf16> -> tile<64x64xf16>
      %70_0 = nv_tileas.dot %85, %87, %52 {nv_tile.aws.stage = 0, nv_tile.aws.order = 0, nv_tileas.lhs_major = k, nv_tileas.rhs_major = k} : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32, #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>>
      cutlass.pipeline.consumer_release %28, %81 {nv_tile.aws.stage = 0, nv_tile.aws.order = 0}
      %88 = cutlass.pipeline.state.increment %28, %81 {nv_tile.aws.stage = 0, nv_tile.aws.order = 0}
      %75 = arith.mulf %80, %63 {nv_tile.aws.stage = 1, nv_tile.aws.order = 1} : tile<64x64xf32, #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>>
      cutlass.pipeline.consumer_wait %31, %82 {nv_tile.aws.stage = 1, nv_tile.aws.order = 2}
      %89 = cutlass.pipeline.state.index %82 -> tile<i32> {nv_tile.aws.stage = 1, nv_tile.aws.order = 2}
      %90 = nv_tileas.local_load %32[%89] : !nv_tileas.buffer<5x64x64xf16> -> tile<64x64xf16> {nv_tile.aws.stage = 1, nv_tile.aws.order = 2}
      %76 = nv_tileas.word_dot %83, %90 mn, %75 {nv_tile.aws.stage = 1, nv_tile.aws.order = 2} : tile<64x32x1xi32, #nv_tileas.layout<reg=[256, 4, 8, 16], lane=[1, 2, 32, 64, 128], warp=[512, 1024]>>, tile<64x64xf16>, tile<64x64xf32, #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>>
      cutlass.pipeline.consumer_release %31, %82 {nv_tile.aws.stage = 1, nv_tile.aws.order = 2}
      %91 = cutlass.pipeline.state.increment %31, %82 {nv_tile.aws.stage = 1, nv_tile.aws.order = 2}
      %73_0 = arith.exp2 %70_0 {nv_tile.aws.stage = 0, nv_tile.aws.order = 3} : tile<64x64xf32, #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>>
      %74_0 = arith.ftof %73_0 {nv_tile.aws.stage = 0, nv_tile.aws.order = 3} : tile<64x64xf32, #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>> -> tile<64x64xf16, #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>>
      %92 = nv_tileas.words %74_0 {nv_tile.aws.stage = 0, nv_tile.aws.order = 3} : tile<64x64xf16, #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>> -> tile<64x32x1xi32, #nv_tileas.layout<reg=[256, 4, 8, 16], lane=[1, 2, 32, 64, 128], warp=[512, 1024]>>
      scf.continue %76, %88, %91, %92 : tile<64x64xf32, #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>>, !cutlass.pipeline_state, !cutlass.pipeline_state, tile<64x32x1xi32, #nv_tileas.layout<reg=[256, 4, 8, 16], lane=[1, 2, 32, 64, 128], warp=[512, 1024]>>
    } attributes {nv_tile.aws.agent = consumer}
    %75 = arith.mulf %61, %63 {nv_tile.aws.stage = 1, nv_tile.aws.order = 1} : tile<64x64xf32, #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>>
    cutlass.pipeline.consumer_wait %31, %66 {nv_tile.aws.stage = 1, nv_tile.aws.order = 2}
    %93 = cutlass.pipeline.state.index %66 -> tile<i32> {nv_tile.aws.stage = 1, nv_tile.aws.order = 2}
    %94 = nv_tileas.local_load %32[%93] : !nv_tileas.buffer<5x64x64xf16> -> tile<64x64xf16> {nv_tile.aws.stage = 1, nv_tile.aws.order = 2}
    %64 = nv_tileas.word_dot %69, %94 mn, %75 {nv_tile.aws.stage = 1, nv_tile.aws.order = 2} : tile<64x32x1xi32, #nv_tileas.layout<reg=[256, 4, 8, 16], lane=[1, 2, 32, 64, 128], warp=[512, 1024]>>, tile<64x64xf16>, tile<64x64xf32, #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>>
    cutlass.pipeline.consumer_release %31, %66 {nv_tile.aws.stage = 1, nv_tile.aws.order = 2}
    cutlass.pipeline.consumer_release %25, %34
    %78 = nv_tileas.make_tiled_view %44 : partition_view<tile=(64x64), tensor_view<256x64xf32, strides=[64,1]>>
    %79 = nv_tileas.tiled_store weak %64, %78[%45, %48] token = %20 {nv_tileas.layout = #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>} : tile<64x64xf32, #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>>, partition_view<tile=(64x64), tensor_view<256x64xf32, strides=[64,1]>>, tile<i32> -> token
  } {
    %95 = cutlass.pipeline.state.create producer
    %96 = cutlass.pipeline.state.create producer
    %97 = cutlass.pipeline.state.create producer
    %21 = nv_tileas.assume div_by<16>, %0 : tile<ptr<f16>>
    %22 = nv_tileas.assume div_by<16>, %5 : tile<ptr<f16>>
    %23 = nv_tileas.assume div_by<16>, %10 : tile<ptr<f16>>
    %41 = nv_tileas.make_memref %21, shape = [256, 64], strides = [64, 1] : tensor_view<256x64xf16, strides=[64,1]>
    %42 = nv_tileas.make_memref %22, shape = [512, 64], strides = [64, 1] : tensor_view<512x64xf16, strides=[64,1]>
    %43 = nv_tileas.make_memref %23, shape = [512, 64], strides = [64, 1] : tensor_view<512x64xf16, strides=[64,1]>
    %49 = nv_tileas.make_tiled_view %41 : partition_view<tile=(64x64), tensor_view<256x64xf16, strides=[64,1]>>
    %98 = nv_tileas.create_mem_token : token
    cutlass.pipeline.producer_acquire %25, %95
    %99 = cutlass.pipeline.state.index %95 -> tile<i32>
    %50, %51 = nv_tileas.tiled_load weak %49[%45, %48] token = %98 {tileas.schedule.constraint.gid = 0, tileas.schedule.constraint.leader_gid = 0, nv_tileas.layout = #nv_tileas.boxes<count=1, rows=64, swizzle=128>} : partition_view<tile=(64x64), tensor_view<256x64xf16, strides=[64,1]>>, tile<i32> -> tile<64x64xf16>, token
    nv_tileas.local_store %50, %26[%99] : tile<64x64xf16>, !nv_tileas.buffer<1x64x64xf16>
    cutlass.pipeline.producer_commit %25, %95 {transaction_bytes = 0}
    %100 = cutlass.pipeline.state.increment %25, %95
    %57 = nv_tileas.make_tiled_view %42 : partition_view<tile=(64x64), tensor_view<512x64xf16, strides=[64,1]>>
    %60 = nv_tileas.make_tiled_view %43 : partition_view<tile=(64x64), tensor_view<512x64xf16, strides=[64,1]>>
    %101, %102 = scf.for %65 in (%48 to %53, step %55) : tile<i32> iter_values(%103 = %96, %104 = %97) -> (!cutlass.pipeline_state, !cutlass.pipeline_state) {
      %105 = nv_tileas.create_mem_token : token
      cutlass.pipeline.producer_acquire %28, %103
      %106 = cutlass.pipeline.state.index %103 -> tile<i32>
      %67, %68 = nv_tileas.tiled_load weak %57[%65, %48] token = %105 {tileas.schedule.constraint.gid = 1, tileas.schedule.constraint.leader_gid = 1, nv_tileas.layout = #nv_tileas.boxes<count=1, rows=64, swizzle=128>} : partition_view<tile=(64x64), tensor_view<512x64xf16, strides=[64,1]>>, tile<i32> -> tile<64x64xf16>, token
      nv_tileas.local_store %67, %29[%106] : tile<64x64xf16>, !nv_tileas.buffer<5x64x64xf16>
      cutlass.pipeline.producer_commit %28, %103 {transaction_bytes = 0}
      %107 = cutlass.pipeline.state.increment %28, %103
      %108 = nv_tileas.create_mem_token : token
      cutlass.pipeline.producer_acquire %31, %104
      %109 = cutlass.pipeline.state.index %104 -> tile<i32>
      %71, %72 = nv_tileas.tiled_load weak %60[%65, %48] token = %108 {tileas.schedule.constraint.gid = 2, tileas.schedule.constraint.leader_gid = 2, nv_tileas.layout = #nv_tileas.boxes<count=1, rows=64, swizzle=128>} : partition_view<tile=(64x64), tensor_view<512x64xf16, strides=[64,1]>>, tile<i32> -> tile<64x64xf16>, token
      nv_tileas.local_store %71, %32[%109] : tile<64x64xf16>, !nv_tileas.buffer<5x64x64xf16>
      cutlass.pipeline.producer_commit %31, %104 {transaction_bytes = 0}
      %110 = cutlass.pipeline.state.increment %31, %104
      scf.continue %107, %110 : !cutlass.pipeline_state, !cutlass.pipeline_state
    } attributes {nv_tile.aws.agent = producer}
    cutlass.pipeline.producer_tail %25, %100
    cutlass.pipeline.producer_tail %28, %101
    cutlass.pipeline.producer_tail %31, %102
  }
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
//=   %45, %46, %47 = nv_tileas.get_program_id : tile<i32>
//=   %48 = arith.constant <i32: 0> : tile<i32>
//=   %53 = arith.constant <i32: 8> : tile<i32>
//=   %55 = arith.constant <i32: 1> : tile<i32>
//=   nv_tileas.async.pipeline.agent_switch roles = [consumer, producer] num_warps = [4, 4] max_regs = [232, 40] {
//=     %34 = cutlass.pipeline.state.create consumer
//=     %35 = cutlass.pipeline.state.create consumer
//=     %36 = cutlass.pipeline.state.create consumer
//=     %20 = nv_tileas.create_mem_token : token
//=     %24 = nv_tileas.assume div_by<16>, %15 : tile<ptr<f32>>
//=     %44 = nv_tileas.make_memref %24, shape = [256, 64], strides = [64, 1] : tensor_view<256x64xf32, strides=[64,1]>
//=     %52 = arith.constant <f32: 0.000000e+00> : tile<64x64xf32, #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>>
//=     %63 = arith.constant <f32: 5.000000e-01> : tile<64x64xf32, #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>>
//=     cutlass.pipeline.consumer_wait %25, %34
//=     %37 = cutlass.pipeline.state.index %34 -> tile<i32>
//=     cutlass.pipeline.consumer_wait %28, %35 {nv_tile.aws.stage = 0, nv_tile.aws.order = 0}
//=     %38 = cutlass.pipeline.state.index %35 -> tile<i32> {nv_tile.aws.stage = 0, nv_tile.aws.order = 0}
//=     nvvm.wgmma.fence
//=     %70 = nv_tileas.async.dot %26[%37] k, %29[%38] k, %52 : !nv_tileas.buffer<1x64x64xf16>, !nv_tileas.buffer<5x64x64xf16>, tile<64x64xf32, #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>>
//=     nvvm.wgmma.commit_group
//=     %56 = cutlass.pipeline.state.increment %28, %35 {nv_tile.aws.stage = 0, nv_tile.aws.order = 0}
//=     nvvm.wgmma.wait_group 0
//=     %39 = nvvm.read_sreg laneid : tile<i32>
//=     %40 = arith.constant <i32: 0> : tile<i32>
//=     %50 = arith.cmpi equal %39, %40, signed : tile<i32> -> tile<i1>
//=     cutlass.pipeline.consumer_release %28, %35 if %50
//=     %73 = arith.exp2 %70 {nv_tile.aws.stage = 0, nv_tile.aws.order = 3} : tile<64x64xf32, #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>>
//=     %74 = arith.ftof %73 {nv_tile.aws.stage = 0, nv_tile.aws.order = 3} : tile<64x64xf32, #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>> -> tile<64x64xf16, #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>>
//=     %58 = nv_tileas.words %74 {nv_tile.aws.stage = 0, nv_tile.aws.order = 3} : tile<64x64xf16, #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>> -> tile<64x32x1xi32, #nv_tileas.layout<reg=[256, 4, 8, 16], lane=[1, 2, 32, 64, 128], warp=[512, 1024]>>
//=     %59 = arith.addi %48, %55 : tile<i32>
//=     %61, %62, %66, %69 = scf.for %77 in (%59 to %53, step %55) : tile<i32> iter_values(%80 = %52, %81 = %56, %82 = %36, %83 = %58) -> (tile<64x64xf32, #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>>, !cutlass.pipeline_state, !cutlass.pipeline_state, tile<64x32x1xi32, #nv_tileas.layout<reg=[256, 4, 8, 16], lane=[1, 2, 32, 64, 128], warp=[512, 1024]>>) {
//=       cutlass.pipeline.consumer_wait %28, %81 {nv_tile.aws.stage = 0, nv_tile.aws.order = 0}
//=       %84 = cutlass.pipeline.state.index %81 -> tile<i32> {nv_tile.aws.stage = 0, nv_tile.aws.order = 0}
//=       nvvm.wgmma.fence
//=       %70_0 = nv_tileas.async.dot %26[%37] k, %29[%84] k, %52 : !nv_tileas.buffer<1x64x64xf16>, !nv_tileas.buffer<5x64x64xf16>, tile<64x64xf32, #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>>
//=       nvvm.wgmma.commit_group
//=       %88 = cutlass.pipeline.state.increment %28, %81 {nv_tile.aws.stage = 0, nv_tile.aws.order = 0}
//=       %75 = arith.mulf %80, %63 {nv_tile.aws.stage = 1, nv_tile.aws.order = 1} : tile<64x64xf32, #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>>
//=       cutlass.pipeline.consumer_wait %31, %82 {nv_tile.aws.stage = 1, nv_tile.aws.order = 2}
//=       %89 = cutlass.pipeline.state.index %82 -> tile<i32> {nv_tile.aws.stage = 1, nv_tile.aws.order = 2}
//=       nvvm.wgmma.fence
//=       %76 = nv_tileas.async.word_dot %83, %32[%89] mn, %75 : tile<64x32x1xi32, #nv_tileas.layout<reg=[256, 4, 8, 16], lane=[1, 2, 32, 64, 128], warp=[512, 1024]>>, !nv_tileas.buffer<5x64x64xf16>, tile<64x64xf32, #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>>
//=       nvvm.wgmma.commit_group
//=       %91 = cutlass.pipeline.state.increment %31, %82 {nv_tile.aws.stage = 1, nv_tile.aws.order = 2}
//=       nvvm.wgmma.wait_group 1
//=       %51 = nvvm.read_sreg laneid : tile<i32>
//=       %54 = arith.constant <i32: 0> : tile<i32>
//=       %67 = arith.cmpi equal %51, %54, signed : tile<i32> -> tile<i1>
//=       cutlass.pipeline.consumer_release %28, %81 if %67
//=       %73_0 = arith.exp2 %70_0 {nv_tile.aws.stage = 0, nv_tile.aws.order = 3} : tile<64x64xf32, #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>>
//=       %74_0 = arith.ftof %73_0 {nv_tile.aws.stage = 0, nv_tile.aws.order = 3} : tile<64x64xf32, #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>> -> tile<64x64xf16, #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>>
//=       nvvm.wgmma.wait_group 0
//=       %68 = nvvm.read_sreg laneid : tile<i32>
//=       %71 = arith.constant <i32: 0> : tile<i32>
//=       %72 = arith.cmpi equal %68, %71, signed : tile<i32> -> tile<i1>
//=       cutlass.pipeline.consumer_release %31, %82 if %72
//=       %92 = nv_tileas.words %74_0 {nv_tile.aws.stage = 0, nv_tile.aws.order = 3} : tile<64x64xf16, #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>> -> tile<64x32x1xi32, #nv_tileas.layout<reg=[256, 4, 8, 16], lane=[1, 2, 32, 64, 128], warp=[512, 1024]>>
//=       scf.continue %76, %88, %91, %92 : tile<64x64xf32, #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>>, !cutlass.pipeline_state, !cutlass.pipeline_state, tile<64x32x1xi32, #nv_tileas.layout<reg=[256, 4, 8, 16], lane=[1, 2, 32, 64, 128], warp=[512, 1024]>>
//=     } attributes {nv_tile.aws.agent = consumer}
//=     %75 = arith.mulf %61, %63 {nv_tile.aws.stage = 1, nv_tile.aws.order = 1} : tile<64x64xf32, #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>>
//=     cutlass.pipeline.consumer_wait %31, %66 {nv_tile.aws.stage = 1, nv_tile.aws.order = 2}
//=     %93 = cutlass.pipeline.state.index %66 -> tile<i32> {nv_tile.aws.stage = 1, nv_tile.aws.order = 2}
//=     nvvm.wgmma.fence
//=     %64 = nv_tileas.async.word_dot %69, %32[%93] mn, %75 : tile<64x32x1xi32, #nv_tileas.layout<reg=[256, 4, 8, 16], lane=[1, 2, 32, 64, 128], warp=[512, 1024]>>, !nv_tileas.buffer<5x64x64xf16>, tile<64x64xf32, #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>>
//=     nvvm.wgmma.commit_group
//=     %85 = nvvm.read_sreg laneid : tile<i32>
//=     %86 = arith.constant <i32: 0> : tile<i32>
//=     %87 = arith.cmpi equal %85, %86, signed : tile<i32> -> tile<i1>
//=     cutlass.pipeline.consumer_release %25, %34 if %87
//=     %78 = nv_tileas.make_tiled_view %44 : partition_view<tile=(64x64), tensor_view<256x64xf32, strides=[64,1]>>
//=     nvvm.wgmma.wait_group 0
//=     %90 = nvvm.read_sreg laneid : tile<i32>
//=     %94 = arith.constant <i32: 0> : tile<i32>
//=     %111 = arith.cmpi equal %90, %94, signed : tile<i32> -> tile<i1>
//=     cutlass.pipeline.consumer_release %31, %66 if %111
//=     %79 = nv_tileas.tiled_store weak %64, %78[%45, %48] token = %20 {nv_tileas.layout = #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>} : tile<64x64xf32, #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>>, partition_view<tile=(64x64), tensor_view<256x64xf32, strides=[64,1]>>, tile<i32> -> token
//=   } {
//=     %95 = cutlass.pipeline.state.create producer
//=     %96 = cutlass.pipeline.state.create producer
//=     %97 = cutlass.pipeline.state.create producer
//=     %21 = nv_tileas.assume div_by<16>, %0 : tile<ptr<f16>>
//=     %22 = nv_tileas.assume div_by<16>, %5 : tile<ptr<f16>>
//=     %23 = nv_tileas.assume div_by<16>, %10 : tile<ptr<f16>>
//=     %41 = nv_tileas.make_memref %21, shape = [256, 64], strides = [64, 1] : tensor_view<256x64xf16, strides=[64,1]>
//=     %42 = nv_tileas.make_memref %22, shape = [512, 64], strides = [64, 1] : tensor_view<512x64xf16, strides=[64,1]>
//=     %43 = nv_tileas.make_memref %23, shape = [512, 64], strides = [64, 1] : tensor_view<512x64xf16, strides=[64,1]>
//=     %49 = nv_tileas.make_tiled_view %41 : partition_view<tile=(64x64), tensor_view<256x64xf16, strides=[64,1]>>
//=     %98 = nv_tileas.create_mem_token : token
//=     %112 = cutlass.pipeline.producer_acquire %25, %95
//=     %99 = cutlass.pipeline.state.index %95 -> tile<i32>
//=     %113 = cutlass.pipeline.full_barrier %25, %95 -> tile<i32>
//=     nv_tileas.async.tiled_tma_load %49[%45, %48], %26[%99], %113 descriptor = 0 : partition_view<tile=(64x64), tensor_view<256x64xf16, strides=[64,1]>>, !nv_tileas.buffer<1x64x64xf16>, tile<i32>
//=     cutlass.pipeline.producer_commit %25, %95 {transaction_bytes = 8192}
//=     %100 = cutlass.pipeline.state.increment %25, %95
//=     %57 = nv_tileas.make_tiled_view %42 : partition_view<tile=(64x64), tensor_view<512x64xf16, strides=[64,1]>>
//=     %60 = nv_tileas.make_tiled_view %43 : partition_view<tile=(64x64), tensor_view<512x64xf16, strides=[64,1]>>
//=     %101, %102 = scf.for %65 in (%48 to %53, step %55) : tile<i32> iter_values(%103 = %96, %104 = %97) -> (!cutlass.pipeline_state, !cutlass.pipeline_state) {
//=       %105 = nv_tileas.create_mem_token : token
//=       %114 = cutlass.pipeline.producer_acquire %28, %103
//=       %106 = cutlass.pipeline.state.index %103 -> tile<i32>
//=       %115 = cutlass.pipeline.full_barrier %28, %103 -> tile<i32>
//=       nv_tileas.async.tiled_tma_load %57[%65, %48], %29[%106], %115 descriptor = 1 : partition_view<tile=(64x64), tensor_view<512x64xf16, strides=[64,1]>>, !nv_tileas.buffer<5x64x64xf16>, tile<i32>
//=       cutlass.pipeline.producer_commit %28, %103 {transaction_bytes = 8192}
//=       %107 = cutlass.pipeline.state.increment %28, %103
//=       %108 = nv_tileas.create_mem_token : token
//=       %116 = cutlass.pipeline.producer_acquire %31, %104
//=       %109 = cutlass.pipeline.state.index %104 -> tile<i32>
//=       %117 = cutlass.pipeline.full_barrier %31, %104 -> tile<i32>
//=       nv_tileas.async.tiled_tma_load %60[%65, %48], %32[%109], %117 descriptor = 2 : partition_view<tile=(64x64), tensor_view<512x64xf16, strides=[64,1]>>, !nv_tileas.buffer<5x64x64xf16>, tile<i32>
//=       cutlass.pipeline.producer_commit %31, %104 {transaction_bytes = 8192}
//=       %110 = cutlass.pipeline.state.increment %31, %104
//=       scf.continue %107, %110 : !cutlass.pipeline_state, !cutlass.pipeline_state
//=     } attributes {nv_tile.aws.agent = producer}
//=     cutlass.pipeline.producer_tail %25, %100
//=     cutlass.pipeline.producer_tail %28, %101
//=     cutlass.pipeline.producer_tail %31, %102
//=   }
//=   nv_tileas.return
//= } attributes {nv_tile.tensor_maps = [{element = f16, base = 0, dims = [64, 256], strides = [128], box = [64, 64], swizzle = "128b"}, {element = f16, base = 5, dims = [64, 512], strides = [128], box = [64, 64], swizzle = "128b"}, {element = f16, base = 10, dims = [64, 512], strides = [128], box = [64, 64], swizzle = "128b"}]}
// -----
// test: pass materialize-async sm_90a described=true
// In the words of the description a slot is filled by one op; one that is released an iteration later is left as steps
nv_tileas.func @k(%pa: tile<ptr<f16>>, %pb: tile<ptr<f16>>, %pc: tile<ptr<f32>>) {
  %0 = cutlass.pipeline.create {numStages = 6, num_producers = 1, num_consumers = 4}
  %1 = nv_tileas.alloc_tensor swizzle = 128b : !nv_tileas.buffer<6x128x64xf16>
  %2 = nv_tileas.alloc_tensor swizzle = 128b : !nv_tileas.buffer<6x64x64xf16>
  %3 = nv_tileas.create_pipe of %1, %2 : !nv_tileas.buffer<6x128x64xf16>, !nv_tileas.buffer<6x64x64xf16> : !nv_tileas.pipe<depth = 6, slot_bytes = 24576, smem>
  cutlass.pipeline.init %0
  %row, %column, %z = nv_tileas.get_program_id : tile<i32>
  %zero = arith.constant <i32: 0> : tile<i32>
  %one = arith.constant <i32: 1> : tile<i32>
  %steps = arith.constant <i32: 8> : tile<i32>
  nv_tileas.async.pipeline.agent_switch roles = [consumer, producer] num_warps = [4, 4] max_regs = [152, 40] {
    %4 = cutlass.pipeline.state.create consumer
    %sum = arith.constant <f32: 0.000000e+00> : tile<128x64xf32, #nv_tileas.layout<reg=[1, 512, 8, 16, 32, 4096], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>>
    %tc = nv_tileas.make_memref %pc, shape = [256, 128], strides = [128, 1] : tensor_view<256x128xf32, strides=[128,1]>
    %vc = nv_tileas.make_tiled_view %tc : partition_view<tile=(128x64), tensor_view<256x128xf32, strides=[128,1]>>
    %r, %5 = scf.for %i in (%zero to %steps, step %one) : tile<i32> iter_values(%acc = %sum, %6 = %4) -> (tile<128x64xf32, #nv_tileas.layout<reg=[1, 512, 8, 16, 32, 4096], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>>, !cutlass.pipeline_state) {
      cutlass.pipeline.consumer_wait %0, %6
      %7 = cutlass.pipeline.state.index %6 -> tile<i32>
      %a = nv_tileas.local_load %1[%7] : !nv_tileas.buffer<6x128x64xf16> -> tile<128x64xf16>
      %b = nv_tileas.local_load %2[%7] : !nv_tileas.buffer<6x64x64xf16> -> tile<64x64xf16>
      %next = nv_tileas.dot %a, %b, %acc {nv_tile.aws.stage = 0, nv_tile.aws.order = 7, nv_tileas.lhs_major = k, nv_tileas.rhs_major = mn} : tile<128x64xf16>, tile<64x64xf16>, tile<128x64xf32, #nv_tileas.layout<reg=[1, 512, 8, 16, 32, 4096], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>>
      cutlass.pipeline.consumer_release %0, %6
      %8 = cutlass.pipeline.state.increment %0, %6
      scf.continue %next, %8 : tile<128x64xf32, #nv_tileas.layout<reg=[1, 512, 8, 16, 32, 4096], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>>, !cutlass.pipeline_state
    } attributes {nv_tileas.products_in_flight = 1, nv_tile.aws.agent = consumer}
    %r_0 = nv_tileas.convert_layout %r : tile<128x64xf32, #nv_tileas.layout<reg=[1, 512, 8, 16, 32, 4096], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>> -> tile<128x64xf32, #nv_tileas.layout<reg=[64, 128, 256, 512, 32, 4096], lane=[1, 2, 4, 8, 16], warp=[1024, 2048]>>
    %t = nv_tileas.tiled_store weak %r_0, %vc[%row, %column] {nv_tileas.layout = #nv_tileas.layout<reg=[64, 128, 256, 512, 32, 4096], lane=[1, 2, 4, 8, 16], warp=[1024, 2048]>} : tile<128x64xf32, #nv_tileas.layout<reg=[64, 128, 256, 512, 32, 4096], lane=[1, 2, 4, 8, 16], warp=[1024, 2048]>>, partition_view<tile=(128x64), tensor_view<256x128xf32, strides=[128,1]>>, tile<i32> -> token
  } {
    %9 = cutlass.pipeline.state.create producer
    %aa = nv_tileas.assume div_by<16>, %pa : tile<ptr<f16>>
    %ab = nv_tileas.assume div_by<16>, %pb : tile<ptr<f16>>
    %ta = nv_tileas.make_memref %aa, shape = [256, 512], strides = [512, 1] : tensor_view<256x512xf16, strides=[512,1]>
    %tb = nv_tileas.make_memref %ab, shape = [512, 128], strides = [128, 1] : tensor_view<512x128xf16, strides=[128,1]>
    %va = nv_tileas.make_tiled_view %ta : partition_view<tile=(128x64), tensor_view<256x512xf16, strides=[512,1]>>
    %vb = nv_tileas.make_tiled_view %tb : partition_view<tile=(64x64), tensor_view<512x128xf16, strides=[128,1]>>
    %10 = scf.for %i in (%zero to %steps, step %one) : tile<i32> iter_values(%11 = %9) -> (!cutlass.pipeline_state) {
      %14 = cutlass.pipeline.producer_acquire %0, %11
      %12 = cutlass.pipeline.state.index %14 -> tile<i32>
      %a, %t1 = nv_tileas.tiled_load weak %va[%row, %i] {tileas.schedule.constraint.gid = 0, tileas.schedule.constraint.leader_gid = 0, nv_tile.aws.stage = 0, nv_tile.aws.order = 1} : partition_view<tile=(128x64), tensor_view<256x512xf16, strides=[512,1]>>, tile<i32> -> tile<128x64xf16>, token
      nv_tileas.local_store %a, %1[%12] : tile<128x64xf16>, !nv_tileas.buffer<6x128x64xf16>
      %b, %t2 = nv_tileas.tiled_load weak %vb[%i, %column] {tileas.schedule.constraint.gid = 1, tileas.schedule.constraint.leader_gid = 0, nv_tile.aws.stage = 0, nv_tile.aws.order = 2} : partition_view<tile=(64x64), tensor_view<512x128xf16, strides=[128,1]>>, tile<i32> -> tile<64x64xf16>, token
      nv_tileas.local_store %b, %2[%12] : tile<64x64xf16>, !nv_tileas.buffer<6x64x64xf16>
      cutlass.pipeline.producer_commit %0, %14 {transaction_bytes = 0}
      %13 = cutlass.pipeline.state.increment %0, %14
      scf.continue %13 : !cutlass.pipeline_state
    } attributes {nv_tileas.products_in_flight = 1, nv_tile.aws.agent = producer}
    cutlass.pipeline.producer_tail %0, %10
  }
  nv_tileas.return
}
//= nv_tileas.func @k(%pa: tile<ptr<f16>>, %pb: tile<ptr<f16>>, %pc: tile<ptr<f32>>) {
//=   %15 = nv_tileas.async.pipeline.create_pipeline {numStages = 6, producerGroupId = 1, consumerGroupId = 0, num_producers = 1, num_consumers = 4}
//=   %1 = nv_tileas.alloc_tensor swizzle = 128b : !nv_tileas.buffer<6x128x64xf16>
//=   %2 = nv_tileas.alloc_tensor swizzle = 128b : !nv_tileas.buffer<6x64x64xf16>
//=   %3 = nv_tileas.create_pipe of %1, %2 : !nv_tileas.buffer<6x128x64xf16>, !nv_tileas.buffer<6x64x64xf16> : !nv_tileas.pipe<depth = 6, slot_bytes = 24576, smem>
//=   cutlass.pipeline.init %15
//=   %row, %column, %z = nv_tileas.get_program_id : tile<i32>
//=   %zero = arith.constant <i32: 0> : tile<i32>
//=   %one = arith.constant <i32: 1> : tile<i32>
//=   %steps = arith.constant <i32: 8> : tile<i32>
//=   nv_tileas.async.pipeline.agent_switch roles = [consumer, producer] num_warps = [4, 4] max_regs = [152, 40] {
//=     %4 = cutlass.pipeline.state.create consumer
//=     %sum = arith.constant <f32: 0.000000e+00> : tile<128x64xf32, #nv_tileas.layout<reg=[1, 512, 8, 16, 32, 4096], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>>
//=     %tc = nv_tileas.make_memref %pc, shape = [256, 128], strides = [128, 1] : tensor_view<256x128xf32, strides=[128,1]>
//=     %vc = nv_tileas.make_tiled_view %tc : partition_view<tile=(128x64), tensor_view<256x128xf32, strides=[128,1]>>
//=     %16 = nvvm.read_sreg laneid : tile<i32>
//=     %17 = arith.constant <i32: 0> : tile<i32>
//=     %18 = arith.cmpi equal %16, %17, signed : tile<i32> -> tile<i1>
//=     %r, %5, %19 = scf.for %i in (%zero to %steps, step %one) : tile<i32> iter_values(%acc = %sum, %6 = %4, %20 = %4) -> (tile<128x64xf32, #nv_tileas.layout<reg=[1, 512, 8, 16, 32, 4096], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>>, !cutlass.pipeline_state, !cutlass.pipeline_state) {
//=       %21 = arith.cmpi not_equal %i, %zero, signed : tile<i32> -> tile<i1>
//=       %22 = arith.andi %21, %18 : tile<i1>
//=       cutlass.pipeline.consumer_wait %15, %6
//=       %7 = cutlass.pipeline.state.index %6 -> tile<i32>
//=       nvvm.wgmma.fence
//=       %next = nv_tileas.async.dot %1[%7] k, %2[%7] mn, %acc : !nv_tileas.buffer<6x128x64xf16>, !nv_tileas.buffer<6x64x64xf16>, tile<128x64xf32, #nv_tileas.layout<reg=[1, 512, 8, 16, 32, 4096], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>>
//=       nvvm.wgmma.commit_group
//=       nvvm.wgmma.wait_group 1
//=       cutlass.pipeline.consumer_release %15, %20 if %22
//=       %8 = cutlass.pipeline.state.increment %15, %6
//=       scf.continue %next, %8, %6 : tile<128x64xf32, #nv_tileas.layout<reg=[1, 512, 8, 16, 32, 4096], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>>, !cutlass.pipeline_state, !cutlass.pipeline_state
//=     } attributes {nv_tileas.products_in_flight = 1, nv_tile.aws.agent = consumer}
//=     %23 = nv_tileas.async.to_async %r : tile<128x64xf32, #nv_tileas.layout<reg=[1, 512, 8, 16, 32, 4096], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>> -> !nv_tileas.async_token
//=     nv_tileas.async.wait %23
//=     %24 = arith.cmpi less_than %zero, %steps, signed : tile<i32> -> tile<i1>
//=     %25 = arith.andi %24, %18 : tile<i1>
//=     cutlass.pipeline.consumer_release %15, %19 if %25
//=     %r_0 = nv_tileas.convert_layout %r : tile<128x64xf32, #nv_tileas.layout<reg=[1, 512, 8, 16, 32, 4096], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>> -> tile<128x64xf32, #nv_tileas.layout<reg=[64, 128, 256, 512, 32, 4096], lane=[1, 2, 4, 8, 16], warp=[1024, 2048]>>
//=     %t = nv_tileas.tiled_store weak %r_0, %vc[%row, %column] {nv_tileas.layout = #nv_tileas.layout<reg=[64, 128, 256, 512, 32, 4096], lane=[1, 2, 4, 8, 16], warp=[1024, 2048]>} : tile<128x64xf32, #nv_tileas.layout<reg=[64, 128, 256, 512, 32, 4096], lane=[1, 2, 4, 8, 16], warp=[1024, 2048]>>, partition_view<tile=(128x64), tensor_view<256x128xf32, strides=[128,1]>>, tile<i32> -> token
//=   } {
//=     %9 = cutlass.pipeline.state.create producer
//=     %aa = nv_tileas.assume div_by<16>, %pa : tile<ptr<f16>>
//=     %ab = nv_tileas.assume div_by<16>, %pb : tile<ptr<f16>>
//=     %ta = nv_tileas.make_memref %aa, shape = [256, 512], strides = [512, 1] : tensor_view<256x512xf16, strides=[512,1]>
//=     %tb = nv_tileas.make_memref %ab, shape = [512, 128], strides = [128, 1] : tensor_view<512x128xf16, strides=[128,1]>
//=     %va = nv_tileas.make_tiled_view %ta : partition_view<tile=(128x64), tensor_view<256x512xf16, strides=[512,1]>>
//=     %vb = nv_tileas.make_tiled_view %tb : partition_view<tile=(64x64), tensor_view<512x128xf16, strides=[128,1]>>
//=     %10 = scf.for %i in (%zero to %steps, step %one) : tile<i32> iter_values(%11 = %9) -> (!cutlass.pipeline_state) {
//=       %26 = nv_tileas.async.pipeline.produce_one_async %15, %11 attributes {transaction_bytes = 24576} : !cutlass.pipeline_state -> !nv_tileas.async_token (%27: tile<i32>, %28: tile<i32>) {
//=         nv_tileas.async.tiled_tma_load %va[%row, %i], %1[%27], %28 descriptor = 0 : partition_view<tile=(128x64), tensor_view<256x512xf16, strides=[512,1]>>, !nv_tileas.buffer<6x128x64xf16>, tile<i32>
//=         nv_tileas.async.tiled_tma_load %vb[%i, %column], %2[%27], %28 descriptor = 1 : partition_view<tile=(64x64), tensor_view<512x128xf16, strides=[128,1]>>, !nv_tileas.buffer<6x64x64xf16>, tile<i32>
//=         nv_tileas.async.pipeline.yield
//=       }
//=       %13 = cutlass.pipeline.state.increment %15, %11
//=       scf.continue %13 : !cutlass.pipeline_state
//=     } attributes {nv_tileas.products_in_flight = 1, nv_tile.aws.agent = producer}
//=     cutlass.pipeline.producer_tail %15, %10
//=   }
//=   nv_tileas.return
//= } attributes {nv_tile.tensor_maps = [{element = f16, base = 0, dims = [512, 256], strides = [1024], box = [64, 128], swizzle = "128b"}, {element = f16, base = 1, dims = [128, 512], strides = [256], box = [64, 64], swizzle = "128b"}]}
// -----
// test: pass materialize-async sm_100a described=true
// A product that a commit waits for leaves its slot when it is done: one op empties it
nv_tileas.func @matmul(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f16>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>) {
  %0 = cutlass.pipeline.create {numStages = 14, num_producers = 1, num_consumers = 1}
  %ta = nv_tileas.alloc_tensor swizzle = 64b : !nv_tileas.buffer<14x64x32xf16>
  %tb = nv_tileas.alloc_tensor swizzle = 128b : !nv_tileas.buffer<14x32x64xf16>
  %1 = nv_tileas.create_pipe of %ta, %tb : !nv_tileas.buffer<14x64x32xf16>, !nv_tileas.buffer<14x32x64xf16> : !nv_tileas.pipe<depth = 14, slot_bytes = 8192, smem>
  nv_tileas.tensor.reserve
  %2 = cutlass.pipeline.create {numStages = 1, num_producers = 1, num_consumers = 4}
  cutlass.pipeline.init %0
  cutlass.pipeline.init %2
  %sum = nv_tileas.tensor.buffer  : !nv_tileas.buffer<1x64x64xf32>
  %a16 = nv_tileas.assume div_by<16>, %a : tile<ptr<f16>>
  %n8 = nv_tileas.assume div_by<8>, %n : tile<i32>
  %k8 = nv_tileas.assume div_by<8>, %k : tile<i32>
  %zero = arith.constant <i32: 0> : tile<i32>
  %one = arith.constant <i32: 1> : tile<i32>
  %row, %column, %block_z = nv_tileas.get_program_id : tile<i32>
  %va = nv_tileas.make_memref %a16, shape = [%m, %k8], strides = [%k8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
  %pa = nv_tileas.make_tiled_view %va : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
  %steps:2 = nv_tileas.get_tile_count %pa : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>> -> tile<i32>
  nv_tileas.async.pipeline.agent_switch roles = [consumer, producer, issuer] num_warps = [4, 1, 1] max_regs = [120, 120, 120] {
    %3 = cutlass.pipeline.state.create consumer
    %c16 = nv_tileas.assume div_by<16>, %c : tile<ptr<f16>>
    %start = nv_tileas.create_mem_token : token
    %vc = nv_tileas.make_memref %c16, shape = [%m, %n8], strides = [%n8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %pc = nv_tileas.make_tiled_view %vc : partition_view<tile=(64x64), tensor_view<?x?xf16, strides=[?,1]>>
    %nothing = arith.constant <f32: 0.000000e+00> : tile<64x64xf32, #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>>
    cutlass.pipeline.consumer_wait %2, %3
    %4 = cutlass.pipeline.state.index %3 -> tile<i32>
    nv_tileas.iterations %zero to %steps#1, step %one
    %5 = arith.cmpi less_than %zero, %steps#1, signed : tile<i32> -> tile<i1>
    %sum_0 = scf.if %5 -> (tile<64x64xf32, #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>>) {
      %6 = nv_tileas.tensor.read %sum[%4] : !nv_tileas.buffer<1x64x64xf32> -> tile<64x64xf32, #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>>
      scf.yield %6 : tile<64x64xf32, #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>>
    } else {
      scf.yield %nothing : tile<64x64xf32, #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>>
    }
    cutlass.pipeline.consumer_release %2, %3
    %narrow = arith.ftof %sum_0  : tile<64x64xf32, #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>> -> tile<64x64xf16, #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>>
    %narrow_0 = nv_tileas.convert_layout %narrow : tile<64x64xf16, #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>> -> tile<64x64xf16, #nv_tileas.layout<reg=[1, 2, 4, 256, 512], lane=[8, 16, 32, 64, 128], warp=[1024, 2048]>>
    %done = nv_tileas.tiled_store weak %narrow_0, %pc[%row, %column] token = %start {nv_tileas.layout = #nv_tileas.layout<reg=[1, 2, 4, 256, 512], lane=[8, 16, 32, 64, 128], warp=[1024, 2048]>} : tile<64x64xf16, #nv_tileas.layout<reg=[1, 2, 4, 256, 512], lane=[8, 16, 32, 64, 128], warp=[1024, 2048]>>, partition_view<tile=(64x64), tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> token
    nv_tileas.tensor.release
  } {
    %7 = cutlass.pipeline.state.create producer
    %b16 = nv_tileas.assume div_by<16>, %b : tile<ptr<f16>>
    %vb = nv_tileas.make_memref %b16, shape = [%k8, %n8], strides = [%n8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %pb = nv_tileas.make_tiled_view %vb : partition_view<tile=(32x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %8 = scf.for %i in (%zero to %steps#1, step %one) : tile<i32> iter_values(%9 = %7) -> (!cutlass.pipeline_state) {
      %10 = cutlass.pipeline.producer_acquire %0, %9
      %11 = cutlass.pipeline.state.index %10 -> tile<i32>
      %12 = nv_tileas.create_mem_token : token
      %ta_0, %a_done = nv_tileas.tiled_load weak %pa[%row, %i] token = %12 {tileas.schedule.constraint.gid = 0, tileas.schedule.constraint.leader_gid = 0, nv_tile.aws.stage = 0, nv_tile.aws.order = 1, nv_tileas.layout = #nv_tileas.boxes<count=1, rows=64, swizzle=64>} : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<64x32xf16>, token
      nv_tileas.local_store %ta_0, %ta[%11] : tile<64x32xf16>, !nv_tileas.buffer<14x64x32xf16>
      %13 = nv_tileas.create_mem_token : token
      %tb_0, %b_done = nv_tileas.tiled_load weak %pb[%i, %column] token = %13 {tileas.schedule.constraint.gid = 1, tileas.schedule.constraint.leader_gid = 0, nv_tile.aws.stage = 0, nv_tile.aws.order = 2, nv_tileas.layout = #nv_tileas.boxes<count=1, rows=32, swizzle=128>} : partition_view<tile=(32x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<32x64xf16>, token
      nv_tileas.local_store %tb_0, %tb[%11] : tile<32x64xf16>, !nv_tileas.buffer<14x32x64xf16>
      cutlass.pipeline.producer_commit %0, %10 {transaction_bytes = 0}
      %14 = cutlass.pipeline.state.increment %0, %10
      scf.continue %14 : !cutlass.pipeline_state
    } attributes {nv_tileas.products_in_flight = 1, nv_tile.aws.agent = producer}
    cutlass.pipeline.producer_tail %0, %8
  } {
    %15 = cutlass.pipeline.state.create consumer
    %16 = cutlass.pipeline.state.create producer
    %nothing = arith.constant <f32: 0.000000e+00> : tile<64x64xf32, #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>>
    %17 = cutlass.pipeline.producer_acquire %2, %16
    %sum_0, %18, %19 = scf.for %i in (%zero to %steps#1, step %one) : tile<i32> iter_values(%acc = %nothing, %20 = %15, %21 = %17) -> (tile<64x64xf32, #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>>, !cutlass.pipeline_state, !cutlass.pipeline_state) {
      cutlass.pipeline.consumer_wait %0, %20
      %22 = cutlass.pipeline.state.index %20 -> tile<i32>
      %ta_0 = nv_tileas.local_load %ta[%22] : !nv_tileas.buffer<14x64x32xf16> -> tile<64x32xf16>
      %tb_0 = nv_tileas.local_load %tb[%22] : !nv_tileas.buffer<14x32x64xf16> -> tile<32x64xf16>
      %next = nv_tileas.dot %ta_0, %tb_0, %acc {nv_tile.aws.stage = 1, nv_tile.aws.order = 2, nv_tileas.lhs_major = k, nv_tileas.rhs_major = mn} : tile<64x32xf16>, tile<32x64xf16>, tile<64x64xf32, #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>>
      cutlass.pipeline.consumer_release %0, %20
      %23 = cutlass.pipeline.state.increment %0, %20
      scf.continue %next, %23, %21 : tile<64x64xf32, #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>>, !cutlass.pipeline_state, !cutlass.pipeline_state
    } attributes {nv_tileas.products_in_flight = 1, nv_tile.aws.agent = issuer}
    %24 = cutlass.pipeline.state.index %19 -> tile<i32>
    nv_tileas.local_store %sum_0, %sum[%24] : tile<64x64xf32, #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>>, !nv_tileas.buffer<1x64x64xf32>
    cutlass.pipeline.producer_commit %2, %19 {transaction_bytes = 0}
    %25 = cutlass.pipeline.state.increment %2, %19
    cutlass.pipeline.producer_tail %2, %25
  }
  nv_tileas.return
}
//= nv_tileas.func @matmul(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f16>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>) {
//=   %26 = nv_tileas.async.pipeline.create_pipeline {numStages = 14, producerGroupId = 1, consumerGroupId = 2, num_producers = 1, num_consumers = 1}
//=   %ta = nv_tileas.alloc_tensor swizzle = 64b : !nv_tileas.buffer<14x64x32xf16>
//=   %tb = nv_tileas.alloc_tensor swizzle = 128b : !nv_tileas.buffer<14x32x64xf16>
//=   %1 = nv_tileas.create_pipe of %ta, %tb : !nv_tileas.buffer<14x64x32xf16>, !nv_tileas.buffer<14x32x64xf16> : !nv_tileas.pipe<depth = 14, slot_bytes = 8192, smem>
//=   nv_tileas.tensor.reserve
//=   %27 = nv_tileas.async.pipeline.create_pipeline {numStages = 1, producerGroupId = 2, consumerGroupId = 0, num_producers = 1, num_consumers = 4}
//=   cutlass.pipeline.init %26
//=   cutlass.pipeline.init %27
//=   %sum = nv_tileas.tensor.buffer  : !nv_tileas.buffer<1x64x64xf32>
//=   %a16 = nv_tileas.assume div_by<16>, %a : tile<ptr<f16>>
//=   %n8 = nv_tileas.assume div_by<8>, %n : tile<i32>
//=   %k8 = nv_tileas.assume div_by<8>, %k : tile<i32>
//=   %zero = arith.constant <i32: 0> : tile<i32>
//=   %one = arith.constant <i32: 1> : tile<i32>
//=   %row, %column, %block_z = nv_tileas.get_program_id : tile<i32>
//=   %va = nv_tileas.make_memref %a16, shape = [%m, %k8], strides = [%k8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
//=   %pa = nv_tileas.make_tiled_view %va : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
//=   %steps:2 = nv_tileas.get_tile_count %pa : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>> -> tile<i32>
//=   nv_tileas.async.pipeline.agent_switch roles = [consumer, producer, issuer] num_warps = [4, 1, 1] max_regs = [120, 120, 120] {
//=     %3 = cutlass.pipeline.state.create consumer
//=     %c16 = nv_tileas.assume div_by<16>, %c : tile<ptr<f16>>
//=     %start = nv_tileas.create_mem_token : token
//=     %vc = nv_tileas.make_memref %c16, shape = [%m, %n8], strides = [%n8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
//=     %pc = nv_tileas.make_tiled_view %vc : partition_view<tile=(64x64), tensor_view<?x?xf16, strides=[?,1]>>
//=     %nothing = arith.constant <f32: 0.000000e+00> : tile<64x64xf32, #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>>
//=     %28 = nv_tileas.async.pipeline.consumer_wait %27, %3 : !cutlass.pipeline_state -> !nv_tileas.pipeline_consumer_token
//=     %4 = cutlass.pipeline.state.index %3 -> tile<i32>
//=     nv_tileas.iterations %zero to %steps#1, step %one
//=     %5 = arith.cmpi less_than %zero, %steps#1, signed : tile<i32> -> tile<i1>
//=     %sum_0 = scf.if %5 -> (tile<64x64xf32, #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>>) {
//=       nvvm.tcgen05.fence.after_thread_sync
//=       %6 = nv_tileas.tensor.read %sum[%4] : !nv_tileas.buffer<1x64x64xf32> -> tile<64x64xf32, #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>>
//=       nvvm.tcgen05.fence.before_thread_sync
//=       nvvm.bar.warp.sync
//=       scf.yield %6 : tile<64x64xf32, #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>>
//=     } else {
//=       scf.yield %nothing : tile<64x64xf32, #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>>
//=     }
//=     %29 = nvvm.read_sreg laneid : tile<i32>
//=     %30 = arith.constant <i32: 0> : tile<i32>
//=     %31 = arith.cmpi equal %29, %30, signed : tile<i32> -> tile<i1>
//=     nv_tileas.async.pipeline.consumer_release %27, %28 if %31
//=     %narrow = arith.ftof %sum_0  : tile<64x64xf32, #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>> -> tile<64x64xf16, #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>>
//=     %done = nv_tileas.tiled_store weak %narrow, %pc[%row, %column] token = %start descriptor = 2 {nv_tileas.layout = #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>} : tile<64x64xf16, #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>>, partition_view<tile=(64x64), tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> token
//=     nv_tileas.tensor.release
//=   } {
//=     %7 = cutlass.pipeline.state.create producer
//=     %b16 = nv_tileas.assume div_by<16>, %b : tile<ptr<f16>>
//=     %vb = nv_tileas.make_memref %b16, shape = [%k8, %n8], strides = [%n8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
//=     %pb = nv_tileas.make_tiled_view %vb : partition_view<tile=(32x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
//=     %8 = scf.for %i in (%zero to %steps#1, step %one) : tile<i32> iter_values(%9 = %7) -> (!cutlass.pipeline_state) {
//=       %32 = nv_tileas.async.pipeline.produce_one_async %26, %9 attributes {transaction_bytes = 8192} : !cutlass.pipeline_state -> !nv_tileas.async_token (%33: tile<i32>, %34: tile<i32>) {
//=         %12 = nv_tileas.create_mem_token : token
//=         nv_tileas.async.tiled_tma_load %pa[%row, %i], %ta[%33], %34 descriptor = 0 : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, !nv_tileas.buffer<14x64x32xf16>, tile<i32>
//=         %13 = nv_tileas.create_mem_token : token
//=         nv_tileas.async.tiled_tma_load %pb[%i, %column], %tb[%33], %34 descriptor = 1 : partition_view<tile=(32x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, !nv_tileas.buffer<14x32x64xf16>, tile<i32>
//=         nv_tileas.async.pipeline.yield
//=       }
//=       %14 = cutlass.pipeline.state.increment %26, %9
//=       scf.continue %14 : !cutlass.pipeline_state
//=     } attributes {nv_tileas.products_in_flight = 1, nv_tile.aws.agent = producer}
//=     cutlass.pipeline.producer_tail %26, %8
//=   } {
//=     %15 = cutlass.pipeline.state.create consumer
//=     %16 = cutlass.pipeline.state.create producer
//=     %nothing = arith.constant <f32: 0.000000e+00> : tile<64x64xf32, #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>>
//=     %17 = cutlass.pipeline.producer_acquire %27, %16
//=     nvvm.tcgen05.fence.after_thread_sync
//=     %35 = cutlass.pipeline.state.index %17 -> tile<i32>
//=     %18, %19 = scf.for %i in (%zero to %steps#1, step %one) : tile<i32> iter_values(%20 = %15, %21 = %17) -> (!cutlass.pipeline_state, !cutlass.pipeline_state) {
//=       %36 = arith.cmpi not_equal %i, %zero, signed : tile<i32> -> tile<i1>
//=       nv_tileas.async.pipeline.consume_one_async %26, %20 attributes {consumer_idx = 0, issued} : !cutlass.pipeline_state (%37: tile<i32>) {
//=         nv_tileas.tensor.dot %ta[%37] k, %tb[%37] mn, %sum[%35] adds if %36 : !nv_tileas.buffer<14x64x32xf16>, !nv_tileas.buffer<14x32x64xf16>, !nv_tileas.buffer<1x64x64xf32>
//=         nv_tileas.async.pipeline.yield
//=       }
//=       %23 = cutlass.pipeline.state.increment %26, %20
//=       scf.continue %23, %21 : !cutlass.pipeline_state, !cutlass.pipeline_state
//=     } attributes {nv_tileas.products_in_flight = 1, nv_tile.aws.agent = issuer}
//=     %24 = cutlass.pipeline.state.index %19 -> tile<i32>
//=     cutlass.pipeline.producer_commit %27, %19 issued {transaction_bytes = 0}
//=     %25 = cutlass.pipeline.state.increment %27, %19
//=     cutlass.pipeline.producer_tail %27, %25
//=   }
//=   nv_tileas.return
//= } attributes {nv_tile.tensor_maps = [{element = f16, base = 0, dims = [[5, 1], [3, 1]], strides = [[5, 2]], box = [32, 64], swizzle = "64b"}, {element = f16, base = 1, dims = [[4, 1], [5, 1]], strides = [[4, 2]], box = [64, 32], swizzle = "128b"}, {element = f16, base = 2, dims = [[4, 1], [3, 1]], strides = [[4, 2]], box = [64, 16], swizzle = "128b"}]}
// -----
// test: pass materialize-async sm_120a described=true
// A slot that a lane of each warp releases is held by a token until then
nv_tileas.func @matmul(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f16>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>) {
  %0 = cutlass.pipeline.create {numStages = 4, num_producers = 1, num_consumers = 4}
  %ta = nv_tileas.alloc_tensor swizzle = 64b : !nv_tileas.buffer<4x64x32xf16>
  %tb = nv_tileas.alloc_tensor swizzle = 128b : !nv_tileas.buffer<4x32x64xf16>
  %1 = nv_tileas.create_pipe of %ta, %tb : !nv_tileas.buffer<4x64x32xf16>, !nv_tileas.buffer<4x32x64xf16> : !nv_tileas.pipe<depth = 4, slot_bytes = 8192, smem>
  cutlass.pipeline.init %0
  %a16 = nv_tileas.assume div_by<16>, %a : tile<ptr<f16>>
  %n8 = nv_tileas.assume div_by<8>, %n : tile<i32>
  %k8 = nv_tileas.assume div_by<8>, %k : tile<i32>
  %zero = arith.constant <i32: 0> : tile<i32>
  %one = arith.constant <i32: 1> : tile<i32>
  %row, %column, %block_z = nv_tileas.get_program_id : tile<i32>
  %va = nv_tileas.make_memref %a16, shape = [%m, %k8], strides = [%k8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
  %pa = nv_tileas.make_tiled_view %va : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
  %steps:2 = nv_tileas.get_tile_count %pa : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>> -> tile<i32>
  nv_tileas.async.pipeline.agent_switch roles = [consumer, producer] num_warps = [4, 1] max_regs = [160, 160] {
    %2 = cutlass.pipeline.state.create consumer
    %c16 = nv_tileas.assume div_by<16>, %c : tile<ptr<f16>>
    %start = nv_tileas.create_mem_token : token
    %vc = nv_tileas.make_memref %c16, shape = [%m, %n8], strides = [%n8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %pc = nv_tileas.make_tiled_view %vc : partition_view<tile=(64x64), tensor_view<?x?xf16, strides=[?,1]>>
    %nothing = arith.constant <f32: 0.000000e+00> : tile<64x64xf32, #nv_tileas.layout<reg=[1, 512, 16, 32, 2048], lane=[2, 4, 64, 128, 256], warp=[1024, 8]>>
    %sum, %3 = scf.for %i in (%zero to %steps#1, step %one) : tile<i32> iter_values(%acc = %nothing, %4 = %2) -> (tile<64x64xf32, #nv_tileas.layout<reg=[1, 512, 16, 32, 2048], lane=[2, 4, 64, 128, 256], warp=[1024, 8]>>, !cutlass.pipeline_state) {
      cutlass.pipeline.consumer_wait %0, %4
      %5 = cutlass.pipeline.state.index %4 -> tile<i32>
      %ta_0 = nv_tileas.local_load %ta[%5] : !nv_tileas.buffer<4x64x32xf16> -> tile<64x32xf16>
      %tb_0 = nv_tileas.local_load %tb[%5] : !nv_tileas.buffer<4x32x64xf16> -> tile<32x64xf16>
      %next = nv_tileas.dot %ta_0, %tb_0, %acc {nv_tile.aws.stage = 1, nv_tile.aws.order = 2, nv_tileas.lhs_major = k, nv_tileas.rhs_major = mn} : tile<64x32xf16>, tile<32x64xf16>, tile<64x64xf32, #nv_tileas.layout<reg=[1, 512, 16, 32, 2048], lane=[2, 4, 64, 128, 256], warp=[1024, 8]>>
      cutlass.pipeline.consumer_release %0, %4
      %6 = cutlass.pipeline.state.increment %0, %4
      scf.continue %next, %6 : tile<64x64xf32, #nv_tileas.layout<reg=[1, 512, 16, 32, 2048], lane=[2, 4, 64, 128, 256], warp=[1024, 8]>>, !cutlass.pipeline_state
    } attributes {nv_tileas.products_in_flight = 0, nv_tile.aws.agent = consumer}
    %narrow = arith.ftof %sum  : tile<64x64xf32, #nv_tileas.layout<reg=[1, 512, 16, 32, 2048], lane=[2, 4, 64, 128, 256], warp=[1024, 8]>> -> tile<64x64xf16, #nv_tileas.layout<reg=[1, 512, 16, 32, 2048], lane=[2, 4, 64, 128, 256], warp=[1024, 8]>>
    %narrow_0 = nv_tileas.convert_layout %narrow : tile<64x64xf16, #nv_tileas.layout<reg=[1, 512, 16, 32, 2048], lane=[2, 4, 64, 128, 256], warp=[1024, 8]>> -> tile<64x64xf16, #nv_tileas.layout<reg=[1, 2, 4, 1024, 2048], lane=[8, 16, 32, 64, 128], warp=[256, 512]>>
    %done = nv_tileas.tiled_store weak %narrow_0, %pc[%row, %column] token = %start {nv_tileas.layout = #nv_tileas.layout<reg=[1, 2, 4, 1024, 2048], lane=[8, 16, 32, 64, 128], warp=[256, 512]>} : tile<64x64xf16, #nv_tileas.layout<reg=[1, 2, 4, 1024, 2048], lane=[8, 16, 32, 64, 128], warp=[256, 512]>>, partition_view<tile=(64x64), tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> token
  } {
    %7 = cutlass.pipeline.state.create producer
    %b16 = nv_tileas.assume div_by<16>, %b : tile<ptr<f16>>
    %vb = nv_tileas.make_memref %b16, shape = [%k8, %n8], strides = [%n8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %pb = nv_tileas.make_tiled_view %vb : partition_view<tile=(32x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %8 = scf.for %i in (%zero to %steps#1, step %one) : tile<i32> iter_values(%9 = %7) -> (!cutlass.pipeline_state) {
      %10 = cutlass.pipeline.producer_acquire %0, %9
      %11 = cutlass.pipeline.state.index %10 -> tile<i32>
      %12 = nv_tileas.create_mem_token : token
      %ta_0, %a_done = nv_tileas.tiled_load weak %pa[%row, %i] token = %12 {tileas.schedule.constraint.gid = 0, tileas.schedule.constraint.leader_gid = 0, nv_tile.aws.stage = 0, nv_tile.aws.order = 1, nv_tileas.layout = #nv_tileas.boxes<count=1, rows=64, swizzle=64>} : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<64x32xf16>, token
      nv_tileas.local_store %ta_0, %ta[%11] : tile<64x32xf16>, !nv_tileas.buffer<4x64x32xf16>
      %13 = nv_tileas.create_mem_token : token
      %tb_0, %b_done = nv_tileas.tiled_load weak %pb[%i, %column] token = %13 {tileas.schedule.constraint.gid = 1, tileas.schedule.constraint.leader_gid = 0, nv_tile.aws.stage = 0, nv_tile.aws.order = 2, nv_tileas.layout = #nv_tileas.boxes<count=1, rows=32, swizzle=128>} : partition_view<tile=(32x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<32x64xf16>, token
      nv_tileas.local_store %tb_0, %tb[%11] : tile<32x64xf16>, !nv_tileas.buffer<4x32x64xf16>
      cutlass.pipeline.producer_commit %0, %10 {transaction_bytes = 0}
      %14 = cutlass.pipeline.state.increment %0, %10
      scf.continue %14 : !cutlass.pipeline_state
    } attributes {nv_tileas.products_in_flight = 0, nv_tile.aws.agent = producer}
    cutlass.pipeline.producer_tail %0, %8
  }
  nv_tileas.return
}
//= nv_tileas.func @matmul(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f16>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>) {
//=   %15 = nv_tileas.async.pipeline.create_pipeline {numStages = 4, producerGroupId = 1, consumerGroupId = 0, num_producers = 1, num_consumers = 4}
//=   %ta = nv_tileas.alloc_tensor swizzle = 64b : !nv_tileas.buffer<4x64x32xf16>
//=   %tb = nv_tileas.alloc_tensor swizzle = 128b : !nv_tileas.buffer<4x32x64xf16>
//=   %1 = nv_tileas.create_pipe of %ta, %tb : !nv_tileas.buffer<4x64x32xf16>, !nv_tileas.buffer<4x32x64xf16> : !nv_tileas.pipe<depth = 4, slot_bytes = 8192, smem>
//=   cutlass.pipeline.init %15
//=   %a16 = nv_tileas.assume div_by<16>, %a : tile<ptr<f16>>
//=   %n8 = nv_tileas.assume div_by<8>, %n : tile<i32>
//=   %k8 = nv_tileas.assume div_by<8>, %k : tile<i32>
//=   %zero = arith.constant <i32: 0> : tile<i32>
//=   %one = arith.constant <i32: 1> : tile<i32>
//=   %row, %column, %block_z = nv_tileas.get_program_id : tile<i32>
//=   %va = nv_tileas.make_memref %a16, shape = [%m, %k8], strides = [%k8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
//=   %pa = nv_tileas.make_tiled_view %va : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
//=   %steps:2 = nv_tileas.get_tile_count %pa : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>> -> tile<i32>
//=   nv_tileas.async.pipeline.agent_switch roles = [consumer, producer] num_warps = [4, 1] max_regs = [160, 160] {
//=     %2 = cutlass.pipeline.state.create consumer
//=     %c16 = nv_tileas.assume div_by<16>, %c : tile<ptr<f16>>
//=     %start = nv_tileas.create_mem_token : token
//=     %vc = nv_tileas.make_memref %c16, shape = [%m, %n8], strides = [%n8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
//=     %pc = nv_tileas.make_tiled_view %vc : partition_view<tile=(64x64), tensor_view<?x?xf16, strides=[?,1]>>
//=     %nothing = arith.constant <f32: 0.000000e+00> : tile<64x64xf32, #nv_tileas.layout<reg=[1, 512, 16, 32, 2048], lane=[2, 4, 64, 128, 256], warp=[1024, 8]>>
//=     %sum, %3 = scf.for %i in (%zero to %steps#1, step %one) : tile<i32> iter_values(%acc = %nothing, %4 = %2) -> (tile<64x64xf32, #nv_tileas.layout<reg=[1, 512, 16, 32, 2048], lane=[2, 4, 64, 128, 256], warp=[1024, 8]>>, !cutlass.pipeline_state) {
//=       %16 = nv_tileas.async.pipeline.consumer_wait %15, %4 : !cutlass.pipeline_state -> !nv_tileas.pipeline_consumer_token
//=       %5 = cutlass.pipeline.state.index %4 -> tile<i32>
//=       %next = nv_tileas.buffer_dot %ta[%5] k, %tb[%5] mn, %acc : !nv_tileas.buffer<4x64x32xf16>, !nv_tileas.buffer<4x32x64xf16>, tile<64x64xf32, #nv_tileas.layout<reg=[1, 512, 16, 32, 2048], lane=[2, 4, 64, 128, 256], warp=[1024, 8]>>
//=       nvvm.bar.warp.sync
//=       %17 = nvvm.read_sreg laneid : tile<i32>
//=       %18 = arith.constant <i32: 0> : tile<i32>
//=       %19 = arith.cmpi equal %17, %18, signed : tile<i32> -> tile<i1>
//=       nv_tileas.async.pipeline.consumer_release %15, %16 if %19
//=       %6 = cutlass.pipeline.state.increment %15, %4
//=       scf.continue %next, %6 : tile<64x64xf32, #nv_tileas.layout<reg=[1, 512, 16, 32, 2048], lane=[2, 4, 64, 128, 256], warp=[1024, 8]>>, !cutlass.pipeline_state
//=     } attributes {nv_tileas.products_in_flight = 0, nv_tile.aws.agent = consumer}
//=     %narrow = arith.ftof %sum  : tile<64x64xf32, #nv_tileas.layout<reg=[1, 512, 16, 32, 2048], lane=[2, 4, 64, 128, 256], warp=[1024, 8]>> -> tile<64x64xf16, #nv_tileas.layout<reg=[1, 512, 16, 32, 2048], lane=[2, 4, 64, 128, 256], warp=[1024, 8]>>
//=     %narrow_0 = nv_tileas.convert_layout %narrow : tile<64x64xf16, #nv_tileas.layout<reg=[1, 512, 16, 32, 2048], lane=[2, 4, 64, 128, 256], warp=[1024, 8]>> -> tile<64x64xf16, #nv_tileas.layout<reg=[1, 2, 4, 1024, 2048], lane=[8, 16, 32, 64, 128], warp=[256, 512]>>
//=     %done = nv_tileas.tiled_store weak %narrow_0, %pc[%row, %column] token = %start {nv_tileas.layout = #nv_tileas.layout<reg=[1, 2, 4, 1024, 2048], lane=[8, 16, 32, 64, 128], warp=[256, 512]>} : tile<64x64xf16, #nv_tileas.layout<reg=[1, 2, 4, 1024, 2048], lane=[8, 16, 32, 64, 128], warp=[256, 512]>>, partition_view<tile=(64x64), tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> token
//=   } {
//=     %7 = cutlass.pipeline.state.create producer
//=     %b16 = nv_tileas.assume div_by<16>, %b : tile<ptr<f16>>
//=     %vb = nv_tileas.make_memref %b16, shape = [%k8, %n8], strides = [%n8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
//=     %pb = nv_tileas.make_tiled_view %vb : partition_view<tile=(32x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
//=     %8 = scf.for %i in (%zero to %steps#1, step %one) : tile<i32> iter_values(%9 = %7) -> (!cutlass.pipeline_state) {
//=       %20 = nv_tileas.async.pipeline.produce_one_async %15, %9 attributes {transaction_bytes = 8192} : !cutlass.pipeline_state -> !nv_tileas.async_token (%21: tile<i32>, %22: tile<i32>) {
//=         %12 = nv_tileas.create_mem_token : token
//=         nv_tileas.async.tiled_tma_load %pa[%row, %i], %ta[%21], %22 descriptor = 0 : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, !nv_tileas.buffer<4x64x32xf16>, tile<i32>
//=         %13 = nv_tileas.create_mem_token : token
//=         nv_tileas.async.tiled_tma_load %pb[%i, %column], %tb[%21], %22 descriptor = 1 : partition_view<tile=(32x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, !nv_tileas.buffer<4x32x64xf16>, tile<i32>
//=         nv_tileas.async.pipeline.yield
//=       }
//=       %14 = cutlass.pipeline.state.increment %15, %9
//=       scf.continue %14 : !cutlass.pipeline_state
//=     } attributes {nv_tileas.products_in_flight = 0, nv_tile.aws.agent = producer}
//=     cutlass.pipeline.producer_tail %15, %8
//=   }
//=   nv_tileas.return
//= } attributes {nv_tile.tensor_maps = [{element = f16, base = 0, dims = [[5, 1], [3, 1]], strides = [[5, 2]], box = [32, 64], swizzle = "64b"}, {element = f16, base = 1, dims = [[4, 1], [5, 1]], strides = [[4, 2]], box = [64, 32], swizzle = "128b"}]}
