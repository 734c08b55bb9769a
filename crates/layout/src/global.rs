//! The cost of an access of a tile to global memory in a layout, by enumeration of the sectors that each instruction touches.

use crate::banks::{sectors, transactions_of_wavefront};
use crate::select::Cost;
use crate::{LANE_BITS, Layout, ceil_div, dim_bits};
use tilewright_machine::memory;
use tilewright_sorted::SortedMap;

/// Instructions of which addresses are enumerated; the others touch as many sectors.
const ENUMERATED: usize = 16;
/// Bytes between rows whose distance is not known: so far apart that no sector is of two.
const FAR: i64 = 1 << 32;

/// A tile in global memory, as one access sees it.
#[derive(Clone, Debug)]
pub struct Global {
    /// Extents of the tile.
    pub shape: Vec<i64>,
    /// Bytes from one element to the next along each dimension; none: not known.
    pub strides: Vec<Option<i64>>,
    /// Neighbours along each dimension that are proven to lie side by side and to be aligned together.
    pub runs: Vec<i64>,
    /// Bytes of an element.
    pub bytes: i64,
    /// Whether elements have a pointer each: a thread computes an address for each row that it has elements of.
    pub by_pointers: bool,
    /// Whether it is copied to shared memory past the registers, where a thread has as many bytes side by side as a copy takes.
    pub copied: bool,
}

impl Global {
    /// The tile without dimensions of one element, which no bit of an index tells: tiles that differ in these are of one shape.
    pub fn without_ones(mut self) -> Self {
        let of_many: Vec<usize> = (0..self.shape.len()).filter(|&dim| self.shape[dim] > 1).collect();
        self.strides = of_many.iter().map(|&dim| self.strides[dim]).collect();
        self.runs = of_many.iter().map(|&dim| self.runs[dim]).collect();
        self.shape.retain(|&extent| extent > 1);
        self
    }

    /// Elements that one instruction of a thread moves in a layout.
    pub fn vector(&self, layout: &Layout) -> i64 {
        // Absent: a thread with one element has no neighbours.
        let first = layout.reg.first().copied().unwrap_or(0);
        let dim = (0..self.shape.len()).find(|&dim| first == 1 << dim_bits(&self.shape, dim).0);
        // Absent: a thread with one element.
        let run = dim.map_or(1, |dim| self.runs[dim]);
        let neighbours = layout.reg.iter().enumerate();
        let neighbours = neighbours.take_while(|(bit, basis)| **basis == first << bit).count();
        let most = (memory().access_bytes.value as i64 / self.bytes).max(1);
        (1 << neighbours).min(run).min(most)
    }

    /// The cost of the access in a layout: transactions of all warps, registers and instructions of a thread.
    pub fn cost(&self, layout: &Layout) -> Cost {
        let vector = self.vector(layout);
        let pieces = (layout.registers() as i64 / vector).max(1);
        let enumerated = ENUMERATED.min(pieces as usize);
        // Registers and lanes are different bits of an index: a piece is the first one, moved. Where it begins in a sector decides.
        let first = self.of_lanes(layout);
        let mut known: SortedMap<i64, i64> = SortedMap::new();
        let mut touched = 0;
        for piece in 0..enumerated {
            let moved = self.address(layout.index(piece * vector as usize, 0, 0));
            touched += *known.entry(moved % memory().sector_bytes.value).or_insert_with(|| {
                let lanes: Vec<i64> = first.iter().map(|address| address + moved).collect();
                sectors(&lanes, vector * self.bytes)
            });
        }
        let warps = layout.warp.iter().filter(|&&basis| basis != 0).count();
        let is_narrow = vector * self.bytes < memory().fewest_copy_bytes.value as i64;
        // Pieces that no copy takes are loaded, waited for and written.
        let besides = if self.copied && is_narrow {
            self.exchanged()
        } else {
            Cost::default()
        };
        let loaded = Cost {
            global: (touched * pieces / enumerated as i64) << warps,
            registers: (layout.registers() as i64 * self.bytes + 3) / 4,
            instructions: pieces,
            ..Cost::default()
        };
        loaded.and(besides)
    }

    /// The least cost of passing the tile to other threads through shared memory: each byte written and read once,
    /// without conflicts.
    pub fn exchanged(&self) -> Cost {
        let bytes = self.shape.iter().product::<i64>() * self.bytes;
        let wavefronts = ceil_div(bytes, memory().bank_line_bytes.value);
        Cost {
            shared: 2 * wavefronts * transactions_of_wavefront(),
            ..Cost::default()
        }
    }

    /// The least transactions that its bytes need.
    pub fn least(&self) -> i64 {
        let sector = memory().sector_bytes.value;
        ceil_div(self.shape.iter().product::<i64>() * self.bytes, sector)
    }

    /// The address of the first element of each lane.
    fn of_lanes(&self, layout: &Layout) -> [i64; 1 << LANE_BITS] {
        // A bit of an index moves an address as far, whatever the others are: only those that a bit of lanes changes are looked up.
        let mut lanes = [(0, 0); 1 << LANE_BITS];
        for (bit, &basis) in layout.lane.iter().take(LANE_BITS).enumerate() {
            let moves = self.address(basis);
            let (before, after) = lanes.split_at_mut(1 << bit);
            for (&mut (index, address), lane) in before.iter_mut().zip(after) {
                let both = index ^ basis;
                *lane = match index & basis {
                    0 => (both, address + moves),
                    _ => (both, self.address(both)),
                };
            }
        }
        lanes.map(|(_, address)| address)
    }

    fn address(&self, index: u32) -> i64 {
        let along = |dim: usize| {
            let (low, count) = dim_bits(&self.shape, dim);
            let coordinate = i64::from(index >> low & ((1 << count) - 1));
            // Absent: rows are apart, and those of different dimensions too.
            coordinate * self.strides[dim].unwrap_or(FAR << (2 * dim))
        };
        (0..self.shape.len()).map(along).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(strides: [Option<i64>; 2], runs: [i64; 2], bytes: i64) -> Global {
        Global {
            shape: vec![64, 128],
            strides: strides.to_vec(),
            runs: runs.to_vec(),
            bytes,
            by_pointers: false,
            copied: false,
        }
    }

    #[test]
    fn lanes_along_what_is_contiguous_touch_each_sector_once() {
        let tile = rows([None, Some(4)], [1, 4], 4);
        let [along, across] = [1, 0].map(|dim| tile.cost(&Layout::along(&tile.shape, dim, 4, 2)));
        assert_eq!((along.global, along.instructions), (1024, 16));
        assert_eq!(along.global, tile.least());
        assert_eq!(
            (across.global, across.instructions),
            (4096, 64),
            "a sector for two elements"
        );
        assert!(along.is_below(&across));
        let transposed = rows([Some(4), None], [4, 1], 4);
        let [along, across] = [0, 1].map(|dim| transposed.cost(&Layout::along(&transposed.shape, dim, 4, 2)));
        assert_eq!((along.global, along.instructions), (1024, 16));
        assert!(along.is_below(&across));
    }

    #[test]
    fn what_is_copied_has_neighbours_where_single_elements_touch_fewer_sectors() {
        let tile = Global {
            shape: vec![64, 32],
            ..rows([Some(200), Some(2)], [1, 4], 2)
        };
        let copied = Global {
            copied: true,
            ..tile.clone()
        };
        let [single, pairs] = [1, 2].map(|vector| Layout::along(&tile.shape, 1, vector, 2));
        assert_eq!([&tile, &copied].map(|tile| tile.cost(&pairs).shared), [0, 0]);
        assert_eq!(
            [&tile, &copied].map(|tile| tile.cost(&single).shared > 0),
            [false, true]
        );
        assert!(copied.cost(&pairs).is_below(&copied.cost(&single)));
    }

    #[test]
    fn of_widths_with_as_many_sectors_the_widest_has_the_fewest_instructions() {
        let tile = rows([Some(256), Some(2)], [1, 8], 2);
        let [wide, narrow] = [8, 2].map(|vector| tile.cost(&Layout::blocked(&tile.shape, vector, 2)));
        assert_eq!(wide.global, narrow.global);
        assert!(wide.is_below(&narrow));
        // Only elements proven to be neighbours move together; lanes far apart touch a sector each.
        let unaligned = rows([Some(256), Some(2)], [1, 1], 2);
        assert!(
            unaligned
                .cost(&Layout::blocked(&tile.shape, 1, 2))
                .is_below(&unaligned.cost(&Layout::blocked(&tile.shape, 8, 2)))
        );
    }

    #[test]
    fn copies_touch_what_the_first_does() {
        let tile = Global {
            shape: vec![8],
            strides: vec![Some(4)],
            runs: vec![4],
            bytes: 4,
            by_pointers: false,
            copied: false,
        };
        assert_eq!(tile.cost(&Layout::blocked(&tile.shape, 4, 2)).global, 1);
    }
}
