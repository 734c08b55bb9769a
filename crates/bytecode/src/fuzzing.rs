//! Checks that the property tests and the fuzz targets share. Each panics when a promise is broken.

#![expect(clippy::panic, reason = "a check that fails is a panic, for fuzzers and tests")]

use crate::{Bytecode, assemble, read, write};
use tilewright_ir::{Module, PrintOptions, parse, print_with, verify};

/// The stage that an input reached.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Reached {
    /// It cannot be read.
    Refused,
    /// It is read, and breaks a rule of the language.
    Illegal,
    /// It is a module.
    Legal,
}

/// Any bytes, taken as bytecode: reading ends, without a panic, and what reads and verifies is the same after writing
/// it as text and as bytecode.
pub fn check_bytes(bytes: &[u8]) -> Reached {
    let Ok(file) = read(bytes) else { return Reached::Refused };
    if !verify(&file.module).is_empty() {
        return Reached::Illegal;
    }
    let text = text_of(&file.module);
    let parsed = parse(&text);
    assert!(
        parsed.diagnostics.is_empty(),
        "what is printed reads:\n{text}\n{:#?}",
        parsed.diagnostics
    );
    let broken = verify(&parsed.module);
    assert!(broken.is_empty(), "what is printed is legal:\n{text}\n{broken:#?}");
    let again = text_of(&parsed.module);
    assert_eq!(text, again, "what is printed prints as itself");
    check_written(&file, &text);
    // Ends of regions that text leaves out may have lost their places.
    let of_text = Bytecode {
        module: parsed.module,
        version: file.version,
        producer: file.producer,
    };
    check_written(&of_text, &text);
    Reached::Legal
}

/// Any text: reading ends, without a panic; what reads and verifies prints as itself, and is the same after writing it
/// as bytecode, where that has room for it.
pub fn check_text(source: &str) -> Reached {
    tilewright_ir::fuzzing::check_text(source.as_bytes());
    let parsed = parse(source);
    if parsed.diagnostics.iter().any(|d| d.is_error()) {
        return Reached::Refused;
    }
    if !verify(&parsed.module).is_empty() {
        return Reached::Illegal;
    }
    if let Ok(bytes) = assemble(source, Default::default()) {
        let reached = check_bytes(&bytes);
        assert_eq!(reached, Reached::Legal, "what is written is read, and legal:\n{source}");
    }
    Reached::Legal
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
