//! Loops of an issuer: their accumulators are in tensor memory, and what the loop carries are its states alone.
//!
//! The slots of operands are free, and those of accumulators full, when the products that the thread has started are done: it says
//! so by a commit instead of arriving itself. Fences stand where accumulators change hands, and nowhere else: operands come by TMA,
//! whose bytes the full barrier counts.
//!
//! ```text
//! issuer                                          consumer
//!   producer_acquire; fence after                   consumer_wait
//!   for %k { consumer_wait                          fence after; tensor.read; fence before; bar.warp.sync
//!     tensor.dot ..., %slot adds if %k != %lower    consumer_release, one lane of each warp
//!     consumer_release when products are done }
//!   producer_commit when products are done
//! ```

use super::{BufferSlot, Cx};
use tilewright_ir::convert::Failure;
use tilewright_ir::convert::Kept;
use tilewright_ir::dialects::facts::{AGENT, MAJORS};
use tilewright_ir::operand;
use tilewright_ir::ops::{cutlass, nv_tileas, nvvm};
use tilewright_ir::views::ForOp;
use tilewright_ir::words::role;
use tilewright_ir::{AttrData, Module, Op, OpKind, Value};
use tilewright_units::product::depth_of;
use tilewright_units::tensor_memory::TensorMemoryOps;

/// The loop of an issuer that is being written.
#[derive(Clone, Copy)]
pub(super) struct Issued {
    /// The slot of its accumulators: buffer and number, in the new module.
    into: [Value; 2],
    /// Whether a product is added to what is there: in all iterations but the first.
    adds: Value,
}

/// The ops on tensor memory of the GPU's unit.
fn ops(cx: &Cx<'_>, op: Op) -> Result<&'static TensorMemoryOps, Failure> {
    let ops = cx.state.products.and_then(|products| products.tensor_memory.as_ref());
    ops.ok_or_else(|| cx.old.contradicts(op, "the unit has no tensor memory"))
}

/// Whether an op is in the part of the kernel of an issuer.
pub(super) fn is_of_issuer(module: &Module, op: Op) -> bool {
    let mut at = op;
    while let Some(around) = module.parent_op(at) {
        if module.kind(around) == nv_tileas::ASYNC_PIPELINE_AGENT_SWITCH {
            let block = module.parent(at);
            let number = module
                .regions(around)
                .iter()
                .position(|&region| module.entry_block(region) == block);
            let roles = module.agent_roles(around);
            return number
                .zip(roles)
                .is_some_and(|(number, roles)| roles.get(number).is_some_and(|name| *name == role::ISSUER));
        }
        at = around;
    }
    false
}

/// Whether a loop is that of an issuer, and results in accumulators.
pub(super) fn is_loop(module: &Module, op: Op) -> bool {
    // Absent: no loop of an agent.
    module.keyword(op, AGENT) == role::ISSUER && slot_of(module, op).is_some()
}

/// The values that a loop of an issuer carries still: no accumulators.
fn kept(module: &Module, for_op: Op) -> Kept {
    Kept::of(module, for_op, |value| module.shape(module.ty(value)).is_empty())
}

/// The slot that the result of a loop goes to: buffer and number.
fn slot_of(module: &Module, for_op: Op) -> Option<[Value; 2]> {
    let results = module.results(for_op).iter();
    let mut users = results.flat_map(|&result| module.uses(result)).map(|site| site.op);
    let store = users.find(|&user| into_tensor_memory(module, user))?;
    Some(module.required_operands(store, [operand::BUFFER, operand::SLOT]))
}

/// Whether an op puts a tile into tensor memory, where products have left it already.
pub(super) fn into_tensor_memory(module: &Module, op: Op) -> bool {
    module.kind(op) == nv_tileas::LOCAL_STORE
        && module
            .defining_op(module.required_operand(op, operand::BUFFER))
            .is_some_and(|buffer| module.kind(buffer) == nv_tileas::TENSOR_BUFFER)
}

pub(super) fn issuer_loop(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let old = cx.old;
    let (Some(counted), Some([buffer, slot])) = (ForOp::of(old, op), slot_of(old, op)) else {
        return Err(old.contradicts(op, "a loop of products that go nowhere"));
    };
    let lower = cx.value(counted.lower)?;
    let buffer = cx.value(buffer)?;
    // The number of the slot may be computed after the loop from what is there before.
    let slot = slot_before(cx, op, slot)?;
    let new = cx.rewrite_control(op, &kept(old, op), &[])?;
    let (Some(&Some(inner)), Some(body)) = (new.blocks.first(), counted.body) else {
        return Err(old.contradicts(op, "a loop without a body"));
    };
    let index = cx.new.arguments(inner)[0];
    let outer = cx.state.issued;
    cx.in_block(inner, |cx| {
        let adds = cx.build().compare("not_equal", "signed", index, lower);
        cx.state.issued = Some(Issued {
            into: [buffer, slot],
            adds,
        });
        cx.block_ops(body)
    })?;
    cx.state.issued = outer;
    Ok(())
}

/// The number of the slot that a loop's accumulators go to, before the loop: the state of its ring is the one that was acquired.
fn slot_before(cx: &mut Cx<'_>, for_op: Op, slot: Value) -> Result<Value, Failure> {
    let old = cx.old;
    let made = old.defining_op(slot).filter(|&op| old.parent(op) == old.parent(for_op));
    let Some(made) = made else {
        return cx.value(slot);
    };
    let mut operands = Vec::new();
    for &value in old.operands(made) {
        let before = through(old, for_op, value);
        operands.push(cx.value(before)?);
    }
    let ty = old.ty(slot);
    let (kind, ty) = (old.kind(made), ty);
    Ok(cx.build().value(kind, &operands, ty))
}

/// A value that a loop carries and does not change, as it is before the loop.
fn through(module: &Module, for_op: Op, value: Value) -> Value {
    let counted = ForOp::of(module, for_op);
    let place = module.results(for_op).iter().position(|&result| result == value);
    let init = place
        .zip(counted)
        .and_then(|(place, counted)| counted.inits.get(place).copied());
    // Absent: what the loop does not result in is the same before it.
    init.unwrap_or(value)
}

/// The end of an iteration of an issuer's loop hands on what the loop still carries.
pub(super) fn next(cx: &mut Cx<'_>, op: Op, for_op: Op) -> Result<(), Failure> {
    let old = cx.old;
    let mut values = Vec::new();
    for value in kept(old, for_op).handed_on(old, op) {
        values.push(cx.value(value)?);
    }
    cx.op_like(op, &[&values], &[]);
    Ok(())
}

pub(super) fn product(cx: &mut Cx<'_>, op: Op, places: [BufferSlot; 2], issued: Issued) -> Result<(), Failure> {
    let ops = ops(cx, op)?;
    let [lhs, rhs] = places;
    let operands = [
        cx.value(lhs.buffer)?,
        cx.value(lhs.slot)?,
        cx.value(rhs.buffer)?,
        cx.value(rhs.slot)?,
    ];
    let [lhs_major, rhs_major] = MAJORS.map(|name| cx.keyword(cx.old.keyword(op, name)));
    let mut attrs = vec![("lhs_major", lhs_major), ("rhs_major", rhs_major)];
    for name in ["signedness_lhs", "signedness_rhs"] {
        // Absent: floats have no signedness to say.
        if cx.old.has_attr(op, name) {
            let word = cx.keyword(cx.old.keyword(op, name));
            attrs.push((name, word));
        }
    }
    let old = cx.old;
    attrs.extend(depth_of(&mut cx.build(), old, op));
    ops.start(&mut cx.build(), &operands, issued.into, Some(issued.adds), &attrs);
    Ok(())
}

/// A handshake of the issuer that is due when its products are done.
pub(super) fn when_done(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    cx.copy(op)?;
    let unit = cx.new.intern_attr(AttrData::Unit);
    if let Some(new) = cx.new.last_op(cx.block) {
        cx.new.set_attr(new, "issued", unit);
    }
    Ok(())
}

/// Accumulators are overwritten after they have been read: the issuer knows, and so shall the unit.
pub(super) fn acquire(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    cx.copy(op)?;
    if is_of_issuer(cx.old, op) {
        let after = ops(cx, op)?.fence_after;
        cx.build().op(after, &[], &[]);
    }
    Ok(())
}

/// Scales are copied to where those of an earlier product were: after it, as whoever has written their slot knows. An operand in tensor
/// memory is there, as whoever has waited for it knows.
pub(super) fn started(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let after = ops(cx, op)?.fence_after;
    let left = cx.old.defining_op(cx.old.required_operand(op, operand::LHS));
    let is_written = left.is_some_and(|left| cx.old.kind(left) == nv_tileas::TENSOR_OVER);
    if cx.old.operand_named(op, operand::SCALES).is_some() || is_written && !is_fenced(cx, after) {
        cx.build().op(after, &[], &[]);
    }
    cx.copy(op)
}

/// Whether a fence stands behind the last wait of the block that is written.
fn is_fenced(cx: &Cx<'_>, fence: OpKind) -> bool {
    let mut before = std::iter::successors(cx.new.last_op(cx.block), |&op| cx.new.prev_op(op));
    let last = before.find(|&op| [fence, cutlass::PIPELINE_CONSUMER_WAIT].contains(&cx.new.kind(op)));
    last.is_some_and(|op| cx.new.kind(op) == fence)
}

/// Accumulators are read after the products, and before one lane of a warp lets go of them for all its lanes.
pub(super) fn read(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let ops = ops(cx, op)?;
    cx.build().op(ops.fence_after, &[], &[]);
    cx.copy(op)?;
    let buffer = cx.old.required_operand(op, operand::BUFFER);
    let mut uses = cx.old.uses(buffer).iter();
    // A warp that writes over them tells of that.
    if !uses.any(|site| cx.old.kind(site.op) == nv_tileas::TENSOR_OVER) {
        end_accesses(cx, ops);
    }
    Ok(())
}

/// An operand is written before one lane of a warp says so for all its lanes.
pub(super) fn write(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let ops = ops(cx, op)?;
    cx.copy(op)?;
    end_accesses(cx, ops);
    Ok(())
}

fn end_accesses(cx: &mut Cx<'_>, ops: &TensorMemoryOps) {
    cx.build().op(ops.fence_before, &[], &[]);
    cx.build().op(nvvm::BAR_WARP_SYNC, &[], &[]);
}
