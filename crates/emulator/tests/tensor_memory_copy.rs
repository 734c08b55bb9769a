//! `tcgen05.cp`: every shape puts every word where it belongs, and what is wrong is named.

#[path = "common/tensor_core.rs"]
#[allow(dead_code)]
mod tensor_core;

use FindingKind::*;
use tensor_core::{ALLOCATED, Kernel, descriptor, noise};
use tilewright_emulator::{Finding, FindingKind};

/// A copy of `rows` rows of `bytes` bytes to column 8, from the canonical layout without swizzle.
fn kernel(form: &str, rows: usize, bytes: usize, lane: usize) -> Kernel {
    let copy = format!(
        "{} add.u32 %r51, %r7, {}; tcgen05.cp.cta_group::1.{form} [%r51], %rd10;",
        descriptor("%rd10", 0, rows.next_multiple_of(8) * 16, 128),
        (lane << 16) + 8
    );
    Kernel::new(noise(rows.next_multiple_of(8) * bytes, 1), 24, copy)
}

/// Word `column` of row `row` of the source.
fn word(k: &Kernel, rows: usize, row: usize, column: usize) -> u32 {
    let at = row * 16 + column / 4 * rows.next_multiple_of(8) * 16 + column % 4 * 4;
    u32::from_le_bytes(k.input[at..at + 4].try_into().unwrap())
}

#[test]
fn every_shape_fills_its_lanes_and_no_others() {
    type Lanes = fn(usize) -> Vec<usize>;
    let shapes: [(&str, usize, usize, usize, Lanes); 7] = [
        ("128x256b", 128, 32, 0, |r| vec![r]),
        ("128x128b", 128, 16, 0, |r| vec![r]),
        ("4x256b", 4, 32, 0, |r| vec![32 * r]),
        ("4x256b", 4, 32, 13, |r| vec![32 * r + 13]),
        ("64x128b.warpx2::02_13", 64, 16, 0, |r| vec![r, r + 64]),
        ("64x128b.warpx2::01_23", 64, 16, 0, |r| {
            if r < 32 { vec![r, r + 32] } else { vec![r + 32, r + 64] }
        }),
        ("32x128b.warpx4", 32, 16, 0, |r| vec![r, r + 32, r + 64, r + 96]),
    ];
    for (form, rows, bytes, lane, lanes) in shapes {
        let k = kernel(form, rows, bytes, lane);
        let mut expected = vec![0; 128 * 24];
        for row in 0..rows {
            for lane in lanes(row) {
                for column in 0..bytes / 4 {
                    expected[24 * lane + 8 + column] = word(&k, rows, row, column);
                }
            }
        }
        assert_eq!(k.cells(), expected, "{form}");
    }
}

#[test]
fn swizzled_rows_are_found() {
    // Rows of 32 bytes in a tile of 128-byte lines: chunk c of row r is at chunk c ^ (r % 8).
    let mut k = kernel("128x256b", 128, 128, 0);
    k.body = k.body.replace(
        &descriptor("%rd10", 0, 128 * 16, 128),
        &format!(
            "{} or.b64 %rd10, %rd10, {};",
            descriptor("%rd10", 0, 16, 1024),
            2_u64 << 61
        ),
    );
    let cells = k.cells();
    for row in 0..128 {
        for column in 0..8 {
            let at = row * 128 + ((column / 4) ^ (row % 8)) * 16 + column % 4 * 4;
            let expected = u32::from_le_bytes(k.input[at..at + 4].try_into().unwrap());
            assert_eq!(cells[24 * row + 8 + column], expected, "row {row}, column {column}");
        }
    }
}

#[test]
fn a_pair_copies_from_both_its_memories() {
    let mut pair = kernel("128x128b", 128, 16, 0);
    pair.body = pair.body.replace("cta_group::1", "cta_group::2");
    pair.ctas = 2;
    pair.input = noise(2 * 128 * 16, 5);
    let cells = pair.cells();
    for (row, want) in pair.input.chunks_exact(16).enumerate() {
        for (column, want) in want.chunks_exact(4).enumerate() {
            let want = u32::from_le_bytes(want.try_into().unwrap());
            assert_eq!(cells[24 * row + 8 + column], want, "row {row}, column {column}");
        }
    }
}

#[test]
fn forms_that_do_not_exist_or_are_not_run() {
    for (form, what) in [
        ("128x256b.warpx4", "cannot have modifier"),
        ("4x256b.warpx2::02_13", "cannot have modifier"),
        ("128x128b.warpx2::01_23", "cannot have modifier"),
        ("64x128b", "lacks a modifier"),
        ("64x128b.warpx4", "cannot have modifier"),
        ("32x128b", "lacks a modifier"),
        ("32x128b.warpx2::02_13", "cannot have modifier"),
        ("128x256b.b8x16.b6x16_p32", "unpacks"),
        ("32x128b.warpx4.b8x16.b4x16_p64", "unpacks"),
    ] {
        let message = kernel(form, 128, 32, 0).refusal();
        assert!(message.contains(what), "{form}: {message}");
    }
    let pair = Kernel {
        ctas: 2,
        ..kernel("128x256b", 128, 64, 0)
    };
    let message = pair.refusal();
    assert!(message.contains("mix"), "{message}");
}

#[test]
fn what_is_wrong_with_an_operand_is_named() {
    for (form, rows, bytes, lane) in [
        ("128x256b", 128, 32, 1),
        ("4x256b", 4, 32, 32),
        ("128x128b", 128, 16, 32),
        ("64x128b.warpx2::02_13", 64, 16, 1),
        ("64x128b.warpx2::01_23", 64, 16, 64),
        ("32x128b.warpx4", 32, 16, 32),
    ] {
        assert_eq!(kernel(form, rows, bytes, lane).finding().kind, InvalidOperand, "{form}");
    }
    let good = kernel("128x256b", 128, 32, 0);
    let with = |from: &str, to: &str| {
        let text = good.text();
        assert!(text.contains(from), "{from}");
        good.finding_in(&text.replace(from, to), &good.launch())
    };
    assert_eq!(with("fence.proxy.async;", "").kind, MissingProxyFence);
    assert_eq!(
        with("add.u32 %r51, %r7, 8", &format!("add.u32 %r51, %r7, {}", ALLOCATED - 4)).kind,
        TensorMemory
    );
    assert_eq!(
        with("add.u32 %r50, %r4, 0", "add.u32 %r50, %r4, 1024").kind,
        OutOfBounds
    );
    assert_eq!(
        with("st.shared.v4.b32 [%r11]", "@%p3 st.shared.v4.b32 [%r11]").kind,
        UninitialisedRegister
    );
    assert_eq!(
        with("setp.ge.u32 %p2, %r6, 4096", "setp.ge.u32 %p2, %r6, 2048").kind,
        UninitialisedMemory
    );
    // Bit 46 of the descriptor is its version.
    assert_eq!(with("or.b64 %rd10,", "mov.b64 %rd10, 0; // ").kind, InvalidOperand);
}

/// Two instructions by one thread: kind of the first finding, if any.
fn after(first: &str, then: &str) -> Option<FindingKind> {
    finding_after(first, then).map(|f| f.kind)
}

fn finding_after(first: &str, then: &str) -> Option<Finding> {
    let body = format!(
        "{} {first} {then}",
        descriptor("%rd10", 0, 2048, 128) + "mov.b32 %r52, 0x08100010;"
    );
    let k = Kernel::new(vec![0; 4096], 88, body);
    let outcome = k.run_text(&k.text(), &k.launch(), 0).unwrap_or_else(|e| panic!("{e}"));
    outcome.findings.first().cloned()
}

#[test]
fn what_the_unit_orders_and_what_it_does_not() {
    const COPY: &str = "tcgen05.cp.cta_group::1.128x256b [%r7], %rd10;";
    const BESIDE: &str = "tcgen05.cp.cta_group::1.128x256b [%r7+8], %rd10;";
    // Shape 128x64 of f16: A in the columns copied to, D beside it.
    const PRODUCT: &str = "tcgen05.mma.cta_group::1.kind::f16 [%r7+16], [%r7], %rd10, %r52, %p7;";
    const ON_COPY: &str = "tcgen05.mma.cta_group::1.kind::f16 [%r7], %rd10, %rd10, %r52, %p7;";
    assert_eq!(after(COPY, PRODUCT), None, "a copy, then the product that reads it");
    assert_eq!(after(COPY, ON_COPY), None, "a copy, then the product that adds to it");
    assert_eq!(after(PRODUCT, PRODUCT), None, "the same accumulator and shape");
    assert_eq!(after(COPY, BESIDE), None, "other columns");
    assert_eq!(after(COPY, COPY), Some(Race), "two copies to one place");
    assert_eq!(after(PRODUCT, COPY), Some(Race), "a copy over A of a product in flight");
    let said = finding_after(PRODUCT, COPY).unwrap().message;
    assert!(said.contains("a copy after a product is not among the pairs"), "{said}");
    let said = finding_after(COPY, COPY).unwrap().message;
    assert!(!said.contains("pairs"), "{said}");
    assert_eq!(
        after(PRODUCT, &PRODUCT.replace("%r7+16", "%r7+24")),
        Some(Race),
        "overlapping accumulators"
    );
    let wait = "mov.u32 %r53, done; tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [%r53];
        W: mbarrier.try_wait.parity.shared::cta.b64 %p5, [done], 0; @!%p5 bra W; mov.b32 %r54, 0;";
    let second_phase = |fence: &str| {
        let body = format!("{COPY} {wait} {fence} {COPY}");
        let setup = descriptor("%rd10", 0, 2048, 128);
        let k = Kernel::new(vec![0; 4096], 88, setup + &body);
        // The second commit completes phase 1.
        let text = k.text().replace("[done], 0; @!%p4", "[done], 1; @!%p4");
        let poll = "POLL: mbarrier.try_wait.parity.shared::cta.b64 %p4, [done], 0; @!%p4 bra POLL;";
        let first = poll.replace("POLL", "POLL0");
        let text = text.replace(
            "WAIT:\n  bar.warp.sync 0xffffffff;",
            &format!("WAIT:\n  bar.warp.sync 0xffffffff;\n{first}"),
        );
        let outcome = k.run_text(&text, &k.launch(), 0).unwrap_or_else(|e| panic!("{e}"));
        outcome.findings.first().map(|f| f.kind)
    };
    assert_eq!(
        second_phase("tcgen05.fence::after_thread_sync;"),
        None,
        "a commit, waited for"
    );
    assert_eq!(second_phase(""), Some(MissingTcgen05Fence));
}

/// A copy by thread 0 and a product that reads it by thread 32, with the fences given on either side of a barrier.
fn across_threads(before: &str, after: &str, barrier: &str) -> Option<FindingKind> {
    let k = Kernel::new(
        vec![0; 4096],
        88,
        "tcgen05.mma.cta_group::1.kind::f16 [%r7+16], [%r7], %rd10, %r52, %p7;",
    );
    let mut text = k.text();
    let setup = descriptor("%rd10", 0, 2048, 128);
    text = text.replace(
        "or.b32 %r11, %r1, %r3;",
        &format!(
            "{setup} mov.b32 %r52, 0x08100010; setp.ne.u32 %p6, %r1, 32;
             @!%p0 tcgen05.cp.cta_group::1.128x256b [%r7], %rd10;
             {before} {barrier} {after}
             or.b32 %r11, %r1, %r3;"
        ),
    );
    text = text.replace("@%p3 bra WAIT;", "@%p6 bra WAIT;");
    let outcome = k.run_text(&text, &k.launch(), 0).unwrap_or_else(|e| panic!("{e}"));
    outcome.findings.first().map(|f| f.kind)
}

#[test]
fn a_copy_and_a_product_of_two_threads_need_the_fences() {
    let (before, after) = (
        "tcgen05.fence::before_thread_sync;",
        "tcgen05.fence::after_thread_sync;",
    );
    assert_eq!(across_threads(before, after, "bar.sync 0;"), None);
    assert_eq!(across_threads(before, "", "bar.sync 0;"), Some(MissingTcgen05Fence));
    assert_eq!(across_threads("", after, "bar.sync 0;"), Some(Race));
    assert_eq!(across_threads(before, after, ""), Some(Race));
}

#[test]
fn a_copy_over_what_other_warps_store_needs_a_barrier() {
    let k = kernel("128x256b", 128, 32, 0);
    let meet = "tcgen05.fence::before_thread_sync;\n  bar.sync 0;\n  tcgen05.fence::after_thread_sync;\n  or.b32 %r11, %r1, %r3;";
    let text = k.text();
    assert!(text.contains(meet));
    let text = text.replace(meet, "or.b32 %r11, %r1, %r3;");
    let finding = k.finding_in(&text, &k.launch());
    assert_eq!(finding.kind, Race);
    assert!(finding.message.contains("tcgen05.st"), "{finding}");
}

#[test]
fn a_commit_tracks_what_its_own_thread_issued() {
    let k = Kernel::new(vec![0; 4096], 16, "");
    let copy = |thread: u32| {
        let setup = descriptor("%rd10", 0, 2048, 128);
        let copy = format!(
            "{setup} setp.ne.u32 %p6, %r1, {thread};
             @!%p6 tcgen05.cp.cta_group::1.128x256b [%r7], %rd10; or.b32 %r11, %r1, %r3;"
        );
        let text = k.text().replace("or.b32 %r11, %r1, %r3;", &copy);
        let outcome = k.run_text(&text, &k.launch(), 0).unwrap_or_else(|e| panic!("{e}"));
        outcome.findings.first().map(|f| f.kind)
    };
    assert_eq!(copy(0), None);
    assert_eq!(copy(32), Some(Race), "thread 0 commits");
}
