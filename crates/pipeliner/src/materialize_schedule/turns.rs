//! Ping-pong: there are two consumers, a warpgroup each, with every other tile of the loop around. While one multiplies, the
//! other stores its results.
//!
//! Both iterate over all tiles and compute the bounds of that loop; the work on a tile is under a condition. For a tile that is
//! not its own, a consumer only advances the state of the ring.
//!
//! ```text
//! for %tile iter(%s, %turn, %consumer) {
//!   %s1, %turn1 = if %consumer == 0 {
//!     seq_bar.wait %turn;  for %k { ... };  seq_bar.arrive      // the turn to multiply
//!     seq_bar.wait;        stores;          seq_bar.arrive      // the turn to store
//!   } else { state.advance %s by the iterations of that loop }
//!   continue %s1, %turn1, 1 - %consumer }
//! ```
//!
//! The turns are more than a matter of speed: a wait for a full barrier tells one phase from the next, not from the one after
//! that. A consumer whose turn it is knows that the other has seen all stages before its own filled.

use super::agents::STAGE_STATE;
use super::{Cx, kept};
use crate::pipelining::ping_pong::{CONSUMERS, STEPS};
use tilewright_analysis::warpgroup::GROUP_THREADS;
use tilewright_ir::build::Builder;
use tilewright_ir::convert::Failure;
use tilewright_ir::dialects::nv_tileas::TURNS;
use tilewright_ir::operand;
use tilewright_ir::ops::{arith, cute_nvgpu, cutlass, scf};
use tilewright_ir::{Block, Op, Value};

/// The named barrier of both consumers, used once; those before it are the block's and each consumer's.
const MEETING: i64 = 1 + CONSUMERS;

/// The values that the consumer of a ping-pong kernel carries through the loop over tiles besides the ring's state.
#[derive(Clone, Copy)]
pub(super) struct Turns {
    /// The ordered sequence of barriers.
    bar: Value,
    /// The state of the sequence: whose turn it is.
    turn: Value,
    /// Tiles until the next one of this consumer, 0 or 1.
    consumer: Value,
}

impl Turns {
    /// The values that are carried.
    pub(super) fn carried(self) -> [Value; 2] {
        [self.turn, self.consumer]
    }
}

/// A sequence of steps and groups, at the start of those who take turns: its barriers, its state, and the number of the group.
pub(super) fn sequence(mut build: Builder<'_>, [depth, groups]: [i64; 2], meeting: i64) -> [Value; 3] {
    let int = build.module.number_type("i32");
    let types = ["cutlass.seq_bar", STAGE_STATE].map(|name| build.module.named_type(name));
    let thread = build.special("tid.x", int);
    let threads = build.number(GROUP_THREADS, int);
    let group = build.signed(arith::DIVI, "unsigned", thread, threads);
    let group = build.value(cute_nvgpu::ARCH_MAKE_WARP_UNIFORM, &[group], int);
    let init = build.op(cutlass::SEQ_BAR_INIT, &[&[group]], &types);
    for (name, value) in [
        ("depth", depth),
        ("groups", groups),
        ("threads", GROUP_THREADS),
        ("barrier_base", meeting),
    ] {
        let value = build.int(value);
        build.module.set_attr(init, name, value);
    }
    [build.module.result(init, 0), build.module.result(init, 1), group]
}

/// The sequence of turns, at the start of the consumer.
pub(super) fn start(cx: &mut Cx<'_>) -> Turns {
    let [bar, turn, consumer] = sequence(cx.build(), [STEPS, CONSUMERS], MEETING);
    Turns { bar, turn, consumer }
}

/// The loop over tiles, in the consumer.
pub(super) fn tile_loop(cx: &mut Cx<'_>, op: Op, turns: Turns) -> Result<(), Failure> {
    let old = cx.old;
    let Some(body) = old.entry_block(old.regions(op)[0]) else {
        return cx.copy(op);
    };
    let ring: Vec<Value> = cx.state.places.iter().copied().chain(turns.carried()).collect();
    let new = cx.rewrite_control(op, &kept(cx, op), &ring)?;
    cx.state.places = new.more.first().copied().into_iter().collect();
    if let [_, turn, consumer] = new.more[..] {
        cx.state.turns = Some(Turns {
            turn,
            consumer,
            ..turns
        });
    }
    if let [Some(inner)] = new.blocks[..] {
        cx.in_block(inner, |cx| tile(cx, op, body))?;
    }
    let first = old.results(op).len();
    cx.state.places = vec![cx.new.result(new.op, first)];
    Ok(())
}

/// One iteration of the loop over tiles: its bounds for both consumers, the work for the consumer whose tile it is.
fn tile(cx: &mut Cx<'_>, op: Op, body: Block) -> Result<(), Failure> {
    let old = cx.old;
    let k_loop = cx.state.product_loop.for_op;
    let (Some(last), Some(turns), &[place]) = (old.last_op(body), cx.state.turns, &cx.state.places[..]) else {
        return Err(cx.error(op, "internal", "a loop over tiles without a state"));
    };
    let (mut decides, mut works) = (Vec::new(), Vec::new());
    for each in old.ops(body).filter(|&each| each != last) {
        let both = each != k_loop && cx.state.decides(each);
        if both { &mut decides } else { &mut works }.push(each);
    }
    for each in decides {
        cx.convert_op(each)?;
    }
    let int = cx.new.number_type("i32");
    let zero = cx.build().number(0, int);
    let mine = cx.build().compare("equal", "signed", turns.consumer, zero);

    // Tokens that the tile hands on: a consumer that has not worked hands on those that it was given.
    let arguments = old.loop_arguments(op).iter().copied();
    let handed: Vec<(Value, Value)> = old
        .operands(last)
        .iter()
        .copied()
        .zip(arguments)
        .filter(|(value, _)| old.defining_op(*value).is_some_and(|made| works.contains(&made)))
        .collect();
    let mut types: Vec<_> = handed.iter().map(|(value, _)| old.ty(*value)).collect();
    types.extend([place, turns.turn].map(|value| cx.new.ty(value)));
    let branch = cx.build().op(scf::IF, &[&[mine]], &types);
    let mark = cx.new.intern_attr(tilewright_ir::AttrData::Unit);
    cx.new.set_attr(branch, TURNS, mark);
    let regions = [0, 1].map(|index| cx.new.regions(branch)[index]);
    let ways = regions.map(|region| cx.new.add_block(region));

    cx.in_block(ways[0], |cx| -> Result<(), Failure> {
        let mut turn = turns.turn;
        for each in works {
            if each != k_loop {
                cx.convert_op(each)?;
                continue;
            }
            wait(cx.build(), turns.bar, turn);
            cx.convert_op(each)?;
            turn = arrive(cx.build(), turns.bar, turn);
            wait(cx.build(), turns.bar, turn);
        }
        turn = arrive(cx.build(), turns.bar, turn);
        let mut values = Vec::new();
        for (value, _) in &handed {
            values.push(cx.value(*value)?);
        }
        values.extend(&cx.state.places);
        values.push(turn);
        cx.build().op(scf::YIELD, &[&values], &[]);
        Ok(())
    })?;
    cx.in_block(ways[1], |cx| -> Result<(), Failure> {
        let count = iterations(cx, k_loop)?;
        let mut values = Vec::new();
        for (_, argument) in &handed {
            values.push(cx.value(*argument)?);
        }
        let ty = cx.new.ty(place);
        let operands: Vec<Value> = cx.state.pipes.iter().copied().chain([place, count]).collect();
        values.push(cx.build().value(cutlass::PIPELINE_STATE_ADVANCE, &operands, ty));
        values.push(turns.turn);
        cx.build().op(scf::YIELD, &[&values], &[]);
        Ok(())
    })?;

    for (index, (value, _)) in handed.iter().enumerate() {
        let result = cx.new.result(branch, index);
        cx.replace_unnamed(*value, result);
    }
    let [place, turn] = [0, 1].map(|index| cx.new.result(branch, handed.len() + index));
    let one = cx.build().number(1, int);
    let consumer = cx.build().binary(arith::XORI, turns.consumer, one);
    cx.state.places = vec![place];
    cx.state.turns = Some(Turns {
        turn,
        consumer,
        ..turns
    });
    cx.convert_op(last)
}

pub(super) fn wait(mut build: Builder<'_>, bar: Value, turn: Value) {
    build.op(cutlass::SEQ_BAR_WAIT, &[&[bar], &[turn]], &[]);
}

pub(super) fn arrive(mut build: Builder<'_>, bar: Value, turn: Value) -> Value {
    let ty = build.module.ty(turn);
    build.value(cutlass::SEQ_BAR_ARRIVE, &[bar, turn], ty)
}

/// The number of iterations of a counted loop; its bounds are values here, since both consumers compute them.
fn iterations(cx: &mut Cx<'_>, op: Op) -> Result<Value, Failure> {
    let sign = if cx.old.has_attr(op, "unsigned") {
        "unsigned"
    } else {
        "signed"
    };
    let (lower, upper, step) = (
        cx.required_operand(op, operand::LOWER)?,
        cx.required_operand(op, operand::UPPER)?,
        cx.required_operand(op, operand::STEP)?,
    );
    let ty = cx.new.ty(lower);
    let (zero, one) = (cx.build().number(0, ty), cx.build().number(1, ty));
    let any = cx.build().compare("less_than", sign, lower, upper);
    let span = cx.build().binary(arith::SUBI, upper, lower);
    if cx.old.constant_int(cx.old.required_operand(op, operand::STEP)) == Some(1) {
        return Ok(cx.build().select(any, span, zero));
    }
    // The last index is span - 1 at most, which fits even where the span rounded up would not.
    let last = cx.build().binary(arith::SUBI, span, one);
    let whole = cx.build().signed(arith::DIVI, "unsigned", last, step);
    let count = cx.build().binary(arith::ADDI, whole, one);
    Ok(cx.build().select(any, count, zero))
}
