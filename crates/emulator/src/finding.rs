//! Faults that a run finds, as data.

use crate::story::Happening;
use serde::Serialize;
use std::fmt;

/// Kinds of faults.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum FindingKind {
    /// An access outside of every buffer, or of the memory of the CTA or thread.
    OutOfBounds,
    /// An address that is no multiple of the access size.
    Misaligned,
    /// A register read before it was written.
    UninitialisedRegister,
    /// Shared or tensor memory read before it was written.
    UninitialisedMemory,
    /// Two accesses of which one is a write, not ordered by any synchronisation.
    Race,
    /// Ordered accesses, the first generic and the second asynchronous, without `fence.proxy.async` between.
    MissingProxyFence,
    /// An asynchronous matrix product without `wgmma.fence` after its registers were written.
    MissingWgmmaFence,
    /// A register of a matrix product touched before the product was waited for.
    WgmmaRegisterHazard,
    /// tcgen05 accesses ordered by a barrier but not by the tcgen05 fences.
    MissingTcgen05Fence,
    /// Nothing can run any more.
    Deadlock,
    /// An mbarrier operation on memory that is none, a second init, or a touch by another instruction.
    InvalidBarrier,
    /// More arrivals than the phase expects.
    ArriveOverrun,
    /// Bytes of a copy that do not belong to the phase they complete in, or a transaction count out of range.
    TransactionMismatch,
    /// A `.sync` or `.aligned` instruction that not all required threads execute together.
    Divergence,
    /// Tensor memory allocated and not freed, or a fault in allocating it.
    TensorMemory,
    /// A descriptor, tensor map or operand value that the instruction does not allow.
    InvalidOperand,
    /// A CTA ended while asynchronous work of it was still in flight.
    UnfinishedWork,
    /// A misuse of cluster launch control: a request after a failed one, or a cancelled cluster whose work is lost.
    LaunchControl,
    /// `trap` was executed.
    Trap,
    /// The instruction budget ran out.
    BudgetExhausted,
}

impl FindingKind {
    /// The name used in JSON and in messages.
    pub fn name(self) -> &'static str {
        use FindingKind::*;
        match self {
            OutOfBounds => "out-of-bounds",
            Misaligned => "misaligned",
            UninitialisedRegister => "uninitialised-register",
            UninitialisedMemory => "uninitialised-memory",
            Race => "race",
            MissingProxyFence => "missing-proxy-fence",
            MissingWgmmaFence => "missing-wgmma-fence",
            WgmmaRegisterHazard => "wgmma-register-hazard",
            MissingTcgen05Fence => "missing-tcgen05-fence",
            Deadlock => "deadlock",
            InvalidBarrier => "invalid-barrier",
            ArriveOverrun => "arrive-overrun",
            TransactionMismatch => "transaction-mismatch",
            Divergence => "divergence",
            TensorMemory => "tensor-memory",
            InvalidOperand => "invalid-operand",
            UnfinishedWork => "unfinished-work",
            LaunchControl => "launch-control",
            Trap => "trap",
            BudgetExhausted => "budget-exhausted",
        }
    }
}

/// A place in the program: PTX line and, where the PTX has `.loc`, the source line.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
pub struct PtxPosition {
    /// Line in the PTX text, from 1.
    pub line: u32,
    /// Column, from 1.
    pub col: u32,
    /// `.loc`: file number, line, column.
    pub source: Option<[u32; 3]>,
}

/// Somebody else involved: the other side of a race, a waiter of a deadlock.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Other {
    /// The other access: agent and kind.
    pub what: String,
    /// Where, if it has a place.
    pub place: Option<PtxPosition>,
}

/// One fault.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Finding {
    /// The kind.
    pub kind: FindingKind,
    /// In words.
    pub message: String,
    /// Where.
    pub place: Option<PtxPosition>,
    /// Linear index of the CTA in the grid.
    pub cta: u32,
    /// Warp in the CTA.
    pub warp: u32,
    /// Lanes concerned, one bit each.
    pub lanes: u32,
    /// Other accesses involved.
    pub others: Vec<Other>,
    /// The number of times the same fault was met at this place.
    pub times: u64,
    /// Of a race both agents in words, the earlier one first; empty for other faults.
    pub agents: Vec<String>,
    /// Of a race the way to it, with both accesses; empty for other faults.
    pub story: Vec<Happening>,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(p) = self.place {
            write!(f, "{}:{}: ", p.line, p.col)?;
        }
        write!(
            f,
            "{}: {} (CTA {}, warp {})",
            self.kind.name(),
            self.message,
            self.cta,
            self.warp
        )?;
        for o in &self.others {
            write!(f, "\n  {}", o.what)?;
            if let Some(p) = o.place {
                write!(f, " (line {})", p.line)?;
            }
        }
        let mut agents = self.agents.iter();
        for one in &self.story {
            let gap = if one.gap { "... " } else { "" };
            write!(f, "\n  {gap}step {}: ", one.step)?;
            // All else is done by a warp, or by a barrier.
            if one.is_access() {
                write!(f, "{} ", agents.next().map_or("somebody", String::as_str))?;
            }
            write!(f, "{one}")?;
        }
        Ok(())
    }
}

/// The list under construction: the same fault at the same place is counted, not repeated.
#[derive(Clone, Debug, Default)]
pub(crate) struct Findings {
    pub list: Vec<Finding>,
}

/// More different faults than this are not kept.
const MAX_FINDINGS: usize = 100;

impl Findings {
    /// Counts a fault that is known at its place. Whether that is all: it is known, or there is no room for another.
    pub fn again(&mut self, kind: FindingKind, place: Option<PtxPosition>) -> bool {
        let known = self.list.iter_mut().find(|f| f.kind == kind && f.place == place);
        known.map(|known| known.times += 1).is_some() || self.list.len() >= MAX_FINDINGS
    }

    pub fn add(&mut self, finding: Finding) {
        if !self.again(finding.kind, finding.place) {
            self.list.push(finding);
        }
    }
}
