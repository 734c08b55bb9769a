//! Sines, cosines, tangents and angles, for arguments of any size.

use super::V::{F, I};
use super::coefficients::{ATAN, COS, SIN, TWO_OVER_PI};
use super::{Do, Math, NumberKind, V};
use std::f64::consts::{FRAC_2_PI, FRAC_PI_2};

/// Half of pi in three parts (Cody and Waite), each the first bits of what is left: all positive, so that nothing taken
/// from -0 leaves -0.
const HALF_PI: [[f64; 3]; 2] = [
    [FRAC_PI_2, 6.123233995736765e-17, 1.0828566739219139e-32],
    [1.570796251296997, 7.549789415861596e-08, 5.390302529957765e-15],
];
/// From here on three parts are too few.
const LARGE: [f64; 2] = [1e9, 1e5];
/// A quarter of a turn over 2^64, and what an f64 leaves of it.
const STEP: f64 = FRAC_PI_2 / 18_446_744_073_709_551_616.0;
const STEP_LOW: f64 = 6.123_233_995_736_766e-17 / 18_446_744_073_709_551_616.0;

/// The rest of an angle after whole right angles, and the number of those (the last two bits count).
struct Reduced {
    rest: V,
    quadrant: V,
}

impl Math<'_> {
    /// x - n pi / 2 for the nearest n.
    fn reduced(&mut self, x: V) -> Reduced {
        let scaled = self.mul(x, F(FRAC_2_PI));
        let whole = self.float(Do::Nearest, &[scaled]);
        // Never -0.
        let whole = self.add(whole, F(0.0));
        let parts = self.by_type(HALF_PI[0], HALF_PI[1]);
        let rest = parts.iter().fold(x, |rest, &part| self.fma(whole, F(-part), rest));
        let quadrant = self.float(Do::ToInt, &[whole]);
        let size = self.abs(x);
        let large = self.compare(Do::Greater, size, F(self.by_type(LARGE[0], LARGE[1])));
        self.machine.begin(large);
        let exact = self.reduced_by_many_bits(x);
        self.machine.set(NumberKind::Float, rest, exact.rest);
        self.machine.set(NumberKind::Int, quadrant, exact.quadrant);
        self.machine.end();
        Reduced { rest, quadrant }
    }

    /// The same for large x (Payne and Hanek): of 2 / pi only those bits matter that make neither whole turns nor too
    /// little to see. They are cut out of a table, and the product with the bits of x is taken in whole numbers.
    fn reduced_by_many_bits(&mut self, x: V) -> Reduced {
        let (shift, bias) = self.exponent_field();
        let top = self.float(Do::Top, &[x]);
        let field = self.int(Do::Shr, &[top, I(shift)]);
        let field = self.int(Do::And, &[field, I(2 * bias + 1)]);
        // The first bit that matters, counted from one word before the table.
        let first = self.int(Do::Sub, &[field, I(bias + 1)]);
        let (high, low, quadrant) = if self.wide {
            self.turns_of_double(x, first)
        } else {
            self.turns_of_single(x, first)
        };
        let rest = self.angle(high, low);
        // An infinite angle is none.
        let endless = self.int(Do::Equal, &[field, I(2 * bias + 1)]);
        let rest = self.pick(F(f64::NAN), rest, endless);
        let negative = self.int(Do::Less, &[top, I(0)]);
        let minus = self.neg(rest);
        let rest = self.pick(minus, rest, negative);
        let minus = self.int(Do::Sub, &[I(0), quadrant]);
        let quadrant = self.int(Do::Pick, &[minus, quadrant, negative]);
        Reduced { rest, quadrant }
    }

    /// Of |x| 2 / pi: the fraction, from -1/2 to 1/2, in units of 2^-64 (and 2^-128), and the whole quadrants.
    fn turns_of_single(&mut self, x: V, first: V) -> (V, Option<V>, V) {
        let top = self.float(Do::Top, &[x]);
        let mantissa = self.int(Do::Shl, &[top, I(8)]);
        let mantissa = self.int(Do::Or, &[mantissa, I(0x8000_0000)]);
        let mantissa = self.machine.op(Do::Extend, NumberKind::Long, &[mantissa]);
        // The table in words of 32 bits, after one of zeros; `two(i)` are two of them.
        let word = |i: usize| match i {
            0 => 0,
            i if i % 2 == 1 => TWO_OVER_PI[i / 2] >> 32,
            i => TWO_OVER_PI[i / 2 - 1] & 0xFFFF_FFFF,
        };
        let two = |i: usize| I((word(i) << 32 | word(i + 1)) as i64);
        let (skip_one, skip_two) = (self.bit(first, 32), self.bit(first, 64));
        let mut window = |from: usize| {
            let even = self.long(Do::Pick, &[two(from + 2), two(from), skip_two]);
            let odd = self.long(Do::Pick, &[two(from + 3), two(from + 1), skip_two]);
            self.long(Do::Pick, &[odd, even, skip_one])
        };
        let (high, low) = (window(0), window(2));
        let by = self.int(Do::And, &[first, I(31)]);
        let (high, low) = (self.spliced(high, low, by), self.long(Do::Shl, &[low, by]));
        let low = self.long(Do::Shr, &[low, I(32)]);
        let product = self.long(Do::Mul, &[mantissa, low]);
        let carry = self.long(Do::Shr, &[product, I(32)]);
        let product = self.long(Do::Mul, &[mantissa, high]);
        let turns = self.long(Do::Add, &[product, carry]);
        let quadrant = self.nearest_quadrant(turns);
        (self.long(Do::Shl, &[turns, I(2)]), None, quadrant)
    }

    fn turns_of_double(&mut self, x: V, first: V) -> (V, Option<V>, V) {
        let bits = self.long(Do::Bits, &[x]);
        let mantissa = self.long(Do::Shl, &[bits, I(11)]);
        let mantissa = self.long(Do::Or, &[mantissa, I(i64::MIN)]);
        // Four words of the table, by one bit of the index after the other.
        let mut words: Vec<V> = std::iter::once(I(0))
            .chain(TWO_OVER_PI.iter().map(|&w| I(w as i64)))
            .collect();
        for skip in [8, 4, 2, 1] {
            let skips = self.bit(first, skip * 64);
            let skip = skip as usize;
            let kept = (4 + skip - 1).min(words.len());
            words = (0..kept)
                .map(|i| match words.get(i + skip) {
                    Some(&later) => self.long(Do::Pick, &[later, words[i], skips]),
                    None => words[i],
                })
                .collect();
        }
        let by = self.int(Do::And, &[first, I(63)]);
        let [a, b, c] = [0, 1, 2].map(|i| self.spliced(words[i], words[i + 1], by));
        let least = self.long(Do::MulHigh, &[mantissa, c]);
        let low = self.long(Do::Mul, &[mantissa, b]);
        let low = self.long(Do::Add, &[low, least]);
        let carries = self.long(Do::Less, &[low, least]);
        let carry = self.long(Do::Pick, &[I(1), I(0), carries]);
        let middle = self.long(Do::MulHigh, &[mantissa, b]);
        let high = self.long(Do::Mul, &[mantissa, a]);
        let high = self.long(Do::Add, &[high, middle]);
        let turns = self.long(Do::Add, &[high, carry]);
        let quadrant = self.nearest_quadrant(turns);
        let high = self.spliced(turns, low, I(2));
        (high, Some(self.long(Do::Shl, &[low, I(2)])), quadrant)
    }

    /// The first word moved up, filled from the second.
    fn spliced(&mut self, high: V, low: V, by: V) -> V {
        let back = match by {
            I(by) => I(64 - by),
            by => self.int(Do::Sub, &[I(64), by]),
        };
        let high = self.long(Do::Shl, &[high, by]);
        let low = self.long(Do::Shr, &[low, back]);
        self.long(Do::Or, &[high, low])
    }

    /// The number of quadrants, in the two upper bits, rounded.
    fn nearest_quadrant(&mut self, turns: V) -> V {
        let rounded = self.long(Do::Add, &[turns, I(1 << 61)]);
        let quadrant = self.long(Do::Shr, &[rounded, I(62)]);
        self.long(Do::Low, &[quadrant])
    }

    /// A fraction of a quadrant, in units of 2^-64 and 2^-128, as an angle.
    fn angle(&mut self, high: V, low: Option<V>) -> V {
        let Some(low) = low else {
            let fraction = self.machine.op(Do::FromLong, NumberKind::Double, &[high]);
            let angle = self.machine.op(Do::Mul, NumberKind::Double, &[fraction, F(STEP)]);
            return self.machine.op(Do::Narrow, NumberKind::Double, &[angle]);
        };
        // As many bits as an f64 has, and the rest.
        let most = self.long(Do::And, &[high, I(!0x7FF)]);
        let most = self.machine.op(Do::FromLong, NumberKind::Double, &[most]);
        let less = self.long(Do::And, &[high, I(0x7FF)]);
        let less = self.machine.op(Do::FromLong, NumberKind::Double, &[less]);
        let low = self.machine.op(Do::FromUnsigned, NumberKind::Double, &[low]);
        let less = self.fma(low, F(1.0 / 18_446_744_073_709_551_616.0), less);
        let angle = self.mul(most, F(STEP));
        let minus = self.neg(angle);
        let error = self.fma(most, F(STEP), minus);
        let error = self.fma(most, F(STEP_LOW), error);
        let error = self.fma(less, F(STEP), error);
        self.add(angle, error)
    }

    /// 1 - r^2 / 2 + r^4 ...
    fn cosine_of_rest(&mut self, rest: V) -> V {
        let square = self.mul(rest, rest);
        let tail = self.series(square, &COS);
        let tail = self.fma(square, tail, F(-0.5));
        self.fma(square, tail, F(1.0))
    }

    /// The sine of x plus so many right angles: one of sin r and cos r, negated in two of the four quadrants.
    pub(super) fn sine(&mut self, x: V, quadrants: i64) -> V {
        let Reduced { rest, quadrant } = self.reduced(x);
        let sine = self.odd_series(rest, &SIN);
        let cosine = self.cosine_of_rest(rest);
        let quadrant = if quadrants == 0 {
            quadrant
        } else {
            self.int(Do::Add, &[quadrant, I(quadrants)])
        };
        let odd = self.bit(quadrant, 1);
        let chosen = self.pick(cosine, sine, odd);
        let lower = self.bit(quadrant, 2);
        let minus = self.neg(chosen);
        self.pick(minus, chosen, lower)
    }

    pub(super) fn tan(&mut self, x: V) -> V {
        let Reduced { rest, quadrant } = self.reduced(x);
        let sine = self.odd_series(rest, &SIN);
        let cosine = self.cosine_of_rest(rest);
        let odd = self.bit(quadrant, 1);
        let minus = self.neg(cosine);
        let above = self.pick(minus, sine, odd);
        let below = self.pick(sine, cosine, odd);
        self.float(Do::Div, &[above, below])
    }

    /// The angle of the point (x, y): the arc tangent of the smaller over the larger coordinate, placed in its octant.
    pub(super) fn atan2(&mut self, y: V, x: V) -> V {
        let (ay, ax) = (self.abs(y), self.abs(x));
        let large = self.float(Do::Max, &[ay, ax]);
        let small = self.float(Do::Min, &[ay, ax]);
        // atan r = pi / 4 + atan((r - 1) / (r + 1)), which is at most tan(pi / 8) away from zero. Halves, so that the
        // sum of two large numbers is one.
        let big = self.compare(Do::Greater, large, F(1.0));
        let scale = self.pick(F(0.5), F(1.0), big);
        let (large, small) = (self.mul(large, scale), self.mul(small, scale));
        let border = self.mul(large, F(std::f64::consts::SQRT_2 - 1.0));
        let far = self.compare(Do::Greater, small, border);
        let (less, more) = (self.sub(small, large), self.add(small, large));
        let above = self.pick(less, small, far);
        let below = self.pick(more, large, far);
        // Both coordinates zero or infinite: on the axis or on the diagonal.
        let both_zero = self.compare(Do::Equal, large, F(0.0));
        let below = self.pick(F(1.0), below, both_zero);
        let ratio = self.float(Do::Div, &[above, below]);
        let endless = self.compare(Do::Equal, small, F(f64::INFINITY));
        let ratio = self.pick(F(0.0), ratio, endless);
        let far = self.or(far, endless);
        let angle = self.odd_series(ratio, &ATAN);
        // Octants: past the diagonal, then past the vertical axis; counted in eighths of a turn.
        let eighths = self.pick(F(1.0), F(0.0), far);
        let steep = self.compare(Do::Greater, ay, ax);
        let left = self.is_negative(x);
        let (angle, eighths) = self.mirrored(angle, eighths, 2.0, steep);
        let (angle, eighths) = self.mirrored(angle, eighths, 4.0, left);
        let parts = self.by_type(HALF_PI[0], HALF_PI[1]);
        let angle = self.fma(eighths, F(parts[1] / 2.0), angle);
        let angle = self.fma(eighths, F(parts[0] / 2.0), angle);
        self.float(Do::CopySign, &[angle, y])
    }

    /// An angle on the other side of an axis, where a condition holds.
    fn mirrored(&mut self, angle: V, eighths: V, axis: f64, condition: V) -> (V, V) {
        let minus = self.neg(angle);
        let eighths_minus = self.neg(eighths);
        let other = self.add(eighths_minus, F(axis));
        (self.pick(minus, angle, condition), self.pick(other, eighths, condition))
    }
}
