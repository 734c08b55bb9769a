//! Stands for `unicode_names2` when the Python parser is built.
//!
//! The parser needs that table for `"\N{BULLET}"` alone, and it is three quarters of the parser's size in WebAssembly
//! (573 against 171 KB gzipped). Kernels have no use for it: such a string is a parse error here.

#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

/// The character of a name: no name is known.
pub fn character(_name: &str) -> Option<char> {
    None
}
