//! The reference set `cutlass_pipeline` as a function: CUTLASS's pipeline classes as traces of barrier operations.
//!
//! Source of the rules: CUTLASS's `sm90_pipeline.hpp` and `barrier.h`, restated.

pub mod cutlass;
