//! Writing what a person reads. A reader that has gone away, as with `| head`, is no error, and never ends the command.

use crate::exit::Exit;
use std::io::{ErrorKind, Write};
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether a line on standard output was lost.
static LOST: AtomicBool = AtomicBool::new(false);

/// A line on standard error.
macro_rules! tell {
    ($($part:tt)*) => {{
        use std::io::Write as _;
        let _ = writeln!(std::io::stderr(), $($part)*);
    }};
}

/// A line on standard output.
macro_rules! say {
    ($($part:tt)*) => {{
        use std::io::Write as _;
        $crate::terminal::said(writeln!(std::io::stdout(), $($part)*));
    }};
}

pub(crate) use {say, tell};

/// Notes that a line could not be written; it is said once.
pub fn said(result: std::io::Result<()>) {
    if let Err(error) = result
        && error.kind() != ErrorKind::BrokenPipe
        && !LOST.swap(true, Ordering::Relaxed)
    {
        tell!("error: cannot write to standard output: {error}");
    }
}

/// The exit code, now that all was printed: lost output is wrong usage.
pub fn end(exit: Exit) -> Exit {
    said(std::io::stdout().flush());
    if LOST.load(Ordering::Relaxed) {
        exit.max(Exit::Usage)
    } else {
        exit
    }
}

/// Writes `text` to standard output.
pub fn print(text: &str) -> Exit {
    print_bytes(text.as_bytes())
}

/// Writes `content` to standard output.
pub fn print_bytes(content: &[u8]) -> Exit {
    let mut out = std::io::stdout().lock();
    match out.write_all(content).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            tell!("error: cannot write to standard output: {error}");
            Exit::Usage
        }
        _ => Exit::Fine,
    }
}
