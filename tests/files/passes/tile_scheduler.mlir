// test: pass convert-tile-scheduler-to-nvvm
// TileLang's state: its prefix (`name` in the later spelling of the API) names the values; without a swizzle one division decodes
nv_tileaa.func @state(%m: tile<i32>, %n: tile<i32>, %workers: tile<i32>, %out: tile<ptr<i32>>) {
  %x, %y, %z = nv_tileaa.get_program_id : tile<i32>
  %s = cutlass.tile_scheduler.create_tilelang_params "gemm"(%m, %n, %workers) : tile<i32> -> !cutlass.tile_scheduler_params<tilelang> {swizzle_size = 1, column_major = true, cluster_size = 1}
  %start = cutlass.tile_scheduler.init %s, %x : !cutlass.tile_scheduler_params<tilelang>, tile<i32> -> !cutlass.tile_scheduler_state
  scf.loop iter_values(%state = %start) : !cutlass.tile_scheduler_state {
    %valid = cutlass.tile_scheduler.valid %s, %state : !cutlass.tile_scheduler_params<tilelang>, !cutlass.tile_scheduler_state -> tile<i1>
    scf.if %valid {
      scf.yield
    } else {
      scf.break
    }
    %row = cutlass.tile_scheduler.m_idx %state : !cutlass.tile_scheduler_state -> tile<i32>
    %column = cutlass.tile_scheduler.n_idx %state : !cutlass.tile_scheduler_state -> tile<i32>
    %a = arith.offset %out, %row : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %t = nv_tileaa.store weak %a, %column : tile<ptr<i32>>, tile<i32> -> token
    %next = cutlass.tile_scheduler.next_tile %s, %state : !cutlass.tile_scheduler_params<tilelang>, !cutlass.tile_scheduler_state -> !cutlass.tile_scheduler_state
    scf.continue %next : !cutlass.tile_scheduler_state
  }
  nv_tileaa.return
}
//= nv_tileaa.func @state(%m: tile<i32>, %n: tile<i32>, %workers: tile<i32>, %out: tile<ptr<i32>>) {
//=   %x, %y, %z = nv_tileaa.get_program_id : tile<i32>
//=   %0 = arith.constant <i32: 2147483647> : tile<i32>
//=   %1 = arith.cmpi less_than %0, %m, unsigned : tile<i32> -> tile<i1>
//=   %2 = arith.select %1, %0, %m : tile<i1>, tile<i32>
//=   %3 = arith.addi %2, %2 : tile<i32>
//=   %4 = arith.constant <i32: 1> : tile<i32>
//=   %5 = arith.subi %3, %4 : tile<i32>
//=   %6 = arith.itof %5 unsigned  : tile<i32> -> tile<f64>
//=   %7 = arith.bitcast %6 : tile<f64> -> tile<i64>
//=   %8 = arith.constant <i64: 52> : tile<i64>
//=   %9 = arith.constant <i64: 1023> : tile<i64>
//=   %10 = arith.shri %7, %8 unsigned : tile<i64>
//=   %11 = arith.subi %10, %9 : tile<i64>
//=   %12 = arith.trunci %11 : tile<i64> -> tile<i32>
//=   %13 = arith.constant <i64: 2147483648> : tile<i64>
//=   %14 = arith.shli %13, %11 : tile<i64>
//=   %15 = arith.exti %2 unsigned : tile<i32> -> tile<i64>
//=   %16 = arith.constant <i64: 1> : tile<i64>
//=   %17 = arith.subi %15, %16 : tile<i64>
//=   %18 = arith.addi %14, %17 : tile<i64>
//=   %19 = arith.divi %18, %15 unsigned : tile<i64>
//=   %20 = arith.trunci %19 : tile<i64> -> tile<i32>
//=   %21 = arith.muli %m, %n : tile<i32>
//=   %gemm_current_iter = arith.constant <i32: 0> : tile<i32>
//=   %22 = arith.addi %x, %x : tile<i32>
//=   %23 = arith.mulhii %22, %20 : tile<i32>
//=   %gemm_n_idx = arith.shri %23, %12 unsigned : tile<i32>
//=   %24 = arith.muli %gemm_n_idx, %2 : tile<i32>
//=   %gemm_m_idx = arith.subi %x, %24 : tile<i32>
//=   scf.loop iter_values(%state_0 = %gemm_m_idx, %state_1 = %gemm_n_idx, %state_2 = %x, %state_3 = %gemm_current_iter) : tile<i32>, tile<i32>, tile<i32>, tile<i32> {
//=     %valid = arith.cmpi less_than %state_2, %21, unsigned : tile<i32> -> tile<i1>
//=     scf.if %valid {
//=       scf.yield
//=     } else {
//=       scf.break
//=     }
//=     %a = arith.offset %out, %state_0 : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
//=     %t = nv_tileaa.store weak %a, %state_1 : tile<ptr<i32>>, tile<i32> -> token
//=     %gemm_linear_idx = arith.addi %state_2, %workers : tile<i32>
//=     %gemm_current_iter_0 = arith.addi %state_3, %4 : tile<i32>
//=     %25 = arith.addi %gemm_linear_idx, %gemm_linear_idx : tile<i32>
//=     %26 = arith.mulhii %25, %20 : tile<i32>
//=     %gemm_n_idx_0 = arith.shri %26, %12 unsigned : tile<i32>
//=     %27 = arith.muli %gemm_n_idx_0, %2 : tile<i32>
//=     %gemm_m_idx_0 = arith.subi %gemm_linear_idx, %27 : tile<i32>
//=     scf.continue %gemm_m_idx_0, %gemm_n_idx_0, %gemm_linear_idx, %gemm_current_iter_0 : tile<i32>, tile<i32>, tile<i32>, tile<i32>
//=   }
//=   nv_tileaa.return
//= }
// -----
// test: pass convert-tile-scheduler-to-nvvm
// Pulled work: the launch hands out the first ids, a counter those after them
nv_tileaa.func @pulled(%record: !cutlass.grid_constant<48>, %count: tile<ptr<i32>>, %iter: tile<i32>) {
  %m = arith.constant <i32: 512> : tile<i32>
  %s = cutlass.tile_scheduler.create_dp_params %record problem(%m, %m, %m) work_id = %count : !cutlass.grid_constant<48>, tile<i32>, tile<ptr<i32>> -> !cutlass.tile_scheduler_params<data_parallel, contract> {tile = [128, 128, 64], cluster = [1, 1], raster = along_m, swizzle = 1, pull}
  %ticket = cutlass.tile_scheduler.request_work %s, %iter : !cutlass.tile_scheduler_params<data_parallel, contract>, tile<i32> -> tile<i32>
  %id = cutlass.tile_scheduler.receive_work %s, %ticket : !cutlass.tile_scheduler_params<data_parallel, contract>, tile<i32> -> tile<i32>
  %a = arith.offset %count, %id : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
  %t = nv_tileaa.store weak %a, %id : tile<ptr<i32>>, tile<i32> -> token
  nv_tileaa.return
}
//= nv_tileaa.func @pulled(%record: !cutlass.grid_constant<48>, %count: tile<ptr<i32>>, %iter: tile<i32>) {
//=   %0 = nvvm.ld_param %record + 28 : !cutlass.grid_constant<48> -> tile<i32>
//=   %1 = cutlass.tile_scheduler.fetch_work_id %count, %iter : tile<ptr<i32>>, tile<i32> -> tile<i32>
//=   %2 = arith.addi %1, %0 : tile<i32>
//=   %a = arith.offset %count, %2 : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
//=   %t = nv_tileaa.store weak %a, %2 : tile<ptr<i32>>, tile<i32> -> token
//=   nv_tileaa.return
//= }
// -----
// test: pass convert-tile-scheduler-to-nvvm
// Cluster launch control needs a GPU that has it
nv_tileaa.func @cancels(%record: !cutlass.grid_constant<48>, %iter: tile<i32>) {
  %m = arith.constant <i32: 512> : tile<i32>
  %ring = cutlass.tile_scheduler.create_work_id_response stages = 1 : !cutlass.work_id_response
  %s = cutlass.tile_scheduler.create_dp_params %record problem(%m, %m, %m) work_id = %ring : !cutlass.grid_constant<48>, tile<i32>, !cutlass.work_id_response -> !cutlass.tile_scheduler_params<data_parallel, contract> {tile = [128, 128, 64], cluster = [1, 1], raster = along_m, swizzle = 1, pull}
  %ticket = cutlass.tile_scheduler.request_work %s, %iter : !cutlass.tile_scheduler_params<data_parallel, contract>, tile<i32> -> tile<i32>
  nv_tileaa.return
}
//= 7:3 error[tile-scheduler.target]: sm_90a has no cluster launch control
//=   help: take a counter in global memory as the source of work
// -----
// test: pass convert-tile-scheduler-to-nvvm sm_90
// The generic form of stream-K is not that of the GPU that the scheduler was made for
nv_tileaa.func @made_for_another(%record: !cutlass.grid_constant<48>, %m: tile<i32>) {
  %s = cutlass.tile_scheduler.create_streamk_params %record problem(%m, %m, %m) : !cutlass.grid_constant<48>, tile<i32> -> !cutlass.tile_scheduler_params<stream_k, contract> {tile = [128, 128, 64], cluster = [2, 1], raster = along_m, swizzle = 1, decomposition = stream_k, splits = 1, sm = 100}
  nv_tileaa.return
}
//= 4:3 error[tile-scheduler.target]: this is the generic form of stream-K, which sm_100 does not have
//=   help: let `--tile-scheduler stream-k` choose the form, or compile for another target
// -----
// test: pass convert-tile-scheduler-to-nvvm sm_100
// Nor that of the GPU that is compiled for
nv_tileaa.func @compiled_for_another(%record: !cutlass.grid_constant<48>, %m: tile<i32>) {
  %s = cutlass.tile_scheduler.create_streamk_params %record problem(%m, %m, %m) : !cutlass.grid_constant<48>, tile<i32> -> !cutlass.tile_scheduler_params<stream_k, contract> {tile = [128, 128, 64], cluster = [2, 1], raster = along_m, swizzle = 1, decomposition = stream_k, splits = 1, sm = 90}
  nv_tileaa.return
}
//= 4:3 error[tile-scheduler.target]: this is the generic form of stream-K, which sm_100a does not have
//=   help: let `--tile-scheduler stream-k` choose the form, or compile for another target
// -----
// test: pass convert-tile-scheduler-to-nvvm sm_90
// The SM100 form of stream-K is not that of older GPUs
nv_tileaa.func @shared(%record: !cutlass.grid_constant<48>, %m: tile<i32>) {
  %s = cutlass.tile_scheduler.create_streamk_params %record problem(%m, %m, %m) : !cutlass.grid_constant<48>, tile<i32> -> !cutlass.tile_scheduler_params<stream_k_sm100, contract> {tile = [128, 128, 64], cluster = [2, 1], raster = along_m, swizzle = 1, decomposition = stream_k, splits = 1, sm = 100}
  nv_tileaa.return
}
//= 4:3 error[tile-scheduler.target]: this is the SM100 form of stream-K, which sm_90a does not have
//=   help: let `--tile-scheduler stream-k` choose the form, or compile for another target
// -----
// test: pass convert-tile-scheduler-to-nvvm sm_100
// Each CTA of a cluster shows the others its sum, and the one of the last share adds them
nv_tileaa.func @joined(%record: !cutlass.grid_constant<48>, %partial: tile<16x16xf32>) {
  %m = arith.constant <i32: 128> : tile<i32>
  %s = cutlass.tile_scheduler.create_streamk_params %record problem(%m, %m, %m) : !cutlass.grid_constant<48>, tile<i32> -> !cutlass.tile_scheduler_params<stream_k_sm100, contract> {tile = [16, 16, 16], cluster = [2, 1], raster = along_m, swizzle = 1, decomposition = stream_k, splits = 1, sm = 100}
  %first, %end, %step = cutlass.tile_scheduler.get_worker_range %s : !cutlass.tile_scheduler_params<stream_k_sm100, contract> -> tile<i32>
  %work = cutlass.tile_scheduler.create_streamk_work_tile_info %s, %first : !cutlass.tile_scheduler_params<stream_k_sm100, contract>, tile<i32> -> !cutlass.work_tile_info<stream_k_sm100, contract>
  %sum, %final = cutlass.tile_scheduler.fixup cluster_barrier %s, %work, %partial : !cutlass.tile_scheduler_params<stream_k_sm100, contract>, !cutlass.work_tile_info<stream_k_sm100, contract>, tile<16x16xf32> -> tile<i1>
  nv_tileaa.return
}
//= nv_tileaa.func @joined(%record: !cutlass.grid_constant<48>, %partial: tile<16x16xf32>) {
//=   %0, %1, %2 = nv_tileaa.get_cluster_place of [2, 1] : tile<i32>
//=   %3 = nvvm.ld_param %record + 8 : !cutlass.grid_constant<48> -> tile<i32>
//=   %4 = arith.constant <i32: 2> : tile<i32>
//=   %5 = arith.muli %2, %4 : tile<i32>
//=   %work_8 = arith.addi %5, %1 : tile<i32>
//=   %work_9 = arith.mini %3, %4 unsigned : tile<i32>
//=   %6 = arith.constant <i32: 0> : tile<i32>
//=   %7 = arith.constant <i32: 1> : tile<i32>
//=   %8 = arith.subi %work_9, %7 : tile<i32>
//=   %final = arith.cmpi equal %work_8, %8, unsigned : tile<i32> -> tile<i1>
//=   cutlass.tile_scheduler.share_partial %partial part 0 of 1 : tile<16x16xf32>
//=   nvvm.cluster.arrive
//=   nvvm.cluster.wait
//=   %sum, %9 = scf.if %final -> (tile<16x16xf32>, tile<i1>) {
//=     %10 = scf.for %11 in (%6 to %8, step %7) : tile<i32> iter_values(%12 = %partial) -> (tile<16x16xf32>) {
//=       %13 = cutlass.tile_scheduler.add_partial %12 from %11 part 0 of 1 : tile<16x16xf32>, tile<i32>
//=       scf.continue %13 : tile<16x16xf32>
//=     }
//=     scf.yield %10, %final : tile<16x16xf32>, tile<i1>
//=   } else {
//=     scf.yield %partial, %final : tile<16x16xf32>, tile<i1>
//=   }
//=   nvvm.cluster.arrive
//=   nvvm.cluster.wait
//=   nv_tileaa.return
//= }
