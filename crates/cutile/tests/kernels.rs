//! The project's own kernels in Python, and the Tile IR that they become: `BLESS=1` writes it. Beside the gallery's there are those in
//! `tests/kernels` here, which have what is not obvious of the language.

use std::path::{Path, PathBuf};
use tilewright_cutile::{Request, lower};

fn kernels() -> Vec<PathBuf> {
    let folders =
        ["../../tests/cutile", "tests/kernels"].map(|folder| Path::new(env!("CARGO_MANIFEST_DIR")).join(folder));
    let entries = folders.iter().flat_map(|folder| std::fs::read_dir(folder).unwrap());
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "py"));
    files.sort();
    assert!(files.len() > 5);
    files
}

/// The text without places: these are the business of another test.
fn tile_ir(source: &str) -> String {
    let lowered = lower(source, &Request::default()).unwrap_or_else(|errors| panic!("{errors:#?}"));
    assert_eq!(lowered.notes, [], "everything is said");
    let parsed = tilewright_ir::parse(&lowered.text);
    assert_eq!(parsed.diagnostics, []);
    assert_eq!(tilewright_ir::verify(&parsed.module), []);
    tilewright_ir::print(&parsed.module).text
}

#[test]
fn kernels_become_the_tile_ir_beside_them() {
    let bless = std::env::var_os("BLESS").is_some();
    let mut stale = Vec::new();
    for path in kernels() {
        let text = tile_ir(&std::fs::read_to_string(&path).unwrap());
        let expected = path.with_extension("mlir");
        if bless {
            std::fs::write(&expected, &text).unwrap();
        } else if std::fs::read_to_string(&expected).unwrap_or_default() != text {
            stale.push(path);
        }
    }
    assert!(stale.is_empty(), "BLESS=1 writes what comes out; different: {stale:#?}");
}

/// Names, comments and the order of functions are no part of a kernel.
#[test]
fn other_names_give_the_same_ops() {
    for path in kernels() {
        let source = std::fs::read_to_string(&path).unwrap();
        let plain = |text: &str| {
            let text = tile_ir(text);
            let module = tilewright_ir::parse(&text).module;
            module
                .walk(module.top())
                .into_iter()
                .map(|op| module.op_name(op))
                .collect::<Vec<_>>()
        };
        let renamed = source
            .replace("acc", "sum_of_products")
            .replace("\n    ", "\n    # a comment\n    ");
        assert_eq!(plain(&source), plain(&renamed), "{}", path.display());
    }
}

/// Every op knows its line.
#[test]
fn ops_come_from_lines_of_the_file() {
    for path in kernels() {
        let source = std::fs::read_to_string(&path).unwrap();
        let request = Request {
            file: "k.py",
            ..Request::default()
        };
        let lowered = lower(&source, &request).unwrap();
        let module = tilewright_ir::parse(&lowered.text).module;
        let lines = source.lines().count() as u32;
        for op in module.walk(module.top()) {
            let origin = module.loc_data(module.loc(op)).origin;
            let origin = origin.unwrap_or_else(|| panic!("{}: {}", path.display(), module.op_name(op)));
            assert_eq!(module.name(origin.file), "k.py");
            assert!((1..=lines).contains(&origin.line) && origin.column > 0);
        }
    }
}
