//! Modulo scheduling: loop graph in, checked schedule or reasoned refusal out.

pub mod arms;
pub mod bounds;
pub mod check;
pub mod depths;
pub mod eviction;
pub mod exact;
pub mod graph;
pub mod json;
pub mod lift;
mod occupancy;
pub mod prepared;
pub mod recurrence;
pub mod rrt;
pub mod scc;
pub mod schedule;
pub mod search;
pub mod serial;
pub mod shape;
pub mod slots;
