//! Code knows an op by the constant of its record, never by its text: a name that is misspelt then does not build.

use std::path::{Path, PathBuf};
use tilewright_ir::Registry;

/// Literals that are text of an input or a data file, and where they are read.
const TEXT: [(&str, &str); 2] = [
    ("ir/src/parse/mod.rs", "cuda_tile.module"),
    ("machine/src/atoms.rs", "nv_tileas.async.tiled_tma_load"),
];

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

#[test]
fn no_code_names_an_op_by_its_text() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut files = Vec::new();
    for entry in std::fs::read_dir(&crates).unwrap() {
        sources(&entry.unwrap().path().join("src"), &mut files);
    }
    let mut records = 0;
    let mut wrong = Vec::new();
    for file in files {
        let name = file.strip_prefix(&crates).unwrap().to_string_lossy().replace('\\', "/");
        let text = std::fs::read_to_string(&file).unwrap();
        let lines = text.lines().filter(|line| !line.trim_start().starts_with("//"));
        for literal in lines.flat_map(|line| line.split('"').skip(1).step_by(2)) {
            if !literal.contains('.') || Registry::builtin().op(literal).is_none() {
                continue;
            }
            if name.starts_with("ir/src/dialects/") {
                records += 1;
            } else if !TEXT.contains(&(&name, literal)) {
                wrong.push(format!("{name}: \"{literal}\""));
            }
        }
    }
    assert!(records > 200, "only {records} records were seen");
    assert!(
        wrong.is_empty(),
        "use the constants of `tilewright_ir::ops`:\n{}",
        wrong.join("\n")
    );
}
