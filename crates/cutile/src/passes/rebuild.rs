//! Loops and branches with more or fewer values.

use tilewright_ir::ops::cuda_tile as ct;
use tilewright_ir::views::ForOp;
use tilewright_ir::{Module, Op, OpKind, Ty, Value as Ir};

/// Whether an op is a loop.
pub(crate) fn is_loop(kind: OpKind) -> bool {
    matches!(kind, ct::FOR | ct::LOOP)
}

/// The values that a loop starts from.
pub(crate) fn inits(m: &Module, op: Op) -> Vec<Ir> {
    m.loop_inits(op).to_vec()
}

/// The arguments of a loop that stand for carried values.
pub(crate) fn arguments(m: &Module, op: Op) -> Vec<Ir> {
    let skipped = usize::from(m.kind(op) == ct::FOR);
    let block = m.entry_block(m.regions(op)[0]);
    block.map_or(Vec::new(), |block| m.arguments(block)[skipped..].to_vec())
}

/// Writes a loop or branch again, with these values to start from and results of these types; its regions stay.
fn again(m: &mut Module, op: Op, inits: &[Ir], results: &[Ty]) -> Op {
    let (def, loc) = (m.def(op), m.loc(op));
    let bounds = ForOp::of(m, op).map(|counted| [counted.lower, counted.upper, counted.step]);
    let new = match (m.kind(op), bounds) {
        (ct::FOR, Some([lower, upper, step])) => m.create_op(def, &[&[lower], &[upper], &[step], inits], results, loc),
        (ct::IF, _) => m.create_op(def, &[&[m.only_operand(op)]], results, loc),
        _ => m.create_op(def, &[inits], results, loc),
    };
    m.insert_before(op, new);
    m.move_regions(op, new);
    new
}

/// Adds values to what a loop carries: the new loop, and the arguments that stand for them.
pub(crate) fn carry_more(m: &mut Module, op: Op, more: &[Ir]) -> (Op, Vec<Ir>) {
    let types: Vec<Ty> = more.iter().map(|&value| m.ty(value)).collect();
    let mut all = inits(m, op);
    all.extend_from_slice(more);
    let mut results: Vec<Ty> = m.results(op).iter().map(|&value| m.ty(value)).collect();
    results.extend(&types);
    let new = again(m, op, &all, &results);
    let mut arguments = Vec::new();
    if let Some(block) = m.entry_block(m.regions(new)[0]) {
        arguments.extend(types.iter().map(|&ty| m.add_argument(block, ty)));
    }
    replace(m, op, new);
    (new, arguments)
}

/// Adds results to a branch.
pub(crate) fn more_results(m: &mut Module, op: Op, types: &[Ty]) -> Op {
    let mut results: Vec<Ty> = m.results(op).iter().map(|&value| m.ty(value)).collect();
    results.extend(types);
    let new = again(m, op, &[], &results);
    replace(m, op, new);
    new
}

/// Makes the first results of `new` stand for those of `old`, which goes.
fn replace(m: &mut Module, old: Op, new: Op) {
    for (i, value) in m.results(old).to_vec().into_iter().enumerate() {
        let other = m.result(new, i);
        m.set_value_name(other, m.value_name(value));
        m.replace_uses(value, other);
    }
    m.erase(old);
}

/// An end of a block with other operands.
pub(crate) fn end_with(m: &mut Module, op: Op, operands: &[Ir]) -> Op {
    let new = m.create_op(m.def(op), &[operands], &[], m.loc(op));
    m.insert_before(op, new);
    m.erase(op);
    new
}

/// Takes carried values or results away: `kept` says for each whether it stays. The others must be used nowhere but where
/// they are handed on.
pub(crate) fn keep(m: &mut Module, op: Op, ends: &[Op], kept: &[bool]) -> Op {
    let only = |values: &[Ir]| -> Vec<Ir> {
        values
            .iter()
            .zip(kept)
            .filter(|(_, kept)| **kept)
            .map(|(&value, _)| value)
            .collect()
    };
    for &end in ends {
        let operands = only(m.operands(end));
        end_with(m, end, &operands);
    }
    let starts = if is_loop(m.kind(op)) {
        only(&inits(m, op))
    } else {
        Vec::new()
    };
    let results: Vec<Ty> = only(m.results(op)).into_iter().map(|value| m.ty(value)).collect();
    let arguments = if is_loop(m.kind(op)) {
        arguments(m, op)
    } else {
        Vec::new()
    };
    let new = again(m, op, &starts, &results);
    let results: Vec<Ir> = m.results(new).to_vec();
    let mut next = results.into_iter();
    for (value, _) in m.results(op).to_vec().into_iter().zip(kept).filter(|(_, kept)| **kept) {
        if let Some(other) = next.next() {
            m.set_value_name(other, m.value_name(value));
            m.replace_uses(value, other);
        }
    }
    if is_loop(m.kind(new)) {
        replace_block(m, new, &arguments, kept);
    }
    m.erase(op);
    new
}

/// Gives a loop a body with fewer arguments: the ops move.
fn replace_block(m: &mut Module, op: Op, arguments: &[Ir], kept: &[bool]) {
    let region = m.regions(op)[0];
    let Some(old) = m.entry_block(region) else { return };
    let block = m.add_block(region);
    if m.kind(op) == ct::FOR {
        let index = m.arguments(old)[0];
        let new = m.add_argument(block, m.ty(index));
        m.set_value_name(new, m.value_name(index));
        m.replace_uses(index, new);
    }
    for (&argument, _) in arguments.iter().zip(kept).filter(|(_, kept)| **kept) {
        let new = m.add_argument(block, m.ty(argument));
        m.set_value_name(new, m.value_name(argument));
        m.replace_uses(argument, new);
    }
    for op in m.ops(old).collect::<Vec<_>>() {
        m.detach(op);
        m.append(block, op);
    }
    m.keep_blocks(region, vec![block]);
}

/// The ends of the rounds of a loop, wherever they stand in it, and the ends of a branch that go on behind it.
pub(crate) fn ends(m: &Module, op: Op) -> Vec<Op> {
    let mut found = Vec::new();
    let kind = m.kind(op);
    for &region in m.regions(op) {
        for &block in m.blocks(region) {
            for inner in m.ops(block) {
                collect_ends(m, inner, kind, &mut found);
            }
        }
    }
    found
}

fn collect_ends(m: &Module, op: Op, of: OpKind, found: &mut Vec<Op>) {
    match m.kind(op) {
        ct::YIELD if of == ct::IF => found.push(op),
        ct::CONTINUE if is_loop(of) => found.push(op),
        ct::BREAK if of == ct::LOOP => found.push(op),
        ct::IF if is_loop(of) => {
            for &region in m.regions(op) {
                for &block in m.blocks(region) {
                    for inner in m.ops(block) {
                        collect_ends(m, inner, of, found);
                    }
                }
            }
        }
        _ => {}
    }
}
