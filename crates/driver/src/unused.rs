//! Options that have nothing to decide in a compilation. Each is told once, with the reason.

use crate::options::{Decider, OPTIONS, OptionInfo, Options, RELAX, SCHEDULE};
use tilewright_analysis::Arithmetic;
use tilewright_diag::{Diagnostic, Severity};
use tilewright_ir::Module;
use tilewright_lowering::relax_arithmetic::relaxed;
use tilewright_machine::{Atoms, Target};
use tilewright_modsched::options::Generator;
use tilewright_passes::PIPELINE;
use tilewright_pipeliner::pipelining::{CopyForm, Strategy};
use tilewright_pipeliner::{Decisions, Pipelined};
use tilewright_tilesched::kinds::{SchedulerForm, SchedulerKind};
use tilewright_tilesched::launch::Scheduled;

/// An option, and whether it is named or differs from the default.
type Given = (&'static OptionInfo, bool);

/// The options of a compilation, and what besides is asked.
#[derive(Clone, Copy)]
pub struct Asked<'a> {
    /// The options.
    pub options: &'a Options,
    /// Flags of options that were named, without dashes: where one has nothing to decide, that is said even if it asks for
    /// what would be anyway.
    pub named: &'a [&'a str],
    /// A model that loops are scheduled in, instead of the one that the options name.
    pub atoms: Option<&'a Atoms>,
    /// Whether what only a reader of the report needs is worked out: changes that would lower an II, and an execution of the barriers. None
    /// changes the code.
    pub explains: bool,
    /// Whether the IR at every pass boundary is kept, to be printed; else passes on single threads have one module among them, which they change.
    pub keeps: bool,
}

impl<'a> From<&'a Options> for Asked<'a> {
    fn from(options: &'a Options) -> Self {
        Self {
            options,
            named: &[],
            atoms: None,
            explains: true,
            keeps: true,
        }
    }
}

/// The options that are about the code that is made.
fn about_code(asked: Asked<'_>) -> impl Iterator<Item = Given> {
    let usual = Options::default();
    OPTIONS.iter().filter_map(move |option| {
        let differs = option.differs?(asked.options, &usual);
        Some((option, differs || asked.named.contains(&option.flag)))
    })
}

/// The options of code generation that are named or not as usual, by their flags without dashes.
pub fn given(asked: Asked<'_>) -> Vec<&'static str> {
    let given = about_code(asked).filter(|(_, given)| *given);
    given.map(|(option, _)| option.flag).collect()
}

/// The warning that an option, by its flag without dashes, has no effect.
pub fn no_effect(flag: &str, why: &str) -> Diagnostic {
    warning(
        "option.no-effect",
        format!("--{flag} has no effect: {why}"),
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
    let told = about_code(asked).filter(|(_, given)| *given).filter_map(|(option, _)| {
        let Some(Decider::Pass(pass)) = option.decided_by else {
            return None;
        };
        if position(pass).is_none_or(|at| start <= at) {
            return None;
        }
        let flag = option.flag;
        let message = format!("--{flag} is not heeded: the text is IR after `{pass}`, which decides it");
        Some(warning("boundary.late", message, "start from an earlier boundary"))
    });
    told.collect()
}

/// Options of what comes after the level at which the compilation stops.
pub(crate) fn not_reached(asked: Asked<'_>) -> Vec<Diagnostic> {
    let why = format!(
        "the compilation stops at level {}, before what it decides",
        asked.options.opt_level
    );
    told(asked, &why, &|option| match option.decided_by {
        Some(Decider::Pass(pass)) => !is_reached(pass, asked.options.opt_level),
        Some(Decider::Emitter) => true,
        // Absent: it decides before any pass.
        None => false,
    })
}

/// Options of what the level does without.
pub(crate) fn of_last_level(asked: Asked<'_>) -> Vec<Diagnostic> {
    told(asked, "level 2 does without it, level 3 does not", &|option| {
        asked.options.leaves_out(option)
    })
}

/// Whether a compilation that stops at `level` runs a pass.
fn is_reached(pass: &str, level: u8) -> bool {
    let pass = PIPELINE.iter().find(|other| other.name == pass);
    level > 0 && pass.is_some_and(|pass| pass.level <= crate::compile::last_level(level))
}

/// Options of pipelined loops, where none is, or none in the way that they are about. A loop that could have been
/// pipelined and is not has a warning of its own, which says why.
pub(crate) fn not_pipelined(asked: Asked<'_>, decisions: &Decisions, start: usize) -> Vec<Diagnostic> {
    if position(SCHEDULE).is_some_and(|at| start > at) {
        return Vec::new();
    }
    let none = asked.options.pipeline_strategy == Some(Strategy::None);
    let mut unheeded = Vec::new();
    let mut tell = |why: &str, about: &dyn Fn(&OptionInfo) -> bool| tell(&mut unheeded, asked, why, about);
    if let Some(found) = &decisions.pipelined
        && found.report.used != Generator::Documented
    {
        let used = found.report.used;
        let unweighed = match asked.options.scheduler {
            Generator::Auto => "`documented`, which weighs live values, would overlap no iterations of the loop; it is scheduled as without".to_string(),
            _ => format!("the loop is scheduled by `{used}`, which weighs no live values"),
        };
        let untried = format!("the loop is scheduled by `{used}`, which retries no groups");
        tell(&unweighed, &|option| option.field == "register_budget");
        tell(&untried, &|option| option.field == "max_constraint_iterations");
    }
    match &decisions.pipelined {
        None if none || decisions.reasons.is_empty() => {
            tell("no loop of this kernel was pipelined", &|option| {
                let is_heeded = none && option.field == "pipeline_strategy" || option.field == "powers";
                option.decided_by == Some(Decider::Pass(SCHEDULE)) && !is_heeded
            });
        }
        Some(Pipelined { strategy, .. }) if *strategy != Strategy::WarpSpecialize => {
            tell("the loop is not warp-specialised", &|option| {
                option.field == "rrt_size_threshold" || option.field == "consumers" && decisions.reasons.is_empty()
            });
        }
        // Absent: every option that was asked for had its effect.
        _ => {}
    }
    if decisions.powers.is_empty() && !decisions.all_by_polynomial {
        let why = "no pipelined loop has powers of two of f32 that flush subnormal numbers";
        tell(why, &|option| option.field == "powers");
    }
    let in_stages = decisions
        .pipelined
        .as_ref()
        .is_some_and(|found| found.form == Some(CopyForm::FourStage));
    if in_stages {
        let why = "a four-stage loop counts in stages, in which nothing is held";
        tell(why, &|option| option.field == "machine");
    }
    unheeded
}

/// Options of how partial accumulators are joined, where the scheduler that was chosen has none.
pub(crate) fn nothing_joined(asked: Asked<'_>, chosen: SchedulerForm) -> Option<Diagnostic> {
    let is_asked = asked.options.tile_scheduler.as_ref()?.nondeterministic;
    let option = OPTIONS
        .iter()
        .find(|option| option.field == "tile_scheduler.nondeterministic")?;
    let why = format!("{} joins no partial accumulators", chosen.words());
    (is_asked && SchedulerKind::from(chosen) != SchedulerKind::StreamK).then(|| no_effect(option.flag, &why))
}

/// Clusters, where the GPU has none: the calling contract asks for none either.
pub(crate) fn no_clusters(scheduled: &Scheduled, target: &Target) -> Option<Diagnostic> {
    let message = format!(
        "--cluster launches no clusters: {} has none; the tiles of one are handed out side by side, and no more",
        target.name
    );
    let told = || {
        warning(
            "option.no-effect",
            message,
            "leave it out, or compile for a GPU that has them",
        )
    };
    (scheduled.cluster.size() > 1 && !target.clusters.value).then(told)
}

/// Options that allow the kernel another arithmetic, where it has nothing that they are about.
pub(crate) fn nothing_relaxed(asked: Asked<'_>, read: &Module, sums_in_parts: bool) -> Vec<Diagnostic> {
    // Absent: it uses none of the leave.
    let used = relaxed(read, asked.options.arithmetic()).map_or(Arithmetic::default(), |(_, used)| used);
    let heeded = Options {
        ftz: used.ftz,
        contract: used.contract || sums_in_parts,
        approx: used.approx,
        ..Options::default()
    };
    let is_heeded = |option: &OptionInfo| {
        option
            .differs
            .is_some_and(|differs| differs(&heeded, &Options::default()))
    };
    told(asked, "the kernel has nothing that it is about", &|option| {
        option.decided_by == Some(Decider::Pass(RELAX)) && !is_heeded(option)
    })
}

/// Swizzles for rows that are too short for them.
pub(crate) fn too_narrow(decisions: &Decisions) -> impl Iterator<Item = Diagnostic> {
    decisions.narrow.iter().map(|narrow| {
        let (row, asked) = (narrow.row, narrow.asked);
        let why = format!("a row of its tile has {row} bytes, of which no rows of {asked} are made up");
        let side = if narrow.side == 0 { "lhs" } else { "rhs" };
        Diagnostic {
            span: narrow.span,
            ..warning(
                "option.no-effect",
                format!("--{side}-swizzle has no effect on this load: {why}"),
                "ask for a swizzle that divides them, or leave it out",
            )
        }
    })
}

fn position(pass: &str) -> Option<usize> {
    PIPELINE.iter().position(|p| p.name == pass)
}

fn told(asked: Asked<'_>, why: &str, about: &dyn Fn(&OptionInfo) -> bool) -> Vec<Diagnostic> {
    let mut list = Vec::new();
    tell(&mut list, asked, why, about);
    list
}

/// Adds the warning that options of a kind, where they were given, have no effect.
fn tell(list: &mut Vec<Diagnostic>, asked: Asked<'_>, why: &str, about: &dyn Fn(&OptionInfo) -> bool) {
    for (option, given) in about_code(asked) {
        if given && about(option) {
            list.push(no_effect(option.flag, why));
        }
    }
}
