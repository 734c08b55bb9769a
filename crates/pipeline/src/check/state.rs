//! States and transitions of a compiled program, by the rules of the PTX mbarrier.

use super::compiled::{Compiled, Effect, Finish, Sync};
use super::fault::Fault;
use crate::program::MAX_COUNT;
use serde::{Deserialize, Serialize};

/// One transition.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Move {
    /// The agent executes its next barrier step; a probe fails.
    Step(u32),
    /// The agent's probe succeeds and its wait is skipped.
    Probe(u32),
    /// An asynchronous operation completes.
    Complete(u32),
}

/// Where the parts of a state lie in its 16-bit words: for each agent its position and the bits of its completed
/// operations, then for each barrier phase, pending arrivals and, where bytes are counted, the transaction count.
#[derive(Debug, Clone)]
pub struct Layout {
    agent_at: Vec<u32>,
    barriers_at: u32,
    barrier_words: u32,
    /// Words of a state.
    pub words: usize,
    /// Agents of each class with more than one member, and the words of one record.
    classes: Vec<(Vec<u32>, usize)>,
}

/// The result of a transition.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// Not possible in this state.
    Disabled,
    /// Done.
    Done,
    /// Done, and the hardware traps: nothing follows.
    Trapped,
}

impl Layout {
    /// The layout for a program.
    pub fn new(c: &Compiled) -> Self {
        let mut at = 0u32;
        let mut agent_at = Vec::new();
        let mut sizes = Vec::new();
        for agent in &c.agents {
            agent_at.push(at);
            let size = 1 + (agent.ops.1 - agent.ops.0).div_ceil(16);
            sizes.push(size as usize);
            at += size;
        }
        let barrier_words = if c.has_tx { 4 } else { 2 };
        let words = at as usize + c.barriers.len() * barrier_words as usize;
        let mut classes = Vec::new();
        for (first, agent) in (0u32..).zip(&c.agents) {
            if agent.class == first {
                let members: Vec<u32> = (0u32..)
                    .zip(&c.agents)
                    .filter(|(_, a)| a.class == first)
                    .map(|(i, _)| i)
                    .collect();
                if members.len() > 1 {
                    classes.push((members, sizes[first as usize]));
                }
            }
        }
        Self {
            agent_at,
            barriers_at: at,
            barrier_words,
            words,
            classes,
        }
    }

    /// The state before anyone moves.
    pub fn initial(&self, c: &Compiled) -> Vec<u16> {
        let mut state = vec![0; self.words];
        for (index, barrier) in c.barriers.iter().enumerate() {
            state[self.barrier(index) + 1] = barrier.count as u16;
        }
        state
    }

    fn barrier(&self, index: usize) -> usize {
        self.barriers_at as usize + index * self.barrier_words as usize
    }

    /// Barrier steps an agent has executed.
    pub fn position(&self, state: &[u16], agent: u32) -> u32 {
        state[self.agent_at[agent as usize] as usize] as u32
    }

    /// Current phase of a barrier.
    pub fn phase(&self, state: &[u16], barrier: u32) -> u32 {
        state[self.barrier(barrier as usize)] as u32
    }

    /// Pending arrivals of a barrier.
    pub fn pending(&self, state: &[u16], barrier: u32) -> u32 {
        state[self.barrier(barrier as usize) + 1] as u32
    }

    /// Transaction count of a barrier.
    pub fn tx(&self, state: &[u16], barrier: u32) -> i32 {
        if self.barrier_words == 2 {
            return 0;
        }
        let at = self.barrier(barrier as usize);
        (state[at + 2] as u32 | (state[at + 3] as u32) << 16) as i32
    }

    fn set_tx(&self, state: &mut [u16], barrier: u32, tx: i32) {
        if self.barrier_words == 4 {
            let at = self.barrier(barrier as usize);
            state[at + 2] = tx as u32 as u16;
            state[at + 3] = (tx as u32 >> 16) as u16;
        }
    }

    /// An asynchronous operation has completed.
    pub fn completed(&self, c: &Compiled, state: &[u16], op: u32) -> bool {
        let o = &c.ops[op as usize];
        let word = self.agent_at[o.agent as usize] + 1 + o.local / 16;
        state[word as usize] >> (o.local % 16) & 1 == 1
    }

    /// Sorts the records of interchangeable agents: states that differ only by who is who become equal.
    pub fn canonicalize(&self, state: &mut [u16]) {
        for (members, size) in &self.classes {
            // Insertion sort: classes are small.
            for i in 1..members.len() {
                let mut j = i;
                while j > 0 {
                    let (a, b) = (
                        self.agent_at[members[j - 1] as usize] as usize,
                        self.agent_at[members[j] as usize] as usize,
                    );
                    if state[a..a + size] <= state[b..b + size] {
                        break;
                    }
                    for w in 0..*size {
                        state.swap(a + w, b + w);
                    }
                    j -= 1;
                }
            }
        }
    }

    /// Every agent is done and nothing is in flight.
    pub fn finished(&self, c: &Compiled, state: &[u16]) -> bool {
        (0u32..).zip(&c.agents).all(|(i, a)| {
            self.position(state, i) as usize == a.events.len()
                && (a.ops.0..a.ops.1).all(|op| self.completed(c, state, op))
        })
    }

    /// The transitions that may be possible, in order: agents first, then completions in flight.
    pub fn candidates(&self, c: &Compiled, state: &[u16], out: &mut Vec<Move>) {
        out.clear();
        for (i, agent) in (0u32..).zip(&c.agents) {
            let at = self.position(state, i) as usize;
            if let Some(event) = agent.events.get(at) {
                out.push(Move::Step(i));
                if matches!(event, Sync::TryWait { .. }) {
                    out.push(Move::Probe(i));
                }
            }
        }
        for (i, agent) in (0u32..).zip(&c.agents) {
            let at = self.position(state, i) as usize;
            for op in agent.ops.0..agent.issued_at[at] {
                if !self.completed(c, state, op) {
                    out.push(Move::Complete(op));
                }
            }
        }
    }

    /// Makes a move in place; faults are added to `faults`. A disabled move leaves the state as it was.
    pub fn apply(&self, c: &Compiled, state: &mut [u16], mv: Move, faults: &mut Vec<Fault>) -> Outcome {
        match mv {
            Move::Step(agent) | Move::Probe(agent) => self.step(c, state, agent, mv, faults),
            Move::Complete(op) => self.complete(c, state, op, faults),
        }
    }

    fn step(&self, c: &Compiled, state: &mut [u16], agent: u32, mv: Move, faults: &mut Vec<Fault>) -> Outcome {
        let at = self.position(state, agent);
        let Some(event) = c.agents[agent as usize].events.get(at as usize) else {
            return Outcome::Disabled;
        };
        let mut outcome = Outcome::Done;
        let mut advance = 1;
        match *event {
            Sync::Wait { barrier, parity, .. } if !self.passes(state, barrier, parity) => return Outcome::Disabled,
            Sync::TryWait { barrier, parity } if matches!(mv, Move::Probe(_)) => {
                if !self.passes(state, barrier, parity) {
                    return Outcome::Disabled;
                }
                advance = 2;
            }
            _ if matches!(mv, Move::Probe(_)) => return Outcome::Disabled,
            Sync::Wait { .. } | Sync::TryWait { .. } => {}
            Sync::Arrive { barrier, count } => outcome = self.arrive(c, state, barrier, count, Some(agent), faults),
            Sync::ExpectTx { barrier, bytes } => outcome = self.add_tx(state, barrier, bytes as i32, faults),
            Sync::ArriveExpectTx { barrier, bytes } => {
                outcome = self.add_tx(state, barrier, bytes as i32, faults);
                if outcome == Outcome::Done {
                    outcome = self.arrive(c, state, barrier, 1, Some(agent), faults);
                }
            }
        }
        let now = at + advance;
        state[self.agent_at[agent as usize] as usize] = now as u16;
        self.enter(c, state, agent, now, faults);
        outcome
    }

    /// Checks what starts when an agent has executed `at` barrier steps: its accesses, and its next wait.
    pub fn enter(&self, c: &Compiled, state: &[u16], agent: u32, at: u32, faults: &mut Vec<Fault>) {
        let a = &c.agents[agent as usize];
        if let Some(&(from, to)) = a.data_at.get(at as usize) {
            for index in from..to {
                self.start(c, state, index, faults);
            }
        }
        if let Some(Sync::Wait { barrier, expected, .. }) = a.events.get(at as usize) {
            self.check_lag(state, agent, *barrier, *expected, faults);
        }
    }

    fn start(&self, c: &Compiled, state: &[u16], index: u32, faults: &mut Vec<Fault>) {
        let data = &c.data[index as usize];
        for &other in c.after(data) {
            let o = &c.data[other as usize];
            let ended = match o.finish {
                Finish::Steps(n) => self.position(state, o.agent) >= n,
                Finish::Op(op) => self.completed(c, state, op),
                Finish::Arrival(op) => c.arrivals_from(op).any(|op| self.completed(c, state, op)),
                Finish::Never => false,
            };
            if !ended {
                faults.push(conflict(data.write, index, o.write, other));
            }
        }
    }

    fn check_lag(&self, state: &[u16], agent: u32, barrier: u32, expected: i32, faults: &mut Vec<Fault>) {
        let current = self.phase(state, barrier);
        if current as i32 >= expected + 2 {
            faults.push(Fault::PhaseLag {
                agent,
                barrier,
                expected,
                current,
            });
        }
    }

    fn passes(&self, state: &[u16], barrier: u32, parity: u32) -> bool {
        // The parity of the phase before the current one; before phase 0 it is 1.
        (self.phase(state, barrier) + 1) & 1 == parity
    }

    fn add_tx(&self, state: &mut [u16], barrier: u32, bytes: i32, faults: &mut Vec<Fault>) -> Outcome {
        let tx = self.tx(state, barrier).saturating_add(bytes);
        if tx.unsigned_abs() > MAX_COUNT {
            faults.push(Fault::TransactionRange { barrier });
            return Outcome::Trapped;
        }
        self.set_tx(state, barrier, tx);
        Outcome::Done
    }

    fn arrive(
        &self,
        c: &Compiled,
        state: &mut [u16],
        barrier: u32,
        count: u32,
        by: Option<u32>,
        faults: &mut Vec<Fault>,
    ) -> Outcome {
        self.check_exited(c, state, barrier, by, faults);
        let pending = self.pending(state, barrier);
        if count > pending {
            faults.push(Fault::OverArrival {
                barrier,
                pending,
                count,
            });
            return Outcome::Trapped;
        }
        state[self.barrier(barrier as usize) + 1] = (pending - count) as u16;
        self.maybe_complete_phase(c, state, barrier, by, faults);
        Outcome::Done
    }

    fn complete(&self, c: &Compiled, state: &mut [u16], op: u32, faults: &mut Vec<Fault>) -> Outcome {
        let o = &c.ops[op as usize];
        if self.position(state, o.agent) < o.start || self.completed(c, state, op) {
            return Outcome::Disabled;
        }
        state[(self.agent_at[o.agent as usize] + 1 + o.local / 16) as usize] |= 1 << (o.local % 16);
        match o.effect {
            Effect::Arrive { barrier, count } => self.arrive(c, state, barrier, count, None, faults),
            Effect::CompleteTx { barrier, bytes } => {
                self.check_exited(c, state, barrier, None, faults);
                let outcome = self.add_tx(state, barrier, -(bytes as i32), faults);
                if outcome == Outcome::Done {
                    self.maybe_complete_phase(c, state, barrier, None, faults);
                }
                outcome
            }
        }
    }

    /// A phase completes exactly when nothing is pending and no bytes are outstanding.
    fn maybe_complete_phase(
        &self,
        c: &Compiled,
        state: &mut [u16],
        barrier: u32,
        by: Option<u32>,
        faults: &mut Vec<Fault>,
    ) {
        if self.pending(state, barrier) != 0 || self.tx(state, barrier) != 0 {
            return;
        }
        let at = self.barrier(barrier as usize);
        state[at] = state[at].wrapping_add(1);
        state[at + 1] = c.barriers[barrier as usize].count as u16;
        // Whoever stands at a wait may have been left behind. The arriving agent itself has not moved on yet.
        for (i, agent) in (0u32..).zip(&c.agents) {
            if Some(i) == by {
                continue;
            }
            let position = self.position(state, i) as usize;
            if let Some(Sync::Wait {
                barrier: b, expected, ..
            }) = agent.events.get(position)
                && *b == barrier
            {
                self.check_lag(state, i, barrier, *expected, faults);
            }
        }
    }

    /// A signal to a barrier whose CTA has no running agent left goes to memory that is no longer there. An agent that
    /// is about to make its last step still runs.
    fn check_exited(&self, c: &Compiled, state: &[u16], barrier: u32, by: Option<u32>, faults: &mut Vec<Fault>) {
        let cta = c.barriers[barrier as usize].cta;
        let mut residents = (0u32..).zip(&c.agents).filter(|(_, a)| a.cta == cta).peekable();
        if residents.peek().is_none() {
            return;
        }
        if residents.all(|(i, a)| Some(i) != by && self.position(state, i) as usize == a.events.len()) {
            faults.push(Fault::SignalAfterExit { barrier });
        }
    }

    /// Faults of a state in which nobody can move.
    pub fn at_end(&self, c: &Compiled, state: &[u16], faults: &mut Vec<Fault>) {
        if !self.finished(c, state) {
            faults.push(Fault::Deadlock);
            return;
        }
        for barrier in 0..c.barriers.len() as u32 {
            let bytes = self.tx(state, barrier);
            if bytes != 0 {
                faults.push(Fault::TransactionsLeft { barrier, bytes });
            }
        }
    }
}

/// The fault of access `index` starting before `other` has ended.
pub fn conflict(write: bool, index: u32, other_write: bool, other: u32) -> Fault {
    match (write, other_write) {
        (true, true) => Fault::OverlappingWrites {
            write: index,
            earlier: other,
        },
        (true, false) => Fault::OverwriteUnread {
            write: index,
            read: other,
        },
        (false, _) => Fault::ReadUnwritten {
            read: index,
            write: other,
        },
    }
}
