//! The type table. A type is made of types that come before it, so there is no nesting to bound.

use super::attrs::word;
use super::*;
use crate::table::PLAIN_TYPES;
use std::fmt::Write;
use tilewright_ir::dialects::cuda_tile::NO_MULTICAST;
use tilewright_ir::types::DYNAMIC;

impl<'b> Reader<'b> {
    /// Reads all types.
    pub fn read_types(&mut self, parts: Vec<Cursor<'b>>) -> Result<()> {
        for mut cursor in parts {
            let ty = self.table_type(&mut cursor)?;
            cursor.finish("the type")?;
            self.types.push(ty);
        }
        Ok(())
    }

    fn table_type(&mut self, cursor: &mut Cursor<'b>) -> Result<Type> {
        let at = cursor.at;
        let tag = cursor.varint()?;
        let mut known = PLAIN_TYPES.iter().chain(&BUILT_TYPES);
        let Some(&(name, _, since)) = known.find(|&&(_, number, _)| u64::from(number) == tag) else {
            return Err(cursor.error_at(at, &format!("there is no type with tag {tag}")));
        };
        self.needs(cursor, at, &format!("the type `{name}`"), since)?;
        if name == "function" {
            let mut lists = [Vec::new(), Vec::new()];
            for list in &mut lists {
                for _ in 0..cursor.count(1, "types")? {
                    list.push(self.ty(cursor)?);
                }
            }
            let [parameters, results] = lists;
            return Ok(Type::Function(parameters, results.len()));
        }
        // Types are put together as text, so that there is one set of rules for them.
        let mut text = name.to_string();
        self.parameters(name, cursor, &mut text)?;
        self.expand(cursor, text.len())?;
        let ty = tilewright_ir::parse::parse_type(&mut self.module, &text);
        let ty = ty.map_err(|why| cursor.error_at(at, &format!("the type `{text}`: {}", why.message)))?;
        Ok(Type::Plain(ty))
    }

    /// The text in the angle brackets.
    fn parameters(&mut self, name: &str, cursor: &mut Cursor<'b>, text: &mut String) -> Result<()> {
        let minor = self.version.minor();
        // Whether a number of bits in front says what is left out.
        let optional = match name {
            "ptr" | "tensor_view" => minor >= 4,
            "partition_view" => minor >= 3,
            "gather_scatter_view" | "strided_view" => true,
            _ => false,
        };
        let at = cursor.at;
        let bits = if optional { cursor.varint()? } else { 0 };
        if bits == 1 && matches!(name, "ptr" | "tensor_view") {
            return Err(cursor.error_at(at, &format!("this `{name}`: {NO_MULTICAST}")));
        }
        if bits > 1 {
            return Err(cursor.error_at(at, &format!("this `{name}` has attributes that are not known here")));
        }
        match name {
            "ptr" => {
                let pointee = self.ty(cursor)?;
                text.push('<');
                self.module.write_type(pointee, text);
            }
            "tile" | "tensor_view" => {
                let element = self.ty(cursor)?;
                text.push('<');
                for extent in cursor.ints(8)? {
                    write_extent(extent, text);
                    text.push('x');
                }
                self.module.write_type(element, text);
                if name == "tensor_view" {
                    list(", strides=[", &cursor.ints(8)?, ",", "]", text);
                }
            }
            "partition_view" | "gather_scatter_view" | "strided_view" => {
                list("<tile=(", &cursor.ints(4)?, "x", ")", text);
                if name == "strided_view" {
                    list(", traversal_strides=[", &cursor.ints(4)?, ",", "]", text);
                }
                let tensor = self.ty(cursor)?;
                let mut map = String::new();
                if name == "gather_scatter_view" {
                    let _ = write!(map, ", sparse_dim={}", cursor.varint()?);
                } else {
                    list(", dim_map=[", &cursor.ints(4)?, ",", "]", &mut map);
                }
                if bits == 1 || !optional && cursor.byte()? != 0 {
                    let _ = write!(text, ", padding_value = {}", word(cursor, "Z", "padding value")?);
                }
                text.push_str(", ");
                self.module.write_type(tensor, text);
                text.push_str(&map);
            }
            _ => return Ok(()),
        }
        text.push('>');
        Ok(())
    }

    /// A type of the table, by its index, that is no function's.
    pub fn ty(&mut self, cursor: &mut Cursor<'_>) -> Result<Ty> {
        let at = cursor.at;
        let index = cursor.index(self.types.len(), "type")?;
        match &self.types[index] {
            Type::Plain(ty) => {
                let ty = *ty;
                let numbers = self.module.type_data(ty).params.ints.len();
                self.expand(cursor, 16 + 4 * numbers)?;
                Ok(ty)
            }
            Type::Function(..) => Err(cursor.error_at(at, &format!("type {index} is a function's, and stands alone"))),
        }
    }
}

fn write_extent(extent: i64, text: &mut String) {
    if extent == DYNAMIC {
        text.push('?');
    } else {
        let _ = write!(text, "{extent}");
    }
}

fn list(before: &str, numbers: &[i64], between: &str, after: &str, text: &mut String) {
    text.push_str(before);
    for (i, &number) in numbers.iter().enumerate() {
        if i > 0 {
            text.push_str(between);
        }
        write_extent(number, text);
    }
    text.push_str(after);
}
