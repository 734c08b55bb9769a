//! Tells the program which commit it is built from, for its version and what it writes.

use std::path::Path;
use std::process::Command;

fn main() {
    // Grows with each commit; without a history there is nothing to look at again.
    let history = "../../.git/logs/HEAD";
    println!("cargo::rerun-if-changed=build.rs");
    if Path::new(history).exists() {
        println!("cargo::rerun-if-changed={history}");
    }
    let asked = Command::new("git").args(["rev-parse", "--short=9", "HEAD"]).output();
    let commit = asked.ok().filter(|output| output.status.success());
    let commit = commit.and_then(|output| String::from_utf8(output.stdout).ok());
    // Absent: no repository, or no git.
    let build = commit.map_or_else(String::new, |commit| format!("+{}", commit.trim()));
    println!("cargo::rustc-env=TILEWRIGHT_BUILD={build}");
}
