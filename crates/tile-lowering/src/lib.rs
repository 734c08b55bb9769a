//! Tile schedulers in a kernel: the loop over the tiles that one hands out, and its arithmetic.

#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod apply_tile_scheduler;
pub mod convert_tile_scheduler_to_nvvm;
pub mod describe_pipelines;
