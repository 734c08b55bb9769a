//! Fragments in stripes over a block.

use super::{Cx, Lowering};
use tilewright_ir::Op;
use tilewright_ir::convert::Failure;

/// How far apart a thread's elements are, in bytes, once their type is known.
pub(super) fn striped(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    let fragment = cx.old.operands_named(op, "fragment").first().copied();
    let fragment = fragment.or_else(|| cx.old.results(op).first().copied());
    let scalar = fragment.and_then(|value| cx.old.element_scalar(cx.old.ty(value)));
    let bytes = scalar.map_or(0, |scalar| i64::from(scalar.bytes()));
    let threads = cx.old.int_attr(op, "threads").unwrap_or(0);
    let new = cx.copy_as(op, cx.old.def(op))?;
    cx.set_int(new, "stride", threads.saturating_mul(bytes));
    Ok(())
}
