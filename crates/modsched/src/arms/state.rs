//! The schedule under construction: the canonical state that a failed arm must leave as it was.

use super::Arena;
use super::cost::CostVector;
use crate::graph::OpId;
use crate::rrt::{Conflict, Table};
use crate::schedule::{Arm, Schedule};
use tilewright_sorted::SortedSet;

/// Ops that a heavier arm has given up on. An overlay: marking here changes nothing in the state itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Snapshot {
    /// The dead.
    pub dead: SortedSet<OpId>,
}

/// An op that found no seat, with what refused it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoSeat {
    /// The op.
    pub op: OpId,
    /// First cycle that dependences allow.
    pub earliest: i64,
    /// Last cycle that dependences, depth and one turn of the table allow; before `earliest` if the window is empty.
    pub latest: i64,
    /// For each cycle of the window, the first slots and pools that were full (a few cycles at most).
    pub conflicts: Vec<(i64, Vec<Conflict>)>,
}

/// The schedule under construction.
#[derive(Clone)]
pub struct State<'a> {
    arena: &'a Arena<'a>,
    table: Table,
    start: Vec<Option<i64>>,
    arm: Vec<Arm>,
    cost: Vec<Option<CostVector>>,
    journal: Vec<OpId>,
}

impl NoSeat {
    /// Most cycles of a window that a refusal lists.
    pub const LISTED: usize = 64;
}

impl<'a> State<'a> {
    /// Nothing placed.
    pub fn new(arena: &'a Arena<'a>) -> Self {
        let n = arena.loop_.graph.ops.len();
        State {
            arena,
            table: Table::new(arena.loop_.graph, &arena.loop_.shapes, arena.ii),
            start: vec![None; n],
            arm: vec![Arm::Permute; n],
            cost: vec![None; n],
            journal: Vec::new(),
        }
    }

    /// Start of an op, if placed.
    pub fn start(&self, op: OpId) -> Option<i64> {
        self.start[op]
    }

    /// Ops placed so far; [`State::roll_back`] returns here.
    pub fn mark(&self) -> usize {
        self.journal.len()
    }

    /// Takes back everything placed since a mark.
    pub fn roll_back(&mut self, mark: usize) {
        for op in self.journal.split_off(mark.min(self.journal.len())) {
            self.free(op);
        }
    }

    fn free(&mut self, op: OpId) {
        if let Some(s) = self.start[op].take() {
            self.table.release(self.arena.loop_.shapes.of[op], self.table.row(s));
            self.cost[op] = None;
        }
    }

    /// Takes one op out, wherever it is in the journal.
    pub fn unseat(&mut self, op: OpId) {
        self.free(op);
        self.journal.retain(|&o| o != op);
    }

    /// Cycles allowed by placed neighbours, by caps on depth and by leaders.
    fn limits(&self, op: OpId) -> (i64, i64) {
        let (loop_, ii) = (self.arena.loop_, self.arena.ii);
        let period = i64::from(ii);
        let (mut earliest, mut latest) = (0, i64::MAX);
        for &e in loop_.ins(op) {
            if let Some(s) = self.start[loop_.graph.edges[e].src] {
                earliest = earliest.max(s + loop_.weight(e, ii));
            }
        }
        for &e in loop_.outs(op) {
            let dst = loop_.graph.edges[e].dst;
            if let Some(s) = self.start[dst].filter(|_| dst != op) {
                latest = latest.min(s - loop_.weight(e, ii));
            }
        }
        if let Some(depth) = loop_.graph.max_depth(op) {
            latest = latest.min(i64::from(depth) * period - 1);
        }
        // Gate 4: whoever shares the leader shares the depth.
        if let Some(leader) = loop_.graph.ops[op].constraints.leader_gid {
            let mate = |o: &OpId| *o != op && loop_.graph.ops[*o].constraints.leader_gid == Some(leader);
            if let Some(s) = (0..self.start.len()).filter(mate).find_map(|o| self.start[o]) {
                earliest = earliest.max(s / period * period);
                latest = latest.min(s / period * period + period - 1);
            }
        }
        (earliest, latest)
    }

    /// The cycles worth trying: those allowed, up to one turn of the table.
    pub fn window(&self, op: OpId) -> (i64, i64) {
        let (earliest, latest) = self.limits(op);
        (earliest, latest.min(earliest + i64::from(self.arena.ii) - 1))
    }

    /// Whether a seat breaks nothing: neither dependences nor depth nor the table.
    pub fn allows(&self, op: OpId, cycle: i64) -> bool {
        let (earliest, latest) = self.limits(op);
        (earliest..=latest).contains(&cycle) && self.fits(op, cycle)
    }

    /// Whether the table has room for an op at a cycle.
    pub fn fits(&self, op: OpId, cycle: i64) -> bool {
        self.table.fits(self.arena.loop_.shapes.of[op], self.table.row(cycle))
    }

    /// Seats an op where [`State::fits`] allowed it.
    pub fn seat(&mut self, op: OpId, cycle: i64, arm: Arm, cost: Option<CostVector>) {
        self.table.commit(self.arena.loop_.shapes.of[op], self.table.row(cycle));
        self.start[op] = Some(cycle);
        self.arm[op] = arm;
        self.cost[op] = cost;
        self.journal.push(op);
    }

    /// Seats an op at its earliest legal cycle.
    pub fn seat_earliest(&mut self, op: OpId, arm: Arm) -> Result<(), NoSeat> {
        let (earliest, latest) = self.window(op);
        match (earliest..=latest).find(|&t| self.fits(op, t)) {
            Some(t) => {
                self.seat(op, t, arm, None);
                Ok(())
            }
            None => Err(self.no_seat(op)),
        }
    }

    /// Why no cycle of the window will do.
    pub fn no_seat(&self, op: OpId) -> NoSeat {
        let (earliest, latest) = self.window(op);
        let shape = self.arena.loop_.shapes.of[op];
        let conflicts = (earliest..=latest)
            .take(NoSeat::LISTED)
            .map(|t| (t, self.table.conflicts(shape, self.table.row(t))))
            .filter(|(_, c)| !c.is_empty())
            .collect();
        NoSeat {
            op,
            earliest,
            latest,
            conflicts,
        }
    }

    /// The schedule, if every op is placed.
    pub fn finish(self, ii: u32) -> Option<Schedule> {
        let start = self.start.into_iter().collect::<Option<Vec<i64>>>()?;
        Some(Schedule {
            ii,
            start,
            arm: self.arm,
            cost: self.cost,
        })
    }

    /// Whether a placed op holds some resource in some row that `op` would hold at `cycle`.
    pub fn shares_rows(&self, op: OpId, cycle: i64, other: OpId) -> bool {
        let Some(s) = self.start[other] else { return false };
        let shapes = &self.arena.loop_.shapes;
        let at = |t: i64, offset: u32| self.table.row(t + i64::from(offset));
        let mine = shapes.of_op(op);
        shapes.of_op(other).iter().any(|o| {
            mine.iter()
                .any(|c| c.res == o.res && at(cycle, c.offset) == at(s, o.offset))
        })
    }

    /// For each pool cell of `op` at `cycle`: how many ops of its own stage (itself included) and of other stages hold
    /// the same pool in that row.
    pub fn pool_sharers(&self, op: OpId, cycle: i64, stage: i64) -> Vec<(u32, u32)> {
        let shapes = &self.arena.loop_.shapes;
        let at = |t: i64, offset: u32| self.table.row(t + i64::from(offset));
        let is_pool = |res: usize| self.arena.loop_.graph.resources[res].capacity > 1;
        let mut out = Vec::new();
        for cell in shapes.of_op(op).iter().filter(|c| is_pool(c.res)) {
            let (mut same, mut other) = (1, 0);
            for (o, s) in self.start.iter().enumerate().filter_map(|(o, s)| Some((o, (*s)?))) {
                let shares = |c: &crate::shape::Cell| c.res == cell.res && at(s, c.offset) == at(cycle, cell.offset);
                if o != op && shapes.of_op(o).iter().any(shares) {
                    let is_same = s / i64::from(self.arena.ii) == stage;
                    *(if is_same { &mut same } else { &mut other }) += 1;
                }
            }
            out.push((same, other));
        }
        out
    }

    /// Values of placed ops that live at a modulo row, each counted once for every iteration it spans.
    pub fn live_at_row(&self, row: i64) -> u32 {
        let period = i64::from(self.arena.ii);
        let live = |op: OpId, s: i64| {
            let end = s + i64::from(self.arena.loop_.graph.ops[op].latency).max(1);
            let next = s + (row - s).rem_euclid(period);
            if next < end { (end - 1 - next) / period + 1 } else { 0 }
        };
        self.start
            .iter()
            .enumerate()
            .filter_map(|(op, s)| Some(live(op, (*s)?)))
            .sum::<i64>() as u32
    }

    /// Whether two states hold the same seats and the same table.
    #[cfg(test)]
    pub fn same_as(&self, other: &Self) -> bool {
        self.start == other.start && self.table.same_rows(&other.table)
    }
}
