//! Values of constants: one number for all elements, nested lists of them, or all bytes as a string of hexadecimal
//! digits. They are read as text first: their type comes after them.

use super::{Parser, Refused};
use crate::attrs::AttrData;
use crate::entity::{Attr, Ty};
use crate::numbers;
use crate::types::Scalar;
use crate::verify::kind;
use smallvec::SmallVec;
use tilewright_diag::counted;
use tilewright_diag::{Diagnostic, Span};

/// The numbers that were read, before their type is known.
struct Literal {
    /// Where each number stands.
    numbers: Vec<Span>,
    /// The extents of the nested lists; none for one number without a list.
    shape: Option<Vec<i64>>,
    /// The bytes of all elements.
    bytes: Option<Vec<u8>>,
    span: Span,
}

impl Parser<'_> {
    /// `dense<values> : type` after its first word.
    pub(super) fn dense(&mut self) -> Result<Attr, Refused> {
        self.expect("<")?;
        let literal = self.literal()?;
        self.expect(">")?;
        self.expect(":")?;
        for of in ["tensor", "vector"] {
            if self.eat(of) {
                return self.elements_of(literal, of);
            }
        }
        let ty = self.ty()?;
        self.dense_of(literal, ty)
    }

    /// The constant of a type of MLIR's own that a literal says; what follows the type's name is next.
    fn elements_of(&mut self, literal: Literal, of: &'static str) -> Result<Attr, Refused> {
        let start = self.position();
        self.expect("<")?;
        let shape = self.extents()?;
        let element = self.ty()?;
        self.expect(">")?;
        let span = Span::new(start, self.at);
        let least = i64::from(of == "vector");
        if shape.iter().any(|&extent| extent < least) {
            let message = format!("the extents of a constant's `{of}` are numbers from {least} on");
            return Err(self.invalid(kind::SHAPE, span, message));
        }
        let scalar = self.constant_element(&literal, element)?;
        let bits = self.bits_of(literal, scalar, &shape)?.into();
        let shape = shape.to_vec().into();
        Ok(self.module.intern_attr(AttrData::Elements {
            of,
            shape,
            element,
            bits,
        }))
    }

    /// `<element: values> : type`; the value and its type.
    pub(crate) fn typed_constant(&mut self) -> Result<(Attr, Ty), Refused> {
        // Of old, and in MLIR's own form.
        if self.eat("dense") {
            let value = self.dense()?;
            return match *self.module.attr_data(value) {
                AttrData::Dense { ty, .. } => Ok((value, ty)),
                _ => Err(self.expected("a constant before this")),
            };
        }
        self.expect("<")?;
        let start = self.position();
        let element = self.ty()?;
        if self.module.scalar(element).is_none_or(|s| s.name == "i4") {
            let text = self.module.type_text(element);
            let message = format!("constants are made of numbers, not of `{text}`");
            return Err(self.invalid(kind::TYPE, Span::new(start, self.at), message));
        }
        self.expect(":")?;
        let literal = self.literal()?;
        self.expect(">")?;
        self.expect(":")?;
        let ty = self.ty()?;
        let found = self.module.element(ty);
        if found != element {
            let (a, b) = (self.module.type_text(element), self.module.type_text(ty));
            let message = format!("the values are of type `{a}`, which are not the elements of `{b}`");
            return Err(self.invalid(kind::TYPE, literal.span, message));
        }
        Ok((self.dense_of(literal, ty)?, ty))
    }

    fn literal(&mut self) -> Result<Literal, Refused> {
        let start = self.position();
        let mut literal = Literal {
            numbers: Vec::new(),
            shape: None,
            bytes: None,
            span: Span::at(start),
        };
        if self.peek("\"0x") || self.peek("\"0X") {
            self.at += "\"0x".len();
            literal.bytes = Some(self.hexadecimal(start)?);
        } else if self.peek("[") {
            let mut shape = Vec::new();
            self.list_of_numbers(0, &mut shape, &mut literal.numbers)?;
            literal.shape = Some(shape);
        } else if !self.peek(">") {
            literal.numbers.push(self.number_span()?);
        }
        literal.span = Span::new(start, self.at);
        Ok(literal)
    }

    /// The digits of a string after `"0x`, and its closing quote.
    fn hexadecimal(&mut self, start: usize) -> Result<Vec<u8>, Refused> {
        let rest = &self.source.as_bytes()[self.at..];
        let count = rest.iter().take_while(|b| b.is_ascii_hexdigit()).count();
        let digit = |b: u8| (b as char).to_digit(16).unwrap_or(0) as u8;
        let bytes = rest[..count]
            .chunks_exact(2)
            .map(|pair| digit(pair[0]) << 4 | digit(pair[1]));
        let bytes = bytes.collect();
        self.at += count;
        if !self.eat("\"") || count % 2 != 0 {
            let message = "the bytes of a constant are pairs of hexadecimal digits in quotes, after `0x`";
            return Err(self.error_at(Span::new(start, self.at), message));
        }
        Ok(bytes)
    }

    /// `[...]` at a depth of lists; the first list of each depth says its extent.
    fn list_of_numbers(&mut self, depth: usize, shape: &mut Vec<i64>, numbers: &mut Vec<Span>) -> Result<(), Refused> {
        let start = self.position();
        self.expect("[")?;
        let is_first = shape.len() == depth;
        if is_first {
            shape.push(0);
        }
        let mut count = 0;
        while !self.eat("]") {
            let is_list = self.peek("[");
            // Lists and numbers do not mix, and all numbers are equally deep.
            let agrees = is_first && count == 0 || is_list == (shape.len() > depth + 1);
            if !agrees {
                let span = self.next_span();
                return Err(self.invalid(kind::SHAPE, span, "lists and numbers do not stand beside each other"));
            }
            if is_list {
                self.nested(|parser| parser.list_of_numbers(depth + 1, shape, numbers))?;
            } else {
                numbers.push(self.number_span()?);
            }
            count += 1;
            match self.eat(",") {
                true if self.peek("]") => return Err(self.expected("a number or a list after the comma")),
                false if !self.peek("]") => return Err(self.expected("`,` or `]`")),
                _ => {}
            }
        }
        if is_first {
            shape[depth] = count;
        } else if shape[depth] != count {
            let span = Span::new(start, self.at);
            return Err(self.invalid(kind::SHAPE, span, "this list has other extents than the ones before it"));
        }
        Ok(())
    }

    /// The place of a number, or of a truth value.
    pub(super) fn number_span(&mut self) -> Result<Span, Refused> {
        let start = self.position();
        if self.peek("t") || self.peek("f") {
            self.take_word();
        } else {
            self.number_text()?;
        }
        Ok(Span::new(start, self.at))
    }

    /// The constant of type `ty` that a literal says.
    fn dense_of(&mut self, literal: Literal, ty: Ty) -> Result<Attr, Refused> {
        let scalar = self.constant_element(&literal, ty)?;
        let shape: SmallVec<[i64; 4]> = self.module.shape(ty).into();
        let bits = self.bits_of(literal, scalar, &shape)?.into();
        Ok(self.module.intern_attr(AttrData::Dense { ty, bits }))
    }

    /// The type of the numbers that a constant of type `ty` is made of.
    fn constant_element(&mut self, literal: &Literal, ty: Ty) -> Result<Scalar, Refused> {
        match self.module.element_scalar(ty).filter(|s| s.bits > 0) {
            Some(scalar) => Ok(scalar),
            None => {
                let text = self.module.type_text(ty);
                let message = format!("constants are made of numbers, not of `{text}`");
                Err(self.invalid(kind::TYPE, literal.span, message))
            }
        }
    }

    /// The bits of all elements of a constant, or of the one that all share.
    fn bits_of(&mut self, literal: Literal, scalar: Scalar, shape: &[i64]) -> Result<Vec<u64>, Refused> {
        let elements = shape.iter().try_fold(1i64, |all, &extent| all.checked_mul(extent));
        let Some(elements) = elements else {
            return Err(self.invalid(kind::SHAPE, literal.span, "a constant has less than 2^63 elements"));
        };
        if literal.shape.as_deref().is_some_and(|listed| listed != shape) {
            let message = if literal.numbers.len() as i64 == elements {
                "the brackets do not have the shape of the type".to_string()
            } else {
                let count = literal.numbers.len();
                format!(
                    "{} for {}",
                    counted(count, "values"),
                    counted(elements as usize, "elements")
                )
            };
            return Err(self.invalid(kind::SHAPE, literal.span, message));
        }
        let mut bits = Vec::with_capacity(literal.numbers.len());
        if let Some(bytes) = &literal.bytes {
            let Some(all) = from_bytes(scalar, bytes, elements as usize) else {
                let message = format!(
                    "{} of type `{}` are not made of {}",
                    counted(elements as usize, "numbers"),
                    scalar.name,
                    counted(bytes.len(), "bytes")
                );
                return Err(self.invalid(kind::SHAPE, literal.span, message));
            };
            bits = all;
        }
        for &span in &literal.numbers {
            bits.push(self.number_at(scalar, span)?);
        }
        if bits.is_empty() && elements != 0 {
            return Err(self.invalid(kind::SHAPE, literal.span, "a constant has at least one value"));
        }
        if bits.windows(2).all(|pair| pair[0] == pair[1]) {
            bits.truncate(1);
        }
        Ok(bits)
    }

    /// The bits of the number at a place.
    pub(super) fn number_at(&mut self, scalar: Scalar, span: Span) -> Result<u64, Refused> {
        let text = &self.source[span.start as usize..span.end as usize];
        if let Some(bits) = numbers::parse_number(scalar, text) {
            return Ok(bits);
        }
        let message = format!("`{text}` is no value of type `{}`", scalar.name);
        let mut diagnostic = Diagnostic::error("verify.attribute", Some(span), message);
        if scalar.is_float() && text.bytes().all(|b| b.is_ascii_digit() || b == b'-') {
            diagnostic = diagnostic.with_help(format!("write `{text}.0`, or the bits of the number as `0x...`"));
        }
        Err(self.refuse(diagnostic))
    }
}

/// The elements in the bytes of all of them, or of one for all, the lowest byte first. Elements of less than a byte take a
/// whole one, but truth values: eight of them are a byte.
fn from_bytes(scalar: Scalar, bytes: &[u8], elements: usize) -> Option<Vec<u64>> {
    if scalar.bits == 1 {
        let all = |byte: u8| [0, 0xFF].contains(&byte) || elements == 1 && byte == 1;
        if let [byte] = *bytes
            && all(byte)
        {
            return Some(vec![u64::from(byte & 1)]);
        }
        let bit = |i: usize| u64::from(bytes[i / 8] >> (i % 8) & 1);
        return (bytes.len() == elements.div_ceil(8)).then(|| (0..elements).map(bit).collect());
    }
    let width = scalar.bytes() as usize;
    let mask = u64::MAX >> (64 - scalar.bits);
    let number = |chunk: &[u8]| chunk.iter().rev().fold(0, |all, &byte| all << 8 | u64::from(byte)) & mask;
    let fits = bytes.len() == width || bytes.len() == elements.checked_mul(width)?;
    fits.then(|| bytes.chunks_exact(width).map(number).collect())
}
