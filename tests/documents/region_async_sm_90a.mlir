// The gallery's `matmul` for sm_90a before its pipelines are barriers, with slots as `consume_one_async` leaves them: what it yields is waited for before its slot is
// released, so that no product is in flight when the next iteration starts.
// ---- cutlass after assign-buffers
nv_tileas.func @matmul(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f16>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>) {
  %0 = cutlass.pipeline.create {numStages = 3, num_producers = 1, num_consumers = 4, offset = 24576}
  %ta = nv_tileas.alloc_tensor swizzle = 64b offset = 0 : !nv_tileas.buffer<3x64x32xf16>
  %tb = nv_tileas.alloc_tensor swizzle = 128b offset = 12288 : !nv_tileas.buffer<3x32x64xf16>
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
  nv_tileas.async.pipeline.agent_switch roles = [consumer, producer] num_warps = [4, 4] max_regs = [120, 40] {
    %1 = cutlass.pipeline.state.create consumer
    %c16 = nv_tileas.assume div_by<16>, %c : tile<ptr<f16>>
    %start = nv_tileas.create_mem_token : token
    %vc = nv_tileas.make_memref %c16, shape = [%m, %n8], strides = [%n8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %pc = nv_tileas.make_tiled_view %vc : partition_view<tile=(64x64), tensor_view<?x?xf16, strides=[?,1]>>
    %nothing = arith.constant <f32: 0.000000e+00> : tile<64x64xf32, #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>>
    %2 = nvvm.read_sreg laneid : tile<i32>
    %3 = arith.constant <i32: 0> : tile<i32>
    %4 = arith.cmpi equal %2, %3, signed : tile<i32> -> tile<i1>
    %sum, %5, %6 = scf.for %i in (%zero to %steps#1, step %one) : tile<i32> iter_values(%acc = %nothing, %7 = %1, %8 = %1) -> (tile<64x64xf32, #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>>, !cutlass.pipeline_state, !cutlass.pipeline_state) {
      %9 = arith.cmpi not_equal %i, %zero, signed : tile<i32> -> tile<i1>
      %10 = arith.andi %9, %4 : tile<i1>
      cutlass.pipeline.consumer_wait %0, %7
      %11 = cutlass.pipeline.state.index %7 -> tile<i32>
      nvvm.wgmma.fence
      %next = nv_tileas.async.dot %ta[%11] k, %tb[%11] mn, %acc : !nv_tileas.buffer<3x64x32xf16>, !nv_tileas.buffer<3x32x64xf16>, tile<64x64xf32, #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>>
      nvvm.wgmma.commit_group
      nvvm.wgmma.wait_group 0
      cutlass.pipeline.consumer_release %0, %7 if %4
      %12 = cutlass.pipeline.state.increment %0, %7
      scf.continue %next, %12, %7 : tile<64x64xf32, #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>>, !cutlass.pipeline_state, !cutlass.pipeline_state
    } attributes {tileas.schedule.constraint.max_depth = 3, nv_tileas.products_in_flight = 1, nv_tile.aws.agent = consumer}
    nvvm.wgmma.wait_group 0
    %13 = arith.cmpi less_than %zero, %steps#1, signed : tile<i32> -> tile<i1>
    %14 = arith.andi %13, %4 : tile<i1>
    %narrow = arith.ftof %sum  : tile<64x64xf32, #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>> -> tile<64x64xf16, #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>>
    %done = nv_tileas.tiled_store weak %narrow, %pc[%row, %column] token = %start descriptor = 2 {nv_tileas.layout = #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>} : tile<64x64xf16, #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>>, partition_view<tile=(64x64), tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> token
  } {
    %15 = cutlass.pipeline.state.create producer
    %b16 = nv_tileas.assume div_by<16>, %b : tile<ptr<f16>>
    %vb = nv_tileas.make_memref %b16, shape = [%k8, %n8], strides = [%n8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %pb = nv_tileas.make_tiled_view %vb : partition_view<tile=(32x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %16 = scf.for %i in (%zero to %steps#1, step %one) : tile<i32> iter_values(%17 = %15) -> (!cutlass.pipeline_state) {
      %18 = cutlass.pipeline.producer_acquire %0, %17
      %19 = cutlass.pipeline.state.index %18 -> tile<i32>
      %20 = nv_tileas.create_mem_token : token
      %21 = cutlass.pipeline.full_barrier %0, %18 -> tile<i32>
      nv_tileas.async.tiled_tma_load %pa[%row, %i], %ta[%19], %21 descriptor = 0 : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, !nv_tileas.buffer<3x64x32xf16>, tile<i32>
      %22 = nv_tileas.create_mem_token : token
      %23 = cutlass.pipeline.full_barrier %0, %18 -> tile<i32>
      nv_tileas.async.tiled_tma_load %pb[%i, %column], %tb[%19], %23 descriptor = 1 : partition_view<tile=(32x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, !nv_tileas.buffer<3x32x64xf16>, tile<i32>
      cutlass.pipeline.producer_commit %0, %18 {transaction_bytes = 8192}
      %24 = cutlass.pipeline.state.increment %0, %18
      scf.continue %24 : !cutlass.pipeline_state
    } attributes {tileas.schedule.constraint.max_depth = 3, nv_tileas.products_in_flight = 1, nv_tile.aws.agent = producer}
    cutlass.pipeline.producer_tail %0, %16
  }
  nv_tileas.return
} attributes {nv_tile.tensor_maps = [{element = f16, base = 0, dims = [[5, 1], [3, 1]], strides = [[5, 2]], box = [32, 64], swizzle = "64b"}, {element = f16, base = 1, dims = [[4, 1], [5, 1]], strides = [[4, 2]], box = [64, 32], swizzle = "128b"}, {element = f16, base = 2, dims = [[4, 1], [3, 1]], strides = [[4, 2]], box = [64, 16], swizzle = "128b"}]}
