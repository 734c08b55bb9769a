//! Numbers of every scalar type: from text to bits, and back to the text that LLVM's printers would choose.

use crate::entity::Ty;
use crate::module::Module;
use crate::types::Scalar;
use std::cmp::Ordering;
use std::fmt::Write;
use std::num::IntErrorKind;

/// The bits of a tf32 number in text.
const TF32_BITS: u32 = 19;
/// A tf32 constant is kept in the bits of an f32, of which the lowest are not used.
const TF32_UNUSED: u32 = 32 - TF32_BITS;

/// The value of `bits` read as a float of type `scalar`.
pub fn float_value(scalar: Scalar, bits: u64) -> f64 {
    if scalar.name == "f64" {
        return f64::from_bits(bits);
    }
    if scalar.name == "f32" || scalar.name == "tf32" {
        return f64::from(f32::from_bits(bits as u32));
    }
    if scalar.name == "f8E8M0FNU" {
        return if bits & 0xFF == 0xFF {
            f64::NAN
        } else {
            libm_exp2(bits as i32 - 127)
        };
    }
    let fraction_mask = (1u64 << scalar.fraction) - 1;
    let exponent_mask = (1u64 << scalar.exponent) - 1;
    let fraction = bits & fraction_mask;
    let exponent = (bits >> scalar.fraction) & exponent_mask;
    let sign = if bits >> (scalar.fraction + scalar.exponent) & 1 == 1 {
        -1.0
    } else {
        1.0
    };
    let bias = (1i32 << (scalar.exponent - 1)) - 1;
    if exponent == exponent_mask && has_infinity(scalar) {
        return if fraction == 0 { sign * f64::INFINITY } else { f64::NAN };
    }
    if matches!(scalar.name, "f8E4M3FN" | "fnv8E5M3FNU") && exponent == exponent_mask && fraction == fraction_mask {
        return f64::NAN;
    }
    let scale = libm_exp2(exponent.max(1) as i32 - bias - scalar.fraction as i32);
    let hidden = if exponent == 0 { 0 } else { 1 << scalar.fraction };
    sign * (hidden | fraction) as f64 * scale
}

/// Whether the format spends its largest exponent on infinity and NaN.
fn has_infinity(scalar: Scalar) -> bool {
    !matches!(scalar.name, "f8E4M3FN" | "f4E2M1FN" | "f8E8M0FNU" | "fnv8E5M3FNU")
}

/// 2 to the power of `exponent`, exactly, for normal results.
fn libm_exp2(exponent: i32) -> f64 {
    if exponent < -1022 {
        // Only f8E8M0FNU and subnormals of narrow formats come here, far above the least subnormal of f64.
        return f64::from_bits(1u64 << (exponent + 1074).max(0));
    }
    f64::from_bits(((exponent + 1023) as u64) << 52)
}

/// The bits of `value` rounded to nearest even in a format; overflow gives infinity, or NaN where there is none, or
/// the largest number where there is neither.
pub fn float_bits(scalar: Scalar, value: f64) -> u64 {
    match scalar.name {
        "f64" => return value.to_bits(),
        "f32" => return u64::from((value as f32).to_bits()),
        "f8E8M0FNU" => {
            // Only powers of two exist; half way in value is half of the fraction.
            let round_up = i64::from(value.to_bits() >> 51 & 1 == 1);
            let exponent = (value.to_bits() >> 52 & 0x7FF) as i64 - 1023 + 127 + round_up;
            return if value.is_nan() {
                0xFF
            } else {
                exponent.clamp(0, 254) as u64
            };
        }
        _ => {}
    }
    if scalar.name == "fnv8E5M3FNU" && value.is_sign_negative() {
        // It has no sign: below zero is nothing.
        return if value == 0.0 { 0 } else { 0xFF };
    }
    let sign = (value.is_sign_negative() as u64) << (scalar.exponent + scalar.fraction);
    let exponent_mask = (1u64 << scalar.exponent) - 1;
    let fraction_mask = (1u64 << scalar.fraction) - 1;
    let infinity = exponent_mask << scalar.fraction;
    let nan = match scalar.name {
        "f4E2M1FN" => sign | (infinity | fraction_mask),
        "f8E4M3FN" | "fnv8E5M3FNU" => infinity | fraction_mask,
        _ => infinity | 1 << (scalar.fraction - 1),
    };
    let kept = if scalar.name == "tf32" { TF32_UNUSED } else { 0 };
    if value.is_nan() {
        return (sign | nan) << kept;
    }
    let largest = match scalar.name {
        "f8E4M3FN" | "fnv8E5M3FNU" => infinity | (fraction_mask - 1),
        "f4E2M1FN" => infinity | fraction_mask,
        _ => infinity - 1,
    };
    let overflow = if has_infinity(scalar) { infinity } else { nan };
    let magnitude = value.abs();
    if magnitude == f64::INFINITY {
        return (sign | overflow) << kept;
    }
    let bias = (1i32 << (scalar.exponent - 1)) - 1;
    let exponent = ((magnitude.to_bits() >> 52) as i32 - 1023).max(1 - bias);
    let unit = libm_exp2(exponent - scalar.fraction as i32);
    // Exact: the quotient has at most 53 bits, and rounding to an integer is to nearest even.
    let steps = (magnitude / unit).round_ties_even() as u64;
    let bits = if steps >> scalar.fraction == 0 {
        steps
    } else {
        ((exponent + bias - 1) as u64 * (1 << scalar.fraction)) + steps
    };
    let bits = sign | if bits > largest { overflow } else { bits };
    bits << kept
}

/// Reads a number of a type from its text: decimal, or hexadecimal bits for floats.
pub fn parse_number(scalar: Scalar, text: &str) -> Option<u64> {
    let mask = if scalar.bits == 64 {
        u64::MAX
    } else {
        (1 << scalar.bits) - 1
    };
    match text {
        "true" if scalar.bits == 1 => return Some(1),
        "false" if scalar.bits == 1 => return Some(0),
        _ => {}
    }
    let digits = text.strip_prefix('-').unwrap_or(text);
    let is_whole = digits.bytes().all(|b| b.is_ascii_digit());
    let is_hex = digits.starts_with("0x") || digits.starts_with("0X");
    // Floats have a point, or are bits, which have no sign.
    if scalar.is_float() && (is_whole || is_hex && digits.len() < text.len()) {
        return None;
    }
    if let Some(hex) = digits.strip_prefix("0x").or(digits.strip_prefix("0X")) {
        let bits = u64::from_str_radix(hex, 16).ok()?;
        let bits = if digits.len() < text.len() {
            bits.wrapping_neg()
        } else {
            bits
        };
        if scalar.name == "tf32" {
            return (bits >> TF32_BITS == 0).then_some(bits << TF32_UNUSED);
        }
        return (bits & mask == bits || !scalar.is_float()).then_some(bits & mask);
    }
    if scalar.is_float() {
        // `f32` is read as such, not through `f64`, so that it is rounded once.
        return match scalar.name {
            "f32" => nearest(text, F32),
            _ => nearest(text, F64).map(|bits| float_bits(scalar, f64::from_bits(bits))),
        };
    }
    let value: i128 = text.parse().ok()?;
    let fits = value >= -(1i128 << (scalar.bits - 1)) && value < 1i128 << scalar.bits;
    fits.then_some(value as u64 & mask)
}

/// A binary format: the bits of its significands with the one in front, the power of two of its smallest number, and the
/// bits of its infinity.
#[derive(Clone, Copy)]
struct Binary {
    significand: u32,
    least: i32,
    infinity: u64,
}

const F32: Binary = Binary {
    significand: f32::MANTISSA_DIGITS,
    least: -149,
    infinity: f32::INFINITY.to_bits() as u64,
};
const F64: Binary = Binary {
    significand: f64::MANTISSA_DIGITS,
    least: -1074,
    infinity: f64::INFINITY.to_bits(),
};

/// A number in the middle of two of 64 bits has fewer decimal digits: of more, it counts only whether all are zeros.
const DIGITS: usize = 800;

/// The bits of the number of a format that is nearest to a decimal one, to the even one of two. The library's reader brings
/// 10 KB of powers of five, which a page would load.
fn nearest(text: &str, format: Binary) -> Option<u64> {
    let (sign, text) = match text.strip_prefix('-') {
        Some(rest) => (1, rest),
        // Absent: a number without a sign is positive.
        None => (0, text.strip_prefix('+').unwrap_or(text)),
    };
    let width = format.significand + format.infinity.count_ones();
    let signed = |bits: u64| Some(bits | sign << (width - 1));
    if text.eq_ignore_ascii_case("inf") || text.eq_ignore_ascii_case("infinity") {
        return signed(format.infinity);
    }
    if text.eq_ignore_ascii_case("nan") {
        // The quiet one without a payload.
        return signed(format.infinity | 1 << (format.significand - 2));
    }
    let (digits, power) = match text.split_once(['e', 'E']) {
        Some((digits, power)) => match power.parse::<i32>().map_err(|error| *error.kind()) {
            Ok(power) => (digits, power),
            Err(IntErrorKind::PosOverflow) => (digits, i32::MAX),
            Err(IntErrorKind::NegOverflow) => (digits, i32::MIN),
            Err(_) => return None,
        },
        None => (text, 0),
    };
    // Absent: a number without a point is whole.
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let written = || whole.bytes().chain(fraction.bytes());
    if written().next().is_none() || !written().all(|digit| digit.is_ascii_digit()) {
        return None;
    }
    let mut digits: Vec<u8> = written()
        .map(|digit| digit - b'0')
        .skip_while(|digit| *digit == 0)
        .collect();
    let mut power = power.saturating_sub(fraction.len() as i32);
    if let Some(more @ 1..) = digits.len().checked_sub(DIGITS) {
        power = power.saturating_add(more as i32);
        let is_more = digits.drain(DIGITS..).any(|digit| digit > 0);
        digits[DIGITS - 1] = digits[DIGITS - 1].max(is_more.into());
    }
    let bits = match power.saturating_add(digits.len() as i32) {
        _ if digits.is_empty() => 0,
        // Beyond all numbers of 64 bits, on either side.
        ..-330 => 0,
        330.. => format.infinity,
        _ => {
            let mut dividend = Natural(Vec::new());
            for digit in digits {
                dividend.multiply(10);
                dividend.add(digit);
            }
            let mut divisor = Natural::from(1);
            for _ in 0..power.unsigned_abs() {
                if power > 0 { &mut dividend } else { &mut divisor }.multiply(10);
            }
            quotient(dividend, divisor, format)
        }
    };
    signed(bits)
}

/// The bits of the number of a format that is nearest to a quotient.
fn quotient(mut dividend: Natural, mut divisor: Natural, format: Binary) -> u64 {
    // The power of two that the next bit of the quotient stands for; the first is at most one too high.
    let mut power = (dividend.bits() as i32 - divisor.bits() as i32).max(format.least);
    for _ in 0..power.unsigned_abs() {
        if power > 0 { &mut divisor } else { &mut dividend }.multiply(2);
    }
    let mut last = format.least;
    let mut significand = 0;
    while power >= last {
        let bit = dividend.cmp(&divisor).is_ge();
        if bit {
            dividend.subtract(&divisor);
            if significand == 0 {
                last = last.max(power - (format.significand as i32 - 1));
            }
        }
        significand = significand << 1 | u64::from(bit);
        dividend.multiply(2);
        power -= 1;
    }
    let up = match dividend.cmp(&divisor) {
        Ordering::Less => 0,
        Ordering::Equal => significand & 1,
        Ordering::Greater => 1,
    };
    // A significand that is rounded up to the next power of two counts the exponent up.
    let exponent = (last - format.least) as u64;
    format
        .infinity
        .min((exponent << (format.significand - 1)) + significand + up)
}

/// Writes one number as LLVM does.
pub fn write_number(scalar: Scalar, bits: u64, out: &mut String) {
    if scalar.is_float() {
        write_float(scalar, bits, out);
    } else if scalar.bits == 1 {
        out.push_str(if bits & 1 == 1 { "true" } else { "false" });
    } else {
        let shift = 64 - scalar.bits;
        let _ = write!(out, "{}", ((bits << shift) as i64) >> shift);
    }
}

/// Writes a float: with six digits if that is exact, else with as many as the format needs, else as bits.
fn write_float(scalar: Scalar, bits: u64, out: &mut String) {
    let value = float_value(scalar, bits);
    if value.is_finite() {
        let short = scientific(value, 6);
        if parse_number(scalar, &short) == Some(bits) {
            out.push_str(&short);
            return;
        }
        // As many digits as LLVM's APFloat prints by default: 2 + 59/196 of the bits of the significand.
        let precision = 2 + (scalar.fraction as usize + 1) * 59 / 196;
        let text = shortest(value, precision);
        if text.contains('.') {
            out.push_str(&text);
            return;
        }
    }
    let (bits, width) = match scalar.name {
        "tf32" => (bits >> TF32_UNUSED, TF32_BITS),
        _ => (bits, scalar.bits),
    };
    let _ = write!(out, "0x{bits:0width$X}", width = width.div_ceil(4) as usize);
}

/// All decimal digits of a finite number, and the power of ten of the last of them.
pub fn exact_digits(value: f64) -> (Vec<u8>, i32) {
    // More than any has.
    leading_digits(value, 1100)
}

/// The leading decimal digits of a finite number and the power of ten of the last of them, as LLVM's APFloat finds
/// them: digits far beyond `precision` are cut off first, by an estimate in bits, and only then is the rest rounded.
/// So the last digit is sometimes rounded and sometimes cut; printed constants show which.
fn leading_digits(value: f64, precision: usize) -> (Vec<u8>, i32) {
    let bits = value.abs().to_bits();
    let (fraction, exponent) = (bits & ((1 << 52) - 1), (bits >> 52) as i32);
    let (significand, exponent) = if exponent == 0 {
        (fraction, -1074)
    } else {
        (fraction | 1 << 52, exponent - 1075)
    };
    if significand == 0 {
        return (vec![0], 0);
    }
    let zeros = significand.trailing_zeros();
    let (odd, exponent) = (significand >> zeros, exponent + zeros as i32);
    let mut number = Natural::from(odd);
    // value = odd * 2^e = odd * 5^-e * 10^e for negative e.
    for _ in 0..exponent.unsigned_abs() {
        number.multiply(if exponent > 0 { 2 } else { 5 });
    }
    let mut power = exponent.min(0);
    let wanted = (precision as u32 * 196).div_ceil(59);
    for _ in 0..number.bits().saturating_sub(wanted) * 59 / 196 {
        number.divide_by_ten();
        power += 1;
    }
    // Digits from the last to the first.
    let mut digits = Vec::new();
    while !number.is_zero() {
        digits.push(number.divide_by_ten());
    }
    let trailing = digits.iter().take_while(|&&d| d == 0).count();
    digits.drain(..trailing);
    power += trailing as i32;
    if digits.len() > precision {
        let cut = digits.len() - precision;
        let up = digits[cut - 1] >= 5;
        digits.drain(..cut);
        power += cut as i32;
        let drop = digits.iter().take_while(|&&d| d == if up { 9 } else { 0 }).count();
        digits.drain(..drop);
        power += drop as i32;
        match digits.first_mut() {
            Some(last) if up => *last += 1,
            None => digits.push(1),
            _ => {}
        }
    }
    digits.reverse();
    (digits, power)
}

/// `1.250000e-01`: `precision` digits after the point.
fn scientific(value: f64, precision: usize) -> String {
    let (digits, power) = leading_digits(value, precision);
    let exponent = if digits == [0] {
        0
    } else {
        power + digits.len() as i32 - 1
    };
    let mut out = String::from(if value.is_sign_negative() { "-" } else { "" });
    for i in 0..=precision {
        out.push((b'0' + digits.get(i).copied().unwrap_or(0)) as char);
        if i == 0 {
            out.push('.');
        }
    }
    let _ = write!(out, "e{}{:02}", if exponent < 0 { '-' } else { '+' }, exponent.abs());
    out
}

/// A number with at most `precision` significant digits; scientific where its first digit is more than three places
/// from the point or there are too few digits to reach it.
fn shortest(value: f64, precision: usize) -> String {
    let (digits, power) = leading_digits(value, precision);
    let count = digits.len() as i32;
    let first = power + count - 1;
    let text: String = digits.iter().map(|d| (b'0' + d) as char).collect();
    let mut out = String::from(if value.is_sign_negative() { "-" } else { "" });
    let far = if power >= 0 {
        power > 3 || count + power > precision as i32
    } else {
        first < -3
    };
    if far {
        let _ = write!(out, "{}.{}E", &text[..1], if count > 1 { &text[1..] } else { "0" });
        let _ = write!(out, "{}{}", if first < 0 { '-' } else { '+' }, first.abs());
    } else if power >= 0 {
        out.push_str(&text);
        out.extend(std::iter::repeat_n('0', power as usize));
    } else if first >= 0 {
        let _ = write!(out, "{}.{}", &text[..first as usize + 1], &text[first as usize + 1..]);
    } else {
        let _ = write!(out, "0.{}{text}", "0".repeat((-first - 1) as usize));
    }
    out
}

/// A natural number of any size: 32-bit limbs, the lowest first.
struct Natural(Vec<u32>);

impl Natural {
    fn from(value: u64) -> Self {
        let mut number = Self(vec![value as u32, (value >> 32) as u32]);
        number.trim();
        number
    }

    fn trim(&mut self) {
        while self.0.last() == Some(&0) {
            self.0.pop();
        }
    }

    fn is_zero(&self) -> bool {
        self.0.is_empty()
    }

    fn bits(&self) -> u32 {
        self.0
            .last()
            .map_or(0, |top| self.0.len() as u32 * 32 - top.leading_zeros())
    }

    fn multiply(&mut self, factor: u32) {
        let mut carry = 0u64;
        for limb in &mut self.0 {
            let product = u64::from(*limb) * u64::from(factor) + carry;
            *limb = product as u32;
            carry = product >> 32;
        }
        if carry > 0 {
            self.0.push(carry as u32);
        }
    }

    fn add(&mut self, digit: u8) {
        let mut carry = u32::from(digit);
        for limb in &mut self.0 {
            let (sum, over) = limb.overflowing_add(carry);
            *limb = sum;
            carry = u32::from(over);
        }
        if carry > 0 {
            self.0.push(carry);
        }
    }

    /// Takes away what is no larger.
    fn subtract(&mut self, other: &Self) {
        let mut borrow = false;
        let others = other.0.iter().copied().chain(std::iter::repeat(0));
        for (limb, other) in self.0.iter_mut().zip(others) {
            let (rest, under) = limb.overflowing_sub(other);
            let (rest, again) = rest.overflowing_sub(u32::from(borrow));
            *limb = rest;
            borrow = under || again;
        }
        self.trim();
    }

    fn cmp(&self, other: &Self) -> Ordering {
        let from_the_top = || self.0.iter().rev().cmp(other.0.iter().rev());
        self.0.len().cmp(&other.0.len()).then_with(from_the_top)
    }

    /// Divides and returns the remainder.
    fn divide_by_ten(&mut self) -> u8 {
        let mut rest = 0u64;
        for limb in self.0.iter_mut().rev() {
            let dividend = rest << 32 | u64::from(*limb);
            *limb = (dividend / 10) as u32;
            rest = dividend % 10;
        }
        self.trim();
        rest as u8
    }
}

/// Writes `<f32: 1.0>` or, for several elements, `<f32: [1.0, 2.0]>` nested as the shape is.
pub(crate) fn write_dense(module: &Module, ty: Ty, bits: &[u64], out: &mut String) {
    let (scalar, shape) = match module.tile_type(ty) {
        Some(tile) => (module.scalar(tile.element), tile.shape),
        None => (module.scalar(ty), &[][..]),
    };
    let Some(scalar) = scalar else {
        out.push_str("<?>");
        return;
    };
    let _ = write!(out, "<{}: ", scalar.name);
    write_values(scalar, shape, bits, out);
    out.push('>');
}

/// Writes `1.0` or, for several elements, `[1.0, 2.0]` nested as the shape is.
pub(crate) fn write_values(scalar: Scalar, shape: &[i64], bits: &[u64], out: &mut String) {
    match bits {
        [one] => write_number(scalar, *one, out),
        _ => write_nested(scalar, shape, bits, out),
    }
}

fn write_nested(scalar: Scalar, shape: &[i64], bits: &[u64], out: &mut String) {
    let Some((&extent, inner)) = shape.split_first() else {
        if let Some(&bits) = bits.first() {
            write_number(scalar, bits, out);
        }
        return;
    };
    let step = bits.len() / extent.max(1) as usize;
    out.push('[');
    for i in 0..extent as usize {
        if i > 0 {
            out.push_str(", ");
        }
        write_nested(scalar, inner, bits.get(i * step..(i + 1) * step).unwrap_or(&[]), out);
    }
    out.push(']');
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::SCALARS;

    fn scalar(name: &str) -> Scalar {
        SCALARS.iter().find(|s| s.name == name).and_then(|s| s.scalar).unwrap()
    }

    fn text(name: &str, bits: u64) -> String {
        let mut out = String::new();
        write_number(scalar(name), bits, &mut out);
        out
    }

    #[test]
    fn floats_print_as_llvm_prints_them() {
        assert_eq!(text("f32", 1.0f32.to_bits().into()), "1.000000e+00");
        assert_eq!(text("f32", 0.180_336_88f32.to_bits().into()), "0.180336878");
        assert_eq!(text("f32", 1e-6f32.to_bits().into()), "9.99999997E-7");
        assert_eq!(text("f32", 1e-5f32.to_bits().into()), "9.99999974E-6");
        assert_eq!(text("f32", 0.7f32.to_bits().into()), "0.699999988");
        assert_eq!(text("f32", 0.1f32.to_bits().into()), "1.000000e-01");
        assert_eq!(text("f32", 0), "0.000000e+00");
        assert_eq!(text("f16", 0x2E66), "9.997550e-02");
        assert_eq!(text("f32", f32::NEG_INFINITY.to_bits().into()), "0xFF800000");
        assert_eq!(text("f32", (-1e30f32).to_bits().into()), "-1.000000e+30");
        assert_eq!(text("i32", 0xFFFF_FFFF), "-1");
        assert_eq!(text("i1", 1), "true");
        // 19 bits in text, in the high bits of an f32 in memory.
        assert_eq!(text("tf32", 0x7F80_0000), "0x3FC00");
        assert_eq!(
            text("tf32", parse_number(scalar("tf32"), "0.1").unwrap()),
            "9.997550e-02"
        );
        assert_eq!(parse_number(scalar("tf32"), "0x7FC00"), Some(0xFF80_0000));
        assert_eq!(parse_number(scalar("tf32"), "0x80000"), None);
    }

    #[test]
    fn decimal_numbers_are_read_as_the_library_reads_them() {
        let same = |text: &str| {
            let narrow = text.parse::<f32>().ok().map(|v| u64::from(v.to_bits()));
            assert_eq!(nearest(text, F32), narrow, "{text}");
            assert_eq!(nearest(text, F64), text.parse::<f64>().ok().map(f64::to_bits), "{text}");
        };
        let edges = "0.0 -0.0 1.0 -1. .5 . 00.10 1e3 1.0e+5 1.0e 1.0e400 1.0e-400 0.0e999999 1.0e2147483648 1.0e-99999999999 1.0e+-1 1.0e- -1.0e99999 +1.5 +-1 inf -inf +Infinity nan -NaN infin 1x 1.0.0 -- \
            9007199254740993.0 9007199254740992.9999999999 9007199254740993.0000000001 16777217.0 16777219.0 3.4028236e38 \
            3.4028235677973366e38 1.7976931348623157e308 1.7976931348623159e308 4.9e-324 2.4703282292062327e-324 \
            2.4703282292062328e-324 7.006492321624085e-46 7.006492321624086e-46 2.2250738585072011e-308 1.1754943e-38";
        edges.split_whitespace().for_each(same);
        // In the middle of two numbers, to the last digit; and a little more, far behind.
        let middle = "9007199254740993.".to_string() + &"0".repeat(2000);
        same(&middle);
        same(&(middle + "1"));
        same(&("1".repeat(900) + ".0e-880"));
        same(&("0.".to_string() + &"0".repeat(900) + "1e900"));
        let mut state = 1u64;
        let mut next = || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state
        };
        for _ in 0..3000 {
            let (bits, cut) = (next(), next());
            // All but those whose exponent says that they are infinite or no numbers.
            same(&format!("{:e}", f64::from_bits(bits & !(1 << 62))));
            let narrow = bits as u32 & 0xBFFF_FFFF;
            same(&format!("{:e}", f32::from_bits(narrow)));
            // Halfway between two numbers, and beside that.
            let half = f64::midpoint(f32::from_bits(narrow).into(), f32::from_bits(narrow + 1).into());
            same(&format!("{half:.160}"));
            same(&format!("{half:.20}"));
            same(&format!(
                "{}.{}e{}",
                bits >> (cut % 64),
                cut >> (bits % 64),
                (bits % 700) as i32 - 350
            ));
        }
    }

    #[test]
    fn every_number_of_the_narrow_formats_reads_back_from_its_text() {
        for name in ["f16", "bf16", "f8E4M3FN", "f8E5M2", "f4E2M1FN", "f8E8M0FNU", "i8", "i4"] {
            let scalar = scalar(name);
            for bits in 0..1u64 << scalar.bits {
                let text = text(name, bits);
                assert_eq!(parse_number(scalar, &text), Some(bits), "{name} {bits:#x} {text}");
            }
        }
    }

    #[test]
    fn narrow_floats_round_to_nearest_even_and_saturate_as_the_format_says() {
        let e4m3 = scalar("f8E4M3FN");
        assert_eq!(float_value(e4m3, 0x7E), 448.0);
        assert_eq!(float_bits(e4m3, 448.0), 0x7E);
        assert_eq!(float_bits(e4m3, 1e9), 0x7F);
        assert_eq!(float_bits(scalar("f16"), 65520.0), 0x7C00);
        assert_eq!(float_bits(scalar("f16"), 2f64.powi(-25)), 0);
        assert_eq!(float_bits(scalar("f16"), 1.5 * 2f64.powi(-24)), 2);
        assert_eq!(float_value(scalar("f8E8M0FNU"), 127), 1.0);
    }

    #[test]
    fn numbers_out_of_range_are_refused() {
        assert_eq!(parse_number(scalar("i8"), "256"), None);
        assert_eq!(parse_number(scalar("i8"), "255"), Some(255));
        assert_eq!(parse_number(scalar("i8"), "-129"), None);
        assert_eq!(parse_number(scalar("f16"), "0x1FFFF"), None);
        assert_eq!(parse_number(scalar("f32"), "zebra"), None);
    }
}
