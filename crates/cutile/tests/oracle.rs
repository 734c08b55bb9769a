//! The front end against the real compiler: the same ops in the same order, up to the names of values; or a difference of a kind
//! that is known to change nothing (`common/kinds.rs`), and then the same results in the interpreter.

#[path = "common/kinds.rs"]
mod kinds;
#[path = "common/runs.rs"]
mod runs;
#[path = "../../../tests/shared.rs"]
mod shared;
#[path = "common/structure.rs"]
mod structure;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use tilewright_cutile::signature::{Signature, kernel_of_symbol};

/// The findings of a comparison.
struct Found {
    /// The kinds of differences, none where the ops are the same.
    kinds: String,
    /// Runs in the interpreter that came to their end and did the same.
    runs: u64,
}

/// Compiles the kernel of a folder for the entry that its Tile IR has, and compares.
fn check(folder: &Path) -> Result<Found, String> {
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).map_err(|error| format!("{name}: {error}"));
    let (source, theirs) = (read("kernel.py")?, read("kernel.mlir")?);
    let symbol = theirs
        .split_once('@')
        .map_or("", |(_, rest)| rest.split('(').next().unwrap_or(""));
    let kernel = kernel_of_symbol(symbol).ok_or("the entry has no known form")?;
    let signature = Signature::from_symbol(symbol, kernel).map_err(|error| error.to_string())?;
    let compiled = tilewright_cutile::compile(&source, "kernel.py", kernel, &signature);
    // Statements around the kernel that are not evaluated here: it says so.
    if let Err(errors) = &compiled
        && errors.iter().any(|error| {
            error.code == "python.host" && error.message.contains("is not known when the kernel is compiled")
        })
    {
        return Ok(Found {
            kinds: "refused here: code around the kernel is not evaluated".to_string(),
            runs: 0,
        });
    }
    // NVIDIA's compiler makes an op of it that its own tools refuse, unless nobody needs it.
    let is_quotient = |error: &tilewright_diag::Diagnostic| error.message.contains("no quotient of unsigned numbers");
    if let Err(errors) = &compiled
        && errors.iter().any(is_quotient)
    {
        return Ok(Found {
            kinds: "refused here: a quotient of unsigned numbers".to_string(),
            runs: 0,
        });
    }
    let compiled = compiled.map_err(|errors| {
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
    let Err(why) = structure::compare_texts(&ours, &theirs) else {
        return Ok(Found {
            kinds: String::new(),
            runs: 0,
        });
    };
    if std::env::var("TILEWRIGHT_SHOW").is_ok() {
        println!("{why}");
    }
    let Some(kinds) = kinds::kinds(&ours, &theirs) else {
        return Err(format!(
            "{why}\nof no known kind:\n{}",
            kinds::difference(&ours, &theirs)
        ));
    };
    let runs = runs::same_results(&ours, &theirs, &signature)?;
    Ok(Found {
        kinds: kinds.join(", "),
        runs,
    })
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
        let why = match check(folder) {
            Ok(found) if found.kinds.is_empty() => continue,
            Ok(found) => found.kinds,
            Err(why) => why,
        };
        println!("=== {}\n{why}", folder.display());
        wrong.push(folder.display().to_string());
    }
    assert!(
        wrong.is_empty(),
        "{} of {} differ: {wrong:#?}",
        wrong.len(),
        folders.len()
    );
}

/// Folders of kernels that were exported elsewhere, in a folder that a variable names. How many differ in what is counted by kind.
#[test]
fn exported_kernels_are_those_of_the_real_compiler_or_differ_as_is_known() {
    let Some(root) = std::env::var_os("TILEWRIGHT_CUTILE_CASES").map(PathBuf::from) else {
        println!("SKIPPED: TILEWRIGHT_CUTILE_CASES names no folder of exported kernels");
        return;
    };
    let mut folders: Vec<PathBuf> = std::fs::read_dir(root)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    folders.sort();
    let (mut wrong, mut seen) = (0, 0);
    let mut counts: BTreeMap<String, (u32, u32)> = BTreeMap::new();
    for folder in &folders {
        let found = if folder.join("kernel.mlir").exists() {
            check(folder)
        } else if folder.join("refused.txt").exists() {
            check_refused(folder).map(|()| Found {
                kinds: "refused by both".to_string(),
                runs: 0,
            })
        } else {
            continue;
        };
        seen += 1;
        match found {
            Ok(found) => {
                if std::env::var("TILEWRIGHT_SHOW").is_ok() {
                    println!("=== {}: {}", folder.display(), found.kinds);
                }
                let count = counts.entry(found.kinds).or_default();
                count.0 += 1;
                count.1 += u32::from(found.runs > 0);
            }
            Err(why) => {
                println!("=== {}\n{why}", folder.display());
                wrong += 1;
            }
        }
    }
    for (kinds, (count, run)) in counts {
        let kinds = if kinds.is_empty() { "the same ops" } else { &kinds };
        println!("{count:6} {kinds} ({run} run with the same results)");
    }
    assert_eq!(wrong, 0, "of {seen}");
}
