//! Instructions and special functions of ops on tiles, and the rates of the units that run threads.

use crate::data::{Misfit, built_in, carried, fields};
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
    pub usual: Sourced<f64>,
    /// Of a function, beside its special function.
    pub function: Sourced<f64>,
    /// Of an exponential, beside its special function.
    pub exponential: Sourced<f64>,
    /// Of an exponential that flushes subnormal numbers, its special function among them.
    pub exponential_flushed: Sourced<f64>,
    /// Sums and products of a power of two by a polynomial, each an instruction unless two are packed.
    pub power_sums: Sourced<f64>,
    /// Its other instructions.
    pub power_others: Sourced<f64>,
    /// Of a float of four bytes that becomes one of two.
    pub narrowed: Sourced<f64>,
    /// Of a change that takes several instructions: between a whole number and a float, or from or to a float of a byte or less.
    pub conversion_composed: Sourced<f64>,
    /// Of another change of type.
    pub conversion: Sourced<f64>,
    /// Lanes that have a row of accumulators, and of tiles that have an element for each row.
    pub row_lanes: Sourced<f64>,
    /// Shuffles of a thread for each row that is reduced, each with an instruction that combines.
    pub row_steps: Sourced<f64>,
    /// Instructions of a warp for one of the instructions that multiply, those among them that say where its operands are.
    pub product: Sourced<f64>,
    /// Instructions of a warp for one that multiplies registers of its own, its share of those that read fragments among them.
    pub warp_product: Sourced<f64>,
    /// Instructions of a thread for a copy that it starts, with those for its places.
    pub copy: Sourced<f64>,
    /// Instructions of a warp for a slot of a ring that it waits for, and lets go of.
    pub slot: Sourced<f64>,
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
    exponential_flushed,
    power_sums,
    power_others,
    narrowed,
    conversion_composed,
    conversion,
    row_lanes,
    row_steps,
    product,
    warp_product,
    copy,
    slot,
    rows_most
});

impl ThreadOps {
    /// The most that any of them may be: no table of a loop has more rows.
    const MOST: i64 = 1000;

    /// Whether loops can be scheduled by figures that a user has written.
    ///
    /// # Errors
    /// The first that is too small or too large.
    pub(crate) fn check(&self) -> Result<(), Misfit> {
        let whole = [
            ("instructions_per_cycle", &self.instructions_per_cycle),
            ("special_per_cycle", &self.special_per_cycle),
            ("shuffles_per_cycle", &self.shuffles_per_cycle),
            ("latency", &self.latency),
            ("rows_most", &self.rows_most),
        ];
        let parts = [
            ("usual", &self.usual),
            ("function", &self.function),
            ("exponential", &self.exponential),
            ("exponential_flushed", &self.exponential_flushed),
            ("power_sums", &self.power_sums),
            ("power_others", &self.power_others),
            ("narrowed", &self.narrowed),
            ("conversion_composed", &self.conversion_composed),
            ("conversion", &self.conversion),
            ("row_lanes", &self.row_lanes),
            ("row_steps", &self.row_steps),
            ("product", &self.product),
            ("warp_product", &self.warp_product),
            ("copy", &self.copy),
            ("slot", &self.slot),
        ];
        let (most, whole_most) = (Self::MOST as f64, 1..=Self::MOST);
        let wrong = whole.iter().find(|(_, figure)| !whole_most.contains(&figure.value));
        let wrong_part = parts.iter().find(|(_, figure)| !(0.0..=most).contains(&figure.value));
        match wrong.map(|(name, _)| *name).or(wrong_part.map(|(name, _)| *name)) {
            Some(name) => Err(Misfit::new(format!("it is positive, and at most {most}")).inside(name)),
            None => Ok(()),
        }
    }
}

/// The figures, read when they are first asked for.
pub fn thread_ops() -> &'static ThreadOps {
    static OPS: LazyLock<ThreadOps> = LazyLock::new(|| built_in("thread-ops.json", carried!("thread-ops.json")));
    &OPS
}
