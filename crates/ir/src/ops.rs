//! The ops by name: a constant for each record, in a module for each dialect.
//!
//! `cutlass.pipeline.create` is [`cutlass::PIPELINE_CREATE`]. Passes compare and match these, never text.

/// The input language.
pub mod cuda_tile {
    pub use crate::dialects::cuda_tile::control::{cuda_tile::*, kernels::*};
    pub use crate::dialects::cuda_tile::elementwise::{cuda_tile::*, sources::*};
    pub use crate::dialects::cuda_tile::memory::memory::*;
    pub use crate::dialects::cuda_tile::shape::shape::*;
    pub use crate::dialects::cuda_tile::testing::testing::*;
}

/// Kernels with memory accesses on whole tiles.
pub mod nv_tileaa {
    pub use crate::dialects::tile_ops::nv_tileaa::*;
}

/// The same with layouts, buffers and agents.
pub mod nv_tileas {
    pub use crate::dialects::nv_tileas_async::nv_tileas_async::*;
    pub use crate::dialects::tile_ops::{nv_tileas::*, only_tileas::*};
}

/// Pipelines, tile schedulers, sequence barriers.
pub mod cutlass {
    pub use crate::dialects::cutlass_block_striped::block_striped::*;
    pub use crate::dialects::cutlass_pipeline::pipeline::*;
    pub use crate::dialects::cutlass_seq_bar::seq_bar::*;
    pub use crate::dialects::cutlass_tile_scheduler::tile_scheduler::*;
}

/// Ops of one thread.
pub mod nvvm {
    pub use crate::dialects::nvvm::nvvm::*;
    pub use crate::dialects::nvvm_copies::copies::*;
    pub use crate::dialects::nvvm_module::module::*;
    pub use crate::dialects::nvvm_sync::sync::*;
    pub use crate::dialects::nvvm_wgmma::wgmma::*;
}

/// Atoms of copies and products.
pub mod cute {
    pub use crate::dialects::cute::cute::{MAKE_COPY_ATOM, MAKE_MMA_ATOM};
}

/// The same dialect's ops for NVIDIA's GPUs.
pub mod cute_nvgpu {
    pub use crate::dialects::cute::cute::{
        ARCH_MAKE_WARP_UNIFORM, GRID_CONSTANT, MAKE_TMA_DESCRIPTOR, PREFETCH_TMA_DESC,
    };
}

pub use crate::dialects::cuda_tile::control::scf;
pub use crate::dialects::cuda_tile::elementwise::arith;
/// Casts between levels while a conversion is in flight.
pub mod builtin {
    pub use crate::dialects::llvm::llvm::UNREALIZED_CONVERSION_CAST;
}

/// Whole structures and their arithmetic.
pub mod llvm {
    pub use crate::dialects::llvm::llvm::{
        ADD, AND, EXTRACTVALUE, ICMP, INSERTVALUE, MLIR_POISON, OR, SELECT, UDIV, UREM,
    };
}

pub use crate::dialects::nvvm::cf;
