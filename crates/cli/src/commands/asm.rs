//! `tilewright asm`: text, or Python, as bytecode.

use crate::exit::Exit;
use crate::files::{read_bytecode, read_bytes, write_bytes};
use crate::python::PythonArgs;
use std::path::PathBuf;
use tilewright_bytecode::Version;

/// Arguments of `asm`.
#[derive(clap::Args)]
pub struct Args {
    /// A Tile IR file, text or bytecode, or a cuTile kernel in Python; `-` reads standard input.
    file: PathBuf,
    /// Where to write; `-` is standard output.
    #[arg(short, long, value_name = "FILE")]
    output_file: PathBuf,
    /// The version of the bytecode, such as 13.1; of bytecode that is read its own, else 13.4.
    #[arg(long, value_name = "VERSION")]
    bytecode_version: Option<Version>,
    /// Of a Python file with several kernels: which.
    #[arg(long, value_name = "NAME")]
    entry: Option<String>,
    #[command(flatten)]
    python: PythonArgs,
}

/// Runs `asm`.
pub fn run(args: Args) -> Exit {
    let written = read_bytes(&args.file).and_then(|bytes| {
        let python = args.python.of(args.entry.as_deref());
        read_bytecode(&args.file, bytes, args.bytecode_version, &python)
    });
    written.map_or_else(|exit| exit, |bytes| write_bytes(&args.output_file, &bytes))
}
