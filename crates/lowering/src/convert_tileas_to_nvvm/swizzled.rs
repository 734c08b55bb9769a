//! Layouts of tiles in shared memory that threads fill, or read by `ldmatrix`.
//!
//! A tile lies in its buffer as TMA would write it: box after box along its contiguous dimension, each box
//! row after row, and within a row the chunks of 16 bytes in the order of the swizzle: chunk `c` of row `r` is at place
//! `c` xor `f(r)`, so that the eight rows of any 8 by 8 block are in different banks.

use super::Cx;
use super::scalar::{Int, Scalars};
use tilewright_analysis::shared_memory::pitch;
use tilewright_analysis::tma::swizzle_span;
use tilewright_ir::convert::Failure;
use tilewright_ir::ops::arith;
use tilewright_ir::{AttrData, Op, Value};
use tilewright_layout::log2;
use tilewright_machine::memory;
use tilewright_sorted::SortedMap;

/// Bytes of a chunk: what one copy moves, and a row of what `ldmatrix` reads.
pub(super) const CHUNK: i64 = 16;
/// Elements of a chunk.
pub(super) const CHUNK_ELEMENTS: i64 = 8;
/// Words of a chunk.
pub(super) const CHUNK_WORDS: usize = 4;

/// The layout of a buffer's tiles in shared memory: boxes one after the other, with rows of `span` bytes.
#[derive(Clone, Copy)]
pub(super) struct TileLayout {
    /// Bytes of a row of a box.
    pub span: i64,
    /// Rows of a box.
    pub rows: i64,
}

impl TileLayout {
    /// Chunks of a row of a box.
    fn chunks(self) -> i64 {
        self.span / CHUNK
    }

    /// Bytes from one box to the next.
    fn box_bytes(self) -> i64 {
        self.rows * self.span
    }

    /// The lowest bit of a row's number that the swizzle uses: the bits below it tell rows in one line of the banks
    /// apart, which fall into different banks anyway.
    fn shift(self) -> i64 {
        log2((memory().bank_line_bytes.value / self.span) as u64) as i64
    }

    /// The number that the swizzle combines with the number of a chunk by exclusive or, in a row.
    fn swizzle(self, row: i64) -> i64 {
        row >> self.shift() & (self.chunks() - 1)
    }

    /// The place of a chunk of a row: the number that is combined with that of a thread's own chunk by exclusive or,
    /// and the bytes that are added.
    fn place(self, row: i64, chunk: i64) -> (i64, i64) {
        let differs = (chunk & (self.chunks() - 1)) ^ self.swizzle(row);
        (differs, row * self.span + chunk / self.chunks() * self.box_bytes())
    }
}

/// The row and chunk of a tile that a thread has, and addresses of others relative to it.
pub(super) struct TileAddress {
    form: TileLayout,
    /// The address of the thread's row in its box.
    start: Value,
    /// The byte at which the thread's chunk starts in its row.
    chunk: Value,
    /// Addresses that were computed, by the difference of their chunks.
    addresses: SortedMap<i64, Value>,
}

impl TileAddress {
    /// The row and chunk that a thread has; none means 0.
    pub fn new(cx: &mut Cx<'_>, form: TileLayout, tile: Value, row: Option<Value>, chunk: Option<Value>) -> Self {
        let mut start = tile;
        let mut place = None;
        if let Some(row) = row {
            let moved = cx.binary_const(arith::MULI, row, Int::I32, form.span);
            start = cx.binary(arith::ADDI, start, moved);
            let bits = cx.binary_const(arith::SHRI, row, Int::I32, form.shift());
            place = Some(cx.binary_const(arith::ANDI, bits, Int::I32, form.chunks() - 1));
        }
        if let Some(chunk) = chunk {
            let number = cx.binary_const(arith::SHRI, chunk, Int::I32, log2(form.chunks() as u64) as i64);
            let moved = cx.binary_const(arith::MULI, number, Int::I32, form.box_bytes());
            start = cx.binary(arith::ADDI, start, moved);
            let inner = cx.binary_const(arith::ANDI, chunk, Int::I32, form.chunks() - 1);
            place = Some(match place {
                Some(place) => cx.binary(arith::XORI, place, inner),
                None => inner,
            });
        }
        let place = match place {
            Some(place) => place,
            None => cx.int(Int::I32, 0),
        };
        let chunk = cx.binary_const(arith::MULI, place, Int::I32, CHUNK);
        Self {
            form,
            start,
            chunk,
            addresses: SortedMap::new(),
        }
    }

    /// The address, and bytes after it, of a row and a chunk further on. Their bits are none that the thread's own
    /// have.
    pub fn at(&mut self, cx: &mut Cx<'_>, row: i64, chunk: i64) -> (Value, i64) {
        let (differs, offset) = self.form.place(row, chunk);
        let address = match self.addresses.get(&differs) {
            Some(&address) => address,
            None => {
                let chunk = cx.binary_const(arith::XORI, self.chunk, Int::I32, differs * CHUNK);
                let address = cx.binary(arith::ADDI, self.start, chunk);
                self.addresses.insert(differs, address);
                address
            }
        };
        (address, offset)
    }
}

/// The address of the tile in a place of a buffer.
pub(super) fn tile_of(cx: &mut Cx<'_>, buffer: Value, slot: Value) -> Result<Value, Failure> {
    let bytes = pitch(cx.old.required_tile_bytes(cx.old.ty(buffer)));
    let (base, slot) = (cx.value(buffer)?, cx.value(slot)?);
    let moved = cx.binary_const(arith::MULI, slot, Int::I32, bytes);
    Ok(cx.binary(arith::ADDI, base, moved))
}

pub(super) fn set_int(cx: &mut Cx<'_>, op: Op, name: &str, value: i64) {
    let value = cx.new.intern_attr(AttrData::Int(value));
    cx.new.set_attr(op, name, value);
}

/// The layout of a buffer whose boxes have `rows` rows, with rows as wide as its swizzle.
pub(super) fn form_of(cx: &Cx<'_>, op: Op, buffer: Value, rows: i64) -> Result<TileLayout, Failure> {
    let span = span_of(cx, op, buffer)?;
    Ok(TileLayout { span, rows })
}

/// Bytes of a row of a box, by the swizzle of the buffer.
pub(super) fn span_of(cx: &Cx<'_>, op: Op, buffer: Value) -> Result<i64, Failure> {
    let alloc = cx.old.defining_op(buffer);
    let span = alloc.and_then(|alloc| swizzle_span(cx.old.keyword(alloc, "swizzle")));
    span.ok_or_else(|| cx.error(op, "internal", "an operand whose swizzle is not known"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Banks of four bytes that accesses of 16 bytes touch together: all 32 of them, or some twice.
    fn are_apart(addresses: impl Iterator<Item = i64>) -> bool {
        let mut lines: Vec<i64> = addresses.map(|address| address / CHUNK % 8).collect();
        lines.sort_unstable();
        lines.windows(2).all(|pair| pair[0] != pair[1])
    }

    /// The address of a chunk of a row, seen from a thread that has the first chunk of the first row.
    fn address(form: TileLayout, row: i64, chunk: i64) -> i64 {
        let (differs, offset) = form.place(row, chunk);
        offset + differs * CHUNK
    }

    #[test]
    fn chunks_and_swizzles_are_those_of_the_machine() {
        let memory = memory();
        assert_eq!(
            (memory.copy_bytes.value as i64, memory.matrix_row_bytes.value),
            (CHUNK, CHUNK)
        );
        let spans = ["128b", "64b", "32b"].map(|name| swizzle_span(name).unwrap());
        assert_eq!(memory.swizzle_spans.value, spans);
        assert_eq!(swizzle_span("none"), None);
    }

    #[test]
    fn no_two_chunks_of_a_tile_are_at_one_place() {
        for span in [32, 64, 128] {
            let form = TileLayout { span, rows: 64 };
            let chunks = |row| (0..2 * form.chunks()).map(move |chunk| address(form, row, chunk) / CHUNK);
            let mut all: Vec<i64> = (0..form.rows).flat_map(chunks).collect();
            all.sort_unstable();
            assert!(all.into_iter().eq(0..form.rows * 2 * form.chunks()), "{span}");
        }
    }

    #[test]
    fn the_rows_of_a_matrix_and_the_chunks_of_eight_threads_are_in_different_banks() {
        for span in [32, 64, 128] {
            let form = TileLayout { span, rows: 64 };
            for chunk in 0..2 * form.chunks() {
                for row in (0..64).step_by(8) {
                    // One of the matrices that `ldmatrix` reads.
                    assert!(are_apart((row..row + 8).map(|row| address(form, row, chunk))), "{span}");
                }
            }
            for first in (0..64 * form.chunks()).step_by(8) {
                // The chunks that eight neighbouring threads copy or store.
                let of_thread = |flat: i64| address(form, flat / form.chunks(), flat % form.chunks());
                assert!(are_apart((first..first + 8).map(of_thread)), "{span}");
            }
        }
    }
}
