//! One file a command: its arguments, and the few lines that hand them to a library and print what comes back.

mod check;

use crate::exit::Exit;

/// What to do.
#[derive(clap::Subcommand)]
pub enum Command {
    /// Parse and verify Tile IR files.
    Check(check::Args),
}

/// Runs the command.
pub fn run(command: Command) -> Exit {
    match command {
        Command::Check(args) => check::run(args),
    }
}
