//! The verdict on loops whose threads all do the same: copies in groups, TMA, four stages through registers.

use crate::shared;
use std::path::Path;
use tilewright_driver::{Generator, Options, Strategy, compile};
use tilewright_protocol::{Cta, Verdict, VerdictKind, verdict};

/// Target, strategy and scheduler of each form.
const FORMS: [(&str, Option<&str>, &str); 4] = [
    ("sm_80", None, "auto"),
    ("sm_89", None, "four-stage"),
    ("sm_90a", Some("unspecialize"), "auto"),
    ("sm_120a", Some("unspecialize"), "auto"),
];

/// The IR from which the verdict is read off; none if no loop is pipelined.
fn lowered(source: &str, (target, strategy, scheduler): (&str, Option<&str>, &str)) -> Option<String> {
    let options = Options {
        gpu_name: target.to_string(),
        pipeline_strategy: strategy.and_then(Strategy::from_name),
        scheduler: Generator::from_name(scheduler).unwrap(),
        ..Options::default()
    };
    let report = compile(source, &options).report;
    let found = report.schedule?.loops.into_iter().next()?;
    assert_eq!(found.strategy, "unspecialize");
    assert!(found.protocol.is_some(), "{target}: no verdict in the report");
    let mut passes = report.passes.into_iter();
    let pass = passes.find(|pass| pass.name == "convert-pipeline-to-nvvm")?;
    Some(pass.listing.text)
}

/// A CTA of an H100: of so many warps, and 232,448 bytes of shared memory.
const fn cta(warps: u32) -> Cta {
    Cta {
        warps,
        shared_bytes: 232_448,
    }
}

fn judge(text: &str) -> Verdict {
    let parsed = tilewright_ir::parse(text);
    assert!(parsed.diagnostics.is_empty(), "{:?}", parsed.diagnostics);
    verdict(&parsed.module, cta(4)).expect("there are buffers")
}

fn matmul() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/kernels/matmul.mlir");
    std::fs::read_to_string(path).unwrap()
}

#[test]
fn every_kernel_is_proved_in_every_form() {
    let mut sources = vec![("matmul".to_string(), matmul())];
    let corpus = [
        "gemm_f16_static",
        "gemm_f16_batched",
        "gemm_persistent",
        "gemm_splitk_red",
    ];
    for name in corpus {
        if let Some(file) = shared::shared(&format!("corpus/kernels/{name}/kernel.mlir")) {
            sources.push((name.to_string(), std::fs::read_to_string(file).unwrap()));
        }
    }
    for (name, source) in sources {
        for form in FORMS {
            let text = lowered(&source, form).unwrap_or_else(|| panic!("{name}, {form:?} is not pipelined"));
            let found = judge(&text);
            assert_eq!(found.verdict, VerdictKind::Proved, "{name}, {form:?}: {}", found.text);
        }
    }
}

/// A fault: what is changed, from which text on, which line, and what becomes of it.
struct Fault {
    name: &'static str,
    after: &'static str,
    line: &'static str,
    edit: fn(&str) -> String,
}

const fn fault(name: &'static str, after: &'static str, line: &'static str, edit: fn(&str) -> String) -> Fault {
    Fault {
        name,
        after,
        line,
        edit,
    }
}

/// The text with the first such line changed.
fn with(text: &str, fault: &Fault) -> String {
    let missing = |what: &str| -> ! { panic!("{}: no `{what}`", fault.name) };
    let from = text.find(fault.after).unwrap_or_else(|| missing(fault.after)) + fault.after.len();
    let at = from + text[from..].find(fault.line).unwrap_or_else(|| missing(fault.line));
    let start = text[..at].rfind('\n').map_or(0, |newline| newline + 1);
    let end = at + text[at..].find('\n').unwrap_or(text.len() - at);
    format!("{}{}{}", &text[..start], (fault.edit)(&text[start..end]), &text[end..])
}

fn nothing(_: &str) -> String {
    String::new()
}

/// The number at the end of a line, one larger.
fn one_more(line: &str) -> String {
    let (head, number) = line.rsplit_once(' ').unwrap();
    format!("{head} {}", number.parse::<i64>().unwrap() + 1)
}

/// Another place of the ring: the first one, always.
fn first_place(line: &str) -> String {
    let (head, rest) = line.split_once("[%").unwrap();
    let (_, rest) = rest.split_once(']').unwrap();
    format!("{head}[%first_place]{rest}")
}

/// The same for the buffer of a copy, which comes after the indices.
fn first_place_of_copy(line: &str) -> String {
    let (view, buffer) = line.split_once("], ").unwrap();
    format!("{view}], {}", first_place(buffer))
}

fn all_refuted(form: (&str, Option<&str>, &str), faults: &[Fault]) {
    all_refuted_in(&matmul(), form, faults);
}

fn all_refuted_in(source: &str, form: (&str, Option<&str>, &str), faults: &[Fault]) {
    let text = lowered(source, form).unwrap();
    let first = "%first_place = arith.constant <i32: 0> : tile<i32>\n  nv_tileas.iterations";
    let text = text.replacen("nv_tileas.iterations", first, 1);
    assert_eq!(judge(&text).verdict, VerdictKind::Proved);
    for fault in faults {
        let found = judge(&with(&text, fault));
        assert_eq!(
            found.verdict,
            VerdictKind::Refuted,
            "{form:?}, {}: {}",
            fault.name,
            found.text
        );
        assert!(!found.counterexamples.is_empty(), "{}", fault.name);
    }
}

/// In the steady loop, and in the epilogue.
const STEADY: &str = "scf.for %i";

#[test]
fn faults_of_copies_in_groups_are_refuted() {
    // Rounds of copies come first, the loop that ends in the middle of one behind them.
    const EPILOGUE: &str = "%sum, ";
    all_refuted(
        FORMS[0],
        &[
            fault("no barrier", STEADY, "nvvm.barrier", nothing),
            fault("no barrier in the epilogue", EPILOGUE, "nvvm.barrier", nothing),
            fault("waits for one group too few", STEADY, "wait_group", one_more),
            fault(
                "waits for one group too few in the epilogue",
                EPILOGUE,
                "wait_group",
                one_more,
            ),
            fault("no group in the prologue", "iterations", "commit_group", nothing),
            fault("no group in the epilogue", EPILOGUE, "commit_group", nothing),
            fault(
                "copies to the wrong place",
                STEADY,
                "simt_async_copy",
                first_place_of_copy,
            ),
            fault("reads the wrong place", STEADY, "buffer_dot", first_place),
        ],
    );
}

#[test]
fn faults_of_rings_that_threads_fill_are_refuted() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/language/rings_running.mlir");
    all_refuted_in(
        &std::fs::read_to_string(path).unwrap(),
        FORMS[0],
        &[
            fault("no barrier", "scf.for", "nvvm.barrier", nothing),
            fault("waits for one group too few", "scf.for", "wait_group", one_more),
            fault("no group in the prologue", "iterations", "commit_group", nothing),
            fault(
                "copies to the wrong place",
                "scf.for",
                "simt_async_copy",
                first_place_of_copy,
            ),
            fault("reads the wrong place", "scf.for", "slot_read", first_place),
        ],
    );
}

/// A loop of nine iterations in one over slices: fewer are followed, with the first and the last among them, and what it copies ahead at its
/// end is not there when the next slice begins.
#[test]
fn faults_between_loops_of_slices_are_refuted() {
    const INNER: &str = "scf.for %k";
    all_refuted_in(
        include_str!("../../../tests/language/in_slices_convolved.mlir"),
        // Of nine iterations the last reads a slot that the next slice fills first; with three slots it would not.
        ("sm_86", None, "auto"),
        &[
            fault("no barrier between slices", "scf.for", "nvvm.barrier", nothing),
            fault("no barrier", INNER, "nvvm.barrier", nothing),
            fault("copies an iteration too many", INNER, "cmpi less_than", |line| {
                line.replace("less_than", "less_than_or_equal")
            }),
        ],
    );
}

#[test]
fn faults_of_four_stages_are_refuted() {
    const EPILOGUE: &str = "scf.continue";
    all_refuted(
        FORMS[1],
        &[
            fault(
                "no first barrier, as in the published listing",
                "iterations",
                "nvvm.barrier",
                nothing,
            ),
            fault(
                "no second barrier, as in the published listing",
                "nvvm.barrier",
                "nvvm.barrier",
                nothing,
            ),
            fault("no barrier", STEADY, "nvvm.barrier", nothing),
            fault(
                "no barrier in the epilogue, as in the published listing",
                EPILOGUE,
                "nvvm.barrier",
                nothing,
            ),
            fault("reads the place that is written", STEADY, "fragment_load", first_place),
            fault("writes the place that is read", STEADY, "staged_store", |line| {
                let (tile, buffer) = line.split_once(", ").unwrap();
                format!("{tile}, {}", first_place(buffer))
            }),
        ],
    );
}

#[test]
fn buffers_of_loops_one_after_the_other_share_memory() {
    // Less deep tiles than the kernel's, for which the smallest GPU has memory.
    let source = include_str!("../../../tests/language/rings_late.mlir");
    let source = source.replace("64x", "32x").replace("x64", "x32");
    for target in ["sm_80", "sm_90a", "sm_100a", "sm_120a"] {
        let text = lowered(&source, (target, None, "four-stage")).unwrap();
        assert_eq!(
            text.matches(" offset = 0 :").count(),
            2,
            "{target}: none is over another"
        );
        let found = judge(&text);
        assert_eq!(found.verdict, VerdictKind::Proved, "{target}: {}", found.text);
        let no_meeting = fault("no meeting between", "four_stage}", "nvvm.barrier", nothing);
        let of_another = fault("a barrier for some", "four_stage}", "nvvm.barrier", |line| {
            format!("{line} id = 1")
        });
        for text in [with(&text, &no_meeting), with(&text, &of_another)] {
            let found = judge(&text);
            assert_eq!(found.verdict, VerdictKind::Refuted, "{target}");
            for part in [
                "buffer<2x32x128xf16> of line ",
                "buffer<2x128x32xf16> of line ",
                "share bytes of shared memory, from 0 on",
            ] {
                assert!(found.text.contains(part), "{}", found.text);
            }
        }
    }
}

#[test]
fn faults_of_bulk_copies_are_refuted() {
    all_refuted(
        FORMS[2],
        &[
            fault("no barrier", STEADY, "nvvm.barrier", nothing),
            fault("waits for no product", STEADY, "wgmma.wait_group", one_more),
            fault("does not wait for bytes", STEADY, "mbarrier.wait", nothing),
            fault("expects too few bytes", STEADY, "expect_tx", |line| {
                line.replace("8192", "4096")
            }),
        ],
    );
}
