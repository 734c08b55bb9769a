//! Tiles in slots of buffers, in boxes and swizzled, as threads read or write them: the wavefronts of a layout, and the layout for tiles that
//! are read along one dimension and written along another.

use crate::banks::{Wavefronts, shared};
use crate::boxes::{CHUNK, TileLayout};
use crate::select::Cost;
use crate::{LANE_BITS, Layout, dim_bits, log2};
use tilewright_machine::memory;

/// A tile in a slot.
#[derive(Clone, Debug)]
pub struct SlotTile {
    /// Extents of the tile.
    pub shape: Vec<i64>,
    /// The dimension along which it lies, and the one of its rows.
    pub dims: [usize; 2],
    /// Its boxes.
    pub form: TileLayout,
    /// Bytes of an element.
    pub bytes: i64,
}

impl SlotTile {
    /// The byte of an element in its row, and the row.
    pub fn coordinates(&self, index: u32) -> [i64; 2] {
        let [along, row] = self.dims.map(|dim| {
            let (low, count) = dim_bits(&self.shape, dim);
            i64::from(index >> low & ((1 << count) - 1))
        });
        [along * self.bytes, row]
    }

    /// The neighbours that one access of a thread moves, as a power of two.
    pub fn vector_bits(&self, layout: &Layout) -> usize {
        let (low, count) = dim_bits(&self.shape, self.dims[0]);
        let most = log2((memory().access_bytes.value as i64 / self.bytes).max(1) as u64).min(count);
        (0..most)
            .take_while(|bit| layout.reg.contains(&(1 << (low + bit))))
            .count()
    }

    /// The wavefronts of all warps, and the accesses of a thread. Of threads that hold the same element one writes it, and all read. Other
    /// registers and warps are as far apart as the first: what the swizzle does to one it does to all.
    pub fn wavefronts(&self, layout: &Layout, writes: bool) -> (Wavefronts, i64) {
        let address = |lane: usize| {
            let copies = (0..LANE_BITS).any(|bit| lane >> bit & 1 == 1 && layout.lane[bit] == 0);
            let [byte, row] = self.coordinates(layout.index(0, lane, 0));
            (!writes || !copies).then(|| self.form.address(row, byte / CHUNK) + byte % CHUNK)
        };
        let lanes: Vec<Option<i64>> = (0..1 << LANE_BITS).map(address).collect();
        let bits = self.vector_bits(layout);
        let one = shared(&lanes, self.bytes << bits);
        let accesses = 1 << (layout.reg.len() - bits);
        let warps = layout.warp.iter().filter(|&&basis| !writes || basis != 0).count();
        (one.times(accesses << warps), accesses)
    }

    /// The layout by which the tile is read here and written there for the least: neighbours of a thread along both dimensions, and lanes that
    /// go on along either first. None if there are too few elements.
    pub fn turned(&self, to: &Self, warp_bits: usize) -> Option<Layout> {
        let access = memory().access_bytes.value as i64;
        let sides = [self, to].map(|side| {
            let (low, count) = dim_bits(&side.shape, side.dims[0]);
            let bits: Vec<u32> = (low..low + count).map(|bit| 1 << bit).collect();
            (bits, log2((access / side.bytes).max(1) as u64).min(count))
        });
        let mut best: Option<(Layout, Cost)> = None;
        for [own, other] in [[0, 1], [1, 0]] {
            let [(first, most), (second, others)] = [&sides[own], &sides[other]];
            for (a, b) in (0..=*most).flat_map(|a| (0..=*others).map(move |b| (a, b))) {
                for lanes in 0..=LANE_BITS {
                    // Absent: a thread would have too few elements.
                    let Some(layout) = arranged([first, second], [a, b], lanes, warp_bits) else {
                        continue;
                    };
                    let (read, loads) = self.wavefronts(&layout, false);
                    let (written, stores) = to.wavefronts(&layout, true);
                    let both = read.and(written);
                    let cost = Cost {
                        shared: both.transactions(),
                        conflicts: both.conflicts(),
                        instructions: loads + stores,
                        ..Cost::default()
                    };
                    if best.as_ref().is_none_or(|(_, least)| cost.is_below(least)) {
                        best = Some((layout, cost));
                    }
                }
            }
        }
        best.map(|(layout, _)| layout)
    }
}

/// The layout in which a thread has so many neighbours along each of two dimensions, as powers of two, and so many bits of a lane go on along
/// the first one, the others along the second. None if there are too few.
fn arranged([first, second]: [&[u32]; 2], [own, others]: [usize; 2], lanes: usize, warp_bits: usize) -> Option<Layout> {
    let ((near, rest), (beside, below)) = (first.split_at(own), second.split_at(others));
    let (along, left) = rest.split_at_checked(lanes)?;
    let (across, further) = below.split_at_checked(LANE_BITS - lanes)?;
    let mut reg = [near, beside, left, further].concat();
    let at = reg.len().checked_sub(warp_bits).filter(|&at| at >= own + others)?;
    let warp = reg.split_off(at);
    Some(Layout {
        reg,
        lane: [along, across].concat(),
        warp,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A tile of rows of K by columns, in boxes of 128 bytes.
    fn tile(shape: [i64; 2], along: usize, bytes: i64) -> SlotTile {
        SlotTile {
            shape: shape.to_vec(),
            dims: [along, 1 - along],
            form: TileLayout {
                span: 128.min(shape[along] * bytes),
                rows: shape[1 - along],
            },
            bytes,
        }
    }

    #[test]
    fn turned_tiles_have_a_layout_that_takes_fewer_wavefronts() {
        for (shape, bytes) in [([32, 64], 4), ([64, 64], 2), ([64, 64], 1), ([128, 64], 1)] {
            let [read, written] = [tile(shape, 1, bytes), tile(shape, 0, bytes)];
            let usual = Layout::along(&shape, 1, (16 / bytes) as u32, 2);
            assert!(written.wavefronts(&usual, true).0.conflicts() > 0, "{shape:?}");
            let layout = read.turned(&written, 2).unwrap();
            let mut bits = [&layout.reg[..], &layout.lane, &layout.warp].concat();
            bits.sort_unstable();
            let all = (0..log2((shape[0] * shape[1]) as u64)).map(|bit| 1u32 << bit);
            assert!(bits.into_iter().eq(all), "{shape:?}");
            let both = |layout: &Layout| read.wavefronts(layout, false).0.and(written.wavefronts(layout, true).0);
            let (found, before) = (both(&layout), both(&usual));
            assert!(found.taken < before.taken, "{shape:?}");
            assert!(found.conflicts() < before.conflicts(), "{shape:?}");
        }
    }

    #[test]
    fn a_tile_of_too_few_elements_has_none() {
        let [read, written] = [tile([8, 8], 1, 2), tile([8, 8], 0, 2)];
        assert_eq!(read.turned(&written, 2), None);
    }

    #[test]
    fn one_of_several_copies_is_written_and_all_are_read() {
        let tile = tile([8, 64], 1, 2);
        let mut layout = Layout::along(&tile.shape, 1, 4, 2);
        layout.lane[4] = 0;
        layout.warp[1] = 0;
        let taken = |writes| tile.wavefronts(&layout, writes).0.taken;
        assert_eq!([taken(false), taken(true)], [4 * 2, 2]);
    }
}
