//! docs/cli.md: every command with its help, as the program prints it. `BLESS=1` writes it.

use crate::common::tilewright;
use std::fmt::Write;
use std::path::Path;

fn help(args: &[&str]) -> String {
    let output = tilewright(args, b"");
    assert_eq!(output.status.code(), Some(0), "{args:?}");
    String::from_utf8(output.stdout).expect("text")
}

/// The names of the commands, in the order of the help.
fn commands(all: &str) -> Vec<&str> {
    let list = all.lines().skip_while(|line| *line != "Commands:").skip(1);
    list.take_while(|line| !line.is_empty())
        .filter(|line| !line.starts_with("   "))
        .filter_map(|line| line.split_whitespace().next())
        .filter(|name| *name != "help")
        .collect()
}

/// Help as a block of text, without spaces at the ends of lines.
fn block(help: &str) -> String {
    let lines = help.trim_end().lines().map(str::trim_end);
    format!("```text\n{}\n```\n", lines.collect::<Vec<_>>().join("\n"))
}

#[test]
fn the_reference_is_what_the_program_prints() {
    let all = help(&["help"]);
    let names = commands(&all);
    assert!(names.len() > 12, "{names:?}");
    let mut made = String::from(
        "# The command line\n\nEvery command with its options, as `tilewright help COMMAND` prints them.\n",
    );
    write!(made, "\n{}", block(&all)).expect("text");
    for name in names {
        write!(made, "\n## {name}\n\n{}", block(&help(&["help", name]))).expect("text");
    }
    let place = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/cli.md");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&place, &made).expect("docs/cli.md can be written");
    }
    let kept = std::fs::read_to_string(&place).unwrap_or_default();
    let off = kept.lines().zip(made.lines()).find(|(kept, made)| kept != made);
    assert!(
        kept == made,
        "docs/cli.md is not what the program prints: BLESS=1 writes it; first {off:?}"
    );
}
