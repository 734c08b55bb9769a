//! Bytes to IR. Nothing is believed: every index, count and offset is checked against what is there, and what the file
//! may make of its bytes has a limit.

mod attrs;
mod debug;
mod ops;
mod types;

pub(crate) use attrs::raw_bits;

use crate::cursor::{Cursor, Result, refusal};
use crate::table::BUILT_TYPES;
use crate::{Bytecode, MAGIC, Version};
use smallvec::SmallVec;
use tilewright_diag::Diagnostic;
use tilewright_ir::Registry;
use tilewright_ir::entity::{Attr, Loc, Ty, Value};
use tilewright_ir::{AttrData, Module};

/// Regions that the ops of a kernel stand in, in text: that of the module and that of the kernel.
const OUTER_REGIONS: usize = 2;

/// The longest file taken, in bytes. Real kernels are some KiB.
pub const MAX_FILE_BYTES: usize = 64 << 20;
/// The bytes of text and constants that each byte of the file may stand for, by being named again and again.
const MAX_EXPANSION: usize = 256;
/// The bytes that may be expanded in any case.
const FREE_EXPANSION: usize = 16 << 20;

/// The names of the sections, by number.
const SECTIONS: [&str; 8] = [
    "end", "string", "func", "debug", "constant", "type", "global", "producer",
];
const STRING: usize = 1;
const FUNC: usize = 2;
const DEBUG: usize = 3;
const CONSTANT: usize = 4;
const TYPE: usize = 5;
const GLOBAL: usize = 6;
const PRODUCER: usize = 7;

/// An entry of the type table.
enum Type {
    Plain(Ty),
    Function(Vec<Ty>, usize),
}

/// The state of reading: the tables, and the module that is made.
struct Reader<'b> {
    module: Module,
    version: Version,
    strings: Vec<&'b str>,
    types: Vec<Type>,
    constants: Vec<Cursor<'b>>,
    places: Vec<Option<Loc>>,
    unknown: Loc,
    /// The values that can be named now, by number.
    values: Vec<Value>,
    /// The bytes that may still be expanded.
    allowance: usize,
}

/// Reads bytecode. The module is not verified.
///
/// # Errors
///
/// A fault of the file, with the byte and the section.
pub fn read(bytes: &[u8]) -> std::result::Result<Bytecode, Box<Diagnostic>> {
    if bytes.len() > MAX_FILE_BYTES {
        let message = format!("the file has {} bytes; at most {MAX_FILE_BYTES} are read", bytes.len());
        return refusal("bytecode", message);
    }
    let mut file = Cursor::new(bytes);
    let version = header(&mut file)?;
    let sections = sections(&mut file)?;
    let module = Module::new();
    let unknown = module.unknown_loc();
    let mut reader = Reader {
        module,
        version,
        strings: Vec::new(),
        types: Vec::new(),
        constants: Vec::new(),
        places: Vec::new(),
        unknown,
        values: Vec::new(),
        allowance: FREE_EXPANSION + MAX_EXPANSION * bytes.len(),
    };
    let section = |id: usize| sections[id].clone();
    let required = |id: usize| match section(id) {
        Some(section) => Ok(section),
        None => file.error(&format!("there is no {} section", SECTIONS[id])),
    };
    for part in required(STRING)?.table(4, "strings")? {
        let text = std::str::from_utf8(part.rest());
        let text = text.map_err(|_| part.error_at(part.at, "this string is not UTF-8"))?;
        reader.strings.push(text);
    }
    if let Some(mut types) = section(TYPE) {
        reader.read_types(types.table(4, "types")?)?;
    }
    if let Some(mut constants) = section(CONSTANT) {
        reader.constants = constants.table(8, "constants")?;
    }
    let debug = match section(DEBUG) {
        Some(debug) => reader.read_debug(debug)?,
        None => debug::Places::default(),
    };
    if let Some(mut globals) = section(GLOBAL) {
        for _ in 0..globals.count(4, "globals")? {
            reader.global(&mut globals)?;
        }
        globals.finish("the globals")?;
    }
    let mut functions = required(FUNC)?;
    for _ in 0..functions.count(5, "functions")? {
        reader.function(&mut functions, &debug)?;
    }
    functions.finish("the functions")?;
    let producer = match section(PRODUCER) {
        Some(mut producer) => Some(reader.string(&mut producer)?.to_string()),
        None => None,
    };
    Ok(Bytecode {
        module: reader.module,
        version,
        producer,
    })
}

fn header(file: &mut Cursor<'_>) -> Result<Version> {
    for &expected in MAGIC {
        if file.byte()? != expected {
            file.at -= 1;
            return file.error("this is no Tile IR bytecode, which starts with 7F 54 69 6C 65 49 52 00");
        }
    }
    let at = file.at;
    let (major, minor, tag) = (file.byte()?, file.byte()?, file.fixed(2)?);
    match Version::new(major, minor) {
        Some(version) if tag == 0 => Ok(version),
        Some(_) => Err(file.error_at(
            at + 2,
            &format!("the version's tag is {tag}; preview content is not read"),
        )),
        None => {
            let (first, last) = (Version::OLDEST, Version::NEWEST);
            let message = format!("the file is of version {major}.{minor}; versions {first} to {last} are read");
            let mut error = file.error_at(at, &message);
            error.code = "bytecode.version".to_string();
            Err(error)
        }
    }
}

/// The sections by number, up to the one that ends the file.
fn sections<'b>(file: &mut Cursor<'b>) -> Result<[Option<Cursor<'b>>; 8]> {
    let mut found = [const { None }; 8];
    loop {
        let at = file.at;
        let first = file.byte()?;
        let (id, aligned) = (usize::from(first & 0x7F), first & 0x80 != 0);
        if id == 0 {
            if aligned {
                return Err(file.error_at(at, "the end has an alignment"));
            }
            file.finish("the end")?;
            return Ok(found);
        }
        let Some(&name) = SECTIONS.get(id) else {
            return Err(file.error_at(at, &format!("there is no section {id}; there are 1 to {PRODUCER}")));
        };
        if found[id].is_some() {
            return Err(file.error_at(at, &format!("this is the second {name} section")));
        }
        let length = file.varint()?;
        let mut alignment = 1;
        if aligned {
            let at = file.at;
            alignment = file.varint()?;
            if !alignment.is_power_of_two() || alignment > 1 << 20 {
                return Err(file.error_at(at, &format!("{alignment} is no alignment")));
            }
            file.align(alignment as usize)?;
        }
        let needed = [1, 4, 8, 8, 8, 4, 1, 1][id];
        if alignment < needed {
            return Err(file.error_at(at, &format!("the {name} section must be aligned to {needed} bytes")));
        }
        found[id] = Some(file.section(length, name)?);
    }
}

impl<'b> Reader<'b> {
    /// Counts `bytes` that the file makes without having them.
    fn expand(&mut self, cursor: &Cursor<'_>, bytes: usize) -> Result<()> {
        match self.allowance.checked_sub(bytes) {
            Some(left) => {
                self.allowance = left;
                Ok(())
            }
            None => {
                cursor.error("the file names its strings, types and constants so often that they need too much memory")
            }
        }
    }

    /// A string by its index.
    fn string(&mut self, cursor: &mut Cursor<'_>) -> Result<&'b str> {
        let index = cursor.index(self.strings.len(), "string")?;
        let text = self.strings[index];
        self.expand(cursor, text.len())?;
        Ok(text)
    }

    /// A name: a string that is not empty.
    fn symbol(&mut self, cursor: &mut Cursor<'_>) -> Result<Attr> {
        let at = cursor.at;
        let text = self.string(cursor)?;
        if text.is_empty() {
            return Err(cursor.error_at(at, "this name is empty"));
        }
        let name = self.module.intern_name(text);
        Ok(self.module.intern_attr(AttrData::Symbol(name)))
    }

    fn needs(&self, cursor: &Cursor<'_>, at: usize, what: &str, since: u8) -> Result<()> {
        if since <= self.version.minor() {
            return Ok(());
        }
        let (since, version) = (Version::of_minor(since), self.version);
        let mut error = cursor.error_at(
            at,
            &format!("{what} came with version {since}, and the file is of {version}"),
        );
        error.code = "bytecode.version".to_string();
        Err(error)
    }

    fn global(&mut self, cursor: &mut Cursor<'b>) -> Result<()> {
        let name = self.symbol(cursor)?;
        let ty = self.ty(cursor)?;
        let value = self.constant(cursor, ty)?;
        let alignment = cursor.varint()? as i64;
        let (mut private, mut constant) = (0, 0);
        if self.version.minor() >= 3 {
            private = cursor.index(2, "visibility")?;
            constant = cursor.index(2, "flag")?;
        }
        let op = self.make("global", &[], &[], self.unknown, cursor)?;
        let unit = self.module.intern_attr(AttrData::Unit);
        self.module.set_attr(op, "sym_name", name);
        self.module.set_attr(op, "value", value);
        if alignment != 0 {
            let alignment = self.module.intern_attr(AttrData::Int(alignment));
            self.module.set_attr(op, "alignment", alignment);
        }
        for (set, name) in [(private, "private"), (constant, "constant")] {
            if set == 1 {
                self.module.set_attr(op, name, unit);
            }
        }
        let top = self.module.top();
        self.module.append(top, op);
        Ok(())
    }

    /// An op that no table line describes.
    fn make(
        &mut self,
        name: &str,
        operands: &[&[Value]],
        results: &[Ty],
        loc: Loc,
        cursor: &Cursor<'_>,
    ) -> Result<tilewright_ir::Op> {
        match Registry::builtin().op(&format!("cuda_tile.{name}")) {
            Some(def) => Ok(self.module.create_op(def, operands, results, loc)),
            None => cursor.error(&format!("the op `{name}` is not known here")),
        }
    }

    fn function(&mut self, cursor: &mut Cursor<'b>, debug: &debug::Places) -> Result<()> {
        let name = self.symbol(cursor)?;
        let at = cursor.at;
        let index = cursor.index(self.types.len(), "type")?;
        let parameters: SmallVec<[Ty; 8]> = match &self.types[index] {
            Type::Function(parameters, 0) => parameters.iter().copied().collect(),
            Type::Function(..) => return Err(cursor.error_at(at, "a kernel has no results")),
            Type::Plain(_) => return Err(cursor.error_at(at, &format!("type {index} is no function type"))),
        };
        self.expand(cursor, 4 * parameters.len())?;
        let at = cursor.at;
        let flags = cursor.byte()?;
        match flags {
            2 | 6 => {}
            0 | 1 | 4 | 5 => return Err(cursor.error_at(at, "only kernels are read, not other functions")),
            3 | 7 => return Err(cursor.error_at(at, "a kernel is public, and this one says that it is private")),
            _ => return Err(cursor.error_at(at, &format!("the function's flags {flags:#x} have unknown bits"))),
        }
        let mut places = debug.of_function(cursor)?;
        let newest = self.version.minor() >= 5;
        let hints = if flags & 4 != 0 || newest {
            let at = cursor.at;
            if cursor.clone().varint()? != 11 {
                return Err(cursor.error_at(at, "what stands where a kernel's hints are is no list of hints"));
            }
            Some(self.tagged(cursor, 0)?)
        } else {
            None
        };
        if newest {
            let at = cursor.at;
            let attrs = self.tagged(cursor, 0)?;
            if !matches!(self.module.attr_data(attrs), AttrData::Array(items) if items.is_empty()) {
                return Err(cursor.error_at(at, "attributes of a kernel's parameters are not known here"));
            }
        }
        let length = cursor.varint()?;
        let mut body = cursor.part(length, "the function's body")?;
        let loc = self.place(&mut places, cursor)?;
        let op = self.make("entry", &[], &[], loc, cursor)?;
        let top = self.module.top();
        self.module.append(top, op);
        self.module.set_attr(op, "sym_name", name);
        if let Some(hints) = hints
            && !matches!(self.module.attr_data(hints), AttrData::Dict(entries) if entries.is_empty())
        {
            self.module.set_attr(op, "hints", hints);
        }
        let region = self.module.regions(op)[0];
        let block = self.module.add_block(region);
        self.values.clear();
        for ty in parameters {
            let value = self.module.add_argument(block, ty);
            self.values.push(value);
        }
        while body.left() > 0 {
            self.op(&mut body, block, &mut places, OUTER_REGIONS)?;
        }
        self.ended(block, &body)?;
        Ok(())
    }
}
