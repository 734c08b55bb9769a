//! Why a loop is pipelined as it is, or not at all: reasons as data, and the one place where words are made of them.
//!
//! Each reason has a stable code, which `docs/codes` explains, and the values that its words have places for. A refusal
//! always says what to do.

mod agents;
mod choice;
mod refusal;
mod registers;
mod view;

pub use agents::{AgentRefusal, PingPongRefusal};
pub use choice::{How, NoTma, Standing, of_depth, of_tables};
pub use refusal::Refusal;
pub use registers::{Accumulators, FourStageRegisters, StageMemory};
pub use view::{Copier, ViewFault};

use std::fmt::Display;
use tilewright_diag::{Diagnostic, Severity, Span};

/// A reason in words.
#[derive(Clone, PartialEq, Debug)]
pub struct Words {
    /// Its stable name.
    pub code: &'static str,
    /// The message, in one sentence.
    pub message: String,
    /// The rules and numbers behind it.
    pub notes: Vec<String>,
    /// The help; empty for a choice.
    pub help: String,
    /// The values in the words, by name.
    pub values: Vec<(&'static str, String)>,
}

/// Values by name, for the places of a text.
type Values<'a> = &'a [(&'static str, &'a dyn Display)];

/// A refusal's words: `{name}` in a text is the place of a value; a note may be empty.
fn refusal(code: &'static str, message: &str, note: &str, help: &str, values: Values<'_>) -> Words {
    let values: Vec<_> = values.iter().map(|(name, value)| (*name, value.to_string())).collect();
    let fill = |text: &str| {
        let mut text = text.to_string();
        for (name, value) in &values {
            text = text.replace(&["{", name, "}"].concat(), value);
        }
        text
    };
    Words {
        code,
        message: fill(message),
        notes: Some(fill(note)).into_iter().filter(|note| !note.is_empty()).collect(),
        help: fill(help),
        values,
    }
}

/// A choice's words: nothing is to be done about it.
fn choice(code: &'static str, message: &str, values: Values<'_>) -> Words {
    refusal(code, message, "", "", values)
}

/// Cycles as they are shown: without a fraction.
fn cycles(cycles: f64) -> String {
    format!("{cycles:.0}")
}

/// A refusal and its place.
#[derive(Clone, PartialEq, Debug)]
pub struct Refused {
    /// Why.
    pub why: Refusal,
    /// Where.
    pub span: Option<Span>,
    /// The store that a load may read from.
    pub store: Option<Span>,
}

impl Refused {
    /// A refusal at a place.
    pub fn at(span: Option<Span>, why: Refusal) -> Self {
        Self { why, span, store: None }
    }

    /// What is told of it: a warning where the kernel is compiled all the same.
    pub fn diagnostic(&self, severity: Severity) -> Diagnostic {
        let words = self.why.words();
        let mut told = Diagnostic::error(words.code, self.span, words.message).with_severity(severity);
        told.notes = words.notes;
        if let Some(store) = self.store {
            told = told.with_label(store, "the load's token comes from here");
        }
        told.with_help(words.help)
    }

    /// The same as what ends the compilation.
    pub fn error(&self) -> Box<Diagnostic> {
        Box::new(self.diagnostic(Severity::Error))
    }
}
