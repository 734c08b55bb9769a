//! `tilewright bisect`: the first pass after which a kernel computes something else.

use crate::commands::run::read_case;
use crate::exit::Exit;
use crate::files::{read_kernel, read_text};
use crate::made::MadeArgs;
use crate::messages::{print_diagnostics, print_messages};
use crate::settings::Settings;
use crate::terminal::{say, tell};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use tilewright_case::{Case, Comparison};
use tilewright_diag::counted;
use tilewright_driver::{Asked, Options, Text, check, trace_asked, trace_plain};
use tilewright_passes::boundary::{INPUT, OPTIONAL};
use tilewright_runner::Trial;

/// Arguments of `bisect`.
#[derive(clap::Args)]
pub struct Args {
    /// A kernel in Tile IR, text or bytecode.
    file: PathBuf,
    /// The folder of the case: case.json, inputs.npz, and where there is one expected.npz; what is not given there is
    /// what the interpreter says. Without a case, inputs are made, the same as on the page.
    #[arg(long, value_name = "DIR", conflicts_with_all = ["grid", "arguments"])]
    case: Option<PathBuf>,
    #[command(flatten)]
    made: MadeArgs,
    /// A folder of IR at pass boundaries, as `compile --snapshots` writes it, to be judged instead of what is compiled
    /// now. Files may be missing.
    #[arg(long, value_name = "DIR")]
    snapshots: Option<PathBuf>,
    #[command(flatten)]
    settings: Settings,
    /// Chooses the inputs that are made, and the order of what is left open.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

/// The IR after a pass.
struct Boundary {
    pass: String,
    text: String,
}

/// The outcome of one way to run a boundary.
enum Outcome {
    Same,
    /// Something is different: this.
    Different(String),
    /// The interpreter has no meaning for IR of this level.
    NoMeaning,
    /// Why it cannot be run that way.
    NotRun(String),
}

/// Runs `bisect`.
pub fn run(args: Args) -> Exit {
    try_run(&args).unwrap_or_else(|exit| exit)
}

fn try_run(args: &Args) -> Result<Exit, Exit> {
    let source = read_kernel(&args.file, false)?;
    let source = source.text();
    let checked = check(source, false, Some(INPUT));
    let exit = print_diagnostics(&checked.diagnostics, &args.file, source.shown());
    if exit != Exit::Fine {
        return Err(exit);
    }
    let (case, options) = reference(args, source, &checked.entries)?;
    let boundaries = match &args.snapshots {
        Some(folder) => read_snapshots(folder)?,
        None => compiled(args, source, &options)?,
    };
    // Options that have no effect were named once, for the whole compilation.
    let asked = Asked {
        named: &[],
        ..args.settings.asked(&options)
    };
    let mut good: Option<&str> = None;
    for boundary in &boundaries {
        let pass = &*boundary.pass;
        let outcomes = [
            ("interpreter", interpreted(boundary, &case, args.seed)),
            ("PTX", emulated(boundary, asked, &case, args.seed)),
        ];
        let mut first = None;
        for (engine, outcome) in &outcomes {
            match outcome {
                Outcome::Same => say!("{pass:<32} {engine:<12} same"),
                Outcome::NoMeaning => {}
                Outcome::NotRun(why) => say!("{pass:<32} {engine:<12} not run: {why}"),
                Outcome::Different(what) => {
                    say!("{pass:<32} {engine:<12} DIFFERENT: {what}");
                    first = first.or(Some(*engine));
                }
            }
        }
        if let Some(engine) = first {
            conclude(good, pass, engine);
            return Ok(Exit::Wrong);
        }
        if outcomes.iter().any(|(_, outcome)| matches!(outcome, Outcome::Same)) {
            good = Some(pass);
        }
    }
    match good {
        Some(_) => say!("no boundary gives other results"),
        None => say!("no boundary could be run"),
    }
    Ok(if good.is_some() { Exit::Fine } else { Exit::Wrong })
}

/// Says which pass it is, as far as that can be known.
fn conclude(good: Option<&str>, pass: &str, engine: &str) {
    match good {
        Some(good) => say!("results differ first after `{pass}`; after `{good}` they are the same"),
        None if pass == INPUT && engine == "PTX" => say!(
            "results differ from the input on, where {} are left out: the mistake is in a pass that no kernel goes without, or in the \
             emulator",
            OPTIONAL.join(", ")
        ),
        None => say!("results differ at the first boundary that can be run, after `{pass}`"),
    }
}

/// The case with what is expected of it, and the options for the kernel that it is about.
fn reference(args: &Args, source: Text<'_>, entries: &[String]) -> Result<(Case, Options), Exit> {
    let module = source.parse().module;
    let asked = args.settings.clone().options()?;
    let mut case = match &args.case {
        Some(folder) => read_case(folder)?,
        None => {
            let entry = match (&asked.entry, entries) {
                (Some(entry), _) => entry,
                (None, [only]) => only,
                _ => {
                    tell!(
                        "error: name a kernel with --entry; the module has {}",
                        entries.join(", ")
                    );
                    return Err(Exit::Usage);
                }
            };
            let slots = trace_asked(source, args.settings.asked(&asked), None)
                .report
                .ring_slots();
            let case = args.made.case(&module, entry, (args.seed, slots));
            case.map_err(|why| wrong(&args.file, &why))?
        }
    };
    let options = Options {
        entry: Some(case.entry.clone()),
        ..asked
    };
    if case.arrays.iter().all(|array| array.expected.is_none()) {
        let meant = tilewright_runner::meant(&module, &mut case, Default::default(), &mut go_on);
        let meant = meant.map_err(|list| print_diagnostics(&list, &args.file, source.shown()).max(Exit::Wrong))?;
        if let Some(what) = different(&meant) {
            return Err(wrong(&args.file, &format!("the kernel itself is wrong: {what}")));
        }
    }
    Ok((case, options))
}

/// The boundaries at which a pass has changed something.
fn compiled(args: &Args, source: Text<'_>, options: &Options) -> Result<Vec<Boundary>, Exit> {
    let trace = trace_asked(source, args.settings.asked(options), None);
    let exit = print_messages(&trace.report.diagnostics, &args.file, source.shown());
    if exit != Exit::Fine {
        return Err(exit);
    }
    let changed = trace.snapshots.iter().filter(|snapshot| snapshot.changed);
    Ok(changed
        .map(|snapshot| Boundary {
            pass: snapshot.name.to_string(),
            text: snapshot.listing().text,
        })
        .collect())
}

/// The files of a folder whose names say which pass they are after, such as `08-generate-schedule.mlir`, in order.
fn read_snapshots(folder: &Path) -> Result<Vec<Boundary>, Exit> {
    let unreadable = |why: &dyn std::fmt::Display| {
        tell!("error: {}: {why}", folder.display());
        Exit::Usage
    };
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(|error| unreadable(&error))? {
        let path = entry.map_err(|error| unreadable(&error))?.path();
        let stem = path.file_stem().and_then(|stem| stem.to_str());
        if let Some((number, pass)) = stem.and_then(|stem| stem.split_once('-'))
            && let Ok(number) = number.parse::<usize>()
        {
            found.push((number, pass.to_string(), path.clone()));
        }
    }
    found.sort();
    if found.is_empty() {
        return Err(unreadable(
            &"no files such as `08-generate-schedule.mlir`; `tilewright compile --snapshots` writes them",
        ));
    }
    let read = |(_, pass, path): (usize, String, PathBuf)| read_text(&path).map(|text| Boundary { pass, text });
    found.into_iter().map(read).collect()
}

/// The interpreter on the IR itself, where it has a meaning: the input language and `nv_tileaa`.
fn interpreted(boundary: &Boundary, case: &Case, seed: u64) -> Outcome {
    let text = match check(&boundary.text, false, None).level {
        "cuda_tile" => boundary.text.clone(),
        "nv_tileaa" => tilewright_runner::lift(&boundary.text),
        _ => return Outcome::NoMeaning,
    };
    let parsed = tilewright_ir::parse(&text);
    if let Some(why) = parsed.diagnostics.iter().find(|d| d.is_error()) {
        return Outcome::NotRun(why.message.clone());
    }
    let options = tilewright_interp::Options {
        seed,
        ..Default::default()
    };
    match tilewright_runner::interpret(&parsed.module, case, options, &mut go_on) {
        Ok(trial) => judged(&trial),
        Err(list) => Outcome::NotRun(list.first().map_or(String::new(), |d| d.message.clone())),
    }
}

/// The PTX that the other passes make of it, in the plainest way that there is, in the emulator.
fn emulated(boundary: &Boundary, asked: Asked<'_>, case: &Case, seed: u64) -> Outcome {
    let report = trace_plain(&boundary.text, asked, Some(&boundary.pass)).report;
    let (Some(ptx), Some(abi)) = (&report.ptx, &report.abi) else {
        let why = report.diagnostics.iter().map(|m| m.diagnostic()).find(|d| d.is_error());
        return Outcome::NotRun(why.map_or("there is no PTX".to_string(), |d| d.message));
    };
    let options = tilewright_emulator::Options {
        seed,
        ..Default::default()
    };
    match tilewright_runner::emulate(&ptx.text, abi, case, options) {
        Ok(trial) => judged(&trial),
        Err(why) => Outcome::NotRun(why),
    }
}

fn judged(trial: &Trial) -> Outcome {
    different(trial).map_or(Outcome::Same, Outcome::Different)
}

/// The difference from what is expected, or a fault found on the way.
fn different(trial: &Trial) -> Option<String> {
    let found = match &trial.findings {
        tilewright_runner::Findings::Kernel(list) => list.first().map(|d| d.message.clone()),
        tilewright_runner::Findings::Ptx(list) => list.first().map(ToString::to_string),
    };
    let wrong = |c: &Comparison| {
        let first = c.first_wrong.as_ref()?;
        Some(format!(
            "{} of {}, first at {:?}: {} instead of {}",
            counted(c.wrong, "elements"),
            c.name,
            first.at,
            first.got,
            first.expected
        ))
    };
    let wrong = trial.comparisons.iter().find_map(wrong);
    let failed = (!trial.passed()).then(|| "bytes outside of an array were changed".to_string());
    found.or(trial.unfinished.map(str::to_string)).or(wrong).or(failed)
}

fn wrong(path: &Path, why: &str) -> Exit {
    tell!("error: {}: {why}", path.display());
    Exit::Wrong
}

fn go_on<Progress>(_: Progress) -> ControlFlow<()> {
    ControlFlow::Continue(())
}
