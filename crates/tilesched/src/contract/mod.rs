//! The contract's tile schedulers (policy `contract`, docs/sources/tile-schedulers.md#contract): its formulas, with the
//! gaps filled as this crate's README lists.

pub mod raster;
pub mod sm100;
pub mod static_persistent;
pub mod stream_k;
pub mod stream_k_body;
