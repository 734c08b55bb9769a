//! Search for modulo slots with the dependences that matter: only those inside strongly connected components.
//!
//! Each op with a footprint gets a cycle; inside a component the cycles keep the longest-path distances at this II,
//! between components nothing is asked (see [`crate::lift`]). The search is a min-conflicts one: the hardest op without
//! a seat goes where evicting costs least; whoever is evicted often grows heavier, and a seat just lost is taboo for a
//! while. All choices come from a fixed generator, so the same loop always gives the same answer.

use crate::graph::OpId;
use crate::lift::lift;
use crate::occupancy::Occupancy;
use crate::prepared::Prepared;
use crate::recurrence::{Distances, NO_PATH};

/// Largest component for which distances are computed here.
pub const MAX_COMPONENT: usize = 160;

/// Largest table of taboos (ops times rows); larger loops are left to the other search.
const MAX_TABOO: u64 = 1 << 20;

/// Longest-path closures of all components of two ops or more; `None` if one is larger than `limit`.
pub fn closures(loop_: &Prepared, ii: u32, limit: usize) -> Option<Vec<Option<Distances>>> {
    if loop_.components.members.iter().any(|m| m.len() > limit) {
        return None;
    }
    let of = |(members, edges): (&Vec<OpId>, &Vec<usize>)| {
        (members.len() > 1).then(|| Distances::new(loop_.graph, members, edges, i64::from(ii)))
    };
    Some(loop_.components.members.iter().zip(&loop_.inner).map(of).collect())
}

/// Searches for slots at `ii` with at most `budget` placements. Gives complete starts, and the placements made.
pub fn search_slots(loop_: &Prepared, ii: u32, budget: u64) -> (Option<Vec<i64>>, u64) {
    if loop_.graph.has_depth_constraints() {
        return (None, 0);
    }
    if loop_.graph.ops.len() as u64 * u64::from(ii) > MAX_TABOO {
        return (None, 0);
    }
    let heavy = (0..loop_.graph.ops.len())
        .filter(|&op| !loop_.is_weightless(op))
        .count() as u64;
    if heavy > budget {
        // Not even one placement each: the search could not end well.
        return (None, 0);
    }
    let Some(closures) = closures(loop_, ii, MAX_COMPONENT) else {
        return (None, 0);
    };
    let mut search = Search::new(loop_, ii, &closures);
    if !search.waiting.iter().all(|&op| search.table.fits_alone(op)) {
        return (None, 0);
    }
    let mut steps = 0;
    while steps < budget {
        let Some(op) = search.next_op() else {
            return (Some(lift(loop_, ii, &search.start, &closures)), steps);
        };
        search.place(op, steps);
        steps += 1;
    }
    (None, steps)
}

struct Search<'a> {
    loop_: &'a Prepared<'a>,
    ii: u32,
    closures: &'a [Option<Distances>],
    /// Position of each op in its component.
    position: Vec<usize>,
    /// Members with a footprint of each component, as (op, position).
    heavy: Vec<Vec<(OpId, usize)>>,
    table: Occupancy,
    start: Vec<Option<i64>>,
    waiting: Vec<OpId>,
    weight: Vec<u64>,
    base: Vec<u64>,
    /// Step until which an op may not return to a row.
    taboo: Vec<u64>,
    random: u64,
    /// Ops to evict, while a seat is considered.
    victims: Vec<OpId>,
}

impl<'a> Search<'a> {
    fn new(loop_: &'a Prepared<'a>, ii: u32, closures: &'a [Option<Distances>]) -> Self {
        let n = loop_.graph.ops.len();
        let mut position = vec![0; n];
        let mut heavy = vec![Vec::new(); loop_.components.members.len()];
        for (c, members) in loop_.components.members.iter().enumerate() {
            for (i, &op) in members.iter().enumerate() {
                position[op] = i;
                if !loop_.is_weightless(op) {
                    heavy[c].push((op, i));
                }
            }
        }
        let waiting: Vec<OpId> = (0..n).filter(|&op| !loop_.is_weightless(op)).collect();
        let mut base = vec![0; n];
        for &op in &waiting {
            let c = loop_.components.of[op];
            let cells = loop_.shapes.of_op(op).len() as u64;
            let slack = closures[c].as_ref().map(|d| {
                let i = position[op];
                let others = heavy[c].iter().filter(|(o, _)| *o != op);
                others
                    .map(|&(_, j)| -(d.get(i, j) + d.get(j, i)))
                    .min()
                    .unwrap_or(i64::from(ii))
            });
            let tight = slack.map_or(0, |s| i64::from(ii).saturating_sub(s).max(0) as u64 + 4);
            base[op] = tight + cells;
        }
        Search {
            loop_,
            ii,
            closures,
            position,
            heavy,
            table: Occupancy::new(loop_, ii),
            start: vec![None; n],
            weight: vec![1; n],
            base,
            taboo: vec![0; n * ii as usize],
            waiting,
            random: 0x9E37_79B9_7F4A_7C15,
            victims: Vec::new(),
        }
    }

    /// xorshift64: any fixed generator would do.
    fn draw(&mut self) -> u64 {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        self.random
    }

    fn next_op(&mut self) -> Option<OpId> {
        let hardness = |op: OpId| self.weight[op] * 8 + self.base[op];
        let (at, _) = self
            .waiting
            .iter()
            .enumerate()
            .max_by_key(|&(i, &op)| (hardness(op), usize::MAX - i))?;
        Some(self.waiting.swap_remove(at))
    }

    /// Cycles the placed members of the component allow.
    fn window(&self, op: OpId) -> Option<(i64, i64)> {
        let c = self.loop_.components.of[op];
        let d = self.closures[c].as_ref()?;
        let i = self.position[op];
        let (mut lo, mut hi) = (i64::MIN, i64::MAX);
        for &(o, j) in &self.heavy[c] {
            if let Some(s) = self.start[o] {
                lo = lo.max(s + d.get(j, i));
                hi = hi.min(s - d.get(i, j));
            }
        }
        (lo > i64::MIN).then_some((lo, hi))
    }

    fn place(&mut self, op: OpId, step: u64) {
        let period = i64::from(self.ii);
        let window = self.window(op);
        let (lo, hi) = window.unwrap_or((0, period - 1));
        let inside = (hi - lo + 1).min(period);
        let offset = (self.draw() % inside as u64) as i64;
        let mut best: Option<(u64, i64)> = None;
        for i in 0..inside {
            let t = lo + (i + if step > 64 { offset } else { 0 }) % inside;
            self.consider(op, t, step, &mut best);
            if best.is_some_and(|(cost, _)| cost == 0) {
                break;
            }
        }
        // Leaving the window evicts members of the own component; it is how tied ops move together.
        if best.is_none_or(|(cost, _)| cost > 0) && inside < period {
            let outside = period - inside;
            for i in 0..outside {
                self.consider(op, lo + inside + i, step, &mut best);
                self.consider(op, lo - 1 - i, step, &mut best);
            }
        }
        let seat = best.map_or(lo + offset, |(_, t)| t);
        let mut victims = Vec::new();
        self.find_victims(op, seat, u64::MAX, &mut victims);
        for victim in victims {
            if let Some(s) = self.start[victim].take() {
                self.table.release(victim, s);
                self.waiting.push(victim);
                self.weight[victim] += 1;
                let tenure = 3 + self.draw() % 8;
                let row = s.rem_euclid(period) as usize;
                self.taboo[victim * self.ii as usize + row] = step + tenure;
            }
        }
        self.table.commit(op, seat);
        self.start[op] = Some(seat);
    }

    fn consider(&mut self, op: OpId, t: i64, step: u64, best: &mut Option<(u64, i64)>) {
        let row = t.rem_euclid(i64::from(self.ii)) as usize;
        if self.taboo[op * self.ii as usize + row] > step {
            return;
        }
        let mut victims = std::mem::take(&mut self.victims);
        victims.clear();
        let limit = best.map_or(u64::MAX, |(cost, _)| cost);
        if self.find_victims(op, t, limit, &mut victims) {
            let cost = victims.iter().map(|&v| self.weight[v]).sum();
            if cost < limit || best.is_none() {
                *best = Some((cost, t));
            }
        }
        self.victims = victims;
    }

    /// Lists the ops to evict so that `op` can sit at a cycle. Whether all were listed: not if those that the dependences ask for cost
    /// `limit` already.
    fn find_victims(&self, op: OpId, t: i64, limit: u64, out: &mut Vec<OpId>) -> bool {
        let mut cost = 0;
        let c = self.loop_.components.of[op];
        if let Some(d) = &self.closures[c] {
            let i = self.position[op];
            for &(o, j) in &self.heavy[c] {
                if let Some(s) = self.start[o].filter(|_| o != op) {
                    let (after, before) = (d.get(j, i), d.get(i, j));
                    if (after > NO_PATH && t < s + after) || (before > NO_PATH && s < t + before) {
                        out.push(o);
                        cost += self.weight[o];
                        if cost >= limit {
                            return false;
                        }
                    }
                }
            }
        }
        if !self.table.fits(op, t) {
            self.table.blockers(op, t, |o| self.weight[o], out);
        }
        true
    }
}
