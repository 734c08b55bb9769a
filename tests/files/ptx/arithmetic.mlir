// test: ptx sm_80 of=exp2
// An exponential keeps subnormal numbers
// kernel: view type=f32 to=f32 m=8 n=64 op="%u = exp2 %v : tile<8x64xf32>" stored=%u
//= ex2.approx.f32 %f0, %f1;
//= ex2.approx.f32 %f2, %f3;
//= ex2.approx.f32 %f4, %f5;
//= ex2.approx.f32 %f6, %f7;
// -----
// test: ptx sm_80 of=exp2
// An exponential that flushes them is one instruction
// kernel: view type=f32 to=f32 m=8 n=64 op="%u = exp2 %v flush_to_zero : tile<8x64xf32>" stored=%u
//= ex2.approx.ftz.f32 %f0, %f1;
//= ex2.approx.ftz.f32 %f2, %f3;
//= ex2.approx.ftz.f32 %f4, %f5;
//= ex2.approx.ftz.f32 %f6, %f7;
// -----
// test: ptx sm_80 of=divf
// A quotient that is rounded to the nearest
// kernel: view type=f32 to=f32 m=8 n=64 op="%u = divf %v, %v rounding<nearest_even> : tile<8x64xf32>" stored=%u
//= div.rn.f32 %f0, %f1, %f1;
//= div.rn.f32 %f2, %f3, %f3;
//= div.rn.f32 %f4, %f5, %f5;
//= div.rn.f32 %f6, %f7, %f7;
// -----
// test: ptx sm_80 of=divf
// A quotient that may be off
// kernel: view type=f32 to=f32 m=8 n=64 op="%u = divf %v, %v rounding<approx> : tile<8x64xf32>" stored=%u
//= div.approx.f32 %f0, %f1, %f1;
//= div.approx.f32 %f2, %f3, %f3;
//= div.approx.f32 %f4, %f5, %f5;
//= div.approx.f32 %f6, %f7, %f7;
// -----
// test: ptx sm_80 of=sqrt
// A square root
// kernel: view type=f32 to=f32 m=8 n=64 op="%u = sqrt %v rounding<nearest_even> : tile<8x64xf32>" stored=%u
//= sqrt.rn.f32 %f0, %f1;
//= sqrt.rn.f32 %f2, %f3;
//= sqrt.rn.f32 %f4, %f5;
//= sqrt.rn.f32 %f6, %f7;
// -----
// test: ptx sm_80 of=tanh
// The hyperbolic tangent that the machine has
// kernel: view type=f32 to=f32 m=8 n=64 op="%u = tanh %v rounding<approx> : tile<8x64xf32>" stored=%u
//= tanh.approx.f32 %f0, %f1;
//= tanh.approx.f32 %f2, %f3;
//= tanh.approx.f32 %f4, %f5;
//= tanh.approx.f32 %f6, %f7;
// -----
// test: ptx sm_80 of=fma
// A multiply-add
// kernel: view type=f32 to=f32 m=8 n=64 op="%u = fma %v, %v, %v rounding<nearest_even> : tile<8x64xf32>" stored=%u
//= fma.rn.f32 %f0, %f1, %f1, %f1;
//= fma.rn.f32 %f2, %f3, %f3, %f3;
//= fma.rn.f32 %f4, %f5, %f5, %f5;
//= fma.rn.f32 %f6, %f7, %f7, %f7;
// -----
// test: ptx sm_80 of=maxf
// The larger one; not-a-number is left out
// kernel: view type=f32 to=f32 m=8 n=64 op="%u = maxf %v, %v : tile<8x64xf32>" stored=%u
//= max.f32 %f0, %f1, %f1;
//= max.f32 %f2, %f3, %f3;
//= max.f32 %f4, %f5, %f5;
//= max.f32 %f6, %f7, %f7;
// -----
// test: ptx sm_80 of=addf
// f16 two at a time
// kernel: view type=f16 to=f16 m=8 n=128 op="%u = addf %v, %v : tile<8x128xf16>" stored=%u
//= add.rn.f16 %h0, %h1, %h1;
//= add.rn.f16 %h2, %h3, %h3;
//= add.rn.f16 %h4, %h5, %h5;
//= add.rn.f16 %h6, %h7, %h7;
//= add.rn.f16 %h8, %h9, %h9;
//= add.rn.f16 %h10, %h11, %h11;
//= add.rn.f16 %h12, %h13, %h13;
//= add.rn.f16 %h14, %h15, %h15;
// -----
// test: ptx sm_80 of=mulf
// bf16 two at a time
// kernel: view type=bf16 to=bf16 m=8 n=128 op="%u = mulf %v, %v : tile<8x128xbf16>" stored=%u
//= mov.b16 %h0, 32768;
//= fma.rn.bf16 %h1, %h2, %h2, %h0;
//= mov.b16 %h3, 32768;
//= fma.rn.bf16 %h4, %h5, %h5, %h3;
//= mov.b16 %h6, 32768;
//= fma.rn.bf16 %h7, %h8, %h8, %h6;
//= mov.b16 %h9, 32768;
//= fma.rn.bf16 %h10, %h11, %h11, %h9;
//= mov.b16 %h12, 32768;
//= fma.rn.bf16 %h13, %h14, %h14, %h12;
//= mov.b16 %h15, 32768;
//= fma.rn.bf16 %h16, %h17, %h17, %h15;
//= mov.b16 %h18, 32768;
//= fma.rn.bf16 %h19, %h20, %h20, %h18;
//= mov.b16 %h21, 32768;
//= fma.rn.bf16 %h22, %h23, %h23, %h21;
// -----
// test: ptx sm_80 of=ftof
// f32 to f16, two words to one
// kernel: view type=f32 to=f16 m=8 n=64 op="%u = ftof %v : tile<8x64xf32> -> tile<8x64xf16>" stored=%u
//= cvt.rn.f16.f32 %h0, %f0;
//= cvt.rn.f16.f32 %h1, %f1;
//= cvt.rn.f16.f32 %h2, %f2;
//= cvt.rn.f16.f32 %h3, %f3;
// -----
// test: ptx sm_90a of=ftof
// f32 to f8, four to a word
// kernel: view type=f32 to=f8E4M3FN m=8 n=64 op="%u = ftof %v : tile<8x64xf32> -> tile<8x64xf8E4M3FN>" stored=%u
//= cvt.rn.satfinite.e4m3x2.f32 %h0, 0f00000000, %f0;
//= cvt.rn.satfinite.e4m3x2.f32 %h1, 0f00000000, %f1;
//= cvt.rn.satfinite.e4m3x2.f32 %h2, 0f00000000, %f2;
//= cvt.rn.satfinite.e4m3x2.f32 %h3, 0f00000000, %f3;
// -----
// test: ptx sm_80 of=itof
// Bytes to f32
// kernel: view type=i8 to=f32 m=8 n=64 op="%u = itof %v signed : tile<8x64xi8> -> tile<8x64xf32>" stored=%u
//= xor.b16 %h0, %h1, 128;
//= cvt.u32.u16 %r0, %h0;
//= or.b32 %r1, %r0, 1258291200;
//= mov.f32 %f0, %r1;
//= sub.rn.f32 %f1, %f0, 0f4B000080;
//= xor.b16 %h2, %h3, 128;
//= cvt.u32.u16 %r2, %h2;
//= or.b32 %r3, %r2, 1258291200;
//= mov.f32 %f2, %r3;
//= sub.rn.f32 %f3, %f2, 0f4B000080;
//= xor.b16 %h4, %h5, 128;
//= cvt.u32.u16 %r4, %h4;
//= or.b32 %r5, %r4, 1258291200;
//= mov.f32 %f4, %r5;
//= sub.rn.f32 %f5, %f4, 0f4B000080;
//= xor.b16 %h6, %h7, 128;
//= cvt.u32.u16 %r6, %h6;
//= or.b32 %r7, %r6, 1258291200;
//= mov.f32 %f6, %r7;
//= sub.rn.f32 %f7, %f6, 0f4B000080;
// -----
// test: ptx sm_80 of=ftoi
// f32 to whole numbers
// kernel: view type=f32 to=i32 m=8 n=64 op="%u = ftoi %v signed rounding<nearest_int_to_zero> : tile<8x64xf32> -> tile<8x64xi32>" stored=%u
//= cvt.rzi.s32.f32 %r0, %f0;
//= cvt.rzi.s32.f32 %r1, %f1;
//= cvt.rzi.s32.f32 %r2, %f2;
//= cvt.rzi.s32.f32 %r3, %f3;
// -----
// test: ptx sm_80 of=divi
// A quotient by a power of two stays a shift
// kernel: view type=i32 m=8 n=64 op="%w = constant <i32: 8> : tile<8x64xi32> %u = divi %v, %w signed : tile<8x64xi32>" stored=%u
//= shr.s32 %r0, %r1, 31;
//= shr.b32 %r2, %r0, 29;
//= add.s32 %r3, %r1, %r2;
//= shr.s32 %r4, %r3, 3;
//= shr.s32 %r5, %r6, 31;
//= shr.b32 %r7, %r5, 29;
//= add.s32 %r8, %r6, %r7;
//= shr.s32 %r9, %r8, 3;
//= shr.s32 %r10, %r11, 31;
//= shr.b32 %r12, %r10, 29;
//= add.s32 %r13, %r11, %r12;
//= shr.s32 %r14, %r13, 3;
//= shr.s32 %r15, %r16, 31;
//= shr.b32 %r17, %r15, 29;
//= add.s32 %r18, %r16, %r17;
//= shr.s32 %r19, %r18, 3;
// -----
// test: ptx sm_80 of=divi
// A quotient by a power of two with a sign is negated
// kernel: view type=i16 m=8 n=64 op="%w = constant <i16: -32768> : tile<8x64xi16> %u = divi %v, %w signed : tile<8x64xi16>" stored=%u
//= shr.s16 %h0, %h1, 15;
//= shr.b16 %h2, %h0, 1;
//= add.s16 %h3, %h1, %h2;
//= shr.s16 %h4, %h3, 15;
//= neg.s16 %h5, %h4;
//= shr.s16 %h6, %h7, 15;
//= shr.b16 %h8, %h6, 1;
//= add.s16 %h9, %h7, %h8;
//= shr.s16 %h10, %h9, 15;
//= neg.s16 %h11, %h10;
//= shr.s16 %h12, %h13, 15;
//= shr.b16 %h14, %h12, 1;
//= add.s16 %h15, %h13, %h14;
//= shr.s16 %h16, %h15, 15;
//= neg.s16 %h17, %h16;
//= shr.s16 %h18, %h19, 15;
//= shr.b16 %h20, %h18, 1;
//= add.s16 %h21, %h19, %h20;
//= shr.s16 %h22, %h21, 15;
//= neg.s16 %h23, %h22;
// -----
// test: ptx sm_80 of=remi
// A remainder by a power of two is what whole multiples lack
// kernel: view type=i32 m=8 n=64 op="%w = constant <i32: 8> : tile<8x64xi32> %u = remi %v, %w signed : tile<8x64xi32>" stored=%u
//= shr.s32 %r0, %r1, 31;
//= shr.b32 %r2, %r0, 29;
//= add.s32 %r3, %r1, %r2;
//= and.b32 %r4, %r3, -8;
//= sub.s32 %r5, %r1, %r4;
//= shr.s32 %r6, %r7, 31;
//= shr.b32 %r8, %r6, 29;
//= add.s32 %r9, %r7, %r8;
//= and.b32 %r10, %r9, -8;
//= sub.s32 %r11, %r7, %r10;
//= shr.s32 %r12, %r13, 31;
//= shr.b32 %r14, %r12, 29;
//= add.s32 %r15, %r13, %r14;
//= and.b32 %r16, %r15, -8;
//= sub.s32 %r17, %r13, %r16;
//= shr.s32 %r18, %r19, 31;
//= shr.b32 %r20, %r18, 29;
//= add.s32 %r21, %r19, %r20;
//= and.b32 %r22, %r21, -8;
//= sub.s32 %r23, %r19, %r22;
// -----
// test: ptx sm_80 of=remi
// Without signs, it is the low bits
// kernel: view type=i32 m=8 n=64 op="%w = constant <i32: 8> : tile<8x64xi32> %u = remi %v, %w unsigned : tile<8x64xi32>" stored=%u
//= and.b32 %r0, %r1, 7;
//= and.b32 %r2, %r3, 7;
//= and.b32 %r4, %r5, 7;
//= and.b32 %r6, %r7, 7;
// -----
// test: ptx sm_80 of=divi
// Rounded down, it is one
// kernel: view type=i32 m=8 n=64 op="%w = constant <i32: 8> : tile<8x64xi32> %u = divi %v, %w signed rounding<negative_inf> : tile<8x64xi32>" stored=%u
//= shr.s32 %r0, %r1, 3;
//= shr.s32 %r2, %r3, 3;
//= shr.s32 %r4, %r5, 3;
//= shr.s32 %r6, %r7, 3;
// -----
// test: ptx sm_80 of=divi
// By another number above zero, the sign of the remainder is added
// kernel: view type=i32 m=8 n=64 op="%w = constant <i32: 56> : tile<8x64xi32> %u = divi %v, %w signed rounding<negative_inf> : tile<8x64xi32>" stored=%u
//= div.s32 %r0, %r1, 56;
//= mul.lo.s32 %r2, %r0, 56;
//= sub.s32 %r3, %r1, %r2;
//= shr.s32 %r4, %r3, 31;
//= add.s32 %r5, %r0, %r4;
//= div.s32 %r6, %r7, 56;
//= mul.lo.s32 %r8, %r6, 56;
//= sub.s32 %r9, %r7, %r8;
//= shr.s32 %r10, %r9, 31;
//= add.s32 %r11, %r6, %r10;
//= div.s32 %r12, %r13, 56;
//= mul.lo.s32 %r14, %r12, 56;
//= sub.s32 %r15, %r13, %r14;
//= shr.s32 %r16, %r15, 31;
//= add.s32 %r17, %r12, %r16;
//= div.s32 %r18, %r19, 56;
//= mul.lo.s32 %r20, %r18, 56;
//= sub.s32 %r21, %r19, %r20;
//= shr.s32 %r22, %r21, 31;
//= add.s32 %r23, %r18, %r22;
// -----
// test: ptx sm_80 of=mulhii
// The upper half of a product
// kernel: view type=i32 to=i32 m=8 n=64 op="%u = mulhii %v, %v : tile<8x64xi32>" stored=%u
//= mul.hi.u32 %r0, %r1, %r1;
//= mul.hi.u32 %r2, %r3, %r3;
//= mul.hi.u32 %r4, %r5, %r5;
//= mul.hi.u32 %r6, %r7, %r7;
