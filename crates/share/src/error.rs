//! Why a link cannot be made or read, in words for the person who has it.

use std::fmt;

/// Why a link cannot be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EncodeError {
    /// The record, or the link it would give, is over a cap.
    TooLarge {
        /// The thing that is too large: `record` or `link`.
        what: &'static str,
        /// Its size in bytes.
        bytes: usize,
        /// The cap in bytes.
        limit: usize,
    },
    /// The record holds a number that JSON cannot express.
    NotJson,
}

impl fmt::Display for EncodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLarge { what, bytes, limit } => write!(
                f,
                "this kernel is too large for a link: its {what} would take {bytes} bytes and at most {limit} are \
                 allowed; share it as a file instead"
            ),
            Self::NotJson => f.write_str("a setting of this kernel cannot be written as JSON; reset the settings"),
        }
    }
}

impl std::error::Error for EncodeError {}

/// Why a link cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DecodeError {
    /// There is nothing here that looks like a link of ours.
    NotALink,
    /// The link is in a format that this version does not know.
    NewerFormat {
        /// The number after `k`.
        found: u32,
    },
    /// The text is longer than any link of ours.
    LinkTooLong {
        /// Length of the text in bytes.
        length: usize,
        /// The cap in bytes.
        limit: usize,
    },
    /// A character that no link contains.
    BadCharacter {
        /// Its place in the payload, counted in bytes from 0.
        at: usize,
    },
    /// The link ends too early.
    Truncated,
    /// The record is larger than the cap once inflated.
    RecordTooLarge {
        /// The cap in bytes.
        limit: usize,
    },
    /// The link is damaged.
    Corrupt {
        /// Which check failed.
        check: &'static str,
    },
}

impl DecodeError {
    /// A stable name for tools and tests.
    pub fn code(&self) -> &'static str {
        match self {
            Self::NotALink => "not-a-link",
            Self::NewerFormat { .. } => "newer-format",
            Self::LinkTooLong { .. } => "link-too-long",
            Self::BadCharacter { .. } => "bad-character",
            Self::Truncated => "truncated",
            Self::RecordTooLarge { .. } => "record-too-large",
            Self::Corrupt { .. } => "corrupt",
        }
    }
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotALink => f.write_str(
                "this is not a kernel link: a link contains '#k1.' followed by letters, digits, '-' and '_'",
            ),
            Self::NewerFormat { found } => write!(
                f,
                "this link is in format k{found}, made by a newer version; open it on the current public page, or \
                 update tilewright"
            ),
            Self::LinkTooLong { length, limit } => write!(
                f,
                "this link is too long: {length} bytes, and a link has at most {limit}; ask for the kernel as a file"
            ),
            Self::BadCharacter { at } => write!(
                f,
                "this link is damaged: character {} after '#k1.' is not one that links use; copy the whole link \
                 again from where it came",
                at + 1
            ),
            Self::Truncated => {
                f.write_str("this link is cut short: its end is missing; copy the whole link again from where it came")
            }
            Self::RecordTooLarge { limit } => write!(
                f,
                "this link unpacks to more than {limit} bytes, which no kernel link does; ask for the kernel as a file"
            ),
            Self::Corrupt { check } => {
                write!(
                    f,
                    "this link is damaged ({check}); copy the whole link again from where it came"
                )
            }
        }
    }
}

impl std::error::Error for DecodeError {}
