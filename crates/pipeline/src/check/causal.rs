//! One execution that stands for all: the partial-order proof.
//!
//! Straight-line agents can differ between executions only through waits, and waits only through the phases of
//! barriers. So the checker runs the program once, notes for every event what happened before it (its *past*), and
//! asserts conditions under which every execution is a reordering of this one:
//!
//! 1. every arrival, expectation and completion of phase p+1 of a barrier has all of phase p in its past: in every
//!    execution it counts towards the same phase;
//! 2. every wait for phase k has all of phase k-1 in its past (it cannot be early and mistake an older phase of the same
//!    parity), and is itself in the past of some arrival of phase k+1, or that phase never completes (it cannot be left
//!    behind);
//! 3. every expectation of bytes of a phase is in the past of some arrival of it, or is part of one: the phase cannot
//!    complete before all its bytes have landed;
//! 4. the one execution ends with nobody waiting, nothing in flight and no bytes outstanding.
//!
//! By induction over the moves of any execution: as long as it has followed the partial order, the next event of any
//! agent falls into its phase by 1 and 3, and a wait lets it pass exactly after the phase it means by 2; so it keeps
//! following the partial order, and by 4 it ends. What must hold between two accesses then is a question about the
//! pasts of this one execution: the one that must end first ends in the past of the other's start. The same goes for
//! "observed before the next phase is arrived at" and "signalled before the CTA exits".
//!
//! If instead the execution ends in a deadlock, the same conditions, and that every agent that waits at the end has all
//! completed phases of its barrier in its past, show that every execution ends in that deadlock, after equally many
//! moves: there is no shorter one, and no other fault.
//!
//! A condition that fails is not a fault yet. It names an event which, held back, may lead to one; the caller replays
//! the program with that event held back.

use super::compiled::{Compiled, Effect, Finish, Sync};
use super::fault::Fault;
use super::state::{Layout, Move, Outcome};

/// Something to hold back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Hold {
    /// The agent's barrier step with this index.
    Step(u32, u32),
    /// The asynchronous operation.
    Op(u32),
    /// Nothing: the plain execution shows it.
    Nothing,
}

/// A condition that failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Doubt {
    /// Which condition, for the report.
    pub condition: &'static str,
    /// The agents to hold back to see it.
    pub hold: Hold,
    /// A fault that needs no replay: it is a property of the execution, not of a state.
    pub fault: Option<(Fault, usize)>,
}

/// The result of the analysis.
#[derive(Debug, Clone)]
pub struct Analysis {
    /// Failed conditions, at most [`MAX_DOUBTS`]. None: every execution is correct.
    pub doubts: Vec<Doubt>,
    /// The moves of the execution.
    pub run: Vec<Move>,
    /// Faults on the way of the execution itself, with the number of moves made by then.
    pub faults: Vec<(Fault, usize)>,
}

/// Failed conditions that are kept.
pub const MAX_DOUBTS: usize = 64;

/// The events before an event, a row of [`Pasts`].
#[derive(Debug, Clone, Copy)]
struct Past(usize);

/// The events before each event: barrier steps of each agent, and a bit for each completed operation. All are in one table, since every move
/// makes one.
#[derive(Debug)]
struct Pasts {
    agents: usize,
    width: usize,
    words: Vec<u64>,
}

impl Pasts {
    fn new(c: &Compiled) -> Self {
        Self {
            agents: c.agents.len(),
            width: width(c),
            words: Vec::with_capacity(bytes(c).min(MAX_BYTES) / 2 / size_of::<u64>()),
        }
    }

    /// A past without events.
    fn empty(&mut self) -> Past {
        let start = self.words.len();
        self.words.resize(start + self.width, 0);
        Past(start)
    }

    /// A past, and one event.
    fn with(&mut self, Past(before): Past, event: Hold) -> Past {
        let start = self.words.len();
        self.words.extend_from_within(before..before + self.width);
        match event {
            Hold::Step(agent, index) => self.words[start + agent as usize] = u64::from(index) + 1,
            Hold::Op(op) => self.words[start + self.agents + op as usize / 64] |= 1 << (op % 64),
            Hold::Nothing => {}
        }
        Past(start)
    }

    fn join(&mut self, Past(into): Past, Past(other): Past) {
        for at in 0..self.width {
            let other = self.words[other + at];
            let word = &mut self.words[into + at];
            *word = if at < self.agents {
                (*word).max(other)
            } else {
                *word | other
            };
        }
    }

    /// The barrier steps of an agent in a past.
    fn steps(&self, Past(start): Past, agent: usize) -> usize {
        self.words[start + agent] as usize
    }

    fn holds(&self, past: Past, point: Hold) -> bool {
        match point {
            Hold::Step(agent, index) => self.steps(past, agent as usize) > index as usize,
            Hold::Op(op) => self.words[past.0 + self.agents + op as usize / 64] >> (op % 64) & 1 == 1,
            Hold::Nothing => true,
        }
    }

    /// A signal of `phase` that is not in `past`, if any.
    fn missing(&self, phase: &Phase, past: Past) -> Option<Hold> {
        let mut signals = phase.arrivals.iter().chain(&phase.expects).chain(&phase.completions);
        signals.find(|s| !self.holds(past, s.point)).map(|s| s.point)
    }
}

/// Words that a past takes.
fn width(c: &Compiled) -> usize {
    c.agents.len() + c.ops.len().div_ceil(64)
}

/// A signal or wait of the execution.
#[derive(Debug, Clone)]
struct Event {
    point: Hold,
    /// Without the event itself.
    past: Past,
    at: usize,
}

/// The events in one phase of a barrier.
#[derive(Debug, Clone)]
struct Phase {
    arrivals: Vec<Event>,
    /// Expectations that are not part of an arrival.
    expects: Vec<Event>,
    completions: Vec<Event>,
    /// Waits that meant this phase.
    waits: Vec<Event>,
    /// Pasts of all signals, the signals included.
    all: Past,
    completed: bool,
}

struct Run<'a> {
    c: &'a Compiled,
    layout: Layout,
    state: Vec<u16>,
    table: Pasts,
    /// The past of each agent.
    pasts: Vec<Past>,
    /// `before_first[b]`: waits for the phase before phase 0.
    before_first: Vec<Vec<Event>>,
    phases: Vec<Vec<Phase>>,
    /// Past of each agent after each number of barrier steps.
    after: Vec<Vec<Past>>,
    issue_past: Vec<Option<Past>>,
    moves: Vec<Move>,
    faults: Vec<(Fault, usize)>,
    trapped: bool,
}

/// Memory that the pasts of all events may take.
const MAX_BYTES: usize = 512 << 20;

/// Whether the pasts of all events fit into memory: each is a number for every agent, and a bit for every operation.
pub fn fits(c: &Compiled) -> bool {
    bytes(c) <= MAX_BYTES
}

fn bytes(c: &Compiled) -> usize {
    let events: usize = c.agents.iter().map(|a| a.events.len()).sum::<usize>() + c.ops.len();
    let past = width(c) * size_of::<u64>();
    // Once with the event, once with its agent.
    events.saturating_mul(past).saturating_mul(2)
}

/// The pasts after so many steps, of which there is the first.
fn after(steps: usize, first: Past) -> Vec<Past> {
    let mut pasts = Vec::with_capacity(steps + 1);
    pasts.push(first);
    pasts
}

/// Runs the program once and checks the conditions.
pub fn analyse(c: &Compiled) -> Analysis {
    let layout = Layout::new(c);
    let state = layout.initial(c);
    let mut table = Pasts::new(c);
    let empty = table.empty();
    let mut run = Run {
        c,
        state,
        layout,
        table,
        pasts: vec![empty; c.agents.len()],
        before_first: vec![Vec::new(); c.barriers.len()],
        phases: vec![Vec::new(); c.barriers.len()],
        after: c.agents.iter().map(|agent| after(agent.events.len(), empty)).collect(),
        issue_past: vec![None; c.ops.len()],
        moves: Vec::new(),
        faults: Vec::new(),
        trapped: false,
    };
    run.execute();
    let sound_so_far = run.faults.iter().all(|(fault, _)| *fault == Fault::Deadlock);
    let doubts = if sound_so_far { run.check() } else { Vec::new() };
    Analysis {
        doubts,
        run: run.moves,
        faults: run.faults,
    }
}

impl Run<'_> {
    fn execute(&mut self) {
        let mut pending: Vec<u32> = (0..self.c.ops.len() as u32).collect();
        let mut faults = Vec::new();
        for agent in 0..self.c.agents.len() as u32 {
            self.layout.enter(self.c, &self.state, agent, 0, &mut faults);
            self.issue(agent);
        }
        self.faults.extend(faults.drain(..).map(|f| (f, 0)));
        loop {
            let mut moved = false;
            for agent in 0..self.c.agents.len() as u32 {
                while !self.trapped && self.step(agent) {
                    moved = true;
                }
            }
            let before = pending.len();
            pending.retain(|&op| self.trapped || !self.complete(op));
            moved |= pending.len() < before;
            if !moved || self.trapped {
                break;
            }
        }
        if !self.trapped {
            self.layout.at_end(self.c, &self.state, &mut faults);
            let at = self.moves.len();
            self.faults.extend(faults.into_iter().map(|f| (f, at)));
        }
    }

    fn apply(&mut self, mv: Move) -> bool {
        let mut faults = Vec::new();
        let outcome = self.layout.apply(self.c, &mut self.state, mv, &mut faults);
        if outcome == Outcome::Disabled {
            return false;
        }
        self.moves.push(mv);
        let at = self.moves.len();
        self.faults.extend(faults.into_iter().map(|f| (f, at)));
        self.trapped = outcome == Outcome::Trapped;
        true
    }

    fn phase(&mut self, barrier: u32, index: u32) -> &mut Phase {
        let phases = &mut self.phases[barrier as usize];
        while phases.len() <= index as usize {
            let all = self.table.empty();
            phases.push(Phase {
                arrivals: Vec::new(),
                expects: Vec::new(),
                completions: Vec::new(),
                waits: Vec::new(),
                all,
                completed: false,
            });
        }
        &mut phases[index as usize]
    }

    fn step(&mut self, agent: u32) -> bool {
        let index = self.layout.position(&self.state, agent);
        let Some(&event) = self.c.agents[agent as usize].events.get(index as usize) else {
            return false;
        };
        let barrier = event.barrier();
        let current = self.layout.phase(&self.state, barrier);
        if !self.apply(Move::Step(agent)) {
            return false;
        }
        let before = self.pasts[agent as usize];
        let point = Hold::Step(agent, index);
        let entry = Event {
            point,
            past: before,
            at: self.moves.len(),
        };
        let past = self.table.with(before, point);
        match event {
            Sync::Wait { .. } => match current.checked_sub(1) {
                None => self.before_first[barrier as usize].push(entry),
                Some(passed) => {
                    let phase = self.phase(barrier, passed);
                    phase.waits.push(entry);
                    let all = phase.all;
                    self.table.join(past, all);
                }
            },
            // The failing probe changes nothing; the successful one is the wait that follows.
            Sync::TryWait { .. } => {}
            Sync::Arrive { .. } | Sync::ArriveExpectTx { .. } => {
                let phase = self.phase(barrier, current);
                phase.arrivals.push(entry);
                let all = phase.all;
                self.table.join(all, past);
            }
            Sync::ExpectTx { .. } => {
                let phase = self.phase(barrier, current);
                phase.expects.push(entry);
                let all = phase.all;
                self.table.join(all, past);
            }
        }
        self.note_completion(barrier, current);
        self.pasts[agent as usize] = past;
        self.after[agent as usize].push(past);
        self.issue(agent);
        true
    }

    /// Records the past of the operations that the agent has just issued.
    fn issue(&mut self, agent: u32) {
        let a = &self.c.agents[agent as usize];
        let at = self.layout.position(&self.state, agent) as usize;
        let before = at.checked_sub(1).map_or(a.ops.0, |before| a.issued_at[before]);
        for op in before..a.issued_at[at] {
            self.issue_past[op as usize] = Some(self.pasts[agent as usize]);
        }
    }

    fn complete(&mut self, op: u32) -> bool {
        let Some(before) = self.issue_past[op as usize] else {
            return false;
        };
        let effect = self.c.ops[op as usize].effect;
        let (Effect::CompleteTx { barrier, .. } | Effect::Arrive { barrier, .. }) = effect;
        let current = self.layout.phase(&self.state, barrier);
        if !self.apply(Move::Complete(op)) {
            return false;
        }
        let entry = Event {
            point: Hold::Op(op),
            past: before,
            at: self.moves.len(),
        };
        let past = self.table.with(before, Hold::Op(op));
        let phase = self.phase(barrier, current);
        match effect {
            Effect::CompleteTx { .. } => phase.completions.push(entry),
            Effect::Arrive { .. } => phase.arrivals.push(entry),
        }
        let all = phase.all;
        self.table.join(all, past);
        self.note_completion(barrier, current);
        true
    }

    fn note_completion(&mut self, barrier: u32, before: u32) {
        if self.layout.phase(&self.state, barrier) != before {
            self.phase(barrier, before).completed = true;
        }
    }

    fn check(&self) -> Vec<Doubt> {
        let mut doubts: Vec<Doubt> = Vec::new();
        let mut doubt = |condition, hold, fault| {
            let known = doubts.iter().any(|d| d.hold == hold && d.condition == condition);
            if doubts.len() < MAX_DOUBTS && !known {
                doubts.push(Doubt { condition, hold, fault });
            }
        };
        for barrier in 0..self.c.barriers.len() as u32 {
            self.check_barrier(barrier, &mut doubt);
            self.check_exit(barrier, &mut doubt);
        }
        self.check_blocked(&mut doubt);
        self.check_data(&mut doubt);
        doubts
    }

    fn check_barrier(&self, barrier: u32, doubt: &mut impl FnMut(&'static str, Hold, Option<(Fault, usize)>)) {
        let phases = &self.phases[barrier as usize];
        let left_behind = |wait: &Event, next: Option<&Phase>| {
            next.is_some_and(|n| n.completed && !n.arrivals.iter().any(|a| self.table.holds(a.past, wait.point)))
        };
        for wait in &self.before_first[barrier as usize] {
            if left_behind(wait, phases.first()) {
                doubt("a waiter can be left behind", wait.point, None);
            }
        }
        for (index, phase) in phases.iter().enumerate() {
            let previous = index.checked_sub(1).and_then(|p| phases.get(p));
            for signal in phase.arrivals.iter().chain(&phase.expects).chain(&phase.completions) {
                if let Some(missing) = previous.and_then(|p| self.table.missing(p, signal.past)) {
                    doubt("a signal can fall into an earlier phase", missing, None);
                }
            }
            for arrival in &phase.arrivals {
                let Some(previous) = previous else { break };
                if !previous.waits.iter().any(|w| self.table.holds(arrival.past, w.point)) {
                    let fault = Fault::UnobservedPhase {
                        barrier,
                        phase: index as u32 - 1,
                    };
                    doubt(
                        "a phase is arrived at before the last one was observed",
                        Hold::Nothing,
                        Some((fault, arrival.at)),
                    );
                }
            }
            for wait in &phase.waits {
                if let Some(missing) = previous.and_then(|p| self.table.missing(p, wait.past)) {
                    doubt("a wait can pass on an older phase of the same parity", missing, None);
                }
                if left_behind(wait, phases.get(index + 1)) {
                    doubt("a waiter can be left behind", wait.point, None);
                }
            }
            for expect in &phase.expects {
                if !phase.arrivals.iter().any(|a| self.table.holds(a.past, expect.point)) {
                    doubt("a phase can complete before its bytes are expected", expect.point, None);
                }
            }
        }
    }

    /// Where the execution ends in a deadlock: an agent that waits at the end waits in every execution, if all phases
    /// its barrier has completed are in its past. Then all executions end so, after equally many moves.
    fn check_blocked(&self, doubt: &mut impl FnMut(&'static str, Hold, Option<(Fault, usize)>)) {
        for (index, (agent, &past)) in self.c.agents.iter().zip(&self.pasts).enumerate() {
            let Some(event) = agent.events.get(self.table.steps(past, index)) else {
                continue;
            };
            for phase in self.phases[event.barrier() as usize].iter().filter(|p| p.completed) {
                if let Some(missing) = self.table.missing(phase, past) {
                    doubt("a blocked wait can pass on an older phase", missing, None);
                }
            }
        }
    }

    /// A signal must precede the end of some agent of the barrier's CTA.
    fn check_exit(&self, barrier: u32, doubt: &mut impl FnMut(&'static str, Hold, Option<(Fault, usize)>)) {
        let cta = self.c.barriers[barrier as usize].cta;
        let is_resident = |&a: &usize| self.c.agents[a].cta == cta;
        let residents = || (0..self.c.agents.len()).filter(is_resident);
        // A CTA with an agent that never ends does not exit.
        let ends = |a: usize| self.table.steps(self.pasts[a], a) == self.c.agents[a].events.len();
        if residents().next().is_none() || !residents().all(ends) {
            return;
        }
        for phase in &self.phases[barrier as usize] {
            for signal in phase.arrivals.iter().chain(&phase.expects).chain(&phase.completions) {
                let local = matches!(signal.point, Hold::Step(agent, _) if is_resident(&(agent as usize)));
                if local {
                    continue;
                }
                // An agent still runs while its last step is ahead of it.
                let last = |a: usize| self.after[a].last();
                if !residents().any(|a| last(a).is_some_and(|&past| self.table.holds(past, signal.point))) {
                    doubt(
                        "a barrier can be signalled after its CTA has exited",
                        signal.point,
                        None,
                    );
                }
            }
        }
    }

    fn check_data(&self, doubt: &mut impl FnMut(&'static str, Hold, Option<(Fault, usize)>)) {
        for data in &self.c.data {
            let Some(&past) = self.after[data.agent as usize].get(data.start as usize) else {
                continue;
            };
            for &other in self.c.after(data) {
                let hold = match self.c.data[other as usize].finish {
                    // The access ends when step n-1 executes.
                    Finish::Steps(n) => Hold::Step(self.c.data[other as usize].agent, n.saturating_sub(1)),
                    Finish::Op(op) => Hold::Op(op),
                    Finish::Arrival(op) => {
                        let mut arrivals = self.c.arrivals_from(op).map(Hold::Op);
                        // Held back, the first shows an order that is missing.
                        arrivals
                            .find(|&arrival| self.table.holds(past, arrival))
                            .unwrap_or(Hold::Op(op))
                    }
                    Finish::Never => {
                        doubt("an access never ends", Hold::Nothing, None);
                        continue;
                    }
                };
                if !self.table.holds(past, hold) {
                    doubt("two accesses of a stage are not ordered", hold, None);
                }
            }
        }
    }
}

/// Runs the program with one thing held back until nothing else can move, then lets it go. Returns the first fault and
/// the moves that lead to it.
pub fn replay_holding(c: &Compiled, hold: Hold) -> Option<(Fault, Vec<Move>)> {
    let layout = Layout::new(c);
    let mut state = layout.initial(c);
    let mut faults = Vec::new();
    let mut moves = Vec::new();
    for agent in 0..c.agents.len() as u32 {
        layout.enter(c, &state, agent, 0, &mut faults);
    }
    let mut holding = true;
    loop {
        let mut moved = false;
        let agents = (0..c.agents.len() as u32).map(Move::Step);
        let all: Vec<Move> = agents.chain((0..c.ops.len() as u32).map(Move::Complete)).collect();
        for mv in all {
            loop {
                if let Some(fault) = faults.first() {
                    return Some((*fault, moves));
                }
                let held = match (hold, mv) {
                    (Hold::Step(agent, index), Move::Step(a)) => a == agent && layout.position(&state, a) >= index,
                    (Hold::Op(op), Move::Complete(o)) => o == op,
                    _ => false,
                };
                if holding && held {
                    break;
                }
                match layout.apply(c, &mut state, mv, &mut faults) {
                    Outcome::Disabled => break,
                    Outcome::Done | Outcome::Trapped => {
                        moves.push(mv);
                        moved = true;
                    }
                }
                if matches!(mv, Move::Complete(_)) {
                    break;
                }
            }
        }
        if let Some(fault) = faults.first() {
            return Some((*fault, moves));
        }
        if !moved && holding {
            holding = false;
        } else if !moved {
            layout.at_end(c, &state, &mut faults);
            return faults.first().map(|fault| (*fault, moves));
        }
    }
}
