//! The report: every fact that the command line prints and the page shows, as data.
//!
//! It holds no times (see [`Timings`]), so the same kernel and options give the same bytes natively and in WebAssembly.

use crate::abi::Abi;
use crate::layouts::LayoutChoice;
use crate::occupancy::Occupancy;
use crate::options::{Consumers, Options, Strategy};
use crate::registers::AgentRegisters;
use crate::tile_scheduler::{KnownLaunch, SchedulerKind, SchedulerPolicy};
use crate::tiles::TileProblem;
use serde::{Deserialize, Serialize};
pub use tilewright_diag::{Message, PlaceNote, Range};
use tilewright_modsched::json::GraphFile;
use tilewright_modsched::render::json::Solution;
pub use tilewright_pipeliner::pipelining::depth::IterationLimit;
use tilewright_protocol::Verdict;

/// The version of the report's form; it grows when a field changes its meaning or goes away.
pub const SCHEMA: u32 = 2;

/// The result of one compilation.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Report {
    /// [`SCHEMA`].
    pub schema: u32,
    /// The compiler and its version.
    pub compiler: Compiler,
    /// The options as they were used.
    pub options: Options,
    /// The name of the model that loops were scheduled in, where a user has written it: then it is not `options.machine`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub scheduler_model: Option<String>,
    /// Whether the kernel was compiled as far as was asked.
    pub ok: bool,
    /// Messages about the kernel, in source order.
    pub diagnostics: Vec<Message>,
    /// The kernels of the module, by name.
    pub entries: Vec<String>,
    /// The IR at each pass boundary, in order; the first is the input as it was read.
    pub passes: Vec<PassRecord>,
    /// The PTX.
    pub ptx: Option<Listing>,
    /// The contract by which it is launched.
    pub abi: Option<Abi>,
    /// Registers that a thread needs, by estimate: of each agent, or of all threads.
    #[serde(default)]
    pub registers: Vec<AgentRegisters>,
    /// The CTAs that an SM holds at a time; none without PTX.
    #[serde(default)]
    pub occupancy: Option<Occupancy>,
    /// Loops that are pipelined, and those that are not; none where there is no loop.
    pub schedule: Option<Schedule>,
    /// The tile scheduler; none for a kernel without a tile scheduler.
    pub tiles: Option<Tiles>,
    /// The layouts that were chosen, with their candidates; filled together with the passes.
    #[serde(default)]
    pub layouts: Vec<LayoutChoice>,
    /// The kernel's optimisation hints, and whether they were followed.
    pub hints: Vec<Hint>,
    /// The facts worth a line: label and value, in order.
    pub summary: Vec<Fact>,
    /// The costs by the seven categories of the cost model; empty without PTX.
    #[serde(default)]
    pub costs: Vec<Fact>,
}

/// A compiler and its version.
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

/// A hint in the kernel, and whether it was followed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Hint {
    /// Its name, such as `occupancy`.
    pub name: String,
    /// Its value as written.
    pub value: String,
    /// The line of the op that carries it.
    pub line: u32,
    /// Whether it was followed.
    pub honoured: bool,
    /// The way in which it was followed, or the reason why it was not.
    pub reason: String,
}

/// A line of the summary.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Fact {
    /// The name of the fact.
    pub label: String,
    /// The value, with its unit.
    pub value: String,
}

/// The tile scheduler of a kernel's product.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Tiles {
    /// The scheduler; never `auto`.
    pub scheduler: SchedulerKind,
    /// The set of formulas; TileLang's scheduler has its own.
    pub policy: SchedulerPolicy,
    /// The reason why `auto` chose it; none where it was asked for by name.
    pub why: Option<String>,
    /// The rule of the grid, in words.
    pub grid_rule: String,
    /// Grid and workspace bytes, where the extents are known.
    pub launch: Option<KnownLaunch>,
    /// The problem, where the extents are known; the map of tiles is drawn from it.
    pub problem: Option<TileProblem>,
    /// The source of the problem's durations.
    pub times: String,
}

/// The pipelined loops of a kernel.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Schedule {
    /// The pipelined loops.
    pub loops: Vec<LoopSchedule>,
    /// Loops that are not pipelined, with reasons.
    pub refusals: Vec<NotPipelined>,
    /// Loops with other loops in them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Vec<LoopAround>>"))]
    pub around: Vec<LoopAround>,
    /// The verdict on the barriers of a text that is IR of a boundary behind the scheduler: its loops are not in `loops`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub protocol: Option<Verdict>,
}

/// A loop with others in it: these are pipelined, or not.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct LoopAround {
    /// The line of the loop in the source, from 1.
    pub line: u32,
    /// The lines of the loops that stand in it, and in no other that does.
    pub inside: Vec<u32>,
}

/// A loop that is not pipelined.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct NotPipelined {
    /// The line of the loop in the source, from 1; 0: unknown.
    pub line: u32,
    /// The line in the loop that the reason is about, where it is another.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub at: Option<u32>,
    /// The form of pipelining that was refused.
    pub what: String,
    /// The stable name of the reason, which `tilewright explain` explains.
    #[serde(default)]
    pub code: String,
    /// The values in the reason, by name.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(type = "{ [key in string]: string }"))]
    pub values: Values,
    /// The reason, in words.
    pub why: String,
    /// Advice; empty if there is none.
    pub help: String,
    /// The shared memory that its stages would take, where they do not fit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub memory: Option<StagesTooLarge>,
    /// Cycles of an iteration of the loop as it is, by estimate.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub iteration_cycles: Option<f64>,
    /// The work of an iteration.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub roofline: Option<LoopRoofline>,
    /// The candidates: every way to run the loop that was considered, with its estimated cost.
    #[serde(default)]
    pub candidates: Vec<LoopCandidate>,
}

/// The work of an iteration of a loop that no agents or stages of products are estimated for, of one CTA on an SM that has as many as fit:
/// by figures of the GPU.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct LoopRoofline {
    /// Bytes that an iteration loads.
    pub loaded_bytes: f64,
    /// Bytes that it stores.
    pub stored_bytes: f64,
    /// Floating-point operations of its products.
    #[serde(default)]
    pub flops: f64,
    /// Those operations for each byte that it loads.
    #[serde(default)]
    pub intensity: f64,
    /// The bound of an iteration; none in reports that are older than the field.
    #[serde(default)]
    pub limit: Option<IterationLimit>,
    /// Bytes that an SM has from memory in a cycle of its clock, while all SMs read.
    pub bytes_per_cycle: f64,
    /// Cycles that these bytes take: no iteration is shorter.
    pub bound_cycles: f64,
    /// Cycles from the start of a load to its first byte.
    pub latency_cycles: f64,
    /// Bytes that an SM must have in flight so that memory never rests.
    pub needed_bytes: f64,
    /// The sources of these figures.
    pub source: String,
}

/// A number of stages, and what an iteration takes with it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct StageCost {
    /// The stages.
    pub stages: i64,
    /// Cycles of the SM clock, estimated.
    pub iteration_cycles: f64,
    /// Whether so many fit.
    pub fits: bool,
}

/// Stages of a loop that do not fit into shared memory; in bytes, but for their number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct StagesTooLarge {
    /// The number of stages.
    pub stages: i64,
    /// One of them, with its barriers.
    pub stage_bytes: i64,
    /// All stages, with their barriers.
    pub ring: i64,
    /// The part that is kept for the end of the kernel, or, where that goes through the ring's memory, to align tiles.
    pub reserved: i64,
    /// Whether the end of the kernel goes through the memory of the ring.
    pub reused: bool,
    /// The ring and that part.
    pub needed: i64,
    /// The most that a CTA may have.
    pub capacity: i64,
    /// The part of what is needed that a CTA does not have.
    pub missing: i64,
}

/// A pipelined loop.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct LoopSchedule {
    /// The line of the source, from 1.
    pub line: u32,
    /// The strategy.
    pub strategy: Strategy,
    /// The reason for the strategy, in words.
    pub why: String,
    /// The stable name of that reason.
    #[serde(default)]
    pub why_code: String,
    /// The candidates: every way to pipeline the loop that was considered, with its estimated cost.
    #[serde(alias = "strategies")]
    pub candidates: Vec<LoopCandidate>,
    /// The consumers, where the loop has agents: `1`, `cooperative` or `pingpong`.
    pub consumers: Option<Consumers>,
    /// With agents: `heavy` where each is scheduled in a reservation table of its own, `light` where they keep the
    /// order of the program.
    pub variant: Option<String>,
    /// The reason for the variant, in words.
    pub variant_why: Option<String>,
    /// The stable name of that reason.
    #[serde(default)]
    pub variant_code: Option<String>,
    /// The way in which the CTAs of a cluster load the tiles, in words; none without clusters.
    #[serde(default)]
    pub together_why: Option<String>,
    /// The stable name of that.
    #[serde(default)]
    pub together_code: Option<String>,
    /// The powers of two of the loop; none where it has none that a polynomial could compute.
    #[serde(default)]
    pub powers: Option<LoopPowers>,
    /// Values that may be live at a time before the scheduler's cost arm adds a surcharge, where that was asked for.
    #[serde(default)]
    pub register_budget: Option<u32>,
    /// The surcharges of all seats that the cost arm chose, with such a budget.
    #[serde(default)]
    pub surcharge: Option<u32>,
    /// The loop graph, in the form that `tilewright schedule` reads; ops also have a `line`.
    pub graph: GraphFile,
    /// Cycles of the SM clock that a cycle of the graph stands for; none where the graph has weights of the model.
    #[serde(default)]
    pub row_cycles: Option<f64>,
    /// The schedule, in the form that `tilewright schedule --format json` prints. Model weights, not hardware cycles.
    pub solution: Solution,
    /// The agents and their ops.
    pub agents: Vec<LoopAgent>,
    /// The loop in cycles of the SM clock, estimated from published figures; none where it has no products.
    #[serde(alias = "measured")]
    pub estimate: Option<LoopEstimate>,
    /// The work of memory for an iteration, of a loop without products.
    #[serde(default)]
    pub roofline: Option<LoopRoofline>,
    /// The cycles that an iteration would take with other numbers of stages.
    #[serde(default)]
    pub stage_costs: Vec<StageCost>,
    /// The number of stages.
    pub depth: LoopDepth,
    /// The allocation of shared memory.
    pub ledger: SharedLedger,
    /// The verdict of the model checker on the barriers.
    pub protocol: Option<Verdict>,
}

/// The units that compute powers of two of a loop.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct LoopPowers {
    /// Parts that multiply-adds compute, by a polynomial.
    pub by_polynomial: i64,
    /// Of so many.
    pub of: i64,
    /// The reason.
    pub why: String,
}

/// A candidate: a way to pipeline a loop that was considered.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct LoopCandidate {
    /// The strategy.
    pub strategy: Strategy,
    /// The consumers, where it has agents.
    pub consumers: Option<Consumers>,
    /// The way in which tiles are loaded, where all threads do the same.
    #[serde(default)]
    pub form: Option<String>,
    /// Iterations whose tiles are in flight or in use at a time.
    #[serde(default)]
    pub stages: Option<i64>,
    /// The CTAs of an SM, where loads of a loop without products run ahead or not by these.
    #[serde(default)]
    pub ctas: Option<u32>,
    /// Bytes that these have in flight at the most.
    #[serde(default)]
    pub bytes_in_flight: Option<f64>,
    /// Cycles of the SM clock for an iteration, estimated from published figures; none where the candidate is
    /// impossible.
    pub iteration_cycles: Option<f64>,
    /// Cycles of the SM clock for a tile besides its iterations.
    pub tile_cycles: Option<f64>,
    /// Iterations of a tile, if they are known.
    pub iterations: Option<i64>,
    /// Whether this candidate was chosen.
    #[serde(alias = "taken")]
    pub chosen: bool,
    /// The stable name of the reason why it was chosen or not.
    #[serde(default)]
    pub code: String,
    /// The values in the reason, by name.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(type = "{ [key in string]: string }"))]
    pub values: Values,
    /// That reason in words.
    pub why: String,
}

/// A group of warps that runs its own program.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct LoopAgent {
    /// Its name.
    pub name: String,
    /// The number of its warps.
    pub warps: i64,
    /// Registers of a thread.
    pub registers: i64,
    /// The way in which it gets these registers: at launch, and by `setmaxnreg`.
    pub budget: String,
    /// Its ops in the loop graph, by name.
    pub ops: Vec<String>,
    /// The interval between iterations in its own reservation table, in cycles of the model; none without one.
    pub ii: Option<u32>,
    /// Its ops by name, in the order in which it begins them.
    #[serde(default)]
    pub order: Vec<String>,
    /// The stage of each of them: iterations by which it runs behind the first stage. None where nothing was scheduled.
    #[serde(default)]
    pub stages: Vec<Option<i64>>,
    /// Products that still run when an iteration ends; none in reports that are older than the field.
    #[serde(default)]
    pub in_flight: Option<i64>,
    /// Order and stages, in reports that are older than these fields.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(skip))]
    pub seats: Vec<AgentSeat>,
}

impl LoopAgent {
    /// Its ops in the order in which it issues them, each with its stage.
    pub fn placed(&self) -> Vec<(&str, Option<i64>)> {
        let now = self.order.iter().map(String::as_str).zip(self.stages.iter().copied());
        let before = self.seats.iter().map(|seat| (seat.op.as_str(), seat.stage));
        now.chain(before).collect()
    }
}

/// The seat of an op in the order of its agent.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct AgentSeat {
    /// The op, by name.
    pub op: String,
    /// Its stage in the agent's own reservation table: iterations by which it runs behind the first stage. None without
    /// a table.
    pub stage: Option<i64>,
}

/// A loop in cycles of the SM clock, estimated from published figures.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct LoopEstimate {
    /// Cycles from one iteration to the next, if nothing waits for a stage.
    pub ii_cycles: f64,
    /// Cycles from one iteration to the next with the number of stages that was chosen.
    #[serde(default)]
    pub iteration_cycles: f64,
    /// Cycles from the start of a load to its last byte.
    pub load_cycles: f64,
    /// Cycles of an iteration in which the tensor cores work.
    pub mma_cycles: f64,
    /// Bytes that an iteration loads.
    #[serde(default)]
    pub loaded_bytes: f64,
    /// Floating-point operations of its products.
    #[serde(default)]
    pub flops: f64,
    /// Those operations for each byte.
    #[serde(default)]
    pub intensity: f64,
    /// The live range of a stage: cycles from the start of its load to its release.
    #[serde(alias = "life_cycles")]
    pub live_cycles: f64,
    /// Cycles of an iteration in which the tensor cores rest, if nothing waits for a stage.
    #[serde(default)]
    pub idle_cycles: f64,
    /// The bound of an iteration; none in reports that are older than the field.
    #[serde(default)]
    pub limit: Option<IterationLimit>,
    /// A deeper ring that fits and makes an iteration shorter.
    #[serde(default)]
    pub deeper: Option<DeeperRing>,
    /// The clock of an SM in MHz, by which cycles become nanoseconds; none where no figure of the target is known.
    #[serde(default)]
    pub clock_mhz: i64,
    /// The sources of the figures.
    pub source: String,
}

/// A loop with more stages, in cycles of the SM clock.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct DeeperRing {
    /// The number of stages.
    pub stages: i64,
    /// Cycles from one iteration to the next.
    pub iteration_cycles: f64,
}

/// The number of stages of a pipelined loop.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct LoopDepth {
    /// The number that was chosen.
    pub chosen: i64,
    /// The number that would hide the latency.
    pub wanted: i64,
    /// The number that fits in shared memory.
    pub fits: i64,
    /// The number that was asked for, if any.
    pub asked: Option<u32>,
    /// The reason, in words.
    pub why: String,
    /// The stable name of that reason.
    #[serde(default)]
    pub code: String,
}

/// The allocation of shared memory, in bytes.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SharedLedger {
    /// The most that a CTA may have.
    pub capacity: i64,
    /// The part that is used.
    pub used: i64,
    /// The size of one more stage.
    pub one_more: i64,
    /// The part that is not used.
    #[serde(default)]
    pub free: i64,
    /// The part of one more stage that is not free.
    #[serde(default)]
    pub missing: i64,
    /// The buffers.
    pub buffers: Vec<SharedBuffer>,
    /// The named barriers in use.
    pub named_barriers: Vec<NamedBarrier>,
    /// The number of named barriers that a CTA has.
    #[serde(default)]
    pub named_barriers_of_cta: i64,
    /// The allocation of tensor memory, where accumulators are there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tensor_memory: Option<TensorLedger>,
}

/// The allocation of tensor memory, in columns.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TensorLedger {
    /// The columns that the CTAs of an SM share.
    pub capacity: i64,
    /// The columns that a CTA reserves: a power of two.
    pub reserved: i64,
    /// The buffers.
    pub buffers: Vec<TensorBuffer>,
}

/// A buffer in tensor memory.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TensorBuffer {
    /// The tile in a slot.
    pub what: String,
    /// Its first column.
    pub column: i64,
    /// The columns of all its slots.
    pub columns: i64,
    /// Its slots.
    pub slots: i64,
}

/// A named barrier of a CTA.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct NamedBarrier {
    /// Its number.
    pub number: i64,
    /// The number of threads that take part.
    pub threads: i64,
    /// The threads, in words.
    pub who: String,
}

/// A buffer in shared memory.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SharedBuffer {
    /// Its name.
    pub name: String,
    /// Its bytes.
    pub bytes: i64,
    /// Its first byte.
    pub offset: i64,
    /// Its alignment.
    pub align: i64,
    /// The number of its slots.
    #[serde(alias = "copies")]
    pub slots: i64,
    /// Bytes of a slot.
    #[serde(default)]
    pub slot_bytes: i64,
    /// Its live range.
    pub live: String,
    /// Whether it is live where most of the memory is in use.
    pub peak: bool,
    /// Its content.
    pub note: String,
}

/// Durations. Kept apart from the report, which is the same every time.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Timings {
    /// Each pass in order, with the names of [`Report::passes`]; `print` and `ptx` at the end.
    pub passes: Vec<Timing>,
    /// All of it, in microseconds.
    pub total_micros: f64,
}

/// A duration.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Timing {
    /// The name of the step.
    pub name: String,
    /// Microseconds.
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

impl Report {
    /// The report as JSON: what `--emit json` prints, the same bytes natively and in WebAssembly.
    pub fn to_json(&self) -> String {
        // Absent: JSON refuses only maps with keys that are no text, which a report does not have.
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }

    /// The slots of the ring of the pipelined loop; 0 without one. Made inputs are such that each is used several times.
    pub fn ring_slots(&self) -> u32 {
        let found = self.schedule.as_ref().and_then(|schedule| schedule.loops.first());
        // Absent: no loop has a ring.
        found.map_or(0, |found| found.depth.chosen as u32)
    }

    /// The names of the pipelined loop's mbarriers, in the order of their addresses; empty without one.
    pub fn barrier_names(&self) -> Vec<String> {
        let found = self.schedule.as_ref().and_then(|schedule| schedule.loops.first());
        let verdict = found.and_then(|found| found.protocol.as_ref());
        // Absent: no loop has barriers.
        verdict.map_or_else(Vec::new, |verdict| verdict.barriers.clone())
    }

    /// A report that says nothing yet.
    pub fn new(options: &Options) -> Self {
        Self {
            schema: SCHEMA,
            compiler: Compiler::default(),
            options: options.clone(),
            scheduler_model: None,
            ok: false,
            diagnostics: Vec::new(),
            entries: Vec::new(),
            passes: Vec::new(),
            ptx: None,
            abi: None,
            registers: Vec::new(),
            occupancy: None,
            schedule: None,
            tiles: None,
            layouts: Vec::new(),
            hints: Vec::new(),
            summary: Vec::new(),
            costs: Vec::new(),
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
