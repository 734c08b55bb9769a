//! `tilewright link`: a link that holds a kernel and its settings.

use crate::exit::Exit;
use crate::files;
use crate::settings::Settings;
use crate::terminal::{print, tell};
use std::path::PathBuf;
use tilewright_share::{MACHINE_MODEL, PUBLIC_SITE, Record, differences, link};

/// Arguments of `link`.
#[derive(clap::Args)]
pub struct Args {
    /// A Tile IR file, text or bytecode, or a cuTile kernel in Python; `-` reads standard input.
    file: PathBuf,
    /// Page that is to open the link.
    #[arg(long, value_name = "URL", default_value = PUBLIC_SITE)]
    base: String,
    #[command(flatten)]
    settings: Settings,
}

/// Runs `link`.
pub fn run(args: Args) -> Exit {
    let source = match files::read_written(&args.file) {
        Ok(source) => source,
        Err(exit) => return exit,
    };
    let model = args.settings.model_text();
    let options = match args.settings.options() {
        Ok(options) => options,
        Err(exit) => return exit,
    };
    let mut changes = differences(&options);
    changes.extend(model.map(|text| (MACHINE_MODEL.to_string(), serde_json::Value::from(text))));
    let record = Record {
        options: changes,
        compiler: crate::VERSION.into(),
        ..Record::new(source)
    };
    if options.described {
        tell!(
            "warning: the page does not write the words of the published description: it opens this link without --described"
        );
    }
    match link(&args.base, &record) {
        Ok(link) => print(&format!("{link}\n")),
        Err(error) => {
            tell!("error: {}: {error}", args.file.display());
            Exit::Wrong
        }
    }
}
