//! Products of `tcgen05` with scales, which are in tensor memory (PTX ISA, scale factors of `tcgen05.mma`).
//!
//! The scale of row (or column) `x` for block `s` along K is in lane `x mod 32` of all warps' lanes, in the column of 32 rows and four
//! blocks, byte `s mod 4`. `tcgen05.cp` puts it there from 512 bytes: 32 rows of 16, of 128 rows `x` and four blocks.

use super::lower::{BLOCK_ROWS, part, whole};
use crate::lower::{shift_right, with_number};
use crate::scaled::{BLOCK_SCALED, Side};
use crate::tensor_memory::{TensorLeft, TensorProduct, TensorScaled, TensorScales};
use tilewright_ir::Value;
use tilewright_ir::build::Builder;
use tilewright_ir::ops::{arith, nvvm};
use tilewright_layout::select::{Candidate, Cost, Refusal, Way};
use tilewright_layout::{ceil_div, log2};
use tilewright_machine::{LayoutAtom, layout_atoms, memory};

/// The products with scales that the unit starts.
pub static SCALED: TensorScaled = TensorScaled {
    types: &BLOCK_SCALED,
    fits,
    order,
    ways,
    copied,
};

/// Rows that lanes hold, and blocks along K of a column.
const LANE_ROWS: i64 = 32;
const BLOCKS: i64 = 4;
/// Rows of a copy, and its bytes.
const COPY_ROWS: i64 = 128;
const COPY_BYTES: i64 = COPY_ROWS * BLOCKS;
/// Bytes from one block of eight rows of a copy to the next.
const COPY_STRIDE: i64 = 128;
/// Bytes that descriptors count in.
const DESCRIPTOR_BYTES: i64 = 16;

/// An instruction has 128 rows.
fn fits(rows: i64) -> bool {
    rows % BLOCK_ROWS == 0
}

/// A copy takes 128 rows (or columns) and four blocks, however few there are.
fn copied(rows: i64, blocks: i64) -> i64 {
    rows.max(COPY_ROWS) * blocks.max(BLOCKS)
}

/// Bits of the order, the lowest first: blocks of a column, 32 rows of a copy, rows of lanes, copies along rows, columns along K.
fn order(basis: u32, rows: i64, blocks: i64, side: Side) -> u32 {
    let [row_bits, block_bits] = [rows, blocks].map(|extent| log2(extent as u64));
    let (row, block) = match side {
        Side::Left => (basis >> block_bits, basis & ((1 << block_bits) - 1)),
        Side::Right => (basis & ((1 << row_bits) - 1), basis >> row_bits),
    };
    let [lanes, own, copy] = [LANE_ROWS, BLOCKS, COPY_ROWS].map(|extent| log2(extent as u64));
    let bits = |value: u32, from: usize, count: usize| value >> from & ((1 << count) - 1);
    let of_copy = copy - lanes;
    bits(block, 0, own)
        | bits(row, lanes, of_copy) << own
        | bits(row, 0, lanes) << (own + of_copy)
        | row >> copy << (own + copy)
        | block >> own << (own + row_bits.max(copy))
}

/// All lanes of tensor memory have the scales of a row: one copy puts them there, as they are ordered.
fn ways(scales: i64) -> Vec<Candidate<Way>> {
    /// Groups of lanes.
    const GROUPS: i64 = BLOCK_ROWS / LANE_ROWS;
    let atoms = layout_atoms()
        .atoms
        .iter()
        .filter(|atom| atom.name.starts_with("tcgen05.cp."));
    let candidate = |atom: &'static LayoutAtom| {
        // Absent: a test holds that copies say both.
        let (groups, cycles) = (atom.groups.unwrap_or(GROUPS), atom.tmem_cycles.unwrap_or(0));
        let instructions = scales / COPY_BYTES;
        let verdict = match groups {
            GROUPS => Ok(Cost {
                shared: ceil_div(scales, memory().sector_bytes.value),
                tmem_cycles: instructions * cycles,
                instructions,
                ..Cost::default()
            }),
            _ => Err(Refusal::Groups(groups)),
        };
        Candidate {
            atom: atom.name.as_str(),
            way: Way::Places {
                steps: vec![(0, log2(scales as u64) as u32, 1)],
                padding: 0,
                swizzle: Vec::new(),
            },
            verdict,
        }
    };
    atoms.map(candidate).collect()
}

/// Columns that the scales of a side take.
fn columns(rows: i64, blocks: i64) -> i64 {
    copied(rows, blocks) / (LANE_ROWS * BLOCKS)
}

/// The scale types of an instruction: the kind, the codes of elements and scales, and blocks along K.
fn kind([element, scale]: [&str; 2], of_step: i64) -> Option<(&'static str, i64, i64)> {
    let scale = i64::from(scale == "f8E8M0FNU");
    Some(match (element, of_step) {
        ("f8E4M3FN", 1) => ("mxf8f6f4", 0, scale),
        ("f8E5M2", 1) => ("mxf8f6f4", 1, scale),
        ("f4E2M1FN", 2) => ("mxf4", 1, scale),
        ("f4E2M1FN", 4) => ("mxf4nvf4", 1, scale),
        _ => return None,
    })
}

/// Copies the scales of a side to their slot in tensor memory, which has so many columns, from a column on: where they are.
fn copy(to: &mut Builder<'_>, scales: &TensorScales<'_>, side: Side, rows: i64, (all, first): (i64, i64)) -> Value {
    let (buffer, slot, pitch) = scales.slots[side as usize];
    let column = with_number(to, arith::MULI, slot, all);
    let column = match first {
        0 => column,
        _ => with_number(to, arith::ADDI, column, first),
    };
    let address = to.binary(arith::ADDI, scales.address, column);
    let base = shift_right(to, buffer, DESCRIPTOR_BYTES.ilog2().into());
    let moved = with_number(to, arith::MULI, slot, pitch / DESCRIPTOR_BYTES);
    let start = to.binary(arith::ADDI, base, moved);
    // Rows of 16 bytes, eight after eight, which no swizzle permutes.
    let high = to.int((COPY_STRIDE / DESCRIPTOR_BYTES) | (1 << 14));
    let ty = to.module.named_type("i64");
    let whole = to.value_with(nvvm::TCGEN05_DESCRIPTOR, &[start], ty, &[("high", high)]);
    for number in 0..columns(rows, scales.blocks) / BLOCKS {
        let source = part(to, whole, number * COPY_BYTES);
        let offset = to.int(number * BLOCKS);
        to.op_with(nvvm::TCGEN05_CP, &[&[address], &[source]], &[], &[("offset", offset)]);
    }
    address
}

/// Writes a product with scales for the thread that starts it; false if the unit has no such.
pub(super) fn product(to: &mut Builder<'_>, product: &TensorProduct<'_>, scales: &TensorScales<'_>) -> bool {
    let ([m, n, k], element) = (product.shape, product.element_bytes);
    let step = product.unit.figures().k(element);
    let of_step = scales.blocks * step / k.max(1);
    let Some((kind, code, scale)) = kind(scales.types, of_step).filter(|_| fits(m)) else {
        return false;
    };
    let (TensorLeft::Slot(left), right) = (&product.left, &product.right) else {
        return false;
    };
    // Elements of four bits lie along K.
    if kind != "mxf8f6f4" && !(left.k_major && right.k_major) {
        return false;
    }
    let behind = columns(m, scales.blocks);
    let all = behind + columns(n, scales.blocks);
    let left_scales = copy(to, scales, Side::Left, m, (all, 0));
    let right_scales = copy(to, scales, Side::Right, n, (all, behind));
    let [a, b] = [left, right].map(|tile| whole(to, tile));
    let turned = [left, right].map(|tile| i64::from(!tile.k_major));
    for (number, place) in (0..k).step_by(step as usize).enumerate() {
        let first = number as i64 * of_step;
        let (group, byte) = (first / BLOCKS, first % BLOCKS);
        let descriptor = byte << 4
            | code << 7
            | code << 10
            | turned[0] << 15
            | turned[1] << 16
            | (n >> 3) << 17
            | scale << 23
            | (BLOCK_ROWS >> 7) << 27
            | byte << 29;
        let b = part(to, b, right.offset(0, place, element));
        for block in 0..m / BLOCK_ROWS {
            let a = part(to, a, left.offset(block * BLOCK_ROWS, place, element));
            let address = match block {
                0 => product.address,
                _ => with_number(to, arith::ADDI, product.address, block * n),
            };
            let adds = product.adds.filter(|_| place == 0);
            let attrs = [
                ("kind", to.keyword(kind)),
                ("blocks", to.int(of_step)),
                ("lhs_offset", to.int((group * m + block * BLOCK_ROWS) / LANE_ROWS)),
                ("rhs_offset", to.int(group * n.max(COPY_ROWS) / LANE_ROWS)),
                ("instruction", to.int(descriptor)),
            ];
            let lists: [&[Value]; 6] = [&[address], &[a], &[b], &[left_scales], &[right_scales], adds.as_slice()];
            to.op_with(nvvm::TCGEN05_MMA_SCALED, &lists, &[], &attrs);
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The index after the bits of `index` have gone where they are ordered.
    fn ordered(index: u32, rows: i64, blocks: i64, side: Side) -> u32 {
        (0..32)
            .filter(|bit| index >> bit & 1 == 1)
            .fold(0, |all, bit| all | order(1 << bit, rows, blocks, side))
    }

    #[test]
    fn scales_are_copied_to_where_the_instruction_looks_for_them() {
        for (rows, blocks) in [
            (128, 4),
            (128, 8),
            (256, 4),
            (256, 16),
            (64, 4),
            (32, 8),
            (16, 16),
            (128, 2),
            (64, 1),
        ] {
            for side in [Side::Left, Side::Right] {
                for (row, block) in (0..rows).flat_map(|row| (0..blocks).map(move |block| (row, block))) {
                    let index = match side {
                        Side::Left => row * blocks + block,
                        Side::Right => block * rows + row,
                    };
                    let place = i64::from(ordered(index as u32, rows, blocks, side));
                    // Rows of 16 bytes of a copy are lanes, their words columns.
                    let (copy, lane, byte) = (place / COPY_BYTES, place % COPY_BYTES / 16, place % 16);
                    let column = copy * BLOCKS + byte / 4;
                    assert_eq!(lane, row % 32, "{rows} {blocks} {side:?} {row} {block}");
                    assert_eq!(column, block / 4 * (rows.max(128) / 32) + row / 32);
                    assert_eq!(byte % 4, block % 4);
                }
            }
        }
        assert!(fits(256) && !fits(64));
    }

    /// Of 64 columns and two blocks each scale stands in four places, of 128 and four in one.
    #[test]
    fn copies_of_few_scales_have_them_several_times() {
        let repeated = |tile: [i64; 2]| {
            let order = SCALED.order_of(&tile, Side::Right).unwrap();
            (order.count, order.repeated().collect::<Vec<u32>>())
        };
        assert_eq!(repeated([2, 64]), (512, vec![2, 8]));
        assert_eq!(repeated([4, 128]), (512, vec![]));
        assert_eq!(repeated([8, 32]), (1024, vec![4, 8]));
    }

    #[test]
    fn scales_are_copied_by_the_one_form_that_reaches_all_lanes() {
        let all = ways(1024);
        let possible: Vec<_> = all.iter().filter(|one| one.verdict.is_ok()).collect();
        assert_eq!((all.len(), possible.len()), (6, 1));
        assert_eq!(possible[0].atom, "tcgen05.cp.32x128b.warpx4");
        let cost = possible[0].verdict.as_ref().unwrap();
        assert_eq!((cost.instructions, cost.tmem_cycles, cost.shared), (2, 14, 32));
    }

    #[test]
    fn kinds_are_by_the_blocks_of_a_step() {
        assert_eq!(kind(["f8E5M2", "f8E8M0FNU"], 1), Some(("mxf8f6f4", 1, 1)));
        assert_eq!(kind(["f4E2M1FN", "f8E4M3FN"], 4), Some(("mxf4nvf4", 1, 0)));
        assert_eq!(kind(["f8E5M2", "f8E8M0FNU"], 2), None);
    }
}
