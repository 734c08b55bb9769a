//! Compiling, for the page.

use serde::Serialize;
use tilewright_diag::TextPlace;
use tilewright_driver::{Options, Report, Text, Timings};
use wasm_bindgen::prelude::*;

/// A compilation with what only a page needs.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Compiled {
    /// The facts, the same that `--emit json` prints.
    pub report: Report,
    /// The times.
    pub timings: Timings,
    /// For each diagnostic of the report, where it is in the browser's counting of the text.
    pub places: Vec<Option<TextPlace>>,
}

impl Compiled {
    /// Compiles `source`.
    pub fn new<'a>(source: impl Into<Text<'a>>, options: &Options) -> Self {
        let source = source.into();
        let compilation = tilewright_driver::compile(source, options);
        Self {
            places: TextPlace::of(&compilation.report.diagnostics, source.shown()),
            report: compilation.report,
            timings: compilation.timings,
        }
    }
}

/// Compiles a kernel. `origin` is the text that a front end made `source` of, if one did: all lines and places of the report are
/// then in that text.
///
/// # Errors
///
/// Throws a string when `options` are not options. A kernel that is wrong is no error here: the report says so.
#[wasm_bindgen]
pub fn compile(source: &str, options: JsValue, origin: Option<String>) -> Result<JsValue, JsValue> {
    let text = Text {
        ir: source,
        origin: origin.as_deref(),
    };
    crate::to_js(&Compiled::new(text, &read(options)?))
}

/// The options of a compilation that asks for nothing in particular.
#[wasm_bindgen]
pub fn default_options() -> Result<JsValue, JsValue> {
    crate::to_js(&Options::default())
}

/// The defaults with the options of a link laid over them: `{ settings, ignored }`.
///
/// # Errors
///
/// Throws a string when `changes` is not an object.
#[wasm_bindgen]
pub fn overlay_options(changes: JsValue) -> Result<JsValue, JsValue> {
    let changes = serde_wasm_bindgen::from_value(changes).map_err(crate::refusal)?;
    crate::to_js(&tilewright_share::overlay::<Options>(&changes))
}

fn read(options: JsValue) -> Result<Options, JsValue> {
    crate::from_js(options)
}
