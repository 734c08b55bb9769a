//! The compiler for the browser: functions that JavaScript calls, and nothing else. Values cross as plain objects whose
//! TypeScript types are generated from the Rust types (see `tests/types.rs`).

#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod catalogue;
mod compile;
mod links;

pub use catalogue::{Target, targets};
pub use compile::{Compiled, compile, default_options, layouts, overlay_options, passes};
pub use links::{Opened, decode_link};

use serde::Serialize;
use serde::de::DeserializeOwned;
use wasm_bindgen::prelude::*;

/// Runs once when the module is loaded: a panic is then printed to the console with its place.
#[wasm_bindgen(start)]
pub fn start() {
    tilewright_platform::report_panics();
}

/// Version of the compiler.
#[wasm_bindgen]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").into()
}

/// As a JavaScript value: maps become objects, as in JSON.
fn to_js<T: Serialize + ?Sized>(value: &T) -> Result<JsValue, JsValue> {
    value
        .serialize(&serde_wasm_bindgen::Serializer::json_compatible())
        .map_err(refusal)
}

/// From a JavaScript value. By way of a JSON value, so that the module has one set of readers, which links need anyway.
fn from_js<T: DeserializeOwned>(value: JsValue) -> Result<T, JsValue> {
    let value: serde_json::Value = serde_wasm_bindgen::from_value(value).map_err(refusal)?;
    serde_json::from_value(value).map_err(refusal)
}

/// The error that functions throw when they are used wrongly: text, so that the page can tell it from a crash.
fn refusal(error: impl ToString) -> JsValue {
    error.to_string().into()
}
