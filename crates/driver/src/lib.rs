//! The compiler as one call: options in, report out.
//!
//! It decides what runs in which order and keeps what came of it; the passes do the work, and the shells around it
//! (command line, page) only show the [`Report`].

#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod abi;
mod check;
mod clock;
mod compile;
mod costs;
pub mod fuzzing;
mod gallery;
mod hints;
pub mod layouts;
pub mod loops;
pub mod occupancy;
pub mod options;
pub mod registers;
pub mod report;
mod schedule;
mod settings;
mod sums;
mod text;
pub mod tile_scheduler;
pub mod tiles;
mod unused;

pub use check::{Checked, check};
pub use compile::{Snapshot, Trace, blame_text, compile, trace, trace_asked, trace_from, trace_plain};
pub use gallery::{Example, gallery};
pub use options::{Consumers, Generator, LoopModel, Options, Strategy, Swizzle, rrt_size_threshold};
pub use report::{Compilation, Report, Timings};
pub use text::Text;
pub use unused::{Asked, given, no_effect};

/// The GPUs that can be compiled for: name and products.
pub fn targets() -> Vec<(String, String)> {
    tilewright_machine::targets()
        .map(|t| (t.name.clone(), t.label.clone()))
        .collect()
}

/// The passes in order: name, level of what they make, what they do.
pub fn passes() -> Vec<(&'static str, &'static str, &'static str)> {
    tilewright_passes::PIPELINE
        .iter()
        .map(|p| (p.name, p.level.name(), p.doc))
        .collect()
}
