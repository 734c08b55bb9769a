//! Reducing an infeasible part of a loop to a core in which everything is needed.

use super::certificate::Core;
use super::decide::{Budget, Decision, Refuted, decide, refutation};
use super::rup;
use super::sat::drat_text;
use crate::graph::{LoopGraph, ResId};
use crate::prepared::Prepared;
use crate::steps::Steps;
use tilewright_sorted::{SortedMap, SortedSet};

/// Conflicts one question may cost while a core is reduced.
const CONFLICTS_PER_QUESTION: u64 = 3000;
/// Cells (ops times rows times resources) whose encoding takes as long as one conflict.
const CELLS_PER_CONFLICT: u64 = 1000;
/// Clause visits of the proof checker.
const PROOF_WORK: u64 = 100_000_000;
/// Largest number of rows (over all resources) that are reduced one by one.
const MAX_ROWS: usize = 400;
/// Largest core whose rows are reduced: without limits on rows, counts of interchangeable ops get out of hand.
const MAX_OPS_WITH_ROWS: usize = 24;
/// Steps that taking a loop apart takes for each op and dependence.
const STEPS_PER_OP: u64 = 100;

/// The loop with everything outside a core taken away: other ops hold nothing, other edges are gone, other resources
/// are unlimited.
fn restricted(graph: &LoopGraph, core: &Refuted) -> LoopGraph {
    let ops: SortedSet<_> = core.ops.iter().copied().collect();
    let mut part = graph.clone();
    for (op, o) in part.ops.iter_mut().enumerate() {
        o.constraints = Default::default();
        if !ops.contains(&op) {
            o.footprint.clear();
        }
        for row in &mut o.footprint {
            row.retain(|u| core.resources.contains(&u.res));
        }
    }
    part.edges = core.edges.iter().filter_map(|&e| graph.edges.get(e).cloned()).collect();
    part.limits = Default::default();
    part
}

/// Whether the part alone is still infeasible; `lifted` rows have no limit.
fn is_infeasible(
    (graph, steps): (&LoopGraph, &Steps),
    ii: u32,
    core: &Refuted,
    lifted: &SortedSet<(ResId, u32)>,
    left: &mut u64,
) -> bool {
    let part = restricted(graph, core);
    let Ok(prepared) = Prepared::new(&part) else {
        return false;
    };
    let grant = CONFLICTS_PER_QUESTION.min(*left);
    let mut never = |_| false;
    let mut budget = Budget {
        conflicts: grant,
        steps,
        cancel: &mut never,
    };
    steps.spend((graph.ops.len() + graph.edges.len()) as u64 * STEPS_PER_OP);
    let answer = if lifted.is_empty() {
        matches!(decide(&prepared, ii, &mut budget), Decision::Infeasible(_))
    } else {
        refutation(&prepared, ii, lifted, &mut budget).is_some()
    };
    // A question without conflicts is not free either: building its formula takes about as long as this many.
    let windows = core.ops.len() as u64 * u64::from(ii) * (core.resources.len() as u64 + 4);
    *left = left.saturating_sub(grant - budget.conflicts + 1 + windows / CELLS_PER_CONFLICT);
    answer
}

/// Reduces a refuted part by deletion: resources, ops, edges, then rows. `budget` counts conflicts, one at least for
/// each question; when it is gone the rest stays, and the core is not called irreducible.
pub fn reduce_core(graph: &LoopGraph, ii: u32, found: Refuted, spent: u64, budget: u64, steps: &Steps) -> Core {
    let of = (graph, steps);
    let mut left = budget;
    let none = SortedSet::new();
    let mut core = found;
    let whole = core.resources.clone();
    core.resources = delete(whole, |keep| {
        let trial = Refuted {
            resources: keep.to_vec(),
            ..core.clone()
        };
        (left > 0 && steps.left() > 0).then(|| is_infeasible(of, ii, &trial, &none, &mut left))
    });
    let whole = core.ops.clone();
    core.ops = delete(whole, |keep| {
        let trial = Refuted {
            ops: keep.to_vec(),
            ..core.clone()
        };
        (left > 0 && steps.left() > 0).then(|| is_infeasible(of, ii, &trial, &none, &mut left))
    });
    let whole = core.edges.clone();
    core.edges = delete(whole, |keep| {
        let trial = Refuted {
            edges: keep.to_vec(),
            ..core.clone()
        };
        (left > 0 && steps.left() > 0).then(|| is_infeasible(of, ii, &trial, &none, &mut left))
    });
    let all: Vec<(ResId, u32)> = core
        .resources
        .iter()
        .flat_map(|&r| (0..ii).map(move |row| (r, row)))
        .collect();
    let mut rows = all.clone();
    let mut pin = None;
    let rows_too = all.len() <= MAX_ROWS && core.ops.len() <= MAX_OPS_WITH_ROWS;
    if rows_too && left > 0 && steps.left() > 0 {
        pin = pinned_op(graph, ii, &core);
        if pin.is_some() {
            rows = delete(all.clone(), |keep| {
                let kept: SortedSet<_> = keep.iter().copied().collect();
                let lifted: SortedSet<_> = all.iter().copied().filter(|row| !kept.contains(row)).collect();
                (left > 0 && steps.left() > 0).then(|| is_infeasible(of, ii, &core, &lifted, &mut left))
            });
        }
        if rows.len() == all.len() {
            pin = None;
        }
    }
    let irreducible = left > 0 && steps.left() > 0 && rows_too;
    Core {
        ops: core.ops,
        edges: core.edges,
        rows,
        pin,
        irreducible,
        conflicts: spent + (budget - left),
    }
}

/// Deletion in halving chunks: what `still` accepts without a chunk goes. `None` from `still` ends the search.
pub(super) fn delete<T: Copy>(mut list: Vec<T>, mut still: impl FnMut(&[T]) -> Option<bool>) -> Vec<T> {
    let mut chunk = (list.len() / 2).max(1);
    loop {
        let mut at = 0;
        while at < list.len() {
            let end = (at + chunk).min(list.len());
            let keep: Vec<T> = list[..at].iter().chain(&list[end..]).copied().collect();
            match still(&keep) {
                None => return list,
                Some(true) => list = keep,
                Some(false) => at = end,
            }
        }
        if chunk == 1 {
            return list;
        }
        chunk = (chunk / 2).max(1);
    }
}

/// The op the encoding of this core pins to row 0, if exactly one cluster is left.
fn pinned_op(graph: &LoopGraph, ii: u32, core: &Refuted) -> Option<usize> {
    let part = restricted(graph, core);
    let prepared = Prepared::new(&part).ok()?;
    super::decide::pinned(&prepared, ii)
}

/// Whether a proof for the solver's formula of the core checks.
pub(super) fn is_refuted_by_proof(graph: &LoopGraph, ii: u32, core: &Core, steps: &Steps) -> bool {
    proof_of(graph, ii, core, steps).is_some_and(|(cnf, proof)| rup::is_refutation(&cnf, &proof, PROOF_WORK, steps))
}

fn proof_of(
    graph: &LoopGraph,
    ii: u32,
    core: &Core,
    steps: &Steps,
) -> Option<(super::cnf::Cnf, Vec<super::sat::ProofStep>)> {
    let kept: SortedMap<ResId, SortedSet<u32>> = core.rows.iter().fold(SortedMap::new(), |mut map, &(r, row)| {
        map.entry(r).or_insert_with(SortedSet::new).insert(row);
        map
    });
    let lifted = kept
        .iter()
        .flat_map(|(&r, rows)| (0..ii).filter(move |row| !rows.contains(row)).map(move |row| (r, row)));
    let lifted: SortedSet<_> = lifted.collect();
    let resources = kept.keys().copied().collect();
    let part = restricted(
        graph,
        &Refuted {
            ops: core.ops.clone(),
            edges: core.edges.clone(),
            resources,
        },
    );
    let prepared = Prepared::new(&part).ok()?;
    let mut never = |_| false;
    let mut budget = Budget {
        conflicts: 50_000,
        steps,
        cancel: &mut never,
    };
    let (encoded, proof) = refutation(&prepared, ii, &lifted, &mut budget)?;
    Some((encoded.cnf, proof))
}

/// The formula of a core in DIMACS form and a DRAT proof that it has no model, for outside checkers.
pub fn drat_files(graph: &LoopGraph, ii: u32, core: &Core) -> Option<(String, String)> {
    let (cnf, proof) = proof_of(graph, ii, core, &Steps::endless())?;
    Some((cnf.dimacs(), drat_text(&proof)))
}
