//! Options that have nothing to decide in a compilation. Each is told once, with the reason.

use crate::options::Options;
use tilewright_diag::{Diagnostic, Severity};
use tilewright_passes::PIPELINE;
use tilewright_pipeliner::pipelining::Strategy;
use tilewright_pipeliner::{Decisions, Pipelined};

/// The pass that decides how a loop is pipelined.
const SCHEDULE: &str = "generate-schedule";

/// An option by its flag, and what heeds it.
type Flag = (&'static str, bool, &'static str);

/// The options of a compilation, and which were named.
#[derive(Clone, Copy)]
pub(crate) struct Asked<'a> {
    pub options: &'a Options,
    /// By their flags, without dashes; also where they ask for what would be anyway.
    pub named: &'a [&'a str],
}

impl Asked<'_> {
    fn names(&self, flag: &str) -> bool {
        let name = flag.trim_start_matches('-');
        self.named.contains(&name)
    }
}

/// The options that something heeds or not: the flag, whether it is named or differs from the default, and the pass.
fn flags(asked: Asked<'_>) -> [Flag; 8] {
    let (options, usual) = (asked.options, Options::default());
    let flags = [
        (
            "--tile-scheduler",
            options.tile_scheduler.is_some(),
            "apply-tile-scheduler",
        ),
        ("--pipeline-strategy", options.pipeline_strategy.is_some(), SCHEDULE),
        ("--consumers", options.consumers.is_some(), SCHEDULE),
        ("--num-stages", options.num_stages.is_some(), SCHEDULE),
        ("--scheduler", options.scheduler != usual.scheduler, SCHEDULE),
        (
            "--rrt-size-threshold",
            options.rrt_size_threshold != usual.rrt_size_threshold,
            SCHEDULE,
        ),
        ("--machine", options.machine != usual.machine, SCHEDULE),
        ("--lineinfo", options.lineinfo, ""),
    ];
    flags.map(|(flag, given, pass)| (flag, given || asked.names(flag), pass))
}

/// The options of code generation that are named or not as usual, by their flags; `named` has no dashes.
pub fn given(options: &Options, named: &[&str]) -> Vec<&'static str> {
    let (asked, usual) = (Asked { options, named }, Options::default());
    let more = [
        ("--gpu-name", options.gpu_name != usual.gpu_name),
        ("--opt-level", options.opt_level != usual.opt_level),
        ("--allow-refuted", options.allow_refuted),
    ];
    let flags = flags(asked).into_iter().map(|(flag, given, _)| (flag, given));
    let given = flags.chain(more).filter(|(flag, given)| *given || asked.names(flag));
    given.map(|(flag, _)| flag).collect()
}

/// The warning that an option has no effect.
pub fn no_effect(flag: &str, why: &str) -> Diagnostic {
    warning(
        "option.no-effect",
        format!("{flag} has no effect: {why}"),
        "leave it out",
    )
}

fn warning(code: &str, message: String, help: &str) -> Diagnostic {
    Diagnostic {
        severity: Severity::Warning,
        ..Diagnostic::error(code, None, message).with_help(help)
    }
}

/// Options whose pass has run before the text was printed, which stands after the first `start` passes.
pub(crate) fn late(asked: Asked<'_>, start: usize) -> Vec<Diagnostic> {
    let after = |pass: &str| position(pass).is_some_and(|at| start > at);
    let late = flags(asked)
        .into_iter()
        .filter(|(_, given, pass)| *given && after(pass));
    let told = late.map(|(flag, _, pass)| {
        let message = format!("{flag} is not heeded: the text is IR after `{pass}`, which decides it");
        warning("boundary.late", message, "start from an earlier boundary")
    });
    told.collect()
}

/// Options of what comes after the level at which the compilation stops.
pub(crate) fn not_reached(asked: Asked<'_>) -> Vec<Diagnostic> {
    let why = format!(
        "the compilation stops at level {}, before what it decides",
        asked.options.opt_level
    );
    told(asked, &why, |_| true)
}

/// Options of pipelined loops, where none is, or none in the way that they are about. A loop that could have been
/// pipelined and is not has a warning of its own, which says why.
pub(crate) fn not_pipelined(asked: Asked<'_>, decisions: &Decisions, start: usize) -> Vec<Diagnostic> {
    if position(SCHEDULE).is_some_and(|at| start > at) {
        return Vec::new();
    }
    let none = asked.options.pipeline_strategy == Some(Strategy::None);
    match &decisions.pipelined {
        None if none || decisions.reasons.is_empty() => {
            told(asked, "no loop of this kernel was pipelined", |(flag, _, pass)| {
                pass == SCHEDULE && !(none && flag == "--pipeline-strategy")
            })
        }
        Some(Pipelined { strategy, .. }) if *strategy != Strategy::WarpSpecialize => {
            told(asked, "the loop is not warp-specialised", |(flag, ..)| {
                flag == "--rrt-size-threshold" || flag == "--consumers" && decisions.reasons.is_empty()
            })
        }
        _ => Vec::new(),
    }
}

fn position(pass: &str) -> Option<usize> {
    PIPELINE.iter().position(|p| p.name == pass)
}

fn told(asked: Asked<'_>, why: &str, about: impl Fn(Flag) -> bool) -> Vec<Diagnostic> {
    let unused = flags(asked).into_iter().filter(|flag| flag.1 && about(*flag));
    unused.map(|(flag, ..)| no_effect(flag, why)).collect()
}
