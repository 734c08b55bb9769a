//! `unspecialized-pipeline`
//!
//! Purpose: a loop around a product loads the tiles of later iterations while it multiplies, in code that all threads
//! run, in one of five forms (`nv_tileas.form` on the loop):
//!
//! - `copies` ([`copied`]): each thread copies its part by `cp.async` into a ring of buffers,
//! - `bulk` ([`ring`]): one thread has TMA fill the ring,
//! - `four_stage` ([`four_stage`]): the loop of docs/sources/four-stage.md, through registers and two buffers, or as many as are asked for;
//!   of a loop that does more than one product ([`through`]), each tile by a ring of its own, and any number of loops.
//! - `rings` ([`rings`]): each thread copies its part by `cp.async`, each tile into a ring of its own, whatever the loop does with it; any
//!   number of loops. One thread has TMA do so where it can, and the loop is the only one.
//! - `ahead` ([`rings`]): each thread loads its part to registers some iterations ahead, in loops without products; any number of them.
//!
//! Each of the first three has a prologue, a steady loop that asks nothing, and an epilogue, and is right for every trip count.
//!
//! Requires: the attributes of `generate-schedule` on a loop that is for all threads. Guarantees: operands are read from
//! buffers; after the loop nothing is in flight.

mod bulk;
mod copied;
mod four_stage;
mod iterations;
mod refilled;
mod ring;
mod rings;
mod through;

use crate::pipelining::next_tile::{NextTile, next_tile};
use crate::pipelining::{CopyForm, ProductLoop, Strategy, indices_in_loop, mark_reused, product_loop};
use iterations::Iterations;
use tilewright_analysis::Context;
use tilewright_analysis::tma::TensorMap;
use tilewright_ir::OpKind;
use tilewright_ir::convert::{Conversion, ConversionTarget, Failure, Pattern, convert};
use tilewright_ir::dialects::facts::{FORM, MAJORS, NUM_WARPS, STAGES};
use tilewright_ir::operand;
use tilewright_ir::ops::{nv_tileas, nvvm, scf};
use tilewright_ir::views::TiledLoad;
use tilewright_ir::{Block, Module, Op, Value};
use tilewright_units::product::depth_of;
use tilewright_units::{LoopProducts, Unit, by_registers};

struct State {
    product_loop: ProductLoop,
    form: CopyForm,
    /// The ops of the loop that compute which tiles it loads.
    indices: Vec<Op>,
    stages: i64,
    warp_bits: usize,
    /// The buffer of each operand.
    buffers: Vec<Value>,
    /// Where the product of the iteration that is being made finds its operands; none outside.
    operands: Option<Operands>,
    /// The unit that multiplies while threads go on, if the GPU has one.
    asynchronous: Option<(&'static Unit, &'static LoopProducts)>,
    /// The values that the iteration yields.
    handed_on: Vec<Value>,
    /// The loop around, before whose end the first tiles of its next iteration are copied, and its iterations, once it is there.
    next_tile: Option<(NextTile, Option<Iterations>)>,
    /// The tensor maps that copies need.
    tensor_maps: Vec<TensorMap>,
}

/// Where a product finds its operands.
#[derive(Clone, Copy)]
enum Operands {
    /// In a slot of their buffers, from where warps get fragments.
    Buffers(Value),
    /// In a slot of their buffers, from where the unit itself reads them.
    Descriptors(Value, &'static LoopProducts),
    /// In registers.
    Fragments([Value; 2]),
}

type Cx<'a> = Conversion<'a, State>;

/// Runs the pass.
pub fn run(module: &Module, context: &Context<'_>) -> Result<Option<Module>, Failure> {
    let marked = |op: &Op| module.has_attr(*op, STAGES) && !module.has_attr(*op, NUM_WARPS);
    let Some(scheduled) = module.walk(module.top()).into_iter().find(marked) else {
        return Ok(None);
    };
    // Absent: a contradiction, which is told below.
    let form = CopyForm::from_name(module.keyword(scheduled, FORM));
    if matches!(form, Some(CopyForm::Rings | CopyForm::Ahead)) {
        return rings::run(module, context);
    }
    let product_loop = match product_loop(module, Strategy::Unspecialize, context.target) {
        // Of what else a loop does in four stages, each tile has a ring of its own.
        Some(Err(_)) | None if form == Some(CopyForm::FourStage) => return rings::run(module, context),
        Some(Ok(product_loop)) if product_loop.for_op == scheduled => product_loop,
        _ => {
            return Err(module.contradicts(
                scheduled,
                "the loop that was scheduled is no loop with a product any more",
            ));
        }
    };
    let Some(indices) = indices_in_loop(module, product_loop.for_op, &product_loop.loads()) else {
        return Err(module.contradicts(
            scheduled,
            "the loads of the loop that was scheduled are not where they were",
        ));
    };
    // Absent: a contradiction.
    let Some(form) = form else {
        return Err(module.contradicts(scheduled, "the loop that was scheduled has no form"));
    };
    let state = State {
        form,
        indices,
        stages: module.required_int(product_loop.for_op, STAGES).max(match form {
            CopyForm::FourStage => 1,
            // Absent: of all others one stage overlaps nothing.
            _ => 2,
        }),
        warp_bits: tilewright_analysis::warp_bits(module, context),
        // Absent: a target without a unit that all threads start together.
        asynchronous: by_registers(context.target).ok(),
        next_tile: next_tile(module, product_loop.for_op, &product_loop.loads())
            .filter(|_| form == CopyForm::Copies)
            .map(|next| (next, None)),
        product_loop,
        buffers: Vec::new(),
        operands: None,
        handed_on: Vec::new(),
        tensor_maps: Vec::new(),
    };
    let legal = &["nv_tileas", "cutlass", "cute_nvgpu", "llvm", "nvvm", "arith", "scf"];
    let (mut module, state) = convert(module, &ConversionTarget::new(legal, PATTERNS), state)?;
    if state.form == CopyForm::Bulk {
        tilewright_analysis::contract::set_tensor_maps(&mut module, &state.tensor_maps);
    }
    Ok(Some(module))
}

static PATTERNS: &[Pattern<State>] = &[
    Pattern {
        op: scf::FOR,
        rewrite: pipeline,
    },
    Pattern {
        op: scf::CONTINUE,
        rewrite: hand_on,
    },
    Pattern {
        op: nv_tileas::TILED_LOAD,
        rewrite: brought_before,
    },
    Pattern {
        op: nv_tileas::PERMUTE,
        rewrite: as_it_lies,
    },
    Pattern {
        op: nv_tileas::VIEW,
        rewrite: as_it_lies,
    },
    Pattern {
        op: nv_tileas::DOT,
        rewrite: product,
    },
];

fn pipeline(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let body = cx.old.entry_block(cx.old.regions(op)[0]);
    let next = cx.state.next_tile.as_ref();
    if next.is_some_and(|(next, _)| next.around == op) {
        cx.state.buffers = [0, 1].map(|index| buffer(cx, index)).to_vec();
        copied::first_tile(cx)?;
        return cx.copy(op);
    }
    let Some(body) = body.filter(|_| op == cx.state.product_loop.for_op) else {
        return cx.copy(op);
    };
    let is_there = next.is_some();
    let is_nested = cx.state.product_loop.is_nested(cx.old);
    if !is_there {
        cx.state.buffers = [0, 1].map(|index| buffer(cx, index)).to_vec();
    }
    if is_nested && !is_there {
        // The threads may still read what an earlier run of this loop brought.
        cx.build().op(nvvm::BARRIER, &[&[]], &[]);
    }
    let mut inits = Vec::new();
    for &value in cx.old.loop_inits(op) {
        inits.push(cx.value(value)?);
    }
    let results = match cx.state.form {
        CopyForm::FourStage => four_stage::pipeline(cx, op, body, inits)?,
        CopyForm::Copies => copied::pipeline(cx, op, body, inits)?,
        CopyForm::Bulk => ring::pipeline(cx, op, body, inits)?,
        CopyForm::Rings | CopyForm::Ahead => return Err(cx.error(op, "internal", "a loop of rings among others")),
    };
    for (&old, new) in cx.old.results(op).iter().zip(results) {
        cx.rename(old, new);
    }
    if is_there {
        return copied::next_tile(cx);
    }
    Ok(())
}

/// A buffer for an operand, as many tiles as stages.
fn buffer(cx: &mut Cx<'_>, index: usize) -> Value {
    let old = cx.old;
    let (load, swizzle) = {
        let operand = &cx.state.product_loop.operands[index];
        (operand.load, operand.tma.swizzle())
    };
    let tile = old.ty(old.result(load, 0));
    let (shape, element) = (old.shape(tile).to_vec(), old.element(tile));
    let ty = cx.new.make_buffer_type(cx.state.stages, &shape, element);
    let swizzle = cx.keyword(swizzle);
    let buffer = cx
        .build()
        .value_with(nv_tileas::ALLOC_TENSOR, &[], ty, &[("swizzle", swizzle)]);
    let for_op = cx.state.product_loop.for_op;
    mark_reused(cx, for_op, buffer);
    buffer
}

/// A loop like an old one between other bounds. Besides what the old one carries it may carry more: `inner` makes an
/// iteration from the index and all that is carried, and returns the values it yields. Returns the loop's results.
fn loop_of<S>(
    cx: &mut Conversion<'_, S>,
    op: Op,
    bounds: [Value; 3],
    inits: &[Value],
    inner: impl FnOnce(&mut Conversion<'_, S>, Value, &[Value]) -> Result<Vec<Value>, Failure>,
) -> Result<Vec<Value>, Failure> {
    let types: Vec<_> = inits.iter().map(|&v| cx.new.ty(v)).collect();
    let [lower, upper, step] = bounds;
    let new = cx.op_like(op, &[&[lower], &[upper], &[step], inits], &types);
    let region = cx.new.regions(new)[0];
    let block = cx.new.add_block(region);
    let ty = cx.new.ty(lower);
    let index = cx.new.add_argument(block, ty);
    let carried: Vec<Value> = types.into_iter().map(|ty| cx.new.add_argument(block, ty)).collect();
    let old = cx.old.entry_block(cx.old.regions(op)[0]);
    let named = old.into_iter().flat_map(|block| cx.old.arguments(block));
    for (&argument, &value) in named.zip([index].iter().chain(&carried)) {
        cx.new.set_value_name(value, cx.old.value_name(argument));
    }
    cx.in_block(block, |cx| -> Result<(), Failure> {
        let values = inner(cx, index, &carried)?;
        cx.build().op(scf::CONTINUE, &[&values], &[]);
        Ok(())
    })?;
    Ok(cx.new.results(new).to_vec())
}

/// The ops of an iteration of the old loop besides its loads; returns the values it yields.
fn iteration(
    cx: &mut Cx<'_>,
    body: Block,
    index: Value,
    carried: &[Value],
    operands: Operands,
) -> Result<Vec<Value>, Failure> {
    let arguments = cx.old.arguments(body);
    for (&argument, &value) in arguments.iter().zip([index].iter().chain(carried)) {
        cx.replace_unnamed(argument, value);
    }
    cx.state.operands = Some(operands);
    cx.block_ops(body)?;
    cx.state.operands = None;
    Ok(std::mem::take(&mut cx.state.handed_on))
}

/// The view and the indices of an operand's tile in the iteration of an index.
fn tile_at(cx: &mut Cx<'_>, number: usize) -> Result<(Value, Vec<Value>), Failure> {
    let load = cx.state.product_loop.operands[number].load;
    let Some(load) = TiledLoad::of(cx.old, load) else {
        return Err(cx.error(load, "internal", "a load of no view"));
    };
    let mut indices = Vec::new();
    for &index in load.index {
        indices.push(cx.value(index)?);
    }
    Ok((cx.value(load.view)?, indices))
}

/// Computes which tiles the iteration of an index loads.
fn indices_at(cx: &mut Cx<'_>, body: Block, at: Value) -> Result<(), Failure> {
    cx.replace_unnamed(cx.old.arguments(body)[0], at);
    cx.state
        .indices
        .clone()
        .into_iter()
        .try_for_each(|index| cx.convert_op(index))
}

/// The tile is there; what is left is the token.
fn brought_before(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    if !cx.state.product_loop.operands.iter().any(|f| f.load == op) {
        return cx.copy(op);
    }
    let token = cx.old.result(op, 1);
    let ty = cx.old.ty(token);
    let order = cx.build().value(nv_tileas::CREATE_MEM_TOKEN, &[], ty);
    cx.rename(token, order);
    Ok(())
}

/// A product reads its operands in any order.
fn as_it_lies(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let result = cx.old.result(op, 0);
    if cx.state.operands.is_some() && !cx.old.shape(cx.old.ty(result)).is_empty() {
        // In the loop, only operands are tiles.
        return Ok(());
    }
    cx.copy(op)
}

fn product(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let (Some(operands), &[lhs, rhs]) = (cx.state.operands, &cx.state.buffers[..]) else {
        return cx.copy(op);
    };
    let acc = cx.required_operand(op, operand::ACC)?;
    let ty = cx.new.ty(acc);
    let [lhs_major, rhs_major] = MAJORS.map(|name| cx.keyword(cx.old.keyword(op, name)));
    let mut attrs = vec![("lhs_major", lhs_major), ("rhs_major", rhs_major)];
    let old = cx.old;
    attrs.extend(depth_of(&mut cx.build(), old, op));
    let result = match operands {
        Operands::Buffers(slot) => {
            let operands = [lhs, slot, rhs, slot, acc];
            cx.build().value_with(nv_tileas::BUFFER_DOT, &operands, ty, &attrs)
        }
        Operands::Descriptors(slot, unit) => {
            let operands = [lhs, slot, rhs, slot, acc];
            let result = unit.start(&mut cx.build(), &operands, ty, &attrs);
            unit.wait(&mut cx.build(), 1);
            result
        }
        Operands::Fragments(words) => {
            words
                .into_iter()
                .enumerate()
                .for_each(|(side, words)| through::hold(cx, (op, side), words));
            return cx.copy(op);
        }
    };
    cx.rename(cx.old.result(op, 0), result);
    Ok(())
}

fn hand_on(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    if cx.old.parent_op(op) != Some(cx.state.product_loop.for_op) {
        return cx.copy(op);
    }
    cx.state.handed_on = cx.operands(op)?;
    Ok(())
}

/// An op of nothing but a count.
fn count_op<S>(cx: &mut Conversion<'_, S>, kind: OpKind, count: i64) {
    let op = cx.build().op(kind, &[], &[]);
    let count = cx.build().int(count);
    cx.new.set_attr(op, "count", count);
}

/// A number of 32 bits.
fn word<S>(cx: &mut Conversion<'_, S>, value: i64) -> Value {
    let ty = cx.new.number_type("i32");
    cx.build().number(value, ty)
}
