//! The interface by which a room writes products whose accumulators are in tensor memory, and how these get there and back.

use crate::Unit;
use crate::lower::SlotTile;
use crate::scaled::{ScaledTypes, Side};
use tilewright_ir::build::Builder;
use tilewright_ir::ops::nv_tileas;
use tilewright_ir::{Attr, Module, OpKind, Ty, Value};
use tilewright_layout::select::{Candidate, Way};
use tilewright_layout::{Layout, ceil_div, log2};
use tilewright_machine::memory;

/// The ops on tensor memory.
#[derive(Clone, Copy)]
pub struct TensorMemoryOps {
    /// A warp allocates columns.
    pub alloc: OpKind,
    /// A warp gives up the right to allocate more.
    pub relinquish: OpKind,
    /// A warp frees columns.
    pub dealloc: OpKind,
    /// Work of a thread there comes before what it signals.
    pub fence_before: OpKind,
    /// Work of a thread there comes after what it has waited for.
    pub fence_after: OpKind,
    /// Arrives at a barrier once the products of a thread are done.
    pub commit: OpKind,
    /// A warp waits for what it loads.
    pub wait_load: OpKind,
    /// A warp waits for what it stores.
    pub wait_store: OpKind,
    /// Writes a product for the thread that starts it.
    pub product: fn(&mut Builder<'_>, &TensorProduct<'_>) -> bool,
    /// The instructions by which a tile can be read, or written.
    pub ways: fn(&TensorAccess<'_>) -> Vec<Candidate<Way>>,
    /// Loads a warp's part of a tile in a layout: the registers of a thread.
    pub load: fn(&mut Builder<'_>, &TensorTile<'_>) -> Option<Vec<Value>>,
    /// Stores the words that a thread has of a warp's part of a left operand, in the order of registers; false if it has others.
    pub store: fn(&mut Builder<'_>, &TensorTile<'_>, &[Value]) -> bool,
    /// Whether a left operand of rows, elements along K, and so many bytes each can be there, whoever of its readers writes it.
    pub takes_left: fn([i64; 2], i64) -> bool,
    /// Products of blocks with scales.
    pub scaled: &'static TensorScaled,
}

/// Products of blocks with scales, which are copied to tensor memory.
pub struct TensorScaled {
    /// The types.
    pub types: &'static [ScaledTypes],
    /// Whether a tile of so many rows can be multiplied.
    pub fits: fn(i64) -> bool,
    /// The place in the order of a side's scales of a bit of the index of one: of rows (or columns) and so many blocks along K.
    pub order: fn(u32, i64, i64, Side) -> u32,
    /// The instructions by which so many ordered scales can be copied.
    pub ways: fn(i64) -> Vec<Candidate<Way>>,
    /// Scales that copies of rows (or columns) and so many blocks along K have.
    pub copied: fn(i64, i64) -> i64,
}

/// The order of a side's scales.
pub struct ScaleOrder {
    /// Where each bit of the index of one goes.
    pub bits: Vec<u32>,
    /// Scales in order. Where there are fewer, each stands in several places.
    pub count: i64,
}

impl ScaleOrder {
    /// The bits of places in which the same scales stand.
    pub fn repeated(&self) -> impl Iterator<Item = u32> {
        let all = (0..log2(self.count as u64)).map(|bit| 1 << bit);
        all.filter(|bit| !self.bits.contains(bit))
    }
}

impl TensorScaled {
    /// The order of the scales of a side; none: they are no matrix.
    pub fn order_of(&self, tile: &[i64], side: Side) -> Option<ScaleOrder> {
        let [outer, inner] = crate::product::matrix(tile)?;
        let (rows, blocks) = match side {
            Side::Left => (outer, inner),
            Side::Right => (inner, outer),
        };
        let own = 0..log2((rows * blocks) as u64);
        Some(ScaleOrder {
            bits: own.map(|bit| (self.order)(1 << bit, rows, blocks, side)).collect(),
            count: (self.copied)(rows, blocks),
        })
    }
}

/// The scales of a product of tiles in slots of buffers.
pub struct TensorScales<'p> {
    /// The element types of the operands, which may be two to a byte, and of the scales.
    pub types: [&'p str; 2],
    /// The slots of both sides: the address of the buffer, the number of the slot, and bytes from one slot to the next.
    pub slots: [(Value, Value, i64); 2],
    /// Blocks along K.
    pub blocks: i64,
    /// The address of the slots that they are copied to, of the same numbers.
    pub address: Value,
}

/// A product of tiles in slots of buffers, for the thread that starts it.
pub struct TensorProduct<'p> {
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
    pub left: TensorLeft,
    /// The right operand.
    pub right: SlotTile,
    /// The address of the accumulators in tensor memory.
    pub address: Value,
    /// Whether the product is added to what is there; none: it is.
    pub adds: Option<Value>,
    /// The scales of the operands; none: they have none.
    pub scales: Option<TensorScales<'p>>,
    /// Whether a pair of CTAs makes it: each has so many rows of the left operand, half of the columns of the right one, and accumulators for
    /// its rows.
    pub is_of_pair: bool,
}

/// The left operand of a product.
pub enum TensorLeft {
    /// In a slot of a buffer.
    Slot(SlotTile),
    /// In tensor memory, where warps have written it.
    Written(WrittenLeft),
}

/// A left operand in tensor memory.
pub struct WrittenLeft {
    /// Its address.
    pub address: Value,
    /// Columns of its slot.
    pub columns: i64,
    /// Warps that have written it.
    pub warps: i64,
}

/// A tile in tensor memory, for the warps that read it, or write it.
pub struct TensorTile<'p> {
    /// Rows and columns.
    pub shape: [i64; 2],
    /// The layout in which warps have it in registers: that of the unit's accumulators.
    pub layout: &'p Layout,
    /// Its address in tensor memory.
    pub address: Value,
    /// Columns of its slot.
    pub columns: i64,
    /// The index of the thread among those that read it.
    pub thread: Value,
    /// The type of an element.
    pub element: Ty,
    /// The bits of a lane that an instruction takes.
    pub bits: i64,
    /// The times that it does.
    pub times: i64,
}

/// A tile that warps read from tensor memory, or write to it.
#[derive(Clone, Copy)]
pub struct TensorAccess<'p> {
    /// Rows and columns.
    pub shape: [i64; 2],
    /// The warps that have it, as a power of two.
    pub warp_bits: usize,
    /// Elements of a word.
    pub of_word: i64,
    /// The layout in which it is written; none: it is read.
    pub written: Option<&'p Layout>,
    /// The reductions that combine rows of what is read.
    pub reductions: i64,
    /// The most registers that an instruction may have, where it is known what threads have at launch.
    pub most: Option<i64>,
}

/// Columns of tensor memory that a tile of words takes: as many as it has itself, for as many rows as there are lanes.
pub fn columns([rows, columns]: [i64; 2]) -> i64 {
    ceil_div(rows, memory().tensor_memory_lanes.value.max(1)) * columns
}

/// Columns that can be reserved, of which so many are used: a power of two, and not too few.
pub fn reserved(used: i64) -> i64 {
    let least = memory().tensor_memory_least_columns.value;
    (used.max(least).max(1) as u64).next_power_of_two() as i64
}

/// The columns that a CTA can have.
pub fn most_columns() -> i64 {
    memory().tensor_memory_columns.value
}

/// Columns that a buffer in tensor memory takes: a type of so many tiles.
pub fn buffer_columns(module: &Module, ty: Ty) -> Option<i64> {
    let buffer = module.buffer_type(ty)?;
    let shape = crate::product::matrix(buffer.tile)?;
    Some(buffer.depth * columns(shape))
}

impl TensorMemoryOps {
    /// Starts the product of tiles in slots of two buffers (buffer and slot of the left one, then of the right one), into a slot of a
    /// buffer in tensor memory, which it is added to where a condition holds.
    pub fn start(
        &self,
        to: &mut Builder<'_>,
        operands: &[Value; 4],
        into: [Value; 2],
        adds: Option<Value>,
        attrs: &[(&str, Attr)],
    ) {
        let mut lists: Vec<&[Value]> = operands.iter().chain(&into).map(std::slice::from_ref).collect();
        lists.push(adds.as_slice());
        // Such loops multiply nothing with scales.
        lists.extend([&[] as &[Value]; 5]);
        to.op_with(nv_tileas::TENSOR_DOT, &lists, &[], attrs);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiles_take_columns_and_reservations_are_powers_of_two() {
        assert_eq!(
            [columns([128, 96]), columns([64, 96]), columns([256, 96])],
            [96, 96, 192]
        );
        assert_eq!([1, 32, 33, 96, 512].map(reserved), [32, 32, 64, 128, 512]);
        // More than there is stays more than there is.
        assert!(reserved(513) > most_columns() && reserved(most_columns()) == most_columns());
    }
}
