//! Addresses of one thread in rows of shared memory: see [`StagedRows`].

use super::Cx;
use super::scalar::{Int, Scalars};
use tilewright_ir::Value;
use tilewright_ir::ops::arith;
use tilewright_layout::boxes::CHUNK;
use tilewright_layout::staged::StagedRows;
use tilewright_sorted::SortedMap;

/// An address moved by a number of steps, if there is one.
pub(super) fn moved(cx: &mut Cx<'_>, address: Value, number: Option<Value>, step: i64) -> Value {
    match number {
        Some(number) => {
            let bytes = cx.binary_const(arith::MULI, number, Int::I32, step);
            cx.binary(arith::ADDI, address, bytes)
        }
        None => address,
    }
}

/// The row of an operand that a thread has, the byte in it, and addresses of others relative to them.
pub(super) struct RowAddress {
    places: StagedRows,
    /// The address of the thread's row, and of the part of its byte that is not permuted.
    start: Value,
    /// The part that is, by the swizzle of the thread's row; none: nothing is permuted.
    permuted: Option<Value>,
    /// Addresses that were computed, by what is combined with the permuted part.
    addresses: SortedMap<i64, Value>,
}

impl RowAddress {
    /// The first byte of the first row.
    pub(super) fn new(places: StagedRows, start: Value) -> Self {
        Self {
            places,
            start,
            permuted: None,
            addresses: SortedMap::new(),
        }
    }

    /// The same so many rows further on. Their bits are none that the thread's own have.
    pub(super) fn below(mut self, cx: &mut Cx<'_>, rows: Option<Value>) -> Self {
        // Absent: in the same row.
        let Some(rows) = rows else { return self };
        if self.places.span > self.places.pitch {
            // Several rows share a line of the banks, all of which is permuted.
            let bytes = cx.binary_const(arith::MULI, rows, Int::I32, self.places.pitch);
            self = self.further(cx, Some(bytes));
        } else {
            self.start = moved(cx, self.start, Some(rows), self.places.pitch);
        }
        for shift in self.places.shifts() {
            let bits = cx.binary_const(arith::SHRI, rows, Int::I32, shift);
            // The chunk's number counts bytes here.
            let bits = cx.binary_const(arith::MULI, bits, Int::I32, CHUNK);
            self.permute(cx, bits);
        }
        self.addresses = SortedMap::new();
        self
    }

    /// The same so many bytes further on. Their bits are none that the thread's own have.
    pub(super) fn further(mut self, cx: &mut Cx<'_>, byte: Option<Value>) -> Self {
        // Absent: no further.
        let Some(byte) = byte else { return self };
        let mask = self.places.permuted();
        let rest = match mask {
            0 => byte,
            _ => {
                self.permute(cx, byte);
                cx.binary_const(arith::ANDI, byte, Int::I32, !mask)
            }
        };
        self.start = cx.binary(arith::ADDI, self.start, rest);
        self.addresses = SortedMap::new();
        self
    }

    /// Combines the bits of a byte's number that are permuted with the thread's own.
    fn permute(&mut self, cx: &mut Cx<'_>, byte: Value) {
        let bits = cx.binary_const(arith::ANDI, byte, Int::I32, self.places.permuted());
        self.permuted = Some(match self.permuted {
            Some(own) => cx.binary(arith::XORI, own, bits),
            None => bits,
        });
    }

    /// The address, and bytes after it, of a row and a byte further on. Their bits are none that the thread's own have.
    pub(super) fn at(&mut self, cx: &mut Cx<'_>, row: i64, byte: i64) -> (Value, i64) {
        let (differs, offset) = self.places.place(row, byte);
        let Some(permuted) = self.permuted else {
            return (self.start, offset + differs);
        };
        let start = self.start;
        let address = *self.addresses.entry(differs).or_insert_with(|| {
            let own = cx.binary_const(arith::XORI, permuted, Int::I32, differs);
            cx.binary(arith::ADDI, start, own)
        });
        (address, offset)
    }
}
