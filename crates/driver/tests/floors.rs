//! A crate uses only crates of the floors below it: ARCHITECTURE.md, invariant 1.

use std::collections::BTreeMap;
use std::path::Path;

/// The floor of each crate.
const FLOORS: &[(u32, &[&str])] = &[
    (
        1,
        &[
            "codes",
            "diag",
            "npz",
            "platform",
            "sorted",
            "unicode-names-stub",
            "unicode-normalization-stub",
            "vocabulary",
        ],
    ),
    (
        2,
        &["case", "ir", "machine", "modsched", "tilesched", "pipeline", "ptx"],
    ),
    (
        3,
        &[
            "bytecode",
            "cutile",
            "interp",
            "emulator",
            "kernelgen",
            "layout",
            "protocol",
        ],
    ),
    (4, &["analysis"]),
    (5, &["units"]),
    (6, &["lowering", "nvptx", "pipeliner"]),
    (7, &["tile-lowering"]),
    (8, &["passes"]),
    (9, &["driver", "share"]),
    (10, &["runner"]),
    (11, &["cli", "cutile-wasm", "playground", "toolbox", "workbench"]),
];

#[test]
fn crates_use_only_crates_below_them() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let floors: BTreeMap<&str, u32> = FLOORS
        .iter()
        .flat_map(|(floor, names)| names.iter().map(|name| (*name, *floor)))
        .collect();
    let mut seen = 0;
    for entry in std::fs::read_dir(&crates).unwrap() {
        let folder = entry.unwrap().path();
        let name = folder.file_name().unwrap().to_string_lossy().into_owned();
        let Some(&floor) = floors.get(name.as_str()) else {
            panic!("crates/{name} has no floor here")
        };
        let manifest = std::fs::read_to_string(folder.join("Cargo.toml")).unwrap();
        let mut section = String::new();
        for line in manifest.lines() {
            if line.starts_with('[') {
                section = line.to_string();
            }
            // Crates that only tests use may come from anywhere.
            let Some(rest) = line.strip_prefix("tilewright-").filter(|_| section == "[dependencies]") else {
                continue;
            };
            let used: String = rest
                .chars()
                .take_while(|&c| c.is_ascii_alphanumeric() || c == '-')
                .collect();
            let below = floors.get(used.as_str()).copied().unwrap_or(u32::MAX);
            assert!(below < floor, "{name} (floor {floor}) uses {used} (floor {below})");
        }
        seen += 1;
    }
    assert_eq!(seen, floors.len(), "every crate has its floor");
}

/// The line by which lints look for panics in a crate, its tests left out.
const NO_PANICS: &str = "#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]";

#[test]
fn lints_look_for_panics_in_every_crate() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut seen = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let source = entry.unwrap().path().join("src");
        for root in ["lib.rs", "main.rs"].map(|file| source.join(file)) {
            let Ok(text) = std::fs::read_to_string(&root) else {
                continue;
            };
            assert!(
                text.lines().any(|line| line == NO_PANICS),
                "{} has no line `{NO_PANICS}`",
                root.display()
            );
            seen += 1;
        }
    }
    let crates: usize = FLOORS.iter().map(|(_, names)| names.len()).sum();
    assert!(seen >= crates, "{seen} roots of {crates} crates");
}
