//! Faults planted in IR that `check-pipeline` takes: each is refuted for itself, not for something else that is wrong
//! with the text. The IR before pipelines are barriers and the IR after are both edited.

use crate::shared;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn tilewright(args: &[&str], kernel: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tilewright"))
        .args(args)
        .arg(kernel)
        .output()
        .unwrap()
}

/// The gallery's product with three stages, after a pass.
fn after(pass: &str) -> String {
    let kernel = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/kernels/matmul.mlir");
    let output = tilewright(&["compile", "--num-stages", "3", "--print-after", pass], &kernel);
    String::from_utf8(output.stdout).unwrap()
}

/// Exit code and verdict on a text.
fn verdict(name: &str, text: &str) -> (Option<i32>, String) {
    let file = std::env::temp_dir().join(format!("tilewright-planted-{}-{name}.mlir", std::process::id()));
    std::fs::write(&file, text).unwrap();
    let output = tilewright(&["check-pipeline"], &file);
    std::fs::remove_file(&file).unwrap();
    let text = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8(text).unwrap())
}

/// A verdict other than "proved", and a part of its reason.
type Says = (&'static str, &'static str);

const SLOT_2: Says = ("refuted", "slot 2 of a buffer of 2");
const SLOT_3: Says = ("refuted", "slot 3 of a buffer of 3");
const NEVER_WRITTEN: Says = ("refuted", "nobody writes it");
const NOT_READY: Says = ("refuted", "none is made ready");
const IN_FLIGHT: Says = ("refuted", "in flight");
const SHARED_BYTES: Says = ("refuted", "share bytes");
const MISALIGNED: Says = ("refuted", "no multiple of 8");
const NOT_ANNOUNCED: Says = ("refuted", "fence.mbarrier_init");
/// A fence may stand where the judge does not look for it.
const NO_FENCE: Says = ("not proved", "wgmma.fence");

fn is_found(name: &str, text: &str, says: Says) {
    let (code, text) = verdict(name, text);
    let first = text.lines().next().unwrap_or_default();
    assert!(
        code == Some(1) && first.starts_with(says.0) && first.contains(says.1),
        "{name}: `{}` is not why: {text}",
        says.1
    );
}

/// The text with each of `from` replaced, all of which must be there.
fn with(text: &str, edits: &[(&str, &str)]) -> String {
    edits.iter().fold(text.to_string(), |text, (from, to)| {
        assert!(text.contains(from), "`{from}` is not in\n{text}");
        text.replace(from, to)
    })
}

fn without_line(text: &str, what: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let last = lines.iter().rposition(|line| line.contains(what)).expect(what);
    [&lines[..last], &lines[last + 1..]].concat().join("\n")
}

#[test]
fn faults_before_pipelines_are_barriers() {
    let whole = after("materialize-async");
    let (code, text) = verdict("whole", &whole);
    assert!(code == Some(0) && text.starts_with("proved"), "{text}");
    let half = with(&without_line(&whole, "tiled_tma_load"), &[("= 8192}", "= 4096}")]);
    let fewer_slots = [
        ("buffer<3x64x32", "buffer<2x64x32"),
        ("buffer<3x32x64", "buffer<2x32x64"),
        ("depth = 3,", "depth = 2,"),
    ];
    let faults = [
        ("slots", with(&whole, &fewer_slots), SLOT_2),
        ("stages", with(&whole, &[("numStages = 3", "numStages = 4")]), SLOT_3),
        ("half", half, NEVER_WRITTEN),
        ("fence", without_line(&whole, "nvvm.wgmma.fence"), NO_FENCE),
        ("wait", without_line(&whole, "nvvm.wgmma.wait_group 0"), IN_FLIGHT),
        ("init", without_line(&whole, "pipeline.init"), NOT_READY),
    ];
    for (name, text, says) in faults {
        is_found(name, &text, says);
    }
}

#[test]
fn faults_of_barriers() {
    let whole = after("convert-pipeline-to-nvvm");
    let (code, text) = verdict("barriers", &whole);
    assert!(code == Some(0) && text.starts_with("proved"), "{text}");
    let faults = [
        (
            "announced",
            without_line(&whole, "nvvm.fence.mbarrier_init"),
            NOT_ANNOUNCED,
        ),
        ("over", with(&whole, &[("offset = 12288", "offset = 0")]), SHARED_BYTES),
        (
            "partly",
            with(&whole, &[("offset = 12288", "offset = 4096")]),
            SHARED_BYTES,
        ),
        ("tiles", with(&whole, &[("48 from 24576", "48 from 0")]), SHARED_BYTES),
        ("odd", with(&whole, &[("48 from 24576", "48 from 24577")]), MISALIGNED),
    ];
    for (name, text, says) in faults {
        is_found(name, &text, says);
    }
}

/// Texts of before kernels said their tensor maps: with the maps that their base had, each shows its own fault.
#[test]
fn old_texts_are_refuted_for_their_fault() {
    let Some(folder) = shared::shared("reviews/repro") else {
        return;
    };
    let maps = "\n} attributes {nv_tile.tensor_maps = [\
        {element = f16, base = 0, dims = [[5, 1], [3, 1]], strides = [[5, 2]], box = [32, 64], swizzle = \"64b\"}, \
        {element = f16, base = 1, dims = [[4, 1], [5, 1]], strides = [[4, 2]], box = [64, 32], swizzle = \"128b\"}]}\n";
    let faults = [
        ("lie_a_buffers_2_slots_numStages_3", SLOT_2),
        ("lie_a_no_fence", NO_FENCE),
        ("lie_a_no_wgmma_wait_group_0_at_the_end", IN_FLIGHT),
        ("lie_a_numStages_4_of_3_slot_buffers", SLOT_3),
        ("lie_a_only_one_load_half_the_bytes", NEVER_WRITTEN),
        ("lie_b_barriers_at_0_over_the_tiles_", SHARED_BYTES),
        ("lie_b_barriers_misaligned", MISALIGNED),
        ("lie_b_no_fence", NOT_ANNOUNCED),
        ("lie_b_second_buffer_half_over_the_first", SHARED_BYTES),
        ("lie_b_second_buffer_over_the_first", SHARED_BYTES),
    ];
    for (name, says) in faults {
        let text = std::fs::read_to_string(folder.join(format!("{name}.mlir"))).unwrap();
        let whole = text.trim_end().strip_suffix('}').expect("a kernel").trim_end();
        is_found(name, &format!("{whole}{maps}"), says);
    }
}
