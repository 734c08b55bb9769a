//! Why a kernel cannot be compiled, with the place in the Python text.

use tilewright_diag::{Diagnostic, Label, Span};

/// A refusal on its way to whoever reports it.
#[derive(Debug)]
pub enum Fail {
    /// A message for the author.
    Told(Box<Diagnostic>),
    /// Something failed that was reported before.
    Again,
    /// A helper returns from inside of a branch or loop: it has to be written as a loop of its own.
    EarlyReturn,
}

/// What evaluation gives.
pub type Res<T> = Result<T, Fail>;

/// A refusal with a message and what to do.
pub fn fail(code: &'static str, span: Span, message: impl Into<String>, help: impl Into<String>) -> Fail {
    let mut diagnostic = Diagnostic::error(code, Some(span), message);
    let help = help.into();
    if !help.is_empty() {
        diagnostic = diagnostic.with_help(help);
    }
    Fail::Told(Box::new(diagnostic))
}

impl Fail {
    /// With a further place, such as the call of a helper.
    pub fn label(self, span: Span, text: impl Into<String>) -> Self {
        match self {
            Fail::Told(mut diagnostic) => {
                diagnostic.labels.push(Label {
                    span,
                    message: text.into(),
                });
                Fail::Told(diagnostic)
            }
            other => other,
        }
    }
}
