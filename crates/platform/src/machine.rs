//! A machine that is no browser.

use std::sync::OnceLock;
use std::time::Instant;

/// Milliseconds since this was first asked.
pub fn now() -> f64 {
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed().as_secs_f64() * 1e3
}

/// Nothing is left to do: the standard library tells of a panic.
pub fn report_panics() {}
