//! PTX of another compiler and hand-written samples: all of it parses, passes the verifier, and survives a round trip.

#[path = "../../../tests/shared.rs"]
mod shared;

use std::path::PathBuf;
use tilewright_ptx::{PrintOptions, Stmt, parse, print, verify};

fn ptx_files() -> Vec<PathBuf> {
    let mut files = Vec::new();
    for folder in ["ptx-triton", "ptx-samples"] {
        let mut stack = Vec::from_iter(shared::shared(folder));
        while let Some(dir) = stack.pop() {
            for entry in std::fs::read_dir(&dir).unwrap().flatten() {
                let path = entry.path();
                if path.is_dir() {
                    stack.push(path);
                } else if path.extension().is_some_and(|e| e == "ptx") {
                    files.push(path);
                }
            }
        }
    }
    files.sort();
    files
}

#[test]
fn every_text_parses_verifies_and_round_trips() {
    let files = ptx_files();
    if files.is_empty() {
        return;
    }
    assert!(files.len() >= 14, "found only {} texts", files.len());
    for path in files {
        let text = std::fs::read_to_string(&path).unwrap();
        let parsed = parse(&text).unwrap_or_else(|e| panic!("{}:{e}", path.display()));
        verify(&parsed.module).unwrap_or_else(|f| panic!("{}: {}", path.display(), f[0]));
        let instructions: usize = parsed
            .module
            .entries()
            .map(|e| e.body.stmts.iter().filter(|s| matches!(s, Stmt::Instr(_))).count())
            .sum();
        assert!(instructions > 10, "{}", path.display());

        let printed = print(&parsed.module, PrintOptions::default());
        let again = parse(&printed.text).unwrap_or_else(|e| panic!("{} reprinted: {e}", path.display()));
        assert_eq!(parsed.module, again.module, "{}", path.display());
        assert_eq!(
            printed.map,
            again.map,
            "{}: the printer's places are where the parser finds them",
            path.display()
        );
    }
}
