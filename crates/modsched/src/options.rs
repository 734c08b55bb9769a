//! Options of a run.

use crate::arms::cost::CostModel;

tilewright_vocabulary::vocabulary! {
    /// Schedulers of loops (docs/sources/modulo-scheduling.md#generators, docs/sources/four-stage.md).
    pub enum Generator {
        /// Iterative scheduling, then the exact solver within its budget; serial only if the loop forces it.
        Auto = "auto",
        /// The described choice between serial and the arms.
        Documented = "documented",
        /// One op after the other, in one stage.
        Serial = "serial",
        /// Iterative scheduling with eviction.
        Rau = "rau",
        /// Every II from the bound on, refuted or satisfied.
        Exact = "exact",
        /// Global loads, stores to shared memory, loads from it and compute, each in a stage of its own.
        FourStage = "four-stage",
    }
}

/// The rules by which a loop has the serial schedule, though another was asked for.
pub mod serial_rule {
    /// A constraint asks for it.
    pub const FORCED: &str = "a constraint forces it";
    /// The loop has fewer ops than the documented generator asks its arms about.
    pub const SMALL: &str = "the loop has too few ops for the arms";
    /// The third trigger of the documented generator.
    pub const SYNCHRONOUS: &str = "nothing in the loop is asynchronous";
}

/// Search for II by the `rau` and `documented` generators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IiSearch {
    /// One II after the other: the only search that finds the smallest feasible II.
    Sweep,
    /// Doubling and bisecting: fewer candidates, but feasibility is not monotone in II, so the result may be larger.
    Gallop,
}

// The budgets of one who asks this crate for a schedule and says nothing: it is of use by itself and knows no data files
// of a compiler, whose own, smaller budgets are in `crates/machine/data/policy.json`.

/// Default budget of the exact solver, in conflicts.
pub const DEFAULT_CONFLICTS: u64 = 200_000;
/// Default budget for reducing cores, in conflicts.
pub const DEFAULT_CORE_CONFLICTS: u64 = 20_000;
/// Default budget for proving the number of stages, in conflicts.
pub const DEFAULT_STAGE_CONFLICTS: u64 = 20_000;

/// Choices for one run.
#[derive(Clone, Debug)]
pub struct Options {
    /// The scheduler.
    pub generator: Generator,
    /// Largest II to try. By default the serial schedule's, at which a schedule is known to exist.
    pub ii_cap: Option<u32>,
    /// Conflicts the exact solver may spend on feasibility.
    pub conflicts: u64,
    /// Steps that it may take in all, for every II, the number of stages and the explanations; see [`crate::steps`].
    pub steps: u64,
    /// Conflicts it may spend on reducing cores; 0: they are told as the solver found them, and not checked again.
    pub core_conflicts: u64,
    /// Conflicts it may spend on the number of stages.
    pub stage_conflicts: u64,
    /// Search for II by the `rau` and `documented` generators.
    pub search: IiSearch,
    /// Weights of the cost arm.
    pub cost_model: CostModel,
    /// Shared-memory buffers of the four-stage scheduler: 1 is off.
    pub multi_buffer: u32,
    /// Whether to look for changes that would lower II.
    pub suggest_changes: bool,
    /// Stages asked for: every op must be in one of the first so many, and [`Options::pressure`] must carry them.
    pub stages: Option<u32>,
    /// Amounts that one iteration in flight takes of the machine's numbered pools; see
    /// [`crate::model::ResourceModel::pressure`].
    pub pressure: Vec<Pressure>,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            generator: Generator::Auto,
            ii_cap: None,
            conflicts: DEFAULT_CONFLICTS,
            steps: u64::MAX,
            core_conflicts: DEFAULT_CORE_CONFLICTS,
            stage_conflicts: DEFAULT_STAGE_CONFLICTS,
            search: IiSearch::Sweep,
            cost_model: CostModel::documented(),
            multi_buffer: 2,
            suggest_changes: true,
            stages: None,
            pressure: Vec::new(),
        }
    }
}

/// The amount that one iteration in flight takes of a pool.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pressure {
    /// Name of the pool.
    pub name: String,
    /// Amount one iteration takes.
    pub each: u64,
    /// Its cap.
    pub cap: u64,
}

/// Where a long run is. Returning `true` from the callback cancels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The II being worked on.
    pub ii: u32,
    /// Conflicts spent so far at this II.
    pub conflicts: u64,
}
