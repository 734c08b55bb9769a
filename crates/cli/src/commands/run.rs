//! `tilewright run`: a kernel on data, in either engine; or PTX from elsewhere in the emulator.

use crate::exit::Exit;
use crate::files::{read_bytes, read_kernel, read_text};
use crate::messages::{print_diagnostics, print_messages};
use crate::settings::Settings;
use crate::terminal::{print, say, tell};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use tilewright_case::{Case, Comparison, Tolerance};
use tilewright_npz::{Limits, Npz, read_npz, write_npz};
use tilewright_runner::{Findings, Trial};

/// Arguments of `run`.
#[derive(clap::Args)]
pub struct Args {
    /// A kernel in Tile IR, text or bytecode (with --case), or a PTX file (with --launch and --inputs).
    file: PathBuf,
    /// The folder of the case: case.json, inputs.npz, expected.npz.
    #[arg(
        long,
        value_name = "DIR",
        required_unless_present = "launch",
        conflicts_with = "launch"
    )]
    case: Option<PathBuf>,
    /// What runs the kernel.
    #[arg(long, value_enum, default_value = "interp", value_name = "ENGINE")]
    engine: Engine,
    /// How to compile it, for --engine ptx.
    #[command(flatten)]
    settings: Settings,
    /// For PTX: the launch file.
    #[arg(long, value_name = "FILE", requires = "inputs")]
    launch: Option<PathBuf>,
    /// For PTX: the arrays before the launch.
    #[arg(long, value_name = "FILE", requires = "launch")]
    inputs: Option<PathBuf>,
    /// For PTX: the outputs that are expected.
    #[arg(long, value_name = "FILE", requires = "launch")]
    expect: Option<PathBuf>,
    /// Chooses among the orders that are left open; the same seed gives the same run.
    #[arg(long, default_value_t = 0, value_name = "N")]
    seed: u64,
    /// Runs with this many seeds, from 0 on.
    #[arg(long, value_name = "COUNT", conflicts_with = "seed", value_parser = clap::value_parser!(u64).range(1..))]
    seeds: Option<u64>,
    /// Steps after which a run is given up: instructions of a warp, or ops of a tile block, of which many elements count as more.
    /// Without it, about half a minute's.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    max_steps: Option<u64>,
    /// Where to write the outputs (of the first run that fails, else of the last one).
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// What runs a kernel.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
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
    let source = read_kernel(&args.file, true)?;
    match (&args.case, &args.launch, &args.inputs) {
        (Some(folder), ..) => run_case(args, &source, folder),
        (None, Some(launch), Some(inputs)) => {
            let launch = read_text(launch)?;
            let inputs = read_arrays(inputs)?;
            let expected = args.expect.as_deref().map(read_arrays).transpose()?;
            let trial = |seed| {
                let options = emulation(args, seed);
                tilewright_runner::run_launch_file(&source, &launch, &inputs, expected.as_ref(), options)
                    .map_err(|why| refused(&args.file, &why))
            };
            run_seeds(args, &source, trial)
        }
        _ => {
            tell!("error: give --case, or --launch and --inputs");
            Err(Exit::Usage)
        }
    }
}

fn run_case(args: &Args, source: &str, folder: &Path) -> Result<Exit, Exit> {
    let case = read_case(folder)?;
    let asked = args.settings.clone().options()?;
    match args.engine {
        Engine::Interp => {
            let parsed = tilewright_ir::parse(source);
            let messages = |list: &[tilewright_diag::Diagnostic]| print_diagnostics(list, &args.file, source);
            if parsed.diagnostics.iter().any(|d| d.is_error()) {
                return Err(messages(&parsed.diagnostics).max(Exit::Wrong));
            }
            run_seeds(args, source, |seed| {
                let mut options = tilewright_interp::Options {
                    seed,
                    ..Default::default()
                };
                if let Some(steps) = args.max_steps {
                    options.budget = steps.saturating_mul(tilewright_interp::STEP);
                }
                let trial =
                    tilewright_runner::interpret(&parsed.module, &case, options, &mut |_| ControlFlow::Continue(()));
                trial.map_err(|list| messages(&list).max(Exit::Wrong))
            })
        }
        Engine::Ptx => {
            let options = tilewright_driver::Options {
                entry: Some(case.entry.clone()),
                lineinfo: true,
                ..asked
            };
            let report = tilewright_driver::compile(source, &options).report;
            let exit = print_messages(&report.diagnostics, &args.file, source);
            let (Some(ptx), Some(abi), Exit::Fine) = (&report.ptx, &report.abi, exit) else {
                if exit == Exit::Fine {
                    tell!("error: there is no PTX to run: --opt-level 2 or 3 goes through to it");
                    return Err(Exit::Usage);
                }
                return Err(exit.max(Exit::Wrong));
            };
            run_seeds(args, &ptx.text, |seed| {
                let options = emulation(args, seed);
                tilewright_runner::emulate(&ptx.text, abi, &case, options).map_err(|why| refused(&args.file, &why))
            })
        }
    }
}

fn emulation(args: &Args, seed: u64) -> tilewright_emulator::Options {
    let usual = tilewright_emulator::Options::default();
    tilewright_emulator::Options {
        seed,
        budget: args.max_steps.unwrap_or(usual.budget),
    }
}

/// Runs with every seed that was asked for, and prints what came of it; `text` is what findings are about.
fn run_seeds(args: &Args, text: &str, trial: impl Fn(u64) -> Result<Trial, Exit>) -> Result<Exit, Exit> {
    let seeds = args.seeds.map_or(args.seed..=args.seed, |count| 0..=count - 1);
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
        say!("{} of {all} seeds pass; seed {seed}:", all - failed);
    }
    print_trial(args, text, &trial);
    if let Some(path) = &args.out {
        write_outputs(path, &trial.outputs)?;
    }
    Ok(if failed == 0 { Exit::Fine } else { Exit::Wrong })
}

fn print_trial(args: &Args, text: &str, trial: &Trial) {
    for line in &trial.printed {
        print(line);
    }
    match &trial.findings {
        Findings::Kernel(list) => {
            print_diagnostics(list, &args.file, text);
        }
        Findings::Ptx(list) => {
            for finding in list {
                tell!("error: {finding}");
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
        None => ptx.lines().find_map(named).unwrap_or_else(own),
    }
}

fn describe(c: &Comparison) -> String {
    let tolerance = match c.tolerance {
        Tolerance::Exact => "exact".to_string(),
        Tolerance::Close { atol, rtol } => format!("{atol:.3e} + {rtol:.3e} |x|"),
    };
    let mut text = format!(
        "{}  largest error {:.3e} absolute, {:.3e} relative; {} elements, tolerance {tolerance}",
        if c.passed() { "pass" } else { "FAIL" },
        c.largest_absolute,
        c.largest_relative,
        c.elements
    );
    if let Some(first) = &c.first_wrong {
        let (at, got, expected) = (&first.at, first.got, first.expected);
        text += &format!("; {} wrong, first at {at:?}: {got} instead of {expected}", c.wrong);
    }
    if c.strayed > 0 {
        text += &format!("; {} bytes outside the array were changed", c.strayed);
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

fn read_case(folder: &Path) -> Result<Case, Exit> {
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
    let written = write_npz(outputs).map_err(|e| e.to_string());
    let written = written.and_then(|bytes| std::fs::write(path, bytes).map_err(|e| e.to_string()));
    written.map_err(|error| {
        tell!("error: cannot write {}: {error}", path.display());
        Exit::Usage
    })
}
