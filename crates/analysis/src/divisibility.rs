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
    let operand = |index: usize| divisor_within(module, module.operand(op, index), depth - 1);
    match module.kind(op) {
        nv_tileaa::ASSUME | nv_tileas::ASSUME => operand(0).max(promised(module, op)),
        arith::ADDI | arith::SUBI | arith::MAXI | arith::MINI => operand(0).min(operand(1)),
        arith::MULI => operand(0).saturating_mul(operand(1)).min(MAX_DIVISOR),
        arith::EXTI
        | arith::TRUNCI
        | nv_tileaa::VIEW
        | nv_tileas::VIEW
        | nv_tileaa::BROADCAST
        | nv_tileas::BROADCAST => operand(0),
        arith::SHLI => match module.constant_int(module.operand(op, 1)) {
            Some(bits @ 0..=31) => operand(0).saturating_mul(1 << bits).min(MAX_DIVISOR),
            _ => operand(0),
        },
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
