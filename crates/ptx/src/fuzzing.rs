//! Shared by the property tests and the fuzz targets: it panics when a promise of this crate is broken.

#![expect(clippy::panic, reason = "a check that fails is a panic, for fuzzers and tests")]

use crate::{PrintOptions, parse, print, verify};

/// Any text parses or is refused with a place and a reason; what parses can be printed, and parses back to the same
/// tree with the same places; the verifier does not panic on it.
pub fn check_parse(text: &str) {
    let parsed = match parse(text) {
        Ok(parsed) => parsed,
        Err(e) => {
            assert!(e.pos.line >= 1 && e.pos.col >= 1 && !e.message.is_empty());
            return;
        }
    };
    let _ = verify(&parsed.module);
    let printed = print(&parsed.module, PrintOptions::default());
    let again = parse(&printed.text).unwrap_or_else(|e| panic!("printed text does not parse: {e}\n{}", printed.text));
    assert_eq!(again.module, parsed.module, "{}", printed.text);
    assert_eq!(again.map, printed.map, "{}", printed.text);
}
