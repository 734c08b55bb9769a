//! Functions of elements.

use super::Args;
use crate::dtype::Dtype;
use crate::eval::arithmetic::Rounding;
use crate::eval::emit::A;
use crate::eval::number::Num;
use crate::eval::{Eval, constants};
use crate::fail::Res;
use crate::numbers;
use crate::value::{Const, Tile, Value};
use ruff_python_ast::{CmpOp, Operator};
use tilewright_ir::OpKind;
use tilewright_ir::ops::cuda_tile as ct;
use tilewright_platform::math;

impl<'a> Eval<'a> {
    /// A function of elements by name.
    pub(crate) fn math(&mut self, name: &'static str, args: &Args<'a>) -> Res<Value<'a>> {
        if name == "pow" {
            return self.binary(Operator::Pow, &args.get("x"), &args.get("y"), Rounding::default());
        }
        if let Some(op) = operator(name) {
            let rounding = self.rounding(args)?;
            return self.binary(op, &args.get("x"), &args.get("y"), rounding);
        }
        if let Some(op) = comparison(name) {
            return self.compare(op, &args.get("x"), &args.get("y"));
        }
        let (x, y) = (args.get("x"), args.get("y"));
        match name {
            "minimum" | "maximum" => self.extremum(name == "maximum", &x, &y, args),
            "cdiv" => self.ceil_div(&x, &y),
            "divmod" => super::builtin(
                self,
                "divmod",
                crate::eval::calls::Arguments {
                    positional: vec![x, y],
                    named: Vec::new(),
                },
            ),
            "atan2" => {
                let (a, b) = (self.number(&x)?, self.number(&y)?);
                let mut dtype = self.promote(&a, &b)?;
                if !dtype.is_float() {
                    dtype = Dtype::F32;
                }
                if let Some((y, x)) = self.both_known(&a, &b) {
                    let angle = math::atan2(constants::as_float(y), constants::as_float(x));
                    let is_fixed = fixed_dtype(&a).or(fixed_dtype(&b)).is_some();
                    return Ok(self.known_value(Const::Float(angle), is_fixed.then_some(dtype)));
                }
                let (a, b) = self.operands(&a, &b, dtype)?;
                Ok(Value::Tile(self.tile(ct::ATAN2, &[a.ir, b.ir], &a.shape, dtype, &[])))
            }
            "negative" => self.negate(&x),
            "bitwise_not" => self.invert(&x),
            "where" => self.choose_elements(args),
            "isnan" => {
                let number = self.number(&x)?;
                if let Some(Const::Float(known)) = self.known_number(&number) {
                    return Ok(self.constant_value(Const::Bool(known.is_nan())));
                }
                let tile = self.as_tile(&x)?;
                if !tile.dtype.is_float() {
                    return self.type_error(
                        format!("isnan does not support {}", tile.dtype),
                        "only floats can be no number",
                    );
                }
                Ok(Value::Tile(self.compare_tiles(CmpOp::NotEq, &tile, &tile)))
            }
            "abs" => self.absolute(&x),
            _ => self.unary(name, &x, args),
        }
    }

    fn absolute(&mut self, x: &Value<'a>) -> Res<Value<'a>> {
        let number = self.number(x)?;
        if let Some(known) = self.known_number(&number) {
            let absolute = match known {
                Const::Float(float) => Const::Float(float.abs()),
                other => Const::Int(constants::as_int(other).unwrap_or_default().abs()),
            };
            return Ok(self.known_value(absolute, fixed_dtype(&number)));
        }
        match number {
            Num::Const(..) => Ok(Value::None),
            Num::Tile(tile) if tile.dtype.is_restricted() => {
                self.type_error(format!("abs does not support {}", tile.dtype), "convert first")
            }
            Num::Tile(tile) => {
                let kind = if tile.dtype.is_float() { ct::ABSF } else { ct::ABSI };
                Ok(Value::Tile(self.tile(kind, &[tile.ir], &tile.shape, tile.dtype, &[])))
            }
        }
    }

    fn unary(&mut self, name: &'static str, x: &Value<'a>, args: &Args<'a>) -> Res<Value<'a>> {
        let Some((kind, on_const)) = function(name) else {
            return self.fail(
                "python.call",
                format!("`ct.{name}` has no meaning inside of a kernel"),
                "",
            );
        };
        let rounding = self.rounding(args)?;
        let number = self.number(x)?;
        let dtype = number.default_dtype();
        if dtype.is_restricted() || (!dtype.is_float() && matches!(name, "floor" | "ceil")) {
            return self.type_error(
                format!("{name} does not support {dtype}"),
                "convert first: `.astype(ct.float32)`",
            );
        }
        let dtype = if dtype.is_float() { dtype } else { Dtype::F32 };
        self.check_rounding(name, dtype, rounding)?;
        if let Some(known) = self.known_number(&number) {
            let x = constants::as_float(known);
            let value = self.checked(name, &[x], on_const(x))?;
            let is_fixed = fixed_dtype(&number).is_some();
            return Ok(match value {
                // Python's functions of these names give whole numbers.
                _ if !is_fixed && matches!(name, "floor" | "ceil") => self.constant_value(Const::Int(value as i128)),
                _ => self.known_value(Const::Float(value), is_fixed.then_some(dtype)),
            });
        }
        let tile = self.convert(&number, dtype)?;
        let full = matches!(name, "exp" | "tanh") && rounding.mode == Some("full");
        let rounding = Rounding {
            mode: rounding.mode.filter(|_| !full),
            ..rounding
        };
        Ok(Value::Tile(self.tile(
            kind,
            &[tile.ir],
            &tile.shape,
            dtype,
            &rounding.attrs(),
        )))
    }

    /// The result of a function on known numbers; an error where Python raises one.
    fn checked(&self, name: &str, of: &[f64], value: f64) -> Res<f64> {
        let is_right = match value.is_nan() {
            true => of.iter().any(|x| x.is_nan()),
            false => value.is_finite() || !of.iter().all(|x| x.is_finite()),
        };
        match is_right {
            true => Ok(value),
            false => self.fail(
                "python.constant",
                format!(
                    "`{name}` has no value for {}",
                    of.iter().map(|x| numbers::spelled(*x)).collect::<Vec<_>>().join(", ")
                ),
                "it is computed when the kernel is compiled, as Python would",
            ),
        }
    }

    /// `a // b` rounded up.
    pub(crate) fn ceil_div(&mut self, a: &Value<'a>, b: &Value<'a>) -> Res<Value<'a>> {
        let (x, y) = (self.number(a)?, self.number(b)?);
        if let Some((a, b)) = self.both_known(&x, &y) {
            let minus = crate::value::Const::Int(-1);
            let negated = self.fold(Operator::Mult, a, minus)?;
            let floor = self.fold(Operator::FloorDiv, negated, b)?;
            let result = self.fold(Operator::Mult, floor, minus)?;
            let dtype = match (&x, &y) {
                (Num::Const(..), Num::Const(..)) => None,
                _ => Some(self.promote(&x, &y)?),
            };
            return Ok(self.known_value(result, dtype));
        }
        let dtype = self.promote(&x, &y)?;
        if !dtype.is_int() {
            return self.type_error(format!("cdiv does not support {dtype}"), "only integers are divided so");
        }
        let (x, y) = self.operands(&x, &y, dtype)?;
        let attrs = [
            ("signedness", A::Word(dtype.signedness())),
            ("rounding", A::Word("positive_inf")),
        ];
        Ok(Value::Tile(self.tile(ct::DIVI, &[x.ir, y.ir], &x.shape, dtype, &attrs)))
    }

    /// Rounding and flushing, as arguments say.
    pub(crate) fn rounding(&mut self, args: &Args<'a>) -> Res<Rounding> {
        let mode = match self.member(args, "rounding_mode", "RoundingMode")? {
            None | Some("RN") => None,
            Some("RZ") => Some("zero"),
            Some("RM") => Some("negative_inf"),
            Some("RP") => Some("positive_inf"),
            Some("FULL") => Some("full"),
            Some("APPROX") => Some("approx"),
            Some("RA") => Some("nearest_away"),
            Some(_) => Some("nearest_int_to_zero"),
        };
        let ftz = self.flag(args, "flush_to_zero", false)?;
        Ok(Rounding { mode, ftz })
    }

    /// The lesser or the greater.
    pub(crate) fn extremum(&mut self, is_max: bool, x: &Value<'a>, y: &Value<'a>, args: &Args<'a>) -> Res<Value<'a>> {
        let (a, b) = (self.number(x)?, self.number(y)?);
        let dtype = self.promote(&a, &b)?;
        if let Some((x, y)) = self.both_known(&a, &b) {
            let less = constants::compare(CmpOp::Lt, x, y).unwrap_or(false);
            let chosen = if less == is_max { y } else { x };
            let is_fixed = fixed_dtype(&a).or(fixed_dtype(&b)).is_some();
            return Ok(self.known_value(chosen, is_fixed.then_some(dtype)));
        }
        let (ftz, nan) = (
            self.flag(args, "flush_to_zero", false)?,
            self.flag(args, "propagate_nan", false)?,
        );
        self.check_rounding("max", dtype, Rounding { mode: None, ftz })?;
        let (a, b) = self.operands(&a, &b, dtype)?;
        Ok(Value::Tile(self.extremum_tiles(is_max, &a, &b, ftz, nan)?))
    }

    /// The same of tiles of one type and shape.
    pub(crate) fn extremum_tiles(&mut self, is_max: bool, a: &Tile, b: &Tile, ftz: bool, nan: bool) -> Res<Tile> {
        let dtype = a.dtype;
        if dtype.is_float() {
            let kind = if is_max { ct::MAXF } else { ct::MINF };
            let mut attrs = Vec::new();
            if ftz {
                attrs.push(("ftz", A::Flag));
            }
            if nan {
                attrs.push(("propagate_nan", A::Flag));
            }
            return Ok(self.tile(kind, &[a.ir, b.ir], &a.shape, dtype, &attrs));
        }
        if !dtype.is_int() {
            return self.type_error(format!("minimum and maximum do not support {dtype}"), "convert first");
        }
        let kind = if is_max { ct::MAXI } else { ct::MINI };
        Ok(self.tile(
            kind,
            &[a.ir, b.ir],
            &a.shape,
            dtype,
            &[("signedness", A::Word(dtype.signedness()))],
        ))
    }

    /// `ct.where(c, x, y)`.
    fn choose_elements(&mut self, args: &Args<'a>) -> Res<Value<'a>> {
        let condition = self.as_tile(&args.get("cond"))?;
        let condition = self.cast(&condition, Dtype::Bool, None)?;
        let (x, y) = (self.number(&args.get("x"))?, self.number(&args.get("y"))?);
        let dtype = self.promote(&x, &y)?;
        let shape = self.common_shape(x.shape(), y.shape())?;
        let shape = self.common_shape(&condition.shape, &shape)?;
        let condition = self.broadcast(&condition, &shape);
        let x = self.convert(&x, dtype)?;
        let x = self.broadcast(&x, &shape);
        let y = self.convert(&y, dtype)?;
        let y = self.broadcast(&y, &shape);
        Ok(Value::Tile(self.tile(
            ct::SELECT,
            &[condition.ir, x.ir, y.ir],
            &shape,
            dtype,
            &[],
        )))
    }
}

/// The type of a number that has one for good.
fn fixed_dtype(number: &Num) -> Option<Dtype> {
    match number {
        Num::Tile(tile) => Some(tile.dtype),
        Num::Const(..) => None,
    }
}

fn operator(name: &str) -> Option<Operator> {
    Some(match name {
        "add" => Operator::Add,
        "sub" => Operator::Sub,
        "mul" => Operator::Mult,
        "truediv" => Operator::Div,
        "floordiv" => Operator::FloorDiv,
        "mod" => Operator::Mod,
        "bitwise_and" => Operator::BitAnd,
        "bitwise_or" => Operator::BitOr,
        "bitwise_xor" => Operator::BitXor,
        "bitwise_lshift" => Operator::LShift,
        "bitwise_rshift" => Operator::RShift,
        _ => return None,
    })
}

fn comparison(name: &str) -> Option<CmpOp> {
    Some(match name {
        "greater" => CmpOp::Gt,
        "greater_equal" => CmpOp::GtE,
        "less" => CmpOp::Lt,
        "less_equal" => CmpOp::LtE,
        "equal" => CmpOp::Eq,
        "not_equal" => CmpOp::NotEq,
        _ => return None,
    })
}

type OnConst = fn(f64) -> f64;

fn function(name: &str) -> Option<(OpKind, OnConst)> {
    Some(match name {
        "exp" => (ct::EXP, math::exp),
        "exp2" => (ct::EXP2, numbers::exp2),
        "log" => (ct::LOG, math::log),
        "log2" => (ct::LOG2, math::log2),
        "sqrt" => (ct::SQRT, f64::sqrt),
        // To Python it is a power, of which there is one of minus infinity, too.
        "rsqrt" => (ct::RSQRT, |x| if x == f64::NEG_INFINITY { 0.0 } else { 1.0 / x.sqrt() }),
        "sin" => (ct::SIN, math::sin),
        "cos" => (ct::COS, math::cos),
        "tan" => (ct::TAN, math::tan),
        "sinh" => (ct::SINH, math::sinh),
        "cosh" => (ct::COSH, math::cosh),
        "tanh" => (ct::TANH, math::tanh),
        "floor" => (ct::FLOOR, f64::floor),
        "ceil" => (ct::CEIL, f64::ceil),
        _ => return None,
    })
}
