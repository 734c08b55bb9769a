//! Loops and branches that carry work tiles and states: a value becomes several.

use super::Cx;
use tilewright_ir::convert::{Failure, Types};
use tilewright_ir::dialects::cutlass_tile_scheduler::{STATE, WORK_TILE};
use tilewright_ir::{Op, Ty};

/// The types that a carried value becomes.
fn parts(cx: &mut Cx<'_>, ty: Ty) -> Types {
    let types = cx.state.types;
    if cx.old.is_type(ty, &WORK_TILE) {
        let mut parts = Types::from_elem(types.int, 10);
        parts[6] = types.bool;
        return parts;
    }
    if cx.old.is_type(ty, &STATE) {
        return Types::from_elem(types.int, 4);
    }
    Types::from_slice(&[ty])
}

/// A loop or branch again, with the parts of what it carries.
pub(super) fn carry(cx: &mut Cx<'_>, op: Op) -> Result<(), Failure> {
    cx.copy_in_parts(op, cx.old.kind(op), parts).map(|_| ())
}
