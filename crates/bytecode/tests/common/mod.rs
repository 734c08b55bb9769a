//! Shared by the tests: where kernels come from, and how modules are compared.
#![allow(dead_code)]

#[path = "../../../../tests/shared.rs"]
mod shared;

use std::path::PathBuf;
use tilewright_ir::Module;
use tilewright_ir::entity::Entity;

/// A kernel of the shared corpus.
pub struct Kernel {
    pub name: String,
    pub text: String,
    pub bytecode: Vec<u8>,
}

/// The kernels of the shared corpus; none where it is absent, which is said.
pub fn corpus() -> Vec<Kernel> {
    let kernel = |path: PathBuf| Kernel {
        name: path.file_name().unwrap().to_string_lossy().into_owned(),
        text: std::fs::read_to_string(path.join("kernel.mlir")).unwrap(),
        bytecode: std::fs::read(path.join("kernel.tilebc")).unwrap(),
    };
    shared::corpus().into_iter().map(kernel).collect()
}

/// The text of a module whose values have lost their names.
pub fn nameless(mut module: Module) -> String {
    for i in 0..module.value_count() {
        module.set_value_name(Entity::new(i), None);
    }
    tilewright_ir::print(&module).text
}

/// The files in `tests/bytecode` by name.
pub fn golden() -> Vec<(String, Vec<u8>)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/bytecode");
    let paths = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let paths = paths.filter(|path| path.extension().is_some_and(|extension| extension == "tilebc"));
    let file = |path: PathBuf| {
        (
            path.file_stem().unwrap().to_string_lossy().into_owned(),
            std::fs::read(&path).unwrap(),
        )
    };
    let mut files: Vec<(String, Vec<u8>)> = paths.map(file).collect();
    files.sort();
    files
}

/// Our own kernels in text form, by file: those of the gallery, and those of each feature.
pub fn kernels() -> Vec<(String, String)> {
    let tests = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests");
    let folders = ["kernels", "language"].map(|folder| std::fs::read_dir(tests.join(folder)).unwrap());
    let paths = folders.into_iter().flatten().map(|entry| entry.unwrap().path());
    let paths = paths.filter(|path| path.extension().is_some_and(|extension| extension == "mlir"));
    let mut kernels: Vec<(String, String)> = paths
        .map(|path| (path.display().to_string(), std::fs::read_to_string(&path).unwrap()))
        .collect();
    kernels.sort();
    assert!(kernels.len() > 20);
    kernels
}
