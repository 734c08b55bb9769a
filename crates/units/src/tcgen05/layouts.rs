//! The layout in which warps read accumulators of `tcgen05` (PTX ISA, data paths of `tcgen05.mma` and `tcgen05.ld`).

use super::lower::{BLOCK_ROWS, WINDOW_ROWS};
use tilewright_layout::{LANE_BITS, Layout, log2};

/// Columns of what a warp's lanes hold together.
const COLUMNS: i64 = 8;
/// Warps that have all lanes of tensor memory among them, as a power of two.
const GROUP_BITS: usize = 2;

/// The layout of accumulators as `tcgen05.ld` of 16 lanes and 256 bits gives them to warps: of each 16 by 8 elements a lane holds
/// two neighbours in a row and the two below them by 8 rows. Warp `w` of four has the lanes of tensor memory from 32 `w` on: of a
/// tile of 64 rows 16 of these, of one of 128 rows all, 16 after 16; further blocks of 128 rows are in further columns. Of eight
/// warps the second four have the further half of the columns that the tile takes. None if the tile is too small.
pub fn accumulator(rows: i64, columns: i64, warp_bits: usize) -> Option<Layout> {
    if rows < BLOCK_ROWS / 2 || columns < 2 * COLUMNS || !(GROUP_BITS..=GROUP_BITS + 1).contains(&warp_bits) {
        return None;
    }
    let column = |bit: usize| 1u32 << bit;
    let row = |bit: usize| (columns as u32) << bit;
    let window = log2(WINDOW_ROWS as u64);
    // Rows of a block of which a warp has 16, or 32.
    let own = log2((rows.min(BLOCK_ROWS) >> GROUP_BITS) as u64);
    let mut warp: Vec<u32> = (own..own + GROUP_BITS).map(row).collect();
    let mut reg = vec![column(0), row(window - 1)];
    reg.extend((3..log2(columns as u64)).map(column));
    let further: Vec<u32> = (own + GROUP_BITS..log2(rows as u64)).map(row).collect();
    if warp_bits > GROUP_BITS {
        // The bit of the further half: of the blocks if there are several, else of the columns.
        let mut halved = [reg.clone(), further.clone()].concat();
        warp.extend(halved.pop());
        reg = halved;
    } else {
        reg.extend(&further);
    }
    reg.extend((window..own).map(row));
    Some(Layout {
        reg,
        lane: vec![column(1), column(2), row(0), row(1), row(2)],
        warp,
    })
}

/// The layout of accumulators as `tcgen05.ld` of 32 lanes and 32 bits gives them to warps: a lane has a row, whose columns are its
/// registers, one after the other. Warps, and blocks of rows, are as in [`accumulator`]. None unless all lanes of tensor memory have rows.
pub fn by_rows(rows: i64, columns: i64, warp_bits: usize) -> Option<Layout> {
    if rows < BLOCK_ROWS || columns < 2 * COLUMNS || !(GROUP_BITS..=GROUP_BITS + 1).contains(&warp_bits) {
        return None;
    }
    let row = |bit: usize| (columns as u32) << bit;
    let own = LANE_BITS + GROUP_BITS;
    let mut reg: Vec<u32> = (0..log2(columns as u64)).map(|bit| 1 << bit).collect();
    reg.extend((own..log2(rows as u64)).map(row));
    let mut warp: Vec<u32> = (LANE_BITS..own).map(row).collect();
    if warp_bits > GROUP_BITS {
        warp.extend(reg.pop());
    }
    Some(Layout {
        reg,
        lane: (0..LANE_BITS).map(row).collect(),
        warp,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layouts_hold_every_element_once() {
        for (rows, columns, warp_bits) in [
            (64, 16, 2),
            (64, 128, 3),
            (128, 64, 2),
            (128, 128, 3),
            (128, 256, 3),
            (256, 128, 2),
            (256, 128, 3),
        ] {
            let layout = accumulator(rows, columns, warp_bits).unwrap();
            assert_eq!(layout.warp.len(), warp_bits);
            let mut bits: Vec<u32> = [&layout.reg[..], &layout.lane, &layout.warp].concat();
            bits.sort_unstable();
            let all = (0..log2((rows * columns) as u64)).map(|bit| 1u32 << bit);
            assert!(bits.into_iter().eq(all), "{rows}x{columns}");
        }
        assert_eq!(accumulator(32, 64, 2), None);
        assert_eq!(accumulator(128, 8, 2), None);
        assert_eq!(accumulator(128, 64, 4), None);
    }

    #[test]
    fn warps_have_the_lanes_that_they_may_touch() {
        let layout = accumulator(128, 64, 2).unwrap();
        assert_eq!(layout.warp, [32 * 64, 64 * 64]);
        assert!(layout.reg.contains(&(16 * 64)) && layout.reg.contains(&(8 * 64)));
        // Of 64 rows a warp has 16.
        assert_eq!(accumulator(64, 64, 2).unwrap().warp, [16 * 64, 32 * 64]);
        // The second warpgroup has the further block, or the further columns.
        assert_eq!(accumulator(256, 64, 3).unwrap().warp[2], 128 * 64);
        assert_eq!(accumulator(128, 64, 3).unwrap().warp[2], 32);
    }
}
