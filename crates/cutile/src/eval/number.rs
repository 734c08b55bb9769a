//! Numbers: tiles and constants, the type and the shape that two of them share, and how one becomes the other.

use super::{Eval, constants};
use crate::dtype::Dtype;
use crate::dtype::Dtype::*;
use crate::eval::emit::A;
use crate::fail::Res;
use crate::value::{Const, Shape, Tile, Value, show_shape};
use ruff_python_ast::CmpOp;
use tilewright_ir::ops::cuda_tile as ct;

/// A number: a tile, or a constant with the op that was made of it.
#[derive(Clone, Debug)]
pub(crate) enum Num {
    Tile(Tile),
    Const(Const, Option<tilewright_ir::Value>),
}

impl Num {
    pub(crate) fn shape(&self) -> &[i64] {
        match self {
            Num::Tile(tile) => &tile.shape,
            Num::Const(..) => &[],
        }
    }

    /// The type it has, or gets by itself.
    pub(crate) fn default_dtype(&self) -> Dtype {
        match self {
            Num::Tile(tile) => tile.dtype,
            Num::Const(constant, _) => default_dtype(*constant),
        }
    }
}

/// The type of a constant where nothing else decides.
pub(crate) fn default_dtype(constant: Const) -> Dtype {
    match constant {
        Const::Bool(_) => Bool,
        Const::Float(_) => F32,
        Const::Int(int) if i32::try_from(int).is_ok() => I32,
        Const::Int(int) if i64::try_from(int).is_ok() => I64,
        Const::Int(_) => U64,
        Const::None => I32,
    }
}

impl<'a> Eval<'a> {
    /// The value as a number.
    pub(crate) fn number(&mut self, value: &Value<'a>) -> Res<Num> {
        match value {
            Value::Tile(tile) => Ok(Num::Tile(tile.clone())),
            Value::Const(constant, ir) if *constant != Const::None => Ok(Num::Const(*constant, *ir)),
            other => self.type_error(
                format!("a tile or a number is needed here, not {}", other.describe()),
                match other {
                    Value::Array(_) => "load a tile of the array first: `ct.load(X, index, shape)`",
                    Value::Dtype(_) => "convert with `.astype(...)`",
                    _ => "",
                },
            ),
        }
    }

    /// A constant that was computed, with the op that stands for it.
    pub(crate) fn constant_value(&mut self, constant: Const) -> Value<'a> {
        if constant == Const::None {
            return Value::None;
        }
        if self.is_host() {
            // No op, but a step all the same: what is computed around kernels ends, too.
            self.made += 1;
            return Value::Const(constant, None);
        }
        let dtype = default_dtype(constant);
        let tile = self.known_constant(constant, dtype);
        self.weak.insert(tile.ir, constant);
        Value::Const(constant, Some(tile.ir))
    }

    /// The same of a fixed type, if there is one.
    pub(crate) fn known_value(&mut self, constant: Const, dtype: Option<Dtype>) -> Value<'a> {
        match dtype {
            None => self.constant_value(constant),
            Some(dtype) => Value::Tile(self.typed_constant(constant, dtype)),
        }
    }

    /// A scalar constant that keeps its type, and goes on being computed with.
    pub(crate) fn typed_constant(&mut self, constant: Const, dtype: Dtype) -> Tile {
        let tile = self.known_constant(constant, dtype);
        self.known.insert(tile.ir, constant);
        tile
    }

    /// A constant as a type holds it.
    pub(crate) fn rounded(&self, constant: Const, dtype: Dtype) -> Const {
        super::emit::of_bits(constant, self.bits(constant, dtype), dtype)
    }

    /// The type of an operation on both; an error where they do not go together.
    pub(crate) fn promote(&self, a: &Num, b: &Num) -> Res<Dtype> {
        match (a, b) {
            (Num::Tile(a), Num::Tile(b)) => self.promote_dtypes(a.dtype, b.dtype),
            (Num::Tile(tile), Num::Const(constant, _)) | (Num::Const(constant, _), Num::Tile(tile)) => {
                self.promote_weak(tile.dtype, *constant)
            }
            (Num::Const(a, _), Num::Const(b, _)) => self.promote_dtypes(default_dtype(*a), default_dtype(*b)),
        }
    }

    pub(crate) fn promote_dtypes(&self, a: Dtype, b: Dtype) -> Res<Dtype> {
        match a.promoted(b) {
            Some(dtype) => Ok(dtype),
            None => self.type_error(
                format!("{a} and {b} have no type in common"),
                format!("convert one of them: `.astype(ct.{a})` or `.astype(ct.{b})`"),
            ),
        }
    }

    /// The type of an operation of a tile and a constant.
    fn promote_weak(&self, tile: Dtype, constant: Const) -> Res<Dtype> {
        match constant {
            Const::Bool(_) if tile.is_restricted() => self.promote_dtypes(tile, Bool),
            Const::Bool(_) => Ok(tile),
            Const::Int(_) if tile == Bool => Ok(default_dtype(constant)),
            Const::Float(_) if !tile.is_float() && !tile.is_restricted() => Ok(F32),
            _ if tile.is_restricted() => self.promote_dtypes(tile, default_dtype(constant)),
            _ => Ok(tile),
        }
    }

    /// The number as a tile of a type.
    pub(crate) fn convert(&mut self, number: &Num, to: Dtype) -> Res<Tile> {
        match number {
            Num::Tile(tile) => self.cast(tile, to, None),
            Num::Const(constant, ir) => self.constant_as(*constant, *ir, to, true),
        }
    }

    /// A constant as a scalar of a type. `checked`: whole numbers must fit.
    pub(crate) fn constant_as(
        &mut self,
        constant: Const,
        ir: Option<tilewright_ir::Value>,
        to: Dtype,
        checked: bool,
    ) -> Res<Tile> {
        if let Const::Int(int) = constant
            && checked
            && to.is_int()
        {
            let bits = to.bits();
            let range = if to.is_signed() {
                -(1i128 << (bits - 1))..=(1i128 << (bits - 1)) - 1
            } else {
                0..=(1i128 << bits) - 1
            };
            if !range.contains(&int) {
                return self.type_error(
                    format!("{int} does not fit into {to}"),
                    format!("{to} holds {} to {}", range.start(), range.end()),
                );
            }
        }
        match ir {
            // Where the sign alone changes, it is written anew, where it is converted.
            Some(ir) if default_dtype(constant) == to => Ok(Tile {
                ir,
                dtype: to,
                shape: Shape::new(),
            }),
            // A float that is written is a float32 before it becomes anything wider.
            _ if to == F64 && matches!(constant, Const::Float(_)) => {
                let narrow = self.rounded(constant, F32);
                Ok(self.known_constant(narrow, to))
            }
            _ => Ok(self.known_constant(constant, to)),
        }
    }

    /// The value as a tile, of its own type.
    pub(crate) fn as_tile(&mut self, value: &Value<'a>) -> Res<Tile> {
        let number = self.number(value)?;
        let dtype = number.default_dtype();
        self.convert(&number, dtype)
    }

    /// A tile in another shape with the same elements.
    pub(crate) fn reshape(&mut self, tile: &Tile, shape: &[i64]) -> Tile {
        if tile.shape[..] == *shape {
            return tile.clone();
        }
        self.tile(ct::RESHAPE, &[tile.ir], shape, tile.dtype, &[])
    }

    /// A tile repeated to a shape that it can be broadcast to.
    pub(crate) fn broadcast(&mut self, tile: &Tile, shape: &[i64]) -> Tile {
        let mut own = Shape::from_elem(1, shape.len().saturating_sub(tile.shape.len()));
        own.extend_from_slice(&tile.shape);
        let tile = self.reshape(tile, &own);
        if own[..] == *shape {
            return tile;
        }
        self.tile(ct::BROADCAST, &[tile.ir], shape, tile.dtype, &[])
    }

    /// The shape that both are broadcast to.
    pub(crate) fn common_shape(&self, a: &[i64], b: &[i64]) -> Res<Shape> {
        let rank = a.len().max(b.len());
        let at = |shape: &[i64], i: usize| (i + shape.len()).checked_sub(rank).map_or(1, |i| shape[i]);
        let mut common = Shape::new();
        for i in 0..rank {
            common.push(match (at(a, i), at(b, i)) {
                (x, y) if x == y => x,
                (1, y) => y,
                (x, 1) => x,
                _ => {
                    return self.type_error(
                        format!(
                            "Shapes {} and {} cannot be broadcast together",
                            show_shape(a),
                            show_shape(b)
                        ),
                        "extents must be equal or 1, counted from the last dimension",
                    );
                }
            });
        }
        Ok(common)
    }

    /// Both operands in one type and shape.
    pub(crate) fn operands(&mut self, a: &Num, b: &Num, dtype: Dtype) -> Res<(Tile, Tile)> {
        let shape = self.common_shape(a.shape(), b.shape())?;
        let a = self.convert(a, dtype)?;
        let a = self.broadcast(&a, &shape);
        let b = self.convert(b, dtype)?;
        let b = self.broadcast(&b, &shape);
        Ok((a, b))
    }

    /// The value of a scalar of a fixed type, if it is known when the kernel is compiled.
    pub(crate) fn known_tile(&self, tile: &Tile) -> Option<Const> {
        let known = *self.known.get(tile.ir)?;
        // A truth value stays the number that `~` made of it.
        Some(if tile.dtype == Bool {
            known
        } else {
            self.rounded(known, tile.dtype)
        })
    }

    /// The number, if it is known when the kernel is compiled.
    pub(crate) fn known_number(&self, number: &Num) -> Option<Const> {
        match number {
            Num::Const(constant, _) => Some(*constant),
            Num::Tile(tile) => self.known_tile(tile),
        }
    }

    /// Whether it is a truth value that is known as such: `ct.zeros((), ct.bool_)` is known as a number.
    pub(crate) fn is_known_bool(&self, number: &Num) -> bool {
        let known = match number {
            Num::Const(constant, _) => Some(constant),
            Num::Tile(tile) => self.known.get(tile.ir),
        };
        matches!(known, Some(Const::Bool(_)))
    }

    /// Both numbers, if both are known.
    pub(crate) fn both_known(&self, a: &Num, b: &Num) -> Option<(Const, Const)> {
        let (x, y) = (self.known_number(a)?, self.known_number(b)?);
        // Numbers get the type of the operation, a float without one that of f32 before.
        let is_typed = |number: &Num| matches!(number, Num::Tile(_));
        let to = self.promote(a, b).ok().filter(|to| to.is_float());
        let rounded = |of: &Num, known: Const, other: &Num| {
            let narrow = match known {
                Const::Float(_) if !is_typed(of) && is_typed(other) => self.rounded(known, Dtype::F32),
                _ => known,
            };
            match to {
                Some(to) if is_typed(of) || is_typed(other) => self.rounded(narrow, to),
                _ => narrow,
            }
        };
        Some((rounded(a, x, b), rounded(b, y, a)))
    }

    /// A tile in another type.
    pub(crate) fn cast(&mut self, tile: &Tile, to: Dtype, rounding: Option<&'static str>) -> Res<Tile> {
        let from = tile.dtype;
        let shape = tile.shape.clone();
        let same_bits = |a: Dtype, b: Dtype| a.is_int() && b.is_int() && a.bits() == b.bits();
        if from == to || same_bits(from, to) {
            return Ok(Tile {
                dtype: to,
                ..tile.clone()
            });
        }
        if let Some(known) = self.known_tile(tile) {
            // Of another type, a truth value is a number.
            let known = match known {
                Const::Bool(bit) if to != Bool => Const::Int(bit.into()),
                other => other,
            };
            let constant = self.typed_constant(known, to);
            if to == Bool {
                self.known.insert(constant.ir, Const::Bool(constants::truth(known)));
            }
            return Ok(constant);
        }
        let is_float = |dtype: Dtype| dtype.is_float() || dtype.is_restricted();
        let sign = |dtype: Dtype| ("signedness", A::Word(dtype.signedness()));
        let (kind, attrs) = match (is_float(from), is_float(to)) {
            (true, true) => {
                if to == F8E8M0 && !matches!(rounding, Some("zero" | "positive_inf")) {
                    return self.type_error(
                        "a conversion to float8_e8m0fnu must say how it rounds",
                        "`.astype(ct.float8_e8m0fnu, rounding_mode=ct.RoundingMode.RZ)`, or `RP`",
                    );
                }
                (
                    ct::FTOF,
                    rounding.map(|word| ("rounding", A::Word(word))).into_iter().collect(),
                )
            }
            (true, false) => (ct::FTOI, vec![sign(to)]),
            (false, true) => (ct::ITOF, vec![sign(from)]),
            (false, false) if to == Bool => {
                let zero = self.part(Const::Int(0), &shape, from);
                return Ok(self.compare_tiles(CmpOp::NotEq, tile, &zero));
            }
            (false, false) if from == Bool || to.bits() > from.bits() => (ct::EXTI, vec![sign(from)]),
            (false, false) => (ct::TRUNCI, vec![]),
        };
        Ok(self.tile(kind, &[tile.ir], &shape, to, &attrs))
    }

    /// A tile converted where a store or an accumulation does so by itself: as promotion allows.
    pub(crate) fn implicit_cast(&mut self, number: &Num, to: Dtype, what: &str) -> Res<Tile> {
        match number {
            Num::Const(constant, ir) => {
                if matches!(constant, Const::Float(_)) && (to.is_int() || to == Bool) {
                    return self.incompatible(what, F32, to);
                }
                self.constant_as(*constant, *ir, to, true)
            }
            Num::Tile(tile) => {
                if tile.dtype != to && self.promote_dtypes(tile.dtype, to).ok() != Some(to) {
                    return self.incompatible(what, tile.dtype, to);
                }
                self.cast(tile, to, None)
            }
        }
    }

    fn incompatible<T>(&self, what: &str, from: Dtype, to: Dtype) -> Res<T> {
        self.type_error(
            format!("{what}: cannot implicitly cast {from} to {to}"),
            format!("convert it: `.astype(ct.{to})`"),
        )
    }
}
