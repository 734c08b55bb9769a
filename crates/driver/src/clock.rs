//! A clock for the timings, which are kept apart from the report.

use crate::report::{Timing, Timings};
use web_time::Instant;

/// Times one thing after another.
#[derive(Clone)]
pub struct Clock {
    start: Instant,
    last: Instant,
    timings: Timings,
}

impl Clock {
    /// Starts now.
    pub fn start() -> Self {
        let now = Instant::now();
        Self {
            start: now,
            last: now,
            timings: Timings::default(),
        }
    }

    /// Names the time since the last call, or the start.
    pub fn lap(&mut self, name: &str) {
        let now = Instant::now();
        let micros = now.duration_since(self.last).as_secs_f64() * 1e6;
        self.timings.passes.push(Timing {
            name: name.to_string(),
            micros,
        });
        self.last = now;
    }

    /// All times.
    pub fn stop(mut self) -> Timings {
        self.timings.total_micros = Instant::now().duration_since(self.start).as_secs_f64() * 1e6;
        self.timings
    }
}
