//! Layouts of tiles in shared memory that threads fill, or read by `ldmatrix`.
//!
//! Where a chunk of a row lies is said by [`TileLayout`]; here are the addresses of one thread's.

use super::Cx;
use super::scalar::{Int, Scalars};
use tilewright_analysis::shared_memory::pitch;
use tilewright_analysis::tma::swizzle_span;
use tilewright_ir::convert::Failure;
use tilewright_ir::ops::arith;
use tilewright_ir::{AttrData, Op, Value};
pub(super) use tilewright_layout::boxes::{CHUNK, TileLayout};
use tilewright_layout::log2;
use tilewright_sorted::SortedMap;

/// Elements of a chunk.
pub(super) const CHUNK_ELEMENTS: i64 = 8;
/// Words of a chunk.
pub(super) const CHUNK_WORDS: usize = 4;

/// The row and chunk of a tile that a thread has, and addresses of others relative to it.
pub(super) struct TileAddress {
    form: TileLayout,
    /// The address of the thread's row in its box.
    start: Value,
    /// The byte at which the thread's chunk starts in its row.
    chunk: Value,
    /// Bytes to the tile from what the address of its start says.
    beyond: i64,
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
            beyond: 0,
            addresses: SortedMap::new(),
        }
    }

    /// Those of the tile so many bytes further on.
    pub fn beyond(self, beyond: i64) -> Self {
        Self { beyond, ..self }
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
        (address, offset + self.beyond)
    }
}

/// The address of the tile in a place of a buffer.
pub(super) fn tile_of(cx: &mut Cx<'_>, buffer: Value, slot: Value) -> Result<Value, Failure> {
    let bytes = pitch(cx.old.required_tile_bytes(cx.old.ty(buffer)));
    let (base, slot) = (cx.value(buffer)?, cx.value(slot)?);
    let moved = cx.binary_const(arith::MULI, slot, Int::I32, bytes);
    Ok(cx.binary(arith::ADDI, base, moved))
}

/// The address from which the tile in a place of a buffer is found, and the bytes to it: of a place that is known they are in the instruction.
pub(super) fn tile_beyond(cx: &mut Cx<'_>, buffer: Value, slot: Value) -> Result<(Value, i64), Failure> {
    let place = cx.value(slot)?;
    match cx.new.constant_int(place) {
        Some(place) => {
            let bytes = pitch(cx.old.required_tile_bytes(cx.old.ty(buffer)));
            Ok((cx.value(buffer)?, place * bytes))
        }
        None => Ok((tile_of(cx, buffer, slot)?, 0)),
    }
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
    // Absent: not known, which the next line refuses.
    let span = alloc.and_then(|alloc| swizzle_span(cx.old.keyword(alloc, "swizzle")));
    span.ok_or_else(|| cx.error(op, "internal", "an operand whose swizzle is not known"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilewright_machine::memory;

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
}
