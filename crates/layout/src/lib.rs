//! Layouts of tiles: which thread, and which bank of shared memory, has which element, and what it costs to move tiles
//! along them.

pub mod cute;
mod linear;

pub use linear::{LANE_BITS, Layout, dim_bits, log2};
