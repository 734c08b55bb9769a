//! The sources of a crate, for tests that read them. A test that wants them takes this file as a module, by its path.

use std::path::{Path, PathBuf};

/// The Rust files below a folder, in order.
pub fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut entries: Vec<PathBuf> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    entries.sort();
    let files = entries.into_iter().flat_map(|entry| match entry.is_dir() {
        true => sources(&entry),
        false => vec![entry],
    });
    files
        .filter(|file| file.extension().is_some_and(|extension| extension == "rs"))
        .collect()
}
