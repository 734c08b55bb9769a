//! `wgmma`: a warpgroup starts products of operands in shared memory and goes on; accumulators are in its registers (PTX ISA,
//! `wgmma.mma_async`). GPUs of compute capability 9.0 have it.

mod emit;
mod layouts;
mod lower;

pub use layouts::accumulator;

use crate::{Accumulators, Completion, LoopProducts, ProductTypes, Role, Unit};
use std::sync::LazyLock;
use tilewright_ir::ops::nvvm;
use tilewright_machine::{UnitFigures, unit_figures};

/// The shape of its instructions.
static FIGURES: LazyLock<UnitFigures> =
    LazyLock::new(|| unit_figures("wgmma/figures.json", include_str!("figures.json")));

const fn of(operands: &'static [&'static str], accumulator: &'static str, k_major: bool) -> ProductTypes {
    ProductTypes {
        operands,
        accumulator,
        k_major,
    }
}

/// The unit. Instructions turn operands of 16 bits alone (PTX ISA, `wgmma`, `imm-trans-b`).
pub static UNIT: Unit = Unit {
    name: "wgmma",
    figures: &FIGURES,
    accumulators: Accumulators::Registers(accumulator),
    completion: Completion::Groups,
    roles: &[Role::Consumer, Role::Producer],
    loops: Some(LoopProducts {
        types: &[
            of(&["f16"], "f32", false),
            of(&["bf16"], "f32", false),
            of(&["tf32"], "f32", true),
            of(&["f8E4M3FN", "f8E5M2"], "f32", true),
            of(&["i8"], "i32", true),
        ],
        fence: nvvm::WGMMA_FENCE,
        commit: nvvm::WGMMA_COMMIT_GROUP,
        wait: nvvm::WGMMA_WAIT_GROUP,
        descriptor: Some(nvvm::WGMMA_DESCRIPTOR),
        lower: lower::product,
        tensor_memory: None,
        emit: emit::op,
    }),
};
