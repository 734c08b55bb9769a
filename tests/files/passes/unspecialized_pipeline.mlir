// test: pass unspecialized-pipeline sm_80
// Prologue, kernel and epilogue: copies run two iterations ahead of the products
nv_tileas.func @k(%pa: tile<ptr<f16>>, %pb: tile<ptr<f16>>, %pc: tile<ptr<f32>>) {
  %row, %column, %z = nv_tileas.get_program_id : tile<i32>
  %zero = arith.constant <i32: 0> : tile<i32>
  %one = arith.constant <i32: 1> : tile<i32>
  %sum = arith.constant <f32: 0.000000e+00> : tile<128x64xf32>
  %aa = nv_tileas.assume div_by<16>, %pa : tile<ptr<f16>>
  %ab = nv_tileas.assume div_by<16>, %pb : tile<ptr<f16>>
  %ta = nv_tileas.make_memref %aa, shape = [256, 512], strides = [512, 1] : tensor_view<256x512xf16, strides=[512,1]>
  %tb = nv_tileas.make_memref %ab, shape = [512, 128], strides = [128, 1] : tensor_view<512x128xf16, strides=[128,1]>
  %tc = nv_tileas.make_memref %pc, shape = [256, 128], strides = [128, 1] : tensor_view<256x128xf32, strides=[128,1]>
  %va = nv_tileas.make_tiled_view %ta : partition_view<tile=(128x64), tensor_view<256x512xf16, strides=[512,1]>>
  %vb = nv_tileas.make_tiled_view %tb : partition_view<tile=(64x64), tensor_view<512x128xf16, strides=[128,1]>>
  %vc = nv_tileas.make_tiled_view %tc : partition_view<tile=(128x64), tensor_view<256x128xf32, strides=[128,1]>>
  %steps = arith.constant <i32: 8> : tile<i32>
  %r = scf.for %i in (%zero to %steps, step %one) : tile<i32> iter_values(%acc = %sum) -> (tile<128x64xf32>) {
    %a, %t1 = nv_tileas.tiled_load weak %va[%row, %i] {tileas.schedule.constraint.gid = 0, tileas.schedule.constraint.leader_gid = 0, nv_tile.aws.stage = 0, nv_tile.aws.order = 4} : partition_view<tile=(128x64), tensor_view<256x512xf16, strides=[512,1]>>, tile<i32> -> tile<128x64xf16>, token
    %b, %t2 = nv_tileas.tiled_load weak %vb[%i, %column] {tileas.schedule.constraint.gid = 1, tileas.schedule.constraint.leader_gid = 0, nv_tile.aws.stage = 0, nv_tile.aws.order = 6} : partition_view<tile=(64x64), tensor_view<512x128xf16, strides=[128,1]>>, tile<i32> -> tile<64x64xf16>, token
    %next = nv_tileas.dot %a, %b, %acc {nv_tile.aws.stage = 0, nv_tile.aws.order = 9, nv_tileas.lhs_major = k, nv_tileas.rhs_major = mn} : tile<128x64xf16>, tile<64x64xf16>, tile<128x64xf32>
    scf.continue %next : tile<128x64xf32>
  } attributes {nv_tileas.stages = 3, nv_tileas.form = copies}
  %t = nv_tileas.tiled_store weak %r, %vc[%row, %column] : tile<128x64xf32>, partition_view<tile=(128x64), tensor_view<256x128xf32, strides=[128,1]>>, tile<i32> -> token
  nv_tileas.return
}
//= nv_tileas.func @k(%pa: tile<ptr<f16>>, %pb: tile<ptr<f16>>, %pc: tile<ptr<f32>>) {
//=   %row, %column, %z = nv_tileas.get_program_id : tile<i32>
//=   %zero = arith.constant <i32: 0> : tile<i32>
//=   %one = arith.constant <i32: 1> : tile<i32>
//=   %sum = arith.constant <f32: 0.000000e+00> : tile<128x64xf32>
//=   %aa = nv_tileas.assume div_by<16>, %pa : tile<ptr<f16>>
//=   %ab = nv_tileas.assume div_by<16>, %pb : tile<ptr<f16>>
//=   %ta = nv_tileas.make_memref %aa, shape = [256, 512], strides = [512, 1] : tensor_view<256x512xf16, strides=[512,1]>
//=   %tb = nv_tileas.make_memref %ab, shape = [512, 128], strides = [128, 1] : tensor_view<512x128xf16, strides=[128,1]>
//=   %tc = nv_tileas.make_memref %pc, shape = [256, 128], strides = [128, 1] : tensor_view<256x128xf32, strides=[128,1]>
//=   %va = nv_tileas.make_tiled_view %ta : partition_view<tile=(128x64), tensor_view<256x512xf16, strides=[512,1]>>
//=   %vb = nv_tileas.make_tiled_view %tb : partition_view<tile=(64x64), tensor_view<512x128xf16, strides=[128,1]>>
//=   %vc = nv_tileas.make_tiled_view %tc : partition_view<tile=(128x64), tensor_view<256x128xf32, strides=[128,1]>>
//=   %steps = arith.constant <i32: 8> : tile<i32>
//=   %0 = nv_tileas.alloc_tensor swizzle = 128b : !nv_tileas.buffer<3x128x64xf16>
//=   %1 = nv_tileas.alloc_tensor swizzle = 128b : !nv_tileas.buffer<3x64x64xf16>
//=   nv_tileas.iterations %zero to %steps, step %one
//=   %2 = arith.constant <i32: 0> : tile<i32>
//=   nv_tileas.async.tiled_load %va[%row, %zero], %0[%2] : partition_view<tile=(128x64), tensor_view<256x512xf16, strides=[512,1]>>, !nv_tileas.buffer<3x128x64xf16>, tile<i32>
//=   nv_tileas.async.tiled_load %vb[%zero, %column], %1[%2] : partition_view<tile=(64x64), tensor_view<512x128xf16, strides=[128,1]>>, !nv_tileas.buffer<3x64x64xf16>, tile<i32>
//=   nvvm.cp.async.commit_group
//=   %3 = arith.constant <i32: 1> : tile<i32>
//=   %4 = arith.constant <i32: 1> : tile<i32>
//=   %5 = arith.addi %zero, %4 : tile<i32>
//=   nv_tileas.async.tiled_load %va[%row, %5], %0[%3] : partition_view<tile=(128x64), tensor_view<256x512xf16, strides=[512,1]>>, !nv_tileas.buffer<3x128x64xf16>, tile<i32>
//=   nv_tileas.async.tiled_load %vb[%5, %column], %1[%3] : partition_view<tile=(64x64), tensor_view<512x128xf16, strides=[128,1]>>, !nv_tileas.buffer<3x64x64xf16>, tile<i32>
//=   nvvm.cp.async.commit_group
//=   %6 = arith.constant <i32: 0> : tile<i32>
//=   %7 = arith.constant <i32: 2> : tile<i32>
//=   %8 = arith.subi %steps, %7 : tile<i32>
//=   %9, %10 = scf.for %i in (%zero to %8, step %one) : tile<i32> iter_values(%acc = %sum, %11 = %6) -> (tile<128x64xf32>, tile<i32>) {
//=     %12 = arith.constant <i32: 2> : tile<i32>
//=     %13 = arith.addi %i, %12 : tile<i32>
//=     nvvm.cp.async.wait_group 1
//=     nvvm.barrier
//=     %14 = arith.constant <i32: 0> : tile<i32>
//=     %15 = arith.constant <i32: 2> : tile<i32>
//=     %16 = arith.constant <i32: -1> : tile<i32>
//=     %17 = arith.cmpi equal %11, %14, signed : tile<i32> -> tile<i1>
//=     %18 = arith.addi %11, %16 : tile<i32>
//=     %19 = arith.select %17, %15, %18 : tile<i1>, tile<i32>
//=     nv_tileas.async.tiled_load %va[%row, %13], %0[%19] : partition_view<tile=(128x64), tensor_view<256x512xf16, strides=[512,1]>>, !nv_tileas.buffer<3x128x64xf16>, tile<i32>
//=     nv_tileas.async.tiled_load %vb[%13, %column], %1[%19] : partition_view<tile=(64x64), tensor_view<512x128xf16, strides=[128,1]>>, !nv_tileas.buffer<3x64x64xf16>, tile<i32>
//=     nvvm.cp.async.commit_group
//=     %t1 = nv_tileas.create_mem_token : token
//=     %t2 = nv_tileas.create_mem_token : token
//=     %next = nv_tileas.buffer_dot %0[%11] k, %1[%11] mn, %acc : !nv_tileas.buffer<3x128x64xf16>, !nv_tileas.buffer<3x64x64xf16>, tile<128x64xf32>
//=     %20 = arith.constant <i32: 2> : tile<i32>
//=     %21 = arith.constant <i32: 0> : tile<i32>
//=     %22 = arith.constant <i32: 1> : tile<i32>
//=     %23 = arith.cmpi equal %11, %20, signed : tile<i32> -> tile<i1>
//=     %24 = arith.addi %11, %22 : tile<i32>
//=     %25 = arith.select %23, %21, %24 : tile<i1>, tile<i32>
//=     scf.continue %next, %25 : tile<128x64xf32>, tile<i32>
//=   } attributes {nv_tileas.stages = 3, nv_tileas.form = copies}
//=   %r, %26 = scf.for %i in (%8 to %steps, step %one) : tile<i32> iter_values(%acc = %9, %27 = %10) -> (tile<128x64xf32>, tile<i32>) {
//=     nvvm.cp.async.wait_group 1
//=     nvvm.barrier
//=     nvvm.cp.async.commit_group
//=     %t1 = nv_tileas.create_mem_token : token
//=     %t2 = nv_tileas.create_mem_token : token
//=     %next = nv_tileas.buffer_dot %0[%27] k, %1[%27] mn, %acc : !nv_tileas.buffer<3x128x64xf16>, !nv_tileas.buffer<3x64x64xf16>, tile<128x64xf32>
//=     %28 = arith.constant <i32: 2> : tile<i32>
//=     %29 = arith.constant <i32: 0> : tile<i32>
//=     %30 = arith.constant <i32: 1> : tile<i32>
//=     %31 = arith.cmpi equal %27, %28, signed : tile<i32> -> tile<i1>
//=     %32 = arith.addi %27, %30 : tile<i32>
//=     %33 = arith.select %31, %29, %32 : tile<i1>, tile<i32>
//=     scf.continue %next, %33 : tile<128x64xf32>, tile<i32>
//=   } attributes {nv_tileas.stages = 3, nv_tileas.form = copies}
//=   %t = nv_tileas.tiled_store weak %r, %vc[%row, %column] : tile<128x64xf32>, partition_view<tile=(128x64), tensor_view<256x128xf32, strides=[128,1]>>, tile<i32> -> token
//=   nv_tileas.return
//= }
// -----
// test: pass unspecialized-pipeline sm_80
// A loop that was not scheduled stays
nv_tileas.func @k(%pa: tile<ptr<f16>>, %pb: tile<ptr<f16>>, %pc: tile<ptr<f32>>) {
  %row, %column, %z = nv_tileas.get_program_id : tile<i32>
  %zero = arith.constant <i32: 0> : tile<i32>
  %one = arith.constant <i32: 1> : tile<i32>
  %sum = arith.constant <f32: 0.000000e+00> : tile<128x64xf32>
  %aa = nv_tileas.assume div_by<16>, %pa : tile<ptr<f16>>
  %ab = nv_tileas.assume div_by<16>, %pb : tile<ptr<f16>>
  %ta = nv_tileas.make_memref %aa, shape = [256, 512], strides = [512, 1] : tensor_view<256x512xf16, strides=[512,1]>
  %tb = nv_tileas.make_memref %ab, shape = [512, 128], strides = [128, 1] : tensor_view<512x128xf16, strides=[128,1]>
  %tc = nv_tileas.make_memref %pc, shape = [256, 128], strides = [128, 1] : tensor_view<256x128xf32, strides=[128,1]>
  %va = nv_tileas.make_tiled_view %ta : partition_view<tile=(128x64), tensor_view<256x512xf16, strides=[512,1]>>
  %vb = nv_tileas.make_tiled_view %tb : partition_view<tile=(64x64), tensor_view<512x128xf16, strides=[128,1]>>
  %vc = nv_tileas.make_tiled_view %tc : partition_view<tile=(128x64), tensor_view<256x128xf32, strides=[128,1]>>
  %steps = arith.constant <i32: 8> : tile<i32>
  %r = scf.for %i in (%zero to %steps, step %one) : tile<i32> iter_values(%acc = %sum) -> (tile<128x64xf32>) {
    %a, %t1 = nv_tileas.tiled_load weak %va[%row, %i] {tileas.schedule.constraint.gid = 0, tileas.schedule.constraint.leader_gid = 0} : partition_view<tile=(128x64), tensor_view<256x512xf16, strides=[512,1]>>, tile<i32> -> tile<128x64xf16>, token
    %b, %t2 = nv_tileas.tiled_load weak %vb[%i, %column] {tileas.schedule.constraint.gid = 1, tileas.schedule.constraint.leader_gid = 0} : partition_view<tile=(64x64), tensor_view<512x128xf16, strides=[128,1]>>, tile<i32> -> tile<64x64xf16>, token
    %next = nv_tileas.dot %a, %b, %acc : tile<128x64xf16>, tile<64x64xf16>, tile<128x64xf32>
    scf.continue %next : tile<128x64xf32>
  }
  %t = nv_tileas.tiled_store weak %r, %vc[%row, %column] : tile<128x64xf32>, partition_view<tile=(128x64), tensor_view<256x128xf32, strides=[128,1]>>, tile<i32> -> token
  nv_tileas.return
}
//= nothing changed
// -----
// test: pass unspecialized-pipeline sm_80
// A schedule at a loop whose product is not the one that was scheduled contradicts itself
nv_tileas.func @k(%pa: tile<ptr<f16>>, %pb: tile<ptr<f16>>, %pc: tile<ptr<f32>>) {
  %row, %column, %z = nv_tileas.get_program_id : tile<i32>
  %zero = arith.constant <i32: 0> : tile<i32>
  %one = arith.constant <i32: 1> : tile<i32>
  %sum = arith.constant <f32: 0.000000e+00> : tile<128x64xf32>
  %aa = nv_tileas.assume div_by<16>, %pa : tile<ptr<f16>>
  %ab = nv_tileas.assume div_by<16>, %pb : tile<ptr<f16>>
  %ta = nv_tileas.make_memref %aa, shape = [256, 512], strides = [512, 1] : tensor_view<256x512xf16, strides=[512,1]>
  %tb = nv_tileas.make_memref %ab, shape = [512, 128], strides = [128, 1] : tensor_view<512x128xf16, strides=[128,1]>
  %tc = nv_tileas.make_memref %pc, shape = [256, 128], strides = [128, 1] : tensor_view<256x128xf32, strides=[128,1]>
  %va = nv_tileas.make_tiled_view %ta : partition_view<tile=(128x64), tensor_view<256x512xf16, strides=[512,1]>>
  %vb = nv_tileas.make_tiled_view %tb : partition_view<tile=(64x64), tensor_view<512x128xf16, strides=[128,1]>>
  %vc = nv_tileas.make_tiled_view %tc : partition_view<tile=(128x64), tensor_view<256x128xf32, strides=[128,1]>>
  %steps = arith.constant <i32: 8> : tile<i32>
  %r = scf.for %i in (%zero to %steps, step %one) : tile<i32> iter_values(%acc = %sum) -> (tile<128x64xf32>) {
    %a, %t1 = nv_tileas.tiled_load weak %va[%row, %i] {tileas.schedule.constraint.gid = 0, tileas.schedule.constraint.leader_gid = 0, nv_tile.aws.stage = 0, nv_tile.aws.order = 4} : partition_view<tile=(128x64), tensor_view<256x512xf16, strides=[512,1]>>, tile<i32> -> tile<128x64xf16>, token
    %b, %t2 = nv_tileas.tiled_load weak %vb[%i, %column] {tileas.schedule.constraint.gid = 1, tileas.schedule.constraint.leader_gid = 0, nv_tile.aws.stage = 0, nv_tile.aws.order = 6} : partition_view<tile=(64x64), tensor_view<512x128xf16, strides=[128,1]>>, tile<i32> -> tile<64x64xf16>, token
    %doubled = arith.addf %acc, %acc : tile<128x64xf32>
    %next = nv_tileas.dot %a, %b, %doubled {nv_tile.aws.stage = 0, nv_tile.aws.order = 9, nv_tileas.lhs_major = k, nv_tileas.rhs_major = mn} : tile<128x64xf16>, tile<64x64xf16>, tile<128x64xf32>
    scf.continue %next : tile<128x64xf32>
  } attributes {nv_tileas.stages = 3, nv_tileas.form = copies}
  %t = nv_tileas.tiled_store weak %r, %vc[%row, %column] : tile<128x64xf32>, partition_view<tile=(128x64), tensor_view<256x128xf32, strides=[128,1]>>, tile<i32> -> token
  nv_tileas.return
}
//= 17:3 error[internal]: the loop that was scheduled is no loop with a product any more
//=   note: this is our mistake, not the kernel's
