//! Iterative modulo scheduling after Rau (1994): operations are placed by height; one that finds no seat takes one by
//! force and evicts whoever is in the way. A budget of placements bounds the work.

use crate::arms::NoSeat;
use crate::graph::OpId;
use crate::occupancy::Occupancy;
use crate::prepared::Prepared;
use crate::recurrence::heights;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use tilewright_sorted::SortedMap;

/// The outcome of one attempt at one II.
#[derive(Clone, Debug)]
pub struct Attempt {
    /// The starts, if every op found a seat.
    pub start: Option<Vec<i64>>,
    /// Placements made.
    pub steps: u64,
    /// The first op that found no free seat and had to be forced in.
    pub refused: Option<NoSeat>,
}

/// One attempt at `ii` with at most `budget` placements, over all edges.
pub fn place_with_eviction(loop_: &Prepared, ii: u32, budget: u64) -> Attempt {
    let n = loop_.graph.ops.len();
    let period = i64::from(ii);
    let height = heights(loop_.graph, period, |_| true);
    let mut table = Occupancy::new(loop_, ii);
    let mut start: Vec<Option<i64>> = vec![None; n];
    let mut last: Vec<i64> = vec![i64::MIN; n];
    let mut forced = vec![0u32; n];
    let mut queue: BinaryHeap<(i64, Reverse<OpId>)> = (0..n).map(|op| (height[op], Reverse(op))).collect();
    let mut steps = 0;
    let mut refused = None;
    let mut evicted = Vec::new();
    let stage_of_leader = LeaderStages::new(loop_);
    while let Some((_, Reverse(op))) = queue.pop() {
        if steps == budget {
            // Nobody was short of a row: it is dependences that keep pushing each other out.
            let window = dependence_window(loop_, ii, &start, op);
            let refused = refused.or_else(|| Some(NoSeat::new(ii, &start, op, window)));
            return Attempt {
                start: None,
                steps,
                refused,
            };
        }
        steps += 1;
        let mut earliest = 0;
        for &e in loop_.ins(op) {
            if let Some(s) = start[loop_.graph.edges[e].src] {
                earliest = earliest.max(s + loop_.weight(e, ii));
            }
        }
        let latest = stage_of_leader.latest(loop_, op, period);
        let (first, end) = stage_of_leader.window(op, period, &start, earliest, latest);
        let seat = match table.first_fit(op, (first, end)) {
            Some(t) => t,
            None => {
                // By force: not where it sat last time, so that two ops cannot evict each other for ever.
                forced[op] += 1;
                refused.get_or_insert_with(|| NoSeat::new(ii, &start, op, (first, end)));
                let t = if last[op] == i64::MIN || earliest > last[op] {
                    earliest
                } else {
                    last[op] + 1
                };
                if t > latest || !table.fits_alone(op) {
                    return Attempt {
                        start: None,
                        steps,
                        refused,
                    };
                }
                t
            }
        };
        evicted.clear();
        table.blockers(op, seat, |o| (forced[o], height[o]), &mut evicted);
        for &e in loop_.outs(op) {
            let edge = &loop_.graph.edges[e];
            if edge.dst != op && start[edge.dst].is_some_and(|s| s < seat + loop_.weight(e, ii)) {
                evicted.push(edge.dst);
            }
        }
        stage_of_leader.conflicts(op, ii, seat, &start, &mut evicted);
        for &victim in &evicted {
            if let Some(s) = start[victim].take() {
                table.release(victim, s);
                queue.push((height[victim], Reverse(victim)));
            }
        }
        table.commit(op, seat);
        start[op] = Some(seat);
        last[op] = seat;
    }
    Attempt {
        start: start.into_iter().collect(),
        steps,
        refused,
    }
}

/// Cycles that placed producers and consumers leave an op, within one turn of the table.
fn dependence_window(loop_: &Prepared, ii: u32, start: &[Option<i64>], op: OpId) -> (i64, i64) {
    let edges = &loop_.graph.edges;
    let after = loop_
        .ins(op)
        .iter()
        .filter_map(|&e| Some(start[edges[e].src]? + loop_.weight(e, ii)));
    let earliest = after.max().unwrap_or(0).max(0);
    let before = loop_
        .outs(op)
        .iter()
        .filter_map(|&e| Some(start[edges[e].dst]? - loop_.weight(e, ii)));
    (
        earliest,
        before.min().unwrap_or(i64::MAX).min(earliest + i64::from(ii) - 1),
    )
}

/// Ops that must share their stage with a leader's group.
struct LeaderStages {
    groups: Vec<Vec<OpId>>,
    of: SortedMap<OpId, usize>,
}

impl LeaderStages {
    fn new(loop_: &Prepared) -> Self {
        let groups = loop_.graph.leader_groups();
        let of = groups
            .iter()
            .enumerate()
            .flat_map(|(g, ops)| ops.iter().map(move |&op| (op, g)))
            .collect();
        LeaderStages { groups, of }
    }

    fn others<'a>(&'a self, op: OpId, start: &'a [Option<i64>]) -> impl Iterator<Item = (OpId, i64)> + 'a {
        let group = self.of.get(&op).map_or(&[][..], |&g| &self.groups[g][..]);
        group
            .iter()
            .filter(move |&&o| o != op)
            .filter_map(|&o| Some((o, start[o]?)))
    }

    /// Last cycle that the caps on depth of the op and of all who share its stage allow.
    fn latest(&self, loop_: &Prepared, op: OpId, period: i64) -> i64 {
        let own = [op];
        let group = self.of.get(&op).map_or(&own[..], |&g| &self.groups[g][..]);
        let depth = group.iter().filter_map(|&o| loop_.graph.max_depth(o)).min();
        depth.map_or(i64::MAX, |d| i64::from(d) * period - 1)
    }

    /// One turn of the table from `earliest` on, inside the stage the group is in.
    fn window(&self, op: OpId, period: i64, start: &[Option<i64>], earliest: i64, latest: i64) -> (i64, i64) {
        match self.others(op, start).map(|(_, s)| s / period).max() {
            None => (earliest, latest.min(earliest + period - 1)),
            Some(stage) => (earliest.max(stage * period), latest.min(stage * period + period - 1)),
        }
    }

    fn conflicts(&self, op: OpId, ii: u32, seat: i64, start: &[Option<i64>], evicted: &mut Vec<OpId>) {
        let period = i64::from(ii);
        evicted.extend(
            self.others(op, start)
                .filter(|(_, s)| s / period != seat / period)
                .map(|(o, _)| o),
        );
    }
}
