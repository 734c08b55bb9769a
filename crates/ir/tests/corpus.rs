//! Every kernel of the shared corpus parses, verifies, and prints back to the same text.

use std::path::PathBuf;

/// The folder of shared test data; see README.md.
fn shared() -> PathBuf {
    match std::env::var_os("TILEWRIGHT_SHARED") {
        Some(path) => path.into(),
        None => PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared"),
    }
}

#[test]
fn every_corpus_kernel_prints_back_to_the_same_text() {
    let kernels = shared().join("corpus/kernels");
    let Ok(entries) = std::fs::read_dir(&kernels) else {
        eprintln!("SKIPPED: no corpus at {} (set TILEWRIGHT_SHARED)", kernels.display());
        return;
    };
    let mut seen = 0;
    for entry in entries {
        let file = entry.unwrap().path().join("kernel.mlir");
        let source = std::fs::read_to_string(&file).unwrap();
        let parsed = tilewright_ir::parse(&source);
        assert!(
            parsed.diagnostics.is_empty(),
            "{}: {:#?}",
            file.display(),
            parsed.diagnostics
        );
        let found = tilewright_ir::verify(&parsed.module);
        assert!(found.is_empty(), "{}: {found:#?}", file.display());
        let printed = tilewright_ir::print(&parsed.module);
        if let Some((i, (a, b))) = source
            .lines()
            .zip(printed.text.lines())
            .enumerate()
            .find(|(_, (a, b))| a != b)
        {
            panic!("{}:{}:\n- {a:?}\n+ {b:?}", file.display(), i + 1);
        }
        assert_eq!(source.trim_end(), printed.text.trim_end(), "{}", file.display());
        assert_eq!(printed.lines.len(), printed.text.lines().count());
        seen += 1;
    }
    assert!(seen >= 40, "only {seen} kernels at {}", kernels.display());
}
