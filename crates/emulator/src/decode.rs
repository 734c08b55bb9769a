//! From the tree to a compact program: registers become slots, immediates, special registers and addresses become slots
//! that are filled before the first instruction, modifiers become function pointers. What is not known is refused here,
//! with its place.

mod alu;
mod call;
mod copy;
mod cvt;
mod float;
mod int;
mod memory;
mod op;
mod parts;
mod program;
mod sync;
mod tcgen05;
mod tensor;

pub(crate) use alu::lop3;
pub(crate) use cvt::Cvt;
pub(crate) use float::FloatOp;
pub(crate) use int::{bfi, low, sext};
pub(crate) use op::*;
pub(crate) use parts::*;
pub(crate) use program::{Preload, Program, SHARED_BASE, Windows, decode};

/// A function of one register content.
pub(crate) type Fn1 = fn(u64) -> u64;
/// A function of two.
pub(crate) type Fn2 = fn(u64, u64) -> u64;
/// A function of three.
pub(crate) type Fn3 = fn(u64, u64, u64) -> u64;
