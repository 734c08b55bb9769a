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

pub use hints::by_name;

/// Why ops and types of memory that several GPUs share are refused, in bytecode as in text: what they do shows on more
/// GPUs than one, and neither engine has more.
pub const NO_MULTICAST: &str =
    "multicast memory, which several GPUs share, is not supported: kernels are compiled and run for one GPU";

/// Why an op of the language is refused that has no record; none if the language has no such op either.
pub fn refused_op(name: &str) -> Option<&'static str> {
    let name = name.strip_prefix("cuda_tile.").unwrap_or(name);
    let several = ["load_reduce", "reduce", "store"];
    let part = name.strip_prefix("multimem_")?.strip_suffix("_view_tko")?;
    several.contains(&part).then_some(NO_MULTICAST)
}
