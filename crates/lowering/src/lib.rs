//! Lowering of tiles to the registers of one thread: one pass a file.

#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod assign_buffers;
pub mod assign_load_store_layouts;
pub mod canonicalize;
mod carried_sums;
pub mod compute_in_slices;
pub mod convert_cudatile_to_tileaa;
pub mod convert_pipeline_to_nvvm;
pub mod convert_tileaa_to_tileas;
pub mod convert_tileas_to_nvvm;
pub mod cse;
pub mod cut_tile_blocks;
pub mod fold_addresses;
pub mod hoist_descriptors;
pub mod load_again;
pub mod materialize_convert_layout;
pub mod order_chains;
mod packed;
pub mod pair_arithmetic;
mod products;
pub mod relax_arithmetic;
mod remade;
mod scaled;
pub mod unroll_loops;
mod unseen_subnormals;
pub mod value_pipelines;
mod work_id;
mod zero_depth;
