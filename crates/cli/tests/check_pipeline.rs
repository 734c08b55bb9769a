//! `check-pipeline KERNEL` as a person uses it.

use std::path::PathBuf;
use std::process::{Command, Output};

fn gallery(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../../tests/kernels")
        .join(name)
}

fn run(args: &[&str], kernel: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tilewright"))
        .arg("check-pipeline")
        .args(args)
        .arg(gallery(kernel))
        .output()
        .unwrap()
}

#[test]
fn a_pipelined_kernel_is_proved() {
    let output = run(&[], "matmul.mlir");
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(0), "{text}");
    assert!(text.starts_with("proved: no deadlock"), "{text}");
    assert!(text.contains("producer") && text.contains("full[0]"), "{text}");
}

#[test]
fn the_verdict_as_json() {
    let output = run(&["--format", "json", "--num-stages", "3"], "matmul.mlir");
    let verdict: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(verdict["verdict"], "proved", "{verdict}");
    assert_eq!(verdict["barriers"].as_array().map(Vec::len), Some(6));
    assert!(verdict["scenarios"].as_array().is_some_and(|s| s.len() > 4));
    assert!(verdict["run"].as_array().is_some_and(|run| !run.is_empty()));
}

#[test]
fn a_kernel_without_barriers_has_no_verdict() {
    let output = run(&[], "vadd.mlir");
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert!(text.contains("no barriers to check"), "{text}");
}

#[test]
fn a_twin_that_goes_wrong_nowhere_says_so() {
    let of = |args: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tilewright"));
        let output = command
            .args(["check-pipeline", "--stages", "2"])
            .args(args)
            .output()
            .unwrap();
        let told = String::from_utf8(output.stderr).unwrap();
        (output.status.code(), told.contains("the twin is no defect"))
    };
    // With as many items as stages, no stage is filled again before its reader is done.
    assert_eq!(
        of(&["--twin", "early-release", "--reads-in-flight", "1", "--items", "2"]),
        (Some(0), true)
    );
    assert_eq!(of(&["--twin", "shared-state"]), (Some(0), true));
    assert_eq!(of(&["--twin", "no-flip"]), (Some(1), false));
    assert_eq!(of(&["--items", "1"]), (Some(0), false));
}

#[test]
fn a_kernel_and_a_ring_at_once_are_too_much() {
    assert_eq!(run(&["--stages", "4"], "matmul.mlir").status.code(), Some(2));
}

#[test]
fn ir_with_pipelines_is_checked_in_either_form() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/files/pipelines/verdicts.mlir");
    let text = std::fs::read_to_string(path).unwrap();
    let ring = text.split("// -----").next().unwrap();
    let file = std::env::temp_dir().join(format!("tilewright-ring-{}.mlir", std::process::id()));
    let check = |source: &str, form: &str| {
        std::fs::write(&file, source).unwrap();
        let output = run(&["--form", form], file.to_str().unwrap());
        let (out, err) = (output.stdout, output.stderr);
        let text = String::from_utf8([out, err].concat()).unwrap();
        (output.status.code(), text)
    };
    let (code, text) = check(ring, "step");
    assert!(code == Some(0) && text.starts_with("proved"), "{text}");
    let (code, text) = check(ring, "documented");
    assert!(code == Some(1) && text.starts_with("refuted"), "{text}");
    let (code, text) = check(&ring.replace("numStages = 2", "numStages = 0"), "step");
    assert!(
        code == Some(1) && text.contains("a pipeline of 0 stages holds nothing"),
        "{text}"
    );
    std::fs::remove_file(&file).unwrap();
}

#[test]
fn the_documented_form_of_a_kernel_is_refuted() {
    let output = run(&["--form", "documented", "--num-stages", "2"], "matmul.mlir");
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(text.starts_with("refuted"), "{text}");
}

/// The programs are right in the form of steps: what goes wrong is the acquire of the mode.
#[test]
fn each_documented_mode_is_refuted_for_a_reason_of_its_own() {
    let modes = [
        ("cooperative", "read of item 0 in %a[0] starts before"),
        (
            "1x1",
            "warp 0 waits for phase 0 of barrier 1, which is already in phase 2",
        ),
        (
            "urem",
            "warp 1 waits for phase 0 of full[0], which is already in phase 2",
        ),
        (
            "udiv",
            "overwrites what warp 1's read of item 0 in %a[0] has not finished",
        ),
        (
            "cluster",
            "an arrival on the cluster's barrier although nobody has observed",
        ),
    ];
    for (mode, reason) in modes {
        let file = format!("../documents/mode_{mode}.mlir");
        let check = |form: &str| {
            let output = run(&["--form", form], &file);
            (output.status.code(), String::from_utf8(output.stdout).unwrap())
        };
        let (code, text) = check("step");
        assert!(code == Some(0) && text.starts_with("proved"), "{mode}: {text}");
        let (code, text) = check("documented");
        let first = text.lines().next().unwrap_or_default();
        assert!(code == Some(1) && first.contains(reason), "{mode}: {first}");
        let others = modes
            .iter()
            .filter(|(other, reason)| *other != mode && first.contains(reason));
        assert_eq!(others.count(), 0, "{mode}: {first}");
    }
}

/// A ring of values that one more reader than there is has to release is never empty.
#[test]
fn pipelines_of_values_are_judged() {
    let path = gallery("../documents/values.mlir");
    let source = std::fs::read_to_string(&path).unwrap();
    let printed = run(&["--print"], "../documents/values.mlir");
    let text = String::from_utf8(printed.stdout).unwrap();
    assert!(
        text.contains("nvvm.mbarrier.wait.parity") && !text.contains("async.pipeline"),
        "{text}"
    );
    let file = std::env::temp_dir().join(format!("tilewright-values-{}.mlir", std::process::id()));
    let judged = |source: &str| {
        std::fs::write(&file, source).unwrap();
        let output = run(&[], file.to_str().unwrap());
        (output.status.code(), String::from_utf8(output.stdout).unwrap())
    };
    let (code, text) = judged(&source);
    assert!(code == Some(0) && text.starts_with("proved"), "{text}");
    let (code, text) = judged(&source.replace("num_consumers = 32", "num_consumers = 33"));
    assert!(code == Some(1) && text.starts_with("refuted"), "{text}");
    std::fs::remove_file(&file).unwrap();
}
