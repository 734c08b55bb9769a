//! Powers of two of a loop that is bound by special functions: some of them are computed by a polynomial on multiply-adds, as many as make
//! the unit that is busy the longest least busy.
//!
//! Nothing asks what the loop is for. Powers that keep subnormal numbers stay with special functions: the polynomial's would be rounded twice.

use super::PowersBy;
use super::ring_graph::RingGraph;
use tilewright_ir::dialects::facts::BY_POLYNOMIAL;
use tilewright_ir::ops::arith;
use tilewright_ir::{AttrData, Module, Op};
use tilewright_machine::{Target, ThreadOps, policy};
use tilewright_units::product::is_dot;

/// The powers of a loop.
#[derive(Clone, Debug, PartialEq)]
pub struct Powers {
    /// The source line of the loop, from 1.
    pub line: u32,
    /// Parts of them that the polynomial computes, of those of the policy.
    pub parts: i64,
    /// Cycles of an iteration of the unit that is busy the longest: as special functions have them all, and so.
    pub cycles: [f64; 2],
    /// The reason for the number of parts.
    pub why: Why,
}

/// The reasons for a number of parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// It was asked for.
    Asked,
    /// The busiest unit is the least busy.
    LeastBusy,
    /// Another unit binds, by name.
    Bound(&'static str),
    /// All that can be gained is less than estimates are good for.
    WithinMargin,
    /// The rate of special functions is not known.
    Unknown,
}

/// The name of the unit of special functions.
pub(super) const SPECIAL: &str = "special functions";
/// The name of the unit that issues instructions.
pub(super) const ISSUE: &str = "issue";

/// Whether an op is a power of two that a polynomial can compute as well.
fn is_power(module: &Module, op: Op) -> bool {
    let scalar = |op| module.element_scalar(module.ty(module.result(op, 0)));
    module.kind(op) == arith::EXP2
        && module.has_attr(op, "ftz")
        && scalar(op).is_some_and(|scalar| scalar.name == "f32")
}

fn mark(module: &mut Module, ops: &[Op], parts: i64) {
    let attr = module.intern_attr(AttrData::Int(parts));
    for &op in ops {
        module.set_attr(op, BY_POLYNOMIAL, attr);
    }
}

/// The module in which the polynomial computes all powers, if that is asked for.
pub fn all_by_polynomial(module: &Module, asked: Option<PowersBy>) -> Option<Module> {
    let ops = module.walk(module.top()).into_iter();
    let powers: Vec<Op> = ops.filter(|&op| is_power(module, op)).collect();
    if asked != Some(PowersBy::Polynomial) || powers.is_empty() {
        return None;
    }
    let mut new = module.clone();
    mark(&mut new, &powers, policy().power_parts.value);
    Some(new)
}

/// Instructions for an element by the polynomial, where its multiply-adds are packed or not.
pub(super) fn instructions(model: &ThreadOps, is_packed: bool) -> f64 {
    let at_once = if is_packed { 2.0 } else { 1.0 };
    model.power_sums.value / at_once + model.power_others.value
}

/// Rows of the products of a loop; tiles with no more elements have one for each of them, and are left alone.
fn rows(module: &Module, ops: &[Op]) -> i64 {
    let dot = ops.iter().find(|&&op| is_dot(module, op));
    let shape = dot.map(|&dot| module.shape(module.ty(module.result(dot, 0))));
    // Absent: a loop without products has no rows.
    shape
        .and_then(|shape| shape.split_last())
        .map_or(1, |(_, rows)| rows.iter().product())
}

/// Shares out the powers of a loop, whose graph has them all on special functions; none: it has none that a polynomial could compute.
pub fn share_out(
    module: &mut Module,
    for_op: Op,
    graph: &RingGraph,
    model: &ThreadOps,
    (target, is_issued, asked): (&Target, bool, Option<PowersBy>),
) -> Option<Powers> {
    let body = module.entry_block(*module.regions(for_op).first()?)?;
    let elements = |op: Op| module.shape(module.ty(module.result(op, 0))).iter().product::<i64>();
    let ops = module.walk(body);
    let rows = rows(module, &ops);
    let powers: Vec<Op> = ops
        .into_iter()
        .filter(|&op| is_power(module, op) && elements(op) > rows)
        .collect();
    let all: f64 = powers.iter().map(|&op| elements(op) as f64).sum();
    let of = policy().power_parts.value;
    let [special, issued] =
        [&model.special_per_cycle, &model.instructions_per_cycle].map(|rate| rate.value.max(1) as f64);
    // Where products are issued, `pair-arithmetic` has two in an instruction.
    let is_packed = is_issued && target.packed_f32.value;
    let more = instructions(model, is_packed) - model.exponential_flushed.value;
    let busy = |parts: i64| {
        let moved = all * parts as f64 / of.max(1) as f64;
        let cycles = graph.busy.iter().map(|&(unit, cycles)| match unit {
            SPECIAL => (unit, cycles - moved / special),
            ISSUE => (unit, cycles + moved * more / issued),
            _ => (unit, cycles),
        });
        cycles.fold((SPECIAL, 0.0), |most, own| if own.1 > most.1 { own } else { most })
    };
    let (bound, usual) = busy(0);
    let line = module.loc_data(module.loc(for_op)).line;
    let powers_of = |parts: i64, why| Powers {
        line,
        parts,
        cycles: [usual, busy(parts).1],
        why,
    };
    match (powers.is_empty(), asked) {
        (true, _) => return None,
        (_, Some(asked)) => {
            let parts = if asked == PowersBy::Polynomial { of } else { 0 };
            let cycles = [usual; 2];
            return Some(Powers {
                cycles,
                ..powers_of(parts, Why::Asked)
            });
        }
        (_, None) if bound != SPECIAL => return Some(powers_of(0, Why::Bound(bound))),
        (_, None) if !target.pipeline.special_rate_known.value => return Some(powers_of(0, Why::Unknown)),
        (_, None) => {}
    }
    let better = |best: i64, parts: i64| if busy(parts).1 < busy(best).1 { parts } else { best };
    let parts = (1..=of).fold(0, better);
    if busy(parts).1 * (1.0 + policy().strategy_margin.value) >= usual {
        return Some(powers_of(0, Why::WithinMargin));
    }
    let found = powers_of(parts, Why::LeastBusy);
    mark(module, &powers, parts);
    Some(found)
}
