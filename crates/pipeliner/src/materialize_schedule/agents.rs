//! The parts of agents, whatever their loop: rings with their buffers, the switch, the steps of a ring.

use tilewright_ir::convert::{Conversion, Failure};
use tilewright_ir::dialects::facts::{
    ACCUMULATOR_SLOTS, AGENT, AGENT_ROLES, CLUSTER, CONSUMERS, CORRECTED, IN_PARTS, MAX_REGS, NUM_WARPS,
    OVER_ACCUMULATORS, RINGS, SINGLE_SLOTS, STAGES,
};
use tilewright_ir::op_def::traits::TERMINATOR;
use tilewright_ir::operand;
use tilewright_ir::ops::{cutlass, nv_tileas, scf};
use tilewright_ir::words::swizzle;
use tilewright_ir::{AttrData, Block, Module, Op, OpKind, Value};
use tilewright_units::Role;

/// The type of the state of a ring, and of that of an ordered sequence.
pub(super) const STAGE_STATE: &str = "cutlass.pipeline_state";

/// The roles of a loop's agents.
pub(super) fn roles(module: &Module, for_op: Op) -> Result<Vec<Role>, Failure> {
    let Some(attr) = module.attr(for_op, AGENT_ROLES) else {
        return Ok(vec![Role::Consumer, Role::Producer]);
    };
    let AttrData::Array(list) = module.attr_data(attr) else {
        return Err(module.contradicts(for_op, "roles that are no list"));
    };
    let role = |attr: &tilewright_ir::Attr| match module.attr_data(*attr) {
        AttrData::Keyword(name) => Role::from_name(module.name(*name)),
        _ => None,
    };
    let roles: Option<Vec<Role>> = list.iter().map(role).collect();
    roles.ok_or_else(|| module.contradicts(for_op, "a role that there is not"))
}

/// Warps of each of a loop's agents.
pub(super) fn warps(module: &Module, for_op: Op) -> Result<&[i64], Failure> {
    let warps = module.ints_attr(for_op, NUM_WARPS);
    warps.ok_or_else(|| module.contradicts(for_op, "a loop of agents whose warps are not known"))
}

/// A ring that so many fill, and so many empty.
pub(super) fn ring<S>(cx: &mut Conversion<'_, S>, stages: i64, [producers, consumers]: [i64; 2]) -> Value {
    let pipe_type = cx.new.named_type("cutlass.pipeline");
    let create = cx.build().op(cutlass::PIPELINE_CREATE, &[], &[pipe_type]);
    for (name, value) in [
        ("numStages", stages),
        ("num_producers", producers),
        ("num_consumers", consumers),
    ] {
        let value = cx.build().int(value);
        cx.new.set_attr(create, name, value);
    }
    cx.new.result(create, 0)
}

/// The slots of a ring for a tile of the old module, or for half of it along a dimension, in boxes of a swizzle.
pub(super) fn buffer<S>(
    cx: &mut Conversion<'_, S>,
    (tile, halved): (Value, Option<usize>),
    swizzle: Option<&'static str>,
    stages: i64,
) -> Value {
    let ty = cx.old.ty(tile);
    let (mut shape, element) = (cx.old.shape(ty).to_vec(), cx.old.element(ty));
    if let Some(extent) = halved.and_then(|dim| shape.get_mut(dim)) {
        *extent /= 2;
    }
    let ty = cx.new.make_buffer_type(stages, &shape, element);
    // Absent: rows that are not swizzled.
    let swizzle = cx.keyword(swizzle.unwrap_or(swizzle::NONE));
    cx.build()
        .value_with(nv_tileas::ALLOC_TENSOR, &[], ty, &[("swizzle", swizzle)])
}

/// The pipe over the buffers of loads that are filled together.
pub(super) fn pipe<S>(cx: &mut Conversion<'_, S>, stages: i64, buffers: &[Value]) {
    let bytes = |&buffer: &Value| cx.new.required_tile_bytes(cx.new.ty(buffer));
    let slot_bytes = buffers.iter().map(bytes).sum();
    let ty = cx.new.make_pipe_type(stages, slot_bytes);
    cx.build().op(nv_tileas::CREATE_PIPE, &[buffers], &[ty]);
}

/// The switch between the agents of a loop, which has no agents yet.
pub(super) fn switch<S>(cx: &mut Conversion<'_, S>, for_op: Op) -> Result<Op, Failure> {
    let old = cx.old;
    let registers = old.ints_attr(for_op, MAX_REGS);
    let registers =
        registers.ok_or_else(|| old.contradicts(for_op, "a loop of agents whose registers are not known"))?;
    let warps = warps(old, for_op)?;
    let switch = cx.build().op(nv_tileas::ASYNC_PIPELINE_AGENT_SWITCH, &[], &[]);
    for (name, numbers) in [("num_warps", warps), ("max_regs", registers)] {
        let attr = cx.new.intern_attr(AttrData::Ints(numbers.into()));
        cx.new.set_attr(switch, name, attr);
    }
    if let Some(roles) = old.attr(for_op, AGENT_ROLES) {
        cx.new.set_attr(switch, "roles", roles);
    }
    Ok(switch)
}

/// One more agent of a switch: the block for its program.
pub(super) fn agent<S>(cx: &mut Conversion<'_, S>, switch: Op) -> Block {
    let region = cx.new.add_region(switch);
    cx.new.add_block(region)
}

/// The first state of a ring, for those who fill it or those who empty it.
pub(super) fn start<S>(cx: &mut Conversion<'_, S>, role: Role) -> Value {
    let (ty, role) = (cx.new.named_type(STAGE_STATE), cx.keyword(role.name()));
    cx.build()
        .value_with(cutlass::PIPELINE_STATE_CREATE, &[], ty, &[("role", role)])
}

/// A step of a ring: of its pipe, and its state.
pub(super) fn step<S>(cx: &mut Conversion<'_, S>, kind: OpKind, operands: &[Value]) -> Op {
    let mut lists: Vec<&[Value]> = operands.iter().map(std::slice::from_ref).collect();
    // Predicates of a release are added later.
    lists.resize(kind.def().operands.len(), &[]);
    // A producer that acquires holds the state that comes out.
    let acquired = operands.last().filter(|_| kind == cutlass::PIPELINE_PRODUCER_ACQUIRE);
    let held = acquired.map(|&state| cx.new.ty(state));
    let step = cx.build().op(kind, &lists, held.as_slice());
    if kind == cutlass::PIPELINE_PRODUCER_COMMIT {
        let bytes = cx.build().int(0);
        cx.new.set_attr(step, "transaction_bytes", bytes);
    }
    step
}

/// The number of the slot of a state.
pub(super) fn slot<S>(cx: &mut Conversion<'_, S>, state: Value) -> Value {
    let ty = cx.new.number_type("i32");
    cx.build().value(cutlass::PIPELINE_STATE_INDEX, &[state], ty)
}

/// A token that orders nothing: none is needed between a kernel's reads of what it does not write, nor between agents.
pub(super) fn token<S>(cx: &mut Conversion<'_, S>) -> Value {
    let ty = cx.new.named_type("token");
    cx.build().value(nv_tileas::CREATE_MEM_TOKEN, &[], ty)
}

/// A load into a slot of a buffer.
pub(super) fn fill<S>(cx: &mut Conversion<'_, S>, load: Op, buffer: Value, slot: Value) -> Result<(), Failure> {
    let old = cx.old;
    let token = token(cx);
    if let Some(old_token) = old.operand_named(load, operand::TOKEN) {
        cx.replace_unnamed(old_token, token);
    }
    cx.copy(load)?;
    let tile = cx.value(old.result(load, 0))?;
    cx.build()
        .op(nv_tileas::LOCAL_STORE, &[&[tile], &[buffer], &[slot]], &[]);
    Ok(())
}

/// Marks the loop of an agent with its role, instead of with what was planned for all of them.
pub(super) fn mark_loop<S>(cx: &mut Conversion<'_, S>, new: Op, role: Role) {
    for name in [
        STAGES,
        ACCUMULATOR_SLOTS,
        AGENT_ROLES,
        NUM_WARPS,
        MAX_REGS,
        CONSUMERS,
        RINGS,
        OVER_ACCUMULATORS,
        SINGLE_SLOTS,
        CORRECTED,
        IN_PARTS,
        CLUSTER,
    ] {
        cx.new.remove_attr(new, name);
    }
    let word = cx.keyword(role.name());
    cx.new.set_attr(new, AGENT, word);
}

/// Whether the current block has its end: one that hands nothing on is not written.
pub(super) fn is_ended<S>(cx: &Conversion<'_, S>) -> bool {
    let last = cx.new.last_op(cx.block);
    last.is_some_and(|last| cx.new.def(last).has(TERMINATOR))
}

/// The end of the current block, in a control op that had none, with what the agent carries through it.
pub(super) fn end_with<S>(cx: &mut Conversion<'_, S>, control: Op, carried: &[Value]) {
    let kind = match cx.old.kind(control) {
        scf::IF => scf::YIELD,
        // Absent: loops.
        _ => scf::CONTINUE,
    };
    cx.build().op(kind, &[carried], &[]);
}
