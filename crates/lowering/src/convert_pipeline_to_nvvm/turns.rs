//! `cutlass.seq_bar`: an ordered sequence of groups, by mbarriers.
//!
//! A sequence of `depth` steps and `groups` groups has a barrier for each step and group, those of a step next to each
//! other. It becomes two addresses: of the group's own barrier of the first step, and of the next group's. The first
//! group starts at phase 1, so that its first wait is for the phase before the first, which is over; all others wait to
//! be told. As in CUTLASS's `OrderedSequenceBarrier`, but that one lane of a warp arrives for all, once all have come
//! that far.

use super::handshake::{on_barrier, probe, spin};
use super::{Cx, PipelineLowering, state};
use tilewright_ir::MBARRIER_BYTES;
use tilewright_ir::WARP_THREADS;
use tilewright_ir::convert::Failure;
use tilewright_ir::operand;
use tilewright_ir::ops::{arith, nvvm};
use tilewright_ir::{Op, SequenceShape, Value};

fn shape(cx: &Cx<'_>, op: Op, bar: Value) -> Result<SequenceShape, Failure> {
    cx.old.sequence_shape(bar).ok_or_else(|| {
        let refusal = cx.error(op, "pipeline.unknown", "the sequence does not come from `seq_bar.init`");
        Box::new(refusal.with_help("use the value of `seq_bar.init` itself"))
    })
}

/// The first thread of the first group makes the barriers; at a named barrier all groups learn that they are ready.
pub(super) fn init(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let old = cx.old;
    let bar = old.result(op, 0);
    let shape = shape(cx, op, bar)?;
    let group = match old.operand_named(op, operand::NUMBER) {
        Some(number) => {
            let number = cx.value(number)?;
            cx.scalar(number)
        }
        // Absent: the first group of a barrier that has no others.
        None => cx.int(old.int_or(op, "group", 0)),
    };
    let ty = cx.i32();
    let base = cx.build().value(nvvm::SHARED_BASE, &[], ty);
    if let Some(made) = cx.new.defining_op(base) {
        cx.set_int(made, "bytes", MBARRIER_BYTES * shape.depth * shape.groups);
        if old.has_attr(op, "offset") {
            cx.set_int(made, "from", shape.offset);
        }
    }
    let zero = cx.int(0);
    let leads = cx.equal(group, zero);
    let thread = cx.special("tid.x");
    let threads = cx.int(shape.threads);
    let place = cx.build().signed(arith::REMI, "unsigned", thread, threads);
    let first = cx.equal(place, zero);
    let makes = cx.arith(arith::ANDI, leads, first);
    cx.when(makes, |cx| {
        for number in 0..shape.depth * shape.groups {
            let made = on_barrier(cx, nvvm::MBARRIER_INIT, base, number * MBARRIER_BYTES, &[]);
            cx.set_int(made, "count", shape.threads / WARP_THREADS);
        }
        cx.build().op(nvvm::FENCE_MBARRIER_INIT, &[], &[]);
        Ok(())
    })?;
    meet(cx, &shape);

    let (one, bytes) = (cx.int(1), cx.int(MBARRIER_BYTES));
    let last = cx.int(shape.groups - 1);
    let raised = cx.add(group, one);
    let wraps = cx.equal(group, last);
    let next = cx.choose(wraps, zero, raised);
    let addresses = [group, next].map(|group| {
        let ahead = cx.arith(arith::MULI, group, bytes);
        cx.add(base, ahead)
    });
    cx.replace_all_unnamed(bar, &addresses);
    let phase = cx.choose(leads, one, zero);
    cx.replace(old.result(op, 1), [zero, phase]);
    Ok(())
}

/// A named barrier of all threads of all groups.
fn meet(cx: &mut Cx<'_>, shape: &SequenceShape) {
    let barrier = cx.build().op(nvvm::BARRIER, &[&[]], &[]);
    cx.set_int(barrier, "id", shape.barrier_base);
    cx.set_int(barrier, "threads", shape.groups * shape.threads);
}

/// The group whose barrier is meant.
#[derive(Clone, Copy)]
enum Whose {
    Own,
    Next,
}

/// The sequence, its state, and the address of a barrier of the state's step.
fn place(cx: &mut Cx<'_>, op: Op, whose: Whose) -> Result<(SequenceShape, [Value; 2], Value), Failure> {
    let [bar, at] = cx.old.required_operands(op, [operand::BAR, operand::STATE]);
    let shape = shape(cx, op, bar)?;
    let at = state::parts(cx, at)?;
    let base = match (&cx.values(bar)?[..], whose) {
        ([own, _], Whose::Own) => *own,
        ([_, next], Whose::Next) => *next,
        _ => return Err(cx.error(op, "internal", "a sequence is not two addresses")),
    };
    // A sequence of one step has no others.
    if shape.depth == 1 {
        return Ok((shape, at, base));
    }
    let bytes = cx.int(MBARRIER_BYTES * shape.groups);
    let ahead = cx.arith(arith::MULI, at[0], bytes);
    let address = cx.add(base, ahead);
    Ok((shape, at, address))
}

pub(super) fn wait(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let (_, [_, phase], address) = place(cx, op, Whose::Own)?;
    spin(cx, address, 0, phase);
    Ok(())
}

pub(super) fn try_wait(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let (_, [_, phase], address) = place(cx, op, Whose::Own)?;
    probe(cx, op, address, 0, phase);
    Ok(())
}

/// Orders the work of all lanes before the work of the next group.
pub(super) fn arrive(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    cx.build().op(nvvm::BAR_WARP_SYNC, &[], &[]);
    arrive_relaxed(cx, op)
}

pub(super) fn arrive_relaxed(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let (shape, at, address) = place(cx, op, Whose::Next)?;
    let (lane, zero) = (cx.special("laneid"), cx.int(0));
    let first = cx.equal(lane, zero);
    on_barrier(cx, nvvm::MBARRIER_ARRIVE, address, 0, &[&[first]]);
    let next = state::next(cx, shape.depth, at, true);
    cx.replace(cx.old.result(op, 0), next);
    Ok(())
}

/// After a barrier of all groups, no thread waits or arrives any more.
pub(super) fn finish(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let shape = shape(cx, op, cx.old.only_operand(op))?;
    meet(cx, &shape);
    Ok(())
}
