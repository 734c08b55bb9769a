//! A program prepared for checking.
//!
//! Only barrier steps interleave. Everything an agent does between two of them starts when the first has executed and
//! ends, at the earliest, when the second executes; asynchronous work ends when it is retired. Two accesses conflict if
//! some state has one starting before the other it must follow has ended. So data never enters the state: which
//! accesses have started and ended follows from the agents' positions and the completed asynchronous operations.

use crate::program::{Barrier, Program, Step};
use crate::refusal::ProtocolRefusal;
use tilewright_sorted::SortedMap;

/// The largest arrival count the checker packs into its states. Hardware allows more; no launch has that many threads.
pub const MAX_ARRIVALS: u32 = u16::MAX as u32;

/// A barrier step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the fields are those of the program's steps")]
pub enum Sync {
    /// Blocks; `expected` is the phase the agent means.
    Wait { barrier: u32, parity: u32, expected: i32 },
    /// May skip the wait that follows.
    TryWait { barrier: u32, parity: u32 },
    /// Arrivals.
    Arrive { barrier: u32, count: u32 },
    /// Expected bytes.
    ExpectTx { barrier: u32, bytes: u32 },
    /// Expected bytes, then one arrival.
    ArriveExpectTx { barrier: u32, bytes: u32 },
}

impl Sync {
    /// The barrier.
    pub fn barrier(self) -> u32 {
        match self {
            Self::Wait { barrier, .. }
            | Self::TryWait { barrier, .. }
            | Self::Arrive { barrier, .. }
            | Self::ExpectTx { barrier, .. }
            | Self::ArriveExpectTx { barrier, .. } => barrier,
        }
    }
}

/// When an access has certainly ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Finish {
    /// Its agent has executed this many barrier steps.
    Steps(u32),
    /// An asynchronous operation has completed.
    Op(u32),
    /// This asynchronous arrival of its agent has completed, or a later one: each waits for all that was started before it.
    Arrival(u32),
    /// Nothing in the program says so.
    Never,
}

/// An access to a slot.
#[derive(Debug, Clone)]
pub struct Data {
    /// Agent.
    pub agent: u32,
    /// It starts when the agent has executed this many barrier steps.
    pub start: u32,
    /// Slot.
    pub slot: u32,
    /// Content.
    pub item: u32,
    /// Write or read.
    pub write: bool,
    /// Its end.
    pub finish: Finish,
    /// Accesses that must have ended before this one starts (range into `Compiled::by_content`).
    pub after: (u32, u32),
}

/// The effect of an asynchronous operation when it completes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the fields are those of the program's steps")]
pub enum Effect {
    /// Completes transaction bytes.
    CompleteTx { barrier: u32, bytes: u32 },
    /// Arrives.
    Arrive { barrier: u32, count: u32 },
}

/// An asynchronous operation.
#[derive(Debug, Clone, Copy)]
pub struct AsyncOp {
    /// Agent that issues it.
    pub agent: u32,
    /// Issued when the agent has executed this many barrier steps.
    pub start: u32,
    /// Effect.
    pub effect: Effect,
    /// Position among its agent's operations.
    pub local: u32,
}

/// An agent's barrier steps.
#[derive(Debug, Clone)]
pub struct CompiledAgent {
    /// Name.
    pub name: String,
    /// CTA.
    pub cta: u32,
    /// The steps.
    pub events: Vec<Sync>,
    /// For each count of executed steps, the accesses that start then (range into `Compiled::data`).
    pub data_at: Vec<(u32, u32)>,
    /// Its asynchronous operations (range into `Compiled::ops`).
    pub ops: (u32, u32),
    /// For each count of executed steps, one past the last operation issued by then.
    pub issued_at: Vec<u32>,
    /// Agents with equal steps in the same CTA share a class: the index of the first of them.
    pub class: u32,
}

/// A program ready to be checked.
#[derive(Debug, Clone)]
pub struct Compiled {
    /// Barriers.
    pub barriers: Vec<Barrier>,
    /// Slot names.
    pub slots: Vec<String>,
    /// Agents.
    pub agents: Vec<CompiledAgent>,
    /// Accesses, by agent and start.
    pub data: Vec<Data>,
    /// The numbers of the accesses by slot and item: of each item reads, then writes.
    by_content: Vec<u32>,
    /// Asynchronous operations, by agent and start.
    pub ops: Vec<AsyncOp>,
    /// Whether any barrier counts bytes.
    pub has_tx: bool,
}

impl Compiled {
    /// Prepares a valid program.
    pub fn new(program: &Program) -> Result<Self, ProtocolRefusal> {
        program.validate()?;
        for b in &program.barriers {
            if b.count > MAX_ARRIVALS {
                let rule = "the checker counts arrivals in 16 bits";
                return Err(ProtocolRefusal::new(format!("count of {}", b.name), b.count, rule).nearest(MAX_ARRIVALS));
            }
        }
        let mut compiled = Self {
            barriers: program.barriers.clone(),
            slots: program.slots.iter().map(|s| s.name.clone()).collect(),
            agents: Vec::new(),
            data: Vec::new(),
            by_content: Vec::new(),
            ops: Vec::new(),
            has_tx: false,
        };
        let steps = program.agents.iter().map(|agent| agent.steps.len()).sum();
        compiled.data.reserve(steps);
        compiled.by_content.reserve(steps);
        for (index, agent) in (0u32..).zip(&program.agents) {
            let same = |a: &&crate::program::Agent| a.cta == agent.cta && a.steps == agent.steps;
            let class = program.agents.iter().position(|a| same(&a)).unwrap_or(index as usize) as u32;
            compiled.add_agent(index, class, agent);
        }
        compiled.has_tx = compiled
            .ops
            .iter()
            .any(|op| matches!(op.effect, Effect::CompleteTx { .. }))
            || compiled
                .agents
                .iter()
                .flat_map(|a| &a.events)
                .any(|e| matches!(e, Sync::ExpectTx { .. } | Sync::ArriveExpectTx { .. }));
        compiled.order_accesses();
        Ok(compiled)
    }

    fn add_agent(&mut self, index: u32, class: u32, agent: &crate::program::Agent) {
        let first_op = self.ops.len() as u32;
        let mut events: Vec<Sync> = Vec::with_capacity(agent.steps.len());
        // The ends of what starts, and of what is issued, at each position.
        let mut ends = Vec::with_capacity(agent.steps.len() + 2);
        ends.push(self.data.len() as u32);
        let mut issued_at = Vec::with_capacity(agent.steps.len() + 1);
        let mut phases: SortedMap<u32, (i32, u32)> = SortedMap::new();
        // Asynchronous accesses not yet retired: (access, group or none while open).
        let mut open: Vec<(usize, Option<u32>)> = Vec::new();
        let mut groups = 0u32;
        // Accesses retired by a wait-group, to end at the next barrier step.
        let mut retiring: Vec<usize> = Vec::new();
        let mut synchronous: Vec<usize> = Vec::new();
        for step in &agent.steps {
            let start = events.len() as u32;
            let access = |data: &mut Vec<Data>, slot, item, write, finish| {
                data.push(Data {
                    agent: index,
                    start,
                    slot,
                    item,
                    write,
                    finish,
                    after: (0, 0),
                });
                data.len() - 1
            };
            let sync = match *step {
                Step::Wait { barrier, parity } => Some(Sync::Wait {
                    barrier,
                    parity,
                    expected: expect_phase(&mut phases, barrier, parity),
                }),
                Step::Skip { barrier, parity } => {
                    expect_phase(&mut phases, barrier, parity);
                    None
                }
                Step::TryWait { barrier, parity } => Some(Sync::TryWait { barrier, parity }),
                Step::Arrive { barrier, count } => Some(Sync::Arrive { barrier, count }),
                Step::ExpectTx { barrier, bytes } => Some(Sync::ExpectTx { barrier, bytes }),
                Step::ArriveExpectTx { barrier, bytes } => Some(Sync::ArriveExpectTx { barrier, bytes }),
                Step::Copy {
                    slot,
                    item,
                    barrier,
                    bytes,
                } => {
                    access(&mut self.data, slot, item, true, Finish::Op(self.ops.len() as u32));
                    let local = self.ops.len() as u32 - first_op;
                    self.ops.push(AsyncOp {
                        agent: index,
                        start,
                        effect: Effect::CompleteTx { barrier, bytes },
                        local,
                    });
                    None
                }
                Step::ArriveAsync { barrier, count } => {
                    for (access, _) in open.drain(..) {
                        self.data[access].finish = Finish::Arrival(self.ops.len() as u32);
                    }
                    let local = self.ops.len() as u32 - first_op;
                    self.ops.push(AsyncOp {
                        agent: index,
                        start,
                        effect: Effect::Arrive { barrier, count },
                        local,
                    });
                    None
                }
                Step::Write { slot, item } | Step::Read { slot, item } => {
                    let write = matches!(step, Step::Write { .. });
                    synchronous.push(access(&mut self.data, slot, item, write, Finish::Never));
                    None
                }
                Step::WriteAsync { slot, item } | Step::ReadAsync { slot, item } => {
                    let write = matches!(step, Step::WriteAsync { .. });
                    open.push((access(&mut self.data, slot, item, write, Finish::Never), None));
                    None
                }
                Step::CommitGroup => {
                    for (_, group) in open.iter_mut().filter(|(_, group)| group.is_none()) {
                        *group = Some(groups);
                    }
                    groups += 1;
                    None
                }
                Step::WaitGroup { pending } => {
                    let retired = groups.saturating_sub(pending);
                    retiring.extend(
                        open.extract_if(.., |(_, g)| g.is_some_and(|g| g < retired))
                            .map(|(a, _)| a),
                    );
                    None
                }
            };
            if let Some(sync) = sync {
                for access in synchronous.drain(..).chain(retiring.drain(..)) {
                    self.data[access].finish = Finish::Steps(start + 1);
                }
                events.push(sync);
                ends.push(self.data.len() as u32);
                issued_at.push(self.ops.len() as u32);
            }
        }
        ends.push(self.data.len() as u32);
        issued_at.push(self.ops.len() as u32);
        self.agents.push(CompiledAgent {
            name: agent.name.clone(),
            cta: agent.cta,
            data_at: ends.windows(2).map(|ends| (ends[0], ends[1])).collect(),
            issued_at,
            ops: (first_op, self.ops.len() as u32),
            events,
            class,
        });
    }

    /// Fills in which accesses each access must follow: a read all writes of its item; a write everything of the item
    /// before. Accesses further back follow through those.
    fn order_accesses(&mut self) {
        let numbered = (0u32..).zip(&self.data);
        let mut order: Vec<_> = numbered.map(|(index, d)| (d.slot, d.item, d.write, index)).collect();
        order.sort_unstable();
        // The slot of the item before, and its range.
        let mut last = (None, (0, 0));
        for item in order.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)) {
            let [(slot, ..), ..] = *item else { continue };
            let before = if last.0 == Some(slot) { last.1 } else { (0, 0) };
            let begin = self.by_content.len() as u32;
            let reads = item.partition_point(|&(_, _, write, _)| !write) as u32;
            let range = (begin, begin + item.len() as u32);
            for &(_, _, write, index) in item {
                self.by_content.push(index);
                self.data[index as usize].after = if write { before } else { (begin + reads, range.1) };
            }
            last = (Some(slot), range);
        }
    }

    /// The accesses that must have ended before one starts.
    pub fn after(&self, data: &Data) -> &[u32] {
        &self.by_content[data.after.0 as usize..data.after.1 as usize]
    }

    /// An asynchronous arrival of an agent, and its later ones.
    pub fn arrivals_from(&self, op: u32) -> impl Iterator<Item = u32> + '_ {
        // Absent: an operation that there is not.
        let agent = self
            .ops
            .get(op as usize)
            .and_then(|first| self.agents.get(first.agent as usize));
        let end = agent.map_or(op, |agent| agent.ops.1);
        (op..end).filter(|&op| matches!(self.ops[op as usize].effect, Effect::Arrive { .. }))
    }

    /// An agent's name.
    pub fn agent_name(&self, agent: usize) -> &str {
        self.agents.get(agent).map_or("?", |a| &a.name)
    }

    /// A barrier's name.
    pub fn barrier_name(&self, barrier: usize) -> &str {
        self.barriers.get(barrier).map_or("?", |b| &b.name)
    }

    /// An access in words.
    pub fn describe_data(&self, index: usize) -> String {
        let Some(d) = self.data.get(index) else {
            return "?".to_string();
        };
        let slot = self.slots.get(d.slot as usize).map_or("?", String::as_str);
        let verb = if d.write { "write" } else { "read" };
        format!(
            "{}'s {verb} of item {} in {slot}",
            self.agent_name(d.agent as usize),
            d.item
        )
    }
}

/// The phase an agent's next wait on a barrier means: its first wait means the one before the first phase (parity 1) or
/// the first (parity 0), a wait with the other parity the next one, and a repeated parity the same again.
fn expect_phase(phases: &mut SortedMap<u32, (i32, u32)>, barrier: u32, parity: u32) -> i32 {
    let expected = match phases.get(&barrier) {
        None => -(parity as i32),
        Some(&(phase, last)) if last == parity => phase,
        Some(&(phase, _)) => phase + 1,
    };
    phases.insert(barrier, (expected, parity));
    expected
}
