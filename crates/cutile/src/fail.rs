//! Why a kernel cannot be compiled, with the place in the Python text.

use tilewright_diag::{Diagnostic, Label, Span};

/// A refusal on its way to whoever reports it.
#[derive(Clone, Debug)]
pub enum Fail {
    /// A message for the author.
    Told(Box<Diagnostic>),
    /// Something failed that was reported before.
    Again,
}

/// The result of an evaluation.
pub type Res<T> = Result<T, Fail>;

/// A refusal with a message and what to do.
pub fn fail(code: &'static str, span: Span, message: impl Into<String>, help: impl Into<String>) -> Fail {
    let help = help.into();
    let help = if help.is_empty() {
        general_help(code).to_string()
    } else {
        help
    };
    let diagnostic = Diagnostic::error(code, Some(span), message).with_help(help);
    Fail::Told(Box::new(diagnostic))
}

/// General advice on a kind of fault, where nothing better is known.
fn general_help(code: &str) -> &'static str {
    match code {
        "python.call" => "compare the call with the parameters of the function",
        "python.attribute" => "look at what the value is: a tile, an array, a constant",
        "python.constant" => "what must be known when the kernel is compiled is a number, or a `ct.Constant` parameter",
        "python.unsupported" => "write it with what kernels have: assignments, calls, `if`, `for`, `while`",
        _ => "make the values of the types and shapes that are needed: `.astype(...)`, `.reshape(...)`",
    }
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
