//! The compiler passes, one file each, from cuda_tile to PTX.
//!
//! A pass is a function from module to module. [`PIPELINE`] lists them in order; the driver runs them, verifies between
//! them and keeps what each made.

mod affine;
pub mod apply_tile_scheduler;
pub mod assign_buffers;
mod assign_load_store_layouts;
pub mod boundary;
mod canonicalize;
pub mod contract;
pub mod convert_cudatile_to_tileaa;
pub mod convert_pipeline_to_nvvm;
mod convert_tile_scheduler_to_nvvm;
mod convert_tileaa_to_tileas;
pub mod convert_tileas_to_nvvm;
mod cse;
mod divisibility;
pub mod dot;
pub mod emit_ptx;
pub mod formulas;
pub mod generate_schedule;
mod generate_schedule_constraints;
mod layout;
mod materialize_async;
mod materialize_convert_layout;
pub mod materialize_schedule;
mod optimize_pipeline_region;
pub mod pipelining;
mod products;
mod resolve_agent_boundary;
mod token_order;
mod trips;
mod unspecialized_pipeline;

pub use layout::Layout;
use tilewright_ir::ops::nv_tileas;

use std::cell::RefCell;
use tilewright_ir::Module;
use tilewright_ir::convert::Failure;
use tilewright_machine::Target;

/// The context of a pass: its input besides the module.
pub struct Context<'c> {
    /// The GPU that is compiled for.
    pub target: &'c Target,
    /// The kernel that is compiled.
    pub entry: &'c str,
    /// Warps of a CTA, as a power of two; where there are agents, they say their own.
    pub warp_bits: usize,
    /// The strategy of pipelined loops, if the user asks for one.
    pub strategy: Option<pipelining::Strategy>,
    /// The consumers of a warp-specialised loop, if the user asks for certain ones.
    pub consumers: Option<pipelining::Consumers>,
    /// The largest reservation tables with which agents are scheduled, in entries; 0: they never are.
    pub rrt_size_threshold: u32,
    /// Stages of a pipeline, if the user wants a number of them.
    pub num_stages: Option<u32>,
    /// The atoms of the scheduler's model: resources that ops of a loop hold.
    pub atoms: &'c std::sync::LazyLock<tilewright_machine::Atoms>,
    /// The scheduler of loops.
    pub scheduler: tilewright_modsched::options::Generator,
    /// The tile scheduler that is asked for; none: each tile block computes the tile that it is.
    pub tile_scheduler: Option<apply_tile_scheduler::TileScheduler>,
    /// Facts for the report, which no pass reads.
    pub notes: RefCell<Notes>,
}

/// Facts for the report alone. No pass reads what another wrote here: what a later pass or the launch must know is in
/// the IR, as facts on its ops.
#[derive(Default)]
pub struct Notes {
    /// Things that the compiled kernel does not do.
    pub warnings: Vec<tilewright_diag::Diagnostic>,
    /// Why loops are not pipelined.
    pub reasons: Vec<pipelining::why::Refused>,
    /// The pipelined loop.
    pub pipelined: Option<Pipelined>,
    /// The allocation of shared memory.
    pub ledger: Vec<LedgerEntry>,
    /// The named barriers in use.
    pub named_barriers: Vec<NamedBarrier>,
}

/// The way a loop is pipelined, and the reasons.
#[derive(Clone, Debug)]
pub struct Pipelined {
    /// The source line of the loop, from 1.
    pub line: u32,
    /// The strategy by which it is pipelined.
    pub strategy: pipelining::Strategy,
    /// How tiles are loaded, in unspecialised code.
    pub form: Option<pipelining::Form>,
    /// Why TMA does not load them then.
    pub no_tma: Option<pipelining::why::NoTma>,
    /// All candidates, with their costs and reasons.
    pub candidates: Vec<pipelining::choice::Candidate>,
    /// Whether the user asked for it.
    pub asked: bool,
    /// The agents; none in unspecialised code.
    pub agents: Option<pipelining::plan::Agents>,
    /// Of agents, whether they are scheduled.
    pub variant: Option<pipelining::tables::Variant>,
    /// The schedule of each agent.
    pub tables: Vec<pipelining::tables::AgentTable>,
    /// The depth of its ring.
    pub depth: pipelining::plan::Depth,
    /// The loop graph.
    pub ops: pipelining::loop_graph::LoopOps,
    /// The schedule, and how it was found.
    pub report: tilewright_modsched::report::Report,
    /// Products in flight when the next one starts.
    pub in_flight: i64,
}

/// A part of shared memory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LedgerEntry {
    /// The name of the owner.
    pub name: String,
    /// Its content.
    pub what: String,
    /// The number of bytes.
    pub bytes: i64,
    /// From which byte on.
    pub offset: i64,
    /// The alignment.
    pub align: i64,
    /// The number of slots, one after the other.
    pub copies: i64,
    /// The source lines of its first and its last use, 0 where there is none; none: in use all the time.
    pub lines: Option<[u32; 2]>,
    /// Other buffers that share its bytes, at other times.
    pub shares: Vec<String>,
    /// Whether it is in use when most of the memory is.
    pub at_peak: bool,
}

/// One of the hardware's numbered barriers (`bar.sync`), of which a CTA has 16 (PTX ISA).
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct NamedBarrier {
    /// Its number.
    pub number: i64,
    /// The number of threads that take part; none: all of the CTA.
    pub threads: Option<i64>,
    /// The threads, in words.
    pub who: String,
}

/// Warps, as a power of two, of the threads that hold tiles in registers: those of the consumer, or of a
/// team of it, where there are agents.
pub(crate) fn warp_bits(module: &Module, context: &Context<'_>) -> usize {
    let switch = agent_switch(module);
    // Absent: without agents, all threads are one team.
    let teams = switch.map_or(1, |op| module.int_or(op, "teams", 1).max(1));
    let warps = switch.and_then(|op| Some(module.ints_attr(op, "num_warps")?.first()? / teams));
    // Absent: without agents, all threads hold tiles.
    warps.map_or(context.warp_bits, |warps| warps.max(1).ilog2() as usize)
}

/// What a hint of an op says for a target: under the target's name, with or without its letter, else by default.
pub fn hint(module: &Module, op: tilewright_ir::Op, target: &str, name: &str) -> Option<i64> {
    use tilewright_ir::AttrData;
    let dict = |attr| match module.attr_data(attr) {
        AttrData::Dict(entries) => Some(entries),
        _ => None,
    };
    let find = |entries: &[(tilewright_ir::Name, tilewright_ir::Attr)], name: &str| {
        let found = entries.iter().find(|(key, _)| module.name(*key) == name);
        found.map(|&(_, value)| value)
    };
    let by_target = dict(module.attr(op, "hints")?)?;
    let portable = target.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let keys = [target, portable, "default"].into_iter();
    let values = keys.filter_map(|key| find(dict(find(by_target, key)?)?, name));
    values
        .filter_map(|attr| match module.attr_data(attr) {
            AttrData::Int(value) => Some(*value),
            _ => None,
        })
        .next()
}

/// The op that sets the agents of a kernel going, if it has agents.
pub fn agent_switch(module: &Module) -> Option<tilewright_ir::Op> {
    let is_switch = |&op: &tilewright_ir::Op| module.kind(op) == nv_tileas::ASYNC_PIPELINE_AGENT_SWITCH;
    module.walk(module.top()).into_iter().find(is_switch)
}

/// The levels of the IR, each below the one before.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Level {
    /// The input.
    CudaTile,
    /// Kernels with memory accesses on whole tiles.
    Tileaa,
    /// The same with layouts.
    Tileas,
    /// Agents that hand tiles on through pipelines.
    Cutlass,
    /// One thread.
    Nvvm,
}

impl Level {
    /// Its name, as `--emit` takes it.
    pub fn name(self) -> &'static str {
        match self {
            Level::CudaTile => "cuda_tile",
            Level::Tileaa => "nv_tileaa",
            Level::Tileas => "nv_tileas",
            Level::Cutlass => "cutlass",
            Level::Nvvm => "nvvm",
        }
    }
}

/// The function of a pass: see [`Pass::run`].
pub type PassFn = fn(&Module, &Context<'_>) -> Result<Option<Module>, Failure>;

/// A pass.
pub struct Pass {
    /// Its name, as `--print-after` takes it.
    pub name: &'static str,
    /// The level of what it makes.
    pub level: Level,
    /// Its effect, in one sentence.
    pub doc: &'static str,
    run: PassFn,
}

impl Pass {
    /// The new module, or nothing if the pass changes nothing. The old one stays as it is.
    ///
    /// # Errors
    /// The refusal of the pass, and `internal` if it found a contradiction in the IR.
    pub fn run(&self, module: &Module, context: &Context<'_>) -> Result<Option<Module>, Failure> {
        let made = (self.run)(module, context)?;
        match module.inconsistency().or_else(|| made.as_ref()?.inconsistency()) {
            None => Ok(made),
            Some(mut failure) => {
                failure.message = format!("in {}: {}", self.name, failure.message);
                Err(failure)
            }
        }
    }
}

const fn pass(name: &'static str, level: Level, doc: &'static str, run: PassFn) -> Pass {
    Pass { name, level, doc, run }
}

/// All passes in order. A name may come twice; the second time it works on a lower level.
pub static PIPELINE: &[Pass] = &[
    pass(
        "convert-cudatile-to-tileaa",
        Level::Tileaa,
        "Takes one kernel out of the module; views become memrefs, arithmetic becomes arith, control becomes scf.",
        convert_cudatile_to_tileaa::run,
    ),
    pass(
        "canonicalize",
        Level::Tileaa,
        "Folds constants, drops what does nothing or is not used.",
        canonicalize::run,
    ),
    pass("cse", Level::Tileaa, "Computes the same thing once.", cse::run),
    pass(
        "apply-tile-scheduler",
        Level::Tileaa,
        "A product computes the tiles that a scheduler hands out, where one is asked for.",
        apply_tile_scheduler::run,
    ),
    pass(
        "convert-tile-scheduler-to-nvvm",
        Level::Tileaa,
        "Schedulers become integer arithmetic, fixups loads and stores of partial accumulators.",
        convert_tile_scheduler_to_nvvm::run,
    ),
    pass(
        "convert-tileaa-to-tileas",
        Level::Tileas,
        "The same ops, ready to be given layouts.",
        convert_tileaa_to_tileas::run,
    ),
    pass(
        "generate-schedule-constraints",
        Level::Tileas,
        "Says which loads of a loop belong together, and which loops stay serial.",
        generate_schedule_constraints::run,
    ),
    pass(
        "generate-schedule",
        Level::Tileas,
        "Plans and schedules the loop that can be pipelined.",
        generate_schedule::run,
    ),
    pass(
        "unspecialized-pipeline",
        Level::Tileas,
        "The scheduled loop brings tiles ahead, all threads alike.",
        unspecialized_pipeline::run,
    ),
    pass(
        "materialize-schedule",
        Level::Tileas,
        "The scheduled loop becomes agents that hand tiles on through shared memory.",
        materialize_schedule::run,
    ),
    pass(
        "optimize-pipeline-region",
        Level::Tileas,
        "Each agent keeps the smallest part of the kernel that it needs.",
        optimize_pipeline_region::run,
    ),
    pass(
        "resolve-agent-boundary",
        Level::Tileas,
        "What several agents compute alike is computed once, before they part.",
        resolve_agent_boundary::run,
    ),
    pass(
        "assign-load-store-layouts",
        Level::Tileas,
        "Chooses for each access which thread moves which elements, wide and coalesced.",
        assign_load_store_layouts::run,
    ),
    pass(
        "materialize-convert-layout",
        Level::Tileas,
        "Spreads the layouts of the accesses to all tiles, and converts where two meet.",
        materialize_convert_layout::run,
    ),
    pass(
        "materialize-async",
        Level::Cutlass,
        "Loads become copies by TMA, products run while the next iteration starts.",
        materialize_async::run,
    ),
    pass(
        "assign-buffers",
        Level::Cutlass,
        "Gives buffers and barriers their places in shared memory.",
        assign_buffers::run,
    ),
    pass(
        "convert-pipeline-to-nvvm",
        Level::Cutlass,
        "Pipelines become mbarriers.",
        convert_pipeline_to_nvvm::run,
    ),
    pass(
        "convert-tileas-to-nvvm",
        Level::Nvvm,
        "Tiles become the registers of one thread, loops and branches become blocks.",
        convert_tileas_to_nvvm::run,
    ),
    pass(
        "canonicalize",
        Level::Nvvm,
        "Folds constants, drops what does nothing or is not used.",
        canonicalize::run,
    ),
    pass("cse", Level::Nvvm, "Computes the same thing once.", cse::run),
];
