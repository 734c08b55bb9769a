//! The three reference sets as functions: a configuration's inputs to every field the set computes, under its names.
//!
//! The inputs are signed and wide, so that a bad number becomes a refusal with a rule rather than a parse error.

use crate::refusal::{MAX_COUNT, SchedulerRefusal, positive};

pub mod contract;
pub mod static_persistent;
pub mod stream_k;
pub mod tilelang;

/// The most tiles, units and workers that are listed or drawn one by one; beyond it only memory is lost.
pub const MAX_LISTED: u64 = 1 << 22;

/// Refuses what is too long to be listed; `counts` are tiles, units or workers.
pub fn listable(what: &str, counts: &[u32]) -> Result<(), SchedulerRefusal> {
    let listed: u64 = counts.iter().map(|&count| u64::from(count)).sum();
    if listed <= MAX_LISTED {
        return Ok(());
    }
    Err(
        SchedulerRefusal::new(what, listed, "each is written, so there is a limit; --explain has none")
            .nearest(MAX_LISTED),
    )
}

/// The width of a panel: any positive number is legal. Beyond the most tiles there can be, widths are all the same.
fn panel(field: &str, width: i64) -> Result<u32, SchedulerRefusal> {
    positive(field, width.min(MAX_COUNT as i64))
}
