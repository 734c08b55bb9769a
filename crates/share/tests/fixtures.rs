//! Frozen links. Each `NAME.link` must decode to `NAME.json` for ever; fixtures are added, never changed. (The encoder
//! may pack better one day, so links need not encode to the same text.)
//!
//! `errors.txt` freezes refusals: a code and a text per line.

use std::fs;
use std::path::{Path, PathBuf};
use tilewright_share::{Record, decode, encode};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/k1")
}

/// The stems of the fixtures with `extension`, sorted.
fn stems(extension: &str) -> Vec<String> {
    let entries = fs::read_dir(folder())
        .expect("the fixtures are there")
        .map(|entry| entry.expect("readable").path());
    let stem = |path: PathBuf| path.file_stem().expect("a name").to_string_lossy().into_owned();
    let mut stems: Vec<_> = entries
        .filter(|path| path.extension().is_some_and(|e| e == extension))
        .map(stem)
        .collect();
    stems.sort();
    stems
}

fn read(stem: &str, extension: &str) -> String {
    fs::read_to_string(folder().join(format!("{stem}.{extension}"))).expect("a fixture")
}

#[test]
fn frozen_links_open() {
    let links = stems("link");
    assert!(links.len() >= 4, "fixtures are missing: {links:?}");
    assert_eq!(
        links,
        stems("json"),
        "each link has its record and each record its link"
    );
    for stem in links {
        let expected: Record = serde_json::from_str(&read(&stem, "json")).expect("a record");
        assert_eq!(decode(&read(&stem, "link")), Ok(expected), "{stem}");
    }
}

#[test]
fn frozen_refusals() {
    let text = read("errors", "txt");
    let cases: Vec<_> = text.lines().filter_map(|line| line.split_once(' ')).collect();
    assert!(cases.len() >= 8, "cases are missing");
    for (code, link) in cases {
        assert_eq!(decode(link).map_err(|error| error.code()), Err(code), "{link}");
    }
    assert_eq!(
        decode(&"k".repeat(tilewright_share::MAX_LINK_CHARS + 1)).map_err(|e| e.code()),
        Err("link-too-long")
    );
}

/// Another implementation of deflate made this one (zlib through Python, level 6), so the format is the public one
/// and not an accident of our compressor. See `zlib.link`.
#[test]
fn both_implementations_are_present() {
    let ours = encode(&decode(&read("zlib", "link")).expect("opens")).expect("small");
    assert_ne!(ours, "", "encodes again");
    assert_eq!(decode(&ours), decode(&read("zlib", "link")));
}
