//! Checks that the property tests and the fuzz targets share. Each panics when a promise is broken.

use crate::{disassemble, read};

/// Any bytes, taken as bytecode: reading ends without a panic, and what reads and verifies prints to a text that reads
/// as the same.
pub fn check_bytes(bytes: &[u8]) {
    let Ok(file) = read(bytes) else { return };
    let Ok(text) = disassemble(bytes) else { return };
    let again = tilewright_ir::parse(&text);
    assert!(
        again.diagnostics.is_empty(),
        "what is printed reads:\n{text}\n{:#?}",
        again.diagnostics
    );
    let (one, two) = (
        tilewright_ir::print(&file.module).text,
        tilewright_ir::print(&again.module).text,
    );
    assert_eq!(one, two, "text and bytecode are the same");
}
