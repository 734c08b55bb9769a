//! Slices and joined tiles, through shared memory: each tile is written to its place, then everything is read back.

use super::access::{is_writer, thread_coordinate};
use super::exchange::{barrier, shared_base, shared_bytes, shared_load, shared_store};
use super::scalar::{Int, Scalars};
use super::{Cx, Lowering};
use crate::layout::{Layout, dim_bits};
use tilewright_ir::convert::Failure;
use tilewright_ir::{Op, Ty, Value};

/// A tile in shared memory, row-major.
struct Shared {
    base: Value,
    shape: Vec<i64>,
    element: Ty,
    bytes: i64,
}

impl Shared {
    /// Room for the tile of an old value.
    fn room(cx: &mut Cx<'_>, tile: Value) -> Self {
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
                let moved = cx.binary_const("arith.muli", coordinate, Int::I32, self.stride(dim));
                address = cx.binary("arith.addi", address, moved);
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

    fn write(&self, cx: &mut Cx<'_>, start: Value, tile: Value) -> Result<(), Failure> {
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

    fn read(&self, cx: &mut Cx<'_>, start: Value, tile: Value) {
        let shape = cx.old.shape(cx.old.ty(tile)).to_vec();
        let layout = cx.layout_of(tile);
        let address = self.address(cx, start, &layout, &shape);
        let values: Vec<Value> = (0..layout.registers())
            .map(|register| shared_load(cx, address, self.offset(&layout, register, &shape), self.element))
            .collect();
        cx.replace(tile, values);
    }

    /// Where the slice starts that the indices of an op name.
    fn slice_start(&self, cx: &mut Cx<'_>, op: Op, slice: &[i64]) -> Result<Value, Failure> {
        let mut start = self.base;
        for (dim, &index) in cx.old.operands_named(op, "index").iter().enumerate() {
            let index = cx.value(index)?;
            let moved = cx.binary_const("arith.muli", index, Int::I32, slice[dim] * self.stride(dim));
            start = cx.binary("arith.addi", start, moved);
        }
        Ok(start)
    }
}

pub(super) fn extract(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let (source, result) = (cx.old.operand(op, 0), cx.old.result(op, 0));
    let shared = Shared::room(cx, source);
    let slice = cx.old.shape(cx.old.ty(result)).to_vec();
    barrier(cx);
    shared.write(cx, shared.base, source)?;
    barrier(cx);
    let start = shared.slice_start(cx, op, &slice)?;
    shared.read(cx, start, result);
    Ok(())
}

pub(super) fn insert(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let (source, destination) = (cx.old.operand(op, 0), cx.old.operand(op, 1));
    let shared = Shared::room(cx, destination);
    let slice = cx.old.shape(cx.old.ty(source)).to_vec();
    barrier(cx);
    shared.write(cx, shared.base, destination)?;
    barrier(cx);
    let start = shared.slice_start(cx, op, &slice)?;
    shared.write(cx, start, source)?;
    barrier(cx);
    shared.read(cx, shared.base, cx.old.result(op, 0));
    Ok(())
}

pub(super) fn cat(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let (lhs, rhs, result) = (cx.old.operand(op, 0), cx.old.operand(op, 1), cx.old.result(op, 0));
    let shared = Shared::room(cx, result);
    let dim = cx.old.int_attr(op, "dim").unwrap_or(0) as usize;
    let extent = cx.old.shape(cx.old.ty(lhs))[dim];
    barrier(cx);
    shared.write(cx, shared.base, lhs)?;
    let behind = cx.binary_const("arith.addi", shared.base, Int::I32, extent * shared.stride(dim));
    shared.write(cx, behind, rhs)?;
    barrier(cx);
    shared.read(cx, shared.base, result);
    Ok(())
}
