//! Why a loop with a product is not pipelined, or not in the way that was asked for.

use super::super::together::NoPair;
use super::{Accumulators, AgentRefusal, Copier, FourStageRegisters, StageMemory, ViewFault, Words, cycles, refusal};
use tilewright_units::{Missing, Unit, WARPS};

/// Why a loop with a product is not pipelined, or not in a certain way.
#[derive(Clone, PartialEq, Debug)]
pub enum LoopRefusal {
    /// The kernel waits for other grids.
    WaitsForGrids,
    /// The kernel has scratch memory of its own.
    HasScratch,
    /// The kernel has several products.
    SeveralProducts(usize),
    /// The product is in no loop with bounds, or in a branch: where it is, and what would change it.
    OutsideLoop([&'static str; 2]),
    /// Element types of left operand, right operand and accumulator that are not pipelined.
    Types([&'static str; 3]),
    /// Element types that the unit has on other GPUs: the same types, the unit and the GPU.
    Lacks([&'static str; 3], &'static str, String),
    /// The product is one of several matrices.
    Batch,
    /// A tile of M, N and K that is smaller than one instruction of a warp.
    BelowMma {
        /// M, N and K.
        tile: [i64; 3],
        /// K of the instruction.
        step: i64,
    },
    /// A tile that cannot be cut into instructions of a unit.
    NotCut {
        /// The unit.
        unit: &'static Unit,
        /// M, N and K.
        tile: [i64; 3],
        /// K of an instruction.
        step: i64,
        /// The nearest tile that can be.
        nearest: [i64; 3],
    },
    /// An op with effects decides what is loaded, which each agent would run.
    DecidedOnce(&'static str),
    /// The indices of the loads depend on what the loop carries.
    CarriedIndex,
    /// The step of the loop is not known to be small; the largest one.
    Step(i64),
    /// A load may read what the kernel has written.
    OwnWrites,
    /// A load is stronger than weak, or comes after one that acquires.
    OrderedRead,
    /// The kernel writes after a load, by its token, and nothing else says that all threads have read by then.
    OrderedWrite,
    /// An iteration may end before its last op.
    EndsEarly,
    /// Tiles that wait in registers take more than a thread has: the number that it needs and has.
    AheadRegisters {
        /// The number that it needs, by estimate.
        need: i64,
        /// The number that it has.
        has: i64,
    },
    /// The accumulator is used in the loop by other ops.
    AccumulatorUsed,
    /// An operand, `left` or `right`, is not loaded by the loop for the product alone.
    OperandNotLoaded(&'static str),
    /// A tile that threads read on its way to a product is larger than a ring for such may be: its bytes, and the most.
    ThreadTile {
        /// Its bytes.
        bytes: i64,
        /// The most.
        most: i64,
    },
    /// An operand is changed by an op between its load and the product: values that share a buffer have no memory in common.
    OperandChanged(&'static str, &'static str, String),
    /// An operand is no plain tile of a view.
    OperandView(&'static str),
    /// An operand is not one matrix.
    OperandBatch(&'static str),
    /// Another op is in the loop.
    OtherOp(&'static str),
    /// Neither TMA nor threads can copy the view of an operand.
    View(Copier, ViewFault),
    /// The agents that were considered cannot be.
    Agents(AgentRefusal),
    /// No consumers have registers for the accumulators.
    Accumulators(Accumulators),
    /// Accumulators take more columns of tensor memory than there are.
    TensorMemory {
        /// The columns that they take.
        used: i64,
        /// The columns that there are.
        most: i64,
        /// The most that each could have: a power of two, as the extents of tiles are.
        each: i64,
    },
    /// The stages do not fit into shared memory.
    Shared {
        /// The number of stages that are wanted.
        stages: i64,
        /// The memory.
        memory: StageMemory,
    },
    /// One stage overlaps nothing.
    OneStage(StageMemory),
    /// One buffer of a four-stage loop overlaps nothing, since registers have no room to read all of its tiles an iteration ahead.
    OneBuffer(StageMemory),
    /// A four-stage loop needs more registers than a thread has.
    FourStageRegisters(FourStageRegisters),
    /// The GPU does not have what agents are made of.
    NoAgents(String, Missing),
    /// The four-stage scheduler cannot take the kernel.
    FourStage(Box<LoopRefusal>),
    /// Consumers are asked for, and no candidate of this kernel's has any on this GPU.
    NoConsumers(String),
    /// Stages are asked for, and no candidate of this kernel's has any on this GPU.
    NoStages(String),
    /// Pairs of CTAs are asked for, and cannot make the products.
    NoPair(NoPair),
    /// The loop is estimated to be fastest as it is.
    Cheapest {
        /// Cycles of the SM's clock of an iteration as it is, by the estimate.
        plain: f64,
        /// Those of the best candidate, where one has figures.
        best: Option<f64>,
    },
    /// With agents the loop is estimated to take longer, as its stages have less memory beside what CTAs of a cluster show each other.
    Shown {
        /// Bytes that they show each other at once.
        bytes: i64,
        /// Cycles of the SM's clock of an iteration, by the estimate, with agents and as the loop is taken.
        cycles: [f64; 2],
    },
    /// Pipelining was not wanted.
    TurnedOff,
    /// The IR forbids that iterations overlap.
    Serial,
    /// The loop scheduler's own refusal, in its words.
    Schedule(String),
}

impl LoopRefusal {
    /// The number of stages that do not fit into shared memory, and what they were measured against, if that is the reason.
    pub fn memory(&self) -> Option<(i64, &StageMemory)> {
        match self {
            Self::Shared { stages, memory } => Some((*stages, memory)),
            Self::FourStage(reason) => reason.memory(),
            _ => None,
        }
    }

    /// Whether it is the number of stages.
    pub fn is_of_stages(&self) -> bool {
        matches!(self, Self::Shared { .. } | Self::OneStage(_) | Self::OneBuffer(_))
    }

    /// The reason in words.
    pub fn words(&self) -> Words {
        match self {
            Self::WaitsForGrids => refusal(
                "pipeline.waits-for-grids",
                "a kernel that waits for other grids is not pipelined yet",
                "agents part before the wait, and a producer would not wait",
                "wait in a kernel of its own, before this one",
                &[],
            ),
            Self::HasScratch => refusal(
                "pipeline.scratch",
                "a kernel that has scratch memory of its own is not pipelined yet",
                "agents part after it is allocated, and a producer would not know it",
                "give the product a kernel of its own, or keep in tiles what the memory holds",
                &[],
            ),
            Self::SeveralProducts(count) => refusal(
                "pipeline.several-products",
                "loops of one product are pipelined in this way, and the kernel has {count}",
                "",
                "give each loop, or each product where there are no agents, a kernel of its own",
                &[("count", count)],
            ),
            Self::OutsideLoop([place, change]) => refusal(
                "pipeline.no-loop",
                "a product {place}",
                "",
                "{change}",
                &[("place", place), ("change", change)],
            ),
            Self::Types([lhs, rhs, acc]) => refusal(
                "pipeline.types",
                "products of {lhs} and {rhs} added to {acc} are not pipelined yet",
                "",
                "f16 or bf16 operands with accumulators in f32 are",
                &[("lhs", lhs), ("rhs", rhs), ("acc", acc)],
            ),
            Self::Lacks([lhs, rhs, acc], unit, target) => refusal(
                "pipeline.types",
                "{unit} of {target} has no products of {lhs} and {rhs}, added to {acc}",
                "warps multiply them by mma.sync, from registers",
                "f16, bf16, tf32 or eight-bit floats with accumulators in f32 are pipelined; other GPUs with {unit} have these",
                &[
                    ("lhs", lhs),
                    ("rhs", rhs),
                    ("acc", acc),
                    ("unit", unit),
                    ("target", target),
                ],
            ),
            Self::Batch => refusal(
                "pipeline.batch",
                "products of a batch of matrices are not pipelined yet",
                "",
                "let each tile block multiply one matrix of the batch",
                &[],
            ),
            Self::BelowMma { tile: [m, n, k], step } => {
                let figures = WARPS.unit.figures();
                refusal(
                    "pipeline.small-tile",
                    "a product of {m}x{n}x{k} is smaller than one of the tensor cores",
                    "a warp multiplies {rows} rows by {columns} columns, {step} elements of K at a time",
                    "use a tile of at least {rows}x{columns}x{step}",
                    &[
                        ("m", m),
                        ("n", n),
                        ("k", k),
                        ("rows", &figures.rows),
                        ("columns", &figures.columns_least),
                        ("step", step),
                    ],
                )
            }
            Self::NotCut {
                unit,
                tile,
                step,
                nearest,
            } => refusal(
                "pipeline.tile-shape",
                "a product of {m}x{n}x{k} cannot be cut into {unit} instructions",
                "{issuer} multiplies {rows} rows by {least} to {most} columns, {step} elements of K at a time",
                "the nearest tile that can is {nearest-m}x{nearest-n}x{nearest-k}",
                &[
                    ("m", &tile[0]),
                    ("n", &tile[1]),
                    ("k", &tile[2]),
                    ("nearest-m", &nearest[0]),
                    ("nearest-n", &nearest[1]),
                    ("nearest-k", &nearest[2]),
                    ("unit", &unit.name),
                    ("issuer", &unit.figures().issuer()),
                    ("rows", &unit.figures().rows),
                    ("least", &unit.figures().columns_least),
                    ("most", &unit.figures().columns_most),
                    ("step", step),
                ],
            ),
            Self::DecidedOnce(op) => refusal(
                "pipeline.decided-once",
                "`{op}` decides what the loop loads, and has to run once, not once for each agent",
                "",
                "compute which tiles are loaded from block ids, parameters and constants",
                &[("op", op)],
            ),
            Self::CarriedIndex => refusal(
                "pipeline.carried-index",
                "what the loop loads depends on what it carries, so that later iterations' tiles are not known yet",
                "",
                "compute which tiles are loaded from the loop's own index",
                &[],
            ),
            Self::Step(most) => refusal(
                "pipeline.step",
                "the step of the loop is neither a number from 1 to {most} nor one of 32 bits",
                "loads run ahead, and the loop's index must not overflow before its end",
                "write the step as a constant",
                &[("most", most)],
            ),
            Self::OwnWrites => refusal(
                "pipeline.own-writes",
                "this may read what the kernel itself has written before",
                "",
                "loads of memory that the kernel does not write need no token of its stores, nor of its atomics: a relaxed atomic orders nothing",
                &[],
            ),
            Self::OrderedRead => refusal(
                "pipeline.ordered-read",
                "this read is stronger than weak, or comes after one that acquires",
                "loads run ahead of the loop, by copies that read weakly",
                "read weakly what no other block writes meanwhile, by tokens of no read that acquires",
                &[],
            ),
            Self::OrderedWrite => refusal(
                "choice.ordered-write",
                "the kernel writes after this load, by its token",
                "a load to registers runs ahead without a barrier, and other threads might write before it has read",
                "stores to other memory need no token of the load",
                &[],
            ),
            Self::EndsEarly => refusal(
                "choice.ends-early",
                "an iteration of the loop may end here, before its last op",
                "what comes after would be loaded for iterations that never load it",
                "choose with `select`, or mask what is loaded, instead",
                &[],
            ),
            Self::AheadRegisters { need, has } => refusal(
                "choice.ahead-registers",
                "with so many tiles in registers a thread needs {need} by estimate, and has {has}",
                "",
                "use a smaller tile, or more warps",
                &[("need", need), ("has", has)],
            ),
            Self::AccumulatorUsed => refusal(
                "pipeline.accumulator-used",
                "the accumulator is used in the loop besides being added to, so that no product can stay in flight",
                "",
                "use the accumulator after the loop only",
                &[],
            ),
            Self::OperandNotLoaded(operand) => refusal(
                "pipeline.operand-not-loaded",
                "the {operand} operand is not a tile that this loop loads for it alone",
                "",
                "load it from a view in the loop, once for each product that uses it",
                &[("operand", operand)],
            ),
            Self::ThreadTile { bytes, most } => refusal(
                "pipeline.thread-tile",
                "threads read this tile of {bytes} bytes before it is multiplied, and a ring for such has slots of {most} bytes at most",
                "agents would have no room to be ahead of each other",
                "use a smaller tile, or change it in a kernel before",
                &[("bytes", bytes), ("most", most)],
            ),
            Self::OperandChanged(operand, op, group) => refusal(
                "pipeline.operand-changed",
                "the {operand} operand is changed by `{op}` between its load and the product",
                "{group}",
                "change it in a kernel before, or change the result after the loop",
                &[("operand", operand), ("op", op), ("group", group)],
            ),
            Self::OperandView(operand) => refusal(
                "pipeline.operand-view",
                "the {operand} operand is not a plain tile of a view",
                "",
                "load it from a view that this kernel makes, and swap its rows and columns at most",
                &[("operand", operand)],
            ),
            Self::OperandBatch(operand) => refusal(
                "pipeline.operand-batch",
                "the {operand} operand is not one matrix",
                "",
                "load tiles of one matrix",
                &[("operand", operand)],
            ),
            Self::OtherOp(op) => refusal(
                "pipeline.other-op",
                "`{op}` in the loop of the product is not pipelined yet",
                "besides loads and the product, only scalars may be computed in the loop",
                "do it before or after the loop",
                &[("op", op)],
            ),
            Self::View(copier, fault) => fault.words(*copier),
            Self::Agents(refused) => refused.words(),
            Self::Accumulators(need) => need.words(),
            Self::TensorMemory { used, most, each } => refusal(
                "pipeline.tensor-memory",
                "the accumulators of this kernel take {used} columns of tensor memory",
                "a CTA has {most}",
                "use smaller tiles: each of its accumulators can have {each}",
                &[("used", used), ("most", most), ("each", each)],
            ),
            Self::FourStageRegisters(need) => need.words(),
            Self::Shared { stages, memory } => memory.words(
                "pipeline.shared",
                match stages {
                    _ if memory.stage_bytes == 0 => "operands that threads write do not fit into shared memory",
                    1 => "one stage of {stage-bytes} bytes does not fit into shared memory",
                    _ => "{stages} stages of {stage-bytes} bytes do not fit into shared memory",
                },
                match memory.fits {
                    ..=0 => "use smaller tiles",
                    1 => "one stage fits",
                    _ => "{fits} stages fit",
                },
                *stages,
            ),
            Self::OneStage(memory) => memory.words(
                "pipeline.one-stage",
                "one stage overlaps nothing",
                match memory.fits {
                    ..=1 => "use smaller tiles, of which 2 or more fit, or ask for --pipeline-strategy none",
                    _ => "ask for 2 or more, or for --pipeline-strategy none",
                },
                1,
            ),
            Self::OneBuffer(memory) => memory.words(
                "pipeline.one-stage",
                "one buffer overlaps nothing: registers have no room to read all tiles of this four-stage loop an iteration ahead, so that \
                 some are read from it when it should be filled again",
                match memory.fits {
                    ..=1 => "use smaller tiles",
                    _ => "ask for 2 or more, or use smaller tiles",
                },
                1,
            ),
            Self::NoAgents(target, why) => refusal(
                "pipeline.strategy",
                "this loop cannot be warp-specialised for {target}",
                "its agents need TMA, and tensor cores that multiply while threads go on: {why}",
                "ask for --pipeline-strategy unspecialize",
                &[("target", target), ("why", why)],
            ),
            Self::FourStage(inner) => {
                let mut words = inner.words();
                words.code = "pipeline.four-stage";
                words.message = format!("the four-stage scheduler cannot take this kernel: {}", words.message);
                let wants = "it wants an innermost loop, whose tiles are loaded from views by weak loads";
                words.notes.push(wants.to_string());
                words.help += ", or ask for another scheduler";
                words
            }
            Self::NoConsumers(target) => refusal(
                "pipeline.consumers",
                "no loop of this kernel has consumers to choose on {target}",
                "only warp-specialised loops have warps that multiply and no more",
                "leave --consumers away",
                &[("target", target)],
            ),
            Self::NoStages(target) => refusal(
                "pipeline.stages",
                "no loop of this kernel has stages to choose on {target}",
                "none of them can be pipelined there, and only pipelined loops have stages",
                "leave --num-stages away",
                &[("target", target)],
            ),
            Self::NoPair(why) => {
                let (why, help) = match why {
                    NoPair::Unit => (
                        "no unit of this GPU multiplies for two CTAs",
                        "compile for sm_100a or sm_103a",
                    ),
                    NoPair::Cluster => (
                        "they are no two CTAs of a cluster along m that share tiles of the right operand",
                        "say --tile-scheduler static-persistent --cluster 2x1",
                    ),
                    NoPair::Rows => (
                        "a pair multiplies 256 rows, 128 of each CTA, and a tile has fewer than 128",
                        "use tiles of 128 rows",
                    ),
                    NoPair::Columns => (
                        "a tile of the right operand has no two halves of its columns that TMA can copy",
                        "use tiles of 128 columns",
                    ),
                    NoPair::Loop => (
                        "pairs multiply in loops of agents, of one product of two tiles that TMA loads, without scales of blocks",
                        "leave --pairs away",
                    ),
                };
                refusal(
                    "pipeline.pairs",
                    "pairs of CTAs cannot make this product",
                    "{why}",
                    help,
                    &[("why", &why)],
                )
            }
            Self::Cheapest { plain, best } => {
                let (plain, best) = (cycles(*plain), best.map(cycles));
                refusal(
                    "pipeline.cost",
                    "pipelined, this loop would take longer than its {plain} cycles an iteration",
                    match best {
                        Some(_) => "at best {best}: with tiles of this size, too few stages fit into shared memory",
                        None => "",
                    },
                    "use a smaller tile along K",
                    &[("plain", &plain), ("best", &best.unwrap_or_default())],
                )
            }
            Self::Shown {
                bytes,
                cycles: [usual, taken],
            } => refusal(
                "pipeline.shown",
                "with agents an iteration would take {usual} cycles by estimate, and {taken} without",
                "the CTAs of a cluster show each other {bytes} bytes of accumulators beside the stages, of which fewer fit",
                "make the tile smaller, or ask for --pipeline-strategy warp-specialize",
                &[("usual", &cycles(*usual)), ("taken", &cycles(*taken)), ("bytes", bytes)],
            ),
            Self::TurnedOff => refusal(
                "pipeline.off",
                "pipelining was turned off",
                "",
                "ask for another strategy, or for none",
                &[],
            ),
            Self::Serial => refusal(
                "pipeline.serial",
                "the iterations of this loop must not overlap",
                "`force_serial_execution` stands on it, on an op in it, or on a loop around it",
                "take the attribute away",
                &[],
            ),
            Self::Schedule(why) => refusal(
                "pipeline.schedule",
                "the loop cannot be scheduled: {why}",
                "",
                "ask for another scheduler, or for the default",
                &[("why", why)],
            ),
        }
    }
}
