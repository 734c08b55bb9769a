//! Operands and numbers.

use super::Parser;
use super::body::BodyBuilder;
use crate::error::Error;
use crate::lex::Kind;
use crate::opcode::Opcode;
use crate::tree::*;
use crate::types::{Dim, Special};

impl<'a> Parser<'a> {
    /// All operands of `op`, through the closing semicolon.
    pub(super) fn operands(&mut self, b: &BodyBuilder<'a>, op: Opcode) -> Result<Vec<Operand>, Error> {
        let mut list = Vec::new();
        let start = self.at;
        if !self.is(b';') {
            loop {
                list.push(self.operand(b)?);
                if !self.eat(b',') {
                    break;
                }
            }
        }
        let (least, most) = op.arity();
        if list.len() < least || list.len() > most {
            self.at = start;
            let range = if least == most {
                format!("{least}")
            } else {
                format!("{least} to {most}")
            };
            let message = format!("`{}` has {} operands, expected {range}", op.text(), list.len());
            return Err(self.error(message, ""));
        }
        self.expect(b';')?;
        Ok(list)
    }

    fn operand(&mut self, b: &BodyBuilder<'a>) -> Result<Operand, Error> {
        match self.peek() {
            Kind::Punct(b'{') => Ok(Operand::Vector(self.list(b)?)),
            Kind::Punct(b'[') => self.memory(b),
            Kind::Punct(b'(') => self.arguments(b).map(Operand::Arguments),
            Kind::Punct(b'!') => {
                self.at += 1;
                let bad = self.error(format!("{} is no declared register", self.found()), "");
                let name = self.ident("a predicate")?;
                b.reg(name).map(Operand::Not).ok_or(bad)
            }
            Kind::Number | Kind::Punct(b'-') => self.number().map(Operand::Imm),
            Kind::Ident => self.named(b),
            _ => Err(self.error(format!("expected an operand, found {}", self.found()), "")),
        }
    }

    /// `(a, b, ...)`, also empty.
    fn arguments(&mut self, b: &BodyBuilder<'a>) -> Result<Vec<Operand>, Error> {
        self.expect(b'(')?;
        let mut list = Vec::new();
        while !self.eat(b')') {
            if !list.is_empty() {
                self.expect(b',')?;
            }
            list.push(match self.peek() {
                Kind::Number | Kind::Punct(b'-') => Operand::Imm(self.number()?),
                _ => self.named(b)?,
            });
        }
        Ok(list)
    }

    /// `{a, b, ...}`; lists do not nest.
    fn list(&mut self, b: &BodyBuilder<'a>) -> Result<Vec<Operand>, Error> {
        self.expect(b'{')?;
        let mut list = Vec::new();
        loop {
            list.push(match self.peek() {
                Kind::Number | Kind::Punct(b'-') => Operand::Imm(self.number()?),
                _ => self.named(b)?,
            });
            if !self.eat(b',') {
                self.expect(b'}')?;
                return Ok(list);
            }
        }
    }

    /// A register, `d|p`, `_`, a special register, a label or a symbol.
    fn named(&mut self, b: &BodyBuilder<'a>) -> Result<Operand, Error> {
        let bad = self.error(
            format!("{} is no register, label or symbol known here", self.found()),
            "declare it before its use",
        );
        let name = self.ident("an operand")?;
        if name == "_" || b.reg(name).is_some() {
            let first = b.reg(name);
            if self.eat(b'|') {
                let bad = self.error(format!("{} is no declared register", self.found()), "");
                let second = match self.ident("a register")? {
                    "_" => None,
                    other => Some(b.reg(other).ok_or(bad)?),
                };
                return Ok(Operand::Pair(first, second));
            }
            return Ok(first.map_or(Operand::Sink, Operand::Reg));
        }
        if let Some(word) = name.strip_prefix('%') {
            let special = Special::from_text(word).ok_or(bad)?;
            let dim = match self.peek() {
                Kind::Dot => self.text_at(0).get(1..).and_then(Dim::from_text),
                _ => None,
            };
            self.at += usize::from(dim.is_some());
            return Ok(Operand::Special(special, dim));
        }
        if let Some(label) = b.label(name) {
            return Ok(Operand::Label(label));
        }
        let offset = self.offset()?;
        Ok(Operand::Symbol(name.into(), offset))
    }

    /// `[base+offset]` or `[map, {coordinates}]`.
    fn memory(&mut self, b: &BodyBuilder<'a>) -> Result<Operand, Error> {
        self.expect(b'[')?;
        let base = match self.peek() {
            Kind::Ident => {
                let name = self.text_at(0);
                let bad = self.error(format!("{} is no declared register", self.found()), "");
                self.at += 1;
                match b.reg(name) {
                    Some(reg) => Base::Reg(reg),
                    None if name.starts_with('%') => return Err(bad),
                    None => Base::Symbol(name.into()),
                }
            }
            _ => Base::Absolute,
        };
        let offset = match base {
            Base::Absolute => self.integer("an address")?,
            _ => self.offset()?,
        };
        let addr = Addr { base, offset };
        if self.eat(b',') {
            let coords = self.list(b)?;
            self.expect(b']')?;
            return Ok(Operand::TensorAddr { map: addr, coords });
        }
        self.expect(b']')?;
        Ok(Operand::Addr(addr))
    }

    /// `+12`, `-12`, `+-12` or nothing.
    fn offset(&mut self) -> Result<i64, Error> {
        if self.eat(b'+') {
            return self.integer("an offset");
        }
        if self.is(b'-') {
            self.integer("an offset")
        } else {
            Ok(0)
        }
    }

    fn integer(&mut self, what: &str) -> Result<i64, Error> {
        let bad = self.error(format!("expected {what}, found {}", self.found()), "an integer");
        match self.number()? {
            Imm::Int(v) => Ok(v),
            _ => Err(bad),
        }
    }

    /// A number with an optional minus sign. Decimal floats are read as f64, as PTX has it.
    pub(super) fn number(&mut self) -> Result<Imm, Error> {
        let negative = self.eat(b'-');
        let bad = self.error(
            format!("{} is no number", self.found()),
            "12, 0x1F, 0f3F800000 (f32) or 0d3FF0000000000000 (f64)",
        );
        if self.peek() != Kind::Number {
            return Err(bad);
        }
        let imm = read_number(self.text_at(0)).ok_or(bad)?;
        self.at += 1;
        Ok(match (imm, negative) {
            (Imm::Int(v), true) => Imm::Int(v.wrapping_neg()),
            (Imm::F32(bits), true) => Imm::F32(bits ^ (1 << 31)),
            (Imm::F64(bits), true) => Imm::F64(bits ^ (1 << 63)),
            (imm, false) => imm,
        })
    }
}

fn read_number(text: &str) -> Option<Imm> {
    let prefixed = |lower: &str, upper: &str| text.strip_prefix(lower).or_else(|| text.strip_prefix(upper));
    let hex = |s: &str, digits: usize| {
        if s.len() == digits {
            u64::from_str_radix(s, 16).ok()
        } else {
            None
        }
    };
    if let Some(s) = prefixed("0f", "0F") {
        return Some(Imm::F32(hex(s, 8)? as u32));
    }
    if let Some(s) = prefixed("0d", "0D") {
        return Some(Imm::F64(hex(s, 16)?));
    }
    if text.contains('.') {
        return text.parse::<f64>().ok().map(|v| Imm::F64(v.to_bits()));
    }
    let text = text.strip_suffix('U').unwrap_or(text);
    let radix = |digits: &str, radix| u64::from_str_radix(digits, radix).ok();
    let value = if let Some(s) = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        radix(s, 16)
    } else if let Some(s) = text.strip_prefix("0b").or_else(|| text.strip_prefix("0B")) {
        radix(s, 2)
    } else if text.len() > 1 && text.starts_with('0') {
        radix(&text[1..], 8)
    } else {
        radix(text, 10)
    };
    value.map(|v| Imm::Int(v as i64))
}
