//! Producer/consumer pipelines: the state machine as an executable specification, CUTLASS's pipeline classes as traces
//! of barrier operations, barrier programs, and a model checker for them. Knows no IR.

#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]
// An op, an event or a state that is new is not without effect because somebody forgot it.
#![deny(clippy::wildcard_enum_match_arm)]

pub mod check;
pub mod program;
pub mod refusal;
pub mod ring;
pub mod state;
pub mod step;
pub mod text;
pub mod vectors;

pub use check::{Control, Mode, Options, Report, Verdict, check};
pub use program::Program;
pub use refusal::ProtocolRefusal;
