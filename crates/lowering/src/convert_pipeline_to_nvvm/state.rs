//! States: an index and a phase. The count of steps that a state also has is read by no op, so no register holds it.

use super::{Cx, PipelineLowering};
use tilewright_ir::convert::Failure;
use tilewright_ir::operand;
use tilewright_ir::ops::arith;
use tilewright_ir::words::{convention, role};
use tilewright_ir::{Op, Value};

/// The index and the phase of a state. In a ring of one stage the index is known.
pub(super) fn parts(cx: &mut Cx<'_>, state: Value) -> Result<[Value; 2], Failure> {
    let old = cx.old;
    let pipes = old.uses(state).iter();
    let pipes = pipes.filter_map(|site| old.pipeline_shape(old.operand_named(site.op, operand::PIPE)?));
    let is_one = pipes.map(|shape| shape.stages).max() == Some(1);
    match cx.values(state)?[..] {
        [_, phase] if is_one => Ok([cx.int(0), phase]),
        [index, phase] => Ok([index, phase]),
        _ => Err(Box::new(tilewright_diag::Diagnostic::error(
            "internal",
            None,
            "a pipeline's state is not an index and a phase",
        ))),
    }
}

/// Index and phase of a role's first state: by the `cutlass` convention a producer starts at phase 1.
pub(super) fn create(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let (role, convention) = (cx.old.keyword(op, "role"), cx.old.keyword(op, "convention"));
    let phase = i64::from(role == role::PRODUCER && convention == convention::CUTLASS);
    let (index, phase) = (cx.int(0), cx.int(phase));
    cx.replace(cx.old.result(op, 0), [index, phase]);
    Ok(())
}

/// One step on: the index wraps at the number of stages, and a wrap flips the phase. One stage is its own next. Of two each is the other's
/// next, and the phase flips after the one whose index is 1: that is an instruction each. The phase comes first: behind the next index, the old
/// one would live on beside it, and an assembler copies one of both in each iteration.
pub(super) fn next(cx: &mut Cx<'_>, stages: i64, [index, phase]: [Value; 2], flips: bool) -> [Value; 2] {
    let one = cx.int(1);
    let flipped_by = |cx: &mut Cx<'_>, by: Value| match flips {
        true => cx.arith(arith::XORI, phase, by),
        false => phase,
    };
    match stages {
        1 => [index, flipped_by(cx, one)],
        2 => {
            let phase = flipped_by(cx, index);
            [cx.arith(arith::XORI, index, one), phase]
        }
        _ => {
            let (zero, stages) = (cx.int(0), cx.int(stages));
            let raised = cx.add(index, one);
            let wraps = cx.equal(raised, stages);
            let index = cx.choose(wraps, zero, raised);
            if !flips {
                return [index, phase];
            }
            let other = cx.arith(arith::XORI, phase, one);
            [index, cx.choose(wraps, other, phase)]
        }
    }
}

pub(super) fn increment(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    step(cx, op, true)
}

pub(super) fn bump(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    step(cx, op, false)
}

fn step(cx: &mut Cx<'_>, op: Op, flips: bool) -> Result<(), Failure> {
    let stages = cx.shape(op)?.stages;
    let at = parts(cx, cx.old.required_operand(op, operand::STATE))?;
    let next = next(cx, stages, at, flips);
    // A bump leaves the phase as it was, under its own name.
    let [index, phase] = next;
    if flips {
        cx.replace(cx.old.result(op, 0), [index, phase]);
    } else {
        cx.replace_all_unnamed(cx.old.result(op, 0), &[index, phase]);
    }
    Ok(())
}

/// Many steps on. Two laps of the ring bring index and phase back, so the count matters modulo two laps alone.
pub(super) fn advance(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let stages = cx.shape(op)?.stages;
    let [index, phase] = parts(cx, cx.old.required_operand(op, operand::STATE))?;
    let count = cx.required_operand(op, operand::COUNT)?;
    let count = cx.scalar(count);
    let ty = cx.new.ty(count);
    let laps = cx.build().number(2 * stages, ty);
    let count = cx.build().signed(arith::REMI, "unsigned", count, laps);
    let int = cx.i32();
    let bits = cx.new.element_bits(ty);
    let count = match bits {
        33.. => cx.build().value(arith::TRUNCI, &[count], int),
        32 => count,
        _ => cx.build().extend("unsigned", count, int),
    };
    let raised = cx.add(index, count);
    let (stages, one) = (cx.int(stages), cx.int(1));
    let wraps = cx.build().signed(arith::DIVI, "unsigned", raised, stages);
    let index = cx.build().signed(arith::REMI, "unsigned", raised, stages);
    let flips = cx.arith(arith::ANDI, wraps, one);
    let phase = cx.arith(arith::XORI, phase, flips);
    cx.replace(cx.old.result(op, 0), [index, phase]);
    Ok(())
}

pub(super) fn index(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let [index, _] = parts(cx, cx.old.required_operand(op, operand::STATE))?;
    cx.replace_unnamed(cx.old.result(op, 0), index);
    Ok(())
}
