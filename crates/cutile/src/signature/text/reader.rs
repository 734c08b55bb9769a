//! Words, numbers and messages of the text of a signature.

use super::Problem;
use crate::signature::Constant;
use tilewright_diag::Span;

pub(super) type Read<T> = Result<T, Problem>;

/// A place in the text.
pub(super) struct Reader<'a> {
    pub(super) text: &'a str,
    pub(super) at: usize,
    /// Where the text begins in its file.
    pub(super) start: usize,
}

impl<'a> Reader<'a> {
    pub(super) fn span(&self, from: usize) -> Span {
        Span::new(self.start + from, self.start + self.at.max(from))
    }

    pub(super) fn problem<T>(&self, from: usize, message: impl Into<String>, help: impl Into<String>) -> Read<T> {
        problem(self.span(from), message, help)
    }

    pub(super) fn peek(&mut self) -> Option<char> {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start_matches([' ', '\t', '\r']).len();
        self.text[self.at..].chars().next()
    }

    pub(super) fn eat(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        self.at += if found { wanted.len_utf8() } else { 0 };
        found
    }

    /// The text that stands here, as a message would quote it.
    pub(super) fn here(&mut self) -> (Span, String) {
        let next = self.peek();
        let word: &str = self.word();
        let (len, what) = match (word, next) {
            ("", None | Some('\n')) => (0, "the end".to_string()),
            ("", Some(c)) => (c.len_utf8(), format!("`{c}`")),
            (word, _) => (word.len(), format!("`{word}`")),
        };
        (Span::new(self.start + self.at, self.start + self.at + len), what)
    }

    pub(super) fn expect(&mut self, wanted: char, why: &str) -> Read<()> {
        if self.eat(wanted) {
            return Ok(());
        }
        let (span, found) = self.here();
        problem(
            span,
            format!("`{wanted}` is missing {why}; {found} stands there"),
            EXAMPLE,
        )
    }

    /// Skips what separates items; whether there is another.
    pub(super) fn skip_separators(&mut self) -> bool {
        while self.eat(';') || self.eat('\n') {}
        self.peek().is_some()
    }

    /// The letters, digits and other characters of names and numbers here.
    pub(super) fn word(&mut self) -> &'a str {
        self.peek();
        let rest = &self.text[self.at..];
        let mut before = ' ';
        let end = rest.find(|c: char| {
            let exponent = matches!(c, '+' | '-') && matches!(before, 'e' | 'E') && rest.starts_with(number_start);
            let first = before == ' ' && matches!(c, '+' | '-');
            before = c;
            !(c.is_alphanumeric() || c == '_' || c == '.' || exponent || first)
        });
        &rest[..end.unwrap_or(rest.len())]
    }

    pub(super) fn name(&mut self, what: &str) -> Read<&'a str> {
        let word = self.word();
        if word.is_empty() || word.starts_with(number_start) || word.contains('.') {
            let (span, found) = self.here();
            return problem(span, format!("{what} is missing; {found} stands there"), EXAMPLE);
        }
        self.at += word.len();
        Ok(word)
    }
}

pub(super) const EXAMPLE: &str = "a signature is such as `A=f16[?,4096] div=[16,1]; n=i32; tm=128`";

pub(super) fn problem<T>(span: Span, message: impl Into<String>, help: impl Into<String>) -> Read<T> {
    Err(Problem {
        span,
        message: message.into(),
        help: Some(help.into()),
    })
}

/// Whether a number starts with the character.
pub(super) fn number_start(c: char) -> bool {
    c.is_ascii_digit() || matches!(c, '.' | '+' | '-')
}

/// A constant as Python writes it.
pub(super) fn constant(word: &str) -> Option<Constant> {
    let (negative, digits) = match word.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, word.strip_prefix('+').unwrap_or(word)),
    };
    match digits {
        "inf" => {
            return Some(Constant::Float(if negative {
                f64::NEG_INFINITY
            } else {
                f64::INFINITY
            }));
        }
        "nan" => return Some(Constant::Float(f64::NAN)),
        _ => {}
    }
    match word {
        "True" | "true" => return Some(Constant::Bool(true)),
        "False" | "false" => return Some(Constant::Bool(false)),
        "None" | "none" => return Some(Constant::None),
        _ => {}
    }
    if !digits.starts_with(|c: char| c.is_ascii_digit() || c == '.') {
        return None;
    }
    let sign = if negative { "-" } else { "" };
    if let Some(hexadecimal) = digits.strip_prefix("0x") {
        let plain = hexadecimal.bytes().all(|b| b.is_ascii_hexdigit());
        let value = plain.then(|| i128::from_str_radix(&format!("{sign}{hexadecimal}"), 16));
        return value?.ok().map(Constant::Int);
    }
    if digits.bytes().all(|b| b.is_ascii_digit()) {
        return format!("{sign}{digits}").parse().ok().map(Constant::Int);
    }
    word.parse().ok().map(Constant::Float)
}
