//! The schedule under construction: the canonical state that a failed arm must leave as it was.

use super::cost::Chosen;
use super::{Arena, NoSeat};
use crate::graph::OpId;
use crate::recurrence::NO_PATH;
use crate::rrt::Table;
use crate::schedule::{Arm, Schedule};
use tilewright_sorted::SortedSet;

/// Ops that a heavier arm has given up on. An overlay: marking here changes nothing in the state itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Snapshot {
    /// The dead.
    pub dead: SortedSet<OpId>,
}

/// The schedule under construction.
#[derive(Clone)]
pub struct State<'a> {
    arena: &'a Arena<'a>,
    table: Table,
    start: Vec<Option<i64>>,
    arm: Vec<Arm>,
    cost: Vec<Option<Chosen>>,
    journal: Vec<OpId>,
    /// Whether windows leave room for ops that wait, as the cost arm's do by its structural distances.
    pub ahead: bool,
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
            ahead: false,
        }
    }

    /// Ops placed so far, with their starts.
    pub fn placed(&self) -> impl Iterator<Item = (OpId, i64)> + '_ {
        (self.start.iter().enumerate()).filter_map(|(op, start)| Some((op, (*start)?)))
    }

    /// Modulo row of a cycle.
    pub fn row(&self, cycle: i64) -> u32 {
        self.table.row(cycle)
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
        let (mut earliest, mut latest) = (if self.ahead { self.arena.priority[op].max(0) } else { 0 }, i64::MAX);
        if let Some(distances) = self.arena.distances.as_ref().filter(|_| self.ahead) {
            // Paths lead through ops that wait, too: whoever keeps to them leaves a cycle for each of those.
            for (other, s) in self.placed().filter(|&(other, _)| other != op) {
                let (to, from) = (distances.get(other, op), distances.get(op, other));
                earliest = if to > NO_PATH { earliest.max(s + to) } else { earliest };
                latest = if from > NO_PATH { latest.min(s - from) } else { latest };
            }
        }
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

    fn first_fit(&self, op: OpId, window: (i64, i64)) -> Option<i64> {
        self.table.first_fit(self.arena.loop_.shapes.of[op], window)
    }

    /// Seats an op where [`State::fits`] allowed it.
    pub fn seat(&mut self, op: OpId, cycle: i64, arm: Arm, cost: Option<Chosen>) {
        self.table.commit(self.arena.loop_.shapes.of[op], self.table.row(cycle));
        self.start[op] = Some(cycle);
        self.arm[op] = arm;
        self.cost[op] = cost;
        self.journal.push(op);
    }

    /// Seats an op at its earliest legal cycle.
    pub fn seat_earliest(&mut self, op: OpId, arm: Arm) -> Result<(), NoSeat> {
        self.seat_from(op, 0, arm)
    }

    /// Seats an op at its earliest legal cycle from this one on.
    pub fn seat_from(&mut self, op: OpId, from: i64, arm: Arm) -> Result<(), NoSeat> {
        let (earliest, latest) = self.limits(op);
        let earliest = earliest.max(from);
        let latest = latest.min(earliest + i64::from(self.arena.ii) - 1);
        match self.first_fit(op, (earliest, latest)) {
            Some(t) => {
                self.seat(op, t, arm, None);
                Ok(())
            }
            None => Err(self.no_seat(op)),
        }
    }

    /// Whether some cycle of its window would do.
    pub fn has_seat(&self, op: OpId) -> bool {
        self.first_fit(op, self.window(op)).is_some()
    }

    /// Why no cycle of the window will do.
    pub fn no_seat(&self, op: OpId) -> NoSeat {
        NoSeat::new(self.arena.ii, &self.start, op, self.window(op))
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
