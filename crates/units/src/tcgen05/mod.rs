//! `tcgen05`: one thread starts products of operands in shared memory; accumulators are in tensor memory, from where other warps
//! read them (PTX ISA, `tcgen05.mma`). GPUs of compute capability 10 have it.

mod emit;
mod layouts;
mod lower;
mod scales;

use crate::tensor_memory::TensorMemoryOps;
use crate::{Accumulators, Completion, LoopProducts, ProductTypes, Role, Unit};
use std::sync::LazyLock;
use tilewright_ir::ops::nvvm;
use tilewright_machine::{UnitFigures, unit_figures};

/// The shape of its instructions.
static FIGURES: LazyLock<UnitFigures> =
    LazyLock::new(|| unit_figures("tcgen05/figures.json", include_str!("figures.json")));

const fn of(operands: &'static [&'static str], accumulator: &'static str, k_major: bool) -> ProductTypes {
    ProductTypes {
        operands,
        accumulator,
        k_major,
    }
}

/// The unit. Elements of four bytes that do not lie along K need a swizzle of their own (PTX ISA, `tcgen05`, majorness and swizzle).
pub static UNIT: Unit = Unit {
    name: "tcgen05",
    figures: &FIGURES,
    accumulators: Accumulators::TensorMemory(layouts::accumulators),
    completion: Completion::Mbarrier,
    roles: &[Role::Consumer, Role::Producer, Role::Issuer],
    loops: Some(LoopProducts {
        types: &[
            of(&["f16"], "f32", false),
            of(&["bf16"], "f32", false),
            of(&["tf32"], "f32", true),
            of(&["f8E4M3FN", "f8E5M2"], "f32", false),
            of(&["i8"], "i32", false),
        ],
        fence: nvvm::TCGEN05_FENCE_AFTER_THREAD_SYNC,
        commit: nvvm::TCGEN05_COMMIT,
        wait: nvvm::TCGEN05_WAIT_LD,
        descriptor: None,
        lower: lower::in_registers,
        tensor_memory: Some(TensorMemoryOps {
            alloc: nvvm::TCGEN05_ALLOC,
            relinquish: nvvm::TCGEN05_RELINQUISH_ALLOC_PERMIT,
            dealloc: nvvm::TCGEN05_DEALLOC,
            fence_before: nvvm::TCGEN05_FENCE_BEFORE_THREAD_SYNC,
            fence_after: nvvm::TCGEN05_FENCE_AFTER_THREAD_SYNC,
            commit: nvvm::TCGEN05_COMMIT,
            wait_load: nvvm::TCGEN05_WAIT_LD,
            wait_store: nvvm::TCGEN05_WAIT_ST,
            product: lower::product,
            ways: layouts::ways,
            load: lower::load,
            store: lower::store,
            takes_left: lower::takes_left,
            scaled: &scales::SCALED,
        }),
        emit: emit::op,
    }),
};
