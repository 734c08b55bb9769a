//! GPU targets as data files: slots, latencies, capacity pools, atoms, limits. No number is in code.

mod target;

pub use target::{Sourced, Target, target, targets};
