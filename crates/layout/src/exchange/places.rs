//! Where the elements of a tile lie in shared memory on their way between threads.
//!
//! In rows, one after the other or with bytes between them, or in lines of the banks, in which bits of an index that one side's lanes tell
//! apart move what the other side's lanes do ([`Exchange::swizzled`]).

use super::{Conversion, Run};
use crate::banks::{Wavefronts, shared};
use crate::select::Cost;
use crate::{LANE_BITS, Layout, log2};
use tilewright_machine::{layout_atoms, memory};

/// The order of the rows of an exchange.
#[derive(Clone, Copy, Debug)]
pub(super) enum RowOrder<'l> {
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
    pub(super) padding: i64,
    /// Bits of an index that move their element by so many bytes more, combined by exclusive or.
    pub(super) swizzle: Vec<(u32, i64)>,
    /// Where matrices of 8 by 8 are written, and read: the bits of an index that tell apart those that one instruction moves.
    pub matrices: [Option<Vec<u32>>; 2],
}

/// Whether each bit of a register, lane or warp is one of an element's index.
fn is_single(layout: &Layout) -> bool {
    let bases = layout.reg.iter().chain(&layout.lane).chain(&layout.warp);
    bases.into_iter().all(|basis| basis.count_ones() <= 1)
}

/// Elements of a row of a matrix.
const MATRIX_COLUMNS: u32 = 8;

impl Exchange {
    /// The tile in rows, with so many bytes between them.
    pub(super) fn plan(conversion: &Conversion<'_>, padding: i64) -> Self {
        let &Conversion {
            from,
            to,
            shape,
            bytes,
            room,
            ..
        } = conversion;
        let all: u32 = (shape.iter().product::<i64>() - 1) as u32;
        let by_warp = is_single(from) && is_single(to) && from.warp == to.warp && from.warp.iter().all(|&b| b != 0);
        let of_warp = if by_warp { from.warp.iter().sum() } else { 0 };
        let mut plan = Self {
            bytes,
            by_warp,
            warps: 1 << from.warp.len(),
            rounds: 0,
            places: Vec::new(),
            run: 0,
            padding,
            swizzle: Vec::new(),
            matrices: [None, None],
        };
        plan.set_places(all & !of_warp, shape);
        let mut common: Vec<u32> = Vec::new();
        if is_single(from) && is_single(to) {
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
        while plan.bytes() > room && is_single(from) && is_single(to) {
            // A part that one instruction moves stays whole, even if there is no room for it.
            let Some(bit) = plan.places.last().copied().filter(|&bit| bit >= vector) else {
                break;
            };
            plan.rounds |= bit;
            plan.set_places(all & !of_warp & !plan.rounds, shape);
        }
        plan
    }

    /// The same as [`Self::plan`] with so many bytes between rows, which are in this order; `self` is that without any.
    pub(super) fn in_rows(&self, conversion: &Conversion<'_>, order: RowOrder<'_>, padding: i64) -> Self {
        let mut plan = Self {
            padding,
            ..self.clone()
        };
        // Tiles that do not fit go in more rounds. Others have as many as without padding: parts are halved as long as none fits.
        if plan.bytes() > conversion.room {
            plan = Self::plan(conversion, padding);
        }
        if let RowOrder::Lanes(layout) = order {
            let lanes = layout.lane.iter().fold(0, |all, basis| all | basis);
            plan.places[plan.run..].sort_by_key(|bit| lanes & bit == 0);
        }
        if plan.places.len() == plan.run {
            // There is one row, with nothing after it.
            plan.padding = 0;
        }
        plan
    }

    /// The same in lines of the banks, where lanes of either side meet in no bank: as far as their bits are different ones, those of the
    /// one side move what those of the other do, besides. One for each choice of the neighbours that instructions move together: those that
    /// threads of both sides have, of either side, or a row of a matrix.
    pub(super) fn swizzled(&self, conversion: &Conversion<'_>) -> Vec<Self> {
        let plain = self;
        let Conversion { from, to, .. } = *conversion;
        if !is_single(from) || !is_single(to) {
            return Vec::new();
        }
        let most = log2((memory().access_bytes.value as i64 / plain.bytes).max(1) as u64);
        let own = |layout: &Layout| layout.reg.clone().into_iter().filter(|bit| plain.places.contains(bit));
        let common: Vec<u32> = own(from).filter(|bit| to.reg.contains(bit)).take(most).collect();
        let extended = |layout: &Layout| {
            let more = own(layout).filter(|bit| !common.contains(bit));
            common.iter().copied().chain(more).take(most).collect()
        };
        let row_of_matrix = plain
            .places
            .iter()
            .copied()
            .filter(|&bit| bit < MATRIX_COLUMNS)
            .collect();
        let mut found: Vec<Self> = Vec::new();
        for vector in [extended(from), extended(to), row_of_matrix, common.clone()] {
            let way = plain.in_lines([from, to], vector);
            if !found.contains(&way) {
                found.push(way);
            }
        }
        found
    }

    fn in_lines(&self, [from, to]: [&Layout; 2], vector: Vec<u32>) -> Self {
        let mut way = self.clone();
        way.run = vector.len();
        way.places.retain(|bit| !vector.contains(bit));
        way.places.splice(0..0, vector.iter().copied());
        // Bits that lanes of one phase tell apart, and those of what each of them moves.
        let phase = |layout: &Layout| {
            let own = way.vector_bits(layout);
            let bytes = (self.bytes << own.len()).max(memory().bank_bytes.value);
            let lanes = log2((memory().bank_line_bytes.value / bytes).max(1) as u64).min(LANE_BITS);
            let lanes = layout.lane[..lanes].iter().copied();
            let bits = own.into_iter().chain(lanes);
            bits.filter(|bit| way.places.contains(bit)).collect::<Vec<u32>>()
        };
        let [written, read] = [from, to].map(phase);
        let in_line = log2((memory().bank_line_bytes.value / self.bytes).max(1) as u64).max(vector.len());
        let mut line = vector.clone();
        for bits in [&written, &read, &way.places] {
            for bit in bits {
                if line.len() < in_line && !line.contains(bit) {
                    line.push(*bit);
                }
            }
        }
        let is_free = |(_, bit): &(usize, &u32)| !vector.contains(bit) && !read.contains(bit);
        let free = line.iter().enumerate().filter(is_free);
        let others = read.iter().filter(|bit| !line.contains(bit));
        way.swizzle = others
            .zip(free)
            .map(|(&bit, (at, _))| (bit, self.bytes << at))
            .collect();
        way.places.retain(|bit| !line.contains(bit));
        way.places.splice(0..0, line);
        way.padding = 0;
        way
    }

    /// The same with matrices written by `stmatrix` (side 0) or read by `ldmatrix` (side 1); none where the tile's layout there is not that
    /// of matrices: a thread has two neighbours, four lanes go on along the row, eight lanes have the rows, and a row of 16 bytes is in
    /// one piece.
    pub(super) fn by_matrices(&self, conversion: &Conversion<'_>, side: usize) -> Option<Self> {
        let layout = [conversion.from, conversion.to][side];
        let name = ["stmatrix", "ldmatrix"][side];
        if !layout.is_of_matrices() || !conversion.matrices[side] {
            return None;
        }
        let parts = layout_atoms().atoms.iter().find(|atom| atom.name == name)?;
        let in_matrix = i64::from(MATRIX_COLUMNS) * self.bytes == parts.bytes[0];
        // A thread that reads the same as others does no harm.
        let everyone = side == 1 || layout.lane.iter().chain(&layout.warp).all(|&basis| basis != 0);
        let of_registers = layout.reg.iter().fold(0, |all, basis| all | basis);
        let in_one_piece =
            self.places.get(..3) == Some(&[1, 2, 4]) && self.run >= 3 && self.padding % parts.bytes[0] == 0;
        let rounds_by_registers = self.rounds & !of_registers == 0;
        let possible = in_matrix && everyone && in_one_piece && rounds_by_registers;
        if !possible {
            return None;
        }
        let most = parts.parts[0].ilog2() as usize;
        let others = layout.reg.iter().skip(1).filter(|&&basis| basis & self.rounds == 0);
        let mut way = self.clone();
        way.matrices[side] = Some(others.take(most).copied().collect());
        Some(way)
    }

    fn set_places(&mut self, bits: u32, shape: &[i64]) {
        // Absent: a single element is a row of one.
        let inner = shape.iter().rev().copied().find(|&extent| extent > 1).unwrap_or(1);
        let left = std::iter::successors(Some(bits), |bits| Some(bits & bits.wrapping_sub(1)));
        let lowest = |bits: u32| bits & bits.wrapping_neg();
        self.places = left.take(bits.count_ones() as usize).map(lowest).collect();
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

    /// Bytes of an element.
    pub fn element_bytes(&self) -> i64 {
        self.bytes
    }

    /// Bytes of shared memory.
    pub fn bytes(&self) -> i64 {
        self.round_bytes() * if self.by_warp { self.warps } else { 1 }
    }

    /// Where an element is, in bytes, by the bits of its index that say its place.
    pub fn place(&self, index: u32) -> i64 {
        self.unmoved(index) ^ self.swizzle_of(index)
    }

    /// The same without the swizzle.
    fn unmoved(&self, index: u32) -> i64 {
        let bits = self.places.iter().enumerate().filter(|(_, b)| index & **b != 0);
        bits.map(|(i, _)| self.step(i)).sum()
    }

    /// Whether elements are moved besides, by exclusive or.
    pub fn is_swizzled(&self) -> bool {
        !self.swizzle.is_empty()
    }

    /// The numbers that the swizzle combines with the place of an element.
    pub fn swizzle_of(&self, index: u32) -> i64 {
        let moved = self.swizzle.iter().filter(|(bit, _)| index & bit != 0);
        moved.fold(0, |all, (_, bytes)| all ^ bytes)
    }

    /// The bytes of a place that a thread's own part of an index may change, and that what a register adds is combined with by exclusive
    /// or; none where there is no swizzle.
    pub fn mixed(&self, layout: &Layout) -> i64 {
        if self.swizzle.is_empty() {
            return 0;
        }
        let bases = layout.lane.iter().chain(&layout.warp);
        bases.fold(0, |all, &basis| all | self.place(basis))
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

    /// Registers that lie next to each other, at most what one instruction moves.
    pub fn runs(&self, layout: &Layout) -> Vec<Run> {
        let bits = self.vector_bits(layout);
        // Absent: no register has the bit, so that none lies beside another by it.
        let of_bit = |bit: &u32| layout.reg.iter().position(|basis| basis == bit).map_or(0, |at| 1 << at);
        let apart: Vec<usize> = bits.iter().map(of_bit).collect();
        let together = apart.iter().fold(0, |all, bit| all | bit);
        let firsts = (0..layout.registers()).filter(|register| register & together == 0);
        let run = |first: usize| {
            let places = 0..1usize << apart.len();
            let of_place = |place: usize| {
                let bits = apart.iter().enumerate().filter(|(at, _)| place >> at & 1 == 1);
                bits.fold(first, |register, (_, bit)| register | bit)
            };
            places.map(of_place).collect()
        };
        firsts.map(run).collect()
    }

    /// The bits of an index that tell apart the neighbours which one instruction moves.
    fn vector_bits(&self, layout: &Layout) -> Vec<u32> {
        let access = memory().access_bytes.value as i64;
        // Rows begin where a padding ends, and accesses are aligned to their size.
        let aligned = if self.padding > 0 {
            access.min(self.padding)
        } else {
            access
        };
        let most = log2((aligned / self.bytes).max(1) as u64);
        // Neighbours beyond the end of a row are in another.
        let bits = self.places[..self.run].iter().copied().take(most);
        bits.take_while(|bit| layout.reg.contains(bit)).collect()
    }

    /// The cost of both sides of the exchange.
    pub fn cost(&self, conversion: &Conversion<'_>) -> Cost {
        let side = |layout: &Layout, side: usize| match &self.matrices[side] {
            Some(apart) => self.of_matrices(layout, side, apart.len()),
            None => self.accesses(layout, side == 0),
        };
        let (written, read) = (side(conversion.from, 0), side(conversion.to, 1));
        let both = written.0.and(read.0);
        Cost {
            shared: both.transactions(),
            conflicts: both.conflicts(),
            registers: conversion.live(),
            instructions: written.1 + read.1,
            ..Cost::default()
        }
    }

    /// The wavefronts of all matrices, and the instructions of a thread, that each move so many as a power of two.
    fn of_matrices(&self, layout: &Layout, side: usize, parts: usize) -> (Wavefronts, i64) {
        let row = |number: usize| layout.index(0, number << 2, 0);
        let rows: Vec<i64> = (0..memory().matrix_rows.value as usize)
            .map(|number| self.place(row(number)))
            .collect();
        let matrices = layout.registers() as i64 / 2;
        let one = shared(&rows, memory().matrix_row_bytes.value);
        let addresses = match self.matrix_rows(layout, side) {
            Some(rows) => self.addresses(&rows, layout),
            // Absent: it does not move matrices.
            None => 0,
        };
        (
            one.times(matrices << layout.warp.len()),
            (matrices >> parts) + addresses,
        )
    }

    /// The lanes' rows of matrices, as the layout of which a thread's place is the address that it gives: the low three lane bits say the
    /// row, the others the matrix.
    pub fn matrix_rows(&self, layout: &Layout, side: usize) -> Option<Layout> {
        let apart = self.matrices[side].as_ref()?;
        let mut lane = layout.lane[2..].to_vec();
        lane.extend(apart);
        lane.resize(LANE_BITS, 0);
        Some(Layout {
            reg: Vec::new(),
            lane,
            warp: layout.warp.clone(),
        })
    }

    /// Addresses beside the first: one for each way in which what registers have differs from what a thread has.
    fn addresses(&self, threads: &Layout, layout: &Layout) -> i64 {
        let mixed = self.mixed(threads);
        let mut differing = vec![0];
        for &basis in &layout.reg {
            let differs = self.place(basis) & mixed;
            if !differing.contains(&differs) {
                let more: Vec<i64> = differing.iter().map(|known| known ^ differs).collect();
                differing.extend(more);
            }
        }
        differing.len() as i64 - 1
    }

    /// The index of each lane's first element, and its place.
    fn of_lanes(&self, layout: &Layout) -> [(u32, i64); 1 << LANE_BITS] {
        // A bit of an index moves an element as far, whatever the others are: only those that a bit of lanes changes are looked up.
        let mut lanes = [(0, (0, 0)); 1 << LANE_BITS];
        for (bit, &basis) in layout.lane.iter().take(LANE_BITS).enumerate() {
            let (own, moves) = (self.unmoved(basis), self.swizzle_of(basis));
            let (before, after) = lanes.split_at_mut(1 << bit);
            for (&mut (index, (place, moved)), lane) in before.iter_mut().zip(after) {
                let both = index ^ basis;
                *lane = match index & basis {
                    0 => (both, (place + own, moved ^ moves)),
                    _ => (both, (self.unmoved(both), self.swizzle_of(both))),
                };
            }
        }
        lanes.map(|(index, (place, moved))| (index, place ^ moved))
    }

    /// The wavefronts of all writes or reads by a layout, and the instructions of a thread. One thread writes an element; all read what
    /// they need, and in rounds that threads decide also what they do not.
    fn accesses(&self, layout: &Layout, writes: bool) -> (Wavefronts, i64) {
        let all = |bases: &[u32]| bases.iter().fold(0, |all, basis| all | basis);
        let copying_lanes = (0..LANE_BITS).filter(|&bit| layout.lane[bit] == 0);
        let copying_lanes = copying_lanes.fold(0, |lanes, bit| lanes | 1 << bit);
        let of_lanes = all(&layout.lane) & self.rounds;
        let address = |(lane, &(index, place)): (usize, &(u32, i64))| {
            let takes_part = !writes || (index & of_lanes == 0 && lane & copying_lanes == 0);
            takes_part.then_some(place)
        };
        let lanes = self.of_lanes(layout);
        let addresses: [Option<i64>; 1 << LANE_BITS] = std::array::from_fn(|lane| address((lane, &lanes[lane])));
        let count = 1 << self.vector_bits(layout).len();
        let one = shared(&addresses, count as i64 * self.bytes);
        let (warps, decided) = match writes {
            true => (layout.warp.iter().filter(|&&basis| basis != 0).count(), of_lanes),
            false => (layout.warp.len(), of_lanes | all(&layout.warp) & self.rounds),
        };
        let instructions = ((layout.registers() / count) as i64) << decided.count_ones();
        (
            one.times(instructions << warps),
            instructions + self.addresses(layout, layout),
        )
    }
}
