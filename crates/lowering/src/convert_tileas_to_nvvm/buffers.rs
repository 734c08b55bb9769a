//! Tiles in shared memory: their addresses, and copies into them by TMA.
//!
//! A tile lies in its buffer as TMA writes it: box after box along its contiguous dimension, each box row
//! after row, each row as many bytes as the swizzle spans.

use super::Cx;
use super::scalar::{Int, Scalars};
use tilewright_analysis::affine::ViewFacts;
use tilewright_analysis::shared_memory::pitch;
use tilewright_analysis::tma::{map_order, part_of, tma_boxes_of_slots};
use tilewright_ir::convert::Failure;
use tilewright_ir::operand;
use tilewright_ir::ops::{arith, nvvm};
use tilewright_ir::{AttrData, Op, Value};

/// A buffer becomes the address of its first tile.
pub(super) fn alloc(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let old = cx.old;
    let result = old.result(op, 0);
    let (Some(buffer), Some(offset)) = (old.buffer_type(old.ty(result)), old.int_attr(op, "offset")) else {
        return Err(cx.error(op, "internal", "a buffer without a place in shared memory"));
    };
    let bytes = pitch(buffer.tile_bytes()) * buffer.depth;
    let ty = cx.int_type(Int::I32);
    let (bytes, from) = (cx.build().int(bytes), cx.build().int(offset));
    let base = cx
        .build()
        .value_with(nvvm::SHARED_BASE, &[], ty, &[("bytes", bytes), ("from", from)]);
    cx.replace(result, [base]);
    Ok(())
}

/// Bytes from one tile of the buffer behind a value to the next.
pub(super) fn pitch_of(cx: &Cx<'_>, buffer: Value) -> i64 {
    pitch(cx.old.required_tile_bytes(cx.old.ty(buffer)))
}

pub(super) fn tma_load(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let old = cx.old;
    let facts = old
        .operand_named(op, operand::VIEW)
        .and_then(|view| ViewFacts::of(old, view));
    // Absent: a view without boxes is refused below, as a contradiction.
    let boxes = facts.as_ref().and_then(|facts| tma_boxes_of_slots(old, op, facts).ok());
    let (Some(facts), Some(boxes), Some(buffer)) = (facts, boxes, old.operand_named(op, operand::BUFFER)) else {
        return Err(cx.error(op, "internal", "a copy of a view without a tensor map"));
    };
    let (slot, barrier) = (
        old.operand_named(op, operand::SLOT),
        old.operand_named(op, operand::BARRIER),
    );
    let (Some(slot), Some(barrier)) = (slot, barrier) else {
        return Err(cx.error(op, "internal", "a copy to nowhere"));
    };
    let base = cx.value(buffer)?;
    let slot = cx.value(slot)?;
    let moved = cx.binary_const(arith::MULI, slot, Int::I32, pitch_of(cx, buffer));
    let address = cx.binary(arith::ADDI, base, moved);
    let barrier = cx.value(barrier)?;

    // The first element of the tile along each dimension.
    let mut origins = Vec::new();
    for (&index, &step) in old.operands_named(op, operand::INDEX).iter().zip(&facts.steps) {
        let index = cx.value(index)?;
        let index = cx.narrow(index);
        origins.push(cx.binary_const(arith::MULI, index, Int::I32, step));
    }
    // Of a cluster, this CTA copies one part of the tile to all, or to itself alone.
    // Absent: the whole tile is copied by this CTA.
    let parts = old.int_or(op, "parts", 1);
    let Some(mut part) = part_of(old, op, &boxes, parts) else {
        return Err(cx.error(op, "internal", "a copy of a part that its tile does not have"));
    };
    let (mut address, mut mask) = (address, None);
    if let Some(number) = old.operand_named(op, operand::PART) {
        let number = cx.value(number)?;
        let further = cx.binary_const(arith::MULI, number, Int::I32, part.elements);
        origins[part.dim] = cx.binary(arith::ADDI, origins[part.dim], further);
        if let Some(ctas) = old.operand_named(op, operand::MASK) {
            let further = cx.binary_const(arith::MULI, number, Int::I32, part.bytes);
            address = cx.binary(arith::ADDI, address, further);
            let (ctas, half) = (cx.value(ctas)?, cx.new.named_type("i16"));
            mask = Some(cx.build().value(arith::TRUNCI, &[ctas], half));
        } else {
            // The slot has no other part.
            part.box_bytes = part.boxes.bytes();
        }
    }
    let boxes = part.boxes;
    for number in 0..boxes.count {
        let further = number * boxes.extents[boxes.contiguous];
        let mut coordinates = Vec::new();
        for dim in map_order(facts.tile.len(), boxes.contiguous) {
            let origin = origins[dim];
            let shift = dim == boxes.contiguous && further > 0;
            coordinates.push(if shift {
                cx.binary_const(arith::ADDI, origin, Int::I32, further)
            } else {
                origin
            });
        }
        let lists: [&[Value]; 4] = [&coordinates, &[address], &[barrier], mask.as_slice()];
        let copy = cx.build().op(nvvm::TMA_LOAD, &lists, &[]);
        let descriptor = old.required_int(op, "descriptor");
        for (name, value) in [
            ("descriptor", descriptor),
            ("offset", number * part.box_bytes),
            ("barrier_offset", 0),
        ] {
            let value = cx.new.intern_attr(AttrData::Int(value));
            cx.new.set_attr(copy, name, value);
        }
    }
    Ok(())
}
