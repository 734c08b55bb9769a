//! Software pipelining of loops around matrix products, for GPUs with `wgmma` and a copy engine.

pub mod candidate;
pub mod loop_graph;
pub mod plan;
mod slice;
pub mod tma;

pub use candidate::{Candidate, Factor, candidate};
pub use slice::{Slice, needed_for};
