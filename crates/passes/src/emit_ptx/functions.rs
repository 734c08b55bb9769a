//! Functions that the machine has only approximately, or not at all, in f32.
//!
//! Arguments are reduced to a small range, where a polynomial is close to the last bit; coefficients are those of the
//! Taylor series, cut where the next term is below half a unit in the last place of the range.

use super::remainder::remainder;
use super::{Emitter, functions64};
use tilewright_ir::Op;
use tilewright_ir::convert::Failure;
use tilewright_ptx::{Mod, Opcode, Operand, Reg, Type, Word};

/// log2(e), and ln(2) in two parts whose sum is closer than one f32 can be.
const LOG2_E: f32 = std::f32::consts::LOG2_E;
const LN_2: f32 = std::f32::consts::LN_2;
const LN_2_HIGH: f32 = f32::from_bits(0x3F31_7200);
const LN_2_LOW: f32 = f32::from_bits(0x35BF_BE8E);
/// Half of pi in three parts (Cody and Waite): the first two have trailing zeros, so that small multiples are exact.
const HALF_PI: [f32; 3] = [1.570_312_5, 4.837_513e-4, 7.549_79e-8];

impl Emitter<'_> {
    pub(super) fn function(
        &mut self,
        op: Op,
        short: &str,
        ty: Type,
        ftz: bool,
        operands: Vec<Operand>,
    ) -> Result<Reg, Failure> {
        let regs: Vec<Reg> = operands
            .into_iter()
            .filter_map(|o| if let Operand::Reg(reg) = o { Some(reg) } else { None })
            .collect();
        if let ("remf", &[x, y]) = (short, &regs[..]) {
            return Ok(remainder(&mut self.b, ty, x, y));
        }
        if ty == Type::F64 {
            let done = functions64::function(&mut self.b, short, &regs);
            return done.ok_or_else(|| self.unsupported(op, format!("`{short}` of f64 is not supported yet")));
        }
        Ok(match (short, &regs[..]) {
            ("exp2", &[x]) => self.approximate(Opcode::Ex2, x, ftz),
            ("log2", &[x]) => self.approximate(Opcode::Lg2, x, ftz),
            ("rsqrt", &[x]) => self.approximate(Opcode::Rsqrt, x, ftz),
            ("exp", &[x]) => self.exp(x),
            ("log", &[x]) => {
                let log2 = self.approximate(Opcode::Lg2, x, ftz);
                self.b.mul(Type::F32, log2, LN_2)
            }
            ("sin", &[x]) => self.sine(x, 0),
            ("cos", &[x]) => self.sine(x, 1),
            ("tan", &[x]) => {
                let (sine, cosine) = (self.sine(x, 0), self.sine(x, 1));
                self.b.div_rn(Type::F32, sine, cosine)
            }
            ("sinh", &[x]) => self.sinh(x),
            ("cosh", &[x]) => {
                let (up, down) = self.half_exponentials(x);
                self.b.add(Type::F32, up, down)
            }
            ("tanh", &[x]) => self.tanh(x),
            ("atan2", &[y, x]) => self.atan2(y, x),
            ("fpowf", &[x, y]) => self.power(x, y),
            _ => return Err(self.unsupported(op, format!("`{short}` is not supported yet"))),
        })
    }

    fn approximate(&mut self, opcode: Opcode, x: Reg, ftz: bool) -> Reg {
        let mut mods = vec![Mod::Word(Word::Approx)];
        if ftz {
            mods.push(Mod::Word(Word::Ftz));
        }
        mods.push(Mod::Type(Type::F32));
        self.b.value(Type::F32, opcode, &mods, [x.into()])
    }

    /// The polynomial c0 + c1 x + c2 x^2 and so on.
    fn polynomial(&mut self, x: Reg, coefficients: &[f32]) -> Reg {
        let (&last, rest) = coefficients.split_last().unwrap_or((&0.0, &[]));
        let start = self.b.mov(Type::F32, last);
        rest.iter()
            .rev()
            .fold(start, |sum, &c| self.b.fma(Type::F32, sum, x, c))
    }

    fn magnitude(&mut self, x: Reg) -> Reg {
        self.b.unary(Opcode::Abs, &[], Type::F32, x)
    }

    /// The first argument with the sign of the second.
    fn with_sign(&mut self, magnitude: Reg, sign: Reg) -> Reg {
        // PTX: copysign d, a, b gives b's magnitude the sign of a.
        self.b.binary(Opcode::Copysign, Type::F32, sign, magnitude)
    }

    /// e^x = 2^n * 2^(r * log2 e) with n the whole part of x * log2 e and r = x - n ln 2, subtracted in two steps so that
    /// no bits are lost.
    fn exp(&mut self, x: Reg) -> Reg {
        let scaled = self.b.mul(Type::F32, x, LOG2_E);
        let whole = self.b.cvt(&[Word::Rzi], Type::F32, Type::F32, scaled);
        // Beyond these the result is 0 or infinite anyway.
        let whole = self.b.binary(Opcode::Max, Type::F32, whole, -150.0f32);
        let whole = self.b.binary(Opcode::Min, Type::F32, whole, 127.0f32);
        let rest = self.b.fma(Type::F32, whole, -LN_2_HIGH, x);
        let rest = self.b.fma(Type::F32, whole, -LN_2_LOW, rest);
        let rest = self.b.mul(Type::F32, rest, LOG2_E);
        let part = self.approximate(Opcode::Ex2, rest, false);
        let power = self.approximate(Opcode::Ex2, whole, false);
        self.b.mul(Type::F32, part, power)
    }

    /// The sine of x plus so many right angles: with n the nearest multiple of pi / 2 and r the rest, one of sin r and
    /// cos r, negated in two of the four quadrants.
    fn sine(&mut self, x: Reg, quadrants: i32) -> Reg {
        let scaled = self.b.mul(Type::F32, x, std::f32::consts::FRAC_2_PI);
        let whole = self.b.cvt(&[Word::Rni], Type::F32, Type::F32, scaled);
        let rest = HALF_PI
            .iter()
            .fold(x, |rest, &part| self.b.fma(Type::F32, whole, -part, rest));
        let square = self.b.mul(Type::F32, rest, rest);
        let tail = self.polynomial(square, &[-1.0 / 6.0, 1.0 / 120.0, -1.0 / 5040.0, 1.0 / 362_880.0]);
        let cube = self.b.mul(Type::F32, square, rest);
        let sine = self.b.fma(Type::F32, cube, tail, rest);
        let cosine = self.polynomial(
            square,
            &[1.0, -0.5, 1.0 / 24.0, -1.0 / 720.0, 1.0 / 40_320.0, -1.0 / 3_628_800.0],
        );
        let quadrant = self.b.value(
            Type::S32,
            Opcode::Cvt,
            &[Mod::Word(Word::Rni), Mod::Type(Type::S32), Mod::Type(Type::F32)],
            [whole.into()],
        );
        let quadrant = self.b.add(Type::S32, quadrant, quadrants);
        let odd = self.b.binary(Opcode::And, Type::B32, quadrant, 1);
        let odd = self.b.setp(Word::Ne, Type::S32, odd, 0);
        let chosen = self.b.selp(Type::F32, cosine, sine, odd);
        let lower = self.b.binary(Opcode::And, Type::B32, quadrant, 2);
        let lower = self.b.setp(Word::Ne, Type::S32, lower, 0);
        let negated = self.b.unary(Opcode::Neg, &[], Type::F32, chosen);
        self.b.selp(Type::F32, negated, chosen, lower)
    }

    /// e^x / 2 and e^-x / 2.
    fn half_exponentials(&mut self, x: Reg) -> (Reg, Reg) {
        let minus = self.b.unary(Opcode::Neg, &[], Type::F32, x);
        let (up, down) = (self.exp(x), self.exp(minus));
        (self.b.mul(Type::F32, up, 0.5f32), self.b.mul(Type::F32, down, 0.5f32))
    }

    fn sinh(&mut self, x: Reg) -> Reg {
        let (up, down) = self.half_exponentials(x);
        let large = self.b.sub(Type::F32, up, down);
        // Near zero the difference would cancel.
        let square = self.b.mul(Type::F32, x, x);
        let tail = self.polynomial(square, &[1.0 / 6.0, 1.0 / 120.0, 1.0 / 5040.0, 1.0 / 362_880.0]);
        let cube = self.b.mul(Type::F32, square, x);
        let small = self.b.fma(Type::F32, cube, tail, x);
        self.choose_small(x, 1.0, small, large)
    }

    fn tanh(&mut self, x: Reg) -> Reg {
        let magnitude = self.magnitude(x);
        let twice = self.b.add(Type::F32, magnitude, magnitude);
        let power = self.exp(twice);
        let below = self.b.add(Type::F32, power, 1.0f32);
        let two = self.b.mov(Type::F32, 2.0f32);
        let rest = self.b.div_rn(Type::F32, two, below);
        let one = self.b.mov(Type::F32, 1.0f32);
        let large = self.b.sub(Type::F32, one, rest);
        let large = self.with_sign(large, x);
        let square = self.b.mul(Type::F32, x, x);
        let tail = self.polynomial(
            square,
            &[
                -1.0 / 3.0,
                2.0 / 15.0,
                -17.0 / 315.0,
                62.0 / 2835.0,
                -1382.0 / 155_925.0,
                21_844.0 / 6_081_075.0,
            ],
        );
        let cube = self.b.mul(Type::F32, square, x);
        let small = self.b.fma(Type::F32, cube, tail, x);
        self.choose_small(x, 0.3, small, large)
    }

    /// `small` where |x| is below the limit, else `large`.
    fn choose_small(&mut self, x: Reg, limit: f32, small: Reg, large: Reg) -> Reg {
        let magnitude = self.magnitude(x);
        let near = self.b.setp(Word::Lt, Type::F32, magnitude, limit);
        self.b.selp(Type::F32, small, large, near)
    }

    /// The angle of the point (x, y): the arc tangent of the smaller over the larger coordinate, placed in its octant.
    fn atan2(&mut self, y: Reg, x: Reg) -> Reg {
        use std::f32::consts::{FRAC_PI_2, FRAC_PI_4, PI};
        let (ay, ax) = (self.magnitude(y), self.magnitude(x));
        let large = self.b.binary(Opcode::Max, Type::F32, ay, ax);
        let small = self.b.binary(Opcode::Min, Type::F32, ay, ax);
        let ratio = self.b.div_rn(Type::F32, small, large);
        // Both coordinates zero or infinite: a ratio of 0 or 1.
        let both_zero = self.b.setp(Word::Eq, Type::F32, large, 0.0f32);
        let ratio = self.b.selp(Type::F32, 0.0f32, ratio, both_zero);
        let both_infinite = self.b.setp(Word::Eq, Type::F32, small, f32::INFINITY);
        let ratio = self.b.selp(Type::F32, 1.0f32, ratio, both_infinite);
        // atan r = pi / 4 + atan((r - 1) / (r + 1)), which is at most tan(pi / 8) away from zero.
        let (less, more) = (
            self.b.add(Type::F32, ratio, -1.0f32),
            self.b.add(Type::F32, ratio, 1.0f32),
        );
        let moved = self.b.div_rn(Type::F32, less, more);
        let far = self.b.setp(Word::Gt, Type::F32, ratio, 0.414_213_57_f32);
        let argument = self.b.selp(Type::F32, moved, ratio, far);
        let square = self.b.mul(Type::F32, argument, argument);
        let odd = |n: i32| if n % 4 == 3 { -1.0 / n as f32 } else { 1.0 / n as f32 };
        let tail = self.polynomial(
            square,
            &[odd(3), odd(5), odd(7), odd(9), odd(11), odd(13), odd(15), odd(17)],
        );
        let cube = self.b.mul(Type::F32, square, argument);
        let angle = self.b.fma(Type::F32, cube, tail, argument);
        let base = self.b.selp(Type::F32, FRAC_PI_4, 0.0f32, far);
        let angle = self.b.add(Type::F32, angle, base);
        // Octants: past the diagonal, then past the vertical axis, then below the horizontal one.
        let steep = self.b.setp(Word::Gt, Type::F32, ay, ax);
        let right_angle = self.b.mov(Type::F32, FRAC_PI_2);
        let rest = self.b.sub(Type::F32, right_angle, angle);
        let angle = self.b.selp(Type::F32, rest, angle, steep);
        let bits = self.b.mov(Type::B32, x);
        let left = self.b.setp(Word::Lt, Type::S32, bits, 0);
        let half_turn = self.b.mov(Type::F32, PI);
        let rest = self.b.sub(Type::F32, half_turn, angle);
        let angle = self.b.selp(Type::F32, rest, angle, left);
        let angle = self.with_sign(angle, y);
        // The minimum above forgets a NaN.
        let is_number = self.b.setp(Word::Num, Type::F32, x, y);
        self.b.selp(Type::F32, angle, f32::NAN, is_number)
    }

    /// x^y = 2^(y log2 |x|), with the sign of x where y is odd; not a number where x is negative and y is no integer.
    fn power(&mut self, x: Reg, y: Reg) -> Reg {
        let magnitude = self.magnitude(x);
        let log = self.approximate(Opcode::Lg2, magnitude, false);
        let exponent = self.b.mul(Type::F32, log, y);
        let result = self.approximate(Opcode::Ex2, exponent, false);
        // y is an integer if rounding leaves it, and odd if half of it is none.
        let whole = self.b.cvt(&[Word::Rzi], Type::F32, Type::F32, y);
        let is_whole = self.b.setp(Word::Eq, Type::F32, whole, y);
        let half = self.b.mul(Type::F32, y, 0.5f32);
        let half_whole = self.b.cvt(&[Word::Rzi], Type::F32, Type::F32, half);
        let is_odd = self.b.setp(Word::Ne, Type::F32, half_whole, half);
        let is_odd = self.b.binary(Opcode::And, Type::Pred, is_odd, is_whole);
        let signed = self.with_sign(result, x);
        let result = self.b.selp(Type::F32, signed, result, is_odd);
        let negative = self.b.setp(Word::Lt, Type::F32, x, 0.0f32);
        let broken = self
            .b
            .value(Type::Pred, Opcode::Not, &[Mod::Type(Type::Pred)], [is_whole.into()]);
        let broken = self.b.binary(Opcode::And, Type::Pred, broken, negative);
        let result = self.b.selp(Type::F32, f32::NAN, result, broken);
        // x^0 and 1^y are 1, whatever the other is.
        let zeroth = self.b.setp(Word::Eq, Type::F32, y, 0.0f32);
        let one = self.b.setp(Word::Eq, Type::F32, x, 1.0f32);
        let trivial = self.b.binary(Opcode::Or, Type::Pred, zeroth, one);
        self.b.selp(Type::F32, 1.0f32, result, trivial)
    }
}
