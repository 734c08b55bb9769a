//! Rows in shared memory that threads write from registers, and that matrix instructions or threads read: the operands of
//! products that no copy brings there.
//!
//! Either 16 bytes lie between rows, or a swizzle permutes the chunks of 16 bytes of a row, at most as many as the banks give
//! together: chunk `c` of row `r` is at place `c` xor `f(r)`. The plain `f` is the one of TMA: the bits of `r` right
//! above those that tell rows of one line of the banks apart. The folded `f` is the exclusive or of all groups of so many bits
//! above them, so that rows that are far apart are in different banks, too. Where several rows are in one line of the banks, chunks may also
//! be permuted in all of the line, by the same bits: then it is `c` beside the bits that tell these rows apart that is combined with `f(r)`.

use crate::banks::{Wavefronts, shared};
use crate::boxes::CHUNK;
use crate::log2;
use crate::select::{Candidate, Cost};
use tilewright_machine::memory;

/// The places of rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StagedRows {
    /// Bytes from one row to the next.
    pub pitch: i64,
    /// Bytes within which chunks are permuted, a power of two; 0: nowhere.
    pub span: i64,
    /// Groups of bits of a row's number that the swizzle combines.
    pub groups: i64,
}

/// An access of the lanes of a warp together.
#[derive(Clone, Debug)]
pub struct LaneAccess {
    /// The matrix, the row and the byte in it at which each lane's part starts.
    pub lanes: Vec<[i64; 3]>,
    /// Bytes of each part.
    pub bytes: i64,
    /// Accesses of all warps that are like this one.
    pub times: i64,
}

impl StagedRows {
    /// By how many bits a row's number is moved for each group that the swizzle combines.
    pub fn shifts(self) -> impl Iterator<Item = i64> {
        let bits = log2((self.span / CHUNK).max(1) as u64) as i64;
        // Rows in one line of the banks are in different ones anyway.
        let row = self.pitch.min(self.span).max(CHUNK);
        let first = log2((memory().bank_line_bytes.value / row) as u64) as i64;
        (0..self.groups).map(move |group| first + group * bits)
    }

    /// The bits of a byte's number in its row that say its chunk, as far as chunks are permuted.
    pub fn permuted(self) -> i64 {
        (self.span - CHUNK).max(0)
    }

    /// The place of a byte of a row: what is combined with a thread's own permuted bits by exclusive or, and the bytes that
    /// are added.
    pub fn place(self, row: i64, byte: i64) -> (i64, i64) {
        let (permuted, plain) = (self.permuted(), row * self.pitch + byte);
        (self.moved(row) ^ (plain & permuted), plain & !permuted)
    }

    /// The bytes that the swizzle moves the chunks of a row by, by exclusive or.
    pub fn moved(self, row: i64) -> i64 {
        let swizzle = self.shifts().fold(0, |all, shift| all ^ ((row >> shift) * CHUNK));
        swizzle & self.permuted()
    }

    fn address(self, row: i64, byte: i64) -> i64 {
        let (differs, offset) = self.place(row, byte);
        offset + differs
    }

    fn cost(self, rows: i64, accesses: &[LaneAccess]) -> Cost {
        let address = |&[matrix, row, byte]: &[i64; 3]| matrix * rows * self.pitch + self.address(row, byte);
        let taken = accesses.iter().map(|access| {
            let addresses: Vec<i64> = access.lanes.iter().map(address).collect();
            shared(&addresses, access.bytes).times(access.times)
        });
        let all = taken.fold(Wavefronts::default(), Wavefronts::and);
        Cost {
            shared: all.transactions(),
            conflicts: all.conflicts(),
            // An address for each difference of chunks.
            instructions: self.span.max(CHUNK) / CHUNK,
            ..Cost::default()
        }
    }
}

/// The places of so many rows of so many bytes, with what the accesses cost: padded rows first, which take the fewest instructions.
pub fn candidates(rows: i64, row_bytes: i64, accesses: &[LaneAccess]) -> Vec<Candidate<StagedRows>> {
    let span = row_bytes.min(memory().bank_line_bytes.value);
    let padded = StagedRows {
        pitch: row_bytes + memory().access_bytes.value as i64,
        span: 0,
        groups: 0,
    };
    let swizzled = |span: i64, groups| StagedRows {
        pitch: row_bytes,
        span: if span > CHUNK { span } else { 0 },
        groups: if span > CHUNK { groups } else { 0 },
    };
    // As many groups as the numbers of rows have bits for.
    let folded = |span| {
        let reaches = |groups: &i64| {
            swizzled(span, *groups)
                .shifts()
                .last()
                .is_none_or(|shift| rows >> shift > 1)
        };
        let groups = (2..=i64::from(u32::BITS)).take_while(reaches).last();
        groups.filter(|_| span > CHUNK).map(|groups| swizzled(span, groups))
    };
    let mut found = vec![padded, swizzled(span, 1)];
    found.extend(folded(span));
    let line = memory().bank_line_bytes.value;
    if span < line && rows * row_bytes >= line {
        found.push(swizzled(line, 1));
        found.extend(folded(line));
    }
    found
        .into_iter()
        .map(|way| Candidate {
            atom: "st.shared",
            verdict: Ok(way.cost(rows, accesses)),
            way,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::select::best;

    fn all(rows: i64, row_bytes: i64) -> Vec<StagedRows> {
        let found = candidates(rows, row_bytes, &[]);
        found.into_iter().map(|candidate| candidate.way).collect()
    }

    #[test]
    fn no_two_bytes_are_at_one_place() {
        for (rows, row_bytes) in [(16, 8), (16, 16), (64, 32), (64, 64), (128, 128), (32, 512)] {
            for form in all(rows, row_bytes) {
                let mut places: Vec<i64> = (0..rows)
                    .flat_map(|row| (0..row_bytes).map(move |byte| form.address(row, byte)))
                    .collect();
                places.sort_unstable();
                places.dedup();
                assert_eq!(places.len() as i64, rows * row_bytes, "{form:?}");
                assert!(places.last().is_some_and(|&last| last < rows * form.pitch), "{form:?}");
            }
        }
    }

    /// Parts of a place combine as those of threads and of registers do: no bit is in both.
    #[test]
    fn places_of_parts_make_up_that_of_the_whole() {
        for form in all(64, 64).into_iter().chain(all(32, 512)) {
            for (row, byte) in [(5, 40), (21, 63), (16, 16), (31, 8)] {
                let (thread, register) = ([row & 0b10101, byte & 0b110100], [row & 0b1010, byte & 0b1011]);
                let [own, other] = [thread, register].map(|[row, byte]| form.place(row, byte));
                assert_eq!(
                    own.1 + other.1 + (own.0 ^ other.0),
                    form.address(row & 31, byte),
                    "{form:?}"
                );
            }
        }
    }

    #[test]
    fn rows_that_a_matrix_is_read_from_are_apart() {
        for form in [64, 128, 256].into_iter().flat_map(|bytes| all(64, bytes)) {
            let read = LaneAccess {
                lanes: (0..8).map(|row| [0, 8 + row, 16]).collect(),
                bytes: 16,
                times: 1,
            };
            assert_eq!(form.cost(64, &[read]).conflicts, 0, "{form:?}");
        }
    }

    /// Eight lanes write two rows of 64 bytes together: padding sets their ends into the same banks.
    #[test]
    fn the_swizzle_is_taken_where_lanes_write_short_rows() {
        let chosen = |access: LaneAccess| {
            let found = candidates(64, 64, &[access]);
            found[best(&found).unwrap()].way
        };
        let chunks = LaneAccess {
            lanes: (0..32).map(|lane| [0, lane / 4, lane % 4 * 16]).collect(),
            bytes: 16,
            times: 1,
        };
        assert_eq!((chosen(chunks).pitch, chosen(rows_apart(1)).pitch), (64, 80));
        let far = chosen(rows_apart(16));
        assert!(far.groups > 1, "{far:?}");
    }

    /// Four lanes that write a byte each in rows so far apart.
    fn rows_apart(rows: i64) -> LaneAccess {
        LaneAccess {
            lanes: (0..4).map(|lane| [0, lane * rows, 0]).collect(),
            bytes: 1,
            times: 1,
        }
    }
}
