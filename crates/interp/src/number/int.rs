//! Arithmetic on integers of any width up to 64 bits, kept in the low bits of a `u64`. `None` is an undefined result.

use super::{Rounding, mask, sign_extend};
use tilewright_ir::OpKind;
use tilewright_ir::ops::cuda_tile;

/// An op on two integers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Binary {
    Add,
    Sub,
    Mul,
    MulHigh,
    Div(Rounding),
    Rem,
    Max,
    Min,
    And,
    Or,
    Xor,
    Shl,
    Shr,
}

impl Binary {
    /// The arithmetic that an op is, of which quotients are rounded so.
    pub fn of(op: OpKind, rounding: Rounding) -> Option<Self> {
        Some(match op {
            cuda_tile::ADDI => Self::Add,
            cuda_tile::SUBI => Self::Sub,
            cuda_tile::MULI => Self::Mul,
            cuda_tile::MULHII => Self::MulHigh,
            cuda_tile::DIVI => Self::Div(rounding),
            cuda_tile::REMI => Self::Rem,
            cuda_tile::MAXI => Self::Max,
            cuda_tile::MINI => Self::Min,
            cuda_tile::ANDI => Self::And,
            cuda_tile::ORI => Self::Or,
            cuda_tile::XORI => Self::Xor,
            cuda_tile::SHLI => Self::Shl,
            cuda_tile::SHRI => Self::Shr,
            _ => return None,
        })
    }
}

/// The author's promise about overflow; a broken promise makes the result undefined.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Promise {
    /// The result is right for signed numbers.
    pub signed: bool,
    /// The result is right for unsigned numbers.
    pub unsigned: bool,
}

impl Promise {
    /// The promise behind a word of Tile IR.
    pub fn from_word(word: &str) -> Self {
        Self {
            signed: matches!(word, "no_signed_wrap" | "no_wrap"),
            unsigned: matches!(word, "no_unsigned_wrap" | "no_wrap"),
        }
    }

    /// The bits of an exact result, unless it breaks the promise. `wide` is exact for both readings.
    fn keep(self, signed: i128, unsigned: i128, bits: u32) -> Option<u64> {
        let result = signed as u64 & mask(bits);
        let signed_right = i128::from(sign_extend(result, bits)) == signed;
        let unsigned_right = i128::from(result) == unsigned;
        ((!self.signed || signed_right) && (!self.unsigned || unsigned_right)).then_some(result)
    }
}

/// The result of an op on two integers.
pub fn binary(op: Binary, bits: u32, signed: bool, promise: Promise, x: u64, y: u64) -> Option<u64> {
    let (a, b) = (i128::from(sign_extend(x, bits)), i128::from(sign_extend(y, bits)));
    let (c, d) = (i128::from(x), i128::from(y));
    Some(match op {
        Binary::Add => return promise.keep(a + b, c + d, bits),
        Binary::Sub => return promise.keep(a - b, c - d, bits),
        // The product of two unsigned 64-bit numbers may not fit; then it does not fit 64 bits either.
        Binary::Mul => return promise.keep(a * b, c.checked_mul(d).unwrap_or(-1), bits),
        Binary::MulHigh => ((u128::from(x) * u128::from(y)) >> bits) as u64 & mask(bits),
        Binary::Div(_) | Binary::Rem if y == 0 => return None,
        Binary::Div(rounding) => {
            let (n, d) = if signed { (a, b) } else { (c, d) };
            let (quotient, rest) = (n / d, n % d);
            let below = rest != 0 && (rest < 0) != (d < 0);
            let above = rest != 0 && !below;
            let quotient = match rounding {
                Rounding::Down if below => quotient - 1,
                Rounding::Up if above => quotient + 1,
                _ => quotient,
            };
            // The most negative number divided by -1 does not fit.
            if signed && quotient > i128::from(mask(bits) >> 1) {
                return None;
            }
            quotient as u64 & mask(bits)
        }
        Binary::Rem if signed => (a % b) as u64 & mask(bits),
        Binary::Rem => x % y,
        Binary::Max if signed => {
            if a >= b {
                x
            } else {
                y
            }
        }
        Binary::Max => x.max(y),
        Binary::Min if signed => {
            if a <= b {
                x
            } else {
                y
            }
        }
        Binary::Min => x.min(y),
        Binary::And => x & y,
        Binary::Or => x | y,
        Binary::Xor => x ^ y,
        Binary::Shl | Binary::Shr if y >= u64::from(bits) => return None,
        Binary::Shl => return promise.keep(a << y, c << y, bits),
        Binary::Shr if signed => (a >> y) as u64 & mask(bits),
        Binary::Shr => x >> y,
    })
}
