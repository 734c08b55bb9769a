//! A producer's acquire: a wait, and what the documented form has after it.

use super::handshake::{Side, acquire_parity, arrive, offset, place, spin_unless};
use super::{Cx, PipelineLowering};
use tilewright_ir::convert::Failure;
use tilewright_ir::operand;
use tilewright_ir::ops::arith;
use tilewright_ir::{Op, Value};

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
    spin_unless(cx, op, skip, (address, offset(&shape, Side::Empty), parity))?;
    if let Some(described) = cx.state.described {
        (described.acquired)(cx, op, &shape, [address, index])?;
    } else if let Some(bytes) = cx.old.int_attr(op, "transaction_bytes") {
        arrive(cx, address, offset(&shape, Side::Full), bytes, &[]);
    }
    cx.replace_all_unnamed(cx.old.result(op, 0), &[index, phase]);
    Ok(())
}
