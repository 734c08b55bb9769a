//! `tilewright check`: parse and verify.

use crate::exit::Exit;
use crate::files::read_kernel;
use crate::messages::print_messages;
use crate::terminal::say;
use std::path::PathBuf;
use tilewright_driver::{Options, compile};

/// Arguments of `check`.
#[derive(clap::Args)]
pub struct Args {
    /// Tile IR files, text or bytecode.
    #[arg(required = true)]
    files: Vec<PathBuf>,
}

/// Runs `check`. With several files, the worst outcome is the command's.
pub fn run(args: Args) -> Exit {
    let mut worst = Exit::Fine;
    for path in &args.files {
        let exit = match read_kernel(path) {
            Ok(source) => {
                let report = compile(
                    &source,
                    &Options {
                        opt_level: 0,
                        ..Options::default()
                    },
                )
                .report;
                let exit = print_messages(&report.diagnostics, path, &source);
                if exit == Exit::Fine {
                    say!("{}: ok ({})", path.display(), report.entries.join(", "));
                }
                exit
            }
            Err(exit) => exit,
        };
        worst = worst.max(exit);
    }
    worst
}
