//! Slices and joined tiles, by conversions of layouts: a slice is its elements in the layout that is left when the bits of indices go
//! that say which slice it is. And tiles in shared memory, row-major, for those who ask for any element.

use super::access::{is_writer, thread_coordinate};
use super::exchange::{converted, exchanged, lost, shared_base, shared_bytes, shared_load, shared_store};
use super::nibbles::either;
use super::parts::Parts;
use super::scalar::{Int, Scalars};
use super::{Cx, ThreadLowering};
use tilewright_ir::convert::Failure;
use tilewright_ir::operand::{self, OperandName};
use tilewright_ir::ops::arith;
use tilewright_ir::{Op, Ty, Value};
use tilewright_layout::{Layout, dim_bits};
use tilewright_sorted::SortedMap;

/// A tile in shared memory, row-major.
pub(super) struct Shared {
    pub base: Value,
    pub shape: Vec<i64>,
    element: Ty,
    pub bytes: i64,
}

impl Shared {
    /// Room for the tile of an old value.
    pub(super) fn room(cx: &mut Cx<'_>, tile: Value) -> Self {
        let ty = cx.old.ty(tile);
        let shape = cx.old.shape(ty).to_vec();
        let element = cx.scalar_type(ty);
        let bytes = shared_bytes(cx, element);
        let base = shared_base(cx, bytes * shape.iter().product::<i64>());
        Self {
            base,
            shape,
            element,
            bytes,
        }
    }

    /// Bytes from one element to the next along a dimension.
    fn stride(&self, dim: usize) -> i64 {
        self.shape[dim + 1..].iter().product::<i64>() * self.bytes
    }

    /// The address of the thread's part of a tile of `shape` whose first element is at `start`.
    fn address(&self, cx: &mut Cx<'_>, start: Value, layout: &Layout, shape: &[i64]) -> Value {
        let mut address = start;
        for dim in 0..shape.len() {
            if let Some(coordinate) = thread_coordinate(cx, layout, shape, dim) {
                let moved = cx.binary_const(arith::MULI, coordinate, Int::I32, self.stride(dim));
                address = cx.binary(arith::ADDI, address, moved);
            }
        }
        address
    }

    /// Bytes from the thread's address to its element in a register.
    fn offset(&self, layout: &Layout, register: usize, shape: &[i64]) -> i64 {
        let index = layout.register_index(register);
        let part = |dim: usize| {
            let (low, count) = dim_bits(shape, dim);
            i64::from(index >> low & ((1 << count) - 1))
        };
        (0..shape.len()).map(|dim| part(dim) * self.stride(dim)).sum()
    }

    /// Room for a part of the tile, a row of a power of two of its elements: as many as so many bytes hold.
    pub(super) fn room_for(cx: &mut Cx<'_>, tile: Value, most: i64) -> Self {
        let ty = cx.old.ty(tile);
        let element = cx.scalar_type(ty);
        let bytes = shared_bytes(cx, element);
        let count = cx.old.shape(ty).iter().product::<i64>().min(most / bytes);
        Self {
            base: shared_base(cx, bytes * count),
            shape: vec![count],
            element,
            bytes,
        }
    }

    /// Writes the elements of a tile from one on, as many as there is room for.
    pub(super) fn write_part(&self, cx: &mut Cx<'_>, tile: Value, first: i64) -> Result<(), Failure> {
        let elements = [cx.old.shape(cx.old.ty(tile)).iter().product::<i64>()];
        let (layout, values, part) = (cx.layout_of(tile), cx.values(tile)?, self.shape[0]);
        let writer = is_writer(cx, &layout);
        // Bits of the index above those of the part say which part it is.
        // Absent: no bit of the index depends on the thread.
        let thread = thread_coordinate(cx, &layout, &elements, 0).unwrap_or_else(|| cx.int(Int::I32, 0));
        let above = cx.binary_const(arith::ANDI, thread, Int::I32, -part);
        let within = cx.binary_const(arith::ANDI, thread, Int::I32, part - 1);
        let within = cx.binary_const(arith::MULI, within, Int::I32, self.bytes);
        let address = cx.binary(arith::ADDI, self.base, within);
        let in_threads = layout.lane.iter().chain(&layout.warp).fold(0, |all, basis| all | basis);
        for (register, &value) in values.iter().enumerate() {
            let index = i64::from(layout.register_index(register));
            let rest = (index ^ first) & -part;
            if rest & !i64::from(in_threads) != 0 {
                continue;
            }
            let rest = cx.int(Int::I32, rest);
            let here = cx.compare("equal", above, rest);
            let here = cx.both(writer, here);
            shared_store(cx, address, (index & (part - 1)) * self.bytes, &[value], here);
        }
        Ok(())
    }

    /// The element so many places after an address.
    pub(super) fn element_at(&self, cx: &mut Cx<'_>, address: Value, index: i64) -> Value {
        shared_load(cx, address, index * self.bytes, self.element)
    }

    pub(super) fn write(&self, cx: &mut Cx<'_>, start: Value, tile: Value) -> Result<(), Failure> {
        let shape = cx.old.shape(cx.old.ty(tile)).to_vec();
        let layout = cx.layout_of(tile);
        let values = cx.values(tile)?;
        let writer = is_writer(cx, &layout);
        let address = self.address(cx, start, &layout, &shape);
        for (register, &value) in values.iter().enumerate() {
            shared_store(cx, address, self.offset(&layout, register, &shape), &[value], writer);
        }
        Ok(())
    }
}

/// The slices of a shape that a tile is made of.
struct Slicing {
    whole: Vec<i64>,
    slice: Vec<i64>,
}

impl Slicing {
    fn new(cx: &Cx<'_>, whole: Value, slice: Value) -> Self {
        let shape = |value| cx.old.shape(cx.old.ty(value)).to_vec();
        Self {
            whole: shape(whole),
            slice: shape(slice),
        }
    }

    /// The index within its slice of an element of the whole.
    fn within(&self, index: u32) -> u32 {
        (0..self.whole.len()).fold(0, |all, dim| {
            let (from, (to, count)) = (dim_bits(&self.whole, dim).0, dim_bits(&self.slice, dim));
            all | (index >> from & ((1 << count) - 1)) << to
        })
    }

    /// The bits of an index of the whole that say which slice the element is in.
    fn choosing(&self) -> u32 {
        (0..self.whole.len()).fold(0, |all, dim| {
            let ((low, count), own) = (dim_bits(&self.whole, dim), dim_bits(&self.slice, dim).1);
            all | ((1 << count) - (1 << own)) << low
        })
    }

    /// In which registers of a layout of the whole the elements of the slice are that the indices of an op name.
    fn chosen(&self, cx: &mut Cx<'_>, op: Op, layout: &Layout) -> Result<Chosen, Failure> {
        let choosing = self.choosing();
        let flat = [1i64 << (u32::BITS - choosing.leading_zeros())];
        let thread = thread_coordinate(cx, &layout.map(|basis| basis & choosing), &flat, 0);
        // Absent: no bit of the index depends on the thread.
        let mut wanted = thread.unwrap_or_else(|| cx.int(Int::I32, 0));
        for (dim, &index) in cx.old.operands_named(op, operand::INDEX).iter().enumerate() {
            let index = cx.value(index)?;
            let times = self.slice[dim] << dim_bits(&self.whole, dim).0;
            let moved = cx.binary_const(arith::MULI, index, Int::I32, times);
            wanted = cx.binary(arith::XORI, wanted, moved);
        }
        Ok(Chosen {
            choosing,
            wanted,
            asked: SortedMap::new(),
        })
    }
}

/// Whether elements are in one slice.
struct Chosen {
    choosing: u32,
    /// The value that the choosing bits of a register's index must have in this thread.
    wanted: Value,
    asked: SortedMap<u32, Value>,
}

impl Chosen {
    fn holds(&mut self, cx: &mut Cx<'_>, index: u32) -> Value {
        let own = index & self.choosing;
        *self.asked.entry(own).or_insert_with(|| {
            let own = cx.int(Int::I32, i64::from(own));
            cx.compare("equal", self.wanted, own)
        })
    }
}

/// The slice, and the tile that it is put into.
const INSERTED: [OperandName; 2] = [operand::SOURCE, operand::DESTINATION];

/// Only what is in the slice is written.
pub(super) fn extract(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let (source, result) = (cx.old.required_operand(op, operand::SOURCE), cx.old.result(op, 0));
    let slicing = Slicing::new(cx, source, result);
    let (from, to, values) = (cx.layout_of(source), cx.layout_of(result), cx.values(source)?);
    let mut chosen = slicing.chosen(cx, op, &from)?;
    let writer = is_writer(cx, &from);
    let writes = |cx: &mut Cx<'_>, register| {
        let holds = chosen.holds(cx, from.register_index(register));
        cx.both(writer, holds)
    };
    let of_slice = from.map(|basis| slicing.within(basis));
    let read = exchanged(cx, op, result, [&of_slice, &to], &values, writes);
    let read = read.ok_or_else(|| lost(cx, op))?;
    cx.replace(result, read);
    Ok(())
}

/// The values of a slice for the registers of a layout of the whole, as if each were in its place.
fn in_each(cx: &mut Cx<'_>, op: Op, slice: Value, slicing: &Slicing, layout: &Layout) -> Result<Vec<Value>, Failure> {
    let own = layout.map(|basis| slicing.within(basis)).without_copies();
    let values = converted(cx, op, slice, &own)?;
    let of_register = |register: usize| own.register_of(slicing.within(layout.register_index(register)));
    let registers: Option<Vec<usize>> = (0..layout.registers()).map(of_register).collect();
    let registers = registers.ok_or_else(|| lost(cx, op))?;
    Ok(registers.into_iter().map(|register| values[register]).collect())
}

/// The slice goes to all threads that hold elements in its place.
pub(super) fn insert(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let [source, destination] = cx.old.required_operands(op, INSERTED);
    let result = cx.old.result(op, 0);
    let slicing = Slicing::new(cx, result, source);
    let layout = cx.layout_of(result);
    let around = converted(cx, op, destination, &layout)?;
    let slice = in_each(cx, op, source, &slicing, &layout)?;
    let mut chosen = slicing.chosen(cx, op, &layout)?;
    let values = around
        .into_iter()
        .zip(slice)
        .enumerate()
        .map(|(register, (around, slice))| {
            let holds = chosen.holds(cx, layout.register_index(register));
            either(cx, holds, slice, around)
        });
    let values: Vec<Value> = values.collect();
    cx.replace(result, values);
    Ok(())
}

/// Both tiles go to all threads that hold elements in the place of one of them.
pub(super) fn cat(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let ([lhs, rhs], result) = (cx.old.sides(op), cx.old.result(op, 0));
    let slicing = Slicing::new(cx, result, lhs);
    let layout = cx.layout_of(result);
    let lhs = in_each(cx, op, lhs, &slicing, &layout)?;
    let rhs = in_each(cx, op, rhs, &slicing, &layout)?;
    let second = slicing.choosing();
    let mut halves = Parts::new(cx, &layout, second);
    let values = lhs.into_iter().zip(rhs).enumerate().map(|(register, (lhs, rhs))| {
        match halves.holds(cx, layout.register_index(register), second) {
            None => lhs,
            Some(None) => rhs,
            Some(Some(holds)) => either(cx, holds, rhs, lhs),
        }
    });
    let values: Vec<Value> = values.collect();
    cx.replace(result, values);
    Ok(())
}
