//! The faults that a protocol can have.

use super::compiled::Compiled;
use serde::{Deserialize, Serialize};

/// A fault, by indices into the program. `Fault::describe` makes the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "BarrierFault"))]
#[serde(rename_all = "kebab-case", tag = "fault")]
pub enum Fault {
    /// Nobody can move, and somebody is not done.
    Deadlock,
    /// A slot is written while its content is still being read, or before it was read.
    OverwriteUnread {
        /// The write (index into the compiled data accesses).
        write: u32,
        /// The read it breaks.
        read: u32,
    },
    /// A slot is written while an earlier content is still being written.
    OverlappingWrites {
        /// The later write.
        write: u32,
        /// The earlier write.
        earlier: u32,
    },
    /// A slot is read before its content has been written.
    ReadUnwritten {
        /// The read.
        read: u32,
        /// The write it needed.
        write: u32,
    },
    /// An agent waits for a phase that is no longer the one before the current: its parity now means another phase.
    PhaseLag {
        /// Agent.
        agent: u32,
        /// Barrier.
        barrier: u32,
        /// Phase it waits for (-1: the one before the first).
        expected: i32,
        /// Current phase of the barrier.
        current: u32,
    },
    /// More arrivals than the barrier's count within a phase.
    OverArrival {
        /// Barrier.
        barrier: u32,
        /// Arrivals still pending.
        pending: u32,
        /// Arrivals of the step.
        count: u32,
    },
    /// The transaction count leaves the hardware's range.
    TransactionRange {
        /// Barrier.
        barrier: u32,
    },
    /// Everyone is done and a barrier still expects bytes, or has received too many.
    TransactionsLeft {
        /// Barrier.
        barrier: u32,
        /// Expected minus completed bytes.
        bytes: i32,
    },
    /// A phase is arrived at before anyone has observed the end of the one before it.
    UnobservedPhase {
        /// Barrier.
        barrier: u32,
        /// The phase nobody had observed.
        phase: u32,
    },
    /// A barrier is signalled after every agent of its CTA has exited.
    SignalAfterExit {
        /// Barrier.
        barrier: u32,
    },
}

impl Fault {
    /// A short name of the kind.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Deadlock => "deadlock",
            Self::OverwriteUnread { .. } => "overwrite of an unread stage",
            Self::OverlappingWrites { .. } => "overlapping writes",
            Self::ReadUnwritten { .. } => "read of an unwritten stage",
            Self::PhaseLag { .. } => "waiter two phases behind",
            Self::OverArrival { .. } => "too many arrivals",
            Self::TransactionRange { .. } => "transaction count out of range",
            Self::TransactionsLeft { .. } => "transaction bytes left over",
            Self::UnobservedPhase { .. } => "unobserved phase",
            Self::SignalAfterExit { .. } => "signal after exit",
        }
    }

    /// The fault in a sentence, with the program's names.
    pub fn describe(&self, c: &Compiled) -> String {
        let data = |i: u32| c.describe_data(i as usize);
        let barrier = |i: u32| c.barrier_name(i as usize);
        match *self {
            Self::Deadlock => "nobody can move, and somebody is not done".to_string(),
            Self::OverwriteUnread { write, read } => {
                format!("{} overwrites what {} has not finished", data(write), data(read))
            }
            Self::OverlappingWrites { write, earlier } => {
                format!("{} starts before {} has finished", data(write), data(earlier))
            }
            Self::ReadUnwritten { read, write } => format!("{} starts before {} has finished", data(read), data(write)),
            Self::PhaseLag {
                agent,
                barrier: b,
                expected,
                current,
            } => format!(
                "{} waits for phase {expected} of {}, which is already in phase {current}: the parity it waits for now means another phase",
                c.agent_name(agent as usize),
                barrier(b)
            ),
            Self::OverArrival {
                barrier: b,
                pending,
                count,
            } => {
                format!("{} arrivals on {} where {} are pending", count, barrier(b), pending)
            }
            Self::TransactionRange { barrier: b } => {
                format!("the transaction count of {} leaves its range", barrier(b))
            }
            Self::TransactionsLeft { barrier: b, bytes } => {
                format!(
                    "everyone is done and {} still counts {bytes} bytes (expected minus completed)",
                    barrier(b)
                )
            }
            Self::UnobservedPhase { barrier: b, phase } => {
                format!(
                    "an arrival on {} although nobody has observed the end of its phase {phase}",
                    barrier(b)
                )
            }
            Self::SignalAfterExit { barrier: b } => {
                format!("{} is signalled after every agent of its CTA has exited", barrier(b))
            }
        }
    }
}
