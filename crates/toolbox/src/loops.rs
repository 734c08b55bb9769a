//! Schedules of loop graphs, for the page.

use crate::{refusal, to_js};
use serde::Serialize;
use tilewright_driver::loops::{read_loop, resources};
use tilewright_machine::scheduler_model;
use tilewright_modsched::generate;
use tilewright_modsched::json::{self, GraphFile};
use tilewright_modsched::options::{Generator, Options};
use tilewright_modsched::render;
use tilewright_modsched::render::json::Solution;
use tilewright_vocabulary::unknown;
use wasm_bindgen::prelude::*;

/// The schedule of a loop graph, or why there is none.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ScheduledGraph {
    /// The graph, completed.
    pub graph: GraphFile,
    /// Its schedule, or why it has none.
    pub solution: Solution,
    /// Both as `tilewright schedule` prints them.
    pub text: String,
}

impl ScheduledGraph {
    /// Schedules the loop graph of a text, in JSON. `machine` names the scheduler model that completes ops which only state
    /// their kind.
    ///
    /// # Errors
    ///
    /// Why the text is no loop graph, or why it cannot be completed.
    pub fn new(text: &str, scheduler: Generator, machine: Option<&str>) -> Result<Self, String> {
        let model = match machine {
            Some(name) => Some(resources(
                scheduler_model(name).ok_or_else(|| format!("no scheduler model is called {name:?}"))?,
            )),
            None => None,
        };
        let graph = read_loop(text, model.as_ref()).map_err(|error| error.message)?;
        let mut options = Options {
            generator: scheduler,
            ..Options::default()
        };
        // Absent: without a model nothing is said of pressure.
        options.pressure = model.map(|model| model.pressure(&graph)).unwrap_or_default();
        let report = generate::schedule(&graph, &options);
        Ok(Self {
            solution: render::json::solution(&graph, &report),
            text: render::text::report(&graph, &report),
            graph: json::graph(&graph),
        })
    }
}

/// The schedule of a loop graph, which is JSON as `tilewright schedule` takes it, by the scheduler of that name and the scheduler
/// model of that name, if there is one: a [`ScheduledGraph`].
///
/// # Errors
///
/// Throws a string for people when the text is no loop graph, or nothing has one of the names.
#[wasm_bindgen]
pub fn schedule(graph: &str, scheduler: &str, machine: Option<String>) -> Result<JsValue, JsValue> {
    let scheduler = Generator::from_name(scheduler).ok_or_else(|| refusal(unknown(scheduler, Generator::WORDS)))?;
    to_js(&ScheduledGraph::new(graph, scheduler, machine.as_deref()).map_err(refusal)?)
}
