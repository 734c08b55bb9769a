//! Why a loop is pipelined as it is, or not at all: reasons as data, and the one place where words are made of them.
//!
//! Each reason has a stable code, which `docs/codes` explains, and the values that its words have places for. A refusal
//! always says what to do.

mod agents;
mod choice;
mod plain;
mod refusal;
mod registers;

pub use agents::{AgentRefusal, ONE_PRODUCT, PingPongRefusal};
pub use choice::{How, NoTma, Standing, of_depth, of_tables, of_together};
pub use plain::{Left, Limit, of_flight};
pub use refusal::LoopRefusal;
pub use registers::{Accumulators, FourStageRegisters, StageMemory};
pub use tilewright_analysis::words::Words;
pub use tilewright_analysis::{Copier, ViewFault};

use tilewright_analysis::words::{Values, choice, refusal};
use tilewright_diag::{Diagnostic, Severity, Span};

/// Cycles as they are shown: without a fraction.
fn cycles(cycles: f64) -> String {
    (cycles.round_ties_even() as i64).to_string()
}

/// A refusal and its place.
#[derive(Clone, PartialEq, Debug)]
pub struct Refused {
    /// Why.
    pub why: LoopRefusal,
    /// Where.
    pub span: Option<Span>,
    /// The store that a load may read from.
    pub store: Option<Span>,
}

impl Refused {
    /// A refusal at a place.
    pub fn at(span: Option<Span>, why: LoopRefusal) -> Self {
        Self { why, span, store: None }
    }

    /// Its diagnostic: a warning where the kernel is compiled all the same.
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
