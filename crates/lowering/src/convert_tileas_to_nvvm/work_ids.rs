//! Ids of work that is pulled.

use super::Cx;
use super::exchange::{barrier, shared_base, shared_load, shared_store};
use super::locks::{add, leader};
use super::scalar::{Int, Scalars};
use crate::work_id::WORK_ID_BYTES;
use tilewright_ir::convert::Failure;
use tilewright_ir::operand;
use tilewright_ir::ops::arith;
use tilewright_ir::{Op, Value};

/// The leader counts the source up and tells the others through shared memory; or a thread does for itself.
pub(super) fn fetch(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let source = cx.required_operand(op, operand::SOURCE)?;
    let one = cx.int(Int::I32, 1);
    if cx.old.has_attr(op, "alone") {
        let id = add(cx, source, one, None);
        cx.replace(cx.old.result(op, 0), [id]);
        return Ok(());
    }
    let leader = leader(cx);
    let id = add(cx, source, one, Some(leader));
    let ty = cx.new.ty(id);
    let place = shared_base(cx, 4);
    barrier(cx);
    shared_store(cx, place, 0, &[id], Some(leader));
    barrier(cx);
    let id = shared_load(cx, place, 0, ty);
    cx.replace(cx.old.result(op, 0), [id]);
    Ok(())
}

fn address(cx: &mut Cx<'_>, op: Op) -> Result<Value, Failure> {
    let (ring, slot) = (
        cx.required_operand(op, operand::BUFFER)?,
        cx.required_operand(op, operand::SLOT)?,
    );
    let ahead = cx.binary_const(arith::MULI, slot, Int::I32, WORK_ID_BYTES);
    Ok(cx.binary(arith::ADDI, ring, ahead))
}

pub(super) fn write(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let (address, id) = (address(cx, op)?, cx.required_operand(op, operand::ID)?);
    shared_store(cx, address, 0, &[id], None);
    Ok(())
}

pub(super) fn read(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let address = address(cx, op)?;
    let ty = cx.int_type(Int::I32);
    let id = shared_load(cx, address, 0, ty);
    cx.replace(cx.old.result(op, 0), [id]);
    Ok(())
}
