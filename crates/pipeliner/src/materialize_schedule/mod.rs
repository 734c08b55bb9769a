//! `materialize-schedule`
//!
//! Purpose: a scheduled loop becomes agents. The consumer does everything but the loads of the loop, the producer does the
//! loads and what decides them, and tiles go from one to the other through a ring of buffers in shared memory.
//!
//! Requires: the attributes of `generate-schedule`. Guarantees: a kernel with one `agent_switch`, a `cutlass.pipeline`
//! whose state each agent carries through all its loops, and a buffer for each operand; other kernels are left alone.
//!
//! ```text
//! for %k iter(%acc) {                agent_switch consumer {              producer {
//!   %a = tiled_load                    for %k iter(%acc, %s) {              for %k iter(%s) {
//!   %b = tiled_load           ->         consumer_wait; local_load x 2        producer_acquire
//!   dot %a, %b, %acc                     dot; consumer_release                tiled_load, local_store x 2
//! }                                      state.increment } ... }              producer_commit; state.increment } }
//! ```

mod turns;

use crate::generate_schedule_constraints::sets;
use crate::pipelining::{ProductLoop, Slice, Strategy, ended_by, needed_for, product_loop};
use std::collections::BTreeSet;
use tilewright_analysis::Context;
use tilewright_ir::OpKind;
use tilewright_ir::convert::{Conversion, Failure, Kept, Pattern, Target, convert};
pub use tilewright_ir::dialects::facts::AGENT;
use tilewright_ir::dialects::facts::{AGENT_ROLES, MAX_REGS, NUM_WARPS, STAGES, TEAMS};
use tilewright_ir::ops::{cutlass, nv_tileas, scf};
use tilewright_ir::{AttrData, Block, Module, Op, Registry, Value};
use tilewright_units::Role;

/// The types of the state of a ring, and of the state of an ordered sequence.
const STAGE_STATE: &str = "cutlass.pipeline_state";
/// The op that pulls work: it runs once, not once for each agent.
const FETCH: OpKind = cutlass::TILE_SCHEDULER_FETCH_WORK_ID;
/// Places of the ring of work ids: the producer is at most so many tiles ahead.
const WORK_IDS: i64 = 2;

struct State {
    found: ProductLoop,
    slice: Slice,
    /// The ops around the loop, itself included: they carry the pipeline's state.
    holders: BTreeSet<Op>,
    /// The role of the agent whose program is being written.
    agent: Role,
    /// The loop over tiles, where two warpgroups take turns at them.
    tiles: Option<Op>,
    /// The ordered sequence of turns, in the consumer.
    turns: Option<turns::Turns>,
    pipe: Option<Value>,
    /// Where the producer hands the ids of pulled work to the consumer.
    work_ids: Option<Value>,
    buffers: Vec<Value>,
    /// The pipeline's state here.
    place: Option<Value>,
    /// The number of the stage, inside the loop.
    slot: Option<Value>,
}

type Cx<'a> = Conversion<'a, State>;

/// Runs the pass.
pub fn run(module: &Module, context: &Context<'_>) -> Result<Option<Module>, Failure> {
    let marked = |op: &Op| module.has_attr(*op, NUM_WARPS);
    let Some(scheduled) = module.walk(module.top()).into_iter().find(marked) else {
        return Ok(None);
    };
    let found = match product_loop(module, Strategy::WarpSpecialize, context.target) {
        Some(Ok(found)) if found.for_op == scheduled => found,
        _ => return Err(module.contradicts(scheduled, "the loop that was scheduled is no product_loop any more")),
    };
    let mut holders = BTreeSet::new();
    let mut outer = Some(found.for_op);
    while let Some(op) = outer.filter(|&op| module.def(op).dialect() == "scf") {
        holders.insert(op);
        outer = module.parent_op(op);
    }
    let mut state = State {
        slice: needed_for(module, &found),
        found,
        holders,
        agent: Role::Consumer,
        tiles: None,
        turns: None,
        pipe: None,
        work_ids: None,
        buffers: Vec::new(),
        place: None,
        slot: None,
    };
    if module.has_attr(state.found.for_op, TEAMS) {
        state.tiles = module.parent_op(state.found.for_op);
    }
    let mut target = Target::new(&[], &[]);
    for pattern in patterns() {
        target.add(pattern);
    }
    convert(module, &target, state).map(|(module, _)| Some(module))
}

/// One pattern for every op, since what happens to it depends on the agent that is written.
fn patterns() -> impl Iterator<Item = &'static Pattern<State>> {
    static PATTERNS: std::sync::OnceLock<Vec<Pattern<State>>> = std::sync::OnceLock::new();
    let pattern = |op| Pattern { op, rewrite };
    PATTERNS
        .get_or_init(|| Registry::builtin().ops().map(|def| pattern(def.kind)).collect())
        .iter()
}

fn rewrite(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let name = cx.old.kind(op);
    match name {
        nv_tileas::FUNC => return func(cx, op),
        // Each agent ends where the kernel ends.
        nv_tileas::RETURN => return Ok(()),
        scf::YIELD | scf::CONTINUE | scf::BREAK => return end(cx, op),
        _ => {}
    }
    if let Some(index) = cx.state.found.operands.iter().position(|f| f.load == op) {
        return load(cx, op, index);
    }
    if cx.state.agent == Role::Producer && !cx.state.slice.ops.contains(&op) {
        return Ok(());
    }
    match name {
        scf::FOR | scf::LOOP | scf::IF => control(cx, op),
        FETCH => fetched(cx, op),
        _ => cx.copy(op),
    }
}

fn func(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let old = cx.old;
    let func = cx.build().op(nv_tileas::FUNC, &[], &[]);
    cx.copy_attrs(op, func);
    let region = cx.new.regions(func)[0];
    let entry = cx.new.add_block(region);
    let Some(body) = old.entry_block(old.regions(op)[0]) else {
        return Ok(());
    };
    for &argument in old.arguments(body) {
        let value = cx.new.add_argument(entry, old.ty(argument));
        cx.rename(argument, value);
    }
    cx.in_block(entry, |cx| agents(cx, body))
}

/// The pipeline, its buffers, and the two agents.
fn agents(cx: &mut Cx<'_>, body: Block) -> Result<(), Failure> {
    let (old, for_op) = (cx.old, cx.state.found.for_op);
    cx.loc = old.loc(for_op);
    let roles = roles(cx, for_op)?;
    let (warps, registers) = (old.ints_attr(for_op, NUM_WARPS), old.ints_attr(for_op, MAX_REGS));
    let (Some(warps), Some(registers)) = (warps, registers) else {
        return Err(cx.error(for_op, "internal", "a loop of agents whose warps are not known"));
    };
    let consumer = roles.iter().position(|&role| role == Role::Consumer);
    let Some(&consumer_warps) = consumer.and_then(|at| warps.get(at)) else {
        return Err(cx.error(for_op, "internal", "a loop of agents without a consumer"));
    };
    let stages = old.required_int(for_op, STAGES);

    let pipe_type = cx.new.named_type("cutlass.pipeline");
    let create = cx.build().op(cutlass::PIPELINE_CREATE, &[], &[pipe_type]);
    // One thread produces; of the consumers one lane of each warp arrives. Of teams, one consumes a stage.
    let teams = old.has_attr(for_op, TEAMS).then(|| old.required_int(for_op, TEAMS));
    // Absent: the consumers are one team.
    let consumers = consumer_warps / teams.unwrap_or(1).max(1);
    for (name, value) in [
        ("numStages", stages),
        ("num_producers", 1),
        ("num_consumers", consumers),
    ] {
        let value = cx.build().int(value);
        cx.new.set_attr(create, name, value);
    }
    let pipe = cx.new.result(create, 0);
    cx.state.pipe = Some(pipe);
    for index in 0..2 {
        let operand = cx.state.found.operands[index].clone();
        let tile = old.ty(old.result(operand.load, 0));
        let (shape, element) = (old.shape(tile).to_vec(), old.element(tile));
        let ty = cx.new.make_buffer_type(stages, &shape, element);
        let swizzle = cx.keyword(operand.tma.swizzle());
        let buffer = cx
            .build()
            .value_with(nv_tileas::ALLOC_TENSOR, &[], ty, &[("swizzle", swizzle)]);
        cx.state.buffers.push(buffer);
    }
    pipes(cx, stages);
    cx.build().op(cutlass::PIPELINE_INIT, &[&[pipe]], &[]);
    if old.walk(old.top()).iter().any(|&op| old.kind(op) == FETCH) {
        let (name, ty) = (
            cutlass::TILE_SCHEDULER_CREATE_WORK_ID_RESPONSE,
            "cutlass.work_id_response",
        );
        let ty = cx.new.named_type(ty);
        let (places, readers) = (cx.build().int(WORK_IDS), cx.build().int(consumer_warps));
        let attrs = [("stages", places), ("readers", readers)];
        cx.state.work_ids = Some(cx.build().value_with(name, &[], ty, &attrs));
    }
    let switch = cx.build().op(nv_tileas::ASYNC_PIPELINE_AGENT_SWITCH, &[], &[]);
    for (name, numbers) in [("num_warps", warps), ("max_regs", registers)] {
        let attr = cx.new.intern_attr(AttrData::Ints(numbers.into()));
        cx.new.set_attr(switch, name, attr);
    }
    if let Some(roles) = old.attr(for_op, AGENT_ROLES) {
        cx.new.set_attr(switch, "roles", roles);
    }
    if let Some(teams) = teams {
        let teams = cx.build().int(teams);
        cx.new.set_attr(switch, "teams", teams);
    }
    for agent in roles {
        let region = cx.new.add_region(switch);
        let block = cx.new.add_block(region);
        cx.state.agent = agent;
        cx.in_block(block, |cx| one_agent(cx, body))?;
    }
    cx.build().op(nv_tileas::RETURN, &[], &[]);
    Ok(())
}

/// The roles of a loop's agents, each of which has its program written here.
fn roles(cx: &Cx<'_>, for_op: Op) -> Result<Vec<Role>, Failure> {
    let old = cx.old;
    let Some(attr) = old.attr(for_op, AGENT_ROLES) else {
        return Ok(vec![Role::Consumer, Role::Producer]);
    };
    let AttrData::Array(list) = old.attr_data(attr) else {
        return Err(cx.error(for_op, "internal", "roles that are no list"));
    };
    let role = |attr: &tilewright_ir::Attr| match old.attr_data(*attr) {
        AttrData::Keyword(name) => Role::from_name(old.name(*name)).filter(|role| *role != Role::Issuer),
        _ => None,
    };
    let roles: Option<Vec<Role>> = list.iter().map(role).collect();
    roles.ok_or_else(|| cx.error(for_op, "internal", "a role for which no program is written"))
}

/// A pipe for each set of loads: how deep, and over which buffers.
fn pipes(cx: &mut Cx<'_>, stages: i64) {
    let loads: Vec<Op> = cx.state.found.operands.iter().map(|operand| operand.load).collect();
    for set in sets(cx.old, &loads) {
        let filled = loads
            .iter()
            .zip(&cx.state.buffers)
            .filter(|(load, _)| set.contains(load));
        let buffers: Vec<Value> = filled.map(|(_, &buffer)| buffer).collect();
        let bytes = |&buffer: &Value| cx.new.required_tile_bytes(cx.new.ty(buffer));
        let slot_bytes = buffers.iter().map(bytes).sum();
        let ty = cx.new.make_pipe_type(stages, slot_bytes);
        cx.build().op(nv_tileas::CREATE_PIPE, &[&buffers], &[ty]);
    }
}

fn one_agent(cx: &mut Cx<'_>, body: Block) -> Result<(), Failure> {
    let role = cx.state.agent.name();
    let (ty, role) = (cx.new.named_type(STAGE_STATE), cx.keyword(role));
    let start = cx
        .build()
        .value_with(cutlass::PIPELINE_STATE_CREATE, &[], ty, &[("role", role)]);
    cx.state.place = Some(start);
    let turns = cx.state.tiles.is_some() && cx.state.agent == Role::Consumer;
    cx.state.turns = if turns { Some(turns::start(cx)) } else { None };
    cx.block_ops(body)?;
    if cx.state.agent == Role::Producer {
        let operands = pipe_and_place(cx);
        step(cx, cutlass::PIPELINE_PRODUCER_TAIL, &operands);
    }
    Ok(())
}

/// The pipeline and the state here; both are there inside an agent.
fn pipe_and_place(cx: &Cx<'_>) -> Vec<Value> {
    cx.state.pipe.into_iter().chain(cx.state.place).collect()
}

fn step(cx: &mut Cx<'_>, kind: OpKind, operands: &[Value]) -> Op {
    let mut lists: Vec<&[Value]> = operands.iter().map(std::slice::from_ref).collect();
    // Predicates of a release are added later.
    lists.resize(kind.def().operands.len(), &[]);
    cx.build().op(kind, &lists, &[])
}

/// The producer loads; the consumer reads the tiles.
fn load(cx: &mut Cx<'_>, op: Op, index: usize) -> Result<(), Failure> {
    let old = cx.old;
    let (Some(&buffer), Some(slot)) = (cx.state.buffers.get(index), cx.state.slot) else {
        return Err(cx.error(op, "internal", "a load outside of its loop"));
    };
    if cx.state.agent == Role::Producer {
        // Tokens order nothing between a kernel's reads of what it does not write.
        let token = cx.new.named_type("token");
        let token = cx.build().value(nv_tileas::CREATE_MEM_TOKEN, &[], token);
        if let Some(old_token) = old.operand_named(op, "token") {
            cx.replace_unnamed(old_token, token);
        }
        cx.copy(op)?;
        let tile = cx.value(old.result(op, 0))?;
        cx.build()
            .op(nv_tileas::LOCAL_STORE, &[&[tile], &[buffer], &[slot]], &[]);
        return Ok(());
    }
    let (tile, token) = (old.result(op, 0), old.result(op, 1));
    let read = cx.build().value(nv_tileas::LOCAL_LOAD, &[buffer, slot], old.ty(tile));
    cx.rename(tile, read);
    let order = cx.build().value(nv_tileas::CREATE_MEM_TOKEN, &[], old.ty(token));
    cx.rename(token, order);
    Ok(())
}

/// Work is pulled once: by the producer, which hands its id to the consumer through a ring of its own.
fn fetched(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let (result, iter) = (cx.old.result(op, 0), cx.operand(op, 1)?);
    let Some(ring) = cx.state.work_ids else {
        return Err(cx.error(op, "internal", "work is pulled outside of agents"));
    };
    if cx.state.agent == Role::Consumer {
        let ty = cx.old.ty(result);
        let take = cutlass::TILE_SCHEDULER_TAKE_WORK_ID;
        let id = cx.build().value(take, &[ring, iter], ty);
        cx.rename(result, id);
        return Ok(());
    }
    cx.copy(op)?;
    let id = cx.value(result)?;
    if let Some(fetch) = cx.new.defining_op(id) {
        let alone = cx.new.intern_attr(AttrData::Unit);
        cx.new.set_attr(fetch, "alone", alone);
    }
    let send = cutlass::TILE_SCHEDULER_SEND_WORK_ID;
    cx.build().op(send, &[&[ring], &[id], &[iter]], &[]);
    Ok(())
}

/// The values of a control op that the agent that is written has.
fn kept(cx: &Cx<'_>, op: Op) -> Kept {
    let is_all = cx.state.agent == Role::Consumer;
    Kept::of(cx.old, op, |value| is_all || cx.state.slice.values.contains(&value))
}

/// A loop or branch, with what this agent needs of what it carries, and the pipeline's state if the loop is inside.
fn control(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let old = cx.old;
    if let Some(turns) = cx.state.turns.filter(|_| cx.state.tiles == Some(op)) {
        return turns::tile_loop(cx, op, turns);
    }
    let holds = cx.state.holders.contains(&op);
    let outside = cx.state.place;
    let new = cx.rewrite_control(op, &kept(cx, op), outside.filter(|_| holds).as_slice())?;
    let is_pipelined = op == cx.state.found.for_op;
    if is_pipelined {
        for name in [STAGES, AGENT_ROLES, NUM_WARPS, MAX_REGS, TEAMS] {
            cx.new.remove_attr(new.op, name);
        }
        let word = cx.keyword(cx.state.agent.name());
        cx.new.set_attr(new.op, AGENT, word);
    }
    for (&region, inner) in old.regions(op).iter().zip(new.blocks) {
        let Some(inner) = inner else { continue };
        // A branch carries no state: it is the one outside.
        cx.state.place = new.more.first().copied().or(outside);
        cx.in_block(inner, |cx| -> Result<(), Failure> {
            if is_pipelined {
                enter(cx);
            }
            if let Some(block) = old.entry_block(region) {
                cx.block_ops(block)?;
            }
            // An end that was not written, because there was nothing to hand on.
            let ended = cx
                .new
                .last_op(inner)
                .is_some_and(|last| cx.new.def(last).has(tilewright_ir::op_def::traits::TERMINATOR));
            if holds && !ended {
                if is_pipelined {
                    advance(cx);
                }
                let name = if old.kind(op) == scf::IF {
                    scf::YIELD
                } else {
                    scf::CONTINUE
                };
                let place: Vec<Value> = cx.state.place.into_iter().collect();
                cx.build().op(name, &[&place], &[]);
            }
            Ok(())
        })?;
    }
    cx.state.place = match cx.new.results(new.op) {
        [.., last] if holds => Some(*last),
        _ => outside,
    };
    Ok(())
}

/// The start of an iteration: the stage is waited for.
fn enter(cx: &mut Cx<'_>) {
    let operands = pipe_and_place(cx);
    let name = match cx.state.agent {
        Role::Consumer | Role::Issuer => cutlass::PIPELINE_CONSUMER_WAIT,
        Role::Producer => cutlass::PIPELINE_PRODUCER_ACQUIRE,
    };
    step(cx, name, &operands);
    let ty = cx.new.number_type("i32");
    cx.state.slot = cx
        .state
        .place
        .map(|place| cx.build().value(cutlass::PIPELINE_STATE_INDEX, &[place], ty));
}

/// The end of an iteration: the stage is committed or released, and the state advances.
fn advance(cx: &mut Cx<'_>) {
    let operands = pipe_and_place(cx);
    match cx.state.agent {
        Role::Consumer | Role::Issuer => {
            step(cx, cutlass::PIPELINE_CONSUMER_RELEASE, &operands);
        }
        Role::Producer => {
            let commit = step(cx, cutlass::PIPELINE_PRODUCER_COMMIT, &operands);
            let bytes = cx.build().int(0);
            cx.new.set_attr(commit, "transaction_bytes", bytes);
        }
    }
    if let Some(place) = cx.state.place {
        let ty = cx.new.ty(place);
        let next = cx.build().value(cutlass::PIPELINE_STATE_INCREMENT, &operands, ty);
        cx.state.place = Some(next);
    }
}

/// The terminator of a region yields those results that its op keeps.
fn end(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let old = cx.old;
    let name = old.kind(op);
    let Some(target) = ended_by(old, op) else { return Ok(()) };
    if old.def(target).dialect() != "scf" {
        // The combiner of a reduction.
        return cx.copy(op);
    }
    let mut values = Vec::new();
    for value in kept(cx, target).handed_on(old, op) {
        values.push(cx.value(value)?);
    }
    if target == cx.state.found.for_op {
        advance(cx);
    }
    if cx.state.holders.contains(&target) {
        values.extend(cx.state.place);
    }
    if let Some(turns) = cx.state.turns.filter(|_| cx.state.tiles == Some(target)) {
        values.extend(turns.carried());
    }
    cx.build().op(name, &[&values], &[]);
    Ok(())
}
