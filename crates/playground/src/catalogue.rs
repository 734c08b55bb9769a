//! The choices that the page offers.

use serde::Serialize;
use wasm_bindgen::prelude::*;

/// A GPU to compile for.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Target {
    /// Its name, such as `sm_90a`.
    pub name: String,
    /// Products that have it, and its architecture.
    pub title: String,
    /// Its SMs.
    pub sms: u32,
    /// Bytes of its L2 cache, if known.
    pub l2_bytes: Option<u64>,
}

/// The GPUs to compile for: [`Target`]s.
#[wasm_bindgen]
pub fn targets() -> String {
    let named = |target: &tilewright_machine::Target| Target {
        name: target.name.clone(),
        title: format!("{}, {}", target.label, target.architecture),
        sms: target.sms.value,
        l2_bytes: target.l2_bytes.as_ref().map(|l2| l2.value),
    };
    crate::to_json(&tilewright_machine::targets().map(named).collect::<Vec<_>>())
}
