//! Code knows an op by the constant of its record, never by its text: a name that is misspelt then does not build.

#[path = "../../../tests/sources.rs"]
mod sources;

use std::path::Path;
use tilewright_ir::Registry;

/// A literal that is text of an input, and where it is read.
const TEXT: [(&str, &str); 1] = [("ir/src/parse/mod.rs", "cuda_tile.module")];

#[test]
fn no_code_names_an_op_by_its_text() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut files = Vec::new();
    for entry in std::fs::read_dir(&crates).unwrap() {
        files.extend(sources::sources(&entry.unwrap().path().join("src")));
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
