//! Links, made for the page.

use crate::{from_js, refusal};
use tilewright_share::Record;
use wasm_bindgen::prelude::*;

/// The fragment, beginning with `#`, for a record.
///
/// # Errors
///
/// Throws a string for people when the record is not one, or is too large for a link.
#[wasm_bindgen]
pub fn encode_link(record: JsValue) -> Result<String, JsValue> {
    let record: Record = from_js(record)?;
    tilewright_share::encode(&record).map_err(refusal)
}
