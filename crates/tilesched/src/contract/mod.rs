//! Document 001's tile schedulers (policy `contract`): its formulas, with the gaps filled as this crate's README lists.

pub mod raster;
pub mod sm100;
pub mod static_persistent;
pub mod stream_k;
pub mod stream_k_body;
