//! No pass goes on with a default where something that was promised is missing.
//!
//! Where a value may really be absent, a comment that starts with `Absent:` says, on the line above, what that means.
//! All else is for `Module::required_int` and its like, which make a contradiction an `internal` error.

#[path = "../../../tests/sources.rs"]
mod sources;

use std::path::{Path, PathBuf};

/// The stand-ins for something that is not there, where they are a number, a text or nothing.
const STAND_INS: [&str; 9] = [
    ".unwrap_or(",
    ".unwrap_or_default()",
    ".map_or(0",
    ".map_or(1",
    ".map_or(2",
    ".map_or(3",
    ".map_or(\"",
    ".map_or(&[]",
    ".map_or(Vec::new()",
];

/// The crates with passes.
const CRATES: [&str; 7] = [
    "analysis",
    "lowering",
    "nvptx",
    "passes",
    "pipeliner",
    "tile-lowering",
    "units",
];

/// The lines of a text that go on with a stand-in and do not say why, from 1.
fn silent(text: &str) -> Vec<(usize, &str)> {
    let lines: Vec<&str> = text.lines().collect();
    let is_explained = |line: usize| line > 0 && lines[line - 1].trim_start().starts_with("// Absent: ");
    // A fallback that is computed, as `unwrap_or(value)` does, is a decision that can be read there.
    let is_computed = |line: &str| {
        let argument = line.split(".unwrap_or(").nth(1).map(|rest| rest.chars().next());
        argument.is_some_and(|first| first.is_some_and(|c| c.is_ascii_lowercase() || c.is_ascii_uppercase()))
            && ![
                "unwrap_or(true)",
                "unwrap_or(false)",
                "unwrap_or(i64::",
                "unwrap_or(zero)",
            ]
            .iter()
            .any(|literal| line.contains(literal))
    };
    let tests = lines
        .iter()
        .position(|line| line.contains("#[cfg(test)]"))
        .unwrap_or(lines.len());
    (0..tests)
        .filter(|&line| STAND_INS.iter().any(|stand_in| lines[line].contains(stand_in)))
        .filter(|&line| !is_explained(line) && !is_computed(lines[line]))
        .map(|line| (line + 1, lines[line].trim()))
        .collect()
}

#[test]
fn nothing_stands_in_unexplained() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut files = Vec::new();
    for name in CRATES {
        files.extend(sources::sources(&root.join(name).join("src")));
    }
    assert!(files.len() > 50, "{} files", files.len());
    let mut found = Vec::new();
    // Code that makes sentences of reasons fills in what a sentence does not use.
    let makes_code = |file: &&PathBuf| !file.starts_with(root.join("pipeliner/src/pipelining/why"));
    for file in files.iter().filter(makes_code) {
        let text = std::fs::read_to_string(file).unwrap();
        let at = |(line, text)| format!("{}:{line}: {text}", file.strip_prefix(&root).unwrap().display());
        found.extend(silent(&text).into_iter().map(at));
    }
    assert!(
        found.is_empty(),
        "say why, or make it a contradiction:\n{}",
        found.join("\n")
    );
}

#[test]
fn a_stand_in_is_seen() {
    let silent_one = "fn f(x: Option<i64>) -> i64 {\n    x.unwrap_or(4)\n}\n";
    assert_eq!(silent(silent_one), [(2, "x.unwrap_or(4)")]);
    let explained = "fn f(x: Option<i64>) -> i64 {\n    // Absent: four wheels.\n    x.unwrap_or(4)\n}\n";
    assert_eq!(silent(explained), []);
    assert_eq!(silent("    x.unwrap_or(usual)\n"), []);
}
