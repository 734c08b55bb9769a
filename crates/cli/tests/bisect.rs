//! `tilewright bisect`, as a person runs it: the pass whose output was spoiled is named.

use crate::snapshots::{kernel, run, snapshots};
use std::path::{Path, PathBuf};

/// The IR of a kernel at every boundary; from the file of this number on, `old` has become `new`, as if that pass had
/// done it.
fn spoiled(folder: &str, name: &str, from: usize, (old, new): (&str, &str)) -> PathBuf {
    let folder = snapshots(folder, name);
    let mut changed = 0;
    for file in std::fs::read_dir(&folder).unwrap() {
        let path = file.unwrap().path();
        let number: usize = path.file_name().unwrap().to_str().unwrap()[..2].parse().unwrap();
        let text = std::fs::read_to_string(&path).unwrap();
        if number >= from && text.contains(old) {
            std::fs::write(&path, text.replacen(old, new, 1)).unwrap();
            changed += 1;
        }
    }
    assert!(changed > 0, "`{old}` is there");
    folder
}

fn bisect(name: &str, folder: &Path) -> (Option<i32>, String, String) {
    run(&["bisect", &kernel(name), "--snapshots", folder.to_str().unwrap()])
}

#[test]
fn a_right_kernel_is_right_at_every_boundary() {
    let (code, out, err) = run(&["bisect", &kernel("saxpy_masked")]);
    assert_eq!(code, Some(0), "{out}{err}");
    assert!(
        out.contains("no boundary gives other results") && !out.contains("not run"),
        "{out}"
    );
    // The interpreter runs the level below the input language, too.
    let interpreted = out.lines().filter(|line| line.contains("interpreter")).count();
    assert_eq!(interpreted, 2, "{out}");
}

#[test]
fn the_pass_whose_output_is_wrong_is_named() {
    let cases = [
        (
            7,
            ("arith.muli", "arith.addi"),
            "results differ first after `cse`; after `canonicalize` they are the same",
        ),
        (
            10,
            ("arith.addf", "arith.subf"),
            "results differ first after `convert-tileaa-to-tileas`",
        ),
        (
            18,
            ("arith.addf", "arith.subf"),
            "results differ first after `materialize-convert-layout`",
        ),
        (
            27,
            ("arith.addf", "arith.subf"),
            "results differ first after `canonicalize`; after `unroll-loops`",
        ),
    ];
    for (from, (old, new), said) in cases {
        let name = if from == 7 { "tiles_roles" } else { "vadd" };
        let folder = spoiled(&format!("bisect-{from}"), name, from, (old, new));
        let (code, out, err) = bisect(name, &folder);
        assert_eq!(code, Some(1), "{out}{err}");
        assert!(out.contains(said), "{said}: {out}");
    }
}

#[test]
fn a_single_spoiled_boundary_is_found_by_the_interpreter_too() {
    let folder = spoiled("bisect-one", "vadd", 2, ("arith.addf", "arith.subf"));
    let (code, out, err) = bisect("vadd", &folder);
    assert_eq!(code, Some(1), "{out}{err}");
    let different: Vec<&str> = out.lines().filter(|line| line.contains("DIFFERENT")).collect();
    assert!(different.len() == 2 && different[0].contains("interpreter"), "{out}");
    assert!(
        out.contains("results differ first after `convert-cudatile-to-tileaa`"),
        "{out}"
    );
}

/// Kilobytes of memory that are enough for a kernel of the gallery, at every boundary.
#[cfg(target_os = "linux")]
const ENOUGH: u32 = 2_000_000;

/// Exit code and answer of a run that may not take more.
#[cfg(target_os = "linux")]
fn within(args: &[&str]) -> (Option<i32>, String) {
    let limit = format!("ulimit -v {ENOUGH}; exec \"$0\" \"$@\"");
    let mut command = std::process::Command::new("sh");
    let output = command
        .args(["-c", &limit, env!("CARGO_BIN_EXE_tilewright")])
        .args(args)
        .output();
    let output = output.unwrap();
    (output.status.code(), String::from_utf8(output.stdout).unwrap())
}

#[cfg(target_os = "linux")]
#[test]
fn a_kernel_takes_little_memory_at_every_boundary() {
    let (code, out) = within(&["bisect", &kernel("tiles_roles")]);
    assert_eq!(code, Some(0), "{out}");
}

/// A loop that does not end is followed until its budget is spent, and what it did is not kept.
#[cfg(target_os = "linux")]
#[test]
fn a_loop_without_an_end_takes_little_memory() {
    let endless = ("arith.addi %linear_idx, %workers", "arith.subi %linear_idx, %workers");
    let folder = spoiled("bisect-endless", "tiles_roles", 15, endless);
    let args = [
        "bisect",
        &kernel("tiles_roles"),
        "--snapshots",
        folder.to_str().unwrap(),
    ];
    let (code, out) = within(&args);
    assert_eq!(code, Some(1), "{out}");
}

#[test]
fn wrong_usage_exits_with_2() {
    let empty = Path::new(env!("CARGO_TARGET_TMPDIR")).join("bisect-empty");
    std::fs::create_dir_all(&empty).unwrap();
    let kernel = kernel("vadd");
    for args in [
        &["bisect"][..],
        &["bisect", &kernel, "--snapshots", empty.to_str().unwrap()],
        &["bisect", &kernel, "--snapshots", "nowhere"],
        &["bisect", &kernel, "--entry", "other", "--case", "nowhere"],
    ] {
        let (code, out, err) = run(args);
        assert!(
            code == Some(2) && !out.contains("same") && !err.is_empty(),
            "{args:?}: {out}{err}"
        );
    }
}
