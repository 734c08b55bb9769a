//! The interface by which a room writes a product of tiles in slots of buffers for one thread.

use crate::Unit;
#[cfg(feature = "all")]
use tilewright_ir::OpKind;
use tilewright_ir::build::Builder;
#[cfg(feature = "all")]
use tilewright_ir::ops::arith;
use tilewright_ir::words::major;
use tilewright_ir::{Ty, Value};

/// A product, for each of the threads that start it.
pub struct Product<'p> {
    /// The unit that multiplies.
    pub unit: &'static Unit,
    /// M, N and K.
    pub shape: [i64; 3],
    /// Elements along K before those that are zero on both sides.
    pub depth: i64,
    /// The element types of the operands, as PTX names them.
    pub elements: [&'p str; 2],
    /// Bytes of an element of the operands.
    pub element_bytes: i64,
    /// The left operand.
    pub lhs: Lhs<'p>,
    /// The right operand.
    pub rhs: SlotTile,
    /// Whether the product is added to nothing: the accumulators are what it leaves.
    pub fresh: bool,
    /// The number of threads that start it together.
    pub threads: i64,
    /// The index of the thread.
    pub thread: Value,
    /// The type of an accumulator.
    pub accumulator: Ty,
}

/// The left operand of a product.
pub enum Lhs<'p> {
    /// In a slot of a buffer.
    Slot(SlotTile),
    /// In words of the thread's registers, as the unit's accumulators of as many rows and columns would be.
    Words(&'p [Value]),
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

impl SlotTile {
    /// Along which of its sides it lies.
    pub fn major(&self) -> &'static str {
        if self.k_major { major::K } else { major::MN }
    }

    /// Bytes from one box to the next.
    pub fn box_bytes(&self) -> i64 {
        self.rows * self.span
    }

    /// Bytes from the first element to that of row (or column) `mn` and place `k` along K, of elements of so many bytes; both are
    /// multiples of what one instruction spans.
    pub fn offset(&self, mn: i64, k: i64, element: i64) -> i64 {
        let (along, across) = if self.k_major { (k, mn) } else { (mn, k) };
        let along = along * element;
        along / self.span * self.box_bytes() + along % self.span + across * self.span
    }
}

/// An op on 32-bit integers whose second operand is a number.
#[cfg(feature = "all")]
pub(crate) fn with_number(to: &mut Builder<'_>, kind: OpKind, a: Value, b: i64) -> Value {
    let b = number(to, b);
    to.binary(kind, a, b)
}

/// A number of 32 bits.
#[cfg(feature = "all")]
pub(crate) fn number(to: &mut Builder<'_>, value: i64) -> Value {
    let ty = to.module.named_type("i32");
    to.number(value, ty)
}

#[cfg(feature = "all")]
pub(crate) fn shift_right(to: &mut Builder<'_>, a: Value, by: i64) -> Value {
    let by = number(to, by);
    to.signed(arith::SHRI, "unsigned", a, by)
}

/// Writes a product, and puts the new accumulators of the thread in place of the old ones; false if these are not as many as the
/// unit wants.
pub type Lower = fn(&mut Builder<'_>, &Product<'_>, &mut [Value]) -> bool;
