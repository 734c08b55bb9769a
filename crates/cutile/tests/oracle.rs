//! The front end against the real compiler: the same ops in the same order, up to the names of values.

#[path = "../../../tests/shared.rs"]
mod shared;
#[path = "common/structure.rs"]
mod structure;

use std::path::{Path, PathBuf};
use tilewright_cutile::signature::{Signature, kernel_of_symbol};

/// Compiles the kernel of a folder for the entry that its Tile IR has, and compares.
fn check(folder: &Path) -> Result<(), String> {
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).map_err(|error| format!("{name}: {error}"));
    let (source, theirs) = (read("kernel.py")?, read("kernel.mlir")?);
    let symbol = theirs
        .split_once('@')
        .map_or("", |(_, rest)| rest.split('(').next().unwrap_or(""));
    let kernel = kernel_of_symbol(symbol).ok_or("the entry has no known form")?;
    let signature = Signature::from_symbol(symbol, kernel).map_err(|error| error.to_string())?;
    let compiled = tilewright_cutile::compile(&source, "kernel.py", kernel, &signature).map_err(|errors| {
        let lines = tilewright_diag::LineIndex::new(&source);
        let tell = |error: &tilewright_diag::Diagnostic| {
            let line = error.span.map_or(0, |span| lines.line(span.start));
            format!("line {line}: {}: {}", error.code, error.message)
        };
        errors.iter().map(tell).collect::<Vec<_>>().join("\n")
    })?;
    let ours = tilewright_ir::print(&compiled.module).text;
    if std::env::var("TILEWRIGHT_SHOW").is_ok() {
        println!("{ours}");
    }
    let broken = tilewright_ir::verify(&compiled.module);
    if let Some(first) = broken.first() {
        return Err(format!("does not verify: {}\n{ours}", first.message));
    }
    structure::compare_texts(&ours, &theirs)
}

/// Kernels that the real compiler refuses are refused here too, but for its own faults: they are no rule of the language.
fn check_refused(folder: &Path) -> Result<(), String> {
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).map_err(|error| format!("{name}: {error}"));
    let (source, symbol, refusal) = (read("kernel.py")?, read("symbol.txt")?, read("refused.txt")?);
    if ["InternalError", "RuntimeError", "AssertionError"]
        .iter()
        .any(|fault| refusal.starts_with(fault))
    {
        return Ok(());
    }
    let symbol = symbol.trim();
    let kernel = kernel_of_symbol(symbol).ok_or("the entry has no known form")?;
    let signature = Signature::from_symbol(symbol, kernel).map_err(|error| error.to_string())?;
    match tilewright_cutile::compile(&source, "kernel.py", kernel, &signature) {
        Ok(_) => Err(format!(
            "taken here, refused there: {}",
            refusal.lines().next().unwrap_or("")
        )),
        Err(_) => Ok(()),
    }
}

#[test]
fn the_corpus_has_the_structure_of_the_real_compiler() {
    let folders = shared::corpus();
    if folders.is_empty() {
        return;
    }
    let mut wrong = Vec::new();
    for folder in &folders {
        if let Err(why) = check(folder) {
            println!("=== {}\n{why}", folder.display());
            wrong.push(folder.display().to_string());
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of {} differ: {wrong:#?}",
        wrong.len(),
        folders.len()
    );
}

/// Folders of kernels that were exported elsewhere, in a folder that a variable names.
#[test]
fn exported_kernels_have_the_structure_of_the_real_compiler() {
    let Some(root) = std::env::var_os("TILEWRIGHT_CUTILE_CASES").map(PathBuf::from) else {
        println!("SKIPPED: TILEWRIGHT_CUTILE_CASES names no folder of exported kernels");
        return;
    };
    let mut folders: Vec<PathBuf> = std::fs::read_dir(root)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    folders.sort();
    let mut wrong = 0;
    let mut seen = 0;
    for folder in folders.iter().filter(|folder| folder.join("kernel.mlir").exists()) {
        seen += 1;
        if let Err(why) = check(folder) {
            println!("=== {}\n{why}", folder.display());
            wrong += 1;
        }
    }
    for folder in folders.iter().filter(|folder| folder.join("refused.txt").exists()) {
        seen += 1;
        if let Err(why) = check_refused(folder) {
            println!("=== {}\n{why}", folder.display());
            wrong += 1;
        }
    }
    assert_eq!(wrong, 0, "of {seen}");
}
