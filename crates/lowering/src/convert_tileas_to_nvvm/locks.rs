//! Locks in global memory: one thread acts for all that meet at its barrier.

use super::access::{change, set_place};
use super::control::fork;
use super::exchange::barrier;
use super::scalar::{Int, Scalars};
use super::swizzled::set_int;
use super::{Cx, ThreadLowering};
use tilewright_ir::convert::Failure;
use tilewright_ir::operand;
use tilewright_ir::ops::nvvm;
use tilewright_ir::{Op, Value};

/// Whether this is the thread that acts for the others.
pub(super) fn leader(cx: &mut Cx<'_>) -> Value {
    let tid = cx.tid();
    let zero = cx.int(Int::I32, 0);
    cx.compare("equal", tid, zero)
}

/// The leader reads the lock, acquiring, until it has the value; at the barrier all others learn what it knows.
pub(super) fn wait(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let (lock, value) = (
        cx.required_operand(op, operand::LOCK)?,
        cx.required_operand(op, operand::VALUE)?,
    );
    let predicate = match cx.old.keyword(op, "how") {
        "at_least" => "greater_than_or_equal",
        "equal" => "equal",
        how => return Err(cx.error(op, "internal", format!("a lock that is waited for by `{how}`"))),
    };
    let leader = leader(cx);
    let (spin, after) = (cx.add_block(), cx.add_block());
    fork(cx, leader, spin, after);
    cx.block = spin;
    let (int, device) = (cx.int_type(Int::I32), cx.keyword("device"));
    let found = cx
        .build()
        .value_with(nvvm::LD_ACQUIRE, &[lock], int, &[("scope", device)]);
    let done = cx.compare(predicate, found, value);
    fork(cx, done, after, spin);
    cx.block = after;
    barrier(cx);
    Ok(())
}

/// Writes of all threads come before the barrier, and so before the leader's release.
pub(super) fn arrive(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let (lock, value) = (
        cx.required_operand(op, operand::LOCK)?,
        cx.required_operand(op, operand::VALUE)?,
    );
    barrier(cx);
    let leader = leader(cx);
    change(cx, lock, value, Some(leader), ("release", "add"));
    Ok(())
}

/// An atomic addition, by the leader if there is one; what was there.
pub(super) fn add(cx: &mut Cx<'_>, address: Value, value: Value, leader: Option<Value>) -> Value {
    let (int, leader) = (cx.int_type(Int::I32), leader.as_slice());
    let op = cx.build().op(nvvm::ATOM, &[&[address], &[value], leader], &[int]);
    for (name, word) in [("ordering", "relaxed"), ("scope", "device"), ("mode", "add")] {
        let word = cx.keyword(word);
        cx.new.set_attr(op, name, word);
    }
    set_int(cx, op, "offset", 0);
    cx.new.result(op, 0)
}

/// The lock is not read again until the next launch.
pub(super) fn reset(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let (lock, value) = (
        cx.required_operand(op, operand::LOCK)?,
        cx.required_operand(op, operand::VALUE)?,
    );
    let leader = leader(cx);
    let op = cx.build().op(nvvm::ST, &[&[lock], &[value], &[leader]], &[]);
    set_place(cx, op, 0);
    Ok(())
}
