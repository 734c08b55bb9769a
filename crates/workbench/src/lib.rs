//! Running kernels in the browser. It is a module of its own, loaded when a kernel is first run, so that the page
//! itself stays small: it holds the two engines and reads what the compiler's module has made, PTX and calling
//! contract.

#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

use serde::{Deserialize, Serialize};
use std::ops::ControlFlow;
use tilewright_analysis::Arithmetic;
use tilewright_driver::Text;
use tilewright_driver::abi::Abi;
use tilewright_runner::{Form, Launch, PtxLaunch, Stage};
use wasm_bindgen::prelude::*;
use web_sys::DedicatedWorkerGlobalScope;

/// Runs once when the module is loaded: a panic is then printed to the console with its place.
#[wasm_bindgen(start)]
pub fn start() {
    tilewright_platform::report_panics();
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

/// Runs a kernel in both engines. The page of `worker` is told how far question `id` is now and then; `origin` is the text that `source` was made of, if it was: faults then have their places there.
/// `options` are those that it was compiled with.
///
/// # Errors
/// Throws a string when the kernel cannot be run on this launch: why.
#[wasm_bindgen]
#[allow(clippy::too_many_arguments)]
pub fn experiment(
    source: &str,
    origin: Option<String>,
    ptx: JsValue,
    abi: JsValue,
    launch: JsValue,
    options: JsValue,
    worker: &DedicatedWorkerGlobalScope,
    id: u32,
) -> Result<JsValue, JsValue> {
    let (abi, launch): (Abi, Launch) = (from_js(abi)?, from_js(launch)?);
    let Lines { text: ptx, lines } = from_js(ptx)?;
    let Leave { ftz, contract, approx } = from_js(options)?;
    let arithmetic = Arithmetic { ftz, contract, approx };
    let seed = launch.seed;
    let text = Text {
        ir: source,
        origin: origin.as_deref(),
    };
    let program = (&ptx[..], &lines[..]);
    let result = tilewright_runner::experiment_relaxed(text, arithmetic, program, &abi, &launch, seed, &mut |stage| {
        tell(worker, id, stage)
    });
    to_js(&result.map_err(refusal)?)
}

/// A launch for PTX from elsewhere: of its entry `entry`, or of its first one.
///
/// # Errors
/// Throws a string when it is not PTX, or has no such entry: why.
#[wasm_bindgen]
pub fn suggest_launch(ptx: &str, entry: Option<String>) -> Result<JsValue, JsValue> {
    to_js(&tilewright_runner::suggest_launch(ptx, entry.as_deref()).map_err(refusal)?)
}

/// Runs PTX from elsewhere on a launch, with arrays whose content `seed` chooses. The page of `worker` is told how far question `id` is now and then.
///
/// # Errors
/// Throws a string when it cannot be run so: why.
#[wasm_bindgen]
pub fn run_alone(
    ptx: &str,
    launch: JsValue,
    seed: u32,
    worker: &DedicatedWorkerGlobalScope,
    id: u32,
) -> Result<JsValue, JsValue> {
    let launch: PtxLaunch = from_js(launch)?;
    let run = tilewright_runner::run_alone(ptx, &launch, seed, &mut |stage| tell(worker, id, stage));
    to_js(&run.map_err(refusal)?)
}

/// A message to the page: how far a question is.
#[derive(Serialize)]
struct Progress {
    id: u32,
    kind: &'static str,
    stage: Stage,
}

/// Tells the page of a worker how far a run is.
fn tell(worker: &DedicatedWorkerGlobalScope, id: u32, stage: Stage) -> ControlFlow<()> {
    let kind = "progress";
    // If it cannot be told now, it is told the next time.
    let _ = to_js(&Progress { id, kind, stage }).and_then(|message| worker.post_message(&message));
    ControlFlow::Continue(())
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
