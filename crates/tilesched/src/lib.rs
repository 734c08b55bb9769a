//! Tile schedulers as integer mathematics: who computes which output tile, when, and the workspace that joins split
//! ones. Data-parallel, static persistent, stream-K (by the published contract and by CUTLASS's exact rules) and
//! TileLang's persistent scheduler. Knows no IR.
//!
//! Units throughout: tiles are CTA (or CGA) tiles of the output, K tiles are steps of the main loop, sizes are bytes.

#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod arith;
pub mod auto;
pub mod contract;
pub mod cutlass;
pub mod divisor;
pub mod draw;
pub mod explain;
pub mod fixup;
pub mod fixup_run;
pub mod kinds;
pub mod launch;
pub mod params;
pub mod problem;
pub mod refusal;
pub mod simulate;
pub mod tilelang;
pub mod timeline;
pub mod vectors;
pub mod work;

pub use refusal::SchedulerRefusal;
pub use work::{Schedule, WorkTile};
