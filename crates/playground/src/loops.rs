//! Loop graphs on their own, for the page.

use serde::Serialize;
use tilewright_modsched::generate::schedule;
use tilewright_modsched::json::{self, read_graph};
use tilewright_modsched::options::Options;
use tilewright_modsched::render;
use wasm_bindgen::prelude::*;

/// A loop graph as it was read, and its schedule.
#[derive(Serialize)]
struct Solved<Graph, Solution> {
    graph: Graph,
    solution: Solution,
}

/// Schedules a loop graph in JSON, as `tilewright schedule` does: `{ graph, solution }`.
///
/// # Errors
///
/// Throws what is wrong with the graph.
#[wasm_bindgen]
pub fn schedule_loop(text: &str) -> Result<JsValue, JsValue> {
    let graph = read_graph(text).map_err(crate::refusal)?;
    let report = schedule(&graph, &Options::default());
    crate::to_js(&Solved {
        graph: json::graph(&graph),
        solution: render::json::solution(&graph, &report),
    })
}
