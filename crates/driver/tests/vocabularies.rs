//! A word of the IR that several crates know is typed once, in `crates/ir/src/words.rs`, and named by its constant
//! everywhere else: a misspelt one does not build, and a new one is one line.

use crate::rust_files::sources;
use std::collections::BTreeSet;
use std::path::Path;
use tilewright_ir::words::VOCABULARIES;

/// The file that has the words.
const HOME: &str = "ir/src/words.rs";

/// Words that are the text of other things in many places, each with one of those.
const COMMON: [(&str, &str); 5] = [
    ("none", "an overflow that is promised"),
    ("zero", "a rounding"),
    ("nan", "a number as text"),
    ("cutlass", "a dialect"),
    ("k", "an extent"),
];

/// Other things that are called by a word of these, each in one file.
const OTHERS: [(&str, &str, &str); 14] = [
    (
        "tilesched/src/kinds.rs",
        "tilelang",
        "the users' word, of a crate that knows no IR",
    ),
    ("tilesched/src/problem.rs", "heuristic", "the same"),
    ("tilesched/src/problem.rs", "contract", "the same"),
    ("kernelgen/src/shrink.rs", "atomic", "a part of the names of ops"),
    ("driver/src/report.rs", "copies", "the old name of a field"),
    ("driver/src/options.rs", "nondeterministic", "an option's name"),
    ("driver/src/options.rs", "contract", "an option's name"),
    ("driver/src/options.rs", "scheduler", "an option's name"),
    ("cli/src/again.rs", "scheduler", "an option's name"),
    ("driver/src/tiles.rs", "scheduler", "a value in a message"),
    (
        "tile-lowering/src/apply_tile_scheduler/wrap.rs",
        "scheduler",
        "the name of an operand",
    ),
    ("bytecode/src/read/mod.rs", "producer", "a section"),
    (
        "pipeliner/src/pipelining/why/refusal.rs",
        "issuer",
        "a value in a message",
    ),
    ("pipeliner/src/pipelining/why/choice.rs", "ahead", "a value in messages"),
];

/// The words that a source of code types as text, with their lines, from 1.
fn typed<'t>(file: &str, text: &'t str) -> Vec<(usize, &'t str)> {
    let words: BTreeSet<&str> = VOCABULARIES.iter().flat_map(|(_, words)| *words).copied().collect();
    let is_known = |word: &str| {
        let is_common = COMMON.iter().any(|(common, _)| *common == word);
        is_common || OTHERS.iter().any(|(of, other, _)| (*of, *other) == (file, word))
    };
    let code = text
        .lines()
        .enumerate()
        .take_while(|(_, line)| !line.contains("#[cfg(test)]"));
    let code = code.filter(|(_, line)| !line.trim_start().starts_with("//"));
    let literals = code.flat_map(|(at, line)| line.split('"').skip(1).step_by(2).map(move |text| (at + 1, text)));
    literals
        .filter(|(_, text)| words.contains(text) && !is_known(text))
        .collect()
}

#[test]
fn no_word_is_typed_twice() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut home = 0;
    let mut wrong = Vec::new();
    for entry in std::fs::read_dir(&crates).unwrap() {
        for file in sources(&entry.unwrap().path().join("src")) {
            let name = file.strip_prefix(&crates).unwrap().to_string_lossy().replace('\\', "/");
            let text = std::fs::read_to_string(&file).unwrap();
            let found = typed(&name, &text);
            if name == HOME {
                home += found.len();
            } else {
                wrong.extend(
                    found
                        .into_iter()
                        .map(|(line, word)| format!("{name}:{line}: \"{word}\"")),
                );
            }
        }
    }
    assert!(home > 20, "only {home} words were seen");
    wrong.sort();
    assert!(
        wrong.is_empty(),
        "name the word by its constant in `tilewright_ir::words`:\n{}",
        wrong.join("\n")
    );
}

#[test]
fn a_word_typed_again_is_seen() {
    let seen = |text| typed("analysis/src/tma.rs", text);
    assert_eq!(seen("let all = [\"128b\", \"wide\"];"), [(1, "128b")]);
    assert_eq!(
        seen("match raster {\n    \"along_m\" => 1,\n    \"along_n\" => 2,\n}"),
        [(2, "along_m"), (3, "along_n")]
    );
    assert_eq!(seen("// Of \"along_m\".\nlet text = \"the order along_m\";"), []);
    assert_eq!(
        seen("let x = 1;\n#[cfg(test)]\nmod tests { const A: &str = \"along_m\"; }"),
        []
    );
    // A file that may have a word may have it for itself alone.
    assert_eq!(typed("tilesched/src/problem.rs", "Contract = \"contract\","), []);
    assert_eq!(seen("Contract = \"contract\","), [(1, "contract")]);
}

#[test]
fn a_vocabulary_has_a_word_once() {
    for (name, words) in VOCABULARIES {
        let different: BTreeSet<&&str> = words.iter().collect();
        assert_eq!(different.len(), words.len(), "{name}");
    }
}
