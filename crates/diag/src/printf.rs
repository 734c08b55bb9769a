//! Formats of C's `printf`, which kernels print by: taken apart, and numbers as they write them.

/// A part of a format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Piece<'t> {
    /// Text that stands as it is; of `%%` one `%`.
    Text(&'t str),
    /// A place for an argument.
    Conversion(Conversion<'t>),
}

/// `%08.3f` and the like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Conversion<'t> {
    /// As it is written.
    pub text: &'t str,
    flags: &'t str,
    width: usize,
    precision: Option<usize>,
    long: bool,
    kind: char,
}

/// The parts of a format, in order. What is no conversion is text.
pub fn pieces(format: &str) -> impl Iterator<Item = Piece<'_>> {
    let mut rest = format;
    std::iter::from_fn(move || {
        let (piece, length) = match rest.strip_prefix('%') {
            None => {
                let length = rest.find('%').unwrap_or(rest.len());
                (Piece::Text(&rest[..length]), length)
            }
            Some(after) if after.starts_with('%') => (Piece::Text("%"), 2),
            Some(_) => match conversion(rest) {
                Some(found) => (Piece::Conversion(found), found.text.len()),
                None => (Piece::Text("%"), 1),
            },
        };
        rest = &rest[length..];
        (length > 0).then_some(piece)
    })
}

/// Why a format does not print its arguments, each of which is a float or not and has a type; none if it prints all.
pub fn misfit(format: &str, args: &[(bool, String)]) -> Option<String> {
    let mut rest = args.iter();
    for piece in pieces(format) {
        let Piece::Conversion(conversion) = piece else { continue };
        match rest.next() {
            None => return Some(format!("`{}` has no argument", conversion.text)),
            Some((is_float, ty)) if *is_float != conversion.is_float() => {
                return Some(format!("`{}` cannot print {ty}", conversion.text));
            }
            Some(_) => {}
        }
    }
    let left = rest.len();
    if left == 0 {
        return None;
    }
    Some(match unknown(&format.replace("%%", "")) {
        Some(text) => format!(
            "`{text}` is no conversion of a number, and {left} of {} would not be printed",
            crate::counted(args.len(), "arguments")
        ),
        None => format!(
            "the text has conversions for {} of {}",
            args.len() - left,
            crate::counted(args.len(), "arguments")
        ),
    })
}

/// The first text that looks like a conversion and is none.
fn unknown(format: &str) -> Option<&str> {
    let mut places = format.match_indices('%').map(|(at, _)| &format[at..]);
    let text = places.find(|text| conversion(text).is_none())?;
    // No conversion has a letter beyond ASCII: such a character ends the text whatever it is, and the page has no table of letters.
    let end = text
        .char_indices()
        .find(|(_, c)| c.is_ascii_alphabetic() || !c.is_ascii());
    end.map(|(at, c)| &text[..at + c.len_utf8()])
}

/// The conversion that a text starts with.
fn conversion(text: &str) -> Option<Conversion<'_>> {
    let split = |text: &'_ str, part: fn(char) -> bool| text.find(|c| !part(c)).unwrap_or(text.len());
    let (flags, rest) = text[1..].split_at(split(&text[1..], |c| "-+ #0".contains(c)));
    let (width, rest) = rest.split_at(split(rest, |c| c.is_ascii_digit()));
    let (precision, rest) = match rest.strip_prefix('.') {
        Some(rest) => {
            let (digits, rest) = rest.split_at(split(rest, |c| c.is_ascii_digit()));
            (Some(size(digits)), rest)
        }
        None => (None, rest),
    };
    let (length, rest) = rest.split_at(split(rest, |c| "hlLjzt".contains(c)));
    let kind = rest.chars().next().filter(|&c| "diuoxXcpfFeEgGaA".contains(c))?;
    Some(Conversion {
        text: &text[..text.len() - rest.len() + 1],
        flags,
        width: size(width),
        precision,
        long: kind == 'p' || length.contains(['l', 'j', 'z', 't']),
        kind,
    })
}

/// A width or precision; where nothing is written, 0.
fn size(digits: &str) -> usize {
    let more = |size: usize, digit: u8| (10 * size + usize::from(digit - b'0')).min(MAX_WIDTH);
    digits.bytes().fold(0, more)
}

/// The widest that a number is made.
const MAX_WIDTH: usize = 1000;

impl Conversion<'_> {
    /// Whether it is for floats.
    pub fn is_float(&self) -> bool {
        "fFeEgGaA".contains(self.kind)
    }

    /// Whether it is for 64 bits.
    pub fn is_long(&self) -> bool {
        self.long || self.is_float()
    }

    /// Whether it reads integers as signed.
    pub fn is_signed(&self) -> bool {
        matches!(self.kind, 'd' | 'i')
    }

    /// The number of these bits as text: an integer of 32 or 64 bits, or an f64.
    pub fn write(&self, bits: u64) -> String {
        let has = |flag| self.flags.contains(flag);
        let (mut negative, mut prefix) = (false, "");
        let is_number = !self.is_float() || f64::from_bits(bits).is_finite();
        let mut body = if self.is_float() {
            let value = f64::from_bits(bits);
            negative = value.is_sign_negative();
            self.float(value.abs())
        } else {
            let value = if self.long { bits } else { u64::from(bits as u32) };
            let signed = if self.long { bits as i64 } else { i64::from(bits as i32) };
            negative |= self.is_signed() && signed < 0;
            prefix = match self.kind {
                'p' => "0x",
                'x' if has('#') && value != 0 => "0x",
                'X' if has('#') && value != 0 => "0X",
                'o' if has('#') => "0",
                _ => "",
            };
            let digits = match self.kind {
                'c' => char::from(value as u8).to_string(),
                'o' => format!("{value:o}"),
                'x' | 'p' => format!("{value:x}"),
                'X' => format!("{value:X}"),
                'u' => value.to_string(),
                _ => signed.unsigned_abs().to_string(),
            };
            let least = self.precision.unwrap_or(1);
            format!("{}{digits}", "0".repeat(least.saturating_sub(digits.len())))
        };
        if self.kind.is_ascii_uppercase() {
            body.make_ascii_uppercase();
        }
        let signs = self.is_signed() || self.is_float();
        let sign = match (negative, signs) {
            (true, _) => "-",
            (_, true) if has('+') => "+",
            (_, true) if has(' ') => " ",
            _ => "",
        };
        let room = self.width.saturating_sub(sign.len() + prefix.len() + body.len());
        let by_zeros = has('0') && is_number && (self.is_float() || self.precision.is_none());
        match (has('-'), by_zeros) {
            (true, _) => format!("{sign}{prefix}{body}{}", " ".repeat(room)),
            (_, true) => format!("{sign}{prefix}{}{body}", "0".repeat(room)),
            _ => format!("{}{sign}{prefix}{body}", " ".repeat(room)),
        }
    }

    /// A float that is not negative.
    fn float(&self, value: f64) -> String {
        if value.is_nan() {
            return "nan".to_string();
        }
        if value.is_infinite() {
            return "inf".to_string();
        }
        let digits = self.precision.unwrap_or(6);
        match self.kind.to_ascii_lowercase() {
            'f' => format!("{value:.digits$}"),
            'e' => exponential(value, digits),
            'g' => self.shorter(value, digits.max(1)),
            _ => self.hexadecimal(value),
        }
    }

    /// The shorter of both forms, with so many digits that count.
    fn shorter(&self, value: f64, digits: usize) -> String {
        let text = exponential(value, digits - 1);
        let (_, exponent) = text.split_once('e').unwrap_or((&text, "0"));
        let exponent: i64 = exponent.parse().unwrap_or(0);
        let fixed = (-4..digits as i64).contains(&exponent);
        let text = match fixed {
            true => format!("{value:.*}", (digits as i64 - 1 - exponent) as usize),
            false => text,
        };
        let (number, rest) = text
            .split_once('e')
            .map_or((&text[..], ""), |(a, _)| (a, &text[a.len()..]));
        match number.contains('.') && !self.flags.contains('#') {
            true => format!("{}{rest}", number.trim_end_matches('0').trim_end_matches('.')),
            false => text,
        }
    }

    fn hexadecimal(&self, value: f64) -> String {
        let (mut fraction, exponent) = (value.to_bits() & ((1 << 52) - 1), value.to_bits() >> 52);
        let (mut lead, exponent) = match (exponent, fraction) {
            (0, 0) => (0, 0),
            (0, _) => (0, -1022),
            (exponent, _) => (1, exponent as i64 - 1023),
        };
        let mut digits = 13;
        if let Some(wanted @ 0..=12) = self.precision {
            // To nearest, ties to even.
            let (drop, all) = (52 - 4 * wanted as u32, lead << 52 | fraction);
            let half = 1u64 << (drop - 1);
            let kept = (all + half - 1 + (all >> drop & 1)) >> drop << drop;
            (lead, fraction, digits) = (kept >> 52, kept & ((1 << 52) - 1), wanted);
        }
        let text = format!("{fraction:013x}");
        let text = match self.precision {
            Some(wanted) => format!("{}{}", &text[..digits], "0".repeat(wanted.saturating_sub(13))),
            None => text.trim_end_matches('0').to_string(),
        };
        let point = if text.is_empty() { "" } else { "." };
        format!("0x{lead}{point}{text}p{exponent:+}")
    }
}

/// `1.500000e+02`: at least two digits of the exponent.
fn exponential(value: f64, digits: usize) -> String {
    let text = format!("{value:.digits$e}");
    let (number, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{number}e{sign}{:02}", exponent.abs())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(format: &str, bits: u64) -> String {
        let write = |piece| match piece {
            Piece::Text(text) => text.to_string(),
            Piece::Conversion(conversion) => conversion.write(bits),
        };
        pieces(format).map(write).collect()
    }

    #[test]
    fn what_would_not_be_printed_is_named() {
        let (int, float) = ((false, "tile<i32>".to_string()), (true, "tile<f32>".to_string()));
        let cases = [
            ("%d %f%%", None),
            ("%f %f", Some("`%f` cannot print tile<i32>")),
            ("%d", Some("conversions for 1 of 2")),
            ("%d %s", Some("`%s` is no conversion")),
            ("%%d %*d %f", Some("`%f` cannot print tile<i32>")),
            ("%% %*d", Some("`%*d` is no conversion of a number, and 2 of 2")),
            ("%d %f %u", Some("`%u` has no argument")),
            ("100% %", Some("conversions for 0 of 2")),
        ];
        for (format, why) in cases {
            let found = misfit(format, &[int.clone(), float.clone()]);
            match why {
                Some(why) => assert!(
                    found.as_ref().is_some_and(|found| found.contains(why)),
                    "{format}: {found:?}"
                ),
                None => assert_eq!(found, None, "{format}"),
            }
        }
        assert_eq!(misfit("100% %q", &[]), None);
    }

    /// The expected texts are glibc's.
    #[test]
    fn numbers_are_written_as_c_writes_them() {
        let cases = [
            ("a %d%%", -5i64 as u64, "a -5%"),
            ("%5d|%-5d|%05d|%+d", 42, "   42|42   |00042|+42"),
            ("%.3d %x %#X %o", 10, "010 a 0XA 12"),
            ("%u %lld", u64::MAX, "4294967295 -1"),
            ("100% %q", 1, "100% %q"),
            ("%.d|%3.0d", 7, "7|  7"),
        ];
        for (format, bits, text) in cases {
            assert_eq!(one(format, bits), text, "{format}");
        }
        let floats = [
            ("%f", 1.5, "1.500000"),
            ("%8.3f|%-8.1f|%08.2f", -2.25, "  -2.250|-2.2    |-0002.25"),
            ("%e %E", 12345.678, "1.234568e+04 1.234568E+04"),
            ("%g", 100000.0, "100000"),
            ("%g", 1e6, "1e+06"),
            ("%g", 0.0001, "0.0001"),
            ("%g %G", 1e-5, "1e-05 1E-05"),
            ("%.0f %.0e", 2.5, "2 2e+00"),
            ("%a", 1.0, "0x1p+0"),
            ("%.1a", 1.96875, "0x2.0p+0"),
            ("%a", 0.1, "0x1.999999999999ap-4"),
            ("%f %5f", f64::INFINITY, "inf   inf"),
            ("%05f", f64::NAN, "  nan"),
        ];
        for (format, value, text) in floats {
            assert_eq!(one(format, f64::to_bits(value)), text, "{format}");
        }
    }
}
