//! Copies of tiles to shared memory that threads start and wait for later.

use super::pieces::{inside_of, left as elements_left};
use super::scalar::{Int, Scalars};
use super::swizzled::{CHUNK, TileAddress, TileLayout, set_int, tile_beyond};
use super::{Cx, ThreadLowering};
use tilewright_analysis::affine::{Number, ViewFacts};
use tilewright_analysis::threads::thread_boxes;
use tilewright_analysis::tma::Boxes;
use tilewright_ir::WARP_THREADS;
use tilewright_ir::convert::Failure;
use tilewright_ir::dialects::facts::ROUND;
use tilewright_ir::operand;
use tilewright_ir::ops::{arith, nvvm};
use tilewright_ir::{Op, Value};
use tilewright_layout::log2;

/// A chunk in the tensor: its place, the elements that are left from there, and whether dimensions beside the matrix are inside.
type Source = (Value, [Option<Value>; 2], Option<Value>);

/// The chunks of a tile that a thread copies.
struct Copies {
    /// The dimensions of rows and of chunks, by tile dimension.
    dims: [usize; 2],
    /// Rows and chunks of the tile.
    extents: [i64; 2],
    threads: i64,
    /// Bytes of a row of a box.
    span: i64,
    /// The fewest chunks of a row that neighbouring threads copy.
    fewest: i64,
}

/// Chunks of two sectors, which memory gives for one.
const SECTORS: i64 = 4;
/// Chunks of a line of all banks.
const LINE: i64 = 8;

impl Copies {
    /// Copies of a thread.
    fn rounds(&self) -> i64 {
        (self.extents[0] * self.extents[1] / self.threads).max(1)
    }

    /// Neighbouring chunks that neighbouring threads copy, more where rows are too few for all threads. A thread that has more chunks of a row
    /// finds them at a known distance in memory: one address for each of its rows is added up, and the swizzle asks for one for each of these.
    fn side_by_side(&self) -> i64 {
        let [rows, chunks] = self.extents;
        self.fewest.max(self.threads / rows).min(chunks).min(self.threads)
    }

    /// The row and chunk of a thread, as far as its number says. Threads that write to shared memory together have rows in which the swizzle
    /// puts these chunks to different banks: as many apart as there are chunks side by side.
    fn thread(&self, cx: &mut Cx<'_>) -> [Value; 2] {
        let tid = cx.tid();
        let chunks = self.side_by_side();
        let row = cx.binary_const(arith::SHRI, tid, Int::I32, log2(chunks as u64) as i64);
        let chunk = cx.binary_const(arith::ANDI, tid, Int::I32, chunks - 1);
        let apart = LINE / chunks;
        let is_line = self.span == LINE * CHUNK && apart > 1;
        if !is_line || self.extents[0].min(self.threads / chunks) < LINE {
            return [row, chunk];
        }
        let inner = cx.binary_const(arith::ANDI, row, Int::I32, LINE - 1);
        let outer = cx.binary(arith::SUBI, row, inner);
        let far = cx.binary_const(arith::ANDI, inner, Int::I32, apart - 1);
        let far = cx.binary_const(arith::MULI, far, Int::I32, chunks);
        let near = cx.binary_const(arith::SHRI, inner, Int::I32, log2(apart as u64) as i64);
        let row = cx.binary(arith::ADDI, outer, near);
        [cx.binary(arith::ADDI, row, far), chunk]
    }

    /// The step from a thread's first chunk to that of a round: those of a row come one after the other.
    fn round(&self, round: i64) -> [i64; 2] {
        let chunks = self.side_by_side();
        let of_row = self.extents[1] / chunks;
        [round / of_row * (self.threads / chunks), round % of_row * chunks]
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

/// The part of a tile that a thread copies, and the count of it.
struct Part {
    facts: ViewFacts,
    boxes: Boxes,
    copies: Copies,
    row_dim: usize,
    /// Elements of a chunk.
    chunk_elements: i64,
    /// The row and chunk of a thread, as far as its number says.
    row: Value,
    chunk: Value,
}

impl Part {
    fn of(cx: &mut Cx<'_>, op: Op) -> Result<Self, Failure> {
        let old = cx.old;
        let facts = old
            .operand_named(op, operand::VIEW)
            .and_then(|view| ViewFacts::of(old, view));
        // Absent: a view without boxes is refused below, as a contradiction.
        let boxes = facts.as_ref().and_then(|facts| thread_boxes(old, op, facts).ok());
        let (Some(facts), Some(boxes)) = (facts, boxes) else {
            return Err(cx.error(op, "internal", "a copy of a view that threads cannot copy"));
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
            span: boxes.span,
            // Addresses in memory are what a loop adds up that carries its places; others have fewer of those in shared memory.
            fewest: match cx.state.carries_places {
                true => SECTORS,
                false => LINE,
            },
        };
        let [row, chunk] = copies.thread(cx);
        Ok(Self {
            facts,
            boxes,
            copies,
            row_dim,
            chunk_elements,
            row,
            chunk,
        })
    }

    /// Where the thread's first chunk is in the tensor; and, if they are asked for, elements that are left from there, and whether dimensions
    /// beside the matrix are inside.
    fn source(&self, cx: &mut Cx<'_>, op: Op, asks: bool) -> Result<Source, Failure> {
        let facts = &self.facts;
        let mut source = cx.value(facts.base)?;
        let mut left = [None; 2];
        let mut beside = None;
        for (dim, &index) in cx.old.operands_named(op, operand::INDEX).iter().enumerate() {
            let index = cx.value(index)?;
            let index = cx.widen(index);
            let mut start = cx.binary_const(arith::MULI, index, Int::I64, facts.steps[dim]);
            if let Some(which) = self.copies.dims.iter().position(|&d| d == dim) {
                let own = cx.widen([self.row, self.chunk][which]);
                let own = cx.binary_const(arith::MULI, own, Int::I64, [1, self.chunk_elements][which]);
                start = cx.binary(arith::ADDI, start, own);
                if asks && !facts.is_inside(dim) {
                    left[which] = Some(elements_left(cx, facts, dim, start)?);
                }
            } else if asks && let Some(below) = inside_of(cx, facts, dim, start)? {
                beside = cx.both(beside, below);
            }
            let moved = scaled(cx, facts, dim, start)?;
            source = cx.binary(arith::ADDI, source, moved);
        }
        Ok((source, left, beside))
    }
}

/// The address of a thread's first chunk.
pub(super) fn source(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let part = Part::of(cx, op)?;
    let (source, ..) = part.source(cx, op, false)?;
    cx.replace_unnamed(cx.old.result(op, 0), source);
    Ok(())
}

/// Each thread copies its chunks; what is outside of the tensor becomes zero.
pub(super) fn tiled_load(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let old = cx.old;
    let (Some(buffer), Some(slot)) = (
        old.operand_named(op, operand::BUFFER),
        old.operand_named(op, operand::SLOT),
    ) else {
        return Err(cx.error(op, "internal", "a copy to nowhere"));
    };
    let part = Part::of(cx, op)?;
    let form = TileLayout {
        span: part.boxes.span,
        rows: part.copies.extents[0],
    };
    let (tile, beyond) = tile_beyond(cx, buffer, slot)?;
    let mut place = TileAddress::new(cx, form, tile, Some(part.row), Some(part.chunk)).beyond(beyond);
    let works = part.copies.works(cx);
    let (source, left, beside) = match old.operand_named(op, operand::SOURCE) {
        Some(source) => (cx.value(source)?, [None; 2], None),
        None => part.source(cx, op, true)?,
    };
    let Part {
        facts,
        boxes,
        copies,
        row_dim,
        chunk_elements,
        ..
    } = &part;
    let (row_dim, chunk_elements) = (*row_dim, *chunk_elements);
    let whole_chunks = facts.vector_along(boxes.contiguous) as i64 >= chunk_elements;
    for round in 0..copies.rounds() {
        let [rows, chunks] = copies.round(round);
        let (address, offset) = place.at(cx, rows, chunks);
        let (mut from, mut source_offset) = (source, chunks * CHUNK);
        match facts.strides[facts.dim_map[row_dim]] {
            Number::Known(stride) => source_offset += rows * stride * boxes.element_bytes,
            Number::Runtime(_) if rows > 0 => {
                let rows = cx.int(Int::I64, rows);
                let moved = scaled(cx, facts, row_dim, rows)?;
                from = cx.binary(arith::ADDI, from, moved);
            }
            Number::Runtime(_) => {}
        }
        let mut inside = beside;
        for (left, distance) in [(left[0], rows), (left[1], chunks * chunk_elements)] {
            if let Some(left) = left {
                let below = is_before(cx, left, distance);
                inside = cx.both(inside, below);
            }
        }
        let cut = left[1].filter(|_| !whole_chunks);
        let bytes = inside.map(|inside| {
            bytes_inside(
                cx,
                inside,
                cut.map(|left| (left, chunks * chunk_elements, boxes.element_bytes)),
            )
        });
        let copy = cx.build().op(
            nvvm::CP_ASYNC_SHARED_GLOBAL,
            &[&[address], &[from], bytes.as_slice(), works.as_slice()],
            &[],
        );
        set_int(cx, copy, "offset", offset);
        set_int(cx, copy, "source_offset", source_offset);
        if old.operand_named(op, operand::SOURCE).is_some() {
            set_int(cx, copy, ROUND, 1);
        }
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

/// Whether an element so far from the first is among those that are left.
fn is_before(cx: &mut Cx<'_>, left: Value, distance: i64) -> Value {
    let distance = cx.int(Int::I32, distance);
    cx.compare("greater_than", left, distance)
}

/// The bytes of a chunk that are copied if any of it is inside of the view: all of them, or those of the elements that are left from
/// so far behind the first one on, each of so many bytes.
fn bytes_inside(cx: &mut Cx<'_>, inside: Value, part: Option<(Value, i64, i64)>) -> Value {
    let mut bytes = cx.int(Int::I32, CHUNK);
    if let Some((left, distance, element_bytes)) = part {
        let signed = cx.keyword("signed");
        let left = cx.binary_const(arith::ADDI, left, Int::I32, -distance);
        let left = cx.binary_const(arith::MULI, left, Int::I32, element_bytes);
        bytes = cx.binary_with(arith::MINI, left, bytes, &[("signedness", signed)]);
    }
    let none = cx.int(Int::I32, 0);
    cx.build().select(inside, bytes, none)
}
