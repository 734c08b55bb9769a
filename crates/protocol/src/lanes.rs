//! Numbers that differ between the lanes of a warp. Each row of them is kept once, so that a value is a few bytes that are copied.

use super::value::Known;

/// Lanes of a warp.
pub(super) const LANES: usize = tilewright_ir::WARP_THREADS as usize;

/// A number for each lane.
pub(super) type Row = [i64; LANES];

/// The rows so far, by number. They are few: a kernel has some of its threads' numbers, and what follows from them.
#[derive(Default)]
pub(super) struct Rows(Vec<Row>);

impl Rows {
    /// One number for each lane, or one for all if they are equal.
    pub fn of(&mut self, row: Row) -> Known {
        if row.iter().all(|&number| number == row[0]) {
            return Known::Int(row[0]);
        }
        let number = self.0.iter().position(|known| *known == row).unwrap_or_else(|| {
            self.0.push(row);
            self.0.len() - 1
        });
        Known::Lanes(number as u32)
    }

    /// The lanes whose number is not 0, a bit each.
    pub fn holding(&self, number: u32) -> u32 {
        let bits = self.row(number).iter().rev();
        bits.fold(0, |mask, &number| mask << 1 | u32::from(number != 0))
    }

    /// The row of this number.
    pub fn row(&self, number: u32) -> &Row {
        &self.0[number as usize]
    }
}
