//! Steps that fill or empty a slot as one op with a region, for those who read the description's words
//! (docs/sources/pipelines.md#ops): `lower-value-pipelines` has the way back.
//!
//! ```text
//! %h = producer_acquire %p, %s; ...; producer_commit %p, %h    ->    produce_one_async %p, %s (%slot, %barrier) { ... }
//! consumer_wait %p, %s; ...; consumer_release %p, %s issued    ->    consume_one_async %p, %s (%slot) { ... } issued
//! ```
//!
//! A slot that is released an iteration after its product was started is left as steps, and so is one that is released by a lane of each
//! warp: what a region yields would be waited for first.

use tilewright_ir::ops::{cutlass, nv_tileas};
use tilewright_ir::{AttrData, Module, Op, OpKind, Value, operand};

/// Writes the slots of a module so.
pub fn as_regions(module: &mut Module) {
    for op in module.walk(module.top()) {
        match module.kind(op) {
            cutlass::PIPELINE_PRODUCER_ACQUIRE => produce(module, op),
            cutlass::PIPELINE_CONSUMER_WAIT => consume(module, op),
            // Absent: ops that no slot begins with.
            _ => {}
        }
    }
}

/// An acquire, and the commit of what is copied to its slot.
fn produce(module: &mut Module, acquire: Op) {
    let held = module.result(acquire, 0);
    let [pipe, state] = module.required_operands(acquire, [operand::PIPE, operand::STATE]);
    let is_plain = module.operands(acquire).len() == 2 && module.own_attrs(acquire).is_empty();
    let writers = users(module, pipe, cutlass::PIPELINE_PRODUCER_ACQUIRE).len();
    let &[commit] = &users(module, held, cutlass::PIPELINE_PRODUCER_COMMIT)[..] else {
        return;
    };
    let is_now = module.operands(commit).len() == 2 && !module.has_attr(commit, "issued");
    let Some(inside) = between(module, acquire, commit).filter(|_| is_now && is_plain && writers == 1) else {
        return;
    };
    let numbers = of_slot(module, &inside, cutlass::PIPELINE_STATE_INDEX, held);
    let barriers = of_slot(module, &inside, cutlass::PIPELINE_FULL_BARRIER, held);
    let told = numbers.len() + barriers.len();
    let uses_inside = module
        .uses(held)
        .iter()
        .filter(|site| inside.contains(&site.op))
        .count();
    if uses_inside != told || numbers.is_empty() || barriers.is_empty() {
        return;
    }
    // The state is the same before and after the slot is held.
    module.replace_uses(held, state);
    let token = module.named_type("nv_tileas.async_token");
    let kind = nv_tileas::ASYNC_PIPELINE_PRODUCE_ONE_ASYNC;
    let made = enclose(
        module,
        kind,
        [acquire, commit],
        [pipe, state],
        &[token],
        &inside,
        &[numbers, barriers],
    );
    if let Some(bytes) = module.attr(commit, "transaction_bytes") {
        module.set_attr(made, "transaction_bytes", bytes);
    }
    module.erase(commit);
    module.erase(acquire);
}

/// A wait, and the release of its slot by what the same thread has issued.
fn consume(module: &mut Module, wait: Op) {
    let [pipe, state] = module.required_operands(wait, [operand::PIPE, operand::STATE]);
    let &[release] = &users(module, state, cutlass::PIPELINE_CONSUMER_RELEASE)[..] else {
        return;
    };
    let is_issued = module.has_attr(release, "issued") && module.operands(release)[..] == [pipe, state];
    let is_plain = is_issued && module.operands(wait).len() == 2;
    let Some(inside) = between(module, wait, release).filter(|_| is_plain) else {
        return;
    };
    let numbers = of_slot(module, &inside, cutlass::PIPELINE_STATE_INDEX, state);
    if numbers.is_empty() {
        return;
    }
    let kind = nv_tileas::ASYNC_PIPELINE_CONSUME_ONE_ASYNC;
    let made = enclose(module, kind, [wait, release], [pipe, state], &[], &inside, &[numbers]);
    let first = module.intern_attr(AttrData::Int(0));
    module.set_attr(made, "consumer_idx", first);
    if let Some(issued) = module.attr(release, "issued") {
        module.set_attr(made, "issued", issued);
    }
    module.erase(release);
    module.erase(wait);
}

fn users(module: &Module, value: Value, kind: OpKind) -> Vec<Op> {
    let ops = module.uses(value).iter().map(|site| site.op);
    ops.filter(|&op| module.kind(op) == kind).collect()
}

/// The ops of a kind that tell of the slot that a state is at.
fn of_slot(module: &Module, ops: &[Op], kind: OpKind, state: Value) -> Vec<Op> {
    let tells = |&op: &Op| module.kind(op) == kind && module.required_operand(op, operand::STATE) == state;
    ops.iter().copied().filter(tells).collect()
}

/// The ops between two of one block; none where they are of two, or where what is made between them is used behind.
fn between(module: &Module, first: Op, last: Op) -> Option<Vec<Op>> {
    let mut ops = Vec::new();
    let mut next = module.next_op(first)?;
    while next != last {
        ops.push(next);
        next = module.next_op(next)?;
    }
    let block = module.parent(first);
    let is_inside = |mut op: Op| {
        while module.parent(op) != block {
            match module.parent_op(op) {
                Some(outer) => op = outer,
                None => return false,
            }
        }
        ops.contains(&op)
    };
    let results = ops.iter().flat_map(|&op| module.results(op));
    let stay = |&value: &Value| module.uses(value).iter().all(|site| is_inside(site.op));
    results.copied().all(|value| stay(&value)).then_some(ops)
}

/// One op for all between two, whose region has these numbers as its arguments.
fn enclose(
    module: &mut Module,
    kind: OpKind,
    [first, last]: [Op; 2],
    [pipe, state]: [Value; 2],
    results: &[tilewright_ir::Ty],
    inside: &[Op],
    told: &[Vec<Op>],
) -> Op {
    let made = module.create_op(kind.def(), &[&[pipe], &[state]], results, module.loc(first));
    module.insert_before(last, made);
    let region = module.regions(made)[0];
    let body = module.add_block(region);
    for ops in told {
        let ty = module.ty(module.result(ops[0], 0));
        let argument = module.add_argument(body, ty);
        for &op in ops {
            module.replace_uses(module.result(op, 0), argument);
        }
    }
    for &op in inside {
        if told.iter().any(|ops| ops.contains(&op)) {
            module.erase(op);
        } else {
            module.detach(op);
            module.append(body, op);
        }
    }
    let end = module.create_op(nv_tileas::ASYNC_PIPELINE_YIELD.def(), &[&[]], &[], module.loc(last));
    module.append(body, end);
    made
}
