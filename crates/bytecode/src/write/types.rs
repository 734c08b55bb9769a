//! Types.

use super::*;
use crate::table::{BUILT_TYPES, PLAIN_TYPES, words};
use tilewright_ir::types::TileViewKind;

impl Writer<'_> {
    /// The number of a type in the table.
    pub fn ty(&mut self, ty: Ty) -> Result<u64> {
        if let Some(&number) = self.type_numbers.get(ty) {
            return Ok(number);
        }
        let mut row = Vec::new();
        self.type_row(ty, &mut row)?;
        let number = self.types.number(&row);
        self.type_numbers.insert(ty, number);
        Ok(number)
    }

    fn type_row(&mut self, ty: Ty, out: &mut Vec<u8>) -> Result<()> {
        let module = self.module;
        let name = module.type_data(ty).def.name;
        let mut known = PLAIN_TYPES.iter().chain(&BUILT_TYPES);
        let Some(&(_, tag, since)) = known.find(|(known, ..)| *known == name) else {
            return refusal("bytecode", format!("bytecode has no type `{}`", module.type_text(ty)));
        };
        let minor = self.version.minor();
        if since > minor {
            return self.too_new(None, &format!("the type `{name}`"), since);
        }
        varint(u64::from(tag), out);
        if let Some(pointee) = module.pointee(ty) {
            if minor >= 4 {
                out.push(0);
            }
            varint(self.ty(pointee)?, out);
        } else if let Some(tile) = module.tile_type(ty) {
            varint(self.ty(tile.element)?, out);
            ints(tile.shape, 8, out);
        } else if let Some(view) = module.tensor_view_type(ty) {
            if minor >= 4 {
                out.push(0);
            }
            varint(self.ty(view.element)?, out);
            ints(view.sizes, 8, out);
            ints(view.strides, 8, out);
        } else if let Some(view) = module.tile_view_type(ty) {
            let padding = view.padding.and_then(|padding| match module.attr_data(padding) {
                AttrData::Keyword(word) => words("Z").position(|known| known == module.name(*word)),
                _ => None,
            });
            if padding.is_none() && view.padding.is_some() {
                let message = format!("bytecode has no padding as in `{}`", module.type_text(ty));
                return refusal("bytecode", message);
            }
            let bits = minor >= 3;
            if bits {
                out.push(u8::from(padding.is_some()));
            }
            ints(view.tile, 4, out);
            if view.kind == TileViewKind::Strided {
                ints(&view.steps, 4, out);
            }
            varint(self.ty(view.tensor)?, out);
            match view.kind {
                TileViewKind::GatherScatter { sparse_dim } => varint(sparse_dim as u64, out),
                _ => {
                    let map: Vec<i64> = view.dim_map.iter().map(|&dim| dim as i64).collect();
                    ints(&map, 4, out);
                }
            }
            if !bits {
                out.push(u8::from(padding.is_some()));
            }
            out.extend(padding.map(|word| word as u8));
        }
        Ok(())
    }
}

/// Writes the number of numbers, and each in `size` bytes.
pub(super) fn ints(numbers: &[i64], size: usize, out: &mut Vec<u8>) {
    varint(numbers.len() as u64, out);
    for number in numbers {
        out.extend(&number.to_le_bytes()[..size]);
    }
}
