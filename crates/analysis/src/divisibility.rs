//! By what powers of two values are known to be divisible.
//!
//! Integers as such, addresses in bytes, splat tiles by their element. It reads promises (`assume div_by`), constants
//! and integer arithmetic, and knows nothing of loops: a block argument is divisible by 1.

use tilewright_ir::dialects::cuda_tile::assume::DIV_BY;
use tilewright_ir::ops::{arith, nv_tileaa, nv_tileas};
use tilewright_ir::{AttrData, Module, Op, Value};

/// The largest power of two that is told apart.
pub const MAX_DIVISOR: u64 = 1 << 32;

/// The greatest power of two, at most [`MAX_DIVISOR`], that is known to divide a value.
pub fn divisor(module: &Module, value: Value) -> u64 {
    divisor_within(module, value, 24)
}

/// The same, looking at most `depth` ops up.
fn divisor_within(module: &Module, value: Value, depth: u32) -> u64 {
    if let Some(constant) = module.constant_int(value) {
        return power_of(constant.unsigned_abs());
    }
    let Some(op) = module.defining_op(value) else { return 1 };
    if depth == 0 {
        return 1;
    }
    let of = |value| divisor_within(module, value, depth - 1);
    let source = || of(module.only_operand(op));
    let sides = || module.sides(op).map(of);
    match module.kind(op) {
        nv_tileaa::ASSUME | nv_tileas::ASSUME => source().max(promised(module, op)),
        arith::ADDI | arith::SUBI | arith::MAXI | arith::MINI => {
            let [lhs, rhs] = sides();
            lhs.min(rhs)
        }
        arith::MULI => {
            let [lhs, rhs] = sides();
            lhs.saturating_mul(rhs).min(MAX_DIVISOR)
        }
        arith::EXTI
        | arith::TRUNCI
        | nv_tileaa::VIEW
        | nv_tileas::VIEW
        | nv_tileaa::BROADCAST
        | nv_tileas::BROADCAST => source(),
        arith::SHLI => {
            let [shifted, bits] = module.sides(op);
            match module.constant_int(bits) {
                Some(bits @ 0..=31) => of(shifted).saturating_mul(1 << bits).min(MAX_DIVISOR),
                _ => of(shifted),
            }
        }
        // Absent: nothing is known of what other ops compute.
        _ => 1,
    }
}

/// The divisor that `assume div_by` promises for all elements.
pub fn promised(module: &Module, op: Op) -> u64 {
    match module.attr(op, "predicate").map(|attr| module.attr_data(attr)) {
        // A promise about groups of elements says nothing of all of them.
        Some(AttrData::Record(record, params)) if record.name == DIV_BY.name && params.ints.len() == 1 => {
            power_of(params.ints[0].unsigned_abs())
        }
        // Absent: every number is a multiple of 1.
        _ => 1,
    }
}

/// The greatest power of two that divides a number; 0 is divisible by all.
pub fn power_of(number: u64) -> u64 {
    if number == 0 {
        MAX_DIVISOR
    } else {
        (1 << number.trailing_zeros().min(32)).min(MAX_DIVISOR)
    }
}
