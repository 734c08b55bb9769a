//! Characters and words: the lowest layer of the parser.

use super::{Parser, Refused};
use crate::verify::Violation;
use tilewright_diag::{Diagnostic, Span};

impl<'s> Parser<'s> {
    /// Skips white space and `//` comments.
    pub fn skip_space(&mut self) {
        let bytes = self.source.as_bytes();
        loop {
            while self.at < bytes.len() && bytes[self.at].is_ascii_whitespace() {
                self.at += 1;
            }
            if !bytes[self.at..].starts_with(b"//") {
                return;
            }
            let rest = &bytes[self.at..];
            self.at += rest
                .iter()
                .position(|b| matches!(b, b'\n' | b'\r'))
                .unwrap_or(rest.len());
        }
    }

    /// The rest of the source after white space.
    pub fn rest(&mut self) -> &'s str {
        self.skip_space();
        &self.source[self.at..]
    }

    /// The offset of the next thing.
    pub fn position(&mut self) -> usize {
        self.skip_space();
        self.at
    }

    /// Whether the next thing is `text`.
    pub fn peek(&mut self, text: &str) -> bool {
        self.skip_space();
        self.source.as_bytes()[self.at..].starts_with(text.as_bytes())
    }

    /// Whether the next thing is the whole word `word`.
    pub fn peek_word(&mut self, word: &str) -> bool {
        self.peek(word)
            && !self
                .source
                .as_bytes()
                .get(self.at + word.len())
                .is_some_and(is_word_byte)
    }

    /// Takes `text` if it is next. Words are taken whole or not at all.
    pub fn eat(&mut self, text: &str) -> bool {
        let found = if text.as_bytes().last().is_some_and(is_word_byte) {
            self.peek_word(text)
        } else {
            self.peek(text)
        };
        if found {
            self.at += text.len();
        }
        found
    }

    /// Takes `text`, or says that it was expected.
    pub fn expect(&mut self, text: &str) -> Result<(), Refused> {
        if self.eat(text) {
            Ok(())
        } else {
            Err(self.expected(&format!("`{text}`")))
        }
    }

    /// Takes the next word: letters, digits, `_`, `.` and `$`; empty if there is none.
    pub fn take_word(&mut self) -> &'s str {
        self.skip_space();
        self.take_while(|byte| is_word_byte(byte) || matches!(byte, b'.' | b'$'))
    }

    /// Takes what follows here, as long as it is ASCII that `belongs`.
    pub(crate) fn take_while(&mut self, belongs: impl Fn(&u8) -> bool) -> &'s str {
        let rest = &self.source[self.at..];
        let end = rest.bytes().position(|byte| !belongs(&byte)).unwrap_or(rest.len());
        self.at += end;
        &rest[..end]
    }

    /// A word, or a message that `what` was expected.
    pub fn word(&mut self, what: &str) -> Result<&'s str, Refused> {
        let start = self.position();
        let word = self.take_word();
        if word.is_empty() || word.starts_with(|c: char| c.is_ascii_digit()) {
            self.at = start;
            return Err(self.expected(what));
        }
        Ok(word)
    }

    /// A whole number, decimal or hexadecimal, with an optional minus.
    pub fn integer(&mut self) -> Result<i64, Refused> {
        let start = self.position();
        let negative = self.eat("-");
        let text = self.take_word();
        let value = match text.strip_prefix("0x") {
            Some(hex) => u64::from_str_radix(hex, 16).ok().map(i128::from),
            None if text.starts_with(|c: char| c.is_ascii_digit()) => text.parse::<i128>().ok(),
            None => None,
        };
        let value = value.map(|v| if negative { -v } else { v });
        match value.and_then(|v| i64::try_from(v).or(u64::try_from(v).map(|v| v as i64)).ok()) {
            Some(value) => Ok(value),
            None => {
                self.at = start;
                Err(self.expected("a whole number of at most 64 bits"))
            }
        }
    }

    /// A number in any notation, as text.
    pub fn number_text(&mut self) -> Result<&'s str, Refused> {
        let rest = self.rest();
        let bytes = rest.as_bytes();
        let mut end = 0;
        while end < bytes.len() {
            let c = bytes[end] as char;
            let sign_of_exponent = (c == '+' || c == '-')
                && (end == 0 || (matches!(bytes[end - 1], b'e' | b'E') && !rest.starts_with("0x")));
            if !(is_word(c) || c == '.' || sign_of_exponent) {
                break;
            }
            end += 1;
        }
        let text = &rest[..end];
        let digits = text.strip_prefix('-').unwrap_or(text);
        if !digits.starts_with(|c: char| c.is_ascii_digit()) {
            return Err(self.expected("a number"));
        }
        if !digits.starts_with("0x") && digits.contains(['e', 'E']) && !digits.contains('.') {
            let start = self.position();
            let span = Span::new(start, start + end);
            return Err(self.error_at(span, "a number with an exponent has a point, as in `1.0e5`"));
        }
        self.at += end;
        Ok(text)
    }

    /// A quoted string; `\"`, `\\`, `\n`, `\t` and `\XX` (hexadecimal) are understood.
    pub fn string(&mut self) -> Result<String, Refused> {
        let start = self.position();
        self.expect("\"")?;
        let mut bytes = Vec::new();
        let source = self.source.as_bytes();
        loop {
            match source.get(self.at) {
                Some(b'"') => break,
                Some(b'\\') => {
                    let escaped = source.get(self.at + 1).copied();
                    let hex = self
                        .source
                        .get(self.at + 1..self.at + 3)
                        .and_then(|h| u8::from_str_radix(h, 16).ok());
                    let (byte, width) = match (escaped, hex) {
                        (Some(c @ (b'"' | b'\\')), _) => (c, 2),
                        (Some(b'n'), _) => (b'\n', 2),
                        (Some(b't'), _) => (b'\t', 2),
                        (_, Some(byte)) => (byte, 3),
                        _ => return Err(self.error_at(Span::new(self.at, self.at + 1), "unknown escape in a string")),
                    };
                    bytes.push(byte);
                    self.at += width;
                }
                Some(b'\n' | b'\r') | None => {
                    return Err(self.error_at(Span::new(start, self.at), "this string is not closed on its line"));
                }
                Some(&byte) => {
                    bytes.push(byte);
                    self.at += 1;
                }
            }
        }
        self.at += 1;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    /// The span of the next word or character, for messages.
    pub fn next_span(&mut self) -> Span {
        let start = self.position();
        let rest = &self.source[start..];
        let end = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
        let end = if end == 0 {
            rest.chars().next().map_or(0, char::len_utf8)
        } else {
            end
        };
        Span::new(start, start + end)
    }

    /// Says that `what` was expected here.
    pub fn expected(&mut self, what: &str) -> Refused {
        let span = self.next_span();
        let found = &self.source[span.start as usize..span.end as usize];
        let message = if found.is_empty() {
            format!("expected {what}, but the text ends here")
        } else {
            // A character that many keyboards lack is shown by its number too, one that cannot be seen by that alone.
            let shown = match found.chars().next() {
                Some(c) if !is_seen(c) => format!("`\\u{{{0:x}}}` (U+{0:04X})", c as u32),
                Some(c) if !c.is_ascii() => format!("`{found}` (U+{:04X})", c as u32),
                // Absent: the text begins with a character of ASCII.
                _ => format!("`{found}`"),
            };
            format!("expected {what}, found {shown}")
        };
        self.error_at(span, message)
    }

    /// Records an error at `span`.
    pub fn error_at(&mut self, span: Span, message: impl Into<String>) -> Refused {
        self.refuse(Diagnostic::error("parse", Some(span), message))
    }

    /// Records that what was read breaks a rule of the language; `kind` is one of [`crate::verify::kind`].
    pub fn invalid(&mut self, kind: &str, span: Span, message: impl Into<String>) -> Refused {
        self.refuse(Diagnostic::error(format!("verify.{kind}"), Some(span), message))
    }

    /// Records a broken rule.
    pub fn broken(&mut self, span: Span, violation: Violation) -> Refused {
        self.refuse(violation.at(Some(span), ""))
    }

    /// Records a diagnostic.
    pub fn refuse(&mut self, diagnostic: Diagnostic) -> Refused {
        self.diagnostics.push(crate::verify::helped(diagnostic));
        Refused
    }
}

/// Whether a character can be seen where it stands alone. By the blocks of those that cannot: all that Unicode says of it would be tables of 3 KB,
/// and the page has to load them.
fn is_seen(c: char) -> bool {
    let is_mark = matches!(c, '\u{300}'..='\u{36f}' | '\u{20d0}'..='\u{20ff}' | '\u{fe00}'..='\u{fe0f}' | '\u{fe20}'..='\u{fe2f}');
    let is_format = matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff0}'..='\u{fffb}');
    let is_private = matches!(c, '\u{e000}'..='\u{f8ff}' | '\u{e0000}'..);
    !(c.is_control() || c.is_whitespace() || is_mark || is_format || is_private)
}

/// Whether this byte may stand in a word.
pub(crate) fn is_word_byte(byte: &u8) -> bool {
    byte.is_ascii_alphanumeric() || *byte == b'_'
}

/// Whether `c` may stand in a word.
pub(crate) fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}
