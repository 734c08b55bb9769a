//! Products of fragments with scales (PTX ISA, `mma` with `.block_scale`): types, and which thread holds which scale.

use crate::scaled::{BLOCK_SCALED, ScaledWarps, Scales, Selected, Side};
use tilewright_ir::build::Builder;
use tilewright_ir::ops::nvvm;
use tilewright_ir::{Op, Ty, Value};
use tilewright_layout::{Layout, log2};

/// The products with scales that warps start.
pub static SCALED: ScaledWarps = ScaledWarps {
    types: &BLOCK_SCALED,
    product: nvvm::MMA_SYNC_SCALED,
    layout,
    selected,
    multiply,
};

/// Fragments whose scales are in one register: threads of a row of the left operand are 4, of which two hold its scales; all
/// four of a column of the right one do.
const SHARED: [usize; 2] = [1, 2];

/// The part of an accumulator's index that a side's scales have, without K: of the left one the row, of the right one the column;
/// and the matrix.
struct Part {
    side: Side,
    shape: [i64; 3],
    k_bits: usize,
}

impl Part {
    fn of(&self, basis: u32) -> u32 {
        let [_, rows, columns] = self.shape.map(|extent| log2(extent as u64));
        let row = basis >> columns & ((1 << rows) - 1);
        let column = basis & ((1 << columns) - 1);
        let matrix = basis >> (rows + columns);
        match self.side {
            Side::Left => row << self.k_bits | matrix << (rows + self.k_bits),
            Side::Right => column | matrix << (columns + self.k_bits),
        }
    }

    /// The bit of a block along K.
    fn block(&self, bit: usize) -> u32 {
        let [_, _, columns] = self.shape.map(|extent| log2(extent as u64));
        match self.side {
            Side::Left => 1 << bit,
            Side::Right => 1 << (columns + bit),
        }
    }

    /// The bases of the fragments that a thread has, nearest first.
    fn fragments(&self, accumulators: &Layout) -> Vec<u32> {
        let bases = accumulators.reg.iter().skip(2).map(|&basis| self.of(basis));
        bases.filter(|&basis| basis != 0).collect()
    }
}

/// The layout of the scales of a side, of so many blocks along K, for accumulators in a layout: blocks are one after the other
/// in a thread, and lanes that share a row or a column hold the scales of different fragments.
fn layout(accumulators: &Layout, shape: [i64; 3], blocks: i64, side: Side) -> Layout {
    let part = Part {
        side,
        shape,
        k_bits: log2(blocks as u64),
    };
    let fragments = part.fragments(accumulators);
    let shared = SHARED[side as usize];
    // Absent: a thread without so many fragments, where lanes hold the same.
    let of_lane = |number: usize| fragments.get(number).copied().unwrap_or(0);
    let own = |basis: u32| part.of(basis);
    let (reg, lane) = (&accumulators.reg, &accumulators.lane);
    let lanes = match side {
        Side::Left => vec![own(reg[1]), of_lane(0), own(lane[2]), own(lane[3]), own(lane[4])],
        Side::Right => vec![of_lane(0), of_lane(1), own(reg[0]), own(lane[0]), own(lane[1])],
    };
    Layout {
        reg: (0..part.k_bits)
            .map(|bit| part.block(bit))
            .chain(fragments.into_iter().skip(shared))
            .collect(),
        lane: lanes,
        warp: accumulators.warp.iter().map(|&basis| own(basis)).collect(),
    }
}

/// Where the scales are that a fragment takes for an instruction: `index` is that of an accumulator that the first thread has of
/// it, `first` the first block along K.
fn selected(accumulators: &Layout, shape: [i64; 3], blocks: i64, (side, index, first): (Side, u32, i64)) -> Selected {
    let part = Part {
        side,
        shape,
        k_bits: log2(blocks as u64),
    };
    let fragments = part.fragments(accumulators);
    let own = part.of(index);
    let lanes = fragments.iter().take(SHARED[side as usize]).enumerate();
    let (thread, rest) = lanes.fold((0, own), |(thread, rest), (bit, basis)| match rest & basis {
        0 => (thread, rest),
        _ => (thread | 1 << bit, rest & !basis),
    });
    let block = |number: i64| {
        let bits = (0..part.k_bits).filter(|bit| number >> bit & 1 == 1);
        bits.fold(rest, |index, bit| index | part.block(bit))
    };
    let word = first - first % BYTES;
    Selected {
        elements: (word..blocks.min(word + BYTES)).map(block).collect(),
        byte: first % BYTES,
        thread,
    }
}

/// Scales of a word.
const BYTES: i64 = 4;

/// Multiplies two fragments with scales, and adds an accumulator's four registers.
fn multiply(
    to: &mut Builder<'_>,
    fragments: [&[Value]; 3],
    ty: Ty,
    [element, scale]: [&str; 2],
    (scales, selected, blocks): Scales<'_>,
) -> Op {
    let [lhs, rhs, acc] = fragments;
    let (element, scale) = (to.keyword(element), to.keyword(scale));
    let mut attrs = vec![("element", element), ("scale", scale), ("blocks", to.int(blocks))];
    let names = [["lhs_byte", "lhs_thread"], ["rhs_byte", "rhs_thread"]];
    for ([byte, thread], selected) in names.into_iter().zip(selected) {
        attrs.push((byte, to.int(selected.byte)));
        attrs.push((thread, to.int(selected.thread)));
    }
    let lists: [&[Value]; 5] = [lhs, rhs, acc, &scales[..1], &scales[1..]];
    to.op_with(nvvm::MMA_SYNC_SCALED, &lists, &[ty; 4], &attrs)
}

#[cfg(test)]
mod tests {
    use super::super::layouts::{TURNED_COLUMNS, accumulators};
    use super::*;

    /// The lane that PTX takes the scale of a row of A, or of a column of B, from.
    fn lane_of(side: Side, place: usize, thread: usize) -> usize {
        match side {
            Side::Left => 4 * (place % 8) + place / 8 + 2 * thread,
            Side::Right => 4 * place + thread,
        }
    }

    /// The index of the scale of a matrix, a row or column, and a block.
    fn index_of(side: Side, [_, m, n]: [usize; 3], blocks: usize, [matrix, place, block]: [usize; 3]) -> usize {
        match side {
            Side::Left => (matrix * m + place) * blocks + block,
            Side::Right => (matrix * blocks + block) * n + place,
        }
    }

    #[test]
    fn scales_are_where_the_instruction_looks_for_them() {
        for (shape, blocks, warp_bits) in [
            ([1, 128, 128], 4, 3),
            ([1, 64, 32], 8, 2),
            ([1, 16, 8], 1, 2),
            ([2, 32, 64], 2, 2),
            ([1, 128, 256], 16, 3),
        ] {
            let of = accumulators(shape, warp_bits, TURNED_COLUMNS);
            let [_, m, n] = shape.map(|extent| extent as usize);
            for side in [Side::Left, Side::Right] {
                let scales = layout(&of, shape, blocks, side);
                for (warp, first, k) in (0..1u32 << warp_bits)
                    .flat_map(|warp| (0..of.registers()).step_by(4).map(move |first| (warp, first)))
                    .flat_map(|(warp, first)| (0..blocks).map(move |k| (warp, first, k)))
                {
                    let at = of.register_index(first);
                    let chosen = selected(&of, shape, blocks, (side, at, k));
                    let warp_part = |bases: &[u32]| {
                        let set = bases.iter().enumerate().filter(|(bit, _)| warp >> bit & 1 == 1);
                        set.fold(0, |all, (_, basis)| all ^ basis)
                    };
                    let accumulator = (at ^ warp_part(&of.warp)) as usize;
                    let (matrix, row, column) = (accumulator / n / m, accumulator / n % m, accumulator % n);
                    for place in 0..if side == Side::Left { 16 } else { 8 } {
                        let from = if side == Side::Left { row } else { column };
                        let lane = lane_of(side, place, chosen.thread as usize) as u32;
                        let bases = scales.lane.iter().enumerate();
                        let held = bases.fold(0, |all, (bit, basis)| all ^ ((lane >> bit & 1) * basis));
                        let element = chosen.elements[chosen.byte as usize];
                        let register = scales.register_of(element).expect("a register of the first thread");
                        let index = scales.register_index(register) ^ held ^ warp_part(&scales.warp);
                        let expected = index_of(side, [1, m, n], blocks as usize, [matrix, from + place, k as usize]);
                        assert_eq!(
                            index as usize, expected,
                            "{shape:?} {side:?} {warp} {first} {k} {place}"
                        );
                    }
                }
            }
        }
    }
}
