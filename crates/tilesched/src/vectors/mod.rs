//! The three reference sets as functions: a configuration's inputs to every field the set computes, under its names.
//!
//! The inputs are signed and wide, so that a bad number becomes a refusal with a rule rather than a parse error.

pub mod contract;
pub mod static_persistent;
pub mod stream_k;
pub mod tilelang;
