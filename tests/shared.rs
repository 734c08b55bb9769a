//! The optional test data: the folder that `TILEWRIGHT_SHARED` names, else `../shared` beside the project. A test that
//! wants some of it takes this file as a module, by its path.
#![allow(dead_code)]

use std::path::{Path, PathBuf};

/// A file or folder of the optional test data. Where it is missing, that is said, and the test has to do without.
pub fn shared(part: &str) -> Option<PathBuf> {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    let root = std::env::var_os("TILEWRIGHT_SHARED").map_or_else(beside, PathBuf::from);
    let path = root.join(part);
    if path.exists() {
        return Some(path);
    }
    eprintln!("SKIPPED: {part} is not in {} (set TILEWRIGHT_SHARED)", root.display());
    None
}

/// The folders of the kernels of the corpus, in order; none where it is missing.
pub fn corpus() -> Vec<PathBuf> {
    let Some(kernels) = shared("corpus/kernels") else {
        return Vec::new();
    };
    let entries = std::fs::read_dir(kernels).expect("the corpus is a folder");
    let mut folders: Vec<PathBuf> = entries.map(|entry| entry.expect("it can be read").path()).collect();
    folders.sort();
    assert!(
        folders.len() >= 40,
        "the corpus is not whole: {} kernels",
        folders.len()
    );
    folders
}
