//! No pass, judge, driver or runner goes on with a default, or skips something, where what was promised is missing.
//!
//! Where a value may really be absent, a comment that starts with `Absent:` says, right above, what that means.
//! All else is for `Module::required_int` and its like, which make a contradiction an `internal` error.

#[path = "../../../tests/sources.rs"]
mod sources;

use std::path::{Path, PathBuf};
use tilewright_ir::Registry;

/// The stand-ins for something that is not there, where they are a number, a text or nothing.
const STAND_INS: [&str; 4] = [
    ".unwrap_or_default()",
    ".map_or_default(",
    "Default::default)",
    ".and_then(Result::ok)",
];

/// Calls whose first argument stands in for something that is not there.
const FALLBACKS: [&str; 4] = [".unwrap_or(", ".map_or(", ".unwrap_or_else(|| ", ".unwrap_or_else("];

/// Calls whose last argument stands in for an attribute that is not there. Where the op's record asks for it, that is
/// `required_int`.
const ATTRIBUTE_FALLBACK: &str = ".int_or(";

/// Words of attributes that an op may do without, and which nothing stands for: `keyword` gives an empty text.
fn may_be_without(line: &str) -> bool {
    let names = line
        .split(".keyword(")
        .skip(1)
        .filter_map(|rest| rest.split(')').next());
    let words = |name: &str| {
        let ops = Registry::builtin().ops();
        let attrs = ops.flat_map(|def| def.attrs);
        attrs
            .filter(|attr| attr.name == name)
            .any(|attr| attr.optional && attr.default.is_none())
    };
    // A fact is named by a constant, and no record asks for it.
    let is_fact = |name: &str| name.starts_with(|c: char| c.is_ascii_uppercase());
    let names = names
        .filter_map(|arguments| arguments.rsplit_once(", "))
        .map(|(_, name)| name);
    names
        .into_iter()
        .any(|name| is_fact(name) || words(name.trim_matches('"')))
}

/// Beginnings of arms for all that is not named.
const WILDCARDS: [&str; 3] = ["_ => ", "None => ", "Err(_) => "];

/// The ends of lines that skip what they do not know.
const SKIPS: [&str; 10] = [
    "_ => {}",
    "_ => (),",
    "_ => return,",
    "_ => continue,",
    "else { return };",
    "else { return; };",
    "else { continue };",
    "else { continue; };",
    "_ => {},",
    "_ => return Ok(()),",
];

/// Conversions of numbers and texts: that one does not succeed is their result.
const CONVERSIONS: [&str; 3] = ["try_from(", "try_into()", ".parse()"];

/// Beginnings of reasons that only point at another one, which an edit may take away.
const POINTERS: [&str; 3] = ["as above", "the same.", "see above"];

/// The crates that compile, judge and run.
const CRATES: [&str; 11] = [
    "analysis",
    "driver",
    "layout",
    "lowering",
    "nvptx",
    "passes",
    "pipeliner",
    "protocol",
    "runner",
    "tile-lowering",
    "units",
];

/// Whether an expression begins with a value that nobody computed: a number, a text, a truth value, or nothing.
fn is_made_up(value: &str) -> bool {
    const MADE_UP: [&str; 16] = [
        "true",
        "false",
        "None",
        "zero",
        "vec![]",
        "&[]",
        "[]",
        "Vec::new",
        "String::new",
        "\"",
        "-",
        "i64::",
        "u64::",
        "u32::",
        "usize::",
        "&mut []",
    ];
    let of_a_word = |word: &str| {
        let rest = value.strip_prefix(word)?;
        let goes_on = word.ends_with(|c: char| c.is_ascii_alphanumeric())
            && rest.starts_with(|c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.'));
        (!goes_on).then_some(())
    };
    // The number of a converted one is its result: `i64::from(threads)`.
    let converts = ["i64::from(", "u64::from(", "u32::from(", "usize::from("]
        .iter()
        .any(|from| value.starts_with(from));
    let is_number = value.starts_with(|c: char| c.is_ascii_digit());
    !converts && (value.trim().is_empty() || is_number || MADE_UP.iter().any(|word| of_a_word(word).is_some()))
}

/// The lines of a text that go on with a stand-in and do not say why, from 1.
fn silent(text: &str) -> Vec<(usize, &str)> {
    let lines: Vec<&str> = text.lines().collect();
    // The comment stands above the line, or above the statement that goes on in it.
    let is_explained = |line: usize| {
        let goes_on = |at: &usize| !lines[*at].trim_end().ends_with([';', '{', '}', ',']);
        let is_comment = |at: &usize| lines[*at].trim_start().starts_with("//");
        let mut above = (0..line)
            .rev()
            .skip_while(|at| goes_on(at) && !is_comment(at))
            .peekable();
        above
            .by_ref()
            .take_while(is_comment)
            .filter_map(|at| lines[at].trim_start().strip_prefix("// Absent: "))
            .any(|reason| !POINTERS.iter().any(|pointer| reason.starts_with(pointer)))
    };
    let skips = |line: usize| {
        let text = lines[line].trim();
        let next = lines.get(line + 1).map(|next| next.trim());
        SKIPS.iter().any(|skip| text.ends_with(skip))
            || text.ends_with("else {") && matches!(next, Some("return;" | "continue;"))
    };
    let drops_why = |line: usize| {
        lines[line].contains(".ok()") && !CONVERSIONS.iter().any(|conversion| lines[line].contains(conversion))
    };
    // A fallback that is computed, as `unwrap_or(value)` does, is a decision that can be read there.
    let falls_back = |line: &str| {
        let arguments = |call: &str| line.split(call).skip(1).any(is_made_up);
        let of_attribute = |rest: &str| rest.rsplit_once(", ").is_some_and(|(_, absent)| is_made_up(absent));
        FALLBACKS.iter().any(|call| arguments(call)) || line.split(ATTRIBUTE_FALLBACK).skip(1).any(of_attribute)
    };
    let arm = |line: &str| {
        let arm = WILDCARDS.iter().find_map(|wildcard| line.trim().strip_prefix(wildcard));
        // Nothing is no stand-in: whoever asks has to say what it means.
        arm.is_some_and(|value| value.ends_with(',') && value != "None," && is_made_up(value))
    };
    let tests = lines
        .iter()
        .position(|line| line.contains("#[cfg(test)]"))
        .unwrap_or(lines.len());
    (0..tests)
        .filter(|&line| !lines[line].trim_start().starts_with("//"))
        .filter(|&line| {
            let stands_in = STAND_INS.iter().any(|stand_in| lines[line].contains(stand_in));
            stands_in
                || falls_back(lines[line])
                || arm(lines[line])
                || may_be_without(lines[line])
                || skips(line)
                || drops_why(line)
        })
        .filter(|&line| !is_explained(line))
        .map(|line| (line + 1, lines[line].trim()))
        .collect()
}

#[test]
fn nothing_stands_in_unexplained() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut files = Vec::new();
    for name in CRATES {
        files.extend(sources::sources(&root.join(name).join("src")));
    }
    assert!(files.len() > 50, "{} files", files.len());
    let mut found = Vec::new();
    // Code that makes sentences of reasons fills in what a sentence does not use.
    let makes_code = |file: &&PathBuf| !file.starts_with(root.join("pipeliner/src/pipelining/why"));
    for file in files.iter().filter(makes_code) {
        let text = std::fs::read_to_string(file).unwrap();
        let at = |(line, text)| format!("{}:{line}: {text}", file.strip_prefix(&root).unwrap().display());
        found.extend(silent(&text).into_iter().map(at));
    }
    assert!(
        found.is_empty(),
        "say why, or make it a contradiction:\n{}",
        found.join("\n")
    );
}

#[test]
fn a_stand_in_is_seen() {
    let silent_one = "fn f(x: Option<i64>) -> i64 {\n    x.unwrap_or(4)\n}\n";
    assert_eq!(silent(silent_one), [(2, "x.unwrap_or(4)")]);
    let pointing = "fn f(x: Option<i64>) -> i64 {\n    // Absent: as above.\n    x.unwrap_or(4)\n}\n";
    assert_eq!(silent(pointing).len(), 1);
    let explained = "fn f(x: Option<i64>) -> i64 {\n    // Absent: four wheels.\n    x.unwrap_or(4)\n}\n";
    assert_eq!(silent(explained), []);
    assert_eq!(silent("    x.unwrap_or(usual)\n"), []);
    for skip in [
        "    match op {\n        A => f(),\n        _ => {}\n    }\n",
        "    let Some(x) = x else { continue };\n",
        "    let Some(x) = x else {\n        return;\n    };\n",
        "    let x = checked(y).ok();\n",
        "    let x = y.and_then(Result::ok);\n",
        "    let x = y.map_or(\n        0, f);\n",
        "    let x = y.map_or(false, f);\n",
        "    let x = y.unwrap_or(usize::MAX);\n",
        "    let x = module.int_or(op, \"count\", 1).max(2);\n",
        "    let x = module.int_or(op, name, -1);\n",
        "    let x = module.keyword(op, \"swizzle\");\n",
        "    let x = module.keyword(op, AGENT);\n",
        "    let x = y.unwrap_or_else(|| 0);\n",
        "    let x = y.unwrap_or_else(Vec::new);\n",
        "    let x = y.unwrap_or_else(Default::default);\n",
        "    match x {\n        A => 1,\n        _ => 0,\n    }\n",
        "    match x {\n        Ok(x) => x,\n        Err(_) => String::new(),\n    }\n",
    ] {
        assert_eq!(silent(skip).len(), 1, "{skip}");
    }
    assert_eq!(
        silent("    // Absent: it is not needed.\n    let Some(x) = x else { continue };\n"),
        []
    );
    assert_eq!(
        silent("    // Absent: none was asked for.\n    let x = y\n        .map(f)\n        .unwrap_or_default();\n"),
        []
    );
    assert_eq!(silent("    let x = u32::try_from(y).ok()?;\n"), []);
}
