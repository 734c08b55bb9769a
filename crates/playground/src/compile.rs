//! Compiling, for the page.

use serde::Serialize;
use std::cell::RefCell;
use tilewright_diag::TextPlace;
use tilewright_driver::{Asked, Options, Report, Text, Timings, Trace};
use wasm_bindgen::prelude::*;

/// A compilation with what only a page needs.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Compiled<'a> {
    /// The facts, the same that `--emit json` prints; the passes come with [`passes`].
    pub report: &'a Report,
    /// The times.
    pub timings: Timings,
    /// For each diagnostic of the report, where it is in the browser's counting of the text.
    pub places: Vec<Option<TextPlace>>,
    /// Whether there is IR: the text could be read.
    pub has_ir: bool,
}

thread_local! {
    /// The newest compilation that has IR, which is printed when it is asked for.
    static NEWEST: RefCell<Option<Trace>> = const { RefCell::new(None) };
}

/// Compiles a kernel, to a [`Compiled`]. `origin` is the text that a front end made `source` of, if one did: all lines and places of the report are
/// then in that text. The IR at the pass boundaries is not printed yet: that takes as long as several passes, and [`passes`] can
/// do it when the verdict is on the screen. `machine` is a model of the user's own that loops are scheduled in.
///
/// # Errors
///
/// Throws a string when `options` are not options or `machine` is no model. A kernel that is wrong is no error here: the report says so.
#[wasm_bindgen]
pub fn compile(
    source: &str,
    options: &str,
    origin: Option<String>,
    machine: Option<String>,
) -> Result<String, JsValue> {
    let text = Text {
        ir: source,
        origin: origin.as_deref(),
    };
    let options = Options::read(&crate::from_json(options)?).map_err(crate::refusal)?;
    let machine = machine.map(|text| tilewright_machine::read_atoms(&text)).transpose();
    let machine = machine.map_err(|misfit| crate::refusal(format!("machine model: {misfit}")))?;
    let asked = Asked {
        atoms: machine.as_ref(),
        ..Asked::from(&options)
    };
    let trace = tilewright_driver::trace_asked(text, asked, None);
    let has_ir = !trace.snapshots.is_empty();
    let compiled = crate::to_json(&Compiled {
        report: &trace.report,
        timings: trace.timings(),
        places: TextPlace::of(&trace.report.diagnostics, text.shown()),
        has_ir,
    });
    if has_ir {
        NEWEST.set(Some(trace));
    }
    Ok(compiled)
}

/// The passes of the newest compilation that has IR, with the IR after each.
#[wasm_bindgen]
pub fn passes() -> String {
    // Absent: nothing has been compiled.
    let passes = NEWEST.with_borrow(|newest| newest.as_ref().map(Trace::passes).unwrap_or_default());
    crate::to_json(&passes)
}

/// The layouts of the newest compilation that has IR, with their candidates.
#[wasm_bindgen]
pub fn layouts() -> String {
    // Absent: nothing has been compiled.
    let layouts = NEWEST.with_borrow(|newest| newest.as_ref().map(Trace::layouts).unwrap_or_default());
    crate::to_json(&layouts)
}

/// The options of a compilation that asks for nothing in particular.
#[wasm_bindgen]
pub fn default_options() -> String {
    crate::to_json(&Options::default())
}

/// The defaults with the options of a link laid over them: `{ settings, ignored }`.
///
/// # Errors
///
/// Throws a string when `changes` is not an object.
#[wasm_bindgen]
pub fn overlay_options(changes: &str) -> Result<String, JsValue> {
    let changes = crate::from_json(changes)?;
    let fields = changes
        .as_object()
        .ok_or_else(|| crate::refusal("the options of a link are an object"))?;
    Ok(crate::to_json(&tilewright_share::overlay(fields, Options::read)))
}
