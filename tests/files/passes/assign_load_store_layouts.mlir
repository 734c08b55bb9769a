// test: pass assign-load-store-layouts
// Lanes take neighbours in memory: along a row where matrices lie by rows, down a column where they lie by columns
nv_tileas.func @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>) {
  %zero = arith.constant <i32: 0> : tile<i32>
  %p16 = nv_tileas.assume div_by<16>, %p : tile<ptr<f32>>
  %a = nv_tileas.make_memref %p16, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xf32, strides=[64,1]>
  %b = nv_tileas.make_memref %q, shape = [64, 64], strides = [1, 64] : tensor_view<64x64xf32, strides=[1,64]>
  %va = nv_tileas.make_tiled_view %a : partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>
  %vb = nv_tileas.make_tiled_view %b : partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[1,64]>>
  %x, %t = nv_tileas.tiled_load weak %va[%zero, %zero] : partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>, tile<i32> -> tile<64x64xf32>, token
  %u = nv_tileas.tiled_store weak %x, %vb[%zero, %zero] : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[1,64]>>, tile<i32> -> token
  nv_tileas.return
}
//= nv_tileas.func @k(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>) {
//=   %zero = arith.constant <i32: 0> : tile<i32>
//=   %p16 = nv_tileas.assume div_by<16>, %p : tile<ptr<f32>>
//=   %a = nv_tileas.make_memref %p16, shape = [64, 64], strides = [64, 1] : tensor_view<64x64xf32, strides=[64,1]>
//=   %b = nv_tileas.make_memref %q, shape = [64, 64], strides = [1, 64] : tensor_view<64x64xf32, strides=[1,64]>
//=   %va = nv_tileas.make_tiled_view %a : partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>
//=   %vb = nv_tileas.make_tiled_view %b : partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[1,64]>>
//=   %x, %t = nv_tileas.tiled_load weak %va[%zero, %zero] {nv_tileas.layout = #nv_tileas.layout<reg=[1, 2, 512, 1024, 2048], lane=[4, 8, 16, 32, 64], warp=[128, 256]>} : partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[64,1]>>, tile<i32> -> tile<64x64xf32>, token
//=   %u = nv_tileas.tiled_store weak %x, %vb[%zero, %zero] {nv_tileas.layout = #nv_tileas.layout<reg=[2, 4, 8, 16, 32], lane=[64, 128, 256, 512, 1024], warp=[2048, 1]>} : tile<64x64xf32>, partition_view<tile=(64x64), tensor_view<64x64xf32, strides=[1,64]>>, tile<i32> -> token
//=   nv_tileas.return
//= }
// -----
// test: pass assign-load-store-layouts
// Nothing is loaded or stored
nv_tileas.func @k(%n: tile<i32>) {
  nv_tileas.return
}
//= nv_tileas.func @k(%n: tile<i32>) {
//=   nv_tileas.return
//= }
