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
//=       cutlass.pipeline.producer_acquire %0, %11
//=       %12 = cutlass.pipeline.state.index %11 -> tile<i32>
//=       %23 = cutlass.pipeline.full_barrier %0, %11 -> tile<i32>
//=       nv_tileas.async.tiled_tma_load %va[%row, %i], %1[%12], %23 descriptor = 0 : partition_view<tile=(128x64), tensor_view<256x512xf16, strides=[512,1]>>, !nv_tileas.buffer<6x128x64xf16>, tile<i32>
//=       %24 = cutlass.pipeline.full_barrier %0, %11 -> tile<i32>
//=       nv_tileas.async.tiled_tma_load %vb[%i, %column], %2[%12], %24 descriptor = 1 : partition_view<tile=(64x64), tensor_view<512x128xf16, strides=[128,1]>>, !nv_tileas.buffer<6x64x64xf16>, tile<i32>
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
