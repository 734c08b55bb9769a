//! `tilewright compile`: from Tile IR to PTX, or to anything on the way.

use crate::again::Kernel;
use crate::candidates;
use crate::exit::Exit;
use crate::files::{both_printed, read_bytecode, read_bytes, read_source, write_bytes};
use crate::findings::{Source, findings};
use crate::messages::{print_diagnostics, print_messages};
use crate::python::PythonArgs;
use crate::schedule;
use crate::settings::{Settings, asked_in_vain, known_pass};
use crate::staging::Ring;
use crate::terminal::{print_bytes, say, tell};
use serde_json::{Value, json};
use std::mem::ManuallyDrop;
use std::path::{Path, PathBuf};
use tilewright_bytecode::is_bytecode;
use tilewright_driver::options::{Decider, OPTIONS};
use tilewright_driver::report::{Report, Timings};
use tilewright_driver::{Asked, Options, Trace, given, no_effect, passes, trace_asked};

/// Arguments of `compile`.
#[derive(clap::Args)]
pub struct Args {
    /// A Tile IR file, text or bytecode, or a cuTile kernel in Python; for `--emit findings` PTX, too.
    #[arg(required_unless_present = "list_passes")]
    file: Option<PathBuf>,
    #[command(flatten)]
    python: PythonArgs,
    #[command(flatten)]
    settings: Settings,
    /// The pass that has made the text, `parse` for the input language; if not given, its ops tell (of several
    /// boundaries at which it may stand, the first).
    #[arg(long, value_name = "PASS")]
    from: Option<String>,
    /// Where to write; standard output if not given, or `-`.
    #[arg(short, long, value_name = "FILE")]
    output_file: Option<PathBuf>,
    /// Form to write; if not given, the PTX, or at -O0 and -O1 the IR that is reached (at -O0 of bytecode: bytecode).
    #[arg(long, value_enum, value_name = "WHAT")]
    emit: Option<Emit>,
    /// Write the IR after this pass in place of the PTX, even if a later pass refuses it: what --from takes. Of a
    /// pass that runs twice, the second time. May be given several times.
    #[arg(long, value_name = "PASS", conflicts_with = "emit")]
    print_after: Vec<String>,
    /// Write the IR after every pass in place of the PTX.
    #[arg(long, conflicts_with = "emit")]
    print_after_all: bool,
    /// Write the IR at every pass boundary into this folder, each a file that --from takes: `00-parse.mlir` and so on.
    #[arg(long, value_name = "DIR")]
    snapshots: Option<PathBuf>,
    /// Write, in place of the PTX, all that was tried for the loop at this line of the source: agents, forms and stages, what each
    /// would cost in estimated cycles, and why it was not taken.
    #[arg(long, value_name = "LINE", conflicts_with_all = ["emit", "print_after", "print_after_all"])]
    explain_loop: Option<u32>,
    /// Refused: in TileLang it names variables of the Python that is made.
    #[arg(long, hide = true, value_name = "NAME")]
    prefix: Option<String>,
    /// Write how the loop's schedule was found as a Chrome trace (opens in Perfetto).
    #[arg(long, value_name = "FILE")]
    schedule_trace_file: Option<PathBuf>,
    /// Print the time that each pass took, to standard error.
    #[arg(long)]
    timings: bool,
    /// Print the passes of the level in order, and compile nothing.
    #[arg(long)]
    list_passes: bool,
}

/// The pass after which a snapshot is taken: layouts are chosen, and pipes are there.
const SNAPSHOT: &str = "materialize-convert-layout";

/// The forms that `compile` can write.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
#[value(rename_all = "snake_case")]
enum Emit {
    /// PTX.
    Ptx,
    /// The whole report: every fact, as JSON.
    Json,
    /// The launch of the kernel: parameters, grid, shared memory; as JSON.
    Abi,
    /// The input as it was read.
    CudaTile,
    /// The input as bytecode; if it is bytecode, the same bytes.
    Bytecode,
    /// The IR before layouts.
    NvTileaa,
    /// The IR with layouts.
    NvTileas,
    /// The IR with pipelines.
    Cutlass,
    /// The IR of one thread.
    Nvvm,
    /// The IR once layouts are chosen, with pipes, and where none is.
    Snapshot,
    /// The findings of a look at the PTX.
    Findings,
    /// The schedules of the kernel's loops, as JSON.
    Schedule,
    /// The schedules of the kernel's loops, to be read.
    ScheduleText,
}

/// Runs `compile`.
pub fn run(args: Args) -> Exit {
    if args.list_passes {
        return match args.settings.clone().options() {
            Ok(options) => list_passes(&options),
            Err(exit) => exit,
        };
    }
    if args.prefix.is_some() {
        tell!(
            "error: --prefix names variables of the Python that TileLang makes, and there is none here: values are called `sched_...`; leave it out"
        );
        return Exit::Usage;
    }
    let known = |wanted: &String| passes().iter().any(|(name, ..)| name == wanted);
    if let Err(exit) = known_pass(args.from.as_deref()) {
        return exit;
    }
    if let Some(unknown) = args.print_after.iter().find(|name| !known(name)) {
        tell!("error: there is no pass `{unknown}`; `tilewright compile --list-passes` lists them");
        return Exit::Usage;
    }
    if both_printed(args.schedule_trace_file.as_ref(), args.output_file.as_ref()) {
        return Exit::Usage;
    }
    let Some(path) = &args.file else { return Exit::Usage };
    let bytes = match read_bytes(path) {
        Ok(bytes) => bytes,
        Err(exit) => return exit,
    };
    let mut asked = match args.settings.clone().options() {
        Ok(options) => options,
        Err(exit) => return exit,
    };
    if let (Some(Emit::Findings), Ok(text)) = (args.emit, std::str::from_utf8(&bytes))
        && is_ptx(text)
    {
        return findings_of_ptx(&args, &asked, path, text);
    }
    let python = args.python.of(args.settings.entry());
    let read = match read_source(path, &bytes, true, &python) {
        Ok(read) => read,
        Err(exit) => return exit,
    };
    let is_python = read.origin.is_some();
    if let (false, Some(flag)) = (is_python, args.python.given()) {
        tell!(
            "error: {flag} is for kernels in Python, and {} is Tile IR, which says its types itself",
            path.display()
        );
        return Exit::Usage;
    }
    if let Some(origin) = &read.origin {
        asked.entry = Some(origin.symbol.clone());
    }
    let source = read.text();
    let options = Options {
        opt_level: needed_level(args.emit, asked.opt_level),
        ..asked
    };
    let request = Asked {
        explains: explains(&args),
        keeps: keeps(&args),
        ..args.settings.asked(&options)
    };
    // The modules of all passes are given back when the process ends, at once.
    let mut trace = ManuallyDrop::new(trace_asked(source, request, args.from.as_deref()));
    let kernel = Kernel {
        source,
        settings: &args.settings,
        options: &options,
        from: args.from.as_deref(),
    };
    let in_vain = kernel.in_vain(&trace);
    trace.report.diagnostics.extend(in_vain);
    let printed = printed_passes(&args, &trace);
    let messages = &trace.report.diagnostics;
    let exit = print_messages(messages, path, source.shown());
    if asked_in_vain(options.entry.is_some(), messages) {
        return Exit::Usage;
    }
    if let Some(file) = &args.schedule_trace_file {
        let written = write_bytes(file, schedule_trace(&trace).as_bytes());
        if written != Exit::Fine {
            return written;
        }
    }
    if exit != Exit::Fine {
        // Where a pass refuses the kernel, the IR before it is what one wants to see.
        return match printed.filter(|text| !text.is_empty()) {
            Some(text) => exit.max(write(&args, text.as_bytes())),
            None => exit,
        };
    }
    if let Some(folder) = &args.snapshots
        && let Err(error) = save(&trace, folder)
    {
        tell!("error: cannot write into {}: {error}", folder.display());
        return Exit::Usage;
    }
    if let Some(text) = printed {
        return finish(&args, &trace.report, &trace.timings(), path, text.as_bytes());
    }
    if let Some(line) = args.explain_loop {
        return match explained(&trace.report, line) {
            Ok(text) => write(&args, text.as_bytes()),
            Err(why) => {
                tell!("error: {why}");
                Exit::Usage
            }
        };
    }
    let as_it_was = args.emit.is_none() && asked.opt_level == 0 && is_bytecode(&bytes);
    if args.emit == Some(Emit::Bytecode) || as_it_was {
        let bytes = if is_bytecode(&bytes) {
            Ok(bytes)
        } else {
            read_bytecode(path, bytes, None, &python)
        };
        return match bytes {
            Ok(bytes) => finish(&args, &trace.report, &trace.timings(), path, &bytes),
            Err(exit) => exit,
        };
    }
    let text = match wanted(&args, &trace, kernel) {
        Ok(Some(text)) => text,
        Ok(None) => {
            // The whole report needs all of the IR.
            let compilation = ManuallyDrop::into_inner(trace).complete();
            let mut report = compilation.report;
            report.compiler.version = crate::VERSION.to_string();
            let json = report.to_json();
            return finish(&args, &report, &compilation.timings, path, json.as_bytes());
        }
        Err((exit, why)) => {
            tell!("error: {why}");
            return exit;
        }
    };
    finish(&args, &trace.report, &trace.timings(), path, text.as_bytes())
}

/// Whether what is written has what only a reader of the schedule looks at.
fn explains(args: &Args) -> bool {
    let is_told = matches!(args.emit, Some(Emit::Json | Emit::Schedule | Emit::ScheduleText));
    is_told || args.explain_loop.is_some() || args.schedule_trace_file.is_some()
}

/// Whether IR of a pass boundary may be printed.
fn keeps(args: &Args) -> bool {
    let is_printed = args.print_after_all || !args.print_after.is_empty() || args.snapshots.is_some();
    is_printed || !matches!(args.emit, None | Some(Emit::Ptx))
}

/// Whether a text is a module of PTX, which begins with its version: no kernel in another language does.
fn is_ptx(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim);
    let first = lines.find(|line| !line.is_empty() && !line.starts_with("//"));
    first.is_some_and(|line| line.starts_with(".version"))
}

/// The findings of PTX that anybody wrote: what is known of a source is missing.
fn findings_of_ptx(args: &Args, asked: &Options, path: &Path, text: &str) -> Exit {
    let in_vain = given(args.settings.asked(asked)).into_iter();
    let told: Vec<_> = in_vain
        .map(|flag| no_effect(flag, "the PTX is looked at as it is"))
        .collect();
    print_diagnostics(&told, path, "");
    let source = Source {
        layouts: &[],
        agents: &[],
        rings: &[],
        fewer_conflicts: &|| None,
    };
    match findings(text, &source) {
        Ok(found) => write(args, found.as_bytes()),
        Err(error) => {
            tell!("error: {}: {error}", path.display());
            Exit::Wrong
        }
    }
}

/// All that was tried for the loop at a line.
///
/// # Errors
/// The fault of the line.
fn explained(report: &Report, line: u32) -> Result<String, String> {
    if report.options.opt_level < 2 {
        return Err(format!(
            "loops are pipelined at -O2 or -O3, not at -O{}",
            report.options.opt_level
        ));
    }
    // Absent: the kernel has no loop that the report speaks of.
    let Some(schedule) = &report.schedule else {
        return Err("the kernel has no loop that could be pipelined".to_string());
    };
    candidates::explained(schedule, line).ok_or_else(|| {
        let lines: Vec<String> = candidates::lines(schedule).iter().map(u32::to_string).collect();
        format!("no loop begins at line {line}; loops are at {}", lines.join(", "))
    })
}

/// Writes the IR at every pass boundary.
fn save(trace: &Trace, folder: &Path) -> std::io::Result<()> {
    std::fs::create_dir_all(folder)?;
    for (number, snapshot) in (trace.start()..).zip(&trace.snapshots) {
        let file = folder.join(format!("{number:02}-{}.mlir", snapshot.name));
        std::fs::write(file, snapshot.listing().text)?;
    }
    Ok(())
}

/// The passes that a level runs.
fn list_passes(options: &Options) -> Exit {
    let all = passes();
    let runs = match options.opt_level {
        0 => 0,
        1 => all
            .iter()
            .rposition(|(_, level, _)| *level == "nv_tileaa")
            .map_or(0, |at| at + 1),
        _ => all.len(),
    };
    for (name, level, doc) in &all[..runs] {
        say!("{name:<28} {level:<10} {doc}{}", left_out(name, options));
    }
    Exit::Fine
}

/// The part of a pass that level 2 leaves out.
fn left_out(pass: &str, options: &Options) -> String {
    let left = OPTIONS.iter().filter(|option| options.leaves_out(option));
    let own = left.filter(|option| matches!(option.decided_by, Some(Decider::Pass(other)) if other == pass));
    let flags: Vec<String> = own.map(|option| format!("--{}", option.flag)).collect();
    match flags[..] {
        [] => String::new(),
        _ => format!(" (level 2: without {})", flags.join(", ")),
    }
}

/// The search for schedules in Chrome's format; of loops that are left alone, why.
fn schedule_trace(trace: &Trace) -> String {
    let mut events: Vec<Value> = trace
        .schedule_trace()
        .and_then(|text| serde_json::from_str(&text).ok())
        .unwrap_or_default();
    let refused = trace.report.schedule.iter().flat_map(|schedule| &schedule.refusals);
    for (refused, process) in refused.zip(1000..) {
        events.push(json!({
            "ph": "i", "name": "not pipelined", "cat": "refusal", "pid": process, "tid": 1, "ts": 0, "s": "p",
            "args": { "line": refused.line, "loop": refused.what, "why": refused.why, "help": refused.help, "memory": refused.memory },
        }));
    }
    Value::from(events).to_string()
}

/// The IR once layouts are chosen, under what is said of its pipes: a loop of products that has none is marked.
fn snapshot(trace: &Trace) -> Option<String> {
    let found = trace
        .snapshots
        .iter()
        .rev()
        .find(|snapshot| snapshot.name == SNAPSHOT)?;
    let listing = found.listing();
    let mut text = String::new();
    for (line, at) in listing.text.lines().zip(1..) {
        if line.contains("create_pipe ") || line.contains("create_mutex") {
            text += &format!("// line {at}: {}\n", line.trim());
        }
    }
    for one in trace.report.schedule.iter().flat_map(|schedule| &schedule.loops) {
        if !listing.text.contains("create_pipe ") {
            text += &format!(
                "// no pipe: the loop at line {} is {}: {}\n",
                one.line, one.strategy, one.why
            );
        }
    }
    let schedule = trace.report.schedule.as_ref();
    let (loops, refused) = schedule.map_or((&[][..], &[][..]), |schedule| {
        (&schedule.loops[..], &schedule.refusals[..])
    });
    // Of a loop that is pipelined in another way, it is said above why not in the first.
    for one in refused
        .iter()
        .filter(|one| loops.iter().all(|other| other.line != one.line))
    {
        text += &format!(
            "// no pipe: the loop at line {} is not pipelined: {}\n",
            one.line, one.why
        );
    }
    Some(text + &listing.text)
}

/// IR of an early level needs no later pass, so kernels whose lowering is not supported yet can be looked at.
fn needed_level(emit: Option<Emit>, asked: u8) -> u8 {
    match emit {
        Some(Emit::CudaTile | Emit::Bytecode) => 0,
        Some(Emit::NvTileaa) => asked.min(1),
        _ => asked,
    }
}

/// The unit of the target that multiplies matrices.
fn unit_of(report: &Report) -> &'static str {
    // Absent: a kernel is compiled for targets that there are.
    tilewright_machine::target(&report.options.gpu_name).map_or("", |target| &target.mma_unit.value)
}

/// The text that was asked for; none for the whole report.
fn wanted(args: &Args, trace: &Trace, kernel: Kernel<'_>) -> Result<Option<String>, (Exit, String)> {
    let report = &trace.report;
    let level_asked = report.options.opt_level;
    let level = |name: &str| {
        let listing = trace.listing_of(name).map(|listing| listing.text);
        listing.ok_or((
            Exit::Usage,
            format!("the kernel did not come to {name} at -O{level_asked}"),
        ))
    };
    let too_early = |what: &str| {
        (
            Exit::Usage,
            format!("there is no {what} at -O{level_asked}; use -O2 or -O3"),
        )
    };
    let not_pipelined = |what: &str| {
        let why = format!("no loop of this kernel was pipelined, so there is no {what}");
        if level_asked < 2 {
            too_early(what)
        } else {
            (Exit::Wrong, why)
        }
    };
    let bug = |error: &dyn std::fmt::Display| (Exit::OurBug, error.to_string());
    let text = match args.emit {
        Some(Emit::Json) => return Ok(None),
        None if level_asked < 2 => trace.snapshots.last().map(|s| s.listing().text).unwrap_or_default(),
        None | Some(Emit::Ptx) => {
            let ptx = report.ptx.as_ref().map(|listing| listing.text.clone());
            ptx.ok_or_else(|| too_early("PTX"))?
        }
        Some(Emit::Abi) => match &report.abi {
            Some(abi) => serde_json::to_string_pretty(abi).map_err(|error| bug(&error))? + "\n",
            None => return Err(too_early("calling contract")),
        },
        Some(Emit::Schedule | Emit::ScheduleText) => match &report.schedule {
            Some(loops) if args.emit == Some(Emit::ScheduleText) => schedule::whole(loops, unit_of(report)),
            Some(loops) => serde_json::to_string_pretty(loops).map_err(|error| bug(&error))? + "\n",
            None => return Err(not_pipelined("schedule")),
        },
        Some(Emit::Cutlass) => trace
            .listing_of("cutlass")
            .map(|listing| listing.text)
            .ok_or_else(|| not_pipelined("cutlass level"))?,
        Some(Emit::Findings) => {
            let ptx = report.ptx.as_ref().ok_or_else(|| too_early("PTX"))?;
            let loops = report.schedule.iter().flat_map(|schedule| &schedule.loops);
            let rings = loops.filter_map(|one| {
                Some(Ring {
                    line: one.line as usize,
                    graph: schedule::graph_of(one)?,
                    stages: one.depth.chosen,
                    wanted: one.depth.wanted.min(one.depth.fits),
                })
            });
            let rings: Vec<Ring> = rings.collect();
            let layouts = trace.layouts();
            let source = Source {
                layouts: &layouts,
                agents: &report.registers,
                rings: &rings,
                fewer_conflicts: &|| kernel.fewer_conflicts(trace),
            };
            findings(&ptx.text, &source).map_err(|error| bug(&error))?
        }
        Some(Emit::Snapshot) => snapshot(trace).ok_or_else(|| too_early("snapshot"))?,
        Some(Emit::CudaTile | Emit::Bytecode) => level("cuda_tile")?,
        Some(Emit::NvTileaa) => level("nv_tileaa")?,
        Some(Emit::NvTileas) => level("nv_tileas")?,
        Some(Emit::Nvvm) => level("nvvm")?,
    };
    Ok(Some(text))
}

/// Writes what was asked for, and nothing else: the summary goes to standard error.
fn write(args: &Args, content: &[u8]) -> Exit {
    match &args.output_file {
        None => print_bytes(content),
        Some(file) => write_bytes(file, content),
    }
}

fn finish(args: &Args, report: &Report, timings: &Timings, path: &Path, content: &[u8]) -> Exit {
    let exit = write(args, content);
    if exit != Exit::Fine {
        return exit;
    }
    summarize(report, path);
    if args.settings.has_model() {
        tell!("{}", own_model(report));
    }
    if args.timings {
        for timing in &timings.passes {
            tell!("{:>10.1} us  {}", timing.micros, timing.name);
        }
        tell!("{:>10.1} us  in all", timings.total_micros);
    }
    Exit::Fine
}

/// A word about loops that are scheduled in a model of the user's own, as the page has it.
fn own_model(report: &Report) -> String {
    let mut loops = report.schedule.iter().flat_map(|schedule| &schedule.loops);
    let rows = match loops.any(|one| one.row_cycles.is_some()) {
        true => {
            "; a loop that counts in rows takes pools of the SM, ceilings and published latencies alone from it: what its ops hold, and for how long, was measured"
        }
        false => "",
    };
    format!("  scheduled in a model of your own{rows}")
}

fn summarize(report: &Report, path: &Path) {
    tell!("{}", path.display());
    let width = report.summary.iter().map(|fact| fact.label.len()).max().unwrap_or(0);
    for fact in &report.summary {
        tell!("  {:<width$}  {}", fact.label, fact.value);
    }
    for (at, fact) in report.costs.iter().enumerate() {
        let label = if at == 0 { "costs" } else { "" };
        tell!("  {label:<width$}  {}: {}", fact.label, fact.value);
    }
    if let Some(loops) = &report.schedule {
        tell!("{}", schedule::summary(loops).trim_end_matches('\n'));
    }
    for hint in &report.hints {
        tell!(
            "  hint {} = {} (line {}): {}",
            hint.name,
            hint.value,
            hint.line,
            hint.reason
        );
    }
}

/// The IR after the passes that were named, each under a comment that says which; none if none was.
fn printed_passes(args: &Args, trace: &Trace) -> Option<String> {
    let snapshots = &trace.snapshots;
    let runs_again = |at: usize| snapshots[at + 1..].iter().any(|later| later.name == snapshots[at].name);
    let is_asked = |at: usize| {
        let is_named = args.print_after.iter().any(|asked| asked == snapshots[at].name);
        args.print_after_all || is_named && !runs_again(at)
    };
    let asked = (0..snapshots.len()).filter(|&at| is_asked(at));
    let text = asked.map(|at| {
        let snapshot = &snapshots[at];
        let unchanged = if snapshot.changed { "" } else { " (no change)" };
        let (level, name) = (snapshot.level.name(), snapshot.name);
        format!("// ---- {level} after {name}{unchanged}\n{}", snapshot.listing().text)
    });
    (args.print_after_all || !args.print_after.is_empty()).then(|| text.collect())
}
