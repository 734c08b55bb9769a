//! Instructions that compilers write seldom, and what they take for granted. Every positive case has a twin that must
//! be found wrong.

#[allow(dead_code)]
#[path = "common/small.rs"]
mod small;

use small::{CLUSTER_OUT, PAIR, Shape, WARP, each, faulty, result};
use tilewright_emulator::FindingKind;

const TWO_WARPS: Shape = Shape {
    threads: 64,
    cluster: 1,
    words: 64,
};

#[test]
fn multiplications_with_the_carry_flag() {
    // 64 by 64 bits to 128 bits, in words of 32: the chain that compilers write.
    let body = "
  mul.lo.u32 %r1, %r0, 0x9E3779B1; add.u32 %r1, %r1, 77; mov.u32 %r2, 0xFFFFFFF0; mov.u32 %r3, 0xDEADBEEF; mov.u32 %r4, 0xCAFEBABE;
  mul.lo.u32 %r5, %r1, %r3; mul.hi.u32 %r6, %r1, %r3;
  mad.lo.cc.u32 %r6, %r2, %r3, %r6; madc.hi.u32 %r7, %r2, %r3, 0;
  mad.lo.cc.u32 %r6, %r1, %r4, %r6; madc.hi.cc.u32 %r7, %r1, %r4, %r7; addc.u32 %r8, 0, 0;
  mad.lo.cc.u32 %r7, %r2, %r4, %r7; madc.hi.u32 %r8, %r2, %r4, %r8;
  mov.b64 %rd2, {%r7, %r8}; mov.b64 %rd4, {%r5, %r6};
  mov.b64 %rd5, {%r1, %r2}; mov.b64 %rd6, {%r3, %r4}; mul.hi.u64 %rd7, %rd5, %rd6; mul.lo.u64 %rd8, %rd5, %rd6;
  sub.u64 %rd2, %rd2, %rd7; sub.u64 %rd4, %rd4, %rd8; or.b64 %rd2, %rd2, %rd4; setp.eq.u64 %p1, %rd2, 0; selp.u32 %r9, 1, 0, %p1;
  mad.lo.cc.u64 %rd9, %rd5, %rd6, %rd8; madc.lo.u64 %rd9, 0, 0, 0; cvt.u32.u64 %r10, %rd9; shl.b32 %r10, %r10, 1; or.b32 %r9, %r9, %r10;
  st.global.u32 [%rd1], %r9;";
    let carried = |l: u32| {
        let low = u64::from(l.wrapping_mul(0x9E37_79B1).wrapping_add(77)) | 0xFFFF_FFF0 << 32;
        let product = low.wrapping_mul(0xCAFE_BABE_DEAD_BEEF);
        u32::from(product.checked_add(product).is_none())
    };
    assert_eq!(result(body, WARP), each(|l| 1 | carried(l) << 1));
}

#[test]
fn integers_clamped_and_packed() {
    let body = "
  mad.lo.s32 %r1, %r0, 3000, -50000; mul.lo.s32 %r2, %r0, -9;
  cvt.pack.sat.s16.s32 %r3, %r1, %r2;
  cvt.pack.sat.u8.s32.b32 %r4, %r0, %r2, %r3;
  cvt.pack.sat.s8.s32.b32 %r4, %r2, %r1, %r4;
  min.s16x2.relu %r5, %r3, %r4; max.s16x2.relu %r6, %r3, %r4;
  xor.b32 %r4, %r4, %r5; xor.b32 %r4, %r4, %r6;
  st.global.u32 [%rd1], %r4;";
    let body = body.replace("s16x2.relu", "relu.s16x2");
    assert_eq!(
        result(&body, WARP),
        each(|l| {
            let (a, b) = (l as i32 * 3000 - 50000, l as i32 * -9);
            let wide = ((a.clamp(-32768, 32767) as u32) << 16) | (b.clamp(-32768, 32767) as u32 & 0xFFFF);
            let first = wide << 16 | (l.min(255) << 8) | b.clamp(0, 255) as u32;
            let bytes = |v: i32| v.clamp(-128, 127) as u32 & 0xFF;
            let packed = first << 16 | bytes(b) << 8 | bytes(a);
            let half = |f: fn(i16, i16) -> i16, s: u32| {
                u32::from(f((wide >> s) as i16, (packed >> s) as i16).max(0) as u16) << s
            };
            packed ^ (half(i16::min, 0) | half(i16::min, 16)) ^ (half(i16::max, 0) | half(i16::max, 16))
        })
    );
}

#[test]
fn comparisons_of_halves_as_numbers() {
    let body = "
  cvt.rn.f16.u32 %h1, %r0; mov.b16 %h2, 0x4900; mov.b16 %h3, 0x7E00; mov.b32 %r1, {%h1, %h3}; mov.b32 %r2, {%h2, %h2};
  set.lt.f16x2.f16x2 %r3, %r1, %r2; set.nan.f16x2.f16x2 %r4, %r1, %r2; set.lt.u16.f16 %h4, %h1, %h2;
  cvt.u32.u16 %r5, %h4; xor.b32 %r3, %r3, %r4; xor.b32 %r3, %r3, %r5; st.global.u32 [%rd1], %r3;";
    let one = 0x3C00;
    let less = |l: u32| l < 10;
    assert_eq!(
        result(body, WARP),
        each(|l| (one << 16) ^ if less(l) { one ^ 0xFFFF } else { 0 })
    );
}

#[test]
fn stores_that_complete_on_an_mbarrier() {
    // Every lane sends two words to the other CTA and adds to a third there.
    let body = |bytes: u32, wait: &str| {
        format!(
            "{CLUSTER_OUT} setp.eq.u32 %p0, %r0, 0; mov.u32 %r2, smem; mov.u32 %r3, bar; xor.b32 %r4, %r20, 1;
             @%p0 mbarrier.init.shared::cta.b64 [bar], 1; @%p0 fence.mbarrier_init.release.cluster;
             @%p0 mbarrier.arrive.expect_tx.shared::cta.b64 _, [bar], {bytes};
             @%p0 st.shared.u32 [%r2+512], 5;
             barrier.cluster.arrive; barrier.cluster.wait;
             mapa.shared::cluster.u32 %r5, %r2, %r4; mapa.shared::cluster.u32 %r6, %r3, %r4;
             shl.b32 %r7, %r0, 3; add.u32 %r8, %r5, %r7; add.u32 %r9, %r21, 100;
             st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.v2.b32 [%r8], {{%r9, %r21}}, [%r6];
             red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.u32 [%r5+512], %r0, [%r6];
             {wait}
             add.u32 %r10, %r2, %r7; ld.shared.v2.u32 {{%r11, %r12}}, [%r10]; ld.shared.u32 %r13, [%r2+512];
             add.u32 %r11, %r11, %r12; add.u32 %r11, %r11, %r13; st.global.u32 [%rd1], %r11;
             barrier.cluster.arrive; barrier.cluster.wait;"
        )
    };
    let wait = "W: mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 %p2, [bar], 0; @!%p2 bra W;";
    assert_eq!(
        result(&body(32 * 12, wait), PAIR),
        (0..64)
            .map(|i: u32| 100 + 2 * (i ^ 32) + 5 + 31 * 16)
            .collect::<Vec<_>>()
    );
    faulty(&body(32 * 12, ""), PAIR, FindingKind::Race);
    faulty(&body(32 * 8, wait), PAIR, FindingKind::TransactionMismatch);
    faulty(&body(32 * 16, wait), PAIR, FindingKind::Deadlock);
}

#[test]
fn bulk_reductions_into_shared_memory() {
    let body = |fence: &str, wait: &str| {
        format!(
            "{CLUSTER_OUT} setp.eq.u32 %p0, %r0, 0; mov.u32 %r2, smem; mov.u32 %r3, bar;
             @%p0 mbarrier.init.shared::cta.b64 [bar], 1; @%p0 fence.mbarrier_init.release.cluster;
             @%p0 mbarrier.arrive.expect_tx.shared::cta.b64 _, [bar], 128;
             shl.b32 %r4, %r0, 2; add.u32 %r4, %r4, %r2; st.shared.s32 [%r4], %r21; mul.lo.u32 %r5, %r0, 3; st.shared.s32 [%r4+128], %r5;
             {fence}
             barrier.cluster.arrive; barrier.cluster.wait;
             xor.b32 %r6, %r20, 1; mapa.shared::cluster.u32 %r7, %r2, %r6; mapa.shared::cluster.u32 %r8, %r3, %r6; add.u32 %r9, %r2, 128;
             @%p0 cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes.max.s32 [%r7], [%r9], 128, [%r8];
             {wait}
             ld.shared.u32 %r10, [%r4]; st.global.u32 [%rd1], %r10;
             barrier.cluster.arrive; barrier.cluster.wait;"
        )
    };
    let wait = "W: mbarrier.try_wait.parity.shared::cta.b64 %p2, [bar], 0; @!%p2 bra W;";
    assert_eq!(
        result(&body("fence.proxy.async;", wait), PAIR),
        (0..64_u32).map(|i| i.max(i % 32 * 3)).collect::<Vec<_>>()
    );
    faulty(&body("", wait), PAIR, FindingKind::MissingProxyFence);
    faulty(&body("fence.proxy.async;", ""), PAIR, FindingKind::Race);
}

#[test]
fn zeros_in_bulk() {
    let body = |address: &str| {
        format!(
            "mov.u32 %r2, smem; shl.b32 %r3, %r0, 2; add.u32 %r3, %r3, %r2; st.shared.u32 [%r3], 9; bar.warp.sync -1;
             setp.eq.u32 %p0, %r0, 0; @%p0 st.bulk.weak.shared::cta [{address}], 64, 0; bar.warp.sync -1;
             ld.shared.u32 %r4, [%r3]; st.global.u32 [%rd1], %r4;"
        )
    };
    assert_eq!(
        result(&body("%r2+8"), WARP),
        each(|l| if (2..18).contains(&l) { 0 } else { 9 })
    );
    faulty(&body("%r2+4"), WARP, FindingKind::Misaligned);
    faulty(&body("%r2+16384"), WARP, FindingKind::OutOfBounds);
}

#[test]
fn one_value_stored_by_many_is_no_race() {
    let body = |value: &str| {
        format!("mov.u32 %r1, {value}; st.shared.u32 [smem], %r1; st.global.u32 [%rd0+4], %r1; bar.sync 0; ld.shared.u32 %r2, [smem]; add.u32 %r2, %r2, %r0;
                 setp.ne.u32 %p1, %r0, 1; @%p1 st.global.u32 [%rd1], %r2;")
    };
    let got = result(&body("0xEEEEEEED"), TWO_WARPS);
    assert_eq!((got[1], got[63]), (0xEEEE_EEED, 0xEEEE_EEED_u32.wrapping_add(63)));
    faulty(&body("%r0"), TWO_WARPS, FindingKind::Race);
}

#[test]
fn tables_of_branches() {
    let body = |index: &str| {
        format!(
            "{index} mov.u32 %r2, 7; bra.uni GO;
            T: .branchtargets A, B, C, B;
            GO: setp.lt.u32 %p1, %r0, 30;
             @%p1 brx.idx %r1, T;
             bra.uni END;
            A: add.u32 %r2, %r2, 100; bra.uni END;
            B: add.u32 %r2, %r2, %r0;
            C: add.u32 %r2, %r2, 1000;
            END: bar.warp.sync -1; shfl.sync.idx.b32 %r3, %r2, 31, 31, -1; add.u32 %r2, %r2, %r3; st.global.u32 [%rd1], %r2;"
        )
    };
    let expected = |l: u32| {
        14 + match l % 4 {
            _ if l >= 30 => 0,
            0 => 100,
            2 => 1000,
            _ => 1000 + l,
        }
    };
    assert_eq!(result(&body("and.b32 %r1, %r0, 3;"), WARP), each(expected));
    faulty(&body("and.b32 %r1, %r0, 7;"), WARP, FindingKind::OutOfBounds);
}

#[test]
fn the_least_and_the_greatest_of_three() {
    let body = "
  cvt.rn.f32.u32 %f1, %r0; mov.f32 %f2, 0f41200000; mov.f32 %f3, 0f7FFFFFFF; mov.f32 %f4, 0fC1A00000;
  max.f32 %f5, %f1, %f2, %f3; min.f32 %f6, %f1, %f2, %f3; max.abs.f32 %f7, %f1, %f4, %f2; max.NaN.f32 %f8, %f1, %f3, %f2;
  add.rn.f32 %f5, %f5, %f6; add.rn.f32 %f5, %f5, %f7; cvt.rzi.u32.f32 %r2, %f5; testp.notanumber.f32 %p1, %f8; selp.u32 %r3, 1000, 0, %p1;
  add.u32 %r2, %r2, %r3; st.global.u32 [%rd1], %r2;";
    let body = body
        .replace("max.abs.f32", "max.f32")
        .replace("0fC1A00000", "0f41A00000");
    assert_eq!(result(&body, WARP), each(|l| 1000 + l.max(10) + l.min(10) + l.max(20)));
}

#[test]
fn a_parity_is_a_bit() {
    let body = |parity: &str| {
        format!(
            "setp.eq.u32 %p0, %r0, 0; @%p0 mbarrier.init.shared::cta.b64 [bar], 32; bar.sync 0;
             mbarrier.arrive.shared::cta.b64 _, [bar];
            A: mbarrier.try_wait.parity.shared::cta.b64 %p1, [bar], 0; @!%p1 bra A;
             mbarrier.arrive.shared::cta.b64 _, [bar]; mov.u32 %r1, {parity};
            B: mbarrier.try_wait.parity.shared::cta.b64 %p1, [bar], %r1; @!%p1 bra B;
             st.global.u32 [%rd1], %r0;"
        )
    };
    for good in ["1", "-1"] {
        assert_eq!(result(&body(good), WARP), each(|l| l));
    }
    faulty(&body("2"), WARP, FindingKind::InvalidOperand);
}

/// A map of 32 rows of 32 words over the output, made in shared memory field by field; its first row goes to shared
/// memory.
fn map_in_memory(rank: &str, dim: &str, published: &str) -> String {
    format!(
        "setp.eq.u32 %p0, %r0, 0; st.global.u32 [%rd1], %r0; mov.u32 %r2, smem; shl.b32 %r3, %r0, 2; add.u32 %r3, %r3, %r2;
         st.shared.u32 [%r3], 0; bar.warp.sync -1; cvt.u64.u32 %rd2, %r2;
         @%p0 tensormap.replace.tile.global_address.shared::cta.b1024.b64 [%rd2], %rd0;
         @%p0 tensormap.replace.tile.rank.shared::cta.b1024.b32 [%rd2], {rank};
         @%p0 tensormap.replace.tile.box_dim.shared::cta.b1024.b32 [%rd2], 0, {dim};
         @%p0 tensormap.replace.tile.box_dim.shared::cta.b1024.b32 [%rd2], 1, 1;
         @%p0 tensormap.replace.tile.global_dim.shared::cta.b1024.b32 [%rd2], 0, 24;
         @%p0 tensormap.replace.tile.global_dim.shared::cta.b1024.b32 [%rd2], 1, 1;
         @%p0 tensormap.replace.tile.global_stride.shared::cta.b1024.b64 [%rd2], 0, 128;
         @%p0 tensormap.replace.tile.element_stride.shared::cta.b1024.b32 [%rd2], 0, 1;
         @%p0 tensormap.replace.tile.element_stride.shared::cta.b1024.b32 [%rd2], 1, 1;
         @%p0 tensormap.replace.tile.elemtype.shared::cta.b1024.b32 [%rd2], 2;
         @%p0 tensormap.replace.tile.swizzle_mode.shared::cta.b1024.b32 [%rd2], 0;
         @%p0 mbarrier.init.shared::cta.b64 [bar], 1;
         bar.warp.sync -1; fence.proxy.async; add.s64 %rd3, %rd0, 128;
         {published}
         mov.u32 %r4, dyn; mov.u32 %r5, 0;
         @%p0 mbarrier.arrive.expect_tx.shared::cta.b64 _, [bar], 128;
         @%p0 cp.async.bulk.tensor.2d.shared::cta.global.mbarrier::complete_tx::bytes [%r4], [%rd3, {{%r5, %r5}}], [bar];
        W: mbarrier.try_wait.parity.shared::cta.b64 %p1, [bar], 0; @!%p1 bra W;
         shl.b32 %r6, %r0, 2; add.u32 %r6, %r6, %r4; ld.shared.u32 %r7, [%r6]; add.u32 %r7, %r7, 500; bar.warp.sync -1; st.global.u32 [%rd1], %r7;"
    )
}

#[test]
fn tensor_maps_made_by_the_kernel() {
    let two = Shape { words: 64, ..WARP };
    let publish =
        "tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.gpu.sync.aligned [%rd3], [%rd2], 128;
                   fence.proxy.tensormap::generic.acquire.gpu [%rd3], 128;";
    let got = result(&map_in_memory("1", "32", publish), two);
    assert_eq!(got[..32], each(|l| if l < 24 { 500 + l } else { 500 }));
    faulty(&map_in_memory("1", "32", ""), two, FindingKind::InvalidOperand);
    faulty(&map_in_memory("2", "32", publish), two, FindingKind::InvalidOperand);
    faulty(&map_in_memory("1", "30", publish), two, FindingKind::InvalidOperand);
}

#[test]
fn tiles_of_a_warp_have_masks_of_their_own() {
    // Tiles of eight lanes sum up; the mask of each lane is that of its tile.
    let body = |mask: &str| {
        format!(
            "and.b32 %r1, %r0, 24; mov.u32 %r2, {mask}; shl.b32 %r2, %r2, %r1;
             redux.sync.add.u32 %r3, %r0, %r2; shfl.sync.idx.b32 %r4, %r0, 0, 0x181F, %r2; setp.lt.u32 %p1, %r0, 20;
             vote.sync.ballot.b32 %r5, %p1, %r2; match.any.sync.b32 %r6, %r1, %r2; elect.sync %r7|%p2, %r2;
             add.u32 %r3, %r3, %r4; add.u32 %r3, %r3, %r5; add.u32 %r3, %r3, %r6; selp.u32 %r8, 1, 0, %p2; add.u32 %r3, %r3, %r8;
             st.global.u32 [%rd1], %r3;"
        )
    };
    let expected = |l: u32| {
        let first = l / 8 * 8;
        let ballot: u32 = (first..first + 8).filter(|&k| k < 20).map(|k| 1 << k).sum();
        (8 * first + 28) + first + ballot + (0xFF << first) + u32::from(l == first)
    };
    assert_eq!(result(&body("255"), WARP), each(expected));
    // Lane 0 is named by lane 8, which it does not name.
    faulty(&body("0xFFFF"), WARP, FindingKind::Divergence);
    faulty(&body("127"), WARP, FindingKind::Divergence);
}

#[test]
fn comparisons_of_halves_as_masks() {
    let body = "cvt.rn.f16.u32 %h1, %r0; cvt.rn.f16.u32 %h2, 10; mov.b32 %r1, {%h1, %h2}; mov.b32 %r2, {%h2, %h1};
                set.gt.u32.f16x2 %r3, %r1, %r2; st.global.u32 [%rd1], %r3;";
    assert_eq!(
        result(body, WARP),
        each(|l| match l.cmp(&10) {
            std::cmp::Ordering::Greater => 0xFFFF,
            std::cmp::Ordering::Less => 0xFFFF_0000,
            std::cmp::Ordering::Equal => 0,
        })
    );
}

#[test]
fn a_pair_shares_an_mbarrier_for_its_tensor_copies() {
    // Each CTA copies the other's words; both copies complete on the mbarrier of the even one.
    let four = Shape { words: 128, ..PAIR };
    let body = |form: &str, barrier: u32, bytes: u32| {
        format!(
            "{CLUSTER_OUT} setp.eq.u32 %p0, %r0, 0; st.global.u32 [%rd1], %r21; mov.u32 %r2, smem; shl.b32 %r3, %r0, 2; add.u32 %r3, %r3, %r2;
             st.shared.u32 [%r3], 0; bar.warp.sync -1; cvt.u64.u32 %rd2, %r2; mad.wide.u32 %rd3, %r20, 128, %rd0; add.s64 %rd3, %rd3, 256;
             @%p0 tensormap.replace.tile.global_address.shared::cta.b1024.b64 [%rd2], %rd0;
             @%p0 tensormap.replace.tile.rank.shared::cta.b1024.b32 [%rd2], 1;
             @%p0 tensormap.replace.tile.box_dim.shared::cta.b1024.b32 [%rd2], 0, 32;
             @%p0 tensormap.replace.tile.box_dim.shared::cta.b1024.b32 [%rd2], 1, 1;
             @%p0 tensormap.replace.tile.global_dim.shared::cta.b1024.b32 [%rd2], 0, 32;
             @%p0 tensormap.replace.tile.global_dim.shared::cta.b1024.b32 [%rd2], 1, 2;
             @%p0 tensormap.replace.tile.global_stride.shared::cta.b1024.b64 [%rd2], 0, 128;
             @%p0 tensormap.replace.tile.element_stride.shared::cta.b1024.b32 [%rd2], 0, 1;
             @%p0 tensormap.replace.tile.element_stride.shared::cta.b1024.b32 [%rd2], 1, 1;
             @%p0 tensormap.replace.tile.elemtype.shared::cta.b1024.b32 [%rd2], 2;
             @%p0 mbarrier.init.shared::cta.b64 [bar], 1; @%p0 fence.mbarrier_init.release.cluster;
             bar.warp.sync -1; fence.proxy.async;
             tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.gpu.sync.aligned [%rd3], [%rd2], 128;
             fence.proxy.tensormap::generic.acquire.gpu [%rd3], 128;
             @%p0 mbarrier.arrive.expect_tx.shared::cta.b64 _, [bar], {bytes};
             barrier.cluster.arrive; barrier.cluster.wait;
             mov.u32 %r4, dyn; mov.u32 %r5, 0; mov.u32 %r6, bar; mapa.shared::cluster.u32 %r7, %r6, {barrier}; xor.b32 %r8, %r20, 1;
             @%p0 cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes{form} [%r4], [%rd3, {{%r5, %r8}}], [%r7];
             setp.ne.u32 %p2, %r20, 0; @%p2 bra MET;
            W: mbarrier.try_wait.parity.shared::cta.b64 %p1, [bar], 0; @!%p1 bra W;
            MET: bar.warp.sync -1; barrier.cluster.arrive; barrier.cluster.wait;
             shl.b32 %r9, %r0, 2; add.u32 %r9, %r9, %r4; ld.shared.u32 %r10, [%r9]; st.global.u32 [%rd1], %r10;"
        )
    };
    let got = result(&body(".cta_group::2", 0, 256), four);
    assert_eq!(got[..64], (0..64).map(|i| i ^ 32).collect::<Vec<u32>>());
    faulty(&body(".cta_group::2", 0, 384), four, FindingKind::Deadlock);
    faulty(&body(".cta_group::2", 0, 128), four, FindingKind::TransactionMismatch);
}

#[test]
fn magnitudes_and_signs_of_the_extremes() {
    // -5 to 26, against -7.5.
    let body = |op: &str| {
        format!(
            "cvt.rn.f32.u32 %f1, %r0; add.rn.f32 %f1, %f1, 0fC0A00000; mov.f32 %f2, 0fC0F00000; {op}
             st.global.u32 [%rd1], %r1;"
        )
    };
    let (x, y) = (|l: u32| l as f32 - 5.0, -7.5_f32);
    let bits = |f: &dyn Fn(u32) -> f32| each(|l| f(l).to_bits());
    let signed = |m: f32, a: f32| if (a < 0.0) == (y < 0.0) { m } else { -m };
    let min = result(&body("min.xorsign.abs.f32 %f3, %f1, %f2; mov.b32 %r1, %f3;"), WARP);
    assert_eq!(min, bits(&|l| signed(x(l).abs().min(7.5), x(l))));
    let max = result(&body("max.NaN.xorsign.abs.f32 %f3, %f1, %f2; mov.b32 %r1, %f3;"), WARP);
    assert_eq!(max, bits(&|l| signed(x(l).abs().max(7.5), x(l))));
    let three = result(&body("max.abs.f32 %f3, %f1, %f2, 0f41000000; mov.b32 %r1, %f3;"), WARP);
    assert_eq!(three, bits(&|l| x(l).abs().max(8.0)));
    let nan = body("mov.f32 %f4, 0fFFC00000; min.NaN.xorsign.abs.f32 %f3, %f1, %f4; mov.b32 %r1, %f3;");
    assert_eq!(result(&nan, WARP), each(|_| 0x7FFF_FFFF));
    let halves = "cvt.rn.f16.f32 %h1, %f1; cvt.rn.f16.f32 %h2, %f2; mov.b32 %r2, {%h1, %h2}; mov.b32 %r3, {%h2, %h1};
                  min.xorsign.abs.f16x2 %r4, %r2, %r3; shr.u32 %r5, %r4, 16; xor.b32 %r4, %r4, %r5; and.b32 %r1, %r4, 0xFFFF;";
    assert_eq!(result(&body(halves), WARP), each(|_| 0));
}

#[test]
fn sums_of_f32_with_16_bits() {
    let body = "cvt.rn.f16.u32 %h1, %r0; mov.f32 %f1, 0f3F000000; add.rn.f32.f16 %f2, %h1, %f1; sub.rn.f32.f16 %f3, %h1, %f2;
                fma.rn.f32.f16 %f4, %h1, %h1, %f3; mov.b16 %h2, 0x4040; add.f32.bf16 %f4, %h2, %f4; mov.b32 %r1, %f4; st.global.u32 [%rd1], %r1;";
    // 3 + (l * l - 0.5).
    assert_eq!(result(body, WARP), each(|l| ((l * l) as f32 + 2.5).to_bits()));
}
