//! Links, made for the page.

use crate::refusal;
use tilewright_share::Record;
use wasm_bindgen::prelude::*;

/// The fragment, beginning with `#`, for a record.
///
/// # Errors
///
/// Throws a string for people when the record is not one, or is too large for a link.
#[wasm_bindgen]
pub fn encode_link(record: JsValue) -> Result<String, JsValue> {
    // By way of a JSON value, as the compiler's module reads records: numbers stay as they are.
    let value: serde_json::Value = serde_wasm_bindgen::from_value(record).map_err(refusal)?;
    let record: Record = serde_json::from_value(value).map_err(refusal)?;
    tilewright_share::encode(&record).map_err(refusal)
}
