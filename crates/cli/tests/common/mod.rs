//! Running the command line tool as a person does.

use std::io::Write;
use std::process::{Command, Output, Stdio};

/// Runs the tool with `input` on its standard input.
pub fn tilewright(args: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_tilewright"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    // A command that refuses its arguments does not read.
    let _ = child.stdin.take().map(|mut stdin| stdin.write_all(input));
    child.wait_with_output().expect("the command ends")
}

/// The place of a file of the tests.
pub fn file(name: &str) -> String {
    format!("{}/../../tests/{name}", env!("CARGO_MANIFEST_DIR"))
}

/// The text that the tool wrote.
pub fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Compiles a file of the tests.
pub fn compile(name: &str, args: &[&str]) -> Output {
    let file = file(name);
    tilewright(&[&["compile", file.as_str()], args].concat(), b"")
}
