//! Exact arithmetic on finite numbers, rounded once at the end: the slow way, for the rounding modes and formats that
//! the processor's own arithmetic does not have.

use super::{Format, Rounding};

/// A number that is not zero: `magnitude * 2^exponent`, and a little more of it (less than one unit) if `more`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Exact {
    negative: bool,
    exponent: i32,
    magnitude: u128,
    more: bool,
}

/// Where the first bit of a magnitude stands when two are added: two bits of room above.
const TOP: i32 = 125;

impl Exact {
    /// The number, unless it is zero, infinite or no number.
    pub fn new(value: f64) -> Option<Self> {
        if value == 0.0 || !value.is_finite() {
            return None;
        }
        let raw = value.to_bits();
        let (exponent, fraction) = ((raw >> 52 & 0x7FF) as i32, raw & ((1 << 52) - 1));
        let (magnitude, exponent) = if exponent == 0 {
            (fraction, -1074)
        } else {
            (fraction | 1 << 52, exponent - 1075)
        };
        Some(Self {
            negative: value.is_sign_negative(),
            exponent,
            magnitude: magnitude.into(),
            more: false,
        })
    }

    /// The same number with its first bit at `TOP`.
    fn normal(self) -> Self {
        let shift = TOP - (127 - self.magnitude.leading_zeros() as i32);
        let magnitude = if shift >= 0 {
            self.magnitude << shift
        } else {
            self.magnitude >> -shift
        };
        Self {
            magnitude,
            exponent: self.exponent - shift,
            ..self
        }
    }

    /// The product of two numbers of at most 64 bits.
    pub fn times(self, other: Self) -> Self {
        Self {
            negative: self.negative != other.negative,
            exponent: self.exponent + other.exponent,
            magnitude: self.magnitude * other.magnitude,
            more: false,
        }
    }

    /// The sum; none if it is zero.
    pub fn plus(self, other: Self) -> Option<Self> {
        let (a, b) = (self.normal(), other.normal());
        let (large, small) = if (a.exponent, a.magnitude) >= (b.exponent, b.magnitude) {
            (a, b)
        } else {
            (b, a)
        };
        let shift = (large.exponent - small.exponent) as u32;
        let (kept, lost) = if shift > 127 {
            (0, true)
        } else {
            let kept = small.magnitude >> shift;
            (kept, kept << shift != small.magnitude)
        };
        let magnitude = if large.negative == small.negative {
            large.magnitude + kept
        } else {
            // The lost bits make the difference a little less than a whole unit more.
            large.magnitude - kept - u128::from(lost)
        };
        (magnitude != 0 || lost).then_some(Self {
            magnitude,
            more: lost,
            ..large
        })
    }

    /// The quotient, to at least 70 bits, of two numbers of at most 53.
    pub fn over(self, other: Self) -> Self {
        let dividend = self.normal();
        Self {
            negative: self.negative != other.negative,
            exponent: dividend.exponent - other.exponent,
            magnitude: dividend.magnitude / other.magnitude,
            more: !dividend.magnitude.is_multiple_of(other.magnitude),
        }
    }

    /// The square root, to at least 62 bits, of the magnitude of a number of at most 53.
    pub fn root(self) -> Self {
        let square = self.normal();
        let odd = square.exponent & 1;
        let magnitude = (square.magnitude << odd).isqrt();
        Self {
            negative: false,
            exponent: (square.exponent - odd) / 2,
            magnitude,
            more: magnitude * magnitude != square.magnitude << odd,
        }
    }

    /// The number rounded to a format.
    pub fn round(self, format: Format, rounding: Rounding) -> u64 {
        let excess = 64u32.saturating_sub(self.magnitude.leading_zeros());
        let kept = (self.magnitude >> excess) as u64;
        let lost = u128::from(kept) << excess != self.magnitude;
        format.round(
            self.negative,
            self.exponent + excess as i32,
            kept,
            lost || self.more,
            rounding,
        )
    }
}
