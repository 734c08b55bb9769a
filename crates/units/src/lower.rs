//! The interface by which a room writes a product of tiles in slots of buffers for one thread.

use crate::Unit;
use tilewright_ir::build::Builder;
use tilewright_ir::{Ty, Value};

/// A product, for each of the threads that start it.
pub struct Product<'p> {
    /// The unit that multiplies.
    pub unit: &'static Unit,
    /// M, N and K.
    pub shape: [i64; 3],
    /// The element type of the operands.
    pub element: &'p str,
    /// Bytes of an element of the operands.
    pub element_bytes: i64,
    /// The left and the right operand.
    pub operands: [SlotTile; 2],
    /// Along which of its sides each operand lies: `k` or `mn`.
    pub majors: [&'p str; 2],
    /// The number of threads that start it together.
    pub threads: i64,
    /// The index of the thread.
    pub thread: Value,
    /// The type of an accumulator.
    pub accumulator: Ty,
}

/// A tile in a slot of a buffer, in boxes of rows that are swizzled.
pub struct SlotTile {
    /// The address of the buffer in shared memory.
    pub buffer: Value,
    /// The number of the slot.
    pub slot: Value,
    /// Bytes from one slot to the next.
    pub pitch: i64,
    /// Bytes of a row of a box, which is what the swizzle repeats after.
    pub span: i64,
    /// Rows of a box.
    pub rows: i64,
    /// Whether rows run along K.
    pub k_major: bool,
}

/// Writes a product, and puts the new accumulators of the thread in place of the old ones; false if these are not as many as the
/// unit wants.
pub type Lower = fn(&mut Builder<'_>, &Product<'_>, &mut [Value]) -> bool;
