//! Barrier programs: what agents do to barriers and stages, with everything else left out. The checker's input, whether
//! built from a pipeline's shape or extracted from a kernel.

use crate::refusal::ProtocolRefusal;
use serde::{Deserialize, Serialize};

/// The largest arrival count and, in magnitude, transaction count of an mbarrier (PTX ISA, mbarrier contents).
pub const MAX_COUNT: u32 = (1 << 20) - 1;
/// The most steps an agent may have, unrolled.
pub const MAX_STEPS: usize = 50_000;
/// The most agents, barriers and slots.
pub const MAX_OBJECTS: usize = 4096;

/// An mbarrier.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Barrier {
    /// Name for people.
    pub name: String,
    /// CTA whose shared memory holds it, or [`Barrier::OF_CLUSTER`].
    #[serde(default)]
    pub cta: u32,
    /// Arrivals that complete a phase.
    pub count: u32,
}

impl Barrier {
    /// The barrier that the hardware has for a cluster, which is in nobody's memory: all of its CTAs wait there.
    pub const OF_CLUSTER: u32 = u32::MAX;
}

/// A stage's memory.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Slot {
    /// Name for people.
    pub name: String,
}

/// A thread, warp or warp group that moves as one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Agent {
    /// Name for people.
    pub name: String,
    /// CTA it runs in.
    #[serde(default)]
    pub cta: u32,
    /// Its steps, loops unrolled.
    pub steps: Vec<Step>,
}

/// One step. Barriers and slots are given by index. `item` counts the successive contents of a slot: all reads of an
/// item must follow all its writes, and all writes of a later item must follow those reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "step")]
pub enum Step {
    /// Wait until the phase of this parity has completed (try_wait.parity in a loop). Own CTA only.
    Wait {
        /// Barrier.
        barrier: u32,
        /// Parity, 0 or 1.
        parity: u32,
    },
    /// Probe once; success skips the `Wait` on the same barrier and parity that must follow.
    TryWait {
        /// Barrier.
        barrier: u32,
        /// Parity, 0 or 1.
        parity: u32,
    },
    /// Leave a phase to another agent: that one waits for it, and this agent's next wait means a later phase. No step
    /// of any execution; it says what waits mean, since a parity alone does not.
    Skip {
        /// Barrier.
        barrier: u32,
        /// The parity that the other waits for, 0 or 1.
        parity: u32,
    },
    /// Arrive `count` times.
    Arrive {
        /// Barrier.
        barrier: u32,
        /// Count.
        count: u32,
    },
    /// Expect bytes.
    ExpectTx {
        /// Barrier.
        barrier: u32,
        /// Bytes.
        bytes: u32,
    },
    /// Expect bytes, then arrive once.
    ArriveExpectTx {
        /// Barrier.
        barrier: u32,
        /// Bytes.
        bytes: u32,
    },
    /// Start a bulk copy into a slot; when it has landed it completes its bytes on the barrier.
    Copy {
        /// Slot.
        slot: u32,
        /// Content.
        item: u32,
        /// Barrier.
        barrier: u32,
        /// Bytes.
        bytes: u32,
    },
    /// Arrive once all earlier asynchronous reads and writes of this agent are done (tcgen05.commit,
    /// cp.async.mbarrier.arrive.noinc).
    ArriveAsync {
        /// Barrier.
        barrier: u32,
        /// Count.
        count: u32,
    },
    /// Write a slot; done before the agent's next barrier step.
    Write {
        /// Slot.
        slot: u32,
        /// Content.
        item: u32,
    },
    /// Read a slot; done before the agent's next barrier step.
    Read {
        /// Slot.
        slot: u32,
        /// Content.
        item: u32,
    },
    /// Start writing a slot (cp.async); done when its group has been waited for, or at an `ArriveAsync`.
    WriteAsync {
        /// Slot.
        slot: u32,
        /// Content.
        item: u32,
    },
    /// Start reading a slot (a product of tensor cores, a bulk store); done when its group has been waited for, or at an
    /// `ArriveAsync`.
    ReadAsync {
        /// Slot.
        slot: u32,
        /// Content.
        item: u32,
    },
    /// Close the group of asynchronous reads and writes since the last one.
    CommitGroup,
    /// Wait until at most `pending` groups are unfinished.
    WaitGroup {
        /// Groups that may remain.
        pending: u32,
    },
}

/// A barrier program.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Program {
    /// The barriers, initialised before any agent starts.
    pub barriers: Vec<Barrier>,
    /// The slots.
    pub slots: Vec<Slot>,
    /// The agents.
    pub agents: Vec<Agent>,
}

impl Program {
    /// Refuses programs the checker cannot make sense of: the first offending place, with the rule.
    pub fn validate(&self) -> Result<(), ProtocolRefusal> {
        let sizes = [
            ("agents", self.agents.len()),
            ("barriers", self.barriers.len()),
            ("slots", self.slots.len()),
        ];
        for (field, size) in sizes {
            if size > MAX_OBJECTS {
                return Err(ProtocolRefusal::new(field, size, "the checker takes no more").nearest(MAX_OBJECTS));
            }
        }
        for barrier in &self.barriers {
            if !(1..=MAX_COUNT).contains(&barrier.count) {
                let rule = "an mbarrier's arrival count is 1 to 2^20 - 1";
                return Err(
                    ProtocolRefusal::new(format!("count of {}", barrier.name), barrier.count, rule)
                        .nearest(barrier.count.clamp(1, MAX_COUNT)),
                );
            }
        }
        for agent in &self.agents {
            if agent.steps.len() > MAX_STEPS {
                let field = format!("steps of {}", agent.name);
                return Err(ProtocolRefusal::new(field, agent.steps.len(), "too many steps").nearest(MAX_STEPS));
            }
            for (at, step) in agent.steps.iter().enumerate() {
                let next = agent.steps.get(at + 1);
                self.validate_step(agent, *step, next).map_err(|mut refusal| {
                    refusal.field = format!("{} of {}, step {at}", refusal.field, agent.name);
                    refusal
                })?;
            }
        }
        Ok(())
    }

    fn validate_step(&self, agent: &Agent, step: Step, next: Option<&Step>) -> Result<(), ProtocolRefusal> {
        if let Some(slot) = step.slot()
            && slot as usize >= self.slots.len()
        {
            return Err(ProtocolRefusal::new("slot", slot, "no such slot"));
        }
        if let Some(index) = step.barrier() {
            let Some(barrier) = self.barriers.get(index as usize) else {
                return Err(ProtocolRefusal::new("barrier", index, "no such barrier"));
            };
            let waits = matches!(step, Step::Wait { .. } | Step::TryWait { .. });
            if waits && ![agent.cta, Barrier::OF_CLUSTER].contains(&barrier.cta) {
                let rule = "a thread can wait only on a barrier in its own CTA's shared memory";
                return Err(ProtocolRefusal::new("barrier", &barrier.name, rule));
            }
        }
        match step {
            Step::Wait { parity, .. } | Step::TryWait { parity, .. } | Step::Skip { parity, .. } if parity > 1 => {
                Err(ProtocolRefusal::new("parity", parity, "a parity is 0 or 1").nearest(1))
            }
            Step::TryWait { barrier, parity } if next != Some(&Step::Wait { barrier, parity }) => {
                let rule = "a probe must be followed by the wait it may skip, on the same barrier and parity";
                // Absent: nothing follows an agent's last step.
                let found = next.map_or("the last step", |_| "another step behind it");
                Err(ProtocolRefusal::new("try-wait", found, rule))
            }
            Step::Arrive { count, .. } | Step::ArriveAsync { count, .. } if !(1..=MAX_COUNT).contains(&count) => {
                let rule = "an arrival counts 1 to 2^20 - 1";
                Err(ProtocolRefusal::new("count", count, rule).nearest(count.clamp(1, MAX_COUNT)))
            }
            Step::ExpectTx { bytes, .. } | Step::ArriveExpectTx { bytes, .. } | Step::Copy { bytes, .. }
                if !(1..=MAX_COUNT).contains(&bytes) =>
            {
                let rule = "an mbarrier counts transactions of 1 to 2^20 - 1 bytes";
                Err(ProtocolRefusal::new("bytes", bytes, rule).nearest(bytes.clamp(1, MAX_COUNT)))
            }
            Step::Wait { .. } | Step::TryWait { .. } | Step::Skip { .. } | Step::Arrive { .. } => Ok(()),
            Step::ExpectTx { .. } | Step::ArriveExpectTx { .. } | Step::Copy { .. } | Step::ArriveAsync { .. } => {
                Ok(())
            }
            Step::Write { .. } | Step::Read { .. } | Step::WriteAsync { .. } | Step::ReadAsync { .. } => Ok(()),
            Step::CommitGroup | Step::WaitGroup { .. } => Ok(()),
        }
    }
}

impl Step {
    /// The barrier the step names.
    pub fn barrier(self) -> Option<u32> {
        match self {
            Self::Wait { barrier, .. }
            | Self::TryWait { barrier, .. }
            | Self::Skip { barrier, .. }
            | Self::Arrive { barrier, .. }
            | Self::ExpectTx { barrier, .. }
            | Self::ArriveExpectTx { barrier, .. }
            | Self::Copy { barrier, .. }
            | Self::ArriveAsync { barrier, .. } => Some(barrier),
            Self::Write { .. } | Self::Read { .. } | Self::WriteAsync { .. } | Self::ReadAsync { .. } => None,
            Self::CommitGroup | Self::WaitGroup { .. } => None,
        }
    }

    /// The slot the step names.
    pub fn slot(self) -> Option<u32> {
        match self {
            Self::Copy { slot, .. }
            | Self::Write { slot, .. }
            | Self::Read { slot, .. }
            | Self::WriteAsync { slot, .. }
            | Self::ReadAsync { slot, .. } => Some(slot),
            Self::Wait { .. } | Self::TryWait { .. } | Self::Skip { .. } | Self::ExpectTx { .. } => None,
            Self::Arrive { .. } | Self::ArriveExpectTx { .. } | Self::ArriveAsync { .. } => None,
            Self::CommitGroup | Self::WaitGroup { .. } => None,
        }
    }
}
