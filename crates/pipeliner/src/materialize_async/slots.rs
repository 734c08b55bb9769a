//! Steps that fill or empty a slot as one op with a region, for those who read the description's words
//! (docs/sources/pipelines.md#ops): `lower-value-pipelines` has the way back.
//!
//! ```text
//! %p = cutlass.pipeline.create {...}                           ->    %p = create_pipeline {producerGroupId = 1, consumerGroupId = 0, ...}
//! %h = producer_acquire %p, %s; ...; producer_commit %p, %h    ->    produce_one_async %p, %s (%slot, %barrier) { ... }
//! consumer_wait %p, %s; ...; consumer_release %p, %s issued    ->    consume_one_async %p, %s (%slot) { ... } issued
//! consumer_wait %p, %s; ...; consumer_release %p, %s if %one   ->    %t = consumer_wait %p, %s; ...; consumer_release %p, %t if %one
//! ```
//!
//! Where no region is right, since threads fill or empty the slot one after the other, it is held by a token. A slot that is released an
//! iteration after its product was started is left as steps: before the first iteration there is no token of it.

use tilewright_ir::ops::{cutlass, nv_tileas};
use tilewright_ir::{AttrData, Module, Op, OpKind, Value, operand};

/// Writes the slots of a module so.
pub fn describe(module: &mut Module) {
    for op in module.walk(module.top()) {
        match module.kind(op) {
            cutlass::PIPELINE_CREATE => {
                between_agents(module, op);
            }
            cutlass::PIPELINE_PRODUCER_ACQUIRE if produce(module, op).is_none() => hold(module, op),
            cutlass::PIPELINE_CONSUMER_WAIT if consume(module, op).is_none() => read(module, op),
            // Absent: they are one op now, or no slot begins with them.
            _ => {}
        }
    }
}

/// A ring that one agent fills and another empties, by their numbers in their switch; none where several do.
fn between_agents(module: &mut Module, ring: Op) -> Option<()> {
    let pipe = module.result(ring, 0);
    let of = |kind| {
        let mut agents = users(module, pipe, kind).into_iter().map(|op| agent_of(module, op));
        let first = agents.next()??;
        agents.all(|other| other == Some(first)).then_some(first)
    };
    let groups = [
        ("producerGroupId", of(cutlass::PIPELINE_PRODUCER_COMMIT)?),
        ("consumerGroupId", of(cutlass::PIPELINE_CONSUMER_WAIT)?),
    ];
    if groups[0].1 == groups[1].1 {
        return None;
    }
    let ty = module.named_type("nv_tileas.pipeline");
    let made = instead(module, ring, nv_tileas::ASYNC_PIPELINE_CREATE_PIPELINE, &[], &[ty]);
    carry(
        module,
        ring,
        made,
        &["numStages", "num_producers", "num_consumers", "cluster", "pair"],
    );
    for (name, group) in groups {
        let group = module.intern_attr(AttrData::Int(group as i64));
        module.set_attr(made, name, group);
    }
    module.replace_uses(pipe, module.result(made, 0));
    module.erase(ring);
    Some(())
}

/// The number of the agent that an op is of.
fn agent_of(module: &Module, op: Op) -> Option<usize> {
    let mut block = module.parent(op)?;
    loop {
        let around = module.owner(block)?;
        if module.kind(around) == nv_tileas::ASYNC_PIPELINE_AGENT_SWITCH {
            let regions = module.regions(around);
            return regions
                .iter()
                .position(|&region| module.blocks(region).contains(&block));
        }
        block = module.parent(around)?;
    }
}

/// An acquire, and the commit of what is copied to its slot, as one op; none where no region is right.
fn produce(module: &mut Module, acquire: Op) -> Option<()> {
    let held = module.result(acquire, 0);
    let [pipe, state] = module.required_operands(acquire, [operand::PIPE, operand::STATE]);
    let is_plain = module.operands(acquire).len() == 2 && module.own_attrs(acquire).is_empty();
    let writers = users(module, pipe, cutlass::PIPELINE_PRODUCER_ACQUIRE).len();
    let &[commit] = &users(module, held, cutlass::PIPELINE_PRODUCER_COMMIT)[..] else {
        return None;
    };
    let is_now =
        module.operands(commit).len() == 2 && !["issued", "copied"].iter().any(|name| module.has_attr(commit, name));
    let inside = between(module, acquire, commit).filter(|_| is_now && is_plain && writers == 1)?;
    let numbers = of_slot(module, &inside, cutlass::PIPELINE_STATE_INDEX, held);
    let barriers = of_slot(module, &inside, cutlass::PIPELINE_FULL_BARRIER, held);
    let told = numbers.len() + barriers.len();
    let uses_inside = module
        .uses(held)
        .iter()
        .filter(|site| inside.contains(&site.op))
        .count();
    if uses_inside != told || numbers.is_empty() || barriers.is_empty() {
        return None;
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
    carry(module, commit, made, &["transaction_bytes"]);
    module.erase(commit);
    module.erase(acquire);
    Some(())
}

/// A wait, and the release of its slot by what the same thread has issued, as one op; none where no region is right.
fn consume(module: &mut Module, wait: Op) -> Option<()> {
    let [pipe, state] = module.required_operands(wait, [operand::PIPE, operand::STATE]);
    let &[release] = &users(module, state, cutlass::PIPELINE_CONSUMER_RELEASE)[..] else {
        return None;
    };
    let is_issued = module.has_attr(release, "issued") && module.operands(release)[..] == [pipe, state];
    let is_plain = is_issued && module.operands(wait).len() == 2 && !module.has_attr(wait, "copied");
    let inside = between(module, wait, release).filter(|_| is_plain)?;
    let numbers = of_slot(module, &inside, cutlass::PIPELINE_STATE_INDEX, state);
    if numbers.is_empty() {
        return None;
    }
    let kind = nv_tileas::ASYNC_PIPELINE_CONSUME_ONE_ASYNC;
    let made = enclose(module, kind, [wait, release], [pipe, state], &[], &inside, &[numbers]);
    let first = module.intern_attr(AttrData::Int(0));
    module.set_attr(made, "consumer_idx", first);
    carry(module, release, made, &["issued"]);
    module.erase(release);
    module.erase(wait);
    Some(())
}

/// An acquire whose token the commits of its slot take; it stays as it is where the state that holds the slot is handed on.
fn hold(module: &mut Module, acquire: Op) {
    let held = module.result(acquire, 0);
    let [pipe, state] = module.required_operands(acquire, [operand::PIPE, operand::STATE]);
    let commits = users(module, held, cutlass::PIPELINE_PRODUCER_COMMIT);
    let tells = |op: Op| {
        let told = [
            cutlass::PIPELINE_STATE_INDEX,
            cutlass::PIPELINE_FULL_BARRIER,
            cutlass::PIPELINE_STATE_INCREMENT,
        ];
        told.contains(&module.kind(op)) || commits.contains(&op)
    };
    let is_plain = module.operands(acquire).len() == 2 && module.own_attrs(acquire).is_empty();
    let is_told = module.uses(held).iter().all(|site| tells(site.op));
    let is_copied = commits.iter().any(|&op| module.has_attr(op, "copied"));
    if commits.is_empty() || !is_plain || !is_told || is_copied {
        return;
    }
    let token = module.named_type("nv_tileas.pipeline_producer_token");
    let kind = nv_tileas::ASYNC_PIPELINE_PRODUCER_ACQUIRE;
    let made = instead(module, acquire, kind, &[&[pipe], &[state]], &[token]);
    let token = module.result(made, 0);
    for commit in commits {
        by_token(module, commit, nv_tileas::ASYNC_PIPELINE_PRODUCER_COMMIT, token);
    }
    module.replace_uses(held, state);
    module.erase(acquire);
}

/// A wait whose token the releases of its slot take; it stays as it is where one of them is out of its sight.
fn read(module: &mut Module, wait: Op) {
    let [pipe, state] = module.required_operands(wait, [operand::PIPE, operand::STATE]);
    let mut releases = users(module, state, cutlass::PIPELINE_CONSUMER_RELEASE);
    releases.retain(|&op| module.required_operand(op, operand::PIPE) == pipe);
    let is_plain = module.operands(wait).len() == 2 && module.own_attrs(wait).is_empty();
    if releases.is_empty() || !is_plain || !releases.iter().all(|&op| is_behind(module, wait, op)) {
        return;
    }
    let token = module.named_type("nv_tileas.pipeline_consumer_token");
    let kind = nv_tileas::ASYNC_PIPELINE_CONSUMER_WAIT;
    let made = instead(module, wait, kind, &[&[pipe], &[state]], &[token]);
    let token = module.result(made, 0);
    for release in releases {
        by_token(module, release, nv_tileas::ASYNC_PIPELINE_CONSUMER_RELEASE, token);
    }
    module.erase(wait);
}

/// Whether an op stands behind another one of its block, or in one that does.
fn is_behind(module: &Module, first: Op, op: Op) -> bool {
    let mut next = module.next_op(first);
    std::iter::from_fn(|| {
        let now = next?;
        next = module.next_op(now);
        Some(now)
    })
    .any(|behind| behind == op || is_in(module, op, behind))
}

fn is_in(module: &Module, mut op: Op, outer: Op) -> bool {
    while let Some(around) = module.parent_op(op) {
        if around == outer {
            return true;
        }
        op = around;
    }
    false
}

/// A commit or release of the slot that a token stands for, by whom and when the step says so.
fn by_token(module: &mut Module, step: Op, kind: OpKind, token: Value) {
    let pipe = module.required_operand(step, operand::PIPE);
    let predicate = module.operand_named(step, operand::PREDICATE);
    let made = instead(module, step, kind, &[&[pipe], &[token], predicate.as_slice()], &[]);
    carry(module, step, made, &["issued", "transaction_bytes"]);
    module.erase(step);
}

/// Gives an op what another has of these attributes.
fn carry(module: &mut Module, from: Op, to: Op, names: &[&str]) {
    for name in names {
        if let Some(attr) = module.attr(from, name) {
            module.set_attr(to, name, attr);
        }
    }
}

/// An op in front of the one that it is instead of.
fn instead(module: &mut Module, op: Op, kind: OpKind, operands: &[&[Value]], results: &[tilewright_ir::Ty]) -> Op {
    let made = module.create_op(kind.def(), operands, results, module.loc(op));
    module.insert_before(op, made);
    made
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
    let is_inside = |op: Op| ops.iter().any(|&outer| outer == op || is_in(module, op, outer));
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
