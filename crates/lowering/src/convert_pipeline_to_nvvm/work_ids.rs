//! Work that is pulled: its ids come through shared memory, each place with a full and an empty barrier. No state is
//! carried: in the iteration `i` of the loop over tiles the place is `i mod stages`, and the phase of its barriers `(i
//! / stages) mod 2`.

use super::handshake::{on_barrier, spin};
use super::{Cx, PipelineLowering};
use crate::work_id::{EMPTY, FULL, RESPONSE_BYTES, WORK_ID_BYTES};
use tilewright_ir::OpKind;
use tilewright_ir::convert::Failure;
use tilewright_ir::operand;
use tilewright_ir::ops::{arith, cutlass, nvvm};
use tilewright_ir::{Op, Value};

/// No launch was cancelled: a linear id past all ends.
const NONE: i64 = i32::MAX as i64;

/// An op of `arith` with a constant.
fn with(cx: &mut Cx<'_>, kind: OpKind, value: Value, number: i64) -> Value {
    let ty = cx.new.ty(value);
    let number = cx.build().number(number, ty);
    match kind {
        arith::SHRI => cx.build().signed(kind, "unsigned", value, number),
        _ => cx.build().binary(kind, value, number),
    }
}

/// Whether this is the thread of a number.
fn is(cx: &mut Cx<'_>, register: &str, number: i64) -> Value {
    let (thread, number) = (cx.special(register), cx.int(number));
    cx.equal(thread, number)
}

/// Whether this CTA is the first of its cluster, or whether it is not.
fn is_first_cta(cx: &mut Cx<'_>, first: bool) -> Value {
    let (rank, zero) = (cx.special("cluster_ctarank"), cx.int(0));
    cx.build()
        .compare(if first { "equal" } else { "not_equal" }, "signed", rank, zero)
}

/// The barriers of one kind of all places of a ring.
fn barriers(cx: &mut Cx<'_>, base: Value, stages: i64, kind: i64, count: i64) {
    for stage in 0..stages {
        let made = on_barrier(cx, nvvm::MBARRIER_INIT, base, stage * WORK_ID_BYTES + kind, &[]);
        cx.set_int(made, "count", count);
    }
}

/// A ring becomes its address; the first thread makes the barriers, and all see them.
pub(super) fn create(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let number = |name| cx.old.int_attr(op, name);
    // Absent: work ids that are not handed on go round in a ring of one.
    let (stages, readers, offset) = (number("stages").unwrap_or(1), number("readers"), number("offset"));
    let (ctas, of_first) = (number("ctas"), number("readers_of_first"));
    let ty = cx.new.number_type("i32");
    let base = cx.build().value(nvvm::SHARED_BASE, &[], ty);
    if let Some(made) = cx.new.defining_op(base) {
        cx.set_int(made, "bytes", WORK_ID_BYTES * stages);
        if let Some(offset) = offset {
            cx.set_int(made, "from", offset);
        }
    }
    let first = is(cx, "tid.x", 0);
    cx.when(first, |cx| {
        barriers(cx, base, stages, FULL, 1);
        match (readers.or(ctas), of_first) {
            (Some(readers), Some(of_first)) => {
                for (first, count) in [(true, of_first), (false, readers)] {
                    let is_one = is_first_cta(cx, first);
                    cx.when(is_one, |cx| {
                        barriers(cx, base, stages, EMPTY, count);
                        Ok(())
                    })?;
                }
            }
            (Some(readers), None) => barriers(cx, base, stages, EMPTY, readers),
            // Absent: nobody says that an answer is read where the whole CTA meets before the next.
            (None, _) => {}
        }
        cx.build().op(nvvm::FENCE_MBARRIER_INIT, &[], &[]);
        Ok(())
    })?;
    meet(cx, ctas.is_some());
    cx.replace(cx.old.result(op, 0), [base]);
    Ok(())
}

/// A thread asks, once all have read the answer before: another proxy overwrites it than reads it. Of a cluster the first CTA asks for
/// all, when each has told it so at its empty barrier.
pub(super) fn request(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let (ring, iter) = (
        cx.required_operand(op, operand::RESPONSE)?,
        cx.required_operand(op, operand::CURRENT_ITER)?,
    );
    let made = cx.old.defining_op(cx.old.required_operand(op, operand::RESPONSE));
    let ctas = made.and_then(|made| cx.old.int_attr(made, "ctas"));
    let alone = cx.old.has_attr(op, "alone");
    if !alone {
        cx.build().op(nvvm::BARRIER, &[&[]], &[]);
    }
    cx.build().op(nvvm::FENCE_PROXY_ASYNC, &[], &[]);
    let first = (!alone).then(|| is(cx, "tid.x", 0));
    match (ctas, first) {
        (Some(ctas), Some(first)) => cx.when(first, |cx| ask_for_all(cx, ring, iter, ctas))?,
        (Some(ctas), None) => ask_for_all(cx, ring, iter, ctas)?,
        (None, first) => {
            expect(cx, ring, first.as_slice());
            ask(cx, ring, first.as_slice());
        }
    }
    cx.replace(cx.old.result(op, 0), [iter]);
    Ok(())
}

fn ask_for_all(cx: &mut Cx<'_>, ring: Value, iter: Value, ctas: i64) -> Result<(), Failure> {
    let zero = cx.int(0);
    let told = on_barrier(cx, nvvm::MBARRIER_ARRIVE_CLUSTER, ring, EMPTY, &[&[zero], &[]]);
    cx.set_int(told, "ctas", ctas);
    let asks = is(cx, "cluster_ctarank", 0);
    cx.when(asks, |cx| {
        let phase = with(cx, arith::ANDI, iter, 1);
        spin(cx, ring, EMPTY, phase);
        Ok(())
    })?;
    expect(cx, ring, &[]);
    let asked = ask(cx, ring, &[asks]);
    cx.set_int(asked, "ctas", ctas);
    Ok(())
}

/// The own barrier expects the answer.
fn expect(cx: &mut Cx<'_>, ring: Value, predicate: &[Value]) {
    let expect = on_barrier(cx, nvvm::MBARRIER_ARRIVE_EXPECT_TX, ring, FULL, &[predicate]);
    cx.set_int(expect, "bytes", RESPONSE_BYTES);
}

fn ask(cx: &mut Cx<'_>, ring: Value, predicate: &[Value]) -> Op {
    let name = nvvm::CLUSTERLAUNCHCONTROL_TRY_CANCEL;
    let ask = on_barrier(cx, name, ring, 0, &[&[ring], predicate]);
    cx.set_int(ask, "barrier_offset", FULL);
    ask
}

/// All threads of the CTA meet, or of the cluster.
fn meet(cx: &mut Cx<'_>, in_cluster: bool) {
    if in_cluster {
        cx.build().op(nvvm::CLUSTER_ARRIVE, &[], &[]);
        cx.build().op(nvvm::CLUSTER_WAIT, &[], &[]);
    } else {
        cx.build().op(nvvm::BARRIER, &[&[]], &[]);
    }
}

/// All threads wait for the answer and read it.
pub(super) fn receive(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let (ring, iter) = (
        cx.required_operand(op, operand::RESPONSE)?,
        cx.required_operand(op, operand::CURRENT_ITER)?,
    );
    let phase = with(cx, arith::ANDI, iter, 1);
    spin(cx, ring, FULL, phase);
    let (name, ty) = (nvvm::CLUSTERLAUNCHCONTROL_QUERY_CANCEL, cx.new.ty(iter));
    let id = cx.build().value(name, &[ring, iter], ty);
    if let Some(query) = cx.new.defining_op(id) {
        cx.set_int(query, "offset", 0);
        cx.set_int(query, "none", NONE);
    }
    cx.replace(cx.old.result(op, 0), [id]);
    Ok(())
}

/// The place of an iteration in a ring, its address, and the phase of its barriers.
fn place(cx: &mut Cx<'_>, op: Op, ring: Value, iter: Value) -> [Value; 3] {
    let made = cx.old.defining_op(cx.old.required_operand(op, operand::RESPONSE));
    let stages = made.and_then(|made| cx.old.int_attr(made, "stages"));
    let stages = cx
        .old
        .or_inconsistent(Some(op), stages, 1, "has a ring of unknown length");
    let slot = with(cx, arith::ANDI, iter, stages - 1);
    let ahead = with(cx, arith::MULI, slot, WORK_ID_BYTES);
    let round = with(cx, arith::SHRI, iter, stages.trailing_zeros().into());
    let phase = with(cx, arith::ANDI, round, 1);
    [slot, cx.add(ring, ahead), phase]
}

/// One thread waits until the place is empty, and fills it.
pub(super) fn send(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let (ring, id, iter) = (
        cx.required_operand(op, operand::RESPONSE)?,
        cx.required_operand(op, operand::ID)?,
        cx.required_operand(op, operand::CURRENT_ITER)?,
    );
    let [slot, address, phase] = place(cx, op, ring, iter);
    let before = with(cx, arith::XORI, phase, 1);
    spin(cx, address, EMPTY, before);
    let write = cutlass::TILE_SCHEDULER_WRITE_WORK_ID;
    cx.build().op(write, &[&[ring], &[slot], &[id]], &[]);
    on_barrier(cx, nvvm::MBARRIER_ARRIVE, address, FULL, &[&[]]);
    Ok(())
}

/// All threads of the readers' warps wait until the place is full, and read it; a lane of each warp says so, or the one thread of an agent.
pub(super) fn take(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let (ring, iter) = (
        cx.required_operand(op, operand::RESPONSE)?,
        cx.required_operand(op, operand::CURRENT_ITER)?,
    );
    let [slot, address, phase] = place(cx, op, ring, iter);
    spin(cx, address, FULL, phase);
    let (read, ty) = (cutlass::TILE_SCHEDULER_READ_WORK_ID, cx.new.ty(iter));
    let id = cx.build().value(read, &[ring, slot, iter], ty);
    let first = (!cx.old.has_attr(op, "alone")).then(|| {
        cx.build().op(nvvm::BAR_WARP_SYNC, &[], &[]);
        is(cx, "laneid", 0)
    });
    on_barrier(cx, nvvm::MBARRIER_ARRIVE, address, EMPTY, &[first.as_slice()]);
    cx.replace(cx.old.result(op, 0), [id]);
    Ok(())
}
