//! `materialize-schedule`
//!
//! Purpose: a scheduled loop becomes agents, each with the program of its role (`programs.rs`). The consumer does everything but
//! the loads of the loop, the producer does the loads and what decides them, and tiles go from one to the other through a ring
//! of buffers in shared memory. An issuer, where a unit asks for one, has the products. Loops with a ring for each load are in
//! `rings.rs`; the parts of agents of both, in `agents.rs`.
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

mod agents;
mod issued;
mod overlap;
mod product_turns;
mod programs;
mod pulled;
mod ring_sites;
mod rings;
mod turns;

use crate::Context;
use crate::generate_schedule_constraints::sets;
use crate::pipelining::{ProductLoop, Strategy, ended_by, mark_reused, product_loop};
use agents::{
    agent, buffer, end_with, fill, is_ended, mark_loop, pipe, ring, roles, slot, start, step, switch, token, warps,
};
use programs::{Program, Ring, Side, programs};
use tilewright_ir::OpKind;
use tilewright_ir::convert::{Conversion, ConversionTarget, Failure, Kept, convert};
pub use tilewright_ir::dialects::facts::AGENT;
use tilewright_ir::dialects::facts::{CLUSTER, CONSUMERS, NUM_WARPS, RINGS, STAGES};
use tilewright_ir::ops::{arith, cutlass, nv_tileas, nvvm, scf};
use tilewright_ir::{AttrData, Block, Module, Op, Value};
use tilewright_sorted::SortedSet;
use tilewright_units::Role;

/// Where the CTAs of a cluster join parts of a tile, all threads meet: of every agent.
const MEETINGS: [OpKind; 2] = [nvvm::CLUSTER_ARRIVE, nvvm::CLUSTER_WAIT];

struct State {
    product_loop: ProductLoop,
    /// The ops around the loop, itself included: they carry the pipeline's state.
    holders: SortedSet<Op>,
    /// The program of each agent.
    programs: Vec<Program>,
    /// The agent whose program is being written.
    agent: usize,
    /// The loop over tiles, where two warpgroups take turns at them.
    tiles: Option<Op>,
    /// The ordered sequence of turns, in the consumer.
    turns: Option<turns::Turns>,
    /// The rings: of tiles, and of accumulators if there is an issuer.
    pipes: Vec<Value>,
    /// Where ids of pulled work are handed on.
    work_ids: Option<Value>,
    buffers: Vec<Value>,
    /// The slot that accumulators are handed on in.
    accumulators: Option<Value>,
    /// The state here of each ring that the agent takes part in.
    places: Vec<Value>,
    /// The number of the stage, inside the loop.
    slot: Option<Value>,
    /// Of an agent that works for a pair of CTAs, and meets others besides: whether this is the first one.
    is_first: Option<Value>,
}

impl State {
    fn program(&self) -> &Program {
        &self.programs[self.agent]
    }

    /// The role of the agent that pulls work, if any is pulled.
    fn puller(&self) -> Role {
        let roles: Vec<Role> = self.programs.iter().map(|program| program.role).collect();
        pulled::puller(&roles)
    }

    /// The agent's side of the ring of tiles.
    fn tiles_side(&self) -> Option<Side> {
        self.program().side(Ring::Tiles)
    }

    /// Whether an op decides which tiles are loaded, and how often: the producer has it, too.
    fn decides(&self, op: Op) -> bool {
        let producer = self.programs.iter().find(|program| program.role == Role::Producer);
        let slice = producer.and_then(|producer| producer.slice.as_ref());
        slice.is_some_and(|slice| slice.ops.contains(&op))
    }

    /// Whether the agent has an op.
    fn has(&self, op: Op) -> bool {
        self.program()
            .slice
            .as_ref()
            .is_none_or(|slice| slice.ops.contains(&op))
    }
}

type Cx<'a> = Conversion<'a, State>;

/// Runs the pass.
pub fn run(module: &Module, context: &Context<'_>) -> Result<Option<Module>, Failure> {
    let marked = |op: &Op| module.has_attr(*op, NUM_WARPS);
    let Some(scheduled) = module.walk(module.top()).into_iter().find(marked) else {
        return Ok(None);
    };
    if module.has_attr(scheduled, RINGS) {
        return rings::run(module, context, scheduled).map(Some);
    }
    let product_loop = match product_loop(module, Strategy::WarpSpecialize, context.target) {
        Some(Ok(product_loop)) if product_loop.for_op == scheduled => product_loop,
        _ => {
            return Err(module.contradicts(
                scheduled,
                "the loop that was scheduled is no loop with a product any more",
            ));
        }
    };
    let mut holders = SortedSet::new();
    let mut outer = Some(product_loop.for_op);
    while let Some(op) = outer.filter(|&op| module.def(op).dialect() == "scf") {
        holders.insert(op);
        outer = module.parent_op(op);
    }
    let mut state = State {
        programs: programs(module, &product_loop, &roles(module, scheduled)?),
        product_loop,
        holders,
        agent: 0,
        tiles: None,
        turns: None,
        pipes: Vec::new(),
        work_ids: None,
        buffers: Vec::new(),
        accumulators: None,
        places: Vec::new(),
        slot: None,
        is_first: None,
    };
    if module.has_attr(state.product_loop.for_op, CONSUMERS) {
        state.tiles = module.parent_op(state.product_loop.for_op);
    }
    // The agent that is written decides about an op.
    convert(module, &ConversionTarget::of_every_op(rewrite), state).map(|(module, _)| Some(module))
}

fn rewrite(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let name = cx.old.kind(op);
    match name {
        nv_tileas::FUNC => return cx.with_body(op, agents_of),
        // Each agent ends where the kernel ends.
        nv_tileas::RETURN => return Ok(()),
        scf::YIELD | scf::CONTINUE | scf::BREAK => return end(cx, op),
        // Absent: all other ops are handled below.
        _ => {}
    }
    if MEETINGS.contains(&name) {
        return cx.copy(op);
    }
    if let Some(index) = cx.state.product_loop.operands.iter().position(|f| f.load == op) {
        return load(cx, op, index);
    }
    if !cx.state.has(op) {
        return Ok(());
    }
    if op == cx.state.product_loop.for_op && cx.state.tiles_side().is_none() {
        return issued::issued(cx, op);
    }
    match name {
        _ if op == cx.state.product_loop.for_op => by_first(cx, |cx| control(cx, op)),
        scf::FOR | scf::LOOP | scf::IF => control(cx, op),
        _ => {
            let (roles, ring) = ([cx.state.program().role, cx.state.puller()], cx.state.work_ids);
            pulled::rewrite(cx, op, roles, ring).unwrap_or_else(|| cx.copy(op))
        }
    }
}

/// The pipeline, its buffers, and the agents.
fn agents_of(cx: &mut Cx<'_>, body: Block) -> Result<(), Failure> {
    let (old, for_op) = (cx.old, cx.state.product_loop.for_op);
    cx.loc = old.loc(for_op);
    let warps = warps(old, for_op)?;
    if !cx.state.programs.iter().any(|program| program.role == Role::Consumer) {
        return Err(cx.error(for_op, "internal", "a loop of agents without a consumer"));
    }
    let consumers = old
        .has_attr(for_op, CONSUMERS)
        .then(|| old.required_int(for_op, CONSUMERS));
    if consumers.is_some() && cx.state.programs.iter().any(|program| program.role == Role::Issuer) {
        return Err(cx.error(
            for_op,
            "internal",
            "consumers that take turns at tiles multiply themselves",
        ));
    }
    // Of the threads that empty a ring: of consumers, one empties a stage.
    let emptied = |programs: &[Program], ring: Ring| -> i64 {
        let each = programs.iter().zip(warps);
        let of = each.filter(|(program, _)| program.side(ring) == Some(Side::Empties));
        of.map(|(program, &warps)| program.arrivals(warps)).sum()
    };
    let stages = old.required_int(for_op, STAGES);
    // Absent: the consumers are one consumer.
    let emptying = emptied(&cx.state.programs, Ring::Tiles) / consumers.unwrap_or(1).max(1);
    let pipe = ring(cx, stages, [1, emptying]);
    in_pair(cx, pipe, Role::Producer);
    if let (Some(cluster), Some(create)) = (old.ints_attr(for_op, CLUSTER), cx.new.defining_op(pipe)) {
        let cluster = cx.new.intern_attr(AttrData::Ints(cluster.into()));
        cx.new.set_attr(create, "cluster", cluster);
    }
    cx.state.pipes.push(pipe);
    for index in 0..2 {
        let operand = cx.state.product_loop.operands[index].clone();
        let tile = old.result(operand.load, 0);
        // Of a pair, each CTA has half of the right operand.
        let halved = (index == 1 && is_of_pair(cx)).then(|| operand.row_dim());
        let buffer = buffer(cx, (tile, halved), Some(operand.tma.swizzle()), stages);
        mark_reused(cx, for_op, buffer);
        cx.state.buffers.push(buffer);
    }
    pipes(cx, stages);
    let readers = emptied(&cx.state.programs, Ring::Accumulators);
    if readers > 0 {
        issued::reserve(cx, readers);
    }
    for pipe in cx.state.pipes.clone() {
        cx.build().op(cutlass::PIPELINE_INIT, &[&[pipe]], &[]);
    }
    if readers > 0 {
        issued::accumulators(cx);
    }
    if pulled::id_of_work(old).is_some() {
        let puller = cx.state.puller();
        let readers = |is_issuer: bool| -> i64 {
            let each = cx.state.programs.iter().zip(warps);
            let of = each.filter(|(program, _)| program.role != puller && (program.role == Role::Issuer) == is_issuer);
            of.map(|(program, &warps)| program.arrivals(warps)).sum()
        };
        let (readers, issuers) = (readers(false), readers(true));
        cx.state.work_ids = Some(pulled::ring(cx, readers, issuers, is_of_pair(cx))?);
    }
    let switch = switch(cx, for_op)?;
    if let Some(consumers) = consumers {
        let consumers = cx.build().int(consumers);
        cx.new.set_attr(switch, "consumers", consumers);
    }
    for number in 0..cx.state.programs.len() {
        let block = agent(cx, switch);
        cx.state.agent = number;
        cx.in_block(block, |cx| match cx.state.program().role {
            Role::Issuer if is_of_pair(cx) => for_both(cx, body),
            _ => one_agent(cx, body),
        })?;
    }
    if meets_at_end(cx) {
        cx.build().op(nvvm::CLUSTER_ARRIVE, &[], &[]);
        cx.build().op(nvvm::CLUSTER_WAIT, &[], &[]);
    }
    cx.build().op(nv_tileas::RETURN, &[], &[]);
    Ok(())
}

/// Whether pairs of CTAs make the products.
fn is_of_pair(cx: &Cx<'_>) -> bool {
    cx.old.is_of_pair(cx.state.product_loop.for_op)
}

/// Says of a ring which role both CTAs of a pair have.
fn in_pair(cx: &mut Cx<'_>, pipe: Value, both: Role) {
    let create = cx.new.defining_op(pipe).filter(|_| is_of_pair(cx));
    if let Some(create) = create {
        let both = cx.keyword(both.name());
        cx.new.set_attr(create, "pair", both);
    }
}

/// Whether the CTAs of a cluster leave together, so that the shared memory of each is there as long as the others touch it. Arrivals that
/// products bring are not over when the threads that start these are: where an issuer starts them, each producer waits for its own. CTAs
/// of a pair release tensor memory together besides.
fn meets_at_end(cx: &Cx<'_>) -> bool {
    let has_cluster = cx.old.has_attr(cx.state.product_loop.for_op, CLUSTER);
    has_cluster && !is_issued(cx) || is_of_pair(cx)
}

fn is_issued(cx: &Cx<'_>) -> bool {
    cx.state.programs.iter().any(|program| program.role == Role::Issuer)
}

/// A pipe for each set of loads: how deep, and over which buffers.
fn pipes(cx: &mut Cx<'_>, stages: i64) {
    let loads: Vec<Op> = cx
        .state
        .product_loop
        .operands
        .iter()
        .map(|operand| operand.load)
        .collect();
    for set in sets(cx.old, &loads) {
        let filled = loads
            .iter()
            .zip(&cx.state.buffers)
            .filter(|(load, _)| set.contains(load));
        let buffers: Vec<Value> = filled.map(|(_, &buffer)| buffer).collect();
        pipe(cx, stages, &buffers);
    }
}

/// The program of an agent of the first CTA of a pair, which works for both. Where all CTAs meet in its loops, that of the other one comes
/// there as well.
fn for_both(cx: &mut Cx<'_>, body: Block) -> Result<(), Failure> {
    let word = cx.new.number_type("i32");
    let (mut rank, zero) = (cx.build().special("cluster_ctarank", word), cx.build().number(0, word));
    if cx.old.is_of_several_pairs(cx.state.product_loop.for_op) {
        let one = cx.build().number(1, word);
        rank = cx.build().binary(arith::ANDI, rank, one);
    }
    let is_first = cx.build().compare("equal", "signed", rank, zero);
    if meetings(cx.old).next().is_some() {
        cx.state.is_first = Some(is_first);
        one_agent(cx, body)?;
        cx.state.is_first = None;
        return Ok(());
    }
    let branch = cx.build().op(scf::IF, &[&[is_first]], &[]);
    let block = cx.new.add_block(cx.new.regions(branch)[0]);
    cx.in_block(block, |cx| one_agent(cx, body))
}

/// Work of the first CTA of a pair for both, where the other one goes the same way beside it; elsewhere, work of either. In the other one rings
/// stay in the state that they were in.
fn by_first(cx: &mut Cx<'_>, work: impl FnOnce(&mut Cx<'_>) -> Result<(), Failure>) -> Result<(), Failure> {
    let Some(is_first) = cx.state.is_first else {
        return work(cx);
    };
    let outside = cx.state.places.clone();
    let types: Vec<_> = outside.iter().map(|&place| cx.new.ty(place)).collect();
    let branch = cx.build().op(scf::IF, &[&[is_first]], &types);
    let [own, other] = [0, 1].map(|way| cx.new.add_block(cx.new.regions(branch)[way]));
    cx.in_block(own, |cx| -> Result<(), Failure> {
        work(cx)?;
        let places = cx.state.places.clone();
        cx.build().op(scf::YIELD, &[&places], &[]);
        Ok(())
    })?;
    cx.in_block(other, |cx| cx.build().op(scf::YIELD, &[&outside], &[]));
    cx.state.places = cx.new.results(branch).to_vec();
    Ok(())
}

/// The places in a kernel where all threads of a cluster meet.
fn meetings(module: &Module) -> impl Iterator<Item = Op> {
    let all = module.walk(module.top()).into_iter();
    all.filter(|&op| MEETINGS.contains(&module.kind(op)))
}

/// Agents that load and issue come to the meetings about a tile once they have loaded and issued the next one: the consumer, who comes about
/// each tile as soon as it has its accumulators, meets them as often before its first tile, and they it behind the last one.
fn meet_apart(cx: &mut Cx<'_>) -> Result<(), Failure> {
    let all: Vec<Op> = meetings(cx.old).filter(|_| is_issued(cx)).collect();
    all.into_iter().try_for_each(|op| cx.copy(op))
}

fn one_agent(cx: &mut Cx<'_>, body: Block) -> Result<(), Failure> {
    let rings = cx.state.program().rings;
    cx.state.places.clear();
    for (_, side) in rings {
        let role = match side {
            Side::Fills => Role::Producer,
            Side::Empties => Role::Consumer,
        };
        let first = start(cx, role);
        cx.state.places.push(first);
    }
    let turns = cx.state.tiles.is_some() && cx.state.program().role == Role::Consumer;
    cx.state.turns = if turns { Some(turns::start(cx)) } else { None };
    let is_consumer = cx.state.program().role == Role::Consumer;
    if is_consumer {
        meet_apart(cx)?;
    }
    cx.block_ops(body)?;
    if !is_consumer {
        meet_apart(cx)?;
    }
    if cx.state.accumulators.is_some() && cx.state.program().role == Role::Consumer {
        cx.build().op(nv_tileas::TENSOR_RELEASE, &[], &[]);
    }
    let meets = meets_at_end(cx) && !is_issued(cx);
    if meets || rings.iter().all(|(_, side)| *side != Side::Fills) {
        return Ok(());
    }
    by_first(cx, |cx| {
        for (ring, _) in rings.iter().filter(|(_, side)| *side == Side::Fills) {
            let operands = pipe_and_place(cx, *ring);
            step(cx, cutlass::PIPELINE_PRODUCER_TAIL, &operands);
        }
        Ok(())
    })
}

/// A ring and its state here; both are there inside an agent that takes part in it.
fn pipe_and_place(cx: &Cx<'_>, ring: Ring) -> Vec<Value> {
    let place = cx.state.program().place(ring).and_then(|at| cx.state.places.get(at));
    let pipe = cx.state.pipes.get(ring as usize);
    pipe.into_iter().chain(place).copied().collect()
}

/// Whoever fills the ring of tiles loads; whoever empties it reads them.
fn load(cx: &mut Cx<'_>, op: Op, index: usize) -> Result<(), Failure> {
    let old = cx.old;
    let (Some(&buffer), Some(slot)) = (cx.state.buffers.get(index), cx.state.slot) else {
        return Err(cx.error(op, "internal", "a load outside of its loop"));
    };
    if cx.state.tiles_side() == Some(Side::Fills) {
        return fill(cx, op, buffer, slot);
    }
    let tile = old.result(op, 0);
    let read = cx.build().value(nv_tileas::LOCAL_LOAD, &[buffer, slot], old.ty(tile));
    cx.rename(tile, read);
    let order = token(cx);
    cx.rename(old.result(op, 1), order);
    Ok(())
}

/// The values of a control op that the agent that is written has.
fn kept(cx: &Cx<'_>, op: Op) -> Kept {
    let slice = cx.state.program().slice.as_ref();
    Kept::of(cx.old, op, |value| {
        slice.is_none_or(|slice| slice.values.contains(&value))
    })
}

/// A loop or branch, with what this agent needs of what it carries, and the states of its rings if the loop is inside.
fn control(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let old = cx.old;
    if let Some(turns) = cx.state.turns.filter(|_| cx.state.tiles == Some(op)) {
        return turns::tile_loop(cx, op, turns);
    }
    let holds = cx.state.holders.contains(&op);
    let is_pipelined = op == cx.state.product_loop.for_op;
    let hands_on = is_pipelined && cx.state.program().side(Ring::Accumulators) == Some(Side::Fills);
    if hands_on {
        issued::acquire(cx);
    }
    let outside = cx.state.places.clone();
    let new = cx.rewrite_control(op, &kept(cx, op), if holds { &outside } else { &[] })?;
    if is_pipelined {
        mark_loop(cx, new.op, cx.state.program().role);
    }
    for (&region, inner) in old.regions(op).iter().zip(new.blocks) {
        // Absent: a branch without an `else`.
        let Some(inner) = inner else { continue };
        // A branch carries no state: it is the one outside.
        cx.state.places = match new.more.is_empty() {
            true => outside.clone(),
            false => new.more.to_vec(),
        };
        cx.in_block(inner, |cx| -> Result<(), Failure> {
            if is_pipelined {
                enter(cx);
            }
            if let Some(block) = old.entry_block(region) {
                cx.block_ops(block)?;
            }
            if holds && !is_ended(cx) {
                if is_pipelined {
                    advance(cx, Ring::Tiles);
                }
                let places = cx.state.places.clone();
                end_with(cx, op, &places);
            }
            Ok(())
        })?;
    }
    cx.state.places = match cx.new.results(new.op) {
        results if holds => results[results.len() - outside.len()..].to_vec(),
        _ => outside,
    };
    if hands_on {
        issued::hand_on(cx, op)?;
    }
    Ok(())
}

/// The start of an iteration: the stage is waited for.
fn enter(cx: &mut Cx<'_>) {
    let operands = pipe_and_place(cx, Ring::Tiles);
    let name = match cx.state.tiles_side() {
        Some(Side::Fills) => cutlass::PIPELINE_PRODUCER_ACQUIRE,
        _ => cutlass::PIPELINE_CONSUMER_WAIT,
    };
    let entered = step(cx, name, &operands);
    let place = held(cx, Ring::Tiles, entered).or(operands.last().copied());
    cx.state.slot = place.map(|place| slot(cx, place));
}

/// The state of a ring is the one that an acquire results in; none where it was a wait.
fn held(cx: &mut Cx<'_>, ring: Ring, entered: Op) -> Option<Value> {
    let held = *cx.new.results(entered).first()?;
    let at = cx.state.program().place(ring)?;
    *cx.state.places.get_mut(at)? = held;
    Some(held)
}

/// The end of an iteration, or of a loop: the slot is committed or released, and the state advances.
fn advance(cx: &mut Cx<'_>, ring: Ring) {
    let operands = pipe_and_place(cx, ring);
    let done = match cx.state.program().side(ring) {
        Some(Side::Fills) => cutlass::PIPELINE_PRODUCER_COMMIT,
        _ => cutlass::PIPELINE_CONSUMER_RELEASE,
    };
    step(cx, done, &operands);
    if let (Some(&place), Some(at)) = (operands.last(), cx.state.program().place(ring)) {
        let ty = cx.new.ty(place);
        cx.state.places[at] = cx.build().value(cutlass::PIPELINE_STATE_INCREMENT, &operands, ty);
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
    if target == cx.state.product_loop.for_op {
        advance(cx, Ring::Tiles);
    }
    if cx.state.holders.contains(&target) {
        values.extend(&cx.state.places);
    }
    if let Some(turns) = cx.state.turns.filter(|_| cx.state.tiles == Some(target)) {
        values.extend(turns.carried());
    }
    cx.build().op(name, &[&values], &[]);
    Ok(())
}
