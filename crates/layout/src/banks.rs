//! The wavefronts and sectors of a warp's access to memory, by enumeration of its addresses.
//!
//! The rules: [docs/sources/layouts.md](../../../docs/sources/layouts.md#bank-conflicts).

use crate::ceil_div;
use smallvec::SmallVec;
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
    const BANKS: usize = (BANK_LINE_BYTES / BANK_BYTES) as usize;
    // As many lanes at a time as the banks have bytes for.
    let phase = (line / bytes.max(bank)).max(1) as usize;
    // Words that lanes only ask for together are as good as one.
    let mut starts = addresses.iter().filter_map(|&start| start.into());
    let bank = match bytes > bank && line % bytes == 0 && starts.all(|start| start % bytes == 0) {
        true => bytes,
        false => bank,
    };
    let (banks, shift) = (line / bank, bank.trailing_zeros());
    // Different words, each with the place behind that of the one before in its bank; 0: none.
    let mut words: SmallVec<[(i64, u16); 2 * BANKS]> = SmallVec::new();
    let phases = addresses.chunks(phase).map(|lanes| {
        // Most ask for a word each, of different banks.
        let mut starts = lanes.iter().filter_map(|&start| start.into());
        let mut used = 0u64;
        let is_alone = |start: i64| {
            let (word, before) = (start >> shift, used);
            used |= 1 << (word & (banks - 1));
            used != before && word == (start + bytes - 1) >> shift
        };
        if starts.all(is_alone) {
            let asked = i64::from(used != 0);
            return Wavefronts {
                taken: asked,
                least: asked,
            };
        }
        words.clear();
        let (mut last, mut asked) = ([0u16; BANKS], [0u16; BANKS]);
        let starts = lanes.iter().filter_map(|&start| start.into());
        for word in starts.flat_map(|start| start >> shift..=(start + bytes - 1) >> shift) {
            let at = (word & (banks - 1)) as usize;
            let mut before = last[at];
            while before > 0 && words[usize::from(before) - 1].0 != word {
                before = words[usize::from(before) - 1].1;
            }
            if before == 0 {
                words.push((word, last[at]));
                last[at] = words.len() as u16;
                asked[at] += 1;
            }
        }
        Wavefronts {
            // Absent: nobody asks for anything.
            taken: asked.into_iter().max().map_or(0, i64::from),
            least: ceil_div(words.len() as i64, banks),
        }
    });
    phases.fold(Wavefronts::default(), Wavefronts::and)
}

/// The transactions of an access to global memory: sectors that its lanes touch.
pub fn sectors(addresses: &[i64], bytes: i64) -> i64 {
    let sector = SECTOR_BYTES;
    let sectors = addresses
        .iter()
        .map(|&start| [start.div_euclid(sector), (start + bytes - 1).div_euclid(sector)]);
    // Lanes most often go upwards: then a sector that is touched again is the last one.
    if addresses.is_sorted() {
        let mut next = i64::MIN;
        return sectors.fold(0, |all, [first, last]| {
            let first = first.max(next);
            next = next.max(last + 1);
            all + (last - first + 1).max(0)
        });
    }
    let mut touched: Vec<i64> = sectors.flat_map(|[first, last]| first..=last).collect();
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

/// Sectors that an access to global memory touches beyond those only because pieces of neighbouring bytes start within a sector.
pub fn sectors_at_starts(addresses: &[i64], bytes: i64) -> i64 {
    let mut starts = addresses.to_vec();
    starts.sort_unstable();
    let mut pieces: Vec<[i64; 2]> = Vec::new();
    for start in starts {
        match pieces.last_mut() {
            Some([_, end]) if *end >= start => *end = (*end).max(start + bytes),
            _ => pieces.push([start, start + bytes]),
        }
    }
    let sector = SECTOR_BYTES;
    let of_piece = |[start, end]: &[i64; 2]| {
        (end - 1).div_euclid(sector) - start.div_euclid(sector) + 1 - ceil_div(end - start, sector)
    };
    let beyond = sectors(addresses, bytes) - least_sectors(addresses, bytes);
    pieces.iter().map(of_piece).sum::<i64>().min(beyond)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lanes(step: i64) -> Vec<i64> {
        (0..32).map(|lane| lane * step).collect()
    }

    #[test]
    fn sectors_are_counted_once_in_any_order() {
        for (step, bytes) in [(2, 2), (4, 4), (16, 16), (20, 16), (48, 8), (0, 4), (31, 33)] {
            let upwards: Vec<i64> = (0..32).map(|lane| 5 + lane * step).collect();
            let turned: Vec<i64> = upwards.iter().rev().copied().collect();
            let mut each: Vec<i64> = upwards
                .iter()
                .flat_map(|&start| (start..start + bytes).map(|byte| byte / SECTOR_BYTES))
                .collect();
            each.dedup();
            each.sort_unstable();
            each.dedup();
            assert_eq!(
                [&upwards, &turned].map(|all| sectors(all, bytes)),
                [each.len() as i64; 2],
                "{step}"
            );
        }
    }

    #[test]
    fn pieces_that_start_within_a_sector_touch_one_more() {
        let from = |first: i64| -> Vec<i64> { (0..32).map(|lane| first + lane * 16).collect() };
        assert_eq!([0, 16, 32].map(|first| sectors_at_starts(&from(first), 16)), [0, 1, 0]);
        assert_eq!(sectors(&from(16), 16) - least_sectors(&from(16), 16), 1);
        // Lanes far apart waste more than that.
        let apart: Vec<i64> = (0..32).map(|lane| lane * 128).collect();
        assert_eq!(
            (
                sectors_at_starts(&apart, 4),
                sectors(&apart, 4) - least_sectors(&apart, 4)
            ),
            (0, 28)
        );
        assert_eq!(sectors_at_starts(&[], 4), 0);
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
