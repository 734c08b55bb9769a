//! Analyses of the IR that passes of several stages share: they read a module and change nothing, but for the launch
//! facts of [`contract`].

#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod affine;
pub mod contract;
pub mod divisibility;
mod hints;
pub mod occupancy;
pub mod registers;
pub mod runs;
pub mod shared_memory;
pub mod threads;
pub mod tma;
pub mod tma_store;
pub mod token_order;
pub mod trips;
mod view_fault;
pub mod warpgroup;
pub mod words;

pub use hints::hint;
pub use view_fault::{Copier, ViewFault};

use shared_memory::LedgerEntry;
use std::cell::RefCell;
use tilewright_ir::Module;
use tilewright_ir::ops::nv_tileas;
use tilewright_machine::Target;

/// The context that every pass has: its input besides the module.
pub struct Context<'c> {
    /// The GPU that is compiled for.
    pub target: &'c Target,
    /// The kernel that is compiled.
    pub entry: &'c str,
    /// Warps of a CTA, as a power of two; where there are agents, they say their own.
    pub warp_bits: usize,
    /// The leave for arithmetic other than the kernel's.
    pub arithmetic: Arithmetic,
    /// Wishes for the code of one thread.
    pub steering: Steering,
    /// Facts for the report, which no pass reads.
    pub notes: RefCell<Notes>,
}

/// The user's wishes for the code of one thread, beside what the compiler would decide.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Steering {
    /// The most sums of addresses that accesses share; none: as many as there are.
    pub shared_addresses: Option<u8>,
    /// The most ops of a loop whose addresses are rewritten; none: any.
    pub largest_rewritten_loop: Option<u32>,
    /// The most integer additions that depend on each other one after the other; none: any.
    pub longest_chain: Option<u32>,
    /// Whether tiles on their way through shared memory are swizzled whatever it costs.
    pub always_swizzle: bool,
    /// Whether a store by TMA is waited for where its memory is written again, and not right behind it.
    pub late_store_wait: bool,
    /// Whether agents and pipelines are written in the words of the description, where these are there ([`DESCRIBED`]).
    pub described: bool,
    /// Whether tile blocks stay whole whatever a hint says: a tile scheduler hands out their tiles.
    pub whole_blocks: bool,
}

/// Whether this build has the words of the description: the page's leaves them out, for nobody runs them.
pub const DESCRIBED: bool = cfg!(not(without_described));

/// The user's leave for arithmetic on floats other than the kernel's. None, as a rule: then results are those of the ops, bit
/// for bit but for functions.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Arithmetic {
    /// Subnormal operands and results of f32 may be zeros.
    pub ftz: bool,
    /// A product and a sum may be rounded once.
    pub contract: bool,
    /// Quotients and functions of f32 may be the machine's fast forms.
    pub approx: bool,
}

/// Facts for the report alone. No pass reads what another wrote here: what a later pass or the launch must know is in
/// the IR, as facts on its ops.
#[derive(Default)]
pub struct Notes {
    /// Things that the compiled kernel does not do.
    pub warnings: Vec<tilewright_diag::Diagnostic>,
    /// The allocation of shared memory.
    pub ledger: Vec<LedgerEntry>,
    /// That of tensor memory, where a kernel has some.
    pub tensor_memory: Option<TensorMemory>,
    /// The choices of the layout selector.
    pub layouts: Vec<tilewright_layout::select::Choice>,
    /// The named barriers in use.
    pub named_barriers: Vec<NamedBarrier>,
    /// Whether loops carry sums in parts, with the leave to contract.
    pub sums_in_parts: bool,
}

/// The tensor memory of a kernel.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TensorMemory {
    /// Columns that a CTA reserves.
    pub columns: i64,
    /// The buffers.
    pub entries: Vec<TensorMemoryEntry>,
}

/// A buffer in tensor memory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TensorMemoryEntry {
    /// The tile in a slot.
    pub what: String,
    /// The first column.
    pub column: i64,
    /// Columns of all slots.
    pub columns: i64,
    /// Slots.
    pub slots: i64,
}

/// One of the hardware's numbered barriers (`bar.sync`), of which a CTA has 16 (PTX ISA).
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct NamedBarrier {
    /// Its number.
    pub number: i64,
    /// The number of threads that take part; none: all of the CTA.
    pub threads: Option<i64>,
    /// The threads, in words.
    pub who: String,
}

/// The op that sets the agents of a kernel going, if it has agents: before pipelines are barriers, or after.
pub fn agent_switch(module: &Module) -> Option<tilewright_ir::Op> {
    let switches = [nv_tileas::ASYNC_PIPELINE_AGENT_SWITCH, nv_tileas::WARP_SWITCH];
    let is_switch = |&op: &tilewright_ir::Op| switches.contains(&module.kind(op));
    module.walk(module.top()).into_iter().find(is_switch)
}

/// Warps, as a power of two, of the threads that hold tiles in registers: those of one of
/// the consumers, where there are agents.
pub fn warp_bits(module: &Module, context: &Context<'_>) -> usize {
    let switch = agent_switch(module);
    // Absent: without agents, all threads are one consumer.
    let consumers = switch.map_or(1, |op| module.int_or(op, "consumers", 1).max(1));
    let warps = switch.and_then(|op| Some(module.consumer_warps(op)? / consumers));
    // Absent: without agents, all threads hold tiles.
    warps.map_or(context.warp_bits, |warps| warps.max(1).ilog2() as usize)
}
