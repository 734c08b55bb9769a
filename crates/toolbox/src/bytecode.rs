//! Bytecode, for the page.

use tilewright_diag::{Diagnostic, LineIndex};
use wasm_bindgen::prelude::*;

/// The text of bytecode.
///
/// # Errors
///
/// Throws a string for people when the file is refused.
#[wasm_bindgen]
pub fn disassemble(bytes: &[u8]) -> Result<String, JsValue> {
    tilewright_bytecode::disassemble(bytes, false).map_err(|why| refusal(&why, ""))
}

/// The bytecode of a text, of the version that is written where no other is asked for.
///
/// # Errors
///
/// Throws a string for people when the text is wrong, or bytecode has no room for it.
#[wasm_bindgen]
pub fn assemble(source: &str) -> Result<Vec<u8>, JsValue> {
    tilewright_bytecode::assemble(source, Default::default()).map_err(|why| refusal(&why, source))
}

/// The first error, with its line.
fn refusal(found: &[Diagnostic], source: &str) -> JsValue {
    let Some(first) = found.iter().find(|diagnostic| diagnostic.is_error()) else {
        return JsValue::NULL;
    };
    let line = first.span.map(|span| LineIndex::new(source).line(span.start));
    let place = line.map(|line| format!("line {line}: ")).unwrap_or_default();
    crate::refusal(format!("{place}{}", first.message))
}
