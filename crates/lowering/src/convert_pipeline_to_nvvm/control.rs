//! Loops and branches that carry a pipeline's state carry its index and its phase.

use super::Cx;
use tilewright_ir::convert::{Failure, Types};
use tilewright_ir::{Op, Ty};

/// The types of the values that a value of this type becomes.
fn parts(cx: &mut Cx<'_>, ty: Ty) -> Types {
    let int = cx.new.named_type("i32");
    match cx.old.type_data(ty).def.name {
        "cutlass.pipeline_state" => Types::from_slice(&[int, int]),
        "cutlass.pipeline" => Types::from_slice(&[int]),
        _ => Types::from_slice(&[ty]),
    }
}

/// The same op over what its values became.
pub(super) fn structure(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    cx.copy_in_parts(op, cx.old.kind(op), parts).map(|_| ())
}
