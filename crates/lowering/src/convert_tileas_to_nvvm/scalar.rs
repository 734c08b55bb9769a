//! Integer arithmetic on the scalars of a thread. What is constant is folded by the `canonicalize` after the pass.

use super::Cx;
use tilewright_ir::OpKind;
use tilewright_ir::ops::arith;
use tilewright_ir::{Attr, Ty, Value};

/// The integer types that addresses and indices are computed in.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Int {
    /// 32 bits.
    I32,
    /// 64 bits.
    I64,
}

pub(super) trait Scalars {
    fn int_type(&mut self, int: Int) -> Ty;
    fn int(&mut self, int: Int, value: i64) -> Value;
    fn binary(&mut self, kind: OpKind, a: Value, b: Value) -> Value;
    fn binary_with(&mut self, kind: OpKind, a: Value, b: Value, attrs: &[(&str, Attr)]) -> Value;
    fn binary_const(&mut self, kind: OpKind, a: Value, int: Int, b: i64) -> Value;
    fn compare(&mut self, predicate: &str, a: Value, b: Value) -> Value;
    fn widen(&mut self, value: Value) -> Value;
    fn narrow(&mut self, value: Value) -> Value;
    fn both(&mut self, a: Option<Value>, b: Value) -> Option<Value>;
}

impl Scalars for Cx<'_> {
    fn int_type(&mut self, int: Int) -> Ty {
        self.new.named_type(if int == Int::I32 { "i32" } else { "i64" })
    }

    fn int(&mut self, int: Int, value: i64) -> Value {
        let ty = self.int_type(int);
        self.build().number(value, ty)
    }

    fn binary(&mut self, kind: OpKind, a: Value, b: Value) -> Value {
        self.binary_with(kind, a, b, &[])
    }

    fn binary_with(&mut self, kind: OpKind, a: Value, b: Value, attrs: &[(&str, Attr)]) -> Value {
        let ty = self.new.ty(a);
        self.build().value_with(kind, &[a, b], ty, attrs)
    }

    /// An op whose second operand is a constant.
    fn binary_const(&mut self, kind: OpKind, a: Value, int: Int, b: i64) -> Value {
        let b = self.int(int, b);
        let unsigned = self.keyword("unsigned");
        let attrs: &[(&str, Attr)] = if kind == arith::SHRI {
            &[("signedness", unsigned)]
        } else {
            &[]
        };
        self.binary_with(kind, a, b, attrs)
    }

    /// A signed comparison.
    fn compare(&mut self, predicate: &str, a: Value, b: Value) -> Value {
        self.build().compare(predicate, "signed", a, b)
    }

    /// An integer of any width as a signed 64-bit one.
    fn widen(&mut self, value: Value) -> Value {
        let ty = self.new.ty(value);
        match self.new.scalar(ty) {
            Some(scalar) if scalar.bits < 64 => {
                let wide = self.int_type(Int::I64);
                self.build().extend("signed", value, wide)
            }
            _ => value,
        }
    }

    /// An integer of any width as a 32-bit one.
    fn narrow(&mut self, value: Value) -> Value {
        let word = self.int_type(Int::I32);
        let ty = self.new.ty(value);
        match self.new.element_bits(ty) {
            32 => value,
            64.. => self.build().value(arith::TRUNCI, &[value], word),
            _ => self.build().extend("signed", value, word),
        }
    }

    /// A condition added to others.
    fn both(&mut self, a: Option<Value>, b: Value) -> Option<Value> {
        Some(match a {
            Some(a) => self.binary(arith::ANDI, a, b),
            None => b,
        })
    }
}
