//! Every kernel of the shared corpus parses, verifies, and prints back to the same text.

#[path = "../../../tests/shared.rs"]
mod shared;

#[test]
fn every_corpus_kernel_prints_back_to_the_same_text() {
    for folder in shared::corpus() {
        let file = folder.join("kernel.mlir");
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
    }
}
