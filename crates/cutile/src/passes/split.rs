//! A loop with a branch that depends on how far the index is becomes two loops, one for each way.

use super::prologue::note_uneven;
use super::rebuild::inits;
use crate::eval::Eval;
use crate::passes::hoist::is_outside;
use tilewright_ir::copy::{Names, named};
use tilewright_ir::operand;
use tilewright_ir::ops::cuda_tile as ct;
use tilewright_ir::views::ForOp;
use tilewright_ir::{AttrData, Block, Module, Op, Ty, Value as Ir};

/// Ops of loops that are split, at most: each loop doubles what became of those in it.
const MAX_COPIES: usize = 20_000;

/// Splits the loops below `entry` that can be. Whether there are any.
pub(crate) fn split(eval: &mut Eval<'_>, entry: Block) -> bool {
    let mut is_split = false;
    let mut room = MAX_COPIES;
    // From the inside out: a loop around is copied with what became of those in it.
    for op in eval.m.walk(entry).into_iter().rev() {
        if eval.m.kind(op) == ct::FOR
            && let Some(at) = threshold(&eval.m, op)
            && let Some(body) = eval.m.entry_block(eval.m.regions(op)[0])
        {
            // Loops that are left whole do the same.
            match room.checked_sub(eval.m.walk(body).len()) {
                Some(left) => room = left,
                None => break,
            }
            note_uneven(eval, op);
            two_loops(eval, op, &at);
            is_split = true;
        }
    }
    is_split
}

/// Where the way of a branch changes.
struct Threshold {
    branch: Op,
    bound: Ir,
    /// Whether the index is compared with what follows the bound.
    plus_one: bool,
    /// The region that is taken at first.
    first: usize,
}

/// The only branch directly in a loop that asks how far the index is: a loop with several stays one.
fn threshold(m: &Module, op: Op) -> Option<Threshold> {
    let body = m.entry_block(m.regions(op)[0])?;
    let index = *m.arguments(body).first()?;
    if m.constant_int(ForOp::of(m, op)?.step) != Some(1) {
        return None;
    }
    let branches = m.ops(body).filter(|&inner| m.kind(inner) == ct::IF);
    let mut found = branches.filter_map(|branch| threshold_of(m, op, index, branch));
    found.next().filter(|_| found.next().is_none())
}

fn threshold_of(m: &Module, op: Op, index: Ir, branch: Op) -> Option<Threshold> {
    let condition = m
        .defining_op(m.only_operand(branch))
        .filter(|&condition| m.kind(condition) == ct::CMPI)?;
    let [a, b] = m.sides(condition);
    let (bound, turned) = match (a == index, b == index) {
        (true, false) => (b, false),
        (false, true) => (a, true),
        _ => return None,
    };
    let (plus_one, first) = match (m.keyword(condition, "predicate"), turned) {
        ("less_than", false) | ("greater_than", true) => (false, 0),
        ("less_than_or_equal", false) | ("greater_than_or_equal", true) => (true, 0),
        ("greater_than_or_equal", false) | ("less_than_or_equal", true) => (false, 1),
        ("greater_than", false) | ("less_than", true) => (true, 1),
        _ => return None,
    };
    (m.keyword(condition, "signedness") == "signed" && is_outside(m, bound, op)).then_some(Threshold {
        branch,
        bound,
        plus_one,
        first,
    })
}

fn two_loops(eval: &mut Eval<'_>, op: Op, at: &Threshold) {
    let m = &mut eval.m;
    let (loc, ty) = (m.loc(op), m.ty(at.bound));
    let [start, stop, step] = m.required_operands(op, operand::BOUNDS);
    let mut bound = at.bound;
    if at.plus_one {
        let value = m.intern_attr(AttrData::Dense { ty, bits: [1].into() });
        let one = before(m, op, ct::CONSTANT, &[], ty, &[("value", value)]);
        bound = before(m, op, ct::ADDI, &[bound, one], ty, &[]);
    }
    let word = m.intern_name("signed");
    let signed = m.intern_attr(AttrData::Keyword(word));
    let middle = before(m, op, ct::MINI, &[stop, bound], ty, &[("signedness", signed)]);
    let second_start = before(m, op, ct::MAXI, &[start, bound], ty, &[("signedness", signed)]);
    let types: Vec<Ty> = m.results(op).iter().map(|&value| m.ty(value)).collect();
    let mut values = inits(m, op);
    for (way, bounds) in [(at.first, (start, middle)), (1 - at.first, (second_start, stop))] {
        let operands: [&[Ir]; 4] = [&[bounds.0], &[bounds.1], &[step], &values];
        let new = m.create_op(m.def(op), &operands, &types, loc);
        m.insert_before(op, new);
        let copies = body_of_way(m, op, new, at.branch, way);
        // Rows that are read as a whole are so in the copy, too.
        for (&old, &copy) in &copies {
            let of = |value: Ir| m.defining_op(value);
            let Some(along) = of(old).and_then(|old| eval.along.get(old)) else {
                continue;
            };
            let same = along
                .iter()
                .filter_map(|&other| of(named(&copies, *m.results(other).first()?)));
            let same: Vec<Op> = same.collect();
            if let Some(copy) = of(copy) {
                eval.along.insert(copy, same);
            }
        }
        for (old, copy) in copies {
            for set in [&mut eval.varying, &mut eval.uneven] {
                if set.contains(&old) {
                    set.insert(copy);
                }
            }
            if let Some(&constant) = eval.constants.get(old) {
                eval.constants.insert(copy, constant);
            }
        }
        values = m.results(new).to_vec();
    }
    for (old, new) in m.results(op).to_vec().into_iter().zip(values) {
        m.replace_uses(old, new);
    }
    m.erase(op);
}

fn before(
    m: &mut Module,
    at: Op,
    kind: tilewright_ir::OpKind,
    operands: &[Ir],
    ty: Ty,
    attrs: &[(&str, tilewright_ir::Attr)],
) -> Ir {
    let lists: Vec<&[Ir]> = operands.iter().map(std::slice::from_ref).collect();
    let op = m.create_op(m.record_of(kind), &lists, &[ty], m.loc(at));
    for &(name, attr) in attrs {
        m.set_attr(op, name, attr);
    }
    m.insert_before(at, op);
    m.result(op, 0)
}

/// Copies the body of a loop, with one way of its branch in place of the branch; the values and their copies.
fn body_of_way(m: &mut Module, old: Op, new: Op, branch: Op, way: usize) -> Names {
    let mut map = Names::default();
    let Some(from) = m.entry_block(m.regions(old)[0]) else {
        return map;
    };
    let region = m.regions(new)[0];
    let to = m.add_block(region);
    for argument in m.arguments(from).to_vec() {
        let copy = m.add_argument(to, m.ty(argument));
        m.set_value_name(copy, m.value_name(argument));
        map.insert(argument, copy);
    }
    for op in m.ops(from).collect::<Vec<_>>() {
        if op != branch {
            m.copy_op(op, to, &mut map);
            continue;
        }
        let Some(taken) = m.entry_block(m.regions(branch)[way]) else {
            continue;
        };
        for inner in m.ops(taken).collect::<Vec<_>>() {
            let kind = m.kind(inner);
            if kind != ct::YIELD {
                m.copy_op(inner, to, &mut map);
                if matches!(kind, ct::CONTINUE | ct::BREAK | ct::RETURN) {
                    // This way never gets to what stands behind the branch.
                    return map;
                }
                continue;
            }
            for (i, value) in m.operands(inner).to_vec().into_iter().enumerate() {
                let value = named(&map, value);
                map.insert(m.result(branch, i), value);
            }
        }
    }
    map
}
