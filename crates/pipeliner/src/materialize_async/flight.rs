//! Products of a loop with rings, run while other ops go on: each starts where it stands, and is waited for where something takes
//! what it makes, or changes the registers that it reads.
//!
//! Products are in groups of one, which end in the order in which they were started: to have one done, as many may go on as were
//! started after it. A slot of a ring is released when the last product that reads it is done.
//!
//! ```text
//! %s = dot %q, %k, %zero              fence; %s = async.dot; commit
//! consumer_release %k          ->     fence; %o = async.word_dot; commit
//! %o = word_dot %w, %v, %acc          wait for all but 1; consumer_release %k
//! %t = mulf %s, %scale                %t = mulf %s, %scale
//! ```
//!
//! A product may still run when an iteration ends, if the loop carries what it makes and nothing else that it uses, and the next iteration only
//! adds to it: for whatever else reads these registers ptxas waits before anything is started.

use super::{commit_by_warps, first_lane, is_filled_by_warps, wait_for_all};
use tilewright_analysis::DESCRIBED;
use tilewright_ir::convert::{Conversion, ConversionTarget, Failure, Kept, convert};
use tilewright_ir::dialects::facts::{AGENT, IN_FLIGHT, MAJORS, ORDER};
use tilewright_ir::op_def::traits::TERMINATOR;
use tilewright_ir::operand;
use tilewright_ir::ops::{arith, cutlass, nv_tileas, scf};
use tilewright_ir::views::ForOp;
use tilewright_ir::words::role;
use tilewright_ir::{Block, Def, Module, Op, Value};
use tilewright_units::LoopProducts;
use tilewright_units::product::depth_of;

use crate::Context;
use crate::pipelining::ring_edges::taken;

/// The signs of a product's operands, where these are whole numbers.
const SIGNS: [&str; 2] = ["signedness_lhs", "signedness_rhs"];

/// A product that runs, by values of the old module.
#[derive(Clone)]
struct Running {
    result: Value,
    /// The value in whose registers it is made.
    home: Value,
    /// The registers of its left operand.
    words: Option<Value>,
    /// The states of the rings whose slots it reads; none: it is not known which.
    reads: Vec<Option<Value>>,
    /// The slots that are released when it is done: pipe and state of the new module, and under which condition.
    releases: Vec<Release>,
}

#[derive(Clone, Copy)]
struct Release {
    pipe: Value,
    state: Value,
    condition: Option<Value>,
}

/// The end of an iteration of a loop.
struct IterationEnd {
    /// The line of the loop in the source, from 1.
    line: u32,
    /// Products that still run.
    running: usize,
    /// Ops that are written last, by their numbers in the schedule.
    last: Vec<i64>,
}

struct State {
    products: &'static LoopProducts,
    running: Vec<Running>,
    /// The slot that was acquired before the op that stands before it.
    acquired: Option<Op>,
    /// Of the consumers' loops, what the report says of how an iteration of each ends.
    ends: Vec<IterationEnd>,
    /// Whether the description's words are asked for.
    described: bool,
}

type Cx<'a> = Conversion<'a, State>;

/// Whether a kernel has consumers whose products are started by this.
pub(super) fn applies(module: &Module) -> bool {
    // Absent: no loop of an agent.
    let is_ours = |&op: &Op| module.keyword(op, AGENT) == role::CONSUMER && !module.has_attr(op, IN_FLIGHT);
    let all = module.walk(module.top());
    let is_issued = all.iter().any(|&op| module.kind(op) == nv_tileas::TENSOR_RESERVE);
    !is_issued && all.iter().any(is_ours)
}

/// Starts the products of a kernel's consumers.
pub(super) fn run(module: &Module, products: &'static LoopProducts, context: &Context<'_>) -> Result<Module, Failure> {
    let state = State {
        products,
        running: Vec::new(),
        acquired: None,
        ends: Vec::new(),
        described: context.base.steering.described,
    };
    // Any op may take what a product makes.
    let (module, state) = convert(module, &ConversionTarget::of_every_op(rewrite), state)?;
    let mut decisions = context.decisions.borrow_mut();
    for end in state.ends {
        if let Some(found) = decisions.at_line(end.line) {
            found.running = end.running as i64;
            end.last.into_iter().for_each(|number| found.note_last(number));
        }
    }
    drop(decisions);
    Ok(module)
}

fn rewrite(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    match cx.old.kind(op) {
        nv_tileas::LOCAL_LOAD | nv_tileas::PERMUTE | nv_tileas::VIEW => reorder(cx, op),
        nv_tileas::DOT | nv_tileas::WORD_DOT => product(cx, op),
        cutlass::PIPELINE_CONSUMER_RELEASE => release(cx, op),
        cutlass::PIPELINE_PRODUCER_COMMIT if is_filled_by_warps(cx.old, op) => commit_by_warps(cx, op),
        cutlass::PIPELINE_PRODUCER_ACQUIRE if cx.state.acquired == Some(op) => Ok(()),
        arith::FTOF => {
            acquire_before(cx, op)?;
            done_for(cx, op, None)?;
            cx.copy(op)
        }
        scf::FOR if is_consumers(cx, op) => counted(cx, op),
        scf::FOR | scf::LOOP | scf::IF => {
            all_done(cx)?;
            cx.copy(op)
        }
        // The end of a combiner ends no part of the program.
        _ if cx.old.def(op).has(TERMINATOR) => {
            let around = cx.old.parent_op(op);
            if around.is_some_and(|around| cx.old.def(around).dialect() == "scf") {
                all_done(cx)?;
            }
            cx.copy(op)
        }
        _ => {
            done_for(cx, op, None)?;
            cx.copy(op)
        }
    }
}

fn is_consumers(cx: &Cx<'_>, op: Op) -> bool {
    // Absent: no loop of an agent.
    cx.old.keyword(op, AGENT) == role::CONSUMER
}

/// The buffer and the slot from which a tile is read, in any order; none: it is in registers.
fn place_of(module: &Module, tile: Value) -> Option<[Value; 2]> {
    let mut at = tile;
    loop {
        let op = module.defining_op(at)?;
        match module.kind(op) {
            nv_tileas::LOCAL_LOAD => {
                return Some(module.required_operands(op, [operand::BUFFER, operand::SLOT]));
            }
            nv_tileas::PERMUTE | nv_tileas::VIEW => at = module.only_operand(op),
            // Absent: every other op computes its tile.
            _ => return None,
        }
    }
}

/// A tile in a buffer is read by products alone, where they stand.
fn reorder(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    if place_of(cx.old, cx.old.result(op, 0)).is_some() {
        return Ok(());
    }
    done_for(cx, op, None)?;
    cx.copy(op)
}

/// The state of the ring that says which slot this is.
fn state_of(module: &Module, slot: Value) -> Option<Value> {
    let index = module
        .defining_op(slot)
        .filter(|&op| module.kind(op) == cutlass::PIPELINE_STATE_INDEX)?;
    Some(module.required_operand(index, operand::STATE))
}

/// The value in whose registers accumulators are: products add to those of their own.
fn home(module: &Module, acc: Value) -> Value {
    let mut at = acc;
    while let Some(op) = module.defining_op(at)
        && matches!(module.kind(op), nv_tileas::DOT | nv_tileas::WORD_DOT)
    {
        at = module.required_operand(op, operand::ACC);
    }
    at
}

/// A product as it will run; none: its operands are in no buffers.
fn running(module: &Module, op: Op) -> Option<Running> {
    let [lhs, rhs] = module.sides(op);
    let words = (module.kind(op) == nv_tileas::WORD_DOT).then_some(lhs);
    let sides = if words.is_some() { &[rhs][..] } else { &[lhs, rhs] };
    let reads: Option<Vec<_>> = sides
        .iter()
        .map(|&side| Some(state_of(module, place_of(module, side)?[1])))
        .collect();
    Some(Running {
        result: module.result(op, 0),
        home: home(module, module.required_operand(op, operand::ACC)),
        words,
        reads: reads?,
        releases: Vec::new(),
    })
}

fn product(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let old = cx.old;
    let Some(started) = running(old, op) else {
        done_for(cx, op, None)?;
        return cx.copy(op);
    };
    let acc = old.required_operand(op, operand::ACC);
    // A product may add to the result of one that runs: they end in order.
    done_for(cx, op, Some(acc))?;
    let [lhs, rhs] = old.sides(op);
    let place = |cx: &Cx<'_>, side: Value| -> Result<[Value; 2], Failure> {
        let Some([buffer, slot]) = place_of(cx.old, side) else {
            return Err(cx.error(op, "internal", "a product of a tile in no buffer"));
        };
        Ok([cx.value(buffer)?, cx.value(slot)?])
    };
    let right = place(cx, rhs)?;
    let acc = cx.value(acc)?;
    let ty = cx.new.ty(acc);
    let products = cx.state.products;
    let result = match started.words {
        Some(words) => {
            let mut attrs = vec![("rhs_major", cx.keyword(old.keyword(op, "rhs_major")))];
            attrs.extend(depth_of(&mut cx.build(), old, op));
            let words = cx.value(words)?;
            products.start_words(&mut cx.build(), &[words, right[0], right[1], acc], ty, &attrs)
        }
        None => {
            let left = place(cx, lhs)?;
            let [lhs_major, rhs_major] = MAJORS.map(|name| cx.keyword(old.keyword(op, name)));
            let mut attrs = vec![("lhs_major", lhs_major), ("rhs_major", rhs_major)];
            for name in SIGNS.into_iter().filter(|name| old.has_attr(op, name)) {
                attrs.push((name, cx.keyword(old.keyword(op, name))));
            }
            attrs.extend(depth_of(&mut cx.build(), old, op));
            products.start(
                &mut cx.build(),
                &[left[0], left[1], right[0], right[1], acc],
                ty,
                &attrs,
            )
        }
    };
    cx.rename(started.result, result);
    cx.state.running.push(started);
    Ok(())
}

/// Has all products done that an op takes the results of, one value excepted.
fn done_for(cx: &mut Cx<'_>, op: Op, except: Option<Value>) -> Result<(), Failure> {
    let values = taken(cx.old, op);
    let wanted = |running: &Running| values.contains(&running.result) && Some(running.result) != except;
    match cx.state.running.iter().rposition(wanted) {
        Some(last) => done(cx, last + 1),
        None => Ok(()),
    }
}

/// Acquires the slot for which a product's accumulators become narrower before that product is waited for. Numbers become narrower where pairs of them are
/// put into words, which is behind the loop that waits for the slot, and ptxas serialises all products where accumulators are read behind a branch (C7514).
fn acquire_before(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let old = cx.old;
    let is_acquire = |&next: &Op| old.kind(next) == cutlass::PIPELINE_PRODUCER_ACQUIRE;
    let made = old.only_operand(op);
    let product = cx.state.running.iter().position(|running| running.result == made);
    let (Some(acquire), Some(product)) = (old.next_op(op).filter(is_acquire), product) else {
        return Ok(());
    };
    // A slot that is released when the product is done would be waited for in vain.
    let pipe = cx.required_operand(acquire, operand::PIPE)?;
    let mut released = cx.state.running[..=product]
        .iter()
        .flat_map(|running| &running.releases);
    if released.all(|release| release.pipe != pipe) {
        cx.convert_op(acquire)?;
        cx.state.acquired = Some(acquire);
    }
    Ok(())
}

fn all_done(cx: &mut Cx<'_>) -> Result<(), Failure> {
    match cx.state.running.len() {
        0 => Ok(()),
        count => done(cx, count),
    }
}

/// Waits until the first so many products are done, and releases what they alone read.
fn done(cx: &mut Cx<'_>, count: usize) -> Result<(), Failure> {
    let ended: Vec<Running> = cx.state.running.drain(..count).collect();
    let (products, rest) = (cx.state.products, cx.state.running.len());
    if rest > 0 {
        products.wait(&mut cx.build(), rest as i64);
    } else {
        let made = ended.iter().map(|running| cx.value(running.result));
        let made = (DESCRIBED && cx.state.described)
            .then(|| made.collect::<Result<Vec<_>, _>>())
            .transpose()?;
        wait_for_all(&mut cx.build(), products, made.as_deref());
    }
    for release in ended.into_iter().flat_map(|running| running.releases) {
        let mut condition = first_lane_of(cx);
        if let Some(also) = release.condition {
            condition = cx.build().binary(arith::ANDI, also, condition);
        }
        cx.build().op(
            cutlass::PIPELINE_CONSUMER_RELEASE,
            &[&[release.pipe], &[release.state], &[condition]],
            &[],
        );
    }
    Ok(())
}

/// One lane of each warp releases, when all lanes are done.
fn first_lane_of(cx: &mut Cx<'_>) -> Value {
    first_lane(&mut cx.build())
}

/// The running product on which a release of a slot waits: the last that reads it.
fn holds(running: &[Running], state: Value) -> Option<usize> {
    running.iter().rposition(|running| running.reads.contains(&Some(state)))
}

fn release(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let old = cx.old;
    let state = old.required_operand(op, operand::STATE);
    let pipe = cx.required_operand(op, operand::PIPE)?;
    let release = Release {
        pipe,
        state: cx.value(state)?,
        condition: None,
    };
    if cx.state.running.iter().any(|running| running.reads.contains(&None)) {
        all_done(cx)?;
    }
    match holds(&cx.state.running, state) {
        Some(at) => {
            cx.state.running[at].releases.push(release);
            Ok(())
        }
        None => {
            let condition = first_lane_of(cx);
            let state = cx.value(state)?;
            cx.build().op(
                cutlass::PIPELINE_CONSUMER_RELEASE,
                &[&[pipe], &[state], &[condition]],
                &[],
            );
            Ok(())
        }
    }
}

/// A product that still runs at the end of an iteration.
struct Ending {
    running: Running,
    /// The number of the value that the loop carries of it.
    place: usize,
    /// Pipes and states of the slots that are released when it is done.
    releases: Vec<(Value, Value)>,
}

/// The products that still run at the end of an iteration, and may: each with the number of the value that is carried, and how many
/// slots are released when it is done. All that were started before such a one are done, or run on as well.
fn at_end(module: &Module, body: Block) -> Vec<Ending> {
    let mut flying: Vec<Ending> = Vec::new();
    let end = module.last_op(body);
    for op in module.ops(body) {
        let takes = taken(module, op);
        let except = match module.kind(op) {
            nv_tileas::DOT | nv_tileas::WORD_DOT => module.operand_named(op, operand::ACC),
            // Absent: all else waits for what it takes.
            _ => None,
        };
        match module.kind(op) {
            nv_tileas::LOCAL_LOAD | nv_tileas::PERMUTE | nv_tileas::VIEW
                if place_of(module, module.result(op, 0)).is_some() =>
            {
                continue;
            }
            cutlass::PIPELINE_CONSUMER_RELEASE => {
                let (pipe, state) = (
                    module.required_operand(op, operand::PIPE),
                    module.required_operand(op, operand::STATE),
                );
                if flying.iter().any(|own| own.running.reads.contains(&None)) {
                    flying.clear();
                }
                let reads = |own: &&mut Ending| own.running.reads.contains(&Some(state));
                if let Some(own) = flying.iter_mut().rev().find(reads) {
                    own.releases.push((pipe, state));
                }
                continue;
            }
            scf::FOR | scf::LOOP | scf::IF => flying.clear(),
            _ if Some(op) == end => break,
            // Absent: other ops only take what is made.
            _ => {}
        }
        let wanted = |own: &Ending| takes.contains(&own.running.result) && Some(own.running.result) != except;
        if let Some(last) = flying.iter().rposition(wanted) {
            flying.drain(..=last);
        }
        if matches!(module.kind(op), nv_tileas::DOT | nv_tileas::WORD_DOT)
            && let Some(started) = running(module, op)
        {
            flying.push(Ending {
                running: started,
                place: 0,
                releases: Vec::new(),
            });
        }
    }
    // Absent: a body without an end hands nothing on.
    let handed = end.map_or(&[][..], |end| module.operands(end));
    let arguments = module.arguments(body);
    let carried = |running: &Running| {
        // Each iteration makes them anew in the same registers, those that it carries too.
        let own = |words: Value| match module.value_def(words) {
            Def::Argument(block, _) => block == body,
            Def::Result(op, _) => module.parent(op) == Some(body),
        };
        let moves = running.words.is_some_and(own);
        let mut places = handed.iter().enumerate().filter(|(_, value)| **value == running.result);
        let place = places
            .next()
            .map(|(place, _)| place)
            .filter(|_| places.next().is_none());
        // Only the registers of what it adds to stay where they are, and what was there is not handed on beside it.
        let next = place.and_then(|place| arguments.get(place + 1));
        let is_added = |argument: &Value| {
            let adds = |op: Op| {
                module.operand_named(op, operand::ACC) == Some(*argument)
                    && matches!(module.kind(op), nv_tileas::DOT | nv_tileas::WORD_DOT)
            };
            *argument == running.home && module.uses(*argument).iter().all(|used| adds(used.op))
        };
        place.filter(|_| !moves && next.is_some_and(is_added) && !handed.contains(&running.home))
    };
    // The slot that it still reads is not the one that the next iteration waits for.
    let leaves_room = |own: &Ending| {
        let mut shapes = own.releases.iter().map(|(pipe, _)| module.pipeline_shape(*pipe));
        shapes.all(|shape| shape.is_some_and(|shape| shape.stages > 1))
    };
    let carried = |own: &Ending| carried(&own.running).filter(|_| leaves_room(own));
    let first = flying
        .iter()
        .rposition(|own| carried(own).is_none())
        // Absent: all may run on.
        .map_or(0, |last| last + 1);
    let mut left = flying.split_off(first);
    for own in &mut left {
        // Absent: those that are not carried were left out above.
        own.place = carried(own).unwrap_or(0);
    }
    left
}

/// The consumers' loop: products may run on from one iteration into the next.
fn counted(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let old = cx.old;
    all_done(cx)?;
    let Some((counted, body)) = ForOp::of(old, op).and_then(|counted| Some((counted, counted.body?))) else {
        return cx.copy(op);
    };
    let flying = at_end(old, body);
    let (lower, upper) = (cx.value(counted.lower)?, cx.value(counted.upper)?);
    // The states of slots that are released late, after all else that is carried; they start as anything.
    let late: Vec<(Value, Value)> = flying.iter().flat_map(|own| own.releases.clone()).collect();
    let mut starts = Vec::new();
    for (_, state) in &late {
        starts.push(start_of(cx, op, body, *state)?);
    }
    let new = cx.rewrite_control(op, &Kept::of(old, op, |_| true), &starts)?;
    let [Some(inner)] = new.blocks[..] else {
        return Err(old.contradicts(op, "a loop without a body"));
    };
    let carried = new.more.to_vec();
    let index = cx.new.arguments(inner)[0];
    let arguments = old.arguments(body).to_vec();
    cx.in_block(inner, |cx| -> Result<(), Failure> {
        let mut states = carried.iter();
        if !flying.is_empty() {
            let later = cx.build().compare("not_equal", "signed", index, lower);
            for Ending {
                running,
                place,
                releases,
            } in &flying
            {
                let mut before = running.clone();
                before.result = arguments[place + 1];
                before.words = None;
                before.reads.clear();
                for ((pipe, _), &state) in releases.iter().zip(&mut states) {
                    before.releases.push(Release {
                        pipe: cx.value(*pipe)?,
                        state,
                        condition: Some(later),
                    });
                }
                cx.state.running.push(before);
            }
        }
        let end = old.last_op(body);
        // Words for the next iteration take the registers of those that a product still reads: they are made when it is done.
        let (late, now): (Vec<Op>, Vec<Op>) = old
            .ops(body)
            .filter(|&op| Some(op) != end)
            .partition(|&op| replaces_words(old, body, op));
        for op in now {
            cx.convert_op(op)?;
        }
        let Some(end) = end else { return Ok(()) };
        // Those of the iteration before, and those that may not run on, are done here.
        let stay = cx.state.running.len().min(flying.len());
        let count = cx.state.running.len() - stay;
        if count > 0 {
            done(cx, count)?;
        }
        let end_of_loop = IterationEnd {
            line: old.loc_data(old.loc(op)).line,
            running: cx.state.running.len(),
            last: late.iter().filter_map(|&op| node_of(old, body, op)).collect(),
        };
        cx.state.ends.push(end_of_loop);
        for op in late {
            cx.convert_op(op)?;
        }
        let mut values = cx.operands(end)?;
        for running in &cx.state.running {
            values.extend(running.releases.iter().map(|release| release.state));
        }
        cx.state.running.clear();
        cx.build().op(scf::CONTINUE, &[&values], &[]);
        Ok(())
    })?;
    if flying.is_empty() {
        return Ok(());
    }
    let made = flying.iter().map(|own| cx.new.results(new.op)[own.place]);
    let made: Option<Vec<Value>> = (DESCRIBED && cx.state.described).then(|| made.collect());
    let products = cx.state.products;
    wait_for_all(&mut cx.build(), products, made.as_deref());
    let sign = if old.has_attr(op, "unsigned") {
        "unsigned"
    } else {
        "signed"
    };
    let ran = cx.build().compare("less_than", sign, lower, upper);
    let lane = first_lane_of(cx);
    let condition = cx.build().binary(arith::ANDI, ran, lane);
    let results = cx.new.results(new.op);
    let states = results[results.len() - late.len()..].to_vec();
    for ((pipe, _), state) in late.into_iter().zip(states) {
        let pipe = cx.value(pipe)?;
        cx.build().op(
            cutlass::PIPELINE_CONSUMER_RELEASE,
            &[&[pipe], &[state], &[condition]],
            &[],
        );
    }
    Ok(())
}

/// Whether an op makes words for the next iteration, and an iteration has some of the one before: registers that a product reads.
fn replaces_words(module: &Module, body: Block, op: Op) -> bool {
    let [used] = (match module.kind(op) {
        nv_tileas::WORDS => module.uses(module.result(op, 0)),
        _ => return false,
    }) else {
        return false;
    };
    let end = module.last_op(body) == Some(used.op);
    let place = module
        .operands(used.op)
        .iter()
        .position(|&value| value == module.result(op, 0));
    let argument = place.and_then(|place| module.arguments(body).get(place + 1));
    let reads = |&argument: &Value| {
        module
            .uses(argument)
            .iter()
            .any(|used| module.kind(used.op) == nv_tileas::WORD_DOT)
    };
    end && argument.is_some_and(reads)
}

/// The node of the schedule, by its number, that is words and nothing but them: numbers become narrower as they are put into words.
fn node_of(module: &Module, body: Block, words: Op) -> Option<i64> {
    let number = module.int_attr(words, ORDER)?;
    let narrowed = module.defining_op(module.only_operand(words));
    let is_words = |op: Op| {
        let is_narrowed =
            Some(op) == narrowed && module.kind(op) == arith::FTOF && module.uses(module.result(op, 0)).len() == 1;
        op == words || is_narrowed || module.def(op).dialect() == "cutlass"
    };
    let mut own = module
        .ops(body)
        .filter(|&op| module.int_attr(op, ORDER) == Some(number));
    own.all(is_words).then_some(number)
}

/// The start of a state that the loop carries; a state that it makes starts as that which it is made of.
fn start_of(cx: &mut Cx<'_>, op: Op, body: Block, state: Value) -> Result<Value, Failure> {
    let old = cx.old;
    let mut at = state;
    loop {
        match old.value_def(at) {
            Def::Argument(block, index) if block == body => {
                let init = (index as usize)
                    .checked_sub(1)
                    .and_then(|place| old.loop_inits(op).get(place).copied());
                return match init {
                    Some(init) => cx.value(init),
                    None => Err(cx.error(op, "internal", "a state that is the index of its loop")),
                };
            }
            Def::Result(made, _) if old.parent(made) == Some(body) => at = old.required_operand(made, operand::STATE),
            Def::Result(..) | Def::Argument(..) => return cx.value(at),
        }
    }
}
