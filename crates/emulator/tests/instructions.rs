//! Small kernels, each about one group of instructions. `out` is a buffer of 32-bit words; a kernel's result is what it
//! leaves there. Every positive case has a twin that must be found wrong.

#[path = "common/small.rs"]
mod small;

use small::{CLUSTER_OUT, PAIR, Shape, WARP, each, faulty, go, result};
use tilewright_emulator::{FindingKind, Launch, Options, Param, run};

#[test]
fn branches_diverge_and_meet_again() {
    // Odd lanes take a longer way; afterwards the whole warp votes.
    let body = "
  and.b32 %r1, %r0, 1; setp.ne.u32 %p0, %r1, 0; mov.u32 %r2, 5;
  @%p0 bra ODD;
  add.u32 %r2, %r2, %r0;
  bra JOIN;
ODD:
  mov.u32 %r3, 0;
LOOP:
  add.u32 %r2, %r2, 100; add.u32 %r3, %r3, 1; setp.lt.u32 %p1, %r3, %r0; @%p1 bra LOOP;
JOIN:
  vote.sync.ballot.b32 %r4, %p0, 0xffffffff;
  add.u32 %r2, %r2, %r4;
  st.global.u32 [%rd1], %r2;";
    let ballot = 0xAAAA_AAAA_u32;
    assert_eq!(
        result(body, WARP),
        each(|l| if l % 2 == 1 { 5 + 100 * l } else { 5 + l }.wrapping_add(ballot))
    );
    // Lanes that left early cannot be waited for; lanes that wait elsewhere can never come.
    faulty(
        "setp.lt.u32 %p0, %r0, 16; @%p0 bra A; bar.warp.sync 0xffffffff; bra B; A: shfl.sync.idx.b32 %r1, %r0, 0, 31, 0xffffffff; B:",
        WARP,
        FindingKind::Divergence,
    );
}

#[test]
fn early_exits_and_guards() {
    let body = "
  st.global.u32 [%rd1], 1;
  setp.ge.u32 %p0, %r0, 10;
  @%p0 exit;
  st.global.u32 [%rd1], 2;
  setp.eq.u32 %p1, %r0, 3;
  @%p1 st.global.u32 [%rd1], 3;
  @!%p1 add.u32 %r1, %r0, 1;
  activemask.b32 %r2;
  setp.eq.u32 %p2, %r0, 5;
  @%p2 st.global.u32 [%rd1], %r2;";
    assert_eq!(
        result(body, WARP),
        each(|l| match l {
            3 => 3,
            5 => 0x3FF,
            l if l < 10 => 2,
            _ => 1,
        })
    );
    faulty(
        "setp.eq.u32 %p0, %r0, 3; @%p0 mov.u32 %r1, 1; st.global.u32 [%rd1], %r1;",
        WARP,
        FindingKind::UninitialisedRegister,
    );
}

#[test]
fn shuffles() {
    let lane = |body: &str| result(&format!("{body} st.global.u32 [%rd1], %r1;"), WARP);
    assert_eq!(lane("shfl.sync.bfly.b32 %r1, %r0, 4, 31, -1;"), each(|l| l ^ 4));
    assert_eq!(
        lane("shfl.sync.up.b32 %r1, %r0, 3, 0, -1;"),
        each(|l| if l < 3 { l } else { l - 3 })
    );
    assert_eq!(
        lane("shfl.sync.down.b32 %r1, %r0, 3, 31, -1;"),
        each(|l| if l > 28 { l } else { l + 3 })
    );
    assert_eq!(lane("shfl.sync.idx.b32 %r1, %r0, 9, 31, -1;"), each(|_| 9));
    // Segments of eight lanes.
    assert_eq!(
        lane("shfl.sync.idx.b32 %r1, %r0, 2, 6175, -1;"),
        each(|l| l / 8 * 8 + 2)
    );
    assert_eq!(
        lane("shfl.sync.up.b32 %r1|%p0, %r0, 1, 6144, -1; selp.u32 %r1, 1, 0, %p0;"),
        each(|l| u32::from(l % 8 != 0))
    );
    faulty(
        "shfl.sync.idx.b32 %r1, %r0, 0, 31, 0xfffffff0;",
        WARP,
        FindingKind::Divergence,
    );
}

#[test]
fn votes_matches_reductions_and_elections() {
    let lane = |body: &str| result(&format!("{body} st.global.u32 [%rd1], %r1;"), WARP);
    assert_eq!(lane("redux.sync.add.u32 %r1, %r0, -1;"), each(|_| 496));
    assert_eq!(
        lane("sub.u32 %r2, %r0, 5; redux.sync.min.s32 %r1, %r2, -1;"),
        each(|_| -5_i32 as u32)
    );
    assert_eq!(
        lane("shr.u32 %r2, %r0, 3; match.any.sync.b32 %r1, %r2, -1;"),
        each(|l| 0xFF << (l / 8 * 8))
    );
    assert_eq!(
        lane("elect.sync %r2|%p0, -1; selp.u32 %r1, 1, 0, %p0;"),
        each(|l| u32::from(l == 0))
    );
    assert_eq!(
        lane("setp.lt.u32 %p0, %r0, 40; vote.sync.all.pred %p1, %p0, -1; selp.u32 %r1, 1, 0, %p1;"),
        each(|_| 1)
    );
    assert_eq!(
        lane("setp.lt.u32 %p0, %r0, 4; vote.sync.any.pred %p1, !%p0, -1; selp.u32 %r1, 1, 0, %p1;"),
        each(|_| 1)
    );
}

#[test]
fn memory_spaces_and_widths() {
    let body = "
  mov.u32 %r1, stack; st.local.v2.u32 [stack+8], {%r0, 77}; ld.local.u32 %r2, [stack+8]; ld.local.u32 %r3, [stack+12];
  ld.param.u32 %r4, [n]; ld.const.u32 %r5, [table+8];
  shl.b32 %r6, %r0, 2; mov.u32 %r7, smem; add.u32 %r7, %r7, %r6;
  st.shared.u32 [%r7], -2; ld.shared.s8 %r8, [%r7]; ld.shared.u16 %r9, [%r7+2];
  cvt.u64.u32 %rd2, %r7; cvta.shared.u64 %rd2, %rd2; ld.u32 %r10, [%rd2];
  add.u32 %r11, %r2, %r3; add.u32 %r11, %r11, %r4; add.u32 %r11, %r11, %r5; add.u32 %r11, %r11, %r8;
  add.u32 %r11, %r11, %r9; add.u32 %r11, %r11, %r10;
  st.global.u32 [%rd1], %r11;";
    assert_eq!(result(body, WARP), each(|l| (l + 77 + 7 + 30 + 65535).wrapping_sub(4)));
    faulty("ld.global.u32 %r1, [%rd1+128];", WARP, FindingKind::OutOfBounds);
    faulty("ld.global.u32 %r1, [%rd1+1];", WARP, FindingKind::Misaligned);
    faulty(
        "st.global.v4.u32 [%rd0+8], {%r0, %r0, %r0, %r0};",
        WARP,
        FindingKind::Misaligned,
    );
    faulty("ld.shared.u32 %r1, [smem+16];", WARP, FindingKind::UninitialisedMemory);
    faulty("ld.shared.u32 %r1, [smem+65536];", WARP, FindingKind::OutOfBounds);
    faulty("st.local.u32 [stack+64], %r0;", WARP, FindingKind::OutOfBounds);
    faulty("trap;", WARP, FindingKind::Trap);
}

#[test]
fn atomics() {
    let body = "
  mov.u32 %r1, 0; st.global.u32 [%rd1], %r1;
  bar.sync 0;
  atom.global.add.u32 %r2, [%rd0], 2;
  red.global.max.s32 [%rd0+4], %r0;
  atom.global.cas.b32 %r3, [%rd0+8], 0, 9;
  atom.global.exch.b32 %r4, [%rd0+12], 5;
  red.global.inc.u32 [%rd0+16], 6;
  mov.f32 %f1, 0f3F000000; red.global.add.f32 [%rd0+20], %f1;";
    let got = result(body, WARP);
    assert_eq!(got[..6], [64, 31, 9, 5, 32 % 7, 16.0_f32.to_bits()]);
}

#[test]
fn carries_and_wide_products() {
    let body = "
  mov.u32 %r1, 0xFFFFFFFF; add.cc.u32 %r2, %r1, %r0; addc.u32 %r3, 10, 20;
  mad.wide.u32 %rd3, %r1, %r1, 1; mov.b64 {%r4, %r5}, %rd3;
  sub.cc.u32 %r6, 0, %r0; subc.u32 %r7, 5, 0;
  xor.b32 %r8, %r3, %r7; add.u32 %r8, %r8, %r5; add.u32 %r8, %r8, %r4;
  st.global.u32 [%rd1], %r8;";
    let wide = 0xFFFF_FFFF_u64 * 0xFFFF_FFFF + 1;
    assert_eq!(
        result(body, WARP),
        each(|l| {
            let (with_carry, with_borrow) = (30 + u32::from(l > 0), 5 - u32::from(l > 0));
            (with_carry ^ with_borrow)
                .wrapping_add((wide >> 32) as u32)
                .wrapping_add(wide as u32)
        })
    );
}

#[test]
fn cta_barriers_order_shared_memory() {
    let two_warps = Shape {
        threads: 64,
        cluster: 1,
        words: 64,
    };
    let body = |middle: &str| {
        format!(
            "shl.b32 %r1, %r0, 2; mov.u32 %r2, smem; add.u32 %r1, %r1, %r2; st.shared.u32 [%r1], %r0;
             {middle}
             xor.b32 %r3, %r0, 63; shl.b32 %r3, %r3, 2; add.u32 %r3, %r3, %r2; ld.shared.u32 %r4, [%r3];
             st.global.u32 [%rd1], %r4;"
        )
    };
    assert_eq!(
        result(&body("bar.sync 0;"), two_warps),
        (0..64).map(|l| l ^ 63).collect::<Vec<u32>>()
    );
    assert_eq!(
        result(&body("barrier.sync 3, 64;"), two_warps),
        (0..64).map(|l| l ^ 63).collect::<Vec<u32>>()
    );
    faulty(&body(""), two_warps, FindingKind::Race);
    faulty(&body("bar.warp.sync -1;"), two_warps, FindingKind::Race);
    faulty(
        "setp.lt.u32 %p0, %r0, 32; @%p0 bra E; bar.sync 1, 64; E:",
        two_warps,
        FindingKind::Deadlock,
    );
    faulty("bar.sync 16;", two_warps, FindingKind::InvalidOperand);
    let votes = "setp.lt.u32 %p0, %r0, 40; bar.red.popc.u32 %r1, 0, %p0; st.global.u32 [%rd1], %r1;";
    assert_eq!(result(votes, two_warps), vec![40; 64]);
    // Producer arrives, consumer syncs.
    let pair = "
  setp.lt.u32 %p0, %r0, 32; @%p0 bra P;
  bar.sync 1, 64; sub.u32 %r5, %r0, 32; shl.b32 %r1, %r5, 2; mov.u32 %r2, smem; add.u32 %r1, %r1, %r2; ld.shared.u32 %r4, [%r1];
  st.global.u32 [%rd1], %r4; bra E;
P: shl.b32 %r1, %r0, 2; mov.u32 %r2, smem; add.u32 %r1, %r1, %r2; st.shared.u32 [%r1], %r0; st.global.u32 [%rd1], %r0;
  bar.arrive 1, 64;
E:";
    assert_eq!(result(pair, two_warps), (0..64).map(|l| l % 32).collect::<Vec<u32>>());
}

#[test]
fn mbarriers() {
    let two_warps = Shape {
        threads: 64,
        cluster: 1,
        words: 64,
    };
    let init = |count: u32| {
        format!(
            "setp.ne.u32 %p0, %r0, 0; @%p0 bra I; mbarrier.init.shared::cta.b64 [bar], {count}; I: bar.sync 0;
             shl.b32 %r1, %r0, 2; mov.u32 %r2, smem; add.u32 %r1, %r1, %r2; st.shared.u32 [%r1], %r0;"
        )
    };
    let read = "xor.b32 %r3, %r0, 63; shl.b32 %r3, %r3, 2; add.u32 %r3, %r3, %r2; ld.shared.u32 %r4, [%r3]; st.global.u32 [%rd1], %r4;";
    let wait = "W: mbarrier.try_wait.parity.shared::cta.b64 %p1, [bar], 0; @!%p1 bra W;";
    let good = format!("{} mbarrier.arrive.shared::cta.b64 _, [bar]; {wait} {read}", init(64));
    assert_eq!(result(&good, two_warps), (0..64).map(|l| l ^ 63).collect::<Vec<u32>>());
    // The same with the state that the arrive returns, tested instead of waited for.
    let state = format!(
        "{} mbarrier.arrive.shared::cta.b64 %rd5, [bar]; W: mbarrier.test_wait.shared::cta.b64 %p1, [bar], %rd5; @!%p1 bra W; {read}",
        init(64)
    );
    assert_eq!(result(&state, two_warps), (0..64).map(|l| l ^ 63).collect::<Vec<u32>>());
    faulty(
        &format!("{} mbarrier.arrive.shared::cta.b64 _, [bar]; {wait}", init(65)),
        two_warps,
        FindingKind::Deadlock,
    );
    faulty(
        &format!("{} mbarrier.arrive.shared::cta.b64 _, [bar]; {wait}", init(63)),
        two_warps,
        FindingKind::ArriveOverrun,
    );
    faulty(
        &format!(
            "{} mbarrier.arrive.relaxed.cta.shared::cta.b64 _, [bar]; {wait} {read}",
            init(64)
        ),
        two_warps,
        FindingKind::Race,
    );
    faulty(
        &format!("{} st.shared.u32 [bar], 0;", init(64)),
        two_warps,
        FindingKind::InvalidBarrier,
    );
    faulty(
        "mbarrier.arrive.shared::cta.b64 _, [bar];",
        two_warps,
        FindingKind::InvalidBarrier,
    );
    faulty(
        "mbarrier.init.shared::cta.b64 [bar], 1;",
        two_warps,
        FindingKind::InvalidBarrier,
    );
    faulty(
        &format!("{} mbarrier.try_wait.parity.shared::cta.b64 %p1, [bar], 2;", init(64)),
        two_warps,
        FindingKind::InvalidOperand,
    );
}

#[test]
fn cp_async_needs_its_wait_and_a_barrier() {
    let two_warps = Shape {
        threads: 64,
        cluster: 1,
        words: 64,
    };
    let body = |wait: &str| {
        format!(
            "st.global.u32 [%rd1], %r0; bar.sync 0;
             shl.b32 %r1, %r0, 2; mov.u32 %r2, smem; add.u32 %r1, %r1, %r2;
             cp.async.ca.shared.global [%r1], [%rd1], 4; cp.async.commit_group;
             {wait}
             xor.b32 %r3, %r0, 63; shl.b32 %r3, %r3, 2; add.u32 %r3, %r3, %r2; ld.shared.u32 %r4, [%r3]; st.global.u32 [%rd1], %r4;"
        )
    };
    let good = body("cp.async.wait_group 0; bar.sync 0;");
    assert_eq!(result(&good, two_warps), (0..64).map(|l| l ^ 63).collect::<Vec<u32>>());
    faulty(
        &body("cp.async.wait_group 1; bar.sync 0;"),
        two_warps,
        FindingKind::Race,
    );
    faulty(&body("cp.async.wait_group 0;"), two_warps, FindingKind::Race);
    let zero_filled = body("cp.async.wait_all; bar.sync 0;").replace("[%rd1], 4;", "[%rd1], 4, 2;");
    assert_eq!(
        result(&zero_filled, two_warps),
        (0..64).map(|l| l ^ 63).collect::<Vec<u32>>()
    );
}

#[test]
fn distributed_shared_memory() {
    let body = |sync: &str| {
        format!(
            "{CLUSTER_OUT} shl.b32 %r1, %r0, 2; mov.u32 %r2, smem; add.u32 %r1, %r1, %r2; xor.b32 %r3, %r20, 1;
             mapa.shared::cluster.u32 %r4, %r1, %r3; add.u32 %r5, %r21, 1000; st.shared::cluster.u32 [%r4], %r5;
             {sync}
             ld.shared.u32 %r6, [%r1]; st.global.u32 [%rd1], %r6;"
        )
    };
    let good = body("barrier.cluster.arrive.release.aligned; barrier.cluster.wait.acquire.aligned;");
    assert_eq!(
        result(&good, PAIR),
        (0..64).map(|i| 1000 + (i ^ 32)).collect::<Vec<u32>>()
    );
    faulty(&body(""), PAIR, FindingKind::Race);
    faulty(
        &body("barrier.cluster.arrive.relaxed.aligned; barrier.cluster.wait.acquire.aligned;"),
        PAIR,
        FindingKind::Race,
    );
    faulty("barrier.cluster.wait;", PAIR, FindingKind::InvalidBarrier);
}

#[test]
fn bulk_copies_and_multicast() {
    // Rank 0 copies 128 bytes of the output buffer's start into both CTAs.
    let body = |bytes: u32, wait: &str| {
        format!(
            "{CLUSTER_OUT} setp.eq.u32 %p0, %r0, 0; mov.u32 %r2, dyn;
             st.global.u32 [%rd1], %r21; fence.proxy.async;
             @%p0 mbarrier.init.shared::cta.b64 [bar], 1;
             @%p0 fence.mbarrier_init.release.cluster;
             @%p0 mbarrier.arrive.expect_tx.shared::cta.b64 _, [bar], {bytes};
             barrier.cluster.arrive; barrier.cluster.wait;
             setp.eq.u32 %p1, %r20, 0; and.pred %p1, %p1, %p0; mov.b16 %h1, 3;
             @%p1 cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [%r2], [%rd0], 128, [bar], %h1;
             {wait}
             shl.b32 %r1, %r0, 2; add.u32 %r1, %r1, %r2; ld.shared.u32 %r4, [%r1]; add.u32 %r4, %r4, %r20; st.global.u32 [%rd1], %r4;
             barrier.cluster.arrive; barrier.cluster.wait;"
        )
    };
    let wait = "W: mbarrier.try_wait.parity.shared::cta.b64 %p2, [bar], 0; @!%p2 bra W;";
    assert_eq!(
        result(&body(128, wait), PAIR),
        (0..64).map(|i| i % 32 + i / 32).collect::<Vec<u32>>()
    );
    faulty(&body(128, ""), PAIR, FindingKind::Race);
    faulty(&body(64, wait), PAIR, FindingKind::TransactionMismatch);
    faulty(&body(256, wait), PAIR, FindingKind::Deadlock);
}

#[test]
fn bulk_stores_need_the_proxy_fence_and_the_wait() {
    let body = |fence: &str, wait: &str| {
        format!(
            "setp.eq.u32 %p0, %r0, 0; mov.u32 %r2, dyn; shl.b32 %r1, %r0, 2; add.u32 %r1, %r1, %r2;
             mul.lo.u32 %r3, %r0, 3; st.shared.u32 [%r1], %r3; {fence} bar.warp.sync -1;
             @%p0 cp.async.bulk.global.shared::cta.bulk_group [%rd0], [%r2], 128; cp.async.bulk.commit_group; {wait}"
        )
    };
    let wait = "cp.async.bulk.wait_group 0;";
    assert_eq!(
        result(&body("fence.proxy.async.shared::cta;", wait), WARP),
        each(|l| 3 * l)
    );
    faulty(&body("", wait), WARP, FindingKind::MissingProxyFence);
    faulty(
        &body("fence.proxy.async.shared::cta;", ""),
        WARP,
        FindingKind::UnfinishedWork,
    );
}

#[test]
fn matrix_fragments() {
    // ldmatrix, transposing and not, of a matrix whose element (r, c) is 16 r + c, and mma with the identity.
    let fill = "
  mov.u32 %r2, smem; shl.b32 %r1, %r0, 2; add.u32 %r1, %r1, %r2;
  shr.u32 %r3, %r0, 2; and.b32 %r4, %r0, 3; shl.b32 %r3, %r3, 4; shl.b32 %r4, %r4, 1; add.u32 %r3, %r3, %r4;
  add.u32 %r5, %r3, 1; shl.b32 %r5, %r5, 16; or.b32 %r3, %r3, %r5; st.shared.u32 [%r1], %r3; bar.warp.sync -1;
  and.b32 %r6, %r0, 7; shl.b32 %r6, %r6, 4; add.u32 %r6, %r6, %r2;";
    let pair = |a: u32, b: u32| a | b << 16;
    let straight =
        format!("{fill} ldmatrix.sync.aligned.m8n8.x1.shared.b16 {{%r7}}, [%r6]; st.global.u32 [%rd1], %r7;");
    assert_eq!(
        result(&straight, WARP),
        each(|l| pair(16 * (l / 4) + 2 * (l % 4), 16 * (l / 4) + 2 * (l % 4) + 1))
    );
    let turned = straight.replace(".x1.shared", ".x1.trans.shared");
    assert_eq!(
        result(&turned, WARP),
        each(|l| pair(32 * (l % 4) + l / 4, 32 * (l % 4) + 16 + l / 4))
    );
    let moved = straight.replace("st.global", "movmatrix.sync.aligned.m8n8.trans.b16 %r7, %r7; st.global");
    assert_eq!(
        result(&moved, WARP),
        each(|l| pair(32 * (l % 4) + l / 4, 32 * (l % 4) + 16 + l / 4))
    );
    // Bytes of 32 rows of 16, byte (r, c) 16 r + c modulo 256: lane l gets four rows of column l / 4, or of the one 8 further on.
    let turned = "
  mov.u32 %r2, smem; shl.b32 %r1, %r0, 4; add.u32 %r1, %r1, %r2; shl.b32 %r3, %r0, 4; and.b32 %r3, %r3, 255;
  mul.lo.u32 %r3, %r3, 0x01010101; add.u32 %r4, %r3, 0x03020100; st.shared.u32 [%r1], %r4; add.u32 %r4, %r3, 0x07060504;
  st.shared.u32 [%r1+4], %r4; add.u32 %r4, %r3, 0x0B0A0908; st.shared.u32 [%r1+8], %r4;
  add.u32 %r4, %r3, 0x0F0E0D0C; st.shared.u32 [%r1+12], %r4; bar.warp.sync -1;
  ldmatrix.sync.aligned.m16n16.x2.trans.shared.b8 {%r4, %r5, %r6, %r7}, [%r1]; st.global.u32 [%rd1], REG;";
    for (register, half) in [("%r4", 0), ("%r5", 8), ("%r6", 0), ("%r7", 8)] {
        let column = |l: u32| {
            let byte = |e: u32| ((16 * (4 * (l % 4) + e) + l / 4 + half) & 0xFF) << (8 * e);
            (0..4).map(byte).sum()
        };
        assert_eq!(
            result(&turned.replace("REG", register), WARP),
            each(column),
            "{register}"
        );
    }
    // Bytes are read by sixteen rows of whole 16 bytes.
    let crooked = turned
        .replace("[%r1]; st.global", "[%r1+4]; st.global")
        .replace("REG", "%r4");
    faulty(&crooked, WARP, FindingKind::Misaligned);
    // A row-major ones, B identity: every element of D is one, plus C.
    let product = "
  mov.u32 %r1, 0x3C003C00; shr.u32 %r2, %r0, 2; and.b32 %r3, %r0, 3; shl.b32 %r3, %r3, 1;
  setp.eq.u32 %p0, %r2, %r3; selp.b32 %r4, 0x3C00, 0, %p0; add.u32 %r3, %r3, 1;
  setp.eq.u32 %p1, %r2, %r3; selp.b32 %r5, 0x3C000000, 0, %p1; or.b32 %r4, %r4, %r5;
  mov.f32 %f9, 0f40000000; mov.b32 %r6, 0;
  mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%f1,%f2,%f3,%f4}, {%r1,%r1,%r1,%r1}, {%r4,%r6}, {%f9,%f9,%f9,%f9};
  mov.b32 %r7, %f3; st.global.u32 [%rd1], %r7;";
    assert_eq!(result(product, WARP), each(|_| 3.0_f32.to_bits()));
    faulty(
        "setp.lt.u32 %p0, %r0, 8; mov.u32 %r1, 0; @%p0 movmatrix.sync.aligned.m8n8.trans.b16 %r2, %r1;",
        WARP,
        FindingKind::Divergence,
    );
}

#[test]
fn register_pool() {
    let text = |body: &str| body.to_string();
    // Without .maxnreg the instruction is ignored, so nothing can be wrong with its order.
    assert_eq!(
        result(
            &text("setmaxnreg.dec.sync.aligned.u32 24; st.global.u32 [%rd1], 1;"),
            WARP
        ),
        each(|_| 1)
    );
}

#[test]
fn ctas_must_not_share_global_memory_without_order() {
    let pair = Shape {
        threads: 32,
        cluster: 2,
        words: 64,
    };
    let own = format!("{CLUSTER_OUT} st.global.u32 [%rd1], %r21; ld.global.u32 %r1, [%rd1];");
    assert_eq!(result(&own, pair), (0..64).collect::<Vec<u32>>());
    faulty("st.global.u32 [%rd1], %r0;", pair, FindingKind::Race);
    faulty(
        &format!("{CLUSTER_OUT} st.global.u32 [%rd1], %r21; ld.global.u32 %r1, [%rd0+128];"),
        pair,
        FindingKind::Race,
    );
    // Reading together, and adding atomically, is no race.
    result("ld.global.u32 %r1, [%rd0];", pair);
    result("red.global.add.u32 [%rd0], 1;", pair);
}

#[test]
fn warps_must_not_share_global_memory_without_order() {
    let two_warps = Shape {
        threads: 64,
        cluster: 1,
        words: 64,
    };
    let body = |sync: &str| {
        format!(
            "st.global.u32 [%rd1], %r0; {sync} xor.b32 %r1, %r0, 63; mad.wide.u32 %rd2, %r1, 4, %rd0;
             ld.global.u32 %r2, [%rd2]; {sync} st.global.u32 [%rd1], %r2;"
        )
    };
    assert_eq!(
        result(&body("bar.sync 0;"), two_warps),
        (0..64).map(|l| l ^ 63).collect::<Vec<u32>>()
    );
    faulty(&body(""), two_warps, FindingKind::Race);
    let outcome = go(&body(""), two_warps, 0);
    assert!(
        outcome.findings[0].others[0].what.contains("warp"),
        "{}",
        outcome.findings[0]
    );
}

#[test]
fn lanes_must_not_share_memory_without_order() {
    let body = |sync: &str| {
        format!(
            "shl.b32 %r1, %r0, 2; mov.u32 %r2, smem; add.u32 %r1, %r1, %r2; st.shared.u32 [%r1], %r0; {sync}
             xor.b32 %r3, %r0, 1; shl.b32 %r3, %r3, 2; add.u32 %r3, %r3, %r2; ld.shared.u32 %r4, [%r3]; st.global.u32 [%rd1], %r4;"
        )
    };
    assert_eq!(result(&body("bar.warp.sync -1;"), WARP), each(|l| l ^ 1));
    assert_eq!(result(&body("bar.sync 0;"), WARP), each(|l| l ^ 1));
    faulty(&body(""), WARP, FindingKind::Race);
    // A lane may read what it wrote itself.
    let own = "shl.b32 %r1, %r0, 2; mov.u32 %r2, smem; add.u32 %r1, %r1, %r2; st.shared.u32 [%r1], %r0; ld.shared.u32 %r4, [%r1]; st.global.u32 [%rd1], %r4;";
    assert_eq!(result(own, WARP), each(|l| l));
}

#[test]
fn global_memory_is_ordered_for_bulk_copies_too() {
    let wait = "W: mbarrier.try_wait.parity.shared::cta.b64 %p2, [bar], 0; @!%p2 bra W;";
    let load = |fence: &str| {
        format!(
            "setp.eq.u32 %p0, %r0, 0; mov.u32 %r2, dyn; st.global.u32 [%rd1], %r0; {fence}
             @%p0 mbarrier.init.shared::cta.b64 [bar], 1; bar.sync 0;
             @%p0 mbarrier.arrive.expect_tx.shared::cta.b64 _, [bar], 128;
             @%p0 cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r2], [%rd0], 128, [bar];
             {wait} shl.b32 %r1, %r0, 2; add.u32 %r1, %r1, %r2; ld.shared.u32 %r4, [%r1]; add.u32 %r4, %r4, 1; st.global.u32 [%rd1], %r4;"
        )
    };
    assert_eq!(result(&load("fence.proxy.async;"), WARP), each(|l| l + 1));
    faulty(&load(""), WARP, FindingKind::MissingProxyFence);
    let store = |wait: &str| {
        format!(
            "setp.eq.u32 %p0, %r0, 0; mov.u32 %r2, dyn; shl.b32 %r1, %r0, 2; add.u32 %r1, %r1, %r2;
             st.shared.u32 [%r1], %r0; fence.proxy.async; bar.sync 0;
             @%p0 cp.async.bulk.global.shared::cta.bulk_group [%rd0], [%r2], 128; cp.async.bulk.commit_group; {wait} bar.sync 0;
             ld.global.u32 %r4, [%rd1]; add.u32 %r4, %r4, 1; st.global.u32 [%rd1], %r4;"
        )
    };
    assert_eq!(result(&store("cp.async.bulk.wait_group 0;"), WARP), each(|l| l + 1));
    // The source has been read; that says nothing of what is written.
    faulty(&store("cp.async.bulk.wait_group.read 0;"), WARP, FindingKind::Race);
}

#[test]
fn launches_that_do_not_fit_are_refused() {
    let text = |local: u32| {
        format!(
            ".version 8.0 .target sm_90a .address_size 64 .visible .entry k() .reqntid 1024 {{
             .local .align 16 .b8 stack[{local}]; .reg .b32 %r<4>; ld.local.u32 %r1, [stack]; ret; }}"
        )
    };
    let launch = |threads: u32, grid: u32, cluster: u32| Launch {
        entry: "k".into(),
        grid: [grid, 1, 1],
        block: [threads, 1, 1],
        cluster: [cluster, 1, 1],
        dynamic_shared: 0,
        shared_align: 16,
        params: Vec::new(),
    };
    let refused = |text: &str, launch: Launch, what: &str| {
        let refusal = run(text, &launch, Vec::new(), Options::default()).expect_err(what);
        assert!(refusal.message.contains(what), "{refusal}");
    };
    refused(
        &text(1 << 20),
        launch(1024, 16, 16),
        "MiB for its registers and local memory",
    );
    refused(&text(64), launch(32, 1, 1), "requires a CTA of");
    refused(&text(64), launch(2048, 1, 1), "2048 threads");
    refused(&text(64), launch(1024, 3, 2), "no positive multiple of cluster");
    refused(
        &text(64),
        Launch {
            params: vec![Param::Null],
            ..launch(1024, 1, 1)
        },
        "0 parameters, the launch gives 1",
    );
    refused(
        &text(64),
        Launch {
            entry: "other".into(),
            ..launch(1024, 1, 1)
        },
        "no entry `other`",
    );
    refused(
        &text(64),
        Launch {
            dynamic_shared: 1 << 20,
            ..launch(1024, 1, 1)
        },
        "shared memory",
    );
    refused("nonsense", launch(1024, 1, 1), "expected `.version`");
    refused(
        &text(64).replace(
            "ld.local.u32 %r1, [stack]",
            "dp2a.lo.u32.u32 %r1, 1, 2, 3; cvt.rs.f16x2.f32 %r1, 0f00000000, 0f00000000, 5",
        ),
        launch(1024, 1, 1),
        "does not run `cvt.rs.f16x2.f32`",
    );
}
