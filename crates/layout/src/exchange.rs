//! The ways of a tile in registers to other threads: within a thread, by shuffles, or through shared memory.

use crate::banks::{Wavefronts, shared, transactions_of_wavefront};
use crate::select::{Candidate, Cost, Refusal, Way, best};
use crate::shuffle::Shuffles;
use crate::{LANE_BITS, Layout};
use tilewright_machine::{layouts, memory};

/// Registers that lie next to each other: the first, and how many.
pub type Run = (usize, usize);

/// A way from one layout to another.
#[derive(Clone, Debug, PartialEq)]
pub enum Path {
    /// Each thread has what it needs: for each register of the result, the one that holds its element.
    Registers(Vec<usize>),
    /// Lanes of a warp give each other words.
    Shuffles(Shuffles),
    /// Every element is written to shared memory by one thread and read by those that need it.
    Shared(Exchange),
}

impl Path {
    /// The way as the report has it; `to` is the layout that is wanted.
    pub fn told(&self, to: &Layout) -> Way {
        match self {
            Self::Registers(_) | Self::Shuffles(_) => Way::Threads(to.clone()),
            Self::Shared(exchange) => Way::Places {
                steps: exchange.steps(),
                padding: exchange.padding,
            },
        }
    }
}

/// A conversion: the tile, its layouts, and the shared memory that is free for it.
#[derive(Clone, Copy, Debug)]
pub struct Conversion<'l> {
    /// The layout that the tile has.
    pub from: &'l Layout,
    /// The layout that is wanted.
    pub to: &'l Layout,
    /// Extents of the tile.
    pub shape: &'l [i64],
    /// Bytes of an element.
    pub bytes: i64,
    /// Bytes of shared memory that are free.
    pub room: i64,
    /// Whether the GPU writes matrices by `stmatrix`, and every thread of every warp takes part.
    pub stmatrix: bool,
}

impl Conversion<'_> {
    /// The ways, with what each costs.
    pub fn candidates(&self) -> Vec<Candidate<Path>> {
        let mut found = Vec::new();
        if let Some(registers) = within_thread(self.from, self.to) {
            found.push(Candidate {
                atom: "mov",
                way: Path::Registers(registers),
                verdict: Ok(Cost {
                    registers: self.live(),
                    ..Cost::default()
                }),
            });
            // Nothing is cheaper than nothing.
            return found;
        }
        if let Some(shuffles) = Shuffles::plan(self.from, self.to) {
            let words = (self.bytes + 3) / 4;
            let most = layouts().shuffled_words.value;
            let moved = shuffles.count() * words;
            let cost = Cost {
                shared: (moved * transactions_of_wavefront()) << self.to.warp.len(),
                registers: self.live(),
                instructions: moved + shuffles.selections(),
                ..Cost::default()
            };
            let words = words << self.to.reg.len();
            found.push(Candidate {
                atom: "shfl.sync.idx",
                way: Path::Shuffles(shuffles),
                verdict: if words > most {
                    Err(Refusal::Words { words, most })
                } else {
                    Ok(cost)
                },
            });
        }
        found.extend(self.exchanges().into_iter().map(|exchange| Candidate {
            atom: exchange.atom,
            way: Path::Shared(exchange.way),
            verdict: exchange.verdict,
        }));
        found
    }

    /// The best way, with its cost; none if not even the smallest exchange fits.
    pub fn best(&self) -> Option<(Path, Cost)> {
        let mut candidates = self.candidates();
        let best = candidates.swap_remove(best(&candidates)?);
        // Absent: refused, which the best one is not.
        Some((best.way, best.verdict.ok()?))
    }

    /// The exchanges through shared memory, by the order of rows and the padding between them. The last one is always
    /// possible, if any is.
    pub fn exchanges(&self) -> Vec<Candidate<Exchange>> {
        let orders = [RowOrder::Index, RowOrder::Lanes(self.to), RowOrder::Lanes(self.from)];
        let mut found: Vec<Candidate<Exchange>> = Vec::new();
        for order in orders {
            // Rows start at a whole element.
            let aligned = |padding: &&i64| **padding % self.bytes == 0;
            for &padding in layouts().paddings.value.iter().filter(aligned) {
                let exchange = Exchange::plan(self, order, padding);
                if found.iter().any(|known| known.way == exchange) {
                    continue;
                }
                let verdict = match exchange.bytes() > self.room {
                    true => Err(Refusal::Room {
                        bytes: exchange.bytes(),
                        free: self.room,
                    }),
                    false => Ok(exchange.cost(self)),
                };
                let by_matrices = exchange.by_matrices(self);
                found.push(Candidate {
                    atom: "st.shared",
                    way: exchange,
                    verdict,
                });
                if let Some(exchange) = by_matrices {
                    found.push(Candidate {
                        atom: "stmatrix",
                        verdict: Ok(exchange.cost(self)),
                        way: exchange,
                    });
                }
            }
        }
        found
    }

    /// The best exchange through shared memory.
    pub fn exchange(&self) -> Exchange {
        let mut candidates = self.exchanges();
        // Absent: not even one element of each thread at a time fits, which the size of shared memory refuses later.
        let place = best(&candidates).unwrap_or(0);
        candidates.swap_remove(place).way
    }

    /// Words of a thread that hold the tile on the way.
    fn live(&self) -> i64 {
        let elements = 1i64 << self.from.reg.len().max(self.to.reg.len());
        (elements * self.bytes + 3) / 4
    }
}

/// For each register of `to`, the register of `from` that holds its element in every thread; none if there is a thread
/// that lacks one.
fn within_thread(from: &Layout, to: &Layout) -> Option<Vec<usize>> {
    // Where the thread bits agree, the registers alone decide.
    let agree = from.lane == to.lane && from.warp == to.warp;
    // A source without thread bits holds everything everywhere, if the registers span all.
    let everywhere =
        from.lane.iter().chain(&from.warp).all(|&b| b == 0) && to.lane.iter().chain(&to.warp).all(|&b| b == 0);
    if !agree && !everywhere {
        return None;
    }
    (0..to.registers())
        .map(|r| from.register_of(to.register_index(r)))
        .collect()
}

/// The order of the rows of an exchange.
#[derive(Clone, Copy, Debug)]
enum RowOrder<'l> {
    /// By index.
    Index,
    /// Rows that lanes of a layout access together are neighbours.
    Lanes(&'l Layout),
}

/// The layout in which a tile goes through shared memory, in rounds.
///
/// Tiles go in rounds, one for each value of the register bits that both layouts have, as far as that is needed or,
/// within a warp, costs nothing; where it is not enough, of bits that threads decide, each thread in its round. Where
/// the layouts give each warp the same elements, each has a place of its own.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Exchange {
    /// Bytes of an element.
    bytes: i64,
    /// Whether each warp has a place of its own.
    pub by_warp: bool,
    /// The number of warps.
    warps: i64,
    /// The bits of an element's index that say its round.
    pub rounds: u32,
    /// The bits that say its place, the fastest first; the first `run` of them are neighbours in a row.
    places: Vec<u32>,
    run: usize,
    /// Bytes between rows.
    padding: i64,
    /// Where matrices of 8 by 8 are written: the bits of an index that tell apart those that one instruction writes.
    pub matrices: Option<Vec<u32>>,
}

/// Elements of a row of a matrix.
const MATRIX_COLUMNS: u32 = 8;

impl Exchange {
    fn plan(conversion: &Conversion<'_>, order: RowOrder<'_>, padding: i64) -> Self {
        let &Conversion {
            from,
            to,
            shape,
            bytes,
            room,
            ..
        } = conversion;
        let all: u32 = (shape.iter().product::<i64>() - 1) as u32;
        let single = |layout: &Layout| {
            let bases = layout.reg.iter().chain(&layout.lane).chain(&layout.warp);
            bases.into_iter().all(|b| b.count_ones() <= 1)
        };
        let by_warp = single(from) && single(to) && from.warp == to.warp && from.warp.iter().all(|&b| b != 0);
        let of_warp = if by_warp { from.warp.iter().sum() } else { 0 };
        let mut plan = Self {
            bytes,
            by_warp,
            warps: 1 << from.warp.len(),
            rounds: 0,
            places: Vec::new(),
            run: 0,
            padding,
            matrices: None,
        };
        plan.set_places(all & !of_warp, shape);
        let mut common: Vec<u32> = Vec::new();
        if single(from) && single(to) {
            common = from.reg.iter().filter(|b| to.reg.contains(b)).copied().collect();
            common.sort_unstable();
        }
        // Neighbours that one instruction moves stay together.
        let vector = (memory().access_bytes.value as i64 / bytes).max(1) as u32;
        while let Some(bit) = common.pop().filter(|&bit| bit >= vector) {
            if !by_warp && plan.bytes() <= room {
                break;
            }
            plan.rounds |= bit;
            plan.set_places(all & !of_warp & !plan.rounds, shape);
        }
        while plan.bytes() > room && single(from) && single(to) {
            // A part that one instruction moves stays whole, even if there is no room for it.
            let Some(bit) = plan.places.last().copied().filter(|&bit| bit >= vector) else {
                break;
            };
            plan.rounds |= bit;
            plan.set_places(all & !of_warp & !plan.rounds, shape);
        }
        if let RowOrder::Lanes(layout) = order {
            let is_lane = |bit: &u32| layout.lane.iter().fold(0, |all, basis| all | basis) & bit != 0;
            plan.places[plan.run..].sort_by_key(|bit| !is_lane(bit));
        }
        if plan.places.len() == plan.run {
            // There is one row, with nothing after it.
            plan.padding = 0;
        }
        plan
    }

    /// The same with matrices written by `stmatrix`; none where the tile's layout is not that of matrices: a thread has two neighbours,
    /// four lanes go on along the row, eight lanes have the rows, and a row of 16 bytes is in one piece.
    fn by_matrices(&self, conversion: &Conversion<'_>) -> Option<Self> {
        let from = conversion.from;
        let parts = layouts().atoms.iter().find(|atom| atom.name == "stmatrix")?;
        let columns = [from.reg.first(), from.lane.first(), from.lane.get(1)];
        let in_matrix =
            columns == [Some(&1), Some(&2), Some(&4)] && i64::from(MATRIX_COLUMNS) * self.bytes == parts.bytes[0];
        let everyone = from.lane.iter().chain(&from.warp).all(|&basis| basis != 0);
        let of_registers = from.reg.iter().fold(0, |all, basis| all | basis);
        let in_one_piece =
            self.places.get(..3) == Some(&[1, 2, 4]) && self.run >= 3 && self.padding % parts.bytes[0] == 0;
        let rounds_by_registers = self.rounds & !of_registers == 0;
        let possible = conversion.stmatrix && in_matrix && everyone && in_one_piece && rounds_by_registers;
        if !possible || self.bytes() > conversion.room {
            return None;
        }
        let most = parts.parts[0].ilog2() as usize;
        let others = from.reg.iter().skip(1).filter(|&&basis| basis & self.rounds == 0);
        Some(Self {
            matrices: Some(others.take(most).copied().collect()),
            ..self.clone()
        })
    }

    fn set_places(&mut self, bits: u32, shape: &[i64]) {
        // Absent: a single element is a row of one.
        let inner = shape.iter().rev().copied().find(|&extent| extent > 1).unwrap_or(1);
        self.places = (0..u32::BITS).map(|i| 1 << i).filter(|b| bits & b != 0).collect();
        let in_row =
            |b: &&u32| i64::from(**b) < inner && i64::from(**b) * self.bytes < i64::from(memory().run_bytes.value);
        self.run = self.places.iter().take_while(in_row).count();
    }

    /// Bytes of one round of one warp, or of all where they go together.
    pub fn round_bytes(&self) -> i64 {
        self.row_bytes() << (self.places.len() - self.run)
    }

    /// Bytes from one row to the next.
    fn row_bytes(&self) -> i64 {
        (self.bytes << self.run) + self.padding
    }

    /// Bytes of shared memory.
    pub fn bytes(&self) -> i64 {
        self.round_bytes() * if self.by_warp { self.warps } else { 1 }
    }

    /// Where an element is, in bytes, by the bits of its index that say its place.
    pub fn place(&self, index: u32) -> i64 {
        let bits = self.places.iter().enumerate().filter(|(_, b)| index & **b != 0);
        bits.map(|(i, _)| self.step(i)).sum()
    }

    /// Bytes that a bit of the place moves.
    fn step(&self, bit: usize) -> i64 {
        if bit < self.run {
            self.bytes << bit
        } else {
            self.row_bytes() << (bit - self.run)
        }
    }

    /// The bits of indices that say a place, with the bytes that each moves, in runs of neighbours of which each moves twice
    /// as far as the one before: the lowest bit and the number of bits of each run, and the bytes of its lowest bit.
    pub fn steps(&self) -> Vec<(u32, u32, i64)> {
        let mut runs: Vec<(u32, u32, i64)> = Vec::new();
        for (place, bit) in self.places.iter().enumerate() {
            let (low, step) = (bit.trailing_zeros(), self.step(place));
            match runs.last_mut() {
                Some((first, count, bytes)) if *first + *count == low && *bytes << *count == step => *count += 1,
                _ => runs.push((low, 1, step)),
            }
        }
        runs
    }

    /// Registers that lie next to each other, as first one and count, at most what one instruction moves.
    pub fn runs(&self, layout: &Layout) -> Vec<Run> {
        let count = self.vector(layout);
        let starts = (0..layout.registers()).step_by(count);
        starts.map(|first| (first, count)).collect()
    }

    fn vector(&self, layout: &Layout) -> usize {
        let access = memory().access_bytes.value as i64;
        // Rows begin where a padding ends, and accesses are aligned to their size.
        let aligned = if self.padding > 0 {
            access.min(self.padding)
        } else {
            access
        };
        let most = (aligned / self.bytes).max(1) as usize;
        let neighbours = layout.reg.iter().enumerate().take_while(|(i, b)| **b == 1 << i).count();
        // Neighbours beyond the end of a row are in another.
        (1 << neighbours.min(self.run)).min(most).min(layout.registers())
    }

    /// The cost of both sides of the exchange.
    pub fn cost(&self, conversion: &Conversion<'_>) -> Cost {
        let (mut written, read) = (
            self.accesses(conversion.from, true),
            self.accesses(conversion.to, false),
        );
        if let Some(apart) = &self.matrices {
            written = self.matrix_writes(conversion.from, apart.len());
        }
        let both = written.0.and(read.0);
        Cost {
            shared: both.transactions(),
            conflicts: both.conflicts(),
            registers: conversion.live(),
            instructions: written.1 + read.1,
            ..Cost::default()
        }
    }

    /// The wavefronts of all matrices, and the instructions of a thread, that each write so many as a power of two.
    fn matrix_writes(&self, from: &Layout, parts: usize) -> (Wavefronts, i64) {
        let row = |number: usize| from.index(0, number << 2, 0);
        let rows: Vec<i64> = (0..memory().matrix_rows.value as usize)
            .map(|number| self.place(row(number)))
            .collect();
        let matrices = from.registers() as i64 / 2;
        let one = shared(&rows, memory().matrix_row_bytes.value);
        (one.times(matrices << from.warp.len()), matrices >> parts)
    }

    /// The lanes' rows of matrices, as the layout of which a thread's place is the address that it gives: the low three lane bits say the
    /// row, the others the matrix.
    pub fn matrix_rows(&self, from: &Layout) -> Option<Layout> {
        let apart = self.matrices.as_ref()?;
        let mut lane = from.lane[2..].to_vec();
        lane.extend(apart);
        lane.resize(LANE_BITS, 0);
        Some(Layout {
            reg: Vec::new(),
            lane,
            warp: from.warp.clone(),
        })
    }

    /// The wavefronts of all writes or reads by a layout, and the instructions of a thread. One thread writes an element; all read what
    /// they need, and in rounds that threads decide also what they do not.
    fn accesses(&self, layout: &Layout, writes: bool) -> (Wavefronts, i64) {
        let all = |bases: &[u32]| bases.iter().fold(0, |all, basis| all | basis);
        let copying_lanes = (0..LANE_BITS).filter(|&bit| layout.lane[bit] == 0);
        let copying_lanes = copying_lanes.fold(0, |lanes, bit| lanes | 1 << bit);
        let of_lanes = all(&layout.lane) & self.rounds;
        let address = |lane: usize| {
            let index = layout.index(0, lane, 0);
            let takes_part = !writes || (index & of_lanes == 0 && lane & copying_lanes == 0);
            takes_part.then(|| self.place(index))
        };
        let addresses: Vec<Option<i64>> = (0..1 << LANE_BITS).map(address).collect();
        let count = self.vector(layout);
        let one = shared(&addresses, count as i64 * self.bytes);
        let (warps, decided) = match writes {
            true => (layout.warp.iter().filter(|&&basis| basis != 0).count(), of_lanes),
            false => (layout.warp.len(), of_lanes | all(&layout.warp) & self.rounds),
        };
        let instructions = ((layout.registers() / count) as i64) << decided.count_ones();
        (one.times(instructions << warps), instructions)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn conversion<'l>(from: &'l Layout, to: &'l Layout, shape: &'l [i64], bytes: i64) -> Conversion<'l> {
        Conversion {
            from,
            to,
            shape,
            bytes,
            room: 65536,
            stmatrix: false,
        }
    }

    #[test]
    fn a_transpose_goes_through_rows_that_meet_in_no_bank() {
        for (extent, bytes) in [(32, 4), (64, 4), (64, 2), (128, 2), (64, 8)] {
            let shape = [extent, extent];
            let wide = (16 / bytes) as u32;
            let (from, to) = (Layout::along(&shape, 1, wide, 2), Layout::along(&shape, 0, wide, 2));
            let transpose = conversion(&from, &to, &shape, bytes);
            let plain = Exchange::plan(&transpose, RowOrder::Index, 0).cost(&transpose);
            let (path, cost) = transpose.best().unwrap();
            assert!(matches!(path, Path::Shared(_)), "{path:?}");
            assert!(
                plain.conflicts > 0 && cost.conflicts * 4 <= plain.conflicts,
                "{extent} {bytes}: {plain:?} {cost:?}"
            );
        }
    }

    #[test]
    fn places_are_one_for_each_element_whatever_the_order_and_the_padding() {
        let shape = [32, 64];
        let (from, to) = (Layout::along(&shape, 1, 4, 2), Layout::along(&shape, 0, 4, 2));
        for candidate in conversion(&from, &to, &shape, 4).exchanges() {
            let exchange = candidate.way;
            let mut places: Vec<i64> = (0..2048).map(|index| exchange.place(index)).collect();
            let by_steps = |index: u32| -> i64 {
                let steps = exchange.steps();
                let part =
                    |&(low, count, bytes): &(u32, u32, i64)| i64::from(index >> low & ((1 << count) - 1)) * bytes;
                steps.iter().map(part).sum()
            };
            assert!((0..2048).all(|index| by_steps(index) == exchange.place(index)));
            places.sort_unstable();
            assert!(places.windows(2).all(|pair| pair[1] - pair[0] >= 4));
            assert!(places.last().unwrap() + 4 <= exchange.bytes());
        }
    }

    #[test]
    fn accumulators_are_written_as_matrices_where_the_gpu_can() {
        let from = Layout {
            reg: vec![1, 8 * 64, 8, 16, 32],
            lane: vec![2, 4, 64, 128, 256],
            warp: vec![1024, 2048],
        };
        let to = Layout {
            reg: vec![1, 2, 4, 256, 512],
            lane: vec![8, 16, 32, 64, 128],
            warp: vec![1024, 2048],
        };
        let shape = [64, 64];
        let plain = conversion(&from, &to, &shape, 2);
        let with = Conversion {
            stmatrix: true,
            ..plain
        };
        let [(without, dear), (path, cost)] = [plain, with].map(|conversion| conversion.best().unwrap());
        let matrices = |path: &Path| matches!(path, Path::Shared(exchange) if exchange.matrices.is_some());
        assert!(!matrices(&without) && matrices(&path));
        assert_eq!((cost.shared, cost.conflicts), (dear.shared, 0));
        assert!(cost.instructions < dear.instructions, "{cost:?} {dear:?}");
        // Of 32 bits there are no matrices.
        let wide = Conversion { bytes: 4, ..with };
        assert!(!matrices(&wide.best().unwrap().0));
    }

    #[test]
    fn an_element_is_written_once_and_read_by_every_thread() {
        let cost = |lanes: [u32; 5], to: [u32; 5], warps: [u32; 2], extent: i64, bytes: i64| {
            let [from, to] = [lanes, to].map(|lane| Layout {
                reg: Vec::new(),
                lane: lane.to_vec(),
                warp: warps.to_vec(),
            });
            let shape = [extent];
            let transpose = conversion(&from, &to, &shape, bytes);
            transpose.exchange().cost(&transpose).shared / transactions_of_wavefront()
        };
        let (up, down) = ([1, 2, 4, 8, 16], [16, 8, 4, 2, 1]);
        assert_eq!(
            cost(up, down, [32, 64], 128, 4),
            4 + 4,
            "each warp has elements of its own"
        );
        assert_eq!(cost(up, down, [0, 0], 32, 4), 1 + 4, "all warps have the same");
        let (few, reversed) = ([1, 2, 4, 0, 0], [4, 2, 1, 0, 0]);
        assert_eq!(
            cost(few, reversed, [0, 0], 8, 8),
            1 + 2 * 4,
            "half a warp has what the other has"
        );
    }

    #[test]
    fn what_threads_have_already_costs_nothing() {
        let shape = [8, 128];
        let from = Layout::blocked(&shape, 4, 2);
        let swapped = Layout {
            reg: from.reg.iter().rev().copied().collect(),
            ..from.clone()
        };
        let (path, cost) = conversion(&from, &swapped, &shape, 4).best().unwrap();
        assert!(matches!(path, Path::Registers(_)));
        assert_eq!((cost.shared, cost.instructions), (0, 0));
    }

    #[test]
    fn little_goes_by_shuffles_and_much_through_shared_memory() {
        let few = [4, 128];
        let (from, to) = (Layout::blocked(&few, 4, 2), Layout::blocked(&few, 1, 2));
        // Both give a warp one row.
        let from = Layout {
            warp: vec![128, 256],
            ..from
        };
        let to = Layout {
            warp: vec![128, 256],
            reg: vec![32, 64],
            ..to
        };
        let found = conversion(&from, &to, &few, 4);
        let (path, cost) = found.best().unwrap();
        assert!(matches!(path, Path::Shuffles(_)), "{path:?} {cost:?}");
        assert_eq!(cost.conflicts, 0);
        let refused = conversion(&from, &to, &few, 16).candidates();
        assert!(matches!(refused[0].verdict, Err(Refusal::Words { words: 16, most: 8 })));
    }
}
