//! Notes of what the layout selector chose as code is written, for the report.

use super::Cx;
use super::sizes::tile_name;
use tilewright_ir::{Op, Ty};
use tilewright_layout::select::{Candidate, Choice, Way};
use tilewright_machine::MemorySpace;

/// A tile as it is told of: its type by name, its extents, and bytes of an element.
pub(super) struct Told {
    pub(super) name: String,
    pub(super) shape: Vec<i64>,
    pub(super) bytes: i64,
}

impl Told {
    /// A tile of a type, whose elements take so many bytes where they are.
    pub(super) fn of(cx: &Cx<'_>, ty: Ty, bytes: i64) -> Self {
        Self {
            name: tile_name(cx.old, ty),
            shape: cx.old.shape(ty).to_vec(),
            bytes,
        }
    }
}

/// Notes the candidates for an op's tile on its way from one memory to another, and the chosen one.
pub(super) fn tell(
    cx: &mut Cx<'_>,
    op: Op,
    tile: Told,
    [from, to]: [MemorySpace; 2],
    candidates: Vec<Candidate<Way>>,
    chosen: Option<usize>,
) {
    cx.state.choices.push(Choice {
        line: cx.old.loc_data(cx.old.loc(op)).line,
        op: cx.old.def(op).short_name(),
        tile: tile.name,
        shape: tile.shape,
        element_bytes: tile.bytes,
        from,
        to,
        candidates,
        chosen,
    });
}
