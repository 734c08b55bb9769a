//! The floating-point formats: bits to values and values to bits, rounded once.

use tilewright_ir::types::Scalar;

/// A floating-point format. A tf32 number is kept in the bits of an f32 whose last 13 bits are zero.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// IEEE binary16.
    F16,
    /// The upper half of an f32.
    Bf16,
    /// IEEE binary32.
    F32,
    /// f32 with 10 bits of fraction.
    Tf32,
    /// IEEE binary64.
    F64,
    /// 8 bits, finite but for one NaN.
    E4m3,
    /// 8 bits, with infinities.
    E5m2,
    /// 8 bits, powers of two.
    E8m0,
    /// 4 bits, finite.
    E2m1,
}

/// The rounding of an exact result to a number of the format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rounding {
    /// To the nearest; ties to the even one.
    Nearest,
    /// Towards zero.
    Zero,
    /// Downwards.
    Down,
    /// Upwards.
    Up,
    /// To the nearest; ties away from zero.
    Away,
}

impl Rounding {
    /// The mode behind a word of Tile IR. `approx` and `full` allow an error; here they are exact.
    pub fn from_word(word: &str) -> Self {
        match word {
            "zero" | "nearest_int_to_zero" => Self::Zero,
            "negative_inf" => Self::Down,
            "positive_inf" => Self::Up,
            "nearest_away" => Self::Away,
            _ => Self::Nearest,
        }
    }
}

impl Format {
    /// All of them.
    pub const ALL: [Format; 9] = [
        Format::F16,
        Format::Bf16,
        Format::F32,
        Format::Tf32,
        Format::F64,
        Format::E4m3,
        Format::E5m2,
        Format::E8m0,
        Format::E2m1,
    ];

    /// The format of a scalar type, if it is a float.
    pub fn of(scalar: Scalar) -> Option<Self> {
        Some(match scalar.name {
            "f16" => Self::F16,
            "bf16" => Self::Bf16,
            "f32" => Self::F32,
            "tf32" => Self::Tf32,
            "f64" => Self::F64,
            "f8E4M3FN" => Self::E4m3,
            "f8E5M2" => Self::E5m2,
            "f8E8M0FNU" => Self::E8m0,
            "f4E2M1FN" => Self::E2m1,
            _ => return None,
        })
    }

    /// Bits of one number.
    pub const fn bits(self) -> u32 {
        match self {
            Self::F64 => 64,
            Self::F32 | Self::Tf32 => 32,
            Self::F16 | Self::Bf16 => 16,
            Self::E4m3 | Self::E5m2 | Self::E8m0 => 8,
            Self::E2m1 => 4,
        }
    }

    /// Bits of the fraction that are stored.
    const fn fraction(self) -> u32 {
        match self {
            Self::F64 => 52,
            Self::F32 => 23,
            Self::F16 | Self::Tf32 => 10,
            Self::Bf16 => 7,
            Self::E4m3 => 3,
            Self::E5m2 => 2,
            Self::E2m1 => 1,
            Self::E8m0 => 0,
        }
    }

    /// Bits of the exponent.
    const fn exponent(self) -> u32 {
        match self {
            Self::F64 => 11,
            Self::F32 | Self::Tf32 | Self::Bf16 | Self::E8m0 => 8,
            Self::F16 | Self::E5m2 => 5,
            Self::E4m3 => 4,
            Self::E2m1 => 2,
        }
    }

    const fn bias(self) -> i32 {
        (1 << (self.exponent() - 1)) - 1
    }

    /// Unused bits below the fraction.
    const fn pad(self) -> u32 {
        if matches!(self, Self::Tf32) { 13 } else { 0 }
    }

    /// The one NaN that results have, as the PTX ISA gives it; the largest number where the format has no NaN.
    pub const fn nan(self) -> u64 {
        match self {
            Self::F64 => 0x7FF8_0000_0000_0000,
            Self::F32 => 0x7FFF_FFFF,
            Self::Tf32 => 0x7FFF_E000,
            Self::F16 | Self::Bf16 => 0x7FFF,
            Self::E4m3 | Self::E5m2 => 0x7F,
            Self::E8m0 => 0xFF,
            Self::E2m1 => 0x7,
        }
    }

    /// The bits of the largest finite number, without padding.
    const fn largest(self) -> u64 {
        let all = (1u64 << (self.exponent() + self.fraction())) - 1;
        let infinity = all & !((1 << self.fraction()) - 1);
        match self {
            Self::E4m3 | Self::E8m0 => all - 1,
            Self::E2m1 => all,
            _ => infinity - 1,
        }
    }

    /// Whether results too large become infinite. The 8- and 4-bit formats saturate, as every conversion to them in
    /// PTX does.
    const fn overflows(self) -> bool {
        matches!(self, Self::F64 | Self::F32 | Self::Tf32 | Self::F16 | Self::Bf16)
    }

    /// The bit of the sign; none for powers of two.
    pub const fn sign_bit(self) -> u64 {
        if matches!(self, Self::E8m0) {
            0
        } else {
            1 << (self.bits() - 1)
        }
    }

    /// The value of a number; exact.
    pub fn widen(self, bits: u64) -> f64 {
        match self {
            Self::F64 => return f64::from_bits(bits),
            Self::F32 | Self::Tf32 => return f64::from(f32::from_bits(bits as u32)),
            Self::Bf16 => return f64::from(f32::from_bits((bits as u32) << 16)),
            Self::E8m0 if bits & 0xFF == 0xFF => return f64::NAN,
            Self::E8m0 => return power_of_two((bits & 0xFF) as i32 - 127),
            _ => {}
        }
        let fraction_bits = self.fraction();
        let fraction = bits & ((1 << fraction_bits) - 1);
        let exponent_mask = (1u64 << self.exponent()) - 1;
        let exponent = bits >> fraction_bits & exponent_mask;
        let sign = if bits & self.sign_bit() == 0 { 1.0 } else { -1.0 };
        if exponent == exponent_mask {
            match self {
                Self::E4m3 if fraction == 7 => return f64::NAN,
                Self::E4m3 | Self::E2m1 => {}
                _ if fraction == 0 => return sign * f64::INFINITY,
                _ => return f64::NAN,
            }
        }
        let hidden = if exponent == 0 { 0 } else { 1 << fraction_bits };
        let unit = power_of_two(exponent.max(1) as i32 - self.bias() - fraction_bits as i32);
        sign * (hidden | fraction) as f64 * unit
    }

    /// A value rounded to the format.
    pub fn narrow(self, value: f64, rounding: Rounding) -> u64 {
        match (self, rounding) {
            (Self::F64, _) if !value.is_nan() => return value.to_bits(),
            (Self::F32, Rounding::Nearest) if !value.is_nan() => return u64::from((value as f32).to_bits()),
            _ => {}
        }
        if value.is_nan() {
            return self.nan();
        }
        let negative = value.is_sign_negative();
        if value == 0.0 {
            return self.zero(negative);
        }
        if value.is_infinite() {
            return self.infinity(negative);
        }
        let raw = value.to_bits();
        let (exponent, fraction) = ((raw >> 52 & 0x7FF) as i32, raw & ((1 << 52) - 1));
        let (significand, exponent) = if exponent == 0 {
            (fraction, -1074)
        } else {
            (fraction | 1 << 52, exponent - 1075)
        };
        self.round(negative, exponent, significand, false, rounding)
    }

    /// Zero with a sign; the least number where the format has no zero.
    pub(crate) fn zero(self, negative: bool) -> u64 {
        if negative { self.sign_bit() } else { 0 }
    }

    /// Infinity; the largest number where the format has none or saturates.
    pub(crate) fn infinity(self, negative: bool) -> u64 {
        let magnitude = if self.overflows() {
            self.largest() + 1
        } else {
            self.largest()
        };
        self.signed(negative, magnitude)
    }

    /// The result for a whole number beyond all of the format: infinity, or a NaN where there is no infinity.
    /// Conversions between floats saturate instead.
    pub(crate) fn beyond(self, negative: bool) -> u64 {
        match self {
            Self::E4m3 => self.nan(),
            Self::E5m2 => self.signed(negative, self.largest() + 1),
            _ => self.infinity(negative),
        }
    }

    fn signed(self, negative: bool, magnitude: u64) -> u64 {
        match (self, negative) {
            (Self::E8m0, true) => self.nan(),
            (_, true) => magnitude << self.pad() | self.sign_bit(),
            (_, false) => magnitude << self.pad(),
        }
    }

    /// `significand * 2^exponent`, a little more of it if `more`, rounded once. The significand is not zero.
    pub(crate) fn round(self, negative: bool, exponent: i32, significand: u64, more: bool, rounding: Rounding) -> u64 {
        let top = exponent + 63 - significand.leading_zeros() as i32;
        if self == Self::E8m0 {
            return self.round_to_power(negative, top, significand, rounding);
        }
        let fraction = self.fraction() as i32;
        let least = top.max(1 - self.bias()) - fraction;
        let shift = least - exponent;
        let (mut steps, half, rest) = match shift {
            ..=0 => (significand << -shift, false, more),
            1..=63 => {
                let below = significand & ((1 << shift) - 1);
                let middle = 1 << (shift - 1);
                (
                    significand >> shift,
                    below & middle != 0,
                    below & (middle - 1) != 0 || more,
                )
            }
            64 => (0, significand >> 63 == 1, significand << 1 != 0 || more),
            _ => (0, false, true),
        };
        let up = match rounding {
            Rounding::Nearest => half && (rest || steps & 1 == 1),
            Rounding::Away => half,
            Rounding::Zero => false,
            Rounding::Down => negative && (half || rest),
            Rounding::Up => !negative && (half || rest),
        };
        steps += u64::from(up);
        // A carry out of the fraction goes into the exponent, as it should.
        let magnitude = (((least + fraction + self.bias() - 1) as u64) << fraction) + steps;
        if magnitude <= self.largest() {
            return self.signed(negative, magnitude);
        }
        match rounding {
            Rounding::Nearest | Rounding::Away => self.infinity(negative),
            Rounding::Up if !negative => self.infinity(negative),
            Rounding::Down if negative => self.infinity(negative),
            _ => self.signed(negative, self.largest()),
        }
    }

    /// Only powers of two exist; half way in value is half of the fraction.
    fn round_to_power(self, negative: bool, top: i32, significand: u64, rounding: Rounding) -> u64 {
        let aligned = significand << significand.leading_zeros();
        let up = match rounding {
            Rounding::Nearest | Rounding::Away => aligned >> 62 & 1 == 1,
            Rounding::Up => aligned << 1 != 0,
            Rounding::Zero | Rounding::Down => false,
        };
        if negative {
            self.nan()
        } else {
            (top + i32::from(up) + 127).clamp(0, 254) as u64
        }
    }

    /// Whether the number is a NaN.
    pub fn is_nan(self, bits: u64) -> bool {
        match self {
            Self::F32 | Self::Tf32 => f32::from_bits(bits as u32).is_nan(),
            _ => self.widen(bits).is_nan(),
        }
    }

    /// f32 subnormals become zero of the same sign where an op asks for it.
    pub fn flush(self, bits: u64, ftz: bool) -> u64 {
        let subnormal = ftz && self == Self::F32 && bits & 0x7F80_0000 == 0;
        if subnormal { bits & 0x8000_0000 } else { bits }
    }
}

/// 2 to the power of `exponent`, exactly, also where the result is subnormal.
fn power_of_two(exponent: i32) -> f64 {
    if exponent < -1022 {
        f64::from_bits(1 << (exponent + 1074).clamp(0, 51))
    } else {
        f64::from_bits(((exponent + 1023) as u64) << 52)
    }
}
