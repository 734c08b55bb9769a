//! Work that is pulled at run time: a scheduler asks for it, once for all agents, and hands its id on through a ring of its own. Without one it is the
//! producer who does.
//!
//! ```text
//! scheduler, or producer        all others
//!   fetch, or request, receive    take: wait until a place is full, read, say so
//!   send: wait, write, say so
//! ```

use crate::pipelining::{Slice, backward_slice};
use tilewright_ir::build::Builder;
use tilewright_ir::convert::{Conversion, Failure};
use tilewright_ir::ops::cutlass;
use tilewright_ir::{AttrData, Module, Op, OpKind, Value, operand};
use tilewright_machine::policy;
use tilewright_units::Role;

/// The ops that say which work was pulled.
const PULLED: [OpKind; 2] = [
    cutlass::TILE_SCHEDULER_FETCH_WORK_ID,
    cutlass::TILE_SCHEDULER_RECEIVE_WORK_ID,
];
const RESPONSE: OpKind = cutlass::TILE_SCHEDULER_CREATE_WORK_ID_RESPONSE;

/// The op of a kernel that says which work was pulled.
pub(super) fn id_of_work(module: &Module) -> Option<Op> {
    first_of(module, &PULLED)
}

/// The first op of one of these kinds.
fn first_of(module: &Module, kinds: &[OpKind]) -> Option<Op> {
    let mut ops = module.walk(module.top()).into_iter();
    ops.find(|&op| kinds.contains(&module.kind(op)))
}

/// The role of the agent that pulls work.
pub(super) fn puller(roles: &[Role]) -> Role {
    match roles.contains(&Role::Scheduler) {
        true => Role::Scheduler,
        false => Role::Producer,
    }
}

/// A scheduler of a kernel: the op that says which work was pulled, and what it takes.
pub(super) fn scheduling(module: &Module) -> Slice {
    // Absent: nothing is pulled, and there is no scheduler.
    let ids: Vec<Op> = id_of_work(module).into_iter().collect();
    backward_slice(module, &ids)
}

/// Makes what is before the agents: room for answers, as it was, and the ring of ids, with as many readers as agents take them. Of a pair
/// of CTAs the issuer of the first works for both.
pub(super) fn ring<S>(
    cx: &mut Conversion<'_, S>,
    readers: i64,
    issuers: i64,
    is_of_pair: bool,
) -> Result<Value, Failure> {
    if let Some(response) = first_of(cx.old, &[RESPONSE]) {
        cx.copy(response)?;
    }
    Ok(made_ring(cx.build(), readers, issuers, is_of_pair))
}

fn made_ring(mut build: Builder<'_>, readers: i64, issuers: i64, is_of_pair: bool) -> Value {
    let ty = build.module.named_type("cutlass.work_id_response");
    let ring = build.op(RESPONSE, &[], &[ty]);
    let mut number = |name: &str, number: i64| {
        let number = build.int(number);
        build.module.set_attr(ring, name, number);
    };
    number("stages", policy().work_id_slots.value);
    if is_of_pair && issuers > 0 {
        number("readers", readers);
        number("readers_of_first", readers + issuers);
    } else {
        number("readers", readers + issuers);
    }
    build.module.result(ring, 0)
}

/// Writes an op of those that pull work as an agent has it, beside the role of whoever pulls; nothing if it is none of them.
pub(super) fn rewrite<S>(
    cx: &mut Conversion<'_, S>,
    op: Op,
    roles: [Role; 2],
    ring: Option<Value>,
) -> Option<Result<(), Failure>> {
    match cx.old.kind(op) {
        // It is made before the agents.
        RESPONSE => Some(Ok(())),
        cutlass::TILE_SCHEDULER_REQUEST_WORK_ID => Some(requested(cx, op, roles)),
        kind if PULLED.contains(&kind) => Some(pulled(cx, op, roles, ring)),
        _ => None,
    }
}

/// Work is asked for once.
fn requested<S>(cx: &mut Conversion<'_, S>, op: Op, [role, puller]: [Role; 2]) -> Result<(), Failure> {
    let (ticket, iter) = (cx.old.result(op, 0), cx.required_operand(op, operand::CURRENT_ITER)?);
    if role != puller {
        cx.rename(ticket, iter);
        return Ok(());
    }
    cx.copy(op)?;
    alone(cx, ticket)
}

/// The op that has made a result in the agent that is written is one thread's.
fn alone<S>(cx: &mut Conversion<'_, S>, result: Value) -> Result<(), Failure> {
    let made = cx.value(result)?;
    mark_alone(&mut cx.new, made);
    Ok(())
}

fn mark_alone(module: &mut Module, made: Value) {
    if let Some(made) = module.defining_op(made) {
        let alone = module.intern_attr(AttrData::Unit);
        module.set_attr(made, "alone", alone);
    }
}

fn pulled<S>(
    cx: &mut Conversion<'_, S>,
    op: Op,
    [role, puller]: [Role; 2],
    ring: Option<Value>,
) -> Result<(), Failure> {
    let (result, iter) = (cx.old.result(op, 0), cx.required_operand(op, operand::CURRENT_ITER)?);
    let Some(ring) = ring else {
        return Err(cx.error(op, "internal", "work is pulled outside of agents"));
    };
    if role != puller {
        let ty = cx.old.ty(result);
        let take = cutlass::TILE_SCHEDULER_TAKE_WORK_ID;
        let id = cx.build().value(take, &[ring, iter], ty);
        cx.rename(result, id);
        // Lanes that start nothing have left: they would be waited for.
        return match role.holds_tiles() {
            true => Ok(()),
            false => alone(cx, result),
        };
    }
    cx.copy(op)?;
    if cx.old.kind(op) == cutlass::TILE_SCHEDULER_FETCH_WORK_ID {
        alone(cx, result)?;
    }
    let id = cx.value(result)?;
    let send = cutlass::TILE_SCHEDULER_SEND_WORK_ID;
    cx.build().op(send, &[&[ring], &[id], &[iter]], &[]);
    Ok(())
}
