//! Instructions and special functions of ops on tiles, and the rates of the units that run threads.

use crate::data::{built_in, carried, fields};
use crate::target::Sourced;
use std::sync::LazyLock;

/// Rates of an SM's units, and instructions of ops.
#[derive(Clone, Debug, PartialEq)]
pub struct ThreadOps {
    /// The name of the file.
    pub name: String,
    /// The contents of the file.
    pub source: String,
    /// Instructions of a thread that an SM issues per cycle.
    pub instructions_per_cycle: Sourced<i64>,
    /// Special functions of a thread per cycle.
    pub special_per_cycle: Sourced<i64>,
    /// Shuffles of a thread per cycle.
    pub shuffles_per_cycle: Sourced<i64>,
    /// Cycles from the last instruction of an op to one that takes its result.
    pub latency: Sourced<i64>,
    /// Instructions for an element of an elementwise op.
    pub usual: Sourced<i64>,
    /// Of a function, beside its special function.
    pub function: Sourced<i64>,
    /// Of an exponential, beside its special function.
    pub exponential: Sourced<i64>,
    /// Of a change of type.
    pub conversion: Sourced<i64>,
    /// Shuffles of a thread for each row that is reduced.
    pub row_steps: Sourced<i64>,
    /// The most rows of a reservation table.
    pub rows_most: Sourced<i64>,
}

fields!(ThreadOps {
    name,
    source,
    instructions_per_cycle,
    special_per_cycle,
    shuffles_per_cycle,
    latency,
    usual,
    function,
    exponential,
    conversion,
    row_steps,
    rows_most
});

/// The figures, read when they are first asked for.
pub fn thread_ops() -> &'static ThreadOps {
    static OPS: LazyLock<ThreadOps> = LazyLock::new(|| built_in("thread-ops.json", carried!("thread-ops.json")));
    &OPS
}
