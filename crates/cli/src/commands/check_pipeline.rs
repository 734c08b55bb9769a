//! `tilewright check-pipeline`: the model checker's verdict on a pipeline's protocol: that of a kernel, or that of a
//! ring.

use super::tiles::json;
use crate::exit::Exit;
use crate::files::read_kernel;
use crate::messages::print_messages;
use crate::settings::{asked_in_vain, known_target};
use crate::terminal::{print, tell};
use crate::tunables::{apply_environment, pass_over_environment};
use std::fmt::Write as _;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use tilewright_diag::{Diagnostic, LineIndex, counted};
use tilewright_driver::report::Message;
use tilewright_driver::{Text, blame_text};
use tilewright_ir::Module;
use tilewright_lowering::convert_pipeline_to_nvvm::{PipelineForm, lower};
use tilewright_lowering::value_pipelines;
use tilewright_pipeline::check::{Control, Mode, Options, Verdict, check};
use tilewright_pipeline::ring::{Acquire, Shape, Tail, Twin};
use tilewright_pipeline::step::Convention;
use tilewright_pipeline::{Program, ProtocolRefusal, text};
use tilewright_protocol as protocol;

/// Arguments of `check-pipeline`.
#[derive(clap::Args)]
#[command(after_help = "Exit status: 0 proved, 1 refuted or not proved, 2 wrong usage.

Examples:
  tilewright check-pipeline kernel.mlir
  tilewright check-pipeline kernel.mlir --form documented
  tilewright check-pipeline kernel.mlir --form documented --print
  tilewright check-pipeline --stages 4 --producers 1 --consumers 2 --items 9 --bytes 32768
  tilewright check-pipeline --stages 2 --convention one-slot")]
pub struct Args {
    /// A kernel, in text form, or IR with `cutlass.pipeline` ops or barriers; without one, the ring that the options
    /// describe is checked.
    #[arg(value_name = "KERNEL", conflicts_with_all = ["program", "stages", "producers", "consumers", "items", "bytes", "cluster",
        "convention", "probe", "tail", "acquire", "reads_in_flight", "twin", "mode", "states", "shorten"])]
    kernel: Option<PathBuf>,
    /// GPU to compile the kernel for.
    #[arg(long, visible_alias = "arch", value_name = "NAME", default_value = "sm_90a")]
    gpu_name: String,
    /// Kernel of the module, where it has several.
    #[arg(long, value_name = "NAME")]
    entry: Option<String>,
    /// Stages of the pipelined loop, instead of what the compiler would decide.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    num_stages: Option<u32>,
    /// Form in which the kernel's pipelines become barriers: as the compiler does it, or to the letter of the published
    /// description.
    #[arg(long, value_enum, default_value_t = FormArg::Step)]
    form: FormArg,
    /// Write the kernel's IR with its pipelines as barriers, instead of the verdict.
    #[arg(long, requires = "kernel")]
    print: bool,
    /// Check this barrier program (JSON: barriers, slots, agents with their steps) instead of a ring.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["stages", "producers", "consumers", "items", "bytes",
        "cluster", "convention", "probe", "tail", "acquire", "reads_in_flight", "twin"])]
    program: Option<PathBuf>,
    /// Stages of the ring.
    #[arg(long, default_value_t = 2, allow_negative_numbers = true)]
    stages: i64,
    /// Producers in each CTA; each fills its part of every item.
    #[arg(long, default_value_t = 1, allow_negative_numbers = true)]
    producers: i64,
    /// Consumers in each CTA; each reads every item.
    #[arg(long, default_value_t = 1, allow_negative_numbers = true)]
    consumers: i64,
    /// Items; two laps and one item when not given.
    #[arg(long, allow_negative_numbers = true)]
    items: Option<i64>,
    /// Transaction bytes of each producer and item; 0: producers write the data themselves.
    #[arg(long, default_value_t = 0, allow_negative_numbers = true)]
    bytes: i64,
    /// CTAs of the cluster.
    #[arg(long, value_name = "XxY", default_value = "1x1")]
    cluster: String,
    /// Convention for parities, barriers and expected bytes.
    #[arg(long, value_enum, default_value_t = ConventionArg::Contract)]
    convention: ConventionArg,
    /// Acquire and wait probe first, and skip the wait when the probe succeeds.
    #[arg(long = "try")]
    probe: bool,
    /// End of a producer, after its last item; in a cluster under `cutlass` they wait unless told otherwise.
    #[arg(long, value_enum)]
    tail: Option<TailArg>,
    /// Acquire's lowering: pipeline_step's wait, or the described four arrivals a stage.
    #[arg(long, value_enum, default_value_t = AcquireArg::Step)]
    acquire: AcquireArg,
    /// Consumers read asynchronously and keep this many groups in flight.
    #[arg(long, value_name = "GROUPS")]
    reads_in_flight: Option<u32>,
    /// Plant a defect.
    #[arg(long, value_enum)]
    twin: Option<TwinArg>,
    /// raw: visit every state and list every kind of fault; reduced: partial-order proof, search where it fails.
    #[arg(long, value_enum, default_value_t = ModeArg::Reduced)]
    mode: ModeArg,
    /// States to visit at most.
    #[arg(long, default_value_t = Options::default().states)]
    states: usize,
    /// States to visit at most in the search for a shorter counterexample: more time may show that one is shortest.
    #[arg(long, default_value_t = Options::default().shorten)]
    shorten: usize,
    /// Form of the report.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Clone, Copy, clap::ValueEnum, PartialEq)]
enum ConventionArg {
    Contract,
    Cutlass,
    OneSlot,
    BothTricks,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum TailArg {
    None,
    Wait,
    Arrive,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum AcquireArg {
    Step,
    FourPhase,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum TwinArg {
    SharedState,
    SideChannel,
    NoFlip,
    WrongStart,
    ExpectTooFew,
    ExpectTooMany,
    ArriveForAll,
    EarlyRelease,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum FormArg {
    Step,
    Documented,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum ModeArg {
    Raw,
    Reduced,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum Format {
    Text,
    Json,
}

/// Runs `check-pipeline`.
pub fn run(args: Args) -> Exit {
    if let Some(path) = &args.kernel {
        return kernel(path, &args);
    }
    pass_over_environment();
    let program = match args
        .program
        .as_deref()
        .map_or_else(|| ring(&args).map_err(|r| r.to_string()), read)
    {
        Ok(program) => program,
        Err(message) => {
            tell!("tilewright check-pipeline: {message}");
            return Exit::Usage;
        }
    };
    let mode = match args.mode {
        ModeArg::Raw => Mode::Raw,
        ModeArg::Reduced => Mode::Reduced,
    };
    let options = Options {
        mode,
        states: args.states,
        shorten: args.shorten,
    };
    let watched = std::io::stderr().is_terminal();
    let mut progress = |found: u64, explored: u64| {
        if watched && explored.is_multiple_of(1 << 18) {
            tell!("{found} states found, {explored} explored");
        }
        true
    };
    let report = match check(
        &program,
        &options,
        &mut Control {
            progress: &mut progress,
        },
    ) {
        Ok(report) => report,
        Err(refusal) => {
            tell!("tilewright check-pipeline: {refusal}");
            return Exit::Usage;
        }
    };
    if args.twin.is_some() && args.program.is_none() && report.verdict == Verdict::Proved {
        tell!(
            "note: under these options the twin is no defect: nothing goes wrong with it in any interleaving; a shared state shows with several \
             producers, a wrong number of bytes where bytes are counted (--bytes), most others where more items than stages reuse slots"
        );
    }
    let out = match args.format {
        Format::Text => text::report(&report),
        Format::Json => format!("{}\n", json(&report)),
    };
    print(&out).max(if report.verdict == Verdict::Proved {
        Exit::Fine
    } else {
        Exit::Wrong
    })
}

/// Warps of a CTA where the IR does not say.
const WARPS: u32 = 4;

/// The verdict on the barriers of a kernel.
fn kernel(path: &Path, args: &Args) -> Exit {
    let source = match read_kernel(path, false) {
        Ok(source) => source,
        Err(exit) => return exit,
    };
    let source = source.text();
    let target = match known_target(&args.gpu_name) {
        Ok(target) => target,
        Err(exit) => return exit,
    };
    let (module, warps) = match pipelines(source, path, args) {
        Ok(found) => found,
        Err(exit) => return exit,
    };
    let form = match args.form {
        FormArg::Step => PipelineForm::Step,
        FormArg::Documented => PipelineForm::Documented,
    };
    let steps = value_pipelines::lower(&module);
    let lowered = steps.and_then(|steps| lower(&steps.unwrap_or(module), form));
    let verdict = match lowered {
        Ok(module) if args.print => return print(&tilewright_ir::print(&module).text),
        Ok(module) => {
            let shared_bytes = target.shared_bytes_per_cta.value;
            protocol::verdict(&module, protocol::Cta { warps, shared_bytes })
        }
        Err(mut refusal) => {
            blame_text(&mut refusal);
            return wrong(&[*refusal], path, source.shown());
        }
    };
    let exit = match verdict.as_ref().map(|verdict| verdict.verdict) {
        None | Some(protocol::VerdictKind::Proved) => Exit::Fine,
        _ => Exit::Wrong,
    };
    let out = match (args.format, &verdict) {
        (Format::Json, verdict) => format!("{}\n", json(verdict)),
        (Format::Text, None) => "the kernel has no barriers to check: no loop of it is pipelined\n".to_string(),
        (Format::Text, Some(verdict)) => describe(verdict),
    };
    match print(&out) {
        Exit::Fine => exit,
        failed => failed,
    }
}

/// The IR of a kernel while pipelines are not yet barriers, and the warps of a CTA. A kernel in the input language is
/// compiled so far; IR of a lower level is taken as it is.
fn pipelines(source: Text<'_>, path: &Path, args: &Args) -> Result<(Module, u32), Exit> {
    let parsed = source.parse();
    let module = parsed.module;
    let ops = module.walk(module.top());
    let is_input = ops.iter().all(|&op| module.def(op).dialect() == "cuda_tile");
    if parsed.diagnostics.is_empty() && !is_input {
        let found = tilewright_ir::verify(&module);
        if !found.is_empty() {
            return Err(wrong(&found, path, source.shown()));
        }
        pass_over_environment();
        let said = ops.iter().filter_map(|&op| module.int_attr(op, "num_warps")).max();
        let warps = said.and_then(|warps| u32::try_from(warps).ok()).unwrap_or(WARPS);
        return Ok((module, warps));
    }
    let mut options = tilewright_driver::Options {
        gpu_name: args.gpu_name.clone(),
        entry: args.entry.clone(),
        num_stages: args.num_stages,
        ..Default::default()
    };
    apply_environment(&mut options);
    let report = tilewright_driver::compile(source, &options).report;
    match print_messages(&report.diagnostics, path, source.shown()) {
        _ if asked_in_vain(args.entry.is_some(), &report.diagnostics) => return Err(Exit::Usage),
        Exit::Fine => {}
        exit => return Err(exit),
    }
    let before = report.passes.iter().take_while(|pass| pass.name != CONVERSION);
    let last = before.filter(|pass| pass.changed).last();
    let module = last.map_or(Module::new(), |pass| tilewright_ir::parse(&pass.listing.text).module);
    Ok((module, WARPS))
}

/// The pass that makes pipelines barriers.
const CONVERSION: &str = "convert-pipeline-to-nvvm";

/// Says what is wrong with IR.
fn wrong(found: &[Diagnostic], path: &Path, source: &str) -> Exit {
    let index = LineIndex::new(source);
    let messages: Vec<Message> = found.iter().map(|d| Message::new(d, source, &index)).collect();
    print_messages(&messages, path, source)
}

fn describe(verdict: &protocol::Verdict) -> String {
    let mut out = format!("{}: {}\n", verdict.verdict.word(), verdict.text);
    let _ = writeln!(out, "agents: {}", verdict.agents.join(", "));
    let _ = writeln!(out, "barriers: {}", verdict.barriers.join(", "));
    for scenario in &verdict.scenarios {
        let _ = writeln!(
            out,
            "  {:<10}  {} ({} of {}, {})",
            scenario.verdict.word(),
            scenario.name,
            counted(scenario.steps, "steps"),
            counted(scenario.agents, "agents"),
            counted(scenario.states as usize, "states")
        );
    }
    for example in &verdict.counterexamples {
        out.push_str(&text::counterexample(example));
    }
    out
}

fn read(path: &std::path::Path) -> Result<Program, String> {
    let text = std::fs::read_to_string(path).map_err(|e| format!("cannot read {}: {e}", path.display()))?;
    serde_json::from_str(&text).map_err(|e| format!("{} is not a barrier program: {e}", path.display()))
}

fn ring(args: &Args) -> Result<Program, ProtocolRefusal> {
    // One lap more than the ring is deep, and then one item into the third: every wrap is crossed twice.
    let items = args
        .items
        .unwrap_or_else(|| args.stages.saturating_mul(2).saturating_add(1));
    let shape = Shape::new(args.stages, args.producers, args.consumers, items, args.bytes)?;
    let (x, y) = args
        .cluster
        .split_once('x')
        .and_then(|(x, y)| Some((x.parse().ok()?, y.parse().ok()?)))
        .ok_or_else(|| {
            ProtocolRefusal::new("cluster", &args.cluster, "a cluster is written XxY, as in 2x1").nearest("1x1")
        })?;
    let shape = shape.in_cluster(x, y)?;
    let coupled = args.convention == ConventionArg::Cutlass && shape.ctas() > 1;
    let tail = match args.tail {
        Some(TailArg::None) => Tail::None,
        Some(TailArg::Wait) => Tail::Wait,
        Some(TailArg::Arrive) => Tail::Arrive,
        None if coupled => Tail::Wait,
        None => Tail::None,
    };
    let convention = match args.convention {
        ConventionArg::Contract => Convention::Contract,
        ConventionArg::Cutlass => Convention::Cutlass,
        ConventionArg::OneSlot => Convention::OneSlot,
        ConventionArg::BothTricks => Convention::BothTricks,
    };
    let acquire = match args.acquire {
        AcquireArg::Step => Acquire::Step,
        AcquireArg::FourPhase => Acquire::FourPhase,
    };
    let twin = args.twin.map(|twin| match twin {
        TwinArg::SharedState => Twin::SharedState,
        TwinArg::SideChannel => Twin::SideChannel,
        TwinArg::NoFlip => Twin::NoFlip,
        TwinArg::WrongStart => Twin::WrongStart,
        TwinArg::ExpectTooFew => Twin::ExpectTooFew,
        TwinArg::ExpectTooMany => Twin::ExpectTooMany,
        TwinArg::ArriveForAll => Twin::ArriveForAll,
        TwinArg::EarlyRelease => Twin::EarlyRelease,
    });
    let shape = Shape {
        convention,
        try_forms: args.probe,
        tail,
        acquire,
        reads_in_flight: args.reads_in_flight,
        twin,
        ..shape
    };
    Ok(shape.program())
}
