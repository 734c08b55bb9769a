//! The slots of rings where an agent comes to them: waited for or acquired, read or filled, and released or committed.

use super::{Cx, issued, leaves_after, seat_of_written, seated, waits_before};
use crate::materialize_schedule::agents::{self, fill, step, token};
use crate::materialize_schedule::overlap::Seat;
use crate::materialize_schedule::ring_sites::{At, Hand, Place, Ring, Site};
use crate::pipelining::ring_loop::Written;
use tilewright_ir::convert::Failure;
use tilewright_ir::ops::{cutlass, nv_tileas};
use tilewright_ir::{AttrData, Op, OpKind, Value};
use tilewright_units::Role;

impl At {
    pub(super) fn of<'a>(self, cx: &'a Cx<'_>) -> &'a Site {
        &cx.state.rings[self.ring].sites[self.site]
    }
}

/// All sites.
pub(super) fn sites(cx: &Cx<'_>) -> Vec<At> {
    let rings = cx.state.rings.iter().enumerate();
    rings
        .flat_map(|(ring, of)| (0..of.sites.len()).map(move |site| At { ring, site }))
        .collect()
}

/// A product's side read from the slot of its ring, and seen as the product takes it.
pub(super) fn read(
    cx: &mut Cx<'_>,
    (root, place): (Value, Option<Place>),
    side: Value,
    seat: Option<Seat>,
) -> Result<Value, Failure> {
    let old = cx.old;
    let mut path = Vec::new();
    let mut at = side;
    while let Some(op) = old.defining_op(at).filter(|_| at != root) {
        path.push(op);
        at = old.only_operand(op);
    }
    let mut tile = slot_tile(cx, (root, place), nv_tileas::LOCAL_LOAD, seat)?;
    for op in path.into_iter().rev() {
        let ty = old.ty(old.result(op, 0));
        let new = cx.op_like(op, &[&[tile]], &[ty]);
        seated(cx, seat);
        tile = cx.new.result(new, 0);
    }
    Ok(tile)
}

/// A tile of the old module, from the slot of its place that was waited for.
pub(super) fn slot_tile(
    cx: &mut Cx<'_>,
    (root, place): (Value, Option<Place>),
    kind: OpKind,
    seat: Option<Seat>,
) -> Result<Value, Failure> {
    let old = cx.old;
    let buffer = place.and_then(|(at, buffer)| cx.state.rings[at.ring].buffers.get(buffer).copied());
    let slot = place.and_then(|(at, _)| slot(cx, at, Hand::Empties, seat));
    let (Some(buffer), Some(slot)) = (buffer, slot) else {
        let why = "a tile that is read before its slot is waited for";
        return Err(cx.error(cx.state.found.for_op, "internal", why));
    };
    let ty = old.ty(root);
    let tile = cx.build().value(kind, &[buffer, slot], ty);
    if let (nv_tileas::SLOT_READ, Some(op)) = (kind, cx.new.defining_op(tile)) {
        let along = cx.state.found.loads().find(|load| old.result(load.load, 0) == root);
        let along = along.map(|load| load.tma.contiguous).or_else(|| {
            let mut written = cx.state.found.written.iter();
            written.find(|tile| tile.value == root).map(|tile| tile.contiguous)
        });
        // Absent: threads read what is loaded, or what others write.
        let along = along.unwrap_or(0);
        let along = cx.build().int(along as i64);
        cx.new.set_attr(op, "contiguous", along);
    }
    seated(cx, seat);
    Ok(tile)
}

/// Threads fill the next slot of a ring with what they have computed.
pub(super) fn write(cx: &mut Cx<'_>, at: At, tile: Written) -> Result<(), Failure> {
    let seat = seat_of_written(cx.old, tile).filter(|_| tile.by == Role::Consumer);
    enter(cx, at, Hand::Fills, seat)?;
    let buffer = cx.state.rings[at.ring].buffers.first().copied();
    let slot = slot(cx, at, Hand::Fills, seat);
    let (Some(buffer), Some(slot)) = (buffer, slot) else {
        return Err(cx.error(tile.at, "internal", "a computed operand whose ring has no slot"));
    };
    let value = cx.value(tile.value)?;
    let along = cx.build().int(tile.contiguous as i64);
    let lists: [&[Value]; 3] = [&[value], &[buffer], &[slot]];
    match tile.over {
        Some(_) => cx.build().op(nv_tileas::TENSOR_WRITE, &lists, &[]),
        None => cx
            .build()
            .op_with(nv_tileas::SLOT_WRITE, &lists, &[], &[("contiguous", along)]),
    };
    if let (Some(_), Some(op)) = (tile.copied(), cx.new.last_op(cx.block)) {
        let flag = cx.new.intern_attr(AttrData::Unit);
        cx.new.set_attr(op, "copied", flag);
    }
    seated(cx, seat);
    leave(cx, at, Hand::Fills, seat)
}

/// The producer fills a ring where its loads stand; to those who read it a load is no more than its token.
pub(super) fn load(cx: &mut Cx<'_>, op: Op, (at, buffer): Place) -> Result<(), Failure> {
    let old = cx.old;
    if cx.state.role == Role::Issuer {
        return Ok(());
    }
    if cx.state.role.holds_tiles() {
        let token = token(cx);
        seated(cx, Seat::of(old, op));
        cx.rename(old.result(op, 1), token);
        waits_before(cx, op)?;
        return leaves_after(cx, op);
    }
    let loads = at.of(cx).loads.clone();
    if loads.first() == Some(&op) {
        enter(cx, at, Hand::Fills, None)?;
    }
    let buffer = cx.state.rings[at.ring].buffers.get(buffer).copied();
    let (Some(buffer), Some(slot)) = (buffer, slot(cx, at, Hand::Fills, None)) else {
        return Err(cx.error(op, "internal", "a load whose ring has no slot"));
    };
    fill(cx, op, buffer, slot)?;
    if loads.last() == Some(&op) {
        leave(cx, at, Hand::Fills, None)?;
    }
    Ok(())
}

/// Waits for the next slot of a ring, or acquires it. The state goes on here: the slot after it may be waited for before this one is
/// released.
pub(super) fn enter(cx: &mut Cx<'_>, at: At, hand: Hand, seat: Option<Seat>) -> Result<(), Failure> {
    let Ring { pipe, places, .. } = &cx.state.rings[at.ring];
    let (&Some(pipe), Some(place)) = (pipe, places[hand as usize]) else {
        return Err(cx.error(
            cx.state.found.for_op,
            "internal",
            "a ring that is not there for an agent",
        ));
    };
    let kind = match hand {
        Hand::Fills => cutlass::PIPELINE_PRODUCER_ACQUIRE,
        Hand::Empties => cutlass::PIPELINE_CONSUMER_WAIT,
    };
    // Whoever writes over accumulators has their slot already.
    let is_held = hand == Hand::Fills && issued::under(cx, at.ring).is_some();
    let is_copied = is_copied(cx, at);
    let entered = (!is_held).then(|| step(cx, kind, &[pipe, place]));
    if let Some(wait) = entered.filter(|_| hand == Hand::Empties && is_copied) {
        let flag = cx.new.intern_attr(AttrData::Unit);
        cx.new.set_attr(wait, "copied", flag);
    }
    // Absent: a wait has no result.
    let place = entered
        .and_then(|entered| cx.new.results(entered).first().copied())
        .unwrap_or(place);
    seated(cx, seat.filter(|_| !is_held));
    cx.state.rings[at.ring].sites[at.site].entered[hand as usize] = Some(place);
    let ty = cx.new.ty(place);
    let next = cx.build().value(cutlass::PIPELINE_STATE_INCREMENT, &[pipe, place], ty);
    seated(cx, seat);
    cx.state.rings[at.ring].places[hand as usize] = Some(next);
    Ok(())
}

/// The slot of a ring that was entered. Each that reads it asks for it anew: what a loop carries is the state of a ring.
pub(super) fn slot(cx: &mut Cx<'_>, at: At, hand: Hand, seat: Option<Seat>) -> Option<Value> {
    let entered = at.of(cx).entered[hand as usize]?;
    let slot = agents::slot(cx, entered);
    seated(cx, seat);
    Some(slot)
}

/// Releases or commits the slot that was entered.
pub(super) fn leave(cx: &mut Cx<'_>, at: At, hand: Hand, seat: Option<Seat>) -> Result<(), Failure> {
    // The slot of what is written over accumulators is theirs.
    let of = issued::under(cx, at.ring).filter(|_| hand == Hand::Empties);
    let pipe = cx.state.rings[of.unwrap_or(at.ring)].pipe;
    let (Some(pipe), Some(entered)) = (pipe, at.of(cx).entered[hand as usize]) else {
        return Err(cx.error(
            cx.state.found.for_op,
            "internal",
            "a slot that is left and was not entered",
        ));
    };
    let kind = match hand {
        Hand::Fills => cutlass::PIPELINE_PRODUCER_COMMIT,
        Hand::Empties => cutlass::PIPELINE_CONSUMER_RELEASE,
    };
    let left = step(cx, kind, &[pipe, entered]);
    if hand == Hand::Fills && is_copied(cx, at) {
        let flag = cx.new.intern_attr(AttrData::Unit);
        cx.new.set_attr(left, "copied", flag);
    }
    seated(cx, seat);
    Ok(())
}

/// Whether threads copy what a ring has.
pub(super) fn is_copied(cx: &Cx<'_>, at: At) -> bool {
    at.of(cx).written.is_some_and(|tile| tile.copied().is_some())
}
