//! Source text, spans and diagnostics as data, with a renderer for the terminal (feature `render`).
//!
//! This crate knows no IR. A [`Diagnostic`] says where ([`Span`]), what (`message`), why (`labels`, `notes`) and what
//! to do (`help`); text for people is made from it at the edge.

mod diagnostic;
mod lines;
pub mod printf;
#[cfg(feature = "render")]
mod render;
mod span;

pub use diagnostic::{Diagnostic, Label, Severity};
pub use lines::{LineColumn, LineIndex};
#[cfg(feature = "render")]
pub use render::render;
pub use span::Span;
