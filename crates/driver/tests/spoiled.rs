//! IR that is fed in at a pass boundary may be changed: whatever is in it, the compiler answers, and never panics.

use std::collections::BTreeSet;
use std::panic::catch_unwind;
use tilewright_driver::{Options, compile, gallery, trace_from};

/// Numbers in an order that a seed chooses (SplitMix64).
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ z >> 31) % n.max(1) as u64) as usize
    }
}

/// Changes a text a little: a line goes, comes twice, or changes places with the next; a number or a word becomes
/// another one of the text.
fn spoil(text: &str, random: &mut Random) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_string).collect();
    let at = random.below(lines.len());
    match random.below(6) {
        0 | 1 => drop(lines.remove(at)),
        2 => lines.insert(at, lines[at].clone()),
        3 if at + 1 < lines.len() => lines.swap(at, at + 1),
        _ => {
            let is_word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '%');
            let words: Vec<&str> = lines[at].split(|c| !is_word(c)).filter(|w| !w.is_empty()).collect();
            if !words.is_empty() {
                let old = words[random.below(words.len())].to_string();
                let number = old.parse::<i64>().is_ok();
                let all: Vec<&str> = text.split(|c| !is_word(c)).filter(|w| !w.is_empty()).collect();
                let alike: Vec<&str> = all
                    .into_iter()
                    .filter(|w| w.parse::<i64>().is_ok() == number && w.starts_with('%') == old.starts_with('%'))
                    .collect();
                let new = match random.below(4) {
                    0 if number => ["0", "-1", "3", "1000000007"][random.below(4)].to_string(),
                    _ if alike.is_empty() => "0".to_string(),
                    _ => alike[random.below(alike.len())].to_string(),
                };
                lines[at] = lines[at].replacen(&old, &new, 1);
            }
        }
    }
    lines.join("\n") + "\n"
}

#[test]
fn spoiled_ir_is_compiled_or_refused() {
    let tries: usize = std::env::var("TILEWRIGHT_SPOILED").map_or(4, |n| n.parse().unwrap());
    let mut random = Random(1);
    let mut panics = Vec::new();
    for kernel in gallery() {
        let passes = compile(kernel.source, &Options::default()).report.passes;
        for pass in passes.iter().filter(|pass| pass.changed) {
            for attempt in 0..tries {
                let text = spoil(&pass.listing.text, &mut random);
                // Every fourth time as the output of a pass that has not made it.
                let other = &passes[random.below(passes.len())].name;
                let (text, from) = match attempt % 4 {
                    3 => (pass.listing.text.clone(), Some(&**other)),
                    _ => (text, None),
                };
                if catch_unwind(|| trace_from(&text, &Options::default(), from)).is_err() {
                    panics.push((kernel.name, format!("{}, from {from:?}", pass.name), text));
                }
            }
        }
    }
    for (i, (kernel, pass, text)) in panics.iter().enumerate() {
        eprintln!("PANIC {i}: {kernel} after {pass}");
        if let Some(folder) = std::env::var_os("TILEWRIGHT_SPOILED_OUT") {
            std::fs::write(std::path::Path::new(&folder).join(format!("{i}.mlir")), text).unwrap();
        }
    }
    assert!(panics.is_empty(), "{} panics", panics.len());
}

/// The texts in which one number of a text is another one: each number of an op once, of those with the same words before it.
fn with_number(text: &str, number: &str) -> Vec<String> {
    let is_word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '%' | '@' | '#');
    let mut seen = BTreeSet::new();
    let mut found = Vec::new();
    for (at, _) in text.match_indices(|c: char| c.is_ascii_digit()) {
        let (before, after) = text.split_at(at);
        let end = after.find(|c: char| !c.is_ascii_digit()).unwrap_or(after.len());
        if before.ends_with(is_word) || after[end..].starts_with(is_word) {
            continue;
        }
        let line = &before[before.rfind('\n').map_or(0, |end| end + 1)..];
        let words: Vec<&str> = line.split_whitespace().filter(|word| !word.starts_with('%')).collect();
        if seen.insert(words.join(" ")) {
            found.push(format!("{before}{number}{}", &after[end..]));
        }
    }
    found
}

#[test]
fn numbers_that_nothing_has_room_for_are_refused_soon() {
    let kernel = gallery().into_iter().find(|kernel| kernel.name == "matmul").unwrap();
    let passes = compile(kernel.source, &Options::default()).report.passes;
    let mut tried = 0;
    for name in ["convert-pipeline-to-nvvm", "convert-tileas-to-nvvm"] {
        let pass = passes.iter().find(|pass| pass.name == name).unwrap();
        for number in ["-1", "4000000000", "1000000000000000"] {
            for text in with_number(&pass.listing.text, number) {
                let answered = catch_unwind(|| trace_from(&text, &Options::default(), None));
                assert!(answered.is_ok(), "a panic:\n{text}");
                tried += 1;
            }
        }
    }
    assert!(tried > 100, "only {tried} texts");
}
