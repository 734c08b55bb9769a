// Two waits for groups of one kind: the later one waits for both.
nv_tileas.func @waits(%s: i32, %c: tile<64x64xf32>) {
  %buffer = nv_tileas.alloc_tensor : !nv_tileas.buffer<2x64x64xf16>
  %a = nv_tileas.async.dot %buffer[%s] k, %buffer[%s] mn, %c : !nv_tileas.buffer<2x64x64xf16>, !nv_tileas.buffer<2x64x64xf16>, tile<64x64xf32>
  %b = nv_tileas.async.dot %buffer[%s] k, %buffer[%s] mn, %a : !nv_tileas.buffer<2x64x64xf16>, !nv_tileas.buffer<2x64x64xf16>, tile<64x64xf32>
  %x = nv_tileas.async.to_async %a : tile<64x64xf32> -> !nv_tileas.async_token
  %y = nv_tileas.async.to_async %b : tile<64x64xf32> -> !nv_tileas.async_token
  nv_tileas.async.wait %x
  nv_tileas.async.wait %y
}
