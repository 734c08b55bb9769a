//! Meetings of all CTAs of a cluster: whether one CTA may stand for all, and which of its warps come.

use super::agents::{Agent, Part, part};
use tilewright_ir::op_def::traits::PURE;
use tilewright_ir::ops::{nv_tileas, nvvm};
use tilewright_ir::views::ForOp;
use tilewright_ir::{Def, Module, Op, Value};
use tilewright_sorted::SortedSet;

/// The places where CTAs meet.
fn meetings(module: &Module) -> impl Iterator<Item = Op> {
    let all = module.walk(module.top()).into_iter();
    all.filter(|&op| [nvvm::CLUSTER_ARRIVE, nvvm::CLUSTER_WAIT].contains(&module.kind(op)))
}

fn around(module: &Module, op: Op) -> impl Iterator<Item = Op> {
    std::iter::successors(module.parent_op(op), |&owner| module.parent_op(owner))
}

/// Whether so many CTAs, whose barriers are followed, are not all of their cluster: then they stand for the others.
pub(super) fn stands_for_all(module: &Module, ctas: u32) -> bool {
    let mut places = module.walk(module.top()).into_iter();
    let others = |op| {
        let cluster = module.ints_attr(op, "cluster");
        module.kind(op) == nv_tileas::GET_CLUSTER_PLACE
            && cluster.is_some_and(|cluster| cluster.iter().product::<i64>() > i64::from(ctas))
    };
    ctas == 1 || places.any(others)
}

/// Whether all CTAs of a cluster meet as often, whatever else each of them does: they do so in loops alone, whose bounds are the same
/// for all.
pub(super) fn as_often(module: &Module) -> bool {
    let mut bounds = Vec::new();
    let followed = meetings(module).all(|op| {
        around(module, op).all(|owner| match (module.kind(owner), ForOp::of(module, owner)) {
            (nv_tileas::FUNC | nv_tileas::WARP_SWITCH, _) => true,
            (_, Some(counted)) => {
                bounds.extend([counted.lower, counted.upper, counted.step]);
                true
            }
            // Absent: whether a way is taken, or an endless loop left, may be another thing in each CTA.
            (_, None) => false,
        })
    });
    followed && are_same(module, bounds)
}

/// Whether values are the same in all CTAs of a cluster: they follow from what the kernel is given, and from which cluster it is.
fn are_same(module: &Module, mut values: Vec<Value>) -> bool {
    let mut seen = SortedSet::new();
    while let Some(value) = values.pop() {
        if !seen.insert(value) {
            continue;
        }
        let is_same = match module.value_def(value) {
            Def::Argument(block, _) => module
                .owner(block)
                .is_some_and(|owner| module.kind(owner) == nv_tileas::FUNC),
            Def::Result(op, index) => match module.kind(op) {
                nv_tileas::GET_CLUSTER_PLACE => index == 0,
                _ if tells_cta(module, op, index) => false,
                // Absent: what is computed is the same where what it is computed from is.
                _ => {
                    values.extend(module.operands(op));
                    module.def(op).has(PURE) && module.regions(op).is_empty()
                }
            },
        };
        if !is_same {
            return false;
        }
    }
    true
}

/// Whether a result says which CTA of a cluster this is, beside the op for its place there: CTAs of a cluster follow each other along x of
/// the launch, so that y and z are the same for all.
pub(super) fn tells_cta(module: &Module, op: Op, index: u32) -> bool {
    match module.kind(op) {
        nv_tileas::GET_PROGRAM_ID => index == 0,
        nvvm::READ_SREG => true,
        // Absent: other ops say nothing of the launch.
        _ => false,
    }
}

/// The warps of a CTA that come, of so many: those that agents have, where these meet.
pub(super) fn warps(module: &Module, agents: &[Agent], all: u32) -> u32 {
    let in_agents = |op| around(module, op).any(|owner| module.kind(owner) == nv_tileas::WARP_SWITCH);
    match meetings(module).any(in_agents) {
        true => (0..all).filter(|&number| part(agents, number) != Part::Idle).count() as u32,
        false => all,
    }
}
