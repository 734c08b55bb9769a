//! Links, for the page.

use serde::Serialize;
use tilewright_share::{DecodeError, Record};
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

/// The fragment, beginning with `#`, for a record.
///
/// # Errors
///
/// Throws a string for people when the record is not one, or is too large for a link.
#[wasm_bindgen]
pub fn encode_link(record: JsValue) -> Result<String, JsValue> {
    let record: Record = crate::from_js(record)?;
    tilewright_share::encode(&record).map_err(crate::refusal)
}

/// Reads a link or a fragment; never throws for a bad one, but says what is wrong with it.
#[wasm_bindgen]
pub fn decode_link(link: &str) -> Result<JsValue, JsValue> {
    crate::to_js(&Opened::from(tilewright_share::decode(link)))
}
