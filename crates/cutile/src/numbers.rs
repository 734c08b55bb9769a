//! Numbers that are known: powers as Python has them, and floats as texts and rounded to digits. What the standard library has for the last
//! two would be a hundredth of what a page loads each.

use tilewright_platform::math;

/// A power, as Python has it: JavaScript has none of 1 that is not a number, nor of -1 for an infinite exponent.
pub(crate) fn power(x: f64, y: f64) -> f64 {
    match x {
        1.0 => 1.0,
        -1.0 if y.is_infinite() => 1.0,
        x => math::pow(x, y),
    }
}

pub(crate) fn exp2(x: f64) -> f64 {
    power(2.0, x)
}

/// A float with so many digits behind the point, the even one where it is between two; none for more digits than are computed.
pub(crate) fn rounded(float: f64, digits: u32) -> Option<f64> {
    let bits = float.abs().to_bits();
    // A whole number, or none at all.
    let Some(shift) = 1075u32.checked_sub((bits >> 52) as u32).filter(|shift| *shift > 0) else {
        return Some(float);
    };
    // Less than 2^53, times less than 2^70.
    let scaled =
        u128::from((bits & ((1 << 52) - 1)) | (1 << 52)) * 10u128.pow(Some(digits).filter(|digits| *digits <= 21)?);
    // Absent: nothing is left of what is that small.
    let mut whole = scaled.checked_shr(shift).unwrap_or(0);
    if shift < 128 {
        let (rest, half) = (scaled & ((1 << shift) - 1), 1 << (shift - 1));
        whole += u128::from(rest > half || (rest == half && whole % 2 == 1));
    }
    let rounded: f64 = format!("{whole}e-{digits}").parse().ok()?;
    Some(rounded.copysign(float))
}

/// A float in the fewest digits that no other has, as `{:?}` writes it: what writes any float for the standard library would be a
/// hundredth of what a page loads.
pub(crate) fn spelled(value: f64) -> String {
    let sign = if value.is_sign_negative() { "-" } else { "" };
    if !value.is_finite() || value == 0.0 {
        let text = match value {
            0.0 => "0.0",
            value if value.is_nan() => return "NaN".into(),
            _ => "inf",
        };
        return format!("{sign}{text}");
    }
    let (digits, last) = tilewright_ir::numbers::exact_digits(value);
    let mut count = 1;
    let (text, power) = loop {
        let kept = count.min(digits.len());
        let mut number = digits[..kept]
            .iter()
            .fold(0u64, |number, digit| number * 10 + u64::from(*digit));
        number += u64::from(digits.get(kept).is_some_and(|next| *next >= 5));
        let (text, power) = (number.to_string(), last + (digits.len() - kept) as i32);
        // So many digits tell any float.
        if count >= 17 || format!("{sign}{text}e{power}").parse() == Ok(value) {
            break (text, power);
        }
        count += 1;
    };
    let short = text.trim_end_matches('0');
    let power = power + (text.len() - short.len()) as i32;
    let first = power + short.len() as i32 - 1;
    let zeros = |count: i32| "0".repeat(count as usize);
    if !(-4..16).contains(&first) {
        let (start, rest) = short.split_at(1);
        let point = if rest.is_empty() { "" } else { "." };
        format!("{sign}{start}{point}{rest}e{first}")
    } else if power >= 0 {
        format!("{sign}{short}{}.0", zeros(power))
    } else if first >= 0 {
        let (start, rest) = short.split_at(first as usize + 1);
        format!("{sign}{start}.{rest}")
    } else {
        format!("{sign}0.{}{short}", zeros(-first - 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_are_those_of_python() {
        for (x, y, expected) in [
            (1.0, f64::NAN, 1.0),
            (-1.0, f64::INFINITY, 1.0),
            (2.0, -1.0, 0.5),
            (f64::NEG_INFINITY, 0.0, 1.0),
        ] {
            assert_eq!(power(x, y), expected, "{x} ** {y}");
        }
        assert!(power(-2.0, 0.5).is_nan() && power(f64::NAN, 2.0).is_nan());
        assert_eq!((exp2(10.0), exp2(-1074.0)), (1024.0, f64::from_bits(1)));
    }

    #[test]
    fn floats_are_spelled_as_the_standard_library_does() {
        let mut bits = 0x9E37_79B9_7F4A_7C15u64;
        let mut all = vec![
            0.0,
            -0.0,
            1.0,
            -2.5,
            0.1,
            1e-4,
            9.5e-5,
            1e15,
            1e16,
            123456789012345680.0,
            5e-324,
            f64::MAX,
            f64::MIN_POSITIVE,
            0.3,
            1.0 / 3.0,
            100.0,
            f64::INFINITY,
            f64::NEG_INFINITY,
            f64::NAN,
        ];
        for _ in 0..2000 {
            bits = bits.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            all.extend([
                f64::from_bits(bits),
                f64::from(f32::from_bits((bits >> 32) as u32)),
                (bits >> 40) as f64 / 1000.0,
            ]);
        }
        for value in all {
            assert_eq!(spelled(value), format!("{value:?}"), "{:x}", value.to_bits());
        }
    }
}
