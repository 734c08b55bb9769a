//! Computing with what is known, as Python does.

use super::Eval;
use crate::fail::Res;
use crate::numbers;
use crate::value::{Const, show};
use ruff_python_ast::{CmpOp, Operator};

/// The number as a float.
pub(crate) fn as_float(value: Const) -> f64 {
    match value {
        Const::Int(int) => int as f64,
        Const::Float(float) => float,
        Const::Bool(value) => f64::from(u8::from(value)),
        Const::None => f64::NAN,
    }
}

/// The number as a whole one; none for floats.
pub(crate) fn as_int(value: Const) -> Option<i128> {
    match value {
        Const::Int(int) => Some(int),
        Const::Bool(value) => Some(i128::from(value)),
        Const::Float(_) | Const::None => None,
    }
}

/// Whether Python takes it for true.
pub(crate) fn truth(value: Const) -> bool {
    match value {
        Const::Int(int) => int != 0,
        Const::Float(float) => float != 0.0,
        Const::Bool(value) => value,
        Const::None => false,
    }
}

/// The quotient rounded down.
pub(crate) fn floor_div(a: i128, b: i128) -> Option<i128> {
    let quotient = a.checked_div(b)?;
    Some(if a % b != 0 && (a < 0) != (b < 0) {
        quotient - 1
    } else {
        quotient
    })
}

/// The result of an operator on two constants; none where Python raises an error or the number is too large.
pub(crate) fn binary(op: Operator, a: Const, b: Const) -> Option<Const> {
    if let (Const::Bool(x), Const::Bool(y)) = (a, b) {
        match op {
            Operator::BitAnd => return Some(Const::Bool(x & y)),
            Operator::BitOr => return Some(Const::Bool(x | y)),
            Operator::BitXor => return Some(Const::Bool(x ^ y)),
            _ => {}
        }
    }
    if let (Some(x), Some(y)) = (as_int(a), as_int(b)) {
        let int = match op {
            Operator::Add => x.checked_add(y),
            Operator::Sub => x.checked_sub(y),
            Operator::Mult => x.checked_mul(y),
            Operator::FloorDiv => floor_div(x, y),
            Operator::Mod => x.checked_sub(floor_div(x, y)?.checked_mul(y)?),
            Operator::LShift => u32::try_from(y)
                .ok()
                .filter(|&y| y < 100)
                .and_then(|y| x.checked_mul(1i128.checked_shl(y)?)),
            Operator::RShift => u32::try_from(y).ok().map(|y| x >> y.min(127)),
            Operator::BitOr => Some(x | y),
            Operator::BitXor => Some(x ^ y),
            Operator::BitAnd => Some(x & y),
            Operator::Pow if y >= 0 => x.checked_pow(u32::try_from(y).ok()?),
            Operator::Div if y != 0 => return Some(Const::Float(x as f64 / y as f64)),
            Operator::Pow => return Some(Const::Float(numbers::power(x as f64, y as f64))),
            Operator::Div | Operator::MatMult => None,
        };
        return int.map(Const::Int);
    }
    let (x, y) = (as_float(a), as_float(b));
    let float = match op {
        Operator::Add => x + y,
        Operator::Sub => x - y,
        Operator::Mult => x * y,
        Operator::Div if y != 0.0 => x / y,
        Operator::FloorDiv if y != 0.0 => (x / y).floor(),
        Operator::Mod if y != 0.0 => x - (x / y).floor() * y,
        Operator::Pow => numbers::power(x, y),
        _ => return None,
    };
    Some(Const::Float(float))
}

/// The digits that a whole number has in binary.
pub(crate) fn bit_length(int: i128) -> i64 {
    i64::from(128 - int.unsigned_abs().leading_zeros())
}

/// Whether two constants compare so.
pub(crate) fn compare(op: CmpOp, a: Const, b: Const) -> Option<bool> {
    if matches!(a, Const::None) || matches!(b, Const::None) {
        let same = a == b;
        return match op {
            CmpOp::Eq | CmpOp::Is => Some(same),
            CmpOp::NotEq | CmpOp::IsNot => Some(!same),
            _ => None,
        };
    }
    let order = match (as_int(a), as_int(b)) {
        (Some(a), Some(b)) => Some(a.cmp(&b)),
        _ => as_float(a).partial_cmp(&as_float(b)),
    };
    Some(match op {
        CmpOp::Eq | CmpOp::Is => order.is_some_and(|order| order.is_eq()),
        CmpOp::NotEq | CmpOp::IsNot => order.is_none_or(|order| order.is_ne()),
        CmpOp::Lt => order.is_some_and(|order| order.is_lt()),
        CmpOp::LtE => order.is_some_and(|order| order.is_le()),
        CmpOp::Gt => order.is_some_and(|order| order.is_gt()),
        CmpOp::GtE => order.is_some_and(|order| order.is_ge()),
        CmpOp::In | CmpOp::NotIn => return None,
    })
}

impl<'a> Eval<'a> {
    /// The same with a message where there is no result.
    pub(crate) fn fold(&self, op: Operator, a: Const, b: Const) -> Res<Const> {
        match binary(op, a, b) {
            Some(value) => Ok(value),
            None => self.fail(
                "python.constant",
                format!("`{} {} {}` has no value", show(a), op.as_str(), show(b)),
                "it is computed when the kernel is compiled, as Python would",
            ),
        }
    }
}
