//! Products of tiles in slots of buffers: what they are made of is found here, and the GPU's unit writes them for one thread.

use super::buffers::pitch_of;
use super::swizzled::span_of;
use super::{Cx, ThreadLowering};
use tilewright_ir::WARP_THREADS;
use tilewright_ir::convert::Failure;
use tilewright_ir::operand;
use tilewright_ir::words::major;
use tilewright_ir::{Op, Value};
use tilewright_units::lower::{Product, SlotTile};
use tilewright_units::product::matrix;

/// One operand in its slot.
fn tile(cx: &Cx<'_>, op: Op, index: usize, extents: [i64; 2]) -> Result<SlotTile, Failure> {
    let old = cx.old;
    let (name, slot, major) = [
        (operand::LHS, operand::LHS_SLOT, "lhs_major"),
        (operand::RHS, operand::RHS_SLOT, "rhs_major"),
    ][index];
    let (Some(buffer), Some(slot)) = (old.operand_named(op, name), old.operand_named(op, slot)) else {
        return Err(cx.error(op, "internal", "a product without operands"));
    };
    let k_major = old.keyword(op, major) == major::K;
    let span = span_of(cx, op, buffer)?;
    let [mn, k] = extents;
    Ok(SlotTile {
        buffer: cx.value(buffer)?,
        slot: cx.value(slot)?,
        pitch: pitch_of(cx, buffer),
        span,
        rows: if k_major { mn } else { k },
        k_major,
    })
}

pub(super) fn dot(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let old = cx.old;
    let (Some(acc), Some(lhs)) = (old.operand_named(op, operand::ACC), old.operand_named(op, operand::LHS)) else {
        return Err(cx.error(op, "internal", "a product without operands"));
    };
    let shape = matrix(old.shape(old.ty(acc)));
    let buffer = old.buffer_type(old.ty(lhs));
    let (Some([m, n]), Some(buffer)) = (shape, buffer) else {
        return Err(cx.error(op, "internal", "a product that is no matrix"));
    };
    let k = buffer.tile.iter().product::<i64>() / m;
    let threads = cx
        .state
        .meeting
        // Absent: without agents, all threads of the CTA meet.
        .map_or(WARP_THREADS << cx.state.warp_bits, |meeting| meeting.threads);
    let (unit, products) = match &cx.state.asynchronous {
        Ok(found) => *found,
        Err(missing) => {
            let why = format!("no unit multiplies tiles in buffers while its threads go on: {missing}");
            let help =
                "compile for a GPU that has one (--gpu-name): IR that a pass has printed, for the one it was made for";
            return Err(Box::new(cx.error(op, "lower.unit", why).with_help(help)));
        }
    };
    let product = Product {
        unit,
        shape: [m, n, k],
        element: old.required_scalar(buffer.element).name,
        element_bytes: buffer.element_bytes,
        operands: [tile(cx, op, 0, [m, k])?, tile(cx, op, 1, [n, k])?],
        majors: ["lhs_major", "rhs_major"].map(|name| old.keyword(op, name)),
        threads,
        thread: cx.tid(),
        accumulator: cx.scalar_type(old.ty(acc)),
    };
    let mut values: Vec<Value> = cx.values(acc)?.to_vec();
    let lower = products.lower;
    if !lower(&mut cx.build(), &product, &mut values) {
        return Err(cx.error(
            op,
            "internal",
            "the accumulators are not in the registers that the unit wants",
        ));
    }
    cx.replace(old.result(op, 0), values);
    Ok(())
}
