//! Checks that the property tests and the fuzz targets share. Each panics when a promise is broken.

use crate::{Bytecode, assemble, read, write};
use tilewright_ir::{Module, PrintOptions, parse, print_with, verify};

/// Any bytes, taken as bytecode: reading ends, without a panic, and what reads and verifies is the same after writing it
/// as text and as bytecode. Whether it was read and legal.
pub fn check_bytes(bytes: &[u8]) -> bool {
    let Ok(file) = read(bytes) else { return false };
    if !verify(&file.module).is_empty() {
        return false;
    }
    let text = text_of(&file.module);
    let parsed = parse(&text);
    assert!(
        parsed.diagnostics.is_empty(),
        "what is printed reads:\n{text}\n{:#?}",
        parsed.diagnostics
    );
    let again = text_of(&parsed.module);
    assert_eq!(text, again, "what is printed prints as itself");
    check_written(&file, &text);
    true
}

/// Any text: what reads and verifies is the same after writing it as bytecode.
pub fn check_text(source: &str) {
    let parsed = parse(source);
    if parsed.diagnostics.iter().any(|d| d.is_error()) || !verify(&parsed.module).is_empty() {
        return;
    }
    if let Ok(bytes) = assemble(source, Default::default()) {
        assert!(check_bytes(&bytes), "what is written is read, and legal:\n{source}");
    }
}

fn text_of(module: &Module) -> String {
    print_with(module, PrintOptions { locations: true }).text
}

fn check_written(file: &Bytecode, text: &str) {
    let bytes = write(file).unwrap_or_else(|why| panic!("what was read is written: {why:?}\n{text}"));
    let again = read(&bytes).unwrap_or_else(|why| panic!("what is written is read: {why:?}\n{text}"));
    assert_eq!(again.version, file.version);
    assert_eq!(again.producer, file.producer);
    assert_eq!(text, text_of(&again.module), "what is written is the same");
    let second = write(&again).unwrap_or_else(|why| panic!("{why:?}"));
    assert_eq!(bytes, second, "writing again gives the same bytes");
}
