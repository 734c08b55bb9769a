//! Why a loop without products is left alone.

use super::{LoopRefusal, Words, choice, cycles};
use crate::pipelining::depth::Depth;
use crate::pipelining::plain_loop::{Flight, Flow};

/// Why a loop without products is left alone.
#[derive(Clone, PartialEq, Debug)]
pub enum Left {
    /// It loads nothing.
    NothingLoaded,
    /// None of its loads can run ahead, for this reason of the first.
    Refused(LoopRefusal),
    /// It takes as long as it would with loads ahead, or longer by less than the figures are good for.
    Enough {
        /// The work of memory for it.
        flow: Flow,
        /// The bytes that CTAs have in flight as it is.
        flight: Flight,
        /// Cycles of an iteration as it is.
        plain: f64,
        /// Those of the best other candidate; none: there is none.
        best: Option<f64>,
    },
}

/// The bound of an iteration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Limit {
    /// The rate of memory.
    Memory,
    /// The instructions that threads issue, or their waits.
    Threads,
}

impl Limit {
    /// The bound that is so many cycles.
    pub fn of(flow: &Flow, iteration: f64) -> Self {
        match iteration > flow.bound() {
            true => Self::Threads,
            false => Self::Memory,
        }
    }
}

/// Why loads of a loop without products run so many stages ahead.
pub fn of_flight(flow: &Flow, flight: &Flight, depth: &Depth) -> Words {
    choice(
        "choice.depth-in-flight",
        match depth.asked {
            Some(_) => {
                "{asked} asked for; with {stages stages} {ctas CTAs} of an SM have {bytes bytes} in flight, where {needed} hide the latency of memory"
            }
            None => {
                "with {stages stages} {ctas CTAs} of an SM have {bytes bytes} in flight, where {needed} hide the latency of memory"
            }
        },
        &[
            ("asked", &depth.asked.unwrap_or(0)),
            ("stages", &depth.chosen),
            ("ctas", &flight.ctas),
            ("bytes", &cycles(flight.bytes)),
            ("needed", &cycles(flow.needed())),
        ],
    )
}

impl Left {
    /// The reason in words.
    pub fn words(&self) -> Words {
        match self {
            Self::NothingLoaded => choice(
                "choice.no-loads",
                "the loop loads nothing that could be there earlier",
                &[],
            ),
            Self::Refused(why) => why.words(),
            Self::Enough {
                flow,
                flight,
                plain,
                best,
            } => choice(
                "choice.enough-in-flight",
                match Limit::of(flow, *plain) {
                    Limit::Memory => {
                        "with {ctas CTAs} an SM has {bytes bytes} in flight, where {needed} hide the latency of memory, which bounds an \
                         iteration at {bound cycles}: it takes {plain}{best}"
                    }
                    Limit::Threads => {
                        "what threads do and wait for bounds an iteration at {plain cycles}, where memory takes {bound}; with {ctas CTAs} an \
                         SM has {bytes bytes} in flight, and {needed} hide the latency of memory{best}"
                    }
                },
                &[
                    ("ctas", &flight.ctas),
                    ("bytes", &cycles(flight.bytes)),
                    ("needed", &cycles(flow.needed())),
                    ("bound", &cycles(flow.bound())),
                    ("plain", &cycles(*plain)),
                    (
                        "best",
                        &best.map_or_else(String::new, |best| {
                            format!("; with loads ahead {} at best", cycles(best))
                        }),
                    ),
                ],
            ),
        }
    }
}
