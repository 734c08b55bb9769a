//! `lower-value-pipelines`
//!
//! Purpose: ops that fill or empty a slot (`nv_tileas.async.pipeline`) become the steps of `cutlass.pipeline` that they stand for.
//!
//! Where it is not asked for the description's words, the compiler makes steps right away, for a slot is often left later than the value that
//! is in it (`docs/departures.md`). Guarantees: no pipeline of values is left.
//!
//! ```text
//! produce_one %p, %at { ...; yield %x }     ->    producer_acquire; ...; local_store %x; producer_commit
//! consume_one %p, %at -> { ^(%x): ... }     ->    consumer_wait; local_load; ...; consumer_release
//! inc_iter %at                              ->    state.increment, or state.advance by the iterator's stride
//! ```

use tilewright_analysis::{Context, DESCRIBED};
use tilewright_ir::convert::{Conversion, ConversionTarget, Failure, Types, convert};
use tilewright_ir::ops::{Family, cutlass, nv_tileas, scf};
use tilewright_ir::views::ForOp;
use tilewright_ir::words::role;
use tilewright_ir::{Block, Def, Module, Op, OpKind, Ty, Value, operand};
use tilewright_sorted::SortedMap;

/// Loops that an iterator is followed through to where it was made.
const MAX_DEPTH: usize = 64;

struct State {
    /// The slots of each pipeline that holds values.
    buffers: SortedMap<Value, Value>,
    /// Pipeline and state of the slots that tokens tell to be full.
    full: SortedMap<Value, [Value; 2]>,
}

type Cx<'a> = Conversion<'a, State>;

/// Runs the pass.
///
/// # Errors
/// As [`lower`].
pub fn run(module: &Module, _: &Context<'_>) -> Result<Option<Module>, Failure> {
    if DESCRIBED { lower(module) } else { Ok(None) }
}

/// The module with steps; none: it has no pipelines of values.
///
/// # Errors
/// An iterator that comes from no pipeline, or slots for values that are no tiles.
pub fn lower(module: &Module) -> Result<Option<Module>, Failure> {
    let is_value = |op: &Op| module.kind(*op).is_of(Family::ValuePipeline);
    if !module.walk(module.top()).iter().any(is_value) {
        return Ok(None);
    }
    let state = State {
        buffers: SortedMap::new(),
        full: SortedMap::new(),
    };
    convert(module, &ConversionTarget::of_every_op(rewrite), state).map(|(module, _)| Some(module))
}

fn rewrite(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let old = cx.old;
    let kind = old.kind(op);
    match kind {
        nv_tileas::ASYNC_PIPELINE_CREATE_PIPELINE => create(cx, op),
        nv_tileas::ASYNC_PIPELINE_CREATE_ITERATOR => {
            let at = old.result(op, 0);
            let ty = cx.new.named_type("cutlass.pipeline_state");
            let word = if fills(old, at, MAX_DEPTH) {
                role::PRODUCER
            } else {
                role::CONSUMER
            };
            let word = cx.keyword(word);
            let state = cx
                .build()
                .value_with(cutlass::PIPELINE_STATE_CREATE, &[], ty, &[("role", word)]);
            cx.rename(at, state);
            Ok(())
        }
        nv_tileas::ASYNC_PIPELINE_INC_ITER => next(cx, op),
        nv_tileas::ASYNC_PIPELINE_PRODUCER_ACQUIRE => {
            let held = acquire(cx, op)?;
            cx.rename(old.result(op, 0), held);
            Ok(())
        }
        nv_tileas::ASYNC_PIPELINE_PRODUCER_COMMIT => {
            let held = cx.required_operand(op, operand::TOKEN)?;
            commit(cx, op, held)
        }
        nv_tileas::ASYNC_PIPELINE_CONSUMER_WAIT => {
            let state = wait(cx, op)?;
            cx.rename(old.result(op, 0), state);
            Ok(())
        }
        nv_tileas::ASYNC_PIPELINE_CONSUMER_RELEASE => {
            let state = cx.required_operand(op, operand::TOKEN)?;
            release(cx, op, state)
        }
        nv_tileas::ASYNC_PIPELINE_PRODUCER_WRITE => {
            let (state, value) = (
                cx.required_operand(op, operand::AT)?,
                cx.required_operand(op, operand::VALUE)?,
            );
            store(cx, op, state, value)
        }
        nv_tileas::ASYNC_PIPELINE_CONSUMER_READ => {
            let state = cx.required_operand(op, operand::AT)?;
            let value = load(cx, op, state)?;
            cx.rename(old.result(op, 0), value);
            Ok(())
        }
        nv_tileas::ASYNC_PIPELINE_PRODUCE_ONE => {
            let held = acquire(cx, op)?;
            for value in body(cx, op, &[])? {
                store(cx, op, held, value)?;
            }
            commit(cx, op, held)
        }
        nv_tileas::ASYNC_PIPELINE_PRODUCE_ONE_ASYNC => produce_async(cx, op),
        nv_tileas::ASYNC_PIPELINE_CONSUME_ONE | nv_tileas::ASYNC_PIPELINE_CONSUME_ONE_ASYNC => consume(cx, op),
        nv_tileas::ASYNC_WAIT | nv_tileas::ASYNC_FUTURE_WAIT => match cx.state.full.get(&old.only_operand(op)) {
            Some(&place) => {
                step(cx, cutlass::PIPELINE_CONSUMER_WAIT, place, &[]);
                Ok(())
            }
            None => cx.copy(op),
        },
        scf::FOR | scf::LOOP | scf::IF => cx.copy_in_parts(op, kind, parts).map(|_| ()),
        _ => cx.copy(op),
    }
}

/// The types of the values that a value of this type becomes.
fn parts(cx: &mut Cx<'_>, ty: Ty) -> Types {
    let name = match cx.old.type_data(ty).def.name {
        "nv_tileas.pipeline" => "cutlass.pipeline",
        "nv_tileas.pipeline_iterator" | "nv_tileas.pipeline_producer_token" | "nv_tileas.pipeline_consumer_token" => {
            "cutlass.pipeline_state"
        }
        _ => return Types::from_slice(&[ty]),
    };
    Types::from_slice(&[cx.new.named_type(name)])
}

/// A ring, made ready, with a buffer for its values if it holds some.
fn create(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let old = cx.old;
    let ty = cx.new.named_type("cutlass.pipeline");
    let ring = cx.build().op(cutlass::PIPELINE_CREATE, &[], &[ty]);
    let pipe = old.result(op, 0);
    let numbers = [
        ("numStages", old.required_int(op, "numStages")),
        // Absent: one thread fills a slot.
        ("num_producers", old.int_or(op, "num_producers", 1)),
        // Absent: one thread empties it.
        ("num_consumers", old.int_or(op, "num_consumers", 1)),
    ];
    for (name, number) in numbers {
        let number = cx.build().int(number);
        cx.new.set_attr(ring, name, number);
    }
    for name in ["cluster", "pair"] {
        if let Some(attr) = old.attr(op, name) {
            cx.new.set_attr(ring, name, attr);
        }
    }
    let made = cx.new.result(ring, 0);
    cx.rename(pipe, made);
    if let Some(element) = element(old, pipe) {
        let Some(tile) = old.tile_type(element) else {
            return Err(cx.error(op, "pipeline.leftover", "slots of a pipeline hold tiles"));
        };
        let (shape, of) = (tile.shape.to_vec(), old.element(element));
        let ty = cx.new.make_buffer_type(old.required_int(op, "numStages"), &shape, of);
        let buffer = cx.build().value(nv_tileas::ALLOC_TENSOR, &[], ty);
        cx.state.buffers.insert(pipe, buffer);
    }
    // The barriers of a ring of buffers are made ready with those of others.
    if !old
        .uses(pipe)
        .iter()
        .any(|site| old.kind(site.op) == cutlass::PIPELINE_INIT)
    {
        cx.build().op(cutlass::PIPELINE_INIT, &[&[made]], &[]);
    }
    Ok(())
}

/// The type of what the slots of a pipeline hold, if a value goes through them.
fn element(module: &Module, pipe: Value) -> Option<Ty> {
    let users = || module.uses(pipe).iter().map(|site| site.op);
    let moves = |op: Op| match module.kind(op) {
        nv_tileas::ASYNC_PIPELINE_PRODUCER_WRITE | nv_tileas::ASYNC_PIPELINE_CONSUMER_READ => true,
        nv_tileas::ASYNC_PIPELINE_PRODUCE_ONE => true,
        nv_tileas::ASYNC_PIPELINE_CONSUME_ONE | nv_tileas::ASYNC_PIPELINE_CONSUME_ONE_ASYNC => {
            entry(module, op).is_some_and(|body| !module.arguments(body).is_empty())
        }
        // Absent: no other op has a value in a slot.
        _ => false,
    };
    let at = users()
        .find(|&op| moves(op))
        .map(|op| module.required_operand(op, operand::AT))?;
    module.type_data(module.ty(at)).params.types.first().copied()
}

fn entry(module: &Module, op: Op) -> Option<Block> {
    module.entry_block(*module.regions(op).first()?)
}

/// Whether an iterator is one of those who fill slots.
fn fills(module: &Module, at: Value, depth: usize) -> bool {
    let Some(depth) = depth.checked_sub(1) else {
        return false;
    };
    module.uses(at).iter().any(|site| match module.kind(site.op) {
        nv_tileas::ASYNC_PIPELINE_PRODUCE_ONE
        | nv_tileas::ASYNC_PIPELINE_PRODUCE_ONE_ASYNC
        | nv_tileas::ASYNC_PIPELINE_PRODUCER_WRITE
        | nv_tileas::ASYNC_PIPELINE_PRODUCER_ACQUIRE => true,
        nv_tileas::ASYNC_PIPELINE_INC_ITER => fills(module, module.result(site.op, 0), depth),
        scf::FOR => {
            let place = ForOp::of(module, site.op).and_then(|own| own.inits.iter().position(|&init| init == at));
            place.is_some_and(|place| fills(module, module.loop_arguments(site.op)[place], depth))
        }
        // Absent: no other op fills a slot or hands an iterator on.
        _ => false,
    })
}

/// The pipeline that an iterator was made of.
fn pipe_of(module: &Module, at: Value, depth: usize) -> Option<Value> {
    let depth = depth.checked_sub(1)?;
    match module.value_def(at) {
        Def::Result(made, place) => match module.kind(made) {
            nv_tileas::ASYNC_PIPELINE_CREATE_ITERATOR => Some(module.only_operand(made)),
            nv_tileas::ASYNC_PIPELINE_INC_ITER => pipe_of(module, module.only_operand(made), depth),
            scf::FOR => pipe_of(module, *ForOp::of(module, made)?.inits.get(place as usize)?, depth),
            _ => None,
        },
        Def::Argument(block, place) => {
            let own = ForOp::of(module, module.owner(block)?)?;
            pipe_of(module, *own.inits.get((place as usize).checked_sub(1)?)?, depth)
        }
    }
}

/// The next slot, by the iterator's stride.
fn next(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let old = cx.old;
    let at = old.only_operand(op);
    let Some(pipe) = pipe_of(old, at, MAX_DEPTH) else {
        let refusal = cx.error(op, "pipeline.leftover", "the pipeline of this iterator is not known");
        return Err(Box::new(refusal.with_help("hand iterators on by counted loops alone")));
    };
    let (pipe, state) = (cx.value(pipe)?, cx.value(at)?);
    let ty = cx.new.ty(state);
    let stride = old.type_data(old.ty(at)).params.ints.get(1).copied();
    // Absent: a contradiction, an iterator's type says its stride.
    let after = match stride.unwrap_or(1) {
        1 => cx.build().value(cutlass::PIPELINE_STATE_INCREMENT, &[pipe, state], ty),
        stride => {
            let int = cx.new.named_type("i32");
            let count = cx.build().constant(stride as u64, int);
            cx.build()
                .value(cutlass::PIPELINE_STATE_ADVANCE, &[pipe, state, count], ty)
        }
    };
    cx.rename(old.result(op, 0), after);
    Ok(())
}

/// The operands of a step that has two, and room for what it may have besides.
fn step(cx: &mut Cx<'_>, kind: OpKind, place: [Value; 2], results: &[Ty]) -> Op {
    step_if(cx, kind, place, None, results)
}

/// The same of a step that not all threads take.
fn step_if(cx: &mut Cx<'_>, kind: OpKind, place: [Value; 2], predicate: Option<Value>, results: &[Ty]) -> Op {
    let [pipe, state] = place;
    let mut lists: Vec<&[Value]> = vec![
        std::slice::from_ref(&pipe),
        std::slice::from_ref(&state),
        predicate.as_slice(),
    ];
    lists.resize(kind.def().operands.len(), &[]);
    cx.build().op(kind, &lists, results)
}

/// A commit or release of the slot that a state is at, by whom and when the op says so.
fn hand_over(cx: &mut Cx<'_>, op: Op, kind: OpKind, state: Value) -> Result<Op, Failure> {
    let old = cx.old;
    let pipe = cx.required_operand(op, operand::PIPE)?;
    let predicate = old.operand_named(op, operand::PREDICATE);
    let predicate = predicate.map(|value| cx.value(value)).transpose()?;
    let step = step_if(cx, kind, [pipe, state], predicate, &[]);
    if let Some(issued) = old.attr(op, "issued") {
        cx.new.set_attr(step, "issued", issued);
    }
    Ok(step)
}

fn acquire(cx: &mut Cx<'_>, op: Op) -> Result<Value, Failure> {
    let (pipe, state) = (
        cx.required_operand(op, operand::PIPE)?,
        cx.required_operand(op, operand::AT)?,
    );
    let ty = cx.new.ty(state);
    let acquired = step(cx, cutlass::PIPELINE_PRODUCER_ACQUIRE, [pipe, state], &[ty]);
    Ok(cx.new.result(acquired, 0))
}

fn commit(cx: &mut Cx<'_>, op: Op, held: Value) -> Result<(), Failure> {
    let commit = hand_over(cx, op, cutlass::PIPELINE_PRODUCER_COMMIT, held)?;
    // Absent: nothing that copies brings is waited for.
    let bytes = cx.old.int_or(op, "transaction_bytes", 0);
    let bytes = cx.build().int(bytes);
    cx.new.set_attr(commit, "transaction_bytes", bytes);
    Ok(())
}

fn wait(cx: &mut Cx<'_>, op: Op) -> Result<Value, Failure> {
    let (pipe, state) = (
        cx.required_operand(op, operand::PIPE)?,
        cx.required_operand(op, operand::AT)?,
    );
    step(cx, cutlass::PIPELINE_CONSUMER_WAIT, [pipe, state], &[]);
    Ok(state)
}

fn release(cx: &mut Cx<'_>, op: Op, state: Value) -> Result<(), Failure> {
    hand_over(cx, op, cutlass::PIPELINE_CONSUMER_RELEASE, state).map(|_| ())
}

/// The type of a number of a slot in this module: what a region has it as, or a plain one.
fn index_type(cx: &mut Cx<'_>, op: Op) -> Ty {
    let arguments = entry(cx.old, op).map(|block| cx.old.arguments(block));
    match arguments.and_then(|arguments| arguments.first()) {
        Some(&argument)
            if cx
                .old
                .tile_type(cx.old.ty(argument))
                .is_none_or(|tile| tile.shape.is_empty()) =>
        {
            cx.old.ty(argument)
        }
        _ => cx.new.named_type("i32"),
    }
}

/// The buffer of the pipeline that an op is of, and the number of a slot.
fn slot(cx: &mut Cx<'_>, op: Op, state: Value) -> Result<[Value; 2], Failure> {
    let pipe = cx.old.required_operand(op, operand::PIPE);
    let Some(&buffer) = cx.state.buffers.get(&pipe) else {
        return Err(cx.error(op, "internal", "a pipeline of values without slots"));
    };
    let int = cx.new.named_type("i32");
    Ok([buffer, cx.build().value(cutlass::PIPELINE_STATE_INDEX, &[state], int)])
}

fn store(cx: &mut Cx<'_>, op: Op, state: Value, value: Value) -> Result<(), Failure> {
    let [buffer, slot] = slot(cx, op, state)?;
    cx.build()
        .op(nv_tileas::LOCAL_STORE, &[&[value], &[buffer], &[slot]], &[]);
    Ok(())
}

fn load(cx: &mut Cx<'_>, op: Op, state: Value) -> Result<Value, Failure> {
    let [buffer, slot] = slot(cx, op, state)?;
    let at = cx.old.required_operand(op, operand::AT);
    // Absent: a contradiction, an iterator's type says what it walks over.
    let ty = cx.old.type_data(cx.old.ty(at)).params.types.first().copied();
    let ty = ty.unwrap_or(cx.old.ty(at));
    Ok(cx.build().value(nv_tileas::LOCAL_LOAD, &[buffer, slot], ty))
}

/// The ops of a region, for these values of its arguments; what it yields.
fn body(cx: &mut Cx<'_>, op: Op, arguments: &[Value]) -> Result<Vec<Value>, Failure> {
    let old = cx.old;
    let Some(block) = entry(old, op) else {
        return Ok(Vec::new());
    };
    for (&argument, &value) in old.arguments(block).iter().zip(arguments) {
        cx.rename(argument, value);
    }
    let mut yielded = Vec::new();
    for inner in old.ops(block) {
        if old.kind(inner) == nv_tileas::ASYNC_PIPELINE_YIELD {
            yielded = cx.operands(inner)?;
        } else {
            cx.convert_op(inner)?;
        }
    }
    Ok(yielded)
}

/// An op that is started fills the slot: the region's arguments are the number of the slot and the address of its full barrier; who waits for the
/// token waits at that barrier.
fn produce_async(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let held = acquire(cx, op)?;
    let pipe = cx.required_operand(op, operand::PIPE)?;
    let ty = index_type(cx, op);
    let slot = cx.build().value(cutlass::PIPELINE_STATE_INDEX, &[held], ty);
    let barrier = cx.build().value(cutlass::PIPELINE_FULL_BARRIER, &[pipe, held], ty);
    body(cx, op, &[slot, barrier])?;
    commit(cx, op, held)?;
    let token = cx.old.result(op, 0);
    let waits = |kind: OpKind| matches!(kind, nv_tileas::ASYNC_WAIT | nv_tileas::ASYNC_FUTURE_WAIT);
    if let Some(other) = cx.old.uses(token).iter().find(|site| !waits(cx.old.kind(site.op))) {
        let refusal = cx.error(other.op, "pipeline.token", "a token of a full slot is handed on");
        return Err(Box::new(refusal.with_help("wait for it where the slot is filled")));
    }
    cx.state.full.insert(token, [pipe, held]);
    Ok(())
}

fn consume(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let old = cx.old;
    let state = wait(cx, op)?;
    let takes = entry(old, op).is_some_and(|block| !old.arguments(block).is_empty());
    let is_of_values = cx.state.buffers.get(&old.required_operand(op, operand::PIPE)).is_some();
    let value = match (takes, is_of_values) {
        (false, _) => None,
        (true, true) => Some(load(cx, op, state)?),
        (true, false) => {
            let ty = index_type(cx, op);
            Some(cx.build().value(cutlass::PIPELINE_STATE_INDEX, &[state], ty))
        }
    };
    let yielded = body(cx, op, value.as_slice())?;
    // An op in flight reads the slot until it is done.
    if old.kind(op) == nv_tileas::ASYNC_PIPELINE_CONSUME_ONE_ASYNC {
        for &token in &yielded {
            cx.build().op(nv_tileas::ASYNC_WAIT, &[&[token]], &[]);
        }
    }
    release(cx, op, state)?;
    for (&result, &value) in old.results(op).iter().zip(&yielded) {
        cx.replace_unnamed(result, value);
    }
    Ok(())
}
