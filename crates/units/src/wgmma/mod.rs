//! `wgmma`: a warpgroup starts products of operands in shared memory and goes on; accumulators are in its registers (PTX ISA,
//! `wgmma.mma_async`). GPUs of compute capability 9.0 have it.

mod emit;
mod layouts;
mod lower;

pub use layouts::accumulator;

use crate::{Accumulators, Completion, LoopProducts, Role, Unit};
use std::sync::LazyLock;
use tilewright_ir::ops::nvvm;
use tilewright_machine::{UnitFigures, unit_figures};

/// The shape of its instructions.
static FIGURES: LazyLock<UnitFigures> =
    LazyLock::new(|| unit_figures("wgmma/figures.json", include_str!("figures.json")));

/// The unit.
pub static UNIT: Unit = Unit {
    name: "wgmma",
    figures: &FIGURES,
    accumulators: Accumulators::Registers(accumulator),
    completion: Completion::Groups,
    roles: &[Role::Consumer, Role::Producer],
    loops: Some(LoopProducts {
        elements: &["f16", "bf16"],
        accumulator: "f32",
        fence: nvvm::WGMMA_FENCE,
        commit: nvvm::WGMMA_COMMIT_GROUP,
        wait: nvvm::WGMMA_WAIT_GROUP,
        lower: lower::product,
        emit: emit::op,
    }),
};
