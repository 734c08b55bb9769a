// test: emit nv_tileas
// Two consumers take turns at the tiles of a loop over tiles.
entry @product(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f16>>) {
  %token = make_token : token
  %a16 = assume div_by<16>, %a : tile<ptr<f16>>
  %b16 = assume div_by<16>, %b : tile<ptr<f16>>
  %c16 = assume div_by<16>, %c : tile<ptr<f16>>
  %va = make_tensor_view %a16, shape = [512, 512], strides = [512, 1] : tensor_view<512x512xf16, strides=[512,1]>
  %vb = make_tensor_view %b16, shape = [512, 512], strides = [512, 1] : tensor_view<512x512xf16, strides=[512,1]>
  %vc = make_tensor_view %c16, shape = [512, 512], strides = [512, 1] : tensor_view<512x512xf16, strides=[512,1]>
  %pa = make_partition_view %va : partition_view<tile=(64x64), tensor_view<512x512xf16, strides=[512,1]>>
  %pb = make_partition_view %vb : partition_view<tile=(64x64), tensor_view<512x512xf16, strides=[512,1]>>
  %pc = make_partition_view %vc : partition_view<tile=(64x64), tensor_view<512x512xf16, strides=[512,1]>>
  %worker, %y, %z = get_tile_block_id : tile<i32>
  %workers, %ys, %zs = get_num_tile_blocks : tile<i32>
  %zero = constant <f32: 0.0> : tile<64x64xf32>
  %from = constant <i32: 0> : tile<i32>
  %to = constant <i32: 8> : tile<i32>
  %step = constant <i32: 1> : tile<i32>
  %tiles = constant <i32: 64> : tile<i32>
  for %tile in (%worker to %tiles, step %workers) : tile<i32> {
    %m = remi %tile, %to signed : tile<i32>
    %n = divi %tile, %to signed : tile<i32>
    %sum = for %i in (%from to %to, step %step) : tile<i32> iter_values(%acc = %zero) -> (tile<64x64xf32>) {
      %l, %t0 = load_view_tko weak %pa[%m, %i] token = %token : partition_view<tile=(64x64), tensor_view<512x512xf16, strides=[512,1]>>, tile<i32> -> tile<64x64xf16>, token
      %r, %t1 = load_view_tko weak %pb[%i, %n] token = %token : partition_view<tile=(64x64), tensor_view<512x512xf16, strides=[512,1]>>, tile<i32> -> tile<64x64xf16>, token
      %d = mmaf %l, %r, %acc : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32>
      continue %d : tile<64x64xf32>
    }
    %rounded = ftof %sum : tile<64x64xf32> -> tile<64x64xf16>
    %t2 = store_view_tko weak %rounded, %pc[%m, %n] token = %token : tile<64x64xf16>, partition_view<tile=(64x64), tensor_view<512x512xf16, strides=[512,1]>>, tile<i32> -> token
    continue
  }
  return
}
//= nv_tileas.func @product(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f16>>) {
//=   %0 = cutlass.pipeline.create {numStages = 7, num_producers = 1, num_consumers = 4}
//=   %l = nv_tileas.alloc_tensor swizzle = 128b : !nv_tileas.buffer<7x64x64xf16>
//=   %r = nv_tileas.alloc_tensor swizzle = 128b : !nv_tileas.buffer<7x64x64xf16>
//=   %1 = nv_tileas.create_pipe of %l, %r : !nv_tileas.buffer<7x64x64xf16>, !nv_tileas.buffer<7x64x64xf16> : !nv_tileas.pipe<depth = 7, slot_bytes = 16384, smem>
//=   cutlass.pipeline.init %0
//=   %worker, %y, %z = nv_tileas.get_program_id : tile<i32>
//=   %workers, %ys, %zs = nv_tileas.get_num_programs : tile<i32>
//=   %from = arith.constant <i32: 0> : tile<i32>
//=   %to = arith.constant <i32: 8> : tile<i32>
//=   %step = arith.constant <i32: 1> : tile<i32>
//=   %tiles = arith.constant <i32: 64> : tile<i32>
//=   nv_tileas.async.pipeline.agent_switch roles = [consumer, producer] num_warps = [8, 4] max_regs = [120, 40] consumers = 2 {
//=     %2 = cutlass.pipeline.state.create consumer
//=     %3 = nvvm.read_sreg tid.x : tile<i32>
//=     %4 = arith.constant <i32: 128> : tile<i32>
//=     %5 = arith.divi %3, %4 unsigned : tile<i32>
//=     %6 = cute_nvgpu.arch.make_warp_uniform %5 : tile<i32>
//=     %7, %8 = cutlass.seq_bar.init %6 {depth = 2, groups = 2, threads = 128, barrier_base = 3} : !cutlass.seq_bar, !cutlass.pipeline_state
//=     %token = nv_tileas.create_mem_token : token
//=     %c16 = nv_tileas.assume div_by<16>, %c : tile<ptr<f16>>
//=     %vc = nv_tileas.make_memref %c16, shape = [512, 512], strides = [512, 1] : tensor_view<512x512xf16, strides=[512,1]>
//=     %pc = nv_tileas.make_tiled_view %vc : partition_view<tile=(64x64), tensor_view<512x512xf16, strides=[512,1]>>
//=     %zero = arith.constant <f32: 0.000000e+00> : tile<64x64xf32, #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>>
//=     %9, %10, %11 = scf.for %tile in (%worker to %tiles, step %workers) : tile<i32> iter_values(%12 = %2, %13 = %8, %14 = %6) -> (!cutlass.pipeline_state, !cutlass.pipeline_state, tile<i32>) {
//=       %m = arith.remi %tile, %to signed : tile<i32>
//=       %n = arith.divi %tile, %to signed : tile<i32>
//=       %15 = arith.constant <i32: 0> : tile<i32>
//=       %16 = arith.cmpi equal %14, %15, signed : tile<i32> -> tile<i1>
//=       %17, %18 = scf.if %16 -> (!cutlass.pipeline_state, !cutlass.pipeline_state) {
//=         cutlass.seq_bar.wait %7, %13
//=         %sum, %19 = scf.for %i in (%from to %to, step %step) : tile<i32> iter_values(%acc = %zero, %20 = %12) -> (tile<64x64xf32, #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>>, !cutlass.pipeline_state) {
//=           cutlass.pipeline.consumer_wait %0, %20
//=           %21 = cutlass.pipeline.state.index %20 -> tile<i32>
//=           %l_0 = nv_tileas.local_load %l[%21] : !nv_tileas.buffer<7x64x64xf16> -> tile<64x64xf16>
//=           %r_0 = nv_tileas.local_load %r[%21] : !nv_tileas.buffer<7x64x64xf16> -> tile<64x64xf16>
//=           %d = nv_tileas.dot %l_0, %r_0, %acc {nv_tile.aws.stage = 1, nv_tile.aws.order = 2, nv_tileas.lhs_major = k, nv_tileas.rhs_major = mn} : tile<64x64xf16>, tile<64x64xf16>, tile<64x64xf32, #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>>
//=           cutlass.pipeline.consumer_release %0, %20
//=           %22 = cutlass.pipeline.state.increment %0, %20
//=           scf.continue %d, %22 : tile<64x64xf32, #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>>, !cutlass.pipeline_state
//=         } attributes {nv_tileas.products_in_flight = 1, nv_tile.aws.agent = consumer}
//=         %23 = cutlass.seq_bar.arrive %7, %13
//=         cutlass.seq_bar.wait %7, %23
//=         %rounded = arith.ftof %sum  : tile<64x64xf32, #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>> -> tile<64x64xf16, #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>>
//=         %rounded_0 = nv_tileas.convert_layout %rounded : tile<64x64xf16, #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>> -> tile<64x64xf16, #nv_tileas.layout<reg=[1, 2, 4, 256, 512], lane=[8, 16, 32, 64, 128], warp=[1024, 2048]>>
//=         %t2 = nv_tileas.tiled_store weak %rounded_0, %pc[%m, %n] token = %token {nv_tileas.layout = #nv_tileas.layout<reg=[1, 2, 4, 256, 512], lane=[8, 16, 32, 64, 128], warp=[1024, 2048]>} : tile<64x64xf16, #nv_tileas.layout<reg=[1, 2, 4, 256, 512], lane=[8, 16, 32, 64, 128], warp=[1024, 2048]>>, partition_view<tile=(64x64), tensor_view<512x512xf16, strides=[512,1]>>, tile<i32> -> token
//=         %24 = cutlass.seq_bar.arrive %7, %23
//=         scf.yield %19, %24 : !cutlass.pipeline_state, !cutlass.pipeline_state
//=       } else {
//=         %25 = arith.constant <i32: 0> : tile<i32>
//=         %26 = arith.cmpi less_than %from, %to, signed : tile<i32> -> tile<i1>
//=         %27 = arith.subi %to, %from : tile<i32>
//=         %28 = arith.select %26, %27, %25 : tile<i1>, tile<i32>
//=         %29 = cutlass.pipeline.state.advance %0, %12 by %28 : tile<i32>
//=         scf.yield %29, %13 : !cutlass.pipeline_state, !cutlass.pipeline_state
//=       } attributes {nv_tile.aws.turns}
//=       %30 = arith.constant <i32: 1> : tile<i32>
//=       %31 = arith.xori %14, %30 : tile<i32>
//=       scf.continue %17, %18, %31 : !cutlass.pipeline_state, !cutlass.pipeline_state, tile<i32>
//=     }
//=   } {
//=     %32 = cutlass.pipeline.state.create producer
//=     %a16 = nv_tileas.assume div_by<16>, %a : tile<ptr<f16>>
//=     %b16 = nv_tileas.assume div_by<16>, %b : tile<ptr<f16>>
//=     %va = nv_tileas.make_memref %a16, shape = [512, 512], strides = [512, 1] : tensor_view<512x512xf16, strides=[512,1]>
//=     %vb = nv_tileas.make_memref %b16, shape = [512, 512], strides = [512, 1] : tensor_view<512x512xf16, strides=[512,1]>
//=     %pa = nv_tileas.make_tiled_view %va : partition_view<tile=(64x64), tensor_view<512x512xf16, strides=[512,1]>>
//=     %pb = nv_tileas.make_tiled_view %vb : partition_view<tile=(64x64), tensor_view<512x512xf16, strides=[512,1]>>
//=     %33 = scf.for %tile in (%worker to %tiles, step %workers) : tile<i32> iter_values(%34 = %32) -> (!cutlass.pipeline_state) {
//=       %m = arith.remi %tile, %to signed : tile<i32>
//=       %n = arith.divi %tile, %to signed : tile<i32>
//=       %35 = scf.for %i in (%from to %to, step %step) : tile<i32> iter_values(%36 = %34) -> (!cutlass.pipeline_state) {
//=         %37 = cutlass.pipeline.producer_acquire %0, %36
//=         %38 = cutlass.pipeline.state.index %37 -> tile<i32>
//=         %39 = nv_tileas.create_mem_token : token
//=         %l_0, %t0 = nv_tileas.tiled_load weak %pa[%m, %i] token = %39 {tileas.schedule.constraint.gid = 0, tileas.schedule.constraint.leader_gid = 0, nv_tile.aws.stage = 0, nv_tile.aws.order = 1, nv_tileas.layout = #nv_tileas.boxes<count=1, rows=64, swizzle=128>} : partition_view<tile=(64x64), tensor_view<512x512xf16, strides=[512,1]>>, tile<i32> -> tile<64x64xf16>, token
//=         nv_tileas.local_store %l_0, %l[%38] : tile<64x64xf16>, !nv_tileas.buffer<7x64x64xf16>
//=         %40 = nv_tileas.create_mem_token : token
//=         %r_0, %t1 = nv_tileas.tiled_load weak %pb[%i, %n] token = %40 {tileas.schedule.constraint.gid = 1, tileas.schedule.constraint.leader_gid = 0, nv_tile.aws.stage = 0, nv_tile.aws.order = 2, nv_tileas.layout = #nv_tileas.boxes<count=1, rows=64, swizzle=128>} : partition_view<tile=(64x64), tensor_view<512x512xf16, strides=[512,1]>>, tile<i32> -> tile<64x64xf16>, token
//=         nv_tileas.local_store %r_0, %r[%38] : tile<64x64xf16>, !nv_tileas.buffer<7x64x64xf16>
//=         cutlass.pipeline.producer_commit %0, %37 {transaction_bytes = 0}
//=         %41 = cutlass.pipeline.state.increment %0, %37
//=         scf.continue %41 : !cutlass.pipeline_state
//=       } attributes {nv_tileas.products_in_flight = 1, nv_tile.aws.agent = producer}
//=       scf.continue %35 : !cutlass.pipeline_state
//=     }
//=     cutlass.pipeline.producer_tail %0, %33
//=   }
//=   nv_tileas.return
//= }
