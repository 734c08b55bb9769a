//! The IR of kernels of the gallery at every pass boundary, as `compile --snapshots` writes it.

use crate::common::tilewright;
use std::path::{Path, PathBuf};

/// Runs the command: exit code, standard output, standard error.
pub fn run(args: &[&str]) -> (Option<i32>, String, String) {
    let output = tilewright(args, b"");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

/// The path of a kernel of the gallery.
pub fn kernel(name: &str) -> String {
    format!("{}/../../tests/kernels/{name}.mlir", env!("CARGO_MANIFEST_DIR"))
}

/// The IR of a kernel of the gallery at every boundary, in a folder of that name.
pub fn snapshots(folder: &str, name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(folder);
    // An earlier run may have had other passes.
    let _ = std::fs::remove_dir_all(&folder);
    let (code, _, err) = run(&[
        "compile",
        &kernel(name),
        "--snapshots",
        folder.to_str().unwrap(),
        "-o",
        "/dev/null",
    ]);
    assert_eq!(code, Some(0), "{err}");
    folder
}
