//! PTX: the text of a lowered kernel, and the formulas by which functions are computed.

pub mod emit_ptx;
pub mod formulas;
