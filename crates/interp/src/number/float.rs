//! Arithmetic on floats of any format, each result rounded once; NaN results are the format's canonical NaN.

use super::exact::Exact;
use super::{Format, Rounding};
use tilewright_ir::OpKind;
use tilewright_ir::ops::cuda_tile;

/// An op on two floats that rounds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Arithmetic {
    Add,
    Sub,
    Mul,
    Div,
}

/// The result of an op on two floats of one format.
pub fn arithmetic(op: Arithmetic, format: Format, rounding: Rounding, x: u64, y: u64) -> u64 {
    if rounding == Rounding::Nearest {
        return match format {
            Format::F32 => u64::from(canonical_f32(native_f32(
                op,
                f32::from_bits(x as u32),
                f32::from_bits(y as u32),
            ))),
            // f64 has more than twice as many bits as the narrower formats (and two more): rounding to it first does
            // not change the result (Figueroa, "When is double rounding innocuous?").
            _ => format.narrow(native_f64(op, format.widen(x), format.widen(y)), Rounding::Nearest),
        };
    }
    let (a, b) = (format.widen(x), format.widen(y));
    let b = if op == Arithmetic::Sub { -b } else { b };
    match op {
        Arithmetic::Add | Arithmetic::Sub => sum(format, rounding, a, b),
        Arithmetic::Mul | Arithmetic::Div => match (Exact::new(a), Exact::new(b)) {
            (Some(p), Some(q)) if op == Arithmetic::Mul => p.times(q).round(format, rounding),
            (Some(p), Some(q)) => p.over(q).round(format, rounding),
            // Zeros, infinities and NaNs need no rounding.
            _ => format.narrow(native_f64(op, a, b), Rounding::Nearest),
        },
    }
}

fn native_f32(op: Arithmetic, a: f32, b: f32) -> f32 {
    match op {
        Arithmetic::Add => a + b,
        Arithmetic::Sub => a - b,
        Arithmetic::Mul => a * b,
        Arithmetic::Div => a / b,
    }
}

fn native_f64(op: Arithmetic, a: f64, b: f64) -> f64 {
    match op {
        Arithmetic::Add => a + b,
        Arithmetic::Sub => a - b,
        Arithmetic::Mul => a * b,
        Arithmetic::Div => a / b,
    }
}

/// The bits of an f32, the canonical ones for a NaN.
pub(crate) fn canonical_f32(value: f32) -> u32 {
    if value.is_nan() {
        Format::F32.nan() as u32
    } else {
        value.to_bits()
    }
}

fn sum(format: Format, rounding: Rounding, a: f64, b: f64) -> u64 {
    match (Exact::new(a), Exact::new(b)) {
        (Some(p), Some(q)) => p
            .plus(q)
            .map_or(format.zero(rounding == Rounding::Down), |r| r.round(format, rounding)),
        _ if a == 0.0 && b == 0.0 => format.zero(zero_sign(rounding, a, b)),
        _ => format.narrow(a + b, Rounding::Nearest),
    }
}

/// The sign of the sum of two zeros.
fn zero_sign(rounding: Rounding, a: f64, b: f64) -> bool {
    match (a.is_sign_negative(), b.is_sign_negative()) {
        (true, true) => true,
        (false, false) => false,
        _ => rounding == Rounding::Down,
    }
}

/// `x * y + z`, rounded once.
pub fn fma(format: Format, rounding: Rounding, x: u64, y: u64, z: u64) -> u64 {
    let (a, b, c) = (format.widen(x), format.widen(y), format.widen(z));
    if rounding == Rounding::Nearest && format != Format::F64 {
        // The product of two narrow numbers is exact in f64. The sum is rounded to odd there: then rounding it once
        // more is as good as rounding the exact sum (Boldo and Melquiond, "Emulation of FMA and correctly rounded
        // sums").
        return format.narrow(sum_to_odd(a * b, c), Rounding::Nearest);
    }
    match (Exact::new(a), Exact::new(b), Exact::new(c)) {
        (Some(p), Some(q), Some(r)) => {
            let exact = p.times(q).plus(r);
            exact.map_or(format.zero(rounding == Rounding::Down), |s| s.round(format, rounding))
        }
        (Some(p), Some(q), None) if c == 0.0 => p.times(q).round(format, rounding),
        (_, _, Some(_)) if a.is_finite() && b.is_finite() => z,
        _ if a.is_finite() && b.is_finite() && c == 0.0 => format.zero(zero_sign(rounding, a * b, c)),
        // A finite product changes no infinity, also where it would overflow by itself.
        _ if a.is_finite() && b.is_finite() => format.narrow(c, Rounding::Nearest),
        _ => format.narrow(a * b + c, Rounding::Nearest),
    }
}

/// The sum with its last bit set if it is not exact (Knuth's two-sum finds the error).
fn sum_to_odd(a: f64, b: f64) -> f64 {
    let sum = a + b;
    let part = sum - a;
    let error = (a - (sum - part)) + (b - part);
    if error == 0.0 || !error.is_finite() || sum.to_bits() & 1 == 1 {
        return sum;
    }
    let towards_zero = (error < 0.0) != (sum < 0.0);
    f64::from_bits(if towards_zero {
        sum.to_bits() - 1
    } else {
        sum.to_bits() + 1
    })
}

/// The square root.
pub fn sqrt(format: Format, rounding: Rounding, x: u64) -> u64 {
    let a = format.widen(x);
    match Exact::new(a) {
        Some(p) if a > 0.0 && rounding != Rounding::Nearest => p.root().round(format, rounding),
        _ => format.narrow(libm::sqrt(a), Rounding::Nearest),
    }
}

/// A function of one float, in f64.
pub type Function = fn(f64) -> f64;

/// The ops that are functions of one float.
const FUNCTIONS: &[(OpKind, Function)] = &[
    (cuda_tile::CEIL, libm::ceil),
    (cuda_tile::FLOOR, libm::floor),
    (cuda_tile::COS, libm::cos),
    (cuda_tile::COSH, libm::cosh),
    (cuda_tile::EXP, libm::exp),
    (cuda_tile::EXP2, libm::exp2),
    (cuda_tile::LOG, libm::log),
    (cuda_tile::LOG2, libm::log2),
    (cuda_tile::RSQRT, |x| 1.0 / libm::sqrt(x)),
    (cuda_tile::SIN, libm::sin),
    (cuda_tile::SINH, libm::sinh),
    (cuda_tile::TAN, libm::tan),
    (cuda_tile::TANH, libm::tanh),
];

/// A function of two floats, in f64.
pub type Function2 = fn(f64, f64) -> f64;

/// The ops that are functions of two floats.
const FUNCTIONS2: &[(OpKind, Function2)] = &[
    (cuda_tile::ATAN2, libm::atan2),
    (cuda_tile::FPOWF, libm::pow),
    // Exact: the remainder of two numbers of a format is a number of it.
    (cuda_tile::REMF, libm::fmod),
];

/// The function of one float that an op is.
pub fn function_of(op: OpKind) -> Option<Function> {
    FUNCTIONS.iter().find(|line| line.0 == op).map(|line| line.1)
}

/// The function of two floats that an op is.
pub fn function2_of(op: OpKind) -> Option<Function2> {
    FUNCTIONS2.iter().find(|line| line.0 == op).map(|line| line.1)
}

/// A function of one float, computed in f64 and rounded.
pub fn function(of: Function, format: Format, x: u64) -> u64 {
    format.narrow(of(format.widen(x)), Rounding::Nearest)
}

/// A function of two floats, computed in f64 and rounded.
pub fn function2(of: Function2, format: Format, x: u64, y: u64) -> u64 {
    format.narrow(of(format.widen(x), format.widen(y)), Rounding::Nearest)
}

/// x^n for a signed integer of `bits` bits.
pub fn power_of_int(format: Format, x: u64, n: u64, bits: u32) -> u64 {
    let n = super::sign_extend(n, bits);
    format.narrow(libm::pow(format.widen(x), n as f64), Rounding::Nearest)
}

/// The greater (or lesser) of two floats; minus zero is below zero. One NaN gives the other number, or a NaN if NaNs
/// propagate.
pub fn extremum(format: Format, greater: bool, propagate_nan: bool, x: u64, y: u64) -> u64 {
    let (a, b) = (format.widen(x), format.widen(y));
    match (a.is_nan(), b.is_nan()) {
        (true, true) => format.nan(),
        (true, false) | (false, true) if propagate_nan => format.nan(),
        (true, false) => y,
        (false, true) => x,
        (false, false) => {
            let first = if a == b {
                a.is_sign_positive() == greater
            } else {
                (a > b) == greater
            };
            if first { x } else { y }
        }
    }
}

/// A float cut to an integer of `bits` bits. Numbers out of range become the nearest one in range; a NaN becomes zero.
/// An i1 says whether a number is not zero: kernels ask that of a float that they take for a condition.
pub fn to_int(format: Format, x: u64, bits: u32, signed: bool) -> u64 {
    let a = format.widen(x);
    if bits == 1 {
        return u64::from(a != 0.0);
    }
    if a.is_nan() {
        return 0;
    }
    let whole = libm::trunc(a);
    if signed {
        let limit = power(bits - 1);
        let value = if whole >= limit {
            i64::MAX >> (64 - bits)
        } else {
            whole.max(-limit) as i64
        };
        value as u64 & super::mask(bits)
    } else if whole >= power(bits) {
        super::mask(bits)
    } else {
        whole.max(0.0) as u64
    }
}

fn power(exponent: u32) -> f64 {
    (1u128 << exponent) as f64
}

/// An integer of `bits` bits as a float, rounded once.
pub fn from_int(format: Format, rounding: Rounding, x: u64, bits: u32, signed: bool) -> u64 {
    let value = if signed { super::sign_extend(x, bits) } else { x as i64 };
    let negative = signed && value < 0;
    let magnitude = if negative {
        value.unsigned_abs()
    } else {
        x & super::mask(bits)
    };
    if magnitude == 0 {
        return 0;
    }
    // Whether it rounds to more than the largest number of the small formats, which by themselves saturate.
    let is_beyond = match format {
        Format::E4m3 => magnitude > 464,
        Format::E5m2 => magnitude >= 61_440,
        _ => false,
    };
    if is_beyond && rounding == Rounding::Nearest {
        return format.beyond(negative);
    }
    format.round(negative, 0, magnitude, false, rounding)
}

/// A float of another format.
pub fn convert(from: Format, to: Format, rounding: Rounding, x: u64) -> u64 {
    to.narrow(from.widen(x), rounding)
}
