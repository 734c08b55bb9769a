//! Arithmetic of f64 in every rounding direction, on integers: nothing overflows or underflows before the one rounding.
//!
//! Where an operand is zero, infinite or no number, the result is one that every direction has, and the machine's own;
//! sums that come to zero are told apart by their signs.

use super::Rnd;

/// A number other than zero: `significand * 2^exponent`, and a little more than that if `more`.
#[derive(Clone, Copy)]
struct Number {
    negative: bool,
    significand: u128,
    exponent: i32,
    more: bool,
}

/// Where [`Number::aligned`] puts the first bit of a significand: there is room for a carry, and for telling halves.
const FIRST: u32 = 125;

impl Number {
    /// Of a finite number that is not zero.
    fn of(x: f64) -> Number {
        let bits = x.to_bits();
        let (field, fraction) = ((bits >> 52 & 0x7FF) as i32, bits & ((1 << 52) - 1));
        let hidden = u64::from(field > 0) << 52;
        Number {
            negative: x.is_sign_negative(),
            significand: (hidden | fraction).into(),
            exponent: field.max(1) - 1075,
            more: false,
        }
    }

    /// The same number with its first bit at [`FIRST`].
    fn aligned(self) -> Number {
        let left = FIRST + self.significand.leading_zeros() - 127;
        Number {
            significand: self.significand << left,
            exponent: self.exponent - left as i32,
            ..self
        }
    }

    /// Of factors of 64 bits at most.
    fn product(self, other: Number) -> Number {
        Number {
            negative: self.negative != other.negative,
            significand: self.significand * other.significand,
            exponent: self.exponent + other.exponent,
            more: false,
        }
    }

    /// Of addends of 107 bits at most; none if it is zero.
    fn sum(self, other: Number) -> Option<Number> {
        let (mut a, mut b) = (self.aligned(), other.aligned());
        if (a.exponent, a.significand) < (b.exponent, b.significand) {
            (a, b) = (b, a);
        }
        let distance = (a.exponent - b.exponent) as u32;
        let moved = b.significand.checked_shr(distance).unwrap_or(0);
        // Only far apart is anything cut off: then 18 bits and more of the larger are zeros, and one of them can be
        // borrowed.
        let more = distance > b.significand.trailing_zeros();
        let significand = match a.negative == b.negative {
            true => a.significand + moved,
            false => a.significand - moved - u128::from(more),
        };
        (significand != 0).then_some(Number { significand, more, ..a })
    }

    /// To 69 bits and more, of numbers of 53.
    fn quotient(self, other: Number) -> Number {
        let dividend = self.aligned();
        Number {
            negative: self.negative != other.negative,
            significand: dividend.significand / other.significand,
            exponent: dividend.exponent - other.exponent,
            more: !dividend.significand.is_multiple_of(other.significand),
        }
    }

    /// To 62 bits and more, of a number above zero.
    fn root(self) -> Number {
        let square = self.aligned();
        // Half of the exponent must be whole.
        let odd = square.exponent.rem_euclid(2);
        let significand = square.significand << odd;
        let root = significand.isqrt();
        Number {
            significand: root,
            exponent: (square.exponent - odd) / 2,
            more: root * root != significand,
            ..square
        }
    }

    /// Rounded once.
    fn round(self, rnd: Rnd) -> f64 {
        let first = 127 - self.significand.leading_zeros() as i32;
        // The exponent of the last bit that is kept.
        let last = (self.exponent + first).max(-1022) - 52;
        let drop = last - self.exponent;
        let (kept, half, rest) = match drop {
            ..=0 => (self.significand << -drop, false, self.more),
            1..=127 => {
                let lost = self.significand & ((1 << drop) - 1);
                let middle = 1 << (drop - 1);
                let rest = lost & (middle - 1) != 0 || self.more;
                (self.significand >> drop, lost & middle != 0, rest)
            }
            _ => (0, false, true),
        };
        let away = match rnd {
            Rnd::Near => half && (rest || kept & 1 == 1),
            Rnd::Away => half,
            Rnd::Zero => false,
            Rnd::Down => self.negative && (half || rest),
            Rnd::Up => !self.negative && (half || rest),
        };
        // Codes are ordered like magnitudes: a carry goes into the exponent by itself.
        let code = ((last + 1074) as u64) << 52;
        let code = code + kept as u64 + u64::from(away);
        let infinite = f64::INFINITY.to_bits();
        let stops = match rnd {
            Rnd::Near | Rnd::Away => false,
            Rnd::Zero => true,
            Rnd::Down => !self.negative,
            Rnd::Up => self.negative,
        };
        let magnitude = f64::from_bits(code.min(if stops { infinite - 1 } else { infinite }));
        if self.negative { -magnitude } else { magnitude }
    }
}

/// Whether the machine's own arithmetic is right for a number in every direction.
fn is_special(x: f64) -> bool {
    x == 0.0 || !x.is_finite()
}

/// The sum of two numbers that cancel, or of two zeros.
fn zero(a_negative: bool, b_negative: bool, rnd: Rnd) -> f64 {
    let negative = if a_negative == b_negative {
        a_negative
    } else {
        rnd == Rnd::Down
    };
    if negative { -0.0 } else { 0.0 }
}

/// `a + b`
pub(crate) fn add(a: f64, b: f64, rnd: Rnd) -> f64 {
    if a == 0.0 && b == 0.0 {
        return zero(a.is_sign_negative(), b.is_sign_negative(), rnd);
    }
    if is_special(a) || is_special(b) {
        return a + b;
    }
    let sum = Number::of(a).sum(Number::of(b));
    sum.map_or_else(|| zero(false, true, rnd), |sum| sum.round(rnd))
}

/// `a * b`
pub(crate) fn mul(a: f64, b: f64, rnd: Rnd) -> f64 {
    if is_special(a) || is_special(b) {
        return a * b;
    }
    Number::of(a).product(Number::of(b)).round(rnd)
}

/// `a * b + c`
pub(crate) fn fma(a: f64, b: f64, c: f64, rnd: Rnd) -> f64 {
    if !(a.is_finite() && b.is_finite() && c.is_finite()) {
        // The product of finite numbers is finite here, whatever f64 makes of it.
        let product = if a.is_finite() && b.is_finite() { 0.0 } else { a * b };
        return product + c;
    }
    if a == 0.0 || b == 0.0 {
        return add(a * b, c, rnd);
    }
    let product = Number::of(a).product(Number::of(b));
    if c == 0.0 {
        return product.round(rnd);
    }
    let sum = product.sum(Number::of(c));
    sum.map_or_else(|| zero(false, true, rnd), |sum| sum.round(rnd))
}

/// `a / b`
pub(crate) fn div(a: f64, b: f64, rnd: Rnd) -> f64 {
    if is_special(a) || is_special(b) {
        return a / b;
    }
    Number::of(a).quotient(Number::of(b)).round(rnd)
}

/// The square root.
pub(crate) fn sqrt(a: f64, rnd: Rnd) -> f64 {
    if is_special(a) || a < 0.0 {
        return a.sqrt();
    }
    Number::of(a).root().round(rnd)
}

#[cfg(test)]
mod tests {
    use super::*;

    const DIRECTIONS: [Rnd; 4] = [Rnd::Near, Rnd::Zero, Rnd::Down, Rnd::Up];

    /// Numbers of all sizes, and those at the edges.
    fn numbers(count: usize) -> Vec<f64> {
        let edges = [
            0.0,
            5e-324,
            1.5e-323,
            f64::MIN_POSITIVE,
            f64::MIN_POSITIVE - 5e-324,
            1e-200,
            1.0,
            1.0 + f64::EPSILON,
            3.0,
            1e200,
            f64::MAX,
            f64::INFINITY,
            f64::NAN,
        ];
        let mut state = 11_u64;
        let random = (0..count).map(|i| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            match i % 3 {
                // Anything, numbers about one, and whole numbers: sums that cancel and quotients that are exact.
                0 => f64::from_bits(state),
                1 => f64::from_bits(state >> 12 | 0x3FF0_0000_0000_0000),
                _ => (state >> 40) as f64,
            }
        });
        edges.into_iter().chain(random).flat_map(|x| [x, -x]).collect()
    }

    fn same(a: f64, b: f64) -> bool {
        a.to_bits() == b.to_bits() || a.is_nan() && b.is_nan()
    }

    #[test]
    fn to_nearest_is_what_the_machine_has() {
        let numbers = numbers(300);
        for &a in &numbers {
            assert!(same(sqrt(a, Rnd::Near), a.sqrt()), "{a:e}");
            for &b in &numbers {
                assert!(same(add(a, b, Rnd::Near), a + b), "{a:e} + {b:e}");
                assert!(same(mul(a, b, Rnd::Near), a * b), "{a:e} * {b:e}");
                assert!(same(div(a, b, Rnd::Near), a / b), "{a:e} / {b:e}");
                for &c in numbers.iter().step_by(17).chain(&[a, b, -(a * b)]) {
                    assert!(
                        same(fma(a, b, c, Rnd::Near), libm::fma(a, b, c)),
                        "{a:e} * {b:e} + {c:e}"
                    );
                }
            }
        }
    }

    /// Down and up are the two neighbours of the exact value or that value itself, nearest is one of them, and zero the
    /// lesser in magnitude.
    fn check(results: [f64; 4], is_exact: bool, what: &str) {
        let [near, zero, down, up] = results;
        if near.is_nan() {
            assert!(results.iter().all(|r| r.is_nan()), "{what}");
            return;
        }
        let next = |x: f64| match x {
            0.0 => f64::from_bits(1),
            x if x > 0.0 => f64::from_bits(x.to_bits() + 1),
            x => f64::from_bits(x.to_bits() - 1),
        };
        let follows = if is_exact { down } else { next(down) };
        assert!(up == follows, "{what}: {down:e} to {up:e}");
        assert!(near == down || near == up, "{what}");
        assert!(zero == if down >= 0.0 { down } else { up }, "{what}");
    }

    #[test]
    fn directions_bracket_the_exact_value() {
        let numbers: Vec<f64> = numbers(200)
            .into_iter()
            .filter(|x| x.is_finite() && *x != 0.0)
            .collect();
        for &a in &numbers {
            for &b in &numbers {
                let what = format!("{a:e}, {b:e}");
                // Whether the result is exact, by other ways.
                let product = DIRECTIONS.map(|rnd| mul(a, b, rnd));
                let near = product[0];
                let fits = near.is_finite() && near.abs() > 1e-280;
                if fits {
                    check(product, libm::fma(a, b, -near) == 0.0, &what);
                } else {
                    assert!(product[2] <= near && near <= product[3], "{what}");
                    assert!(near.is_finite() && near != 0.0 || product[2] < product[3], "{what}");
                }
                let quotient = DIRECTIONS.map(|rnd| div(a, b, rnd));
                let near = quotient[0];
                if near.is_finite() && near.abs() > 1e-280 && a.abs() > 1e-280 && b.abs() < 1e280 {
                    check(quotient, libm::fma(near, b, -a) == 0.0, &what);
                }
                let sum = DIRECTIONS.map(|rnd| add(a, b, rnd));
                let near = sum[0];
                if near.is_finite() {
                    let part = near - a;
                    check(sum, (a - (near - part)) + (b - part) == 0.0, &what);
                }
            }
            let root = DIRECTIONS.map(|rnd| sqrt(a.abs(), rnd));
            if a.abs() > 1e-280 {
                check(root, libm::fma(root[0], root[0], -a.abs()) == 0.0, &format!("{a:e}"));
            }
        }
    }

    #[test]
    fn overflow_stops_and_underflow_leaves_something() {
        let [near, zero, down, up] = DIRECTIONS.map(|rnd| mul(1e200, 1e200, rnd));
        assert_eq!(
            (near, zero, down, up),
            (f64::INFINITY, f64::MAX, f64::MAX, f64::INFINITY)
        );
        let [near, zero, down, up] = DIRECTIONS.map(|rnd| mul(1e-200, -1e-200, rnd));
        assert_eq!(
            [near, zero, down, up].map(f64::to_bits),
            [-0.0, -0.0, -5e-324, -0.0].map(f64::to_bits)
        );
        let [near, zero, down, up] = DIRECTIONS.map(|rnd| fma(1e-200, 1e-200, -1.0, rnd));
        assert_eq!((near, down), (-1.0, -1.0));
        assert_eq!((zero, up), (-1.0 + f64::EPSILON / 2.0, -1.0 + f64::EPSILON / 2.0));
        assert_eq!(fma(f64::MAX, f64::MAX, f64::NEG_INFINITY, Rnd::Zero), f64::NEG_INFINITY);
        assert_eq!(
            sqrt(1.5e-323, Rnd::Up).to_bits(),
            sqrt(1.5e-323, Rnd::Down).to_bits() + 1
        );
        for rnd in DIRECTIONS {
            let zero = if rnd == Rnd::Down { -0.0_f64 } else { 0.0 };
            assert_eq!(add(3.0, -3.0, rnd).to_bits(), zero.to_bits());
            assert_eq!(fma(2.0, 3.0, -6.0, rnd).to_bits(), zero.to_bits());
        }
    }
}
