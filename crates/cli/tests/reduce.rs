//! `tilewright reduce`, as a person runs it.

use crate::common::tilewright;
use std::path::{Path, PathBuf};

const KERNEL: &str = include_str!("../../../tests/kernels/row_sum.mlir");

fn file(name: &str, text: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, text).unwrap();
    path
}

fn reduce(args: &[&str]) -> (Option<i32>, String, String) {
    let output = tilewright(&[&["reduce"][..], args].concat(), b"");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[test]
fn what_the_command_needs_is_left() {
    let kernel = file("reduce.mlir", KERNEL);
    let (code, out, err) = reduce(&[kernel.to_str().unwrap(), "--", "grep", "-q", " reduce "]);
    assert_eq!(code, Some(0), "{err}");
    assert!(
        err.starts_with("the command exits with 0") && !err.contains("warning"),
        "{err}"
    );
    assert!(
        out.contains(" reduce ") && out.lines().count() < KERNEL.lines().count() / 2,
        "{out}"
    );
    let checked = tilewright(&["check", "-"], out.as_bytes());
    assert_eq!(checked.status.code(), Some(0), "{out}");
}

#[test]
fn a_failure_stays_the_same_failure_and_the_best_text_is_in_the_file() {
    // Exit code 1: the kernel cannot be compiled. It must not become one that fails otherwise.
    let wrong = KERNEL.replacen("assume div_by<", "assume div_by<3, ", 1);
    let wrong = if wrong == KERNEL {
        KERNEL.replacen("reduce", "reduced", 1)
    } else {
        wrong
    };
    let kernel = file("reduce-wrong.mlir", &wrong);
    let best = file("reduced.mlir", "");
    let tool = env!("CARGO_BIN_EXE_tilewright");
    let args = [
        kernel.to_str().unwrap(),
        "-o",
        best.to_str().unwrap(),
        "--",
        tool,
        "check",
        "{}",
    ];
    let (code, out, err) = reduce(&args);
    assert!(code == Some(0) && out.is_empty(), "{err}");
    assert!(err.starts_with("the command exits with 1"), "{err}");
    let text = std::fs::read_to_string(&best).unwrap();
    assert!(text.lines().count() < 3, "{text}");
    let checked = tilewright(&["check", best.to_str().unwrap()], b"");
    assert_eq!(checked.status.code(), Some(1));
}

#[test]
fn a_command_that_does_not_depend_on_the_text_is_told() {
    let kernel = file("reduce-any.mlir", KERNEL);
    let (code, _, err) = reduce(&[kernel.to_str().unwrap(), "--", "false"]);
    assert!(code == Some(0) && err.contains("for an empty text, too"), "{err}");
}

#[test]
fn wrong_usage_exits_with_2() {
    let kernel = file("reduce-usage.mlir", KERNEL);
    let kernel = kernel.to_str().unwrap();
    for args in [
        &[kernel][..],
        &["missing.mlir", "--", "true"],
        &[kernel, "--", "no-such-command-anywhere"],
        &[kernel, "-o", "/no/such/folder/x.mlir", "--", "true"],
    ] {
        let (code, out, err) = reduce(args);
        assert_eq!(code, Some(2), "{args:?}: {err}");
        assert!(out.is_empty() && !err.is_empty());
    }
}
