//! Elements of 4 bits in memory: two to a byte, the one with the even index in the lower half.

use super::access::{change, order_as, set_place, tile_base};
use super::pieces::Piece;
use super::scalar::{Int, Scalars};
use super::{Cx, ThreadLowering};
use tilewright_ir::OpKind;
use tilewright_ir::convert::Failure;
use tilewright_ir::ops::{arith, nvvm};
use tilewright_ir::{Op, Ty, Value};

/// Whether a scalar has 4 bits.
pub(super) fn is_nibble(cx: &Cx<'_>, ty: Ty) -> bool {
    cx.new.scalar(ty).is_some_and(|scalar| scalar.bits == 4)
}

/// A byte as an element of fewer bits.
pub(super) fn from_byte(cx: &mut Cx<'_>, byte: Value, ty: Ty) -> Value {
    let bits = cx.new.element_bits(ty);
    let int = cx.new.named_type(&format!("i{bits}"));
    let cut = cx.build().value(arith::TRUNCI, &[byte], int);
    same_bits(cx, cut, ty)
}

/// An element of 4 bits in a type of more.
fn widened(cx: &mut Cx<'_>, value: Value, wide: &str) -> Value {
    let [int, wide] = ["i4", wide].map(|name| cx.new.named_type(name));
    let value = same_bits(cx, value, int);
    cx.build().extend("unsigned", value, wide)
}

/// One of two elements, by a condition: those of 4 bits as bytes.
pub(super) fn either(cx: &mut Cx<'_>, condition: Value, one: Value, other: Value) -> Value {
    let ty = cx.new.ty(one);
    if !is_nibble(cx, ty) {
        return cx.build().select(condition, one, other);
    }
    let [one, other] = [one, other].map(|value| widened(cx, value, "i8"));
    let byte = cx.build().select(condition, one, other);
    from_byte(cx, byte, ty)
}

fn shifted(cx: &mut Cx<'_>, kind: OpKind, value: Value, by: Value) -> Value {
    let unsigned = cx.keyword("unsigned");
    let attrs: &[_] = if kind == arith::SHRI {
        &[("signedness", unsigned)]
    } else {
        &[]
    };
    cx.binary_with(kind, value, by, attrs)
}

/// The address of contiguous 4-bit elements.
pub(super) struct NibbleAddress {
    /// The address of the first byte.
    byte: Value,
    /// Whether a single element is the upper half, as a number; none: whole bytes, or the lower half.
    odd: Option<Value>,
    count: usize,
    /// Whether they are there at all; none: always.
    pub inside: Option<Value>,
}

impl NibbleAddress {
    /// The lower half of the byte at an address.
    pub fn low_half(byte: Value, inside: Option<Value>) -> Self {
        Self {
            byte,
            odd: None,
            count: 1,
            inside,
        }
    }

    /// A piece of a tile of a view, whose address counts elements.
    pub fn of_piece(cx: &mut Cx<'_>, op: Op, piece: &Piece) -> Result<Self, Failure> {
        let base = tile_base(cx, op)?;
        let index = cx.binary_const(arith::ADDI, piece.address, Int::I64, piece.offset);
        let bytes = cx.binary_const(arith::SHRI, index, Int::I64, 1);
        let count = piece.registers.len();
        let odd = (count == 1).then(|| cx.binary_const(arith::ANDI, index, Int::I64, 1));
        Ok(Self {
            byte: cx.binary(arith::ADDI, base, bytes),
            odd,
            count,
            inside: piece.inside,
        })
    }

    /// Reads the elements; `padding` where they are not there.
    pub fn load(&self, cx: &mut Cx<'_>, op: Op, ty: Ty, padding: u64) -> Vec<Value> {
        let byte = cx.new.named_type("i8");
        let bytes = self.count.div_ceil(2);
        let default = self.inside.map(|_| cx.build().constant(padding | padding << 4, byte));
        let defaults = vec![default; bytes].into_iter().flatten().collect::<Vec<_>>();
        let lists: [&[Value]; 3] = [&[self.byte], self.inside.as_slice(), &defaults];
        let load = cx.build().op(nvvm::LD, &lists, &vec![byte; bytes]);
        set_place(cx, load, 0);
        order_as(cx, op, load);
        let mut values = Vec::new();
        for both in cx.new.results(load).to_vec() {
            if self.count == 1 {
                let half = match self.odd {
                    Some(odd) => {
                        let odd = cx.build().value(arith::TRUNCI, &[odd], byte);
                        let by = moved(cx, arith::SHLI, odd, 2);
                        shifted(cx, arith::SHRI, both, by)
                    }
                    None => both,
                };
                values.push(from_byte(cx, half, ty));
                continue;
            }
            let high = moved(cx, arith::SHRI, both, 4);
            values.extend([both, high].map(|half| from_byte(cx, half, ty)));
        }
        values
    }

    /// Writes the elements. The other half of a byte is left as it is, whoever writes it.
    pub fn store(&self, cx: &mut Cx<'_>, op: Op, values: &[Value]) {
        if self.count == 1 {
            return self.store_half(cx, op, values[0]);
        }
        let mut bytes = Vec::new();
        for pair in values.chunks(2) {
            let [low, high] = [pair[0], pair[1]].map(|value| widened(cx, value, "i8"));
            let high = moved(cx, arith::SHLI, high, 4);
            bytes.push(cx.binary(arith::ORI, low, high));
        }
        super::access::store_at(cx, op, (self.byte, 0), &bytes, self.inside);
    }

    /// In the word around it the element's bits are cleared, then set: each atomically.
    fn store_half(&self, cx: &mut Cx<'_>, op: Op, value: Value) {
        let word = cx.binary_const(arith::ANDI, self.byte, Int::I64, !3);
        let within = cx.binary_const(arith::ANDI, self.byte, Int::I64, 3);
        let mut shift = cx.binary_const(arith::SHLI, within, Int::I64, 3);
        if let Some(odd) = self.odd {
            let half = cx.binary_const(arith::SHLI, odd, Int::I64, 2);
            shift = cx.binary(arith::ADDI, shift, half);
        }
        let shift = cx.narrow(shift);
        let mask = cx.int(Int::I32, 0xF);
        let mask = shifted(cx, arith::SHLI, mask, shift);
        let keep = cx.binary_const(arith::XORI, mask, Int::I32, -1);
        let value = widened(cx, value, "i32");
        let value = shifted(cx, arith::SHLI, value, shift);
        for (mode, value) in [("and", keep), ("or", value)] {
            let changed = change(cx, word, value, self.inside, ("relaxed", mode));
            order_release(cx, op, changed);
        }
    }
}

/// A store that releases still does.
fn order_release(cx: &mut Cx<'_>, op: Op, changed: Op) {
    // Absent: a contradiction, its record asks for it.
    if cx.old.keyword(op, "ordering") == "release" {
        order_as(cx, op, changed);
    }
}

/// The elements of a row of bytes cut anew: each whole has its parts in the same thread, the lowest first.
pub(super) fn repack(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let (source, result) = (cx.old.only_operand(op), cx.old.result(op, 0));
    let [from, to] = [source, result].map(|v| cx.scalar_type(cx.old.ty(v)));
    let [from_bits, to_bits] = [from, to].map(|ty| cx.new.element_bits(ty));
    let [from_int, to_int] = [from_bits, to_bits].map(|bits| cx.new.named_type(&format!("i{bits}")));
    let values = cx.values(source)?.to_vec();
    let values: Vec<Value> = values.into_iter().map(|value| same_bits(cx, value, from_int)).collect();
    let mut cut = Vec::new();
    for group in values.chunks((to_bits / from_bits).max(1) as usize) {
        for part in 0..(from_bits / to_bits).max(1) {
            let part = moved(cx, arith::SHRI, group[0], part * to_bits);
            cut.push(match from_bits > to_bits {
                true => cx.build().value(arith::TRUNCI, &[part], to_int),
                false => part,
            });
        }
        if let (Some(whole), true) = (cut.last_mut(), from_bits < to_bits) {
            *whole = cx.build().extend("unsigned", *whole, to_int);
            for (part, &value) in group.iter().enumerate().skip(1) {
                let value = cx.build().extend("unsigned", value, to_int);
                let value = moved(cx, arith::SHLI, value, part as u32 * from_bits);
                *whole = cx.binary(arith::ORI, *whole, value);
            }
        }
    }
    let cut: Vec<Value> = cut.into_iter().map(|value| same_bits(cx, value, to)).collect();
    cx.replace(result, cut);
    Ok(())
}

/// An integer shifted by a known number of bits.
fn moved(cx: &mut Cx<'_>, kind: OpKind, value: Value, by: u32) -> Value {
    if by == 0 {
        return value;
    }
    let ty = cx.new.ty(value);
    let by = cx.build().number(by.into(), ty);
    shifted(cx, kind, value, by)
}

/// The same bits in a type of the same width.
fn same_bits(cx: &mut Cx<'_>, value: Value, ty: Ty) -> Value {
    match cx.new.ty(value) == ty {
        true => value,
        false => cx.build().value(arith::BITCAST, &[value], ty),
    }
}
