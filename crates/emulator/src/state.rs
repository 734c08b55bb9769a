//! The state of a running cluster.

use crate::decode::{AtomOp, Wgmma};
use crate::exec::{CancelWork, Scatter, StoreWork, TcWork};
use crate::race::{Agent, Clock};
use crate::shared::Shared;
use crate::story::Trail;
use crate::tmem::Tmem;
use std::collections::{BTreeMap, VecDeque};
use std::rc::Rc;
use tilewright_ptx::Type;

/// Lanes of a warp.
pub(crate) const LANES: usize = 32;
/// One register of a warp.
pub(crate) type Lanes = [u64; LANES];

/// Why a part of a warp does not go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Wait {
    /// It can.
    Ready,
    /// At a CTA barrier, having arrived.
    Bar(u8),
    /// At `barrier.cluster.wait`.
    Cluster,
    /// At an instruction to be tried again after the cluster's `events` count has passed this one.
    Retry(u64),
    /// At a warp instruction, until the named lanes have come.
    Lanes(u32),
}

/// Lanes that are at the same instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Frag {
    pub pc: u32,
    pub mask: u32,
    pub wait: Wait,
}

/// Bulk groups of one thread.
#[derive(Clone, Debug, Default)]
pub(crate) struct BulkGroups {
    pub open: Vec<u64>,
    /// Number of the last store before the commit, and the stores of the group.
    pub committed: VecDeque<(u32, Vec<u64>)>,
}

/// Matrix products of one warp.
#[derive(Clone, Debug, Default)]
pub(crate) struct WgmmaQueue {
    /// Products issued by this warp so far.
    pub issued: u64,
    /// Products known to be finished.
    pub waited: u64,
    /// Value of `issued` at each commit not yet waited for.
    pub committed: VecDeque<u64>,
}

#[derive(Clone, Debug)]
pub(crate) struct Warp {
    pub regs: Vec<Lanes>,
    /// Lanes in which a register was written.
    pub written: Vec<u32>,
    /// Instruction count at a register's last write, for `wgmma.fence`.
    pub last_write: Vec<u64>,
    /// Number of the last product in flight that uses a register; 0 for none.
    pub busy: Vec<u64>,
    pub preds: Vec<u32>,
    pub pred_written: Vec<u32>,
    pub carry: u32,
    /// Lanes that have not exited.
    pub alive: u32,
    pub frags: Vec<Frag>,
    pub ticks: u64,
    pub fence_tick: u64,
    pub clock: Clock,
    pub epoch: u32,
    pub agent: Agent,
    pub cp_open: Vec<u64>,
    pub cp_groups: VecDeque<(u32, Vec<u64>)>,
    pub cp_sequence: u32,
    pub bulk: Vec<BulkGroups>,
    pub bulk_sequence: u32,
    pub wgmma: WgmmaQueue,
    /// The clock at the last tcgen05.fence::after_thread_sync.
    pub tc_fenced: Clock,
    /// The clock on arriving at the last CTA barrier, in a CTA with tensor memory.
    pub tc_met: Clock,
    /// The clock behind the last CTA barrier, in such a CTA.
    pub tc_barred: Clock,
    /// The agent that counts the tensor-core work which the warp issues, from the first on, and the count.
    pub tc_fences: Option<Agent>,
    pub tc_issues: u32,
    /// The agents that count the warp's loads from and stores to tensor memory, from the first on, and the counts.
    pub tc_moves: [Option<(Agent, u32)>; 2],
    /// Lanes that have arrived at the cluster barrier in this phase.
    pub cluster_arrived: u32,
    /// Lanes whose phase of the cluster barrier completed before they waited.
    pub cluster_passed: u32,
    /// The last failed test_wait: instruction and event count.
    pub polled: Option<(u32, u64)>,
    /// Steps taken while the warp was split, for fairness.
    pub run: u64,
    pub local: Vec<u8>,
}

/// An mbarrier (docs/sources/ptx-sync.md#mbarrier).
#[derive(Clone, Debug)]
pub(crate) struct Mbarrier {
    pub phase: u64,
    pub pending: i64,
    pub expected: i64,
    pub tx: i64,
    /// Step of the first arrival of this phase.
    pub arrived: Option<u64>,
    pub agent: Agent,
    /// Clocks that arrivals of this phase have released.
    pub gathering: Clock,
    /// Clocks that the last completed phase released.
    pub done: Clock,
    /// Somebody has seen the last completed phase.
    pub observed: bool,
    /// Not yet invalidated.
    pub valid: bool,
    /// Added to the phase to give the agent's time, so that time goes on when the storage is initialised again.
    pub base: u32,
}

/// A named barrier.
#[derive(Clone, Debug, Default)]
pub(crate) struct NamedBarrier {
    pub arrived: u32,
    /// Step of the first arrival.
    pub since: u64,
    pub expected: u32,
    pub clock: Clock,
    pub count: u32,
    pub all: bool,
    pub any: bool,
}

/// A matrix product that some warps of the warpgroup have issued.
#[derive(Clone, Debug)]
pub(crate) struct Product {
    pub number: u64,
    pub pc: u32,
    pub issued_by: u8,
    pub descriptors: (u64, u64),
    pub scale_d: bool,
    pub clock: Option<Clock>,
    pub due: Option<u64>,
    pub op: Rc<Wgmma>,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Warpgroup {
    pub products: VecDeque<Product>,
    /// Number of the last finished product.
    pub done: u64,
    pub agent: Agent,
}

/// The state, in one CTA, of an allocation of tensor memory by a pair of CTAs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum PairAlloc {
    #[default]
    Nothing,
    /// A warp waits for so many columns.
    Asked(u32),
    /// The other CTA has found room at this column for both.
    Granted(u32),
}

#[derive(Clone, Debug)]
pub(crate) struct Cta {
    pub index: u32,
    pub rank: u32,
    pub warps: Vec<Warp>,
    pub groups: Vec<Warpgroup>,
    pub shared: Shared,
    pub mbarriers: BTreeMap<u32, Mbarrier>,
    pub bars: Vec<NamedBarrier>,
    pub tmem: Tmem,
    pub tc_agent: Agent,
    /// Products and copies issued so far, the last one of each thread (warp and lane), and when the last one completes.
    pub tc_issued: u32,
    pub tc_last: BTreeMap<(u32, u32), u32>,
    pub tc_last_due: u64,
    pub tc_alloc: PairAlloc,
    /// Registers left in the CTA's pool, for `setmaxnreg`.
    pub warp_registers: Vec<u32>,
    pub register_pool: i64,
}

/// Work in flight.
#[derive(Clone, Debug)]
pub(crate) struct Pending {
    pub id: u64,
    pub due: u64,
    pub cta: usize,
    pub warp: usize,
    pub pc: u32,
    pub work: Work,
}

/// Work that completes later.
#[derive(Clone, Debug)]
pub(crate) enum Work {
    /// Bytes of `cp.async` arriving in shared memory.
    CpAsync(Scatter),
    /// An arrival of `cp.async.mbarrier.arrive`, after the copies before it.
    CpArrive { mbar: u32, clock: Clock },
    /// A bulk load: writes shared memory of `target` and tells an mbarrier.
    Load {
        target: usize,
        scatter: Scatter,
        barrier_cta: usize,
        mbar: u32,
        bytes: u32,
        phase: u64,
        /// The operation that joins the bytes with those that are there, if they do not replace them.
        reduce: Option<(AtomOp, Type)>,
    },
    /// A bulk store: reads shared memory when it completes.
    Store(StoreWork),
    /// Tensor-core work in order of issue.
    Tc(TcWork),
    /// A request to cancel the launch of a cluster.
    Cancel(CancelWork),
}

#[derive(Clone, Debug)]
pub(crate) struct Cluster {
    pub ctas: Vec<Cta>,
    pub now: u64,
    /// Counts everything that may let a waiting part go on.
    pub events: u64,
    pub pending: Vec<Pending>,
    pub next_id: u64,
    pub agents: Vec<AgentName>,
    /// No work is due before this.
    pub next_due: u64,
    pub cluster_clock: Clock,
    /// Step of the first arrival at the cluster barrier in this phase.
    pub cluster_since: Option<u64>,
    /// Clocks that the completed cluster barrier released.
    pub cluster_done: Clock,
    pub cancels: Cancels,
    pub trail: Trail,
}

/// The requests of a cluster to cancel others.
#[derive(Clone, Debug, Default)]
pub(crate) struct Cancels {
    /// A thread has seen that a request failed.
    pub failure_seen: bool,
    /// Cancelled clusters, by their first CTA, whose index no thread has asked for yet, and the request's instruction.
    pub unclaimed: Vec<([u32; 3], u32)>,
}

/// The name of an agent, for messages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum AgentName {
    Warp(u32, u32),
    Wgmma(u32, u32),
    CpAsync(u32, u32),
    BulkStore(u32, u32),
    /// The bytes that a bulk store writes: finished later than its reads.
    BulkWrite(u32, u32),
    Barrier(u32, u32),
    Tcgen05(u32),
    /// A warp's loads from (`true`) or stores to tensor memory.
    Tcgen05Move(u32, u32, bool),
    /// The same as far as a tcgen05.fence::before_thread_sync has put them before what comes; its number is the next one, for both are made together.
    Tcgen05Fenced(u32, u32, bool),
    /// The work that a warp has issued to the tensor core, as tcgen05.fence::before_thread_sync counts.
    Tcgen05Issue(u32, u32),
}

impl AgentName {
    /// Linear index of its CTA in the grid.
    pub fn cta(self) -> u32 {
        match self {
            AgentName::Warp(cta, _)
            | AgentName::Wgmma(cta, _)
            | AgentName::CpAsync(cta, _)
            | AgentName::BulkStore(cta, _)
            | AgentName::BulkWrite(cta, _)
            | AgentName::Barrier(cta, _)
            | AgentName::Tcgen05(cta)
            | AgentName::Tcgen05Move(cta, ..)
            | AgentName::Tcgen05Fenced(cta, ..)
            | AgentName::Tcgen05Issue(cta, _) => cta,
        }
    }
}

impl AgentName {
    /// Whether the tcgen05 fences carry the order of its work, so that a relaxed wait between them does (T7).
    pub fn is_fenced(self) -> bool {
        matches!(
            self,
            AgentName::Tcgen05(_) | AgentName::Tcgen05Issue(..) | AgentName::Tcgen05Fenced(..)
        )
    }
}

impl std::fmt::Display for AgentName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            AgentName::Warp(c, w) => write!(f, "warp {w} of CTA {c}"),
            AgentName::Wgmma(c, g) => write!(f, "a matrix product of warpgroup {g} of CTA {c}"),
            AgentName::CpAsync(c, w) => write!(f, "a cp.async of warp {w} of CTA {c}"),
            AgentName::BulkStore(c, w) | AgentName::BulkWrite(c, w) => write!(f, "a bulk store of warp {w} of CTA {c}"),
            AgentName::Barrier(c, a) => write!(f, "a bulk load on the mbarrier at {a:#x} of CTA {c}"),
            AgentName::Tcgen05Move(c, w, true) | AgentName::Tcgen05Fenced(c, w, true) => {
                write!(f, "a tcgen05.ld of warp {w} of CTA {c}")
            }
            AgentName::Tcgen05Move(c, w, false) | AgentName::Tcgen05Fenced(c, w, false) => {
                write!(f, "a tcgen05.st of warp {w} of CTA {c}")
            }
            AgentName::Tcgen05Issue(c, w) => write!(f, "tensor-core work of warp {w} of CTA {c}"),
            AgentName::Tcgen05(c) => write!(f, "tensor-core work of CTA {c}"),
        }
    }
}

impl Cluster {
    /// A number for a new agent.
    pub fn agent(&mut self, name: AgentName) -> Agent {
        // Barriers that are set up again and again keep their first number.
        let known = self.agents.iter().position(|a| *a == name);
        known.unwrap_or_else(|| {
            self.agents.push(name);
            self.agents.len() - 1
        }) as Agent
    }

    pub fn event(&mut self) {
        self.events += 1;
    }
}

impl Warp {
    pub fn wgmma_waited(&self) -> u64 {
        self.wgmma.waited
    }
}
