//! Functions that a machine has only approximately, or not at all, written once for f32 and f64.
//!
//! A formula asks a [`Machine`] for single operations. One machine writes PTX; another, in the tests, computes: so that
//! what is measured there is what is emitted. How far from the truth the formulas are is in `docs/accuracy.md`.
//!
//! Arguments are reduced to a small range, where a polynomial is close to the last bit.

mod circular;
mod coefficients;
mod elementary;

use coefficients::Series;

/// A value of a formula.
#[derive(Clone, Copy, Debug)]
pub enum V {
    /// One that the machine made.
    Made(u32),
    /// A number of the formula's float type.
    F(f64),
    /// An integer.
    I(i64),
}

/// The kind of number that values are read as.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NumberKind {
    /// The formula's type, f32 or f64.
    Float,
    /// f64, in the rare steps that f32 needs it for.
    Double,
    /// 32 bits, signed.
    Int,
    /// 64 bits, unsigned.
    Long,
    /// A condition.
    Bool,
}

/// One operation, of values of a kind unless another is named.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Do {
    Add,
    Sub,
    Mul,
    /// The upper half of the product.
    MulHigh,
    /// a * b + c, rounded once.
    Fma,
    Div,
    /// One over a number, at most one unit in the last place off.
    Reciprocal,
    SquareRoot,
    Neg,
    Abs,
    /// A NaN makes the result one.
    Min,
    /// A NaN makes the result one.
    Max,
    /// The first with the sign of the second.
    CopySign,
    /// The nearest whole number, ties to even.
    Nearest,
    /// The next whole number towards zero.
    Truncate,
    And,
    Or,
    Shl,
    Shr,
    /// The first if the third, a condition, holds, else the second.
    Pick,
    Less,
    Greater,
    Equal,
    Differ,
    /// A float as an integer, to nearest; an integer as a float.
    ToInt,
    FromInt,
    /// The upper or only 32 bits of a float, with sign and exponent.
    Top,
    /// A float with another top.
    WithTop,
    /// The lower half of 64 bits; 32 bits made 64; the bits of an f64 as 64 bits.
    Low,
    Extend,
    Bits,
    /// 64 bits read as a signed or unsigned integer, as an f64; an f64 rounded to f32.
    FromLong,
    FromUnsigned,
    Narrow,
}

/// Something that carries out operations.
pub trait Machine {
    /// The result of one operation.
    fn op(&mut self, what: Do, kind: NumberKind, args: &[V]) -> V;
    /// Begins what is done only where a condition, which is rare, holds.
    fn begin(&mut self, condition: V);
    /// Gives a value that was made before [`Machine::begin`] a new content.
    fn set(&mut self, kind: NumberKind, value: V, new: V);
    /// Ends what [`Machine::begin`] began.
    fn end(&mut self);
}

/// Writes formulas for a machine.
pub struct Math<'m> {
    machine: &'m mut dyn Machine,
    /// Whether numbers are f64 rather than f32.
    wide: bool,
}

/// A number as a sum of two, the second at most half a unit in the last place of the first.
#[derive(Clone, Copy)]
struct Pair {
    high: V,
    low: V,
}

use V::{F, I};

impl<'m> Math<'m> {
    /// For numbers of f64 (`wide`) or f32.
    pub fn new(machine: &'m mut dyn Machine, wide: bool) -> Self {
        Self { machine, wide }
    }

    /// The function of the op with a name; none if there is no formula for it.
    pub fn function(&mut self, name: &str, args: &[V]) -> Option<V> {
        Some(match (name, args) {
            ("exp", &[x]) => self.exp(x, None, 0),
            ("exp2", &[x]) => self.exp2(x),
            ("log", &[x]) => self.log(x),
            ("log2", &[x]) => self.log2(x),
            ("rsqrt", &[x]) => {
                let root = self.float(Do::SquareRoot, &[x]);
                self.float(Do::Div, &[F(1.0), root])
            }
            ("sin", &[x]) => self.sine(x, 0),
            ("cos", &[x]) => self.sine(x, 1),
            ("tan", &[x]) => self.tan(x),
            ("sinh", &[x]) => self.sinh(x),
            ("cosh", &[x]) => self.cosh(x),
            ("tanh", &[x]) => self.tanh(x),
            ("atan2", &[y, x]) => self.atan2(y, x),
            ("fpowf", &[x, y]) => self.power(x, y),
            ("fpowi", &[x, n]) => self.power_of_int(x, n),
            _ => return None,
        })
    }

    /// One of two numbers: what f64 needs, or f32.
    fn by_type<T>(&self, double: T, single: T) -> T {
        if self.wide { double } else { single }
    }

    fn float(&mut self, what: Do, args: &[V]) -> V {
        self.machine.op(what, NumberKind::Float, args)
    }

    fn int(&mut self, what: Do, args: &[V]) -> V {
        self.machine.op(what, NumberKind::Int, args)
    }

    fn long(&mut self, what: Do, args: &[V]) -> V {
        self.machine.op(what, NumberKind::Long, args)
    }

    fn add(&mut self, a: V, b: V) -> V {
        self.float(Do::Add, &[a, b])
    }

    fn sub(&mut self, a: V, b: V) -> V {
        self.float(Do::Sub, &[a, b])
    }

    fn mul(&mut self, a: V, b: V) -> V {
        self.float(Do::Mul, &[a, b])
    }

    fn fma(&mut self, a: V, b: V, c: V) -> V {
        self.float(Do::Fma, &[a, b, c])
    }

    fn neg(&mut self, a: V) -> V {
        self.float(Do::Neg, &[a])
    }

    fn abs(&mut self, a: V) -> V {
        self.float(Do::Abs, &[a])
    }

    fn compare(&mut self, how: Do, a: V, b: V) -> V {
        self.float(how, &[a, b])
    }

    fn pick(&mut self, yes: V, no: V, condition: V) -> V {
        self.float(Do::Pick, &[yes, no, condition])
    }

    fn and(&mut self, a: V, b: V) -> V {
        self.machine.op(Do::And, NumberKind::Bool, &[a, b])
    }

    fn or(&mut self, a: V, b: V) -> V {
        self.machine.op(Do::Or, NumberKind::Bool, &[a, b])
    }

    /// Whether a bit of an integer is set.
    fn bit(&mut self, a: V, mask: i64) -> V {
        let bit = self.int(Do::And, &[a, I(mask)]);
        self.int(Do::Differ, &[bit, I(0)])
    }

    /// Whether a float is negative, -0 and all.
    fn is_negative(&mut self, a: V) -> V {
        let top = self.float(Do::Top, &[a]);
        self.int(Do::Less, &[top, I(0)])
    }

    /// The polynomial c0 + c1 x + c2 x^2 and so on.
    fn series(&mut self, x: V, series: &Series) -> V {
        let coefficients = self.by_type(series.double, series.single);
        // Absent: a polynomial without terms is zero.
        let (&last, rest) = coefficients.split_last().unwrap_or((&0.0, &[]));
        rest.iter().rev().fold(F(last), |sum, &c| self.fma(sum, x, F(c)))
    }

    /// x + x^3 * the series of x^2, with the sign of x also where that is zero.
    fn odd_series(&mut self, x: V, series: &Series) -> V {
        let square = self.mul(x, x);
        let tail = self.series(square, series);
        let cube = self.mul(square, x);
        let sum = self.fma(cube, tail, x);
        self.float(Do::CopySign, &[sum, x])
    }

    /// a + b, of which a is zero or |a| the larger.
    fn pair(&mut self, a: V, b: V) -> Pair {
        let high = self.add(a, b);
        let taken = self.sub(high, a);
        let low = self.sub(b, taken);
        Pair { high, low }
    }

    /// Bits of a fraction in the top of a float, and what its exponent is more than the number's.
    fn exponent_field(&self) -> (i64, i64) {
        self.by_type((20, 1023), (23, 127))
    }

    /// 2^n for an integer whose power is a normal number.
    fn power_of_two(&mut self, n: V) -> V {
        let (shift, bias) = self.exponent_field();
        let biased = self.int(Do::Add, &[n, I(bias)]);
        let top = self.int(Do::Shl, &[biased, I(shift)]);
        self.float(Do::WithTop, &[F(0.0), top])
    }

    /// a * 2^n, in two steps, each of which the machine's exponents can hold.
    fn scaled(&mut self, a: V, n: V) -> V {
        let half = self.int(Do::Shr, &[n, I(1)]);
        let rest = self.int(Do::Sub, &[n, half]);
        let (half, rest) = (self.power_of_two(half), self.power_of_two(rest));
        let once = self.mul(a, half);
        self.mul(once, rest)
    }
}
