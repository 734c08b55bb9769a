//! The text of layouts: `(128,64):(64,1)` as CuTe prints them, and `<(128,64),(64,1),swizzle<3,4,3>>`.

use super::{Layout, Swizzle, Tuple};
use std::fmt;

/// The deepest nesting that is read.
const DEEPEST: usize = 16;

impl fmt::Display for Tuple {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Int(number) => write!(f, "{number}"),
            Self::Modes(modes) => {
                for (place, mode) in modes.iter().enumerate() {
                    write!(f, "{}{mode}", if place == 0 { "(" } else { "," })?;
                }
                write!(f, "{}", if modes.is_empty() { "()" } else { ")" })
            }
        }
    }
}

impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.shape, self.stride)
    }
}

impl fmt::Display for Swizzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "swizzle<{},{},{}>", self.bits, self.base, self.shift)
    }
}

/// A text that is no layout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Malformed {
    /// The byte at which it stops to be one.
    pub at: usize,
    /// The expectation there.
    pub wanted: &'static str,
}

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected {} at character {}", self.wanted, self.at + 1)
    }
}

impl std::error::Error for Malformed {}

impl Layout {
    /// Reads `shape:stride`, such as `(128,64):(64,1)`, or `<shape,stride>` with or without a swizzle.
    ///
    /// # Errors
    /// The place at which the text is no layout.
    pub fn parse(text: &str) -> Result<(Self, Option<Swizzle>), Malformed> {
        let mut reader = Reader { text, at: 0 };
        let closed = reader.takes("<");
        let shape = reader.tuple(0)?;
        reader.expect(if closed { "," } else { ":" }, if closed { "`,`" } else { "`:`" })?;
        let start = reader.at;
        let stride = reader.tuple(0)?;
        let swizzle = if closed && reader.takes(",") {
            Some(reader.swizzle()?)
        } else {
            None
        };
        if closed {
            reader.expect(">", "`>`")?;
        }
        if reader.at < text.len() {
            return Err(reader.wants("the end"));
        }
        let layout = Self::new(shape, stride);
        let layout = layout.ok_or(Malformed {
            at: start,
            wanted: "a stride nested as the shape, extents from 1 on and strides from 0 on,",
        })?;
        Ok((layout, swizzle))
    }
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
}

impl Reader<'_> {
    fn wants(&self, wanted: &'static str) -> Malformed {
        Malformed { at: self.at, wanted }
    }

    fn takes(&mut self, token: &str) -> bool {
        let blank = self.text[self.at..].len() - self.text[self.at..].trim_start().len();
        self.at += blank;
        let found = self.text[self.at..].starts_with(token);
        self.at += if found { token.len() } else { 0 };
        found
    }

    fn expect(&mut self, token: &str, wanted: &'static str) -> Result<(), Malformed> {
        if self.takes(token) {
            Ok(())
        } else {
            Err(self.wants(wanted))
        }
    }

    fn number(&mut self) -> Result<i64, Malformed> {
        self.takes("");
        let digits = self.text[self.at..].bytes().take_while(u8::is_ascii_digit).count();
        // Small enough for sums and products of a few modes.
        let number = self.text[self.at..self.at + digits].parse::<u32>();
        let number = number.map_err(|_| self.wants("a whole number below 2^32"))?;
        self.at += digits;
        Ok(number.into())
    }

    fn tuple(&mut self, depth: usize) -> Result<Tuple, Malformed> {
        if !self.takes("(") {
            return self.number().map(Tuple::Int);
        }
        if depth == DEEPEST {
            return Err(self.wants("no deeper nesting"));
        }
        let mut modes = vec![self.tuple(depth + 1)?];
        while self.takes(",") {
            modes.push(self.tuple(depth + 1)?);
        }
        self.expect(")", "`,` or `)`")?;
        Ok(Tuple::Modes(modes))
    }

    fn swizzle(&mut self) -> Result<Swizzle, Malformed> {
        self.expect("swizzle<", "`swizzle<`")?;
        let start = self.at;
        let mut numbers = [0; 3];
        for (place, number) in numbers.iter_mut().enumerate() {
            if place > 0 {
                self.expect(",", "`,`")?;
            }
            *number = self.number()? as u32;
        }
        self.expect(">", "`>`")?;
        let [bits, base, shift] = numbers;
        Swizzle::new(bits, base, shift).ok_or(Malformed {
            at: start,
            wanted: "a shift from the number of bits on, and at most 62 in all,",
        })
    }
}
