//! The model checker: every interleaving of a barrier program, or a proof that one stands for all.

pub mod causal;
pub mod compiled;
pub mod explore;
pub mod fault;
mod probes;
pub mod report;
mod shrink;
pub mod state;

pub use explore::{Control, Exploration, Limits};
pub use fault::Fault;
pub use report::{Mode, Options, Report, Verdict, check, execution};
