//! The tables of docs/product-loops.md, by a script that shares nothing with the compiler. Without `TILEWRIGHT_PTXAS`,
//! `TILEWRIGHT_NVDISASM` and node it is skipped.

use std::path::Path;
use std::process::Command;

#[test]
fn loops_of_products_have_as_many_instructions_as_the_page_says() {
    for tool in ["TILEWRIGHT_PTXAS", "TILEWRIGHT_NVDISASM"] {
        if std::env::var_os(tool).is_none() {
            eprintln!("SKIPPED: {tool} names no tool; loops of products are not counted");
            return;
        }
    }
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts/product-loops.mjs");
    let mut run = Command::new("node");
    run.arg(script).env("TILEWRIGHT", env!("CARGO_BIN_EXE_tilewright"));
    if std::env::var_os("BLESS").is_some() {
        run.arg("--write");
    }
    let Ok(run) = run.output() else {
        eprintln!("SKIPPED: there is no node; loops of products are not counted");
        return;
    };
    let said = String::from_utf8_lossy(&run.stdout);
    assert!(run.status.success(), "{said}{}", String::from_utf8_lossy(&run.stderr));
}
