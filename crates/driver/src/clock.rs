//! A clock for the timings, which are kept apart from the report.

use crate::report::{Timing, Timings};
use tilewright_platform::now;

/// Times one thing after another, in milliseconds.
#[derive(Clone)]
pub struct Clock {
    start: f64,
    last: f64,
    timings: Timings,
}

impl Clock {
    /// Starts now.
    pub fn start() -> Self {
        let now = now();
        Self {
            start: now,
            last: now,
            timings: Timings::default(),
        }
    }

    /// Names the time since the last call, or the start.
    pub fn lap(&mut self, name: &str) {
        let now = now();
        self.timings.passes.push(Timing {
            name: name.to_string(),
            micros: (now - self.last) * 1e3,
        });
        self.last = now;
    }

    /// All times.
    pub fn stop(mut self) -> Timings {
        self.timings.total_micros = (now() - self.start) * 1e3;
        self.timings
    }
}
