//! Layouts of the fragments of `mma.sync` (PTX ISA, fragments of m16n8).

use std::collections::VecDeque;
use tilewright_layout::{Layout, log2};

/// Rows and columns of the fragment that a warp's lanes hold together: what the layouts below are written for.
const ROWS: i64 = 16;
const COLUMNS: i64 = 8;

/// The layout of the accumulators of `mma.sync` for a tile that has no batch and is no smaller than a fragment.
pub fn accumulator(rows: i64, columns: i64, warp_bits: usize) -> Option<Layout> {
    (rows >= ROWS && columns >= COLUMNS).then(|| accumulators([1, rows, columns], warp_bits, COLUMNS))
}

/// The layout of the accumulators of `mma.sync` (PTX ISA, fragments of m16n8): of 16 by 8 elements a lane holds two
/// neighbours in a row and the two below them by 8 rows. Warps share out the longer side of what a warp has, so that its
/// part is as square as can be and needs least of the operands; what is left goes to registers, of several matrices one
/// after the other. Where a matrix is smaller than a fragment, bases are 0: what is beyond its edge repeats it. A warp has so many
/// columns `together`, if there are as many.
pub fn accumulators([batch, rows, columns]: [i64; 3], warp_bits: usize, together: i64) -> Layout {
    let (column_bits, row_bits) = (log2(columns as u64), log2(rows as u64));
    let column = |bit: usize| if bit < column_bits { 1u32 << bit } else { 0 };
    let row = |bit: usize| if bit < row_bits { (columns as u32) << bit } else { 0 };
    let mut reg = vec![column(0), row(3)];
    let lane = vec![column(1), column(2), row(0), row(1), row(2)];
    let mut rest_rows = (4..row_bits).map(row).collect::<VecDeque<_>>();
    let kept = log2(together.max(COLUMNS) as u64).min(column_bits.max(3));
    let mut rest_columns = (kept..column_bits).map(column).collect::<VecDeque<_>>();
    let mut rest_batch = (0..log2(batch as u64))
        .map(|bit| 1 << (column_bits + row_bits + bit))
        .collect::<VecDeque<u32>>();
    let mut warp: Vec<u32> = Vec::new();
    while warp.len() < warp_bits {
        let by_rows = ROWS << rest_rows.len() >= (1 << kept) << rest_columns.len();
        let next = match by_rows {
            true => rest_rows.pop_front().or_else(|| rest_columns.pop_front()),
            false => rest_columns.pop_front().or_else(|| rest_rows.pop_front()),
        };
        // Absent: warps that are left over hold copies.
        warp.push(next.or_else(|| rest_batch.pop_front()).unwrap_or(0));
    }
    reg.extend((3..kept).map(column));
    reg.extend(rest_columns);
    reg.extend(rest_rows);
    reg.extend(rest_batch);
    Layout { reg, lane, warp }
}

/// The layout of the left operand's words, two neighbours along K each, for accumulators in this layout (PTX ISA,
/// A fragment of m16n8k16): M by K / 2. Warps of the same rows hold the same.
pub fn lhs(accumulators: &Layout, n: i64, k: i64) -> Layout {
    let (word_bits, column_bits) = (log2(k as u64 / 2), log2(n as u64));
    let word = |bit: usize| 1u32 << bit;
    let row = |basis: &u32| basis >> column_bits << word_bits;
    let mut reg = vec![8 << word_bits, word(2)];
    reg.extend((3..word_bits).map(word));
    reg.extend(accumulators.reg.iter().skip(2).map(row).filter(|&basis| basis != 0));
    Layout {
        reg,
        lane: [word(0), word(1)]
            .into_iter()
            .chain((0..3).map(|bit| 1 << (word_bits + bit)))
            .collect(),
        warp: accumulators.warp.iter().map(row).collect(),
    }
}

/// The layout of the right operand's words, two neighbours along K each: K / 2 by N. The second bit of the registers is
/// that of the nearest columns, if a thread has several: `ldmatrix` reads both at once.
pub fn rhs(accumulators: &Layout, n: i64, k: i64) -> Layout {
    let (word_bits, column_bits) = (log2(k as u64 / 2), log2(n as u64));
    let word = |bit: usize| 1u32 << (column_bits + bit);
    let column = |basis: &u32| basis & (n as u32 - 1);
    let mut columns = accumulators.reg.iter().skip(2).map(column).filter(|&basis| basis != 0);
    let mut reg = vec![word(2)];
    reg.extend(columns.next());
    reg.extend((3..word_bits).map(word));
    reg.extend(columns);
    Layout {
        reg,
        lane: vec![word(0), word(1), 1, 2, 4],
        warp: accumulators.warp.iter().map(column).collect(),
    }
}

/// The distance of the nearest columns of a thread's fragments, in accumulators of this layout; 0 if it has one column:
/// two fragments of the right operand are read at once.
pub fn column_pair(layout: &Layout, [_, columns]: [i64; 2]) -> i64 {
    let columns = layout.reg.iter().map(|basis| i64::from(*basis) & (columns - 1));
    // Absent: a thread has one column.
    columns.filter(|&column| column >= COLUMNS).min().unwrap_or(0)
}

/// Columns that a warp has together, of products whose operands are bytes that are turned as they are read: two fragments.
pub const TURNED_COLUMNS: i64 = 2 * COLUMNS;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_warp_has_columns_together_that_are_read_at_once() {
        for (shape, warp_bits) in [([1, 128, 128], 3), ([1, 16, 16], 2), ([2, 32, 64], 2), ([1, 64, 8], 2)] {
            let layout = accumulators(shape, warp_bits, TURNED_COLUMNS);
            let [_, rows, columns] = shape;
            let expected = if columns >= TURNED_COLUMNS { COLUMNS } else { 0 };
            assert_eq!(column_pair(&layout, [rows, columns]), expected, "{shape:?}");
        }
        // Other products share out columns one fragment at a time.
        let plain = accumulators([1, 128, 128], 3, COLUMNS);
        assert!(column_pair(&plain, [128, 128]) > COLUMNS);
    }

    #[test]
    fn the_fragment_is_that_of_the_figures() {
        let figures = super::super::UNIT.figures();
        assert_eq!([figures.rows, figures.columns_least], [ROWS, COLUMNS]);
    }

    #[test]
    fn accumulators_lie_as_the_mma_unit_wants_them() {
        let layout = accumulator(64, 32, 2).unwrap();
        assert_eq!(layout.reg, [1, 8 * 32, 8, 16]);
        assert_eq!(layout.lane, [2, 4, 32, 64, 128]);
        assert_eq!(layout.warp, [16 * 32, 32 * 32]);
        assert!(accumulator(8, 32, 2).is_none());
    }

    #[test]
    fn warps_of_a_product_hold_the_operands_of_their_accumulators() {
        for (m, n, k, warp_bits) in [
            (64, 32, 32, 2),
            (128, 128, 64, 3),
            (16, 8, 16, 2),
            (16, 256, 16, 3),
            (256, 16, 32, 2),
        ] {
            let accumulators = accumulator(m, n, warp_bits).unwrap();
            let (lhs, rhs) = (lhs(&accumulators, n, k), rhs(&accumulators, n, k));
            for warp in 0..1 << warp_bits {
                let accumulators = accumulators.holders((m * n) as usize, &[warp]);
                let words = (k / 2) as usize;
                let (left, right) = (
                    lhs.holders(m as usize * words, &[warp]),
                    rhs.holders(words * n as usize, &[warp]),
                );
                for (index, &count) in accumulators.iter().enumerate() {
                    let (row, column) = (index / n as usize, index % n as usize);
                    for word in 0..words {
                        let each = [left[row * words + word], right[word * n as usize + column]];
                        assert!(
                            count == 0 || each == [1, 1],
                            "{m}x{n}x{k}, warp {warp}: {row}, {column}, {word}"
                        );
                    }
                }
            }
        }
    }
}
