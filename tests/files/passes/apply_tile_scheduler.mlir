// test: pass apply-tile-scheduler tile-scheduler=static-persistent
// The ids of tile blocks become the tiles that a scheduler hands out, and the kernel goes round until it has none
nv_tileaa.func @k(%pa: tile<ptr<f16>>, %pb: tile<ptr<f16>>, %pc: tile<ptr<f32>>) {
  %row, %column, %z = nv_tileaa.get_program_id : tile<i32>
  %zero = arith.constant <i32: 0> : tile<i32>
  %one = arith.constant <i32: 1> : tile<i32>
  %sum = arith.constant <f32: 0.000000e+00> : tile<128x64xf32>
  %aa = nv_tileaa.assume div_by<16>, %pa : tile<ptr<f16>>
  %ab = nv_tileaa.assume div_by<16>, %pb : tile<ptr<f16>>
  %ta = nv_tileaa.make_memref %aa, shape = [256, 512], strides = [512, 1] : tensor_view<256x512xf16, strides=[512,1]>
  %tb = nv_tileaa.make_memref %ab, shape = [512, 128], strides = [128, 1] : tensor_view<512x128xf16, strides=[128,1]>
  %tc = nv_tileaa.make_memref %pc, shape = [256, 128], strides = [128, 1] : tensor_view<256x128xf32, strides=[128,1]>
  %va = nv_tileaa.make_tiled_view %ta : partition_view<tile=(128x64), tensor_view<256x512xf16, strides=[512,1]>>
  %vb = nv_tileaa.make_tiled_view %tb : partition_view<tile=(64x64), tensor_view<512x128xf16, strides=[128,1]>>
  %vc = nv_tileaa.make_tiled_view %tc : partition_view<tile=(128x64), tensor_view<256x128xf32, strides=[128,1]>>
  %steps = arith.constant <i32: 8> : tile<i32>
  %r = scf.for %i in (%zero to %steps, step %one) : tile<i32> iter_values(%acc = %sum) -> (tile<128x64xf32>) {
    %a, %t1 = nv_tileaa.tiled_load weak %va[%row, %i] : partition_view<tile=(128x64), tensor_view<256x512xf16, strides=[512,1]>>, tile<i32> -> tile<128x64xf16>, token
    %b, %t2 = nv_tileaa.tiled_load weak %vb[%i, %column] : partition_view<tile=(64x64), tensor_view<512x128xf16, strides=[128,1]>>, tile<i32> -> tile<64x64xf16>, token
    %next = nv_tileaa.dot %a, %b, %acc : tile<128x64xf16>, tile<64x64xf16>, tile<128x64xf32>
    scf.continue %next : tile<128x64xf32>
  }
  %t = nv_tileaa.tiled_store weak %r, %vc[%row, %column] : tile<128x64xf32>, partition_view<tile=(128x64), tensor_view<256x128xf32, strides=[128,1]>>, tile<i32> -> token
  nv_tileaa.return
}
//= nv_tileaa.func @k(%pa: tile<ptr<f16>>, %pb: tile<ptr<f16>>, %pc: tile<ptr<f32>>, %tile_scheduler: !cutlass.grid_constant<48>) {
//=   %zero = arith.constant <i32: 0> : tile<i32>
//=   %one = arith.constant <i32: 1> : tile<i32>
//=   %sum = arith.constant <f32: 0.000000e+00> : tile<128x64xf32>
//=   %aa = nv_tileaa.assume div_by<16>, %pa : tile<ptr<f16>>
//=   %ab = nv_tileaa.assume div_by<16>, %pb : tile<ptr<f16>>
//=   %ta = nv_tileaa.make_memref %aa, shape = [256, 512], strides = [512, 1] : tensor_view<256x512xf16, strides=[512,1]>
//=   %tb = nv_tileaa.make_memref %ab, shape = [512, 128], strides = [128, 1] : tensor_view<512x128xf16, strides=[128,1]>
//=   %tc = nv_tileaa.make_memref %pc, shape = [256, 128], strides = [128, 1] : tensor_view<256x128xf32, strides=[128,1]>
//=   %va = nv_tileaa.make_tiled_view %ta : partition_view<tile=(128x64), tensor_view<256x512xf16, strides=[512,1]>>
//=   %vb = nv_tileaa.make_tiled_view %tb : partition_view<tile=(64x64), tensor_view<512x128xf16, strides=[128,1]>>
//=   %vc = nv_tileaa.make_tiled_view %tc : partition_view<tile=(128x64), tensor_view<256x128xf32, strides=[128,1]>>
//=   %steps = arith.constant <i32: 8> : tile<i32>
//=   %0 = arith.constant <i32: 256> : tile<i32>
//=   %1 = arith.constant <i32: 128> : tile<i32>
//=   %2 = arith.constant <i32: 512> : tile<i32>
//=   %scheduler = cutlass.tile_scheduler.create_static_persistent_params %tile_scheduler problem(%0, %1, %2) {tile = [128, 64, 64], cluster = [1, 1], raster = heuristic, swizzle = 1} : !cutlass.grid_constant<48>, tile<i32> -> !cutlass.tile_scheduler_params<static_persistent, contract>
//=   %first, %end, %stride = cutlass.tile_scheduler.get_worker_range %scheduler : !cutlass.tile_scheduler_params<static_persistent, contract> -> tile<i32>
//=   scf.for %linear_idx in (%first to %end, step %stride) : tile<i32> {
//=     %work = cutlass.tile_scheduler.create_static_persistent_work_tile_info %scheduler, %linear_idx : !cutlass.tile_scheduler_params<static_persistent, contract>, tile<i32> -> !cutlass.work_tile_info<static_persistent, contract>
//=     %tile_m, %tile_n, %tile_l, %k_start, %k_count, %tile_idx, %valid, %linearized_id, %split_idx, %expected_splits, %is_separate_reduction = cutlass.tile_scheduler.get_work_tile %work : !cutlass.work_tile_info<static_persistent, contract> -> tile<i32>, tile<i1>
//=     %r = scf.for %i in (%zero to %steps, step %one) : tile<i32> iter_values(%acc = %sum) -> (tile<128x64xf32>) {
//=       %a, %t1 = nv_tileaa.tiled_load weak %va[%tile_m, %i] : partition_view<tile=(128x64), tensor_view<256x512xf16, strides=[512,1]>>, tile<i32> -> tile<128x64xf16>, token
//=       %b, %t2 = nv_tileaa.tiled_load weak %vb[%i, %tile_n] : partition_view<tile=(64x64), tensor_view<512x128xf16, strides=[128,1]>>, tile<i32> -> tile<64x64xf16>, token
//=       %next = nv_tileaa.dot %a, %b, %acc : tile<128x64xf16>, tile<64x64xf16>, tile<128x64xf32>
//=       scf.continue %next : tile<128x64xf32>
//=     }
//=     %t = nv_tileaa.tiled_store weak %r, %vc[%tile_m, %tile_n] : tile<128x64xf32>, partition_view<tile=(128x64), tensor_view<256x128xf32, strides=[128,1]>>, tile<i32> -> token
//=     scf.continue
//=   }
//=   nv_tileaa.return
//= } attributes {nv_tile.tile_scheduler = {kind = static_persistent, policy = contract, raster = heuristic, reduction = deterministic, pull = false, launch_control = false, numbers = [128, 64, 64, 1, 1, 1, 1, 132, 32, 1, 48, 2, 24576], extents = [256, 128, 512, 1]}}
// -----
// test: pass apply-tile-scheduler
// Nobody asked for a scheduler
nv_tileaa.func @k(%pa: tile<ptr<f16>>, %pb: tile<ptr<f16>>, %pc: tile<ptr<f32>>) {
  %row, %column, %z = nv_tileaa.get_program_id : tile<i32>
  %zero = arith.constant <i32: 0> : tile<i32>
  %one = arith.constant <i32: 1> : tile<i32>
  %sum = arith.constant <f32: 0.000000e+00> : tile<128x64xf32>
  %aa = nv_tileaa.assume div_by<16>, %pa : tile<ptr<f16>>
  %ab = nv_tileaa.assume div_by<16>, %pb : tile<ptr<f16>>
  %ta = nv_tileaa.make_memref %aa, shape = [256, 512], strides = [512, 1] : tensor_view<256x512xf16, strides=[512,1]>
  %tb = nv_tileaa.make_memref %ab, shape = [512, 128], strides = [128, 1] : tensor_view<512x128xf16, strides=[128,1]>
  %tc = nv_tileaa.make_memref %pc, shape = [256, 128], strides = [128, 1] : tensor_view<256x128xf32, strides=[128,1]>
  %va = nv_tileaa.make_tiled_view %ta : partition_view<tile=(128x64), tensor_view<256x512xf16, strides=[512,1]>>
  %vb = nv_tileaa.make_tiled_view %tb : partition_view<tile=(64x64), tensor_view<512x128xf16, strides=[128,1]>>
  %vc = nv_tileaa.make_tiled_view %tc : partition_view<tile=(128x64), tensor_view<256x128xf32, strides=[128,1]>>
  %steps = arith.constant <i32: 8> : tile<i32>
  %r = scf.for %i in (%zero to %steps, step %one) : tile<i32> iter_values(%acc = %sum) -> (tile<128x64xf32>) {
    %a, %t1 = nv_tileaa.tiled_load weak %va[%row, %i] : partition_view<tile=(128x64), tensor_view<256x512xf16, strides=[512,1]>>, tile<i32> -> tile<128x64xf16>, token
    %b, %t2 = nv_tileaa.tiled_load weak %vb[%i, %column] : partition_view<tile=(64x64), tensor_view<512x128xf16, strides=[128,1]>>, tile<i32> -> tile<64x64xf16>, token
    %next = nv_tileaa.dot %a, %b, %acc : tile<128x64xf16>, tile<64x64xf16>, tile<128x64xf32>
    scf.continue %next : tile<128x64xf32>
  }
  %t = nv_tileaa.tiled_store weak %r, %vc[%row, %column] : tile<128x64xf32>, partition_view<tile=(128x64), tensor_view<256x128xf32, strides=[128,1]>>, tile<i32> -> token
  nv_tileaa.return
}
//= nothing changed
// -----
// test: pass apply-tile-scheduler tile-scheduler=static-persistent
// A loop that adds something to the accumulator besides products has no partial sums to hand on
nv_tileaa.func @k(%pa: tile<ptr<f16>>, %pb: tile<ptr<f16>>, %pc: tile<ptr<f32>>) {
  %row, %column, %z = nv_tileaa.get_program_id : tile<i32>
  %zero = arith.constant <i32: 0> : tile<i32>
  %one = arith.constant <i32: 1> : tile<i32>
  %sum = arith.constant <f32: 0.000000e+00> : tile<128x64xf32>
  %aa = nv_tileaa.assume div_by<16>, %pa : tile<ptr<f16>>
  %ab = nv_tileaa.assume div_by<16>, %pb : tile<ptr<f16>>
  %ta = nv_tileaa.make_memref %aa, shape = [256, 512], strides = [512, 1] : tensor_view<256x512xf16, strides=[512,1]>
  %tb = nv_tileaa.make_memref %ab, shape = [512, 128], strides = [128, 1] : tensor_view<512x128xf16, strides=[128,1]>
  %tc = nv_tileaa.make_memref %pc, shape = [256, 128], strides = [128, 1] : tensor_view<256x128xf32, strides=[128,1]>
  %va = nv_tileaa.make_tiled_view %ta : partition_view<tile=(128x64), tensor_view<256x512xf16, strides=[512,1]>>
  %vb = nv_tileaa.make_tiled_view %tb : partition_view<tile=(64x64), tensor_view<512x128xf16, strides=[128,1]>>
  %vc = nv_tileaa.make_tiled_view %tc : partition_view<tile=(128x64), tensor_view<256x128xf32, strides=[128,1]>>
  %steps = arith.constant <i32: 8> : tile<i32>
  %r = scf.for %i in (%zero to %steps, step %one) : tile<i32> iter_values(%acc = %sum) -> (tile<128x64xf32>) {
    %a, %t1 = nv_tileaa.tiled_load weak %va[%row, %i] : partition_view<tile=(128x64), tensor_view<256x512xf16, strides=[512,1]>>, tile<i32> -> tile<128x64xf16>, token
    %b, %t2 = nv_tileaa.tiled_load weak %vb[%i, %column] : partition_view<tile=(64x64), tensor_view<512x128xf16, strides=[128,1]>>, tile<i32> -> tile<64x64xf16>, token
    %doubled = arith.addf %acc, %acc : tile<128x64xf32>
    %next = nv_tileaa.dot %a, %b, %doubled : tile<128x64xf16>, tile<64x64xf16>, tile<128x64xf32>
    scf.continue %next : tile<128x64xf32>
  }
  %t = nv_tileaa.tiled_store weak %r, %vc[%row, %column] : tile<128x64xf32>, partition_view<tile=(128x64), tensor_view<256x128xf32, strides=[128,1]>>, tile<i32> -> token
  nv_tileaa.return
}
//= 21:5 error[tile-scheduler.ineligible]: a tile scheduler cannot be applied: the product is not added to an accumulator that the loop carries
//=   note: it takes a matrix product whose block ids only say which tile of the output is computed, and of which batch, with one K loop from an accumulator of zero
//=   help: leave --tile-scheduler out, or write the kernel in that form
// -----
// test: pass apply-tile-scheduler tile-scheduler=static-persistent
// A block id that counts batches becomes a coordinate of the tile, too; K is an extent over the tile's, rounded up
nv_tileaa.func @k(%pa: tile<ptr<f16>>, %pb: tile<ptr<f16>>, %pc: tile<ptr<f32>>, %k: tile<i32>) {
  %batch, %row, %column = nv_tileaa.get_program_id : tile<i32>
  %zero = arith.constant <i32: 0> : tile<i32>
  %one = arith.constant <i32: 1> : tile<i32>
  %step = arith.constant <i32: 64> : tile<i32>
  %sum = arith.constant <f32: 0.000000e+00> : tile<1x128x64xf32>
  %ta = nv_tileaa.make_memref %pa, shape = [3, 256, %k], strides = [131072, 512, 1] : tile<i32> -> tensor_view<3x256x?xf16, strides=[131072,512,1]>
  %tb = nv_tileaa.make_memref %pb, shape = [3, %k, 128], strides = [65536, 128, 1] : tile<i32> -> tensor_view<3x?x128xf16, strides=[65536,128,1]>
  %tc = nv_tileaa.make_memref %pc, shape = [3, 256, 128], strides = [32768, 128, 1] : tensor_view<3x256x128xf32, strides=[32768,128,1]>
  %va = nv_tileaa.make_tiled_view %ta : partition_view<tile=(1x128x64), tensor_view<3x256x?xf16, strides=[131072,512,1]>>
  %vb = nv_tileaa.make_tiled_view %tb : partition_view<tile=(1x64x64), tensor_view<3x?x128xf16, strides=[65536,128,1]>>
  %vc = nv_tileaa.make_tiled_view %tc : partition_view<tile=(1x128x64), tensor_view<3x256x128xf32, strides=[32768,128,1]>>
  %steps = arith.divi %k, %step signed rounding<positive_inf> : tile<i32>
  %r = scf.for %i in (%zero to %steps, step %one) : tile<i32> iter_values(%acc = %sum) -> (tile<1x128x64xf32>) {
    %a, %t1 = nv_tileaa.tiled_load weak %va[%batch, %row, %i] : partition_view<tile=(1x128x64), tensor_view<3x256x?xf16, strides=[131072,512,1]>>, tile<i32> -> tile<1x128x64xf16>, token
    %b, %t2 = nv_tileaa.tiled_load weak %vb[%batch, %i, %column] : partition_view<tile=(1x64x64), tensor_view<3x?x128xf16, strides=[65536,128,1]>>, tile<i32> -> tile<1x64x64xf16>, token
    %next = nv_tileaa.dot %a, %b, %acc : tile<1x128x64xf16>, tile<1x64x64xf16>, tile<1x128x64xf32>
    scf.continue %next : tile<1x128x64xf32>
  }
  %t = nv_tileaa.tiled_store weak %r, %vc[%batch, %row, %column] : tile<1x128x64xf32>, partition_view<tile=(1x128x64), tensor_view<3x256x128xf32, strides=[32768,128,1]>>, tile<i32> -> token
  nv_tileaa.return
}
//= nv_tileaa.func @k(%pa: tile<ptr<f16>>, %pb: tile<ptr<f16>>, %pc: tile<ptr<f32>>, %k: tile<i32>, %tile_scheduler: !cutlass.grid_constant<48>) {
//=   %zero = arith.constant <i32: 0> : tile<i32>
//=   %one = arith.constant <i32: 1> : tile<i32>
//=   %step = arith.constant <i32: 64> : tile<i32>
//=   %sum = arith.constant <f32: 0.000000e+00> : tile<1x128x64xf32>
//=   %ta = nv_tileaa.make_memref %pa, shape = [3, 256, %k], strides = [131072, 512, 1] : tile<i32> -> tensor_view<3x256x?xf16, strides=[131072,512,1]>
//=   %tb = nv_tileaa.make_memref %pb, shape = [3, %k, 128], strides = [65536, 128, 1] : tile<i32> -> tensor_view<3x?x128xf16, strides=[65536,128,1]>
//=   %tc = nv_tileaa.make_memref %pc, shape = [3, 256, 128], strides = [32768, 128, 1] : tensor_view<3x256x128xf32, strides=[32768,128,1]>
//=   %va = nv_tileaa.make_tiled_view %ta : partition_view<tile=(1x128x64), tensor_view<3x256x?xf16, strides=[131072,512,1]>>
//=   %vb = nv_tileaa.make_tiled_view %tb : partition_view<tile=(1x64x64), tensor_view<3x?x128xf16, strides=[65536,128,1]>>
//=   %vc = nv_tileaa.make_tiled_view %tc : partition_view<tile=(1x128x64), tensor_view<3x256x128xf32, strides=[32768,128,1]>>
//=   %steps = arith.divi %k, %step signed rounding<positive_inf> : tile<i32>
//=   %0 = arith.constant <i32: 256> : tile<i32>
//=   %1 = arith.constant <i32: 128> : tile<i32>
//=   %2 = arith.constant <i32: 3> : tile<i32>
//=   %scheduler = cutlass.tile_scheduler.create_static_persistent_params %tile_scheduler problem(%0, %1, %k, %2) {tile = [128, 64, 64], cluster = [1, 1], raster = heuristic, swizzle = 1} : !cutlass.grid_constant<48>, tile<i32> -> !cutlass.tile_scheduler_params<static_persistent, contract>
//=   %first, %end, %stride = cutlass.tile_scheduler.get_worker_range %scheduler : !cutlass.tile_scheduler_params<static_persistent, contract> -> tile<i32>
//=   scf.for %linear_idx in (%first to %end, step %stride) : tile<i32> {
//=     %work = cutlass.tile_scheduler.create_static_persistent_work_tile_info %scheduler, %linear_idx : !cutlass.tile_scheduler_params<static_persistent, contract>, tile<i32> -> !cutlass.work_tile_info<static_persistent, contract>
//=     %tile_m, %tile_n, %tile_l, %k_start, %k_count, %tile_idx, %valid, %linearized_id, %split_idx, %expected_splits, %is_separate_reduction = cutlass.tile_scheduler.get_work_tile %work : !cutlass.work_tile_info<static_persistent, contract> -> tile<i32>, tile<i1>
//=     %r = scf.for %i in (%zero to %steps, step %one) : tile<i32> iter_values(%acc = %sum) -> (tile<1x128x64xf32>) {
//=       %a, %t1 = nv_tileaa.tiled_load weak %va[%tile_l, %tile_m, %i] : partition_view<tile=(1x128x64), tensor_view<3x256x?xf16, strides=[131072,512,1]>>, tile<i32> -> tile<1x128x64xf16>, token
//=       %b, %t2 = nv_tileaa.tiled_load weak %vb[%tile_l, %i, %tile_n] : partition_view<tile=(1x64x64), tensor_view<3x?x128xf16, strides=[65536,128,1]>>, tile<i32> -> tile<1x64x64xf16>, token
//=       %next = nv_tileaa.dot %a, %b, %acc : tile<1x128x64xf16>, tile<1x64x64xf16>, tile<1x128x64xf32>
//=       scf.continue %next : tile<1x128x64xf32>
//=     }
//=     %t = nv_tileaa.tiled_store weak %r, %vc[%tile_l, %tile_m, %tile_n] : tile<1x128x64xf32>, partition_view<tile=(1x128x64), tensor_view<3x256x128xf32, strides=[32768,128,1]>>, tile<i32> -> token
//=     scf.continue
//=   }
//=   nv_tileaa.return
//= } attributes {nv_tile.tile_scheduler = {kind = static_persistent, policy = contract, raster = heuristic, reduction = deterministic, pull = false, launch_control = false, numbers = [128, 64, 64, 1, 1, 1, 1, 132, 32, 1, 48, 2, 24576], extents = [256, 128, [3, 1], 3]}}
// -----
// test: pass apply-tile-scheduler tile-scheduler=static-persistent
// A block id by which operands are indexed and the output is not: its tile blocks all store the same tiles
nv_tileaa.func @k(%pa: tile<ptr<f16>>, %pb: tile<ptr<f16>>, %pc: tile<ptr<f32>>, %k: tile<i32>) {
  %batch, %row, %column = nv_tileaa.get_program_id : tile<i32>
  %zero = arith.constant <i32: 0> : tile<i32>
  %one = arith.constant <i32: 1> : tile<i32>
  %step = arith.constant <i32: 64> : tile<i32>
  %sum = arith.constant <f32: 0.000000e+00> : tile<1x128x64xf32>
  %ta = nv_tileaa.make_memref %pa, shape = [3, 256, %k], strides = [131072, 512, 1] : tile<i32> -> tensor_view<3x256x?xf16, strides=[131072,512,1]>
  %tb = nv_tileaa.make_memref %pb, shape = [3, %k, 128], strides = [65536, 128, 1] : tile<i32> -> tensor_view<3x?x128xf16, strides=[65536,128,1]>
  %tc = nv_tileaa.make_memref %pc, shape = [256, 128], strides = [128, 1] : tensor_view<256x128xf32, strides=[128,1]>
  %va = nv_tileaa.make_tiled_view %ta : partition_view<tile=(1x128x64), tensor_view<3x256x?xf16, strides=[131072,512,1]>>
  %vb = nv_tileaa.make_tiled_view %tb : partition_view<tile=(1x64x64), tensor_view<3x?x128xf16, strides=[65536,128,1]>>
  %vc = nv_tileaa.make_tiled_view %tc : partition_view<tile=(128x64), tensor_view<256x128xf32, strides=[128,1]>>
  %steps = arith.divi %k, %step signed rounding<positive_inf> : tile<i32>
  %r = scf.for %i in (%zero to %steps, step %one) : tile<i32> iter_values(%acc = %sum) -> (tile<1x128x64xf32>) {
    %a, %t1 = nv_tileaa.tiled_load weak %va[%batch, %row, %i] : partition_view<tile=(1x128x64), tensor_view<3x256x?xf16, strides=[131072,512,1]>>, tile<i32> -> tile<1x128x64xf16>, token
    %b, %t2 = nv_tileaa.tiled_load weak %vb[%batch, %i, %column] : partition_view<tile=(1x64x64), tensor_view<3x?x128xf16, strides=[65536,128,1]>>, tile<i32> -> tile<1x64x64xf16>, token
    %next = nv_tileaa.dot %a, %b, %acc : tile<1x128x64xf16>, tile<1x64x64xf16>, tile<1x128x64xf32>
    scf.continue %next : tile<1x128x64xf32>
  }
  %flat = nv_tileaa.view %r : tile<1x128x64xf32> -> tile<128x64xf32>
  %t = nv_tileaa.tiled_store weak %flat, %vc[%row, %column] : tile<128x64xf32>, partition_view<tile=(128x64), tensor_view<256x128xf32, strides=[128,1]>>, tile<i32> -> token
  nv_tileaa.return
}
//= 23:3 error[tile-scheduler.ineligible]: a tile scheduler cannot be applied: the output is not indexed by the block ids alone, each of them once
//=   note: it takes a matrix product whose block ids only say which tile of the output is computed, and of which batch, with one K loop from an accumulator of zero
//=   help: leave --tile-scheduler out, or write the kernel in that form
