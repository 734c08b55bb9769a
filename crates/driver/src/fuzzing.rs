//! Checks that the property tests and the fuzz targets share. Each panics when a promise of the compiler is broken.

use crate::{Options, compile};

/// Any bytes, taken as a kernel: compiling ends, without a panic and without blaming itself; a refusal says why; PTX
/// that comes out is PTX.
pub fn check_compile(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let report = compile(&*text, &Options::default()).report;
    let blames_itself = report.diagnostics.iter().find(|m| m.is_internal());
    assert!(blames_itself.is_none(), "{blames_itself:#?}\n{text}");
    let errors = report
        .diagnostics
        .iter()
        .any(|m| m.severity == tilewright_diag::Severity::Error);
    assert_eq!(report.ok, !errors, "a refusal says why");
    if let Some(ptx) = &report.ptx {
        assert!(
            tilewright_ptx::parse(&ptx.text).is_ok(),
            "what is emitted is PTX:\n{}",
            ptx.text
        );
    }
}
