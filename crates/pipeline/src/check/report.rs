//! The checker's front: a program in, a verdict with its evidence out.

use super::causal::{self, Analysis};
use super::compiled::{Compiled, Effect, Sync};
use super::explore::{Control, How, Limits, explore};
use super::fault::Fault;
use super::probes;
use super::shrink::shrink;
use super::state::{Layout, Move};
use crate::program::Program;
use crate::refusal::ProtocolRefusal;
use serde::{Deserialize, Serialize};

/// Modes of the search for faults.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mode {
    /// Every state of every interleaving; all kinds of faults are listed.
    Raw,
    /// The partial-order proof; a search only where it does not hold.
    Reduced,
}

/// The verdict.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// No execution has a fault.
    Proved,
    /// Some execution has one; the counterexample shows it.
    Refuted,
    /// Neither; the reason is given.
    NotProved,
}

/// Bounds and mode of a check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Options {
    /// Mode.
    pub mode: Mode,
    /// States a search may visit.
    pub states: usize,
    /// States a search for a shorter counterexample may visit.
    pub shorten: usize,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            mode: Mode::Reduced,
            states: 2_000_000,
            shorten: 100_000,
        }
    }
}

/// A barrier after a move.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct BarrierState {
    /// Barrier.
    pub barrier: String,
    /// Current phase.
    pub phase: u32,
    /// Pending arrivals.
    pub pending: u32,
    /// Expected minus completed bytes.
    pub tx: i32,
}

/// One line of a counterexample.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "ProtocolStep"))]
pub struct Row {
    /// The agent that moves.
    pub who: String,
    /// Its action.
    pub action: String,
    /// The barrier concerned, afterwards.
    pub after: BarrierState,
    /// The move, for replay.
    pub mv: Move,
}

/// An interleaving that shows a fault.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Counterexample {
    /// The fault.
    pub fault: Fault,
    /// In words.
    pub explanation: String,
    /// The moves.
    pub rows: Vec<Row>,
    /// Agents that wait at the end, and for what.
    pub blocked: Vec<String>,
    /// No shorter interleaving shows a fault of this kind (or, for the only counterexample of a large space, any
    /// fault).
    pub minimal: bool,
}

/// The result of a check.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Report {
    /// The verdict.
    pub verdict: Verdict,
    /// Mode.
    pub mode: Mode,
    /// States visited: of the search in raw mode; of the representative execution in a reduced proof.
    pub states: u64,
    /// Moves made.
    pub moves: u64,
    /// The way in which the verdict was reached, or why it was not.
    pub reason: String,
    /// Kinds of faults found. Raw mode lists every kind that occurs.
    pub kinds: Vec<&'static str>,
    /// For each kind found, an interleaving; the first is the shortest.
    pub counterexamples: Vec<Counterexample>,
}

/// Checks a program. `control` is told of progress and may call the check off.
pub fn check(program: &Program, options: &Options, control: &mut Control) -> Result<Report, ProtocolRefusal> {
    let c = Compiled::new(program)?;
    Ok(match options.mode {
        Mode::Raw => raw(&c, options, control),
        Mode::Reduced if probes::probes(program) => {
            let plain = Compiled::new(&probes::without(program))?;
            with_probes(&c, reduced(&plain, options, control))
        }
        Mode::Reduced => reduced(&c, options, control),
    })
}

/// Why every execution ends in the same deadlock.
const SAME_DEADLOCK: &str = "every execution is a reordering of one, and that one ends with agents waiting";

/// Why the proof was not tried.
const TOO_LARGE: &str = "the program is too large for the partial-order proof: with fewer items it says as much";

/// A report on the program without probes as one on that with them.
fn with_probes(c: &Compiled, mut report: Report) -> Report {
    let same_deadlock = report.reason == SAME_DEADLOCK;
    for example in &mut report.counterexamples {
        let path: Vec<Move> = example.rows.iter().map(|row| row.mv).collect();
        let (path, failing) = probes::with(c, example.fault, &path);
        // Another deadlock may be further away and have fewer agents waiting.
        let minimal = example.minimal && (example.fault != Fault::Deadlock || failing <= 1 || same_deadlock);
        *example = counterexample(c, example.fault, &path, minimal);
    }
    report.counterexamples.sort_by_key(|example| example.rows.len());
    report
}

/// One execution of a program, in which every agent goes on as far as it can before the next one moves: what a person
/// may want to look at where nothing is wrong.
///
/// # Errors
/// A program that makes no sense.
pub fn execution(program: &Program) -> Result<Vec<Row>, ProtocolRefusal> {
    let c = Compiled::new(program)?;
    let run = causal::analyse(&c).run;
    Ok(counterexample(&c, Fault::Deadlock, &run, false).rows)
}

/// State spaces up to this size are searched whole once a fault is known.
const LIST_ALL: usize = 50_000;

fn raw(c: &Compiled, options: &Options, control: &mut Control) -> Report {
    let limits = Limits {
        states: options.states,
        depth: usize::MAX,
    };
    let found = explore(
        c,
        How {
            symmetry: false,
            first_fault: false,
            limits,
        },
        control,
    );
    let mut faults: Vec<(Fault, Vec<Move>)> = found.faults;
    faults.sort_by_key(|(_, path)| path.len());
    let verdict = match (faults.is_empty(), found.complete) {
        (false, _) => Verdict::Refuted,
        (true, true) => Verdict::Proved,
        (true, false) => Verdict::NotProved,
    };
    let reason = if found.cancelled {
        "the search was called off".to_string()
    } else if found.complete {
        "every reachable state was visited".to_string()
    } else {
        format!(
            "the search gave up at {} states (--states allows more)",
            found.states.min(options.states as u64)
        )
    };
    // Breadth first: the first interleaving of each kind is a shortest one.
    let counterexamples = faults
        .iter()
        .map(|(f, path)| counterexample(c, *f, path, true))
        .collect();
    report(
        verdict,
        Mode::Raw,
        found.states,
        found.moves,
        reason,
        &faults,
        counterexamples,
    )
}

fn report(
    verdict: Verdict,
    mode: Mode,
    states: u64,
    moves: u64,
    reason: String,
    faults: &[(Fault, Vec<Move>)],
    counterexamples: Vec<Counterexample>,
) -> Report {
    let kinds = faults.iter().map(|(f, _)| f.kind()).collect();
    Report {
        verdict,
        mode,
        states,
        moves,
        reason,
        kinds,
        counterexamples,
    }
}

fn reduced(c: &Compiled, options: &Options, control: &mut Control) -> Report {
    if !causal::fits(c) {
        return search(c, TOO_LARGE.to_string(), options, control);
    }
    let analysis = causal::analyse(c);
    let made = analysis.run.len() as u64;
    if analysis.faults.is_empty() && analysis.doubts.is_empty() {
        let reason = "every execution is a reordering of one, and in that one all conditions hold".to_string();
        return report(Verdict::Proved, Mode::Reduced, made + 1, made, reason, &[], Vec::new());
    }
    if analysis.doubts.is_empty() && analysis.faults.iter().all(|(fault, _)| *fault == Fault::Deadlock) {
        let reason = SAME_DEADLOCK.to_string();
        let faults = [(Fault::Deadlock, analysis.run)];
        let example = counterexample(c, Fault::Deadlock, &faults[0].1, true);
        return report(
            Verdict::Refuted,
            Mode::Reduced,
            made + 1,
            made,
            reason,
            &faults,
            vec![example],
        );
    }
    let Some(known) = directed(c, &analysis) else {
        return search(c, doubts(&analysis), options, control);
    };
    let known = shrink(c, known);
    let how_known = format!("an execution with a fault was constructed: {}", doubts(&analysis));
    // A small space is searched whole: every kind of fault is then shown by its shortest interleaving.
    let limits = Limits {
        states: options.shorten.min(LIST_ALL),
        depth: usize::MAX,
    };
    let small = explore(
        c,
        How {
            symmetry: true,
            first_fault: false,
            limits,
        },
        control,
    );
    if small.complete && !small.faults.is_empty() {
        let mut faults = small.faults;
        faults.sort_by_key(|(_, path)| path.len());
        let examples = faults
            .iter()
            .map(|(f, path)| counterexample(c, *f, path, true))
            .collect();
        return report(
            Verdict::Refuted,
            Mode::Reduced,
            small.states,
            small.moves,
            how_known,
            &faults,
            examples,
        );
    }
    // A search no deeper than what is known, for something shorter.
    let limits = Limits {
        states: options.shorten,
        depth: known.1.len(),
    };
    let found = explore(
        c,
        How {
            symmetry: true,
            first_fault: true,
            limits,
        },
        control,
    );
    let shorter = found.faults.into_iter().min_by_key(|(_, path)| path.len());
    let exhausted = found.states < options.shorten as u64 && !found.cancelled;
    let (fault, path, minimal) = match shorter {
        Some((fault, path)) if path.len() <= known.1.len() => (fault, path, true),
        // The search does not see unobserved phases, so it cannot show that theirs is the shortest.
        _ => (
            known.0,
            known.1,
            exhausted && !matches!(known.0, Fault::UnobservedPhase { .. }),
        ),
    };
    let example = counterexample(c, fault, &path, minimal);
    let states = made + found.states;
    report(
        Verdict::Refuted,
        Mode::Reduced,
        states,
        made + found.moves,
        how_known,
        &[(fault, path)],
        vec![example],
    )
}

/// Moves that are replayed at most with something held back.
const MAX_REPLAYED: usize = 500_000;

/// The shortest fault among the plain execution's and those seen by holding back what the failed conditions name.
fn directed(c: &Compiled, analysis: &Analysis) -> Option<(Fault, Vec<Move>)> {
    let plain = analysis
        .faults
        .iter()
        .map(|(fault, at)| (*fault, analysis.run[..*at].to_vec()));
    let known = analysis
        .doubts
        .iter()
        .filter_map(|d| d.fault.map(|(f, at)| (f, analysis.run[..at].to_vec())));
    let mut holds: Vec<_> = analysis.doubts.iter().map(|d| d.hold).collect();
    holds.sort_unstable();
    holds.dedup();
    // Of long executions, few are replayed.
    holds.truncate(1 + MAX_REPLAYED / (analysis.run.len() + 1));
    let replayed = holds.into_iter().filter_map(|hold| causal::replay_holding(c, hold));
    plain.chain(replayed).chain(known).min_by_key(|(_, path)| path.len())
}

fn doubts(analysis: &Analysis) -> String {
    let mut conditions: Vec<&str> = analysis.doubts.iter().map(|d| d.condition).collect();
    conditions.sort_unstable();
    conditions.dedup();
    if conditions.is_empty() {
        "the plain execution runs into it".to_string()
    } else {
        conditions.join("; ")
    }
}

/// The proof does not hold and no fault is known: only enumeration can tell.
fn search(c: &Compiled, doubts: String, options: &Options, control: &mut Control) -> Report {
    let limits = Limits {
        states: options.states,
        depth: usize::MAX,
    };
    let found = explore(
        c,
        How {
            symmetry: true,
            first_fault: true,
            limits,
        },
        control,
    );
    let faults = found.faults;
    let (verdict, reason) = if !faults.is_empty() {
        (Verdict::Refuted, "a search found an execution with a fault".to_string())
    } else if found.complete {
        (
            Verdict::Proved,
            "every reachable state was visited, up to exchanging equal agents".to_string(),
        )
    } else {
        let stop = if found.cancelled {
            "was called off".to_string()
        } else {
            format!("gave up at {} states", found.states)
        };
        (Verdict::NotProved, format!("{doubts}; the search for a fault {stop}"))
    };
    let examples = faults
        .iter()
        .map(|(f, path)| counterexample(c, *f, path, true))
        .collect();
    report(
        verdict,
        Mode::Reduced,
        found.states,
        found.moves,
        reason,
        &faults,
        examples,
    )
}

fn counterexample(c: &Compiled, fault: Fault, path: &[Move], minimal: bool) -> Counterexample {
    let layout = Layout::new(c);
    let mut state = layout.initial(c);
    let mut ignored = Vec::new();
    let mut rows = Vec::new();
    for &mv in path {
        let (who, action, barrier) = describe(c, &layout, &state, mv);
        layout.apply(c, &mut state, mv, &mut ignored);
        rows.push(Row {
            who,
            action,
            after: barrier_state(c, &layout, &state, barrier),
            mv,
        });
    }
    let blocked = (0u32..)
        .zip(&c.agents)
        .filter_map(
            |(i, agent)| match agent.events.get(layout.position(&state, i) as usize) {
                Some(Sync::Wait { barrier, parity, .. }) if (layout.phase(&state, *barrier) + 1) & 1 != *parity => {
                    let b = barrier_state(c, &layout, &state, *barrier);
                    Some(format!(
                        "{} waits for parity {parity} of {} (phase {}, pending {}, bytes {})",
                        agent.name, b.barrier, b.phase, b.pending, b.tx
                    ))
                }
                _ => None,
            },
        )
        .collect();
    Counterexample {
        fault,
        explanation: fault.describe(c),
        rows,
        blocked,
        minimal,
    }
}

fn barrier_state(c: &Compiled, layout: &Layout, state: &[u16], barrier: u32) -> BarrierState {
    BarrierState {
        barrier: c.barrier_name(barrier as usize).to_string(),
        phase: layout.phase(state, barrier),
        pending: layout.pending(state, barrier),
        tx: layout.tx(state, barrier),
    }
}

/// A move in words: the agent, what it does, and on which barrier.
fn describe(c: &Compiled, layout: &Layout, state: &[u16], mv: Move) -> (String, String, u32) {
    let agent = match mv {
        Move::Step(agent) | Move::Probe(agent) => agent,
        Move::Complete(op) => {
            let o = &c.ops[op as usize];
            let name = c.agent_name(o.agent as usize);
            return match o.effect {
                Effect::CompleteTx { barrier, bytes } => {
                    let action = format!("lands, completes {bytes} bytes on {}", c.barrier_name(barrier as usize));
                    (format!("a copy of {name}"), action, barrier)
                }
                Effect::Arrive { barrier, count } => {
                    let action = format!("finishes, arrives {count} on {}", c.barrier_name(barrier as usize));
                    (format!("asynchronous work of {name}"), action, barrier)
                }
            };
        }
    };
    let a = &c.agents[agent as usize];
    let at = layout.position(state, agent) as usize;
    let Some(event) = a.events.get(at) else {
        return (a.name.clone(), "nothing".to_string(), 0);
    };
    let barrier = event.barrier();
    let name = c.barrier_name(barrier as usize);
    let mut action = match *event {
        Sync::Wait { parity, .. } => format!("waits for parity {parity} of {name}: passes"),
        Sync::TryWait { parity, .. } if matches!(mv, Move::Probe(_)) => {
            format!("probes parity {parity} of {name}: true")
        }
        Sync::TryWait { parity, .. } => format!("probes parity {parity} of {name}: false"),
        Sync::Arrive { count, .. } => format!("arrives {count} on {name}"),
        Sync::ExpectTx { bytes, .. } => format!("expects {bytes} bytes on {name}"),
        Sync::ArriveExpectTx { bytes, .. } => format!("expects {bytes} bytes on {name} and arrives"),
    };
    let executed = if matches!(mv, Move::Probe(_)) { at + 2 } else { at + 1 };
    if let Some(&(from, to)) = a.data_at.get(executed) {
        let words = c.data[from as usize..to as usize].iter().map(|d| {
            let verb = if d.write { "write" } else { "read" };
            format!(
                "{verb} of item {} in {}",
                d.item,
                c.slots.get(d.slot as usize).map_or("?", String::as_str)
            )
        });
        let words: Vec<_> = words.collect();
        if !words.is_empty() {
            action = format!("{action}; starts the {}", words.join(" and the "));
        }
    }
    (a.name.clone(), action, barrier)
}
