//! Swizzles: offsets whose bits are combined with higher ones, so that columns fall into different banks.

/// The offset `x` becomes `x xor ((x >> shift) & mask)`, where the mask has `bits` bits from `base` on: CuTe's
/// `Swizzle<bits, base, shift>`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Swizzle {
    /// Bits that change.
    pub bits: u32,
    /// Bits below them, which stay: the elements that are moved together.
    pub base: u32,
    /// The distance up to the bits that they are combined with.
    pub shift: u32,
}

impl Swizzle {
    /// The most that bits, base and shift may be together: offsets have 63 bits.
    pub const MOST_BITS: u32 = 62;

    /// A swizzle; none if its bits would be combined with themselves, or are beyond an offset's.
    pub fn new(bits: u32, base: u32, shift: u32) -> Option<Self> {
        let total = bits.checked_add(base)?.checked_add(shift)?;
        (shift >= bits && total <= Self::MOST_BITS).then_some(Self { bits, base, shift })
    }

    /// Where the element at an offset is. The swizzle of that is the offset again.
    pub fn at(self, offset: i64) -> i64 {
        let mask = ((1 << self.bits) - 1) << self.base;
        offset ^ (offset >> self.shift & mask)
    }
}
