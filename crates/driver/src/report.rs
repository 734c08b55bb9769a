//! The report: every fact that the command line prints and the page shows, as data.
//!
//! It holds no times (see [`Timings`]), so the same kernel and options give the same bytes natively and in WebAssembly.

use crate::abi::Abi;
use crate::options::Options;
use crate::tile_scheduler::{KnownLaunch, SchedulerKind, SchedulerPolicy};
use crate::tiles::TileProblem;
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
    /// What is pipelined, and what is not; none where there is no loop with a product.
    pub schedule: Option<Schedule>,
    /// Who computes which tile; none for a kernel without a tile scheduler.
    pub tiles: Option<Tiles>,
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

/// Who computes which tile of a kernel's product.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Tiles {
    /// The scheduler; never `auto`.
    pub scheduler: SchedulerKind,
    /// Whose formulas; TileLang's scheduler has its own.
    pub policy: SchedulerPolicy,
    /// Why `auto` chose it; none where it was asked for by name.
    pub why: Option<String>,
    /// The rule of the grid, in words.
    pub grid_rule: String,
    /// Grid and workspace bytes, where the extents are known.
    pub launch: Option<KnownLaunch>,
    /// The problem, where the extents are known: what the map of its tiles is drawn from.
    pub problem: Option<TileProblem>,
    /// Where the problem's durations are from.
    pub times: String,
}

/// How the loops of a kernel are pipelined.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Schedule {
    /// The pipelined loops.
    pub loops: Vec<LoopSchedule>,
    /// The loops that are not, and why.
    pub refusals: Vec<NotPipelined>,
}

/// A loop that is not pipelined.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct NotPipelined {
    /// The line of the source, from 1; 0: unknown.
    pub line: u32,
    /// What did not happen.
    pub what: String,
    /// The stable name of the reason, which `tilewright explain` explains.
    #[serde(default)]
    pub code: String,
    /// The values in the reason, by name.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(type = "{ [key in string]: string }"))]
    pub values: Values,
    /// Why.
    pub why: String,
    /// What to do; empty if nothing.
    pub help: String,
}

/// A pipelined loop.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct LoopSchedule {
    /// The line of the source, from 1.
    pub line: u32,
    /// How: `warp-specialize`.
    pub strategy: String,
    /// Why so.
    pub why: String,
    /// The stable name of that reason.
    #[serde(default)]
    pub why_code: String,
    /// All ways that there were to pipeline it, with what each is estimated to take.
    pub strategies: Vec<LoopStrategy>,
    /// Of agents, who multiplies: `1`, `cooperative` or `pingpong`.
    pub consumers: Option<String>,
    /// Of agents, `heavy` where each is scheduled in a reservation table of its own, `light` where they keep the order of the
    /// program.
    pub variant: Option<String>,
    /// Why so.
    pub variant_why: Option<String>,
    /// The stable name of that reason.
    #[serde(default)]
    pub variant_code: Option<String>,
    /// What was scheduled, in the form that `tilewright schedule` reads; ops also have a `line`.
    pub graph: serde_json::Value,
    /// The schedule, in the form that `tilewright schedule --format json` prints. Model weights, not hardware cycles.
    pub solution: serde_json::Value,
    /// Who does what.
    pub agents: Vec<LoopAgent>,
    /// The loop in hardware cycles, if the target has been measured.
    pub measured: Option<LoopMeasured>,
    /// How many stages the buffers have.
    pub depth: LoopDepth,
    /// Who has which part of shared memory.
    pub ledger: SharedLedger,
    /// What the model checker says of the barriers.
    pub protocol: Option<serde_json::Value>,
}

/// A way to pipeline a loop.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct LoopStrategy {
    /// How: `none`, `unspecialize` or `warp-specialize`.
    pub strategy: String,
    /// Of agents, who multiplies.
    pub consumers: Option<String>,
    /// Measured cycles of an iteration, estimated; none where it cannot be, or the target has not been measured.
    pub iteration_cycles: Option<f64>,
    /// Those of a tile besides its iterations.
    pub tile_cycles: Option<f64>,
    /// Iterations of a tile, if they are known.
    pub iterations: Option<i64>,
    /// Whether it was taken.
    pub taken: bool,
    /// The stable name of the reason why it was, or was not.
    #[serde(default)]
    pub code: String,
    /// The values in the reason, by name.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(type = "{ [key in string]: string }"))]
    pub values: Values,
    /// Why it was, or was not.
    pub why: String,
}

/// A group of warps that runs its own program.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct LoopAgent {
    /// Its name.
    pub name: String,
    /// How many warps.
    pub warps: i64,
    /// Registers of a thread.
    pub registers: i64,
    /// Where they come from.
    pub budget: String,
    /// Its ops in the loop graph, by name.
    pub ops: Vec<String>,
    /// The interval between iterations in its own reservation table, in cycles of the model; none without one.
    pub ii: Option<u32>,
    /// Its ops in the order in which it issues them.
    pub seats: Vec<AgentSeat>,
}

/// The place of an op among those of its agent.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct AgentSeat {
    /// The op, by name.
    pub op: String,
    /// How many iterations after the agent's first op it runs, in the agent's own reservation table; none without one.
    pub stage: Option<i64>,
}

/// A loop in hardware cycles.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct LoopMeasured {
    /// From one iteration to the next, if nothing waits.
    pub ii_cycles: f64,
    /// From the start of a load to its last byte.
    pub load_cycles: f64,
    /// The matrix unit's share of an iteration.
    pub mma_cycles: f64,
    /// From the start of a load until its stage is free again.
    pub life_cycles: f64,
    /// Where the figures are from.
    pub source: String,
}

/// How many stages the buffers of a loop have.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct LoopDepth {
    /// What was taken.
    pub chosen: i64,
    /// What would hide the latency.
    pub wanted: i64,
    /// What fits in shared memory.
    pub fits: i64,
    /// What was asked for, if anything.
    pub asked: Option<u32>,
    /// Why.
    pub why: String,
    /// The stable name of that reason.
    #[serde(default)]
    pub code: String,
}

/// Shared memory, in bytes.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SharedLedger {
    /// What a CTA may have.
    pub capacity: i64,
    /// What is used.
    pub used: i64,
    /// What one more stage would take.
    pub one_more: i64,
    /// Who has what.
    pub buffers: Vec<Place>,
    /// Who meets at which of the hardware's numbered barriers.
    pub named_barriers: Vec<Meeting>,
}

/// One of the 16 numbered barriers of a CTA.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Meeting {
    /// Its number.
    pub number: i64,
    /// How many threads meet there.
    pub threads: i64,
    /// Who they are.
    pub who: String,
}

/// A part of shared memory.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Place {
    /// Who has it.
    pub name: String,
    /// How many bytes.
    pub bytes: i64,
    /// From which byte on.
    pub offset: i64,
    /// What the offset is a multiple of.
    pub align: i64,
    /// How many of the same are in it.
    pub copies: i64,
    /// When it is in use.
    pub live: String,
    /// Whether it is in use when most of the memory is.
    pub peak: bool,
    /// What is in it.
    pub note: String,
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
            tiles: None,
            hints: Vec::new(),
            summary: Vec::new(),
        }
    }
}

/// The values in a reason, by name: an object in JSON. A list, since a page loads every kind of map that there is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Values(pub Vec<(String, String)>);

impl Serialize for Values {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

impl<'de> Deserialize<'de> for Values {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let named = std::collections::BTreeMap::deserialize(deserializer)?;
        Ok(Self(named.into_iter().collect()))
    }
}
