//! The compiler passes, one file each, from cuda_tile to PTX.
//!
//! A pass is a function from module to module, or changes one and says so. [`PIPELINE`] lists them in order; the driver runs them, verifies between
//! them and keeps what each made.

#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod boundary;

pub use tilewright_analysis::contract;
pub use tilewright_analysis::shared_memory::LedgerEntry;
pub use tilewright_analysis::{NamedBarrier, TensorMemory, agent_switch, hint};
pub use tilewright_pipeliner::{LeftAlone, Pipelined};

use tilewright_ir::Module;
use tilewright_ir::convert::Failure;
use tilewright_layout::select::Choice;
use tilewright_lowering as lowering;
use tilewright_machine::Target;
use tilewright_pipeliner as pipeliner;
use tilewright_pipeliner::pipelining::choice::Candidate;
use tilewright_pipeliner::pipelining::left::LoopWork;
use tilewright_pipeliner::pipelining::powers::Powers;
use tilewright_pipeliner::pipelining::why::Refused;
use tilewright_tile_lowering as tile_lowering;
use tilewright_tile_lowering::apply_tile_scheduler::TileScheduler;
use tilewright_vocabulary::prose;

/// The context of all passes: their input besides the module. Each is handed the part that it asks for.
pub struct Context<'c> {
    /// The input of the pipeliner, and in it that of every pass.
    pub pipeliner: pipeliner::Context<'c>,
    /// The tile scheduler that is asked for; none: each tile block computes the tile that it is.
    pub tile_scheduler: Option<TileScheduler>,
}

impl<'c> Context<'c> {
    /// The context of a kernel for which nothing is asked.
    pub fn new(target: &'c Target, entry: &'c str, warp_bits: usize) -> Self {
        Self {
            pipeliner: pipeliner::Context::new(target, entry, warp_bits),
            tile_scheduler: None,
        }
    }

    /// The facts for the report, once the passes have run.
    pub fn into_notes(self) -> Notes {
        let mut base = self.pipeliner.base.notes.into_inner();
        base.layouts.sort_by_key(|choice| choice.line);
        let decisions = self.pipeliner.decisions.into_inner();
        Notes {
            reasons: decisions.reasons,
            pipelined: decisions.pipelined,
            others: decisions.others,
            powers: decisions.powers,
            left: decisions.left,
            work: decisions.work,
            tried: decisions.tried,
            ledger: base.ledger,
            tensor_memory: base.tensor_memory,
            layouts: base.layouts,
            named_barriers: base.named_barriers,
        }
    }
}

/// Facts for the report alone.
#[derive(Default)]
pub struct Notes {
    /// Why loops are not pipelined.
    pub reasons: Vec<Refused>,
    /// The pipelined loop.
    pub pipelined: Option<Pipelined>,
    /// Other loops that the same agents run.
    pub others: Vec<Pipelined>,
    /// Shares of powers of two of pipelined loops, by unit.
    pub powers: Vec<Powers>,
    /// Loops without products that are left alone.
    pub left: Vec<LeftAlone>,
    /// The work of the innermost loops that are not pipelined.
    pub work: Vec<LoopWork>,
    /// The candidates of a loop with a product that is left alone.
    pub tried: Vec<Candidate>,
    /// The allocation of shared memory.
    pub ledger: Vec<LedgerEntry>,
    /// That of tensor memory, where a kernel has some.
    pub tensor_memory: Option<TensorMemory>,
    /// The choices of the layout selector.
    pub layouts: Vec<Choice>,
    /// The named barriers in use.
    pub named_barriers: Vec<NamedBarrier>,
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

/// The function of a pass, by what it asks for besides the module.
enum Run {
    /// The input of every pass.
    Base(for<'c> fn(&Module, &tilewright_analysis::Context<'c>) -> Made),
    /// The input of the pipeliner.
    Pipeliner(for<'c> fn(&Module, &pipeliner::Context<'c>) -> Made),
    /// The same as of [`Run::Base`], of a pass that changes the module where it is; whether it did.
    InPlace(for<'c> fn(&mut Module, &tilewright_analysis::Context<'c>) -> Result<bool, Failure>),
    /// A tile scheduler too.
    Tiles(for<'c> fn(&Module, &pipeliner::Context<'c>, Option<&TileScheduler>) -> Made),
}

/// The new module, if there is one.
type Made = Result<Option<Module>, Failure>;

/// A pass.
pub struct Pass {
    /// Its name, as `--print-after` takes it.
    pub name: &'static str,
    /// The level of what it makes.
    pub level: Level,
    /// Its effect, in one sentence.
    pub doc: &'static str,
    run: Run,
}

impl Pass {
    /// The new module, or nothing if the pass changes nothing. The old one stays as it is.
    ///
    /// # Errors
    /// The refusal of the pass, and `internal` if it found a contradiction in the IR.
    pub fn run(&self, module: &Module, context: &Context<'_>) -> Result<Option<Module>, Failure> {
        let made = match self.run {
            Run::Base(run) => run(module, &context.pipeliner.base),
            Run::Pipeliner(run) => run(module, &context.pipeliner),
            Run::Tiles(run) => run(module, &context.pipeliner, context.tile_scheduler.as_ref()),
            Run::InPlace(_) => {
                let mut own = module.clone();
                return Ok(self.run_in(&mut own, context)?.then_some(own));
            }
        }?;
        self.held_against(module.inconsistency().or_else(|| made.as_ref()?.inconsistency()))?;
        Ok(made)
    }

    /// The same of a module that nobody else needs; whether the pass changed it. Where it fails, the module is of no use.
    ///
    /// # Errors
    /// As of [`Pass::run`].
    pub fn run_in(&self, module: &mut Module, context: &Context<'_>) -> Result<bool, Failure> {
        let Run::InPlace(run) = self.run else {
            let made = self.run(module, context)?;
            return Ok(made.map(|made| *module = made).is_some());
        };
        let changed = run(module, &context.pipeliner.base)?;
        self.held_against(module.inconsistency())?;
        Ok(changed)
    }

    /// The contradiction that the pass found, if it did.
    fn held_against(&self, found: Option<Failure>) -> Result<(), Failure> {
        found.map_or(Ok(()), |mut failure| {
            failure.message = format!("in {}: {}", self.name, failure.message);
            Err(failure)
        })
    }
}

const fn pass(name: &'static str, level: Level, doc: &'static str, run: Run) -> Pass {
    let doc = prose(doc);
    Pass { name, level, doc, run }
}

/// All passes in order. A name may come twice; the second time it works on a lower level.
pub static PIPELINE: &[Pass] = &[
    pass(
        "relax-arithmetic",
        Level::CudaTile,
        "Flushes subnormal numbers, fuses products with sums and takes fast forms, where that is allowed or nobody sees it.",
        Run::Base(lowering::relax_arithmetic::run),
    ),
    pass(
        "cut-tile-blocks",
        Level::CudaTile,
        "Cuts a tile block into slices for the CTAs of a cluster, where the kernel's hint says so.",
        Run::Base(lowering::cut_tile_blocks::run),
    ),
    pass(
        "compute-in-slices",
        Level::CudaTile,
        "Computes tiles that the registers of no CTA hold one slice after the other.",
        Run::Base(lowering::compute_in_slices::run),
    ),
    pass(
        "load-again",
        Level::CudaTile,
        "Loads tiles again where they are needed, if the registers of all threads do not hold them.",
        Run::Base(lowering::load_again::run),
    ),
    pass(
        "convert-cudatile-to-tileaa",
        Level::Tileaa,
        "Takes one kernel out of the module; views become memrefs, arithmetic becomes arith, control becomes scf.",
        Run::Base(lowering::convert_cudatile_to_tileaa::run),
    ),
    pass(
        "canonicalize",
        Level::Tileaa,
        "Folds constants, drops what does nothing or is not used.",
        Run::InPlace(lowering::canonicalize::run),
    ),
    pass(
        "cse",
        Level::Tileaa,
        "Computes the same thing once.",
        Run::InPlace(lowering::cse::run),
    ),
    pass(
        "apply-tile-scheduler",
        Level::Tileaa,
        "A product computes the tiles that a scheduler hands out, where one is asked for.",
        Run::Tiles(tile_lowering::apply_tile_scheduler::run),
    ),
    pass(
        "convert-tile-scheduler-to-nvvm",
        Level::Tileaa,
        "Schedulers become integer arithmetic, fixups loads and stores of partial accumulators.",
        Run::Base(tile_lowering::convert_tile_scheduler_to_nvvm::run),
    ),
    pass(
        "convert-tileaa-to-tileas",
        Level::Tileas,
        "The same ops, ready to be given layouts.",
        Run::Base(lowering::convert_tileaa_to_tileas::run),
    ),
    pass(
        "generate-schedule-constraints",
        Level::Tileas,
        "Says which loads of a loop belong together, and which loops stay serial.",
        Run::Pipeliner(pipeliner::generate_schedule_constraints::run),
    ),
    pass(
        "generate-schedule",
        Level::Tileas,
        "Plans and schedules the loop that can be pipelined.",
        Run::Pipeliner(pipeliner::generate_schedule::run),
    ),
    pass(
        "unspecialized-pipeline",
        Level::Tileas,
        "The scheduled loop brings tiles ahead, all threads alike.",
        Run::Base(pipeliner::unspecialized_pipeline::run),
    ),
    pass(
        "materialize-schedule",
        Level::Tileas,
        "The scheduled loop becomes agents that hand tiles on through shared memory.",
        Run::Pipeliner(pipeliner::materialize_schedule::run),
    ),
    pass(
        "optimize-pipeline-region",
        Level::Tileas,
        "Each agent keeps the smallest part of the kernel that it needs.",
        Run::Base(pipeliner::optimize_pipeline_region::run),
    ),
    pass(
        "resolve-agent-boundary",
        Level::Tileas,
        "What several agents compute alike is computed once, before they part.",
        Run::Base(pipeliner::resolve_agent_boundary::run),
    ),
    pass(
        "assign-load-store-layouts",
        Level::Tileas,
        "Chooses for each access which thread moves which elements, wide and coalesced.",
        Run::Base(lowering::assign_load_store_layouts::run),
    ),
    pass(
        "materialize-convert-layout",
        Level::Tileas,
        "Spreads the layouts of the accesses to all tiles, and converts where two meet.",
        Run::Base(lowering::materialize_convert_layout::run),
    ),
    pass(
        "materialize-async",
        Level::Cutlass,
        "Loads become copies by TMA, products run while the next iteration starts.",
        Run::Pipeliner(pipeliner::materialize_async::run),
    ),
    pass(
        "lower-value-pipelines",
        Level::Cutlass,
        "What fills or empties a slot as one op becomes the steps of its ring, where that was asked for.",
        Run::Base(lowering::value_pipelines::run),
    ),
    pass(
        "assign-buffers",
        Level::Cutlass,
        "Gives buffers and barriers their places in shared memory.",
        Run::Base(lowering::assign_buffers::run),
    ),
    pass(
        "describe-pipelines",
        Level::Cutlass,
        "Writes agents, waits and work in the words of the published description, where that is asked for.",
        Run::Base(tile_lowering::describe_pipelines::run),
    ),
    pass(
        "convert-tile-scheduler-to-nvvm",
        Level::Cutlass,
        "Schedulers become integer arithmetic, fixups loads and stores of partial accumulators.",
        Run::Base(tile_lowering::convert_tile_scheduler_to_nvvm::run),
    ),
    pass(
        "convert-pipeline-to-nvvm",
        Level::Cutlass,
        "Pipelines become mbarriers, and what agents start copies and products of the machine.",
        Run::Base(lowering::convert_pipeline_to_nvvm::run),
    ),
    pass(
        "convert-tileas-to-nvvm",
        Level::Nvvm,
        "Tiles become the registers of one thread, loops and branches become blocks.",
        Run::Base(lowering::convert_tileas_to_nvvm::run),
    ),
    pass(
        "unroll-loops",
        Level::Nvvm,
        "Writes a few iterations of a loop of products one after the other, so that places in rings are known.",
        Run::InPlace(lowering::unroll_loops::run),
    ),
    pass(
        "canonicalize",
        Level::Nvvm,
        "Folds constants, drops what does nothing or is not used.",
        Run::InPlace(lowering::canonicalize::run),
    ),
    pass(
        "cse",
        Level::Nvvm,
        "Computes the same thing once.",
        Run::InPlace(lowering::cse::run),
    ),
    pass(
        "fold-addresses",
        Level::Nvvm,
        "Accesses that are a known distance apart share an address, which is added up as early as it is known.",
        Run::InPlace(lowering::fold_addresses::run),
    ),
    pass(
        "hoist-descriptors",
        Level::Nvvm,
        "Computes before a loop where its products find operands that stay in their buffers.",
        Run::InPlace(lowering::hoist_descriptors::run),
    ),
    pass(
        "order-chains",
        Level::Nvvm,
        "Computes one element after the other where tiles are divided, so that few are live at a time.",
        Run::InPlace(lowering::order_chains::run),
    ),
    pass(
        "pair-arithmetic",
        Level::Nvvm,
        "Two sums, differences or products of f32 become one instruction, where the GPU has it.",
        Run::InPlace(lowering::pair_arithmetic::run),
    ),
];
