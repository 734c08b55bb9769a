//! Runs PTX on a small model GPU and says what is wrong with it.
//!
//! The PTX text is parsed by [`tilewright_ptx`], decoded to a compact program, and executed warp by warp: registers,
//! memory spaces, divergence and reconvergence, barriers, mbarriers, asynchronous copies with tensor maps, matrix
//! products. Where the manual leaves the order or the time of something open, a seeded scheduler chooses; where it says
//! "undefined", the run reports a [`Finding`]. See `README.md` for what is modelled and how.

#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]
// An op, an event or a state that is new is not without effect because somebody forgot it.
#![deny(clippy::wildcard_enum_match_arm)]

mod completion;
#[allow(
    clippy::wildcard_enum_match_arm,
    reason = "it reads what the table of opcodes allows, and refuses the rest by name"
)]
mod decode;
mod exec;
mod finding;
mod flow;
#[doc(hidden)]
pub mod fuzzing;
mod global_race;
mod launch;
mod memory;
#[allow(
    clippy::wildcard_enum_match_arm,
    reason = "roundings and formats are exceptions to one computation"
)]
mod num;
mod queue;
mod race;
mod refusal;
mod rng;
mod run;
mod setup;
mod shared;
mod state;
mod story;
mod tensor_map;
mod timeline;
mod tmem;
mod waiting;

pub use exec::{AccessKind, Observer, WarpAccess};
pub use finding::{Finding, FindingKind, Other, PtxPosition};
pub use launch::{Launch, LaunchFile, Param};
pub use memory::Buffer;
pub use refusal::Refusal;
pub use run::{Ended, Options, Outcome, Progress, Stats};
pub use story::{Deed, Happening, Standing};
pub use tensor_map::{Oob, Swizzle, TensorMap, TmaType};
pub use timeline::{BarrierHistory, BarrierName, Phase};

use std::ops::ControlFlow;
use tilewright_npz::Npz;

/// Runs one entry of a PTX text.
///
/// # Errors
/// The text is not PTX, holds an instruction that is not modelled, or does not fit the launch. Nothing was executed
/// then; what goes wrong while the kernel runs is a finding in the outcome.
pub fn run(text: &str, launch: &Launch, buffers: Vec<Buffer>, options: Options) -> Result<Outcome, Refusal> {
    run_watched(text, launch, buffers, options, &mut |_| ControlFlow::Continue(()))
}

/// As [`run()`]; `progress` is called now and then, and if it returns `Break`, the run is cancelled.
///
/// # Errors
/// As [`run()`].
pub fn run_watched(
    text: &str,
    launch: &Launch,
    buffers: Vec<Buffer>,
    options: Options,
    progress: &mut dyn FnMut(Progress) -> ControlFlow<()>,
) -> Result<Outcome, Refusal> {
    run_observed(text, launch, buffers, options, progress, None)
}

/// As [`run_watched`]; `observer` is told of every access of a warp to global memory, and to its own CTA's shared memory, but
/// for bulk and tensor copies, atomics on shared memory, and barriers.
///
/// # Errors
/// As [`run()`].
pub fn run_observed(
    text: &str,
    launch: &Launch,
    buffers: Vec<Buffer>,
    options: Options,
    progress: &mut dyn FnMut(Progress) -> ControlFlow<()>,
    observer: Option<&mut Observer<'_>>,
) -> Result<Outcome, Refusal> {
    let parsed = tilewright_ptx::parse(text).map_err(|e| Refusal {
        pos: e.pos,
        message: format!("{} ({})", e.message, e.help),
    })?;
    let program = decode::decode(&parsed, &launch.entry, launch.shared_align)?;
    // Whatever is not modelled is refused first: those words are the emulator's own.
    if let Err(faults) = tilewright_ptx::verify(&parsed.module)
        && let Some(fault) = faults.into_iter().next()
    {
        let place = fault.stmt.and_then(|stmt| parsed.map.place(fault.entry, stmt));
        return Err(Refusal {
            pos: place.unwrap_or_default(),
            message: fault.message,
        });
    }
    run::run(&program, launch, buffers, options, progress, observer)
}

/// The result of [`run_ptx`].
#[derive(Clone, PartialEq, Debug)]
pub struct Report {
    /// The arrays that the launch file names as outputs.
    pub outputs: Npz,
    /// The faults; empty for a correct kernel.
    pub findings: Vec<Finding>,
    /// Figures.
    pub stats: Stats,
}

/// Runs a PTX text by a launch file and its input arrays.
///
/// # Errors
/// As [`run()`], and whatever is wrong with the launch file.
pub fn run_ptx(text: &str, launch: &str, inputs: &Npz, options: Options) -> Result<Report, Refusal> {
    let file = LaunchFile::read(launch, inputs)?;
    let outcome = run(text, &file.launch, file.buffers.clone(), options)?;
    Ok(Report {
        outputs: file.outputs(&outcome.buffers)?,
        findings: outcome.findings,
        stats: outcome.stats,
    })
}

/// The example of the README is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
