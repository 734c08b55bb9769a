//! Whether the barriers of a kernel are right.
//!
//! The work of each warp on mbarriers, and on the buffers they guard, is read off the IR after
//! `convert-pipeline-to-nvvm`: not off what made it. How often loops go round is mostly known only when the kernel
//! runs, so the program is read off for several scenarios: no iteration, one, and around one and two times round the
//! ring; for a loop around the pipelined one, none, one and several. Each is checked by `tilewright-pipeline`, which
//! knows no IR.
//!
//! A verdict is `not proved`, with the reason, where something that decides about barriers cannot be read off: a trip
//! count on which two agents need not agree, an address that is not known, a cluster.

#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]
// An op, an event or a finding that is new is not without effect because somebody forgot it.
#![deny(clippy::wildcard_enum_match_arm)]

mod action;
mod agents;
mod columns;
mod event;
mod extract;
mod facts;
mod finding;
mod lanes;
mod maps;
mod meetings;
mod model;
mod places;
mod running;
mod shared;
mod start;
mod structure;
mod unspecialised;
mod uses;
mod value;
mod warp;

use extract::{Extracted, extract};
use finding::Found;
use serde::{Deserialize, Serialize};
use shared::{Open, Shared, Trips};
use tilewright_ir::Module;
use tilewright_ir::ops::nvvm;
use tilewright_pipeline::check::report::{Counterexample, Row};
use tilewright_pipeline::check::{self, Control, Options};
use tilewright_sorted::SortedSet;

pub use finding::Finding;

/// The verdict on a kernel's barriers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "VerdictKind"))]
pub enum VerdictKind {
    /// No interleaving goes wrong, in any scenario.
    #[serde(rename = "proved")]
    Proved,
    /// Some interleaving goes wrong.
    #[serde(rename = "refuted")]
    Refuted,
    /// Neither could be shown.
    #[serde(rename = "not proved")]
    NotProved,
}

impl VerdictKind {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            VerdictKind::Proved => "proved",
            VerdictKind::Refuted => "refuted",
            VerdictKind::NotProved => "not proved",
        }
    }
}

/// A scenario: numbers of iterations, and the result of its check.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Scenario {
    /// In words.
    pub name: String,
    /// Its verdict.
    pub verdict: VerdictKind,
    /// Agents that touch a barrier.
    pub agents: usize,
    /// Steps of all agents.
    pub steps: usize,
    /// States the checker visited.
    pub states: u64,
}

/// The verdict on a kernel.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "BarrierVerdict"))]
pub struct Verdict {
    /// In a word.
    pub verdict: VerdictKind,
    /// In a sentence.
    pub text: String,
    /// The reason, where it is not an interleaving.
    #[serde(skip)]
    #[cfg_attr(feature = "typescript", ts(skip))]
    pub finding: Option<Finding>,
    /// The barriers, by name.
    pub barriers: Vec<String>,
    /// The agents that touch them.
    pub agents: Vec<String>,
    /// The scenarios that were checked.
    pub scenarios: Vec<Scenario>,
    /// The interleavings that go wrong, as far as known, the shortest first.
    pub counterexamples: Vec<Counterexample>,
    /// An execution that goes right, where one is short enough to be looked at.
    pub run: Vec<Row>,
}

impl Verdict {
    fn new(verdict: VerdictKind, text: String) -> Self {
        Self {
            verdict,
            text,
            finding: None,
            barriers: Vec::new(),
            agents: Vec::new(),
            scenarios: Vec::new(),
            counterexamples: Vec::new(),
            run: Vec::new(),
        }
    }

    /// Gives a reason that needs no interleaving.
    fn say(&mut self, finding: Finding) {
        self.text = finding.to_string();
        self.finding = Some(finding);
    }

    /// The verdict for a reason that needs no interleaving.
    fn of(found: Found) -> Self {
        let finding = Some(found.finding.clone());
        Self {
            finding,
            ..Self::new(found.finding.kind(), found.to_string())
        }
    }
}

/// States that a search may visit before it gives up: a compilation must not wait for it.
const STATES: usize = 100_000;
/// Steps of an execution that a person may look at.
const MAX_RUN: usize = 1000;
/// States that a search for a shorter counterexample may visit.
const SHORTEN: usize = 20_000;

/// The size of a CTA, which the IR does not say.
#[derive(Clone, Copy, Debug)]
pub struct Cta {
    /// Its warps, where no `warp_switch` says it.
    pub warps: u32,
    /// The bytes of shared memory that it can have.
    pub shared_bytes: u32,
}

/// The verdict on the kernel of a module after `convert-pipeline-to-nvvm`; none if it has no mbarriers, and no buffers
/// that all threads fill.
pub fn verdict(module: &Module, cta: Cta) -> Option<Verdict> {
    verdict_with(module, cta, true)
}

/// The same; `shows` says whether an execution that goes right is worked out, too, which the verdict does without.
pub fn verdict_with(module: &Module, cta: Cta, shows: bool) -> Option<Verdict> {
    let inits = module
        .walk(module.top())
        .into_iter()
        .filter(|&op| module.kind(op) == nvvm::MBARRIER_INIT)
        .count();
    let stages = unspecialised::stages(module);
    if inits == 0 && stages.is_none() && !structure::uses_barriers(module) {
        return None;
    }
    if let Some(found) = structure::fault(module, cta) {
        return Some(Verdict::of(found));
    }
    let (depth, warps) = match inits {
        0 => (stages?, cta.warps.min(unspecialised::WARPS)),
        _ => (inits.div_ceil(2) as u32, cta.warps),
    };
    let mut shared = Shared::of(module, warps);
    let mut found: Option<Verdict> = None;
    let mut longest = 0;
    let mut open = Open::default();
    let mut seen = SortedSet::new();
    // Names are those of what barriers do when there is work for every agent, so that scenario is read off first.
    let for_all = work_for_all(depth);
    let mut read_first = Some(extract(&mut shared, &for_all));
    // Where a kernel leaves nothing open, each scenario is that one, unless it leaves fewer iterations out.
    let is_only = matches!(&read_first, Some(Ok(read)) if read.open == Open::default());
    for trips in scenarios(depth) {
        // Scenarios that differ only in what is not open are one, and those that vary conditions are for kernels that have some open.
        let varies_conditions = trips.conditions != for_all.conditions && !open.conditions;
        if found.is_some() && (varies_conditions || seen.contains(&trips.decides(open))) {
            continue;
        }
        let is_read = trips == for_all || is_only && trips.longest(shared.laps) == for_all.longest(shared.laps);
        let read = read_first.take_if(|_| is_read);
        let Extracted {
            program,
            open: unknown,
            unwritten,
        } = match read.unwrap_or_else(|| extract(&mut shared, &trips)) {
            Ok(extracted) => extracted,
            Err(found) => return Some(Verdict::of(found)),
        };
        open = open.with(unknown);
        seen.insert(trips.decides(open));
        let report = check::check(
            &program,
            &options(),
            &mut Control {
                progress: &mut |_, _| true,
            },
        );
        let report = match report {
            Ok(report) => report,
            Err(refusal) => {
                let why = refusal.to_string();
                return Some(Verdict::of(Finding::NotChecked { why }.into()));
            }
        };
        // That nobody writes what is read needs no interleaving, and none shows it.
        let verdict = match (report.verdict, &unwritten) {
            (check::Verdict::Proved, None) => VerdictKind::Proved,
            (check::Verdict::Proved, Some(_)) | (check::Verdict::Refuted, _) => VerdictKind::Refuted,
            (check::Verdict::NotProved, _) => VerdictKind::NotProved,
        };
        let steps: usize = program.agents.iter().map(|a| a.steps.len()).sum();
        let all = found.get_or_insert_with(|| Verdict::new(VerdictKind::Proved, String::new()));
        all.scenarios.push(Scenario {
            name: trips.name(unknown),
            verdict,
            agents: program.agents.len(),
            steps,
            states: report.states,
        });
        // The longest execution that is short enough. Scenarios with more steps come first, and an execution is made for few of them.
        if shows && (longest + 1..=MAX_RUN).contains(&steps) && verdict == VerdictKind::Proved {
            longest = steps;
            // Absent: an execution too long to look at.
            all.run = check::execution(&program).unwrap_or_default();
        }
        if program.agents.len() > all.agents.len() {
            all.barriers = program.barriers.into_iter().map(|b| b.name).collect();
            all.agents = program.agents.into_iter().map(|a| a.name).collect();
        }
        match verdict {
            VerdictKind::Refuted => {
                all.verdict = verdict;
                match (report.counterexamples.first(), unwritten) {
                    (None, Some(place)) => all.say(Finding::NeverWritten { place }),
                    (example, _) => {
                        let what = example.map_or(report.reason, |e| e.explanation.clone());
                        all.text = format!("with {}: {what}", trips.name(unknown));
                    }
                }
                all.counterexamples = report.counterexamples;
                all.run = Vec::new();
                return found;
            }
            VerdictKind::NotProved if all.verdict == VerdictKind::Proved => {
                all.verdict = verdict;
                all.say(Finding::Undecided {
                    scenario: trips.name(unknown),
                    why: report.reason,
                });
            }
            VerdictKind::NotProved | VerdictKind::Proved => {}
        }
    }
    if let Some(all) = found.as_mut().filter(|all| all.verdict == VerdictKind::Proved) {
        all.text = summary(&all.scenarios);
    }
    found
}

fn options() -> Options {
    Options {
        states: STATES,
        shorten: SHORTEN,
        ..Options::default()
    }
}

fn summary(scenarios: &[Scenario]) -> String {
    let guarantee =
        "no deadlock, no stage overwritten before it is read or read before it is written, all bytes accounted for";
    match scenarios {
        [one] => format!("{guarantee}, in every interleaving ({})", one.name),
        _ => format!(
            "{guarantee}, in every interleaving of {} scenarios of trip counts",
            scenarios.len()
        ),
    }
}

fn trips(depth: u32, inner: &[u32], outer: u32) -> Trips {
    Trips {
        inner: inner.to_vec(),
        outer,
        depth,
        conditions: vec![true],
    }
}

/// Once round the ring and one more, for two tiles: consumers that take turns have one each.
fn work_for_all(depth: u32) -> Trips {
    trips(depth, &[depth + 1], 2)
}

/// The scenarios for a ring of `depth` stages: the pipelined loop goes round so often, a loop around it so often. Those
/// that vary what both do come last.
fn scenarios(depth: u32) -> Vec<Trips> {
    let inner = |counts: &[u32], outer: u32| trips(depth, counts, outer);
    let mut all = Vec::new();
    let mut counts = vec![
        0,
        1,
        depth.saturating_sub(1),
        depth,
        depth + 1,
        2 * depth,
        2 * depth + 1,
    ];
    counts.sort_unstable();
    counts.dedup();
    // The most usual first, so that a kernel without open trip counts is looked at once.
    all.extend(counts.iter().rev().map(|&count| inner(&[count], 1)));
    all.push(inner(&[1], 0));
    all.push(work_for_all(depth));
    all.push(inner(&[1, 0, depth, 2], 5));
    for conditions in [vec![false], vec![true, false, false, true, false]] {
        all.push(Trips {
            conditions,
            ..inner(&[depth + 1], 5)
        });
    }
    all
}
