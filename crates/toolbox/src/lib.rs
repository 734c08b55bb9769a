//! The tools beside the compiler for the browser: bytecode, links, schedules of loop graphs, verdicts on barrier programs, tile
//! schedulers, drawings of graphs. A module of its own, loaded when one of them is first used, so that the page opens without it.

#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod barriers;
mod bytecode;
mod graph;
mod links;
mod loops;
mod tiles;

pub use barriers::{ProgramVerdict, check_pipeline};
pub use bytecode::{assemble, disassemble};
pub use graph::{Drawing, Graph, Line, MOST_BOXES, MOST_LINES, Point, Size, Way, lay_out};
pub use links::encode_link;
pub use loops::{ScheduledGraph, schedule};
pub use tiles::{compare_schedulers, tile_map};

use serde::Serialize;
use serde::de::DeserializeOwned;
use wasm_bindgen::prelude::*;

/// Runs once when the module is loaded: a panic is then printed to the console with its place.
#[wasm_bindgen(start)]
pub fn start() {
    tilewright_platform::report_panics();
}

/// As a JavaScript value: maps become objects, as in JSON.
fn to_js<T: Serialize + ?Sized>(value: &T) -> Result<JsValue, JsValue> {
    let serializer = serde_wasm_bindgen::Serializer::json_compatible();
    value.serialize(&serializer).map_err(refusal)
}

/// From a JavaScript value. By way of a JSON value, as the compiler's module reads them: numbers stay as they are.
fn from_js<T: DeserializeOwned>(value: JsValue) -> Result<T, JsValue> {
    let value: serde_json::Value = serde_wasm_bindgen::from_value(value).map_err(refusal)?;
    serde_json::from_value(value).map_err(refusal)
}

/// The error that functions throw when they are used wrongly: text, so that the page can tell it from a crash.
fn refusal(error: impl ToString) -> JsValue {
    error.to_string().into()
}
