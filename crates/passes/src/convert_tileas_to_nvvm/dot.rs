//! Matrix products without a pipeline: both factors go to shared memory, from where each warp takes the fragments that
//! its accumulators need.
//!
//! The left factor lies there by rows, the right one by columns, so that the elements that one register packs (neighbours
//! along K) are neighbours in memory. Rows are padded by 16 bytes, so that the rows of a fragment fall into different banks.

use super::access::{is_writer, thread_coordinate};
use super::exchange::{barrier, shared_base, shared_load, shared_store};
use super::scalar::{Int, Scalars};
use super::{Cx, Lowering};
use crate::dot::{Way, matrix, way};
use crate::layout::{Layout, dim_bits};
use std::collections::BTreeMap;
use tilewright_ir::convert::Failure;
use tilewright_ir::{Op, Ty, Value};

/// Bytes between the end of a row and the next.
const PADDING: i64 = 16;

pub(super) fn dot(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    match way(cx.old, op) {
        Some(Way::Mma { bytes }) => mma(cx, op, bytes),
        Some(Way::Simt) => simt(cx, op),
        None => {
            let old = cx.old;
            let types: Vec<String> = (0..3)
                .map(|i| old.type_text(old.element(old.ty(old.operand(op, i)))))
                .collect();
            let message = format!(
                "products of {} and {} added to {} of this shape are not supported yet",
                types[0], types[1], types[2]
            );
            Err(cx.error(op, "convert.unsupported", message))
        }
    }
}

/// Rows and columns of a tile; [`way`] has accepted it.
fn shape_of(cx: &Cx<'_>, tile: Value) -> [i64; 2] {
    matrix(cx.old.shape(cx.old.ty(tile))).unwrap_or([1, 1])
}

/// A factor in shared memory: `row` is the dimension of M or N, `k` that of K.
struct Factor {
    start: Value,
    /// Bytes from one row to the next.
    pitch: i64,
    bytes: i64,
    element: Ty,
}

impl Factor {
    /// Writes a factor, K innermost.
    fn write(cx: &mut Cx<'_>, base: Value, offset: i64, tile: Value, row: usize) -> Result<Self, Failure> {
        let shape = shape_of(cx, tile);
        let element = cx.scalar_type(cx.old.ty(tile));
        let bytes = cx.new.scalar(element).map_or(4, |s| i64::from(s.bytes()));
        let pitch = shape[1 - row] * bytes + PADDING;
        let start = cx.binary_const("arith.addi", base, Int::I32, offset);
        let factor = Self {
            start,
            pitch,
            bytes,
            element,
        };
        let layout = cx.layout_of(tile);
        let writer = is_writer(cx, &layout);
        let mut address = start;
        for (dim, step) in [(row, pitch), (1 - row, bytes)] {
            if let Some(coordinate) = thread_coordinate(cx, &layout, &shape, dim) {
                let moved = cx.binary_const("arith.muli", coordinate, Int::I32, step);
                address = cx.binary("arith.addi", address, moved);
            }
        }
        let values = cx.values(tile)?;
        for (register, &value) in values.iter().enumerate() {
            let index = layout.register_index(register);
            let part = |dim: usize| {
                let (low, count) = dim_bits(&shape, dim);
                i64::from(index >> low & ((1 << count) - 1))
            };
            shared_store(cx, address, part(row) * pitch + part(1 - row) * bytes, &[value], writer);
        }
        Ok(factor)
    }
}

/// Writes both factors of a product.
fn write_factors(cx: &mut Cx<'_>, op: Op) -> Result<(Factor, Factor), Failure> {
    let old = cx.old;
    let (lhs, rhs) = (old.operand(op, 0), old.operand(op, 1));
    let (a, b) = (shape_of(cx, lhs), shape_of(cx, rhs));
    let bytes = old.element_scalar(old.ty(lhs)).map_or(4, |s| i64::from(s.bytes()));
    let pitch = a[1] * bytes + PADDING;
    let base = shared_base(cx, pitch * (a[0] + b[1]));
    barrier(cx);
    let left = Factor::write(cx, base, 0, lhs, 0)?;
    let right = Factor::write(cx, base, pitch * a[0], rhs, 1)?;
    barrier(cx);
    Ok((left, right))
}

/// The coordinate of the thread along a dimension of the accumulators, in rows of a factor.
fn row_start(cx: &mut Cx<'_>, factor: &Factor, layout: &Layout, shape: &[i64], dim: usize, mask: u32) -> Value {
    let kept = layout.map(|basis| basis & mask);
    match thread_coordinate(cx, &kept, shape, dim) {
        Some(row) => {
            let moved = cx.binary_const("arith.muli", row, Int::I32, factor.pitch);
            cx.binary("arith.addi", factor.start, moved)
        }
        None => factor.start,
    }
}

fn mma(cx: &mut Cx<'_>, op: Op, bytes: i64) -> Result<(), Failure> {
    let old = cx.old;
    let (acc, result) = (old.operand(op, 2), old.result(op, 0));
    let shape = shape_of(cx, acc);
    let layout = cx.layout_of(acc);
    let k = shape_of(cx, old.operand(op, 0))[1];
    let mut values = cx.values(acc)?.to_vec();
    let (left, right) = write_factors(cx, op)?;

    // A lane's row of the left fragment is the row of its accumulators; its row of the right one (a column of the product)
    // is lane / 4, and along K both start at four bytes times lane % 4 (PTX ISA, fragments of m16n8k16 and k32).
    let a_start = row_start(cx, &left, &layout, &shape, 0, u32::MAX);
    // Column bits below the fragment's eight belong to the accumulators alone.
    let b_start = row_start(cx, &right, &layout, &shape, 1, !7);
    let (in_k, in_n) = {
        let tid = cx.tid();
        let quarter = cx.binary_const("arith.andi", tid, Int::I32, 3);
        let in_k = cx.binary_const("arith.shli", quarter, Int::I32, 2);
        let group = cx.binary_const("arith.shri", tid, Int::I32, 2);
        let group = cx.binary_const("arith.andi", group, Int::I32, 7);
        (in_k, cx.binary_const("arith.muli", group, Int::I32, right.pitch))
    };
    let a_start = cx.binary("arith.addi", a_start, in_k);
    let b_start = cx.binary("arith.addi", b_start, in_k);
    let b_start = cx.binary("arith.addi", b_start, in_n);

    let word = cx.int_type(Int::I32);
    let types = fragment_types(cx, op);
    let acc_type = cx.scalar_type(old.ty(acc));
    // Registers 4 i to 4 i + 3 are one fragment: two columns by two rows.
    let place = |register: usize| {
        let index = i64::from(layout.register_index(register));
        (index / shape[1], index % shape[1])
    };
    for step in 0..k * bytes / 32 {
        let offset = step * 32;
        let mut a_fragments: BTreeMap<i64, Vec<Value>> = BTreeMap::new();
        let mut b_fragments: BTreeMap<i64, Vec<Value>> = BTreeMap::new();
        for first in (0..values.len()).step_by(4) {
            let (row, column) = place(first);
            let a = a_fragments.entry(row).or_insert_with(|| {
                let at = |below: i64, further: i64| (row + below) * left.pitch + offset + further;
                [at(0, 0), at(8, 0), at(0, 16), at(8, 16)]
                    .map(|offset| shared_load(cx, a_start, offset, word))
                    .to_vec()
            });
            let b = b_fragments.entry(column).or_insert_with(|| {
                [0, 16]
                    .map(|further| shared_load(cx, b_start, column * right.pitch + offset + further, word))
                    .to_vec()
            });
            let product = cx
                .build()
                .op("nvvm.mma_sync", &[a, b, &values[first..first + 4]], &[acc_type; 4]);
            for (name, ty) in ["lhs_type", "rhs_type"].into_iter().zip(types) {
                let ty = cx.keyword(ty);
                cx.new.set_attr(product, name, ty);
            }
            values[first..first + 4].copy_from_slice(cx.new.results(product));
        }
    }
    cx.replace(result, values);
    Ok(())
}

/// The element types of the factors, as the matrix unit names them.
fn fragment_types(cx: &Cx<'_>, op: Op) -> [&'static str; 2] {
    let old = cx.old;
    [(0, "signedness_lhs"), (1, "signedness_rhs")].map(|(index, sign)| {
        match old
            .element_scalar(old.ty(old.operand(op, index)))
            .map_or("", |s| s.name)
        {
            "f16" => "f16",
            "bf16" => "bf16",
            _ if old.keyword(op, sign) == "unsigned" => "u8",
            _ => "s8",
        }
    })
}

/// Every thread computes its own elements, K in order.
fn simt(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let old = cx.old;
    let (acc, result) = (old.operand(op, 2), old.result(op, 0));
    let shape = shape_of(cx, acc);
    let layout = cx.layout_of(acc);
    let k = shape_of(cx, old.operand(op, 0))[1];
    let mut values = cx.values(acc)?.to_vec();
    let (left, right) = write_factors(cx, op)?;
    let a_start = row_start(cx, &left, &layout, &shape, 0, u32::MAX);
    let b_start = row_start(cx, &right, &layout, &shape, 1, u32::MAX);
    for step in 0..k {
        let mut loaded: BTreeMap<(bool, i64), Value> = BTreeMap::new();
        for (register, value) in values.iter_mut().enumerate() {
            let index = i64::from(layout.register_index(register));
            let mut element = |cx: &mut Cx<'_>, is_left: bool, row: i64| {
                let (factor, start) = if is_left { (&left, a_start) } else { (&right, b_start) };
                *loaded
                    .entry((is_left, row))
                    .or_insert_with(|| shared_load(cx, start, row * factor.pitch + step * factor.bytes, factor.element))
            };
            let a = element(cx, true, index / shape[1]);
            let b = element(cx, false, index % shape[1]);
            let ty = cx.new.ty(*value);
            *value = cx.build().value("arith.fma", &[a, b, *value], ty);
        }
    }
    cx.replace(result, values);
    Ok(())
}
