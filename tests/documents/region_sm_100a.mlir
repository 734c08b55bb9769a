// The gallery's `matmul` for sm_100a before its pipelines are barriers, but for one thing: a slot is released by the thread at the end of the iteration that
// started its product, as a region around it would, and not by a commit of the product.
// ---- cutlass after assign-buffers
nv_tileas.func @matmul(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f16>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>) {
  %0 = cutlass.pipeline.create {numStages = 3, num_producers = 1, num_consumers = 1, offset = 24576}
  %ta = nv_tileas.alloc_tensor swizzle = 64b offset = 0 : !nv_tileas.buffer<3x64x32xf16>
  %tb = nv_tileas.alloc_tensor swizzle = 128b offset = 12288 : !nv_tileas.buffer<3x32x64xf16>
  nv_tileas.tensor.reserve columns = 64 offset = 24624
  %1 = cutlass.pipeline.create {numStages = 1, num_producers = 1, num_consumers = 4, offset = 24640}
  cutlass.pipeline.init %0
  cutlass.pipeline.init %1
  %sum = nv_tileas.tensor.buffer column = 0 offset = 24624 : !nv_tileas.buffer<1x64x64xf32>
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
    %2 = cutlass.pipeline.state.create consumer
    %c16 = nv_tileas.assume div_by<16>, %c : tile<ptr<f16>>
    %start = nv_tileas.create_mem_token : token
    %vc = nv_tileas.make_memref %c16, shape = [%m, %n8], strides = [%n8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %pc = nv_tileas.make_tiled_view %vc : partition_view<tile=(64x64), tensor_view<?x?xf16, strides=[?,1]>>
    %nothing = arith.constant <f32: 0.000000e+00> : tile<64x64xf32, #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>>
    cutlass.pipeline.consumer_wait %1, %2
    %3 = cutlass.pipeline.state.index %2 -> tile<i32>
    nv_tileas.iterations %zero to %steps#1, step %one
    %4 = arith.cmpi less_than %zero, %steps#1, signed : tile<i32> -> tile<i1>
    %sum_0 = scf.if %4 -> (tile<64x64xf32, #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>>) {
      nvvm.tcgen05.fence.after_thread_sync
      %5 = nv_tileas.tensor.read %sum[%3] : !nv_tileas.buffer<1x64x64xf32> -> tile<64x64xf32, #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>>
      nvvm.tcgen05.fence.before_thread_sync
      nvvm.bar.warp.sync
      scf.yield %5 : tile<64x64xf32, #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>>
    } else {
      scf.yield %nothing : tile<64x64xf32, #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>>
    }
    %6 = nvvm.read_sreg laneid : tile<i32>
    %7 = arith.constant <i32: 0> : tile<i32>
    %8 = arith.cmpi equal %6, %7, signed : tile<i32> -> tile<i1>
    cutlass.pipeline.consumer_release %1, %2 if %8
    %narrow = arith.ftof %sum_0  : tile<64x64xf32, #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>> -> tile<64x64xf16, #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>>
    %done = nv_tileas.tiled_store weak %narrow, %pc[%row, %column] token = %start descriptor = 2 {nv_tileas.layout = #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>} : tile<64x64xf16, #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>>, partition_view<tile=(64x64), tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> token
    nv_tileas.tensor.release columns = 64 offset = 24624
  } {
    %9 = cutlass.pipeline.state.create producer
    %b16 = nv_tileas.assume div_by<16>, %b : tile<ptr<f16>>
    %vb = nv_tileas.make_memref %b16, shape = [%k8, %n8], strides = [%n8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %pb = nv_tileas.make_tiled_view %vb : partition_view<tile=(32x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %10 = scf.for %i in (%zero to %steps#1, step %one) : tile<i32> iter_values(%11 = %9) -> (!cutlass.pipeline_state) {
      %12 = cutlass.pipeline.producer_acquire %0, %11
      %13 = cutlass.pipeline.state.index %12 -> tile<i32>
      %14 = nv_tileas.create_mem_token : token
      %15 = cutlass.pipeline.full_barrier %0, %12 -> tile<i32>
      nv_tileas.async.tiled_tma_load %pa[%row, %i], %ta[%13], %15 descriptor = 0 : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, !nv_tileas.buffer<3x64x32xf16>, tile<i32>
      %16 = nv_tileas.create_mem_token : token
      %17 = cutlass.pipeline.full_barrier %0, %12 -> tile<i32>
      nv_tileas.async.tiled_tma_load %pb[%i, %column], %tb[%13], %17 descriptor = 1 : partition_view<tile=(32x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, !nv_tileas.buffer<3x32x64xf16>, tile<i32>
      cutlass.pipeline.producer_commit %0, %12 {transaction_bytes = 8192}
      %18 = cutlass.pipeline.state.increment %0, %12
      scf.continue %18 : !cutlass.pipeline_state
    } attributes {tileas.schedule.constraint.max_depth = 3, nv_tileas.products_in_flight = 1, nv_tile.aws.agent = producer}
    cutlass.pipeline.producer_tail %0, %10
  } {
    %19 = cutlass.pipeline.state.create consumer
    %20 = cutlass.pipeline.state.create producer
    %nothing = arith.constant <f32: 0.000000e+00> : tile<64x64xf32, #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>>
    %21 = cutlass.pipeline.producer_acquire %1, %20
    nvvm.tcgen05.fence.after_thread_sync
    %22 = cutlass.pipeline.state.index %21 -> tile<i32>
    %23, %24 = scf.for %i in (%zero to %steps#1, step %one) : tile<i32> iter_values(%25 = %19, %26 = %21) -> (!cutlass.pipeline_state, !cutlass.pipeline_state) {
      %27 = arith.cmpi not_equal %i, %zero, signed : tile<i32> -> tile<i1>
      cutlass.pipeline.consumer_wait %0, %25
      %28 = cutlass.pipeline.state.index %25 -> tile<i32>
      nv_tileas.tensor.dot %ta[%28] k, %tb[%28] mn, %sum[%22] adds if %27 : !nv_tileas.buffer<3x64x32xf16>, !nv_tileas.buffer<3x32x64xf16>, !nv_tileas.buffer<1x64x64xf32>
      cutlass.pipeline.consumer_release %0, %25
      %29 = cutlass.pipeline.state.increment %0, %25
      scf.continue %29, %26 : !cutlass.pipeline_state, !cutlass.pipeline_state
    } attributes {tileas.schedule.constraint.max_depth = 3, nv_tileas.products_in_flight = 1, nv_tile.aws.agent = issuer}
    %30 = cutlass.pipeline.state.index %24 -> tile<i32>
    cutlass.pipeline.producer_commit %1, %24 issued {transaction_bytes = 0}
    %31 = cutlass.pipeline.state.increment %1, %24
    cutlass.pipeline.producer_tail %1, %31
  }
  nv_tileas.return
} attributes {nv_tile.tensor_maps = [{element = f16, base = 0, dims = [[5, 1], [3, 1]], strides = [[5, 2]], box = [32, 64], swizzle = "64b"}, {element = f16, base = 1, dims = [[4, 1], [5, 1]], strides = [[4, 2]], box = [64, 32], swizzle = "128b"}, {element = f16, base = 2, dims = [[4, 1], [3, 1]], strides = [[4, 2]], box = [64, 16], swizzle = "128b"}]}
