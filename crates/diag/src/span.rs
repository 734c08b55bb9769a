//! A range of source text.

use serde::{Deserialize, Serialize};

/// A half-open range of byte offsets into one source text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Span {
    /// Offset of the first byte.
    pub start: u32,
    /// Offset just after the last byte.
    pub end: u32,
}

impl Span {
    /// The span of the bytes `start..end`.
    pub fn new(start: usize, end: usize) -> Self {
        // Sources over 4 GiB are refused long before spans are made.
        Self {
            start: start as u32,
            end: end.max(start) as u32,
        }
    }

    /// The empty span at `offset`.
    pub fn at(offset: usize) -> Self {
        Self::new(offset, offset)
    }
}
