//! CUTLASS's SM90 tile schedulers, number for number (policy `cutlass-sm90`).
//!
//! Source of the rules: CUTLASS's `tile_scheduler_params.h`, `static_tile_scheduler.hpp`, `sm90_tile_scheduler.hpp` and
//! `sm90_tile_scheduler_stream_k.hpp`, restated; checked against vectors produced by running that code.

pub mod grid;
pub mod static_persistent;
pub mod stream_k;
pub mod unit;
pub mod workspace;
