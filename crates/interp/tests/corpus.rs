//! Every kernel of the corpus that has data gives what was computed apart from it, and nothing is found wrong with it.

#[path = "../../../tests/shared.rs"]
mod shared;

use std::ops::ControlFlow;
use std::path::Path;
use tilewright_case::{Case, Param};
use tilewright_interp::{Arg, Launch, Memory, Options, run};

/// Runs one case with blocks in the order of `seed`; what is wrong, as text.
fn check(folder: &Path, seed: u64) -> Result<(), String> {
    let file = |name: &str| std::fs::read(folder.join(name)).map_err(|e| format!("{name}: {e}"));
    let case = Case::read(&file("case.json")?, &file("inputs.npz")?, Some(&file("expected.npz")?));
    let case = case.map_err(|e| e.to_string())?;
    let source = String::from_utf8(file("kernel.mlir")?).map_err(|e| e.to_string())?;
    let parsed = tilewright_ir::parse(&source);
    let mut memory = Memory::default();
    for array in &case.arrays {
        memory.add(
            &array.name,
            array.initial.clone(),
            array.role != tilewright_case::Role::Out,
        );
    }
    let args = case.params.iter().map(|param| match *param {
        Param::Pointer(buffer) => Arg::Pointer { buffer, offset: 0 },
        Param::Number { bits, .. } => Arg::Scalar(bits),
    });
    let launch = Launch {
        grid: case.grid,
        args: args.collect(),
    };
    let options = Options {
        seed,
        ..Options::default()
    };
    let started = std::time::Instant::now();
    let outcome = run(
        &parsed.module,
        Some(&case.entry),
        &launch,
        &mut memory,
        options,
        &mut |_| ControlFlow::Continue(()),
    );
    let outcome = outcome.map_err(|d| format!("{d:?}"))?;
    if !outcome.is_clean() {
        let texts: Vec<String> = outcome
            .findings
            .iter()
            .map(|f| f.diagnostic(&parsed.module).message)
            .collect();
        return Err(format!("{:?}: {}", outcome.ended, texts.join("; ")));
    }
    let bytes: Vec<Vec<u8>> = memory.buffers.into_iter().map(|b| b.bytes).collect();
    let mut errors = Vec::new();
    for c in case.compare(&bytes) {
        eprintln!(
            "{:18} {:8} {:7} elements, largest error {:.3e} absolute, {:.3e} relative, {:?}",
            case.name,
            c.name,
            c.elements,
            c.largest_absolute,
            c.largest_relative,
            started.elapsed()
        );
        if !c.passed() {
            errors.push(format!(
                "{}: {} of {} wrong, first {:?}",
                c.name, c.wrong, c.elements, c.first_wrong
            ));
        }
    }
    if errors.is_empty() {
        Ok(())
    } else {
        Err(errors.join("; "))
    }
}

#[test]
fn every_case_of_the_corpus_passes() {
    let mut folders = shared::corpus();
    if folders.is_empty() {
        return;
    }
    folders.retain(|f| f.join("expected.npz").exists());
    assert!(folders.len() >= 31, "the corpus is not whole: {} cases", folders.len());
    let failures: Vec<String> = folders
        .iter()
        .filter_map(|folder| check(folder, 0).err().map(|e| format!("{}: {e}", folder.display())))
        .collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
