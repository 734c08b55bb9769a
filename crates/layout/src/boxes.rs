//! Layouts of tiles in shared memory that are filled by copies and read by matrix instructions.
//!
//! A tile lies in its buffer as TMA would write it: box after box along its contiguous dimension, each box row after
//! row, and within a row the chunks of 16 bytes in the order of the swizzle: chunk `c` of row `r` is at place `c` xor `f(r)`, so that
//! the eight rows of any 8 by 8 block are in different banks.

use crate::banks::shared;
use crate::log2;
use crate::select::{Candidate, Cost, Refusal, Way, best};
use std::cell::RefCell;
use tilewright_machine::memory;
use tilewright_sorted::SortedMap;

/// Bytes of a chunk: what one copy moves, and a row of what `ldmatrix` reads.
pub const CHUNK: i64 = 16;

/// The layout of a buffer's tiles in shared memory: boxes one after the other, with rows of `span` bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TileLayout {
    /// Bytes of a row of a box.
    pub span: i64,
    /// Rows of a box.
    pub rows: i64,
}

impl TileLayout {
    /// Chunks of a row of a box.
    pub fn chunks(self) -> i64 {
        self.span / CHUNK
    }

    /// Bytes from one box to the next.
    pub fn box_bytes(self) -> i64 {
        self.rows * self.span
    }

    /// The lowest bit of a row's number that the swizzle uses: the bits below it tell rows in one line of the banks
    /// apart, which fall into different banks anyway.
    pub fn shift(self) -> i64 {
        log2((memory().bank_line_bytes.value / self.span) as u64) as i64
    }

    /// The number that the swizzle combines with the number of a chunk by exclusive or, in a row.
    fn swizzle(self, row: i64) -> i64 {
        row >> self.shift() & (self.chunks() - 1)
    }

    /// The place of a chunk of a row: the number that is combined with that of a thread's own chunk by exclusive or,
    /// and the bytes that are added.
    pub fn place(self, row: i64, chunk: i64) -> (i64, i64) {
        let differs = (chunk & (self.chunks() - 1)) ^ self.swizzle(row);
        (differs, row * self.span + chunk / self.chunks() * self.box_bytes())
    }

    /// The address of a chunk of a row.
    pub fn address(self, row: i64, chunk: i64) -> i64 {
        let (differs, offset) = self.place(row, chunk);
        offset + differs * CHUNK
    }
}

thread_local! {
    /// The spans that were chosen, by the bytes of a row and the rows.
    static SPANS: RefCell<SortedMap<(i64, i64), Option<i64>>> = const { RefCell::new(SortedMap::new()) };
}

/// A tile that a buffer holds: rows of `row_bytes`, of which matrices of eight are read.
#[derive(Clone, Copy, Debug)]
pub struct BufferTile {
    /// Bytes of a row of the tile.
    pub row_bytes: i64,
    /// Rows of the tile.
    pub rows: i64,
    /// The number of times that it is read: warps with the same rows or columns of a product read the same.
    pub reads: i64,
}

impl BufferTile {
    /// The swizzles, widest first, and rows as they are: with what it costs to write the tile once, chunk by chunk, and to read
    /// it as often as it is, matrix by matrix.
    pub fn candidates(&self) -> Vec<Candidate<Way>> {
        let spans = memory().swizzle_spans.value.iter().map(|&span| (span, true));
        let all = spans.chain([(self.row_bytes, false)]);
        all.map(|(span, swizzled)| Candidate {
            atom: "ldmatrix",
            way: Way::Boxes {
                row_bytes: self.row_bytes,
                span,
                rows: self.rows,
                swizzled,
            },
            verdict: self.verdict(span, swizzled),
        })
        .collect()
    }

    /// Whether rows of a swizzle of `span` bytes make up rows of the tile, and its pattern begins anew with each box.
    pub fn takes(&self, span: i64) -> bool {
        memory().swizzle_spans.value.contains(&span) && self.row_bytes % span == 0 && self.begins_anew(span)
    }

    /// Whether the pattern of a swizzle begins anew with each box: it is one of addresses, and a box of fewer rows than it has leaves the next one
    /// amid of it.
    fn begins_anew(&self, span: i64) -> bool {
        self.row_bytes == span || self.rows % memory().matrix_rows.value == 0
    }

    /// The span of the swizzle that is taken; none: rows of no swizzle's width.
    pub fn span(&self) -> Option<i64> {
        // Passes ask for the same few tiles again and again.
        let tile = (self.row_bytes, self.rows);
        SPANS.with_borrow_mut(|known| *known.entry(tile).or_insert_with(|| self.best_span()))
    }

    fn best_span(&self) -> Option<i64> {
        let mut candidates = self.candidates();
        match candidates.swap_remove(best(&candidates)?).way {
            Way::Boxes {
                span, swizzled: true, ..
            } => Some(span),
            // Absent: nothing reads rows that are not swizzled.
            _ => None,
        }
    }

    fn verdict(&self, span: i64, swizzled: bool) -> Result<Cost, Refusal> {
        if self.row_bytes % span != 0 {
            return Err(Refusal::Row {
                bytes: self.row_bytes,
                wanted: span,
            });
        }
        if swizzled && !self.begins_anew(span) {
            return Err(Refusal::Pattern { rows: self.rows });
        }
        // A matrix of eight rows, and the first chunks that eight threads write, are enumerated: whatever else there is of the tile is as far
        // apart, for the swizzle does the same to it.
        let block = memory().matrix_rows.value.min(self.rows);
        let layout = TileLayout { span, rows: self.rows };
        let address = |row: i64, chunk: i64| match swizzled {
            true => layout.address(row, chunk),
            false => row * self.row_bytes + chunk * CHUNK,
        };
        // Rows may be shorter than a chunk: then nothing reads matrices of them.
        let chunks = span / CHUNK;
        let of_row = chunks.max(1);
        let of_lanes = |place: &dyn Fn(i64) -> i64| {
            let lanes: Vec<i64> = (0..block).map(place).collect();
            shared(&lanes, CHUNK)
        };
        let read = of_lanes(&|row| address(row, 0)).times(chunks);
        let written = of_lanes(&|at| address(at / of_row, at % of_row)).times(chunks);
        let all = written
            .and(read.times(self.reads))
            .times(self.rows / block * (self.row_bytes / span));
        Ok(Cost {
            shared: all.transactions(),
            conflicts: all.conflicts(),
            // A copy for each box.
            instructions: self.row_bytes / span,
            ..Cost::default()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::banks::Wavefronts;

    /// Banks of four bytes that accesses of 16 bytes touch together: all 32 of them, or some twice.
    fn are_apart(addresses: impl Iterator<Item = i64>) -> bool {
        let mut lines: Vec<i64> = addresses.map(|address| address / CHUNK % 8).collect();
        lines.sort_unstable();
        lines.windows(2).all(|pair| pair[0] != pair[1])
    }

    #[test]
    fn no_two_chunks_of_a_tile_are_at_one_place() {
        for span in [32, 64, 128] {
            let form = TileLayout { span, rows: 64 };
            let chunks = |row| (0..2 * form.chunks()).map(move |chunk| form.address(row, chunk) / CHUNK);
            let mut all: Vec<i64> = (0..form.rows).flat_map(chunks).collect();
            all.sort_unstable();
            assert!(all.into_iter().eq(0..form.rows * 2 * form.chunks()), "{span}");
        }
    }

    #[test]
    fn the_rows_of_a_matrix_and_the_chunks_of_eight_threads_are_in_different_banks() {
        for span in [32, 64, 128] {
            let form = TileLayout { span, rows: 64 };
            for chunk in 0..2 * form.chunks() {
                for row in (0..64).step_by(8) {
                    // One of the matrices that `ldmatrix` reads.
                    assert!(are_apart((row..row + 8).map(|row| form.address(row, chunk))), "{span}");
                }
            }
            for first in (0..64 * form.chunks()).step_by(8) {
                // The chunks that eight neighbouring threads copy or store.
                let of_thread = |flat: i64| form.address(flat / form.chunks(), flat % form.chunks());
                assert!(are_apart((first..first + 8).map(of_thread)), "{span}");
            }
        }
    }

    #[test]
    fn the_widest_swizzle_has_the_fewest_copies_and_rows_as_they_are_have_conflicts() {
        let tile = |row_bytes| BufferTile {
            row_bytes,
            rows: 64,
            reads: 1,
        };
        assert_eq!(tile(256).span(), Some(128));
        assert_eq!(tile(128).span(), Some(128));
        assert_eq!(tile(64).span(), Some(64));
        assert_eq!(tile(32).span(), Some(32));
        assert_eq!(tile(48).span(), None);
        let verdicts: Vec<_> = tile(128).candidates().into_iter().map(|c| c.verdict.unwrap()).collect();
        assert_eq!(
            verdicts.iter().map(|cost| cost.conflicts > 0).collect::<Vec<_>>(),
            [false, false, false, true]
        );
        // Each matrix of eight rows is eight wavefronts where one would do.
        assert_eq!(verdicts[3].conflicts, 64 * 7);
    }

    /// Every matrix and every eight chunks of a tile take as many wavefronts as the first.
    #[test]
    fn one_matrix_stands_for_all() {
        for (row_bytes, rows) in [(128, 64), (256, 32), (64, 8), (32, 16), (512, 128)] {
            let tile = BufferTile {
                row_bytes,
                rows,
                reads: 3,
            };
            for candidate in tile.candidates() {
                let (Way::Boxes { span, swizzled, .. }, Ok(cost)) = (candidate.way, candidate.verdict) else {
                    continue;
                };
                let form = TileLayout { span, rows };
                let address = |row: i64, chunk: i64| match swizzled {
                    true => form.address(row, chunk),
                    false => row * row_bytes + chunk * CHUNK,
                };
                let chunks = row_bytes / CHUNK;
                let mut all = Wavefronts::default();
                for (block, chunk) in (0..rows / 8).flat_map(|block| (0..chunks).map(move |chunk| (block, chunk))) {
                    let lanes: Vec<i64> = (0..8).map(|row| address(8 * block + row, chunk)).collect();
                    all = all.and(shared(&lanes, CHUNK).times(3));
                }
                // Box after box.
                let of_box = span / CHUNK;
                let flat: Vec<i64> = (0..rows * chunks)
                    .map(|at| {
                        let (box_number, within) = (at / (rows * of_box), at % (rows * of_box));
                        address(within / of_box, box_number * of_box + within % of_box)
                    })
                    .collect();
                all = flat.chunks(8).fold(all, |all, lanes| all.and(shared(lanes, CHUNK)));
                let found = [cost.shared, cost.conflicts];
                assert_eq!(
                    found,
                    [all.transactions(), all.conflicts()],
                    "{row_bytes} {rows} {span}"
                );
            }
        }
    }

    #[test]
    fn rows_shorter_than_a_chunk_have_no_swizzle() {
        let tile = BufferTile {
            row_bytes: 8,
            rows: 64,
            reads: 1,
        };
        assert_eq!(tile.span(), None);
    }

    #[test]
    fn a_tile_is_written_once_and_read_by_each_warp_that_needs_it() {
        let shared = |reads| {
            let tile = BufferTile {
                row_bytes: 128,
                rows: 64,
                reads,
            };
            tile.candidates()[0].verdict.as_ref().unwrap().shared
        };
        let once = shared(1) / 2;
        assert_eq!([shared(2), shared(4)], [3 * once, 5 * once]);
    }
}
