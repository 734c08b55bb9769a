//! Binary formats narrower than f64, and the one routine that rounds to them (docs/sources/ptx-data.md#formats).

/// Rounding direction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Rnd {
    /// `.rn`: to nearest, ties to even.
    Near,
    /// `.rna`: to nearest, ties away from zero.
    Away,
    /// `.rz`
    Zero,
    /// `.rm`
    Down,
    /// `.rp`
    Up,
}

/// The meaning of the codes with the greatest exponent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Special {
    /// Infinity and NaNs, as in IEEE 754.
    Ieee,
    /// Finite, except all ones, which is NaN (e4m3).
    OneNan,
    /// All finite (e2m1, e2m3, e3m2).
    Finite,
}

/// A sign-magnitude binary format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Format {
    exp_bits: u32,
    man_bits: u32,
    special: Special,
    /// The canonical NaN's code.
    pub nan: u32,
}

impl Format {
    pub const F16: Format = Format {
        exp_bits: 5,
        man_bits: 10,
        special: Special::Ieee,
        nan: 0x7FFF,
    };
    pub const BF16: Format = Format {
        exp_bits: 8,
        man_bits: 7,
        special: Special::Ieee,
        nan: 0x7FFF,
    };
    pub const F32: Format = Format {
        exp_bits: 8,
        man_bits: 23,
        special: Special::Ieee,
        nan: 0x7FFF_FFFF,
    };
    /// tf32 without its 13 low zero bits.
    pub const TF32: Format = Format {
        exp_bits: 8,
        man_bits: 10,
        special: Special::Ieee,
        nan: 0x3_FFFF,
    };
    pub const E5M2: Format = Format {
        exp_bits: 5,
        man_bits: 2,
        special: Special::Ieee,
        nan: 0x7F,
    };
    pub const E4M3: Format = Format {
        exp_bits: 4,
        man_bits: 3,
        special: Special::OneNan,
        nan: 0x7F,
    };
    pub const E3M2: Format = Format {
        exp_bits: 3,
        man_bits: 2,
        special: Special::Finite,
        nan: 0x1F,
    };
    pub const E2M3: Format = Format {
        exp_bits: 2,
        man_bits: 3,
        special: Special::Finite,
        nan: 0x1F,
    };
    pub const E2M1: Format = Format {
        exp_bits: 2,
        man_bits: 1,
        special: Special::Finite,
        nan: 0x7,
    };

    const fn bias(self) -> i32 {
        (1 << (self.exp_bits - 1)) - 1
    }

    /// Code of the greatest finite magnitude.
    pub const fn max_code(self) -> u32 {
        let all = (1 << (self.exp_bits + self.man_bits)) - 1;
        match self.special {
            Special::Ieee => all - (1 << self.man_bits),
            Special::OneNan => all - 1,
            Special::Finite => all,
        }
    }

    /// Code of the sign bit.
    pub const fn sign(self) -> u32 {
        1 << (self.exp_bits + self.man_bits)
    }
}

/// The value of a code. NaN codes give an f64 NaN.
pub(crate) fn widen(code: u32, f: Format) -> f64 {
    let negative = code & f.sign() != 0;
    let exp = (code >> f.man_bits) & ((1 << f.exp_bits) - 1);
    let man = code & ((1 << f.man_bits) - 1);
    let top = (1 << f.exp_bits) - 1;
    let magnitude = match f.special {
        Special::Ieee if exp == top && man == 0 => f64::INFINITY,
        Special::Ieee if exp == top => return f64::NAN,
        Special::OneNan if exp == top && man == (1 << f.man_bits) - 1 => return f64::NAN,
        _ => {
            let (significand, e) = if exp == 0 {
                (man, 1)
            } else {
                (man | 1 << f.man_bits, exp as i32)
            };
            f64::from(significand) * pow2(e - f.bias() - f.man_bits as i32)
        }
    };
    if negative { -magnitude } else { magnitude }
}

/// 2^e for e in the normal range of f64.
fn pow2(e: i32) -> f64 {
    f64::from_bits(((e + 1023) as u64) << 52)
}

/// Rounds `x` to the format. NaN gives the canonical NaN; overflow gives infinity or, with `saturate` or where the
/// format has none, the greatest finite value (with NaN codes of formats without NaN also the greatest finite value).
pub(crate) fn narrow(x: f64, f: Format, rnd: Rnd, saturate: bool) -> u32 {
    if x.is_nan() {
        return f.nan;
    }
    let bits = x.to_bits();
    let negative = bits >> 63 == 1;
    let sign = if negative { f.sign() } else { 0 };
    if x == 0.0 {
        return sign;
    }
    if x.is_infinite() {
        return sign
            | if saturate || f.special != Special::Ieee {
                f.max_code()
            } else {
                f.max_code() + 1
            };
    }
    // x = significand * 2^(exp - 52), 53 significand bits (fewer if x is subnormal in f64: far below every format).
    let raw = ((bits >> 52) & 0x7FF) as i32;
    let fraction = bits & ((1 << 52) - 1);
    let (significand, exp) = if raw == 0 {
        (fraction, -1022)
    } else {
        (fraction | 1 << 52, raw - 1023)
    };
    let min_exp = 1 - f.bias();
    // Bits to drop: to man_bits below the leading one, or to the subnormal grid.
    let drop = 52 - f.man_bits as i32 + (min_exp - exp).max(0);
    // The first bit lost, and whether any bit below it is set.
    let (mut kept, lost_half, lost_below) = if drop > 63 {
        (0, false, true)
    } else {
        let half = 1_u64 << (drop - 1);
        (
            significand >> drop,
            significand & half != 0,
            significand & (half - 1) != 0,
        )
    };
    let rest_zero = !lost_half && !lost_below;
    let up = match rnd {
        Rnd::Near => lost_half && (lost_below || kept & 1 == 1),
        Rnd::Away => lost_half,
        Rnd::Zero => false,
        Rnd::Down => negative && !rest_zero,
        Rnd::Up => !negative && !rest_zero,
    };
    kept += u64::from(up);
    // A carry out of the significand moves into the exponent by itself: codes are ordered like magnitudes.
    let biased = (exp.max(min_exp) + f.bias()) as i64;
    let code = (kept as i64) + ((biased - 1) << f.man_bits);
    if code > i64::from(f.max_code()) {
        // Directed roundings toward zero stop at the greatest finite value.
        let stops = match rnd {
            Rnd::Near | Rnd::Away => false,
            Rnd::Zero => true,
            Rnd::Down => !negative,
            Rnd::Up => negative,
        };
        let finite = saturate || stops || f.special != Special::Ieee;
        return sign | if finite { f.max_code() } else { f.max_code() + 1 };
    }
    sign | code as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [Format; 9] = [
        Format::F16,
        Format::BF16,
        Format::F32,
        Format::TF32,
        Format::E5M2,
        Format::E4M3,
        Format::E3M2,
        Format::E2M3,
        Format::E2M1,
    ];

    #[test]
    fn every_finite_code_survives_the_way_through_f64() {
        for f in ALL {
            let top = f.max_code();
            let step = if top > 1 << 20 { 997 } else { 1 };
            for code in (0..=top).step_by(step).flat_map(|c| [c, c | f.sign()]) {
                for rnd in [Rnd::Near, Rnd::Away, Rnd::Zero, Rnd::Down, Rnd::Up] {
                    assert_eq!(narrow(widen(code, f), f, rnd, false), code, "{f:?} {code:#x}");
                }
            }
        }
    }

    #[test]
    fn ties_and_neighbours() {
        for f in ALL {
            for code in (0..f.max_code().min(3000)).chain([f.max_code() - 1]) {
                let (low, high) = (widen(code, f), widen(code + 1, f));
                let middle = (low + high) / 2.0;
                let even = if code & 1 == 0 { code } else { code + 1 };
                assert_eq!(narrow(middle, f, Rnd::Near, false), even);
                assert_eq!(narrow(middle, f, Rnd::Away, false), code + 1);
                assert_eq!(narrow(middle, f, Rnd::Zero, false), code);
                assert_eq!(narrow(middle, f, Rnd::Up, false), code + 1);
                assert_eq!(narrow(-middle, f, Rnd::Down, false), (code + 1) | f.sign());
                assert_eq!(narrow(-middle, f, Rnd::Up, false), code | f.sign());
                let above = f64::from_bits(middle.to_bits() + 1);
                assert_eq!(narrow(above, f, Rnd::Near, false), code + 1);
                let below = f64::from_bits(middle.to_bits() - 1);
                assert_eq!(narrow(below, f, Rnd::Near, false), code);
            }
        }
    }

    #[test]
    fn f32_agrees_with_the_native_cast() {
        let mut state = 1_u64;
        for _ in 0..200_000 {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            // Exponents around the f32 range, all of it and a little beyond.
            let exp = 1023 - 160 + (state >> 40) % 320;
            let x = f64::from_bits((state & 0x800F_FFFF_FFFF_FFFF) | exp << 52);
            assert_eq!(narrow(x, Format::F32, Rnd::Near, false), (x as f32).to_bits(), "{x:e}");
        }
    }

    #[test]
    fn overflow_and_special_values() {
        assert_eq!(narrow(65520.0, Format::F16, Rnd::Near, false), 0x7C00);
        assert_eq!(narrow(65519.0, Format::F16, Rnd::Near, false), 0x7BFF);
        assert_eq!(narrow(1e9, Format::F16, Rnd::Near, true), 0x7BFF);
        assert_eq!(narrow(1e9, Format::F16, Rnd::Zero, false), 0x7BFF);
        assert_eq!(narrow(-1e9, Format::F16, Rnd::Up, false), 0xFBFF);
        assert_eq!(narrow(500.0, Format::E4M3, Rnd::Near, true), 0x7E);
        assert_eq!(narrow(f64::NAN, Format::E4M3, Rnd::Near, true), 0x7F);
        assert_eq!(narrow(f64::INFINITY, Format::E5M2, Rnd::Near, true), 0x7B);
        assert_eq!(narrow(1e-300, Format::F16, Rnd::Up, false), 1);
        assert_eq!(narrow(f64::NAN, Format::E2M1, Rnd::Near, true), 7);
        assert!(widen(0x7F, Format::E4M3).is_nan() && widen(0x7C, Format::E5M2).is_infinite());
        assert_eq!(widen(7, Format::E2M1), 6.0);
    }
}
