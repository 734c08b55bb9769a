//! Reading and verifying alone.

use crate::text::Text;
use tilewright_diag::Diagnostic;
use tilewright_ir::ReadOptions;
use tilewright_passes::boundary;

/// The result of checking a text.
pub struct Checked {
    /// Errors, and remarks worth knowing.
    pub diagnostics: Vec<Diagnostic>,
    /// The kernels, if nothing is wrong.
    pub entries: Vec<String>,
    /// The level of its ops.
    pub level: &'static str,
}

/// Reads and verifies a text, which may also be of globals alone, or with `testing` of functions of the language's own
/// tests; where it is said from which pass it comes, its ops must stand there.
pub fn check<'a>(source: impl Into<Text<'a>>, testing: bool, from: Option<&str>) -> Checked {
    let parsed = source.into().parse_with(ReadOptions {
        testing,
        ..ReadOptions::default()
    });
    let (module, mut diagnostics) = (parsed.module, parsed.diagnostics);
    if !diagnostics.iter().any(Diagnostic::is_error) {
        diagnostics.extend(tilewright_ir::verify(&module));
    }
    if let Some(Err(why)) = from.map(|pass| boundary::named(&module, pass)) {
        diagnostics.push(crate::compile::misplaced(why));
    }
    let is_wrong = diagnostics.iter().any(Diagnostic::is_error);
    // The suite of the language has empty modules too.
    if !testing && !is_wrong && module.first_op(module.top()).is_none() {
        diagnostics.push(crate::compile::no_kernel());
    }
    let entries = if is_wrong {
        Vec::new()
    } else {
        crate::compile::entries(&module)
    };
    let level = boundary::level(boundary::told(&module)).name();
    Checked {
        diagnostics,
        entries,
        level,
    }
}
