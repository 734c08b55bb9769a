//! Types and attributes, names and numbers as text.

use crate::attrs::AttrData;
use crate::entity::{Attr, Name, Ty};
use crate::module::Module;
use std::fmt::Write;

/// Where the types of numbers of 64 bits are written, which they have without being written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Spelling {
    /// Of fractions: facts of passes.
    Plain,
    /// Of all, as MLIR has it in a dictionary.
    Typed,
    /// Of none, as MLIR has it in a list.
    Elided,
}

/// Writes `[1, ?, 4]`.
pub(crate) fn write_ints(ints: &[i64], out: &mut String) {
    out.push('[');
    for (i, &value) in ints.iter().enumerate() {
        if i > 0 {
            out.push_str(", ");
        }
        write_int(value, out);
    }
    out.push(']');
}

/// Writes a number, or `?` for a dynamic one.
pub(crate) fn write_int(value: i64, out: &mut String) {
    if value == crate::types::DYNAMIC {
        out.push('?');
    } else {
        push_int(value, out);
    }
}

/// Writes a number with its sign.
pub(crate) fn push_int(value: i64, out: &mut String) {
    if value < 0 {
        out.push('-');
    }
    push_decimal(value.unsigned_abs(), out);
}

impl Module {
    /// A type as text.
    pub fn type_text(&self, ty: Ty) -> String {
        let mut out = String::new();
        self.write_type(ty, &mut out);
        out
    }

    /// Writes a type.
    pub fn write_type(&self, ty: Ty, out: &mut String) {
        let data = self.type_data(ty);
        if let Some((inputs, results)) = self.function_parts(ty) {
            return self.write_function_type(inputs, results, out);
        }
        if data.def.is_dialect_type() {
            out.push('!');
        }
        out.push_str(data.def.name);
        (data.def.print)(self, &data.params, out);
    }

    fn write_function_type(&self, inputs: &[Ty], results: &[Ty], out: &mut String) {
        for (types, before) in [(inputs, "("), (results, ") -> (")] {
            out.push_str(before);
            for (i, &ty) in types.iter().enumerate() {
                out.push_str(if i > 0 { ", " } else { "" });
                self.write_type(ty, out);
            }
        }
        out.push(')');
    }

    /// An attribute as text.
    pub fn attr_text(&self, attr: Attr) -> String {
        let mut out = String::new();
        self.write_attr(attr, &mut out);
        out
    }

    /// Writes a type where an attribute may stand: with the name of its dialect.
    fn write_type_attr(&self, ty: Ty, out: &mut String) {
        let def = self.type_data(ty).def;
        if let Some((inputs, results)) = self.function_parts(ty) {
            for (types, before) in [(inputs, "("), (results, ") -> (")] {
                out.push_str(before);
                for (i, &ty) in types.iter().enumerate() {
                    out.push_str(if i > 0 { ", " } else { "" });
                    self.write_type_attr(ty, out);
                }
            }
            return out.push(')');
        }
        if !def.is_dialect_type() && def.scalar.is_none_or(|scalar| scalar.bits == 0) {
            out.push_str("!cuda_tile.");
        }
        self.write_type(ty, out);
    }

    /// Writes an attribute in its own text form.
    pub fn write_attr(&self, attr: Attr, out: &mut String) {
        self.write_spelled(attr, Spelling::Plain, out);
    }

    fn write_spelled(&self, attr: Attr, spelling: Spelling, out: &mut String) {
        match self.attr_data(attr) {
            AttrData::Unit => out.push_str("unit"),
            AttrData::Bool(value) => out.push_str(if *value { "true" } else { "false" }),
            AttrData::Int(value) => {
                let ty = if spelling == Spelling::Typed { " : i64" } else { "" };
                let _ = write!(out, "{value}{ty}");
            }
            AttrData::Index(value) => {
                let _ = write!(out, "{value} : index");
            }
            AttrData::Ints(ints) => write_ints(ints, out),
            AttrData::Numbers { ty, bits } => {
                out.push_str("array<");
                self.write_type(*ty, out);
                for (i, &bits) in bits.iter().enumerate() {
                    out.push_str(if i > 0 { ", " } else { ": " });
                    if let Some(scalar) = self.scalar(*ty) {
                        crate::numbers::write_number(scalar, bits, out);
                    }
                }
                out.push('>');
            }
            AttrData::Str(text) => write_string(self.name(*text), out),
            AttrData::Keyword(word) => out.push_str(self.name(*word)),
            AttrData::Symbol(name) => write_symbol(self.name(*name), out),
            AttrData::Nested(names) => {
                for (i, &name) in names.iter().enumerate() {
                    out.push_str(if i > 0 { "::" } else { "" });
                    write_symbol(self.name(name), out);
                }
            }
            AttrData::Type(ty) => self.write_type_attr(*ty, out),
            AttrData::Array(items) => {
                let inside = match spelling {
                    Spelling::Plain => Spelling::Plain,
                    _ => Spelling::Elided,
                };
                out.push('[');
                for (i, &item) in items.iter().enumerate() {
                    if i > 0 {
                        out.push_str(", ");
                    }
                    self.write_spelled(item, inside, out);
                }
                out.push(']');
            }
            AttrData::Dict(entries) => {
                let inside = match spelling {
                    Spelling::Plain => Spelling::Plain,
                    _ => Spelling::Typed,
                };
                out.push('{');
                let entries: Vec<(&str, Attr)> = entries.iter().map(|&(name, attr)| (self.name(name), attr)).collect();
                self.write_named(&entries, inside, out);
                out.push('}');
            }
            AttrData::Dense { ty, bits } => {
                let scalar = self.element_scalar(*ty);
                match (self.tile_type(*ty), scalar, &bits[..]) {
                    (None, Some(scalar), &[bits]) => {
                        crate::numbers::write_number(scalar, bits, out);
                        if spelling == Spelling::Elided && scalar.name == "f64" {
                            return;
                        }
                    }
                    (Some(tile), Some(scalar), _) if spelling != Spelling::Plain => {
                        out.push_str("dense<");
                        crate::numbers::write_values(scalar, tile.shape, bits, out);
                        out.push_str("> : ");
                        return self.write_type_attr(*ty, out);
                    }
                    _ => crate::numbers::write_dense(self, *ty, bits, out),
                }
                out.push_str(" : ");
                self.write_type(*ty, out);
            }
            AttrData::Elements {
                of,
                shape,
                element,
                bits,
            } => {
                out.push_str("dense<");
                if let (Some(scalar), false) = (self.scalar(*element), bits.is_empty()) {
                    crate::numbers::write_values(scalar, shape, bits, out);
                }
                let _ = write!(out, "> : {of}<");
                shape.iter().for_each(|extent| out.push_str(&format!("{extent}x")));
                self.write_type(*element, out);
                out.push('>');
            }
            AttrData::Loc(kind, params) => {
                out.push_str("loc(");
                self.write_location(*kind, params, out, &|part, out| self.write_location_part(part, out));
                out.push(')');
            }
            AttrData::Record(record, params) => {
                out.push('#');
                if crate::dialects::is_of_the_language(record) {
                    out.push_str("cuda_tile.");
                }
                out.push_str(record.name);
                (record.print)(self, params, out);
            }
        }
    }

    /// Writes `name = attribute` entries with commas.
    pub fn write_entries(&self, entries: &[(Name, Attr)], out: &mut String) {
        let entries: Vec<(&str, Attr)> = entries.iter().map(|&(name, attr)| (self.name(name), attr)).collect();
        self.write_named(&entries, Spelling::Plain, out);
    }

    pub(crate) fn write_named(&self, entries: &[(&str, Attr)], spelling: Spelling, out: &mut String) {
        for (i, &(name, attr)) in entries.iter().enumerate() {
            if i > 0 {
                out.push_str(", ");
            }
            if is_bare(name) {
                out.push_str(name);
            } else {
                write_string(name, out);
            }
            if !matches!(self.attr_data(attr), AttrData::Unit) {
                out.push_str(" = ");
                self.write_spelled(attr, spelling, out);
            }
        }
    }
}

/// Whether the name of an attribute is read back without quotes.
fn is_bare(name: &str) -> bool {
    !name.starts_with(|c: char| c.is_ascii_digit())
        && name
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '$'))
}

/// Writes `@name`, in quotes where it needs them.
pub(crate) fn write_symbol(name: &str, out: &mut String) {
    out.push('@');
    if is_bare(name) && !name.is_empty() {
        out.push_str(name);
    } else {
        write_string(name, out);
    }
}

pub(crate) fn write_string(text: &str, out: &mut String) {
    out.push('"');
    for byte in text.bytes() {
        match byte {
            b'\\' => out.push_str("\\\\"),
            0x20..=0x7E if byte != b'"' => out.push(byte as char),
            _ => {
                let _ = write!(out, "\\{byte:02X}");
            }
        }
    }
    out.push('"');
}

/// Writes a number: there are several in each line of a text, and the formatter of the library takes a while for each.
pub(crate) fn push_decimal(number: u64, out: &mut String) {
    if number >= 10 {
        push_decimal(number / 10, out);
    }
    out.push(char::from(b'0' + (number % 10) as u8));
}
