//! An op that found no seat: what it asked for, what was full, and who holds that.

use crate::graph::OpId;
use crate::prepared::Prepared;
use crate::rrt::{Conflict, Table};

/// An op that found no seat, with what refused it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoSeat {
    /// The op.
    pub op: OpId,
    /// First cycle that dependences allow.
    pub earliest: i64,
    /// Last cycle that dependences, depth and one turn of the table allow; before `earliest` if the window is empty.
    pub latest: i64,
    /// The cycles of the window at which slots and pools were full (a few cycles at most).
    pub refused: Vec<RefusedCycle>,
}

/// A cycle that the reservation table refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefusedCycle {
    /// The cycle.
    pub cycle: i64,
    /// The rows of slots and pools that were full.
    pub conflicts: Vec<Conflict>,
    /// For each of them, the ops that hold it; of the first cycles alone.
    pub holders: Vec<Vec<OpId>>,
    /// The op's place among the ops of its stage, had it got the cycle.
    pub order: usize,
}

impl NoSeat {
    /// Most cycles of a window that a refusal lists.
    pub const LISTED: usize = 64;
    /// Most of them whose holders are told.
    pub const TOLD: usize = 4;

    /// Why no cycle of a window will do, with ops placed at these starts.
    pub fn new(loop_: &Prepared, table: &Table, start: &[Option<i64>], op: OpId, window: (i64, i64)) -> Self {
        let (earliest, latest) = window;
        let mut refused: Vec<RefusedCycle> = Vec::new();
        for cycle in (earliest..=latest).take(Self::LISTED) {
            let conflicts = table.conflicts(loop_.shapes.of[op], table.row(cycle));
            if conflicts.is_empty() {
                continue;
            }
            let holders = match refused.len() < Self::TOLD {
                true => holders(loop_, table, start, &conflicts),
                false => Vec::new(),
            };
            let period = i64::from(table.ii());
            let before = |&&s: &&i64| s / period == cycle / period && s <= cycle;
            refused.push(RefusedCycle {
                cycle,
                conflicts,
                holders,
                order: start.iter().flatten().filter(before).count(),
            });
        }
        NoSeat {
            op,
            earliest,
            latest,
            refused,
        }
    }
}

/// For each row of a slot or pool, the placed ops that hold some of it.
fn holders(loop_: &Prepared, table: &Table, start: &[Option<i64>], conflicts: &[Conflict]) -> Vec<Vec<OpId>> {
    let mut holders = vec![Vec::new(); conflicts.len()];
    for (op, start) in start.iter().enumerate() {
        let Some(start) = start else { continue };
        for cell in loop_.shapes.of_op(op) {
            let row = table.row(start + i64::from(cell.offset));
            let at = conflicts.iter().position(|c| (c.row, c.res) == (row, cell.res));
            if let Some(at) = at
                && holders[at].last() != Some(&op)
            {
                holders[at].push(op);
            }
        }
    }
    holders
}
