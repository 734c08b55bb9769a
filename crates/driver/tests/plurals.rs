//! One thing is not told of in the plural: `1 tensor map`, not `1 tensor maps`.

use std::path::{Path, PathBuf};
use tilewright_driver::{Options, Strategy, compile, gallery};

/// Words behind a number that end in `s` and are no plurals.
const OTHERS: [&str; 6] = ["arrives", "has", "is", "multiplies", "expects", "waits"];

/// The plurals of one thing in a text.
fn plurals(text: &str) -> Vec<String> {
    let words: Vec<&str> = text.split(' ').collect();
    let ends = |word: &str| word.trim_end_matches([',', '.', ';', ':', ')', '"']).to_string();
    let noun = |at: usize| words.get(at).map(|word| ends(word));
    let is_plural = |word: &String| {
        let plain = word.chars().all(|c| c.is_ascii_alphabetic());
        plain && word.ends_with('s') && !OTHERS.contains(&word.as_str())
    };
    let ones = (0..words.len()).filter(|&at| words[at].trim_start_matches('(') == "1");
    ones.filter_map(|at| {
        // A noun may have a word before it: `1 tensor maps`.
        let first = noun(at + 1)?;
        let second = matches!(&*first, "tensor" | "initial" | "group" | "K")
            .then(|| noun(at + 2))
            .flatten();
        let found = second.unwrap_or(first);
        is_plural(&found).then(|| format!("1 {found} in {text}"))
    })
    .collect()
}

/// The files below a folder.
fn below(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        match entry.is_dir() {
            true => below(&entry, found),
            false => found.push(entry),
        }
    }
}

#[test]
fn what_the_files_expect_and_the_gallery_is_told_has_no_plural_of_one() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/files");
    let mut files = Vec::new();
    below(&folder, &mut files);
    assert!(files.len() > 40, "{} files", files.len());
    let mut found = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        let messages = text.lines().filter(|line| line.starts_with("//= "));
        let messages = messages.filter(|line| {
            ["error[", "warning[", "note: ", "help: "]
                .iter()
                .any(|word| line.contains(word))
        });
        found.extend(messages.flat_map(plurals));
    }
    for target in ["sm_80", "sm_90a"] {
        for kernel in gallery() {
            for (strategy, num_stages) in [(None, None), (Some(Strategy::Unspecialize), Some(2))] {
                let options = Options {
                    gpu_name: target.to_string(),
                    pipeline_strategy: strategy,
                    num_stages,
                    ..Options::default()
                };
                let report = compile(kernel.source, &options).report;
                assert!(!report.summary.is_empty(), "{}", kernel.name);
                found.extend(report.summary.iter().flat_map(|fact| plurals(&fact.value)));
                found.extend(report.diagnostics.iter().flat_map(|message| plurals(&message.message)));
            }
        }
    }
    assert!(
        found.is_empty(),
        "say them by `tilewright_diag::counted`:\n{}",
        found.join("\n")
    );
}

#[test]
fn a_plural_of_one_is_seen() {
    assert_eq!(plurals("the loop has 1 stages of buffers").len(), 1);
    assert_eq!(plurals("TMA (1 tensor maps)").len(), 1);
    assert_eq!(plurals("11 stages, 1 stage; warp 1 arrives, and 1.5 cycles"), [""; 0]);
}
