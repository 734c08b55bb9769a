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
//=   %7 = arith.constant <i32: 8> : tile<i32>
//=   %8 = arith.constant <i32: 0> : tile<i32>
//=   %9 = arith.constant <i32: 2> : tile<i32>
//=   %10 = arith.constant <i32: 3> : tile<i32>
//=   %11 = arith.maxi %7, %9 unsigned : tile<i32>
//=   %12 = arith.subi %11, %9 : tile<i32>
//=   %13 = arith.divi %12, %10 unsigned : tile<i32>
//=   %14 = arith.constant <i32: 2> : tile<i32>
//=   %15 = arith.addi %zero, %14 : tile<i32>
//=   %16 = nv_tileas.copy_source %va[%row, %15] : partition_view<tile=(128x64), tensor_view<256x512xf16, strides=[512,1]>>, tile<i32> -> i64
//=   %17 = arith.constant <i64: 0> : i64
//=   %18 = arith.constant <i64: 128> : i64
//=   %19 = arith.addi %17, %18 : i64
//=   %20 = nv_tileas.copy_source %vb[%15, %column] : partition_view<tile=(64x64), tensor_view<512x128xf16, strides=[128,1]>>, tile<i32> -> i64
//=   %21 = arith.constant <i64: 0> : i64
//=   %22 = arith.constant <i64: 16384> : i64
//=   %23 = arith.addi %21, %22 : i64
//=   %24, %25, %26, %27 = scf.for %i in (%8 to %13, step %one) : tile<i32> iter_values(%acc = %sum, %28 = %6, %29 = %16, %30 = %20) -> (tile<128x64xf32>, tile<i32>, i64, i64) {
//=     %31 = arith.constant <i32: 3> : tile<i32>
//=     %32 = arith.muli %i, %31 : tile<i32>
//=     %33 = arith.addi %zero, %32 : tile<i32>
//=     nvvm.cp.async.wait_group 1
//=     nvvm.barrier
//=     %34 = arith.constant <i32: 0> : tile<i32>
//=     %35 = arith.constant <i32: 2> : tile<i32>
//=     nv_tileas.async.tiled_load %va[%row, %zero], %0[%35] from %29 : partition_view<tile=(128x64), tensor_view<256x512xf16, strides=[512,1]>>, !nv_tileas.buffer<3x128x64xf16>, tile<i32>
//=     nv_tileas.async.tiled_load %vb[%zero, %column], %1[%35] from %30 : partition_view<tile=(64x64), tensor_view<512x128xf16, strides=[128,1]>>, !nv_tileas.buffer<3x64x64xf16>, tile<i32>
//=     %36 = arith.addi %29, %19 : i64
//=     %37 = arith.addi %30, %23 : i64
//=     %38 = arith.constant <i32: 3> : tile<i32>
//=     nvvm.cp.async.commit_group
//=     %t1 = nv_tileas.create_mem_token : token
//=     %t2 = nv_tileas.create_mem_token : token
//=     %next = nv_tileas.buffer_dot %0[%34] k, %1[%34] mn, %acc : !nv_tileas.buffer<3x128x64xf16>, !nv_tileas.buffer<3x64x64xf16>, tile<128x64xf32>
//=     %39 = arith.constant <i32: 1> : tile<i32>
//=     %40 = arith.constant <i32: 1> : tile<i32>
//=     %41 = arith.addi %33, %40 : tile<i32>
//=     nvvm.cp.async.wait_group 1
//=     nvvm.barrier
//=     %42 = arith.constant <i32: 1> : tile<i32>
//=     %43 = arith.constant <i32: 0> : tile<i32>
//=     nv_tileas.async.tiled_load %va[%row, %zero], %0[%43] from %36 : partition_view<tile=(128x64), tensor_view<256x512xf16, strides=[512,1]>>, !nv_tileas.buffer<3x128x64xf16>, tile<i32>
//=     nv_tileas.async.tiled_load %vb[%zero, %column], %1[%43] from %37 : partition_view<tile=(64x64), tensor_view<512x128xf16, strides=[128,1]>>, !nv_tileas.buffer<3x64x64xf16>, tile<i32>
//=     %44 = arith.addi %36, %19 : i64
//=     %45 = arith.addi %37, %23 : i64
//=     %46 = arith.constant <i32: 1> : tile<i32>
//=     nvvm.cp.async.commit_group
//=     %t1_0 = nv_tileas.create_mem_token : token
//=     %t2_0 = nv_tileas.create_mem_token : token
//=     %next_0 = nv_tileas.buffer_dot %0[%42] k, %1[%42] mn, %next : !nv_tileas.buffer<3x128x64xf16>, !nv_tileas.buffer<3x64x64xf16>, tile<128x64xf32>
//=     %47 = arith.constant <i32: 2> : tile<i32>
//=     %48 = arith.constant <i32: 1> : tile<i32>
//=     %49 = arith.addi %41, %48 : tile<i32>
//=     nvvm.cp.async.wait_group 1
//=     nvvm.barrier
//=     %50 = arith.constant <i32: 2> : tile<i32>
//=     %51 = arith.constant <i32: 1> : tile<i32>
//=     nv_tileas.async.tiled_load %va[%row, %zero], %0[%51] from %44 : partition_view<tile=(128x64), tensor_view<256x512xf16, strides=[512,1]>>, !nv_tileas.buffer<3x128x64xf16>, tile<i32>
//=     nv_tileas.async.tiled_load %vb[%zero, %column], %1[%51] from %45 : partition_view<tile=(64x64), tensor_view<512x128xf16, strides=[128,1]>>, !nv_tileas.buffer<3x64x64xf16>, tile<i32>
//=     %52 = arith.addi %44, %19 : i64
//=     %53 = arith.addi %45, %23 : i64
//=     %54 = arith.constant <i32: 2> : tile<i32>
//=     nvvm.cp.async.commit_group
//=     %t1_1 = nv_tileas.create_mem_token : token
//=     %t2_1 = nv_tileas.create_mem_token : token
//=     %next_1 = nv_tileas.buffer_dot %0[%50] k, %1[%50] mn, %next_0 : !nv_tileas.buffer<3x128x64xf16>, !nv_tileas.buffer<3x64x64xf16>, tile<128x64xf32>
//=     %55 = arith.constant <i32: 3> : tile<i32>
//=     %56 = arith.constant <i32: 1> : tile<i32>
//=     %57 = arith.addi %49, %56 : tile<i32>
//=     %58 = arith.constant <i32: 0> : tile<i32>
//=     scf.continue %next_1, %58, %52, %53 : tile<128x64xf32>, tile<i32>, i64, i64
//=   } attributes {nv_tileas.stages = 3, nv_tileas.form = copies}
//=   %59 = arith.constant <i32: 3> : tile<i32>
//=   %60 = arith.muli %13, %59 : tile<i32>
//=   %61 = arith.addi %zero, %60 : tile<i32>
//=   %r, %62 = scf.for %i in (%61 to %steps, step %one) : tile<i32> iter_values(%acc = %24, %63 = %25) -> (tile<128x64xf32>, tile<i32>) {
//=     nvvm.cp.async.wait_group 1
//=     nvvm.barrier
//=     nvvm.cp.async.commit_group
//=     %t1 = nv_tileas.create_mem_token : token
//=     %t2 = nv_tileas.create_mem_token : token
//=     %next = nv_tileas.buffer_dot %0[%63] k, %1[%63] mn, %acc : !nv_tileas.buffer<3x128x64xf16>, !nv_tileas.buffer<3x64x64xf16>, tile<128x64xf32>
//=     %64 = arith.constant <i32: 2> : tile<i32>
//=     %65 = arith.constant <i32: 0> : tile<i32>
//=     %66 = arith.constant <i32: 1> : tile<i32>
//=     %67 = arith.cmpi equal %63, %64, signed : tile<i32> -> tile<i1>
//=     %68 = arith.addi %63, %66 : tile<i32>
//=     %69 = arith.select %67, %65, %68 : tile<i1>, tile<i32>
//=     scf.continue %next, %69 : tile<128x64xf32>, tile<i32>
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
