// The IR of the matrix product behind materialize-schedule, with two stages, and without a line: where the consumer gave its slot back
// (cutlass.pipeline.consumer_release %0, %6), it gives nothing back. The page's tour shows what is found.
nv_tileas.func @matmul(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f16>>, %m: tile<i32>, %n: tile<i32>, %k: tile<i32>) {
  %0 = cutlass.pipeline.create {numStages = 2, num_producers = 1, num_consumers = 4}
  %1 = nv_tileas.alloc_tensor swizzle = 64b : !nv_tileas.buffer<2x64x32xf16>
  %2 = nv_tileas.alloc_tensor swizzle = 128b : !nv_tileas.buffer<2x32x64xf16>
  %3 = nv_tileas.create_pipe of %1, %2 : !nv_tileas.buffer<2x64x32xf16>, !nv_tileas.buffer<2x32x64xf16> : !nv_tileas.pipe<depth = 2, slot_bytes = 8192, smem>
  cutlass.pipeline.init %0
  nv_tileas.async.pipeline.agent_switch roles = [consumer, producer] num_warps = [4, 4] max_regs = [120, 40] {
    %4 = cutlass.pipeline.state.create consumer
    %a16 = nv_tileas.assume div_by<16>, %a : tile<ptr<f16>>
    %b16 = nv_tileas.assume div_by<16>, %b : tile<ptr<f16>>
    %c16 = nv_tileas.assume div_by<16>, %c : tile<ptr<f16>>
    %n8 = nv_tileas.assume div_by<8>, %n : tile<i32>
    %k8 = nv_tileas.assume div_by<8>, %k : tile<i32>
    %start = nv_tileas.create_mem_token : token
    %zero = arith.constant <i32: 0> : tile<i32>
    %one = arith.constant <i32: 1> : tile<i32>
    %row, %column, %block_z = nv_tileas.get_program_id : tile<i32>
    %va = nv_tileas.make_memref %a16, shape = [%m, %k8], strides = [%k8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %vb = nv_tileas.make_memref %b16, shape = [%k8, %n8], strides = [%n8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %vc = nv_tileas.make_memref %c16, shape = [%m, %n8], strides = [%n8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %pa = nv_tileas.make_tiled_view %va : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %pb = nv_tileas.make_tiled_view %vb : partition_view<tile=(32x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %pc = nv_tileas.make_tiled_view %vc : partition_view<tile=(64x64), tensor_view<?x?xf16, strides=[?,1]>>
    %steps:2 = nv_tileas.get_tile_count %pa : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>> -> tile<i32>
    %nothing = arith.constant <f32: 0.000000e+00> : tile<64x64xf32>
    %sum, %5 = scf.for %i in (%zero to %steps#1, step %one) : tile<i32> iter_values(%acc = %nothing, %6 = %4) -> (tile<64x64xf32>, !cutlass.pipeline_state) {
      cutlass.pipeline.consumer_wait %0, %6
      %7 = cutlass.pipeline.state.index %6 -> tile<i32>
      %ta = nv_tileas.local_load %1[%7] : !nv_tileas.buffer<2x64x32xf16> -> tile<64x32xf16>
      %a_done = nv_tileas.create_mem_token : token
      %tb = nv_tileas.local_load %2[%7] : !nv_tileas.buffer<2x32x64xf16> -> tile<32x64xf16>
      %b_done = nv_tileas.create_mem_token : token
      %next = nv_tileas.dot %ta, %tb, %acc {nv_tile.aws.stage = 1, nv_tile.aws.order = 1, nv_tileas.lhs_major = k, nv_tileas.rhs_major = mn} : tile<64x32xf16>, tile<32x64xf16>, tile<64x64xf32>
      %8 = cutlass.pipeline.state.increment %0, %6
      scf.continue %next, %8 : tile<64x64xf32>, !cutlass.pipeline_state
    } attributes {tileas.schedule.constraint.max_depth = 2, nv_tileas.products_in_flight = 0, nv_tile.aws.agent = consumer}
    %narrow = arith.ftof %sum  : tile<64x64xf32> -> tile<64x64xf16>
    %done = nv_tileas.tiled_store weak %narrow, %pc[%row, %column] token = %start : tile<64x64xf16>, partition_view<tile=(64x64), tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> token
  } {
    %9 = cutlass.pipeline.state.create producer
    %a16 = nv_tileas.assume div_by<16>, %a : tile<ptr<f16>>
    %b16 = nv_tileas.assume div_by<16>, %b : tile<ptr<f16>>
    %n8 = nv_tileas.assume div_by<8>, %n : tile<i32>
    %k8 = nv_tileas.assume div_by<8>, %k : tile<i32>
    %zero = arith.constant <i32: 0> : tile<i32>
    %one = arith.constant <i32: 1> : tile<i32>
    %row, %column, %block_z = nv_tileas.get_program_id : tile<i32>
    %va = nv_tileas.make_memref %a16, shape = [%m, %k8], strides = [%k8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %vb = nv_tileas.make_memref %b16, shape = [%k8, %n8], strides = [%n8, 1] : tile<i32> -> tensor_view<?x?xf16, strides=[?,1]>
    %pa = nv_tileas.make_tiled_view %va : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %pb = nv_tileas.make_tiled_view %vb : partition_view<tile=(32x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>
    %steps:2 = nv_tileas.get_tile_count %pa : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>> -> tile<i32>
    %10 = scf.for %i in (%zero to %steps#1, step %one) : tile<i32> iter_values(%11 = %9) -> (!cutlass.pipeline_state) {
      %12 = cutlass.pipeline.producer_acquire %0, %11
      %13 = cutlass.pipeline.state.index %12 -> tile<i32>
      %14 = nv_tileas.create_mem_token : token
      %ta, %a_done = nv_tileas.tiled_load weak %pa[%row, %i] token = %14 {tileas.schedule.constraint.gid = 0, tileas.schedule.constraint.leader_gid = 0, nv_tile.aws.stage = 0, nv_tile.aws.order = 1} : partition_view<tile=(64x32), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<64x32xf16>, token
      nv_tileas.local_store %ta, %1[%13] : tile<64x32xf16>, !nv_tileas.buffer<2x64x32xf16>
      %15 = nv_tileas.create_mem_token : token
      %tb, %b_done = nv_tileas.tiled_load weak %pb[%i, %column] token = %15 {tileas.schedule.constraint.gid = 1, tileas.schedule.constraint.leader_gid = 0, nv_tile.aws.stage = 0, nv_tile.aws.order = 2} : partition_view<tile=(32x64), padding_value = zero, tensor_view<?x?xf16, strides=[?,1]>>, tile<i32> -> tile<32x64xf16>, token
      nv_tileas.local_store %tb, %2[%13] : tile<32x64xf16>, !nv_tileas.buffer<2x32x64xf16>
      cutlass.pipeline.producer_commit %0, %12 {transaction_bytes = 0}
      %16 = cutlass.pipeline.state.increment %0, %12
      scf.continue %16 : !cutlass.pipeline_state
    } attributes {tileas.schedule.constraint.max_depth = 2, nv_tileas.products_in_flight = 0, nv_tile.aws.agent = producer}
    cutlass.pipeline.producer_tail %0, %10
  }
  nv_tileas.return
}
