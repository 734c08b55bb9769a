//! Each unit that multiplies matrices has its room, and a short list of places beside it: nothing else names it, or has a shape of
//! its own for it.

use crate::rust_files::sources;
use std::path::Path;
use tilewright_units::UNITS;

/// The sources that may name a unit, for which `UNIT` stands: its room, its ops, and the two crates that know all of PTX.
const PLACES: [&str; 4] = [
    "units/src/UNIT/",
    "ir/src/dialects/nvvm_UNIT.rs",
    "ptx/src/",
    "emulator/src/",
];

/// The lists that make a room known, and how their lines name it.
const LISTS: [(&str, &[&str]); 3] = [
    ("units/src/lib.rs", &["mod UNIT;", "&UNIT::", "pub use UNIT::"]),
    ("ir/src/dialects/mod.rs", &["nvvm_UNIT"]),
    ("protocol/src/model.rs", &["nvvm::UNIT_"]),
];

/// Words of other things that have the name of a unit in them.
const OTHERS: [&str; 2] = [
    // Both count what the scheduler's model and the protocols of others have, whichever unit the GPU has.
    "[\"async\", \"tma\", \"mma\", \"tcgen05\", \"cp.bulk\"]",
    "(tcgen05.commit,",
];

/// The lines of a file that name a unit and are no line of a list, from 1.
fn names_it<'t>(unit: &str, file: &str, text: &'t str) -> Vec<(usize, &'t str)> {
    let of_unit = |pattern: &str| pattern.replace("UNIT", unit);
    if PLACES.iter().any(|place| file.starts_with(&of_unit(place))) {
        return Vec::new();
    }
    let list = LISTS
        .iter()
        .find(|(list, _)| *list == file)
        .map_or(&[][..], |(_, lines)| lines);
    let is_listed = |line: &str| {
        let line = line.to_ascii_lowercase();
        let listed = list
            .iter()
            .any(|entry| line.contains(&of_unit(entry).to_ascii_lowercase()));
        listed || OTHERS.iter().any(|other| line.contains(other))
    };
    text.lines()
        .enumerate()
        .take_while(|(_, line)| !line.contains("#[cfg(test)]"))
        .filter(|(_, line)| line.to_ascii_lowercase().contains(unit) && !is_listed(line))
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
            files.extend(sources(&src));
        }
    }
    assert!(files.len() > 300, "{} files", files.len());
    // As code names them: what people are told may say that `mma.sync` is what every GPU has.
    let units: Vec<String> = UNITS.iter().map(|unit| unit.name.replace('.', "_")).collect();
    assert!(
        ["mma_sync", "wgmma"]
            .iter()
            .all(|name| units.iter().any(|unit| unit == name)),
        "{units:?}"
    );
    let mut found = Vec::new();
    for file in files {
        let name = file.strip_prefix(&crates).unwrap().to_string_lossy().replace('\\', "/");
        let text = std::fs::read_to_string(&file).unwrap();
        for unit in &units {
            let at = |(line, text)| format!("{name}:{line}: {text}");
            found.extend(names_it(unit, &name, &text).into_iter().map(at));
        }
    }
    assert!(found.is_empty(), "ask the unit (crates/units):\n{}", found.join("\n"));
}

#[test]
fn a_name_is_seen_and_a_list_is_not() {
    let seen = |file, text| names_it("wgmma", file, text);
    let text = "pub mod wgmma;\nlet x = nvvm::WGMMA_FENCE;\n";
    assert_eq!(seen("units/src/lib.rs", text), [(2, "let x = nvvm::WGMMA_FENCE;")]);
    // A line of one list is no line of another file.
    assert_eq!(seen("lowering/src/lib.rs", "pub mod wgmma;\n"), [(1, "pub mod wgmma;")]);
    assert_eq!(seen("units/src/wgmma/mod.rs", text), []);
    assert_eq!(
        seen("units/src/lib.rs", "#[cfg(test)]\nmod tests { /* wgmma */ }\n"),
        []
    );
}
