//! The loop graphs of the gallery's and the corpus' products against machine instructions, by a script that shares nothing with the
//! compiler. Without `TILEWRIGHT_PTXAS`, `TILEWRIGHT_NVDISASM` and node it is skipped.

use crate::shared;
use std::path::Path;
use std::process::Command;

#[test]
fn units_are_as_busy_as_loop_graphs_say() {
    for tool in ["TILEWRIGHT_PTXAS", "TILEWRIGHT_NVDISASM"] {
        if std::env::var_os(tool).is_none() {
            eprintln!("SKIPPED: {tool} names no tool; loop graphs are not recounted");
            return;
        }
    }
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts/recount.mjs");
    let mut run = Command::new("node");
    run.arg(script).env("TILEWRIGHT", env!("CARGO_BIN_EXE_tilewright"));
    let Ok(run) = run.output() else {
        eprintln!("SKIPPED: there is no node; loop graphs are not recounted");
        return;
    };
    let table = String::from_utf8(run.stdout).unwrap();
    assert!(run.status.success(), "{table}{}", String::from_utf8_lossy(&run.stderr));
    let of = |unit: &str| {
        table
            .lines()
            .filter(|line| line.contains(&format!("| {unit} |")))
            .count()
    };
    let corpus = shared::shared("corpus").is_some();
    let (products, issued) = if corpus { (30, 10) } else { (10, 1) };
    assert!(
        of("tensor cores") >= products && of("issue") >= issued && of("loop") == 0,
        "{table}"
    );
}
