// test: pass lower-value-pipelines sm_100a
// Slots of rings that one op fills and another one empties are steps again, on the states of the ring
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
      nvvm.tcgen05.fence.after_thread_sync
      %6 = nv_tileas.tensor.read %sum[%4] : !nv_tileas.buffer<1x64x64xf32> -> tile<64x64xf32, #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>>
      nvvm.tcgen05.fence.before_thread_sync
      nvvm.bar.warp.sync
      scf.yield %6 : tile<64x64xf32, #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>>
    } else {
      scf.yield %nothing : tile<64x64xf32, #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>>
    }
    %7 = nvvm.read_sreg laneid : tile<i32>
    %8 = arith.constant <i32: 0> : tile<i32>
    %9 = arith.cmpi equal %7, %8, signed : tile<i32> -> tile<i1>
    cutlass.pipeline.consumer_release %2, %3 if %9
    %narrow = arith.ftof %sum_0  : tile<64x64xf32, #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>> -> tile<64x64xf16, #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>>
    %done = nv_tileas.tiled_store weak %narrow, %pc[%row, %column] token = %start descriptor = 2 {nv_tileas.layout = #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>} : tile<64x64xf16, #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>>, partition_view<tile=(64x64), tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> token
    nv_tileas.tensor.release
  } {
    %10 = cutlass.pipeline.state.create producer
    %b16 = nv_tileas.assume div_by<16>, %b : tile<ptr<f16>>
    %vb = nv_tileas.make_memref %b16, shape = [%k8, %n8], strides = [%n8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %pb = nv_tileas.make_tiled_view %vb : partition_view<tile=(32x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %11 = scf.for %i in (%zero to %steps#1, step %one) : tile<i32> iter_values(%12 = %10) -> (!cutlass.pipeline_state) {
      %13 = nv_tileas.async.pipeline.produce_one_async %0, %12 attributes {transaction_bytes = 8192} : !cutlass.pipeline_state -> !nv_tileas.async_token (%14: tile<i32>, %15: tile<i32>) {
        %16 = nv_tileas.create_mem_token : token
        nv_tileas.async.tiled_tma_load %pa[%row, %i], %ta[%14], %15 descriptor = 0 : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, !nv_tileas.buffer<14x64x32xf16>, tile<i32>
        %17 = nv_tileas.create_mem_token : token
        nv_tileas.async.tiled_tma_load %pb[%i, %column], %tb[%14], %15 descriptor = 1 : partition_view<tile=(32x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, !nv_tileas.buffer<14x32x64xf16>, tile<i32>
        nv_tileas.async.pipeline.yield
      }
      %18 = cutlass.pipeline.state.increment %0, %12
      scf.continue %18 : !cutlass.pipeline_state
    } attributes {nv_tileas.products_in_flight = 1, nv_tile.aws.agent = producer}
    cutlass.pipeline.producer_tail %0, %11
  } {
    %19 = cutlass.pipeline.state.create consumer
    %20 = cutlass.pipeline.state.create producer
    %nothing = arith.constant <f32: 0.000000e+00> : tile<64x64xf32, #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>>
    %21 = cutlass.pipeline.producer_acquire %2, %20
    nvvm.tcgen05.fence.after_thread_sync
    %22 = cutlass.pipeline.state.index %21 -> tile<i32>
    %23, %24 = scf.for %i in (%zero to %steps#1, step %one) : tile<i32> iter_values(%25 = %19, %26 = %21) -> (!cutlass.pipeline_state, !cutlass.pipeline_state) {
      %27 = arith.cmpi not_equal %i, %zero, signed : tile<i32> -> tile<i1>
      nv_tileas.async.pipeline.consume_one_async %0, %25 attributes {consumer_idx = 0, issued} : !cutlass.pipeline_state (%28: tile<i32>) {
        nv_tileas.tensor.dot %ta[%28] k, %tb[%28] mn, %sum[%22] adds if %27 : !nv_tileas.buffer<14x64x32xf16>, !nv_tileas.buffer<14x32x64xf16>, !nv_tileas.buffer<1x64x64xf32>
        nv_tileas.async.pipeline.yield
      }
      %29 = cutlass.pipeline.state.increment %0, %25
      scf.continue %29, %26 : !cutlass.pipeline_state, !cutlass.pipeline_state
    } attributes {nv_tileas.products_in_flight = 1, nv_tile.aws.agent = issuer}
    %30 = cutlass.pipeline.state.index %24 -> tile<i32>
    cutlass.pipeline.producer_commit %2, %24 issued {transaction_bytes = 0}
    %31 = cutlass.pipeline.state.increment %2, %24
    cutlass.pipeline.producer_tail %2, %31
  }
  nv_tileas.return
} attributes {nv_tile.tensor_maps = [{element = f16, base = 0, dims = [[5, 1], [3, 1]], strides = [[5, 2]], box = [32, 64], swizzle = "64b"}, {element = f16, base = 1, dims = [[4, 1], [5, 1]], strides = [[4, 2]], box = [64, 32], swizzle = "128b"}, {element = f16, base = 2, dims = [[4, 1], [3, 1]], strides = [[4, 2]], box = [64, 16], swizzle = "128b"}]}
//= nv_tileas.func @matmul(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f16>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>) {
//=   %0 = cutlass.pipeline.create {numStages = 14, num_producers = 1, num_consumers = 1}
//=   %ta = nv_tileas.alloc_tensor swizzle = 64b : !nv_tileas.buffer<14x64x32xf16>
//=   %tb = nv_tileas.alloc_tensor swizzle = 128b : !nv_tileas.buffer<14x32x64xf16>
//=   %1 = nv_tileas.create_pipe of %ta, %tb : !nv_tileas.buffer<14x64x32xf16>, !nv_tileas.buffer<14x32x64xf16> : !nv_tileas.pipe<depth = 14, slot_bytes = 8192, smem>
//=   nv_tileas.tensor.reserve
//=   %2 = cutlass.pipeline.create {numStages = 1, num_producers = 1, num_consumers = 4}
//=   cutlass.pipeline.init %0
//=   cutlass.pipeline.init %2
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
//=     cutlass.pipeline.consumer_wait %2, %3
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
//=     %7 = nvvm.read_sreg laneid : tile<i32>
//=     %8 = arith.constant <i32: 0> : tile<i32>
//=     %9 = arith.cmpi equal %7, %8, signed : tile<i32> -> tile<i1>
//=     cutlass.pipeline.consumer_release %2, %3 if %9
//=     %narrow = arith.ftof %sum_0  : tile<64x64xf32, #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>> -> tile<64x64xf16, #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>>
//=     %done = nv_tileas.tiled_store weak %narrow, %pc[%row, %column] token = %start descriptor = 2 {nv_tileas.layout = #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>} : tile<64x64xf16, #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>>, partition_view<tile=(64x64), tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> token
//=     nv_tileas.tensor.release
//=   } {
//=     %10 = cutlass.pipeline.state.create producer
//=     %b16 = nv_tileas.assume div_by<16>, %b : tile<ptr<f16>>
//=     %vb = nv_tileas.make_memref %b16, shape = [%k8, %n8], strides = [%n8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
//=     %pb = nv_tileas.make_tiled_view %vb : partition_view<tile=(32x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
//=     %11 = scf.for %i in (%zero to %steps#1, step %one) : tile<i32> iter_values(%12 = %10) -> (!cutlass.pipeline_state) {
//=       %13 = cutlass.pipeline.producer_acquire %0, %12
//=       %14 = cutlass.pipeline.state.index %13 -> tile<i32>
//=       %15 = cutlass.pipeline.full_barrier %0, %13 -> tile<i32>
//=       %16 = nv_tileas.create_mem_token : token
//=       nv_tileas.async.tiled_tma_load %pa[%row, %i], %ta[%14], %15 descriptor = 0 : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, !nv_tileas.buffer<14x64x32xf16>, tile<i32>
//=       %17 = nv_tileas.create_mem_token : token
//=       nv_tileas.async.tiled_tma_load %pb[%i, %column], %tb[%14], %15 descriptor = 1 : partition_view<tile=(32x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, !nv_tileas.buffer<14x32x64xf16>, tile<i32>
//=       cutlass.pipeline.producer_commit %0, %13 {transaction_bytes = 8192}
//=       %18 = cutlass.pipeline.state.increment %0, %12
//=       scf.continue %18 : !cutlass.pipeline_state
//=     } attributes {nv_tileas.products_in_flight = 1, nv_tile.aws.agent = producer}
//=     cutlass.pipeline.producer_tail %0, %11
//=   } {
//=     %19 = cutlass.pipeline.state.create consumer
//=     %20 = cutlass.pipeline.state.create producer
//=     %nothing = arith.constant <f32: 0.000000e+00> : tile<64x64xf32, #nv_tileas.layout<reg=[1, 512, 8, 16, 32], lane=[2, 4, 64, 128, 256], warp=[1024, 2048]>>
//=     %21 = cutlass.pipeline.producer_acquire %2, %20
//=     nvvm.tcgen05.fence.after_thread_sync
//=     %22 = cutlass.pipeline.state.index %21 -> tile<i32>
//=     %23, %24 = scf.for %i in (%zero to %steps#1, step %one) : tile<i32> iter_values(%25 = %19, %26 = %21) -> (!cutlass.pipeline_state, !cutlass.pipeline_state) {
//=       %27 = arith.cmpi not_equal %i, %zero, signed : tile<i32> -> tile<i1>
//=       cutlass.pipeline.consumer_wait %0, %25
//=       %28 = cutlass.pipeline.state.index %25 -> tile<i32>
//=       nv_tileas.tensor.dot %ta[%28] k, %tb[%28] mn, %sum[%22] adds if %27 : !nv_tileas.buffer<14x64x32xf16>, !nv_tileas.buffer<14x32x64xf16>, !nv_tileas.buffer<1x64x64xf32>
//=       cutlass.pipeline.consumer_release %0, %25 issued
//=       %29 = cutlass.pipeline.state.increment %0, %25
//=       scf.continue %29, %26 : !cutlass.pipeline_state, !cutlass.pipeline_state
//=     } attributes {nv_tileas.products_in_flight = 1, nv_tile.aws.agent = issuer}
//=     %30 = cutlass.pipeline.state.index %24 -> tile<i32>
//=     cutlass.pipeline.producer_commit %2, %24 issued {transaction_bytes = 0}
//=     %31 = cutlass.pipeline.state.increment %2, %24
//=     cutlass.pipeline.producer_tail %2, %31
//=   }
//=   nv_tileas.return
//= } attributes {nv_tile.tensor_maps = [{element = f16, base = 0, dims = [[5, 1], [3, 1]], strides = [[5, 2]], box = [32, 64], swizzle = "64b"}, {element = f16, base = 1, dims = [[4, 1], [5, 1]], strides = [[4, 2]], box = [64, 32], swizzle = "128b"}, {element = f16, base = 2, dims = [[4, 1], [3, 1]], strides = [[4, 2]], box = [64, 16], swizzle = "128b"}]}
// -----
// test: pass lower-value-pipelines
// A token of a full slot that is handed on has nobody who waits where the slot is filled
%pipe = nv_tileas.async.pipeline.create_pipeline {numStages = 2, producerGroupId = 0, consumerGroupId = 1}
%at = nv_tileas.async.pipeline.create_iterator %pipe : !nv_tileas.pipeline_iterator<tile<16x16xf16>, count = 2, stride = 1, space = shared>
%yes = arith.constant <i1: true> : i1
%full = nv_tileas.async.pipeline.produce_one_async %pipe, %at : !nv_tileas.pipeline_iterator<tile<16x16xf16>, count = 2, stride = 1, space = shared> -> !nv_tileas.async_token (%slot: i32, %barrier: i32) {
  nvvm.mbarrier.arrive %barrier + 0
  nv_tileas.async.pipeline.yield
}
%later = scf.if %yes -> (!nv_tileas.async_token) {
  scf.yield %full : !nv_tileas.async_token
} else {
  scf.yield %full : !nv_tileas.async_token
}
//= 11:3 error[pipeline.token]: a token of a full slot is handed on
//=   help: wait for it where the slot is filled
// -----
// test: pass lower-value-pipelines sm_120a
// A slot that is held by a token is held by the state that was waited at, and released by the same lanes
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
      %5 = nv_tileas.async.pipeline.consumer_wait %0, %4 : !cutlass.pipeline_state -> !nv_tileas.pipeline_consumer_token
      %6 = cutlass.pipeline.state.index %4 -> tile<i32>
      %next = nv_tileas.buffer_dot %ta[%6] k, %tb[%6] mn, %acc : !nv_tileas.buffer<4x64x32xf16>, !nv_tileas.buffer<4x32x64xf16>, tile<64x64xf32, #nv_tileas.layout<reg=[1, 512, 16, 32, 2048], lane=[2, 4, 64, 128, 256], warp=[1024, 8]>>
      nvvm.bar.warp.sync
      %7 = nvvm.read_sreg laneid : tile<i32>
      %8 = arith.constant <i32: 0> : tile<i32>
      %9 = arith.cmpi equal %7, %8, signed : tile<i32> -> tile<i1>
      nv_tileas.async.pipeline.consumer_release %0, %5 if %9
      %10 = cutlass.pipeline.state.increment %0, %4
      scf.continue %next, %10 : tile<64x64xf32, #nv_tileas.layout<reg=[1, 512, 16, 32, 2048], lane=[2, 4, 64, 128, 256], warp=[1024, 8]>>, !cutlass.pipeline_state
    } attributes {nv_tileas.products_in_flight = 0, nv_tile.aws.agent = consumer}
    %narrow = arith.ftof %sum  : tile<64x64xf32, #nv_tileas.layout<reg=[1, 512, 16, 32, 2048], lane=[2, 4, 64, 128, 256], warp=[1024, 8]>> -> tile<64x64xf16, #nv_tileas.layout<reg=[1, 512, 16, 32, 2048], lane=[2, 4, 64, 128, 256], warp=[1024, 8]>>
    %narrow_0 = nv_tileas.convert_layout %narrow : tile<64x64xf16, #nv_tileas.layout<reg=[1, 512, 16, 32, 2048], lane=[2, 4, 64, 128, 256], warp=[1024, 8]>> -> tile<64x64xf16, #nv_tileas.layout<reg=[1, 2, 4, 1024, 2048], lane=[8, 16, 32, 64, 128], warp=[256, 512]>>
    %done = nv_tileas.tiled_store weak %narrow_0, %pc[%row, %column] token = %start {nv_tileas.layout = #nv_tileas.layout<reg=[1, 2, 4, 1024, 2048], lane=[8, 16, 32, 64, 128], warp=[256, 512]>} : tile<64x64xf16, #nv_tileas.layout<reg=[1, 2, 4, 1024, 2048], lane=[8, 16, 32, 64, 128], warp=[256, 512]>>, partition_view<tile=(64x64), tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> token
  } {
    %11 = cutlass.pipeline.state.create producer
    %b16 = nv_tileas.assume div_by<16>, %b : tile<ptr<f16>>
    %vb = nv_tileas.make_memref %b16, shape = [%k8, %n8], strides = [%n8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %pb = nv_tileas.make_tiled_view %vb : partition_view<tile=(32x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %12 = scf.for %i in (%zero to %steps#1, step %one) : tile<i32> iter_values(%13 = %11) -> (!cutlass.pipeline_state) {
      %14 = nv_tileas.async.pipeline.produce_one_async %0, %13 attributes {transaction_bytes = 8192} : !cutlass.pipeline_state -> !nv_tileas.async_token (%15: tile<i32>, %16: tile<i32>) {
        %17 = nv_tileas.create_mem_token : token
        nv_tileas.async.tiled_tma_load %pa[%row, %i], %ta[%15], %16 descriptor = 0 : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, !nv_tileas.buffer<4x64x32xf16>, tile<i32>
        %18 = nv_tileas.create_mem_token : token
        nv_tileas.async.tiled_tma_load %pb[%i, %column], %tb[%15], %16 descriptor = 1 : partition_view<tile=(32x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, !nv_tileas.buffer<4x32x64xf16>, tile<i32>
        nv_tileas.async.pipeline.yield
      }
      %19 = cutlass.pipeline.state.increment %0, %13
      scf.continue %19 : !cutlass.pipeline_state
    } attributes {nv_tileas.products_in_flight = 0, nv_tile.aws.agent = producer}
    cutlass.pipeline.producer_tail %0, %12
  }
  nv_tileas.return
} attributes {nv_tile.tensor_maps = [{element = f16, base = 0, dims = [[5, 1], [3, 1]], strides = [[5, 2]], box = [32, 64], swizzle = "64b"}, {element = f16, base = 1, dims = [[4, 1], [5, 1]], strides = [[4, 2]], box = [64, 32], swizzle = "128b"}]}
//= nv_tileas.func @matmul(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f16>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>) {
//=   %0 = cutlass.pipeline.create {numStages = 4, num_producers = 1, num_consumers = 4}
//=   %ta = nv_tileas.alloc_tensor swizzle = 64b : !nv_tileas.buffer<4x64x32xf16>
//=   %tb = nv_tileas.alloc_tensor swizzle = 128b : !nv_tileas.buffer<4x32x64xf16>
//=   %1 = nv_tileas.create_pipe of %ta, %tb : !nv_tileas.buffer<4x64x32xf16>, !nv_tileas.buffer<4x32x64xf16> : !nv_tileas.pipe<depth = 4, slot_bytes = 8192, smem>
//=   cutlass.pipeline.init %0
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
//=     %sum, %3 = scf.for %i in (%zero to %steps#1, step %one) : tile<i32> iter_values(%acc = %nothing, %5 = %2) -> (tile<64x64xf32, #nv_tileas.layout<reg=[1, 512, 16, 32, 2048], lane=[2, 4, 64, 128, 256], warp=[1024, 8]>>, !cutlass.pipeline_state) {
//=       cutlass.pipeline.consumer_wait %0, %5
//=       %6 = cutlass.pipeline.state.index %5 -> tile<i32>
//=       %next = nv_tileas.buffer_dot %ta[%6] k, %tb[%6] mn, %acc : !nv_tileas.buffer<4x64x32xf16>, !nv_tileas.buffer<4x32x64xf16>, tile<64x64xf32, #nv_tileas.layout<reg=[1, 512, 16, 32, 2048], lane=[2, 4, 64, 128, 256], warp=[1024, 8]>>
//=       nvvm.bar.warp.sync
//=       %7 = nvvm.read_sreg laneid : tile<i32>
//=       %8 = arith.constant <i32: 0> : tile<i32>
//=       %9 = arith.cmpi equal %7, %8, signed : tile<i32> -> tile<i1>
//=       cutlass.pipeline.consumer_release %0, %5 if %9
//=       %10 = cutlass.pipeline.state.increment %0, %5
//=       scf.continue %next, %10 : tile<64x64xf32, #nv_tileas.layout<reg=[1, 512, 16, 32, 2048], lane=[2, 4, 64, 128, 256], warp=[1024, 8]>>, !cutlass.pipeline_state
//=     } attributes {nv_tileas.products_in_flight = 0, nv_tile.aws.agent = consumer}
//=     %narrow = arith.ftof %sum  : tile<64x64xf32, #nv_tileas.layout<reg=[1, 512, 16, 32, 2048], lane=[2, 4, 64, 128, 256], warp=[1024, 8]>> -> tile<64x64xf16, #nv_tileas.layout<reg=[1, 512, 16, 32, 2048], lane=[2, 4, 64, 128, 256], warp=[1024, 8]>>
//=     %narrow_0 = nv_tileas.convert_layout %narrow : tile<64x64xf16, #nv_tileas.layout<reg=[1, 512, 16, 32, 2048], lane=[2, 4, 64, 128, 256], warp=[1024, 8]>> -> tile<64x64xf16, #nv_tileas.layout<reg=[1, 2, 4, 1024, 2048], lane=[8, 16, 32, 64, 128], warp=[256, 512]>>
//=     %done = nv_tileas.tiled_store weak %narrow_0, %pc[%row, %column] token = %start {nv_tileas.layout = #nv_tileas.layout<reg=[1, 2, 4, 1024, 2048], lane=[8, 16, 32, 64, 128], warp=[256, 512]>} : tile<64x64xf16, #nv_tileas.layout<reg=[1, 2, 4, 1024, 2048], lane=[8, 16, 32, 64, 128], warp=[256, 512]>>, partition_view<tile=(64x64), tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> token
//=   } {
//=     %11 = cutlass.pipeline.state.create producer
//=     %b16 = nv_tileas.assume div_by<16>, %b : tile<ptr<f16>>
//=     %vb = nv_tileas.make_memref %b16, shape = [%k8, %n8], strides = [%n8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
//=     %pb = nv_tileas.make_tiled_view %vb : partition_view<tile=(32x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
//=     %12 = scf.for %i in (%zero to %steps#1, step %one) : tile<i32> iter_values(%13 = %11) -> (!cutlass.pipeline_state) {
//=       %4 = cutlass.pipeline.producer_acquire %0, %13
//=       %15 = cutlass.pipeline.state.index %4 -> tile<i32>
//=       %16 = cutlass.pipeline.full_barrier %0, %4 -> tile<i32>
//=       %17 = nv_tileas.create_mem_token : token
//=       nv_tileas.async.tiled_tma_load %pa[%row, %i], %ta[%15], %16 descriptor = 0 : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, !nv_tileas.buffer<4x64x32xf16>, tile<i32>
//=       %18 = nv_tileas.create_mem_token : token
//=       nv_tileas.async.tiled_tma_load %pb[%i, %column], %tb[%15], %16 descriptor = 1 : partition_view<tile=(32x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, !nv_tileas.buffer<4x32x64xf16>, tile<i32>
//=       cutlass.pipeline.producer_commit %0, %4 {transaction_bytes = 8192}
//=       %19 = cutlass.pipeline.state.increment %0, %13
//=       scf.continue %19 : !cutlass.pipeline_state
//=     } attributes {nv_tileas.products_in_flight = 0, nv_tile.aws.agent = producer}
//=     cutlass.pipeline.producer_tail %0, %12
//=   }
//=   nv_tileas.return
//= } attributes {nv_tile.tensor_maps = [{element = f16, base = 0, dims = [[5, 1], [3, 1]], strides = [[5, 2]], box = [32, 64], swizzle = "64b"}, {element = f16, base = 1, dims = [[4, 1], [5, 1]], strides = [[4, 2]], box = [64, 32], swizzle = "128b"}]}
