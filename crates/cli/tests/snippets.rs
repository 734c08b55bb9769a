//! Commands that the documents show: those of README run as they stand, and all have the flags that they name.

use crate::common::tilewright;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The commands in indented lines of a document, without what is said behind them.
fn commands(text: &str) -> Vec<&str> {
    let starts = ["    tilewright ", "    cargo run --release -- "];
    let command = |line| starts.iter().find_map(|start| str::strip_prefix(line, start));
    text.lines()
        .filter_map(command)
        .map(|command| command.split(" #").next().unwrap_or(command))
        .map(|command| command.split("    ").next().unwrap_or(command).trim_end())
        .collect()
}

#[cfg(unix)]
#[test]
fn commands_of_the_readme_run_as_they_stand() {
    let folder = std::env::temp_dir().join(format!("tilewright-readme-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let _ = std::os::unix::fs::symlink(
        root().canonicalize().expect("the root").join("tests"),
        folder.join("tests"),
    );
    let readme = std::fs::read_to_string(root().join("README.md")).expect("README.md");
    let all = commands(&readme);
    assert!(all.len() >= 8, "{all:?}");
    for command in all {
        let run = format!("'{}' {command}", env!("CARGO_BIN_EXE_tilewright"));
        let output = Command::new("sh").args(["-c", &run]).current_dir(&folder).output();
        let output = output.expect("sh starts");
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{command}: {said}");
    }
    let written = std::fs::read(folder.join("vadd.tilebc")).expect("`asm` wrote it");
    assert!(written.starts_with(b"\x7fTileIR"));
    std::fs::remove_dir_all(&folder).expect("the folder");
}

/// The flags of a command that its help does not know; the name of the command where there is none.
fn unknown(command: &str, helps: &mut BTreeMap<String, String>) -> Vec<String> {
    // Behind `--` stands another program.
    let own = command.split(" -- ").next().unwrap_or(command);
    let name = own.split_whitespace().next().unwrap_or_default().to_string();
    let help = helps.entry(name.clone()).or_insert_with(|| {
        let output = tilewright(&["help", &name], b"");
        String::from_utf8_lossy(&output.stdout).into_owned()
    });
    if help.is_empty() {
        return vec![name];
    }
    let flags = own.split_whitespace().filter(|word| word.starts_with("--"));
    let known = |flag: &&str| help.split([' ', ',', '\n', '[', ']']).any(|word| word == *flag);
    flags.filter(|flag| !known(flag)).map(str::to_string).collect()
}

#[test]
fn commands_of_all_documents_have_the_flags_that_they_name() {
    let mut documents = vec![root().join("README.md")];
    let mut folders = vec![root().join("docs"), root().join("crates")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|end| end == "md") {
                documents.push(path);
            }
        }
    }
    let mut helps = BTreeMap::new();
    let mut seen = 0;
    for document in documents {
        let text = std::fs::read_to_string(&document).expect("a text");
        for command in commands(&text) {
            seen += 1;
            let unknown = unknown(command, &mut helps);
            assert!(unknown.is_empty(), "{}: `{command}`: {unknown:?}", document.display());
        }
    }
    assert!(seen > 25, "{seen} commands");
    assert_eq!(
        unknown("compile k.mlir --no-such-flag -- --other", &mut helps),
        ["--no-such-flag"]
    );
    assert_eq!(unknown("no-such-command k.mlir", &mut helps), ["no-such-command"]);
}
