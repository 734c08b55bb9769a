//! Copies of tiles to shared memory that threads start and wait for later.

use super::pieces::inside_of;
use super::scalar::{Int, Scalars};
use super::swizzled::{CHUNK, TileAddress, TileLayout, set_int, tile_of};
use super::{Cx, ThreadLowering};
use tilewright_analysis::affine::{Number, ViewFacts};
use tilewright_analysis::threads::thread_boxes;
use tilewright_ir::WARP_THREADS;
use tilewright_ir::convert::Failure;
use tilewright_ir::operand;
use tilewright_ir::ops::{arith, nvvm};
use tilewright_ir::{Op, Value};
use tilewright_layout::log2;

/// The chunks of a tile that a thread copies.
struct Copies {
    /// The dimensions of rows and of chunks, by tile dimension.
    dims: [usize; 2],
    /// Rows and chunks of the tile.
    extents: [i64; 2],
    threads: i64,
}

impl Copies {
    /// Copies of a thread.
    fn rounds(&self) -> i64 {
        (self.extents[0] * self.extents[1] / self.threads).max(1)
    }

    /// The row and chunk of a thread, as far as its number says.
    fn thread(&self, cx: &mut Cx<'_>) -> [Value; 2] {
        let tid = cx.tid();
        let chunks = self.extents[1].min(self.threads);
        let row = cx.binary_const(arith::SHRI, tid, Int::I32, log2(chunks as u64) as i64);
        let chunk = cx.binary_const(arith::ANDI, tid, Int::I32, chunks - 1);
        [row, chunk]
    }

    /// The step from one round of chunks to the next.
    fn round(&self, round: i64) -> [i64; 2] {
        let chunks = self.extents[1];
        let flat = round * self.threads;
        [flat / chunks, flat % chunks]
    }

    /// Whether a thread has anything to copy; none: all have.
    fn works(&self, cx: &mut Cx<'_>) -> Option<Value> {
        let all = self.extents[0] * self.extents[1];
        if all >= self.threads {
            return None;
        }
        let (tid, all) = (cx.tid(), cx.int(Int::I32, all));
        Some(cx.compare("less_than", tid, all))
    }
}

/// Each thread copies its chunks; what is outside of the tensor becomes zero.
pub(super) fn tiled_load(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let old = cx.old;
    let facts = old
        .operand_named(op, operand::VIEW)
        .and_then(|view| ViewFacts::of(old, view));
    // Absent: a view without boxes is refused below, as a contradiction.
    let boxes = facts.as_ref().and_then(|facts| thread_boxes(old, op, facts).ok());
    let (Some(facts), Some(boxes)) = (facts, boxes) else {
        return Err(cx.error(op, "internal", "a copy of a view that threads cannot copy"));
    };
    let (Some(buffer), Some(slot)) = (
        old.operand_named(op, operand::BUFFER),
        old.operand_named(op, operand::SLOT),
    ) else {
        return Err(cx.error(op, "internal", "a copy to nowhere"));
    };
    let rank = facts.tile.len();
    let row_dim = if boxes.contiguous + 1 == rank {
        rank - 2
    } else {
        rank - 1
    };
    let chunk_elements = CHUNK / boxes.element_bytes;
    let copies = Copies {
        dims: [row_dim, boxes.contiguous],
        extents: [facts.tile[row_dim], facts.tile[boxes.contiguous] / chunk_elements],
        threads: WARP_THREADS << cx.state.warp_bits,
    };
    let form = TileLayout {
        span: boxes.span,
        rows: copies.extents[0],
    };
    let tile = tile_of(cx, buffer, slot)?;
    let [row, chunk] = copies.thread(cx);
    let mut place = TileAddress::new(cx, form, tile, Some(row), Some(chunk));
    let works = copies.works(cx);

    // Where the thread's first chunk is in the tensor, and whether dimensions beside the matrix are inside.
    let mut source = cx.value(facts.base)?;
    let mut starts = [None; 2];
    let mut beside = None;
    for (dim, &index) in old.operands_named(op, operand::INDEX).iter().enumerate() {
        let index = cx.value(index)?;
        let index = cx.widen(index);
        let mut start = cx.binary_const(arith::MULI, index, Int::I64, facts.steps[dim]);
        if let Some(which) = copies.dims.iter().position(|&d| d == dim) {
            let own = cx.widen([row, chunk][which]);
            let own = cx.binary_const(arith::MULI, own, Int::I64, [1, chunk_elements][which]);
            start = cx.binary(arith::ADDI, start, own);
            starts[which] = Some(start);
        } else if let Some(below) = inside_of(cx, &facts, dim, start)? {
            beside = cx.both(beside, below);
        }
        let moved = scaled(cx, &facts, dim, start)?;
        source = cx.binary(arith::ADDI, source, moved);
    }
    let [Some(row), Some(chunk)] = starts else {
        return Err(cx.error(op, "internal", "a copy without a place"));
    };
    for round in 0..copies.rounds() {
        let [rows, chunks] = copies.round(round);
        let (address, offset) = place.at(cx, rows, chunks);
        let (mut from, mut source_offset) = (source, chunks * CHUNK);
        match facts.strides[facts.dim_map[row_dim]] {
            Number::Known(stride) => source_offset += rows * stride * boxes.element_bytes,
            Number::Runtime(_) if rows > 0 => {
                let rows = cx.int(Int::I64, rows);
                let moved = scaled(cx, &facts, row_dim, rows)?;
                from = cx.binary(arith::ADDI, from, moved);
            }
            Number::Runtime(_) => {}
        }
        let row = cx.binary_const(arith::ADDI, row, Int::I64, rows);
        let mut inside = beside;
        if let Some(below) = inside_of(cx, &facts, row_dim, row)? {
            inside = cx.both(inside, below);
        }
        let chunk = cx.binary_const(arith::ADDI, chunk, Int::I64, chunks * chunk_elements);
        let bytes = bytes_inside(cx, &facts, boxes.contiguous, chunk, inside)?;
        let copy = cx.build().op(
            nvvm::CP_ASYNC_SHARED_GLOBAL,
            &[&[address], &[from], bytes.as_slice(), works.as_slice()],
            &[],
        );
        set_int(cx, copy, "offset", offset);
        set_int(cx, copy, "source_offset", source_offset);
    }
    Ok(())
}

/// A number of elements along a dimension in bytes.
fn scaled(cx: &mut Cx<'_>, facts: &ViewFacts, dim: usize, elements: Value) -> Result<Value, Failure> {
    super::pieces::scaled(
        cx,
        elements,
        facts.strides[facts.dim_map[dim]],
        facts.element_bytes() as i64,
    )
}

/// The number of bytes inside of the view, of the chunk that starts at an element; none: always all.
fn bytes_inside(
    cx: &mut Cx<'_>,
    facts: &ViewFacts,
    dim: usize,
    start: Value,
    others: Option<Value>,
) -> Result<Option<Value>, Failure> {
    let chunk_elements = CHUNK / facts.element_bytes() as i64;
    let size = facts.sizes[facts.dim_map[dim]];
    let whole = matches!(size, Number::Known(size) if size % chunk_elements == 0);
    let mut inside = others;
    let mut bytes = cx.int(Int::I32, CHUNK);
    if let Some(below) = inside_of(cx, facts, dim, start)? {
        inside = cx.both(inside, below);
        if !whole {
            let size = super::access::number(cx, size)?;
            let left = cx.binary(arith::SUBI, size, start);
            let most = cx.int(Int::I64, chunk_elements);
            let is_part = cx.compare("less_than", left, most);
            let part = cx.narrow(left);
            let part = cx.binary_const(arith::MULI, part, Int::I32, facts.element_bytes() as i64);
            bytes = cx.build().select(is_part, part, bytes);
        }
    }
    let Some(inside) = inside else { return Ok(None) };
    let zero = cx.int(Int::I32, 0);
    Ok(Some(cx.build().select(inside, bytes, zero)))
}
