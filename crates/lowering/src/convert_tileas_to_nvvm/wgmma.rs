//! Products of tiles in shared memory by `wgmma`.
//!
//! Descriptors (PTX ISA, matrix descriptor of `wgmma`) say where the rows of 8 by 8 blocks are; the swizzle itself is the
//! hardware's own affair.

use super::buffers::pitch_of;
use super::scalar::{Int, Scalars};
use super::{Cx, Lowering};
use tilewright_ir::WARP_THREADS;
use tilewright_ir::convert::Failure;
use tilewright_ir::operand;
use tilewright_ir::ops::{arith, nvvm};
use tilewright_ir::{AttrData, Op, Value};
use tilewright_units::product::matrix;
use tilewright_units::unit;

/// Rows of a swizzle's pattern.
const PATTERN_ROWS: i64 = 8;
/// Bytes that descriptors count in.
const DESCRIPTOR_BYTES: i64 = 16;

/// The layout of one operand in its buffer, for its descriptor.
struct Operand {
    /// Bytes of a row of a box.
    span: i64,
    /// Rows of a box.
    rows: i64,
    /// Whether rows run along K.
    k_major: bool,
    /// The low word of the descriptor of the operand's first element.
    start: Value,
}

impl Operand {
    /// Bytes from one box to the next.
    fn box_bytes(&self) -> i64 {
        self.rows * self.span
    }

    /// The high word of the descriptor: bytes from one block of eight rows to the next, and the swizzle.
    fn high(&self) -> i64 {
        let swizzle = match self.span {
            128 => 1,
            64 => 2,
            _ => 3,
        };
        (self.span * PATTERN_ROWS / DESCRIPTOR_BYTES) | (swizzle << 30)
    }

    /// The low word besides the address: bytes from one box to the next, where an operand has several along M or N.
    fn leading(&self) -> i64 {
        let units = if self.k_major {
            1
        } else {
            self.box_bytes() / DESCRIPTOR_BYTES
        };
        units << 16
    }

    /// Bytes from the first element to that of row (or column) `mn` and sum `k`; both are multiples of what one
    /// instruction spans.
    fn offset(&self, mn: i64, k: i64, element: i64) -> i64 {
        let (along, across) = if self.k_major { (k, mn) } else { (mn, k) };
        let along = along * element;
        along / self.span * self.box_bytes() + along % self.span + across * self.span
    }
}

fn operand(cx: &mut Cx<'_>, op: Op, index: usize, extents: [i64; 2]) -> Result<Operand, Failure> {
    let old = cx.old;
    let (name, slot, major) = [
        (operand::LHS, operand::LHS_SLOT, "lhs_major"),
        (operand::RHS, operand::RHS_SLOT, "rhs_major"),
    ][index];
    let (Some(buffer), Some(slot)) = (old.operand_named(op, name), old.operand_named(op, slot)) else {
        return Err(cx.error(op, "internal", "a product without operands"));
    };
    let k_major = old.keyword(op, major) == "k";
    let span = match old.defining_op(buffer).map(|alloc| old.keyword(alloc, "swizzle")) {
        Some("128b") => 128,
        Some("64b") => 64,
        Some("32b") => 32,
        _ => return Err(cx.error(op, "internal", "an operand whose swizzle is not known")),
    };
    let [mn, k] = extents;
    let base = cx.value(buffer)?;
    let slot = cx.value(slot)?;
    let base = cx.binary_const(arith::SHRI, base, Int::I32, 4);
    let mut operand = Operand {
        span,
        rows: if k_major { mn } else { k },
        k_major,
        start: base,
    };
    let base = cx.binary_const(arith::ADDI, base, Int::I32, operand.leading());
    let moved = cx.binary_const(arith::MULI, slot, Int::I32, pitch_of(cx, buffer) / DESCRIPTOR_BYTES);
    operand.start = cx.binary(arith::ADDI, base, moved);
    Ok(operand)
}

/// The descriptor of a part of an operand.
fn descriptor(cx: &mut Cx<'_>, operand: &Operand, bytes: i64) -> Value {
    let start = if bytes == 0 {
        operand.start
    } else {
        cx.binary_const(arith::ADDI, operand.start, Int::I32, bytes / DESCRIPTOR_BYTES)
    };
    let (ty, high) = (cx.int_type(Int::I64), cx.build().int(operand.high()));
    cx.build()
        .value_with(nvvm::WGMMA_DESCRIPTOR, &[start], ty, &[("high", high)])
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
    let element = buffer.element_bytes;
    let k = buffer.tile.iter().product::<i64>() / m;
    let name = old.required_scalar(buffer.element).name;
    let threads = cx
        .state
        .meeting
        // Absent: without agents, all threads of the CTA meet.
        .map_or(WARP_THREADS << cx.state.warp_bits, |meeting| meeting.threads);
    let unit = unit("wgmma").map_err(|missing| cx.error(op, "lower.unit", missing.to_string()))?;
    let figures = unit.figures();
    let groups = threads / figures.threads;

    let mut left = operand(cx, op, 0, [m, k])?;
    let right = operand(cx, op, 1, [n, k])?;
    if groups > 1 {
        // Each warpgroup has rows of its own; the number is the same in all its lanes, and the machine shall know.
        let tid = cx.tid();
        let group = cx.binary_const(arith::SHRI, tid, Int::I32, figures.threads.ilog2().into());
        let zero = cx.int(Int::I32, 0);
        let ty = cx.int_type(Int::I32);
        let group = cx.build().value(nvvm::SHFL_IDX, &[group, zero], ty);
        let bytes = left.offset(m / groups, 0, element);
        let moved = cx.binary_const(arith::MULI, group, Int::I32, bytes / DESCRIPTOR_BYTES);
        left.start = cx.binary(arith::ADDI, left.start, moved);
    }
    let mut values = cx.values(acc)?.to_vec();
    let ty = cx.scalar_type(old.ty(acc));
    let per_product = figures.accumulators_per_thread(n) as usize;
    if per_product == 0 || !values.len().is_multiple_of(per_product) {
        return Err(cx.error(
            op,
            "internal",
            "the accumulators are not in the registers that the unit wants",
        ));
    }
    let attrs = [
        ("type", cx.keyword(name)),
        ("n", cx.new.intern_attr(AttrData::Int(n))),
        ("lhs_major", cx.keyword(old.keyword(op, "lhs_major"))),
        ("rhs_major", cx.keyword(old.keyword(op, "rhs_major"))),
    ];
    for step in (0..k).step_by(figures.k(element) as usize) {
        let bytes = right.offset(0, step, element);
        let b = descriptor(cx, &right, bytes);
        for (number, accumulators) in values.chunks_mut(per_product).enumerate() {
            let bytes = left.offset(number as i64 * figures.rows, step, element);
            let a = descriptor(cx, &left, bytes);
            let product = cx.build().op(
                nvvm::WGMMA_MMA_ASYNC,
                &[&[a], &[b], accumulators],
                &vec![ty; per_product],
            );
            for (name, attr) in attrs {
                cx.new.set_attr(product, name, attr);
            }
            accumulators.copy_from_slice(cx.new.results(product));
        }
    }
    cx.replace(old.result(op, 0), values);
    Ok(())
}
