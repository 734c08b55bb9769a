//! Numbers that differ between the lanes of a warp. Each row of them is kept once, so that a value is a few bytes that are copied.

use super::value::Known;
use rustc_hash::FxHashMap;

/// Lanes of a warp.
pub(super) const LANES: usize = tilewright_ir::WARP_THREADS as usize;

/// A number for each lane.
pub(super) type Row = [i64; LANES];

/// The rows so far, by number.
#[derive(Default)]
pub(super) struct Rows {
    rows: Vec<Row>,
    numbers: FxHashMap<Row, u32>,
}

impl Rows {
    /// One number for each lane, or one for all if they are equal.
    pub fn of(&mut self, row: Row) -> Known {
        if row.iter().all(|&number| number == row[0]) {
            return Known::Int(row[0]);
        }
        let next = self.rows.len() as u32;
        let number = *self.numbers.entry(row).or_insert(next);
        if number == next {
            self.rows.push(row);
        }
        Known::Lanes(number)
    }

    /// The lanes whose number is not 0, a bit each.
    pub fn holding(&self, number: u32) -> u32 {
        let bits = self.row(number).iter().rev();
        bits.fold(0, |mask, &number| mask << 1 | u32::from(number != 0))
    }

    /// The row of this number.
    pub fn row(&self, number: u32) -> &Row {
        &self.rows[number as usize]
    }
}
