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
    pub use crate::dialects::nv_tileas_tensor::tensor::*;
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
    pub use crate::dialects::unit_ops::*;
}

/// Atoms of copies and products.
pub mod cute {
    pub use crate::dialects::cute::cute::{MAKE_COPY_ATOM, MAKE_MMA_ATOM};
}

/// The same dialect's ops for NVIDIA's GPUs.
pub mod cute_nvgpu {
    pub use crate::dialects::cute::cute::{
        ARCH_MAKE_WARP_UNIFORM, ASYNC_MMA, ASYNC_WORD_MMA, GRID_CONSTANT, MAKE_TMA_DESCRIPTOR, PREFETCH_TMA_DESC,
        SIMT_ASYNC_COPY, TMA_LOAD,
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

use crate::dialects::Table;
use crate::op_def::OpKind;

/// Ops that passes ask for together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Family {
    /// `cutlass.pipeline`: producers and consumers of slots.
    Pipeline,
    /// `cutlass.seq_bar`: turns.
    SequenceBarrier,
    /// `cutlass.tile_scheduler`.
    TileScheduler,
    /// `nv_tileas.async.pipeline`: pipelines of values.
    ValuePipeline,
    /// The rest of `nv_tileas.async`: agents, what they start, and tokens of it.
    Async,
    /// `nvvm.mbarrier`.
    Mbarrier,
}

impl OpKind {
    /// The family of an op, if it is of one.
    pub fn family(self) -> Option<Family> {
        const PIPELINE: u8 = Table::CutlassPipeline as u8;
        const SEQUENCE_BARRIER: u8 = Table::CutlassSeqBar as u8;
        const TILE_SCHEDULER: u8 = Table::CutlassTileScheduler as u8;
        const TILEAS_ASYNC: u8 = Table::NvTileasAsync as u8;
        match (self.table(), self) {
            (_, cutlass::ASYNC_EXEC) => None,
            (PIPELINE, _) => Some(Family::Pipeline),
            (SEQUENCE_BARRIER, _) => Some(Family::SequenceBarrier),
            (TILE_SCHEDULER, _) => Some(Family::TileScheduler),
            (_, nv_tileas::CREATE_NONE | nv_tileas::CREATE_PIPE | nv_tileas::CREATE_MUTEX) => None,
            (
                _,
                nv_tileas::ASYNC_PIPELINE_AGENT_SWITCH
                | nv_tileas::ASYNC_TILED_TMA_LOAD
                | nv_tileas::ASYNC_TILED_LOAD
                | nv_tileas::ASYNC_DOT
                | nv_tileas::ASYNC_WORD_DOT
                | nv_tileas::ASYNC_WAIT
                | nv_tileas::ASYNC_FUTURE_WAIT
                | nv_tileas::ASYNC_TO_ASYNC
                | nv_tileas::ASYNC_TOKEN_TO_ASYNC,
            ) => Some(Family::Async),
            (TILEAS_ASYNC, _) => Some(Family::ValuePipeline),
            (
                _,
                nvvm::MBARRIER_INIT
                | nvvm::MBARRIER_INVAL
                | nvvm::MBARRIER_ARRIVE
                | nvvm::MBARRIER_ARRIVE_CLUSTER
                | nvvm::MBARRIER_ARRIVE_EXPECT_TX
                | nvvm::MBARRIER_WAIT_PARITY
                | nvvm::MBARRIER_TRY_WAIT_PARITY,
            ) => Some(Family::Mbarrier),
            _ => None,
        }
    }

    /// Whether an op is of a family.
    pub fn is_of(self, family: Family) -> bool {
        self.family() == Some(family)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Registry;

    /// The family that the name of an op says. Only this test reads names.
    fn named(name: &str) -> Option<Family> {
        // It says how agents are run, not what waits for what.
        if name == nv_tileas::ASYNC_PIPELINE_AGENT_SWITCH.name() {
            return Some(Family::Async);
        }
        [
            ("cutlass.pipeline.", Family::Pipeline),
            ("cutlass.seq_bar.", Family::SequenceBarrier),
            ("cutlass.tile_scheduler.", Family::TileScheduler),
            ("nv_tileas.async.pipeline.", Family::ValuePipeline),
            ("nv_tileas.async.", Family::Async),
            ("nvvm.mbarrier.", Family::Mbarrier),
        ]
        .into_iter()
        .find_map(|(prefix, family)| name.starts_with(prefix).then_some(family))
    }

    #[test]
    fn families_are_whole() {
        for def in Registry::builtin().ops() {
            assert_eq!(def.kind.family(), named(def.name), "{}", def.name);
        }
    }

    #[test]
    fn an_op_beside_a_family_is_not_of_it() {
        assert!(nvvm::MBARRIER_INIT.is_of(Family::Mbarrier));
        assert!(!nvvm::FENCE_MBARRIER_INIT.is_of(Family::Mbarrier));
    }
}
