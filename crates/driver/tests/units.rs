//! Each unit that multiplies matrices has its room, and a short list of files beside it: nothing else names it, or has a shape of
//! its own for it.

#[path = "../../../tests/sources.rs"]
mod sources;

use std::path::Path;

/// The files that may name `wgmma`: its room, what its ops are at each level, and the two crates that know all of PTX.
const WGMMA: [&str; 8] = [
    "units/src/wgmma/",
    "units/src/lib.rs",
    "ir/src/dialects/nvvm_wgmma.rs",
    "lowering/src/convert_tileas_to_nvvm/wgmma.rs",
    "nvptx/src/emit_ptx/wgmma.rs",
    "protocol/src/wgmma.rs",
    "ptx/src/",
    "emulator/src/",
];

/// Of these, the lines that only make a room's file known.
const LISTS: [&str; 7] = [
    "mod wgmma;",
    "wgmma::dot",
    "self.wgmma(op)",
    "use crate::wgmma",
    "nvvm_wgmma",
    "NvvmWgmma,",
    "use super::wgmma",
];

/// The lines of a text that name the unit and are no line of a list, from 1.
fn names_it(text: &str) -> Vec<(usize, &str)> {
    let lines = text.lines().enumerate();
    let tests = text
        .lines()
        .position(|line| line.contains("#[cfg(test)]"))
        .unwrap_or(usize::MAX);
    lines
        .take_while(|(at, _)| *at < tests)
        .filter(|(_, line)| line.to_ascii_lowercase().contains("wgmma"))
        .filter(|(_, line)| !LISTS.iter().any(|list| line.contains(list)) && !line.contains("wgmma::MODELS"))
        .map(|(at, line)| (at + 1, line.trim()))
        .collect()
}

#[test]
fn no_other_file_names_a_unit() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut files = Vec::new();
    for entry in std::fs::read_dir(&crates).unwrap().map(|entry| entry.unwrap().path()) {
        let src = entry.join("src");
        if src.is_dir() {
            files.extend(sources::sources(&src));
        }
    }
    assert!(files.len() > 300, "{} files", files.len());
    let mut found = Vec::new();
    for file in files {
        let name = file.strip_prefix(&crates).unwrap().to_string_lossy().replace('\\', "/");
        if WGMMA.iter().any(|room| name.starts_with(room)) {
            continue;
        }
        let text = std::fs::read_to_string(&file).unwrap();
        let at = |(line, text)| format!("{name}:{line}: {text}");
        found.extend(names_it(&text).into_iter().map(at));
    }
    assert!(found.is_empty(), "ask the unit (crates/units):\n{}", found.join("\n"));
}

#[test]
fn a_name_is_seen_and_a_list_is_not() {
    assert_eq!(
        names_it("mod wgmma;\nlet x = nvvm::WGMMA_FENCE;\n"),
        [(2, "let x = nvvm::WGMMA_FENCE;")]
    );
    assert_eq!(names_it("#[cfg(test)]\nmod tests { /* wgmma */ }\n"), []);
}
