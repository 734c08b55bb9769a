//! From modulo slots to start cycles. Edges between components never make an II infeasible: a component may be delayed
//! by whole stages without moving in the reservation table.

use crate::prepared::Prepared;
use crate::recurrence::Distances;

/// Completes a partial placement at `ii`: `start` holds a cycle for every op with a footprint, consistent inside each
/// component; ops without one and the stages between components are filled in, each as early as possible.
pub fn lift(loop_: &Prepared, ii: u32, start: &[Option<i64>], closures: &[Option<Distances>]) -> Vec<i64> {
    let period = i64::from(ii);
    let mut out = vec![0i64; loop_.graph.ops.len()];
    for (c, members) in loop_.components.members.iter().enumerate() {
        let local = place_weightless(members, start, closures.get(c).and_then(Option::as_ref));
        let is_free = members.len() == 1 && start[members[0]].is_none();
        let mut shift = i64::MIN;
        for (&op, &rel) in members.iter().zip(&local) {
            shift = shift.max(if is_free { 0 } else { ceil_to(-rel, period) });
            for &e in loop_.ins(op) {
                let src = loop_.graph.edges[e].src;
                if !loop_.components.same(src, op) {
                    let need = out[src] + loop_.weight(e, ii) - rel;
                    shift = shift.max(if is_free { need } else { ceil_to(need, period) });
                }
            }
        }
        for (&op, &rel) in members.iter().zip(&local) {
            out[op] = rel + shift;
        }
    }
    out
}

/// The least multiple of `period` that is at least `x`.
fn ceil_to(x: i64, period: i64) -> i64 {
    -((-x).div_euclid(period)) * period
}

fn place_weightless(members: &[usize], start: &[Option<i64>], closure: Option<&Distances>) -> Vec<i64> {
    let Some(d) = closure else {
        return members.iter().map(|&op| start[op].unwrap_or(0)).collect();
    };
    let anchors: Vec<(usize, i64)> = (members.iter().enumerate())
        .filter_map(|(i, &op)| Some((i, start[op]?)))
        .collect();
    let earliest = |j: usize| match anchors.iter().map(|&(i, s)| s + d.get(i, j)).max() {
        Some(t) => t,
        // A component of weightless ops only: any consistent placement does, such as distances from its first op.
        None => d.get(0, j),
    };
    members
        .iter()
        .enumerate()
        .map(|(j, &op)| start[op].unwrap_or_else(|| earliest(j)))
        .collect()
}
