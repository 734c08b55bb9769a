//! `tilewright open`: what a link holds.

use crate::exit::Exit;
use crate::files;
use crate::terminal::{print, tell};
use tilewright_driver::Options;
use tilewright_share::{MACHINE_MODEL, decode, overlay};

/// Arguments of `open`.
#[derive(clap::Args)]
pub struct Args {
    /// Link, or its part from `#k1.` on; `-` reads it from standard input.
    link: String,
    /// Print the settings as JSON instead of the kernel.
    #[arg(long)]
    settings: bool,
    /// Print the scheduler's model that the link carries, a file for `--machine`, instead of the kernel.
    #[arg(long, conflicts_with = "settings")]
    machine: bool,
}

/// Runs `open`.
pub fn run(args: Args) -> Exit {
    let text = if args.link == files::STANDARD {
        files::read_text(files::STANDARD.as_ref())
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
    let model = record.options.get(MACHINE_MODEL);
    if args.machine {
        let Some(text) = model.and_then(|model| model.as_str()) else {
            tell!("error: the link carries no model of its own: loops are scheduled in one that the compiler has");
            return Exit::Wrong;
        };
        return print(text);
    }
    let mut words = record.options.clone();
    words.remove(MACHINE_MODEL);
    for name in overlay(&words, Options::read).ignored {
        tell!("warning: this version has no setting '{name}' of that value, and its default would stand");
    }
    if !args.settings {
        return print(&record.source);
    }
    let settings = serde_json::json!({ "options": record.options, "compiler": record.compiler, "view": record.view });
    print(&format!("{settings:#}\n"))
}
