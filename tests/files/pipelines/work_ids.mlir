// test: pipelines step
// Hand an id on, and read it
nv_tileas.func @handed_on(%id: tile<i32>, %iter: tile<i32>) {
  %ring = cutlass.tile_scheduler.create_work_id_response stages = 2 readers = 4 : !cutlass.work_id_response {offset = 1024}
  cutlass.tile_scheduler.send_work_id %ring, %id, %iter : !cutlass.work_id_response, tile<i32>
  %taken = cutlass.tile_scheduler.take_work_id %ring, %iter : !cutlass.work_id_response, tile<i32> -> tile<i32>
}
//= nv_tileas.func @handed_on(%id: tile<i32>, %iter: tile<i32>) {
//=   %ring = nvvm.shared_base 64 from 1024 : tile<i32>
//=   %0 = nvvm.read_sreg tid.x : i32
//=   %1 = arith.constant <i32: 0> : i32
//=   %2 = arith.cmpi equal %0, %1, signed : i32 -> i1
//=   scf.if %2 {
//=     nvvm.mbarrier.init %ring + 16, 1
//=     nvvm.mbarrier.init %ring + 48, 1
//=     nvvm.mbarrier.init %ring + 24, 4
//=     nvvm.mbarrier.init %ring + 56, 4
//=     nvvm.fence.mbarrier_init
//=   }
//=   nvvm.barrier
//=   %3 = arith.constant <i32: 1> : tile<i32>
//=   %4 = arith.andi %iter, %3 : tile<i32>
//=   %5 = arith.constant <i32: 32> : tile<i32>
//=   %6 = arith.muli %4, %5 : tile<i32>
//=   %7 = arith.constant <i32: 1> : tile<i32>
//=   %8 = arith.shri %iter, %7 unsigned : tile<i32>
//=   %9 = arith.constant <i32: 1> : tile<i32>
//=   %10 = arith.andi %8, %9 : tile<i32>
//=   %11 = arith.addi %ring, %6 : tile<i32>
//=   %12 = arith.constant <i32: 1> : tile<i32>
//=   %13 = arith.xori %10, %12 : tile<i32>
//=   nvvm.mbarrier.wait.parity %11 + 24, %13
//=   cutlass.tile_scheduler.write_work_id %ring[%4], %id : tile<i32>, tile<i32>
//=   nvvm.mbarrier.arrive %11 + 16
//=   %14 = arith.constant <i32: 1> : tile<i32>
//=   %15 = arith.andi %iter, %14 : tile<i32>
//=   %16 = arith.constant <i32: 32> : tile<i32>
//=   %17 = arith.muli %15, %16 : tile<i32>
//=   %18 = arith.constant <i32: 1> : tile<i32>
//=   %19 = arith.shri %iter, %18 unsigned : tile<i32>
//=   %20 = arith.constant <i32: 1> : tile<i32>
//=   %21 = arith.andi %19, %20 : tile<i32>
//=   %22 = arith.addi %ring, %17 : tile<i32>
//=   nvvm.mbarrier.wait.parity %22 + 16, %21
//=   %taken = cutlass.tile_scheduler.read_work_id %ring[%15] in %iter : tile<i32>, tile<i32> -> tile<i32>
//=   nvvm.bar.warp.sync
//=   %23 = nvvm.read_sreg laneid : i32
//=   %24 = arith.constant <i32: 0> : i32
//=   %25 = arith.cmpi equal %23, %24, signed : i32 -> i1
//=   nvvm.mbarrier.arrive %22 + 24 if %25
//= }
// -----
// test: pipelines step
// Cluster launch control
nv_tileas.func @cancels(%iter: tile<i32>) {
  %ring = cutlass.tile_scheduler.create_work_id_response stages = 1 : !cutlass.work_id_response
  %ticket = cutlass.tile_scheduler.request_work_id %ring, %iter : !cutlass.work_id_response, tile<i32> -> tile<i32>
  %id = cutlass.tile_scheduler.receive_work_id %ring, %ticket : !cutlass.work_id_response, tile<i32> -> tile<i32>
}
//= nv_tileas.func @cancels(%iter: tile<i32>) {
//=   %ring = nvvm.shared_base 32 : tile<i32>
//=   %0 = nvvm.read_sreg tid.x : i32
//=   %1 = arith.constant <i32: 0> : i32
//=   %2 = arith.cmpi equal %0, %1, signed : i32 -> i1
//=   scf.if %2 {
//=     nvvm.mbarrier.init %ring + 16, 1
//=     nvvm.fence.mbarrier_init
//=   }
//=   nvvm.barrier
//=   nvvm.barrier
//=   nvvm.fence.proxy.async
//=   %3 = nvvm.read_sreg tid.x : i32
//=   %4 = arith.constant <i32: 0> : i32
//=   %5 = arith.cmpi equal %3, %4, signed : i32 -> i1
//=   nvvm.mbarrier.arrive.expect_tx %ring + 16, 16 if %5
//=   nvvm.clusterlaunchcontrol.try_cancel %ring + 0, %ring + 16 if %5
//=   %6 = arith.constant <i32: 1> : tile<i32>
//=   %7 = arith.andi %iter, %6 : tile<i32>
//=   nvvm.mbarrier.wait.parity %ring + 16, %7
//=   %id = nvvm.clusterlaunchcontrol.query_cancel %ring + 0 else 2147483647 in %iter : tile<i32>
//= }
// -----
// test: pipelines step
// Cluster launch control in a cluster, by all threads and by one
nv_tileas.func @cancels_clusters(%iter: tile<i32>) {
  %ring = cutlass.tile_scheduler.create_work_id_response stages = 1 ctas = 2 : !cutlass.work_id_response
  %ticket = cutlass.tile_scheduler.request_work_id %ring, %iter : !cutlass.work_id_response, tile<i32> -> tile<i32>
  %id = cutlass.tile_scheduler.receive_work_id %ring, %ticket : !cutlass.work_id_response, tile<i32> -> tile<i32>
  %later = cutlass.tile_scheduler.request_work_id %ring, %id alone : !cutlass.work_id_response, tile<i32> -> tile<i32>
}
//= nv_tileas.func @cancels_clusters(%iter: tile<i32>) {
//=   %ring = nvvm.shared_base 32 : tile<i32>
//=   %0 = nvvm.read_sreg tid.x : i32
//=   %1 = arith.constant <i32: 0> : i32
//=   %2 = arith.cmpi equal %0, %1, signed : i32 -> i1
//=   scf.if %2 {
//=     nvvm.mbarrier.init %ring + 16, 1
//=     nvvm.mbarrier.init %ring + 24, 2
//=     nvvm.fence.mbarrier_init
//=   }
//=   nvvm.cluster.arrive
//=   nvvm.cluster.wait
//=   nvvm.barrier
//=   nvvm.fence.proxy.async
//=   %3 = nvvm.read_sreg tid.x : i32
//=   %4 = arith.constant <i32: 0> : i32
//=   %5 = arith.cmpi equal %3, %4, signed : i32 -> i1
//=   scf.if %5 {
//=     %6 = arith.constant <i32: 0> : i32
//=     nvvm.mbarrier.arrive.cluster %ring + 24 at %6 of 2
//=     %7 = nvvm.read_sreg cluster_ctarank : i32
//=     %8 = arith.constant <i32: 0> : i32
//=     %9 = arith.cmpi equal %7, %8, signed : i32 -> i1
//=     scf.if %9 {
//=       %10 = arith.constant <i32: 1> : tile<i32>
//=       %11 = arith.andi %iter, %10 : tile<i32>
//=       nvvm.mbarrier.wait.parity %ring + 24, %11
//=     }
//=     nvvm.mbarrier.arrive.expect_tx %ring + 16, 16
//=     nvvm.clusterlaunchcontrol.try_cancel %ring + 0, %ring + 16 to 2 if %9
//=   }
//=   %12 = arith.constant <i32: 1> : tile<i32>
//=   %13 = arith.andi %iter, %12 : tile<i32>
//=   nvvm.mbarrier.wait.parity %ring + 16, %13
//=   %id = nvvm.clusterlaunchcontrol.query_cancel %ring + 0 else 2147483647 in %iter : tile<i32>
//=   nvvm.fence.proxy.async
//=   %14 = arith.constant <i32: 0> : i32
//=   nvvm.mbarrier.arrive.cluster %ring + 24 at %14 of 2
//=   %15 = nvvm.read_sreg cluster_ctarank : i32
//=   %16 = arith.constant <i32: 0> : i32
//=   %17 = arith.cmpi equal %15, %16, signed : i32 -> i1
//=   scf.if %17 {
//=     %18 = arith.constant <i32: 1> : tile<i32>
//=     %19 = arith.andi %id, %18 : tile<i32>
//=     nvvm.mbarrier.wait.parity %ring + 24, %19
//=   }
//=   nvvm.mbarrier.arrive.expect_tx %ring + 16, 16
//=   nvvm.clusterlaunchcontrol.try_cancel %ring + 0, %ring + 16 to 2 if %17
//= }
// -----
// test: pipelines step
// The first CTA of a cluster has a reader more, which is one thread
nv_tileas.func @of_a_pair(%id: tile<i32>, %iter: tile<i32>) {
  %ring = cutlass.tile_scheduler.create_work_id_response stages = 1 readers = 4 readers_of_first = 5 : !cutlass.work_id_response
  %taken = cutlass.tile_scheduler.take_work_id %ring, %iter alone : !cutlass.work_id_response, tile<i32> -> tile<i32>
}
//= nv_tileas.func @of_a_pair(%id: tile<i32>, %iter: tile<i32>) {
//=   %ring = nvvm.shared_base 32 : tile<i32>
//=   %0 = nvvm.read_sreg tid.x : i32
//=   %1 = arith.constant <i32: 0> : i32
//=   %2 = arith.cmpi equal %0, %1, signed : i32 -> i1
//=   scf.if %2 {
//=     nvvm.mbarrier.init %ring + 16, 1
//=     %3 = nvvm.read_sreg cluster_ctarank : i32
//=     %4 = arith.constant <i32: 0> : i32
//=     %5 = arith.cmpi equal %3, %4, signed : i32 -> i1
//=     scf.if %5 {
//=       nvvm.mbarrier.init %ring + 24, 5
//=     }
//=     %6 = nvvm.read_sreg cluster_ctarank : i32
//=     %7 = arith.constant <i32: 0> : i32
//=     %8 = arith.cmpi not_equal %6, %7, signed : i32 -> i1
//=     scf.if %8 {
//=       nvvm.mbarrier.init %ring + 24, 4
//=     }
//=     nvvm.fence.mbarrier_init
//=   }
//=   nvvm.barrier
//=   %9 = arith.constant <i32: 0> : tile<i32>
//=   %10 = arith.andi %iter, %9 : tile<i32>
//=   %11 = arith.constant <i32: 32> : tile<i32>
//=   %12 = arith.muli %10, %11 : tile<i32>
//=   %13 = arith.constant <i32: 0> : tile<i32>
//=   %14 = arith.shri %iter, %13 unsigned : tile<i32>
//=   %15 = arith.constant <i32: 1> : tile<i32>
//=   %16 = arith.andi %14, %15 : tile<i32>
//=   %17 = arith.addi %ring, %12 : tile<i32>
//=   nvvm.mbarrier.wait.parity %17 + 16, %16
//=   %taken = cutlass.tile_scheduler.read_work_id %ring[%10] in %iter : tile<i32>, tile<i32> -> tile<i32>
//=   nvvm.mbarrier.arrive %17 + 24
//= }
