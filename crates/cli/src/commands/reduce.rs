//! `tilewright reduce`: the smallest text for which a command still ends as it did.

use crate::exit::Exit;
use crate::files::{STANDARD, read_kernel};
use crate::shrink::shrink;
use crate::terminal::{print, tell};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Arguments of `reduce`.
#[derive(clap::Args)]
pub struct Args {
    /// A text: Tile IR, IR of any pass boundary, or anything else, which is then shrunk line by line. Bytecode becomes
    /// text.
    file: PathBuf,
    /// Where to write the result; the best text so far is in it all the time. Standard output at the end if not given, or `-`.
    #[arg(short, long, value_name = "FILE")]
    output_file: Option<PathBuf>,
    /// The most texts that are tried.
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    max_tries: usize,
    /// The command, after `--`. It gets the path of a text as `{}`, else as its last argument, and must exit with the
    /// same code as for the whole text. To bound its time, put `timeout 10` in front.
    #[arg(last = true, required = true, value_name = "CMD")]
    command: Vec<String>,
}

/// Runs `reduce`.
pub fn run(args: Args) -> Exit {
    try_run(&args).unwrap_or_else(|exit| exit)
}

fn try_run(args: &Args) -> Result<Exit, Exit> {
    let text = read_kernel(&args.file, false)?.text;
    let folder = std::env::temp_dir().join(format!("tilewright-reduce-{}", std::process::id()));
    let name = args.file.file_name().map_or("kernel.mlir".into(), PathBuf::from);
    // The text is Tile IR, whatever the kernel was given in.
    let path = folder.join(name).with_extension("mlir");
    std::fs::create_dir_all(&folder).map_err(|error| unwritable(&folder, &error))?;
    let reduced = reduce(args, &text, &path);
    let _ = std::fs::remove_dir_all(&folder);
    let best = reduced?;
    match file(args) {
        Some(_) => Ok(Exit::Fine),
        None => Ok(print(&best)),
    }
}

fn reduce(args: &Args, text: &str, path: &Path) -> Result<String, Exit> {
    let wanted = ends(args, text, path)?;
    match wanted {
        Some(code) => tell!("the command exits with {code}"),
        None => tell!("the command is ended by a signal"),
    }
    if !text.is_empty() && ends(args, "", path)? == wanted {
        tell!("warning: the command ends so for an empty text, too: it may not depend on the kernel");
    }
    keep(args, text)?;
    let mut stopped = None;
    let mut tries = 0u64;
    let best = shrink(text, args.max_tries, &mut |text| {
        if stopped.is_some() {
            return false;
        }
        tries += 1;
        let outcome = ends(args, text, path).and_then(|code| {
            let same = code == wanted;
            if same {
                keep(args, text)?;
                tell!("{} lines after {tries} tries", text.lines().count());
            }
            Ok(same)
        });
        outcome.unwrap_or_else(|exit| {
            stopped = Some(exit);
            false
        })
    });
    stopped.map_or(Ok(best), Err)
}

/// The exit code of the command for a text; none: it ended by a signal.
fn ends(args: &Args, text: &str, path: &Path) -> Result<Option<i32>, Exit> {
    std::fs::write(path, text).map_err(|error| unwritable(path, &error))?;
    let path = path.to_string_lossy();
    let mut words: Vec<String> = args.command.iter().map(|word| word.replace("{}", &path)).collect();
    if words == args.command {
        words.push(path.into_owned());
    }
    let status = Command::new(&words[0])
        .args(&words[1..])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    match status {
        Ok(status) => Ok(status.code()),
        Err(error) => {
            tell!("error: cannot run `{}`: {error}", words[0]);
            Err(Exit::Usage)
        }
    }
}

/// The file for the best text; none: it is printed at the end.
fn file(args: &Args) -> Option<&Path> {
    args.output_file.as_deref().filter(|&file| file != STANDARD)
}

/// Writes the best text so far where it can be found whenever the command is stopped: whole, or not at all.
fn keep(args: &Args, text: &str) -> Result<(), Exit> {
    let Some(file) = file(args) else { return Ok(()) };
    let mut beside = file.as_os_str().to_owned();
    beside.push(".part");
    let written = std::fs::write(&beside, text).and_then(|()| std::fs::rename(&beside, file));
    written.map_err(|error| unwritable(file, &error))
}

fn unwritable(path: &Path, error: &std::io::Error) -> Exit {
    tell!("error: cannot write {}: {error}", path.display());
    Exit::Usage
}
