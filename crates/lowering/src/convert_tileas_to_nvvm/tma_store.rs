//! Stores by TMA: each warp writes its part of a tile to shared memory, box after box, and one lane starts the copies.
//!
//! All boxes are written before the first copy is started: ptxas makes products of a unit that runs on by itself wait for each
//! other where accumulators are read behind a branch, and one lane alone is one.
//!
//! ```text
//! for each box:   stmatrix: 16 rows of 16 columns each
//! fence.proxy.async; bar.warp.sync
//! for each box:   one lane: cp.async.bulk.tensor
//! commit; wait until TMA has read all; bar.warp.sync
//! ```

use super::access::thread_coordinate;
use super::exchange::{barrier, shared_base};
use super::ordered;
use super::scalar::{Int, Scalars};
use super::swizzled::{TileAddress, TileLayout, set_int};
use super::{Cx, ThreadLowering};
use tilewright_analysis::affine::ViewFacts;
use tilewright_analysis::shared_memory::TILE_ALIGNMENT;
use tilewright_analysis::tma::map_order;
use tilewright_analysis::tma_store::WarpBoxes;
use tilewright_ir::WARP_THREADS;
use tilewright_ir::convert::Failure;
use tilewright_ir::ops::{arith, nvvm};
use tilewright_ir::views::TiledStore;
use tilewright_ir::{AttrData, Op, Value};
use tilewright_layout::{LANE_BITS, Layout, log2};

/// Columns of a matrix, and rows.
const MATRIX: i64 = 8;

pub(super) fn tiled_store(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    ordered::access(cx, op);
    let old = cx.old;
    let layout = super::access::layout_of_access(cx, op)?;
    let store = TiledStore::of(old, op);
    let facts = store.as_ref().and_then(|store| ViewFacts::of(old, store.view));
    let (Some(store), Some(facts), Some(boxes)) = (store, facts, WarpBoxes::of(old, op, &layout)) else {
        return Err(cx.error(
            op,
            "internal",
            "a store by TMA of a tile that no warp hands over in boxes",
        ));
    };
    let values = cx.values(store.tile)?;
    let form = TileLayout {
        span: boxes.boxes.span,
        rows: boxes.boxes.extents[boxes.row_dim],
    };
    let rows = further_rows(&boxes);
    let base = memory(cx, &layout, rows.len() as i64 * boxes.boxes.tile_bytes());
    let lane = lane(cx);
    let row = cx.binary_const(arith::ANDI, lane, Int::I32, form.rows - 1);
    let chunk = cx.binary_const(arith::SHRI, lane, Int::I32, log2(form.rows as u64) as i64);
    let mut place = TileAddress::new(cx, form, base, Some(row), Some(chunk));
    // Nobody else writes to the memory, so that the copy may go on reading until this code is here again.
    let waits_late = cx.state.steering.late_store_wait && cx.state.exchanges == 1;
    if waits_late {
        wait_until_read(cx);
        cx.build().op(nvvm::BAR_WARP_SYNC, &[], &[]);
        cx.state.store_in_flight = true;
    }
    if cx.state.exchanges > 1 {
        // Before, the memory may have been other warps'.
        barrier(cx);
    }
    for (number, row) in (0..).zip(&rows) {
        for pair in 0..boxes.boxes.count * form.chunks() / 2 {
            let index = row | (2 * MATRIX * pair) as u32;
            let matrices = matrices(&layout, &boxes, index, &values);
            let matrices =
                matrices.ok_or_else(|| cx.error(op, "internal", "an element is in no matrix of its warp"))?;
            let (address, offset) = place.at(cx, 0, 2 * pair);
            let new = cx.build().op(nvvm::STMATRIX, &[&[address], &matrices], &[]);
            set_int(cx, new, "offset", number * boxes.boxes.tile_bytes() + offset);
        }
    }
    cx.build().op(nvvm::FENCE_PROXY_ASYNC, &[], &[]);
    cx.build().op(nvvm::BAR_WARP_SYNC, &[], &[]);
    let origins = origins(cx, op, &store, (&layout, &facts), &boxes)?;
    let zero = cx.int(Int::I32, 0);
    let first = cx.compare("equal", lane, zero);
    for (number, row) in (0..).zip(&rows) {
        for column in 0..boxes.boxes.count {
            let further = [
                i64::from(row >> boxes.row_bit),
                column * boxes.boxes.extents[boxes.boxes.contiguous],
            ];
            let coordinates = coordinates(cx, &facts, &boxes, &origins, further);
            let copy = cx.build().op(nvvm::TMA_STORE, &[&coordinates, &[base], &[first]], &[]);
            set_int(cx, copy, "descriptor", old.required_int(op, "descriptor"));
            set_int(
                cx,
                copy,
                "offset",
                number * boxes.boxes.tile_bytes() + column * form.box_bytes(),
            );
        }
    }
    cx.build().op(nvvm::CP_ASYNC_BULK_COMMIT_GROUP, &[], &[]);
    if !waits_late {
        wait_until_read(cx);
        cx.build().op(nvvm::BAR_WARP_SYNC, &[], &[]);
    }
    cx.replace(old.result(op, 0), []);
    Ok(())
}

/// Waits until TMA has read what this thread has started copies of.
pub(super) fn wait_until_read(cx: &mut Cx<'_>) {
    let wait = cx.build().op(nvvm::CP_ASYNC_BULK_WAIT_GROUP, &[], &[]);
    set_int(cx, wait, "count", 0);
    let read = cx.new.intern_attr(AttrData::Unit);
    cx.new.set_attr(wait, "read", read);
}

/// The address of this warp's boxes, which have so many bytes.
fn memory(cx: &mut Cx<'_>, layout: &Layout, of_warp: i64) -> Value {
    // The period of a swizzle starts at a multiple of it, and so does the memory of each consumer.
    let aligned = -cx.state.free & (TILE_ALIGNMENT - 1);
    if let Some(consumers) = &mut cx.state.consumers {
        consumers.alignment = TILE_ALIGNMENT;
    }
    let base = shared_base(cx, aligned + (of_warp << layout.warp.len()));
    let base = cx.binary_const(arith::ADDI, base, Int::I32, aligned);
    let tid = cx.tid();
    let warp = cx.binary_const(arith::SHRI, tid, Int::I32, LANE_BITS as i64);
    let moved = cx.binary_const(arith::MULI, warp, Int::I32, of_warp);
    cx.binary(arith::ADDI, base, moved)
}

fn lane(cx: &mut Cx<'_>) -> Value {
    let tid = cx.tid();
    cx.binary_const(arith::ANDI, tid, Int::I32, WARP_THREADS - 1)
}

/// The first element of this warp's part of the tile, along each dimension.
fn origins(
    cx: &mut Cx<'_>,
    op: Op,
    store: &TiledStore<'_>,
    (layout, facts): (&Layout, &ViewFacts),
    boxes: &WarpBoxes,
) -> Result<Vec<Value>, Failure> {
    let shape = cx.old.shape(cx.old.ty(store.tile)).to_vec();
    let of_warp = Layout {
        lane: vec![0; layout.lane.len()],
        ..layout.clone()
    };
    let mut origins = Vec::new();
    for (dim, (&index, &step)) in store.index.iter().zip(&facts.steps).enumerate() {
        let index = cx.value(index)?;
        let index = cx.narrow(index);
        let mut origin = cx.binary_const(arith::MULI, index, Int::I32, step);
        // Absent: along other dimensions all warps start together.
        if let Some(own) = thread_coordinate(cx, &of_warp, &shape, dim).filter(|_| dim == boxes.row_dim) {
            origin = cx.binary(arith::ADDI, origin, own);
        }
        origins.push(origin);
    }
    match origins.len() == facts.tile.len() {
        true => Ok(origins),
        false => Err(cx.error(op, "internal", "a store without a place")),
    }
}

/// The coordinates of a box of the warp's part, innermost first.
fn coordinates(
    cx: &mut Cx<'_>,
    facts: &ViewFacts,
    boxes: &WarpBoxes,
    origins: &[Value],
    [row, column]: [i64; 2],
) -> Vec<Value> {
    let order = map_order(facts.tile.len(), boxes.boxes.contiguous);
    let mut coordinates = Vec::new();
    for dim in order {
        let further = match dim {
            dim if dim == boxes.boxes.contiguous => column,
            dim if dim == boxes.row_dim => row,
            // Absent: a tile has one element along other dimensions.
            _ => 0,
        };
        coordinates.push(cx.binary_const(arith::ADDI, origins[dim], Int::I32, further));
    }
    coordinates
}

/// The indices of the warp's first elements of each row of boxes.
fn further_rows(boxes: &WarpBoxes) -> Vec<u32> {
    let all = 0..1usize << boxes.further.len();
    let of = |number: usize| {
        let bits = boxes.further.iter().enumerate();
        bits.fold(0, |index, (bit, basis)| index | (((number >> bit) as u32 & 1) * basis))
    };
    all.map(of).collect()
}

/// The registers of four matrices: two below each other, and the two beside them.
fn matrices(layout: &Layout, boxes: &WarpBoxes, index: u32, values: &[Value]) -> Option<Vec<Value>> {
    let (below, beside) = ((MATRIX as u32) << boxes.row_bit, MATRIX as u32);
    let starts = [0, below, beside, beside | below].map(|apart| index | apart);
    let of_start = |start: u32| [start, start | 1].map(|index| layout.register_of(index));
    starts
        .into_iter()
        .flat_map(of_start)
        .map(|register| values.get(register?).copied())
        .collect()
}
