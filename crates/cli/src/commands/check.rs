//! `tilewright check`: parse and verify.

use crate::exit::Exit;
use crate::files::{read_bytes, read_source};
use crate::messages::print_diagnostics;
use crate::python::PythonArgs;
use crate::settings::known_pass;
use crate::terminal::say;
use std::path::PathBuf;
use tilewright_driver::check;

/// Arguments of `check`.
#[derive(clap::Args)]
pub struct Args {
    /// Tile IR files, text or bytecode.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Also take `testing$func`: like `entry`, but with any types of arguments, and with results
    #[arg(long)]
    testing: bool,
    /// The pass that has made the text; if not given, its ops tell.
    #[arg(long, value_name = "PASS")]
    from: Option<String>,
    /// Of a Python file with several kernels: which.
    #[arg(long, value_name = "NAME")]
    entry: Option<String>,
}

/// Runs `check`. With several files, the worst outcome is the command's.
pub fn run(args: Args) -> Exit {
    if let Err(exit) = known_pass(args.from.as_deref()) {
        return exit;
    }
    let mut worst = Exit::Fine;
    for path in &args.files {
        let python = PythonArgs::default().of(args.entry.as_deref());
        let exit = match read_bytes(path).and_then(|bytes| read_source(path, &bytes, false, &python)) {
            Ok(source) => {
                let checked = check(source.text(), args.testing, args.from.as_deref());
                let exit = print_diagnostics(&checked.diagnostics, path, source.text().shown());
                if exit == Exit::Fine {
                    let level = match checked.level {
                        "cuda_tile" => "",
                        level => level,
                    };
                    let space = if level.is_empty() { "" } else { " in " };
                    say!("{}: ok ({}{space}{level})", path.display(), checked.entries.join(", "));
                }
                exit
            }
            Err(exit) => exit,
        };
        worst = worst.max(exit);
    }
    worst
}
