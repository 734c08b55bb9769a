//! Whether one II is feasible, decided exactly: reduce, encode, solve.

use super::cnf::Cnf;
use super::encode::{Arc, Encoded, Question, Tied, encode, irredundant, twins};
use super::reduce::{Cluster, Reduced, reduce};
use super::sat::{ProofStep, Solver, Verdict};
use crate::check::check;
use crate::graph::{OpId, ResId};
use crate::lift::lift;
use crate::prepared::Prepared;
use crate::recurrence::{Distances, NO_PATH};
use crate::slots::closures;
use crate::steps::Steps;
use tilewright_sorted::{SortedMap, SortedSet};

/// Largest component whose closure is computed.
pub const MAX_COMPONENT: usize = 1000;

/// Work limits: conflicts, clauses that these look at, and a callback that may cancel. It is asked at every conflict with the conflicts spent.
pub struct Budget<'a> {
    /// Conflicts left.
    pub conflicts: u64,
    /// Steps left.
    pub steps: &'a Steps,
    /// Asked regularly; `true` cancels.
    pub cancel: &'a mut dyn FnMut(u64) -> bool,
}

impl Budget<'_> {
    /// Conflicts granted to one formula: a conflict costs more the larger the formula is, so large ones get fewer.
    pub fn for_formula(&self, cnf: &Cnf) -> u64 {
        const CLAUSE_VISITS: u64 = 10_000_000_000;
        self.conflicts.min(CLAUSE_VISITS / (cnf.count() as u64 + 1))
    }

    /// Solves a formula.
    pub fn solve(&mut self, solver: &mut Solver, conflicts: u64) -> Verdict {
        let verdict = solver.solve(conflicts, self.steps, self.cancel);
        self.conflicts = self.conflicts.saturating_sub(solver.conflicts());
        verdict
    }
}

/// The answer for one II.
#[derive(Clone, Debug)]
pub enum Decision {
    /// A legal placement.
    Feasible(Vec<i64>),
    /// No placement exists: this cluster cannot be packed.
    Infeasible(Refuted),
    /// The ops may be packed, but not within caps on depth and shared leaders.
    TooDeep,
    /// Not decided within the budget, or too large to try.
    Unknown,
}

/// The part of the loop that refutes an II.
#[derive(Clone, Debug, Default)]
pub struct Refuted {
    /// Its ops that hold something contended.
    pub ops: Vec<OpId>,
    /// Its dependences, by edge.
    pub edges: Vec<usize>,
    /// Its resources.
    pub resources: Vec<ResId>,
}

/// Decides one II. Every op must fit alone, and II must be at least the bounds.
pub fn decide(loop_: &Prepared, ii: u32, budget: &mut Budget) -> Decision {
    if super::orders::refute(loop_.graph, ii, None, budget.steps) {
        return match loop_.graph.has_depth_constraints() {
            true => Decision::TooDeep,
            false => Decision::Infeasible(whole(loop_)),
        };
    }
    if !loop_.graph.has_depth_constraints() {
        return decide_packing(loop_, ii, budget);
    }
    // Ops that cannot be packed need no talk of stages, and a packing may happen to keep the caps.
    let seats = |start: &[i64]| start.iter().map(|&t| Some(t)).collect::<Vec<_>>();
    match decide_packing(loop_, ii, budget) {
        Decision::Infeasible(part) => Decision::Infeasible(part),
        Decision::Feasible(start) if check(loop_.graph, ii, &seats(&start)).is_ok() => Decision::Feasible(start),
        _ => super::absolute::decide_absolute(loop_, ii, budget),
    }
}

/// Takes the steps of the longest paths inside components; whether any are left.
fn pay_for_paths(loop_: &Prepared, steps: &Steps) -> bool {
    let members = loop_.components.members.iter().map(Vec::len);
    members.filter(|&ops| ops > 1).all(|ops| steps.paths(ops))
}

/// Decides whether the ops can be packed, without caps on depth and shared leaders.
fn decide_packing(loop_: &Prepared, ii: u32, budget: &mut Budget) -> Decision {
    if !pay_for_paths(loop_, budget.steps) {
        return Decision::Unknown;
    }
    let Some(closures) = closures(loop_, ii, MAX_COMPONENT) else {
        return Decision::Unknown;
    };
    let reduced = reduce(loop_, ii);
    let mut start = vec![None; loop_.graph.ops.len()];
    for cluster in &reduced.clusters {
        let question = question(ii, &reduced, cluster, &closures);
        let Some(encoded) = encode(loop_, ii, &reduced.cells, &question, budget.steps) else {
            return Decision::Unknown;
        };
        let mut solver = Solver::new(&encoded.cnf, false);
        let verdict = budget.solve(&mut solver, budget.for_formula(&encoded.cnf));
        match verdict {
            Verdict::Unknown => return Decision::Unknown,
            Verdict::Unsat => return Decision::Infeasible(refuted(loop_, &reduced, cluster)),
            Verdict::Sat => {
                for (op, cycle) in encoded.decode(&question, |l| solver.is_true(l)) {
                    start[op] = Some(cycle);
                }
            }
        }
    }
    match complete(loop_, ii, &reduced, &closures, start) {
        Some(start) => Decision::Feasible(start),
        None => Decision::Unknown,
    }
}

/// The formula that refutes `ii` on one cluster with a proof, if the budget allows: for the DRAT file of a core.
pub fn refutation(
    loop_: &Prepared,
    ii: u32,
    lifted: &SortedSet<(ResId, u32)>,
    budget: &mut Budget,
) -> Option<(Encoded, Vec<ProofStep>)> {
    if loop_.graph.has_depth_constraints() {
        return None;
    }
    if !pay_for_paths(loop_, budget.steps) {
        return None;
    }
    let closures = closures(loop_, ii, MAX_COMPONENT)?;
    let reduced = reduce(loop_, ii);
    for cluster in &reduced.clusters {
        let mut question = question(ii, &reduced, cluster, &closures);
        question.lifted = lifted.clone();
        let encoded = encode(loop_, ii, &reduced.cells, &question, budget.steps)?;
        let mut solver = Solver::new(&encoded.cnf, true);
        let verdict = budget.solve(&mut solver, budget.conflicts);
        match verdict {
            Verdict::Unsat => return Some((encoded, solver.take_proof())),
            Verdict::Unknown => return None,
            Verdict::Sat => {}
        }
    }
    None
}

/// The op that the encoding takes to start at row 0, if the question is a single cluster.
pub(super) fn pinned(loop_: &Prepared, ii: u32) -> Option<OpId> {
    let closures = closures(loop_, ii, MAX_COMPONENT)?;
    let reduced = reduce(loop_, ii);
    let [cluster] = &reduced.clusters[..] else { return None };
    let question = question(ii, &reduced, cluster, &closures);
    match question.tied.iter().find(|t| t.lo == 0 && t.hi == 0) {
        Some(t) => Some(t.op),
        None if question.pin_free => {
            // As in the encoding: the rarest footprint, the longest of these.
            let rarest = question
                .free
                .iter()
                .min_by_key(|(own, ops)| (ops.len(), usize::MAX - own.len()));
            rarest.and_then(|(_, ops)| ops.first().copied())
        }
        None => None,
    }
}

/// All that a loop has.
fn whole(loop_: &Prepared) -> Refuted {
    let graph = loop_.graph;
    Refuted {
        ops: (0..graph.ops.len()).filter(|&op| !loop_.is_weightless(op)).collect(),
        edges: (0..graph.edges.len()).collect(),
        resources: (0..graph.resources.len()).collect(),
    }
}

fn refuted(loop_: &Prepared, reduced: &Reduced, cluster: &Cluster) -> Refuted {
    let mut ops: Vec<OpId> = cluster.free.values().flatten().copied().collect();
    let mut edges = Vec::new();
    for &c in &cluster.components {
        ops.extend(
            loop_.components.members[c]
                .iter()
                .filter(|&&op| !reduced.cells[op].is_empty()),
        );
        edges.extend(&loop_.inner[c]);
    }
    ops.sort_unstable();
    Refuted {
        ops,
        edges,
        resources: cluster.resources.iter().copied().collect(),
    }
}

/// Windows and dependences of one cluster. The first op of the first component is pinned to row 0.
fn question(ii: u32, reduced: &Reduced, cluster: &Cluster, closures: &[Option<Distances>]) -> Question {
    let mut q = Question {
        free: cluster.free.clone(),
        resources: cluster.resources.clone(),
        pin_free: cluster.components.is_empty(),
        ..Question::default()
    };
    for (nth, &c) in cluster.components.iter().enumerate() {
        let Some(d) = &closures[c] else { continue };
        let heavy: Vec<usize> = (0..d.members.len())
            .filter(|&i| !reduced.cells[d.members[i]].is_empty())
            .collect();
        // The op with the tightest ties to all others gives the smallest windows.
        let spread = |i: usize| heavy.iter().map(|&j| -(d.get(i, j) + d.get(j, i))).sum::<i64>();
        let Some(root) = heavy.iter().copied().min_by_key(|&i| (spread(i), i)) else {
            continue;
        };
        let freedom = if nth == 0 { 0 } else { i64::from(ii) - 1 };
        let first = q.tied.len();
        let mut position = SortedMap::new();
        for (k, &i) in heavy.iter().enumerate() {
            position.insert(i, first + k);
            q.tied.push(Tied {
                op: d.members[i],
                lo: d.get(root, i),
                hi: freedom - d.get(i, root),
            });
        }
        for (i, j, weight) in irredundant(d, &heavy) {
            if weight > NO_PATH {
                q.arcs.push(Arc {
                    from: position[&i],
                    to: position[&j],
                    weight,
                });
            }
        }
        let fixed = (nth == 0).then_some(root);
        for (i, j) in twins(d, &heavy, &reduced.cells, fixed) {
            q.arcs.push(Arc {
                from: position[&i],
                to: position[&j],
                weight: 0,
            });
        }
    }
    q
}

/// Seats what the reduction left out: ops that can go last, then everything without a footprint.
fn complete(
    loop_: &Prepared,
    ii: u32,
    reduced: &Reduced,
    closures: &[Option<Distances>],
    mut start: Vec<Option<i64>>,
) -> Option<Vec<i64>> {
    let mut table = crate::rrt::Table::new(loop_.graph, &loop_.shapes, ii);
    let last: SortedSet<OpId> = reduced.last.iter().copied().collect();
    // Tied ops whose footprint is not contended sit wherever their component puts them.
    for (c, members) in loop_.components.members.iter().enumerate() {
        if let Some(d) = &closures[c] {
            settle_component(members, d, &mut start);
        }
    }
    let seat = |op: OpId, cycle: i64, table: &mut crate::rrt::Table| {
        let (shape, row) = (loop_.shapes.of[op], table.row(cycle));
        let fits = table.fits(shape, row);
        if fits {
            table.commit(shape, row);
        }
        fits
    };
    for (op, cycle) in start.iter().enumerate() {
        if cycle.is_some_and(|t| !seat(op, t, &mut table)) {
            return None;
        }
    }
    let open = |op: &OpId| start[*op].is_none() && !loop_.is_weightless(*op);
    let mut rest: Vec<OpId> = (0..loop_.graph.ops.len()).filter(open).collect();
    // Uncontended ops fit anywhere; those that go last take what is left.
    rest.sort_unstable_by_key(|op| (last.contains(op), *op));
    for op in rest {
        let row = (0..i64::from(ii)).find(|&t| seat(op, t, &mut table))?;
        start[op] = Some(row);
    }
    Some(lift(loop_, ii, &start, closures))
}

fn settle_component(members: &[OpId], d: &Distances, start: &mut [Option<i64>]) {
    let anchors: Vec<(usize, i64)> = members
        .iter()
        .enumerate()
        .filter_map(|(i, &op)| Some((i, start[op]?)))
        .collect();
    for (j, &op) in members.iter().enumerate() {
        if start[op].is_none() {
            let earliest = anchors.iter().map(|&(i, s)| s + d.get(i, j)).max();
            start[op] = Some(earliest.unwrap_or_else(|| d.get(0, j)));
        }
    }
}
