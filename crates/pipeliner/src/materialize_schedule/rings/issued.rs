//! The part of an issuer: it starts products in the order of the schedule, into slots of tensor memory, from where consumers read them.
//!
//! ```text
//! issuer                                       consumer
//!   for %j {                                     for %j {
//!     wait k; acquire s                            wait s; %s = tensor.read; release s
//!     tensor.dot %q, %k into s                     %p = ...; acquire p; slot_write %p; commit p
//!     release k, commit s: when it is done         wait o; %o = tensor.read; release o
//!     wait p, v; acquire o                         %acc = addf ..., %o
//!     tensor.dot %p, %v into o                   }
//!     release p, v, commit o: when it is done
//!   }
//! ```
//!
//! An operand that is written over accumulators has their slots: nobody acquires one for it, and the issuer releases `s` in place of `p`
//! (`pipelining/ring_over.rs`). Accumulators of a whole loop have their slot from before the loop until after it.

use super::slots::{enter, leave, slot};
use super::{Cx, leaves_after, plain, seated, waits_before};
use crate::materialize_schedule::issued;
use crate::materialize_schedule::overlap::Seat;
use crate::materialize_schedule::ring_sites::{At, Hand, Read, Ring, Site, loaded_place, written_place};
use crate::pipelining::ring_issued::Issued;
use crate::pipelining::ring_loop::Side;
use tilewright_ir::convert::Failure;
use tilewright_ir::dialects::facts::{IN_PARTS, MAJORS};
use tilewright_ir::operand;
use tilewright_ir::ops::nv_tileas;
use tilewright_ir::{AttrData, Op, Value};
use tilewright_machine::memory;
use tilewright_units::product::depth_of;

/// The slots of accumulators, once the threads have met.
pub(super) fn buffers(cx: &mut Cx<'_>) {
    for ring in 0..cx.state.rings.len() {
        if let Some(Issued { value, slots, .. }) = cx.state.rings[ring].accumulators() {
            let ty = cx.old.ty(value);
            let (shape, element) = (cx.old.shape(ty).to_vec(), cx.old.element(ty));
            let ty = cx.new.make_buffer_type(slots, &shape, element);
            let buffer = cx.build().value(nv_tileas::TENSOR_BUFFER, &[], ty);
            cx.state.rings[ring].buffers = vec![buffer];
        }
    }
    for ring in 0..cx.state.rings.len() {
        // Absent: a ring of shared memory.
        let (Some(under), Some(tile)) = (under(cx, ring), cx.state.rings[ring].written()) else {
            continue;
        };
        let source = cx.state.rings[under].buffers.first().copied();
        // Absent: accumulators have columns, which were made above.
        let (Some(source), Some(own)) = (source, cx.state.rings[under].accumulators()) else {
            continue;
        };
        let ty = cx.old.ty(tile.value);
        let (shape, element) = (cx.old.shape(ty).to_vec(), cx.old.element(ty));
        let ty = cx.new.make_buffer_type(own.slots, &shape, element);
        let buffer = cx.build().value(nv_tileas::TENSOR_OVER, &[source], ty);
        cx.state.rings[ring].buffers = vec![buffer];
    }
    for (dot, slots, columns) in cx.state.found.scale_places(cx.old) {
        let (lanes, word) = (memory().tensor_memory_lanes.value, cx.new.named_type("i32"));
        let ty = cx.new.make_buffer_type(slots, &[lanes, columns], word);
        let buffer = cx.build().value(nv_tileas::TENSOR_BUFFER, &[], ty);
        cx.state.scales.push((dot, buffer));
    }
}

/// The ring of the accumulators that the tiles of a ring are written over; none: its slots are its own.
pub(super) fn under(cx: &Cx<'_>, ring: usize) -> Option<usize> {
    let under = cx.state.rings[ring].written()?.over?;
    let is_it = |ring: &Ring| ring.accumulators().is_some_and(|own| own.value == under);
    cx.state.rings.iter().position(is_it)
}

/// Whether tiles are written over the accumulators of a ring.
pub(super) fn is_overwritten(cx: &Cx<'_>, ring: usize) -> bool {
    let own = cx.state.rings[ring].accumulators();
    own.is_some_and(|own| cx.state.found.written_over(&own).is_some())
}

/// The sites of accumulators for which something holds.
fn accumulators(cx: &Cx<'_>, is_it: impl Fn(&Issued) -> bool) -> Vec<(At, Issued)> {
    let own = |(ring, of): (usize, &Ring)| {
        let of_site = |(site, of): (usize, &Site)| Some((At { ring, site }, of.accumulators?));
        of.sites.iter().enumerate().filter_map(of_site).collect::<Vec<_>>()
    };
    let all = cx.state.rings.iter().enumerate().flat_map(own);
    all.filter(|(_, own)| is_it(own)).collect()
}

/// An op as the issuer has it: a product, or the control around products.
pub(super) fn op(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    waits_before(cx, op)?;
    // Slots of what a loop adds up are entered around it.
    let own = accumulators(cx, |own| own.at == op);
    let is_product = cx.state.found.products.iter().any(|product| product.dot == op);
    if !is_product && !cx.state.control.ops.contains(&op) {
        return Ok(());
    }
    let seat = Seat::of(cx.old, op).filter(|_| is_product);
    for &(at, _) in &own {
        enter(cx, at, Hand::Fills, seat)?;
    }
    match is_product {
        true => start(cx, op, seat)?,
        false => plain(cx, op)?,
    }
    leaves_after(cx, op)?;
    for (at, _) in own {
        leave(cx, at, Hand::Fills, seat)?;
    }
    Ok(())
}

/// Buffers and slots of a product's operands.
const OPERAND_SLOTS: usize = 4;
/// Those of its scales, and their place in tensor memory.
const SCALE_OPERANDS: usize = 5;

/// Starts a product of slots.
fn start(cx: &mut Cx<'_>, op: Op, seat: Option<Seat>) -> Result<(), Failure> {
    let old = cx.old;
    let product = cx.state.found.products.iter().find(|product| product.dot == op);
    // Absent: it was found as one.
    let sides: Vec<Side> = product
        .into_iter()
        .flat_map(|product| product.all_sides())
        .copied()
        .collect();
    let mut operands = Vec::new();
    for side in sides {
        let place = match side {
            Side::Ring(load) => loaded_place(&cx.state.rings, load),
            Side::Slots(tile) => written_place(&cx.state.rings, tile),
            Side::Registers => None,
        };
        let Some((at, buffer)) = place else {
            return Err(cx.error(op, "internal", "an operand that no slot has"));
        };
        operands.extend(in_slot(cx, op, (at, buffer), Hand::Empties, seat)?);
    }
    let mut scales = operands.split_off(operands.len().min(OPERAND_SLOTS));
    scales.extend(
        cx.state
            .scales
            .iter()
            .filter(|(dot, _)| *dot == op)
            .map(|(_, buffer)| *buffer),
    );
    let Some(&(at, own)) = accumulators(cx, |own| own.dot == op).first() else {
        return Err(cx.error(op, "internal", "accumulators that have no slot"));
    };
    operands.extend(in_slot(cx, op, (at, 0), Hand::Fills, seat)?);
    let adds = adds(cx, own, seat)?;
    let [lhs_major, rhs_major] = MAJORS.map(|name| cx.keyword(old.keyword(op, name)));
    let mut attrs = vec![("lhs_major", lhs_major), ("rhs_major", rhs_major)];
    for name in ["signedness_lhs", "signedness_rhs"] {
        // Absent: floats have no signedness to say.
        if old.has_attr(op, name) {
            let word = cx.keyword(old.keyword(op, name));
            attrs.push((name, word));
        }
    }
    attrs.extend(depth_of(&mut cx.build(), old, op));
    if old.has_attr(op, "packed") {
        attrs.push(("packed", cx.new.intern_attr(AttrData::Unit)));
    }
    // Absent: a product without scales.
    attrs.extend(
        old.int_attr(op, "ordered")
            .map(|blocks| ("blocks", cx.build().int(blocks))),
    );
    operands.push(adds);
    let all = operands.iter().chain(&scales);
    let mut lists: Vec<&[Value]> = all.map(std::slice::from_ref).collect();
    // A product without scales.
    lists.resize(operands.len() + SCALE_OPERANDS, &[]);
    cx.build().op_with(nv_tileas::TENSOR_DOT, &lists, &[], &attrs);
    seated(cx, seat);
    Ok(())
}

/// A buffer of a ring, and the slot of it that was entered.
fn in_slot(
    cx: &mut Cx<'_>,
    op: Op,
    (at, buffer): (At, usize),
    hand: Hand,
    seat: Option<Seat>,
) -> Result<[Value; 2], Failure> {
    let buffer = cx.state.rings[at.ring].buffers.get(buffer).copied();
    match (buffer, slot(cx, at, hand, seat)) {
        (Some(buffer), Some(slot)) => Ok([buffer, slot]),
        _ => Err(cx.error(op, "internal", "a slot that is used before it is entered")),
    }
}

/// Whether a product is added to what is in its slot: to those of the iterations before, where the loop adds them up.
fn adds(cx: &mut Cx<'_>, own: Issued, seat: Option<Seat>) -> Result<Value, Failure> {
    if !own.is_of_loop() {
        let ty = cx.new.number_type("i1");
        let never = cx.build().constant(0, ty);
        seated(cx, seat);
        return Ok(never);
    }
    let body = cx
        .old
        .regions(own.at)
        .first()
        .and_then(|&region| cx.old.entry_block(region));
    let index = body.and_then(|body| cx.old.arguments(body).first().copied());
    let Some(index) = index else {
        return Err(cx.old.contradicts(own.at, "a loop without an index"));
    };
    let (index, lower) = (cx.value(index)?, cx.required_operand(own.at, operand::LOWER)?);
    let adds = cx.build().compare("not_equal", "signed", index, lower);
    seated(cx, seat);
    Ok(adds)
}

/// Consumers read accumulators into registers, and let go of the slot.
pub(super) fn read(cx: &mut Cx<'_>, read: Read) -> Result<Value, Failure> {
    let Some(&(at, own)) = accumulators(cx, |own| own.value == read.tile).first() else {
        return Err(cx.error(read.made, "internal", "a tile that no ring has"));
    };
    let [buffer, slot] = in_slot(cx, own.dot, (at, 0), Hand::Empties, read.seat)?;
    let place = cx.old.results(own.at).iter().position(|&value| value == own.value);
    let tile = match place.filter(|_| own.is_of_loop()) {
        Some(place) => issued::read(cx, own.at, (buffer, slot), place)?,
        None => {
            let ty = cx.old.ty(own.value);
            let in_parts = cx.old.has_attr(cx.state.found.for_op, IN_PARTS);
            let flag = in_parts.then(|| (IN_PARTS, cx.new.intern_attr(AttrData::Unit)));
            cx.build()
                .value_with(nv_tileas::TENSOR_READ, &[buffer, slot], ty, flag.as_slice())
        }
    };
    seated(cx, read.seat);
    // The issuer lets go of what is written over.
    if !is_overwritten(cx, at.ring) {
        leave(cx, at, Hand::Empties, read.seat)?;
    }
    Ok(tile)
}
