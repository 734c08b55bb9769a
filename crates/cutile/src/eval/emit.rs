//! Making ops: types, attributes, constants, and where each op comes from.

use super::{Eval, Line};
use crate::dtype::Dtype;
use crate::value::{Const, Shape, Tile};
use tilewright_diag::LineColumn;
use tilewright_ir::attrs::AttrParams;
use tilewright_ir::locations::LocKind;
use tilewright_ir::numbers::{float_bits, float_value};
use tilewright_ir::ops::cuda_tile as ct;
use tilewright_ir::{Attr, AttrData, Block, LocData, Op, OpKind, Ty, Value as Ir};

/// Types of tiles that are looked through before one is made.
const KNOWN_TYPES: usize = 8;

/// An attribute of an op that is being made.
#[derive(Clone, Debug)]
pub(crate) enum A<'s> {
    Word(&'s str),
    Int(i64),
    Ints(&'s [i64]),
    Flag,
    Bool(bool),
    Bools(&'s [bool]),
    Text(&'s str),
    Attr(Attr),
}

impl<'a> Eval<'a> {
    /// The type of a tile of numbers.
    pub(crate) fn tile_type(&mut self, shape: &[i64], dtype: Dtype) -> Ty {
        // A kernel has few types, and most ops are of one that the last ones had.
        let known = self.tile_types.iter().rev().take(KNOWN_TYPES);
        for (of, extents, ty) in known {
            if *of == dtype && extents[..] == *shape {
                return *ty;
            }
        }
        let element = self.m.named_type(dtype.element());
        let ty = self.m.make_tile_type(shape, element, None);
        self.tile_types.push((dtype, Shape::from_slice(shape), ty));
        ty
    }

    /// The type of a tile of pointers.
    pub(crate) fn pointer_type(&mut self, shape: &[i64], dtype: Dtype) -> Ty {
        let pointee = self.m.named_type(dtype.element());
        let params = tilewright_ir::TypeParams {
            types: smallvec::smallvec![pointee],
            ..Default::default()
        };
        let pointer = self
            .m
            .intern_type(&tilewright_ir::dialects::cuda_tile::types::PTR, params);
        self.m.make_tile_type(shape, pointer, None)
    }

    pub(crate) fn attr(&mut self, attr: &A<'_>) -> Attr {
        let data = match *attr {
            A::Word(word) => AttrData::Keyword(self.m.intern_name(word)),
            A::Int(int) => AttrData::Int(int),
            A::Ints(ints) => AttrData::Ints(ints.into()),
            A::Flag => AttrData::Unit,
            A::Bool(value) => AttrData::Bool(value),
            A::Bools(values) => {
                let items = values.iter().map(|&value| self.m.intern_attr(AttrData::Bool(value)));
                AttrData::Array(items.collect())
            }
            A::Text(text) => AttrData::Str(self.m.intern_name(text)),
            A::Attr(attr) => return attr,
        };
        self.m.intern_attr(data)
    }

    /// Where ops that are made now come from.
    pub(crate) fn loc(&mut self) -> tilewright_ir::Loc {
        let span = self.span;
        if let Some((last, loc)) = self.last_loc
            && last == span
        {
            return loc;
        }
        let place = self.place(span.start);
        // Of what goes over several lines, the first stands for all.
        let end = self.place(span.end.min(self.line.end));
        let ints = [place.line, place.column, end.line, end.column].map(i64::from);
        let m = &mut self.m;
        let file = *self.file_attr.get_or_insert_with(|| {
            let file = m.intern_name(self.file);
            m.intern_attr(AttrData::Str(file))
        });
        let params = AttrParams {
            ints: smallvec::SmallVec::from_slice(&ints),
            attrs: smallvec::smallvec![file],
        };
        let location = self.m.intern_attr(AttrData::Loc(LocKind::File, params));
        let origin = self.m.origin_of(location);
        let loc = self.m.add_loc(LocData {
            span,
            line: place.line,
            column: place.column,
            origin,
            location: Some(location),
        });
        self.last_loc = Some((span, loc));
        loc
    }

    /// Where a byte of the text stands. Its line becomes the current one.
    fn place(&mut self, offset: u32) -> LineColumn {
        let bytes = self.source.as_bytes();
        if self.line.number == 0 || offset < self.line.start || offset > self.line.end {
            let number = self.lines.line(offset);
            let (start, next) = (self.lines.start(number), self.lines.start(number + 1));
            // Behind the last line is no other.
            let is_last = next <= start;
            let end = if is_last { bytes.len() as u32 } else { next - 1 };
            self.line = Line {
                start,
                end,
                number,
                is_ascii: bytes[start as usize..end as usize].is_ascii(),
            };
        }
        let Line {
            start,
            end,
            number,
            is_ascii,
        } = self.line;
        let offset = offset.min(end);
        let before = match is_ascii {
            true => offset - start,
            false => {
                let before = &bytes[start as usize..offset as usize];
                before.iter().filter(|&&byte| byte & 0xC0 != 0x80).count() as u32
            }
        };
        LineColumn {
            line: number,
            column: before + 1,
        }
    }

    /// Makes an op at the end of the current block.
    pub(crate) fn op(&mut self, kind: OpKind, operands: &[&[Ir]], results: &[Ty], attrs: &[(&str, A<'_>)]) -> Op {
        let op = self.loose(kind, operands, results, attrs);
        self.m.append(self.block, op);
        op
    }

    /// Makes an op that is in no block yet.
    pub(crate) fn loose(&mut self, kind: OpKind, operands: &[&[Ir]], results: &[Ty], attrs: &[(&str, A<'_>)]) -> Op {
        let loc = self.loc();
        let def = self.m.record_of(kind);
        let op = self.m.create_op(def, operands, results, loc);
        for (name, attr) in attrs {
            let attr = self.attr(attr);
            self.m.set_attr(op, name, attr);
        }
        self.made += 1;
        op
    }

    /// Makes an op of single operands with one result.
    pub(crate) fn value(&mut self, kind: OpKind, operands: &[Ir], result: Ty, attrs: &[(&str, A<'_>)]) -> Ir {
        let mut lists: smallvec::SmallVec<[&[Ir]; 4]> = smallvec::SmallVec::new();
        for operand in operands {
            lists.push(std::slice::from_ref(operand));
        }
        let op = self.op(kind, &lists, &[result], attrs);
        self.m.result(op, 0)
    }

    /// The same, giving a tile.
    pub(crate) fn tile(
        &mut self,
        kind: OpKind,
        operands: &[Ir],
        shape: &[i64],
        dtype: Dtype,
        attrs: &[(&str, A<'_>)],
    ) -> Tile {
        let ty = self.tile_type(shape, dtype);
        Tile {
            ir: self.value(kind, operands, ty, attrs),
            dtype,
            shape: Shape::from_slice(shape),
        }
    }

    /// A scalar constant of a type that stays known: what is only widened, reshaped or repeated becomes a constant too.
    pub(crate) fn known_constant(&mut self, value: Const, dtype: Dtype) -> Tile {
        let bits = self.bits(value, dtype);
        let tile = self.dense(&[bits], &[], dtype);
        self.constants.insert(tile.ir, of_bits(value, bits, dtype));
        tile
    }

    /// A constant of a type, the same for all elements.
    pub(crate) fn constant(&mut self, value: Const, shape: &[i64], dtype: Dtype) -> Tile {
        self.dense(&[self.bits(value, dtype)], shape, dtype)
    }

    /// A constant of these elements, or of the one that all share.
    pub(crate) fn dense(&mut self, bits: &[u64], shape: &[i64], dtype: Dtype) -> Tile {
        let ty = self.tile_type(shape, dtype);
        let value = self.m.intern_attr(AttrData::Dense { ty, bits: bits.into() });
        Tile {
            ir: self.value(ct::CONSTANT, &[], ty, &[("value", A::Attr(value))]),
            dtype,
            shape: Shape::from_slice(shape),
        }
    }

    /// The bits of a constant in a type: floats are rounded, integers wrap, floats become integers towards zero.
    pub(crate) fn bits(&self, value: Const, dtype: Dtype) -> u64 {
        if dtype.is_float() || dtype.is_restricted() {
            let value = match value {
                Const::Int(int) => int as f64,
                Const::Float(float) => float,
                Const::Bool(value) => f64::from(u8::from(value)),
                Const::None => 0.0,
            };
            let scalar = tilewright_ir::types::Scalar::of_name(dtype.element());
            return scalar.map_or(0, |scalar| float_bits(scalar, value));
        }
        let int = match value {
            Const::Int(int) => int,
            Const::Float(float) if dtype == Dtype::Bool => i128::from(float != 0.0),
            Const::Float(float) => float as i128,
            Const::Bool(value) => i128::from(value),
            Const::None => 0,
        };
        match dtype {
            Dtype::Bool => u64::from(int != 0),
            _ => int as u64 & (u64::MAX >> (64 - dtype.bits())),
        }
    }

    /// A constant that is part of the op that uses it.
    pub(crate) fn part(&mut self, value: Const, shape: &[i64], dtype: Dtype) -> Tile {
        let tile = self.constant(value, shape, dtype);
        if let Some(op) = self.m.defining_op(tile.ir) {
            self.parts.insert(op);
        }
        tile
    }

    /// Makes a block in a region of an op the current one while `inside` runs.
    pub(crate) fn in_block<T>(&mut self, block: Block, inside: impl FnOnce(&mut Self) -> T) -> T {
        let outer = std::mem::replace(&mut self.block, block);
        let result = inside(self);
        self.block = outer;
        result
    }

    /// A new block in a region of an op.
    pub(crate) fn block_of(&mut self, op: Op, region: usize) -> Block {
        let region = self.m.regions(op)[region];
        self.m.add_block(region)
    }
}

/// The number that a type holds as these bits; the constant that it was made of, if the type has no numbers.
pub(super) fn of_bits(constant: Const, bits: u64, dtype: Dtype) -> Const {
    if dtype == Dtype::Bool {
        return Const::Bool(bits != 0);
    }
    if dtype.is_int() {
        let unused = 64 - dtype.bits();
        return Const::Int(match dtype.is_signed() {
            true => i128::from(((bits << unused) as i64) >> unused),
            false => i128::from(bits),
        });
    }
    let scalar = tilewright_ir::types::Scalar::of_name(dtype.element());
    scalar.map_or(constant, |scalar| Const::Float(float_value(scalar, bits)))
}
