//! The compiler passes, one file each, from cuda_tile to PTX.
//!
//! A pass is a function from module to module. [`PIPELINE`] lists them in order; the driver runs them, verifies between
//! them and keeps what each made.

mod affine;
mod assign_load_store_layouts;
mod canonicalize;
pub mod convert_cudatile_to_tileaa;
pub mod convert_pipeline_to_nvvm;
mod convert_tileaa_to_tileas;
pub mod convert_tileas_to_nvvm;
mod cse;
mod divisibility;
pub mod dot;
pub mod emit_ptx;
mod layout;
mod materialize_convert_layout;

pub use layout::Layout;

use tilewright_ir::Module;
use tilewright_ir::convert::Failure;
use tilewright_machine::Target;

/// What a pass may look at besides the module.
pub struct Context<'c> {
    /// The GPU that is compiled for.
    pub target: &'c Target,
    /// The kernel that is compiled.
    pub entry: &'c str,
    /// Warps of a CTA, as a power of two.
    pub warp_bits: usize,
}

/// The levels of the IR, each below the one before.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Level {
    /// The input.
    CudaTile,
    /// Kernels with memory accesses on whole tiles.
    Tileaa,
    /// The same with layouts.
    Tileas,
    /// One thread.
    Nvvm,
}

impl Level {
    /// Its name, as `--emit` takes it.
    pub fn name(self) -> &'static str {
        match self {
            Level::CudaTile => "cuda_tile",
            Level::Tileaa => "nv_tileaa",
            Level::Tileas => "nv_tileas",
            Level::Nvvm => "nvvm",
        }
    }
}

/// What a pass does: see [`Pass::run`].
pub type PassFn = fn(&Module, &Context<'_>) -> Result<Option<Module>, Failure>;

/// A pass.
pub struct Pass {
    /// Its name, as `--print-after` takes it.
    pub name: &'static str,
    /// The level of what it makes.
    pub level: Level,
    /// What it does, in one sentence.
    pub doc: &'static str,
    /// The function. It leaves the module as it is and returns what it became, or nothing if nothing changed.
    pub run: PassFn,
}

const fn pass(name: &'static str, level: Level, doc: &'static str, run: PassFn) -> Pass {
    Pass { name, level, doc, run }
}

/// All passes in order. A name may come twice; the second time it works on a lower level.
pub static PIPELINE: &[Pass] = &[
    pass(
        "convert-cudatile-to-tileaa",
        Level::Tileaa,
        "Takes one kernel out of the module; views become memrefs, arithmetic becomes arith, control becomes scf.",
        convert_cudatile_to_tileaa::run,
    ),
    pass(
        "canonicalize",
        Level::Tileaa,
        "Folds constants, drops what does nothing or is not used.",
        canonicalize::run,
    ),
    pass("cse", Level::Tileaa, "Computes the same thing once.", cse::run),
    pass(
        "convert-tileaa-to-tileas",
        Level::Tileas,
        "The same ops, ready to be given layouts.",
        convert_tileaa_to_tileas::run,
    ),
    pass(
        "assign-load-store-layouts",
        Level::Tileas,
        "Chooses for each access which thread moves which elements, wide and coalesced.",
        assign_load_store_layouts::run,
    ),
    pass(
        "materialize-convert-layout",
        Level::Tileas,
        "Spreads the layouts of the accesses to all tiles, and converts where two meet.",
        materialize_convert_layout::run,
    ),
    pass(
        "convert-tileas-to-nvvm",
        Level::Nvvm,
        "Tiles become the registers of one thread, loops and branches become blocks.",
        convert_tileas_to_nvvm::run,
    ),
    pass(
        "canonicalize",
        Level::Nvvm,
        "Folds constants, drops what does nothing or is not used.",
        canonicalize::run,
    ),
    pass("cse", Level::Nvvm, "Computes the same thing once.", cse::run),
];
