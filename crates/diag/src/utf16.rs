//! From byte offsets, which the compiler uses, to UTF-16 offsets, which the browser's strings use.

use crate::{Message, Range};
use serde::Serialize;

/// A range of the source in UTF-16 units.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TextPlace {
    /// Offset of the first unit.
    pub from: usize,
    /// Offset just after the last unit.
    pub to: usize,
}

impl TextPlace {
    /// For each message about `source`, where it is in the browser's counting of the text.
    pub fn of(messages: &[Message], source: &str) -> Vec<Option<Self>> {
        let map = Utf16::new(source);
        let place = |range: Range| Self {
            from: map.offset(range.start as usize),
            to: map.offset(range.end as usize),
        };
        messages.iter().map(|message| message.range.map(place)).collect()
    }
}

/// Converts offsets in one text. Building it takes one walk over the text, each conversion a binary search.
pub struct Utf16<'a> {
    text: &'a str,
    /// Byte and UTF-16 offset just after each character that is not ASCII, ascending.
    wide: Vec<(usize, usize)>,
}

impl<'a> Utf16<'a> {
    /// Prepares `text`.
    pub fn new(text: &'a str) -> Self {
        let mut units = 0;
        let mut wide = Vec::new();
        for (at, character) in text.char_indices() {
            units += character.len_utf16();
            if !character.is_ascii() {
                wide.push((at + character.len_utf8(), units));
            }
        }
        Self { text, wide }
    }

    /// The UTF-16 offset of byte offset `byte`. Offsets beyond the end give the end, offsets inside a character its
    /// beginning.
    pub fn offset(&self, byte: usize) -> usize {
        let inside = byte.min(self.text.len());
        let byte = (0..=inside)
            .rev()
            .find(|&at| self.text.is_char_boundary(at))
            .unwrap_or(0);
        let before = self.wide.partition_point(|&(end, _)| end <= byte);
        let (bytes, units) = before
            .checked_sub(1)
            .and_then(|last| self.wide.get(last))
            .copied()
            .unwrap_or_default();
        units + (byte - bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::Utf16;

    #[test]
    fn agrees_with_counting() {
        for text in ["", "plain", "// größe ≥ 2 – 行列 🧮 end", "🧮🧮", "a\u{301}é"] {
            let map = Utf16::new(text);
            for byte in 0..=text.len() + 3 {
                let whole = (0..=byte.min(text.len()))
                    .rev()
                    .find(|&at| text.is_char_boundary(at))
                    .unwrap_or(0);
                assert_eq!(
                    map.offset(byte),
                    text[..whole].encode_utf16().count(),
                    "{text} at {byte}"
                );
            }
        }
    }
}
