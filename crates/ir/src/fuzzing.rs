//! Checks that the property tests and the fuzz targets share. Each panics when a promise of the text form is broken.

use crate::{parse, print, verify};

/// Any bytes, taken as text: reading and verifying end, without a panic; and what was read prints to a text that reads
/// and prints as itself.
pub fn check_text(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let parsed = parse(&text);
    let has_errors = parsed.diagnostics.iter().any(|d| d.is_error());
    if has_errors || !verify(&parsed.module).is_empty() {
        return;
    }
    let printed = print(&parsed.module);
    assert_eq!(printed.lines.len(), printed.text.lines().count(), "an op for each line");
    let again = parse(&printed.text);
    assert!(
        again.diagnostics.is_empty(),
        "what is printed reads:\n{}\n{:#?}",
        printed.text,
        again.diagnostics
    );
    assert_eq!(
        printed.text,
        print(&again.module).text,
        "what is printed prints as itself"
    );
}
