//! The arithmetic a scheduler body is written in.
//!
//! Each body exists once, over [`Arith`]. [`Native`] runs it on integers; [`Count`] counts the instructions it would
//! take; a compiler implements the trait to emit the same body as code, so that what is executed and what is tested are
//! one definition.

use crate::divisor::FastDivisor;

/// Unsigned 32-bit arithmetic without overflow: every body keeps its values below 2^31.
pub trait Arith {
    /// A 32-bit value.
    type Value: Clone;
    /// A truth value.
    type Flag: Clone;
    /// A divisor: a precomputed reciprocal, or a plain value where the divisor is only known at run time.
    type Divisor: Clone;

    /// A constant.
    fn constant(&mut self, value: u32) -> Self::Value;
    /// A value, at least 1, as a divisor: its reciprocal is computed at run time, once.
    fn divisor(&mut self, value: &Self::Value) -> Self::Divisor;
    /// The divisor as a value.
    fn divisor_value(&mut self, d: &Self::Divisor) -> Self::Value;
    /// `a + b`.
    fn add(&mut self, a: &Self::Value, b: &Self::Value) -> Self::Value;
    /// `a - b`, where `a >= b`, or where the result is not selected.
    fn sub(&mut self, a: &Self::Value, b: &Self::Value) -> Self::Value;
    /// `a * b`.
    fn mul(&mut self, a: &Self::Value, b: &Self::Value) -> Self::Value;
    /// Quotient and remainder.
    fn div_rem(&mut self, n: &Self::Value, d: &Self::Divisor) -> (Self::Value, Self::Value);
    /// The smaller value.
    fn min(&mut self, a: &Self::Value, b: &Self::Value) -> Self::Value;
    /// The larger value.
    fn max(&mut self, a: &Self::Value, b: &Self::Value) -> Self::Value;
    /// `a < b`.
    fn less(&mut self, a: &Self::Value, b: &Self::Value) -> Self::Flag;
    /// Both flags.
    fn both(&mut self, a: &Self::Flag, b: &Self::Flag) -> Self::Flag;
    /// `if flag { a } else { b }`, without a branch.
    fn select(&mut self, flag: &Self::Flag, a: &Self::Value, b: &Self::Value) -> Self::Value;
}

/// Runs a body on machine integers. Wrapping, so that values which are not selected cannot panic.
#[derive(Debug, Clone, Copy, Default)]
pub struct Native;

impl Arith for Native {
    type Value = u32;
    type Flag = bool;
    type Divisor = FastDivisor;

    #[inline(always)]
    fn constant(&mut self, value: u32) -> u32 {
        value
    }
    #[inline(always)]
    fn divisor(&mut self, value: &u32) -> FastDivisor {
        FastDivisor::nonzero(*value)
    }
    #[inline(always)]
    fn divisor_value(&mut self, d: &FastDivisor) -> u32 {
        d.divisor
    }
    #[inline(always)]
    fn add(&mut self, a: &u32, b: &u32) -> u32 {
        a.wrapping_add(*b)
    }
    #[inline(always)]
    fn sub(&mut self, a: &u32, b: &u32) -> u32 {
        a.wrapping_sub(*b)
    }
    #[inline(always)]
    fn mul(&mut self, a: &u32, b: &u32) -> u32 {
        a.wrapping_mul(*b)
    }
    #[inline(always)]
    fn div_rem(&mut self, n: &u32, d: &FastDivisor) -> (u32, u32) {
        d.div_rem(*n)
    }
    #[inline(always)]
    fn min(&mut self, a: &u32, b: &u32) -> u32 {
        *a.min(b)
    }
    #[inline(always)]
    fn max(&mut self, a: &u32, b: &u32) -> u32 {
        *a.max(b)
    }
    #[inline(always)]
    fn less(&mut self, a: &u32, b: &u32) -> bool {
        a < b
    }
    #[inline(always)]
    fn both(&mut self, a: &bool, b: &bool) -> bool {
        *a && *b
    }
    #[inline(always)]
    fn select(&mut self, flag: &bool, a: &u32, b: &u32) -> u32 {
        if *flag { *a } else { *b }
    }
}

/// Counts the machine instructions of a body: one for each add, subtract, multiply-add, minimum, maximum, compare and
/// select; a division by a precomputed divisor is a high multiply, a shift and a multiply-subtract. Constants and
/// parameters already in registers are free, and so are reciprocals: they are computed once, at the kernel's entry.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Count {
    /// Instructions so far.
    pub instructions: u32,
}

impl Count {
    fn tick(&mut self, n: u32) {
        self.instructions += n;
    }
}

impl Arith for Count {
    type Value = ();
    type Flag = ();
    type Divisor = ();

    fn constant(&mut self, _: u32) {}
    fn divisor(&mut self, _: &()) {}
    fn divisor_value(&mut self, _: &()) {}
    fn add(&mut self, _: &(), _: &()) {
        self.tick(1);
    }
    fn sub(&mut self, _: &(), _: &()) {
        self.tick(1);
    }
    fn mul(&mut self, _: &(), _: &()) {
        self.tick(1);
    }
    fn div_rem(&mut self, _: &(), _: &()) -> ((), ()) {
        self.tick(3);
        ((), ())
    }
    fn min(&mut self, _: &(), _: &()) {
        self.tick(1);
    }
    fn max(&mut self, _: &(), _: &()) {
        self.tick(1);
    }
    fn less(&mut self, _: &(), _: &()) {
        self.tick(1);
    }
    fn both(&mut self, _: &(), _: &()) {
        self.tick(1);
    }
    fn select(&mut self, _: &(), _: &(), _: &()) {
        self.tick(1);
    }
}
