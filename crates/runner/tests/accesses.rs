//! Wavefronts and sectors, counted on small kernels: every positive has its twin.

use std::ops::ControlFlow;
use tilewright_emulator::{AccessKind, Buffer, Launch, Options, Param, WarpAccess, run_observed};
use tilewright_runner::{AccessCount, Accesses};

/// The counts of one warp: `%r0` is the lane, `%r1` the address of 8 KiB of shared memory, `%rd0` that of 8 KiB of global memory.
fn counted(body: &str) -> Vec<AccessCount> {
    let text = format!(
        ".version 8.0 .target sm_90a .address_size 64
         .visible .entry k(.param .u64 p) {{
           .reg .pred %p<2>; .reg .b32 %r<9>; .reg .b64 %rd<4>;
           .shared .align 1024 .b8 s[8192];
           ld.param.u64 %rd0, [p]; mov.u32 %r0, %laneid; mov.u32 %r1, s; mov.u32 %r4, 0;
           mov.u32 %r5, 0; mov.u32 %r6, 0; mov.u32 %r7, 0;
           {body}
           ret; }}"
    );
    let buffer = Buffer {
        name: "p".to_string(),
        bytes: vec![0; 8192],
        align: 256,
    };
    let launch = Launch {
        entry: "k".to_string(),
        grid: [1, 1, 1],
        block: [32, 1, 1],
        cluster: [1, 1, 1],
        dynamic_shared: 0,
        shared_align: 1024,
        params: vec![Param::Buffer {
            name: "p".to_string(),
            offset: 0,
        }],
    };
    let mut accesses = Accesses::default();
    let mut observer = |access: &WarpAccess<'_>| accesses.count(access);
    let mut go_on = |_| ControlFlow::Continue(());
    run_observed(
        &text,
        &launch,
        vec![buffer],
        Options::default(),
        &mut go_on,
        Some(&mut observer),
    )
    .unwrap_or_else(|refusal| panic!("{refusal}\n{text}"));
    accesses.list()
}

/// The only access of a body, at a distance of `step` bytes from lane to lane: its kind, what it takes, and the least.
fn one(step: u32, instruction: &str) -> (AccessKind, u64, u64) {
    let body = format!(
        "mad.lo.u32 %r2, %r0, {step}, %r1; mul.wide.u32 %rd1, %r0, {step}; add.u64 %rd1, %rd1, %rd0;
         setp.lt.u32 %p0, %r0, 4; and.b32 %r3, %r0, 31; setp.eq.u32 %p1, %r3, 31; {instruction}"
    );
    let found = counted(&body);
    let [only] = &found[..] else {
        panic!("{instruction}: {found:?}")
    };
    assert_eq!(only.accesses, 1);
    (only.kind, only.taken, only.least)
}

#[test]
fn words_of_shared_memory_meet_in_banks_by_their_distance() {
    for (kind, instruction) in [
        (AccessKind::SharedStore, "st.shared.u32 [%r2], %r0;"),
        (AccessKind::SharedLoad, "ld.shared.u32 %r8, [%r2];"),
        // By a generic address.
        (
            AccessKind::SharedLoad,
            "cvt.u64.u32 %rd2, %r2; cvta.shared.u64 %rd2, %rd2; ld.u32 %r8, [%rd2];",
        ),
    ] {
        assert_eq!(one(4, instruction), (kind, 1, 1));
        assert_eq!(one(8, instruction), (kind, 2, 1), "every other bank");
        assert_eq!(one(128, instruction), (kind, 32, 1), "one bank");
        assert_eq!(one(132, instruction), (kind, 1, 1), "rows that are padded by a bank");
        assert_eq!(one(0, instruction), (kind, 1, 1), "one word for all");
    }
}

#[test]
fn wide_accesses_go_part_of_a_warp_at_a_time() {
    let pairs = "st.shared.v2.u32 [%r2], {%r4, %r5};";
    assert_eq!(one(8, pairs), (AccessKind::SharedStore, 2, 2));
    assert_eq!(one(16, pairs), (AccessKind::SharedStore, 4, 2));
    let fours = "ld.shared.v4.u32 {%r4, %r5, %r6, %r7}, [%r2];";
    assert_eq!(one(16, fours), (AccessKind::SharedLoad, 4, 4));
    assert_eq!(one(32, fours), (AccessKind::SharedLoad, 8, 4));
    assert_eq!(one(144, fours), (AccessKind::SharedLoad, 4, 4), "rows that are padded");
}

#[test]
fn only_lanes_that_take_part_count_each_in_its_place() {
    assert_eq!(
        one(128, "@%p0 st.shared.u32 [%r2], %r0;"),
        (AccessKind::SharedStore, 4, 1),
        "four lanes of 32"
    );
    assert_eq!(
        one(4, "@%p0 st.shared.u32 [%r2], %r0;"),
        (AccessKind::SharedStore, 1, 1)
    );
    let [pairs, ends] = [
        "@%p0 st.shared.v2.u32 [%r2], {%r4, %r5};",
        // Also the last lane, of the other half.
        "or.pred %p0, %p0, %p1; @%p0 st.shared.v2.u32 [%r2], {%r4, %r5};",
    ];
    assert_eq!(one(8, pairs), (AccessKind::SharedStore, 1, 1));
    assert_eq!(one(8, ends), (AccessKind::SharedStore, 2, 2));
    assert_eq!(
        one(4, "@%p0 ld.global.u32 %r8, [%rd1];"),
        (AccessKind::GlobalLoad, 1, 1)
    );
    assert_eq!(
        one(128, "@%p0 ld.global.u32 %r8, [%rd1];"),
        (AccessKind::GlobalLoad, 4, 1)
    );
    let nobody = "setp.lt.u32 %p0, %r0, 0; @%p0 st.shared.u32 [%r1], %r0; @%p0 st.global.u32 [%rd0], %r0;";
    assert_eq!(counted(nobody), []);
}

#[test]
fn matrices_are_read_and_written_by_rows() {
    for (kind, instruction) in [
        (
            AccessKind::MatrixLoad,
            "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r4, %r5, %r6, %r7}, [%r2];",
        ),
        (
            AccessKind::MatrixStore,
            "stmatrix.sync.aligned.m8n8.x4.shared.b16 [%r2], {%r4, %r5, %r6, %r7};",
        ),
    ] {
        assert_eq!(one(128, instruction), (kind, 32, 4), "every row in the same banks");
        assert_eq!(one(144, instruction), (kind, 4, 4), "padded rows");
    }
    // Of one matrix eight lanes give rows; the addresses of the others are of no meaning.
    let single = "ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r4}, [%r2];";
    assert_eq!(one(128, single), (AccessKind::MatrixLoad, 8, 1));
    assert_eq!(one(144, single), (AccessKind::MatrixLoad, 1, 1));
}

#[test]
fn global_memory_moves_in_sectors() {
    let load = "ld.global.u32 %r8, [%rd1];";
    assert_eq!(one(4, load), (AccessKind::GlobalLoad, 4, 4));
    assert_eq!(one(8, load), (AccessKind::GlobalLoad, 8, 4));
    assert_eq!(one(128, load), (AccessKind::GlobalLoad, 32, 4));
    assert_eq!(one(0, load), (AccessKind::GlobalLoad, 1, 1));
    assert_eq!(
        one(4, "ld.global.u32 %r8, [%rd1+16];"),
        (AccessKind::GlobalLoad, 5, 4),
        "not aligned to a sector"
    );
    let store = "st.global.v4.u32 [%rd1], {%r4, %r5, %r6, %r7};";
    assert_eq!(one(16, store), (AccessKind::GlobalStore, 16, 16));
    assert_eq!(one(64, store), (AccessKind::GlobalStore, 32, 16));
    let red = "red.global.add.u32 [%rd1], %r0;";
    assert_eq!(one(4, red), (AccessKind::GlobalAtomic, 4, 4));
    assert_eq!(one(32, red), (AccessKind::GlobalAtomic, 32, 4));
    assert_eq!(
        counted("st.shared.u32 [%r1], 0; red.shared.add.u32 [%r1], 1;").len(),
        1,
        "the store alone"
    );
}

#[test]
fn both_sides_of_an_asynchronous_copy_count() {
    let copied = |step: u32, from: u32, last: &str| {
        let found = counted(&format!(
            "mad.lo.u32 %r2, %r0, {step}, %r1; mul.wide.u32 %rd1, %r0, {from}; add.u64 %rd1, %rd1, %rd0;
             shl.b32 %r3, %r0, 4; min.u32 %r3, %r3, 16;
             cp.async.cg.shared.global [%r2], [%rd1], 16{last}; cp.async.wait_all;"
        ));
        found.iter().map(|c| (c.kind, c.taken, c.least)).collect::<Vec<_>>()
    };
    let both = |sectors, least, wavefronts| {
        vec![
            (AccessKind::GlobalCopy, sectors, least),
            (AccessKind::SharedCopy, wavefronts, 4),
        ]
    };
    assert_eq!(copied(16, 16, ""), both(16, 16, 4));
    assert_eq!(copied(128, 16, ""), both(16, 16, 32));
    assert_eq!(copied(16, 128, ""), both(32, 16, 4));
    // The first lane reads nothing, and writes zeros.
    assert_eq!(copied(16, 128, ", %r3"), both(31, 16, 4));
}

#[test]
fn an_instruction_that_runs_again_is_one_entry_with_its_place_in_the_source() {
    let found = counted(
        ".loc 1 7 3
         AGAIN: st.shared.u32 [%r1], %r4; add.u32 %r4, %r4, 1; setp.lt.u32 %p0, %r4, 5; @%p0 bra AGAIN;
         .loc 1 8 3
         st.shared.u32 [%r1+4], %r4;",
    );
    let lines: Vec<_> = found
        .iter()
        .map(|c| (c.place.and_then(|p| p.source).map(|[_, line, _]| line), c.accesses))
        .collect();
    assert_eq!(lines, [(Some(7), 5), (Some(8), 1)]);
}
