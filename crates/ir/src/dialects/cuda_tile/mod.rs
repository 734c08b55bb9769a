//! `cuda_tile`: the public input language, CUDA Tile IR.
//!
//! Semantics and rules are those of its public specification; text forms are those that NVIDIA's `tileirdisasm` 13.5
//! prints. Ops are written without the dialect's name, and read with or without it.

pub mod assume;
mod constant;
mod control;
mod elementwise;
mod hints;
mod memory;
mod rules;
mod shape;
pub mod types;
mod view_syntax;

use crate::op_def::OpDef;

/// The ops, by family.
pub static OPS: &[&[OpDef]] = &[&elementwise::OPS, &shape::OPS, &memory::OPS, &control::OPS];
