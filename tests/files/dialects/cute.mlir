// test: ir
nv_tileas.func @atoms(%p: ptr<f16>, %n: i32) {
  %copy = cute.make_copy_atom ldsm : !cute.copy_atom {bits = 128}
  %bulk = cute.make_copy_atom tma_load : !cute.copy_atom {bits = 65536}
  %mma = cute.make_mma_atom sm90 [64, 128, 16] : !cute.mma_atom
  %fma = cute.make_mma_atom universal_fma [1, 1, 1] : !cute.mma_atom
  %desc = cute_nvgpu.make_tma_descriptor %p box = [128, 64] : ptr<f16> -> !cute_nvgpu.tma_descriptor {element_bits = 16}
  cute_nvgpu.prefetch_tma_desc %desc
  %m = cute_nvgpu.grid_constant %n : i32
  %u = cute_nvgpu.arch.make_warp_uniform %m : i32
}
//= nv_tileas.func @atoms(%p: ptr<f16>, %n: i32) {
//=   %copy = cute.make_copy_atom ldsm {bits = 128} : !cute.copy_atom
//=   %bulk = cute.make_copy_atom tma_load {bits = 65536} : !cute.copy_atom
//=   %mma = cute.make_mma_atom sm90 [64, 128, 16] : !cute.mma_atom
//=   %fma = cute.make_mma_atom universal_fma [1, 1, 1] : !cute.mma_atom
//=   %desc = cute_nvgpu.make_tma_descriptor %p box = [128, 64] {element_bits = 16} : ptr<f16> -> !cute_nvgpu.tma_descriptor
//=   cute_nvgpu.prefetch_tma_desc %desc
//=   %m = cute_nvgpu.grid_constant %n : i32
//=   %u = cute_nvgpu.arch.make_warp_uniform %m : i32
//= }
// -----
// test: ir
nv_tileas.func @atoms(%p: ptr<f16>, %n: i64) {
  %copy = cute.make_copy_atom ldsm : !cute.copy_atom {bits = 256}
  %bulk = cute.make_copy_atom tma_load : !cute.copy_atom {bits = 100}
  %mma = cute.make_mma_atom sm90 [64, 300, 16] : !cute.mma_atom
  %fma = cute.make_mma_atom sm80 [16, 16, 16] : !cute.mma_atom
  %desc = cute_nvgpu.make_tma_descriptor %p box = [512, 64] : ptr<f16> -> !cute_nvgpu.tma_descriptor {element_bits = 16}
  %row = cute_nvgpu.make_tma_descriptor %p box = [128, 4] : ptr<f16> -> !cute_nvgpu.tma_descriptor {element_bits = 16}
  %u = cute_nvgpu.arch.make_warp_uniform %n : i64
}
//= 3:3 error[verify.rule]: `make_copy_atom`: `ldsm` does not copy 256 bits as one step
//=   help: it copies 32, 64, 128
//= 4:3 error[verify.rule]: `make_copy_atom`: `tma_load` does not copy 100 bits as one step
//=   help: it copies 128
//= 5:3 error[verify.rule]: `make_mma_atom`: `sm90` has no product of [64, 300, 16]
//=   note: `universal_fma` is 1x1x1; `sm80` 16x8 by k; `sm90` 64 by n by k with n a multiple of 8 up to 256
//= 6:3 error[verify.rule]: `make_mma_atom`: `sm80` has no product of [16, 16, 16]
//=   note: `universal_fma` is 1x1x1; `sm80` 16x8 by k; `sm90` 64 by n by k with n a multiple of 8 up to 256
//= 7:3 error[verify.rule]: `make_tma_descriptor`: a box of [512, 64] cannot be copied
//=   note: TMA takes 1 to 5 dimensions, each of 1 to 256 elements
//= 8:3 error[verify.rule]: `make_tma_descriptor`: rows of 64 bits are not whole units of 16 bytes
//= 9:3 error[verify.rule]: `arch.make_warp_uniform`: a warp broadcasts 32 bits, not `i64`
// -----
// test: ir
// Copies and products that the machine does beside its threads
nv_tileas.func @k(%view: partition_view<tile=(16x16), tensor_view<64x64xf16, strides=[64,1]>>, %i: i32, %barrier: i32, %acc: tile<16x16xf32>, %words: tile<16x8x1xi32>) {
  %a = nv_tileas.alloc_tensor : !nv_tileas.buffer<2x16x16xf16>
  cute_nvgpu.tma_load %view[%i, %i], %a[%i], %barrier descriptor = 0 : partition_view<tile=(16x16), tensor_view<64x64xf16, strides=[64,1]>>, !nv_tileas.buffer<2x16x16xf16>, i32
  cute_nvgpu.simt_async_copy %view[%i, %i], %a[%i] : partition_view<tile=(16x16), tensor_view<64x64xf16, strides=[64,1]>>, !nv_tileas.buffer<2x16x16xf16>, i32
  %b = cute_nvgpu.async_mma %a[%i] k, %a[%i] mn, %acc : !nv_tileas.buffer<2x16x16xf16>, !nv_tileas.buffer<2x16x16xf16>, tile<16x16xf32>
  %c = cute_nvgpu.async_word_mma %words, %a[%i] mn, %b : tile<16x8x1xi32>, !nv_tileas.buffer<2x16x16xf16>, tile<16x16xf32>
}
//= nv_tileas.func @k(%view: partition_view<tile=(16x16), tensor_view<64x64xf16, strides=[64,1]>>, %i: i32, %barrier: i32, %acc: tile<16x16xf32>, %words: tile<16x8x1xi32>) {
//=   %a = nv_tileas.alloc_tensor  : !nv_tileas.buffer<2x16x16xf16>
//=   cute_nvgpu.tma_load %view[%i, %i], %a[%i], %barrier descriptor = 0 : partition_view<tile=(16x16), tensor_view<64x64xf16, strides=[64,1]>>, !nv_tileas.buffer<2x16x16xf16>, i32
//=   cute_nvgpu.simt_async_copy %view[%i, %i], %a[%i] : partition_view<tile=(16x16), tensor_view<64x64xf16, strides=[64,1]>>, !nv_tileas.buffer<2x16x16xf16>, i32
//=   %b = cute_nvgpu.async_mma %a[%i] k, %a[%i] mn, %acc : !nv_tileas.buffer<2x16x16xf16>, !nv_tileas.buffer<2x16x16xf16>, tile<16x16xf32>
//=   %c = cute_nvgpu.async_word_mma %words, %a[%i] mn, %b : tile<16x8x1xi32>, !nv_tileas.buffer<2x16x16xf16>, tile<16x16xf32>
//= }
// -----
// test: ir
nv_tileas.func @k(%view: partition_view<tile=(16x16), tensor_view<64x64xf16, strides=[64,1]>>, %i: i32, %acc: tile<16x16xf32>, %words: tile<16x8x1xi32>) {
  %a = nv_tileas.alloc_tensor : !nv_tileas.buffer<2x16x32xf16>
  %b = nv_tileas.alloc_tensor : !nv_tileas.buffer<2x16x16xf32>
  cute_nvgpu.tma_load %view[%i, %i], %a[%i], %i : partition_view<tile=(16x16), tensor_view<64x64xf16, strides=[64,1]>>, !nv_tileas.buffer<2x16x32xf16>, i32
  cute_nvgpu.simt_async_copy %view[%i, %i], %a[%i] : partition_view<tile=(16x16), tensor_view<64x64xf16, strides=[64,1]>>, !nv_tileas.buffer<2x16x32xf16>, i32
  %c = cute_nvgpu.async_mma %a[%i] k, %b[%i] mn, %acc : !nv_tileas.buffer<2x16x32xf16>, !nv_tileas.buffer<2x16x16xf32>, tile<16x16xf32>
  %d = cute_nvgpu.async_word_mma %words, %acc[%i] mn, %acc : tile<16x8x1xi32>, tile<16x16xf32>, tile<16x16xf32>
}
//= 5:3 error[verify.rule]: `tma_load`: a tile of [16, 16] at 2 indices does not fit a buffer of [16, 32]
//= 6:3 error[verify.rule]: `simt_async_copy`: a tile of [16, 16] at 2 indices does not fit a buffer of [16, 32]
//= 7:3 error[verify.rule]: `async_mma`: the operands of a product differ in width
//= 8:3 error[verify.rule]: `async_word_mma`: expected a buffer, found a value of type `tile<16x16xf32>`
