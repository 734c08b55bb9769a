//! The options of a compilation.

use crate::settings::{Setting, settings};
use crate::tile_scheduler::{Raster, SchedulerKind, SchedulerPolicy, TileScheduler};
use serde::Serialize;
use serde_json::Value;
use tilewright_analysis::{Arithmetic, DESCRIBED, Steering};
use tilewright_machine::{LoopAtoms, Target, policy};
use tilewright_passes::Context;
use tilewright_pipeliner as pipeliner;
use tilewright_tilesched::SchedulerRefusal;
use tilewright_vocabulary::{Vocabulary, Word, prose};

pub use tilewright_machine::LoopModel;
pub use tilewright_modsched::options::Generator;
pub use tilewright_pipeliner::pipelining::{Consumers, Pairs, PowersBy, Strategy, Swizzle};

/// The largest reservation tables, in entries, where nobody says it.
pub fn rrt_size_threshold() -> u32 {
    policy().rrt_size_threshold.value
}

/// The options of one compilation. Everything has a default; a report names all of them as they were used.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Options {
    /// The GPU to compile for, such as `sm_90a`.
    pub gpu_name: String,
    /// The optimisation level: an index into [`LEVELS`].
    pub opt_level: u8,
    /// The kernel of the module; none: the only one.
    pub entry: Option<String>,
    /// Whether the PTX says which source line each instruction comes from.
    pub lineinfo: bool,
    /// Whether subnormal operands and results of f32 may be zeros.
    pub ftz: bool,
    /// Whether a product and a sum may be rounded once.
    pub contract: bool,
    /// Whether quotients and functions of f32 may be the machine's fast forms.
    pub approx: bool,
    /// Strategy of pipelined loops; none: the compiler decides.
    pub pipeline_strategy: Option<Strategy>,
    /// Consumers of a warp-specialised loop; none: the compiler decides.
    pub consumers: Option<Consumers>,
    /// Whether the two CTAs of a cluster make products together; none: the compiler decides.
    pub pairs: Option<Pairs>,
    /// The units that compute powers of two; none: the compiler decides.
    pub powers: Option<PowersBy>,
    /// The largest reservation tables, in entries, with which the agents of a warp-specialised loop are scheduled; 0:
    /// never, their ops stay in the order of the program.
    pub rrt_size_threshold: u32,
    /// Stages of a software-pipelined loop; none: the compiler decides.
    pub num_stages: Option<u32>,
    /// Warps that share out a tile, in place of the kernel's hint; none: the hint and the tiles decide.
    pub num_warps: Option<u32>,
    /// CTAs of a cluster that share a tile block, in place of the kernel's hint; none: the hint decides.
    pub num_ctas: Option<u32>,
    /// Values of a loop that may be live at a time: beyond it, the scheduler's cost arm adds a surcharge. None: it weighs banks.
    pub register_budget: Option<u32>,
    /// Orders in which retry seats one group, at most; none: as many as the scheduler's data say.
    pub max_constraint_iterations: Option<u32>,
    /// Whether TMA stores tiles even where fewer CTAs share an SM then.
    pub prefer_tma: bool,
    /// Whether shared memory is taken to have no end: what comes out shows whether it is what binds, and runs nowhere.
    pub unlimited_smem: bool,
    /// The most sums of addresses of a kernel that accesses share, from 0 on; [`ALL_ADDRESSES`]: all.
    pub do_base_address_strength_reduce: u8,
    /// The longest chain of integer additions that depend on each other; a longer one becomes a tree.
    pub max_chain_length: u32,
    /// The most ops of a loop whose addresses are rewritten; none: any.
    pub scev_cgp_inst_limit: Option<u32>,
    /// Whether tiles on their way through shared memory are swizzled whatever it costs.
    pub always_swizzle: bool,
    /// Whether a store by TMA is waited for where its memory is written again.
    pub delay_tma_store_wait: bool,
    /// Whether agents and pipelines are written in the words of the published description.
    pub described: bool,
    /// Swizzle of the left operand's buffer in a pipelined loop; none: the layout selector decides.
    pub lhs_swizzle: Option<Swizzle>,
    /// The same of the right operand.
    pub rhs_swizzle: Option<Swizzle>,
    /// Scheduler of loops.
    pub scheduler: Generator,
    /// The model that loops are scheduled in.
    pub machine: LoopModel,
    /// The tile scheduler of a matrix product; none: each tile block computes the tile that it is.
    pub tile_scheduler: Option<TileScheduler>,
    /// Whether PTX is emitted even if the verdict on its barriers is `refuted`.
    pub allow_refuted: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            gpu_name: "sm_90a".to_string(),
            opt_level: 3,
            entry: None,
            lineinfo: false,
            ftz: false,
            contract: false,
            approx: false,
            pipeline_strategy: None,
            consumers: None,
            pairs: None,
            powers: None,
            rrt_size_threshold: rrt_size_threshold(),
            num_stages: None,
            num_warps: None,
            num_ctas: None,
            register_budget: None,
            max_constraint_iterations: None,
            prefer_tma: false,
            unlimited_smem: false,
            do_base_address_strength_reduce: ALL_ADDRESSES,
            max_chain_length: LONGEST_CHAIN,
            scev_cgp_inst_limit: None,
            always_swizzle: false,
            delay_tma_store_wait: false,
            described: false,
            lhs_swizzle: None,
            rhs_swizzle: None,
            scheduler: Generator::Auto,
            machine: LoopModel::GpuAtoms,
            tile_scheduler: None,
            allow_refuted: false,
        }
    }
}

settings!(Options {
    gpu_name,
    opt_level,
    entry,
    lineinfo,
    ftz,
    contract,
    approx,
    pipeline_strategy,
    consumers by unless_auto,
    pairs,
    powers,
    rrt_size_threshold,
    num_stages,
    num_warps,
    num_ctas,
    register_budget,
    max_constraint_iterations,
    prefer_tma,
    unlimited_smem,
    do_base_address_strength_reduce,
    max_chain_length,
    scev_cgp_inst_limit,
    always_swizzle,
    delay_tma_store_wait,
    described by described_if_there,
    lhs_swizzle,
    rhs_swizzle,
    scheduler,
    machine,
    tile_scheduler,
    allow_refuted,
});

impl Options {
    /// The options of a JSON object; those that it does not name have their defaults.
    ///
    /// # Errors
    /// A sentence on the first that is no option, or does not fit.
    pub fn read(fields: &Value) -> Result<Self, String> {
        Setting::read(fields)
    }

    /// The context that passes get for a kernel whose CTAs have so many warps, as a power of two.
    ///
    /// # Errors
    /// A number that no tile scheduler can do with, with the rule and the nearest legal one.
    pub fn context<'c>(
        &self,
        target: &'c Target,
        entry: &'c str,
        warp_bits: usize,
    ) -> Result<Context<'c>, SchedulerRefusal> {
        Ok(Context {
            pipeliner: self.for_pipeliner(pipeliner::Context::new(target, entry, warp_bits)),
            tile_scheduler: self.tile_scheduler.as_ref().map(TileScheduler::for_pass).transpose()?,
        })
    }

    /// Whether the level does without what an option asks for.
    pub fn leaves_out(&self, option: &OptionInfo) -> bool {
        let is_of_last = match option.field {
            // Fewer have an effect at the level below, too.
            "do_base_address_strength_reduce" => self.do_base_address_strength_reduce == ALL_ADDRESSES,
            field => matches!(field, "max_chain_length" | "delay_tma_store_wait"),
        };
        self.opt_level + 1 == LAST_LEVEL && is_of_last
    }

    /// The leave for arithmetic on floats other than the kernel's.
    pub fn arithmetic(&self) -> Arithmetic {
        Arithmetic {
            ftz: self.ftz,
            contract: self.contract,
            approx: self.approx,
        }
    }

    /// The same in words.
    pub(crate) fn leave(&self) -> Vec<&'static str> {
        let all = [
            (self.ftz, "subnormals of f32 may be flushed"),
            (self.contract, "products and sums may be rounded once"),
            (self.approx, "f32 functions may be approximate"),
        ];
        all.into_iter()
            .filter_map(|(given, words)| given.then_some(words))
            .collect()
    }

    /// The options that the pipeliner gets, and, by name, those that it does not.
    fn for_pipeliner<'c>(&self, plain: pipeliner::Context<'c>) -> pipeliner::Context<'c> {
        let &Self {
            gpu_name: _,
            opt_level,
            entry: _,
            lineinfo: _,
            ftz: _,
            contract: _,
            approx: _,
            pipeline_strategy,
            consumers,
            pairs,
            powers,
            rrt_size_threshold,
            num_stages,
            num_warps: _,
            num_ctas: _,
            register_budget,
            max_constraint_iterations,
            prefer_tma,
            unlimited_smem: _,
            do_base_address_strength_reduce,
            max_chain_length,
            scev_cgp_inst_limit,
            always_swizzle,
            delay_tma_store_wait,
            described,
            lhs_swizzle,
            rhs_swizzle,
            scheduler,
            machine,
            ref tile_scheduler,
            allow_refuted: _,
        } = self;
        let shared_addresses = match do_base_address_strength_reduce {
            // The level below the last does without.
            ALL_ADDRESSES => (opt_level < LAST_LEVEL).then_some(0),
            most => Some(most),
        };
        let steering = Steering {
            shared_addresses,
            largest_rewritten_loop: scev_cgp_inst_limit,
            longest_chain: (opt_level == LAST_LEVEL).then_some(max_chain_length),
            always_swizzle,
            late_store_wait: delay_tma_store_wait && opt_level == LAST_LEVEL,
            described,
            whole_blocks: tile_scheduler.is_some(),
        };
        let base = tilewright_analysis::Context {
            arithmetic: self.arithmetic(),
            steering,
            ..plain.base
        };
        pipeliner::Context {
            base,
            strategy: pipeline_strategy,
            consumers,
            pairs,
            powers,
            rrt_size_threshold,
            num_stages,
            register_budget,
            retry_orders: max_constraint_iterations,
            prefer_tma,
            swizzles: [lhs_swizzle, rhs_swizzle],
            scheduler,
            atoms: LoopAtoms::Of(machine),
            ..plain
        }
    }
}

/// The words of the published description, where this build has them.
fn described_if_there(value: &Value) -> Result<bool, String> {
    match bool::read(value)? && !DESCRIBED {
        true => Err("`tilewright compile --described` prints them".to_string()),
        false => Ok(value == true),
    }
}

/// Older links say `auto` where now nothing is said.
fn unless_auto(value: &Value) -> Result<Option<Consumers>, String> {
    match value == "auto" {
        true => Ok(None),
        false => Setting::read(value),
    }
}

/// The optimisation levels, in order.
pub const LEVELS: &[Word] = &[
    level("0", "stop at verified cuda_tile"),
    level("1", "stop at nv_tileaa"),
    level("2", "to PTX, with addresses as they are written"),
    level("3", "to PTX, with addresses that accesses share"),
];

/// The last of them.
const LAST_LEVEL: u8 = 3;

/// The number of shared addresses that stands for all of them.
pub const ALL_ADDRESSES: u8 = 4;

/// The longest chain of additions, where nobody says it (docs/sources/cost-model.md#tunables).
const LONGEST_CHAIN: u32 = 64;

/// The numbers of shared addresses.
const ADDRESSES: &[Word] = &[
    level("0", "none: each access adds up its own"),
    level("1", "the one that most accesses share"),
    level("2", "two"),
    level("3", "three"),
    level("4", "all"),
];

const fn level(name: &'static str, means: &'static str) -> Word {
    Word {
        name,
        means: prose(means),
    }
}

/// An option, for the command line's flags and the page's form.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct OptionInfo {
    /// Its field in [`Options`]; `tile_scheduler.` comes before those of [`TileScheduler`].
    pub field: &'static str,
    /// The flag of the command line.
    pub flag: &'static str,
    /// A few words.
    pub label: &'static str,
    /// Its effect, in a sentence.
    pub help: &'static str,
    /// Its possible values.
    pub value: OptionValue,
    /// The meaning of leaving it out, where that is a value of its own.
    pub none: Option<&'static str>,
    /// Whether it differs between two sets of options; none if it is not about the code that is made.
    #[serde(skip)]
    #[cfg_attr(feature = "typescript", ts(skip))]
    pub differs: Option<fn(&Options, &Options) -> bool>,
    /// The part of the compiler that decides by it, and may find that there is nothing to decide.
    #[serde(skip)]
    #[cfg_attr(feature = "typescript", ts(skip))]
    pub decided_by: Option<Decider>,
}

/// A part of the compiler that heeds an option.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decider {
    /// A pass.
    Pass(&'static str),
    /// The writer of PTX.
    Emitter,
}

/// The pass that changes the arithmetic on floats where that is allowed.
pub(crate) const RELAX: &str = "relax-arithmetic";

/// The pass that shares out a tile block.
const CUT: &str = "cut-tile-blocks";

/// The pass that decides how a loop is pipelined.
pub(crate) const SCHEDULE: &str = "generate-schedule";

/// The kinds of values of options.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum OptionValue {
    /// The name of a target.
    Target,
    /// The name of a kernel of the module.
    Entry,
    /// Yes or no.
    Flag,
    /// One of these names.
    Choice {
        /// The names, and what they mean.
        #[cfg_attr(feature = "typescript", ts(type = "{ name: string, means: string }[]"))]
        words: &'static [Word],
        /// Other names for them, which are read and not shown.
        #[serde(skip)]
        #[cfg_attr(feature = "typescript", ts(skip))]
        aliases: &'static [&'static str],
    },
    /// One of these numbers.
    Level {
        /// The numbers, and what they mean.
        #[cfg_attr(feature = "typescript", ts(type = "{ name: string, means: string }[]"))]
        words: &'static [Word],
    },
    /// A number.
    Count {
        /// The least that is possible.
        least: u32,
    },
    /// Two numbers, along m and n.
    Pair,
}

const DECIDES: Option<&str> = Some("the compiler decides");

const fn info(field: &'static str, flag: &'static str, label: &'static str, value: OptionValue) -> OptionInfo {
    OptionInfo {
        field,
        flag,
        label: prose(label),
        help: "",
        value,
        none: None,
        differs: None,
        decided_by: None,
    }
}

/// One of the names of a list.
const fn choice<T: Vocabulary>() -> OptionValue {
    OptionValue::Choice {
        words: T::WORDS,
        aliases: T::ALIASES,
    }
}

impl OptionInfo {
    const fn differs(self, differs: fn(&Options, &Options) -> bool) -> Self {
        let differs = Some(differs);
        Self { differs, ..self }
    }

    /// One that a pass decides by.
    const fn decides(self, pass: &'static str) -> Self {
        let decided_by = Some(Decider::Pass(pass));
        Self { decided_by, ..self }
    }

    /// One that the writer of PTX decides by.
    const fn emits(self) -> Self {
        let decided_by = Some(Decider::Emitter);
        Self { decided_by, ..self }
    }

    const fn help(self, help: &'static str) -> Self {
        let help = prose(help);
        Self { help, ..self }
    }

    const fn none(self, none: Option<&'static str>) -> Self {
        let none = match none {
            Some(none) => Some(prose(none)),
            None => None,
        };
        Self { none, ..self }
    }
}

/// All options, in the order in which they are offered.
pub const OPTIONS: &[OptionInfo] = {
    use OptionValue::{Count, Entry, Flag, Level, Pair, Target};
    &[
        info("gpu_name", "gpu-name", "Target", Target).help("GPU to compile for; `sm_90` means `sm_90a`.")
            .differs(|one, other| one.gpu_name != other.gpu_name),
        info("opt_level", "opt-level", "Level", Level { words: LEVELS }).help("How far to go.")
            .differs(|one, other| one.opt_level != other.opt_level),
        info("entry", "entry", "Kernel", Entry)
            .help("Kernel of the module, where it has several.")
            .none(Some("the only one")),
        info("lineinfo", "lineinfo", "Source lines in the PTX", Flag)
            .help("Put source lines into the PTX (`.loc`).")
            .differs(|one, other| one.lineinfo != other.lineinfo)
            .emits(),
        info("ftz", "ftz", "Flush subnormals", Flag)
            .help("Flush subnormal operands and results of f32 arithmetic to zero, also where the kernel does not say so.")
            .differs(|one, other| one.ftz != other.ftz)
            .decides(RELAX),
        info("contract", "contract", "Contract products and sums", Flag)
            .help("Fuse a product with the sum that alone uses it (fma): rounded once instead of twice.")
            .differs(|one, other| one.contract != other.contract)
            .decides(RELAX),
        info("approx", "approx", "Approximate functions", Flag)
            .help("Take the machine's fast forms of f32 quotients, square roots, exp and tanh, where the kernel names no rounding.")
            .differs(|one, other| one.approx != other.approx)
            .decides(RELAX),
        info(
            "pipeline_strategy",
            "pipeline-strategy",
            "Pipelining of loops",
            choice::<Strategy>(),
        )
        .help("Pipeline loops in this way, instead of as the compiler would decide.")
        .none(DECIDES)
            .differs(|one, other| one.pipeline_strategy != other.pipeline_strategy)
            .decides(SCHEDULE),
        info("consumers", "consumers", "Consumers", choice::<Consumers>())
            .help("Consumers of a warp-specialised loop: the warpgroups that issue its MMAs.")
            .none(DECIDES)
            .differs(|one, other| one.consumers != other.consumers)
            .decides(SCHEDULE),
        info("pairs", "pairs", "Pairs of CTAs", choice::<Pairs>())
            .help("Have the two CTAs of a cluster (2x1) make products together, where tensor cores multiply for both (cta_group::2); on: under stream-K for sm_100, too, whose tiles pairs then share (4x1).")
            .none(DECIDES)
            .differs(|one, other| one.pairs != other.pairs)
            .decides(SCHEDULE),
        info("powers", "powers", "Powers of two", choice::<PowersBy>())
            .help("Compute powers of two (exp2 of f32 that flushes subnormal numbers) in this way, instead of sharing those of a loop that special functions bind between these and a polynomial.")
            .none(DECIDES)
            .differs(|one, other| one.powers != other.powers)
            .decides(SCHEDULE),
        info("num_stages", "num-stages", "Stages", Count { least: 1 })
            .help("Stages of a software-pipelined loop, instead of what the compiler would decide; of the four-stage scheduler, its buffers (1: no multi-buffering, where all tiles are read an iteration ahead).")
            .none(DECIDES)
            .differs(|one, other| one.num_stages != other.num_stages)
            .decides(SCHEDULE),
        info("lhs_swizzle", "lhs-swizzle", "Swizzle of the left operand", choice::<Swizzle>())
            .help("Swizzle of the left operand's buffer in shared memory, instead of the one of the least score.")
            .none(DECIDES)
            .differs(|one, other| one.lhs_swizzle != other.lhs_swizzle)
            .decides("generate-schedule-constraints"),
        info("rhs_swizzle", "rhs-swizzle", "Swizzle of the right operand", choice::<Swizzle>())
            .help("Swizzle of the right operand's buffer in shared memory, instead of the one of the least score.")
            .none(DECIDES)
            .differs(|one, other| one.rhs_swizzle != other.rhs_swizzle)
            .decides("generate-schedule-constraints"),
        info("num_warps", "num-warps", "Warps of a tile", Count { least: 1 })
            .help("Warps to share out tiles to, 4 or 8, in place of the kernel's hint; they are more where tiles need more.")
            .none(Some("as the kernel's hint says"))
            .differs(|one, other| one.num_warps != other.num_warps)
            .decides(CUT),
        info("num_ctas", "num-ctas", "CTAs of a tile block", Count { least: 1 })
            .help("CTAs of a cluster that share each tile block, a power of two up to 16, in place of the kernel's hint.")
            .none(Some("as the kernel's hint says"))
            .differs(|one, other| one.num_ctas != other.num_ctas)
            .decides(CUT),
        info("register_budget", "register-budget", "Register budget", Count { least: 0 })
            .help("Values of a pipelined loop that may be live at a time: the documented scheduler, which is used for it where it overlaps iterations, then asks its cost arm first, which adds a surcharge for each value beyond.")
            .none(Some("the cost arm weighs bank pressure"))
            .differs(|one, other| one.register_budget != other.register_budget)
            .decides(SCHEDULE),
        info(
            "max_constraint_iterations",
            "max-constraint-iterations",
            "Orders of a retried group",
            Count { least: 1 },
        )
            .help("Orders in which the documented scheduler retries one group before it evicts others.")
            .none(Some("16"))
            .differs(|one, other| one.max_constraint_iterations != other.max_constraint_iterations)
            .decides(SCHEDULE),
        info("prefer_tma", "prefer-tma", "Stores by TMA", Flag)
            .help("Store tiles by TMA wherever it can, even where fewer CTAs share an SM then.")
            .differs(|one, other| one.prefer_tma != other.prefer_tma)
            .decides("materialize-async"),
        info("unlimited_smem", "unlimited-smem", "Shared memory without end", Flag)
            .help("Take shared memory to have no end, to see whether it is what binds. What comes out runs nowhere.")
            .differs(|one, other| one.unlimited_smem != other.unlimited_smem)
            .decides(SCHEDULE),
        info(
            "do_base_address_strength_reduce",
            "do-base-address-strength-reduce",
            "Shared addresses",
            Level { words: ADDRESSES },
        )
        .help("Sums of addresses that accesses share, those that most share first. Level 2 has none, unless 1 to 3 are asked for.")
            .differs(|one, other| one.do_base_address_strength_reduce != other.do_base_address_strength_reduce)
            .decides("fold-addresses"),
        info(
            "max_chain_length",
            "max-chain-length",
            "Longest chain of additions",
            Count { least: 1 },
        )
        .help("Longest chain of integer additions that depend on each other, at level 3: a longer one becomes a tree.")
            .differs(|one, other| one.max_chain_length != other.max_chain_length)
            .decides("fold-addresses"),
        info(
            "scev_cgp_inst_limit",
            "scev-cgp-inst-limit",
            "Largest loop with shared addresses",
            Count { least: 0 },
        )
        .help("Most ops of a loop in which accesses share addresses.")
        .none(Some("loops of any size"))
            .differs(|one, other| one.scev_cgp_inst_limit != other.scev_cgp_inst_limit)
            .decides("fold-addresses"),
        info("always_swizzle", "always-swizzle", "Always swizzle", Flag)
            .help("Swizzle tiles on their way through shared memory whatever it costs, instead of padding their rows.")
            .differs(|one, other| one.always_swizzle != other.always_swizzle)
            .decides("convert-tileas-to-nvvm"),
        info("delay_tma_store_wait", "delay-tma-store-wait", "Late wait for stores", Flag)
            .help("Wait for a store by TMA where its memory is written again, at level 3, instead of right behind it.")
            .differs(|one, other| one.delay_tma_store_wait != other.delay_tma_store_wait)
            .decides("convert-tileas-to-nvvm"),
        info("described", "described", "Described pipelines", Flag)
            .help("Write agents and pipelines in the words of the published description: waits probe first and have a time limit, agents are `async.exec` of a `switch_by_executor`, and a static persistent kernel advances its work, which clocks its rings.")
            .differs(|one, other| one.described != other.described)
            .decides("describe-pipelines"),
        info("scheduler", "scheduler", "Loop scheduler", choice::<Generator>())
            .help("Scheduler of loops.")
            .differs(|one, other| one.scheduler != other.scheduler)
            .decides(SCHEDULE),
        info("machine", "machine", "Scheduler model", choice::<LoopModel>())
            .help("Model that loops are scheduled in: footprints, latencies and pools of the machine. On the command line, also a file in the form of crates/machine/data/atoms.json.")
            .differs(|one, other| one.machine != other.machine)
            .decides(SCHEDULE),
        info(
            "rrt_size_threshold",
            "rrt-size-threshold",
            "Largest reservation tables",
            Count { least: 0 },
        )
        .help(
            "Largest reservation tables, in entries, with which agents are scheduled (heavy); 0: agents keep the order of the program (light).",
        )
            .differs(|one, other| one.rrt_size_threshold != other.rrt_size_threshold)
            .decides(SCHEDULE),
        info("allow_refuted", "allow-refuted", "PTX of refuted barriers", Flag)
            .help("Print PTX even if the verdict on its barriers is `refuted`.")
            .differs(|one, other| one.allow_refuted != other.allow_refuted),
        info(
            "tile_scheduler.kind",
            "tile-scheduler",
            "Tile scheduler",
            choice::<SchedulerKind>(),
        )
        .help("Tile scheduler: which CTA computes which tile of a matrix product. Without it each tile block computes its own.")
        .none(Some("none: each tile block computes its own tile"))
            .differs(|one, other| one.tile_scheduler.is_some() != other.tile_scheduler.is_some())
            .decides("apply-tile-scheduler"),
        info(
            "tile_scheduler.policy",
            "scheduler-policy",
            "Formulas",
            choice::<SchedulerPolicy>(),
        )
        .help("Formulas of the tile scheduler: the published contract's, or CUTLASS's for SM90."),
        info("tile_scheduler.swizzle", "swizzle", "Swizzle", Count { least: 1 })
            .help("Width of a panel in tiles; 1: no swizzle."),
        info("tile_scheduler.raster", "raster", "Raster", choice::<Raster>()).help("The order of tiles."),
        info("tile_scheduler.cluster", "cluster", "Cluster", Pair).help("CTAs of a cluster along m and n; of 1x1, stream-K for sm_100 makes 2x1, whose CTAs share each tile, or whose pairs do (--pairs on)."),
        info("tile_scheduler.splits", "splits", "K splits", Count { least: 1 })
            .help("K splits of each tile; 1: stream-K decides."),
        info(
            "tile_scheduler.nondeterministic",
            "nondeterministic",
            "Partial accumulators in any order",
            Flag,
        )
        .help("Join partial accumulators in any order (cutlass-sm90)."),
        info("tile_scheduler.pull", "pull", "Pull work at run time", Flag)
            .help("Pull work at run time (data-parallel): from a counter below sm_100, from there on by cancelling launches of CTAs or clusters."),
        info("tile_scheduler.sms", "sms", "SMs", Count { least: 1 })
            .help("SMs to plan for.")
            .none(Some("those of the target")),
        info("tile_scheduler.num_workers", "num-workers", "Workers", Count { least: 1 })
            .help("Workers to plan for, each a CTA or a cluster; TileLang's scheduler has the number as a constant.")
            .none(Some("as many as the SMs hold")),
        info("tile_scheduler.checked", "check-tile-ids", "Check tile ids", Flag)
            .help("Stop the kernel where a CTA has the id of no tile (data-parallel), instead of computing nothing."),
    ]
};

/// The options that allow another arithmetic than the kernel's, by their flags without dashes.
pub fn arithmetic_flags() -> impl Iterator<Item = &'static str> {
    let relaxing = OPTIONS
        .iter()
        .filter(|option| option.decided_by == Some(Decider::Pass(RELAX)));
    relaxing.map(|option| option.flag)
}

/// The effect of the option of this field, in a sentence; empty if there is none.
pub fn help(field: &str) -> &'static str {
    let option = OPTIONS.iter().find(|option| option.field == field);
    // Absent: a test asks for the help of every field.
    option.map_or("", |option| option.help)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    /// The fields of a structure, in JSON.
    fn fields(value: impl Serialize) -> Vec<String> {
        let Ok(Value::Object(fields)) = serde_json::to_value(value) else {
            panic!("not an object")
        };
        fields.into_iter().map(|(name, _)| name).collect()
    }

    #[test]
    fn the_usual_number_of_orders_is_that_of_the_data() {
        let orders = OPTIONS
            .iter()
            .find(|option| option.field == "max_constraint_iterations");
        let usual = tilewright_modsched::arms::cost::CostModel::documented().retry_orders;
        assert_eq!(orders.unwrap().none, Some(&*usual.to_string()));
    }

    #[test]
    fn every_option_is_on_the_list_once_and_says_what_it_does() {
        let own = fields(Options::default())
            .into_iter()
            .filter(|name| name != "tile_scheduler");
        let tiles = fields(TileScheduler::default()).into_iter();
        let mut all: Vec<String> = own.chain(tiles.map(|name| format!("tile_scheduler.{name}"))).collect();
        all.sort();
        let mut listed: Vec<String> = OPTIONS.iter().map(|option| option.field.to_string()).collect();
        listed.sort();
        assert_eq!(listed, all);
        for option in OPTIONS {
            assert!(
                option.help.ends_with('.') && help(option.field) == option.help,
                "{}",
                option.field
            );
        }
    }

    #[test]
    fn what_older_links_say_is_still_read() {
        let read = |text: &str| serde_json::from_str::<Options>(text);
        let asked = |consumers| read(consumers).expect("an option").consumers;
        assert_eq!(asked(r#"{"consumers": "auto"}"#), None);
        assert_eq!(asked(r#"{"consumers": null}"#), None);
        assert_eq!(asked(r#"{"consumers": "2"}"#), Some(Consumers::Cooperative));
        assert_eq!(asked(r#"{"consumers": "pingpong"}"#), Some(Consumers::PingPong));
        let wrong = read(r#"{"consumers": "three"}"#)
            .expect_err("no such consumers")
            .to_string();
        assert!(
            wrong.contains("there is no `three`; there are 1, cooperative, pingpong"),
            "{wrong}"
        );
        let wrong = read(r#"{"scheduler": "none"}"#)
            .expect_err("no such scheduler")
            .to_string();
        assert!(wrong.contains("there are auto, documented, serial"), "{wrong}");
    }
}
