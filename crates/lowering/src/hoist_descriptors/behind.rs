//! An agent that is given registers computes what it alone takes once it has them.
//!
//! The assembler keeps little in registers over `setmaxnreg`: of what is computed before it, such as places of matrices in all slots, and
//! taken behind it, ptxas 13.5 for sm_120a spills some, however many registers the agent has.

use tilewright_ir::copy::Names;
use tilewright_ir::dominance::{Dominance, reverse_postorder};
use tilewright_ir::op_def::effects::EXCHANGES;
use tilewright_ir::op_def::traits::PURE;
use tilewright_ir::ops::nvvm;
use tilewright_ir::{Block, Module, Op};

/// Has agents compute behind their `setmaxnreg` what they alone take; whether anything has moved.
pub(super) fn run(module: &mut Module) -> bool {
    let ops = module.walk(module.top()).into_iter();
    let is_given = |&op: &Op| module.kind(op) == nvvm::SETMAXNREG && module.keyword(op, "action") == "inc";
    let given: Vec<Op> = ops.filter(is_given).collect();
    let mut moved = false;
    for op in given {
        moved |= move_behind(module, op);
    }
    moved
}

/// Moves what is only taken behind an op there, and asks there anew for numbers of threads.
fn move_behind(module: &mut Module, given: Op) -> bool {
    let home = module
        .parent(given)
        .and_then(|block| Some((block, module.region_of(block)?)));
    // Absent: an op in no function, or at the end of its block, has nothing behind it.
    let (Some((block, region)), Some(behind)) = (home, module.next_op(given)) else {
        return false;
    };
    let mut next = behind;
    let dominance = Dominance::of(module, region);
    let before: Vec<Op> = std::iter::successors(Some(given), |&op| module.prev_op(op)).collect();
    let is_behind = |module: &Module, op: Op| {
        let within = |own: Block| dominance.dominates(block, own);
        module.parent(op).is_some_and(within) && !before.contains(&op)
    };
    let outside = reverse_postorder(module, region).into_iter();
    let outside = outside.filter(|&other| !dominance.dominates(block, other));
    let ops: Vec<Op> = outside.flat_map(|other| module.ops(other)).collect();
    for op in ops.into_iter().rev() {
        let def = module.def(op);
        if !def.has(PURE) || def.does(EXCHANGES) || !module.regions(op).is_empty() {
            continue;
        }
        let uses = module.results(op).iter().flat_map(|&result| module.uses(result));
        let (behind, others): (Vec<_>, Vec<_>) = uses.copied().partition(|of| is_behind(module, of.op));
        let moved = match (behind.is_empty(), others.is_empty()) {
            (false, true) => op,
            (false, false) if module.kind(op) == nvvm::READ_SREG => {
                let copy = module.copy_op(op, block, &mut Names::default());
                let own = module.result(copy, 0);
                behind
                    .iter()
                    .for_each(|of| module.set_operand(of.op, of.index as usize, own));
                copy
            }
            // Absent: nothing behind takes it, or something before does.
            _ => continue,
        };
        module.detach(moved);
        module.insert_before(next, moved);
        next = moved;
    }
    next != behind
}
