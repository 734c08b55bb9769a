//! `cuda_tile`: the public input language, CUDA Tile IR.
//!
//! Semantics and rules are those of its public specification; text forms are those that NVIDIA's `tileirdisasm` 13.5
//! prints. Ops are written without the dialect's name, and read with or without it.

pub mod assume;
pub(crate) mod constant;
pub(crate) mod control;
pub(crate) mod elementwise;
pub(crate) mod hints;
pub(crate) mod memory;
pub(crate) mod official;
pub(crate) mod rules;
pub(crate) mod shape;
pub mod testing;
mod type_rules;
pub mod types;
pub(crate) mod view_syntax;

use crate::op_def::OpDef;

/// The ops, by family.
pub static OPS: &[&[OpDef]] = &[
    &elementwise::OPS,
    &elementwise::SOURCES,
    &shape::OPS,
    &memory::OPS,
    &control::KERNELS,
    &control::OPS,
    &testing::OPS,
];
