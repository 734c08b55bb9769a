//! Meetings of all CTAs of a cluster: whether one CTA may stand for all, and which of its warps come.

use super::agents::{Agent, Part, part};
use tilewright_ir::op_def::traits::PURE;
use tilewright_ir::ops::{nv_tileas, nvvm, scf};
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

/// Whether all CTAs of a cluster meet as often, whatever else each of them does: they do so in loops alone, whose bounds are the same
/// for all.
pub(super) fn as_often(module: &Module) -> bool {
    let mut same = SortedSet::new();
    meetings(module).all(|op| {
        around(module, op).all(|owner| match module.kind(owner) {
            nv_tileas::FUNC | nv_tileas::WARP_SWITCH => true,
            scf::FOR => ForOp::of(module, owner).is_some_and(|counted| {
                let bounds = [counted.lower, counted.upper, counted.step];
                bounds.iter().all(|&bound| is_same(module, bound, &mut same))
            }),
            // Absent: whether a way is taken, or an endless loop left, may be another thing in each CTA.
            _ => false,
        })
    })
}

/// Whether a value is the same in all CTAs of a cluster: it follows from what the kernel is given, and from which cluster it is.
fn is_same(module: &Module, value: Value, known: &mut SortedSet<Value>) -> bool {
    if known.contains(&value) {
        return true;
    }
    let same = match module.value_def(value) {
        Def::Argument(block, _) => module
            .owner(block)
            .is_some_and(|owner| module.kind(owner) == nv_tileas::FUNC),
        Def::Result(op, index) => match module.kind(op) {
            nv_tileas::GET_CLUSTER_PLACE => index == 0,
            nv_tileas::GET_PROGRAM_ID | nvvm::READ_SREG => false,
            // Absent: what is computed is the same where what it is computed from is.
            _ => {
                let computes = module.def(op).has(PURE) && module.regions(op).is_empty();
                computes
                    && module
                        .operands(op)
                        .iter()
                        .all(|&operand| is_same(module, operand, known))
            }
        },
    };
    if same {
        known.insert(value);
    }
    same
}

/// The warps of a CTA that come, of so many: those that agents have, where these meet.
pub(super) fn warps(module: &Module, agents: &[Agent], all: u32) -> u32 {
    let in_agents = |op| around(module, op).any(|owner| module.kind(owner) == nv_tileas::WARP_SWITCH);
    match meetings(module).any(in_agents) {
        true => (0..all).filter(|&number| part(agents, number) != Part::Idle).count() as u32,
        false => all,
    }
}
