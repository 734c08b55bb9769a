//! Layouts: which element of a tile lies in which register of which thread.
//!
//! A layout is linear over bits, as in the published linear-layout work on Triton: the index of an element (row-major,
//! all extents are powers of two, so it is a string of bits) is the exclusive-or of one *basis* number per set bit of
//! the register, the lane and the warp. Reshaping changes nothing, permuting dimensions permutes the bits, a basis of 0
//! says that threads hold the same element.

use crate::cute;
use tilewright_ir::attrs::AttrParams;
use tilewright_ir::dialects::nv_tileas::{LAYOUT, PARTS};
use tilewright_ir::{Attr, AttrData, Module};

/// Lanes of a warp, as a power of two.
pub const LANE_BITS: usize = tilewright_ir::WARP_THREADS.ilog2() as usize;

/// A layout of a tile.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Layout {
    /// Bases of the register bits, lowest first.
    pub reg: Vec<u32>,
    /// Bases of the lane bits; always [`LANE_BITS`].
    pub lane: Vec<u32>,
    /// Bases of the warp bits.
    pub warp: Vec<u32>,
}

impl Layout {
    /// The coalesced layout of `shape`: each thread takes `vector` neighbours along the innermost dimension, lanes and
    /// then warps go on from there, and what is left goes to more registers. Threads that are left hold copies.
    pub fn blocked(shape: &[i64], vector: u32, warp_bits: usize) -> Self {
        let bits = log2(shape.iter().product::<i64>() as u64);
        // Absent: a single element has no dimension.
        let inner = shape.last().map_or(0, |&extent| log2(extent as u64));
        let vector_bits = log2(u64::from(vector)).min(inner);
        let mut next = 0..bits;
        let mut take = |count: usize| next.by_ref().take(count).map(|bit| 1u32 << bit).collect::<Vec<_>>();
        let mut reg = take(vector_bits);
        let mut lane = take(LANE_BITS);
        let mut warp = take(warp_bits);
        reg.extend(take(bits));
        lane.resize(LANE_BITS, 0);
        warp.resize(warp_bits, 0);
        Self { reg, lane, warp }
    }

    /// The same along a dimension that need not be the innermost: each thread takes `vector` neighbours there.
    pub fn along(shape: &[i64], dim: usize, vector: u32, warp_bits: usize) -> Self {
        let (low, count) = dim_bits(shape, dim);
        let mut moved = shape.to_vec();
        let extent = moved.remove(dim);
        moved.push(extent);
        // The bits of the dimension come first there, then those below it, then those above.
        Self::blocked(&moved, vector, warp_bits).map(|basis| match basis {
            0 => 0,
            _ => match log2(u64::from(basis)) {
                bit if bit < count => basis << low,
                bit if bit < count + low => basis >> count,
                _ => basis,
            },
        })
    }

    /// A coalesced layout in which rows are whole in a warp, so that a thread has elements of as few rows as it can: each takes `vector`
    /// neighbours, lanes go on along the innermost dimension, and warps share out the outermost indices. None if there are too few.
    pub fn of_rows(shape: &[i64], vector: u32, warp_bits: usize) -> Option<Self> {
        let bits = |extents: &[i64]| log2(extents.iter().product::<i64>() as u64);
        let (&columns, rows) = shape.split_last()?;
        let lanes_to = log2(u64::from(vector)) + LANE_BITS;
        if bits(rows) < warp_bits || bits(&[columns]) <= lanes_to {
            return None;
        }
        let mut reg: Vec<u32> = (0..bits(shape)).map(|bit| 1 << bit).collect();
        let warp = reg.split_off(reg.len() - warp_bits);
        let lane = reg.splice(lanes_to - LANE_BITS..lanes_to, []).collect();
        Some(Self { reg, lane, warp })
    }

    /// A coalesced layout whose warps have the same rows as those of `accumulators`, so that tiles pass from one to the other
    /// within a warp: each thread takes `vector` neighbours in a row of so many columns, lanes go on up to `run` elements of the
    /// row and then to the next rows. None if the tile is too small for that.
    pub fn beside(accumulators: Self, columns: i64, vector: u32, run: u32) -> Option<Self> {
        let column_bits = log2(columns as u64);
        let vector_bits = log2(u64::from(vector)).min(column_bits);
        let run_bits = log2(u64::from(run)).min(column_bits).min(vector_bits + LANE_BITS);
        let mut left: Vec<u32> = accumulators.reg.iter().chain(&accumulators.lane).copied().collect();
        left.sort_unstable();
        let mut take = |bits: std::ops::Range<u32>| -> Vec<u32> {
            let (taken, kept) = left.iter().partition(|&&basis| bits.contains(&basis));
            left = kept;
            taken
        };
        let mut reg = take(0..1 << vector_bits);
        let mut lane = take(1 << vector_bits..1 << run_bits);
        let mut in_rows = take(columns as u32..(columns as u32) << 4);
        let rest = in_rows.split_off((LANE_BITS.checked_sub(lane.len())?).min(in_rows.len()));
        lane.extend(in_rows);
        reg.extend(rest);
        reg.extend(left);
        (lane.len() == LANE_BITS).then_some(Self {
            reg,
            lane,
            warp: accumulators.warp,
        })
    }

    /// Whether rows of a warp's matrices lie along the innermost dimension: two neighbours of a thread, and four lanes beside it.
    pub fn is_of_matrices(&self) -> bool {
        self.reg.first() == Some(&1) && self.lane.starts_with(&[2, 4])
    }

    /// The layout in which every thread holds the one element.
    pub fn scalar(warp_bits: usize) -> Self {
        Self {
            reg: Vec::new(),
            lane: vec![0; LANE_BITS],
            warp: vec![0; warp_bits],
        }
    }

    /// The number of registers (elements) of a thread.
    pub fn registers(&self) -> usize {
        1 << self.reg.len()
    }

    /// The part of the element index that the register decides.
    pub fn register_index(&self, register: usize) -> u32 {
        combine(&self.reg, register)
    }

    /// The index of the element in a register of a thread, all three as numbers.
    pub fn index(&self, register: usize, lane: usize, warp: usize) -> u32 {
        combine(&self.reg, register) ^ combine(&self.lane, lane) ^ combine(&self.warp, warp)
    }

    /// The same with every basis changed.
    pub fn map(&self, change: impl Fn(u32) -> u32) -> Self {
        let each = |bases: &[u32]| bases.iter().map(|&b| change(b)).collect();
        Self {
            reg: each(&self.reg),
            lane: each(&self.lane),
            warp: each(&self.warp),
        }
    }

    /// The layout of a row of smaller elements, `2^bits` for each of these: all of them in the thread of the whole.
    pub fn in_parts(&self, bits: usize) -> Self {
        let mut parts = self.map(|basis| basis << bits);
        parts.reg.splice(0..0, (0..bits).map(|bit| 1 << bit));
        parts
    }

    /// The same without register bits that do not matter, and without those that repeat others.
    pub fn without_copies(mut self) -> Self {
        let mut span = Vec::new();
        self.reg.retain(|&basis| insert(&mut span, basis));
        self
    }

    /// The register that holds an element, for the thread bits that also do: the one whose register part is `index`.
    /// Of several the first.
    pub fn register_of(&self, index: u32) -> Option<usize> {
        // For each highest bit a sum of bases that has it, and the registers' bits that it is the sum of. A basis that is a
        // sum of those before it is never needed: the first register does without.
        let mut sums = [(0u32, 0usize); u32::BITS as usize];
        let reduced = |sums: &[(u32, usize)], mut rest: u32, mut register: usize| {
            while let Some(&(sum, bits)) = rest.checked_ilog2().map(|high| &sums[high as usize])
                && sum != 0
            {
                rest ^= sum;
                register ^= bits;
            }
            (rest, register)
        };
        for (bit, &basis) in self.reg.iter().enumerate() {
            let (rest, register) = reduced(&sums, basis, 1 << bit);
            if let Some(high) = rest.checked_ilog2() {
                sums[high as usize] = (rest, register);
            }
        }
        let (rest, register) = reduced(&sums, index, 0);
        (rest == 0).then_some(register)
    }

    /// The lane bits and warp bits in which threads hold copies.
    pub fn idle_bits(&self) -> (usize, usize) {
        let zero = |bases: &[u32]| {
            bases
                .iter()
                .enumerate()
                .filter(|(_, b)| **b == 0)
                .fold(0, |m, (i, _)| m | 1 << i)
        };
        (zero(&self.lane), zero(&self.warp))
    }

    /// The layout as an attribute.
    pub fn to_attr(&self, module: &mut Module) -> Attr {
        let parts = [&self.reg, &self.lane, &self.warp];
        let lengths = parts.iter().map(|p| p.len() as i64);
        let numbers = parts.iter().flat_map(|p| p.iter().map(|&n| i64::from(n)));
        let ints = lengths.chain(numbers).collect();
        module.intern_attr(AttrData::Record(
            &LAYOUT,
            AttrParams {
                ints,
                attrs: Default::default(),
            },
        ))
    }

    /// The layout of an attribute.
    pub fn from_attr(module: &Module, attr: Attr) -> Option<Self> {
        let AttrData::Record(record, params) = module.attr_data(attr) else {
            return None;
        };
        if record.name != LAYOUT.name {
            return None;
        }
        let (lengths, mut rest) = params.ints.split_at_checked(PARTS.len())?;
        let mut parts = Vec::new();
        for &length in lengths {
            let (part, tail) = rest.split_at_checked(length as usize)?;
            parts.push(part.iter().map(|&n| n as u32).collect::<Vec<_>>());
            rest = tail;
        }
        let [reg, lane, warp] = <[Vec<u32>; 3]>::try_from(parts).ok()?;
        Some(Self { reg, lane, warp })
    }
}

impl Layout {
    /// The layout as CuTe writes those of threads and values: modes of lanes, of warps and of registers, to the row-major index of
    /// the element. None where bases are no powers of two, or one is there twice: there exclusive-or is no sum.
    pub fn as_cute(&self) -> Option<cute::Layout> {
        let mut seen = 0;
        for &basis in self.reg.iter().chain(&self.lane).chain(&self.warp) {
            if basis.count_ones() > 1 || seen & basis != 0 {
                return None;
            }
            seen |= basis;
        }
        let bits = |bases: &[u32]| {
            let modes = bases.iter().map(|&basis| cute::Layout::mode(2, basis.into()));
            cute::Layout::of_modes(modes).coalesced()
        };
        Some(cute::Layout::of_modes([
            bits(&self.lane),
            bits(&self.warp),
            bits(&self.reg),
        ]))
    }
}

/// Exclusive-or of the bases at the set bits of `bits`.
fn combine(bases: &[u32], bits: usize) -> u32 {
    bases
        .iter()
        .enumerate()
        .filter(|(i, _)| bits >> i & 1 == 1)
        .fold(0, |all, (_, &basis)| all ^ basis)
}

/// Adds a number to a set closed under exclusive-or; false if it was in it already.
fn insert(span: &mut Vec<u32>, mut number: u32) -> bool {
    for &other in span.iter() {
        number = number.min(number ^ other);
    }
    if number != 0 {
        span.push(number);
        span.sort_unstable_by(|a, b| b.cmp(a));
    }
    number != 0
}

/// Not negative, divided by a positive number and rounded up.
pub fn ceil_div(value: i64, by: i64) -> i64 {
    (value + by - 1) / by
}

/// The exponent of a power of two.
pub fn log2(value: u64) -> usize {
    value.max(1).trailing_zeros() as usize
}

/// The bits of a row-major index that belong to dimension `dim`: the lowest bit, and how many.
pub fn dim_bits(shape: &[i64], dim: usize) -> (usize, usize) {
    let below = shape[dim + 1..].iter().map(|&e| log2(e as u64)).sum();
    (below, log2(shape[dim] as u64))
}

impl Layout {
    /// The number of times that each of so many elements is held, by any register of any lane of the given warps: tests of
    /// layouts ask that.
    pub fn holders(&self, elements: usize, warps: &[usize]) -> Vec<usize> {
        let mut seen = vec![0; elements];
        for &warp in warps {
            for lane in 0..32 {
                for register in 0..self.registers() {
                    if let Some(times) = seen.get_mut(self.index(register, lane, warp) as usize) {
                        *times += 1;
                    }
                }
            }
        }
        seen
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_register_of_an_element_is_the_first_that_holds_it() {
        let bases = [
            [1, 2, 4, 8],
            [4, 1, 8, 2],
            [0, 1, 0, 2],
            [3, 3, 5, 6],
            [1, 1, 2, 3],
            [6, 5, 3, 9],
        ];
        for reg in bases {
            let layout = Layout {
                reg: reg.to_vec(),
                lane: vec![0; LANE_BITS],
                warp: Vec::new(),
            };
            for index in 0..16 {
                let first = (0..layout.registers()).find(|&r| layout.register_index(r) == index);
                assert_eq!(layout.register_of(index), first, "{reg:?} {index}");
            }
        }
    }

    #[test]
    fn a_blocked_layout_holds_every_element_once() {
        let blocked = |&(shape, vector, warps): &(&[i64], u32, usize)| Layout::blocked(shape, vector, warps);
        let of_rows = |shape: &[i64], vector, warps| Layout::of_rows(shape, vector, warps).unwrap();
        let all = [
            (&[1024][..], 4, 2),
            (&[4, 64], 2, 2),
            (&[8192], 8, 2),
            (&[32, 32], 1, 3),
        ];
        let mut layouts: Vec<_> = all.iter().map(|one| (one.0, one.2, blocked(one))).collect();
        layouts.push((&[16, 128], 3, of_rows(&[16, 128], 2, 3)));
        layouts.push((&[2, 4, 64], 2, of_rows(&[2, 4, 64], 1, 2)));
        for (shape, warps, layout) in layouts {
            let mut seen = vec![0; shape.iter().product::<i64>() as usize];
            for warp in 0..1 << warps {
                for lane in 0..32 {
                    for register in 0..layout.registers() {
                        seen[layout.index(register, lane, warp) as usize] += 1;
                    }
                }
            }
            assert!(seen.iter().all(|&n| n == 1), "{shape:?}");
        }
    }

    #[test]
    fn a_layout_along_any_dimension_holds_every_element_once() {
        for (shape, dim) in [(&[64, 16][..], 0), (&[64, 16], 1), (&[1, 32, 64], 1), (&[8, 8], 0)] {
            let layout = Layout::along(shape, dim, 4, 2);
            let elements = shape.iter().product::<i64>() as usize;
            let low = dim_bits(shape, dim).0;
            assert_eq!(layout.reg[..2], [1 << low, 2 << low]);
            let (_, warps) = layout.idle_bits();
            let warps: Vec<usize> = (0..4).filter(|warp| warp & warps == 0).collect();
            let seen = layout.holders(elements, &warps);
            let lanes = seen[0];
            assert!(
                seen.iter().all(|&count| count == lanes && lanes > 0),
                "{shape:?} {dim}: {seen:?}"
            );
        }
        assert_eq!(Layout::along(&[16, 64], 1, 4, 2), Layout::blocked(&[16, 64], 4, 2));
    }

    #[test]
    fn small_tiles_are_held_in_copies() {
        let layout = Layout::blocked(&[8], 4, 2);
        assert_eq!(layout.reg, [1, 2]);
        assert_eq!(layout.lane, [4, 0, 0, 0, 0]);
        assert_eq!(layout.idle_bits(), (0b11110, 0b11));
    }

    #[test]
    fn registers_that_repeat_others_are_dropped() {
        let layout = Layout {
            reg: vec![1, 0, 2, 3],
            lane: vec![0; 5],
            warp: vec![],
        };
        assert_eq!(layout.without_copies().reg, [1, 2]);
    }

    #[test]
    fn the_form_of_cute_says_the_same() {
        for (shape, vector) in [(&[4, 256][..], 4), (&[64, 64], 8), (&[8], 2)] {
            let layout = Layout::blocked(shape, vector, 2);
            let cute = layout.as_cute().unwrap();
            let registers = layout.registers();
            for number in 0..registers << (LANE_BITS + 2) {
                let (lane, warp) = (number % 32, number / 32 % 4);
                let index = layout.index(number / 128, lane, warp);
                assert_eq!(cute.at(number as i64), i64::from(index));
            }
        }
        assert_eq!(
            Layout::blocked(&[4, 256], 4, 2).as_cute().unwrap().to_string(),
            "(32,4,(4,2)):(4,128,(1,512))"
        );
        let crossed = Layout {
            reg: vec![3],
            lane: vec![0; LANE_BITS],
            warp: vec![],
        };
        assert_eq!(crossed.as_cute(), None);
    }

    #[test]
    fn survives_the_way_through_an_attribute() {
        let mut module = Module::new();
        let layout = Layout::blocked(&[4, 256], 4, 2);
        let attr = layout.to_attr(&mut module);
        assert_eq!(Layout::from_attr(&module, attr), Some(layout));
    }
}
