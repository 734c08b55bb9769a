//! Products by `tcgen05` of tiles in shared memory, and loads of what they leave in tensor memory.
//!
//! A tensor-memory address is a lane in the upper half and a column in the lower. Descriptors (PTX ISA, matrix and instruction
//! descriptors of `tcgen05`) say where the rows of an operand are, and what is multiplied.

use crate::lower::{Product, SlotTile, number, shift_right, with_number};
use crate::tensor_memory::{TensorProduct, TensorTile};
use tilewright_ir::build::Builder;
use tilewright_ir::ops::{arith, nvvm};
use tilewright_ir::{Ty, Value};
use tilewright_layout::LANE_BITS;

/// The most rows of an instruction: one for each lane of tensor memory.
pub(super) const BLOCK_ROWS: i64 = 128;
/// Lanes that a load of a warp takes.
pub(super) const WINDOW_ROWS: i64 = 16;
/// Lanes of tensor memory that a warp may touch.
const WARP_LANES: i64 = 32;
/// Warps that have all of them.
const WARPS: i64 = BLOCK_ROWS / WARP_LANES;
/// The bit of a lane in an address.
const LANE_BIT: i64 = 16;
/// The most columns that a load takes at once: four registers of each eight (PTX ISA, `tcgen05.ld.16x256b.x32`).
const MOST_COLUMNS: i64 = 256;

/// Rows of a swizzle's pattern.
const PATTERN_ROWS: i64 = 8;
/// Bytes that descriptors count in.
const DESCRIPTOR_BYTES: i64 = 16;

/// Products whose accumulators would be in registers: there are none.
pub(super) fn in_registers(_: &mut Builder<'_>, _: &Product<'_>, _: &mut [Value]) -> bool {
    false
}

/// The high word of a matrix descriptor: bytes from one block of eight rows to the next, a constant, and the swizzle.
fn high(tile: &SlotTile) -> i64 {
    let swizzle = match tile.span {
        128 => 2,
        64 => 4,
        // Absent: 32, the third of the spans.
        _ => 6,
    };
    (tile.span * PATTERN_ROWS / DESCRIPTOR_BYTES) | 1 << 14 | swizzle << 29
}

/// The descriptor of an operand's first element.
pub(super) fn whole(to: &mut Builder<'_>, tile: &SlotTile) -> Value {
    // Bytes from one box to the next, where an operand has several along M or N.
    let leading = if tile.k_major {
        1
    } else {
        tile.box_bytes() / DESCRIPTOR_BYTES
    };
    let base = shift_right(to, tile.buffer, DESCRIPTOR_BYTES.ilog2().into());
    let base = with_number(to, arith::ADDI, base, leading << 16);
    let moved = with_number(to, arith::MULI, tile.slot, tile.pitch / DESCRIPTOR_BYTES);
    let start = to.binary(arith::ADDI, base, moved);
    let (ty, high) = (to.module.named_type("i64"), to.int(high(tile)));
    to.value_with(nvvm::TCGEN05_DESCRIPTOR, &[start], ty, &[("high", high)])
}

/// The descriptor of a part of an operand, so many bytes from its first element. The address is the lowest field, and has room for
/// all of shared memory, so that nothing is carried into the next one.
pub(super) fn part(to: &mut Builder<'_>, whole: Value, bytes: i64) -> Value {
    if bytes == 0 {
        return whole;
    }
    let ty = to.module.ty(whole);
    let distance = to.number(bytes / DESCRIPTOR_BYTES, ty);
    to.binary(arith::ADDI, whole, distance)
}

/// The kind of products of an element type, its code in instruction descriptors, and that of the accumulators.
fn kind(element: &str) -> Option<(&'static str, i64, i64)> {
    const F32: i64 = 1;
    const S32: i64 = 2;
    Some(match element {
        "f16" => ("f16", 0, F32),
        "bf16" => ("f16", 1, F32),
        "tf32" => ("tf32", 2, F32),
        "e4m3" => ("f8f6f4", 0, F32),
        "e5m2" => ("f8f6f4", 1, F32),
        "u8" => ("i8", 0, S32),
        "s8" => ("i8", 1, S32),
        _ => return None,
    })
}

/// The instruction descriptor of products of rows and columns.
fn instruction(
    elements: [&str; 2],
    operands: &[SlotTile; 2],
    [rows, columns]: [i64; 2],
) -> Option<(&'static str, i64)> {
    let [(kind, left, sum), (_, right, _)] = [kind(elements[0])?, kind(elements[1])?];
    let turned = operands.each_ref().map(|tile| i64::from(!tile.k_major));
    let descriptor = sum << 4
        | left << 7
        | right << 10
        | turned[0] << 15
        | turned[1] << 16
        | (columns >> 3) << 17
        | (rows >> 4) << 24;
    Some((kind, descriptor))
}

pub(super) fn product(to: &mut Builder<'_>, product: &TensorProduct<'_>) -> bool {
    if let Some(scales) = &product.scales {
        return super::scales::product(to, product, scales);
    }
    let ([m, n, k], element) = (product.shape, product.element_bytes);
    let rows = m.min(BLOCK_ROWS);
    let Some((kind, descriptor)) = instruction(product.elements, &product.operands, [rows, n]) else {
        return false;
    };
    let attrs = [("kind", to.keyword(kind)), ("instruction", to.int(descriptor))];
    let [left, right] = &product.operands;
    let [a, b] = [left, right].map(|tile| whole(to, tile));
    for place in (0..k).step_by(product.unit.figures().k(element) as usize) {
        let b = part(to, b, right.offset(0, place, element));
        for block in 0..m / rows {
            let a = part(to, a, left.offset(block * rows, place, element));
            let address = match block {
                0 => product.address,
                _ => with_number(to, arith::ADDI, product.address, block * n),
            };
            // Whether something was there matters to the first step along K; later ones add.
            let adds = product.adds.filter(|_| place == 0);
            to.op_with(
                nvvm::TCGEN05_MMA,
                &[&[address], &[a], &[b], adds.as_slice()],
                &[],
                &attrs,
            );
        }
    }
    true
}

/// A warp has lanes of its own, and of eight warps the second four the further half of the columns.
fn own_address(to: &mut Builder<'_>, tile: &TensorTile<'_>) -> Value {
    let warp = shift_right(to, tile.thread, LANE_BITS as i64);
    // The number of the warp is the same in all its lanes, and the machine shall know.
    let zero = number(to, 0);
    let ty = to.module.named_type("i32");
    let warp = to.value(nvvm::SHFL_IDX, &[warp, zero], ty);
    let of_group = with_number(to, arith::ANDI, warp, WARPS - 1);
    let lane = with_number(to, arith::MULI, of_group, WARP_LANES << LANE_BIT);
    let address = to.binary(arith::ADDI, tile.address, lane);
    if 1 << tile.layout.warp.len() == WARPS {
        return address;
    }
    let group = shift_right(to, warp, WARPS.ilog2().into());
    let half = crate::tensor_memory::columns(tile.shape) / 2;
    let moved = with_number(to, arith::MULI, group, half);
    to.binary(arith::ADDI, address, moved)
}

/// The registers of a thread are those that loads of sixteen lanes fill: of each eight columns two neighbours, and the two
/// eight lanes further.
pub(super) fn load(to: &mut Builder<'_>, tile: &TensorTile<'_>) -> Option<Vec<Value>> {
    let [rows, columns] = tile.shape;
    let groups = (1 << tile.layout.warp.len()) / WARPS;
    let blocks = (rows / BLOCK_ROWS).max(1);
    // Columns of tensor memory that a warp loads, and how many of them are of one block of rows.
    let (own, of_block) = (blocks * columns / groups, columns.min(blocks * columns / groups));
    let address = own_address(to, tile);
    let types: Vec<Ty> = vec![tile.element; (of_block.min(MOST_COLUMNS) / 2) as usize];
    let mut values: Vec<Option<Value>> = vec![None; tile.layout.registers()];
    for window in 0..rows.min(BLOCK_ROWS) / WARPS / WINDOW_ROWS {
        for from in (0..own).step_by(of_block.min(MOST_COLUMNS) as usize) {
            let offset = to.int((window * WINDOW_ROWS) << LANE_BIT | from);
            let loaded = to.op_with(nvvm::TCGEN05_LD, &[&[address]], &types, &[("offset", offset)]);
            for (number, &value) in (0..).zip(to.module.results(loaded)) {
                let row = from / of_block * BLOCK_ROWS + window * WINDOW_ROWS + 8 * (number >> 1 & 1);
                let column = from % of_block + 8 * (number >> 2) + (number & 1);
                let register = tile.layout.register_of((row * columns + column) as u32)?;
                *values.get_mut(register)? = Some(value);
            }
        }
    }
    values.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilewright_ir::Module;
    use tilewright_ir::words::major;

    /// A tile from address 0 on.
    fn tile(module: &mut Module, span: i64, major: &str) -> SlotTile {
        let (block, loc) = (module.top(), module.unknown_loc());
        let mut to = Builder::new(module, block, loc);
        SlotTile {
            buffer: number(&mut to, 0),
            slot: number(&mut to, 0),
            pitch: 16384,
            span,
            rows: 128,
            k_major: major == major::K,
        }
    }

    #[test]
    fn descriptors_are_the_published_ones() {
        let mut module = Module::new();
        let mut descriptor = |elements, majors: [&str; 2], shape| {
            let operands = majors.map(|major| tile(&mut module, 128, major));
            instruction(elements, &operands, shape)
        };
        let along_k = [major::K, major::K];
        assert_eq!(descriptor(["f16"; 2], along_k, [128, 256]), Some(("f16", 0x0840_0010)));
        assert_eq!(descriptor(["bf16"; 2], along_k, [128, 256]), Some(("f16", 0x0840_0490)));
        assert_eq!(
            descriptor(["tf32"; 2], along_k, [128, 128]),
            Some(("tf32", 0x0820_0910))
        );
        let turned = descriptor(["f16"; 2], [major::MN, major::MN], [64, 16]);
        assert_eq!(turned, Some(("f16", 4 << 24 | 2 << 17 | 3 << 15 | 1 << 4)));
        let mixed = descriptor(["e4m3", "e5m2"], along_k, [128, 64]);
        assert_eq!(mixed, Some(("f8f6f4", 8 << 24 | 8 << 17 | 1 << 10 | 1 << 4)));
        let whole = descriptor(["u8", "s8"], along_k, [64, 64]);
        assert_eq!(whole, Some(("i8", 4 << 24 | 8 << 17 | 1 << 10 | 2 << 4)));
        assert_eq!(descriptor(["f64"; 2], along_k, [64, 64]), None);
    }

    #[test]
    fn operands_are_described_by_their_swizzle() {
        let mut module = Module::new();
        let high = |span| high(&tile(&mut module, span, major::K)) as u32;
        // 128 bytes: 0x4000_4040 is the high word of the manual's example.
        assert_eq!([128, 64, 32].map(high), [0x4000_4040, 0x8000_4020, 0xC000_4010]);
    }
}
