//! Telling people what is wrong with a kernel.

use crate::exit::Exit;
use crate::terminal::tell;
use std::io::IsTerminal;
use std::path::Path;
use tilewright_diag::{Diagnostic, LineIndex, render};
use tilewright_driver::report::Message;

/// Whether standard error can show colours and the user wants them.
fn colour() -> bool {
    std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none()
}

/// Prints messages about a kernel to standard error; how the command ends because of them.
pub fn print_messages(messages: &[Message], path: &Path, source: &str) -> Exit {
    let name = path.display().to_string();
    let mut exit = Exit::Fine;
    for message in messages {
        let diagnostic = message.diagnostic();
        tell!("{}", render(&diagnostic, &name, source, colour()));
        if message.is_internal() {
            tell!(
                "This is our bug: please report it with the kernel at {}/issues",
                env!("CARGO_PKG_REPOSITORY")
            );
            exit = Exit::OurBug;
        } else if diagnostic.is_error() && exit == Exit::Fine {
            exit = Exit::Wrong;
        }
    }
    if let Some(first) = messages.iter().find(|message| !message.is_internal()) {
        tell!("For more about a code: tilewright explain {}", first.code);
    }
    exit
}

/// The same for diagnostics that no report holds.
pub fn print_diagnostics(list: &[Diagnostic], path: &Path, source: &str) -> Exit {
    let lines = LineIndex::new(source);
    let messages: Vec<Message> = list.iter().map(|d| Message::new(d, source, &lines)).collect();
    print_messages(&messages, path, source)
}
