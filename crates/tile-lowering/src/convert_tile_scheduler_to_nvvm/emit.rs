//! The schedulers' bodies as IR: [`Arith`] over values, so that what runs on the GPU is what the tests run on integers.

use super::Cx;
use tilewright_ir::OpKind;
use tilewright_ir::Value;
use tilewright_ir::ops::arith;
use tilewright_tilesched::arith::Arith;
use tilewright_tilesched::divisor::FastDivisor;

/// A divisor: known, or with its reciprocal in registers.
#[derive(Clone, Copy)]
pub(super) enum Divisor {
    /// Known when the kernel is compiled.
    Known(FastDivisor),
    /// Known when it runs; the reciprocal was computed once, at the kernel's entry or by the launch.
    Runtime {
        /// The divisor.
        value: Value,
        /// `ceil(2^(31 + log) / value)`, with `log = ceil(log2 value)`.
        multiplier: Value,
        /// `log`.
        log: Value,
    },
}

/// Writes `arith` ops on scalar tiles of i32, and folds what is constant.
pub(super) struct Emit<'e, 'c>(pub &'e mut Cx<'c>);

impl Emit<'_, '_> {
    /// The value of a constant.
    pub fn known(&self, value: &Value) -> Option<u32> {
        self.0.new.constant_int(*value).map(|v| v as u32)
    }

    fn unsigned(&mut self, kind: OpKind, a: &Value, b: &Value) -> Value {
        self.0.build().signed(kind, "unsigned", *a, *b)
    }

    /// An op that does not overflow and has no sign.
    fn plain(&mut self, kind: OpKind, a: &Value, b: &Value) -> Value {
        self.0.build().binary(kind, *a, *b)
    }

    fn shift_right(&mut self, a: &Value, bits: &Value) -> Value {
        match self.known(bits) {
            Some(0) => *a,
            _ => self.unsigned(arith::SHRI, a, bits),
        }
    }

    fn compare(&mut self, predicate: &str, a: &Value, b: &Value) -> Value {
        self.0.build().compare(predicate, "unsigned", *a, *b)
    }

    /// `a == b`.
    pub fn equal(&mut self, a: &Value, b: &Value) -> Value {
        match (self.known(a), self.known(b)) {
            (Some(x), Some(y)) => self.flag(x == y),
            _ => self.compare("equal", a, b),
        }
    }

    /// A constant truth value.
    pub fn flag(&mut self, value: bool) -> Value {
        let ty = self.0.state.types.bool;
        self.0.build().constant(u64::from(value), ty)
    }

    /// The truth value of a constant.
    pub fn known_flag(&self, flag: &Value) -> Option<bool> {
        let op = self.0.new.defining_op(*flag)?;
        match (self.0.new.kind(op), self.0.new.dense_attr(op, "value")?) {
            (arith::CONSTANT, [bits]) => Some(*bits != 0),
            _ => None,
        }
    }

    /// A quotient rounded up, by a value that is used once: no reciprocal is worth it.
    pub fn ceil_div(&mut self, a: &Value, b: &Value) -> Value {
        let one = self.constant(1);
        let less = self.sub(b, &one);
        let padded = self.add(a, &less);
        self.divide_once(&padded, b)
    }

    /// A quotient by a value that is used once.
    pub fn divide_once(&mut self, a: &Value, b: &Value) -> Value {
        match (self.known(a), self.known(b)) {
            (Some(x), Some(y)) if y > 0 => self.constant(x / y),
            (_, Some(1)) => *a,
            _ => self.unsigned(arith::DIVI, a, b),
        }
    }

    /// A 64-bit constant.
    pub fn long(&mut self, value: u64) -> Value {
        let ty = self.0.state.types.long;
        self.0.build().constant(value, ty)
    }

    /// A value widened to 64 bits.
    pub fn widen(&mut self, value: &Value) -> Value {
        let ty = self.0.state.types.long;
        self.0.build().extend("unsigned", *value, ty)
    }

    /// Arithmetic on 64-bit values.
    pub fn wide(&mut self, kind: OpKind, a: &Value, b: &Value) -> Value {
        self.plain(kind, a, b)
    }

    fn log2_known(&self, d: &FastDivisor) -> Option<u32> {
        d.divisor.is_power_of_two().then(|| d.divisor.trailing_zeros())
    }
}

impl Arith for Emit<'_, '_> {
    type Value = Value;
    type Flag = Value;
    type Divisor = Divisor;

    fn constant(&mut self, value: u32) -> Value {
        let ty = self.0.state.types.int;
        self.0.build().constant(value.into(), ty)
    }

    /// A value as a divisor: its reciprocal is computed here, with one 64-bit division.
    ///
    /// `log = ceil(log2 d)` is the exponent of `2 d - 1`, read off its f64, which holds it exactly.
    fn divisor(&mut self, value: &Value) -> Divisor {
        if let Some(Ok(known)) = self.known(value).map(FastDivisor::new) {
            return Divisor::Known(known);
        }
        let types = self.0.state.types;
        let twice = self.add(value, value);
        let one = self.constant(1);
        let odd = self.sub(&twice, &one);
        let attrs = [("signedness", self.0.keyword("unsigned"))];
        let float = self.0.build().value_with(arith::ITOF, &[odd], types.f64, &attrs);
        let bits = self.0.build().value(arith::BITCAST, &[float], types.long);
        let (mantissa, bias) = (self.long(52), self.long(1023));
        let exponent = self.unsigned(arith::SHRI, &bits, &mantissa);
        let exponent = self.plain(arith::SUBI, &exponent, &bias);
        let log = self.0.build().value(arith::TRUNCI, &[exponent], types.int);
        // 2^(31 + log) + d - 1, over d.
        let power = self.long(1 << 31);
        let power = self.plain(arith::SHLI, &power, &exponent);
        let wide = self.widen(value);
        let unit = self.long(1);
        let padding = self.plain(arith::SUBI, &wide, &unit);
        let dividend = self.plain(arith::ADDI, &power, &padding);
        let quotient = self.unsigned(arith::DIVI, &dividend, &wide);
        let multiplier = self.0.build().value(arith::TRUNCI, &[quotient], types.int);
        Divisor::Runtime {
            value: *value,
            multiplier,
            log,
        }
    }

    fn divisor_value(&mut self, d: &Divisor) -> Value {
        match d {
            Divisor::Known(known) => self.constant(known.divisor),
            Divisor::Runtime { value, .. } => *value,
        }
    }

    fn add(&mut self, a: &Value, b: &Value) -> Value {
        match (self.known(a), self.known(b)) {
            (Some(x), Some(y)) => self.constant(x.wrapping_add(y)),
            (Some(0), _) => *b,
            (_, Some(0)) => *a,
            _ => self.plain(arith::ADDI, a, b),
        }
    }

    fn sub(&mut self, a: &Value, b: &Value) -> Value {
        match (self.known(a), self.known(b)) {
            (Some(x), Some(y)) => self.constant(x.wrapping_sub(y)),
            (_, Some(0)) => *a,
            _ => self.plain(arith::SUBI, a, b),
        }
    }

    fn mul(&mut self, a: &Value, b: &Value) -> Value {
        match (self.known(a), self.known(b)) {
            (Some(x), Some(y)) => self.constant(x.wrapping_mul(y)),
            (Some(1), _) => *b,
            (_, Some(1)) => *a,
            (Some(0), _) | (_, Some(0)) => self.constant(0),
            _ => self.plain(arith::MULI, a, b),
        }
    }

    fn div_rem(&mut self, n: &Value, d: &Divisor) -> (Value, Value) {
        if let (Some(n), Divisor::Known(known)) = (self.known(n), d) {
            let (quotient, rest) = known.div_rem(n);
            return (self.constant(quotient), self.constant(rest));
        }
        let (quotient, value) = match d {
            Divisor::Known(known) => {
                if let Some(log) = self.log2_known(known) {
                    let (bits, mask) = (self.constant(log), self.constant(known.divisor - 1));
                    let quotient = self.shift_right(n, &bits);
                    let rest = match log {
                        0 => self.constant(0),
                        _ => self.plain(arith::ANDI, n, &mask),
                    };
                    return (quotient, rest);
                }
                // Above 1 the shift is at least 32: the high word, and the rest of the shift.
                let (multiplier, bits) = (self.constant(known.multiplier), self.constant(known.shift - 32));
                let high = self.plain(arith::MULHII, n, &multiplier);
                (self.shift_right(&high, &bits), self.constant(known.divisor))
            }
            Divisor::Runtime { value, multiplier, log } => {
                // Dividends are below 2^31: twice the dividend makes one formula of all divisors, 1 included.
                let twice = self.add(n, n);
                let high = self.plain(arith::MULHII, &twice, multiplier);
                (self.shift_right(&high, log), *value)
            }
        };
        let product = self.mul(&quotient, &value);
        let rest = self.sub(n, &product);
        (quotient, rest)
    }

    fn min(&mut self, a: &Value, b: &Value) -> Value {
        match (self.known(a), self.known(b)) {
            (Some(x), Some(y)) => self.constant(x.min(y)),
            _ => self.unsigned(arith::MINI, a, b),
        }
    }

    fn max(&mut self, a: &Value, b: &Value) -> Value {
        match (self.known(a), self.known(b)) {
            (Some(x), Some(y)) => self.constant(x.max(y)),
            (_, Some(0)) => *a,
            (Some(0), _) => *b,
            _ => self.unsigned(arith::MAXI, a, b),
        }
    }

    fn less(&mut self, a: &Value, b: &Value) -> Value {
        match (self.known(a), self.known(b)) {
            (Some(x), Some(y)) => self.flag(x < y),
            (_, Some(0)) => self.flag(false),
            _ => self.compare("less_than", a, b),
        }
    }

    fn both(&mut self, a: &Value, b: &Value) -> Value {
        match (self.known_flag(a), self.known_flag(b)) {
            (Some(true), _) => *b,
            (_, Some(true)) => *a,
            (Some(false), _) | (_, Some(false)) => self.flag(false),
            _ => self.plain(arith::ANDI, a, b),
        }
    }

    fn select(&mut self, flag: &Value, a: &Value, b: &Value) -> Value {
        let same = a == b || matches!((self.known(a), self.known(b)), (Some(x), Some(y)) if x == y);
        match self.known_flag(flag) {
            _ if same => *a,
            Some(true) => *a,
            Some(false) => *b,
            None => self.0.build().select(*flag, *a, *b),
        }
    }
}
