//! Barrier programs of whole pipelines: producers and consumers that run `pipeline_step` over a ring of stages, in one
//! CTA or a cluster. And the broken twins of the rules, each of which the checker must refute.

use crate::program::{Agent, Barrier, MAX_COUNT, Program, Slot, Step};
use crate::refusal::{ProtocolRefusal, within};
use crate::state::PipelineState;
use crate::step::{Convention, Op, Role, Side, acquire_parity, pipeline_step, start_phase};
use serde::{Deserialize, Serialize};

/// The most stages a shape may have.
pub const MAX_STAGES: u32 = 1024;
/// The most producers, or consumers, of a CTA.
pub const MAX_AGENTS: u32 = 64;
/// The most items.
pub const MAX_ITEMS: u32 = 4096;
/// The most CTAs of a cluster (CUDA programming guide: 8 portably, 16 where the kernel opts in).
pub const MAX_CLUSTER: u32 = 16;

/// The behaviour of a producer after its last item.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Tail {
    /// Nothing.
    None,
    /// Wait on every stage's empty barrier, the state advancing (CUTLASS; the default lowering).
    Wait,
    /// Arrive on every stage's full barrier in turn: the described slow path to the letter
    /// (docs/sources/pipelines.md#tail).
    Arrive,
}

/// The lowering of an acquire.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Acquire {
    /// `pipeline_step`'s wait only.
    Step,
    /// The described acquire to the letter (docs/sources/pipelines.md#four-phase-acquire): the wait, then an arrive for
    /// each role and parity (four a stage).
    FourPhase,
}

/// A deliberate defect.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Twin {
    /// Invariant 1 broken (transitions are local to one (role, state)): the producers share one state, so that each
    /// takes every P-th item while the barriers count all of them.
    SharedState,
    /// Invariant 2 broken (agents communicate only through barrier slots): consumers trust their own count of items
    /// instead of waiting.
    SideChannel,
    /// Invariant 3 broken (the phase flips on each wrap).
    NoFlip,
    /// Producers start at the other phase.
    WrongStart,
    /// The bytes expected are half of those copied.
    ExpectTooFew,
    /// The bytes expected are twice those copied.
    ExpectTooMany,
    /// Every participant arrives for all of them.
    ArriveForAll,
    /// Consumers release before their asynchronous reads have been waited for.
    EarlyRelease,
}

impl Twin {
    /// All of them.
    pub const ALL: [Self; 8] = [
        Self::SharedState,
        Self::SideChannel,
        Self::NoFlip,
        Self::WrongStart,
        Self::ExpectTooFew,
        Self::ExpectTooMany,
        Self::ArriveForAll,
        Self::EarlyRelease,
    ];
}

/// A pipeline to check.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Shape {
    /// Stages.
    pub stages: u32,
    /// Producers of a CTA: each fills its part of every item.
    pub producers: u32,
    /// Consumers of a CTA: each reads every item.
    pub consumers: u32,
    /// Items.
    pub items: u32,
    /// Transaction bytes of each producer and item; 0 where producers write the data themselves.
    pub bytes: u32,
    /// CTAs along x and y. Under `cutlass`, copies are multicast along rows and columns and releases go to every CTA of
    /// the row and column; otherwise the CTAs' rings are independent.
    pub cluster: (u32, u32),
    /// Convention.
    pub convention: Convention,
    /// Acquire and wait probe first, and skip the wait when the probe succeeds.
    pub try_forms: bool,
    /// After the last item.
    pub tail: Tail,
    /// Acquire's lowering.
    pub acquire: Acquire,
    /// Groups of asynchronous reads a consumer keeps in flight before it releases; none: reads are synchronous.
    pub reads_in_flight: Option<u32>,
    /// A defect.
    pub twin: Option<Twin>,
}

impl Shape {
    /// A ring of one CTA without extras. Refuses sizes out of range.
    pub fn new(stages: i64, producers: i64, consumers: i64, items: i64, bytes: i64) -> Result<Self, ProtocolRefusal> {
        Ok(Self {
            stages: within("stages", stages, 1, MAX_STAGES, "a pipeline here has 1 to 1024 stages")?,
            producers: within("producers", producers, 1, MAX_AGENTS, "a pipeline needs a producer")?,
            consumers: within("consumers", consumers, 1, MAX_AGENTS, "a pipeline needs a consumer")?,
            items: within("items", items, 0, MAX_ITEMS, "the checker unrolls every item")?,
            bytes: within(
                "bytes",
                bytes,
                0,
                MAX_COUNT,
                "an mbarrier counts at most 2^20 - 1 bytes",
            )?,
            cluster: (1, 1),
            convention: Convention::Contract,
            try_forms: false,
            tail: Tail::None,
            acquire: Acquire::Step,
            reads_in_flight: None,
            twin: None,
        })
    }

    /// The same ring in each CTA of a cluster.
    pub fn in_cluster(self, x: i64, y: i64) -> Result<Self, ProtocolRefusal> {
        let rule = "a cluster has 1 to 16 CTAs";
        let (x, y) = (
            within("cluster x", x, 1, MAX_CLUSTER, rule)?,
            within("cluster y", y, 1, MAX_CLUSTER, rule)?,
        );
        if x * y > MAX_CLUSTER {
            return Err(
                ProtocolRefusal::new("cluster", format!("{x}x{y}"), rule).nearest(format!("{x}x{}", MAX_CLUSTER / x))
            );
        }
        Ok(Self {
            cluster: (x, y),
            ..self
        })
    }

    /// CTAs.
    pub fn ctas(&self) -> u32 {
        self.cluster.0 * self.cluster.1
    }

    /// Copies and releases cross CTAs.
    fn coupled(&self) -> bool {
        self.convention == Convention::Cutlass && self.ctas() > 1
    }

    /// The CTAs in the row or column of `cta`, itself included, in order.
    fn neighbours(&self, cta: u32) -> Vec<u32> {
        let (x, y) = (cta % self.cluster.0, cta / self.cluster.0);
        (0..self.ctas())
            .filter(|d| d % self.cluster.0 == x || d / self.cluster.0 == y)
            .collect()
    }

    /// The copies that one producer of `cta` issues for an item: (destination CTA, bytes). Half of the bytes is an
    /// operand that the CTAs of a row share, half one that those of a column share; each CTA copies its part of either
    /// and multicasts it.
    fn copies(&self, cta: u32) -> Vec<(u32, u32)> {
        if !self.coupled() {
            return vec![(cta, self.bytes)];
        }
        let (x, y) = (cta % self.cluster.0, cta / self.cluster.0);
        let part = |bytes: u32, of: u32, rank: u32| bytes / of + u32::from(rank < bytes % of);
        let row = part(self.bytes / 2, self.cluster.0, x);
        let column = part(self.bytes - self.bytes / 2, self.cluster.1, y);
        let mut copies: Vec<(u32, u32)> = (0..self.cluster.0).map(|i| (y * self.cluster.0 + i, row)).collect();
        copies.extend((0..self.cluster.1).map(|j| (j * self.cluster.0 + x, column)));
        copies.retain(|(_, bytes)| *bytes > 0);
        copies
    }

    fn barrier(&self, cta: u32, side: Side, stage: u32) -> u32 {
        let sides = if self.convention == Convention::OneSlot { 1 } else { 2 };
        let side = if self.convention == Convention::OneSlot {
            0
        } else {
            side as u32
        };
        (cta * sides + side) * self.stages + stage
    }

    fn slot(&self, cta: u32, stage: u32) -> u32 {
        cta * self.stages + stage
    }

    /// The barrier program.
    pub fn program(&self) -> Program {
        let mut program = Program::default();
        let suffix = |cta: u32| {
            if self.ctas() > 1 {
                format!("@{cta}")
            } else {
                String::new()
            }
        };
        for cta in 0..self.ctas() {
            let releases = if self.coupled() {
                self.neighbours(cta).len() as u32
            } else {
                1
            };
            let sides: &[(&str, u32)] = if self.convention == Convention::OneSlot {
                &[("slot", self.producers)]
            } else {
                &[("full", self.producers), ("empty", self.consumers * releases)]
            };
            for (name, count) in sides {
                for stage in 0..self.stages {
                    let name = format!("{name}[{stage}]{}", suffix(cta));
                    program.barriers.push(Barrier {
                        name,
                        cta,
                        count: *count,
                    });
                }
            }
            program.slots.extend((0..self.stages).map(|s| Slot {
                name: format!("stage {s}{}", suffix(cta)),
            }));
            for p in 0..self.producers {
                let name = format!("producer {p}{}", suffix(cta));
                program.agents.push(Agent {
                    name,
                    cta,
                    steps: self.producer(cta, p),
                });
            }
            for consumer in 0..self.consumers {
                let name = format!("consumer {consumer}{}", suffix(cta));
                program.agents.push(Agent {
                    name,
                    cta,
                    steps: self.consumer(cta),
                });
            }
        }
        program
    }

    fn next(&self, state: PipelineState, next: PipelineState) -> PipelineState {
        if self.twin == Some(Twin::NoFlip) {
            PipelineState {
                phase: state.phase,
                ..next
            }
        } else {
            next
        }
    }

    fn wait(&self, steps: &mut Vec<Step>, barrier: u32, parity: u32) {
        if self.try_forms {
            steps.push(Step::TryWait { barrier, parity });
        }
        steps.push(Step::Wait { barrier, parity });
    }

    fn arrivals(&self, participants: u32) -> u32 {
        if self.twin == Some(Twin::ArriveForAll) {
            participants.max(2)
        } else {
            1
        }
    }

    fn producer(&self, cta: u32, rank: u32) -> Vec<Step> {
        let mut steps = Vec::new();
        let flip = u32::from(self.twin == Some(Twin::WrongStart));
        let mut state = PipelineState::start(start_phase(self.convention, Role::Producer) ^ flip);
        for item in 0..self.items {
            let (ops, next) = pipeline_step(self.convention, self.stages, Role::Producer, state, self.bytes);
            let shared = self.twin == Some(Twin::SharedState) && item % self.producers != rank;
            for op in ops.into_iter().filter(|_| !shared) {
                self.producer_op(&mut steps, cta, item, op);
            }
            state = self.next(state, next);
        }
        match self.tail {
            Tail::None => {}
            Tail::Wait => {
                for _ in 0..self.stages {
                    let barrier = self.barrier(cta, Side::Empty, state.index);
                    self.wait(&mut steps, barrier, acquire_parity(self.convention, state));
                    state = self.next(state, state.increment(self.stages));
                }
            }
            Tail::Arrive => {
                for _ in 0..self.stages {
                    let barrier = self.barrier(cta, Side::Full, state.index);
                    steps.push(Step::Arrive { barrier, count: 1 });
                    state = self.next(state, state.increment(self.stages));
                }
            }
        }
        steps
    }

    fn producer_op(&self, steps: &mut Vec<Step>, cta: u32, item: u32, op: Op) {
        match op {
            Op::Wait { side, stage, parity } => {
                self.wait(steps, self.barrier(cta, side, stage), parity);
                if self.acquire == Acquire::FourPhase {
                    for side in [Side::Full, Side::Full, Side::Empty, Side::Empty] {
                        steps.push(Step::Arrive {
                            barrier: self.barrier(cta, side, stage),
                            count: 1,
                        });
                    }
                }
            }
            Op::Body { stage } if self.bytes == 0 => steps.push(Step::Write {
                slot: self.slot(cta, stage),
                item,
            }),
            Op::Body { stage } => {
                for (to, bytes) in self.copies(cta) {
                    let barrier = self.barrier(to, Side::Full, stage);
                    steps.push(Step::Copy {
                        slot: self.slot(to, stage),
                        item,
                        barrier,
                        bytes,
                    });
                }
            }
            Op::Arrive { side, stage } => {
                let barrier = self.barrier(cta, side, stage);
                steps.push(Step::Arrive {
                    barrier,
                    count: self.arrivals(self.producers),
                });
            }
            Op::ArriveExpectTx { side, stage, bytes } => {
                let bytes = match self.twin {
                    Some(Twin::ExpectTooFew) => (bytes / 2).max(1),
                    Some(Twin::ExpectTooMany) => bytes.saturating_mul(2).min(MAX_COUNT),
                    _ => bytes,
                };
                steps.push(Step::ArriveExpectTx {
                    barrier: self.barrier(cta, side, stage),
                    bytes,
                });
            }
        }
    }

    fn consumer(&self, cta: u32) -> Vec<Step> {
        let mut steps = Vec::new();
        let mut state = PipelineState::start(start_phase(self.convention, Role::Consumer));
        let mut unreleased: std::collections::VecDeque<Op> = std::collections::VecDeque::new();
        for item in 0..self.items {
            let (ops, next) = pipeline_step(self.convention, self.stages, Role::Consumer, state, self.bytes);
            for op in ops {
                match op {
                    Op::Wait { side, stage, parity } => {
                        if self.twin != Some(Twin::SideChannel) {
                            self.wait(&mut steps, self.barrier(cta, side, stage), parity);
                        }
                    }
                    Op::Body { stage } => self.read(&mut steps, self.slot(cta, stage), item),
                    Op::Arrive { .. } | Op::ArriveExpectTx { .. } => {
                        unreleased.push_back(op);
                        if self.reads_in_flight.is_none_or(|n| unreleased.len() as u32 > n) || self.releases_early() {
                            let release = unreleased.pop_front();
                            self.release(&mut steps, cta, release);
                        }
                    }
                }
            }
            if self.releases_early() {
                steps.push(Step::WaitGroup {
                    pending: self.reads_in_flight.unwrap_or(0),
                });
            }
            state = self.next(state, next);
        }
        if self.reads_in_flight.is_some() {
            steps.push(Step::WaitGroup { pending: 0 });
        }
        while let Some(release) = unreleased.pop_front() {
            self.release(&mut steps, cta, Some(release));
        }
        steps
    }

    fn releases_early(&self) -> bool {
        self.twin == Some(Twin::EarlyRelease)
    }

    fn read(&self, steps: &mut Vec<Step>, slot: u32, item: u32) {
        if self.reads_in_flight.is_none() && !self.releases_early() {
            steps.push(Step::Read { slot, item });
            return;
        }
        steps.extend([Step::ReadAsync { slot, item }, Step::CommitGroup]);
        if !self.releases_early() {
            steps.push(Step::WaitGroup {
                pending: self.reads_in_flight.unwrap_or(0),
            });
        }
    }

    fn release(&self, steps: &mut Vec<Step>, cta: u32, release: Option<Op>) {
        let Some(Op::Arrive { side, stage }) = release else {
            return;
        };
        let count = self.arrivals(self.consumers);
        let to = if self.coupled() {
            self.neighbours(cta)
        } else {
            vec![cta]
        };
        steps.extend(to.into_iter().map(|cta| Step::Arrive {
            barrier: self.barrier(cta, side, stage),
            count,
        }));
    }
}
