//! Exponentials, logarithms, powers and hyperbolic functions.

use super::V::{F, I};
use super::coefficients::{EXP, LOG, LOG_TAIL, SINH, TANH};
use super::{Do, Math, Pair, V};
use std::f64::consts::{LN_2, LOG2_E};

/// ln(2) in two parts; the first has so many trailing zeros that its product with an exponent is exact.
const LN_2_PARTS: [(f64, f64); 2] = [
    (
        f64::from_bits(0x3FE6_2E42_FEE0_0000),
        f64::from_bits(0x3DEA_39EF_3579_3C76),
    ),
    (0.693_145_751_953_125, 1.428_606_765_330_187e-6),
];
/// Beyond these e^x / 2 is 0 or infinite.
const EXP_RANGE: [(f64, f64); 2] = [(-746.0, 711.0), (-105.0, 90.0)];

impl Math<'_> {
    /// e^x * 2^`more`: 2^n e^r with n the whole part of x log2 e and r = x - n ln 2, subtracted in two steps so that no
    /// bits are lost. `low` is what x is more than its bits say.
    pub(super) fn exp(&mut self, x: V, low: Option<V>, more: i64) -> V {
        let (least, most) = self.by_type(EXP_RANGE[0], EXP_RANGE[1]);
        let x = self.float(Do::Max, &[x, F(least)]);
        let x = self.float(Do::Min, &[x, F(most)]);
        let scaled = self.mul(x, F(LOG2_E));
        let whole = self.float(Do::Nearest, &[scaled]);
        let (ln_2, rest_of_ln_2) = self.by_type(LN_2_PARTS[0], LN_2_PARTS[1]);
        let rest = self.fma(whole, F(-ln_2), x);
        let mut rest = self.fma(whole, F(-rest_of_ln_2), rest);
        if let Some(low) = low {
            rest = self.add(rest, low);
        }
        self.power_of_parts(rest, whole, more)
    }

    /// e^rest * 2^(whole + more), |rest| about half of ln 2 at most.
    fn power_of_parts(&mut self, rest: V, whole: V, more: i64) -> V {
        let tail = self.series(rest, &EXP);
        let square = self.mul(rest, rest);
        let above_one = self.fma(square, tail, rest);
        let power = self.add(above_one, F(1.0));
        let mut n = self.float(Do::ToInt, &[whole]);
        if more != 0 {
            n = self.int(Do::Add, &[n, I(more)]);
        }
        self.scaled(power, n)
    }

    pub(super) fn exp2(&mut self, x: V) -> V {
        let (least, most) = self.by_type((-1076.0, 1025.0), (-151.0, 129.0));
        let x = self.float(Do::Max, &[x, F(least)]);
        let x = self.float(Do::Min, &[x, F(most)]);
        let whole = self.float(Do::Nearest, &[x]);
        let rest = self.sub(x, whole);
        let rest = self.mul(rest, F(LN_2));
        self.power_of_parts(rest, whole, 0)
    }

    /// x as m * 2^e with m between the roots of 1/2 and 2: m and e, a float.
    fn taken_apart(&mut self, x: V) -> (V, V) {
        let (shift, _) = self.exponent_field();
        let (least, lift) = self.by_type((f64::MIN_POSITIVE, 54), (f64::from(f32::MIN_POSITIVE), 25));
        // A number too small for an exponent of its own is lifted first.
        let tiny = self.compare(Do::Less, x, F(least));
        let lifted = self.mul(x, F((1u64 << lift) as f64));
        let x = self.pick(lifted, x, tiny);
        let lift = self.int(Do::Pick, &[I(-lift), I(0), tiny]);
        let top = self.float(Do::Top, &[x]);
        // The top of the root of 1/2.
        let root = self.by_type(0x3FE6_A09F, 0x3F35_04F4);
        let above = self.int(Do::Sub, &[top, I(root)]);
        let exponent = self.int(Do::Shr, &[above, I(shift)]);
        let shifted = self.int(Do::Shl, &[exponent, I(shift)]);
        let top = self.int(Do::Sub, &[top, shifted]);
        let mantissa = self.float(Do::WithTop, &[x, top]);
        let exponent = self.int(Do::Add, &[exponent, lift]);
        (mantissa, self.float(Do::FromInt, &[exponent]))
    }

    /// (m - 1) / (m + 1), to about twice the precision.
    fn ratio(&mut self, m: V) -> Pair {
        let (above, below) = (self.add(m, F(-1.0)), self.add(m, F(1.0)));
        // The error of rounding m + 1.
        let back = self.add(below, F(-1.0));
        let lost = self.sub(m, back);
        let reciprocal = self.float(Do::Reciprocal, &[below]);
        let ratio = self.mul(above, reciprocal);
        let minus = self.neg(ratio);
        let error = self.fma(minus, below, above);
        let error = self.fma(minus, lost, error);
        let error = self.mul(error, reciprocal);
        self.pair(ratio, error)
    }

    /// ln m for m between the roots of 1/2 and 2: with s = (m - 1) / (m + 1), it is 2 s + s^3 (2/3 + 2/5 s^2 ...).
    fn log_of_mantissa(&mut self, m: V) -> Pair {
        let s = self.ratio(m);
        let square = self.mul(s.high, s.high);
        let tail = self.series(square, &LOG);
        let cube = self.mul(square, s.high);
        let high = self.add(s.high, s.high);
        let twice = self.add(s.low, s.low);
        let low = self.fma(cube, tail, twice);
        self.pair(high, low)
    }

    /// The same, with all that weighs in two parts: a large exponent magnifies the error of a logarithm.
    fn precise_log_of_mantissa(&mut self, m: V) -> Pair {
        let s = self.ratio(m);
        let square = self.mul(s.high, s.high);
        let minus = self.neg(square);
        let error = self.fma(s.high, s.high, minus);
        let twice_high = self.add(s.high, s.high);
        let square_low = self.fma(twice_high, s.low, error);
        let tail = self.series(square, &LOG_TAIL);
        let tail = self.mul(square, tail);
        let (two_thirds, error) = self.by_type(
            (2.0 / 3.0, 3.700_743_415_417_188e-17),
            (0.666_666_686_534_881_6, -1.986_821_552_e-8),
        );
        let factor = self.pair(F(two_thirds), tail);
        let factor_low = self.add(factor.low, F(error));
        let factor = Pair {
            high: factor.high,
            low: factor_low,
        };
        let square = Pair {
            high: square,
            low: square_low,
        };
        let product = self.product(square, factor);
        let cube = self.product(s, product);
        let sum = self.pair(twice_high, cube.high);
        let low = self.fma(s.low, F(2.0), cube.low);
        let low = self.add(sum.low, low);
        self.pair(sum.high, low)
    }

    /// The product of two numbers in two parts.
    fn product(&mut self, a: Pair, b: Pair) -> Pair {
        let high = self.mul(a.high, b.high);
        let minus = self.neg(high);
        let low = self.fma(a.high, b.high, minus);
        let low = self.fma(a.high, b.low, low);
        let low = self.fma(a.low, b.high, low);
        Pair { high, low }
    }

    /// The logarithm of m * 2^e from that of m.
    fn log_of_parts(&mut self, small: Pair, exponent: V) -> Pair {
        let (ln_2, rest_of_ln_2) = self.by_type(LN_2_PARTS[0], LN_2_PARTS[1]);
        // Where the exponent is not 0, its part is the larger.
        let whole = self.mul(exponent, F(ln_2));
        let sum = self.pair(whole, small.high);
        let low = self.fma(exponent, F(rest_of_ln_2), small.low);
        let low = self.add(sum.low, low);
        self.pair(sum.high, low)
    }

    /// The logarithm where x is no positive number, or infinite.
    fn at_the_ends(&mut self, x: V, log: V) -> V {
        let zero = self.compare(Do::Equal, x, F(0.0));
        let log = self.pick(F(f64::NEG_INFINITY), log, zero);
        let endless = self.compare(Do::Equal, x, F(f64::INFINITY));
        let log = self.pick(x, log, endless);
        // Not greater than the least number: negative, or a NaN.
        let fine = self.compare(Do::Greater, x, F(self.by_type(-5e-324, -1.401_298_464_324_817e-45)));
        self.pick(log, F(f64::NAN), fine)
    }

    pub(super) fn log(&mut self, x: V) -> V {
        let (mantissa, exponent) = self.taken_apart(x);
        let small = self.log_of_mantissa(mantissa);
        let log = self.log_of_parts(small, exponent);
        self.at_the_ends(x, log.high)
    }

    pub(super) fn log2(&mut self, x: V) -> V {
        let (mantissa, exponent) = self.taken_apart(x);
        let small = self.log_of_mantissa(mantissa);
        let (log2_e, error) = self.by_type(
            (LOG2_E, 2.035_527_374_093_103_3e-17),
            (1.442_695_021_629_333_5, 1.925_963_033_500_011e-8),
        );
        let high = self.mul(small.high, F(log2_e));
        let minus = self.neg(high);
        let low = self.fma(small.high, F(log2_e), minus);
        let low = self.fma(small.high, F(error), low);
        let low = self.fma(small.low, F(log2_e), low);
        let sum = self.pair(exponent, high);
        let low = self.add(sum.low, low);
        let log = self.add(sum.high, low);
        self.at_the_ends(x, log)
    }

    /// e^x / 2 and e^-x / 2.
    fn half_exponentials(&mut self, x: V) -> (V, V) {
        let minus = self.neg(x);
        (self.exp(x, None, -1), self.exp(minus, None, -1))
    }

    pub(super) fn sinh(&mut self, x: V) -> V {
        let (up, down) = self.half_exponentials(x);
        let large = self.sub(up, down);
        // Near zero the difference would cancel.
        let small = self.odd_series(x, &SINH);
        let size = self.abs(x);
        let near = self.compare(Do::Less, size, F(1.0));
        self.pick(small, large, near)
    }

    pub(super) fn cosh(&mut self, x: V) -> V {
        let (up, down) = self.half_exponentials(x);
        self.add(up, down)
    }

    /// 1 - 2 / (e^2x + 1), and a series near zero.
    pub(super) fn tanh(&mut self, x: V) -> V {
        let size = self.abs(x);
        let twice = self.add(size, size);
        let power = self.exp(twice, None, 0);
        let below = self.add(power, F(1.0));
        let rest = self.float(Do::Div, &[F(-2.0), below]);
        let large = self.add(rest, F(1.0));
        let large = self.float(Do::CopySign, &[large, x]);
        let small = self.odd_series(x, &TANH);
        let near = self.compare(Do::Less, size, F(0.55));
        self.pick(small, large, near)
    }

    /// |x|^(y + `low`), without the rules for special numbers.
    fn power_of_size(&mut self, size: V, y: V, low: Option<V>) -> V {
        let (mantissa, exponent) = self.taken_apart(size);
        let small = self.precise_log_of_mantissa(mantissa);
        let log = self.log_of_parts(small, exponent);
        let high = self.at_the_ends(size, log.high);
        let power = self.mul(high, y);
        let minus = self.neg(power);
        let error = self.fma(high, y, minus);
        let mut error = self.fma(log.low, y, error);
        if let Some(low) = low {
            error = self.fma(high, low, error);
        }
        // Where the power is 0 or infinite, there is nothing to correct.
        let reach = self.abs(power);
        let moderate = self.compare(Do::Less, reach, F(self.by_type(800.0, 110.0)));
        let error = self.pick(error, F(0.0), moderate);
        self.exp(power, Some(error), 0)
    }

    /// x^y = e^(y ln |x|), with the sign of x where y is odd; not a number where x is negative and y is no integer.
    pub(super) fn power(&mut self, x: V, y: V) -> V {
        let size = self.abs(x);
        let result = self.power_of_size(size, y, None);
        // y is an integer if rounding leaves it, and odd if half of it is none.
        let whole = self.float(Do::Truncate, &[y]);
        let broken = self.compare(Do::Differ, whole, y);
        let half = self.mul(y, F(0.5));
        let half_whole = self.float(Do::Truncate, &[half]);
        let odd_or_broken = self.compare(Do::Differ, half_whole, half);
        let signed = self.float(Do::CopySign, &[result, x]);
        let signed = self.pick(signed, result, odd_or_broken);
        let result = self.pick(result, signed, broken);
        let negative = self.compare(Do::Less, x, F(0.0));
        let finite = self.compare(Do::Less, size, F(f64::INFINITY));
        let negative = self.and(negative, finite);
        let impossible = self.and(broken, negative);
        let result = self.pick(F(f64::NAN), result, impossible);
        // x^0 and 1^y are 1, whatever the other is, and (-1)^y for an infinite y.
        let zeroth = self.compare(Do::Equal, y, F(0.0));
        let one = self.compare(Do::Equal, x, F(1.0));
        let trivial = self.or(zeroth, one);
        let unit = self.compare(Do::Equal, x, F(-1.0));
        let reach = self.abs(y);
        let endless = self.compare(Do::Equal, reach, F(f64::INFINITY));
        let unit = self.and(unit, endless);
        let trivial = self.or(trivial, unit);
        self.pick(F(1.0), result, trivial)
    }

    /// x^n for a signed integer of 32 bits.
    pub(super) fn power_of_int(&mut self, x: V, n: V) -> V {
        let size = self.abs(x);
        let y = self.float(Do::FromInt, &[n]);
        // f32 does not hold all of n.
        let low = (!self.wide).then(|| {
            let back = self.float(Do::ToInt, &[y]);
            let rest = self.int(Do::Sub, &[n, back]);
            self.float(Do::FromInt, &[rest])
        });
        let result = self.power_of_size(size, y, low);
        let signed = self.float(Do::CopySign, &[result, x]);
        let odd = self.bit(n, 1);
        let result = self.pick(signed, result, odd);
        let zeroth = self.int(Do::Equal, &[n, I(0)]);
        self.pick(F(1.0), result, zeroth)
    }
}
