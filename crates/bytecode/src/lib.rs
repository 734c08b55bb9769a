//! CUDA Tile IR bytecode: what the official tools exchange, read and written.
//!
//! Reader and writer go by one table, a line an op ([`covered_ops`] lists it). What is read is the IR of
//! [`tilewright_ir`], the same as from text; see README.md for the few things that bytecode has room for and the IR has
//! not, and the other way round.

mod cursor;
pub mod fuzzing;
mod read;
mod table;
mod version;

pub use read::read;
pub use version::Version;

use tilewright_diag::Diagnostic;
use tilewright_ir::Module;

/// What a file starts with.
pub const MAGIC: &[u8; 8] = b"\x7FTileIR\0";

/// A file of bytecode, as data.
#[derive(Clone, Debug, Default)]
pub struct Bytecode {
    /// The kernels and globals.
    pub module: Module,
    /// The version of the encoding.
    pub version: Version,
    /// Who made it, if it says so.
    pub producer: Option<String>,
}

/// Whether these are the bytes of bytecode, by how they start.
pub fn is_bytecode(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC)
}

/// The text of bytecode, and what the file says of its version.
///
/// # Errors
///
/// What is wrong with the file, or which rules of the language its content breaks.
pub fn disassemble(bytes: &[u8]) -> Result<String, Vec<Diagnostic>> {
    let file = read(bytes).map_err(|why| vec![*why])?;
    let broken = tilewright_ir::verify(&file.module);
    if !broken.is_empty() {
        return Err(broken);
    }
    let text = tilewright_ir::print(&file.module).text;
    Ok(match file.producer {
        Some(producer) => format!("// Producer: {}\n{text}", producer.escape_debug()),
        None => text,
    })
}

/// The names of the ops that bytecode can hold, without the dialect, each with the version it came with.
pub fn covered_ops() -> impl Iterator<Item = (&'static str, Version)> {
    table::records()
        .iter()
        .map(|record| (record.name, Version::of_minor(record.since)))
}
