//! A producer's acquire: a wait, and in the documented form four phases more.
//!
//! Phase A takes the operands apart. Phase B builds four masks for each row of participants, one for each side and
//! parity, in one of five modes. Phase C arrives four times for each producer. Phase D moves the bases of named
//! barriers on. With a full and an empty barrier a stage those arrivals count work that was not done: the model checker
//! refutes the form, so it is only made where it is asked for.

use super::handshake::{Side, acquire_parity, arrive, offset, on_barrier, place, spin};
use super::{Cx, PipelineForm, PipelineLowering};
use tilewright_ir::OpKind;
use tilewright_ir::convert::Failure;
use tilewright_ir::operand;
use tilewright_ir::ops::{arith, llvm, nvvm, scf};
use tilewright_ir::{Op, PipelineShape, Value};

/// Rows of the masks.
const MASK_ROWS: i64 = tilewright_ir::MAX_PARTICIPANTS;
/// All bits but the one that tells the parities apart.
const FLIP: i64 = -2;
/// Where the named barriers stand among the operands.
const NAMED_BARRIER_OFFSET: i64 = 3;

/// Waits until the stage is empty. A probe that has already succeeded, or a ring that has not been round yet, needs no
/// wait. Under `cutlass` the bytes are expected here.
pub(super) fn acquire(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let (shape, [index, phase], address) = place(cx, op)?;
    let parity = acquire_parity(cx, &shape, phase);
    let mut skip: Option<Value> = None;
    for name in [operand::TOKEN, operand::UNACQUIRED] {
        if let Some(condition) = cx.old.operand_named(op, name) {
            let condition = cx.value(condition)?;
            skip = Some(match skip {
                Some(other) => cx.arith(arith::ORI, other, condition),
                None => condition,
            });
        }
    }
    let at = offset(&shape, Side::Empty);
    match skip {
        None => spin(cx, address, at, parity),
        Some(skip) => {
            let waits = cx.not(skip);
            cx.when(waits, |cx| {
                spin(cx, address, at, parity);
                Ok(())
            })?;
        }
    }
    if let Some(bytes) = cx.old.int_attr(op, "transaction_bytes") {
        arrive(cx, address, offset(&shape, Side::Full), bytes, &[]);
    }
    match cx.state.form {
        PipelineForm::Step => Ok(()),
        PipelineForm::Documented => four_phases(cx, op, &shape, address, index),
    }
}

/// Masks for the rows of participants: both sides, both parities.
struct Masks {
    /// Producers at the current parity, at the next, consumers at either.
    words: [Value; 4],
}

fn four_phases(cx: &mut Cx<'_>, op: Op, shape: &PipelineShape, address: Value, index: Value) -> Result<(), Failure> {
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
    let masks = if shape.mode == "cluster" {
        None
    } else {
        let participants = participants(cx, shape);
        Some(masks(cx, shape, participants, index, first))
    };
    // Phase C.
    for _ in 0..shape.producers.min(MASK_ROWS) {
        match &masks {
            None => {
                cx.build().op(nvvm::CLUSTER_ARRIVE, &[], &[]);
            }
            Some(masks) => {
                for (side, words) in [(Side::Full, &masks.words[..2]), (Side::Empty, &masks.words[2..])] {
                    for &word in words {
                        let zero = cx.int(0);
                        let any = icmp(cx, word, zero);
                        on_barrier(cx, nvvm::MBARRIER_ARRIVE, address, offset(shape, side), &[&[any]]);
                    }
                }
            }
        }
    }
    // Phase D.
    let (base, ahead) = (cx.int(0), cx.int(NAMED_BARRIER_OFFSET));
    cx.add(base, ahead);
    Ok(())
}

/// The participants as words, one bit for each, in an array of a word a row.
fn participants(cx: &mut Cx<'_>, shape: &PipelineShape) -> Value {
    let params = tilewright_ir::TypeParams {
        ints: [MASK_ROWS].into_iter().collect(),
        ..Default::default()
    };
    let ty = cx.new.intern_type(&tilewright_ir::dialects::llvm::ARRAY, params);
    let mut array = cx.build().value(llvm::MLIR_POISON, &[], ty);
    for row in 0..MASK_ROWS {
        let word = cx.int(if row < shape.participants { 1 << row } else { 0 });
        array = cx.build().value(llvm::INSERTVALUE, &[word, array], ty);
        if let Some(op) = cx.new.defining_op(array) {
            cx.set_int(op, "at", row);
        }
    }
    array
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

/// Phase B: producers have the first rows, consumers those after them.
fn masks(cx: &mut Cx<'_>, shape: &PipelineShape, participants: Value, index: Value, first: Value) -> Masks {
    let producers = shape.producers.min(shape.participants);
    let sides = [(0, producers), (producers, shape.participants)];
    let mut words = Vec::new();
    for (from, to) in sides {
        for odd in [false, true] {
            words.push(match shape.mode.as_str() {
                "warp_specialized_1x1" => chain(cx, shape, participants, index, first, from, odd),
                "strided_urem" => strided(cx, llvm::UREM, 2, (from, to), odd),
                "strided_udiv" => strided(cx, llvm::UDIV, 3, (from, to), odd),
                _ => matrix(cx, participants, first, (from, to), odd),
            });
        }
    }
    let zero = cx.int(0);
    let mut words = words.into_iter();
    Masks {
        // Absent: never; there are two words for each side.
        words: std::array::from_fn(|_| words.next().unwrap_or(zero)),
    }
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

/// Cooperative arrival: every participant of a side, one after the other, without control flow.
fn matrix(cx: &mut Cx<'_>, participants: Value, first: Value, (from, to): (i64, i64), odd: bool) -> Value {
    let zero = cx.int(0);
    let mut running = zero;
    for row in from..to {
        let word = extract(cx, participants, row);
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
        let by = cx.int(by);
        let part = cx.arith(kind, row, by);
        let parity = cx.int(1 + i64::from(odd));
        let part = cx.arith(llvm::ADD, part, parity);
        let next = cx.arith(llvm::OR, running, part);
        cx.build().op(scf::CONTINUE, &[&[next]], &[]);
    });
    cx.new.result(each, 0)
}
