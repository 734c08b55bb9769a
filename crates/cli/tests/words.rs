//! Texts for people use the words of the field (docs/glossary.md): help of the command line, messages explained in
//! docs/codes, documents, the page, and the descriptions of ops.

use crate::common::tilewright;
use std::path::{Path, PathBuf};
use tilewright_ir::Registry;

/// Words of our own, in small letters, and what the field says.
const WORDS: [(&str, &str); 6] = [
    ("copy engine", "TMA"),
    ("matrix unit", "tensor core, or MMA unit"),
    ("under way", "in flight"),
    ("at once", "atomically, if that is meant"),
    ("partial sum", "partial accumulator"),
    ("life of a stage", "live range of a stage"),
];

/// The faults of a text, each with the line.
fn faults(text: &str) -> Vec<String> {
    // A text written over two lines is one text.
    let lower = text
        .to_lowercase()
        .replace("\n//", "\n")
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ");
    let fault = |(word, instead): &(&str, &str)| {
        let at = lower.find(word)?;
        let around: String = lower[at..].chars().take(60).collect();
        Some(format!("`{word}` ({instead}): {around}"))
    };
    let mut found: Vec<String> = WORDS.iter().filter_map(fault).collect();
    let factors =
        lower.matches("factor").count() - lower.matches("scale factor").count() - lower.matches("the factor `").count();
    if factors > 0 {
        found.push("`factor` (operand)".to_string());
    }
    found
}

fn assert_clean(name: &str, text: &str) {
    let faults = faults(text);
    assert!(
        faults.is_empty(),
        "{name}: see docs/glossary.md for\n{}",
        faults.join("\n")
    );
}

fn help(args: &[&str]) -> String {
    String::from_utf8(tilewright(args, b"").stdout).unwrap()
}

#[test]
fn help_uses_the_words_of_the_field() {
    let all = help(&["--help"]);
    assert_clean("tilewright --help", &all);
    let commands = all.split("Commands:").nth(1).unwrap().split("Options:").next().unwrap();
    // A line of a description that goes on is indented further.
    let commands: Vec<&str> = commands
        .lines()
        .filter(|line| !line.starts_with("   "))
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    assert!(commands.len() > 12, "{commands:?}");
    for command in commands.iter().filter(|command| **command != "help") {
        let text = help(&[command, "--help"]);
        assert!(text.contains("Usage:"), "{command}: {text}");
        assert_clean(&format!("tilewright {command} --help"), &text);
    }
}

#[test]
fn ops_are_described_in_the_words_of_the_field() {
    let mut seen = 0;
    for op in Registry::builtin().ops() {
        assert_clean(op.name, op.doc);
        seen += 1;
    }
    assert!(seen > 400, "only {seen} ops were looked at");
}

/// All files of these kinds in a folder.
fn files(folder: &Path, kinds: &[&str], found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, kinds, found);
        } else if kinds.iter().any(|kind| path.extension().is_some_and(|e| e == *kind)) {
            found.push(path);
        }
    }
}

#[test]
fn documents_and_the_page_use_the_words_of_the_field() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut found = vec![root.join("README.md"), root.join("ARCHITECTURE.md")];
    files(&root.join("docs"), &["md"], &mut found);
    files(&root.join("web/src"), &["ts", "tsx"], &mut found);
    let mut seen = 0;
    // The glossary has the old words in its last column.
    for path in found.iter().filter(|path| !path.ends_with("glossary.md")) {
        assert_clean(&path.to_string_lossy(), &std::fs::read_to_string(path).unwrap());
        seen += 1;
    }
    assert!(seen > 60, "only {seen} files were looked at");
}

/// The words that stand for operands and accumulators in the comments of a source file.
fn words_of_products(text: &str) -> Vec<String> {
    let comments = text
        .lines()
        .filter_map(|line| line.split_once("// ").or(line.split_once("/// ")));
    let wrong = |word: &&str| ["sum", "sums", "factor", "factors"].contains(word);
    let found = |comment: &str| {
        let lower = comment.to_lowercase();
        let mut words = lower.split(|c: char| !(c.is_alphanumeric() || "%_".contains(c)));
        words.any(|word| wrong(&word))
    };
    comments
        .filter(|(_, comment)| found(comment))
        .map(|(_, comment)| comment.to_string())
        .collect()
}

#[test]
fn comments_on_products_say_operand_and_accumulator() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut found = Vec::new();
    for part in [
        "tile-lowering/src",
        "pipeliner/src",
        "units/src",
        "ir/src/dialects/cuda_tile/rules",
    ] {
        files(&crates.join(part), &["rs"], &mut found);
    }
    assert!(found.len() > 60, "only {} files were looked at", found.len());
    for path in found {
        let wrong = words_of_products(&std::fs::read_to_string(&path).unwrap());
        assert!(wrong.is_empty(), "{}: {wrong:#?}", path.display());
    }
    assert_eq!(
        words_of_products("/// The sum of both.\nlet sum = 1; // a factor\n").len(),
        2
    );
    assert!(words_of_products("//! %sum = scf.for\nlet factor = sum();").is_empty());
}

/// Whether a line of a source file is a comment that begins with a question word, and so with a riddle.
fn is_riddle(line: &str) -> bool {
    let marks = ["///", "//!", "//", "#", "/**", "/*", "*"];
    let comment = marks.iter().find_map(|mark| line.trim_start().strip_prefix(mark));
    // Absent: the line is no comment.
    let first = comment.and_then(|text| text.split_whitespace().next()).unwrap_or("");
    ["What", "Who", "Whose", "Whom", "How"].contains(&first)
}

#[test]
fn comments_say_what_a_thing_is() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut found = Vec::new();
    for entry in std::fs::read_dir(root.join("crates")).unwrap() {
        let part = entry.unwrap().path();
        for folder in ["src", "tests"]
            .map(|name| part.join(name))
            .iter()
            .filter(|path| path.is_dir())
        {
            files(folder, &["rs"], &mut found);
        }
    }
    for folder in ["web/src", "scripts", "tests"] {
        files(
            &root.join(folder),
            &["ts", "tsx", "css", "mjs", "py", "sh", "mlir"],
            &mut found,
        );
    }
    assert!(found.len() > 600, "only {} files were looked at", found.len());
    for path in found {
        // A file of another encoding is data.
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        let riddles: Vec<&str> = text.lines().filter(|line| is_riddle(line)).collect();
        assert!(riddles.is_empty(), "{}: say what it is: {riddles:#?}", path.display());
    }
    assert!(is_riddle("    /// What is known.") && is_riddle("// Who waits.") && is_riddle("/** How long. */"));
    assert!(!is_riddle("/// Facts on what is known.") && !is_riddle("let what = \"What\";"));
}

#[test]
fn words_are_found_across_lines() {
    assert_eq!(faults("by the copy\n    engine").len(), 1);
    assert_eq!(faults("both factors").len(), 1);
    assert!(faults("scale factors, the factor `2^-23`").is_empty());
}
