//! The depth to which a text nests, measured before it is parsed: the parser, and all that walks its trees, call
//! themselves for each level.

use ruff_python_ast::token::{Token, TokenKind};
use ruff_text_size::{Ranged, TextRange};

/// The depth to which brackets and blocks may nest, and to which operators may stand before an operand.
pub(crate) const MAX_NESTING: usize = 200;
/// The operators that an expression may have on one path from its outermost part inwards; `a + b + c` has two.
pub(crate) const MAX_OPERATORS: usize = 2000;

/// The thing that nests too deep.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TooDeep {
    /// Brackets, blocks, or operators before an operand.
    Nesting,
    /// Operators of one expression.
    Operators,
}

/// The place where a text passes a limit, and which. Counted from the text alone, so never too little: at most what is on one
/// path stands between two commas of the same brackets.
pub(crate) fn too_deep(source: &str) -> Option<(usize, TooDeep)> {
    let mut scan = Scan::default();
    let bytes = source.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        let starts_statement = scan.operators.is_empty() && scan.total == 0 && (at == 0 || bytes[at - 1] == b'\n');
        if starts_statement && let Some(length) = short_statement(&bytes[at..]) {
            at += length;
            continue;
        }
        let byte = bytes[at];
        let is_name = byte.is_ascii_alphabetic() || byte == b'_';
        if matches!(byte, b' ' | b'\t') {
            at += 1;
            continue;
        }
        // Names are looked at whole.
        if !is_name && let Some(what) = scan.take(byte) {
            return Some((at, what));
        }
        at = match byte {
            b'#' => end_of_line(bytes, at),
            b'\'' | b'"' => after_string(bytes, at),
            _ if is_name => {
                let end = at + bytes[at..].iter().take_while(|byte| is_word(**byte)).count();
                if let Some(what) = scan.word(&source[at..end]) {
                    return Some((at, what));
                }
                end
            }
            // A statement goes on in the next line.
            b'\\' => at + 2,
            byte if byte.is_ascii_digit() => {
                at + bytes[at..]
                    .iter()
                    .take_while(|byte| is_word(**byte) || **byte == b'.')
                    .count()
            }
            _ => at + 1,
        };
    }
    let mut place = 0;
    for line in source.split('\n') {
        let is_long = line.len() > MAX_NESTING * 4;
        if is_long && line.as_bytes()[..=MAX_NESTING * 4].iter().all(u8::is_ascii_whitespace) {
            return Some((place, TooDeep::Nesting));
        }
        place += line.len() + 1;
    }
    None
}

/// The first bracket that does not close the one that is open, or else the last one that is open at the end of a text; and the one that
/// is open where it closes another.
pub(crate) fn unpaired(tokens: &[Token]) -> Option<(TextRange, Option<TextRange>)> {
    let mut open: Vec<(TokenKind, TextRange)> = Vec::new();
    for token in tokens {
        let closed = match token.kind() {
            kind @ (TokenKind::Lpar | TokenKind::Lsqb | TokenKind::Lbrace) => {
                open.push((kind, token.range()));
                continue;
            }
            TokenKind::Rpar => TokenKind::Lpar,
            TokenKind::Rsqb => TokenKind::Lsqb,
            TokenKind::Rbrace => TokenKind::Lbrace,
            _ => continue,
        };
        match open.pop() {
            Some((kind, _)) if kind == closed => {}
            // Absent: nothing is open, and it is told that it closes itself.
            other => return Some((token.range(), Some(other.map_or(token.range(), |other| other.1)))),
        }
    }
    open.pop().map(|(_, place)| (place, None))
}

/// A bracket or block that is open at a place of the text.
#[derive(Default)]
struct Scan {
    /// Operators since the last comma, outside of all brackets and in each that is open.
    operators: Vec<usize>,
    total: usize,
    /// Operators that stand before an operand, without one between.
    prefixes: usize,
}

impl Scan {
    fn take(&mut self, byte: u8) -> Option<TooDeep> {
        match byte {
            b'(' | b'[' | b'{' => {
                self.operator();
                self.operators.push(0);
            }
            b')' | b']' | b'}' => self.close(),
            b',' => self.clear(),
            b'\n' if self.operators.is_empty() => self.clear(),
            b'+' | b'-' | b'~' | b'*' | b'/' | b'%' | b'@' | b'&' | b'|' | b'^' | b'<' | b'>' | b'=' | b'!' | b'.' => {
                self.operator()
            }
            _ => {}
        }
        match byte {
            b'-' | b'+' | b'~' => self.prefixes += 1,
            b':' => {}
            _ => self.prefixes = 0,
        }
        self.passed()
    }

    fn word(&mut self, word: &str) -> Option<TooDeep> {
        match word {
            "not" | "lambda" | "await" => {
                self.prefixes += 1;
                self.operator();
            }
            "if" | "and" | "or" | "in" | "is" => self.operator(),
            _ => self.prefixes = 0,
        }
        self.passed()
    }

    fn passed(&self) -> Option<TooDeep> {
        if self.operators.len() > MAX_NESTING || self.prefixes > MAX_NESTING {
            return Some(TooDeep::Nesting);
        }
        (self.total > MAX_OPERATORS).then_some(TooDeep::Operators)
    }

    fn operator(&mut self) {
        self.total += 1;
        if let Some(last) = self.operators.last_mut() {
            *last += 1;
        }
    }

    /// A part has ended, and another begins beside it.
    fn clear(&mut self) {
        match self.operators.last_mut() {
            Some(last) => self.total -= std::mem::take(last),
            None => self.total = 0,
        }
        self.prefixes = 0;
    }

    fn close(&mut self) {
        self.total -= self.operators.pop().unwrap_or(0);
    }
}

fn is_word(byte: u8) -> bool {
    WORD[byte as usize]
}

/// The bytes of which names and numbers consist.
const WORD: [bool; 256] = {
    let mut all = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        all[byte] = (byte as u8).is_ascii_alphanumeric() || byte == b'_' as usize || byte >= 0x80;
        byte += 1;
    }
    all
};

/// The length of the statement that a text starts with, if it is a line that is too short to be too deep, and plain: all of its brackets
/// are closed in it, and nothing of it is text. Most lines are.
fn short_statement(bytes: &[u8]) -> Option<usize> {
    let line = &bytes[..bytes.len().min(MAX_NESTING)];
    let mut open = 0;
    for (length, &byte) in line.iter().enumerate() {
        match byte {
            b'\n' => return (open == 0).then_some(length + 1),
            b'(' | b'[' | b'{' => open += 1,
            b')' | b']' | b'}' => open -= 1,
            b'#' | b'\'' | b'"' | b'\\' => return None,
            _ => {}
        }
    }
    None
}

fn end_of_line(bytes: &[u8], at: usize) -> usize {
    at + bytes[at..].iter().take_while(|byte| **byte != b'\n').count()
}

/// The place after a string; its line's end where it does not end.
fn after_string(bytes: &[u8], at: usize) -> usize {
    let quote = bytes[at];
    let triple = bytes[at..].starts_with(&[quote; 3]);
    let mut at = at + if triple { 3 } else { 1 };
    while at < bytes.len() {
        match bytes[at] {
            b'\\' => at += 1,
            b'\n' if !triple => return at,
            byte if byte == quote && !triple => return at + 1,
            byte if byte == quote && bytes[at..].starts_with(&[quote; 3]) => return at + 3,
            _ => {}
        }
        at += 1;
    }
    bytes.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn what(text: &str) -> Option<TooDeep> {
        too_deep(text).map(|(_, what)| what)
    }

    #[test]
    fn expressions_are_as_deep_as_their_operators() {
        let chain = |count: usize, part: &str| format!("x = {}1\ny = 2\n", part.repeat(count));
        for part in ["1 + ", "1**", "1 if True else ", "x and ", "x.a."] {
            assert_eq!(what(&chain(900, part)), None, "{part}");
            assert_eq!(what(&chain(3000, part)), Some(TooDeep::Operators), "{part}");
        }
        for text in ["x()", "x[0]"] {
            assert_eq!(what(&format!("x{}", text[1..].repeat(3000))), Some(TooDeep::Operators));
        }
    }

    #[test]
    fn long_is_not_deep() {
        assert_eq!(what(&format!("t = ({})\n", "0.5 - 1, ".repeat(5000))), None);
        assert_eq!(what(&"x = 1 + 2\n".repeat(5000)), None);
        assert_eq!(
            what(&format!(
                "'''{}'''\n# {}\nx = \"{}\"\n",
                "-(".repeat(5000),
                "+".repeat(5000),
                "[".repeat(5000)
            )),
            None
        );
        assert_eq!(what("x = 'never ends\ny = \"\\"), None);
    }

    #[test]
    fn brackets_blocks_and_prefixes_nest() {
        for text in ["(", "[", "{", "-", "not ", "lambda: "] {
            assert_eq!(what(&text.repeat(190)), None, "{text}");
            assert_eq!(what(&text.repeat(300)), Some(TooDeep::Nesting), "{text}");
        }
        assert_eq!(what(&format!("{}pass", " ".repeat(900))), Some(TooDeep::Nesting));
    }
}
