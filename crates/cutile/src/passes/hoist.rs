//! Ops that do not depend on the rounds of a loop, or on the operands of a combiner, move to before it.

use super::clean::has_effect;
use super::rebuild::is_loop;
use crate::eval::Eval;
use tilewright_ir::op_def::effects::READS;
use tilewright_ir::ops::cuda_tile as ct;
use tilewright_ir::{Block, Def, Module, Op, Value as Ir};
use tilewright_sorted::SortedSet;

/// The ops that were moved.
#[derive(Default)]
struct Moved {
    all: SortedSet<Op>,
    /// Loops that a load was moved out of.
    loaded: SortedSet<Op>,
}

/// Moves ops out of loops, from the innermost outwards.
pub(crate) fn hoist(eval: &mut Eval<'_>, entry: Block) {
    block(&mut eval.m, &eval.parts, &mut Moved::default(), entry);
    // An op that left a loop stands before the constants that the loop starts from.
    for op in eval.m.walk(entry) {
        if eval.parts.contains(&op)
            && let Some(whole) = user(&eval.m, op)
        {
            eval.m.detach(op);
            eval.m.insert_before(whole, op);
        }
    }
}

fn block(m: &mut Module, parts: &SortedSet<Op>, moved: &mut Moved, of: Block) {
    let mut next = m.first_op(of);
    while let Some(op) = next {
        next = m.next_op(op);
        if m.regions(op).is_empty() {
            continue;
        }
        for region in m.regions(op).to_vec() {
            for inner in m.blocks(region).to_vec() {
                block(m, parts, moved, inner);
            }
        }
        if is_loop(m.kind(op)) || matches!(m.kind(op), ct::REDUCE | ct::SCAN) {
            leave(m, parts, moved, op);
        }
    }
}

/// Moves ops that stand directly in a loop to just before it, where all that they work on is from outside. A loop or branch that an op
/// was `moved` to stays if that op works on what is made there: so it is in NVIDIA's compiler.
fn leave(m: &mut Module, parts: &SortedSet<Op>, moved: &mut Moved, around: Op) {
    let Some(body) = m.entry_block(m.regions(around)[0]) else {
        return;
    };
    // Ops that wait for the one that they are part of, each with that one.
    let mut waiting: Vec<(Op, Op)> = Vec::new();
    let mut next = m.first_op(body);
    while let Some(op) = next {
        next = m.next_op(op);
        if parts.contains(&op)
            && let Some(whole) = user(m, op)
        {
            waiting.push((op, whole));
            continue;
        }
        let of_op = waiting.iter().filter(|(_, whole)| *whole == op);
        let mut all: Vec<Op> = of_op.map(|(part, _)| *part).collect();
        all.push(op);
        // A part is where the op is that it waits for.
        let is_inside = |value: Ir| match m.value_def(value) {
            Def::Result(op, _) => m.parent(op) == Some(body) && waiting.iter().all(|(part, _)| *part != op),
            Def::Argument(block, _) => block == body,
        };
        let stays = all
            .iter()
            .any(|&op| !is_movable(m, moved, op) || depends(m, op, &is_inside));
        waiting.retain(|(_, whole)| *whole != op);
        if stays {
            continue;
        }
        for op in all {
            m.detach(op);
            m.insert_before(around, op);
            moved.all.insert(op);
            if m.def(op).does(READS) {
                moved.loaded.insert(around);
            }
        }
    }
}

/// The first op that uses the first result of an op.
fn user(m: &Module, op: Op) -> Option<Op> {
    let result = m.results(op).first()?;
    m.uses(*result).first().map(|used| used.op)
}

/// Whether an op can be done another time: it changes nothing, and ends no block.
fn is_movable(m: &Module, moved: &Moved, op: Op) -> bool {
    let kind = m.kind(op);
    let is_end = matches!(kind, ct::CONTINUE | ct::BREAK | ct::YIELD);
    if has_effect(m, op) || is_end || moved.loaded.contains(&op) {
        return false;
    }
    m.regions(op).iter().all(|&region| {
        m.blocks(region).iter().all(|&block| {
            m.walk(block).into_iter().all(|inner| {
                let kind = m.kind(inner);
                // Ends stay with the loop or branch that they are of.
                let leaves = matches!(kind, ct::CONTINUE | ct::BREAK) && !belongs(m, inner, op);
                // A load moves by itself, but not in a loop or branch, which stays without it, too.
                let loads = m.def(inner).does(READS) || moved.loaded.contains(&inner);
                !has_effect(m, inner) && !loads && !leaves && !follows(m, moved, inner, op)
            })
        })
    })
}

/// Whether an op was moved to where it is, inside of another, and works on what is made there.
fn follows(m: &Module, moved: &Moved, op: Op, around: Op) -> bool {
    let is_inside = |value: &Ir| !is_outside(m, *value, around);
    moved.all.contains(&op) && m.parent_op(op) == Some(around) && m.operands(op).iter().any(is_inside)
}

/// Whether the loop that an end is of stands inside of an op, or is it.
fn belongs(m: &Module, end: Op, op: Op) -> bool {
    let is_break = m.kind(end) == ct::BREAK;
    let mut at = end;
    while let Some(outer) = m.parent_op(at) {
        let kind = m.kind(outer);
        if is_loop(kind) && (!is_break || kind == ct::LOOP) {
            return true;
        }
        if outer == op {
            return false;
        }
        at = outer;
    }
    false
}

/// Whether an op, or one inside of it, works on one of these values.
fn depends(m: &Module, op: Op, on: &dyn Fn(Ir) -> bool) -> bool {
    let all = |op: Op| m.operands(op).iter().any(|&value| on(value));
    all(op)
        || m.regions(op)
            .iter()
            .any(|&region| m.blocks(region).iter().any(|&block| m.walk(block).into_iter().any(all)))
}

/// Whether a value is made outside of a loop.
pub(crate) fn is_outside(m: &Module, value: Ir, around: Op) -> bool {
    let mut at = match m.value_def(value) {
        Def::Result(op, _) => m.parent(op),
        Def::Argument(block, _) => Some(block),
    };
    while let Some(block) = at {
        match m.owner(block) {
            Some(op) if op == around => return false,
            Some(op) => at = m.parent(op),
            None => return true,
        }
    }
    true
}
