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
//! A slot is waited for before the first op that reads it, and released after the last: in the text, where these stand, and by
//! seats that come before and after all of theirs. Threads that take a loaded tile read it into registers before the first of them.
//!
//! A computed operand that a product takes from slots has a ring of its own, which the consumers fill after the op that makes it and
//! empty where the product stands. They never wait for themselves: the slot that is filled was last read by a product two iterations
//! before, or three where products are a stage later, and that is done when an iteration ends (`materialize_async/flight.rs`).
//!
//! Where there are transformers, they have what makes such operands: they empty the rings of loaded tiles that it takes, and fill those of
//! the operands, in the order of the text.

use super::agents::{self, agent, buffer, end_with, is_ended, mark_loop, roles, start, step, switch, token, warps};
use super::overlap::{self, Seat};
use super::pulled;
use super::ring_sites::{HANDS, Hand, READING, Read, Readers, Ring, Site, first_seat, loaded_place, written_place};
use crate::Context;
use crate::pipelining::ring_loop::{Side, Written, is_read_by_threads, needed_by_loads, needed_by_products};
use crate::pipelining::ring_operand::reorders;
use crate::pipelining::transformer::Transformed;
use crate::pipelining::{Operand, RingLoop, Slice, ended_by, ring_loop};
use tilewright_analysis::tma::swizzle_name;
use tilewright_ir::convert::{Conversion, ConversionTarget, Failure, Kept, convert};
use tilewright_ir::dialects::facts::{CORRECTED, MAJORS, OVER_ACCUMULATORS, SINGLE_SLOTS, STAGES};
use tilewright_ir::operand;
use tilewright_ir::ops::{cutlass, nv_tileas, scf};
use tilewright_ir::{Block, Module, Op, Value};
use tilewright_units::Role;
use tilewright_units::product::depth_of;

mod issued;
mod slots;

use slots::{enter, leave, load, read, sites, slot_tile, write};

struct State {
    found: RingLoop,
    rings: Vec<Ring>,
    reads: Vec<Read>,
    /// The part of the producer.
    needed: Slice,
    /// The part of the issuer, besides products.
    control: Slice,
    /// Facts of an agent that pulls work.
    scheduling: Slice,
    transformed: Transformed,
    role: Role,
    /// The role of the agent that pulls work, if any is pulled.
    puller: Role,
    /// Where ids of pulled work are handed on.
    work_ids: Option<Value>,
    /// Where in tensor memory scales go, by their product.
    scales: Vec<(Op, Value)>,
    /// Left operands in registers, by the value that they are made of.
    words: Vec<(Value, Option<Value>)>,
}

type Cx<'a> = Conversion<'a, State>;

/// Writes the agents, and has the consumers' iterations overlap.
pub(super) fn run(module: &Module, context: &Context<'_>, scheduled: Op) -> Result<Module, Failure> {
    let has_transformer = roles(module, scheduled)?.contains(&Role::Transformer);
    let found = match ring_loop(module, context.target) {
        Some(Ok(found)) if found.for_op == scheduled => {
            let found = match (module.has_attr(scheduled, CORRECTED), has_transformer) {
                (true, _) => {
                    let corrected = found.corrected(module);
                    corrected.map_err(|_| module.contradicts(scheduled, "sums that cannot be apart any more"))?
                }
                (false, true) => found.transformed(module).unwrap_or(found),
                (false, false) => found,
            };
            let found = match module.has_attr(scheduled, SINGLE_SLOTS) {
                true => found.single(),
                false => found,
            };
            let over = found.over_accumulators(module, context.target);
            over.filter(|_| module.has_attr(scheduled, OVER_ACCUMULATORS))
                .unwrap_or(found)
        }
        _ => return Err(module.contradicts(scheduled, "the loop that was scheduled has no rings any more")),
    };
    let transformed = Transformed::of(module, &found);
    let loaded = found.loads().flat_map(|load| {
        let tile = module.result(load.load, 0);
        [Role::Consumer, Role::Transformer].map(|role| (load.load, tile, role))
    });
    let left = found.issued.iter().flat_map(|own| {
        let roles = [Role::Consumer, Role::Transformer].into_iter();
        // Else transformers make nothing of products.
        let taking = roles.filter(|role| *role == Role::Consumer || found.corrected);
        taking.map(|role| (own.at, own.value, role))
    });
    let of_rows = found.written.iter().filter(|_| found.corrected);
    let of_rows = of_rows.map(|tile| (tile.at, tile.value, Role::Consumer));
    let reads: Vec<Read> = loaded
        .chain(left)
        .chain(of_rows)
        .filter_map(|read| Read::of(module, &found, &transformed, read))
        .collect();
    let mut rings = Vec::new();
    let filled = found.rings.iter().map(|ring| {
        let of_site = |site: &Vec<Operand>| (site.iter().map(|load| load.load).collect(), (None, None));
        (ring.sites.iter().map(of_site).collect::<Vec<_>>(), ring.inside)
    });
    let written = found.written_rings(module).into_iter().map(|tiles| {
        let inside = tiles.iter().all(|tile| tile.inside);
        let sites = tiles.into_iter().map(|tile| (Vec::new(), (Some(tile), None)));
        (sites.collect(), inside)
    });
    let issued = found.accumulator_rings(module).into_iter().map(|all| {
        let inside = all.iter().all(|own| !own.is_of_loop());
        let sites = all.into_iter().map(|own| (Vec::new(), (None, Some(own))));
        (sites.collect(), inside)
    });
    for (sites, inside) in filled.chain(written).chain(issued) {
        let of_site = |(loads, made)| Site::new(module, &found, &reads, loads, made);
        let Some(sites) = sites.into_iter().map(of_site).collect() else {
            return Err(module.contradicts(scheduled, "a ring that nobody reads"));
        };
        rings.push(Ring::new(sites, inside));
    }
    let registers = found
        .products
        .iter()
        .filter(|product| product.sides[0] == Side::Registers);
    let state = State {
        words: registers.map(|product| (module.sides(product.dot)[0], None)).collect(),
        needed: needed_by_loads(module, &found),
        control: needed_by_products(module, &found),
        scheduling: pulled::scheduling(module),
        scales: Vec::new(),
        puller: pulled::puller(&roles(module, scheduled)?),
        work_ids: None,
        transformed,
        rings,
        reads,
        found,
        role: Role::Consumer,
    };
    // The agent that is written decides about an op.
    let (mut module, _) = convert(module, &ConversionTarget::of_every_op(rewrite), state)?;
    overlap::run(&mut module, context)?;
    Ok(module)
}

fn rewrite(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    match cx.old.kind(op) {
        nv_tileas::FUNC => return cx.with_body(op, agents_of),
        // Each agent ends where the kernel ends.
        nv_tileas::RETURN => return Ok(()),
        scf::YIELD | scf::CONTINUE | scf::BREAK => return end(cx, op),
        // Absent: all other ops are handled below.
        _ => {}
    }
    if super::MEETINGS.contains(&cx.old.kind(op)) {
        return cx.copy(op);
    }
    if let Some(place) = loaded_place(&cx.state.rings, op) {
        return load(cx, op, place);
    }
    match cx.state.role {
        Role::Consumer | Role::Transformer => computed(cx, op),
        Role::Issuer => issued::op(cx, op),
        Role::Producer | Role::Scheduler if has(cx, op) => plain(cx, op),
        Role::Producer | Role::Scheduler => Ok(()),
    }
}

/// Whether the agent that is written has an op.
fn has(cx: &Cx<'_>, op: Op) -> bool {
    has_role(cx, cx.state.role, op)
}

/// Whether the agent of a role has an op.
fn has_role(cx: &Cx<'_>, role: Role, op: Op) -> bool {
    match role {
        Role::Consumer => !cx.state.transformed.alone.contains(&op),
        Role::Transformer => cx.state.transformed.needed.ops.contains(&op),
        Role::Producer => cx.state.needed.ops.contains(&op),
        Role::Issuer => cx.state.control.ops.contains(&op),
        Role::Scheduler => cx.state.scheduling.ops.contains(&op),
    }
}

/// A transformer's read of memory waits for nothing.
fn read_memory(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    if let Some(before) = cx.old.operand_named(op, operand::TOKEN) {
        let token = token(cx);
        cx.replace_unnamed(before, token);
    }
    cx.copy(op)
}

/// A read of memory that transformers have is no more than its token to consumers.
fn leave_token(cx: &mut Cx<'_>, op: Op) {
    let old = cx.old;
    for &result in old.results(op) {
        if old.is_token(old.ty(result)) {
            let token = token(cx);
            cx.rename(result, token);
        }
    }
}

/// Changes of shape and order between a load and a product are done anew where the product reads.
fn is_seen_through(cx: &Cx<'_>, op: Op) -> bool {
    let moved = |op: Op| reorders(cx.old, op);
    let mut at = op;
    while moved(at) {
        match cx.old.defining_op(cx.old.only_operand(at)) {
            Some(made) => at = made,
            None => return false,
        }
    }
    let is_in_buffer = at != op && loaded_place(&cx.state.rings, at).is_some();
    is_in_buffer && !is_read_by_threads(cx.old, cx.old.result(op, 0))
}

fn computed(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    if is_seen_through(cx, op) {
        return Ok(());
    }
    let is_consumer = cx.state.role == Role::Consumer;
    if !has(cx, op) {
        if is_consumer {
            leave_token(cx, op);
        }
        return Ok(());
    }
    waits_before(cx, op)?;
    let product = cx.state.found.products.iter().position(|product| product.dot == op);
    match product {
        // The issuer has it; its accumulators are read where they are taken.
        Some(_) if cx.state.found.multiplies() == Role::Issuer => {}
        Some(number) => multiply(cx, op, number)?,
        None if !is_consumer && matches!(cx.old.kind(op), nv_tileas::TILED_LOAD | nv_tileas::LOAD) => {
            read_memory(cx, op)?;
        }
        None => plain(cx, op)?,
    }
    leaves_after(cx, op)?;
    if !is_consumer {
        return Ok(());
    }
    for &result in cx.old.results(op) {
        if cx.state.words.iter().any(|(of, _)| *of == result) {
            make_words(cx, result, Seat::of(cx.old, op))?;
        }
    }
    Ok(())
}

/// Waits for the slots that an op is the first to read, and reads what threads take from them.
fn waits_before(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    for at in sites(cx) {
        if let Some(&Readers { ends, seats, .. }) = at.of(cx).of(cx.state.role)
            && ends[0] == op
        {
            enter(cx, at, Hand::Empties, seats[0])?;
        }
    }
    for number in 0..cx.state.reads.len() {
        let read = cx.state.reads[number];
        if read.before != op || read.role != cx.state.role {
            continue;
        }
        let is_adding = cx.state.found.corrected && read.role == Role::Consumer;
        let of_rows = || written_place(&cx.state.rings, read.tile).filter(|_| is_adding);
        let place = loaded_place(&cx.state.rings, read.made).or_else(of_rows);
        let value = match place {
            Some(_) => slot_tile(cx, (read.tile, place), nv_tileas::SLOT_READ, read.seat)?,
            None => issued::read(cx, read)?,
        };
        cx.rename(read.tile, value);
    }
    Ok(())
}

/// Releases the slots that an op is the last to read, and writes what it makes to slots.
fn leaves_after(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    for at in sites(cx) {
        // Whoever has read accumulators has them in registers.
        let is_left = at.of(cx).accumulators.is_some();
        if let Some(&Readers { ends, seats, .. }) = at.of(cx).of(cx.state.role)
            && ends[1] == op
            && !is_left
        {
            leave(cx, at, Hand::Empties, seats[1])?;
        }
        let own = |tile: &Written| tile.at == op && tile.by == cx.state.role;
        if let Some(tile) = at.of(cx).written.filter(own) {
            write(cx, at, tile)?;
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
            Side::Ring(load) => {
                let place = loaded_place(&cx.state.rings, load);
                read(cx, (old.result(load, 0), place), value, seat)?
            }
            Side::Slots(tile) => {
                let place = written_place(&cx.state.rings, tile);
                read(cx, (tile, place), value, seat)?
            }
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
            let mut attrs = vec![("rhs_major", major)];
            attrs.extend(depth_of(&mut cx.build(), old, op));
            cx.build().value_with(nv_tileas::WORD_DOT, &operands, ty, &attrs)
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

/// The rings with their buffers, and the agents.
fn agents_of(cx: &mut Cx<'_>, body: Block) -> Result<(), Failure> {
    let (old, for_op) = (cx.old, cx.state.found.for_op);
    cx.loc = old.loc(for_op);
    let warps = warps(old, for_op)?;
    let roles = roles(old, for_op)?;
    let of_role = |own: Role| -> i64 {
        let each = roles.iter().zip(warps).filter(|(role, _)| **role == own);
        // Of the others one thread says so.
        each.map(|(_, &warps)| if own.holds_tiles() { warps } else { 1 }).sum()
    };
    let stages = old.required_int(for_op, STAGES);
    let is_issued = cx.state.found.multiplies() == Role::Issuer;
    if is_issued {
        cx.build().op(nv_tileas::TENSOR_RESERVE, &[], &[]);
    }
    for ring in 0..cx.state.rings.len() {
        let own = &cx.state.rings[ring];
        let (written, accumulators, inside) = (own.written(), own.accumulators(), own.inside);
        let (slots, producers) = match (written, accumulators) {
            (Some(tile), _) if tile.copied().is_some() => (stages, of_role(tile.by)),
            (Some(tile), _) => (cx.state.found.slots_of(&tile, is_later(cx, ring)), of_role(tile.by)),
            (None, Some(own)) => (own.slots, 1),
            (None, None) if inside => (stages, 1),
            (None, None) => (1, 1),
        };
        let emptying = READING.into_iter();
        let emptying = emptying.filter(|&role| cx.state.rings[ring].has(role, Hand::Empties));
        let arrivals = match issued::is_overwritten(cx, ring) {
            true => of_role(Role::Issuer),
            false => emptying.map(of_role).sum(),
        };
        let pipe = agents::ring(cx, slots, [producers, arrivals]);
        cx.state.rings[ring].pipe = Some(pipe);
        if accumulators.is_some() || written.is_some_and(|tile| tile.over.is_some()) {
            cx.build().op(cutlass::PIPELINE_INIT, &[&[pipe]], &[]);
            continue;
        }
        let made = match written {
            Some(tile) => {
                let swizzle = swizzle_name(tile.span);
                vec![buffer(cx, (tile.value, None), swizzle, slots)]
            }
            None => {
                let sites = &cx.state.found.rings[ring].sites;
                let loads: Vec<Operand> = sites.iter().take(1).flatten().cloned().collect();
                let of_load = |load: Operand| {
                    let tile = old.result(load.load, 0);
                    buffer(cx, (tile, None), swizzle_name(load.tma.span), slots)
                };
                loads.into_iter().map(of_load).collect()
            }
        };
        cx.state.rings[ring].buffers = made;
        let buffers = cx.state.rings[ring].buffers.clone();
        agents::pipe(cx, slots, &buffers);
        cx.build().op(cutlass::PIPELINE_INIT, &[&[pipe]], &[]);
    }
    issued::buffers(cx);
    if let Some(id) = pulled::id_of_work(old) {
        let (mut readers, mut issuers) = (0, 0);
        for role in [Role::Consumer, Role::Transformer, Role::Producer, Role::Issuer] {
            if role == cx.state.puller || !has_role(cx, role, id) {
                continue;
            }
            if role == Role::Issuer {
                issuers += of_role(role);
            } else {
                readers += of_role(role);
            }
        }
        cx.state.work_ids = Some(pulled::ring(cx, readers, issuers, false)?);
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

/// Whether a product that consumers start takes what they write to a ring in a later stage.
fn is_later(cx: &Cx<'_>, ring: usize) -> bool {
    if cx.state.found.multiplies() == Role::Issuer {
        return false;
    }
    let Ring { sites, .. } = &cx.state.rings[ring];
    let made = cx.state.rings[ring]
        .written()
        .and_then(|tile| seat_of_written(cx.old, tile));
    let readers = sites.iter().flat_map(|site| &site.readers);
    match (made, readers.filter_map(|readers| readers.seats[1]).max()) {
        (Some(made), Some(taken)) => taken.stage > made.stage,
        // Absent: a tile that is made around the loop.
        _ => false,
    }
}

/// The seat at which a tile is written: that of the op that makes it.
fn seat_of_written(module: &Module, tile: Written) -> Option<Seat> {
    Seat::of(module, tile.at).or_else(|| first_seat(module, tile.at, tile.value))
}

fn one_agent(cx: &mut Cx<'_>, body: Block) -> Result<(), Failure> {
    for (_, words) in &mut cx.state.words {
        *words = None;
    }
    let role = cx.state.role;
    for ring in 0..cx.state.rings.len() {
        for site in &mut cx.state.rings[ring].sites {
            site.entered = [None; 2];
        }
        for hand in HANDS {
            let place = cx.state.rings[ring].has(role, hand).then(|| {
                start(
                    cx,
                    match hand {
                        Hand::Fills => Role::Producer,
                        Hand::Empties => Role::Consumer,
                    },
                )
            });
            cx.state.rings[ring].places[hand as usize] = place;
        }
    }
    cx.block_ops(body)?;
    if role == Role::Consumer && cx.state.found.multiplies() == Role::Issuer {
        cx.build().op(nv_tileas::TENSOR_RELEASE, &[], &[]);
    }
    // A product that another agent has started lets go of slots when it is done: not after all have left.
    if role == Role::Producer || cx.state.found.multiplies() == Role::Issuer {
        // Of what is written over accumulators nobody lets go but by their ring.
        for ring in (0..cx.state.rings.len())
            .filter(|&ring| issued::under(cx, ring).is_none())
            .collect::<Vec<_>>()
        {
            let Ring { pipe, places, .. } = &cx.state.rings[ring];
            if let (&Some(pipe), Some(place)) = (pipe, places[Hand::Fills as usize]) {
                step(cx, cutlass::PIPELINE_PRODUCER_TAIL, &[pipe, place]);
            }
        }
    }
    Ok(())
}

/// The values of a control op that the agent that is written has.
fn kept(cx: &Cx<'_>, op: Op) -> Kept {
    let slice = match cx.state.role {
        Role::Consumer => None,
        Role::Transformer => Some(&cx.state.transformed.needed),
        Role::Producer => Some(&cx.state.needed),
        Role::Issuer => Some(&cx.state.control),
        Role::Scheduler => Some(&cx.state.scheduling),
    };
    let mut others = cx.state.found.in_tensor_memory(cx.old);
    others.extend(cx.state.found.carried_by_others(cx.old));
    Kept::of(cx.old, op, |value| match slice {
        Some(slice) => slice.values.contains(&value),
        None => !others.contains(&value),
    })
}

/// The states of rings that an op carries: a ring and a hand each.
fn held(cx: &Cx<'_>, op: Op) -> Vec<(usize, Hand)> {
    let mut held = Vec::new();
    for (number, ring) in cx.state.rings.iter().enumerate() {
        let hands = HANDS.into_iter().filter(|&hand| ring.has(cx.state.role, hand));
        let is_held = ring.sites.iter().any(|site| site.holders.contains(&op));
        held.extend(hands.filter(|_| is_held).map(|hand| (number, hand)));
    }
    held
}

/// These states, as they are here.
fn states(cx: &Cx<'_>, held: &[(usize, Hand)]) -> Vec<Value> {
    let of = |&(ring, hand): &(usize, Hand)| cx.state.rings[ring].places[hand as usize];
    held.iter().filter_map(of).collect()
}

fn set_states(cx: &mut Cx<'_>, held: &[(usize, Hand)], values: &[Value]) {
    for (&(ring, hand), &value) in held.iter().zip(values) {
        cx.state.rings[ring].places[hand as usize] = Some(value);
    }
}

/// An op as it is; a loop or branch with what this agent needs of what it carries, and the states of rings that are used inside.
fn plain(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let old = cx.old;
    if !matches!(old.kind(op), scf::FOR | scf::LOOP | scf::IF) {
        let (roles, ring) = ([cx.state.role, cx.state.puller], cx.state.work_ids);
        return pulled::rewrite(cx, op, roles, ring).unwrap_or_else(|| cx.copy(op));
    }
    let held = held(cx, op);
    let outside = states(cx, &held);
    let new = cx.rewrite_control(op, &kept(cx, op), &outside)?;
    if cx.state.found.loops.contains(&op) {
        mark_loop(cx, new.op, cx.state.role);
    }
    for (&region, inner) in old.regions(op).iter().zip(new.blocks) {
        // Absent: a branch without an `else`.
        let Some(inner) = inner else { continue };
        set_states(cx, &held, &outside);
        set_states(cx, &held, &new.more);
        cx.in_block(inner, |cx| -> Result<(), Failure> {
            if let Some(block) = old.entry_block(region) {
                cx.block_ops(block)?;
            }
            if !held.is_empty() && !is_ended(cx) {
                let states = states(cx, &held);
                end_with(cx, op, &states);
            }
            Ok(())
        })?;
    }
    let results = cx.new.results(new.op);
    let made = results[results.len() - held.len()..].to_vec();
    set_states(cx, &held, &made);
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
    if cx.state.role.holds_tiles() {
        waits_before(cx, op)?;
    }
    let mut values = Vec::new();
    for value in kept(cx, target).handed_on(old, op) {
        values.push(cx.value(value)?);
    }
    values.extend(states(cx, &held(cx, target)));
    cx.build().op(old.kind(op), &[&values], &[]);
    Ok(())
}
