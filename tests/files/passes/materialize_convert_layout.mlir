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
