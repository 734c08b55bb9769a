// test: emit nv_tileas gpu-name=sm_90a num-stages=3
// A loop without products: tiles of two iterations ahead in registers; after the last, those of the iteration once more.
entry @sums(%x: tile<ptr<f32>>, %y: tile<ptr<f32>>) {
  %0 = constant <i32: 0> : tile<i32>
  %1 = constant <i32: 1> : tile<i32>
  %row, %b, %c = get_tile_block_id : tile<i32>
  %vx = make_tensor_view %x, shape = [64, 512], strides = [512, 1] : tensor_view<64x512xf32, strides=[512,1]>
  %px = make_partition_view %vx : partition_view<tile=(1x64), tensor_view<64x512xf32, strides=[512,1]>>
  %vy = make_tensor_view %y, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xf32, strides=[64,1]>
  %sums = make_partition_view %vy : partition_view<tile=(1x64), tensor_view<64x64xf32, strides=[64,1]>>
  %none = constant <f32: 0.0> : tile<1x64xf32>
  %sum = for %i in (%0 to %row, step %1) : tile<i32> iter_values(%acc = %none) -> (tile<1x64xf32>) {
    %t, %read = load_view_tko weak %px[%row, %i] : partition_view<tile=(1x64), tensor_view<64x512xf32, strides=[512,1]>>, tile<i32> -> tile<1x64xf32>, token
    %next = addf %acc, %t : tile<1x64xf32>
    continue %next : tile<1x64xf32>
  }
  %w = store_view_tko weak %sum, %sums[%row, %0] : tile<1x64xf32>, partition_view<tile=(1x64), tensor_view<64x64xf32, strides=[64,1]>>, tile<i32> -> token
  return
}
//= nv_tileas.func @sums(%x: tile<ptr<f32>>, %y: tile<ptr<f32>>) {
//=   %0 = arith.constant <i32: 0> : tile<i32>
//=   %1 = arith.constant <i32: 1> : tile<i32>
//=   %row, %b, %c = nv_tileas.get_program_id : tile<i32>
//=   %vx = nv_tileas.make_memref %x, shape = [64, 512], strides = [512, 1] : tensor_view<64x512xf32, strides=[512,1]>
//=   %px = nv_tileas.make_tiled_view %vx : partition_view<tile=(1x64), tensor_view<64x512xf32, strides=[512,1]>>
//=   %vy = nv_tileas.make_memref %y, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xf32, strides=[64,1]>
//=   %sums = nv_tileas.make_tiled_view %vy : partition_view<tile=(1x64), tensor_view<64x64xf32, strides=[64,1]>>
//=   %none = arith.constant <f32: 0.000000e+00> : tile<1x64xf32, #nv_tileas.layout<reg=[], lane=[1, 2, 4, 8, 16], warp=[32, 0]>>
//=   nv_tileas.iterations %0 to %row, step %1
//=   %2 = arith.cmpi less_than %0, %row, signed : tile<i32> -> tile<i1>
//=   %3 = arith.subi %row, %0 : tile<i32>
//=   %4 = arith.constant <f32: 0.000000e+00> : tile<1x64xf32, #nv_tileas.layout<reg=[], lane=[1, 2, 4, 8, 16], warp=[32, 0]>>
//=   %5 = arith.constant <f32: 0.000000e+00> : tile<1x64xf32, #nv_tileas.layout<reg=[], lane=[1, 2, 4, 8, 16], warp=[32, 0]>>
//=   %6, %7 = scf.if %2 -> (tile<1x64xf32, #nv_tileas.layout<reg=[], lane=[1, 2, 4, 8, 16], warp=[32, 0]>>, tile<1x64xf32, #nv_tileas.layout<reg=[], lane=[1, 2, 4, 8, 16], warp=[32, 0]>>) {
//=     %t, %read = nv_tileas.tiled_load weak %px[%row, %0] {nv_tile.aws.stage = 0, nv_tile.aws.order = 0, nv_tileas.layout = #nv_tileas.layout<reg=[], lane=[1, 2, 4, 8, 16], warp=[32, 0]>} : partition_view<tile=(1x64), tensor_view<64x512xf32, strides=[512,1]>>, tile<i32> -> tile<1x64xf32, #nv_tileas.layout<reg=[], lane=[1, 2, 4, 8, 16], warp=[32, 0]>>, token
//=     %8 = arith.constant <i32: 1> : tile<i32>
//=     %9 = arith.cmpi less_than %8, %3, unsigned : tile<i32> -> tile<i1>
//=     %10 = arith.andi %2, %9 : tile<i1>
//=     %11 = arith.constant <i32: 1> : tile<i32>
//=     %12 = arith.addi %0, %11 : tile<i32>
//=     %13 = arith.select %10, %12, %0 : tile<i1>, tile<i32>
//=     %t_0, %read_0 = nv_tileas.tiled_load weak %px[%row, %13] {nv_tile.aws.stage = 0, nv_tile.aws.order = 0, nv_tileas.layout = #nv_tileas.layout<reg=[], lane=[1, 2, 4, 8, 16], warp=[32, 0]>} : partition_view<tile=(1x64), tensor_view<64x512xf32, strides=[512,1]>>, tile<i32> -> tile<1x64xf32, #nv_tileas.layout<reg=[], lane=[1, 2, 4, 8, 16], warp=[32, 0]>>, token
//=     scf.yield %t, %t_0 : tile<1x64xf32, #nv_tileas.layout<reg=[], lane=[1, 2, 4, 8, 16], warp=[32, 0]>>, tile<1x64xf32, #nv_tileas.layout<reg=[], lane=[1, 2, 4, 8, 16], warp=[32, 0]>>
//=   } else {
//=     scf.yield %4, %5 : tile<1x64xf32, #nv_tileas.layout<reg=[], lane=[1, 2, 4, 8, 16], warp=[32, 0]>>, tile<1x64xf32, #nv_tileas.layout<reg=[], lane=[1, 2, 4, 8, 16], warp=[32, 0]>>
//=   }
//=   %sum, %14, %15 = scf.for %i in (%0 to %row, step %1) : tile<i32> iter_values(%acc = %none, %16 = %6, %17 = %7) -> (tile<1x64xf32, #nv_tileas.layout<reg=[], lane=[1, 2, 4, 8, 16], warp=[32, 0]>>, tile<1x64xf32, #nv_tileas.layout<reg=[], lane=[1, 2, 4, 8, 16], warp=[32, 0]>>, tile<1x64xf32, #nv_tileas.layout<reg=[], lane=[1, 2, 4, 8, 16], warp=[32, 0]>>) {
//=     %18 = arith.subi %row, %i : tile<i32>
//=     %19 = arith.constant <i32: 2> : tile<i32>
//=     %20 = arith.cmpi less_than %19, %18, unsigned : tile<i32> -> tile<i1>
//=     %21 = arith.constant <i32: 2> : tile<i32>
//=     %22 = arith.addi %i, %21 : tile<i32>
//=     %23 = arith.select %20, %22, %i : tile<i1>, tile<i32>
//=     %t, %read = nv_tileas.tiled_load weak %px[%row, %23] {nv_tile.aws.stage = 0, nv_tile.aws.order = 0, nv_tileas.layout = #nv_tileas.layout<reg=[], lane=[1, 2, 4, 8, 16], warp=[32, 0]>} : partition_view<tile=(1x64), tensor_view<64x512xf32, strides=[512,1]>>, tile<i32> -> tile<1x64xf32, #nv_tileas.layout<reg=[], lane=[1, 2, 4, 8, 16], warp=[32, 0]>>, token
//=     %next = arith.addf %acc, %16 {nv_tile.aws.stage = 0, nv_tile.aws.order = 1} : tile<1x64xf32, #nv_tileas.layout<reg=[], lane=[1, 2, 4, 8, 16], warp=[32, 0]>>
//=     scf.continue %next, %17, %t : tile<1x64xf32, #nv_tileas.layout<reg=[], lane=[1, 2, 4, 8, 16], warp=[32, 0]>>, tile<1x64xf32, #nv_tileas.layout<reg=[], lane=[1, 2, 4, 8, 16], warp=[32, 0]>>, tile<1x64xf32, #nv_tileas.layout<reg=[], lane=[1, 2, 4, 8, 16], warp=[32, 0]>>
//=   } attributes {nv_tileas.stages = 3, nv_tileas.form = ahead}
//=   %w = nv_tileas.tiled_store weak %sum, %sums[%row, %0] {nv_tileas.layout = #nv_tileas.layout<reg=[], lane=[1, 2, 4, 8, 16], warp=[32, 0]>} : tile<1x64xf32, #nv_tileas.layout<reg=[], lane=[1, 2, 4, 8, 16], warp=[32, 0]>>, partition_view<tile=(1x64), tensor_view<64x64xf32, strides=[64,1]>>, tile<i32> -> token
//=   nv_tileas.return
//= }
// -----
// test: emit nv_tileas gpu-name=sm_90a num-stages=3
// A write waits for each load by its token: it stays where it is.
entry @twice(%x: tile<ptr<f32>>, %y: tile<ptr<f32>>) {
  %0 = constant <i32: 0> : tile<i32>
  %1 = constant <i32: 1> : tile<i32>
  %row, %b, %c = get_tile_block_id : tile<i32>
  %vx = make_tensor_view %x, shape = [64, 512], strides = [512, 1] : tensor_view<64x512xf32, strides=[512,1]>
  %px = make_partition_view %vx : partition_view<tile=(1x64), tensor_view<64x512xf32, strides=[512,1]>>
  for %i in (%0 to %row, step %1) : tile<i32> {
    %t, %read = load_view_tko weak %px[%row, %i] : partition_view<tile=(1x64), tensor_view<64x512xf32, strides=[512,1]>>, tile<i32> -> tile<1x64xf32>, token
    %next = addf %t, %t : tile<1x64xf32>
    %w = store_view_tko weak %next, %px[%row, %i] token = %read : tile<1x64xf32>, partition_view<tile=(1x64), tensor_view<64x512xf32, strides=[512,1]>>, tile<i32> -> token
    continue
  }
  return
}
//= nv_tileas.func @twice(%x: tile<ptr<f32>>, %y: tile<ptr<f32>>) {
//=   %0 = arith.constant <i32: 0> : tile<i32>
//=   %1 = arith.constant <i32: 1> : tile<i32>
//=   %row, %b, %c = nv_tileas.get_program_id : tile<i32>
//=   %vx = nv_tileas.make_memref %x, shape = [64, 512], strides = [512, 1] : tensor_view<64x512xf32, strides=[512,1]>
//=   %px = nv_tileas.make_tiled_view %vx : partition_view<tile=(1x64), tensor_view<64x512xf32, strides=[512,1]>>
//=   scf.for %i in (%0 to %row, step %1) : tile<i32> {
//=     %t, %read = nv_tileas.tiled_load weak %px[%row, %i] {nv_tileas.layout = #nv_tileas.layout<reg=[], lane=[1, 2, 4, 8, 16], warp=[32, 0]>} : partition_view<tile=(1x64), tensor_view<64x512xf32, strides=[512,1]>>, tile<i32> -> tile<1x64xf32, #nv_tileas.layout<reg=[], lane=[1, 2, 4, 8, 16], warp=[32, 0]>>, token
//=     %next = arith.addf %t, %t  : tile<1x64xf32, #nv_tileas.layout<reg=[], lane=[1, 2, 4, 8, 16], warp=[32, 0]>>
//=     %w = nv_tileas.tiled_store weak %next, %px[%row, %i] token = %read {nv_tileas.layout = #nv_tileas.layout<reg=[], lane=[1, 2, 4, 8, 16], warp=[32, 0]>} : tile<1x64xf32, #nv_tileas.layout<reg=[], lane=[1, 2, 4, 8, 16], warp=[32, 0]>>, partition_view<tile=(1x64), tensor_view<64x512xf32, strides=[512,1]>>, tile<i32> -> token
//=     scf.continue
//=   }
//=   nv_tileas.return
//= }
