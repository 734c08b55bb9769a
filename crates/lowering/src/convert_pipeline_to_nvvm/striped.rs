//! Fragments in stripes over a block.

use super::{Cx, PipelineLowering};
use tilewright_ir::Op;
use tilewright_ir::convert::Failure;
use tilewright_ir::operand;

/// The distance of a thread's elements in bytes, once their type is known.
pub(super) fn striped(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let fragment = cx.old.operands_named(op, operand::FRAGMENT).first().copied();
    let fragment = fragment.or_else(|| cx.old.results(op).first().copied());
    let Some(fragment) = fragment else {
        return Err(cx.old.contradicts(op, "a stripe of nothing"));
    };
    let bytes = i64::from(cx.old.element_bytes(cx.old.ty(fragment)));
    let threads = cx.old.required_int(op, "threads");
    let new = cx.copy_as(op, cx.old.kind(op))?;
    cx.set_int(new, "stride", threads.saturating_mul(bytes));
    Ok(())
}
