//! PTX: the text of a lowered kernel, and the formulas by which functions are computed.

#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod emit_ptx;
pub mod formulas;
