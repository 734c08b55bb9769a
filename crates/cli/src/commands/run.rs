//! `tilewright run`: a kernel on data, in either engine; or PTX from elsewhere in the emulator.

use crate::accesses::say_accesses;
use crate::exit::Exit;
use crate::files::{read_bytes, read_source, read_text, write_bytes};
use crate::made::MadeArgs;
use crate::messages::{print_diagnostics, print_messages};
use crate::python::Python;
use crate::settings::{Settings, known_pass};
use crate::terminal::{print, say, tell};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use tilewright_case::{Case, Comparison, Tolerance};
use tilewright_diag::counted;
use tilewright_driver::abi::Abi;
use tilewright_driver::options::arithmetic_flags;
use tilewright_driver::{Options, Text};
use tilewright_ir::Module;
use tilewright_npz::{Limits, Npz, read_npz, write_npz};
use tilewright_runner::{Findings, Trial, with_names};

/// Arguments of `run`.
#[derive(clap::Args, Clone)]
pub struct Args {
    /// A kernel in Tile IR, text or bytecode, or in cuTile Python, or a PTX file (with --launch).
    file: PathBuf,
    /// The folder of the case: case.json, inputs.npz, expected.npz. Without it, a kernel runs on inputs that are made
    /// for it, the same as on the page, and its PTX is compared with the interpreter.
    #[arg(long, value_name = "DIR", conflicts_with_all = ["launch", "grid", "arguments"])]
    case: Option<PathBuf>,
    #[command(flatten)]
    made: MadeArgs,
    /// Engine that runs the kernel; if not given, the interpreter with a case, and both without.
    #[arg(long, value_enum, value_name = "ENGINE")]
    engine: Option<Engine>,
    /// The pass that has made the text, `parse` for the input language; if not given, its ops tell.
    #[arg(long, value_name = "PASS", conflicts_with = "launch")]
    from: Option<String>,
    /// Options of the compilation, for --engine ptx.
    #[command(flatten)]
    settings: Settings,
    /// For PTX: the launch file.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["grid", "arguments"])]
    launch: Option<PathBuf>,
    /// For PTX: the arrays before the launch. Without them, content that the seed chooses.
    #[arg(long, value_name = "FILE", requires = "launch")]
    inputs: Option<PathBuf>,
    /// For PTX: the outputs that are expected.
    #[arg(long, value_name = "FILE", requires = "launch")]
    expect: Option<PathBuf>,
    /// Chooses among the orders that are left open, and the inputs where they are made; the same seed gives the same
    /// run. If not given, 0 with a case, and 1 without, as on the page.
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Runs with this many seeds, from 0 on.
    #[arg(long, value_name = "COUNT", conflicts_with = "seed", value_parser = clap::value_parser!(u64).range(1..))]
    seeds: Option<u64>,
    /// Steps after which a run is given up: instructions of a warp, or ops of a tile block, of which many elements
    /// count as more. Without it, about half a minute's.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    max_steps: Option<u64>,
    /// Counts what the PTX's accesses to memory take in the emulator, by line of the source: of shared memory wavefronts and bank
    /// conflicts, of global memory sectors, and those beyond what the bytes need.
    #[arg(long)]
    accesses: bool,
    /// Where to write the outputs (of the first run that fails, else of the last one).
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// An engine that runs a kernel.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
enum Engine {
    /// The reference interpreter, on the kernel itself.
    Interp,
    /// The compiler, and the emulator on its PTX.
    Ptx,
}

/// Runs `run`.
pub fn run(args: Args) -> Exit {
    try_run(&args).unwrap_or_else(|exit| exit)
}

fn try_run(args: &Args) -> Result<Exit, Exit> {
    known_pass(args.from.as_deref())?;
    let options = args.settings.clone().options()?;
    let python = Python {
        kernel: args.settings.entry().map(str::to_string),
        options: args.made.python(),
        case: args.case.clone(),
    };
    let read = read_source(&args.file, &read_bytes(&args.file)?, true, &python)?;
    if let (None, Some(said)) = (&read.origin, python.options.first()) {
        tell!("error: `{said}` says a type or constant, which is for kernels in Python; of Tile IR a number is given");
        return Err(Exit::Usage);
    }
    let source = read.text();
    let args = &match &read.origin {
        Some(origin) => Args {
            settings: args.settings.clone().of_entry(origin.symbol.clone()),
            made: args.made.clone().of_launch(origin.launch.as_ref()),
            ..args.clone()
        },
        None => args.clone(),
    };
    unused(args, &options);
    match (&args.case, &args.launch, &args.inputs) {
        (Some(folder), ..) => run_case(args, source, folder),
        (None, Some(launch), inputs) => {
            let launch = read_text(launch)?;
            let inputs = match inputs {
                Some(inputs) => read_arrays(inputs)?,
                // Absent: the seed of runs without data, as on the page.
                None => tilewright_runner::made_inputs(&launch, args.seed.map_or(1, |seed| seed as u32))
                    .map_err(|why| refused(&args.file, &why))?,
            };
            let expected = args.expect.as_deref().map(read_arrays).transpose()?;
            let trial = |seed| {
                let options = emulation(args, seed);
                tilewright_runner::run_launch_file(
                    source.ir,
                    &launch,
                    &inputs,
                    expected.as_ref(),
                    options,
                    args.accesses,
                )
                .map_err(|why| refused(&args.file, &why))
            };
            run_seeds(args, (source.shown(), &[]), trial)
        }
        _ => run_made(args, source),
    }
}

/// Says which options the way of running has no use for.
fn unused(args: &Args, options: &Options) {
    let interprets = match args.engine {
        Some(engine) => engine == Engine::Interp,
        None => args.case.is_some(),
    };
    let (why, mut flags) = match args.launch.is_some() {
        true => (
            "the PTX is run as it is",
            tilewright_driver::given(args.settings.asked(options)),
        ),
        false if interprets => {
            let mut given = tilewright_driver::given(args.settings.asked(options));
            given.retain(|flag| !arithmetic_flags().any(|other| other == *flag));
            ("the interpreter runs the kernel itself", given)
        }
        false => ("", Vec::new()),
    };
    if args.launch.is_some() {
        flags.extend(args.engine.map(|_| "engine"));
        flags.extend(args.settings.entry().map(|_| "entry"));
    } else if interprets && args.accesses {
        flags.push("accesses");
    }
    let told: Vec<_> = flags
        .into_iter()
        .map(|flag| tilewright_driver::no_effect(flag, why))
        .collect();
    print_diagnostics(&told, &args.file, "");
}

fn run_case(args: &Args, source: Text<'_>, folder: &Path) -> Result<Exit, Exit> {
    let case = read_case(folder)?;
    if let Some(entry) = args.settings.entry().filter(|entry| *entry != case.entry) {
        tell!("error: --entry {entry}: the case is of the kernel `{}`", case.entry);
        return Err(Exit::Usage);
    }
    if args.engine == Some(Engine::Ptx) {
        let code = compiled(args, source, &case.entry)?;
        return run_seeds(args, (&code.ptx, &code.barriers), |seed| {
            emulated(args, &code, &case, seed)
        });
    }
    let module = parsed(args, source)?;
    run_seeds(args, (source.shown(), &[]), |seed| {
        let trial = tilewright_runner::interpret(&module, &case, interpretation(args, seed), &mut go_on);
        trial.map_err(|list| print_diagnostics(&list, &args.file, source.shown()).max(Exit::Wrong))
    })
}

/// Runs a kernel on inputs that are made for it: what its PTX does is compared with what the interpreter says it means.
fn run_made(args: &Args, source: Text<'_>) -> Result<Exit, Exit> {
    let module = parsed(args, source)?;
    let entry = the_kernel(args, &module)?;
    let code = match args.engine {
        Some(Engine::Interp) => None,
        _ => Some(compiled(args, source, &entry)?),
    };
    let text = match (&code, args.engine) {
        (Some(code), Some(Engine::Ptx)) => &code.ptx,
        _ => source.shown(),
    };
    let slots = code.as_ref().map_or(0, |code| code.slots);
    // Absent: the interpreter has no barriers.
    let barriers = code.as_ref().map_or(&[][..], |code| &code.barriers);
    run_seeds(args, (text, barriers), |seed| {
        let mut case = args
            .made
            .case(&module, &entry, (seed, slots))
            .map_err(|why| refused(&args.file, &why))?;
        if args.engine != Some(Engine::Ptx) {
            // The orders that a seed chooses are the emulator's: what is compared with is always the same.
            let fixed = if code.is_some() { 0 } else { seed };
            let meant = tilewright_runner::meant(&module, &mut case, interpretation(args, fixed), &mut go_on);
            let meant = meant.map_err(|list| print_diagnostics(&list, &args.file, source.shown()).max(Exit::Wrong))?;
            if code.is_none() || !meant.passed() {
                return Ok(meant);
            }
        }
        match &code {
            Some(code) => emulated(args, code, &case, seed),
            None => Err(Exit::OurBug),
        }
    })
}

/// The module that the interpreter runs for a text: itself, or of `nv_tileaa` its twin in the input language. What is
/// wrong with it has been said.
fn parsed(args: &Args, source: Text<'_>) -> Result<Module, Exit> {
    let checked = tilewright_driver::check(source, false, args.from.as_deref());
    let refuse = |list: &[tilewright_diag::Diagnostic]| {
        Err(print_diagnostics(list, &args.file, source.shown()).max(Exit::Wrong))
    };
    if checked.diagnostics.iter().any(|d| d.is_error()) {
        return refuse(&checked.diagnostics);
    }
    let parsed = match checked.level {
        "cuda_tile" => source.parse(),
        "nv_tileaa" => tilewright_ir::parse(&tilewright_runner::lift(source.ir)),
        level => {
            match args.engine {
                Some(Engine::Ptx) => tell!(
                    "error: inputs are made for the input language and nv_tileaa, and this is {level}: give them with --case"
                ),
                _ => tell!(
                    "error: the interpreter runs the input language and nv_tileaa, and this is {level}: use --engine ptx, with --case"
                ),
            }
            return Err(Exit::Usage);
        }
    };
    if parsed.diagnostics.iter().any(|d| d.is_error()) {
        return refuse(&parsed.diagnostics);
    }
    let arithmetic = args.settings.clone().options()?.arithmetic();
    let relaxed = tilewright_lowering::relax_arithmetic::relaxed(&parsed.module, arithmetic);
    // Absent: the kernel has nothing that the leave is about.
    Ok(relaxed.map_or(parsed.module, |(module, _)| module))
}

/// The kernel that was asked for, or the only one.
fn the_kernel(args: &Args, module: &Module) -> Result<String, Exit> {
    let entries = tilewright_lowering::convert_cudatile_to_tileaa::entries(module);
    let usage = |why: String| {
        tell!("error: {why}; the module has {}", entries.join(", "));
        Err(Exit::Usage)
    };
    match (args.settings.entry(), &entries[..]) {
        (Some(name), _) if entries.iter().any(|entry| entry == name) => Ok(name.to_string()),
        (Some(name), _) => usage(format!("there is no kernel `{name}`")),
        (None, [only]) => Ok(only.clone()),
        (None, []) => usage("there is no kernel here".to_string()),
        (None, _) => usage("there are several kernels; name one with --entry".to_string()),
    }
}

/// The PTX of a kernel, how it is launched, the slots of its ring, and the names of its mbarriers in the order of their addresses.
struct Code {
    ptx: String,
    abi: Abi,
    slots: u32,
    barriers: Vec<String>,
}

/// Compiles a kernel.
fn compiled(args: &Args, source: Text<'_>, entry: &str) -> Result<Code, Exit> {
    let asked = args.settings.clone().options()?;
    let options = Options {
        entry: Some(entry.to_string()),
        lineinfo: asked.lineinfo || asked.opt_level > 1,
        ..asked
    };
    let report = tilewright_driver::trace_asked(source, args.settings.asked(&options), args.from.as_deref()).report;
    let exit = print_messages(&report.diagnostics, &args.file, source.shown());
    let slots = report.ring_slots();
    let barriers = report.barrier_names();
    match (report.ptx, report.abi, exit) {
        (Some(ptx), Some(abi), Exit::Fine) => Ok(Code {
            ptx: ptx.text,
            abi,
            slots,
            barriers,
        }),
        (.., Exit::Fine) => {
            tell!("error: there is no PTX to run: --opt-level 2 or 3 goes through to it");
            Err(Exit::Usage)
        }
        (.., wrong) => Err(wrong.max(Exit::Wrong)),
    }
}

fn emulated(args: &Args, code: &Code, case: &Case, seed: u64) -> Result<Trial, Exit> {
    let emulate = match args.accesses {
        true => tilewright_runner::emulate_counting,
        false => tilewright_runner::emulate,
    };
    emulate(&code.ptx, &code.abi, case, emulation(args, seed)).map_err(|why| refused(&args.file, &why))
}

fn go_on<Progress>(_: Progress) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

fn interpretation(args: &Args, seed: u64) -> tilewright_interp::Options {
    let usual = tilewright_interp::Options::default();
    let steps = args
        .max_steps
        .map(|steps| steps.saturating_mul(tilewright_interp::STEP));
    tilewright_interp::Options {
        seed,
        budget: steps.unwrap_or(usual.budget),
        ..usual
    }
}

fn emulation(args: &Args, seed: u64) -> tilewright_emulator::Options {
    let usual = tilewright_emulator::Options::default();
    tilewright_emulator::Options {
        seed,
        budget: args.max_steps.unwrap_or(usual.budget),
    }
}

/// Runs with every seed that was asked for, and prints what came of it; `about` is the text that findings are about, and the names of
/// its mbarriers in the order of their addresses, where they are known.
fn run_seeds(args: &Args, about: (&str, &[String]), trial: impl Fn(u64) -> Result<Trial, Exit>) -> Result<Exit, Exit> {
    let usual = u64::from(args.case.is_none() && args.launch.is_none());
    let seed = args.seed.unwrap_or(usual);
    let seeds = args.seeds.map_or(seed..=seed, |count| 0..=count - 1);
    let many = args.seeds.is_some();
    let mut kept: Option<(u64, Trial)> = None;
    let mut failed = 0u64;
    for seed in seeds {
        let trial = trial(seed)?;
        failed += u64::from(!trial.passed());
        if kept.as_ref().is_none_or(|(_, kept)| kept.passed()) {
            kept = Some((seed, trial));
        }
    }
    let Some((seed, trial)) = kept else {
        return Ok(Exit::Fine);
    };
    if many {
        let all = args.seeds.unwrap_or(1);
        say!(
            "{} of {} pass; seed {seed}:",
            all - failed,
            counted(all as usize, "seeds")
        );
    }
    print_trial(args, about, &trial);
    if let Some(path) = &args.out {
        write_outputs(path, &trial.outputs)?;
    }
    Ok(if failed == 0 { Exit::Fine } else { Exit::Wrong })
}

fn print_trial(args: &Args, (text, names): (&str, &[String]), trial: &Trial) {
    for line in &trial.printed {
        print(line);
    }
    match &trial.findings {
        Findings::Kernel(list) => {
            print_diagnostics(list, &args.file, text);
        }
        Findings::Ptx(list) => {
            for finding in list {
                tell!("error: {}", with_names(&finding.to_string(), names, &trial.barriers));
                if let Some([file, line, column]) = finding.place.and_then(|place| place.source) {
                    tell!("  from {}:{line}:{column}", source_name(args, text, file));
                }
            }
        }
    }
    if let Some(why) = trial.unfinished {
        tell!("error: the run did not come to its end: {why}");
    }
    if trial.comparisons.is_empty() {
        say!("nothing to compare with: expected outputs are not given");
    }
    let width = trial.comparisons.iter().map(|c| c.name.len()).max().unwrap_or(0);
    for comparison in &trial.comparisons {
        say!("{:<width$}  {}", comparison.name, describe(comparison));
    }
    if let (true, Findings::Ptx(_)) = (args.accesses, &trial.findings) {
        say_accesses(&trial.accesses);
    }
}

/// The file that a place in the source is in: the kernel, or of PTX from elsewhere what its `.file` says.
fn source_name(args: &Args, ptx: &str, file: u32) -> String {
    let named = |line: &str| {
        let (number, name) = line.trim().strip_prefix(".file")?.trim().split_once(' ')?;
        (number.parse() == Ok(file)).then(|| name.split('"').nth(1).map(str::to_string))?
    };
    let own = || args.file.display().to_string();
    match args.case {
        Some(_) => own(),
        None if args.launch.is_none() => own(),
        None => ptx.lines().find_map(named).unwrap_or_else(own),
    }
}

fn describe(c: &Comparison) -> String {
    let tolerance = match c.tolerance {
        Tolerance::Exact => "exact".to_string(),
        Tolerance::Close { atol, rtol } => format!("{atol:.3e} + {rtol:.3e} |x|"),
    };
    let mut text = format!(
        "{}  largest error {:.3e} absolute, {:.3e} relative; {}, tolerance {tolerance}",
        if c.passed() { "pass" } else { "FAIL" },
        c.largest_absolute,
        c.largest_relative,
        counted(c.elements, "elements")
    );
    if let Some(first) = &c.first_wrong {
        let (at, got, expected) = (&first.at, first.got, first.expected);
        text += &format!("; {} wrong, first at {at:?}: {got} instead of {expected}", c.wrong);
    }
    if c.strayed > 0 {
        text += &format!("; changed outside the array: {}", counted(c.strayed, "bytes"));
    }
    text
}

fn refused(path: &Path, why: &str) -> Exit {
    tell!("error: {}: {why}", path.display());
    Exit::Wrong
}

fn read_arrays(path: &Path) -> Result<Npz, Exit> {
    read_npz(&read_bytes(path)?, Limits::default()).map_err(|error| {
        tell!("error: {}: {error}", path.display());
        Exit::Usage
    })
}

/// Reads a case; what is wrong with it has been said.
///
/// # Errors
/// [`Exit::Usage`].
pub fn read_case(folder: &Path) -> Result<Case, Exit> {
    let json = read_bytes(&folder.join("case.json"))?;
    let inputs = read_bytes(&folder.join("inputs.npz"))?;
    let expected = folder.join("expected.npz");
    let expected = if expected.exists() {
        Some(read_bytes(&expected)?)
    } else {
        None
    };
    Case::read(&json, &inputs, expected.as_deref()).map_err(|error| {
        tell!("error: {}: {error}", folder.display());
        Exit::Usage
    })
}

fn write_outputs(path: &Path, outputs: &Npz) -> Result<(), Exit> {
    let bytes = write_npz(outputs).map_err(|error| {
        tell!("error: cannot write {}: {error}", path.display());
        Exit::Usage
    })?;
    match write_bytes(path, &bytes) {
        Exit::Fine => Ok(()),
        exit => Err(exit),
    }
}
