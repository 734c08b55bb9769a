//! Source text, spans and diagnostics as data, with a renderer for the terminal (feature `render`).
//!
//! This crate knows no IR. A [`Diagnostic`] says where ([`Span`]), what (`message`), why (`labels`, `notes`) and what
//! to do (`help`); text for people is made from it at the edge.

#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod count;
mod diagnostic;
mod languages;
mod lines;
mod message;
pub mod printf;
#[cfg(feature = "render")]
mod render;
mod span;
mod utf16;

pub use count::{counted, of_things};
pub use diagnostic::{Diagnostic, Label, OUR_MISTAKE, Severity};
pub use languages::{no_language, other_language};
pub use lines::{LineColumn, LineIndex};
pub use message::{Message, PlaceNote, Range};
#[cfg(feature = "render")]
pub use render::render;
pub use span::Span;
pub use utf16::{TextPlace, Utf16};
