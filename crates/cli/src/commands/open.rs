//! `tilewright open`: what a link holds.

use crate::exit::Exit;
use crate::files;
use crate::terminal::{print, tell};
use tilewright_driver::Options;
use tilewright_share::{decode, overlay};

/// Arguments of `open`.
#[derive(clap::Args)]
pub struct Args {
    /// Link, or its part from `#k1.` on; `-` reads it from standard input.
    link: String,
    /// Print the settings as JSON instead of the kernel.
    #[arg(long)]
    settings: bool,
}

/// Runs `open`.
pub fn run(args: Args) -> Exit {
    let text = if args.link == "-" {
        files::read_text("-".as_ref())
    } else {
        Ok(args.link)
    };
    let text = match text {
        Ok(text) => text,
        Err(exit) => return exit,
    };
    let record = match decode(&text) {
        Ok(record) => record,
        Err(error) => {
            tell!("error: {error}");
            return Exit::Wrong;
        }
    };
    for name in overlay::<Options>(&record.options).ignored {
        tell!("warning: this version has no setting '{name}' of that value, and its default would stand");
    }
    if !args.settings {
        return print(&record.source);
    }
    let settings = serde_json::json!({ "options": record.options, "compiler": record.compiler, "view": record.view });
    print(&format!("{settings:#}\n"))
}
