//! `unspecialized-pipeline`
//!
//! Purpose: a loop around a product copies ahead: all threads copy their part of both factors of the iteration that is
//! `stages` - 1 later into a ring of buffers, and multiply what has arrived.
//!
//! Before the loop the first `stages` - 1 tiles are started; the last iterations start nothing. Whether an iteration that is
//! looked ahead to exists is asked each time, so that every trip count is right, also none. Copies are counted in groups,
//! one an iteration, empty ones too: when iteration i waits until `stages` - 2 are under way, the tile of iteration i has
//! arrived. The one barrier of an iteration then says two things: all threads' copies of this tile are there, and no one
//! reads the tile of the iteration before any more, whose place is filled next.
//!
//! Requires: the attributes of `generate-schedule` on a loop that is for all threads. Guarantees: factors are read from
//! buffers by `buffer_dot`; after the loop no copy is under way.
//!
//! ```text
//!                                     for j in 0 .. stages-1 { if j < trips { async.tiled_load x 2 }; commit }
//! for %k iter(%acc) {                 for %k iter(%acc, %slot) {
//!   %a = tiled_load                     wait_group stages-2; barrier
//!   %b = tiled_load           ->        if %k + (stages-1) < trips { async.tiled_load x 2 }; commit
//!   dot %a, %b, %acc                    buffer_dot %a[%slot], %b[%slot], %acc
//! }                                     continue ..., %slot + 1 mod stages }
//! ```

use crate::Context;
use crate::generate_schedule::{MAJORS, NUM_WARPS, STAGES};
use crate::pipelining::{Candidate, Strategy, candidate, indices_in_loop};
use tilewright_ir::convert::{Conversion, Failure, Pattern, Target, convert};
use tilewright_ir::{Block, Module, Op, Ty, Value};

struct State {
    found: Candidate,
    /// The ops of the loop that compute which tiles it loads.
    indices: Vec<Op>,
    stages: i64,
    /// The step of the loop, where it is known.
    step: Option<i64>,
    /// The buffer of each factor.
    buffers: Vec<Value>,
    /// The place of this iteration's tiles, inside the loop.
    slot: Option<Value>,
}

type Cx<'a> = Conversion<'a, State>;

/// Runs the pass.
pub fn run(module: &Module, _: &Context<'_>) -> Result<Option<Module>, Failure> {
    let marked = |op: &Op| module.has_attr(*op, STAGES) && !module.has_attr(*op, NUM_WARPS);
    if !module.walk(module.top()).iter().any(marked) {
        return Ok(None);
    }
    let Some(Ok(found)) = candidate(module, Strategy::Unspecialize) else {
        return Ok(None);
    };
    let Some(indices) = indices_in_loop(module, &found) else {
        return Ok(None);
    };
    let state = State {
        indices,
        stages: module.int_attr(found.for_op, STAGES).unwrap_or(2).max(2),
        step: module.constant_int(module.operand(found.for_op, 2)),
        found,
        buffers: Vec::new(),
        slot: None,
    };
    let legal = &["nv_tileas", "cutlass", "cute_nvgpu", "llvm", "nvvm", "arith", "scf"];
    convert(module, &Target::new(legal, PATTERNS), state).map(|(module, _)| Some(module))
}

static PATTERNS: &[Pattern<State>] = &[
    Pattern {
        op: "scf.for",
        name: "ring",
        rewrite: ring,
    },
    Pattern {
        op: "scf.continue",
        name: "next-place",
        rewrite: next_place,
    },
    Pattern {
        op: "nv_tileas.tiled_load",
        name: "copied-before",
        rewrite: copied_before,
    },
    Pattern {
        op: "nv_tileas.permute",
        name: "as-it-lies",
        rewrite: as_it_lies,
    },
    Pattern {
        op: "nv_tileas.view",
        name: "as-it-lies",
        rewrite: as_it_lies,
    },
    Pattern {
        op: "nv_tileas.dot",
        name: "product",
        rewrite: product,
    },
];

/// The loop that copies ahead.
fn ring(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let old = cx.old;
    let body = old.entry_block(old.regions(op)[0]);
    let Some(body) = body.filter(|_| op == cx.state.found.for_op) else {
        return cx.copy(op);
    };
    let bounds = [cx.operand(op, 0)?, cx.operand(op, 1)?, cx.operand(op, 2)?];
    let [lower, upper, step] = bounds;
    let stages = cx.state.stages;
    cx.state.buffers = [0, 1].map(|index| buffer(cx, index)).to_vec();
    let around = old.parent_op(op);
    if around.is_some_and(|around| old.def(around).dialect() == "scf") {
        // The threads may still read what an earlier run of this loop brought.
        cx.build().op("nvvm.barrier", &[], &[]);
    }

    let sign = if old.has_attr(op, "unsigned") {
        "unsigned"
    } else {
        "signed"
    };
    let runs = cx.build().compare("less_than", sign, lower, upper);
    let trips = difference(cx, upper, lower);
    for ahead in 0..stages - 1 {
        let (at, far) = look_ahead(cx, lower, trips, step, ahead);
        let exists = cx.build().binary("arith.andi", runs, far);
        let slot = word(cx, ahead);
        copy_if(cx, op, body, exists, at, slot)?;
    }

    let first = word(cx, 0);
    let mut inits = Vec::new();
    for &value in old.operand_list(op, 3) {
        inits.push(cx.value(value)?);
    }
    inits.push(first);
    let slot_type = cx.new.ty(first);
    let types: Vec<Ty> = old.results(op).iter().map(|&r| old.ty(r)).chain([slot_type]).collect();
    let new = cx.build().op("scf.for", &[&[lower], &[upper], &[step], &inits], &types);
    cx.copy_attrs(op, new);
    for index in 0..old.results(op).len() {
        let (from, to) = (old.result(op, index), cx.new.result(new, index));
        cx.rename(from, to);
    }
    let region = cx.new.regions(new)[0];
    let inner = cx.new.add_block(region);
    for &argument in old.arguments(body) {
        let value = cx.new.add_argument(inner, old.ty(argument));
        cx.rename(argument, value);
    }
    let slot = cx.new.add_argument(inner, slot_type);
    cx.state.slot = Some(slot);
    cx.in_block(inner, |cx| iteration(cx, op, body, upper))?;
    cx.state.slot = None;
    Ok(())
}

/// One iteration: waits, starts a later one's copies, and does what the loop did.
fn iteration(cx: &mut Cx<'_>, op: Op, body: Block, upper: Value) -> Result<(), Failure> {
    let stages = cx.state.stages;
    let index = cx.old.arguments(body)[0];
    let step = cx.operand(op, 2)?;
    let now = cx.value(index)?;
    let wait = cx.build().op("nvvm.cp.async.wait_group", &[], &[]);
    let count = cx.build().int(stages - 2);
    cx.new.set_attr(wait, "count", count);
    cx.build().op("nvvm.barrier", &[], &[]);
    let left = difference(cx, upper, now);
    let (at, exists) = look_ahead(cx, now, left, step, stages - 1);
    if let Some(slot) = cx.state.slot {
        // The place before this iteration's, round the ring.
        let (zero, last) = (word(cx, 0), word(cx, stages - 1));
        let is_first = cx.build().compare("equal", "signed", slot, zero);
        let before = shifted(cx, slot, -1);
        let before = cx.build().select(is_first, last, before);
        copy_if(cx, op, body, exists, at, before)?;
    }
    cx.rename(index, now);
    cx.block_ops(body)
}

/// A buffer for a factor, as many tiles as stages.
fn buffer(cx: &mut Cx<'_>, index: usize) -> Value {
    let old = cx.old;
    let (load, swizzle) = {
        let factor = &cx.state.found.factors[index];
        (factor.load, factor.tma.swizzle())
    };
    let tile = old.ty(old.result(load, 0));
    let (shape, element) = (old.shape(tile).to_vec(), old.element(tile));
    let ty = cx.new.make_buffer_type(cx.state.stages, &shape, element);
    let swizzle = cx.keyword(swizzle);
    cx.build()
        .value_with("nv_tileas.alloc_tensor", &[], ty, &[("swizzle", swizzle)])
}

/// Starts the copies of the iteration of an index, if there is one; a group in either case.
fn copy_if(cx: &mut Cx<'_>, op: Op, body: Block, exists: Value, at: Value, slot: Value) -> Result<(), Failure> {
    let old = cx.old;
    let branch = cx.build().op("scf.if", &[&[exists]], &[]);
    let region = cx.new.regions(branch)[0];
    let inner = cx.new.add_block(region);
    cx.in_block(inner, |cx| -> Result<(), Failure> {
        cx.replace_unnamed(old.arguments(body)[0], at);
        for index in cx.state.indices.clone() {
            cx.convert_op(index)?;
        }
        for (number, buffer) in cx.state.buffers.clone().into_iter().enumerate() {
            let load = cx.state.found.factors[number].load;
            cx.loc = old.loc(load);
            let Some(view) = old.operand_named(load, "view") else {
                continue;
            };
            let view = cx.value(view)?;
            let mut indices = Vec::new();
            for &index in old.operands_named(load, "index") {
                indices.push(cx.value(index)?);
            }
            cx.build().op(
                "nv_tileas.async.tiled_load",
                &[&[view], &indices, &[buffer], &[slot]],
                &[],
            );
        }
        cx.loc = old.loc(op);
        cx.build().op("scf.yield", &[&[]], &[]);
        Ok(())
    })?;
    cx.build().op("nvvm.cp.async.commit_group", &[], &[]);
    Ok(())
}

/// The tile is in its buffer; what is left is the token.
fn copied_before(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    if !cx.state.found.factors.iter().any(|f| f.load == op) {
        return cx.copy(op);
    }
    let token = cx.old.result(op, 1);
    let ty = cx.old.ty(token);
    let order = cx.build().value("nv_tileas.create_mem_token", &[], ty);
    cx.rename(token, order);
    Ok(())
}

/// A product reads its factors in any order.
fn as_it_lies(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let result = cx.old.result(op, 0);
    if cx.state.slot.is_some() && !cx.old.shape(cx.old.ty(result)).is_empty() {
        // In the loop, only factors are tiles.
        return Ok(());
    }
    cx.copy(op)
}

fn product(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let (Some(slot), [lhs, rhs]) = (cx.state.slot, &cx.state.buffers[..]) else {
        return cx.copy(op);
    };
    let (lhs, rhs) = (*lhs, *rhs);
    let acc = cx.operand(op, 2)?;
    let ty = cx.new.ty(acc);
    let majors = MAJORS.map(|name| cx.keyword(cx.old.keyword(op, name)));
    let sum = cx.build().value_with(
        "nv_tileas.buffer_dot",
        &[lhs, slot, rhs, slot, acc],
        ty,
        &[("lhs_major", majors[0]), ("rhs_major", majors[1])],
    );
    cx.rename(cx.old.result(op, 0), sum);
    Ok(())
}

fn next_place(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let is_ring = cx.old.parent_op(op) == Some(cx.state.found.for_op);
    let Some(slot) = cx.state.slot.filter(|_| is_ring) else {
        return cx.copy(op);
    };
    let mut values = cx.operands(op)?;
    let (zero, last) = (word(cx, 0), word(cx, cx.state.stages - 1));
    let is_last = cx.build().compare("equal", "signed", slot, last);
    let next = shifted(cx, slot, 1);
    values.push(cx.build().select(is_last, zero, next));
    cx.build().op("scf.continue", &[&values], &[]);
    Ok(())
}

// Scalars.

fn word(cx: &mut Cx<'_>, value: i64) -> Value {
    let scalar = cx.new.named_type("i32");
    let ty = cx.new.make_tile_type(&[], scalar, None);
    cx.build().number(value, ty)
}

/// A number plus a constant, in the number's own bits.
fn shifted(cx: &mut Cx<'_>, value: Value, by: i64) -> Value {
    if by == 0 {
        return value;
    }
    let by = constant_like(cx, value, by);
    cx.build().binary("arith.addi", value, by)
}

fn constant_like(cx: &mut Cx<'_>, value: Value, number: i64) -> Value {
    let ty = cx.new.ty(value);
    cx.build().number(number, ty)
}

/// How far one index is from another below it; as an unsigned number this is right for all indices.
fn difference(cx: &mut Cx<'_>, upper: Value, lower: Value) -> Value {
    cx.build().binary("arith.subi", upper, lower)
}

/// The index so many iterations later, and whether it is less far than the end, which is `left` away.
fn look_ahead(cx: &mut Cx<'_>, now: Value, left: Value, step: Value, ahead: i64) -> (Value, Value) {
    if let Some(step) = cx.state.step {
        return (shifted(cx, now, ahead * step), is_more(cx, left, ahead * step));
    }
    // A step that is not known may be any number of 32 bits: a few of them fit into 64.
    let by = constant_like(cx, now, ahead);
    let moved = cx.build().binary("arith.muli", step, by);
    let at = cx.build().binary("arith.addi", now, moved);
    let [left, step] = [left, step].map(|value| wide(cx, value));
    let by = constant_like(cx, step, ahead);
    let far = cx.build().binary("arith.muli", step, by);
    (at, cx.build().compare("less_than", "unsigned", far, left))
}

/// A number of at most 32 bits as an unsigned one of 64.
fn wide(cx: &mut Cx<'_>, value: Value) -> Value {
    let scalar = cx.new.named_type("i64");
    let ty = cx.new.make_tile_type(&[], scalar, None);
    cx.build().extend("unsigned", value, ty)
}

/// Whether a distance is more than a number.
fn is_more(cx: &mut Cx<'_>, distance: Value, number: i64) -> Value {
    let number = constant_like(cx, distance, number);
    cx.build().compare("less_than", "unsigned", number, distance)
}
