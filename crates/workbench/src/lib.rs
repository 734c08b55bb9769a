//! Running kernels in the browser. It is a module of its own, loaded when a kernel is first run, so that the page
//! itself stays small: it holds the two engines and reads what the compiler's module has made, PTX and calling
//! contract.

#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

use serde::{Deserialize, Serialize};
use std::ops::ControlFlow;
use tilewright_analysis::Arithmetic;
use tilewright_driver::Text;
use tilewright_driver::abi::Abi;
use tilewright_runner::{Form, Launch, Stage};
use wasm_bindgen::prelude::*;

/// Runs once when the module is loaded: a panic is then printed to the console with its place.
#[wasm_bindgen(start)]
pub fn start() {
    console_error_panic_hook::set_once();
}

/// Fills a form in for the kernel `entry` of `source`.
///
/// # Errors
/// Throws a string when the form cannot be filled in: why.
#[wasm_bindgen]
pub fn fill(source: &str, entry: &str, form: JsValue) -> Result<JsValue, JsValue> {
    let form: Form = from_js(form)?;
    let module = tilewright_ir::parse(source).module;
    to_js(&tilewright_runner::fill(&module, entry, &form).map_err(refusal)?)
}

/// The options by which a kernel may compute otherwise than it says.
#[derive(Deserialize)]
struct Leave {
    ftz: bool,
    contract: bool,
    approx: bool,
}

/// A text, with the line of the kernel for each of its lines.
#[derive(Deserialize)]
struct Lines {
    text: String,
    lines: Vec<u32>,
}

/// Runs a kernel in both engines. `progress` is called
/// with a stage now and then; `origin` is the text that `source` was made of, if it was: faults then have their places there.
/// `options` are those that it was compiled with.
///
/// # Errors
/// Throws a string when the kernel cannot be run on this launch: why.
#[wasm_bindgen]
pub fn experiment(
    source: &str,
    origin: Option<String>,
    ptx: JsValue,
    abi: JsValue,
    launch: JsValue,
    options: JsValue,
    progress: &js_sys::Function,
) -> Result<JsValue, JsValue> {
    let (abi, launch): (Abi, Launch) = (from_js(abi)?, from_js(launch)?);
    let Lines { text: ptx, lines } = from_js(ptx)?;
    let Leave { ftz, contract, approx } = from_js(options)?;
    let arithmetic = Arithmetic { ftz, contract, approx };
    let mut tell = |stage: Stage| {
        let told = to_js(&stage).and_then(|stage| progress.call1(&JsValue::NULL, &stage));
        if told.is_ok() {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    };
    let seed = launch.seed;
    let text = Text {
        ir: source,
        origin: origin.as_deref(),
    };
    let program = (&ptx[..], &lines[..]);
    let result = tilewright_runner::experiment_relaxed(text, arithmetic, program, &abi, &launch, seed, &mut tell);
    to_js(&result.map_err(refusal)?)
}

/// As a JavaScript value: maps become objects, as in JSON.
fn to_js<T: Serialize + ?Sized>(value: &T) -> Result<JsValue, JsValue> {
    let serializer = serde_wasm_bindgen::Serializer::json_compatible();
    value.serialize(&serializer).map_err(refusal)
}

fn from_js<T: serde::de::DeserializeOwned>(value: JsValue) -> Result<T, JsValue> {
    serde_wasm_bindgen::from_value(value).map_err(refusal)
}

/// The error that functions throw when they are used wrongly: text, so that the page can tell it from a crash.
fn refusal(error: impl ToString) -> JsValue {
    error.to_string().into()
}
