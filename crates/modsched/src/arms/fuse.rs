//! Arm 2, fuse: place a group together with another one that waits, so that the two pack better. Groups with a required
//! order or a nesting relation between any two members are never fused.

use super::{Arena, NoSeat, State, by_priority};
use crate::graph::OpId;
use crate::schedule::Arm;

/// Places a group fused with one of the waiting groups, or leaves no trace. The ops of the partner are seated too; the
/// driver skips groups whose ops all have seats.
pub fn run(arena: &Arena, state: &mut State, group: &[OpId], pending: &[Vec<OpId>]) -> Result<(), NoSeat> {
    let mut refused = state.no_seat(group.iter().copied().min_by_key(|&op| arena.priority[op]).unwrap_or(0));
    let mut partners = 0;
    for other in pending {
        if other.iter().any(|&op| state.start(op).is_some()) {
            continue;
        }
        if partners == arena.model.fuse_partners {
            break;
        }
        partners += 1;
        if !can_fuse(arena, group, other) {
            continue;
        }
        match super::seat_all(state, &merged(arena, group, other), Arm::Fuse) {
            Ok(()) => return Ok(()),
            Err(why) => refused = why,
        }
    }
    Err(refused)
}

/// Two groups as one, sorted stably by priority over predecessors. Of ops that tie, the partner's come first: seating the
/// group's first is what permute has tried.
pub fn merged(arena: &Arena, group: &[OpId], partner: &[OpId]) -> Vec<OpId> {
    let mut both = partner.to_vec();
    both.extend_from_slice(group);
    by_priority(arena, &both)
}

/// Whether two groups may be fused (docs/sources/modulo-scheduling.md#fusing-groups).
pub fn can_fuse(arena: &Arena, a: &[OpId], b: &[OpId]) -> bool {
    let graph = arena.loop_.graph;
    let ordered = |x: OpId, y: OpId| reaches(arena, x, y) || reaches(arena, y, x);
    let nested = |x: OpId, y: OpId| graph.is_proper_ancestor(x, y) || graph.is_proper_ancestor(y, x);
    a.iter()
        .all(|&x| b.iter().all(|&y| x != y && !ordered(x, y) && !nested(x, y)))
}

/// Whether dependences of distance 0 lead from one op to another.
fn reaches(arena: &Arena, from: OpId, to: OpId) -> bool {
    let mut seen = tilewright_sorted::SortedSet::from_iter([from]);
    let mut stack = vec![from];
    while let Some(op) = stack.pop() {
        for &e in arena.loop_.outs(op) {
            let e = &arena.loop_.graph.edges[e];
            if e.distance == 0 && seen.insert(e.dst) {
                if e.dst == to {
                    return true;
                }
                stack.push(e.dst);
            }
        }
    }
    false
}
