//! When barriers completed their phases: what a run shows of its synchronisation.
//!
//! Time is counted in steps of a cluster: instructions of its warps, and the waiting between them. It says what came
//! before what, and how long work took relative to other work in this run; it is no prediction of hardware time.

use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;

/// A barrier.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum BarrierName {
    /// `bar` and `barrier` with this number, 0 to 15.
    Named {
        /// The number.
        id: u8,
    },
    /// An mbarrier.
    Mbarrier {
        /// Its address in shared memory.
        address: u32,
    },
    /// The barrier of the cluster.
    Cluster,
}

impl fmt::Display for BarrierName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BarrierName::Named { id } => write!(f, "barrier {id}"),
            BarrierName::Mbarrier { address } => write!(f, "the mbarrier at {address:#x}"),
            BarrierName::Cluster => f.write_str("the cluster barrier"),
        }
    }
}

/// One phase of a barrier that completed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Phase {
    /// The step of the first arrival.
    pub arrived: u64,
    /// The step at which it completed.
    pub completed: u64,
}

/// The history of one barrier of one CTA.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct BarrierHistory {
    /// Linear index of the CTA in the grid.
    pub cta: u32,
    /// Which barrier.
    pub barrier: BarrierName,
    /// Its phases in order, the first ones if there are very many.
    pub phases: Vec<Phase>,
    /// The number of phases that completed in all.
    pub completed: u64,
}

/// CTAs whose barriers are recorded: the first ones.
const MAX_CTAS: u32 = 16;
/// Phases kept of one barrier.
const MAX_PHASES: usize = 1024;
/// Barriers kept.
const MAX_BARRIERS: usize = 512;

/// The record under construction.
#[derive(Clone, Debug, Default)]
pub(crate) struct Timeline {
    histories: BTreeMap<(u32, BarrierName), BarrierHistory>,
}

impl Timeline {
    /// A barrier is there, whether or not a phase of it ever completes.
    pub fn known(&mut self, cta: u32, barrier: BarrierName) -> Option<&mut BarrierHistory> {
        let full = self.histories.len() >= MAX_BARRIERS && !self.histories.contains_key(&(cta, barrier));
        if cta >= MAX_CTAS || full {
            return None;
        }
        let fresh = || BarrierHistory {
            cta,
            barrier,
            phases: Vec::new(),
            completed: 0,
        };
        Some(self.histories.entry((cta, barrier)).or_insert_with(fresh))
    }

    /// A phase completed.
    pub fn completed(&mut self, cta: u32, barrier: BarrierName, arrived: u64, completed: u64) {
        let Some(history) = self.known(cta, barrier) else {
            return;
        };
        history.completed += 1;
        if history.phases.len() < MAX_PHASES {
            history.phases.push(Phase { arrived, completed });
        }
    }

    /// Phases that a barrier has completed; 0 of one that is not recorded.
    pub fn phase(&self, cta: u32, barrier: BarrierName) -> u64 {
        self.histories
            .get(&(cta, barrier))
            .map_or(0, |history| history.completed)
    }

    /// The histories by CTA and barrier.
    pub fn finish(self) -> Vec<BarrierHistory> {
        self.histories.into_values().collect()
    }
}
