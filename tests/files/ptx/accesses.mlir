// test: ptx sm_80 of=load_view_tko
// Four words of f32 a thread at a time
// kernel: view
//= shr.u32 %r0, %r1, 4;
//= cvt.s64.s32 %rd0, %r2;
//= mul.wide.s32 %rd1, %r2, 32;
//= cvt.s64.s32 %rd2, %r0;
//= add.u64 %rd3, %rd1, %rd2;
//= shl.b64 %rd4, %rd3, 11;
//= add.u64 %rd5, %rd6, %rd4;
//= and.b32 %r3, %r1, 15;
//= shl.b32 %r4, %r3, 2;
//= cvt.s64.s32 %rd7, %r5;
//= mul.wide.s32 %rd8, %r5, 64;
//= cvt.s64.s32 %rd9, %r4;
//= add.u64 %rd10, %rd8, %rd9;
//= shl.b64 %rd11, %rd10, 2;
//= add.u64 %rd12, %rd5, %rd11;
//= ld.global.v4.f32 {%f0, %f1, %f2, %f3}, [%rd12];
//= ld.global.v4.f32 {%f4, %f5, %f6, %f7}, [%rd12+16384];
//= ld.global.v4.f32 {%f8, %f9, %f10, %f11}, [%rd12+32768];
//= ld.global.v4.f32 {%f12, %f13, %f14, %f15}, [%rd12+49152];
// -----
// test: ptx sm_80 of=load_view_tko
// Eight elements of f16 are sixteen bytes
// kernel: view type=f16
//= shr.u32 %r0, %r1, 3;
//= cvt.s64.s32 %rd0, %r2;
//= mul.wide.s32 %rd1, %r2, 32;
//= cvt.s64.s32 %rd2, %r0;
//= add.u64 %rd3, %rd1, %rd2;
//= shl.b64 %rd4, %rd3, 10;
//= add.u64 %rd5, %rd6, %rd4;
//= and.b32 %r3, %r1, 7;
//= shl.b32 %r4, %r3, 3;
//= cvt.s64.s32 %rd7, %r5;
//= mul.wide.s32 %rd8, %r5, 64;
//= cvt.s64.s32 %rd9, %r4;
//= add.u64 %rd10, %rd8, %rd9;
//= shl.b64 %rd11, %rd10, 1;
//= add.u64 %rd12, %rd5, %rd11;
//= ld.global.v4.b32 {%r6, %r7, %r8, %r9}, [%rd12];
//= mov.b32 {%h0, %h1}, %r6;
//= mov.b32 {%h2, %h3}, %r7;
//= mov.b32 {%h4, %h5}, %r8;
//= mov.b32 {%h6, %h7}, %r9;
//= ld.global.v4.b32 {%r10, %r11, %r12, %r13}, [%rd12+16384];
//= mov.b32 {%h8, %h9}, %r10;
//= mov.b32 {%h10, %h11}, %r11;
//= mov.b32 {%h12, %h13}, %r12;
//= mov.b32 {%h14, %h15}, %r13;
// -----
// test: ptx sm_80 of=load_view_tko
// Sixteen bytes of i8
// kernel: view type=i8
//= shr.u32 %r0, %r1, 2;
//= cvt.s64.s32 %rd0, %r2;
//= mul.wide.s32 %rd1, %r2, 32;
//= cvt.s64.s32 %rd2, %r0;
//= add.u64 %rd3, %rd1, %rd2;
//= shl.b64 %rd4, %rd3, 9;
//= add.u64 %rd5, %rd6, %rd4;
//= and.b32 %r3, %r1, 3;
//= shl.b32 %r4, %r3, 4;
//= cvt.s64.s32 %rd7, %r5;
//= mul.wide.s32 %rd8, %r5, 64;
//= cvt.s64.s32 %rd9, %r4;
//= add.u64 %rd10, %rd8, %rd9;
//= add.u64 %rd11, %rd5, %rd10;
//= ld.global.v4.b32 {%r6, %r7, %r8, %r9}, [%rd11];
// -----
// test: ptx sm_80 of=load_view_tko
// Two elements of f64
// kernel: view type=f64 m=16 n=32
//= shr.u32 %r0, %r1, 4;
//= cvt.s64.s32 %rd0, %r2;
//= mul.wide.s32 %rd1, %r2, 16;
//= cvt.s64.s32 %rd2, %r0;
//= add.u64 %rd3, %rd1, %rd2;
//= shl.b64 %rd4, %rd3, 12;
//= add.u64 %rd5, %rd6, %rd4;
//= and.b32 %r3, %r1, 15;
//= shl.b32 %r4, %r3, 1;
//= cvt.s64.s32 %rd7, %r5;
//= mul.wide.s32 %rd8, %r5, 32;
//= cvt.s64.s32 %rd9, %r4;
//= add.u64 %rd10, %rd8, %rd9;
//= shl.b64 %rd11, %rd10, 3;
//= add.u64 %rd12, %rd5, %rd11;
//= ld.global.v2.f64 {%fd0, %fd1}, [%rd12];
//= ld.global.v2.f64 {%fd2, %fd3}, [%rd12+32768];
// -----
// test: ptx sm_80 of=load_view_tko
// An address of which nothing is promised: one element at a time
// kernel: view align=4 m=16 n=32
//= shr.u32 %r0, %r1, 5;
//= cvt.s64.s32 %rd0, %r2;
//= mul.wide.s32 %rd1, %r2, 16;
//= cvt.s64.s32 %rd2, %r0;
//= add.u64 %rd3, %rd1, %rd2;
//= shl.b64 %rd4, %rd3, 11;
//= add.u64 %rd5, %rd6, %rd4;
//= and.b32 %r3, %r1, 31;
//= cvt.s64.s32 %rd7, %r4;
//= mul.wide.s32 %rd8, %r4, 32;
//= cvt.s64.s32 %rd9, %r3;
//= add.u64 %rd10, %rd8, %rd9;
//= shl.b64 %rd11, %rd10, 2;
//= add.u64 %rd12, %rd5, %rd11;
//= ld.global.f32 %f0, [%rd12];
//= ld.global.f32 %f1, [%rd12+8192];
//= ld.global.f32 %f2, [%rd12+16384];
//= ld.global.f32 %f3, [%rd12+24576];
// -----
// test: ptx sm_80 of=load_view_tko
// Eight bytes where no more is promised
// kernel: view align=8 m=16 n=32
//= shr.u32 %r0, %r1, 4;
//= cvt.s64.s32 %rd0, %r2;
//= mul.wide.s32 %rd1, %r2, 16;
//= cvt.s64.s32 %rd2, %r0;
//= add.u64 %rd3, %rd1, %rd2;
//= shl.b64 %rd4, %rd3, 11;
//= add.u64 %rd5, %rd6, %rd4;
//= and.b32 %r3, %r1, 15;
//= shl.b32 %r4, %r3, 1;
//= cvt.s64.s32 %rd7, %r5;
//= mul.wide.s32 %rd8, %r5, 32;
//= cvt.s64.s32 %rd9, %r4;
//= add.u64 %rd10, %rd8, %rd9;
//= shl.b64 %rd11, %rd10, 2;
//= add.u64 %rd12, %rd5, %rd11;
//= ld.global.v2.f32 {%f0, %f1}, [%rd12];
//= ld.global.v2.f32 {%f2, %f3}, [%rd12+16384];
// -----
// test: ptx sm_80 of=load_view_tko
// Rows of an odd stride
// kernel: view stride=513 m=8 n=32
//= shr.u32 %r0, %r1, 5;
//= cvt.s64.s32 %rd0, %r2;
//= cvt.s64.s32 %rd1, %r0;
//= mul.wide.s32 %rd2, %r2, 16416;
//= mul.wide.s32 %rd3, %r0, 2052;
//= add.u64 %rd4, %rd2, %rd3;
//= add.u64 %rd5, %rd6, %rd4;
//= and.b32 %r3, %r1, 31;
//= cvt.s64.s32 %rd7, %r4;
//= mul.wide.s32 %rd8, %r4, 32;
//= cvt.s64.s32 %rd9, %r3;
//= add.u64 %rd10, %rd8, %rd9;
//= shl.b64 %rd11, %rd10, 2;
//= add.u64 %rd12, %rd5, %rd11;
//= ld.global.f32 %f0, [%rd12];
//= ld.global.f32 %f1, [%rd12+8208];
// -----
// test: ptx sm_80 of=load_view_tko
// Beyond an edge elements read as zero, and their loads are left out
// kernel: view rows=500 columns=500 m=8 n=64 filled="padding_value = zero, "
//= shr.u32 %r0, %r1, 5;
//= min.u32 %r2, %r3, 268435456;
//= mul.lo.u32 %r4, %r2, 8;
//= add.u32 %r5, %r4, %r0;
//= cvt.u64.u32 %rd0, %r5;
//= mul.wide.u32 %rd1, %r5, 2000;
//= add.u64 %rd2, %rd3, %rd1;
//= and.b32 %r6, %r1, 31;
//= shl.b32 %r7, %r6, 1;
//= min.u32 %r8, %r9, 33554432;
//= mul.lo.u32 %r10, %r8, 64;
//= add.u32 %r11, %r10, %r7;
//= cvt.u64.u32 %rd4, %r11;
//= mul.wide.u32 %rd5, %r11, 4;
//= add.u64 %rd6, %rd2, %rd5;
//= setp.lt.u32 %p0, %r5, 500;
//= setp.lt.u32 %p1, %r11, 500;
//= and.pred %p2, %p0, %p1;
//= mov.f32 %f0, 0f00000000;
//= mov.f32 %f1, 0f00000000;
//= @%p2 ld.global.v2.f32 {%f0, %f1}, [%rd6];
//= add.u32 %r12, %r5, 4;
//= setp.lt.u32 %p3, %r12, 500;
//= and.pred %p4, %p3, %p1;
//= mov.f32 %f2, 0f00000000;
//= mov.f32 %f3, 0f00000000;
//= @%p4 ld.global.v2.f32 {%f2, %f3}, [%rd6+8000];
// -----
// test: ptx sm_80 of=load_view_tko
// Beyond an edge elements read as minus infinity
// kernel: view rows=500 columns=500 m=8 n=64 filled="padding_value = neg_inf, "
//= shr.u32 %r0, %r1, 5;
//= min.u32 %r2, %r3, 268435456;
//= mul.lo.u32 %r4, %r2, 8;
//= add.u32 %r5, %r4, %r0;
//= cvt.u64.u32 %rd0, %r5;
//= mul.wide.u32 %rd1, %r5, 2000;
//= add.u64 %rd2, %rd3, %rd1;
//= and.b32 %r6, %r1, 31;
//= shl.b32 %r7, %r6, 1;
//= min.u32 %r8, %r9, 33554432;
//= mul.lo.u32 %r10, %r8, 64;
//= add.u32 %r11, %r10, %r7;
//= cvt.u64.u32 %rd4, %r11;
//= mul.wide.u32 %rd5, %r11, 4;
//= add.u64 %rd6, %rd2, %rd5;
//= setp.lt.u32 %p0, %r5, 500;
//= setp.lt.u32 %p1, %r11, 500;
//= and.pred %p2, %p0, %p1;
//= mov.f32 %f0, 0fFF800000;
//= mov.f32 %f1, 0fFF800000;
//= @%p2 ld.global.v2.f32 {%f0, %f1}, [%rd6];
//= add.u32 %r12, %r5, 4;
//= setp.lt.u32 %p3, %r12, 500;
//= and.pred %p4, %p3, %p1;
//= mov.f32 %f2, 0fFF800000;
//= mov.f32 %f3, 0fFF800000;
//= @%p4 ld.global.v2.f32 {%f2, %f3}, [%rd6+8000];
// -----
// test: ptx sm_80 of=load_view_tko
// A load that acquires
// kernel: view load="acquire device" m=8 n=32
//= shr.u32 %r0, %r1, 4;
//= cvt.s64.s32 %rd0, %r2;
//= mul.wide.s32 %rd1, %r2, 8;
//= cvt.s64.s32 %rd2, %r0;
//= add.u64 %rd3, %rd1, %rd2;
//= shl.b64 %rd4, %rd3, 11;
//= add.u64 %rd5, %rd6, %rd4;
//= and.b32 %r3, %r1, 15;
//= shl.b32 %r4, %r3, 1;
//= cvt.s64.s32 %rd7, %r5;
//= mul.wide.s32 %rd8, %r5, 32;
//= cvt.s64.s32 %rd9, %r4;
//= add.u64 %rd10, %rd8, %rd9;
//= shl.b64 %rd11, %rd10, 2;
//= add.u64 %rd12, %rd5, %rd11;
//= ld.acquire.gpu.global.v2.f32 {%f0, %f1}, [%rd12];
// -----
// test: ptx sm_80 of=load_view_tko
// A relaxed load
// kernel: view load="relaxed sys" m=8 n=32
//= shr.u32 %r0, %r1, 4;
//= cvt.s64.s32 %rd0, %r2;
//= mul.wide.s32 %rd1, %r2, 8;
//= cvt.s64.s32 %rd2, %r0;
//= add.u64 %rd3, %rd1, %rd2;
//= shl.b64 %rd4, %rd3, 11;
//= add.u64 %rd5, %rd6, %rd4;
//= and.b32 %r3, %r1, 15;
//= shl.b32 %r4, %r3, 1;
//= cvt.s64.s32 %rd7, %r5;
//= mul.wide.s32 %rd8, %r5, 32;
//= cvt.s64.s32 %rd9, %r4;
//= add.u64 %rd10, %rd8, %rd9;
//= shl.b64 %rd11, %rd10, 2;
//= add.u64 %rd12, %rd5, %rd11;
//= ld.relaxed.sys.global.v2.f32 {%f0, %f1}, [%rd12];
// -----
// test: ptx sm_80 of=store_view_tko
// Stores of four words
// kernel: view
//= add.u64 %rd0, %rd1, %rd2;
//= add.u64 %rd3, %rd0, %rd4;
//= st.global.v4.f32 [%rd3], {%f0, %f1, %f2, %f3};
//= st.global.v4.f32 [%rd3+16384], {%f4, %f5, %f6, %f7};
//= st.global.v4.f32 [%rd3+32768], {%f8, %f9, %f10, %f11};
//= st.global.v4.f32 [%rd3+49152], {%f12, %f13, %f14, %f15};
// -----
// test: ptx sm_80 of=store_view_tko
// Stores of f16
// kernel: view type=f16
//= add.u64 %rd0, %rd1, %rd2;
//= add.u64 %rd3, %rd0, %rd4;
//= mov.b32 %r0, {%h0, %h1};
//= mov.b32 %r1, {%h2, %h3};
//= mov.b32 %r2, {%h4, %h5};
//= mov.b32 %r3, {%h6, %h7};
//= st.global.v4.b32 [%rd3], {%r0, %r1, %r2, %r3};
//= mov.b32 %r4, {%h8, %h9};
//= mov.b32 %r5, {%h10, %h11};
//= mov.b32 %r6, {%h12, %h13};
//= mov.b32 %r7, {%h14, %h15};
//= st.global.v4.b32 [%rd3+16384], {%r4, %r5, %r6, %r7};
// -----
// test: ptx sm_80 of=store_view_tko
// A store that releases
// kernel: view store="release device" m=8 n=32
//= add.u64 %rd0, %rd1, %rd2;
//= add.u64 %rd3, %rd0, %rd4;
//= st.release.gpu.global.v2.f32 [%rd3], {%f0, %f1};
// -----
// test: ptx sm_80 of=store_view_tko
// Nothing is stored beyond an edge
// kernel: view rows=500 columns=500 m=8 n=64
//= add.u64 %rd0, %rd1, %rd2;
//= add.u64 %rd3, %rd0, %rd4;
//= @%p0 st.global.v2.f32 [%rd3], {%f0, %f1};
//= @%p1 st.global.v2.f32 [%rd3+8000], {%f2, %f3};
// -----
// test: ptx sm_80 of=load_ptr_tko
// Loads by pointers
// kernel: pointers
//= cvt.s64.s32 %rd0, %r0;
//= mul.wide.s32 %rd1, %r0, 12;
//= add.u64 %rd2, %rd3, %rd1;
//= ...
//= ld.global.f32 %f0, [%rd2];
//= ld.global.f32 %f1, [%rd2+1536];
// -----
// test: ptx sm_80 of=load_ptr_tko
// Loads by pointers under a mask
// kernel: pointers op="%v, %read = load_ptr_tko weak %p, %inside token=%t : tile<{n}xptr<{type}>>, tile<{n}xi1> -> tile<{n}x{type}>, token"
//= cvt.s64.s32 %rd0, %r0;
//= mul.wide.s32 %rd1, %r0, 12;
//= add.u64 %rd2, %rd3, %rd1;
//= ...
//= mov.f32 %f0, 0f00000000;
//= @%p0 ld.global.f32 %f0, [%rd2];
//= mov.f32 %f1, 0f00000000;
//= @%p1 ld.global.f32 %f1, [%rd2+1536];
// -----
// test: ptx sm_80 of=load_ptr_tko
// Loads by pointers under a mask, with what stands in place of the others
// kernel: pointers op="%v, %read = load_ptr_tko weak %p, %inside, %ones token=%t : tile<{n}xptr<{type}>>, tile<{n}xi1>, tile<{n}x{type}> -> tile<{n}x{type}>, token"
//= cvt.s64.s32 %rd0, %r0;
//= mul.wide.s32 %rd1, %r0, 12;
//= add.u64 %rd2, %rd3, %rd1;
//= ...
//= mov.f32 %f0, 0f3F800000;
//= @%p0 ld.global.f32 %f0, [%rd2];
//= mov.f32 %f1, 0f3F800000;
//= @%p1 ld.global.f32 %f1, [%rd2+1536];
// -----
// test: ptx sm_80 of=store_ptr_tko
// Stores by pointers of neighbours
// kernel: pointers type=f16
//= mul.wide.s32 %rd0, %r0, 2;
//= add.u64 %rd1, %rd2, %rd0;
//= ...
//= st.global.b16 [%rd1], %h0;
//= st.global.b16 [%rd1+256], %h1;
// -----
// test: ptx sm_80 of=atomic_rmw_tko
// Atomic add of i32, whose old values are taken
// kernel: pointers type=i32 one=1 n=128 op="%v, %read = atomic_rmw_tko relaxed device %p, add, %ones token=%t : tile<{n}xptr<{type}>>, tile<{n}x{type}> -> tile<{n}x{type}>, token"
//= mov.b32 %r0, 1;
//= atom.relaxed.gpu.global.add.u32 %r1, [%rd0], %r0;
// -----
// test: ptx sm_80 of=atomic_rmw_tko
// Atomic addf of f32, whose old values are taken
// kernel: pointers type=f32 one=1.0 n=128 op="%v, %read = atomic_rmw_tko relaxed device %p, addf, %ones token=%t : tile<{n}xptr<{type}>>, tile<{n}x{type}> -> tile<{n}x{type}>, token"
//= mov.f32 %f0, 0f3F800000;
//= atom.relaxed.gpu.global.add.f32 %f1, [%rd0], %f0;
// -----
// test: ptx sm_80 of=atomic_rmw_tko
// Atomic max of i32, whose old values are taken
// kernel: pointers type=i32 one=1 n=128 op="%v, %read = atomic_rmw_tko relaxed device %p, max, %ones token=%t : tile<{n}xptr<{type}>>, tile<{n}x{type}> -> tile<{n}x{type}>, token"
//= mov.b32 %r0, 1;
//= atom.relaxed.gpu.global.max.s32 %r1, [%rd0], %r0;
// -----
// test: ptx sm_80 of=atomic_rmw_tko
// Atomic xchg of i64, whose old values are taken
// kernel: pointers type=i64 one=1 n=128 op="%v, %read = atomic_rmw_tko relaxed device %p, xchg, %ones token=%t : tile<{n}xptr<{type}>>, tile<{n}x{type}> -> tile<{n}x{type}>, token"
//= mov.b64 %rd0, 1;
//= atom.relaxed.gpu.global.exch.b64 %rd1, [%rd2], %rd0;
// -----
// test: ptx sm_80 of=atomic_rmw_tko
// Atomic addition that nobody takes the old values of
// kernel: pointers type=f32 n=128 stored=%ones op="%v, %read = atomic_rmw_tko relaxed device %p, addf, %ones token=%t : tile<{n}xptr<{type}>>, tile<{n}x{type}> -> tile<{n}x{type}>, token"
//= mov.f32 %f0, 0f3F800000;
//= red.relaxed.gpu.global.add.f32 [%rd0], %f0;
// -----
// test: ptx sm_80 of=atomic_cas_tko
// Compare and swap
// kernel: pointers type=i32 one=1 n=128 op="%v, %read = atomic_cas_tko relaxed device %p, %ones, %far token=%t : tile<{n}xptr<{type}>>, tile<{n}x{type}> -> tile<{n}x{type}>, token"
//= mov.b32 %r0, 1;
//= mov.b32 %r1, %r0;
//= atom.relaxed.gpu.global.cas.b32 %r1, [%rd0], %r0, %r2;
