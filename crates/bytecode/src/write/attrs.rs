//! Attributes.

use super::types::ints;
use super::*;
use crate::read::raw_bits;
use crate::table::{Kind, words};
use tilewright_ir::Attr;
use tilewright_ir::types::Scalar;

impl Writer<'_> {
    /// An attribute in the encoding that the op's line asks for.
    pub fn attr(&mut self, op: Op, kind: Kind, attr: Attr, out: &mut Vec<u8>) -> Result<()> {
        let module = self.module;
        match (kind, module.attr_data(attr)) {
            (Kind::Word(kind), AttrData::Keyword(word)) => self.word(op, kind, module.name(*word), out)?,
            (Kind::Int, AttrData::Int(value)) => varint(*value as u64, out),
            (Kind::Bool, AttrData::Bool(value)) => out.push(u8::from(*value)),
            (Kind::Str, AttrData::Str(name) | AttrData::Symbol(name)) => varint(self.string(module.name(*name)), out),
            (Kind::Ints, AttrData::Ints(values)) => ints(values, 4, out),
            (Kind::Bools, AttrData::Array(items)) => {
                let items = items
                    .iter()
                    .map(|&item| i64::from(*module.attr_data(item) == AttrData::Bool(true)));
                ints(&items.collect::<Vec<_>>(), 1, out);
            }
            (Kind::Dense, AttrData::Dense { .. }) => self.constant(op, attr, out)?,
            (Kind::Tagged, _) => self.tagged(op, attr, out)?,
            (Kind::Array, AttrData::Array(items)) => self.array(op, items, out)?,
            (Kind::Hints, AttrData::Dict(_)) => self.dictionary(op, attr, out)?,
            _ => return self.no_room(op, attr),
        }
        Ok(())
    }

    /// The number of a word.
    pub fn word(&self, op: Op, kind: &str, word: &str, out: &mut Vec<u8>) -> Result<()> {
        match words(kind).position(|known| known == word) {
            Some(number) => {
                out.push(number as u8);
                Ok(())
            }
            None => Err(at(
                self.module,
                op,
                "bytecode",
                &format!("bytecode has no word `{word}` here"),
            )),
        }
    }

    fn no_room<T>(&self, op: Op, attr: Attr) -> Result<T> {
        let text = self.module.attr_text(attr);
        Err(at(
            self.module,
            op,
            "bytecode",
            &format!("bytecode has no attribute `{text}` here"),
        ))
    }

    fn array(&mut self, op: Op, items: &[Attr], out: &mut Vec<u8>) -> Result<()> {
        varint(items.len() as u64, out);
        items.iter().try_for_each(|&item| self.tagged(op, item, out))
    }

    /// A dictionary without its tag.
    pub fn dictionary(&mut self, op: Op, attr: Attr, out: &mut Vec<u8>) -> Result<()> {
        let module = self.module;
        let AttrData::Dict(entries) = module.attr_data(attr) else {
            return self.no_room(op, attr);
        };
        varint(entries.len() as u64, out);
        for &(name, value) in entries {
            varint(self.string(module.name(name)), out);
            self.tagged(op, value, out)?;
        }
        Ok(())
    }

    fn tagged(&mut self, op: Op, attr: Attr, out: &mut Vec<u8>) -> Result<()> {
        let module = self.module;
        match module.attr_data(attr) {
            // Whole numbers without a type are hints, which are i32.
            AttrData::Int(value) => {
                out.extend([1, 1]);
                varint(*value as u64 & 0xFFFF_FFFF, out);
            }
            AttrData::Bool(value) => out.extend([3, u8::from(*value)]),
            AttrData::Type(ty) => {
                out.push(4);
                varint(self.ty(*ty)?, out);
            }
            AttrData::Str(name) => {
                out.push(5);
                varint(self.string(module.name(*name)), out);
            }
            AttrData::Array(items) => {
                out.push(6);
                self.array(op, items, out)?;
            }
            AttrData::Dict(_) => {
                out.push(10);
                self.dictionary(op, attr, out)?;
            }
            AttrData::Dense { ty, bits } => match (module.scalar(*ty), &bits[..]) {
                (Some(scalar), &[bits]) => self.scalar(scalar, *ty, bits, out)?,
                _ => return self.no_room(op, attr),
            },
            AttrData::Record(record, params) => match (record.name, &params.ints[..]) {
                ("div_by", &[divisor, ref rest @ ..]) => {
                    out.push(8);
                    varint(divisor as u64, out);
                    out.push(if rest.is_empty() { 0 } else { 3 });
                    rest.iter().for_each(|&number| signed(number, out));
                }
                ("same_elements", values) => {
                    out.push(9);
                    ints(values, 8, out);
                }
                ("bounded", &[has_low, low, has_high, high]) => {
                    out.extend([12, (has_low | has_high << 1) as u8]);
                    for (there, bound) in [(has_low, low), (has_high, high)] {
                        if there != 0 {
                            signed(bound, out);
                        }
                    }
                }
                _ => return self.no_room(op, attr),
            },
            _ => return self.no_room(op, attr),
        }
        Ok(())
    }

    /// A number with its type, such as the identity of a reduction.
    fn scalar(&mut self, scalar: Scalar, ty: Ty, bits: u64, out: &mut Vec<u8>) -> Result<()> {
        if scalar.bits == 1 {
            out.extend([3, bits as u8]);
            return Ok(());
        }
        out.push(if scalar.is_float() { 2 } else { 1 });
        varint(self.ty(ty)?, out);
        let bits = to_raw(scalar, bits);
        match (scalar.is_float(), scalar.bits) {
            (false, _) => varint(bits, out),
            (true, ..=8) => out.push(bits as u8),
            (true, _) => signed(bits as i64, out),
        }
        Ok(())
    }

    /// The number of a constant in the table.
    pub fn constant(&mut self, op: Op, attr: Attr, out: &mut Vec<u8>) -> Result<()> {
        let module = self.module;
        let AttrData::Dense { ty, bits } = module.attr_data(attr) else {
            return self.no_room(op, attr);
        };
        let Some(scalar) = module.element_scalar(*ty) else {
            return self.no_room(op, attr);
        };
        let mut data = Vec::new();
        match (scalar.bits, &bits[..]) {
            (1, [bit]) => data.push(0u8.wrapping_sub(*bit as u8)),
            (1, bits) => {
                for eight in bits.chunks(8) {
                    data.push(eight.iter().rev().fold(0, |byte, bit| byte << 1 | *bit as u8));
                }
            }
            (_, bits) => {
                let size = (raw_bits(scalar.name, scalar.bits) / 8) as usize;
                for &element in bits {
                    data.extend(&to_raw(scalar, element).to_le_bytes()[..size]);
                }
            }
        }
        let mut row = Vec::new();
        varint(data.len() as u64, &mut row);
        row.extend(data);
        varint(self.constants.number(&row), out);
        Ok(())
    }
}

/// The bits of an element as they stand in a file; the other way round than the reader's.
fn to_raw(scalar: Scalar, bits: u64) -> u64 {
    if scalar.name == "tf32" { bits >> 13 } else { bits }
}
