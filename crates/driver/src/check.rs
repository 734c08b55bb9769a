//! Reading and verifying alone.

use tilewright_diag::Diagnostic;
use tilewright_ir::ReadOptions;
use tilewright_passes::convert_cudatile_to_tileaa;

/// What came of checking a text.
pub struct Checked {
    /// What is wrong, and what is worth knowing.
    pub diagnostics: Vec<Diagnostic>,
    /// The kernels, if nothing is wrong.
    pub entries: Vec<String>,
}

/// Reads and verifies a text, which may also be of globals alone, or with `testing` of functions of the language's own tests.
pub fn check(source: &str, testing: bool) -> Checked {
    let parsed = tilewright_ir::parse_with(source, ReadOptions { testing });
    let (module, mut diagnostics) = (parsed.module, parsed.diagnostics);
    if !diagnostics.iter().any(Diagnostic::is_error) {
        diagnostics.extend(tilewright_ir::verify(&module));
    }
    let is_wrong = diagnostics.iter().any(Diagnostic::is_error);
    // The suite of the language has empty modules too.
    if !testing && !is_wrong && module.first_op(module.top()).is_none() {
        diagnostics.push(crate::compile::no_kernel());
    }
    let entries = if is_wrong {
        Vec::new()
    } else {
        convert_cudatile_to_tileaa::entries(&module)
    };
    Checked { diagnostics, entries }
}
