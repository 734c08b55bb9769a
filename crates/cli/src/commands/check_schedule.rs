//! `tilewright check-schedule`: the independent checker on a loop graph and a schedule file.

use crate::exit::Exit;
use crate::files::read_text;
use crate::terminal::{print, tell};
use std::path::{Path, PathBuf};
use tilewright_modsched::check::check;
use tilewright_modsched::depths::{stage_count, stages_by_start};
use tilewright_modsched::json::read_schedule;

/// Arguments of `check-schedule`.
#[derive(clap::Args)]
pub struct Args {
    /// The loop graph, as JSON.
    graph: PathBuf,
    /// The schedule: {"ii": N, "start": {"0": cycle, ...}}, or what `schedule --format json` prints.
    schedule: PathBuf,
    /// Take footprints, latencies and ceilings of ops that only state their kind from this scheduler model.
    #[arg(long, value_name = "MODEL")]
    machine: Option<String>,
}

/// Runs `check-schedule`.
pub fn run(args: Args) -> Exit {
    match verdict(&args) {
        Ok(text) => print(&format!("legal: {text}\n")),
        Err(exit) => exit,
    }
}

fn verdict(args: &Args) -> Result<String, Exit> {
    let wrong = |path: &Path, message: String| {
        tell!("error: {}: {message}", path.display());
        Exit::Wrong
    };
    let model = super::schedule::model(args.machine.as_deref())?;
    let loop_graph = super::schedule::read(&args.graph, model.as_ref())?;
    let schedule = args.schedule.as_path();
    let text = read_text(schedule)?;
    let (ii, start) = read_schedule(&text, loop_graph.ops.len()).map_err(|e| wrong(schedule, e.message))?;
    check(&loop_graph, ii, &start).map_err(|v| wrong(schedule, format!("illegal: {}", v.describe(&loop_graph))))?;
    let count = |n: Option<i64>| n.map_or_else(|| "infinite".into(), |n| n.to_string());
    let (stages, by_start) = (stage_count(&loop_graph, ii, &start), stages_by_start(ii, &start));
    Ok(format!(
        "II {ii}, stage count {}, stages by start {}",
        count(stages),
        count(by_start)
    ))
}
