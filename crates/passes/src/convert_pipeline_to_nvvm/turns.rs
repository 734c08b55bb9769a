//! `cutlass.seq_bar`: groups that take turns, over mbarriers.
//!
//! A sequence of `depth` steps and `groups` groups has a barrier for each step and group, those of a step next to each other.
//! It becomes two addresses: of the group's own barrier of the first step, and of the next group's. The first group starts at
//! phase 1, so that its first wait is for the phase before the first, which is over; all others wait to be told. As in
//! CUTLASS's `OrderedSequenceBarrier`, but that one lane of a warp arrives for all, once all have come that far.

use super::handshake::{BARRIER_BYTES, on_barrier, probe, spin};
use super::{Cx, Lowering, state};
use tilewright_ir::convert::Failure;
use tilewright_ir::{Op, SequenceShape, Value};

/// Threads of a warp.
const WARP: i64 = 32;

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
    let group = match old.operand_named(op, "number") {
        Some(number) => {
            let number = cx.value(number)?;
            cx.scalar(number)
        }
        None => cx.int(old.int_or(op, "group", 0)),
    };
    let ty = cx.i32();
    let base = cx.build().value("nvvm.shared_base", &[], ty);
    if let Some(made) = cx.new.defining_op(base) {
        cx.set_int(made, "bytes", BARRIER_BYTES * shape.depth * shape.groups);
        if old.has_attr(op, "offset") {
            cx.set_int(made, "from", shape.offset);
        }
    }
    let zero = cx.int(0);
    let leads = cx.equal(group, zero);
    let thread = cx.special("tid.x");
    let threads = cx.int(shape.threads);
    let place = cx.build().signed("arith.remi", "unsigned", thread, threads);
    let first = cx.equal(place, zero);
    let makes = cx.arith("arith.andi", leads, first);
    cx.when(makes, |cx| {
        for number in 0..shape.depth * shape.groups {
            let made = on_barrier(cx, "nvvm.mbarrier.init", base, number * BARRIER_BYTES, &[]);
            cx.set_int(made, "count", shape.threads / WARP);
        }
        cx.build().op("nvvm.fence.mbarrier_init", &[], &[]);
        Ok(())
    })?;
    meet(cx, &shape);

    let (one, bytes) = (cx.int(1), cx.int(BARRIER_BYTES));
    let last = cx.int(shape.groups - 1);
    let raised = cx.add(group, one);
    let wraps = cx.equal(group, last);
    let next = cx.choose(wraps, zero, raised);
    let addresses = [group, next].map(|group| {
        let ahead = cx.arith("arith.muli", group, bytes);
        cx.add(base, ahead)
    });
    cx.replace_all_unnamed(bar, &addresses);
    let phase = cx.choose(leads, one, zero);
    cx.replace(old.result(op, 1), [zero, phase]);
    Ok(())
}

/// All threads of all groups meet.
fn meet(cx: &mut Cx<'_>, shape: &SequenceShape) {
    let barrier = cx.build().op("nvvm.barrier", &[&[]], &[]);
    cx.set_int(barrier, "id", shape.barrier_base);
    cx.set_int(barrier, "threads", shape.groups * shape.threads);
}

/// Whose barrier.
#[derive(Clone, Copy)]
enum Whose {
    Own,
    Next,
}

/// The sequence, its state, and the address of a barrier of the state's step.
fn place(cx: &mut Cx<'_>, op: Op, whose: Whose) -> Result<(SequenceShape, [Value; 2], Value), Failure> {
    let [bar, at] = [0, 1].map(|index| cx.old.operand(op, index));
    let shape = shape(cx, op, bar)?;
    let at = state::parts(cx, at)?;
    let base = match (&cx.values(bar)?[..], whose) {
        ([own, _], Whose::Own) => *own,
        ([_, next], Whose::Next) => *next,
        _ => return Err(cx.error(op, "internal", "a sequence is not two addresses")),
    };
    let bytes = cx.int(BARRIER_BYTES * shape.groups);
    let ahead = cx.arith("arith.muli", at[0], bytes);
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

/// What all lanes did before comes before what the next group does.
pub(super) fn arrive(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    cx.build().op("nvvm.bar.warp.sync", &[], &[]);
    arrive_relaxed(cx, op)
}

pub(super) fn arrive_relaxed(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let (shape, at, address) = place(cx, op, Whose::Next)?;
    let (lane, zero) = (cx.special("laneid"), cx.int(0));
    let first = cx.equal(lane, zero);
    on_barrier(cx, "nvvm.mbarrier.arrive", address, 0, &[&[first]]);
    let next = state::next(cx, shape.depth, at, true);
    cx.replace(cx.old.result(op, 0), next);
    Ok(())
}

/// When all have met, nobody waits or arrives any more.
pub(super) fn finish(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let shape = shape(cx, op, cx.old.operand(op, 0))?;
    meet(cx, &shape);
    Ok(())
}
