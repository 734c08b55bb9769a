//! Links that the page is opened with. They are made in the module of the tools.

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

/// Reads a link or a fragment, an [`Opened`]; never throws for a bad one, but says what is wrong with it.
#[wasm_bindgen]
pub fn decode_link(link: &str) -> String {
    crate::to_json(&Opened::from(tilewright_share::decode(link)))
}
