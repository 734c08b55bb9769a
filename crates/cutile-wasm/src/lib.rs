//! cuTile Python in the browser: a module of its own, loaded when the first Python is compiled, so that the page opens
//! without it. It holds the parser and the front end; the compiler's module takes the Tile IR that it makes.

use serde::Serialize;
use tilewright_cutile::Request;
use tilewright_diag::{LineIndex, Message};
use wasm_bindgen::prelude::*;

#[derive(Serialize)]
struct L {
    text: Option<String>,
    messages: Vec<Message>,
}

/// Runs once when the module is loaded: a panic is then printed to the console with its place.
#[wasm_bindgen(start)]
pub fn start() {
    console_error_panic_hook::set_once();
}

/// x
#[wasm_bindgen]
pub fn lower(source: &str, kernel: Option<String>) -> Result<JsValue, JsValue> {
    let request = Request {
        file: "kernel.py",
        kernel: kernel.as_deref(),
        ..Request::default()
    };
    let (text, found) = match tilewright_cutile::lower(source, &request) {
        Ok(lowered) => (Some(lowered.text), lowered.notes),
        Err(errors) => (None, errors),
    };
    let index = LineIndex::new(source);
    let messages = found.iter().map(|d| Message::new(d, source, &index)).collect();
    to_js(&L { text, messages })
}

/// As a JavaScript value: maps become objects, as in JSON.
fn to_js<T: Serialize + ?Sized>(value: &T) -> Result<JsValue, JsValue> {
    let serializer = serde_wasm_bindgen::Serializer::json_compatible();
    value.serialize(&serializer).map_err(|e| e.to_string().into())
}
