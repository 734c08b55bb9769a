//! IR to bytes, in the order in which the official Python writer makes its tables: each string, type, constant and
//! place when it is first met.

mod attrs;
mod debug;
mod ops;
mod types;

use crate::cursor::{Result, refusal};
use crate::table::{Record, records};
use crate::{Bytecode, MAGIC, Version};
use rustc_hash::FxHashMap;
use tilewright_diag::Diagnostic;
use tilewright_ir::entity::{Attr, EntityMap, Op, Ty, Value};
use tilewright_ir::ops::cuda_tile;
use tilewright_ir::{AttrData, Loc, Module};

/// The byte between a table's count and rows that must be aligned.
const PADDING: u8 = 0xCB;

/// Rows of bytes, each once, numbered as they come.
#[derive(Default)]
struct Rows {
    numbers: FxHashMap<Vec<u8>, u64>,
    rows: Vec<Vec<u8>>,
}

impl Rows {
    fn number(&mut self, row: &[u8]) -> u64 {
        if let Some(&number) = self.numbers.get(row) {
            return number;
        }
        let number = self.rows.len() as u64;
        self.numbers.insert(row.to_vec(), number);
        self.rows.push(row.to_vec());
        number
    }

    /// Writes the number of rows, where each starts, and the rows.
    fn write(&self, size: usize, out: &mut Vec<u8>) {
        varint(self.rows.len() as u64, out);
        align(size, out);
        let mut start = 0u64;
        for row in &self.rows {
            out.extend(&start.to_le_bytes()[..size]);
            start += row.len() as u64;
        }
        out.extend(self.rows.iter().flatten());
    }
}

/// The state of writing: the tables so far.
struct Writer<'m> {
    module: &'m Module,
    version: Version,
    strings: Rows,
    types: Rows,
    type_numbers: EntityMap<Ty, u64>,
    constants: Rows,
    /// The table of places and what they refer to; they are numbered from 1.
    debug: Rows,
    /// For each function, the place of itself and of each op.
    places: Vec<Vec<u64>>,
    loc_numbers: FxHashMap<(usize, Loc), u64>,
    debug_numbers: EntityMap<Attr, u64>,
    values: EntityMap<Value, u64>,
    next_value: u64,
    /// Those that no op has named so far: their types and constants come with their first use.
    globals: FxHashMap<&'m str, Op>,
    records: FxHashMap<&'static str, &'static Record>,
    /// The function that is written: its subprogram, if it has one, else its name and the line it starts on.
    function: (Option<Attr>, String, u64),
    /// The subprogram made up for the function's places, and its file as text.
    made_up: Option<(u64, u64)>,
}

/// Writes bytecode. The module must be one that the verifier accepts.
///
/// # Errors
///
/// The version has no room for something; the message names the op, type or attribute.
pub fn write(file: &Bytecode) -> std::result::Result<Vec<u8>, Box<Diagnostic>> {
    let module = &file.module;
    let mut writer = Writer {
        module,
        version: file.version,
        strings: Rows::default(),
        types: Rows::default(),
        type_numbers: EntityMap::default(),
        constants: Rows::default(),
        debug: Rows::default(),
        places: Vec::new(),
        loc_numbers: FxHashMap::default(),
        debug_numbers: EntityMap::default(),
        values: EntityMap::default(),
        next_value: 0,
        globals: FxHashMap::default(),
        records: records().iter().map(|record| (record.name, record)).collect(),
        function: Default::default(),
        made_up: None,
    };
    // The official writer has these two types first.
    writer.types.number(&[0]);
    writer.types.number(&[3]);
    let is_kernel = |op: &Op| module.kind(*op) == cuda_tile::ENTRY;
    let (kernels, globals): (Vec<Op>, Vec<Op>) = top_level(module)?.into_iter().partition(is_kernel);
    writer.globals = globals.iter().map(|&op| (module.keyword(op, "sym_name"), op)).collect();
    let functions = kernels.into_iter().map(|op| writer.function(op));
    let functions = functions.collect::<Result<Vec<_>>>()?;
    let globals = globals.into_iter().map(|op| writer.global(op));
    let globals = globals.collect::<Result<Vec<_>>>()?;
    let producer = file
        .producer
        .as_ref()
        .map(|producer| writer.strings.number(producer.as_bytes()));
    Ok(writer.file(&functions, &globals, producer))
}

/// The kernels and globals: those of the one module there is, or those that stand in none.
fn top_level(module: &Module) -> Result<Vec<Op>> {
    let (mut found, mut modules) = (Vec::new(), 0);
    for op in module.ops(module.top()) {
        modules += usize::from(module.kind(op) == cuda_tile::MODULE);
        if modules > 0 && (modules > 1 || !found.is_empty()) {
            return Err(at(module, op, "bytecode", "a file of bytecode is one module"));
        }
        match module.kind(op) {
            cuda_tile::ENTRY | cuda_tile::GLOBAL => found.push(op),
            cuda_tile::MODULE => {
                no_more_attributes(module, op)?;
                let blocks = module.regions(op).iter().flat_map(|&region| module.blocks(region));
                found.extend(blocks.flat_map(|&block| module.ops(block)));
            }
            _ => {
                return Err(at(
                    module,
                    op,
                    "bytecode",
                    "only kernels and globals stand outside of kernels in bytecode",
                ));
            }
        }
    }
    let stray = found
        .iter()
        .find(|&&op| !matches!(module.kind(op), cuda_tile::ENTRY | cuda_tile::GLOBAL));
    match stray {
        Some(&op) => Err(at(
            module,
            op,
            "bytecode",
            "in a module, bytecode has only kernels and globals",
        )),
        None => Ok(found),
    }
}

/// Refuses an op with attributes beyond those of its record; that it is public goes without saying.
fn no_more_attributes(module: &Module, op: Op) -> Result<()> {
    for &(name, value) in module.extra_attrs(op) {
        let name = module.name(name);
        let is_public = matches!(module.attr_data(value), AttrData::Str(word) if module.name(*word) == "public");
        if !(name == "sym_visibility" && is_public) {
            let message = format!("bytecode has no room for the attribute `{name}`");
            return Err(at(module, op, "bytecode", &message));
        }
    }
    Ok(())
}

/// An error about an op.
fn at(module: &Module, op: Op, code: &str, message: &str) -> Box<Diagnostic> {
    let name = module.def(op).short_name();
    let refusal = Diagnostic::error(code, module.span(op), format!("`{name}`: {message}"));
    Box::new(crate::cursor::helped(refusal))
}

fn varint(mut value: u64, out: &mut Vec<u8>) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

fn signed(value: i64, out: &mut Vec<u8>) {
    varint((value << 1 ^ value >> 63) as u64, out);
}

fn align(alignment: usize, out: &mut Vec<u8>) {
    out.resize(out.len().next_multiple_of(alignment), PADDING);
}

fn section(id: u8, alignment: usize, content: &[u8], out: &mut Vec<u8>) {
    out.push(if alignment > 1 { id | 0x80 } else { id });
    varint(content.len() as u64, out);
    if alignment > 1 {
        varint(alignment as u64, out);
        align(alignment, out);
    }
    out.extend(content);
}

impl Writer<'_> {
    fn string(&mut self, text: &str) -> u64 {
        self.strings.number(text.as_bytes())
    }

    /// The error that something needs a later version.
    fn too_new<T>(&self, op: Option<Op>, what: &str, since: u8) -> Result<T> {
        let (since, version) = (Version::of_minor(since), self.version);
        let message = format!("{what} came with bytecode version {since}, and {version} is to be written");
        match op {
            Some(op) => Err(at(self.module, op, "bytecode.version", &message)),
            None => refusal("bytecode.version", message),
        }
    }

    /// The whole file, once all tables are known.
    fn file(&self, functions: &[Vec<u8>], globals: &[Vec<u8>], producer: Option<u64>) -> Vec<u8> {
        let mut out = MAGIC.to_vec();
        out.extend([Version::MAJOR, self.version.minor(), 0, 0]);
        let counted = |items: &[Vec<u8>]| {
            let mut content = Vec::new();
            varint(items.len() as u64, &mut content);
            content.extend(items.iter().flatten());
            content
        };
        let table = |rows: &Rows, size| {
            let mut content = Vec::new();
            rows.write(size, &mut content);
            content
        };
        section(2, 8, &counted(functions), &mut out);
        if !globals.is_empty() {
            section(6, 1, &counted(globals), &mut out);
        }
        section(4, 8, &table(&self.constants, 8), &mut out);
        section(3, 8, &self.debug_section(), &mut out);
        section(5, 4, &table(&self.types, 4), &mut out);
        section(1, 4, &table(&self.strings, 4), &mut out);
        if let Some(producer) = producer {
            let mut content = Vec::new();
            varint(producer, &mut content);
            section(7, 1, &content, &mut out);
        }
        out.push(0);
        out
    }

    fn global(&mut self, op: Op) -> Result<Vec<u8>> {
        let module = self.module;
        no_more_attributes(module, op)?;
        let mut out = Vec::new();
        varint(self.string(module.keyword(op, "sym_name")), &mut out);
        let value = module.attr(op, "value");
        let Some((value, AttrData::Dense { ty, .. })) = value.map(|value| (value, module.attr_data(value))) else {
            return Err(at(module, op, "bytecode", "there is no `value`"));
        };
        varint(self.ty(*ty)?, &mut out);
        self.constant(op, value, &mut out)?;
        varint(module.int_attr(op, "alignment").unwrap_or(0) as u64, &mut out);
        for name in ["private", "constant"] {
            let set = module.has_attr(op, name);
            if self.version.minor() >= 3 {
                out.push(u8::from(set));
            } else if set {
                return self.too_new(Some(op), &format!("`{name}` of a global"), 3);
            }
        }
        Ok(out)
    }

    fn function(&mut self, op: Op) -> Result<Vec<u8>> {
        let module = self.module;
        no_more_attributes(module, op)?;
        let block = module
            .regions(op)
            .first()
            .and_then(|&region| module.entry_block(region));
        let name = module.keyword(op, "sym_name");
        let parameters: Vec<Value> = block.map_or(&[][..], |block| module.arguments(block)).to_vec();
        let types = parameters
            .iter()
            .map(|&value| self.ty(module.ty(value)))
            .collect::<Result<Vec<_>>>()?;
        self.start_places(op, name);
        self.push_place(module.loc(op));
        let mut out = Vec::new();
        varint(self.string(name), &mut out);
        let mut signature = vec![16];
        varint(types.len() as u64, &mut signature);
        types.iter().for_each(|&ty| varint(ty, &mut signature));
        signature.push(0);
        varint(self.types.number(&signature), &mut out);
        let newest = self.version.minor() >= 5;
        let hints = module.attr(op, "hints");
        out.push(if hints.is_some() && !newest { 6 } else { 2 });
        varint(self.places.len() as u64, &mut out);
        if hints.is_some() || newest {
            out.push(11);
            match hints {
                Some(hints) => self.dictionary(op, hints, &mut out)?,
                None => out.push(0),
            }
        }
        if newest {
            // The attributes of the parameters, of which there are none.
            out.extend([6, 0]);
        }
        self.values.clear();
        self.next_value = 0;
        self.number(&parameters);
        let mut body = Vec::new();
        if let Some(block) = block {
            self.ops(op, block, &mut body)?;
        }
        self.finish_places();
        varint(body.len() as u64, &mut out);
        out.extend(body);
        Ok(out)
    }

    /// Gives values their numbers.
    fn number(&mut self, values: &[Value]) {
        for &value in values {
            self.values.insert(value, self.next_value);
            self.next_value += 1;
        }
    }
}
