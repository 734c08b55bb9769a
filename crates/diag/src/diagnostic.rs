//! Diagnostics: what is wrong, where, why, and what to do about it.

use crate::Span;
use serde::{Deserialize, Serialize};

/// The severity of a diagnostic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// The input is refused.
    Error,
    /// The input is taken, but something in it is probably not meant.
    Warning,
    /// A fact worth knowing, such as a hint that is not honoured.
    Note,
}

/// A second place that explains the first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Label {
    /// Where.
    pub span: Span,
    /// The remark at that place.
    pub message: String,
}

/// One message to the author of a kernel.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Diagnostic {
    /// Its severity.
    pub severity: Severity,
    /// A stable name for this kind of message, such as `parse` or `verify.type`.
    pub code: String,
    /// The fault, in one sentence.
    pub message: String,
    /// Where; none where the input as a whole is meant.
    pub span: Option<Span>,
    /// Other places that explain it.
    pub labels: Vec<Label>,
    /// Why it is wrong: rules, numbers.
    pub notes: Vec<String>,
    /// Advice: a change that would help.
    pub help: Option<String>,
}

/// The note of a message that blames the compiler.
pub const OUR_MISTAKE: &str = "this is our mistake, not the kernel's";

impl Diagnostic {
    /// An error at `span`.
    pub fn error(code: impl Into<String>, span: Option<Span>, message: impl Into<String>) -> Self {
        Self {
            severity: Severity::Error,
            code: code.into(),
            message: message.into(),
            span,
            labels: Vec::new(),
            notes: Vec::new(),
            help: None,
        }
    }

    /// An error that blames the compiler: it contradicts itself at `span`.
    pub fn internal(span: Option<Span>, message: impl Into<String>) -> Self {
        Self::error("internal", span, message).with_note(OUR_MISTAKE)
    }

    /// The same with another severity.
    pub fn with_severity(mut self, severity: Severity) -> Self {
        self.severity = severity;
        self
    }

    /// The same with a second place.
    pub fn with_label(mut self, span: Span, message: impl Into<String>) -> Self {
        self.labels.push(Label {
            span,
            message: message.into(),
        });
        self
    }

    /// The same with a reason.
    pub fn with_note(mut self, note: impl Into<String>) -> Self {
        self.notes.push(note.into());
        self
    }

    /// The same with advice.
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Whether the input is refused because of it.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}
