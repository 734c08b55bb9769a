// test: ir
%slot = arith.constant <i32: 0> : i32
%a = nv_tileas.alloc_tensor swizzle = 64b : !nv_tileas.buffer<2x16x32xf16>
%b = nv_tileas.alloc_tensor swizzle = 32b : !nv_tileas.buffer<2x32x16xf16>
%words = arith.constant <i32: 0> : tile<16x16xi32>
nv_tileas.iterations %slot to %slot, step %slot
nv_tileas.staged_store %words, %a[%slot] along 1 : tile<16x16xi32>, !nv_tileas.buffer<2x16x32xf16>
%l = nv_tileas.fragment_load %a[%slot] lhs k : !nv_tileas.buffer<2x16x32xf16> -> tile<16x16xi32>
%r = nv_tileas.fragment_load %b[%slot] rhs mn : !nv_tileas.buffer<2x32x16xf16> -> tile<16x16xi32>
%held = nv_tileas.fragments %l : tile<16x16xi32> -> tile<16x32xf16>
//= %slot = arith.constant <i32: 0> : i32
//= %a = nv_tileas.alloc_tensor swizzle = 64b : !nv_tileas.buffer<2x16x32xf16>
//= %b = nv_tileas.alloc_tensor swizzle = 32b : !nv_tileas.buffer<2x32x16xf16>
//= %words = arith.constant <i32: 0> : tile<16x16xi32>
//= nv_tileas.iterations %slot to %slot, step %slot
//= nv_tileas.staged_store %words, %a[%slot] along 1 : tile<16x16xi32>, !nv_tileas.buffer<2x16x32xf16>
//= %l = nv_tileas.fragment_load %a[%slot] lhs k : !nv_tileas.buffer<2x16x32xf16> -> tile<16x16xi32>
//= %r = nv_tileas.fragment_load %b[%slot] rhs mn : !nv_tileas.buffer<2x32x16xf16> -> tile<16x16xi32>
//= %held = nv_tileas.fragments %l : tile<16x16xi32> -> tile<16x32xf16>
// -----
// test: ir
// Half the words.
%slot = arith.constant <i32: 0> : i32
%buffer = nv_tileas.alloc_tensor swizzle = 64b : !nv_tileas.buffer<2x16x32xf16>
%words = arith.constant <i32: 0> : tile<16x8xi32>
nv_tileas.staged_store %words, %buffer[%slot] along 1 : tile<16x8xi32>, !nv_tileas.buffer<2x16x32xf16>
//= 6:1 error[verify.rule]: `staged_store`: expected 1024 bytes in words of `i32`, found `tile<16x8xi32>`
// -----
// test: ir
// Elements are no words.
%slot = arith.constant <i32: 0> : i32
%buffer = nv_tileas.alloc_tensor swizzle = 64b : !nv_tileas.buffer<2x16x32xf16>
%elements = arith.constant <f16: 0.0> : tile<16x32xf16>
nv_tileas.staged_store %elements, %buffer[%slot] along 1 : tile<16x32xf16>, !nv_tileas.buffer<2x16x32xf16>
//= 6:1 error[verify.rule]: `staged_store`: expected 1024 bytes in words of `i32`, found `tile<16x32xf16>`
// -----
// test: ir
// Words of 32 bits, not floats.
%slot = arith.constant <i32: 0> : i32
%buffer = nv_tileas.alloc_tensor swizzle = 64b : !nv_tileas.buffer<2x16x32xf16>
%l = nv_tileas.fragment_load %buffer[%slot] lhs k : !nv_tileas.buffer<2x16x32xf16> -> tile<16x16xf32>
//= 5:1 error[verify.rule]: `fragment_load`: expected 1024 bytes in words of `i32`, found `tile<16x16xf32>`
// -----
// test: ir
// Neither side.
%slot = arith.constant <i32: 0> : i32
%buffer = nv_tileas.alloc_tensor swizzle = 64b : !nv_tileas.buffer<2x16x32xf16>
%l = nv_tileas.fragment_load %buffer[%slot] middle k : !nv_tileas.buffer<2x16x32xf16> -> tile<16x16xi32>
//= 5:45 error[verify.attribute]: `side` must be one of `lhs`, `rhs`, not `middle`
// -----
// test: ir
// Words of another operand.
%l = arith.constant <i32: 0> : tile<16x16xi32>
%held = nv_tileas.fragments %l : tile<16x16xi32> -> tile<16x16xf16>
//= 4:1 error[verify.rule]: `fragments`: expected 512 bytes in words of `i32`, found `tile<16x16xi32>`
// -----
// test: ir
// A loop between tiles.
%slot = arith.constant <i32: 0> : i32
%buffer = nv_tileas.alloc_tensor swizzle = 64b : !nv_tileas.buffer<2x16x32xf16>
%words = arith.constant <i32: 0> : tile<16x16xi32>
nv_tileas.iterations %words to %words, step %words
//= 6:1 error[verify.type]: `iterations`: `lower` must be an integer scalar such as `tile<i32>`, but has type `tile<16x16xi32>`
//= 6:1 error[verify.type]: `iterations`: `upper` must be an integer scalar such as `tile<i32>`, but has type `tile<16x16xi32>`
//= 6:1 error[verify.type]: `iterations`: `step` must be an integer scalar such as `tile<i32>`, but has type `tile<16x16xi32>`
// -----
// test: ir
// The layouts of a tile in registers and in a buffer
nv_tileas.func @k(%t: tile<64x64xf16>) {
  %0 = nv_tileas.alloc_tensor swizzle = 128b {nv_tileas.layout = #nv_tileas.boxes<count=2, rows=64, swizzle=64>} : !nv_tileas.buffer<1x64x64xf16>
  %1 = nv_tileas.alloc_tensor swizzle = 128b {nv_tileas.layout = #nv_tileas.layout<reg=[1], lane=[2, 4], warp=[]>} : !nv_tileas.buffer<1x64x64xf16>
  nv_tileas.return
}
//= nv_tileas.func @k(%t: tile<64x64xf16>) {
//=   %0 = nv_tileas.alloc_tensor swizzle = 128b {nv_tileas.layout = #nv_tileas.boxes<count=2, rows=64, swizzle=64>} : !nv_tileas.buffer<1x64x64xf16>
//=   %1 = nv_tileas.alloc_tensor swizzle = 128b {nv_tileas.layout = #nv_tileas.layout<reg=[1], lane=[2, 4], warp=[]>} : !nv_tileas.buffer<1x64x64xf16>
//=   nv_tileas.return
//= }
// -----
// test: ir
// A layout of boxes has three numbers
nv_tileas.func @k(%t: tile<64x64xf16>) {
  %0 = nv_tileas.alloc_tensor swizzle = 128b {nv_tileas.layout = #nv_tileas.boxes<count=2, swizzle=64>} : !nv_tileas.buffer<1x64x64xf16>
  nv_tileas.return
}
//= 4:92 error[parse]: expected `rows`, found `swizzle`
// -----
// test: ir
// Tiles that threads read from slots and write to them.
%slot = arith.constant <i32: 0> : i32
%a = nv_tileas.alloc_tensor swizzle = 64b : !nv_tileas.buffer<2x16x32xf16>
%tile = nv_tileas.slot_read %a[%slot] along 1 : !nv_tileas.buffer<2x16x32xf16> -> tile<16x32xf16>
nv_tileas.slot_write %tile, %a[%slot] along 0 : tile<16x32xf16>, !nv_tileas.buffer<2x16x32xf16>
nv_tileas.slot_write %tile, %a[%slot] along 1 copied : tile<16x32xf16>, !nv_tileas.buffer<2x16x32xf16>
//= %slot = arith.constant <i32: 0> : i32
//= %a = nv_tileas.alloc_tensor swizzle = 64b : !nv_tileas.buffer<2x16x32xf16>
//= %tile = nv_tileas.slot_read %a[%slot] along 1 : !nv_tileas.buffer<2x16x32xf16> -> tile<16x32xf16>
//= nv_tileas.slot_write %tile, %a[%slot] along 0 : tile<16x32xf16>, !nv_tileas.buffer<2x16x32xf16>
//= nv_tileas.slot_write %tile, %a[%slot] along 1 copied : tile<16x32xf16>, !nv_tileas.buffer<2x16x32xf16>
// -----
// test: ir
// Rows along a dimension that there is not.
%slot = arith.constant <i32: 0> : i32
%a = nv_tileas.alloc_tensor swizzle = 64b : !nv_tileas.buffer<2x16x32xf16>
%tile = nv_tileas.slot_read %a[%slot] along 2 : !nv_tileas.buffer<2x16x32xf16> -> tile<16x32xf16>
//= 5:1 error[verify.rule]: `slot_read`: a tile of [16, 32] has no rows along dimension 2
// -----
// test: ir
// A tile of other elements than the buffer.
%slot = arith.constant <i32: 0> : i32
%a = nv_tileas.alloc_tensor swizzle = 64b : !nv_tileas.buffer<2x16x32xf16>
%tile = arith.constant <f32: 0.0> : tile<16x32xf32>
nv_tileas.slot_write %tile, %a[%slot] along 1 : tile<16x32xf32>, !nv_tileas.buffer<2x16x32xf16>
//= 6:1 error[verify.rule]: `slot_write`: a tile of type `tile<16x32xf32>` does not fit a buffer of `[16, 32]`
