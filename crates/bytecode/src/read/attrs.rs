//! Attributes: by the encoding that the op's line names, or with a tag that names it.

use super::*;
use crate::table::{Kind, words};
use smallvec::smallvec;
use tilewright_ir::attrs::{AttrParams, AttrRecord};
use tilewright_ir::dialects::cuda_tile::assume;
use tilewright_ir::entity::Name;
use tilewright_ir::types::Scalar;

/// The depth to which attributes may nest.
const MAX_DEPTH: u32 = 16;

/// A word of an enumeration, by its number.
pub(super) fn word(cursor: &mut Cursor<'_>, kind: &str, what: &str) -> Result<&'static str> {
    let index = cursor.index(words(kind).count(), what)?;
    Ok(words(kind).nth(index).unwrap_or_default())
}

impl<'b> Reader<'b> {
    /// An attribute in the encoding `kind`; `ty` is the type of the op's first result.
    pub fn attr(&mut self, cursor: &mut Cursor<'b>, kind: Kind, name: &str, ty: Option<Ty>) -> Result<Attr> {
        let data = match kind {
            Kind::Word(kind) => {
                let word = word(cursor, kind, name)?;
                AttrData::Keyword(self.module.intern_name(word))
            }
            Kind::Int => AttrData::Int(cursor.varint()? as i64),
            Kind::Bool => AttrData::Bool(cursor.byte()? != 0),
            Kind::Str => AttrData::Str(self.name(cursor)?),
            Kind::Ints => AttrData::Ints(cursor.ints(4)?.into()),
            Kind::Bools => {
                let items = cursor.ints(1)?.into_iter();
                let items = items
                    .map(|item| self.module.intern_attr(AttrData::Bool(item != 0)))
                    .collect();
                AttrData::Array(items)
            }
            Kind::Dense => match ty {
                Some(ty) => return self.constant(cursor, ty),
                None => return cursor.error("this constant has no type"),
            },
            Kind::Tagged => return self.tagged(cursor, 0),
            Kind::Array => self.array(cursor, 0)?,
            Kind::Hints => self.dictionary(cursor, 0)?,
        };
        Ok(self.module.intern_attr(data))
    }

    fn name(&mut self, cursor: &mut Cursor<'_>) -> Result<Name> {
        let text = self.string(cursor)?;
        Ok(self.module.intern_name(text))
    }

    fn array(&mut self, cursor: &mut Cursor<'b>, depth: u32) -> Result<AttrData> {
        let mut items = Vec::new();
        for _ in 0..cursor.count(1, "attributes")? {
            let at = cursor.clone();
            let item = self.tagged(cursor, depth + 1)?;
            items.push(self.typed(item, at)?);
        }
        Ok(AttrData::Array(items.into()))
    }

    /// A number of a list, the identity of a reduction, has the type that stands before it; in a dictionary it is a
    /// whole number.
    fn typed(&mut self, item: Attr, mut at: Cursor<'b>) -> Result<Attr> {
        let (ty, value) = match *self.module.attr_data(item) {
            AttrData::Int(value) => {
                at.varint()?;
                (self.ty(&mut at)?, value)
            }
            AttrData::Bool(value) => (self.module.named_type("i1"), i64::from(value)),
            _ => return Ok(item),
        };
        let bits = self.module.scalar(ty).map_or(64, |scalar| scalar.bits);
        let bits = [value as u64 & u64::MAX >> (64 - bits)].into();
        Ok(self.module.intern_attr(AttrData::Dense { ty, bits }))
    }

    /// Named attributes, sorted by name: their order means nothing.
    fn dictionary(&mut self, cursor: &mut Cursor<'b>, depth: u32) -> Result<AttrData> {
        let mut entries: Vec<(&str, Attr)> = Vec::new();
        let at = cursor.at;
        for _ in 0..cursor.count(2, "attributes")? {
            let name = self.string(cursor)?;
            let value = self.tagged(cursor, depth + 1)?;
            entries.push((name, value));
        }
        entries.sort_unstable_by_key(|&(name, _)| name);
        if entries.iter().any(|&(name, _)| name.is_empty()) || entries.windows(2).any(|pair| pair[0].0 == pair[1].0) {
            return Err(cursor.error_at(at, "of these attributes two have the same name, or one has none"));
        }
        let entries = entries.into_iter();
        Ok(AttrData::Dict(
            entries
                .map(|(name, value)| (self.module.intern_name(name), value))
                .collect(),
        ))
    }

    /// An attribute with its tag.
    pub fn tagged(&mut self, cursor: &mut Cursor<'b>, depth: u32) -> Result<Attr> {
        if depth > MAX_DEPTH {
            return cursor.too_deep("attributes", MAX_DEPTH as usize);
        }
        let at = cursor.at;
        let data = match cursor.varint()? {
            1 => {
                let ty = self.ty(cursor)?;
                match self.module.scalar(ty) {
                    Some(scalar) if !scalar.is_float() => {
                        let value = cursor.varint()?;
                        if value & !value_mask(scalar) != 0 {
                            let message = format!("{value} has more bits than `{}`", scalar.name);
                            return Err(cursor.error_at(at, &message));
                        }
                        AttrData::Int(scalar.signed(value))
                    }
                    _ => return Err(cursor.error_at(at, "this integer's type is none of integers")),
                }
            }
            2 => {
                let ty = self.ty(cursor)?;
                match self.module.scalar(ty) {
                    Some(scalar) if scalar.is_float() => {
                        let bits = if scalar.bits <= 8 {
                            u64::from(cursor.byte()?)
                        } else {
                            cursor.float_bits()?
                        };
                        if bits & !value_mask(scalar) != 0 {
                            let message = format!("{bits:#x} is no value of type `{}`", scalar.name);
                            return Err(cursor.error_at(at, &message));
                        }
                        let bits = [from_raw(scalar.name, bits)].into();
                        AttrData::Dense { ty, bits }
                    }
                    _ => return Err(cursor.error_at(at, "this number's type is none of floats")),
                }
            }
            3 => AttrData::Bool(cursor.byte()? != 0),
            4 => AttrData::Type(self.ty(cursor)?),
            5 => AttrData::Str(self.name(cursor)?),
            6 => self.array(cursor, depth)?,
            8 => {
                let divisor = cursor.varint()? as i64;
                let bounds = bounds(cursor)?;
                let mut ints = smallvec![divisor];
                match bounds {
                    [None, None] => {}
                    [Some(every), Some(along)] => ints.extend([every, along]),
                    _ => return Err(cursor.error_at(at, "`div_by` has one of `every` and `along` without the other")),
                }
                record(&assume::DIV_BY, ints)
            }
            9 => record(&assume::SAME_ELEMENTS, cursor.ints(8)?.into()),
            10 => self.dictionary(cursor, depth)?,
            // Hints are a dictionary of dictionaries; they stand in nothing else.
            11 if depth == 0 => self.dictionary(cursor, depth)?,
            12 => {
                let flat = bounds(cursor)?
                    .into_iter()
                    .flat_map(|bound| [i64::from(bound.is_some()), bound.unwrap_or(0)]);
                record(&assume::BOUNDED, flat.collect())
            }
            tag => return Err(cursor.error_at(at, &format!("attributes with tag {tag} are not known here"))),
        };
        Ok(self.module.intern_attr(data))
    }

    /// A constant of the table, by its index, as one of type `ty`.
    pub fn constant(&mut self, cursor: &mut Cursor<'_>, ty: Ty) -> Result<Attr> {
        let index = cursor.index(self.constants.len(), "constant")?;
        let mut data = self.constants[index].clone();
        let length = data.varint()?;
        let part = data.part(length, "the constant")?;
        data.finish("the constant")?;
        let Some(scalar) = self
            .module
            .element_scalar(ty)
            .filter(|_| self.module.tile_type(ty).is_some())
        else {
            let ty = self.module.type_text(ty);
            return cursor.error(&format!("a constant is a tile of numbers, not `{ty}`"));
        };
        let count = self.module.shape(ty).iter().product::<i64>() as usize;
        let bytes = part.rest();
        let size = (raw_bits(scalar.name, scalar.bits) / 8) as usize;
        let bits: Box<[u64]> = if scalar.bits == 1 {
            match bytes {
                [0] => [0].into(),
                [0xFF] => [1].into(),
                [byte] if count > 8 => [u64::from(*byte != 0)].into(),
                _ if bytes.len() == count.div_ceil(8) => {
                    self.expand(cursor, 8 * count)?;
                    (0..count).map(|i| u64::from(bytes[i / 8] >> (i % 8) & 1)).collect()
                }
                _ => return part.error(&wrong_length(bytes.len(), count.div_ceil(8), 1)),
            }
        } else if bytes.len() == size || bytes.len() == size * count {
            self.expand(cursor, 8 * bytes.len() / size)?;
            let element = |chunk: &[u8]| chunk.iter().rev().fold(0u64, |all, &byte| all << 8 | u64::from(byte));
            let mask = value_mask(scalar);
            bytes
                .chunks_exact(size)
                .map(|chunk| from_raw(scalar.name, element(chunk) & mask))
                .collect()
        } else {
            return part.error(&wrong_length(bytes.len(), size * count, size));
        };
        let same = bits.windows(2).all(|pair| pair[0] == pair[1]);
        let bits = if same { bits[..1].into() } else { bits };
        Ok(self.module.intern_attr(AttrData::Dense { ty, bits }))
    }
}

fn wrong_length(found: usize, all: usize, one: usize) -> String {
    format!(
        "this constant has {}, but its type asks for {all}, or for {one} if all elements are equal",
        tilewright_diag::counted(found, "bytes")
    )
}

fn record(record: &'static AttrRecord, ints: smallvec::SmallVec<[i64; 4]>) -> AttrData {
    let attrs = smallvec![];
    AttrData::Record(record, AttrParams { ints, attrs })
}

/// Two numbers that may be left out, after a byte that says which are there.
fn bounds(cursor: &mut Cursor<'_>) -> Result<[Option<i64>; 2]> {
    let at = cursor.at;
    let bits = cursor.byte()?;
    if bits > 3 {
        return Err(cursor.error_at(at, &format!("{bits:#x} has unknown bits")));
    }
    let mut found = [None; 2];
    for (i, bound) in found.iter_mut().enumerate() {
        if bits >> i & 1 == 1 {
            *bound = Some(cursor.signed()?);
        }
    }
    Ok(found)
}

/// The bits in a file that a value of a type can have; of tf32 there are only the 19 that it has.
fn value_mask(scalar: Scalar) -> u64 {
    u64::MAX
        >> (64
            - if scalar.name == "tf32" {
                19
            } else {
                scalar.bits.clamp(1, 64)
            })
}

/// The bits that an element of a constant has in the file.
pub(crate) fn raw_bits(name: &str, bits: u32) -> u32 {
    if name == "tf32" { 24 } else { bits.next_multiple_of(8) }
}

/// The bits of an element from those in the file: of tf32 there are only the 19 that it has, of f32's 32.
fn from_raw(name: &str, bits: u64) -> u64 {
    if name == "tf32" { bits << 13 & 0xFFFF_FFFF } else { bits }
}
