//! Reading what a person names, writing what a person reads.

use crate::exit::Exit;
use crate::messages::print_diagnostics;
use crate::python::Python;
use crate::terminal::{print_bytes, tell};
use std::io::Read;
use std::path::{Path, PathBuf};
use tilewright_bytecode::{Version, is_bytecode};
use tilewright_cutile::LaunchInfo;
use tilewright_driver::Text;

/// Standard input and output, where a file is named.
pub const STANDARD: &str = "-";

/// The text of a file, or of standard input for `-`. What is wrong with it has been said on standard error.
///
/// # Errors
///
/// [`Exit::Usage`] when it cannot be read, [`Exit::Wrong`] when it is not text.
pub fn read_text(path: &Path) -> Result<String, Exit> {
    let bytes = read_bytes(path)?;
    if is_bytecode(&bytes) {
        tell!("error: {} is Tile IR bytecode, and text is read here", path.display());
        return Err(Exit::Wrong);
    }
    as_text(path, bytes, "")
}

/// Writes a file, or to standard output for `-`. What is wrong has been said on standard error.
pub fn write_bytes(path: &Path, content: &[u8]) -> Exit {
    if path == Path::new(STANDARD) {
        return print_bytes(content);
    }
    match std::fs::write(path, content) {
        Ok(()) => Exit::Fine,
        Err(error) => {
            tell!("error: cannot write {}: {error}", path.display());
            Exit::Usage
        }
    }
}

/// Whether a second text would follow another one on standard output, where both could not be told apart; it is said.
pub fn both_printed(trace: Option<&PathBuf>, output: Option<&PathBuf>) -> bool {
    let is_standard = |file: &PathBuf| file.as_path() == Path::new(STANDARD);
    let both = trace.is_some_and(is_standard) && output.is_none_or(is_standard);
    if both {
        tell!(
            "error: the trace and what is asked for would both go to standard output; give --schedule-trace-file or the output a file"
        );
    }
    both
}

/// A kernel as Tile IR text.
pub struct Source {
    /// The text.
    pub text: String,
    /// Of Python, the text that it was made of.
    pub origin: Option<Origin>,
}

/// A kernel in Python.
pub struct Origin {
    /// Its text.
    pub text: String,
    /// The entry that it became.
    pub symbol: String,
    /// The launch in the file, if there is one.
    pub launch: Option<LaunchInfo>,
}

impl Source {
    /// The text, and what it was made of.
    pub fn text(&self) -> Text<'_> {
        Text {
            ir: &self.text,
            origin: self.origin.as_ref().map(|origin| origin.text.as_str()),
        }
    }
}

/// A kernel in text form; bytecode, which is known by how it starts, becomes text, with `locations` if they are of use, and
/// so does Python.
///
/// # Errors
///
/// As [`read_text`], and [`Exit::Wrong`] for bytecode and Python that is refused.
pub fn read_kernel(path: &Path, locations: bool) -> Result<Source, Exit> {
    read_source(path, &read_bytes(path)?, locations, &Python::default())
}

/// The same of bytes that were read from `path`, with what is asked of a kernel in Python.
///
/// # Errors
///
/// [`Exit::Wrong`] when they are refused; why has been said.
pub fn read_source(path: &Path, bytes: &[u8], locations: bool, python: &Python) -> Result<Source, Exit> {
    let plain = |text| Source { text, origin: None };
    if is_bytecode(bytes) {
        return bytecode_text(path, bytes, locations).map(plain);
    }
    let text = as_text(path, bytes.to_vec(), KERNEL)?;
    let by_name = path.extension().is_some_and(|extension| extension == "py");
    if !by_name && !tilewright_cutile::is_python(&text) {
        return Ok(plain(text));
    }
    let lowered = python.lower(path, &text)?;
    Ok(Source {
        text: lowered.text,
        origin: Some(Origin {
            text,
            symbol: lowered.symbol,
            launch: lowered.launch,
        }),
    })
}

/// A kernel as it is written, in Tile IR or Python; the text of bytecode.
///
/// # Errors
///
/// As [`read_text`], and [`Exit::Wrong`] for bytecode that is refused.
pub fn read_written(path: &Path) -> Result<String, Exit> {
    let bytes = read_bytes(path)?;
    match is_bytecode(&bytes) {
        true => bytecode_text(path, &bytes, false),
        false => as_text(path, bytes, KERNEL),
    }
}

/// The text of bytecode.
///
/// # Errors
///
/// [`Exit::Wrong`] when it is refused; why has been said.
pub fn bytecode_text(path: &Path, bytes: &[u8], locations: bool) -> Result<String, Exit> {
    let text = tilewright_bytecode::disassemble(bytes, locations);
    text.map_err(|why| print_diagnostics(&why, path, "").max(Exit::Wrong))
}

/// The bytes of a file, or of standard input for `-`.
///
/// # Errors
///
/// [`Exit::Usage`] when it cannot be read; why has been said.
pub fn read_bytes(path: &Path) -> Result<Vec<u8>, Exit> {
    let mut bytes = Vec::new();
    let read = if path == Path::new(STANDARD) {
        std::io::stdin().lock().read_to_end(&mut bytes).map(drop)
    } else {
        std::fs::read(path).map(|content| bytes = content)
    };
    read.map_err(|error| {
        tell!("error: cannot read {}: {error}", path.display());
        Exit::Usage
    })?;
    Ok(bytes)
}

/// Text or bytecode as bytecode, of the version that is wanted.
///
/// # Errors
///
/// [`Exit::Wrong`] when it is refused; why has been said.
pub fn read_bytecode(path: &Path, bytes: Vec<u8>, version: Option<Version>, python: &Python) -> Result<Vec<u8>, Exit> {
    if is_bytecode(&bytes) {
        let written = tilewright_bytecode::rewrite(&bytes, version);
        return written.map_err(|why| print_diagnostics(&why, path, "").max(Exit::Wrong));
    }
    let source = read_source(path, &bytes, true, python)?;
    let version = version.unwrap_or_default();
    let written = tilewright_bytecode::assemble(&source.text, version);
    written.map_err(|why| {
        // Of Python, the places are looked for in its text: the module is read again with them.
        let again = source.origin.is_some().then(|| source.text().parse().module);
        let why = again
            .and_then(|module| tilewright_bytecode::assemble_module(module, version).err())
            .unwrap_or(why);
        print_diagnostics(&why, path, source.text().shown()).max(Exit::Wrong)
    })
}

/// The forms in which a kernel may be given.
const KERNEL: &str = "; Tile IR is read in text form and as bytecode, and cuTile Python as text";

fn as_text(path: &Path, bytes: Vec<u8>, help: &str) -> Result<String, Exit> {
    String::from_utf8(bytes).map_err(|error| {
        tell!(
            "error: {} is not text: byte {} is not UTF-8{help}",
            path.display(),
            error.utf8_error().valid_up_to()
        );
        Exit::Wrong
    })
}
