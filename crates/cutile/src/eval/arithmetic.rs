//! Operators on numbers, and the ops that compute them.

use super::number::Num;
use super::{Eval, constants};
use crate::dtype::Dtype;
use crate::dtype::Dtype::*;
use crate::eval::emit::A;
use crate::fail::Res;
use crate::value::{Const, Members, Tile, Value, show};
use ruff_python_ast::{CmpOp, Operator};
use tilewright_ir::OpKind;
use tilewright_ir::ops::cuda_tile as ct;

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
