//! `tilewright check-schedule`: the independent checker on a loop graph and a schedule file.

use crate::exit::Exit;
use crate::files::{print, read_text};
use std::path::{Path, PathBuf};
use tilewright_modsched::check::check;
use tilewright_modsched::depths::{stage_count, stages_by_start};
use tilewright_modsched::json::{read_graph, read_schedule};

/// Arguments of `check-schedule`.
#[derive(clap::Args)]
pub struct Args {
    /// The loop graph, as JSON.
    graph: PathBuf,
    /// The schedule: {"ii": N, "start": {"0": cycle, ...}}, or what `schedule --format json` prints.
    schedule: PathBuf,
}

/// Runs `check-schedule`.
pub fn run(args: Args) -> Exit {
    match verdict(&args.graph, &args.schedule) {
        Ok(text) => print(&format!("legal: {text}\n")),
        Err(exit) => exit,
    }
}

fn verdict(graph: &Path, schedule: &Path) -> Result<String, Exit> {
    let wrong = |path: &Path, message: String| {
        eprintln!("error: {}: {message}", path.display());
        Exit::Wrong
    };
    let loop_graph = read_graph(&read_text(graph)?).map_err(|e| wrong(graph, e.message))?;
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
