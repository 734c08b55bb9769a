// test: pass materialize-convert-layout
// A layout goes from the load through the sum of each row; where the store wants another one, the tile is converted
nv_tileas.func @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>) {
  %zero = arith.constant <i32: 0> : tile<i32>
  %a = nv_tileas.make_memref %p, shape = [4, 256], strides = [256, 1] : tensor_view<4x256xf32, strides=[256,1]>
  %b = nv_tileas.make_memref %q, shape = [4], strides = [1] : tensor_view<4xf32, strides=[1]>
  %va = nv_tileas.make_tiled_view %a : partition_view<tile=(4x256), tensor_view<4x256xf32, strides=[256,1]>>
  %vb = nv_tileas.make_tiled_view %b : partition_view<tile=(4), tensor_view<4xf32, strides=[1]>>
  %x, %t = nv_tileas.tiled_load weak %va[%zero, %zero] {nv_tileas.layout = #nv_tileas.layout<reg=[128, 256, 512], lane=[1, 2, 4, 8, 16], warp=[32, 64]>} : partition_view<tile=(4x256), tensor_view<4x256xf32, strides=[256,1]>>, tile<i32> -> tile<4x256xf32>, token
  %y = nv_tileas.reduce %x dim=1 identities=[0.000000e+00 : f32] : tile<4x256xf32> -> tile<4xf32>
  (%left: tile<f32>, %right: tile<f32>) {
    %both = arith.addf %left, %right : tile<f32>
    scf.yield %both : tile<f32>
  }
  %z = arith.negf %y : tile<4xf32>
  %u = nv_tileas.tiled_store weak %z, %vb[%zero] {nv_tileas.layout = #nv_tileas.layout<reg=[], lane=[1, 2, 0, 0, 0], warp=[0, 0]>} : tile<4xf32>, partition_view<tile=(4), tensor_view<4xf32, strides=[1]>>, tile<i32> -> token
  nv_tileas.return
}
//= nv_tileas.func @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>) {
//=   %zero = arith.constant <i32: 0> : tile<i32>
//=   %a = nv_tileas.make_memref %p, shape = [4, 256], strides = [256, 1] : tensor_view<4x256xf32, strides=[256,1]>
//=   %b = nv_tileas.make_memref %q, shape = [4], strides = [1] : tensor_view<4xf32, strides=[1]>
//=   %va = nv_tileas.make_tiled_view %a : partition_view<tile=(4x256), tensor_view<4x256xf32, strides=[256,1]>>
//=   %vb = nv_tileas.make_tiled_view %b : partition_view<tile=(4), tensor_view<4xf32, strides=[1]>>
//=   %x, %t = nv_tileas.tiled_load weak %va[%zero, %zero] {nv_tileas.layout = #nv_tileas.layout<reg=[128, 256, 512], lane=[1, 2, 4, 8, 16], warp=[32, 64]>} : partition_view<tile=(4x256), tensor_view<4x256xf32, strides=[256,1]>>, tile<i32> -> tile<4x256xf32, #nv_tileas.layout<reg=[128, 256, 512], lane=[1, 2, 4, 8, 16], warp=[32, 64]>>, token
//=   %y = nv_tileas.reduce %x dim=1 identities=[0.000000e+00 : f32] : tile<4x256xf32, #nv_tileas.layout<reg=[128, 256, 512], lane=[1, 2, 4, 8, 16], warp=[32, 64]>> -> tile<4xf32, #nv_tileas.layout<reg=[1, 2], lane=[0, 0, 0, 0, 0], warp=[0, 0]>>
//=   (%left: tile<f32>, %right: tile<f32>) {
//=     %both = arith.addf %left, %right  : tile<f32>
//=     scf.yield %both : tile<f32>
//=   }
//=   %z = arith.negf %y : tile<4xf32, #nv_tileas.layout<reg=[1, 2], lane=[0, 0, 0, 0, 0], warp=[0, 0]>>
//=   %z_0 = nv_tileas.convert_layout %z : tile<4xf32, #nv_tileas.layout<reg=[1, 2], lane=[0, 0, 0, 0, 0], warp=[0, 0]>> -> tile<4xf32, #nv_tileas.layout<reg=[], lane=[1, 2, 0, 0, 0], warp=[0, 0]>>
//=   %u = nv_tileas.tiled_store weak %z_0, %vb[%zero] {nv_tileas.layout = #nv_tileas.layout<reg=[], lane=[1, 2, 0, 0, 0], warp=[0, 0]>} : tile<4xf32, #nv_tileas.layout<reg=[], lane=[1, 2, 0, 0, 0], warp=[0, 0]>>, partition_view<tile=(4), tensor_view<4xf32, strides=[1]>>, tile<i32> -> token
//=   nv_tileas.return
//= }
// -----
// test: pass materialize-convert-layout
// A load without a layout has none to hand on: its users take the usual one of its shape
nv_tileas.func @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>) {
  %zero = arith.constant <i32: 0> : tile<i32>
  %a = nv_tileas.make_memref %p, shape = [4, 256], strides = [256, 1] : tensor_view<4x256xf32, strides=[256,1]>
  %b = nv_tileas.make_memref %q, shape = [4], strides = [1] : tensor_view<4xf32, strides=[1]>
  %va = nv_tileas.make_tiled_view %a : partition_view<tile=(4x256), tensor_view<4x256xf32, strides=[256,1]>>
  %vb = nv_tileas.make_tiled_view %b : partition_view<tile=(4), tensor_view<4xf32, strides=[1]>>
  %x, %t = nv_tileas.tiled_load weak %va[%zero, %zero] : partition_view<tile=(4x256), tensor_view<4x256xf32, strides=[256,1]>>, tile<i32> -> tile<4x256xf32>, token
  %y = nv_tileas.reduce %x dim=1 identities=[0.000000e+00 : f32] : tile<4x256xf32> -> tile<4xf32>
  (%left: tile<f32>, %right: tile<f32>) {
    %both = arith.addf %left, %right : tile<f32>
    scf.yield %both : tile<f32>
  }
  %z = arith.negf %y : tile<4xf32>
  %u = nv_tileas.tiled_store weak %z, %vb[%zero] {nv_tileas.layout = #nv_tileas.layout<reg=[], lane=[1, 2, 0, 0, 0], warp=[0, 0]>} : tile<4xf32>, partition_view<tile=(4), tensor_view<4xf32, strides=[1]>>, tile<i32> -> token
  nv_tileas.return
}
//= nv_tileas.func @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>) {
//=   %zero = arith.constant <i32: 0> : tile<i32>
//=   %a = nv_tileas.make_memref %p, shape = [4, 256], strides = [256, 1] : tensor_view<4x256xf32, strides=[256,1]>
//=   %b = nv_tileas.make_memref %q, shape = [4], strides = [1] : tensor_view<4xf32, strides=[1]>
//=   %va = nv_tileas.make_tiled_view %a : partition_view<tile=(4x256), tensor_view<4x256xf32, strides=[256,1]>>
//=   %vb = nv_tileas.make_tiled_view %b : partition_view<tile=(4), tensor_view<4xf32, strides=[1]>>
//=   %x, %t = nv_tileas.tiled_load weak %va[%zero, %zero] : partition_view<tile=(4x256), tensor_view<4x256xf32, strides=[256,1]>>, tile<i32> -> tile<4x256xf32>, token
//=   %x_0 = nv_tileas.convert_layout %x : tile<4x256xf32> -> tile<4x256xf32, #nv_tileas.layout<reg=[128, 256, 512], lane=[1, 2, 4, 8, 16], warp=[32, 64]>>
//=   %y = nv_tileas.reduce %x_0 dim=1 identities=[0.000000e+00 : f32] : tile<4x256xf32, #nv_tileas.layout<reg=[128, 256, 512], lane=[1, 2, 4, 8, 16], warp=[32, 64]>> -> tile<4xf32, #nv_tileas.layout<reg=[1, 2], lane=[0, 0, 0, 0, 0], warp=[0, 0]>>
//=   (%left: tile<f32>, %right: tile<f32>) {
//=     %both = arith.addf %left, %right  : tile<f32>
//=     scf.yield %both : tile<f32>
//=   }
//=   %z = arith.negf %y : tile<4xf32, #nv_tileas.layout<reg=[1, 2], lane=[0, 0, 0, 0, 0], warp=[0, 0]>>
//=   %z_0 = nv_tileas.convert_layout %z : tile<4xf32, #nv_tileas.layout<reg=[1, 2], lane=[0, 0, 0, 0, 0], warp=[0, 0]>> -> tile<4xf32, #nv_tileas.layout<reg=[], lane=[1, 2, 0, 0, 0], warp=[0, 0]>>
//=   %u = nv_tileas.tiled_store weak %z_0, %vb[%zero] {nv_tileas.layout = #nv_tileas.layout<reg=[], lane=[1, 2, 0, 0, 0], warp=[0, 0]>} : tile<4xf32, #nv_tileas.layout<reg=[], lane=[1, 2, 0, 0, 0], warp=[0, 0]>>, partition_view<tile=(4), tensor_view<4xf32, strides=[1]>>, tile<i32> -> token
//=   nv_tileas.return
//= }
// -----
// test: pass materialize-convert-layout
// Indices that are computed of ranges are made again in the layout of the store; what is loaded is converted
nv_tileas.func @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %n: tile<i32>) {
  %t = nv_tileas.create_mem_token : token
  %i = nv_tileas.make_range : tile<4xi32>
  %i1 = nv_tileas.view %i : tile<4xi32> -> tile<4x1xi32>
  %rows = nv_tileas.broadcast %i1 : tile<4x1xi32> -> tile<4x256xi32>
  %j = nv_tileas.make_range : tile<256xi32>
  %j1 = nv_tileas.view %j : tile<256xi32> -> tile<1x256xi32>
  %columns = nv_tileas.broadcast %j1 : tile<1x256xi32> -> tile<4x256xi32>
  %n1 = nv_tileas.view %n : tile<i32> -> tile<1x1xi32>
  %ns = nv_tileas.broadcast %n1 : tile<1x1xi32> -> tile<4x256xi32>
  %starts = arith.muli %rows, %ns : tile<4x256xi32>
  %at = arith.addi %starts, %columns : tile<4x256xi32>
  %p1 = nv_tileas.view %p : tile<ptr<f32>> -> tile<1x1xptr<f32>>
  %ps = nv_tileas.broadcast %p1 : tile<1x1xptr<f32>> -> tile<4x256xptr<f32>>
  %from = arith.offset %ps, %at : tile<4x256xptr<f32>>, tile<4x256xi32> -> tile<4x256xptr<f32>>
  %x, %u = nv_tileas.load weak %from token = %t {nv_tileas.layout = #nv_tileas.layout<reg=[128, 256, 512], lane=[1, 2, 4, 8, 16], warp=[32, 64]>} : tile<4x256xptr<f32>> -> tile<4x256xf32>, token
  %d = nv_tileas.store weak %from, %x token = %u {nv_tileas.layout = #nv_tileas.layout<reg=[1, 2, 512], lane=[4, 8, 16, 32, 64], warp=[128, 256]>} : tile<4x256xptr<f32>>, tile<4x256xf32> -> token
  nv_tileas.return
}
//= nv_tileas.func @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %n: tile<i32>) {
//=   %t = nv_tileas.create_mem_token : token
//=   %i = nv_tileas.make_range : tile<4xi32, #nv_tileas.layout<reg=[2], lane=[0, 0, 0, 0, 0], warp=[0, 1]>>
//=   %i1 = nv_tileas.view %i : tile<4xi32, #nv_tileas.layout<reg=[2], lane=[0, 0, 0, 0, 0], warp=[0, 1]>> -> tile<4x1xi32, #nv_tileas.layout<reg=[2], lane=[0, 0, 0, 0, 0], warp=[0, 1]>>
//=   %rows = nv_tileas.broadcast %i1 : tile<4x1xi32, #nv_tileas.layout<reg=[2], lane=[0, 0, 0, 0, 0], warp=[0, 1]>> -> tile<4x256xi32, #nv_tileas.layout<reg=[1, 2, 512], lane=[4, 8, 16, 32, 64], warp=[128, 256]>>
//=   %j = nv_tileas.make_range : tile<256xi32, #nv_tileas.layout<reg=[1, 2], lane=[4, 8, 16, 32, 64], warp=[128, 0]>>
//=   %j1 = nv_tileas.view %j : tile<256xi32, #nv_tileas.layout<reg=[1, 2], lane=[4, 8, 16, 32, 64], warp=[128, 0]>> -> tile<1x256xi32, #nv_tileas.layout<reg=[1, 2], lane=[4, 8, 16, 32, 64], warp=[128, 0]>>
//=   %columns = nv_tileas.broadcast %j1 : tile<1x256xi32, #nv_tileas.layout<reg=[1, 2], lane=[4, 8, 16, 32, 64], warp=[128, 0]>> -> tile<4x256xi32, #nv_tileas.layout<reg=[1, 2, 512], lane=[4, 8, 16, 32, 64], warp=[128, 256]>>
//=   %n1 = nv_tileas.view %n : tile<i32> -> tile<1x1xi32, #nv_tileas.layout<reg=[], lane=[0, 0, 0, 0, 0], warp=[0, 0]>>
//=   %ns = nv_tileas.broadcast %n1 : tile<1x1xi32, #nv_tileas.layout<reg=[], lane=[0, 0, 0, 0, 0], warp=[0, 0]>> -> tile<4x256xi32, #nv_tileas.layout<reg=[1, 2, 512], lane=[4, 8, 16, 32, 64], warp=[128, 256]>>
//=   %starts = arith.muli %rows, %ns : tile<4x256xi32, #nv_tileas.layout<reg=[1, 2, 512], lane=[4, 8, 16, 32, 64], warp=[128, 256]>>
//=   %at = arith.addi %starts, %columns : tile<4x256xi32, #nv_tileas.layout<reg=[1, 2, 512], lane=[4, 8, 16, 32, 64], warp=[128, 256]>>
//=   %p1 = nv_tileas.view %p : tile<ptr<f32>> -> tile<1x1xptr<f32>, #nv_tileas.layout<reg=[], lane=[0, 0, 0, 0, 0], warp=[0, 0]>>
//=   %ps = nv_tileas.broadcast %p1 : tile<1x1xptr<f32>, #nv_tileas.layout<reg=[], lane=[0, 0, 0, 0, 0], warp=[0, 0]>> -> tile<4x256xptr<f32>, #nv_tileas.layout<reg=[1, 2, 512], lane=[4, 8, 16, 32, 64], warp=[128, 256]>>
//=   %from = arith.offset %ps, %at : tile<4x256xptr<f32>, #nv_tileas.layout<reg=[1, 2, 512], lane=[4, 8, 16, 32, 64], warp=[128, 256]>>, tile<4x256xi32, #nv_tileas.layout<reg=[1, 2, 512], lane=[4, 8, 16, 32, 64], warp=[128, 256]>> -> tile<4x256xptr<f32>, #nv_tileas.layout<reg=[1, 2, 512], lane=[4, 8, 16, 32, 64], warp=[128, 256]>>
//=   %ps_0 = nv_tileas.broadcast %p1 : tile<1x1xptr<f32>, #nv_tileas.layout<reg=[], lane=[0, 0, 0, 0, 0], warp=[0, 0]>> -> tile<4x256xptr<f32>, #nv_tileas.layout<reg=[128, 256, 512], lane=[1, 2, 4, 8, 16], warp=[32, 64]>>
//=   %i_0 = nv_tileas.make_range : tile<4xi32, #nv_tileas.layout<reg=[1, 2], lane=[0, 0, 0, 0, 0], warp=[0, 0]>>
//=   %i1_0 = nv_tileas.view %i_0 : tile<4xi32, #nv_tileas.layout<reg=[1, 2], lane=[0, 0, 0, 0, 0], warp=[0, 0]>> -> tile<4x1xi32, #nv_tileas.layout<reg=[1, 2], lane=[0, 0, 0, 0, 0], warp=[0, 0]>>
//=   %rows_0 = nv_tileas.broadcast %i1_0 : tile<4x1xi32, #nv_tileas.layout<reg=[1, 2], lane=[0, 0, 0, 0, 0], warp=[0, 0]>> -> tile<4x256xi32, #nv_tileas.layout<reg=[128, 256, 512], lane=[1, 2, 4, 8, 16], warp=[32, 64]>>
//=   %ns_0 = nv_tileas.broadcast %n1 : tile<1x1xi32, #nv_tileas.layout<reg=[], lane=[0, 0, 0, 0, 0], warp=[0, 0]>> -> tile<4x256xi32, #nv_tileas.layout<reg=[128, 256, 512], lane=[1, 2, 4, 8, 16], warp=[32, 64]>>
//=   %starts_0 = arith.muli %rows_0, %ns_0 : tile<4x256xi32, #nv_tileas.layout<reg=[128, 256, 512], lane=[1, 2, 4, 8, 16], warp=[32, 64]>>
//=   %j_0 = nv_tileas.make_range : tile<256xi32, #nv_tileas.layout<reg=[128], lane=[1, 2, 4, 8, 16], warp=[32, 64]>>
//=   %j1_0 = nv_tileas.view %j_0 : tile<256xi32, #nv_tileas.layout<reg=[128], lane=[1, 2, 4, 8, 16], warp=[32, 64]>> -> tile<1x256xi32, #nv_tileas.layout<reg=[128], lane=[1, 2, 4, 8, 16], warp=[32, 64]>>
//=   %columns_0 = nv_tileas.broadcast %j1_0 : tile<1x256xi32, #nv_tileas.layout<reg=[128], lane=[1, 2, 4, 8, 16], warp=[32, 64]>> -> tile<4x256xi32, #nv_tileas.layout<reg=[128, 256, 512], lane=[1, 2, 4, 8, 16], warp=[32, 64]>>
//=   %at_0 = arith.addi %starts_0, %columns_0 : tile<4x256xi32, #nv_tileas.layout<reg=[128, 256, 512], lane=[1, 2, 4, 8, 16], warp=[32, 64]>>
//=   %from_0 = arith.offset %ps_0, %at_0 : tile<4x256xptr<f32>, #nv_tileas.layout<reg=[128, 256, 512], lane=[1, 2, 4, 8, 16], warp=[32, 64]>>, tile<4x256xi32, #nv_tileas.layout<reg=[128, 256, 512], lane=[1, 2, 4, 8, 16], warp=[32, 64]>> -> tile<4x256xptr<f32>, #nv_tileas.layout<reg=[128, 256, 512], lane=[1, 2, 4, 8, 16], warp=[32, 64]>>
//=   %x, %u = nv_tileas.load weak %from_0 token = %t {nv_tileas.layout = #nv_tileas.layout<reg=[128, 256, 512], lane=[1, 2, 4, 8, 16], warp=[32, 64]>} : tile<4x256xptr<f32>, #nv_tileas.layout<reg=[128, 256, 512], lane=[1, 2, 4, 8, 16], warp=[32, 64]>> -> tile<4x256xf32, #nv_tileas.layout<reg=[128, 256, 512], lane=[1, 2, 4, 8, 16], warp=[32, 64]>>, token
//=   %x_0 = nv_tileas.convert_layout %x : tile<4x256xf32, #nv_tileas.layout<reg=[128, 256, 512], lane=[1, 2, 4, 8, 16], warp=[32, 64]>> -> tile<4x256xf32, #nv_tileas.layout<reg=[1, 2, 512], lane=[4, 8, 16, 32, 64], warp=[128, 256]>>
//=   %d = nv_tileas.store weak %from, %x_0 token = %u {nv_tileas.layout = #nv_tileas.layout<reg=[1, 2, 512], lane=[4, 8, 16, 32, 64], warp=[128, 256]>} : tile<4x256xptr<f32>, #nv_tileas.layout<reg=[1, 2, 512], lane=[4, 8, 16, 32, 64], warp=[128, 256]>>, tile<4x256xf32, #nv_tileas.layout<reg=[1, 2, 512], lane=[4, 8, 16, 32, 64], warp=[128, 256]>> -> token
//=   nv_tileas.return
//= }
// -----
// test: pass materialize-convert-layout
// A division is not made again: its quotients are converted
nv_tileas.func @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %n: tile<i32>) {
  %t = nv_tileas.create_mem_token : token
  %i = nv_tileas.make_range : tile<4xi32>
  %i1 = nv_tileas.view %i : tile<4xi32> -> tile<4x1xi32>
  %rows = nv_tileas.broadcast %i1 : tile<4x1xi32> -> tile<4x256xi32>
  %j = nv_tileas.make_range : tile<256xi32>
  %j1 = nv_tileas.view %j : tile<256xi32> -> tile<1x256xi32>
  %columns = nv_tileas.broadcast %j1 : tile<1x256xi32> -> tile<4x256xi32>
  %n1 = nv_tileas.view %n : tile<i32> -> tile<1x1xi32>
  %ns = nv_tileas.broadcast %n1 : tile<1x1xi32> -> tile<4x256xi32>
  %starts = arith.divi %rows, %ns signed : tile<4x256xi32>
  %at = arith.addi %starts, %columns : tile<4x256xi32>
  %p1 = nv_tileas.view %p : tile<ptr<f32>> -> tile<1x1xptr<f32>>
  %ps = nv_tileas.broadcast %p1 : tile<1x1xptr<f32>> -> tile<4x256xptr<f32>>
  %from = arith.offset %ps, %at : tile<4x256xptr<f32>>, tile<4x256xi32> -> tile<4x256xptr<f32>>
  %x, %u = nv_tileas.load weak %from token = %t {nv_tileas.layout = #nv_tileas.layout<reg=[128, 256, 512], lane=[1, 2, 4, 8, 16], warp=[32, 64]>} : tile<4x256xptr<f32>> -> tile<4x256xf32>, token
  %d = nv_tileas.store weak %from, %x token = %u {nv_tileas.layout = #nv_tileas.layout<reg=[1, 2, 512], lane=[4, 8, 16, 32, 64], warp=[128, 256]>} : tile<4x256xptr<f32>>, tile<4x256xf32> -> token
  nv_tileas.return
}
//= nv_tileas.func @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>, %n: tile<i32>) {
//=   %t = nv_tileas.create_mem_token : token
//=   %i = nv_tileas.make_range : tile<4xi32, #nv_tileas.layout<reg=[2], lane=[0, 0, 0, 0, 0], warp=[0, 1]>>
//=   %i1 = nv_tileas.view %i : tile<4xi32, #nv_tileas.layout<reg=[2], lane=[0, 0, 0, 0, 0], warp=[0, 1]>> -> tile<4x1xi32, #nv_tileas.layout<reg=[2], lane=[0, 0, 0, 0, 0], warp=[0, 1]>>
//=   %rows = nv_tileas.broadcast %i1 : tile<4x1xi32, #nv_tileas.layout<reg=[2], lane=[0, 0, 0, 0, 0], warp=[0, 1]>> -> tile<4x256xi32, #nv_tileas.layout<reg=[1, 2, 512], lane=[4, 8, 16, 32, 64], warp=[128, 256]>>
//=   %j = nv_tileas.make_range : tile<256xi32, #nv_tileas.layout<reg=[1, 2], lane=[4, 8, 16, 32, 64], warp=[128, 0]>>
//=   %j1 = nv_tileas.view %j : tile<256xi32, #nv_tileas.layout<reg=[1, 2], lane=[4, 8, 16, 32, 64], warp=[128, 0]>> -> tile<1x256xi32, #nv_tileas.layout<reg=[1, 2], lane=[4, 8, 16, 32, 64], warp=[128, 0]>>
//=   %columns = nv_tileas.broadcast %j1 : tile<1x256xi32, #nv_tileas.layout<reg=[1, 2], lane=[4, 8, 16, 32, 64], warp=[128, 0]>> -> tile<4x256xi32, #nv_tileas.layout<reg=[1, 2, 512], lane=[4, 8, 16, 32, 64], warp=[128, 256]>>
//=   %n1 = nv_tileas.view %n : tile<i32> -> tile<1x1xi32, #nv_tileas.layout<reg=[], lane=[0, 0, 0, 0, 0], warp=[0, 0]>>
//=   %ns = nv_tileas.broadcast %n1 : tile<1x1xi32, #nv_tileas.layout<reg=[], lane=[0, 0, 0, 0, 0], warp=[0, 0]>> -> tile<4x256xi32, #nv_tileas.layout<reg=[1, 2, 512], lane=[4, 8, 16, 32, 64], warp=[128, 256]>>
//=   %starts = arith.divi %rows, %ns signed : tile<4x256xi32, #nv_tileas.layout<reg=[1, 2, 512], lane=[4, 8, 16, 32, 64], warp=[128, 256]>>
//=   %at = arith.addi %starts, %columns : tile<4x256xi32, #nv_tileas.layout<reg=[1, 2, 512], lane=[4, 8, 16, 32, 64], warp=[128, 256]>>
//=   %p1 = nv_tileas.view %p : tile<ptr<f32>> -> tile<1x1xptr<f32>, #nv_tileas.layout<reg=[], lane=[0, 0, 0, 0, 0], warp=[0, 0]>>
//=   %ps = nv_tileas.broadcast %p1 : tile<1x1xptr<f32>, #nv_tileas.layout<reg=[], lane=[0, 0, 0, 0, 0], warp=[0, 0]>> -> tile<4x256xptr<f32>, #nv_tileas.layout<reg=[1, 2, 512], lane=[4, 8, 16, 32, 64], warp=[128, 256]>>
//=   %from = arith.offset %ps, %at : tile<4x256xptr<f32>, #nv_tileas.layout<reg=[1, 2, 512], lane=[4, 8, 16, 32, 64], warp=[128, 256]>>, tile<4x256xi32, #nv_tileas.layout<reg=[1, 2, 512], lane=[4, 8, 16, 32, 64], warp=[128, 256]>> -> tile<4x256xptr<f32>, #nv_tileas.layout<reg=[1, 2, 512], lane=[4, 8, 16, 32, 64], warp=[128, 256]>>
//=   %from_0 = nv_tileas.convert_layout %from : tile<4x256xptr<f32>, #nv_tileas.layout<reg=[1, 2, 512], lane=[4, 8, 16, 32, 64], warp=[128, 256]>> -> tile<4x256xptr<f32>, #nv_tileas.layout<reg=[128, 256, 512], lane=[1, 2, 4, 8, 16], warp=[32, 64]>>
//=   %x, %u = nv_tileas.load weak %from_0 token = %t {nv_tileas.layout = #nv_tileas.layout<reg=[128, 256, 512], lane=[1, 2, 4, 8, 16], warp=[32, 64]>} : tile<4x256xptr<f32>, #nv_tileas.layout<reg=[128, 256, 512], lane=[1, 2, 4, 8, 16], warp=[32, 64]>> -> tile<4x256xf32, #nv_tileas.layout<reg=[128, 256, 512], lane=[1, 2, 4, 8, 16], warp=[32, 64]>>, token
//=   %x_0 = nv_tileas.convert_layout %x : tile<4x256xf32, #nv_tileas.layout<reg=[128, 256, 512], lane=[1, 2, 4, 8, 16], warp=[32, 64]>> -> tile<4x256xf32, #nv_tileas.layout<reg=[1, 2, 512], lane=[4, 8, 16, 32, 64], warp=[128, 256]>>
//=   %d = nv_tileas.store weak %from, %x_0 token = %u {nv_tileas.layout = #nv_tileas.layout<reg=[1, 2, 512], lane=[4, 8, 16, 32, 64], warp=[128, 256]>} : tile<4x256xptr<f32>, #nv_tileas.layout<reg=[1, 2, 512], lane=[4, 8, 16, 32, 64], warp=[128, 256]>>, tile<4x256xf32, #nv_tileas.layout<reg=[1, 2, 512], lane=[4, 8, 16, 32, 64], warp=[128, 256]>> -> token
//=   nv_tileas.return
//= }
// -----
// test: pass materialize-convert-layout
// A comparison of indices is made where the tiles are that it chooses from: nothing is converted
nv_tileas.func @k(%v: partition_view<tile=(1x1024), tensor_view<4x4096xf32, strides=[4096,1]>>, %label: tile<i32>) {
  %t = nv_tileas.create_mem_token : token
  %0 = arith.constant <i32: 0> : tile<i32>
  %x, %u = nv_tileas.tiled_load weak %v[%0, %0] token = %t {nv_tileas.layout = #nv_tileas.layout<reg=[1, 2, 512], lane=[4, 8, 16, 32, 64], warp=[128, 256]>} : partition_view<tile=(1x1024), tensor_view<4x4096xf32, strides=[4096,1]>>, tile<i32> -> tile<1x1024xf32>, token
  %i = nv_tileas.make_range : tile<1024xi32>
  %i2 = nv_tileas.view %i : tile<1024xi32> -> tile<1x1024xi32>
  %one = nv_tileas.view %label : tile<i32> -> tile<1x1xi32>
  %wanted = nv_tileas.broadcast %one : tile<1x1xi32> -> tile<1x1024xi32>
  %is = arith.cmpi equal %i2, %wanted, signed : tile<1x1024xi32> -> tile<1x1024xi1>
  %less = arith.subf %x, %x : tile<1x1024xf32>
  %y = arith.select %is, %less, %x : tile<1x1024xi1>, tile<1x1024xf32>
  %d = nv_tileas.tiled_store weak %y, %v[%0, %0] token = %u {nv_tileas.layout = #nv_tileas.layout<reg=[1, 2, 512], lane=[4, 8, 16, 32, 64], warp=[128, 256]>} : tile<1x1024xf32>, partition_view<tile=(1x1024), tensor_view<4x4096xf32, strides=[4096,1]>>, tile<i32> -> token
  nv_tileas.return
}
//= nv_tileas.func @k(%v: partition_view<tile=(1x1024), tensor_view<4x4096xf32, strides=[4096,1]>>, %label: tile<i32>) {
//=   %t = nv_tileas.create_mem_token : token
//=   %0 = arith.constant <i32: 0> : tile<i32>
//=   %x, %u = nv_tileas.tiled_load weak %v[%0, %0] token = %t {nv_tileas.layout = #nv_tileas.layout<reg=[1, 2, 512], lane=[4, 8, 16, 32, 64], warp=[128, 256]>} : partition_view<tile=(1x1024), tensor_view<4x4096xf32, strides=[4096,1]>>, tile<i32> -> tile<1x1024xf32, #nv_tileas.layout<reg=[1, 2, 512], lane=[4, 8, 16, 32, 64], warp=[128, 256]>>, token
//=   %one = nv_tileas.view %label : tile<i32> -> tile<1x1xi32, #nv_tileas.layout<reg=[], lane=[0, 0, 0, 0, 0], warp=[0, 0]>>
//=   %less = arith.subf %x, %x  : tile<1x1024xf32, #nv_tileas.layout<reg=[1, 2, 512], lane=[4, 8, 16, 32, 64], warp=[128, 256]>>
//=   %i = nv_tileas.make_range : tile<1024xi32, #nv_tileas.layout<reg=[1, 2, 512], lane=[4, 8, 16, 32, 64], warp=[128, 256]>>
//=   %i2 = nv_tileas.view %i : tile<1024xi32, #nv_tileas.layout<reg=[1, 2, 512], lane=[4, 8, 16, 32, 64], warp=[128, 256]>> -> tile<1x1024xi32, #nv_tileas.layout<reg=[1, 2, 512], lane=[4, 8, 16, 32, 64], warp=[128, 256]>>
//=   %wanted = nv_tileas.broadcast %one : tile<1x1xi32, #nv_tileas.layout<reg=[], lane=[0, 0, 0, 0, 0], warp=[0, 0]>> -> tile<1x1024xi32, #nv_tileas.layout<reg=[1, 2, 512], lane=[4, 8, 16, 32, 64], warp=[128, 256]>>
//=   %is = arith.cmpi equal %i2, %wanted, signed : tile<1x1024xi32, #nv_tileas.layout<reg=[1, 2, 512], lane=[4, 8, 16, 32, 64], warp=[128, 256]>> -> tile<1x1024xi1, #nv_tileas.layout<reg=[1, 2, 512], lane=[4, 8, 16, 32, 64], warp=[128, 256]>>
//=   %y = arith.select %is, %less, %x : tile<1x1024xi1, #nv_tileas.layout<reg=[1, 2, 512], lane=[4, 8, 16, 32, 64], warp=[128, 256]>>, tile<1x1024xf32, #nv_tileas.layout<reg=[1, 2, 512], lane=[4, 8, 16, 32, 64], warp=[128, 256]>>
//=   %d = nv_tileas.tiled_store weak %y, %v[%0, %0] token = %u {nv_tileas.layout = #nv_tileas.layout<reg=[1, 2, 512], lane=[4, 8, 16, 32, 64], warp=[128, 256]>} : tile<1x1024xf32, #nv_tileas.layout<reg=[1, 2, 512], lane=[4, 8, 16, 32, 64], warp=[128, 256]>>, partition_view<tile=(1x1024), tensor_view<4x4096xf32, strides=[4096,1]>>, tile<i32> -> token
//=   nv_tileas.return
//= }
// -----
// test: pass materialize-convert-layout
// A comparison of quotients is dear, too: it moves, for its bits are fewer than those of the tiles that it chooses of
nv_tileas.func @k(%v: partition_view<tile=(1x1024), tensor_view<4x4096xf32, strides=[4096,1]>>, %label: tile<i32>) {
  %t = nv_tileas.create_mem_token : token
  %0 = arith.constant <i32: 0> : tile<i32>
  %x, %u = nv_tileas.tiled_load weak %v[%0, %0] token = %t {nv_tileas.layout = #nv_tileas.layout<reg=[1, 2, 512], lane=[4, 8, 16, 32, 64], warp=[128, 256]>} : partition_view<tile=(1x1024), tensor_view<4x4096xf32, strides=[4096,1]>>, tile<i32> -> tile<1x1024xf32>, token
  %i = nv_tileas.make_range : tile<1024xi32>
  %i2 = nv_tileas.view %i : tile<1024xi32> -> tile<1x1024xi32>
  %one = nv_tileas.view %label : tile<i32> -> tile<1x1xi32>
  %wanted = nv_tileas.broadcast %one : tile<1x1xi32> -> tile<1x1024xi32>
  %part = arith.divi %i2, %wanted signed : tile<1x1024xi32>
  %is = arith.cmpi equal %part, %wanted, signed : tile<1x1024xi32> -> tile<1x1024xi1>
  %less = arith.subf %x, %x : tile<1x1024xf32>
  %y = arith.select %is, %less, %x : tile<1x1024xi1>, tile<1x1024xf32>
  %d = nv_tileas.tiled_store weak %y, %v[%0, %0] token = %u {nv_tileas.layout = #nv_tileas.layout<reg=[1, 2, 512], lane=[4, 8, 16, 32, 64], warp=[128, 256]>} : tile<1x1024xf32>, partition_view<tile=(1x1024), tensor_view<4x4096xf32, strides=[4096,1]>>, tile<i32> -> token
  nv_tileas.return
}
//= nv_tileas.func @k(%v: partition_view<tile=(1x1024), tensor_view<4x4096xf32, strides=[4096,1]>>, %label: tile<i32>) {
//=   %t = nv_tileas.create_mem_token : token
//=   %0 = arith.constant <i32: 0> : tile<i32>
//=   %x, %u = nv_tileas.tiled_load weak %v[%0, %0] token = %t {nv_tileas.layout = #nv_tileas.layout<reg=[1, 2, 512], lane=[4, 8, 16, 32, 64], warp=[128, 256]>} : partition_view<tile=(1x1024), tensor_view<4x4096xf32, strides=[4096,1]>>, tile<i32> -> tile<1x1024xf32, #nv_tileas.layout<reg=[1, 2, 512], lane=[4, 8, 16, 32, 64], warp=[128, 256]>>, token
//=   %i = nv_tileas.make_range : tile<1024xi32, #nv_tileas.layout<reg=[128, 256, 512], lane=[1, 2, 4, 8, 16], warp=[32, 64]>>
//=   %i2 = nv_tileas.view %i : tile<1024xi32, #nv_tileas.layout<reg=[128, 256, 512], lane=[1, 2, 4, 8, 16], warp=[32, 64]>> -> tile<1x1024xi32, #nv_tileas.layout<reg=[128, 256, 512], lane=[1, 2, 4, 8, 16], warp=[32, 64]>>
//=   %one = nv_tileas.view %label : tile<i32> -> tile<1x1xi32, #nv_tileas.layout<reg=[], lane=[0, 0, 0, 0, 0], warp=[0, 0]>>
//=   %wanted = nv_tileas.broadcast %one : tile<1x1xi32, #nv_tileas.layout<reg=[], lane=[0, 0, 0, 0, 0], warp=[0, 0]>> -> tile<1x1024xi32, #nv_tileas.layout<reg=[128, 256, 512], lane=[1, 2, 4, 8, 16], warp=[32, 64]>>
//=   %part = arith.divi %i2, %wanted signed : tile<1x1024xi32, #nv_tileas.layout<reg=[128, 256, 512], lane=[1, 2, 4, 8, 16], warp=[32, 64]>>
//=   %wanted_0 = nv_tileas.broadcast %one : tile<1x1xi32, #nv_tileas.layout<reg=[], lane=[0, 0, 0, 0, 0], warp=[0, 0]>> -> tile<1x1024xi32, #nv_tileas.layout<reg=[128, 256, 512], lane=[1, 2, 4, 8, 16], warp=[32, 64]>>
//=   %is = arith.cmpi equal %part, %wanted_0, signed : tile<1x1024xi32, #nv_tileas.layout<reg=[128, 256, 512], lane=[1, 2, 4, 8, 16], warp=[32, 64]>> -> tile<1x1024xi1, #nv_tileas.layout<reg=[128, 256, 512], lane=[1, 2, 4, 8, 16], warp=[32, 64]>>
//=   %less = arith.subf %x, %x  : tile<1x1024xf32, #nv_tileas.layout<reg=[1, 2, 512], lane=[4, 8, 16, 32, 64], warp=[128, 256]>>
//=   %is_0 = nv_tileas.convert_layout %is : tile<1x1024xi1, #nv_tileas.layout<reg=[128, 256, 512], lane=[1, 2, 4, 8, 16], warp=[32, 64]>> -> tile<1x1024xi1, #nv_tileas.layout<reg=[1, 2, 512], lane=[4, 8, 16, 32, 64], warp=[128, 256]>>
//=   %y = arith.select %is_0, %less, %x : tile<1x1024xi1, #nv_tileas.layout<reg=[1, 2, 512], lane=[4, 8, 16, 32, 64], warp=[128, 256]>>, tile<1x1024xf32, #nv_tileas.layout<reg=[1, 2, 512], lane=[4, 8, 16, 32, 64], warp=[128, 256]>>
//=   %d = nv_tileas.tiled_store weak %y, %v[%0, %0] token = %u {nv_tileas.layout = #nv_tileas.layout<reg=[1, 2, 512], lane=[4, 8, 16, 32, 64], warp=[128, 256]>} : tile<1x1024xf32, #nv_tileas.layout<reg=[1, 2, 512], lane=[4, 8, 16, 32, 64], warp=[128, 256]>>, partition_view<tile=(1x1024), tensor_view<4x4096xf32, strides=[4096,1]>>, tile<i32> -> token
//=   nv_tileas.return
//= }
// -----
// test: pass materialize-convert-layout
// A choice of two numbers by indices is made again where it is subtracted: nothing is converted
nv_tileas.func @k(%v: partition_view<tile=(1x1024), tensor_view<4x4096xf32, strides=[4096,1]>>, %label: tile<i32>, %zero: tile<f32>, %full: tile<f32>) {
  %t = nv_tileas.create_mem_token : token
  %0 = arith.constant <i32: 0> : tile<i32>
  %x, %u = nv_tileas.tiled_load weak %v[%0, %0] token = %t {nv_tileas.layout = #nv_tileas.layout<reg=[1, 2, 512], lane=[4, 8, 16, 32, 64], warp=[128, 256]>} : partition_view<tile=(1x1024), tensor_view<4x4096xf32, strides=[4096,1]>>, tile<i32> -> tile<1x1024xf32>, token
  %i = nv_tileas.make_range : tile<1024xi32>
  %i2 = nv_tileas.view %i : tile<1024xi32> -> tile<1x1024xi32>
  %one = nv_tileas.view %label : tile<i32> -> tile<1x1xi32>
  %wanted = nv_tileas.broadcast %one : tile<1x1xi32> -> tile<1x1024xi32>
  %is = arith.cmpi equal %i2, %wanted, signed : tile<1x1024xi32> -> tile<1x1024xi1>
  %zero1 = nv_tileas.view %zero : tile<f32> -> tile<1x1xf32>
  %none = nv_tileas.broadcast %zero1 : tile<1x1xf32> -> tile<1x1024xf32>
  %full1 = nv_tileas.view %full : tile<f32> -> tile<1x1xf32>
  %all = nv_tileas.broadcast %full1 : tile<1x1xf32> -> tile<1x1024xf32>
  %hit = arith.select %is, %all, %none : tile<1x1024xi1>, tile<1x1024xf32>
  %y = arith.subf %x, %hit : tile<1x1024xf32>
  %d = nv_tileas.tiled_store weak %y, %v[%0, %0] token = %u {nv_tileas.layout = #nv_tileas.layout<reg=[1, 2, 512], lane=[4, 8, 16, 32, 64], warp=[128, 256]>} : tile<1x1024xf32>, partition_view<tile=(1x1024), tensor_view<4x4096xf32, strides=[4096,1]>>, tile<i32> -> token
  nv_tileas.return
}
//= nv_tileas.func @k(%v: partition_view<tile=(1x1024), tensor_view<4x4096xf32, strides=[4096,1]>>, %label: tile<i32>, %zero: tile<f32>, %full: tile<f32>) {
//=   %t = nv_tileas.create_mem_token : token
//=   %0 = arith.constant <i32: 0> : tile<i32>
//=   %x, %u = nv_tileas.tiled_load weak %v[%0, %0] token = %t {nv_tileas.layout = #nv_tileas.layout<reg=[1, 2, 512], lane=[4, 8, 16, 32, 64], warp=[128, 256]>} : partition_view<tile=(1x1024), tensor_view<4x4096xf32, strides=[4096,1]>>, tile<i32> -> tile<1x1024xf32, #nv_tileas.layout<reg=[1, 2, 512], lane=[4, 8, 16, 32, 64], warp=[128, 256]>>, token
//=   %one = nv_tileas.view %label : tile<i32> -> tile<1x1xi32, #nv_tileas.layout<reg=[], lane=[0, 0, 0, 0, 0], warp=[0, 0]>>
//=   %zero1 = nv_tileas.view %zero : tile<f32> -> tile<1x1xf32, #nv_tileas.layout<reg=[], lane=[0, 0, 0, 0, 0], warp=[0, 0]>>
//=   %full1 = nv_tileas.view %full : tile<f32> -> tile<1x1xf32, #nv_tileas.layout<reg=[], lane=[0, 0, 0, 0, 0], warp=[0, 0]>>
//=   %i = nv_tileas.make_range : tile<1024xi32, #nv_tileas.layout<reg=[1, 2, 512], lane=[4, 8, 16, 32, 64], warp=[128, 256]>>
//=   %i2 = nv_tileas.view %i : tile<1024xi32, #nv_tileas.layout<reg=[1, 2, 512], lane=[4, 8, 16, 32, 64], warp=[128, 256]>> -> tile<1x1024xi32, #nv_tileas.layout<reg=[1, 2, 512], lane=[4, 8, 16, 32, 64], warp=[128, 256]>>
//=   %wanted = nv_tileas.broadcast %one : tile<1x1xi32, #nv_tileas.layout<reg=[], lane=[0, 0, 0, 0, 0], warp=[0, 0]>> -> tile<1x1024xi32, #nv_tileas.layout<reg=[1, 2, 512], lane=[4, 8, 16, 32, 64], warp=[128, 256]>>
//=   %is = arith.cmpi equal %i2, %wanted, signed : tile<1x1024xi32, #nv_tileas.layout<reg=[1, 2, 512], lane=[4, 8, 16, 32, 64], warp=[128, 256]>> -> tile<1x1024xi1, #nv_tileas.layout<reg=[1, 2, 512], lane=[4, 8, 16, 32, 64], warp=[128, 256]>>
//=   %all = nv_tileas.broadcast %full1 : tile<1x1xf32, #nv_tileas.layout<reg=[], lane=[0, 0, 0, 0, 0], warp=[0, 0]>> -> tile<1x1024xf32, #nv_tileas.layout<reg=[1, 2, 512], lane=[4, 8, 16, 32, 64], warp=[128, 256]>>
//=   %none = nv_tileas.broadcast %zero1 : tile<1x1xf32, #nv_tileas.layout<reg=[], lane=[0, 0, 0, 0, 0], warp=[0, 0]>> -> tile<1x1024xf32, #nv_tileas.layout<reg=[1, 2, 512], lane=[4, 8, 16, 32, 64], warp=[128, 256]>>
//=   %hit = arith.select %is, %all, %none : tile<1x1024xi1, #nv_tileas.layout<reg=[1, 2, 512], lane=[4, 8, 16, 32, 64], warp=[128, 256]>>, tile<1x1024xf32, #nv_tileas.layout<reg=[1, 2, 512], lane=[4, 8, 16, 32, 64], warp=[128, 256]>>
//=   %y = arith.subf %x, %hit  : tile<1x1024xf32, #nv_tileas.layout<reg=[1, 2, 512], lane=[4, 8, 16, 32, 64], warp=[128, 256]>>
//=   %d = nv_tileas.tiled_store weak %y, %v[%0, %0] token = %u {nv_tileas.layout = #nv_tileas.layout<reg=[1, 2, 512], lane=[4, 8, 16, 32, 64], warp=[128, 256]>} : tile<1x1024xf32, #nv_tileas.layout<reg=[1, 2, 512], lane=[4, 8, 16, 32, 64], warp=[128, 256]>>, partition_view<tile=(1x1024), tensor_view<4x4096xf32, strides=[4096,1]>>, tile<i32> -> token
//=   nv_tileas.return
//= }
// -----
// test: pass materialize-convert-layout
// A choice by quotients of indices is not: it is converted
nv_tileas.func @k(%v: partition_view<tile=(1x1024), tensor_view<4x4096xf32, strides=[4096,1]>>, %label: tile<i32>, %zero: tile<f32>, %full: tile<f32>) {
  %t = nv_tileas.create_mem_token : token
  %0 = arith.constant <i32: 0> : tile<i32>
  %x, %u = nv_tileas.tiled_load weak %v[%0, %0] token = %t {nv_tileas.layout = #nv_tileas.layout<reg=[1, 2, 512], lane=[4, 8, 16, 32, 64], warp=[128, 256]>} : partition_view<tile=(1x1024), tensor_view<4x4096xf32, strides=[4096,1]>>, tile<i32> -> tile<1x1024xf32>, token
  %i = nv_tileas.make_range : tile<1024xi32>
  %i2 = nv_tileas.view %i : tile<1024xi32> -> tile<1x1024xi32>
  %one = nv_tileas.view %label : tile<i32> -> tile<1x1xi32>
  %wanted = nv_tileas.broadcast %one : tile<1x1xi32> -> tile<1x1024xi32>
  %part = arith.divi %i2, %wanted signed : tile<1x1024xi32>
  %is = arith.cmpi equal %part, %wanted, signed : tile<1x1024xi32> -> tile<1x1024xi1>
  %zero1 = nv_tileas.view %zero : tile<f32> -> tile<1x1xf32>
  %none = nv_tileas.broadcast %zero1 : tile<1x1xf32> -> tile<1x1024xf32>
  %full1 = nv_tileas.view %full : tile<f32> -> tile<1x1xf32>
  %all = nv_tileas.broadcast %full1 : tile<1x1xf32> -> tile<1x1024xf32>
  %hit = arith.select %is, %all, %none : tile<1x1024xi1>, tile<1x1024xf32>
  %y = arith.subf %x, %hit : tile<1x1024xf32>
  %d = nv_tileas.tiled_store weak %y, %v[%0, %0] token = %u {nv_tileas.layout = #nv_tileas.layout<reg=[1, 2, 512], lane=[4, 8, 16, 32, 64], warp=[128, 256]>} : tile<1x1024xf32>, partition_view<tile=(1x1024), tensor_view<4x4096xf32, strides=[4096,1]>>, tile<i32> -> token
  nv_tileas.return
}
//= nv_tileas.func @k(%v: partition_view<tile=(1x1024), tensor_view<4x4096xf32, strides=[4096,1]>>, %label: tile<i32>, %zero: tile<f32>, %full: tile<f32>) {
//=   %t = nv_tileas.create_mem_token : token
//=   %0 = arith.constant <i32: 0> : tile<i32>
//=   %x, %u = nv_tileas.tiled_load weak %v[%0, %0] token = %t {nv_tileas.layout = #nv_tileas.layout<reg=[1, 2, 512], lane=[4, 8, 16, 32, 64], warp=[128, 256]>} : partition_view<tile=(1x1024), tensor_view<4x4096xf32, strides=[4096,1]>>, tile<i32> -> tile<1x1024xf32, #nv_tileas.layout<reg=[1, 2, 512], lane=[4, 8, 16, 32, 64], warp=[128, 256]>>, token
//=   %i = nv_tileas.make_range : tile<1024xi32, #nv_tileas.layout<reg=[128, 256, 512], lane=[1, 2, 4, 8, 16], warp=[32, 64]>>
//=   %i2 = nv_tileas.view %i : tile<1024xi32, #nv_tileas.layout<reg=[128, 256, 512], lane=[1, 2, 4, 8, 16], warp=[32, 64]>> -> tile<1x1024xi32, #nv_tileas.layout<reg=[128, 256, 512], lane=[1, 2, 4, 8, 16], warp=[32, 64]>>
//=   %one = nv_tileas.view %label : tile<i32> -> tile<1x1xi32, #nv_tileas.layout<reg=[], lane=[0, 0, 0, 0, 0], warp=[0, 0]>>
//=   %wanted = nv_tileas.broadcast %one : tile<1x1xi32, #nv_tileas.layout<reg=[], lane=[0, 0, 0, 0, 0], warp=[0, 0]>> -> tile<1x1024xi32, #nv_tileas.layout<reg=[128, 256, 512], lane=[1, 2, 4, 8, 16], warp=[32, 64]>>
//=   %part = arith.divi %i2, %wanted signed : tile<1x1024xi32, #nv_tileas.layout<reg=[128, 256, 512], lane=[1, 2, 4, 8, 16], warp=[32, 64]>>
//=   %wanted_0 = nv_tileas.broadcast %one : tile<1x1xi32, #nv_tileas.layout<reg=[], lane=[0, 0, 0, 0, 0], warp=[0, 0]>> -> tile<1x1024xi32, #nv_tileas.layout<reg=[128, 256, 512], lane=[1, 2, 4, 8, 16], warp=[32, 64]>>
//=   %is = arith.cmpi equal %part, %wanted_0, signed : tile<1x1024xi32, #nv_tileas.layout<reg=[128, 256, 512], lane=[1, 2, 4, 8, 16], warp=[32, 64]>> -> tile<1x1024xi1, #nv_tileas.layout<reg=[128, 256, 512], lane=[1, 2, 4, 8, 16], warp=[32, 64]>>
//=   %zero1 = nv_tileas.view %zero : tile<f32> -> tile<1x1xf32, #nv_tileas.layout<reg=[], lane=[0, 0, 0, 0, 0], warp=[0, 0]>>
//=   %full1 = nv_tileas.view %full : tile<f32> -> tile<1x1xf32, #nv_tileas.layout<reg=[], lane=[0, 0, 0, 0, 0], warp=[0, 0]>>
//=   %all = nv_tileas.broadcast %full1 : tile<1x1xf32, #nv_tileas.layout<reg=[], lane=[0, 0, 0, 0, 0], warp=[0, 0]>> -> tile<1x1024xf32, #nv_tileas.layout<reg=[128, 256, 512], lane=[1, 2, 4, 8, 16], warp=[32, 64]>>
//=   %none = nv_tileas.broadcast %zero1 : tile<1x1xf32, #nv_tileas.layout<reg=[], lane=[0, 0, 0, 0, 0], warp=[0, 0]>> -> tile<1x1024xf32, #nv_tileas.layout<reg=[128, 256, 512], lane=[1, 2, 4, 8, 16], warp=[32, 64]>>
//=   %hit = arith.select %is, %all, %none : tile<1x1024xi1, #nv_tileas.layout<reg=[128, 256, 512], lane=[1, 2, 4, 8, 16], warp=[32, 64]>>, tile<1x1024xf32, #nv_tileas.layout<reg=[128, 256, 512], lane=[1, 2, 4, 8, 16], warp=[32, 64]>>
//=   %hit_0 = nv_tileas.convert_layout %hit : tile<1x1024xf32, #nv_tileas.layout<reg=[128, 256, 512], lane=[1, 2, 4, 8, 16], warp=[32, 64]>> -> tile<1x1024xf32, #nv_tileas.layout<reg=[1, 2, 512], lane=[4, 8, 16, 32, 64], warp=[128, 256]>>
//=   %y = arith.subf %x, %hit_0  : tile<1x1024xf32, #nv_tileas.layout<reg=[1, 2, 512], lane=[4, 8, 16, 32, 64], warp=[128, 256]>>
//=   %d = nv_tileas.tiled_store weak %y, %v[%0, %0] token = %u {nv_tileas.layout = #nv_tileas.layout<reg=[1, 2, 512], lane=[4, 8, 16, 32, 64], warp=[128, 256]>} : tile<1x1024xf32, #nv_tileas.layout<reg=[1, 2, 512], lane=[4, 8, 16, 32, 64], warp=[128, 256]>>, partition_view<tile=(1x1024), tensor_view<4x4096xf32, strides=[4096,1]>>, tile<i32> -> token
//=   nv_tileas.return
//= }
