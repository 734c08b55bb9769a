//! `tcgen05`: one thread starts products of operands in shared memory; accumulators are in tensor memory, from where other warps
//! read them (PTX ISA, `tcgen05.mma`). GPUs of compute capability 10 have it. Its loops are not written yet: kernels for these
//! GPUs multiply by `mma.sync`.

use crate::{Accumulators, Completion, Role, Unit};
use std::sync::LazyLock;
use tilewright_machine::{UnitFigures, unit_figures};

/// The shape of its instructions.
static FIGURES: LazyLock<UnitFigures> =
    LazyLock::new(|| unit_figures("tcgen05/figures.json", include_str!("figures.json")));

/// The unit.
pub static UNIT: Unit = Unit {
    name: "tcgen05",
    figures: &FIGURES,
    accumulators: Accumulators::TensorMemory,
    completion: Completion::Mbarrier,
    roles: &[Role::Consumer, Role::Producer, Role::Issuer],
    loops: None,
};
