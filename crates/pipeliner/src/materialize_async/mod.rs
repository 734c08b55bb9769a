//! `materialize-async`
//!
//! Purpose: what the agents of a pipelined loop do becomes asynchronous. A load and the store of its tile to a buffer
//! become one copy by TMA, whose bytes the stage's full barrier counts; a product of tiles in buffers becomes one
//! that runs while the next iteration starts. One product stays in flight, so a stage is released one iteration after its
//! product was started, when the next product has been started too. The store of a tile in the order of accumulators becomes
//! one by TMA where that is cheaper (`tma_stores`).
//!
//! Requires: the output of `materialize-schedule`. Guarantees: no `local_load` or `local_store` is left; after the loop
//! nothing is in flight, and every stage that was waited for is released.
//!
//! ```text
//! for %k iter(%acc, %s) {                     for %k iter(%acc, %s, %before) {
//!   consumer_wait %s                            consumer_wait %s
//!   %a = local_load; %b = local_load            fence of the unit
//!   dot %a, %b, %acc                 ->         async.dot ..., %acc; commit; wait for all but 1
//!   consumer_release %s                         consumer_release %before if %k != %lower, one lane of each warp
//!   continue                                    continue ..., %s }
//! }                                           wait for all; consumer_release %before if %lower < %upper
//! ```

mod flight;
mod issued;
mod slots;

use crate::Context;
use crate::pipelining::why::{LoopRefusal, Refused};
use crate::tma_stores::{self, ByTma};
use tilewright_analysis::DESCRIBED;
use tilewright_analysis::contract;
use tilewright_analysis::tma::{TensorMap, loaded_together, tensor_map};
use tilewright_ir::OpKind;
use tilewright_ir::build::Builder;
use tilewright_ir::convert::{Conversion, ConversionTarget, Failure, Kept, Pattern, convert};
use tilewright_ir::dialects::facts::AGENT;
use tilewright_ir::dialects::facts::LAYOUT;
use tilewright_ir::dialects::facts::{IN_FLIGHT, MAJORS, MULTICAST};
use tilewright_ir::operand;
use tilewright_ir::ops::{arith, cutlass, nv_tileas, nvvm, scf};
use tilewright_ir::views::{ForOp, TiledLoad};
use tilewright_ir::words::role;
use tilewright_ir::{Attr, Module, Op, Value};
use tilewright_layout::Layout;
use tilewright_sorted::SortedMap;
use tilewright_units::product::depth_of;
use tilewright_units::{LoopProducts, of_agents};

/// A tile in a buffer, not yet read: the buffer and the number of the tile, in the old module.
#[derive(Clone, Copy)]
struct BufferSlot {
    buffer: Value,
    slot: Value,
}

struct State {
    /// The ops by which the unit multiplies.
    /// Those that start products and go on; none: warps wait for each.
    products: Option<&'static LoopProducts>,
    /// Tiles that only a product reads.
    places: SortedMap<Value, BufferSlot>,
    /// The state of the stage before, and whether this thread releases it, inside the consumer's loop.
    before: Option<(Value, Value)>,
    /// The state of this iteration, in the new module.
    now: Option<Value>,
    /// The consumer's loop.
    consumer: Option<Op>,
    /// The end of the turn to multiply that has been written ahead.
    over: Option<Op>,
    /// Products in flight when the next one starts: 1, or 0 where a product is waited for before that.
    in_flight: i64,
    /// The loop of an issuer, inside of it.
    issued: Option<issued::Issued>,
    /// Bytes that copies load, by the state of the slot that they fill.
    bytes: Vec<(Value, i64)>,
    /// The tensor maps that copies need.
    tensor_maps: Vec<TensorMap>,
    /// The stores that go by TMA.
    stores: SortedMap<Op, ByTma>,
    /// Of the CTAs of a cluster that load a tile together, so many with ranks so far apart: the part that this one loads, and all as
    /// a mask, unless each part is for its CTA alone.
    parts: Vec<([i64; 2], [Option<Value>; 2])>,
    /// Whether the description's words are asked for.
    described: bool,
}

impl State {
    fn new(
        products: Option<&'static LoopProducts>,
        module: &Module,
        stores: SortedMap<Op, ByTma>,
        described: bool,
    ) -> Self {
        // Loads come first: callers give tensor maps in the order of their numbers.
        let mut tensor_maps = Vec::new();
        for load in module.walk(module.top()) {
            let is_copy = module.kind(load) == nv_tileas::TILED_LOAD && only_store(module, load).is_some();
            if let Some(map) = tensor_map(module, load).filter(|map| is_copy && !tensor_maps.contains(map)) {
                tensor_maps.push(map);
            }
        }
        Self {
            products,
            places: SortedMap::new(),
            before: None,
            now: None,
            consumer: None,
            over: None,
            in_flight: 0,
            issued: None,
            bytes: Vec::new(),
            tensor_maps,
            stores,
            parts: Vec::new(),
            described,
        }
    }
}

type Cx<'a> = Conversion<'a, State>;

const TURN_OVER: OpKind = cutlass::SEQ_BAR_ARRIVE;

/// Runs the pass.
pub fn run(module: &Module, context: &Context<'_>) -> Result<Option<Module>, Failure> {
    let marked = |op: &Op| module.has_attr(*op, AGENT);
    let Some(agent) = module.walk(module.top()).into_iter().find(marked) else {
        return Ok(None);
    };
    let (unit, products) = of_agents(context.target).map_err(|missing| {
        let why = LoopRefusal::NoAgents(context.target.name.clone(), missing);
        Refused::at(module.span(agent), why).error()
    })?;
    // Absent: not asked for: only loops that are marked.
    let has_role = |&op: &Op| {
        // Absent: not asked for: only loops that are marked.
        let name = module.keyword(op, AGENT);
        // Any unit takes operands that others made, and work that they pull.
        unit.roles.iter().any(|own| own.name() == name) || [role::TRANSFORMER, role::SCHEDULER].contains(&name)
    };
    if let Some(other) = module
        .walk(module.top())
        .into_iter()
        .filter(marked)
        .find(|op| !has_role(op))
    {
        // Absent: not asked for: only loops that are marked.
        let role = module.keyword(other, AGENT);
        return Err(module.contradicts(other, format!("loops of `{}` have no {role}", unit.name)));
    }
    let target = ConversionTarget::new(
        &["nv_tileas", "cutlass", "cute_nvgpu", "nvvm", "arith", "scf"],
        PATTERNS,
    );
    let flown = match products.filter(|_| flight::applies(module)) {
        Some(products) => Some(flight::run(module, products, context)?),
        None => None,
    };
    // Absent: products of a loop that does nothing else are started below.
    let module = flown.as_ref().unwrap_or(module);
    let described = DESCRIBED && context.base.steering.described;
    let stores = tma_stores::stores(module, context);
    let (mut module, state) = convert(module, &target, State::new(products, module, stores, described))?;
    contract::set_tensor_maps(&mut module, &state.tensor_maps);
    if described {
        slots::describe(&mut module);
    }
    Ok(Some(module))
}

static PATTERNS: &[Pattern<State>] = &[
    Pattern {
        op: cutlass::PIPELINE_CREATE,
        rewrite: ring,
    },
    Pattern {
        op: scf::FOR,
        rewrite: consumer_loop,
    },
    Pattern {
        op: scf::CONTINUE,
        rewrite: next,
    },
    Pattern {
        op: nv_tileas::LOCAL_LOAD,
        rewrite: read,
    },
    Pattern {
        op: nv_tileas::PERMUTE,
        rewrite: reorder,
    },
    Pattern {
        op: nv_tileas::VIEW,
        rewrite: reorder,
    },
    Pattern {
        op: nv_tileas::DOT,
        rewrite: product,
    },
    Pattern {
        op: cutlass::PIPELINE_CONSUMER_RELEASE,
        rewrite: release,
    },
    Pattern {
        op: TURN_OVER,
        rewrite: turn_over,
    },
    Pattern {
        op: nv_tileas::TILED_LOAD,
        rewrite: copy,
    },
    Pattern {
        op: nv_tileas::LOCAL_STORE,
        rewrite: copied,
    },
    Pattern {
        op: nv_tileas::CONVERT_LAYOUT,
        rewrite: convert_layout,
    },
    Pattern {
        op: nv_tileas::TILED_STORE,
        rewrite: store,
    },
    Pattern {
        op: cutlass::PIPELINE_PRODUCER_COMMIT,
        rewrite: commit,
    },
    Pattern {
        op: cutlass::PIPELINE_PRODUCER_ACQUIRE,
        rewrite: issued::acquire,
    },
    Pattern {
        op: nv_tileas::TENSOR_DOT,
        rewrite: issued::started,
    },
    Pattern {
        op: nv_tileas::TENSOR_READ,
        rewrite: issued::read,
    },
    Pattern {
        op: nv_tileas::TENSOR_WRITE,
        rewrite: issued::write,
    },
];

/// One lane of each warp releases, when all lanes are done.
fn first_lane(to: &mut Builder<'_>) -> Value {
    let ty = to.module.number_type("i32");
    let lane = to.special("laneid", ty);
    let zero = to.constant(0, ty);
    to.compare("equal", "signed", lane, zero)
}

/// Whether the ring of a commit is filled by those who compute: a warp is one of those that fill it.
fn is_filled_by_warps(module: &Module, op: Op) -> bool {
    let shape = module.pipeline_shape(module.required_operand(op, operand::PIPE));
    shape.is_some_and(|shape| shape.producers > 1)
}

/// One lane of each warp says that a slot is full: `slot_write` and `tensor.write` end when all lanes have written.
fn commit_by_warps<S>(cx: &mut Conversion<'_, S>, op: Op) -> Result<(), Failure> {
    let (pipe, state) = (
        cx.required_operand(op, operand::PIPE)?,
        cx.required_operand(op, operand::STATE)?,
    );
    let condition = first_lane(&mut cx.build());
    let bytes = cx.build().int(0);
    let lists: [&[Value]; 3] = [&[pipe], &[state], &[condition]];
    let copied = cx.old.attr(op, "copied").map(|flag| ("copied", flag));
    let attrs: Vec<_> = [("transaction_bytes", bytes)].into_iter().chain(copied).collect();
    cx.build()
        .op_with(cutlass::PIPELINE_PRODUCER_COMMIT, &lists, &[], &attrs);
    Ok(())
}

/// The consumer's loop also carries the state of the stage whose product is in flight.
fn consumer_loop(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let old = cx.old;
    if issued::is_loop(old, op) {
        return issued::issuer_loop(cx, op);
    }
    // Absent: no loop of an agent.
    if old.keyword(op, AGENT) != role::CONSUMER || !old.has_attr(op, IN_FLIGHT) {
        return cx.copy(op);
    }
    if old.int_attr(op, IN_FLIGHT) == Some(0) {
        cx.state.in_flight = 0;
        return cx.copy(op);
    }
    let Some((counted, body)) = ForOp::of(old, op).and_then(|counted| Some((counted, counted.body?))) else {
        return cx.copy(op);
    };
    let (lower, upper) = (cx.value(counted.lower)?, cx.value(counted.upper)?);
    let releases = first_lane(&mut cx.build());
    // The pipeline's state comes last.
    let Some(&start) = counted.inits.last() else {
        return cx.copy(op);
    };
    let start = cx.value(start)?;
    let new = cx.rewrite_control(op, &Kept::of(old, op, |_| true), &[start])?;
    let ([Some(inner)], [before]) = (&new.blocks[..], &new.more[..]) else {
        return Err(old.contradicts(op, "a loop without a body"));
    };
    let now = cx.new.arguments(*inner).iter().rev().nth(1).copied();
    let index = cx.new.arguments(*inner)[0];
    let before = *before;
    cx.in_block(*inner, |cx| {
        let later = cx.build().compare("not_equal", "signed", index, lower);
        let releases = cx.build().binary(arith::ANDI, later, releases);
        cx.state.before = Some((before, releases));
        cx.state.now = now;
        cx.state.consumer = Some(op);
        // Absent: each product is in flight while the next one is issued.
        cx.state.in_flight = old.int_or(op, IN_FLIGHT, 1);
        cx.block_ops(body)
    })?;
    cx.state.before = None;
    // The consumer whose turn is next may start while the last product is in flight.
    let over = old.next_op(op).filter(|&next| old.kind(next) == TURN_OVER);
    if let Some(over) = over {
        cx.copy(over)?;
    }
    cx.state.over = over;

    if let Some(products) = cx.state.products {
        let is_tile = |value: &Value| !cx.new.shape(cx.new.ty(*value)).is_empty();
        let made = cx.new.results(new.op).iter().copied().filter(is_tile);
        let made: Option<Vec<Value>> = (DESCRIBED && cx.state.described).then(|| made.collect());
        wait_for_all(&mut cx.build(), products, made.as_deref());
    }
    let sign = if old.has_attr(op, "unsigned") {
        "unsigned"
    } else {
        "signed"
    };
    let ran = cx.build().compare("less_than", sign, lower, upper);
    let ran = cx.build().binary(arith::ANDI, ran, releases);
    let last = cx.new.results(new.op).last().copied();
    if let (Some(pipe), Some(last)) = (pipe_of(cx, op), last) {
        cx.build()
            .op(cutlass::PIPELINE_CONSUMER_RELEASE, &[&[pipe], &[last], &[ran]], &[]);
    }
    Ok(())
}

/// Waits for all products in flight: in the description's words for what each of them makes.
fn wait_for_all(to: &mut Builder<'_>, products: &LoopProducts, described: Option<&[Value]>) {
    let Some(made) = described else {
        return products.wait(to, 0);
    };
    let ty = to.module.named_type("nv_tileas.async_token");
    let token = |value: &Value| to.value(nv_tileas::ASYNC_TO_ASYNC, &[*value], ty);
    let tokens: Vec<Value> = made.iter().map(token).collect();
    for token in tokens {
        to.op(nv_tileas::ASYNC_WAIT, &[&[token]], &[]);
    }
}

/// A turn that was over before the last product was waited for is not over again.
fn turn_over(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    match cx.state.over {
        Some(over) if over == op => Ok(()),
        _ => cx.copy(op),
    }
}

/// The pipeline that a loop waits on.
fn pipe_of(cx: &Cx<'_>, op: Op) -> Option<Value> {
    let old = cx.old;
    let body = old.entry_block(old.regions(op)[0])?;
    let wait = old
        .ops(body)
        .find(|&o| old.kind(o) == cutlass::PIPELINE_CONSUMER_WAIT)?;
    // Absent: the pipe is not seen here; who asks says so.
    cx.value(old.required_operand(wait, operand::PIPE)).ok()
}

fn next(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    if let Some(around) = cx.old.parent_op(op).filter(|&around| issued::is_loop(cx.old, around)) {
        return issued::next(cx, op, around);
    }
    if cx.state.consumer.is_none() || cx.old.parent_op(op) != cx.state.consumer {
        return cx.copy(op);
    }
    let mut values = cx.operands(op)?;
    values.extend(cx.state.now);
    cx.build().op(scf::CONTINUE, &[&values], &[]);
    Ok(())
}

fn read(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let (buffer, slot) = (
        cx.old.required_operand(op, operand::BUFFER),
        cx.old.required_operand(op, operand::SLOT),
    );
    cx.state
        .places
        .insert(cx.old.result(op, 0), BufferSlot { buffer, slot });
    Ok(())
}

/// A product reads from a buffer in any order.
fn reorder(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    match cx.state.places.get(&cx.old.only_operand(op)) {
        Some(&place) => {
            cx.state.places.insert(cx.old.result(op, 0), place);
            Ok(())
        }
        None => cx.copy(op),
    }
}

fn product(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let old = cx.old;
    let places = [operand::LHS, operand::RHS].map(|name| cx.state.places.get(&old.required_operand(op, name)).copied());
    let [Some(lhs), Some(rhs)] = places else {
        return cx.copy(op);
    };
    if let Some(issued) = cx.state.issued {
        return issued::product(cx, op, [lhs, rhs], issued);
    }
    let acc = cx.required_operand(op, operand::ACC)?;
    let operands = [
        cx.value(lhs.buffer)?,
        cx.value(lhs.slot)?,
        cx.value(rhs.buffer)?,
        cx.value(rhs.slot)?,
        acc,
    ];
    let ty = cx.new.ty(acc);
    let [lhs_major, rhs_major] = MAJORS.map(|name| cx.keyword(old.keyword(op, name)));
    let mut attrs = vec![("lhs_major", lhs_major), ("rhs_major", rhs_major)];
    attrs.extend(depth_of(&mut cx.build(), old, op));
    let (products, in_flight) = (cx.state.products, cx.state.in_flight);
    let Some(products) = products else {
        let product = cx.build().value_with(nv_tileas::BUFFER_DOT, &operands, ty, &attrs);
        cx.rename(old.result(op, 0), product);
        // One lane releases the slot for all.
        cx.build().op(nvvm::BAR_WARP_SYNC, &[], &[]);
        return Ok(());
    };
    if products.tensor_memory.is_some() {
        return Err(old.contradicts(op, "a product by consumers, where an issuer starts them"));
    }
    let product = products.start(&mut cx.build(), &operands, ty, &attrs);
    cx.rename(old.result(op, 0), product);
    products.wait(&mut cx.build(), in_flight);
    Ok(())
}

fn release(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    // Whoever releases under a condition has been decided already.
    if cx.old.operand_named(op, operand::PREDICATE).is_some() {
        return cx.copy(op);
    }
    if issued::is_of_issuer(cx.old, op) {
        return issued::when_done(cx, op);
    }
    let pipe = cx.required_operand(op, operand::PIPE)?;
    let (before, releases) = match cx.state.before {
        Some(late) => late,
        None => (cx.required_operand(op, operand::STATE)?, first_lane(&mut cx.build())),
    };
    cx.build().op(
        cutlass::PIPELINE_CONSUMER_RELEASE,
        &[&[pipe], &[before], &[releases]],
        &[],
    );
    Ok(())
}

/// The store to a buffer that is the only use of a loaded tile.
fn only_store(module: &Module, load: Op) -> Option<Op> {
    match module.uses(module.result(load, 0)) {
        [only] if module.kind(only.op) == nv_tileas::LOCAL_STORE => Some(only.op),
        _ => None,
    }
}

/// A ring. Where CTAs of a cluster fill it together, each finds out once which part is its own.
fn ring(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    cx.copy(op)?;
    let is_of_pair = cx.old.has_attr(op, "pair");
    if !cx.old.has_attr(op, "cluster") && !is_of_pair || !cx.state.parts.is_empty() {
        return Ok(());
    }
    let loads = cx.old.walk(cx.old.top()).into_iter();
    for [parts, stride] in loads.filter_map(|load| loaded_together(cx.old, load)) {
        if cx.state.parts.iter().any(|(known, _)| *known == [parts, stride]) {
            continue;
        }
        let word = cx.new.number_type("i32");
        let rank = cx.build().special("cluster_ctarank", word);
        let (count, step) = (cx.build().number(parts, word), cx.build().number(stride, word));
        let part = cx.build().signed(arith::DIVI, "unsigned", rank, step);
        let part = cx.build().signed(arith::REMI, "unsigned", part, count);
        if is_of_pair {
            cx.state.parts.push(([parts, stride], [Some(part), None]));
            continue;
        }
        // The first of them, from which the others follow.
        let further = cx.build().binary(arith::MULI, part, step);
        let first = cx.build().binary(arith::SUBI, rank, further);
        let from_first = (0..parts).fold(0, |mask, part| mask | 1 << (part * stride));
        let all = cx.build().number(from_first, word);
        let mask = cx.build().binary(arith::SHLI, all, first);
        cx.state.parts.push(([parts, stride], [Some(part), Some(mask)]));
    }
    Ok(())
}

fn copy(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let old = cx.old;
    let Some(store) = only_store(old, op) else {
        return cx.copy(op);
    };
    // Each ring is committed after its own copies, and others' copies may stand between them.
    let slot = old.defining_op(old.required_operand(store, operand::SLOT));
    let acquired = slot.filter(|&op| old.kind(op) == cutlass::PIPELINE_STATE_INDEX);
    let acquired = acquired.map(|op| old.only_operand(op));
    let is_own = |&op: &Op| {
        let is_commit = old.kind(op) == cutlass::PIPELINE_PRODUCER_COMMIT;
        is_commit && acquired.is_none_or(|state| old.required_operand(op, operand::STATE) == state)
    };
    let commit = std::iter::successors(old.next_op(op), |&op| old.next_op(op)).find(is_own);
    let (Some(commit), Some(tiled)) = (commit, TiledLoad::of(old, op)) else {
        return Err(cx.error(op, "internal", "a copy that no one commits"));
    };
    let Some(map) = tensor_map(old, op) else {
        return Err(cx.error(op, "internal", "a copy of a view without a tensor map"));
    };
    let descriptor = descriptor(cx, map);
    let buffer = old.required_operand(store, operand::BUFFER);
    let bytes = old.required_tile_bytes(old.ty(buffer));
    cx.state
        .bytes
        .push((old.required_operand(commit, operand::STATE), bytes));
    let (pipe, place) = (
        cx.required_operand(commit, operand::PIPE)?,
        cx.required_operand(commit, operand::STATE)?,
    );
    let word = cx.new.number_type("i32");
    let barrier = cx.build().value(cutlass::PIPELINE_FULL_BARRIER, &[pipe, place], word);
    let mut indices = Vec::new();
    for &index in tiled.index {
        indices.push(cx.value(index)?);
    }
    let (view, buffer, slot) = (
        cx.value(tiled.view)?,
        cx.value(buffer)?,
        cx.required_operand(store, operand::SLOT)?,
    );
    let together = loaded_together(old, op);
    let own = together.and_then(|together| cx.state.parts.iter().find(|(known, _)| *known == together));
    // Absent: the CTA copies the whole tile.
    let [part, mask] = own.map_or([None; 2], |&(_, part)| part);
    let load = cx.build().op(
        nv_tileas::ASYNC_TILED_TMA_LOAD,
        &[
            &[view],
            &indices,
            &[buffer],
            &[slot],
            &[barrier],
            part.as_slice(),
            mask.as_slice(),
        ],
        &[],
    );
    cx.new.set_attr(load, "descriptor", descriptor);
    if let (Some([parts, _]), Some(_), None) = (together, part, mask) {
        let parts = cx.build().int(parts);
        cx.new.set_attr(load, "parts", parts);
        if let Some(along) = old.attr(op, MULTICAST) {
            cx.new.set_attr(load, MULTICAST, along);
        }
    } else if let (Some([parts, _]), Some(_)) = (together, part) {
        let ctas = old.pipeline_shape(old.required_operand(commit, operand::PIPE));
        // Absent: a ring that nobody has made is refused where pipelines become barriers.
        let ctas = ctas.map_or(parts, |shape| shape.cluster.iter().product());
        for (name, number) in [("parts", parts), ("ctas", ctas)] {
            let number = cx.build().int(number);
            cx.new.set_attr(load, name, number);
        }
    }
    Ok(())
}

/// The number of a tensor map, which copies like it share.
fn descriptor(cx: &mut Cx<'_>, map: TensorMap) -> Attr {
    let maps = &mut cx.state.tensor_maps;
    let number = maps.iter().position(|other| *other == map).unwrap_or_else(|| {
        maps.push(map);
        maps.len() - 1
    });
    cx.build().int(number as i64)
}

/// TMA takes a tile as it is.
fn convert_layout(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let result = cx.old.result(op, 0);
    let goes_by_tma = cx
        .old
        .uses(result)
        .iter()
        .any(|used| cx.state.stores.contains_key(&used.op));
    if !goes_by_tma {
        return cx.copy(op);
    }
    let tile = cx.only_operand(op)?;
    cx.replace_unnamed(result, tile);
    Ok(())
}

fn store(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let Some(ByTma { layout, map }) = cx.state.stores.remove(&op) else {
        return cx.copy(op);
    };
    let descriptor = descriptor(cx, map);
    let new = cx.copy_as(op, nv_tileas::TILED_STORE)?;
    let layout = Layout::from_attr(cx.old, layout).map(|layout| layout.to_attr(&mut cx.new));
    for (name, value) in [(LAYOUT, layout), ("descriptor", Some(descriptor))] {
        if let Some(value) = value {
            cx.new.set_attr(new, name, value);
        }
    }
    Ok(())
}

/// The copy has written the tile already.
fn copied(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    if issued::into_tensor_memory(cx.old, op) {
        return Ok(());
    }
    let load = cx.old.defining_op(cx.old.required_operand(op, operand::TILE));
    match load.and_then(|load| only_store(cx.old, load)) {
        Some(store) if store == op => Ok(()),
        _ => cx.copy(op),
    }
}

fn commit(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    if issued::is_of_issuer(cx.old, op) {
        return issued::when_done(cx, op);
    }
    if is_filled_by_warps(cx.old, op) && cx.old.operand_named(op, operand::PREDICATE).is_none() {
        return commit_by_warps(cx, op);
    }
    cx.copy(op)?;
    let state = cx.old.required_operand(op, operand::STATE);
    let own = cx.state.bytes.extract_if(.., |(of, _)| *of == state);
    let bytes: i64 = own.map(|(_, bytes)| bytes).sum();
    let bytes = cx.build().int(bytes);
    if let Some(new) = cx.new.last_op(cx.block) {
        cx.new.set_attr(new, "transaction_bytes", bytes);
    }
    Ok(())
}
