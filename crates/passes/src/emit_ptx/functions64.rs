//! Functions in f64, of which the machine has none.
//!
//! Arguments are reduced to a small range, where a polynomial is close to the last bit; coefficients are those of the
//! Taylor series, cut where the next term is below half a unit in the last place of the range. Sines and cosines are right
//! for arguments up to about a million: beyond, three parts of pi / 2 are too few.

use std::f64::consts::{FRAC_2_PI, FRAC_PI_2, FRAC_PI_4, LN_2, LOG2_E, PI, SQRT_2};
use tilewright_ptx::{EntryBuilder, Mod, Opcode, Operand, Reg, Type, Word};

/// ln(2) in two parts; the first has 21 trailing zeros, so that its product with an exponent is exact.
const LN_2_HIGH: f64 = f64::from_bits(0x3FE6_2E42_FEE0_0000);
const LN_2_LOW: f64 = f64::from_bits(0x3DEA_39EF_3579_3C76);
/// Half of pi in three parts (Cody and Waite): the first two have trailing zeros, so that small multiples are exact.
const HALF_PI: [f64; 3] = [
    f64::from_bits(0x3FF9_21FB_5440_0000),
    f64::from_bits(0x3DD0_B461_1A60_0000),
    f64::from_bits(0x3BA3_198A_2E03_7073),
];
/// Beyond these e^x is 0 or infinite.
const SMALLEST_EXPONENT: f64 = -746.0;
const LARGEST_EXPONENT: f64 = 711.0;

/// The code of a function of f64; none if there is no such function.
pub fn function(b: &mut EntryBuilder, short: &str, regs: &[Reg]) -> Option<Reg> {
    let mut to = Double(b);
    Some(match (short, regs) {
        ("exp", &[x]) => to.exp(x, 0),
        ("exp2", &[x]) => to.exp2(x),
        ("log", &[x]) => to.log(x),
        ("log2", &[x]) => to.log2(x),
        ("rsqrt", &[x]) => {
            let root = to.0.unary(Opcode::Sqrt, &[Word::Rn], F64, x);
            to.quotient(1.0, root)
        }
        ("sin", &[x]) => to.sine(x, 0),
        ("cos", &[x]) => to.sine(x, 1),
        ("tan", &[x]) => {
            let (sine, cosine) = (to.sine(x, 0), to.sine(x, 1));
            to.quotient(sine, cosine)
        }
        ("sinh", &[x]) => to.sinh(x),
        ("cosh", &[x]) => to.cosh(x),
        ("tanh", &[x]) => to.tanh(x),
        ("atan2", &[y, x]) => to.atan2(y, x),
        ("fpowf", &[x, y]) => to.power(x, y),
        _ => return None,
    })
}

const F64: Type = Type::F64;

/// Writes arithmetic of f64.
struct Double<'a>(&'a mut EntryBuilder);

/// A number as a sum of two, the second at most half a unit in the last place of the first.
#[derive(Clone, Copy)]
struct Pair {
    high: Reg,
    low: Reg,
}

impl Double<'_> {
    fn add(&mut self, a: impl Into<Operand>, b: impl Into<Operand>) -> Reg {
        self.0.add(F64, a, b)
    }

    fn sub(&mut self, a: impl Into<Operand>, b: impl Into<Operand>) -> Reg {
        self.0.sub(F64, a, b)
    }

    fn mul(&mut self, a: impl Into<Operand>, b: impl Into<Operand>) -> Reg {
        self.0.mul(F64, a, b)
    }

    fn fma(&mut self, a: impl Into<Operand>, b: impl Into<Operand>, c: impl Into<Operand>) -> Reg {
        self.0.fma(F64, a, b, c)
    }

    fn quotient(&mut self, a: impl Into<Operand>, b: impl Into<Operand>) -> Reg {
        self.0.div_rn(F64, a, b)
    }

    fn negated(&mut self, a: Reg) -> Reg {
        self.0.unary(Opcode::Neg, &[], F64, a)
    }

    fn magnitude(&mut self, a: Reg) -> Reg {
        self.0.unary(Opcode::Abs, &[], F64, a)
    }

    fn nearest(&mut self, a: Reg) -> Reg {
        self.0.cvt(&[Word::Rni], F64, F64, a)
    }

    fn select(&mut self, yes: impl Into<Operand>, no: impl Into<Operand>, condition: Reg) -> Reg {
        self.0.selp(F64, yes, no, condition)
    }

    fn compare(&mut self, how: Word, a: impl Into<Operand>, b: impl Into<Operand>) -> Reg {
        self.0.setp(how, F64, a, b)
    }

    /// The first argument with the sign of the second.
    fn with_sign(&mut self, magnitude: Reg, sign: Reg) -> Reg {
        // PTX: copysign d, a, b gives b's magnitude the sign of a.
        self.0.binary(Opcode::Copysign, F64, sign, magnitude)
    }

    /// The polynomial c0 + c1 x + c2 x^2 and so on.
    fn polynomial(&mut self, x: Reg, coefficients: impl DoubleEndedIterator<Item = f64>) -> Reg {
        let mut from_last = coefficients.rev();
        let start = self.0.mov(F64, from_last.next().unwrap_or(0.0));
        from_last.fold(start, |sum, c| self.fma(sum, x, c))
    }

    /// A whole number as an integer.
    fn integer(&mut self, whole: Reg) -> Reg {
        let mods = [Mod::Word(Word::Rni), Mod::Type(Type::S32), Mod::Type(F64)];
        self.0.value(Type::S32, Opcode::Cvt, &mods, [whole.into()])
    }

    /// The lower and the upper word of a number.
    fn words(&mut self, a: Reg) -> [Reg; 2] {
        let halves = self.0.regs(Type::B32, 2);
        let (low, high) = (halves[0], halves[1]);
        self.0.op(
            Opcode::Mov,
            &[Mod::Type(Type::B64)],
            [Operand::from(&halves[..]), a.into()],
        );
        [low, high]
    }

    fn of_words(&mut self, low: Reg, high: Reg) -> Reg {
        let whole = self.0.reg(F64);
        let operands = [whole.into(), Operand::from(&[low, high][..])];
        self.0.op(Opcode::Mov, &[Mod::Type(Type::B64)], operands);
        whole
    }

    /// 2^n for an integer from -1022 to 1023.
    fn power_of_two(&mut self, n: Reg) -> Reg {
        let biased = self.0.add(Type::S32, n, 1023);
        let high = self.0.binary(Opcode::Shl, Type::B32, biased, 20u32);
        let low = self.0.mov(Type::B32, 0u32);
        self.of_words(low, high)
    }

    /// a * 2^n, in two steps, each of which the machine's exponents can hold.
    fn scaled(&mut self, a: Reg, n: Reg) -> Reg {
        let half = self.0.binary(Opcode::Shr, Type::S32, n, 1u32);
        let rest = self.0.sub(Type::S32, n, half);
        let (half, rest) = (self.power_of_two(half), self.power_of_two(rest));
        let once = self.mul(a, half);
        self.mul(once, rest)
    }

    /// e^r for |r| up to ln(2) / 2.
    fn exp_of_rest(&mut self, rest: Reg) -> Reg {
        let mut factorial = 1.0;
        let terms: Vec<f64> = (0..14)
            .map(|n| {
                factorial *= f64::from(n.max(1));
                1.0 / factorial
            })
            .collect();
        self.polynomial(rest, terms.into_iter())
    }

    /// x kept to where its exponential is a number; what is none stays none.
    fn clamped(&mut self, x: Reg, low: f64, high: f64) -> Reg {
        let below = self.0.binary(Opcode::Max, F64, x, low);
        let kept = self.0.binary(Opcode::Min, F64, below, high);
        let is_number = self.compare(Word::Num, x, x);
        self.select(kept, x, is_number)
    }

    /// e^x * 2^`more`: 2^n e^r with n the whole part of x log2 e and r = x - n ln 2, subtracted in two steps so that no
    /// bits are lost.
    fn exp(&mut self, x: Reg, more: i32) -> Reg {
        let x = self.clamped(x, SMALLEST_EXPONENT, LARGEST_EXPONENT);
        let scaled = self.mul(x, LOG2_E);
        let whole = self.nearest(scaled);
        let rest = self.fma(whole, -LN_2_HIGH, x);
        let rest = self.fma(whole, -LN_2_LOW, rest);
        let power = self.exp_of_rest(rest);
        let n = self.integer(whole);
        let n = self.0.add(Type::S32, n, more);
        self.scaled(power, n)
    }

    fn exp2(&mut self, x: Reg) -> Reg {
        let x = self.clamped(x, SMALLEST_EXPONENT * LOG2_E, LARGEST_EXPONENT * LOG2_E);
        let whole = self.nearest(x);
        let rest = self.sub(x, whole);
        let rest = self.mul(rest, LN_2);
        let power = self.exp_of_rest(rest);
        let n = self.integer(whole);
        self.scaled(power, n)
    }

    /// x as m * 2^e with m between the roots of 1/2 and 2.
    fn taken_apart(&mut self, x: Reg) -> (Reg, Reg) {
        // What is too small for an exponent of its own is lifted first.
        let tiny = self.compare(Word::Lt, x, f64::MIN_POSITIVE);
        let lifted = self.mul(x, f64::from_bits((1023 + 54) << 52));
        let x = self.select(lifted, x, tiny);
        let lift = self.0.selp(Type::S32, -54 - 1023, -1023, tiny);
        let [low, high] = self.words(x);
        let exponent = self.0.binary(Opcode::Shr, Type::U32, high, 20u32);
        let exponent = self.0.add(Type::S32, exponent, lift);
        let high = self.0.binary(Opcode::And, Type::B32, high, 0x000F_FFFFu32);
        let high = self.0.binary(Opcode::Or, Type::B32, high, 0x3FF0_0000u32);
        let mantissa = self.of_words(low, high);
        let large = self.compare(Word::Gt, mantissa, SQRT_2);
        let halved = self.mul(mantissa, 0.5);
        let mantissa = self.select(halved, mantissa, large);
        let next = self.0.add(Type::S32, exponent, 1);
        let exponent = self.0.selp(Type::S32, next, exponent, large);
        let exponent = self.0.cvt(&[Word::Rn], F64, Type::S32, exponent);
        (mantissa, exponent)
    }

    /// ln m for m between the roots of 1/2 and 2: with s = (m - 1) / (m + 1), it is 2 s (1 + s^2 / 3 + s^4 / 5 ...).
    fn log_of_mantissa(&mut self, m: Reg) -> Pair {
        let (above, below) = (self.add(m, -1.0), self.add(m, 1.0));
        // What rounding m + 1 lost.
        let back = self.add(below, -1.0);
        let lost = self.sub(m, back);
        let s = self.quotient(above, below);
        let minus = self.negated(s);
        let error = self.fma(minus, below, above);
        let error = self.fma(minus, lost, error);
        let error = self.quotient(error, below);
        let square = self.mul(s, s);
        let tail = self.polynomial(square, (1..12).map(|n| 2.0 / f64::from(2 * n + 1)));
        let cube = self.mul(square, s);
        let high = self.add(s, s);
        let twice = self.add(error, error);
        let low = self.fma(cube, tail, twice);
        self.pair(high, low)
    }

    /// a + b, of which |a| is the larger.
    fn pair(&mut self, a: Reg, b: Reg) -> Pair {
        let high = self.add(a, b);
        let taken = self.sub(high, a);
        let low = self.sub(b, taken);
        Pair { high, low }
    }

    /// ln x of a positive number.
    fn log_pair(&mut self, x: Reg) -> Pair {
        let (mantissa, exponent) = self.taken_apart(x);
        let small = self.log_of_mantissa(mantissa);
        // Where the exponent is not 0, its part is the larger.
        let whole = self.mul(exponent, LN_2_HIGH);
        let none = self.compare(Word::Eq, exponent, 0.0);
        let first = self.select(small.high, whole, none);
        let second = self.select(whole, small.high, none);
        let sum = self.pair(first, second);
        let low = self.fma(exponent, LN_2_LOW, small.low);
        let low = self.add(sum.low, low);
        self.pair(sum.high, low)
    }

    /// What logarithms are where x is no positive number, or infinite.
    fn at_the_ends(&mut self, x: Reg, log: Reg) -> Reg {
        let zero = self.compare(Word::Eq, x, 0.0);
        let log = self.select(f64::NEG_INFINITY, log, zero);
        let endless = self.compare(Word::Eq, x, f64::INFINITY);
        let log = self.select(x, log, endless);
        let fine = self.compare(Word::Ge, x, 0.0);
        self.select(log, f64::NAN, fine)
    }

    fn log(&mut self, x: Reg) -> Reg {
        let log = self.log_pair(x);
        self.at_the_ends(x, log.high)
    }

    fn log2(&mut self, x: Reg) -> Reg {
        let (mantissa, exponent) = self.taken_apart(x);
        let small = self.log_of_mantissa(mantissa);
        let low = self.mul(small.low, LOG2_E);
        let part = self.fma(small.high, LOG2_E, low);
        let log = self.add(exponent, part);
        self.at_the_ends(x, log)
    }

    /// The sine of x plus so many right angles: with n the nearest multiple of pi / 2 and r the rest, one of sin r and
    /// cos r, negated in two of the four quadrants.
    fn sine(&mut self, x: Reg, quadrants: i32) -> Reg {
        let scaled = self.mul(x, FRAC_2_PI);
        let whole = self.nearest(scaled);
        let rest = HALF_PI.iter().fold(x, |rest, &part| self.fma(whole, -part, rest));
        let square = self.mul(rest, rest);
        let sine = self.odd_series(rest, square, 1.0);
        let cosine = self.even_series(square);
        let quadrant = self.integer(whole);
        let quadrant = self.0.add(Type::S32, quadrant, quadrants);
        let odd = self.0.binary(Opcode::And, Type::B32, quadrant, 1);
        let odd = self.0.setp(Word::Ne, Type::S32, odd, 0);
        let chosen = self.select(cosine, sine, odd);
        let lower = self.0.binary(Opcode::And, Type::B32, quadrant, 2);
        let lower = self.0.setp(Word::Ne, Type::S32, lower, 0);
        let negated = self.negated(chosen);
        let sine = self.select(negated, chosen, lower);
        // The sine of zero has the sign of zero.
        let zero = self.compare(Word::Eq, x, 0.0);
        if quadrants == 0 {
            self.select(x, sine, zero)
        } else {
            sine
        }
    }

    /// x -/+ x^3/3! + x^5/5! ...: the sine for a sign of 1, the hyperbolic one for -1.
    fn odd_series(&mut self, x: Reg, square: Reg, sign: f64) -> Reg {
        let mut term = 1.0;
        let terms: Vec<f64> = (1..10)
            .map(|n| {
                term /= -sign * f64::from(2 * n * (2 * n + 1));
                term
            })
            .collect();
        let tail = self.polynomial(square, terms.into_iter());
        let cube = self.mul(square, x);
        self.fma(cube, tail, x)
    }

    /// 1 - x^2/2! + x^4/4! ...
    fn even_series(&mut self, square: Reg) -> Reg {
        let mut term = 1.0;
        let terms: Vec<f64> = (0..10)
            .map(|n| {
                term /= if n == 0 { 1.0 } else { -f64::from(2 * n * (2 * n - 1)) };
                term
            })
            .collect();
        self.polynomial(square, terms.into_iter())
    }

    /// e^x / 2 and e^-x / 2.
    fn half_exponentials(&mut self, x: Reg) -> (Reg, Reg) {
        let minus = self.negated(x);
        (self.exp(x, -1), self.exp(minus, -1))
    }

    fn sinh_near_zero(&mut self, x: Reg) -> Reg {
        let square = self.mul(x, x);
        self.odd_series(x, square, -1.0)
    }

    fn is_near_zero(&mut self, x: Reg) -> Reg {
        let magnitude = self.magnitude(x);
        self.compare(Word::Lt, magnitude, 1.0)
    }

    fn sinh(&mut self, x: Reg) -> Reg {
        let (up, down) = self.half_exponentials(x);
        let large = self.sub(up, down);
        // Near zero the difference would cancel.
        let small = self.sinh_near_zero(x);
        let near = self.is_near_zero(x);
        self.select(small, large, near)
    }

    fn cosh(&mut self, x: Reg) -> Reg {
        let (up, down) = self.half_exponentials(x);
        self.add(up, down)
    }

    fn tanh(&mut self, x: Reg) -> Reg {
        let magnitude = self.magnitude(x);
        let power = self.exp(magnitude, 0);
        let power = self.mul(power, power);
        let below = self.add(power, 1.0);
        let rest = self.quotient(2.0, below);
        let minus = self.negated(rest);
        let large = self.add(minus, 1.0);
        let large = self.with_sign(large, x);
        let sinh = self.sinh_near_zero(x);
        let cosh = self.cosh(x);
        let small = self.quotient(sinh, cosh);
        let near = self.is_near_zero(x);
        let tanh = self.select(small, large, near);
        let is_number = self.compare(Word::Num, x, x);
        self.select(tanh, x, is_number)
    }

    /// The angle of the point (x, y): the arc tangent of the smaller over the larger coordinate, placed in its octant.
    fn atan2(&mut self, y: Reg, x: Reg) -> Reg {
        let (ay, ax) = (self.magnitude(y), self.magnitude(x));
        let large = self.0.binary(Opcode::Max, F64, ay, ax);
        let small = self.0.binary(Opcode::Min, F64, ay, ax);
        let ratio = self.quotient(small, large);
        // Both coordinates zero or infinite: a ratio of 0 or 1.
        let both_zero = self.compare(Word::Eq, large, 0.0);
        let ratio = self.select(0.0, ratio, both_zero);
        let both_infinite = self.compare(Word::Eq, small, f64::INFINITY);
        let ratio = self.select(1.0, ratio, both_infinite);
        // atan r = pi / 4 + atan((r - 1) / (r + 1)), which is at most tan(pi / 8) away from zero.
        let (less, more) = (self.add(ratio, -1.0), self.add(ratio, 1.0));
        let moved = self.quotient(less, more);
        let far = self.compare(Word::Gt, ratio, SQRT_2 - 1.0);
        let argument = self.select(moved, ratio, far);
        let square = self.mul(argument, argument);
        let tail = self.polynomial(
            square,
            (1..22).map(|n| if n % 2 == 1 { -1.0 } else { 1.0 } / f64::from(2 * n + 1)),
        );
        let cube = self.mul(square, argument);
        let angle = self.fma(cube, tail, argument);
        let base = self.select(FRAC_PI_4, 0.0, far);
        let angle = self.add(angle, base);
        // Octants: past the diagonal, then past the vertical axis, then below the horizontal one.
        let steep = self.compare(Word::Gt, ay, ax);
        let minus = self.negated(angle);
        let rest = self.add(minus, FRAC_PI_2);
        let angle = self.select(rest, angle, steep);
        let [_, high] = self.words(x);
        let left = self.0.setp(Word::Lt, Type::S32, high, 0);
        let minus = self.negated(angle);
        let rest = self.add(minus, PI);
        let angle = self.select(rest, angle, left);
        let angle = self.with_sign(angle, y);
        // The minimum above forgets a NaN.
        let is_number = self.compare(Word::Num, x, y);
        self.select(angle, f64::NAN, is_number)
    }

    /// x^y = e^(y ln |x|), with the sign of x where y is odd; not a number where x is negative and y is no integer.
    fn power(&mut self, x: Reg, y: Reg) -> Reg {
        let magnitude = self.magnitude(x);
        let log = self.log_pair(magnitude);
        let high = self.at_the_ends(magnitude, log.high);
        // The logarithm in two parts: a large y magnifies what the first lacks.
        let exponent = self.mul(high, y);
        let minus = self.negated(exponent);
        let error = self.fma(high, y, minus);
        let error = self.fma(log.low, y, error);
        let power = self.exp(exponent, 0);
        let corrected = self.fma(power, error, power);
        // Where a part is infinite or nearly so, there is nothing to correct.
        let size = self.magnitude(exponent);
        let moderate = self.compare(Word::Lt, size, LARGEST_EXPONENT);
        let finite = self.compare(Word::Lt, power, f64::INFINITY);
        let moderate = self.0.binary(Opcode::And, Type::Pred, moderate, finite);
        let result = self.select(corrected, power, moderate);
        // y is an integer if rounding leaves it, and odd if half of it is none.
        let whole = self.0.cvt(&[Word::Rzi], F64, F64, y);
        let is_whole = self.compare(Word::Eq, whole, y);
        let half = self.mul(y, 0.5);
        let half_whole = self.0.cvt(&[Word::Rzi], F64, F64, half);
        let is_odd = self.compare(Word::Ne, half_whole, half);
        let is_odd = self.0.binary(Opcode::And, Type::Pred, is_odd, is_whole);
        let signed = self.with_sign(result, x);
        let result = self.select(signed, result, is_odd);
        let negative = self.compare(Word::Lt, x, 0.0);
        let finite = self.compare(Word::Gt, x, f64::NEG_INFINITY);
        let negative = self.0.binary(Opcode::And, Type::Pred, negative, finite);
        let mods = [Mod::Type(Type::Pred)];
        let broken = self.0.value(Type::Pred, Opcode::Not, &mods, [is_whole.into()]);
        let broken = self.0.binary(Opcode::And, Type::Pred, broken, negative);
        let result = self.select(f64::NAN, result, broken);
        // (-1)^y is 1 for an infinite y; x^0 and 1^y are 1, whatever the other is.
        let zeroth = self.compare(Word::Eq, y, 0.0);
        let one = self.compare(Word::Eq, x, 1.0);
        let trivial = self.0.binary(Opcode::Or, Type::Pred, zeroth, one);
        let unit = self.compare(Word::Eq, magnitude, 1.0);
        let far = self.magnitude(y);
        let far = self.compare(Word::Eq, far, f64::INFINITY);
        let unit = self.0.binary(Opcode::And, Type::Pred, unit, far);
        let trivial = self.0.binary(Opcode::Or, Type::Pred, trivial, unit);
        self.select(1.0, result, trivial)
    }
}
