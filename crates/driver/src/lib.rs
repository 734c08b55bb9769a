//! The compiler as one call: options in, report out.

pub mod abi;
mod gallery;
mod options;
pub mod report;

pub use gallery::{Example, gallery};
pub use options::Options;
pub use report::{Compilation, Report, Timings};

use tilewright_diag::LineIndex;

/// Compiles a kernel in text form.
pub fn compile(source: &str, options: &Options) -> Compilation {
    let mut report = Report::new(options);
    let parsed = tilewright_ir::parse(source);
    let index = LineIndex::new(source);
    let mut diagnostics = parsed.diagnostics;
    if diagnostics.is_empty() {
        diagnostics = tilewright_ir::verify(&parsed.module);
    }
    report.diagnostics = diagnostics
        .iter()
        .map(|d| report::Message::new(d, source, &index))
        .collect();
    Compilation {
        report,
        timings: Timings::default(),
    }
}
