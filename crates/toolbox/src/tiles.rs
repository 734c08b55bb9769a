//! Tile maps and the schedulers side by side, for the page.

use js_sys::{Reflect, Uint32Array};
use tilewright_driver::tiles::TileProblem;
use wasm_bindgen::prelude::*;

/// The map of a problem: its `TileFacts`, with the numbers of [`TileProblem::map`] as `pieces_data`.
///
/// # Errors
///
/// Throws a string that says which rule the problem breaks.
#[wasm_bindgen]
pub fn tile_map(problem: JsValue) -> Result<JsValue, JsValue> {
    let (facts, pieces) = read(problem)?.map().map_err(crate::refusal)?;
    let map = crate::to_js(&facts)?;
    Reflect::set(&map, &"pieces_data".into(), &Uint32Array::from(pieces.as_slice()))?;
    Ok(map)
}

/// The schedulers side by side, or null where the problem is too large.
///
/// # Errors
///
/// Throws a string when `problem` is not one.
#[wasm_bindgen]
pub fn compare_schedulers(problem: JsValue) -> Result<JsValue, JsValue> {
    crate::to_js(&read(problem)?.compare())
}

fn read(problem: JsValue) -> Result<TileProblem, JsValue> {
    crate::from_js(problem)
}
