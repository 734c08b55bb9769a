//! GPU targets as data files: slots, latencies, capacity pools, atoms, limits. No number is in code.

#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod atoms;
mod data;
#[cfg(test)]
mod every_file;
mod layouts;
mod memory;
mod model;
mod policy;
mod powers;
mod registers;
mod residency;
mod target;
mod thread_ops;
mod tree;
mod units;

pub use atoms::{Atom, Atoms, LoopAtoms, LoopModel, Pool, Scope, Slot, atoms, read_atoms};
pub use data::Misfit;
pub use layouts::{LayoutAtom, LayoutAtoms, LayoutFigures, LayoutWeights, MemorySpace, layout_atoms, layouts};
pub use memory::{BANK_BYTES, BANK_LINE_BYTES, MemoryFigures, SECTOR_BYTES, memory};
pub use model::{
    ModelCeiling, ModelFootprint, ModelLatency, ModelPool, ModelSlot, SCHEDULER_MODELS, SchedulerModel, read_model,
    scheduler_model,
};
pub use policy::{Policy, policy};
pub use powers::{PowerFigures, powers};
pub use registers::{RegisterModel, register_model};
pub use residency::{Residency, residency};
pub use target::{AgentFigures, PipelineFigures, Sourced, Target, target, targets};
pub use thread_ops::{ThreadOps, thread_ops};
pub use units::{UnitFigures, unit_figures};
