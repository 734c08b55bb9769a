//! The `.approx` functions, computed in f64 with the pure-Rust `libm` and rounded once to f32: inside every bound the
//! manual gives (docs/sources/ptx-data.md#floating-point), and the same bits on every platform.

use super::{Format, NAN_F32, Rnd, narrow};

/// Flushes a subnormal f32 to zero of its sign.
pub(crate) fn flush(bits: u32) -> u32 {
    if bits & 0x7F80_0000 == 0 {
        bits & 0x8000_0000
    } else {
        bits
    }
}

fn round(x: f64) -> u32 {
    if x.is_nan() {
        NAN_F32
    } else {
        narrow(x, Format::F32, Rnd::Near, false)
    }
}

fn f(bits: u64) -> f64 {
    f64::from(f32::from_bits(bits as u32))
}

pub(crate) fn ex2(a: u64) -> u64 {
    round(libm::exp2(f(a))).into()
}

pub(crate) fn lg2(a: u64) -> u64 {
    round(libm::log2(f(a))).into()
}

pub(crate) fn sin(a: u64) -> u64 {
    round(libm::sin(f(a))).into()
}

pub(crate) fn cos(a: u64) -> u64 {
    round(libm::cos(f(a))).into()
}

pub(crate) fn tanh(a: u64) -> u64 {
    round(libm::tanh(f(a))).into()
}

pub(crate) fn rcp(a: u64) -> u64 {
    round(1.0 / f(a)).into()
}

pub(crate) fn sqrt(a: u64) -> u64 {
    round(f(a).sqrt()).into()
}

pub(crate) fn rsqrt(a: u64) -> u64 {
    let x = f(a);
    // -0 gives -inf, as the manual's table has it.
    round(if x == 0.0 { 1.0 / x } else { 1.0 / x.sqrt() }).into()
}

/// `div.approx` and `div.full`: the correctly rounded quotient.
pub(crate) fn div(a: u64, b: u64) -> u64 {
    round(f(a) / f(b)).into()
}

/// `div.approx` gives 0 for divisors above 2^126 (NaN for an infinite dividend).
pub(crate) fn div_approx(a: u64, b: u64) -> u64 {
    let (x, y) = (f(a), f(b));
    let huge = f64::from(f32::from_bits(0x7E80_0000));
    if y.abs() > huge && y.is_finite() {
        let zero = (u64::from((a ^ b) as u32)) & 0x8000_0000;
        return if x.is_infinite() || x.is_nan() {
            NAN_F32.into()
        } else {
            zero
        };
    }
    div(a, b)
}

/// `rcp.approx.ftz.f64`, `rsqrt.approx.ftz.f64`: only the high 32 bits of the argument and of the result count.
pub(crate) fn rcp_f64(a: u64) -> u64 {
    high(1.0 / f64::from_bits(a & 0xFFFF_FFFF_0000_0000))
}

/// See [`rcp_f64`].
pub(crate) fn rsqrt_f64(a: u64) -> u64 {
    high(1.0 / f64::from_bits(a & 0xFFFF_FFFF_0000_0000).sqrt())
}

fn high(x: f64) -> u64 {
    if x.is_nan() {
        0x7FFF_FFFF_0000_0000
    } else {
        x.to_bits() & 0xFFFF_FFFF_0000_0000
    }
}
