//! A hand-written warp-specialised GEMM for sm_90a with one planted fault, or none: C = A B, A row-major (M x K), B
//! row-major (K x N), f16 in, f32 out, tile 128x128x64. Warpgroup 0 produces, warpgroups 1 and 2 consume 64 rows each;
//! results go through shared memory and a bulk store.

use tilewright_emulator::{Buffer, Launch, Oob, Param, Swizzle, TensorMap, TmaType};

/// The fault planted into the kernel.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    None,
    ProducerStartsAtPhase0,
    ConsumerStartsAtPhase1,
    NoPhaseFlip,
    ExpectTooSmall,
    ExpectTooLarge,
    EmptyCountTooLarge,
    EmptyCountTooSmall,
    NoEmptyWait,
    NoFullWait,
    ReleaseBeforeWait,
    NoWgmmaFence,
    NoProxyFence,
    NoInitBarrier,
    TwoProducers,
    NoFinalWait,
    NoStoreWait,
    ReadAccumulatorEarly,
}

pub const FAULTS: [Fault; 17] = [
    Fault::ProducerStartsAtPhase0,
    Fault::ConsumerStartsAtPhase1,
    Fault::NoPhaseFlip,
    Fault::ExpectTooSmall,
    Fault::ExpectTooLarge,
    Fault::EmptyCountTooLarge,
    Fault::EmptyCountTooSmall,
    Fault::NoEmptyWait,
    Fault::NoFullWait,
    Fault::ReleaseBeforeWait,
    Fault::NoWgmmaFence,
    Fault::NoProxyFence,
    Fault::NoInitBarrier,
    Fault::TwoProducers,
    Fault::NoFinalWait,
    Fault::NoStoreWait,
    Fault::ReadAccumulatorEarly,
];

/// Size of a problem.
#[derive(Clone, Copy, Debug)]
pub struct Size {
    pub m: usize,
    pub n: usize,
    pub k_tiles: usize,
    pub stages: usize,
    /// CTAs; each takes every `ctas`-th tile.
    pub ctas: u32,
}

impl Size {
    pub fn tiles(&self) -> usize {
        self.m.div_ceil(128) * self.n.div_ceil(128)
    }
}

/// The kernel's text.
pub fn kernel(stages: usize, fault: Fault) -> String {
    let on = |f: Fault, yes: &'static str, no: &'static str| if fault == f { yes } else { no };
    let accumulators: Vec<String> = (0..64).map(|i| format!("%f{i}")).collect();
    let d = accumulators.join(", ");
    let zero: String = accumulators
        .iter()
        .map(|r| format!("mov.f32 {r}, 0f00000000; "))
        .collect();
    let mut products = String::new();
    for step in 0..4 {
        products.push_str(&format!(
            "add.s64 %rd20, %rd10, {}; add.s64 %rd21, %rd11, {};\n\
             wgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16 {{{d}}}, %rd20, %rd21, %p5, 1, 1, 0, 1;\n",
            2 * step,
            128 * step
        ));
    }
    let mut epilogue = String::new();
    for j in 0..16 {
        for half in 0..2 {
            epilogue.push_str(&format!(
                "st.shared.v2.f32 [%r40+{}], {{%f{}, %f{}}};\n",
                32 * j + half * 8 * 512,
                4 * j + 2 * half,
                4 * j + 2 * half + 1
            ));
        }
    }
    let init: String = (0..stages)
        .map(|s| {
            let count = match fault {
                Fault::EmptyCountTooLarge => 257,
                Fault::EmptyCountTooSmall => 255,
                _ => 256,
            };
            format!(
                "mbarrier.init.shared::cta.b64 [full+{}], 1;
mbarrier.init.shared::cta.b64 [empty+{}], {count};
",
                8 * s,
                8 * s
            )
        })
        .collect();
    let bytes = match fault {
        Fault::ExpectTooSmall => 16384,
        Fault::ExpectTooLarge => 32784,
        _ => 32768,
    };
    let flip = on(
        Fault::NoPhaseFlip,
        "",
        "selp.b32 %r18, 1, 0, %p4; xor.b32 %r12, %r12, %r18;",
    );
    let release = "mbarrier.arrive.shared::cta.b64 _, [%r17];";
    let wait = "wgmma.wait_group.sync.aligned 0;";
    let drain = match fault {
        Fault::ReleaseBeforeWait => format!("{release}\n{wait}"),
        Fault::NoFinalWait => release.to_string(),
        _ => format!("{wait}\n{release}"),
    };
    format!(
        r#"
.version 8.4
.target sm_90a
.address_size 64
.extern .shared .align 1024 .b8 dyn[];
.visible .entry gemm(.param .align 64 .b8 map_a[128], .param .align 64 .b8 map_b[128], .param .align 64 .b8 map_c[128],
  .param .u32 k_tiles, .param .u32 tiles, .param .u32 tiles_n)
.reqntid 384, 1, 1
.maxnreg 168
{{
  .reg .pred %p<12>; .reg .b32 %r<64>; .reg .b64 %rd<32>; .reg .f32 %f<64>;
  .shared .align 8 .b64 full[8];
  .shared .align 8 .b64 empty[8];
  mov.u32 %r1, %tid.x;
  shr.u32 %r2, %r1, 7;
  mov.u32 %r4, dyn; mov.u32 %r5, full; mov.u32 %r6, empty;
  ld.param.u32 %r3, [k_tiles];
  ld.param.u32 %r60, [tiles];
  ld.param.u32 %r61, [tiles_n];
  setp.ne.u32 %p1, %r1, 0;
  @%p1 bra READY;
  {init}
  fence.mbarrier_init.release.cluster;
READY:
  {sync}
  mov.u32 %r50, %ctaid.x;
  setp.ne.u32 %p2, %r2, 0;
  mov.u32 %r11, 0;
  mov.u32 %r12, 0;
  @%p2 bra CONSUMER;
  // ---- producer
  setmaxnreg.dec.sync.aligned.u32 40;
  setp.{who}.u32 %p6, %r1, {leaders};
  @%p6 bra DONE;
  mov.u32 %r12, {producer_phase};
  mov.b64 %rd2, map_a; cvta.param.u64 %rd2, %rd2;
  mov.b64 %rd3, map_b; cvta.param.u64 %rd3, %rd3;
PTILE:
  setp.ge.u32 %p7, %r50, %r60;
  @%p7 bra DONE;
  div.u32 %r51, %r50, %r61; rem.u32 %r52, %r50, %r61;
  shl.b32 %r29, %r51, 7; shl.b32 %r30, %r52, 7; add.u32 %r31, %r30, 64;
  mov.u32 %r20, 0;
PLOOP:
  setp.ge.u32 %p9, %r20, %r3;
  @%p9 bra PNEXT;
  shl.b32 %r23, %r11, 3; add.u32 %r24, %r5, %r23; add.u32 %r25, %r6, %r23;
  {empty_wait}
  mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r24], {bytes};
  shl.b32 %r26, %r11, 15; add.u32 %r27, %r4, %r26; add.u32 %r28, %r27, 16384; add.u32 %r32, %r27, 24576;
  shl.b32 %r33, %r20, 6;
  cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%r27], [%rd2, {{%r33, %r29}}], [%r24];
  cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%r28], [%rd3, {{%r30, %r33}}], [%r24];
  cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%r32], [%rd3, {{%r31, %r33}}], [%r24];
  add.u32 %r11, %r11, 1; setp.eq.u32 %p4, %r11, {stages}; selp.b32 %r11, 0, %r11, %p4;
  {flip}
  add.u32 %r20, %r20, 1;
  bra.uni PLOOP;
PNEXT:
  mov.u32 %r53, %nctaid.x; add.u32 %r50, %r50, %r53;
  bra.uni PTILE;
  // ---- consumers
CONSUMER:
  setmaxnreg.inc.sync.aligned.u32 232;
  mov.u32 %r12, {consumer_phase};
  sub.u32 %r7, %r2, 1;
  shl.b32 %r8, %r7, 13;
  mov.b64 %rd4, map_c; cvta.param.u64 %rd4, %rd4;
CTILE:
  setp.ge.u32 %p7, %r50, %r60;
  @%p7 bra DONE;
  {zero}
  mov.u32 %r20, 0;
  setp.eq.u32 %p5, %r1, %r1;
CLOOP:
  setp.ge.u32 %p9, %r20, %r3;
  @%p9 bra STORE;
  shl.b32 %r13, %r11, 3; add.u32 %r16, %r5, %r13; add.u32 %r17, %r6, %r13;
  {full_wait}
  shl.b32 %r26, %r11, 15; add.u32 %r27, %r4, %r26; add.u32 %r28, %r27, 16384; add.u32 %r27, %r27, %r8;
  cvt.u64.u32 %rd1, %r27; shr.u64 %rd1, %rd1, 4; and.b64 %rd1, %rd1, 0x3FFF; or.b64 %rd10, %rd1, 0x4000004000010000;
  cvt.u64.u32 %rd1, %r28; shr.u64 %rd1, %rd1, 4; and.b64 %rd1, %rd1, 0x3FFF; or.b64 %rd11, %rd1, 0x4000004002000000;
  {fence}
  {products}
  wgmma.commit_group.sync.aligned;
  {early}
  {drain}
  add.u32 %r11, %r11, 1; setp.eq.u32 %p4, %r11, {stages}; selp.b32 %r11, 0, %r11, %p4;
  {flip}
  add.u32 %r20, %r20, 1;
  bra.uni CLOOP;
STORE:
  // Staging behind the ring: 64 rows of 128 f32 for each consumer.
  and.b32 %r34, %r1, 127;
  shr.u32 %r35, %r34, 5; shl.b32 %r35, %r35, 4;
  shr.u32 %r36, %r34, 2; and.b32 %r36, %r36, 7; add.u32 %r35, %r35, %r36;
  and.b32 %r37, %r34, 3; shl.b32 %r37, %r37, 3;
  shl.b32 %r38, %r35, 9; add.u32 %r38, %r38, %r37;
  shl.b32 %r39, %r7, 15; add.u32 %r41, %r4, {ring}; add.u32 %r41, %r41, %r39;
  add.u32 %r40, %r41, %r38;
  {epilogue}
  {proxy_fence}
  add.u32 %r42, %r7, 1;
  bar.sync %r42, 128;
  setp.ne.u32 %p8, %r34, 0;
  @%p8 bra STORED;
  div.u32 %r51, %r50, %r61; rem.u32 %r52, %r50, %r61;
  shl.b32 %r29, %r51, 7; shl.b32 %r30, %r52, 7; shl.b32 %r43, %r7, 6; add.u32 %r29, %r29, %r43;
  cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [%rd4, {{%r30, %r29}}], [%r41];
  cp.async.bulk.commit_group;
  {store_wait}
STORED:
  bar.sync %r42, 128;
  mov.u32 %r53, %nctaid.x; add.u32 %r50, %r50, %r53;
  bra.uni CTILE;
DONE:
  ret;
}}
"#,
        sync = on(Fault::NoInitBarrier, "", "bar.sync 0;"),
        who = on(Fault::TwoProducers, "ge", "ne"),
        leaders = on(Fault::TwoProducers, "2", "0"),
        producer_phase = on(Fault::ProducerStartsAtPhase0, "0", "1"),
        consumer_phase = on(Fault::ConsumerStartsAtPhase1, "1", "0"),
        empty_wait = on(
            Fault::NoEmptyWait,
            "",
            "PWAIT: mbarrier.try_wait.parity.shared::cta.b64 %p7, [%r25], %r12; @!%p7 bra PWAIT;"
        ),
        full_wait = on(
            Fault::NoFullWait,
            "",
            "CWAIT: mbarrier.try_wait.parity.shared::cta.b64 %p3, [%r16], %r12; @!%p3 bra CWAIT;"
        ),
        fence = on(Fault::NoWgmmaFence, "", "wgmma.fence.sync.aligned;"),
        early = on(Fault::ReadAccumulatorEarly, "add.f32 %f0, %f0, %f1;", ""),
        proxy_fence = on(Fault::NoProxyFence, "", "fence.proxy.async.shared::cta;"),
        store_wait = on(Fault::NoStoreWait, "", "cp.async.bulk.wait_group.read 0;"),
        ring = stages * 32768,
    )
}

fn half(v: f32) -> u16 {
    // Small integers and halves only: exact.
    let bits = v.to_bits();
    if v == 0.0 {
        return 0;
    }
    let exp = (bits >> 23 & 0xFF) as i32 - 127 + 15;
    ((bits >> 16 & 0x8000) | (exp as u32) << 10 | (bits >> 13 & 0x3FF)) as u16
}

/// Launch, buffers and the expected content of C.
pub fn problem(size: Size) -> (Launch, Vec<Buffer>, Vec<f32>) {
    let (m, n, k) = (size.m, size.n, size.k_tiles.max(1) * 64);
    let pad = |n: usize, to: usize| n.div_ceil(to) * to;
    let (k_pitch, n_pitch) = (pad(k, 8), pad(n, 8));
    let mut state = 1_u32;
    let mut next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        ((state >> 24) % 9) as f32 - 4.0
    };
    let a: Vec<f32> = (0..m * k_pitch).map(|_| next()).collect();
    let b: Vec<f32> = (0..k * n_pitch).map(|_| next()).collect();
    let mut c = vec![-777.0_f32; m * n_pitch];
    if size.k_tiles == 0 {
        c.chunks_mut(n_pitch).for_each(|row| row[..n].fill(0.0));
    } else {
        for i in 0..m {
            let row = &mut c[i * n_pitch..i * n_pitch + n];
            row.fill(0.0);
            for p in 0..k {
                let x = a[i * k_pitch + p];
                row.iter_mut().zip(&b[p * n_pitch..]).for_each(|(c, y)| *c += x * y);
            }
        }
    }
    let bytes16 = |v: &[f32]| v.iter().flat_map(|&x| half(x).to_le_bytes()).collect::<Vec<u8>>();
    let fresh = vec![-777.0_f32; m * n_pitch];
    let buffers = vec![
        Buffer {
            name: "a".into(),
            bytes: bytes16(&a),
            align: 256,
        },
        Buffer {
            name: "b".into(),
            bytes: bytes16(&b),
            align: 256,
        },
        Buffer {
            name: "c".into(),
            bytes: fresh.iter().flat_map(|x| x.to_le_bytes()).collect(),
            align: 256,
        },
    ];
    let map = |buffer: &str, ty, dims: [usize; 2], pitch: usize, box_dims: [u32; 2], swizzle| {
        Param::TensorMap(TensorMap {
            buffer: buffer.into(),
            offset: 0,
            ty,
            dims: dims.map(|d| d as u64).to_vec(),
            strides: vec![pitch as u64],
            box_dims: box_dims.to_vec(),
            element_strides: vec![1, 1],
            swizzle,
            oob: Oob::Zero,
        })
    };
    let int = |v: usize| Param::Bytes((v as u32).to_le_bytes().to_vec());
    let launch = Launch {
        entry: "gemm".into(),
        grid: [size.ctas, 1, 1],
        block: [384, 1, 1],
        cluster: [1, 1, 1],
        dynamic_shared: (size.stages * 32768 + 65536) as u32,
        shared_align: 1024,
        params: vec![
            map("a", TmaType::F16, [k, m], 2 * k_pitch, [64, 128], Swizzle::B128),
            map("b", TmaType::F16, [n, k], 2 * n_pitch, [64, 64], Swizzle::B128),
            map("c", TmaType::F32, [n, m], 4 * n_pitch, [128, 64], Swizzle::None),
            int(size.k_tiles),
            int(size.tiles()),
            int(n.div_ceil(128)),
        ],
    };
    (launch, buffers, c)
}

/// The first wrong element of C.
pub fn wrong(buffers: &[Buffer], expected: &[f32]) -> Option<String> {
    let c = buffers.iter().find(|b| b.name == "c")?;
    let got = c
        .bytes
        .chunks_exact(4)
        .map(|x| f32::from_le_bytes([x[0], x[1], x[2], x[3]]));
    got.zip(expected)
        .enumerate()
        .find(|(_, (g, e))| g != *e)
        .map(|(i, (g, e))| format!("c[{i}] = {g}, expected {e}"))
}
