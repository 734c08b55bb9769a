//! A loop whose tiles come through rings becomes agents: the producer fills each ring where its loads stand, the consumers do all
//! else and read a ring where a product takes its tiles.
//!
//! ```text
//! %q = tiled_load                    consumer {                              producer {
//! for %j iter(%acc) {                  for %j iter(%acc, %sk, %sv) {           acquire q; tiled_load, local_store; commit
//!   %k = tiled_load                      consumer_wait k; local_load             for %j iter(%sk, %sv) {
//!   %s = dot %q, %k, %zero        ->     %s = dot; consumer_release k              acquire k; ...; commit
//!   %p = ...                             %p = ...; %w = words %p                   acquire v; ...; commit
//!   %v = tiled_load                      consumer_wait v; local_load             } }
//!   dot %p, %v, %acc                     word_dot %w; consumer_release v
//! }                                    } }
//! ```
//!
//! A slot is waited for before the first product that reads it, and released after the last: in the text, where these stand, and by
//! seats that come before and after all of theirs.

use super::agents::{
    self, agent, buffer, end_with, fill, is_ended, mark_loop, roles, start, step, switch, token, warps,
};
use super::overlap::{self, Seat};
use crate::pipelining::ring_loop::{Side, needed_by_loads, takers_of};
use crate::pipelining::{RingLoop, Slice, ended_by, ring_loop};
use tilewright_analysis::Context;
use tilewright_ir::convert::{Conversion, ConversionTarget, Failure, Kept, convert};
use tilewright_ir::dialects::facts::{MAJORS, STAGES};
use tilewright_ir::operand;
use tilewright_ir::ops::{cutlass, nv_tileas, scf};
use tilewright_ir::{Block, Module, Op, OpKind, Value};
use tilewright_sorted::SortedSet;
use tilewright_units::Role;

/// A ring, while agents are written.
struct Ring {
    loads: Vec<Op>,
    inside: bool,
    /// The ops around its loads: they carry its state.
    holders: SortedSet<Op>,
    /// The ops of the block of its loads that read its slot first and last, in the order of the text.
    ends: [Op; 2],
    /// The first and the last seat of an op that reads it.
    seats: [Option<Seat>; 2],
    pipe: Option<Value>,
    buffers: Vec<Value>,
}

struct State {
    found: RingLoop,
    rings: Vec<Ring>,
    needed: Slice,
    role: Role,
    /// The state of each ring here.
    places: Vec<Value>,
    /// The state of each ring whose slot is read or filled now.
    entered: Vec<Option<Value>>,
    /// Left operands in registers, by the value that they are made of.
    words: Vec<(Value, Option<Value>)>,
}

type Cx<'a> = Conversion<'a, State>;

/// Writes the agents, and has the consumers' iterations overlap.
pub(super) fn run(module: &Module, context: &Context<'_>, scheduled: Op) -> Result<Module, Failure> {
    let found = match ring_loop(module, context.target) {
        Some(Ok(found)) if found.for_op == scheduled => found,
        _ => return Err(module.contradicts(scheduled, "the loop that was scheduled has no rings any more")),
    };
    let mut rings = Vec::new();
    for ring in &found.rings {
        let loads: Vec<Op> = ring.loads.iter().map(|load| load.load).collect();
        let readers = readers(module, &loads);
        let (Some(&first), Some(&last)) = (readers.first(), readers.last()) else {
            return Err(module.contradicts(scheduled, "a ring that nobody reads"));
        };
        let seats = || readers.iter().filter_map(|&op| Seat::of(module, op));
        rings.push(Ring {
            holders: around(module, loads[0]).collect(),
            loads,
            inside: ring.inside,
            ends: [first, last],
            seats: [seats().min(), seats().max()],
            pipe: None,
            buffers: Vec::new(),
        });
    }
    let registers = found
        .products
        .iter()
        .filter(|product| product.sides[0] == Side::Registers);
    let state = State {
        words: registers.map(|product| (module.sides(product.dot)[0], None)).collect(),
        needed: needed_by_loads(module, &found),
        rings,
        found,
        role: Role::Consumer,
        places: Vec::new(),
        entered: Vec::new(),
    };
    // The agent that is written decides about an op.
    let (mut module, _) = convert(module, &ConversionTarget::of_every_op(rewrite), state)?;
    overlap::run(&mut module)?;
    Ok(module)
}

/// The control ops around an op, the nearest first.
fn around(module: &Module, op: Op) -> impl Iterator<Item = Op> {
    let outer = std::iter::successors(module.parent_op(op), |&op| module.parent_op(op));
    outer.take_while(|&op| module.def(op).dialect() == "scf")
}

/// The ops of the block of some loads in which what they load is read, in the order of the text.
fn readers(module: &Module, loads: &[Op]) -> Vec<Op> {
    let mut takers = Vec::new();
    for &load in loads {
        takers_of(module, module.result(load, 0), &mut takers);
    }
    let reads = |op: &Op| {
        let is_inside =
            |&taker: &Op| std::iter::successors(Some(taker), |&op| module.parent_op(op)).any(|around| around == *op);
        takers.iter().any(is_inside)
    };
    let block = loads.first().and_then(|&load| module.parent(load));
    block
        .into_iter()
        .flat_map(|block| module.ops(block))
        .filter(reads)
        .collect()
}

fn rewrite(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    match cx.old.kind(op) {
        nv_tileas::FUNC => return agents::func(cx, op, agents_of),
        // Each agent ends where the kernel ends.
        nv_tileas::RETURN => return Ok(()),
        scf::YIELD | scf::CONTINUE | scf::BREAK => return end(cx, op),
        // Absent: all other ops are handled below.
        _ => {}
    }
    if let Some(ring) = cx.state.rings.iter().position(|ring| ring.loads.contains(&op)) {
        return load(cx, op, ring);
    }
    match cx.state.role {
        Role::Consumer => consumed(cx, op),
        _ if cx.state.needed.ops.contains(&op) => plain(cx, op),
        _ => Ok(()),
    }
}

/// Changes of shape and order between a load and a product are done anew where the product reads.
fn is_seen_through(cx: &Cx<'_>, op: Op) -> bool {
    let moved = |op: Op| matches!(cx.old.kind(op), nv_tileas::PERMUTE | nv_tileas::VIEW);
    let mut at = op;
    while moved(at) {
        match cx.old.defining_op(cx.old.only_operand(at)) {
            Some(made) => at = made,
            None => return false,
        }
    }
    at != op && cx.state.rings.iter().any(|ring| ring.loads.contains(&at))
}

fn consumed(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    if is_seen_through(cx, op) {
        return Ok(());
    }
    for ring in 0..cx.state.rings.len() {
        let Ring { ends, seats, .. } = &cx.state.rings[ring];
        if ends[0] == op {
            let seat = seats[0];
            enter(cx, ring, cutlass::PIPELINE_CONSUMER_WAIT, seat)?;
        }
    }
    let product = cx.state.found.products.iter().position(|product| product.dot == op);
    match product {
        Some(number) => multiply(cx, op, number)?,
        None => plain(cx, op)?,
    }
    for ring in 0..cx.state.rings.len() {
        let Ring { ends, seats, .. } = &cx.state.rings[ring];
        if ends[1] == op {
            let seat = seats[1];
            leave(cx, ring, cutlass::PIPELINE_CONSUMER_RELEASE, seat)?;
        }
    }
    for &result in cx.old.results(op) {
        if cx.state.words.iter().any(|(of, _)| *of == result) {
            make_words(cx, result, Seat::of(cx.old, op))?;
        }
    }
    Ok(())
}

/// The words of a left operand.
fn make_words(cx: &mut Cx<'_>, operand: Value, seat: Option<Seat>) -> Result<Value, Failure> {
    let value = cx.value(operand)?;
    let ty = cx.old.ty(operand);
    let mut shape = cx.old.shape(ty).to_vec();
    if let Some(last) = shape.last_mut() {
        *last = *last * i64::from(cx.old.element_bytes(ty)) / 4;
    }
    // A shape that no tile of numbers has: it has a layout of its own.
    shape.push(1);
    let word = cx.new.named_type("i32");
    let ty = cx.new.make_tile_type(&shape, word, None);
    let words = cx.build().value(nv_tileas::WORDS, &[value], ty);
    seated(cx, seat);
    for (_, made) in cx.state.words.iter_mut().filter(|(of, _)| *of == operand) {
        *made = Some(words);
    }
    Ok(words)
}

/// Writes the seat of the op that was written last.
fn seated(cx: &mut Cx<'_>, seat: Option<Seat>) {
    if let (Some(seat), Some(op)) = (seat, cx.new.last_op(cx.block)) {
        seat.write(&mut cx.new, op);
    }
}

fn multiply(cx: &mut Cx<'_>, op: Op, number: usize) -> Result<(), Failure> {
    let old = cx.old;
    let product = cx.state.found.products[number].clone();
    let seat = Seat::of(old, op);
    let mut operands = Vec::new();
    for (side, value) in product.sides.into_iter().zip(old.sides(op)) {
        operands.push(match side {
            Side::Ring(load) => read(cx, load, value, seat)?,
            Side::Registers => match cx
                .state
                .words
                .iter()
                .find_map(|(of, words)| words.filter(|_| *of == value))
            {
                Some(words) => words,
                None => make_words(cx, value, seat)?,
            },
        });
    }
    operands.push(cx.required_operand(op, operand::ACC)?);
    let ty = old.ty(old.result(op, 0));
    let in_registers = product.sides[0] == Side::Registers;
    let result = match in_registers {
        true => {
            // Absent: a contradiction, each scheduled product says it.
            let major = cx.keyword(old.keyword(op, MAJORS[1]));
            cx.build()
                .value_with(nv_tileas::WORD_DOT, &operands, ty, &[("rhs_major", major)])
        }
        false => {
            let majors = MAJORS.map(|name| cx.keyword(old.keyword(op, name)));
            let lists: Vec<&[Value]> = operands.iter().map(std::slice::from_ref).collect();
            let new = cx.op_like(op, &lists, &[ty]);
            for (name, major) in MAJORS.into_iter().zip(majors) {
                cx.new.set_attr(new, name, major);
            }
            cx.new.result(new, 0)
        }
    };
    seated(cx, seat);
    cx.rename(old.result(op, 0), result);
    Ok(())
}

/// A product's side read from the slot of its ring, and seen as the product takes it.
fn read(cx: &mut Cx<'_>, load: Op, value: Value, seat: Option<Seat>) -> Result<Value, Failure> {
    let old = cx.old;
    let of = |ring: &Ring| ring.loads.iter().position(|&other| other == load);
    let ring = cx.state.rings.iter().position(|ring| of(ring).is_some());
    let buffer = ring.and_then(|ring| cx.state.rings[ring].buffers.get(of(&cx.state.rings[ring])?).copied());
    let slot = ring.and_then(|ring| slot(cx, ring, seat));
    let (Some(buffer), Some(slot)) = (buffer, slot) else {
        return Err(cx.error(load, "internal", "a tile that is read before its slot is waited for"));
    };
    let mut path = Vec::new();
    let mut at = value;
    while let Some(op) = old.defining_op(at).filter(|&op| op != load) {
        path.push(op);
        at = old.only_operand(op);
    }
    let ty = old.ty(old.result(load, 0));
    let mut tile = cx.build().value(nv_tileas::LOCAL_LOAD, &[buffer, slot], ty);
    seated(cx, seat);
    for op in path.into_iter().rev() {
        let ty = old.ty(old.result(op, 0));
        let new = cx.op_like(op, &[&[tile]], &[ty]);
        seated(cx, seat);
        tile = cx.new.result(new, 0);
    }
    Ok(tile)
}

/// The producer fills a ring where its loads stand; to a consumer a load is no more than its token.
fn load(cx: &mut Cx<'_>, op: Op, ring: usize) -> Result<(), Failure> {
    let old = cx.old;
    if cx.state.role == Role::Consumer {
        let token = token(cx);
        seated(cx, Seat::of(old, op));
        cx.rename(old.result(op, 1), token);
        return Ok(());
    }
    let loads = cx.state.rings[ring].loads.clone();
    if loads.first() == Some(&op) {
        enter(cx, ring, cutlass::PIPELINE_PRODUCER_ACQUIRE, None)?;
    }
    let place = loads.iter().position(|&load| load == op);
    let buffer = place.and_then(|place| cx.state.rings[ring].buffers.get(place).copied());
    let (Some(buffer), Some(slot)) = (buffer, slot(cx, ring, None)) else {
        return Err(cx.error(op, "internal", "a load whose ring has no slot"));
    };
    fill(cx, op, buffer, slot)?;
    if loads.last() == Some(&op) {
        leave(cx, ring, cutlass::PIPELINE_PRODUCER_COMMIT, None)?;
    }
    Ok(())
}

/// Waits for the next slot of a ring, or acquires it. The state goes on here: the slot after it may be waited for before this one is
/// released.
fn enter(cx: &mut Cx<'_>, ring: usize, kind: OpKind, seat: Option<Seat>) -> Result<(), Failure> {
    let operands = pipe_and_place(cx, ring);
    let &[_, place] = &operands[..] else {
        return Err(cx.error(
            cx.state.found.for_op,
            "internal",
            "a ring that is not there for an agent",
        ));
    };
    step(cx, kind, &operands);
    seated(cx, seat);
    cx.state.entered[ring] = Some(place);
    let ty = cx.new.ty(place);
    cx.state.places[ring] = cx.build().value(cutlass::PIPELINE_STATE_INCREMENT, &operands, ty);
    seated(cx, seat);
    Ok(())
}

/// The slot of a ring that was entered. Each that reads it asks for it anew: what a loop carries is the state of a ring.
fn slot(cx: &mut Cx<'_>, ring: usize, seat: Option<Seat>) -> Option<Value> {
    let entered = cx.state.entered.get(ring).copied().flatten()?;
    let slot = agents::slot(cx, entered);
    seated(cx, seat);
    Some(slot)
}

/// Releases or commits the slot that was entered.
fn leave(cx: &mut Cx<'_>, ring: usize, kind: OpKind, seat: Option<Seat>) -> Result<(), Failure> {
    let (Some(pipe), Some(entered)) = (cx.state.rings[ring].pipe, cx.state.entered[ring]) else {
        return Err(cx.error(
            cx.state.found.for_op,
            "internal",
            "a slot that is left and was not entered",
        ));
    };
    step(cx, kind, &[pipe, entered]);
    seated(cx, seat);
    Ok(())
}

fn pipe_and_place(cx: &Cx<'_>, ring: usize) -> Vec<Value> {
    let place = cx.state.places.get(ring);
    cx.state.rings[ring].pipe.iter().chain(place).copied().collect()
}

/// The rings with their buffers, and the agents.
fn agents_of(cx: &mut Cx<'_>, body: Block) -> Result<(), Failure> {
    let (old, for_op) = (cx.old, cx.state.found.for_op);
    cx.loc = old.loc(for_op);
    let warps = warps(old, for_op)?;
    let roles = roles(old, for_op)?;
    let consuming = roles.iter().zip(warps).filter(|(role, _)| **role == Role::Consumer);
    let arrivals: i64 = consuming.map(|(_, &warps)| warps).sum();
    let stages = old.required_int(for_op, STAGES);
    for ring in 0..cx.state.rings.len() {
        let slots = if cx.state.rings[ring].inside { stages } else { 1 };
        let pipe = agents::ring(cx, slots, arrivals);
        cx.state.rings[ring].pipe = Some(pipe);
        for operand in cx.state.found.rings[ring].loads.clone() {
            let made = buffer(cx, &operand, slots);
            cx.state.rings[ring].buffers.push(made);
        }
        let buffers = cx.state.rings[ring].buffers.clone();
        agents::pipe(cx, slots, &buffers);
        cx.build().op(cutlass::PIPELINE_INIT, &[&[pipe]], &[]);
    }
    let switch = switch(cx, for_op)?;
    for role in roles {
        let block = agent(cx, switch);
        cx.state.role = role;
        cx.in_block(block, |cx| one_agent(cx, body))?;
    }
    cx.build().op(nv_tileas::RETURN, &[], &[]);
    Ok(())
}

fn one_agent(cx: &mut Cx<'_>, body: Block) -> Result<(), Failure> {
    cx.state.places.clear();
    cx.state.entered = vec![None; cx.state.rings.len()];
    for (_, words) in &mut cx.state.words {
        *words = None;
    }
    for _ in 0..cx.state.rings.len() {
        let first = start(cx, cx.state.role);
        cx.state.places.push(first);
    }
    cx.block_ops(body)?;
    if cx.state.role == Role::Producer {
        for ring in 0..cx.state.rings.len() {
            let operands = pipe_and_place(cx, ring);
            step(cx, cutlass::PIPELINE_PRODUCER_TAIL, &operands);
        }
    }
    Ok(())
}

/// The values of a control op that the agent that is written has.
fn kept(cx: &Cx<'_>, op: Op) -> Kept {
    let is_consumer = cx.state.role == Role::Consumer;
    Kept::of(cx.old, op, |value| {
        is_consumer || cx.state.needed.values.contains(&value)
    })
}

/// The rings whose state an op carries.
fn held(cx: &Cx<'_>, op: Op) -> Vec<usize> {
    let rings = cx.state.rings.iter().enumerate();
    rings
        .filter(|(_, ring)| ring.holders.contains(&op))
        .map(|(number, _)| number)
        .collect()
}

/// An op as it is; a loop or branch with what this agent needs of what it carries, and the states of rings that are used inside.
fn plain(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let old = cx.old;
    if !matches!(old.kind(op), scf::FOR | scf::LOOP | scf::IF) {
        return cx.copy(op);
    }
    let rings = held(cx, op);
    let carried: Vec<Value> = rings.iter().map(|&ring| cx.state.places[ring]).collect();
    let new = cx.rewrite_control(op, &kept(cx, op), &carried)?;
    if op == cx.state.found.for_op {
        mark_loop(cx, new.op, cx.state.role);
    }
    let outside = cx.state.places.clone();
    for (&region, inner) in old.regions(op).iter().zip(new.blocks) {
        // Absent: a branch without an `else`.
        let Some(inner) = inner else { continue };
        cx.state.places.clone_from(&outside);
        for (&ring, &value) in rings.iter().zip(&new.more) {
            cx.state.places[ring] = value;
        }
        cx.in_block(inner, |cx| -> Result<(), Failure> {
            if let Some(block) = old.entry_block(region) {
                cx.block_ops(block)?;
            }
            if !rings.is_empty() && !is_ended(cx) {
                let states: Vec<Value> = rings.iter().map(|&ring| cx.state.places[ring]).collect();
                end_with(cx, op, &states);
            }
            Ok(())
        })?;
    }
    cx.state.places = outside;
    let results = cx.new.results(new.op);
    let states = results[results.len() - rings.len()..].to_vec();
    for (&ring, state) in rings.iter().zip(states) {
        cx.state.places[ring] = state;
    }
    Ok(())
}

/// The terminator of a region yields those results that its op keeps, and the states that it carries.
fn end(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let old = cx.old;
    let Some(target) = ended_by(old, op) else { return Ok(()) };
    if old.def(target).dialect() != "scf" {
        // The combiner of a reduction.
        return cx.copy(op);
    }
    let mut values = Vec::new();
    for value in kept(cx, target).handed_on(old, op) {
        values.push(cx.value(value)?);
    }
    values.extend(held(cx, target).into_iter().map(|ring| cx.state.places[ring]));
    cx.build().op(old.kind(op), &[&values], &[]);
    Ok(())
}
