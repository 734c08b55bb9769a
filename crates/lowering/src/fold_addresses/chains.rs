//! Chains of integer additions: where more than so many depend on each other, one after the other, they become a tree. Sums of integers wrap,
//! so that their order makes no difference; floats are left alone.
//!
//! ```text
//! ((a + b) + c) + d   ->   (a + b) + (c + d)
//! ```

use crate::canonicalize::remove_unused;
use tilewright_ir::build::Builder;
use tilewright_ir::entity::EntityMap;
use tilewright_ir::ops::arith;
use tilewright_ir::{Module, Op, Value};

/// Splits the chains of a module that are longer. How many.
pub(super) fn split(module: &mut Module, longest: u32) -> usize {
    let mut lengths: EntityMap<Value, u32> = EntityMap::default();
    let mut ends = Vec::new();
    for &op in &module.walk(module.top()) {
        if module.kind(op) != arith::ADDI {
            continue;
        }
        let mut length = 1;
        for &side in module.operands(op) {
            let before = lengths.get(side).filter(|_| is_link(module, side, op));
            // Absent: the first of its chain.
            length = length.max(1 + before.copied().unwrap_or(0));
        }
        let sum = module.result(op, 0);
        lengths.insert(sum, length);
        let goes_on = module.uses(sum).iter().any(|user| is_link(module, sum, user.op));
        if length > longest && !goes_on {
            ends.push(op);
        }
    }
    for &end in &ends {
        let mut terms = terms(module, end);
        // As few levels as there can be.
        while terms.len() > 1 {
            for pair in std::mem::take(&mut terms).chunks(2) {
                terms.push(sum(module, pair, end));
            }
        }
        if let [all] = terms[..] {
            let old = module.result(end, 0);
            module.replace_uses(old, all);
        }
    }
    if !ends.is_empty() {
        remove_unused(module);
    }
    ends.len()
}

/// Whether a value is a sum that this addition alone adds to, next to it.
fn is_link(module: &Module, value: Value, user: Op) -> bool {
    let made = module.defining_op(value);
    let adds = |op: Op| module.kind(op) == arith::ADDI && module.parent(op) == module.parent(user);
    made.is_some_and(adds) && module.kind(user) == arith::ADDI && module.uses(value).len() == 1
}

/// The terms of a sum, first to last.
fn terms(module: &Module, end: Op) -> Vec<Value> {
    let mut terms = Vec::new();
    let mut open = module.operands(end).to_vec();
    open.reverse();
    while let Some(value) = open.pop() {
        match module.defining_op(value).filter(|_| is_link(module, value, end)) {
            Some(made) => open.extend(module.operands(made).iter().rev()),
            None => terms.push(value),
        }
    }
    terms
}

/// The sum of a pair, made before an op; one alone is its own.
fn sum(module: &mut Module, pair: &[Value], before: Op) -> Value {
    let &[a, b] = pair else { return pair[0] };
    let (top, loc) = (module.top(), module.loc(before));
    let sum = Builder::new(module, top, loc).binary(arith::ADDI, a, b);
    if let Some(made) = module.defining_op(sum) {
        module.detach(made);
        module.insert_before(before, made);
    }
    sum
}
