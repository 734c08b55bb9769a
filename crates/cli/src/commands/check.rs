//! `tilewright check`: parse and verify.

use crate::exit::Exit;

/// Arguments of `check`.
#[derive(clap::Args)]
pub struct Args {
    /// Tile IR files, in text form.
    #[arg(required = true)]
    files: Vec<std::path::PathBuf>,
}

/// Runs `check`.
pub fn run(args: Args) -> Exit {
    let _ = args.files;
    Exit::Fine
}
