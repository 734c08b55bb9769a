//! The wavefronts and sectors of a warp's access to memory, by enumeration of its addresses.
//!
//! The rules: [docs/sources/layouts.md](../../../docs/sources/layouts.md#bank-conflicts).

use crate::ceil_div;
use tilewright_machine::{BANK_BYTES, BANK_LINE_BYTES, SECTOR_BYTES};

/// The wavefronts of an access to shared memory: times that the banks give a word each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wavefronts {
    /// As many as it takes.
    pub taken: i64,
    /// As many as it would take with its words spread evenly over the banks.
    pub least: i64,
}

impl Wavefronts {
    /// Wavefronts that only conflicts ask for.
    pub fn conflicts(self) -> i64 {
        self.taken - self.least
    }

    /// The same in transactions.
    pub fn transactions(self) -> i64 {
        self.taken * transactions_of_wavefront()
    }

    /// So many times over.
    pub fn times(self, times: i64) -> Self {
        Self {
            taken: self.taken * times,
            least: self.least * times,
        }
    }

    /// One after the other.
    pub fn and(self, other: Self) -> Self {
        Self {
            taken: self.taken + other.taken,
            least: self.least + other.least,
        }
    }
}

/// Transactions that a wavefront, or a shuffle, is.
pub fn transactions_of_wavefront() -> i64 {
    BANK_LINE_BYTES / SECTOR_BYTES
}

/// The wavefronts of an access to shared memory: the address of each lane, or none where it takes no part, and bytes for each.
pub fn shared<Address: Copy + Into<Option<i64>>>(addresses: &[Address], bytes: i64) -> Wavefronts {
    let (line, bank) = (BANK_LINE_BYTES, BANK_BYTES);
    // As many lanes at a time as the banks have bytes for.
    let phase = (line / bytes.max(bank)).max(1) as usize;
    let phases = addresses.chunks(phase).map(|lanes| {
        let mut words: Vec<i64> = lanes
            .iter()
            .filter_map(|&start| start.into())
            .flat_map(|start| start / bank..=(start + bytes - 1) / bank)
            .collect();
        words.sort_unstable();
        words.dedup();
        let banks = line / bank;
        let mut asked = vec![0; banks as usize];
        for word in &words {
            asked[word.rem_euclid(banks) as usize] += 1;
        }
        Wavefronts {
            // Absent: nobody asks for anything.
            taken: asked.into_iter().max().unwrap_or(0),
            least: ceil_div(words.len() as i64, banks),
        }
    });
    phases.fold(Wavefronts::default(), Wavefronts::and)
}

/// The transactions of an access to global memory: sectors that its lanes touch.
pub fn sectors(addresses: &[i64], bytes: i64) -> i64 {
    let sector = SECTOR_BYTES;
    let mut touched: Vec<i64> = addresses
        .iter()
        .flat_map(|&start| start.div_euclid(sector)..=(start + bytes - 1).div_euclid(sector))
        .collect();
    touched.sort_unstable();
    touched.dedup();
    touched.len() as i64
}

/// The fewest sectors that could hold the bytes which an access to global memory asks for.
pub fn least_sectors(addresses: &[i64], bytes: i64) -> i64 {
    let mut starts = addresses.to_vec();
    starts.sort_unstable();
    let until_next = starts.windows(2).map(|pair| bytes.min(pair[1] - pair[0]));
    let asked = until_next.sum::<i64>() + if starts.is_empty() { 0 } else { bytes };
    let sector = SECTOR_BYTES;
    ceil_div(asked, sector)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lanes(step: i64) -> Vec<i64> {
        (0..32).map(|lane| lane * step).collect()
    }

    #[test]
    fn wavefronts_are_those_of_the_programming_guide() {
        let taken = |addresses: Vec<i64>, bytes| {
            let found = shared(&addresses, bytes);
            (found.taken, found.conflicts())
        };
        assert_eq!(taken(lanes(4), 4), (1, 0));
        assert_eq!(taken(lanes(8), 4), (2, 1), "every other bank");
        assert_eq!(taken(lanes(128), 4), (32, 31), "one bank");
        assert_eq!(taken(lanes(132), 4), (1, 0), "rows that are padded by a bank");
        assert_eq!(taken(vec![64; 32], 4), (1, 0), "a broadcast");
        assert_eq!(taken(lanes(2), 2), (1, 0), "two lanes a word");
        assert_eq!(taken(lanes(8), 8), (2, 0), "half a warp at a time");
        assert_eq!(taken(lanes(16), 16), (4, 0), "a quarter of a warp at a time");
        assert_eq!(taken(lanes(128), 16), (32, 28));
        assert_eq!(taken(lanes(144), 16), (4, 0), "rows that are padded by an access");
        assert_eq!(shared(&lanes(4), 4).transactions(), 4);
    }

    #[test]
    fn lanes_that_take_no_part_leave_the_others_in_their_phases() {
        // Each half of a warp is a phase, whether one of its lanes or all take part.
        let first_and_last = |lane: i64| (lane == 0 || lane == 31).then_some(8 * lane);
        let some: Vec<Option<i64>> = (0..32).map(first_and_last).collect();
        assert_eq!(shared(&some, 8).taken, 2);
        assert_eq!(shared(&[0, 8 * 31], 8).taken, 1, "neighbours");
        assert_eq!(shared(&[None::<i64>; 32], 8), Wavefronts::default());
    }

    #[test]
    fn sectors_are_counted_once() {
        assert_eq!(sectors(&lanes(4), 4), 4);
        assert_eq!(sectors(&lanes(16), 16), 16);
        assert_eq!(sectors(&lanes(4096), 2), 32);
        assert_eq!(sectors(&[24], 16), 2, "across the end of one");
        assert_eq!(sectors(&lanes(0), 4), 1);
        let least = |addresses: &[i64], bytes| least_sectors(addresses, bytes);
        assert_eq!(least(&lanes(4), 4), 4);
        assert_eq!(least(&lanes(4096), 2), 2, "if they lay side by side");
        assert_eq!(least(&[24], 16), 1, "if it were aligned");
        assert_eq!(least(&lanes(0), 4), 1);
        assert_eq!(least(&[], 4), 0);
    }
}
