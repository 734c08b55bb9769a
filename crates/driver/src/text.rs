//! The text of a kernel, and of what it was made of.

use tilewright_ir::{Parsed, ReadOptions, parse_with};

/// Tile IR, and the text in another language that a front end made it of, if there is one. All that is told of the kernel
/// then has its place there: messages, lines of schedules and listings.
#[derive(Clone, Copy, Debug)]
pub struct Text<'a> {
    /// The Tile IR, with the places in the other text as its `loc(...)`.
    pub ir: &'a str,
    /// The text that it was made of.
    pub origin: Option<&'a str>,
}

impl<'a> Text<'a> {
    /// The text that places are in.
    pub fn shown(self) -> &'a str {
        self.origin.unwrap_or(self.ir)
    }

    /// Reads it.
    pub fn parse(self) -> Parsed {
        self.parse_with(ReadOptions::default())
    }

    /// The same with options.
    pub fn parse_with(self, options: ReadOptions<'_>) -> Parsed {
        let options = ReadOptions {
            origin: self.origin,
            ..options
        };
        parse_with(self.ir, options)
    }
}

impl<'a> From<&'a str> for Text<'a> {
    fn from(ir: &'a str) -> Self {
        Self { ir, origin: None }
    }
}

impl<'a> From<&'a String> for Text<'a> {
    fn from(ir: &'a String) -> Self {
        Text::from(ir.as_str())
    }
}
