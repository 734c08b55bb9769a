// test: emit nv_tileas gpu-name=sm_80 num-stages=3
// Copies in groups: a prologue of two, a steady loop that asks nothing, an epilogue that copies nothing.
// kernel: product m=16 n=16 k=32
//= nv_tileas.func @product(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f16>>) {
//=   %token = nv_tileas.create_mem_token : token
//=   %a16 = nv_tileas.assume div_by<16>, %a : tile<ptr<f16>>
//=   %b16 = nv_tileas.assume div_by<16>, %b : tile<ptr<f16>>
//=   %c16 = nv_tileas.assume div_by<16>, %c : tile<ptr<f16>>
//=   %va = nv_tileas.make_memref %a16, shape = [512, 512], strides = [512, 1] : tensor_view<512x512xf16, strides=[512,1]>
//=   %vb = nv_tileas.make_memref %b16, shape = [512, 512], strides = [512, 1] : tensor_view<512x512xf16, strides=[512,1]>
//=   %vc = nv_tileas.make_memref %c16, shape = [512, 512], strides = [512, 1] : tensor_view<512x512xf16, strides=[512,1]>
//=   %pa = nv_tileas.make_tiled_view %va : partition_view<tile=(16x32), tensor_view<512x512xf16, strides=[512,1]>>
//=   %pb = nv_tileas.make_tiled_view %vb : partition_view<tile=(32x16), tensor_view<512x512xf16, strides=[512,1]>>
//=   %pc = nv_tileas.make_tiled_view %vc : partition_view<tile=(16x16), tensor_view<512x512xf16, strides=[512,1]>>
//=   %x, %y, %z = nv_tileas.get_program_id : tile<i32>
//=   %zero = arith.constant <f32: 0.000000e+00> : tile<16x16xf32, #nv_tileas.layout<reg=[1, 128], lane=[2, 4, 16, 32, 64], warp=[8, 0]>>
//=   %from = arith.constant <i32: 0> : tile<i32>
//=   %to = arith.constant <i32: 8> : tile<i32>
//=   %step = arith.constant <i32: 1> : tile<i32>
//=   %0 = nv_tileas.alloc_tensor swizzle = 64b : !nv_tileas.buffer<3x16x32xf16>
//=   %1 = nv_tileas.alloc_tensor swizzle = 32b : !nv_tileas.buffer<3x32x16xf16>
//=   nv_tileas.iterations %from to %to, step %step
//=   %2 = arith.constant <i32: 0> : tile<i32>
//=   nv_tileas.async.tiled_load %pa[%x, %from], %0[%2] {nv_tileas.layout = #nv_tileas.boxes<count=1, rows=16, swizzle=64>} : partition_view<tile=(16x32), tensor_view<512x512xf16, strides=[512,1]>>, !nv_tileas.buffer<3x16x32xf16>, tile<i32>
//=   nv_tileas.async.tiled_load %pb[%from, %y], %1[%2] {nv_tileas.layout = #nv_tileas.boxes<count=1, rows=32, swizzle=32>} : partition_view<tile=(32x16), tensor_view<512x512xf16, strides=[512,1]>>, !nv_tileas.buffer<3x32x16xf16>, tile<i32>
//=   nvvm.cp.async.commit_group
//=   %3 = arith.constant <i32: 1> : tile<i32>
//=   %4 = arith.constant <i32: 1> : tile<i32>
//=   %5 = arith.addi %from, %4 : tile<i32>
//=   nv_tileas.async.tiled_load %pa[%x, %5], %0[%3] {nv_tileas.layout = #nv_tileas.boxes<count=1, rows=16, swizzle=64>} : partition_view<tile=(16x32), tensor_view<512x512xf16, strides=[512,1]>>, !nv_tileas.buffer<3x16x32xf16>, tile<i32>
//=   nv_tileas.async.tiled_load %pb[%5, %y], %1[%3] {nv_tileas.layout = #nv_tileas.boxes<count=1, rows=32, swizzle=32>} : partition_view<tile=(32x16), tensor_view<512x512xf16, strides=[512,1]>>, !nv_tileas.buffer<3x32x16xf16>, tile<i32>
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
//=   %15 = arith.addi %from, %14 : tile<i32>
//=   %16 = nv_tileas.copy_source %pa[%x, %15] : partition_view<tile=(16x32), tensor_view<512x512xf16, strides=[512,1]>>, tile<i32> -> i64
//=   %17 = arith.constant <i64: 0> : i64
//=   %18 = arith.constant <i64: 64> : i64
//=   %19 = arith.addi %17, %18 : i64
//=   %20 = nv_tileas.copy_source %pb[%15, %y] : partition_view<tile=(32x16), tensor_view<512x512xf16, strides=[512,1]>>, tile<i32> -> i64
//=   %21 = arith.constant <i64: 0> : i64
//=   %22 = arith.constant <i64: 32768> : i64
//=   %23 = arith.addi %21, %22 : i64
//=   %24, %25, %26, %27 = scf.for %i in (%8 to %13, step %step) : tile<i32> iter_values(%acc = %zero, %28 = %6, %29 = %16, %30 = %20) -> (tile<16x16xf32, #nv_tileas.layout<reg=[1, 128], lane=[2, 4, 16, 32, 64], warp=[8, 0]>>, tile<i32>, i64, i64) {
//=     nvvm.cp.async.wait_group 1
//=     nvvm.barrier
//=     %31 = arith.constant <i32: 0> : tile<i32>
//=     %32 = arith.constant <i32: 2> : tile<i32>
//=     nv_tileas.async.tiled_load %pa[%x, %from], %0[%32] from %29 {nv_tileas.layout = #nv_tileas.boxes<count=1, rows=16, swizzle=64>} : partition_view<tile=(16x32), tensor_view<512x512xf16, strides=[512,1]>>, !nv_tileas.buffer<3x16x32xf16>, tile<i32>
//=     nv_tileas.async.tiled_load %pb[%from, %y], %1[%32] from %30 {nv_tileas.layout = #nv_tileas.boxes<count=1, rows=32, swizzle=32>} : partition_view<tile=(32x16), tensor_view<512x512xf16, strides=[512,1]>>, !nv_tileas.buffer<3x32x16xf16>, tile<i32>
//=     %33 = arith.addi %29, %19 : i64
//=     %34 = arith.addi %30, %23 : i64
//=     nvvm.cp.async.commit_group
//=     %d = nv_tileas.buffer_dot %0[%31] k, %1[%31] mn, %acc : !nv_tileas.buffer<3x16x32xf16>, !nv_tileas.buffer<3x32x16xf16>, tile<16x16xf32, #nv_tileas.layout<reg=[1, 128], lane=[2, 4, 16, 32, 64], warp=[8, 0]>>
//=     nvvm.cp.async.wait_group 1
//=     nvvm.barrier
//=     %35 = arith.constant <i32: 1> : tile<i32>
//=     %36 = arith.constant <i32: 0> : tile<i32>
//=     nv_tileas.async.tiled_load %pa[%x, %from], %0[%36] from %33 {nv_tileas.layout = #nv_tileas.boxes<count=1, rows=16, swizzle=64>} : partition_view<tile=(16x32), tensor_view<512x512xf16, strides=[512,1]>>, !nv_tileas.buffer<3x16x32xf16>, tile<i32>
//=     nv_tileas.async.tiled_load %pb[%from, %y], %1[%36] from %34 {nv_tileas.layout = #nv_tileas.boxes<count=1, rows=32, swizzle=32>} : partition_view<tile=(32x16), tensor_view<512x512xf16, strides=[512,1]>>, !nv_tileas.buffer<3x32x16xf16>, tile<i32>
//=     %37 = arith.addi %33, %19 : i64
//=     %38 = arith.addi %34, %23 : i64
//=     nvvm.cp.async.commit_group
//=     %d_0 = nv_tileas.buffer_dot %0[%35] k, %1[%35] mn, %d : !nv_tileas.buffer<3x16x32xf16>, !nv_tileas.buffer<3x32x16xf16>, tile<16x16xf32, #nv_tileas.layout<reg=[1, 128], lane=[2, 4, 16, 32, 64], warp=[8, 0]>>
//=     nvvm.cp.async.wait_group 1
//=     nvvm.barrier
//=     %39 = arith.constant <i32: 2> : tile<i32>
//=     %40 = arith.constant <i32: 1> : tile<i32>
//=     nv_tileas.async.tiled_load %pa[%x, %from], %0[%40] from %37 {nv_tileas.layout = #nv_tileas.boxes<count=1, rows=16, swizzle=64>} : partition_view<tile=(16x32), tensor_view<512x512xf16, strides=[512,1]>>, !nv_tileas.buffer<3x16x32xf16>, tile<i32>
//=     nv_tileas.async.tiled_load %pb[%from, %y], %1[%40] from %38 {nv_tileas.layout = #nv_tileas.boxes<count=1, rows=32, swizzle=32>} : partition_view<tile=(32x16), tensor_view<512x512xf16, strides=[512,1]>>, !nv_tileas.buffer<3x32x16xf16>, tile<i32>
//=     %41 = arith.addi %37, %19 : i64
//=     %42 = arith.addi %38, %23 : i64
//=     nvvm.cp.async.commit_group
//=     %d_1 = nv_tileas.buffer_dot %0[%39] k, %1[%39] mn, %d_0 : !nv_tileas.buffer<3x16x32xf16>, !nv_tileas.buffer<3x32x16xf16>, tile<16x16xf32, #nv_tileas.layout<reg=[1, 128], lane=[2, 4, 16, 32, 64], warp=[8, 0]>>
//=     %43 = arith.constant <i32: 0> : tile<i32>
//=     scf.continue %d_1, %43, %41, %42 : tile<16x16xf32, #nv_tileas.layout<reg=[1, 128], lane=[2, 4, 16, 32, 64], warp=[8, 0]>>, tile<i32>, i64, i64
//=   } attributes {tileas.schedule.constraint.max_depth = 3, nv_tileas.stages = 3, nv_tileas.form = copies}
//=   %44 = arith.constant <i32: 3> : tile<i32>
//=   %45 = arith.muli %13, %44 : tile<i32>
//=   %46 = arith.addi %from, %45 : tile<i32>
//=   %sum, %47 = scf.for %i in (%46 to %to, step %step) : tile<i32> iter_values(%acc = %24, %48 = %25) -> (tile<16x16xf32, #nv_tileas.layout<reg=[1, 128], lane=[2, 4, 16, 32, 64], warp=[8, 0]>>, tile<i32>) {
//=     nvvm.cp.async.wait_group 1
//=     nvvm.barrier
//=     nvvm.cp.async.commit_group
//=     %d = nv_tileas.buffer_dot %0[%48] k, %1[%48] mn, %acc : !nv_tileas.buffer<3x16x32xf16>, !nv_tileas.buffer<3x32x16xf16>, tile<16x16xf32, #nv_tileas.layout<reg=[1, 128], lane=[2, 4, 16, 32, 64], warp=[8, 0]>>
//=     %49 = arith.constant <i32: 2> : tile<i32>
//=     %50 = arith.constant <i32: 0> : tile<i32>
//=     %51 = arith.constant <i32: 1> : tile<i32>
//=     %52 = arith.cmpi equal %48, %49, signed : tile<i32> -> tile<i1>
//=     %53 = arith.addi %48, %51 : tile<i32>
//=     %54 = arith.select %52, %50, %53 : tile<i1>, tile<i32>
//=     scf.continue %d, %54 : tile<16x16xf32, #nv_tileas.layout<reg=[1, 128], lane=[2, 4, 16, 32, 64], warp=[8, 0]>>, tile<i32>
//=   } attributes {tileas.schedule.constraint.max_depth = 3, nv_tileas.stages = 3, nv_tileas.form = copies}
//=   %rounded = arith.ftof %sum  : tile<16x16xf32, #nv_tileas.layout<reg=[1, 128], lane=[2, 4, 16, 32, 64], warp=[8, 0]>> -> tile<16x16xf16, #nv_tileas.layout<reg=[1, 128], lane=[2, 4, 16, 32, 64], warp=[8, 0]>>
//=   %rounded_0 = nv_tileas.convert_layout %rounded : tile<16x16xf16, #nv_tileas.layout<reg=[1, 128], lane=[2, 4, 16, 32, 64], warp=[8, 0]>> -> tile<16x16xf16, #nv_tileas.layout<reg=[1], lane=[2, 4, 8, 16, 32], warp=[64, 128]>>
//=   %t2 = nv_tileas.tiled_store weak %rounded_0, %pc[%x, %y] token = %token {nv_tileas.layout = #nv_tileas.layout<reg=[1], lane=[2, 4, 8, 16, 32], warp=[64, 128]>} : tile<16x16xf16, #nv_tileas.layout<reg=[1], lane=[2, 4, 8, 16, 32], warp=[64, 128]>>, partition_view<tile=(16x16), tensor_view<512x512xf16, strides=[512,1]>>, tile<i32> -> token
//=   nv_tileas.return
//= }
// -----
// test: emit nv_tileas gpu-name=sm_80 num-stages=3
// The same for a trip count that is known when the kernel runs: the prologue asks whether there is a tile.
entry @product(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f16>>, %to: tile<i32>) {
  %token = make_token : token
  %a16 = assume div_by<16>, %a : tile<ptr<f16>>
  %b16 = assume div_by<16>, %b : tile<ptr<f16>>
  %c16 = assume div_by<16>, %c : tile<ptr<f16>>
  %va = make_tensor_view %a16, shape = [512, 512], strides = [512, 1] : tensor_view<512x512xf16, strides=[512,1]>
  %vb = make_tensor_view %b16, shape = [512, 512], strides = [512, 1] : tensor_view<512x512xf16, strides=[512,1]>
  %vc = make_tensor_view %c16, shape = [512, 512], strides = [512, 1] : tensor_view<512x512xf16, strides=[512,1]>
  %pa = make_partition_view %va : partition_view<tile=(16x32), tensor_view<512x512xf16, strides=[512,1]>>
  %pb = make_partition_view %vb : partition_view<tile=(32x16), tensor_view<512x512xf16, strides=[512,1]>>
  %pc = make_partition_view %vc : partition_view<tile=(16x16), tensor_view<512x512xf16, strides=[512,1]>>
  %x, %y, %z = get_tile_block_id : tile<i32>
  %zero = constant <f32: 0.0> : tile<16x16xf32>
  %from = constant <i32: 0> : tile<i32>
  %step = constant <i32: 1> : tile<i32>
  %sum = for %i in (%from to %to, step %step) : tile<i32> iter_values(%acc = %zero) -> (tile<16x16xf32>) {
    %l, %t0 = load_view_tko weak %pa[%x, %i] token = %token : partition_view<tile=(16x32), tensor_view<512x512xf16, strides=[512,1]>>, tile<i32> -> tile<16x32xf16>, token
    %r, %t1 = load_view_tko weak %pb[%i, %y] token = %token : partition_view<tile=(32x16), tensor_view<512x512xf16, strides=[512,1]>>, tile<i32> -> tile<32x16xf16>, token
    %d = mmaf %l, %r, %acc : tile<16x32xf16>, tile<32x16xf16>, tile<16x16xf32>
    continue %d : tile<16x16xf32>
  }
  %rounded = ftof %sum : tile<16x16xf32> -> tile<16x16xf16>
  %t2 = store_view_tko weak %rounded, %pc[%x, %y] token = %token : tile<16x16xf16>, partition_view<tile=(16x16), tensor_view<512x512xf16, strides=[512,1]>>, tile<i32> -> token
  return
}
//= nv_tileas.func @product(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f16>>, %to: tile<i32>) {
//=   %token = nv_tileas.create_mem_token : token
//=   %a16 = nv_tileas.assume div_by<16>, %a : tile<ptr<f16>>
//=   %b16 = nv_tileas.assume div_by<16>, %b : tile<ptr<f16>>
//=   %c16 = nv_tileas.assume div_by<16>, %c : tile<ptr<f16>>
//=   %va = nv_tileas.make_memref %a16, shape = [512, 512], strides = [512, 1] : tensor_view<512x512xf16, strides=[512,1]>
//=   %vb = nv_tileas.make_memref %b16, shape = [512, 512], strides = [512, 1] : tensor_view<512x512xf16, strides=[512,1]>
//=   %vc = nv_tileas.make_memref %c16, shape = [512, 512], strides = [512, 1] : tensor_view<512x512xf16, strides=[512,1]>
//=   %pa = nv_tileas.make_tiled_view %va : partition_view<tile=(16x32), tensor_view<512x512xf16, strides=[512,1]>>
//=   %pb = nv_tileas.make_tiled_view %vb : partition_view<tile=(32x16), tensor_view<512x512xf16, strides=[512,1]>>
//=   %pc = nv_tileas.make_tiled_view %vc : partition_view<tile=(16x16), tensor_view<512x512xf16, strides=[512,1]>>
//=   %x, %y, %z = nv_tileas.get_program_id : tile<i32>
//=   %zero = arith.constant <f32: 0.000000e+00> : tile<16x16xf32, #nv_tileas.layout<reg=[1, 128], lane=[2, 4, 16, 32, 64], warp=[8, 0]>>
//=   %from = arith.constant <i32: 0> : tile<i32>
//=   %step = arith.constant <i32: 1> : tile<i32>
//=   %0 = nv_tileas.alloc_tensor swizzle = 64b : !nv_tileas.buffer<3x16x32xf16>
//=   %1 = nv_tileas.alloc_tensor swizzle = 32b : !nv_tileas.buffer<3x32x16xf16>
//=   nv_tileas.iterations %from to %to, step %step
//=   %2 = arith.cmpi less_than %from, %to, signed : tile<i32> -> tile<i1>
//=   %3 = arith.subi %to, %from : tile<i32>
//=   %4 = arith.constant <i32: 0> : tile<i32>
//=   scf.if %2 {
//=     nv_tileas.async.tiled_load %pa[%x, %from], %0[%4] {nv_tileas.layout = #nv_tileas.boxes<count=1, rows=16, swizzle=64>} : partition_view<tile=(16x32), tensor_view<512x512xf16, strides=[512,1]>>, !nv_tileas.buffer<3x16x32xf16>, tile<i32>
//=     nv_tileas.async.tiled_load %pb[%from, %y], %1[%4] {nv_tileas.layout = #nv_tileas.boxes<count=1, rows=32, swizzle=32>} : partition_view<tile=(32x16), tensor_view<512x512xf16, strides=[512,1]>>, !nv_tileas.buffer<3x32x16xf16>, tile<i32>
//=     scf.yield
//=   }
//=   nvvm.cp.async.commit_group
//=   %5 = arith.constant <i32: 1> : tile<i32>
//=   %6 = arith.cmpi less_than %5, %3, unsigned : tile<i32> -> tile<i1>
//=   %7 = arith.andi %2, %6 : tile<i1>
//=   %8 = arith.constant <i32: 1> : tile<i32>
//=   scf.if %7 {
//=     %9 = arith.constant <i32: 1> : tile<i32>
//=     %10 = arith.addi %from, %9 : tile<i32>
//=     nv_tileas.async.tiled_load %pa[%x, %10], %0[%8] {nv_tileas.layout = #nv_tileas.boxes<count=1, rows=16, swizzle=64>} : partition_view<tile=(16x32), tensor_view<512x512xf16, strides=[512,1]>>, !nv_tileas.buffer<3x16x32xf16>, tile<i32>
//=     nv_tileas.async.tiled_load %pb[%10, %y], %1[%8] {nv_tileas.layout = #nv_tileas.boxes<count=1, rows=32, swizzle=32>} : partition_view<tile=(32x16), tensor_view<512x512xf16, strides=[512,1]>>, !nv_tileas.buffer<3x32x16xf16>, tile<i32>
//=     scf.yield
//=   }
//=   nvvm.cp.async.commit_group
//=   %11 = arith.constant <i32: 0> : tile<i32>
//=   %12 = arith.constant <i32: 0> : tile<i32>
//=   %13 = arith.select %2, %3, %12 : tile<i1>, tile<i32>
//=   %14 = arith.constant <i32: 0> : tile<i32>
//=   %15 = arith.constant <i32: 2> : tile<i32>
//=   %16 = arith.constant <i32: 3> : tile<i32>
//=   %17 = arith.maxi %13, %15 unsigned : tile<i32>
//=   %18 = arith.subi %17, %15 : tile<i32>
//=   %19 = arith.divi %18, %16 unsigned : tile<i32>
//=   %20 = arith.constant <i32: 2> : tile<i32>
//=   %21 = arith.addi %from, %20 : tile<i32>
//=   %22 = nv_tileas.copy_source %pa[%x, %21] : partition_view<tile=(16x32), tensor_view<512x512xf16, strides=[512,1]>>, tile<i32> -> i64
//=   %23 = arith.constant <i64: 0> : i64
//=   %24 = arith.constant <i64: 64> : i64
//=   %25 = arith.addi %23, %24 : i64
//=   %26 = nv_tileas.copy_source %pb[%21, %y] : partition_view<tile=(32x16), tensor_view<512x512xf16, strides=[512,1]>>, tile<i32> -> i64
//=   %27 = arith.constant <i64: 0> : i64
//=   %28 = arith.constant <i64: 32768> : i64
//=   %29 = arith.addi %27, %28 : i64
//=   %30, %31, %32, %33 = scf.for %i in (%14 to %19, step %step) : tile<i32> iter_values(%acc = %zero, %34 = %11, %35 = %22, %36 = %26) -> (tile<16x16xf32, #nv_tileas.layout<reg=[1, 128], lane=[2, 4, 16, 32, 64], warp=[8, 0]>>, tile<i32>, i64, i64) {
//=     nvvm.cp.async.wait_group 1
//=     nvvm.barrier
//=     %37 = arith.constant <i32: 0> : tile<i32>
//=     %38 = arith.constant <i32: 2> : tile<i32>
//=     nv_tileas.async.tiled_load %pa[%x, %from], %0[%38] from %35 {nv_tileas.layout = #nv_tileas.boxes<count=1, rows=16, swizzle=64>} : partition_view<tile=(16x32), tensor_view<512x512xf16, strides=[512,1]>>, !nv_tileas.buffer<3x16x32xf16>, tile<i32>
//=     nv_tileas.async.tiled_load %pb[%from, %y], %1[%38] from %36 {nv_tileas.layout = #nv_tileas.boxes<count=1, rows=32, swizzle=32>} : partition_view<tile=(32x16), tensor_view<512x512xf16, strides=[512,1]>>, !nv_tileas.buffer<3x32x16xf16>, tile<i32>
//=     %39 = arith.addi %35, %25 : i64
//=     %40 = arith.addi %36, %29 : i64
//=     nvvm.cp.async.commit_group
//=     %d = nv_tileas.buffer_dot %0[%37] k, %1[%37] mn, %acc : !nv_tileas.buffer<3x16x32xf16>, !nv_tileas.buffer<3x32x16xf16>, tile<16x16xf32, #nv_tileas.layout<reg=[1, 128], lane=[2, 4, 16, 32, 64], warp=[8, 0]>>
//=     nvvm.cp.async.wait_group 1
//=     nvvm.barrier
//=     %41 = arith.constant <i32: 1> : tile<i32>
//=     %42 = arith.constant <i32: 0> : tile<i32>
//=     nv_tileas.async.tiled_load %pa[%x, %from], %0[%42] from %39 {nv_tileas.layout = #nv_tileas.boxes<count=1, rows=16, swizzle=64>} : partition_view<tile=(16x32), tensor_view<512x512xf16, strides=[512,1]>>, !nv_tileas.buffer<3x16x32xf16>, tile<i32>
//=     nv_tileas.async.tiled_load %pb[%from, %y], %1[%42] from %40 {nv_tileas.layout = #nv_tileas.boxes<count=1, rows=32, swizzle=32>} : partition_view<tile=(32x16), tensor_view<512x512xf16, strides=[512,1]>>, !nv_tileas.buffer<3x32x16xf16>, tile<i32>
//=     %43 = arith.addi %39, %25 : i64
//=     %44 = arith.addi %40, %29 : i64
//=     nvvm.cp.async.commit_group
//=     %d_0 = nv_tileas.buffer_dot %0[%41] k, %1[%41] mn, %d : !nv_tileas.buffer<3x16x32xf16>, !nv_tileas.buffer<3x32x16xf16>, tile<16x16xf32, #nv_tileas.layout<reg=[1, 128], lane=[2, 4, 16, 32, 64], warp=[8, 0]>>
//=     nvvm.cp.async.wait_group 1
//=     nvvm.barrier
//=     %45 = arith.constant <i32: 2> : tile<i32>
//=     %46 = arith.constant <i32: 1> : tile<i32>
//=     nv_tileas.async.tiled_load %pa[%x, %from], %0[%46] from %43 {nv_tileas.layout = #nv_tileas.boxes<count=1, rows=16, swizzle=64>} : partition_view<tile=(16x32), tensor_view<512x512xf16, strides=[512,1]>>, !nv_tileas.buffer<3x16x32xf16>, tile<i32>
//=     nv_tileas.async.tiled_load %pb[%from, %y], %1[%46] from %44 {nv_tileas.layout = #nv_tileas.boxes<count=1, rows=32, swizzle=32>} : partition_view<tile=(32x16), tensor_view<512x512xf16, strides=[512,1]>>, !nv_tileas.buffer<3x32x16xf16>, tile<i32>
//=     %47 = arith.addi %43, %25 : i64
//=     %48 = arith.addi %44, %29 : i64
//=     nvvm.cp.async.commit_group
//=     %d_1 = nv_tileas.buffer_dot %0[%45] k, %1[%45] mn, %d_0 : !nv_tileas.buffer<3x16x32xf16>, !nv_tileas.buffer<3x32x16xf16>, tile<16x16xf32, #nv_tileas.layout<reg=[1, 128], lane=[2, 4, 16, 32, 64], warp=[8, 0]>>
//=     %49 = arith.constant <i32: 0> : tile<i32>
//=     scf.continue %d_1, %49, %47, %48 : tile<16x16xf32, #nv_tileas.layout<reg=[1, 128], lane=[2, 4, 16, 32, 64], warp=[8, 0]>>, tile<i32>, i64, i64
//=   } attributes {tileas.schedule.constraint.max_depth = 3, nv_tileas.stages = 3, nv_tileas.form = copies}
//=   %50 = arith.constant <i32: 3> : tile<i32>
//=   %51 = arith.muli %19, %50 : tile<i32>
//=   %52 = arith.addi %from, %51 : tile<i32>
//=   %sum, %53 = scf.for %i in (%52 to %to, step %step) : tile<i32> iter_values(%acc = %30, %54 = %31) -> (tile<16x16xf32, #nv_tileas.layout<reg=[1, 128], lane=[2, 4, 16, 32, 64], warp=[8, 0]>>, tile<i32>) {
//=     nvvm.cp.async.wait_group 1
//=     nvvm.barrier
//=     %55 = arith.subi %to, %i : tile<i32>
//=     %56 = arith.constant <i32: 2> : tile<i32>
//=     %57 = arith.cmpi less_than %56, %55, unsigned : tile<i32> -> tile<i1>
//=     scf.if %57 {
//=       %58 = arith.constant <i32: 1> : tile<i32>
//=       %59 = arith.constant <i32: -1> : tile<i32>
//=       %60 = arith.constant <i32: 2> : tile<i32>
//=       %61 = arith.cmpi less_than %54, %58, signed : tile<i32> -> tile<i1>
//=       %62 = arith.addi %54, %59 : tile<i32>
//=       %63 = arith.addi %54, %60 : tile<i32>
//=       %64 = arith.select %61, %63, %62 : tile<i1>, tile<i32>
//=       %65 = arith.constant <i32: 2> : tile<i32>
//=       %66 = arith.addi %i, %65 : tile<i32>
//=       nv_tileas.async.tiled_load %pa[%x, %66], %0[%64] {nv_tileas.layout = #nv_tileas.boxes<count=1, rows=16, swizzle=64>} : partition_view<tile=(16x32), tensor_view<512x512xf16, strides=[512,1]>>, !nv_tileas.buffer<3x16x32xf16>, tile<i32>
//=       nv_tileas.async.tiled_load %pb[%66, %y], %1[%64] {nv_tileas.layout = #nv_tileas.boxes<count=1, rows=32, swizzle=32>} : partition_view<tile=(32x16), tensor_view<512x512xf16, strides=[512,1]>>, !nv_tileas.buffer<3x32x16xf16>, tile<i32>
//=       scf.yield
//=     }
//=     nvvm.cp.async.commit_group
//=     %d = nv_tileas.buffer_dot %0[%54] k, %1[%54] mn, %acc : !nv_tileas.buffer<3x16x32xf16>, !nv_tileas.buffer<3x32x16xf16>, tile<16x16xf32, #nv_tileas.layout<reg=[1, 128], lane=[2, 4, 16, 32, 64], warp=[8, 0]>>
//=     %67 = arith.constant <i32: 2> : tile<i32>
//=     %68 = arith.constant <i32: 0> : tile<i32>
//=     %69 = arith.constant <i32: 1> : tile<i32>
//=     %70 = arith.cmpi equal %54, %67, signed : tile<i32> -> tile<i1>
//=     %71 = arith.addi %54, %69 : tile<i32>
//=     %72 = arith.select %70, %68, %71 : tile<i1>, tile<i32>
//=     scf.continue %d, %72 : tile<16x16xf32, #nv_tileas.layout<reg=[1, 128], lane=[2, 4, 16, 32, 64], warp=[8, 0]>>, tile<i32>
//=   } attributes {tileas.schedule.constraint.max_depth = 3, nv_tileas.stages = 3, nv_tileas.form = copies}
//=   %rounded = arith.ftof %sum  : tile<16x16xf32, #nv_tileas.layout<reg=[1, 128], lane=[2, 4, 16, 32, 64], warp=[8, 0]>> -> tile<16x16xf16, #nv_tileas.layout<reg=[1, 128], lane=[2, 4, 16, 32, 64], warp=[8, 0]>>
//=   %rounded_0 = nv_tileas.convert_layout %rounded : tile<16x16xf16, #nv_tileas.layout<reg=[1, 128], lane=[2, 4, 16, 32, 64], warp=[8, 0]>> -> tile<16x16xf16, #nv_tileas.layout<reg=[1], lane=[2, 4, 8, 16, 32], warp=[64, 128]>>
//=   %t2 = nv_tileas.tiled_store weak %rounded_0, %pc[%x, %y] token = %token {nv_tileas.layout = #nv_tileas.layout<reg=[1], lane=[2, 4, 8, 16, 32], warp=[64, 128]>} : tile<16x16xf16, #nv_tileas.layout<reg=[1], lane=[2, 4, 8, 16, 32], warp=[64, 128]>>, partition_view<tile=(16x16), tensor_view<512x512xf16, strides=[512,1]>>, tile<i32> -> token
//=   nv_tileas.return
//= }
// -----
// test: emit nv_tileas gpu-name=sm_80 num-stages=3
// Fewer iterations than stages: the steady loop has none.
// kernel: product m=16 n=16 k=32 steps=1
//= nv_tileas.func @product(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f16>>) {
//=   %token = nv_tileas.create_mem_token : token
//=   %a16 = nv_tileas.assume div_by<16>, %a : tile<ptr<f16>>
//=   %b16 = nv_tileas.assume div_by<16>, %b : tile<ptr<f16>>
//=   %c16 = nv_tileas.assume div_by<16>, %c : tile<ptr<f16>>
//=   %va = nv_tileas.make_memref %a16, shape = [512, 512], strides = [512, 1] : tensor_view<512x512xf16, strides=[512,1]>
//=   %vb = nv_tileas.make_memref %b16, shape = [512, 512], strides = [512, 1] : tensor_view<512x512xf16, strides=[512,1]>
//=   %vc = nv_tileas.make_memref %c16, shape = [512, 512], strides = [512, 1] : tensor_view<512x512xf16, strides=[512,1]>
//=   %pa = nv_tileas.make_tiled_view %va : partition_view<tile=(16x32), tensor_view<512x512xf16, strides=[512,1]>>
//=   %pb = nv_tileas.make_tiled_view %vb : partition_view<tile=(32x16), tensor_view<512x512xf16, strides=[512,1]>>
//=   %pc = nv_tileas.make_tiled_view %vc : partition_view<tile=(16x16), tensor_view<512x512xf16, strides=[512,1]>>
//=   %x, %y, %z = nv_tileas.get_program_id : tile<i32>
//=   %zero = arith.constant <f32: 0.000000e+00> : tile<16x16xf32, #nv_tileas.layout<reg=[1, 128], lane=[2, 4, 16, 32, 64], warp=[8, 0]>>
//=   %from = arith.constant <i32: 0> : tile<i32>
//=   %to = arith.constant <i32: 1> : tile<i32>
//=   %0 = nv_tileas.alloc_tensor swizzle = 64b : !nv_tileas.buffer<3x16x32xf16>
//=   %1 = nv_tileas.alloc_tensor swizzle = 32b : !nv_tileas.buffer<3x32x16xf16>
//=   nv_tileas.iterations %from to %to, step %to
//=   %2 = arith.constant <i32: 0> : tile<i32>
//=   nv_tileas.async.tiled_load %pa[%x, %from], %0[%2] {nv_tileas.layout = #nv_tileas.boxes<count=1, rows=16, swizzle=64>} : partition_view<tile=(16x32), tensor_view<512x512xf16, strides=[512,1]>>, !nv_tileas.buffer<3x16x32xf16>, tile<i32>
//=   nv_tileas.async.tiled_load %pb[%from, %y], %1[%2] {nv_tileas.layout = #nv_tileas.boxes<count=1, rows=32, swizzle=32>} : partition_view<tile=(32x16), tensor_view<512x512xf16, strides=[512,1]>>, !nv_tileas.buffer<3x32x16xf16>, tile<i32>
//=   nvvm.cp.async.commit_group
//=   nvvm.cp.async.commit_group
//=   %3 = arith.constant <i32: 0> : tile<i32>
//=   %4 = arith.constant <i32: 1> : tile<i32>
//=   %5 = arith.constant <i32: 0> : tile<i32>
//=   %6 = arith.constant <i32: 2> : tile<i32>
//=   %7 = arith.constant <i32: 3> : tile<i32>
//=   %8 = arith.maxi %4, %6 unsigned : tile<i32>
//=   %9 = arith.subi %8, %6 : tile<i32>
//=   %10 = arith.divi %9, %7 unsigned : tile<i32>
//=   %11 = arith.constant <i32: 2> : tile<i32>
//=   %12 = arith.addi %from, %11 : tile<i32>
//=   %13 = nv_tileas.copy_source %pa[%x, %12] : partition_view<tile=(16x32), tensor_view<512x512xf16, strides=[512,1]>>, tile<i32> -> i64
//=   %14 = arith.constant <i64: 0> : i64
//=   %15 = arith.constant <i64: 64> : i64
//=   %16 = arith.addi %14, %15 : i64
//=   %17 = nv_tileas.copy_source %pb[%12, %y] : partition_view<tile=(32x16), tensor_view<512x512xf16, strides=[512,1]>>, tile<i32> -> i64
//=   %18 = arith.constant <i64: 0> : i64
//=   %19 = arith.constant <i64: 32768> : i64
//=   %20 = arith.addi %18, %19 : i64
//=   %21, %22, %23, %24 = scf.for %i in (%5 to %10, step %to) : tile<i32> iter_values(%acc = %zero, %25 = %3, %26 = %13, %27 = %17) -> (tile<16x16xf32, #nv_tileas.layout<reg=[1, 128], lane=[2, 4, 16, 32, 64], warp=[8, 0]>>, tile<i32>, i64, i64) {
//=     nvvm.cp.async.wait_group 1
//=     nvvm.barrier
//=     %28 = arith.constant <i32: 0> : tile<i32>
//=     %29 = arith.constant <i32: 2> : tile<i32>
//=     nv_tileas.async.tiled_load %pa[%x, %from], %0[%29] from %26 {nv_tileas.layout = #nv_tileas.boxes<count=1, rows=16, swizzle=64>} : partition_view<tile=(16x32), tensor_view<512x512xf16, strides=[512,1]>>, !nv_tileas.buffer<3x16x32xf16>, tile<i32>
//=     nv_tileas.async.tiled_load %pb[%from, %y], %1[%29] from %27 {nv_tileas.layout = #nv_tileas.boxes<count=1, rows=32, swizzle=32>} : partition_view<tile=(32x16), tensor_view<512x512xf16, strides=[512,1]>>, !nv_tileas.buffer<3x32x16xf16>, tile<i32>
//=     %30 = arith.addi %26, %16 : i64
//=     %31 = arith.addi %27, %20 : i64
//=     nvvm.cp.async.commit_group
//=     %d = nv_tileas.buffer_dot %0[%28] k, %1[%28] mn, %acc : !nv_tileas.buffer<3x16x32xf16>, !nv_tileas.buffer<3x32x16xf16>, tile<16x16xf32, #nv_tileas.layout<reg=[1, 128], lane=[2, 4, 16, 32, 64], warp=[8, 0]>>
//=     nvvm.cp.async.wait_group 1
//=     nvvm.barrier
//=     %32 = arith.constant <i32: 1> : tile<i32>
//=     %33 = arith.constant <i32: 0> : tile<i32>
//=     nv_tileas.async.tiled_load %pa[%x, %from], %0[%33] from %30 {nv_tileas.layout = #nv_tileas.boxes<count=1, rows=16, swizzle=64>} : partition_view<tile=(16x32), tensor_view<512x512xf16, strides=[512,1]>>, !nv_tileas.buffer<3x16x32xf16>, tile<i32>
//=     nv_tileas.async.tiled_load %pb[%from, %y], %1[%33] from %31 {nv_tileas.layout = #nv_tileas.boxes<count=1, rows=32, swizzle=32>} : partition_view<tile=(32x16), tensor_view<512x512xf16, strides=[512,1]>>, !nv_tileas.buffer<3x32x16xf16>, tile<i32>
//=     %34 = arith.addi %30, %16 : i64
//=     %35 = arith.addi %31, %20 : i64
//=     nvvm.cp.async.commit_group
//=     %d_0 = nv_tileas.buffer_dot %0[%32] k, %1[%32] mn, %d : !nv_tileas.buffer<3x16x32xf16>, !nv_tileas.buffer<3x32x16xf16>, tile<16x16xf32, #nv_tileas.layout<reg=[1, 128], lane=[2, 4, 16, 32, 64], warp=[8, 0]>>
//=     nvvm.cp.async.wait_group 1
//=     nvvm.barrier
//=     %36 = arith.constant <i32: 2> : tile<i32>
//=     %37 = arith.constant <i32: 1> : tile<i32>
//=     nv_tileas.async.tiled_load %pa[%x, %from], %0[%37] from %34 {nv_tileas.layout = #nv_tileas.boxes<count=1, rows=16, swizzle=64>} : partition_view<tile=(16x32), tensor_view<512x512xf16, strides=[512,1]>>, !nv_tileas.buffer<3x16x32xf16>, tile<i32>
//=     nv_tileas.async.tiled_load %pb[%from, %y], %1[%37] from %35 {nv_tileas.layout = #nv_tileas.boxes<count=1, rows=32, swizzle=32>} : partition_view<tile=(32x16), tensor_view<512x512xf16, strides=[512,1]>>, !nv_tileas.buffer<3x32x16xf16>, tile<i32>
//=     %38 = arith.addi %34, %16 : i64
//=     %39 = arith.addi %35, %20 : i64
//=     nvvm.cp.async.commit_group
//=     %d_1 = nv_tileas.buffer_dot %0[%36] k, %1[%36] mn, %d_0 : !nv_tileas.buffer<3x16x32xf16>, !nv_tileas.buffer<3x32x16xf16>, tile<16x16xf32, #nv_tileas.layout<reg=[1, 128], lane=[2, 4, 16, 32, 64], warp=[8, 0]>>
//=     %40 = arith.constant <i32: 0> : tile<i32>
//=     scf.continue %d_1, %40, %38, %39 : tile<16x16xf32, #nv_tileas.layout<reg=[1, 128], lane=[2, 4, 16, 32, 64], warp=[8, 0]>>, tile<i32>, i64, i64
//=   } attributes {tileas.schedule.constraint.max_depth = 3, nv_tileas.stages = 3, nv_tileas.form = copies}
//=   %41 = arith.constant <i32: 3> : tile<i32>
//=   %42 = arith.muli %10, %41 : tile<i32>
//=   %43 = arith.addi %from, %42 : tile<i32>
//=   %sum, %44 = scf.for %i in (%43 to %to, step %to) : tile<i32> iter_values(%acc = %21, %45 = %22) -> (tile<16x16xf32, #nv_tileas.layout<reg=[1, 128], lane=[2, 4, 16, 32, 64], warp=[8, 0]>>, tile<i32>) {
//=     nvvm.cp.async.wait_group 1
//=     nvvm.barrier
//=     nvvm.cp.async.commit_group
//=     %d = nv_tileas.buffer_dot %0[%45] k, %1[%45] mn, %acc : !nv_tileas.buffer<3x16x32xf16>, !nv_tileas.buffer<3x32x16xf16>, tile<16x16xf32, #nv_tileas.layout<reg=[1, 128], lane=[2, 4, 16, 32, 64], warp=[8, 0]>>
//=     %46 = arith.constant <i32: 2> : tile<i32>
//=     %47 = arith.constant <i32: 0> : tile<i32>
//=     %48 = arith.constant <i32: 1> : tile<i32>
//=     %49 = arith.cmpi equal %45, %46, signed : tile<i32> -> tile<i1>
//=     %50 = arith.addi %45, %48 : tile<i32>
//=     %51 = arith.select %49, %47, %50 : tile<i1>, tile<i32>
//=     scf.continue %d, %51 : tile<16x16xf32, #nv_tileas.layout<reg=[1, 128], lane=[2, 4, 16, 32, 64], warp=[8, 0]>>, tile<i32>
//=   } attributes {tileas.schedule.constraint.max_depth = 3, nv_tileas.stages = 3, nv_tileas.form = copies}
//=   %rounded = arith.ftof %sum  : tile<16x16xf32, #nv_tileas.layout<reg=[1, 128], lane=[2, 4, 16, 32, 64], warp=[8, 0]>> -> tile<16x16xf16, #nv_tileas.layout<reg=[1, 128], lane=[2, 4, 16, 32, 64], warp=[8, 0]>>
//=   %rounded_0 = nv_tileas.convert_layout %rounded : tile<16x16xf16, #nv_tileas.layout<reg=[1, 128], lane=[2, 4, 16, 32, 64], warp=[8, 0]>> -> tile<16x16xf16, #nv_tileas.layout<reg=[1], lane=[2, 4, 8, 16, 32], warp=[64, 128]>>
//=   %t2 = nv_tileas.tiled_store weak %rounded_0, %pc[%x, %y] token = %token {nv_tileas.layout = #nv_tileas.layout<reg=[1], lane=[2, 4, 8, 16, 32], warp=[64, 128]>} : tile<16x16xf16, #nv_tileas.layout<reg=[1], lane=[2, 4, 8, 16, 32], warp=[64, 128]>>, partition_view<tile=(16x16), tensor_view<512x512xf16, strides=[512,1]>>, tile<i32> -> token
//=   nv_tileas.return
//= }
// -----
// test: emit nv_tileas gpu-name=sm_90a pipeline-strategy=unspecialize num-stages=2
// TMA and wgmma.
// kernel: product m=64 n=16 k=32
//= nv_tileas.func @product(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f16>>) {
//=   %token = nv_tileas.create_mem_token : token
//=   %a16 = nv_tileas.assume div_by<16>, %a : tile<ptr<f16>>
//=   %b16 = nv_tileas.assume div_by<16>, %b : tile<ptr<f16>>
//=   %c16 = nv_tileas.assume div_by<16>, %c : tile<ptr<f16>>
//=   %va = nv_tileas.make_memref %a16, shape = [512, 512], strides = [512, 1] : tensor_view<512x512xf16, strides=[512,1]>
//=   %vb = nv_tileas.make_memref %b16, shape = [512, 512], strides = [512, 1] : tensor_view<512x512xf16, strides=[512,1]>
//=   %vc = nv_tileas.make_memref %c16, shape = [512, 512], strides = [512, 1] : tensor_view<512x512xf16, strides=[512,1]>
//=   %pa = nv_tileas.make_tiled_view %va : partition_view<tile=(64x32), tensor_view<512x512xf16, strides=[512,1]>>
//=   %pb = nv_tileas.make_tiled_view %vb : partition_view<tile=(32x16), tensor_view<512x512xf16, strides=[512,1]>>
//=   %pc = nv_tileas.make_tiled_view %vc : partition_view<tile=(64x16), tensor_view<512x512xf16, strides=[512,1]>>
//=   %x, %y, %z = nv_tileas.get_program_id : tile<i32>
//=   %zero = arith.constant <f32: 0.000000e+00> : tile<64x16xf32, #nv_tileas.layout<reg=[1, 128, 8], lane=[2, 4, 16, 32, 64], warp=[256, 512]>>
//=   %from = arith.constant <i32: 0> : tile<i32>
//=   %to = arith.constant <i32: 8> : tile<i32>
//=   %step = arith.constant <i32: 1> : tile<i32>
//=   %0 = nv_tileas.alloc_tensor swizzle = 64b : !nv_tileas.buffer<2x64x32xf16>
//=   %1 = nv_tileas.alloc_tensor swizzle = 32b : !nv_tileas.buffer<2x32x16xf16>
//=   nv_tileas.iterations %from to %to, step %step
//=   %2 = cutlass.pipeline.create {numStages = 2, num_producers = 1, num_consumers = 4}
//=   cutlass.pipeline.init %2
//=   %3 = arith.constant <i32: 0> : tile<i32>
//=   %4 = nvvm.read_sreg tid.x : tile<i32>
//=   %5 = arith.cmpi equal %4, %3, signed : tile<i32> -> tile<i1>
//=   %6 = cutlass.pipeline.state.create producer
//=   %7 = cutlass.pipeline.state.create consumer
//=   %8 = arith.constant <i32: 0> : tile<i32>
//=   scf.if %5 {
//=     cutlass.pipeline.producer_commit %2, %6 {transaction_bytes = 5120}
//=     %9 = cutlass.pipeline.full_barrier %2, %6 -> tile<i32>
//=     nv_tileas.async.tiled_tma_load %pa[%x, %from], %0[%8], %9 descriptor = 0 {nv_tileas.layout = #nv_tileas.boxes<count=1, rows=64, swizzle=64>} : partition_view<tile=(64x32), tensor_view<512x512xf16, strides=[512,1]>>, !nv_tileas.buffer<2x64x32xf16>, tile<i32>
//=     nv_tileas.async.tiled_tma_load %pb[%from, %y], %1[%8], %9 descriptor = 1 {nv_tileas.layout = #nv_tileas.boxes<count=1, rows=32, swizzle=32>} : partition_view<tile=(32x16), tensor_view<512x512xf16, strides=[512,1]>>, !nv_tileas.buffer<2x32x16xf16>, tile<i32>
//=     scf.yield
//=   }
//=   %10 = cutlass.pipeline.state.increment %2, %6
//=   %11 = arith.constant <i32: 1> : tile<i32>
//=   %12 = arith.subi %to, %11 : tile<i32>
//=   %13, %14, %15 = scf.for %i in (%from to %12, step %step) : tile<i32> iter_values(%acc = %zero, %16 = %7, %17 = %10) -> (tile<64x16xf32, #nv_tileas.layout<reg=[1, 128, 8], lane=[2, 4, 16, 32, 64], warp=[256, 512]>>, !cutlass.pipeline_state, !cutlass.pipeline_state) {
//=     %18 = arith.constant <i32: 1> : tile<i32>
//=     %19 = arith.addi %i, %18 : tile<i32>
//=     %20 = cutlass.pipeline.state.index %16 -> tile<i32>
//=     cutlass.pipeline.consumer_wait %2, %16
//=     nvvm.wgmma.fence
//=     %d = nv_tileas.async.dot %0[%20] k, %1[%20] mn, %acc : !nv_tileas.buffer<2x64x32xf16>, !nv_tileas.buffer<2x32x16xf16>, tile<64x16xf32, #nv_tileas.layout<reg=[1, 128, 8], lane=[2, 4, 16, 32, 64], warp=[256, 512]>>
//=     nvvm.wgmma.commit_group
//=     nvvm.wgmma.wait_group 1
//=     nvvm.barrier
//=     %21 = cutlass.pipeline.state.index %17 -> tile<i32>
//=     scf.if %5 {
//=       cutlass.pipeline.producer_commit %2, %17 {transaction_bytes = 5120}
//=       %22 = cutlass.pipeline.full_barrier %2, %17 -> tile<i32>
//=       nv_tileas.async.tiled_tma_load %pa[%x, %19], %0[%21], %22 descriptor = 0 {nv_tileas.layout = #nv_tileas.boxes<count=1, rows=64, swizzle=64>} : partition_view<tile=(64x32), tensor_view<512x512xf16, strides=[512,1]>>, !nv_tileas.buffer<2x64x32xf16>, tile<i32>
//=       nv_tileas.async.tiled_tma_load %pb[%19, %y], %1[%21], %22 descriptor = 1 {nv_tileas.layout = #nv_tileas.boxes<count=1, rows=32, swizzle=32>} : partition_view<tile=(32x16), tensor_view<512x512xf16, strides=[512,1]>>, !nv_tileas.buffer<2x32x16xf16>, tile<i32>
//=       scf.yield
//=     }
//=     %23 = cutlass.pipeline.state.increment %2, %16
//=     %24 = cutlass.pipeline.state.increment %2, %17
//=     scf.continue %d, %23, %24 : tile<64x16xf32, #nv_tileas.layout<reg=[1, 128, 8], lane=[2, 4, 16, 32, 64], warp=[256, 512]>>, !cutlass.pipeline_state, !cutlass.pipeline_state
//=   } attributes {tileas.schedule.constraint.max_depth = 2, nv_tileas.stages = 2, nv_tileas.form = bulk}
//=   nvvm.wgmma.wait_group 0
//=   %sum, %25 = scf.for %i in (%12 to %to, step %step) : tile<i32> iter_values(%acc = %13, %26 = %14) -> (tile<64x16xf32, #nv_tileas.layout<reg=[1, 128, 8], lane=[2, 4, 16, 32, 64], warp=[256, 512]>>, !cutlass.pipeline_state) {
//=     %27 = cutlass.pipeline.state.index %26 -> tile<i32>
//=     cutlass.pipeline.consumer_wait %2, %26
//=     nvvm.wgmma.fence
//=     %d = nv_tileas.async.dot %0[%27] k, %1[%27] mn, %acc : !nv_tileas.buffer<2x64x32xf16>, !nv_tileas.buffer<2x32x16xf16>, tile<64x16xf32, #nv_tileas.layout<reg=[1, 128, 8], lane=[2, 4, 16, 32, 64], warp=[256, 512]>>
//=     nvvm.wgmma.commit_group
//=     nvvm.wgmma.wait_group 1
//=     %28 = cutlass.pipeline.state.increment %2, %26
//=     scf.continue %d, %28 : tile<64x16xf32, #nv_tileas.layout<reg=[1, 128, 8], lane=[2, 4, 16, 32, 64], warp=[256, 512]>>, !cutlass.pipeline_state
//=   } attributes {tileas.schedule.constraint.max_depth = 2, nv_tileas.stages = 2, nv_tileas.form = bulk}
//=   nvvm.wgmma.wait_group 0
//=   %rounded = arith.ftof %sum  : tile<64x16xf32, #nv_tileas.layout<reg=[1, 128, 8], lane=[2, 4, 16, 32, 64], warp=[256, 512]>> -> tile<64x16xf16, #nv_tileas.layout<reg=[1, 128, 8], lane=[2, 4, 16, 32, 64], warp=[256, 512]>>
//=   %rounded_0 = nv_tileas.convert_layout %rounded : tile<64x16xf16, #nv_tileas.layout<reg=[1, 128, 8], lane=[2, 4, 16, 32, 64], warp=[256, 512]>> -> tile<64x16xf16, #nv_tileas.layout<reg=[1, 2, 4], lane=[8, 16, 32, 64, 128], warp=[256, 512]>>
//=   %t2 = nv_tileas.tiled_store weak %rounded_0, %pc[%x, %y] token = %token {nv_tileas.layout = #nv_tileas.layout<reg=[1, 2, 4], lane=[8, 16, 32, 64, 128], warp=[256, 512]>} : tile<64x16xf16, #nv_tileas.layout<reg=[1, 2, 4], lane=[8, 16, 32, 64, 128], warp=[256, 512]>>, partition_view<tile=(64x16), tensor_view<512x512xf16, strides=[512,1]>>, tile<i32> -> token
//=   nv_tileas.return
//= } attributes {nv_tile.tensor_maps = [{element = f16, base = 0, dims = [512, 512], strides = [1024], box = [32, 64], swizzle = "64b"}, {element = f16, base = 1, dims = [512, 512], strides = [1024], box = [16, 32], swizzle = "32b"}]}
// -----
// test: emit nv_tileas gpu-name=sm_90a pipeline-strategy=unspecialize num-stages=2
// TMA and mma.sync.
// kernel: product m=16 n=16 k=32
//= nv_tileas.func @product(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f16>>) {
//=   %token = nv_tileas.create_mem_token : token
//=   %a16 = nv_tileas.assume div_by<16>, %a : tile<ptr<f16>>
//=   %b16 = nv_tileas.assume div_by<16>, %b : tile<ptr<f16>>
//=   %c16 = nv_tileas.assume div_by<16>, %c : tile<ptr<f16>>
//=   %va = nv_tileas.make_memref %a16, shape = [512, 512], strides = [512, 1] : tensor_view<512x512xf16, strides=[512,1]>
//=   %vb = nv_tileas.make_memref %b16, shape = [512, 512], strides = [512, 1] : tensor_view<512x512xf16, strides=[512,1]>
//=   %vc = nv_tileas.make_memref %c16, shape = [512, 512], strides = [512, 1] : tensor_view<512x512xf16, strides=[512,1]>
//=   %pa = nv_tileas.make_tiled_view %va : partition_view<tile=(16x32), tensor_view<512x512xf16, strides=[512,1]>>
//=   %pb = nv_tileas.make_tiled_view %vb : partition_view<tile=(32x16), tensor_view<512x512xf16, strides=[512,1]>>
//=   %pc = nv_tileas.make_tiled_view %vc : partition_view<tile=(16x16), tensor_view<512x512xf16, strides=[512,1]>>
//=   %x, %y, %z = nv_tileas.get_program_id : tile<i32>
//=   %zero = arith.constant <f32: 0.000000e+00> : tile<16x16xf32, #nv_tileas.layout<reg=[1, 128], lane=[2, 4, 16, 32, 64], warp=[8, 0]>>
//=   %from = arith.constant <i32: 0> : tile<i32>
//=   %to = arith.constant <i32: 8> : tile<i32>
//=   %step = arith.constant <i32: 1> : tile<i32>
//=   %0 = nv_tileas.alloc_tensor swizzle = 64b : !nv_tileas.buffer<2x16x32xf16>
//=   %1 = nv_tileas.alloc_tensor swizzle = 32b : !nv_tileas.buffer<2x32x16xf16>
//=   nv_tileas.iterations %from to %to, step %step
//=   %2 = cutlass.pipeline.create {numStages = 2, num_producers = 1, num_consumers = 4}
//=   cutlass.pipeline.init %2
//=   %3 = arith.constant <i32: 0> : tile<i32>
//=   %4 = nvvm.read_sreg tid.x : tile<i32>
//=   %5 = arith.cmpi equal %4, %3, signed : tile<i32> -> tile<i1>
//=   %6 = cutlass.pipeline.state.create producer
//=   %7 = cutlass.pipeline.state.create consumer
//=   %8 = arith.constant <i32: 0> : tile<i32>
//=   scf.if %5 {
//=     cutlass.pipeline.producer_commit %2, %6 {transaction_bytes = 2048}
//=     %9 = cutlass.pipeline.full_barrier %2, %6 -> tile<i32>
//=     nv_tileas.async.tiled_tma_load %pa[%x, %from], %0[%8], %9 descriptor = 0 {nv_tileas.layout = #nv_tileas.boxes<count=1, rows=16, swizzle=64>} : partition_view<tile=(16x32), tensor_view<512x512xf16, strides=[512,1]>>, !nv_tileas.buffer<2x16x32xf16>, tile<i32>
//=     nv_tileas.async.tiled_tma_load %pb[%from, %y], %1[%8], %9 descriptor = 1 {nv_tileas.layout = #nv_tileas.boxes<count=1, rows=32, swizzle=32>} : partition_view<tile=(32x16), tensor_view<512x512xf16, strides=[512,1]>>, !nv_tileas.buffer<2x32x16xf16>, tile<i32>
//=     scf.yield
//=   }
//=   %10 = cutlass.pipeline.state.increment %2, %6
//=   %11 = arith.constant <i32: 1> : tile<i32>
//=   %12 = arith.subi %to, %11 : tile<i32>
//=   %13, %14, %15 = scf.for %i in (%from to %12, step %step) : tile<i32> iter_values(%acc = %zero, %16 = %7, %17 = %10) -> (tile<16x16xf32, #nv_tileas.layout<reg=[1, 128], lane=[2, 4, 16, 32, 64], warp=[8, 0]>>, !cutlass.pipeline_state, !cutlass.pipeline_state) {
//=     %18 = arith.constant <i32: 1> : tile<i32>
//=     %19 = arith.addi %i, %18 : tile<i32>
//=     %20 = cutlass.pipeline.state.index %16 -> tile<i32>
//=     nvvm.barrier
//=     %21 = cutlass.pipeline.state.index %17 -> tile<i32>
//=     scf.if %5 {
//=       cutlass.pipeline.producer_commit %2, %17 {transaction_bytes = 2048}
//=       %22 = cutlass.pipeline.full_barrier %2, %17 -> tile<i32>
//=       nv_tileas.async.tiled_tma_load %pa[%x, %19], %0[%21], %22 descriptor = 0 {nv_tileas.layout = #nv_tileas.boxes<count=1, rows=16, swizzle=64>} : partition_view<tile=(16x32), tensor_view<512x512xf16, strides=[512,1]>>, !nv_tileas.buffer<2x16x32xf16>, tile<i32>
//=       nv_tileas.async.tiled_tma_load %pb[%19, %y], %1[%21], %22 descriptor = 1 {nv_tileas.layout = #nv_tileas.boxes<count=1, rows=32, swizzle=32>} : partition_view<tile=(32x16), tensor_view<512x512xf16, strides=[512,1]>>, !nv_tileas.buffer<2x32x16xf16>, tile<i32>
//=       scf.yield
//=     }
//=     cutlass.pipeline.consumer_wait %2, %16
//=     %d = nv_tileas.buffer_dot %0[%20] k, %1[%20] mn, %acc : !nv_tileas.buffer<2x16x32xf16>, !nv_tileas.buffer<2x32x16xf16>, tile<16x16xf32, #nv_tileas.layout<reg=[1, 128], lane=[2, 4, 16, 32, 64], warp=[8, 0]>>
//=     %23 = cutlass.pipeline.state.increment %2, %16
//=     %24 = cutlass.pipeline.state.increment %2, %17
//=     scf.continue %d, %23, %24 : tile<16x16xf32, #nv_tileas.layout<reg=[1, 128], lane=[2, 4, 16, 32, 64], warp=[8, 0]>>, !cutlass.pipeline_state, !cutlass.pipeline_state
//=   } attributes {tileas.schedule.constraint.max_depth = 2, nv_tileas.stages = 2, nv_tileas.form = bulk}
//=   %sum, %25 = scf.for %i in (%12 to %to, step %step) : tile<i32> iter_values(%acc = %13, %26 = %14) -> (tile<16x16xf32, #nv_tileas.layout<reg=[1, 128], lane=[2, 4, 16, 32, 64], warp=[8, 0]>>, !cutlass.pipeline_state) {
//=     %27 = cutlass.pipeline.state.index %26 -> tile<i32>
//=     cutlass.pipeline.consumer_wait %2, %26
//=     %d = nv_tileas.buffer_dot %0[%27] k, %1[%27] mn, %acc : !nv_tileas.buffer<2x16x32xf16>, !nv_tileas.buffer<2x32x16xf16>, tile<16x16xf32, #nv_tileas.layout<reg=[1, 128], lane=[2, 4, 16, 32, 64], warp=[8, 0]>>
//=     %28 = cutlass.pipeline.state.increment %2, %26
//=     scf.continue %d, %28 : tile<16x16xf32, #nv_tileas.layout<reg=[1, 128], lane=[2, 4, 16, 32, 64], warp=[8, 0]>>, !cutlass.pipeline_state
//=   } attributes {tileas.schedule.constraint.max_depth = 2, nv_tileas.stages = 2, nv_tileas.form = bulk}
//=   %rounded = arith.ftof %sum  : tile<16x16xf32, #nv_tileas.layout<reg=[1, 128], lane=[2, 4, 16, 32, 64], warp=[8, 0]>> -> tile<16x16xf16, #nv_tileas.layout<reg=[1, 128], lane=[2, 4, 16, 32, 64], warp=[8, 0]>>
//=   %rounded_0 = nv_tileas.convert_layout %rounded : tile<16x16xf16, #nv_tileas.layout<reg=[1, 128], lane=[2, 4, 16, 32, 64], warp=[8, 0]>> -> tile<16x16xf16, #nv_tileas.layout<reg=[1], lane=[2, 4, 8, 16, 32], warp=[64, 128]>>
//=   %t2 = nv_tileas.tiled_store weak %rounded_0, %pc[%x, %y] token = %token {nv_tileas.layout = #nv_tileas.layout<reg=[1], lane=[2, 4, 8, 16, 32], warp=[64, 128]>} : tile<16x16xf16, #nv_tileas.layout<reg=[1], lane=[2, 4, 8, 16, 32], warp=[64, 128]>>, partition_view<tile=(16x16), tensor_view<512x512xf16, strides=[512,1]>>, tile<i32> -> token
//=   nv_tileas.return
//= } attributes {nv_tile.tensor_maps = [{element = f16, base = 0, dims = [512, 512], strides = [1024], box = [32, 16], swizzle = "64b"}, {element = f16, base = 1, dims = [512, 512], strides = [1024], box = [16, 32], swizzle = "32b"}]}
// -----
// test: emit nv_tileas gpu-name=sm_80 scheduler=four-stage
// Four stages (docs/sources/four-stage.md): through registers and two buffers.
// kernel: product m=16 n=16 k=32
//= nv_tileas.func @product(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f16>>) {
//=   %token = nv_tileas.create_mem_token : token
//=   %a16 = nv_tileas.assume div_by<16>, %a : tile<ptr<f16>>
//=   %b16 = nv_tileas.assume div_by<16>, %b : tile<ptr<f16>>
//=   %c16 = nv_tileas.assume div_by<16>, %c : tile<ptr<f16>>
//=   %va = nv_tileas.make_memref %a16, shape = [512, 512], strides = [512, 1] : tensor_view<512x512xf16, strides=[512,1]>
//=   %vb = nv_tileas.make_memref %b16, shape = [512, 512], strides = [512, 1] : tensor_view<512x512xf16, strides=[512,1]>
//=   %vc = nv_tileas.make_memref %c16, shape = [512, 512], strides = [512, 1] : tensor_view<512x512xf16, strides=[512,1]>
//=   %pa = nv_tileas.make_tiled_view %va : partition_view<tile=(16x32), tensor_view<512x512xf16, strides=[512,1]>>
//=   %pb = nv_tileas.make_tiled_view %vb : partition_view<tile=(32x16), tensor_view<512x512xf16, strides=[512,1]>>
//=   %pc = nv_tileas.make_tiled_view %vc : partition_view<tile=(16x16), tensor_view<512x512xf16, strides=[512,1]>>
//=   %x, %y, %z = nv_tileas.get_program_id : tile<i32>
//=   %zero = arith.constant <f32: 0.000000e+00> : tile<16x16xf32, #nv_tileas.layout<reg=[1, 128], lane=[2, 4, 16, 32, 64], warp=[8, 0]>>
//=   %from = arith.constant <i32: 0> : tile<i32>
//=   %to = arith.constant <i32: 8> : tile<i32>
//=   %step = arith.constant <i32: 1> : tile<i32>
//=   %0 = nv_tileas.alloc_tensor swizzle = 64b : !nv_tileas.buffer<2x16x32xf16>
//=   %1 = nv_tileas.alloc_tensor swizzle = 32b : !nv_tileas.buffer<2x32x16xf16>
//=   nv_tileas.iterations %from to %to, step %step
//=   %2 = arith.constant <i32: 0> : tile<i32>
//=   %3 = arith.constant <i32: 1> : tile<i32>
//=   %4 = nv_tileas.staged_load %pa[%x, %from] : partition_view<tile=(16x32), tensor_view<512x512xf16, strides=[512,1]>>, tile<i32> -> tile<16x16xi32, #nv_tileas.layout<reg=[1, 2], lane=[4, 8, 16, 32, 64], warp=[128, 0]>>
//=   %5 = nv_tileas.staged_load %pb[%from, %y] : partition_view<tile=(32x16), tensor_view<512x512xf16, strides=[512,1]>>, tile<i32> -> tile<32x8xi32, #nv_tileas.layout<reg=[1, 2], lane=[4, 8, 16, 32, 64], warp=[128, 0]>>
//=   nv_tileas.staged_store %4, %0[%2] along 1 : tile<16x16xi32, #nv_tileas.layout<reg=[1, 2], lane=[4, 8, 16, 32, 64], warp=[128, 0]>>, !nv_tileas.buffer<2x16x32xf16>
//=   nv_tileas.staged_store %5, %1[%2] along 1 : tile<32x8xi32, #nv_tileas.layout<reg=[1, 2], lane=[4, 8, 16, 32, 64], warp=[128, 0]>>, !nv_tileas.buffer<2x32x16xf16>
//=   %6 = arith.constant <i32: 1> : tile<i32>
//=   %7 = arith.addi %from, %6 : tile<i32>
//=   %8 = nv_tileas.staged_load %pa[%x, %7] : partition_view<tile=(16x32), tensor_view<512x512xf16, strides=[512,1]>>, tile<i32> -> tile<16x16xi32, #nv_tileas.layout<reg=[1, 2], lane=[4, 8, 16, 32, 64], warp=[128, 0]>>
//=   %9 = nv_tileas.staged_load %pb[%7, %y] : partition_view<tile=(32x16), tensor_view<512x512xf16, strides=[512,1]>>, tile<i32> -> tile<32x8xi32, #nv_tileas.layout<reg=[1, 2], lane=[4, 8, 16, 32, 64], warp=[128, 0]>>
//=   nvvm.barrier
//=   %10 = nv_tileas.fragment_load %0[%2] lhs k : !nv_tileas.buffer<2x16x32xf16> -> tile<16x16xi32, #nv_tileas.layout<reg=[128, 4, 8], lane=[1, 2, 16, 32, 64], warp=[0, 0]>>
//=   %11 = nv_tileas.fragment_load %1[%2] rhs mn : !nv_tileas.buffer<2x32x16xf16> -> tile<16x16xi32, #nv_tileas.layout<reg=[64, 128], lane=[16, 32, 1, 2, 4], warp=[8, 0]>>
//=   nv_tileas.staged_store %8, %0[%3] along 1 : tile<16x16xi32, #nv_tileas.layout<reg=[1, 2], lane=[4, 8, 16, 32, 64], warp=[128, 0]>>, !nv_tileas.buffer<2x16x32xf16>
//=   nv_tileas.staged_store %9, %1[%3] along 1 : tile<32x8xi32, #nv_tileas.layout<reg=[1, 2], lane=[4, 8, 16, 32, 64], warp=[128, 0]>>, !nv_tileas.buffer<2x32x16xf16>
//=   %12 = arith.constant <i32: 2> : tile<i32>
//=   %13 = arith.addi %from, %12 : tile<i32>
//=   %14 = nv_tileas.staged_load %pa[%x, %13] : partition_view<tile=(16x32), tensor_view<512x512xf16, strides=[512,1]>>, tile<i32> -> tile<16x16xi32, #nv_tileas.layout<reg=[1, 2], lane=[4, 8, 16, 32, 64], warp=[128, 0]>>
//=   %15 = nv_tileas.staged_load %pb[%13, %y] : partition_view<tile=(32x16), tensor_view<512x512xf16, strides=[512,1]>>, tile<i32> -> tile<32x8xi32, #nv_tileas.layout<reg=[1, 2], lane=[4, 8, 16, 32, 64], warp=[128, 0]>>
//=   nvvm.barrier
//=   %16 = arith.constant <i32: 3> : tile<i32>
//=   %17 = arith.subi %to, %16 : tile<i32>
//=   %18, %19, %20, %21, %22, %23 = scf.for %i in (%from to %17, step %step) : tile<i32> iter_values(%acc = %zero, %24 = %10, %25 = %11, %26 = %14, %27 = %15, %28 = %2) -> (tile<16x16xf32, #nv_tileas.layout<reg=[1, 128], lane=[2, 4, 16, 32, 64], warp=[8, 0]>>, tile<16x16xi32, #nv_tileas.layout<reg=[128, 4, 8], lane=[1, 2, 16, 32, 64], warp=[0, 0]>>, tile<16x16xi32, #nv_tileas.layout<reg=[64, 128], lane=[16, 32, 1, 2, 4], warp=[8, 0]>>, tile<16x16xi32, #nv_tileas.layout<reg=[1, 2], lane=[4, 8, 16, 32, 64], warp=[128, 0]>>, tile<32x8xi32, #nv_tileas.layout<reg=[1, 2], lane=[4, 8, 16, 32, 64], warp=[128, 0]>>, tile<i32>) {
//=     %29 = nv_tileas.fragments %24 : tile<16x16xi32, #nv_tileas.layout<reg=[128, 4, 8], lane=[1, 2, 16, 32, 64], warp=[0, 0]>> -> tile<16x32xf16>
//=     %30 = nv_tileas.fragments %25 : tile<16x16xi32, #nv_tileas.layout<reg=[64, 128], lane=[16, 32, 1, 2, 4], warp=[8, 0]>> -> tile<32x16xf16>
//=     %d = nv_tileas.dot %29, %30, %acc {nv_tile.aws.stage = 3, nv_tile.aws.order = 0, nv_tileas.lhs_major = k, nv_tileas.rhs_major = mn} : tile<16x32xf16>, tile<32x16xf16>, tile<16x16xf32, #nv_tileas.layout<reg=[1, 128], lane=[2, 4, 16, 32, 64], warp=[8, 0]>>
//=     %31 = arith.constant <i32: 1> : tile<i32>
//=     %32 = arith.xori %28, %31 : tile<i32>
//=     %33 = nv_tileas.fragment_load %0[%32] lhs k : !nv_tileas.buffer<2x16x32xf16> -> tile<16x16xi32, #nv_tileas.layout<reg=[128, 4, 8], lane=[1, 2, 16, 32, 64], warp=[0, 0]>>
//=     %34 = nv_tileas.fragment_load %1[%32] rhs mn : !nv_tileas.buffer<2x32x16xf16> -> tile<16x16xi32, #nv_tileas.layout<reg=[64, 128], lane=[16, 32, 1, 2, 4], warp=[8, 0]>>
//=     nv_tileas.staged_store %26, %0[%28] along 1 : tile<16x16xi32, #nv_tileas.layout<reg=[1, 2], lane=[4, 8, 16, 32, 64], warp=[128, 0]>>, !nv_tileas.buffer<2x16x32xf16>
//=     nv_tileas.staged_store %27, %1[%28] along 1 : tile<32x8xi32, #nv_tileas.layout<reg=[1, 2], lane=[4, 8, 16, 32, 64], warp=[128, 0]>>, !nv_tileas.buffer<2x32x16xf16>
//=     %35 = arith.constant <i32: 3> : tile<i32>
//=     %36 = arith.addi %i, %35 : tile<i32>
//=     %37 = nv_tileas.staged_load %pa[%x, %36] : partition_view<tile=(16x32), tensor_view<512x512xf16, strides=[512,1]>>, tile<i32> -> tile<16x16xi32, #nv_tileas.layout<reg=[1, 2], lane=[4, 8, 16, 32, 64], warp=[128, 0]>>
//=     %38 = nv_tileas.staged_load %pb[%36, %y] : partition_view<tile=(32x16), tensor_view<512x512xf16, strides=[512,1]>>, tile<i32> -> tile<32x8xi32, #nv_tileas.layout<reg=[1, 2], lane=[4, 8, 16, 32, 64], warp=[128, 0]>>
//=     nvvm.barrier
//=     scf.continue %d, %33, %34, %37, %38, %32 : tile<16x16xf32, #nv_tileas.layout<reg=[1, 128], lane=[2, 4, 16, 32, 64], warp=[8, 0]>>, tile<16x16xi32, #nv_tileas.layout<reg=[128, 4, 8], lane=[1, 2, 16, 32, 64], warp=[0, 0]>>, tile<16x16xi32, #nv_tileas.layout<reg=[64, 128], lane=[16, 32, 1, 2, 4], warp=[8, 0]>>, tile<16x16xi32, #nv_tileas.layout<reg=[1, 2], lane=[4, 8, 16, 32, 64], warp=[128, 0]>>, tile<32x8xi32, #nv_tileas.layout<reg=[1, 2], lane=[4, 8, 16, 32, 64], warp=[128, 0]>>, tile<i32>
//=   } attributes {nv_tileas.stages = 2, nv_tileas.form = four_stage}
//=   %39 = nv_tileas.fragments %19 : tile<16x16xi32, #nv_tileas.layout<reg=[128, 4, 8], lane=[1, 2, 16, 32, 64], warp=[0, 0]>> -> tile<16x32xf16>
//=   %40 = nv_tileas.fragments %20 : tile<16x16xi32, #nv_tileas.layout<reg=[64, 128], lane=[16, 32, 1, 2, 4], warp=[8, 0]>> -> tile<32x16xf16>
//=   %d = nv_tileas.dot %39, %40, %18 {nv_tile.aws.stage = 3, nv_tile.aws.order = 0, nv_tileas.lhs_major = k, nv_tileas.rhs_major = mn} : tile<16x32xf16>, tile<32x16xf16>, tile<16x16xf32, #nv_tileas.layout<reg=[1, 128], lane=[2, 4, 16, 32, 64], warp=[8, 0]>>
//=   %41 = arith.constant <i32: 1> : tile<i32>
//=   %42 = arith.xori %23, %41 : tile<i32>
//=   %43 = nv_tileas.fragment_load %0[%42] lhs k : !nv_tileas.buffer<2x16x32xf16> -> tile<16x16xi32, #nv_tileas.layout<reg=[128, 4, 8], lane=[1, 2, 16, 32, 64], warp=[0, 0]>>
//=   %44 = nv_tileas.fragment_load %1[%42] rhs mn : !nv_tileas.buffer<2x32x16xf16> -> tile<16x16xi32, #nv_tileas.layout<reg=[64, 128], lane=[16, 32, 1, 2, 4], warp=[8, 0]>>
//=   nv_tileas.staged_store %21, %0[%23] along 1 : tile<16x16xi32, #nv_tileas.layout<reg=[1, 2], lane=[4, 8, 16, 32, 64], warp=[128, 0]>>, !nv_tileas.buffer<2x16x32xf16>
//=   nv_tileas.staged_store %22, %1[%23] along 1 : tile<32x8xi32, #nv_tileas.layout<reg=[1, 2], lane=[4, 8, 16, 32, 64], warp=[128, 0]>>, !nv_tileas.buffer<2x32x16xf16>
//=   nvvm.barrier
//=   %45 = nv_tileas.fragments %43 : tile<16x16xi32, #nv_tileas.layout<reg=[128, 4, 8], lane=[1, 2, 16, 32, 64], warp=[0, 0]>> -> tile<16x32xf16>
//=   %46 = nv_tileas.fragments %44 : tile<16x16xi32, #nv_tileas.layout<reg=[64, 128], lane=[16, 32, 1, 2, 4], warp=[8, 0]>> -> tile<32x16xf16>
//=   %d_0 = nv_tileas.dot %45, %46, %d {nv_tile.aws.stage = 3, nv_tile.aws.order = 0, nv_tileas.lhs_major = k, nv_tileas.rhs_major = mn} : tile<16x32xf16>, tile<32x16xf16>, tile<16x16xf32, #nv_tileas.layout<reg=[1, 128], lane=[2, 4, 16, 32, 64], warp=[8, 0]>>
//=   %47 = nv_tileas.fragment_load %0[%23] lhs k : !nv_tileas.buffer<2x16x32xf16> -> tile<16x16xi32, #nv_tileas.layout<reg=[128, 4, 8], lane=[1, 2, 16, 32, 64], warp=[0, 0]>>
//=   %48 = nv_tileas.fragment_load %1[%23] rhs mn : !nv_tileas.buffer<2x32x16xf16> -> tile<16x16xi32, #nv_tileas.layout<reg=[64, 128], lane=[16, 32, 1, 2, 4], warp=[8, 0]>>
//=   %49 = nv_tileas.fragments %47 : tile<16x16xi32, #nv_tileas.layout<reg=[128, 4, 8], lane=[1, 2, 16, 32, 64], warp=[0, 0]>> -> tile<16x32xf16>
//=   %50 = nv_tileas.fragments %48 : tile<16x16xi32, #nv_tileas.layout<reg=[64, 128], lane=[16, 32, 1, 2, 4], warp=[8, 0]>> -> tile<32x16xf16>
//=   %sum = nv_tileas.dot %49, %50, %d_0 {nv_tile.aws.stage = 3, nv_tile.aws.order = 0, nv_tileas.lhs_major = k, nv_tileas.rhs_major = mn} : tile<16x32xf16>, tile<32x16xf16>, tile<16x16xf32, #nv_tileas.layout<reg=[1, 128], lane=[2, 4, 16, 32, 64], warp=[8, 0]>>
//=   %rounded = arith.ftof %sum  : tile<16x16xf32, #nv_tileas.layout<reg=[1, 128], lane=[2, 4, 16, 32, 64], warp=[8, 0]>> -> tile<16x16xf16, #nv_tileas.layout<reg=[1, 128], lane=[2, 4, 16, 32, 64], warp=[8, 0]>>
//=   %rounded_0 = nv_tileas.convert_layout %rounded : tile<16x16xf16, #nv_tileas.layout<reg=[1, 128], lane=[2, 4, 16, 32, 64], warp=[8, 0]>> -> tile<16x16xf16, #nv_tileas.layout<reg=[1], lane=[2, 4, 8, 16, 32], warp=[64, 128]>>
//=   %t2 = nv_tileas.tiled_store weak %rounded_0, %pc[%x, %y] token = %token {nv_tileas.layout = #nv_tileas.layout<reg=[1], lane=[2, 4, 8, 16, 32], warp=[64, 128]>} : tile<16x16xf16, #nv_tileas.layout<reg=[1], lane=[2, 4, 8, 16, 32], warp=[64, 128]>>, partition_view<tile=(16x16), tensor_view<512x512xf16, strides=[512,1]>>, tile<i32> -> token
//=   nv_tileas.return
//= }
// -----
// test: emit nv_tileas gpu-name=sm_80 scheduler=four-stage
// Two iterations: no steady state, and the third tile is the first again.
// kernel: product m=16 n=16 k=32 steps=2
//= nv_tileas.func @product(%a: tile<ptr<f16>>, %b: tile<ptr<f16>>, %c: tile<ptr<f16>>) {
//=   %token = nv_tileas.create_mem_token : token
//=   %a16 = nv_tileas.assume div_by<16>, %a : tile<ptr<f16>>
//=   %b16 = nv_tileas.assume div_by<16>, %b : tile<ptr<f16>>
//=   %c16 = nv_tileas.assume div_by<16>, %c : tile<ptr<f16>>
//=   %va = nv_tileas.make_memref %a16, shape = [512, 512], strides = [512, 1] : tensor_view<512x512xf16, strides=[512,1]>
//=   %vb = nv_tileas.make_memref %b16, shape = [512, 512], strides = [512, 1] : tensor_view<512x512xf16, strides=[512,1]>
//=   %vc = nv_tileas.make_memref %c16, shape = [512, 512], strides = [512, 1] : tensor_view<512x512xf16, strides=[512,1]>
//=   %pa = nv_tileas.make_tiled_view %va : partition_view<tile=(16x32), tensor_view<512x512xf16, strides=[512,1]>>
//=   %pb = nv_tileas.make_tiled_view %vb : partition_view<tile=(32x16), tensor_view<512x512xf16, strides=[512,1]>>
//=   %pc = nv_tileas.make_tiled_view %vc : partition_view<tile=(16x16), tensor_view<512x512xf16, strides=[512,1]>>
//=   %x, %y, %z = nv_tileas.get_program_id : tile<i32>
//=   %zero = arith.constant <f32: 0.000000e+00> : tile<16x16xf32, #nv_tileas.layout<reg=[1, 128], lane=[2, 4, 16, 32, 64], warp=[8, 0]>>
//=   %from = arith.constant <i32: 0> : tile<i32>
//=   %to = arith.constant <i32: 2> : tile<i32>
//=   %step = arith.constant <i32: 1> : tile<i32>
//=   %0 = nv_tileas.alloc_tensor swizzle = 64b : !nv_tileas.buffer<2x16x32xf16>
//=   %1 = nv_tileas.alloc_tensor swizzle = 32b : !nv_tileas.buffer<2x32x16xf16>
//=   nv_tileas.iterations %from to %to, step %step
//=   %2 = arith.constant <i32: 0> : tile<i32>
//=   %3 = arith.constant <i32: 1> : tile<i32>
//=   %4 = nv_tileas.staged_load %pa[%x, %from] : partition_view<tile=(16x32), tensor_view<512x512xf16, strides=[512,1]>>, tile<i32> -> tile<16x16xi32, #nv_tileas.layout<reg=[1, 2], lane=[4, 8, 16, 32, 64], warp=[128, 0]>>
//=   %5 = nv_tileas.staged_load %pb[%from, %y] : partition_view<tile=(32x16), tensor_view<512x512xf16, strides=[512,1]>>, tile<i32> -> tile<32x8xi32, #nv_tileas.layout<reg=[1, 2], lane=[4, 8, 16, 32, 64], warp=[128, 0]>>
//=   nv_tileas.staged_store %4, %0[%2] along 1 : tile<16x16xi32, #nv_tileas.layout<reg=[1, 2], lane=[4, 8, 16, 32, 64], warp=[128, 0]>>, !nv_tileas.buffer<2x16x32xf16>
//=   nv_tileas.staged_store %5, %1[%2] along 1 : tile<32x8xi32, #nv_tileas.layout<reg=[1, 2], lane=[4, 8, 16, 32, 64], warp=[128, 0]>>, !nv_tileas.buffer<2x32x16xf16>
//=   %6 = arith.constant <i32: 1> : tile<i32>
//=   %7 = arith.addi %from, %6 : tile<i32>
//=   %8 = nv_tileas.staged_load %pa[%x, %7] : partition_view<tile=(16x32), tensor_view<512x512xf16, strides=[512,1]>>, tile<i32> -> tile<16x16xi32, #nv_tileas.layout<reg=[1, 2], lane=[4, 8, 16, 32, 64], warp=[128, 0]>>
//=   %9 = nv_tileas.staged_load %pb[%7, %y] : partition_view<tile=(32x16), tensor_view<512x512xf16, strides=[512,1]>>, tile<i32> -> tile<32x8xi32, #nv_tileas.layout<reg=[1, 2], lane=[4, 8, 16, 32, 64], warp=[128, 0]>>
//=   nvvm.barrier
//=   %10 = nv_tileas.fragment_load %0[%2] lhs k : !nv_tileas.buffer<2x16x32xf16> -> tile<16x16xi32, #nv_tileas.layout<reg=[128, 4, 8], lane=[1, 2, 16, 32, 64], warp=[0, 0]>>
//=   %11 = nv_tileas.fragment_load %1[%2] rhs mn : !nv_tileas.buffer<2x32x16xf16> -> tile<16x16xi32, #nv_tileas.layout<reg=[64, 128], lane=[16, 32, 1, 2, 4], warp=[8, 0]>>
//=   nv_tileas.staged_store %8, %0[%3] along 1 : tile<16x16xi32, #nv_tileas.layout<reg=[1, 2], lane=[4, 8, 16, 32, 64], warp=[128, 0]>>, !nv_tileas.buffer<2x16x32xf16>
//=   nv_tileas.staged_store %9, %1[%3] along 1 : tile<32x8xi32, #nv_tileas.layout<reg=[1, 2], lane=[4, 8, 16, 32, 64], warp=[128, 0]>>, !nv_tileas.buffer<2x32x16xf16>
//=   %12 = nv_tileas.staged_load %pa[%x, %from] : partition_view<tile=(16x32), tensor_view<512x512xf16, strides=[512,1]>>, tile<i32> -> tile<16x16xi32, #nv_tileas.layout<reg=[1, 2], lane=[4, 8, 16, 32, 64], warp=[128, 0]>>
//=   %13 = nv_tileas.staged_load %pb[%from, %y] : partition_view<tile=(32x16), tensor_view<512x512xf16, strides=[512,1]>>, tile<i32> -> tile<32x8xi32, #nv_tileas.layout<reg=[1, 2], lane=[4, 8, 16, 32, 64], warp=[128, 0]>>
//=   nvvm.barrier
//=   %14, %15, %16, %17, %18, %19 = scf.for %i in (%from to %from, step %step) : tile<i32> iter_values(%acc = %zero, %20 = %10, %21 = %11, %22 = %12, %23 = %13, %24 = %2) -> (tile<16x16xf32, #nv_tileas.layout<reg=[1, 128], lane=[2, 4, 16, 32, 64], warp=[8, 0]>>, tile<16x16xi32, #nv_tileas.layout<reg=[128, 4, 8], lane=[1, 2, 16, 32, 64], warp=[0, 0]>>, tile<16x16xi32, #nv_tileas.layout<reg=[64, 128], lane=[16, 32, 1, 2, 4], warp=[8, 0]>>, tile<16x16xi32, #nv_tileas.layout<reg=[1, 2], lane=[4, 8, 16, 32, 64], warp=[128, 0]>>, tile<32x8xi32, #nv_tileas.layout<reg=[1, 2], lane=[4, 8, 16, 32, 64], warp=[128, 0]>>, tile<i32>) {
//=     %25 = nv_tileas.fragments %20 : tile<16x16xi32, #nv_tileas.layout<reg=[128, 4, 8], lane=[1, 2, 16, 32, 64], warp=[0, 0]>> -> tile<16x32xf16>
//=     %26 = nv_tileas.fragments %21 : tile<16x16xi32, #nv_tileas.layout<reg=[64, 128], lane=[16, 32, 1, 2, 4], warp=[8, 0]>> -> tile<32x16xf16>
//=     %d = nv_tileas.dot %25, %26, %acc {nv_tile.aws.stage = 3, nv_tile.aws.order = 0, nv_tileas.lhs_major = k, nv_tileas.rhs_major = mn} : tile<16x32xf16>, tile<32x16xf16>, tile<16x16xf32, #nv_tileas.layout<reg=[1, 128], lane=[2, 4, 16, 32, 64], warp=[8, 0]>>
//=     %27 = arith.constant <i32: 1> : tile<i32>
//=     %28 = arith.xori %24, %27 : tile<i32>
//=     %29 = nv_tileas.fragment_load %0[%28] lhs k : !nv_tileas.buffer<2x16x32xf16> -> tile<16x16xi32, #nv_tileas.layout<reg=[128, 4, 8], lane=[1, 2, 16, 32, 64], warp=[0, 0]>>
//=     %30 = nv_tileas.fragment_load %1[%28] rhs mn : !nv_tileas.buffer<2x32x16xf16> -> tile<16x16xi32, #nv_tileas.layout<reg=[64, 128], lane=[16, 32, 1, 2, 4], warp=[8, 0]>>
//=     nv_tileas.staged_store %22, %0[%24] along 1 : tile<16x16xi32, #nv_tileas.layout<reg=[1, 2], lane=[4, 8, 16, 32, 64], warp=[128, 0]>>, !nv_tileas.buffer<2x16x32xf16>
//=     nv_tileas.staged_store %23, %1[%24] along 1 : tile<32x8xi32, #nv_tileas.layout<reg=[1, 2], lane=[4, 8, 16, 32, 64], warp=[128, 0]>>, !nv_tileas.buffer<2x32x16xf16>
//=     %31 = arith.constant <i32: 3> : tile<i32>
//=     %32 = arith.addi %i, %31 : tile<i32>
//=     %33 = nv_tileas.staged_load %pa[%x, %32] : partition_view<tile=(16x32), tensor_view<512x512xf16, strides=[512,1]>>, tile<i32> -> tile<16x16xi32, #nv_tileas.layout<reg=[1, 2], lane=[4, 8, 16, 32, 64], warp=[128, 0]>>
//=     %34 = nv_tileas.staged_load %pb[%32, %y] : partition_view<tile=(32x16), tensor_view<512x512xf16, strides=[512,1]>>, tile<i32> -> tile<32x8xi32, #nv_tileas.layout<reg=[1, 2], lane=[4, 8, 16, 32, 64], warp=[128, 0]>>
//=     nvvm.barrier
//=     scf.continue %d, %29, %30, %33, %34, %28 : tile<16x16xf32, #nv_tileas.layout<reg=[1, 128], lane=[2, 4, 16, 32, 64], warp=[8, 0]>>, tile<16x16xi32, #nv_tileas.layout<reg=[128, 4, 8], lane=[1, 2, 16, 32, 64], warp=[0, 0]>>, tile<16x16xi32, #nv_tileas.layout<reg=[64, 128], lane=[16, 32, 1, 2, 4], warp=[8, 0]>>, tile<16x16xi32, #nv_tileas.layout<reg=[1, 2], lane=[4, 8, 16, 32, 64], warp=[128, 0]>>, tile<32x8xi32, #nv_tileas.layout<reg=[1, 2], lane=[4, 8, 16, 32, 64], warp=[128, 0]>>, tile<i32>
//=   } attributes {nv_tileas.stages = 2, nv_tileas.form = four_stage}
//=   %35 = nv_tileas.fragments %15 : tile<16x16xi32, #nv_tileas.layout<reg=[128, 4, 8], lane=[1, 2, 16, 32, 64], warp=[0, 0]>> -> tile<16x32xf16>
//=   %36 = nv_tileas.fragments %16 : tile<16x16xi32, #nv_tileas.layout<reg=[64, 128], lane=[16, 32, 1, 2, 4], warp=[8, 0]>> -> tile<32x16xf16>
//=   %d = nv_tileas.dot %35, %36, %14 {nv_tile.aws.stage = 3, nv_tile.aws.order = 0, nv_tileas.lhs_major = k, nv_tileas.rhs_major = mn} : tile<16x32xf16>, tile<32x16xf16>, tile<16x16xf32, #nv_tileas.layout<reg=[1, 128], lane=[2, 4, 16, 32, 64], warp=[8, 0]>>
//=   %37 = arith.constant <i32: 1> : tile<i32>
//=   %38 = arith.xori %19, %37 : tile<i32>
//=   %39 = nv_tileas.fragment_load %0[%38] lhs k : !nv_tileas.buffer<2x16x32xf16> -> tile<16x16xi32, #nv_tileas.layout<reg=[128, 4, 8], lane=[1, 2, 16, 32, 64], warp=[0, 0]>>
//=   %40 = nv_tileas.fragment_load %1[%38] rhs mn : !nv_tileas.buffer<2x32x16xf16> -> tile<16x16xi32, #nv_tileas.layout<reg=[64, 128], lane=[16, 32, 1, 2, 4], warp=[8, 0]>>
//=   nv_tileas.staged_store %17, %0[%19] along 1 : tile<16x16xi32, #nv_tileas.layout<reg=[1, 2], lane=[4, 8, 16, 32, 64], warp=[128, 0]>>, !nv_tileas.buffer<2x16x32xf16>
//=   nv_tileas.staged_store %18, %1[%19] along 1 : tile<32x8xi32, #nv_tileas.layout<reg=[1, 2], lane=[4, 8, 16, 32, 64], warp=[128, 0]>>, !nv_tileas.buffer<2x32x16xf16>
//=   nvvm.barrier
//=   %41 = nv_tileas.fragments %39 : tile<16x16xi32, #nv_tileas.layout<reg=[128, 4, 8], lane=[1, 2, 16, 32, 64], warp=[0, 0]>> -> tile<16x32xf16>
//=   %42 = nv_tileas.fragments %40 : tile<16x16xi32, #nv_tileas.layout<reg=[64, 128], lane=[16, 32, 1, 2, 4], warp=[8, 0]>> -> tile<32x16xf16>
//=   %sum = nv_tileas.dot %41, %42, %d {nv_tile.aws.stage = 3, nv_tile.aws.order = 0, nv_tileas.lhs_major = k, nv_tileas.rhs_major = mn} : tile<16x32xf16>, tile<32x16xf16>, tile<16x16xf32, #nv_tileas.layout<reg=[1, 128], lane=[2, 4, 16, 32, 64], warp=[8, 0]>>
//=   %rounded = arith.ftof %sum  : tile<16x16xf32, #nv_tileas.layout<reg=[1, 128], lane=[2, 4, 16, 32, 64], warp=[8, 0]>> -> tile<16x16xf16, #nv_tileas.layout<reg=[1, 128], lane=[2, 4, 16, 32, 64], warp=[8, 0]>>
//=   %rounded_0 = nv_tileas.convert_layout %rounded : tile<16x16xf16, #nv_tileas.layout<reg=[1, 128], lane=[2, 4, 16, 32, 64], warp=[8, 0]>> -> tile<16x16xf16, #nv_tileas.layout<reg=[1], lane=[2, 4, 8, 16, 32], warp=[64, 128]>>
//=   %t2 = nv_tileas.tiled_store weak %rounded_0, %pc[%x, %y] token = %token {nv_tileas.layout = #nv_tileas.layout<reg=[1], lane=[2, 4, 8, 16, 32], warp=[64, 128]>} : tile<16x16xf16, #nv_tileas.layout<reg=[1], lane=[2, 4, 8, 16, 32], warp=[64, 128]>>, partition_view<tile=(16x16), tensor_view<512x512xf16, strides=[512,1]>>, tile<i32> -> token
//=   nv_tileas.return
//= }
