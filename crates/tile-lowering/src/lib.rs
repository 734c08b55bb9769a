//! Tile schedulers in a kernel: the loop over the tiles that one hands out, and its arithmetic.

pub mod apply_tile_scheduler;
pub mod convert_tile_scheduler_to_nvvm;
