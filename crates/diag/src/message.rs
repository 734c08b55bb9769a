//! Diagnostics whose places are lines and columns: what people and programs are told.

use crate::{Diagnostic, LineColumn, LineIndex, Severity, Span};
use serde::{Deserialize, Serialize};

/// A range of the source: byte offsets, and line and column of its start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Range {
    /// Offset of the first byte.
    pub start: u32,
    /// Offset just after the last byte.
    pub end: u32,
    /// Line of the first byte, from 1.
    pub line: u32,
    /// Column of the first byte in Unicode scalar values, from 1.
    pub column: u32,
}

/// A diagnostic whose places are lines and columns.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Message {
    /// Error, warning or note.
    pub severity: Severity,
    /// A stable name for this kind of message.
    pub code: String,
    /// The fault, in one sentence.
    pub message: String,
    /// Its place; none where the input as a whole is meant.
    pub range: Option<Range>,
    /// Other places that belong to it.
    pub labels: Vec<PlaceNote>,
    /// Reasons.
    pub notes: Vec<String>,
    /// A way to correct it.
    pub help: Option<String>,
}

/// A second place of a message.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct PlaceNote {
    /// The place.
    pub range: Range,
    /// A remark on the place.
    pub message: String,
}

impl Message {
    /// A diagnostic about `source`.
    pub fn new(diagnostic: &Diagnostic, source: &str, index: &LineIndex) -> Self {
        let range = |span: Span| {
            let LineColumn { line, column } = index.line_column(source, span.start);
            Range {
                start: span.start,
                end: span.end,
                line,
                column,
            }
        };
        let labels = diagnostic.labels.iter();
        Self {
            severity: diagnostic.severity,
            code: diagnostic.code.clone(),
            message: diagnostic.message.clone(),
            range: diagnostic.span.map(range),
            labels: labels
                .map(|l| PlaceNote {
                    range: range(l.span),
                    message: l.message.clone(),
                })
                .collect(),
            notes: diagnostic.notes.clone(),
            help: diagnostic.help.clone(),
        }
    }

    /// The diagnostic again, for a renderer that draws the source.
    pub fn diagnostic(&self) -> Diagnostic {
        let span = |range: Range| Span {
            start: range.start,
            end: range.end,
        };
        let mut diagnostic = Diagnostic::error(self.code.clone(), self.range.map(span), self.message.clone());
        diagnostic.severity = self.severity;
        diagnostic.notes = self.notes.clone();
        diagnostic.help = self.help.clone();
        for label in &self.labels {
            diagnostic = diagnostic.with_label(span(label.range), label.message.clone());
        }
        diagnostic
    }

    /// Whether it says that the compiler is wrong, not the kernel.
    pub fn is_internal(&self) -> bool {
        self.code == "internal"
    }
}
