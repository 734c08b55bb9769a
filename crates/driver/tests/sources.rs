//! Whatever is cited can be opened: pages and headings of `docs/sources`, and nothing from outside of the repository.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::read_to_string;
use std::path::{Path, PathBuf};

/// Kinds of files in which something is cited.
const KINDS: [&str; 10] = ["rs", "md", "json", "mlir", "loop", "ts", "tsx", "mjs", "py", "html"];

/// Beginnings of citations that a reader of the repository cannot open.
const CLOSED: [&str; 8] = [
    "ocument 00",
    "ocuments 00",
    "acts on PTX",
    "(facts: ",
    "\"facts: ",
    "facts/tileiras",
    "shared/facts",
    "cutlass-vs-seeds",
];

/// Folders whose citations are looked at.
const ROOTS: [&str; 6] = ["crates", "docs", "web/src", "tests", "scripts", "fuzz"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn texts(folder: &Path, found: &mut Vec<(PathBuf, String)>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir() {
            if !["target", "node_modules", "corpus"].contains(&name.as_str()) {
                texts(&path, found);
            }
        } else if KINDS.iter().any(|kind| path.extension().is_some_and(|e| e == *kind))
            && !path.ends_with("driver/tests/sources.rs")
        {
            found.push((path.clone(), read_to_string(&path).unwrap_or_default()));
        }
    }
}

fn all_texts() -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    for folder in ROOTS {
        texts(&root().join(folder), &mut found);
    }
    for file in ["ARCHITECTURE.md", "README.md"] {
        found.push((root().join(file), read_to_string(root().join(file)).unwrap()));
    }
    assert!(found.len() > 500, "only {} files were found", found.len());
    found
}

/// The anchor that a heading has on a page.
fn anchor(heading: &str) -> String {
    heading
        .trim()
        .to_lowercase()
        .chars()
        .filter_map(|c| match c {
            ' ' => Some('-'),
            c if c.is_alphanumeric() || c == '-' => Some(c),
            _ => None,
        })
        .collect()
}

/// Each page of `docs/sources` with its anchors.
fn pages() -> BTreeMap<String, BTreeSet<String>> {
    let mut pages = BTreeMap::new();
    for entry in std::fs::read_dir(root().join("docs/sources")).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let mut anchors = BTreeSet::new();
        for heading in read_to_string(&path)
            .unwrap()
            .lines()
            .filter_map(|l| l.strip_prefix("## "))
        {
            assert!(anchors.insert(anchor(heading)), "{name} has two headings `{heading}`");
        }
        pages.insert(name, anchors);
    }
    pages
}

/// The citations of a text: pages of `docs/sources`, with an anchor or without.
fn citations(text: &str) -> impl Iterator<Item = (&str, Option<&str>)> {
    let name = |c: char| !(c.is_ascii_alphanumeric() || c == '-');
    text.split("sources/").skip(1).filter_map(move |rest| {
        let (page, rest) = rest.split_at(rest.find(name)?);
        let rest = rest.strip_prefix(".md").filter(|_| !page.is_empty())?;
        let anchor = rest
            .strip_prefix('#')
            .map(|rest| &rest[..rest.find(name).unwrap_or(rest.len())]);
        Some((page, anchor))
    })
}

#[test]
fn every_cited_page_and_heading_exists() {
    let pages = pages();
    let mut cited = 0;
    for (path, text) in all_texts() {
        for (page, anchor) in citations(&text) {
            let file = format!("{page}.md");
            let Some(anchors) = pages.get(&file) else {
                panic!("{} cites docs/sources/{file}, which does not exist", path.display())
            };
            if let Some(anchor) = anchor {
                assert!(
                    anchors.contains(anchor),
                    "{} cites docs/sources/{file}#{anchor}: the page has no such heading",
                    path.display()
                );
            }
            cited += 1;
        }
    }
    assert!(cited > 80, "only {cited} citations were found");
    let list = read_to_string(root().join("docs/sources/README.md")).unwrap();
    for page in pages.keys().filter(|page| *page != "README.md") {
        assert!(
            list.contains(&format!("]({page})")),
            "docs/sources/README.md does not list {page}"
        );
    }
}

#[test]
fn nothing_is_cited_that_cannot_be_opened() {
    for (path, text) in all_texts() {
        for (number, line) in text.lines().enumerate() {
            let found = CLOSED.iter().find(|word| line.contains(*word));
            assert!(
                found.is_none(),
                "{}:{}: cite a page of docs/sources, or what is public: {line}",
                path.display(),
                number + 1
            );
        }
    }
}

#[test]
fn citations_are_told_from_other_paths() {
    let text = "(docs/sources/a-b.md#c-d), [x](sources/e.md), sources/ and sources/none";
    let found: Vec<_> = citations(text).collect();
    assert_eq!(found, [("a-b", Some("c-d")), ("e", None)]);
    assert_eq!(anchor("cp.async and TMA"), "cpasync-and-tma");
}

/// Modules of a folder of tests that its `all.rs` does not name, and its crate not as programs of their own: cargo would not run them.
fn left_out(folder: &Path) -> Vec<String> {
    let all = read_to_string(folder.join("all.rs")).unwrap();
    // Absent: a folder of no crate.
    let programs = read_to_string(folder.join("../Cargo.toml")).unwrap_or_default();
    let is_program = |name: &str| programs.contains(&format!("\n[[test]]\nname = \"{name}\"\nharness = false\n"));
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let modules = entries.filter(|path| match path.is_dir() {
        true => path.join("main.rs").exists(),
        false => path.extension().is_some_and(|kind| kind == "rs"),
    });
    let names = modules.map(|path| path.file_stem().unwrap_or_default().display().to_string());
    names
        .filter(|name| name != "all" && !is_program(name) && !all.contains(&format!("\nmod {name};\n")))
        .collect()
}

#[test]
fn each_file_of_tests_is_run() {
    let crates = std::fs::read_dir(root().join("crates")).unwrap();
    let folders = crates.map(|one| one.unwrap().path().join("tests"));
    let folders: Vec<PathBuf> = folders.filter(|folder| folder.join("all.rs").exists()).collect();
    assert!(folders.len() >= 4, "{folders:?}");
    for folder in &folders {
        assert_eq!(left_out(folder), Vec::<String>::new(), "{}", folder.display());
    }
    let twin = std::env::temp_dir().join(format!("tilewright-left-out-{}", std::process::id()));
    std::fs::create_dir_all(twin.join("program")).unwrap();
    for (name, text) in [
        ("all.rs", "\nmod run;\n"),
        ("run.rs", ""),
        ("other.rs", ""),
        ("program/main.rs", ""),
        ("program/part.rs", ""),
    ] {
        std::fs::write(twin.join(name), text).unwrap();
    }
    let mut found = left_out(&twin);
    found.sort();
    std::fs::remove_dir_all(&twin).unwrap();
    assert_eq!(found, ["other", "program"]);
}
