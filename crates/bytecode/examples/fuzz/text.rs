//! Damage that knows words, brackets and lines, so that much of it is still a kernel.

use crate::random::Random;

/// A text as its words, with the space before each.
#[derive(Clone)]
pub struct Text(Vec<String>);

/// The kind of a word, by how it starts.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Space,
    Name,
    Number,
    Word,
    Text,
    Mark,
}

const NUMBERS: [&str; 22] = [
    "0",
    "1",
    "2",
    "3",
    "8",
    "32",
    "1024",
    "-1",
    "128",
    "255",
    "2147483647",
    "2147483648",
    "-2147483649",
    "9223372036854775807",
    "9223372036854775808",
    "18446744073709551616",
    "340282366920938463463374607431768211456",
    "0x7FF",
    "1.0",
    "1e400",
    "0x",
    "?",
];

const WORDS: [&str; 40] = [
    "i1",
    "i4",
    "i8",
    "i64",
    "f16",
    "bf16",
    "f32",
    "tf32",
    "f64",
    "f8E4M3FN",
    "f4E2M1FN",
    "ptr",
    "tile",
    "token",
    "true",
    "false",
    "dense",
    "array",
    "unit",
    "none",
    "index",
    "signed",
    "unsigned",
    "rounding",
    "zero",
    "weak",
    "relaxed",
    "loc",
    "fused",
    "callsite",
    "return",
    "yield",
    "continue",
    "break",
    "optimization_hints",
    "strides",
    "padding_value",
    "if",
    "loop",
    "module",
];

const MARKS: [&str; 30] = [
    "(", ")", "<", ">", "[", "]", "{", "}", "<{", "}>", "({", "})", ":", ",", "=", "->", "#", "!", "^bb0", "@", "\"",
    "//", "/*", "*/", "\u{feff}", "\0", "é", "\r", "#-", "...",
];

impl Text {
    pub fn new(text: &str) -> Self {
        let mut words = Vec::new();
        let mut rest = text;
        while !rest.is_empty() {
            let length = word_length(rest);
            words.push(rest[..length].to_string());
            rest = &rest[length..];
        }
        Self(words)
    }
}

fn word_length(text: &str) -> usize {
    let first = text.chars().next().unwrap_or(' ');
    let while_ =
        |from: usize, holds: fn(char) -> bool| text[from..].find(|c| !holds(c)).map_or(text.len(), |n| n + from);
    let in_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '$');
    match first {
        c if c.is_whitespace() => while_(0, char::is_whitespace),
        '%' | '@' | '#' | '!' | '^' => while_(1, in_word),
        '-' if text.starts_with("->") => 2,
        '-' => while_(1, in_word),
        '"' => text[1..].find('"').map_or(text.len(), |n| n + 2),
        '/' if text.starts_with("//") => text.find('\n').unwrap_or(text.len()),
        c if in_word(c) => while_(0, in_word),
        c => c.len_utf8(),
    }
}

fn kind(word: &str) -> Kind {
    match word.chars().next() {
        None => Kind::Space,
        Some(c) if c.is_whitespace() => Kind::Space,
        Some('%' | '@' | '^') => Kind::Name,
        Some(c) if c.is_ascii_digit() => Kind::Number,
        Some('-') if word != "->" => Kind::Number,
        Some('"') => Kind::Text,
        Some(c) if c.is_alphabetic() || c == '_' => Kind::Word,
        _ => Kind::Mark,
    }
}

/// A text of the seeds with some damage.
pub fn damaged(seeds: &[Text], random: &mut Random) -> String {
    let mut words = random.one_of(seeds).0.clone();
    let other = random.one_of(seeds);
    let times = [1, 1, 1, 1, 1, 2, 2, 3, 4, 8][random.below(10)];
    for _ in 0..times {
        damage(&mut words, &other.0, random);
    }
    words.concat()
}

fn damage(words: &mut Vec<String>, other: &[String], random: &mut Random) {
    if words.is_empty() || other.is_empty() {
        return;
    }
    let at = random.below(words.len());
    match random.below(32) {
        0..=3 => exchange(words, other, random),
        20..=25 => exchange_alike(words, other, random),
        26..=31 => exchange_all(words, other, random),
        6 => words[at] = random.one_of(&NUMBERS).to_string(),
        7 => words[at] = format!(" {} ", random.one_of(&WORDS)),
        8 => words[at] = random.one_of(&MARKS).to_string(),
        9 => drop(words.remove(at)),
        10 => words.insert(at, words[at].clone()),
        11 => words.insert(at, random.one_of(&MARKS).to_string()),
        12 => {
            let second = random.below(words.len());
            words.swap(at, second);
        }
        13..=14 => lines(words, other, random),
        15..=17 => groups(words, other, random),
        18 => number_near(&mut words[at]),
        19 => {
            // One character inside a word.
            let word = &mut words[at];
            let place = word
                .char_indices()
                .nth(random.below(word.chars().count()))
                .map_or(0, |(i, _)| i);
            let most = if random.below(4) == 0 { 0x300 } else { 0x7F };
            let c = char::from_u32(random.below(most) as u32).unwrap_or('x');
            word.insert(place, c);
        }
        _ => {}
    }
}

/// A word becomes another of its kind, of this text or of another.
fn exchange(words: &mut [String], other: &[String], random: &mut Random) {
    for _ in 0..20 {
        let at = random.below(words.len());
        let from = if random.below(2) == 0 { &*words } else { other };
        let new = random.one_of(from).clone();
        if kind(&words[at]) != Kind::Space && kind(&new) == kind(&words[at]) && new != words[at] {
            words[at] = new;
            return;
        }
    }
}

/// A word becomes one that stands somewhere after the same word.
fn exchange_alike(words: &mut [String], other: &[String], random: &mut Random) {
    for _ in 0..8 {
        let at = random.below(words.len());
        let before = before(words, at);
        if matches!(kind(&words[at]), Kind::Space | Kind::Name) || before.is_empty() {
            continue;
        }
        let from = if random.below(2) == 0 { &*words } else { other };
        let start = random.below(from.len());
        let places = (start..from.len()).chain(0..start);
        let mut alike = places.filter(|&i| kind(&from[i]) != Kind::Space && self::before(from, i) == before);
        if let Some(i) = alike.find(|&i| from[i] != words[at]) {
            words[at] = from[i].clone();
            return;
        }
    }
}

/// The last word before this one that is no space.
fn before(words: &[String], at: usize) -> &str {
    let mut earlier = words[..at].iter().rev();
    earlier.find(|w| kind(w) != Kind::Space).map_or("", String::as_str)
}

/// A word becomes another wherever it stands: types fit each other as they did.
fn exchange_all(words: &mut [String], other: &[String], random: &mut Random) {
    for _ in 0..8 {
        let old = random.one_of(words).clone();
        let from = if random.below(2) == 0 { &*words } else { other };
        let new = match (kind(&old), random.below(3)) {
            (Kind::Number, 0) => random.one_of(&NUMBERS).to_string(),
            (Kind::Word, 0) => random.one_of(&WORDS).to_string(),
            _ => random.one_of(from).clone(),
        };
        if matches!(kind(&old), Kind::Number | Kind::Word) && kind(&new) == kind(&old) && new != old {
            for word in words.iter_mut().filter(|w| **w == old) {
                word.clone_from(&new);
            }
            return;
        }
    }
}

fn number_near(word: &mut String) {
    if let Ok(number) = word.parse::<i64>() {
        *word = number.wrapping_mul(2).wrapping_add(1).to_string();
    }
}

/// A line is removed, doubled, moved, or comes from the other text.
fn lines(words: &mut Vec<String>, other: &[String], random: &mut Random) {
    let (from, to) = line(words, random);
    let piece: Vec<String> = match random.below(4) {
        0 => words.drain(from..to).collect(),
        1 => words[from..to].to_vec(),
        2 => return drop(words.drain(from..to)),
        _ => {
            let (from, to) = line(other, random);
            other[from..to].to_vec()
        }
    };
    let at = if words.is_empty() { 0 } else { line(words, random).0 };
    words.splice(at..at, piece);
}

fn line(words: &[String], random: &mut Random) -> (usize, usize) {
    let at = random.below(words.len());
    let from = words[..at].iter().rposition(|w| w.contains('\n')).unwrap_or(0);
    let to = words[at..].iter().skip(1).position(|w| w.contains('\n'));
    (from, to.map_or(words.len(), |n| n + at + 1))
}

/// A group in brackets goes, is doubled, is wrapped, or is exchanged for another.
fn groups(words: &mut Vec<String>, other: &[String], random: &mut Random) {
    let Some((from, to)) = group(words, random, None) else {
        return;
    };
    match random.below(6) {
        0 => drop(words.drain(from + 1..to)),
        1 => drop(words.drain(from..=to)),
        2 => {
            let piece = words[from..=to].to_vec();
            words.splice(to + 1..to + 1, piece);
        }
        3 => {
            // Deep: each level a copy of the words before the bracket, too.
            let head = words[from.saturating_sub(1)..=from].to_vec();
            let tail = words[to].clone();
            let depth = [1, 3, 40, 300][random.below(4)];
            words.splice(to..to, vec![tail; depth]);
            let heads: Vec<String> = (0..depth).flat_map(|_| head.clone()).collect();
            words.splice(from + 1..from + 1, heads);
        }
        n => {
            let open = words[from].clone();
            let source = if n == 4 { &words.clone()[..] } else { other };
            if let Some((a, b)) = group(source, random, Some(&open)) {
                words.splice(from..=to, source[a..=b].to_vec());
            }
        }
    }
}

/// A pair of brackets that belong together, of this kind or of any.
fn group(words: &[String], random: &mut Random, open: Option<&str>) -> Option<(usize, usize)> {
    for _ in 0..10 {
        let at = random.below(words.len());
        let Some(from) = words[at..]
            .iter()
            .position(|w| open.map_or("(<[{".contains(w.as_str()), |o| w == o))
        else {
            continue;
        };
        let from = at + from;
        let close = match words[from].as_str() {
            "(" => ")",
            "<" => ">",
            "[" => "]",
            _ => "}",
        };
        let mut depth = 0;
        for (i, word) in words.iter().enumerate().skip(from) {
            depth += i32::from(*word == words[from]) - i32::from(word == close);
            if depth == 0 {
                return Some((from, i));
            }
        }
    }
    None
}
