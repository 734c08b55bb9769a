//! Tokens of PTX.

use crate::error::Error;
use crate::source_map::Pos;

/// The kind of a token; its text is a slice of the source.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// `mov`, `%r1`, `$L__BB0_1`, `_`
    Ident,
    /// `.f32`, `.shared::cta`
    Dot,
    /// `12`, `0x1F`, `0f3F800000`, `1.5`
    Number,
    /// `"text"`
    Str,
    /// One character of punctuation.
    Punct(u8),
    /// End of the text.
    End,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Token {
    pub kind: Kind,
    pub start: u32,
    pub end: u32,
}

/// Line and column of a byte offset.
pub(crate) fn pos_of(text: &str, line_starts: &[u32], offset: u32) -> Pos {
    let line = line_starts.partition_point(|&s| s <= offset).max(1);
    let start = line_starts.get(line - 1).copied().unwrap_or(0);
    let col = text
        .get(start as usize..offset as usize)
        .map_or(0, |s| s.chars().count());
    Pos {
        line: line as u32,
        col: col as u32 + 1,
    }
}

/// Byte offsets at which lines begin.
pub(crate) fn line_starts(text: &str) -> Vec<u32> {
    let mut starts = vec![0];
    starts.extend(
        text.bytes()
            .enumerate()
            .filter(|&(_, b)| b == b'\n')
            .map(|(i, _)| i as u32 + 1),
    );
    starts
}

fn is_start(b: u8) -> bool {
    b.is_ascii_alphabetic() || matches!(b, b'_' | b'$' | b'%')
}

fn is_continue(b: u8) -> bool {
    b.is_ascii_alphanumeric() || matches!(b, b'_' | b'$')
}

/// Splits a text into tokens; the last one is [`Kind::End`].
pub(crate) fn lex(text: &str, starts: &[u32]) -> Result<Vec<Token>, Error> {
    let bytes = text.as_bytes();
    let at = |i: usize| bytes.get(i).copied().unwrap_or(0);
    let mut tokens = Vec::with_capacity(bytes.len() / 4);
    let mut i = 0;
    while i < bytes.len() {
        let start = i;
        let b = at(i);
        let kind = match b {
            b' ' | b'\t' | b'\r' | b'\n' => {
                i += 1;
                continue;
            }
            b'/' if at(i + 1) == b'/' => {
                while i < bytes.len() && at(i) != b'\n' {
                    i += 1;
                }
                continue;
            }
            b'/' if at(i + 1) == b'*' => {
                i += 2;
                while i < bytes.len() && !(at(i) == b'*' && at(i + 1) == b'/') {
                    i += 1;
                }
                if i >= bytes.len() {
                    return Err(Error::new(
                        pos_of(text, starts, start as u32),
                        "comment is not closed",
                        "add `*/`",
                    ));
                }
                i += 2;
                continue;
            }
            b'.' if is_continue(at(i + 1)) => {
                i += 1;
                while is_continue(at(i)) || (at(i) == b':' && at(i + 1) == b':' && is_continue(at(i + 2))) {
                    i += if at(i) == b':' { 2 } else { 1 };
                }
                Kind::Dot
            }
            b'"' => {
                i += 1;
                while i < bytes.len() && at(i) != b'"' && at(i) != b'\n' {
                    i += if at(i) == b'\\' { 2 } else { 1 };
                }
                if at(i) != b'"' {
                    return Err(Error::new(
                        pos_of(text, starts, start as u32),
                        "string is not closed",
                        "add `\"`",
                    ));
                }
                i += 1;
                Kind::Str
            }
            _ if is_start(b) => {
                i += 1;
                while is_continue(at(i)) {
                    i += 1;
                }
                Kind::Ident
            }
            _ if b.is_ascii_digit() => {
                i += 1;
                while is_continue(at(i))
                    || (at(i) == b'.' && at(i + 1).is_ascii_digit())
                    || (matches!(at(i), b'+' | b'-') && is_exponent(&bytes[start..i]) && at(i + 1).is_ascii_digit())
                {
                    i += 1;
                }
                Kind::Number
            }
            b',' | b';' | b':' | b'{' | b'}' | b'[' | b']' | b'(' | b')' | b'<' | b'>' | b'|' | b'!' | b'@' | b'+'
            | b'-' | b'=' => {
                i += 1;
                Kind::Punct(b)
            }
            _ => {
                let what = text.get(i..).and_then(|s| s.chars().next()).unwrap_or('?');
                let message = format!("unexpected character {what:?}");
                return Err(Error::new(
                    pos_of(text, starts, start as u32),
                    message,
                    "PTX has no such character here",
                ));
            }
        };
        tokens.push(Token {
            kind,
            start: start as u32,
            end: i as u32,
        });
    }
    let end = bytes.len() as u32;
    tokens.push(Token {
        kind: Kind::End,
        start: end,
        end,
    });
    Ok(tokens)
}

/// Is this the front of a decimal float that ends in its `e`?
fn is_exponent(front: &[u8]) -> bool {
    matches!(front.last(), Some(b'e' | b'E')) && front.contains(&b'.') && !front.starts_with(b"0x")
}
