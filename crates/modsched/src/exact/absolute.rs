//! Questions about absolute stages: can the loop be scheduled at this II within so many stages, with caps on depth and
//! shared leaders kept? Here every dependence counts, and no rotation is a symmetry.

use super::decide::{Budget, Decision};
use super::encode::{Arc, Question, Tied, encode, irredundant, twins};
use super::sat::{Solver, Verdict};
use crate::graph::OpId;
use crate::prepared::Prepared;
use crate::recurrence::{Distances, NO_PATH, earliest_starts};
use crate::shape::{Cell, fold};
use std::collections::BTreeMap;

/// Largest loop for which these questions are asked: they need the longest paths between all ops.
pub const MAX_OPS: usize = 200;

/// Closure and windows of a whole loop at one II.
pub struct Absolute<'a> {
    loop_: &'a Prepared<'a>,
    ii: u32,
    closure: Distances,
    cells: Vec<Vec<Cell>>,
    earliest: Vec<i64>,
}

/// Answer to one question.
pub enum Answer {
    /// Starts that keep everything.
    Yes(Vec<i64>),
    /// Proven impossible.
    No,
    /// Not decided.
    Unknown,
}

impl<'a> Absolute<'a> {
    /// Prepares the questions at `ii`, which must be at least the recurrence bound. `None` for loops too large.
    pub fn new(loop_: &'a Prepared<'a>, ii: u32) -> Option<Self> {
        let n = loop_.graph.ops.len();
        if n > MAX_OPS {
            return None;
        }
        let members: Vec<OpId> = (0..n).collect();
        let edges: Vec<usize> = (0..loop_.graph.edges.len()).collect();
        let closure = Distances::new(loop_.graph, &members, &edges, i64::from(ii));
        let earliest = earliest_starts(loop_.graph, i64::from(ii), |_| true)?;
        let folded: Vec<Vec<Cell>> = loop_.shapes.cells.iter().map(|c| fold(c, ii)).collect();
        let cells = loop_.shapes.of.iter().map(|&s| folded[s].clone()).collect();
        Some(Absolute {
            loop_,
            ii,
            closure,
            cells,
            earliest,
        })
    }

    /// The least last start that dependences alone allow.
    pub fn least_last_start(&self) -> i64 {
        self.earliest.iter().copied().max().unwrap_or(0)
    }

    /// Whether a schedule exists in which no op starts later than `horizon`.
    pub fn ask(&self, horizon: i64, budget: &mut Budget) -> Answer {
        let n = self.loop_.graph.ops.len();
        let leaders = self.loop_.graph.leader_groups();
        let led: std::collections::BTreeSet<OpId> = leaders.iter().flatten().copied().collect();
        let cap = |op: OpId| match self.loop_.graph.max_depth(op) {
            Some(depth) => horizon.min(i64::from(depth) * i64::from(self.ii) - 1),
            None => horizon,
        };
        let heavy: Vec<usize> = (0..n)
            .filter(|&op| !self.cells[op].is_empty() || led.contains(&op))
            .collect();
        let latest: Vec<i64> = (0..n)
            .map(|op| {
                (0..n)
                    .filter(|&j| self.closure.get(op, j) > NO_PATH)
                    .map(|j| cap(j) - self.closure.get(op, j))
                    .min()
            })
            .map(|t| t.unwrap_or(horizon))
            .collect();
        if (0..n).any(|op| latest[op] < self.earliest[op]) {
            return Answer::No;
        }
        let mut q = Question {
            resources: (0..self.loop_.graph.resources.len()).collect(),
            ..Question::default()
        };
        let mut position = BTreeMap::new();
        for &op in &heavy {
            position.insert(op, q.tied.len());
            q.tied.push(Tied {
                op,
                lo: self.earliest[op],
                hi: latest[op],
            });
        }
        for (i, j, weight) in irredundant(&self.closure, &heavy) {
            q.arcs.push(Arc {
                from: position[&i],
                to: position[&j],
                weight,
            });
        }
        let is_uniform = led.is_empty() && heavy.iter().all(|&op| self.loop_.graph.max_depth(op).is_none());
        for (i, j) in if is_uniform {
            twins(&self.closure, &heavy, &self.cells, None)
        } else {
            Vec::new()
        } {
            q.arcs.push(Arc {
                from: position[&i],
                to: position[&j],
                weight: 0,
            });
        }
        for group in &leaders {
            q.same_stage
                .extend(group.windows(2).map(|w| (position[&w[0]], position[&w[1]])));
        }
        let Some(encoded) = encode(self.loop_, self.ii, &self.cells, &q) else {
            return Answer::Unknown;
        };
        let mut solver = Solver::new(&encoded.cnf, false);
        let verdict = solver.solve(budget.for_formula(&encoded.cnf), budget.cancel);
        budget.conflicts = budget.conflicts.saturating_sub(solver.conflicts());
        match verdict {
            Verdict::Unsat => Answer::No,
            Verdict::Unknown => Answer::Unknown,
            Verdict::Sat => {
                let placed = encoded.decode(&q, |l| solver.is_true(l));
                Answer::Yes(self.fill(&placed))
            }
        }
    }

    /// Seats ops without a footprint as early as the placed ones allow.
    fn fill(&self, placed: &[(OpId, i64)]) -> Vec<i64> {
        let mut start = self.earliest.clone();
        for &(op, t) in placed {
            for (s, &d) in start.iter_mut().zip(self.closure.from(op)) {
                if d > NO_PATH {
                    *s = (*s).max(t + d);
                }
            }
        }
        start
    }
}

/// Stages by which ops without a cap may lag behind the earliest schedule in [`decide_absolute`].
const LAG: i64 = 8;

/// Looks for a placement of a loop with caps on depth or shared leaders. Ops may lag a few stages only, so that a "no" of
/// the solver proves nothing and counts as unknown; chains that are too deep have a certificate of their own.
pub fn decide_absolute(loop_: &Prepared, ii: u32, budget: &mut Budget) -> Decision {
    let Some(absolute) = Absolute::new(loop_, ii) else {
        return Decision::Unknown;
    };
    let lag = (loop_.graph.ops.len() as i64).min(LAG) * i64::from(ii);
    match absolute.ask(absolute.least_last_start() + lag, budget) {
        Answer::Yes(start) => Decision::Feasible(start),
        Answer::No | Answer::Unknown => Decision::Unknown,
    }
}
