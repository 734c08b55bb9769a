//! Kernels with pieces exchanged never bring the interpreter down.

use proptest::prelude::*;
use std::path::Path;
use std::sync::OnceLock;
use tilewright_interp::fuzzing::check_run;

/// The small kernels of this crate.
fn kernels() -> &'static [String] {
    static KERNELS: OnceLock<Vec<String>> = OnceLock::new();
    KERNELS.get_or_init(read_kernels)
}

fn read_kernels() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/kernels");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    files.sort();
    files.iter().map(|f| std::fs::read_to_string(f).unwrap()).collect()
}

/// The words of a text: names, numbers, and everything else letter by letter.
fn words(text: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for c in text.chars() {
        let of_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '%' | '-');
        match words.last_mut() {
            Some(last) if of_name(c) && last.chars().all(of_name) => last.push(c),
            _ => words.push(c.to_string()),
        }
    }
    words
}

/// Whether a word may take the place of another: both numbers, both values, or both words.
fn alike(a: &str, b: &str) -> bool {
    let kind = |w: &str| match w.trim_start_matches('-').chars().next() {
        Some('%') => 1,
        Some(c) if c.is_ascii_digit() => 2,
        Some(c) if c.is_alphabetic() => 3,
        _ => 0,
    };
    kind(a) == kind(b) && kind(a) != 0
}

/// `text` with words exchanged: each choice takes one word, and puts a like one or a special number there.
fn mutate(text: &str, choices: &[(usize, usize)]) -> String {
    const NUMBERS: [&str; 8] = ["0", "1", "-1", "2", "16", "255", "2147483647", "1073741824"];
    let mut words = words(text);
    for &(at, with) in choices {
        let at = at % words.len();
        let like: Vec<usize> = (0..words.len()).filter(|&i| alike(&words[i], &words[at])).collect();
        let Some(&other) = like.get(with % like.len().max(1)) else {
            continue;
        };
        let number = words[at].starts_with(|c: char| c.is_ascii_digit());
        words[at] = if number && with % 3 == 0 {
            NUMBERS[with % 8].to_string()
        } else {
            words[other].clone()
        };
    }
    words.concat()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn mutated_kernels_run_or_are_refused(
        which in any::<prop::sample::Index>(),
        choices in prop::collection::vec(any::<(usize, usize)>(), 0..4),
        seed in any::<u64>(),
    ) {
        let kernel: &String = which.get(kernels());
        check_run(&mutate(kernel, &choices), seed);
    }
}

/// The mutations do reach the interpreter: most kernels still run after one.
#[test]
fn many_mutations_still_parse() {
    let kernels = kernels();
    let runs = |i: usize| {
        let kernel = &kernels[i % kernels.len()];
        let parsed = tilewright_ir::parse(&mutate(kernel, &[(i * 7919, i * 104729)]));
        parsed.diagnostics.is_empty() && tilewright_ir::verify(&parsed.module).is_empty()
    };
    let count = (0..400).filter(|&i| runs(i)).count();
    assert!(count > 100, "only {count} of 400 mutated kernels parse and verify");
}
