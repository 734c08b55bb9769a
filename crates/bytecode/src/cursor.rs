//! A place in the file, and the few ways in which its bytes become numbers.

use tilewright_diag::Diagnostic;

/// The result of reading: the thing, or why the file is refused.
pub(crate) type Result<T> = std::result::Result<T, Box<Diagnostic>>;

/// A refusal that has no place in a file.
pub(crate) fn refusal<T>(code: &str, message: impl Into<String>) -> Result<T> {
    Err(Box::new(helped(Diagnostic::error(code, None, message))))
}

/// A refusal that says what to do.
pub(crate) fn helped(diagnostic: Diagnostic) -> Diagnostic {
    let help = match (&*diagnostic.code, diagnostic.span) {
        ("bytecode.too-deep", _) => {
            "write branches in each other as one, and lists that hold fewer others: docs/limits.md has the limits"
        }
        ("bytecode.version", _) => "write a later version, or do without what is new",
        (_, Some(_)) => "write `cuda_tile` alone, in the forms that bytecode has",
        _ => "write the file anew with the tool that made it",
    };
    diagnostic.with_help(help)
}

/// A part of the file that is read from its start to its end.
#[derive(Clone)]
pub(crate) struct Cursor<'b> {
    file: &'b [u8],
    /// Where in the file the next byte is.
    pub at: usize,
    end: usize,
    /// Where the section starts: what is aligned, is so from here.
    base: usize,
    section: &'static str,
}

impl<'b> Cursor<'b> {
    /// The whole file, as the header.
    pub fn new(file: &'b [u8]) -> Self {
        Self {
            file,
            at: 0,
            end: file.len(),
            base: 0,
            section: "header",
        }
    }

    /// An error at `at`.
    pub fn error_at(&self, at: usize, message: &str) -> Box<Diagnostic> {
        let message = format!("{message} (byte {at}, {} section)", self.section);
        Box::new(helped(Diagnostic::error("bytecode", None, message)))
    }

    /// An error here: what stands here nests deeper than `most`.
    pub fn too_deep<T>(&self, what: &str, most: usize) -> Result<T> {
        let (at, section) = (self.at, self.section);
        let message = format!("{what} are nested more than {most} deep (byte {at}, {section} section)");
        Err(Box::new(helped(Diagnostic::error("bytecode.too-deep", None, message))))
    }

    /// An error here.
    pub fn error<T>(&self, message: &str) -> Result<T> {
        Err(self.error_at(self.at, message))
    }

    /// Bytes that are left.
    pub fn left(&self) -> usize {
        self.end - self.at
    }

    /// The next `length` bytes as a part of their own.
    pub fn part(&mut self, length: u64, what: &str) -> Result<Self> {
        if length > self.left() as u64 {
            let left = self.left();
            return self.error(&format!(
                "{what} should have {}, but what is left is {left}",
                tilewright_diag::counted(length as usize, "bytes")
            ));
        }
        let end = self.at + length as usize;
        let part = Self { end, ..self.clone() };
        self.at = end;
        Ok(part)
    }

    /// The next `length` bytes as a section: alignment counts from its first byte.
    pub fn section(&mut self, length: u64, name: &'static str) -> Result<Self> {
        let mut part = self.part(length, &format!("the {name} section"))?;
        (part.base, part.section) = (part.at, name);
        Ok(part)
    }

    /// The bytes from `from` to `to`, counted from here, as a part.
    pub fn slice(&self, from: u64, to: u64, what: &str) -> Result<Self> {
        if from > to || to > self.left() as u64 {
            let left = self.left();
            return self.error(&format!(
                "{what} should be bytes {from} to {to} of the {left} that follow the offsets"
            ));
        }
        Ok(Self {
            at: self.at + from as usize,
            end: self.at + to as usize,
            ..self.clone()
        })
    }

    /// All bytes that are left.
    pub fn rest(&self) -> &'b [u8] {
        &self.file[self.at..self.end]
    }

    /// One byte.
    pub fn byte(&mut self) -> Result<u8> {
        if self.left() == 0 {
            return self.error("the bytes end here, in the middle of something");
        }
        self.at += 1;
        Ok(self.file[self.at - 1])
    }

    /// A number of `bytes` bytes, least significant first.
    pub fn fixed(&mut self, bytes: u32) -> Result<u64> {
        let mut value = 0;
        for i in 0..bytes {
            value |= u64::from(self.byte()?) << (8 * i);
        }
        Ok(value)
    }

    /// A number in groups of 7 bits, least significant first; all but the last byte have the high bit set.
    pub fn varint(&mut self) -> Result<u64> {
        let start = self.at;
        match u64::try_from(self.wide_varint()?) {
            Ok(value) => Ok(value),
            Err(_) => Err(self.error_at(start, "this number has more than 64 bits")),
        }
    }

    /// The same with up to 70 bits.
    fn wide_varint(&mut self) -> Result<u128> {
        let start = self.at;
        let mut value = 0;
        for shift in (0..70).step_by(7) {
            let byte = self.byte()?;
            value |= u128::from(byte & 0x7F) << shift;
            if byte & 0x80 == 0 {
                return Ok(value);
            }
        }
        Err(self.error_at(start, "this number goes on for more than 10 bytes"))
    }

    /// A number whose lowest bit is its sign.
    pub fn signed(&mut self) -> Result<i64> {
        let value = self.varint()?;
        Ok((value >> 1) as i64 ^ -((value & 1) as i64))
    }

    /// The bits of a float, as a number with a sign. For negative ones of 64 bits the official Python writer makes
    /// numbers of 65 bits, of which the official reader keeps 64; so it is here.
    pub fn float_bits(&mut self) -> Result<u64> {
        let value = self.wide_varint()? as u64;
        Ok(value >> 1 ^ (value & 1).wrapping_neg())
    }

    /// A number below `limit`: the index of one of `what`.
    pub fn index(&mut self, limit: usize, what: &str) -> Result<usize> {
        let start = self.at;
        let index = self.varint()?;
        if index < limit as u64 {
            return Ok(index as usize);
        }
        Err(self.error_at(start, &format!("there is no {what} {index}; there are {limit}")))
    }

    /// The number of things of at least `size` bytes that follow. So many bytes must be left.
    pub fn count(&mut self, size: usize, what: &str) -> Result<usize> {
        let start = self.at;
        let count = self.varint()?;
        let most = self.left() / size;
        if count <= most as u64 {
            return Ok(count as usize);
        }
        Err(self.error_at(
            start,
            &format!(
                "{} cannot be in the {} left",
                tilewright_diag::counted(count as usize, what),
                tilewright_diag::counted(self.left(), "bytes")
            ),
        ))
    }

    /// Numbers with a sign, each of `bytes` bytes, after how many there are.
    pub fn ints(&mut self, bytes: u32) -> Result<Vec<i64>> {
        let count = self.count(bytes as usize, "numbers")?;
        let shift = 64 - 8 * bytes;
        (0..count)
            .map(|_| Ok((self.fixed(bytes)? << shift) as i64 >> shift))
            .collect()
    }

    /// Skips to the next multiple of `alignment` from the section's start.
    pub fn align(&mut self, alignment: usize) -> Result<()> {
        while !(self.at - self.base).is_multiple_of(alignment) {
            self.byte()?;
        }
        Ok(())
    }

    /// Nothing may be left of `what`.
    pub fn finish(&self, what: &str) -> Result<()> {
        if self.left() == 0 {
            return Ok(());
        }
        let left = self.left();
        self.error(&format!(
            "after {what} there is more: {}",
            tilewright_diag::counted(left, "bytes")
        ))
    }

    /// A table: the number of things, the offset of each in `size` bytes, and the things, of which this returns the
    /// parts.
    pub fn table(&mut self, size: u32, what: &str) -> Result<Vec<Self>> {
        let count = self.count(size as usize, what)?;
        if count == 0 {
            return Ok(Vec::new());
        }
        self.align(size as usize)?;
        if count > self.left() / size as usize {
            return self.error(&format!("the offsets of {count} {what} do not fit into what is left"));
        }
        let offsets = (0..count).map(|_| self.fixed(size)).collect::<Result<Vec<_>>>()?;
        let ends = offsets[1..].iter().copied().chain([self.left() as u64]);
        offsets
            .iter()
            .zip(ends)
            .map(|(&from, to)| self.slice(from, to, what))
            .collect()
    }
}
