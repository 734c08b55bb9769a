// test: pass assign-buffers
// A ring of two buffers: tiles at the period of the swizzle, then barriers; pipe and mutex are bound
nv_tileas.func @k(%i: tile<i32>) {
  %pipe = cutlass.pipeline.create {numStages = 3, num_producers = 1, num_consumers = 4}
  %a = nv_tileas.alloc_tensor : !nv_tileas.buffer<3x16x16xf16>
  %b = nv_tileas.alloc_tensor : !nv_tileas.buffer<3x64x64xf16>
  %turn = nv_tileas.create_mutex stage = 0 order = 0 : !nv_tileas.mutex<barrier = 2>
  %tiles = nv_tileas.create_pipe of %a, %b : !nv_tileas.buffer<3x16x16xf16>, !nv_tileas.buffer<3x64x64xf16> : !nv_tileas.pipe<depth = 3, slot_bytes = 8704, smem>
  %x = nv_tileas.local_load %a[%i] : !nv_tileas.buffer<3x16x16xf16> -> tile<16x16xf16>
  %y = nv_tileas.local_load %b[%i] : !nv_tileas.buffer<3x64x64xf16> -> tile<64x64xf16>
  nv_tileas.return
}
//= nv_tileas.func @k(%i: tile<i32>) {
//=   %pipe = cutlass.pipeline.create {numStages = 3, num_producers = 1, num_consumers = 4, offset = 27648}
//=   %a = nv_tileas.alloc_tensor  offset = 0 : !nv_tileas.buffer<3x16x16xf16>
//=   %b = nv_tileas.alloc_tensor  offset = 3072 : !nv_tileas.buffer<3x64x64xf16>
//=   %x = nv_tileas.local_load %a[%i] : !nv_tileas.buffer<3x16x16xf16> -> tile<16x16xf16>
//=   %y = nv_tileas.local_load %b[%i] : !nv_tileas.buffer<3x64x64xf16> -> tile<64x64xf16>
//=   nv_tileas.return
//= }
//=      0 to   3072: %a, 16x16 of f16, aligned to 1024, lines 9 to 9, at the peak
//=   3072 to  27648: %b, 64x64 of f16, aligned to 1024, lines 10 to 10, at the peak
//=  27648 to  27696: barriers, a full and an empty mbarrier for each stage, aligned to 16, at the peak
// -----
// test: pass assign-buffers
// The third lies over the first, which nobody touches after the barrier; the second is in use all the while
nv_tileas.func @k(%i: tile<i32>) {
  %a = nv_tileas.alloc_tensor : !nv_tileas.buffer<1x64x64xf16>
  %b = nv_tileas.alloc_tensor : !nv_tileas.buffer<1x16x16xf16>
  %c = nv_tileas.alloc_tensor : !nv_tileas.buffer<1x32x64xf16>
  %x = nv_tileas.local_load %b[%i] : !nv_tileas.buffer<1x16x16xf16> -> tile<16x16xf16>
  %y = nv_tileas.local_load %a[%i] : !nv_tileas.buffer<1x64x64xf16> -> tile<64x64xf16>
  nvvm.barrier
  %z = nv_tileas.local_load %c[%i] : !nv_tileas.buffer<1x32x64xf16> -> tile<32x64xf16>
  nv_tileas.local_store %x, %b[%i] : tile<16x16xf16>, !nv_tileas.buffer<1x16x16xf16>
  nv_tileas.return
}
//= nv_tileas.func @k(%i: tile<i32>) {
//=   %a = nv_tileas.alloc_tensor  offset = 0 : !nv_tileas.buffer<1x64x64xf16>
//=   %b = nv_tileas.alloc_tensor  offset = 8192 : !nv_tileas.buffer<1x16x16xf16>
//=   %c = nv_tileas.alloc_tensor  offset = 0 : !nv_tileas.buffer<1x32x64xf16>
//=   %x = nv_tileas.local_load %b[%i] : !nv_tileas.buffer<1x16x16xf16> -> tile<16x16xf16>
//=   %y = nv_tileas.local_load %a[%i] : !nv_tileas.buffer<1x64x64xf16> -> tile<64x64xf16>
//=   nvvm.barrier
//=   %z = nv_tileas.local_load %c[%i] : !nv_tileas.buffer<1x32x64xf16> -> tile<32x64xf16>
//=   nv_tileas.local_store %x, %b[%i] : tile<16x16xf16>, !nv_tileas.buffer<1x16x16xf16>
//=   nv_tileas.return
//= }
//=      0 to   8192: %a, 64x64 of f16, aligned to 1024, lines 8 to 8, shares with %c, at the peak
//=   8192 to   9216: %b, 16x16 of f16, aligned to 1024, lines 7 to 11, at the peak
//=      0 to   4096: %c, 32x64 of f16, aligned to 1024, lines 10 to 10, shares with %a
// -----
// test: pass assign-buffers
// Without a barrier, some thread may still be at the first: nothing is shared
nv_tileas.func @k(%i: tile<i32>) {
  %a = nv_tileas.alloc_tensor : !nv_tileas.buffer<1x64x64xf16>
  %c = nv_tileas.alloc_tensor : !nv_tileas.buffer<1x32x64xf16>
  %y = nv_tileas.local_load %a[%i] : !nv_tileas.buffer<1x64x64xf16> -> tile<64x64xf16>
  %z = nv_tileas.local_load %c[%i] : !nv_tileas.buffer<1x32x64xf16> -> tile<32x64xf16>
  nv_tileas.return
}
//= nv_tileas.func @k(%i: tile<i32>) {
//=   %a = nv_tileas.alloc_tensor  offset = 0 : !nv_tileas.buffer<1x64x64xf16>
//=   %c = nv_tileas.alloc_tensor  offset = 8192 : !nv_tileas.buffer<1x32x64xf16>
//=   %y = nv_tileas.local_load %a[%i] : !nv_tileas.buffer<1x64x64xf16> -> tile<64x64xf16>
//=   %z = nv_tileas.local_load %c[%i] : !nv_tileas.buffer<1x32x64xf16> -> tile<32x64xf16>
//=   nv_tileas.return
//= }
//=      0 to   8192: %a, 64x64 of f16, aligned to 1024, lines 6 to 6, at the peak
//=   8192 to  12288: %c, 32x64 of f16, aligned to 1024, lines 7 to 7
// -----
// test: pass assign-buffers
// A loop goes round: what is touched in it is in use in all of it
nv_tileas.func @k(%i: i32) {
  %a = nv_tileas.alloc_tensor : !nv_tileas.buffer<1x64x64xf16>
  %c = nv_tileas.alloc_tensor : !nv_tileas.buffer<1x32x64xf16>
  scf.for %j in (%i to %i, step %i) : i32 {
    %y = nv_tileas.local_load %a[%j] : !nv_tileas.buffer<1x64x64xf16> -> tile<64x64xf16>
    nvvm.barrier
    %z = nv_tileas.local_load %c[%j] : !nv_tileas.buffer<1x32x64xf16> -> tile<32x64xf16>
    scf.continue
  }
  nv_tileas.return
}
//= nv_tileas.func @k(%i: i32) {
//=   %a = nv_tileas.alloc_tensor  offset = 0 : !nv_tileas.buffer<1x64x64xf16>
//=   %c = nv_tileas.alloc_tensor  offset = 8192 : !nv_tileas.buffer<1x32x64xf16>
//=   scf.for %j in (%i to %i, step %i) : i32 {
//=     %y = nv_tileas.local_load %a[%j] : !nv_tileas.buffer<1x64x64xf16> -> tile<64x64xf16>
//=     nvvm.barrier
//=     %z = nv_tileas.local_load %c[%j] : !nv_tileas.buffer<1x32x64xf16> -> tile<32x64xf16>
//=     scf.continue
//=   }
//=   nv_tileas.return
//= }
//=      0 to   8192: %a, 64x64 of f16, aligned to 1024, lines 7 to 7, at the peak
//=   8192 to  12288: %c, 32x64 of f16, aligned to 1024, lines 9 to 9, at the peak
// -----
// test: pass assign-buffers
// More than there is
nv_tileas.func @k() {
  %a = nv_tileas.alloc_tensor : !nv_tileas.buffer<32x64x64xf16>
  nv_tileas.return
}
//= 4:3 error[pipeline.shared]: the buffers of this kernel take 262144 bytes of shared memory
//=   note: a CTA of sm_90a has 232448
//=   help: 28 of its tiles fit
// -----
// test: pass assign-buffers
// Two mutexes at one barrier
nv_tileas.func @k() {
  %a = nv_tileas.create_mutex stage = 0 order = 0 : !nv_tileas.mutex<barrier = 1>
  %b = nv_tileas.create_mutex stage = 0 order = 1 : !nv_tileas.mutex<barrier = 1>
  nv_tileas.return
}
//= 5:3 error[pipeline.mutex]: two mutexes are backed by the named barrier 1
//=   note: an agent that waits at one barrier would go on when the other one completes
//=   help: the nearest free one is 2
// -----
// test: pass assign-buffers
// Tensor memory, which nothing fills
nv_tileas.func @k() {
  %a = nv_tileas.create_pipe : !nv_tileas.pipe<depth = 2, slot_bytes = 1024, tmem>
  nv_tileas.return
}
//= 4:3 error[pipeline.backing]: no op fills a pipe in tensor memory on sm_90a
//=   help: write `smem`
