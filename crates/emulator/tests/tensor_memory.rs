//! A hand-written tcgen05 GEMM for sm_100a: one warp loads, one multiplies, four store. Silent and right without a
//! fault; every planted fault is named.

#[path = "common/gemm.rs"]
#[allow(dead_code)]
mod gemm;

use gemm::{Size, problem, wrong};
use tilewright_emulator::{FindingKind, Options, Outcome, run};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Fault {
    None,
    NoFenceAfter,
    NoAccumulatorWait,
    NotFreed,
    FirstProductAdds,
    NoEmptyWait,
    NoCommitToEmpty,
    AllocTooFew,
    WrongWindow,
}

/// 128x128 tile of C = A B, B row-major (N-major in shared memory), two stages of 32 KiB.
fn kernel(fault: Fault) -> String {
    let on = |f: Fault, yes: &'static str, no: &'static str| if fault == f { yes } else { no };
    let mut products = String::new();
    for step in 0..4 {
        products.push_str(&format!(
            "add.s64 %rd20, %rd10, {}; add.s64 %rd21, %rd11, {};
             tcgen05.mma.cta_group::1.kind::f16 [%r7], %rd20, %rd21, %r8, {};\n",
            2 * step,
            128 * step,
            if step == 0 { "%p10" } else { "%p11" }
        ));
    }
    let list = |from: usize, n: usize| {
        (from..from + n)
            .map(|i| format!("%r{i}"))
            .collect::<Vec<_>>()
            .join(", ")
    };
    let mut stores = String::new();
    for j in 0..4 {
        stores.push_str(&format!(
            "add.u32 %r52, %r51, {};
             tcgen05.ld.sync.aligned.32x32b.x32.b32 {{{}}}, [%r52];
             tcgen05.wait::ld.sync.aligned;\n",
            32 * j,
            list(100, 32)
        ));
        for i in 0..8 {
            stores.push_str(&format!(
                "st.global.v4.b32 [%rd14+{}], {{{}}};\n",
                128 * j + 16 * i,
                list(100 + 4 * i, 4)
            ));
        }
    }
    format!(
        r#"
.version 8.6
.target sm_100a
.address_size 64
.extern .shared .align 1024 .b8 dyn[];
.visible .entry gemm(.param .align 64 .b8 map_a[128], .param .align 64 .b8 map_b[128], .param .align 64 .b8 map_c[128],
  .param .u32 k_tiles, .param .u32 tiles, .param .u32 tiles_n, .param .u64 c)
.reqntid 128, 1, 1
{{
  .reg .pred %p<14>; .reg .b32 %r<140>; .reg .b64 %rd<40>;
  .shared .align 8 .b64 full[2];
  .shared .align 8 .b64 empty[2];
  .shared .align 8 .b64 ready;
  .shared .align 4 .b32 slot;
  mov.u32 %r1, %tid.x; shr.u32 %r2, %r1, 5;
  ld.param.u32 %r3, [k_tiles];
  mov.u32 %r4, dyn; mov.u32 %r5, full; mov.u32 %r6, empty;
  setp.ne.u32 %p1, %r1, 0;
  @%p1 bra I0;
  mbarrier.init.shared::cta.b64 [full], 1; mbarrier.init.shared::cta.b64 [full+8], 1;
  mbarrier.init.shared::cta.b64 [empty], 1; mbarrier.init.shared::cta.b64 [empty+8], 1;
  mbarrier.init.shared::cta.b64 [ready], 1;
  fence.mbarrier_init.release.cluster;
I0:
  setp.ne.u32 %p2, %r2, 0;
  @%p2 bra I1;
  mov.u32 %r9, slot;
  tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%r9], {columns};
  tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned;
I1:
  tcgen05.fence::before_thread_sync;
  bar.sync 0;
  tcgen05.fence::after_thread_sync;
  ld.shared.b32 %r7, [slot];
  setp.eq.u32 %p3, %r1, 0; @%p3 bra LOAD;
  setp.eq.u32 %p4, %r1, 32; @%p4 bra MULTIPLY;
  bra.uni STORE;
LOAD:
  mov.b64 %rd2, map_a; cvta.param.u64 %rd2, %rd2;
  mov.b64 %rd3, map_b; cvta.param.u64 %rd3, %rd3;
  mov.u32 %r20, 0; mov.u32 %r21, 0; mov.u32 %r22, 1; mov.u32 %r29, 0; mov.u32 %r30, 0; mov.u32 %r33, 64;
LLOOP:
  shl.b32 %r23, %r21, 3; add.u32 %r24, %r5, %r23; add.u32 %r25, %r6, %r23;
  {empty_wait}
  mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r24], 32768;
  shl.b32 %r26, %r21, 15; add.u32 %r27, %r4, %r26; add.u32 %r28, %r27, 16384; add.u32 %r32, %r27, 24576;
  shl.b32 %r31, %r20, 6;
  cp.async.bulk.tensor.2d.shared::cta.global.mbarrier::complete_tx::bytes [%r27], [%rd2, {{%r31, %r29}}], [%r24];
  cp.async.bulk.tensor.2d.shared::cta.global.mbarrier::complete_tx::bytes [%r28], [%rd3, {{%r30, %r31}}], [%r24];
  cp.async.bulk.tensor.2d.shared::cta.global.mbarrier::complete_tx::bytes [%r32], [%rd3, {{%r33, %r31}}], [%r24];
  xor.b32 %r21, %r21, 1; setp.eq.u32 %p8, %r21, 0; selp.b32 %r34, 1, 0, %p8; xor.b32 %r22, %r22, %r34;
  add.u32 %r20, %r20, 1; setp.lt.u32 %p9, %r20, %r3;
  @%p9 bra LLOOP;
  bra.uni STORE;
MULTIPLY:
  // f32 accumulator, f16 operands, B transposed (N-major), N 128, M 128.
  mov.u32 %r8, {idesc};
  mov.u32 %r40, 0; mov.u32 %r41, 0; mov.u32 %r42, 0;
  setp.eq.u32 %p11, %r1, %r1;
MLOOP:
  shl.b32 %r43, %r41, 3; add.u32 %r44, %r5, %r43; add.u32 %r45, %r6, %r43;
MWAIT: mbarrier.try_wait.parity.shared::cta.b64 %p12, [%r44], %r42; @!%p12 bra MWAIT;
  tcgen05.fence::after_thread_sync;
  shl.b32 %r46, %r41, 15; add.u32 %r47, %r4, %r46; add.u32 %r48, %r47, 16384;
  cvt.u64.u32 %rd1, %r47; shr.u64 %rd1, %rd1, 4; and.b64 %rd1, %rd1, 0x3FFF; or.b64 %rd10, %rd1, 0x4000404000010000;
  cvt.u64.u32 %rd1, %r48; shr.u64 %rd1, %rd1, 4; and.b64 %rd1, %rd1, 0x3FFF; or.b64 %rd11, %rd1, 0x4000404002000000;
  setp.ne.u32 %p10, %r40, {first};
  {products}
  {commit_empty}
  xor.b32 %r41, %r41, 1; setp.eq.u32 %p8, %r41, 0; selp.b32 %r49, 1, 0, %p8; xor.b32 %r42, %r42, %r49;
  add.u32 %r40, %r40, 1; setp.lt.u32 %p9, %r40, %r3;
  @%p9 bra MLOOP;
  mov.u32 %r49, ready;
  tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [%r49];
STORE:
  bar.warp.sync 0xffffffff;
  {ready_wait}
  {fence_after}
  ld.param.u64 %rd12, [c]; cvta.to.global.u64 %rd12, %rd12;
  mul.wide.u32 %rd13, %r1, 512; add.s64 %rd14, %rd12, %rd13;
  shl.b32 %r50, %r2, {window}; add.u32 %r51, %r7, %r50;
  {stores}
  tcgen05.fence::before_thread_sync;
  bar.sync 0;
  tcgen05.fence::after_thread_sync;
  @%p2 bra DONE;
  {free}
DONE:
  ret;
}}
"#,
        columns = on(Fault::AllocTooFew, "64", "128"),
        idesc = (1 << 4) | (1 << 16) | (128 >> 3 << 17) | (128 >> 4 << 24),
        empty_wait = on(
            Fault::NoEmptyWait,
            "",
            "LWAIT: mbarrier.try_wait.parity.shared::cta.b64 %p7, [%r25], %r22; @!%p7 bra LWAIT;"
        ),
        first = on(Fault::FirstProductAdds, "77", "0"),
        commit_empty = on(
            Fault::NoCommitToEmpty,
            "",
            "tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [%r45];"
        ),
        ready_wait = on(
            Fault::NoAccumulatorWait,
            "",
            "SWAIT: mbarrier.try_wait.parity.shared::cta.b64 %p13, [ready], 0; @!%p13 bra SWAIT;"
        ),
        fence_after = on(Fault::NoFenceAfter, "", "tcgen05.fence::after_thread_sync;"),
        window = on(Fault::WrongWindow, "20", "21"),
        free = on(
            Fault::NotFreed,
            "",
            "tcgen05.dealloc.cta_group::1.sync.aligned.b32 %r7, 128;"
        ),
    )
}

fn go(k_tiles: usize, fault: Fault, seed: u64) -> (Outcome, Vec<f32>) {
    let (mut launch, buffers, expected) = problem(Size {
        m: 128,
        n: 128,
        k_tiles,
        stages: 2,
        ctas: 1,
    });
    launch.block = [128, 1, 1];
    launch.params.push(tilewright_emulator::Param::Buffer {
        name: "c".into(),
        offset: 0,
    });
    let outcome = run(
        &kernel(fault),
        &launch,
        buffers,
        Options {
            seed,
            budget: 1_000_000,
        },
    )
    .unwrap_or_else(|e| panic!("{e}"));
    (outcome, expected)
}

#[test]
fn without_a_fault_it_is_silent_and_right() {
    for k_tiles in [1, 2, 3, 5] {
        for seed in 0..3 {
            let (outcome, expected) = go(k_tiles, Fault::None, seed);
            assert!(
                outcome.findings.is_empty(),
                "{k_tiles} tiles, seed {seed}: {}",
                outcome.findings[0]
            );
            assert_eq!(wrong(&outcome.buffers, &expected), None, "{k_tiles} tiles, seed {seed}");
        }
    }
}

#[test]
fn every_planted_fault_is_named() {
    use FindingKind::*;
    let faults: [(Fault, &[FindingKind]); 8] = [
        (Fault::NoFenceAfter, &[MissingTcgen05Fence]),
        (Fault::NoAccumulatorWait, &[Race, UninitialisedMemory]),
        (Fault::NotFreed, &[TensorMemory]),
        (Fault::FirstProductAdds, &[UninitialisedMemory]),
        (Fault::NoEmptyWait, &[ArriveOverrun, Race]),
        (Fault::NoCommitToEmpty, &[Deadlock]),
        (Fault::AllocTooFew, &[TensorMemory]),
        (Fault::WrongWindow, &[OutOfBounds]),
    ];
    for (fault, kinds) in faults {
        let first = (0..64).find_map(|seed| {
            go(3, fault, seed)
                .0
                .findings
                .first()
                .cloned()
                .filter(|f| kinds.contains(&f.kind))
        });
        let first = first.unwrap_or_else(|| panic!("{fault:?} was not named: {:?}", go(3, fault, 0).0.findings));
        eprintln!("{fault:?}: {first}");
    }
}
