//! Kernels that return in a branch: what follows stands in the other branch, so that loops in it may have agents.

use tilewright_ir::ops::{nv_tileaa, scf};
use tilewright_ir::{Block, Module, Op};

/// Puts what follows a branch that returns into the other one. How many.
pub(super) fn close(module: &mut Module) -> usize {
    let ops = module.walk(module.top());
    if !ops.iter().any(|&op| is_early(module, op)) {
        return 0;
    }
    let func = ops.into_iter().find(|&op| module.kind(op) == nv_tileaa::FUNC);
    let body = func.and_then(|func| module.entry_block(module.regions(func)[0]));
    // Absent: a level below, where the kernel has blocks.
    body.map_or(0, |body| close_block(module, body))
}

/// Whether an op returns from a branch.
fn is_early(module: &Module, op: Op) -> bool {
    let around = || module.parent_op(op).map(|around| module.kind(around));
    module.kind(op) == nv_tileaa::RETURN && around() == Some(scf::IF)
}

/// The same in a block behind which the kernel does nothing but return.
fn close_block(module: &mut Module, block: Block) -> usize {
    let branches = module.ops(block).filter(|&op| module.kind(op) == scf::IF);
    for branch in branches.collect::<Vec<Op>>() {
        let sides = module.regions(branch).to_vec();
        let returns = |module: &Module, side: usize| {
            let body = module.entry_block(sides[side]).and_then(|body| module.last_op(body));
            body.is_some_and(|last| module.kind(last) == nv_tileaa::RETURN)
        };
        let inner = sides.iter().filter_map(|&side| module.entry_block(side));
        let has_any = inner
            .into_iter()
            .any(|body| module.walk(body).into_iter().any(|op| is_early(module, op)));
        let rest: Vec<Op> = std::iter::successors(module.next_op(branch), |&op| module.next_op(op)).collect();
        // Absent: a block without an end has nothing to move.
        let Some((&end, rest)) = rest.split_last() else {
            continue;
        };
        let open = (0..sides.len()).find(|&side| !returns(module, side));
        let is_last = rest.is_empty() || (0..sides.len()).any(|side| returns(module, side));
        if !has_any || !is_last {
            continue;
        }
        let loc = module.loc(end);
        let mut bodies = Vec::new();
        for &side in &sides {
            let body = match module.entry_block(side) {
                Some(body) => body,
                None => module.add_block(side),
            };
            bodies.push(body);
        }
        // Dead: both branches return.
        let to = open.map(|side| bodies[side]);
        if let Some(last) = to.and_then(|body| module.last_op(body)) {
            for (index, value) in module.operands(last).to_vec().into_iter().enumerate() {
                module.replace_uses(module.result(branch, index), value);
            }
        }
        for &op in rest.iter().rev().filter(|_| to.is_none()) {
            module.erase(op);
        }
        for &body in &bodies {
            if let Some(last) = module.last_op(body) {
                module.erase(last);
            }
            for &op in rest.iter().filter(|_| to == Some(body)) {
                module.detach(op);
                module.append(body, op);
            }
            let end = module.create_op(scf::YIELD.def(), &[&[]], &[], loc);
            module.append(body, end);
        }
        let condition = module.operands(branch).to_vec();
        let closed = module.create_op(scf::IF.def(), &[&condition], &[], module.loc(branch));
        module.insert_before(branch, closed);
        module.move_regions(branch, closed);
        module.erase(branch);
        return bodies.into_iter().map(|body| close_block(module, body)).sum::<usize>() + 1;
    }
    0
}
