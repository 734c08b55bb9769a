//! Questions about absolute stages: can the loop be scheduled at this II within so many stages, with caps on depth and
//! shared leaders kept? Here every dependence counts, and no rotation is a symmetry.

use super::cnf::Cnf;
use super::decide::{Budget, Decision};
use super::encode::{Arc, Encoded, Question, Tied, encode, irredundant, twins};
use super::sat::{ProofStep, Solver, Verdict};
use crate::graph::OpId;
use crate::prepared::Prepared;
use crate::recurrence::{Distances, NO_PATH, earliest_starts};
use crate::scc::Components;
use crate::shape::{Cell, fold};
use crate::steps::Steps;
use tilewright_sorted::{SortedMap, SortedSet};

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

/// A question as a formula.
enum Formula {
    Built(Box<Question>, Box<Encoded>),
    /// An op has no cycle to start in.
    EmptyWindow,
    TooLarge,
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
    /// Prepares the questions at `ii`, which must be at least the recurrence bound. `None` for loops too large, or for the steps that are left.
    pub fn new(loop_: &'a Prepared<'a>, ii: u32, steps: &Steps) -> Option<Self> {
        let n = loop_.graph.ops.len();
        if n > MAX_OPS || !steps.paths(n) {
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
        self.ask_within(&vec![horizon; self.earliest.len()], budget)
    }

    /// Whether a schedule exists in which each op starts no later than `last` says for it.
    fn ask_within(&self, last: &[i64], budget: &mut Budget) -> Answer {
        let (question, encoded) = match self.formula(last, budget.steps) {
            Formula::Built(question, encoded) => (question, encoded),
            Formula::EmptyWindow => return Answer::No,
            Formula::TooLarge => return Answer::Unknown,
        };
        let mut solver = Solver::new(&encoded.cnf, false);
        let verdict = budget.solve(&mut solver, budget.for_formula(&encoded.cnf));
        match verdict {
            Verdict::Unsat => Answer::No,
            Verdict::Unknown => Answer::Unknown,
            Verdict::Sat => {
                let placed = encoded.decode(&question, |l| solver.is_true(l));
                Answer::Yes(self.fill(&placed))
            }
        }
    }

    /// The question which op starts when, none later than `last` says for it.
    fn formula(&self, last: &[i64], steps: &Steps) -> Formula {
        let n = self.loop_.graph.ops.len();
        let leaders = self.loop_.graph.leader_groups();
        let led: SortedSet<OpId> = leaders.iter().flatten().copied().collect();
        let cap = |op: OpId| match self.loop_.graph.max_depth(op) {
            Some(depth) => last[op].min(i64::from(depth) * i64::from(self.ii) - 1),
            None => last[op],
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
            .enumerate()
            .map(|(op, t)| t.unwrap_or(i64::MAX).min(cap(op)))
            .collect();
        if (0..n).any(|op| latest[op] < self.earliest[op]) {
            return Formula::EmptyWindow;
        }
        let mut q = Question {
            resources: (0..self.loop_.graph.resources.len()).collect(),
            ..Question::default()
        };
        let mut position = SortedMap::new();
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
        match encode(self.loop_, self.ii, &self.cells, &q, steps) {
            Some(encoded) => Formula::Built(Box::new(q), Box::new(encoded)),
            None => Formula::TooLarge,
        }
    }

    /// Starts that suffice: if there is a legal schedule, there is one in which no op starts later than this.
    ///
    /// Fix the modulo rows of a legal schedule. Dependences and shared leaders then only push stages up, so a least
    /// solution exists; it keeps all caps, and each start in it is supported by a chain that meets no op twice. Along
    /// that chain an op with a row adds a turn of the table less one cycle at most, others nothing but latency.
    fn sufficient(&self) -> Vec<i64> {
        let graph = self.loop_.graph;
        let (n, turn) = (graph.ops.len(), i64::from(self.ii) - 1);
        let leaders = graph.leader_groups();
        let led: SortedSet<OpId> = leaders.iter().flatten().copied().collect();
        let together = leaders
            .iter()
            .flat_map(|g| g.windows(2))
            .flat_map(|w| [(w[0], w[1]), (w[1], w[0])]);
        let arcs: Vec<(OpId, OpId)> = graph.edges.iter().map(|e| (e.src, e.dst)).chain(together).collect();
        let components = Components::of_edges(n, arcs.iter().copied());
        // Without leaders the latencies along a chain are at most the earliest start, which knows that circuits do not
        // add up; with them only the sum of the largest latencies is safe.
        let mut most = vec![0i64; n];
        if !leaders.is_empty() {
            for e in &graph.edges {
                most[e.dst] = most[e.dst].max(e.latency - i64::from(self.ii) * i64::from(e.distance));
            }
        }
        let gain = |op: &OpId| {
            most[*op]
                + if self.cells[*op].is_empty() && !led.contains(op) {
                    0
                } else {
                    turn
                }
        };
        let mut before = vec![0i64; components.members.len()];
        let mut into: Vec<Vec<usize>> = vec![Vec::new(); components.members.len()];
        for &(a, b) in &arcs {
            if components.of[a] != components.of[b] {
                into[components.of[b]].push(components.of[a]);
            }
        }
        for c in 0..components.members.len() {
            let own: i64 = components.members[c].iter().map(gain).sum();
            before[c] = own + into[c].iter().map(|&p| before[p]).max().unwrap_or(0);
        }
        let base = |op: usize| if leaders.is_empty() { self.earliest[op] } else { 0 };
        (0..n).map(|op| base(op) + before[components.of[op]]).collect()
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

/// Decides a loop with caps on depth or shared leaders: first with ops that may lag a few stages only, where schedules
/// are found soonest; a "no" is one only where ops may lag as far as can ever help.
pub fn decide_absolute(loop_: &Prepared, ii: u32, budget: &mut Budget) -> Decision {
    let Some(absolute) = Absolute::new(loop_, ii, budget.steps) else {
        return Decision::Unknown;
    };
    let near = absolute.least_last_start() + LAG * i64::from(ii);
    let sufficient = absolute.sufficient();
    let capped: Vec<i64> = sufficient.iter().map(|&t| t.min(near)).collect();
    let mut answer = absolute.ask_within(&capped, budget);
    if matches!(answer, Answer::No) && capped != sufficient {
        answer = absolute.ask_within(&sufficient, budget);
    }
    match answer {
        Answer::Yes(start) => Decision::Feasible(start),
        Answer::No => Decision::TooDeep,
        Answer::Unknown => Decision::Unknown,
    }
}

/// The formula that refutes `ii` for a loop with caps on depth or shared leaders, with a proof, if the budget allows.
pub fn refutation(loop_: &Prepared, ii: u32, budget: &mut Budget) -> Option<(Cnf, Vec<ProofStep>)> {
    if i64::from(ii) < loop_.bounds.recurrence.mii().unwrap_or(i64::MAX) {
        return None;
    }
    let absolute = Absolute::new(loop_, ii, budget.steps)?;
    match absolute.formula(&absolute.sufficient(), budget.steps) {
        Formula::TooLarge => None,
        // An op without a window is an empty clause.
        Formula::EmptyWindow => {
            let mut cnf = Cnf::default();
            cnf.clause(&[]);
            Some((cnf, Vec::new()))
        }
        Formula::Built(_, encoded) => {
            let mut solver = Solver::new(&encoded.cnf, true);
            let verdict = budget.solve(&mut solver, budget.for_formula(&encoded.cnf));
            (verdict == Verdict::Unsat).then(|| (encoded.cnf, solver.take_proof()))
        }
    }
}
