//! Products by `tcgen05` of tiles in shared memory, and loads of what they leave in tensor memory.
//!
//! A tensor-memory address is a lane in the upper half and a column in the lower. Descriptors (PTX ISA, matrix and instruction
//! descriptors of `tcgen05`) say where the rows of an operand are, and what is multiplied.

use super::layouts::{Form, WORD_BYTES};
use crate::lower::{Product, SlotTile, number, shift_right, with_number};
use crate::tensor_memory::{TensorLeft, TensorProduct, TensorTile, WrittenLeft};
use tilewright_ir::build::Builder;
use tilewright_ir::ops::{arith, nvvm};
use tilewright_ir::{Ty, Value};
use tilewright_layout::LANE_BITS;

/// The most rows of an instruction: one for each lane of tensor memory.
pub(super) const BLOCK_ROWS: i64 = 128;
/// Lanes of tensor memory that a warp may touch.
const WARP_LANES: i64 = 32;
/// Warps that have all of them.
pub(super) const WARPS: i64 = BLOCK_ROWS / WARP_LANES;
/// The same as a power of two.
pub(super) const GROUP_BITS: usize = WARPS.ilog2() as usize;
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
        DESCRIPTOR_BYTES => 0,
        128 => 2,
        64 => 4,
        // Absent: 32, the third of the spans.
        _ => 6,
    };
    (tile.span * PATTERN_ROWS / DESCRIPTOR_BYTES) | 1 << 14 | swizzle << 29
}

/// The descriptor of an operand's first element.
pub(super) fn whole(to: &mut Builder<'_>, tile: &SlotTile) -> Value {
    // Bytes from one box to the next, where an operand has several along M or N. Of rows that no swizzle permutes both distances change
    // places: there is one box, and this is that of eight rows.
    let leading = match tile.span {
        DESCRIPTOR_BYTES => PATTERN_ROWS,
        _ if tile.k_major => 1,
        _ => tile.box_bytes() / DESCRIPTOR_BYTES,
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
fn instruction(elements: [&str; 2], k_major: [bool; 2], [rows, columns]: [i64; 2]) -> Option<(&'static str, i64)> {
    let [(kind, left, sum), (_, right, _)] = [kind(elements[0])?, kind(elements[1])?];
    let turned = k_major.map(|is_along_k| i64::from(!is_along_k));
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
    let ([m, n, _], element) = (product.shape, product.element_bytes);
    let rows = m.min(BLOCK_ROWS);
    let left = match &product.left {
        TensorLeft::Slot(tile) => Left::Slot(tile, whole(to, tile)),
        TensorLeft::Written(written) => Left::Written(Parts::of(product.shape, element, written), written.address),
    };
    let right = &product.right;
    let of_all = rows << i64::from(product.is_of_pair);
    let Some((kind, descriptor)) = instruction(product.elements, [left.is_k_major(), right.k_major], [of_all, n])
    else {
        return false;
    };
    let attrs = [("kind", to.keyword(kind)), ("instruction", to.int(descriptor))];
    let b = whole(to, right);
    for place in (0..product.depth).step_by(product.unit.figures().k(element) as usize) {
        let b = part(to, b, right.offset(0, place, element));
        for block in 0..m / rows {
            let a = left.part(to, [block * rows, place], element);
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

/// The left operand of a product as its instructions take it.
enum Left<'p> {
    /// A tile in shared memory, and its descriptor.
    Slot(&'p SlotTile, Value),
    /// Parts in tensor memory, and the address of the first.
    Written(Parts, Value),
}

impl Left<'_> {
    fn is_k_major(&self) -> bool {
        match self {
            Self::Slot(tile, _) => tile.k_major,
            Self::Written(..) => true,
        }
    }

    /// That of an instruction, from a row and a place along K on.
    fn part(&self, to: &mut Builder<'_>, [row, place]: [i64; 2], element: i64) -> Value {
        match self {
            Self::Slot(tile, descriptor) => part(to, *descriptor, tile.offset(row, place, element)),
            Self::Written(parts, address) => match parts.column(row / BLOCK_ROWS, place) {
                0 => *address,
                column => with_number(to, arith::ADDI, *address, column),
            },
        }
    }
}

/// A left operand in tensor memory: the elements that a warp writes of a row begin where those begin that it reads there, in words that
/// follow each other.
struct Parts {
    /// Columns from one block of rows to the next.
    pitch: i64,
    /// Elements of a row that a warp has.
    part: i64,
    /// Those of all of it.
    all: i64,
    /// Bytes of an element.
    bytes: i64,
}

impl Parts {
    fn of([rows, _, all]: [i64; 3], bytes: i64, written: &WrittenLeft) -> Self {
        let blocks = blocks(rows);
        Self {
            pitch: written.columns / blocks,
            part: of_block([rows, all], written.warps / WARPS),
            all,
            bytes,
        }
    }

    /// The column of an element of a block of rows.
    fn column(&self, block: i64, place: i64) -> i64 {
        let begin = place / self.part * (self.pitch * self.part / self.all);
        block * self.pitch + begin + place % self.part * self.bytes / WORD_BYTES
    }
}

/// Blocks of rows, each of which has all lanes.
pub(super) fn blocks(rows: i64) -> i64 {
    (rows / BLOCK_ROWS).max(1)
}

/// Elements of a row that a warp of so many groups has.
pub(super) fn of_block([rows, columns]: [i64; 2], groups: i64) -> i64 {
    columns.min(blocks(rows) * columns / groups.max(1))
}

/// Whether a part of a row, of which eight warps have two, is taken by whole instructions, and in words that a store has.
pub(super) fn takes_left([rows, columns]: [i64; 2], bytes: i64) -> bool {
    const STEP_BYTES: i64 = 32;
    let is_whole = of_block([rows, columns], 2) * bytes % STEP_BYTES == 0;
    is_whole && (bytes == WORD_BYTES || bytes == WORD_BYTES / 2) && columns <= MOST_COLUMNS
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
    let moved = with_number(to, arith::MULI, group, tile.columns / 2);
    to.binary(arith::ADDI, address, moved)
}

/// The registers of a thread are those that loads of a form fill, one after the other.
pub(super) fn load(to: &mut Builder<'_>, tile: &TensorTile<'_>) -> Option<Vec<Value>> {
    let form = Form::of(tile.bits);
    let [rows, columns] = tile.shape;
    let groups = (1 << tile.layout.warp.len()) / WARPS;
    // Columns of tensor memory that a warp loads, and how many of them are of one block of rows.
    let (own, of_block) = (blocks(rows) * columns / groups, of_block(tile.shape, groups));
    let address = own_address(to, tile);
    let types: Vec<Ty> = vec![tile.element; form.registers(tile.times) as usize];
    let mut values: Vec<Option<Value>> = vec![None; tile.layout.registers()];
    for window in windows(rows, form) {
        for from in (0..own).step_by((form.columns * tile.times) as usize) {
            let offset = ("offset", to.int(window << LANE_BIT | from));
            let bits = ("bits", to.int(tile.bits));
            let loaded = to.op_with(nvvm::TCGEN05_LD, &[&[address]], &types, &[offset, bits]);
            for (number, &value) in (0..).zip(to.module.results(loaded)) {
                let [row, column] = form.place(number);
                let row = from / of_block * BLOCK_ROWS + window + row;
                let register = tile
                    .layout
                    .register_of((row * columns + from % of_block + column) as u32)?;
                *values.get_mut(register)? = Some(value);
            }
        }
    }
    values.into_iter().collect()
}

/// The first lanes of the instructions that a warp needs for its rows of a block.
fn windows(rows: i64, form: &Form) -> impl Iterator<Item = i64> {
    (0..rows.min(BLOCK_ROWS) / WARPS).step_by(form.lanes as usize)
}

/// Words lie one after the other in the columns of a lane, as many as a thread's loads of as many elements would begin with.
pub(super) fn store(to: &mut Builder<'_>, tile: &TensorTile<'_>, words: &[Value]) -> bool {
    let form = Form::of(tile.bits);
    let [rows, columns] = tile.shape;
    let groups = (1 << tile.layout.warp.len()) / WARPS;
    let of_word = (tile.layout.registers() / words.len().max(1)) as i64;
    let (own, of_block) = ((blocks(rows) / groups).max(1), of_block(tile.shape, groups));
    let pitch = tile.columns / blocks(rows);
    let address = own_address(to, tile);
    for (window, block) in windows(rows, form).flat_map(|window| (0..own).map(move |block| (window, block))) {
        for from in (0..of_block / of_word).step_by((form.columns * tile.times) as usize) {
            let word = |number: i64| {
                let [row, column] = form.place(number);
                let row = block * BLOCK_ROWS + window + row;
                let element = row * columns + (from + column) * of_word;
                let register = tile.layout.register_of(element as u32)?;
                words.get(register / of_word as usize).copied()
            };
            let stored: Option<Vec<Value>> = (0..form.registers(tile.times)).map(word).collect();
            let Some(stored) = stored else {
                return false;
            };
            let offset = ("offset", to.int(window << LANE_BIT | (block * pitch + from)));
            let bits = ("bits", to.int(tile.bits));
            to.op_with(nvvm::TCGEN05_ST, &[&[address], &stored], &[], &[offset, bits]);
        }
    }
    true
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
        let descriptor =
            |elements, majors: [&str; 2], shape| instruction(elements, majors.map(|major| major == major::K), shape);
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
    fn written_operands_are_where_their_accumulators_were() {
        let mut module = Module::new();
        let (block, loc) = (module.top(), module.unknown_loc());
        let address = number(&mut Builder::new(&mut module, block, loc), 0);
        let column = |shape, columns, warps, at: [i64; 2]| {
            let written = WrittenLeft {
                address,
                columns,
                warps,
            };
            Parts::of(shape, 2, &written).column(at[0], at[1])
        };
        // Two elements to a word; of eight warps four begin in the further half, or have the further rows.
        assert_eq!(column([128, 64, 128], 128, 4, [0, 80]), 40);
        assert_eq!(column([128, 64, 128], 128, 8, [0, 48]), 24);
        assert_eq!(column([128, 64, 128], 128, 8, [0, 80]), 72);
        assert_eq!(column([256, 64, 64], 128, 8, [1, 16]), 72);
        assert!(takes_left([128, 32], 2) && takes_left([128, 64], 4));
        assert!(!takes_left([128, 16], 2) && !takes_left([128, 64], 1) && takes_left([256, 16], 2));
    }

    #[test]
    fn operands_are_described_by_their_swizzle() {
        let mut module = Module::new();
        let high = |span| high(&tile(&mut module, span, major::K)) as u32;
        // 128 bytes: 0x4000_4040 is the high word of the manual's example.
        let published = [0x4000_4040, 0x8000_4020, 0xC000_4010, 0x0000_4008];
        assert_eq!([128, 64, 32, 16].map(high), published);
    }
}
