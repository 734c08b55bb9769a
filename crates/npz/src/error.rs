//! The reasons for which a file is refused.

use std::fmt;

/// Why a file cannot be read or written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Error {
    message: String,
}

impl Error {
    pub(crate) fn new(message: impl Into<String>) -> Error {
        Error {
            message: message.into(),
        }
    }

    /// Says which member of an archive it was.
    pub(crate) fn within(self, member: &str) -> Error {
        Error {
            message: format!("array `{member}`: {}", self.message),
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Error {}
