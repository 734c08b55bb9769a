// test: ir
%s = nv_tileas.tensor.buffer : !nv_tileas.buffer<2x64x64xf32>
%p = nv_tileas.tensor.over %s : !nv_tileas.buffer<2x64x64xf32> -> !nv_tileas.buffer<2x64x64xf16>
//= %s = nv_tileas.tensor.buffer  : !nv_tileas.buffer<2x64x64xf32>
//= %p = nv_tileas.tensor.over %s : !nv_tileas.buffer<2x64x64xf32> -> !nv_tileas.buffer<2x64x64xf16>
// -----
// test: ir
%s = nv_tileas.tensor.buffer : !nv_tileas.buffer<2x64x64xf16>
%slots = nv_tileas.tensor.over %s : !nv_tileas.buffer<2x64x64xf16> -> !nv_tileas.buffer<3x64x64xf16>
%tile = nv_tileas.tensor.over %s : !nv_tileas.buffer<2x64x64xf16> -> !nv_tileas.buffer<2x64x32xf16>
%wide = nv_tileas.tensor.over %s : !nv_tileas.buffer<2x64x64xf16> -> !nv_tileas.buffer<2x64x64xf32>
//= 3:1 error[verify.rule]: `tensor.over`: a buffer has as many slots as the one that it lies over, and tiles of as many elements, which are no wider
//= 4:1 error[verify.rule]: `tensor.over`: a buffer has as many slots as the one that it lies over, and tiles of as many elements, which are no wider
//= 5:1 error[verify.rule]: `tensor.over`: a buffer has as many slots as the one that it lies over, and tiles of as many elements, which are no wider
