//! The layout of the accumulators of `wgmma` (PTX ISA, D fragment of m64nNk16).

use tilewright_layout::{Layout, log2};

/// Rows of one instruction, and columns of what a warp's lanes hold together: what the layout is written for.
const ROWS: i64 = 64;
const COLUMNS: i64 = 8;

/// The layout of the accumulators of `wgmma` (PTX ISA, D fragment of m64nNk16): warp `w` of a warpgroup has rows 16 `w` to
/// 16 `w` + 15, of each 16 by 8 elements a lane holds two neighbours in a row and the two below them by 8 rows. Each
/// warpgroup has rows of its own; what is left goes to registers, 64 rows after 64 rows. None if the tile is smaller than
/// that.
pub fn accumulator(rows: i64, columns: i64, warp_bits: usize) -> Option<Layout> {
    let groups = 1i64 << warp_bits.checked_sub(2)?;
    if rows < ROWS * groups || columns < COLUMNS {
        return None;
    }
    let column = |bit: usize| 1u32 << bit;
    let row = |bit: usize| (columns as u32) << bit;
    let rows = log2(rows as u64);
    let reg_rows = rows + 2 - warp_bits;
    let columns = (3..log2(columns as u64)).map(column);
    let reg = [column(0), row(3)]
        .into_iter()
        .chain(columns)
        .chain((6..reg_rows).map(row));
    Some(Layout {
        reg: reg.collect(),
        lane: vec![column(1), column(2), row(0), row(1), row(2)],
        warp: [4, 5].into_iter().chain(reg_rows..rows).map(row).collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rows_are_those_of_the_figures() {
        assert_eq!(super::super::UNIT.figures().rows, ROWS);
    }

    #[test]
    fn layouts_of_accumulators_and_of_their_stores_hold_every_element_once_and_share_their_warps() {
        for (rows, columns, warp_bits) in [(64, 64, 2), (128, 128, 2), (128, 256, 3), (256, 64, 3), (64, 16, 2)] {
            let accumulators = accumulator(rows, columns, warp_bits).unwrap();
            let stored = Layout::beside(accumulators.clone(), columns, 4, 32).unwrap();
            assert_eq!(accumulators.warp, stored.warp);
            for layout in [accumulators, stored] {
                let mut bits: Vec<u32> = [&layout.reg[..], &layout.lane, &layout.warp].concat();
                bits.sort_unstable();
                let all = (0..log2((rows * columns) as u64)).map(|bit| 1u32 << bit);
                assert!(bits.into_iter().eq(all), "{rows}x{columns}");
            }
        }
        assert_eq!(accumulator(32, 64, 2), None);
    }
}
