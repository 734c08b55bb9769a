//! Division by a value known before the kernel runs, as one multiplication and one shift.

use crate::refusal::{MAX_COUNT, SchedulerRefusal};
use serde::Serialize;

/// A divisor with its precomputed reciprocal: for every `n < 2^31`,
/// `n / divisor == (n * multiplier) >> shift`, the product taken in 64 bits.
///
/// This is the round-up method of Granlund and Montgomery ("Division by invariant integers using multiplication", PLDI
/// 1994): with `shift = 31 + ceil(log2 d)`, `multiplier = ceil(2^shift / d)` fits in 32 bits and its error stays below
/// one unit for 31-bit dividends. For divisors above 1 the shift is at least 32, so that a high multiply and a 32-bit
/// shift by `shift - 32` do, as in CUTLASS's `FastDivmod`; a divisor of 1 needs no special case here (multiplier and
/// shift are 2^31 and 31).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[repr(C)]
pub struct FastDivisor {
    /// The divisor itself, at least 1.
    pub divisor: u32,
    /// `ceil(2^shift / divisor)`.
    pub multiplier: u32,
    /// `31 + ceil(log2 divisor)`, in 31..=62.
    pub shift: u32,
}

impl FastDivisor {
    /// Precomputes division by `divisor`, which must be in `1..=2^31 - 1`.
    pub fn new(divisor: u32) -> Result<Self, SchedulerRefusal> {
        if divisor == 0 {
            return Err(SchedulerRefusal::new("divisor", 0, "division by zero").nearest(1));
        }
        if divisor as u64 > MAX_COUNT {
            return Err(SchedulerRefusal::new("divisor", divisor, "divisors must fit in 31 bits").nearest(MAX_COUNT));
        }
        Ok(Self::nonzero(divisor))
    }

    /// As [`FastDivisor::new`], with out-of-range divisors clamped into range. For divisors that are in range by
    /// construction.
    pub(crate) fn nonzero(divisor: u32) -> Self {
        let divisor = divisor.clamp(1, MAX_COUNT as u32);
        let log = 32 - (divisor - 1).leading_zeros();
        let shift = 31 + log;
        Self {
            divisor,
            multiplier: (1u64 << shift).div_ceil(divisor as u64) as u32,
            shift,
        }
    }

    /// The quotient of `n`, exact for `n < 2^31`.
    #[inline(always)]
    pub fn quotient(self, n: u32) -> u32 {
        ((n as u64 * self.multiplier as u64) >> (self.shift & 63)) as u32
    }

    /// Quotient and remainder of `n`, exact for `n < 2^31`.
    #[inline(always)]
    pub fn div_rem(self, n: u32) -> (u32, u32) {
        let quotient = self.quotient(n);
        (quotient, n.wrapping_sub(quotient.wrapping_mul(self.divisor)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn edges() {
        let max = (1u32 << 31) - 1;
        for d in (1..200).chain([255, 256, 257, 65535, 65536, 65537, 1 << 30, (1 << 30) + 1, max - 1, max]) {
            let fast = FastDivisor::new(d).unwrap();
            for n in [
                0,
                1,
                d - 1,
                d,
                d.saturating_add(1).min(max),
                max / d * d,
                (max / d * d).saturating_sub(1),
                max,
            ] {
                assert_eq!(fast.div_rem(n), (n / d, n % d), "{n} / {d}");
            }
        }
        assert!(FastDivisor::new(0).is_err());
        assert!(FastDivisor::new(1 << 31).is_err());
    }

    proptest! {
        #[test]
        fn equals_hardware_division(n in 0u32..1 << 31, d in 1u32..1 << 31, shift in 0u32..31) {
            let d = (d >> shift).max(1);
            prop_assert_eq!(FastDivisor::new(d).unwrap().div_rem(n), (n / d, n % d));
        }
    }
}
