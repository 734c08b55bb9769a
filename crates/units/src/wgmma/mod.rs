//! `wgmma`: a warpgroup starts products of operands in shared memory and goes on; accumulators are in its registers (PTX ISA,
//! `wgmma.mma_async`). GPUs of compute capability 9.0 have it.

mod layouts;

pub use layouts::accumulator;

use crate::{Accumulators, Completion, LoopProducts, Role, Unit};
use tilewright_ir::ops::nvvm;

/// The unit.
pub static UNIT: Unit = Unit {
    name: "wgmma",
    accumulators: Accumulators::Registers(accumulator),
    completion: Completion::Groups,
    roles: &[Role::Consumer, Role::Producer],
    loops: Some(LoopProducts {
        elements: &["f16", "bf16"],
        accumulator: "f32",
        fence: nvvm::WGMMA_FENCE,
        commit: nvvm::WGMMA_COMMIT_GROUP,
        wait: nvvm::WGMMA_WAIT_GROUP,
    }),
};
