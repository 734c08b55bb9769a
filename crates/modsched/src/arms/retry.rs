//! Arm 3, retry: works on a copy of the state and a snapshot of dead ops; what it finds reaches the state only if the
//! whole group is seated. Its gates (docs/sources/modulo-scheduling.md#retry-gates): an op whose producers still wait
//! is held over; one that may use a single stage is not retried; a veto of the table moves the seat on by one; leaders
//! keep their depth together (see [`State::window`]). Where no seat is left, the description leaves open what happens.
//! The first time the group is reordered: the op that found none goes first, at the earliest cycle that its producers
//! can leave it, and the rest follows, a few times. Once all arms have failed, it evicts after Rau within a budget.

use super::{Arena, NoSeat, Snapshot, State, by_priority};
use crate::graph::OpId;
use crate::schedule::Arm;
use std::collections::VecDeque;

/// Evictions allowed for each op of the loop.
const EVICTIONS_PER_OP: usize = 2;

/// Places a group in orders of its own, or leaves no trace but a dead mark in the snapshot.
pub fn run(arena: &Arena, state: &mut State, group: &[OpId], snapshot: &mut Snapshot) -> Result<(), NoSeat> {
    // Gate 1: producers before consumers; ops held over come last.
    let mut order = by_priority(arena, group);
    let mut hard: Vec<OpId> = Vec::new();
    for _ in 0..arena.model.retry_orders.max(1) {
        let mut overlay = state.clone();
        match seat_in_order(arena, &mut overlay, &order, &hard, snapshot) {
            Ok(()) => {
                *state = overlay;
                return Ok(());
            }
            Err(refused) => {
                let op = refused.op;
                // An op that found no seat although it went first finds none in any order.
                if is_single_stage(arena, op) || order.first() == Some(&op) {
                    snapshot.dead.insert(op);
                    return Err(refused);
                }
                order.retain(|&other| other != op);
                order.insert(0, op);
                hard.push(op);
            }
        }
    }
    let refused = state.no_seat(order[0]);
    snapshot.dead.insert(refused.op);
    Err(refused)
}

/// Seats ops in an order; those that are hard not before their producers could be done.
fn seat_in_order(
    arena: &Arena,
    overlay: &mut State,
    order: &[OpId],
    hard: &[OpId],
    snapshot: &Snapshot,
) -> Result<(), NoSeat> {
    for &op in order {
        if overlay.start(op).is_some() {
            continue;
        }
        if snapshot.dead.contains(&op) {
            return Err(overlay.no_seat(op));
        }
        let from = if hard.contains(&op) { arena.priority[op] } else { 0 };
        overlay.seat_from(op, from, Arm::Retry)?;
    }
    Ok(())
}

fn is_single_stage(arena: &Arena, op: OpId) -> bool {
    arena.loop_.graph.max_depth(op).is_some_and(|depth| depth <= 1)
}

/// Places a group by eviction, or leaves no trace but a dead mark in the snapshot.
pub fn evict(arena: &Arena, state: &mut State, group: &[OpId], snapshot: &mut Snapshot) -> Result<(), NoSeat> {
    let mut overlay = state.clone();
    let mut queue: VecDeque<OpId> = by_priority(arena, group).into();
    let mut budget = EVICTIONS_PER_OP * arena.loop_.graph.ops.len() + 8;
    let mut last: tilewright_sorted::SortedMap<OpId, i64> = Default::default();
    while let Some(op) = queue.pop_front() {
        if overlay.start(op).is_some() {
            continue;
        }
        if snapshot.dead.contains(&op) {
            return Err(overlay.no_seat(op));
        }
        let Err(refused) = overlay.seat_earliest(op, Arm::Retry) else {
            last.insert(op, overlay.start(op).unwrap_or(0));
            continue;
        };
        if is_single_stage(arena, op) || budget == 0 {
            snapshot.dead.insert(op);
            return Err(refused);
        }
        budget -= 1;
        let earliest = refused.earliest;
        let seat = last.get(&op).map_or(earliest, |&t| earliest.max(t + 1));
        last.insert(op, seat);
        let victims = victims(arena, &overlay, op, seat);
        for &victim in &victims {
            overlay.unseat(victim);
        }
        if overlay.allows(op, seat) {
            overlay.seat(op, seat, Arm::Retry, None);
        } else {
            snapshot.dead.insert(op);
            return Err(refused);
        }
        queue.extend(victims);
    }
    *state = overlay;
    Ok(())
}

/// Placed ops that a seat would collide with, by table or by dependence.
fn victims(arena: &Arena, state: &State, op: OpId, seat: i64) -> Vec<OpId> {
    let loop_ = arena.loop_;
    let mut out: Vec<OpId> = Vec::new();
    for &e in loop_.outs(op) {
        let dst = loop_.graph.edges[e].dst;
        if dst != op && state.start(dst).is_some_and(|s| s < seat + loop_.weight(e, arena.ii)) {
            out.push(dst);
        }
    }
    let mut probe = state.clone();
    for &v in &out {
        probe.unseat(v);
    }
    // Latest priority goes first: those least is built upon.
    let all: Vec<OpId> = (0..loop_.graph.ops.len()).collect();
    for other in by_priority(arena, &all).into_iter().rev() {
        if probe.fits(op, seat) {
            break;
        }
        if probe.shares_rows(op, seat, other) {
            probe.unseat(other);
            out.push(other);
        }
    }
    out
}
