//! Ops on every element by itself.

use crate::finding::Reason;
use crate::number::{self, Arithmetic, Format, Function, Function2, Promise, Rounding, mask, sign_extend};
use crate::tile::{Cause, Lanes, Tile};

/// An elementwise op with everything that its record and types say. Each group is computed by a match of its own
/// without a wildcard: what nobody computes does not build.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)]
pub(crate) enum Elementwise {
    Unary(Unary),
    Binary(Binary),
    Partial(Partial),
    Fma {
        format: Format,
        rounding: Rounding,
        ftz: bool,
    },
    Select,
}

/// Of one operand.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)]
pub(crate) enum Unary {
    Sqrt {
        format: Format,
        rounding: Rounding,
        ftz: bool,
    },
    Function {
        of: Function,
        format: Format,
        ftz: bool,
    },
    Negate {
        format: Format,
    },
    Absolute {
        format: Format,
    },
    AbsoluteInteger {
        bits: u32,
    },
    /// The same bits as another type.
    Same,
    Extend {
        from: u32,
        to: u32,
        signed: bool,
    },
    FloatToFloat {
        from: Format,
        to: Format,
        rounding: Rounding,
    },
    FloatToInteger {
        from: Format,
        to: u32,
        signed: bool,
    },
    IntegerToFloat {
        from: u32,
        to: Format,
        signed: bool,
        rounding: Rounding,
    },
}

/// Of two operands.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)]
pub(crate) enum Binary {
    Arithmetic {
        op: Arithmetic,
        format: Format,
        rounding: Rounding,
        ftz: bool,
    },
    PowerOfInt {
        format: Format,
        bits: u32,
    },
    Function2 {
        of: Function2,
        format: Format,
    },
    Extremum {
        greater: bool,
        format: Format,
        propagate_nan: bool,
        ftz: bool,
    },
    CompareFloat {
        predicate: Predicate,
        ordered: bool,
        format: Format,
    },
    CompareInteger {
        predicate: Predicate,
        bits: u32,
        signed: bool,
    },
    Offset {
        index_bits: u32,
        element_bytes: u64,
    },
}

/// An op whose result may not exist.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)]
pub(crate) enum Partial {
    Integer {
        op: number::Binary,
        bits: u32,
        signed: bool,
        promise: Promise,
    },
    NegateInteger {
        bits: u32,
        promise: Promise,
    },
    Truncate {
        from: u32,
        to: u32,
        promise: Promise,
    },
}

/// A comparison.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub(crate) enum Predicate {
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
}

impl Predicate {
    pub fn from_word(word: &str) -> Option<Self> {
        Some(match word {
            "equal" => Self::Equal,
            "not_equal" => Self::NotEqual,
            "less_than" => Self::Less,
            "less_than_or_equal" => Self::LessEqual,
            "greater_than" => Self::Greater,
            "greater_than_or_equal" => Self::GreaterEqual,
            _ => return None,
        })
    }

    fn holds(self, order: std::cmp::Ordering) -> bool {
        match self {
            Self::Equal => order.is_eq(),
            Self::NotEqual => order.is_ne(),
            Self::Less => order.is_lt(),
            Self::LessEqual => order.is_le(),
            Self::Greater => order.is_gt(),
            Self::GreaterEqual => order.is_ge(),
        }
    }
}

/// Numbers a cause: called when an element becomes undefined.
pub(crate) type NewCause<'a> = &'a mut dyn FnMut(Reason) -> Cause;

/// The result of an op. How many operands there are was checked by the verifier; a missing one reads as zero.
pub(crate) fn evaluate(op: Elementwise, args: &[&Tile], new_cause: NewCause<'_>) -> Tile {
    let zero = Tile::splat(0);
    let [x, y, z] = [0, 1, 2].map(|index| args.get(index).copied().unwrap_or(&zero));
    match op {
        Elementwise::Unary(op) => Tile {
            bits: unary(op, &x.bits),
            undefined: x.undefined.clone(),
        },
        Elementwise::Binary(op) => Tile {
            bits: binary(op, &x.bits, &y.bits),
            undefined: first_cause(&x.undefined, &y.undefined),
        },
        Elementwise::Partial(op) => may_not_exist(op, x, y, new_cause),
        Elementwise::Fma { format, rounding, ftz } => Tile {
            bits: map3(&x.bits, &y.bits, &z.bits, |a, b, c| {
                let r = number::fma(
                    format,
                    rounding,
                    format.flush(a, ftz),
                    format.flush(b, ftz),
                    format.flush(c, ftz),
                );
                format.flush(r, ftz)
            }),
            undefined: first_cause(&first_cause(&x.undefined, &y.undefined), &z.undefined),
        },
        Elementwise::Select => select(x, y, z),
    }
}

fn may_not_exist(op: Partial, x: &Tile, y: &Tile, new_cause: NewCause<'_>) -> Tile {
    match op {
        Partial::Integer {
            op,
            bits,
            signed,
            promise,
        } => integer(op, bits, signed, promise, x, y, new_cause),
        Partial::NegateInteger { bits, promise } => {
            let zero = Tile::splat(0);
            integer(number::Binary::Sub, bits, true, promise, &zero, x, new_cause)
        }
        Partial::Truncate { from, to, promise } => {
            let fits = |v: u64| {
                let kept = v & mask(to);
                let signed = !promise.signed || sign_extend(kept, to) == sign_extend(v, from);
                (signed && (!promise.unsigned || kept == v)).then_some(kept)
            };
            partial(x, &Tile::splat(0), |v, _| fits(v), Reason::Overflow, new_cause)
        }
    }
}

fn map<T: Copy + Default + PartialEq>(x: &Lanes<T>, f: impl Fn(T) -> T) -> Lanes<T> {
    match x {
        Lanes::Splat(a) => Lanes::Splat(f(*a)),
        Lanes::Each(a) => Lanes::each(a.iter().map(|&a| f(a)).collect()),
    }
}

pub(crate) fn map2<T: Copy + Default + PartialEq>(x: &Lanes<T>, y: &Lanes<T>, f: impl Fn(T, T) -> T) -> Lanes<T> {
    match (x, y) {
        (Lanes::Splat(a), Lanes::Splat(b)) => Lanes::Splat(f(*a, *b)),
        (Lanes::Each(a), Lanes::Splat(b)) => Lanes::each(a.iter().map(|&a| f(a, *b)).collect()),
        (Lanes::Splat(a), Lanes::Each(b)) => Lanes::each(b.iter().map(|&b| f(*a, b)).collect()),
        (Lanes::Each(a), Lanes::Each(b)) => Lanes::each(a.iter().zip(b.iter()).map(|(&a, &b)| f(a, b)).collect()),
    }
}

fn map3<T: Copy + Default + PartialEq>(x: &Lanes<T>, y: &Lanes<T>, z: &Lanes<T>, f: impl Fn(T, T, T) -> T) -> Lanes<T> {
    match x.len().or(y.len()).or(z.len()) {
        None => Lanes::Splat(f(x.get(0), y.get(0), z.get(0))),
        Some(count) => Lanes::each((0..count).map(|i| f(x.get(i), y.get(i), z.get(i))).collect()),
    }
}

/// An undefined operand makes the result undefined.
pub(crate) fn first_cause(x: &Lanes<Cause>, y: &Lanes<Cause>) -> Lanes<Cause> {
    match (x, y) {
        (Lanes::Splat(0), other) | (other, Lanes::Splat(0)) => other.clone(),
        _ => map2(x, y, |a, b| if a != 0 { a } else { b }),
    }
}

fn unary(op: Unary, x: &Lanes<u64>) -> Lanes<u64> {
    match op {
        Unary::Sqrt { format, rounding, ftz } => map(x, |v| {
            format.flush(number::sqrt(format, rounding, format.flush(v, ftz)), ftz)
        }),
        Unary::Function { of, format, ftz } => map(x, |v| {
            format.flush(number::function(of, format, format.flush(v, ftz)), ftz)
        }),
        // PTX gives the canonical NaN here too.
        Unary::Negate { format } => map(x, |v| {
            if format.is_nan(v) {
                format.nan()
            } else {
                v ^ format.sign_bit()
            }
        }),
        Unary::Absolute { format } => map(x, |v| {
            if format.is_nan(v) {
                format.nan()
            } else {
                v & !format.sign_bit()
            }
        }),
        Unary::AbsoluteInteger { bits } => map(x, |v| sign_extend(v, bits).unsigned_abs() & mask(bits)),
        Unary::Extend { from, to, signed } => map(x, |v| {
            if signed {
                sign_extend(v, from) as u64 & mask(to)
            } else {
                v & mask(from)
            }
        }),
        Unary::FloatToFloat { from, to, rounding } => map(x, |v| number::convert(from, to, rounding, v)),
        Unary::FloatToInteger { from, to, signed } => map(x, |v| number::to_int(from, v, to, signed)),
        Unary::IntegerToFloat {
            from,
            to,
            signed,
            rounding,
        } => map(x, |v| number::from_int(to, rounding, v, from, signed)),
        Unary::Same => x.clone(),
    }
}

fn f32_of(bits: u64) -> f32 {
    f32::from_bits(bits as u32)
}

/// Arithmetic that the processor has: nearly all there is.
fn native(op: Arithmetic, x: &Lanes<u64>, y: &Lanes<u64>) -> Lanes<u64> {
    let back = |v: f32| u64::from(number::canonical_f32(v));
    match op {
        Arithmetic::Add => map2(x, y, |a, b| back(f32_of(a) + f32_of(b))),
        Arithmetic::Sub => map2(x, y, |a, b| back(f32_of(a) - f32_of(b))),
        Arithmetic::Mul => map2(x, y, |a, b| back(f32_of(a) * f32_of(b))),
        Arithmetic::Div => map2(x, y, |a, b| back(f32_of(a) / f32_of(b))),
    }
}

fn binary(op: Binary, x: &Lanes<u64>, y: &Lanes<u64>) -> Lanes<u64> {
    match op {
        Binary::Arithmetic {
            op,
            format: Format::F32,
            rounding: Rounding::Nearest,
            ftz: false,
        } => native(op, x, y),
        Binary::Arithmetic {
            op,
            format,
            rounding,
            ftz,
        } => map2(x, y, |a, b| {
            let r = number::arithmetic(op, format, rounding, format.flush(a, ftz), format.flush(b, ftz));
            format.flush(r, ftz)
        }),
        Binary::PowerOfInt { format, bits } => map2(x, y, |a, b| number::power_of_int(format, a, b, bits)),
        Binary::Function2 { of, format } => map2(x, y, |a, b| number::function2(of, format, a, b)),
        Binary::Extremum {
            greater,
            format,
            propagate_nan,
            ftz,
        } => map2(x, y, |a, b| {
            number::extremum(
                format,
                greater,
                propagate_nan,
                format.flush(a, ftz),
                format.flush(b, ftz),
            )
        }),
        Binary::CompareFloat {
            predicate,
            ordered,
            format,
        } => map2(x, y, |a, b| {
            let order = format.widen(a).partial_cmp(&format.widen(b));
            u64::from(order.map_or(!ordered, |o| predicate.holds(o)))
        }),
        Binary::CompareInteger {
            predicate,
            bits,
            signed,
        } => map2(x, y, |a, b| {
            let order = if signed {
                sign_extend(a, bits).cmp(&sign_extend(b, bits))
            } else {
                a.cmp(&b)
            };
            u64::from(predicate.holds(order))
        }),
        Binary::Offset {
            index_bits,
            element_bytes,
        } => map2(x, y, |pointer, index| {
            pointer.wrapping_add((sign_extend(index, index_bits) as u64).wrapping_mul(element_bytes))
        }),
    }
}

/// The chosen side, and its definedness; an undefined condition makes the result undefined.
fn select(c: &Tile, x: &Tile, y: &Tile) -> Tile {
    if let (Lanes::Splat(condition), Lanes::Splat(0)) = (&c.bits, &c.undefined) {
        return if *condition & 1 == 1 { x.clone() } else { y.clone() };
    }
    let choose = |c: u64, a: u64, b: u64| if c & 1 == 1 { a } else { b };
    let bits = map3(&c.bits, &x.bits, &y.bits, choose);
    if c.is_defined() && x.is_defined() && y.is_defined() {
        return Tile::defined(bits);
    }
    let count = [&c.undefined, &x.undefined, &y.undefined]
        .into_iter()
        .find_map(Lanes::len)
        .or(bits.len());
    let undefined = (0..count.unwrap_or(1))
        .map(|i| match c.undefined.get(i) {
            0 if c.bits.get(i) & 1 == 1 => x.undefined.get(i),
            0 => y.undefined.get(i),
            cause => cause,
        })
        .collect::<Vec<_>>();
    match count {
        Some(count) => Tile::with_causes(bits.to_vec(count), undefined),
        None => Tile {
            bits,
            undefined: Lanes::Splat(undefined.first().copied().unwrap_or(0)),
        },
    }
}

/// An op whose result may not exist.
fn partial(x: &Tile, y: &Tile, f: impl Fn(u64, u64) -> Option<u64>, reason: Reason, new_cause: NewCause<'_>) -> Tile {
    let undefined = first_cause(&x.undefined, &y.undefined);
    let missing = std::cell::Cell::new(false);
    let bits = map2(&x.bits, &y.bits, |a, b| {
        f(a, b).unwrap_or_else(|| {
            missing.set(true);
            0
        })
    });
    if !missing.get() {
        return Tile { bits, undefined };
    }
    let cause = new_cause(reason);
    let causes = |i: usize| match undefined.get(i) {
        0 if f(x.bits.get(i), y.bits.get(i)).is_none() => cause,
        old => old,
    };
    match bits.len() {
        Some(count) => Tile::with_causes(bits.to_vec(count), (0..count).map(causes).collect()),
        None if undefined.len().is_none() => Tile {
            bits,
            undefined: Lanes::Splat(causes(0)),
        },
        None => {
            let count = undefined.len().unwrap_or(1);
            Tile::with_causes(bits.to_vec(count), (0..count).map(causes).collect())
        }
    }
}

fn integer(
    op: number::Binary,
    bits: u32,
    signed: bool,
    promise: Promise,
    x: &Tile,
    y: &Tile,
    new_cause: NewCause<'_>,
) -> Tile {
    use number::Binary as B;
    let plain = promise == Promise::default();
    match op {
        B::Add if plain => total(x, y, |a, b| a.wrapping_add(b) & mask(bits)),
        B::Sub if plain => total(x, y, |a, b| a.wrapping_sub(b) & mask(bits)),
        B::Mul if plain => total(x, y, |a, b| a.wrapping_mul(b) & mask(bits)),
        B::And | B::Or if !(x.is_defined() && y.is_defined()) => bitwise(op, bits, x, y),
        B::And => total(x, y, |a, b| a & b),
        B::Or => total(x, y, |a, b| a | b),
        B::Add | B::Sub | B::Mul | B::MulHigh | B::Div(_) | B::Rem | B::Max | B::Min | B::Xor | B::Shl | B::Shr => {
            let reason = match op {
                B::Div(_) | B::Rem => Reason::Division,
                B::Shl | B::Shr if plain => Reason::Shift,
                B::Add | B::Sub | B::Mul | B::MulHigh | B::Max | B::Min => Reason::Overflow,
                B::And | B::Or | B::Xor | B::Shl | B::Shr => Reason::Overflow,
            };
            partial(
                x,
                y,
                |a, b| number::binary(op, bits, signed, promise, a, b),
                reason,
                new_cause,
            )
        }
    }
}

fn total(x: &Tile, y: &Tile, f: impl Fn(u64, u64) -> u64) -> Tile {
    Tile {
        bits: map2(&x.bits, &y.bits, f),
        undefined: first_cause(&x.undefined, &y.undefined),
    }
}

/// `and` with a defined zero is zero, and `or` with defined ones is ones, whatever the other side is.
fn bitwise(op: number::Binary, bits: u32, x: &Tile, y: &Tile) -> Tile {
    let and = op == number::Binary::And;
    let decides = if and { 0 } else { mask(bits) };
    let count = [x.bits.len(), y.bits.len(), x.undefined.len(), y.undefined.len()]
        .into_iter()
        .find_map(|n| n);
    let element = |i: usize| {
        let (a, b, p, q) = (x.bits.get(i), y.bits.get(i), x.undefined.get(i), y.undefined.get(i));
        if (p == 0 && a == decides) || (q == 0 && b == decides) {
            return (decides, 0);
        }
        (if and { a & b } else { a | b }, if p != 0 { p } else { q })
    };
    match count {
        Some(count) => {
            let (values, causes) = (0..count).map(element).unzip();
            Tile::with_causes(values, causes)
        }
        None => {
            let (value, cause) = element(0);
            Tile {
                bits: Lanes::Splat(value),
                undefined: Lanes::Splat(cause),
            }
        }
    }
}
