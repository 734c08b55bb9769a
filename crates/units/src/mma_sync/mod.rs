//! `mma.sync`: the threads of a warp give fragments of both operands and get the accumulators back (PTX ISA, `mma`). Every GPU
//! has it.

mod layouts;

pub use layouts::{accumulator, accumulators, column_pair, lhs, rhs};

use crate::{Accumulators, Completion, Role, Unit};

/// The unit.
pub static UNIT: Unit = Unit {
    name: "mma.sync",
    accumulators: Accumulators::Registers(accumulator),
    completion: Completion::InOrder,
    roles: &[Role::Consumer],
    loops: None,
};
