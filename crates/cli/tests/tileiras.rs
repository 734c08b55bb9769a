//! NVIDIA's assembler of Tile IR takes the bytecode that is written of Python. It is an oracle, not a part: where `TILEWRIGHT_TILEIRAS` names
//! none, these tests are skipped (`npm test` fetches one).

use crate::common::tilewright;
use crate::cores::on_all_cores;
use crate::shared;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The only GPU that has an instruction for every product of the corpus.
const GPU: &str = "--gpu-name=sm_100";

/// The assembler, or a loud word that there is none.
fn assembler() -> Option<PathBuf> {
    let path = std::env::var_os("TILEWRIGHT_TILEIRAS").map(PathBuf::from);
    if path.is_none() {
        eprintln!("SKIPPED: TILEWRIGHT_TILEIRAS names no tileiras");
    }
    path
}

/// Machine code of a file with bytecode, or what the assembler says instead. The folder is for one case.
fn assembled(tileiras: &Path, bytecode: &Path, folder: &Path) -> Result<Vec<u8>, String> {
    let cubin = folder.join("k.cubin");
    let output = Command::new(tileiras)
        .args([GPU.as_ref(), "-o".as_ref(), cubin.as_os_str(), bytecode.as_os_str()])
        .output()
        .expect("the assembler starts");
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    Ok(std::fs::read(&cubin).expect("it wrote a file"))
}

/// Bytecode that the command line writes of a kernel.
fn written(kernel: &Path, more: &[&str], folder: &Path) -> PathBuf {
    let file = folder.join("k.tilebc");
    let mut args = vec!["asm", kernel.to_str().unwrap(), "-o", file.to_str().unwrap()];
    args.extend(more);
    let output = tilewright(&args, b"");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{args:?}: {said}");
    file
}

/// A folder for the files of one test or case.
fn scratch(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("tileiras-{name}"));
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// Of each kernel of the corpus it makes the same machine code, byte for byte, as of the bytecode that NVIDIA's exporter wrote.
#[test]
fn machine_code_is_that_of_the_exporters_bytecode() {
    let Some(tileiras) = assembler() else { return };
    let corpus = shared::corpus();
    let compared = on_all_cores(&corpus, |case| {
        let folder = scratch(&case.file_name().unwrap().to_string_lossy());
        let Ok(theirs) = assembled(&tileiras, &case.join("kernel.tilebc"), &folder) else {
            return false;
        };
        let ours = written(&case.join("kernel.py"), &["--case", case.to_str().unwrap()], &folder);
        let ours = assembled(&tileiras, &ours, &folder);
        assert!(ours == Ok(theirs), "{}: {:?}", case.display(), ours.err());
        true
    });
    // If it refused what NVIDIA's exporter wrote, nothing would have been compared.
    assert!(compared.iter().all(|is_compared| *is_compared));
}

/// It takes the kernels of the project, and bytecode with a byte missing at the end not.
#[test]
fn kernels_of_the_project_are_assembled() {
    let Some(tileiras) = assembler() else { return };
    let folder = scratch("project");
    let kernels = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/cutile");
    for kernel in std::fs::read_dir(kernels).unwrap().map(|entry| entry.unwrap().path()) {
        if kernel.extension().is_none_or(|extension| extension != "py") {
            continue;
        }
        let bytecode = written(&kernel, &[], &folder);
        assert_eq!(
            assembled(&tileiras, &bytecode, &folder).err(),
            None,
            "{}",
            kernel.display()
        );
        let bytes = std::fs::read(&bytecode).unwrap();
        std::fs::write(&bytecode, &bytes[..bytes.len() - 1]).unwrap();
        assert!(
            assembled(&tileiras, &bytecode, &folder).is_err(),
            "{}",
            kernel.display()
        );
    }
}
