//! Constraints on the schedule of a loop, which are attributes of its ops and of the loop (`ir/src/dialects/facts.rs`): passes before
//! `generate-schedule` write them, or whoever edits the IR that stands there. Those that are not here have no attribute, and
//! docs/departures.md says why.

use tilewright_ir::dialects::facts::{DEFUSION, GROUP, LEADER, MAX_DEPTH, SERIAL};
use tilewright_ir::{Module, Op};
use tilewright_modsched::graph::Constraints;

/// The constraints on a node of the loop graph that stands for an op, beside a number of stages that holds anyway.
pub fn of(module: &Module, op: Op, stages: Option<u32>) -> Constraints {
    let number = |name: &str| module.int_attr(op, name).and_then(|number| u32::try_from(number).ok());
    Constraints {
        gid: number(GROUP),
        leader_gid: number(LEADER),
        max_depth: number(MAX_DEPTH).into_iter().chain(stages).min(),
        ..Constraints::default()
    }
}

/// Whether one node may stand for both ops: what is asked of one is asked of the other.
pub fn are_alike(module: &Module, one: Op, other: Op) -> bool {
    of(module, one, None) == of(module, other, None)
}

/// Whether an op joins no node that would have to wait for another one on its account: what that node takes would be live for longer.
pub fn is_apart(module: &Module, op: Op) -> bool {
    module.has_attr(op, DEFUSION)
}

/// The most iterations of a loop that may be in flight.
pub fn max_depth(module: &Module, for_op: Op) -> Option<i64> {
    module.int_attr(for_op, MAX_DEPTH)
}

/// Whether any loop of a kernel says that its iterations must not overlap.
pub fn has_serial(module: &Module) -> bool {
    let ops = module.walk(module.top());
    ops.into_iter().any(|op| module.has_attr(op, SERIAL))
}

/// The first of these loops whose iterations must not overlap: it says so, or an op in it does, or one around it.
pub fn serial(module: &Module, loops: &[Op]) -> Option<Op> {
    let blocks = |op: Op| module.regions(op).iter().flat_map(|&region| module.blocks(region));
    let inside = |op: Op| blocks(op).flat_map(|&block| module.walk(block));
    let around = |op: Op| std::iter::successors(Some(op), |&op| module.parent_op(op));
    let says = |op: Op| module.has_attr(op, SERIAL);
    let is_serial = |&op: &Op| around(op).any(says) || inside(op).any(says);
    loops.iter().copied().find(is_serial)
}
