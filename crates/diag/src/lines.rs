//! From byte offsets to lines and columns.

use serde::{Deserialize, Serialize};

/// A place in a text as people count: both from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct LineColumn {
    /// Line, from 1.
    pub line: u32,
    /// Column in Unicode scalar values, from 1.
    pub column: u32,
}

/// Where each line of a text starts.
#[derive(Clone, Debug)]
pub struct LineIndex {
    starts: Vec<u32>,
}

impl LineIndex {
    /// Reads the line starts of `text`.
    pub fn new(text: &str) -> Self {
        let bytes = text.as_bytes();
        let mut starts = vec![0];
        // A line ends in LF, in CR LF, or in CR alone, which is rare.
        if text.contains('\r') {
            let ends = |i: usize, byte: u8| byte == b'\n' || byte == b'\r' && bytes.get(i + 1) != Some(&b'\n');
            let ends = bytes.iter().enumerate().filter(|&(i, &byte)| ends(i, byte));
            starts.extend(ends.map(|(i, _)| i as u32 + 1));
        } else {
            starts.extend(text.match_indices('\n').map(|(i, _)| i as u32 + 1));
        }
        Self { starts }
    }

    /// The line, from 1, that holds byte `offset`.
    pub fn line(&self, offset: u32) -> u32 {
        self.starts.partition_point(|&start| start <= offset) as u32
    }

    /// Where a line starts, counted from 1.
    pub fn start(&self, line: u32) -> u32 {
        self.starts[(line as usize).clamp(1, self.starts.len()) - 1]
    }

    /// The byte at a line and column of `text`, both from 1; places behind the end of a line count as its end.
    pub fn offset(&self, text: &str, line: u32, column: u32) -> u32 {
        let start = (self.start(line) as usize).min(text.len());
        let rest = text[start..].lines().next().unwrap_or("");
        let skipped = rest.char_indices().nth(column.saturating_sub(1) as usize);
        (start + skipped.map_or(rest.len(), |(at, _)| at)) as u32
    }

    /// The line and column of byte `offset` of `text`; offsets past the end count as the end.
    pub fn line_column(&self, text: &str, offset: u32) -> LineColumn {
        let offset = (offset as usize).min(text.len());
        let line = self.line(offset as u32);
        let start = self.starts[line as usize - 1] as usize;
        let column = text.as_bytes()[start..offset]
            .iter()
            .filter(|&&b| b & 0xC0 != 0x80)
            .count() as u32
            + 1;
        LineColumn { line, column }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_lines_and_columns_from_one() {
        let text = "a\nbé c\n";
        let index = LineIndex::new(text);
        assert_eq!(index.line_column(text, 0), LineColumn { line: 1, column: 1 });
        assert_eq!(index.line_column(text, 2), LineColumn { line: 2, column: 1 });
        // The two bytes of é are one column.
        assert_eq!(index.line_column(text, 6), LineColumn { line: 2, column: 4 });
        assert_eq!(index.line_column(text, 99), LineColumn { line: 3, column: 1 });
    }

    #[test]
    fn offsets_are_found_again() {
        let text = "a\nbé c\n";
        let index = LineIndex::new(text);
        for offset in [0, 1, 2, 3, 5, 6, 7] {
            let place = index.line_column(text, offset);
            assert_eq!(index.offset(text, place.line, place.column), offset);
        }
        assert_eq!(index.offset(text, 1, 9), 1);
        assert_eq!(index.offset(text, 9, 9), text.len() as u32);
    }

    #[test]
    fn every_end_of_a_line_counts_once() {
        for text in ["a\nb\nc", "a\r\nb\r\nc", "a\rb\rc"] {
            let index = LineIndex::new(text);
            let last = LineColumn { line: 3, column: 1 };
            assert_eq!(index.line_column(text, text.len() as u32 - 1), last);
        }
    }
}
