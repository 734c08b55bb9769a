//! Floating-point instructions as functions on register contents (docs/sources/ptx-data.md#floating-point).
//!
//! The plain forms (`.rn`, no flush, no clamp) get a function of their own; the others go through [`FloatMode`].

use super::{Fn1, Fn2, Fn3};
use crate::num::{self, Format, NAN_F32, NAN_F64, Rnd, approx, directed, narrow, widen};
use tilewright_ptx::{Opcode, Type, Word};

/// The rounding and clamping of a result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct FloatMode {
    pub rnd: Rnd,
    pub ftz: bool,
    pub sat: bool,
    pub relu: bool,
}

impl FloatMode {
    pub fn of(words: &[Word]) -> FloatMode {
        FloatMode {
            rnd: rounding(words).unwrap_or(Rnd::Near),
            ftz: words.contains(&Word::Ftz),
            sat: words.contains(&Word::Sat),
            relu: words.contains(&Word::Relu),
        }
    }

    fn plain(self) -> bool {
        self == FloatMode {
            rnd: Rnd::Near,
            ftz: false,
            sat: false,
            relu: false,
        }
    }
}

/// The rounding word of a list.
pub(crate) fn rounding(words: &[Word]) -> Option<Rnd> {
    words.iter().find_map(|w| {
        Some(match w {
            Word::Rn | Word::Rni => Rnd::Near,
            Word::Rna => Rnd::Away,
            Word::Rz | Word::Rzi => Rnd::Zero,
            Word::Rm | Word::Rmi => Rnd::Down,
            Word::Rp | Word::Rpi => Rnd::Up,
            _ => return None,
        })
    })
}

/// A floating-point operation that takes the general way: `kind` on elements of `ty` under `mode`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FloatOp {
    pub op: Opcode,
    pub ty: Type,
    pub mode: FloatMode,
}

fn f32_of(a: u64) -> f32 {
    f32::from_bits(a as u32)
}

fn from_f32(x: f32) -> u64 {
    if x.is_nan() { NAN_F32.into() } else { x.to_bits().into() }
}

fn f64_of(a: u64) -> f64 {
    f64::from_bits(a)
}

fn from_f64(x: f64) -> u64 {
    if x.is_nan() { NAN_F64 } else { x.to_bits() }
}

/// The format of one element and how many are packed in a register.
pub(crate) fn layout(ty: Type) -> Option<(Format, u32, u32)> {
    Some(match ty {
        Type::F16 => (Format::F16, 16, 1),
        Type::F16x2 => (Format::F16, 16, 2),
        Type::Bf16 => (Format::BF16, 16, 1),
        Type::Bf16x2 => (Format::BF16, 16, 2),
        Type::F32 => (Format::F32, 32, 1),
        Type::F32x2 => (Format::F32, 32, 2),
        _ => return None,
    })
}

/// Exact product, sum and fused sum in f32 through f64.
fn fma_f32(a: u64, b: u64, c: u64) -> u64 {
    let x = num::fma_odd(f32_of(a).into(), f32_of(b).into(), f32_of(c).into());
    if x.is_nan() {
        NAN_F32.into()
    } else {
        (x as f32).to_bits().into()
    }
}

pub(super) fn unary(op: Opcode, ty: Type, words: &[Word]) -> Option<Fn1> {
    let ftz = words.contains(&Word::Ftz);
    let approx = words.contains(&Word::Approx);
    Some(match (op, ty) {
        // Sign-bit operations.
        (Opcode::Abs, Type::F16 | Type::Bf16) => |a| a & 0x7FFF,
        (Opcode::Abs, Type::F16x2 | Type::Bf16x2) => |a| a & 0x7FFF_7FFF,
        (Opcode::Neg, Type::F16 | Type::Bf16) => |a| a ^ 0x8000,
        (Opcode::Neg, Type::F16x2 | Type::Bf16x2) => |a| a ^ 0x8000_8000,
        (Opcode::Abs, Type::F32) if ftz => |a| u64::from(approx::flush(a as u32)) & 0x7FFF_FFFF,
        (Opcode::Abs, Type::F32) => |a| a & 0x7FFF_FFFF,
        (Opcode::Neg, Type::F32) if ftz => |a| u64::from(approx::flush(a as u32)) ^ 0x8000_0000,
        (Opcode::Neg, Type::F32) => |a| a ^ 0x8000_0000,
        (Opcode::Abs, Type::F64) => |a| a & !(1 << 63),
        (Opcode::Neg, Type::F64) => |a| a ^ (1 << 63),
        // Approximations; `.ftz` flushes argument and result.
        (Opcode::Ex2, Type::F32) if ftz => |a| flushed(a, approx::ex2),
        (Opcode::Ex2, Type::F32) => approx::ex2,
        (Opcode::Lg2, Type::F32) if ftz => |a| flushed(a, approx::lg2),
        (Opcode::Lg2, Type::F32) => approx::lg2,
        (Opcode::Sin, Type::F32) if ftz => |a| flushed(a, approx::sin),
        (Opcode::Sin, Type::F32) => approx::sin,
        (Opcode::Cos, Type::F32) if ftz => |a| flushed(a, approx::cos),
        (Opcode::Cos, Type::F32) => approx::cos,
        (Opcode::Tanh, Type::F32) => approx::tanh,
        (Opcode::Rcp, Type::F32) if approx && ftz => |a| flushed(a, approx::rcp),
        (Opcode::Rcp, Type::F32) if approx => approx::rcp,
        (Opcode::Sqrt, Type::F32) if approx && ftz => |a| flushed(a, approx::sqrt),
        (Opcode::Sqrt, Type::F32) if approx => approx::sqrt,
        (Opcode::Rsqrt, Type::F32) if ftz => |a| flushed(a, approx::rsqrt),
        (Opcode::Rsqrt, Type::F32) => approx::rsqrt,
        (Opcode::Rcp, Type::F64) if approx => approx::rcp_f64,
        (Opcode::Rsqrt, Type::F64) => approx::rsqrt_f64,
        (Opcode::Ex2, Type::F16) => |a| half_fn(a, Format::F16, libm::exp2),
        (Opcode::Ex2, Type::F16x2) => {
            |a| half_fn(a, Format::F16, libm::exp2) | half_fn(a >> 16, Format::F16, libm::exp2) << 16
        }
        (Opcode::Ex2, Type::Bf16) => |a| half_fn(a, Format::BF16, libm::exp2),
        (Opcode::Ex2, Type::Bf16x2) => {
            |a| half_fn(a, Format::BF16, libm::exp2) | half_fn(a >> 16, Format::BF16, libm::exp2) << 16
        }
        (Opcode::Tanh, Type::F16) => |a| half_fn(a, Format::F16, libm::tanh),
        (Opcode::Tanh, Type::F16x2) => {
            |a| half_fn(a, Format::F16, libm::tanh) | half_fn(a >> 16, Format::F16, libm::tanh) << 16
        }
        (Opcode::Tanh, Type::Bf16) => |a| half_fn(a, Format::BF16, libm::tanh),
        (Opcode::Tanh, Type::Bf16x2) => {
            |a| half_fn(a, Format::BF16, libm::tanh) | half_fn(a >> 16, Format::BF16, libm::tanh) << 16
        }
        _ => return None,
    })
}

fn flushed(a: u64, f: Fn1) -> u64 {
    approx::flush(f(approx::flush(a as u32).into()) as u32).into()
}

fn half_fn(a: u64, format: Format, f: fn(f64) -> f64) -> u64 {
    narrow(f(widen(a as u32 & 0xFFFF, format)), format, Rnd::Near, false).into()
}

pub(super) fn binary(op: Opcode, ty: Type, words: &[Word]) -> Option<Fn2> {
    let plain = FloatMode::of(words).plain();
    Some(match (op, ty) {
        (Opcode::Add, Type::F32) if plain => |a, b| from_f32(f32_of(a) + f32_of(b)),
        (Opcode::Sub, Type::F32) if plain => |a, b| from_f32(f32_of(a) - f32_of(b)),
        (Opcode::Mul, Type::F32) if plain => |a, b| from_f32(f32_of(a) * f32_of(b)),
        (Opcode::Add, Type::F64) if plain => |a, b| from_f64(f64_of(a) + f64_of(b)),
        (Opcode::Sub, Type::F64) if plain => |a, b| from_f64(f64_of(a) - f64_of(b)),
        (Opcode::Mul, Type::F64) if plain => |a, b| from_f64(f64_of(a) * f64_of(b)),
        (Opcode::Div, Type::F32) if words.contains(&Word::Approx) && words.contains(&Word::Ftz) => |a, b| {
            approx::flush(approx::div_approx(approx::flush(a as u32).into(), approx::flush(b as u32).into()) as u32)
                .into()
        },
        (Opcode::Div, Type::F32) if words.contains(&Word::Approx) => approx::div_approx,
        (Opcode::Div, Type::F32) if words.contains(&Word::Full) && words.contains(&Word::Ftz) => |a, b| {
            approx::flush(approx::div(approx::flush(a as u32).into(), approx::flush(b as u32).into()) as u32).into()
        },
        (Opcode::Div, Type::F32) if words.contains(&Word::Full) => approx::div,
        (Opcode::Div, Type::F32) if plain => |a, b| from_f32(f32_of(a) / f32_of(b)),
        (Opcode::Div, Type::F64) if plain => |a, b| from_f64(f64_of(a) / f64_of(b)),
        (Opcode::Copysign, Type::F32) => |a, b| (b & 0x7FFF_FFFF) | (a & 0x8000_0000),
        (Opcode::Copysign, Type::F64) => |a, b| (b & !(1 << 63)) | (a & (1 << 63)),
        (Opcode::Min | Opcode::Max, _) => return extremum(op == Opcode::Max, ty, words),
        _ => return None,
    })
}

/// `min` and `max` (docs/sources/ptx-data.md#floating-point): without `.NaN` the operand that is a number wins; -0 is
/// below +0.
fn extremum(max: bool, ty: Type, words: &[Word]) -> Option<Fn2> {
    let nan = words.contains(&Word::Nan);
    if words.contains(&Word::Relu) {
        return None;
    }
    let magnitudes = words.contains(&Word::Abs);
    let signs = words.contains(&Word::Xorsign);
    // The bits of the signs, and of the infinities, of a register of the type.
    macro_rules! pick {
        ($one:expr, $sign:expr, $infinity:expr) => {
            match (max, nan, magnitudes, signs) {
                (false, false, false, _) => |a, b| $one(a, b, false, false),
                (true, false, false, _) => |a, b| $one(a, b, true, false),
                (false, true, false, _) => |a, b| $one(a, b, false, true),
                (true, true, false, _) => |a, b| $one(a, b, true, true),
                (false, false, true, false) => |a, b| $one(a & !$sign, b & !$sign, false, false),
                (true, false, true, false) => |a, b| $one(a & !$sign, b & !$sign, true, false),
                (false, true, true, false) => |a, b| $one(a & !$sign, b & !$sign, false, true),
                (true, true, true, false) => |a, b| $one(a & !$sign, b & !$sign, true, true),
                (false, false, true, true) => |a, b| {
                    xor_signs(
                        $one(a & !$sign, b & !$sign, false, false),
                        a ^ b,
                        $sign,
                        $infinity,
                    )
                },
                (true, false, true, true) => {
                    |a, b| xor_signs($one(a & !$sign, b & !$sign, true, false), a ^ b, $sign, $infinity)
                }
                (false, true, true, true) => {
                    |a, b| xor_signs($one(a & !$sign, b & !$sign, false, true), a ^ b, $sign, $infinity)
                }
                (true, true, true, true) => {
                    |a, b| xor_signs($one(a & !$sign, b & !$sign, true, true), a ^ b, $sign, $infinity)
                }
            }
        };
    }
    /// `.xorsign`: the sign of a product, where the result is a number.
    fn xor_signs(magnitude: u64, signs: u64, sign: u64, infinity: u64) -> u64 {
        let elements = [(0, 0xFFFF), (16, 0xFFFF), (0, u64::MAX)];
        let elements = if sign.count_ones() == 2 {
            &elements[..2]
        } else {
            &elements[2..]
        };
        elements.iter().fold(magnitude, |out, &(at, mask)| {
            let number = (magnitude >> at & mask) <= (infinity >> at & mask);
            if number {
                out | (signs & sign & (mask << at))
            } else {
                out
            }
        })
    }
    fn one32(a: u64, b: u64, max: bool, nan: bool) -> u64 {
        select(a, b, f32_of(a).into(), f32_of(b).into(), max, nan, NAN_F32.into())
    }
    fn one64(a: u64, b: u64, max: bool, nan: bool) -> u64 {
        select(a, b, f64_of(a), f64_of(b), max, nan, NAN_F64)
    }
    fn half(a: u64, b: u64, format: Format, max: bool, nan: bool) -> u64 {
        let (a, b) = (a & 0xFFFF, b & 0xFFFF);
        select(a, b, widen(a as u32, format), widen(b as u32, format), max, nan, 0x7FFF)
    }
    fn f16(a: u64, b: u64, max: bool, nan: bool) -> u64 {
        half(a, b, Format::F16, max, nan)
    }
    fn bf16(a: u64, b: u64, max: bool, nan: bool) -> u64 {
        half(a, b, Format::BF16, max, nan)
    }
    fn f16x2(a: u64, b: u64, max: bool, nan: bool) -> u64 {
        f16(a, b, max, nan) | f16(a >> 16, b >> 16, max, nan) << 16
    }
    fn bf16x2(a: u64, b: u64, max: bool, nan: bool) -> u64 {
        bf16(a, b, max, nan) | bf16(a >> 16, b >> 16, max, nan) << 16
    }
    fn ftz32(a: u64, b: u64, max: bool, nan: bool) -> u64 {
        one32(approx::flush(a as u32).into(), approx::flush(b as u32).into(), max, nan)
    }
    Some(match ty {
        Type::F32 if words.contains(&Word::Ftz) => pick!(ftz32, 0x8000_0000, 0x7F80_0000),
        Type::F32 => pick!(one32, 0x8000_0000, 0x7F80_0000),
        Type::F64 => pick!(one64, 0x8000_0000_0000_0000, 0x7FF0_0000_0000_0000),
        Type::F16 => pick!(f16, 0x8000, 0x7C00),
        Type::F16x2 => pick!(f16x2, 0x8000_8000, 0x7C00_7C00),
        Type::Bf16 => pick!(bf16, 0x8000, 0x7F80),
        Type::Bf16x2 => pick!(bf16x2, 0x8000_8000, 0x7F80_7F80),
        _ => return None,
    })
}

fn select(a: u64, b: u64, x: f64, y: f64, max: bool, nan: bool, canonical: u64) -> u64 {
    match (x.is_nan(), y.is_nan()) {
        (true, true) => canonical,
        (true, false) => {
            if nan {
                canonical
            } else {
                b
            }
        }
        (false, true) => {
            if nan {
                canonical
            } else {
                a
            }
        }
        (false, false) => {
            let a_greater = x > y || (x == y && y.is_sign_negative());
            if a_greater == max { a } else { b }
        }
    }
}

pub(super) fn ternary(op: Opcode, ty: Type, words: &[Word]) -> Option<Fn3> {
    let plain = FloatMode::of(words).plain();
    Some(match (op, ty) {
        (Opcode::Fma | Opcode::Mad, Type::F32) if plain => fma_f32,
        (Opcode::Fma | Opcode::Mad, Type::F64) if plain => {
            |a, b, c| from_f64(libm::fma(f64_of(a), f64_of(b), f64_of(c)))
        }
        _ => return None,
    })
}

impl FloatOp {
    /// The operation on whole registers; `b` and `c` are ignored by operations that have fewer operands.
    pub fn apply(self, a: u64, b: u64, c: u64) -> u64 {
        if self.ty == Type::F64 {
            return self.apply_f64(f64_of(a), f64_of(b), f64_of(c));
        }
        let Some((format, bits, count)) = layout(self.ty) else {
            return 0;
        };
        (0..count).fold(0, |out, i| {
            let pick = |v: u64| (v >> (i * bits)) as u32 & (u64::MAX >> (64 - bits)) as u32;
            out | u64::from(self.element(format, pick(a), pick(b), pick(c))) << (i * bits)
        })
    }

    fn element(self, format: Format, a: u32, b: u32, c: u32) -> u32 {
        let flush = |v: u32| if self.mode.ftz { flush_in(v, format) } else { v };
        let (x, y, z) = (
            widen(flush(a), format),
            widen(flush(b), format),
            widen(flush(c), format),
        );
        let exact = match self.op {
            Opcode::Add => num::add_odd(x, y),
            Opcode::Sub => num::add_odd(x, -y),
            Opcode::Mul => x * y,
            Opcode::Fma | Opcode::Mad => num::fma_odd(x, y, z),
            Opcode::Div => num::div_odd(x, y),
            Opcode::Rcp => num::div_odd(1.0, x),
            Opcode::Sqrt => num::sqrt_odd(x),
            _ => f64::NAN,
        };
        // An exact zero sum of opposite signs is -0 when rounding down.
        let exact = match self.op {
            Opcode::Add | Opcode::Sub | Opcode::Fma | Opcode::Mad if exact == 0.0 && self.mode.rnd == Rnd::Down => {
                zero_down(self.op, x, y, z)
            }
            _ => exact,
        };
        let exact = self.clamp(exact);
        let code = narrow(exact, format, self.mode.rnd, false);
        if self.mode.ftz { flush_in(code, format) } else { code }
    }

    fn clamp(self, x: f64) -> f64 {
        if self.mode.sat {
            // NaN becomes +0.
            return if x > 0.0 { x.min(1.0) } else { 0.0 };
        }
        if self.mode.relu && x <= 0.0 { 0.0 } else { x }
    }

    fn apply_f64(self, a: f64, b: f64, c: f64) -> u64 {
        let rnd = self.mode.rnd;
        let rounded = match self.op {
            Opcode::Add => directed::add(a, b, rnd),
            Opcode::Sub => directed::add(a, -b, rnd),
            Opcode::Mul => directed::mul(a, b, rnd),
            Opcode::Div => directed::div(a, b, rnd),
            Opcode::Rcp => directed::div(1.0, a, rnd),
            Opcode::Sqrt => directed::sqrt(a, rnd),
            Opcode::Fma | Opcode::Mad => directed::fma(a, b, c, rnd),
            _ => f64::NAN,
        };
        from_f64(self.clamp(rounded))
    }
}

fn zero_down(op: Opcode, x: f64, y: f64, z: f64) -> f64 {
    let (p, q) = match op {
        Opcode::Add => (x, y),
        Opcode::Sub => (x, -y),
        _ => (x * y, z),
    };
    if p == 0.0 && q == 0.0 && p.is_sign_positive() && q.is_sign_positive() {
        0.0
    } else {
        -0.0
    }
}

/// Subnormal codes of `format` become zero of their sign.
fn flush_in(code: u32, format: Format) -> u32 {
    let magnitude = code & (format.sign() - 1);
    if magnitude < min_normal(format) {
        code & format.sign()
    } else {
        code
    }
}

fn min_normal(format: Format) -> u32 {
    if format == Format::F32 {
        0x0080_0000
    } else if format == Format::F16 {
        0x0400
    } else {
        0x0080
    }
}

/// Comparisons of floats: ordered ones are false on NaN, the `u` forms true.
pub(super) fn compare(cmp: Word, ty: Type, ftz: bool) -> Option<fn(u64, u64) -> bool> {
    macro_rules! all {
        ($read:expr) => {
            match cmp {
                Word::Eq => |a, b| $read(a) == $read(b),
                Word::Ne => |a, b| $read(a) < $read(b) || $read(a) > $read(b),
                Word::Lt => |a, b| $read(a) < $read(b),
                Word::Le => |a, b| $read(a) <= $read(b),
                Word::Gt => |a, b| $read(a) > $read(b),
                Word::Ge => |a, b| $read(a) >= $read(b),
                Word::Equ => |a, b| !($read(a) < $read(b) || $read(a) > $read(b)),
                Word::Neu => |a, b| $read(a) != $read(b),
                Word::Ltu => |a, b| $read(a) < $read(b) || unordered($read(a).into(), $read(b).into()),
                Word::Leu => |a, b| $read(a) <= $read(b) || unordered($read(a).into(), $read(b).into()),
                Word::Gtu => |a, b| $read(a) > $read(b) || unordered($read(a).into(), $read(b).into()),
                Word::Geu => |a, b| $read(a) >= $read(b) || unordered($read(a).into(), $read(b).into()),
                Word::Num => |a, b| !$read(a).is_nan() && !$read(b).is_nan(),
                Word::NanTest => |a, b| $read(a).is_nan() || $read(b).is_nan(),
                _ => return None,
            }
        };
    }
    fn unordered(a: f64, b: f64) -> bool {
        a.is_nan() || b.is_nan()
    }
    fn read_f16(a: u64) -> f64 {
        widen(a as u32 & 0xFFFF, Format::F16)
    }
    fn read_bf16(a: u64) -> f64 {
        widen(a as u32 & 0xFFFF, Format::BF16)
    }
    fn read_ftz(a: u64) -> f32 {
        f32::from_bits(approx::flush(a as u32))
    }
    Some(match ty {
        Type::F32 if ftz => all!(read_ftz),
        Type::F32 => all!(f32_of),
        Type::F64 => all!(f64_of),
        Type::F16 => all!(read_f16),
        Type::Bf16 => all!(read_bf16),
        _ => return None,
    })
}

/// `testp`
pub(super) fn test(word: Word, ty: Type) -> Option<fn(u64, u64) -> bool> {
    macro_rules! all {
        ($read:expr) => {
            match word {
                Word::Finite => |a, _| $read(a).is_finite(),
                Word::Infinite => |a, _| $read(a).is_infinite(),
                Word::Number => |a, _| !$read(a).is_nan(),
                Word::Notanumber => |a, _| $read(a).is_nan(),
                Word::Normal => |a, _| $read(a).is_normal(),
                Word::Subnormal => |a, _| $read(a).is_subnormal(),
                _ => return None,
            }
        };
    }
    Some(match ty {
        Type::F32 => all!(f32_of),
        Type::F64 => all!(f64_of),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn op(op: Opcode, ty: Type, words: &[Word]) -> FloatOp {
        FloatOp {
            op,
            ty,
            mode: FloatMode::of(words),
        }
    }

    #[test]
    fn the_general_way_agrees_with_the_native_one() {
        let mut state = 7_u64;
        let mut next = || {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            state >> 32
        };
        for _ in 0..100_000 {
            let (a, b, c) = (next(), next(), next());
            for (o, fast) in [(Opcode::Add, 0), (Opcode::Sub, 1), (Opcode::Mul, 2), (Opcode::Div, 3)] {
                let general = op(o, Type::F32, &[Word::Rn]).apply(a, b, 0);
                let native = binary(o, Type::F32, &[Word::Rn]).unwrap()(a, b);
                assert_eq!(general, native, "{o:?} {fast} {a:#x} {b:#x}");
            }
            let x = f32_of(a).mul_add(f32_of(b), f32_of(c));
            assert_eq!(fma_f32(a, b, c), from_f32(x), "{a:#x} {b:#x} {c:#x}");
            let s = op(Opcode::Sqrt, Type::F32, &[Word::Rn]).apply(a, 0, 0);
            assert_eq!(s, from_f32(f32_of(a).sqrt()));
        }
    }

    #[test]
    fn directed_rounding_brackets_the_exact_value() {
        let one = 1.0_f32.to_bits().into();
        let tiny = (f32::EPSILON / 8.0).to_bits().into();
        let f = |w| op(Opcode::Add, Type::F32, &[w]).apply(one, tiny, 0) as u32;
        assert_eq!(
            (f(Word::Rn), f(Word::Rz), f(Word::Rm), f(Word::Rp)),
            (0x3F80_0000, 0x3F80_0000, 0x3F80_0000, 0x3F80_0001)
        );
        let g = |w| op(Opcode::Div, Type::F64, &[w]).apply(1.0_f64.to_bits(), 3.0_f64.to_bits(), 0);
        assert_eq!(g(Word::Rp), g(Word::Rm) + 1);
        assert_eq!(op(Opcode::Sub, Type::F32, &[Word::Rm]).apply(one, one, 0), 0x8000_0000);
    }

    #[test]
    fn clamps_and_flushes() {
        let bits = |x: f32| u64::from(x.to_bits());
        assert_eq!(
            op(Opcode::Add, Type::F32, &[Word::Sat]).apply(bits(0.75), bits(0.75), 0),
            bits(1.0)
        );
        assert_eq!(
            op(Opcode::Add, Type::F32, &[Word::Sat]).apply(bits(f32::NAN), bits(0.75), 0),
            0
        );
        assert_eq!(
            op(Opcode::Mul, Type::F32, &[Word::Ftz]).apply(bits(1e-30), bits(-1e-10), 0),
            0x8000_0000
        );
        assert_eq!(
            op(Opcode::Fma, Type::F16x2, &[Word::Rn, Word::Relu]).apply(0x3C00_BC00, 0x3C00_3C00, 0),
            0x3C00_0000
        );
        assert_eq!(extremum(true, Type::F32, &[]).unwrap()(bits(-0.0), 0), 0);
        assert_eq!(
            extremum(false, Type::F32, &[]).unwrap()(0x7FC0_0000, bits(2.0)),
            bits(2.0)
        );
        assert_eq!(
            extremum(false, Type::F32, &[Word::Nan]).unwrap()(0x7FC0_0000, bits(2.0)),
            u64::from(NAN_F32)
        );
    }
}
