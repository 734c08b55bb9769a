//! Matrix products without a pipeline: both factors go to shared memory, from where each warp takes the fragments that
//! its accumulators need.
//!
//! For `mma.sync` a factor of 16-bit elements lies there in the order in which threads hold neighbours, and `ldmatrix`
//! transposes where that is not along K; others lie with K innermost. Rows are padded by 16 bytes, so that the rows of a
//! fragment fall into different banks.

use super::access::{is_writer, thread_coordinate};
use super::exchange::{barrier, shared_base, shared_load, shared_store};
use super::fragments::{lane_bits, ldmatrix};
use super::scalar::{Int, Scalars};
use super::{Cx, Lowering};
use crate::dot::{Way, matrix, way};
use crate::layout::{LANE_BITS, Layout, dim_bits};
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

/// A factor in shared memory.
struct Factor {
    start: Value,
    /// Bytes from one row to the next.
    pitch: i64,
    bytes: i64,
    element: Ty,
    /// Whether rows run along K.
    k_major: bool,
}

/// The dimension of a tile along which threads hold neighbours; the last where they hold none.
fn inner_of(cx: &Cx<'_>, tile: Value) -> usize {
    let shape = shape_of(cx, tile);
    let first = cx.layout_of(tile).reg.first().copied().unwrap_or(1);
    usize::from(i64::from(first) < shape[1])
}

/// Bytes from one row of a factor to the next, and of all of it.
fn extent(cx: &Cx<'_>, tile: Value, row: usize) -> [i64; 2] {
    let shape = shape_of(cx, tile);
    let bytes = cx
        .old
        .element_scalar(cx.old.ty(tile))
        .map_or(4, |s| i64::from(s.bytes()));
    let pitch = shape[1 - row] * bytes + PADDING;
    [pitch, pitch * shape[row]]
}

impl Factor {
    /// Writes a factor in rows along a dimension's complement; `k` is the dimension of K.
    fn write(cx: &mut Cx<'_>, base: Value, offset: i64, tile: Value, [row, k]: [usize; 2]) -> Result<Self, Failure> {
        let shape = shape_of(cx, tile);
        let element = cx.scalar_type(cx.old.ty(tile));
        let bytes = cx.new.scalar(element).map_or(4, |s| i64::from(s.bytes()));
        let [pitch, _] = extent(cx, tile, row);
        let start = cx.binary_const("arith.addi", base, Int::I32, offset);
        let factor = Self {
            start,
            pitch,
            bytes,
            element,
            k_major: row != k,
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
        // Neighbours in a row go together, as many as one instruction moves.
        let low = dim_bits(&shape, 1 - row).0;
        let neighbours = layout.reg.iter().enumerate().take_while(|(i, b)| **b == 1 << (low + i));
        let count = (1 << neighbours.count()).min((PADDING / bytes).max(1) as usize);
        let values = cx.values(tile)?;
        for (number, values) in values.chunks(count).enumerate() {
            let index = layout.register_index(number * count);
            let part = |dim: usize| {
                let (low, count) = dim_bits(&shape, dim);
                i64::from(index >> low & ((1 << count) - 1))
            };
            shared_store(cx, address, part(row) * pitch + part(1 - row) * bytes, values, writer);
        }
        Ok(factor)
    }
}

/// Writes both factors of a product, each in rows along the complement of a dimension: `rows`.
fn write_factors(cx: &mut Cx<'_>, op: Op, rows: [usize; 2]) -> Result<(Factor, Factor), Failure> {
    let old = cx.old;
    let (lhs, rhs) = (old.operand(op, 0), old.operand(op, 1));
    let [[_, left], [_, right]] = [extent(cx, lhs, rows[0]), extent(cx, rhs, rows[1])];
    let base = shared_base(cx, left + right);
    barrier(cx);
    let first = Factor::write(cx, base, 0, lhs, [rows[0], 1])?;
    let second = Factor::write(cx, base, left, rhs, [rows[1], 0])?;
    barrier(cx);
    Ok((first, second))
}

/// The coordinate of the thread along a dimension of the accumulators, in rows of a factor.
fn row_start(cx: &mut Cx<'_>, factor: &Factor, layout: &Layout, shape: &[i64], dim: usize) -> Value {
    match thread_coordinate(cx, layout, shape, dim) {
        Some(row) => {
            let moved = cx.binary_const("arith.muli", row, Int::I32, factor.pitch);
            cx.binary("arith.addi", factor.start, moved)
        }
        None => factor.start,
    }
}

/// Bytes along K of one instruction of the matrix unit, and of a row of what `ldmatrix` reads.
const STEP: i64 = 32;
const ROW: i64 = 16;

/// Where the lanes' rows of the matrices that `ldmatrix` reads are: eight lanes say the rows of one matrix.
struct Fragments {
    start: Value,
    pitch: i64,
    k_major: bool,
    bytes: i64,
}

impl Fragments {
    /// Those of a factor for a warp whose first row of M (or column of N) is `warp`. `steps` are how far along M (or N),
    /// and in eights along K the second matrix is from the first, and the third.
    fn new(cx: &mut Cx<'_>, factor: &Factor, warp: Option<Value>, steps: [[i64; 2]; 2]) -> Self {
        let Factor {
            pitch, bytes, k_major, ..
        } = *factor;
        let [mn, k] = match k_major {
            true => [pitch, ROW],
            false => [bytes, ROW / bytes * pitch],
        };
        let mut start = factor.start;
        let mut add = |cx: &mut Cx<'_>, value: Value, times: i64| {
            let moved = cx.binary_const("arith.muli", value, Int::I32, times);
            start = cx.binary("arith.addi", start, moved);
        };
        if let Some(warp) = warp {
            add(cx, warp, mn);
        }
        let row = lane_bits(cx, 0, 3, 1);
        add(cx, row, pitch);
        for (bit, [along_mn, along_k]) in [(3, steps[0]), (4, steps[1])] {
            let times = along_mn * mn + along_k * k;
            if times > 0 {
                let bit = lane_bits(cx, bit, 1, 1);
                add(cx, bit, times);
            }
        }
        Self {
            start,
            pitch,
            k_major,
            bytes,
        }
    }

    /// The registers of the fragment (or fragments) that start at a row of M (or column of N) and at a step of K.
    fn read(&self, cx: &mut Cx<'_>, mn: i64, step: i64, count: usize) -> Vec<Value> {
        let offset = match self.k_major {
            true => mn * self.pitch + step * STEP,
            false => step * STEP / self.bytes * self.pitch + mn * self.bytes,
        };
        ldmatrix(cx, self.start, offset, count, !self.k_major)
    }
}

fn mma(cx: &mut Cx<'_>, op: Op, bytes: i64) -> Result<(), Failure> {
    let old = cx.old;
    let (acc, result) = (old.operand(op, 2), old.result(op, 0));
    let shape = shape_of(cx, acc);
    let layout = cx.layout_of(acc);
    let k = shape_of(cx, old.operand(op, 0))[1];
    let mut values = cx.values(acc)?.to_vec();
    let rows = match bytes {
        2 => [0, 1].map(|index| 1 - inner_of(cx, old.operand(op, index))),
        _ => [0, 1],
    };
    let (left, right) = write_factors(cx, op, rows)?;
    let of_warp = Layout {
        lane: vec![0; LANE_BITS],
        ..layout.clone()
    };
    let [m_start, n_start] = [0, 1].map(|dim| thread_coordinate(cx, &of_warp, &shape, dim));
    let pair = layout.column_pair(shape);
    let left = Fragments::new(cx, &left, m_start, [[8, 0], [0, 1]]);
    let right = Fragments::new(cx, &right, n_start, [[0, 1], [pair, 0]]);

    let types = fragment_types(cx, op);
    let acc_type = cx.scalar_type(old.ty(acc));
    // Registers 4 i to 4 i + 3 are one fragment: two columns by two rows.
    let place = |register: usize| {
        let index = i64::from(layout.register_index(register));
        (index / shape[1], index % shape[1])
    };
    for step in 0..k * bytes / STEP {
        let mut a_fragments: BTreeMap<i64, Vec<Value>> = BTreeMap::new();
        let mut b_fragments: BTreeMap<i64, Vec<Value>> = BTreeMap::new();
        for first in (0..values.len()).step_by(4) {
            let (row, column) = place(first);
            let a = a_fragments
                .entry(row)
                .or_insert_with(|| left.read(cx, row, step, 4))
                .clone();
            if !b_fragments.contains_key(&column) {
                let start = column & !pair;
                let read = right.read(cx, start, step, if pair > 0 { 4 } else { 2 });
                for (number, fragment) in read.chunks(2).enumerate() {
                    b_fragments.insert(start + number as i64 * pair, fragment.to_vec());
                }
            }
            let Some(b) = b_fragments.get(&column) else { continue };
            let product = cx
                .build()
                .op("nvvm.mma_sync", &[&a, b, &values[first..first + 4]], &[acc_type; 4]);
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
    let (left, right) = write_factors(cx, op, [0, 1])?;
    let a_start = row_start(cx, &left, &layout, &shape, 0);
    let b_start = row_start(cx, &right, &layout, &shape, 1);
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
