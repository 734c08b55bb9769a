//! `mma.sync`: the threads of a warp give fragments of both operands and get the accumulators back (PTX ISA, `mma`). Every GPU
//! has it.

mod emit;
mod layouts;
mod scales;

use crate::{Accumulators, Completion, Role, Unit, Warps};
use layouts::{TURNED_COLUMNS, accumulator, accumulators, column_pair, lhs, rhs};
use std::sync::LazyLock;
use tilewright_ir::ops::nvvm;
use tilewright_machine::{UnitFigures, unit_figures};

/// The shape of its instructions.
static FIGURES: LazyLock<UnitFigures> =
    LazyLock::new(|| unit_figures("mma_sync/figures.json", include_str!("figures.json")));

/// The unit.
pub static UNIT: Unit = Unit {
    name: "mma.sync",
    figures: &FIGURES,
    accumulators: Accumulators::Registers(accumulator),
    completion: Completion::InOrder,
    roles: &[Role::Consumer, Role::Producer],
    loops: None,
};

/// Its products, which warps start one by one.
pub static WARPS: Warps = Warps {
    unit: &UNIT,
    ring_elements: &["f16", "bf16"],
    ring_accumulator: "f32",
    accumulator,
    accumulators,
    turned_columns: TURNED_COLUMNS,
    lhs,
    rhs,
    column_pair,
    product: nvvm::MMA_SYNC,
    scaled: &scales::SCALED,
    emit: emit::op,
};
