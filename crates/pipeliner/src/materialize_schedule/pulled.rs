//! Work that is pulled at run time: the producer asks for it, once for all agents, and hands its id on through a ring of its own.
//!
//! ```text
//! producer                      consumer, transformer, issuer
//!   fetch, or request, receive    take: wait until a place is full, read, say so
//!   send: wait, write, say so
//! ```

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
    let mut ops = module.walk(module.top()).into_iter();
    ops.find(|&op| PULLED.contains(&module.kind(op)))
}

/// Makes what is before the agents: room for answers, as it was, and the ring of ids, with as many readers as agents take them. Of a pair
/// of CTAs the issuer of the first works for both.
pub(super) fn ring<S>(
    cx: &mut Conversion<'_, S>,
    readers: i64,
    issuers: i64,
    is_of_pair: bool,
) -> Result<Value, Failure> {
    let mut ops = cx.old.walk(cx.old.top()).into_iter();
    if let Some(response) = ops.find(|&op| cx.old.kind(op) == RESPONSE) {
        cx.copy(response)?;
    }
    let (all, ty) = (readers + issuers, cx.new.named_type("cutlass.work_id_response"));
    let mut attrs = vec![("stages", policy().work_id_slots.value)];
    match is_of_pair && issuers > 0 {
        true => attrs.extend([("readers", readers), ("readers_of_first", all)]),
        false => attrs.push(("readers", all)),
    }
    let attrs: Vec<_> = attrs
        .into_iter()
        .map(|(name, number)| (name, cx.build().int(number)))
        .collect();
    Ok(cx.build().value_with(RESPONSE, &[], ty, &attrs))
}

/// Writes an op of those that pull work as an agent has it; nothing if it is none of them.
pub(super) fn rewrite<S>(
    cx: &mut Conversion<'_, S>,
    op: Op,
    role: Role,
    ring: Option<Value>,
) -> Option<Result<(), Failure>> {
    match cx.old.kind(op) {
        // It is made before the agents.
        RESPONSE => Some(Ok(())),
        cutlass::TILE_SCHEDULER_REQUEST_WORK_ID => Some(requested(cx, op, role)),
        kind if PULLED.contains(&kind) => Some(pulled(cx, op, role, ring)),
        _ => None,
    }
}

/// Work is asked for once.
fn requested<S>(cx: &mut Conversion<'_, S>, op: Op, role: Role) -> Result<(), Failure> {
    let (ticket, iter) = (cx.old.result(op, 0), cx.required_operand(op, operand::CURRENT_ITER)?);
    if role != Role::Producer {
        cx.rename(ticket, iter);
        return Ok(());
    }
    cx.copy(op)?;
    alone(cx, ticket)
}

/// The op that has made a result in the agent that is written is one thread's.
fn alone<S>(cx: &mut Conversion<'_, S>, result: Value) -> Result<(), Failure> {
    let made = cx.value(result)?;
    if let Some(made) = cx.new.defining_op(made) {
        let alone = cx.new.intern_attr(AttrData::Unit);
        cx.new.set_attr(made, "alone", alone);
    }
    Ok(())
}

fn pulled<S>(cx: &mut Conversion<'_, S>, op: Op, role: Role, ring: Option<Value>) -> Result<(), Failure> {
    let (result, iter) = (cx.old.result(op, 0), cx.required_operand(op, operand::CURRENT_ITER)?);
    let Some(ring) = ring else {
        return Err(cx.error(op, "internal", "work is pulled outside of agents"));
    };
    if role != Role::Producer {
        let ty = cx.old.ty(result);
        let take = cutlass::TILE_SCHEDULER_TAKE_WORK_ID;
        let id = cx.build().value(take, &[ring, iter], ty);
        cx.rename(result, id);
        // Lanes that issue nothing have left: they would be waited for.
        return match role {
            Role::Issuer => alone(cx, result),
            _ => Ok(()),
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
