//! `tilewright disasm`: bytecode as text.

use crate::exit::Exit;
use crate::files::{bytecode_text, read_bytes};
use crate::terminal::{print, tell};
use std::path::PathBuf;

/// Arguments of `disasm`.
#[derive(clap::Args)]
pub struct Args {
    /// A file of Tile IR bytecode; `-` reads standard input.
    file: PathBuf,
    /// Print where each op comes from, as far as the file says it.
    #[arg(long)]
    locations: bool,
}

/// Runs `disasm`.
pub fn run(args: Args) -> Exit {
    let bytes = match read_bytes(&args.file) {
        Ok(bytes) => bytes,
        Err(exit) => return exit,
    };
    if !tilewright_bytecode::is_bytecode(&bytes) {
        tell!(
            "error: {} is no Tile IR bytecode, by how it starts",
            args.file.display()
        );
        return Exit::Wrong;
    }
    match bytecode_text(&args.file, &bytes, args.locations) {
        Ok(text) => print(&text),
        Err(exit) => exit,
    }
}
