//! The optional test data: the folder that `TILEWRIGHT_SHARED` names, else `../shared` beside the project. A test that
//! wants some of it takes this file as a module, by its path.
#![allow(dead_code)]

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

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

/// What `work` makes of each case, in order, of as many at once as this machine runs: a test of many cases would be the last one to end.
pub fn beside_each_other<T: Sync, R: Send>(cases: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let (next, done) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let some = || {
        while let Some((at, case)) =
            Some(next.fetch_add(1, Ordering::Relaxed)).and_then(|at| Some((at, cases.get(at)?)))
        {
            let result = work(case);
            done.lock().expect("no case panics while it is told").push((at, result));
        }
    };
    // One where it does not say.
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| (0..threads).for_each(|_| drop(scope.spawn(some))));
    let mut done = done.into_inner().expect("no case panics while it is told");
    done.sort_by_key(|(at, _)| *at);
    done.into_iter().map(|(_, result)| result).collect()
}
