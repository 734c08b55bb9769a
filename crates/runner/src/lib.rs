//! One case, either engine: the interpreter runs the kernel, the emulator runs its PTX, and both results are compared
//! with what the case expects. The command line and the page show what comes out.

#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod accesses;
mod emulate;
mod experiment;
mod form;
#[doc(hidden)]
pub mod fuzzing;
mod interpret;
mod launch_file;
mod lift;
mod names;
mod ptx_alone;
mod scheduled;

pub use accesses::{AccessCount, Accesses};
pub use emulate::{emulate, emulate_counting, launch};
pub use experiment::{
    Experiment, Fault, FaultPlace, LineAccesses, OtherFault, OutputReport, Stage, Verdict, experiment,
    experiment_relaxed,
};
pub use form::{Argument, ArgumentRole, Form, Launch, fill, generate};
pub use interpret::{interpret, meant};
pub use launch_file::made_inputs;
pub use launch_file::run_launch_file;
pub use lift::lift;
pub use names::with_names;
pub use ptx_alone::{ArrayAfter, PtxArray, PtxLaunch, PtxParam, PtxRun, SuggestedLaunch, run_alone, suggest_launch};

use tilewright_case::Comparison;
use tilewright_diag::Diagnostic;
use tilewright_npz::Npz;

/// A run of a kernel, compared.
#[derive(Clone, PartialEq, Debug)]
pub struct Trial {
    /// Each output against what was expected; empty where nothing is known.
    pub comparisons: Vec<Comparison>,
    /// The outputs.
    pub outputs: Npz,
    /// The faults that were found while it ran.
    pub findings: Findings,
    /// The text that the kernel printed.
    pub printed: Vec<String>,
    /// Why the run did not come to its end.
    pub unfinished: Option<&'static str>,
    /// The amount of work: elements for the interpreter, instructions of warps for the emulator.
    pub work: u64,
    /// Counts of the accesses to memory, by instruction; empty where nobody asked.
    pub accesses: Vec<AccessCount>,
    /// When barriers completed their phases, in the emulator.
    pub barriers: Vec<tilewright_emulator::BarrierHistory>,
}

/// The faults that were found, by engine.
#[derive(Clone, PartialEq, Debug)]
pub enum Findings {
    /// About the kernel.
    Kernel(Vec<Diagnostic>),
    /// About the PTX.
    Ptx(Vec<tilewright_emulator::Finding>),
}

impl Findings {
    /// Whether nothing was found.
    pub fn is_empty(&self) -> bool {
        match self {
            Self::Kernel(list) => list.is_empty(),
            Self::Ptx(list) => list.is_empty(),
        }
    }
}

impl Trial {
    /// Whether the run came to its end, found nothing, and every output is within its tolerance.
    pub fn passed(&self) -> bool {
        self.unfinished.is_none() && self.findings.is_empty() && self.comparisons.iter().all(Comparison::passed)
    }
}
