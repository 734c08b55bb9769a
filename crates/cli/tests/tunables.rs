//! Tunables: each changes what it says on a kernel where it binds, and nothing where it does not.

use crate::common::tilewright;
use std::process::{Command, Output};

fn file(name: &str) -> String {
    format!("{}/../../tests/{name}", env!("CARGO_MANIFEST_DIR"))
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The words of compiling a file of the tests, by its arguments.
fn compile(name: &str, args: &[&str]) -> Output {
    let file = file(name);
    tilewright(&[&["compile", file.as_str()], args].concat(), b"")
}

fn compiled(name: &str, args: &[&str]) -> String {
    let output = compile(name, args);
    assert_eq!(output.status.code(), Some(0), "{args:?}: {}", text(&output.stderr));
    text(&output.stdout)
}

const GEMM: &str = "cutile/gemm.mlir";

#[test]
fn shared_memory_without_end_matters_where_it_binds() {
    let unlimited = |more: &[&str]| compile(GEMM, &[&["--unlimited-smem"], more].concat());
    // 27 stages fit, and 10 are wanted.
    assert_eq!(text(&unlimited(&[]).stdout), compiled(GEMM, &[]));
    let refused = compile(GEMM, &["--num-stages", "40"]);
    let more = unlimited(&["--num-stages", "40"]);
    assert_ne!(text(&refused.stdout), text(&more.stdout));
    assert!(
        text(&more.stderr).contains("buffer depth   40"),
        "{}",
        text(&more.stderr)
    );
    assert!(
        !text(&refused.stderr).contains("buffer depth   40"),
        "{}",
        text(&refused.stderr)
    );
}

#[test]
fn the_environment_becomes_an_option_that_the_report_records() {
    let run = |name: &str, value: &str| {
        let output = Command::new(env!("CARGO_BIN_EXE_tilewright"))
            .args(["compile", &file(GEMM), "--emit", "json"])
            .env(name, value)
            .output()
            .expect("the command runs");
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
        (report["options"].clone(), text(&output.stderr))
    };
    let (options, told) = run("TILE_AS_DEBUG_UNLIMITED_SMEM", "1");
    assert_eq!(options["unlimited_smem"], true);
    assert!(told.contains("as --unlimited-smem"), "{told}");
    for (name, value, warning) in [
        (
            "TILE_AS_DEBUG_UNLIMITED_SMEM",
            "2",
            "is not heeded: its value would be 1",
        ),
        ("TILEIR_ALWAYS_SWIZZLE", "1", "is not heeded here"),
        ("TILEIR_MADE_UP", "1", "is unknown"),
    ] {
        let (options, told) = run(name, value);
        assert_eq!(
            (&options["unlimited_smem"], &options["prefer_tma"]),
            (&false.into(), &false.into())
        );
        assert!(
            told.contains(&format!("warning: {name}")) && told.contains(warning),
            "{told}"
        );
    }
    let (_, told) = run("TILEWRIGHT_MADE_UP", "1");
    assert!(!told.contains("MADE_UP"), "{told}");
}

/// Instructions of the PTX.
fn instructions(ptx: &str) -> usize {
    ptx.lines().filter(|line| line.trim_end().ends_with(';')).count()
}

/// A kernel whose accesses are known distances apart.
const APART: &str = "language/pointers_apart.mlir";

#[test]
fn addresses_are_shared_as_far_as_is_asked() {
    let with = |most: &str| compiled(APART, &["--do-base-address-strength-reduce", most]);
    let counts = ["0", "1", "4"].map(|most| instructions(&with(most)));
    assert!(counts[0] > counts[1] && counts[1] >= counts[2], "{counts:?}");
    assert_eq!(with("4"), compiled(APART, &[]));
}

#[test]
fn levels_2_and_3_schedule_alike_and_share_addresses_or_not() {
    let schedule = |level: &str| compiled(GEMM, &["-O", level, "--emit", "schedule"]);
    assert_eq!(schedule("2"), schedule("3"));
    let ptx = |level: &str| compiled(APART, &["-O", level]);
    assert!(instructions(&ptx("2")) > instructions(&ptx("3")));
    assert_eq!(ptx("2"), compiled(APART, &["--do-base-address-strength-reduce", "0"]));
    let passes = |level: &str| {
        let output = tilewright(&["compile", "-O", level, "--list-passes"], b"");
        text(&output.stdout).lines().count()
    };
    let counts = ["0", "1", "2", "3"].map(passes);
    assert!(
        counts[0] == 0 && counts[0] < counts[1] && counts[1] < counts[2] && counts[2] == counts[3],
        "{counts:?}"
    );
}

#[test]
fn a_trace_names_what_decided_and_what_was_refused() {
    let trace = |name: &str, args: &[&str]| {
        let at = std::env::temp_dir().join(format!(
            "tilewright-trace-{}-{}",
            std::process::id(),
            name.replace('/', "-")
        ));
        let path = at.to_str().expect("a plain path");
        compile(name, &[&["--schedule-trace-file", path], args].concat());
        let events: Vec<serde_json::Value> =
            serde_json::from_str(&std::fs::read_to_string(&at).expect("a file")).expect("JSON");
        std::fs::remove_file(&at).expect("it was there");
        events
    };
    let named = |events: &[serde_json::Value], name: &str| events.iter().find(|event| event["name"] == name).cloned();
    let events = trace(GEMM, &["--register-budget", "1000"]);
    let dominant = named(&events, "dominant cost component").expect("the cost arm was asked first");
    let seats = events
        .iter()
        .filter(|event| event["args"]["cost"]["decided by"] == dominant["args"]["component"]);
    assert_eq!(Some(seats.count() as u64), dominant["args"]["seats"].as_u64());
    assert!(named(&trace(GEMM, &[]), "dominant cost component").is_none());
    let events = trace(
        "kernels/matmul.mlir",
        &["--num-stages", "1000", "--pipeline-strategy", "auto"],
    );
    let refused = named(&events, "not pipelined").expect("so many stages do not fit");
    assert!(
        refused["args"]["why"]
            .as_str()
            .is_some_and(|why| why.contains("stages")),
        "{refused}"
    );
}

#[test]
fn every_tunable_is_listed_with_its_default_and_source() {
    let output = tilewright(&["tunables"], b"");
    let listed = text(&output.stdout);
    for name in [
        "TILE_AS_DEBUG_UNLIMITED_SMEM",
        "TILEIR_DELAY_TMA_STORE_WAIT",
        "max-chain-length",
        "rrt-size-threshold",
    ] {
        assert!(listed.lines().any(|line| line.starts_with(name)), "{name}: {listed}");
    }
    let output = tilewright(&["tunables", "--json"], b"");
    let listed: Vec<serde_json::Value> = serde_json::from_slice(&output.stdout).expect("JSON");
    assert!(
        listed
            .iter()
            .all(|one| one["flag"].is_string() != one["why_not"].is_string() && one["source"].is_string())
    );
}

#[test]
fn stores_by_tma_are_preferred() {
    let stores = |args: &[&str]| {
        compiled(GEMM, args)
            .lines()
            .filter(|line| line.contains("cp.async.bulk.tensor") && line.contains(".global.shared"))
            .count()
    };
    // With 13 stages a tile in shared memory costs a CTA of the SM, with 10 it does not.
    assert_eq!(
        [
            stores(&["--num-stages", "13"]),
            stores(&["--num-stages", "13", "--prefer-tma"])
        ],
        [0, 1]
    );
    assert_eq!([stores(&[]), stores(&["--prefer-tma"])], [1, 1]);
}
