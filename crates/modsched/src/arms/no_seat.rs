//! An op that found no seat: what it asked for, what was full, and who holds that.

use crate::graph::{LoopGraph, OpId};
use crate::rrt::{Conflict, Table};
use crate::shape::Shapes;

/// An op that found no seat. What refused it is worked out when somebody asks: a sweep meets one at each II, and few are looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoSeat {
    /// The op.
    pub op: OpId,
    /// The II.
    pub ii: u32,
    /// First cycle that dependences allow.
    pub earliest: i64,
    /// Last cycle that dependences, depth and one turn of the table allow; before `earliest` if the window is empty.
    pub latest: i64,
    /// The starts of the ops that had a seat.
    pub placed: Vec<Option<i64>>,
}

/// A cycle that the reservation table refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefusedCycle {
    /// The cycle.
    pub cycle: i64,
    /// The rows of slots and pools that were full.
    pub conflicts: Vec<Conflict>,
    /// For each of them, the ops that hold it.
    pub holders: Vec<Vec<OpId>>,
    /// The op's place among the ops of its stage, had it got the cycle.
    pub order: usize,
}

impl NoSeat {
    /// Most cycles of a window that a refusal tells in words.
    pub const TOLD: usize = 4;
    /// Most that it lists: one more, which tells that there are others.
    pub const LISTED: usize = Self::TOLD + 1;

    /// No cycle of a window will do, with ops placed at these starts.
    pub fn new(ii: u32, placed: &[Option<i64>], op: OpId, window: (i64, i64)) -> Self {
        let (earliest, latest) = window;
        NoSeat {
            op,
            ii,
            earliest,
            latest,
            placed: placed.to_vec(),
        }
    }

    /// The cycles of the window at which slots and pools of the graph were full: a few at most.
    pub fn refused(&self, graph: &LoopGraph) -> Vec<RefusedCycle> {
        let shapes = Shapes::of_graph(graph);
        let Some(&own) = shapes.of.get(self.op) else {
            return Vec::new();
        };
        let mut table = Table::new(graph, &shapes, self.ii);
        for (&shape, start) in shapes.of.iter().zip(&self.placed) {
            if let Some(start) = *start {
                table.commit(shape, table.row(start));
            }
        }
        let period = i64::from(self.ii);
        let mut refused = Vec::new();
        for cycle in self.earliest..=self.latest {
            if refused.len() == Self::LISTED {
                break;
            }
            let conflicts = table.conflicts(own, table.row(cycle));
            if conflicts.is_empty() {
                continue;
            }
            let mut order = 0;
            for &start in self.placed.iter().flatten() {
                order += usize::from(start / period == cycle / period && start <= cycle);
            }
            refused.push(RefusedCycle {
                cycle,
                holders: holders(&shapes, &table, &self.placed, &conflicts),
                conflicts,
                order,
            });
        }
        refused
    }
}

/// For each row of a slot or pool, the placed ops that hold some of it.
fn holders(shapes: &Shapes, table: &Table, placed: &[Option<i64>], conflicts: &[Conflict]) -> Vec<Vec<OpId>> {
    let mut holders = vec![Vec::new(); conflicts.len()];
    for (op, start) in placed.iter().enumerate() {
        let Some(start) = start else { continue };
        for cell in shapes.of_op(op) {
            let row = table.row(start + i64::from(cell.offset));
            // Conflicts are in the order of their rows.
            if let Ok(at) = conflicts.binary_search_by_key(&(row, cell.res), |full| (full.row, full.res))
                && holders[at].last() != Some(&op)
            {
                holders[at].push(op);
            }
        }
    }
    holders
}
