//! CUDA Tile IR bytecode: what the official tools exchange, read and written.
//!
//! Reader and writer go by one table, a line an op ([`covered_ops`] lists it). What is read is the IR of
//! [`tilewright_ir`], the same as from text; see README.md for the few things that bytecode has room for and the IR has
//! not, and the other way round.

#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod cursor;
pub mod fuzzing;
mod read;
mod table;
mod version;
mod write;

pub use read::read;
pub use version::Version;
pub use write::write;

use tilewright_diag::Diagnostic;
use tilewright_ir::{Module, PrintOptions};

/// The first bytes of a file.
pub const MAGIC: &[u8; 8] = b"\x7FTileIR\0";

/// A file of bytecode, as data.
#[derive(Clone, Debug, Default)]
pub struct Bytecode {
    /// The kernels and globals.
    pub module: Module,
    /// The version of the encoding.
    pub version: Version,
    /// The program that made it, if the file says so.
    pub producer: Option<String>,
}

/// Whether these are the bytes of bytecode, by how they start.
pub fn is_bytecode(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC)
}

/// The text of bytecode; if `locations`, with where each op comes from.
///
/// # Errors
///
/// The file is damaged, or its content breaks rules of the language.
pub fn disassemble(bytes: &[u8], locations: bool) -> Result<String, Vec<Diagnostic>> {
    let file = read(bytes).map_err(|why| vec![*why])?;
    let broken = tilewright_ir::verify(&file.module);
    if !broken.is_empty() {
        return Err(broken);
    }
    let text = tilewright_ir::print_with(&file.module, PrintOptions { locations }).text;
    Ok(match file.producer {
        Some(producer) => format!("// Producer: {}\n{text}", producer.replace(['\n', '\r'], " ")),
        None => text,
    })
}

/// The bytecode of a text.
///
/// # Errors
///
/// The text is wrong, or has something that the version has no room for.
pub fn assemble(source: &str, version: Version) -> Result<Vec<u8>, Vec<Diagnostic>> {
    let parsed = tilewright_ir::parse(source);
    if parsed.diagnostics.iter().any(Diagnostic::is_error) {
        return Err(parsed.diagnostics);
    }
    // The line that the disassembler writes.
    let producer = source
        .lines()
        .next()
        .and_then(|line| line.strip_prefix("// Producer: "));
    verified(Bytecode {
        module: parsed.module,
        version,
        producer: producer.map(str::to_string),
    })
}

/// A module as bytecode.
///
/// # Errors
///
/// Its content breaks rules of the language, or the version has no room for it.
pub fn assemble_module(module: Module, version: Version) -> Result<Vec<u8>, Vec<Diagnostic>> {
    verified(Bytecode {
        module,
        version,
        producer: None,
    })
}

/// Bytecode again, of the same version or of another.
///
/// # Errors
///
/// The file is damaged, its content breaks rules of the language, or the version has no room for it.
pub fn rewrite(bytes: &[u8], version: Option<Version>) -> Result<Vec<u8>, Vec<Diagnostic>> {
    let mut file = read(bytes).map_err(|why| vec![*why])?;
    file.version = version.unwrap_or(file.version);
    verified(file)
}

fn verified(file: Bytecode) -> Result<Vec<u8>, Vec<Diagnostic>> {
    let broken = tilewright_ir::verify(&file.module);
    if !broken.is_empty() {
        return Err(broken);
    }
    write(&file).map_err(|why| vec![*why])
}

/// An op that bytecode can hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CoveredOp {
    /// Its name without the dialect.
    pub name: &'static str,
    /// The version it came with.
    pub since: Version,
    /// Whether the compiler knows it.
    pub known: bool,
    /// Its parts that the compiler does not know.
    pub unknown_parts: Vec<&'static str>,
}

/// All ops that bytecode can hold.
pub fn covered_ops() -> impl Iterator<Item = CoveredOp> {
    table::records().iter().map(|record| CoveredOp {
        name: record.name,
        since: Version::of_minor(record.since),
        known: record.def.is_some(),
        unknown_parts: table::unresolved(record),
    })
}
