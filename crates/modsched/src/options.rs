//! What a caller may choose.

use crate::arms::cost::CostModel;

/// Who makes the schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Generator {
    /// `rau`, then `exact` within the budget; `serial` only if the loop forces it. The default.
    Auto,
    /// Document 000's choice between serial and the arms.
    Documented,
    /// One op after the other, one stage.
    Serial,
    /// Iterative scheduling with eviction.
    Rau,
    /// Every II from the bound on, refuted or satisfied.
    Exact,
    /// Document 004.
    FourStage,
}

impl Generator {
    /// All generators with the names used on the command line and in files.
    pub const NAMES: [(Generator, &'static str); 6] = [
        (Generator::Auto, "auto"),
        (Generator::Documented, "documented"),
        (Generator::Serial, "serial"),
        (Generator::Rau, "rau"),
        (Generator::Exact, "exact"),
        (Generator::FourStage, "four-stage"),
    ];

    /// The name used on the command line and in files.
    pub fn name(self) -> &'static str {
        Self::NAMES.iter().find(|(g, _)| *g == self).map_or("auto", |(_, n)| n)
    }

    /// The generator of that name.
    pub fn from_name(name: &str) -> Option<Generator> {
        Self::NAMES.iter().find(|(_, n)| *n == name).map(|(g, _)| *g)
    }
}

/// How II is searched by the `rau` and `documented` generators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IiSearch {
    /// One II after the other: the only search that finds the smallest feasible II.
    Sweep,
    /// Doubling and bisecting: fewer candidates, but feasibility is not monotone in II, so the result may be larger.
    Gallop,
}

/// Default budget of the exact solver, in conflicts.
pub const DEFAULT_CONFLICTS: u64 = 200_000;
/// Default budget for reducing cores, in conflicts.
pub const DEFAULT_CORE_CONFLICTS: u64 = 20_000;
/// Default budget for proving the number of stages, in conflicts.
pub const DEFAULT_STAGE_CONFLICTS: u64 = 20_000;

/// Choices for one run.
#[derive(Clone, Debug)]
pub struct Options {
    /// Who makes the schedule.
    pub generator: Generator,
    /// Largest II to try. By default the serial schedule's, at which a schedule is known to exist.
    pub ii_cap: Option<u32>,
    /// Conflicts the exact solver may spend on feasibility.
    pub conflicts: u64,
    /// Conflicts it may spend on reducing cores.
    pub core_conflicts: u64,
    /// Conflicts it may spend on the number of stages.
    pub stage_conflicts: u64,
    /// How the `rau` and `documented` generators search II.
    pub search: IiSearch,
    /// Weights of the cost arm.
    pub cost_model: CostModel,
    /// Shared-memory buffers of the four-stage scheduler: 1 is off.
    pub multi_buffer: u32,
    /// Whether to look for changes that would lower II.
    pub suggest_changes: bool,
    /// Stages asked for: every op must be in one of the first so many, and [`Options::pressure`] must carry them.
    pub stages: Option<u32>,
    /// What one iteration in flight takes of the machine's numbered pools; see [`crate::model::ResourceModel::pressure`].
    pub pressure: Vec<Pressure>,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            generator: Generator::Auto,
            ii_cap: None,
            conflicts: DEFAULT_CONFLICTS,
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

/// What one iteration in flight takes of a pool.
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
