//! Every kernel of the shared corpus is the same IR from text and from bytecode.

mod common;

use common::{corpus, nameless};
use tilewright_bytecode::Version;

#[test]
fn every_corpus_kernel_is_the_same_from_bytecode_and_from_text() {
    for kernel in corpus() {
        let file = tilewright_bytecode::read(&kernel.bytecode).unwrap_or_else(|why| panic!("{}: {why:?}", kernel.name));
        assert_eq!(tilewright_ir::verify(&file.module), [], "{}", kernel.name);
        let parsed = tilewright_ir::parse(&kernel.text);
        assert_eq!(parsed.diagnostics, [], "{}", kernel.name);
        let (read, text) = (nameless(file.module), nameless(parsed.module));
        for (i, (a, b)) in text.lines().zip(read.lines()).enumerate() {
            assert_eq!(a, b, "{}: line {}: text, bytecode", kernel.name, i + 1);
        }
        assert_eq!(text, read, "{}", kernel.name);
    }
}

#[test]
fn every_corpus_kernel_is_the_same_after_writing_it() {
    for kernel in corpus() {
        let text = nameless(tilewright_bytecode::read(&kernel.bytecode).unwrap().module);
        let of_bytecode = tilewright_bytecode::rewrite(&kernel.bytecode, None).unwrap();
        let of_text = tilewright_bytecode::assemble(&kernel.text, Version::default()).unwrap();
        for (what, bytes) in [("bytecode", &of_bytecode), ("text", &of_text)] {
            let again = tilewright_bytecode::read(bytes).unwrap_or_else(|why| panic!("{}: {why:?}", kernel.name));
            assert_eq!(text, nameless(again.module), "{} from {what}", kernel.name);
        }
    }
}
