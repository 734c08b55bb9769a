//! Stands for `unicode-normalization` when the Python parser is built.
//!
//! The parser brings names to one form (NFKC), so that a letter that Unicode spells in two ways is one letter. The tables
//! for that are an eighth of the module that reads Python in a browser, and kernels have no use for them: names are compared
//! as they are written here (docs/cutile.md says so).

#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

/// The methods of a text that the parser calls.
pub trait UnicodeNormalization {
    /// The characters, as they are.
    fn nfkc(&self) -> std::str::Chars<'_>;
}

impl UnicodeNormalization for str {
    fn nfkc(&self) -> std::str::Chars<'_> {
        self.chars()
    }
}
