//! Whole numbers that loops carry and branches result in, although they are the same on all ways, become constants.

use super::prologue::{Numbers, constant_for, folded_bits, folding, known_numbers};
use super::rebuild::{arguments, ends, inits, is_loop};
use crate::eval::Eval;
use tilewright_ir::ops::cuda_tile as ct;
use tilewright_ir::{Def, Module, Op, OpKind, Value as Ir};
use tilewright_sorted::SortedSet;

/// Puts constants in place of the whole numbers that are the same on all ways through loops and branches, and of what follows
/// from these. Whether there were any. `ops` are those of the kernel.
pub(super) fn settle(eval: &mut Eval<'_>, ops: &[Op]) -> bool {
    let mut merged = merged(&eval.m, ops);
    // Of all others no number is known.
    merged.retain(|(value, _)| {
        let scalar = eval.m.element_scalar(eval.m.ty(*value));
        scalar.is_some_and(|scalar| !scalar.is_float())
    });
    if merged.is_empty() {
        return false;
    }
    let folding = folding(eval, ops);
    let known = known_numbers(eval, ops, &folding);
    let folded: Vec<Op> = ops.iter().copied().filter(|op| folding.contains(*op)).collect();
    let reached = reached(&eval.m, &folded, &merged);
    let found = settled(&eval.m, &folded, &reached, known, &merged);
    let plain = plain_results(eval, &merged);
    let varying = folded.iter().map(|&op| eval.m.result(op, 0));
    eval.varying = varying.filter(|value| found.of(*value).is_none()).collect();
    let mut is_settled = false;
    for value in in_order(&eval.m, ops, &reached) {
        let m = &mut eval.m;
        let Some(bits) = found.of(value) else { continue };
        if plain.contains(&value) {
            eval.unset.insert(value);
            continue;
        }
        let is_needed = |user: Op| !folding.contains(user) || found.of(m.result(user, 0)).is_none();
        if !m.uses(value).iter().any(|used| is_needed(used.op)) {
            continue;
        }
        let (at, before) = match m.value_def(value) {
            Def::Result(op, _) => (op, m.next_op(op)),
            Def::Argument(block, _) => match (m.owner(block), m.first_op(block)) {
                (Some(op), first) => (op, first),
                _ => continue,
            },
        };
        if let Some(before) = before {
            let constant = constant_for(m, value, bits, at, before);
            eval.homeless.push(constant);
            is_settled = true;
        }
    }
    is_settled
}

/// A value of a loop or branch, with the values that it is on one way or another.
type Merged = (Ir, Vec<Ir>);

/// The values that loops carry, and those that they and branches result in, in the order of the program.
fn merged(m: &Module, ops: &[Op]) -> Vec<Merged> {
    let mut found = Vec::new();
    for &op in ops {
        let kind = m.kind(op);
        if kind != ct::IF && !is_loop(kind) {
            continue;
        }
        let ends = ends(m, op);
        let at_ends = |way: OpKind, index: usize| {
            let ends = ends.iter().filter(move |&&end| m.kind(end) == way);
            ends.filter_map(move |&end| m.operands(end).get(index).copied())
        };
        let inits = if is_loop(kind) { inits(m, op) } else { Vec::new() };
        let rounds = |index: usize| {
            inits
                .get(index)
                .copied()
                .into_iter()
                .chain(at_ends(ct::CONTINUE, index))
        };
        if is_loop(kind) {
            let arguments = arguments(m, op).into_iter().enumerate();
            found.extend(arguments.map(|(index, argument)| (argument, rounds(index).collect())));
        }
        for (index, &result) in m.results(op).iter().enumerate() {
            let sources = match kind {
                ct::IF => at_ends(ct::YIELD, index).collect(),
                ct::LOOP => at_ends(ct::BREAK, index).collect(),
                _ => rounds(index).collect(),
            };
            found.push((result, sources));
        }
    }
    found
}

/// Results that are nothing but constants of the program: NVIDIA's compiler leaves them, and so do we.
fn plain_results(eval: &Eval<'_>, merged: &[Merged]) -> SortedSet<Ir> {
    let m = &eval.m;
    let homeless: SortedSet<Op> = eval.homeless.iter().copied().collect();
    let is_constant = |value: &Ir| {
        let op = m.defining_op(*value);
        op.is_some_and(|op| m.kind(op) == ct::CONSTANT && !homeless.contains(&op))
    };
    let mut plain = SortedSet::default();
    loop {
        let before = plain.len();
        for (value, sources) in merged {
            let is_plain = |source: &Ir| is_constant(source) || plain.contains(source);
            if m.defining_op(*value).is_some() && sources.iter().all(is_plain) {
                plain.insert(*value);
            }
        }
        if plain.len() == before {
            return plain;
        }
    }
}

/// Some values, in the order of the program.
fn in_order(m: &Module, ops: &[Op], values: &SortedSet<Ir>) -> Vec<Ir> {
    let mut found = Vec::new();
    for &op in ops {
        if is_loop(m.kind(op)) {
            found.extend(arguments(m, op));
        }
        found.extend_from_slice(m.results(op));
    }
    found.retain(|value| values.contains(value));
    found
}

/// The merged values, and the results of ops that fold of these.
fn reached(m: &Module, folded: &[Op], merged: &[Merged]) -> SortedSet<Ir> {
    let mut found: SortedSet<Ir> = merged.iter().map(|(value, _)| *value).collect();
    for &op in folded {
        if found.contains(&m.only_operand(op)) {
            found.insert(m.result(op, 0));
        }
    }
    found
}

/// The numbers that are known when each merged value is taken for a number until two ways disagree.
fn settled(m: &Module, folded: &[Op], reached: &SortedSet<Ir>, mut known: Numbers, merged: &[Merged]) -> Numbers {
    // These may yet turn out to be numbers: each is left out until one of its ways is known.
    let mut open = reached.clone();
    open.retain(|value| known.of(*value).is_none());
    let folded = folded.iter().map(|&op| (op, m.result(op, 0)));
    let folded: Vec<(Op, Ir)> = folded.filter(|(_, value)| open.contains(value)).collect();
    loop {
        let mut changed = false;
        for (value, sources) in merged {
            let mut number = known.of(*value);
            let mut varies = false;
            for source in sources {
                match known.of(*source) {
                    Some(bits) => varies |= *number.get_or_insert(bits) != bits,
                    None => varies |= !open.contains(source),
                }
            }
            changed |= note(*value, number.filter(|_| !varies), varies, &mut known, &mut open);
        }
        for &(op, value) in &folded {
            let source = m.only_operand(op);
            let number = known.of(source).map(|bits| folded_bits(m, op, bits));
            let varies = number.is_none() && !open.contains(&source);
            changed |= note(value, number, varies, &mut known, &mut open);
        }
        if !changed {
            return known;
        }
    }
}

/// Notes the number of a value, or that it has several. Whether that is news.
fn note(value: Ir, number: Option<u64>, varies: bool, known: &mut Numbers, open: &mut SortedSet<Ir>) -> bool {
    match number {
        _ if varies => {
            known.set(value, None);
            open.remove(&value)
        }
        Some(number) if open.contains(&value) => known.set(value, Some(number)) != Some(number),
        _ => false,
    }
}
