//! Integer and bit instructions as functions on register contents (docs/sources/ptx-data.md#integers). Registers hold
//! values zero-extended to 64 bits.

use super::{Fn1, Fn2, Fn3};
use tilewright_ptx::{Opcode, Type, Word};

/// Value of the low `bits`, sign-extended.
pub(crate) fn sext(v: u64, bits: u32) -> i64 {
    ((v << (64 - bits)) as i64) >> (64 - bits)
}

/// The low `bits` of `v`.
pub(crate) fn low(v: u64, bits: u32) -> u64 {
    if bits >= 64 { v } else { v & ((1 << bits) - 1) }
}

/// Zero-extension of a result to a register.
pub(crate) trait ToBits {
    fn bits(self) -> u64;
}

macro_rules! to_bits {
    ($($t:ty => $u:ty),*) => { $(impl ToBits for $t { fn bits(self) -> u64 { self as $u as u64 } })* };
}
to_bits!(u8 => u8, u16 => u16, u32 => u32, u64 => u64, i8 => u8, i16 => u16, i32 => u32, i64 => u64);

impl ToBits for bool {
    fn bits(self) -> u64 {
        u64::from(self)
    }
}

/// Picks a function by integer type: the body is written once and made for each width and sign.
macro_rules! ints {
    (@one $rust:ty, |$a:ident, $b:ident| $body:expr) => {
        Some(|$a: u64, $b: u64| { let ($a, $b) = ($a as $rust, $b as $rust); ToBits::bits($body) })
    };
    (@one $rust:ty, |$a:ident, $b:ident, $c:ident| $body:expr) => {
        Some(|$a: u64, $b: u64, $c: u64| { let ($a, $b, $c) = ($a as $rust, $b as $rust, $c as $rust); ToBits::bits($body) })
    };
    ($ty:expr, $($f:tt)*) => {
        match $ty {
            Type::U16 | Type::B16 => ints!(@one u16, $($f)*),
            Type::U32 | Type::B32 => ints!(@one u32, $($f)*),
            Type::U64 | Type::B64 => ints!(@one u64, $($f)*),
            Type::S16 => ints!(@one i16, $($f)*),
            Type::S32 => ints!(@one i32, $($f)*),
            Type::S64 => ints!(@one i64, $($f)*),
            _ => None,
        }
    };
}

/// Division by zero gives all ones, as the assembler folds it.
trait Div0 {
    fn div0(self, b: Self) -> Self;
    fn rem0(self, b: Self) -> Self;
}

macro_rules! div0 {
    ($($t:ty),*) => { $(impl Div0 for $t {
        fn div0(self, b: Self) -> Self { if b == 0 { !0 } else { self.wrapping_div(b) } }
        fn rem0(self, b: Self) -> Self { if b == 0 { !0 } else { self.wrapping_rem(b) } }
    })* };
}
div0!(u16, u32, u64, i16, i32, i64);

/// Two halves of 16 bits, each through `f`.
fn halves(a: u64, b: u64, f: fn(u16, u16) -> u16) -> u64 {
    let half = |s: u32| u64::from(f((a >> s) as u16, (b >> s) as u16)) << s;
    half(0) | half(16)
}

pub(super) fn binary(op: Opcode, ty: Type, words: &[Word]) -> Option<Fn2> {
    let sat = words.contains(&Word::Sat);
    let how = words
        .iter()
        .copied()
        .find(|w| matches!(w, Word::Hi | Word::Lo | Word::Wide));
    match (op, ty) {
        (Opcode::Add, Type::S32) if sat => Some(|a, b| (a as i32).saturating_add(b as i32).bits()),
        (Opcode::Sub, Type::S32) if sat => Some(|a, b| (a as i32).saturating_sub(b as i32).bits()),
        (Opcode::Add, Type::U16x2 | Type::S16x2) => Some(|a, b| halves(a, b, u16::wrapping_add)),
        (Opcode::Min, Type::S16x2) if words.contains(&Word::Relu) => {
            Some(|a, b| halves(a, b, |x, y| (x as i16).min(y as i16).max(0) as u16))
        }
        (Opcode::Max, Type::S16x2) if words.contains(&Word::Relu) => {
            Some(|a, b| halves(a, b, |x, y| (x as i16).max(y as i16).max(0) as u16))
        }
        (Opcode::Min, Type::U16x2) => Some(|a, b| halves(a, b, u16::min)),
        (Opcode::Max, Type::U16x2) => Some(|a, b| halves(a, b, u16::max)),
        (Opcode::Min, Type::S16x2) => Some(|a, b| halves(a, b, |x, y| (x as i16).min(y as i16) as u16)),
        (Opcode::Max, Type::S16x2) => Some(|a, b| halves(a, b, |x, y| (x as i16).max(y as i16) as u16)),
        (Opcode::Add, _) => ints!(ty, |a, b| a.wrapping_add(b)),
        (Opcode::Sub, _) => ints!(ty, |a, b| a.wrapping_sub(b)),
        (Opcode::Mul, _) if how == Some(Word::Lo) => ints!(ty, |a, b| a.wrapping_mul(b)),
        (Opcode::Mul, _) if how == Some(Word::Hi) => mul_hi(ty),
        (Opcode::Mul, _) if how == Some(Word::Wide) => mul_wide(ty),
        (Opcode::Mul24, _) => mul24(ty, how == Some(Word::Hi)),
        (Opcode::Div, _) => ints!(ty, |a, b| a.div0(b)),
        (Opcode::Rem, _) => ints!(ty, |a, b| a.rem0(b)),
        (Opcode::Min, Type::S32) if words.contains(&Word::Relu) => Some(|a, b| (a as i32).min(b as i32).max(0).bits()),
        (Opcode::Max, Type::S32) if words.contains(&Word::Relu) => Some(|a, b| (a as i32).max(b as i32).max(0).bits()),
        (Opcode::Min, _) => ints!(ty, |a, b| a.min(b)),
        (Opcode::Max, _) => ints!(ty, |a, b| a.max(b)),
        (Opcode::And, _) => ints!(ty, |a, b| a & b),
        (Opcode::Or, _) => ints!(ty, |a, b| a | b),
        (Opcode::Xor, _) => ints!(ty, |a, b| a ^ b),
        (Opcode::Shl, _) => shift_left(ty),
        (Opcode::Shr, _) => shift_right(ty),
        (Opcode::Bmsk, Type::B32) => Some(if words.contains(&Word::Wrap) {
            |a, b| bmsk(a & 31, b & 31)
        } else {
            |a, b| bmsk(a, b)
        }),
        (Opcode::Szext, Type::U32 | Type::S32) => szext(ty, words.contains(&Word::Wrap)),
        _ => None,
    }
}

fn mul_hi(ty: Type) -> Option<Fn2> {
    Some(match ty {
        Type::U16 => |a, b| ((a & 0xFFFF) * (b & 0xFFFF)) >> 16,
        Type::S16 => |a, b| low(((sext(a, 16) * sext(b, 16)) >> 16) as u64, 16),
        Type::U32 => |a, b| (u64::from(a as u32) * u64::from(b as u32)) >> 32,
        Type::S32 => |a, b| low(((sext(a, 32) * sext(b, 32)) >> 32) as u64, 32),
        Type::U64 => |a, b| ((u128::from(a) * u128::from(b)) >> 64) as u64,
        Type::S64 => |a, b| ((i128::from(a as i64) * i128::from(b as i64)) >> 64) as u64,
        _ => return None,
    })
}

fn mul_wide(ty: Type) -> Option<Fn2> {
    Some(match ty {
        Type::U16 => |a, b| (a & 0xFFFF) * (b & 0xFFFF),
        Type::S16 => |a, b| low((sext(a, 16) * sext(b, 16)) as u64, 32),
        Type::U32 => |a, b| u64::from(a as u32) * u64::from(b as u32),
        Type::S32 => |a, b| (sext(a, 32) * sext(b, 32)) as u64,
        _ => return None,
    })
}

fn mul24(ty: Type, high: bool) -> Option<Fn2> {
    Some(match (ty, high) {
        (Type::U32, false) => |a, b| low((a & 0xFF_FFFF) * (b & 0xFF_FFFF), 32),
        (Type::U32, true) => |a, b| low(((a & 0xFF_FFFF) * (b & 0xFF_FFFF)) >> 16, 32),
        (Type::S32, false) => |a, b| low((sext(a, 24) * sext(b, 24)) as u64, 32),
        (Type::S32, true) => |a, b| low(((sext(a, 24) * sext(b, 24)) >> 16) as u64, 32),
        _ => return None,
    })
}

fn shift_left(ty: Type) -> Option<Fn2> {
    Some(match ty.bits() {
        16 => |a, b| if b as u32 >= 16 { 0 } else { low(a << b as u32, 16) },
        32 => |a, b| if b as u32 >= 32 { 0 } else { low(a << b as u32, 32) },
        64 => |a, b| if b as u32 >= 64 { 0 } else { a << b as u32 },
        _ => return None,
    })
}

fn shift_right(ty: Type) -> Option<Fn2> {
    Some(match (ty.bits(), ty.is_signed()) {
        (16, true) => |a, b| low((sext(a, 16) >> (b as u32).min(15)) as u64, 16),
        (32, true) => |a, b| low((sext(a, 32) >> (b as u32).min(31)) as u64, 32),
        (64, true) => |a, b| ((a as i64) >> (b as u32).min(63)) as u64,
        (16, false) => |a, b| if b as u32 >= 16 { 0 } else { low(a, 16) >> b as u32 },
        (32, false) => |a, b| if b as u32 >= 32 { 0 } else { low(a, 32) >> b as u32 },
        (64, false) => |a, b| if b as u32 >= 64 { 0 } else { a >> b as u32 },
        _ => return None,
    })
}

fn bmsk(pos: u64, len: u64) -> u64 {
    let (pos, len) = ((pos as u32).min(32), (len as u32).min(32));
    low(low(u64::MAX, len) << pos, 32)
}

fn szext(ty: Type, wrap: bool) -> Option<Fn2> {
    Some(match (ty, wrap) {
        (Type::U32, false) => |a, b| if b as u32 >= 32 { low(a, 32) } else { low(a, b as u32) },
        (Type::U32, true) => |a, b| low(a, (b & 31) as u32),
        (Type::S32, false) => |a, b| signed_low(a, (b as u32).min(32)),
        (Type::S32, true) => |a, b| signed_low(a, (b & 31) as u32),
        _ => return None,
    })
}

fn signed_low(a: u64, bits: u32) -> u64 {
    if bits == 0 { 0 } else { low(sext(a, bits) as u64, 32) }
}

pub(super) fn unary(op: Opcode, ty: Type, words: &[Word]) -> Option<Fn1> {
    Some(match (op, ty) {
        (Opcode::Not, _) => match ty.bits() {
            16 => |a| low(!a, 16),
            32 => |a| low(!a, 32),
            64 => |a| !a,
            _ => return None,
        },
        (Opcode::Cnot, _) => match ty.bits() {
            16 | 32 | 64 => |a| u64::from(a == 0),
            _ => return None,
        },
        (Opcode::Neg, Type::S16) => |a| low(a.wrapping_neg(), 16),
        (Opcode::Neg, Type::S32) => |a| low(a.wrapping_neg(), 32),
        (Opcode::Neg, Type::S64) => |a| a.wrapping_neg(),
        (Opcode::Abs, Type::S16) => |a| low(sext(a, 16).unsigned_abs(), 16),
        (Opcode::Abs, Type::S32) => |a| low(sext(a, 32).unsigned_abs(), 32),
        (Opcode::Abs, Type::S64) => |a| (a as i64).unsigned_abs(),
        (Opcode::Popc, Type::B32) => |a| u64::from((a as u32).count_ones()),
        (Opcode::Popc, Type::B64) => |a| u64::from(a.count_ones()),
        (Opcode::Clz, Type::B32) => |a| u64::from((a as u32).leading_zeros()),
        (Opcode::Clz, Type::B64) => |a| u64::from(a.leading_zeros()),
        (Opcode::Brev, Type::B32) => |a| u64::from((a as u32).reverse_bits()),
        (Opcode::Brev, Type::B64) => |a| a.reverse_bits(),
        (Opcode::Bfind, _) => return bfind(ty, words.contains(&Word::Shiftamt)),
        _ => return None,
    })
}

fn bfind(ty: Type, shift: bool) -> Option<Fn1> {
    /// Index of the most significant bit of `v`, or as a left shift that brings it to the top of `bits`.
    fn find(v: u64, bits: u32, shift: bool) -> u64 {
        match v.checked_ilog2() {
            None => 0xFFFF_FFFF,
            Some(i) if shift => u64::from(bits - 1 - i),
            Some(i) => u64::from(i),
        }
    }
    fn signed(v: i64) -> u64 {
        (if v < 0 { !v } else { v }) as u64
    }
    Some(match (ty, shift) {
        (Type::U32, false) => |a| find(low(a, 32), 32, false),
        (Type::U32, true) => |a| find(low(a, 32), 32, true),
        (Type::S32, false) => |a| find(signed(sext(a, 32)), 32, false),
        (Type::S32, true) => |a| find(signed(sext(a, 32)), 32, true),
        (Type::U64, false) => |a| find(a, 64, false),
        (Type::U64, true) => |a| find(a, 64, true),
        (Type::S64, false) => |a| find(signed(a as i64), 64, false),
        (Type::S64, true) => |a| find(signed(a as i64), 64, true),
        _ => return None,
    })
}

pub(super) fn ternary(op: Opcode, ty: Type, ty2: Option<Type>, words: &[Word]) -> Option<Fn3> {
    let has = |w| words.contains(&w);
    Some(match (op, ty) {
        (Opcode::Mad, Type::S32) if has(Word::Hi) && has(Word::Sat) => |a, b, c| {
            (((sext(a, 32) * sext(b, 32)) >> 32) as i32)
                .saturating_add(c as i32)
                .bits()
        },
        (Opcode::Mad, _) if has(Word::Lo) => return ints!(ty, |a, b, c| a.wrapping_mul(b).wrapping_add(c)),
        (Opcode::Mad, _) if has(Word::Hi) => match ty {
            Type::U32 => |a, b, c| low(((u64::from(a as u32) * u64::from(b as u32)) >> 32) + c, 32),
            Type::S32 => |a, b, c| low(((sext(a, 32) * sext(b, 32)) >> 32) as u64 + low(c, 32), 32),
            Type::U64 => |a, b, c| (((u128::from(a) * u128::from(b)) >> 64) as u64).wrapping_add(c),
            Type::S64 => |a, b, c| (((i128::from(a as i64) * i128::from(b as i64)) >> 64) as u64).wrapping_add(c),
            _ => return None,
        },
        (Opcode::Mad, _) if has(Word::Wide) => match ty {
            Type::U16 => |a, b, c| low((a & 0xFFFF) * (b & 0xFFFF) + c, 32),
            Type::S16 => |a, b, c| low(((sext(a, 16) * sext(b, 16)) as u64).wrapping_add(c), 32),
            Type::U32 => |a, b, c| (u64::from(a as u32) * u64::from(b as u32)).wrapping_add(c),
            Type::S32 => |a, b, c| ((sext(a, 32) * sext(b, 32)) as u64).wrapping_add(c),
            _ => return None,
        },
        (Opcode::Mad24, Type::U32) if has(Word::Lo) => |a, b, c| low((a & 0xFF_FFFF) * (b & 0xFF_FFFF) + c, 32),
        (Opcode::Mad24, Type::S32) if has(Word::Lo) => {
            |a, b, c| low(((sext(a, 24) * sext(b, 24)) as u64).wrapping_add(c), 32)
        }
        (Opcode::Sad, _) => {
            return ints!(ty, |a, b, c| (if a > b {
                a.wrapping_sub(b)
            } else {
                b.wrapping_sub(a)
            })
            .wrapping_add(c));
        }
        (Opcode::Bfe, _) => match ty {
            Type::U32 => |a, b, c| bfe(low(a, 32), b, c, 32, false),
            Type::S32 => |a, b, c| bfe(low(a, 32), b, c, 32, true),
            Type::U64 => |a, b, c| bfe(a, b, c, 64, false),
            Type::S64 => |a, b, c| bfe(a, b, c, 64, true),
            _ => return None,
        },
        (Opcode::Fns, _) => |a, b, c| fns(a as u32, b as u32, c as i32).into(),
        (Opcode::Prmt, Type::B32) => return prmt(words),
        (Opcode::Shf, Type::B32) => match (has(Word::L), has(Word::Wrap)) {
            (true, true) => |a, b, c| funnel_left(a, b, (c & 31) as u32),
            (true, false) => |a, b, c| funnel_left(a, b, (c as u32).min(32)),
            (false, true) => |a, b, c| low((b << 32 | low(a, 32)) >> (c & 31), 32),
            (false, false) => |a, b, c| low((b << 32 | low(a, 32)) >> (c as u32).min(32), 32),
        },
        (Opcode::Dp4a, _) => match (ty, ty2?) {
            (Type::U32, Type::U32) => |a, b, c| dot(a, b, c, 4, false, false, 8, 0),
            (Type::U32, Type::S32) => |a, b, c| dot(a, b, c, 4, false, true, 8, 0),
            (Type::S32, Type::U32) => |a, b, c| dot(a, b, c, 4, true, false, 8, 0),
            (Type::S32, Type::S32) => |a, b, c| dot(a, b, c, 4, true, true, 8, 0),
            _ => return None,
        },
        (Opcode::Dp2a, _) => match (ty, ty2?, has(Word::Hi)) {
            (Type::U32, Type::U32, false) => |a, b, c| dot(a, b, c, 2, false, false, 16, 0),
            (Type::U32, Type::S32, false) => |a, b, c| dot(a, b, c, 2, false, true, 16, 0),
            (Type::S32, Type::U32, false) => |a, b, c| dot(a, b, c, 2, true, false, 16, 0),
            (Type::S32, Type::S32, false) => |a, b, c| dot(a, b, c, 2, true, true, 16, 0),
            (Type::U32, Type::U32, true) => |a, b, c| dot(a, b, c, 2, false, false, 16, 2),
            (Type::U32, Type::S32, true) => |a, b, c| dot(a, b, c, 2, false, true, 16, 2),
            (Type::S32, Type::U32, true) => |a, b, c| dot(a, b, c, 2, true, false, 16, 2),
            (Type::S32, Type::S32, true) => |a, b, c| dot(a, b, c, 2, true, true, 16, 2),
            _ => return None,
        },
        _ => return None,
    })
}

fn funnel_left(a: u64, b: u64, n: u32) -> u64 {
    low(((b << 32 | low(a, 32)) << n) >> 32, 32)
}

/// `c` plus `n` products: elements of `width` bits of `a` with bytes `first..` of `b`.
#[allow(clippy::too_many_arguments)]
fn dot(a: u64, b: u64, c: u64, n: u32, a_signed: bool, b_signed: bool, width: u32, first: u32) -> u64 {
    let pick = |v: u64, at: u32, bits: u32, signed: bool| {
        let x = low(v >> at, bits);
        if signed { sext(x, bits) } else { x as i64 }
    };
    let sum: i64 = (0..n)
        .map(|i| pick(a, i * width, width, a_signed) * pick(b, (first + i) * 8, 8, b_signed))
        .sum();
    low(c.wrapping_add(sum as u64), 32)
}

fn bfe(a: u64, pos: u64, len: u64, bits: u32, signed: bool) -> u64 {
    let (pos, len, msb) = ((pos & 255) as u32, (len & 255) as u32, bits - 1);
    if len == 0 {
        return 0;
    }
    let shifted = if pos > 63 { 0 } else { a >> pos };
    let sign = signed && (a >> (pos + len - 1).min(msb)) & 1 == 1;
    let taken = len.min(bits.saturating_sub(pos));
    let field = low(shifted, taken);
    low(if sign { field | !low(u64::MAX, taken) } else { field }, bits)
}

/// `bfi`: the low `len` bits of `a` put into `b` at `pos`.
pub(crate) fn bfi(a: u64, b: u64, pos: u64, len: u64, bits: u32) -> u64 {
    let (pos, len) = ((pos & 255) as u32, (len & 255) as u32);
    if pos >= bits || len == 0 {
        return low(b, bits);
    }
    let mask = low(u64::MAX, len.min(64)) << pos;
    low((b & !mask) | ((a << pos) & mask), bits)
}

fn fns(mask: u32, base: u32, offset: i32) -> u32 {
    if base > 31 {
        return !0;
    }
    if offset == 0 {
        return if mask >> base & 1 == 1 { base } else { !0 };
    }
    let mut left = offset.unsigned_abs();
    let mut at = base as i32;
    while (0..32).contains(&at) {
        left -= mask >> at & 1;
        if left == 0 {
            return at as u32;
        }
        at += offset.signum();
    }
    !0
}

fn prmt(words: &[Word]) -> Option<Fn3> {
    fn byte(a: u64, b: u64, i: u64) -> u64 {
        ((b << 32 | low(a, 32)) >> (8 * (i & 7))) & 0xFF
    }
    fn pick(a: u64, b: u64, f: impl Fn(u64) -> u64) -> u64 {
        (0..4).map(|i| byte(a, b, f(i)) << (8 * i)).fold(0, |x, y| x | y)
    }
    Some(match words.first() {
        None => |a, b, c| {
            let lane = |i: u64| {
                let n = c >> (4 * i) & 15;
                let v = byte(a, b, n);
                if n & 8 != 0 {
                    if v & 0x80 != 0 { 0xFF } else { 0 }
                } else {
                    v
                }
            };
            (0..4).map(|i| lane(i) << (8 * i)).fold(0, |x, y| x | y)
        },
        Some(Word::F4e) => |a, b, c| pick(a, b, |i| (c & 3) + i),
        Some(Word::B4e) => |a, b, c| pick(a, b, |i| (c & 3).wrapping_sub(i)),
        Some(Word::Rc8) => |a, b, c| pick(a, b, |_| c & 3),
        Some(Word::Ecl) => |a, b, c| pick(a, b, |i| i.max(c & 3)),
        Some(Word::Ecr) => |a, b, c| pick(a, b, |i| i.min(c & 3)),
        Some(Word::Rc16) => |a, b, c| pick(a, b, |i| (c & 1) * 2 + (i & 1)),
        _ => return None,
    })
}

/// Comparisons of integers.
pub(super) fn compare(cmp: Word, ty: Type) -> Option<fn(u64, u64) -> bool> {
    macro_rules! cmp {
        (|$a:ident, $b:ident| $body:expr) => {
            match ty {
                Type::U16 | Type::B16 => |$a, $b| {
                    let ($a, $b) = ($a as u16, $b as u16);
                    $body
                },
                Type::U32 | Type::B32 => |$a, $b| {
                    let ($a, $b) = ($a as u32, $b as u32);
                    $body
                },
                Type::U64 | Type::B64 => |$a, $b| $body,
                Type::S16 => |$a, $b| {
                    let ($a, $b) = ($a as i16, $b as i16);
                    $body
                },
                Type::S32 => |$a, $b| {
                    let ($a, $b) = ($a as i32, $b as i32);
                    $body
                },
                Type::S64 => |$a, $b| {
                    let ($a, $b) = ($a as i64, $b as i64);
                    $body
                },
                _ => return None,
            }
        };
    }
    Some(match cmp {
        Word::Eq => cmp!(|a, b| a == b),
        Word::Ne => cmp!(|a, b| a != b),
        Word::Lt | Word::Lo => cmp!(|a, b| a < b),
        Word::Le | Word::Ls => cmp!(|a, b| a <= b),
        Word::Gt | Word::Hi => cmp!(|a, b| a > b),
        Word::Ge | Word::Hs => cmp!(|a, b| a >= b),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bit_fields() {
        let f = |ty| ternary(Opcode::Bfe, ty, None, &[]).unwrap();
        assert_eq!(f(Type::U32)(0xABCD_1234, 8, 8), 0x12);
        assert_eq!(f(Type::S32)(0x0000_8000, 8, 8), 0xFFFF_FF80);
        assert_eq!(f(Type::S32)(0x8000_0000, 28, 8), 0xFFFF_FFF8);
        assert_eq!(f(Type::U32)(0xFFFF_FFFF, 40, 4), 0);
        assert_eq!(bfi(0xF, 0, 28, 8, 32), 0xF000_0000);
        assert_eq!(bfi(0x3, 0xFF, 2, 2, 32), 0xFF);
        assert_eq!(fns(0xAAAA_AAAA, 2, -1), 1);
        assert_eq!(fns(0b1011, 0, 3), 3);
    }

    #[test]
    fn shifts_clamp() {
        assert_eq!(binary(Opcode::Shl, Type::B32, &[]).unwrap()(1, 32), 0);
        assert_eq!(
            binary(Opcode::Shr, Type::S32, &[]).unwrap()(0x8000_0000, 99),
            0xFFFF_FFFF
        );
        assert_eq!(binary(Opcode::Shr, Type::U32, &[]).unwrap()(0x8000_0000, 31), 1);
        let f = ternary(Opcode::Shf, Type::B32, None, &[Word::L, Word::Wrap]).unwrap();
        assert_eq!(f(0x8000_0000, 1, 1), 3);
        assert_eq!(f(0x8000_0000, 1, 33), 3);
    }

    #[test]
    fn permute() {
        let f = prmt(&[]).unwrap();
        assert_eq!(f(0x3322_1100, 0x7766_5544, 0x7531), 0x7755_3311);
        assert_eq!(f(0x0000_0080, 0, 0x0008), 0x8080_80FF);
        assert_eq!(prmt(&[Word::B4e]).unwrap()(0x3322_1100, 0x7766_5544, 1), 0x6677_0011);
    }

    #[test]
    fn division() {
        let d = |ty, a, b| binary(Opcode::Div, ty, &[]).unwrap()(a, b);
        assert_eq!(d(Type::S32, 0xFFFF_FFF9, 2), 0xFFFF_FFFD);
        assert_eq!(d(Type::U32, 7, 0), 0xFFFF_FFFF);
        assert_eq!(d(Type::S32, 0x8000_0000, 0xFFFF_FFFF), 0x8000_0000);
        assert_eq!(
            binary(Opcode::Mul, Type::S32, &[Word::Hi]).unwrap()(0xFFFF_FFFF, 2),
            0xFFFF_FFFF
        );
    }
}
