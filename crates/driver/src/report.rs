//! The report: every fact that the command line prints and the page shows, as data.
//!
//! It holds no times (see [`Timings`]), so the same kernel and options give the same bytes natively and in WebAssembly.

use crate::abi::Abi;
use crate::options::Options;
use serde::{Deserialize, Serialize};
use tilewright_diag::{Diagnostic, LineColumn, LineIndex, Severity, Span};

/// The version of the report's form; it grows when a field changes its meaning or goes away.
pub const SCHEMA: u32 = 1;

/// All there is to know of one compilation.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Report {
    /// [`SCHEMA`].
    pub schema: u32,
    /// What compiled it.
    pub compiler: Compiler,
    /// The options as they were used.
    pub options: Options,
    /// Whether the kernel was compiled as far as was asked.
    pub ok: bool,
    /// What there is to say about the kernel, in source order.
    pub diagnostics: Vec<Message>,
    /// The kernels of the module, by name.
    pub entries: Vec<String>,
    /// The IR at each pass boundary, in order; the first is the input as it was read.
    pub passes: Vec<PassRecord>,
    /// The PTX.
    pub ptx: Option<Listing>,
    /// How to launch it.
    pub abi: Option<Abi>,
    /// The schedule of the pipelined loop; none where no loop is pipelined.
    pub schedule: Option<serde_json::Value>,
    /// What became of the kernel's optimisation hints.
    pub hints: Vec<Hint>,
    /// The facts worth a line: label and value, in order.
    pub summary: Vec<Fact>,
}

/// What compiled a kernel.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Compiler {
    /// `tilewright`.
    pub name: String,
    /// Its version.
    pub version: String,
}

impl Default for Compiler {
    fn default() -> Self {
        Self {
            name: "tilewright".to_string(),
            version: env!("CARGO_PKG_VERSION").to_string(),
        }
    }
}

/// A range of the source, in bytes and as people count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Range {
    /// Offset of the first byte.
    pub start: u32,
    /// Offset just after the last byte.
    pub end: u32,
    /// Line of the first byte, from 1.
    pub line: u32,
    /// Column of the first byte in Unicode scalar values, from 1.
    pub column: u32,
}

/// A diagnostic whose places are lines and columns.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Message {
    /// How bad it is.
    pub severity: Severity,
    /// A stable name for this kind of message.
    pub code: String,
    /// What is wrong, in one sentence.
    pub message: String,
    /// Where; none where the input as a whole is meant.
    pub range: Option<Range>,
    /// Other places that explain it.
    pub labels: Vec<PlaceNote>,
    /// Why it is wrong.
    pub notes: Vec<String>,
    /// What to do about it.
    pub help: Option<String>,
}

/// A second place of a message.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct PlaceNote {
    /// Where.
    pub range: Range,
    /// What is to be seen there.
    pub message: String,
}

/// The IR after one pass.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct PassRecord {
    /// The pass, such as `cse`; `parse` for the input as read.
    pub name: String,
    /// The level of the IR after it: `cuda_tile`, `nv_tileaa`, `nv_tileas`, `nvvm`.
    pub level: String,
    /// Whether it changed anything.
    pub changed: bool,
    /// The IR.
    pub listing: Listing,
}

/// A text and where its lines come from.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Listing {
    /// The text.
    pub text: String,
    /// For each line of it, the line of the source it comes from, from 1; 0 where it comes from none.
    pub lines: Vec<u32>,
}

/// A hint in the kernel and what became of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Hint {
    /// Its name, such as `occupancy`.
    pub name: String,
    /// Its value as written.
    pub value: String,
    /// The line of the op that carries it.
    pub line: u32,
    /// Whether the compiler does what it asks.
    pub honoured: bool,
    /// Why not, or how.
    pub reason: String,
}

/// A line of the summary.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Fact {
    /// What is said.
    pub label: String,
    /// The value, with its unit.
    pub value: String,
}

/// How long things took. Kept apart from the report, which is the same every time.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Timings {
    /// Each pass in order, with the names of [`Report::passes`]; `print` and `ptx` at the end.
    pub passes: Vec<Timing>,
    /// All of it, in microseconds.
    pub total_micros: f64,
}

/// How long one thing took.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Timing {
    /// What.
    pub name: String,
    /// How long, in microseconds.
    pub micros: f64,
}

/// A report and the times it took to make.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Compilation {
    /// The facts.
    pub report: Report,
    /// The times.
    pub timings: Timings,
}

impl Message {
    /// A diagnostic about `source`.
    pub fn new(diagnostic: &Diagnostic, source: &str, index: &LineIndex) -> Self {
        let range = |span: Span| {
            let LineColumn { line, column } = index.line_column(source, span.start);
            Range {
                start: span.start,
                end: span.end,
                line,
                column,
            }
        };
        let labels = diagnostic.labels.iter();
        Self {
            severity: diagnostic.severity,
            code: diagnostic.code.clone(),
            message: diagnostic.message.clone(),
            range: diagnostic.span.map(range),
            labels: labels
                .map(|l| PlaceNote {
                    range: range(l.span),
                    message: l.message.clone(),
                })
                .collect(),
            notes: diagnostic.notes.clone(),
            help: diagnostic.help.clone(),
        }
    }
}

impl Message {
    /// The diagnostic again, for a renderer that draws the source.
    pub fn diagnostic(&self) -> Diagnostic {
        let span = |range: Range| Span {
            start: range.start,
            end: range.end,
        };
        let mut diagnostic = Diagnostic::error(self.code.clone(), self.range.map(span), self.message.clone());
        diagnostic.severity = self.severity;
        diagnostic.notes = self.notes.clone();
        diagnostic.help = self.help.clone();
        for label in &self.labels {
            diagnostic = diagnostic.with_label(span(label.range), label.message.clone());
        }
        diagnostic
    }

    /// Whether it says that the compiler is wrong, not the kernel.
    pub fn is_internal(&self) -> bool {
        self.code == "internal"
    }
}

impl Report {
    /// The report as JSON: what `--emit json` prints, the same bytes natively and in WebAssembly.
    pub fn to_json(&self) -> String {
        // Maps with keys that are no text, the only thing that JSON refuses, do not occur in a report.
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }

    /// A report that says nothing yet.
    pub fn new(options: &Options) -> Self {
        Self {
            schema: SCHEMA,
            compiler: Compiler::default(),
            options: options.clone(),
            ok: false,
            diagnostics: Vec::new(),
            entries: Vec::new(),
            passes: Vec::new(),
            ptx: None,
            abi: None,
            schedule: None,
            hints: Vec::new(),
            summary: Vec::new(),
        }
    }
}
