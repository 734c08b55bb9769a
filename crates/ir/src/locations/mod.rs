//! Where ops come from in the language that the kernel was written in: every kind of location that MLIR has, and the
//! debug information of CUDA Tile IR (files, compile units, subprograms, lexical blocks) that they may carry.
//!
//! Locations are attributes: shared, and nested in each other. What the compiler needs of one is its
//! [`Origin`](crate::Origin); the rest is kept to be written again.

pub(crate) mod names;
pub(crate) mod places;

use crate::attrs::{AttrData, AttrParams, AttrRecord};
use crate::entity::{Attr, Op, Value};
use crate::module::{LocData, Module};
use crate::written::{push_int, write_string};

/// The kinds of locations of MLIR.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LocKind {
    /// `unknown`
    Unknown,
    /// `"file":1:2`: the file as the attribute, line and column as integers; for a range the last line and column too.
    File,
    /// `"name"(child)`: the name, and the child if there is one.
    Name,
    /// `fused<metadata>[a, b]`: the parts; behind them the metadata if the only integer is 1.
    Fused,
    /// `callsite(callee at caller)`.
    CallSite,
}

/// The kind of a field of a debug attribute.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Field {
    /// A quoted text.
    Text,
    /// A location.
    Place,
    /// One of the debug attributes of these names.
    Debug(&'static [&'static str]),
    Int,
    /// A number that is left out if it is zero.
    OptionalInt,
}

use Field::{Debug, Int, OptionalInt, Place as PlaceField, Text};

const FILE: Field = Debug(&["di_file"]);
const UNIT: Field = Debug(&["di_compile_unit"]);
const SCOPE: Field = Debug(&["di_subprogram", "di_lexical_block"]);

/// The fields of each debug attribute; a pair has no names for its two, which `in` parts.
const FIELDS: [(&str, &[(&str, Field)]); 5] = [
    ("di_file", &[("", Text), ("", Text)]),
    ("di_loc", &[("", PlaceField), ("", SCOPE)]),
    ("di_compile_unit", &[("file", FILE)]),
    (
        "di_lexical_block",
        &[("scope", SCOPE), ("file", FILE), ("line", Int), ("column", OptionalInt)],
    ),
    (
        "di_subprogram",
        &[
            ("file", FILE),
            ("line", Int),
            ("name", Text),
            ("linkageName", Text),
            ("compileUnit", UNIT),
            ("scopeLine", OptionalInt),
        ],
    ),
];

impl Field {
    /// Whether an attribute that is no number may stand here.
    pub(crate) fn takes(self, attr: &AttrData) -> bool {
        let record = match attr {
            AttrData::Record(record, _) => record.name,
            _ => "",
        };
        match self {
            Text => matches!(attr, AttrData::Str(_)),
            PlaceField => matches!(attr, AttrData::Loc(LocKind::File, _)),
            Debug(names) => names.contains(&record),
            Int | OptionalInt => false,
        }
    }

    /// The attribute that is wanted here, in words.
    pub(crate) fn wanted(self) -> String {
        match self {
            Text => "a quoted text".to_string(),
            PlaceField => "a place in a file, such as `loc(\"name\":1:2)`".to_string(),
            Debug(names) => format!("`{}`", names.join("` or `")),
            Int | OptionalInt => "a number of at most 32 bits".to_string(),
        }
    }
}

/// The fields of the debug attribute of a name.
pub(crate) fn fields(name: &str) -> &'static [(&'static str, Field)] {
    FIELDS.iter().find(|row| row.0 == name).map_or(&[], |row| row.1)
}

macro_rules! debug_attr {
    ($name:ident, $text:literal, $doc:literal) => {
        #[doc = $doc]
        pub static $name: AttrRecord = AttrRecord {
            name: $text,
            parse: None,
            print: |module, params, out| {
                module.write_debug_attr(&$name, params, out, &|part, out| module.write_attr(part, out))
            },
        };
    };
}

debug_attr!(DI_FILE, "di_file", "`di_file<\"name\" in \"directory\">`.");
debug_attr!(
    DI_LOC,
    "di_loc",
    "`di_loc<location in scope>`: a place in a file, in a subprogram or a lexical block of it."
);
debug_attr!(DI_COMPILE_UNIT, "di_compile_unit", "`di_compile_unit<file = ...>`.");
debug_attr!(
    DI_LEXICAL_BLOCK,
    "di_lexical_block",
    "`di_lexical_block<scope = ..., file = ..., line = 1, column = 2>`."
);
debug_attr!(
    DI_SUBPROGRAM,
    "di_subprogram",
    "`di_subprogram<file = ..., line = 1, name = \"f\", linkageName = \"f\", compileUnit = ..., scopeLine = 1>`."
);

/// The records of debug information.
pub static RECORDS: [&AttrRecord; 5] = [&DI_FILE, &DI_LOC, &DI_COMPILE_UNIT, &DI_LEXICAL_BLOCK, &DI_SUBPROGRAM];

/// Whether an attribute says where something comes from.
pub fn is_location(module: &Module, attr: Attr) -> bool {
    match module.attr_data(attr) {
        AttrData::Loc(..) => true,
        AttrData::Record(record, _) => std::ptr::eq(*record, &DI_LOC),
        _ => false,
    }
}

impl Module {
    /// The location that says nothing.
    pub fn unknown_location(&mut self) -> Attr {
        self.intern_attr(AttrData::Loc(LocKind::Unknown, AttrParams::default()))
    }

    /// The attribute in `loc(...)` of an op; none where there was none.
    pub fn location(&self, op: Op) -> Option<Attr> {
        self.loc_data(self.loc(op)).location
    }

    /// Says where an op comes from in the front end's language.
    pub fn set_location(&mut self, op: Op, location: Attr) {
        let here = self.loc_data(self.loc(op)).clone();
        let loc = self.add_loc(LocData {
            origin: self.origin_of(location),
            location: Some(location),
            ..here
        });
        self.set_loc(op, loc);
    }

    /// The locations and debug attributes that a location is made of.
    pub(crate) fn parts_of_location(&self, attr: Attr) -> &[Attr] {
        match self.attr_data(attr) {
            AttrData::Loc(_, params) => &params.attrs,
            AttrData::Record(record, params) if RECORDS.iter().any(|r| std::ptr::eq(*r, *record)) => &params.attrs,
            _ => &[],
        }
    }

    /// The location of an argument of a block; none where the text says none.
    pub fn argument_location(&self, argument: Value) -> Option<Attr> {
        self.argument_locations.get(argument).copied()
    }

    /// Says where an argument of a block comes from.
    pub fn set_argument_location(&mut self, argument: Value, location: Attr) {
        self.argument_locations.insert(argument, location);
    }

    /// Writes what follows the name of a debug attribute; `part` writes the attributes inside.
    pub(crate) fn write_debug_attr(
        &self,
        record: &AttrRecord,
        params: &AttrParams,
        out: &mut String,
        part: &dyn Fn(Attr, &mut String),
    ) {
        let fields = fields(record.name);
        let (mut attrs, mut ints) = (params.attrs.iter(), params.ints.iter());
        out.push('<');
        if let ([("", _), ..], [first, second]) = (fields, &params.attrs[..]) {
            part(*first, out);
            out.push_str(" in ");
            part(*second, out);
            out.push('>');
            return;
        }
        let start = out.len();
        for (name, field) in fields {
            let int = if matches!(field, Int | OptionalInt) {
                ints.next()
            } else {
                None
            };
            if *field == OptionalInt && int == Some(&0) {
                continue;
            }
            out.push_str(if out.len() > start { ", " } else { "" });
            out.push_str(name);
            out.push_str(" = ");
            match int {
                Some(&int) => push_int(int, out),
                None => attrs.next().into_iter().for_each(|&attr| part(attr, out)),
            }
        }
        out.push('>');
    }

    /// Writes a location inside of another one: without `loc(...)` around it.
    pub(crate) fn write_location_part(&self, part: Attr, out: &mut String) {
        match self.attr_data(part) {
            AttrData::Loc(kind, params) => {
                self.write_location(*kind, params, out, &|part, out| self.write_location_part(part, out));
            }
            _ => self.write_attr(part, out),
        }
    }

    /// Writes what stands in the parentheses of `loc(...)`; `part` writes the locations inside.
    pub(crate) fn write_location(
        &self,
        kind: LocKind,
        params: &AttrParams,
        out: &mut String,
        part: &dyn Fn(Attr, &mut String),
    ) {
        let list = |attrs: &[Attr], out: &mut String| {
            for (i, &attr) in attrs.iter().enumerate() {
                out.push_str(if i > 0 { ", " } else { "" });
                part(attr, out);
            }
        };
        let name = |out: &mut String| {
            if let AttrData::Str(name) = self.attr_data(params.attrs[0]) {
                write_string(self.name(*name), out);
            }
        };
        match kind {
            LocKind::Unknown => out.push_str("unknown"),
            LocKind::File => {
                name(out);
                let mut number = |before: &str, number: i64| {
                    out.push_str(before);
                    push_int(number, out);
                };
                number(":", params.ints[0]);
                number(":", params.ints[1]);
                if let [line, _, last_line, last_column] = params.ints[..] {
                    match last_line == line {
                        true => number(" to :", last_column),
                        false => {
                            number(" to ", last_line);
                            number(":", last_column);
                        }
                    }
                }
            }
            LocKind::Name => {
                name(out);
                if let [_, child] = params.attrs[..] {
                    out.push('(');
                    part(child, out);
                    out.push(')');
                }
            }
            LocKind::Fused => {
                out.push_str("fused");
                let mut parts = &params.attrs[..];
                if let (true, Some((&metadata, rest))) = (params.ints[..] == [1], parts.split_last()) {
                    out.push('<');
                    part(metadata, out);
                    out.push('>');
                    parts = rest;
                }
                out.push('[');
                list(parts, out);
                out.push(']');
            }
            LocKind::CallSite => {
                out.push_str("callsite(");
                part(params.attrs[0], out);
                out.push_str(" at ");
                part(params.attrs[1], out);
                out.push(')');
            }
        }
    }
}
