//! Products by `wgmma` of tiles in shared memory; the left one may be in registers.
//!
//! Descriptors (PTX ISA, matrix descriptor of `wgmma`) say where the rows of 8 by 8 blocks are; the swizzle itself is the
//! hardware's own affair.

use crate::lower::{Lhs, Product, SlotTile, number, shift_right, with_number};
use tilewright_ir::build::Builder;
use tilewright_ir::ops::{arith, nvvm};
use tilewright_ir::words::major;
use tilewright_ir::{Attr, Value};

/// Rows of a swizzle's pattern.
const PATTERN_ROWS: i64 = 8;
/// Bytes that descriptors count in.
const DESCRIPTOR_BYTES: i64 = 16;

/// One operand, for its descriptors.
struct Operand<'p> {
    tile: &'p SlotTile,
    /// The descriptor of the operand's first element.
    whole: Value,
}

impl<'p> Operand<'p> {
    /// The left operand, or the part of it that begins so many times so many bytes after the first element.
    fn left(to: &mut Builder<'_>, tile: &'p SlotTile, part: Option<(Value, i64)>) -> Self {
        let (mut operand, mut base) = Self::first(to, tile);
        if let Some((number, bytes)) = part {
            let moved = with_number(to, arith::MULI, number, bytes / DESCRIPTOR_BYTES);
            base = to.binary(arith::ADDI, base, moved);
        }
        let moved = with_number(to, arith::MULI, tile.slot, tile.pitch / DESCRIPTOR_BYTES);
        let start = to.binary(arith::ADDI, base, moved);
        operand.describe(to, &[&[start], &[]], &[]);
        operand
    }

    /// The right operand. Its slot is found in one multiply-add of 64 bits, which leaves the high word as it is; the left one's is often of the
    /// same number: the assembler would multiply once for both, and add the words one by one.
    fn right(to: &mut Builder<'_>, tile: &'p SlotTile) -> Self {
        let (mut operand, base) = Self::first(to, tile);
        let pitch = to.int(tile.pitch / DESCRIPTOR_BYTES);
        operand.describe(to, &[&[base], &[tile.slot]], &[("pitch", pitch)]);
        operand
    }

    /// An operand without its descriptor, and the low word of that in the first slot.
    fn first(to: &mut Builder<'_>, tile: &'p SlotTile) -> (Self, Value) {
        let operand = Self {
            tile,
            whole: tile.buffer,
        };
        let base = shift_right(to, tile.buffer, 4);
        let base = with_number(to, arith::ADDI, base, operand.leading());
        (operand, base)
    }

    fn describe(&mut self, to: &mut Builder<'_>, operands: &[&[Value]], attrs: &[(&str, Attr)]) {
        let (ty, high) = (to.module.named_type("i64"), to.int(self.high()));
        let attrs = [&[("high", high)], attrs].concat();
        let described = to.op_with(nvvm::WGMMA_DESCRIPTOR, operands, &[ty], &attrs);
        self.whole = to.module.result(described, 0);
    }

    /// The high word of the descriptor: bytes from one block of eight rows to the next, and the swizzle.
    fn high(&self) -> i64 {
        let swizzle = match self.tile.span {
            128 => 1,
            64 => 2,
            // Absent: 32, the third of the spans.
            _ => 3,
        };
        (self.tile.span * PATTERN_ROWS / DESCRIPTOR_BYTES) | (swizzle << 30)
    }

    /// The low word besides the address: bytes from one box to the next, where an operand has several along M or N.
    fn leading(&self) -> i64 {
        let units = if self.tile.k_major {
            1
        } else {
            self.tile.box_bytes() / DESCRIPTOR_BYTES
        };
        units << 16
    }
}

/// The descriptor of a part of an operand: that of the whole, and the distance. The address is its lowest field, and has room for
/// all of shared memory, so that nothing is carried into the next one. In one 64-bit addition the machine changes both words of
/// its uniform registers; put together anew, the high word is moved there for each instruction.
fn descriptor(to: &mut Builder<'_>, operand: &Operand<'_>, bytes: i64) -> Value {
    if bytes == 0 {
        return operand.whole;
    }
    let ty = to.module.ty(operand.whole);
    let distance = to.number(bytes / DESCRIPTOR_BYTES, ty);
    to.binary(arith::ADDI, operand.whole, distance)
}

/// The left operand, by 64 rows and a step of K.
enum Left<'p> {
    /// By descriptors.
    Memory(Operand<'p>),
    /// By words, steps of K one after the other, 64 rows after 64 rows.
    Words(&'p [Value]),
}

impl Left<'_> {
    /// The operand of an instruction: its number among the 64 rows of a thread, and the place along K.
    fn of(&self, to: &mut Builder<'_>, product: &Product<'_>, number: usize, place: i64) -> Option<Vec<Value>> {
        let (figures, element) = (product.unit.figures(), product.element_bytes);
        match self {
            Self::Memory(left) => {
                let bytes = left.tile.offset(number as i64 * figures.rows, place, element);
                Some(vec![descriptor(to, left, bytes)])
            }
            Self::Words(words) => {
                let [_, _, k] = product.shape;
                let (step, steps) = (place / figures.k(element), k / figures.k(element));
                let first = (number * steps as usize + step as usize) * WORDS;
                words.get(first..first + WORDS).map(<[Value]>::to_vec)
            }
        }
    }
}

/// Words of the left operand that a thread has of an instruction.
const WORDS: usize = 4;

pub(super) fn product(to: &mut Builder<'_>, product: &Product<'_>, values: &mut [Value]) -> bool {
    let figures = product.unit.figures();
    let ([m, n, _], element) = (product.shape, product.element_bytes);
    let per_product = figures.accumulators_per_thread(n) as usize;
    if per_product == 0 || !values.len().is_multiple_of(per_product) {
        return false;
    }
    let groups = product.threads / figures.threads;
    let (left, lhs_major) = match &product.lhs {
        Lhs::Slot(tile) => (Left::Memory(own_rows(to, product, tile, m / groups)), tile.major()),
        Lhs::Words(words) => (Left::Words(words), major::K),
    };
    let right = Operand::right(to, &product.rhs);
    let (lhs_major, rhs_major) = (to.keyword(lhs_major), to.keyword(product.rhs.major()));
    let [left_type, right_type] = product.elements.map(|name| to.keyword(name));
    let mut attrs = vec![
        ("type", left_type),
        ("n", to.int(n)),
        ("lhs_major", lhs_major),
        ("rhs_major", rhs_major),
    ];
    if left_type != right_type {
        attrs.push(("rhs_type", right_type));
    }
    let types = vec![product.accumulator; per_product];
    for place in (0..product.depth).step_by(figures.k(element) as usize) {
        let bytes = right.tile.offset(0, place, element);
        let b = descriptor(to, &right, bytes);
        for (number, accumulators) in values.chunks_mut(per_product).enumerate() {
            let Some(a) = left.of(to, product, number, place) else {
                return false;
            };
            let added: &[Value] = if product.fresh && place == 0 { &[] } else { accumulators };
            let started = to.op_with(nvvm::WGMMA_MMA_ASYNC, &[&a, &[b], added], &types, &attrs);
            accumulators.copy_from_slice(to.module.results(started));
        }
    }
    true
}

/// The left operand of a warpgroup: each has rows of its own. The number of the group is the same in all its lanes, and the
/// machine shall know.
fn own_rows<'p>(to: &mut Builder<'_>, product: &Product<'_>, tile: &'p SlotTile, rows: i64) -> Operand<'p> {
    let figures = product.unit.figures();
    if product.threads <= figures.threads {
        return Operand::left(to, tile, None);
    }
    let group = shift_right(to, product.thread, figures.threads.ilog2().into());
    let zero = number(to, 0);
    let ty = to.module.named_type("i32");
    let group = to.value(nvvm::SHFL_IDX, &[group, zero], ty);
    let bytes = tile.offset(rows, 0, product.element_bytes);
    Operand::left(to, tile, Some((group, bytes)))
}
