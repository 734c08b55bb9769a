//! Fragments in stripes over a block: element `k` of thread `i` of `T` is element `k * T + i` in memory, so that
//! neighbouring threads touch neighbouring elements. A fragment is registers of one thread, whatever its type's shape.

use super::access::{change, set_place};
use super::scalar::{Int, Scalars};
use super::{Cx, ThreadLowering};
use tilewright_ir::convert::Failure;
use tilewright_ir::operand;
use tilewright_ir::ops::{arith, cutlass, nvvm};
use tilewright_ir::{Op, Ty, Value};

/// Where a thread's elements are.
struct Stripe {
    /// The address of the first one.
    address: Value,
    /// From one to the next, in bytes; of pairs, from one pair to the next.
    stride: i64,
    /// Neighbouring elements that a thread has: 1, or 2 of pairs.
    neighbours: i64,
    /// The type of an element, and its bytes.
    element: Ty,
    bytes: i64,
}

impl Stripe {
    fn of(cx: &mut Cx<'_>, op: Op, fragment: Value) -> Result<Self, Failure> {
        let old = cx.old;
        let neighbours = match old.kind(op) {
            cutlass::BLOCK_STRIPED_REDUCE_PACKED => 2,
            // Absent: the other ops take elements one by one.
            _ => 1,
        };
        let bytes = old.element_bytes(old.ty(fragment)).into();
        let (base, thread) = (
            old.operand_named(op, operand::BASE),
            old.operand_named(op, operand::THREAD),
        );
        let (Some(base), Some(thread)) = (base, thread) else {
            return Err(cx.error(op, "internal", "a stripe without a place"));
        };
        let (base, thread) = (cx.value(base)?, cx.value(thread)?);
        let wide = cx.widen(thread);
        let ahead = cx.binary_const(arith::MULI, wide, Int::I64, bytes * neighbours);
        Ok(Self {
            address: cx.binary(arith::ADDI, base, ahead),
            stride: old.required_int(op, "threads").saturating_mul(bytes * neighbours),
            neighbours,
            element: cx.scalar_type(old.ty(fragment)),
            bytes,
        })
    }

    /// Bytes from the first element of a thread to element `k` of it.
    fn offset(&self, k: usize) -> i64 {
        let (row, column) = (k as i64 / self.neighbours, k as i64 % self.neighbours);
        row.saturating_mul(self.stride) + column * self.bytes
    }
}

pub(super) fn load(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let fragment = cx.old.result(op, 0);
    let stripe = Stripe::of(cx, op, fragment)?;
    let count = cx.old.shape(cx.old.ty(fragment)).iter().product::<i64>().max(1);
    let mut values = Vec::new();
    for k in 0..count as usize {
        let load = cx
            .build()
            .op(nvvm::LD, &[&[stripe.address], &[], &[]], &[stripe.element]);
        set_place(cx, load, stripe.offset(k));
        values.push(cx.new.result(load, 0));
    }
    cx.replace(fragment, values);
    Ok(())
}

pub(super) fn store(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let fragment = cx.old.required_operand(op, operand::FRAGMENT);
    let stripe = Stripe::of(cx, op, fragment)?;
    for (k, value) in cx.values(fragment)?.into_iter().enumerate() {
        let store = cx.build().op(nvvm::ST, &[&[stripe.address], &[value], &[]], &[]);
        set_place(cx, store, stripe.offset(k));
    }
    Ok(())
}

/// Each element is combined by one atomic of the whole GPU; of a pair, two neighbours one after the other.
pub(super) fn reduce(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let old = cx.old;
    let fragment = old.required_operand(op, operand::FRAGMENT);
    let float = old
        .element_scalar(old.ty(fragment))
        .is_some_and(|scalar| scalar.is_float());
    let mode = match (old.keyword(op, "kind"), float) {
        ("max", true) => {
            let refusal = cx.error(
                op,
                "convert.unsupported",
                "no GPU takes the larger of two floats atomically",
            );
            return Err(Box::new(refusal.with_help(
                "add them, or compare their bits as integers where none is negative",
            )));
        }
        ("max", false) => "max",
        (_, true) => "addf",
        (_, false) => "add",
    };
    let stripe = Stripe::of(cx, op, fragment)?;
    for (k, value) in cx.values(fragment)?.into_iter().enumerate() {
        let address = cx.binary_const(arith::ADDI, stripe.address, Int::I64, stripe.offset(k));
        change(cx, address, value, None, ("relaxed", mode));
    }
    Ok(())
}
