//! `tilewright schedule`: loop graphs in, schedules or refusals out.

use crate::choices::choice;
use crate::exit::Exit;
use crate::files::{both_printed, read_text, write_bytes};
use crate::terminal::{print, tell};
use std::path::{Path, PathBuf};
use tilewright_driver::loops::{read_loop, resources};
use tilewright_machine::{SCHEDULER_MODELS, read_model, scheduler_model};
use tilewright_modsched::exact::certificate::Certificate;
use tilewright_modsched::exact::core::drat_files;
use tilewright_modsched::generate::schedule;
use tilewright_modsched::graph::LoopGraph;
use tilewright_modsched::model::ResourceModel;
use tilewright_modsched::options::{Generator, IiSearch, Options};
use tilewright_modsched::report::{Report, ScheduleRefusal};
use tilewright_modsched::{render, trace};

/// Arguments of `schedule`.
#[derive(clap::Args)]
pub struct Args {
    /// Loop graphs, as JSON: name, resources, ops, edges.
    #[arg(required = true)]
    loops: Vec<PathBuf>,
    /// Scheduler.
    #[arg(long, default_value = Generator::Auto.name(), value_parser = choice::<Generator>())]
    scheduler: Generator,
    /// Shared-memory buffers of the four-stage pipeline: off, or a number; 2 if not given.
    #[arg(long, value_parser = buffers)]
    multi_buffer: Option<u32>,
    /// Write the search and the schedules as a Chrome trace (opens in Perfetto).
    #[arg(long)]
    schedule_trace_file: Option<PathBuf>,
    /// Largest II to try. By default the serial schedule's.
    #[arg(long)]
    ii_cap: Option<u32>,
    /// Conflicts that `exact` and `auto` may spend to decide about an II.
    #[arg(long, value_name = "CONFLICTS")]
    budget: Option<u64>,
    /// Form to print: text, json (one object a line) or svg.
    #[arg(long, default_value = "text")]
    format: Format,
    /// Take footprints, latencies and ceilings of ops that only state their kind from this scheduler model: a name, or
    /// a file in the form of crates/machine/data/documented-blackwell.json.
    #[arg(long, value_name = "MODEL")]
    machine: Option<String>,
    /// Let `rau` or `documented` search II by galloping and bisecting; may miss the smallest II.
    #[arg(long)]
    gallop: bool,
    /// Values that may be live at a time: the cost arm of `documented` then scores spills instead of bank pressure.
    #[arg(long, value_name = "VALUES")]
    register_budget: Option<u32>,
    /// Orders in which `documented` retries one group before it evicts others.
    #[arg(long, value_name = "ORDERS", value_parser = clap::value_parser!(u32).range(1..))]
    max_constraint_iterations: Option<u32>,
    /// Iterations in flight asked for: every op must be in one of the first so many stages, and the machine's pools
    /// must carry them.
    #[arg(long, value_name = "STAGES", value_parser = clap::value_parser!(u32).range(1..))]
    stages: Option<u32>,
    /// Write the packing core just below II as PREFIX.cnf with a proof PREFIX.drat.
    #[arg(long, value_name = "PREFIX")]
    drat: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    Text,
    Json,
    Svg,
}

fn buffers(text: &str) -> Result<u32, String> {
    match text {
        "off" => Ok(1),
        number => number
            .parse()
            .ok()
            .filter(|&n| n > 0)
            .ok_or_else(|| "expected off, or a number from 1 on".into()),
    }
}

/// An option that the scheduler does not heed, with the schedulers that do.
fn unheeded(args: &Args) -> Option<String> {
    use Generator::{Auto, Documented, Exact, FourStage, Rau};
    let is = |these: &[Generator]| these.contains(&args.scheduler);
    let in_cycles = !is(&[FourStage]);
    let options = [
        (
            args.gallop,
            is(&[Rau, Documented]),
            "--gallop",
            "does not search II by galloping",
            "rau or documented",
        ),
        (
            args.ii_cap.is_some(),
            in_cycles,
            "--ii-cap",
            "has an II of one stage",
            "any other",
        ),
        (
            args.stages.is_some(),
            in_cycles,
            "--stages",
            "has four stages",
            "any other",
        ),
        (
            args.budget.is_some(),
            is(&[Auto, Exact]),
            "--budget",
            "spends no conflicts",
            "auto or exact",
        ),
        (
            args.register_budget.is_some(),
            is(&[Documented]),
            "--register-budget",
            "weighs no live values",
            "documented",
        ),
        (
            args.max_constraint_iterations.is_some(),
            is(&[Documented]),
            "--max-constraint-iterations",
            "retries no groups",
            "documented",
        ),
        (
            args.multi_buffer.is_some(),
            !in_cycles,
            "--multi-buffer",
            "decides about no buffers",
            "four-stage",
        ),
    ];
    let (.., flag, why, others) = options.into_iter().find(|(given, heeded, ..)| *given && !heeded)?;
    Some(format!(
        "{} {why}; {flag} goes with --scheduler {others}",
        args.scheduler.name()
    ))
}

/// Runs `schedule`.
pub fn run(args: Args) -> Exit {
    if args.format == Format::Svg && args.loops.len() > 1 {
        tell!("error: --format svg draws one loop; give a single file");
        return Exit::Usage;
    }
    if both_printed(args.schedule_trace_file.as_ref(), None) {
        return Exit::Usage;
    }
    if let Some(why) = unheeded(&args) {
        tell!("error: {why}");
        return Exit::Usage;
    }
    let model = match model(args.machine.as_deref()) {
        Ok(model) => model,
        Err(exit) => return exit,
    };
    let usual = Options::default();
    let mut options = Options {
        generator: args.scheduler,
        ii_cap: args.ii_cap,
        conflicts: args.budget.unwrap_or(usual.conflicts),
        multi_buffer: args.multi_buffer.unwrap_or(usual.multi_buffer),
        stages: args.stages,
        search: if args.gallop { IiSearch::Gallop } else { IiSearch::Sweep },
        ..usual
    };
    options.cost_model.register_budget = args.register_budget;
    if let Some(orders) = args.max_constraint_iterations {
        options.cost_model.retry_orders = orders as usize;
    }
    let (mut exit, mut runs) = (Exit::Fine, Vec::new());
    for path in &args.loops {
        let graph = match read(path, model.as_ref()) {
            Ok(graph) => graph,
            Err(code) => {
                exit = worse(exit, code);
                continue;
            }
        };
        options.pressure = model.as_ref().map(|m| m.pressure(&graph)).unwrap_or_default();
        let report = schedule(&graph, &options);
        let text = match args.format {
            Format::Text => render::text::report(&graph, &report),
            Format::Json => render::json::report(&graph, &report) + "\n",
            Format::Svg => render::svg::report(&graph, &report),
        };
        exit = worse(exit, print(&text));
        exit = worse(exit, exit_of(&graph, path, &report));
        runs.push((graph, report));
    }
    if let Some(path) = &args.schedule_trace_file {
        let text = trace::file(runs.iter().map(|(g, r)| (g, r)));
        exit = worse(exit, write_bytes(path, text.as_bytes()));
    }
    if let Some(prefix) = &args.drat {
        for (graph, report) in &runs {
            exit = worse(exit, write_proof(prefix, graph, report));
        }
    }
    exit
}

/// The scheduler model of that name, or in that file, if one is named.
pub(super) fn model(name: Option<&str>) -> Result<Option<ResourceModel>, Exit> {
    let Some(name) = name else { return Ok(None) };
    if let Some(found) = scheduler_model(name) {
        return Ok(Some(resources(found)));
    }
    if !Path::new(name).is_file() {
        tell!(
            "error: no scheduler model {name:?}; there is {}, or the name of a file in its form",
            SCHEDULER_MODELS.join(", ")
        );
        return Err(Exit::Usage);
    }
    match read_model(&read_text(Path::new(name))?) {
        Ok(found) => Ok(Some(resources(&found))),
        Err(misfit) => {
            tell!("error: {name}: not a scheduler model: {misfit}");
            Err(Exit::Usage)
        }
    }
}

/// Reads a loop graph and completes it from the model, if there is one.
pub(super) fn read(path: &Path, model: Option<&ResourceModel>) -> Result<LoopGraph, Exit> {
    let text = read_text(path)?;
    read_loop(&text, model).map_err(|wrong| {
        tell!("error: {}: {}", path.display(), wrong.message);
        Exit::Wrong
    })
}

fn exit_of(graph: &LoopGraph, path: &Path, report: &Report) -> Exit {
    match &report.outcome {
        Ok(_) => Exit::Fine,
        Err(refusal) => {
            // A cap below the bound says by itself what would do.
            let more = match refusal {
                ScheduleRefusal::IiCap { ended: Some(_), .. } => ", or raise --budget",
                ScheduleRefusal::IiCap {
                    cap,
                    mii,
                    refuted: false,
                    ..
                } if i64::from(*cap) >= *mii => ", or raise --ii-cap or --budget",
                _ => "",
            };
            let why = render::words::refusal(graph, refusal);
            tell!("error: {}: {why}{more}", path.display());
            if matches!(refusal, ScheduleRefusal::Rejected(_)) {
                Exit::OurBug
            } else {
                Exit::Wrong
            }
        }
    }
}

fn write_proof(prefix: &Path, graph: &LoopGraph, report: &Report) -> Exit {
    let core = report.ruled_out.iter().rev().find_map(|r| match &r.certificate {
        Certificate::Packing(core) => Some((r.to, core)),
        _ => None,
    });
    match core.and_then(|(ii, core)| drat_files(graph, ii, core)) {
        Some((cnf, drat)) => worse(
            write_bytes(&prefix.with_extension("cnf"), cnf.as_bytes()),
            write_bytes(&prefix.with_extension("drat"), drat.as_bytes()),
        ),
        None => {
            tell!("note: {} has no packing core with a proof", graph.name);
            Exit::Fine
        }
    }
}

/// The more serious of two ends.
fn worse(a: Exit, b: Exit) -> Exit {
    let rank = |e: Exit| match e {
        Exit::Fine => 0,
        Exit::Wrong => 1,
        Exit::Usage => 2,
        Exit::OurBug => 3,
    };
    if rank(b) > rank(a) { b } else { a }
}
