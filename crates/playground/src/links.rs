//! Links that the page is opened with. They are made in the module of the tools.

use serde::Serialize;
use tilewright_share::{DecodeError, MAX_RECORD_BYTES, Record};
use wasm_bindgen::prelude::*;

/// The result of opening a link.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Opened {
    /// It opened.
    Opened {
        /// The record that it carries.
        record: Record,
    },
    /// It did not.
    Refused {
        /// A stable name for the reason.
        code: &'static str,
        /// The reason, and what to do, in words.
        message: String,
    },
}

impl From<Result<Record, DecodeError>> for Opened {
    fn from(result: Result<Record, DecodeError>) -> Self {
        match result {
            Ok(record) => Self::Opened { record },
            Err(error) => Self::Refused {
                code: error.code(),
                message: error.to_string(),
            },
        }
    }
}

/// The bytes that a link or a fragment packs; none where it does not open, and [`decode_link`] says why. The browser inflates them, who can do it
/// anyway: to [`longest_record`] bytes, and one more where there are more.
#[wasm_bindgen]
pub fn packed_link(link: &str) -> Vec<u8> {
    // Absent: what does not open packs nothing.
    tilewright_share::packed(link).unwrap_or_default()
}

/// The size in bytes beyond which a record is refused.
#[wasm_bindgen]
pub fn longest_record() -> usize {
    MAX_RECORD_BYTES
}

/// Reads a link or a fragment, an [`Opened`], by what its bytes inflate to; without that, by whether they end too early. Never throws for a bad
/// one, but says what is wrong with it.
#[wasm_bindgen]
pub fn decode_link(link: &str, inflated: Option<Vec<u8>>, ends_early: bool) -> String {
    let record = tilewright_share::packed(link).and_then(|_| match inflated {
        Some(body) if body.len() > MAX_RECORD_BYTES => Err(DecodeError::RecordTooLarge {
            limit: MAX_RECORD_BYTES,
        }),
        Some(body) => tilewright_share::read(&body),
        None if ends_early => Err(DecodeError::Truncated),
        None => Err(DecodeError::Corrupt {
            check: "it does not inflate",
        }),
    });
    crate::to_json(&Opened::from(record))
}
