//! A thread that starts products computes before its loops all that is alike in their iterations: the assembler leaves in a loop what stands
//! there (ptxas 13.5), between one product and the next.

use tilewright_ir::dominance::{Dominance, reverse_postorder, successors};
use tilewright_ir::op_def::effects::EXCHANGES;
use tilewright_ir::op_def::traits::PURE;
use tilewright_ir::ops::{arith, nvvm};
use tilewright_ir::{Block, Def, Module, Op, OpKind, Region, Value};
use tilewright_machine::policy;

/// Moves what does not change out of the loops in which products are committed, the inner ones first; whether anything has moved.
pub(super) fn run(module: &mut Module, commit: OpKind) -> bool {
    let funcs = module.ops(module.top()).filter(|&op| module.kind(op) == nvvm::FUNC);
    let regions: Vec<Region> = funcs.flat_map(|func| module.regions(func).to_vec()).collect();
    let mut is_changed = false;
    for region in regions {
        let has_commits = |&block: &Block| module.ops(block).any(|op| module.kind(op) == commit);
        if !module.blocks(region).iter().any(has_commits) {
            continue;
        }
        let order = reverse_postorder(module, region);
        let mut loops = loops(module, region, &order);
        loops.retain(|(_, blocks)| blocks.iter().any(has_commits));
        loops.sort_by_key(|(_, blocks)| blocks.len());
        for (head, blocks) in loops {
            is_changed |= move_out(module, &order, head, &blocks);
        }
    }
    is_changed
}

/// The loops of a region: the head of each, and its blocks in the order of the region's.
fn loops(module: &Module, region: Region, order: &[Block]) -> Vec<(Block, Vec<Block>)> {
    let dominance = Dominance::of(module, region);
    let edges = order
        .iter()
        .flat_map(|&from| successors(module, from).into_iter().map(move |to| (from, to)));
    let edges: Vec<(Block, Block)> = edges.collect();
    let back = edges.iter().filter(|&&(latch, head)| dominance.dominates(head, latch));
    let of_edge = |&(latch, head): &(Block, Block)| {
        let mut inside = vec![head];
        let mut work = vec![latch];
        while let Some(block) = work.pop() {
            if !inside.contains(&block) {
                inside.push(block);
                work.extend(edges.iter().filter(|(_, to)| *to == block).map(|(from, _)| *from));
            }
        }
        let blocks = order.iter().copied().filter(|block| inside.contains(block));
        (head, blocks.collect())
    };
    back.map(of_edge).collect()
}

/// Moves ops that take nothing of a loop to the end of the block before it, unless more than a few registers would hold them: the thread of an
/// issuer has few.
fn move_out(module: &mut Module, order: &[Block], head: Block, blocks: &[Block]) -> bool {
    let enters = |&&block: &&Block| !blocks.contains(&block) && successors(module, block).contains(&head);
    let before: Vec<Block> = order.iter().filter(enters).copied().collect();
    let end = match before[..] {
        [before] => module.last_op(before),
        // Absent: a loop that is entered from several blocks has none before it.
        _ => None,
    };
    let Some(end) = end else { return false };
    let mut known: Vec<Op> = Vec::new();
    for op in blocks.iter().flat_map(|&block| module.ops(block)) {
        let def = module.def(op);
        let is_known = |&value: &Value| match module.value_def(value) {
            Def::Argument(block, _) => !blocks.contains(&block),
            Def::Result(made, _) => {
                known.contains(&made) || module.parent(made).is_none_or(|block| !blocks.contains(&block))
            }
        };
        let moves = def.has(PURE) && !def.does(EXCHANGES) && module.regions(op).is_empty();
        if moves && module.operands(op).iter().all(is_known) {
            known.push(op);
        }
    }
    // Constants are part of instructions.
    let is_held = |op: &&Op| {
        let mut users = module.results(**op).iter().flat_map(|&result| module.uses(result));
        module.kind(**op) != arith::CONSTANT && users.any(|user| !known.contains(&user.op))
    };
    let held = known.iter().filter(is_held).count() as i64;
    if held > policy().held_descriptors.value {
        return false;
    }
    for &op in &known {
        module.detach(op);
        module.insert_before(end, op);
    }
    !known.is_empty()
}
