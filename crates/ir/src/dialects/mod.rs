//! The dialects: one file (or folder) each. [`Registry::builtin`](crate::Registry::builtin) knows their ops.
//!
//! | dialect | what its ops work on |
//! |---|---|
//! | [`cuda_tile`] | the input language: whole tiles, views of memory, tokens |
//! | `arith` | the same elementwise arithmetic, on tiles and on scalars, for all levels below |
//! | `scf` | the same loops and branches, for the levels of whole tiles |
//! | `nv_tileaa` | kernels with memory accesses on whole tiles |
//! | [`nv_tileas`] | the same with a layout: which thread holds which element |
//! | [`nv_tileas_async`] | of the same dialect: agents, pipelines of values between them, what they start, tokens of work in flight |
//! | [`nv_tileas_tensor`] | of the same dialect: tensor memory, and products that leave their accumulators there |
//! | [`cutlass_pipeline`] | producers and consumers of stages in shared memory |
//! | [`cutlass_tile_scheduler`] | which block computes which tile, and how split tiles are joined |
//! | [`cutlass_seq_bar`], `cutlass.block_striped` | turns, and fragments to and from global memory |
//! | [`cute`], `cute_nvgpu` | atoms of copies and products, descriptors, copies and products of tiles beside the threads |
//! | [`llvm`], `builtin` | what conversions need in between |
//! | [`nvvm`], `cf` | one thread: the machine's ops, and branches between blocks |

pub mod buffers;
pub mod cuda_tile;
pub mod cute;
pub(crate) mod cutlass_block_striped;
pub mod cutlass_pipeline;
pub mod cutlass_seq_bar;
pub mod cutlass_tile_scheduler;
pub mod facts;
pub mod llvm;
pub mod nv_tileas;
pub mod nv_tileas_async;
pub(crate) mod nv_tileas_tensor;
pub mod nvvm;
pub(crate) mod nvvm_copies;
pub(crate) mod nvvm_mma_sync;
pub(crate) mod nvvm_module;
pub(crate) mod nvvm_sync;
pub(crate) mod nvvm_tcgen05;
pub(crate) mod nvvm_wgmma;
mod started;
pub(crate) mod tile_ops;

use crate::attrs::AttrRecord;
use crate::op_def::{OpDef, OpKind, reading};
use crate::ops;
use crate::types::{SCALARS, TypeDef};
use rustc_hash::FxHashMap;
use std::sync::OnceLock;

/// The ops of the units that multiply matrices, which are part of `nvvm`.
pub(crate) mod unit_ops {
    pub use super::nvvm_mma_sync::mma_sync::*;
    pub use super::nvvm_tcgen05::tcgen05::*;
    pub use super::nvvm_wgmma::wgmma::*;
}

/// Numbers the tables of op records, in this order: those of the input language, and those of the levels below it, which
/// are empty where nothing is read (and the feature `read` is not there): a front end makes none of their ops.
macro_rules! tables {
    ($($table:ident = $records:path),* $(,)?; below: $($low:ident = $below:path),* $(,)?) => {
        /// The tables of op records.
        #[derive(Clone, Copy, Debug)]
        #[repr(u8)]
        pub(crate) enum Table {
            $($table,)*
            $($low),*
        }

        /// The tables, in the order of [`Table`].
        pub(crate) static TABLES: [&[OpDef]; [$(stringify!($table),)* $(stringify!($low)),*].len()] =
            [$(&$records,)* $(reading::<&[OpDef]>(&$below, &[])),*];
    };
}

tables! {
    Elementwise = cuda_tile::elementwise::OPS,
    Sources = cuda_tile::elementwise::SOURCES,
    Shape = cuda_tile::shape::OPS,
    Memory = cuda_tile::memory::OPS,
    Kernels = cuda_tile::control::KERNELS,
    Control = cuda_tile::control::OPS,
    Testing = cuda_tile::testing::OPS;
    below:
    Arith = cuda_tile::elementwise::ARITH,
    Scf = cuda_tile::control::SCF,
    NvTileaa = tile_ops::TILEAA,
    NvTileas = tile_ops::TILEAS,
    OnlyTileas = tile_ops::ONLY_TILEAS,
    NvTileasAsync = nv_tileas_async::OPS,
    NvTileasTensor = nv_tileas_tensor::OPS,
    CutlassPipeline = cutlass_pipeline::OPS,
    CutlassTileScheduler = cutlass_tile_scheduler::OPS,
    CutlassSeqBar = cutlass_seq_bar::OPS,
    CutlassBlockStriped = cutlass_block_striped::OPS,
    Cute = cute::OPS,
    Llvm = llvm::OPS,
    Nvvm = nvvm::NVVM,
    NvvmCopies = nvvm_copies::OPS,
    NvvmModule = nvvm_module::OPS,
    NvvmSync = nvvm_sync::OPS,
    NvvmMmaSync = nvvm_mma_sync::OPS,
    NvvmWgmma = nvvm_wgmma::OPS,
    NvvmTcgen05 = nvvm_tcgen05::OPS,
    Cf = nvvm::CF,
}

/// Spellings that older tools print, and the op they mean.
pub(crate) const OLD_SPELLINGS: [(&str, OpKind); 2] =
    [("pow", ops::cuda_tile::FPOWF), ("print", ops::cuda_tile::PRINT_TKO)];

/// The types of the levels below the input language.
static TYPES_BELOW: [&[&TypeDef]; 4] = [
    &[
        &buffers::BUFFER,
        &cutlass_pipeline::PIPELINE,
        &cutlass_pipeline::PIPELINE_STATE,
        &cutlass_seq_bar::SEQ_BAR,
        &llvm::ARRAY,
    ],
    &nv_tileas_async::TYPES,
    &cutlass_tile_scheduler::TYPES,
    &cute::TYPES,
];

/// All type records; as with ops, where nothing is read only those of the input language.
fn all_types() -> impl Iterator<Item = &'static TypeDef> {
    static BELOW: &[&[&TypeDef]] = reading(&TYPES_BELOW, &[]);
    let language = SCALARS.iter().chain(cuda_tile::types::TYPES.iter().copied());
    language.chain(BELOW.iter().copied().flatten().copied())
}

/// The record of a type by name.
pub fn type_def(name: &str) -> Option<&'static TypeDef> {
    static TYPES: OnceLock<FxHashMap<&'static str, &'static TypeDef>> = OnceLock::new();
    TYPES
        .get_or_init(|| all_types().map(|def| (def.name, def)).collect())
        .get(name)
        .copied()
}

/// The names of all types that may be written.
pub fn type_names() -> impl Iterator<Item = &'static str> {
    all_types().map(|def| def.name).filter(|&name| name != "none")
}

/// The record of an attribute by name.
pub fn attr_record(name: &str) -> Option<&'static AttrRecord> {
    let name = name.strip_prefix("cuda_tile.").unwrap_or(name);
    cuda_tile::assume::RECORDS
        .iter()
        .copied()
        .chain(&cuda_tile::official::RECORDS)
        .chain(crate::locations::RECORDS)
        .chain([&nv_tileas::LAYOUT, &nv_tileas::BOXES])
        .find(|record| record.name == name)
}

/// Whether a record is of the input language, and so has its name before its own.
pub(crate) fn is_of_the_language(record: &AttrRecord) -> bool {
    !record.name.starts_with("nv_tileas.")
}

#[cfg(test)]
mod tests {
    use super::Table;
    use crate::Registry;
    use crate::op_def::effects::EXCHANGES;
    use crate::op_def::{On, traits};

    #[test]
    fn every_record_is_well_formed() {
        let mut names = std::collections::BTreeSet::new();
        for def in Registry::builtin().ops() {
            assert!(
                std::ptr::eq(def.kind.def(), def),
                "{} is not where its number says",
                def.name
            );
            assert!(names.insert(def.name), "{} is recorded twice", def.name);
            assert!(!def.doc.is_empty(), "{} is not described", def.name);
            assert_eq!(def.check(), Ok(()), "{}", def.name);
        }
    }

    /// A front end that reads nothing has the first tables alone, and makes the ops of the input language.
    #[test]
    fn the_tables_of_the_language_come_first() {
        let first_below = Table::Arith as u8;
        for def in Registry::builtin().ops() {
            let is_first = def.kind.table() < first_below;
            assert_eq!(is_first, def.dialect() == "cuda_tile", "{}", def.name);
        }
    }

    /// An op without effects that nobody gave them would be taken for harmless by whoever asks.
    #[test]
    fn every_record_says_what_its_op_does() {
        for def in Registry::builtin().ops() {
            let name = def.name;
            let declares = def.attr_slot("sym_name").is_some() && def.operands.is_empty();
            let is_control = def.has(traits::TERMINATOR) || !def.regions.is_empty();
            assert_eq!(
                def.effects == 0,
                def.on == On::Nothing,
                "{name}: effects are on something"
            );
            if def.has(traits::PURE) {
                assert!(def.effects & !EXCHANGES == 0, "{name} is pure, and has effects");
            } else {
                assert!(
                    def.effects != 0 || declares || is_control,
                    "{name} is not pure, and does nothing"
                );
            }
        }
    }
}
