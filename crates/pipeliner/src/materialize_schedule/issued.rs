//! Loops whose products an agent of its own issues: their accumulators are in slots in tensor memory.
//!
//! ```text
//! issuer                                  consumer
//!   acquire a slot                          wait for the slot
//!   for %k { wait; dot; release }           %acc = tensor.read, or zeros if the loop has no iteration
//!   what it results in goes to the slot     release
//!   commit                                  what is done with %acc
//! ```
//!
//! The slot is acquired before the loop, since its products are made there.

use super::agents::{ring, slot, step, token};
use super::programs::Ring;
use super::{Cx, advance, held, in_pair, pipe_and_place};
use tilewright_analysis::trips::trip_count;
use tilewright_ir::convert::{Conversion, Failure};
use tilewright_ir::dialects::facts::ACCUMULATOR_SLOTS;
use tilewright_ir::ops::{cutlass, nv_tileas, scf};
use tilewright_ir::views::ForOp;
use tilewright_ir::{Op, Value};
use tilewright_units::Role;

/// The number of slots of the accumulators.
fn slots(cx: &Cx<'_>) -> i64 {
    // Absent: IR that says no number has one slot.
    cx.old.int_or(cx.state.product_loop.for_op, ACCUMULATOR_SLOTS, 1)
}

/// Tensor memory is reserved before the threads meet, after which all find its address; and the ring of accumulators, which so many
/// threads empty.
pub(super) fn reserve(cx: &mut Cx<'_>, readers: i64) {
    cx.build().op(nv_tileas::TENSOR_RESERVE, &[], &[]);
    let slots = slots(cx);
    let pipe = ring(cx, slots, [1, readers]);
    in_pair(cx, pipe, Role::Consumer);
    cx.state.pipes.push(pipe);
}

/// The slots of the accumulators, once the threads have met.
pub(super) fn accumulators(cx: &mut Cx<'_>) {
    let (old, product_loop) = (cx.old, &cx.state.product_loop);
    let tile = old.ty(old.result(product_loop.dot, 0));
    let (slots, shape, element) = (slots(cx), old.shape(tile).to_vec(), old.element(tile));
    let ty = cx.new.make_buffer_type(slots, &shape, element);
    cx.state.accumulators = Some(cx.build().value(nv_tileas::TENSOR_BUFFER, &[], ty));
}

/// The result of the loop that is its accumulators: what it carries is the product.
fn place_of_accumulators(cx: &Cx<'_>, for_op: Op) -> Result<usize, Failure> {
    let old = cx.old;
    let body = old.regions(for_op).first().and_then(|&region| old.entry_block(region));
    let product = old.result(cx.state.product_loop.dot, 0);
    let end = body.and_then(|body| old.last_op(body));
    let at = end.and_then(|end| old.operands(end).iter().position(|&value| value == product));
    at.ok_or_else(|| old.contradicts(for_op, "a loop that does not result in its product"))
}

/// The slot of accumulators of this agent's state.
fn accumulator_slot(cx: &mut Cx<'_>, op: Op) -> Result<(Value, Value), Failure> {
    let operands = pipe_and_place(cx, Ring::Accumulators);
    let (Some(buffer), &[_, place]) = (cx.state.accumulators, &operands[..]) else {
        return Err(cx.error(op, "internal", "accumulators that nobody hands on"));
    };
    Ok((buffer, slot(cx, place)))
}

/// The issuer waits until the slot is free.
pub(super) fn acquire(cx: &mut Cx<'_>) {
    let operands = pipe_and_place(cx, Ring::Accumulators);
    let entered = step(cx, cutlass::PIPELINE_PRODUCER_ACQUIRE, &operands);
    held(cx, Ring::Accumulators, entered);
}

/// The issuer's loop is done: its accumulators go to the consumer.
pub(super) fn hand_on(cx: &mut Cx<'_>, for_op: Op) -> Result<(), Failure> {
    let made = cx.old.results(for_op).get(place_of_accumulators(cx, for_op)?).copied();
    let made = made.ok_or_else(|| cx.old.contradicts(for_op, "a loop without its product"))?;
    let made = cx.value(made)?;
    let (buffer, slot) = accumulator_slot(cx, for_op)?;
    cx.build()
        .op(nv_tileas::LOCAL_STORE, &[&[made], &[buffer], &[slot]], &[]);
    advance(cx, Ring::Accumulators);
    Ok(())
}

/// A loop that an issuer runs: the accumulators come from it. Tokens order nothing between agents.
pub(super) fn issued(cx: &mut Cx<'_>, for_op: Op) -> Result<(), Failure> {
    let old = cx.old;
    let at = place_of_accumulators(cx, for_op)?;
    let operands = pipe_and_place(cx, Ring::Accumulators);
    step(cx, cutlass::PIPELINE_CONSUMER_WAIT, &operands);
    let (buffer, slot) = accumulator_slot(cx, for_op)?;
    for (number, &result) in old.results(for_op).iter().enumerate() {
        let ty = old.ty(result);
        if number == at {
            let read = read(cx, for_op, (buffer, slot), at)?;
            cx.rename(result, read);
        } else if ty == cx.new.named_type("token") {
            let token = token(cx);
            cx.rename(result, token);
        } else {
            return Err(cx.error(for_op, "internal", "a loop that results in more than its product"));
        }
    }
    advance(cx, Ring::Accumulators);
    Ok(())
}

/// The tile that the loop left in a slot; without an iteration it left none, and the accumulators are what they started from.
pub(super) fn read<S>(
    cx: &mut Conversion<'_, S>,
    for_op: Op,
    (buffer, slot): (Value, Value),
    at: usize,
) -> Result<Value, Failure> {
    let old = cx.old;
    let counted = ForOp::of(old, for_op).ok_or_else(|| old.contradicts(for_op, "a loop without bounds"))?;
    let ty = old.ty(old.results(for_op)[at]);
    if trip_count(old, for_op).is_some_and(|trips| trips > 0) {
        return Ok(cx.build().value(nv_tileas::TENSOR_READ, &[buffer, slot], ty));
    }
    let bounds = [counted.lower, counted.upper, counted.step].map(|bound| cx.value(bound));
    let [lower, upper, step] = bounds;
    let (lower, upper, step) = (lower?, upper?, step?);
    // Whoever follows this agent alone knows by what the loop of the other is decided.
    cx.build()
        .op(nv_tileas::ITERATIONS, &[&[lower], &[upper], &[step]], &[]);
    let start = counted.inits.get(at).copied();
    let start = cx.value(start.ok_or_else(|| old.contradicts(for_op, "a loop that starts from nothing"))?)?;
    let sign = match old.has_attr(for_op, "unsigned") {
        true => "unsigned",
        false => "signed",
    };
    let ran = cx.build().compare("less_than", sign, lower, upper);
    let branch = cx.build().op(scf::IF, &[&[ran]], &[ty]);
    for (region, reads) in [(0, true), (1, false)] {
        let region = match cx.new.regions(branch).get(region) {
            Some(&region) => region,
            None => cx.new.add_region(branch),
        };
        let block = cx.new.add_block(region);
        cx.in_block(block, |cx| {
            let made = match reads {
                true => cx.build().value(nv_tileas::TENSOR_READ, &[buffer, slot], ty),
                false => start,
            };
            cx.build().op(scf::YIELD, &[&[made]], &[]);
        });
    }
    Ok(cx.new.result(branch, 0))
}
