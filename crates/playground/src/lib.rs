//! The compiler for the browser: functions that JavaScript calls, and nothing else. Values cross as JSON, since objects of JavaScript that
//! are made here, one by one, are more code and take longer; their TypeScript types are generated from the Rust types (see `tests/types.rs`).

#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod catalogue;
mod compile;
mod links;

pub use catalogue::{Target, targets};
pub use compile::{Compiled, compile, default_options, layouts, overlay_options, passes};
pub use links::{Opened, decode_link, longest_record, packed_link};

use serde::Serialize;
use serde_json::Value;
use wasm_bindgen::prelude::*;

/// Version of the compiler.
#[wasm_bindgen]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").into()
}

/// As JSON.
fn to_json<T: Serialize + ?Sized>(value: &T) -> String {
    // Absent: JSON refuses only maps with keys that are no text, which nothing here has.
    serde_json::to_string(value).unwrap_or_default()
}

/// From JSON.
fn from_json(json: &str) -> Result<Value, JsValue> {
    serde_json::from_str(json).map_err(refusal)
}

/// The error that functions throw when they are used wrongly: text, so that the page can tell it from a crash.
fn refusal(error: impl ToString) -> JsValue {
    error.to_string().into()
}
