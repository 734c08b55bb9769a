//! The `tilewright` command: arguments and terminal. It decides nothing; every fact it prints comes from a library.

#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod accesses;
mod again;
mod candidates;
mod choices;
mod commands;
mod exit;
mod files;
mod findings;
mod handoffs;
mod made;
mod messages;
mod metrics;
mod pressure;
mod python;
mod schedule;
mod settings;
mod shrink;
mod staging;
mod terminal;
mod tunables;

use crate::terminal::tell;
use clap::Parser;
use exit::Exit;

/// A compilation makes and drops many small lists: a seventh of its instructions were those of the system's allocator.
#[global_allocator]
static MEMORY: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The version, and behind `+` the commit that the program is built from, where that is known.
pub(crate) const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), env!("TILEWRIGHT_BUILD"));

/// Compiles CUDA Tile kernels to software-pipelined PTX, and shows why.
#[derive(Parser)]
#[command(name = "tilewright", version = VERSION, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: commands::Command,
}

fn main() -> std::process::ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(words) => {
            // Help and version are asked for; everything else is wrong usage. clap writes each where it belongs.
            let asked = words.exit_code() == 0;
            terminal::said(words.print());
            return terminal::end(if asked { Exit::Fine } else { Exit::Usage }).into();
        }
    };
    match std::panic::catch_unwind(|| terminal::end(commands::run(cli.command))) {
        Ok(exit) => exit.into(),
        Err(_) => {
            tell!(
                "tilewright: internal error (the message above). This is our bug, not yours: please report it with the \
                 command line and the input file at {}/issues",
                env!("CARGO_PKG_REPOSITORY")
            );
            Exit::OurBug.into()
        }
    }
}
