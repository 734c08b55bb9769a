//! `tilewright link`: a link that holds a kernel and its settings.

use crate::exit::Exit;
use crate::files;
use crate::settings::Settings;
use std::path::PathBuf;
use tilewright_share::{PUBLIC_SITE, Record, differences, link};

/// Arguments of `link`.
#[derive(clap::Args)]
pub struct Args {
    /// Tile IR file, in text form; `-` reads standard input.
    file: PathBuf,
    /// Page that is to open the link.
    #[arg(long, value_name = "URL", default_value = PUBLIC_SITE)]
    base: String,
    #[command(flatten)]
    settings: Settings,
}

/// Runs `link`.
pub fn run(args: Args) -> Exit {
    let source = match files::read_text(&args.file) {
        Ok(source) => source,
        Err(exit) => return exit,
    };
    let record = Record {
        options: differences(&args.settings.options()),
        compiler: env!("CARGO_PKG_VERSION").into(),
        ..Record::new(source)
    };
    match link(&args.base, &record) {
        Ok(link) => files::print(&format!("{link}\n")),
        Err(error) => {
            eprintln!("error: {}: {error}", args.file.display());
            Exit::Wrong
        }
    }
}
