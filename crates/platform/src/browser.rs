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
