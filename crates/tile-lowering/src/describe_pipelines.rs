//! `describe-pipelines`
//!
//! Purpose: where that is asked for, a kernel's agents and pipelines in the words of the description
//! (docs/sources/pipelines.md#ops). The compiler says the same in others; `docs/departures.md` has what these cost.
//!
//! Requires: a kernel as `assign-buffers` leaves it. Guarantees: it computes the same. Work tiles are for a second
//! `convert-tile-scheduler-to-nvvm`.
//!
//! ```text
//! consumer_wait %p, %s              ->    %full = consumer_try_wait %p, %s;  consumer_wait %p, %s if not %full {timeout = N}
//! agent_switch { ... } { ... }      ->    switch_by_executor masks = [15, 240] { async.exec { ... } async.exec { ... } }
//! for %id in (%first to %end, ...)  ->    for ... iter(%id, %idx, %s) { ...; advance_to_next_work;  %s goes on where it clocks }
//! ```

use tilewright_analysis::contract::{Applied, kernel, kind_word, launch, policy_word, raster_word, set_parameters};
use tilewright_analysis::tma::Quantity;
use tilewright_analysis::tma_store::is_by_tma;
use tilewright_analysis::{Context, DESCRIBED, agent_switch};
use tilewright_ir::convert::{Conversion, ConversionTarget, Failure, Kept, convert};
use tilewright_ir::dialects::facts::TILE_SCHEDULER;
use tilewright_ir::operand;
use tilewright_ir::ops::{arith, cutlass, nv_tileaa, nv_tileas, scf};
use tilewright_ir::words::role;
use tilewright_ir::{AttrData, Block, Def, Module, Op, OpKind, Value};
use tilewright_machine::policy;
use tilewright_tilesched::kinds::SchedulerForm;
use tilewright_tilesched::problem::Policy;

/// Tiles after which the state of a ring goes on: each one, so that nothing else moves it between tiles.
const ROUND: i64 = 1;

/// The results of `get_work_tile` that are truth values, and the one that is the number of the work.
const TRUTHS: [usize; 2] = [6, 10];
const LINEARIZED_ID: usize = 7;
const WORK_RESULTS: usize = 11;

struct State {
    /// The scheduler whose work tiles the kernel's loops advance over.
    scheduler: Option<Applied>,
    /// Its parameters in the new module.
    params: Option<Value>,
}

type Cx<'a> = Conversion<'a, State>;

/// Runs the pass.
///
/// # Errors
/// A kernel that says of its launch what makes no sense.
pub fn run(module: &Module, context: &Context<'_>) -> Result<Option<Module>, Failure> {
    if !(DESCRIBED && context.steering.described) || agent_switch(module).is_none() {
        return Ok(None);
    }
    let state = State {
        scheduler: advancing(module)?,
        params: None,
    };
    convert(module, &ConversionTarget::of_every_op(rewrite), state).map(|(module, _)| Some(module))
}

/// The scheduler of a static persistent kernel, whose loops advance over its work tiles.
fn advancing(module: &Module) -> Result<Option<Applied>, Failure> {
    let Some(scheduled) = kernel(module).filter(|&kernel| module.has_attr(kernel, TILE_SCHEDULER)) else {
        return Ok(None);
    };
    // The parameters that a person passes are told later, and not asked for here.
    let mut told = module.clone();
    set_parameters(&mut told, scheduled, &[]);
    Ok(launch(&told)?.tile_scheduler.filter(|applied| {
        let scheduled = &applied.scheduled;
        scheduled.kind == SchedulerForm::StaticPersistent
            && scheduled.policy == Policy::Contract
            && scheduled.cluster.size() == 1
    }))
}

fn rewrite(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    match cx.old.kind(op) {
        // Its scheduler's parameters are made before all else.
        nv_tileas::FUNC => cx.with_body(op, |cx, body| {
            let arguments = cx.old.arguments(body).iter();
            let arguments: Vec<Value> = arguments
                .map(|&argument| cx.value(argument))
                .collect::<Result<_, _>>()?;
            cx.state.params = params(cx, &arguments);
            cx.block_ops(body)
        }),
        nv_tileas::ASYNC_PIPELINE_AGENT_SWITCH => switch(cx, op),
        cutlass::PIPELINE_CONSUMER_WAIT => probed(cx, op, cutlass::PIPELINE_CONSUMER_TRY_WAIT),
        cutlass::PIPELINE_PRODUCER_ACQUIRE => probed(cx, op, cutlass::PIPELINE_PRODUCER_TRY_ACQUIRE),
        scf::FOR if cx.state.params.is_some() && is_over_tiles(cx.old, op) => tile_loop(cx, op),
        // Absent: ops that the description says as the compiler does.
        _ => cx.copy(op),
    }
}

/// The parameters of the kernel's scheduler, out of its record; none without one, or where an extent is computed.
fn params(cx: &mut Cx<'_>, arguments: &[Value]) -> Option<Value> {
    let applied = cx.state.scheduler.clone()?;
    let mut records = arguments.iter().copied().rev();
    let record = records.find(|&value| cx.new.grid_constant_bytes(cx.new.ty(value)).is_some())?;
    let int = cx.new.number_type("i32");
    let mut extents = Vec::new();
    for extent in applied.extents {
        extents.push(match extent {
            Quantity::Constant(known) => cx.build().number(known, int),
            Quantity::Argument { argument, by: 1 } => *arguments.get(argument as usize)?,
            Quantity::Argument { .. } => return None,
        });
    }
    let scheduled = &applied.scheduled;
    let (kind, policy) = (kind_word(scheduled.kind), policy_word(scheduled.policy));
    let ty = cx.new.make_scheduler_type(kind, policy, false)?;
    // One problem has no batches to tell.
    let batches = &extents[3..][..usize::from(applied.extents[3] != Quantity::Constant(1))];
    let operands: [&[Value]; 6] = [&[record], &extents[..1], &extents[1..2], &extents[2..3], batches, &[]];
    let create = cutlass::TILE_SCHEDULER_CREATE_STATIC_PERSISTENT_PARAMS;
    let made = cx.build().op(create, &operands, &[ty]);
    let tile = [scheduled.tile.m, scheduled.tile.n, scheduled.tile.k].map(i64::from);
    let cluster = [scheduled.cluster.m, scheduled.cluster.n].map(i64::from);
    for (name, numbers) in [("tile", &tile[..]), ("cluster", &cluster)] {
        let numbers = cx.new.intern_attr(AttrData::Ints(numbers.into()));
        cx.new.set_attr(made, name, numbers);
    }
    let swizzle = cx.build().int(scheduled.swizzle.into());
    cx.new.set_attr(made, "swizzle", swizzle);
    let raster = cx.keyword(raster_word(scheduled.raster));
    cx.new.set_attr(made, "raster", raster);
    Some(cx.new.result(made, 0))
}

/// Agents by masks of their warps, each in asynchronous execution, with the registers that they have.
fn switch(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let old = cx.old;
    let (mut masks, mut before) = (Vec::new(), 0);
    for &warps in old.required_list(op, "num_warps") {
        masks.push(((1i64 << warps.clamp(0, 32)) - 1) << before);
        before += warps;
    }
    let switch = cx.build().op(cutlass::PIPELINE_SWITCH_BY_EXECUTOR, &[&[]], &[]);
    let executor = cx.keyword("warp_specialized");
    let groups = cx.new.intern_attr(AttrData::Ints(vec![0; masks.len()].into()));
    let masks = cx.new.intern_attr(AttrData::Ints(masks.into()));
    let warps = cx.build().int(before);
    for (name, attr) in [
        ("executor", executor),
        ("masks", masks),
        ("groups", groups),
        ("num_warps", warps),
    ] {
        cx.new.set_attr(switch, name, attr);
    }
    for name in ["roles", "max_regs", "consumers"] {
        if let Some(attr) = old.attr(op, name) {
            cx.new.set_attr(switch, name, attr);
        }
    }
    let body = cx.new.add_block(cx.new.regions(switch)[0]);
    cx.in_block(body, |cx| {
        old.regions(op).iter().try_for_each(|&region| {
            let exec = cx.build().op(cutlass::ASYNC_EXEC, &[], &[]);
            let body = cx.new.add_block(cx.new.regions(exec)[0]);
            // Absent: an agent that does nothing.
            let Some(own) = old.entry_block(region) else {
                return Ok(());
            };
            cx.in_block(body, |cx| {
                cx.block_ops(own)?;
                drain_stores(cx, own);
                Ok(())
            })
        })
    })
}

/// An agent that stores by TMA leaves by the tail of a ring of stores: nobody else is at it, and what drains it is for the lowering to see.
fn drain_stores(cx: &mut Cx<'_>, agent: Block) {
    if !cx.old.walk(agent).into_iter().any(|op| is_by_tma(cx.old, op)) {
        return;
    }
    let [ring, state] = ["cutlass.pipeline", "cutlass.pipeline_state"].map(|name| cx.new.named_type(name));
    let one = cx.build().int(1);
    let counts = ["numStages", "num_producers", "num_consumers"].map(|name| (name, one));
    let made = cx.build().op_with(cutlass::PIPELINE_CREATE, &[], &[ring], &counts);
    let stores = cx.new.result(made, 0);
    let role = cx.keyword(role::PRODUCER);
    let made = cx
        .build()
        .op_with(cutlass::PIPELINE_STATE_CREATE, &[], &[state], &[("role", role)]);
    let at = cx.new.result(made, 0);
    cx.build().op(cutlass::PIPELINE_PRODUCER_TAIL, &[&[stores], &[at]], &[]);
}

/// A wait that is probed first, and has a time limit.
fn probed(cx: &mut Cx<'_>, op: Op, probe: OpKind) -> Result<(), Failure> {
    let place = [operand::PIPE, operand::STATE].map(|name| cx.required_operand(op, name));
    let [pipe, state] = place;
    let (pipe, state) = (pipe?, state?);
    let more = |name| cx.old.operand_named(op, name).map(|value| cx.value(value)).transpose();
    let (token, first) = (more(operand::TOKEN)?, more(operand::UNACQUIRED)?);
    let bit = cx.new.named_type("i1");
    let token = token.unwrap_or_else(|| cx.build().value(probe, &[pipe, state], bit));
    let operands: [&[Value]; 4] = [&[pipe], &[state], &[token], first.as_slice()];
    let slots = cx.old.def(op).operands.len();
    let types: Vec<_> = cx.old.results(op).iter().map(|&held| cx.old.ty(held)).collect();
    let wait = cx.op_like(op, &operands[..slots], &types);
    let limit = cx.build().int(policy().consumer_wait_nanoseconds.value);
    cx.new.set_attr(wait, "timeout", limit);
    if let Some(&held) = cx.old.results(op).first() {
        let value = cx.new.result(wait, 0);
        cx.rename(held, value);
    }
    Ok(())
}

/// Whether a loop of an agent goes over the tiles of its CTA, from its own on.
fn is_over_tiles(module: &Module, op: Op) -> bool {
    let is_agent = |&outer: &Op| module.kind(outer) == nv_tileas::ASYNC_PIPELINE_AGENT_SWITCH;
    let first = module.defining_op(module.required_operand(op, operand::LOWER));
    module.parent_op(op).filter(is_agent).is_some()
        && first.is_some_and(|first| {
            matches!(
                module.kind(first),
                nv_tileas::GET_PROGRAM_ID | nv_tileaa::GET_PROGRAM_ID
            )
        })
}

/// The loop over tiles, whose work is advanced over, and whose rings are clocked by that.
fn tile_loop(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let old = cx.old;
    let (Some(params), Some(body)) = (cx.state.params, old.entry_block(old.regions(op)[0])) else {
        return cx.copy(op);
    };
    let first = cx.required_operand(op, operand::LOWER)?;
    let int = cx.new.ty(first);
    let zero = cx.build().number(0, int);
    let new = cx.rewrite_control(op, &Kept::of(old, op, |_| true), &[first, zero])?;
    let (Some(Some(block)), &[id, idx]) = (new.blocks.first().copied(), &new.more[..]) else {
        return Err(cx.error(op, "internal", "a loop without a body"));
    };
    if let Some(&index) = old.arguments(body).first() {
        cx.replace_unnamed(index, id);
    }
    cx.in_block(block, |cx| {
        let mut ops: Vec<Op> = old.ops(body).collect();
        let end = ops.pop();
        ops.into_iter().try_for_each(|inner| cx.convert_op(inner))?;
        let Some(end) = end else { return Ok(()) };
        let [next_id, next_idx, clocks] = advanced(cx, op, params, [id, idx])?;
        let mut handed = Vec::new();
        for (&value, &carried) in old.operands(end).iter().zip(old.loop_arguments(op)) {
            handed.push(match clocked(cx, op, value, carried, clocks)? {
                Some(state) => state,
                None => cx.value(value)?,
            });
        }
        handed.extend([next_id, next_idx]);
        cx.build().op(scf::CONTINUE, &[&handed], &[]);
        Ok(())
    })
}

/// The number of the next work, the tiles since the rings were clocked, and whether they are now.
fn advanced(cx: &mut Cx<'_>, op: Op, params: Value, [id, idx]: [Value; 2]) -> Result<[Value; 3], Failure> {
    let scheduler = cx.new.scheduler_type(cx.new.ty(params));
    let work = scheduler.and_then(|scheduler| cx.new.make_scheduler_type(scheduler.kind, scheduler.policy, true));
    let Some(work) = work else {
        return Err(cx.error(op, "internal", "a scheduler without a type"));
    };
    let (int, bit) = (cx.new.ty(id), cx.new.number_type("i1"));
    let create = cutlass::TILE_SCHEDULER_CREATE_STATIC_PERSISTENT_WORK_TILE_INFO;
    let now = cx.build().value(create, &[params, id], work);
    let round = cx.build().int(ROUND);
    let advance = cx.build().op_with(
        cutlass::TILE_SCHEDULER_ADVANCE_TO_NEXT_WORK,
        &[&[params], &[now], &[idx]],
        &[work, int, bit, bit],
        &[("tiles_per_pipeline_round", round)],
    );
    let next = cx.new.result(advance, 0);
    let types: Vec<_> = (0..WORK_RESULTS)
        .map(|at| if TRUTHS.contains(&at) { bit } else { int })
        .collect();
    let tile = cx.build().op(cutlass::TILE_SCHEDULER_GET_WORK_TILE, &[&[next]], &types);
    let id = cx.new.result(tile, LINEARIZED_ID);
    Ok([id, cx.new.result(advance, 1), cx.new.result(advance, 3)])
}

/// The state of a ring after a tile, where a clock moves it: as many slots on as the tile has filled. None where its steps are not
/// told, or it is none.
fn clocked(cx: &mut Cx<'_>, tiles: Op, value: Value, carried: Value, clocks: Value) -> Result<Option<Value>, Failure> {
    let Some(Steps { pipe, inner }) = steps(cx.old, tiles, value, carried) else {
        return Ok(None);
    };
    let (pipe, state) = (cx.value(pipe)?, cx.value(carried)?);
    let int = cx.new.number_type("i32");
    let zero = cx.build().number(0, int);
    let count = match inner {
        None => cx.build().number(1, int),
        Some([lower, upper]) => {
            let (lower, upper) = (cx.value(lower)?, cx.value(upper)?);
            let any = cx.build().compare("less_than", "signed", lower, upper);
            let span = cx.build().binary(arith::SUBI, upper, lower);
            cx.build().select(any, span, zero)
        }
    };
    let count = cx.build().select(clocks, count, zero);
    let ty = cx.new.ty(state);
    Ok(Some(cx.build().value(
        cutlass::PIPELINE_STATE_ADVANCE,
        &[pipe, state, count],
        ty,
    )))
}

/// The steps of a ring during a tile: one, or one for each iteration of a loop between these bounds.
struct Steps {
    pipe: Value,
    inner: Option<[Value; 2]>,
}

/// The steps that lead from the state that a loop over tiles carries to what it hands on.
fn steps(module: &Module, tiles: Op, value: Value, carried: Value) -> Option<Steps> {
    let Def::Result(made, at) = module.value_def(value) else {
        return None;
    };
    match module.kind(made) {
        cutlass::PIPELINE_STATE_INCREMENT => {
            let from = module.required_operand(made, operand::STATE);
            let held = module
                .defining_op(from)
                .filter(|&op| module.kind(op) == cutlass::PIPELINE_PRODUCER_ACQUIRE);
            let from = held.map_or(from, |acquire| module.required_operand(acquire, operand::STATE));
            let pipe = module.required_operand(made, operand::PIPE);
            (from == carried).then_some(Steps { pipe, inner: None })
        }
        // One consumer of those that take turns: the other passes over as many.
        scf::IF => {
            let way = module.entry_block(*module.regions(made).first()?)?;
            let end = module.last_op(way)?;
            steps(module, tiles, *module.operands(end).get(at as usize)?, carried)
        }
        scf::FOR => {
            let body = module.entry_block(*module.regions(made).first()?)?;
            let lists = module.def(made).operands.len();
            let from = *module.operand_list(made, lists - 1).get(at as usize)?;
            let inside = *module.loop_arguments(made).get(at as usize)?;
            let end = *module.operands(module.last_op(body)?).get(at as usize)?;
            let Steps { pipe, inner: None } = steps(module, tiles, end, inside)? else {
                return None;
            };
            let bounds = module.required_operands(made, [operand::LOWER, operand::UPPER]);
            let by_one = module.constant_int(module.required_operand(made, operand::STEP)) == Some(1);
            let is_known = |value: &Value| is_outside(module, tiles, *value);
            let is_counted = by_one && !module.has_attr(made, "unsigned") && bounds.iter().all(is_known);
            (from == carried && is_counted).then_some(Steps {
                pipe,
                inner: Some(bounds),
            })
        }
        // Absent: what moves it otherwise is left as it is.
        _ => None,
    }
}

/// Whether a value is made outside of an op.
fn is_outside(module: &Module, op: Op, value: Value) -> bool {
    let mut around = match module.value_def(value) {
        Def::Result(made, _) => Some(made),
        Def::Argument(block, _) => module.owner(block),
    };
    while let Some(inner) = around {
        if inner == op {
            return false;
        }
        around = module.parent_op(inner);
    }
    true
}
