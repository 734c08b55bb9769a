//! Verdicts on barrier programs, for the page.

use crate::{refusal, to_js};
use serde::Serialize;
use tilewright_pipeline::check::{Control, Options, Verdict, check};
use tilewright_pipeline::{Program, text};
use wasm_bindgen::prelude::*;

/// The verdict of the model checker on a barrier program.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ProgramVerdict {
    /// Whether no order of steps has a fault.
    pub proved: bool,
    /// The report as `tilewright check-pipeline` prints it, with counterexamples step by step.
    pub text: String,
}

impl ProgramVerdict {
    /// Checks the barrier program of a text, in JSON.
    ///
    /// # Errors
    ///
    /// Why the text is no barrier program.
    pub fn new(program: &str) -> Result<Self, String> {
        let program: Program =
            serde_json::from_str(program).map_err(|error| format!("this is not a barrier program: {error}"))?;
        let mut control = Control {
            progress: &mut |_, _| true,
        };
        let report = check(&program, &Options::default(), &mut control).map_err(|refusal| refusal.to_string())?;
        Ok(Self {
            proved: report.verdict == Verdict::Proved,
            text: text::report(&report),
        })
    }
}

/// The verdict on a barrier program, which is JSON as `tilewright check-pipeline --program` takes it: a [`ProgramVerdict`].
///
/// # Errors
///
/// Throws a string for people when the text is no barrier program.
#[wasm_bindgen]
pub fn check_pipeline(program: &str) -> Result<JsValue, JsValue> {
    to_js(&ProgramVerdict::new(program).map_err(refusal)?)
}
