//! A compiled kernel with one thing spoiled in its IR is never proved. The judge must not rely on the compiler being
//! right.

use tilewright_driver::{Options, compile};
use tilewright_protocol::{VerdictKind, verdict};

/// The IR of the gallery's product after a pass, with three stages.
fn after(pass: &str) -> String {
    let source = include_str!("../../../tests/kernels/matmul.mlir");
    let options = Options {
        num_stages: Some(3),
        ..Options::default()
    };
    let report = compile(source, &options).report;
    let snapshot = report.passes.iter().find(|one| one.name == pass);
    snapshot.expect("the pass is run").listing.text.clone()
}

fn verdict_on(text: &str) -> (VerdictKind, String) {
    let parsed = tilewright_ir::parse(text);
    assert!(parsed.diagnostics.is_empty(), "{:?}\n{text}", parsed.diagnostics);
    let verdict = verdict(&parsed.module, 8).expect("there are barriers to check");
    // The scenarios tell the same as the verdict: the last one is what it follows from.
    if let Some(last) = verdict.scenarios.last() {
        let proved = verdict.scenarios.iter().all(|one| one.verdict == VerdictKind::Proved);
        assert_eq!(
            verdict.verdict == VerdictKind::Proved,
            proved,
            "{:?}",
            verdict.scenarios
        );
        let refuted = last.verdict == VerdictKind::Refuted;
        assert_eq!(
            verdict.verdict == VerdictKind::Refuted,
            refuted,
            "{:?}",
            verdict.scenarios
        );
    }
    (verdict.verdict, verdict.text)
}

/// Without the lines that hold `what`: all of them, or the last.
fn without(text: &str, what: &str, only_last: bool) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let last = lines.iter().rposition(|line| line.contains(what)).expect(what);
    let is_kept = |number: usize| !lines[number].contains(what) || only_last && number != last;
    let kept = (0..lines.len()).filter(|&number| is_kept(number));
    kept.map(|number| format!("{}\n", lines[number])).collect()
}

fn with(text: &str, from: &str, to: &str) -> String {
    assert!(text.contains(from), "`{from}` is not in\n{text}");
    text.replace(from, to)
}

/// A barrier is touched inside of an op that counts as pure.
const ARRIVES_IN_A_COMBINER: &str = "%zeros = arith.constant <f32: 0.0> : tile<4xf32>
    %none = nv_tileas.reduce %zeros dim=0 identities=[0.0 : f32] : tile<4xf32> -> tile<f32>
    (%left: tile<f32>, %right: tile<f32>) {
      nvvm.mbarrier.arrive %0 + 0
      scf.yield %left : tile<f32>
    }";

/// With an op more, after the line that holds `what`.
fn after_line(text: &str, what: &str, op: &str) -> String {
    with(text, what, &format!("{what}\n{op}"))
}

#[test]
fn what_is_spoiled_is_not_proved() {
    let whole = after("convert-pipeline-to-nvvm");
    let (kind, text) = verdict_on(&whole);
    assert_eq!(kind, VerdictKind::Proved, "{text}");
    let one_load = with(&without(&whole, "tiled_tma_load", true), ", 8192", ", 4096");
    let spoiled = [
        (
            with(&whole, "offset = 12288", "offset = 0"),
            VerdictKind::Refuted,
            "share bytes",
        ),
        (
            with(&whole, "offset = 12288", "offset = 4096"),
            VerdictKind::Refuted,
            "share bytes",
        ),
        (
            with(&whole, "48 from 24576", "48 from 0"),
            VerdictKind::Refuted,
            "share bytes",
        ),
        (
            with(&whole, "48 from 24576", "48 from 24577"),
            VerdictKind::Refuted,
            "multiple of 8",
        ),
        (
            without(&whole, "nvvm.mbarrier.init", false),
            VerdictKind::Refuted,
            "none is made ready",
        ),
        (
            without(&whole, "nvvm.mbarrier.init", true),
            VerdictKind::NotProved,
            "never made ready",
        ),
        (
            without(&whole, "nvvm.fence.mbarrier_init", true),
            VerdictKind::Refuted,
            "fence.mbarrier_init",
        ),
        (
            without(&whole, "nvvm.wgmma.fence", true),
            VerdictKind::NotProved,
            "wgmma.fence",
        ),
        (
            without(&whole, "nvvm.wgmma.wait_group 0", true),
            VerdictKind::Refuted,
            "in flight",
        ),
        (
            with(&whole, "nvvm.wgmma.wait_group 0", "nvvm.wgmma.wait_group 1"),
            VerdictKind::Refuted,
            "in flight",
        ),
        (
            with(&whole, "buffer<3x64x32xf16>", "buffer<2x64x32xf16>"),
            VerdictKind::Refuted,
            "slot 2 of a buffer of 2",
        ),
        (one_load, VerdictKind::Refuted, "nobody writes it"),
        (
            with(&whole, "offset = 12288", "offset = -12288"),
            VerdictKind::Refuted,
            "before shared memory begins",
        ),
        (
            with(&whole, " offset = 12288", ""),
            VerdictKind::NotProved,
            "its `alloc_tensor` has no offset",
        ),
        (with(&whole, "48 from 24576", "48"), VerdictKind::Refuted, "share bytes"),
        (
            with(&whole, "48 from 24576", "8 from 24576"),
            VerdictKind::Refuted,
            "not among the 8 bytes from 24576 on",
        ),
        (
            with(&whole, "num_warps = [4, 4]", "num_warps = [4, 4000000000]"),
            VerdictKind::NotProved,
            "a CTA has at most 32",
        ),
        (
            after_line(&whole, "nvvm.fence.mbarrier_init", "nvvm.mbarrier.inval %0 + 0"),
            VerdictKind::NotProved,
            "`nvvm.mbarrier.inval` is not pure, and is not followed",
        ),
        (
            after_line(&whole, "nvvm.fence.mbarrier_init", "nvvm.cp.async.bulk.wait_group 0"),
            VerdictKind::NotProved,
            "`nvvm.cp.async.bulk.wait_group` is not pure, and is not followed",
        ),
        (
            after_line(
                &whole,
                "nvvm.fence.mbarrier_init",
                "cutlass.async.exec { nvvm.mbarrier.arrive %0 + 0 }",
            ),
            VerdictKind::NotProved,
            "`cutlass.async.exec` is not pure, and is not followed",
        ),
        (
            after_line(&whole, "nvvm.fence.mbarrier_init", ARRIVES_IN_A_COMBINER),
            VerdictKind::NotProved,
            "`nvvm.mbarrier.arrive` stands in `nv_tileas.reduce`, which is not followed",
        ),
    ];
    for (text, kind, why) in spoiled {
        let (found, said) = verdict_on(&text);
        assert_eq!(found, kind, "{why}: {said}");
        assert!(said.contains(why), "{why}: {said}");
    }
}

/// The judge follows each warp, and says where it cannot.
#[test]
fn what_cannot_be_followed_is_not_proved() {
    let whole = after("convert-pipeline-to-nvvm");
    let at_start = |ops: &str| after_line(&whole, "  nvvm.barrier\n", ops);
    let unknown = "%unknown = arith.cmpi equal %m, %n, signed : tile<i32> -> tile<i1>\n%20 = ";
    let whether = with(&with(&whole, "+ 24 if %20", "+ 24 if %unknown"), "%20 = ", unknown);
    let refusals = [
        (whether, "whether a thread arrives is not known"),
        (
            with(&whole, "init %0 + 0, 1", "init %0 + 0, -1"),
            "counts fewer than no arrivals",
        ),
        (with(&whole, "init %0 + 8, 1", "init %0 + 0, 1"), "made ready twice"),
        (
            with(&whole, "init %0 + 0, 1", "init %3 + 0, 1"),
            "where a barrier lies is not known",
        ),
        (
            with(&whole, "%54 descriptor", "%4 descriptor"),
            "the barrier at byte 0 is used but never made ready",
        ),
        (
            with(&whole, "arrive %39 + 24", "arrive %39 + 4096"),
            "the barrier at byte 28672 is used but never made ready",
        ),
        (
            with(&whole, "%1[%15] k", "%1[%k] k"),
            "which slot of a buffer is meant is not known",
        ),
        (
            with(&whole, "%48 + 24, %50", "%48 + 24, %m"),
            "the parity that is waited for is not known",
        ),
        (
            with(&whole, "parity %48 + 24", "parity %m + 24"),
            "the address of a barrier is not known",
        ),
        (
            with(&whole, "(%70 to %71, step %72)", "(%70 to %3, step %72)"),
            "the lanes of a warp do different numbers of iterations",
        ),
        (
            at_start("scf.loop {\n nvvm.mbarrier.arrive %0 + 0\n scf.continue\n }"),
            "a loop whose end is not known",
        ),
        (
            at_start("scf.loop {\n nvvm.mbarrier.arrive %0 + 0\n scf.if %5 { scf.break }\n scf.continue\n }"),
            "some lanes of a warp leave a loop before the others",
        ),
        (
            at_start("scf.loop {\n nvvm.mbarrier.arrive %0 + 0\n nv_tileas.return\n }"),
            "a loop is left in a way that is not followed",
        ),
        (
            with(
                &whole,
                "(%zero to %steps#1, step %one) : tile<i32> iter_values(%44",
                "(%zero to %m, step %one) : tile<i32> iter_values(%44",
            ),
            "agents decide by values that need not be the same",
        ),
        (
            at_start(
                "%probe = nvvm.mbarrier.try_wait.parity %0 + 0, %4 : i1\nscf.if %probe { nvvm.mbarrier.arrive %0 + 0 }",
            ),
            "more than the wait that it may save",
        ),
    ];
    for (text, why) in refusals {
        let (found, said) = verdict_on(&text);
        assert_eq!(found, VerdictKind::NotProved, "{why}: {said}");
        assert!(said.contains(why), "{why}: {said}");
    }
}

/// A loop that does not come nearer to its end never ends, if it is entered.
#[test]
fn a_loop_without_a_step_is_not_proved() {
    let whole = after("convert-pipeline-to-nvvm");
    let known = with(&whole, "(%70 to %71, step %72)", "(%70 to %71, step %70)");
    let (found, said) = verdict_on(&known);
    assert_eq!(found, VerdictKind::Refuted, "{said}");
    assert!(said.contains("step is 0 does not end"), "{said}");
    for step in [0, -1] {
        let one = format!("%one = arith.constant <i32: {step}>");
        let (found, said) = verdict_on(&with(&whole, "%one = arith.constant <i32: 1>", &one));
        assert_eq!(found, VerdictKind::NotProved, "{said}");
        assert!(said.contains("ends only if it is not entered"), "{said}");
    }
}
