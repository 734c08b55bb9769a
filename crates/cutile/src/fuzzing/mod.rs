//! Checks that the property tests and the fuzz targets share. They panic when a promise of the front end is broken.

mod kernels;

pub use kernels::kernel_of;

use crate::{Request, lower};

/// Any bytes, taken as the text of a file: it is refused with messages that have a place in it, or becomes Tile IR that
/// reads and verifies.
pub fn check_text(bytes: &[u8]) {
    let source = String::from_utf8_lossy(bytes);
    match lower(&source, &Request::default()) {
        Ok(lowered) => {
            let parsed = tilewright_ir::parse(&lowered.text);
            assert!(
                parsed.diagnostics.is_empty(),
                "{}\n{:#?}",
                lowered.text,
                parsed.diagnostics
            );
            let broken = tilewright_ir::verify(&parsed.module);
            assert!(broken.is_empty(), "{}\n{broken:#?}", lowered.text);
        }
        Err(errors) => {
            assert!(!errors.is_empty(), "a refusal says why");
            for span in errors.iter().filter_map(|error| error.span) {
                assert!(
                    span.start <= span.end && span.end as usize <= source.len(),
                    "{errors:#?}"
                );
            }
        }
    }
}

/// The same of a kernel that the bytes choose; see [`kernel_of`].
pub fn check_kernel(bytes: &[u8]) {
    check_text(kernel_of(bytes).as_bytes());
}
