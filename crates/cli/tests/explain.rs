//! `tilewright explain`: all codes, one code, and no such code.

use crate::common::tilewright;

fn run(args: &[&str]) -> (Option<i32>, String, String) {
    let output = tilewright(args, b"");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

#[test]
fn without_a_code_all_are_listed_with_a_line_each() {
    let (exit, out, _) = run(&["explain"]);
    assert_eq!(exit, Some(0));
    assert_eq!(out.lines().count(), tilewright_codes::all().unwrap().len());
    let line = out
        .lines()
        .find(|line| line.starts_with("pipeline.own-writes"))
        .unwrap();
    assert!(
        line.ends_with("warning  A load may read what the kernel itself has written before."),
        "{line}"
    );
}

#[test]
fn a_code_is_explained_with_its_values_an_example_and_its_change() {
    let (exit, out, _) = run(&["explain", "pipeline.types"]);
    assert_eq!(exit, Some(0));
    for part in [
        "pipeline.types (warning)",
        "`lhs`, `rhs`: the element types of the operands",
        "To change it: use f16 or bf16 operands",
        "An example, by `tilewright compile FILE`:",
        "  !a = tile<128x64xf32>",
        "Without it, by `tilewright compile FILE`:",
        "  + !a = tile<128x64xf16>",
    ] {
        assert!(out.contains(part), "{part} is missing from\n{out}");
    }
    assert!(
        out.lines().all(|line| line.len() <= 130 || line.starts_with("  ")),
        "{out}"
    );
    let (exit, out, _) = run(&["explain", "parse.binary"]);
    assert_eq!(exit, Some(0));
    assert!(out.contains("No example: "), "{out}");
}

#[test]
fn a_code_that_there_is_not_is_wrong_usage_and_the_nearest_are_named() {
    for (asked, near) in [("verify.tpye", "verify.type"), ("own-writes", "pipeline.own-writes")] {
        let (exit, out, told) = run(&["explain", asked]);
        assert_eq!((exit, &*out), (Some(2), ""));
        assert!(told.contains(&format!("there is no code `{asked}`")), "{told}");
        assert!(told.contains(near), "{told}");
    }
    let (exit, _, told) = run(&["explain", "zzzzzzzzzz"]);
    assert_eq!(exit, Some(2));
    assert!(!told.contains("nearest"), "{told}");
}

#[test]
fn a_message_says_how_its_code_is_explained() {
    let output = tilewright(&["compile", "-"], b"entry @k() {\n  frobnicate\n}\n");
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(told.contains("error[parse.unknown-op]"), "{told}");
    assert!(
        told.ends_with("For more about a code: tilewright explain parse.unknown-op\n"),
        "{told}"
    );
}
