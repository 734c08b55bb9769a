//! The documented form of pipelines (docs/sources/pipelines.md#four-phase-acquire): an acquire in four phases, a tail that arrives, an init
//! whose threads wait for nothing, and waits at the end of their region.
//!
//! Phase A takes the operands of an acquire apart. Phase B fills four buffers of masks, one for each side and parity, a word for each
//! producer, in one of five modes. Phase C arrives four times for each producer, or once at the cluster's barrier. Phase D moves the bases of
//! named barriers on, and arrives there. With a full and an empty barrier a stage those arrivals count work that was not done: the model checker
//! refutes the form, so that it is only made where it is asked for.

use super::handshake::{Side, arrive, offset};
use super::{Cx, Described, PipelineLowering};
use tilewright_ir::convert::Failure;
use tilewright_ir::op_def::traits::TERMINATOR;
use tilewright_ir::operand;
use tilewright_ir::ops::{arith, cutlass, llvm, nvvm, scf};
use tilewright_ir::{NAMED_BARRIERS, Op, OpKind, PipelineShape, Ty, Value, WARP_THREADS};

/// Rows of the masks.
const MASK_ROWS: i64 = tilewright_ir::MAX_PARTICIPANTS;
/// All bits but the one that tells the parities apart.
const FLIP: i64 = -2;
/// The number that an acquire adds to the base of named barriers.
const NAMED_BARRIER_OFFSET: i64 = 3;

/// The form.
pub(super) static STEPS: Described = Described {
    acquired: four_phases,
    leaves: |cx, shape, address| arrive(cx, address, offset(shape, Side::Full), 0, &[]),
    made: |cx, op, shape| {
        // Absent: the first named barrier.
        let id = cx.old.int_or(op, "barrier_base", 0);
        let arrive = named_arrive(cx, shape, &[]);
        cx.set_int(arrive, "id", id);
    },
    is_blind: |module, op| !module.def(op).has(TERMINATOR),
};

/// Arrives at a named barrier, at which a warp for each participant meets.
fn named_arrive(cx: &mut Cx<'_>, shape: &PipelineShape, number: &[Value]) -> Op {
    let arrive = cx.build().op(nvvm::BARRIER_CTA_ARRIVE, &[number], &[]);
    let warps = shape.participants.clamp(1, MASK_ROWS);
    cx.set_int(arrive, "threads", warps * WARP_THREADS);
    arrive
}

/// Rows of the masks: producers have the first ones, consumers those after them.
#[derive(Clone, Copy)]
struct Rows {
    producers: i64,
    all: i64,
}

impl Rows {
    /// Where there are fewer participants than producers and consumers, each stands for several of a kind.
    fn of(shape: &PipelineShape) -> Rows {
        let (producers, consumers, all) = (shape.producers, shape.consumers, shape.participants);
        let share = all.saturating_mul(producers) / producers.saturating_add(consumers).max(1);
        Rows {
            producers: share.clamp(1, all.max(1)),
            all,
        }
    }
}

/// The four buffers of masks, a word for each producer in each: producers at the current parity and at the next, consumers at either.
type Masks = [Value; 4];

fn four_phases(cx: &mut Cx<'_>, op: Op, shape: &PipelineShape, [address, index]: [Value; 2]) -> Result<(), Failure> {
    if shape.participants > MASK_ROWS {
        let message = format!(
            "{} participants do not fit the masks of a documented acquire",
            shape.participants
        );
        let refusal = cx.error(op, "pipeline.participants", message);
        return Err(Box::new(
            refusal
                .with_note(format!("the masks have {MASK_ROWS} rows"))
                .with_help(format!(
                    "say `participants = {MASK_ROWS}` or fewer, or leave the documented form"
                )),
        ));
    }
    let first = match cx.old.operand_named(op, operand::UNACQUIRED) {
        Some(first) => cx.value(first)?,
        None => cx.bool(false),
    };
    if shape.mode == "cluster" {
        cx.build().op(nvvm::CLUSTER_ARRIVE, &[], &[]);
    } else {
        let rows = Rows::of(shape);
        let masks = masks(cx, shape, rows, index, first);
        // Absent: no copy brings bytes, or the commit expects them.
        let bytes = cx.old.int_or(op, "transaction_bytes", 0);
        arrive_by(cx, shape, rows, &masks, address, bytes);
    }
    named_barriers(cx, op, shape);
    Ok(())
}

/// Phase C: four arrivals for each producer, where its word of a mask is not 0. That of producers at the current parity expects the bytes,
/// if there are any.
fn arrive_by(cx: &mut Cx<'_>, shape: &PipelineShape, rows: Rows, masks: &Masks, address: Value, bytes: i64) {
    for row in 0..rows.producers {
        for (at, &mask) in masks.iter().enumerate() {
            let word = extract(cx, mask, row);
            let zero = cx.int(0);
            let any = icmp(cx, word, zero);
            let side = if at < 2 { Side::Full } else { Side::Empty };
            let bytes = if at == 0 && row == 0 { bytes } else { 0 };
            arrive(cx, address, offset(shape, side), bytes, &[any]);
        }
    }
}

/// Phase D: for each `init` of the pipeline, its base of named barriers moves on, and the threads arrive at where it then is.
fn named_barriers(cx: &mut Cx<'_>, op: Op, shape: &PipelineShape) {
    let pipe = cx.old.required_operand(op, operand::PIPE);
    let mut bases = Vec::new();
    for site in cx.old.uses(pipe) {
        if cx.old.kind(site.op) == cutlass::PIPELINE_INIT {
            // Absent: the first named barrier.
            bases.push(cx.old.int_or(site.op, "barrier_base", 0));
        }
    }
    for base in bases {
        let (base, ahead, numbers) = (cx.int(base), cx.int(NAMED_BARRIER_OFFSET), cx.int(NAMED_BARRIERS - 1));
        let next = cx.add(base, ahead);
        let next = cx.arith(arith::ANDI, next, numbers);
        named_arrive(cx, shape, &[next]);
    }
}

fn array(cx: &mut Cx<'_>) -> Ty {
    let params = tilewright_ir::TypeParams {
        ints: [MASK_ROWS].into_iter().collect(),
        ..Default::default()
    };
    cx.new.intern_type(&tilewright_ir::dialects::llvm::ARRAY, params)
}

fn insert(cx: &mut Cx<'_>, array: Value, row: i64, word: Value) -> Value {
    let ty = cx.new.ty(array);
    let array = cx.build().value(llvm::INSERTVALUE, &[word, array], ty);
    if let Some(op) = cx.new.defining_op(array) {
        cx.set_int(op, "at", row);
    }
    array
}

/// The participants as words, one bit for each, in an array of a word a row.
fn participants(cx: &mut Cx<'_>, count: i64) -> Value {
    let ty = array(cx);
    let mut words = cx.build().value(llvm::MLIR_POISON, &[], ty);
    for row in 0..MASK_ROWS {
        let word = cx.int(if row < count { 1 << row } else { 0 });
        words = insert(cx, words, row, word);
    }
    words
}

fn extract(cx: &mut Cx<'_>, array: Value, row: i64) -> Value {
    let ty = cx.i32();
    let word = cx.build().value(llvm::EXTRACTVALUE, &[array], ty);
    if let Some(op) = cx.new.defining_op(word) {
        cx.set_int(op, "at", row);
    }
    word
}

fn icmp(cx: &mut Cx<'_>, a: Value, b: Value) -> Value {
    let (ty, not_equal) = (cx.new.named_type("i1"), cx.keyword("ne"));
    cx.build()
        .value_with(llvm::ICMP, &[a, b], ty, &[("predicate", not_equal)])
}

fn select(cx: &mut Cx<'_>, condition: Value, then: Value, otherwise: Value) -> Value {
    let ty = cx.new.ty(then);
    cx.build().value(llvm::SELECT, &[condition, then, otherwise], ty)
}

/// Phase B: the word of each producer in each of the four buffers.
fn masks(cx: &mut Cx<'_>, shape: &PipelineShape, rows: Rows, index: Value, first: Value) -> Masks {
    let participants = participants(cx, rows.all);
    let ty = array(cx);
    [(0, false), (0, true), (1, false), (1, true)].map(|(side, odd)| {
        let mut mask = cx.build().value(llvm::MLIR_POISON, &[], ty);
        for row in 0..rows.producers {
            let part = if side == 0 {
                (0, rows.producers)
            } else {
                (rows.producers, rows.all)
            };
            let word = match shape.mode.as_str() {
                "warp_specialized_1x1" => chain(cx, shape, participants, index, first, part.0, odd),
                "strided_urem" => strided(cx, llvm::UREM, 2, part, odd),
                "strided_udiv" => strided(cx, llvm::UDIV, 3, part, odd),
                _ => cells(
                    cx,
                    participants,
                    first,
                    (side == 0).then_some(row),
                    (rows.producers, rows.all),
                    odd,
                ),
            };
            mask = insert(cx, mask, row, word);
        }
        mask
    })
}

/// A mask with the parity bit cleared, unless no lap is complete yet; the mask of the next parity has it the other way.
fn flipped(cx: &mut Cx<'_>, word: Value, first: Value, odd: bool) -> Value {
    let flip = cx.int(FLIP);
    let without = cx.arith(llvm::AND, word, flip);
    if odd {
        select(cx, first, without, word)
    } else {
        select(cx, first, word, without)
    }
}

/// Cooperative arrival: a cell for the producer and each consumer, one after the other, without control flow. Its word is the producer's,
/// or, on the side of consumers, that of the cell's consumer.
fn cells(
    cx: &mut Cx<'_>,
    participants: Value,
    first: Value,
    producer: Option<i64>,
    (from, to): (i64, i64),
    odd: bool,
) -> Value {
    let zero = cx.int(0);
    let mut running = zero;
    for consumer in from..to {
        // Absent: the side of consumers.
        let word = extract(cx, participants, producer.unwrap_or(consumer));
        let there = icmp(cx, word, zero);
        let flipped = flipped(cx, word, first, odd);
        let kept = select(cx, there, flipped, word);
        running = cx.arith(llvm::OR, running, kept);
    }
    running
}

/// One producer and one consumer: a chain over the stages that may be the current one.
fn chain(
    cx: &mut Cx<'_>,
    shape: &PipelineShape,
    participants: Value,
    index: Value,
    first: Value,
    row: i64,
    odd: bool,
) -> Value {
    let zero = cx.int(0);
    let word = extract(cx, participants, row);
    let word = flipped(cx, word, first, odd);
    let mut running = zero;
    for stage in 0..MASK_ROWS.min(shape.stages) {
        let number = cx.int(stage);
        let elsewhere = icmp(cx, index, number);
        let here = select(cx, elsewhere, zero, word);
        running = cx.arith(llvm::OR, running, here);
    }
    running
}

/// Many participants at regular steps: a loop over them.
fn strided(cx: &mut Cx<'_>, kind: OpKind, by: i64, (from, to): (i64, i64), odd: bool) -> Value {
    let (lower, upper, step, zero, ty) = (cx.int(from), cx.int(to), cx.int(1), cx.int(0), cx.i32());
    let each = cx.build().op(scf::FOR, &[&[lower], &[upper], &[step], &[zero]], &[ty]);
    let body = cx.new.add_block(cx.new.regions(each)[0]);
    let row = cx.new.add_argument(body, ty);
    let running = cx.new.add_argument(body, ty);
    cx.in_block(body, |cx| {
        let (by, parity) = (cx.int(by), cx.int(odd.into()));
        let at = cx.arith(llvm::ADD, row, parity);
        let part = cx.arith(kind, at, by);
        let next = cx.arith(llvm::OR, running, part);
        cx.build().op(scf::CONTINUE, &[&[next]], &[]);
    });
    cx.new.result(each, 0)
}
