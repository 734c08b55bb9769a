//! `cvt` (docs/sources/ptx-data.md#cvt).

use super::float::rounding;
use super::int::{low, sext};
use crate::num::{Format, NAN_F64, Rnd, approx, narrow, redirect, widen};
use tilewright_ptx::{Type, Word};

/// One conversion. Packed destinations of two floats take two sources, the first for the high part.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Cvt {
    to: Type,
    from: Type,
    rnd: Rnd,
    /// Round to an integral value, for float to float.
    integral: bool,
    ftz: bool,
    sat: bool,
    satfinite: bool,
    relu: bool,
    /// Bits of the destination register.
    width: u32,
}

/// A single-element float format; `None` for f64 and everything else.
fn format(ty: Type) -> Option<Format> {
    Some(match ty {
        Type::F16 => Format::F16,
        Type::Bf16 => Format::BF16,
        Type::F32 => Format::F32,
        Type::Tf32 => Format::TF32,
        _ => return None,
    })
}

/// Element format, bits of an element's container and number of elements of a packed type.
fn packed(ty: Type) -> Option<(Format, u32, u32)> {
    Some(match ty {
        Type::F16x2 => (Format::F16, 16, 2),
        Type::Bf16x2 => (Format::BF16, 16, 2),
        Type::E4m3x2 => (Format::E4M3, 8, 2),
        Type::E5m2x2 => (Format::E5M2, 8, 2),
        Type::E3m2x2 => (Format::E3M2, 8, 2),
        Type::E2m3x2 => (Format::E2M3, 8, 2),
        Type::E2m1x2 => (Format::E2M1, 4, 2),
        _ => return None,
    })
}

impl Cvt {
    /// `None` if the combination is not known here.
    pub fn new(to: Type, from: Type, words: &[Word], width: u32, sources: usize) -> Option<Cvt> {
        let has = |w| words.contains(&w);
        let integral = words
            .iter()
            .any(|w| matches!(w, Word::Rni | Word::Rzi | Word::Rmi | Word::Rpi));
        let known = |t: Type| {
            t.is_int() && t.bits() >= 8 && !matches!(t, Type::U16x2 | Type::S16x2)
                || t == Type::F64
                || format(t).is_some()
        };
        let expected = match (packed(to), packed(from)) {
            (Some(_), None) if from == Type::F32 => 2,
            (Some(_), Some(_)) => 1,
            (None, None) if known(to) && known(from) && from != Type::Tf32 => 1,
            _ => return None,
        };
        if sources != expected || has(Word::Rs) {
            return None;
        }
        let rnd = rounding(words).unwrap_or(Rnd::Near);
        let (ftz, sat, satfinite, relu) = (has(Word::Ftz), has(Word::Sat), has(Word::Satfinite), has(Word::Relu));
        Some(Cvt {
            to,
            from,
            rnd,
            integral,
            ftz,
            sat,
            satfinite,
            relu,
            width,
        })
    }

    /// The conversion; `b` is the second source of packing forms.
    pub fn apply(self, a: u64, b: u64) -> u64 {
        match (packed(self.to), packed(self.from)) {
            (Some((f, bits, _)), None) => {
                let one = |v: u64| u64::from(self.to_format(self.read_f32(v), f));
                one(a) << bits | one(b)
            }
            (Some((f, bits, count)), Some((g, from_bits, _))) => (0..count).fold(0, |out, i| {
                let code = low(a >> (i * from_bits), from_bits) as u32;
                out | u64::from(self.to_format(widen(code, g), f)) << (i * bits)
            }),
            _ => low(self.scalar(a), self.width),
        }
    }

    fn read_f32(self, a: u64) -> f64 {
        let bits = if self.ftz { approx::flush(a as u32) } else { a as u32 };
        f64::from(f32::from_bits(bits))
    }

    fn to_format(self, x: f64, f: Format) -> u32 {
        let x = if self.relu && x <= 0.0 { 0.0 } else { x };
        narrow(x, f, self.rnd, self.satfinite)
    }

    fn scalar(self, a: u64) -> u64 {
        if self.from.is_int() {
            return if self.to.is_int() {
                self.int_to_int(a)
            } else {
                self.int_to_float(a)
            };
        }
        let x = match self.from {
            Type::F64 => f64::from_bits(a),
            Type::F32 => self.read_f32(a),
            other => format(other).map_or(f64::NAN, |f| widen(a as u32 & 0xFFFF, f)),
        };
        if self.to.is_int() {
            self.float_to_int(x)
        } else {
            self.float_to_float(x)
        }
    }

    fn int_value(self, a: u64) -> i128 {
        let bits = self.from.bits();
        if self.from.is_signed() {
            sext(a, bits).into()
        } else {
            low(a, bits).into()
        }
    }

    fn int_to_int(self, a: u64) -> u64 {
        let v = self.int_value(a);
        let v = if self.sat {
            v.clamp(int_min(self.to), int_max(self.to))
        } else {
            v
        };
        self.widen_int(v)
    }

    /// The destination register's content: the value cut to the type, then extended by its sign rule.
    fn widen_int(self, v: i128) -> u64 {
        let bits = self.to.bits();
        let cut = low(v as u64, bits);
        if self.to.is_signed() {
            sext(cut, bits) as u64
        } else {
            cut
        }
    }

    fn int_to_float(self, a: u64) -> u64 {
        let v = self.int_value(a);
        // Exact when it fits 53 bits, else the two parts carry the value and its error.
        let high = v as f64;
        let err = (v - high as i128) as f64;
        if self.to == Type::F64 {
            return redirect(high, err, self.rnd).to_bits();
        }
        let Some(f) = format(self.to) else { return 0 };
        let odd = crate::num::add_odd(high, err);
        narrow(
            if self.sat { odd.clamp(0.0, 1.0) } else { odd },
            f,
            self.rnd,
            self.satfinite,
        )
        .into()
    }

    fn float_to_int(self, x: f64) -> u64 {
        if x.is_nan() {
            // NaN: docs/sources/ptx-data.md#cvt.
            let marked = self.from == Type::F64 || self.to.bits() == 64;
            return if marked {
                self.widen_int(1_i128 << (self.to.bits() - 1))
            } else {
                0
            };
        }
        let whole = integral(x, self.rnd);
        let v = if whole >= 1.9e19 {
            int_max(self.to)
        } else if whole <= -1.9e19 {
            int_min(self.to)
        } else {
            whole as i128
        };
        self.widen_int(v.clamp(int_min(self.to), int_max(self.to)))
    }

    fn float_to_float(self, x: f64) -> u64 {
        let x = if self.integral { integral(x, self.rnd) } else { x };
        let x = if self.sat {
            if x > 0.0 { x.min(1.0) } else { 0.0 }
        } else {
            x
        };
        let Some(f) = format(self.to) else {
            return if x.is_nan() { NAN_F64 } else { x.to_bits() };
        };
        let rnd = if self.integral { Rnd::Near } else { self.rnd };
        let x = if self.relu && x <= 0.0 { 0.0 } else { x };
        let code = narrow(x, f, rnd, self.satfinite);
        match self.to {
            Type::Tf32 => u64::from(code) << 13,
            Type::F32 if self.ftz => approx::flush(code).into(),
            _ => code.into(),
        }
    }
}

/// `x` rounded to an integral value.
fn integral(x: f64, rnd: Rnd) -> f64 {
    match rnd {
        Rnd::Near => libm::rint(x),
        Rnd::Away => libm::round(x),
        Rnd::Zero => libm::trunc(x),
        Rnd::Down => libm::floor(x),
        Rnd::Up => libm::ceil(x),
    }
}

fn int_min(ty: Type) -> i128 {
    if ty.is_signed() { -(1 << (ty.bits() - 1)) } else { 0 }
}

fn int_max(ty: Type) -> i128 {
    (1 << (ty.bits() - u32::from(ty.is_signed()))) - 1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cvt(words: &[Word], to: Type, from: Type, a: u64) -> u64 {
        Cvt::new(to, from, words, to.bits().max(16), 1).unwrap().apply(a, 0)
    }

    #[test]
    fn documented_foldings() {
        let f = |x: f32| u64::from(x.to_bits());
        assert_eq!(cvt(&[Word::Rni], Type::S32, Type::F32, f(3e9)), 0x7FFF_FFFF);
        assert_eq!(cvt(&[Word::Rzi], Type::U32, Type::F32, f(-1.5)), 0);
        assert_eq!(cvt(&[Word::Rni], Type::S32, Type::F32, f(2.5)), 2);
        assert_eq!(cvt(&[Word::Rni], Type::S32, Type::F32, f(f32::NAN)), 0);
        assert_eq!(cvt(&[Word::Rzi], Type::S64, Type::F32, f(f32::NAN)), 1 << 63);
        assert_eq!(cvt(&[Word::Rzi], Type::U64, Type::F32, f(1e20)), u64::MAX);
        assert_eq!(cvt(&[Word::Rna], Type::Tf32, Type::F32, 0x3F80_1000), 0x3F80_2000);
        assert_eq!(cvt(&[Word::Rna], Type::Tf32, Type::F32, 0x7F7F_FFFF), 0x7F80_0000);
        assert_eq!(cvt(&[Word::Rn], Type::F16, Type::F32, f(1.0 + 1.0 / 2048.0)), 0x3C00);
        assert_eq!(cvt(&[Word::Rn], Type::Bf16, Type::F32, f(f32::NAN)), 0x7FFF);
        assert_eq!(cvt(&[], Type::F32, Type::F16, 0x3555), u64::from(0x3EAA_A000_u32));
        assert_eq!(
            cvt(&[Word::Rn], Type::F32, Type::U64, u64::MAX),
            f(18_446_744_073_709_551_616.0)
        );
        assert_eq!(cvt(&[Word::Rz], Type::F32, Type::S32, 0x7FFF_FFFF), f(2_147_483_520.0));
        assert_eq!(cvt(&[Word::Sat], Type::U8, Type::S32, 300), 255);
        assert_eq!(
            Cvt::new(Type::S8, Type::S32, &[], 32, 1).unwrap().apply(0x1FF, 0),
            0xFFFF_FFFF
        );
    }

    #[test]
    fn packed_forms_put_the_first_source_high() {
        let f = |x: f32| u64::from(x.to_bits());
        let c = Cvt::new(Type::F16x2, Type::F32, &[Word::Rn], 32, 2).unwrap();
        assert_eq!(c.apply(f(1.0), f(2.0)), 0x3C00_4000);
        let c = Cvt::new(Type::E4m3x2, Type::F32, &[Word::Rn, Word::Satfinite], 16, 2).unwrap();
        assert_eq!(c.apply(f(1000.0), f(1.0)), 0x7E38);
        let c = Cvt::new(Type::F16x2, Type::E4m3x2, &[Word::Rn], 32, 1).unwrap();
        assert_eq!(c.apply(0x7E38, 0), 0x5F00_3C00);
        assert!(Cvt::new(Type::F16x2, Type::F32, &[Word::Rn], 32, 1).is_none());
    }
}
