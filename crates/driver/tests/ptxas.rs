//! NVIDIA's assembler takes our PTX, and finds room for all of it in registers. It is an oracle, not a part: where
//! `TILEWRIGHT_PTXAS` names none, these tests are skipped (`npm test` fetches one).

use std::path::{Path, PathBuf};
use std::process::Command;
use tilewright_driver::{Options, compile, gallery, targets};

/// The assembler, or a loud word that there is none.
fn assembler() -> Option<PathBuf> {
    let path = std::env::var_os("TILEWRIGHT_PTXAS").map(PathBuf::from);
    if path.is_none() {
        eprintln!("SKIPPED: TILEWRIGHT_PTXAS names no ptxas");
    }
    path
}

/// Assembles one kernel; true if it compiles at all for the target.
fn assemble(ptxas: &Path, name: &str, source: &str, target: &str, lineinfo: bool) -> bool {
    let options = Options {
        gpu_name: target.to_string(),
        lineinfo,
        ..Options::default()
    };
    let Some(ptx) = compile(source, &options).report.ptx else {
        return false;
    };
    let folder = std::env::temp_dir().join(format!(
        "tilewright-ptxas-{}-{name}-{target}-{lineinfo}",
        std::process::id()
    ));
    std::fs::create_dir_all(&folder).unwrap();
    let (input, output) = (folder.join("kernel.ptx"), folder.join("kernel.cubin"));
    std::fs::write(&input, &ptx.text).unwrap();
    let run = Command::new(ptxas)
        .args(["-v", "-arch", target])
        .arg(&input)
        .arg("-o")
        .arg(&output)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&run.stderr);
    assert!(run.status.success(), "{name} for {target}:\n{said}");
    assert!(
        said.contains("0 bytes spill stores, 0 bytes spill loads"),
        "{name} for {target} spills:\n{said}"
    );
    std::fs::remove_dir_all(&folder).unwrap();
    true
}

#[test]
fn the_gallery_assembles_for_every_target_without_spills() {
    let Some(ptxas) = assembler() else { return };
    for kernel in gallery() {
        for (target, _) in targets() {
            assert!(
                assemble(&ptxas, kernel.name, kernel.source, &target, false),
                "{} for {target}",
                kernel.name
            );
        }
        assert!(assemble(&ptxas, kernel.name, kernel.source, "sm_90a", true));
    }
}

#[test]
fn the_corpus_assembles_without_spills() {
    let Some(ptxas) = assembler() else { return };
    let shared = match std::env::var_os("TILEWRIGHT_SHARED") {
        Some(path) => path.into(),
        None => PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared"),
    };
    let kernels = shared.join("corpus/kernels");
    let Ok(entries) = std::fs::read_dir(&kernels) else {
        eprintln!("SKIPPED: no corpus at {} (set TILEWRIGHT_SHARED)", kernels.display());
        return;
    };
    let mut assembled = 0;
    for entry in entries {
        let folder = entry.unwrap().path();
        let name = folder.file_name().unwrap().to_string_lossy().into_owned();
        let source = std::fs::read_to_string(folder.join("kernel.mlir")).unwrap();
        for target in ["sm_80", "sm_90a", "sm_120a"] {
            assembled += usize::from(assemble(&ptxas, &name, &source, target, false));
        }
    }
    assert!(assembled >= 40, "only {assembled} kernels were compiled");
}
