//! Layouts of tiles: which thread, and which bank of shared memory, has which element, and what it costs to move tiles
//! along them.

#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod access;
pub mod banks;
pub mod boxes;
pub mod cute;
pub mod exchange;
pub mod global;
mod linear;
pub mod select;
pub mod shuffle;
pub mod slot;
pub mod staged;

pub use linear::{LANE_BITS, Layout, ceil_div, dim_bits, log2};
