//! GPU targets as data files: slots, latencies, capacity pools, atoms, limits. No number is in code.

mod atoms;
mod data;
mod model;
mod target;

pub use atoms::{Atom, Atoms, LOOP_MODELS, Pool, Scope, Slot, atoms, loop_model};
pub use model::{SCHEDULER_MODELS, SchedulerModel, scheduler_model};
pub use target::{AgentFigures, PipelineFigures, Sourced, Target, target, targets};
