//! The reasons for which a text or a tree is refused.

use crate::source_map::Pos;
use std::borrow::Cow;
use std::fmt;

/// A refusal: where, what, and what to do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Error {
    /// Where in the text.
    pub pos: Pos,
    /// The fault.
    pub message: Cow<'static, str>,
    /// Advice.
    pub help: Cow<'static, str>,
}

impl Error {
    pub(crate) fn new(pos: Pos, message: impl Into<Cow<'static, str>>, help: impl Into<Cow<'static, str>>) -> Error {
        Error {
            pos,
            message: message.into(),
            help: help.into(),
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.pos.line, self.pos.col, self.message)?;
        if !self.help.is_empty() {
            write!(f, " ({})", self.help)?;
        }
        Ok(())
    }
}

impl std::error::Error for Error {}
