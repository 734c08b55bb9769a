//! Runs the fixup plans of one tile's pieces in a chosen interleaving, with integers for accumulators: the check that a
//! plan joins every partial accumulator exactly once, whatever the order of events.

use crate::fixup::FixupStep;
use tilewright_sorted::SortedMap;

/// The state that a run left behind.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Outcome {
    /// Accumulators given to the epilogue, one for each epilogue that ran.
    pub epilogues: Vec<i64>,
    /// Pieces that could not finish: they wait for something that never comes.
    pub stuck: Vec<usize>,
    /// A slot was read or added to before anything was stored in it.
    pub unwritten_reads: u32,
    /// Locks that are not 0 at the end.
    pub locks_left: SortedMap<u64, u64>,
}

struct Agent<'a> {
    accumulator: i64,
    plan: &'a [FixupStep],
    at: usize,
    /// A non-atomic add has read the slot and not yet written it back.
    pending: Option<i64>,
}

#[derive(Default)]
struct Memory {
    slots: SortedMap<u64, i64>,
    locks: SortedMap<u64, u64>,
    arrived: usize,
}

impl Agent<'_> {
    fn ready(&self, memory: &Memory, agents: usize) -> bool {
        let lock = |l: &u64| memory.locks.get(l).copied().unwrap_or(0);
        match self.plan.get(self.at) {
            None => false,
            Some(FixupStep::WaitEqual { lock: l, value }) => lock(l) == *value as u64,
            Some(FixupStep::WaitAtLeast { lock: l, value }) => lock(l) >= *value as u64,
            Some(FixupStep::ClusterWait) => {
                let own = self.plan[..self.at]
                    .iter()
                    .filter(|step| **step == FixupStep::ClusterArrive);
                memory.arrived >= agents * own.count()
            }
            Some(_) => true,
        }
    }

    fn step(&mut self, memory: &mut Memory, outcome: &mut Outcome) {
        let Some(step) = self.plan.get(self.at) else { return };
        match step {
            FixupStep::StorePartial { slot } => {
                memory.slots.insert(*slot, self.accumulator);
            }
            FixupStep::AddPartial { slot } => match self.pending.take() {
                // The read and the write of a plain add are separate events.
                None => {
                    outcome.unwritten_reads += u32::from(!memory.slots.contains_key(slot));
                    self.pending = Some(memory.slots.get(slot).copied().unwrap_or(0));
                    return;
                }
                Some(read) => {
                    memory.slots.insert(*slot, read.wrapping_add(self.accumulator));
                }
            },
            FixupStep::AtomicAddPartial { slot } => {
                outcome.unwritten_reads += u32::from(!memory.slots.contains_key(slot));
                let sum = memory.slots.entry(*slot).or_insert(0);
                *sum = sum.wrapping_add(self.accumulator);
            }
            FixupStep::LoadPartial { slot } => {
                outcome.unwritten_reads += u32::from(!memory.slots.contains_key(slot));
                let loaded = memory.slots.get(slot).copied().unwrap_or(0);
                self.accumulator = self.accumulator.wrapping_add(loaded);
            }
            FixupStep::AddRelease { lock, value } => *memory.locks.entry(*lock).or_insert(0) += *value as u64,
            FixupStep::ResetLock { lock } => {
                memory.locks.insert(*lock, 0);
            }
            FixupStep::ClusterArrive => memory.arrived += 1,
            FixupStep::Epilogue => outcome.epilogues.push(self.accumulator),
            FixupStep::WaitEqual { .. } | FixupStep::WaitAtLeast { .. } | FixupStep::ClusterWait => {}
        }
        self.at += 1;
    }
}

/// Runs `plans`, each with the piece's own partial accumulator; `pick` chooses among the pieces that can move (it is given
/// their number and its answer is reduced modulo it).
pub fn run(plans: &[(i64, Vec<FixupStep>)], mut pick: impl FnMut(usize) -> usize) -> Outcome {
    let mut outcome = Outcome::default();
    let mut memory = Memory::default();
    let mut agents: Vec<Agent> = plans
        .iter()
        .map(|(sum, plan)| Agent {
            accumulator: *sum,
            plan,
            at: 0,
            pending: None,
        })
        .collect();
    let count = agents.len();
    loop {
        let ready: Vec<usize> = (0..count).filter(|&i| agents[i].ready(&memory, count)).collect();
        if ready.is_empty() {
            break;
        }
        let chosen = ready[pick(ready.len()) % ready.len()];
        agents[chosen].step(&mut memory, &mut outcome);
    }
    outcome.stuck = (0..count).filter(|&i| agents[i].at < agents[i].plan.len()).collect();
    outcome.locks_left = memory.locks.into_iter().filter(|(_, v)| *v != 0).collect();
    outcome
}
