//! The catalogue of codes: every code that a diagnostic or a reason in the report can have, what it means, what would
//! change it, and an example.
//!
//! The catalogue is the text of `docs/codes/*.md`, which `docs/codes/README.md` describes; this crate reads it. It is
//! no part of the WebAssembly modules.

#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod edit;
mod read;

pub use edit::{difference, edited};

/// The files of the catalogue, and what each is about.
const FILES: &[(&str, &str)] = &[
    ("options", include_str!("../../../docs/codes/options.md")),
    ("python", include_str!("../../../docs/codes/python.md")),
    ("parse", include_str!("../../../docs/codes/parse.md")),
    ("verify", include_str!("../../../docs/codes/verify.md")),
    ("bytecode", include_str!("../../../docs/codes/bytecode.md")),
    ("lower", include_str!("../../../docs/codes/lower.md")),
    ("pipeline", include_str!("../../../docs/codes/pipeline.md")),
    ("choice", include_str!("../../../docs/codes/choice.md")),
    ("barriers", include_str!("../../../docs/codes/barriers.md")),
    ("run", include_str!("../../../docs/codes/run.md")),
];

/// The kernels that examples change.
const KERNELS: &[(&str, &str)] = &[("gemm", include_str!("../../../docs/codes/gemm.mlir"))];

/// One code.
#[derive(Clone, Debug)]
pub struct Code {
    /// The code, such as `verify.type`.
    pub name: String,
    /// The file of the catalogue that it is in, without `.md`.
    pub file: &'static str,
    /// `error`, `warning`, or `choice` for reasons in the report that are no diagnostics.
    pub severity: String,
    /// Its cause; the first sentence says it in one line.
    pub cause: String,
    /// The values in its text, with their meaning.
    pub values: Vec<String>,
    /// A change that would avoid it.
    pub change: String,
    /// A kernel that has it.
    pub example: Example,
}

/// An example of a code.
#[derive(Clone, Debug)]
pub enum Example {
    /// A kernel and how it is compiled.
    Kernel {
        /// With the code.
        with: Sample,
        /// The same changed so that it does not have the code; none where no edit of the kernel or option does that.
        without: Option<Sample>,
    },
    /// There is none, and why.
    None(String),
}

/// A kernel and the command that it is for.
#[derive(Clone, PartialEq, Debug)]
pub struct Sample {
    /// The words after `tilewright`, without the file; `pass NAME` stands for one pass alone, on IR of its level.
    pub command: Vec<String>,
    /// The kernel.
    pub text: String,
}

impl Code {
    /// The cause in one line.
    pub fn summary(&self) -> &str {
        let end = self.cause.find(". ").map_or(self.cause.len(), |at| at + 1);
        &self.cause[..end]
    }
}

/// All codes, in the order of the catalogue; or what is wrong with the text of the catalogue.
///
/// # Errors
/// A section is not in the form that `docs/codes/README.md` describes.
pub fn all() -> Result<Vec<Code>, String> {
    let mut codes = Vec::new();
    for (file, text) in FILES {
        read::read(file, text, &mut codes)?;
    }
    Ok(codes)
}

/// The kernel of a name that examples change.
fn kernel(name: &str) -> Option<&'static str> {
    KERNELS.iter().find(|(own, _)| *own == name).map(|(_, text)| *text)
}
