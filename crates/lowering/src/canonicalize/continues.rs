//! Loops of products whose iterations end in a branch: what follows stands in the other branch, so that each iteration comes to the end of
//! the loop, and agents may have it.

use tilewright_ir::ops::{nv_tileaa, scf};
use tilewright_ir::{Block, Module, Op, Value};

/// Puts what follows a branch that ends an iteration into the other one, in loops that multiply. How many.
pub(super) fn close(module: &mut Module) -> usize {
    let mut closed = 0;
    for op in module.walk(module.top()) {
        let body = (module.kind(op) == scf::FOR).then(|| module.entry_block(module.regions(op)[0]));
        // Absent: no loop.
        let Some(body) = body.flatten() else {
            continue;
        };
        let multiplies = |&op: &Op| matches!(module.kind(op), nv_tileaa::DOT | nv_tileaa::DOT_SCALED);
        if module.walk(body).iter().any(multiplies) {
            closed += close_block(module, body);
        }
    }
    closed
}

/// The same in a block whose end hands on what the loop carries.
fn close_block(module: &mut Module, block: Block) -> usize {
    let branches: Vec<Op> = module.ops(block).filter(|&op| module.kind(op) == scf::IF).collect();
    for branch in branches {
        // Absent: a branch has two sides.
        let &[first, second] = module.regions(branch) else {
            continue;
        };
        let ends = |side| {
            let last = module.entry_block(side).and_then(|body| module.last_op(body));
            last.is_some_and(|last| module.kind(last) == scf::CONTINUE)
        };
        let (left, open) = match [ends(first), ends(second)] {
            [true, false] => (first, second),
            [false, true] => (second, first),
            // Absent: neither ends the iteration, or both do, and nothing follows.
            _ => continue,
        };
        let mut rest: Vec<Op> = std::iter::successors(module.next_op(branch), |&op| module.next_op(op)).collect();
        // Absent: a block without an end has nothing to move.
        let (Some(end), Some(left)) = (rest.pop(), module.entry_block(left)) else {
            continue;
        };
        let open = match module.entry_block(open) {
            Some(open) => open,
            None => module.add_block(open),
        };
        if let Some(last) = module.last_op(open) {
            for (index, value) in module.operands(last).to_vec().into_iter().enumerate() {
                module.replace_uses(module.result(branch, index), value);
            }
            module.erase(last);
        }
        for op in rest {
            module.detach(op);
            module.append(open, op);
        }
        let handed_on = module.operands(end).to_vec();
        yields(module, open, &handed_on, end);
        if let Some(last) = module.last_op(left) {
            let handed_on = module.operands(last).to_vec();
            module.erase(last);
            yields(module, left, &handed_on, end);
        }
        let types: Vec<_> = handed_on.iter().map(|&value| module.ty(value)).collect();
        let condition = module.operands(branch).to_vec();
        let closed = module.create_op(scf::IF.def(), &[&condition], &types, module.loc(branch));
        module.insert_before(branch, closed);
        module.move_regions(branch, closed);
        module.erase(branch);
        let results = module.results(closed).to_vec();
        let new = module.create_op(module.def(end), &[&results], &[], module.loc(end));
        module.append(block, new);
        module.erase(end);
        return close_block(module, open) + 1;
    }
    0
}

/// Ends a branch with values that it results in, where an op stood.
fn yields(module: &mut Module, block: Block, values: &[Value], at: Op) {
    let end = module.create_op(scf::YIELD.def(), &[values], &[], module.loc(at));
    module.append(block, end);
}
