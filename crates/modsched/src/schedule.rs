//! A schedule, and what can be read off it.

use crate::arms::cost::Chosen;
use crate::depths;
use crate::graph::{LoopGraph, OpId};

tilewright_vocabulary::vocabulary! {
    /// The arm that seated an op.
    pub enum Arm {
        /// Arm 1: priority order, earliest legal seat.
        Permute = "permute",
        /// Arm 2: merged groups.
        Fuse = "fuse",
        /// Arm 3: snapshot overlay with eviction.
        Retry = "retry",
        /// Arm 4: cheapest legal seat.
        CostBased = "cost",
        /// Rau's iterative scheduling over all dependences.
        Eviction = "eviction",
        /// Search for modulo slots over dependences inside components.
        Slots = "slots",
        /// One op after the other.
        Serial = "serial",
        /// The exact solver.
        Exact = "exact",
        /// The four-stage scheduler.
        FourStage = "four-stage",
    }
}

/// A complete schedule: every op has a start. Only checked ones leave this crate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schedule {
    /// Initiation interval, in cycles.
    pub ii: u32,
    /// Issue cycle of each op inside its own iteration.
    pub start: Vec<i64>,
    /// The arm that seated each op.
    pub arm: Vec<Arm>,
    /// Cost of each seat that the cost arm chose.
    pub cost: Vec<Option<Chosen>>,
}

impl Schedule {
    /// A schedule made by one arm.
    pub fn by(arm: Arm, ii: u32, start: Vec<i64>) -> Self {
        let n = start.len();
        Schedule {
            ii,
            start,
            arm: vec![arm; n],
            cost: vec![None; n],
        }
    }

    /// Stage of an op: `start / II`.
    pub fn stage(&self, op: OpId) -> i64 {
        self.start[op] / i64::from(self.ii)
    }

    /// Modulo row of an op: `start mod II`.
    pub fn row(&self, op: OpId) -> u32 {
        (self.start[op] % i64::from(self.ii)) as u32
    }

    /// Position of each op inside its stage, by start and then program order.
    pub fn order(&self) -> Vec<u32> {
        let mut sorted: Vec<OpId> = (0..self.start.len()).collect();
        sorted.sort_unstable_by_key(|&op| (self.start[op], op));
        let mut order = vec![0; self.start.len()];
        let mut next = tilewright_sorted::SortedMap::<i64, u32>::new();
        for op in sorted {
            let n = next.entry(self.stage(op)).or_default();
            order[op] = *n;
            *n += 1;
        }
        order
    }

    fn seats(&self) -> Vec<Option<i64>> {
        self.start.iter().map(|&s| Some(s)).collect()
    }

    /// The stage count (docs/sources/modulo-scheduling.md#stage-count): `ceil((max(start + latency) + 1) / II)`.
    pub fn stage_count(&self, graph: &LoopGraph) -> i64 {
        depths::stage_count(graph, self.ii, &self.seats()).unwrap_or(i64::MAX)
    }

    /// `floor(max start / II) + 1`.
    pub fn stages_by_start(&self) -> i64 {
        depths::stages_by_start(self.ii, &self.seats()).unwrap_or(i64::MAX)
    }

    /// Cycles from the first issue to the last result.
    pub fn length(&self, graph: &LoopGraph) -> i64 {
        let end = graph
            .ops
            .iter()
            .zip(&self.start)
            .map(|(o, s)| s + i64::from(o.latency))
            .max()
            .unwrap_or(0);
        end - self.start.iter().copied().min().unwrap_or(0)
    }

    /// Runs the independent checker.
    ///
    /// # Errors
    /// The first violation.
    pub fn check(&self, graph: &LoopGraph) -> Result<(), crate::check::Violation> {
        crate::check::check(graph, self.ii, &self.seats())
    }
}
