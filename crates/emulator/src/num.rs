//! Number formats and rounding, the same on every platform.
//!
//! Everything narrower than f64 is computed in f64, rounded to odd where f64 cannot hold the exact value, and then
//! rounded once to the format. Rounding to odd keeps what was lost visible in the last bit, so that the second rounding
//! is the only one that counts (S. Boldo and G. Melquiond, "Emulation of FMA and correctly rounded sums: proved
//! algorithms using rounding to odd", 2008). f64 itself uses the native operations and the `libm` crate's exact `fma`,
//! and integers where it does not round to nearest.

pub(crate) mod approx;
pub(crate) mod directed;
pub(crate) mod format;

pub(crate) use format::{Format, Rnd, narrow, widen};

/// The bits of the canonical NaN of an f32 result (docs/sources/ptx-data.md#floating-point).
pub(crate) const NAN_F32: u32 = 0x7FFF_FFFF;
/// The bits of the canonical NaN of an f64 result.
pub(crate) const NAN_F64: u64 = 0x7FF8_0000_0000_0000;

/// `x` exact, or `x` with the error term `err` of the same sign rule: the f64 that is `x + err` rounded to odd.
fn to_odd(x: f64, err: f64) -> f64 {
    if err == 0.0 || err.is_nan() || !x.is_finite() {
        return x;
    }
    let bits = x.to_bits();
    if bits & 1 == 1 {
        return x;
    }
    // The exact value lies between x and its neighbour in the direction of err; exactly one of the two is odd: the
    // neighbour.
    let away = (err > 0.0) == (x > 0.0);
    if x == 0.0 {
        return f64::from_bits(1 | if err < 0.0 { 1 << 63 } else { 0 });
    }
    f64::from_bits(if away { bits + 1 } else { bits - 1 })
}

/// `a + b` rounded to odd.
pub(crate) fn add_odd(a: f64, b: f64) -> f64 {
    let s = a + b;
    // Knuth's two-sum: the exact error of a rounded sum.
    let bb = s - a;
    let err = (a - (s - bb)) + (b - bb);
    to_odd(s, err)
}

/// `a * b + c` rounded to odd, where `a * b` is exact in f64 (factors of at most 26 bits).
pub(crate) fn fma_odd(a: f64, b: f64, c: f64) -> f64 {
    add_odd(a * b, c)
}

/// `a / b` rounded to odd, for factors of at most 26 bits.
pub(crate) fn div_odd(a: f64, b: f64) -> f64 {
    let q = a / b;
    if !q.is_finite() || q == 0.0 {
        return q;
    }
    let rest = libm::fma(-q, b, a);
    to_odd(q, if b > 0.0 { rest } else { -rest })
}

/// `sqrt(a)` rounded to odd.
pub(crate) fn sqrt_odd(a: f64) -> f64 {
    let r = a.sqrt();
    if !r.is_finite() || r == 0.0 {
        return r;
    }
    to_odd(r, libm::fma(-r, r, a))
}

/// Rounds an f64 result whose error term is known in another direction than to nearest.
pub(crate) fn redirect(x: f64, err: f64, rnd: Rnd) -> f64 {
    if err == 0.0 || !x.is_finite() {
        return x;
    }
    let up = |x: f64| {
        if x == 0.0 {
            f64::from_bits(1)
        } else if x > 0.0 {
            f64::from_bits(x.to_bits() + 1)
        } else {
            f64::from_bits(x.to_bits() - 1)
        }
    };
    let down = |x: f64| -up(-x);
    match rnd {
        Rnd::Up if err > 0.0 => up(x),
        Rnd::Down if err < 0.0 => down(x),
        Rnd::Zero if x > 0.0 && err < 0.0 => down(x),
        Rnd::Zero if x < 0.0 && err > 0.0 => up(x),
        _ => x,
    }
}
