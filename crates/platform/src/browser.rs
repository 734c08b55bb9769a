//! A page, or a worker of one.

use wasm_bindgen::JsCast;
use web_sys::{Performance, Window, WorkerGlobalScope};

/// Milliseconds since the page or the worker began; 0 where there is neither.
pub fn now() -> f64 {
    performance().map_or(0.0, |clock| clock.now())
}

fn performance() -> Option<Performance> {
    let global = js_sys::global();
    match global.dyn_into::<WorkerGlobalScope>() {
        Ok(worker) => worker.performance(),
        Err(global) => global.dyn_into::<Window>().ok()?.performance(),
    }
}

/// From now on a panic is told to the console, with its place.
pub fn report_panics() {
    console_error_panic_hook::set_once();
}

/// Elementary functions of floats: their code and tables are no part of what a page loads.
pub mod math {
    pub use js_sys::Math::{atan2, cos, cosh, exp, log, log2, log10, pow, sin, sinh, tan, tanh};
}
