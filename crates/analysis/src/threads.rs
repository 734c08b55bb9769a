//! Views that threads can copy themselves (PTX ISA, `cp.async`), and the layout of their tiles in shared memory.
//!
//! It lies there as TMA would write it ([`crate::tma`]), swizzle and all, so that the rows of any 8 by 8 block
//! are in different banks. What is refused there for the engine's sake is allowed here: views whose extents and address
//! are computed in the kernel.

use crate::affine::ViewFacts;
use crate::tma::{Boxes, boxes};
use crate::{Copier, ViewFault};
use tilewright_ir::{Module, Op};

/// The chunks by which threads copy the tiles of a view.
///
/// # Errors
/// If they cannot, 16 bytes at a time.
pub fn thread_boxes(module: &Module, op: Op, facts: &ViewFacts) -> Result<Boxes, ViewFault> {
    boxes(module, op, facts, (Copier::Threads, false))
}
