//! Operators on tiles: types that are promoted, shapes that are broadcast, and the op that computes.

use super::{Eval, constants};
use crate::dtype::Dtype;
use crate::dtype::Dtype::*;
use crate::eval::emit::A;
use crate::fail::Res;
use crate::value::{Const, Members, Shape, Tile, Value, show, show_shape};
use ruff_python_ast::{CmpOp, Operator};
use tilewright_ir::OpKind;
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

/// The rounding of an op.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub(crate) struct Rounding {
    /// The word in the IR; none for the nearest.
    pub mode: Option<&'static str>,
    /// Whether denormals become zero.
    pub ftz: bool,
}

impl Rounding {
    pub(crate) fn attrs(self) -> Vec<(&'static str, A<'static>)> {
        let mode = self.mode.map(|word| ("rounding", A::Word(word)));
        mode.into_iter().chain(self.ftz.then_some(("ftz", A::Flag))).collect()
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

    /// `a op b`.
    pub(crate) fn binary(&mut self, op: Operator, a: &Value<'a>, b: &Value<'a>, rounding: Rounding) -> Res<Value<'a>> {
        if let (Value::Tuple(a), Value::Tuple(b), Operator::Add) = (a, b, op) {
            self.check_items((a.len() + b.len()) as i64)?;
            return Ok(Value::tuple(a.iter().chain(b.iter()).cloned().collect()));
        }
        if let (Value::Str(a), Value::Str(b), Operator::Add) = (a, b, op) {
            self.check_items((a.len() + b.len()) as i64)?;
            return Ok(Value::Str(format!("{a}{b}").into()));
        }
        if op == Operator::Add
            && [a, b]
                .iter()
                .all(|text| matches!(text, Value::Str(_) | Value::Formatted(_)))
        {
            let (mut format, mut operands) = (String::new(), Vec::new());
            for text in [a, b] {
                self.printed_value(text, None, &mut format, &mut operands)?;
            }
            return Ok(Value::Formatted((format, operands).into()));
        }
        if op == Operator::MatMult {
            return self.matmul(a, b);
        }
        let (a, b) = (self.number(a)?, self.number(b)?);
        // The real compiler folds no power of a float with a whole exponent where one of them has a type.
        let is_weak = matches!((&a, &b), (Num::Const(..), Num::Const(..)));
        let stays = op == Operator::Pow && !is_weak && whole_power(&a, &b).is_some();
        if let Some((x, y)) = self.both_known(&a, &b).filter(|_| !stays) {
            let dtype = match (&a, &b) {
                (Num::Const(..), Num::Const(..)) => None,
                _ if op == Operator::Pow => Some(self.promote(&a, &b)?),
                _ => Some(self.result_type(op, &a, &b, rounding)?),
            };
            let mut folded = self.fold(op, x, y)?;
            if dtype == Some(Bool) && !(self.is_known_bool(&a) && self.is_known_bool(&b)) {
                // To Python, `ct.zeros((), ct.bool_)` is the number 0, and what is computed with it is a number.
                folded = Const::Int(i128::from(constants::truth(folded)));
            }
            return Ok(self.known_value(folded, dtype));
        }
        self.binary_numbers(op, &a, &b, rounding).map(Value::Tile)
    }

    /// The type that an operator computes in; an error where it does not take the operands.
    fn result_type(&self, op: Operator, a: &Num, b: &Num, rounding: Rounding) -> Res<Dtype> {
        use Operator::*;
        let mut dtype = self.promote(a, b)?;
        if matches!(op, BitAnd | BitOr | BitXor) {
            let same = match (a, b) {
                (Num::Tile(a), Num::Tile(b)) => a.dtype == b.dtype,
                _ => true,
            };
            if !same || !(dtype.is_int() || dtype == Bool) {
                return self.unsupported_operands(op, a, b, "both must be of one integer type, or truth values");
            }
        } else if matches!(op, LShift | RShift) {
            if [a, b].iter().any(|of| !of.default_dtype().is_int()) {
                return self.unsupported_operands(op, a, b, "only integers can be shifted");
            }
        } else if (dtype == Bool && op != Div) || dtype.is_restricted() {
            let name = operator_name(op);
            let help = if dtype == Bool {
                "convert first: `.astype(ct.int32)`"
            } else {
                "convert first: `.astype(ct.float32)`"
            };
            return self.type_error(format!("`{name}` does not compute with {dtype}"), help);
        }
        if op == Div && !dtype.is_float() {
            dtype = F32;
        }
        self.check_rounding(operator_name(op), dtype, rounding)?;
        Ok(dtype)
    }

    /// An operator on numbers that are not all known.
    fn binary_numbers(&mut self, op: Operator, a: &Num, b: &Num, rounding: Rounding) -> Res<Tile> {
        use Operator::*;
        if op == Pow {
            return self.power(a, b);
        }
        let dtype = self.result_type(op, a, b, rounding)?;
        if matches!(op, Mod) {
            return self.remainder(a, b, dtype);
        }
        let (x, y) = self.operands(a, b, dtype)?;
        let float = dtype.is_float();
        let sign = ("signedness", A::Word(dtype.signedness()));
        let (kind, attrs): (OpKind, Vec<(&str, A<'_>)>) = match op {
            Add if float => (ct::ADDF, rounding.attrs()),
            Sub if float => (ct::SUBF, rounding.attrs()),
            Mult if float => (ct::MULF, rounding.attrs()),
            Div => (ct::DIVF, rounding.attrs()),
            FloorDiv if float => {
                let quotient = self.tile(ct::DIVF, &[x.ir, y.ir], &x.shape, dtype, &[]);
                return Ok(self.tile(ct::FLOOR, &[quotient.ir], &x.shape, dtype, &[]));
            }
            FloorDiv if !dtype.is_signed() => {
                return self.type_error(
                    format!("`//` does not support {dtype}: Tile IR has no quotient of unsigned numbers that is rounded down"),
                    "shift by `>>` where the divisor is a power of two, or divide signed numbers: `x.astype(ct.int64) // n`",
                );
            }
            FloorDiv => (ct::DIVI, vec![sign, ("rounding", A::Word("negative_inf"))]),
            Add => (ct::ADDI, vec![]),
            Sub => (ct::SUBI, vec![]),
            Mult => (ct::MULI, vec![]),
            LShift => (ct::SHLI, vec![]),
            RShift => (ct::SHRI, vec![sign]),
            BitAnd => (ct::ANDI, vec![]),
            BitOr => (ct::ORI, vec![]),
            BitXor => (ct::XORI, vec![]),
            Mod | Pow | MatMult => return self.unsupported_operands(op, a, b, ""),
        };
        Ok(self.tile(kind, &[x.ir, y.ir], &x.shape, dtype, &attrs))
    }

    fn unsupported_operands<T>(&self, op: Operator, a: &Num, b: &Num, help: &str) -> Res<T> {
        let (a, b) = (a.default_dtype(), b.default_dtype());
        self.type_error(format!("`{}` does not support {a} and {b}", op.as_str()), help)
    }

    /// Rounding modes and flushing are for some ops and types only.
    pub(crate) fn check_rounding(&self, name: &str, dtype: Dtype, rounding: Rounding) -> Res<()> {
        if rounding == Rounding::default() {
            return Ok(());
        }
        if let Some(mode) = rounding.mode {
            let allowed: &[&str] = match name {
                "truediv" => &["zero", "negative_inf", "positive_inf", "approx", "full"],
                "sqrt" => &["zero", "negative_inf", "positive_inf", "approx"],
                "exp" | "tanh" => &["approx", "full"],
                _ => &["zero", "negative_inf", "positive_inf"],
            };
            if !allowed.contains(&mode) {
                return self.type_error(
                    format!("`{name}` does not round by {mode}"),
                    format!("supported: {}", allowed.join(", ")),
                );
            }
            if !dtype.is_float() {
                return self.type_error(
                    format!("{dtype} is not rounded: only floats are"),
                    "leave `rounding_mode` out",
                );
            }
            if matches!(mode, "approx" | "full") && dtype != F32 {
                return self.type_error(
                    format!("rounding by {mode} is for float32, not {dtype}"),
                    "convert to float32 first",
                );
            }
        }
        if rounding.ftz && dtype != F32 {
            return self.type_error(
                format!("`flush_to_zero` is for float32, not {dtype}"),
                "leave `flush_to_zero` out, or convert to float32 first",
            );
        }
        Ok(())
    }

    /// `a % b` as Python has it: the sign of the divisor.
    fn remainder(&mut self, a: &Num, b: &Num, dtype: Dtype) -> Res<Tile> {
        let scalar = self.known_number(b);
        let (x, y) = self.operands(a, b, dtype)?;
        let shape = x.shape.clone();
        let float = dtype.is_float();
        let sign = ("signedness", A::Word(dtype.signedness()));
        let rest = if float {
            self.tile(ct::REMF, &[x.ir, y.ir], &shape, dtype, &[])
        } else {
            self.tile(ct::REMI, &[x.ir, y.ir], &shape, dtype, &[sign])
        };
        let zero = self.constant(Const::Int(0), &shape, dtype);
        let below = self.compare_tiles(CmpOp::Lt, &rest, &zero);
        let divisor_below = match scalar.filter(|_| shape.is_empty()) {
            Some(constant) => self.constant(Const::Bool(constants::as_float(constant) < 0.0), &[], Bool),
            None => self.compare_tiles(CmpOp::Lt, &y, &zero),
        };
        let differ = self.tile(ct::XORI, &[below.ir, divisor_below.ir], &shape, Bool, &[]);
        let nonzero = self.compare_tiles(CmpOp::NotEq, &rest, &zero);
        let wrong = self.tile(ct::ANDI, &[differ.ir, nonzero.ir], &shape, Bool, &[]);
        let kind = if float { ct::ADDF } else { ct::ADDI };
        let fixed = self.tile(kind, &[rest.ir, y.ir], &shape, dtype, &[]);
        Ok(self.tile(ct::SELECT, &[wrong.ir, fixed.ir, rest.ir], &shape, dtype, &[]))
    }

    /// `a ** b`: by whole exponents where they have at most 32 bits with a sign, else by floats.
    fn power(&mut self, a: &Num, b: &Num) -> Res<Tile> {
        let dtype = self.promote(a, b)?;
        if !dtype.is_float() {
            let help = "the base must be a float: `.astype(ct.float32)`";
            return self.unsupported_operands(Operator::Pow, a, b, help);
        }
        let Some(whole) = whole_power(a, b) else {
            let (x, y) = self.operands(a, b, dtype)?;
            return Ok(self.tile(ct::FPOWF, &[x.ir, y.ir], &x.shape, dtype, &[]));
        };
        let shape = self.common_shape(a.shape(), b.shape())?;
        let base = self.convert(a, dtype)?;
        let base = self.broadcast(&base, &shape);
        let exponent = self.convert(b, whole)?;
        let exponent = self.broadcast(&exponent, &shape);
        Ok(self.tile(ct::FPOWI, &[base.ir, exponent.ir], &shape, dtype, &[]))
    }

    /// Whether tiles of one type and shape compare so.
    pub(crate) fn compare_tiles(&mut self, op: CmpOp, a: &Tile, b: &Tile) -> Tile {
        let predicate = match op {
            CmpOp::Eq => "equal",
            CmpOp::NotEq => "not_equal",
            CmpOp::Lt => "less_than",
            CmpOp::LtE => "less_than_or_equal",
            CmpOp::Gt => "greater_than",
            _ => "greater_than_or_equal",
        };
        let predicate = ("predicate", A::Word(predicate));
        let shape = a.shape.clone();
        if a.dtype.is_int() || a.dtype == Bool {
            let sign = ("signedness", A::Word(a.dtype.signedness()));
            return self.tile(ct::CMPI, &[a.ir, b.ir], &shape, Bool, &[predicate, sign]);
        }
        let order = if op == CmpOp::NotEq { "unordered" } else { "ordered" };
        self.tile(
            ct::CMPF,
            &[a.ir, b.ir],
            &shape,
            Bool,
            &[predicate, ("ordering", A::Word(order))],
        )
    }

    /// `a < b` and its like.
    pub(crate) fn compare(&mut self, op: CmpOp, a: &Value<'a>, b: &Value<'a>) -> Res<Value<'a>> {
        let (a, b) = (self.number(a)?, self.number(b)?);
        if let Some((a, b)) = self.both_known(&a, &b)
            && let Some(result) = constants::compare(op, a, b)
        {
            return Ok(self.constant_value(Const::Bool(result)));
        }
        let dtype = self.promote(&a, &b)?;
        let (x, y) = self.operands(&a, &b, dtype)?;
        Ok(Value::Tile(self.compare_tiles(op, &x, &y)))
    }

    /// `-x`, `~x`.
    pub(crate) fn negate(&mut self, value: &Value<'a>) -> Res<Value<'a>> {
        let number = self.number(value)?;
        if let Some(known) = self.known_number(&number) {
            let dtype = match number {
                Num::Tile(tile) if tile.dtype == Bool => Some(I32),
                Num::Tile(tile) => Some(tile.dtype),
                Num::Const(..) => None,
            };
            let negated = match known {
                Const::Float(float) => Const::Float(-float),
                other => Const::Int(-constants::as_int(other).unwrap_or_default()),
            };
            return Ok(self.known_value(negated, dtype));
        }
        match number {
            Num::Const(..) => Ok(Value::None),
            Num::Tile(mut tile) => {
                if tile.dtype == Bool {
                    tile = self.cast(&tile, I32, None)?;
                }
                if tile.dtype.is_restricted() {
                    return self.type_error(
                        format!("`-` does not support {}", tile.dtype),
                        "convert first: `.astype(ct.float32)`",
                    );
                }
                let kind = if tile.dtype.is_float() { ct::NEGF } else { ct::NEGI };
                Ok(Value::Tile(self.tile(kind, &[tile.ir], &tile.shape, tile.dtype, &[])))
            }
        }
    }

    /// `~x`.
    pub(crate) fn invert(&mut self, value: &Value<'a>) -> Res<Value<'a>> {
        let number = self.number(value)?;
        if let Num::Const(Const::Bool(known), _) = number {
            return Ok(self.known_value(Const::Bool(!known), None));
        }
        let known = match &number {
            // A truth value of a type may be any number to Python: `~` makes -1 of 0, and 0 of that again.
            Num::Tile(tile) if tile.dtype == Bool => self.known.get(tile.ir).copied(),
            number => self.known_number(number),
        };
        if let Some(int) = known.and_then(constants::as_int) {
            let dtype = match number {
                Num::Tile(tile) => Some(tile.dtype),
                Num::Const(..) => None,
            };
            return Ok(self.known_value(Const::Int(!int), dtype));
        }
        match number {
            Num::Const(constant, _) => self.type_error(
                format!("`~` does not support the float {}", show(constant)),
                "only integers and truth values have bits",
            ),
            Num::Tile(tile) if tile.dtype.is_int() || tile.dtype == Bool => {
                let ones = if tile.dtype == Bool {
                    Const::Bool(true)
                } else {
                    Const::Int(-1)
                };
                let ones = self.part(ones, &tile.shape, tile.dtype);
                Ok(Value::Tile(self.tile(
                    ct::XORI,
                    &[tile.ir, ones.ir],
                    &tile.shape,
                    tile.dtype,
                    &[],
                )))
            }
            Num::Tile(tile) => self.type_error(
                format!("`~` does not support {}", tile.dtype),
                "only integers and truth values have bits",
            ),
        }
    }

    /// The value as a truth value: a scalar that is compared with zero.
    pub(crate) fn truth(&mut self, value: &Value<'a>) -> Res<Num> {
        match value {
            Value::None => return Ok(Num::Const(Const::Bool(false), None)),
            Value::Str(text) => return Ok(Num::Const(Const::Bool(!text.is_empty()), None)),
            Value::Tuple(items) => return Ok(Num::Const(Const::Bool(!items.is_empty()), None)),
            Value::Member(member) if matches!(member.kind, Members::Flags | Members::Texts) => {
                return self.truth(&member.value);
            }
            // Neither says how true it is, but what is not known of it may: `__bool__`, `__len__`.
            Value::Object(class, _)
                if self.is_host()
                    && !["__bool__", "__len__"]
                        .iter()
                        .any(|own| class.constants.contains_key(own))
                    && class.name != super::calls::KEYWORDS =>
            {
                return Ok(Num::Const(Const::Bool(true), None));
            }
            Value::Member(_) => return Ok(Num::Const(Const::Bool(true), None)),
            Value::Host(host) if matches!(**host, crate::value::Host::List(_) | crate::value::Host::Dict(_)) => {
                let items = self.known_items(value)?;
                return Ok(Num::Const(Const::Bool(!items.is_empty()), None));
            }
            _ => {}
        }
        match self.number(value)? {
            Num::Const(constant, _) => Ok(Num::Const(Const::Bool(constants::truth(constant)), None)),
            Num::Tile(tile) if !tile.shape.is_empty() => self.type_error(
                format!("Expected a scalar value, but got {}", tile.describe()),
                "use `&` and `|` for tiles, `ct.where` to choose element by element",
            ),
            Num::Tile(tile) => match self.known_tile(&tile) {
                Some(known) => Ok(Num::Const(Const::Bool(constants::truth(known)), None)),
                None if self.is_host() => self.fail(
                    "python.constant",
                    "what Python itself evaluates can compute with tiles, but not choose by them",
                    "write the condition outside of `ct.static_eval`",
                ),
                None => self.cast(&tile, Bool, None).map(Num::Tile),
            },
        }
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

/// The type of the exponent of a float whose exponent stays whole.
fn whole_power(base: &Num, exponent: &Num) -> Option<Dtype> {
    let whole = match exponent.default_dtype() {
        U8 => I16,
        U16 => I32,
        own @ (I8 | I16 | I32) => own,
        _ => return None,
    };
    base.default_dtype().is_float().then_some(whole)
}

/// The name of the function that an operator stands for.
pub(crate) fn operator_name(op: Operator) -> &'static str {
    match op {
        Operator::Add => "add",
        Operator::Sub => "sub",
        Operator::Mult => "mul",
        Operator::MatMult => "matmul",
        Operator::Div => "truediv",
        Operator::Mod => "mod",
        Operator::Pow => "pow",
        Operator::LShift => "bitwise_lshift",
        Operator::RShift => "bitwise_rshift",
        Operator::BitOr => "bitwise_or",
        Operator::BitXor => "bitwise_xor",
        Operator::BitAnd => "bitwise_and",
        Operator::FloorDiv => "floordiv",
    }
}
